//! What objects contain: cells of bytes, or a solver array for large objects with symbolic indices.
//!
//! All functions take offsets that the caller has checked to be in bounds; what they answer for other offsets
//! does not matter.

mod array;

use super::{Memory, Nodes, ObjectId, Target};
use crate::logic::{Sort, TermId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A run of bytes with one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Bytes.
    pub width: u64,
    /// A pointer if `pointer`, else a bit-vector of `8 * width` bits.
    pub value: TermId,
    /// Whether the value is a pointer.
    pub pointer: bool,
}

/// What bytes hold that were never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Any value, the same until written: one input per byte.
    Uninitialised,
    /// Zero.
    Zero,
}

/// The bytes of one object.
#[derive(Clone, Debug)]
pub enum Content {
    /// Disjoint cells by offset.
    Cells {
        /// What was written.
        cells: BTreeMap<u64, Cell>,
        /// What was not.
        fill: Fill,
    },
    /// Elements of one width, by index.
    Array {
        /// From indices as wide as a pointer to elements.
        array: TermId,
        /// Bytes of an element, a power of two.
        element: u64,
        /// For elements that are pointers: what they may point to.
        targets: Option<Rc<[Target]>>,
    },
    /// The nodes of a class.
    Nodes(Nodes),
}

impl Content {
    /// Never written.
    pub fn new(fill: Fill) -> Self {
        Content::Cells { cells: BTreeMap::new(), fill }
    }

    /// The cells, if it has cells.
    pub fn cells(&self) -> Option<&BTreeMap<u64, Cell>> {
        match self {
            Content::Cells { cells, .. } => Some(cells),
            Content::Array { .. } | Content::Nodes(_) => None,
        }
    }
}

/// An input behind bytes that were read before they were written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritten {
    /// One byte.
    Byte {
        /// Its offset.
        at: u64,
        /// Its value.
        input: TermId,
    },
    /// All elements of an array.
    Array {
        /// Bytes of an element.
        element: u64,
        /// The array of their values.
        input: TermId,
    },
}

/// An access that the model of arrays cannot express: it cuts through elements.
#[derive(Clone, Copy, Debug)]
pub struct Misaligned;

/// Elements up to which a symbolic index is a case split.
const MAX_SPLIT: u64 = 40;

impl Memory {
    /// Reads `width` bytes at an offset, as a pointer or as an integer.
    pub fn read(
        &mut self,
        object: ObjectId,
        content: &Content,
        offset: TermId,
        width: u64,
        pointer: bool,
    ) -> Result<TermId, Misaligned> {
        if let (Some(at), Content::Cells { .. }) = (self.pool.as_u64(offset), content) {
            return Ok(self.read_at(object, content, at, width, pointer));
        }
        if let Content::Cells { .. } = content {
            if let Some(places) = self.places(object, offset, width) {
                let mut result = None;
                for at in places.into_iter().rev() {
                    let value = self.read_at(object, content, at, width, pointer);
                    result = Some(match result {
                        None => value,
                        Some(rest) => {
                            let place = self.offset(at);
                            let here = self.pool.eq(offset, place);
                            self.pool.ite(here, value, rest)
                        }
                    });
                }
                return Ok(match result {
                    Some(value) => value,
                    None => self.zero_value(width, pointer),
                });
            }
            let array = self.as_array(object, content, width, pointer)?;
            self.note_view(object, &array);
            return self.read_array(object, &array, offset, width, pointer);
        }
        if self.pool.as_u64(offset).is_none() {
            self.note_view(object, content);
        }
        self.read_array(object, content, offset, width, pointer)
    }

    /// Writes a value at an offset, if `condition` holds.
    pub fn write(
        &mut self,
        object: ObjectId,
        content: &Content,
        offset: TermId,
        cell: Cell,
        condition: TermId,
    ) -> Result<Content, Misaligned> {
        if let Content::Cells { .. } = content {
            if let Some(at) = self.pool.as_u64(offset) {
                let mut result = content.clone();
                self.write_at(object, &mut result, at, cell, condition);
                return Ok(result);
            }
            if let Some(places) = self.places(object, offset, cell.width) {
                return Ok(self.write_places(object, content, offset, &places, cell, condition));
            }
            let array = self.as_array(object, content, cell.width, cell.pointer)?;
            return self.write_array(&array, offset, cell, condition);
        }
        self.write_array(content, offset, cell, condition)
    }

