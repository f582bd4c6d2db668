//! What exists before the first statement: functions, static objects, the arguments of `main`.

use super::code::{function_object, global_object};
use super::inputs::{InputKey, InputKind, NO_SITE};
use super::machine::{Exec, Machine};
use super::memory::{NewObject, VARIABLE_ALIGN};
use super::outcome::ObjectKind;
use super::value::Value;
use crate::base::Span;
use crate::ir::{Expr, ExprKind, FunctionId, GlobalKind, Relocation, Scalar};

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

    /// `main` gets one argument, its name; another function gets inputs.
    fn arguments(&mut self, entry: FunctionId) -> Exec<Vec<Value>> {
        let function = &self.program.functions[entry];
        let params = &function.signature.params;
        if function.name == "main" && params.get(1) == Some(&Scalar::Pointer) {
            let word = self.program.types.data_model.pointer_bytes();
            let name = self.new_static(ObjectKind::Arguments, 8, function.span)?;
            self.memory.initialise(name.object, b"program\0");
            let argv = self.new_static(ObjectKind::Arguments, 2 * word, function.span)?;
            self.memory.write(argv.object, 0, word as usize, name);
            self.memory.write(argv.object, word, word as usize, Value::NULL);
            let envp = self.new_static(ObjectKind::Arguments, word, function.span)?;
            self.memory.write(envp.object, 0, word as usize, Value::NULL);
            return Ok([Value::plain(1), argv, envp].into_iter().take(params.len()).collect());
        }
        let mut args = Vec::new();
        for (index, &ty) in params.iter().enumerate() {
            let key = InputKey { site: NO_SITE, visit: 0, kind: InputKind::Argument(index as u32) };
            args.push(Value::plain(self.input(key, ty, false)));
        }
        Ok(args)
    }
}
