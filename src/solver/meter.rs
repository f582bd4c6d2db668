//! What questions may cost, counted so that the same is asked on every machine.

use super::{CheckLimits, Reason, SatResult, Solver, SolverConfig, Z3Solver};
use crate::base::Clock;
use crate::logic::TermPool;
use std::cell::Cell;

/// What a question costs beside the resources that the solver counts: the work around it.
const QUESTION: u64 = 2_000;

/// The least that a question gets, however little is left.
const LEAST: u64 = 400_000;

/// Resources of the solver that are left for all questions of one attempt.
#[derive(Debug)]
pub struct Meter {
    left: Cell<u64>,
    cut: Cell<bool>,
    clock: Clock,
}

impl Meter {
    /// A meter that starts with some resources, within the user's time.
    pub fn new(resources: u64, clock: &Clock) -> Self {
        Self { left: Cell::new(resources), cut: Cell::new(false), clock: clock.clone() }
    }

    /// A solver that ends its questions when the clock is stopped.
    pub fn solver(&self, config: SolverConfig) -> Z3Solver {
        let mut solver = Z3Solver::new(config);
        solver.watch(&self.clock);
        solver
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Whether to come to an end.
    pub fn is_empty(&self) -> bool {
        self.left.get() == 0 || self.clock.is_up()
    }

    /// Whether a question was not answered for want of resources or time: with more, there may be more answers.
    pub fn was_cut(&self) -> bool {
        self.cut.get()
    }

    /// Takes something off for work that is no question.
    pub fn charge(&self, resources: u64) {
        self.left.set(self.left.get().saturating_sub(resources));
    }

    /// Asks a solver for a model of its assertions, for one part of what is left.
    pub fn ask(&self, solver: &mut impl Solver, pool: &TermPool, part: u64) -> SatResult {
        if self.is_empty() {
            self.cut.set(true);
            let reason = if self.clock.is_up() { Reason::Timeout } else { Reason::Resources };
            return SatResult::Unknown(reason);
        }
        let most = (self.left.get() / part).max(LEAST).min(u64::from(u32::MAX));
        let limits = CheckLimits { resources: u32::try_from(most).ok(), timeout: self.clock.left(), memory: None };
        solver.set_limits(limits);
        let before = solver.statistics().resources;
        let answer = solver.check(pool, &[]);
        self.charge(solver.statistics().resources - before + QUESTION);
        if matches!(answer, SatResult::Unknown(_)) {
            self.cut.set(true);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Sort, TermId};

    /// A question that takes any solver long: factors of a product of two primes.
    fn hard(pool: &mut TermPool) -> TermId {
        let (a, b) = (pool.var("a", Sort::Bv(64)), pool.var("b", Sort::Bv(64)));
        let product = pool.mul(a, b);
        let number = pool.bv_const(3_267_000_013 * 2_860_486_313, 64);
        let (one, limit) = (pool.bv_const(1, 64), pool.bv_const(1 << 32, 64));
        let parts =
            [pool.eq(product, number), pool.ult(one, a), pool.ult(one, b), pool.ult(a, limit), pool.ult(b, limit)];
        pool.and(parts)
    }

    #[test]
    fn a_question_ends_when_its_resources_are_used_up() {
        let mut pool = TermPool::new();
        let question = hard(&mut pool);
        let mut solver = Z3Solver::new(SolverConfig::default());
        solver.assert(&pool, question);
        let meter = Meter::new(LEAST, &Clock::default());
        assert_eq!(meter.ask(&mut solver, &pool, 1), SatResult::Unknown(Reason::Resources));
        assert!(meter.was_cut());
        // Nothing is asked any more, and the answer is the same.
        assert!(meter.left() < LEAST);
        meter.charge(u64::MAX);
        assert_eq!(meter.ask(&mut solver, &pool, 1), SatResult::Unknown(Reason::Resources));
    }

    #[test]
    fn a_question_ends_when_the_clock_is_stopped() {
        let mut pool = TermPool::new();
        let question = hard(&mut pool);
        let clock = Clock::default().part();
        let meter = Meter::new(u64::MAX, &clock);
        let mut solver = meter.solver(SolverConfig::default());
        solver.assert(&pool, question);
        clock.stop();
        assert_eq!(solver.check(&pool, &[]), SatResult::Unknown(Reason::Interrupted));
        assert!(meter.is_empty());
    }

    #[test]
    fn answers_are_paid_for() {
        let pool = TermPool::new();
        let mut solver = Z3Solver::new(SolverConfig::default());
        let meter = Meter::new(1_000_000, &Clock::default());
        assert_eq!(meter.ask(&mut solver, &pool, 4), SatResult::Sat);
        assert!(meter.left() < 1_000_000 && !meter.was_cut() && !meter.is_empty());
    }
}
