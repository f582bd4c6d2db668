//! Runs: neighbouring elements of an array, described by one object.
//!
//! An array of which it is not known how long it is, or which is long, holds *runs* beside its cells: elements from one offset to another
//! that are alike. What they hold is told by an object of its own, as for the nodes of a list segment: each element has its own
//! instance of what it leads to. So an array of pointers to blocks or to lists is like a list whose nodes are linked by
//! their places. A run of one element is a region, one of any number a segment ([`Segment::by_place`]).
//!
//! Runs of an array are in order, and neither overlap each other nor cells. Of bytes in neither, the base tells.

use super::join::{Holder, Joiner, Loss};
use super::linear::Linear;
use super::memory::Statics;
use super::order::Order;
use super::state::{Base, Cell, Cells, Kind, Object, Run, Segment, Shape, State};
use super::step::new_object;
use super::tree::Branches;
use super::value::{ObjectId, Pointer, Range, Value};
use crate::ir::IntType;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Elements at constant places that become runs.
const MOST_CELLS: usize = 64;

impl Segment {
    /// Elements of an array, of any number, which no field links.
    pub fn by_place() -> Self {
        let (branches, way) = (Branches::NONE, Branches::NONE);
        Self { next: u64::MAX, branches, way, prev: None, head: 0, min: 0, rules: None }
    }

    pub fn is_by_place(self) -> bool {
        self.next == u64::MAX
    }
}

impl Run {
    /// The object that tells what its elements hold.
    pub fn object(&self) -> Option<ObjectId> {
        match self.elements {
            Value::Pointer(pointer) => Some(pointer.object),
            _ => None,
        }
    }
}

impl Object {
    /// Whether it holds values of the same sort as another.
    pub fn holds_like(&self, other: &Object) -> bool {
        self.cells.keys().eq(other.cells.keys())
            && self.values().zip(other.values()).all(|pair| match pair {
                (Value::Int(x), Value::Int(y)) => x == y,
                (x, y) => std::mem::discriminant(&x) == std::mem::discriminant(&y),
            })
    }

    /// Forgets what its elements hold.
    pub fn forget_runs(&mut self) {
        if !self.runs.is_empty() {
            self.runs.clear();
            self.base = Base::Any;
        }
    }
}

impl State {
    /// A bound of a run as a sum.
    fn number(&self, bound: Value) -> Option<Linear> {
        match bound {
            Value::Int(bits) => Some(Linear::number((bits as i64).into())),
            Value::Symbol(symbol) => Some(self.root_sum(symbol)),
            _ => None,
        }
    }

    /// Where a run begins.
    pub fn start_of(&self, run: &Run) -> Option<Linear> {
        self.number(run.from)
    }

    /// Where a run ends.
    pub fn end_of(&self, run: &Run) -> Option<Linear> {
        match run.to {
            Some(to) => self.number(to),
            None => self.number(run.from)?.moved(run.stride.into()),
        }
    }

    /// A sum as the bound of a run.
    pub fn bound(&mut self, sum: Linear) -> Value {
        if let Some(number) = sum.as_number() {
            return Value::Int(number as u64);
        }
        if let &[(symbol, 1)] = &sum.terms[..]
            && sum.constant == 0
        {
            return Value::Symbol(symbol);
        }
        if let Some((symbol, _)) = self.symbols.iter().find(|(_, fact)| fact.sum.as_ref() == Some(&sum)) {
            return Value::Symbol(*symbol);
        }
        let ty = IntType::signed(64);
        let low = self.least(&sum).map_or(0, |least| least.max(0));
        let high = self.greatest(&sum).map_or(ty.max(), |greatest| greatest.min(ty.max()));
        self.sum_symbol(Range { ty, low: low.min(high), high }, Some(sum))
    }

    pub fn are_equal(&self, a: &Linear, b: &Linear) -> bool {
        a == b || (self.is_at_most(a, b) && self.is_at_most(b, a))
    }

