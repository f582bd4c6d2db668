//! Accesses of memory: reads that give bytes their values, writes, block operations; errors and warnings, and
//! objects and values in source terms.

use super::code::{Slot, Width};
use super::inputs::{InputKey, InputKind, NO_SITE, bytes_type};
use super::machine::{Exec, Halt, Machine};
use super::memory::{Access, Fault, State};
use super::outcome::*;
use super::trace::{Datum, EventKind, Place};
use super::value::{ObjectId, Value};
use crate::base::{Span, Unsupported};
use crate::ir::{BitRange, ErrorKind, FunctionId, GlobalKind, IntType, LocalId, Scalar};

/// Whether two ranges of so many bytes share one.
pub(super) fn overlap(a: (ObjectId, u64), b: (ObjectId, u64), size: u64) -> bool {
    a.0 == b.0 && a.1.abs_diff(b.1) < size
}

impl Machine<'_, '_> {
    /// Reads a scalar.
    #[inline]
    pub fn load(&mut self, pointer: Value, width: Width) -> Exec<Value> {
        match self.memory.peek(pointer, width.bytes.into()) {
            Some(bits) => {
                let offset = self.memory.offset(pointer, pointer.object);
                Ok(self.loaded(bits, (pointer.object, offset), width))
            }
            None => self.load_slowly(pointer, width),
        }
    }

    /// A value that was read. Read as anything else than a pointer, the bytes of a pointer are a part of an address,
    /// and so is a pointer whose object is not known.
    #[inline]
    fn loaded(&mut self, bits: u64, (object, offset): (ObjectId, u64), width: Width) -> Value {
        if width.ty == Scalar::Pointer {
            let provenance = self.memory.provenance(object, offset);
            self.memory.saw_addresses |= bits != 0 && provenance == ObjectId::NONE;
            return Value { bits, object: provenance };
        }
        self.memory.saw_addresses |= self.memory.pointers_in(object, offset, width.bytes.into()) > 0;
        Value::plain(bits)
    }

    #[cold]
    fn load_slowly(&mut self, pointer: Value, width: Width) -> Exec<Value> {
        let size = u64::from(width.bytes);
        let (object, offset) = self.readable(pointer, size)?;
        if self.give_values(object, offset, size) {
            self.warn(|machine| Unset::Object(machine.info(object)));
        }
        let bits = number(self.memory.bytes(object, offset, size)) as u64;
        Ok(self.loaded(bits, (object, offset), width))
    }

    /// Writes a scalar.
    #[inline]
    pub fn store(&mut self, pointer: Value, value: Value, width: Width) -> Exec<()> {
        if !self.memory.poke(pointer, width.bytes.into(), value) {
            let (object, offset) = self.writable(pointer, width.bytes.into())?;
            self.memory.write(object, offset, width.bytes.into(), value);
        }
        if self.tracing {
            let (place, value) = (self.place(pointer), self.datum(value, width.ty));
            self.trace(EventKind::Store { place, value });
        }
        Ok(())
    }

    /// Reads bits, extended to the type.
    pub fn load_bits(&mut self, pointer: Value, bits: BitRange, ty: IntType) -> Exec<u64> {
        let (object, offset) = self.readable(pointer, bits.bytes())?;
        if self.give_values(object, offset, bits.bytes()) {
            self.warn(|machine| Unset::Object(machine.info(object)));
        }
        self.memory.saw_addresses |= self.memory.pointers_in(object, offset, bits.bytes()) > 0;
        let field = (number(self.memory.bytes(object, offset, bits.bytes())) >> bits.first) as u64;
        let narrow = IntType { bits: bits.width, signed: ty.signed };
        Ok(ty.wrap(narrow.value(field) as u64))
    }

    /// Writes bits; their neighbours keep their values.
    pub fn store_bits(&mut self, pointer: Value, value: u64, bits: BitRange) -> Exec<()> {
        let (object, offset) = self.writable(pointer, bits.bytes())?;
        self.give_values(object, offset, bits.bytes());
        let mask = (u128::MAX >> (128 - u32::from(bits.width))) << bits.first;
        let old = number(self.memory.bytes(object, offset, bits.bytes()));
        let new = old & !mask | u128::from(value) << bits.first & mask;
        for index in 0..bits.bytes() {
            self.memory.write(object, offset + index, 1, Value::plain((new >> (8 * index)) as u64 & 0xff));
        }
        if self.tracing {
            let unsigned = IntType::unsigned(bits.width);
            let (place, value) = (self.place(pointer), Datum::Int(unsigned.value(value)));
            self.trace(EventKind::Store { place, value });
        }
        Ok(())
    }

