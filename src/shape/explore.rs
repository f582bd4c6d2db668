//! The search: states are followed from place to place until no new ones turn up.
//!
//! States meet where control flow does. There, a state that an earlier one covers is dropped; at the head of a loop, chains of
//! nodes become segments first, and states of the same shape are joined, so that their number stays finite.
//! Places are visited in an order in which a loop, or a call, comes to rest before what follows it.
//!
//! A call is followed in a *context*: the function with the part of the state that it can reach ([`super::context`]). A context is
//! followed once; whenever it returns, all its callers go on. A recursive function is called in its own contexts again; the
//! states in which it is called, and in which it returns, are joined as at the head of a loop.

use super::abstraction::Eagerness;
use super::call::{Called, frame};
use super::context::Rest;
use super::facts::Facts;
use super::join::{Loss, join};
use super::machine::{Machine, Stop};
use super::memory::Statics;
use super::numbers::Numbers;
use super::print::print_state;
use super::state::{Frame, State};
use super::tree::Family;
use super::value::{ObjectId, Range, Value};
use crate::base::{Clock, Id, Span};
use crate::ir::{
    BlockId, Body, Builtin, Callee, FunctionId, FunctionKind, IntType, Program, Property, Scalar, StatementKind,
    TerminatorKind,
};
use indexmap::{IndexMap, IndexSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Objects that are looked at where nodes are taken for trees of which some do not have all the links: they rarely become one.
const IRREGULAR_WORK: u64 = 20_000;

/// The same for the objects of a single state.
const IRREGULAR_OBJECTS: usize = 16;

/// The context of the program's entry.
const ENTRY: usize = 0;

/// The states that are kept at the head of a loop, in one context.
#[derive(Clone)]
pub(super) struct Head {
    pub function: FunctionId,
    pub block: BlockId,
    /// Whether the context is that of the program's entry.
    pub is_entry: bool,
    /// The static objects that the function may name.
    pub named: BTreeSet<ObjectId>,
    pub states: Vec<Rc<State>>,
}

/// What the search may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget<'c> {
    /// States that are followed.
    pub states: u64,
    /// States that are followed where nodes are taken for trees.
    pub tree_states: u64,
    /// Objects in one state.
    pub objects: usize,
    /// States of one shape at one place before numbers in them are joined.
    pub at_loop: usize,
    pub at_join: usize,
    /// Whether states are joined after loops and calls, too.
    pub early: bool,
    /// Whether to go on where nodes do not have all the links of their tree.
    pub patient: bool,
    /// Objects that are looked at.
    pub work: u64,
    /// The user's time.
    pub clock: &'c Clock,
}

/// A place: the context of the call, newest first, position of the block, statement.
type Place = (Reverse<usize>, u32, usize);

/// States at one place.
#[derive(Default)]
struct Store {
    states: IndexSet<Rc<State>>,
}

impl Store {
    /// Compares a state with those that were here before: what is to be followed. Where states must become finitely many, those of
    /// one shape are joined.
    fn admit(&mut self, statics: &Statics, mut state: State, finite: bool, limit: usize) -> Option<State> {
        if self.states.contains(&state) {
            return None;
        }
        if finite || self.states.len() >= limit {
            if self.states.iter().any(|old| join(statics, old, &state, Loss::Nothing).is_some()) {
                return None;
            }
            state = self.absorb(statics, state, Loss::Lengths, 1);
            if self.states.len() >= limit {
                state = self.absorb(statics, state, Loss::Numbers, limit);
            }
        }
        self.states.insert(Rc::new(state.clone())).then_some(state)
    }

    /// Joins a state with all those here that it can be joined with, if they are so many, and takes them away.
    fn absorb(&mut self, statics: &Statics, state: State, loss: Loss, enough: usize) -> State {
        let joinable = |old: &&Rc<State>| join(statics, old, &state, loss).is_some();
        if enough > 1 && self.states.iter().filter(joinable).take(enough).count() < enough {
            return state;
        }
        let (mut joined, mut is_first) = (state, true);
        self.states.retain(|old| {
            // What grows is widened once: from the first of the old states to the new one.
            let wider = if is_first { join(statics, old, &joined, loss) } else { join(statics, &joined, old, loss) };
            let Some(wider) = wider else { return true };
            (joined, is_first) = (wider.normalise(statics), false);
            false
        });
        joined
    }
}