    /// Removes runs that have no elements, and all those of arrays of which they tell nothing.
    pub fn drop_runs(&mut self) {
        let arrays: Vec<ObjectId> =
            self.objects.iter().filter(|(_, object)| !object.runs.is_empty()).map(|(id, _)| *id).collect();
        for id in arrays {
            let Some(array) = self.objects.get(&id).cloned() else { continue };
            let is_empty = |run: &Run| {
                let ends = self.start_of(run).zip(self.end_of(run));
                run.to.is_some() && ends.is_some_and(|(start, end)| self.is_at_most(&end, &start))
            };
            let (empty, mut kept): (Vec<Run>, Vec<Run>) = array.runs.iter().partition(|run| is_empty(run));
            for elements in empty.iter().filter_map(Run::object) {
                self.remove(elements);
            }
            if array.base == Base::Any && !kept.iter().any(|run| self.tells(run)) {
                for elements in kept.drain(..).filter_map(|run| run.object()) {
                    self.objects.remove(&elements);
                }
            }
            if kept.len() < array.runs.len()
                && let Some(array) = self.object_mut(id)
            {
                array.runs = kept;
            }
        }
    }

    /// Whether something is known of what elements hold.
    fn tells(&self, run: &Run) -> bool {
        let known = |value: Value| matches!(value, Value::Pointer(_) | Value::Int(_) | Value::Function(_));
        run.object().and_then(|id| self.objects.get(&id)).is_some_and(|object| object.values().any(known))
    }

    /// What long arrays hold becomes runs.
    pub fn tables_to_runs(&mut self) {
        let is_long =
            |object: &&Rc<Object>| object.stride > 0 && (!object.cells.is_empty() || object.base == Base::Zero);
        let long: Vec<(ObjectId, u64)> = self
            .objects
            .iter()
            .filter(|(_, object)| is_long(object))
            .map(|(id, object)| (*id, object.stride))
            .collect();
        for (id, stride) in long {
            let before = self.clone();
            if !self.cells_to_runs(id, stride) {
                *self = before;
            }
        }
    }

    /// A new object for the elements of an array.
    fn elements(&mut self, array: &Object, stride: u64, cells: Cells, shape: Shape) -> Value {
        let new = new_object(Kind::Part, (stride, stride), array.base);
        Value::Pointer(Pointer::to(self.add(Object { owner: array.owner, shape, cells, ..new })))
    }

    /// A run of one element in the place of so many runs that come before it.
    pub fn add_element(&mut self, id: ObjectId, at: usize, start: Linear, stride: u64) -> Option<ObjectId> {
        let array = self.objects.get(&id)?.clone();
        let elements = self.elements(&array, stride, Cells::new(), Shape::Region);
        let from = self.bound(start);
        let run = Run { from, to: None, stride, elements };
        self.object_mut(id)?.runs.insert(at, run);
        run.object()
    }

    /// Makes runs of what an array holds at constant places. False if that cannot be cut into elements of so many bytes.
    pub fn cells_to_runs(&mut self, id: ObjectId, stride: u64) -> bool {
        let Some(array) = self.objects.get(&id).cloned() else { return false };
        let first = array.runs.first().and_then(|run| self.start_of(run));
        let phase = first.map_or(0, |start| start.constant.rem_euclid(stride.into()) as u64);
        let mut pieces: BTreeMap<u64, (u64, Cells)> = BTreeMap::new();
        for (&at, cell) in &array.cells {
            if array.base == Base::Any && cell.says_nothing() {
                continue;
            }
            let Some(from) = at.checked_sub(phase) else { return false };
            let start = from / stride * stride + phase;
            let end = at + cell.width;
            let whole = at == start && cell.width.is_multiple_of(stride);
            let inside = end <= start + stride;
            let element = if inside { *cell } else { Cell { width: stride, ..*cell } };
            if !(inside || whole && matches!(cell.value, Value::Int(0) | Value::Any(None))) {
                return false;
            }
            let piece = pieces.entry(start).or_insert((start + stride, Cells::new()));
            piece.0 = piece.0.max(end);
            piece.1.insert(at - start, element);
        }
        if pieces.len() > MOST_CELLS {
            return false;
        }
        for (start, (end, cells)) in pieces {
            let Some(array) = self.objects.get(&id).cloned() else { return false };
            let (from, to) = (Linear::number(start.into()), Linear::number(end.into()));
            let mut position = 0;
            for run in &array.runs {
                let Some((first, last)) = self.start_of(run).zip(self.end_of(run)) else { return false };
                if self.is_at_most(&to, &first) {
                    break;
                }
                if !self.is_at_most(&last, &from) {
                    return false;
                }
                position += 1;
            }
            let several = end > start + stride;
            let shape = if several { Shape::Segment(Segment::by_place()) } else { Shape::Region };
            let elements = self.elements(&array, stride, cells, shape);
            let run = Run { from: Value::Int(start), to: several.then_some(Value::Int(end)), stride, elements };
            let Some(array) = self.object_mut(id) else { return false };
            array.runs.insert(position, run);
        }
        if let Some(array) = self.object_mut(id) {
            array.cells.clear();
        }
        self.zeros_to_runs(id, stride);
        true
    }

