//! Memory accesses: each is a case split over what the pointer may point to.

use super::Encoder;
use super::block::Running;
use super::formula::{Event, EventKind, Obligation};
use super::residual::ObjectKey;
use super::state::State;
use crate::base::{Id, Span};
use crate::ir::{BitRange, ErrorKind, FloatType, LocalId, Scalar, SiteId, Statement, Storage};
use crate::logic::{Sort, TermId};
use crate::memory::{Cell, Content, Fill, Misaligned, Nodes, Object, ObjectId, ObjectKind, ObjectState};
use std::rc::Rc;

/// An object that an access may hit.
struct Target {
    object: ObjectId,
    /// The node of a class.
    node: TermId,
    offset: TermId,
    /// When it hits this object, provided that it hits any; `TRUE` if there is no other.
    here: TermId,
}

/// What overlapping source and destination of a copy mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Overlap {
    /// Fine.
    Allowed,
    /// An error unless they are the same.
    UnlessEqual,
    /// An error.
    Error,
}

/// Bytes up to which a block operation of symbolic size is expanded.
const MAX_SYMBOLIC: u64 = 128;

pub(super) const MISALIGNED: &str = "memory accessed as elements of several sizes";

/// Addresses below this are those of null and of members of what null points to.
pub(super) const FIRST_PAGE: u64 = 4096;

impl<'a> Encoder<'a> {
    /// Adds a fact that holds from here on: paths where it does not have ended.
    pub(super) fn assume(&mut self, state: &State, fact: TermId) {
        let implied = self.memory.pool.implies(state.guard, fact);
        if implied != TermId::TRUE {
            self.formula.assumptions.push(implied);
        }
    }

    /// Whether the property that an error violates is asked for.
    pub(super) fn asks(&self, error: ErrorKind) -> bool {
        let error = if self.checked.is_some() { ErrorKind::InvariantUndefined } else { error };
        error.property().is_some_and(|property| self.config.properties.contains(property))
    }

    /// Checks that so many bytes can be read.
    pub(super) fn readable(&mut self, state: &State, pointer: TermId, size: u64, at: &Statement) {
        let size = self.memory.offset(size);
        self.targets(state, pointer, size, false, at);
    }