/// A function called in one state.
struct Context {
    function: FunctionId,
    /// The states in which it returns.
    ends: Store,
    /// The contexts that call it, and what they keep.
    callers: Vec<(usize, Rest)>,
}

pub(super) struct Explorer<'m, 'a> {
    pub machine: &'m mut Machine<'a>,
    pub eagerness: Eagerness,
    pub budget: Budget<'m>,
    /// Whether variables that are not read again are kept, as they keep memory reachable.
    pub keep_dead: bool,
    facts: Vec<Option<Rc<Facts>>>,
    /// The calls that were met, the program's entry first.
    contexts: Vec<Context>,
    /// The states in which functions were called, with the context of each.
    entries: IndexMap<State, usize>,
    /// The types of nodes that were seen to be linked as trees.
    trees: Vec<Family>,
    pending: BTreeMap<Place, (BlockId, Vec<State>)>,
    stores: BTreeMap<Place, Store>,
    pub followed: u64,
    /// Whether the search ended because a limit of the caller was reached, not one of its own.
    pub cut: bool,
}

impl<'m, 'a> Explorer<'m, 'a> {
    pub fn new(machine: &'m mut Machine<'a>, eagerness: Eagerness, budget: Budget<'m>, keep_dead: bool) -> Self {
        let facts = machine.program.functions.ids().map(|_| None).collect();
        let (contexts, entries, pending, stores) = (Vec::new(), IndexMap::new(), BTreeMap::new(), BTreeMap::new());
        let trees = Vec::new();
        let (followed, cut) = (0, false);
        Self { machine, eagerness, budget, keep_dead, facts, contexts, entries, trees, pending, stores, followed, cut }
    }

    /// Whether nodes were met that do not have all the links of their tree, and that matters.
    pub fn is_irregular(&self) -> bool {
        !self.budget.patient && self.machine.statics.irregular.get()
    }

    /// Whether nodes were taken for trees.
    pub fn has_trees(&self) -> bool {
        !self.trees.is_empty()
    }

    /// The states at the heads of loops.
    pub fn heads(&mut self) -> Vec<Head> {
        let program = self.machine.program;
        let mut heads = Vec::new();
        let places: Vec<Place> = self.stores.keys().rev().copied().collect();
        for place in places {
            let (Reverse(context), order, position) = place;
            let function = self.contexts[context].function;
            let Some(body) = program.functions[function].body() else { continue };
            let facts = self.facts(function, body);
            let block = facts.order.enumerated().find(|(_, other)| **other == order).map(|(block, _)| block);
            let Some(block) = block.filter(|&block| position == 0 && facts.is_head[block]) else { continue };
            let states = self.stores.get(&place).map_or_else(Vec::new, |store| store.states.iter().cloned().collect());
            let named = facts.named.clone();
            heads.push(Head { function, block, is_entry: context == ENTRY, named, states });
        }
        heads
    }

    /// The states at the heads of loops, in words, with the loop.
    pub fn loops(&mut self) -> Vec<(Span, Vec<String>)> {
        let program = self.machine.program;
        let mut loops: IndexMap<Span, Vec<String>> = IndexMap::new();
        for Head { function, block, states: kept, .. } in self.heads() {
            let Some(body) = program.functions[function].body() else { continue };
            let span = body.blocks[block].loop_span.unwrap_or(body.blocks[block].terminator.span);
            let states = loops.entry(span).or_default();
            for state in kept.iter().map(|state| print_state(state, program)) {
                if !states.contains(&state) {
                    states.push(state);
                }
            }
        }
        loops.sort_by(|a, _, b, _| a.cmp(b));
        loops.into_iter().collect()
    }

