//! The abstract machine: choices between cases, errors, and expressions.
//!
//! A statement is executed as often as it has cases: whenever something is not decided (is this segment empty? is this
//! number below that one?), [`Machine::choose`] picks a case, and the explorer executes the statement again for
//! the others.

use super::align::{is_on_bits, range_of_bits};
use super::linear::Linear;
use super::memory::Statics;
use super::notes::combined;
use super::numbers::{Sum, number, plus};
use super::state::{Kind, Shape, State};
use super::value::{ObjectId, Part, Pointer, Range, Spot, SymbolId, Value};
use crate::base::{Id, Span};
use crate::ir::{
    BinaryOp, CastOp, ErrorKind, Expr, ExprKind, IntType, Program, Property, PropertySet, Scalar, UnaryOp,
};
use indexmap::IndexMap;

/// Why a path is not followed further.
pub(super) enum Stop {
    /// It ends here.
    PathEnds,
    /// An error ends it.
    Fails,
    /// What happens here is not modelled: nothing can be proved.
    GiveUp(String, Span),
}

/// Executes statements on states.
pub(super) struct Machine<'a> {
    pub program: &'a Program,
    pub statics: Statics<'a>,
    pub properties: PropertySet,
    pub malloc_may_fail: bool,
    /// The cases taken so far in the current statement: which one of how many.
    choices: Vec<(usize, usize)>,
    position: usize,
    /// The first error that could not be excluded, by property.
    pub alarms: IndexMap<Property, (ErrorKind, Span)>,
    /// Where the inserted expression stands that is evaluated: what goes wrong then is that it is undefined.
    pub checked: Option<Span>,
}

