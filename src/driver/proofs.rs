//! The symbolic steps: bounded checks, and proofs by invariants.

use super::naming::NodeNames;
use super::{Context, export, lock, runs};
use crate::check::{BoundedConfig, InvariantConfig, LoopFacts, Obstacle, check_bounded, check_with_invariants};
use crate::interp::Run;
use crate::ir::{Builtin, FunctionKind, Program, Property, PropertySet};
use crate::shape::{ShapeConfig, ShapeResult, analyse, has_modes};
use crate::synth::QUESTION_PART;
use crate::template::Attempt;
use crate::transform::{Inputs, ranked};
use crate::verdict::LoopInvariant;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Bounds for a first look: most errors and all short programs are decided here.
const SHALLOW: &[u32] = &[1, 2];
/// The part of the time that a first look may take.
const SHALLOW_SHARE: f64 = 0.3;
/// Bounds for a second look, and the part of the time that it may take.
const MEDIUM: &[u32] = &[4, 8, 20];
const MEDIUM_SHARE: f64 = 0.05;
/// Bounds for the time that is left.
const DEEP: &[u32] = &[4, 8, 12, 20, 32, 64, 128];
/// Time for invariants that only explain.
const EXPLANATION: Duration = Duration::from_secs(5);
/// The part of the time after which a step has to come to its end, so that its answer is still reported.
const SHARE: f64 = 0.93;

/// Looks for violations that need few iterations.
pub(super) fn shallow(context: &Context) {
    let share = Instant::now() + context.job.limits.timeout.mul_f64(SHALLOW_SHARE);
    let deadline = if context.job.unwind.is_none() { deadline(context).min(share) } else { deadline(context) };
    bounded(context, BoundedConfig { deadline, ..bounded_config(context, first_bounds(context)) });
}

/// Looks for violations that need some.
pub(super) fn medium(context: &Context) {
    if context.job.unwind.is_none() {
        let share = Instant::now() + context.job.limits.timeout.mul_f64(MEDIUM_SHARE);
        bounded(context, BoundedConfig { deadline: deadline(context).min(share), ..bounded_config(context, MEDIUM) });
    }
}

/// Looks for violations that need many.
pub(super) fn deep(context: &Context) {
    if context.job.unwind.is_none() {
        bounded(context, bounded_config(context, DEEP));
    }
}

/// The bound that the user gave, or those for a first look.
pub(super) fn first_bounds<'a>(context: &Context<'a>) -> &'a [u32] {
    context.job.unwind.as_ref().map_or(SHALLOW, std::slice::from_ref)
}

