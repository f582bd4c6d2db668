//! The start of the program: static objects, functions, the entry.

use super::access::MISALIGNED;
use super::block::{Returned, Running};
use super::residual::ObjectKey;
use super::state::{Frame, State};
use super::{Activation, Encoder};
use crate::base::{Id, Span};
use crate::ir::{Body, Expr, ExprKind, Global, GlobalKind, Scalar};
use crate::logic::TermId;
use crate::memory::{Cell, Content, Fill, Misaligned, Object, ObjectId, ObjectKind, ObjectState, Objects};
use std::collections::BTreeMap;
use std::rc::Rc;

impl<'a> Encoder<'a> {
    /// Executes the program from its entry to its end.
    pub(super) fn run(&mut self) {
        let Some(entry) = self.program.entry else { return };
        let (Some(body), Some(facts)) = (self.program.functions[entry].body(), self.facts(entry)) else { return };
        let mut objects = self.static_objects();
        let mut frame = Frame { registers: vec![None; body.locals.len()], addresses: vec![None; body.locals.len()] };
        for (param, value) in body.params.iter().zip(self.entry_arguments(entry, &mut objects)) {
            frame.registers[param.index()] = Some(value);
        }
        let state = State { guard: TermId::TRUE, frame, objects };
        self.activations.push(Activation {
            function: entry,
            caller: None,
            guard: TermId::TRUE,
            undecided: 0,
            owned: Vec::new(),
        });
        let mut running = Running { body, facts, returns: Vec::new(), position: (Body::ENTRY, 0) };
        self.execute_body(&mut running, state);
        let owned = self.activations.pop().map(|activation| activation.owned).unwrap_or_default();
        let mut ends = Vec::new();
        for Returned { mut state, .. } in running.returns {
            for &object in &owned {
                let node = self.memory.node(0);
                self.kill_if(&mut state, object, node, TermId::TRUE);
            }
            state.frame = Frame::default();
            ends.push(state);
        }
        let span = self.program.functions[entry].span;
        if let Some(state) = self.merge(ends, &|_| false, span) {
            self.program_end(&state, span, None);
        }
    }

    fn static_objects(&mut self) -> Objects {
        let mut objects = Objects::default();
        for (id, global) in self.program.globals.enumerated() {
            let writable = matches!(global.kind, GlobalKind::Variable | GlobalKind::External);
            let size = self.memory.offset(global.size);
            let kind = ObjectKind::Global { global: id, writable };
            let object = self.static_object(Object {
                kind,
                size,
                align: self.program.types.align_of(&global.ty),
                name: global.name.clone(),
                span: global.span,
                class: false,
            });
            self.keys.bind(object, ObjectKey::Global(id));
            self.globals.push(object);
        }
        for (id, function) in self.program.functions.enumerated() {
            let size = self.memory.offset(1);
            let kind = ObjectKind::Function(id);
            let object = self.static_object(Object {
                kind,
                size,
                align: 1,
                name: function.name.clone(),
                span: function.span,
                class: false,
            });
            self.keys.bind(object, ObjectKey::Function(id));
            self.functions.push(object);
        }
        for (id, global) in self.program.globals.enumerated() {
            let content = self.initial_content(self.globals[id.index()], global);
            let state = ObjectState { exists: TermId::TRUE, dead: TermId::FALSE, content };
            objects.set(self.globals[id.index()], Rc::new(state));
        }
        objects
    }

    fn static_object(&mut self, object: Object) -> ObjectId {
        match self.memory.add_object(object) {
            Some(id) => id,
            None => {
                self.unsupported(TermId::TRUE, "more static objects than can be numbered", Span::NONE);
                ObjectId::NONE
            }
        }
    }

    fn initial_content(&mut self, object: ObjectId, global: &Global) -> Content {
        if global.kind == GlobalKind::External {
            self.formula.approximate("the content of an external variable", global.span);
            return Content::new(Fill::Uninitialised);
        }
        let mut cells = BTreeMap::new();
        for (index, bytes) in global.init.chunks(4).enumerate() {
            if bytes.iter().any(|&byte| byte != 0) {
                let bits = bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
                let value = self.memory.pool.bv_const(bits, 8 * bytes.len() as u32);
                cells.insert(index as u64 * 4, Cell { width: bytes.len() as u64, value, pointer: false });
            }
        }
        let width = self.program.types.data_model.pointer_bytes();
        let mut content = Content::Cells { cells, fill: Fill::Zero };
        for relocation in &global.relocations {
            let value = self.address_constant(&relocation.value);
            let offset = self.memory.offset(relocation.offset);
            let cell = Cell { width, value, pointer: true };
            match self.memory.write(object, &content, offset, cell, TermId::TRUE) {
                Ok(written) => content = written,
                Err(Misaligned) => self.unsupported(TermId::TRUE, MISALIGNED, global.span),
            }
        }
        content
    }

    fn address_constant(&mut self, expr: &Expr) -> TermId {
        debug_assert_eq!(expr.ty, Scalar::Pointer);
        match &expr.kind {
            ExprKind::GlobalAddress(global) => self.object_start(self.globals[global.index()]),
            ExprKind::FunctionAddress(function) => self.object_start(self.functions[function.index()]),
            ExprKind::PointerAdd(pointer, bytes) => {
                let pointer = self.address_constant(pointer);
                let bytes = match bytes.kind {
                    ExprKind::Int(bits) => self.memory.offset(bits),
                    _ => self.memory.offset(0),
                };
                self.memory.pointer_add(pointer, bytes)
            }
            _ => self.memory.null(),
        }
    }
}