    /// Writes to cells at whichever of the places the offset is.
    ///
    /// Places may be closer than the value is wide. The value is then written in pieces that are as far apart as the places,
    /// so that no piece cuts another; a pointer stays whole.
    fn write_places(
        &mut self,
        object: ObjectId,
        content: &Content,
        offset: TermId,
        places: &[u64],
        cell: Cell,
        condition: TermId,
    ) -> Content {
        let apart = places.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(cell.width);
        let piece = if apart >= cell.width || cell.pointer {
            cell.width
        } else {
            1 << places.iter().fold(apart | cell.width, |bits, at| bits | at).trailing_zeros()
        };
        let mut result = content.clone();
        for &at in places {
            let place = self.offset(at);
            let here = self.pool.eq(offset, place);
            let here = self.pool.and([here, condition]);
            for distance in (0..cell.width).step_by(piece as usize) {
                let part = if piece == cell.width {
                    cell
                } else {
                    let (low, high) = (distance * 8, (distance + piece) * 8 - 1);
                    let value = self.pool.extract(high as u32, low as u32, cell.value);
                    Cell { width: piece, value, pointer: false }
                };
                self.write_at(object, &mut result, at + distance, part, here);
            }
        }
        result
    }

    /// Writes to cells at a constant offset, if the condition holds.
    fn write_at(&mut self, object: ObjectId, content: &mut Content, at: u64, cell: Cell, condition: TermId) {
        let mut new = cell;
        if condition != TermId::TRUE {
            let old = self.read_at(object, content, at, cell.width, cell.pointer);
            new.value = self.pool.ite(condition, cell.value, old);
        }
        self.put(content, at, new);
    }

    /// The constant offsets that a symbolic one may have, unless there are too many.
    fn places(&mut self, object: ObjectId, offset: TermId, width: u64) -> Option<Vec<u64>> {
        let size = self.pool.as_u64(self.objects[object].size)?;
        let zeros = self.pool.known_low_zeros(offset).min(12);
        let stride = 1u64 << zeros;
        let (low, high) = self.pool.unsigned_range(offset).unwrap_or((0, u128::MAX));
        let last = size.checked_sub(width)?.min(u64::try_from(high).unwrap_or(u64::MAX));
        let first = u64::try_from(low).unwrap_or(u64::MAX).div_ceil(stride).saturating_mul(stride);
        if first > last {
            return Some(Vec::new());
        }
        let count = (last - first) / stride + 1;
        (count <= MAX_SPLIT).then(|| (0..count).map(|i| first + i * stride).collect())
    }

    fn zero_value(&mut self, width: u64, pointer: bool) -> TermId {
        if pointer { self.null() } else { self.pool.bv_const(0, 8 * width as u32) }
    }

    /// Reads at a constant offset from cells.
    fn read_at(&mut self, object: ObjectId, content: &Content, at: u64, width: u64, pointer: bool) -> TermId {
        let Content::Cells { cells, fill } = content else { return self.zero_value(width, pointer) };
        if let Some(cell) = cells.get(&at).filter(|cell| cell.width == width) {
            return self.convert(cell.value, cell.pointer, pointer);
        }
        let untouched = cells.range(..at + width).next_back().is_none_or(|(start, cell)| start + cell.width <= at);
        if untouched && *fill == Fill::Zero {
            return self.zero_value(width, pointer);
        }
        let mut bits: Option<TermId> = None;
        let mut position = at;
        while position < at + width {
            let covering = cells.range(..=position).next_back().filter(|(start, cell)| *start + cell.width > position);
            let (value, bytes) = match covering {
                Some((start, cell)) => {
                    let integer = self.convert(cell.value, cell.pointer, false);
                    let end = (start + cell.width).min(at + width);
                    let (low, high) = ((position - start) * 8, (end - start) * 8 - 1);
                    (self.pool.extract(high as u32, low as u32, integer), end - position)
                }
                None => (self.unwritten_byte(object, position, *fill), 1),
            };
            bits = Some(match bits {
                None => value,
                Some(lower) => self.pool.concat(value, lower),
            });
            position += bytes;
        }
        match bits {
            Some(bits) => self.convert(bits, false, pointer),
            None => self.zero_value(width, pointer),
        }
    }

