//! The heap as the solver sees it, and the rules of integrity.
//!
//! In: node types, reads and writes. Out: terms, and the axioms that the reads call for.
//!
//! Per node type there is the set of its nodes, per field a map from a node to its value. That these maps are
//! apart is what "nodes are separate" means; it is kept because nodes only come from new memory. Both change by
//! writing, by allocation, and by passing a cut point, after which they are unknown but for integrity. The
//! arrays never meet the solver's array theory: a read walks back over the writes, and only where it
//! arrives at a cut point it becomes a `select`, to which the rules of seed 000, section 4 are applied there:
//! - closed: what a pointer field of a node holds is null or a node;
//! - node: a struct that is part of a node is a node.

use super::layout::{Class, FieldId, Layout, NodeTypeId, NodeTypes, Target};
use crate::base::{Id, IdVec, define_id};
use crate::logic::{FastMap, FastSet, Sort, TermId, TermPool};
use std::collections::BTreeSet;

/// What a pointer of a union holds that was overwritten, or never written: no node is there.
const FORGOTTEN: u64 = 1;

define_id!(
    /// A state of one array.
    VersionId,
    "h"
);

/// One of the arrays that make up the heap.
#[derive(Clone, Copy)]
enum Array {
    Nodes(NodeTypeId),
    Field(FieldId),
}

/// How a state of an array came about.
#[derive(Clone, Copy)]
enum Version {
    /// At a cut point of that number.
    Cut(u32, Array),
    /// One value everywhere.
    Fill(TermId),
    /// Any values: a variable that is an array.
    Any(TermId),
    Write {
        before: VersionId,
        at: TermId,
        value: TermId,
    },
    Join {
        condition: TermId,
        then: VersionId,
        otherwise: VersionId,
    },
}

/// How a state of an array came about, for explanations.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Cut,
    Fill(TermId),
    Write { before: VersionId, at: TermId, value: TermId },
    Join { condition: TermId, then: VersionId, otherwise: VersionId },
}

/// The state of all arrays.
#[derive(Clone)]
pub(super) struct View {
    nodes: IdVec<NodeTypeId, VersionId>,
    fields: IdVec<FieldId, VersionId>,
    /// Pointer fields of which integrity is not known because they or their nodes changed since the cut point.
    dirty: BTreeSet<FieldId>,
}

/// A field that may lie at an address.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// Whether it does.
    pub condition: TermId,
    /// The field.
    pub field: FieldId,
    /// The node that has it.
    pub node: TermId,
}

/// Terms of the heap, and the axioms about them.
pub(super) struct Heap<'a> {
    pub pool: TermPool,
    pub types: &'a NodeTypes,
    /// What holds of all terms so far.
    pub axioms: Vec<TermId>,
    /// Bits of a pointer.
    pub width: u32,
    /// Any node: the one whose field breaks integrity, where that is asked.
    pub witness: TermId,
    /// Arrays that private arrays hold before they are set.
    unset: FastSet<TermId>,
    versions: IdVec<VersionId, Version>,
    reads: FastMap<(VersionId, TermId), TermId>,
    cuts: u32,
}

impl<'a> Heap<'a> {
    /// A heap with pointers of so many bits.
    pub fn new(types: &'a NodeTypes, width: u32) -> Self {
        let mut pool = TermPool::new();
        let witness = pool.var("witness", Sort::Bv(width));
        Self {
            pool,
            types,
            axioms: Vec::new(),
            width,
            witness,
            unset: FastSet::default(),
            versions: IdVec::new(),
            reads: FastMap::default(),
            cuts: 0,
        }
    }

    /// The heap after a cut point: all that is known is integrity.
    pub fn cut(&mut self) -> View {
        self.cuts += 1;
        let cut = self.cuts;
        let types = self.types;
        let mut base = |array| self.versions.push(Version::Cut(cut, array));
        let nodes = types.types.ids().map(|ty| base(Array::Nodes(ty))).collect();
        let fields = types.fields.ids().map(|field| base(Array::Field(field))).collect();
        View { nodes, fields, dirty: BTreeSet::new() }
    }

