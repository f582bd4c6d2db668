//! Control flow: blocks in order, joins, loops unwound.

use super::formula::{Reached, Residual, ResidualKind};
use super::state::State;
use super::{Encoder, FunctionFacts};
use crate::base::Span;
use crate::ir::{
    BLOCK_ALIGN, Block, BlockId, Body, CType, Check, ErrorKind, Expr, LocalId, LoopId, Overlap, Property, Statement,
    StatementKind, SwitchCase, TerminatorKind,
};
use crate::logic::TermId;
use crate::memory::ObjectKind;
use indexmap::IndexMap;
use std::rc::Rc;

/// Iterations of a loop after which all count towards the bound whose end depends on inputs, be it only the end of the
/// program.
const MOST_CHECKED: u32 = 200;

/// States on their way to a block.
pub(super) type Arrivals = IndexMap<BlockId, Vec<State>>;

/// A function return with its value.
pub(super) struct Returned {
    pub state: State,
    pub value: Option<TermId>,
}

/// The body that is being executed.
pub(super) struct Running<'b> {
    pub body: &'b Body,
    pub facts: Rc<FunctionFacts>,
    pub returns: Vec<Returned>,
    /// The statement that is being executed.
    pub position: (BlockId, usize),
}

/// Iterations that do not count because only the end of the program leads out of them: a loop may have no other end.
const MAX_STAYS: u32 = 200;

impl<'a> Encoder<'a> {
    /// Executes a body from its entry; returns collect in `running`.
    pub(super) fn execute_body(&mut self, running: &mut Running<'a>, state: State) {
        if let Some((_, head)) = running.facts.loops.irreducible {
            let span = running.body.blocks[head].terminator.span;
            self.unsupported(state.guard, "a loop that is entered in the middle by goto", span);
            return;
        }
        let mut arrivals = Arrivals::new();
        arrivals.entry(Body::ENTRY).or_default().push(state);
        self.execute_region(running, None, &mut arrivals);
    }

    /// Executes the blocks of a loop (or of the whole body) once, in order; inner loops are executed whole.
    /// Afterwards `arrivals` holds what left the region or came back to the loop's head.
    pub(super) fn execute_region(
        &mut self,
        running: &mut Running<'a>,
        region: Option<LoopId>,
        arrivals: &mut Arrivals,
    ) {
        let facts = running.facts.clone();
        let head = region.map(|region| facts.loops.loops[region].head);
        let tracks_leaks = self.config.properties.contains(Property::ValidMemtrack);
        let mut at_head = true;
        for &block in &facts.loops.order {
            let innermost = facts.loops.innermost[block];
            let direct = innermost == region;
            let inner = innermost.filter(|&id| {
                facts.loops.loops[id].head == block && facts.loops.loops[id].parent == region && Some(id) != region
            });
            if !direct && inner.is_none() {
                continue;
            }
            if Some(block) == head && !std::mem::take(&mut at_head) {
                continue;
            }
            let Some(states) = arrivals.swap_remove(&block) else { continue };
            let span = running.body.blocks[block].terminator.span;
            let keep = |register| needed(&facts, running.body, tracks_leaks, block, register);
            let Some(state) = self.merge(states, &keep, span) else { continue };
            match inner {
                Some(inner) => self.execute_loop(running, inner, state, arrivals),
                None => self.execute_block(running, block, state, arrivals),
            }
        }
    }

