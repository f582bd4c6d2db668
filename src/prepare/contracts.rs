//! Calls that count by their contracts only.
//!
//! In: a program with functions that stand in for others. Out: the program in which they are called instead, where that is sound:
//! a contract speaks of what the caller hands over and of the globals that it names, so a function that uses any other variable
//! keeps its calls, as does one whose address is called.

use crate::base::IdVec;
use crate::ir::{Callee, Expr, ExprKind, FunctionId, FunctionKind, GlobalId, GlobalKind, Program, StatementKind};
use std::collections::BTreeSet;

/// A function and what stands in for it.
#[derive(Clone, Debug)]
pub struct StandIn<'a> {
    /// The name of the function.
    pub function: &'a str,
    /// The name of the one that is called instead.
    pub stand_in: &'a str,
    /// The names of the global variables of which the contract speaks.
    pub globals: &'a [String],
}

/// A program whose calls count by contracts.
#[derive(Clone, Debug)]
pub struct ByContract {
    /// The program.
    pub program: Program,
    /// Why calls of some functions are as they were.
    pub refused: Vec<(String, String)>,
}

/// Names that begin so are not the user's.
const GENERATED: &str = "__hw_";

/// Replaces the calls of functions by those of others, in all functions that are not generated.
pub fn by_contract(program: &Program, stand_ins: &[StandIn]) -> ByContract {
    let mut program = program.clone();
    let mut refused = Vec::new();
    let mut replaced: IdVec<FunctionId, FunctionId> = program.functions.ids().collect();
    for stand_in in stand_ins {
        let named = |name: &str| program.functions.enumerated().find(|(_, f)| f.name == name).map(|(id, _)| id);
        let (Some(function), Some(other)) = (named(stand_in.function), named(stand_in.stand_in)) else { continue };
        let reason = match foreign(&program, function, stand_in.globals) {
            Some(name) => Some(format!("it uses `{name}`, which `assigns` does not name")),
            None if program.functions[function].signature != program.functions[other].signature => {
                Some("it is declared in several ways".to_string())
            }
            None => None,
        };
        match reason {
            Some(reason) => refused.push((stand_in.function.to_string(), reason)),
            None => replaced[function] = other,
        }
    }
    for function in program.functions.iter_mut().filter(|function| !function.name.starts_with(GENERATED)) {
        let FunctionKind::Defined(body) = &mut function.kind else { continue };
        for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            if let StatementKind::Call { callee: Callee::Direct(id), .. } = &mut statement.kind {
                *id = replaced[*id];
            }
        }
    }
    ByContract { program, refused }
}

/// The functions that executions from a function on can reach.
pub fn reached_functions(program: &Program, from: FunctionId) -> BTreeSet<FunctionId> {
    Reached::from(program, from).functions
}

/// A variable, not one of those that are named, which some execution of a function may use.
fn foreign<'p>(program: &'p Program, function: FunctionId, named: &[String]) -> Option<&'p str> {
    let reached = Reached::from(program, function);
    let globals = reached.globals.iter().map(|id| &program.globals[*id]);
    let mut variables = globals.filter(|global| matches!(global.kind, GlobalKind::Variable | GlobalKind::External));
    variables.find(|global| !named.contains(&global.name)).map(|global| global.name.as_str())
}

/// What executions from a function on can call and name.
#[derive(Default)]
struct Reached {
    functions: BTreeSet<FunctionId>,
    globals: BTreeSet<GlobalId>,
    open: Vec<FunctionId>,
}

impl Reached {
    fn from(program: &Program, function: FunctionId) -> Self {
        let mut reached = Reached::default();
        reached.function(function);
        while let Some(id) = reached.open.pop() {
            let FunctionKind::Defined(body) = &program.functions[id].kind else { continue };
            for block in body.blocks.iter() {
                for statement in &block.statements {
                    if let StatementKind::Call { callee, .. } = &statement.kind {
                        match callee {
                            Callee::Direct(id) => reached.function(*id),
                            Callee::Indirect(..) => reached.every_address(program),
                        }
                    }
                    statement.kind.operands().for_each(|operand| reached.expression(program, operand));
                }
                block.terminator.kind.operand().into_iter().for_each(|operand| reached.expression(program, operand));
            }
        }
        reached
    }

    fn function(&mut self, id: FunctionId) {
        if self.functions.insert(id) {
            self.open.push(id);
        }
    }

    /// A pointer to a function that comes from elsewhere: it may be any function whose address is taken.
    fn every_address(&mut self, program: &Program) {
        let mut all = Reached { functions: self.functions.clone(), ..Reached::default() };
        for function in program.functions.iter() {
            let FunctionKind::Defined(body) = &function.kind else { continue };
            for block in body.blocks.iter() {
                let operands = block.statements.iter().flat_map(|statement| statement.kind.operands());
                operands.chain(block.terminator.kind.operand()).for_each(|operand| all.expression(program, operand));
            }
        }
        for relocation in program.globals.iter().flat_map(|global| &global.relocations) {
            all.expression(program, &relocation.value);
        }
        all.open.into_iter().for_each(|id| self.function(id));
    }

    fn expression(&mut self, program: &Program, expression: &Expr) {
        match &expression.kind {
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => self.expression(program, a),
            ExprKind::Binary(_, a, b) | ExprKind::PointerAdd(a, b) | ExprKind::PointerDiff(a, b) => {
                self.expression(program, a);
                self.expression(program, b);
            }
            ExprKind::FunctionAddress(id) => self.function(*id),
            ExprKind::GlobalAddress(id) => {
                if self.globals.insert(*id) {
                    for relocation in &program.globals[*id].relocations {
                        self.expression(program, &relocation.value);
                    }
                }
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Register(_)
            | ExprKind::LocalAddress(_) => {}
        }
    }
}
