//! Byte-precise memory: objects with addresses, bytes, and the provenance of stored pointers.
//!
//! In: accesses through pointers. Out: bytes, or a [`Fault`] that names the error and the object. Knows nothing
//! of statements, inputs or properties: a read of bytes without a value is handed back to the caller, who
//! gives them one.
//!
//! Addresses are handed out once, upwards, with a gap after every object, so that a one-past-end pointer is
//! never the start of another object and a dangling address finds the object that was there.

use super::known::Known;
use super::outcome::ObjectKind;
use super::value::{ObjectId, Value};
use crate::base::{IdVec, Span};
use crate::config::DataModel;
use crate::ir::{ErrorKind, SiteId};
use std::collections::BTreeMap;

/// Where the life of an object stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Live,
    Freed,
    OutOfScope,
}

/// The alignment of variables: more than most need, so that one that was raised in a declaration is respected.
pub(super) const VARIABLE_ALIGN: u64 = 64;

/// Bytes that an object costs besides its content.
const OVERHEAD: u64 = 128;

/// What a new object is like.
#[derive(Clone, Copy)]
pub(super) struct NewObject {
    pub kind: ObjectKind,
    pub size: u64,
    pub align: u64,
    pub site: SiteId,
    pub visit: u32,
    pub begin: Span,
    /// An address to use if it is free.
    pub base: Option<u64>,
}

/// An object. When it dies its bytes go; what it was remains, and what it pointed to.
#[derive(Debug)]
pub(super) struct Object {
    pub base: u64,
    pub size: u64,
    pub kind: ObjectKind,
    pub state: State,
    pub writable: bool,
    pub site: SiteId,
    pub visit: u32,
    pub begin: Span,
    pub end: Span,
    bytes: Vec<u8>,
    known: Known,
    /// Provenance of pointers stored at multiples of their size; empty until the first one is stored.
    provenance: Vec<ObjectId>,
}

/// Reading or writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

/// An invalid access or free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub kind: ErrorKind,
    /// The object that the pointer belongs to, or [`ObjectId::NONE`].
    pub object: ObjectId,
}

/// The address space or the allowance is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfMemory;

/// The memory of a run.
pub(super) struct Memory {
    objects: IdVec<ObjectId, Object>,
    /// Objects whose address was asked for, by base.
    placed: BTreeMap<(u64, u32), ObjectId>,
    /// The others, in the order of their bases.
    order: Vec<ObjectId>,
    next: u64,
    /// All ones in the width of a pointer.
    mask: u64,
    pointer_bytes: u64,
    used: u64,
    limit: u64,
    /// Whether the addresses of objects, which are free choices, were looked at: see [`Run::saw_addresses`].
    ///
    /// [`Run::saw_addresses`]: super::outcome::Run::saw_addresses
    pub saw_addresses: bool,
}

impl Memory {
    /// Nothing but null.
    pub fn new(model: DataModel, limit: u64) -> Self {
        let (next, mask) = match model {
            DataModel::Ilp32 => (0x0805_0000, 0xffff_ffff),
            DataModel::Lp64 => (0x5580_0000_0000, u64::MAX),
        };
        let mut memory = Self {
            objects: IdVec::new(),
            placed: BTreeMap::new(),
            order: Vec::new(),
            next,
            mask,
            pointer_bytes: model.pointer_bytes(),
            used: 0,
            limit,
            saw_addresses: false,
        };
        for _ in [ObjectId::NONE, ObjectId::NULL] {
            memory.objects.push(Object {
                base: 0,
                size: 0,
                kind: ObjectKind::Nothing,
                state: State::Live,
                writable: false,
                site: SiteId(u32::MAX),
                visit: 0,
                begin: Span::NONE,
                end: Span::NONE,
                bytes: Vec::new(),
                known: Known::All,
                provenance: Vec::new(),
            });
        }
        memory
    }

    /// All ones in the width of a pointer.
    pub fn mask(&self) -> u64 {
        self.mask
    }

