//! Copying and setting ranges of bytes.

use super::Encoder;
use super::access::{MISALIGNED, Target};
use super::state::State;
use crate::ir::{ErrorKind, Overlap, Statement};
use crate::logic::{Sort, TermId};
use crate::memory::{Cell, Content, Fill, Nodes, ObjectId};
use std::collections::BTreeMap;

/// Bytes up to which a block operation of symbolic size is expanded.
const MAX_SYMBOLIC: u64 = 128;

/// Words up to which a copy at a symbolic offset is expanded.
const MAX_WORDS_COPIED: u64 = 256;

/// Words up to which setting a part of an object is expanded.
const MAX_WORDS_SET: u64 = 4096;

impl Encoder<'_> {
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
        let mut cells = BTreeMap::new();
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
        if size / width > MAX_WORDS_COPIED {
            self.unsupported(state.guard, "a large copy at a symbolic offset", at.span);
            return None;
        }
        let mut cells = BTreeMap::new();
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
        if size / word > MAX_WORDS_SET {
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
