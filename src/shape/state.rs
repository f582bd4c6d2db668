//! States: objects, what is known of symbols, and the frames of active calls.

use super::linear::Linear;
use super::numbers::Numbers;
use super::order::Order;
use super::tree::Branches;
use super::value::{Fact, ObjectId, Pointer, Range, Spot, SymbolId, Value};
use crate::ir::{BlockId, FunctionId, GlobalId, IntType, LocalId, RecordId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Static {
        writable: bool,
    },
    Stack,
    Heap,
    /// In no memory of its own: what the elements of an array hold.
    Part,
}

/// Nodes that are linked by a field, as one object; with branches, a tree (see [`super::tree`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Segment {
    /// The offset of the pointer to the next node.
    pub next: u64,
    /// The offsets of the pointers to further nodes, in a tree.
    pub branches: Branches,
    /// In a tree with a hole, the fields that are taken on the way to it; of a complete one, none.
    pub way: Branches,
    /// The offset of the pointer to the previous node, if there is one.
    pub prev: Option<u64>,
    /// Where in a node these pointers, and all from outside, lead to.
    pub head: i64,
    /// How many nodes there are at least.
    pub min: u8,
    /// What its nodes hold, if that depends on which of them lead on: see [`super::rules`].
    pub rules: Option<u8>,
}

/// How many concrete objects an object stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    /// One.
    Region,
    /// None or one; without it, pointers to it are null.
    Optional,
    /// A list segment.
    Segment(Segment),
}

/// What bytes hold that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Base {
    /// Anything, the same until written.
    Any,
    /// Zeros.
    Zero,
    /// The initial bytes of a static object.
    Initial(GlobalId),
}

/// A run of bytes with one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cell {
    pub width: u64,
    pub value: Value,
}

impl Cell {
    /// Whether it holds anything, as bytes without a cell may do.
    pub fn says_nothing(self) -> bool {
        match self.value {
            Value::Any(None) => true,
            Value::Any(Some(range)) => range == Range::all(range.ty) && u64::from(range.ty.bits) == 8 * self.width,
            _ => false,
        }
    }
}

/// Disjoint cells by offset.
pub(super) type Cells = BTreeMap<u64, Cell>;

/// Neighbouring elements of an array: see [`super::runs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Run {
    /// The offset of the first, a number or a symbol.
    pub from: Value,
    /// The offset behind the last, if there may be others than one.
    pub to: Option<Value>,
    /// Bytes of each.
    pub stride: u64,
    /// Leads to the object that tells what they hold.
    pub elements: Value,
}

/// How the size of each node of a segment depends on a number in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Measure {
    /// Where the number stands, and how it is read.
    pub at: u64,
    pub ty: IntType,
    /// The size is so many times the number, and so many bytes more.
    pub factor: i128,
    pub more: i128,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Object {
    pub kind: Kind,
    /// Bytes: at least and at most.
    pub size: (u64, u64),
    /// The symbol whose number the size is, if it is not known as a constant.
    pub by: Option<SymbolId>,
    /// Of a segment whose nodes differ in size: what that depends on.
    pub measure: Option<Measure>,
    /// Whether places in it were told apart by an index: what its elements lead to may be missing.
    pub is_table: bool,
    /// The bytes of its elements, where it is long; zero if it is not known to have some.
    pub stride: u64,
    /// The record that it was first seen as: only nodes of one type are put together.
    pub tag: Option<RecordId>,
    pub shape: Shape,
    /// The segment of which every node has its own instance of this object (or the optional object with which it comes
    /// and goes). Only that one, and what it owns, points here.
    pub owner: Option<ObjectId>,
    /// In a segment, the cells of each node, but for the two links: `next` is that of the last node and `prev` that of
    /// the first.
    pub cells: Cells,
    /// Of an array: elements that are described together.
    pub runs: Vec<Run>,
    /// Of a segment: other kinds of nodes, links aside. Each node is as `cells` says, or as one of these does, with instances
    /// of what that one leads to.
    pub others: Vec<Cells>,
    /// Of a list segment: how the cells of every node depend on each other.
    pub each: Numbers,
    /// Of a list segment: the order of its kinds of nodes; else any.
    pub order: Order,
    pub base: Base,
}

impl Segment {
    /// The offsets of its links.
    pub fn links(&self) -> Vec<u64> {
        self.fields().chain(self.prev).collect()
    }

