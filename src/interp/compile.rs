//! Turns IR into the form that is executed. In: a program. Out: [`Code`]. What cannot be executed becomes a
//! step that reports it when it is reached.

use super::code::*;
use super::value::Value;
use crate::base::{Id, Span, Unsupported};
use crate::ir::{
    BinaryOp, BlockId, Body, Callee, CastOp, Check, Expr, ExprKind, FloatType, FunctionKind, IntType, LocalId, Program,
    Scalar, Statement, StatementKind, Storage, Terminator, TerminatorKind, UnaryOp,
};
use crate::ir::{Function, SiteId};

/// Compiles all functions.
pub(super) fn compile(program: &Program) -> Code {
    let compile_function = |function: &Function| match &function.kind {
        FunctionKind::Defined(body) => Some(Compiler::new(program, body).compile()),
        FunctionKind::Builtin(_) | FunctionKind::External => None,
    };
    Code { functions: program.functions.iter().map(compile_function).collect() }
}

type Compiled<T> = Result<T, Unsupported>;

struct Compiler<'p> {
    program: &'p Program,
    body: &'p Body,
    code: FunctionCode,
    /// The next free temporary.
    temporary: Slot,
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program, body: &'p Body) -> Self {
        let in_memory = |local: &LocalId| body.locals[*local].storage == Storage::Memory;
        let code = FunctionCode {
            steps: Vec::new(),
            ops: Vec::new(),
            op_spans: Vec::new(),
            constants: Vec::new(),
            slots: body.locals.len() as u32,
            params: body.params.iter().map(|&local| slot(local)).collect(),
            memory_locals: body.locals.ids().filter(in_memory).map(slot).collect(),
            calls: Vec::new(),
            switches: Vec::new(),
            unsupported: Vec::new(),
        };
        Self { program, body, code, temporary: body.locals.len() as u32 }
    }

    fn compile(mut self) -> FunctionCode {
        let mut starts = Vec::new();
        let mut length = 0;
        for block in self.body.blocks.iter() {
            starts.push(length);
            length += block.statements.len() as u32 + 1;
        }
        let start = |block: BlockId| starts[block.index()];
        for block in self.body.blocks.iter() {
            for statement in &block.statements {
                self.step(statement.span, statement.site, |this| this.statement(statement));
            }
            let end = &block.terminator;
            self.step(end.span, super::inputs::NO_SITE, |this| this.terminator(end, &start));
        }
        self.code
    }

    fn step(&mut self, span: Span, site: SiteId, effect: impl FnOnce(&mut Self) -> Compiled<Effect>) {
        self.temporary = self.body.locals.len() as u32;
        let first = self.code.ops.len();
        let effect = effect(self).unwrap_or_else(|unsupported| {
            self.code.ops.truncate(first);
            self.code.op_spans.truncate(first);
            self.unsupported(unsupported)
        });
        let ops = (first as u32, self.code.ops.len() as u32);
        self.code.steps.push(Step { ops, effect, span, site });
    }

    fn unsupported(&mut self, unsupported: Unsupported) -> Effect {
        self.code.unsupported.push(unsupported);
        Effect::Unsupported(self.code.unsupported.len() as u32 - 1)
    }

    fn statement(&mut self, statement: &Statement) -> Compiled<Effect> {
        let span = statement.span;
        Ok(match &statement.kind {
            StatementKind::Assign { target, value } => {
                self.expr(value, Some(slot(*target)))?;
                Effect::Assign(slot(*target))
            }
            StatementKind::Load { target, address, bits } => {
                let address = self.expr(address, None)?;
                let ty = self.register(*target, span)?;
                let target = slot(*target);
                match (bits, ty) {
                    (None, ty) => Effect::Load { target, address, width: self.width(ty, span)? },
                    (&Some(bits), Scalar::Int(ty)) => Effect::LoadBits { target, address, bits, ty },
                    (Some(_), _) => return Err(unsupported("a bit-field that is no integer", span)),
                }
            }
            StatementKind::Store { address, value, bits } => {
                let width = self.width(value.ty, span)?;
                let address = self.expr(address, None)?;
                let value = self.expr(value, None)?;
                match *bits {
                    None => Effect::Store { address, value, width },
                    Some(bits) => Effect::StoreBits { address, value, bits },
                }
            }
            StatementKind::Copy { to, from, size } => {
                Effect::Copy { to: self.expr(to, None)?, from: self.expr(from, None)?, size: *size }
            }
            StatementKind::Zero { address, size } => Effect::Zero { address: self.expr(address, None)?, size: *size },
            StatementKind::Call { target, callee, args } => self.call(*target, callee, args, span)?,
            StatementKind::StorageLive(local) => match self.body.locals[*local].storage {
                Storage::Memory => match self.program.types.size_of(&self.body.locals[*local].ty) {
                    Some(size) => Effect::MemoryLive { slot: slot(*local), size },
                    None => return Err(unsupported("a variable of incomplete type", span)),
                },
                Storage::Register => Effect::RegisterLive(slot(*local)),
            },
            StatementKind::StorageDead(local) => match self.body.locals[*local].storage {
                Storage::Memory => Effect::MemoryDead(slot(*local)),
                Storage::Register => Effect::RegisterDead(slot(*local)),
            },
            StatementKind::DynamicLive { target, size } => {
                Effect::DynamicLive { target: slot(*target), size: self.expr(size, None)? }
            }
            StatementKind::DynamicDead(local) => Effect::DynamicDead(slot(*local)),
            StatementKind::Assume(condition) => Effect::Assume(self.expr(condition, None)?),
            StatementKind::Check(check) => match check {
                Check::Never => Effect::Never,
                Check::Observed => Effect::Observed,
                Check::Defined(expr) => Effect::Defined(self.expr(expr, None)?),
                Check::Readable(address, size) => Effect::Readable { address: self.expr(address, None)?, size: *size },
            },
            StatementKind::Unsupported(what) => self.unsupported(what.clone()),
        })
    }

    fn call(&mut self, target: Option<LocalId>, callee: &Callee, args: &[Expr], span: Span) -> Compiled<Effect> {
        let callee = match callee {
            Callee::Direct(function) => CalleeCode::Direct(*function),
            Callee::Indirect(pointer, signature) => CalleeCode::Indirect(self.expr(pointer, None)?, signature.clone()),
        };
        let target = match target {
            Some(target) => Some((slot(target), self.register(target, span)?)),
            None => None,
        };
        let arg_types = args.iter().map(|arg| arg.ty).collect();
        let args = args.iter().map(|arg| self.expr(arg, None)).collect::<Compiled<_>>()?;
        self.code.calls.push(CallCode { target, callee, args, arg_types });
        Ok(Effect::Call(self.code.calls.len() as u32 - 1))
    }

    fn terminator(&mut self, terminator: &Terminator, start: &dyn Fn(BlockId) -> Pc) -> Compiled<Effect> {
        Ok(match &terminator.kind {
            TerminatorKind::Goto(block) => Effect::Goto(start(*block)),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let condition = self.expr(condition, None)?;
                Effect::Branch { condition, then: start(*then), otherwise: start(*otherwise) }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let Scalar::Int(ty) = value.ty else {
                    return Err(unsupported("a switch over no integer", terminator.span));
                };
                let value = self.expr(value, None)?;
                let cases = cases.iter().map(|case| (case.low, case.high, start(case.target))).collect();
                self.code.switches.push(SwitchCode { ty, cases, default: start(*default) });
                Effect::Switch(value, self.code.switches.len() as u32 - 1)
            }
            TerminatorKind::Return(None) => Effect::Return(None),
            TerminatorKind::Return(Some(value)) => Effect::Return(Some(self.expr(value, None)?)),
            TerminatorKind::Unreachable => Effect::Unreachable,
        })
    }

    fn register(&self, local: LocalId, span: Span) -> Compiled<Scalar> {
        register_type(self.body, local).ok_or_else(|| unsupported("a register that is no scalar", span))
    }

    fn width(&self, ty: Scalar, span: Span) -> Compiled<Width> {
        if ty == Scalar::Float(FloatType::F80) {
            return Err(unsupported("a value of type long double", span));
        }
        Ok(Width { bytes: self.program.types.scalar_size(ty) as u8, ty })
    }

    /// Emits the operations of an expression, operands first, without recursion: expressions may be deep. The
    /// result is in the returned slot, which is `target` if one is given.
    fn expr(&mut self, root: &Expr, target: Option<Slot>) -> Compiled<Slot> {
        enum Work<'e> {
            Visit(&'e Expr),
            Emit(&'e Expr, OpCode),
        }
        let locals = self.body.locals.len() as u32;
        let mut work = vec![Work::Visit(root)];
        let mut results: Vec<Slot> = Vec::new();
        while let Some(item) = work.pop() {
            let (expr, code, operands) = match item {
                Work::Visit(expr) => match self.leaf(expr)? {
                    Leaf::Slot(slot) => {
                        results.push(slot);
                        continue;
                    }
                    Leaf::Operation(code, a) => (expr, code, [a, 0]),
                    Leaf::Inner => {
                        work.push(Work::Emit(expr, operation(expr)?));
                        let mut operands: Vec<_> = expr.operands().map(Work::Visit).collect();
                        operands.reverse();
                        work.extend(operands);
                        continue;
                    }
                },
                Work::Emit(expr, code) => {
                    let count = expr.operands().count();
                    let operands = results.split_off(results.len() - count);
                    for &slot in operands.iter().filter(|&&slot| slot >= locals) {
                        self.temporary = self.temporary.min(slot);
                    }
                    (expr, code, [operands[0], operands.get(1).copied().unwrap_or(0)])
                }
            };
            let dst = match target {
                Some(target) if std::ptr::eq(expr, root) => target,
                _ => self.fresh(),
            };
            self.emit(Op { code, dst, a: operands[0], b: operands[1] }, expr.span);
            results.push(dst);
        }
        let result = results[0];
        match target {
            Some(target) if target != result => {
                self.emit(Op { code: OpCode::Move, dst: target, a: result, b: 0 }, root.span);
                Ok(target)
            }
            _ => Ok(result),
        }
    }

    fn fresh(&mut self) -> Slot {
        let slot = self.temporary;
        self.temporary += 1;
        self.code.slots = self.code.slots.max(self.temporary);
        slot
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.code.ops.push(op);
        self.code.op_spans.push(span);
    }

    /// How an expression without operands is computed.
    fn leaf(&mut self, expr: &Expr) -> Compiled<Leaf> {
        let functions = self.program.functions.len();
        let constant = match expr.kind {
            ExprKind::Register(local) | ExprKind::LocalAddress(local) => return Ok(Leaf::Slot(slot(local))),
            ExprKind::GlobalAddress(global) => {
                return Ok(Leaf::Operation(OpCode::Address, global_object(functions, global).0));
            }
            ExprKind::FunctionAddress(function) => {
                return Ok(Leaf::Operation(OpCode::Address, function_object(function).0));
            }
            ExprKind::Int(bits) => Value::plain(bits),
            ExprKind::Null => Value::NULL,
            ExprKind::Float(value) => match expr.ty {
                Scalar::Float(ty) if ty != FloatType::F80 => Value::plain(super::arith::from_f64(ty, value)),
                _ => return Err(unsupported("a constant of type long double", expr.span)),
            },
            _ => return Ok(Leaf::Inner),
        };
        let constants = &mut self.code.constants;
        let index = constants.iter().position(|&known| known == constant).unwrap_or_else(|| {
            constants.push(constant);
            constants.len() - 1
        });
        Ok(Leaf::Operation(OpCode::Constant, index as u32))
    }
}