    /// A byte that was never written.
    fn unwritten_byte(&mut self, object: ObjectId, at: u64, fill: Fill) -> TermId {
        match fill {
            Fill::Zero => self.pool.bv_const(0, 8),
            Fill::Uninitialised => self.uninitialised_byte(object, at),
        }
    }

    /// The input behind an uninitialised byte.
    pub fn uninitialised_byte(&mut self, object: ObjectId, at: u64) -> TermId {
        let byte = self.pool.var(&format!("byte!{}!{at}", object.0), Sort::Bv(8));
        self.log_unwritten(object, Unwritten::Byte { at, input: byte });
        byte
    }

    /// The input behind the uninitialised elements of an array.
    pub fn uninitialised_array(&mut self, object: ObjectId, element: u64) -> TermId {
        let sort = Sort::Array(self.pointer_bits, 8 * element as u32);
        let array = self.pool.var(&format!("array!{}!{element}", object.0), sort);
        self.log_unwritten(object, Unwritten::Array { element, input: array });
        array
    }

    /// The input behind the uninitialised elements of an array of pointers: see [`Target::unset`].
    fn uninitialised_pointers(&mut self, object: ObjectId, element: u64) -> TermId {
        let Sort::Bv(width) = self.pointer_sort() else { unreachable!("pointers are bit-vectors") };
        let array = self.pool.var(&format!("pointers!{}", object.0), Sort::Array(self.pointer_bits, width));
        self.log_unwritten(object, Unwritten::Array { element, input: array });
        array
    }

    fn unwritten_pointers(&self, object: ObjectId) -> Option<TermId> {
        let sort = self.pointer_sort();
        self.unwritten.get(&object)?.iter().find_map(|unwritten| match unwritten {
            Unwritten::Array { input, .. } => match self.pool.sort(*input) {
                Sort::Array(_, width) if Sort::Bv(width) == sort => Some(*input),
                _ => None,
            },
            Unwritten::Byte { .. } => None,
        })
    }

    fn log_unwritten(&mut self, object: ObjectId, unwritten: Unwritten) {
        let log = self.unwritten.entry(object).or_default();
        if !log.contains(&unwritten) {
            log.push(unwritten);
        }
    }

    /// A value as a pointer or as an integer, whichever is wanted.
    fn convert(&mut self, value: TermId, is_pointer: bool, want_pointer: bool) -> TermId {
        match (is_pointer, want_pointer) {
            (true, false) => self.to_address(value),
            (false, true) => self.from_address(value),
            _ => value,
        }
    }

    /// Puts a cell, cutting the cells it overlaps.
    fn put(&mut self, content: &mut Content, at: u64, cell: Cell) {
        let Content::Cells { cells, .. } = content else { return };
        let end = at + cell.width;
        let overlapped: Vec<(u64, Cell)> = cells
            .range(..end)
            .rev()
            .take_while(|(start, old)| **start + old.width > at)
            .map(|(start, old)| (*start, *old))
            .collect();
        for (start, old) in overlapped {
            cells.remove(&start);
            if start >= at && start + old.width <= end {
                continue;
            }
            let integer = self.convert(old.value, old.pointer, false);
            if start < at {
                let value = self.pool.extract(((at - start) * 8 - 1) as u32, 0, integer);
                cells.insert(start, Cell { width: at - start, value, pointer: false });
            }
            if start + old.width > end {
                let (low, high) = ((end - start) * 8, old.width * 8 - 1);
                let value = self.pool.extract(high as u32, low as u32, integer);
                cells.insert(end, Cell { width: start + old.width - end, value, pointer: false });
            }
        }
        cells.insert(at, cell);
    }

