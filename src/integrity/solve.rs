//! Deciding conditions.
//!
//! One query decides a function that is safe: can any obligation be violated? Only if so, the first one is
//! looked for, by halving.

use super::condition::{Conditions, Kind};
use super::explain;
use super::result::Status;
use crate::base::Unsupported;
use crate::ir::Function;
use crate::logic::TermId;
use crate::solver::{Backend, Meter, SatResult, Solver, SolverConfig, Z3Solver};

/// Decides both kinds of conditions of a function: integrity, and safety of memory.
pub(super) fn solve(
    conditions: &mut Conditions<'_>,
    function: &Function,
    names: &[explain::Name],
    meter: &Meter,
) -> (Status, Status) {
    let config = SolverConfig { backend: Backend::Combined, incremental: true, validate: false };
    let mut solver = Z3Solver::new(config);
    for axiom in std::mem::take(&mut conditions.heap.axioms) {
        solver.assert(&conditions.heap.pool, axiom);
    }
    let mut search = Search { conditions, function, names, solver, meter };
    let all: Vec<usize> = (0..search.conditions.obligations.len()).collect();
    let status = match search.ask(&all) {
        // Nothing follows from axioms that contradict each other.
        SatResult::Unsat if cfg!(debug_assertions) && search.contradicts() => {
            let unknown = search.unknown("contradicting axioms");
            (unknown.clone(), unknown)
        }
        SatResult::Unsat => (Status::Safe, Status::Safe),
        SatResult::Sat => (search.first(Kind::Integrity), search.first(Kind::Memory)),
        SatResult::Unknown(reason) => {
            let unknown = search.unknown(&reason.to_string());
            (unknown.clone(), unknown)
        }
    };
    // What is not modelled may hide a breach, and never a found one.
    match search.conditions.unsupported.first() {
        Some(what) => {
            let weaken = |status: Status| match status {
                Status::Safe => Status::Unknown(what.clone()),
                Status::Unsafe(_) | Status::Unknown(_) => status,
            };
            (weaken(status.0), weaken(status.1))
        }
        None => status,
    }
}

struct Search<'c, 'a> {
    conditions: &'c mut Conditions<'a>,
    function: &'c Function,
    names: &'c [explain::Name],
    solver: Z3Solver,
    meter: &'c Meter,
}

impl Search<'_, '_> {
    /// Whether one of some obligations can be violated.
    fn ask(&mut self, obligations: &[usize]) -> SatResult {
        let violated: Vec<TermId> = obligations.iter().map(|i| self.conditions.obligations[*i].violated).collect();
        let any = self.conditions.heap.pool.or(violated);
        self.solver.push();
        self.solver.assert(&self.conditions.heap.pool, any);
        let answer = self.meter.ask(&mut self.solver, &self.conditions.heap.pool, 1);
        self.solver.pop();
        answer
    }

    /// Whether the axioms have no model, which must never be.
    fn contradicts(&mut self) -> bool {
        self.solver.check(&self.conditions.heap.pool, &[]).is_unsat()
    }

    fn unknown(&self, what: &str) -> Status {
        Status::Unknown(Unsupported { what: what.to_string(), span: self.function.span })
    }

    /// The first obligation of a kind that can be violated.
    fn first(&mut self, kind: Kind) -> Status {
        let all = self.conditions.obligations.iter().enumerate().filter(|(_, o)| o.kind == kind).map(|(i, _)| i);
        let mut open: Vec<usize> = all.collect();
        match self.ask(&open) {
            SatResult::Unsat => return Status::Safe,
            SatResult::Sat => {}
            SatResult::Unknown(reason) => return self.unknown(&reason.to_string()),
        }
        // One of `open` can be violated, and none before them.
        while open.len() > 1 {
            let rest = open.split_off(open.len() / 2);
            match self.ask(&open) {
                SatResult::Sat => {}
                SatResult::Unsat => open = rest,
                SatResult::Unknown(reason) => return self.unknown(&reason.to_string()),
            }
        }
        match self.ask(&open) {
            SatResult::Sat => {}
            SatResult::Unsat => return self.unknown("the solver changed its mind"),
            SatResult::Unknown(reason) => return self.unknown(&reason.to_string()),
        }
        Status::Unsafe(Box::new(explain::explain(self.conditions, self.names, &mut self.solver, open[0])))
    }
}