    /// Makes runs of the zeros between the runs of an array, so that all of it is told by runs, if it has whole elements only.
    fn zeros_to_runs(&mut self, id: ObjectId, stride: u64) {
        let Some(array) = self.objects.get(&id).filter(|array| array.base == Base::Zero).cloned() else { return };
        let size = self.least_size(&array);
        let known = array.by.is_some() || array.size.0 == array.size.1;
        let bounds: Option<Vec<(Linear, Linear)>> =
            array.runs.iter().map(|run| Some((self.start_of(run)?, self.end_of(run)?))).collect();
        let Some(bounds) = bounds.filter(|_| known && self.step_of(&size).is_multiple_of(stride)) else { return };
        let mut runs = Vec::new();
        let starts = [Linear::number(0)].into_iter().chain(bounds.iter().map(|(_, end)| end.clone()));
        let ends = bounds.iter().map(|(start, _)| start.clone()).chain([size]);
        let mut old = array.runs.iter().copied();
        for (start, end) in starts.zip(ends) {
            let whole = end.minus(&start).is_some_and(|length| self.step_of(&length).is_multiple_of(stride));
            if !whole {
                return;
            }
            if !self.are_equal(&start, &end) {
                let zero = Cell { width: stride, value: Value::ZERO };
                let shape = Shape::Segment(Segment::by_place());
                let elements = self.elements(&array, stride, Cells::from([(0, zero)]), shape);
                let (from, to) = (self.bound(start), Some(self.bound(end)));
                runs.push(Run { from, to, stride, elements });
            }
            runs.extend(old.next());
        }
        if let Some(array) = self.object_mut(id) {
            (array.runs, array.base) = (runs, Base::Any);
        }
    }

    /// Takes one element out of a run of any number, which is left in up to two parts.
    pub fn split_run(&mut self, id: ObjectId, at: usize, element: &Linear) -> Option<ObjectId> {
        let run = *self.objects.get(&id)?.runs.get(at)?;
        let elements = run.object()?;
        let object = self.objects.get(&elements)?.clone();
        let (start, end) = (self.start_of(&run)?, self.end_of(&run)?);
        let behind = element.moved(run.stride.into())?;
        let single = self.instance(elements, &object, object.segment()?, 0)?;
        let (has_left, has_right) = (!self.is_at_most(element, &start), !self.is_at_most(&end, &behind));
        let right = match (has_left, has_right) {
            (true, true) => Some(self.duplicate(elements)?),
            (false, true) => Some(elements),
            (_, false) => None,
        };
        if !has_left && !has_right {
            self.remove(elements);
        }
        let (from, behind) = (self.bound(element.clone()), self.bound(behind));
        let lead = |object: ObjectId| Value::Pointer(Pointer::to(object));
        let left = has_left.then_some(Run { to: Some(from), ..run });
        let middle = Run { from, to: None, elements: lead(single), ..run };
        let right = right.map(|right| Run { from: behind, elements: lead(right), ..run });
        let parts = left.into_iter().chain([middle]).chain(right);
        self.object_mut(id)?.runs.splice(at..=at, parts);
        Some(single)
    }

    /// A copy of what tells of elements, with what they own.
    fn duplicate(&mut self, id: ObjectId) -> Option<ObjectId> {
        let mut copies: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
        for original in [id].into_iter().chain(self.owned(id)) {
            copies.insert(original, ObjectId(self.next_object));
            self.next_object += 1;
        }
        for (original, copy) in &copies {
            let mut new = Object::clone(self.objects.get(original)?);
            new.owner = new.owner.map(|owner| copies.get(&owner).copied().unwrap_or(owner));
            for value in new.values_mut() {
                if let Value::Pointer(pointer) = value
                    && let Some(copy) = copies.get(&pointer.object)
                {
                    pointer.object = *copy;
                }
            }
            self.objects.insert(*copy, Rc::new(new));
        }
        copies.get(&id).copied()
    }

