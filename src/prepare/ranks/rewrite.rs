//! The program with ranks in place of numbers.

use super::Inputs;
use super::classes::{Classes, Comparison, Place, comparison, memory_place};
use super::errors::{fails_on, leads_to_error};
use crate::base::{IdVec, Span};
use crate::ir::{
    BinaryOp, Block, BlockId, Body, Builtin, CType, Callee, Expr, ExprKind, FunctionId, FunctionKind, IntType, Local,
    LocalId, LoopTree, Program, Scalar, SiteId, Statement, StatementKind, Storage, Terminator, TerminatorKind,
};
use indexmap::{IndexMap, IndexSet};

/// The ranks of the constants of each class.
type Ranks = IndexMap<(usize, i128), u64>;

/// The program with ranks; `None` if it has no input to choose by.
pub(super) fn rewrite(program: &Program, classes: &Classes, ranks: &Ranks, inputs: Inputs) -> Option<Program> {
    let any = program.functions.enumerated().find_map(|(id, function)| match function.kind {
        FunctionKind::Builtin(Builtin::Nondet) => Some((id, function.signature.result?.as_int()?)),
        _ => None,
    })?;
    let mut result = program.clone();
    for (id, function) in program.functions.enumerated() {
        if let Some(body) = function.body() {
            let blocks = IdVec::new();
            let new = Body { params: body.params.clone(), locals: body.locals.clone(), blocks };
            let repeated = if inputs == Inputs::Ranges { in_loops(body) } else { IndexSet::new() };
            let sites = result.sites;
            let mut writer = Writer { program, classes, ranks, id, old: body, new, any, repeated, sites };
            writer.write();
            result.sites = writer.sites;
            result.functions[id].kind = FunctionKind::Defined(writer.new);
        }
    }
    Some(result)
}

/// A comparison of ranks.
struct Test {
    class: usize,
    op: BinaryOp,
    left: Expr,
    right: Expr,
    /// Whether the opposite is meant.
    negated: bool,
}

struct Writer<'a> {
    program: &'a Program,
    classes: &'a Classes,
    ranks: &'a Ranks,
    id: FunctionId,
    old: &'a Body,
    new: Body,
    /// A function that returns anything.
    any: (FunctionId, IntType),
    /// The blocks whose inputs are not told apart by rank.
    repeated: IndexSet<BlockId>,
    sites: u32,
}

