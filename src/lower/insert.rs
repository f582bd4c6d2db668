//! Expressions that are inserted: what somebody claims to hold at a place of the program.
//!
//! In: expressions in C with the places they stand at, and, statement by statement, where lowering is. Out: statements
//! that evaluate an expression with what is in scope at its place, and say if it is false or undefined. Nothing of
//! it changes what the program does; what would is refused.

use super::scope::Symbol;
use super::{Lowering, Stop};
use crate::base::{Location, Span};
use crate::config::{CheckAction, CheckPlace, InsertedCheck};
use crate::ir::{BinaryOp, UnaryOp};
use crate::ir::{Check, Expr, ExprKind, Inserted, Program, Scalar, StatementKind, TerminatorKind};
use crate::parse;
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, Expression, UnaryOperator, UnaryOperatorExpression};
use lang_c::span::{Node, Span as AstSpan};
use lang_c::visit::{self, Visit};

/// An expression that waits for its place.
pub(super) struct Waiting {
    check: InsertedCheck,
    /// The names under which its file is known.
    files: Vec<String>,
    /// Where the unit begins in which it was inserted last.
    unit: Option<u32>,
}

/// What is known of the expressions to be inserted before lowering begins: those that wait, and those that are refused.
pub(super) fn waiting(
    checks: &[InsertedCheck],
    sources: &crate::base::SourceMap,
) -> (Vec<Waiting>, Vec<(usize, String)>) {
    let mut waiting = Vec::new();
    let mut refused = Vec::new();
    for check in checks {
        match sources.files_like(&check.file) {
            Ok(files) => waiting.push(Waiting { check: check.clone(), files, unit: None }),
            Err(why) => refused.push((check.number, why)),
        }
    }
    (waiting, refused)
}

/// Adds those that found no place.
pub(super) fn refuse_placeless(checks: &[InsertedCheck], program: &Program, refused: &mut Vec<(usize, String)>) {
    for check in checks {
        let is_there = program.inserted.iter().any(|inserted| inserted.number == check.number);
        if !is_there && !refused.iter().any(|(number, _)| *number == check.number) {
            let what = match check.place {
                CheckPlace::Loop => "loop",
                CheckPlace::Statement => "statement",
            };
            refused.push((check.number, format!("has no place: no {what} begins there")));
        }
    }
}

impl Waiting {
    fn stands_at(&self, place: CheckPlace, at: &Location) -> bool {
        self.check.place == place
            && self.check.line == at.line
            && self.check.column.is_none_or(|column| column == at.column)
            && self.files.contains(&at.file)
    }
}

impl Lowering<'_> {
    /// Names to which `&` is applied in expressions that are to be inserted.
    pub(super) fn addressed_in_waiting(&self) -> Vec<String> {
        self.waiting.iter().flat_map(|waiting| parse::addressed_words(&waiting.check.expression)).collect()
    }

    /// Inserts what stands at a place of the unit: the first one that fits, if the place is not told exactly.
    pub(super) fn insert_at(&mut self, place: CheckPlace, span: Span) {
        if self.waiting.is_empty() || self.unevaluated > 0 || self.function.is_none() {
            return;
        }
        let Some(at) = self.sources.locate(Span { lo: span.lo, hi: span.lo + 1 }) else { return };
        for index in 0..self.waiting.len() {
            let waiting = &mut self.waiting[index];
            if waiting.unit == Some(self.base) || !waiting.stands_at(place, &at) {
                continue;
            }
            waiting.unit = Some(self.base);
            let check = waiting.check.clone();
            let function = self.function.as_ref().map(|function| &function.name);
            if let (Some(told), Some(function)) = (&check.function, function)
                && told != function
            {
                self.refused.push((check.number, format!("stands in `{function}`, not in `{told}`")));
                continue;
            }
            if let Err(why) = self.insert(&check, &at) {
                self.refused.push((check.number, why));
            }
        }
    }

    /// Evaluates an expression here; an error is why that cannot be.
    fn insert(&mut self, check: &InsertedCheck, at: &Location) -> Result<(), String> {
        let is_type = |word: &str| matches!(self.names.lookup(word), Some(Symbol::Typedef(_)));
        let parsed = parse::parse_expression(&check.expression, &is_type, at, self.sources)
            .map_err(|error| format!("is no C expression: {error}"))?;
        pure(&parsed.expression)?;
        let unit = (std::mem::replace(&mut self.base, parsed.base), self.packing.take());
        let (mark, warnings, locals) = (self.body.mark(), self.warnings.len(), self.body.locals.len());
        let blocks = self.body.blocks();
        self.names.open();
        let outer = self.body.start();
        let result = self.observe(&parsed.expression, check.action, parsed.span);
        self.body.resume(outer);
        self.names.close();
        (self.base, self.packing) = unit;
        let types = &self.program.types;
        let guarded = result
            .map_err(explain)
            .and_then(|()| self.body.guard(&mark, blocks, locals, &|ty: Scalar| types.scalar_size(ty), parsed.span));
        match guarded {
            Ok(()) => self.program.inserted.push(Inserted { number: check.number, span: parsed.span }),
            Err(_) => {
                self.body.roll_back(mark);
                self.warnings.truncate(warnings);
            }
        }
        guarded
    }

    /// Branches on the expression; goes on where it is true, or in any case if it is only to be observed.
    fn observe(&mut self, expression: &Node<Expression>, action: CheckAction, span: Span) -> super::Result<()> {
        let (holds, fails) = (self.body.block(), self.body.block());
        if let Some(known) = self.condition(expression, holds, fails)? {
            self.body.goto(if known { holds } else { fails }, span);
        }
        match action {
            CheckAction::Fail => {
                self.body.enter(fails);
                self.body.emit(StatementKind::Check(Check::Never), span);
                self.body.terminate(TerminatorKind::Unreachable, span);
                self.body.enter(holds);
            }
            CheckAction::Mark => {
                self.body.enter(holds);
                self.body.emit(StatementKind::Check(Check::Observed), span);
                self.body.goto(fails, span);
                self.body.enter(fails);
            }
        }
        Ok(())
    }
}

