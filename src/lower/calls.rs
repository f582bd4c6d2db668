//! Calls.
//!
//! In: call expressions of the AST. Out: call statements with explicit hidden pointers.

use super::order::AccessKind;
use super::scope::Symbol;
use super::value::{Value, by_address};
use super::{Lowering, Result, known};
use crate::base::Span;
use crate::ir::{CType, Callee, ExprKind, FunctionType, IntType, Scalar, StatementKind};
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;

impl Lowering<'_> {
    /// A call; the result is void if it is not `used`.
    pub(super) fn call(&mut self, call: &Node<CallExpression>, used: bool) -> Result<Value> {
        let span = self.span(call.span);
        let arguments = &call.node.arguments;
        let noted = self.noted();
        let callee = match &call.node.callee.node {
            Expression::Identifier(identifier) => {
                let name = &identifier.node.name;
                let declared = self.names.lookup(name).is_some();
                if (!declared || name.starts_with("__builtin_") || name.starts_with("__hw_"))
                    && let Some(value) = self.intrinsic(name, arguments, span)?
                {
                    return Ok(value);
                }
                if !declared {
                    self.declare_implicitly(name, span)?;
                }
                Some(self.rvalue(&call.node.callee)?)
                    .filter(|callee| matches!(callee.expr.kind, ExprKind::FunctionAddress(_)))
            }
            _ => None,
        };
        let (callee, ty, arguments) = match callee {
            Some(callee) => {
                let ty = self.called_type(&callee, span)?;
                let arguments = self.arguments(&ty, arguments, span)?;
                (callee, ty, arguments)
            }
            None => self.designator_and_arguments(call, span)?,
        };
        self.sequence_point(noted);
        let callee = match callee.expr.kind {
            // A call through a cast pointer is checked like one through any pointer.
            ExprKind::FunctionAddress(function) if self.program.functions[function].ty == ty => {
                Callee::Direct(function)
            }
            _ => {
                let mut signature = self.signature(&ty);
                if ty.unprototyped {
                    // The caller assumes the parameters that fit its arguments.
                    signature.params.extend(arguments.iter().map(|argument| argument.expr.ty));
                    signature.variadic = false;
                }
                Callee::Indirect(callee.expr, signature)
            }
        };
        self.emit_call(callee, &ty, arguments, used, span)
    }

    /// The type of the function that is called.
    fn called_type(&mut self, callee: &Value, span: Span) -> Result<FunctionType> {
        let CType::Pointer(target) = &callee.ty else {
            return self.error(span, "call of something that is no function");
        };
        let CType::Function(ty) = &**target else {
            return self.error(span, "call of something that is no function");
        };
        self.passable(ty, span)?;
        Ok((**ty).clone())
    }

    /// A function designator that is computed, its type, and the arguments, in any order.
    fn designator_and_arguments(
        &mut self,
        call: &Node<CallExpression>,
        span: Span,
    ) -> Result<(Value, FunctionType, Vec<Value>)> {
        let CallExpression { callee, arguments } = &call.node;
        let (value, _) = self.unevaluated(|this| this.rvalue(callee))?;
        let ty = self.called_type(&value, span)?;
        self.check_count(&ty, arguments, span)?;
        let mut values = self.in_any_order(span, arguments.len() + 1, |this, number| match number {
            0 => this.rvalue(callee),
            number => this.argument(&ty, number - 1, &arguments[number - 1]),
        })?;
        let callee = values.remove(0);
        Ok((callee, ty, values))
    }

    /// The arguments of a call, converted to the parameters' types or promoted.
    fn arguments(&mut self, ty: &FunctionType, arguments: &[Node<Expression>], span: Span) -> Result<Vec<Value>> {
        self.check_count(ty, arguments, span)?;
        self.in_any_order(span, arguments.len(), |this, number| this.argument(ty, number, &arguments[number]))
    }

    fn check_count(&mut self, ty: &FunctionType, arguments: &[Node<Expression>], span: Span) -> Result<()> {
        if !ty.unprototyped && arguments.len() < ty.params.len() {
            return self.error(span, "too few arguments");
        }
        if !ty.unprototyped && !ty.variadic && arguments.len() > ty.params.len() {
            return self.error(span, "too many arguments");
        }
        Ok(())
    }

    fn argument(&mut self, ty: &FunctionType, index: usize, argument: &Node<Expression>) -> Result<Value> {
        let at = self.span(argument.span);
        let value = self.rvalue(argument)?;
        let value = match ty.params.get(index) {
            Some(param @ CType::Record(_)) if value.ty != *param => self.union_of(value, param, at)?,
            Some(param) if !ty.unprototyped => self.convert(value, param, at)?,
            _ => {
                let value = self.promote_argument(value, at)?;
                self.variable_argument(value, at)?
            }
        };
        if value.ty == CType::Float(crate::ir::FloatType::F80) {
            return self.unsupported(at, "passing a `long double`");
        }
        if value.ty == CType::Void {
            return self.error(at, "an argument without value");
        }
        Ok(value)
    }

    /// Emits a call with arguments of the right types.
    pub(super) fn emit_call(
        &mut self,
        callee: Callee,
        ty: &FunctionType,
        arguments: Vec<Value>,
        used: bool,
        span: Span,
    ) -> Result<Value> {
        let mut args: Vec<_> = arguments.into_iter().map(|argument| argument.expr).collect();
        self.note(AccessKind::Call(callee.clone(), args.clone()));
        if by_address(&ty.result) {
            self.complete_size(&ty.result, span)?;
            let object = self.body.temporary_object(ty.result.clone(), span);
            self.body.results.insert(object);
            let address = self.local_address(object, span);
            args.insert(0, address.clone());
            self.body.emit(StatementKind::Call { target: None, callee, args }, span);
            return Ok(Value { expr: address, ty: ty.result.clone(), shape: None });
        }
        let target = match ty.result.scalar() {
            Some(_) if used => Some(self.body.temporary(ty.result.clone(), span)),
            _ => None,
        };
        self.body.emit(StatementKind::Call { target, callee, args }, span);
        Ok(match target {
            Some(target) => Value { expr: self.body.read(target, span), ty: ty.result.clone(), shape: None },
            None => Value::void(span),
        })
    }

    /// Declares a function that is called without a declaration: with the type it is known to have, or as C89
    /// did.
    pub(super) fn declare_implicitly(&mut self, name: &str, span: Span) -> Result<()> {
        let ty = match known::lookup(name) {
            Some(known) => known.function_type(&self.program.types),
            None => match known::nondet_result(name, &self.program.types) {
                Some(result) => FunctionType { result, params: Vec::new(), variadic: false, unprototyped: false },
                None if name.starts_with("__builtin_")
                    || name.starts_with("__sync_")
                    || name.starts_with("__atomic_") =>
                {
                    return self.unsupported(span, format!("`{name}`"));
                }
                None => {
                    let result = CType::Int(IntType::INT);
                    FunctionType { result, params: Vec::new(), variadic: false, unprototyped: true }
                }
            },
        };
        if !name.starts_with("__builtin_") && !name.starts_with("__hw_") {
            self.warn(span, format!("`{name}` is called without a declaration"));
        }
        let function = self.external_function(name, ty, span)?;
        self.names.declare_file(name, Symbol::Function(function));
        Ok(())
    }

    /// Calls a known function by its name in the library.
    pub(super) fn call_known(&mut self, name: &str, arguments: &[Node<Expression>], span: Span) -> Result<Value> {
        let Some(known) = known::lookup(name) else { return self.unsupported(span, format!("`{name}`")) };
        let ty = known.function_type(&self.program.types);
        let values = self.arguments(&ty, arguments, span)?;
        self.call_library(name, values, span)
    }

    /// Calls a known function with arguments of the right types.
    pub(super) fn call_library(&mut self, name: &str, values: Vec<Value>, span: Span) -> Result<Value> {
        let Some(known) = known::lookup(name) else { return self.unsupported(span, format!("`{name}`")) };
        let ty = known.function_type(&self.program.types);
        let function = match self.names.lookup_file(name) {
            Some(Symbol::Function(function)) => *function,
            _ => self.external_function(name, ty.clone(), span)?,
        };
        self.emit_call(Callee::Direct(function), &ty, values, true, span)
    }

    /// The pointer type to anything.
    pub(super) fn void_pointer(&self) -> CType {
        CType::Pointer(Box::new(CType::Void))
    }

    /// The scalar of `long`.
    pub(super) fn long(&self) -> Scalar {
        Scalar::Int(IntType::signed(self.program.types.pointer_bits()))
    }
}