    /// One run instead of two neighbours that are alike, or that no variable tells apart.
    pub fn merge_runs(&self, statics: &Statics) -> Option<State> {
        let arrays = self.objects.iter().filter(|(_, object)| object.is_table || !object.runs.is_empty());
        for (&id, array) in arrays {
            let neighbours = array.runs.iter().zip(array.runs.iter().skip(1)).enumerate();
            for (at, (a, b)) in neighbours.filter(|(_, (a, b))| a.stride == b.stride) {
                let Some((end, start)) = self.end_of(a).zip(self.start_of(b)) else { continue };
                if !self.are_equal(&end, &start) {
                    continue;
                }
                // Where a variable tells the place, elements behind it may not be what those before are.
                if self.is_told(&end, a.stride) && !self.are_alike(a, b) {
                    continue;
                }
                let merged = [Loss::Lengths, Loss::Numbers];
                let merged = merged.iter().find_map(|loss| self.merge_run(statics, (id, at), *loss));
                if merged.is_some() {
                    return merged;
                }
            }
        }
        None
    }

    /// Whether elements hold values of the same sort.
    fn are_alike(&self, a: &Run, b: &Run) -> bool {
        let object = |run: &Run| run.object().and_then(|id| self.objects.get(&id));
        object(a).zip(object(b)).is_some_and(|(x, y)| x.holds_like(y))
    }

    /// Whether a variable tells where an offset is.
    fn is_told(&self, offset: &Linear, stride: u64) -> bool {
        !self.tellers(offset, stride).is_empty()
    }

    /// The variables that tell where an offset is, by number: as an index, or as a pointer to there. Whether the element of the
    /// index is done with or not, it may be before the offset or behind it.
    pub fn tellers(&self, offset: &Linear, stride: u64) -> Vec<(usize, bool)> {
        let registers = self.frames.iter().flat_map(|frame| frame.registers.iter().copied());
        let place = |value: Value| match value {
            Value::Pointer(pointer) if pointer.offset() != Some(0) => self.offset(pointer),
            Value::Int(_) | Value::Symbol(_) => self.number(value)?.times(stride.into()),
            _ => None,
        };
        let mut tellers = Vec::new();
        for (index, value) in registers.chain(self.held.iter().copied().map(Some)).enumerate() {
            let Some(place) = value.and_then(place) else { continue };
            let behind = place.moved(stride.into());
            if self.are_equal(&place, offset) {
                tellers.push((index, false));
            } else if behind.is_some_and(|behind| self.are_equal(&behind, offset)) {
                tellers.push((index, true));
            }
        }
        tellers
    }

    fn merge_run(&self, statics: &Statics, (id, at): (ObjectId, usize), loss: Loss) -> Option<State> {
        let array = self.objects.get(&id)?;
        let (first, second) = (*array.runs.get(at)?, *array.runs.get(at + 1)?);
        let (left, right) = (first.object()?, second.object()?);
        let (a, b) = (self.objects.get(&left)?.clone(), self.objects.get(&right)?.clone());
        let result = ObjectId(self.next_object);
        let mut joiner = Joiner::of_nodes(statics, self, loss, (left, right, result));
        let shape = Shape::Segment(Segment::by_place());
        let holder = Holder { left, right, result, shape, owner: a.owner, at: 0 };
        let mut kinds = joiner.kinds(holder, &a, &b, &[], 1)?;
        let (lefts, rights) = joiner.consumed();
        let apart = !lefts.iter().any(|id| rights.contains(id));
        if !apart || !self.is_private(left, &lefts) || !self.is_private(right, &rights) {
            return None;
        }
        let base = if a.base == b.base { a.base } else { Base::Any };
        let cells = kinds.cells.remove(0);
        let object = Object { shape, cells, others: Vec::new(), order: Order::any(1), base, ..Object::clone(&a) };
        let mut state = joiner.out;
        for gone in lefts.iter().chain(&rights).chain([&left, &right]) {
            state.objects.remove(gone);
        }
        state.objects.insert(result, Rc::new(object));
        let end = self.end_of(&second)?;
        let to = Some(match second.to {
            Some(to) => to,
            None => state.bound(end),
        });
        let run = Run { from: first.from, to, elements: Value::Pointer(Pointer::to(result)), ..first };
        state.object_mut(id)?.runs.splice(at..=at + 1, [run]);
        Some(state)
    }
}