    /// A constant as wide as a pointer.
    pub fn number(&mut self, value: u64) -> TermId {
        self.pool.bv_const(u128::from(value), self.width)
    }

    /// An address moved by a constant.
    pub fn shift(&mut self, address: TermId, offset: u64) -> TermId {
        let offset = self.number(offset);
        self.pool.add(address, offset)
    }

    /// Whether an address is null.
    pub fn is_null(&mut self, address: TermId) -> TermId {
        let null = self.number(0);
        self.pool.eq(address, null)
    }

    fn read(&mut self, version: VersionId, at: TermId) -> TermId {
        if let Some(known) = self.reads.get(&(version, at)) {
            return *known;
        }
        let value = match self.versions[version] {
            Version::Cut(cut, array) => {
                let (name, width) = match array {
                    Array::Nodes(ty) => (format!("nodes.{ty}.{cut}"), 1),
                    Array::Field(field) => (format!("{field}.{cut}"), self.types.fields[field].size as u32 * 8),
                };
                let variable = self.pool.var(&name, Sort::Array(self.width, width));
                let value = self.pool.select(variable, at);
                self.reads.insert((version, at), value);
                self.apply_rule(version, array, at, value);
                return value;
            }
            Version::Fill(value) => value,
            Version::Any(variable) => self.pool.select(variable, at),
            Version::Write { before, at: place, value } => {
                let same = self.pool.eq(place, at);
                match self.pool.as_bool(same) {
                    Some(true) => value,
                    Some(false) => self.read(before, at),
                    None => {
                        let other = self.read(before, at);
                        self.pool.ite(same, value, other)
                    }
                }
            }
            Version::Join { condition, then, otherwise } => {
                let (then, otherwise) = (self.read(then, at), self.read(otherwise, at));
                self.pool.ite(condition, then, otherwise)
            }
        };
        self.reads.insert((version, at), value);
        value
    }

    /// The rules for what is read at a cut point. All versions of one cut point stand in the order of
    /// [`Heap::cut`].
    fn apply_rule(&mut self, version: VersionId, array: Array, at: TermId, value: TermId) {
        let types = self.types;
        let nodes_of = |ty: NodeTypeId| {
            let position = match array {
                Array::Nodes(own) => own.index(),
                Array::Field(field) => types.types.len() + field.index(),
            };
            VersionId::from_index(version.index() - position + ty.index())
        };
        match array {
            Array::Nodes(ty) => {
                let parts: Vec<_> = types.types[ty].layout.nodes.iter().filter(|part| part.1 != ty).copied().collect();
                let whole = self.holds(value);
                for (offset, part) in parts {
                    let place = self.shift(at, offset);
                    let inside = self.read(nodes_of(part), place);
                    let inside = self.holds(inside);
                    let rule = self.pool.implies(whole, inside);
                    self.axioms.push(rule);
                }
            }
            Array::Field(field) => {
                let Some(target) = types.points_to(field) else { return };
                let owner = types.fields[field].owner;
                let owner = if types.types[owner].private {
                    self.is_element(owner, at)
                } else {
                    let bit = self.read(nodes_of(owner), at);
                    self.holds(bit)
                };
                let pointee = self.read(nodes_of(target), value);
                let pointee = self.holds(pointee);
                let null = self.is_null(value);
                let sound = self.pool.or([null, pointee]);
                let rule = self.pool.implies(owner, sound);
                self.axioms.push(rule);
            }
        }
    }

    /// A membership bit as a boolean.
    fn holds(&mut self, bit: TermId) -> TermId {
        let one = self.pool.bv_const(1, 1);
        self.pool.eq(bit, one)
    }

    /// Whether an offset is one of an element of a private array.
    pub fn is_element(&mut self, ty: NodeTypeId, offset: TermId) -> TermId {
        let size = self.number(self.types.types[ty].layout.size);
        self.pool.ult(offset, size)
    }

    /// Whether a node of a type begins at an address.
    pub fn is_node(&mut self, view: &View, ty: NodeTypeId, at: TermId) -> TermId {
        if self.types.types[ty].private {
            return self.is_element(ty, at);
        }
        let bit = self.read(view.nodes[ty], at);
        self.holds(bit)
    }

