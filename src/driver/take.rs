//! Taking reports of engines into the verdict.

use super::Context;
use super::explain::Explainer;
use crate::check::LoopFacts;
use crate::config::RunConfig;
use crate::engine::{EngineName, Judgement, Report, Unasked, judge};
use crate::interp::{FixedInputs, Interpreter, Outcome, Run};
use crate::ir::{ErrorKind, SiteId};
use crate::verdict::{EngineRecord, LoopInvariant, Status, Verdict, Warning};
use indexmap::IndexSet;

/// Steps before the end of a run from which everything that happens is told.
const TOLD: u64 = 300_000;
/// How many leaks of one run are told.
const MOST_LEAKS: usize = 16;

/// Records all that a report says.
pub(super) fn take(context: &Context, report: &Report) {
    let explainer = Explainer::new(context);
    for run in &report.violations {
        tell(context, &explainer, run, report.engine.name());
    }
    let mut verdict = context.verdict();
    for read in &report.unset {
        let message = match &read.object {
            Some(object) => format!("{} is read before it is set", explainer.object(object)),
            None => "a variable is read before it is set".into(),
        };
        verdict.add_warning(Warning { message, location: context.locate(read.span), cwe: Some(457) });
    }
    break_proofs(context, &mut verdict, report.unasked.iter().copied());
    take_counts(&mut verdict, report);
    if report.unwind > 0 {
        verdict.raise_count("unwindings", u64::from(report.unwind));
    }
    verdict.prove(report.proved.iter());
    verdict.add_engine(EngineRecord {
        name: report.engine.name(),
        ended: report.ended.name(),
        proved: report.proved,
        refuted: report.refuted(),
    });
    for obstacle in &report.obstacles {
        verdict.add_attempt(obstacle.what.clone(), context.locate(obstacle.span), &obstacle.domains);
    }
    drop(verdict);
    if report.engine == EngineName::Templates {
        take_invariants(context, report.invariants.iter().map(|facts| in_source(context, facts)).collect());
    }
}

/// Records what a report says of errors that nobody asked for: executions that end at one break all proofs.
pub(super) fn take_unasked(context: &Context, report: &Report) {
    let mut verdict = context.verdict();
    take_counts(&mut verdict, report);
    let violations = report.violations.iter().filter_map(|run| match &run.outcome {
        Outcome::Violation(violation) => Some(Unasked::Error(violation.kind, violation.span)),
        _ => None,
    });
    break_proofs(context, &mut verdict, violations.chain(report.unasked.iter().copied()));
}

/// Records errors at which executions ended although nobody asked for them.
fn break_proofs(context: &Context, verdict: &mut Verdict, errors: impl IntoIterator<Item = Unasked>) {
    for unasked in errors {
        let (what, span) = match unasked {
            Unasked::Error(kind, span) => (kind.message(), span),
            Unasked::BadArraySize(span) => ("an array of an impossible size", span),
        };
        verdict.break_proofs(what, context.locate(span));
    }
}

/// Records what the work took.
fn take_counts(verdict: &mut Verdict, report: &Report) {
    for (&name, &count) in &report.counts {
        verdict.count(name, count);
    }
    if !report.solver_time.is_zero() {
        verdict.time("solver", report.solver_time);
    }
}

/// Records what was found out about loops.
pub(super) fn take_invariants(context: &Context, found: Vec<LoopInvariant>) {
    for invariant in &found {
        let place = invariant.location.as_ref().map_or_else(String::new, |location| location.to_string());
        context.progress.phase("invariant", &format!("{place}: {}", invariant.lines().join("; ")));
    }
    context.verdict().set_invariants(found);
}

/// What is known of a loop, in source terms.
pub(super) fn in_source(context: &Context, loop_facts: &LoopFacts) -> LoopInvariant {
    let text = context.sources.snippet(loop_facts.span);
    let keyword = text.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    LoopInvariant {
        location: context.locate(loop_facts.span),
        is_statement: matches!(keyword, Some("for" | "while" | "do")),
        expressions: Vec::new(),
        function: loop_facts.function.map(|function| context.program.functions[function].name.clone()),
        facts: loop_facts.facts.clone(),
    }
}

/// Tells a violation that was found by other means than an engine, if it can be relied upon. Gives whether its property is refuted.
pub(super) fn take_violation(context: &Context, run: &Run) -> bool {
    let Outcome::Violation(violation) = &run.outcome else { return false };
    match judge(&context.task(context.job.properties), run) {
        Judgement::Real => tell(context, &Explainer::new(context), run, EngineName::Run.name()),
        Judgement::Doubtful(obstacles) => {
            for obstacle in obstacles {
                context.verdict().add_reason(obstacle.what, context.locate(obstacle.span));
            }
        }
    }
    violation.kind.property().is_some_and(|property| context.verdict().status(property) == Status::False)
}

/// Runs once more with the inputs of a violation, this time taking down what happens. A leak ends no program: what comes
/// after it is looked for as well.
fn tell(context: &Context, explainer: &Explainer, run: &Run, engine: &'static str) {
    let interpreter = Interpreter::new(context.program);
    let config = RunConfig {
        max_steps: context.job.run.max_steps.max(run.steps + 1),
        trace: true,
        trace_from: run.steps.saturating_sub(TOLD),
        ..context.job.run.clone()
    };
    let mut forgiven: IndexSet<(SiteId, u32)> = IndexSet::new();
    while forgiven.len() < MOST_LEAKS {
        let mut inputs = FixedInputs::from_recorded(&run.inputs);
        let properties = context.job.properties;
        let run = interpreter.run_forgiving(properties, &mut inputs, &config, &|| context.stopped(), &forgiven);
        let Outcome::Violation(violation) = &run.outcome else { break };
        let mut finding = explainer.finding(&run, violation);
        finding.engine = engine;
        if context.verdict().add_finding(finding.clone()) {
            context.progress.found(&finding, context.sources);
        }
        match &violation.object {
            Some(lost) if violation.kind == ErrorKind::Leak && !context.done() => {
                forgiven.insert((lost.site, lost.visit));
            }
            _ => break,
        }
    }
}
