//! Which objects of a run a segment may stand for: all chains, or trees, from a node on.

use super::super::state::{Object, Segment};
use super::super::value::{ObjectId, Pointer, Spot, Value};
use super::matching::{Matching, Nodes};
use crate::interp::ObjectId as Real;

/// Nodes beyond which a chain is not followed.
const LONGEST: usize = 4096;

/// A tree with a hole, in the making.
struct Tree {
    nodes: Vec<Real>,
    /// Where it may go on outside: the node, the field, and how many nodes there are on the way.
    holes: Vec<(Real, u64, usize)>,
}

impl<'m> Matching<'m> {
    /// All ways in which a segment stands for nodes, given the one that a pointer leads to.
    pub(super) fn chains(&self, pointer: Pointer, segment: Segment, start: Real, nodes: &Nodes) -> Vec<Matching<'m>> {
        let id = pointer.object;
        match pointer.spot {
            _ if segment.is_tree() && pointer.spot == Spot::First => self.trees(id, segment, start, nodes),
            Spot::First => {
                let chain = self.follow(id, start, segment.next, segment.head);
                let lengths = 1.max(usize::from(segment.min))..=chain.len();
                lengths.filter_map(|length| self.list(id, segment, chain[..length].to_vec(), nodes)).collect()
            }
            Spot::Last if segment.is_tree() => {
                // Any node above may be the root.
                let Some(prev) = segment.prev else { return Vec::new() };
                let above = self.follow(id, start, prev, segment.head);
                above.into_iter().flat_map(|root| self.trees(id, segment, root, nodes)).collect()
            }
            Spot::Last => {
                let Some(prev) = segment.prev else { return Vec::new() };
                let chain = self.follow(id, start, prev, segment.head);
                let lengths = 1.max(usize::from(segment.min))..=chain.len();
                let backwards = |length: usize| chain[..length].iter().rev().copied().collect();
                lengths.filter_map(|length| self.list(id, segment, backwards(length), nodes)).collect()
            }
            Spot::Each => Vec::new(),
        }
    }

    /// The nodes from one on, as far as a field leads.
    fn follow(&self, id: ObjectId, start: Real, field: u64, head: i64) -> Vec<Real> {
        let mut chain = Vec::new();
        let mut next = Some(start);
        while let Some(node) = next.filter(|node| chain.len() < LONGEST && !chain.contains(node)) {
            if !self.node_of(id, node) {
                break;
            }
            chain.push(node);
            next = self.linked(node, field, head);
        }
        chain
    }

    fn node_of(&self, id: ObjectId, node: Real) -> bool {
        let state = self.question.state;
        state.objects.get(&id).is_some_and(|object| self.is_node(object, node))
    }

    /// The node that a field of one leads to.
    fn linked(&self, node: Real, field: u64, head: i64) -> Option<Real> {
        let (target, offset) = self.question.visit.value(node, field, self.pointer_bytes())?.target?;
        (offset == head).then_some(target)
    }

    /// A list segment that stands for these nodes.
    fn list(&self, id: ObjectId, segment: Segment, chain: Vec<Real>, nodes: &Nodes) -> Option<Matching<'m>> {
        let (first, last) = (*chain.first()?, *chain.last()?);
        let linked = chain.windows(2).all(|pair| {
            self.linked(pair[0], segment.next, segment.head) == Some(pair[1])
                && segment.prev.is_none_or(|prev| self.linked(pair[1], prev, segment.head) == Some(pair[0]))
        });
        if !linked {
            return None;
        }
        let mut way = self.clone();
        let (visit, width) = (self.question.visit, self.pointer_bytes());
        let done = way.chain(id, chain, Some(last), nodes)
            && way.end(id, segment.prev, segment.prev.and_then(|prev| visit.value(first, prev, width)), nodes)
            && way.end(id, Some(segment.next), visit.value(last, segment.next, width), nodes);
        done.then_some(way)
    }

    /// All trees from a root on, with every place that may be the hole.
    fn trees(&self, id: ObjectId, segment: Segment, root: Real, nodes: &Nodes) -> Vec<Matching<'m>> {
        let hole = self.question.state.objects.get(&id).and_then(|object| object.cell(segment.next));
        let leads_to_last = |object: &Object| {
            object.values().any(|value| matches!(value, Value::Pointer(p) if p.object == id && p.spot == Spot::Last))
        };
        let state = self.question.state;
        let last_matters = state.objects.values().any(|object| leads_to_last(object))
            || state
                .roots()
                .iter()
                .any(|value| matches!(value, Value::Pointer(p) if p.object == id && p.spot == Spot::Last));
        let complete = hole == Some(Value::ZERO);
        let mut alternatives = Vec::new();
        if complete && !last_matters {
            let mut tree = Tree { nodes: Vec::new(), holes: Vec::new() };
            if self.grow(&mut tree, id, segment, root, None, 1) && tree.nodes.len() >= usize::from(segment.min) {
                alternatives.extend(self.tree(id, segment, tree.nodes, (root, None), nodes));
            }
            return alternatives;
        }
        // First everything that can be reached, with all places where the tree may go on; then without what is below one of them.
        let mut all = Tree { nodes: Vec::new(), holes: Vec::new() };
        self.grow(&mut all, id, segment, root, None, 1);
        for (node, field, length) in all.holes {
            let mut tree = Tree { nodes: Vec::new(), holes: Vec::new() };
            let grown = self.grow(&mut tree, id, segment, root, Some((node, field)), 1);
            let enough = if complete { tree.nodes.len() } else { length } >= usize::from(segment.min);
            if grown && enough {
                alternatives.extend(self.tree(id, segment, tree.nodes, (node, Some(field)), nodes));
            }
        }
        alternatives
    }

    /// Adds the nodes of a tree but for those behind a hole, and the places that may be one. False if something else hangs on them.
    fn grow(
        &self,
        tree: &mut Tree,
        id: ObjectId,
        segment: Segment,
        node: Real,
        hole: Option<(Real, u64)>,
        length: usize,
    ) -> bool {
        if tree.nodes.contains(&node) || !self.node_of(id, node) || tree.nodes.len() >= LONGEST {
            return false;
        }
        tree.nodes.push(node);
        let mut fits = true;
        let any_way = segment.way.iter().next().is_none();
        for field in segment.fields() {
            let on_the_way = length > 0 && (any_way || segment.way.iter().any(|at| at == field));
            if on_the_way {
                tree.holes.push((node, field, length));
            }
            if hole == Some((node, field)) {
                continue;
            }
            let value = self.question.visit.value(node, field, self.pointer_bytes());
            if value.is_some_and(|value| value.bits == 0) {
                continue;
            }
            let child = self.linked(node, field, segment.head);
            let back =
                |child: Real| segment.prev.is_none_or(|prev| self.linked(child, prev, segment.head) == Some(node));
            // Holes are only where all fields before are on the way.
            let length = if on_the_way { length + 1 } else { 0 };
            fits &= child.is_some_and(|child| back(child) && self.grow(tree, id, segment, child, hole, length));
        }
        fits
    }

    /// A tree that stands for these nodes, the root first, with its hole.
    fn tree(
        &self,
        id: ObjectId,
        segment: Segment,
        tree: Vec<Real>,
        (node, field): (Real, Option<u64>),
        nodes: &Nodes,
    ) -> Option<Matching<'m>> {
        let root = *tree.first()?;
        let mut way = self.clone();
        let (visit, width) = (self.question.visit, self.pointer_bytes());
        let done = way.chain(id, tree, Some(node), nodes)
            && way.end(id, segment.prev, segment.prev.and_then(|prev| visit.value(root, prev, width)), nodes)
            && field.is_none_or(|field| way.end(id, Some(segment.next), visit.value(node, field, width), nodes));
        done.then_some(way)
    }
}
