//! The IR checker: what every pass may rely on. Runs after lowering and after each pass in debug builds.

use super::expr::{CastOp, Expr, ExprKind};
use super::program::{
    BlockId, Body, Callee, Check, Function, FunctionKind, LocalId, Program, Signature, Statement, StatementKind,
    Storage, TerminatorKind,
};
use super::types::{FloatType, IntType, Scalar};
use crate::base::Id;

/// Checks a whole program; the first thing that is wrong is the error.
pub fn check_program(program: &Program) -> Result<(), String> {
    for (id, global) in program.globals.enumerated() {
        if global.init.len() as u64 != global.size {
            return Err(format!("{id}: {} bytes of content for {} bytes", global.init.len(), global.size));
        }
        for relocation in &global.relocations {
            let checker = Checker { program, body: None };
            checker.typed(&relocation.value, Scalar::Pointer).map_err(|e| format!("{id}: {e}"))?;
            if relocation.offset + program.types.data_model.pointer_bytes() > global.size {
                return Err(format!("{id}: relocation at {} is outside", relocation.offset));
            }
        }
    }
    for function in program.functions.iter() {
        if let FunctionKind::Defined(body) = &function.kind {
            check_body(program, function, body).map_err(|e| format!("{}: {e}", function.name))?;
        }
    }
    match program.entry {
        Some(entry) if program.functions.get(entry).is_none_or(|f| f.body().is_none()) => {
            Err("entry without body".into())
        }
        _ => Ok(()),
    }
}

fn check_body(program: &Program, function: &Function, body: &Body) -> Result<(), String> {
    let checker = Checker { program, body: Some(body) };
    if body.params.len() != function.signature.params.len() {
        return Err(format!("{} parameters for {}", body.params.len(), function.signature.params.len()));
    }
    for (&param, &ty) in body.params.iter().zip(&function.signature.params) {
        checker.register(param, ty)?;
    }
    for (id, local) in body.locals.enumerated() {
        if local.storage == Storage::Register && local.ty.scalar().is_none() {
            return Err(format!("register {id} is no scalar"));
        }
        if local.storage == Storage::Memory && program.types.size_of(&local.ty).is_none() {
            return Err(format!("variable {id} has no size"));
        }
    }
    if body.blocks.is_empty() {
        return Err("no block".into());
    }
    for (id, block) in body.blocks.enumerated() {
        for statement in &block.statements {
            checker.statement(statement).map_err(|e| format!("{id}, {}: {e}", statement.site))?;
        }
        checker.terminator(function, &block.terminator.kind).map_err(|e| format!("{id}: {e}"))?;
        if block.terminator.kind.successors().contains(&Body::ENTRY) {
            return Err(format!("{id}: jumps to the entry"));
        }
    }
    Ok(())
}

struct Checker<'a> {
    program: &'a Program,
    body: Option<&'a Body>,
}

