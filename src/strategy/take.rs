//! Taking reports of engines into the verdict, and what they found out about loops for those who want to read it.

use super::Context;
use super::steps::{EXPLANATION, EXPRESSION, SURVEY};
use crate::engine::{Budget, EngineName, Report, attempt_config, prove_again, survey};
use crate::explain::{Explainer, express};
use crate::ir::Property;
use crate::verdict::Finding;

/// Records all that a report says.
pub(super) fn take(context: &Context, report: &Report) {
    let explainer = Explainer::new(context.subject());
    for run in &report.violations {
        explainer.tell(context.plan.properties, run, |finding| {
            let finding = Finding { engine: report.engine.name(), ..finding };
            if context.verdict().add_finding(finding.clone()) {
                context.progress.found(&finding, context.sources);
            }
            !context.done()
        });
    }
    explainer.record(report, &mut context.verdict());
    if report.engine == EngineName::TEMPLATES {
        take_invariants(context, report);
    }
    if context.plan.explain && report.proof.is_some() {
        add_expressions(context, report, &EXPRESSION);
    }
}

/// Records what a report says of errors that nobody asked for: executions that end at one break all proofs.
pub(super) fn take_unasked(context: &Context, report: &Report) {
    Explainer::new(context.subject()).record_unasked(report, &mut context.verdict());
}

/// Looks for invariants that prove, in other words, what is proved already.
pub(super) fn explain(context: &Context) {
    let asked = context.plan.properties.only(|property| property != Property::Termination);
    let report = prove_again(&context.task(asked), &EXPLANATION);
    if report.proof.is_some() {
        take_invariants(context, &report);
        add_expressions(context, &report, &EXPLANATION);
    }
}

/// Finds out what the first attempt can say about the loops, whatever is proved by it.
pub fn show_invariants(context: &Context) {
    let report = survey(&context.task(context.plan.properties), &SURVEY);
    let found = context.subject().invariants(&report.invariants, &report.objects);
    context.verdict().set_invariants(found);
    Explainer::new(context.subject()).record_proof(&report, &mut context.verdict());
}

/// Records what was found out about loops.
fn take_invariants(context: &Context, report: &Report) {
    let found = context.subject().invariants(&report.invariants, &report.objects);
    for invariant in &found {
        let place = invariant.location.as_ref().map_or_else(String::new, |location| location.to_string());
        context.progress.phase("invariant", &format!("{place}: {}", invariant.lines().join("; ")));
    }
    context.verdict().set_invariants(found);
}

/// Adds C expressions to the invariants of a proof.
fn add_expressions(context: &Context, report: &Report, budget: &Budget) {
    let attempt = report.proof.and_then(|number| context.plan.preset.attempts.get(number));
    let Some(attempt) = attempt else { return };
    let task = context.task(report.asked);
    let config = attempt_config(&task, task.properties, attempt, budget);
    let found = context.verdict().invariants().to_vec();
    if let Some(expressed) = express(&context.subject(), &found, &config, context.progress) {
        context.verdict().set_invariants(expressed);
    }
}
