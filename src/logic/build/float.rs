//! Operations on floating-point numbers. Constants are computed; else the operation stays as it is, for those who
//! reason about numbers, and becomes a circuit only for the solver.

use super::super::float::FloatOp;
use super::super::pool::{Node, TermId, TermPool};
use super::super::value::Value;

impl TermPool {
    /// An operation on the bits of two numbers; `b` counts for binary operations only.
    pub fn float(&mut self, op: FloatOp, a: TermId, b: TermId) -> TermId {
        let b = if op.is_binary() { b } else { a };
        let width = self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            return match op.apply(x, y) {
                Value::Bool(value) => self.bool_const(value),
                Value::Bv(bits) => self.bits_const(bits),
                Value::Array(_) => unreachable!("no operation gives an array"),
            };
        }
        if !op.is_binary() && self.is_choice(a) {
            return self.map_choice(a, &mut |pool, leaf| pool.float(op, leaf, leaf));
        }
        if op.is_binary()
            && let Some(moved) = self.map_choices(a, b, |pool, x, y| pool.float(op, x, y))
        {
            return moved;
        }
        match op {
            FloatOp::Convert(to) if to == width => a,
            FloatOp::Lt if a == b => TermId::FALSE,
            FloatOp::Le if a == b => self.float(FloatOp::Eq, a, a),
            FloatOp::Eq if b < a => self.intern(Node::Float(op, b, a), op.sort(width)),
            _ => self.intern(Node::Float(op, a, b), op.sort(width)),
        }
    }

    /// Whether the bits of a number are not-a-number.
    pub fn is_nan(&mut self, a: TermId) -> TermId {
        let number = self.float(FloatOp::Eq, a, a);
        self.not(number)
    }

    /// The constant number nearest to `value`, of 32 or 64 bits.
    pub fn float_const(&mut self, value: f64, width: u32) -> TermId {
        let bits = if width == 32 { (value as f32).to_bits().into() } else { value.to_bits() };
        self.bv_const(bits.into(), width)
    }
}
