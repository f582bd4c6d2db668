//! Content as a solver array: elements of one width, by index.

use super::{Cell, Content, Fill, Misaligned};
use crate::logic::TermId;
use crate::memory::{Memory, ObjectId, Target};
use std::rc::Rc;

impl Memory {
    /// Content as an array of integers of the given width.
    pub fn indexed(&mut self, object: ObjectId, content: &Content, element: u64) -> Result<Content, Misaligned> {
        match self.as_array(object, content, element, false)? {
            Content::Array { element: other, .. } if other != element => Err(Misaligned),
            array => Ok(array),
        }
    }

    /// Notes that an object is read at a symbolic index.
    pub(super) fn note_view(&mut self, object: ObjectId, content: &Content) {
        if let Content::Array { element, targets: None, .. } = content {
            self.views += 1;
            self.viewed.insert(object, (*element, self.views));
        }
    }

    /// How many reads at symbolic indices there were.
    pub fn views(&self) -> u64 {
        self.views
    }

    /// An object as the array of integers that it was read as after so many reads at symbolic indices; `None` if it was not.
    pub fn viewed_since(&mut self, views: u64, object: ObjectId, content: &Content) -> Option<(TermId, u64)> {
        let &(element, _) = self.viewed.get(&object).filter(|(_, last)| *last > views)?;
        match self.indexed(object, content, element) {
            Ok(Content::Array { array, targets: None, .. }) => Some((array, element)),
            _ => None,
        }
    }

    /// Cells as an array of elements of the given width.
    pub(super) fn as_array(
        &mut self,
        object: ObjectId,
        content: &Content,
        element: u64,
        pointer: bool,
    ) -> Result<Content, Misaligned> {
        let Content::Cells { cells, fill } = content else { return Ok(content.clone()) };
        if !element.is_power_of_two() {
            return Err(Misaligned);
        }
        let mut array = match fill {
            Fill::Zero => {
                let zero = self.zero_value(element, pointer);
                self.pool.const_array(self.pointer_bits, zero)
            }
            Fill::Uninitialised if pointer => self.uninitialised_pointers(object, element),
            Fill::Uninitialised => self.uninitialised_array(object, element),
        };
        let mut targets: Vec<Target> = match fill {
            Fill::Zero => vec![Target::anywhere(ObjectId::NONE)],
            Fill::Uninitialised => Target::unset().to_vec(),
        };
        let mut done = None;
        for (&at, cell) in cells {
            for index in at / element..=(at + cell.width - 1) / element {
                if done == Some(index) {
                    continue;
                }
                let value = self.read_element(object, content, index, element, pointer);
                if pointer {
                    targets.extend(self.cases(value).iter().map(|case| Target::anywhere(case.object)));
                }
                let position = self.offset(index);
                array = self.pool.store(array, position, value);
                done = Some(index);
            }
        }
        Ok(Content::Array { array, element, targets: pointer.then(|| distinct(targets)) })
    }

    /// One element of cells; bytes that were never written come from the array of uninitialised elements.
    fn read_element(&mut self, object: ObjectId, content: &Content, index: u64, element: u64, pointer: bool) -> TermId {
        let Content::Cells { cells, fill } = content else { return self.zero_value(element, pointer) };
        let mut whole = content.clone();
        if *fill == Fill::Uninitialised {
            let position = self.offset(index);
            let value = if pointer {
                let array = self.uninitialised_pointers(object, element);
                let value = self.pool.select(array, position);
                self.set_targets(value, Rc::new(Target::unset()));
                value
            } else {
                let array = self.uninitialised_array(object, element);
                self.pool.select(array, position)
            };
            whole = Content::new(Fill::Zero);
            self.put(&mut whole, index * element, Cell { width: element, value, pointer });
            let range = index * element..(index + 1) * element;
            let inside: Vec<(u64, Cell)> = cells
                .range(..range.end)
                .rev()
                .take_while(|(start, cell)| **start + cell.width > range.start)
                .map(|(start, cell)| (*start, *cell))
                .collect();
            for (start, cell) in inside {
                self.put(&mut whole, start, cell);
            }
        }
        self.read_at(object, &whole, index * element, element, pointer)
    }

    pub(super) fn read_array(
        &mut self,
        object: ObjectId,
        content: &Content,
        offset: TermId,
        width: u64,
        pointer: bool,
    ) -> Result<TermId, Misaligned> {
        let Content::Array { array, element, targets } = content else { return Err(Misaligned) };
        let (array, element) = (*array, *element);
        let aligned_to = 1u64 << self.pool.known_low_zeros(offset).min(16);
        let index = self.element_index(offset, element);
        if let Some(targets) = targets {
            if width != element || aligned_to < element {
                return Err(Misaligned);
            }
            if let Some(input) = self.unwritten_pointers(object) {
                let unwritten = self.pool.select(input, index);
                self.set_targets(unwritten, Rc::new(Target::unset()));
            }
            let value = self.pool.select(array, index);
            self.set_targets(value, targets.clone());
            return Ok(self.convert(value, true, pointer));
        }
        let bits = if width >= element {
            if aligned_to < element || !width.is_multiple_of(element) {
                return Err(Misaligned);
            }
            let mut bits = self.pool.select(array, index);
            for i in 1..width / element {
                let step = self.offset(i);
                let next = self.pool.add(index, step);
                let high = self.pool.select(array, next);
                bits = self.pool.concat(high, bits);
            }
            bits
        } else {
            if aligned_to < width {
                return Err(Misaligned);
            }
            let whole = self.pool.select(array, index);
            let shift = self.bit_shift(offset, element);
            let shifted = self.pool.lshr(whole, shift);
            self.pool.extract(8 * width as u32 - 1, 0, shifted)
        };
        Ok(self.convert(bits, false, pointer))
    }

