//! The symbolic memory: objects, pointers to them, and what they contain.
//!
//! In: terms for offsets and values. Out: terms for what is read, and whether an access is inside a live
//! object. Knows terms and C layout, but neither statements nor control flow: a *state* of the memory is a
//! value that `ssa` copies at branches and merges at joins.
//!
//! - A pointer is one bit-vector: object number, node, byte offset, from high to low. Object 0 is "no object":
//!   `(0, 0, 0)` is null and `(0, 0, n)` any other integer used as an address. The node tells the members of a
//!   *class* apart, an object that stands for all that one allocation in a residual loop ever makes; it is 0
//!   for all other objects. An if-then-else tree of such pairs is the points-to
//!   set, flow-sensitive and with offsets, so no separate analysis is needed ([`pointer`]).
//! - The content of an object is a set of cells cut by how it is accessed; overlapping views extract from each
//!   other's bytes, and a symbolic index is a case split for small objects and a solver array for large ones
//!   ([`content`]).

mod content;
mod nodes;
mod object;
mod pointer;

#[cfg(test)]
mod tests;

pub use content::{Cell, Content, Fill, Misaligned, Unwritten};
pub use nodes::{DereferenceVariables, NodeField, Nodes};
pub use object::{Object, ObjectId, ObjectKind, ObjectState, Objects};
pub use pointer::{Case, Target};

use crate::base::{Id, IdVec};
use crate::logic::{FastMap, Sort, TermId, TermPool};
use crate::verdict::{self, Name, Place};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// Bits of the object number in a pointer.
pub const OBJECT_BITS: u32 = 16;

/// Bits of the node number in a pointer: as many nodes of one class as a query can tell apart.
pub const NODE_BITS: u32 = 8;

/// Tables behind the symbolic memory; shared by all states of one encoding.
pub struct Memory {
    /// All terms.
    pub pool: TermPool,
    /// All objects ever made; object 0 is "no object", object 1 is all memory outside the program.
    pub objects: IdVec<ObjectId, Object>,
    /// Facts about base addresses that always hold.
    pub constraints: Vec<TermId>,
    pointer_bits: u32,
    /// What was asked for and is not modelled.
    gaps: IndexSet<&'static str>,
    /// By object: when numbers lie in it that were taken for addresses and whose object cannot be seen from the term.
    guessed: IndexMap<ObjectId, IndexSet<TermId>>,
    /// How many objects there were when an object first may have died.
    deaths: IndexMap<ObjectId, usize>,
    /// Objects that were read at a symbolic index as arrays of integers: the bytes of an element, and which of all such
    /// reads was the last.
    viewed: IndexMap<ObjectId, (u64, u64)>,
    views: u64,
    /// Bytes of objects that were read before they were written: offset, width and input.
    unwritten: IndexMap<ObjectId, Vec<Unwritten>>,
    /// Base addresses of the objects whose address was looked at.
    exposed: IndexMap<ObjectId, TermId>,
    /// From the term of an address to the pointer it was made from.
    address_of: FastMap<TermId, TermId>,
    /// What terms that are no trees of pairs (array elements, loop-back pointers) may point to.
    opaque: FastMap<TermId, Rc<[Target]>>,
    cases: FastMap<TermId, Rc<[Case]>>,
    object_parts: FastMap<TermId, TermId>,
    node_parts: FastMap<TermId, TermId>,
    offset_parts: FastMap<TermId, TermId>,
    sums: FastMap<(TermId, TermId), TermId>,
    elements: FastMap<(TermId, TermId), TermId>,
    dereferenced: DereferenceVariables,
    addresses: FastMap<TermId, TermId>,
}