    /// Checks a condition if its property is asked for, and goes on where it holds.
    pub(super) fn require(
        &mut self,
        state: &State,
        error: ErrorKind,
        condition: TermId,
        span: Span,
        site: Option<SiteId>,
    ) {
        let (error, site) = match self.checked {
            Some(check) => (ErrorKind::InvariantUndefined, Some(check)),
            None => (error, site),
        };
        if self.asks(error) {
            let negated = self.memory.pool.not(condition);
            if self.memory.pool.and([state.guard, negated]) != TermId::FALSE {
                let after = self.formula.assumptions.len();
                let guard = state.guard;
                self.formula.obligations.push(Obligation { error, guard, condition, after, span, site });
            }
        }
        self.assume(state, condition);
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
    fn targets(
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
    fn write_targets(
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
    fn read_target(
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

    /// Copies a constant number of bytes.
    pub(super) fn copy(
        &mut self,
        state: &mut State,
        to: TermId,
        from: TermId,
        size: u64,
        overlap: Overlap,
        at: &Statement,
    ) -> Option<()> {
        if size == 0 {
            return Some(());
        }
        let length = self.memory.offset(size);
        let sources = self.targets(state, from, length, false, at)?;
        let destinations = self.targets(state, to, length, true, at)?;
        if overlap != Overlap::Allowed {
            let apart = self.disjoint(to, from, size, overlap);
            self.require(state, ErrorKind::OverlappingCopy, apart, at.span, Some(at.site));
        }
        let bytes = match self.gather(state, &sources, size) {
            Some(bytes) => bytes,
            None => self.gather_words(state, from, size, at)?,
        };
        let cells: Vec<(u64, Cell)> = bytes.cells()?.iter().map(|(at, cell)| (*at, *cell)).collect();
        for (distance, cell) in cells {
            self.write_targets(state, &destinations, distance, cell, at)?;
        }
        Some(())
    }

    fn disjoint(&mut self, to: TermId, from: TermId, size: u64, overlap: Overlap) -> TermId {
        let same = self.memory.same_object(to, from);
        let (fa, fb) = (self.memory.offset_part(to), self.memory.offset_part(from));
        let length = self.memory.offset(size);
        let (ea, eb) = (self.memory.pool.add(fa, length), self.memory.pool.add(fb, length));
        let (below, above) = (self.memory.pool.ule(ea, fb), self.memory.pool.ule(eb, fa));
        let apart = self.memory.pool.or([below, above]);
        let equal = if overlap == Overlap::UnlessEqual { self.memory.pool.eq(fa, fb) } else { TermId::FALSE };
        let different = self.memory.pool.not(same);
        self.memory.pool.or([different, apart, equal])
    }

    /// The bytes to be copied, as cells of a content that starts at the source; `None` if an offset is symbolic.
    fn gather(&mut self, state: &State, sources: &[Target], size: u64) -> Option<Content> {
        let mut result: Option<Content> = None;
        for source in sources.iter().rev() {
            let at = self.memory.pool.as_u64(source.offset)?;
            let content = &state.objects.get(source.object)?.content;
            let slice = match content {
                Content::Nodes(nodes) => self.slice_node(source.object, nodes, source.node, at, size)?,
                content => self.memory.slice(source.object, content, at, size)?,
            };
            result = Some(match result {
                None => slice,
                Some(rest) => self.memory.merge(source.object, source.here, &slice, &rest).ok()?,
            });
        }
        result
    }

    /// The fields of a node in a range as cells; what is between them holds anything.
    fn slice_node(&mut self, object: ObjectId, nodes: &Nodes, node: TermId, at: u64, size: u64) -> Option<Content> {
        let mut cells = std::collections::BTreeMap::new();
        let mut position = at;
        while position < at + size {
            let cell = match nodes.fields.get(&position) {
                Some(field) if position + field.width <= at + size => {
                    let offset = self.memory.offset(position);
                    let value = self.memory.read_node(object, nodes, node, offset, field.width, field.pointer).ok()?;
                    Cell { width: field.width, value, pointer: field.pointer }
                }
                Some(_) => return None,
                None => {
                    let next = nodes.fields.range(position..).next().map_or(u64::MAX, |(start, _)| *start);
                    let gap = next.min(at + size) - position;
                    let width = 1 << gap.min(8).ilog2();
                    let value = self.memory.pool.fresh_var("gap", Sort::Bv(8 * width as u32));
                    Cell { width, value, pointer: false }
                }
            };
            cells.insert(position - at, cell);
            position += cell.width;
        }
        Some(Content::Cells { cells, fill: Fill::Zero })
    }

    /// The bytes to be copied, read word by word.
    fn gather_words(&mut self, state: &State, from: TermId, size: u64, at: &Statement) -> Option<Content> {
        let word = self.program.types.data_model.pointer_bytes();
        let offset = self.memory.offset_part(from);
        let aligned = self.memory.pool.known_low_zeros(offset) >= word.trailing_zeros() && size.is_multiple_of(word);
        let width = if aligned { word } else { 1 };
        if size / width > 256 {
            self.unsupported(state.guard, "a large copy at a symbolic offset", at.span);
            return None;
        }
        let mut cells = std::collections::BTreeMap::new();
        for distance in (0..size).step_by(width as usize) {
            let step = self.memory.offset(distance);
            let source = self.memory.pointer_add(from, step);
            let value = self.read_bytes(state, source, width, false, at)?;
            cells.insert(distance, Cell { width, value, pointer: false });
        }
        Some(Content::Cells { cells, fill: Fill::Zero })
    }

    /// Sets a constant number of bytes to one value.
    pub(super) fn fill(
        &mut self,
        state: &mut State,
        pointer: TermId,
        byte: u8,
        size: u64,
        at: &Statement,
    ) -> Option<()> {
        if size == 0 {
            return Some(());
        }
        let length = self.memory.offset(size);
        let targets = self.targets(state, pointer, length, true, at)?;
        if let [only] = targets.as_slice() {
            let whole =
                self.memory.objects[only.object].size == length && self.memory.pool.as_u64(only.offset) == Some(0);
            if byte == 0 && whole {
                let object = state.objects.get_mut(only.object)?;
                object.content = match &object.content {
                    Content::Nodes(nodes) => {
                        Content::Nodes(self.memory.allocate_node(only.object, nodes, only.node, true))
                    }
                    _ => Content::new(Fill::Zero),
                };
                return Some(());
            }
        }
        let word = self.program.types.data_model.pointer_bytes();
        if size / word > 4096 {
            self.unsupported(state.guard, "a large memset of part of an object", at.span);
            return None;
        }
        let mut distance = 0;
        while distance < size {
            let width = if size - distance >= word { word } else { 1 };
            let pattern = (0..width).fold(0u128, |bits, i| bits | u128::from(byte) << (8 * i));
            let value = self.memory.pool.bv_const(pattern, 8 * width as u32);
            self.write_targets(state, &targets, distance, Cell { width, value, pointer: false }, at)?;
            distance += width;
        }
        Some(())
    }

    /// Makes an object; in a residual loop, a node of the class of this allocation. `None` if there are too many.
    pub(super) fn new_object(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        (size, align): (TermId, u64),
        name: &str,
        at: &Statement,
    ) -> Option<ObjectId> {
        let key = ObjectKey::Born(self.context.iter().copied().chain([at.site.0]).collect());
        let class = kind == ObjectKind::Heap && self.in_residual();
        let id = match self.keys.object(&key) {
            Some(id) => id,
            None => {
                let birth = self.formula.events.len() as u32;
                let (name, span) = (name.to_string(), at.span);
                let object = Object { kind, size, align, name, span, class, birth: Some(birth) };
                let Some(id) = self.memory.add_object(object) else {
                    self.exhausted = true;
                    self.residual(super::ResidualKind::Budget, state, at.span);
                    return None;
                };
                self.keys.bind(id, key);
                id
            }
        };
        self.event(state, at, EventKind::Birth(id));
        if class {
            if self.in_later_copy() {
                self.unsupported(state.guard, "an allocation that only a later iteration of a loop makes", at.span);
            }
            self.new_node(state, id, size, at);
        } else {
            let content = Content::new(Fill::Uninitialised);
            state.objects.set(id, Rc::new(ObjectState { exists: TermId::TRUE, dead: TermId::FALSE, content }));
        }
        Some(id)
    }

    /// The pointer to the start of an object that was just made.
    pub(super) fn new_pointer(&mut self, object: ObjectId) -> TermId {
        let node = self.memory.node(u64::from(self.memory.objects[object].class));
        let zero = self.memory.offset(0);
        self.memory.node_pointer(object, node, zero)
    }

    pub(super) fn event(&mut self, state: &State, at: &Statement, kind: EventKind) {
        self.formula.events.push(Event { site: at.site, kind, guard: state.guard, span: at.span });
    }

    pub(super) fn begin_life(&mut self, running: &Running<'a>, state: &mut State, local: LocalId, at: &Statement) {
        let variable = &running.body.locals[local];
        match variable.storage {
            Storage::Register => {
                let Some(ty) = variable.ty.scalar() else { return };
                let value = self.input("local", ty);
                self.event(state, at, EventKind::Register { value, ty });
                self.set_register(state, local, value);
            }
            Storage::Memory => {
                let size = self.program.types.size_of(&variable.ty).unwrap_or(0);
                let size = self.memory.offset(size);
                let name = variable.name.as_deref().unwrap_or("temporary");
                let align = self.program.types.align_of(&variable.ty);
                let Some(object) = self.new_object(state, ObjectKind::Stack, (size, align), name, at) else {
                    state.guard = TermId::FALSE;
                    return;
                };
                let address = self.object_start(object);
                if let Some(slot) = state.frame.addresses.get_mut(local.index()) {
                    *slot = Some(address);
                }
            }
        }
    }

    pub(super) fn end_life(&mut self, state: &mut State, local: LocalId) {
        if let Some(slot) = state.frame.registers.get_mut(local.index()) {
            *slot = None;
        }
        let address = state.frame.addresses.get_mut(local.index()).and_then(Option::take);
        if let Some(address) = address {
            self.kill(state, address);
        }
    }

    /// The object at the start of which a pointer points dies.
    pub(super) fn kill(&mut self, state: &mut State, pointer: TermId) {
        for case in self.memory.cases(pointer).iter() {
            let here = self.memory.points_to(pointer, case.object);
            self.kill_if(state, case.object, case.node, here);
        }
    }

    /// An object, or a node of a class, dies if a condition holds.
    pub(super) fn kill_if(&mut self, state: &mut State, object: ObjectId, node: TermId, condition: TermId) {
        if let Some(target) = state.objects.get_mut(object) {
            self.memory.note_death(object);
            if let Content::Nodes(nodes) = &mut target.content {
                nodes.dead = self.memory.set_node_bit(nodes.dead, node, true, condition);
                return;
            }
            target.dead = self.memory.pool.or([target.dead, condition]);
            if target.dead == TermId::TRUE {
                target.content = Content::new(Fill::Zero);
            }
        }
    }

    /// Copies a symbolic number of bytes: byte by byte, for small objects.
    pub(super) fn symbolic_copy(
        &mut self,
        state: &mut State,
        to: TermId,
        from: TermId,
        size: TermId,
        overlap: Overlap,
        at: &Statement,
    ) -> Option<()> {
        let sources = self.targets(state, from, size, false, at)?;
        let destinations = self.targets(state, to, size, true, at)?;
        if overlap != Overlap::Allowed && sources.iter().any(|s| destinations.iter().any(|d| d.object == s.object)) {
            self.unsupported(state.guard, "a copy of symbolic size within an object", at.span);
            return None;
        }
        let bound = self.byte_bound(&sources, size).min(self.byte_bound(&destinations, size));
        if bound > MAX_SYMBOLIC {
            self.unsupported(state.guard, "a copy of symbolic size", at.span);
            return None;
        }
        let mut bytes = Vec::new();
        for distance in 0..bound {
            bytes.push(self.read_target_byte(state, &sources, distance, at)?);
        }
        for (distance, value) in bytes.into_iter().enumerate() {
            self.write_byte_if(state, &destinations, distance as u64, value, size, at)?;
        }
        Some(())
    }

    /// Sets a symbolic number of bytes: byte by byte, for small objects.
    pub(super) fn symbolic_fill(
        &mut self,
        state: &mut State,
        to: TermId,
        byte: TermId,
        size: TermId,
        at: &Statement,
    ) -> Option<()> {
        let destinations = self.targets(state, to, size, true, at)?;
        let bound = self.byte_bound(&destinations, size);
        if bound > MAX_SYMBOLIC {
            self.unsupported(state.guard, "a memset of symbolic size", at.span);
            return None;
        }
        for distance in 0..bound {
            self.write_byte_if(state, &destinations, distance, byte, size, at)?;
        }
        Some(())
    }

    /// The largest number of bytes that an access of symbolic size can touch.
    fn byte_bound(&mut self, targets: &[Target], size: TermId) -> u64 {
        let largest = targets.iter().map(|target| {
            let size = self.memory.objects[target.object].size;
            self.memory.pool.as_u64(size).unwrap_or(u64::MAX)
        });
        let largest = largest.max().unwrap_or(0);
        let highest =
            self.memory.pool.unsigned_range(size).map_or(u64::MAX, |(_, high)| high.min(u128::from(u64::MAX)) as u64);
        largest.min(highest)
    }

    fn read_target_byte(&mut self, state: &State, targets: &[Target], distance: u64, at: &Statement) -> Option<TermId> {
        let mut result: Option<TermId> = None;
        for target in targets.iter().rev() {
            let step = self.memory.offset(distance);
            let offset = self.memory.pool.add(target.offset, step);
            let Ok(value) = self.read_target(state, target, offset, 1, false) else {
                self.unsupported(state.guard, MISALIGNED, at.span);
                return None;
            };
            result = Some(match result {
                None => value,
                Some(rest) => self.memory.pool.ite(target.here, value, rest),
            });
        }
        result
    }

    /// Writes a byte at a distance from each target, if the size reaches that far.
    fn write_byte_if(
        &mut self,
        state: &mut State,
        targets: &[Target],
        distance: u64,
        value: TermId,
        size: TermId,
        at: &Statement,
    ) -> Option<()> {
        let step = self.memory.offset(distance);
        let within = self.memory.pool.ult(step, size);
        for target in targets {
            let here = self.memory.pool.and([target.here, within]);
            let conditional = Target { here, ..*target };
            self.write_targets(state, &[conditional], distance, Cell { width: 1, value, pointer: false }, at)?;
        }
        Some(())
    }
}
