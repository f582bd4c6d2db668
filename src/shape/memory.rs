//! Reading and writing the bytes of one object.

use super::rules::Rules;
use super::state::{Base, Cell, Object, State};
use super::value::{ObjectId, Range, Value};
use crate::base::IdVec;
use crate::ir::{Global, GlobalId, IntType};
use std::collections::btree_map::Entry;
use std::rc::Rc;

/// The lowest bytes of a pattern.
pub(super) fn cut(bits: u64, width: u64) -> u64 {
    if width >= 8 { bits } else { bits & ((1 << (8 * width)) - 1) }
}

impl Object {
    /// The cells that overlap a range.
    fn overlapping(&self, at: u64, width: u64) -> Vec<(u64, Cell)> {
        let before = self.cells.range(..at + width).rev();
        let mut found: Vec<(u64, Cell)> =
            before.take_while(|(start, cell)| **start + cell.width > at).map(|(start, cell)| (*start, *cell)).collect();
        found.reverse();
        found
    }

    /// A byte, if it is known.
    pub fn byte(&self, at: u64, globals: &IdVec<GlobalId, Global>) -> Option<u8> {
        if let Some((start, cell)) = self.overlapping(at, 1).first() {
            return match cell.value {
                Value::Int(0) => Some(0),
                Value::Int(bits) if at - start < 8 => Some((bits >> (8 * (at - start))) as u8),
                _ => None,
            };
        }
        match self.base {
            _ if !self.runs.is_empty() => None,
            Base::Any => None,
            Base::Zero => Some(0),
            Base::Initial(global) => globals[global].init.get(at as usize).copied(),
        }
    }

    /// What a range holds, without telling unknown bytes apart.
    pub fn peek(&self, at: u64, width: u64, globals: &IdVec<GlobalId, Global>) -> Value {
        if let Some(cell) = self.cells.get(&at).filter(|cell| cell.width == width) {
            return cell.value;
        }
        let overlapping = self.overlapping(at, width);
        if overlapping.is_empty() && self.base == Base::Zero && self.runs.is_empty() {
            return Value::ZERO;
        }
        if let [(start, Cell { width: all, value: Value::Int(0) })] = overlapping.as_slice()
            && *start <= at
            && at + width <= start + all
        {
            return Value::ZERO;
        }
        if width <= 8 {
            let bytes: Option<Vec<u8>> = (at..at + width).map(|at| self.byte(at, globals)).collect();
            if let Some(bytes) = bytes {
                return Value::Int(bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)));
            }
        }
        Value::Any(None)
    }

    /// Sets a range; what is left of cells that it cuts stays if it is known.
    pub fn put(&mut self, at: u64, width: u64, value: Value) {
        if width == 0 {
            return;
        }
        for (start, cell) in self.overlapping(at, width) {
            self.cells.remove(&start);
            let part = |from: u64, width: u64| match cell.value {
                Value::Int(0) => Value::ZERO,
                Value::Int(bits) if from + width <= 8 => Value::Int(cut(bits >> (8 * from), width)),
                _ => Value::Any(None),
            };
            if start < at {
                let width = at - start;
                self.cells.insert(start, Cell { width, value: part(0, width) });
            }
            let (end, new_end) = (start + cell.width, at + width);
            if end > new_end {
                self.cells.insert(new_end, Cell { width: end - new_end, value: part(new_end - start, end - new_end) });
            }
        }
        self.cells.insert(at, Cell { width, value });
    }

    /// The bytes of a range as cells relative to its start; what is not known is anything.
    pub fn slice(&self, at: u64, size: u64, globals: &IdVec<GlobalId, Global>) -> Vec<(u64, Cell)> {
        let mut slice = Vec::new();
        let mut position = at;
        let end = at + size;
        while position < end {
            let next = self.cells.range(position..).next().map_or(end, |(start, _)| *start).min(end);
            let cell = self.overlapping(position, 1).first().map(|(start, cell)| (*start, *cell));
            let width = match cell {
                Some((start, cell)) => (start + cell.width).min(end) - position,
                None if !self.runs.is_empty() || matches!(self.base, Base::Zero | Base::Any) => next - position,
                None => 1,
            };
            let value = self.peek(position, width, globals);
            slice.push((position - at, Cell { width, value }));
            position += width;
        }
        slice
    }
}

