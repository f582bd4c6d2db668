//! What operations and comparisons say of how numbers depend on each other: it is noted as equations and comparisons.
//!
//! In: values, and what was computed or compared. Out: [`super::numbers`] of the state. Nothing is noted where
//! [`super::memory::Statics::numbers`] does not ask for it.

use super::comparisons::Comparison;
use super::machine::{Machine, Stop};
use super::numbers::{Name, Sum, named, number, plus};
use super::state::State;
use super::value::Value;
use crate::ir::{BinaryOp, IntType};

impl Machine<'_> {
    /// Whether a sum or difference is the same without any width: neither number is negative, and it does not wrap.
    pub fn is_exact(&self, state: &State, op: BinaryOp, (a, b): (Value, Value), ty: IntType) -> bool {
        if !self.statics.numbers {
            return false;
        }
        let (x, y) = (state.range(a, ty), state.range(b, ty));
        let has_successor = || b == Value::Int(1) && number(a).is_some_and(|sum| state.has_successor(ty, &sum));
        x.low >= 0
            && y.low >= 0
            && match op {
                BinaryOp::Add => x.high + y.high <= ty.max() || has_successor(),
                BinaryOp::Sub => x.low >= y.high,
                _ => false,
            }
    }

    /// Notes that the result of an operation is a sum, in so many bits. It may be known then.
    pub fn note_sum(&self, state: &mut State, sum: Option<Sum>, result: Value, bits: u8) -> Value {
        let (true, Some(sum), Value::Symbol(symbol)) = (self.statics.numbers, sum, result) else { return result };
        state.equate(&plus(sum, &named(Name::Symbol(symbol)), u64::MAX), bits);
        state.settled(result, bits)
    }

    /// Notes that two numbers are equal, or which of them is less than the other one, or not greater.
    pub fn note_order(&self, state: &mut State, op: BinaryOp, a: Value, b: Value, ty: IntType) -> Result<(), Stop> {
        let (true, Some(x), Some(y)) = (self.statics.numbers, number(a), number(b)) else { return Ok(()) };
        let (low, high, strict) = match op {
            BinaryOp::Lt => (x, y, true),
            BinaryOp::Le => (x, y, false),
            BinaryOp::Gt => (y, x, true),
            BinaryOp::Ge => (y, x, false),
            BinaryOp::Eq => {
                let width = width_of_both(state, a, b, ty);
                let possible = state.equate(&plus(x, &y, u64::MAX), width);
                return if possible { Ok(()) } else { Err(Stop::PathEnds) };
            }
            _ => return Ok(()),
        };
        if strict {
            self.note_difference(state, a, b, ty);
        } else if state.is_less(ty, &high, &low, false)
            && !state.equate(&plus(low.clone(), &high, u64::MAX), width_of_both(state, a, b, ty))
        {
            return Err(Stop::PathEnds);
        }
        state.numbers.note(Comparison::new(ty, &low, &high, strict));
        Ok(())
    }

    /// Notes that two unknown numbers are not the same.
    pub fn note_difference(&self, state: &mut State, a: Value, b: Value, ty: IntType) {
        if let (true, Value::Symbol(x), Value::Symbol(y)) = (self.statics.numbers, a, b) {
            state.differ(&plus(named(Name::Symbol(x)), &named(Name::Symbol(y)), u64::MAX), ty.bits);
        }
    }

    /// Notes what follows for sums from a comparison that holds: of numbers, or of two places in one object.
    pub fn relate(&mut self, state: &mut State, op: BinaryOp, a: Value, b: Value, ty: IntType) -> Result<(), Stop> {
        let sums = match (a, b) {
            (Value::Pointer(p), Value::Pointer(q)) => {
                let same = p.object == q.object && p.spot == q.spot;
                let inside = same && self.is_inside(state, p, 1) && self.is_inside(state, q, 1);
                state.offset(p).zip(state.offset(q)).filter(|_| inside)
            }
            (Value::Symbol(_), Value::Symbol(_)) => state.linear(a, ty).zip(state.linear(b, ty)),
            // What follows from constants is a range.
            _ => None,
        };
        let Some((x, y)) = sums else { return Ok(()) };
        let (less, more) = (y.minus(&x), x.minus(&y));
        let (Some(less), Some(more)) = (less, more) else { return Ok(()) };
        let possible = match op {
            BinaryOp::Eq => state.assume(less) && state.assume(more),
            BinaryOp::Ne if state.is_never_negative(&less) => less.moved(-1).is_none_or(|sum| state.assume(sum)),
            BinaryOp::Ne if state.is_never_negative(&more) => more.moved(-1).is_none_or(|sum| state.assume(sum)),
            BinaryOp::Ne => true,
            BinaryOp::Lt => less.moved(-1).is_none_or(|sum| state.assume(sum)),
            BinaryOp::Le => state.assume(less),
            BinaryOp::Gt => more.moved(-1).is_none_or(|sum| state.assume(sum)),
            _ => state.assume(more),
        };
        if possible { Ok(()) } else { Err(Stop::PathEnds) }
    }
}

/// In how many bits two numbers are equal if they compare so: in all, if neither has more than are compared.
fn width_of_both(state: &State, a: Value, b: Value, ty: IntType) -> u8 {
    let fits = |value: Value| match value {
        Value::Symbol(symbol) => {
            state.symbols.get(&symbol).and_then(|fact| fact.range).is_some_and(|range| range.ty.bits == ty.bits)
        }
        Value::Int(bits) => ty.wrap(bits) == bits,
        _ => false,
    };
    if fits(a) && fits(b) { 64 } else { ty.bits }
}

/// The result of an operation as a sum, if it is one.
pub(super) fn combined(op: BinaryOp, a: Value, b: Value) -> Option<Sum> {
    let (x, y) = (number(a)?, number(b)?);
    match (op, a, b) {
        (BinaryOp::Add, ..) => Some(plus(x, &y, 1)),
        (BinaryOp::Sub, ..) => Some(plus(x, &y, u64::MAX)),
        (BinaryOp::Mul, _, Value::Int(times)) => Some(plus(Sum::new(), &x, times)),
        (BinaryOp::Mul, Value::Int(times), _) => Some(plus(Sum::new(), &y, times)),
        (BinaryOp::Shl, _, Value::Int(distance @ ..64)) => Some(plus(Sum::new(), &x, 1 << distance)),
        _ => None,
    }
}
