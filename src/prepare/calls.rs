//! Calls that fit their callees, and paths that end where calls do not return.
//!
//! In: a program whose calls are as their callers saw the function declared. Out: the program in which arguments and results have
//! the types of the definition, as x86 passes them, variable arguments are in memory, and what cannot be called so is
//! not modelled, as are functions and objects of which too little is known.

use crate::base::{Id, IdVec, Span, Unsupported};
use crate::ir::{
    Body, CType, Callee, CastOp, Expr, ExprKind, Function, FunctionId, FunctionKind, IntType, Local, LocalId, Program,
    Scalar, Signature, SiteId, Statement, StatementKind, Storage, Terminator, TerminatorKind,
};
use crate::lower::{Facts, fold, pack, takes_variable_arguments};
use indexmap::IndexSet;

/// Makes calls fit their callees, and ends paths where calls do not return.
pub(super) fn fit_calls(program: &mut Program, facts: &Facts) {
    let never_returns = |(id, function): (FunctionId, &Function)| match &function.kind {
        FunctionKind::Builtin(builtin) => builtin.is_noreturn(),
        FunctionKind::External => facts.noreturn.contains(&id),
        FunctionKind::Defined(_) => false,
    };
    let is_variadic = |function: &Function| function.body().is_some() && takes_variable_arguments(&function.ty);
    let variadic = program.functions.enumerated().filter(|(_, function)| is_variadic(function));
    let variadic: IndexSet<FunctionId> = variadic.map(|(id, _)| id).collect();
    let fixer = Fixer {
        facts,
        signatures: program.functions.iter().map(|function| function.signature.clone()).collect(),
        ending: program.functions.enumerated().map(never_returns).collect(),
        by_pointer: program.addresses_taken().iter().any(|id| variadic.contains(id)),
        variadic,
        size: program.types.size_type(),
    };
    program.functions.iter_mut().filter_map(Function::body_mut).for_each(|body| fixer.body(body));
}

/// What it takes to know to change a body.
struct Fixer<'a> {
    facts: &'a Facts,
    signatures: IdVec<FunctionId, Signature>,
    /// Whether calls do not return.
    ending: Vec<bool>,
    /// Functions that get variable arguments in memory.
    variadic: IndexSet<FunctionId>,
    /// Whether one of them may be called by pointer.
    by_pointer: bool,
    size: IntType,
}

impl Fixer<'_> {
    fn body(&self, body: &mut Body) {
        for block in body.blocks.iter_mut() {
            let mut statements = Vec::new();
            let mut ended = None;
            for statement in std::mem::take(&mut block.statements) {
                let span = statement.span;
                let direct = statement.kind.callee();
                if self.by_pointer && calls_variadic_pointer(&statement) {
                    statements.push(unsupported("a call of a function with variable arguments by pointer", span));
                }
                if self.mentions_unsized(&statement) {
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

    fn mentions_unsized(&self, statement: &Statement) -> bool {
        let mut found = false;
        for operand in statement.kind.operands() {
            operand.walk(&mut |part| {
                found |= matches!(&part.kind, ExprKind::GlobalAddress(id) if self.facts.unsized_globals.contains(id));
            });
        }
        found
    }

    /// A direct call whose caller may have seen another declaration than the definition. What x86 passes the
    /// same way is converted; the rest is not modelled.
    fn call(
        &self,
        function: FunctionId,
        statement: Statement,
        locals: &mut IdVec<LocalId, Local>,
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
        if let Some(what) = self.facts.unmodelled.get(&function) {
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
