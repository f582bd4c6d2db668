//! The search: states are followed from place to place until no new ones turn up.
//!
//! States meet where control flow does. There, a state that an earlier one covers is dropped; at the head of a loop, chains of
//! nodes become segments first, and states of the same shape are joined, so that their number stays finite.
//! Places are visited in an order in which a loop comes to rest before what follows it.

use super::abstraction::Eagerness;
use super::call::{Called, frame};
use super::join::{Loss, join};
use super::machine::{Machine, Stop};
use super::memory::Statics;
use super::print::print_state;
use super::state::{Frame, State};
use super::value::{Range, Value};
use crate::base::{Id, IdVec, Span};
use crate::ir::{
    BlockId, Body, Builtin, Callee, FunctionId, FunctionKind, IntType, Liveness, LoopTree, Program, Scalar,
    StatementKind, TerminatorKind,
};
use indexmap::IndexSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

/// What the search may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// States that are followed.
    pub states: u64,
    /// Objects in one state.
    pub objects: usize,
    /// States of one shape at one place before numbers in them are joined.
    pub at_loop: usize,
    pub at_join: usize,
    pub deadline: Instant,
}

/// What is needed of a function again and again.
struct Facts {
    liveness: Liveness,
    /// The position of each block in an order in which a loop's blocks come before what follows the loop.
    order: IdVec<BlockId, u32>,
    is_head: IdVec<BlockId, bool>,
    /// Whether a block has several predecessors.
    is_join: IdVec<BlockId, bool>,
}

/// A place: for each active call, position of the block, statement, function.
type Place = Vec<(u32, u32, FunctionId)>;

/// States at one place.
#[derive(Default)]
struct Store {
    states: IndexSet<Rc<State>>,
}

impl Store {
    /// Joins a state with all those here that it can be joined with, if they are so many, and takes them away.
    fn absorb(&mut self, statics: &Statics, state: State, loss: Loss, enough: usize) -> State {
        let joinable = |old: &&Rc<State>| join(statics, old, &state, loss).is_some();
        if enough > 1 && self.states.iter().filter(joinable).take(enough).count() < enough {
            return state;
        }
        let mut joined = state;
        self.states.retain(|old| match join(statics, old, &joined, loss) {
            Some(wider) => {
                joined = wider.normalise(statics);
                false
            }
            None => true,
        });
        joined
    }
}

pub(super) struct Explorer<'m, 'a> {
    pub machine: &'m mut Machine<'a>,
    pub eagerness: Eagerness,
    pub budget: Budget,
    /// Whether variables that are not read again are kept, as they keep memory reachable.
    pub keep_dead: bool,
    facts: Vec<Option<Rc<Facts>>>,
    pending: BTreeMap<Place, (BlockId, usize, Vec<State>)>,
    stores: BTreeMap<Place, Store>,
    pub followed: u64,
}

impl<'m, 'a> Explorer<'m, 'a> {
    pub fn new(machine: &'m mut Machine<'a>, eagerness: Eagerness, budget: Budget, keep_dead: bool) -> Self {
        let facts = machine.program.functions.ids().map(|_| None).collect();
        let (pending, stores) = (BTreeMap::new(), BTreeMap::new());
        Self { machine, eagerness, budget, keep_dead, facts, pending, stores, followed: 0 }
    }

    /// The states at the heads of loops, in words, with the loop.
    pub fn loops(&mut self) -> Vec<(Span, Vec<String>)> {
        let program = self.machine.program;
        let mut loops = Vec::new();
        for (place, store) in &std::mem::take(&mut self.stores) {
            let Some(&(order, position, function)) = place.last() else { continue };
            let facts = self.facts(function);
            let Some(body) = program.functions[function].body() else { continue };
            let block = facts.order.enumerated().find(|(_, other)| **other == order).map(|(block, _)| block);
            let Some(block) = block.filter(|&block| position == 0 && facts.is_head[block]) else { continue };
            let span = body.blocks[block].loop_span.unwrap_or(body.blocks[block].terminator.span);
            loops.push((span, store.states.iter().map(|state| print_state(state, program)).collect()));
        }
        loops
    }

