//! Joining: one state, or one node, that covers two.
//!
//! Both sides are walked at once from the variables (or from two nodes), pairing the objects that are met at the same place. An
//! object of one side has at most one partner: what is apart on one side stays apart. A segment of one side
//! can also be paired with nothing on the other: then it may be empty in the result.

mod equations;
mod insert;
mod kinds;
mod numbers;
mod object;
mod runs;
mod value;

use super::memory::Statics;
use super::numbers::{Name, Numbers, Sum};
use super::state::{Object, Segment, Shape, State};
use super::step::MOST_ELEMENTS;
use super::value::{ObjectId, SymbolId, Value};
use crate::base::Id;
use numbers::Slot;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How much the result may lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loss {
    /// Nothing: the left side covers the right one as it is.
    Nothing,
    /// How long segments are, and what is unknown anyway, but no constant.
    Lengths,
    /// Constants too, but no pointer.
    Numbers,
}

/// Objects that are looked at in one join.
const FUEL: u32 = 500;

/// Bytes that the values are taken to have which callers hold: most are pointers.
const POINTER: u64 = 8;

/// A partner of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Partner {
    /// An object of the other side.
    Object(ObjectId),
    /// Nothing: a segment that is empty on the other side, where pointers to its first and last node have these values.
    Nothing {
        first: Value,
        last: Option<Value>,
        /// How the nodes are linked, and the cell through which they were met.
        list: Option<Segment>,
        at: Option<u64>,
    },
    /// Nothing: it belongs to an object that the other side does not have.
    Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Left,
    Right,
}

/// Something that was noted during a join.
enum Noted {
    /// The partner of an object, with what was noted of it before.
    Partner(Side, ObjectId, Option<(Partner, ObjectId)>),
    Symbols((SymbolId, SymbolId)),
    /// An object of the result.
    Object(ObjectId),
}

/// A join that is going on.
pub(super) struct Joiner<'a> {
    statics: &'a Statics<'a>,
    left: &'a State,
    right: &'a State,
    loss: Loss,
    /// When two nodes of one state are joined: they, and the segment that both become.
    nodes: Option<(ObjectId, ObjectId, ObjectId)>,
    pub out: State,
    lefts: BTreeMap<ObjectId, (Partner, ObjectId)>,
    rights: BTreeMap<ObjectId, (Partner, ObjectId)>,
    symbols: BTreeMap<(SymbolId, SymbolId), Value>,
    /// The numbers of both sides and the symbols that they became.
    slots: Vec<Slot>,
    /// What has a number in the result, with that of both sides where it is known.
    numbers: BTreeMap<Name, [Option<Sum>; 2]>,
    /// The owners of objects of the result, also of those that are not yet complete, and whether the objects are segments.
    owners: BTreeMap<ObjectId, (Option<ObjectId>, bool)>,
    /// What was noted, in order, to be taken back when an attempt fails.
    journal: Vec<Noted>,
    holder: Option<Holder>,
    /// Whether what is being inserted becomes a segment.
    inserting_list: bool,
    /// Objects that may still be looked at: attempts that fail could otherwise take very long together.
    fuel: u32,
}

/// Two objects whose cells are being joined.
#[derive(Clone, Copy)]
pub(super) struct Holder {
    pub left: ObjectId,
    pub right: ObjectId,
    /// What both become.
    pub result: ObjectId,
    pub shape: Shape,
    pub owner: Option<ObjectId>,
    /// The cell, which is set while it is joined.
    pub at: u64,
}

