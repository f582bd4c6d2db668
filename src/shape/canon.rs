//! Garbage, and the normal form of states: two states that differ in names only have the same one.

use super::linear::Linear;
use super::memory::Statics;
use super::numbers::{Name, named};
use super::state::{Base, Kind, Object, State};
use super::value::{Fact, ObjectId, Pointer, Spot, SymbolId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl State {
    /// Removes heap objects that nothing leads to, and returns whether there were any, or may be: what only nodes lead to that may
    /// be missing is lost if they are.
    pub fn collect(&mut self, statics: &Statics) -> bool {
        self.drop_runs();
        let lost = self.may_be_lost(statics);
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
        let gone = self.objects.iter().any(|(id, object)| object.kind != Kind::Part && !reached.contains(id));
        self.objects.retain(|id, _| reached.contains(id));
        lost || gone
    }

    /// Whether there is an object on the heap that is not led to in all cases that the state describes.
    fn may_be_lost(&self, statics: &Statics) -> bool {
        let mut visited: BTreeSet<(ObjectId, Spot)> = BTreeSet::new();
        let first = |id: &ObjectId| Pointer::to(*id);
        let mut open: Vec<Pointer> = self.objects.keys().filter(|id| statics.contains(**id)).map(first).collect();
        open.extend(self.roots().into_iter().filter_map(pointer_of));
        while let Some(pointer) = open.pop() {
            if visited.insert((pointer.object, pointer.spot)) {
                open.extend(self.surely_led_to(pointer));
            }
        }
        let reached: BTreeSet<ObjectId> = visited.into_iter().map(|(id, _)| id).collect();
        self.objects.iter().any(|(id, object)| object.kind == Kind::Heap && !reached.contains(id))
    }

    /// The pointers that can be followed from what a pointer leads to, whichever nodes are missing there.
    fn surely_led_to(&self, pointer: Pointer) -> Vec<Pointer> {
        let Some(object) = self.objects.get(&pointer.object) else { return Vec::new() };
        let owners = self.owners(pointer.object);
        let comes_along = |target: &Pointer| {
            let owner = self.objects.get(&target.object).and_then(|part| part.owner);
            owner.is_some_and(|owner| owner == pointer.object || owners.contains(&owner))
        };
        // Without the object itself, pointers to it lead on to where its chain leads on to.
        let onwards = object.segment().and_then(|segment| match pointer.spot {
            Spot::First => object.cell(segment.next),
            Spot::Last => segment.prev.and_then(|prev| object.cell(prev)),
            Spot::Each => None,
        });
        let is_there = owners.iter().all(|owner| self.always_has(*owner));
        let onwards = onwards.and_then(pointer_of).filter(|target| is_there || comes_along(target));
        let always = |target: &Pointer| is_there && object.min() > 0 && is_of_all_kinds(object, *target);
        let held = object.values().filter_map(pointer_of).filter(|target| always(target) || comes_along(target));
        held.chain(onwards).collect()
    }

    /// Whether a node is there in all cases, and is of the only kind there is.
    fn always_has(&self, id: ObjectId) -> bool {
        self.objects.get(&id).is_none_or(|object| object.min() > 0 && object.others.is_empty())
    }

    /// The segments and optional objects with which an object comes and goes.
    fn owners(&self, id: ObjectId) -> Vec<ObjectId> {
        let owner = |id: &ObjectId| self.objects.get(id).and_then(|object| object.owner);
        std::iter::successors(owner(&id), owner).collect()
    }

    /// The same state with objects and symbols numbered in the order in which they are met from the variables. A symbol that
    /// stands in one place only becomes an anonymous unknown value. Garbage must have been collected.
    pub fn normalise(&self, statics: &Statics) -> State {
        let mut state = if self.numbers.is_empty() { self.clone() } else { self.with_constants() };
        state.project();
        state.renumbered(statics)
    }

    fn renumbered(&self, statics: &Statics) -> State {
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
        let in_sums = self.symbols_in_sums();
        let numbers = self.numbers_of(&uses.keys().copied().collect());
        uses.retain(|symbol, count| {
            *count > 1
                || in_sums.contains(symbol)
                || numbers.mentions(Name::Symbol(*symbol))
                || self.symbols.get(symbol).is_some_and(|fact| !fact.excluded.is_empty())
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
                let each = &object.each;
                for cells in [&mut object.cells].into_iter().chain(&mut object.others) {
                    cells.retain(|at, cell| !cell.says_nothing() || each.mentions(Name::Cell(*at)));
                }
            }
            object.owner = object.owner.map(|owner| numbering.object(owner));
            object.size = self.size_of(&object);
            object.by = object.by.map(|symbol| numbering.symbol(symbol));
            objects.insert(numbering.object(id), Rc::new(object));
        }
        let renamed = |sum: &Linear| sum.mapped(&|symbol| numbering.symbols.get(&symbol).copied().map(Linear::symbol));
        let symbols: BTreeMap<SymbolId, _> = numbering
            .symbols
            .iter()
            .filter_map(|(old, new)| {
                let fact = self.symbols.get(old)?;
                let range = fact.range.map(|range| self.range(Value::Symbol(*old), range.ty));
                Some((*new, Fact { range, sum: fact.sum.as_ref().and_then(renamed), ..fact.clone() }))
            })
            .collect();
        let numbers = numbers.substituted(&|name| match name {
            Name::Symbol(symbol) => named(Name::Symbol(numbering.symbols.get(&symbol).copied().unwrap_or(symbol))),
            Name::Length(id) => named(Name::Length(numbering.objects.get(&id).copied().unwrap_or(id))),
            Name::Cell(_) => named(name),
        });
        let numbers = numbers.canonical();
        let mut bounds: Vec<Linear> = self.bounds.iter().filter_map(renamed).collect();
        bounds.sort();
        let next_object = first + numbering.objects.len() as u32;
        let next_symbol = symbols.len() as u32;
        State {
            objects,
            symbols,
            bounds,
            numbers,
            frames,
            held,
            left_outside: self.left_outside,
            scratch: Vec::new(),
            next_object,
            next_symbol,
        }
    }
}

/// Whether a pointer is one of the links of a segment, or every kind of node has it.
fn is_of_all_kinds(object: &Object, pointer: Pointer) -> bool {
    let has = |value: Option<Value>| value == Some(Value::Pointer(pointer));
    let links = object.segment().map_or_else(Vec::new, |segment| segment.links());
    links.iter().any(|at| has(object.cell(*at)))
        || object.others.is_empty()
        || object.kinds(&links).iter().all(|kind| kind.values().any(|cell| has(Some(cell.value))))
}

fn pointer_of(value: Value) -> Option<Pointer> {
    match value {
        Value::Pointer(pointer) => Some(pointer),
        _ => None,
    }
}

fn object_of(value: Value) -> Option<ObjectId> {
    pointer_of(value).map(|pointer| pointer.object)
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

    fn symbol(&mut self, symbol: SymbolId) -> SymbolId {
        let next = SymbolId(self.symbols.len() as u32);
        *self.symbols.entry(symbol).or_insert(next)
    }

    fn value(&mut self, value: Value, uses: &BTreeMap<SymbolId, u32>) -> Value {
        match value {
            Value::Pointer(pointer) => {
                let (low, high) = self.state.reach(pointer);
                let by = pointer.by.map(|symbol| self.symbol(symbol));
                Value::Pointer(Pointer { object: self.object(pointer.object), low, high, by, ..pointer })
            }
            Value::Symbol(symbol) if uses.contains_key(&symbol) => Value::Symbol(self.symbol(symbol)),
            Value::Symbol(symbol) => Value::Any(self.state.symbols.get(&symbol).and_then(|fact| fact.range)),
            value => value,
        }
    }
}
