//! Folding: nodes that are linked as a tree become one.
//!
//! What is below a node is put together with it ([`State::put_below`]) if nothing else leads there, one description fits
//! both, and the result leads on in one place at most. So whole subtrees disappear in complete trees, and
//! on the way from a root to a node that a variable leads to, two nodes in a row, with the subtrees beside that way, become a tree with
//! a hole. One node alone on that way stays what it is: most is known of it so.

use super::abstraction::MOST;
use super::join::{Holder, Joiner, Loss, points_to};
use super::memory::Statics;
use super::order::Order;
use super::state::{Base, Frame, Kind, Object, Segment, Shape, State};
use super::tree::{Branches, Family, as_tree, exits, spread};
use super::value::{ObjectId, Pointer, Spot, Value};
use crate::base::Id;
use std::rc::Rc;

/// A tree that is being folded: how its nodes are linked.
struct Folding<'a> {
    statics: &'a Statics<'a>,
    tree: Segment,
    /// Bytes of a pointer.
    width: u64,
    loss: Loss,
}

impl State {
    /// Collapses trees.
    pub fn folded(&self, statics: &Statics, families: &[Family]) -> State {
        let mut state = self.clone();
        let lists = self.nodes().filter(|(_, object)| object.segment().is_some_and(|segment| !segment.is_tree()));
        for (&id, object) in lists {
            let family = families.iter().find(|family| family.contains(object));
            let width = object.segment().and_then(|segment| object.cells.get(&segment.next)).map(|cell| cell.width);
            if let (Some(family), Some(segment), Some(width)) = (family, object.segment(), width)
                && let Some(tree) = family.tree(segment.head)
                && let Some(tree) = as_tree(object, tree, statics.globals, width)
            {
                state.objects.insert(id, Rc::new(tree));
            }
        }
        while let Some(smaller) = state.fold_some(statics, families) {
            state = smaller;
        }
        state
    }

    /// Puts two nodes together that are linked as parts of a tree, with what is below them.
    fn fold_some(&self, statics: &Statics, families: &[Family]) -> Option<State> {
        for loss in [Loss::Lengths, Loss::Numbers] {
            for family in families {
                for (&from, object) in self.nodes().filter(|(_, object)| family.contains(object)) {
                    for at in &family.fields {
                        let Some(cell) = object.cells.get(at) else { continue };
                        let Value::Pointer(pointer) = cell.value else { continue };
                        let Some(tree) = pointer.offset().and_then(|head| family.tree(head)) else { continue };
                        let folding = Folding { statics, tree, width: cell.width, loss };
                        if let Some(folded) = self.fold(&folding, from, pointer.object) {
                            return Some(folded);
                        }
                    }
                }
            }
        }
        None
    }

    fn fold(&self, folding: &Folding, from: ObjectId, to: ObjectId) -> Option<State> {
        let (state, to) = self.gathered(folding, to, None)?;
        let (state, from) = state.gathered(folding, from, Some(to))?;
        let above = state.leads_on(folding, from)?;
        let below = state.leads_on(folding, to)?;
        if above.len() > 1 || below.len() > 1 {
            return None;
        }
        let (mut state, tree) = state.put_below(folding, from, to)?;
        let object = state.objects.get(&tree)?;
        let folded = as_tree(object, folding.tree, folding.statics.globals, folding.width)?;
        state.objects.insert(tree, Rc::new(folded));
        Some(state)
    }

    /// Where a node leads on.
    fn leads_on(&self, folding: &Folding, node: ObjectId) -> Option<Vec<(u64, Value)>> {
        let object = self.objects.get(&node)?;
        let spread = spread(object, folding.tree, folding.statics.globals, folding.width);
        if spread.is_none() && object.segment().is_none() {
            folding.statics.irregular.set(true);
        }
        Some(exits(&spread?, folding.tree))
    }

    /// A single node with the complete trees below it, but for one.
    fn gathered(&self, folding: &Folding, node: ObjectId, except: Option<ObjectId>) -> Option<(State, ObjectId)> {
        let (mut state, mut root) = (self.clone(), node);
        if self.objects.get(&node)?.segment().is_some() {
            return Some((state, root));
        }
        for (_, value) in self.leads_on(folding, node)? {
            let Value::Pointer(pointer) = value else { continue };
            let below = pointer.object;
            let heap = state.objects.get(&below).is_some_and(|object| object.kind == Kind::Heap);
            let complete = heap && state.leads_on(folding, below).is_some_and(|exits| exits.is_empty());
            if complete
                && Some(below) != except
                && let Some(together) = state.put_below(folding, root, below)
            {
                (state, root) = together;
            }
        }
        Some((state, root))
    }