    /// Follows all paths from the entry. An error says why they were not followed to their end. When nodes turn out to be linked as
    /// trees, all begins anew: what they were taken for before would stay.
    pub fn explore(&mut self) -> Result<(), (String, Span)> {
        const BEGINNINGS: usize = 32;
        for _ in 0..BEGINNINGS {
            let known = self.trees.clone();
            let rules = self.machine.statics.rules_added();
            self.contexts.clear();
            self.entries.clear();
            self.pending.clear();
            self.stores.clear();
            self.machine.alarms.clear();
            self.explore_knowing(&known)?;
            if self.trees == known && self.machine.statics.rules_added() == rules {
                return Ok(());
            }
        }
        Err(("which nodes form trees is not clear".to_string(), Span::NONE))
    }

    /// Follows all paths, or some if further trees are recognised.
    fn explore_knowing(&mut self, trees: &[Family]) -> Result<(), (String, Span)> {
        let program = self.machine.program;
        let Some(entry) = program.entry else { return Err(("the program has no entry".to_string(), Span::NONE)) };
        let function = &program.functions[entry];
        let Some(body) = function.body() else { return Err(("the entry has no body".to_string(), function.span)) };
        let mut state = State {
            objects: BTreeMap::new(),
            symbols: BTreeMap::new(),
            bounds: Vec::new(),
            numbers: Numbers::default(),
            frames: Vec::new(),
            held: Vec::new(),
            left_outside: false,
            scratch: Vec::new(),
            next_object: self.machine.statics.objects.len() as u32,
            next_symbol: 0,
        };
        let args: Vec<Value> =
            function.signature.params.iter().map(|param| state.symbol(param.as_int().map(Range::all))).collect();
        state.frames.push(frame(entry, body, &args));
        self.contexts.push(Context { function: entry, ends: Store::default(), callers: Vec::new() });
        self.run(ENTRY, state, Body::ENTRY, 0)?;
        while let Some((place, (block, states))) = self.pending.pop_first() {
            let (Reverse(context), _, position) = place;
            let mut admitted = Vec::new();
            for state in states {
                self.in_time()?;
                admitted.extend(self.admit(place, block, state));
            }
            if self.trees != trees {
                return Ok(());
            }
            // Some may have been joined with later ones.
            let is_left = |state: &State| self.stores.get(&place).is_some_and(|store| store.states.contains(state));
            let left: Vec<State> = admitted.into_iter().filter(is_left).collect();
            for state in left {
                self.run(context, state, block, position)?;
            }
        }
        Ok(())
    }

    fn facts(&mut self, function: FunctionId, body: &Body) -> Rc<Facts> {
        let program = self.machine.program;
        let facts = &mut self.facts[function.index()];
        facts.get_or_insert_with(|| Rc::new(Facts::of(program, function, body))).clone()
    }

    fn enqueue(&mut self, context: usize, state: State, block: BlockId, position: usize) {
        let function = self.contexts[context].function;
        let Some(body) = self.machine.program.functions[function].body() else { return };
        let order = self.facts(function, body).order[block];
        let place = (Reverse(context), order, position);
        self.pending.entry(place).or_insert_with(|| (block, Vec::new())).1.push(state);
    }

    /// Brings a state into its normal form and compares it with those that were here before: what is to be followed.
    fn admit(&mut self, place: Place, block: BlockId, mut state: State) -> Option<State> {
        let (Reverse(context), _, position) = place;
        let function = self.contexts[context].function;
        let body = self.machine.program.functions[function].body()?;
        let facts = self.facts(function, body);
        self.forget(&mut state, &facts, block, position);
        let span = match body.blocks[block].statements.get(position) {
            Some(statement) => statement.span,
            None => body.blocks[block].terminator.span,
        };
        self.machine.collect(&mut state, span);
        let eagerness = Eagerness { folds: facts.is_head[block], ..self.eagerness };
        let is_head = position == 0 && (facts.is_head[block] || (self.budget.early && facts.is_exit[block]));
        let statics = &self.machine.statics;
        let state = if is_head { state.abstracted(statics, eagerness, &mut self.trees) } else { state };
        let limit = if is_head { self.budget.at_loop } else { self.budget.at_join };
        self.stores.entry(place).or_default().admit(statics, state.normalise(statics), is_head, limit)
    }

