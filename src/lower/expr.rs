//! Expressions, apart from operators and calls.
//!
//! In: expressions of the AST. Out: values and places; statements for their side effects.
//!
//! Evaluation order: where nobody can tell, operands from left to right; in an assignment the place, then the value; in
//! a compound assignment the place, the right operand, then the old value; arguments from left to right after the
//! callee. `order` sees to the others. Registers are read where the value is used, which C cannot tell apart since it
//! leaves conflicting accesses within one expression undefined.

use super::link::Entity;
use super::literal::{self, Text};
use super::order::AccessKind;
use super::scope::Symbol;
use super::types::Qualified;
use super::value::{Operand, Place, PlaceKind, Shape, Value, by_address};
use super::{Lowering, Result, Stop, fold};
use crate::base::Span;
use crate::ir::{CType, Expr, ExprKind, FloatType, Global, GlobalKind, IntType, LocalId, Scalar, StatementKind};
use lang_c::ast::{
    BinaryOperator, BlockItem, ConditionalExpression, Constant, Expression, FloatFormat, GenericAssociation,
    GenericSelection, OffsetMember, OffsetOfExpression, Statement, UnaryOperator,
};
use lang_c::span::Node;

impl Lowering<'_> {
    /// The value of an expression.
    pub(super) fn rvalue(&mut self, expression: &Node<Expression>) -> Result<Value> {
        let span = self.span(expression.span);
        let operand = self.operand(expression)?;
        self.value_of(operand, span)
    }

    /// The type of an expression that is not evaluated.
    pub(super) fn type_of(&mut self, expression: &Node<Expression>) -> Result<Qualified> {
        if is_identifier(expression, "__hw_auto_type")
            && let Some(ty) = &self.auto_type
        {
            return Ok(ty.clone().into());
        }
        let (operand, _) = self.unevaluated(|this| this.operand(expression))?;
        let (ty, shape) = match operand {
            Operand::Value(value) => (value.ty, value.shape),
            Operand::Place(place) => (place.ty, place.shape),
        };
        Ok(Qualified { shape, ..ty.into() })
    }

    /// What an expression denotes.
    pub(super) fn operand(&mut self, expression: &Node<Expression>) -> Result<Operand> {
        let span = self.span(expression.span);
        let value = match &expression.node {
            Expression::Identifier(identifier) => return self.identifier(&identifier.node.name, span),
            Expression::Constant(constant) => self.literal(&constant.node, span)?,
            Expression::StringLiteral(parts) => return self.string_literal(&parts.node, span),
            Expression::GenericSelection(selection) => return self.generic(selection),
            Expression::Member(member) => return self.member(member),
            Expression::Call(call) => return self.call(call, true).map(Operand::Value),
            Expression::CompoundLiteral(literal) => {
                return self.compound_literal(&literal.node.type_name, &literal.node.initializer_list, span);
            }
            Expression::SizeOfTy(ty) => {
                let named = self.type_name(&ty.node.0)?;
                let size = self.size_of(&named.ty, named.shape.as_deref(), span)?;
                self.size_value(size)
            }
            Expression::SizeOfVal(operand) => {
                let (operand, _) = self.unevaluated(|this| this.operand(&operand.node.0))?;
                let shape = match &operand {
                    Operand::Place(Place { bits: Some(_), .. }) => return self.error(span, "`sizeof` a bit-field"),
                    Operand::Place(place) => place.shape.clone(),
                    Operand::Value(value) => value.shape.clone(),
                };
                let size = self.size_of(operand.ty(), shape.as_deref(), span)?;
                self.size_value(size)
            }
            Expression::AlignOf(ty) => {
                let ty = self.type_name(&ty.node.0)?;
                // `_Alignof` is what a member needs, `__alignof__` what a variable would get.
                let align = match self.sources.snippet(span).starts_with("_Alignof") {
                    true => ty.align.unwrap_or_else(|| self.program.types.align_of(&ty.ty)),
                    false => self.alignment_of(&ty),
                };
                self.size_value(self.size_constant(align, span))
            }
            Expression::UnaryOperator(unary) => return self.unary(unary),
            Expression::Cast(cast) => {
                let named = self.type_name(&cast.node.type_name)?;
                let value = self.rvalue(&cast.node.expression)?;
                if named.to_volatile && matches!(value.expr.kind, ExprKind::Int(1..)) {
                    return self.unsupported(span, "a `volatile` object at a fixed address");
                }
                Value { shape: named.shape, ..self.cast(value, &named.ty, span)? }
            }
            Expression::BinaryOperator(binary) => match binary.node.operator.node {
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => self.logical(expression)?,
                _ => return self.binary(binary),
            },
            Expression::Conditional(conditional) => self.conditional(conditional)?,
            Expression::Comma(expressions) => match expressions.split_last() {
                Some((last, effects)) => {
                    let noted = self.noted();
                    for effect in effects {
                        self.effect(effect)?;
                    }
                    self.sequence_point(noted);
                    self.rvalue(last)?
                }
                None => Value::void(span),
            },
            Expression::OffsetOf(offset) => self.offset_of(offset)?,
            Expression::VaArg(argument) => self.next_argument(&argument.node, span)?,
            Expression::Statement(statement) => self.statement_expression(statement)?,
        };
        Ok(Operand::Value(value))
    }

    /// Evaluates an expression for its side effects.
    pub(super) fn effect(&mut self, expression: &Node<Expression>) -> Result<()> {
        let span = self.span(expression.span);
        match &expression.node {
            Expression::Comma(expressions) => {
                for expression in expressions.iter() {
                    self.effect(expression)?;
                }
                Ok(())
            }
            Expression::Call(call) => self.call(call, false).map(drop),
            Expression::UnaryOperator(unary) => match unary.node.operator.node {
                UnaryOperator::PostIncrement | UnaryOperator::PreIncrement => self.step(unary, true, false).map(drop),
                UnaryOperator::PostDecrement | UnaryOperator::PreDecrement => self.step(unary, false, false).map(drop),
                _ => self.evaluate(expression),
            },
            Expression::BinaryOperator(binary) => match binary.node.operator.node {
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                    let (yes, no) = (self.body.block(), self.body.block());
                    if self.condition(expression, yes, no)?.is_none() {
                        self.body.enter(yes);
                        self.body.goto(no, span);
                        self.body.enter(no);
                    }
                    Ok(())
                }
                _ => self.binary_effect(binary),
            },
            Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name)?.ty;
                if ty == CType::Void { self.effect(&cast.node.expression) } else { self.evaluate(expression) }
            }
            Expression::Conditional(conditional) if !is_elvis(conditional) => {
                let (then, otherwise, join) = (self.body.block(), self.body.block(), self.body.block());
                let parts = &conditional.node;
                match self.condition(&parts.condition, then, otherwise)? {
                    Some(true) => self.effect(&parts.then_expression),
                    Some(false) => self.effect(&parts.else_expression),
                    None => {
                        self.body.enter(then);
                        self.effect(&parts.then_expression)?;
                        self.body.goto(join, span);
                        self.body.enter(otherwise);
                        self.effect(&parts.else_expression)?;
                        self.body.goto(join, span);
                        self.body.enter(join);
                        Ok(())
                    }
                }
            }
            _ => self.evaluate(expression),
        }
    }

    fn evaluate(&mut self, expression: &Node<Expression>) -> Result<()> {
        let value = self.rvalue(expression)?;
        self.discard(value);
        Ok(())
    }

    /// A value that nobody uses is still computed if that can go wrong.
    pub(super) fn discard(&mut self, value: Value) {
        if fold::may_fail(&value.expr) && !by_address(&value.ty) {
            let ty = if value.ty == CType::Void { CType::Int(IntType::INT) } else { value.ty };
            self.body.hold(value.expr, ty);
        }
    }

    fn identifier(&mut self, name: &str, span: Span) -> Result<Operand> {
        let symbol = self.names.lookup(name).cloned();
        Ok(match symbol {
            Some(Symbol::Local(local)) => Operand::Place(self.local_place(local, span)),
            Some(Symbol::Dynamic(pointer, ty, shape)) => {
                let address = self.body.read(pointer, span);
                Operand::Place(Place { kind: PlaceKind::Memory(address), ty, bits: None, shape: Some(shape) })
            }
            Some(Symbol::Global(global)) => {
                self.named.insert(Entity::Global(global));
                let address = Expr { kind: ExprKind::GlobalAddress(global), ty: Scalar::Pointer, span };
                Operand::Place(Place::memory(address, self.program.globals[global].ty.clone()))
            }
            Some(Symbol::Function(function)) => {
                self.named.insert(Entity::Function(function));
                let expr = Expr { kind: ExprKind::FunctionAddress(function), ty: Scalar::Pointer, span };
                let ty = CType::Function(Box::new(self.program.functions[function].ty.clone()));
                Operand::Value(Value { expr, ty, shape: None })
            }
            Some(Symbol::Enumerator(value, int)) => {
                Operand::Value(Value { expr: Expr::int(value, int, span), ty: CType::Int(int), shape: None })
            }
            Some(Symbol::Unsupported(what)) => return self.unsupported(span, what),
            Some(Symbol::Typedef(_)) => return self.error(span, format!("`{name}` is a type")),
            None => match (name, &self.function) {
                ("__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__", Some(function)) => {
                    let text = format!("\"{}\"", function.name);
                    return self.string_literal(&[text], span);
                }
                _ => return self.error(span, format!("`{name}` is not declared")),
            },
        })
    }

    fn literal(&mut self, constant: &Constant, span: Span) -> Result<Value> {
        match constant {
            Constant::Integer(integer) if integer.suffix.imaginary => self.unsupported(span, "complex number"),
            Constant::Integer(integer) => match literal::integer(integer, self.program.types.data_model) {
                Some((bits, int)) => {
                    let expr = Expr { kind: ExprKind::Int(bits), ty: Scalar::Int(int), span };
                    Ok(Value { expr, ty: CType::Int(int), shape: None })
                }
                None => self.error(span, "the integer is too large"),
            },
            Constant::Float(float) => {
                let ty = match float.suffix.format {
                    _ if float.suffix.imaginary => return self.unsupported(span, "complex number"),
                    FloatFormat::Float => FloatType::F32,
                    FloatFormat::Double => FloatType::F64,
                    FloatFormat::LongDouble => return self.unsupported(span, "computing with `long double`"),
                    FloatFormat::TS18661Format(_) => return self.unsupported(span, "extended floating-point literal"),
                };
                match literal::float(float) {
                    Some(value) => {
                        let expr = Expr { kind: ExprKind::Float(value), ty: Scalar::Float(ty), span };
                        Ok(Value { expr, ty: CType::Float(ty), shape: None })
                    }
                    None => self.unsupported(span, "floating-point literal"),
                }
            }
            Constant::Character(text) => match literal::character(text) {
                Some((bits, int)) => {
                    let expr = Expr { kind: ExprKind::Int(bits), ty: Scalar::Int(int), span };
                    Ok(Value { expr, ty: CType::Int(int), shape: None })
                }
                None => self.error(span, "the character constant is malformed"),
            },
        }
    }

    /// Reads a string literal.
    pub(super) fn text(&mut self, parts: &[String], span: Span) -> Result<Text> {
        match literal::string(parts) {
            Some(text) => Ok(text),
            None => self.error(span, "the string literal is malformed"),
        }
    }

    fn string_literal(&mut self, parts: &[String], span: Span) -> Result<Operand> {
        let text = self.text(parts, span)?;
        let ty = CType::Array(Box::new(CType::Int(text.encoding.element())), Some(text.units.len() as u64));
        let init = text.bytes();
        let content = (init.clone(), text.encoding.element().bits);
        let global = self.program.globals.push(Global {
            name: parts.join(" "),
            ty: ty.clone(),
            size: init.len() as u64,
            kind: GlobalKind::StringLiteral,
            init,
            relocations: Vec::new(),
            span,
        });
        self.literal_place(content, global, ty, span).map(Operand::Place)
    }

    fn size_value(&self, expr: Expr) -> Value {
        Value { expr, ty: CType::Int(self.program.types.size_type()), shape: None }
    }

    fn size_of(&mut self, ty: &CType, shape: Option<&Shape>, span: Span) -> Result<Expr> {
        let bytes = match (ty, shape) {
            (CType::Array(..), Some(Shape::Array { size, .. })) => return Ok(size.clone()),
            (CType::Function(_), _) => 1,
            _ => self.complete_size(ty, span)?,
        };
        Ok(self.size_constant(bytes, span))
    }

    /// An explicit cast.
    pub(super) fn cast(&mut self, value: Value, ty: &CType, span: Span) -> Result<Value> {
        if let (CType::Record(_), true) = (ty, value.ty != *ty) {
            return self.union_of(value, ty, span);
        }
        self.convert(value, ty, span)
    }

    fn generic(&mut self, selection: &Node<GenericSelection>) -> Result<Operand> {
        let span = self.span(selection.span);
        let (value, _) = self.unevaluated(|this| this.rvalue(&selection.node.expression))?;
        let mut default = None;
        for association in &selection.node.associations {
            match &association.node {
                GenericAssociation::Type(case) => {
                    if self.type_name(&case.node.type_name)?.ty == value.ty {
                        return self.operand(&case.node.expression);
                    }
                }
                GenericAssociation::Default(expression) => default = Some(expression),
            }
        }
        match default {
            Some(expression) => self.operand(expression),
            None => self.error(span, "no association fits"),
        }
    }

    fn offset_of(&mut self, offset: &Node<OffsetOfExpression>) -> Result<Value> {
        let span = self.span(offset.span);
        let mut ty = self.type_name(&offset.node.type_name)?.ty;
        let mut total = self.size_constant(0, span);
        let designator = &offset.node.designator.node;
        let base = Node::new(OffsetMember::Member(designator.base.clone()), designator.base.span);
        for member in std::iter::once(&base).chain(&designator.members) {
            let bytes = match (&member.node, &ty) {
                (OffsetMember::Member(name), CType::Record(record)) => {
                    match super::lvalue::find_member(&self.program.types, *record, &name.node.name) {
                        Some(found) if found.field.bits.is_none() => {
                            ty = found.field.ty;
                            self.size_constant(found.offset, span)
                        }
                        _ => return self.error(span, format!("no member `{}`", name.node.name)),
                    }
                }
                (OffsetMember::Index(index), CType::Array(element, _)) => {
                    let element = (**element).clone();
                    let index = self.rvalue(index)?;
                    let bytes = self.complete_size(&element, span)?;
                    ty = element;
                    let bytes = self.size_constant(bytes, span);
                    self.scaled(index, bytes, span)?
                }
                _ => return self.error(span, "the member designator does not fit the type"),
            };
            total = fold::binary(crate::ir::BinaryOp::Add, total, bytes, span);
        }
        Ok(self.size_value(total))
    }

    // Conditional evaluation.

    /// Branches on an expression. If its truth is known nothing is emitted for the branch and it is the
    /// result; otherwise control went to the two blocks.
    pub(super) fn condition(
        &mut self,
        expression: &Node<Expression>,
        then: crate::ir::BlockId,
        otherwise: crate::ir::BlockId,
    ) -> Result<Option<bool>> {
        let span = self.span(expression.span);
        match &expression.node {
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Negate => {
                let known = self.condition(&unary.node.operand, otherwise, then)?;
                return Ok(known.map(|known| !known));
            }
            Expression::BinaryOperator(binary) => {
                let stops_at = match binary.node.operator.node {
                    BinaryOperator::LogicalAnd => Some(false),
                    BinaryOperator::LogicalOr => Some(true),
                    _ => None,
                };
                if let Some(stop) = stops_at {
                    let middle = self.body.block();
                    let (left_then, left_else) = if stop { (then, middle) } else { (middle, otherwise) };
                    let noted = self.noted();
                    let left = self.condition(&binary.node.lhs, left_then, left_else)?;
                    self.sequence_point(noted);
                    return match left {
                        Some(known) if known == stop => Ok(Some(known)),
                        Some(_) => self.condition(&binary.node.rhs, then, otherwise),
                        None => {
                            self.body.enter(middle);
                            if let Some(known) = self.condition(&binary.node.rhs, then, otherwise)? {
                                self.body.goto(if known { then } else { otherwise }, span);
                            }
                            Ok(None)
                        }
                    };
                }
            }
            _ => {}
        }
        let value = self.rvalue(expression)?;
        let truth = self.truth(value, span)?;
        if let Some(value) = fold::int_value(&truth) {
            return Ok(Some(value != 0));
        }
        self.body.branch(truth, then, otherwise, span);
        Ok(None)
    }

    /// The value of `!a`, `a && b`, `a || b`: 0 or 1.
    pub(super) fn logical(&mut self, expression: &Node<Expression>) -> Result<Value> {
        let span = self.span(expression.span);
        let (yes, no) = (self.body.block(), self.body.block());
        if let Some(known) = self.condition(expression, yes, no)? {
            return Ok(Value::int(Expr::int(i128::from(known), IntType::INT, span)));
        }
        let target = self.body.temporary(CType::Int(IntType::INT), span);
        let join = self.body.block();
        for (block, value) in [(yes, 1), (no, 0)] {
            self.body.enter(block);
            let value = Expr::int(value, IntType::INT, span);
            self.body.emit(StatementKind::Assign { target, value }, span);
            self.body.goto(join, span);
        }
        self.body.enter(join);
        Ok(Value::int(self.body.read(target, span)))
    }

    fn conditional(&mut self, conditional: &Node<ConditionalExpression>) -> Result<Value> {
        let span = self.span(conditional.span);
        let parts = &conditional.node;
        let (then, otherwise) = (self.body.block(), self.body.block());
        if is_elvis(conditional) {
            return self.elvis(conditional, then, otherwise);
        }
        let branches = (&parts.then_expression, &parts.else_expression);
        let noted = self.noted();
        let known = self.condition(&parts.condition, then, otherwise)?;
        self.sequence_point(noted);
        if let Some(known) = known {
            let (taken, other) = if known { branches } else { (branches.1, branches.0) };
            let taken = self.rvalue(taken)?;
            let other = match (self.unevaluated(|this| this.rvalue(other)), self.integer_result(other)) {
                // What is not evaluated may be a call that is not modelled.
                (Err(Stop::Unsupported(_)), Some(ty)) => {
                    Value { expr: Expr::int(0, ty, span), ty: CType::Int(ty), shape: None }
                }
                (result, _) => result?.0,
            };
            let ty = self.common_branch_type(&taken, &other, span)?;
            return self.convert(taken, &ty, span);
        }
        self.body.enter(then);
        let left = self.rvalue(branches.0)?;
        let left_end = self.body.current();
        self.body.enter(otherwise);
        let right = self.rvalue(branches.1)?;
        let right_end = self.body.current();
        self.join(left, left_end, right, right_end, span)
    }

    /// The type of a call of a function that returns an integer.
    fn integer_result(&self, expression: &Node<Expression>) -> Option<IntType> {
        let Expression::Call(call) = &expression.node else { return None };
        let Expression::Identifier(name) = &call.node.callee.node else { return None };
        match self.names.lookup(&name.node.name)? {
            Symbol::Function(function) => self.program.functions[*function].ty.result.scalar()?.as_int(),
            _ => None,
        }
    }

    /// `a ?: b`.
    fn elvis(
        &mut self,
        conditional: &Node<ConditionalExpression>,
        then: crate::ir::BlockId,
        otherwise: crate::ir::BlockId,
    ) -> Result<Value> {
        let span = self.span(conditional.span);
        let mut left = self.rvalue(&conditional.node.condition)?;
        if !fold::is_constant(&left.expr) && !by_address(&left.ty) && left.ty != CType::Void {
            left.expr = self.body.hold(left.expr, left.ty.clone());
        }
        let truth = self.truth(left.clone(), span)?;
        if let Some(value) = fold::int_value(&truth) {
            let lower = |this: &mut Self| this.rvalue(&conditional.node.else_expression);
            if value == 0 {
                let right = lower(self)?;
                let ty = self.common_branch_type(&left, &right, span)?;
                return self.convert(right, &ty, span);
            }
            let (right, _) = self.unevaluated(lower)?;
            let ty = self.common_branch_type(&left, &right, span)?;
            return self.convert(left, &ty, span);
        }
        self.body.branch(truth, then, otherwise, span);
        self.body.enter(otherwise);
        let right = self.rvalue(&conditional.node.else_expression)?;
        let right_end = self.body.current();
        self.join(left, then, right, right_end, span)
    }

    /// Brings the values of two branches together in a new block.
    pub(super) fn join(
        &mut self,
        left: Value,
        left_end: crate::ir::BlockId,
        right: Value,
        right_end: crate::ir::BlockId,
        span: Span,
    ) -> Result<Value> {
        let ty = self.common_branch_type(&left, &right, span)?;
        let join = self.body.block();
        let result = match &ty {
            CType::Void => None,
            ty => Some(self.result_variable(ty, span)?),
        };
        for (end, value) in [(left_end, left), (right_end, right)] {
            self.body.enter(end);
            let value = self.convert(value, &ty, span)?;
            if let Some(local) = result {
                let place = self.local_place(local, span);
                self.write(&place, value, span)?;
            }
            self.body.goto(join, span);
        }
        self.body.enter(join);
        match result {
            Some(local) => {
                let place = self.local_place(local, span);
                self.read(&place, span)
            }
            None => Ok(Value::void(span)),
        }
    }

    /// A variable for the value of an expression that is computed in several ways.
    pub(super) fn result_variable(&mut self, ty: &CType, span: Span) -> Result<LocalId> {
        if by_address(ty) {
            self.complete_size(ty, span)?;
            return Ok(self.body.temporary_object(ty.clone(), span));
        }
        Ok(self.body.temporary(ty.clone(), span))
    }

    fn common_branch_type(&mut self, left: &Value, right: &Value, span: Span) -> Result<CType> {
        let is_null = |value: &Value| matches!(value.ty, CType::Int(_)) && fold::int_value(&value.expr) == Some(0);
        let is_null_pointer = |value: &Value| {
            is_null(value) || value.ty == CType::Pointer(Box::new(CType::Void)) && value.expr.kind == ExprKind::Null
        };
        match (&left.ty, &right.ty) {
            (CType::Void, _) | (_, CType::Void) => Ok(CType::Void),
            (a, b) if a == b && !matches!(a, CType::Int(_) | CType::Bool) => Ok(a.clone()),
            (CType::Pointer(_), CType::Pointer(_)) if is_null_pointer(left) => Ok(right.ty.clone()),
            (CType::Pointer(_), CType::Pointer(_)) if is_null_pointer(right) => Ok(left.ty.clone()),
            (CType::Pointer(a), CType::Pointer(b)) => {
                let void = **a == CType::Void || **b == CType::Void;
                Ok(if void { CType::Pointer(Box::new(CType::Void)) } else { left.ty.clone() })
            }
            (CType::Pointer(_), CType::Int(_)) => Ok(left.ty.clone()),
            (CType::Int(_), CType::Pointer(_)) => Ok(right.ty.clone()),
            _ => {
                let (left, _) = self.balance(left.clone(), right.clone(), span)?;
                Ok(left.ty)
            }
        }
    }

    /// `({ … })`: the value of the last expression statement.
    fn statement_expression(&mut self, statement: &Node<Statement>) -> Result<Value> {
        let span = self.span(statement.span);
        self.note(AccessKind::Once);
        let Statement::Compound(items) = &statement.node else {
            return self.error(span, "malformed statement expression");
        };
        if self.function.is_none() {
            return self.error(span, "statement expression outside a function");
        }
        let outer = self.body.start();
        self.names.open();
        self.body.open_scope();
        let result = self.statement_expression_items(items, outer, span);
        self.body.close_scope(span);
        self.names.close();
        self.body.resume(outer);
        result
    }

    fn statement_expression_items(
        &mut self,
        items: &[Node<BlockItem>],
        outer: (crate::ir::BlockId, usize),
        span: Span,
    ) -> Result<Value> {
        let last = match items.split_last() {
            Some((
                Node { node: BlockItem::Statement(Node { node: Statement::Expression(Some(e)), .. }), .. },
                rest,
            )) => {
                self.block_items(rest);
                e
            }
            _ => {
                self.block_items(items);
                return Ok(Value::void(span));
            }
        };
        let before = self.body.start();
        let value = self.rvalue(last)?;
        self.body.resume(before);
        // The value outlives the scope.
        Ok(match &value.ty {
            CType::Void => value,
            ty if by_address(ty) => {
                let size = self.complete_size(ty, span)?;
                let local = self.body.outer_object(ty.clone(), outer, span);
                let to = self.local_address(local, span);
                self.body.emit(StatementKind::Copy { to: to.clone(), from: value.expr, size }, span);
                Value { expr: to, ty: value.ty, shape: None }
            }
            ty => Value { expr: self.body.hold(value.expr, ty.clone()), ty: value.ty, shape: None },
        })
    }
}

fn is_identifier(expression: &Node<Expression>, name: &str) -> bool {
    matches!(&expression.node, Expression::Identifier(identifier) if identifier.node.name == name)
}

/// Whether the middle operand is left out, which the parser marks.
fn is_elvis(conditional: &Node<ConditionalExpression>) -> bool {
    is_identifier(&conditional.node.then_expression, "__hw_elvis")
}