    /// Whether an address that is not null is one that a pointer may hold.
    pub fn is_valid(&mut self, view: &View, target: Target, at: TermId) -> TermId {
        match target {
            Target::Node(ty) => self.is_node(view, ty, at),
            Target::Cell(class) => {
                let found: Vec<TermId> = self.candidates(view, class, at).iter().map(|c| c.condition).collect();
                self.pool.or(found)
            }
        }
    }

    /// Whether an address is null or one that a pointer may hold.
    pub fn is_pointer(&mut self, view: &View, target: Target, at: TermId) -> TermId {
        let null = self.is_null(at);
        let valid = self.is_valid(view, target, at);
        self.pool.or([null, valid])
    }

    /// The fields of a class that may lie at an address.
    pub fn candidates(&mut self, view: &View, class: Class, at: TermId) -> Vec<Candidate> {
        let fields = self.types.reachable(|field| field.class == class);
        self.fields_at(view, &fields, at)
    }

    /// Which of some fields lies at an address. At most one does, since nodes are separate.
    pub fn fields_at(&mut self, view: &View, fields: &[FieldId], at: TermId) -> Vec<Candidate> {
        let types = self.types;
        let mut found: Vec<Candidate> = Vec::new();
        for &field in fields {
            let node = self.shift(at, types.fields[field].offset.wrapping_neg());
            let condition = self.is_node(view, types.fields[field].owner, node);
            found.push(Candidate { condition, field, node });
        }
        for (index, one) in found.iter().enumerate() {
            for other in &found[..index] {
                let both = self.pool.and([one.condition, other.condition]);
                let apart = self.pool.not(both);
                self.axioms.push(apart);
            }
        }
        found
    }

    /// The value of a field of a node.
    pub fn load(&mut self, view: &View, field: FieldId, node: TermId) -> TermId {
        self.read(view.fields[field], node)
    }

    /// Sets a field of a node.
    pub fn store(&mut self, view: &mut View, field: FieldId, node: TermId, value: TermId) {
        let before = view.fields[field];
        view.fields[field] = self.versions.push(Version::Write { before, at: node, value });
        if self.types.points_to(field).is_some() {
            view.dirty.insert(field);
        }
    }

    /// A private array begins to live: its elements are zero, or anything.
    pub fn begin_array(&mut self, view: &mut View, field: FieldId, zeroed: bool) {
        self.cuts += 1;
        view.fields[field] = if zeroed {
            let zero = self.pool.bv_const(0, self.types.fields[field].size as u32 * 8);
            self.versions.push(Version::Fill(zero))
        } else {
            let name = format!("{field}.new.{}", self.cuts);
            let sort = Sort::Array(self.width, self.types.fields[field].size as u32 * 8);
            let variable = self.pool.var(&name, sort);
            self.unset.insert(variable);
            self.versions.push(Version::Any(variable))
        };
        view.dirty.insert(field);
    }

    /// Whether an array is what a private array held before it was set.
    pub fn is_unset(&self, array: TermId) -> bool {
        self.unset.contains(&array)
    }

    /// New memory at an address that is null or was not in use: nodes of the layout begin there if `whole`.
    /// Its fields hold anything.
    pub fn create(&mut self, view: &mut View, layout: &Layout, at: TermId, whole: TermId) {
        let null = self.is_null(at);
        for &(offset, ty) in &layout.nodes {
            let place = self.shift(at, offset);
            let used = self.is_node(view, ty, place);
            let unused = self.pool.not(used);
            let fresh = self.pool.or([null, unused]);
            self.axioms.push(fresh);
            let exists = self.pool.not(null);
            let exists = self.pool.and([exists, whole]);
            let value = self.pool.bool_to_bv(exists, 1);
            let before = view.nodes[ty];
            view.nodes[ty] = self.versions.push(Version::Write { before, at: place, value });
        }
        let pointers =
            layout.slots.iter().map(|slot| slot.field).filter(|field| self.types.points_to(*field).is_some());
        view.dirty.extend(pointers);
        self.forget_unions(view, layout, at);
    }

