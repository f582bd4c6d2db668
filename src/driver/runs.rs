//! Concrete executions: what they find is final, and a program that has only one is decided by it.

use super::explain::Explainer;
use super::{Context, trust};
use crate::base::Span;
use crate::config::RunConfig;
use crate::interp::{BoundaryInputs, FixedInputs, Inputs, Interpreter, Outcome, PathEnd, RandomInputs, Run, Violation};
use crate::ir::{ErrorKind, Property, SiteId};
use crate::verdict::{Status, Warning};
use indexmap::IndexSet;
use std::sync::atomic::Ordering;

/// Steps of the first run. A program that is given nothing has no other, so that one gets time to end.
const FIRST_RUN: u64 = 5_000_000;
/// Steps of the second run of a program that is given nothing: less than a second.
const SECOND_RUN: u64 = 20_000_000;
/// Steps of each of the other runs with extreme inputs.
const BOUNDARY_RUN: u64 = 100_000;
/// How many random runs of how many steps there are at most: many short ones, then some long ones.
const RANDOM_RUNS: &[(u64, u64)] = &[(150, 5_000), (50, 50_000)];
/// Steps of all runs that are given inputs. Counted, not timed, so that the same program is always run alike.
const ALL_RUNS: u64 = 2_000_000;
/// Steps before the end of a run from which everything that happens is told.
const TOLD: u64 = 300_000;
/// How many leaks of one run are told.
const MOST_LEAKS: usize = 16;

/// Runs the program with boundary inputs, then with random ones.
pub(super) fn search(context: &Context) {
    let mut search = Search::new(context);
    let first = search.run(&mut BoundaryInputs::new(0), FIRST_RUN);
    if trust::is_only_execution(context.program, &first) {
        context.shared.one_execution.store(first.outcome == Outcome::StepLimit, Ordering::Relaxed);
        search.conclude(&first);
    } else {
        search.explore();
    }
    let mut verdict = context.verdict();
    if context.stopped() {
        verdict.add_reason("the time limit was reached", None);
    }
    if verdict.open().iter().any(|property| property != Property::Termination) {
        let what = match search.runs {
            1 => "the execution that was tried violates nothing, but may not be the only one".into(),
            runs => format!("none of the {runs} executions that were tried violates a property, but there are more"),
        };
        verdict.add_reason(what, None);
    }
}

/// Goes on for some time with the only execution there is. Without inputs there is nothing to explore, and loops that
/// run millions of times are executed much faster than they are unwound.
pub(super) fn go_on(context: &Context) {
    only_execution(context, SECOND_RUN);
}

/// The same, as long as there is time.
pub(super) fn finish(context: &Context) {
    only_execution(context, u64::MAX);
}

fn only_execution(context: &Context, max_steps: u64) {
    if !context.shared.one_execution.load(Ordering::Relaxed) {
        return;
    }
    let mut search = Search::new(context);
    let run = search.run(&mut BoundaryInputs::new(0), max_steps);
    if run.outcome == Outcome::Stopped {
        context.verdict().add_reason("the time limit was reached", None);
    } else if trust::is_only_execution(context.program, &run) {
        search.conclude(&run);
    }
}

/// Tells a violation that was found by other means, with the inputs that lead to it. Gives whether its property is
/// refuted: a violation that cannot be relied upon refutes nothing, but whoever found it must not call it excluded.
pub(super) fn report(context: &Context, run: &Run) -> bool {
    let search = Search::new(context);
    let config = RunConfig { max_steps: context.job.run.max_steps.max(run.steps + 1), ..context.job.run.clone() };
    let Outcome::Violation(violation) = &run.outcome else { return false };
    if search.is_real(run, violation, &config) {
        search.tell(run, &config);
    }
    violation.kind.property().is_some_and(|property| context.verdict().status(property) == Status::False)
}

struct Search<'a> {
    context: &'a Context<'a>,
    interpreter: Interpreter<'a>,
    explainer: Explainer<'a>,
    left: u64,
    runs: u64,
}

impl<'a> Search<'a> {
    fn new(context: &'a Context<'a>) -> Self {
        let (interpreter, explainer) = (Interpreter::new(context.program), Explainer::new(context));
        Self { context, interpreter, explainer, left: ALL_RUNS, runs: 0 }
    }

    fn config(&self, max_steps: u64) -> RunConfig {
        RunConfig { max_steps, ..self.context.job.run.clone() }
    }

    fn explore(&mut self) {
        for variant in 1..BoundaryInputs::VARIANTS {
            if self.over() {
                return;
            }
            self.run(&mut BoundaryInputs::new(variant), BOUNDARY_RUN);
        }
        let mut seed = 0;
        for &(count, steps) in RANDOM_RUNS {
            for _ in 0..count {
                if self.over() {
                    return;
                }
                seed += 1;
                self.run(&mut RandomInputs::new(self.context.program, seed), steps);
            }
        }
    }

    fn over(&self) -> bool {
        self.left == 0 || self.context.stopped() || self.context.done()
    }