/// How far pointers are followed outside of their object where their offset is not known.
const FAR: i64 = 1 << 48;
/// Bytes at the end of the address space where there are no objects: a field of an object that was freed is not at null.
const PAGE: u64 = 1 << 12;
/// Distances up to which two places of an object are told apart, whatever its address is.
const NEAR: u64 = 1 << 31;

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, statics: Statics<'a>, properties: PropertySet, malloc_may_fail: bool) -> Self {
        Self {
            program,
            statics,
            properties,
            malloc_may_fail,
            choices: Vec::new(),
            position: 0,
            alarms: IndexMap::new(),
            checked: None,
        }
    }

    /// Executes an action for all its cases.
    pub fn all_cases<T>(&mut self, mut action: impl FnMut(&mut Self) -> Option<T>) -> Vec<T> {
        let mut results = Vec::new();
        self.choices.clear();
        loop {
            self.position = 0;
            results.extend(action(self));
            self.choices.truncate(self.position);
            while self.choices.last().is_some_and(|(taken, count)| taken + 1 == *count) {
                self.choices.pop();
            }
            match self.choices.last_mut() {
                Some((taken, _)) => *taken += 1,
                None => return results,
            }
        }
    }

    /// Picks one of several cases.
    pub fn choose(&mut self, count: usize) -> usize {
        if self.position == self.choices.len() {
            self.choices.push((0, count));
        }
        self.position += 1;
        self.choices[self.position - 1].0
    }

    /// Notes that an error may occur here.
    pub fn may_fail(&mut self, error: ErrorKind, span: Span) {
        let (error, span) = self.checked.map_or((error, span), |check| (ErrorKind::InvariantUndefined, check));
        if let Some(property) = error.property().filter(|property| self.properties.contains(*property)) {
            self.alarms.entry(property).or_insert((error, span));
        }
    }

    /// Notes that an error occurs here; the path ends.
    pub fn fail<T>(&mut self, error: ErrorKind, span: Span) -> Result<T, Stop> {
        self.may_fail(error, span);
        Err(Stop::Fails)
    }

    /// The region that a value leads to, taken out of its segment if need be; with the range of offsets.
    pub fn target(&mut self, state: &mut State, value: Value, error: ErrorKind, span: Span) -> Result<Pointer, Stop> {
        state.scratch.push(value);
        let result = loop {
            let value = state.scratch.last().copied().unwrap_or(Value::ZERO);
            let pointer = match value {
                Value::Pointer(pointer) => pointer,
                Value::Int(_) | Value::Function(_) | Value::Dangling => break self.fail(error, span),
                Value::Symbol(_) | Value::Any(_) => {
                    break Err(Stop::GiveUp("a pointer whose target is not known".to_string(), span));
                }
            };
            let Some(object) = state.object(&self.statics, pointer.object) else { break self.fail(error, span) };
            match object.shape {
                Shape::Region => break Ok(pointer),
                Shape::Segment(segment) if segment.min > 0 => {
                    if let Err(stop) = self.take(state, pointer.object, pointer.spot, span) {
                        break Err(stop);
                    }
                }
                Shape::Optional | Shape::Segment(_) => {
                    if let Err(stop) = self.settle(state, pointer.object, span) {
                        break Err(stop);
                    }
                }
            }
        };
        state.scratch.pop();
        result
    }

    /// The value of an expression.
    pub fn eval(&mut self, state: &mut State, expr: &Expr) -> Result<Value, Stop> {
        Ok(match &expr.kind {
            ExprKind::Int(bits) => Value::Int(*bits),
            ExprKind::Float(_) => state.symbol(None),
            ExprKind::Null => Value::ZERO,
            ExprKind::Register(register) => {
                let value = state.frames.last().and_then(|frame| frame.registers[register.index()]);
                let known = match value {
                    Some(Value::Any(range)) => range,
                    Some(value) => return Ok(value),
                    None => None,
                };
                let symbol = state.symbol(known);
                if let Some(frame) = state.frame() {
                    frame.registers[register.index()] = Some(symbol);
                }
                symbol
            }
            ExprKind::LocalAddress(local) => match state.frames.last().and_then(|frame| frame.locals[local.index()]) {
                Some(object) => Value::Pointer(Pointer::to(object)),
                None => {
                    let what = "the address of a variable whose life has not begun".to_string();
                    return Err(Stop::GiveUp(what, expr.span));
                }
            },
            ExprKind::GlobalAddress(global) => Value::Pointer(Pointer::to(ObjectId(global.0))),
            ExprKind::FunctionAddress(function) => Value::Function(*function),
            ExprKind::Unary(op, operand) => {
                let value = self.eval(state, operand)?;
                match expr.ty {
                    Scalar::Int(ty) => {
                        let result = self.unary(state, *op, value, ty, expr.span);
                        let sum = number(value).map(|sum| plus(Sum::new(), &sum, u64::MAX));
                        self.note_sum(state, sum.filter(|_| *op == UnaryOp::Neg), result, ty.bits)
                    }
                    _ => state.symbol(None),
                }
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = self.operands(state, left, right)?;
                match (op.is_comparison(), left.ty) {
                    (true, Scalar::Float(_)) => Value::Int(self.choose(2) as u64),
                    (true, ty) => {
                        let ty = ty.as_int().unwrap_or(self.program.types.size_type());
                        Value::Int(u64::from(self.compare(state, *op, a, b, ty, expr.span)?))
                    }
                    (false, Scalar::Int(ty)) => {
                        let right_ty = right.ty.as_int().unwrap_or(ty);
                        let result = self.arithmetic(state, *op, a, b, ty, right_ty, expr.span)?;
                        let bits = if self.is_exact(state, *op, (a, b), ty) { 64 } else { ty.bits };
                        self.note_sum(state, combined(*op, a, b), result, bits)
                    }
                    (false, _) => state.symbol(None),
                }
            }
            ExprKind::PointerAdd(pointer, bytes) => {
                let (a, b) = self.operands(state, pointer, bytes)?;
                self.moved(state, a, b)
            }
            ExprKind::PointerDiff(left, right) => {
                let (a, b) = self.operands(state, left, right)?;
                self.difference(state, a, b, expr.ty)
            }
            ExprKind::Cast(op, operand) => {
                let value = self.eval(state, operand)?;
                let result = self.cast(state, *op, value, operand.ty, expr.ty);
                match (operand.ty, expr.ty) {
                    (Scalar::Int(from), Scalar::Int(to)) if from.bits != to.bits => {
                        let extends = !from.signed || state.range(value, from).low >= 0;
                        let bits = if extends { to.bits } else { from.bits.min(to.bits) };
                        self.note_sum(state, number(value), result, bits)
                    }
                    _ => result,
                }
            }
        })
    }

    pub fn operands(&mut self, state: &mut State, left: &Expr, right: &Expr) -> Result<(Value, Value), Stop> {
        let left = self.eval(state, left)?;
        state.scratch.push(left);
        let right = self.eval(state, right);
        let left = state.scratch.pop().unwrap_or(left);
        Ok((left, right?))
    }

    /// How far a pointer may be from its object where it is not known how far: beyond, it may be anywhere. As there are so many
    /// addresses on both sides, no place in between is another one.
    fn far(&self) -> i64 {
        match self.program.types.pointer_bits() {
            bits @ ..64 => FAR.min(1 << (bits - 1)),
            _ => FAR,
        }
    }

    /// Whether a pointer may be anywhere, as addresses begin again at some distance.
    pub fn is_anywhere(&self, pointer: Pointer) -> bool {
        pointer.low <= -self.far() && pointer.high >= self.far()
    }

    /// A pointer moved by a number of bytes.
    fn moved(&mut self, state: &mut State, pointer: Value, bytes: Value) -> Value {
        let ty = IntType::signed(self.program.types.pointer_bits());
        let range = state.range(bytes, ty);
        match (pointer, bytes) {
            (Value::Pointer(pointer), _) => {
                let far = self.far();
                let offset = state.offset(pointer).zip(state.linear(bytes, ty));
                let offset = offset.and_then(|(offset, bytes)| offset.plus(&bytes, 1));
                let reach = state.reach(pointer);
                let (low, high) = (i128::from(reach.0) + range.low, i128::from(reach.1) + range.high);
                let (low, high) = within(state, (low, high), offset.as_ref());
                let ((low, high), offset) = if low == high {
                    let offset = ty.value(ty.wrap(low as u64)) as i64;
                    ((offset, offset), None)
                } else if self.is_anywhere(pointer) || low < (-far).into() || high > far.into() {
                    ((-far, far), None)
                } else {
                    ((low as i64, high as i64), offset)
                };
                let by = offset.and_then(|offset| {
                    let range = Range { ty, low: low.into(), high: high.into() };
                    symbol_of(state.sum_symbol(range, Some(offset)))
                });
                Value::Pointer(Pointer { low, high, by, ..pointer })
            }
            (Value::Int(base), Value::Int(bytes)) => Value::Int(ty.wrap(base.wrapping_add(bytes))),
            (Value::Dangling, Value::Int(bytes)) if bytes < PAGE => Value::Dangling,
            (value, Value::Int(0)) => value,
            _ => state.symbol(None),
        }
    }

    fn difference(&mut self, state: &mut State, a: Value, b: Value, ty: Scalar) -> Value {
        let ty = ty.as_int().unwrap_or(IntType::signed(self.program.types.pointer_bits()));
        match (a, b) {
            (Value::Pointer(p), Value::Pointer(q)) if p.object == q.object && p.spot == q.spot => {
                let (x, y) = (state.reach(p), state.reach(q));
                let sum = state.offset(p).zip(state.offset(q)).and_then(|(p, q)| p.minus(&q));
                let (low, high) = (i128::from(x.0) - i128::from(y.1), i128::from(x.1) - i128::from(y.0));
                let (low, high) = within(state, (low, high), sum.as_ref());
                let fits = low >= ty.min() && high <= ty.max();
                match () {
                    () if low == high => Value::Int(ty.wrap(low as u64)),
                    () if fits && !self.is_anywhere(p) && !self.is_anywhere(q) => {
                        state.sum_symbol(Range { ty, low, high }, sum)
                    }
                    () => state.symbol(Some(Range::all(ty))),
                }
            }
            (Value::Int(x), Value::Int(y)) => Value::Int(ty.wrap(x.wrapping_sub(y))),
            _ => state.symbol(None),
        }
    }

    fn cast(&mut self, state: &mut State, op: CastOp, value: Value, from: Scalar, to: Scalar) -> Value {
        match (op, from, to) {
            (CastOp::IntToInt, Scalar::Int(from), Scalar::Int(to)) => match value {
                Value::Int(bits) => Value::Int(to.wrap(from.value(bits) as u64)),
                value if from.bits == to.bits => value,
                value => {
                    let range = state.range(value, from);
                    let fits = range.low >= to.min() && range.high <= to.max();
                    match fits {
                        true => {
                            let sum = state.linear(value, from);
                            state.sum_symbol(Range { ty: to, ..range }, sum)
                        }
                        false => state.symbol(Some(Range::all(to))),
                    }
                }
            },
            (CastOp::PointerToInt | CastOp::IntToPointer, ..) => value,
            (_, _, Scalar::Int(to)) => state.symbol(Some(Range::all(to))),
            _ => state.symbol(None),
        }
    }

    fn unary(&mut self, state: &mut State, op: UnaryOp, value: Value, ty: IntType, span: Span) -> Value {
        let range = state.range(value, ty);
        match op {
            UnaryOp::Neg => {
                let sum = state.linear(value, ty).and_then(|sum| sum.times(-1));
                self.wrapped(state, Range { ty, low: -range.high, high: -range.low }, sum, span)
            }
            UnaryOp::BitNot => match value {
                Value::Int(bits) => Value::Int(ty.wrap(!bits)),
                _ => state.symbol(Some(Range::all(ty))),
            },
            // Functions of floats have no integers as operands.
            _ => state.symbol(Some(Range::all(ty))),
        }
    }

    /// A result that is cut to its type: an error if it is signed and does not fit.
    fn wrapped(&mut self, state: &mut State, range: Range, sum: Option<Linear>, span: Span) -> Value {
        let ty = range.ty;
        let (low, high) = within(state, (range.low, range.high), sum.as_ref());
        let range = Range { ty, low, high };
        let fits = range.low >= ty.min() && range.high <= ty.max();
        if !fits && ty.signed {
            self.may_fail(ErrorKind::SignedOverflow, span);
        }
        if range.low == range.high {
            return Value::Int(ty.wrap(range.low as u64));
        }
        match fits {
            true => state.sum_symbol(range, sum),
            false => state.symbol(Some(Range::all(ty))),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn arithmetic(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        a: Value,
        b: Value,
        ty: IntType,
        right_ty: IntType,
        span: Span,
    ) -> Result<Value, Stop> {
        // An address as a number, moved.
        match (op, a, b) {
            (BinaryOp::Add, Value::Pointer(_), Value::Int(_)) => return Ok(self.moved(state, a, b)),
            (BinaryOp::Add, Value::Int(_), Value::Pointer(_)) => return Ok(self.moved(state, b, a)),
            (BinaryOp::Sub, Value::Pointer(_), Value::Int(bits)) => {
                return Ok(self.moved(state, a, Value::Int(ty.wrap(bits.wrapping_neg()))));
            }
            (BinaryOp::Sub, Value::Pointer(_), Value::Pointer(_)) => {
                return Ok(self.difference(state, a, b, Scalar::Int(ty)));
            }
            (op, Value::Pointer(pointer), Value::Int(bits)) | (op, Value::Int(bits), Value::Pointer(pointer))
                if is_on_bits(op) || matches!((op, a), (BinaryOp::Rem, Value::Pointer(_))) =>
            {
                if let Some(value) = self.on_bits(state, op, pointer, bits, ty) {
                    return Ok(value);
                }
            }
            _ => {}
        }
        // The same part of the same number is the same.
        let is_mask = op == BinaryOp::BitAnd;
        let cut = match (op, a, b) {
            (BinaryOp::Rem | BinaryOp::BitAnd, Value::Symbol(symbol), Value::Int(by)) => Some((symbol, by)),
            _ => None,
        };
        let known = cut.and_then(|(symbol, by)| {
            let parts = &state.symbols.get(&symbol)?.parts;
            parts.iter().find(|part| (part.is_mask, part.ty, part.by) == (is_mask, ty, by)).map(|part| part.value)
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let (x, y) = (
            state.range(a, ty),
            state.range(b, if matches!(op, BinaryOp::Shl | BinaryOp::Shr) { right_ty } else { ty }),
        );
        let all = Range::all(ty);
        let corners = |f: &dyn Fn(i128, i128) -> i128| {
            let values = [f(x.low, y.low), f(x.low, y.high), f(x.high, y.low), f(x.high, y.high)];
            Range { ty, low: values.into_iter().min().unwrap_or(0), high: values.into_iter().max().unwrap_or(0) }
        };
        let constant = x.low == x.high && y.low == y.high;
        let result = match op {
            BinaryOp::Add => Range { ty, low: x.low + y.low, high: x.high + y.high },
            BinaryOp::Sub => Range { ty, low: x.low - y.high, high: x.high - y.low },
            BinaryOp::Mul if x.high.max(-x.low) < 1 << 62 && y.high.max(-y.low) < 1 << 62 => corners(&|a, b| a * b),
            BinaryOp::Mul => {
                if ty.signed {
                    self.may_fail(ErrorKind::SignedOverflow, span);
                }
                all
            }
            BinaryOp::Div | BinaryOp::Rem => {
                if y.low == 0 && y.high == 0 {
                    return self.fail(ErrorKind::DivisionByZero, span);
                }
                if y.low <= 0 && y.high >= 0 {
                    self.may_fail(ErrorKind::DivisionByZero, span);
                }
                if y.low <= -1 && y.high >= -1 && ty.signed && x.low == ty.min() {
                    self.may_fail(ErrorKind::SignedOverflow, span);
                }
                match op {
                    BinaryOp::Rem if constant => Range { ty, low: x.low % y.low, high: x.low % y.low },
                    BinaryOp::Rem if y.low > 0 => Range {
                        ty,
                        low: if x.low >= 0 { 0 } else { -(y.high - 1) },
                        high: if x.high <= 0 { 0 } else { (y.high - 1).min(x.high) },
                    },
                    BinaryOp::Div if y.low > 0 => corners(&|a, b| a / b),
                    BinaryOp::Div if constant => {
                        let quotient = ty.value(ty.wrap((x.low / y.low) as u64));
                        Range { ty, low: quotient, high: quotient }
                    }
                    _ => all,
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                if y.high < 0 || y.low >= i128::from(ty.bits) {
                    return self.fail(ErrorKind::OversizedShift, span);
                }
                let defined = y.low >= 0 && y.high < i128::from(ty.bits);
                if !defined {
                    self.may_fail(ErrorKind::OversizedShift, span);
                }
                match (op, constant) {
                    (BinaryOp::Shl, _) if ty.signed && defined && x.high.max(-x.low) < 1 << 63 => {
                        corners(&|a, b| a << b)
                    }
                    (BinaryOp::Shl, _) if ty.signed => {
                        self.may_fail(ErrorKind::SignedOverflow, span);
                        all
                    }
                    (BinaryOp::Shl, true) => {
                        let value = ty.value(ty.wrap((x.low << y.low) as u64));
                        Range { ty, low: value, high: value }
                    }
                    (BinaryOp::Shr, _) if y.low == y.high => Range { ty, low: x.low >> y.low, high: x.high >> y.low },
                    _ => all,
                }
            }
            op if is_on_bits(op) => range_of_bits(op, x, y),
            _ => all,
        };
        let sum = state.linear(a, ty).zip(state.linear(b, right_ty)).and_then(|(a, b)| match op {
            BinaryOp::Add => a.plus(&b, 1),
            BinaryOp::Sub => a.minus(&b),
            BinaryOp::Mul => match (a.as_number(), b.as_number()) {
                (Some(factor), _) => b.times(factor),
                (_, Some(factor)) => a.times(factor),
                _ => None,
            },
            BinaryOp::Div => a.divided(b.as_number().filter(|by| *by > 0)?),
            BinaryOp::Shl => a.times(1 << b.as_number().filter(|by| (0..i128::from(ty.bits)).contains(by))?),
            BinaryOp::Shr => a.divided(1 << b.as_number().filter(|by| (0..i128::from(ty.bits)).contains(by))?),
            _ => None,
        });
        let value = self.wrapped(state, result, sum, span);
        // A remainder is less than what divides.
        if let (BinaryOp::Rem, true, Value::Symbol(_)) = (op, x.low >= 0 && y.low > 0, b)
            && let Some((rest, divisor)) = state.linear(value, ty).zip(state.linear(b, ty))
            && let Some(less) = divisor.minus(&rest).and_then(|sum| sum.moved(-1))
        {
            state.assume(less);
        }
        if let Some((symbol, by)) = cut
            && let Some(fact) = state.symbols.get_mut(&symbol)
        {
            fact.parts.push(Part { is_mask, ty, by, value });
        }
        Ok(value)
    }

    /// A comparison; where both results are possible, both are tried, and what follows for symbols is noted.
    pub fn compare(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        a: Value,
        b: Value,
        ty: IntType,
        span: Span,
    ) -> Result<bool, Stop> {
        let known = match op {
            BinaryOp::Eq => self.equal(state, a, b, ty, span)?,
            BinaryOp::Ne => self.equal(state, a, b, ty, span)?.map(|equal| !equal),
            BinaryOp::Lt => self.less(state, a, b, ty),
            BinaryOp::Ge => self.less(state, a, b, ty).map(|less| !less),
            BinaryOp::Gt => self.less(state, b, a, ty),
            _ => self.less(state, b, a, ty).map(|less| !less),
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let holds = self.choose(2) == 1;
        self.refine(state, if holds { op } else { negated(op) }, a, b, ty)?;
        Ok(holds)
    }

    fn less(&self, state: &State, a: Value, b: Value, ty: IntType) -> Option<bool> {
        if let (Value::Pointer(p), Value::Pointer(q)) = (a, b) {
            // Outside of the object, addresses may begin again.
            let inside = |pointer: Pointer| self.is_inside(state, pointer, 1);
            let there = state.object(&self.statics, p.object).is_some_and(|object| object.min() > 0);
            let same = there && p.object == q.object && p.spot == q.spot && inside(p) && inside(q);
            let sums = state.offset(p).zip(state.offset(q));
            return match same {
                true if p.high < q.low => Some(true),
                true if p.low >= q.high => Some(false),
                true => sums.and_then(|(p, q)| is_less(state, &p, &q)),
                false => None,
            };
        }
        let (x, y) = (state.range(a, ty), state.range(b, ty));
        let numbers = if self.statics.numbers { number(a).zip(number(b)) } else { None };
        let is_known = |low: fn(&(Sum, Sum)) -> (&Sum, &Sum), strict: bool| {
            numbers.as_ref().map(low).is_some_and(|(low, high)| state.is_less(ty, low, high, strict))
        };
        match () {
            () if x.high < y.low || is_known(|(a, b)| (a, b), true) => Some(true),
            () if x.low >= y.high || is_known(|(a, b)| (b, a), false) => Some(false),
            () => state.linear(a, ty).zip(state.linear(b, ty)).and_then(|(a, b)| is_less(state, &a, &b)),
        }
    }

    /// Whether two values are the same, after deciding whether objects are there if that matters.
    fn equal(&mut self, state: &mut State, a: Value, b: Value, ty: IntType, span: Span) -> Result<Option<bool>, Stop> {
        state.scratch.extend([a, b]);
        let result = loop {
            let Some(&[a, b]) = state.scratch.last_chunk::<2>() else { break Ok(None) };
            match self.unsettled(state, a, b) {
                Some((object, None)) => {
                    if let Err(stop) = self.settle(state, object, span) {
                        break Err(stop);
                    }
                }
                Some((object, Some(spot))) => {
                    if let Err(stop) = self.take(state, object, spot, span) {
                        break Err(stop);
                    }
                }
                None => break Ok(self.same(state, a, b, ty)),
            }
        };
        state.scratch.truncate(state.scratch.len() - 2);
        result
    }

    /// An object on which it depends whether two values are the same: whether it is there, or which node of it is which.
    fn unsettled(&self, state: &State, a: Value, b: Value) -> Option<(ObjectId, Option<Spot>)> {
        let pointers = [(a, b), (b, a)];
        for (value, other) in pointers {
            let Value::Pointer(pointer) = value else { continue };
            let matters = match other {
                Value::Pointer(other) => other.object != pointer.object || other.spot != pointer.spot,
                Value::Int(_) | Value::Function(_) => true,
                Value::Symbol(_) | Value::Any(_) | Value::Dangling => false,
            };
            let object = state.object(&self.statics, pointer.object)?;
            if matters && object.min() == 0 {
                return Some((pointer.object, None));
            }
            if let Value::Pointer(other) = other
                && other.object == pointer.object
                && matters
            {
                return Some((pointer.object, Some(Spot::First)));
            }
        }
        None
    }

    /// Whether a pointer is inside of its object, or less than so many bytes behind it.
    pub fn is_inside(&self, state: &State, pointer: Pointer, end: i64) -> bool {
        state.object(&self.statics, pointer.object).is_some_and(|object| {
            let limit = i64::try_from(object.size.0).unwrap_or(i64::MAX);
            let (low, high) = state.reach(pointer);
            let ends = || state.offset(pointer)?.moved(i128::from(1 - end));
            low >= 0
                && (high < limit.saturating_add(end)
                    || ends().is_some_and(|end| state.is_at_most(&end, &state.least_size(object))))
        })
    }

    fn same(&self, state: &State, a: Value, b: Value, ty: IntType) -> Option<bool> {
        let inside = |pointer: Pointer, end: i64| self.is_inside(state, pointer, end).then_some(());
        if let (true, Some(x), Some(y)) = (self.statics.numbers, number(a), number(b))
            && let Some(known) = state.is_zero(&plus(x, &y, u64::MAX), ty.bits)
        {
            return Some(known);
        }
        match (a, b) {
            (Value::Int(x), Value::Int(y)) => Some(ty.wrap(x) == ty.wrap(y)),
            (Value::Symbol(x), Value::Symbol(y)) if x == y => Some(true),
            (Value::Pointer(p), Value::Pointer(q)) if p.object == q.object && p.spot == q.spot => {
                match (p.offset(), q.offset()) {
                    // Far outside of the object, addresses begin again.
                    (Some(x), Some(y)) if x.abs_diff(y) < NEAR => Some(x == y),
                    (Some(_), Some(_)) => None,
                    _ if self.is_anywhere(p) || self.is_anywhere(q) => None,
                    _ if p.high < q.low && p.low.abs_diff(q.high) < NEAR => Some(false),
                    _ if q.high < p.low && q.low.abs_diff(p.high) < NEAR => Some(false),
                    _ => {
                        let sums = state.offset(p).zip(state.offset(q));
                        inside(p, 1).and(inside(q, 1)).and(sums).and_then(|(p, q)| is_equal(state, &p, &q))
                    }
                }
            }
            (Value::Pointer(p), Value::Pointer(q)) => {
                // Literals with the same text may be one object.
                let constant = |pointer: Pointer| {
                    let object = state.object(&self.statics, pointer.object);
                    object.is_none_or(|object| object.kind == Kind::Static { writable: false })
                };
                let apart = !(constant(p) && constant(q));
                inside(p, 0).and(inside(q, 0)).filter(|()| apart).map(|()| false)
            }
            // No object begins below its alignment.
            (Value::Pointer(p), Value::Int(bits)) | (Value::Int(bits), Value::Pointer(p)) => {
                let below = ty.wrap(bits) < self.alignment(state, p.object);
                inside(p, 1).filter(|()| below).map(|()| false)
            }
            (Value::Function(x), Value::Function(y)) => Some(x == y),
            (Value::Function(_), Value::Int(0)) | (Value::Int(0), Value::Function(_)) => Some(false),
            (Value::Function(_), Value::Pointer(p)) | (Value::Pointer(p), Value::Function(_)) => {
                inside(p, 0).map(|()| false)
            }
            (Value::Dangling, Value::Int(0)) | (Value::Int(0), Value::Dangling) => Some(false),
            (Value::Symbol(symbol), Value::Int(bits)) | (Value::Int(bits), Value::Symbol(symbol)) => {
                let excluded = state.symbols.get(&symbol).is_some_and(|fact| {
                    fact.excluded.iter().any(|(of, value)| of.bits == ty.bits && of.value(bits) == *value)
                });
                let range = state.range(Value::Symbol(symbol), ty);
                let value = ty.value(bits);
                (excluded || value < range.low || value > range.high).then_some(false)
            }
            (Value::Symbol(_), Value::Symbol(_)) => {
                let (x, y) = (state.range(a, ty), state.range(b, ty));
                let sums = || state.linear(a, ty).zip(state.linear(b, ty));
                match x.high < y.low || y.high < x.low {
                    true => Some(false),
                    false => sums().and_then(|(a, b)| is_equal(state, &a, &b)),
                }
            }
            _ => None,
        }
    }

    /// Notes what follows for symbols from a comparison that holds.
    fn refine(&mut self, state: &mut State, op: BinaryOp, a: Value, b: Value, ty: IntType) -> Result<(), Stop> {
        self.relate(state, op, a, b, ty)?;
        let (x, y) = (state.range(a, ty), state.range(b, ty));
        // A bound that is only that of the type says nothing worth keeping.
        let exact = self.statics.numbers;
        // Of a number without sign that is compared with a constant, it is worth keeping that it is not zero.
        let constant = !ty.signed && (matches!(a, Value::Int(_)) || matches!(b, Value::Int(_)));
        let lower = |low: i128| Range {
            ty,
            low: if !exact && low <= ty.min() + i128::from(!constant) { ty.min() } else { low },
            high: ty.max(),
        };
        let upper = |high: i128| Range {
            ty,
            low: ty.min(),
            high: if !exact && high >= ty.max() - 1 { ty.max() } else { high },
        };
        let (on_a, on_b) = match op {
            BinaryOp::Eq => (y, x),
            BinaryOp::Ne => {
                self.note_difference(state, a, b, ty);
                for (value, other) in [(a, b), (b, a)] {
                    if let Value::Int(bits) = other {
                        self.differs(state, value, ty, ty.value(bits));
                    }
                }
                return Ok(());
            }
            BinaryOp::Lt => (upper(y.high - 1), lower(x.low + 1)),
            BinaryOp::Le => (upper(y.high), lower(x.low)),
            BinaryOp::Gt => (lower(y.low + 1), upper(x.high - 1)),
            _ => (lower(y.low), upper(x.high)),
        };
        self.note_order(state, op, a, b, ty)?;
        self.restrict(state, a, on_a)?;
        self.restrict(state, b, on_b)
    }

    /// Notes that a value is not a number.
    pub fn differs(&mut self, state: &mut State, value: Value, ty: IntType, number: i128) {
        if let Value::Symbol(symbol) = value {
            self.exclude(state, symbol, ty, number);
        }
    }

    fn exclude(&self, state: &mut State, symbol: SymbolId, ty: IntType, value: i128) {
        let mut range = state.range(Value::Symbol(symbol), ty);
        if range.low == value {
            range.low += 1;
        } else if range.high == value {
            range.high -= 1;
        } else if let Some(fact) = state.symbols.get_mut(&symbol) {
            fact.excluded.push((ty, value));
            return;
        }
        state.narrow(symbol, range);
    }

    /// Notes that a value lies in a range.
    pub fn restrict(&mut self, state: &mut State, value: Value, to: Range) -> Result<(), Stop> {
        let current = state.range(value, to.ty);
        let range = Range { ty: to.ty, low: current.low.max(to.low), high: current.high.min(to.high) };
        if range.low > range.high {
            return Err(Stop::PathEnds);
        }
        let Value::Symbol(symbol) = value else { return Ok(()) };
        if state.narrow(symbol, range) { Ok(()) } else { Err(Stop::PathEnds) }
    }
}

fn symbol_of(value: Value) -> Option<SymbolId> {
    match value {
        Value::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

/// A range that a sum lies in, with what else is known of the sum.
fn within(state: &State, (low, high): (i128, i128), sum: Option<&Linear>) -> (i128, i128) {
    let Some(sum) = sum else { return (low, high) };
    let least = state.least(sum).map_or(low, |least| least.max(low));
    let greatest = state.greatest(sum).map_or(high, |greatest| greatest.min(high));
    if least <= greatest { (least, greatest) } else { (low, high) }
}

/// Whether a sum is less than another, if that is known.
fn is_less(state: &State, a: &Linear, b: &Linear) -> Option<bool> {
    let less = b.minus(a)?.moved(-1)?;
    match state.is_never_negative(&less) {
        true => Some(true),
        false => state.is_at_most(b, a).then_some(false),
    }
}

/// Whether two sums are the same, if that is known.
fn is_equal(state: &State, a: &Linear, b: &Linear) -> Option<bool> {
    match (state.is_at_most(a, b), state.is_at_most(b, a)) {
        (true, true) => Some(true),
        (true, false) => is_less(state, a, b).filter(|less| *less).map(|_| false),
        (false, true) => is_less(state, b, a).filter(|less| *less).map(|_| false),
        (false, false) => None,
    }
}

fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        _ => BinaryOp::Gt,
    }
}
