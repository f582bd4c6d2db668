//! Abstraction: nodes that are linked one after the other become a segment.
//!
//! Two neighbours A → B of one size become one segment if nothing but their links leads to where they meet, and if one
//! description fits both nodes ([`super::join`]). What each of them alone leads to becomes part of the description: every
//! node of the segment owns an instance of it. Nodes that lead to different things (one to a block of its own, another to itself) can
//! still become one segment: it has several *kinds* of nodes then, each with its own description, and every node is of one of them.
//! Which one is decided when a node is taken out. Applied to pairs until none is left, this collapses lists of
//! lists from the inside to the outside.

use super::elements::common_element;
use super::join::{Holder, Joiner, Loss, points_to};
use super::memory::Statics;
use super::numbers::{Name, named};
use super::order::Order;
use super::state::{Base, Cell, Kind, Object, Segment, Shape, State};
use super::tree::{Branches, Family};
use super::value::{ObjectId, Pointer, Spot, Value};
use std::rc::Rc;

/// Nodes that are told apart in the length of a segment.
pub(super) const MOST: u8 = 2;

/// Kinds of nodes that are told apart in one segment.
pub(super) const KINDS: usize = 4;

/// What is merged, from what loses little to what loses more.
#[derive(Clone, Copy)]
enum Pass {
    /// Nodes with one description.
    Alike,
    /// In long chains, nodes that differ in constants.
    Numbers,
    /// Nodes that differ in constants, where these make kinds of nodes.
    Constants,
    /// Nodes that differ in what they lead to: they become kinds of nodes of one segment.
    Kinds,
}

/// How eagerly nodes are merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eagerness {
    /// Regions in a row that become a segment.
    pub regions: usize,
    /// Nodes in a row from which on they are merged even if they differ in constants.
    pub different: usize,
    /// Nodes in a row from which on those that differ in what they lead to become kinds of nodes of one segment.
    pub kinds: usize,
    /// Whether nodes that differ in constants become kinds of nodes of one segment, too.
    pub constants: bool,
    /// Whether nodes that are linked by several fields become trees.
    pub trees: bool,
    /// Whether these have rules: what their nodes hold depends on which of them lead on.
    pub tagged: bool,
    /// Whether these are put together, or only left alone: what a loop has found out of a node would be forgotten at its end.
    pub folds: bool,
}

/// A link between two neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Link {
    from: ObjectId,
    to: ObjectId,
    next: u64,
    prev: Option<u64>,
    head: i64,
}

impl State {
    /// Collapses chains of nodes into segments, and trees. Which nodes are linked as trees is noted.
    pub fn abstracted(&self, statics: &Statics, eagerness: Eagerness, trees: &mut Vec<Family>) -> State {
        let mut state = self.clone();
        state.tables_to_runs();
        if eagerness.trees {
            state.recognise(trees);
        }
        if eagerness.folds && eagerness.tagged {
            state = state.folded_by_rules(statics, trees);
        } else if eagerness.folds {
            state = state.folded(statics, trees);
        }
        loop {
            let unified = state.objects.keys().find_map(|id| state.unify_kinds(statics, *id, eagerness));
            let merged = unified.or_else(|| state.merge_some(statics, eagerness, trees));
            match merged.or_else(|| state.merge_runs(statics)) {
                Some(smaller) => state = smaller,
                None => return state,
            }
        }
    }

    fn merge_some(&self, statics: &Statics, eagerness: Eagerness, trees: &[Family]) -> Option<State> {
        let mut links = self.links();
        let in_tree = |id: &ObjectId| {
            self.objects.get(id).is_some_and(|object| trees.iter().any(|family| family.contains(object)))
        };
        links.retain(|link| !in_tree(&link.from));
        for pass in [Pass::Alike, Pass::Constants, Pass::Numbers, Pass::Kinds] {
            for link in &links {
                let regions = [link.from, link.to]
                    .iter()
                    .filter(|id| self.objects.get(id).is_some_and(|object| object.segment().is_none()))
                    .count();
                let chain = chain(&links, link);
                let many = chain >= eagerness.different;
                let loss = if many { Loss::Numbers } else { Loss::Lengths };
                let merged = match pass {
                    Pass::Alike if regions == 2 && chain < eagerness.regions => None,
                    Pass::Kinds | Pass::Constants if chain < eagerness.kinds && !self.has_kinds(link) => None,
                    Pass::Alike => self.merge(statics, link, Loss::Lengths, 1),
                    Pass::Constants if eagerness.constants && !self.has_anchor(link) => {
                        self.merge(statics, link, Loss::Lengths, KINDS)
                    }
                    Pass::Constants => None,
                    Pass::Numbers if many => self.merge(statics, link, Loss::Numbers, 1),
                    Pass::Numbers => None,
                    Pass::Kinds if self.differ_in_pointers(statics, link) => self.merge(statics, link, loss, KINDS),
                    Pass::Kinds => None,
                };
                if merged.is_some() {
                    return merged;
                }
            }
        }
        None
    }

