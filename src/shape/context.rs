//! The part of a state that a call can reach.
//!
//! A call is followed with that part alone: what its arguments, and the static objects that it may name, lead to. So what happens in a
//! function is found out once, however many states of the callers it is called in, and lists in lists cost
//! the sum of their levels, not the product. The caller keeps the rest ([`Rest`]) until the call returns.
//!
//! **Why it is sound.** Nothing that the call can reach leads to the rest, so the call neither reads nor changes it. The other way
//! round, all values in the rest that change with what the call does (pointers to what it can reach, symbols that occur there) go
//! with the state as `held`: they are redirected, restricted and kept alive like variables, and tell the rest at the end
//! what has become of them.

use super::memory::Statics;
use super::numbers::{Name, named, number};
use super::state::{Kind, Object, State};
use super::value::{ObjectId, Pointer, Spot, SymbolId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a caller keeps during a call.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    state: State,
    /// The values of the rest that went with the call, with their position in `held`.
    lent: Vec<(Value, usize)>,
}

impl State {
    /// Splits a state in which a call has just begun, whose function may name some static objects: the state of the call, and
    /// what its caller keeps.
    pub fn split(mut self, statics: &Statics, named: &BTreeSet<ObjectId>) -> Option<(State, Rest)> {
        let callee = self.frames.pop()?;
        let mut reached = BTreeSet::new();
        let mut open: Vec<ObjectId> = named.iter().copied().collect();
        open.extend(callee.registers.iter().flatten().filter_map(|value| target(*value)));
        while let Some(id) = open.pop() {
            if reached.insert(id)
                && let Some(object) = self.object(statics, id)
            {
                open.extend(object.values().filter_map(target));
            }
        }
        let objects: BTreeMap<ObjectId, Rc<Object>>;
        (objects, self.objects) =
            std::mem::take(&mut self.objects).into_iter().partition(|(id, _)| reached.contains(id));
        let cells = objects.values().flat_map(|object| object.values());
        let shared: BTreeSet<SymbolId> =
            cells.chain(callee.registers.iter().flatten().copied()).filter_map(symbol).collect();
        // What equations say of the caller's numbers and the call's goes with the call.
        let shared = self.linked(&shared, &reached);
        let goes = |value: Value| match value {
            Value::Pointer(pointer) => reached.contains(&pointer.object) && !statics.contains(pointer.object),
            Value::Symbol(symbol) => shared.contains(&symbol),
            _ => false,
        };
        let cells = self.objects.values().flat_map(|object| object.values());
        let mut held: Vec<Value> = Vec::new();
        for value in self.roots().into_iter().chain(cells) {
            if goes(value) && !held.contains(&value) {
                held.push(value);
            }
        }
        let left_outside = self.left_outside || self.objects.values().any(|object| object.kind == Kind::Heap);
        let symbols = self.symbols.iter().filter(|(id, _)| shared.contains(id)).map(|(id, fact)| (*id, fact.clone()));
        let numbers = self.numbers.restricted(&|name| match name {
            Name::Symbol(symbol) => shared.contains(&symbol),
            Name::Length(id) => reached.contains(&id),
            Name::Cell(_) => false,
        });
        self.numbers = self.numbers.restricted(&|name| match name {
            Name::Symbol(_) => true,
            Name::Length(id) => !reached.contains(&id),
            Name::Cell(_) => false,
        });
        let local = State {
            objects,
            numbers,
            symbols: symbols.collect(),
            frames: vec![callee],
            held: held.clone(),
            left_outside,
            scratch: Vec::new(),
            ..self
        };
        Some((local, Rest { state: self, lent: held.into_iter().zip(0..).collect() }))
    }
}

impl Rest {
    /// Brings the values that went with the call, now in its normal form, into an order that does not depend on the caller.
    pub fn order(&mut self, local: &mut State) {
        self.lent.sort_by_key(|(_, position)| key(local.held[*position]));
        local.held = self.lent.iter().map(|(_, position)| local.held[*position]).collect();
        for (index, (_, position)) in self.lent.iter_mut().enumerate() {
            *position = index;
        }
    }

    /// The caller's state after the call, which ended in a state in normal form that holds its result last.
    pub fn unite(&self, statics: &Statics, end: &State) -> (State, Option<Value>) {
        let mut state = self.state.clone();
        let (first, next_object, next_symbol) = (statics.objects.len() as u32, state.next_object, state.next_symbol);
        let object = |id: ObjectId| if statics.contains(id) { id } else { ObjectId(id.0 - first + next_object) };
        let renamed = |value: Value| match value {
            Value::Pointer(pointer) => Value::Pointer(Pointer { object: object(pointer.object), ..pointer }),
            Value::Symbol(symbol) => Value::Symbol(SymbolId(symbol.0 + next_symbol)),
            value => value,
        };
        state.next_object += end.next_object - first;
        state.next_symbol += end.next_symbol;
        state.symbols.extend(end.symbols.iter().map(|(id, fact)| (SymbolId(id.0 + next_symbol), fact.clone())));
        let mut changed: BTreeMap<Key, Value> = BTreeMap::new();
        for (value, position) in &self.lent {
            let new = match (value, renamed(end.held[*position])) {
                (Value::Symbol(_), Value::Any(range)) => state.symbol(range),
                (_, new) => new,
            };
            changed.insert(key(*value), new);
        }
        let before = state.numbers.substituted(&|name| {
            let new = match name {
                Name::Symbol(symbol) => changed.get(&key(Value::Symbol(symbol))).and_then(|value| number(*value)),
                Name::Length(_) | Name::Cell(_) => None,
            };
            new.unwrap_or_else(|| named(name))
        });
        let after = end.numbers.substituted(&|name| match name {
            Name::Symbol(symbol) => named(Name::Symbol(SymbolId(symbol.0 + next_symbol))),
            Name::Length(id) => named(Name::Length(object(id))),
            Name::Cell(_) => named(name),
        });
        state.numbers = after.and(&before);
        state.replace(&|value| changed.get(&key(value)).copied());
        for frame in &mut state.frames {
            for id in frame.locals.iter_mut().flatten().chain(&mut frame.blocks) {
                if let Some(Value::Pointer(pointer)) = changed.get(&key(Value::Pointer(Pointer::to(*id)))) {
                    *id = pointer.object;
                }
            }
        }
        for (id, part) in &end.objects {
            let mut part = (**part).clone();
            part.owner = part.owner.map(object);
            for value in part.values_mut() {
                *value = renamed(*value);
            }
            state.objects.insert(object(*id), Rc::new(part));
        }
        let result = end.held.get(self.lent.len()).map(|value| renamed(*value));
        (state, result)
    }
}

fn target(value: Value) -> Option<ObjectId> {
    match value {
        Value::Pointer(pointer) => Some(pointer.object),
        _ => None,
    }
}

fn symbol(value: Value) -> Option<SymbolId> {
    match value {
        Value::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

/// Pointers and symbols in an order.
type Key = (u8, u32, i64, i64, u8);

fn key(value: Value) -> Key {
    match value {
        Value::Pointer(Pointer { object, low, high, spot }) => {
            let spot = match spot {
                Spot::First => 0,
                Spot::Last => 1,
                Spot::Each => 2,
            };
            (0, object.0, low, high, spot)
        }
        Value::Symbol(symbol) => (1, symbol.0, 0, 0, 0),
        Value::Int(_) | Value::Any(_) | Value::Function(_) | Value::Dangling => (2, 0, 0, 0, 0),
    }
}