/// What an unknown value of so many bytes, read as an integer, is known to be.
pub(super) fn known_range(value: Value, ty: Option<IntType>) -> Option<Range> {
    match value {
        Value::Any(Some(range)) => Some(match ty {
            Some(ty) if ty.bits == range.ty.bits => range.read_as(ty),
            _ => range,
        }),
        _ => None,
    }
}

impl State {
    /// Reads bytes of a region; an unknown value becomes a symbol that stays there.
    pub fn read(
        &mut self,
        statics: &Statics,
        object: ObjectId,
        at: u64,
        width: u64,
        ty: Option<IntType>,
    ) -> Option<Value> {
        let value = self.object(statics, object)?.peek(at, width, statics.globals);
        let Value::Any(_) = value else { return Some(value) };
        let symbol = self.symbol(known_range(value, ty));
        let target = self.change(statics, object)?;
        let whole = target.cells.get(&at).is_some_and(|cell| cell.width == width);
        let overlapping = target.overlapping(at, width);
        let inside_unknown = overlapping.iter().all(|(start, cell)| {
            matches!(cell.value, Value::Any(_)) && *start <= at && start + cell.width >= at + width
        });
        if whole || inside_unknown {
            target.put(at, width, symbol);
        }
        Some(symbol)
    }
}

/// The static objects as they are at the start.
#[derive(Clone)]
pub(super) struct Statics<'a> {
    pub objects: Vec<Object>,
    pub globals: &'a IdVec<GlobalId, Global>,
    /// Bytes of the registers of each function.
    pub widths: Vec<Vec<u64>>,
    /// Which of them lead to pointers.
    pub links: Vec<Vec<bool>>,
    /// Which of them are indices of arrays that may hold pointers.
    pub indices: Vec<Vec<bool>>,
    /// Whether it is found out which kinds of nodes stand beside each other.
    pub order: bool,
    /// Whether it is found out how numbers, lengths and fields depend on each other.
    pub numbers: bool,
    /// Where numbers that grow may stop, in order.
    pub thresholds: Vec<i128>,
    /// Bytes of a pointer.
    pub pointer_bytes: u64,
    /// The rules of trees, and how often some were added.
    pub rules: std::cell::RefCell<Vec<Rules>>,
    pub rules_added: std::cell::Cell<u64>,
    /// Whether nodes were met that cannot be part of a tree as they do not have all its links.
    pub irregular: std::cell::Cell<bool>,
    /// Objects that were looked at so far: what all the work is measured in.
    pub looked_at: std::cell::Cell<u64>,
}

impl Statics<'_> {
    /// Counts objects that are looked at.
    pub fn look(&self, objects: usize) {
        self.looked_at.set(self.looked_at.get() + objects as u64 + 1);
    }
}

/// So many registers cost as much as an object.
const REGISTERS_OF_OBJECT: usize = 16;

impl State {
    /// What it costs to look at a state: its objects, what they hold, what is known of numbers, and the registers, which cost little
    /// each, but are many in long functions.
    pub fn weight(&self) -> usize {
        let objects: usize = self.objects.values().map(|object| 1 + object.cells.len()).sum();
        let symbols: usize = self.symbols.values().map(|fact| 1 + fact.excluded.len() + fact.parts.len()).sum();
        let registers: usize = self.frames.iter().map(|frame| frame.registers.len()).sum();
        objects + symbols + self.bounds.len() + self.numbers.size() + registers / REGISTERS_OF_OBJECT
    }

    /// An object that lives.
    pub fn object<'s>(&'s self, statics: &'s Statics, id: ObjectId) -> Option<&'s Object> {
        self.objects.get(&id).map(|object| &**object).or_else(|| statics.objects.get(id.0 as usize))
    }

    /// An object that lives, to be changed.
    pub fn change(&mut self, statics: &Statics, id: ObjectId) -> Option<&mut Object> {
        if let Entry::Vacant(entry) = self.objects.entry(id) {
            entry.insert(Rc::new(statics.objects.get(id.0 as usize)?.clone()));
        }
        self.object_mut(id)
    }
}