pub(super) fn deadline(context: &Context) -> Instant {
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

/// The violations within all bounds, without judging them.
pub(super) fn all_violations(context: &Context) -> Vec<Run> {
    let bounds: Vec<u32> = first_bounds(context).iter().chain(DEEP).copied().collect();
    let config = BoundedConfig { first_only: false, ..bounded_config(context, &bounds) };
    check_bounded(context.program, &config, context.progress).violations
}

fn bounded(context: &Context, config: BoundedConfig) {
    let properties = config.properties;
    if properties.is_empty() || context.shared.exhausted.load(Ordering::Relaxed) {
        return;
    }
    let result = check_bounded(context.program, &config, context.progress);
    // When time was short, there may be more of it later.
    if result.exhausted && Instant::now() < config.deadline {
        context.shared.exhausted.store(true, Ordering::Relaxed);
    }
    let mut all_told = true;
    for run in &result.violations {
        all_told &= runs::report(context, run);
    }
    let mut verdict = context.verdict();
    verdict.count("queries", result.queries);
    verdict.count("statements encoded", result.statements);
    verdict.raise_count("unwindings", u64::from(result.unwind));
    verdict.time("solver", result.solver_time);
    if result.proved && all_told {
        let open = verdict.open();
        verdict.prove(open.iter().filter(|&property| properties.contains(property)));
    }
    drop(verdict);
    tell_obstacles(context, result.obstacles);
}

/// The part of the time that is left for shape analysis: it mostly needs little, and errors are found by what follows.
const SHAPE_SHARE: f64 = 0.35;
/// The same for programs that neither allocate nor have modes: what is left to them are numbers.
const SHAPELESS_SHARE: f64 = 0.03;

/// Abstract states of a first look: a fraction of a second.
const FEW_STATES: u64 = 6_000;

/// Looks at the shapes that the heap may have, for what is open, following a number of abstract states.
pub(super) fn analyse_shapes(context: &Context, states: u64) -> ShapeResult {
    analyse(context.program, &shape_config(context, open(context), states))
}

fn shape_config(context: &Context, properties: PropertySet, states: u64) -> ShapeConfig {
    let left = deadline(context).saturating_duration_since(Instant::now());
    let shaped = allocates(context.program) || has_modes(context.program);
    let share = if shaped { SHAPE_SHARE } else { SHAPELESS_SHARE };
    ShapeConfig {
        properties,
        malloc_may_fail: context.job.run.malloc_may_fail,
        states,
        deadline: Instant::now() + left.mul_f64(share),
    }
}

/// Tries to prove what is open by shape analysis, as far as that is easy.
pub(super) fn few_shapes(context: &Context) {
    prove_by_shapes(context, FEW_STATES);
}

/// Whether a program has a heap.
fn allocates(program: &Program) -> bool {
    let allocating = [Builtin::Malloc, Builtin::Calloc, Builtin::Realloc, Builtin::AlignedAlloc, Builtin::Alloca];
    program.functions.iter().any(|f| matches!(f.kind, FunctionKind::Builtin(builtin) if allocating.contains(&builtin)))
}

/// Tries to prove what is open by shape analysis.
pub(super) fn shapes(context: &Context) {
    if !context.shared.shapes_explored.load(Ordering::Relaxed) {
        prove_by_shapes(context, u64::MAX);
    }
}

/// Abstract states of all programs with ranks.
const RANKED_STATES: u64 = 20_000;

/// Tries to prove assertions about numbers that are only copied and compared: in the program with each choice of ranks.
pub(super) fn ranked_shapes(context: &Context) {
    for inputs in [Inputs::Ranges, Inputs::Constants] {
        let properties = about_values(open(context));
        let programs = ranked(context.program, inputs);
        let mut left = RANKED_STATES;
        let mut proves = |program: &Program| {
            let result = analyse(program, &shape_config(context, properties, left));
            left = left.saturating_sub(result.states);
            context.verdict().count("abstract states", result.states);
            properties.iter().all(|property| result.proved.contains(property))
        };
        if !properties.is_empty() && !programs.is_empty() && programs.iter().all(&mut proves) {
            context.verdict().prove(properties.iter());
        }
    }
}

fn prove_by_shapes(context: &Context, states: u64) {
    let result = analyse_shapes(context, states);
    let mut verdict = context.verdict();
    verdict.count("abstract states", result.states);
    verdict.prove(result.proved.iter());
    drop(verdict);
    if result.states < states {
        context.shared.shapes_explored.store(true, Ordering::Relaxed);
        for (what, span) in result.obstacles {
            context.verdict().add_reason(what, context.locate(span));
        }
    }
}

/// Looks for invariants that prove, in other words, what is proved already: for those who want to read them.
pub(super) fn explain(context: &Context) {
    let asked: Vec<Property> = context.job.properties.iter().filter(|&p| p != Property::Termination).collect();
    let end = deadline(context).min(Instant::now() + EXPLANATION);
    for attempt in &context.job.preset.attempts {
        if context.stopped() || Instant::now() >= end {
            return;
        }
        let config = InvariantConfig { properties: PropertySet::of(&asked), ..invariant_config(context, attempt, end) };
        let result = check_with_invariants(context.program, &config, context.progress);
        if !result.proved {
            continue;
        }
        let found: Vec<LoopInvariant> = result.invariants.into_iter().map(|facts| in_source(context, facts)).collect();
        for invariant in &found {
            let place = invariant.location.as_ref().map_or_else(String::new, |location| location.to_string());
            context.progress.phase("invariant", &format!("{place}: {}", invariant.lines().join("; ")));
        }
        context.verdict().set_invariants(found);
        export::invariants(context, &config);
        return;
    }
}

/// How the open properties are proved by invariants.
fn invariant_config<'a>(context: &Context<'a>, attempt: &'a Attempt, deadline: Instant) -> InvariantConfig<'a> {
    InvariantConfig {
        properties: open(context),
        attempt,
        preset: &context.job.preset,
        malloc_may_fail: context.job.run.malloc_may_fail,
        all_stages: false,
        deadline,
    }
}

/// Finds out what the first attempt can say about the loops, whatever is proved by it.
pub(super) fn show_invariants(context: &Context) {
    let Some(config) = first_attempt(context) else { return };
    let config = InvariantConfig { all_stages: true, ..config };
    let result = check_with_invariants(context.program, &config, context.progress);
    let names = NodeNames::new(context, &result.objects);
    let found = result.invariants.into_iter().map(|facts| names.rename(in_source(context, facts)));
    let found = found.collect();
    let mut verdict = context.verdict();
    verdict.set_invariants(found);
    if result.proved {
        let properties = config.properties;
        verdict.prove(properties.iter());
    }
    drop(verdict);
    tell_obstacles(context, result.obstacles);
}

/// The first attempt at invariants.
pub(super) fn first_attempt<'a>(context: &Context<'a>) -> Option<InvariantConfig<'a>> {
    Some(invariant_config(context, context.job.preset.attempts.first()?, deadline(context)))
}