    pub(super) fn write_array(
        &mut self,
        content: &Content,
        offset: TermId,
        cell: Cell,
        condition: TermId,
    ) -> Result<Content, Misaligned> {
        let Content::Array { array, element, targets } = content else { return Err(Misaligned) };
        let (original, element) = (*array, *element);
        let mut array = original;
        let mut targets = targets.clone();
        let aligned_to = 1u64 << self.pool.known_low_zeros(offset).min(16);
        let index = self.element_index(offset, element);
        let mut store = |memory: &mut Self, position: TermId, value: TermId| {
            let old = memory.pool.select(array, position);
            let value = memory.pool.ite(condition, value, old);
            array = memory.pool.store(array, position, value);
        };
        if let Some(known) = &targets {
            if cell.width != element || aligned_to < element {
                return Err(Misaligned);
            }
            let value = self.convert(cell.value, cell.pointer, true);
            let more = self.cases(value);
            targets = Some(distinct(
                known.iter().copied().chain(more.iter().map(|case| Target::anywhere(case.object))).collect(),
            ));
            store(self, index, value);
            return Ok(Content::Array { array, element, targets });
        }
        let value = self.convert(cell.value, cell.pointer, false);
        if cell.width >= element {
            if aligned_to < element || !cell.width.is_multiple_of(element) {
                return Err(Misaligned);
            }
            for i in 0..cell.width / element {
                let step = self.offset(i);
                let position = self.pool.add(index, step);
                let (low, high) = (i * element * 8, (i + 1) * element * 8 - 1);
                let part = self.pool.extract(high as u32, low as u32, value);
                store(self, position, part);
            }
        } else {
            if aligned_to < cell.width {
                return Err(Misaligned);
            }
            let bits = 8 * element as u32;
            let old = self.pool.select(original, index);
            let shift = self.bit_shift(offset, element);
            let ones = self.pool.bv_const(u128::MAX >> (128 - 8 * cell.width), bits);
            let mask = self.pool.shl(ones, shift);
            let keep = self.pool.bvnot(mask);
            let kept = self.pool.bvand(old, keep);
            let wide = self.pool.zext(value, bits);
            let placed = self.pool.shl(wide, shift);
            let new = self.pool.bvor(kept, placed);
            store(self, index, new);
        }
        Ok(Content::Array { array, element, targets })
    }

    pub(super) fn merge_arrays(
        &mut self,
        object: ObjectId,
        condition: TermId,
        a: &Content,
        b: &Content,
    ) -> Result<Content, Misaligned> {
        let shape = |content: &Content| match content {
            Content::Array { element, targets, .. } => Some((*element, targets.is_some())),
            Content::Cells { .. } | Content::Nodes(_) => None,
        };
        let Some((element, pointer)) = shape(a).or(shape(b)) else { return Err(Misaligned) };
        let a = self.as_array(object, a, element, pointer)?;
        let b = self.as_array(object, b, element, pointer)?;
        match (a, b) {
            (
                Content::Array { array: x, element: ex, targets: tx },
                Content::Array { array: y, element: ey, targets: ty },
            ) if ex == ey && tx.is_some() == ty.is_some() => {
                let targets = tx.zip(ty).map(|(tx, ty)| distinct(tx.iter().chain(ty.iter()).copied().collect()));
                Ok(Content::Array { array: self.pool.ite(condition, x, y), element: ex, targets })
            }
            _ => Err(Misaligned),
        }
    }

    /// The index of the element at an offset.
    fn element_index(&mut self, offset: TermId, element: u64) -> TermId {
        let shift = element.trailing_zeros();
        if shift == 0 {
            return offset;
        }
        let high = self.pool.extract(self.pointer_bits - 1, shift, offset);
        self.pool.zext(high, self.pointer_bits)
    }

    /// How far an offset lies inside its element, in bits, as wide as the element.
    fn bit_shift(&mut self, offset: TermId, element: u64) -> TermId {
        let bits = 8 * element as u32;
        let low = self.pool.extract(element.trailing_zeros() - 1, 0, offset);
        let zeros = self.pool.bv_const(0, 3);
        let low = self.pool.concat(low, zeros);
        self.pool.zext(low, bits)
    }
}

fn distinct(mut objects: Vec<Target>) -> Rc<[Target]> {
    objects.sort_unstable();
    objects.dedup();
    objects.into()
}