    /// A call that has just begun: is followed in its context, or returns as it is known to return there.
    fn enter(&mut self, caller: usize, mut state: State, span: Span) {
        self.forget_caller(&mut state);
        // What is lost by now is not seen again if the call does not return.
        self.machine.collect(&mut state, span);
        let Some(function) = state.frames.last().map(|frame| frame.function) else { return };
        let Some(body) = self.machine.program.functions[function].body() else { return };
        let facts = self.facts(function, body);
        let statics = &self.machine.statics;
        let Some((local, mut rest)) = state.split(statics, &facts.named) else { return };
        let local = if facts.is_recursive { local.abstracted(statics, self.eagerness, &mut self.trees) } else { local };
        let mut local = local.normalise(statics);
        local.left_outside &= self.machine.properties.contains(Property::ValidMemcleanup);
        rest.order(&mut local);
        if facts.is_recursive {
            local = self.widened(function, local);
        }
        let context = match self.entries.get(&local) {
            Some(&context) => context,
            None => {
                let context = self.contexts.len();
                self.contexts.push(Context { function, ends: Store::default(), callers: Vec::new() });
                self.entries.insert(local.clone(), context);
                self.enqueue(context, local, Body::ENTRY, 0);
                context
            }
        };
        let known: Vec<Rc<State>> = self.contexts[context].ends.states.iter().cloned().collect();
        for end in known {
            self.unite(caller, &rest, &end);
        }
        self.contexts[context].callers.push((caller, rest));
    }

    /// The state in which a recursive function is taken to be called: one that covers the given state, so that they become
    /// finitely many.
    fn widened(&self, function: FunctionId, state: State) -> State {
        let statics = &self.machine.statics;
        let earlier = || self.entries.iter().filter(|(_, context)| self.contexts[**context].function == function);
        if self.entries.contains_key(&state) {
            return state;
        }
        if let Some((old, _)) = earlier().find(|(old, _)| join(statics, old, &state, Loss::Nothing).is_some()) {
            return old.clone();
        }
        let loss = if earlier().count() < self.budget.at_join { Loss::Lengths } else { Loss::Numbers };
        earlier().fold(state, |wider, (old, _)| match join(statics, old, &wider, loss) {
            Some(joined) => joined.normalise(statics),
            None => wider,
        })
    }

    /// A call returns.
    fn end(&mut self, context: usize, mut state: State, span: Span) {
        if context == ENTRY {
            self.machine.program_ends(&mut state, span);
            return;
        }
        self.machine.collect(&mut state, span);
        let function = self.contexts[context].function;
        let Some(body) = self.machine.program.functions[function].body() else { return };
        let is_recursive = self.facts(function, body).is_recursive;
        let finite = self.budget.early || is_recursive;
        let eagerness = Eagerness { folds: is_recursive, ..self.eagerness };
        let statics = &self.machine.statics;
        let state = if finite { state.abstracted(statics, eagerness, &mut self.trees) } else { state };
        let limit = if finite { self.budget.at_loop } else { self.budget.at_join };
        let ends = &mut self.contexts[context].ends;
        let Some(end) = ends.admit(statics, state.normalise(statics), finite, limit) else { return };
        for index in 0..self.contexts[context].callers.len() {
            let (caller, rest) = self.contexts[context].callers[index].clone();
            self.unite(caller, &rest, &end);
        }
    }