    /// Copies bytes; overlapping ranges are an error unless they are equal and that is fine.
    pub fn copy(&mut self, to: Value, from: Value, size: u64, equal_ok: bool) -> Exec<()> {
        if size == 0 {
            return Ok(());
        }
        let (source, target) = (self.readable(from, size)?, self.writable(to, size)?);
        if overlap(target, source, size) && !(equal_ok && target == source) {
            return Err(self.error(ErrorKind::OverlappingCopy, target.0, String::new()));
        }
        self.move_bytes(target, source, size);
        Ok(())
    }

    /// Copies bytes as if through a buffer.
    pub fn move_bytes(&mut self, to: (ObjectId, u64), from: (ObjectId, u64), size: u64) {
        self.steps += size >> 6;
        self.give_values(from.0, from.1, size);
        self.memory.copy(to, from, size);
    }

    /// Sets bytes.
    pub fn fill(&mut self, pointer: Value, size: u64, byte: u8) -> Exec<()> {
        if size == 0 {
            return Ok(());
        }
        let (object, offset) = self.writable(pointer, size)?;
        self.steps += size >> 6;
        self.memory.fill(object, offset, size, byte);
        Ok(())
    }

    /// Checks a read of at least one byte.
    pub fn readable(&mut self, pointer: Value, size: u64) -> Exec<(ObjectId, u64)> {
        let located = self.memory.locate(pointer, size, Access::Read);
        located.map_err(|fault| self.access_error(fault, pointer, size))
    }

    /// Checks a write of at least one byte.
    pub fn writable(&mut self, pointer: Value, size: u64) -> Exec<(ObjectId, u64)> {
        let located = self.memory.locate(pointer, size, Access::Write);
        located.map_err(|fault| self.access_error(fault, pointer, size))
    }

    /// Gives the bytes of a range that have no value one; says whether there were any (and whose values are
    /// not those of an object that is defined elsewhere).
    pub fn give_values(&mut self, object: ObjectId, offset: u64, size: u64) -> bool {
        let mut uninitialised = false;
        while let Some((start, length)) = self.memory.missing(object, offset, size) {
            let (site, visit, kind) = {
                let object = self.memory.object(object);
                (object.site, object.visit, object.kind)
            };
            let short = length as u8;
            let key = match kind {
                ObjectKind::Global(global) => {
                    let kind = InputKind::GlobalBytes { global, offset: start, length: short };
                    InputKey { site: NO_SITE, visit: 0, kind }
                }
                _ => {
                    uninitialised = true;
                    InputKey { site, visit, kind: InputKind::Bytes { offset: start, length: short } }
                }
            };
            let value = self.input(key, bytes_type(length), false);
            self.memory.write(object, start, length as usize, Value::plain(value));
        }
        uninitialised
    }

    /// Notes a read of something that was never set.
    pub fn warn(&mut self, what: impl FnOnce(&Self) -> Unset) {
        let key = (self.site(), self.span());
        if !self.warnings.contains_key(&key) {
            let own = |entry: &&StackEntry| !self.program.functions[entry.function].library;
            let span = self.stack().iter().find(own).map_or(key.1, |entry| entry.span);
            let warning = Warning { site: key.0, span, what: what(self) };
            self.warnings.insert(key, warning);
        }
    }

    /// Whether the property that an error violates is checked.
    pub fn checks(&self, kind: ErrorKind) -> bool {
        kind.property().is_some_and(|property| self.properties.contains(property))
    }

    fn access_error(&mut self, fault: Fault, pointer: Value, size: u64) -> Halt {
        let object = self.memory.object(fault.object);
        if let ObjectKind::Global(global) = object.kind {
            let declared = &self.program.globals[global];
            if declared.kind == GlobalKind::External && self.program.types.size_of(&declared.ty).is_none() {
                return self.unsupported("an object of unknown size that is defined elsewhere");
            }
        }
        let offset = self.signed_offset(pointer, fault.object);
        let details = match fault.kind {
            ErrorKind::ReadOutOfBounds | ErrorKind::WriteOutOfBounds => {
                format!("{} at offset {offset} of an object of {}", count(size), count(object.size))
            }
            _ => String::new(),
        };
        self.error(fault.kind, fault.object, details)
    }

    /// The end of the run by an error at the current statement.
    pub fn error(&mut self, kind: ErrorKind, object: ObjectId, details: String) -> Halt {
        self.error_at(kind, object, details, self.span())
    }

    /// The end of the run by an error: a violation if the property is checked, the end of the path if not.
    pub fn error_at(&mut self, kind: ErrorKind, object: ObjectId, details: String, span: Span) -> Halt {
        let span = if span.is_none() { self.span() } else { span };
        Box::new(if self.checks(kind) {
            let object = (self.memory.object(object).kind != ObjectKind::Nothing).then(|| self.info(object));
            Outcome::Violation(Violation { kind, span, stack: self.stack(), object, details })
        } else {
            Outcome::PathEnded(PathEnd::Error(kind, span))
        })
    }

