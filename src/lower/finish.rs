//! The last steps, when all units are lowered: what has no definition, how calls fit, where calls end.
//!
//! In: the program as lowered. Out: the program as the IR's checker wants it.

use super::comparisons::leave_out_open_comparisons;
use super::link::{Entity, State};
use super::prune::{Part, prune, visit_expr, visit_function, visit_statement};
use super::signs::leave_out_choice;
use super::simplify::simplify;
use super::variadic::{pack, takes_variable_arguments};
use super::volatile::read_anything;
use super::{Lowering, fold, known};
use crate::base::{Diagnostic, Id, IdVec, Span, Unsupported};
use crate::checker::START;
use crate::ir::{
    Body, Builtin, CType, Callee, CastOp, Expr, ExprKind, Function, FunctionId, FunctionKind, Global, GlobalId,
    GlobalKind, IntType, Local, Relocation, Scalar, Signature, SiteId, Statement, StatementKind, Storage, Terminator,
    TerminatorKind,
};
use indexmap::IndexSet;

/// Static objects beyond this are not modelled: their content is kept byte by byte.
const LARGEST_OBJECT: u64 = 1 << 26;

impl Lowering<'_> {
    /// Functions without body that some body or static object refers to.
    pub(super) fn missing(&mut self) -> IndexSet<FunctionId> {
        let mut found = self.addresses_taken();
        for function in self.program.functions.iter_mut() {
            visit_function(function, &mut |part| {
                if let Part::Callee(id) = part {
                    found.insert(*id);
                }
            });
        }
        found.retain(|id| self.program.functions[*id].body().is_none());
        found
    }

    /// Functions whose address some body or static object uses.
    pub(super) fn addresses_taken(&mut self) -> IndexSet<FunctionId> {
        let mut found = IndexSet::new();
        let mut note = |expr: &mut Expr| {
            visit_expr(expr, &mut |kind| {
                if let ExprKind::FunctionAddress(id) = kind {
                    found.insert(*id);
                }
            });
        };
        for relocation in self.program.globals.iter_mut().flat_map(|global| &mut global.relocations) {
            note(&mut relocation.value);
        }
        for function in self.program.functions.iter_mut() {
            visit_function(function, &mut |part| {
                if let Part::Expr(expr) = part {
                    note(expr);
                }
            });
        }
        found
    }

    /// Completes the program.
    pub(super) fn finish(&mut self) {
        let unsized_globals = self.finish_globals();
        self.open_standard_streams();
        read_anything(&mut self.program, &self.volatile);
        self.report_weak();
        self.resolve_entry();
        let signatures: IdVec<FunctionId, Signature> =
            self.program.functions.iter().map(|function| function.signature.clone()).collect();
        let ending: Vec<bool> = self.program.functions.ids().map(|id| self.never_returns(id)).collect();
        let unmodelled = self.unmodelled.clone();
        let variadic = |function: &Function| function.body().is_some() && takes_variable_arguments(&function.ty);
        let variadic: IndexSet<FunctionId> =
            self.program.functions.enumerated().filter(|(_, function)| variadic(function)).map(|(id, _)| id).collect();
        let by_pointer = self.addresses_taken().iter().any(|id| variadic.contains(id));
        let size = self.program.types.size_type();
        let fixer = Fixer { signatures, ending, unsized_globals, unmodelled, variadic, by_pointer, size };
        let mut sites = 0;
        for function in self.program.functions.iter_mut() {
            if let FunctionKind::Defined(body) = &mut function.kind {
                fixer.body(body);
                simplify(body);
                number_sites(body, &mut sites);
            }
        }
        self.program.sites = sites;
        let defined = self.program.functions.enumerated().filter(|(_, function)| function.body().is_some());
        let roots = defined.map(|(id, _)| id).filter(|id| !self.optional_functions.contains(id)).collect();
        let undefined = self.missing().into_iter().map(|id| self.program.functions[id].clone());
        self.undefined = undefined.filter(|function| !function.library).collect();
        let taken = self.addresses_taken();
        leave_out_choice(&mut self.program, &taken);
        leave_out_open_comparisons(&mut self.program, &taken);
        prune(&mut self.program, &roots, &self.optional_globals);
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

    fn never_returns(&self, id: FunctionId) -> bool {
        match &self.program.functions[id].kind {
            FunctionKind::Builtin(builtin) => builtin.is_noreturn(),
            FunctionKind::External => self.noreturn.contains(&id),
            FunctionKind::Defined(_) => false,
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

/// Makes calls fit their callees, and ends paths where calls do not return.
struct Fixer {
    signatures: IdVec<FunctionId, Signature>,
    ending: Vec<bool>,
    unsized_globals: IndexSet<GlobalId>,
    unmodelled: indexmap::IndexMap<FunctionId, String>,
    /// Functions that get variable arguments in memory.
    variadic: IndexSet<FunctionId>,
    /// Whether one of them may be called by pointer.
    by_pointer: bool,
    size: crate::ir::IntType,
}

impl Fixer {
    fn body(&self, body: &mut Body) {
        for block in body.blocks.iter_mut() {
            let mut statements = Vec::new();
            let mut ended = None;
            for mut statement in std::mem::take(&mut block.statements) {
                let span = statement.span;
                let direct = match &statement.kind {
                    StatementKind::Call { callee: Callee::Direct(function), .. } => Some(*function),
                    _ => None,
                };
                if self.by_pointer && calls_variadic_pointer(&statement) {
                    statements.push(unsupported("a call of a function with variable arguments by pointer", span));
                }
                if self.mentions_unsized(&mut statement) {
                    statements.push(unsupported("a variable of unknown size", span));
                }
                match direct {
                    Some(function) => self.call(function, statement, &mut body.locals, &mut statements),
                    None => statements.push(statement),
                }
                if direct.is_some_and(|function| self.ending[function.index()]) {
                    ended = Some(span);
                    break;
                }
            }
            block.statements = statements;
            if let Some(span) = ended {
                block.terminator = Terminator { kind: TerminatorKind::Unreachable, span };
            }
        }
    }

    fn mentions_unsized(&self, statement: &mut Statement) -> bool {
        let mut found = false;
        visit_statement(&mut statement.kind, &mut |part| {
            if let Part::Expr(expr) = part {
                visit_expr(expr, &mut |kind| {
                    found |= matches!(kind, ExprKind::GlobalAddress(id) if self.unsized_globals.contains(id));
                });
            }
        });
        found
    }

    /// A direct call whose caller may have seen another declaration than the definition. What x86 passes the
    /// same way is converted; the rest is not modelled.
    fn call(
        &self,
        function: FunctionId,
        statement: Statement,
        locals: &mut IdVec<crate::ir::LocalId, Local>,
        out: &mut Vec<Statement>,
    ) {
        let signature = &self.signatures[function];
        let span = statement.span;
        let StatementKind::Call { target, mut args, callee } = statement.kind else { return };
        let mut block = None;
        if self.variadic.contains(&function) && args.len() + 1 >= signature.params.len() {
            let variable = args.split_off(signature.params.len() - 1);
            let (first, packed) = pack(variable, self.size, locals, span, out);
            args.push(first);
            block = packed;
        }
        if let Some(what) = self.unmodelled.get(&function) {
            out.push(unsupported(what, span));
        }
        let misfit = args.len() < signature.params.len() || args.len() > signature.params.len() && !signature.variadic;
        let args: Option<Vec<Expr>> = args
            .into_iter()
            .enumerate()
            .map(|(index, arg)| match signature.params.get(index) {
                Some(&ty) => self.reinterpret(arg, ty),
                None => Some(arg),
            })
            .collect();
        let (Some(args), false) = (args, misfit) else {
            out.push(unsupported("call that does not fit the function's parameters", span));
            return;
        };
        let call =
            |target, args| Statement { kind: StatementKind::Call { target, callee, args }, span, site: SiteId(0) };
        let end = block.map(|block| Statement { kind: StatementKind::StorageDead(block), span, site: SiteId(0) });
        let Some(variable) = target else {
            out.push(call(None, args));
            out.extend(end);
            return;
        };
        let Some(result) = signature.result else {
            out.push(unsupported("result of a function without one", span));
            return;
        };
        let wanted = locals[variable].ty.scalar();
        if wanted == Some(result) {
            out.push(call(target, args));
            out.extend(end);
            return;
        }
        let ty = match result {
            Scalar::Int(int) => CType::Int(int),
            Scalar::Float(float) => CType::Float(float),
            Scalar::Pointer => CType::Pointer(Box::new(CType::Void)),
        };
        let raw = locals.push(Local { name: None, ty, storage: Storage::Register, span });
        match wanted.and_then(|wanted| self.reinterpret(Expr::register(raw, result, span), wanted)) {
            Some(value) => {
                out.push(call(Some(raw), args));
                out.extend(end);
                let kind = StatementKind::Assign { target: variable, value };
                out.push(Statement { kind, span, site: SiteId(0) });
            }
            None => out.push(unsupported("call that does not fit the function's result", span)),
        }
    }

    fn reinterpret(&self, value: Expr, ty: Scalar) -> Option<Expr> {
        let span = value.span;
        let size = Scalar::Int(self.size);
        match (value.ty, ty) {
            (from, to) if from == to => Some(value),
            (Scalar::Int(_), Scalar::Int(_)) => Some(fold::cast(CastOp::IntToInt, value, ty, span)),
            (Scalar::Int(int), Scalar::Pointer) if int.bits == self.size.bits => {
                let address = fold::cast(CastOp::IntToInt, value, size, span);
                Some(fold::cast(CastOp::IntToPointer, address, ty, span))
            }
            (Scalar::Int(_), Scalar::Pointer) if fold::int_value(&value) == Some(0) => Some(Expr::null(span)),
            (Scalar::Pointer, Scalar::Int(int)) if int.bits == self.size.bits => {
                let address = fold::cast(CastOp::PointerToInt, value, size, span);
                Some(fold::cast(CastOp::IntToInt, address, ty, span))
            }
            _ => None,
        }
    }
}

fn calls_variadic_pointer(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Call { callee: Callee::Indirect(_, signature), .. } if signature.variadic)
}

fn unsupported(what: &str, span: Span) -> Statement {
    let kind = StatementKind::Unsupported(Unsupported { what: what.to_string(), span });
    Statement { kind, span, site: SiteId(0) }
}

fn number_sites(body: &mut Body, sites: &mut u32) {
    for block in body.blocks.iter_mut() {
        for statement in &mut block.statements {
            statement.site = SiteId(*sites);
            *sites += 1;
        }
    }
}
