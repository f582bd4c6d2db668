//! The proof by invariants: residual loops are over-approximated, and no violation is left.

use super::conclude::conclude;
use crate::base::{Clock, Obstacle, Progress, Span, Weight};
use crate::ir::{FunctionId, Program, PropertySet};
use crate::memory::ObjectKind;
use crate::solver::Meter;
use crate::ssa::{Changes, EncodeConfig, Encoding, ResidualKind, encode_with_loops};
use crate::synth::Synthesis;
use crate::template::{Attempt, DomainName, NamedRow, Preset, Slot, SlotType, Source, thresholds};
use crate::verdict::{Fact, Name};
use std::time::Duration;

/// How to check.
#[derive(Clone, Copy)]
pub struct InvariantConfig<'a> {
    /// What is checked.
    pub properties: PropertySet,
    /// How the formula is made, and what templates say.
    pub attempt: &'a Attempt,
    /// The preset that it belongs to, which may have rows of the user.
    pub preset: &'a Preset,
    /// Whether an allocation may return null.
    pub malloc_may_fail: bool,
    /// Whether to go through all stages even after a proof.
    pub all_stages: bool,
    /// Whether to give up at once if the formula is not the whole program: then a proof is hardly ever found.
    pub only_whole: bool,
    /// Resources of the solver.
    pub resources: u64,
    /// Statements of the formula, copies of loops included.
    pub statements: u64,
    /// Terms of the formula.
    pub terms: usize,
    /// The user's time.
    pub clock: &'a Clock,
}

/// A heap object that facts name.
#[derive(Clone, Debug)]
pub struct NamedObject {
    /// Its number in facts.
    pub number: u32,
    /// The allocation.
    pub span: Span,
    /// Bytes, if that is a constant.
    pub size: Option<u64>,
}

/// What is known of one loop.
#[derive(Clone, Debug)]
pub struct LoopFacts {
    /// The loop statement.
    pub span: Span,
    /// Its function.
    pub function: Option<FunctionId>,
    /// How many iterations come before those that the facts are about.
    pub exact: u32,
    /// What holds whenever the body has been executed; `None` if its end is never reached.
    pub facts: Option<Vec<Fact>>,
    /// What names in the facts stand for: variables, and fields of nodes. Other names stand for other things.
    pub values: Vec<NamedValue>,
}

/// What a name in facts stands for.
#[derive(Clone, Debug)]
pub struct NamedValue {
    /// The name.
    pub name: Name,
    /// What it holds.
    pub ty: SlotType,
    /// Of a field: the allocation of its nodes, and its offset.
    pub field: Option<(Span, u64)>,
}

/// What the check found out.
#[derive(Default)]
pub struct InvariantResult {
    /// Whether no violation exists.
    pub proved: bool,
    /// If not proved: why.
    pub obstacles: Vec<Obstacle>,
    /// What was found for each loop.
    pub invariants: Vec<LoopFacts>,
    /// The heap objects of the formula.
    pub objects: Vec<NamedObject>,
    /// How many loops need invariants.
    pub loops: usize,
    /// Steps of the search for invariants: models that were joined into them.
    pub iterations: u64,
    /// Solver queries.
    pub queries: u64,
    /// Time in the solver.
    pub solver_time: Duration,
    /// Resources that the solver used.
    pub resources: u64,
    /// Whether more resources, or more time, might tell more.
    pub cut: bool,
}

/// Encodings after which loops that keep changing more are given up.
const MAX_ROUNDS: usize = 48;

/// How often sums are looked for that exclude what is left.
const MAX_SEARCHES: usize = 4;

