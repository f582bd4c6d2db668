"""How BenchExec calls heapwright and reads its answer.

In: a task with its property, data model and limits. Out: a command line; then, from the output, a result of BenchExec.
An answer counts only if the last line of standard output and the exit status agree.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import ToolNotFoundException

# Exit statuses of `heapwright verify`.
TRUE, USAGE, INPUT, UNKNOWN, INTERNAL, FALSE = 0, 1, 2, 5, 6, 10

VIOLATIONS = {
    "unreach-call": result.RESULT_FALSE_REACH,
    "assertions": result.RESULT_FALSE_PROP,
    "valid-deref": result.RESULT_FALSE_DEREF,
    "valid-free": result.RESULT_FALSE_FREE,
    "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
    "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
    "no-overflow": result.RESULT_FALSE_OVERFLOW,
}

ERRORS = {USAGE: "wrong usage", INPUT: "input not accepted", INTERNAL: "internal error"}


class Tool(benchexec.tools.template.BaseTool2):
    """heapwright, a verifier for C programs that build data structures on the heap."""

    def executable(self, tool_locator):
        try:
            return tool_locator.find_executable("heapwright")
        except ToolNotFoundException:
            return tool_locator.find_executable("heapwright", subdir="target/release")

    def name(self):
        return "heapwright"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heapwright")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if task.property_file and "--property" not in options:
            command += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and not {"--data-model", "--32", "--64"} & set(options):
            command += ["--data-model", model]
        # heapwright ends by itself shortly before BenchExec would end it, and says unknown.
        seconds = rlimits.cputime or rlimits.walltime
        if seconds and "--timeout" not in options:
            command += ["--timeout", f"{seconds}s"]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(int(rlimits.memory * 0.95))]
        return command + list(task.input_files)

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.was_terminated:
            return result.RESULT_ERROR
        status = run.exit_code.value
        if status in ERRORS:
            return f"{result.RESULT_ERROR} ({ERRORS[status]})"
        last = next((line for line in reversed(run.output) if line.strip()), "")
        verdict = last.strip().removeprefix("verdict: ")
        if verdict == "true" and status == TRUE:
            return result.RESULT_TRUE_PROP
        if verdict == "unknown" and status == UNKNOWN:
            return result.RESULT_UNKNOWN
        if verdict.startswith("false(") and verdict.endswith(")") and status == FALSE:
            return VIOLATIONS.get(verdict[len("false("):-1], result.RESULT_ERROR)
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A count or time that `-v` prints, for columns of tables: `heapwright: NAME: VALUE`."""
        prefix = f"heapwright: {identifier}: "
        for line in reversed(output):
            if line.startswith(prefix):
                return line[len(prefix):].strip().removesuffix(" s")
        return None