    /// Follows all paths from the entry. An error says why they were not followed to their end.
    pub fn explore(&mut self) -> Result<(), (String, Span)> {
        let program = self.machine.program;
        let Some(entry) = program.entry else { return Err(("the program has no entry".to_string(), Span::NONE)) };
        let function = &program.functions[entry];
        let Some(body) = function.body() else { return Err(("the entry has no body".to_string(), function.span)) };
        let mut state = State {
            objects: BTreeMap::new(),
            symbols: BTreeMap::new(),
            frames: Vec::new(),
            scratch: Vec::new(),
            next_object: self.machine.statics.objects.len() as u32,
            next_symbol: 0,
        };
        let args: Vec<Value> =
            function.signature.params.iter().map(|param| state.symbol(param.as_int().map(Range::all))).collect();
        state.frames.push(frame(entry, body, &args));
        self.run(state, Body::ENTRY, 0)?;
        while let Some((place, (block, position, states))) = self.pending.pop_first() {
            for state in states {
                if let Some(state) = self.admit(&place, block, position, state) {
                    self.run(state, block, position)?;
                }
            }
        }
        Ok(())
    }

    fn facts(&mut self, function: FunctionId) -> Rc<Facts> {
        let index = function.index();
        if let Some(facts) = &self.facts[index] {
            return facts.clone();
        }
        let facts = Rc::new(match self.machine.program.functions[function].body() {
            Some(body) => Facts::of(body),
            None => Facts::of(&Body { params: Vec::new(), locals: IdVec::new(), blocks: IdVec::new() }),
        });
        self.facts[index] = Some(facts.clone());
        facts
    }

    fn place(&mut self, state: &State, block: BlockId, position: usize) -> Place {
        let last = state.frames.len().saturating_sub(1);
        let mut place = Vec::with_capacity(state.frames.len());
        for (index, frame) in state.frames.iter().enumerate() {
            let (block, position) =
                if index == last { (block, position) } else { (frame.resume.0, frame.resume.1 - 1) };
            let order = self.facts(frame.function).order[block];
            place.push((order, position as u32, frame.function));
        }
        place
    }

    fn enqueue(&mut self, state: State, block: BlockId, position: usize) {
        let place = self.place(&state, block, position);
        self.pending.entry(place).or_insert_with(|| (block, position, Vec::new())).2.push(state);
    }

    /// Brings a state into its normal form and compares it with those that were here before: what is to be followed.
    fn admit(&mut self, place: &Place, block: BlockId, position: usize, mut state: State) -> Option<State> {
        let function = state.frames.last()?.function;
        let facts = self.facts(function);
        self.forget(&mut state, &facts, block, position);
        let body = self.machine.program.functions[function].body()?;
        let span = match body.blocks[block].statements.get(position) {
            Some(statement) => statement.span,
            None => body.blocks[block].terminator.span,
        };
        self.machine.collect(&mut state, span);
        let is_head = position == 0 && facts.is_head[block];
        let statics = &self.machine.statics;
        let state = if is_head { state.abstracted(statics, self.eagerness) } else { state };
        let mut state = state.normalise(statics);
        let store = self.stores.entry(place.clone()).or_default();
        if store.states.contains(&state) {
            return None;
        }
        let limit = if is_head { self.budget.at_loop } else { self.budget.at_join };
        if is_head || store.states.len() >= limit {
            if store.states.iter().any(|old| join(statics, old, &state, Loss::Nothing).is_some()) {
                return None;
            }
            state = store.absorb(statics, state, Loss::Lengths, 1);
            if store.states.len() >= limit {
                state = store.absorb(statics, state, Loss::Numbers, limit);
            }
        }
        if !store.states.insert(Rc::new(state.clone())) {
            return None;
        }
        Some(state)
    }

    /// Forgets variables that are not read again.
    fn forget(&mut self, state: &mut State, facts: &Facts, block: BlockId, position: usize) {
        let program = self.machine.program;
        let Some(Frame { function, registers, .. }) = state.frame() else { return };
        let Some(body) = program.functions[*function].body() else { return };
        let live = facts.liveness.before(&body.blocks[block], position);
        for ((id, local), live) in body.locals.enumerated().zip(live) {
            let keeps = self.keep_dead && local.name.is_some() && local.ty.scalar() == Some(Scalar::Pointer);
            if !live && !keeps {
                registers[id.index()] = None;
            }
        }
    }