/// Tries to prove that no violation exists in a program that becomes a formula.
pub fn check_with_invariants(program: &Program, config: &InvariantConfig, progress: &dyn Progress) -> InvariantResult {
    let mut result = InvariantResult::default();
    let Some(mut encoding) = encode_loops(program, config) else {
        result.cut = config.clock.is_up();
        result.obstacles.push(Obstacle::new(Weight::Detail, "what the loops change was not found out", Span::NONE));
        return result;
    };
    result.loops = encoding.loops.len();
    if config.only_whole && is_cut(&encoding) {
        result.obstacles.push(Obstacle::new(Weight::Detail, "the formula of the program is too large", Span::NONE));
        return result;
    }
    let meter = Meter::new(config.resources, config.clock);
    // Names that mean nothing were reported before any engine was asked.
    let rows: Vec<NamedRow> = config.preset.rows.iter().filter_map(|row| row.named(program).ok()).collect();
    let mut synthesis = Synthesis::new(&mut encoding, &rows, thresholds(program), &meter);
    let mut tried: Vec<DomainName> = Vec::new();
    for stage in &config.attempt.stages {
        progress.phase("invariants", &format!("{stage}, {}", shape_of(config.attempt)));
        result.obstacles.clear();
        tried.extend(&stage.domains);
        if synthesis.run(stage).is_none() {
            let what = "no invariants were found with the resources given";
            let obstacle = Obstacle::new(Weight::Detail, what, Span::NONE);
            result.obstacles.push(Obstacle { domains: names(&tried), ..obstacle });
            break;
        }
        settle(&mut synthesis, config, &meter, &tried, &mut result);
        // Sums are looked for again and again, by what was not excluded.
        let rounds = if stage.any(|kind| kind.is_searched) { MAX_SEARCHES } else { 0 };
        for _ in 0..rounds {
            if result.proved || !synthesis.search() || synthesis.run(stage).is_none() {
                break;
            }
            result.obstacles.clear();
            settle(&mut synthesis, config, &meter, &tried, &mut result);
        }
        result.invariants.clear();
        for index in 0..result.loops {
            let facts = synthesis.describe(index);
            let values = named_values(&mut synthesis, index);
            let record = &synthesis.encoding().0.loops[index];
            let (span, function, exact) = (record.span, record.function, record.exact);
            result.invariants.push(LoopFacts { span, function, exact, facts, values });
        }
        if result.proved && !config.all_stages {
            break;
        }
    }
    let iterations = synthesis.iterations();
    let statistics = synthesis.statistics();
    let memory = &synthesis.encoding().0.memory;
    for (id, object) in memory.objects.enumerated().filter(|(_, object)| object.kind == ObjectKind::Heap) {
        let size = memory.pool.as_u64(object.size);
        result.objects.push(NamedObject { number: id.0, span: object.span, size });
    }
    result.iterations = iterations;
    result.queries = statistics.queries;
    result.solver_time = statistics.time;
    result.resources = statistics.resources;
    result.cut = meter.was_cut() || config.clock.is_up();
    result
}

/// Looks what the invariants of a stage prove, as they are and with bounds as low as they can be.
fn settle(
    synthesis: &mut Synthesis,
    config: &InvariantConfig,
    meter: &Meter,
    tried: &[DomainName],
    result: &mut InvariantResult,
) {
    if !result.proved {
        conclude(synthesis, config, meter, tried, result);
    }
    if (!result.proved || config.all_stages) && synthesis.narrow() {
        result.obstacles.clear();
        if !result.proved {
            conclude(synthesis, config, meter, tried, result);
        }
    }
}

/// The names of domains.
pub(super) fn names(domains: &[DomainName]) -> Vec<&'static str> {
    domains.iter().map(|domain| domain.name()).collect()
}

/// What names in the facts about a loop stand for.
fn named_values(synthesis: &mut Synthesis, index: usize) -> Vec<NamedValue> {
    let slots = synthesis.slots(index).to_vec();
    let encoding = synthesis.encoding().0;
    let record = &encoding.loops[index];
    let named = slots.into_iter().filter_map(|Slot { name, ty, source, .. }| {
        let field = match source {
            Source::Variable | Source::Constant => None,
            Source::Field(class, position) => {
                let class = &record.classes[class];
                Some((encoding.memory.objects[class.object].span, class.fields[position].at))
            }
            _ => return None,
        };
        Some(NamedValue { name, ty, field })
    });
    named.collect()
}

/// How an attempt makes its formula, in words.
fn shape_of(attempt: &Attempt) -> String {
    match (attempt.unroll, attempt.induction) {
        (0, 1) => "loops as they are".to_string(),
        (unroll, 1) => format!("after {unroll} iterations"),
        (unroll, k) => format!("after {unroll} iterations, {k}-induction"),
    }
}

/// Iterations that are executed one by one where constants decide a loop: as many as fit, or else few.
const MAX_DECIDED: [u32; 3] = [600, 12, 1];

/// The formula of a program with residual loops; `None` if what they change was not found out in time.
pub fn encode_loops(program: &Program, config: &InvariantConfig) -> Option<Encoding> {
    let mut best = None;
    for max_decided in MAX_DECIDED {
        let Some(encoding) = encode_decided(program, config, max_decided) else { continue };
        let cut = is_cut(&encoding);
        best = Some(encoding);
        if !cut {
            break;
        }
    }
    best
}

/// Whether a formula ends before the program does.
fn is_cut(encoding: &Encoding) -> bool {
    encoding.residuals.iter().any(|residual| residual.kind == ResidualKind::Budget)
}

fn encode_decided(program: &Program, config: &InvariantConfig, max_decided: u32) -> Option<Encoding> {
    let stop = || config.clock.is_up();
    let encode_config = EncodeConfig {
        properties: config.properties,
        unwind: config.attempt.unroll,
        max_statements: config.statements,
        max_terms: config.terms,
        malloc_may_fail: config.malloc_may_fail,
        max_decided,
        induction: config.attempt.induction,
    };
    let mut changes = Changes::default();
    for _ in 0..MAX_ROUNDS {
        let (encoding, next) = encode_with_loops(program, encode_config, changes, &stop);
        changes = next;
        if !changes.take_changed() {
            return Some(encoding);
        }
        if stop() {
            break;
        }
    }
    None
}