    /// Unwinds a loop. Iterations whose continuation is certain do not count towards the bound; nor do those from which
    /// only the end of the program leads out, if the loop can be left at all.
    fn execute_loop(&mut self, running: &mut Running<'a>, id: LoopId, entry: State, arrivals: &mut Arrivals) {
        let facts = running.facts.clone();
        let info = &facts.loops.loops[id];
        let span = running.body.blocks[info.head].loop_span.unwrap_or(running.body.blocks[info.head].terminator.span);
        if self.is_residual(info.head.0) {
            self.execute_residual(running, id, entry, 0, span, arrivals);
            return;
        }
        let mut state = entry;
        let tracks_leaks = self.config.properties.contains(Property::ValidMemtrack);
        let mut undecided = 0;
        let mut iteration = 0;
        let long = self.is_long(info.head.0);
        let leaves = |target: BlockId| !info.blocks.contains(&target) && facts.returning[target];
        let successors = info.blocks.iter().flat_map(|&block| running.body.blocks[block].terminator.kind.successors());
        let ends = self.changes.is_none() && successors.into_iter().any(leaves);
        loop {
            let guard = state.guard;
            let mut local = Arrivals::new();
            local.entry(info.head).or_default().push(state);
            self.context.extend([info.head.0, iteration]);
            self.execute_region(running, Some(id), &mut local);
            self.context.truncate(self.context.len() - 2);
            let back = local.swap_remove(&info.head).unwrap_or_default();
            let stays = ends && iteration < MOST_CHECKED && !local.keys().any(|&target| leaves(target));
            for (target, states) in local {
                arrivals.entry(target).or_default().extend(states);
            }
            let keep = |register| needed(&facts, running.body, tracks_leaks, info.head, register);
            let Some(next) = self.merge(back, &keep, span) else { return };
            if next.guard != guard && !(stays && iteration < MAX_STAYS) {
                undecided += 1;
            }
            if self.exhausted {
                self.residual(ResidualKind::Budget, &next, span);
                return;
            }
            if self.changes.is_some() && undecided <= self.config.unwind {
                if long && iteration >= self.config.unwind {
                    self.execute_residual(running, id, next, iteration + 1, span, arrivals);
                    return;
                }
                if iteration >= self.config.max_decided {
                    self.note_long(info.head.0);
                    self.execute_residual(running, id, next, iteration + 1, span, arrivals);
                    return;
                }
            }
            if undecided > self.config.unwind {
                match self.changes {
                    None => self.residual(ResidualKind::Loop, &next, span),
                    Some(_) => self.execute_residual(running, id, next, iteration + 1, span, arrivals),
                }
                return;
            }
            iteration += 1;
            state = next;
        }
    }

    /// Cuts the execution here.
    pub(super) fn residual(&mut self, kind: ResidualKind, state: &State, span: Span) {
        let after = self.formula.assumptions.len();
        self.formula.residuals.push(Residual { kind, span, guard: state.guard, after });
        self.leak_at_cut(state, span);
    }