    /// Whether nodes are linked in the same way.
    pub fn is_like(self, other: Self) -> bool {
        self == Self { min: self.min, way: self.way, ..other }
    }
}

impl Shape {
    pub fn segment(self) -> Option<Segment> {
        match self {
            Shape::Segment(segment) => Some(segment),
            Shape::Region | Shape::Optional => None,
        }
    }
}

impl Object {
    pub fn segment(&self) -> Option<Segment> {
        self.shape.segment()
    }

    /// How many concrete objects it stands for at least.
    pub fn min(&self) -> u8 {
        match self.shape {
            Shape::Region => 1,
            Shape::Optional => 0,
            Shape::Segment(segment) => segment.min,
        }
    }

    /// The order of the nodes that it stands for.
    pub fn order(&self) -> Order {
        match self.shape {
            Shape::Region | Shape::Optional => Order::ONE,
            Shape::Segment(_) => self.order,
        }
    }

    /// All values in it.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        let kinds = [&self.cells].into_iter().chain(&self.others);
        let runs = self.runs.iter().flat_map(|run| [Some(run.from), run.to, Some(run.elements)]);
        kinds.flat_map(|cells| cells.values().map(|cell| cell.value)).chain(runs.flatten())
    }

    /// All values in it, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let kinds = [&mut self.cells].into_iter().chain(&mut self.others);
        let runs = self.runs.iter_mut();
        let runs = runs.flat_map(|run| [Some(&mut run.from), run.to.as_mut(), Some(&mut run.elements)]);
        kinds.flat_map(|cells| cells.values_mut().map(|cell| &mut cell.value)).chain(runs.flatten())
    }

    /// What each kind of node holds, links aside.
    pub fn kinds(&self, links: &[u64]) -> Vec<Cells> {
        let mut first = self.cells.clone();
        first.retain(|at, _| !links.contains(at));
        [first].into_iter().chain(self.others.iter().cloned()).collect()
    }

    /// The value of a cell of this very place.
    pub fn cell(&self, at: u64) -> Option<Value> {
        self.cells.get(&at).map(|cell| cell.value)
    }

    pub fn set(&mut self, at: u64, value: Value) {
        if let Some(cell) = self.cells.get_mut(&at) {
            cell.value = value;
        }
    }
}

/// An active call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frame {
    pub function: FunctionId,
    pub registers: Vec<Option<Value>>,
    /// The objects of variables in memory and of variable-length arrays.
    pub locals: Vec<Option<ObjectId>>,
    /// Blocks of `alloca`.
    pub blocks: Vec<ObjectId>,
    /// For a caller: the statement after the call, and the register for its result.
    pub resume: (BlockId, usize, Option<LocalId>),
}

/// Everything that is known at a point of the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    /// Objects; static ones only if they have been changed.
    pub objects: BTreeMap<ObjectId, Rc<Object>>,
    pub symbols: BTreeMap<SymbolId, Fact>,
    /// Sums of symbols that are not negative.
    pub bounds: Vec<Linear>,
    /// How symbols and the lengths of segments depend on each other.
    pub numbers: Numbers,
    pub frames: Vec<Frame>,
    /// What callers, whose other memory is not part of this state, hold of it: see [`super::context`].
    pub held: Vec<Value>,
    /// Whether memory on the heap is left that is not part of this state.
    pub left_outside: bool,
    /// Values in use by the statement that is being executed.
    pub scratch: Vec<Value>,
    pub next_object: u32,
    pub next_symbol: u32,
}

