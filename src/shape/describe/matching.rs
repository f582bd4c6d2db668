//! The search for a map from the objects of a state to those of a run.

use super::super::comparisons::Comparison;
use super::super::equations::Column;
use super::super::linear::Linear;
use super::super::memory::{Statics, cut};
use super::super::numbers::{Name, Numbers, Sum};
use super::super::state::{Base, Cells, Kind, Measure, Object, Run, Segment, Shape, State};
use super::super::value::{Fact, ObjectId, Pointer, Range, Spot, SymbolId, Value};
use crate::base::Id;
use crate::interp::{ObjectId as Real, ObjectKind, Seen, Visit};
use crate::ir::{GlobalId, LocalId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A state and the run that it may describe.
pub(super) struct Question<'q> {
    pub program: &'q Program,
    pub statics: &'q Statics<'q>,
    pub visit: &'q Visit<'q>,
    pub state: &'q State,
    /// Of a call in progress: the static objects that it may name.
    pub named: Option<&'q BTreeSet<ObjectId>>,
    /// Whether all objects on the heap must be among those that are described.
    pub nothing_lost: bool,
}

/// The steps are used up.
pub(super) struct OutOfSteps;

/// The nodes that a place belongs to, of each segment around it, from the outside in.
pub(super) type Nodes = Vec<(ObjectId, Real)>;

/// An object of the state, for the nodes that it belongs to.
type Instance = (ObjectId, Vec<Real>);

/// What an instance stands for.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    /// An optional object that is missing.
    Missing,
    One(Real),
    /// The nodes of a segment, the first of them first, and the last one: in a tree, that with the hole.
    Chain(Vec<Real>, Option<Real>),
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// A value, of so many bytes, is another one moved by so many bytes.
    Value { claim: Value, real: Option<Seen>, width: u64, moved: i64, nodes: Nodes },
    /// A node is of one of the kinds of its segment.
    Node { segment: ObjectId, node: Real, nodes: Nodes },
    /// One of the runs of an array.
    Run { run: Run, array: Real, nodes: Nodes },
}

/// A map in the making.
#[derive(Clone)]
pub(super) struct Matching<'m> {
    pub question: &'m Question<'m>,
    bound: BTreeMap<Instance, Bound>,
    used: BTreeSet<Real>,
    statics: BTreeSet<ObjectId>,
    pub symbols: BTreeMap<SymbolId, u64>,
    /// The kinds of the nodes of segments that have several.
    kinds: BTreeMap<Real, usize>,
    /// Elements of arrays, by their place, told apart as if they were objects of their own.
    pub places: BTreeMap<(Real, u64), Real>,
    /// What is left to do, first that for which there is one way only.
    pub open: Vec<Task>,
    pub several_ways: Vec<Task>,
}

impl<'m> Matching<'m> {
    /// The variables, and what is static. `None` if they do not agree at once.
    pub fn begin(question: &'m Question<'m>) -> Option<Self> {
        let mut matching = Self {
            question,
            bound: BTreeMap::new(),
            used: BTreeSet::new(),
            statics: BTreeSet::new(),
            symbols: BTreeMap::new(),
            kinds: BTreeMap::new(),
            places: BTreeMap::new(),
            open: Vec::new(),
            several_ways: Vec::new(),
        };
        let (state, visit) = (question.state, question.visit);
        let frame = state.frames.last()?;
        // What registers hold tells most states apart, so it is looked at before memory.
        for (index, claim) in frame.registers.iter().enumerate() {
            let Some(claim) = *claim else { continue };
            let width = question.statics.widths[frame.function.index()][index];
            let task =
                Task::Value { claim, real: visit.register(LocalId(index as u32)), width, moved: 0, nodes: Vec::new() };
            if !matching.perform(task) {
                return None;
            }
        }
        for (index, object) in frame.locals.iter().enumerate() {
            let Some(object) = *object else { continue };
            let real = visit.variable(LocalId(index as u32))?;
            if !matching.one(object, real, &Vec::new()) {
                return None;
            }
        }
        let is_there = |id: &ObjectId| question.named.is_none_or(|named| named.contains(id));
        let all = (0..question.statics.objects.len() as u32).map(ObjectId);
        for id in all.filter(|id| is_there(id) || state.objects.contains_key(id)) {
            if !matching.fixed(id) {
                return None;
            }
        }
        Some(matching)
    }

