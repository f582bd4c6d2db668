//! Constant expressions.
//!
//! In: an expression of the AST in a place that needs a constant. Out: its value. An expression is lowered as
//! any other and must leave nothing to be done at run time.

use super::types::Qualified;
use super::value::Value;
use super::{Lowering, Result, fold};
use crate::ir::{CType, Scalar};
use lang_c::ast::{Expression, StaticAssert};
use lang_c::span::Node;

impl Lowering<'_> {
    /// Lowers something that is not evaluated; the flag says whether it would need any statement.
    pub(super) fn unevaluated<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T>) -> Result<(T, bool)> {
        let (detached, noted) = (self.body.detach(), self.noted_so_far());
        self.unevaluated += 1;
        let result = lower(self);
        self.unevaluated -= 1;
        self.forget(noted);
        let pure = self.body.is_untouched();
        self.body.reattach(detached);
        Ok((result?, pure))
    }

    /// The value of a constant expression: an integer, float, or address with an offset.
    pub(super) fn constant(&mut self, expression: &Node<Expression>) -> Result<Value> {
        let (value, pure) = self.unevaluated(|this| this.rvalue(expression))?;
        if !pure {
            return self.error(self.span(expression.span), "the expression is not constant");
        }
        Ok(Value { expr: fold::evaluate(&value.expr), ty: value.ty, shape: None })
    }

    /// The value of an integer constant expression.
    pub(super) fn integer_constant(&mut self, expression: &Node<Expression>) -> Result<i128> {
        let value = self.constant(expression)?;
        match self.constant_value(&value) {
            Some(value) => Ok(value),
            None => self.error(self.span(expression.span), "the expression is not an integer constant"),
        }
    }

    /// The integer that a value is, if it is constant.
    pub(super) fn constant_value(&self, value: &Value) -> Option<i128> {
        match value.expr.ty {
            Scalar::Int(_) if !matches!(value.ty, CType::Record(_)) => fold::int_value(&fold::evaluate(&value.expr)),
            _ => None,
        }
    }

    /// An alignment: a power of two.
    pub(super) fn alignment_constant(&mut self, expression: &Node<Expression>) -> Result<u64> {
        let value = self.integer_constant(expression)?;
        match u64::try_from(value) {
            Ok(0) => Ok(1),
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(align),
            _ => self.error(self.span(expression.span), "the alignment is not a power of two"),
        }
    }

    /// The alignment of a variable, which on i386 differs from that of members.
    pub(super) fn alignment_of(&self, ty: &Qualified) -> u64 {
        fn scalar(ty: &CType) -> &CType {
            match ty {
                CType::Array(element, _) => scalar(element),
                _ => ty,
            }
        }
        let types = &self.program.types;
        match scalar(&ty.ty) {
            _ if ty.align.is_some() => ty.align.unwrap_or(1),
            basic @ (CType::Int(_) | CType::Float(crate::ir::FloatType::F64)) => types.size_of(basic).unwrap_or(1),
            _ => types.align_of(&ty.ty),
        }
    }

    /// `_Static_assert`.
    pub(super) fn static_assert(&mut self, assert: &Node<StaticAssert>) -> Result<()> {
        if self.integer_constant(&assert.node.expression)? == 0 {
            let message = assert.node.message.node.join(" ");
            return self.error(self.span(assert.span), format!("static assertion failed: {message}"));
        }
        Ok(())
    }
}
