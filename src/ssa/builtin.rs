//! Library functions.

use super::Encoder;
use super::block::Running;
use super::formula::{EventKind, Obligation};
use super::state::State;
use crate::base::Span;
use crate::ir::{BLOCK_ALIGN, Builtin, ErrorKind, IntType, Overlap, REALLOC_TO_NOTHING, Scalar, Signature, Statement};
use crate::logic::{Sort, TermId};
use crate::memory::{Case, Content, Fill, ObjectId, ObjectKind};

/// Bytes of a string up to which its end is searched.
const MAX_STRING: u64 = 4096;

/// Characters of a string at a symbolic place among which its end is searched.
const NEARBY: u64 = 8;

impl<'a> Encoder<'a> {
    /// Executes a library function: its result if it has one, `None` if no path goes on.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn builtin(
        &mut self,
        running: &Running<'a>,
        at: &Statement,
        builtin: Builtin,
        signature: &Signature,
        types: &[Scalar],
        args: &[TermId],
        state: &mut State,
    ) -> Option<Option<TermId>> {
        let arg = |index: usize| args.get(index).copied();
        let result = match builtin {
            Builtin::Malloc => Some(self.allocate(state, (arg(0)?, BLOCK_ALIGN), Fill::Uninitialised, at)?),
            Builtin::AlignedAlloc => Some(self.aligned_alloc(state, arg(0)?, arg(1)?, at)?),
            Builtin::Calloc => Some(self.calloc(state, arg(0)?, arg(1)?, at)?),
            Builtin::Realloc => Some(self.realloc(state, arg(0)?, arg(1)?, at)?),
            Builtin::Alloca => {
                let object = self.new_object(state, ObjectKind::Stack, (arg(0)?, BLOCK_ALIGN), "alloca", at)?;
                if let Some(activation) = self.activations.last_mut() {
                    activation.owned.push(object);
                }
                Some(self.new_pointer(object))
            }
            Builtin::Free => {
                self.free(state, arg(0)?, at);
                None
            }
            Builtin::Memcpy => {
                self.block_copy(state, arg(0)?, arg(1)?, arg(2)?, Overlap::Error, at)?;
                arg(0)
            }
            Builtin::Memmove => {
                self.block_copy(state, arg(0)?, arg(1)?, arg(2)?, Overlap::Allowed, at)?;
                arg(0)
            }
            Builtin::Memset => {
                self.block_set(state, arg(0)?, arg(1)?, arg(2)?, at)?;
                arg(0)
            }
            Builtin::Abort | Builtin::Exit => {
                self.exit(running, state, at);
                return None;
            }
            Builtin::AssertFail => {
                self.fail(running, ErrorKind::AssertionFailed, state, at);
                return None;
            }
            Builtin::ErrorCall => {
                self.fail(running, ErrorKind::ErrorCall, state, at);
                return None;
            }
            Builtin::Assume => {
                let holds = self.is_nonzero(arg(0)?);
                state.guard = self.memory.pool.and([state.guard, holds]);
                if state.guard == TermId::FALSE {
                    return None;
                }
                None
            }
            // Its result depends on the declared type: see `invoke`.
            Builtin::Nondet => None,
            Builtin::Printf => Some(self.print(state, 0, types, args, at)?),
            Builtin::Fprintf => {
                self.read_bytes(state, arg(0)?, 1, false, at)?;
                Some(self.print(state, 1, types, args, at)?)
            }
            Builtin::Puts => {
                self.read_string(state, arg(0)?, at)?;
                Some(self.any_int(at.span))
            }
            Builtin::Putchar => {
                let byte = self.memory.pool.extract(7, 0, arg(0)?);
                Some(self.memory.pool.zext(byte, 32))
            }
            Builtin::OpenStream => {
                if self.in_residual() {
                    self.unsupported(state.guard, "a stream that is opened in a loop without a bound", at.span);
                    return None;
                }
                let object = self.new_object(state, ObjectKind::Stack, (arg(0)?, BLOCK_ALIGN), "stream", at)?;
                Some(self.new_pointer(object))
            }
            Builtin::UseClosed | Builtin::CloseTwice => {
                let twice = builtin == Builtin::CloseTwice;
                let error = if twice { ErrorKind::DoubleClose } else { ErrorKind::UseAfterClose };
                self.require(state, error, TermId::FALSE, at.span, Some(at.site));
                return None;
            }
            Builtin::System(_) => {
                self.unsupported(state.guard, "a call of the system", at.span);
                return None;
            }
            Builtin::Sprintf | Builtin::Snprintf => {
                self.unsupported(state.guard, "formatted output to memory", at.span);
                return None;
            }
        };
        Some(result.filter(|_| signature.result.is_some()))
    }

    /// A result that is not modelled: any `int`.
    fn any_int(&mut self, span: Span) -> TermId {
        self.formula.approximate("the result of an output function", span);
        self.input("output", Scalar::Int(IntType::INT))
    }

    /// The program ends by `exit` or `abort`.
    fn exit(&mut self, running: &Running<'a>, state: &mut State, at: &Statement) {
        for (local, value) in running.body.locals.iter().zip(&mut state.frame.registers) {
            if local.name.is_none() {
                *value = None;
            }
        }
        self.program_end(state, at.span, Some(at.site));
    }

    /// An error that needs no condition; the program ends.
    fn fail(&mut self, running: &Running<'a>, error: ErrorKind, state: &mut State, at: &Statement) {
        if error.property().is_some_and(|property| self.config.properties.contains(property)) {
            let (guard, after) = (state.guard, self.formula.assumptions.len());
            let site = Some(at.site);
            self.formula.obligations.push(Obligation {
                error,
                guard,
                condition: TermId::FALSE,
                after,
                span: at.span,
                site,
            });
        } else {
            self.exit(running, state, at);
        }
    }

    /// A block of a size and alignment.
    fn allocate(&mut self, state: &mut State, layout: (TermId, u64), fill: Fill, at: &Statement) -> Option<TermId> {
        let object = self.new_object(state, ObjectKind::Heap, layout, "heap object", at)?;
        let pointer = self.new_pointer(object);
        if fill == Fill::Zero {
            let node = self.memory.node_part(pointer);
            let target = state.objects.get_mut(object)?;
            target.content = match &target.content {
                Content::Nodes(nodes) => Content::Nodes(self.memory.allocate_node(object, nodes, node, true)),
                _ => Content::new(Fill::Zero),
            };
        }
        if !self.config.malloc_may_fail {
            return Some(pointer);
        }
        let fails = self.memory.pool.fresh_var("fails", Sort::Bool);
        self.event(state, at, EventKind::AllocationFails(fails));
        state.objects.get_mut(object)?.exists = self.memory.pool.not(fails);
        let null = self.memory.null();
        Some(self.memory.pool.ite(fails, null, pointer))
    }

    /// An aligned block. An alignment that is no power of two is refused by some C libraries, and rounded up by others.
    fn aligned_alloc(&mut self, state: &mut State, align: TermId, size: TermId, at: &Statement) -> Option<TermId> {
        let known = self.memory.pool.as_u64(align).filter(|align| align.is_power_of_two());
        let layout = (size, known.unwrap_or(BLOCK_ALIGN).max(BLOCK_ALIGN));
        let pointer = self.allocate(state, layout, Fill::Uninitialised, at)?;
        let (zero, one) = (self.memory.offset(0), self.memory.offset(1));
        let pool = &mut self.memory.pool;
        let below = pool.sub(align, one);
        let shared = pool.bvand(align, below);
        let (none, single) = (pool.eq(align, zero), pool.eq(shared, zero));
        let several = pool.not(single);
        let odd = pool.or([none, several]);
        if odd == TermId::FALSE {
            return Some(pointer);
        }
        self.formula.approximate("an alignment that is no power of two", at.span);
        let refused = self.memory.pool.fresh_var("refused", Sort::Bool);
        let refused = self.memory.pool.and([odd, refused]);
        self.exists_unless(state, pointer, refused);
        let null = self.memory.null();
        Some(self.memory.pool.ite(refused, null, pointer))
    }

    /// The object that was just made is not there if a condition holds.
    fn exists_unless(&mut self, state: &mut State, pointer: TermId, refused: TermId) {
        let there = self.memory.pool.not(refused);
        for case in self.memory.cases(pointer).iter() {
            if let Some(object) = state.objects.get_mut(case.object) {
                object.exists = self.memory.pool.and([object.exists, there]);
            }
        }
    }

    fn calloc(&mut self, state: &mut State, count: TermId, size: TermId, at: &Statement) -> Option<TermId> {
        let bits = self.memory.offset_bits();
        let pool = &mut self.memory.pool;
        let (wide_count, wide_size) = (pool.zext(count, 2 * bits), pool.zext(size, 2 * bits));
        let exact = pool.mul(wide_count, wide_size);
        let product = pool.extract(bits - 1, 0, exact);
        let high = pool.extract(2 * bits - 1, bits, exact);
        let overflows = self.is_nonzero(high);
        let pointer = self.allocate(state, (product, BLOCK_ALIGN), Fill::Zero, at)?;
        let null = self.memory.null();
        self.exists_unless(state, pointer, overflows);
        Some(self.memory.pool.ite(overflows, null, pointer))
    }

    /// The heap objects at whose start a pointer may point, and whether it may be freed.
    fn freeable(&mut self, state: &State, pointer: TermId, span: Span) -> (Vec<(Case, TermId)>, TermId) {
        let null = self.memory.null();
        let is_null = self.memory.pool.eq(pointer, null);
        let mut fine = vec![is_null];
        let mut objects = Vec::new();
        for case in self.memory.cases(pointer).iter() {
            if case.object == ObjectId::FOREIGN {
                self.foreign_access(state, pointer, span);
            }
            if self.memory.objects[case.object].kind != ObjectKind::Heap {
                continue;
            }
            let Some(object) = state.objects.get(case.object) else { continue };
            let dead = match &object.content {
                Content::Nodes(nodes) => self.memory.node_bit(nodes.dead, case.node),
                _ => object.dead,
            };
            let there = self.memory.points_to(pointer, case.object);
            let zero = self.memory.offset(0);
            let start = self.memory.pool.eq(case.offset, zero);
            let alive = self.memory.pool.not(dead);
            let here = self.memory.pool.and([there, start, alive]);
            if here != TermId::FALSE {
                fine.push(here);
                objects.push((*case, here));
            }
        }
        let fine = self.memory.pool.or(fine);
        (objects, fine)
    }

    fn free(&mut self, state: &mut State, pointer: TermId, at: &Statement) {
        let (objects, fine) = self.freeable(state, pointer, at.span);
        self.require(state, ErrorKind::FreeInvalid, fine, at.span, Some(at.site));
        let null = self.memory.null();
        let is_null = self.memory.pool.eq(pointer, null);
        let only = objects.len() == 1 && is_null == TermId::FALSE;
        for (case, here) in objects {
            self.kill_if(state, case.object, case.node, if only { TermId::TRUE } else { here });
        }
    }

    fn realloc(&mut self, state: &mut State, pointer: TermId, size: TermId, at: &Statement) -> Option<TermId> {
        let (objects, fine) = self.freeable(state, pointer, at.span);
        self.require(state, ErrorKind::FreeInvalid, fine, at.span, Some(at.site));
        let before = state.objects.clone();
        let nothing = self.memory.offset(0);
        let to_nothing = self.memory.pool.eq(size, nothing);
        for &(_, here) in &objects {
            let guard = self.memory.pool.and([state.guard, here, to_nothing]);
            self.unsupported(guard, REALLOC_TO_NOTHING, at.span);
        }
        let result = self.allocate(state, (size, BLOCK_ALIGN), Fill::Uninitialised, at)?;
        let new = self.memory.cases(result).iter().map(|case| case.object).find(|&object| object != ObjectId::NONE)?;
        let null = self.memory.null();
        let failed = self.memory.pool.eq(result, null);
        let worked = self.memory.pool.not(failed);
        for (case, here) in objects {
            let old = case.object;
            if self.memory.objects[old].class || self.memory.objects[new].class {
                self.unsupported(state.guard, "realloc in a loop without a bound", at.span);
                return None;
            }
            let old_size = self.memory.pool.as_u64(self.memory.objects[old].size);
            let content = before.get(old)?.content.clone();
            let slice = match (old_size, self.memory.pool.as_u64(size)) {
                (Some(old_size), Some(size)) => self.memory.slice(old, &content, 0, old_size.min(size)),
                (Some(old_size), None) if old_size <= 256 => self.memory.slice(old, &content, 0, old_size),
                _ => None,
            };
            let Some(Content::Cells { cells, .. }) = slice else {
                self.unsupported(state.guard, "realloc of a block of unknown size", at.span);
                return None;
            };
            for (distance, cell) in cells {
                let offset = self.memory.offset(distance);
                let fits = self.memory.in_bounds(new, offset, cell.width);
                let condition = self.memory.pool.and([here, fits]);
                let target = state.objects.get_mut(new)?;
                match self.memory.write(new, &target.content, offset, cell, condition) {
                    Ok(content) => target.content = content,
                    Err(_) => {
                        self.unsupported(state.guard, "realloc of a large array", at.span);
                        return None;
                    }
                }
            }
            let freed = self.memory.pool.and([here, worked]);
            self.kill_if(state, old, case.node, freed);
        }
        Some(result)
    }

    fn block_copy(
        &mut self,
        state: &mut State,
        to: TermId,
        from: TermId,
        size: TermId,
        overlap: Overlap,
        at: &Statement,
    ) -> Option<()> {
        match self.memory.pool.as_u64(size) {
            Some(size) => self.copy(state, to, from, size, overlap, at),
            None => self.symbolic_copy(state, to, from, size, overlap, at),
        }
    }

    fn block_set(&mut self, state: &mut State, to: TermId, value: TermId, size: TermId, at: &Statement) -> Option<()> {
        match (self.memory.pool.as_u64(size), self.memory.pool.as_u64(value)) {
            (Some(size), Some(value)) => self.fill(state, to, value as u8, size, at),
            _ => {
                let byte = self.memory.pool.extract(7, 0, value);
                self.symbolic_fill(state, to, byte, size, at)
            }
        }
    }

    /// Output: reads what the format says and returns anything.
    fn print(
        &mut self,
        state: &State,
        format: usize,
        types: &[Scalar],
        args: &[TermId],
        at: &Statement,
    ) -> Option<TermId> {
        let Some(text) = args.get(format).and_then(|&pointer| self.constant_string(state, pointer)) else {
            self.unsupported(state.guard, "output with a format that is no constant", at.span);
            return None;
        };
        let mut next = format + 1;
        let mut bytes = text.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                continue;
            }
            let mut precision = false;
            let conversion = loop {
                match bytes.next() {
                    Some(b'*') => next += 1,
                    Some(b'.') => precision = true,
                    Some(b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'h' | b'l' | b'z' | b'j' | b't' | b'L' | b'q') => {}
                    other => break other,
                }
            };
            match conversion {
                Some(b'%') | None => continue,
                Some(b's') if types.get(next) == Some(&Scalar::Pointer) && !precision => {
                    self.read_string(state, args[next], at)?;
                }
                Some(b's' | b'n') => {
                    self.unsupported(state.guard, "output with %n or a string precision", at.span);
                    return None;
                }
                Some(_) => {}
            }
            next += 1;
        }
        Some(self.any_int(at.span))
    }

    /// The text of a pointer to the start of a constant string.
    fn constant_string(&mut self, state: &State, pointer: TermId) -> Option<Vec<u8>> {
        let cases = self.memory.cases(pointer);
        let [case] = cases.as_ref() else { return None };
        let start = self.memory.pool.as_u64(case.offset)?;
        let size = self.memory.pool.as_u64(self.memory.objects[case.object].size)?;
        let content = &state.objects.get(case.object)?.content;
        let mut text = Vec::new();
        for at in start..size {
            let offset = self.memory.offset(at);
            let byte = self.memory.read(case.object, content, offset, 1, false).ok()?;
            match self.memory.pool.as_u64(byte)? {
                0 => return Some(text),
                byte => text.push(byte as u8),
            }
        }
        None
    }

    /// Reads a string up to its end, which must lie inside its object.
    fn read_string(&mut self, state: &State, pointer: TermId, at: &Statement) -> Option<()> {
        self.read_bytes(state, pointer, 1, false, at)?;
        let mut ended = Vec::new();
        for case in self.memory.cases(pointer).iter() {
            let Some(object) = state.objects.get(case.object) else { continue };
            let content = object.content.clone();
            let size = self.memory.pool.as_u64(self.memory.objects[case.object].size);
            let start = self.memory.pool.as_u64(case.offset);
            let there = self.memory.points_to(pointer, case.object);
            let (Some(size), Some(start)) = (size, start) else {
                let nearby = self.ends_nearby(case.object, &content, case.offset, at)?;
                ended.push(self.memory.pool.and([there, nearby]));
                continue;
            };
            if size.saturating_sub(start) > MAX_STRING {
                self.unsupported(state.guard, "output of a long string", at.span);
                return None;
            }
            for position in start..size {
                let offset = self.memory.offset(position);
                let Ok(byte) = self.memory.read(case.object, &content, offset, 1, false) else {
                    self.unsupported(state.guard, "output of a string in a large array", at.span);
                    return None;
                };
                let nonzero = self.is_nonzero(byte);
                let zero = self.memory.pool.not(nonzero);
                ended.push(self.memory.pool.and([there, zero]));
            }
        }
        let ended = self.memory.pool.or(ended);
        self.require(state, ErrorKind::ReadOutOfBounds, ended, at.span, Some(at.site));
        Some(())
    }

    /// Whether a string at a symbolic place has its end among its first characters, or at the end of its object.
    fn ends_nearby(&mut self, object: ObjectId, content: &Content, start: TermId, at: &Statement) -> Option<TermId> {
        self.formula.approximate("output of a string at a symbolic place", at.span);
        let size = self.memory.objects[object].size;
        let one = self.memory.offset(1);
        let mut places = vec![self.memory.pool.sub(size, one)];
        for distance in 0..NEARBY {
            let distance = self.memory.offset(distance);
            places.push(self.memory.pool.add(start, distance));
        }
        let mut ends = Vec::new();
        for place in places {
            let after_start = self.memory.pool.ule(start, place);
            let inside = self.memory.pool.ult(place, size);
            let Ok(byte) = self.memory.read(object, content, place, 1, false) else {
                self.unsupported(TermId::TRUE, "output of a string at a symbolic place", at.span);
                return None;
            };
            let nonzero = self.is_nonzero(byte);
            let zero = self.memory.pool.not(nonzero);
            ends.push(self.memory.pool.and([after_start, inside, zero]));
        }
        Some(self.memory.pool.or(ends))
    }
}