impl State {
    pub fn add(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.next_object);
        self.next_object += 1;
        self.objects.insert(id, Rc::new(object));
        id
    }

    /// A new symbol.
    pub fn symbol(&mut self, range: Option<Range>) -> Value {
        let id = SymbolId(self.next_symbol);
        self.next_symbol += 1;
        self.symbols.insert(id, Fact { range, ..Fact::default() });
        Value::Symbol(id)
    }

    /// The numbers that a value may be, read as a type.
    pub fn range(&self, value: Value, ty: IntType) -> Range {
        let known = match value {
            Value::Int(bits) => return Range::of(ty, bits),
            Value::Symbol(symbol) => self.symbols.get(&symbol).and_then(|fact| fact.range),
            Value::Any(range) => range,
            Value::Pointer(_) | Value::Function(_) | Value::Dangling => None,
        };
        let known = known.filter(|range| range.ty.bits == ty.bits);
        let known = match value {
            Value::Symbol(symbol) => known.map(|range| self.tightest(symbol, range)),
            _ => known,
        };
        known.map_or(Range::all(ty), |range| range.read_as(ty))
    }

    /// The range of a symbol, with what follows from what it is a sum of.
    fn tightest(&self, symbol: SymbolId, range: Range) -> Range {
        let range = self.range_by_equations(symbol, range);
        let sum = self.root_sum(symbol);
        if self.bounds.is_empty() && sum == Linear::symbol(symbol) {
            return range;
        }
        let low = self.least(&sum).map_or(range.low, |low| low.max(range.low));
        let high = self.greatest(&sum).map_or(range.high, |high| high.min(range.high));
        if low <= high { Range { low, high, ..range } } else { range }
    }

    /// The least and greatest size of an object.
    pub fn size_of(&self, object: &Object) -> (u64, u64) {
        let Some(size) = object.by.map(|symbol| self.root_sum(symbol)) else { return object.size };
        let clamp = |number: i128| u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        let low = self.least(&size).map_or(object.size.0, |low| clamp(low).max(object.size.0));
        let high = self.greatest(&size).map_or(object.size.1, |high| clamp(high).min(object.size.1));
        (low, high)
    }

    /// The size of an object, or the least that it may be, as a sum.
    pub fn least_size(&self, object: &Object) -> Linear {
        match object.by {
            Some(symbol) => self.root_sum(symbol),
            None => Linear::number(object.size.0.into()),
        }
    }

    /// An object that is no unchanged static one, to be changed.
    pub fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(&id).map(Rc::make_mut)
    }

    pub fn frame(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Replaces values everywhere.
    pub fn replace(&mut self, map: &dyn Fn(Value) -> Option<Value>) {
        for object in self.objects.values_mut() {
            if object.values().any(|value| map(value).is_some()) {
                for value in Rc::make_mut(object).values_mut() {
                    *value = map(*value).unwrap_or(*value);
                }
            }
        }
        let registers = self.frames.iter_mut().flat_map(|frame| frame.registers.iter_mut().flatten());
        for value in registers.chain(&mut self.held).chain(&mut self.scratch) {
            *value = map(*value).unwrap_or(*value);
        }
    }

    /// Replaces pointers to one spot of an object.
    pub fn redirect(&mut self, object: ObjectId, spot: Spot, to: &dyn Fn(Pointer) -> Value) {
        self.replace(&|value| match value {
            Value::Pointer(pointer) if pointer.object == object && pointer.spot == spot => Some(to(pointer)),
            _ => None,
        });
    }

    /// An object ceases to live, with all that its nodes own.
    pub fn remove(&mut self, object: ObjectId) {
        let owned = self.owned(object);
        let gone: BTreeMap<ObjectId, i64> = [object]
            .iter()
            .chain(&owned)
            .filter_map(|id| Some((*id, i64::try_from(self.objects.remove(id)?.size.0).unwrap_or(i64::MAX))))
            .collect();
        self.replace(&|value| match value {
            Value::Pointer(pointer) => {
                let size = *gone.get(&pointer.object)?;
                // Outside of the object, it may be any address, even null.
                let inside = pointer.low >= 0 && pointer.high <= size;
                Some(if inside { Value::Dangling } else { Value::Any(None) })
            }
            _ => None,
        });
    }

    /// All that the nodes of a segment own, directly or not.
    pub fn owned(&self, segment: ObjectId) -> Vec<ObjectId> {
        let mut owned = Vec::new();
        let mut open = vec![segment];
        while let Some(owner) = open.pop() {
            let direct: Vec<ObjectId> =
                self.objects.iter().filter(|(_, object)| object.owner == Some(owner)).map(|(id, _)| *id).collect();
            owned.extend(&direct);
            open.extend(direct);
        }
        owned
    }

    /// The objects that variables in scope hold or are, static ones aside.
    pub fn roots(&self) -> Vec<Value> {
        let mut roots = self.held.clone();
        for frame in &self.frames {
            roots.extend(frame.registers.iter().flatten());
            let objects = frame.locals.iter().flatten().chain(&frame.blocks);
            roots.extend(objects.map(|&object| Value::Pointer(Pointer::to(object))));
        }
        roots
    }
}
