//! Statements.
//!
//! In: statements of the AST. Out: blocks of the body. What cannot be lowered becomes a diagnostic or an
//! unsupported statement, and lowering goes on behind it.

use super::builder::Lives;
use super::value::Value;
use super::{Lowering, Result, Stop, fold};
use crate::base::{Diagnostic, Span, Unsupported};
use crate::config::CheckPlace;
use crate::ir::{BlockId, CType, CastOp, Expr, IntType, Scalar, StatementKind, SwitchCase, TerminatorKind};
use lang_c::ast::{
    AsmStatement, BlockItem, DoWhileStatement, Expression, ForInitializer, ForStatement, IfStatement, Label,
    LabeledStatement, Statement, SwitchStatement, WhileStatement,
};
use lang_c::span::Node;

/// Where `break` and `continue` lead.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    /// Behind the statement.
    leave: BlockId,
    /// The next iteration; none in a `switch` outside of loops.
    next: Option<(BlockId, usize)>,
    /// Scopes that stay open behind the statement.
    depth: usize,
}

/// A case label.
struct Case {
    low: i128,
    high: i128,
    block: BlockId,
    lives: Lives,
    span: Span,
}

/// A `switch` whose body is being lowered.
pub(super) struct Switch {
    int: IntType,
    cases: Vec<Case>,
    default: Option<(BlockId, Lives)>,
}

