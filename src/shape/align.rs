//! Operations on bits: of numbers, and of addresses as numbers: masks that align pointers, and tags in the bits that alignment
//! leaves free.
//!
//! In: a pointer, an operation on bits and a constant. Out: the pointer or number that results. An object begins at a multiple of its
//! alignment, whichever that is, so the lowest bits of an address are those of its offset. A mask that asks for more
//! leaves an offset in an interval (seed 002, section 5): multiples of the object's own alignment.

use super::linear::Linear;
use super::machine::Machine;
use super::state::{Kind, State};
use super::value::{ObjectId, Pointer, Range, Value};
use crate::ir::{BLOCK_ALIGN, BinaryOp, CType, GlobalId, IntType};
use std::borrow::Cow;

impl Machine<'_> {
    /// What the address of an object is a multiple of: a power of two.
    pub fn alignment(&self, state: &State, object: ObjectId) -> u64 {
        if state.objects.get(&object).is_some_and(|object| object.kind == Kind::Heap) {
            return BLOCK_ALIGN;
        }
        self.type_of(state, object).map_or(1, |ty| self.program.types.align_of(&ty))
    }

    /// What an object was made as: a variable of a type, or a block for one record.
    pub fn type_of(&self, state: &State, id: ObjectId) -> Option<Cow<'_, CType>> {
        if self.statics.contains(id) {
            return Some(Cow::Borrowed(&self.program.globals[GlobalId(id.0)].ty));
        }
        if let Some(record) = state.objects.get(&id).and_then(|object| object.tag) {
            return Some(Cow::Owned(CType::Record(record)));
        }
        state.frames.iter().find_map(|frame| {
            let body = self.program.functions[frame.function].body()?;
            let variable = frame.locals.iter().zip(body.locals.iter()).find(|(local, _)| **local == Some(id));
            variable.map(|(_, local)| Cow::Borrowed(&local.ty))
        })
    }

    /// An operation on the bits of an address; `None` if nothing is known of the result.
    pub fn on_bits(&self, state: &mut State, op: BinaryOp, pointer: Pointer, bits: u64, ty: IntType) -> Option<Value> {
        if ty.bits != self.program.types.pointer_bits() || self.is_anywhere(pointer) {
            return None;
        }
        let bits = IntType::unsigned(ty.bits).wrap(bits);
        let align = self.alignment(state, pointer.object) as i64;
        let (low, high) = state.reach(pointer);
        let free = i64::try_from(bits).is_ok_and(|bits| bits < align).then_some(bits as i64);
        let mut ends = |low: i64, high: i64| self.somewhere(state, pointer, (low, high), None);
        match (op, free, pointer.offset()) {
            (BinaryOp::BitOr, Some(tag), Some(offset)) => ends(offset | tag, offset | tag),
            (BinaryOp::BitXor, Some(tag), Some(offset)) => ends(offset ^ tag, offset ^ tag),
            (BinaryOp::BitOr, Some(tag), None) => ends(low, high.checked_add(tag)?),
            (BinaryOp::BitXor, Some(tag), None) => ends(low.checked_sub(tag)?, high.checked_add(tag)?),
            (BinaryOp::BitAnd, Some(tag), Some(offset)) => Some(Value::Int((offset & tag) as u64)),
            (BinaryOp::BitAnd, ..) => self.masked(state, pointer, bits, align, ty),
            (BinaryOp::Rem, ..) if !ty.signed && bits.is_power_of_two() => {
                self.on_bits(state, BinaryOp::BitAnd, pointer, bits - 1, ty)
            }
            _ => None,
        }
    }

    /// The bits of an address that a mask leaves.
    fn masked(&self, state: &mut State, pointer: Pointer, mask: u64, align: i64, ty: IntType) -> Option<Value> {
        let cleared = IntType::unsigned(ty.bits).wrap(!mask);
        if mask < cleared {
            return Some(state.symbol(Some(Range { ty, low: 0, high: ty.value(mask) })));
        }
        let cleared = i64::try_from(cleared).ok()?;
        let (low, high) = state.reach(pointer);
        if let (Some(offset), true) = (pointer.offset(), cleared < align) {
            let offset = offset & !cleared;
            return self.somewhere(state, pointer, (offset, offset), None);
        }
        // All below some bit is cleared: what is left is a multiple of that, or of the object's alignment if that is less.
        let least = low.checked_sub(cleared)?;
        let ends = match (cleared as u64 + 1).is_power_of_two() {
            true if cleared < align => (low & !cleared, high & !cleared),
            true => (least.checked_add(align - 1)? & !(align - 1), high & !(align - 1)),
            false => (least, high),
        };
        self.somewhere(state, pointer, ends, Some(cleared))
    }

    /// A pointer to the same object between two offsets, at most so many bytes before another.
    fn somewhere(
        &self,
        state: &mut State,
        pointer: Pointer,
        (low, high): (i64, i64),
        before: Option<i64>,
    ) -> Option<Value> {
        if low == high {
            return Some(Value::Pointer(Pointer { low, high, by: None, ..pointer }));
        }
        let range = Range { ty: IntType::signed(64), low: low.into(), high: high.into() };
        let Value::Symbol(symbol) = state.symbol(Some(range)) else { return None };
        if let Some((offset, most)) = state.offset(pointer).zip(before) {
            let down = offset.minus(&Linear::symbol(symbol));
            let up = down.as_ref().and_then(|down| down.times(-1)?.moved(most.into()));
            for sum in down.into_iter().chain(up) {
                state.assume(sum);
            }
        }
        Some(Value::Pointer(Pointer { low, high, by: Some(symbol), ..pointer }))
    }
}

/// Whether an operation treats bits one by one.
pub(super) fn is_on_bits(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor)
}

/// The numbers that an operation on the bits of numbers may result in.
pub(super) fn range_of_bits(op: BinaryOp, x: Range, y: Range) -> Range {
    let ty = x.ty;
    if x.low == x.high && y.low == y.high {
        let (a, b) = (x.low as u64, y.low as u64);
        let bits = match op {
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            _ => a ^ b,
        };
        let value = ty.value(ty.wrap(bits));
        return Range { ty, low: value, high: value };
    }
    match op {
        BinaryOp::BitAnd if x.low < 0 && y.low >= 0 => Range { ty, low: 0, high: y.high },
        BinaryOp::BitAnd if x.low >= 0 && y.low < 0 => Range { ty, low: 0, high: x.high },
        BinaryOp::BitAnd if x.low >= 0 => Range { ty, low: 0, high: x.high.min(y.high) },
        _ => Range::all(ty),
    }
}