    /// Goes on until nothing is left to do, or it is found to be impossible.
    pub fn solve(mut self, left: &mut u64) -> Result<bool, OutOfSteps> {
        loop {
            *left = left.checked_sub(1).ok_or(OutOfSteps)?;
            if let Some(task) = self.open.pop() {
                if !self.perform(task) {
                    return Ok(false);
                }
                continue;
            }
            // Where a segment begins tells more than where it ends.
            let ends = |task: &Task| matches!(task, Task::Value { claim: Value::Pointer(pointer), .. } if pointer.spot == Spot::Last);
            let decided = self.several_ways.iter().position(|task| self.is_decided(task));
            let next = decided.or_else(|| self.several_ways.iter().position(|task| !ends(task)));
            let Some(next) = next.or(if self.several_ways.is_empty() { None } else { Some(0) }) else {
                return Ok(self.is_complete());
            };
            let task = self.several_ways.remove(next);
            if decided.is_some() {
                self.open.push(task);
                continue;
            }
            for way in self.alternatives(&task) {
                if way.solve(left)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
    }

    /// Whether no object on the heap was forgotten, and numbers depend on each other as they are said to.
    fn is_complete(&self) -> bool {
        let mut objects = self.question.visit.objects();
        self.sums_hold()
            && agree(&self.question.state.numbers, &|name| self.number(name))
            && (!self.question.nothing_lost
                || objects.all(|(id, object)| object.kind != ObjectKind::Heap || self.used.contains(&id)))
    }

    /// Whether symbols are the sums that they are said to be. Of those that were not met nothing is said.
    fn sums_hold(&self) -> bool {
        let state = self.question.state;
        let number = |id: SymbolId| {
            let ty = state.symbols.get(&id)?.range?.ty;
            Some(Linear::number(ty.value(ty.wrap(*self.symbols.get(&id)?))))
        };
        let value = |sum: &Linear| sum.mapped(&number).and_then(|sum| sum.as_number());
        let mut sums = state.symbols.iter().filter_map(|(id, fact)| Some((*id, fact.sum.as_ref()?)));
        sums.all(|(id, sum)| value(sum).zip(number(id)).is_none_or(|(sum, own)| own.as_number() == Some(sum)))
            && state.bounds.iter().all(|bound| value(bound).is_none_or(|number| number >= 0))
    }

    /// The number that a name stands for, if it is known.
    fn number(&self, name: Name) -> Option<u64> {
        match name {
            Name::Symbol(symbol) => self.symbols.get(&symbol).copied(),
            Name::Cell(_) => None,
            Name::Length(id) => {
                let instances = self.bound.iter().filter(|((object, _), _)| *object == id);
                let lengths = instances.map(|(_, bound)| match bound {
                    Bound::Chain(chain, _) => chain.len() as u64,
                    Bound::Missing => 0,
                    Bound::One(_) => 1,
                });
                let lengths: Vec<u64> = lengths.collect();
                let is_bound = !lengths.is_empty() || self.object(id)?.owner.is_some();
                is_bound.then(|| lengths.iter().sum())
            }
        }
    }

    /// Whether a node of a segment has what all of them have in common.
    fn is_element(&self, object: &Object, node: Real) -> bool {
        let number = |name: Name| {
            let Name::Cell(at) = name else { return None };
            let width = [&object.cells].into_iter().chain(&object.others).find_map(|cells| cells.get(&at))?.width;
            self.question.visit.value(node, at, width).map(|seen| seen.bits)
        };
        agree(&object.each, &number)
    }

    fn is_decided(&self, task: &Task) -> bool {
        match task {
            Task::Value { claim: Value::Pointer(pointer), nodes, .. } => {
                self.instance(pointer.object, nodes).is_some_and(|instance| self.bound.contains_key(&instance))
            }
            _ => false,
        }
    }

    /// The instance of an object seen from what belongs to some nodes.
    pub fn instance(&self, object: ObjectId, nodes: &Nodes) -> Option<Instance> {
        Some((object, self.around(object, nodes)?.into_iter().map(|(_, node)| node).collect()))
    }

    /// The nodes that an object belongs to, seen from what belongs to some nodes.
    fn around(&self, object: ObjectId, nodes: &Nodes) -> Option<Nodes> {
        let mut around = Vec::new();
        let mut next = self.object(object)?.owner;
        while let Some(owner) = next {
            let object = self.object(owner)?;
            if object.segment().is_some() {
                around.push(*nodes.iter().find(|(segment, _)| *segment == owner)?);
            }
            next = object.owner;
        }
        around.reverse();
        Some(around)
    }

    pub fn object(&self, id: ObjectId) -> Option<&'m Object> {
        let question = self.question;
        question.state.object(question.statics, id)
    }

    /// Does what there is one way to do. False if it is impossible.
    fn perform(&mut self, task: Task) -> bool {
        let Task::Value { claim, real, width, moved, ref nodes } = task else {
            self.several_ways.push(task);
            return true;
        };
        let Some(real) = real else { return self.says_nothing(claim) };
        let bits = 8 * width;
        match claim {
            Value::Int(claimed) => {
                let number = real.bits.wrapping_sub(moved as u64);
                cut(number, width) == cut(claimed, width)
            }
            // Nothing is said of what is unknown and moved.
            Value::Any(_) | Value::Symbol(_) if moved != 0 => true,
            Value::Any(None) => true,
            Value::Any(Some(range)) => is_in(range, real.bits, bits),
            Value::Symbol(symbol) => {
                let none = Fact::default();
                let fact = self.question.state.symbols.get(&symbol).unwrap_or(&none);
                let excluded =
                    |ty: crate::ir::IntType, value: i128| u64::from(ty.bits) == bits && ty.value(real.bits) == value;
                fact.range.is_none_or(|range| is_in(range, real.bits, bits))
                    && !fact.excluded.iter().any(|(ty, value)| excluded(*ty, *value))
                    && *self.symbols.entry(symbol).or_insert(real.bits) == real.bits
            }
            Value::Function(function) => real.target.is_some_and(|(target, offset)| {
                self.question.visit.object(target).kind == ObjectKind::Function(function) && offset == moved
            }),
            Value::Dangling => real.target.is_some_and(|(target, _)| !self.question.visit.object(target).live),
            Value::Pointer(pointer) => {
                let nodes = nodes.clone();
                self.pointer(pointer, real, moved, &nodes, task)
            }
        }
    }

    /// Whether a value is any value.
    fn says_nothing(&self, claim: Value) -> bool {
        let all = |range: Range| range == Range::all(range.ty);
        match claim {
            Value::Any(range) => range.is_none_or(all),
            Value::Symbol(symbol) => {
                let fact = self.question.state.symbols.get(&symbol);
                fact.is_none_or(|fact| fact.range.is_none_or(all) && fact.excluded.is_empty())
            }
            Value::Int(_) | Value::Pointer(_) | Value::Function(_) | Value::Dangling => false,
        }
    }

    fn pointer(&mut self, pointer: Pointer, real: Seen, moved: i64, nodes: &Nodes, task: Task) -> bool {
        let leads_to = |node: Real| match real.target {
            Some((target, offset)) => target == node && lies_in(pointer, offset.wrapping_sub(moved)),
            None => false,
        };
        if self.question.statics.contains(pointer.object) {
            return leads_to(self.question.visit.global(GlobalId(pointer.object.0))) && self.fixed(pointer.object);
        }
        if pointer.spot == Spot::Each {
            let node = nodes.iter().find(|(segment, _)| *segment == pointer.object);
            return node.is_some_and(|(_, node)| leads_to(*node));
        }
        let (Some(object), Some(instance)) = (self.object(pointer.object), self.instance(pointer.object, nodes)) else {
            return false;
        };
        if let (Some(symbol), Some((_, offset))) = (pointer.by, real.target) {
            let offset = offset.wrapping_sub(moved) as u64;
            if *self.symbols.entry(symbol).or_insert(offset) != offset {
                return false;
            }
        }
        let is_null = pointer.offset().is_some_and(|offset| real.bits == (offset + moved) as u64);
        match (self.bound.get(&instance), object.shape) {
            (Some(Bound::One(node)), _) => leads_to(*node),
            (Some(Bound::Missing), _) => is_null,
            (Some(Bound::Chain(chain, last)), Shape::Segment(segment)) => {
                let node = if pointer.spot == Spot::Last { *last } else { chain.first().copied() };
                match node {
                    Some(node) => leads_to(node),
                    None => self.passes_by(pointer, object, segment, (real, moved), nodes),
                }
            }
            (Some(Bound::Chain(..)), _) => false,
            (None, Shape::Optional) if is_null && real.target.is_none() => {
                self.bound.insert(instance, Bound::Missing);
                true
            }
            (None, Shape::Region | Shape::Optional) => match real.target {
                Some((target, _)) => leads_to(target) && self.one(pointer.object, target, nodes),
                None => false,
            },
            (None, Shape::Segment(_)) => {
                self.several_ways.push(task);
                true
            }
        }
    }

    /// A pointer to a segment without nodes is what lies behind it, or before it.
    fn passes_by(
        &mut self,
        pointer: Pointer,
        object: &Object,
        segment: Segment,
        (real, moved): (Seen, i64),
        nodes: &Nodes,
    ) -> bool {
        let at = if pointer.spot == Spot::Last { segment.prev } else { Some(segment.next) };
        let (Some(claim), Some(offset)) = (at.and_then(|at| object.cell(at)), pointer.offset()) else { return true };
        let Some(nodes) = self.around(pointer.object, nodes) else { return false };
        let width = self.pointer_bytes();
        let moved = moved + offset - segment.head;
        self.open.push(Task::Value { claim, real: Some(real), width, moved, nodes });
        true
    }

    pub fn pointer_bytes(&self) -> u64 {
        self.question.program.types.data_model.pointer_bytes()
    }

    /// A static object is what it is said to be.
    fn fixed(&mut self, id: ObjectId) -> bool {
        let Some(object) = self.object(id) else { return false };
        let real = self.question.visit.global(GlobalId(id.0));
        if self.statics.insert(id) {
            self.open_runs(object, real, &Vec::new());
            return self.holds(object, &object.cells, &[], real, &Vec::new());
        }
        true
    }

    /// A single object stands for one of the run.
    fn one(&mut self, id: ObjectId, real: Real, nodes: &Nodes) -> bool {
        let (Some(object), Some(instance)) = (self.object(id), self.instance(id, nodes)) else { return false };
        let Some(nodes) = self.around(id, nodes) else { return false };
        if let Some(bound) = self.bound.get(&instance) {
            return matches!(bound, Bound::One(other) if *other == real);
        }
        self.takes(object, real) && {
            self.bound.insert(instance, Bound::One(real));
            self.open_runs(object, real, &nodes);
            self.holds(object, &object.cells, &[], real, &nodes)
        }
    }

    /// Takes an object of the run that nothing else stands for.
    fn takes(&mut self, object: &Object, real: Real) -> bool {
        let seen = self.question.visit.object(real);
        let kind = match object.kind {
            Kind::Heap => seen.kind == ObjectKind::Heap,
            Kind::Stack => matches!(seen.kind, ObjectKind::Local(..) | ObjectKind::Alloca | ObjectKind::Array),
            Kind::Static { .. } => matches!(seen.kind, ObjectKind::Global(_)),
            Kind::Part => false,
        };
        let size = object.by.is_none_or(|symbol| *self.symbols.entry(symbol).or_insert(seen.size) == seen.size);
        kind && size && seen.live && (object.size.0..=object.size.1).contains(&seen.size) && self.used.insert(real)
    }

    /// The nodes of a segment are those of a chain, the last of which (in a tree: that with the hole) is given; links aside.
    pub fn chain(&mut self, id: ObjectId, chain: Vec<Real>, last: Option<Real>, nodes: &Nodes) -> bool {
        let (Some(object), Some(instance)) = (self.object(id), self.instance(id, nodes)) else { return false };
        let Some(around) = self.around(id, nodes) else { return false };
        for &node in &chain {
            if !self.takes(object, node) || !self.is_element(object, node) {
                return false;
            }
            let mut nodes = around.clone();
            nodes.push((id, node));
            if let Some(Measure { at, ty, factor, more }) = object.measure {
                let number =
                    self.question.visit.value(node, at, u64::from(ty.bits / 8)).map(|seen| ty.value(seen.bits));
                let size = i128::from(self.question.visit.object(node).size);
                if number.is_some_and(|number| factor * number + more != size) {
                    return false;
                }
            }
            if object.others.is_empty() {
                let links = object.segment().map_or_else(Vec::new, |segment| segment.links());
                if !self.holds(object, &object.cells, &links, node, &nodes) {
                    return false;
                }
            } else {
                self.several_ways.push(Task::Node { segment: id, node, nodes });
            }
        }
        self.bound.insert(instance, Bound::Chain(chain, last));
        true
    }

    /// A link at the end of a chain is what the segment says.
    pub fn end(&mut self, id: ObjectId, at: Option<u64>, real: Option<Seen>, nodes: &Nodes) -> bool {
        let claim = self.object(id).and_then(|object| object.cell(at?));
        let (Some(claim), Some(nodes)) = (claim, self.around(id, nodes)) else { return true };
        self.open.push(Task::Value { claim, real, width: self.pointer_bytes(), moved: 0, nodes });
        true
    }

    /// An object of the run holds what cells, but for some, and the base of an object say.
    fn holds(&mut self, object: &Object, cells: &Cells, except: &[u64], real: Real, nodes: &Nodes) -> bool {
        let visit = self.question.visit;
        let size = visit.object(real).size;
        let mut position = 0;
        for (&at, cell) in cells {
            if !self.is_filled(object, position, at.min(size), real, except) {
                return false;
            }
            position = at + cell.width;
            if position > size || except.contains(&at) {
                continue;
            }
            if cell.width <= 8 {
                let real = visit.value(real, at, cell.width);
                let task = Task::Value { claim: cell.value, real, width: cell.width, moved: 0, nodes: nodes.clone() };
                self.open.push(task);
            } else if cell.value == Value::ZERO {
                let zero = visit.bytes(real, at, cell.width).is_some_and(|bytes| bytes.iter().all(|&byte| byte == 0));
                if !zero {
                    return false;
                }
            }
        }
        self.is_filled(object, position, size, real, except)
    }

    /// Bytes without a cell, but for links, are what the base says.
    fn is_filled(&self, object: &Object, from: u64, to: u64, real: Real, except: &[u64]) -> bool {
        let width = self.pointer_bytes();
        let is_link = |at: u64| except.iter().any(|link| (*link..link + width).contains(&at));
        let expected = |at: u64| match object.base {
            Base::Any => None,
            Base::Zero => Some(0),
            Base::Initial(global) => {
                Some(self.question.statics.globals[global].init.get(at as usize).copied().unwrap_or(0))
            }
        };
        // Where there are runs, bytes without a cell may be theirs.
        if object.base == Base::Any || !object.runs.is_empty() || from >= to {
            return true;
        }
        match self.question.visit.bytes(real, from, to - from) {
            Some(bytes) => (from..to).zip(bytes).all(|(at, byte)| is_link(at) || expected(at) == Some(*byte)),
            // A link may have no value yet.
            None => (from..to).filter(|at| !is_link(*at)).all(|at| {
                let byte = self.question.visit.bytes(real, at, 1).map(|bytes| bytes[0]);
                byte == expected(at)
            }),
        }
    }

    /// All states of the matching that a task leads to, if there are several.
    fn alternatives(&self, task: &Task) -> Vec<Matching<'m>> {
        match task {
            Task::Node { segment, node, nodes } => {
                let Some(object) = self.object(*segment) else { return Vec::new() };
                let links = object.segment().map_or_else(Vec::new, |segment| segment.links());
                let kinds = object.kinds(&links);
                let way = |(kind, cells): (usize, &Cells)| {
                    let mut way = self.clone();
                    way.kinds.insert(*node, kind);
                    (way.is_in_order(*segment, *node, nodes) && way.holds(object, cells, &links, *node, nodes))
                        .then_some(way)
                };
                kinds.iter().enumerate().filter_map(way).collect()
            }
            Task::Value { claim: Value::Pointer(pointer), real: Some(real), moved, nodes, .. } => {
                let Some(segment) = self.object(pointer.object).and_then(Object::segment) else { return Vec::new() };
                let start = real.target.filter(|(_, offset)| lies_in(*pointer, offset.wrapping_sub(*moved)));
                let mut alternatives = Vec::new();
                if segment.min == 0 {
                    let mut way = self.clone();
                    if way.chain(pointer.object, Vec::new(), None, nodes) {
                        alternatives.push(way);
                    }
                }
                if let Some((start, _)) = start {
                    alternatives.extend(self.chains(*pointer, segment, start, nodes));
                }
                // What the pointer leads to is compared once it is known what the segment stands for.
                alternatives.iter_mut().for_each(|way| way.open.push(task.clone()));
                alternatives
            }
            Task::Run { run, array, nodes } => self.elements(run, *array, nodes),
            Task::Value { .. } => Vec::new(),
        }
    }