impl Checker<'_> {
    fn register(&self, id: LocalId, ty: Scalar) -> Result<(), String> {
        let found = self.register_type(id)?;
        if found == ty { Ok(()) } else { Err(format!("register {id} is {found:?}, not {ty:?}")) }
    }

    fn register_type(&self, id: LocalId) -> Result<Scalar, String> {
        match self.body.and_then(|body| body.locals.get(id)) {
            Some(local) if local.storage == Storage::Register => local.ty.scalar().ok_or(format!("{id} is no scalar")),
            _ => Err(format!("{id} is no register")),
        }
    }

    fn block(&self, id: BlockId) -> Result<(), String> {
        match self.body {
            Some(body) if id.index() < body.blocks.len() => Ok(()),
            _ => Err(format!("no block {id}")),
        }
    }

    fn typed(&self, expr: &Expr, ty: Scalar) -> Result<(), String> {
        self.expr(expr)?;
        if expr.ty == ty { Ok(()) } else { Err(format!("{:?} where {ty:?} is needed", expr.ty)) }
    }

    fn size(&self, expr: &Expr) -> Result<(), String> {
        self.typed(expr, Scalar::Int(self.program.types.size_type()))
    }

    fn integer(&self, expr: &Expr) -> Result<(), String> {
        self.expr(expr)?;
        if expr.ty.as_int().is_some() { Ok(()) } else { Err(format!("{:?} where an integer is needed", expr.ty)) }
    }

    fn statement(&self, statement: &Statement) -> Result<(), String> {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                self.expr(value)?;
                self.register(*target, value.ty)
            }
            StatementKind::Load { target, address, bits } => {
                self.typed(address, Scalar::Pointer)?;
                let ty = self.register_type(*target)?;
                self.bits(ty, *bits)
            }
            StatementKind::Store { address, value, bits } => {
                self.typed(address, Scalar::Pointer)?;
                self.expr(value)?;
                self.bits(value.ty, *bits)
            }
            StatementKind::Copy { to, from, .. } => {
                self.typed(to, Scalar::Pointer)?;
                self.typed(from, Scalar::Pointer)
            }
            StatementKind::Zero { address, .. } => self.typed(address, Scalar::Pointer),
            StatementKind::Call { target, callee, args } => self.call(*target, callee, args),
            StatementKind::StorageLive(id) | StatementKind::StorageDead(id) => {
                let known = self.body.is_some_and(|body| id.index() < body.locals.len());
                if known { Ok(()) } else { Err(format!("no variable {id}")) }
            }
            StatementKind::DynamicLive { target, size } => {
                self.size(size)?;
                self.register(*target, Scalar::Pointer)
            }
            StatementKind::DynamicDead(target) => self.register(*target, Scalar::Pointer),
            StatementKind::Assume(condition) => self.integer(condition),
            StatementKind::Check(check) => self.check(check),
            StatementKind::Unsupported(_) => Ok(()),
        }
    }

    fn bits(&self, ty: Scalar, bits: Option<super::BitRange>) -> Result<(), String> {
        match (bits, ty) {
            (None, _) => Ok(()),
            (Some(bits), Scalar::Int(int)) if bits.first < 8 && bits.width >= 1 && bits.width <= int.bits => Ok(()),
            (Some(bits), _) => Err(format!("{bits:?} of {ty:?}")),
        }
    }

    fn call(&self, target: Option<LocalId>, callee: &Callee, args: &[Expr]) -> Result<(), String> {
        let signature: &Signature = match callee {
            Callee::Direct(id) => match self.program.functions.get(*id) {
                Some(function) => &function.signature,
                None => return Err(format!("no function {id}")),
            },
            Callee::Indirect(pointer, signature) => {
                self.typed(pointer, Scalar::Pointer)?;
                signature
            }
        };
        for arg in args {
            self.expr(arg)?;
        }
        if args.len() < signature.params.len() || (args.len() > signature.params.len() && !signature.variadic) {
            return Err(format!("{} arguments for {} parameters", args.len(), signature.params.len()));
        }
        for (arg, &ty) in args.iter().zip(&signature.params) {
            if arg.ty != ty {
                return Err(format!("argument {:?} for parameter {ty:?}", arg.ty));
            }
        }
        match (target, signature.result) {
            (Some(target), Some(ty)) => self.register(target, ty),
            (Some(_), None) => Err("result of a function without one".into()),
            (None, _) => Ok(()),
        }
    }

    fn check(&self, check: &Check) -> Result<(), String> {
        match check {
            Check::Never | Check::Observed => Ok(()),
            Check::Defined(operation) => self.expr(operation),
            Check::Readable(address, _) => self.typed(address, Scalar::Pointer),
        }
    }

    fn terminator(&self, function: &Function, terminator: &TerminatorKind) -> Result<(), String> {
        for next in terminator.successors() {
            self.block(next)?;
        }
        match terminator {
            TerminatorKind::Branch { condition, .. } => self.integer(condition),
            TerminatorKind::Switch { value, cases, .. } => {
                self.integer(value)?;
                let mut ranges: Vec<(i128, i128)> = cases.iter().map(|case| (case.low, case.high)).collect();
                ranges.sort_unstable();
                let overlap = ranges.windows(2).any(|pair| pair[0].1 >= pair[1].0);
                if overlap { Err("cases overlap".into()) } else { Ok(()) }
            }
            TerminatorKind::Return(Some(value)) => match function.signature.result {
                Some(ty) => self.typed(value, ty),
                None => Err("value returned from a function without result".into()),
            },
            TerminatorKind::Return(None) | TerminatorKind::Goto(_) | TerminatorKind::Unreachable => Ok(()),
        }
    }

    fn expr(&self, expr: &Expr) -> Result<(), String> {
        for operand in expr.operands() {
            self.expr(operand)?;
        }
        let pointer_bits = self.program.types.pointer_bits();
        let ok = match &expr.kind {
            ExprKind::Int(bits) => expr.ty.as_int().is_some_and(|int| int.wrap(*bits) == *bits),
            ExprKind::Float(_) => matches!(expr.ty, Scalar::Float(FloatType::F32 | FloatType::F64)),
            ExprKind::Null => expr.ty == Scalar::Pointer,
            ExprKind::Register(id) => return self.register(*id, expr.ty),
            ExprKind::LocalAddress(id) => {
                let local = self.body.and_then(|body| body.locals.get(*id));
                expr.ty == Scalar::Pointer && local.is_some_and(|local| local.storage == Storage::Memory)
            }
            ExprKind::GlobalAddress(id) => expr.ty == Scalar::Pointer && self.program.globals.get(*id).is_some(),
            ExprKind::FunctionAddress(id) => expr.ty == Scalar::Pointer && self.program.functions.get(*id).is_some(),
            ExprKind::Unary(_, a) => expr.ty == a.ty && expr.ty != Scalar::Pointer,
            ExprKind::Binary(op, a, b) if op.is_comparison() => a.ty == b.ty && expr.ty == Scalar::Int(IntType::INT),
            ExprKind::Binary(super::BinaryOp::Shl | super::BinaryOp::Shr, a, b) => {
                expr.ty == a.ty && a.ty.as_int().is_some() && b.ty.as_int().is_some()
            }
            ExprKind::Binary(_, a, b) => expr.ty == a.ty && a.ty == b.ty && a.ty != Scalar::Pointer,
            ExprKind::PointerAdd(a, b) => {
                let offset = b.ty.as_int().is_some_and(|int| int.bits == pointer_bits);
                expr.ty == Scalar::Pointer && a.ty == Scalar::Pointer && offset
            }
            ExprKind::PointerDiff(a, b) => {
                let ty = Scalar::Int(IntType::signed(pointer_bits));
                expr.ty == ty && a.ty == Scalar::Pointer && b.ty == Scalar::Pointer
            }
            ExprKind::Cast(op, a) => cast_fits(*op, a.ty, expr.ty, pointer_bits),
        };
        if ok { Ok(()) } else { Err(format!("ill-typed expression {:?}", expr.kind)) }
    }
}

fn cast_fits(op: CastOp, from: Scalar, to: Scalar, pointer_bits: u8) -> bool {
    let address = |ty: Scalar| ty.as_int().is_some_and(|int| int.bits == pointer_bits);
    match op {
        CastOp::IntToInt => from.as_int().is_some() && to.as_int().is_some(),
        CastOp::IntToFloat => from.as_int().is_some() && matches!(to, Scalar::Float(_)),
        CastOp::FloatToInt => matches!(from, Scalar::Float(_)) && to.as_int().is_some(),
        CastOp::FloatToFloat => matches!((from, to), (Scalar::Float(_), Scalar::Float(_))),
        CastOp::PointerToInt => from == Scalar::Pointer && address(to),
        CastOp::IntToPointer => address(from) && to == Scalar::Pointer,
    }
}
