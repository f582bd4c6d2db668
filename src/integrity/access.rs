//! Accesses: what lies at an address, and that the access stays inside it.

use super::condition::{Kind, Point, State, Subject};
use super::encode::Encoder;
use super::heap::Candidate;
use super::layout::{Class, FieldId, Layout, NodeTypeId, Target};
use crate::base::Span;
use crate::ir::{Expr, ExprKind};
use crate::logic::TermId;

/// What is known of what a pointer points at.
#[derive(Clone)]
enum Pointee {
    /// A node of a type, if the pointer is valid.
    Node(NodeTypeId),
    /// A variable.
    Object(Layout),
    /// A private array, by its element field.
    Private(FieldId),
    /// A scalar, if the pointer is valid.
    Scalar(Class),
    /// Nothing.
    Anything,
}

/// An address in parts: a pointer, a constant and a variable number of bytes.
#[derive(Clone)]
pub(super) struct Address {
    text: String,
    base: TermId,
    pointee: Pointee,
    constant: u64,
    variable: Option<TermId>,
    whole: TermId,
}

/// Which node or variable a range of bytes lies in.
pub(super) struct Range {
    /// The pointer that leads there.
    pub base: TermId,
    /// How that object is made.
    pub layout: Layout,
    /// Bytes from its start.
    pub offset: u64,
}

