//! Trees: segments whose nodes have several links.
//!
//! A segment with branches stands for a *tree with a hole*: each of its nodes has a pointer to a further node, or null, in each
//! of several fields, and every node but the first is led to by exactly one of those. At one place among these fields, the
//! *hole*, the tree goes on outside: the value there is kept in the cell `next`, the cells of the branches are zero.
//! With a null there the tree is complete; as all its ends are null then, any of them may be taken for the hole.
//! A list segment is the case of one field, so most of what is done with segments needs no change: without nodes, pointers to
//! the first are the value of the hole; the *last* node is the one with the hole. `prev` is the pointer to the parent:
//! the cell holds that of the first node.
//!
//! - A node that is taken out has the rest of the tree, with the hole, in one of the fields, and complete trees
//!   in all others: each field that is taken on the `way` to the hole is a case. Of a complete tree that was never another,
//!   nothing leads to the node with the hole. Following any field to its end leads to a null there that can be taken
//!   for it, so that one case is enough, and joined with a tree with a hole it goes any way.
//! - `min` counts the nodes on the way to the hole, so a node less is left there; of complete trees it counts
//!   all nodes, and what is left of them may be empty.
//! - Folding is in [`super::fold`], and joins see lists and single nodes as trees ([`as_tree`]).

use super::state::{Kind, Object, Segment, Shape, State};
use super::value::{ObjectId, Pointer, Spot, Value};
use crate::base::IdVec;
use crate::ir::{Global, GlobalId, RecordId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Offsets of pointers to further nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Branches(u64);

impl Branches {
    /// None: a list.
    pub const NONE: Self = Self(0);
    /// Pointers stand at multiples of this.
    const STEP: u64 = 4;

    /// A set of offsets; `None` for places where pointers do not stand, or too far away.
    pub fn of(offsets: impl IntoIterator<Item = u64>) -> Option<Self> {
        offsets.into_iter().try_fold(Self::NONE, |Self(bits), at| {
            let fits = at.is_multiple_of(Self::STEP) && at / Self::STEP < u64::from(u64::BITS);
            fits.then(|| Self(bits | 1 << (at / Self::STEP)))
        })
    }

    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn contains(self, other: Self) -> bool {
        self.union(other) == self
    }

    /// The offsets, in order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..u64::from(u64::BITS)).filter(move |bit| self.0 >> bit & 1 == 1).map(|bit| bit * Self::STEP)
    }
}

impl Segment {
    pub fn is_tree(self) -> bool {
        self.branches != Branches::NONE
    }

    /// The fields that may be taken to the hole from a node.
    pub fn toward_hole(self) -> impl Iterator<Item = u64> {
        let any = self.way == Branches::NONE;
        self.fields().filter(move |at| !any && self.way.iter().any(|field| field == *at) || any && *at == self.next)
    }

    /// All fields that lead to further nodes.
    pub fn fields(self) -> impl Iterator<Item = u64> {
        std::iter::once(self.next).chain(self.branches.iter())
    }
}

/// Nodes of one type that are linked as a tree, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    tag: Option<RecordId>,
    size: (u64, u64),
    pub fields: BTreeSet<u64>,
    prev: Option<u64>,
}

impl Family {
    pub fn contains(&self, object: &Object) -> bool {
        (object.size, object.tag) == (self.size, self.tag)
    }

    /// Whether another family is of nodes of the same type.
    pub fn is_of_type(&self, other: &Self) -> bool {
        (self.size, self.tag) == (other.size, other.tag)
    }

    /// The trees of these nodes, if links lead to this place in a node.
    pub fn tree(&self, head: i64) -> Option<Segment> {
        let mut fields = self.fields.iter().copied();
        let next = fields.next()?;
        let branches = Branches::of(fields)?;
        Some(Segment { next, branches, way: Branches::NONE, prev: self.prev, head, min: 0, rules: None })
    }
}

