//! Statements.

use super::array::Access;
use super::machine::{Machine, Stop};
use super::order::Order;
use super::state::{Base, Cell, Kind, Object, Shape, State};
use super::value::{ObjectId, Pointer, Range, Value};
use crate::base::{Id, Span};
use crate::ir::{BitRange, CType, Check, ErrorKind, Expr, IntType, LocalId, Overlap, Scalar, Statement, StatementKind};
use std::collections::BTreeMap;

/// Elements of an array that are told apart by their index.
pub(super) const MOST_ELEMENTS: i128 = 64;
/// Bytes of the widest access by index that matter.
const WIDEST: i64 = 8;

/// Bytes that an access touches: from, to (exclusive), and whether it is this very place.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub object: ObjectId,
    pub from: u64,
    pub to: u64,
    pub exact: bool,
    /// Whether it is in no run of an array.
    pub in_gap: bool,
    /// What led there.
    pub pointer: Pointer,
}

impl Machine<'_> {
    /// Executes a statement that is no call.
    pub fn step(&mut self, state: &mut State, statement: &Statement) -> Result<(), Stop> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.eval(state, value)?;
                self.set(state, *target, value);
            }
            StatementKind::Load { target, address, bits } => {
                let ty = self.register_type(state, *target);
                let value = self.load(state, address, ty, *bits, span)?;
                self.set(state, *target, value);
            }
            StatementKind::Store { address, value, bits } => {
                let width = bits.map_or_else(|| self.program.types.scalar_size(value.ty), BitRange::bytes);
                let leads = value.ty == Scalar::Pointer;
                let extent = self.place(state, address, (width, leads), ErrorKind::WriteInvalid, span)?;
                let value = self.eval(state, value)?;
                self.write(state, &extent, width, value, *bits);
            }
            StatementKind::Copy { to, from, size } => {
                let (from_value, to_value) = self.operands(state, from, to)?;
                self.copy(state, to_value, from_value, Value::Int(*size), Overlap::UnlessEqual, span)?;
            }
            StatementKind::Zero { address, size } => {
                let address = self.eval(state, address)?;
                self.fill(state, address, Value::ZERO, Value::Int(*size), span)?;
            }
            StatementKind::StorageLive(local) => {
                self.end_life(state, *local);
                self.begin_life(state, *local, span)?;
            }
            StatementKind::StorageDead(local) => self.end_life(state, *local),
            StatementKind::DynamicLive { target, size } => {
                let size = self.eval(state, size)?;
                let object = self.add_object(state, Kind::Stack, size, Base::Any);
                if let Some(frame) = state.frame() {
                    frame.registers[target.index()] = Some(Value::Pointer(Pointer::to(object)));
                    frame.blocks.push(object);
                }
            }
            StatementKind::DynamicDead(target) => {
                let value = state.frames.last().and_then(|frame| frame.registers[target.index()]);
                if let Some(Value::Pointer(pointer)) = value
                    && let Some(frame) = state.frame()
                    && frame.blocks.contains(&pointer.object)
                {
                    frame.blocks.retain(|block| *block != pointer.object);
                    state.remove(pointer.object);
                }
            }
            StatementKind::Assume(condition) => {
                let value = self.eval(state, condition)?;
                let ty = condition.ty.as_int().unwrap_or(IntType::INT);
                if !self.truth(state, value, ty, span)? {
                    return Err(Stop::PathEnds);
                }
            }
            StatementKind::Check(check) => {
                self.checked = Some(span);
                let checked = self.check(state, check, span);
                self.checked = None;
                return checked;
            }
            StatementKind::Unsupported(unsupported) => {
                return Err(Stop::GiveUp(unsupported.what.clone(), unsupported.span));
            }
            StatementKind::Call { .. } => {
                return Err(Stop::GiveUp("a call in an unexpected place".to_string(), span));
            }
        }
        Ok(())
    }

    /// Part of an inserted expression.
    fn check(&mut self, state: &mut State, check: &Check, span: Span) -> Result<(), Stop> {
        match check {
            Check::Never => {
                self.checked = None;
                return self.fail(ErrorKind::InvariantFails, span);
            }
            Check::Observed => {}
            Check::Defined(expr) => {
                self.eval(state, expr)?;
            }
            Check::Readable(address, size) => {
                self.place(state, address, (*size, false), ErrorKind::ReadInvalid, span)?;
            }
        }
        Ok(())
    }

    /// Whether a value is not zero.
    pub fn truth(&mut self, state: &mut State, value: Value, ty: IntType, span: Span) -> Result<bool, Stop> {
        self.compare(state, crate::ir::BinaryOp::Ne, value, Value::ZERO, ty, span)
    }

    /// Sets a register. A pointer to a whole object tells its type.
    pub fn set(&self, state: &mut State, register: LocalId, value: Value) {
        let Some(frame) = state.frame() else { return };
        frame.registers[register.index()] = Some(value);
        let body = self.program.functions[frame.function].body();
        if let (Value::Pointer(pointer), Some(CType::Pointer(to))) = (value, body.map(|body| &body.locals[register].ty))
            && let (CType::Record(record), Some(0)) = (&**to, pointer.offset())
            && let Some(object) = state.objects.get(&pointer.object)
            && object.tag.is_none()
            && object.kind == Kind::Heap
            && self.program.types.size_of(to).is_some_and(|size| object.size == (size, size))
            && let Some(object) = state.object_mut(pointer.object)
        {
            object.tag = Some(*record);
        }
    }

    fn register_type(&self, state: &State, register: LocalId) -> Scalar {
        let body = state.frames.last().and_then(|frame| self.program.functions[frame.function].body());
        body.and_then(|body| body.locals[register].ty.scalar()).unwrap_or(Scalar::Pointer)
    }

    fn begin_life(&mut self, state: &mut State, local: LocalId, span: Span) -> Result<(), Stop> {
        let body = state.frames.last().and_then(|frame| self.program.functions[frame.function].body());
        let Some(local_info) = body.map(|body| &body.locals[local]) else { return Ok(()) };
        if local_info.storage == crate::ir::Storage::Register {
            if let Some(frame) = state.frame() {
                frame.registers[local.index()] = None;
            }
            return Ok(());
        }
        let Some(size) = self.program.types.size_of(&local_info.ty) else {
            return Err(Stop::GiveUp("a variable of unknown size".to_string(), span));
        };
        let object = state.add(new_object(Kind::Stack, (size, size), Base::Any));
        if let Some(frame) = state.frame() {
            frame.locals[local.index()] = Some(object);
        }
        Ok(())
    }

    fn end_life(&self, state: &mut State, local: LocalId) {
        let Some(frame) = state.frame() else { return };
        frame.registers[local.index()] = None;
        if let Some(object) = frame.locals[local.index()].take() {
            state.remove(object);
        }
    }

    /// A size in bytes.
    pub fn size_of(&self, state: &State, value: Value) -> (u64, u64) {
        let range = state.range(value, self.program.types.size_type());
        (range.low as u64, range.high as u64)
    }

    /// The place that an access of so many bytes, or of a pointer, touches; checks that it is there.
    fn place(
        &mut self,
        state: &mut State,
        address: &Expr,
        (width, leads): (u64, bool),
        error: ErrorKind,
        span: Span,
    ) -> Result<Extent, Stop> {
        let value = self.eval(state, address)?;
        let extent = self.extent(state, value, (Value::Int(width), leads), error, span)?;
        let access = Access { width, leads, writes: error == ErrorKind::WriteInvalid };
        self.in_array(state, (address, extent), access, span)
    }

    /// A new object of some size.
    pub fn add_object(&self, state: &mut State, kind: Kind, size: Value, base: Base) -> ObjectId {
        let by = match size {
            Value::Symbol(symbol) => state.linear(size, self.program.types.size_type()).map(|_| symbol),
            _ => None,
        };
        let size = self.size_of(state, size);
        state.add(Object { by, ..new_object(kind, size, base) })
    }

    fn extent(
        &mut self,
        state: &mut State,
        value: Value,
        (width, leads): (Value, bool),
        error: ErrorKind,
        span: Span,
    ) -> Result<Extent, Stop> {
        state.scratch.push(width);
        let pointer = self.target(state, value, error, span);
        let width = state.scratch.pop().unwrap_or(width);
        let pointer = pointer?;
        let Some(object) = state.object(&self.statics, pointer.object) else { return self.fail(error, span) };
        let write = error == ErrorKind::WriteInvalid;
        if write && object.kind == (Kind::Static { writable: false }) {
            return self.fail(error, span);
        }
        let pointer = self.split_index(state, pointer, leads)?;
        let Some(object) = state.object(&self.statics, pointer.object) else { return self.fail(error, span) };
        let size = state.size_of(object);
        let (least, most) = (clamp(size.0), clamp(size.1));
        let (offset, least_size) = (state.offset(pointer), state.least_size(object));
        let end = offset.zip(state.linear(width, self.program.types.size_type()));
        let end = end.and_then(|(offset, width)| offset.plus(&width, 1));
        let ends_inside = end.is_some_and(|end| state.is_at_most(&end, &least_size));
        let (low, high) = state.reach(pointer);
        let pointer = Pointer { low, high, ..pointer };
        let (narrow, wide) = self.size_of(state, width);
        let half = (self.program.types.size_type().max() / 2) as i64;
        if pointer.low < 0 && most > half {
            // The object may take up more than half of all addresses, which begin again within it.
            self.may_fail(error, span);
            let object = pointer.object;
            return Ok(Extent { object, from: 0, to: size.1, exact: false, in_gap: false, pointer });
        }
        if pointer.high < 0 || pointer.low.saturating_add(clamp(narrow)) > most {
            return self.fail(error, span);
        }
        if pointer.low < 0 || !(ends_inside || pointer.high.saturating_add(clamp(wide)) <= least) {
            self.may_fail(error, span);
        }
        let from = pointer.low.max(0) as u64;
        let to = (pointer.high.max(0) as u64).saturating_add(wide).min(size.1);
        let exact = pointer.offset().is_some_and(|offset| offset >= 0);
        Ok(Extent { object: pointer.object, from, to, exact, in_gap: false, pointer })
    }

    /// A pointer to an element of an array whose elements lead somewhere: each element that it may be is a case of its own.
    fn split_index(&mut self, state: &mut State, pointer: Pointer, leads: bool) -> Result<Pointer, Stop> {
        let Some(symbol) = pointer.by else { return Ok(pointer) };
        if self.is_long(state, pointer.object) {
            return Ok(pointer);
        }
        let (low, high) = state.reach(pointer);
        let is_touched =
            |at: u64| i64::try_from(at).is_ok_and(|at| at + WIDEST > low && at < high.saturating_add(WIDEST));
        let holds_pointers = |object: &Object| {
            let mut cells = object.cells.iter().filter(|(at, _)| is_touched(**at));
            cells.any(|(_, cell)| matches!(cell.value, Value::Pointer(_)))
        };
        let is_table = leads || state.object(&self.statics, pointer.object).is_some_and(holds_pointers);
        let sum = state.root_sum(symbol);
        let &[(root, _)] = &sum.terms[..] else { return Ok(pointer) };
        let Some(known) = state.symbols.get(&root).and_then(|fact| fact.range) else { return Ok(pointer) };
        let range = state.range(Value::Symbol(root), known.ty);
        let count = range.high - range.low + 1;
        if !is_table || count > MOST_ELEMENTS {
            return Ok(pointer);
        }
        let index = range.low + self.choose(count as usize) as i128;
        state.scratch.push(Value::Pointer(pointer));
        let chosen = self.restrict(state, Value::Symbol(root), Range { ty: known.ty, low: index, high: index });
        let value = state.scratch.pop();
        chosen?;
        if let Some(object) = state.change(&self.statics, pointer.object) {
            object.is_table = true;
        }
        Ok(match value {
            Some(Value::Pointer(pointer)) => pointer,
            _ => pointer,
        })
    }

    fn load(
        &mut self,
        state: &mut State,
        address: &Expr,
        ty: Scalar,
        bits: Option<BitRange>,
        span: Span,
    ) -> Result<Value, Stop> {
        let width = bits.map_or_else(|| self.program.types.scalar_size(ty), BitRange::bytes);
        let extent = self.place(state, address, (width, ty == Scalar::Pointer), ErrorKind::ReadInvalid, span)?;
        let any = ty.as_int().map(Range::all);
        if extent.in_gap
            && let Some(object) = state.object(&self.statics, extent.object)
            && object.base == Base::Zero
            && !object.cells.keys().any(|at| *at < extent.to && at + object.cells[at].width > extent.from)
        {
            return Ok(Value::ZERO);
        }
        if !extent.exact {
            return Ok(state.symbol(any));
        }
        if let Some(range) = bits {
            let Some(object) = state.object(&self.statics, extent.object) else { return Ok(state.symbol(any)) };
            let raw = object.peek(extent.from, width, self.statics.globals);
            let Scalar::Int(int) = ty else { return Ok(state.symbol(None)) };
            let field = IntType { bits: range.width, signed: int.signed };
            return Ok(match raw {
                Value::Int(raw) if width <= 8 => {
                    Value::Int(int.wrap(field.value(field.wrap(raw >> range.first)) as u64))
                }
                _ => state.symbol(Some(Range { ty: int, low: field.min(), high: field.max() })),
            });
        }
        if ty == Scalar::Float(crate::ir::FloatType::F80) {
            return Err(Stop::GiveUp("reading a long double".to_string(), span));
        }
        let read = state.read(&self.statics, extent.object, extent.from, width, ty.as_int());
        Ok(match read {
            Some(value) => value,
            None => state.symbol(any),
        })
    }

    fn write(&mut self, state: &mut State, extent: &Extent, width: u64, value: Value, bits: Option<BitRange>) {
        let globals = self.statics.globals;
        let Some(object) = state.change(&self.statics, extent.object) else { return };
        if !extent.exact {
            object.put(extent.from, extent.to - extent.from, Value::Any(None));
            return;
        }
        let value = match (bits, object.peek(extent.from, width, globals), value) {
            (None, _, value) => value,
            (Some(range), Value::Int(old), Value::Int(new)) if width <= 8 => {
                let mask = (u64::MAX >> (64 - u32::from(range.width))) << range.first;
                Value::Int((old & !mask) | ((new << range.first) & mask))
            }
            (Some(_), ..) => Value::Any(None),
        };
        object.put(extent.from, width, value);
    }

    /// Copies bytes between two objects.
    #[allow(clippy::too_many_arguments)]
    pub fn copy(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        size: Value,
        overlap: Overlap,
        span: Span,
    ) -> Result<(), Stop> {
        let Some(size) = self.some_bytes(state, size, span)? else { return Ok(()) };
        state.scratch.extend([to, size]);
        let source = self.extent(state, from, (size, false), ErrorKind::ReadInvalid, span);
        let (size, to) = (state.scratch.pop().unwrap_or(size), state.scratch.pop().unwrap_or(to));
        let source = source?;
        let target = self.extent(state, to, (size, false), ErrorKind::WriteInvalid, span)?;
        if source.object == target.object && source.from < target.to && target.from < source.to {
            let same = source.exact && target.exact && source.from == target.from;
            if overlap == Overlap::Error || (overlap == Overlap::UnlessEqual && !same) {
                self.may_fail(ErrorKind::OverlappingCopy, span);
            }
        }
        let globals = self.statics.globals;
        // What may be copied or not is not known afterwards.
        let (surely, _) = self.size_of(state, size);
        let cells: Vec<(u64, Cell)> = match state.object(&self.statics, source.object) {
            Some(object) if source.exact && target.exact => object.slice(source.from, surely, globals),
            _ => Vec::new(),
        };
        let Some(object) = state.change(&self.statics, target.object) else { return Ok(()) };
        object.forget_runs();
        object.put(target.from, target.to - target.from, Value::Any(None));
        for (at, cell) in cells {
            object.put(target.from + at, cell.width, cell.value);
        }
        Ok(())
    }

    /// Sets bytes to one value: zero or unknown.
    pub fn fill(&mut self, state: &mut State, to: Value, value: Value, size: Value, span: Span) -> Result<(), Stop> {
        let Some(size) = self.some_bytes(state, size, span)? else { return Ok(()) };
        state.scratch.push(size);
        let target = self.extent(state, to, (size, false), ErrorKind::WriteInvalid, span);
        let (target, size) = (target?, state.scratch.pop().unwrap_or(size));
        let (surely, _) = self.size_of(state, size);
        let filled = state.linear(size, self.program.types.size_type());
        let whole = target.exact
            && target.from == 0
            && state.object(&self.statics, target.object).zip(filled).is_some_and(|(object, filled)| {
                object.by.is_some() && state.is_at_most(&state.least_size(object), &filled)
            });
        let Some(object) = state.change(&self.statics, target.object) else { return Ok(()) };
        if whole {
            object.cells.clear();
            object.runs.clear();
            object.base = if value == Value::ZERO { Base::Zero } else { Base::Any };
            return Ok(());
        }
        object.forget_runs();
        object.put(target.from, target.to - target.from, Value::Any(None));
        if target.exact {
            object.put(target.from, surely, value);
        }
        Ok(())
    }

    /// A number of bytes after deciding whether it is zero; `None` if it is.
    fn some_bytes(&mut self, state: &mut State, size: Value, span: Span) -> Result<Option<Value>, Stop> {
        state.scratch.push(size);
        let some = self.truth(state, size, self.program.types.size_type(), span);
        let size = state.scratch.pop().unwrap_or(size);
        Ok(some?.then_some(size))
    }
}

fn clamp(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// An object without content.
pub(super) fn new_object(kind: Kind, size: (u64, u64), base: Base) -> Object {
    Object {
        kind,
        size,
        by: None,
        measure: None,
        is_table: false,
        stride: 0,
        runs: Vec::new(),
        tag: None,
        shape: Shape::Region,
        owner: None,
        cells: BTreeMap::new(),
        others: Vec::new(),
        each: Default::default(),
        order: Order::any(1),
        base,
    }
}
