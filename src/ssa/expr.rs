//! Expressions as terms.

use super::Encoder;
use super::access::FIRST_PAGE;
use super::state::State;
use crate::base::Id;
use crate::base::Span;
use crate::ir::{BinaryOp, CastOp, ErrorKind, Expr, ExprKind, FloatType, IntType, LocalId, Scalar, UnaryOp};
use crate::logic::{Sort, TermId};
use crate::memory::{Case, Content, Memory, ObjectId, ObjectKind};

impl Encoder<'_> {
    /// The sort of values of a scalar type.
    pub(super) fn sort(&self, ty: Scalar) -> Sort {
        match ty {
            Scalar::Int(int) => Sort::Bv(u32::from(int.bits)),
            Scalar::Float(FloatType::F32) => Sort::Bv(32),
            Scalar::Float(FloatType::F64) => Sort::Bv(64),
            Scalar::Float(FloatType::F80) => Sort::Bv(80),
            Scalar::Pointer => self.memory.pointer_sort(),
        }
    }

    /// An input that is 0 or 1.
    pub(super) fn boolean_input(&mut self, prefix: &str, ty: Scalar) -> TermId {
        match self.sort(ty) {
            Sort::Bv(width) => {
                let bit = self.memory.pool.fresh_var(prefix, Sort::Bv(1));
                self.memory.pool.zext(bit, width)
            }
            _ => self.input(prefix, ty),
        }
    }

    /// An input of a scalar type.
    pub(super) fn input(&mut self, prefix: &str, ty: Scalar) -> TermId {
        match ty {
            Scalar::Pointer => self.foreign_pointer(prefix),
            _ => {
                let sort = self.sort(ty);
                self.memory.pool.fresh_var(prefix, sort)
            }
        }
    }

    /// A pointer from outside the program: null, or somewhere in foreign memory.
    pub(super) fn foreign_pointer(&mut self, prefix: &str) -> TermId {
        let address = self.memory.pool.fresh_var(prefix, Sort::Bv(self.memory.offset_bits()));
        self.memory.foreign_pointer(address)
    }

    pub(super) fn register(&self, state: &State, register: LocalId) -> Option<TermId> {
        state.frame.registers.get(register.index()).copied().flatten()
    }

    pub(super) fn set_register(&mut self, state: &mut State, register: LocalId, value: TermId) {
        if let Some(slot) = state.frame.registers.get_mut(register.index()) {
            *slot = Some(value);
        }
    }

    /// Whether an integer expression is not zero.
    pub(super) fn truth(&mut self, state: &State, expr: &Expr) -> TermId {
        let value = self.evaluate(state, expr);
        self.is_nonzero(value)
    }

    /// Whether a bit-vector is not zero.
    pub(super) fn is_nonzero(&mut self, value: TermId) -> TermId {
        let zero = self.memory.pool.bv_const(0, self.memory.pool.width(value));
        self.memory.pool.ne(value, zero)
    }

    /// The value of an expression.
    pub(super) fn evaluate(&mut self, state: &State, expr: &Expr) -> TermId {
        match &expr.kind {
            ExprKind::Int(bits) => {
                let width = expr.ty.as_int().map_or(64, |int| u32::from(int.bits));
                self.memory.pool.bv_const(u128::from(*bits), width)
            }
            ExprKind::Float(value) => {
                let width = if expr.ty == Scalar::Float(FloatType::F32) { 32 } else { 64 };
                self.memory.pool.float_const(*value, width)
            }
            ExprKind::Null => self.memory.null(),
            ExprKind::Register(register) => match self.register(state, *register) {
                Some(value) => value,
                None => {
                    self.formula.approximate("a variable without a value", expr.span);
                    self.input("unset", expr.ty)
                }
            },
            ExprKind::LocalAddress(local) => match state.frame.addresses.get(local.index()).copied().flatten() {
                Some(address) => address,
                None => {
                    self.unsupported(state.guard, "the address of a variable whose life has not begun", expr.span);
                    self.memory.null()
                }
            },
            ExprKind::GlobalAddress(global) => self.object_start(self.globals[global.index()]),
            ExprKind::FunctionAddress(function) => self.object_start(self.functions[function.index()]),
            ExprKind::Unary(op, operand) => {
                let value = self.evaluate(state, operand);
                self.unary(state, *op, value, expr)
            }
            ExprKind::Binary(op, left, right) => {
                let a = self.evaluate(state, left);
                let b = self.evaluate(state, right);
                if op.is_comparison() {
                    let holds = self.compare(state, *op, a, b, left.ty, expr.span);
                    self.memory.pool.bool_to_bv(holds, 32)
                } else {
                    self.arithmetic(state, *op, a, b, left.ty, right.ty, expr.span)
                }
            }
            ExprKind::PointerAdd(pointer, bytes) => {
                let pointer = self.evaluate(state, pointer);
                let bytes = self.evaluate(state, bytes);
                self.memory.pointer_add(pointer, bytes)
            }
            ExprKind::PointerDiff(left, right) => {
                let a = self.evaluate(state, left);
                let b = self.evaluate(state, right);
                self.difference(a, b, expr.span)
            }
            ExprKind::Cast(op, operand) => {
                let value = self.evaluate(state, operand);
                self.cast(*op, value, operand.ty, expr.ty, expr.span)
            }
        }
    }

    pub(super) fn object_start(&mut self, object: ObjectId) -> TermId {
        let zero = self.memory.offset(0);
        self.memory.pointer(object, zero)
    }

    fn unary(&mut self, state: &State, op: UnaryOp, value: TermId, expr: &Expr) -> TermId {
        match (op, expr.ty) {
            (UnaryOp::BitNot, _) => self.memory.pool.bvnot(value),
            (UnaryOp::Neg, Scalar::Int(int)) => {
                if int.signed {
                    let minimum = self.memory.pool.bv_signed(int.min(), u32::from(int.bits));
                    let fine = self.memory.pool.ne(value, minimum);
                    self.no_overflow(state, fine, expr.span);
                }
                self.memory.pool.neg(value)
            }
            (op, Scalar::Float(float)) if op.is_float_function() => self.float_function(op, value, float, expr.span),
            (_, _) => {
                let width = self.memory.pool.width(value);
                let sign = self.memory.pool.bv_const(1 << (width - 1), width);
                self.memory.pool.bvxor(value, sign)
            }
        }
    }

    /// Checks that a signed operation does not overflow, if that is asked.
    fn no_overflow(&mut self, state: &State, fine: TermId, span: Span) {
        if self.asks(ErrorKind::SignedOverflow) {
            self.require(state, ErrorKind::SignedOverflow, fine, span, None);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn arithmetic(
        &mut self,
        state: &State,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        ty: Scalar,
        right_ty: Scalar,
        span: Span,
    ) -> TermId {
        let int = match ty {
            Scalar::Int(int) => int,
            Scalar::Float(float) => return self.float_arithmetic(state, op, a, b, float, span),
            Scalar::Pointer => return a,
        };
        let bits = u32::from(int.bits);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                if int.signed && self.asks(ErrorKind::SignedOverflow) {
                    let fine = self.fits(op, a, b, int);
                    self.no_overflow(state, fine, span);
                }
                match op {
                    BinaryOp::Add => self.memory.pool.add(a, b),
                    BinaryOp::Sub => self.memory.pool.sub(a, b),
                    _ => self.memory.pool.mul(a, b),
                }
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let nonzero = self.is_nonzero(b);
                self.require(state, ErrorKind::DivisionByZero, nonzero, span, None);
                if int.signed {
                    let minimum = self.memory.pool.bv_signed(int.min(), bits);
                    let minus_one = self.memory.pool.bv_signed(-1, bits);
                    let (x, y) = (self.memory.pool.ne(a, minimum), self.memory.pool.ne(b, minus_one));
                    let fine = self.memory.pool.or([x, y]);
                    self.no_overflow(state, fine, span);
                }
                match (op, int.signed) {
                    (BinaryOp::Div, true) => self.memory.pool.sdiv(a, b),
                    (BinaryOp::Div, false) => self.memory.pool.udiv(a, b),
                    (_, true) => self.memory.pool.srem(a, b),
                    (_, false) => self.memory.pool.urem(a, b),
                }
            }
            BinaryOp::BitAnd => self.memory.pool.bvand(a, b),
            BinaryOp::BitOr => self.memory.pool.bvor(a, b),
            BinaryOp::BitXor => self.memory.pool.bvxor(a, b),
            BinaryOp::Shl | BinaryOp::Shr => {
                let amount = self.shift_amount(state, b, right_ty, bits, span);
                if op == BinaryOp::Shl && int.signed && self.asks(ErrorKind::SignedOverflow) {
                    let shifted = self.memory.pool.shl(a, amount);
                    let back = self.memory.pool.ashr(shifted, amount);
                    let fine = self.memory.pool.eq(back, a);
                    self.no_overflow(state, fine, span);
                }
                match (op, int.signed) {
                    (BinaryOp::Shl, _) => self.memory.pool.shl(a, amount),
                    (_, true) => self.memory.pool.ashr(a, amount),
                    (_, false) => self.memory.pool.lshr(a, amount),
                }
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => a,
        }
    }

    /// The shift amount as wide as the shifted value, required to be less than its width.
    fn shift_amount(&mut self, state: &State, amount: TermId, ty: Scalar, bits: u32, span: Span) -> TermId {
        let have = self.memory.pool.width(amount);
        let limit = self.memory.pool.bv_const(u128::from(bits), have);
        debug_assert!(matches!(ty, Scalar::Int(_)));
        let fine = self.memory.pool.ult(amount, limit);
        self.require(state, ErrorKind::OversizedShift, fine, span, None);
        self.memory.pool.resize_unsigned(amount, bits)
    }

    /// Whether the exact result of a signed operation fits its type, computed in twice the width.
    fn fits(&mut self, op: BinaryOp, a: TermId, b: TermId, int: IntType) -> TermId {
        let bits = u32::from(int.bits);
        let wide = if op == BinaryOp::Mul { 2 * bits } else { bits + 1 };
        let pool = &mut self.memory.pool;
        let (x, y) = (pool.sext(a, wide), pool.sext(b, wide));
        let exact = match op {
            BinaryOp::Add => pool.add(x, y),
            BinaryOp::Sub => pool.sub(x, y),
            _ => pool.mul(x, y),
        };
        let low = pool.extract(bits - 1, 0, exact);
        let again = pool.sext(low, wide);
        pool.eq(exact, again)
    }

    pub(super) fn compare(
        &mut self,
        state: &State,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        ty: Scalar,
        span: Span,
    ) -> TermId {
        match ty {
            Scalar::Int(int) => self.compare_integers(op, a, b, int.signed),
            Scalar::Float(float) => self.compare_floats(op, a, b, float, span),
            Scalar::Pointer => self.compare_pointers(state, op, a, b, span),
        }
    }

    fn compare_integers(&mut self, op: BinaryOp, a: TermId, b: TermId, signed: bool) -> TermId {
        let pool = &mut self.memory.pool;
        match (op, signed) {
            (BinaryOp::Eq, _) => pool.eq(a, b),
            (BinaryOp::Ne, _) => pool.ne(a, b),
            (BinaryOp::Lt, true) => pool.slt(a, b),
            (BinaryOp::Lt, false) => pool.ult(a, b),
            (BinaryOp::Le, true) => pool.sle(a, b),
            (BinaryOp::Le, false) => pool.ule(a, b),
            (BinaryOp::Gt, true) => pool.slt(b, a),
            (BinaryOp::Gt, false) => pool.ult(b, a),
            (_, true) => pool.sle(b, a),
            (_, false) => pool.ule(b, a),
        }
    }

    /// Pointers into the same object compare by offset. Pointers to different objects are different if both are
    /// inside live objects; everything else depends on addresses, and may be anything.
    fn compare_pointers(&mut self, state: &State, op: BinaryOp, a: TermId, b: TermId, span: Span) -> TermId {
        let same = self.memory.same_object(a, b);
        let (fa, fb) = (self.memory.offset_part(a), self.memory.offset_part(b));
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let mut equal = self.memory.pool.eq(a, b);
            let vague = self.vague(state, a, b);
            if vague != TermId::FALSE {
                self.formula.approximate("comparison of pointers that are dangling or at the end of an object", span);
                let differ = self.memory.pool.not(same);
                let vague = self.memory.pool.and([vague, differ]);
                let any = self.memory.pool.fresh_var("address", Sort::Bool);
                equal = self.memory.pool.ite(vague, any, equal);
            }
            return if op == BinaryOp::Eq { equal } else { self.memory.pool.not(equal) };
        }
        let (none, foreign) = (self.memory.points_to(a, ObjectId::NONE), self.memory.points_to(a, ObjectId::FOREIGN));
        let no_object = self.memory.pool.or([none, foreign]);
        let (by_offset, by_address) =
            (self.compare_integers(op, fa, fb, true), self.compare_integers(op, fa, fb, false));
        let by_offset = self.memory.pool.ite(no_object, by_address, by_offset);
        let (near_a, near_b) = (self.near(a), self.near(b));
        let ordered = self.memory.pool.and([same, near_a, near_b]);
        if ordered == TermId::TRUE {
            return by_offset;
        }
        self.formula.approximate("order of pointers to different objects", span);
        let any = self.memory.pool.fresh_var("address", Sort::Bool);
        self.memory.pool.ite(ordered, by_offset, any)
    }

    /// Whether a pointer is so close to its object, be that live or not, that its address is the address of the object
    /// plus the offset without a wrap, and not null: no object lies in the first or the last page.
    fn near(&mut self, pointer: TermId) -> TermId {
        let mut near = Vec::new();
        for case in self.memory.cases(pointer).iter() {
            if matches!(case.object, ObjectId::NONE | ObjectId::FOREIGN) {
                continue;
            }
            let (before, around) = (self.memory.offset(FIRST_PAGE - 1), self.memory.offset(2 * (FIRST_PAGE - 1)));
            let distance = self.memory.pool.add(case.offset, before);
            let size = self.memory.objects[case.object].size;
            let limit = self.memory.pool.add(size, around);
            // Close to the start whatever the size, so that a block of symbolic size is not null.
            let (at_start, inside) = (self.memory.pool.ule(distance, around), self.memory.pool.ule(distance, limit));
            let close = self.memory.pool.or([at_start, inside]);
            let there = self.memory.points_to(pointer, case.object);
            near.push(self.memory.pool.implies(there, close));
        }
        self.memory.pool.and(near)
    }

    /// Whether a pointer may be null although its object is not "no object": it was moved there.
    fn vaguely_null(&mut self, pointer: TermId) -> TermId {
        let near = self.near(pointer);
        let far = self.memory.pool.not(near);
        let foreign = self.memory.points_to(pointer, ObjectId::FOREIGN);
        let (offset, zero) = (self.memory.offset_part(pointer), self.memory.offset(0));
        let nowhere = self.memory.pool.eq(offset, zero);
        let moved = self.memory.pool.and([foreign, nowhere]);
        self.memory.pool.or([far, moved])
    }

    /// Whether the addresses of two pointers to different objects may be equal: one is outside its object or dangling.
    fn vague(&mut self, state: &State, a: TermId, b: TermId) -> TermId {
        if self.memory.null() == a {
            return self.vaguely_null(b);
        }
        if self.memory.null() == b {
            return self.vaguely_null(a);
        }
        let (ca, cb) = (self.memory.cases(a), self.memory.cases(b));
        let single = |memory: &Memory, cases: &[Case]| match cases {
            [only] if !memory.objects[only.object].class => Some(only.object),
            _ => None,
        };
        if single(&self.memory, &ca).is_some() && single(&self.memory, &ca) == single(&self.memory, &cb) {
            return TermId::FALSE;
        }
        let read_only = |memory: &Memory, cases: &[Case]| {
            cases
                .iter()
                .any(|case| matches!(memory.objects[case.object].kind, ObjectKind::Global { writable: false, .. }))
        };
        let literals = read_only(&self.memory, &ca) && read_only(&self.memory, &cb);
        let mut vague = Vec::new();
        for (pointer, cases) in [(a, ca), (b, cb)] {
            for case in cases.iter() {
                if case.object == ObjectId::NONE {
                    let zero = self.memory.offset(0);
                    let null = self.memory.pool.eq(case.offset, zero);
                    let there = self.memory.points_to(pointer, case.object);
                    let not_null = self.memory.pool.not(null);
                    vague.push(self.memory.pool.and([there, not_null]));
                    continue;
                }
                if case.object == ObjectId::FOREIGN {
                    vague.push(self.memory.points_to(pointer, case.object));
                    continue;
                }
                let shareable =
                    matches!(self.memory.objects[case.object].kind, ObjectKind::Global { writable: false, .. });
                if literals && shareable {
                    vague.push(self.memory.points_to(pointer, case.object));
                    continue;
                }
                let dead = match state.objects.get(case.object).map(|object| (object.dead, &object.content)) {
                    Some((_, Content::Nodes(nodes))) => self.memory.node_bit(nodes.dead, case.node),
                    Some((dead, _)) => dead,
                    None => TermId::FALSE,
                };
                let size = self.memory.objects[case.object].size;
                let inside = self.memory.pool.ult(case.offset, size);
                let outside = self.memory.pool.not(inside);
                let odd = self.memory.pool.or([dead, outside]);
                let there = self.memory.points_to(pointer, case.object);
                vague.push(self.memory.pool.and([there, odd]));
            }
        }
        self.memory.pool.or(vague)
    }

    fn difference(&mut self, a: TermId, b: TermId, span: Span) -> TermId {
        let same = self.memory.same_object(a, b);
        let (fa, fb) = (self.memory.offset_part(a), self.memory.offset_part(b));
        let by_offset = self.memory.pool.sub(fa, fb);
        if same == TermId::TRUE {
            return by_offset;
        }
        self.formula.approximate("difference of pointers to different objects", span);
        let any = self.memory.pool.fresh_var("address", Sort::Bv(self.memory.offset_bits()));
        self.memory.pool.ite(same, by_offset, any)
    }

    fn cast(&mut self, op: CastOp, value: TermId, from: Scalar, to: Scalar, span: Span) -> TermId {
        match (op, from, to) {
            (CastOp::IntToInt, Scalar::Int(from), Scalar::Int(to)) => {
                if from.signed {
                    self.memory.pool.resize_signed(value, u32::from(to.bits))
                } else {
                    self.memory.pool.resize_unsigned(value, u32::from(to.bits))
                }
            }
            (CastOp::PointerToInt, _, _) => self.memory.to_address(value),
            (CastOp::IntToPointer, _, _) => self.memory.from_address(value),
            (CastOp::IntToFloat, Scalar::Int(int), Scalar::Float(to)) => self.float_from_int(value, int, to, span),
            (CastOp::FloatToFloat, Scalar::Float(from), Scalar::Float(to)) => {
                self.float_to_float(value, from, to, span)
            }
            (CastOp::FloatToInt, Scalar::Float(from), Scalar::Int(to)) => self.float_to_int(value, from, to, span),
            _ => value,
        }
    }
}