    /// Follows a state to where control flow meets.
    fn run(&mut self, state: State, block: BlockId, position: usize) -> Result<(), (String, Span)> {
        let mut open = vec![(state, block, position)];
        while let Some((state, block, position)) = open.pop() {
            self.followed += 1;
            if self.followed > self.budget.states
                || state.objects.len() > self.budget.objects
                || (self.followed.is_multiple_of(64) && Instant::now() >= self.budget.deadline)
            {
                return Err(("the shapes that the heap may have are too many".to_string(), Span::NONE));
            }
            self.advance(state, block, position, &mut open)?;
        }
        Ok(())
    }

    /// Executes one statement, or the end of a block.
    fn advance(
        &mut self,
        state: State,
        block: BlockId,
        position: usize,
        open: &mut Vec<(State, BlockId, usize)>,
    ) -> Result<(), (String, Span)> {
        let program = self.machine.program;
        let Some(function) = state.frames.last().map(|frame| frame.function) else { return Ok(()) };
        let Some(body) = program.functions[function].body() else { return Ok(()) };
        let code = &body.blocks[block];
        let (mut failure, mut fails) = (None, false);
        let mut note = |stop: Stop| match stop {
            Stop::GiveUp(what, span) => {
                failure.get_or_insert((what, span));
            }
            Stop::Fails => fails = true,
            Stop::PathEnds => {}
        };
        if let Some(statement) = code.statements.get(position) {
            let after = (block, position + 1);
            let mut state = state;
            if may_end(program, &statement.kind) {
                let facts = self.facts(function);
                self.forget(&mut state, &facts, block, position);
            }
            let results = self.machine.all_cases(|machine| {
                let mut state = state.clone();
                let outcome = match &statement.kind {
                    StatementKind::Call { target, callee, args } => {
                        machine.call(&mut state, *target, callee, args, after, statement.span)
                    }
                    _ => machine.step(&mut state, statement).map(|()| Called::Next),
                };
                outcome.map_err(&mut note).ok().map(|called| (state, called))
            });
            for (mut state, called) in results {
                match called {
                    Called::Next => open.push((state, block, position + 1)),
                    Called::Entered => {
                        self.forget_caller(&mut state);
                        open.push((state, Body::ENTRY, 0));
                    }
                }
            }
            if fails {
                self.lost_before(state, block, position, statement.span);
            }
            return failure.map_or(Ok(()), Err);
        }
        let span = code.terminator.span;
        match &code.terminator.kind {
            TerminatorKind::Return(value) => {
                let results = self.machine.all_cases(|machine| {
                    let mut state = state.clone();
                    let outcome = machine.leave(&mut state, value.as_ref(), span);
                    outcome.map_err(&mut note).ok().flatten().map(|next| (state, next))
                });
                for (state, (block, position)) in results {
                    self.enqueue(state, block, position);
                }
            }
            TerminatorKind::Unreachable => {}
            kind => {
                let results = self.machine.all_cases(|machine| {
                    let mut state = state.clone();
                    let next = successor(machine, &mut state, kind, span);
                    next.map_err(&mut note).ok().map(|next| (state, next))
                });
                let facts = self.facts(function);
                for (state, next) in results {
                    if facts.is_join[next] {
                        self.enqueue(state, next, 0);
                    } else {
                        open.push((state, next, 0));
                    }
                }
            }
        }
        if fails {
            self.lost_before(state, block, position, span);
        }
        failure.map_or(Ok(()), Err)
    }

    /// What was lost before an error ended a path.
    fn lost_before(&mut self, mut state: State, block: BlockId, position: usize, span: Span) {
        let Some(function) = state.frames.last().map(|frame| frame.function) else { return };
        let facts = self.facts(function);
        self.forget(&mut state, &facts, block, position);
        self.machine.collect(&mut state, span);
    }