fn explain(stop: Stop) -> String {
    match stop {
        Stop::Error(diagnostic) => format!("is not understood: {}", diagnostic.message),
        Stop::Unsupported(unsupported) => format!("is not modelled: {}", unsupported.what),
    }
}

/// Whether something in an expression may be undefined for the values it is computed from.
pub(super) fn may_be_undefined(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| {
        found |= match (&part.kind, part.ty) {
            (ExprKind::Unary(UnaryOp::Neg, _), Scalar::Int(int)) => int.signed,
            (ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..), Scalar::Int(int)) => int.signed,
            (ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr, ..), Scalar::Int(_)) => {
                true
            }
            _ => false,
        }
    });
    found
}

/// Refuses expressions that do something.
fn pure(expression: &Node<Expression>) -> Result<(), String> {
    let mut effects = Effects { found: None };
    effects.visit_expression(&expression.node, &expression.span);
    effects.found.map_or(Ok(()), |what| Err(what.to_string()))
}

/// The first effect in an expression.
struct Effects {
    found: Option<&'static str>,
}

impl<'ast> Visit<'ast> for Effects {
    fn visit_expression(&mut self, expression: &'ast Expression, span: &'ast AstSpan) {
        let effect = match expression {
            Expression::Call(_) => Some("calls a function"),
            Expression::CompoundLiteral(_) => Some("makes an object"),
            Expression::Statement(_) => Some("contains statements"),
            Expression::VaArg(_) => Some("takes an argument"),
            _ => None,
        };
        self.found = self.found.or(effect);
        visit::visit_expression(self, expression, span);
    }

    fn visit_unary_operator_expression(&mut self, unary: &'ast UnaryOperatorExpression, span: &'ast AstSpan) {
        let steps = matches!(
            unary.operator.node,
            UnaryOperator::PostIncrement
                | UnaryOperator::PostDecrement
                | UnaryOperator::PreIncrement
                | UnaryOperator::PreDecrement
        );
        if steps {
            self.found = self.found.or(Some("changes a variable"));
        }
        visit::visit_unary_operator_expression(self, unary, span);
    }

    fn visit_binary_operator_expression(&mut self, binary: &'ast BinaryOperatorExpression, span: &'ast AstSpan) {
        let assigns = matches!(
            binary.operator.node,
            BinaryOperator::Assign
                | BinaryOperator::AssignMultiply
                | BinaryOperator::AssignDivide
                | BinaryOperator::AssignModulo
                | BinaryOperator::AssignPlus
                | BinaryOperator::AssignMinus
                | BinaryOperator::AssignShiftLeft
                | BinaryOperator::AssignShiftRight
                | BinaryOperator::AssignBitwiseAnd
                | BinaryOperator::AssignBitwiseXor
                | BinaryOperator::AssignBitwiseOr
        );
        if assigns {
            self.found = self.found.or(Some("assigns to a variable"));
        }
        visit::visit_binary_operator_expression(self, binary, span);
    }
}
