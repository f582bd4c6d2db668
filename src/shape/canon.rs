//! Garbage, and the normal form of states: two states that differ in names only have the same one.

use super::memory::Statics;
use super::state::{Base, Object, State};
use super::value::{ObjectId, Pointer, SymbolId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl State {
    /// Removes heap objects that nothing leads to, and returns whether there were any.
    pub fn collect(&mut self, statics: &Statics) -> bool {
        let mut reached: BTreeSet<ObjectId> = BTreeSet::new();
        let mut open: Vec<ObjectId> = self.objects.keys().copied().filter(|id| statics.contains(*id)).collect();
        open.extend(self.roots().into_iter().filter_map(object_of));
        while let Some(id) = open.pop() {
            if reached.insert(id)
                && let Some(object) = self.objects.get(&id)
            {
                open.extend(object.values().filter_map(object_of));
            }
        }
        let before = self.objects.len();
        self.objects.retain(|id, _| reached.contains(id));
        self.objects.len() < before
    }

    /// The same state with objects and symbols numbered in the order in which they are met from the variables. A symbol that
    /// stands in one place only becomes an anonymous unknown value. Garbage must have been collected.
    pub fn normalise(&self, statics: &Statics) -> State {
        let first = statics.objects.len() as u32;
        let mut numbering =
            Numbering { state: self, first, objects: BTreeMap::new(), order: Vec::new(), symbols: BTreeMap::new() };
        for id in self.objects.keys().filter(|id| statics.contains(**id)) {
            numbering.order.push(*id);
        }
        let mut uses: BTreeMap<SymbolId, u32> = BTreeMap::new();
        let cells = self.objects.values().flat_map(|object| object.values());
        let registers = self.frames.iter().flat_map(|frame| frame.registers.iter().flatten());
        for value in cells.chain(registers.chain(&self.held).copied()) {
            if let Value::Symbol(symbol) = value {
                *uses.entry(symbol).or_default() += 1;
            }
        }
        uses.retain(|symbol, count| {
            *count > 1 || self.symbols.get(symbol).is_some_and(|fact| !fact.excluded.is_empty())
        });
        let mut frames = self.frames.clone();
        for frame in &mut frames {
            for object in frame.locals.iter_mut().flatten().chain(&mut frame.blocks) {
                *object = numbering.object(*object);
            }
            for register in frame.registers.iter_mut().flatten() {
                *register = numbering.value(*register, &uses);
            }
        }
        let (mut objects, mut held) = (BTreeMap::new(), Vec::new());
        let mut position = 0;
        loop {
            let Some(&id) = numbering.order.get(position) else {
                // What callers hold comes last, so that the numbers of what a call can reach do not depend on it.
                let Some(value) = self.held.get(held.len()) else { break };
                held.push(numbering.value(*value, &uses));
                continue;
            };
            position += 1;
            let Some(object) = self.objects.get(&id) else { continue };
            let mut object = Object::clone(object);
            for value in object.values_mut() {
                *value = numbering.value(*value, &uses);
            }
            if object.base == Base::Any {
                for cells in [&mut object.cells].into_iter().chain(&mut object.others) {
                    cells.retain(|_, cell| !cell.says_nothing());
                }
            }
            object.owner = object.owner.map(|owner| numbering.object(owner));
            objects.insert(numbering.object(id), Rc::new(object));
        }
        let symbols: BTreeMap<SymbolId, _> = numbering
            .symbols
            .iter()
            .filter_map(|(old, new)| self.symbols.get(old).map(|fact| (*new, fact.clone())))
            .collect();
        let next_object = first + numbering.objects.len() as u32;
        let next_symbol = symbols.len() as u32;
        State { objects, symbols, frames, held, scratch: Vec::new(), next_object, next_symbol, ..*self }
    }
}

fn object_of(value: Value) -> Option<ObjectId> {
    match value {
        Value::Pointer(pointer) => Some(pointer.object),
        _ => None,
    }
}

impl Statics<'_> {
    /// Whether an object is static.
    pub fn contains(&self, id: ObjectId) -> bool {
        (id.0 as usize) < self.objects.len()
    }
}

struct Numbering<'s> {
    state: &'s State,
    /// The first number that no static object has.
    first: u32,
    objects: BTreeMap<ObjectId, ObjectId>,
    order: Vec<ObjectId>,
    symbols: BTreeMap<SymbolId, SymbolId>,
}

impl Numbering<'_> {
    fn object(&mut self, id: ObjectId) -> ObjectId {
        if id.0 < self.first {
            return id;
        }
        let next = ObjectId(self.first + self.objects.len() as u32);
        *self.objects.entry(id).or_insert_with(|| {
            self.order.push(id);
            next
        })
    }

    fn value(&mut self, value: Value, uses: &BTreeMap<SymbolId, u32>) -> Value {
        match value {
            Value::Pointer(pointer) => Value::Pointer(Pointer { object: self.object(pointer.object), ..pointer }),
            Value::Symbol(symbol) if uses.contains_key(&symbol) => {
                let next = SymbolId(self.symbols.len() as u32);
                Value::Symbol(*self.symbols.entry(symbol).or_insert(next))
            }
            Value::Symbol(symbol) => Value::Any(self.state.symbols.get(&symbol).and_then(|fact| fact.range)),
            value => value,
        }
    }
}
