//! Unary and binary operators, assignments, increments.
//!
//! In: operator expressions of the AST. Out: values; statements for their side effects.

use super::order::Conflict;
use super::value::{Operand, Place, PlaceKind, Shape, Value, by_address};
use super::{Lowering, Result, Stop, fold};
use crate::base::Span;
use crate::ir::{BinaryOp, CType, CastOp, Expr, ExprKind, IntType, Scalar, UnaryOp};
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, Expression, UnaryOperator, UnaryOperatorExpression};
use lang_c::span::Node;
use std::cell::RefCell;

/// Compilers compute with the width of the field, or with that of its declared type.
const WIDE_FIELD: &str = "arithmetic with a bit-field that is wider than `int`, on which compilers differ";

impl Lowering<'_> {
    /// A unary operator.
    pub(super) fn unary(&mut self, unary: &Node<UnaryOperatorExpression>) -> Result<Operand> {
        let span = self.span(unary.span);
        let operand = &unary.node.operand;
        let value = match unary.node.operator.node {
            UnaryOperator::Address => match self.operand(operand)? {
                Operand::Value(value) if matches!(value.ty, CType::Function(_)) => {
                    Value { expr: value.expr, ty: CType::Pointer(Box::new(value.ty)), shape: None }
                }
                Operand::Value(_) => return self.error(span, "address of something that is no object"),
                Operand::Place(place) => {
                    let mut expr = self.address(&place, span)?;
                    expr.span = span;
                    let shape = place.shape.as_ref().map(|shape| shape.pointer());
                    Value { expr, ty: CType::Pointer(Box::new(place.ty)), shape }
                }
            },
            UnaryOperator::Indirection => {
                let pointer = self.rvalue(operand)?;
                return self.indirection(pointer, span);
            }
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => {
                let value = self.rvalue(operand)?;
                self.computable(&value.ty, span)?;
                if self.is_wide_field(&value) {
                    return Err(Stop::unsupported(span, WIDE_FIELD));
                }
                let value = self.promote(value, span)?;
                let op = match (&unary.node.operator.node, &value.ty) {
                    (UnaryOperator::Plus, CType::Int(_) | CType::Float(_)) => return Ok(Operand::Value(value)),
                    (UnaryOperator::Minus, CType::Int(_) | CType::Float(_)) => UnaryOp::Neg,
                    (UnaryOperator::Complement, CType::Int(_)) => UnaryOp::BitNot,
                    _ => return self.error(span, "invalid operand"),
                };
                Value { expr: fold::unary(op, value.expr, span), ty: value.ty, shape: None }
            }
            UnaryOperator::Negate => self.not(unary)?,
            UnaryOperator::PostIncrement | UnaryOperator::PreIncrement => self.step(unary, true, true)?,
            UnaryOperator::PostDecrement | UnaryOperator::PreDecrement => self.step(unary, false, true)?,
        };
        Ok(Operand::Value(value))
    }

    fn not(&mut self, unary: &Node<UnaryOperatorExpression>) -> Result<Value> {
        let span = self.span(unary.span);
        let operand = &unary.node.operand;
        let value = match &operand.node {
            Expression::BinaryOperator(binary)
                if matches!(binary.node.operator.node, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr) =>
            {
                self.logical(operand)?
            }
            _ => self.rvalue(operand)?,
        };
        let truth = self.truth(value, span)?;
        Ok(Value::int(fold::negate(truth, span)))
    }

    /// `++` and `--`, before or after.
    pub(super) fn step(&mut self, unary: &Node<UnaryOperatorExpression>, up: bool, used: bool) -> Result<Value> {
        let span = self.span(unary.span);
        let place = self.place(&unary.node.operand)?;
        let place = self.stable(place);
        let old = self.read(&place, span)?;
        let postfix = matches!(unary.node.operator.node, UnaryOperator::PostIncrement | UnaryOperator::PostDecrement);
        // The old value must not change with the variable.
        let old = match place.kind {
            PlaceKind::Register(_) if postfix && used => {
                Value { expr: self.body.hold(old.expr, old.ty.clone()), ..old }
            }
            _ => old,
        };
        let one = Value::int(Expr::int(1, IntType::INT, span));
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = self.combine(op, old.clone(), one, span)?;
        let new = self.convert(new, &place.ty, span)?;
        let new = self.assign(&place, new, used && !postfix, span)?;
        Ok(if postfix { old } else { new })
    }

    /// A place whose address can be used twice.
    pub(super) fn stable(&mut self, mut place: Place) -> Place {
        if let PlaceKind::Memory(address) = &place.kind
            && fold::may_fail(address)
        {
            let ty = CType::Pointer(Box::new(place.ty.clone()));
            place.kind = PlaceKind::Memory(self.body.hold(address.clone(), ty));
        }
        place
    }

    /// Writes a value of the place's type; the result is what the place then holds.
    pub(super) fn assign(&mut self, place: &Place, value: Value, used: bool, span: Span) -> Result<Value> {
        if !used {
            self.write(place, value, span)?;
            return Ok(Value::void(span));
        }
        if let (PlaceKind::Memory(_), None, false) = (&place.kind, place.bits, by_address(&place.ty)) {
            let held = if fold::is_simple(&value.expr) {
                value
            } else {
                Value { expr: self.body.hold(value.expr, value.ty.clone()), ..value }
            };
            self.write(place, held.clone(), span)?;
            return Ok(held);
        }
        self.write(place, value, span)?;
        self.read(place, span)
    }

    /// A binary operator other than `&&` and `||`.
    pub(super) fn binary(&mut self, binary: &Node<BinaryOperatorExpression>) -> Result<Operand> {
        let span = self.span(binary.span);
        let BinaryOperatorExpression { operator, lhs, rhs } = &binary.node;
        let op = match operator.node {
            BinaryOperator::Index => {
                let (left, right) = self.both(lhs, rhs, span)?;
                let pointer = self.combine(BinaryOp::Add, left, right, span)?;
                return self.indirection(pointer, span);
            }
            _ => match simple_operator(&operator.node) {
                Some(op) => op,
                None => return self.assignment(binary, true).map(Operand::Value),
            },
        };
        let (left, right) = self.both(lhs, rhs, span)?;
        let (in_left, in_right) = (self.is_wide_field(&left), self.is_wide_field(&right));
        let decides = |other: &Value| matches!(other.ty, CType::Int(int) if int.bits < 64);
        let depends = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                in_left && (in_right || decides(&right)) || in_right && decides(&left)
            }
            BinaryOp::Shl => in_left,
            _ => false,
        };
        if depends {
            return Err(Stop::unsupported(span, WIDE_FIELD));
        }
        self.combine(op, left, right, span).map(Operand::Value)
    }

    /// The values of two operands, in any order.
    fn both(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>, span: Span) -> Result<(Value, Value)> {
        let operands = [lhs, rhs];
        let mut values = self.in_any_order(span, 2, |this, number| this.rvalue(operands[number]))?;
        match (values.pop(), values.pop()) {
            (Some(right), Some(left)) => Ok((left, right)),
            _ => self.error(span, "an operand is missing"),
        }
    }

    /// Whether a value is that of a bit-field wider than `int`.
    fn is_wide_field(&self, value: &Value) -> bool {
        matches!(value.expr.kind, ExprKind::Register(local) if self.body.wide_fields.contains(&local))
    }

    /// A binary operator whose value is not used.
    pub(super) fn binary_effect(&mut self, binary: &Node<BinaryOperatorExpression>) -> Result<()> {
        let operator = &binary.node.operator.node;
        if *operator == BinaryOperator::Index || simple_operator(operator).is_some() {
            let operand = self.binary(binary)?;
            let value = self.value_of(operand, self.span(binary.span))?;
            self.discard(value);
            return Ok(());
        }
        self.assignment(binary, false).map(drop)
    }

    fn assignment(&mut self, binary: &Node<BinaryOperatorExpression>, used: bool) -> Result<Value> {
        let span = self.span(binary.span);
        let BinaryOperatorExpression { operator, lhs, rhs } = &binary.node;
        let op = match operator.node {
            BinaryOperator::Assign => None,
            BinaryOperator::AssignMultiply => Some(BinaryOp::Mul),
            BinaryOperator::AssignDivide => Some(BinaryOp::Div),
            BinaryOperator::AssignModulo => Some(BinaryOp::Rem),
            BinaryOperator::AssignPlus => Some(BinaryOp::Add),
            BinaryOperator::AssignMinus => Some(BinaryOp::Sub),
            BinaryOperator::AssignShiftLeft => Some(BinaryOp::Shl),
            BinaryOperator::AssignShiftRight => Some(BinaryOp::Shr),
            BinaryOperator::AssignBitwiseAnd => Some(BinaryOp::BitAnd),
            BinaryOperator::AssignBitwiseXor => Some(BinaryOp::BitXor),
            BinaryOperator::AssignBitwiseOr => Some(BinaryOp::BitOr),
            _ => return self.error(span, "unknown operator"),
        };
        let (place, old, right) = self.both_sides(lhs, rhs, op.is_some(), span)?;
        let value = match (op, old) {
            (Some(op), Some(old)) => self.combine(op, old, right, span)?,
            _ => right,
        };
        let value = self.convert(value, &place.ty, span)?;
        self.assign(&place, value, used, span)
    }

    /// The place on the left of an assignment, what it holds if that is `wanted`, and the value on the right.
    ///
    /// The old value is read after the right side is known, unless the order matters.
    fn both_sides(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        wanted: bool,
        span: Span,
    ) -> Result<(Place, Option<Value>, Value)> {
        let found: RefCell<Option<Place>> = RefCell::new(None);
        let mut operand = |this: &mut Self, number: usize| match number {
            0 => {
                let place = this.place(lhs)?;
                let place = this.stable(place);
                if wanted {
                    this.note(Self::read_access(&place.kind));
                }
                let ty = this.void_pointer();
                let (expr, place) = match place.kind {
                    PlaceKind::Register(_) => (Expr::null(span), place),
                    // The address is used to read and to write.
                    PlaceKind::Memory(address) if this.conflict(span).is_some() => {
                        let held = this.body.hold(address, ty.clone());
                        (held.clone(), Place { kind: PlaceKind::Memory(held), ..place })
                    }
                    PlaceKind::Memory(ref address) => (address.clone(), place),
                };
                found.replace(Some(place));
                Ok(Value { expr, ty, shape: None })
            }
            1 => this.rvalue(rhs),
            _ => match &*found.borrow() {
                Some(place) => this.read(place, span),
                None => this.error(span, "not an lvalue"),
            },
        };
        let mut values = match self.conflict(span) {
            Some(Conflict::Open { once, at_end, .. }) => {
                let parts = if wanted { &[0, 1, 2][..] } else { &[0, 1] };
                let place_first = |order: &[usize]| order.iter().find(|&&part| part != 1) == Some(&0);
                self.in_all_orders(span, parts, (once, at_end), place_first, operand)?.into_iter()
            }
            _ => {
                let store = || found.borrow().as_ref().map(|place| Self::write_access(&place.kind));
                self.in_any_order_then(span, 2, &mut operand, store)?.into_iter()
            }
        };
        let (Some(address), Some(right), Some(mut place)) = (values.next(), values.next(), found.take()) else {
            return self.error(span, "an operand is missing");
        };
        if let PlaceKind::Memory(at) = &mut place.kind {
            *at = address.expr;
        }
        let old = match values.next() {
            None if wanted => Some(self.read(&place, span)?),
            old => old,
        };
        Ok((place, old, right))
    }

    /// Applies an operator to two values.
    pub(super) fn combine(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Result<Value> {
        if matches!(left.ty, CType::Pointer(_)) || matches!(right.ty, CType::Pointer(_)) {
            return self.combine_pointers(op, left, right, span);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            self.computable(&left.ty, span)?;
            self.computable(&right.ty, span)?;
            let left = self.promote(left, span)?;
            let right = self.promote(right, span)?;
            if !matches!((&left.ty, &right.ty), (CType::Int(_), CType::Int(_))) {
                return self.error(span, "invalid operands");
            }
            return Ok(Value { expr: fold::binary(op, left.expr, right.expr, span), ty: left.ty, shape: None });
        }
        let (left, right) = self.balance(left, right, span)?;
        self.computable(&left.ty, span)?;
        let integers_only = matches!(op, BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
        if integers_only && matches!(left.ty, CType::Float(_)) {
            return self.error(span, "invalid operands");
        }
        let ty = if op.is_comparison() { CType::Int(IntType::INT) } else { left.ty };
        let expr = fold::binary(op, left.expr, right.expr, span);
        if matches!(ty, CType::Float(_)) {
            self.note_rounding(&expr, span)?;
        }
        Ok(Value { expr, ty, shape: None })
    }

    fn combine_pointers(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Result<Value> {
        if let (CType::Pointer(one), CType::Pointer(other)) = (&left.ty, &right.ty)
            && left.expr.kind != ExprKind::Null
            && right.expr.kind != ExprKind::Null
        {
            self.note_compared(one, other);
        }
        match (op, left.ty.clone(), right.ty.clone()) {
            (BinaryOp::Add, CType::Pointer(target), CType::Int(_) | CType::Bool) => {
                self.move_pointer(left, &target, right, false, span)
            }
            (BinaryOp::Add, CType::Int(_) | CType::Bool, CType::Pointer(target)) => {
                self.move_pointer(right, &target, left, false, span)
            }
            (BinaryOp::Sub, CType::Pointer(target), CType::Int(_) | CType::Bool) => {
                self.move_pointer(left, &target, right, true, span)
            }
            (BinaryOp::Sub, CType::Pointer(target), CType::Pointer(_)) => {
                let size = self.element_size(&target, &left, span)?;
                self.distance(left.expr, right.expr, size, span)
            }
            (op, ..) if op.is_comparison() => {
                let pointer = CType::Pointer(Box::new(CType::Void));
                let left = self.convert(left, &pointer, span)?;
                let right = self.convert(right, &pointer, span)?;
                Ok(Value::int(fold::binary(op, left.expr, right.expr, span)))
            }
            _ => self.error(span, "invalid operands"),
        }
    }

    /// The unit of arithmetic on a pointer: the bytes of what it points at.
    fn element_size(&mut self, target: &CType, pointer: &Value, span: Span) -> Result<Expr> {
        let shape = pointer.shape.as_ref().and_then(|shape| shape.target());
        match (target, shape.as_deref()) {
            (_, Some(Shape::Array { size, .. })) => Ok(size.clone()),
            (CType::Function(_), _) => Ok(self.size_constant(1, span)),
            (CType::Array(..), None) if self.program.types.size_of(target).is_none() => {
                self.unsupported(span, "arithmetic on a pointer to an array of unknown size")
            }
            _ => {
                let size = self.complete_size(target, span)?;
                Ok(self.size_constant(size, span))
            }
        }
    }

    fn move_pointer(&mut self, pointer: Value, target: &CType, by: Value, back: bool, span: Span) -> Result<Value> {
        let size = self.element_size(target, &pointer, span)?;
        let mut offset = self.scaled(by, size, span)?;
        if back {
            offset = fold::unary(UnaryOp::Neg, offset, span);
        }
        let expr = fold::pointer_add(pointer.expr, offset, span);
        Ok(Value { expr, ty: pointer.ty, shape: pointer.shape })
    }

    /// An index as a number of bytes.
    pub(super) fn scaled(&mut self, index: Value, size: Expr, span: Span) -> Result<Expr> {
        let index = self.convert(index, &CType::Int(self.program.types.size_type()), span)?;
        if fold::int_value(&size) == Some(1) {
            return Ok(index.expr);
        }
        Ok(fold::binary(BinaryOp::Mul, index.expr, size, span))
    }

    fn distance(&mut self, left: Expr, right: Expr, size: Expr, span: Span) -> Result<Value> {
        let int = IntType::signed(self.program.types.pointer_bits());
        let bytes = fold::pointer_diff(left, right, int, span);
        let expr = match fold::int_value(&size) {
            Some(0) => return self.error(span, "difference of pointers to empty objects"),
            Some(1) => bytes,
            _ => {
                let size = fold::cast(CastOp::IntToInt, size, Scalar::Int(int), span);
                fold::binary(BinaryOp::Div, bytes, size, span)
            }
        };
        Ok(Value { expr, ty: CType::Int(int), shape: None })
    }
}

/// Operators that only compute.
fn simple_operator(operator: &BinaryOperator) -> Option<BinaryOp> {
    Some(match operator {
        BinaryOperator::Multiply => BinaryOp::Mul,
        BinaryOperator::Divide => BinaryOp::Div,
        BinaryOperator::Modulo => BinaryOp::Rem,
        BinaryOperator::Plus => BinaryOp::Add,
        BinaryOperator::Minus => BinaryOp::Sub,
        BinaryOperator::ShiftLeft => BinaryOp::Shl,
        BinaryOperator::ShiftRight => BinaryOp::Shr,
        BinaryOperator::Less => BinaryOp::Lt,
        BinaryOperator::Greater => BinaryOp::Gt,
        BinaryOperator::LessOrEqual => BinaryOp::Le,
        BinaryOperator::GreaterOrEqual => BinaryOp::Ge,
        BinaryOperator::Equals => BinaryOp::Eq,
        BinaryOperator::NotEquals => BinaryOp::Ne,
        BinaryOperator::BitwiseAnd => BinaryOp::BitAnd,
        BinaryOperator::BitwiseXor => BinaryOp::BitXor,
        BinaryOperator::BitwiseOr => BinaryOp::BitOr,
        _ => return None,
    })
}