    /// An object by id.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id]
    }

    /// All objects that ever lived, with null's stand-ins.
    pub fn objects(&self) -> impl DoubleEndedIterator<Item = (ObjectId, &Object)> {
        self.objects.enumerated()
    }

    /// A new object without content, and its address.
    pub fn allocate(&mut self, new: NewObject) -> Result<Value, OutOfMemory> {
        let used = self.used.checked_add(new.size).and_then(|used| used.checked_add(OVERHEAD)).ok_or(OutOfMemory)?;
        if used > self.limit || self.objects.len() >= u32::MAX as usize - 1 {
            return Err(OutOfMemory);
        }
        let id = self.objects.next_id();
        let base = match new.base.filter(|&base| self.is_free(base, new.size)) {
            Some(base) => {
                self.placed.insert((base, id.0), id);
                base
            }
            None => {
                let base = self.next_base(new.size, new.align.max(16))?;
                self.next = base + new.size + 1;
                self.order.push(id);
                base
            }
        };
        self.used = used;
        self.objects.push(Object {
            base,
            size: new.size,
            kind: new.kind,
            state: State::Live,
            writable: true,
            site: new.site,
            visit: new.visit,
            begin: new.begin,
            end: Span::NONE,
            bytes: vec![0; new.size as usize],
            known: Known::none(new.size),
            provenance: Vec::new(),
        });
        Ok(Value { bits: base, object: id })
    }

    /// The next address in order where nothing was placed.
    fn next_base(&self, size: u64, align: u64) -> Result<u64, OutOfMemory> {
        let mut next = self.next;
        loop {
            let base = next.checked_next_multiple_of(align).ok_or(OutOfMemory)?;
            let end = base.checked_add(size).filter(|&end| end < self.mask - 0xffff).ok_or(OutOfMemory)?;
            match self.placed_within(base, end) {
                Some(other) => next = other + 1,
                None => return Ok(base),
            }
        }
    }

    /// The end of a live object that was placed and touches the range.
    fn placed_within(&self, base: u64, end: u64) -> Option<u64> {
        let mut candidates = self.placed.range(..=(end, u32::MAX)).map(|(_, &id)| &self.objects[id]);
        candidates.find(|o| o.state == State::Live && o.base + o.size >= base).map(|o| o.base + o.size)
    }

    /// Whether an object can be placed at an asked-for address: no live one touches it.
    fn is_free(&self, base: u64, size: u64) -> bool {
        let Some(end) = base.checked_add(size).filter(|&end| base != 0 && end <= self.mask) else { return false };
        let first = self.order.partition_point(|&id| self.objects[id].base + self.objects[id].size < base);
        let mut touched = self.order[first..].iter().map(|&id| &self.objects[id]).take_while(|o| o.base <= end);
        touched.all(|o| o.state != State::Live) && self.placed_within(base, end).is_none()
    }

    /// Ends the life of an object.
    pub fn kill(&mut self, id: ObjectId, state: State, span: Span) {
        let object = &mut self.objects[id];
        self.used -= object.size;
        object.state = state;
        object.end = span;
        object.bytes = Vec::new();
        object.known = Known::All;
    }

    /// Makes an object read-only.
    pub fn protect(&mut self, id: ObjectId) {
        self.objects[id].writable = false;
    }

    /// The object of a pointer: its provenance, or what is found at its address.
    pub fn resolve(&self, pointer: Value) -> ObjectId {
        match pointer.object {
            ObjectId::NONE | ObjectId::NULL if pointer.bits != 0 => self.find(pointer.bits).unwrap_or(pointer.object),
            ObjectId::NONE => ObjectId::NULL,
            object => object,
        }
    }

    /// The object whose range, end included, contains an address; a live one if there are several.
    pub fn find(&self, address: u64) -> Option<ObjectId> {
        let below = self.order.partition_point(|&id| self.objects[id].base <= address).checked_sub(1);
        let placed = self.placed.range(..=(address, u32::MAX)).rev().map(|(_, &id)| id);
        let mut found = below.map(|index| self.order[index]).into_iter().chain(placed).filter(|&id| {
            let object = &self.objects[id];
            address - object.base <= object.size
        });
        let first = found.next()?;
        let is_live = |id: &ObjectId| self.objects[*id].state == State::Live;
        Some(if is_live(&first) { first } else { found.find(is_live).unwrap_or(first) })
    }

    /// The distance of a pointer from the start of an object.
    pub fn offset(&self, pointer: Value, object: ObjectId) -> u64 {
        pointer.bits.wrapping_sub(self.objects[object].base) & self.mask
    }

    /// Checks an access of `size` bytes (more than none) and says where it goes.
    pub fn locate(&self, pointer: Value, size: u64, access: Access) -> Result<(ObjectId, u64), Fault> {
        use ErrorKind::*;
        let id = self.resolve(pointer);
        let object = &self.objects[id];
        let offset = self.offset(pointer, id);
        let (read, write) = match object.state {
            _ if id == ObjectId::NULL => (NullRead, NullWrite),
            _ if matches!(object.kind, ObjectKind::Nothing | ObjectKind::Function(_)) => (ReadInvalid, WriteInvalid),
            State::Freed => (ReadAfterFree, WriteAfterFree),
            State::OutOfScope => (ReadAfterScope, WriteAfterScope),
            State::Live if offset > object.size || size > object.size - offset => (ReadOutOfBounds, WriteOutOfBounds),
            State::Live if access == Access::Write && !object.writable => (ReadInvalid, WriteConst),
            State::Live => return Ok((id, offset)),
        };
        Err(Fault { kind: if access == Access::Read { read } else { write }, object: id })
    }

    /// Checks `free`. `Ok(None)` for null.
    pub fn locate_free(&self, pointer: Value) -> Result<Option<ObjectId>, Fault> {
        if pointer.bits == 0 {
            return Ok(None);
        }
        let id = self.resolve(pointer);
        let object = &self.objects[id];
        let kind = match (object.kind, object.state) {
            (ObjectKind::Nothing, _) => ErrorKind::FreeInvalid,
            (ObjectKind::Heap, State::Freed) => ErrorKind::DoubleFree,
            (ObjectKind::Heap, _) if self.offset(pointer, id) == 0 => return Ok(Some(id)),
            (ObjectKind::Heap, _) => ErrorKind::FreeOffset,
            _ => ErrorKind::FreeNonHeap,
        };
        Err(Fault { kind, object: id })
    }

    /// Up to 8 bytes as a little-endian number, if they are valid and have values; the quick way.
    #[inline]
    pub fn peek(&self, pointer: Value, size: usize) -> Option<u64> {
        let object = self.objects.get(pointer.object)?;
        let offset = pointer.bits.wrapping_sub(object.base) & self.mask;
        let bytes = object.bytes.get(offset as usize..)?.get(..size)?;
        if !object.known.has(offset, size as u64) {
            return None;
        }
        Some(match size {
            4 => u64::from(u32::from_le_bytes(bytes.try_into().ok()?)),
            8 => u64::from_le_bytes(bytes.try_into().ok()?),
            1 => u64::from(bytes[0]),
            _ => bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)),
        })
    }

    /// Writes up to 8 bytes if that is valid; the quick way. The value's provenance is kept if it is a pointer.
    #[inline]
    pub fn poke(&mut self, pointer: Value, size: usize, value: Value) -> bool {
        let Some(object) = self.objects.get(pointer.object) else { return false };
        let offset = pointer.bits.wrapping_sub(object.base) & self.mask;
        if !object.writable || offset as usize > object.bytes.len() || size > object.bytes.len() - offset as usize {
            return false;
        }
        self.write(pointer.object, offset, size, value);
        true
    }

    /// The bytes of a range that was located.
    pub fn bytes(&self, id: ObjectId, offset: u64, size: u64) -> &[u8] {
        &self.objects[id].bytes[offset as usize..(offset + size) as usize]
    }

    /// The first run of at most 8 bytes without values in a range that was located.
    pub fn missing(&self, id: ObjectId, offset: u64, size: u64) -> Option<(u64, u64)> {
        let known = &self.objects[id].known;
        let from = known.next_missing(offset, offset + size)?;
        let to = known.next_known(from, offset + size).unwrap_or(offset + size);
        Some((from, (to - from).min(8)))
    }

    /// Writes up to 8 bytes to a range that was located.
    #[inline]
    pub fn write(&mut self, id: ObjectId, offset: u64, size: usize, value: Value) {
        let object = &mut self.objects[id];
        let at = offset as usize;
        match size {
            4 => object.bytes[at..at + 4].copy_from_slice(&(value.bits as u32).to_le_bytes()),
            8 => object.bytes[at..at + 8].copy_from_slice(&value.bits.to_le_bytes()),
            _ => object.bytes[at..at + size].copy_from_slice(&value.bits.to_le_bytes()[..size]),
        }
        object.known.add(offset, size as u64, object.size);
        // Null needs no provenance: its address tells.
        let points = !matches!(value.object, ObjectId::NONE | ObjectId::NULL);
        if object.provenance.is_empty() && !points {
            return;
        }
        self.forget(id, offset, size as u64);
        let word = self.pointer_bytes;
        let keeps_provenance = size as u64 == word && offset.is_multiple_of(word);
        self.saw_addresses |= points && !keeps_provenance;
        if points && keeps_provenance {
            let object = &mut self.objects[id];
            if object.provenance.is_empty() {
                object.provenance = vec![ObjectId::NONE; (object.size / word) as usize];
            }
            object.provenance[(offset / word) as usize] = value.object;
        }
    }

    /// Sets the first bytes of an object.
    pub fn initialise(&mut self, id: ObjectId, bytes: &[u8]) {
        let object = &mut self.objects[id];
        let length = bytes.len().min(object.bytes.len());
        object.bytes[..length].copy_from_slice(&bytes[..length]);
        object.known.add(0, length as u64, object.size);
    }

    /// Sets all bytes of a range that was located.
    pub fn fill(&mut self, id: ObjectId, offset: u64, size: u64, byte: u8) {
        let object = &mut self.objects[id];
        object.bytes[offset as usize..(offset + size) as usize].fill(byte);
        object.known.add(offset, size, object.size);
        self.forget(id, offset, size);
    }

    /// Forgets the provenance of pointers of which a byte lies in the range. What is left of a pointer at its
    /// edges is a part of an address.
    fn forget(&mut self, id: ObjectId, offset: u64, size: u64) {
        let (word, end) = (self.pointer_bytes, offset + size);
        let cut = |edge: u64| !edge.is_multiple_of(word) && self.pointers_in(id, edge, 1) > 0;
        self.saw_addresses |= cut(offset) || cut(end);
        let range = self.words(id, offset, size);
        self.objects[id].provenance[range].fill(ObjectId::NONE);
    }

    /// The pointer-sized words of an object that share a byte with a range, as far as provenances are kept.
    fn words(&self, id: ObjectId, offset: u64, size: u64) -> std::ops::Range<usize> {
        let word = self.pointer_bytes;
        let end = ((offset + size).div_ceil(word) as usize).min(self.objects[id].provenance.len());
        ((offset / word) as usize).min(end)..end
    }

    /// How many stored pointers have a byte in a range.
    #[inline]
    pub fn pointers_in(&self, id: ObjectId, offset: u64, size: u64) -> usize {
        let provenance = &self.objects[id].provenance;
        if provenance.is_empty() {
            return 0;
        }
        provenance[self.words(id, offset, size)].iter().filter(|&&object| object != ObjectId::NONE).count()
    }

    /// The provenance of a pointer stored in a range that was located.
    #[inline]
    pub fn provenance(&self, id: ObjectId, offset: u64) -> ObjectId {
        let word = self.pointer_bytes;
        let stored = &self.objects[id].provenance;
        if stored.is_empty() || !offset.is_multiple_of(word) {
            return ObjectId::NONE;
        }
        stored.get((offset / word) as usize).copied().unwrap_or(ObjectId::NONE)
    }

    /// All provenances of pointers stored in an object; of a dead one, those it had at its end.
    pub fn provenances(&self, id: ObjectId) -> &[ObjectId] {
        &self.objects[id].provenance
    }

    /// Copies between ranges that were located, as if through a buffer. The source bytes must have values.
    pub fn copy(&mut self, to: (ObjectId, u64), from: (ObjectId, u64), size: u64) {
        let word = self.pointer_bytes;
        let bytes = self.bytes(from.0, from.1, size).to_vec();
        let aligned = !self.objects[from.0].provenance.is_empty() && from.1 % word == to.1 % word;
        let mut pointers = Vec::new();
        if aligned {
            let first = to.1.next_multiple_of(word);
            let mut offset = first;
            while offset + word <= to.1 + size {
                let object = self.provenance(from.0, from.1 + (offset - to.1));
                if object != ObjectId::NONE {
                    pointers.push((offset, object));
                }
                offset += word;
            }
        }
        self.saw_addresses |= pointers.len() < self.pointers_in(from.0, from.1, size);
        let object = &mut self.objects[to.0];
        object.bytes[to.1 as usize..(to.1 + size) as usize].copy_from_slice(&bytes);
        object.known.add(to.1, size, object.size);
        self.forget(to.0, to.1, size);
        let object = &mut self.objects[to.0];
        if !pointers.is_empty() && object.provenance.is_empty() {
            object.provenance = vec![ObjectId::NONE; (object.size / word) as usize];
        }
        for (offset, pointer) in pointers {
            object.provenance[(offset / word) as usize] = pointer;
        }
    }
}
