//! Verification conditions as data: what must hold, where, and what the terms in it stand for.

use super::heap::{Heap, View};
use super::layout::{FieldId, Layout, NodeTypeId, Target};
use crate::base::{IdVec, Span, Unsupported};
use crate::ir::{FunctionId, LocalId};
use crate::logic::TermId;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// What is shown of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Its data structures keep their integrity.
    Integrity,
    /// Its accesses stay inside nodes.
    Memory,
}

/// What an obligation is about.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// An access.
    Access {
        /// The pointer in words.
        pointer: String,
        /// Its value.
        base: TermId,
        /// Where the access begins.
        address: TermId,
        /// Bytes; `None` if they are not constant.
        size: Option<u64>,
        /// What the pointer is declared to point at.
        declared: Option<NodeTypeId>,
        /// Whether it is the address of a variable.
        object: bool,
        /// Whether it writes.
        write: bool,
    },
    /// A pointer that must be null or valid.
    Pointer {
        /// In words.
        name: String,
        /// Its value.
        value: TermId,
        /// What it must point at.
        target: Target,
    },
    /// A pointer field of the witness.
    Field {
        /// The field.
        field: FieldId,
        /// What it holds.
        value: TermId,
    },
}

/// Where an obligation stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Point {
    /// At a statement.
    Access,
    /// Where a loop begins or begins anew.
    Loop,
    /// Before a call.
    Call(String),
    /// At the end of the function.
    Return,
}

/// Something to show.
pub(super) struct Obligation {
    pub kind: Kind,
    /// Whether it is violated.
    pub violated: TermId,
    pub subject: Subject,
    pub point: Point,
    pub span: Span,
    /// The state in which it stands, for explanations.
    pub state: Rc<State>,
}

/// Where the value of a variable of the solver comes from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// A variable, or a result, that was not set.
    Uninitialised,
    /// New memory.
    Allocation {
        /// The allocator.
        by: String,
        /// Bytes.
        size: TermId,
    },
    /// The address of a variable in memory.
    Variable(String, Layout),
    /// Any value.
    Unknown,
}

/// The state at a point of the body.
#[derive(Clone)]
pub(super) struct State {
    /// Whether the point is reached.
    pub guard: TermId,
    /// Values of registers, and addresses of variables in memory.
    pub values: IdVec<LocalId, Option<TermId>>,
    pub view: View,
}

/// The conditions of a function.
pub(super) struct Conditions<'a> {
    pub heap: Heap<'a>,
    pub obligations: Vec<Obligation>,
    pub origins: IndexMap<TermId, Origin>,
    pub unsupported: Vec<Unsupported>,
    /// Functions whose calls are cut points.
    pub callees: IndexSet<FunctionId>,
    /// Whether functions are called by pointer.
    pub callbacks: bool,
}

impl<'a> Conditions<'a> {
    /// No conditions yet.
    pub fn new(heap: Heap<'a>) -> Self {
        Self {
            heap,
            obligations: Vec::new(),
            origins: IndexMap::new(),
            unsupported: Vec::new(),
            callees: IndexSet::new(),
            callbacks: false,
        }
    }
}
