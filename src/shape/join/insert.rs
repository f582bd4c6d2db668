//! Segments, and what nodes own, that only one side of a join has: in the result, they may be missing.

use super::super::numbers::{Name, constant, length};
use super::super::state::{Kind, Object, Segment, Shape, State};
use super::super::tree::Branches;
use super::super::value::{ObjectId, Pointer, Spot, SymbolId, Value};
use super::{Joiner, Loss, Noted, Partner, Side, points_to};
use std::collections::BTreeMap;

impl Joiner<'_> {
    /// Whether what a pointer leads to may be paired with nothing: what nodes own may be missing in some of them. Of what is
    /// there once, it is worth knowing whether it is there.
    pub(super) fn may_insert(&self, side: Side, pointer: Pointer) -> bool {
        let Some(object) = self.state(side).objects.get(&pointer.object) else { return false };
        let exact = self.loss != Loss::Nothing || (side == Side::Left && object.min() == 0);
        exact && (self.is_nested() || self.is_in_table())
    }

    /// Whether the cell that is being joined is an element that an index tells from others.
    fn is_in_table(&self) -> bool {
        let Some(holder) = self.holder else { return false };
        let is_table = |state: &State, id| state.object(self.statics, id).is_some_and(|object| object.is_table);
        is_table(self.left, holder.left) || is_table(self.right, holder.right)
    }

    /// Whether the cell that is being joined belongs to each of several nodes.
    fn is_nested(&self) -> bool {
        let Some(holder) = self.holder else { return false };
        let several = match holder.shape {
            Shape::Segment(segment) => segment.next != holder.at && segment.prev != Some(holder.at),
            Shape::Region | Shape::Optional => false,
        };
        several || holder.owner.is_some()
    }

    /// A segment (or a single node) of one side that the other side does not have: it may be missing in the result.
    pub(super) fn inserted(&mut self, a: Value, b: Value) -> Option<Value> {
        let mut result = None;
        for (side, from, other) in [(Side::Left, a, b), (Side::Right, b, a)] {
            if let (Value::Pointer(pointer), None) = (from, result)
                && self.may_insert(side, pointer)
            {
                result = self.attempt(|this| this.insert_one(side, pointer, other));
            }
        }
        result
    }

    /// Tries something; if it fails, it leaves no trace.
    pub(super) fn attempt<T>(&mut self, action: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let (noted, next_object, next_symbol) = (self.journal.len(), self.out.next_object, self.out.next_symbol);
        let result = action(self);
        if result.is_none() {
            for noted in self.journal.split_off(noted).into_iter().rev() {
                match noted {
                    Noted::Partner(side, id, Some(before)) => drop(self.partners(side).insert(id, before)),
                    Noted::Partner(side, id, None) => drop(self.partners(side).remove(&id)),
                    Noted::Symbols(pair) => drop(self.symbols.remove(&pair)),
                    Noted::Object(id) => drop(self.out.objects.remove(&id)),
                }
            }
            self.out.symbols.split_off(&SymbolId(next_symbol));
            self.slots.retain(|slot| slot.symbol.0 < next_symbol);
            self.numbers.retain(|name, _| match name {
                Name::Symbol(symbol) => symbol.0 < next_symbol,
                Name::Length(id) => id.0 < next_object,
                Name::Cell(_) => false,
            });
            (self.out.next_object, self.out.next_symbol) = (next_object, next_symbol);
        }
        result
    }

    pub(super) fn partners(&mut self, side: Side) -> &mut BTreeMap<ObjectId, (Partner, ObjectId)> {
        match side {
            Side::Left => &mut self.lefts,
            Side::Right => &mut self.rights,
        }
    }

    fn insert_one(&mut self, side: Side, pointer: Pointer, other: Value) -> Option<Value> {
        let offset = pointer.offset()?;
        let known = self.partners(side).get(&pointer.object).copied();
        if let Some((partner, result)) = known {
            let Partner::Nothing { first, last, list, at } = partner else { return None };
            if list.map_or(0, |segment| segment.head) != offset {
                return None;
            }
            // A single node is first and last; where it was met before leads to the first.
            let is_single = self.state(side).objects.get(&pointer.object)?.segment().is_none();
            let elsewhere = at.is_some() && self.holder.map(|holder| holder.at) != at;
            let has_last = list.is_some_and(|segment| segment.prev.is_some());
            let spot = if is_single && has_last && elsewhere { Spot::Last } else { pointer.spot };
            let value = Value::Pointer(Pointer { object: result, spot, ..pointer });
            return match spot {
                Spot::First if first == other => Some(value),
                Spot::Last if last == Some(other) => Some(value),
                Spot::Last if last.is_none() => {
                    let partner = Partner::Nothing { first, last: Some(other), list, at };
                    self.pair(side, pointer.object, partner, result);
                    let done = self.out.objects.get(&result).cloned();
                    let fits = done.is_none_or(|new| self.ends_fit(side, pointer.object, &new, other));
                    fits.then_some(value)
                }
                _ => None,
            };
        }
        self.fuel = self.fuel.checked_sub(1)?;
        self.statics.look(0);
        let object = self.state(side).objects.get(&pointer.object)?.clone();
        let owner = self.beside(side, &object)?;
        let is_node = self.nodes.is_some_and(|(left, right, _)| [left, right].contains(&pointer.object));
        let free = !is_node && object.kind == Kind::Heap;
        if !free || pointer.spot != Spot::First || !object.runs.is_empty() {
            return None;
        }
        let list = match object.shape {
            Shape::Segment(segment) => Some(segment).filter(|segment| segment.head == offset),
            Shape::Region => {
                self.continues(side, &object, offset).or_else(|| self.closes(side, &object, offset, other))
            }
            Shape::Optional => None,
        };
        let result = self.new_object(owner, list.is_some());
        let at = self.holder.map(|holder| holder.at);
        let partner = Partner::Nothing { first: other, last: None, list, at };
        self.pair(side, pointer.object, partner, result);
        let size = self.state(side).size_of(&object);
        let mut new = Object { owner, size, by: None, ..(*object).clone() };
        let mut joined_link = None;
        if let Some(segment) = list {
            new.shape = Shape::Segment(Segment { min: 0, ..segment });
            let next = object.cell(segment.next)?;
            let (x, y) = if side == Side::Left { (next, other) } else { (other, next) };
            let next = self.values(x, y, 8)?;
            let was_complete = segment.is_tree() && segment.way == Branches::NONE;
            if points_to(next, result) || (was_complete && next != Value::ZERO) {
                return None;
            }
            new.set(segment.next, next);
            joined_link = Some(segment.next);
        } else if other == Value::ZERO && object.segment().is_none() && offset == 0 {
            new.shape = Shape::Optional;
        } else {
            return None;
        }
        self.inserting_list = list.is_some();
        for (at, cell) in &object.cells {
            if joined_link != Some(*at) {
                let value = self.one_sided(side, cell.value, pointer.object, result)?;
                new.set(*at, value);
            }
        }
        for cell in new.others.iter_mut().flat_map(|other| other.values_mut()) {
            cell.value = self.one_sided(side, cell.value, pointer.object, result)?;
        }
        if let Some((Partner::Nothing { last: Some(last), .. }, _)) = self.partners(side).get(&pointer.object).copied()
            && !self.ends_fit(side, pointer.object, &new, last)
        {
            return None;
        }
        let (here, none) = (Some(length(pointer.object, &object)), Some(constant(0)));
        self.note_length(result, if side == Side::Left { [here, none] } else { [none, here] });
        self.complete(result, new);
        Some(Value::Pointer(Pointer { object: result, ..pointer }))
    }

    /// Whether a pointer to the last node of an inserted segment is, where the segment is empty, what the other side has.
    fn ends_fit(&mut self, side: Side, original: ObjectId, new: &Object, last: Value) -> bool {
        let Some(object) = self.state(side).objects.get(&original).cloned() else { return false };
        let Some(prev) = new.segment().and_then(|segment| segment.prev) else { return false };
        let Some(before) = object.cell(prev) else { return false };
        let (x, y) = if side == Side::Left { (before, last) } else { (last, before) };
        self.values(x, y, 8).is_some_and(|joined| Some(joined) == new.cell(prev))
    }

    /// The owner of what is inserted behind a cell of the holder: the holder, if that stands for several nodes of which each has
    /// its own, or else the owner of the holder. `None` if it does not belong there.
    fn beside(&self, side: Side, object: &Object) -> Option<Option<ObjectId>> {
        let Some(holder) = self.holder else { return object.owner.is_none().then_some(None) };
        let from = if side == Side::Left { holder.left } else { holder.right };
        let here = self.state(side).object(self.statics, from)?;
        let is_link = |shape: Shape| match shape {
            Shape::Segment(segment) => segment.next == holder.at || segment.prev == Some(holder.at),
            Shape::Region | Shape::Optional => false,
        };
        let expected = if here.segment().is_some() && !is_link(here.shape) { Some(from) } else { here.owner };
        if object.owner != expected {
            return None;
        }
        match holder.shape {
            Shape::Segment(_) if !is_link(holder.shape) => Some(Some(holder.result)),
            _ => Some(holder.owner),
        }
    }

    /// Whether a node continues the list of the object that points to it: how it is linked.
    fn continues(&self, side: Side, object: &Object, head: i64) -> Option<Segment> {
        let holder = self.holder?;
        let from = if side == Side::Left { holder.left } else { holder.right };
        let before = self.state(side).objects.get(&from)?;
        let alike = before.kind != Kind::Part
            && (before.size, before.tag) == (object.size, object.tag)
            && !self.statics.has_rules(object);
        if !alike || !object.cells.contains_key(&holder.at) {
            return None;
        }
        let leads_back = |value: Value| matches!(value, Value::Pointer(pointer) if pointer.object == from && pointer.offset() == Some(head));
        let back = object.cells.iter().find(|(at, cell)| **at != holder.at && leads_back(cell.value));
        let prev = back.map(|(at, _)| *at);
        let seen_from_here = prev.is_none_or(|prev| prev > holder.at);
        seen_from_here.then_some(Segment {
            next: holder.at,
            branches: Branches::NONE,
            way: Branches::NONE,
            prev,
            head,
            min: 0,
            rules: None,
        })
    }

    /// Whether a node is the only one of a ring that closes where it is met: the other side has a ring without nodes there.
    fn closes(&self, side: Side, object: &Object, head: i64, other: Value) -> Option<Segment> {
        let holder = self.holder?;
        let (here, there) = match side {
            Side::Left => (holder.left, holder.right),
            Side::Right => (holder.right, holder.left),
        };
        let Value::Pointer(empty) = other else { return None };
        let closing = |value: Value| matches!(value, Value::Pointer(pointer) if pointer.object == here && pointer.offset() == empty.offset());
        if empty.object != there || empty.offset().is_none() {
            return None;
        }
        let mut links = object.cells.iter().filter(|(_, cell)| closing(cell.value)).map(|(at, _)| *at);
        let next = links.next()?;
        Some(Segment {
            next,
            branches: Branches::NONE,
            way: Branches::NONE,
            prev: links.next(),
            head,
            min: 0,
            rules: None,
        })
    }

    /// A value of one side in `original`, which the other side does not have and which becomes `result`.
    pub(super) fn one_sided(
        &mut self,
        side: Side,
        value: Value,
        original: ObjectId,
        result: ObjectId,
    ) -> Option<Value> {
        let pointer = match value {
            // What the other side does not have is nothing that its symbols tell of.
            Value::Pointer(pointer) => {
                let (low, high) = self.state(side).reach(pointer);
                Pointer { low, high, by: None, ..pointer }
            }
            Value::Symbol(symbol) => {
                return Some(Value::Any(self.state(side).symbols.get(&symbol).and_then(|fact| fact.range)));
            }
            value => return Some(value),
        };
        if let Some((left, right, segment)) = self.nodes {
            let node = if side == Side::Left { left } else { right };
            if pointer.object == node {
                let is_segment = self.left.objects.get(&node)?.segment().is_some();
                let own = !is_segment || pointer.spot == Spot::Each;
                return own.then_some(Value::Pointer(Pointer { object: segment, spot: Spot::Each, ..pointer }));
            }
            if [left, right].contains(&pointer.object) {
                return None;
            }
        }
        let whole = self.state(side).objects.get(&original)?.clone();
        if pointer.object == original {
            let spot = if self.inserting_list && whole.segment().is_none() { Spot::Each } else { pointer.spot };
            return Some(Value::Pointer(Pointer { object: result, spot, ..pointer }));
        }
        if let Some((_, partner)) = self.partners(side).get(&pointer.object).copied() {
            // A single node, here, that stands for several in the result: the pointer leads to the one that it belongs to.
            let was_single = self.state(side).objects.get(&pointer.object).is_some_and(|o| o.segment().is_none());
            let is_segment = self.owners.get(&partner).is_some_and(|(_, is_segment)| *is_segment);
            let own = was_single && is_segment && self.is_part(result, partner);
            let spot = if own { Spot::Each } else { pointer.spot };
            return Some(Value::Pointer(Pointer { object: partner, spot, ..pointer }));
        }
        if self.statics.contains(pointer.object) {
            return Some(value);
        }
        let object = self.state(side).objects.get(&pointer.object)?.clone();
        let level = if whole.segment().is_some() { Some(original) } else { whole.owner };
        // What belongs to a part belongs to its copy.
        let of_part = object.owner.and_then(|owner| match self.partners(side).get(&owner) {
            Some((Partner::Part, copy)) => Some(*copy),
            _ => None,
        });
        let owner = of_part.or_else(|| (object.owner == level).then_some(result));
        let is_heap = matches!(object.kind, Kind::Heap | Kind::Part);
        let (true, Some(owner), true) = (is_heap, owner, self.belongs(side, pointer.object, original)) else {
            // What both nodes share stays where it is.
            return (self.nodes.is_some() && object.owner.is_none()).then_some(value);
        };
        let told = |value: &Value| matches!(value, Value::Symbol(_));
        if object.runs.iter().any(|run| told(&run.from) || run.to.as_ref().is_some_and(told)) {
            return None;
        }
        let copy = self.new_object(Some(owner), object.segment().is_some());
        self.pair(side, pointer.object, Partner::Part, copy);
        let size = self.state(side).size_of(&object);
        let mut new = Object { owner: Some(owner), size, by: None, ..(*object).clone() };
        for value in new.values_mut() {
            *value = match *value {
                Value::Pointer(inner) if inner.object == pointer.object => {
                    Value::Pointer(Pointer { object: copy, ..inner })
                }
                value => self.one_sided(side, value, original, result)?,
            };
        }
        let (here, none) = (Some(length(pointer.object, &object)), Some(constant(0)));
        self.note_length(copy, if side == Side::Left { [here, none] } else { [none, here] });
        self.complete(copy, new);
        Some(Value::Pointer(Pointer { object: copy, ..pointer }))
    }

    /// Whether only an object, and what became part of it, leads to another.
    fn belongs(&mut self, side: Side, id: ObjectId, to: ObjectId) -> bool {
        let state = self.state(side);
        let partners = self.partners(side);
        let part =
            |other: &ObjectId| *other == to || *other == id || matches!(partners.get(other), Some((Partner::Part, _)));
        let holders = state.objects.iter().filter(|(_, object)| object.values().any(|value| points_to(value, id)));
        holders.into_iter().all(|(other, _)| part(other))
            && !state.roots().into_iter().any(|value| points_to(value, id))
    }
}
