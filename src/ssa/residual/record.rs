//! Residual loops as later stages see them.

use super::changes::LoopChanges;
use crate::base::Span;
use crate::ir::{FunctionId, IntType, LocalId, Scalar};
use crate::logic::TermId;
use crate::memory::ObjectId;
use crate::verdict::{Name, Object};
use indexmap::IndexMap;
use std::ops::Range;

/// A value that a loop changes: a loop-back variable with the value at the end of the body.
#[derive(Clone, Debug)]
pub struct LoopVariable {
    /// In source terms.
    pub name: Name,
    /// Type; `None` for a single bit.
    pub ty: Option<Scalar>,
    /// The value at the head: the loop-back variable, or the value from before the loop.
    pub head: TermId,
    /// The loop-back variable.
    pub before: TermId,
    /// The value at the end of the body.
    pub after: TermId,
}

impl LoopVariable {
    /// A value that a loop does not change.
    pub fn constant(name: Name, ty: Scalar, value: TermId) -> Self {
        Self { name, ty: Some(ty), head: value, before: value, after: value }
    }

    /// Whether it is an integer in a variable, with or without a name in the program.
    pub fn is_number(&self) -> bool {
        matches!((&self.name, self.ty), (Name::Variable(_) | Name::Temporary(_), Some(Scalar::Int(_))))
    }
}

/// A field of the nodes of a class that a loop changes.
#[derive(Clone, Debug)]
pub struct LoopField {
    /// Offset in the node.
    pub at: u64,
    /// Type; `None` for a single bit.
    pub ty: Option<Scalar>,
    /// The array variable of the head.
    pub before: TermId,
    /// The array at the end of the body.
    pub after: TermId,
}

/// A class that a loop changes.
#[derive(Clone, Debug)]
pub struct LoopClass {
    /// The class.
    pub object: ObjectId,
    /// Whether a node exists, at the head: an array variable or a term; and at the end of the body.
    pub exists: (TermId, TermId),
    /// The changed fields.
    pub fields: Vec<LoopField>,
    /// Integers in the nodes that the loop does not change: both arrays of each are the same.
    pub kept: Vec<LoopField>,
    /// Whether nodes of the class are allocated in this loop.
    pub allocates: bool,
}

impl LoopClass {
    /// The arrays of the head.
    pub fn arrays(&self) -> impl Iterator<Item = TermId> {
        self.fields.iter().map(|field| field.before).chain([self.exists.0])
    }
}

/// An array of integers that a loop changes, or that it only reads: then both values are the same.
#[derive(Clone, Debug)]
pub struct LoopArray {
    /// In source terms.
    pub name: Object,
    /// The object.
    pub object: ObjectId,
    /// The type of its elements.
    pub ty: IntType,
    /// How many elements it has, as wide as an index.
    pub length: TermId,
    /// The array variable of the head.
    pub before: TermId,
    /// The array at the end of the body.
    pub after: TermId,
}

/// A residual loop.
#[derive(Clone, Debug)]
pub struct LoopRecord {
    /// The loop statement.
    pub span: Span,
    /// The function it stands in.
    pub function: Option<FunctionId>,
    /// How many iterations were executed before.
    pub exact: u32,
    /// The loop-select variable.
    pub select: TermId,
    /// The path condition of the head.
    pub head_guard: TermId,
    /// The path condition of the end of the body; `FALSE` if it is never reached.
    pub back_guard: TermId,
    /// How many assumptions come before the end of the body.
    pub after: usize,
    /// The assumptions made in the loop, in all its copies.
    pub assumptions: Range<usize>,
    /// The terms made there, except for those of the head.
    pub terms: Range<TermId>,
    /// What the loop changes outside classes.
    pub variables: Vec<LoopVariable>,
    /// Values in scope that the loop does not change: both values of each are the same.
    pub constants: Vec<LoopVariable>,
    /// What loops before this one, which are over, left in variables that are not read again.
    pub past: Vec<LoopVariable>,
    /// The classes that the loop changes.
    pub classes: Vec<LoopClass>,
    /// The arrays that the loop changes, then some others.
    pub arrays: Vec<LoopArray>,
    /// The loops before this number are encoded before the end of the body: around it, before it or in it.
    pub last: usize,
    /// The loop around this one, if it is residual too.
    pub parent: Option<usize>,
}

/// A place whose value a loop changes.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Register(LocalId),
    Cell(ObjectId, u64, u64, bool),
    Dead(ObjectId),
}

/// A loop head that was entered.
pub(super) struct Head<'s> {
    pub index: usize,
    pub select: TermId,
    pub change: &'s LoopChanges,
    pub variables: Vec<LoopVariable>,
    pub places: Vec<Place>,
    pub classes: IndexMap<ObjectId, LoopClass>,
    pub arrays: Vec<LoopArray>,
    /// How many reads at symbolic indices there were before.
    pub views: u64,
}
