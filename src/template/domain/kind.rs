//! What a domain is: its name and rows, the form of a row, and the value that a row gets.

use super::{Bound, DOMAINS};
use crate::logic::{Bits, FastSet, TermId, TermPool};
use crate::memory::Memory;
use crate::ssa::LoopRecord;
use crate::template::{Harvest, Row, SlotType, Template};
use crate::verdict::{Fact, Name};
use std::fmt;

/// What presets can name: which rows a template has.
pub struct Kind {
    /// Its name in presets.
    pub name: &'static str,
    /// What presets may call it, too.
    pub other_name: Option<&'static str>,
    /// The rows that it has over the slots of a loop.
    pub rows: fn(&Template, &Material) -> Vec<Row>,
    /// Whether it speaks of products, about which the solver is told more then.
    pub has_products: bool,
    /// Whether rows are looked for again and again, by what is not excluded yet.
    pub is_searched: bool,
    /// The forms that only its rows have.
    pub forms: &'static [&'static Form],
}

impl Kind {
    /// One with no more than a name and rows.
    pub const fn new(name: &'static str, rows: fn(&Template, &Material) -> Vec<Row>) -> Self {
        Self { name, other_name: None, rows, has_products: false, is_searched: false, forms: &[] }
    }
}

/// What rows are made from, beside the slots.
pub struct Material<'a> {
    /// The terms.
    pub pool: &'a TermPool,
    /// The loop.
    pub record: &'a LoopRecord,
    /// What was collected from it.
    pub harvest: &'a Harvest,
    /// Conditions that are known to be always true or always false.
    pub decided: &'a FastSet<TermId>,
}

/// A domain, by its name.
#[derive(Clone, Copy)]
pub struct DomainName(pub(super) &'static Kind);

impl DomainName {
    /// That of a domain.
    pub const fn of(kind: &'static Kind) -> Self {
        Self(kind)
    }

    /// The one with a name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        DOMAINS.iter().copied().find(|domain| domain.0.name == name || domain.0.other_name == Some(name))
    }

    /// Its name in presets.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What there is to know about it.
    pub fn kind(self) -> &'static Kind {
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

/// The form of a row over slots that all count alike.
pub struct Form {
    /// A name for those who read dumps and tests.
    pub name: &'static str,
    /// Its bottom, for slots of some types.
    pub bottom: fn(&[SlotType]) -> Box<dyn Domain>,
    /// Whether it can do with fewer slots.
    pub any_number: bool,
    /// Types of slots to test its laws with: integers of 8 bits, bits, or one pointer.
    pub example: &'static [SlotType],
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Form {}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What a row says.
pub trait Domain: fmt::Debug {
    /// Grows to cover a point: one value per slot.
    fn join(&mut self, memory: &Memory, point: &[Bits]);

    /// Whether the slots are covered, as a term. Bottom covers nothing.
    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId;

    /// What it says, given the names of the slots; nothing if it covers everything.
    fn facts(&self, memory: &Memory, names: &[Name]) -> Vec<Fact>;

    /// A copy.
    fn copy(&self) -> Box<dyn Domain>;

    /// The bound that a point is subject to, for strategies that move bounds. Most domains have none.
    fn bound_at(&mut self, _point: &[Bits]) -> Option<&mut dyn Movable> {
        None
    }

    /// All bounds, each with the values of the keys under which it holds.
    fn bounds(&mut self) -> Vec<(Vec<Bits>, &mut dyn Movable)> {
        Vec::new()
    }
}

/// An upper bound that strategies move.
pub trait Movable {
    /// Where it is.
    fn bound(&self) -> Bound;

    /// Moves it.
    fn set_bound(&mut self, bound: Bound);

    /// How often it was moved.
    fn moves(&self) -> u32;

    /// How many slots it is about: the last ones of a row.
    fn arity(&self) -> usize;

    /// The greatest value that the types of the slots allow.
    fn limit(&self) -> i128;

    /// What is bounded, at a point.
    fn value(&self, point: &[Bits]) -> i128;

    /// Whether what is bounded is at most so much, as a term.
    fn at_most(&self, memory: &mut Memory, slots: &[TermId], bound: i128) -> TermId;
}
