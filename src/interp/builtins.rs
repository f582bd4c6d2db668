//! Library functions that the interpreter knows.

use super::code::{CallCode, Width};
use super::format::{self, Amount, Conversion, Length, Piece};
use super::inputs::{InputKey, InputKind};
use super::machine::{Exec, Halt, Machine};
use super::memory::{NewObject, State};
use super::outcome::{ObjectKind, Outcome, PathEnd};
use super::trace::EventKind;
use super::value::{ObjectId, Value};
use crate::ir::{Builtin, CType, ErrorKind, FunctionId, IntType, REALLOC_TO_NOTHING, Scalar};

const BYTE: Width = Width { bytes: 1, ty: Scalar::Int(IntType::unsigned(8)) };

impl Machine<'_, '_> {
    /// Calls a library function; the result is meaningless if it has none.
    pub fn builtin(&mut self, builtin: Builtin, function: FunctionId, call: &CallCode, visit: u32) -> Exec<Value> {
        let mut args = Vec::with_capacity(call.args.len());
        for &arg in &call.args {
            args.push(self.read(arg)?);
        }
        let given = |index: usize| args.get(index).copied();
        let arg = |index: usize| given(index).unwrap_or(Value::plain(0));
        let needed = match builtin {
            Builtin::Calloc | Builtin::Realloc | Builtin::AlignedAlloc | Builtin::Fprintf | Builtin::Sprintf => 2,
            Builtin::Memcpy | Builtin::Memmove | Builtin::Memset | Builtin::Snprintf => 3,
            Builtin::Malloc | Builtin::Alloca | Builtin::Free | Builtin::Assume => 1,
            Builtin::Printf | Builtin::Putchar | Builtin::Puts => 1,
            Builtin::OpenStream => 1,
            Builtin::Abort | Builtin::Exit | Builtin::AssertFail | Builtin::ErrorCall | Builtin::Nondet => 0,
            Builtin::UseClosed | Builtin::CloseTwice | Builtin::System(_) => 0,
        };
        if args.len() < needed {
            return Err(self.unsupported("a call of a library function with too few arguments"));
        }
        match builtin {
            Builtin::Malloc => self.malloc(arg(0).bits, 16, visit),
            Builtin::AlignedAlloc => self.aligned_alloc(arg(0).bits, arg(1).bits, visit),
            Builtin::Calloc => self.calloc(arg(0).bits, arg(1).bits, visit),
            Builtin::Realloc => self.realloc(arg(0), arg(1).bits, visit),
            Builtin::Alloca => {
                let value = self.new_object(ObjectKind::Alloca, arg(0).bits, 16, visit)?;
                self.dynamics.push((None, value.object));
                Ok(value)
            }
            Builtin::OpenStream => self.new_object(ObjectKind::Stream, arg(0).bits, 16, visit),
            Builtin::System(system) => self.system(system, &args, call, visit),
            Builtin::UseClosed => Err(self.error(ErrorKind::UseAfterClose, ObjectId::NONE, String::new())),
            Builtin::CloseTwice => Err(self.error(ErrorKind::DoubleClose, ObjectId::NONE, String::new())),
            Builtin::Free => {
                if let Some(object) = self.freeable(arg(0))? {
                    self.free(object);
                }
                Ok(Value::plain(0))
            }
            Builtin::Memcpy => self.copy(arg(0), arg(1), arg(2).bits, false).map(|()| arg(0)),
            Builtin::Memmove => {
                let size = arg(2).bits;
                if size > 0 {
                    let (from, to) = (self.readable(arg(1), size)?, self.writable(arg(0), size)?);
                    self.move_bytes(to, from, size);
                }
                Ok(arg(0))
            }
            Builtin::Memset => self.fill(arg(0), arg(2).bits, arg(1).bits as u8).map(|()| arg(0)),
            Builtin::Abort => Err(self.end(Outcome::Aborted)),
            Builtin::Exit => Err(self.end(Outcome::Exit(arg(0).bits as i32))),
            Builtin::AssertFail => Err(self.fatal(ErrorKind::AssertionFailed)),
            Builtin::ErrorCall => Err(self.fatal(ErrorKind::ErrorCall)),
            Builtin::Assume if arg(0).bits == 0 => {
                Err(Box::new(Outcome::PathEnded(PathEnd::AssumptionFailed(self.span()))))
            }
            Builtin::Assume => Ok(Value::plain(0)),
            Builtin::Nondet => self.nondet(function, visit),
            Builtin::Printf => {
                let text = self.format(arg(0), &args, 1, call)?;
                self.output.extend(&text);
                Ok(length(&text))
            }
            Builtin::Fprintf => {
                self.readable(arg(0), 1)?;
                // Which stream it is cannot be told, so that nothing is recorded.
                self.format(arg(1), &args, 2, call).map(|text| length(&text))
            }
            Builtin::Sprintf => {
                let text = self.format(arg(1), &args, 2, call)?;
                self.write_string(arg(0), &text)?;
                Ok(length(&text))
            }
            Builtin::Snprintf => {
                let text = self.format(arg(2), &args, 3, call)?;
                if let Some(room) = arg(1).bits.checked_sub(1) {
                    self.write_string(arg(0), &text[..text.len().min(room as usize)])?;
                }
                Ok(length(&text))
            }
            Builtin::Putchar => {
                self.output.push(arg(0).bits as u8);
                Ok(Value::plain(arg(0).bits & 0xff))
            }
            Builtin::Puts => {
                let text = self.string(arg(0), None)?;
                self.output.extend(&text);
                self.output.push(b'\n');
                Ok(Value::plain(text.len() as u64 + 1))
            }
        }
    }

