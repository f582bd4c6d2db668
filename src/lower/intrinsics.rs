//! Functions that the compiler provides and whose calls are no ordinary calls.
//!
//! In: the name and arguments of a call. Out: its value, or nothing if the name is an ordinary function's.

use super::value::Value;
use super::{Lowering, Result, known};
use crate::base::{Span, Unsupported};
use crate::ir::{CType, Expr, ExprKind, FloatType, IntType, Scalar, TerminatorKind};
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
            ("__builtin_ia32_pause", []) => Value::void(span),
            (name, _) if name.starts_with("__sync_") || name.starts_with("__atomic_") => {
                return self.atomic(name, arguments, span);
            }
            (name, _) if name.ends_with("_overflow") || name.ends_with("_overflow_p") => {
                return self.overflow_builtin(name, arguments, span);
            }
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
