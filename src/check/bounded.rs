//! The bounded check: violations within k unwindings, replayed; a proof if no execution needs more.

use super::gaps::{Gap, gaps};
use super::lift::lift;
use crate::base::{Clock, Obstacle, Progress, Span, Weight};
use crate::config::RunConfig;
use crate::interp::{self, Outcome, Run};
use crate::ir::{ErrorKind, Program, Property, PropertySet};
use crate::logic::{Evaluator, TermId};
use crate::solver::{Backend, Meter, SatResult, Solver, SolverConfig, Z3Solver};
use crate::ssa::{EncodeConfig, Encoding, Prefixes, ResidualKind, encode};
use std::time::Duration;

/// How to check.
#[derive(Clone, Copy)]
pub struct BoundedConfig<'a> {
    /// What is checked.
    pub properties: PropertySet,
    /// Whether to stop at the first violation.
    pub first_only: bool,
    /// Bounds on unwinding that are tried in turn.
    pub bounds: &'a [u32],
    /// Whether an allocation may return null.
    pub malloc_may_fail: bool,
    /// Resources of the solver for all bounds together.
    pub resources: u64,
    /// Statements of a formula, copies of loops included.
    pub statements: u64,
    /// Terms of a formula.
    pub terms: usize,
    /// The user's time.
    pub clock: &'a Clock,
    /// How to replay.
    pub run: &'a RunConfig,
}

/// What the check found out.
#[derive(Default)]
pub struct BoundedResult {
    /// Replayed violations.
    pub violations: Vec<Run>,
    /// Whether no other violation exists.
    pub proved: bool,
    /// If not proved: why.
    pub obstacles: Vec<Obstacle>,
    /// Solver queries.
    pub queries: u64,
    /// Time in the solver.
    pub solver_time: Duration,
    /// Resources that the solver used.
    pub resources: u64,
    /// Whether the program became too large, so that higher bounds are of no use.
    pub exhausted: bool,
    /// Whether more resources, or more time, might tell more.
    pub cut: bool,
    /// The last bound tried.
    pub unwind: u32,
    /// The highest bound within which everything was looked at.
    pub searched: u32,
    /// Statements of the largest encoding.
    pub statements: u64,
}

/// Models of one obligation that fail to replay before it is given up.
const MAX_FAILURES: u32 = 4;

/// Looks for violations with growing bounds until there is a proof, a violation or no time: in the program that becomes a formula, and
/// in the one that is replayed.
pub fn check_bounded(
    encoded: &Program,
    program: &Program,
    config: &BoundedConfig,
    progress: &dyn Progress,
) -> BoundedResult {
    let mut result = BoundedResult::default();
    let meter = Meter::new(config.resources, config.clock);
    for &bound in config.bounds {
        if meter.is_empty() {
            result.cut = true;
            break;
        }
        progress.phase("bounded check", &format!("k = {bound}"));
        result.unwind = bound;
        result.obstacles.clear();
        let mut encoding = encode_to(encoded, config, bound);
        result.statements = result.statements.max(encoding.statements);
        result.exhausted = encoding.residuals.iter().any(|residual| residual.kind == ResidualKind::Budget);
        let step = Round::new(program, config, &meter, &mut encoding).run(&mut result);
        match step {
            Step::Done => return result,
            Step::Deeper if !result.exhausted => result.searched = bound,
            Step::Deeper | Step::GiveUp => break,
        }
    }
    result.cut |= meter.was_cut() || config.clock.is_up();
    if result.obstacles.is_empty() && !result.proved {
        result.obstacles.push(Obstacle::new(Weight::Detail, "the bounded check was not finished", Span::NONE));
    }
    result
}

/// The formula of a program with loops cut at a bound.
pub(super) fn encode_to(program: &Program, config: &BoundedConfig, bound: u32) -> Encoding {
    let encode_config = EncodeConfig {
        properties: config.properties,
        unwind: bound,
        max_statements: config.statements,
        max_terms: config.terms,
        malloc_may_fail: config.malloc_may_fail,
        max_decided: u32::MAX,
        induction: 1,
    };
    encode(program, encode_config, &|| config.clock.is_up())
}

