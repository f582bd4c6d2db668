//! What an integrity check results in.

use crate::base::{Span, Unsupported};

/// The results of all functions that were checked.
#[derive(Clone, Debug, Default)]
pub struct Integrity {
    /// In the order of the source.
    pub functions: Vec<FunctionIntegrity>,
    /// What the results take for granted.
    pub assumptions: Vec<String>,
    /// Why functions are missing: their place, and what is not modelled or which limit was reached.
    pub missing: Vec<Unsupported>,
}

/// The result for one function.
#[derive(Clone, Debug)]
pub struct FunctionIntegrity {
    /// Name in C.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Whether data structures keep their integrity: D-safe.
    pub integrity: Status,
    /// Whether accesses stay inside nodes: M-safe.
    pub memory: Status,
}

/// Whether something was shown.
#[derive(Clone, Debug)]
pub enum Status {
    /// It holds.
    Safe,
    /// The first condition that fails.
    Unsafe(Box<Breach>),
    /// It could not be decided.
    Unknown(Unsupported),
}

/// A condition that fails.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The statement.
    pub span: Span,
    /// The pointer, as in the source.
    pub pointer: String,
    /// What is wrong with it.
    pub fault: Fault,
    /// All of it in words.
    pub message: String,
    /// The heap of a counterexample, line by line.
    pub picture: Vec<String>,
}

/// What is wrong with a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It points at no node.
    Dangling,
    /// It points into the middle of a node.
    Interior,
    /// It was never set.
    Uninitialised,
    /// The memory is too small for its type.
    WrongSize,
    /// It points at a node of another type.
    WrongType,
    /// The node would share bytes with another one.
    Overlap,
    /// The access leaves the node.
    Outside,
}

impl Fault {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Dangling => "dangling",
            Fault::Interior => "interior",
            Fault::Uninitialised => "uninitialised",
            Fault::WrongSize => "wrong size",
            Fault::WrongType => "wrong type",
            Fault::Overlap => "overlap",
            Fault::Outside => "outside its node",
        }
    }
}

impl Status {
    /// Whether it holds.
    pub fn is_safe(&self) -> bool {
        matches!(self, Status::Safe)
    }

    /// Whether it fails.
    pub fn is_unsafe(&self) -> bool {
        matches!(self, Status::Unsafe(_))
    }
}

impl FunctionIntegrity {
    /// Whether both hold.
    pub fn is_safe(&self) -> bool {
        self.integrity.is_safe() && self.memory.is_safe()
    }

    /// Whether one fails.
    pub fn is_unsafe(&self) -> bool {
        self.integrity.is_unsafe() || self.memory.is_unsafe()
    }
}

impl Integrity {
    /// Whether all functions are there and safe.
    pub fn is_safe(&self) -> bool {
        self.missing.is_empty() && self.functions.iter().all(FunctionIntegrity::is_safe)
    }

    /// How many functions satisfy a condition.
    pub fn count(&self, condition: impl Fn(&FunctionIntegrity) -> bool) -> usize {
        self.functions.iter().filter(|function| condition(function)).count()
    }
}