    /// Runs the program once and keeps what is learned.
    fn run(&mut self, inputs: &mut dyn Inputs, max_steps: u64) -> Run {
        let config = self.config(max_steps);
        let run = self.execute(inputs, &config, &IndexSet::new());
        self.runs += 1;
        self.left = self.left.saturating_sub(run.steps);
        self.note(&run);
        if let Outcome::Violation(violation) = &run.outcome
            && self.is_real(&run, violation, &config)
        {
            self.tell(&run, &config);
        }
        run
    }

    /// Whether a violation can be relied upon: what came before it was the program's own doing. A function that
    /// is not known may have changed memory. If addresses were looked at, it must occur with others as well.
    fn is_real(&self, run: &Run, violation: &Violation, config: &RunConfig) -> bool {
        if let Some(call) = run.external_calls.iter().find(|call| call.pointer) {
            let name = &self.context.program.functions[call.function].name;
            let what = format!("what happens after the call of `{name}` is not known");
            self.context.verdict().add_reason(what, self.context.locate(call.span));
            return false;
        }
        if !run.saw_addresses {
            return true;
        }
        let other = self.execute(&mut trust::OtherAddresses::new(&run.inputs), config, &IndexSet::new());
        let same = |other: &Violation| (other.kind, other.span) == (violation.kind, violation.span);
        let real = matches!(&other.outcome, Outcome::Violation(other) if same(other));
        if !real {
            let location = self.context.locate(violation.span);
            self.context.verdict().add_reason("a violation depends on the addresses of objects", location);
        }
        real
    }

    fn execute(&self, inputs: &mut dyn Inputs, config: &RunConfig, forgiven: &IndexSet<(SiteId, u32)>) -> Run {
        let properties = self.context.job.properties;
        self.interpreter.run_forgiving(properties, inputs, config, &|| self.context.stopped(), forgiven)
    }

    /// Runs once more with the same inputs, this time taking down what happens. A leak ends no program: what comes
    /// after it is looked for as well.
    fn tell(&self, run: &Run, config: &RunConfig) {
        let config = RunConfig { trace: true, trace_from: run.steps.saturating_sub(TOLD), ..config.clone() };
        let mut forgiven = IndexSet::new();
        while forgiven.len() < MOST_LEAKS {
            let run = self.execute(&mut FixedInputs::from_recorded(&run.inputs), &config, &forgiven);
            let Outcome::Violation(violation) = &run.outcome else { break };
            self.context.verdict().add_finding(self.explainer.finding(&run, violation));
            match &violation.object {
                Some(lost) if violation.kind == ErrorKind::Leak && !self.context.done() => {
                    forgiven.insert((lost.site, lost.visit));
                }
                _ => break,
            }
        }
    }

    /// Keeps what a run says besides violations.
    fn note(&self, run: &Run) {
        let mut verdict = self.context.verdict();
        verdict.count("executions", 1);
        verdict.count("steps executed", run.steps);
        for read in &run.warnings {
            let message = match &read.object {
                Some(object) => format!("{} is read before it is set", self.explainer.object(object)),
                None => "a variable is read before it is set".into(),
            };
            let location = self.context.locate(read.span);
            verdict.add_warning(Warning { message, location, cwe: Some(457) });
        }
        for call in &run.external_calls {
            let name = &self.context.program.functions[call.function].name;
            verdict.add_reason(format!("`{name}` has no body and no model"), self.context.locate(call.span));
        }
        match run.outcome {
            Outcome::PathEnded(PathEnd::Error(kind, _)) => {
                verdict.add_assumption(format!("{} ends the path", kind.message()));
            }
            Outcome::PathEnded(PathEnd::BadArraySize(_)) => {
                verdict.add_assumption("an array of an impossible size ends the path");
            }
            _ => {}
        }
        if let Some((what, span)) = gap(run) {
            verdict.add_reason(what, self.context.locate(span));
        }
    }

    /// Decides the properties by the only execution there is.
    fn conclude(&self, run: &Run) {
        let mut verdict = self.context.verdict();
        match &run.outcome {
            Outcome::Exit(_) | Outcome::Aborted | Outcome::PathEnded(_) => {}
            Outcome::Violation(_)
            | Outcome::StepLimit
            | Outcome::MemoryLimit
            | Outcome::DepthLimit
            | Outcome::Stopped
            | Outcome::Unsupported(_) => return,
        }
        let open = verdict.open();
        verdict.prove(open.iter().filter(|&property| property != Property::Termination));
    }
}

/// Why a run tells less than it could.
fn gap(run: &Run) -> Option<(String, Span)> {
    match &run.outcome {
        Outcome::Unsupported(construct) => Some((format!("{} is not supported", construct.what), construct.span)),
        Outcome::StepLimit => Some(("an execution was given up after many steps".into(), Span::NONE)),
        Outcome::MemoryLimit => Some(("an execution was given up for want of memory".into(), Span::NONE)),
        Outcome::DepthLimit => Some(("an execution was given up in deep recursion".into(), Span::NONE)),
        Outcome::Exit(_) | Outcome::Aborted | Outcome::Violation(_) | Outcome::PathEnded(_) | Outcome::Stopped => None,
    }
}