/// How nodes of one type are linked with each other.
#[derive(Default)]
struct Links {
    /// Fields that are known to lead on.
    fields: BTreeSet<u64>,
    /// Fields that lead to other nodes. They lead on in a tree if nothing else leads there.
    seen: Vec<(u64, ObjectId)>,
    /// Fields that lead there and back.
    pairs: BTreeSet<(u64, u64)>,
    parent: Option<u64>,
}

impl Links {
    fn pair(&mut self, there: u64, back: u64) {
        self.pairs.extend([(there, back), (back, there)]);
    }

    /// The field that leads to the parent: the way back from several fields, or else from one that stands before it.
    fn parent(&self) -> Option<u64> {
        let backs = |at: &u64| self.pairs.iter().filter(|(_, back)| back == at).count();
        let several = self.pairs.iter().map(|(_, back)| *back).filter(|at| backs(at) > 1).max_by_key(backs);
        let one = || self.pairs.iter().find(|(there, back)| there < back).map(|(_, back)| *back);
        several.or(self.parent).or_else(one)
    }
}

impl State {
    /// Adds the types of nodes that are linked as trees here: by more than one field, the one to the parent aside.
    pub fn recognise(&self, trees: &mut Vec<Family>) {
        let mut types: Vec<(&Object, Links)> = Vec::new();
        for (&id, object) in self.nodes() {
            let same = |other: &Object| (other.size, other.tag) == (object.size, object.tag);
            let met = types.iter().position(|(other, _)| same(other));
            let index = met.unwrap_or_else(|| {
                let family = trees.iter().find(|family| family.contains(object));
                let links = family.map(|family| Links {
                    fields: family.fields.clone(),
                    parent: family.prev,
                    ..Links::default()
                });
                types.push((object, links.unwrap_or_default()));
                types.len() - 1
            });
            let links = &mut types[index].1;
            if let Some(segment) = object.segment() {
                links.fields.extend(segment.fields());
                match segment.prev {
                    Some(prev) if segment.is_tree() => links.parent = Some(prev),
                    Some(prev) => links.pair(segment.next, prev),
                    None => {}
                }
            }
            for (&at, cell) in &object.cells {
                let Value::Pointer(pointer) = cell.value else { continue };
                let other = self.objects.get(&pointer.object).filter(|_| pointer.object != id);
                let Some(other) = other.filter(|other| other.kind == Kind::Heap && same(other)) else { continue };
                links.seen.push((at, pointer.object));
                let of_each = object.segment().is_some_and(|segment| !segment.links().contains(&at));
                if of_each && other.owner != Some(id) {
                    links.seen.push((at, pointer.object));
                }
                for (&back, cell) in &other.cells {
                    if matches!(cell.value, Value::Pointer(pointer) if pointer.object == id) {
                        links.pair(at, back);
                    }
                }
            }
        }
        for (object, links) in types {
            let prev = links.parent();
            let down: Vec<(u64, ObjectId)> = links.seen.into_iter().filter(|(at, _)| Some(*at) != prev).collect();
            let alone = |node: ObjectId| down.iter().filter(|(_, other)| *other == node).count() == 1;
            let mut fields = links.fields;
            fields.extend(down.iter().filter(|(_, node)| alone(*node)).map(|(at, _)| *at));
            fields.retain(|at| Some(*at) != prev);
            if fields.len() > 1 {
                let family = Family { tag: object.tag, size: object.size, fields, prev };
                match trees.iter_mut().find(|family| family.contains(object)) {
                    Some(known) => *known = family,
                    None => trees.push(family),
                }
            }
        }
    }

    /// The heap objects that may be nodes.
    pub fn nodes(&self) -> impl Iterator<Item = (&ObjectId, &Object)> {
        let nodes = self.objects.iter().map(|(id, object)| (id, &**object));
        nodes.filter(|(_, object)| object.kind == Kind::Heap && object.shape != Shape::Optional)
    }

    /// Fills the fields of a node that was taken out of a tree: one of them has a value, the others lead to complete trees.
    pub fn fill_links(&mut self, tree: ObjectId, node: ObjectId, field: u64, value: Value) -> Option<()> {
        let segment = self.objects.get(&tree)?.segment()?;
        let width = self.objects.get(&tree)?.cells.get(&segment.next)?.width;
        for at in segment.fields() {
            let value = if at == field { value } else { self.complete_tree(tree, segment, node, width)? };
            self.object_mut(node)?.put(at, width, value);
        }
        Some(())
    }