impl Encoder<'_> {
    fn address(&mut self, state: &mut State, expr: &Expr) -> Address {
        let mask = u64::MAX >> (64 - self.heap().width);
        let (mut at, mut constant, mut variable) = (expr, 0u64, None);
        while let ExprKind::PointerAdd(base, offset) = &at.kind {
            let offset = self.term(state, offset);
            match (self.heap().pool.as_u64(offset), variable) {
                (Some(bytes), _) => constant = constant.wrapping_add(bytes) & mask,
                (None, None) => variable = Some(offset),
                (None, Some(other)) => variable = Some(self.heap().pool.add(other, offset)),
            }
            at = base;
        }
        let (base, whole) = (self.term(state, at), self.term(state, expr));
        if let Some(known) = self.addresses.get(&base).cloned() {
            let constant = known.constant.wrapping_add(constant) & mask;
            let variable = match (known.variable, variable) {
                (Some(a), Some(b)) => Some(self.heap().pool.add(a, b)),
                (a, b) => a.or(b),
            };
            return Address { constant, variable, whole, ..known };
        }
        let pointee = match &at.kind {
            ExprKind::Register(local) => match self.target(&self.body.locals[*local].ty) {
                Some(Target::Node(ty)) => Pointee::Node(ty),
                Some(Target::Cell(class)) => Pointee::Scalar(class),
                None => Pointee::Anything,
            },
            ExprKind::LocalAddress(local) => match self.conditions.heap.types.private(*local) {
                Some(field) => Pointee::Private(field),
                None => Pointee::Object(self.layout(&self.body.locals[*local].ty)),
            },
            ExprKind::GlobalAddress(global) => Pointee::Object(self.layout(&self.program.globals[*global].ty)),
            _ => Pointee::Anything,
        };
        let text = self.describe(at);
        Address { text, base, pointee, constant, variable, whole }
    }

    /// Remembers the parts of an address that is put into a register.
    pub(super) fn remember(&mut self, state: &mut State, value: &Expr) {
        if matches!(value.kind, ExprKind::PointerAdd(..)) {
            let address = self.address(state, value);
            self.addresses.insert(address.whole, address);
        }
    }

    /// The address of a member of null ends the path, as reading the member would.
    pub(super) fn require_base(&mut self, state: &mut State, value: &Expr) {
        let ExprKind::PointerAdd(base, offset) = &value.kind else { return };
        let ExprKind::Register(local) = base.kind else { return };
        let moved = !matches!(offset.kind, ExprKind::Int(0));
        if moved && matches!(self.target(&self.body.locals[local].ty), Some(Target::Node(_))) {
            let base = self.register(state, local);
            let null = self.heap().is_null(base);
            let exists = self.heap().pool.not(null);
            self.require(state, exists);
        }
    }

    /// How an object of a type is made.
    pub(super) fn layout(&self, ty: &crate::ir::CType) -> Layout {
        self.conditions.heap.types.layout(&self.program.types, ty)
    }

    /// Accesses a scalar of so many bytes, which is a pointer or not: an obligation to stay inside a node, and the fields that it may be.
    /// There are none if what lies there is not followed.
    pub(super) fn access(
        &mut self,
        state: &mut State,
        expr: &Expr,
        (size, pointer): (u64, bool),
        write: bool,
        span: Span,
    ) -> Vec<Candidate> {
        let address = self.address(state, expr);
        let found = match &address.pointee {
            Pointee::Node(ty) => {
                let layout = self.conditions.heap.types.types[*ty].layout.clone();
                let valid = self.conditions.heap.is_node(&state.view, *ty, address.base);
                self.inside(&address, &layout, size, pointer)
                    .map(|(inside, fields)| (self.conditions.heap.pool.and([valid, inside]), fields))
            }
            Pointee::Object(layout) => self.inside(&address, layout, size, pointer),
            Pointee::Private(field) => self.element(&address, *field, size),
            Pointee::Scalar(class) if address.constant == 0 && address.variable.is_none() => {
                let fields = self.conditions.heap.candidates(&state.view, *class, address.whole);
                let fits = fields.first().is_some_and(|f| self.conditions.heap.types.fields[f.field].size == size);
                fits.then(|| self.any_of(fields))
            }
            Pointee::Scalar(_) | Pointee::Anything => None,
        };
        let (inside, fields) = found.unwrap_or_else(|| {
            let fields =
                self.conditions.heap.types.reachable(|field| field.size == size && (pointer || !field.in_union));
            let fields = self.conditions.heap.fields_at(&state.view, &fields, address.whole);
            self.any_of(fields)
        });
        self.show_access(state, &address, inside, Some(size), write, span);
        if write {
            self.overwrite(state, &address, size, pointer);
        }
        fields
    }

    /// Forgets the pointers of a union that a write through another member changes.
    fn overwrite(&mut self, state: &mut State, address: &Address, size: u64, pointer: bool) {
        let types = self.conditions.heap.types;
        let layout = match &address.pointee {
            Pointee::Node(ty) => &types.types[*ty].layout,
            Pointee::Object(layout) => layout,
            Pointee::Private(_) | Pointee::Scalar(_) | Pointee::Anything => return,
        };
        let (from, to) = (address.constant, address.constant.saturating_add(size));
        for slot in layout.slots.iter().filter(|slot| address.variable.is_none() && types.fields[slot.field].in_union) {
            let end = slot.offset + types.fields[slot.field].size;
            let itself = pointer && slot.offset == from;
            if !itself && slot.offset < to && from < end {
                let node = self.heap().shift(address.base, slot.owner_offset);
                self.conditions.heap.forget(&mut state.view, slot.field, node);
            }
        }
    }

    fn any_of(&mut self, fields: Vec<Candidate>) -> (TermId, Vec<Candidate>) {
        let any = self.heap().pool.or(fields.iter().map(|field| field.condition));
        (any, fields)
    }

    /// Whether an access stays inside a layout, and the fields that it may be; `None` if there is nothing that
    /// it could be.
    fn inside(
        &mut self,
        address: &Address,
        layout: &Layout,
        size: u64,
        pointer: bool,
    ) -> Option<(TermId, Vec<Candidate>)> {
        let types = self.conditions.heap.types;
        let is_meant = |field: FieldId| types.fields[field].size == size && (pointer || !types.fields[field].in_union);
        let slots = layout.slots.iter().filter(|slot| is_meant(slot.field));
        let Some(variable) = address.variable else {
            if let Some(slot) = slots.clone().find(|slot| slot.offset == address.constant) {
                let node = self.heap().shift(address.base, slot.owner_offset);
                return Some((TermId::TRUE, vec![Candidate { condition: TermId::TRUE, field: slot.field, node }]));
            }
            return layout.in_region(address.constant, size).then(|| (TermId::TRUE, Vec::new()));
        };
        let offset = self.heap().shift(variable, address.constant);
        let (first, length) = layout.extent(address.constant);
        let in_extent = |at: u64, size: u64| at >= first && at + size <= first + length;
        let mut places = Vec::new();
        let mut fields = Vec::new();
        for slot in slots.filter(|slot| in_extent(slot.offset, size)) {
            let place = self.heap().number(slot.offset);
            let condition = self.heap().pool.eq(offset, place);
            let node = self.heap().shift(address.base, slot.owner_offset);
            fields.push(Candidate { condition, field: slot.field, node });
            places.push(condition);
        }
        let regions = layout.regions.iter().filter(|(start, length)| *length >= size && in_extent(*start, *length));
        for (start, length) in regions {
            let distance = self.heap().shift(offset, start.wrapping_neg());
            let last = self.heap().number(length - size);
            places.push(self.heap().pool.ule(distance, last));
        }
        (!places.is_empty()).then(|| (self.heap().pool.or(places), fields))
    }

    /// The element of a private array at an address.
    fn element(&mut self, address: &Address, field: FieldId, size: u64) -> Option<(TermId, Vec<Candidate>)> {
        let types = self.conditions.heap.types;
        if types.fields[field].size != size {
            return Some((TermId::FALSE, Vec::new()));
        }
        let constant = self.heap().number(address.constant);
        let offset = match address.variable {
            Some(variable) => self.heap().pool.add(variable, constant),
            None => constant,
        };
        let mask = self.heap().number(size - 1);
        let misfit = self.heap().pool.bvand(offset, mask);
        let aligned = self.heap().is_null(misfit);
        let below = self.heap().is_element(types.fields[field].owner, offset);
        let inside = self.heap().pool.and([aligned, below]);
        Some((inside, vec![Candidate { condition: TermId::TRUE, field, node: offset }]))
    }

    /// Accesses a constant number of bytes at once; `None` if it is not known what lies there.
    pub(super) fn access_range(
        &mut self,
        state: &mut State,
        expr: &Expr,
        size: Option<u64>,
        write: bool,
        span: Span,
    ) -> Option<Range> {
        let address = self.address(state, expr);
        let (valid, layout) = match &address.pointee {
            Pointee::Node(ty) => {
                let layout = self.conditions.heap.types.types[*ty].layout.clone();
                (self.conditions.heap.is_node(&state.view, *ty, address.base), layout)
            }
            Pointee::Object(layout) => (TermId::TRUE, layout.clone()),
            Pointee::Private(_) | Pointee::Scalar(_) | Pointee::Anything => (TermId::FALSE, Layout::default()),
        };
        let end = size.and_then(|size| address.constant.checked_add(size));
        let fits = address.variable.is_none() && end.is_some_and(|end| end <= layout.size);
        let inside = if fits { valid } else { TermId::FALSE };
        self.show_access(state, &address, inside, size, write, span);
        fits.then_some(Range { base: address.base, layout, offset: address.constant })
    }

    /// The obligation that an access is inside; the path goes on only if it is and the pointer is not null.
    fn show_access(
        &mut self,
        state: &mut State,
        address: &Address,
        inside: TermId,
        size: Option<u64>,
        write: bool,
        span: Span,
    ) {
        let null = self.heap().is_null(address.base);
        let exists = self.heap().pool.not(null);
        self.require(state, exists);
        let outside = self.heap().pool.not(inside);
        let (declared, object) = match address.pointee {
            Pointee::Node(ty) => (Some(ty), false),
            Pointee::Object(_) | Pointee::Private(_) => (None, true),
            Pointee::Scalar(_) | Pointee::Anything => (None, false),
        };
        let (pointer, base) = (address.text.clone(), address.base);
        let subject = Subject::Access { pointer, base, address: address.whole, size, declared, object, write };
        self.oblige(Kind::Memory, outside, subject, Point::Access, span, state);
        self.require(state, inside);
    }
}
