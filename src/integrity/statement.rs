//! What statements and calls do to the state.

use super::allocate::{self, Effect, Size, passed_types};
use super::condition::{Origin, Point, State};
use super::encode::Encoder;
use super::heap::Candidate;
use crate::base::Span;
use crate::ir::{
    BitRange, CType, Callee, Expr, ExprKind, FunctionType, GlobalKind, LocalId, Scalar, Signature, Statement,
    StatementKind, Storage,
};
use crate::logic::TermId;

impl Encoder<'_> {
    /// Executes a statement.
    pub(super) fn statement(&mut self, state: &mut State, statement: &Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                self.remember(state, value);
                self.require_base(state, value);
                state.values[*target] = Some(self.term(state, value));
            }
            StatementKind::Load { target, address, bits } => {
                let value = self.load(state, *target, address, *bits, span);
                state.values[*target] = Some(value);
            }
            StatementKind::Store { address, value, bits } => self.store(state, address, value, *bits, span),
            StatementKind::Copy { to, from, size } => self.copy(state, to, from, Some(*size), span),
            StatementKind::Zero { address, size } => self.fill(state, address, Some(0), Some(*size), span),
            StatementKind::Call { target, callee, args } => self.call(state, *target, callee, args, span),
            StatementKind::StorageLive(local) => self.begin(state, *local),
            StatementKind::StorageDead(local) => self.end(state, *local),
            StatementKind::DynamicLive { target, .. } => {
                state.values[*target] = Some(self.anything(Scalar::Pointer));
            }
            StatementKind::DynamicDead(_) => {}
            StatementKind::Assume(condition) => {
                let holds = self.truth(state, condition);
                self.require(state, holds);
            }
            StatementKind::Check(_) => {}
            StatementKind::Unsupported(what) => {
                self.conditions.unsupported.push(what.clone());
                state.guard = TermId::FALSE;
            }
        }
    }

    fn load(
        &mut self,
        state: &mut State,
        target: LocalId,
        address: &Expr,
        bits: Option<BitRange>,
        span: Span,
    ) -> TermId {
        let ty = self.body.locals[target].ty.scalar().unwrap_or(Scalar::Pointer);
        let size = bits.map_or_else(|| self.program.types.scalar_size(ty), BitRange::bytes);
        let fields = self.access(state, address, (size, ty == Scalar::Pointer), false, span);
        let anything = self.anything(ty);
        if bits.is_some() || matches!(ty, Scalar::Float(_)) {
            return anything;
        }
        fields.iter().rev().fold(anything, |other, field| {
            let value = self.heap().load(&state.view, field.field, field.node);
            self.heap().pool.ite(field.condition, value, other)
        })
    }

    fn store(&mut self, state: &mut State, address: &Expr, value: &Expr, bits: Option<BitRange>, span: Span) {
        let size = bits.map_or_else(|| self.program.types.scalar_size(value.ty), BitRange::bytes);
        let known = bits.is_none() && !matches!(value.ty, Scalar::Float(_));
        let pointer = value.ty == Scalar::Pointer;
        self.require_base(state, value);
        let value = self.term(state, value);
        for field in self.access(state, address, (size, pointer), true, span) {
            let width = u32::try_from(size * 8).unwrap_or(64);
            let value = if known { value } else { self.heap().pool.fresh_var("any", crate::logic::Sort::Bv(width)) };
            self.set(state, field, value);
        }
    }

    /// Sets a field under a condition.
    pub(super) fn set(&mut self, state: &mut State, field: Candidate, value: TermId) {
        let value = if field.condition == TermId::TRUE {
            value
        } else {
            let old = self.heap().load(&state.view, field.field, field.node);
            self.heap().pool.ite(field.condition, value, old)
        };
        self.heap().store(&mut state.view, field.field, field.node, value);
    }

    /// The life of a local begins.
    fn begin(&mut self, state: &mut State, local: LocalId) {
        state.values[local] = None;
        let variable = &self.body.locals[local];
        if variable.storage == Storage::Register {
            return;
        }
        let name = variable.name.clone().unwrap_or_else(|| "a temporary".into());
        if let Some(field) = self.conditions.heap.types.private(local) {
            let zeroes = self.zeroes();
            self.heap().begin_array(&mut state.view, field, zeroes);
            state.values[local] = Some(self.fresh(Scalar::Pointer, &name, Origin::Unknown));
            return;
        }
        let layout = self.layout(&variable.ty);
        let origin = Origin::Variable(name.clone(), layout.clone());
        let address = self.fresh(Scalar::Pointer, &format!("&{name}"), origin);
        let null = self.heap().is_null(address);
        let exists = self.heap().pool.not(null);
        self.heap().axioms.push(exists);
        self.conditions.heap.create(&mut state.view, &layout, address, TermId::TRUE);
        if self.zeroes() {
            self.clear(state, &layout, address, TermId::TRUE);
        }
        state.values[local] = Some(address);
    }

    /// The life of a local ends. Like `free` this leaves integrity alone: pointers to it stay valid. What it
    /// held is never read again.
    fn end(&mut self, state: &mut State, local: LocalId) {
        if let Some(field) = self.conditions.heap.types.private(local) {
            self.heap().begin_array(&mut state.view, field, true);
        } else if let (Storage::Memory, Some(address)) = (self.body.locals[local].storage, state.values[local]) {
            let layout = self.layout(&self.body.locals[local].ty);
            self.clear(state, &layout, address, TermId::TRUE);
        }
    }

    /// A callee in words.
    pub(super) fn callee_name(&self, callee: &Callee) -> String {
        match callee {
            Callee::Direct(id) => self.program.functions[*id].name.clone(),
            Callee::Indirect(pointer, _) => self.describe(pointer),
        }
    }

    fn call(&mut self, state: &mut State, target: Option<LocalId>, callee: &Callee, args: &[Expr], span: Span) {
        let effect = match callee {
            Callee::Direct(id) => allocate::effect(&self.program.functions[*id], &self.config.allocators),
            Callee::Indirect(..) => Effect::Unknown,
        };
        let number = |this: &mut Self, state: &mut State, index: usize| {
            let value = args.get(index).map(|arg| this.term(state, arg))?;
            this.heap().pool.as_u64(value)
        };
        match effect {
            Effect::Allocates { size, zeroed, content } => {
                let Some(bytes) = self.allocation_size(state, args, size) else {
                    self.unsupported("an allocator that is called without a size", span);
                    state.guard = TermId::FALSE;
                    return;
                };
                let content = content.and_then(|index| args.get(index));
                self.allocate(state, target, callee, bytes, zeroed, content);
                return;
            }
            Effect::Copies => {
                let size = number(self, state, 2);
                if let [to, from, ..] = args {
                    self.copy(state, to, from, size, span);
                }
            }
            Effect::Fills => {
                let (byte, size) = (number(self, state, 1), number(self, state, 2));
                if let [to, ..] = args {
                    self.fill(state, to, byte, size, span);
                }
            }
            Effect::Writes { to, size } => {
                let size = match size {
                    Size::Argument(index) => number(self, state, index),
                    Size::Beyond(index) => number(self, state, index).and_then(|size| size.checked_add(1)),
                    Size::Product(a, b) => {
                        number(self, state, a).zip(number(self, state, b)).and_then(|(a, b)| a.checked_mul(b))
                    }
                    Size::Text(index) => args.get(index).and_then(|text| self.text_size(text)),
                    Size::Open => None,
                };
                if let Some(to) = args.get(to) {
                    self.fill(state, to, None, size, span);
                }
            }
            Effect::Ends => state.guard = TermId::FALSE,
            Effect::Assumes => {
                if let [condition, ..] = args {
                    let holds = self.truth(state, condition);
                    self.require(state, holds);
                }
            }
            Effect::Frees | Effect::Harmless => {}
            Effect::Unknown => {
                self.cut_call(state, target, callee, args, span);
                return;
            }
        }
        if let Some(target) = target {
            let value = match (effect, args) {
                (Effect::Copies | Effect::Fills, [to, ..]) => self.term(state, to),
                _ => self.anything(self.body.locals[target].ty.scalar().unwrap_or(Scalar::Pointer)),
            };
            state.values[target] = Some(value);
        }
    }

    /// The bytes of a string literal up to its end.
    fn text_size(&self, text: &Expr) -> Option<u64> {
        let ExprKind::GlobalAddress(id) = text.kind else { return None };
        let literal = &self.program.globals[id];
        let end = literal.init.iter().position(|&byte| byte == 0)?;
        (literal.kind == GlobalKind::StringLiteral).then_some(end as u64 + 1)
    }

    /// The number of bytes that are allocated, as wide as a pointer, and whether it can be represented.
    fn allocation_size(
        &mut self,
        state: &mut State,
        args: &[Expr],
        (first, second): (usize, Option<usize>),
    ) -> Option<(TermId, TermId)> {
        let width = self.heap().width;
        let mut factor = |this: &mut Self, index: usize| {
            let value = this.term(state, args.get(index)?);
            Some(this.heap().pool.resize_unsigned(value, width))
        };
        let first = factor(self, first)?;
        let Some(second) = second else { return Some((first, TermId::TRUE)) };
        let second = factor(self, second)?;
        let pool = &mut self.heap().pool;
        let (wide_first, wide_second) = (pool.zext(first, 2 * width), pool.zext(second, 2 * width));
        let product = pool.mul(wide_first, wide_second);
        let size = pool.extract(width - 1, 0, product);
        let high = pool.extract(2 * width - 1, width, product);
        let zero = pool.bv_const(0, width);
        Some((size, pool.eq(high, zero)))
    }

    fn allocate(
        &mut self,
        state: &mut State,
        target: Option<LocalId>,
        callee: &Callee,
        (size, fits): (TermId, TermId),
        zeroed: bool,
        content: Option<&Expr>,
    ) {
        let Some(target) = target else { return };
        let types = self.conditions.heap.types;
        let purpose = allocate::purpose(self.program, self.function, self.body, types, target);
        let layout = purpose.map(|ty| self.layout(&ty));
        let by = self.callee_name(callee);
        let origin = Origin::Allocation { by: by.clone(), size };
        let address = self.fresh(Scalar::Pointer, &by, origin);
        let old = content.map(|expr| self.term(state, expr));
        let null = self.heap().is_null(address);
        let possible = self.heap().pool.or([null, fits]);
        self.heap().axioms.push(possible);
        if let Some(layout) = layout {
            let needed = self.heap().number(layout.size);
            let whole = self.heap().pool.uge(size, needed);
            let before = state.view.clone();
            self.conditions.heap.create(&mut state.view, &layout, address, whole);
            let exists = self.heap().pool.not(null);
            if zeroed || self.zeroes() {
                self.clear(state, &layout, address, exists);
            }
            if let Some(old) = old {
                self.move_content(state, &before, &layout, old, address);
            }
        }
        state.values[target] = Some(address);
    }

    /// A call is a cut point.
    fn cut_call(&mut self, state: &mut State, target: Option<LocalId>, callee: &Callee, args: &[Expr], span: Span) {
        let name = self.callee_name(callee);
        let ty = match callee {
            Callee::Direct(id) => {
                self.conditions.callees.insert(*id);
                Some(self.program.functions[*id].ty.clone())
            }
            Callee::Indirect(pointer, signature) => {
                self.conditions.callbacks = true;
                self.pointed_function(pointer, signature)
            }
        };
        let passed = ty.as_ref().map(passed_types).unwrap_or_default();
        // The object for a record result is written by the callee and not read before.
        if let (Some(CType::Record(_)), [result, ..]) = (ty.as_ref().map(|ty| &ty.result), args)
            && let Some(CType::Pointer(record)) = passed.first()
        {
            let (layout, address) = (self.layout(record), self.term(state, result));
            self.clear(state, &layout, address, TermId::TRUE);
        }
        for (index, arg) in args.iter().enumerate() {
            self.require_base(state, arg);
            let declared = passed.get(index).cloned().or_else(|| self.own_type(arg));
            if let Some(target) = declared.and_then(|ty| self.target(&ty)) {
                let value = self.term(state, arg);
                let text = self.describe(arg);
                self.show_pointer(state, text, value, target, Point::Call(name.clone()), span);
            }
        }
        self.show_closed(state, Point::Call(name.clone()), span);
        if let Some(target) = target {
            state.values[target] = None;
        }
        let before = std::mem::replace(&mut state.view, self.cut());
        self.carry(&before, state);
        if let Some(register) = target {
            let scalar = self.body.locals[register].ty.scalar().unwrap_or(Scalar::Pointer);
            let value = self.fresh(scalar, &name, Origin::Unknown);
            state.values[register] = Some(value);
            if let Some(target) = ty.and_then(|ty| self.target(&ty.result)) {
                let valid = self.heap().is_pointer(&state.view, target, value);
                self.heap().axioms.push(valid);
            }
        }
    }

    /// The type of the function that is called by pointer, if the pointer's own type tells.
    fn pointed_function(&self, pointer: &Expr, signature: &Signature) -> Option<FunctionType> {
        let CType::Pointer(function) = self.own_type(pointer)? else { return None };
        let CType::Function(ty) = *function else { return None };
        let params: Vec<_> = passed_types(&ty).iter().filter_map(CType::scalar).collect();
        (params == signature.params && ty.result.scalar() == signature.result).then_some(*ty)
    }

    /// The declared type of an expression that is a register.
    fn own_type(&self, expr: &Expr) -> Option<CType> {
        match expr.kind {
            ExprKind::Register(local) => Some(self.body.locals[local].ty.clone()),
            _ => None,
        }
    }
}
