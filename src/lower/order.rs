//! Operands and arguments whose order C leaves open.
//!
//! In: the operands of an expression, as what lowers each of them. Out: their values.
//!
//! A first pass over the program evaluates operands from left to right and takes down what each of them reads, writes
//! and calls. When all functions are known, `effects` decides which operands interfere. If some do, the program is
//! lowered once more: there the order is an input of the program, so that a proof holds for all orders and a violation
//! says in which order it occurs. Where nothing interferes, nothing is different.

use super::effects;
use super::value::{PlaceKind, Value};
use super::{Lowering, Result, Stop, fold};
use crate::base::{Span, Unsupported};
use crate::ir::{
    BinaryOp, BlockId, Builtin, CType, Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, FunctionType,
    IntType, LocalId, ORDER, ORDER_AT_END, Signature, StatementKind, SwitchCase, TerminatorKind, UnaryOp,
};
use indexmap::IndexMap;

/// Up to so many operands that interfere are tried in all orders.
const MOST_OPERANDS: usize = 3;
/// Up to so many expressions within each other are tried in all orders: each doubles the code of those in it.
const DEEPEST: u32 = 3;

/// What an operand does.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// What it is.
    pub kind: AccessKind,
    /// Whether it is over before the value of the operand is known: there is a sequence point behind it.
    pub sequenced: bool,
    /// Where it happens: what is not in the block where the operand begins need not happen.
    pub block: BlockId,
}

/// Kinds of accesses.
#[derive(Clone, Debug)]
pub(super) enum AccessKind {
    /// A register is read.
    GetRegister(LocalId),
    /// A register is set.
    SetRegister(LocalId),
    /// Memory at an address is read.
    Read(Expr),
    /// Memory at an address is written.
    Write(Expr),
    /// A function is called.
    Call(Callee, Vec<Expr>),
    /// Something that cannot be lowered twice.
    Once,
}

/// What an operand does, from its beginning to its value.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    /// In order.
    pub accesses: Vec<Access>,
    /// Where it begins.
    pub begin: BlockId,
    /// Whether computing its value can go wrong.
    pub fails: bool,
}

/// Where in the log a trail is.
struct Range {
    from: usize,
    to: usize,
    begin: BlockId,
    fails: bool,
}

/// An expression whose operands may interfere.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Where.
    pub span: Span,
    /// The function it is in.
    pub function: FunctionId,
    /// What each operand does.
    pub operands: Vec<Trail>,
    /// What the expression itself then writes.
    pub store: Option<AccessKind>,
}

/// How operands interfere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// The result depends on the order of these operands. If `once`, they can only be lowered in one order.
    Open {
        /// Their numbers.
        operands: Vec<usize>,
        /// Whether some operand cannot be lowered twice.
        once: bool,
        /// Whether the order matters only if an operand ends the program.
        at_end: bool,
    },
    /// An object is changed and used without a sequence point between.
    Undefined,
}

/// What is known of the order of operands, and what is taken down about them.
#[derive(Default)]
pub(super) struct Orders {
    /// Expressions whose operands interfere, from the first pass.
    pub conflicts: IndexMap<Span, Conflict>,
    /// Expressions whose operands may interfere.
    pub candidates: Vec<Candidate>,
    log: Vec<Access>,
    /// How many expressions with several operands are around.
    depth: u32,
    /// How many of them are lowered in several orders.
    copies: u32,
    /// The functions whose results choose an order, by whether it matters only at the end and whether there are only two.
    functions: IndexMap<(bool, bool), FunctionId>,
    /// Whether all conflicts are known, so that nothing is taken down.
    decided: bool,
}

impl Orders {
    /// For a second pass, in which these operands interfere.
    pub fn new(conflicts: IndexMap<Span, Conflict>) -> Self {
        Self { conflicts, decided: true, ..Self::default() }
    }
}