    /// Whether two neighbours differ, or nodes of them do, in more than numbers.
    fn differ_in_pointers(&self, statics: &Statics, link: &Link) -> bool {
        !self.has_anchor(link) && (self.has_kinds(link) || self.merge(statics, link, Loss::Numbers, 1).is_none())
    }

    fn has_anchor(&self, link: &Link) -> bool {
        [link.from, link.to].into_iter().any(|id| self.is_anchor(id))
    }

    /// Whether a single node is what another structure leads to, such as the sentinel of a ring: it is worth knowing which it is.
    fn is_anchor(&self, id: ObjectId) -> bool {
        let Some(node) = self.objects.get(&id).filter(|node| node.segment().is_none()) else { return false };
        let is_node = |other: &Object| (other.kind, other.size, other.tag) == (node.kind, node.size, node.tag);
        self.objects.values().any(|other| !is_node(other) && other.values().any(|value| points_to(value, id)))
    }

    /// Whether one of two neighbours is a segment of several kinds of nodes.
    fn has_kinds(&self, link: &Link) -> bool {
        let several = |id: &ObjectId| self.objects.get(id).is_some_and(|object| !object.others.is_empty());
        [link.from, link.to].iter().any(several)
    }

    /// All places where two neighbours of one size and owner are linked, doubly where possible.
    fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for (&from, object) in self.objects.iter().filter(|(_, object)| object.kind == Kind::Heap) {
            if object.shape == Shape::Optional {
                continue;
            }
            for (&next, cell) in &object.cells {
                let Value::Pointer(pointer) = cell.value else { continue };
                let (Some(head), to) = (pointer.offset(), pointer.object) else { continue };
                let Some(other) = self.objects.get(&to).filter(|_| to != from) else { continue };
                let alike = other.kind == Kind::Heap
                    && other.size == object.size
                    && other.owner == object.owner
                    && other.tag == object.tag
                    // Without it, the list ends before.
                    && (other.shape != Shape::Optional || other.cell(next) == Some(Value::ZERO))
                    && pointer.spot == Spot::First
                    && other.cells.get(&next).is_some_and(|other| other.width == cell.width);
                let fits = |object: &Object| {
                    object.segment().is_none_or(|s| (s.next, s.head, s.branches) == (next, head, Branches::NONE))
                };
                if !alike || !fits(object) || !fits(other) {
                    continue;
                }
                let back = other.cells.iter().find(|(at, back)| {
                    let leads_back = matches!(back.value, Value::Pointer(p)
                        if p.object == from && p.offset() == Some(head)
                            && p.spot == if object.segment().is_some() { Spot::Last } else { Spot::First });
                    leads_back && **at != next && object.cells.get(at).is_some_and(|cell| cell.width == back.width)
                });
                let prev = back.map(|(at, _)| *at);
                if prev.is_some_and(|prev| prev < next) {
                    // Doubly linked nodes are seen from one side only.
                    continue;
                }
                let fits = |object: &Object| object.segment().is_none_or(|segment| segment.prev == prev);
                if fits(object) && fits(other) {
                    links.push(Link { from, to, next, prev, head });
                }
            }
        }
        links
    }

    /// One segment instead of two neighbours, with at most so many kinds of nodes.
    fn merge(&self, statics: &Statics, link: &Link, loss: Loss, most_kinds: usize) -> Option<State> {
        let &Link { from, to, next, prev, head } = link;
        let (a, b) = (self.objects.get(&from)?.clone(), self.objects.get(&to)?.clone());
        let arrays = !a.runs.is_empty() || !b.runs.is_empty();
        if arrays || (a.base != b.base && a.base != Base::Any && b.base != Base::Any) {
            return None;
        }
        let id = ObjectId(self.next_object);
        let mut joiner = Joiner::of_nodes(statics, self, loss, (from, to, id));
        let min = a.min().saturating_add(b.min()).min(MOST);
        let segment = Segment { next, branches: Branches::NONE, way: Branches::NONE, prev, head, min, rules: None };
        let shape = Shape::Segment(segment);
        let holder = Holder { left: from, right: to, result: id, shape, owner: a.owner, at: 0 };
        let mut kinds = joiner.kinds(holder, &a, &b, &segment.links(), most_kinds)?;
        let order = a.order().then(a.min() == 0, &kinds.order_of_right(&b), b.min() == 0);
        let order = kinds.kept(order, shape);
        let mut cells = kinds.cells.remove(0);
        let others = kinds.cells;
        let (lefts, rights) = joiner.consumed();
        if !self.is_private(from, &lefts) || !self.is_private(to, &rights) {
            return None;
        }
        if lefts.iter().any(|id| rights.contains(id)) {
            return None;
        }
        self.ends_are_free(link, &a, &b, &lefts, &rights)?;
        let mut last = *b.cells.get(&next)?;
        last.value = self.ring(last.value, link, &b, id);
        cells.insert(next, last);
        if let Some(prev) = prev {
            let mut first = *a.cells.get(&prev)?;
            first.value = self.ring(first.value, link, &b, id);
            cells.insert(prev, first);
        }
        let leads_to_itself = matches!(last.value, Value::Pointer(pointer) if pointer.object == id);
        if min == 0 && leads_to_itself {
            return None;
        }
        let base = if a.base == b.base { a.base } else { Base::Any };
        let measure = self.measures(&a).into_iter().chain(self.measures(&b)).find(|measure| {
            let kept = matches!(cells.get(&measure.at), Some(Cell { value: Value::Any(Some(range)), .. }) if range.ty == measure.ty);
            kept && others.is_empty() && self.has_measure(&a, *measure) && self.has_measure(&b, *measure)
        });
        let each = common_element(statics, (self, &a), (self, &b), &segment.links());
        let segment = Object {
            kind: Kind::Heap,
            size: a.size,
            by: None,
            measure,
            is_table: false,
            stride: 0,
            runs: Vec::new(),
            tag: a.tag,
            shape,
            owner: a.owner,
            cells,
            others,
            each,
            order,
            base,
        };
        joiner.add_lengths();
        let mut state = joiner.out;
        state.add_lengths(statics, (from, &a), (to, &b), id);
        for gone in lefts.iter().chain(&rights).chain([&from, &to]) {
            state.objects.remove(gone);
        }
        state.objects.insert(id, Rc::new(segment));
        let b_is_segment = b.segment().is_some();
        state.replace(&|value| match value {
            Value::Pointer(p) if p.object == from && p.spot == Spot::First => {
                Some(Value::Pointer(Pointer { object: id, ..p }))
            }
            Value::Pointer(p) if p.object == to && (p.spot == Spot::Last) == b_is_segment => {
                Some(Value::Pointer(Pointer { object: id, spot: Spot::Last, ..p }))
            }
            _ => None,
        });
        let lost = state.objects.values().flat_map(|object| object.values());
        let lost = lost.chain(state.roots()).any(|value| points_to(value, from) || points_to(value, to));
        (!lost).then_some(state)
    }

    /// One kind of nodes of a segment instead of two that can be joined.
    fn unify_kinds(&self, statics: &Statics, id: ObjectId, eagerness: Eagerness) -> Option<State> {
        let object = self.objects.get(&id).filter(|object| !object.others.is_empty())?;
        let segment = object.segment()?;
        let loss = if eagerness.different <= 2 { Loss::Numbers } else { Loss::Lengths };
        let kinds = object.kinds(&segment.links());
        for (second, first) in (0..kinds.len()).flat_map(|second| (0..second).map(move |first| (second, first))) {
            let result = ObjectId(self.next_object);
            let mut joiner = Joiner::of_nodes(statics, self, loss, (id, id, result));
            let holder = Holder { left: id, right: id, result, shape: object.shape, owner: object.owner, at: 0 };
            let only = |kind: usize| Object { cells: kinds[kind].clone(), others: Vec::new(), ..Object::clone(object) };
            let Some(unified) = joiner.cells(holder, &only(first), &only(second)) else { continue };
            let (lefts, rights) = joiner.consumed();
            if lefts.iter().any(|id| rights.contains(id)) {
                continue;
            }
            let mut others = kinds.clone();
            others[first] = unified;
            others.remove(second);
            let place = |kind: usize| match kind {
                kind if kind == second => first,
                kind => kind - usize::from(kind > second),
            };
            let order = if others.len() == 1 { Order::any(1) } else { object.order.renamed(&place) };
            let mut cells = others.remove(0);
            cells.extend(segment.links().iter().filter_map(|at| Some((*at, *object.cells.get(at)?))));
            joiner.add_lengths();
            let mut state = joiner.out;
            state.change_length(id, &named(Name::Length(result)));
            for gone in lefts.iter().chain(&rights).chain([&id]) {
                state.objects.remove(gone);
            }
            state.objects.insert(result, Rc::new(Object { cells, others, order, ..Object::clone(object) }));
            state.replace(&|value| match value {
                Value::Pointer(p) if p.object == id => Some(Value::Pointer(Pointer { object: result, ..p })),
                _ => None,
            });
            for part in state.objects.values_mut().filter(|part| part.owner == Some(id)) {
                Rc::make_mut(part).owner = Some(result);
            }
            return Some(state);
        }
        None
    }

    /// A link of the ends that leads to the other end.
    fn ring(&self, value: Value, link: &Link, b: &Object, id: ObjectId) -> Value {
        match value {
            Value::Pointer(p) if p.object == link.from && p.spot == Spot::First => {
                Value::Pointer(Pointer { object: id, ..p })
            }
            Value::Pointer(p) if p.object == link.to && (p.spot == Spot::Last) == b.segment().is_some() => {
                Value::Pointer(Pointer { object: id, spot: Spot::Last, ..p })
            }
            value => value,
        }
    }

    /// Whether only a node, and what belongs to it, leads to these objects, and no variable does.
    pub fn is_private(&self, node: ObjectId, objects: &[ObjectId]) -> bool {
        let is_segment = self.objects.get(&node).is_some_and(|object| object.segment().is_some());
        let listed = |value: Value| objects.iter().any(|id| points_to(value, *id));
        // All that a segment's nodes own goes with them.
        if is_segment && self.owned(node).iter().any(|id| !objects.contains(id)) {
            return false;
        }
        let owned_by_others = objects.iter().any(|id| {
            self.objects.get(id).is_some_and(|o| o.segment().is_some())
                && self.owned(*id).iter().any(|id| !objects.contains(id))
        });
        !owned_by_others
            && !self.roots().into_iter().any(listed)
            && !self
                .objects
                .iter()
                .any(|(id, object)| *id != node && !objects.contains(id) && object.values().any(listed))
    }

    /// Checks that nothing leads to where two neighbours meet but their links, and that whatever leads to the ends from
    /// outside can be said of a segment.
    fn ends_are_free(
        &self,
        link: &Link,
        a: &Object,
        b: &Object,
        lefts: &[ObjectId],
        rights: &[ObjectId],
    ) -> Option<()> {
        let &Link { from, to, next, prev, head } = link;
        let look = |value: Value, holder: Option<(ObjectId, u64)>| -> Option<()> {
            let Value::Pointer(p) = value else { return Some(()) };
            if p.object != from && p.object != to {
                return Some(());
            }
            let own = |node: ObjectId, consumed: &[ObjectId]| {
                holder.is_some_and(|(id, at)| consumed.contains(&id) || (id == node && Some(at) != prev && at != next))
            };
            // What a node says of itself was looked at when the nodes were joined.
            if p.object == from && own(from, lefts) || p.object == to && own(to, rights) {
                let each = |node: &Object| node.segment().is_none() || p.spot == Spot::Each;
                return (if p.object == from { each(a) } else { each(b) }).then_some(());
            }
            if p.offset() != Some(head) {
                return None;
            }
            let is_first = p.object == from && p.spot == Spot::First;
            let is_last = p.object == to && (p.spot == Spot::Last) == b.segment().is_some();
            let meets_forward = holder == Some((from, next)) && p.object == to && p.spot == Spot::First;
            let meets_back = prev.is_some() && holder == prev.map(|prev| (to, prev)) && p.object == from;
            (meets_forward || meets_back || is_first || is_last && prev.is_some()).then_some(())
        };
        for (&id, object) in &self.objects {
            for (&at, cell) in object.others.iter().chain([&object.cells]).flatten() {
                look(cell.value, Some((id, at)))?;
            }
        }
        for value in self.frames.iter().flat_map(|frame| frame.registers.iter().flatten()).chain(&self.held) {
            look(*value, None)?;
        }
        Some(())
    }
}

/// How many nodes in a row, as far as it matters, are linked in the same way as these two.
fn chain(links: &[Link], link: &Link) -> usize {
    const FAR_ENOUGH: usize = 8;
    let same = |other: &&Link| (other.next, other.prev, other.head) == (link.next, link.prev, link.head);
    let (mut first, mut last, mut count) = (link.from, link.to, 2);
    while count < FAR_ENOUGH && first != last {
        let before = links.iter().filter(same).find(|other| other.to == first).map(|other| other.from);
        let after = links.iter().filter(same).find(|other| other.from == last).map(|other| other.to);
        if before.is_none() && after.is_none() {
            break;
        }
        count += usize::from(before.is_some()) + usize::from(after.is_some());
        (first, last) = (before.unwrap_or(first), after.unwrap_or(last));
    }
    count
}
