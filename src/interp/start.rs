//! What exists before the first statement: functions, static objects, the arguments of `main`.

use super::code::{function_object, global_object};
use super::inputs::{InputKey, InputKind, NO_SITE};
use super::machine::{Exec, Machine};
use super::memory::{NewObject, VARIABLE_ALIGN};
use super::outcome::ObjectKind;
use super::value::Value;
use crate::base::Span;
use crate::ir::{Expr, ExprKind, FunctionId, GlobalKind, IntType, Relocation, Scalar, Strings};

/// How many strings `main` is given at most in a run.
const MOST_STRINGS: u32 = 1 << 16;

/// How long these are at most.
const LONGEST_STRING: u64 = 1 << 16;

impl Machine<'_, '_> {
    /// Makes all static objects and enters a function.
    pub fn start(&mut self, entry: FunctionId) -> Exec<()> {
        for (id, function) in self.program.functions.enumerated() {
            let value = self.new_static(ObjectKind::Function(id), 1, function.span)?;
            self.memory.protect(value.object);
        }
        for (id, global) in self.program.globals.enumerated() {
            let value = self.new_static(ObjectKind::Global(id), global.size, global.span)?;
            if global.kind != GlobalKind::External {
                self.memory.initialise(value.object, &global.init);
                // What the initialiser leaves out is zero.
                let given = (global.init.len() as u64).min(global.size);
                self.memory.fill(value.object, given, global.size - given, 0);
            }
        }
        for (id, global) in self.program.globals.enumerated() {
            let object = global_object(self.program.functions.len(), id);
            for relocation in &global.relocations {
                let width = self.program.types.data_model.pointer_bytes();
                let value = self
                    .relocated(relocation)
                    .filter(|_| relocation.offset.checked_add(width).is_some_and(|end| end <= global.size));
                let Some(value) = value else {
                    return Err(self.unsupported("an address in a static initialiser"));
                };
                self.memory.write(object, relocation.offset, width as usize, value);
            }
            if matches!(global.kind, GlobalKind::Constant | GlobalKind::StringLiteral) {
                self.memory.protect(object);
            }
        }
        let args = self.arguments(entry)?;
        let first = self.values.len();
        self.values.extend(args);
        self.enter(entry, first, None, NO_SITE, 0)
    }

    fn new_static(&mut self, kind: ObjectKind, size: u64, begin: Span) -> Exec<Value> {
        let align = match kind {
            ObjectKind::Global(global) => self.program.types.align_of(&self.program.globals[global].ty),
            _ => 1,
        };
        let align = align.max(VARIABLE_ALIGN);
        self.allocate(NewObject { kind, size, align, site: NO_SITE, visit: 0, begin, base: None })
    }

    /// The value of a pointer in a static initialiser.
    fn relocated(&self, relocation: &Relocation) -> Option<Value> {
        let mut expr: &Expr = &relocation.value;
        let mut distance = 0u64;
        let object = loop {
            match &expr.kind {
                ExprKind::GlobalAddress(global) => break global_object(self.program.functions.len(), *global),
                ExprKind::FunctionAddress(function) => break function_object(*function),
                ExprKind::PointerAdd(pointer, offset) => {
                    let ExprKind::Int(offset) = offset.kind else { return None };
                    distance = distance.wrapping_add(offset);
                    expr = pointer;
                }
                ExprKind::Cast(_, operand) => expr = operand,
                _ => return None,
            }
        };
        let bits = self.memory.object(object).base.wrapping_add(distance) & self.memory.mask();
        Some(Value { bits, object })
    }

    /// `main` gets any number of any strings, as far as it looks at them; another function gets inputs.
    fn arguments(&mut self, entry: FunctionId) -> Exec<Vec<Value>> {
        let function = &self.program.functions[entry];
        let params = &function.signature.params;
        let Some(read) = function.main_parameters() else {
            let input = |(index, &ty): (usize, &Scalar)| {
                let key = InputKey { site: NO_SITE, visit: 0, kind: InputKind::Argument(index as u32) };
                Value::plain(self.input(key, ty, false))
            };
            return Ok(params.iter().enumerate().map(input).collect());
        };
        let mut count = 0;
        let mut argv = Value::NULL;
        let mut envp = Value::NULL;
        if read.count || read.arguments {
            count = self.string_count(Strings::Arguments);
        }
        if read.arguments {
            argv = self.strings(Strings::Arguments, count, function.span)?;
        }
        if read.environment {
            let count = self.string_count(Strings::Environment);
            envp = self.strings(Strings::Environment, count, function.span)?;
        }
        Ok([Value::plain(u64::from(count)), argv, envp].into_iter().take(params.len()).collect())
    }

    /// How many strings there are; a number below zero is none.
    fn string_count(&mut self, strings: Strings) -> u32 {
        let kind = InputKind::StringCount(strings);
        let int = Scalar::Int(IntType::INT);
        let count = self.input(InputKey { site: NO_SITE, visit: 0, kind }, int, false);
        u32::try_from(count as i32).unwrap_or(0)
    }

    /// An array of strings with a null pointer behind.
    fn strings(&mut self, strings: Strings, count: u32, span: Span) -> Exec<Value> {
        if count > MOST_STRINGS {
            return Err(self.unsupported("more strings given to `main` than are tried"));
        }
        let word = self.program.types.data_model.pointer_bytes();
        let array = self.new_static(ObjectKind::Arguments, (u64::from(count) + 1) * word, span)?;
        for index in 0..count {
            let kind = InputKind::StringLength(strings, index);
            let size = Scalar::Int(self.program.types.size_type());
            let length = self.input(InputKey { site: NO_SITE, visit: 0, kind }, size, false);
            if length > LONGEST_STRING {
                return Err(self.unsupported("a longer string given to `main` than is tried"));
            }
            let mut text = Vec::new();
            for offset in 0..length as u32 {
                let kind = InputKind::StringCharacter(strings, index, offset);
                let character =
                    self.input(InputKey { site: NO_SITE, visit: 0, kind }, Scalar::Int(IntType::signed(8)), false);
                text.push(if character == 0 { b'x' } else { character as u8 });
            }
            text.push(0);
            let string = self.new_static(ObjectKind::Arguments, length + 1, span)?;
            self.memory.initialise(string.object, &text);
            self.memory.write(array.object, u64::from(index) * word, word as usize, string);
        }
        self.memory.write(array.object, u64::from(count) * word, word as usize, Value::NULL);
        Ok(array)
    }
}