    /// The end by an error that ends the program also if it is not checked.
    fn fatal(&mut self, kind: ErrorKind) -> Halt {
        if self.checks(kind) { self.error(kind, ObjectId::NONE, String::new()) } else { self.end(Outcome::Aborted) }
    }

    fn nondet(&mut self, function: FunctionId, visit: u32) -> Exec<Value> {
        let declared = &self.program.functions[function];
        let Some(ty) = declared.signature.result else {
            return Err(self.unsupported("a nondeterministic value that is no scalar"));
        };
        let key = InputKey { site: self.site(), visit, kind: InputKind::Nondet };
        Ok(Value::plain(self.input_of(Some(function), key, ty, declared.ty.result == CType::Bool)))
    }

    fn new_object(&mut self, kind: ObjectKind, size: u64, align: u64, visit: u32) -> Exec<Value> {
        let (site, begin) = (self.site(), self.span());
        let value = self.allocate(NewObject { kind, size, align, site, visit, begin, base: None })?;
        if self.recorder.is_some() {
            let info = self.info(value.object);
            self.trace(EventKind::Allocate(info));
        }
        Ok(value)
    }

    /// Whether an allocation fails, if it may.
    fn fails(&mut self, visit: u32) -> bool {
        let key = InputKey { site: self.site(), visit, kind: InputKind::MallocFails };
        self.config.malloc_may_fail && self.input(key, Scalar::Int(IntType::INT), true) != 0
    }

    fn malloc(&mut self, size: u64, align: u64, visit: u32) -> Exec<Value> {
        if self.fails(visit) {
            return Ok(Value::NULL);
        }
        self.new_object(ObjectKind::Heap, size, align, visit)
    }

    fn aligned_alloc(&mut self, align: u64, size: u64, visit: u32) -> Exec<Value> {
        if !align.is_power_of_two() {
            return Ok(Value::NULL);
        }
        self.malloc(size, align, visit)
    }

    fn calloc(&mut self, count: u64, size: u64, visit: u32) -> Exec<Value> {
        let Some(size) = count.checked_mul(size).filter(|&size| size <= self.memory.mask()) else {
            return Ok(Value::NULL);
        };
        let value = self.malloc(size, 16, visit)?;
        if value != Value::NULL && size > 0 {
            self.steps += size >> 6;
            self.memory.fill(value.object, 0, size, 0);
        }
        Ok(value)
    }

    fn realloc(&mut self, old: Value, size: u64, visit: u32) -> Exec<Value> {
        let old = self.freeable(old)?;
        if old.is_some() && size == 0 {
            return Err(self.unsupported(REALLOC_TO_NOTHING));
        }
        let new = self.malloc(size, 16, visit)?;
        if new == Value::NULL {
            return Ok(new);
        }
        if let Some(old) = old {
            let kept = self.memory.object(old).size.min(size);
            if kept > 0 {
                self.steps += kept >> 6;
                self.move_bytes((new.object, 0), (old, 0), kept);
            }
            self.free(old);
        }
        Ok(new)
    }

    fn freeable(&mut self, pointer: Value) -> Exec<Option<ObjectId>> {
        let located = self.memory.locate_free(pointer);
        located.map_err(|fault| self.error(fault.kind, fault.object, String::new()))
    }

