//! Invariants for those who want to read them.

use super::naming::NodeNames;
use super::strategy::{EXPLANATION, EXPRESSION, SURVEY};
use super::take::{in_source, take_invariants};
use super::{Context, export};
use crate::check::check_with_invariants;
use crate::engine::{attempt_config, survey};
use crate::ir::Property;

/// Looks for invariants that prove, in other words, what is proved already.
pub(super) fn explain(context: &Context) {
    let asked = context.job.properties.only(|property| property != Property::Termination);
    let task = context.task(asked);
    let mut left = EXPLANATION.resources;
    for attempt in &context.job.preset.attempts {
        if context.stopped() || left == 0 {
            return;
        }
        let config = attempt_config(&task, asked, attempt, left, EXPLANATION.statements);
        let result = check_with_invariants(context.program, &config, context.progress);
        left = left.saturating_sub(result.resources);
        if result.proved {
            take_invariants(context, result.invariants.iter().map(|facts| in_source(context, facts)).collect());
            export::invariants(context, &config);
            return;
        }
    }
}

/// Adds C expressions to the invariants of a proof, if they are wanted.
pub(super) fn express(context: &Context, proof: Option<usize>) {
    let Some(attempt) = proof.and_then(|number| context.job.preset.attempts.get(number)) else { return };
    let task = context.task(context.job.properties);
    let config = attempt_config(&task, task.properties, attempt, EXPRESSION.resources, EXPRESSION.statements);
    export::invariants(context, &config);
}

/// Finds out what the first attempt can say about the loops, whatever is proved by it.
pub(super) fn show_invariants(context: &Context) {
    let report = survey(&context.task(context.job.properties), &SURVEY);
    let names = NodeNames::new(context, &report.objects);
    let found = report.invariants.iter().map(|facts| names.rename(in_source(context, facts)));
    context.verdict().set_invariants(found.collect());
    let mut verdict = context.verdict();
    verdict.prove(report.proved.iter());
    for obstacle in &report.obstacles {
        verdict.add_attempt(obstacle.what.clone(), context.locate(obstacle.span), &obstacle.domains);
    }
}
