//! Builds the body of one function: blocks, locals, lifetimes, jumps.
//!
//! In: statements and jumps in source order. Out: a [`Body`] without unreachable blocks. Knows nothing of
//! the AST.
//!
//! Lifetimes: at every point exactly the variables that are declared so far in the scopes around it are
//! alive. A jump ends those that its target does not have and begins those that it jumps past.

use super::insert::may_be_undefined;
use crate::base::{Id, IdVec, Span, Unsupported};
use crate::ir::{
    Block, BlockId, Body, CType, Callee, Check, Expr, ExprKind, FunctionId, IntType, Local, LocalId, Scalar, SiteId,
    Statement, StatementKind, Storage, SwitchCase, Terminator, TerminatorKind,
};
use indexmap::{IndexMap, IndexSet};

/// The number of the first label whose address is taken, and how many there can be: numbers that no object has as
/// its address.
const FIRST_LABEL: u64 = 0x100;
const MOST_LABELS: usize = 0xf00;

/// Something that lives in a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Life {
    /// A register or an object in memory.
    Local(LocalId),
    /// A variable-length array, by the register that points at it.
    Dynamic(LocalId),
}

/// What is alive at a point: per scope around it, outermost first, its identity and its members so far.
pub(super) type Lives = Vec<(u32, Vec<Life>)>;

/// A block under construction.
struct Draft {
    statements: Vec<Statement>,
    terminator: Option<Terminator>,
    loop_span: Option<Span>,
}

/// A label that was placed.
struct Label {
    block: BlockId,
    lives: Lives,
    span: Span,
}

/// A jump to a label, resolved at the end of the function.
struct Jump {
    from: BlockId,
    label: String,
    lives: Lives,
    span: Span,
}

/// Jumps to labels by number, from places where the same is alive: they meet in one block, so that a loop made of them
/// has one head.
struct Dispatch {
    block: BlockId,
    /// The register with the number.
    number: LocalId,
    lives: Lives,
    span: Span,
}

/// A point to which lowering can return.
#[derive(Clone)]
pub(super) struct Mark {
    block: BlockId,
    statements: usize,
    lives: Lives,
}

/// A body under construction.
pub(super) struct Builder {
    pub locals: IdVec<LocalId, Local>,
    pub params: Vec<LocalId>,
    blocks: IdVec<BlockId, Draft>,
    current: BlockId,
    scopes: Lives,
    scopes_made: u32,
    labels: IndexMap<String, Label>,
    jumps: Vec<Jump>,
    /// Labels whose address is taken, in the order of their numbers.
    numbered: IndexSet<String>,
    dispatches: Vec<Dispatch>,
    /// The objects of results that are structs.
    pub results: IndexSet<LocalId>,
    /// What holds the value of a bit-field that is wider than `int`.
    pub wide_fields: IndexSet<LocalId>,
    /// What is called before variables die.
    cleanups: IndexMap<LocalId, FunctionId>,
    /// Where the current full expression began: the lives of its temporaries begin there.
    start: (BlockId, usize),
}

impl Builder {
    /// A body with an empty entry block.
    pub fn new() -> Self {
        let mut blocks = IdVec::new();
        let current = blocks.push(Draft { statements: Vec::new(), terminator: None, loop_span: None });
        Self {
            locals: IdVec::new(),
            params: Vec::new(),
            blocks,
            current,
            scopes: vec![(0, Vec::new())],
            scopes_made: 1,
            labels: IndexMap::new(),
            jumps: Vec::new(),
            numbered: IndexSet::new(),
            dispatches: Vec::new(),
            results: IndexSet::new(),
            wide_fields: IndexSet::new(),
            cleanups: IndexMap::new(),
            start: (current, 0),
        }
    }

