//! Atomic operations, which are ordinary ones where there is one thread, and arithmetic that tells whether it overflows.
//!
//! In: calls of `__atomic_*`, `__sync_*` and `__builtin_*_overflow`. Out: reads, writes, and the value of the call.

use super::value::{Operand, Place, Value};
use super::{Lowering, Result};
use crate::base::Span;
use crate::ir::{BinaryOp, CType, Expr, IntType, Scalar};
use lang_c::ast::Expression;
use lang_c::span::Node;

impl Lowering<'_> {
    /// An atomic operation, by its name without prefix; `None` if it is none.
    pub(super) fn atomic(&mut self, name: &str, arguments: &[Node<Expression>], span: Span) -> Result<Option<Value>> {
        let value = match (name, arguments) {
            ("__sync_synchronize", []) | ("__atomic_thread_fence" | "__atomic_signal_fence", [_]) => Value::void(span),
            ("__atomic_load_n", [object, _]) => {
                let object = self.pointed(object)?;
                self.held_value(&object, span)?
            }
            ("__atomic_load", [object, to, _]) => {
                let (object, to) = (self.pointed(object)?, self.pointed(to)?);
                let value = self.held_value(&object, span)?;
                self.put(&to, value, span)?
            }
            ("__atomic_store_n", [object, value, _]) => {
                let object = self.pointed(object)?;
                let value = self.rvalue(value)?;
                self.put(&object, value, span)?
            }
            ("__atomic_store", [object, from, _]) => {
                let (object, from) = (self.pointed(object)?, self.pointed(from)?);
                let value = self.held_value(&from, span)?;
                self.put(&object, value, span)?
            }
            ("__atomic_exchange_n", [object, value, _]) | ("__sync_lock_test_and_set", [object, value, ..]) => {
                let object = self.pointed(object)?;
                let value = self.rvalue(value)?;
                let old = self.held_value(&object, span)?;
                self.put(&object, value, span)?;
                old
            }
            ("__atomic_exchange", [object, from, to, _]) => {
                let (object, from, to) = (self.pointed(object)?, self.pointed(from)?, self.pointed(to)?);
                let (old, new) = (self.held_value(&object, span)?, self.held_value(&from, span)?);
                self.put(&object, new, span)?;
                self.put(&to, old, span)?
            }
            ("__atomic_compare_exchange_n", [object, expected, value, _, _, _]) => {
                let (object, expected) = (self.pointed(object)?, self.pointed(expected)?);
                let value = self.rvalue(value)?;
                let wanted = self.held_value(&expected, span)?;
                self.compare_exchange(&object, wanted, value, Some(&expected), span)?.1
            }
            ("__atomic_compare_exchange", [object, expected, value, _, _, _]) => {
                let (object, expected) = (self.pointed(object)?, self.pointed(expected)?);
                let value = self.pointed(value)?;
                let value = self.held_value(&value, span)?;
                let wanted = self.held_value(&expected, span)?;
                self.compare_exchange(&object, wanted, value, Some(&expected), span)?.1
            }
            ("__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap", [object, wanted, value, ..]) => {
                let object = self.pointed(object)?;
                let (wanted, value) = (self.rvalue(wanted)?, self.rvalue(value)?);
                let wanted = self.convert(wanted, &object.ty, span)?;
                let (old, same) = self.compare_exchange(&object, wanted, value, None, span)?;
                if name.starts_with("__sync_val") { old } else { same }
            }
            ("__sync_lock_release", [object, ..]) => {
                let object = self.pointed(object)?;
                self.put(&object, Value::int(Expr::int(0, IntType::INT, span)), span)?
            }
            ("__atomic_test_and_set" | "__atomic_clear", [object, _]) => {
                let pointer = self.rvalue(object)?;
                let byte = CType::Pointer(Box::new(CType::Int(IntType::unsigned(8))));
                let pointer = self.convert(pointer, &byte, span)?;
                let object = self.at(pointer, span)?;
                let set = name == "__atomic_test_and_set";
                let old = self.held_value(&object, span)?;
                self.put(&object, Value::int(Expr::int(i128::from(set), IntType::INT, span)), span)?;
                if set { self.convert(old, &CType::Bool, span)? } else { Value::void(span) }
            }
            (_, [object, operand, ..]) => match update(name) {
                Some((op, new)) => {
                    let object = self.pointed(object)?;
                    self.atomic_update(op, new, &object, operand, span)?
                }
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// The object that a pointer leads to.
    fn pointed(&mut self, pointer: &Node<Expression>) -> Result<Place> {
        let span = self.span(pointer.span);
        let pointer = self.rvalue(pointer)?;
        self.at(pointer, span)
    }

    fn at(&mut self, pointer: Value, span: Span) -> Result<Place> {
        match self.indirection(pointer, span)? {
            Operand::Place(place) => Ok(self.stable(place)),
            Operand::Value(_) => self.error(span, "not an lvalue"),
        }
    }

    /// What a scalar object holds now.
    fn held_value(&mut self, place: &Place, span: Span) -> Result<Value> {
        if place.ty.scalar().is_none() {
            return self.unsupported(span, "an atomic operation on no scalar");
        }
        let value = self.read(place, span)?;
        Ok(Value { expr: self.body.hold(value.expr, value.ty.clone()), ..value })
    }

    fn put(&mut self, place: &Place, value: Value, span: Span) -> Result<Value> {
        let value = self.convert(value, &place.ty, span)?;
        self.assign(place, value, false, span)
    }

    /// Writes a value if the object holds what is wanted, else tells what it holds: what it held, and whether it was that.
    fn compare_exchange(
        &mut self,
        object: &Place,
        wanted: Value,
        value: Value,
        expected: Option<&Place>,
        span: Span,
    ) -> Result<(Value, Value)> {
        let old = self.held_value(object, span)?;
        let wanted = self.convert(wanted, &object.ty, span)?;
        let same = self.combine(BinaryOp::Eq, old.clone(), wanted, span)?;
        let same = Value { expr: self.body.hold(same.expr, same.ty.clone()), ..same };
        let truth = self.truth(same.clone(), span)?;
        let (then, otherwise, join) = (self.body.block(), self.body.block(), self.body.block());
        self.body.branch(truth, then, otherwise, span);
        self.body.enter(then);
        self.put(object, value, span)?;
        self.body.goto(join, span);
        self.body.enter(otherwise);
        if let Some(expected) = expected {
            self.put(expected, old.clone(), span)?;
        }
        self.body.goto(join, span);
        self.body.enter(join);
        Ok((old, self.convert(same, &CType::Bool, span)?))
    }

    /// Updates an object in one step. The value is that after or before the update.
    fn atomic_update(
        &mut self,
        op: BinaryOp,
        new: bool,
        place: &Place,
        operand: &Node<Expression>,
        span: Span,
    ) -> Result<Value> {
        let bits = match &place.ty {
            CType::Int(int) => int.bits,
            CType::Bool => 8,
            _ => return self.unsupported(span, "an atomic update of no integer"),
        };
        // The sum wraps around.
        let unsigned = CType::Int(IntType::unsigned(bits));
        let operand = self.rvalue(operand)?;
        let operand = self.convert(operand, &unsigned, span)?;
        let old = self.held_value(place, span)?;
        let before = self.convert(old.clone(), &unsigned, span)?;
        let after = self.combine(op, before, operand, span)?;
        let after = self.convert(after, &place.ty, span)?;
        let after = self.assign(place, after, true, span)?;
        Ok(if new { after } else { old })
    }

    /// `__builtin_add_overflow` and its like: writes the result, cut to its type, and tells whether it was cut.
    pub(super) fn overflow_builtin(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Value>> {
        let Some((op, operands, only_tells)) = overflow_operation(name, self.program.types.pointer_bits()) else {
            return Ok(None);
        };
        let [left, right, result] = arguments else { return self.error(span, "three arguments are needed") };
        let mut numbers = Vec::new();
        for operand in [left, right] {
            let mut value = self.rvalue(operand)?;
            if let Some(ty) = operands {
                value = self.convert(value, &CType::Int(ty), span)?;
            }
            let Some(ty) = integer(&value.ty) else { return self.unsupported(span, format!("`{name}`")) };
            let wide = CType::Int(IntType { bits: 64, signed: ty.signed });
            let value = self.convert(value, &wide, span)?;
            let value = self.convert(value, &CType::Int(IntType::unsigned(64)), span)?;
            numbers.push((self.body.hold(value.expr, value.ty.clone()), ty.signed));
        }
        let (place, ty) = if only_tells {
            let (value, _) = self.unevaluated(|this| this.rvalue(result))?;
            (None, integer(&value.ty))
        } else {
            let place = self.pointed(result)?;
            let ty = integer(&place.ty);
            (Some(place), ty)
        };
        let Some(ty) = ty.filter(|ty| ty.bits <= 64) else { return self.unsupported(span, format!("`{name}`")) };
        let wide = CType::Int(IntType::unsigned(64));
        let number = |expr: Expr| Value { expr, ty: wide.clone(), shape: None };
        if let Some(place) = &place {
            let low = self.combine(op, number(numbers[0].0.clone()), number(numbers[1].0.clone()), span)?;
            self.put(place, low, span)?;
        }
        let kind = match op {
            BinaryOp::Add => 0,
            BinaryOp::Sub => 1,
            _ => 2,
        };
        let mut values = vec![Value::int(Expr::int(kind, IntType::INT, span))];
        for (expr, signed) in numbers {
            values.push(number(expr));
            values.push(Value::int(Expr::int(i128::from(signed), IntType::INT, span)));
        }
        values.push(Value::int(Expr::int(i128::from(ty.bits), IntType::INT, span)));
        values.push(Value::int(Expr::int(i128::from(ty.signed), IntType::INT, span)));
        let told = self.call_library("__hw_overflows", values, span)?;
        Ok(Some(self.convert(told, &CType::Bool, span)?))
    }
}

/// The integer that a type is.
fn integer(ty: &CType) -> Option<IntType> {
    match ty.scalar() {
        Some(Scalar::Int(int)) => Some(int),
        _ => None,
    }
}

/// The operation, the type that operands are converted to, and whether the third argument only tells a type.
fn overflow_operation(name: &str, long: u8) -> Option<(BinaryOp, Option<IntType>, bool)> {
    let name = name.strip_prefix("__builtin_")?;
    let (name, only_tells) = match name.strip_suffix("_overflow_p") {
        Some(name) => (name, true),
        None => (name.strip_suffix("_overflow")?, false),
    };
    let operation = |name: &str| match name {
        "add" => Some(BinaryOp::Add),
        "sub" => Some(BinaryOp::Sub),
        "mul" => Some(BinaryOp::Mul),
        _ => None,
    };
    if let Some(op) = operation(name) {
        return Some((op, None, only_tells));
    }
    let signed = match name.as_bytes().first()? {
        b's' => true,
        b'u' => false,
        _ => return None,
    };
    let rest = &name[1..];
    let (op, length) = (operation(rest.get(..3)?)?, &rest[3..]);
    let bits = match length {
        "" => 32,
        "l" => long,
        "ll" => 64,
        _ => return None,
    };
    Some((op, Some(IntType { bits, signed }), false))
}

/// What an atomic update computes, and whether its value is that after the update.
fn update(name: &str) -> Option<(BinaryOp, bool)> {
    let (operation, new) = match name.strip_prefix("__sync_") {
        Some(name) => match name.strip_prefix("fetch_and_") {
            Some(operation) => (operation, false),
            None => (name.strip_suffix("_and_fetch")?, true),
        },
        None => {
            let name = name.strip_prefix("__atomic_")?;
            match name.strip_prefix("fetch_") {
                Some(operation) => (operation, false),
                None => (name.strip_suffix("_fetch")?, true),
            }
        }
    };
    let op = match operation {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "or" => BinaryOp::BitOr,
        "and" => BinaryOp::BitAnd,
        "xor" => BinaryOp::BitXor,
        _ => return None,
    };
    Some((op, new))
}

#[cfg(test)]
mod tests {
    use super::{overflow_operation, update};
    use crate::ir::{BinaryOp, IntType};

    #[test]
    fn names_of_operations_are_read() {
        let long = |signed| Some(IntType { bits: 64, signed });
        assert_eq!(overflow_operation("__builtin_add_overflow", 64), Some((BinaryOp::Add, None, false)));
        assert_eq!(overflow_operation("__builtin_mul_overflow_p", 64), Some((BinaryOp::Mul, None, true)));
        assert_eq!(overflow_operation("__builtin_smull_overflow", 64), Some((BinaryOp::Mul, long(true), false)));
        assert_eq!(overflow_operation("__builtin_usubll_overflow", 32), Some((BinaryOp::Sub, long(false), false)));
        assert_eq!(overflow_operation("__builtin_smul_overflow", 64), Some((BinaryOp::Mul, Some(IntType::INT), false)));
        assert_eq!(overflow_operation("__builtin_div_overflow", 64), None);
        assert_eq!(update("__atomic_fetch_add"), Some((BinaryOp::Add, false)));
        assert_eq!(update("__sync_or_and_fetch"), Some((BinaryOp::BitOr, true)));
        assert_eq!(update("__atomic_fetch_nand"), None);
    }
}
