//! Calls: frames, library functions, the end of the program.

use super::machine::{Machine, Stop};
use super::state::{Base, Frame, Kind, Object, Run, State};
use super::value::{Pointer, Range, Value};
use crate::base::{Id, Span};
use crate::ir::{
    BlockId, Body, Builtin, Callee, ErrorKind, Expr, FunctionId, FunctionKind, LocalId, Overlap, REALLOC_TO_NOTHING,
    Scalar, Signature,
};

/// Bytes up to which the end of a string is looked for.
const LONGEST: u64 = 4096;

/// Where execution goes on after a call.
pub(super) enum Called {
    /// At the next statement.
    Next,
    /// At the start of the function that was entered.
    Entered,
}

impl Machine<'_> {
    /// Calls a function from a statement that the given position follows.
    #[allow(clippy::too_many_arguments)]
    pub fn call(
        &mut self,
        state: &mut State,
        target: Option<LocalId>,
        callee: &Callee,
        args: &[Expr],
        after: (BlockId, usize),
        span: Span,
    ) -> Result<Called, Stop> {
        let start = state.scratch.len();
        for arg in args {
            let value = self.eval(state, arg)?;
            state.scratch.push(value);
        }
        let function = match callee {
            Callee::Direct(function) => *function,
            Callee::Indirect(pointer, signature) => match self.eval(state, pointer)? {
                Value::Function(function) if self.can_call(function, signature, args) => function,
                Value::Int(0) | Value::Dangling => return self.fail(ErrorKind::InvalidCall, span),
                _ => return Err(Stop::GiveUp("a call through a pointer that is not known".to_string(), span)),
            },
        };
        let values = state.scratch.split_off(start);
        let program = self.program;
        let callee = &program.functions[function];
        let result = match &callee.kind {
            FunctionKind::Defined(body) => {
                if let Some(caller) = state.frame() {
                    caller.resume = (after.0, after.1, target);
                }
                state.frames.push(frame(function, body, &values));
                return Ok(Called::Entered);
            }
            FunctionKind::Builtin(builtin) => self.builtin(state, *builtin, &callee.signature, &values, args, span)?,
            FunctionKind::External => {
                let mut pointers = args.iter().zip(&values).filter(|(arg, _)| arg.ty == Scalar::Pointer);
                if pointers.any(|(_, value)| !self.is_harmless(state, *value)) {
                    let what = format!("call of external function '{}'", callee.name);
                    return Err(Stop::GiveUp(what, span));
                }
                Some(state.symbol(callee.signature.result.and_then(Scalar::as_int).map(Range::all)))
            }
        };
        if let (Some(target), Some(value)) = (target, result) {
            self.set(state, target, value);
        }
        Ok(Called::Next)
    }

    /// Whether nothing can be written through a value: it is null, or leads to a constant without pointers.
    fn is_harmless(&self, state: &State, value: Value) -> bool {
        match value {
            Value::Int(0) => true,
            Value::Pointer(pointer) => state
                .object(&self.statics, pointer.object)
                .is_some_and(|object| object.kind == (Kind::Static { writable: false }) && object.cells.is_empty()),
            _ => false,
        }
    }

    /// Ends a call: its variables are gone, and its result is the last value that is held.
    pub fn leave(&mut self, state: &mut State, value: Option<&Expr>) -> Result<(), Stop> {
        let value = match value {
            Some(expr) => {
                let value = self.eval(state, expr)?;
                state.scratch.push(value);
                true
            }
            None => false,
        };
        let Some(frame) = state.frames.pop() else { return Err(Stop::PathEnds) };
        for object in frame.locals.into_iter().flatten().chain(frame.blocks) {
            state.remove(object);
        }
        let result = if value { state.scratch.pop() } else { None };
        state.held.extend(result);
        Ok(())
    }

    fn can_call(&self, function: FunctionId, assumed: &Signature, args: &[Expr]) -> bool {
        let types: Vec<Scalar> = args.iter().map(|arg| arg.ty).collect();
        self.program.functions[function].signature.callable_as(assumed, &types)
    }

    /// Goes on in a caller's state with the result of its call: where.
    pub fn resume(&self, state: &mut State, result: Option<Value>) -> Option<(BlockId, usize)> {
        let (block, position, target) = state.frame()?.resume;
        if let Some(target) = target {
            state.frame()?.registers[target.index()] = None;
            if let Some(value) = result {
                self.set(state, target, value);
            }
        }
        Some((block, position))
    }

    /// The program ends: what is lost or left?
    pub fn program_ends(&mut self, state: &mut State, span: Span) {
        if state.left_outside || state.objects.values().any(|object| object.kind == Kind::Heap) {
            self.may_fail(ErrorKind::NotFreedAtEnd, span);
        }
        self.collect(state, span);
    }

    /// Removes what nothing leads to: memory that is lost.
    pub fn collect(&mut self, state: &mut State, span: Span) {
        if state.collect(&self.statics) {
            self.may_fail(ErrorKind::Leak, span);
            self.may_fail(ErrorKind::NotFreedAtEnd, span);
        }
    }

    fn builtin(
        &mut self,
        state: &mut State,
        builtin: Builtin,
        signature: &Signature,
        values: &[Value],
        args: &[Expr],
        span: Span,
    ) -> Result<Option<Value>, Stop> {
        let value = |index: usize| values.get(index).copied().unwrap_or(Value::Any(None));
        Ok(match builtin {
            Builtin::Malloc => Some(self.allocate(state, value(0), Base::Any)),
            Builtin::AlignedAlloc => match value(0) {
                Value::Int(align) if align.is_power_of_two() => Some(self.allocate(state, value(1), Base::Any)),
                _ => return Err(Stop::GiveUp("an alignment that may be no power of two".to_string(), span)),
            },
            Builtin::Calloc => {
                let ((low_a, high_a), (low_b, high_b)) = (self.size_of(state, value(0)), self.size_of(state, value(1)));
                let (Some(low), Some(high)) = (low_a.checked_mul(low_b), high_a.checked_mul(high_b)) else {
                    return Err(Stop::GiveUp("calloc of unknown size".to_string(), span));
                };
                let ty = self.program.types.size_type();
                if i128::from(high) > ty.max() {
                    return Err(Stop::GiveUp("calloc of unknown size".to_string(), span));
                }
                let sums = state.linear(value(0), ty).zip(state.linear(value(1), ty));
                let sum = sums.and_then(|(a, b)| match (a.as_number(), b.as_number()) {
                    (Some(factor), _) => b.times(factor),
                    (_, Some(factor)) => a.times(factor),
                    _ => None,
                });
                let size = if low == high {
                    Value::Int(low)
                } else {
                    state.sum_symbol(Range { ty, low: low.into(), high: high.into() }, sum)
                };
                Some(self.allocate(state, size, Base::Zero))
            }
            Builtin::Realloc => Some(self.reallocate(state, value(0), value(1), span)?),
            Builtin::Alloca => {
                let object = self.add_object(state, Kind::Stack, value(0), Base::Any);
                if let Some(frame) = state.frame() {
                    frame.blocks.push(object);
                }
                Some(Value::Pointer(Pointer::to(object)))
            }
            Builtin::Free => {
                self.free(state, value(0), span)?;
                None
            }
            Builtin::Memcpy | Builtin::Memmove => {
                let overlap = if builtin == Builtin::Memmove { Overlap::Allowed } else { Overlap::Error };
                state.scratch.push(value(0));
                let done = self.copy(state, value(0), value(1), value(2), overlap, span);
                let result = state.scratch.pop();
                done?;
                result
            }
            Builtin::Memset => {
                let filler = if value(1) == Value::ZERO { Value::ZERO } else { Value::Any(None) };
                state.scratch.push(value(0));
                let done = self.fill(state, value(0), filler, value(2), span);
                let result = state.scratch.pop();
                done?;
                result
            }
            Builtin::Abort | Builtin::Exit => {
                self.program_ends(state, span);
                return Err(Stop::PathEnds);
            }
            Builtin::AssertFail => return self.error(state, ErrorKind::AssertionFailed, span),
            Builtin::ErrorCall => return self.error(state, ErrorKind::ErrorCall, span),
            Builtin::Assume => {
                let ty = args.first().and_then(|arg| arg.ty.as_int()).unwrap_or(crate::ir::IntType::INT);
                if !self.truth(state, value(0), ty, span)? {
                    return Err(Stop::PathEnds);
                }
                None
            }
            Builtin::Nondet => Some(state.symbol(signature.result.and_then(Scalar::as_int).map(Range::all))),
            Builtin::Putchar => {
                let byte = Range { ty: crate::ir::IntType::INT, low: 0, high: 255 };
                Some(state.symbol(Some(byte)))
            }
            Builtin::OpenStream => {
                return Err(Stop::GiveUp("a stream that the program opens".to_string(), span));
            }
            Builtin::System(_) => return Err(Stop::GiveUp("a call of the system".to_string(), span)),
            Builtin::UseClosed => return self.fail(ErrorKind::UseAfterClose, span),
            Builtin::CloseTwice => return self.fail(ErrorKind::DoubleClose, span),
            Builtin::Printf | Builtin::Fprintf | Builtin::Puts => {
                let format = usize::from(builtin == Builtin::Fprintf);
                let start = state.scratch.len();
                state.scratch.extend(values);
                if builtin == Builtin::Fprintf {
                    let stream = self.target(state, value(0), ErrorKind::ReadInvalid, span)?;
                    if state.object(&self.statics, stream.object).is_none() {
                        return self.fail(ErrorKind::ReadInvalid, span);
                    }
                }
                let values = state.scratch.split_off(start);
                self.print(state, builtin, &values[format.min(values.len())..], span)?;
                Some(state.symbol(Some(Range::all(crate::ir::IntType::INT))))
            }
            Builtin::Sprintf | Builtin::Snprintf => {
                return Err(Stop::GiveUp("formatted output to memory".to_string(), span));
            }
        })
    }

    /// An error that needs no condition; the program ends.
    fn error<T>(&mut self, state: &mut State, error: ErrorKind, span: Span) -> Result<T, Stop> {
        self.may_fail(error, span);
        self.program_ends(state, span);
        Err(Stop::PathEnds)
    }

    fn allocate(&mut self, state: &mut State, size: Value, base: Base) -> Value {
        if self.malloc_may_fail && self.choose(2) == 1 {
            return Value::ZERO;
        }
        Value::Pointer(Pointer::to(self.add_object(state, Kind::Heap, size, base)))
    }

    /// A pointer as it is after deciding whether it is null; `None` if it is.
    fn present(&mut self, state: &mut State, pointer: Value, span: Span) -> Result<Option<Value>, Stop> {
        state.scratch.push(pointer);
        let ty = self.program.types.size_type();
        let present = self.truth(state, pointer, ty, span);
        let pointer = state.scratch.pop().unwrap_or(pointer);
        Ok(present?.then_some(pointer))
    }

    fn free(&mut self, state: &mut State, pointer: Value, span: Span) -> Result<(), Stop> {
        let Some(pointer) = self.present(state, pointer, span)? else { return Ok(()) };
        let target = self.target(state, pointer, ErrorKind::FreeInvalid, span)?;
        let heap = state.objects.get(&target.object).is_some_and(|object| object.kind == Kind::Heap);
        if !heap || target.low > 0 || target.high < 0 {
            return self.fail(ErrorKind::FreeInvalid, span);
        }
        if target.low != target.high {
            self.may_fail(ErrorKind::FreeInvalid, span);
        }
        state.remove(target.object);
        Ok(())
    }

    fn reallocate(&mut self, state: &mut State, pointer: Value, size: Value, span: Span) -> Result<Value, Stop> {
        state.scratch.push(size);
        let present = self.present(state, pointer, span);
        let size = state.scratch.pop().unwrap_or(size);
        let Some(pointer) = present? else {
            return Ok(self.allocate(state, size, Base::Any));
        };
        state.scratch.push(size);
        let target = self.target(state, pointer, ErrorKind::FreeInvalid, span);
        let size = state.scratch.pop().unwrap_or(size);
        let (target, (least, _)) = (target?, self.size_of(state, size));
        if least == 0 {
            return Err(Stop::GiveUp(REALLOC_TO_NOTHING.to_string(), span));
        }
        let Some(old) = state.objects.get(&target.object).cloned().filter(|object| object.kind == Kind::Heap) else {
            return self.fail(ErrorKind::FreeInvalid, span);
        };
        match target.offset() {
            Some(0) => {}
            Some(_) => return self.fail(ErrorKind::FreeInvalid, span),
            None => return Err(Stop::GiveUp("realloc of a block that is not known".to_string(), span)),
        }
        if self.malloc_may_fail && self.choose(2) == 1 {
            return Ok(Value::ZERO);
        }
        let new = self.add_object(state, Kind::Heap, size, Base::Any);
        let kept = state.size_of(&old).0.min(least);
        // An array of pointers that grows.
        let places = old.cells.iter().filter(|(_, cell)| matches!(cell.value, Value::Pointer(_))).map(|(at, _)| *at);
        let common = places.fold(None, |common, at| Some(gcd(common.unwrap_or(0), at)));
        let grown = common.filter(|_| old.tag.is_none()).map(|common| gcd(common, old.size.0)).unwrap_or(0);
        let stride = if old.stride > 0 || grown < self.statics.pointer_bytes { old.stride } else { grown };
        let size = state.objects.get(&new).map(|new| state.least_size(new));
        let is_kept =
            |run: &Run| state.end_of(run).zip(size.as_ref()).is_some_and(|(end, size)| state.is_at_most(&end, size));
        if !old.runs.iter().all(is_kept) {
            return Err(Stop::GiveUp(
                "realloc of an array that may become too short for its elements".to_string(),
                span,
            ));
        }
        if let Some(object) = state.object_mut(new) {
            (object.runs, object.stride, object.is_table) = (old.runs.clone(), stride, old.is_table || stride > 0);
            let cells = Object {
                runs: Vec::new(),
                base: if old.runs.is_empty() { old.base } else { Base::Any },
                ..Object::clone(&old)
            };
            for (at, cell) in cells.slice(0, kept, self.statics.globals) {
                object.put(at, cell.width, cell.value);
            }
        }
        state.remove(target.object);
        Ok(Value::Pointer(Pointer::to(new)))
    }

    /// Output: reads a string, or a format that must be known and the strings that it asks for.
    fn print(&mut self, state: &mut State, builtin: Builtin, values: &[Value], span: Span) -> Result<(), Stop> {
        let unknown = || Stop::GiveUp("output of a string that is not known".to_string(), span);
        let strings = match builtin {
            Builtin::Puts => vec![0],
            _ => {
                let format = values.first().and_then(|&value| self.text(value)).ok_or_else(unknown)?;
                strings_of(&format).ok_or_else(unknown)?
            }
        };
        let start = state.scratch.len();
        state.scratch.extend(values);
        for index in strings {
            let value = state.scratch.get(start + index).copied().ok_or_else(unknown)?;
            self.read_string(state, value, span)?;
        }
        state.scratch.truncate(start);
        Ok(())
    }

    /// Reads a string. Where its end is not known, that may go beyond its object.
    fn read_string(&mut self, state: &mut State, value: Value, span: Span) -> Result<(), Stop> {
        let pointer = self.target(state, value, ErrorKind::ReadInvalid, span)?;
        let Some(object) = state.object(&self.statics, pointer.object) else {
            return self.fail(ErrorKind::ReadInvalid, span);
        };
        let start = pointer.offset().and_then(|offset| u64::try_from(offset).ok());
        let ends = start.is_some_and(|start| {
            let end = object.size.0.min(start.saturating_add(LONGEST));
            (start..end).any(|at| object.byte(at, self.statics.globals) == Some(0))
        });
        if !ends {
            self.may_fail(ErrorKind::ReadInvalid, span);
        }
        Ok(())
    }

    /// The text of a pointer to a string that never changes.
    fn text(&self, value: Value) -> Option<Vec<u8>> {
        let Value::Pointer(pointer) = value else { return None };
        let object = self.statics.objects.get(pointer.object.0 as usize)?;
        let (Base::Initial(global), Kind::Static { writable: false }) = (object.base, object.kind) else { return None };
        let bytes = self.statics.globals[global].init.get(usize::try_from(pointer.offset()?).ok()?..)?;
        let end = bytes.iter().position(|&byte| byte == 0)?;
        Some(bytes[..end].to_vec())
    }
}

/// Which of the values from a format on it reads as strings. `None` if it asks for what is not modelled: writing through a
/// pointer, and widths that are arguments.
fn strings_of(format: &[u8]) -> Option<Vec<usize>> {
    let (mut strings, mut argument) = (Vec::new(), 0);
    let mut bytes = format.iter();
    while bytes.any(|&byte| byte == b'%') {
        let conversion = loop {
            match bytes.next()? {
                b'*' | b'$' => return None,
                b'%' => break b'%',
                byte if byte.is_ascii_alphabetic() && !b"hlzjtLq".contains(byte) => break *byte,
                _ => {}
            }
        };
        argument += usize::from(conversion != b'%');
        match conversion {
            b'n' => return None,
            b's' | b'S' => strings.push(argument),
            _ => {}
        }
    }
    Some(strings)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A new frame.
pub(super) fn frame(function: FunctionId, body: &Body, args: &[Value]) -> Frame {
    let mut registers = vec![None; body.locals.len()];
    for (param, &value) in body.params.iter().zip(args) {
        registers[param.index()] = Some(value);
    }
    let locals = vec![None; body.locals.len()];
    Frame { function, registers, locals, blocks: Vec::new(), resume: (Body::ENTRY, 0, None) }
}