impl Memory {
    /// An empty memory for pointers of so many bits.
    pub fn new(pointer_bits: u8) -> Self {
        let mut pool = TermPool::new();
        let mut objects = IdVec::new();
        let zero = pool.bv_const(0, u32::from(pointer_bits));
        objects.push(Object::outside(ObjectKind::None, zero, "null"));
        objects.push(Object::outside(ObjectKind::Foreign, zero, "foreign memory"));
        Self {
            pool,
            objects,
            constraints: Vec::new(),
            pointer_bits: u32::from(pointer_bits),
            gaps: IndexSet::new(),
            guessed: IndexMap::new(),
            deaths: IndexMap::new(),
            viewed: IndexMap::new(),
            views: 0,
            unwritten: IndexMap::new(),
            exposed: IndexMap::new(),
            address_of: FastMap::default(),
            opaque: FastMap::default(),
            cases: FastMap::default(),
            object_parts: FastMap::default(),
            node_parts: FastMap::default(),
            offset_parts: FastMap::default(),
            sums: FastMap::default(),
            elements: FastMap::default(),
            dereferenced: IndexMap::new(),
            addresses: FastMap::default(),
        }
    }

    /// Bits of an address or offset.
    pub fn offset_bits(&self) -> u32 {
        self.pointer_bits
    }

    /// The sort of pointers.
    pub fn pointer_sort(&self) -> Sort {
        Sort::Bv(self.pointer_bits + NODE_BITS + OBJECT_BITS)
    }

    /// A constant offset or size.
    pub fn offset(&mut self, value: u64) -> TermId {
        self.pool.bv_const(u128::from(value), self.pointer_bits)
    }

    /// Adds an object; `None` when there are too many.
    pub fn add_object(&mut self, object: Object) -> Option<ObjectId> {
        (self.objects.len() < (1 << OBJECT_BITS) - 1).then(|| self.objects.push(object))
    }

    /// Whether `width` bytes at `offset` lie inside an object.
    pub fn in_bounds(&mut self, object: ObjectId, offset: TermId, width: u64) -> TermId {
        let width = self.offset(width);
        self.range_in_bounds(object, offset, width)
    }

    /// Whether a range of symbolic length lies inside an object.
    pub fn range_in_bounds(&mut self, object: ObjectId, offset: TermId, width: TermId) -> TermId {
        let size = self.objects[object].size;
        let fits = self.pool.ule(width, size);
        let last = self.pool.sub(size, width);
        let inside = self.pool.ule(offset, last);
        self.pool.and([fits, inside])
    }

    /// What was asked for and is not modelled, and when: then nothing is proved by the terms that came out.
    /// `ordered` tells that objects were made in the order of execution. A number in an object that died leads to
    /// another one if that took its place.
    pub fn gaps(&mut self, ordered: bool) -> Vec<(&'static str, TermId)> {
        let mut gaps: Vec<_> = self.gaps.iter().map(|&gap| (gap, TermId::TRUE)).collect();
        let count = self.objects.len();
        let replaced = |object: &ObjectId| self.deaths.get(object).is_some_and(|&then| !ordered || count > then);
        let unclear = self.guessed.iter().filter(|(object, _)| replaced(object)).flat_map(|(_, inside)| inside);
        let unclear: Vec<TermId> = unclear.copied().collect();
        if !unclear.is_empty() {
            gaps.push(("a pointer computed from a number", self.pool.or(unclear)));
        }
        gaps
    }

    /// Notes that an object may die here.
    pub fn note_death(&mut self, object: ObjectId) {
        self.deaths.entry(object).or_insert(self.objects.len());
    }

    /// What facts call an object.
    pub fn object_name(&self, object: ObjectId) -> verdict::Object {
        match self.objects[object].kind {
            ObjectKind::None => verdict::Object::Null,
            ObjectKind::Heap => verdict::Object::Nodes(object.0, None),
            _ => verdict::Object::Named(self.objects[object].name.clone()),
        }
    }

    /// What facts call a field of a class's nodes; the offset past all others says whether a node was freed.
    pub fn field_name(&self, object: ObjectId, at: u64) -> Name {
        match at {
            u64::MAX => Name::Freed(self.object_name(object)),
            at => Name::Content(Place::new(self.object_name(object), at)),
        }
    }

    /// What was read of objects before it was written.
    pub fn unwritten(&self) -> &IndexMap<ObjectId, Vec<Unwritten>> {
        &self.unwritten
    }

    /// The term of an object's number.
    fn object_number(&mut self, object: ObjectId) -> TermId {
        self.pool.bv_const(object.index() as u128, OBJECT_BITS)
    }
}
