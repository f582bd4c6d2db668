//! What registers hold while a program runs: small copyable values.
//!
//! A pointer is an address together with the object it was made from (its provenance); an offset is the
//! distance of the address from the object's base. Integers and floats are bit patterns.

use crate::base::define_id;

define_id!(
    /// An object of a run: numbered in the order in which they come to life.
    ObjectId,
    "o"
);

impl ObjectId {
    /// No provenance: an integer, or an address that has to be looked up when it is used.
    pub(super) const NONE: ObjectId = ObjectId(0);
    /// The null pointer and what was computed from it.
    pub(super) const NULL: ObjectId = ObjectId(1);
    /// Marks a register that has no value yet.
    pub(super) const UNSET: ObjectId = ObjectId(u32::MAX);
}

/// The content of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    /// An integer cut to its width, the bits of a float, or an address; for a register without a value the
    /// site (high half) and visit (low half) where its life began.
    pub bits: u64,
    /// Where a pointer came from.
    pub object: ObjectId,
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value { bits: 0, object: ObjectId::NULL };

    /// A value without provenance.
    pub fn plain(bits: u64) -> Self {
        Self { bits, object: ObjectId::NONE }
    }

    /// A register whose life began at the given visit of a site and that was never set.
    pub fn unset(site: u32, visit: u32) -> Self {
        Self { bits: u64::from(site) << 32 | u64::from(visit), object: ObjectId::UNSET }
    }

    /// Whether the register was never set.
    pub fn is_unset(self) -> bool {
        self.object == ObjectId::UNSET
    }
}