    /// A complete tree of the same kind as another one, below a node: the pointer to it.
    fn complete_tree(&mut self, tree: ObjectId, segment: Segment, node: ObjectId, width: u64) -> Option<Value> {
        let mut copies = BTreeMap::new();
        for original in [tree].into_iter().chain(self.owned(tree)) {
            copies.insert(original, ObjectId(self.next_object));
            self.next_object += 1;
        }
        for (original, copy) in &copies {
            let mut new = Object::clone(self.objects.get(original)?);
            if *original == tree {
                new.shape = Shape::Segment(Segment { min: 0, way: Branches::NONE, ..segment });
                new.set(segment.next, Value::ZERO);
                if let Some(prev) = segment.prev {
                    new.put(prev, width, Value::Pointer(Pointer::at(node, segment.head, Spot::First)));
                }
            } else {
                new.owner = new.owner.map(|owner| copies.get(&owner).copied().unwrap_or(owner));
            }
            for value in new.values_mut() {
                if let Value::Pointer(pointer) = value
                    && let Some(copy) = copies.get(&pointer.object)
                    && (pointer.object != tree || pointer.spot == Spot::Each)
                {
                    pointer.object = *copy;
                }
            }
            self.objects.insert(*copy, Rc::new(new));
            self.split_length(*original, *copy);
        }
        let object = *copies.get(&tree)?;
        Some(Value::Pointer(Pointer::at(object, segment.head, Spot::First)))
    }
}

/// A list or a single node as a tree: where it leads on stands in the place of the hole. `None` if it leads on in several places,
/// or is linked otherwise.
pub(super) fn as_tree(object: &Object, tree: Segment, globals: &IdVec<GlobalId, Global>, width: u64) -> Option<Object> {
    let mut new = spread(object, tree, globals, width)?;
    let exits = exits(&new, tree);
    let (hole, way) = match exits.as_slice() {
        [] => (Value::ZERO, Branches::NONE),
        [(at, value)] => (*value, Branches::of([*at])?),
        _ => return None,
    };
    new.shape = match new.shape {
        Shape::Region => Shape::Segment(Segment { min: 1, way, ..tree }),
        Shape::Segment(segment) if segment.way == Branches::NONE => Shape::Segment(Segment { way, ..segment }),
        shape => shape,
    };
    for at in tree.fields() {
        new.set(at, if at == tree.next { hole } else { Value::ZERO });
    }
    new.each = Default::default();
    Some(new)
}

/// A list or a single node with all the fields of a tree, each of which leads on from its one end.
pub(super) fn spread(object: &Object, tree: Segment, globals: &IdVec<GlobalId, Global>, width: u64) -> Option<Object> {
    let mut new = object.clone();
    if let Some(segment) = object.segment() {
        let part = segment.fields().all(|field| tree.fields().any(|other| other == field));
        let kinds = !segment.is_like(tree) && !object.others.is_empty();
        if !part || kinds || (segment.prev, segment.head) != (tree.prev, tree.head) {
            return None;
        }
        new.shape = Shape::Segment(Segment { min: segment.min, way: segment.way, ..tree });
    }
    for at in tree.fields().chain(tree.prev) {
        let value = object.peek(at, width, globals);
        new.put(at, width, value);
        let known = matches!(value, Value::Int(0) | Value::Pointer(_) | Value::Dangling);
        let leads_on = object.segment().is_none_or(|segment| segment.fields().any(|field| field == at));
        if Some(at) != tree.prev && (!known || (!leads_on && value != Value::ZERO)) {
            return None;
        }
    }
    Some(new)
}

/// Where a node or a tree leads on.
pub(super) fn exits(object: &Object, tree: Segment) -> Vec<(u64, Value)> {
    let values = tree.fields().filter_map(|at| Some((at, object.cell(at)?)));
    values.filter(|(_, value)| *value != Value::ZERO).collect()
}