    /// A caller's variables that it does not read after the call.
    fn forget_caller(&mut self, state: &mut State) {
        let Some(callee) = state.frames.pop() else { return };
        if let Some(Frame { function, resume: (block, position, _), .. }) = state.frames.last() {
            let (function, block, position) = (*function, *block, *position);
            let facts = self.facts(function);
            self.forget(state, &facts, block, position);
        }
        state.frames.push(callee);
    }
}

/// Whether a statement may be the last one: what variables that are not read again lead to counts as lost then.
fn may_end(program: &Program, statement: &StatementKind) -> bool {
    matches!(statement, StatementKind::Call { callee: Callee::Direct(callee), .. }
        if matches!(program.functions[*callee].kind, FunctionKind::Builtin(
            Builtin::Abort | Builtin::Exit | Builtin::AssertFail | Builtin::ErrorCall)))
}

/// The block that follows.
fn successor(machine: &mut Machine, state: &mut State, kind: &TerminatorKind, span: Span) -> Result<BlockId, Stop> {
    match kind {
        TerminatorKind::Goto(block) => Ok(*block),
        TerminatorKind::Branch { condition, then, otherwise } => {
            let value = machine.eval(state, condition)?;
            let ty = condition.ty.as_int().unwrap_or(IntType::INT);
            Ok(if machine.truth(state, value, ty, span)? { *then } else { *otherwise })
        }
        TerminatorKind::Switch { value: expr, cases, default } => {
            let value = machine.eval(state, expr)?;
            let ty = expr.ty.as_int().unwrap_or(IntType::INT);
            let range = state.range(value, ty);
            let possible: Vec<_> =
                cases.iter().filter(|case| case.low <= range.high && case.high >= range.low).collect();
            if range.low == range.high {
                return Ok(possible.first().map_or(*default, |case| case.target));
            }
            let choice = machine.choose(possible.len() + 1);
            let Some(case) = possible.get(choice) else {
                for case in possible.iter().filter(|case| case.low == case.high) {
                    machine.differs(state, value, ty, case.low);
                }
                return Ok(*default);
            };
            machine.restrict(state, value, Range { ty, low: case.low, high: case.high })?;
            Ok(case.target)
        }
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => Err(Stop::PathEnds),
    }
}

impl Facts {
    fn of(body: &Body) -> Self {
        let loops = LoopTree::of(body);
        let liveness = Liveness::of(body, &loops);
        let mut order: IdVec<BlockId, u32> = body.blocks.ids().map(|_| u32::MAX).collect();
        let mut next = 0;
        for &block in &loops.order {
            place_block(block, &loops, &mut order, &mut next);
        }
        let mut predecessors: IdVec<BlockId, u32> = body.blocks.ids().map(|_| 0).collect();
        for block in body.blocks.iter() {
            for successor in block.terminator.kind.successors() {
                predecessors[successor] += 1;
            }
        }
        let mut is_head: IdVec<BlockId, bool> = body.blocks.ids().map(|_| false).collect();
        for info in loops.loops.iter() {
            is_head[info.head] = true;
        }
        if let Some((_, head)) = loops.irreducible {
            is_head[head] = true;
        }
        let is_join = predecessors.iter().map(|&count| count > 1).collect();
        Self { liveness, order, is_head, is_join }
    }
}

/// Numbers a block; with the head of a loop, all blocks of the loop.
fn place_block(block: BlockId, loops: &LoopTree, order: &mut IdVec<BlockId, u32>, next: &mut u32) {
    if order[block] != u32::MAX {
        return;
    }
    order[block] = *next;
    *next += 1;
    for info in loops.loops.iter().filter(|info| info.head == block) {
        for &inner in loops.order.iter().filter(|inner| info.blocks.contains(*inner)) {
            place_block(inner, loops, order, next);
        }
    }
}

/// Bytes of the registers of each function.
pub(super) fn widths(program: &Program) -> Vec<Vec<u64>> {
    let width = |ty: &crate::ir::CType| ty.scalar().map_or(0, |scalar| program.types.scalar_size(scalar));
    program
        .functions
        .iter()
        .map(|function| match function.body() {
            Some(body) => body.locals.iter().map(|local| width(&local.ty)).collect(),
            None => Vec::new(),
        })
        .collect()
}