    /// A caller goes on.
    fn unite(&mut self, caller: usize, rest: &Rest, end: &State) {
        let (mut state, result) = rest.unite(&self.machine.statics, end);
        // Many ends for many callers wait for long: what they take is counted when they are made.
        self.machine.statics.look(state.weight());
        if let Some((block, position)) = self.machine.resume(&mut state, result) {
            self.enqueue(caller, state, block, position);
        }
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
    fn run(&mut self, context: usize, state: State, block: BlockId, position: usize) -> Result<(), (String, Span)> {
        let mut open = vec![(state, block, position)];
        while let Some((state, block, position)) = open.pop() {
            self.followed += 1;
            let irregular = self.is_irregular() && state.objects.len() > IRREGULAR_OBJECTS;
            let too_long = self.has_trees() && (irregular || self.followed > self.budget.tree_states);
            if too_long || self.followed > self.budget.states || state.objects.len() > self.budget.objects {
                return too_many();
            }
            self.machine.statics.look(state.weight());
            self.in_time()?;
            self.advance(context, state, block, position, &mut open)?;
        }
        Ok(())
    }

    fn in_time(&mut self) -> Result<(), (String, Span)> {
        self.cut |= self.machine.statics.looked_at.get() >= self.budget.work || self.budget.clock.is_up();
        let irregular = self.is_irregular() && self.machine.statics.looked_at.get() > IRREGULAR_WORK;
        if self.cut || (irregular && self.has_trees()) { too_many() } else { Ok(()) }
    }

    /// Executes one statement, or the end of a block.
    fn advance(
        &mut self,
        context: usize,
        state: State,
        block: BlockId,
        position: usize,
        open: &mut Vec<(State, BlockId, usize)>,
    ) -> Result<(), (String, Span)> {
        let program = self.machine.program;
        let function = self.contexts[context].function;
        let Some(body) = program.functions[function].body() else { return Ok(()) };
        let facts = self.facts(function, body);
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
            for (state, called) in results {
                match called {
                    Called::Next => open.push((state, block, position + 1)),
                    Called::Entered => self.enter(context, state, statement.span),
                }
            }
            if fails {
                self.lost_before(state, &facts, block, position, statement.span);
            }
            return failure.map_or(Ok(()), Err);
        }
        let span = code.terminator.span;
        match &code.terminator.kind {
            TerminatorKind::Return(value) => {
                let results = self.machine.all_cases(|machine| {
                    let mut state = state.clone();
                    let outcome = machine.leave(&mut state, value.as_ref());
                    outcome.map_err(&mut note).ok().map(|()| state)
                });
                for state in results {
                    self.end(context, state, span);
                }
            }
            TerminatorKind::Unreachable => {}
            kind => {
                let results = self.machine.all_cases(|machine| {
                    let mut state = state.clone();
                    let next = successor(machine, &mut state, kind, span);
                    next.map_err(&mut note).ok().map(|next| (state, next))
                });
                for (state, next) in results {
                    if facts.is_join[next] || (self.budget.early && facts.is_exit[next]) {
                        self.enqueue(context, state, next, 0);
                    } else {
                        open.push((state, next, 0));
                    }
                }
            }
        }
        if fails {
            self.lost_before(state, &facts, block, position, span);
        }
        failure.map_or(Ok(()), Err)
    }

    /// What was lost before an error ended a path.
    fn lost_before(&mut self, mut state: State, facts: &Facts, block: BlockId, position: usize, span: Span) {
        self.forget(&mut state, facts, block, position);
        self.machine.collect(&mut state, span);
    }

    /// A caller's variables that it does not read after the call.
    fn forget_caller(&mut self, state: &mut State) {
        let Some(callee) = state.frames.pop() else { return };
        if let Some(Frame { function, resume: (block, position, _), .. }) = state.frames.last() {
            let (function, block, position) = (*function, *block, *position);
            if let Some(body) = self.machine.program.functions[function].body() {
                let facts = self.facts(function, body);
                self.forget(state, &facts, block, position);
            }
        }
        state.frames.push(callee);
    }
}

fn too_many() -> Result<(), (String, Span)> {
    Err(("the shapes that the heap may have are too many".to_string(), Span::NONE))
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
