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

use super::linear::Linear;
use super::memory::Statics;
use super::numbers::{Name, named, number};
use super::state::{Kind, Object, State};
use super::value::{Fact, ObjectId, Pointer, Spot, SymbolId, Value};
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
        self.project();
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
        let mut shared: BTreeSet<SymbolId> = cells
            .chain(callee.registers.iter().flatten().copied())
            .flat_map(symbols)
            .chain(objects.values().filter_map(|object| object.by))
            .collect();
        let goes = |value: Value| target(value).is_some_and(|id| reached.contains(&id) && !statics.contains(id));
        let mut outside: Vec<Value> = self.roots();
        outside.extend(self.objects.values().flat_map(|object| object.values()));
        outside.extend(self.objects.values().filter_map(|object| object.by).map(Value::Symbol));
        let lent_by: Vec<SymbolId> =
            outside.iter().filter(|value| goes(**value)).flat_map(|value| symbols(*value)).collect();
        shared.extend(lent_by);
        // What equations say of the caller's numbers and the call's goes with the call.
        shared = self.linked(&shared, &reached);
        // Whatever tells of what the call sees goes with it.
        let sums: Vec<SymbolId> =
            shared.iter().flat_map(|id| self.root_sum(*id).symbols().collect::<Vec<_>>()).collect();
        shared.extend(sums);
        let mut held: Vec<Value> = Vec::new();
        for value in outside {
            let own = symbols(value).filter(|symbol| shared.contains(symbol)).map(Value::Symbol);
            for value in goes(value).then_some(value).into_iter().chain(own) {
                if !held.contains(&value) {
                    held.push(value);
                }
            }
        }
        let left_outside = self.left_outside || self.objects.values().any(|object| object.kind == Kind::Heap);
        let (facts, bounds) = self.sums_among(&shared);
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
            symbols: facts.into_iter().collect(),
            bounds,
            numbers,
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
        let symbol = |id: SymbolId| SymbolId(id.0 + next_symbol);
        let sum = |sum: &Linear| sum.mapped(&|id| Some(Linear::symbol(symbol(id))));
        let renamed = |value: Value| match value {
            Value::Pointer(pointer) => {
                Value::Pointer(Pointer { object: object(pointer.object), by: pointer.by.map(symbol), ..pointer })
            }
            Value::Symbol(id) => Value::Symbol(symbol(id)),
            value => value,
        };
        state.next_object += end.next_object - first;
        state.next_symbol += end.next_symbol;
        let facts = end.symbols.iter().map(|(id, fact)| {
            let sum = fact.sum.as_ref().and_then(sum);
            (symbol(*id), Fact { sum, ..fact.clone() })
        });
        state.symbols.extend(facts);
        state.bounds.extend(end.bounds.iter().filter_map(sum));
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
            Name::Symbol(id) => named(Name::Symbol(symbol(id))),
            Name::Length(id) => named(Name::Length(object(id))),
            Name::Cell(_) => named(name),
        });
        state.numbers = after.and(&before);
        state.replace(&|value| changed.get(&key(value)).copied());
        for (value, _) in &self.lent {
            if let (Value::Symbol(old), Some(new)) = (value, changed.get(&key(*value))) {
                state.succeed(*old, *new);
            }
        }
        state.bounds.sort();
        state.bounds.dedup();
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
            part.by = part.by.map(symbol);
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

/// The symbols of a value.
fn symbols(value: Value) -> impl Iterator<Item = SymbolId> {
    let symbol = match value {
        Value::Symbol(symbol) => Some(symbol),
        Value::Pointer(pointer) => pointer.by,
        Value::Int(_) | Value::Any(_) | Value::Function(_) | Value::Dangling => None,
    };
    symbol.into_iter()
}

/// Pointers and symbols in an order.
type Key = (u8, u32, i64, i64, u8, Option<SymbolId>);

fn key(value: Value) -> Key {
    match value {
        Value::Pointer(Pointer { object, low, high, spot, by }) => {
            let spot = match spot {
                Spot::First => 0,
                Spot::Last => 1,
                Spot::Each => 2,
            };
            (0, object.0, low, high, spot, by)
        }
        Value::Symbol(symbol) => (1, symbol.0, 0, 0, 0, None),
        Value::Int(_) | Value::Any(_) | Value::Function(_) | Value::Dangling => (2, 0, 0, 0, 0, None),
    }
}