    /// Whether the kind of a node fits where it stands, as far as the kinds of its neighbours are known.
    fn is_in_order(&self, id: ObjectId, node: Real, nodes: &Nodes) -> bool {
        let (Some(object), Some(instance)) = (self.object(id), self.instance(id, nodes)) else { return false };
        let (Some(Bound::Chain(chain, _)), Some(kind)) = (self.bound.get(&instance), self.kinds.get(&node)) else {
            return false;
        };
        let Some(position) = chain.iter().position(|other| *other == node) else { return false };
        let order = object.order();
        if object.segment().is_none_or(|segment| segment.is_tree()) {
            return true;
        }
        let kind_of = |at: Option<usize>| at.and_then(|at| chain.get(at)).and_then(|node| self.kinds.get(node));
        let (before, after) = (kind_of(position.checked_sub(1)), kind_of(Some(position + 1)));
        (position > 0 || order.first.contains(*kind))
            && (position + 1 < chain.len() || order.last.contains(*kind))
            && before.is_none_or(|before| order.follows[*before].contains(*kind))
            && after.is_none_or(|after| order.follows[*kind].contains(*after))
    }

    /// Whether an object of the run can be a further node of a segment.
    pub fn is_node(&self, object: &Object, real: Real) -> bool {
        let seen = self.question.visit.object(real);
        seen.live
            && seen.kind == ObjectKind::Heap
            && (object.size.0..=object.size.1).contains(&seen.size)
            && !self.used.contains(&real)
    }
}

