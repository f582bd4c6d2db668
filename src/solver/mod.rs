//! The SMT solver.
//!
//! In: terms of one pool. Out: sat, unsat or unknown, and models. `z3.rs` alone knows which solver it is. What is
//! C, heap or template is unknown here.

mod boxes;
mod meter;
mod z3;

#[cfg(test)]
mod tests;

pub use self::meter::Meter;
pub use self::z3::{Z3Solver, version, version_number};

use crate::base::Clock;
use crate::logic::{Assignment, TermId, TermPool, Value};
use std::fmt;
use std::time::Duration;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up.
    Unknown(Reason),
}

impl SatResult {
    /// Whether there is a model.
    pub fn is_sat(&self) -> bool {
        *self == SatResult::Sat
    }

    /// Whether there is no model.
    pub fn is_unsat(&self) -> bool {
        *self == SatResult::Unsat
    }
}

/// Why a solver gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The wall time of [`CheckLimits`] is over.
    Timeout,
    /// The resources of [`CheckLimits`] are used up.
    Resources,
    /// The memory of [`CheckLimits`] is used up.
    Memory,
    /// The clock that it watches was stopped.
    Interrupted,
    /// Anything else, in the words of the solver.
    Other(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => write!(f, "solver timeout"),
            Reason::Resources => write!(f, "solver resources used up"),
            Reason::Memory => write!(f, "solver memory used up"),
            Reason::Interrupted => write!(f, "solver interrupted"),
            Reason::Other(text) => write!(f, "solver gave up: {text}"),
        }
    }
}

/// Limits of each single query; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckLimits {
    /// Steps as the solver counts them: the same on every machine.
    pub resources: Option<u32>,
    /// Wall time.
    pub timeout: Option<Duration>,
    /// Bytes of memory of all solvers of the process together.
    pub memory: Option<u64>,
}

/// Which of Z3's engines answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// [`Backend::QfAufbv`]; a query that takes long is tried with [`Backend::BitBlast`], if there are no arrays, and
    /// only then to its end. The best on the formulas of the bounded check, by `scripts/solvers`, and of the search for
    /// invariants: each of the two answers queries quickly on which the other one gives up.
    Mixed,
    /// Z3's combination of a tactic for the first query and an incremental engine for later ones.
    #[default]
    Combined,
    /// The incremental engine alone.
    Simple,
    /// The engine for bit-vectors.
    QfBv,
    /// The engine for arrays of bit-vectors.
    QfAufbv,
    /// The engine for finite domains; no arrays.
    QfFd,
    /// Z3's tactic for bit-vectors: simplification, elimination of equalities and of unconstrained terms, bit-blasting,
    /// SAT; no arrays. Each query starts anew.
    BitBlast,
}

impl Backend {
    /// All engines, for comparisons.
    pub const ALL: [Backend; 7] = [
        Backend::Mixed,
        Backend::Combined,
        Backend::Simple,
        Backend::QfBv,
        Backend::QfAufbv,
        Backend::QfFd,
        Backend::BitBlast,
    ];

    /// Whether the engine understands arrays.
    pub fn has_arrays(self) -> bool {
        matches!(self, Backend::Mixed | Backend::Combined | Backend::Simple | Backend::QfAufbv)
    }
}

/// How a solver works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverConfig {
    /// The engine.
    pub backend: Backend,
    /// Whether what is learned in one query is kept for the next; otherwise each query has an engine of its own.
    pub incremental: bool,
    /// Whether each model is checked against the assertions with our own evaluator.
    pub validate: bool,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self { backend: Backend::default(), incremental: true, validate: cfg!(debug_assertions) }
    }
}

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Queries answered.
    pub queries: u64,
    /// Wall time spent in queries, translation included.
    pub time: Duration,
    /// Resources used in queries, as counted by [`CheckLimits::resources`].
    pub resources: u64,
    /// Bytes of memory that all solvers of the process used after the last query.
    pub memory: u64,
}

/// A solver with a stack of assertions. All terms of one solver come from one pool.
pub trait Solver {
    /// Asserts a boolean on the current level.
    fn assert(&mut self, pool: &TermPool, term: TermId);

    /// Opens a level.
    fn push(&mut self);

    /// Drops the highest level and what was asserted on it; the lowest level stays.
    fn pop(&mut self);

    /// Whether there is a model of the assertions and of the assumptions, which are any booleans.
    fn check(&mut self, pool: &TermPool, assumptions: &[TermId]) -> SatResult;

    /// The value of any term in the model of the last query; `None` if its answer was not sat.
    fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value>;

    /// The values of all variables that the solver has seen, in the model of the last query; `None` if its answer
    /// was not sat. Where a few terms are wanted, [`Solver::value`] is much faster.
    fn model(&mut self, pool: &TermPool) -> Option<Assignment>;

    /// Assumptions of the last query that are unsatisfiable together with the assertions; not always the fewest.
    /// Empty if the answer was not unsat.
    fn unsat_core(&self) -> &[TermId];

    /// Limits the queries that follow.
    fn set_limits(&mut self, limits: CheckLimits);

    /// Ends queries as [`Reason::Interrupted`] when a clock is stopped, which another thread may do.
    fn watch(&mut self, clock: &Clock);

    /// What the solver has done so far.
    fn statistics(&self) -> Statistics;
}