impl Lowering<'_> {
    /// Lowers a full expression; if that fails nothing of it stays and the result is none.
    pub(super) fn full<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        let mark = self.body.mark();
        let outer = self.body.start();
        let result = lower(self);
        self.body.resume(outer);
        match result {
            Ok(value) => Some(value),
            Err(stop) => {
                self.body.roll_back(mark);
                self.report(stop);
                None
            }
        }
    }

    /// Records why something cannot be lowered.
    pub(super) fn report(&mut self, stop: Stop) {
        match stop {
            Stop::Error(diagnostic) => self.errors.push(*diagnostic),
            Stop::Unsupported(unsupported) => self.body.unsupported(*unsupported),
        }
    }

    /// Branches on a full expression; a condition that is not modelled goes both ways.
    fn branch_on(&mut self, condition: &Node<Expression>, then: BlockId, otherwise: BlockId) {
        let span = self.span(condition.span);
        match self.full(|this| this.condition(condition, then, otherwise)) {
            Some(Some(known)) => self.body.goto(if known { then } else { otherwise }, span),
            Some(None) => {}
            None => {
                let any = self.body.temporary(CType::Int(IntType::INT), span);
                let any = self.body.read(any, span);
                self.body.branch(any, then, otherwise, span);
            }
        }
    }

    /// The items of a block.
    pub(super) fn block_items(&mut self, items: &[Node<BlockItem>]) {
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => {
                    self.insert_at(CheckPlace::Statement, self.span(item.span));
                    self.declaration(declaration);
                }
                BlockItem::Statement(statement) => self.statement(statement),
                BlockItem::StaticAssert(assert) => {
                    if let Err(stop) = self.static_assert(assert) {
                        self.report(stop);
                    }
                }
            }
        }
    }

    /// A statement.
    pub(super) fn statement(&mut self, statement: &Node<Statement>) {
        let span = self.span(statement.span);
        if !matches!(statement.node, Statement::Labeled(_)) {
            self.insert_at(CheckPlace::Statement, span);
        }
        match &statement.node {
            Statement::Labeled(labeled) => self.labeled(labeled),
            Statement::Compound(items) => {
                self.names.open();
                self.body.open_scope();
                self.block_items(items);
                self.body.close_scope(Span { lo: span.hi.saturating_sub(1), hi: span.hi });
                self.names.close();
            }
            Statement::Expression(Some(expression)) => {
                self.full(|this| this.effect(expression));
            }
            Statement::Expression(None) => {}
            Statement::If(statement) => self.if_statement(statement),
            Statement::Switch(statement) => self.switch(statement),
            Statement::While(statement) => self.while_loop(statement),
            Statement::DoWhile(statement) => self.do_loop(statement),
            Statement::For(statement) => self.for_loop(statement),
            Statement::Goto(label) => self.body.goto_label(&label.node.name, span),
            Statement::Continue => match self.exits.last().and_then(|exit| exit.next) {
                Some((block, depth)) => self.jump(block, depth, span),
                None => self.errors.push(Diagnostic::error(span, "`continue` outside of a loop")),
            },
            Statement::Break => match self.exits.last().copied() {
                Some(exit) => self.jump(exit.leave, exit.depth, span),
                None => self.errors.push(Diagnostic::error(span, "`break` outside of a loop or switch")),
            },
            Statement::Return(value) => self.return_statement(value.as_deref(), span),
            Statement::Asm(asm) => {
                if !is_barrier(&asm.node) {
                    self.body.unsupported(Unsupported { what: "inline assembler".into(), span });
                }
            }
        }
    }

    /// `&&label`: a number that is no address of an object.
    pub(super) fn label_address(&mut self, label: &str, span: Span) -> Result<Value> {
        let Some(number) = self.body.label_number(label) else {
            return self.unsupported(span, "a function with so many labels");
        };
        let number = self.size_constant(number, span);
        let expr = fold::cast(CastOp::IntToPointer, number, Scalar::Pointer, span);
        Ok(Value { expr, ty: self.void_pointer(), shape: None })
    }

    /// `goto *target`.
    pub(super) fn computed_goto(&mut self, target: &Node<Expression>, span: Span) -> Result<Value> {
        let target = self.rvalue(target)?;
        let target = self.convert(target, &self.void_pointer(), span)?;
        let size = self.program.types.size_type();
        let number = fold::cast(CastOp::PointerToInt, target.expr, Scalar::Int(size), span);
        self.body.goto_number(number, size, span);
        Ok(Value::void(span))
    }

    fn jump(&mut self, block: BlockId, depth: usize, span: Span) {
        self.body.kill_above(depth, span);
        self.body.goto(block, span);
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, span: Span) {
        let Some(function) = &self.function else { return };
        let (result, pointer) = (function.result.clone(), function.result_pointer);
        let value = value.and_then(|expression| {
            self.full(|this| {
                if result == CType::Void {
                    this.effect(expression)?;
                    return Ok(None);
                }
                let value = this.rvalue(expression)?;
                let value = this.convert(value, &result, span)?;
                match pointer {
                    Some(pointer) => {
                        let size = this.complete_size(&result, span)?;
                        let to = this.body.read(pointer, span);
                        this.body.emit(StatementKind::Copy { to, from: value.expr, size }, span);
                        Ok(None)
                    }
                    None => Ok(Some(value.expr)),
                }
            })
            .flatten()
        });
        self.body.kill_objects(span);
        self.body.terminate(TerminatorKind::Return(value), span);
    }

    fn if_statement(&mut self, statement: &Node<IfStatement>) {
        let span = self.span(statement.span);
        let parts = &statement.node;
        let (then, otherwise, join) = (self.body.block(), self.body.block(), self.body.block());
        self.body.open_scope();
        self.branch_on(&parts.condition, then, otherwise);
        self.body.enter(then);
        self.scoped(&parts.then_statement);
        self.body.goto(join, span);
        self.body.enter(otherwise);
        if let Some(statement) = &parts.else_statement {
            self.scoped(statement);
        }
        self.body.goto(join, span);
        self.body.enter(join);
        self.body.close_scope(span);
    }

    /// A statement that is a block of its own.
    fn scoped(&mut self, statement: &Node<Statement>) {
        let span = self.span(statement.span);
        self.names.open();
        self.body.open_scope();
        self.statement(statement);
        self.body.close_scope(span);
        self.names.close();
    }

    fn looped(&mut self, statement: &Node<Statement>, leave: BlockId, next: BlockId, depth: usize) {
        self.exits.push(Exit { leave, next: Some((next, depth)), depth });
        self.scoped(statement);
        self.exits.pop();
    }

    fn while_loop(&mut self, statement: &Node<WhileStatement>) {
        let span = self.span(statement.span);
        let head = self.body.next_block(span);
        self.body.loop_head(head, span);
        self.insert_at(CheckPlace::Loop, span);
        let leave = self.body.block();
        self.iteration(Some(&statement.node.expression), &statement.node.statement, leave, head, head, span);
        self.body.enter(leave);
    }

    /// The condition and body of a loop, which share a scope. `next` is where `continue` leads, `last` where the
    /// end of the body does.
    fn iteration(
        &mut self,
        condition: Option<&Node<Expression>>,
        body: &Node<Statement>,
        leave: BlockId,
        next: BlockId,
        last: BlockId,
        span: Span,
    ) {
        let depth = self.body.depth();
        self.body.open_scope();
        let (inside, stop) = (self.body.block(), self.body.block());
        match condition {
            Some(condition) => self.branch_on(condition, inside, stop),
            None => self.body.goto(inside, span),
        }
        self.body.enter(stop);
        self.jump(leave, depth, span);
        self.body.enter(inside);
        self.looped(body, leave, next, depth);
        self.body.close_scope(span);
        self.body.goto(last, span);
    }

    fn for_loop(&mut self, statement: &Node<ForStatement>) {
        let span = self.span(statement.span);
        let parts = &statement.node;
        self.names.open();
        self.body.open_scope();
        match &parts.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(expression) => {
                self.full(|this| this.effect(expression));
            }
            ForInitializer::Declaration(declaration) => self.declaration(declaration),
            ForInitializer::StaticAssert(assert) => {
                if let Err(stop) = self.static_assert(assert) {
                    self.report(stop);
                }
            }
        }
        let head = self.body.next_block(span);
        self.body.loop_head(head, span);
        self.insert_at(CheckPlace::Loop, span);
        let (leave, step) = (self.body.block(), self.body.block());
        self.iteration(parts.condition.as_deref(), &parts.statement, leave, step, step, span);
        self.body.enter(step);
        self.body.open_scope();
        if let Some(expression) = &parts.step {
            self.full(|this| this.effect(expression));
        }
        self.body.close_scope(span);
        self.body.goto(head, span);
        self.body.enter(leave);
        self.body.close_scope(span);
        self.names.close();
    }

    fn do_loop(&mut self, statement: &Node<DoWhileStatement>) {
        let span = self.span(statement.span);
        let head = self.body.next_block(span);
        self.body.loop_head(head, span);
        self.insert_at(CheckPlace::Loop, span);
        let (leave, test) = (self.body.block(), self.body.block());
        let depth = self.body.depth();
        self.looped(&statement.node.statement, leave, test, depth);
        self.body.goto(test, span);
        self.body.enter(test);
        self.body.open_scope();
        let (again, stop) = (self.body.block(), self.body.block());
        self.branch_on(&statement.node.expression, again, stop);
        self.body.enter(again);
        self.jump(head, depth, span);
        self.body.enter(stop);
        self.body.close_scope(span);
        self.body.goto(leave, span);
        self.body.enter(leave);
    }

    fn labeled(&mut self, labeled: &Node<LabeledStatement>) {
        let span = self.span(labeled.span);
        let placed = match &labeled.node.label.node {
            Label::Identifier(name) => {
                if self.body.place_label(&name.node.name, span) {
                    Ok(())
                } else {
                    self.error(self.span(name.span), format!("second label `{}`", name.node.name))
                }
            }
            Label::Case(value) => self.integer_constant(value).and_then(|value| self.case(value, value, span)),
            Label::CaseRange(range) => {
                let low = self.integer_constant(&range.node.low);
                let high = self.integer_constant(&range.node.high);
                low.and_then(|low| self.case(low, high?, span))
            }
            Label::Default => self.default_case(span),
        };
        if let Err(stop) = placed {
            self.report(stop);
        }
        // A label belongs to its statement: whoever jumps to it passes the check.
        self.insert_at(CheckPlace::Statement, span);
        self.statement(&labeled.node.statement);
    }

    fn case(&mut self, low: i128, high: i128, span: Span) -> Result<()> {
        let block = self.body.next_block(span);
        let lives = self.body.lives();
        let Some(switch) = self.switches.last_mut() else {
            return self.error(span, "`case` outside of a switch");
        };
        let convert = |value: i128| switch.int.value(switch.int.wrap(value as u64));
        let (low, high) = (convert(low), convert(high));
        if low > high {
            self.warn(span, "empty range of cases");
            return Ok(());
        }
        if switch.cases.iter().any(|case| case.low <= high && low <= case.high) {
            return self.error(span, "duplicate case");
        }
        switch.cases.push(Case { low, high, block, lives, span });
        Ok(())
    }

    fn default_case(&mut self, span: Span) -> Result<()> {
        let block = self.body.next_block(span);
        let lives = self.body.lives();
        match self.switches.last_mut() {
            Some(switch) if switch.default.is_none() => {
                switch.default = Some((block, lives));
                Ok(())
            }
            Some(_) => self.error(span, "second `default`"),
            None => self.error(span, "`default` outside of a switch"),
        }
    }

    fn switch(&mut self, statement: &Node<SwitchStatement>) {
        let span = self.span(statement.span);
        self.body.open_scope();
        let value = self.full(|this| {
            let value = this.rvalue(&statement.node.expression)?;
            let value = this.promote(value, span)?;
            match value.ty {
                CType::Int(int) => Ok((value.expr, int)),
                _ => this.error(span, "`switch` needs an integer"),
            }
        });
        let (value, int) = match value {
            Some(value) => value,
            None => {
                let any = self.body.temporary(CType::Int(IntType::INT), span);
                (self.body.read(any, span), IntType::INT)
            }
        };
        let leave = self.body.block();
        let (at, lives) = (self.body.current(), self.body.lives());
        let unreachable = self.body.block();
        self.body.enter(unreachable);
        let next = self.exits.last().and_then(|exit| exit.next);
        self.exits.push(Exit { leave, next, depth: self.body.depth() });
        self.switches.push(Switch { int, cases: Vec::new(), default: None });
        self.scoped(&statement.node.statement);
        self.body.goto(leave, span);
        self.exits.pop();
        if let Some(switch) = self.switches.pop() {
            self.dispatch(switch, at, &lives, value, leave, span);
        }
        self.body.enter(leave);
        self.body.close_scope(span);
    }

    fn dispatch(&mut self, switch: Switch, at: BlockId, lives: &Lives, value: Expr, leave: BlockId, span: Span) {
        let mut cases = Vec::new();
        for case in switch.cases {
            let target = self.body.edge(lives, &case.lives, case.block, case.span);
            cases.push(SwitchCase { low: case.low, high: case.high, target });
        }
        let default = match switch.default {
            Some((block, target)) => self.body.edge(lives, &target, block, span),
            None => leave,
        };
        self.body.switch(at, value, cases, default, span);
    }
}

/// Whether an assembler statement only keeps the compiler from moving code.
fn is_barrier(asm: &AsmStatement) -> bool {
    let empty =
        |template: &Node<Vec<String>>| template.node.iter().all(|part| part.trim_matches('"').trim().is_empty());
    match asm {
        AsmStatement::GnuBasic(template) => empty(template),
        AsmStatement::GnuExtended(asm) => empty(&asm.template) && asm.outputs.is_empty(),
    }
}