/// Whether numbers depend on each other as they are said to, as far as they are known.
fn agree(numbers: &Numbers, number: &dyn Fn(Name) -> Option<u64>) -> bool {
    let total = |sum: &Sum| {
        let term = |(column, times): (&Column<Name>, &u64)| match column {
            Column::One => Some(*times),
            Column::Name(name) => Some(number(*name)?.wrapping_mul(*times)),
        };
        sum.iter().map(term).try_fold(0u64, |sum, term| Some(sum.wrapping_add(term?)))
    };
    let compares = |comparison: &Comparison| {
        let (Some(low), Some(high)) = (total(&comparison.low), total(&comparison.high)) else { return true };
        comparison.is_true(low, high)
    };
    numbers.equations.rows().all(|sum| total(sum).is_none_or(|total| total == 0))
        && numbers.unequal.iter().all(|sum| total(sum).is_none_or(|total| total != 0))
        && numbers.comparisons.iter().all(compares)
}

/// Whether a number, of so many bits, lies in a range; ranges of other widths say nothing of it.
fn is_in(range: Range, number: u64, bits: u64) -> bool {
    let value = range.ty.value(range.ty.wrap(number));
    u64::from(range.ty.bits) != bits || (range.low <= value && value <= range.high)
}

/// Whether an offset lies where a pointer says. Very far away, it may lie anywhere.
fn lies_in(pointer: Pointer, offset: i64) -> bool {
    const FAR: i64 = 1 << 31;
    let anywhere = pointer.low <= -FAR && pointer.high >= FAR;
    anywhere || (pointer.low <= offset && offset <= pointer.high)
}