/// How an expression without operands is computed.
enum Leaf {
    /// It is in a slot already.
    Slot(Slot),
    /// By an operation with this first operand.
    Operation(OpCode, u32),
    /// It has operands.
    Inner,
}

fn unsupported(what: &str, span: Span) -> Unsupported {
    Unsupported { what: what.to_string(), span }
}

/// The operation at the root of an expression with operands.
fn operation(expr: &Expr) -> Compiled<OpCode> {
    let bad = |what: &str| Err(unsupported(what, expr.span));
    let long_double = |ty: Scalar| ty == Scalar::Float(FloatType::F80);
    if long_double(expr.ty) || expr.operands().any(|operand| long_double(operand.ty)) {
        return bad("arithmetic on long double");
    }
    Ok(match &expr.kind {
        ExprKind::Unary(op, operand) => match (op, operand.ty) {
            (UnaryOp::Neg, Scalar::Int(ty)) => OpCode::Negate(ty),
            (UnaryOp::Neg, Scalar::Float(ty)) => OpCode::FloatNegate(ty),
            (UnaryOp::BitNot, Scalar::Int(ty)) => OpCode::Complement(ty),
            (op, Scalar::Float(ty)) if op.is_float_function() => OpCode::FloatFunction(*op, ty),
            _ => return bad("an operation on a type that does not have it"),
        },
        ExprKind::Binary(op @ (BinaryOp::Shl | BinaryOp::Shr), left, right) => match (left.ty, right.ty) {
            (Scalar::Int(ty), Scalar::Int(amount)) => OpCode::Shift(*op, ty, amount),
            _ => return bad("a shift of no integer"),
        },
        ExprKind::Binary(op, left, _) => match left.ty {
            Scalar::Int(ty) if op.is_comparison() => OpCode::Compare(*op, ty),
            Scalar::Int(ty) => OpCode::Int(*op, ty),
            Scalar::Float(ty) if op.is_comparison() => OpCode::FloatCompare(*op, ty),
            Scalar::Float(ty)
                if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem) =>
            {
                OpCode::FloatBinary(*op, ty)
            }
            Scalar::Pointer if op.is_comparison() => OpCode::PointerCompare(*op),
            _ => return bad("an operation on a type that does not have it"),
        },
        ExprKind::PointerAdd(..) => OpCode::PointerAdd,
        ExprKind::PointerDiff(..) => OpCode::PointerDiff,
        ExprKind::Cast(op, operand) => cast(*op, operand.ty, expr.ty, expr.span)?,
        _ => return bad("an expression without operands"),
    })
}

fn cast(op: CastOp, from: Scalar, to: Scalar, span: Span) -> Compiled<OpCode> {
    let wide = |ty: IntType| ty.bits >= 32;
    Ok(match (op, from, to) {
        (CastOp::IntToInt, Scalar::Int(from), Scalar::Int(to)) => OpCode::IntToInt(from, to),
        (CastOp::IntToFloat, Scalar::Int(from), Scalar::Float(to)) => OpCode::IntToFloat(from, to),
        (CastOp::FloatToInt, Scalar::Float(from), Scalar::Int(to)) => OpCode::FloatToInt(from, to),
        (CastOp::FloatToFloat, Scalar::Float(from), Scalar::Float(to)) => OpCode::FloatToFloat(from, to),
        // An address and the integer as wide as it are the same bits; the provenance stays with them.
        (CastOp::PointerToInt, Scalar::Pointer, Scalar::Int(ty)) if wide(ty) => OpCode::PointerToInt,
        (CastOp::IntToPointer, Scalar::Int(ty), Scalar::Pointer) if wide(ty) => OpCode::IntToPointer,
        _ => return Err(Unsupported { what: "a conversion between these types".into(), span }),
    })
}
