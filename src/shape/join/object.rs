//! Joining objects: what each is, whom it belongs to, and its cells.

use super::super::abstraction::KINDS;
use super::super::elements::{common_element, covers_element};
use super::super::numbers::{Numbers, length};
use super::super::order::Order;
use super::super::state::{Base, Cell, Cells, Kind, Object, Segment, Shape, State};
use super::super::tree::{Branches, as_tree};
use super::super::value::{ObjectId, Value};
use super::{Holder, Joiner, Loss, Partner, Side};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

impl Joiner<'_> {
    /// The object that stands for two.
    pub(super) fn objects(&mut self, x: ObjectId, y: ObjectId) -> Option<ObjectId> {
        match (self.lefts.get(&x), self.rights.get(&y)) {
            (Some((Partner::Object(other), result)), _) if *other == y => return Some(*result),
            (None, None) => {}
            _ => return None,
        }
        self.fuel = self.fuel.checked_sub(1)?;
        self.statics.look(self.left.objects.get(&x).map_or(0, |object| object.cells.len()));
        let is_static = self.statics.contains(x);
        if is_static != self.statics.contains(y) || (is_static && x != y) {
            return None;
        }
        if is_static && !self.left.objects.contains_key(&x) && !self.right.objects.contains_key(&x) {
            return Some(x);
        }
        let a = self.left.object(self.statics, x)?.clone();
        let b = self.right.object(self.statics, y)?.clone();
        let lengths = [length(x, &a), length(y, &b)].map(Some);
        let (a, b) = self.as_trees(a, b)?;
        let tag = a.tag.or(b.tag);
        if a.tag.is_some_and(|tag| b.tag.is_some_and(|other| other != tag)) {
            return None;
        }
        if a.kind != b.kind || (self.nodes.is_some() && !matches!(a.kind, Kind::Heap | Kind::Part)) {
            return None;
        }
        let (size, by) = self.sizes(&a, &b)?;
        let shape = self.shape(&a, &b)?;
        let owner = self.owner(&a, &b)?;
        let is_segment = matches!(shape, Shape::Segment(_));
        let result = if is_static { x } else { self.new_object(owner, is_segment) };
        self.pair(Side::Left, x, Partner::Object(y), result);
        self.pair(Side::Right, y, Partner::Object(x), result);
        let base = match (a.base, b.base) {
            (x, y) if x == y => x,
            (Base::Any, _) => Base::Any,
            _ if self.loss == Loss::Nothing => return None,
            _ => Base::Any,
        };
        let holder = Holder { left: x, right: y, result, shape, owner, at: 0 };
        let (cells, others, order) = match shape {
            Shape::Segment(segment) if !a.others.is_empty() || !b.others.is_empty() => {
                let links = segment.links();
                let only_links = |object: &Object| {
                    let mut only = object.clone();
                    only.cells.retain(|at, _| links.contains(at));
                    only
                };
                let mut cells = self.cells(holder, &only_links(&a), &only_links(&b))?;
                let mut kinds = self.kinds(holder, &a, &b, &links, KINDS)?;
                let right = kinds.order_of_right(&b);
                if self.loss == Loss::Nothing && !kinds.kept(a.order(), shape).covers(&kinds.kept(right, shape)) {
                    return None;
                }
                // What stands beside a segment may depend on the kinds at its ends.
                if self.loss == Loss::Lengths && !kinds.kept(a.order(), shape).ends_as(&kinds.kept(right, shape)) {
                    return None;
                }
                let order = kinds.kept(a.order().union(&right), shape);
                cells.extend(kinds.cells.remove(0));
                (cells, kinds.cells, order)
            }
            _ => (self.cells(holder, &a, &b)?, Vec::new(), Order::any(1)),
        };
        let each = match shape {
            Shape::Segment(_) if self.loss == Loss::Nothing => {
                covers_element(&a, (self.right, &b)).then(|| a.each.clone())?
            }
            Shape::Segment(segment) if !segment.is_tree() => {
                common_element(self.statics, (self.left, &a), (self.right, &b), &segment.links())
            }
            _ => Numbers::default(),
        };
        let runs = self.runs(&a, &b, holder)?;
        let object = Object {
            kind: a.kind,
            runs,
            stride: a.stride.max(b.stride),
            size,
            by,
            measure: self.node_measure(shape, &a, &b, &cells, &others)?,
            is_table: a.is_table || b.is_table,
            tag,
            shape,
            owner,
            cells,
            others,
            each,
            order,
            base,
        };
        let may_be_null = a.shape == Shape::Optional || b.shape == Shape::Optional;
        // Without an optional object, pointers to it are null; so must be the ends of a list that takes its place.
        if let Some(segment) = object.segment().filter(|_| may_be_null) {
            let null = |at: u64| object.cell(at) == Some(Value::ZERO);
            if !null(segment.next) || segment.prev.is_some_and(|prev| !null(prev)) || segment.head != 0 {
                return None;
            }
        }
        if object.shape != Shape::Region || object.owner.is_some() {
            self.note_length(result, lengths);
        }
        self.complete(result, object);
        Some(result)
    }

    /// Both as trees, if one of them is.
    fn as_trees(&self, a: Object, b: Object) -> Option<(Object, Object)> {
        let tree = |object: &Object| object.segment().filter(|segment| segment.is_tree());
        let wider = |s: &Segment| s.fields().count();
        let Some(like) = [tree(&b), tree(&a)].into_iter().flatten().max_by_key(wider) else { return Some((a, b)) };
        if self.loss == Loss::Nothing && !tree(&a).is_some_and(|segment| segment.is_like(like)) {
            return None;
        }
        if like.rules.is_some() {
            let structure = |state: &State, object: &Object| state.as_structure(self.statics, object, like);
            return Some((structure(self.left, &a)?, structure(self.right, &b)?));
        }
        let width = [&a, &b].into_iter().find_map(|object| object.cells.get(&like.next))?.width;
        let globals = self.statics.globals;
        Some((as_tree(&a, like, globals, width)?, as_tree(&b, like, globals, width)?))
    }

    fn shape(&self, a: &Object, b: &Object) -> Option<Shape> {
        let exact = self.loss == Loss::Nothing;
        Some(match (a.shape, b.shape) {
            (Shape::Region, Shape::Region) => Shape::Region,
            (Shape::Optional, Shape::Optional | Shape::Region) => Shape::Optional,
            (Shape::Region, Shape::Optional) if !exact => Shape::Optional,
            (Shape::Segment(s), Shape::Segment(t)) => {
                let covers = s.min <= t.min && s.way.contains(t.way);
                // With rules, a complete tree may have no place for a hole.
                let other_end = s.rules.is_some() && (s.way == Branches::NONE) != (t.way == Branches::NONE);
                if !s.is_like(t) || (exact && !covers) || other_end {
                    return None;
                }
                Shape::Segment(Segment { min: s.min.min(t.min), way: s.way.union(t.way), ..s })
            }
            (Shape::Segment(s), Shape::Region) if !exact || s.min <= 1 => {
                Shape::Segment(Segment { min: s.min.min(1), ..s })
            }
            (Shape::Region, Shape::Segment(s)) if !exact => Shape::Segment(Segment { min: s.min.min(1), ..s }),
            (Shape::Optional, Shape::Segment(s)) if !exact && b.cell(s.next) == Some(Value::ZERO) => {
                Shape::Segment(Segment { min: 0, ..s })
            }
            (Shape::Segment(s), Shape::Optional) if !exact && a.cell(s.next) == Some(Value::ZERO) => {
                Shape::Segment(Segment { min: 0, ..s })
            }
            _ => return None,
        })
    }

    /// The owner of the result. What each node of a segment owns on one side may stand beside that node on the other, if it
    /// is a single one there.
    fn owner(&self, a: &Object, b: &Object) -> Option<Option<ObjectId>> {
        let mapped = |owner: Option<ObjectId>, map: &BTreeMap<ObjectId, (Partner, ObjectId)>| {
            owner.map(|owner| map.get(&owner).map(|(_, result)| *result))
        };
        let (p, q) = (mapped(a.owner, &self.lefts), mapped(b.owner, &self.rights));
        if let Some((left, right, segment)) = self.nodes {
            let belongs = |owner: Option<ObjectId>, node: ObjectId| {
                let node_object = self.left.objects.get(&node);
                match node_object.map(|object| (object.segment().is_some(), object.owner)) {
                    Some((true, _)) => owner == Some(node),
                    Some((false, of_node)) => owner == of_node,
                    None => false,
                }
            };
            if belongs(a.owner, left) && belongs(b.owner, right) {
                return Some(Some(segment));
            }
        }
        let beside =
            |owner: Option<ObjectId>, other: Option<ObjectId>, map: &BTreeMap<_, (Partner, _)>, here: &State| {
                let partner = other.and_then(|other| map.get(&other)).map(|(partner, _)| *partner);
                let Some(Partner::Object(single)) = partner else { return false };
                here.objects.get(&single).is_some_and(|o| o.segment().is_none() && o.owner == owner)
            };
        match (p, q) {
            (None, None) if self.nodes.is_none() => Some(None),
            (Some(Some(p)), Some(Some(q))) if p == q => Some(Some(p)),
            (Some(Some(p)), _) if beside(b.owner, a.owner, &self.lefts, self.right) => Some(Some(p)),
            (_, Some(Some(q))) if self.loss != Loss::Nothing && beside(a.owner, b.owner, &self.rights, self.left) => {
                Some(Some(q))
            }
            _ => None,
        }
    }

    /// The cells of two objects joined. `None` also if they are cut differently.
    pub fn cells(&mut self, holder: Holder, a: &Object, b: &Object) -> Option<Cells> {
        let mut cells = Cells::new();
        let (a, b) = (&cut_like(a, b), &cut_like(b, a));
        let offsets: Vec<(u64, u64)> = a.cells.iter().chain(&b.cells).map(|(at, cell)| (*at, cell.width)).collect();
        for (at, width) in offsets {
            if let Some(cell) = cells.get(&at).filter(|cell| cell.width == width) {
                debug_assert_eq!(cell.width, width);
                continue;
            }
            if cells.range(..at + width).next_back().is_some_and(|(start, cell)| start + cell.width > at) {
                return None;
            }
            let globals = self.statics.globals;
            let (x, y) = (a.peek(at, width, globals), b.peek(at, width, globals));
            let outer = self.holder.replace(Holder { at, ..holder });
            let value = self.values(x, y, width);
            self.holder = outer;
            cells.insert(at, Cell { width, value: value? });
        }
        Some(cells)
    }
}

/// An object whose cells of zeros or unknown bytes are cut where those of another are.
fn cut_like<'o>(object: &'o Object, other: &Object) -> Cow<'o, Object> {
    let mut new = Cow::Borrowed(object);
    for (&at, cell) in &object.cells {
        if !matches!(cell.value, Value::Int(0) | Value::Any(None)) {
            continue;
        }
        let end = at + cell.width;
        let edges = other.cells.iter().flat_map(|(start, cell)| [*start, start + cell.width]);
        let mut edges: BTreeSet<u64> = edges.filter(|edge| (at + 1..end).contains(edge)).collect();
        if edges.is_empty() {
            continue;
        }
        edges.extend([at, end]);
        for (from, to) in edges.iter().zip(edges.iter().skip(1)) {
            new.to_mut().cells.insert(*from, Cell { width: to - from, value: cell.value });
        }
    }
    new
}