    /// The set of nodes of a type, where it was looked at: addresses and membership bits.
    pub fn known_node(&self, view: &View, ty: NodeTypeId) -> Vec<(TermId, TermId)> {
        self.reads_of(view.nodes[ty])
    }

    /// The state of a field.
    pub fn field_version(&self, view: &View, field: FieldId) -> VersionId {
        view.fields[field]
    }

    /// How a state came about.
    pub fn step(&self, version: VersionId) -> Step {
        match self.versions[version] {
            Version::Cut(..) | Version::Any(_) => Step::Cut,
            Version::Fill(value) => Step::Fill(value),
            Version::Write { before, at, value } => Step::Write { before, at, value },
            Version::Join { condition, then, otherwise } => Step::Join { condition, then, otherwise },
        }
    }

    /// Where a state was read, and what was found.
    pub fn reads_of(&self, version: VersionId) -> Vec<(TermId, TermId)> {
        self.reads.iter().filter(|((v, _), _)| *v == version).map(|((_, at), value)| (*at, *value)).collect()
    }

    /// Nodes stay nodes: what was valid before a cut point is valid after it.
    pub fn carry(&mut self, before: &View, after: &View, target: Target, at: TermId) {
        let was = self.is_valid(before, target, at);
        let is = self.is_valid(after, target, at);
        let rule = self.pool.implies(was, is);
        self.axioms.push(rule);
    }

    /// The state that is `then` if the condition holds.
    pub fn join(&mut self, condition: TermId, then: &View, otherwise: &View) -> View {
        let versions = &mut self.versions;
        let mut join = |then: VersionId, otherwise: VersionId| {
            if then == otherwise { then } else { versions.push(Version::Join { condition, then, otherwise }) }
        };
        View {
            nodes: then.nodes.iter().zip(otherwise.nodes.iter()).map(|(a, b)| join(*a, *b)).collect(),
            fields: then.fields.iter().zip(otherwise.fields.iter()).map(|(a, b)| join(*a, *b)).collect(),
            dirty: then.dirty.union(&otherwise.dirty).copied().collect(),
        }
    }

    /// The pointers of a union in new memory hold nothing yet.
    fn forget_unions(&mut self, view: &mut View, layout: &Layout, at: TermId) {
        let types = self.types;
        for slot in layout.slots.iter().filter(|slot| types.fields[slot.field].in_union) {
            let node = self.shift(at, slot.owner_offset);
            self.forget(view, slot.field, node);
        }
    }

    /// A pointer of a union is overwritten through another member.
    pub fn forget(&mut self, view: &mut View, field: FieldId, node: TermId) {
        let value = self.number(FORGOTTEN);
        self.store(view, field, node, value);
    }

    fn unless_forgotten(&mut self, field: FieldId, value: TermId, broken: TermId) -> TermId {
        if !self.types.fields[field].in_union {
            return broken;
        }
        let forgotten = self.number(FORGOTTEN);
        let known = self.pool.ne(value, forgotten);
        self.pool.and([known, broken])
    }

    /// Per pointer field that may break integrity: what the witness holds there, and whether that breaks it.
    pub fn broken(&mut self, view: &View) -> Vec<(FieldId, TermId, TermId)> {
        let witness = self.witness;
        let null = self.is_null(witness);
        let mut found = Vec::new();
        for &field in &view.dirty {
            let Some(target) = self.types.points_to(field) else { continue };
            let is_node = self.is_node(view, self.types.fields[field].owner, witness);
            let value = self.load(view, field, witness);
            let sound = self.is_pointer(view, Target::Node(target), value);
            let private = self.types.types[self.types.fields[field].owner].private;
            let is_something = if private { TermId::TRUE } else { self.pool.not(null) };
            let unsound = self.pool.not(sound);
            let broken = self.pool.and([is_something, is_node, unsound]);
            let broken = self.unless_forgotten(field, value, broken);
            found.push((field, value, broken));
        }
        found
    }
}
