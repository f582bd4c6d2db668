//! Joining: one state, or one node, that covers two.
//!
//! Both sides are walked at once from the variables (or from two nodes), pairing the objects that are met at the same place. An
//! object of one side has at most one partner: what is apart on one side stays apart. A segment of one side
//! can also be paired with nothing on the other: then it may be empty in the result.

mod insert;
mod kinds;

use super::abstraction::KINDS;
use super::memory::Statics;
use super::state::{Base, Cell, Cells, Kind, Object, Segment, Shape, State};
use super::tree::as_tree;
use super::value::{Fact, ObjectId, Pointer, Range, Spot, SymbolId, Value};
use crate::base::Id;
use crate::ir::IntType;
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
    {
        return None;
    }
    let out = State {
        objects: BTreeMap::new(),
        symbols: BTreeMap::new(),
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
    (complete && joiner.ownership()).then_some(joiner.out)
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

    /// The value that covers two, of so many bytes.
    pub fn values(&mut self, a: Value, b: Value, width: u64) -> Option<Value> {
        match (a, b) {
            (Value::Pointer(p), Value::Pointer(q)) => {
                if !self.may_insert(Side::Left, p) && !self.may_insert(Side::Right, q) {
                    return self.pointers(p, q);
                }
                let joined = self.attempt(|this| this.pointers(p, q));
                joined.or_else(|| self.inserted(a, b))
            }
            (Value::Pointer(_), Value::Int(_)) | (Value::Int(_), Value::Pointer(_)) => self.inserted(a, b),
            (Value::Symbol(x), Value::Symbol(y)) if self.nodes.is_some() && x == y => Some(a),
            (Value::Symbol(x), Value::Symbol(y)) if self.nodes.is_none() => {
                if let Some(&value) = self.symbols.get(&(x, y)) {
                    return Some(value);
                }
                let (fx, fy) = (self.left.symbols.get(&x)?, self.right.symbols.get(&y)?);
                let range = match (fx.range, fy.range) {
                    (Some(r), Some(s)) => Some(self.ranges(r, s)?),
                    (None, _) => None,
                    (Some(_), None) if self.loss == Loss::Nothing => return None,
                    (Some(_), None) => None,
                };
                let (mut excluded, others) = (fx.excluded.clone(), &fy.excluded);
                excluded.retain(|value| {
                    others.contains(value) || {
                        fy.range
                            .is_some_and(|range| range.ty == value.0 && (value.1 < range.low || value.1 > range.high))
                    }
                });
                if self.loss == Loss::Nothing && excluded.len() < fx.excluded.len() {
                    return None;
                }
                if self.loss == Loss::Nothing && (self.symbols.keys().any(|(other, _)| *other == x)) {
                    return None;
                }
                let value = self.out.symbol(range);
                if let Value::Symbol(symbol) = value {
                    self.out.symbols.insert(symbol, Fact { range, excluded });
                }
                self.symbols.insert((x, y), value);
                self.journal.push(Noted::Symbols((x, y)));
                Some(value)
            }
            (x, y) if x == y && !matches!(x, Value::Symbol(_)) => Some(x),
            (Value::Dangling, Value::Symbol(_) | Value::Any(_))
            | (Value::Symbol(_) | Value::Any(_), Value::Dangling) => match (self.loss, a) {
                (Loss::Nothing, Value::Any(None)) => Some(a),
                (Loss::Nothing, _) => None,
                _ => Some(Value::Any(None)),
            },
            (Value::Int(_) | Value::Symbol(_) | Value::Any(_), Value::Int(_) | Value::Symbol(_) | Value::Any(_)) => {
                self.numbers(a, b, width)
            }
            (Value::Dangling, Value::Int(_)) | (Value::Int(_), Value::Dangling) if self.is_parent() => {
                (self.loss != Loss::Nothing).then_some(Value::Any(None))
            }
            _ => self.unknown(a, b),
        }
    }

    /// Whether the cell that is being joined is that of the parent of a tree: a tree may have lost it or never had one.
    fn is_parent(&self) -> bool {
        let tree = self.holder.and_then(|holder| Some((holder.shape.segment().filter(|s| s.is_tree())?, holder.at)));
        tree.is_some_and(|(segment, at)| segment.prev == Some(at))
    }

    /// As a last resort, nothing is known; but pointers are not given up, as memory would be lost with them.
    fn unknown(&self, a: Value, b: Value) -> Option<Value> {
        let pointer = matches!(a, Value::Pointer(_)) || matches!(b, Value::Pointer(_));
        match self.loss {
            Loss::Nothing => matches!(a, Value::Any(None)).then_some(a),
            Loss::Lengths => None,
            Loss::Numbers => (!pointer).then_some(Value::Any(None)),
        }
    }

    fn numbers(&mut self, a: Value, b: Value, width: u64) -> Option<Value> {
        let constant = matches!(a, Value::Int(_)) || matches!(b, Value::Int(_));
        if self.loss == Loss::Nothing && !matches!(a, Value::Any(_)) {
            return None;
        }
        if self.loss == Loss::Lengths && constant {
            return None;
        }
        if !matches!(width, 1 | 2 | 4 | 8) {
            return Some(Value::Any(None));
        }
        let known = |value: Value, state: &State| match value {
            Value::Any(range) => range,
            Value::Symbol(symbol) => state.symbols.get(&symbol).and_then(|fact| fact.range),
            _ => None,
        };
        let (ra, rb) = (known(a, self.left), known(b, self.right));
        let ty = match (ra, rb) {
            (Some(range), _) | (_, Some(range)) => range.ty,
            (None, None) => IntType::signed((8 * width) as u8),
        };
        if (matches!(a, Value::Any(_) | Value::Symbol(_)) && ra.is_none())
            || (matches!(b, Value::Any(_) | Value::Symbol(_)) && rb.is_none())
        {
            return match (self.loss, a) {
                (Loss::Nothing, Value::Any(None)) => Some(a),
                (Loss::Nothing, _) => None,
                _ => Some(Value::Any(None)),
            };
        }
        let (x, y) = (self.left.range(a, ty), self.right.range(b, ty));
        let joined = match a {
            Value::Int(_) => x.hull(y),
            _ => self.ranges(x, y)?,
        };
        Some(Value::Any(Some(joined)))
    }

    fn ranges(&self, a: Range, b: Range) -> Option<Range> {
        match self.loss {
            Loss::Nothing => (b.ty.bits == a.ty.bits && a.covers(b)).then_some(a),
            Loss::Lengths if a.covers(b) => Some(a),
            Loss::Lengths => b.covers(a).then_some(b),
            Loss::Numbers if self.nodes.is_some() => Some(a.hull(b)),
            Loss::Numbers => Some(a.widen(b)),
        }
    }

    fn pointers(&mut self, p: Pointer, q: Pointer) -> Option<Value> {
        let (low, high) = if (p.low, p.high) == (q.low, q.high) {
            (p.low, p.high)
        } else {
            match self.loss {
                Loss::Nothing if p.low <= q.low && q.high <= p.high => (p.low, p.high),
                Loss::Numbers => (p.low.min(q.low), p.high.max(q.high)),
                Loss::Nothing | Loss::Lengths => return None,
            }
        };
        if let Some((a, b, segment)) = self.nodes {
            let own = |p: Pointer| {
                let is_segment = self.left.objects.get(&p.object).is_some_and(|object| object.segment().is_some());
                p.spot == if is_segment { Spot::Each } else { Spot::First }
            };
            if p.object == a && q.object == b && own(p) && own(q) {
                return Some(Value::Pointer(Pointer { object: segment, low, high, spot: Spot::Each }));
            }
            if p.object == q.object && p.spot == q.spot {
                return Some(Value::Pointer(Pointer { low, high, ..p }));
            }
            if [a, b].contains(&p.object) || [a, b].contains(&q.object) {
                return None;
            }
        }
        let is_segment = |state: &State, id: ObjectId| state.objects.get(&id).is_some_and(|o| o.segment().is_some());
        let (sp, sq) = (is_segment(self.left, p.object), is_segment(self.right, q.object));
        let spot = match (p.spot, q.spot) {
            (x, y) if x == y => x,
            (Spot::First, other) if !sp && sq => other,
            (other, Spot::First) if sp && !sq => other,
            _ => return None,
        };
        let object = self.objects(p.object, q.object)?;
        Some(Value::Pointer(Pointer { object, low, high, spot }))
    }

    /// The object that stands for two.
    fn objects(&mut self, x: ObjectId, y: ObjectId) -> Option<ObjectId> {
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
        let (a, b) = self.as_trees(a, b)?;
        let tag = a.tag.or(b.tag);
        if a.tag.is_some_and(|tag| b.tag.is_some_and(|other| other != tag)) {
            return None;
        }
        if a.kind != b.kind || (self.nodes.is_some() && a.kind != Kind::Heap) {
            return None;
        }
        let size = self.sizes(&a, &b)?;
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
        let (cells, others) = match shape {
            Shape::Segment(segment) if !a.others.is_empty() || !b.others.is_empty() => {
                let links = segment.links();
                let only_links = |object: &Object| {
                    let mut only = object.clone();
                    only.cells.retain(|at, _| links.contains(at));
                    only
                };
                let mut cells = self.cells(holder, &only_links(&a), &only_links(&b))?;
                let mut others = self.kinds(holder, &a, &b, &links, KINDS)?;
                cells.extend(others.remove(0));
                (cells, others)
            }
            _ => (self.cells(holder, &a, &b)?, Vec::new()),
        };
        let object = Object { kind: a.kind, size, tag, shape, owner, cells, others, base };
        let may_be_null = a.shape == Shape::Optional || b.shape == Shape::Optional;
        // Without an optional object, pointers to it are null; so must be the ends of a list that takes its place.
        if let Some(segment) = object.segment().filter(|_| may_be_null) {
            let null = |at: u64| object.cell(at) == Some(Value::ZERO);
            if !null(segment.next) || segment.prev.is_some_and(|prev| !null(prev)) || segment.head != 0 {
                return None;
            }
        }
        self.complete(result, object);
        Some(result)
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

    /// The sizes of two objects as a range. Nodes of a segment must have one size.
    fn sizes(&self, a: &Object, b: &Object) -> Option<(u64, u64)> {
        let (x, y) = (a.size, b.size);
        if x == y {
            return Some(x);
        }
        if a.kind != Kind::Heap || a.segment().is_some() || b.segment().is_some() {
            return None;
        }
        let hull = (x.0.min(y.0), x.1.max(y.1));
        match self.loss {
            Loss::Nothing => (hull == x).then_some(x),
            Loss::Lengths => (hull == x || hull == y).then_some(hull),
            Loss::Numbers => Some(hull),
        }
    }

    /// Both as trees, if one of them is.
    fn as_trees(&self, a: Object, b: Object) -> Option<(Object, Object)> {
        let tree = |object: &Object| object.segment().filter(|segment| segment.is_tree());
        let wider = |s: &Segment| s.fields().count();
        let Some(like) = [tree(&b), tree(&a)].into_iter().flatten().max_by_key(wider) else { return Some((a, b)) };
        if self.loss == Loss::Nothing && !tree(&a).is_some_and(|segment| segment.is_like(like)) {
            return None;
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
                if !s.is_like(t) || (exact && !covers) {
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