/// What violates one obligation.
pub(super) fn violation(encoding: &mut Encoding, prefixes: &Prefixes, index: usize) -> TermId {
    let obligation = &encoding.obligations[index];
    let (guard, condition, prefix) = (obligation.guard, obligation.condition, prefixes.before(obligation.after));
    let pool = &mut encoding.memory.pool;
    let fails = pool.not(condition);
    pool.and([guard, fails, prefix])
}

enum Step {
    /// There is nothing more to find out.
    Done,
    /// A higher bound may help.
    Deeper,
    /// The solver gave up.
    GiveUp,
}

/// One bound.
struct Round<'a> {
    program: &'a Program,
    config: &'a BoundedConfig<'a>,
    meter: &'a Meter,
    encoding: &'a mut Encoding,
    solver: Z3Solver,
    prefixes: Prefixes,
}

impl<'a> Round<'a> {
    fn new(program: &'a Program, config: &'a BoundedConfig<'a>, meter: &'a Meter, encoding: &'a mut Encoding) -> Self {
        let mut solver = meter.solver(SolverConfig { backend: Backend::Mixed, ..SolverConfig::default() });
        let prefixes = Prefixes::of(encoding);
        let mut assertions = encoding.memory.constraints.clone();
        assertions.extend(prefixes.definitions(encoding, |_| true));
        solver.assert_all(&encoding.memory.pool, &assertions);
        Self { program, config, meter, encoding, solver, prefixes }
    }

    /// Queries with what is left.
    fn check(&mut self, query: TermId) -> SatResult {
        if query == TermId::FALSE {
            return SatResult::Unsat;
        }
        self.solver.push();
        self.solver.assert(&self.encoding.memory.pool, query);
        let answer = self.meter.ask(&mut self.solver, &self.encoding.memory.pool, 1);
        self.solver.pop();
        answer
    }

    fn run(mut self, result: &mut BoundedResult) -> Step {
        let step = self.search(result);
        let statistics = self.solver.statistics();
        result.queries += statistics.queries;
        result.solver_time += statistics.time;
        result.resources += statistics.resources;
        step
    }

    fn search(&mut self, result: &mut BoundedResult) -> Step {
        let mut open: Vec<(TermId, usize, u32)> = Vec::new();
        for index in 0..self.encoding.obligations.len() {
            let violation = violation(self.encoding, &self.prefixes, index);
            if violation != TermId::FALSE && !self.already_found(result, index) {
                open.push((violation, index, 0));
            }
        }
        let mut blocked = false;
        while !open.is_empty() {
            let query =
                self.encoding.memory.pool.or(open.iter().map(|(violation, _, _)| *violation).collect::<Vec<_>>());
            match self.check(query) {
                SatResult::Unsat => break,
                SatResult::Unknown(reason) => {
                    result.obstacles.push(Obstacle::new(Weight::Detail, reason.to_string(), Span::NONE));
                    return Step::GiveUp;
                }
                SatResult::Sat => {}
            }
            let Some(model) = self.solver.model(&self.encoding.memory.pool) else { return Step::GiveUp };
            let mut model = Evaluator::new(model);
            let pool = &self.encoding.memory.pool;
            let Some(position) = open.iter().position(|(violation, _, _)| model.eval(pool, *violation).to_bool())
            else {
                return Step::GiveUp;
            };
            let index = open[position].1;
            let run = self.replay(&mut model);
            let confirmed = matches!(run.outcome, Outcome::Violation(_)) && run.is_exact();
            let error = self.encoding.obligations[index].error;
            debug_assert!(
                confirmed || !self.is_exact() || is_cut(&run.outcome, error),
                "a model of a formula without approximations does not replay: {:?} instead of {:?}",
                run.outcome,
                error,
            );
            match Some(run).filter(|_| confirmed) {
                Some(run) => {
                    result.violations.push(run);
                    if self.config.first_only {
                        return Step::Done;
                    }
                    let span = self.encoding.obligations[index].span;
                    let property = self.encoding.obligations[index].property();
                    let obligations = &self.encoding.obligations;
                    open.retain(|(_, index, _)| {
                        obligations[*index].span != span || obligations[*index].property() != property
                    });
                }
                None => {
                    open[position].2 += 1;
                    if open[position].2 >= MAX_FAILURES || !self.block(&mut model, &mut open[position].0) {
                        blocked = true;
                        let obligation = &self.encoding.obligations[index];
                        let what = self.unconfirmed(obligation.error.message());
                        let span = obligation.span;
                        result.obstacles.push(Obstacle::new(Weight::Doubt, what, span));
                        open.remove(position);
                    }
                }
            }
        }
        self.conclude(result, blocked)
    }