impl Lowering<'_> {
    /// Takes down what is done, if it is part of an operand.
    pub(super) fn note(&mut self, kind: AccessKind) {
        if self.order.depth > 0 {
            let access = Access { kind, sequenced: false, block: self.body.current() };
            self.order.log.push(access);
        }
    }

    /// How much has been taken down.
    pub(super) fn noted(&self) -> usize {
        self.order.log.len()
    }

    /// There is a sequence point behind what was taken down since.
    pub(super) fn sequence_point(&mut self, since: usize) {
        for access in &mut self.order.log[since..] {
            access.sequenced = true;
        }
    }

    /// Forgets what was taken down since: it is not evaluated.
    pub(super) fn forget(&mut self, (log, candidates): (usize, usize)) {
        self.order.log.truncate(log);
        self.order.candidates.truncate(candidates);
    }

    /// A point for [`Lowering::forget`].
    pub(super) fn noted_so_far(&self) -> (usize, usize) {
        (self.order.log.len(), self.order.candidates.len())
    }

    /// The values of operands in any order; `operand` lowers the one with the given number.
    pub(super) fn in_any_order(
        &mut self,
        span: Span,
        count: usize,
        operand: impl FnMut(&mut Self, usize) -> Result<Value>,
    ) -> Result<Vec<Value>> {
        match self.conflict(span) {
            Some(Conflict::Open { operands, once, at_end }) => {
                let (mut operand, mut values) = (operand, vec![None; count]);
                for number in (0..count).filter(|number| !operands.contains(number)) {
                    values[number] = Some(operand(self, number)?);
                }
                let found = self.in_all_orders(span, &operands, (once, at_end), |_| true, operand)?;
                for (number, value) in operands.into_iter().zip(found) {
                    values[number] = Some(value);
                }
                Ok(values.into_iter().flatten().collect())
            }
            _ => self.in_any_order_then(span, count, operand, || None),
        }
    }

    /// How the operands of an expression interfere, if that is known already.
    pub(super) fn conflict(&self, span: Span) -> Option<Conflict> {
        self.order.conflicts.get(&span).cloned()
    }

    /// The same for operands that do not interfere as far as is known, where the expression itself then writes
    /// something, which `store` knows when the operands are lowered.
    pub(super) fn in_any_order_then(
        &mut self,
        span: Span,
        count: usize,
        mut operand: impl FnMut(&mut Self, usize) -> Result<Value>,
        store: impl FnOnce() -> Option<AccessKind>,
    ) -> Result<Vec<Value>> {
        if self.conflict(span) == Some(Conflict::Undefined) {
            let what = "an expression that changes an object and uses it without a sequence point between";
            return Err(Stop::unsupported(span, what));
        }
        if self.order.decided || self.in_library || count < 2 && self.order.depth == 0 {
            return (0..count).map(|number| operand(self, number)).collect();
        }
        let start = self.order.log.len();
        self.order.depth += 1;
        let result = self.left_to_right(count, &mut operand);
        self.order.depth -= 1;
        if let (Ok((_, trails)), Some(function)) = (&result, &self.function)
            && let (function, operands) = (function.id, self.trails(trails))
            && let store = store()
            && effects::may_interfere(&operands, store.as_ref())
        {
            self.order.candidates.push(Candidate { span, function, operands, store });
        }
        if self.order.depth == 0 {
            self.order.log.truncate(start);
        }
        result.map(|(values, _)| values)
    }

    /// The values of operands from left to right, with where the trail of each begins and ends.
    fn left_to_right(
        &mut self,
        count: usize,
        operand: &mut impl FnMut(&mut Self, usize) -> Result<Value>,
    ) -> Result<(Vec<Value>, Vec<Range>)> {
        let (mut values, mut trails) = (Vec::new(), Vec::new());
        for number in 0..count {
            let (from, begin) = (self.order.log.len(), self.body.current());
            let value = operand(self, number)?;
            trails.push(Range { from, to: self.order.log.len(), begin, fails: may_go_wrong(&value.expr) });
            values.push(value);
        }
        Ok((values, trails))
    }

    fn trails(&self, ranges: &[Range]) -> Vec<Trail> {
        let trail = |range: &Range| Trail {
            accesses: self.order.log[range.from..range.to].to_vec(),
            begin: range.begin,
            fails: range.fails,
        };
        ranges.iter().map(trail).collect()
    }

    /// The values of operands that interfere: an input says in which of the orders that `fit` they are evaluated. The flags
    /// are those of [`Conflict::Open`].
    pub(super) fn in_all_orders(
        &mut self,
        span: Span,
        interfering: &[usize],
        (once, at_end): (bool, bool),
        fit: impl Fn(&[usize]) -> bool,
        mut operand: impl FnMut(&mut Self, usize) -> Result<Value>,
    ) -> Result<Vec<Value>> {
        let nested = self.order.copies >= DEEPEST;
        let (mut orders, all) = match interfering.len() {
            _ if once || nested => (vec![interfering.to_vec()], false),
            ..=MOST_OPERANDS => (permutations(interfering), true),
            _ => (vec![interfering.to_vec(), interfering.iter().rev().copied().collect()], false),
        };
        orders.retain(|order| fit(order));
        let only_two = orders.len() + usize::from(!all) == 2;
        let choice = self.choose_order(at_end, only_two, span);
        let (first, join) = (self.body.current(), self.body.block());
        let mut blocks = Vec::new();
        let mut results = IndexMap::new();
        for order in &orders {
            let block = self.body.block();
            self.body.enter(block);
            blocks.push(block);
            self.order.copies += 1;
            let lowered = self.in_one_order(span, order, &mut results, &mut operand);
            self.order.copies -= 1;
            lowered?;
            self.body.goto(join, span);
        }
        if !all {
            let block = self.body.block();
            self.body.enter(block);
            blocks.push(block);
            let what = "the order in which operands that interfere are evaluated".to_string();
            self.body.unsupported(Unsupported { what, span });
            self.body.terminate(TerminatorKind::Unreachable, span);
        }
        let numbered = blocks.iter().enumerate().skip(1);
        let cases = numbered.map(|(number, &target)| SwitchCase { low: number as i128, high: number as i128, target });
        self.body.switch(first, choice, cases.collect(), blocks[0], span);
        self.body.enter(join);
        let mut values = Vec::new();
        for number in interfering {
            let place = self.local_place(results[number], span);
            values.push(self.read(&place, span)?);
        }
        Ok(values)
    }

    /// Evaluates operands in the given order and puts their values into variables.
    fn in_one_order(
        &mut self,
        span: Span,
        order: &[usize],
        results: &mut IndexMap<usize, LocalId>,
        operand: &mut impl FnMut(&mut Self, usize) -> Result<Value>,
    ) -> Result<()> {
        for &number in order {
            let value = operand(self, number)?;
            if value.shape.is_some() {
                return Err(Stop::unsupported(span, "the order of operands with variable-length arrays"));
            }
            let result = match results.get(&number) {
                Some(result) => *result,
                None => {
                    let result = self.result_variable(&value.ty, span)?;
                    results.insert(number, result);
                    result
                }
            };
            let place = self.local_place(result, span);
            self.write(&place, value, span)?;
        }
        Ok(())
    }

    /// An input that chooses an order: 0 is from left to right.
    fn choose_order(&mut self, at_end: bool, only_two: bool, span: Span) -> Expr {
        let result = if only_two { CType::Bool } else { CType::Int(IntType::INT) };
        let known = self.order.functions.get(&(at_end, only_two)).copied();
        let function = known.unwrap_or_else(|| {
            let name = if at_end { ORDER_AT_END } else { ORDER };
            let ty = FunctionType { result: result.clone(), params: Vec::new(), variadic: false, unprototyped: false };
            let signature = Signature { result: ty.result.scalar(), params: Vec::new(), variadic: false };
            let kind = FunctionKind::Builtin(Builtin::Nondet);
            self.program.functions.push(Function {
                name: name.into(),
                ty,
                signature,
                kind,
                library: false,
                span: Span::NONE,
            })
        });
        self.order.functions.insert((at_end, only_two), function);
        let target = self.body.temporary(result, span);
        let (callee, args) = (Callee::Direct(function), Vec::new());
        self.body.emit(StatementKind::Call { target: Some(target), callee, args }, span);
        self.body.read(target, span)
    }

    /// What reading a place is.
    pub(super) fn read_access(kind: &PlaceKind) -> AccessKind {
        match kind {
            PlaceKind::Register(local) => AccessKind::GetRegister(*local),
            PlaceKind::Memory(address) => AccessKind::Read(address.clone()),
        }
    }

    /// What writing a place is.
    pub(super) fn write_access(kind: &PlaceKind) -> AccessKind {
        match kind {
            PlaceKind::Register(local) => AccessKind::SetRegister(*local),
            PlaceKind::Memory(address) => AccessKind::Write(address.clone()),
        }
    }
}

/// All orders of some numbers, the given one first.
fn permutations(numbers: &[usize]) -> Vec<Vec<usize>> {
    if numbers.len() < 2 {
        return vec![numbers.to_vec()];
    }
    let mut all = Vec::new();
    for (index, &first) in numbers.iter().enumerate() {
        let mut rest = numbers.to_vec();
        rest.remove(index);
        all.extend(permutations(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

/// Whether computing a value can be an error.
fn may_go_wrong(expr: &Expr) -> bool {
    let mut found = false;
    if fold::may_fail(expr) {
        expr.walk(&mut |part| {
            let signed = part.ty.as_int().is_some_and(|int| int.signed);
            found |= match &part.kind {
                ExprKind::Unary(UnaryOp::Neg, _) => signed,
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => signed,
                ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr, ..) => true,
                _ => false,
            };
        });
    }
    found
}