    /// A new block that nothing leads to yet.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Draft { statements: Vec::new(), terminator: None, loop_span: None })
    }

    /// The block that statements are added to.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Goes on in another block.
    pub fn enter(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Marks a block as the head of a loop.
    pub fn loop_head(&mut self, block: BlockId, span: Span) {
        self.blocks[block].loop_span = Some(span);
    }

    /// Adds a statement.
    pub fn emit(&mut self, kind: StatementKind, span: Span) {
        // Sites are numbered when the program is complete.
        self.blocks[self.current].statements.push(Statement { kind, span, site: SiteId(0) });
    }

    /// The last statement of the current block.
    pub fn last(&mut self) -> Option<&mut Statement> {
        self.blocks[self.current].statements.last_mut()
    }

    /// Adds a construct that is not modelled.
    pub fn unsupported(&mut self, what: Unsupported) {
        let span = what.span;
        self.emit(StatementKind::Unsupported(what), span);
    }

    /// Ends the current block; what follows is unreachable until a block is entered.
    pub fn terminate(&mut self, kind: TerminatorKind, span: Span) {
        self.end(self.current, kind, span);
        self.current = self.block();
    }

    /// Ends a block that was left open.
    pub fn end(&mut self, block: BlockId, kind: TerminatorKind, span: Span) {
        self.blocks[block].terminator = Some(Terminator { kind, span });
    }

    /// Jumps.
    pub fn goto(&mut self, target: BlockId, span: Span) {
        self.terminate(TerminatorKind::Goto(target), span);
    }

    /// Jumps to a new block and goes on there.
    pub fn next_block(&mut self, span: Span) -> BlockId {
        let next = self.block();
        self.goto(next, span);
        self.enter(next);
        next
    }

    /// Branches on an integer.
    pub fn branch(&mut self, condition: Expr, then: BlockId, otherwise: BlockId, span: Span) {
        self.terminate(TerminatorKind::Branch { condition, then, otherwise }, span);
    }

    /// A new local that begins to live nowhere yet.
    pub fn local(&mut self, name: Option<&str>, ty: CType, storage: Storage, span: Span) -> LocalId {
        self.locals.push(Local { name: name.map(str::to_string), ty, storage, span })
    }

    /// A temporary register.
    pub fn temporary(&mut self, ty: CType, span: Span) -> LocalId {
        self.local(None, ty, Storage::Register, span)
    }

    /// The value in a register.
    pub fn read(&self, local: LocalId, span: Span) -> Expr {
        let ty = self.locals[local].ty.scalar().unwrap_or(Scalar::Pointer);
        Expr::register(local, ty, span)
    }

    /// Puts a value into a temporary so that it can be used several times.
    pub fn hold(&mut self, value: Expr, ty: CType) -> Expr {
        let span = value.span;
        let target = self.temporary(ty, span);
        self.emit(StatementKind::Assign { target, value }, span);
        self.read(target, span)
    }

    // Scopes and lifetimes.

    /// Opens a scope.
    pub fn open_scope(&mut self) {
        self.scopes.push((self.scopes_made, Vec::new()));
        self.scopes_made += 1;
    }

    /// Closes the innermost scope: everything in it dies.
    pub fn close_scope(&mut self, span: Span) {
        self.kill_above(self.scopes.len() - 1, span);
        self.scopes.pop();
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Ends the lives of all scopes above `depth`, which stay open for what follows in the text.
    pub fn kill_above(&mut self, depth: usize, span: Span) {
        for life in self.dying(depth) {
            self.kill(life, span);
        }
    }

    /// Ends the lives of all objects before the function returns. Registers end with it: the result may need them.
    pub fn kill_objects(&mut self, span: Span) {
        for life in self.dying(0) {
            if !self.is_register(life) {
                self.kill(life, span);
            }
        }
    }

    /// What lives in the scopes above `depth`, the youngest first.
    fn dying(&self, depth: usize) -> Vec<Life> {
        self.scopes[depth..].iter().flat_map(|(_, lives)| lives).rev().copied().collect()
    }

    fn is_register(&self, life: Life) -> bool {
        matches!(life, Life::Local(id) if self.locals[id].storage == Storage::Register)
    }

    fn kill(&mut self, life: Life, span: Span) {
        match life {
            // Registers need no end, because a dead one cannot be told from one that is never read again. But what
            // only a pointer out of scope leads to is lost.
            Life::Local(id) if self.is_register(life) && !matches!(self.locals[id].ty, CType::Pointer(_)) => {}
            Life::Local(id) => {
                if let Some(&function) = self.cleanups.get(&id) {
                    let address = Expr { kind: ExprKind::LocalAddress(id), ty: Scalar::Pointer, span };
                    let callee = Callee::Direct(function);
                    self.emit(StatementKind::Call { target: None, callee, args: vec![address] }, span);
                }
                self.emit(StatementKind::StorageDead(id), span);
            }
            Life::Dynamic(id) => self.emit(StatementKind::DynamicDead(id), span),
        }
    }

    /// Lets a function be called with the address of a variable before that dies.
    pub fn clean_up(&mut self, local: LocalId, function: FunctionId) {
        self.cleanups.insert(local, function);
    }

    /// A declared local begins to live here, in the innermost scope.
    pub fn declare_life(&mut self, local: LocalId, span: Span) {
        self.emit(StatementKind::StorageLive(local), span);
        self.add_life(Life::Local(local));
    }

    /// Something lives in the innermost scope from now on.
    pub fn add_life(&mut self, life: Life) {
        if let Some((_, lives)) = self.scopes.last_mut() {
            lives.push(life);
        }
    }

    /// A temporary object lives from the beginning of the current full expression, so that it is alive on
    /// all ways through it, to the end of the innermost scope.
    pub fn temporary_object(&mut self, ty: CType, span: Span) -> LocalId {
        let local = self.begin_at(self.start, ty, span);
        self.add_life(Life::Local(local));
        local
    }

    /// The same for the scope and the full expression around the innermost scope.
    pub fn outer_object(&mut self, ty: CType, start: (BlockId, usize), span: Span) -> LocalId {
        let local = self.begin_at(start, ty, span);
        let outer = self.scopes.len().saturating_sub(2);
        self.scopes[outer].1.push(Life::Local(local));
        local
    }

    fn begin_at(&mut self, (block, index): (BlockId, usize), ty: CType, span: Span) -> LocalId {
        let local = self.local(None, ty, Storage::Memory, span);
        let live = Statement { kind: StatementKind::StorageLive(local), span, site: SiteId(0) };
        self.blocks[block].statements.insert(index, live);
        local
    }

    /// Begins a full expression; the result ends it again with [`Builder::resume`].
    pub fn start(&mut self) -> (BlockId, usize) {
        let here = (self.current, self.blocks[self.current].statements.len());
        std::mem::replace(&mut self.start, here)
    }

    /// Returns to an outer full expression.
    pub fn resume(&mut self, outer: (BlockId, usize)) {
        self.start = outer;
    }

    /// The present point.
    pub fn mark(&self) -> Mark {
        let statements = self.blocks[self.current].statements.len();
        Mark { block: self.current, statements, lives: self.scopes.clone() }
    }

    /// Forgets what was built since a mark.
    pub fn roll_back(&mut self, mark: Mark) {
        self.current = mark.block;
        self.blocks[mark.block].statements.truncate(mark.statements);
        self.blocks[mark.block].terminator = None;
        self.scopes = mark.lives;
    }

    /// Goes on in a block that is never reached, for operands that are not evaluated.
    pub fn detach(&mut self) -> (Mark, (BlockId, usize)) {
        let mark = self.mark();
        self.current = self.block();
        let start = self.start();
        (mark, start)
    }

    /// Whether nothing was emitted since [`Builder::detach`].
    pub fn is_untouched(&self) -> bool {
        self.start == (self.current, 0) && self.blocks[self.current].statements.is_empty()
    }

    /// Returns from [`Builder::detach`].
    pub fn reattach(&mut self, (mark, start): (Mark, (BlockId, usize))) {
        self.current = mark.block;
        self.scopes = mark.lives;
        self.start = start;
    }

    // Inserted expressions.

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Requires of what was built since a mark, when there were so many blocks and locals, that it only evaluates, and
    /// puts checks before all that may be undefined. An error says what else it does.
    pub fn guard(
        &mut self,
        mark: &Mark,
        blocks: usize,
        locals: usize,
        size_of: &dyn Fn(Scalar) -> u64,
        span: Span,
    ) -> Result<(), String> {
        let check = |check: Check| Statement { kind: StatementKind::Check(check), span, site: SiteId(0) };
        let defined = |expr: &Expr| may_be_undefined(expr).then(|| check(Check::Defined(expr.clone())));
        let new = (blocks..self.blocks.len()).map(|index| (BlockId(index as u32), 0));
        for (block, from) in [(mark.block, mark.statements)].into_iter().chain(new) {
            let draft = &mut self.blocks[block];
            for statement in draft.statements.split_off(from) {
                match &statement.kind {
                    StatementKind::Assign { target, value } if target.index() >= locals => {
                        draft.statements.extend(defined(value));
                    }
                    StatementKind::Load { target, address, bits } if target.index() >= locals => {
                        let ty = self.locals[*target].ty.scalar().unwrap_or(Scalar::Pointer);
                        let size = bits.map_or_else(|| size_of(ty), |bits| bits.bytes());
                        draft.statements.extend(defined(address));
                        draft.statements.push(check(Check::Readable(address.clone(), size)));
                    }
                    StatementKind::Check(Check::Never | Check::Observed) => {}
                    StatementKind::Unsupported(what) => return Err(format!("is not modelled: {}", what.what)),
                    _ => return Err("does more than to compute a value".to_string()),
                }
                draft.statements.push(statement);
            }
            match draft.terminator.as_ref().map(|terminator| &terminator.kind) {
                Some(TerminatorKind::Branch { condition, .. }) => draft.statements.extend(defined(condition)),
                None | Some(TerminatorKind::Goto(_) | TerminatorKind::Unreachable) => {}
                Some(_) => return Err("does more than to compute a value".to_string()),
            }
        }
        Ok(())
    }

    // Labels and switches.

    /// Places a label here; false if there is one of this name already.
    pub fn place_label(&mut self, name: &str, span: Span) -> bool {
        let block = self.next_block(span);
        let label = Label { block, lives: self.scopes.clone(), span };
        self.labels.insert(name.to_string(), label).is_none()
    }

    /// Jumps to a label that may come later.
    pub fn goto_label(&mut self, label: &str, span: Span) {
        if let Some(target) = self.labels.get(label) {
            let (block, loop_span) = (target.block, target.span);
            self.blocks[block].loop_span.get_or_insert(loop_span);
        }
        let jump = Jump { from: self.current, label: label.to_string(), lives: self.scopes.clone(), span };
        self.jumps.push(jump);
        self.current = self.block();
    }

    /// The number that stands for a label as a value, if there are not too many.
    pub fn label_number(&mut self, label: &str) -> Option<u64> {
        let (index, _) = self.numbered.insert_full(label.to_string());
        (index < MOST_LABELS).then_some(FIRST_LABEL + index as u64)
    }

    /// Jumps to the label of a number, which may come later.
    pub fn goto_number(&mut self, number: Expr, ty: IntType, span: Span) {
        let known = self.dispatches.iter().position(|dispatch| dispatch.lives == self.scopes);
        let index = known.unwrap_or_else(|| {
            let (block, register) = (self.block(), self.temporary(CType::Int(ty), span));
            self.loop_head(block, span);
            self.dispatches.push(Dispatch { block, number: register, lives: self.scopes.clone(), span });
            self.dispatches.len() - 1
        });
        let (block, target) = (self.dispatches[index].block, self.dispatches[index].number);
        self.emit(StatementKind::Assign { target, value: number }, span);
        self.goto(block, span);
    }

    /// Leads the jumps by number to their labels; another number leads nowhere.
    fn resolve_numbers(&mut self, missing: &mut Vec<(String, Span)>) {
        for Dispatch { block, number, lives, span } in std::mem::take(&mut self.dispatches) {
            let mut cases = Vec::new();
            for (index, name) in self.numbered.clone().into_iter().enumerate() {
                let Some(label) = self.labels.get(&name) else {
                    missing.push((name, span));
                    continue;
                };
                let (target, target_lives) = (label.block, label.lives.clone());
                let target = self.edge(&lives, &target_lives, target, span);
                let low = i128::from(FIRST_LABEL) + index as i128;
                cases.push(SwitchCase { low, high: low, target });
            }
            let nowhere = self.block();
            self.enter(nowhere);
            self.unsupported(Unsupported { what: "a jump to what is no label".into(), span });
            self.terminate(TerminatorKind::Unreachable, span);
            let value = self.read(number, span);
            self.end(block, TerminatorKind::Switch { value, cases, default: nowhere }, span);
        }
    }

    /// What is alive here.
    pub fn lives(&self) -> Lives {
        self.scopes.clone()
    }

    /// A block that brings the lives of `from` to those of `to` and goes on to `target`.
    pub fn edge(&mut self, from: &Lives, to: &Lives, target: BlockId, span: Span) -> BlockId {
        let outer = self.current;
        let edge = self.block();
        self.current = edge;
        self.move_lives(from, to, span);
        let needed = !self.blocks[edge].statements.is_empty();
        self.end(edge, TerminatorKind::Goto(target), span);
        self.current = outer;
        if needed { edge } else { target }
    }

    fn move_lives(&mut self, from: &Lives, to: &Lives, span: Span) {
        let common = from.iter().zip(to).take_while(|(a, b)| a.0 == b.0).count();
        let kept =
            |lives: &Lives, scope: usize| lives.get(scope).filter(|_| scope < common).map_or(0, |(_, l)| l.len());
        for scope in (0..from.len()).rev() {
            let stay = kept(to, scope);
            for life in from[scope].1.iter().skip(stay).rev() {
                self.kill(*life, span);
            }
        }
        for (scope, (_, lives)) in to.iter().enumerate() {
            let had = kept(from, scope);
            for life in lives.iter().skip(had) {
                if let Life::Local(local) = life {
                    self.emit(StatementKind::StorageLive(*local), span);
                }
            }
        }
    }

    /// Ends the block that a `switch` began in.
    pub fn switch(&mut self, at: BlockId, value: Expr, cases: Vec<SwitchCase>, default: BlockId, span: Span) {
        self.end(at, TerminatorKind::Switch { value, cases, default }, span);
    }

    // The end.

    /// Resolves jumps and drops unreachable blocks. Labels that do not exist are the error.
    pub fn finish(mut self, fall_off: Option<Expr>, span: Span) -> Result<Body, Vec<(String, Span)>> {
        self.kill_objects(span);
        self.terminate(TerminatorKind::Return(fall_off), span);
        let mut missing = Vec::new();
        for jump in std::mem::take(&mut self.jumps) {
            let Some(label) = self.labels.get(&jump.label) else {
                missing.push((jump.label, jump.span));
                continue;
            };
            let (target, lives) = (label.block, label.lives.clone());
            self.current = jump.from;
            self.move_lives(&jump.lives, &lives, jump.span);
            self.end(jump.from, TerminatorKind::Goto(target), jump.span);
        }
        self.resolve_numbers(&mut missing);
        if missing.is_empty() { Ok(self.compact()) } else { Err(missing) }
    }

    fn compact(mut self) -> Body {
        let unfinished = || {
            // Nothing leads here by construction; if it did, the verdict would be unknown.
            let what = Unsupported { what: "unfinished control flow".into(), span: Span::NONE };
            Statement { kind: StatementKind::Unsupported(what), span: Span::NONE, site: SiteId(0) }
        };
        let blocks = self.blocks.iter_mut().map(|draft| {
            let mut statements = std::mem::take(&mut draft.statements);
            let terminator = draft.terminator.take().unwrap_or_else(|| {
                statements.push(unfinished());
                Terminator { kind: TerminatorKind::Unreachable, span: Span::NONE }
            });
            Block { statements, terminator, loop_span: draft.loop_span }
        });
        let blocks = blocks.collect();
        let mut body = Body { params: self.params, locals: self.locals, blocks };
        body.drop_unreachable();
        body
    }
}