    /// The end of the run by something that is not modelled.
    pub fn unsupported(&self, what: &str) -> Halt {
        Box::new(Outcome::Unsupported(Unsupported { what: what.to_string(), span: self.span() }))
    }

    /// The end of the program; memory that is left may be a violation.
    pub fn end(&mut self, outcome: Outcome) -> Halt {
        match self.not_freed() {
            Some(object) if self.checks(ErrorKind::NotFreedAtEnd) => {
                self.error(ErrorKind::NotFreedAtEnd, object, String::new())
            }
            _ => Box::new(outcome),
        }
    }

    /// The first heap object that is still allocated.
    pub fn not_freed(&self) -> Option<ObjectId> {
        let mut objects = self.memory.objects();
        objects.find(|(_, object)| object.kind == ObjectKind::Heap && object.state == State::Live).map(|(id, _)| id)
    }

    fn signed_offset(&self, pointer: Value, object: ObjectId) -> i64 {
        let offset = self.memory.offset(pointer, object);
        if self.memory.mask() == u64::MAX { offset as i64 } else { i64::from(offset as i32) }
    }

    /// An object in source terms.
    pub fn info(&self, id: ObjectId) -> ObjectInfo {
        let object = self.memory.object(id);
        let name = match object.kind {
            ObjectKind::Global(global) => Some(self.program.globals[global].name.clone()),
            ObjectKind::Function(function) => Some(self.program.functions[function].name.clone()),
            ObjectKind::Local(function, local) => self.local_name(function, local),
            _ => None,
        };
        let (begin, end) = (object.begin, (object.state != State::Live).then_some(object.end));
        let begin = match object.kind {
            ObjectKind::Local(function, local) => {
                let body = self.program.functions[function].body();
                body.and_then(|body| body.locals.get(local)).map_or(begin, |local| local.span)
            }
            _ => begin,
        };
        ObjectInfo {
            id,
            kind: object.kind,
            name,
            size: object.size,
            begin,
            end,
            site: object.site,
            visit: object.visit,
        }
    }

    fn local_name(&self, function: FunctionId, local: LocalId) -> Option<String> {
        self.program.functions[function].body()?.locals.get(local)?.name.clone()
    }

    fn place(&self, pointer: Value) -> Place {
        let id = self.memory.resolve(pointer);
        Place { object: self.info(id), offset: self.signed_offset(pointer, id) }
    }

    /// A value in source terms.
    pub fn datum(&self, value: Value, ty: Scalar) -> Datum {
        match ty {
            Scalar::Int(ty) => Datum::Int(ty.value(value.bits)),
            Scalar::Float(ty) => Datum::Float(super::arith::to_f64(ty, value.bits)),
            Scalar::Pointer if value.bits == 0 => Datum::Null,
            Scalar::Pointer => {
                let id = self.memory.resolve(value);
                match self.memory.object(id).kind {
                    ObjectKind::Nothing => Datum::Invalid(value.bits),
                    _ => Datum::Pointer(self.place(value)),
                }
            }
        }
    }

    /// Tells that a register was set, if it has a name.
    pub fn trace_assign(&mut self, slot: Slot) {
        let Some(frame) = self.frames.last() else { return };
        let local = self.program.functions[frame.function].body().and_then(|body| body.locals.get(LocalId(slot)));
        let Some((variable, ty)) = local.and_then(|local| local.name.clone().zip(local.ty.scalar())) else { return };
        let value = self.values[self.base + slot as usize];
        if !value.is_unset() {
            let value = self.datum(value, ty);
            self.trace(EventKind::Assign { variable, value });
        }
    }

    /// Tells that a function is called with the values from `first` on.
    pub fn trace_enter(&mut self, function: FunctionId, first: usize) {
        let params = &self.program.functions[function].signature.params;
        let args = self.values[first..].iter().zip(params).map(|(&value, &ty)| self.datum(value, ty)).collect();
        self.trace(EventKind::Enter { function, args });
    }

    /// Tells that the executing function returns.
    pub fn trace_return(&mut self, value: Option<Value>) {
        let Some(frame) = self.frames.last() else { return };
        let ty = self.program.functions[frame.function].signature.result;
        let value = value.zip(ty).map(|(value, ty)| self.datum(value, ty));
        self.trace(EventKind::Return(value));
    }
}

/// Little-endian bytes as a number.
fn number(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

fn count(bytes: u64) -> String {
    if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") }
}
