//! A counterexample to run: a C file with the functions that the program leaves undefined, which return the values
//! that lead to the violation.

use super::task::Task;
use crate::config::DataModel;
use crate::ir::ErrorKind;
use crate::verdict::{Call, Cause, Finding, GivenStrings, Missing, Role, Verdict};
use std::fmt::Write;

/// The harness for the first finding, to be stored as `file`; `None` if there is no finding.
pub fn harness(verdict: &Verdict, task: &Task, file: &str) -> Option<String> {
    let finding = verdict.findings().first()?;
    let mut out = opening(finding, task, file);
    let fails = finding.inputs.iter().any(|input| input.cause == Cause::AllocationFails(true));
    out += PRELUDE;
    match finding.kind {
        ErrorKind::Leak => out += LEAKS,
        ErrorKind::NotFreedAtEnd => out += &LEAKS.replace(STACK_IS_DEAD, ALL_IS_DEAD),
        ErrorKind::ReadAfterScope | ErrorKind::WriteAfterScope => out += SCOPES,
        _ => out += "static void hw_leaks(void) {}\n",
    }
    for function in verdict.missing() {
        out.push('\n');
        match function.role {
            Role::Input => input_function(&mut out, function, &results(finding, &function.name)),
            Role::Assume => assume_function(&mut out, function),
            Role::Error => error_function(&mut out, function),
        }
    }
    if fails {
        allocation_functions(&mut out, finding);
    }
    if let Some(given) = &finding.given {
        given_strings(&mut out, given);
    }
    if task.entry != "main" {
        // Before `main`, which the program may have, too.
        let _ = writeln!(
            out,
            "\nint {0}();\n\
             __attribute__((constructor)) static void hw_start(void) {{\n    {0}();\n    exit(0);\n}}\n\
             WEAK int main(void) {{ return 0; }}",
            task.entry
        );
    }
    Some(out)
}

/// What the file is for, how to use it, and what it cannot do.
fn opening(finding: &Finding, task: &Task, file: &str) -> String {
    let place = finding.location.as_ref().map_or(String::new(), |place| format!("{place}: "));
    // The program is to end there, not to go on with a number that may keep it in a loop.
    let sanitizer = match finding.kind {
        ErrorKind::SignedOverflow => "address,signed-integer-overflow,shift -fno-sanitize-recover=all",
        ErrorKind::DivisionByZero => "address,integer-divide-by-zero -fno-sanitize-recover=all",
        ErrorKind::OversizedShift => "address,shift -fno-sanitize-recover=all",
        _ => "address",
    };
    let model = if task.data_model == DataModel::Ilp32 { " -m32" } else { "" };
    let has = |cause: &dyn Fn(&Cause) -> bool| finding.inputs.iter().any(|input| cause(&input.cause));
    let mut wrap = String::new();
    if has(&|cause| *cause == Cause::AllocationFails(true)) {
        wrap += " -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc";
    }
    if finding.given.is_some() {
        wrap += " -Wl,--wrap=main";
    }
    let files: Vec<&str> = task.files.iter().map(|file| file.name.as_str()).collect();
    let command = format!("cc -g{model} -fsanitize={sanitizer}{wrap} {} {file} && ./a.out", files.join(" "));
    let mut text = format!(
        "// {place}{} [CWE-{}]\n//\n// Shows this error in the running program:\n//\n//     {command}\n",
        finding.message.replace('\n', " "),
        finding.kind.cwe(),
    );
    let limits: [(bool, &str); 4] = [
        (has(&is_of_library), "what the C library reads or chooses"),
        (has(&|cause| *cause == Cause::Unset), "the content of variables or memory that the program never sets"),
        (has(&|cause| *cause == Cause::Argument), "the arguments of the function where it begins"),
        (has(&|cause| *cause == Cause::Address), "the addresses of objects"),
    ];
    let open: Vec<&str> = limits.iter().filter(|(needed, _)| *needed).map(|(_, what)| *what).collect();
    if !open.is_empty() {
        let _ = writeln!(
            text,
            "//\n// The error also depends on {}, which a\n// harness cannot fix.",
            open.join(" and on ")
        );
    }
    let _ = writeln!(text, "//\n// Written by heapwright {}.\n", env!("CARGO_PKG_VERSION"));
    text
}

/// What every harness needs. All is weak, so that what the program defines itself takes precedence.
const PRELUDE: &str = r#"#include <stdio.h>
#include <stdlib.h>

#define WEAK __attribute__((weak))

static void hw_leaks(void);

__attribute__((unused)) static void hw_over(const char *what) {
    fprintf(stderr, "harness: %s\n", what);
    hw_leaks();
    exit(0);
}

"#;

/// Leaks are looked for at the end of a program by itself, and here also when it is aborted or asks for more input than
/// the error needs. What is left of dead variables on the stack must not hide them, so that it is not looked at.
const LEAKS: &str = r#"#include <signal.h>

// What only local variables lead to counts as lost: at the end of the program there are none.
const char *__lsan_default_options(void) { return "use_stacks=0:use_registers=0"; }
void __lsan_do_leak_check(void) WEAK;

static void hw_leaks(void) {
    if (__lsan_do_leak_check)
        __lsan_do_leak_check();
}

static void hw_aborted(int number) {
    (void)number;
    hw_leaks();
    _Exit(1);
}

__attribute__((constructor)) static void hw_begin(void) { signal(SIGABRT, hw_aborted); }
"#;

