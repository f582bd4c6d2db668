//! Functions that the compiler provides and whose calls are no ordinary calls.
//!
//! In: the name and arguments of a call. Out: its value, or nothing if the name is an ordinary function's.

use super::value::Value;
use super::{Lowering, Result, fold, known};
use crate::base::{Span, Unsupported};
use crate::ir::{BinaryOp, CType, Expr, ExprKind, FloatType, IntType, Scalar, TerminatorKind, UnaryOp};
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
            ("__builtin_nan", [tag]) if is_empty_text(tag) => self.float_constant(f64::NAN, FloatType::F64, span),
            ("__builtin_nanf", [tag]) if is_empty_text(tag) => self.float_constant(f64::NAN, FloatType::F32, span),
            (name, arguments) if name.starts_with("__hw_") || name.starts_with("__builtin_") => {
                match self.float_intrinsic(name, arguments, span)? {
                    Some(value) => value,
                    None => return self.renamed_intrinsic(name, arguments, span),
                }
            }
            _ => return self.renamed_intrinsic(name, arguments, span),
        };
        Ok(Some(value))
    }

    /// Functions of numbers that take `float` and `double`, and what the library is written with.
    fn float_intrinsic(&mut self, name: &str, arguments: &[Node<Expression>], span: Span) -> Result<Option<Value>> {
        let function = match name {
            "__hw_sqrt" => UnaryOp::Sqrt,
            "__hw_rint" => UnaryOp::Rint,
            "__hw_round" => UnaryOp::Round,
            "__hw_trunc" => UnaryOp::Trunc,
            "__hw_floor" => UnaryOp::Floor,
            "__hw_ceil" => UnaryOp::Ceil,
            _ => return self.float_classification(name, arguments, span),
        };
        let [operand] = arguments else { return self.error(span, "one number is needed") };
        let Value { expr, ty, .. } = self.rvalue(operand)?;
        Ok(Some(Value { expr: fold::unary(function, expr, span), ty, shape: None }))
    }

    fn float_classification(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Value>> {
        let value = match (name, arguments) {
            ("__hw_fmod", [left, right]) => {
                let (left, right) = (self.rvalue(left)?, self.rvalue(right)?);
                let expr = fold::binary(BinaryOp::Rem, left.expr, right.expr, span);
                Value { expr, ty: left.ty, shape: None }
            }
            ("__builtin_isnan", [_]) => self.call_known("__isnan", arguments, span)?,
            ("__builtin_isinf" | "__builtin_isinf_sign", [_]) => self.call_known("__isinf", arguments, span)?,
            ("__builtin_isfinite" | "__builtin_finite", [_]) => self.call_known("__finite", arguments, span)?,
            ("__builtin_signbit" | "__builtin_signbitf", [_]) => self.call_known("__signbit", arguments, span)?,
            ("__builtin_isnormal", [number]) => {
                let name = if self.is_single(number)? { "__hw_isnormalf" } else { "__hw_isnormal" };
                self.call_known(name, arguments, span)?
            }
            ("__builtin_fpclassify", [.., number]) => {
                let name = if self.is_single(number)? { "__hw_fpclassifyf" } else { "__hw_fpclassify" };
                self.call_known(name, arguments, span)?
            }
            _ => match name.strip_prefix("__builtin_").filter(|plain| plain.starts_with("is")) {
                Some(plain) if known::lookup(&format!("__hw_{plain}")).is_some() => {
                    self.call_known(&format!("__hw_{plain}"), arguments, span)?
                }
                _ => return Ok(None),
            },
        };
        Ok(Some(value))
    }

    /// Asks before a result is rounded whether that is to the nearest number, where the program might have changed it.
    pub(super) fn note_rounding(&mut self, result: &Expr, span: Span) -> Result<()> {
        let changeable = self.names.lookup_file("fesetround").is_some();
        if changeable && self.unevaluated == 0 && !fold::is_constant(result) {
            self.call_known("__hw_rounds", &[], span)?;
        }
        Ok(())
    }

    /// Whether an expression has type `float`.
    fn is_single(&mut self, number: &Node<Expression>) -> Result<bool> {
        let (value, _) = self.unevaluated(|this| this.rvalue(number))?;
        Ok(value.ty == CType::Float(FloatType::F32))
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

/// Whether an expression is the literal `""`.
fn is_empty_text(expression: &Node<Expression>) -> bool {
    matches!(&expression.node, Expression::StringLiteral(text) if text.node.concat() == "\"\"")
}
