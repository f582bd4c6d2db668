//! Making segments concrete: taking a node out of one, and the case that there is none.

use super::numbers::{Name, constant, named, plus};
use super::order::Order;
use super::state::{Cells, Object, Segment, Shape, State};
use super::tree::Branches;
use super::value::{ObjectId, Pointer, Spot, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A value moved by so many bytes.
fn shifted(value: Value, bytes: i64) -> Option<Value> {
    match (value, bytes) {
        (value, 0) => Some(value),
        (Value::Pointer(pointer), bytes) => pointer.moved(bytes).map(Value::Pointer),
        (Value::Int(bits), bytes) => Some(Value::Int(bits.wrapping_add_signed(bytes))),
        (Value::Dangling, _) => Some(Value::Dangling),
        (Value::Symbol(_) | Value::Any(_) | Value::Function(_), _) => None,
    }
}

impl State {
    /// The case that a segment or optional object that may be missing is missing. False if that cannot be told:
    /// a pointer into its middle has no counterpart then.
    pub fn make_empty(&mut self, id: ObjectId) -> bool {
        let Some(object) = self.objects.get(&id).cloned() else { return false };
        let (next, prev, head) = match object.segment() {
            Some(segment) => (object.cell(segment.next), segment.prev.and_then(|prev| object.cell(prev)), segment.head),
            None => (Some(Value::ZERO), None, 0),
        };
        for (spot, instead) in [(Spot::First, next), (Spot::Last, prev)] {
            let moved = self.pointers_to(id).into_iter().filter(|pointer| pointer.spot == spot);
            for pointer in moved.collect::<Vec<_>>() {
                let (Some(instead), Some(offset)) = (instead, pointer.offset()) else { return false };
                let Some(value) = shifted(instead, offset - head) else { return false };
                let itself = matches!(value, Value::Pointer(other) if other.object == id);
                if itself {
                    return false;
                }
                self.replace(&|old| (old == Value::Pointer(pointer)).then_some(value));
            }
        }
        for gone in [id].into_iter().chain(self.owned(id)) {
            self.change_length(gone, &constant(0));
        }
        self.remove(id);
        true
    }

    /// All pointers to an object, each once, but for those in what it owns and in its own fields.
    fn pointers_to(&self, id: ObjectId) -> Vec<Pointer> {
        let mut found: Vec<Pointer> = Vec::new();
        let inside = self.owned(id);
        let cells = self
            .objects
            .iter()
            .filter(|(other, _)| **other != id && !inside.contains(other))
            .flat_map(|(_, object)| object.values());
        let registers = self.frames.iter().flat_map(|frame| frame.registers.iter().flatten().copied());
        for value in registers.chain(self.held.iter().chain(&self.scratch).copied()).chain(cells) {
            match value {
                Value::Pointer(pointer) if pointer.object == id && !found.contains(&pointer) => found.push(pointer),
                _ => {}
            }
        }
        found
    }

    /// A copy of a node of one kind of a segment as a region of its own, with copies of what it owns.
    pub fn instance(&mut self, id: ObjectId, object: &Object, segment: Segment, kind: usize) -> Option<ObjectId> {
        let region = ObjectId(self.next_object);
        self.next_object += 1;
        let links = segment.links();
        let mut cells = object.kinds(&links).into_iter().nth(kind)?;
        let all = self.owned(id);
        let mut open: Vec<Value> = cells.values().map(|cell| cell.value).collect();
        let mut copies = BTreeMap::from([(id, region)]);
        while let Some(value) = open.pop() {
            if let Value::Pointer(Pointer { object: part, .. }) = value
                && all.contains(&part)
                && !copies.contains_key(&part)
            {
                copies.insert(part, ObjectId(self.next_object));
                self.next_object += 1;
                open.extend(self.objects.get(&part)?.values());
            }
        }
        cells.extend(links.iter().filter_map(|at| Some((*at, *object.cells.get(at)?))));
        self.instantiate(&object.each, &mut cells);
        let (others, order, each) = (Vec::new(), Order::any(1), Default::default());
        let mut single = Object { shape: Shape::Region, cells, others, order, each, measure: None, ..object.clone() };
        single.by = object.measure.and_then(|measure| self.measured(&mut single, measure)).or(single.by);
        for (&original, &copy) in &copies {
            let mut new = match self.objects.get(&original) {
                Some(object) if original != id => Object::clone(object),
                _ => single.clone(),
            };
            new.owner = match new.owner {
                Some(owner) if original != id && owner == id => object.owner,
                Some(owner) if original != id => copies.get(&owner).copied(),
                owner => owner,
            };
            for value in new.values_mut() {
                if let Value::Pointer(pointer) = value {
                    if pointer.object == id {
                        if pointer.spot == Spot::Each {
                            (pointer.object, pointer.spot) = (region, Spot::First);
                        }
                    } else if let Some(&copy) = copies.get(&pointer.object) {
                        pointer.object = copy;
                    }
                }
            }
            self.objects.insert(copy, Rc::new(new));
            if original != id {
                self.split_length(original, copy);
                self.count_single(copy);
            }
        }
        Some(region)
    }

    /// Takes the first or last node out of a segment that has one, in the case that it is of one kind: a region of its own from
    /// now on. In trees, the rest may follow in several [fields](Segment::toward_hole).
    pub fn take(&mut self, id: ObjectId, spot: Spot, kind: usize, way: usize) -> Option<ObjectId> {
        let object = self.objects.get(&id).cloned()?;
        let segment = object.segment()?;
        let region = self.instance(id, &object, segment, kind)?;
        let (near, far) = match spot {
            Spot::Last => (segment.prev?, Some(segment.next)),
            Spot::First | Spot::Each => (segment.next, segment.prev),
        };
        self.redirect(id, spot, &|pointer| Value::Pointer(Pointer { object: region, spot: Spot::First, ..pointer }));
        let link = Pointer::at(id, segment.head, spot);
        self.object_mut(region)?.set(near, Value::Pointer(link));
        let mut min = segment.min.saturating_sub(1);
        if segment.is_tree() {
            let hole = object.cell(segment.next)?;
            if spot == Spot::Last && segment.way == Branches::NONE {
                return None;
            }
            let goes_on = if spot == Spot::Last { hole } else { Value::Pointer(link) };
            self.fill_links(id, region, segment.toward_hole().nth(way)?, goes_on)?;
            min = if hole == Value::ZERO { 0 } else { min };
        }
        let back = Pointer { object: region, spot: Spot::First, ..link };
        let mut order = object.order;
        if !segment.is_tree() {
            let (beside, ends) = match spot {
                Spot::Last => (order.before(kind), order.first),
                Spot::First | Spot::Each => (order.follows[kind], order.last),
            };
            match spot {
                Spot::Last => order.last = beside,
                Spot::First | Spot::Each => order.first = beside,
            }
            order = order.trimmed();
            // Behind a node that cannot be the last one, there are more.
            min = if ends.contains(kind) { min } else { min.max(1) };
        }
        self.change_length(id, &plus(named(Name::Length(id)), &constant(1), 1));
        let rest = self.object_mut(id)?;
        rest.shape = Shape::Segment(Segment { min, ..segment });
        rest.order = order;
        if let Some(far) = far {
            rest.set(far, Value::Pointer(back));
        }
        Some(region)
    }

    /// Whether a segment can have nodes: some kind can be the first.
    pub fn can_have_nodes(&self, id: ObjectId) -> bool {
        self.objects.get(&id).is_none_or(|object| object.segment().is_none() || !object.order.possible().is_empty())
    }

    /// Forgets the kinds of nodes that a segment cannot have any more. Those that own something are kept: it would seem lost.
    pub fn forget_kinds(&mut self, id: ObjectId) {
        let owned = self.owned(id);
        let Some(object) = self.objects.get(&id) else { return };
        let Some(segment) = object.segment().filter(|segment| !segment.is_tree()) else { return };
        let links = segment.links();
        let kinds = object.kinds(&links);
        let possible = object.order.possible();
        let owns = |cells: &Cells| {
            cells.values().any(|cell| matches!(cell.value, Value::Pointer(p) if owned.contains(&p.object)))
        };
        let stays = |kind: &usize| possible.contains(*kind) || owns(&kinds[*kind]);
        let staying: Vec<usize> = (0..kinds.len()).filter(stays).collect();
        if staying.len() == kinds.len() || staying.is_empty() {
            return;
        }
        let order = object.order.trimmed();
        let order = order.renamed(&|kind| staying.iter().position(|other| *other == kind).unwrap_or(0));
        let Some(object) = self.object_mut(id) else { return };
        let mut left = staying.iter().map(|kind| kinds[*kind].clone());
        let mut cells = left.next().unwrap_or_default();
        object.others = left.collect();
        cells.extend(links.iter().filter_map(|at| Some((*at, *object.cells.get(at)?))));
        object.cells = cells;
        object.order = if staying.len() == 1 { Order::any(1) } else { order };
    }

    /// A missing-or-present object is present.
    pub fn make_present(&mut self, id: ObjectId) {
        let Some(object) = self.object_mut(id) else { return };
        if let Shape::Segment(segment) = object.shape {
            object.shape = Shape::Segment(Segment { min: segment.min.max(1), ..segment });
            return;
        }
        object.shape = Shape::Region;
        let owner = object.owner;
        let parts: Vec<ObjectId> =
            self.objects.iter().filter(|(_, part)| part.owner == Some(id)).map(|(id, _)| *id).collect();
        for part in &parts {
            if let Some(part) = self.object_mut(*part) {
                part.owner = owner;
            }
        }
        parts.into_iter().chain([id]).for_each(|single| self.count_single(single));
    }
}