    /// The bytes of a constant range as cells relative to its start, without gaps; `None` for an array.
    pub fn slice(&mut self, object: ObjectId, content: &Content, at: u64, size: u64) -> Option<Content> {
        let Content::Cells { cells, fill } = content else { return None };
        let mut slice = BTreeMap::new();
        let mut position = at;
        while position < at + size {
            let covering = cells.range(..=position).next_back().filter(|(start, cell)| *start + cell.width > position);
            let next = cells.range(position + 1..).next().map_or(u64::MAX, |(start, _)| *start);
            let cell = match covering {
                Some((start, cell)) if *start == position && position + cell.width <= at + size => *cell,
                Some((start, cell)) => {
                    let width = (start + cell.width).min(at + size) - position;
                    let value = self.read_at(object, content, position, width, false);
                    Cell { width, value, pointer: false }
                }
                None => {
                    let gap = next.min(at + size) - position;
                    let width = if *fill == Fill::Zero { gap.min(8) } else { 1 };
                    let value = self.read_at(object, content, position, width, false);
                    Cell { width, value, pointer: false }
                }
            };
            slice.insert(position - at, cell);
            position += cell.width;
        }
        Some(Content::Cells { cells: slice, fill: Fill::Zero })
    }

    /// The content after a join: that of `a` if the condition holds, else that of `b`.
    pub fn merge(
        &mut self,
        object: ObjectId,
        condition: TermId,
        a: &Content,
        b: &Content,
    ) -> Result<Content, Misaligned> {
        let (cells_a, fill_a, cells_b, fill_b) = match (a, b) {
            (Content::Cells { cells: ca, fill: fa }, Content::Cells { cells: cb, fill: fb }) => (ca, *fa, cb, *fb),
            (Content::Nodes(x), Content::Nodes(y)) => {
                return Ok(Content::Nodes(self.merge_nodes(object, condition, x, y)?));
            }
            _ => return self.merge_arrays(object, condition, a, b),
        };
        let fill = if fill_a == fill_b { fill_a } else { Fill::Uninitialised };
        let mut merged = Content::Cells { cells: BTreeMap::new(), fill };
        for (&at, cell) in cells_a {
            let other = self.read_at(object, b, at, cell.width, cell.pointer);
            let value = self.pool.ite(condition, cell.value, other);
            self.put(&mut merged, at, Cell { value, ..*cell });
        }
        for (&at, cell) in cells_b {
            self.merge_missing(object, condition, &mut merged, a, at, cell);
        }
        if fill_a != fill_b {
            self.merge_fills(object, condition, &mut merged, a, b);
        }
        Ok(merged)
    }

    /// Adds the bytes of a cell of the second content that the first does not write.
    fn merge_missing(
        &mut self,
        object: ObjectId,
        condition: TermId,
        merged: &mut Content,
        a: &Content,
        at: u64,
        cell: &Cell,
    ) {
        let covered = |content: &Content, from: u64, to: u64| {
            content.cells().is_some_and(|cells| {
                cells.range(..to).next_back().is_some_and(|(start, cell)| start + cell.width > from)
            })
        };
        if !covered(merged, at, at + cell.width) {
            let other = self.read_at(object, a, at, cell.width, cell.pointer);
            let value = self.pool.ite(condition, other, cell.value);
            self.put(merged, at, Cell { value, ..*cell });
            return;
        }
        for byte in 0..cell.width {
            if !covered(merged, at + byte, at + byte + 1) {
                // Only now: taking a pointer for a number exposes its address.
                let integer = self.convert(cell.value, cell.pointer, false);
                let mine = self.pool.extract((byte * 8 + 7) as u32, (byte * 8) as u32, integer);
                let other = self.read_at(object, a, at + byte, 1, false);
                let value = self.pool.ite(condition, other, mine);
                self.put(merged, at + byte, Cell { width: 1, value, pointer: false });
            }
        }
    }

    /// Where one side is zero and the other uninitialised, writes out all bytes that neither wrote.
    fn merge_fills(&mut self, object: ObjectId, condition: TermId, merged: &mut Content, a: &Content, b: &Content) {
        let size = self.pool.as_u64(self.objects[object].size).unwrap_or(0);
        for at in 0..size {
            let covered = merged.cells().is_some_and(|cells| {
                cells.range(..=at).next_back().is_some_and(|(start, cell)| start + cell.width > at)
            });
            if !covered {
                let (x, y) = (self.read_at(object, a, at, 1, false), self.read_at(object, b, at, 1, false));
                let value = self.pool.ite(condition, x, y);
                self.put(merged, at, Cell { width: 1, value, pointer: false });
            }
        }
    }
}
