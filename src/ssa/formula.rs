//! What the encoder collects: events, obligations, assumptions, cuts.

use super::residual::LoopRecord;
use crate::base::Span;
use crate::ir::{ErrorKind, Property, Scalar, SiteId, Strings};
use crate::logic::{TermId, TermPool};
use crate::memory::{Memory, ObjectId};

/// The formula of a program. An obligation is violated by a model of
/// `guard ∧ ¬condition ∧ assumptions[..after] ∧ constraints`.
pub struct Encoding {
    /// Terms and objects.
    pub memory: Memory,
    /// Where inputs enter, in an order that every execution follows.
    pub events: Vec<Event>,
    /// What could go wrong.
    pub obligations: Vec<Obligation>,
    /// `guard ⇒ fact` for every statement that ends the path if the fact is false; an obligation may use those
    /// before it.
    pub assumptions: Vec<TermId>,
    /// Residual loops, outer before inner, otherwise in the order of execution.
    pub loops: Vec<LoopRecord>,
    /// Where unwinding was cut.
    pub residuals: Vec<Residual>,
    /// Constructs that are not modelled, with the guard under which they are reached.
    pub unsupported: Vec<Reached>,
    /// What was over-approximated: a model may fail to be an execution because of it.
    pub approximations: Vec<Approximation>,
    /// External functions that could write memory; a proof does not hold if one is reached.
    pub externals: Vec<Reached>,
    /// The arguments of the entry function, and whatever else it is given.
    pub arguments: Vec<Given>,
    /// How many statements were encoded.
    pub statements: u64,
}

/// An input, or the birth of an object with uninitialised content.
#[derive(Clone, Debug)]
pub struct Event {
    /// The statement.
    pub site: SiteId,
    /// Which kind.
    pub kind: EventKind,
    /// When it happens.
    pub guard: TermId,
    /// Where.
    pub span: Span,
}

/// Kinds of events.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A value of a nondeterministic or external function.
    Value {
        /// The input.
        value: TermId,
        /// Its type.
        ty: Scalar,
        /// Whether the function is external.
        external: bool,
    },
    /// A register whose value is uninitialised.
    Register {
        /// The input.
        value: TermId,
        /// Its type.
        ty: Scalar,
    },
    /// An object is made; its uninitialised bytes are inputs.
    Birth(ObjectId),
    /// Whether an allocation fails.
    AllocationFails(TermId),
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What it is if it does not hold; memory errors are told apart further when replayed.
    pub error: ErrorKind,
    /// When it is checked.
    pub guard: TermId,
    /// What must hold.
    pub condition: TermId,
    /// How many assumptions come before it.
    pub after: usize,
    /// Where.
    pub span: Span,
    /// The statement, or `None` for the end of the program.
    pub site: Option<SiteId>,
}

impl Obligation {
    /// The property it belongs to.
    pub fn property(&self) -> Option<Property> {
        self.error.property()
    }
}

/// Why unwinding stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResidualKind {
    /// The bound on iterations.
    Loop,
    /// The bound on recursion.
    Recursion,
    /// The budget for the whole encoding.
    Budget,
}

/// A place where unwinding was cut.
#[derive(Clone, Debug)]
pub struct Residual {
    /// Why.
    pub kind: ResidualKind,
    /// The loop or call.
    pub span: Span,
    /// When execution gets there.
    pub guard: TermId,
    /// How many assumptions come before it.
    pub after: usize,
}

/// A place that execution may reach.
#[derive(Clone, Debug)]
pub struct Reached {
    /// What is there.
    pub what: String,
    /// Where.
    pub span: Span,
    /// When.
    pub guard: TermId,
    /// How many assumptions come before it.
    pub after: usize,
}

/// Something that the entry function is given.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// An argument, by its number.
    Argument(u32, TermId),
    /// How many strings there are.
    Count(Strings, TermId),
    /// A string: its number, length and object.
    Text(Strings, u32, TermId, ObjectId),
}

/// Something that a model may get wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approximation {
    /// What.
    pub what: &'static str,
    /// Where.
    pub span: Span,
}

/// The formula while it grows.
#[derive(Default)]
pub(super) struct Formula {
    pub events: Vec<Event>,
    pub obligations: Vec<Obligation>,
    pub assumptions: Vec<TermId>,
    pub loops: Vec<LoopRecord>,
    pub residuals: Vec<Residual>,
    pub unsupported: Vec<Reached>,
    pub approximations: Vec<Approximation>,
    pub externals: Vec<Reached>,
    pub arguments: Vec<Given>,
}

impl Formula {
    pub fn finish(self, memory: Memory, statements: u64) -> Encoding {
        Encoding {
            memory,
            events: self.events,
            obligations: self.obligations,
            assumptions: self.assumptions,
            loops: self.loops,
            residuals: self.residuals,
            unsupported: self.unsupported,
            approximations: self.approximations,
            externals: self.externals,
            arguments: self.arguments,
            statements,
        }
    }

    /// How much of what must not be reached was collected so far.
    pub fn mark(&self) -> [usize; 4] {
        [self.obligations.len(), self.residuals.len(), self.unsupported.len(), self.externals.len()]
    }

    /// Makes what was collected since a mark count only under a condition.
    pub fn restrict(&mut self, mark: [usize; 4], pool: &mut TermPool, condition: TermId) {
        let [obligations, residuals, unsupported, externals] = mark;
        let guards = self.obligations[obligations..].iter_mut().map(|o| &mut o.guard);
        let guards = guards.chain(self.residuals[residuals..].iter_mut().map(|r| &mut r.guard));
        let guards = guards.chain(self.unsupported[unsupported..].iter_mut().map(|r| &mut r.guard));
        let guards = guards.chain(self.externals[externals..].iter_mut().map(|r| &mut r.guard));
        for guard in guards {
            *guard = pool.and([*guard, condition]);
        }
    }

    pub fn approximate(&mut self, what: &'static str, span: Span) {
        let approximation = Approximation { what, span };
        if !self.approximations.contains(&approximation) {
            self.approximations.push(approximation);
        }
    }
}
