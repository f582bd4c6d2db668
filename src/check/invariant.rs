//! The proof by invariants: residual loops are over-approximated, and no violation is left.

use super::Obstacle;
use super::conclude::conclude;
use crate::base::{Progress, Span};
use crate::ir::{Expr, ExprKind, FunctionId, Program, PropertySet, StatementKind, TerminatorKind};
use crate::memory::ObjectKind;
use crate::ssa::{EncodeConfig, Encoding, ResidualKind, Shapes, encode_with_loops};
use crate::synth::Synthesis;
use crate::template::{Attempt, DomainName, Preset};
use crate::transform::transform;
use crate::verdict::Fact;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

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
    /// When to give up.
    pub deadline: Instant,
}

/// A heap object that facts name.
pub struct NamedObject {
    /// Its name in facts.
    pub name: String,
    /// The allocation.
    pub span: Span,
    /// Bytes, if that is a constant.
    pub size: Option<u64>,
}

/// What is known of one loop.
pub struct LoopFacts {
    /// The loop statement.
    pub span: Span,
    /// Its function.
    pub function: Option<FunctionId>,
    /// What holds whenever the body has been executed; `None` if its end is never reached.
    pub facts: Option<Vec<Fact>>,
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
}

/// Encodings after which loops that keep changing more are given up.
const MAX_ROUNDS: usize = 48;

/// Tries to prove that no violation exists.
pub fn check_with_invariants(program: &Program, config: &InvariantConfig, progress: &dyn Progress) -> InvariantResult {
    let mut result = InvariantResult::default();
    let Some(mut encoding) = encode_loops(program, config) else {
        result.obstacles.push(Obstacle::new("what the loops change was not found out", Span::NONE));
        return result;
    };
    result.loops = encoding.loops.len();
    let mut synthesis = Synthesis::new(&mut encoding, &config.preset.rows, thresholds(program), config.deadline);
    let mut tried: Vec<DomainName> = Vec::new();
    for stage in &config.attempt.stages {
        progress.phase("invariants", &format!("{stage}, {}", shape_of(config.attempt)));
        result.obstacles.clear();
        tried.extend(&stage.domains);
        if synthesis.run(stage).is_none() {
            let mut obstacle = Obstacle::new("no invariants were found in time", Span::NONE);
            obstacle.domains = tried;
            result.obstacles.push(obstacle);
            break;
        }
        if !result.proved {
            conclude(&mut synthesis, config, &tried, &mut result);
        }
        if (!result.proved || config.all_stages) && synthesis.narrow() {
            result.obstacles.clear();
            if !result.proved {
                conclude(&mut synthesis, config, &tried, &mut result);
            }
        }
        result.invariants.clear();
        for index in 0..result.loops {
            let facts = synthesis.describe(index);
            let record = &synthesis.encoding().0.loops[index];
            result.invariants.push(LoopFacts { span: record.span, function: record.function, facts });
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
        result.objects.push(NamedObject { name: memory.object_name(id), span: object.span, size });
    }
    result.iterations = iterations;
    result.queries = statistics.queries;
    result.solver_time = statistics.time;
    result
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
    let program = &*transform(program);
    let mut best = None;
    for max_decided in MAX_DECIDED {
        let Some(encoding) = encode_decided(program, config, max_decided) else { continue };
        let cut = encoding.residuals.iter().any(|residual| residual.kind == ResidualKind::Budget);
        best = Some(encoding);
        if !cut {
            break;
        }
    }
    best
}

fn encode_decided(program: &Program, config: &InvariantConfig, max_decided: u32) -> Option<Encoding> {
    let stop = || Instant::now() >= config.deadline;
    let encode_config = EncodeConfig {
        properties: config.properties,
        unwind: config.attempt.unroll,
        max_statements: 60_000,
        max_terms: 3_000_000,
        malloc_may_fail: config.malloc_may_fail,
        max_decided,
        induction: config.attempt.induction,
    };
    let mut shapes = Shapes::default();
    for _ in 0..MAX_ROUNDS {
        let (encoding, next) = encode_with_loops(program, encode_config, shapes, &stop);
        shapes = next;
        if !shapes.take_changed() {
            return Some(encoding);
        }
        if stop() {
            break;
        }
    }
    None
}

/// Bounds worth trying: the constants of the program and their neighbours, of either sign.
fn thresholds(program: &Program) -> Vec<i128> {
    let mut constants: BTreeSet<i128> = BTreeSet::from([0, 1]);
    for body in program.functions.iter().filter_map(|function| function.body()) {
        for block in body.blocks.iter() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { value, .. } => collect(value, &mut constants),
                    StatementKind::Store { value, .. } => collect(value, &mut constants),
                    StatementKind::Call { args, .. } => args.iter().for_each(|arg| collect(arg, &mut constants)),
                    StatementKind::Assume(condition) => collect(condition, &mut constants),
                    _ => {}
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { condition, .. } => collect(condition, &mut constants),
                TerminatorKind::Switch { value, cases, .. } => {
                    collect(value, &mut constants);
                    for case in cases {
                        constants.extend([case.low, case.high]);
                    }
                }
                TerminatorKind::Return(Some(value)) => collect(value, &mut constants),
                _ => {}
            }
        }
    }
    let mut thresholds = BTreeSet::new();
    for constant in constants {
        for near in [constant - 1, constant, constant + 1] {
            thresholds.extend([near, -near]);
        }
    }
    thresholds.into_iter().collect()
}

fn collect(expr: &Expr, constants: &mut BTreeSet<i128>) {
    expr.walk(&mut |e| {
        if let (ExprKind::Int(bits), Some(int)) = (&e.kind, e.ty.as_int()) {
            constants.insert(int.value(*bits));
        }
    });
}
