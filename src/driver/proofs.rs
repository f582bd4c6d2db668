//! The symbolic steps: bounded checks, and proofs by invariants.

use super::{Context, runs};
use crate::check::{BoundedConfig, InvariantConfig, Obstacle, check_bounded, check_with_invariants};
use crate::ir::{Property, PropertySet};
use crate::template::Strength;
use std::time::{Duration, Instant};

/// Bounds for a first look: most errors and all short programs are decided here.
const SHALLOW: &[u32] = &[1, 2];
/// Bounds for the time that is left.
const DEEP: &[u32] = &[4, 8, 12, 20, 32, 64, 128];
/// The part of the time after which a step has to come to its end, so that its answer is still reported.
const SHARE: f64 = 0.93;
/// Exact copies before each residual loop, and what templates say, from cheap to strong.
const ATTEMPTS: &[(u32, Strength)] =
    &[(0, Strength::Interval), (0, Strength::Zone), (1, Strength::Interval), (0, Strength::Octagon)];

/// Looks for violations that need few iterations.
pub(super) fn shallow(context: &Context) {
    bounded(context, first_bounds(context));
}

/// Looks for violations that need many.
pub(super) fn deep(context: &Context) {
    if context.job.unwind.is_none() {
        bounded(context, DEEP);
    }
}

/// The bound that the user gave, or those for a first look.
pub(super) fn first_bounds<'a>(context: &Context<'a>) -> &'a [u32] {
    context.job.unwind.as_ref().map_or(SHALLOW, std::slice::from_ref)
}

fn deadline(context: &Context) -> Instant {
    context.job.started + context.job.limits.timeout.mul_f64(SHARE)
}

/// The properties that can be checked and are not decided.
fn open(context: &Context) -> PropertySet {
    let open: Vec<Property> = context.verdict().open().iter().filter(|&p| p != Property::Termination).collect();
    PropertySet::of(&open)
}

/// How the open properties are checked within bounds.
pub(super) fn bounded_config<'a>(context: &Context<'a>, bounds: &'a [u32]) -> BoundedConfig<'a> {
    BoundedConfig {
        properties: open(context),
        first_only: !context.job.all_findings,
        bounds,
        malloc_may_fail: context.job.run.malloc_may_fail,
        deadline: deadline(context),
        run: &context.job.run,
    }
}

fn bounded(context: &Context, bounds: &[u32]) {
    let config = bounded_config(context, bounds);
    let properties = config.properties;
    if properties.is_empty() {
        return;
    }
    let result = check_bounded(context.program, &config, context.progress);
    for run in &result.violations {
        runs::report(context, run);
    }
    let mut verdict = context.verdict();
    verdict.count("queries", result.queries);
    verdict.count("statements encoded", result.statements);
    verdict.raise_count("unwindings", u64::from(result.unwind));
    verdict.time("solver", result.solver_time);
    if result.proved {
        let open = verdict.open();
        verdict.prove(open.iter().filter(|&property| properties.contains(property)));
    }
    drop(verdict);
    tell_obstacles(context, result.obstacles);
}

/// How the open properties are proved by invariants.
fn invariant_config(context: &Context, (unwind, strength): (u32, Strength), deadline: Instant) -> InvariantConfig {
    let malloc_may_fail = context.job.run.malloc_may_fail;
    InvariantConfig { properties: open(context), unwind, strength, malloc_may_fail, deadline }
}

/// The first attempt at invariants.
pub(super) fn first_attempt(context: &Context) -> InvariantConfig {
    invariant_config(context, ATTEMPTS[0], deadline(context))
}

/// Tries to prove what is open by invariants, from cheap to strong.
pub(super) fn invariants(context: &Context) {
    let end = deadline(context);
    for &(unwind, strength) in ATTEMPTS {
        let properties = open(context);
        if properties.is_empty() || context.done() || context.stopped() {
            return;
        }
        context.progress.phase("invariants", &format!("{strength:?} after {unwind} iterations"));
        let left = end.saturating_duration_since(Instant::now());
        let deadline = Instant::now() + (left / 3).max(Duration::from_millis(500)).min(left);
        let config = invariant_config(context, (unwind, strength), deadline);
        let result = check_with_invariants(context.program, &config);
        for (span, lines) in &result.invariants {
            let place = context.locate(*span).map_or_else(String::new, |location| location.to_string());
            context.progress.phase("invariant", &format!("{place}: {}", lines.join("; ")));
        }
        let mut verdict = context.verdict();
        verdict.count("queries", result.queries);
        verdict.count("iterations", result.iterations);
        verdict.time("solver", result.solver_time);
        if result.proved {
            verdict.prove(properties.iter());
            return;
        }
        drop(verdict);
        tell_obstacles(context, result.obstacles);
        if result.hopeless {
            return;
        }
    }
}

fn tell_obstacles(context: &Context, obstacles: Vec<Obstacle>) {
    for obstacle in obstacles {
        context.verdict().add_reason(obstacle.what, context.locate(obstacle.span));
    }
}
