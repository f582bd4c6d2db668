//! Expressions as terms, and as words.

use super::condition::{Origin, State};
use super::encode::Encoder;
use crate::ir::{BinaryOp, CType, CastOp, Expr, ExprKind, LocalId, Scalar, StatementKind, UnaryOp};
use crate::logic::TermId;

impl Encoder<'_> {
    /// The value of an expression.
    pub(super) fn term(&mut self, state: &mut State, expr: &Expr) -> TermId {
        let width = self.width(expr.ty);
        match &expr.kind {
            ExprKind::Int(bits) => self.heap().pool.bv_const(u128::from(*bits), width),
            ExprKind::Null => self.heap().number(0),
            ExprKind::Register(local) | ExprKind::LocalAddress(local) => self.register(state, *local),
            ExprKind::GlobalAddress(global) => match self.globals.get(global) {
                Some(address) => *address,
                None => self.anything(expr.ty),
            },
            ExprKind::FunctionAddress(function) => {
                let name = format!("&{}", self.program.functions[*function].name);
                let sort = crate::logic::Sort::Bv(width);
                self.heap().pool.var(&name, sort)
            }
            ExprKind::Float(_) => self.anything(expr.ty),
            ExprKind::Unary(op, operand) => {
                let value = self.term(state, operand);
                match (op, expr.ty) {
                    (_, Scalar::Float(_)) => self.anything(expr.ty),
                    (UnaryOp::Neg, _) => self.heap().pool.neg(value),
                    (UnaryOp::BitNot, _) => self.heap().pool.bvnot(value),
                    _ => self.anything(expr.ty),
                }
            }
            ExprKind::Binary(op, left, right) => self.binary(state, *op, left, right, expr.ty),
            ExprKind::PointerAdd(pointer, offset) => {
                let (pointer, offset) = (self.term(state, pointer), self.term(state, offset));
                self.heap().pool.add(pointer, offset)
            }
            ExprKind::PointerDiff(left, right) => {
                let (left, right) = (self.term(state, left), self.term(state, right));
                self.heap().pool.sub(left, right)
            }
            ExprKind::Cast(op, operand) => {
                let value = self.term(state, operand);
                match op {
                    CastOp::IntToInt => match operand.ty.as_int().is_some_and(|int| int.signed) {
                        true => self.heap().pool.resize_signed(value, width),
                        false => self.heap().pool.resize_unsigned(value, width),
                    },
                    CastOp::PointerToInt | CastOp::IntToPointer => value,
                    CastOp::IntToFloat | CastOp::FloatToInt | CastOp::FloatToFloat => self.anything(expr.ty),
                }
            }
        }
    }

    fn binary(&mut self, state: &mut State, op: BinaryOp, left: &Expr, right: &Expr, ty: Scalar) -> TermId {
        let signed = left.ty.as_int().is_some_and(|int| int.signed);
        let is_float = matches!(left.ty, Scalar::Float(_));
        let (a, b) = (self.term(state, left), self.term(state, right));
        if is_float {
            let value = self.anything(ty);
            if op.is_comparison() {
                let one = self.heap().pool.bv_const(1, 32);
                return self.heap().pool.bvand(value, one);
            }
            return value;
        }
        let pool = &mut self.heap().pool;
        let truth = match op {
            BinaryOp::Add => return pool.add(a, b),
            BinaryOp::Sub => return pool.sub(a, b),
            BinaryOp::Mul => return pool.mul(a, b),
            BinaryOp::Div if signed => return pool.sdiv(a, b),
            BinaryOp::Div => return pool.udiv(a, b),
            BinaryOp::Rem if signed => return pool.srem(a, b),
            BinaryOp::Rem => return pool.urem(a, b),
            BinaryOp::BitAnd => return pool.bvand(a, b),
            BinaryOp::BitOr => return pool.bvor(a, b),
            BinaryOp::BitXor => return pool.bvxor(a, b),
            BinaryOp::Shl | BinaryOp::Shr => {
                let width = pool.width(a);
                let amount = pool.resize_unsigned(b, width);
                return match op {
                    BinaryOp::Shl => pool.shl(a, amount),
                    _ if signed => pool.ashr(a, amount),
                    _ => pool.lshr(a, amount),
                };
            }
            BinaryOp::Eq => pool.eq(a, b),
            BinaryOp::Ne => pool.ne(a, b),
            BinaryOp::Lt if signed => pool.slt(a, b),
            BinaryOp::Lt => pool.ult(a, b),
            BinaryOp::Le if signed => pool.sle(a, b),
            BinaryOp::Le => pool.ule(a, b),
            BinaryOp::Gt if signed => pool.sgt(a, b),
            BinaryOp::Gt => pool.ugt(a, b),
            BinaryOp::Ge if signed => pool.sge(a, b),
            BinaryOp::Ge => pool.uge(a, b),
        };
        pool.bool_to_bv(truth, 32)
    }

    /// Whether an integer is not zero.
    pub(super) fn truth(&mut self, state: &mut State, expr: &Expr) -> TermId {
        let value = self.term(state, expr);
        let width = self.width(expr.ty);
        let zero = self.heap().pool.bv_const(0, width);
        self.heap().pool.ne(value, zero)
    }

    /// Any value.
    pub(super) fn anything(&mut self, ty: Scalar) -> TermId {
        self.fresh(ty, "any", Origin::Unknown)
    }

    /// A register in words: its name, or what was read into it.
    pub(super) fn describe_register(&self, local: LocalId) -> String {
        self.words(&Expr::register(local, Scalar::Pointer, crate::base::Span::NONE), 0)
    }

    /// An expression in words.
    pub(super) fn describe(&self, expr: &Expr) -> String {
        self.words(expr, 0)
    }

    fn words(&self, expr: &Expr, depth: usize) -> String {
        const DEEPEST: usize = 6;
        if depth > DEEPEST {
            return "…".into();
        }
        let sub = |e: &Expr| self.words(e, depth + 1);
        match &expr.kind {
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Null => "NULL".into(),
            ExprKind::Register(local) => match &self.body.locals[*local].name {
                Some(name) => name.clone(),
                None => self.definition(*local, depth),
            },
            ExprKind::LocalAddress(local) => {
                format!("&{}", self.body.locals[*local].name.as_deref().unwrap_or("temporary"))
            }
            ExprKind::GlobalAddress(global) => format!("&{}", self.program.globals[*global].name),
            ExprKind::FunctionAddress(function) => self.program.functions[*function].name.clone(),
            ExprKind::PointerAdd(base, offset) => match self.member(base, offset, depth) {
                Some(member) => format!("&{member}"),
                None => match (&offset.kind, offset.ty.as_int()) {
                    (ExprKind::Int(bits), Some(int)) => {
                        let bytes = crate::ir::IntType { signed: true, ..int }.value(*bits);
                        format!("(char *){} {} {}", sub(base), if bytes < 0 { '-' } else { '+' }, bytes.abs())
                    }
                    _ => format!("(char *){} + …", sub(base)),
                },
            },
            ExprKind::Cast(CastOp::IntToPointer, operand) => format!("(void *){}", sub(operand)),
            ExprKind::Cast(_, operand) => sub(operand),
            ExprKind::Float(_) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::PointerDiff(..) => {
                "an expression".into()
            }
        }
    }

    /// What a temporary was set to.
    fn definition(&self, local: LocalId, depth: usize) -> String {
        let mut definitions = self.body.statements().map(|s| &s.kind).filter(|kind| kind.written() == Some(local));
        match (definitions.next(), definitions.next()) {
            (Some(StatementKind::Load { address, .. }), None) => {
                let address = self.words(address, depth + 1);
                match address.strip_prefix('&') {
                    Some(object) => object.to_string(),
                    None => format!("*{address}"),
                }
            }
            (Some(StatementKind::Assign { value, .. }), None) => self.words(value, depth + 1),
            (Some(StatementKind::Call { callee, .. }), None) => {
                format!("the result of `{}`", self.callee_name(callee))
            }
            _ => "a temporary value".into(),
        }
    }

    /// `base->field`, if that is what lies there.
    fn member(&self, base: &Expr, offset: &Expr, depth: usize) -> Option<String> {
        let ExprKind::Int(offset) = offset.kind else { return None };
        let (ty, text) = match &base.kind {
            ExprKind::Register(register) => match &self.body.locals[*register].ty {
                CType::Pointer(inner) => ((**inner).clone(), format!("{}->", self.words(base, depth + 1))),
                _ => return None,
            },
            ExprKind::LocalAddress(local) => {
                let local = &self.body.locals[*local];
                (local.ty.clone(), format!("{}.", local.name.as_deref()?))
            }
            ExprKind::GlobalAddress(global) => {
                let global = &self.program.globals[*global];
                (global.ty.clone(), format!("{}.", global.name))
            }
            _ => return None,
        };
        let CType::Record(record) = ty else { return None };
        let types = self.conditions.heap.types;
        let layout = &types.types[types.record(record)?].layout;
        let slot = layout.slots.iter().find(|slot| slot.offset == offset)?;
        Some(text + &types.fields[slot.field].name)
    }
}