/// The state that covers two states at the same place, unless too much would be lost.
pub(super) fn join(statics: &Statics, left: &State, right: &State, loss: Loss) -> Option<State> {
    if left.frames.len() != right.frames.len()
        || left.held.len() != right.held.len()
        || left.left_outside != right.left_outside
        || differ(left, right, loss)
        || stand_elsewhere(statics, left, right)
    {
        return None;
    }
    let (with_left, with_right);
    let (left, right) = if statics.numbers {
        (with_left, with_right) = (left.with_symbols(statics), right.with_symbols(statics));
        (&with_left, &with_right)
    } else {
        (left, right)
    };
    let out = State {
        objects: BTreeMap::new(),
        symbols: BTreeMap::new(),
        bounds: Vec::new(),
        numbers: Numbers::default(),
        frames: left.frames.clone(),
        held: Vec::with_capacity(left.held.len()),
        left_outside: left.left_outside,
        scratch: Vec::new(),
        next_object: statics.objects.len() as u32,
        next_symbol: 0,
    };
    let mut joiner = Joiner::new(statics, (left, right), loss, out);
    for id in left.objects.keys().chain(right.objects.keys()).filter(|id| statics.contains(**id)) {
        joiner.objects(*id, *id)?;
    }
    for (index, (a, b)) in left.frames.iter().zip(&right.frames).enumerate() {
        if a.function != b.function || a.resume != b.resume || a.blocks.len() != b.blocks.len() {
            return None;
        }
        for (position, pair) in a.locals.iter().zip(&b.locals).enumerate() {
            joiner.out.frames[index].locals[position] = match pair {
                (Some(x), Some(y)) => Some(joiner.objects(*x, *y)?),
                (None, None) => None,
                _ => return None,
            };
        }
        for (position, (x, y)) in a.blocks.iter().zip(&b.blocks).enumerate() {
            joiner.out.frames[index].blocks[position] = joiner.objects(*x, *y)?;
        }
        for (position, pair) in a.registers.iter().zip(&b.registers).enumerate() {
            joiner.out.frames[index].registers[position] = match pair {
                (Some(x), Some(y)) => {
                    let width = statics.widths[a.function.index()][position];
                    Some(joiner.values(*x, *y, width)?)
                }
                (Some(_), None) if loss == Loss::Nothing => return None,
                _ => None,
            };
        }
    }
    for (x, y) in left.held.iter().zip(&right.held) {
        let value = joiner.values(*x, *y, POINTER)?;
        joiner.out.held.push(value);
    }
    let complete = left.objects.keys().all(|id| joiner.lefts.contains_key(id))
        && right.objects.keys().all(|id| joiner.rights.contains_key(id));
    (complete && joiner.ownership() && joiner.relate() && joiner.join_numbers()).then_some(joiner.out)
}

/// Whether an index of an array stands at different elements: what is known of the elements differs, too.
fn stand_elsewhere(statics: &Statics, left: &State, right: &State) -> bool {
    let frames = left.frames.iter().zip(&right.frames);
    frames.filter(|(a, b)| a.function == b.function).any(|(a, b)| {
        let is_index = &statics.indices[a.function.index()];
        let mut registers = a.registers.iter().zip(&b.registers).zip(is_index).filter(|(_, is_index)| **is_index);
        // What long arrays hold is told by position.
        let is_long = |state: &State| state.objects.values().any(|object| object.stride > 0);
        !(is_long(left) || is_long(right)) && registers.any(|((x, y), _)| {
            matches!((x, y), (Some(Value::Int(x)), Some(Value::Int(y))) if x != y && *x.max(y) <= MOST_ELEMENTS as u64)
        })
    })
}

/// Whether a quick look shows that two states cannot be joined: a single object that is met on the same way on both sides, or
/// a variable, holds different constants, or a pointer on one side only. Most states that are compared differ so.
fn differ(left: &State, right: &State, loss: Loss) -> bool {
    const PAIRS: usize = 64;
    let mut pairs: Vec<(ObjectId, ObjectId)> = Vec::new();
    let differ = |x: Value, y: Value, pairs: &mut Vec<(ObjectId, ObjectId)>| match (x, y) {
        (Value::Int(x), Value::Int(y)) => x != y && loss != Loss::Numbers,
        (Value::Pointer(_), Value::Int(_)) | (Value::Int(_), Value::Pointer(_)) => true,
        (Value::Pointer(p), Value::Pointer(q)) => {
            let pair = (p.object, q.object);
            if pairs.len() < PAIRS && !pairs.contains(&pair) {
                pairs.push(pair);
            }
            false
        }
        _ => false,
    };
    let registers = left.frames.iter().zip(&right.frames).flat_map(|(a, b)| a.registers.iter().zip(&b.registers));
    for pair in registers {
        if let (Some(x), Some(y)) = pair
            && differ(*x, *y, &mut pairs)
        {
            return true;
        }
    }
    let mut position = 0;
    while let Some((x, y)) = pairs.get(position) {
        position += 1;
        let (Some(a), Some(b)) = (left.objects.get(x), right.objects.get(y)) else { continue };
        let single = |object: &Object| object.shape == Shape::Region && object.owner.is_none();
        if !single(a) || !single(b) {
            continue;
        }
        for (at, cell) in &a.cells {
            if let Some(other) = b.cells.get(at).filter(|other| other.width == cell.width)
                && differ(cell.value, other.value, &mut pairs)
            {
                return true;
            }
        }
    }
    false
}

