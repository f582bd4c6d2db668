//! Domains: what rows of templates can say, and how what one says grows.
//!
//! In: the slots of a loop. Out: rows over them ([`Kind`]), each with the bottom of what it can say; from then on, the values
//! of a row's slots in models, as bits, and a term over the slots that covers all of them ([`Domain`]). A domain is one
//! file and one line in [`DOMAINS`]: it writes its rows, how a value grows by a point, and its term. Presets can name it
//! then, `laws` tests the same lattice laws for its rows, and `synth` treats it like all others. Knows nothing of
//! solvers or strategies.

mod affine;
mod array;
mod bounds;
mod linear;
mod order;
mod polynomial;
mod power;
mod slot;
mod targets;
mod tuples;

#[cfg(test)]
mod laws;

pub use linear::both_signs;
pub use slot::{Side, Slot, SlotType, Source, slot_term};

use crate::logic::{Bits, FastSet, TermId, TermPool};
use crate::memory::Memory;
use crate::ssa::LoopRecord;
use crate::verdict::Fact;
use std::any::Any;
use std::fmt;
use std::ops::Deref;

/// All domains; of those that might help, the first ones are recommended first.
const DOMAINS: &[&dyn Kind] = &[
    &array::Array,
    &order::Comparison,
    &polynomial::Polynomial,
    &affine::Equality,
    &bounds::Zone,
    &bounds::Octagon,
    &bounds::Interval,
    &tuples::ValueSet,
    &power::ByCase,
    &targets::PointsTo,
    &bounds::Condition,
    &bounds::Compared,
];

/// A domain that presets can name.
pub trait Kind: Sync {
    /// Its name in presets.
    fn name(&self) -> &'static str;

    /// What presets may call it, too.
    fn other_name(&self) -> Option<&'static str> {
        None
    }

    /// The values that it needs beside those that every loop has. `nested` tells that there is a loop in this one.
    fn slots(&self, _memory: &mut Memory, _record: &LoopRecord, _nested: bool) -> Vec<Slot> {
        Vec::new()
    }

    /// What is looked for in a loop.
    fn rows(&self, view: &View) -> Vec<Row>;

    /// Facts that hold anyway, and that the solver is told from the stage on in which the domain is first used: `roots` are the
    /// terms of what is to be proved.
    fn lemmas(&self, _memory: &mut Memory, _roots: &[TermId], _records: &[LoopRecord]) -> Vec<TermId> {
        Vec::new()
    }

    /// Whether it might help where invariants are too weak.
    fn helps(&self, _need: &Need) -> bool {
        false
    }
}

/// A domain by its name.
#[derive(Clone, Copy)]
pub struct DomainName(&'static dyn Kind);

impl DomainName {
    /// All domains.
    pub fn all() -> impl Iterator<Item = DomainName> {
        DOMAINS.iter().map(|kind| DomainName(*kind))
    }

    /// The domain of a name.
    pub fn of(name: &str) -> Option<DomainName> {
        Self::all().find(|domain| domain.name() == name || domain.other_name() == Some(name))
    }
}

impl Deref for DomainName {
    type Target = dyn Kind;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for DomainName {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for DomainName {}

impl fmt::Debug for DomainName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What stands in the way of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// Whether elements of arrays matter.
    pub arrays: bool,
    /// Whether products of variables matter.
    pub products: bool,
    /// How many variables matter.
    pub numbers: usize,
}

/// What rows are made from.
pub struct View<'a> {
    /// The values of the loop.
    pub slots: &'a [Slot],
    /// Their terms.
    pub pool: &'a TermPool,
    /// Linear combinations that the program compares, over the terms of slots.
    pub compared: &'a [Vec<(i64, TermId)>],
    /// Conditions that always or never hold.
    pub decided: &'a FastSet<TermId>,
}

impl View<'_> {
    /// What a slot holds.
    pub fn ty(&self, slot: usize) -> SlotType {
        self.slots[slot].ty
    }

    /// The slots of some kind.
    pub fn slots_where(&self, accept: impl Fn(Source, SlotType) -> bool) -> Vec<usize> {
        let fits = |&index: &usize| accept(self.slots[index].source, self.slots[index].ty);
        (0..self.slots.len()).filter(fits).collect()
    }
}

/// A row of a template, over slots by number.
#[derive(Clone, Debug)]
pub struct Row {
    /// The slots, in the order in which its domain expects them.
    pub slots: Vec<usize>,
    /// If it is about variables and only holds where a node of a class exists: the class.
    pub where_exists: Option<usize>,
    /// What it says before anything was seen.
    pub bottom: Box<dyn Domain>,
}

impl Row {
    /// A row that holds wherever its slots have values.
    pub fn new(slots: Vec<usize>, bottom: impl Domain + 'static) -> Self {
        Self { slots, where_exists: None, bottom: Box::new(bottom) }
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        (&self.slots, self.where_exists) == (&other.slots, other.where_exists) && self.bottom.is_same(&*other.bottom)
    }
}

/// What a row says, once its parameters are known.
pub trait Domain: Duplicate + fmt::Debug {
    /// Grows to cover a point: one value per slot.
    fn join(&mut self, memory: &Memory, point: &[Bits]);

    /// Whether the slots are covered, as a term. Bottom covers nothing.
    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId;

    /// What it says, given the names of the slots; nothing if it covers everything.
    fn facts(&self, memory: &Memory, names: &[&str]) -> Vec<Fact>;

    /// The bound that a point is subject to, for strategies that move bounds. Most domains have none.
    fn bound_at(&mut self, _point: &[Bits]) -> Option<&mut dyn UpperBound> {
        None
    }

    /// All bounds, each with the values of the keys under which it holds.
    fn bounds(&mut self) -> Vec<(Vec<Bits>, &mut dyn UpperBound)> {
        Vec::new()
    }
}

/// What every domain has because it can be cloned and compared.
pub trait Duplicate: Any {
    /// A copy.
    fn copy(&self) -> Box<dyn Domain>;

    /// Whether another one says the same about the same kinds of slots.
    fn is_same(&self, other: &dyn Domain) -> bool;
}

impl<T: Domain + Clone + PartialEq + 'static> Duplicate for T {
    fn copy(&self) -> Box<dyn Domain> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn Domain) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>() == Some(self)
    }
}

impl Clone for Box<dyn Domain> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

/// An upper bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// Nothing was seen yet.
    None,
    /// At most so much.
    AtMost(i128),
    /// Anything.
    Any,
}

/// An upper bound of something that is computed from the last slots of a row, which a strategy may move.
pub trait UpperBound {
    /// The bound.
    fn bound(&self) -> Bound;

    /// How many slots it is about.
    fn arity(&self) -> usize;

    /// How often the bound was moved.
    fn moves(&self) -> u32;

    /// Moves the bound.
    fn set_bound(&mut self, bound: Bound);

    /// What is bounded, at a point.
    fn value(&self, point: &[Bits]) -> i128;

    /// The greatest value that the types of the slots allow.
    fn limit(&self) -> i128;

    /// Whether what is computed from some slots is at most a bound, in bits enough for every value and every bound.
    fn at_most(&self, memory: &mut Memory, slots: &[TermId], bound: i128) -> TermId;
}

/// The mathematical value of a slot.
fn slot_value(bits: &Bits, ty: SlotType) -> i128 {
    let signed = matches!(ty, SlotType::Int(int) if int.signed);
    if signed { bits.to_i128().unwrap_or(0) } else { bits.to_u128().unwrap_or(0) as i128 }
}
