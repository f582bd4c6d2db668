//! Memory accesses: each is a case split over what the pointer may point to.

use super::Encoder;
use super::state::State;
use crate::ir::{BitRange, ErrorKind, FloatType, Scalar, Statement};
use crate::logic::TermId;
use crate::memory::{Cell, Content, Misaligned, ObjectId, ObjectKind};

/// An object that an access may hit.
pub(super) struct Target {
    pub object: ObjectId,
    /// The node of a class.
    pub node: TermId,
    pub offset: TermId,
    /// When it hits this object, provided that it hits any; `TRUE` if there is no other.
    pub here: TermId,
}

/// Why an access is not modelled that mixes elements of an array.
pub(super) const MISALIGNED: &str = "memory accessed as elements of several sizes";

/// Addresses below this are those of null and of members of what null points to.
pub(super) const FIRST_PAGE: u64 = 4096;

impl Encoder<'_> {
    /// Checks that so many bytes can be read.
    pub(super) fn readable(&mut self, state: &State, pointer: TermId, size: u64, at: &Statement) {
        let size = self.memory.offset(size);
        self.targets(state, pointer, size, false, at);
    }

    /// Notes an access through a number beyond the first page, where it is no error that ends the search: a pointer
    /// that was never set may hold the address of some object, and what follows the access is not to be left out.
    fn wild_access(&mut self, state: &State, pointer: TermId, address: TermId, at: &Statement) {
        let there = self.memory.points_to(pointer, ObjectId::NONE);
        let page = self.memory.offset(FIRST_PAGE);
        let beyond = self.memory.pool.ule(page, address);
        let guard = self.memory.pool.and([state.guard, there, beyond]);
        if guard != TermId::FALSE {
            self.unsupported(guard, "an access through a pointer that was never set", at.span);
        }
    }

    /// The objects that an access of `width` bytes may hit; checks that it hits one. `None` if it cannot.
    pub(super) fn targets(
        &mut self,
        state: &State,
        pointer: TermId,
        width: TermId,
        write: bool,
        at: &Statement,
    ) -> Option<Vec<Target>> {
        let cases = self.memory.cases(pointer);
        let mut targets = Vec::new();
        let mut valid = Vec::new();
        for case in cases.iter() {
            if case.object == ObjectId::FOREIGN {
                self.foreign_access(state, pointer, at.span);
            }
            if case.object == ObjectId::NONE && !self.asks(ErrorKind::ReadInvalid) {
                self.wild_access(state, pointer, case.offset, at);
            }
            let accessible = match self.memory.objects[case.object].kind {
                ObjectKind::None | ObjectKind::Foreign | ObjectKind::Function(_) => false,
                ObjectKind::Global { writable, .. } => writable || !write,
                ObjectKind::Stack | ObjectKind::Heap => true,
            };
            let Some(object) = state.objects.get(case.object).filter(|_| accessible) else { continue };
            let dead = match &object.content {
                Content::Nodes(nodes) => self.memory.node_bit(nodes.dead, case.node),
                _ => object.dead,
            };
            let alive = self.memory.pool.not(dead);
            let inside = self.memory.range_in_bounds(case.object, case.offset, width);
            let here = self.memory.points_to(pointer, case.object);
            let fine = self.memory.pool.and([alive, inside, here]);
            if fine == TermId::FALSE || self.memory.pool.and([state.guard, fine]) == TermId::FALSE {
                continue;
            }
            valid.push(fine);
            targets.push(Target { object: case.object, node: case.node, offset: case.offset, here });
        }
        let zero = self.memory.offset(0);
        let empty = self.memory.pool.eq(width, zero);
        valid.push(empty);
        let valid = self.memory.pool.or(valid);
        let error = if write { ErrorKind::WriteInvalid } else { ErrorKind::ReadInvalid };
        self.require(state, error, valid, at.span, Some(at.site));
        for target in &targets {
            if let Some(Content::Nodes(nodes)) = state.objects.get(target.object).map(|object| &object.content) {
                let exists = self.memory.node_bit(nodes.exists, target.node);
                let fact = self.memory.pool.implies(target.here, exists);
                self.assume(state, fact);
            }
        }
        if let [only] = targets.as_mut_slice() {
            only.here = TermId::TRUE;
        }
        (valid != TermId::FALSE).then_some(targets)
    }

    fn scalar_width(&mut self, ty: Scalar) -> u64 {
        self.program.types.scalar_size(ty)
    }

    /// Reads a scalar.
    pub(super) fn load(
        &mut self,
        state: &State,
        pointer: TermId,
        ty: Scalar,
        bits: Option<BitRange>,
        at: &Statement,
    ) -> Option<TermId> {
        if ty == Scalar::Float(FloatType::F80) {
            self.unsupported(state.guard, "reading a long double", at.span);
            return None;
        }
        let width = bits.map_or_else(|| self.scalar_width(ty), BitRange::bytes);
        self.signed_access = ty.as_int().is_none_or(|int| int.signed);
        let raw = self.read_bytes(state, pointer, width, ty == Scalar::Pointer, at)?;
        Some(match (bits, ty) {
            (Some(range), Scalar::Int(int)) => {
                let high = u32::from(range.first) + u32::from(range.width) - 1;
                let field = self.memory.pool.extract(high, u32::from(range.first), raw);
                let wanted = u32::from(int.bits);
                if int.signed { self.memory.pool.sext(field, wanted) } else { self.memory.pool.zext(field, wanted) }
            }
            _ => raw,
        })
    }

    /// Reads bytes as one value.
    pub(super) fn read_bytes(
        &mut self,
        state: &State,
        pointer: TermId,
        width: u64,
        as_pointer: bool,
        at: &Statement,
    ) -> Option<TermId> {
        let size = self.memory.offset(width);
        let targets = self.targets(state, pointer, size, false, at)?;
        let mut result: Option<TermId> = None;
        for target in targets.iter().rev() {
            let value = match self.read_target(state, target, target.offset, width, as_pointer) {
                Ok(value) => value,
                Err(Misaligned) => {
                    self.unsupported(state.guard, MISALIGNED, at.span);
                    return None;
                }
            };
            result = Some(match result {
                None => value,
                Some(rest) => self.memory.pool.ite(target.here, value, rest),
            });
        }
        result
    }

    /// Writes a scalar.
    pub(super) fn store(
        &mut self,
        state: &mut State,
        pointer: TermId,
        value: TermId,
        ty: Scalar,
        bits: Option<BitRange>,
        at: &Statement,
    ) -> Option<()> {
        if ty == Scalar::Float(FloatType::F80) {
            self.unsupported(state.guard, "writing a long double", at.span);
            return None;
        }
        let width = bits.map_or_else(|| self.scalar_width(ty), BitRange::bytes);
        let value = match bits {
            None => value,
            Some(range) => {
                let size = self.memory.offset(width);
                self.targets(state, pointer, size, true, at)?;
                let old = self.read_bytes(state, pointer, width, false, at)?;
                self.splice(old, value, range)
            }
        };
        self.signed_access = ty.as_int().is_none_or(|int| int.signed);
        let cell = Cell { width, value, pointer: ty == Scalar::Pointer && bits.is_none() };
        self.write_cell(state, pointer, cell, at)
    }

    /// Replaces the bits of a field.
    fn splice(&mut self, old: TermId, value: TermId, range: BitRange) -> TermId {
        let pool = &mut self.memory.pool;
        let total = pool.width(old);
        let (first, width) = (u32::from(range.first), u32::from(range.width));
        let mut new = pool.extract(width - 1, 0, value);
        if first > 0 {
            let low = pool.extract(first - 1, 0, old);
            new = pool.concat(new, low);
        }
        if first + width < total {
            let high = pool.extract(total - 1, first + width, old);
            new = pool.concat(high, new);
        }
        new
    }

    fn write_cell(&mut self, state: &mut State, pointer: TermId, cell: Cell, at: &Statement) -> Option<()> {
        let size = self.memory.offset(cell.width);
        let targets = self.targets(state, pointer, size, true, at)?;
        self.write_targets(state, &targets, 0, cell, at)
    }

    /// Writes a cell at a distance from each target.
    pub(super) fn write_targets(
        &mut self,
        state: &mut State,
        targets: &[Target],
        distance: u64,
        cell: Cell,
        at: &Statement,
    ) -> Option<()> {
        for target in targets {
            let distance = self.memory.offset(distance);
            let offset = self.memory.pool.add(target.offset, distance);
            let guard = state.guard;
            let object = state.objects.get_mut(target.object)?;
            let written = match &object.content {
                Content::Nodes(nodes) => {
                    self.note_field(target.object, offset, cell.width, cell.pointer);
                    let written = self.memory.write_node(target.object, nodes, target.node, offset, cell, target.here);
                    written.map(Content::Nodes)
                }
                content => {
                    self.note_sign(target.object, offset);
                    self.memory.write(target.object, content, offset, cell, target.here)
                }
            };
            match written {
                Ok(content) => object.content = content,
                Err(Misaligned) => {
                    self.unsupported(guard, MISALIGNED, at.span);
                    return None;
                }
            }
        }
        Some(())
    }

    /// Reads from one target.
    pub(super) fn read_target(
        &mut self,
        state: &State,
        target: &Target,
        offset: TermId,
        width: u64,
        pointer: bool,
    ) -> Result<TermId, Misaligned> {
        match state.objects.get(target.object).map(|object| &object.content) {
            Some(Content::Nodes(nodes)) => {
                self.note_field(target.object, offset, width, pointer);
                self.memory.read_node(target.object, nodes, target.node, offset, width, pointer)
            }
            Some(content) => self.memory.read(target.object, content, offset, width, pointer),
            None => Err(Misaligned),
        }
    }
}