/// What counts as lost, and what counts as not freed at the end: whatever is left.
const STACK_IS_DEAD: &str = "use_stacks=0:use_registers=0";
const ALL_IS_DEAD: &str = "use_stacks=0:use_registers=0:use_globals=0:use_tls=0";

/// Variables of functions that returned are watched only if that is asked for.
const SCOPES: &str = r#"const char *__asan_default_options(void) { return "detect_stack_use_after_return=1"; }
static void hw_leaks(void) {}
"#;

/// The calls of a function by the program itself, in order.
fn results<'a>(finding: &'a Finding, name: &str) -> Vec<&'a Call> {
    let calls = finding.inputs.iter().filter_map(|input| match &input.cause {
        Cause::Call(call) if call.function == name && !is_of_library(&input.cause) => Some(call),
        _ => None,
    });
    calls.collect()
}

/// Whether an input is a choice within a function of the C library, which the compiled program has by itself.
fn is_of_library(cause: &Cause) -> bool {
    matches!(cause, Cause::Call(call) if call.end.as_ref().is_some_and(|end| end.library))
}

fn input_function(out: &mut String, function: &Missing, calls: &[&Call]) {
    let Missing { name, result, .. } = function;
    if result == "void" {
        let _ = writeln!(out, "WEAK void {name}() {{}}");
        return;
    }
    let space = if result.ends_with('*') { "" } else { " " };
    if calls.is_empty() {
        let _ = writeln!(
            out,
            "WEAK {result}{space}{name}() {{\n    hw_over(\"the recorded input ends\");\n    return 0;\n}}"
        );
        return;
    }
    let _ = writeln!(out, "static {result}{space}const hw_{name}[] = {{");
    for call in calls {
        let place = call.end.as_ref().map_or(String::new(), |end| format!(" // {}:{}", end.file, end.line));
        let literal = call.literal.as_deref().unwrap_or("__builtin_nan(\"\")");
        let _ = writeln!(out, "    {literal},{place}");
    }
    let _ = writeln!(
        out,
        "}};\n\n\
         WEAK {result}{space}{name}() {{\n    \
             static unsigned long next;\n    \
             if (next == {}) hw_over(\"the recorded input ends\");\n    \
             return hw_{name}[next++];\n\
         }}",
        calls.len()
    );
}

fn assume_function(out: &mut String, function: &Missing) {
    let _ = writeln!(
        out,
        "WEAK void {}(int condition) {{\n    \
             if (!condition) hw_over(\"an assumption fails: this is not the execution that was recorded\");\n\
         }}",
        function.name
    );
}

fn error_function(out: &mut String, function: &Missing) {
    let _ = writeln!(
        out,
        "WEAK void {}() {{\n    \
             fprintf(stderr, \"harness: the error function is called\\n\");\n    \
             abort();\n\
         }}",
        function.name
    );
}

/// Calls `main` with the recorded strings, each in a block of its own.
fn given_strings(out: &mut String, given: &GivenStrings) {
    let list = |strings: &[String]| strings.iter().map(|text| format!("    {text},\n")).collect::<String>();
    let _ = writeln!(
        out,
        "\n#include <string.h>\n\n\
         static const char *const hw_arguments[] = {{\n{}    0,\n}};\n\
         static const char *const hw_environment[] = {{\n{}    0,\n}};\n\
         static char *hw_argv[{}], *hw_envp[{}];\n\n\
         // At the end of a block, and not at its start: neither to be left nor to be freed.\n\
         static char *hw_string(const char *text) {{\n    \
             size_t size = strlen(text) + 1;\n    \
             char *block = malloc(16 + size);\n    \
             return block ? memcpy(block + 16, text, size) : 0;\n\
         }}\n\n\
         int __real_main(int, char **, char **);\n\
         int __wrap_main(void) {{\n    \
             for (int i = 0; hw_arguments[i]; i++) hw_argv[i] = hw_string(hw_arguments[i]);\n    \
             for (int i = 0; hw_environment[i]; i++) hw_envp[i] = hw_string(hw_environment[i]);\n    \
             return __real_main({}, hw_argv, hw_envp);\n\
         }}",
        list(&given.arguments),
        list(&given.environment),
        given.arguments.len() + 1,
        given.environment.len() + 1,
        given.count
    );
}

/// Allocations that fail as recorded, in the order of the calls.
fn allocation_functions(out: &mut String, finding: &Finding) {
    let fails: Vec<&str> = finding
        .inputs
        .iter()
        .filter_map(|input| match input.cause {
            Cause::AllocationFails(fails) => Some(if fails { "1" } else { "0" }),
            _ => None,
        })
        .collect();
    let _ = writeln!(
        out,
        "\nstatic const char hw_fails[] = {{{}}};\n\n\
         static int hw_fail(void) {{\n    \
             static unsigned long next;\n    \
             return next < sizeof hw_fails && hw_fails[next++];\n\
         }}\n",
        fails.join(", ")
    );
    for (name, parameters, arguments) in [
        ("malloc", "size_t size", "size"),
        ("calloc", "size_t count, size_t size", "count, size"),
        ("realloc", "void *old, size_t size", "old, size"),
    ] {
        let _ = writeln!(
            out,
            "void *__real_{name}({parameters});\n\
             void *__wrap_{name}({parameters}) {{ return hw_fail() ? 0 : __real_{name}({arguments}); }}"
        );
    }
}