/// The part of the time for invariants that are found quickly.
const QUICK_SHARE: f64 = 0.06;

/// Tries to prove assertions by invariants of the loops as they are, as far as that is easy.
pub(super) fn quick_invariants(context: &Context) {
    let end = Instant::now() + context.job.limits.timeout.mul_f64(QUICK_SHARE);
    for (number, attempt) in context.job.preset.attempts.iter().enumerate() {
        let properties = about_values(open(context));
        if properties.is_empty() || context.done() || context.stopped() || Instant::now() >= end {
            return;
        }
        if attempt.unroll == 0 && attempt.induction == 1 {
            prove_by_invariants(context, number, properties, end.min(deadline(context)));
        }
    }
}

/// Tries to prove what is open by invariants, from cheap to strong.
pub(super) fn invariants(context: &Context) {
    let end = deadline(context);
    for number in 0..context.job.preset.attempts.len() {
        // What is about values is proved on its own: it needs less of the formula.
        for choose in [about_values, about_memory] {
            let properties = choose(open(context));
            if context.done() || context.stopped() {
                return;
            }
            if properties.is_empty() || lock(&context.shared.attempted).contains(&(number, properties)) {
                continue;
            }
            let left = end.saturating_duration_since(Instant::now());
            let deadline = Instant::now() + (left / 2).max(Duration::from_millis(500)).min(left);
            if !prove_by_invariants(context, number, properties, deadline) {
                return;
            }
        }
    }
}

fn about_values(properties: PropertySet) -> PropertySet {
    only(properties, |property| matches!(property, Property::Assertions | Property::UnreachCall))
}

fn about_memory(properties: PropertySet) -> PropertySet {
    only(properties, |property| !matches!(property, Property::Assertions | Property::UnreachCall))
}

fn only(properties: PropertySet, accept: impl Fn(Property) -> bool) -> PropertySet {
    PropertySet::of(&properties.iter().filter(|&property| accept(property)).collect::<Vec<_>>())
}

/// Tries to prove properties by one attempt of the preset; whether the program has loops that need invariants.
fn prove_by_invariants(context: &Context, number: usize, properties: PropertySet, deadline: Instant) -> bool {
    let (start, time) = (Instant::now(), deadline.saturating_duration_since(Instant::now()));
    let attempt = &context.job.preset.attempts[number];
    let config = InvariantConfig { properties, ..invariant_config(context, attempt, deadline) };
    let result = check_with_invariants(context.program, &config, context.progress);
    // One question gets a part of the time at most: if no more than that has passed, none was cut short.
    if start.elapsed() < time / QUESTION_PART {
        lock(&context.shared.attempted).push((number, properties));
    }
    let found: Vec<LoopInvariant> = result.invariants.into_iter().map(|facts| in_source(context, facts)).collect();
    for invariant in &found {
        let place = invariant.location.as_ref().map_or_else(String::new, |location| location.to_string());
        context.progress.phase("invariant", &format!("{place}: {}", invariant.lines().join("; ")));
    }
    let mut verdict = context.verdict();
    verdict.count("queries", result.queries);
    verdict.count("iterations", result.iterations);
    verdict.time("solver", result.solver_time);
    verdict.set_invariants(found);
    if result.proved {
        verdict.prove(properties.iter());
        drop(verdict);
        export::invariants(context, &config);
    } else {
        drop(verdict);
        tell_obstacles(context, result.obstacles);
    }
    result.loops > 0
}

fn in_source(context: &Context, loop_facts: LoopFacts) -> LoopInvariant {
    let text = context.sources.snippet(loop_facts.span);
    let keyword = text.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    LoopInvariant {
        location: context.locate(loop_facts.span),
        is_statement: matches!(keyword, Some("for" | "while" | "do")),
        expressions: Vec::new(),
        function: loop_facts.function.map(|function| context.program.functions[function].name.clone()),
        facts: loop_facts.facts,
    }
}

fn tell_obstacles(context: &Context, obstacles: Vec<Obstacle>) {
    for obstacle in obstacles {
        let domains: Vec<&'static str> = obstacle.domains.iter().map(|domain| domain.name()).collect();
        context.verdict().add_attempt(obstacle.what, context.locate(obstacle.span), &domains);
    }
}
