//! Numbers of which only the sign is specified: what comparisons of strings and blocks, and tests of characters, return.
//!
//! In: a program whose library chooses any number of the right sign. Out: where nothing but the sign is looked at, the same
//! program without the choice. It would cost much: a program that is given nothing has only one execution.

use crate::ir::{Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, LocalId, Program, Scalar};
use crate::ir::{StatementKind, TerminatorKind, UnaryOp};
use indexmap::IndexSet;

/// The functions that choose, one in each file of the library that needs it; their argument has the right sign, too.
const CHOICE: &str = "__hw_any_of_sign";

/// Takes the argument for the result of the choice if that makes no difference.
pub(super) fn leave_out_choice(program: &mut Program) {
    let chooses = |(id, function): (FunctionId, &Function)| (function.name == CHOICE).then_some(id);
    let choices: Vec<FunctionId> = program.functions.enumerated().filter_map(chooses).collect();
    if choices.is_empty() {
        return;
    }
    let taken = program.addresses_taken();
    for choice in choices {
        leave_out(program, choice, &taken);
    }
}

fn leave_out(program: &mut Program, choice: FunctionId, taken: &IndexSet<FunctionId>) {
    if !(Signs { functions: IndexSet::from([choice]), registers: IndexSet::new(), taken }).are_all(program) {
        return;
    }
    for function in program.functions.iter_mut() {
        let FunctionKind::Defined(body) = &mut function.kind else { continue };
        for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            if let StatementKind::Call { target: Some(target), callee: Callee::Direct(callee), args } = &statement.kind
                && *callee == choice
                && let [value] = args.as_slice()
            {
                statement.kind = StatementKind::Assign { target: *target, value: value.clone() };
            }
        }
    }
}

/// Where such numbers may be.
struct Signs<'a> {
    /// Functions that return them.
    functions: IndexSet<FunctionId>,
    /// Registers that hold them.
    registers: IndexSet<(FunctionId, LocalId)>,
    taken: &'a IndexSet<FunctionId>,
}

/// The number is looked at beyond its sign, or kept where it is lost sight of.
struct Exposed;

impl Signs<'_> {
    /// Whether nothing but signs is looked at.
    fn are_all(&mut self, program: &Program) -> bool {
        loop {
            let before = self.functions.len() + self.registers.len();
            for (id, function) in program.functions.enumerated() {
                if self.function(id, function).is_err() {
                    return false;
                }
            }
            if self.functions.len() + self.registers.len() == before {
                return true;
            }
        }
    }

    fn function(&mut self, id: FunctionId, function: &Function) -> Result<(), Exposed> {
        let Some(body) = function.body() else { return Ok(()) };
        for block in body.blocks.iter() {
            for statement in &block.statements {
                self.statement(id, &statement.kind)?;
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { condition, .. } => drop(self.holds(id, condition)?),
                TerminatorKind::Switch { value, .. } => self.hidden(id, value)?,
                TerminatorKind::Return(Some(value)) => {
                    if self.holds(id, value)? {
                        self.functions.insert(id);
                    }
                }
                TerminatorKind::Return(None) | TerminatorKind::Goto(_) | TerminatorKind::Unreachable => {}
            }
        }
        Ok(())
    }

    fn statement(&mut self, id: FunctionId, kind: &StatementKind) -> Result<(), Exposed> {
        match kind {
            StatementKind::Assign { target, value } => {
                if self.holds(id, value)? {
                    self.registers.insert((id, *target));
                }
            }
            StatementKind::Call { target, callee, args } => {
                for arg in args {
                    self.hidden(id, arg)?;
                }
                let returned = match callee {
                    Callee::Direct(function) => self.functions.contains(function),
                    Callee::Indirect(..) => self.functions.iter().any(|function| self.taken.contains(function)),
                };
                if let (Some(target), true) = (target, returned) {
                    self.registers.insert((id, *target));
                }
            }
            StatementKind::Assume(condition) => drop(self.holds(id, condition)?),
            StatementKind::Load { address: value, .. }
            | StatementKind::Zero { address: value, .. }
            | StatementKind::DynamicLive { size: value, .. } => self.hidden(id, value)?,
            StatementKind::Store { address: one, value: other, .. }
            | StatementKind::Copy { to: one, from: other, .. } => {
                self.hidden(id, one)?;
                self.hidden(id, other)?;
            }
            StatementKind::StorageLive(_)
            | StatementKind::StorageDead(_)
            | StatementKind::DynamicDead(_)
            | StatementKind::Unsupported(_) => {}
            StatementKind::Check(check) => {
                if let Some(operand) = check.operand() {
                    self.hidden(id, operand)?;
                }
            }
        }
        Ok(())
    }

    /// Requires an expression not to have such a number as value.
    fn hidden(&self, id: FunctionId, expr: &Expr) -> Result<(), Exposed> {
        if self.holds(id, expr)? { Err(Exposed) } else { Ok(()) }
    }

    /// Whether an expression has such a number as value, up to its sign.
    fn holds(&self, id: FunctionId, expr: &Expr) -> Result<bool, Exposed> {
        match &expr.kind {
            ExprKind::Register(register) => Ok(self.registers.contains(&(id, *register))),
            ExprKind::Unary(UnaryOp::Neg, operand) => self.holds(id, operand),
            ExprKind::Cast(_, operand) if is_wider(operand.ty, expr.ty) => self.holds(id, operand),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (of_a, of_b) = (self.holds(id, a)?, self.holds(id, b)?);
                let is_test = matches!((of_a, &b.kind), (true, ExprKind::Int(0))) && !of_b
                    || matches!((of_b, &a.kind), (true, ExprKind::Int(0))) && !of_a;
                if is_test || !of_a && !of_b { Ok(false) } else { Err(Exposed) }
            }
            _ => {
                for operand in expr.operands() {
                    self.hidden(id, operand)?;
                }
                Ok(false)
            }
        }
    }
}

/// Whether all values of a signed type are values of another.
fn is_wider(from: Scalar, to: Scalar) -> bool {
    matches!((from, to), (Scalar::Int(from), Scalar::Int(to)) if from.signed && to.signed && from.bits <= to.bits)
}