    /// A node or tree and one below it as one object, which keeps the other places where it leads on.
    fn put_below(&self, folding: &Folding, from: ObjectId, to: ObjectId) -> Option<(State, ObjectId)> {
        let &Folding { statics, tree, width, loss } = folding;
        let alike = |a: &Object, b: &Object| {
            let optional = [a.shape, b.shape].contains(&Shape::Optional);
            let same = (a.kind, a.size, a.tag, a.owner) == (b.kind, b.size, b.tag, b.owner);
            same && !optional && a.runs.is_empty() && b.runs.is_empty() && a.kind == Kind::Heap && a.size.0 == a.size.1
        };
        let (a, b) = (self.objects.get(&from)?, self.objects.get(&to).filter(|_| from != to)?);
        if !alike(a, b)
            || !a.others.is_empty()
            || !b.others.is_empty()
            || (a.base != b.base && a.base != Base::Any && b.base != Base::Any)
        {
            return None;
        }
        // A pointer to the link of a node tells more of it.
        let is_link = |frame: &Frame, at: usize| statics.links[frame.function.index()][at];
        let by_link = |frame: &Frame| {
            let mut values = frame.registers.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
            values.any(|(at, value)| (points_to(value, from) || points_to(value, to)) && is_link(frame, at))
        };
        if self.frames.iter().any(by_link) {
            return None;
        }
        let at_hole = |id: ObjectId, object: &Object| {
            let spot = if object.segment().is_some() { Spot::Last } else { Spot::First };
            Value::Pointer(Pointer::at(id, tree.head, spot))
        };
        let root = |object: ObjectId| Pointer::at(object, tree.head, Spot::First);
        let (a_at_hole, b_at_hole) = (at_hole(from, a), at_hole(to, b));
        let (a, b) = (spread(a, tree, statics.globals, width)?, spread(b, tree, statics.globals, width)?);
        let (linked, above): (Vec<_>, Vec<_>) =
            exits(&a, tree).into_iter().partition(|(_, value)| *value == Value::Pointer(root(to)));
        let below = exits(&b, tree);
        let leads_back = tree.prev.is_none_or(|prev| b.cell(prev) == Some(a_at_hole));
        let inside = |value: Value| points_to(value, from) || points_to(value, to);
        let outer = tree.prev.and_then(|prev| a.cell(prev));
        let cyclic = above.iter().chain(&below).any(|(_, value)| inside(*value)) || outer.is_some_and(inside);
        if linked.len() != 1 || !leads_back || cyclic || (!above.is_empty() && !below.is_empty()) || below.len() > 1 {
            return None;
        }
        let nodes = a.min().saturating_add(b.min());
        let taken = |object: &Object, field: u64| match object.segment().map(|segment| segment.way) {
            Some(way) if way != Branches::NONE => Some(way),
            _ => Branches::of([field]),
        };
        let (min, way) = match (above.as_slice(), linked.as_slice(), below.as_slice()) {
            ([], _, []) => (nodes.min(1), Branches::NONE),
            ([], [(link, _)], [(exit, _)]) => (nodes.min(MOST), taken(&a, *link)?.union(taken(&b, *exit)?)),
            _ => (a.min(), Branches::NONE),
        };
        let shape = Shape::Segment(Segment { min, way, ..tree });
        let id = ObjectId(self.next_object);
        let mut joiner = Joiner::of_nodes(statics, self, loss, (from, to, id));
        let links = tree.links();
        let holder = Holder { left: from, right: to, result: id, shape, owner: a.owner, at: 0 };
        let without = |object: &Object| {
            let mut without = object.clone();
            without.cells.retain(|at, _| !links.contains(at));
            without
        };
        let mut cells = joiner.cells(holder, &without(&a), &without(&b))?;
        let (lefts, rights) = joiner.consumed();
        let private = self.is_private(from, &lefts) && self.is_private(to, &rights);
        if !private || lefts.iter().any(|id| rights.contains(id)) {
            return None;
        }
        for at in links {
            let mut cell = *a.cells.get(&at)?;
            if Some(at) != tree.prev {
                let exit = above.iter().chain(&below).find(|(field, _)| *field == at);
                cell.value = exit.map_or(Value::ZERO, |(_, value)| *value);
            }
            cells.insert(at, cell);
        }
        let base = if a.base == b.base { a.base } else { Base::Any };
        let result = Object {
            kind: Kind::Heap,
            size: a.size,
            by: None,
            measure: None,
            is_table: false,
            stride: 0,
            runs: Vec::new(),
            tag: a.tag,
            shape,
            owner: a.owner,
            cells,
            others: Vec::new(),
            each: Default::default(),
            order: Order::any(1),
            base,
        };
        joiner.add_lengths();
        let mut state = joiner.out;
        state.add_lengths(statics, (from, &a), (to, &b), id);
        for gone in lefts.iter().chain(&rights).chain([&from, &to]) {
            state.objects.remove(gone);
        }
        // The parent of what is below is the node with the hole.
        let parents = above.iter().map(|exit| (exit, a_at_hole)).chain(below.iter().map(|exit| (exit, b_at_hole)));
        for ((_, value), parent) in parents {
            if let (Value::Pointer(pointer), Some(prev)) = (value, tree.prev)
                && let Some(child) = state.object_mut(pointer.object)
                && child.kind == Kind::Heap
                && child.cell(prev) == Some(parent)
                && child.segment().is_none_or(|segment| segment.prev == tree.prev)
            {
                child.set(prev, Value::Pointer(Pointer { spot: Spot::Last, ..root(id) }));
            }
        }
        state.objects.insert(id, Rc::new(result));
        state.replace(&|value| (value == Value::Pointer(root(from))).then_some(Value::Pointer(root(id))));
        let cells = state.objects.values().flat_map(|object| object.values());
        let lost = cells.chain(state.roots()).any(inside);
        (!lost).then_some((state, id))
    }
}