impl Writer<'_> {
    fn write(&mut self) {
        for block in self.old.blocks.iter() {
            let empty = Block { statements: Vec::new(), terminator: block.terminator.clone(), ..block.clone() };
            self.new.blocks.push(empty);
        }
        for (id, block) in self.old.blocks.enumerated() {
            let mut at = id;
            let repeated = self.repeated.contains(&id);
            for statement in &block.statements {
                at = self.statement(at, statement, repeated);
            }
            self.terminator(at, &block.terminator);
        }
    }

    fn block(&mut self, statements: Vec<Statement>, kind: TerminatorKind, span: Span) -> BlockId {
        self.new.blocks.push(Block { statements, terminator: Terminator { kind, span }, loop_span: None })
    }

    fn end(&mut self, at: BlockId, kind: TerminatorKind, span: Span) {
        self.new.blocks[at].terminator = Terminator { kind, span };
    }

    fn register(&self, expr: &Expr) -> Option<usize> {
        match (&expr.kind, expr.ty) {
            (ExprKind::Register(local), Scalar::Int(_)) => self.classes.ranked(Place::Register(self.id, *local)),
            _ => None,
        }
    }

    /// The operand of a class: a constant becomes its rank.
    fn operand(&self, class: usize, expr: &Expr) -> Expr {
        match (&expr.kind, expr.ty) {
            (ExprKind::Int(bits), Scalar::Int(int)) => match self.ranks.get(&(class, int.value(*bits))) {
                Some(rank) => Expr { kind: ExprKind::Int(*rank), ..expr.clone() },
                None => expr.clone(),
            },
            _ => expr.clone(),
        }
    }

    fn stored_in(&self, place: Place, value: &Expr) -> Expr {
        match self.classes.ranked(place) {
            Some(class) => self.operand(class, value),
            None => value.clone(),
        }
    }

    /// The comparison of ranks that an expression tests.
    fn test(&self, expr: &Expr) -> Option<Test> {
        let Comparison { op, left, right, negated } = comparison(expr)?;
        let zero = Expr { kind: ExprKind::Int(0), ..left.clone() };
        let right = right.unwrap_or(&zero);
        let class = self.register(left).or_else(|| self.register(right))?;
        Some(Test { class, op, left: self.operand(class, left), right: self.operand(class, right), negated })
    }

    /// Whether an expression is the outcome of a comparison of ranks.
    fn is_outcome(&self, expr: &Expr) -> bool {
        !matches!(expr.kind, ExprKind::Register(_)) && self.test(expr).is_some()
    }

    /// Compares ranks before a statement if a value in it is the outcome of that: the value, and the block where the
    /// statement belongs.
    fn outcome(&mut self, at: BlockId, value: &Expr, span: Span) -> (BlockId, Expr) {
        let (true, Scalar::Int(int)) = (self.is_outcome(value), value.ty) else { return (at, value.clone()) };
        let local = Local { name: None, ty: CType::Int(int), storage: Storage::Register, span };
        let target = self.new.locals.push(local);
        let kind = StatementKind::Assign { target, value: value.clone() };
        let statement = Statement { kind, span, site: self.site() };
        let with = |truth: Expr| StatementKind::Assign { target, value: truth };
        let rest = self.split(at, value, &statement, with, None);
        (rest, Expr::register(target, value.ty, span))
    }

    /// Adds a statement; returns the block where what follows belongs.
    fn statement(&mut self, mut at: BlockId, statement: &Statement, repeated: bool) -> BlockId {
        let span = statement.span;
        let mut changed = statement.clone();
        match &mut changed.kind {
            StatementKind::Assign { target, value } => {
                (at, *value) = self.outcome(at, value, span);
                *value = self.stored_in(Place::Register(self.id, *target), value);
            }
            StatementKind::Store { address, value, .. } => {
                (at, *value) = self.outcome(at, value, span);
                if let Some(memory) = memory_place(self.program, self.old, address, value.ty) {
                    *value = self.stored_in(memory, value);
                }
            }
            StatementKind::Call { target, callee: Callee::Direct(callee), args } => {
                match &self.program.functions[*callee].kind {
                    FunctionKind::Builtin(Builtin::Nondet) => {
                        let target = *target;
                        self.new.blocks[at].statements.push(statement.clone());
                        let class = target.and_then(|target| self.classes.ranked(Place::Register(self.id, target)));
                        return match target.zip(class.map(|class| self.classes.greatest(class))) {
                            Some((target, greatest)) if repeated => self.some_rank(at, target, greatest, span),
                            Some((target, greatest)) => self.choose_rank(at, target, greatest, span),
                            None => at,
                        };
                    }
                    FunctionKind::Builtin(Builtin::Assume) if args.iter().any(|arg| self.test(arg).is_some()) => {
                        return self.assume(at, &args[0], span);
                    }
                    FunctionKind::Defined(body) => {
                        let error_if = fails_on(self.program, body);
                        let asserted = args.first().filter(|arg| error_if.is_some() && self.is_outcome(arg)).cloned();
                        for (position, arg) in args.iter_mut().enumerate().skip(usize::from(asserted.is_some())) {
                            (at, *arg) = self.outcome(at, arg, span);
                            if let Some(param) = body.params.get(position) {
                                *arg = self.stored_in(Place::Register(*callee, *param), arg);
                            }
                        }
                        if let Some(asserted) = asserted {
                            let (target, callee, args) = (*target, *callee, args.clone());
                            let with = |truth: Expr| {
                                let mut args = args.clone();
                                args[0] = truth;
                                StatementKind::Call { target, callee: Callee::Direct(callee), args }
                            };
                            return self.split(at, &asserted, statement, with, error_if);
                        }
                    }
                    _ => {}
                }
            }
            StatementKind::Assume(condition) if self.test(condition).is_some() => {
                return self.assume(at, &condition.clone(), span);
            }
            _ => {}
        }
        self.new.blocks[at].statements.push(changed);
        at
    }

    /// Two copies of a statement, one where a comparison holds and one where not. `error_if` is the outcome, if any,
    /// that leads straight to the error.
    fn split(
        &mut self,
        at: BlockId,
        test: &Expr,
        statement: &Statement,
        with: impl Fn(Expr) -> StatementKind,
        error_if: Option<bool>,
    ) -> BlockId {
        let span = statement.span;
        let rest = self.block(Vec::new(), TerminatorKind::Unreachable, span);
        let mut copy = |truth: u64| {
            let truth = Expr { kind: ExprKind::Int(truth), ty: test.ty, span };
            let copy = Statement { kind: with(truth), ..statement.clone() };
            self.block(vec![copy], TerminatorKind::Goto(rest), span)
        };
        let (holds, fails) = (copy(1), copy(0));
        let harmless = error_if.map(|error| if error { fails } else { holds });
        self.compare(at, test, (holds, fails), harmless, span);
        rest
    }

    /// Goes on only if a comparison may hold.
    fn assume(&mut self, at: BlockId, condition: &Expr, span: Span) -> BlockId {
        let never = Expr { kind: ExprKind::Int(0), ty: Scalar::Int(IntType::INT), span };
        let end = Statement { kind: StatementKind::Assume(never), span, site: self.site() };
        let rest = self.block(Vec::new(), TerminatorKind::Unreachable, span);
        let dead = self.block(vec![end], TerminatorKind::Goto(rest), span);
        self.compare(at, condition, (rest, dead), None, span);
        rest
    }

    fn site(&mut self) -> SiteId {
        self.sites += 1;
        SiteId(self.sites - 1)
    }

    /// An input is one of the ranks.
    fn some_rank(&mut self, at: BlockId, target: LocalId, greatest: u64, span: Span) -> BlockId {
        let Some(ty @ Scalar::Int(int)) = self.old.locals[target].ty.scalar() else { return at };
        let rank = || Expr::register(target, ty, span);
        let least = Expr::binary(BinaryOp::Ge, rank(), Expr::int(0, int, span), span);
        let most = Expr::binary(BinaryOp::Le, rank(), Expr::int(i128::from(greatest), int, span), span);
        for condition in [least, most] {
            let statement = Statement { kind: StatementKind::Assume(condition), span, site: self.site() };
            self.new.blocks[at].statements.push(statement);
        }
        at
    }

    /// An input is each of the ranks in turn.
    fn choose_rank(&mut self, at: BlockId, target: LocalId, greatest: u64, span: Span) -> BlockId {
        let Some(ty @ Scalar::Int(int)) = self.old.locals[target].ty.scalar() else { return at };
        let rest = self.block(Vec::new(), TerminatorKind::Unreachable, span);
        let mut next = None;
        for rank in (0..=greatest).rev() {
            let value = Expr::int(i128::from(rank), int, span);
            let kind = StatementKind::Assign { target, value: value.clone() };
            let statement = Statement { kind, span, site: self.site() };
            let set = self.block(vec![statement], TerminatorKind::Goto(rest), span);
            let is_it = Expr::binary(BinaryOp::Eq, Expr::register(target, ty, span), value, span);
            next = Some(match next {
                None => set,
                Some(otherwise) => {
                    let kind = TerminatorKind::Branch { condition: is_it, then: set, otherwise };
                    self.block(Vec::new(), kind, span)
                }
            });
        }
        if let Some(first) = next {
            self.end(at, TerminatorKind::Goto(first), span);
        }
        rest
    }

    fn terminator(&mut self, mut at: BlockId, terminator: &Terminator) {
        let span = terminator.span;
        let kind = match &terminator.kind {
            TerminatorKind::Branch { condition, then, otherwise } if self.test(condition).is_some() => {
                let errors = [*then, *otherwise].map(|block| leads_to_error(self.program, self.old, block));
                let harmless = match errors {
                    [true, false] => Some(*otherwise),
                    [false, true] => Some(*then),
                    _ => None,
                };
                return self.compare(at, condition, (*then, *otherwise), harmless, span);
            }
            TerminatorKind::Return(Some(returned)) => {
                let value;
                (at, value) = self.outcome(at, returned, span);
                TerminatorKind::Return(Some(self.stored_in(Place::Result(self.id), &value)))
            }
            other => other.clone(),
        };
        self.end(at, kind, span);
    }

    /// Ends a block with a comparison of ranks. `harmless` is where to go if it is not decided and the other way leads
    /// straight to the error.
    fn compare(
        &mut self,
        at: BlockId,
        test: &Expr,
        (then, otherwise): (BlockId, BlockId),
        harmless: Option<BlockId>,
        span: Span,
    ) {
        let Some(Test { class, op, left, right, negated }) = self.test(test) else { return };
        let (then, otherwise) = if negated { (otherwise, then) } else { (then, otherwise) };
        let (less, equal, greater) = match op {
            BinaryOp::Lt => (then, otherwise, otherwise),
            BinaryOp::Le => (then, then, otherwise),
            BinaryOp::Gt => (otherwise, otherwise, then),
            BinaryOp::Ge => (otherwise, then, then),
            BinaryOp::Ne => (then, otherwise, then),
            _ => (otherwise, then, otherwise),
        };
        let undecided = match harmless {
            Some(block) => block,
            None => {
                let (function, int) = self.any;
                let local = Local { name: None, ty: CType::Int(int), storage: Storage::Register, span };
                let any = self.new.locals.push(local);
                let kind =
                    StatementKind::Call { target: Some(any), callee: Callee::Direct(function), args: Vec::new() };
                let choose = Statement { kind, span, site: self.site() };
                let condition = Expr::register(any, Scalar::Int(int), span);
                self.block(vec![choose], TerminatorKind::Branch { condition, then, otherwise }, span)
            }
        };
        let one = Expr { kind: ExprKind::Int(1), ..left.clone() };
        let branch = |op: BinaryOp, left: &Expr, right: &Expr, then: BlockId, otherwise: BlockId| {
            let condition = Expr::binary(op, left.clone(), right.clone(), span);
            TerminatorKind::Branch { condition, then, otherwise }
        };
        let same = if self.classes.one_is_one_number(class) {
            self.block(Vec::new(), branch(BinaryOp::Eq, &left, &one, equal, undecided), span)
        } else {
            undecided
        };
        let is_greater = branch(BinaryOp::Lt, &right, &left, greater, same);
        let not_less = self.block(Vec::new(), is_greater, span);
        self.end(at, branch(BinaryOp::Lt, &left, &right, less, not_less), span);
    }
}

/// The blocks of a body that are in a loop.
fn in_loops(body: &Body) -> IndexSet<BlockId> {
    LoopTree::of(body).loops.iter().flat_map(|info| info.blocks.iter().copied()).collect()
}