    fn execute_block(&mut self, running: &mut Running<'a>, id: BlockId, mut state: State, arrivals: &mut Arrivals) {
        let block: &'a Block = &running.body.blocks[id];
        for (index, statement) in block.statements.iter().enumerate() {
            running.position = (id, index);
            if !self.spend() {
                self.residual(ResidualKind::Budget, &state, statement.span);
                return;
            }
            match self.execute(running, statement, state) {
                Some(next) => state = next,
                None => return,
            }
        }
        if !self.spend() {
            self.residual(ResidualKind::Budget, &state, block.terminator.span);
            return;
        }
        match &block.terminator.kind {
            TerminatorKind::Goto(next) => arrivals.entry(*next).or_default().push(state),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let taken = self.truth(&state, condition);
                let not_taken = self.memory.pool.not(taken);
                self.follow(&state, taken, *then, arrivals);
                self.follow(&state, not_taken, *otherwise, arrivals);
            }
            TerminatorKind::Switch { value, cases, default } => self.switch(&state, value, cases, *default, arrivals),
            TerminatorKind::Return(value) => {
                let value = value.as_ref().map(|value| self.evaluate(&state, value));
                running.returns.push(Returned { state, value });
            }
            TerminatorKind::Unreachable => {}
        }
    }

    /// Goes on to a block under a condition, unless that is impossible.
    fn follow(&mut self, state: &State, condition: TermId, target: BlockId, arrivals: &mut Arrivals) {
        let guard = self.memory.pool.and([state.guard, condition]);
        if guard != TermId::FALSE {
            arrivals.entry(target).or_default().push(State { guard, ..state.clone() });
        }
    }

    fn switch(&mut self, state: &State, value: &Expr, cases: &[SwitchCase], default: BlockId, arrivals: &mut Arrivals) {
        let Some(ty) = value.ty.as_int() else { return };
        let term = self.evaluate(state, value);
        let bits = u32::from(ty.bits);
        let mut by_target: IndexMap<BlockId, Vec<TermId>> = IndexMap::new();
        let mut any = Vec::new();
        for case in cases {
            let low = self.memory.pool.bv_signed(case.low, bits);
            let high = self.memory.pool.bv_signed(case.high, bits);
            let pool = &mut self.memory.pool;
            let fits = if case.low == case.high {
                pool.eq(term, low)
            } else if ty.signed {
                let (a, b) = (pool.sle(low, term), pool.sle(term, high));
                pool.and([a, b])
            } else {
                let (a, b) = (pool.ule(low, term), pool.ule(term, high));
                pool.and([a, b])
            };
            by_target.entry(case.target).or_default().push(fits);
            any.push(fits);
        }
        let any = self.memory.pool.or(any);
        let none = self.memory.pool.not(any);
        by_target.entry(default).or_default().push(none);
        for (target, conditions) in by_target {
            let condition = self.memory.pool.or(conditions);
            self.follow(state, condition, target, arrivals);
        }
    }

    /// Executes one statement; `None` if no path goes on.
    fn execute(
        &mut self,
        running: &mut Running<'a>,
        statement: &'a crate::ir::Statement,
        mut state: State,
    ) -> Option<State> {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.evaluate(&state, value);
                self.set_register(&mut state, *target, value);
            }
            StatementKind::Load { target, address, bits } => {
                let ty = running.body.locals[*target].ty.scalar()?;
                let address = self.evaluate(&state, address);
                let value = self.load(&state, address, ty, *bits, statement)?;
                self.set_register(&mut state, *target, value);
            }
            StatementKind::Store { address, value, bits } => {
                let address = self.evaluate(&state, address);
                let ty = value.ty;
                let value = self.evaluate(&state, value);
                self.store(&mut state, address, value, ty, *bits, statement)?;
            }
            StatementKind::Copy { to, from, size } => {
                let (to, from) = (self.evaluate(&state, to), self.evaluate(&state, from));
                self.copy(&mut state, to, from, *size, Overlap::UnlessEqual, statement)?;
            }
            StatementKind::Zero { address, size } => {
                let address = self.evaluate(&state, address);
                self.fill(&mut state, address, 0, *size, statement)?;
            }
            StatementKind::Call { target, callee, args } => {
                return self.call(running, statement, *target, callee, args, state);
            }
            StatementKind::StorageLive(local) => self.begin_life(running, &mut state, *local, statement),
            StatementKind::StorageDead(local) => self.end_life(&mut state, *local),
            StatementKind::DynamicLive { target, size } => {
                let size = self.evaluate(&state, size);
                let size = (size, BLOCK_ALIGN);
                let object = self.new_object(&mut state, ObjectKind::Stack, size, "array", statement)?;
                if let Some(activation) = self.activations.last_mut() {
                    activation.owned.push(object);
                }
                let pointer = self.new_pointer(object);
                self.set_register(&mut state, *target, pointer);
            }
            StatementKind::DynamicDead(target) => {
                if let Some(pointer) = self.register(&state, *target) {
                    self.kill(&mut state, pointer);
                }
            }
            StatementKind::Assume(condition) => {
                let holds = self.truth(&state, condition);
                state.guard = self.memory.pool.and([state.guard, holds]);
            }
            StatementKind::Check(check) => return self.check(state, check, statement),
            StatementKind::Unsupported(unsupported) => {
                self.unsupported(state.guard, &unsupported.what, unsupported.span);
                return None;
            }
        }
        (state.guard != TermId::FALSE).then_some(state)
    }

    /// Part of an inserted expression: whatever goes wrong in it is that it is undefined.
    fn check(&mut self, state: State, check: &Check, statement: &Statement) -> Option<State> {
        match check {
            Check::Never => {
                let error = ErrorKind::InvariantFails;
                self.require(&state, error, TermId::FALSE, statement.span, Some(statement.site));
                return None;
            }
            Check::Observed => {}
            Check::Defined(expr) => {
                self.checked = Some(statement.site);
                self.evaluate(&state, expr);
            }
            Check::Readable(address, size) => {
                self.checked = Some(statement.site);
                let address = self.evaluate(&state, address);
                self.readable(&state, address, *size, statement);
            }
        }
        self.checked = None;
        Some(state)
    }

    /// Notes that something reached here is not modelled.
    pub(super) fn unsupported(&mut self, guard: TermId, what: &str, span: Span) {
        let after = self.formula.assumptions.len();
        self.formula.unsupported.push(Reached { what: what.to_string(), span, guard, after });
    }
}

/// Whether a register has to be merged at a join: it is read later, or it is a pointer in scope that keeps
/// memory reachable.
pub(super) fn needed(
    facts: &FunctionFacts,
    body: &Body,
    tracks_leaks: bool,
    block: BlockId,
    register: LocalId,
) -> bool {
    let local = &body.locals[register];
    facts.liveness.at_start(block, register)
        || (tracks_leaks && local.name.is_some() && matches!(local.ty, CType::Pointer(_)))
}