impl<'a> Joiner<'a> {
    /// For two states, with what their join begins as.
    fn new(statics: &'a Statics<'a>, (left, right): (&'a State, &'a State), loss: Loss, out: State) -> Self {
        statics.look(0);
        Self {
            statics,
            left,
            right,
            loss,
            nodes: None,
            out,
            lefts: BTreeMap::new(),
            rights: BTreeMap::new(),
            symbols: BTreeMap::new(),
            slots: Vec::new(),
            numbers: BTreeMap::new(),
            owners: BTreeMap::new(),
            journal: Vec::new(),
            holder: None,
            inserting_list: false,
            fuel: FUEL,
        }
    }

    /// For two nodes of a state that become one segment.
    pub fn of_nodes(
        statics: &'a Statics<'a>,
        state: &'a State,
        loss: Loss,
        nodes: (ObjectId, ObjectId, ObjectId),
    ) -> Self {
        statics.look(state.objects.len());
        let mut out = state.clone();
        out.next_object = out.next_object.max(nodes.2.0 + 1);
        Self { nodes: Some(nodes), ..Self::new(statics, (state, state), loss, out) }
    }

    /// The objects of the left or right side that became part of what each node owns.
    pub fn consumed(&self) -> (Vec<ObjectId>, Vec<ObjectId>) {
        (self.lefts.keys().copied().collect(), self.rights.keys().copied().collect())
    }

    /// A new object of the result, to be completed.
    fn new_object(&mut self, owner: Option<ObjectId>, is_segment: bool) -> ObjectId {
        let id = ObjectId(self.out.next_object);
        self.out.next_object += 1;
        self.owners.insert(id, (owner, is_segment));
        id
    }

    fn complete(&mut self, id: ObjectId, object: Object) {
        self.out.objects.insert(id, Rc::new(object));
        self.journal.push(Noted::Object(id));
    }

    fn pair(&mut self, side: Side, id: ObjectId, partner: Partner, result: ObjectId) {
        let before = self.partners(side).insert(id, (partner, result));
        self.journal.push(Noted::Partner(side, id, before));
    }

    /// Whether an object of the result belongs to another, directly or not.
    fn is_part(&self, id: ObjectId, of: ObjectId) -> bool {
        let owner = |id: ObjectId| self.owners.get(&id).and_then(|(owner, _)| *owner);
        let mut next = owner(id);
        while next.is_some_and(|next| next != of) {
            next = next.and_then(owner);
        }
        next.is_some()
    }

    fn state(&self, side: Side) -> &'a State {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// Whether all that became owned belongs to nothing else.
    fn ownership(&self) -> bool {
        for (side, state) in [(&self.lefts, self.left), (&self.rights, self.right)] {
            for (&id, &(_, result)) in side {
                let Some(owner) = self.out.objects.get(&result).and_then(|object| object.owner) else { continue };
                let before = state.objects.get(&id).and_then(|object| object.owner);
                if before.and_then(|before| side.get(&before)).is_some_and(|(_, result)| *result == owner) {
                    continue;
                }
                let from_outside = state.objects.iter().any(|(other, object)| {
                    let points = object.values().any(|value| points_to(value, id));
                    let inside =
                        side.get(other).is_some_and(|(_, other)| *other == owner || self.is_part(*other, owner));
                    points && !inside
                });
                if from_outside || state.roots().into_iter().any(|value| points_to(value, id)) {
                    return false;
                }
            }
        }
        true
    }
}

pub(super) fn points_to(value: Value, id: ObjectId) -> bool {
    matches!(value, Value::Pointer(pointer) if pointer.object == id)
}