    fn free(&mut self, object: ObjectId) {
        let span = self.span();
        self.memory.kill(object, State::Freed, span);
        if self.recorder.is_some() {
            let info = self.info(object);
            self.trace(EventKind::Free(info));
        }
    }

    /// The bytes before the terminating zero, at most `limit`.
    pub fn string(&mut self, pointer: Value, limit: Option<usize>) -> Exec<Vec<u8>> {
        let mut text = Vec::new();
        while limit.is_none_or(|limit| text.len() < limit) {
            let at = Value { bits: pointer.bits.wrapping_add(text.len() as u64) & self.memory.mask(), ..pointer };
            match self.load(at, BYTE)?.bits {
                0 => break,
                byte => text.push(byte as u8),
            }
        }
        self.steps += text.len() as u64 >> 6;
        Ok(text)
    }

    /// Writes text and a terminating zero.
    fn write_string(&mut self, pointer: Value, text: &[u8]) -> Exec<()> {
        let (object, offset) = self.writable(pointer, text.len() as u64 + 1)?;
        for (index, &byte) in text.iter().chain([&0]).enumerate() {
            self.memory.write(object, offset + index as u64, 1, Value::plain(byte.into()));
        }
        Ok(())
    }

    /// The text that `printf` makes of a format and the arguments from `next` on.
    fn format(&mut self, format: Value, args: &[Value], mut next: usize, call: &CallCode) -> Exec<Vec<u8>> {
        let Some(pieces) = format::parse(&self.string(format, None)?) else {
            return Err(self.unsupported("a conversion of printf"));
        };
        let mut take = |this: &Self| {
            let found = args.get(next).copied().zip(call.arg_types.get(next).copied());
            next += 1;
            found.ok_or_else(|| this.unsupported("a call of printf with too few arguments"))
        };
        let mut text = Vec::new();
        for piece in &pieces {
            let conversion = match piece {
                Piece::Text(copied) => {
                    text.extend(copied);
                    continue;
                }
                Piece::Conversion(conversion) => conversion,
            };
            let mut conversion = conversion.clone();
            let width = match conversion.width {
                Amount::None => 0,
                Amount::Given(width) => width,
                Amount::Argument => {
                    let width = take(self)?.0.bits as i32;
                    conversion.left |= width < 0;
                    width.unsigned_abs().min(1 << 16) as usize
                }
            };
            let precision = match conversion.precision {
                Amount::None => None,
                Amount::Given(precision) => Some(precision),
                Amount::Argument => usize::try_from(take(self)?.0.bits as i32).ok().map(|given| given.min(1 << 16)),
            };
            let (value, ty) = take(self)?;
            let datum = self.converted(&conversion, precision, value, ty)?;
            conversion.apply(width, precision, &datum, &mut text);
        }
        Ok(text)
    }

    /// The argument of a conversion.
    fn converted(
        &mut self,
        conversion: &Conversion,
        precision: Option<usize>,
        value: Value,
        ty: Scalar,
    ) -> Exec<format::Datum> {
        let long = (self.memory.mask().count_ones()) as u8;
        let bits = match conversion.length {
            Length::Char => 8,
            Length::Short => 16,
            Length::None => 32,
            Length::Long | Length::Pointer => long,
            Length::LongLong => 64,
            Length::LongDouble => return Err(self.unsupported("a conversion of printf for long double")),
        };
        Ok(match (conversion.kind, ty) {
            (b'd' | b'i', Scalar::Int(_)) => format::Datum::Signed(IntType::signed(bits).value(value.bits) as i64),
            (b'u' | b'o' | b'x' | b'X', Scalar::Int(_)) => {
                format::Datum::Unsigned(IntType::unsigned(bits).wrap(value.bits))
            }
            (b'c', Scalar::Int(_)) => format::Datum::Bytes(vec![value.bits as u8]),
            (b's', Scalar::Pointer) => format::Datum::Bytes(self.string(value, precision)?),
            (b'p', Scalar::Pointer) if value.bits == 0 => format::Datum::Bytes(b"(nil)".to_vec()),
            (b'p', Scalar::Pointer) => {
                self.note_number(value);
                format::Datum::Unsigned(value.bits)
            }
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Scalar::Float(ty)) => {
                format::Datum::Float(super::arith::to_f64(ty, value.bits))
            }
            _ => return Err(self.unsupported("a conversion of printf that does not fit its argument")),
        })
    }
}

/// The result of `printf`.
fn length(text: &[u8]) -> Value {
    Value::plain(text.len() as u64 & 0x7fff_ffff)
}