    /// Whether a violation of this statement and property is known from a lower bound.
    fn already_found(&self, result: &BoundedResult, index: usize) -> bool {
        let obligation = &self.encoding.obligations[index];
        result.violations.iter().any(|run| match &run.outcome {
            Outcome::Violation(violation) => {
                violation.kind.property() == obligation.property()
                    && (violation.span == obligation.span || obligation.property() == Some(Property::ValidMemtrack))
            }
            _ => false,
        })
    }

    fn unconfirmed(&self, what: &str) -> String {
        match self.encoding.approximations.first() {
            Some(approximation) => {
                format!("possible error ({what}) could not be confirmed because of {}", approximation.what)
            }
            None => format!("possible error ({what}) could not be confirmed by execution"),
        }
    }

    /// Runs the program with the inputs of a model.
    fn replay(&self, model: &mut Evaluator) -> Run {
        let mut inputs = lift(self.encoding, model);
        let stop = || self.config.clock.is_up();
        interp::run(self.program, self.config.properties, &mut inputs, self.config.run, &stop)
    }

    /// Whether every model is an execution: nothing was approximated, and no address was looked at, since addresses
    /// are chosen more freely in the formula than they are given out.
    fn is_exact(&self) -> bool {
        let encoding = &self.encoding;
        encoding.approximations.is_empty()
            && encoding.externals.is_empty()
            && encoding.memory.exposed().is_empty()
            && encoding.unsupported.is_empty()
    }

    /// Excludes the inputs of a model from a violation; false if it has none.
    fn block(&mut self, model: &mut Evaluator, violation: &mut TermId) -> bool {
        let mut same = Vec::new();
        for event in &self.encoding.events {
            let crate::ssa::EventKind::Value { value, .. } = event.kind else { continue };
            let pool = &mut self.encoding.memory.pool;
            if !model.eval(pool, event.guard).to_bool() {
                continue;
            }
            if let crate::logic::Value::Bv(bits) = model.eval(pool, value) {
                let constant = pool.bits_const(bits);
                same.push(pool.eq(value, constant));
            }
        }
        if same.is_empty() {
            return false;
        }
        let pool = &mut self.encoding.memory.pool;
        let same = pool.and(same);
        let other = pool.not(same);
        *violation = pool.and([*violation, other]);
        true
    }

    /// No violation is left within the bound: is anything beyond it?
    fn conclude(&mut self, result: &mut BoundedResult, blocked: bool) -> Step {
        for kind in [Gap::NotModelled, Gap::Cut] {
            let hazards = gaps(self.encoding, &self.prefixes, kind);
            let query = self.encoding.memory.pool.or(hazards.iter().map(|hazard| hazard.term).collect::<Vec<_>>());
            match self.check(query) {
                SatResult::Unsat => {}
                SatResult::Unknown(reason) => {
                    result.obstacles.push(Obstacle::new(Weight::Detail, reason.to_string(), Span::NONE));
                    return Step::GiveUp;
                }
                SatResult::Sat => {
                    let Some(model) = self.solver.model(&self.encoding.memory.pool) else { return Step::GiveUp };
                    let mut model = Evaluator::new(model);
                    let pool = &self.encoding.memory.pool;
                    let first = hazards.into_iter().find(|hazard| model.eval(pool, hazard.term).to_bool());
                    result.obstacles.extend(first.map(|hazard| hazard.obstacle));
                    return Step::Deeper;
                }
            }
        }
        if blocked {
            return Step::Deeper;
        }
        result.proved = true;
        Step::Done
    }
}

/// Whether a run ended by a limit or at something that is not modelled, and so tells nothing. A loss that was seen where
/// unwinding was cut is told by the interpreter only if the inputs that follow, of which the model knows none, let the
/// program go on.
fn is_cut(outcome: &Outcome, error: ErrorKind) -> bool {
    match outcome {
        Outcome::PathEnded(_) => error == ErrorKind::Leak,
        Outcome::StepLimit | Outcome::MemoryLimit | Outcome::DepthLimit | Outcome::Stopped => true,
        Outcome::Unsupported(_) => true,
        Outcome::Exit(_) | Outcome::Aborted | Outcome::Violation(_) => false,
    }
}
