//! Functions that the compiler provides and whose calls are no ordinary calls.
//!
//! In: the name and arguments of a call. Out: its value, or nothing if the name is an ordinary function's.

use super::value::{Operand, Value};
use super::{Lowering, Result, known};
use crate::base::{Span, Unsupported};
use crate::ir::{BinaryOp, CType, Expr, ExprKind, FloatType, IntType, Scalar, TerminatorKind};
use lang_c::ast::Expression;
use lang_c::span::Node;

impl Lowering<'_> {
    /// Lowers a call of an undeclared function that the compiler knows.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Value>> {
        let value = match (name, arguments) {
            ("__builtin_expect", [value, _]) | ("__builtin_expect_with_probability", [value, _, _]) => {
                let value = self.rvalue(value)?;
                let Scalar::Int(long) = self.long() else { return Ok(None) };
                self.convert(value, &CType::Int(long), span)?
            }
            ("__builtin_constant_p", [value]) => {
                let (value, pure) = self.unevaluated(|this| this.rvalue(value))?;
                let constant = pure && matches!(value.expr.kind, ExprKind::Int(_) | ExprKind::Float(_));
                Value::int(Expr::int(i128::from(constant), IntType::INT, span))
            }
            ("__builtin_choose_expr", [condition, then, otherwise]) => {
                let chosen = if self.integer_constant(condition)? != 0 { then } else { otherwise };
                self.rvalue(chosen)?
            }
            ("__builtin_types_compatible_p", [left, right]) => match (&left.node, &right.node) {
                (Expression::SizeOfTy(left), Expression::SizeOfTy(right)) => {
                    let same = self.type_name(&left.node.0)?.ty == self.type_name(&right.node.0)?.ty;
                    Value::int(Expr::int(i128::from(same), IntType::INT, span))
                }
                _ => return self.error(span, "two types are needed"),
            },
            ("__hw_label_address", [label]) => match &label.node {
                Expression::Identifier(label) => self.label_address(&label.node.name, span)?,
                _ => return self.error(span, "no label"),
            },
            ("__hw_goto", [target]) => self.computed_goto(target, span)?,
            ("__builtin_va_start", [list, ..]) => self.start_arguments(list, span)?,
            ("__builtin_va_copy", [to, from]) => self.copy_arguments(to, from, span)?,
            ("__builtin_va_end", [list]) => {
                self.place(list)?;
                Value::void(span)
            }
            ("__hw_asm_goto", _) => return self.unsupported(span, "inline assembler"),
            ("__hw_real" | "__hw_imag", _) => return self.unsupported(span, "complex number"),
            ("__builtin_assume_aligned", [pointer, ..]) => {
                let pointer = self.rvalue(pointer)?;
                self.convert(pointer, &self.void_pointer(), span)?
            }
            ("__builtin_prefetch", arguments) => {
                for argument in arguments {
                    self.effect(argument)?;
                }
                Value::void(span)
            }
            ("__sync_synchronize" | "__builtin_ia32_pause", []) => Value::void(span),
            (name, [pointer, operand, ..]) if name.starts_with("__sync_") => match atomic_operation(name) {
                Some((op, new)) => self.atomic_update(op, new, pointer, operand, span)?,
                None => return Ok(None),
            },
            ("__builtin_unreachable", []) => {
                self.body.unsupported(Unsupported { what: "`__builtin_unreachable` is reached".into(), span });
                self.body.terminate(TerminatorKind::Unreachable, span);
                Value::void(span)
            }
            ("__builtin_trap", []) => self.call_known("abort", &[], span)?,
            ("__builtin_inf" | "__builtin_huge_val", []) => self.float_constant(f64::INFINITY, FloatType::F64, span),
            ("__builtin_inff" | "__builtin_huge_valf", []) => self.float_constant(f64::INFINITY, FloatType::F32, span),
            _ => return self.renamed_intrinsic(name, arguments, span),
        };
        Ok(Some(value))
    }

    /// Updates an integer in one step; there are no other threads. The value is that after or before the update.
    fn atomic_update(
        &mut self,
        op: BinaryOp,
        new: bool,
        pointer: &Node<Expression>,
        operand: &Node<Expression>,
        span: Span,
    ) -> Result<Value> {
        let pointer = self.rvalue(pointer)?;
        let place = match self.indirection(pointer, span)? {
            Operand::Place(place) => self.stable(place),
            Operand::Value(_) => return self.error(span, "not an lvalue"),
        };
        let CType::Int(int) = place.ty else { return self.unsupported(span, "an atomic update of no integer") };
        // The sum wraps around.
        let unsigned = CType::Int(IntType::unsigned(int.bits));
        let operand = self.rvalue(operand)?;
        let operand = self.convert(operand, &unsigned, span)?;
        let old = self.read(&place, span)?;
        let before = self.convert(old.clone(), &unsigned, span)?;
        let after = self.combine(op, before, operand, span)?;
        let after = self.convert(after, &place.ty, span)?;
        let after = self.assign(&place, after, true, span)?;
        Ok(if new { after } else { old })
    }

    fn float_constant(&self, value: f64, float: FloatType, span: Span) -> Value {
        let expr = Expr { kind: ExprKind::Float(value), ty: Scalar::Float(float), span };
        Value { expr, ty: CType::Float(float), shape: None }
    }

    /// `__builtin_memcpy` is `memcpy`; `__builtin___memcpy_chk` too, with the size of the target behind.
    fn renamed_intrinsic(&mut self, name: &str, arguments: &[Node<Expression>], span: Span) -> Result<Option<Value>> {
        let Some(plain) = name.strip_prefix("__builtin_") else { return Ok(None) };
        if known::lookup(name).is_some() {
            return Ok(None);
        }
        if known::lookup(plain).is_some() {
            return self.call_known(plain, arguments, span).map(Some);
        }
        let checked = plain.strip_prefix("__").and_then(|plain| plain.strip_suffix("_chk"));
        if let (Some(plain), Some((_, arguments))) = (checked, arguments.split_last())
            && known::lookup(plain).is_some_and(|known| known.is_fixed(arguments.len()))
        {
            return self.call_known(plain, arguments, span).map(Some);
        }
        self.unsupported(span, format!("`{name}`"))
    }
}

/// What an atomic update computes, and whether its value is that after the update.
fn atomic_operation(name: &str) -> Option<(BinaryOp, bool)> {
    let name = name.strip_prefix("__sync_")?;
    let (operation, new) = match name.strip_prefix("fetch_and_") {
        Some(operation) => (operation, false),
        None => (name.strip_suffix("_and_fetch")?, true),
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
