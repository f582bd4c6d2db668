//! The last steps, when all units are lowered: what has no definition, what streams are, where the program begins.
//!
//! In: the program of all units. Out: the program with nothing left to link, and what the passes behind it need to know.

use super::link::{Entity, State};
use super::{Facts, Lowering, known};
use crate::base::{Diagnostic, Span, Unsupported};
use crate::checker::START;
use crate::ir::{
    Body, Builtin, CType, Expr, ExprKind, FunctionKind, Global, GlobalId, GlobalKind, IntType, Relocation, Scalar,
    Signature, SiteId, Statement, StatementKind,
};
use indexmap::IndexSet;

/// Static objects beyond this are not modelled: their content is kept byte by byte.
const LARGEST_OBJECT: u64 = 1 << 26;

impl Lowering<'_> {
    /// Completes the program, and says what the passes behind it need to know.
    pub(super) fn finish(&mut self) -> Facts {
        let unsized_globals = self.finish_globals();
        self.open_standard_streams();
        self.report_weak();
        self.resolve_entry();
        Facts {
            volatile: std::mem::take(&mut self.volatile),
            unsized_globals,
            noreturn: std::mem::take(&mut self.noreturn),
            unmodelled: std::mem::take(&mut self.unmodelled),
            optional_functions: std::mem::take(&mut self.optional_functions),
            optional_globals: std::mem::take(&mut self.optional_globals),
        }
    }

    /// Gives every static object its size and content; the result is those without a size.
    fn finish_globals(&mut self) -> IndexSet<GlobalId> {
        let mut unsized_globals = IndexSet::new();
        for (&global, &state) in &self.states {
            let object = &mut self.program.globals[global];
            if let (State::Tentative | State::Defined, CType::Array(element, None)) = (state, &object.ty) {
                object.ty = CType::Array(element.clone(), Some(1));
            }
            match (state, self.program.types.size_of(&object.ty)) {
                (State::Declared, None) => {
                    unsized_globals.insert(global);
                }
                (_, None) => {
                    let message = format!("`{}` has an incomplete type", object.name);
                    self.errors.push(Diagnostic::error(object.span, message));
                }
                (_, Some(size)) if size > LARGEST_OBJECT => {
                    object.init.clear();
                    object.relocations.clear();
                    unsized_globals.insert(global);
                }
                (_, Some(size)) => object.size = object.size.max(size),
            }
            if state == State::Declared {
                object.kind = GlobalKind::External;
            }
            object.init.resize(usize::try_from(object.size).unwrap_or(0), 0);
        }
        unsized_globals
    }

    /// The objects of the library that the standard streams point at, once they are opened.
    pub(super) fn standard_streams(&self) -> Vec<GlobalId> {
        let object = |name: &str| match self.externals.get(name) {
            Some(&Entity::Global(object)) => Some(object),
            _ => None,
        };
        known::STANDARD_STREAMS.iter().filter_map(|(_, name)| object(name)).collect()
    }

    /// Lets the standard streams point at objects: those of the library, or others, about whose content nothing is known.
    fn open_standard_streams(&mut self) {
        for (name, object) in known::STANDARD_STREAMS {
            let Some(&Entity::Global(id)) = self.externals.get(name) else { continue };
            let CType::Pointer(file) = &self.program.globals[id].ty else { continue };
            if self.states.get(&id) != Some(&State::Declared) {
                continue;
            }
            let modelled = match self.externals.get(object) {
                Some(&Entity::Global(object)) => Some(object),
                _ => None,
            };
            let (ty, span) = ((**file).clone(), self.program.globals[id].span);
            let size = self.program.types.size_of(&ty).unwrap_or(1);
            let stream = match modelled {
                Some(stream) => {
                    // The library's type tells nobody anything.
                    if self.program.types.size_of(&ty).is_some_and(|size| size <= self.program.globals[stream].size) {
                        self.program.globals[stream].ty = ty;
                    }
                    stream
                }
                None => {
                    let bytes = CType::Array(Box::new(CType::Int(IntType::signed(8))), Some(size));
                    let ty = if self.program.types.size_of(&ty).is_some() { ty } else { bytes };
                    let (name, kind) = (format!("stream of {name}"), GlobalKind::External);
                    let (init, relocations) = (vec![0; usize::try_from(size).unwrap_or(0)], Vec::new());
                    self.program.globals.push(Global { name, ty, size, kind, init, relocations, span })
                }
            };
            let value = Expr { kind: ExprKind::GlobalAddress(stream), ty: Scalar::Pointer, span };
            self.program.globals[id].relocations = vec![Relocation { offset: 0, value }];
            self.program.globals[id].kind = GlobalKind::Variable;
        }
    }

    /// Binds functions without body to builtins.
    pub(super) fn resolve_functions(&mut self) {
        for entity in self.externals.values() {
            let Entity::Function(id) = *entity else { continue };
            let function = &mut self.program.functions[id];
            if function.body().is_some() {
                continue;
            }
            if let Some(known) = self.library.lookup(&function.name)
                && let Some(builtin) = known.builtin
            {
                function.ty = known.function_type(&self.program.types);
                let params = function.ty.params.iter().filter_map(CType::scalar).collect();
                let variadic = function.ty.variadic || builtin == Builtin::ErrorCall || builtin == Builtin::AssertFail;
                function.signature = Signature { result: function.ty.result.scalar(), params, variadic };
                function.kind = FunctionKind::Builtin(builtin);
            } else if known::is_mathematics(&function.name, &function.ty.result) || known::is_unmodelled(&function.name)
            {
                self.unmodelled.insert(id, format!("`{}`", function.name));
            } else if known::is_nondet(&function.name) && function.signature.params.is_empty() {
                function.kind = FunctionKind::Builtin(Builtin::Nondet);
            }
        }
    }

    /// What is weak and defined nowhere has a null pointer as its address: also where that was compared and is no longer part of
    /// the program.
    fn report_weak(&mut self) {
        for entity in self.weak.intersection(&self.named) {
            let (defined, span) = match entity {
                Entity::Function(id) => {
                    let function = &self.program.functions[*id];
                    (!matches!(function.kind, FunctionKind::External), function.span)
                }
                Entity::Global(id) => (self.states.get(id) != Some(&State::Declared), self.program.globals[*id].span),
            };
            if !defined {
                self.startup.push(("a weak symbol that is defined nowhere".into(), span));
            }
        }
    }

    fn resolve_entry(&mut self) {
        let Some(name) = &self.config.entry else { return };
        let defined = |name: &str| {
            self.program.functions.enumerated().find(|(_, f)| f.name == name && f.body().is_some()).map(|(id, _)| id)
        };
        // A function that is proved as its contract says begins elsewhere.
        let found = defined(START).or_else(|| defined(name));
        match found {
            Some(id) => {
                self.program.entry = Some(id);
                if let FunctionKind::Defined(body) = &mut self.program.functions[id].kind {
                    let before = self.startup.iter().map(|(what, span)| unsupported(what, *span));
                    body.blocks[Body::ENTRY].statements.splice(0..0, before);
                }
            }
            None if self.errors.is_empty() => {
                self.errors.push(Diagnostic::error(Span::NONE, format!("no function `{name}` to start from")));
            }
            None => {}
        }
    }
}

fn unsupported(what: &str, span: Span) -> Statement {
    let kind = StatementKind::Unsupported(Unsupported { what: what.to_string(), span });
    Statement { kind, span, site: SiteId(0) }
}
