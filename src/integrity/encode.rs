//! Verification conditions of a function.
//!
//! In: a function and its node types. Out: obligations, each with a term that is satisfiable if it can be
//! violated.
//!
//! The body is encoded once, as an acyclic graph with a guard per block; loops are cut at their heads, and
//! calls forget the heap. What is assumed at a cut point is an obligation on every way to it. A path ends at a
//! null dereference and, as that is reported, at an access outside of nodes.

use super::access::Address;
use super::condition::{Conditions, Kind, Obligation, Origin, Point, State, Subject};
use super::heap::{Heap, View};
use super::layout::{Class, NodeTypes, Target, globals_used};
use super::{allocate, changes};
use crate::base::{Id, IdVec, Span, Unsupported};
use crate::config::{AllocMode, IntegrityConfig};
use crate::ir::{
    BlockId, Body, CType, Callee, Expr, Function, FunctionId, GlobalId, Liveness, LocalId, LoopId, LoopTree, Program,
    Scalar, Storage, TerminatorKind,
};
use crate::logic::{FastMap, Sort, TermId};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// Encodes a function that has a body.
pub(super) fn encode<'a>(
    program: &'a Program,
    id: FunctionId,
    body: &'a Body,
    types: &'a NodeTypes,
    config: &'a IntegrityConfig,
) -> Conditions<'a> {
    let loops = LoopTree::of(body);
    let mut position = vec![usize::MAX; body.blocks.len()];
    loops.order.iter().enumerate().for_each(|(index, block)| position[block.index()] = index);
    let mut encoder = Encoder {
        program,
        function: &program.functions[id],
        body,
        config,
        conditions: Conditions::new(Heap::new(types, u32::from(program.types.pointer_bits()))),
        globals: IndexMap::new(),
        addresses: FastMap::default(),
        live: Liveness::of(body, &loops),
        loops,
        position,
        incoming: IndexMap::new(),
        heads: IndexMap::new(),
    };
    encoder.run(globals_used(program, id));
    encoder.conditions
}

/// A function under construction.
pub(super) struct Encoder<'a> {
    pub program: &'a Program,
    pub function: &'a Function,
    pub body: &'a Body,
    pub config: &'a IntegrityConfig,
    pub conditions: Conditions<'a>,
    pub globals: IndexMap<GlobalId, TermId>,
    /// Addresses whose parts are known.
    pub addresses: FastMap<TermId, Address>,
    live: Liveness,
    loops: LoopTree,
    /// In the order in which blocks are encoded.
    position: Vec<usize>,
    /// The states of the edges into blocks that are still to be encoded.
    incoming: IndexMap<BlockId, Vec<State>>,
    heads: IndexMap<BlockId, Rc<Head>>,
}

/// What is assumed at a loop head.
struct Head {
    /// Registers that the loop sets and whose pointers are assumed to be valid.
    pointers: Vec<(LocalId, Target)>,
    /// Whether the heap is forgotten.
    cut: bool,
    span: Span,
}

impl<'a> Encoder<'a> {
    pub(super) fn heap(&mut self) -> &mut Heap<'a> {
        &mut self.conditions.heap
    }

    /// Whether new memory is zeroed.
    pub(super) fn zeroes(&self) -> bool {
        self.config.alloc == AllocMode::Zmalloc
    }

    fn run(&mut self, globals: IndexSet<GlobalId>) {
        if let Some((from, _)) = self.loops.irreducible {
            self.unsupported("a jump into a loop", self.body.blocks[from].terminator.span);
            return;
        }
        self.declare_globals(&globals);
        let entry = self.entry_state();
        self.incoming.insert(Body::ENTRY, vec![entry]);
        for block in self.loops.order.clone() {
            let states = self.incoming.swap_remove(&block).unwrap_or_default();
            let Some(mut state) = self.join(block, states) else { continue };
            let heading = self.loops.loops.enumerated().find(|(_, info)| info.head == block).map(|(id, _)| id);
            if let Some(id) = heading {
                self.enter_loop(block, id, &mut state);
            }
            self.block(block, state);
        }
    }

    fn declare_globals(&mut self, globals: &IndexSet<GlobalId>) {
        let width = self.heap().width;
        for &global in globals {
            let object = &self.program.globals[global];
            let layout = self.conditions.heap.types.layout(&self.program.types, &object.ty);
            let address = self.heap().pool.var(&format!("&{global}"), Sort::Bv(width));
            let null = self.heap().is_null(address);
            let exists = self.heap().pool.not(null);
            self.heap().axioms.push(exists);
            for (_, other) in self.globals.clone() {
                let apart = self.heap().pool.ne(address, other);
                self.heap().axioms.push(apart);
            }
            self.globals.insert(global, address);
            self.conditions.origins.insert(address, Origin::Variable(object.name.clone(), layout));
        }
    }

    /// The heap after a cut point, where static variables still are nodes.
    pub(super) fn cut(&mut self) -> View {
        let view = self.heap().cut();
        for (global, address) in self.globals.clone() {
            let layout = self.conditions.heap.types.layout(&self.program.types, &self.program.globals[global].ty);
            for (offset, ty) in layout.nodes {
                let place = self.heap().shift(address, offset);
                let is_node = self.heap().is_node(&view, ty, place);
                self.heap().axioms.push(is_node);
            }
        }
        view
    }

    fn entry_state(&mut self) -> State {
        let view = self.cut();
        let mut values: IdVec<LocalId, Option<TermId>> = self.body.locals.ids().map(|_| None).collect();
        for &param in &self.body.params {
            let value = self.unknown(param);
            values[param] = Some(value);
            if let Some(target) = self.target(&self.body.locals[param].ty) {
                let valid = self.heap().is_pointer(&view, target, value);
                self.heap().axioms.push(valid);
            }
        }
        State { guard: TermId::TRUE, values, view }
    }

    /// What a pointer of a type must point at.
    pub(super) fn target(&self, ty: &CType) -> Option<Target> {
        self.conditions.heap.types.target(&self.program.types, ty)
    }

    /// What a register must point at where a loop begins: only pointers to nodes, and pointers to those, are kept.
    fn loop_target(&self, local: LocalId) -> Option<Target> {
        let local = &self.body.locals[local];
        self.target(&local.ty).filter(|target| {
            local.storage == Storage::Register && matches!(target, Target::Node(_) | Target::Cell(Class::Node(_)))
        })
    }

    /// A new variable of the solver.
    pub(super) fn fresh(&mut self, ty: Scalar, name: &str, origin: Origin) -> TermId {
        let width = self.width(ty);
        let term = self.heap().pool.fresh_var(name, Sort::Bv(width));
        self.conditions.origins.insert(term, origin);
        term
    }

    /// Any value for a register.
    fn unknown(&mut self, local: LocalId) -> TermId {
        let (name, scalar) = self.name_and_type(local);
        self.fresh(scalar, &name, Origin::Unknown)
    }

    fn name_and_type(&self, local: LocalId) -> (String, Scalar) {
        let local = &self.body.locals[local];
        let name = local.name.clone().unwrap_or_else(|| "value".into());
        (name, local.ty.scalar().unwrap_or(Scalar::Pointer))
    }

    /// Bits of a value. Floating-point numbers are not computed; any width does.
    pub(super) fn width(&self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Int(int) => u32::from(int.bits),
            Scalar::Pointer => self.conditions.heap.width,
            Scalar::Float(_) => 64,
        }
    }

    /// The value of a register, which is anything if it was not set.
    pub(super) fn register(&mut self, state: &mut State, local: LocalId) -> TermId {
        if let Some(value) = state.values[local] {
            return value;
        }
        let (name, scalar) = self.name_and_type(local);
        let value = self.fresh(scalar, &name, Origin::Uninitialised);
        state.values[local] = Some(value);
        value
    }

    /// The path goes on only if the condition holds.
    pub(super) fn require(&mut self, state: &mut State, condition: TermId) {
        state.guard = self.heap().pool.and([state.guard, condition]);
    }

    pub(super) fn unsupported(&mut self, what: &str, span: Span) {
        self.conditions.unsupported.push(Unsupported { what: what.to_string(), span });
    }

    /// The state of a block, from those of the edges into it; `None` if it is not reached.
    fn join(&mut self, block: BlockId, states: Vec<State>) -> Option<State> {
        let mut states = states.into_iter().filter(|state| state.guard != TermId::FALSE);
        let mut joined = states.next()?;
        for mut state in states {
            let condition = state.guard;
            for local in self.body.locals.ids() {
                let needed = match self.body.locals[local].storage {
                    Storage::Register => self.live.at_start(block, local),
                    Storage::Memory => state.values[local].is_some() && joined.values[local].is_some(),
                };
                joined.values[local] = needed.then(|| {
                    let (a, b) = (self.register(&mut state, local), self.register(&mut joined, local));
                    self.conditions.heap.pool.ite(condition, a, b)
                });
            }
            joined.view = self.heap().join(condition, &state.view, &joined.view);
            joined.guard = self.heap().pool.or([condition, joined.guard]);
        }
        Some(joined)
    }

    /// Cuts a loop at its head: shows what holds on entry, then forgets what the loop changes.
    fn enter_loop(&mut self, block: BlockId, id: LoopId, state: &mut State) {
        let info = self.loops.loops[id].clone();
        let written = changes::written_in(self.body, &info);
        let cut = changes::changes_heap(self.body, &info, |callee| match callee {
            Callee::Direct(id) => allocate::effect(&self.program.functions[*id], &self.config.allocators).keeps_heap(),
            Callee::Indirect(..) => false,
        });
        let span = self.body.blocks[block].loop_span.unwrap_or(self.body.blocks[block].terminator.span);
        let forgotten = self.body.locals.ids().filter(|l| self.live.at_start(block, *l) && written.contains(l));
        let forgotten: Vec<LocalId> = forgotten.collect();
        let pointers = forgotten.iter().filter_map(|local| Some((*local, self.loop_target(*local)?))).collect();
        let head = Rc::new(Head { pointers, cut, span });
        self.arrive(&head, state);
        let before_loop = state.values.clone();
        for local in written {
            state.values[local] = None;
        }
        if cut {
            let before = std::mem::replace(&mut state.view, self.cut());
            self.carry(&before, state);
        }
        let starts: Vec<Option<TermId>> = forgotten.iter().map(|local| before_loop[*local]).collect();
        for (local, start) in forgotten.into_iter().zip(starts) {
            let value = self.unknown(local);
            state.values[local] = Some(value);
            if let (Some(start), Some(counter)) = (start, changes::counter(self.body, &self.loops, id, local)) {
                self.bound(value, start, counter);
            }
        }
        for &(local, target) in &head.pointers {
            let value = self.register(state, local);
            let valid = self.heap().is_pointer(&state.view, target, value);
            self.heap().axioms.push(valid);
        }
        self.heads.insert(block, head);
    }

    /// A counter is between where it began and where the loop ends.
    fn bound(&mut self, value: TermId, start: TermId, counter: changes::Counter) {
        let pool = &mut self.heap().pool;
        let end = pool.bv_const(u128::from(counter.end), u32::from(counter.ty.bits));
        let (begun, ended) = match counter.ty.signed {
            true => (pool.sle(start, value), pool.sle(value, end)),
            false => (pool.ule(start, value), pool.ule(value, end)),
        };
        let unmoved = pool.eq(value, start);
        let ended = pool.or([ended, unmoved]);
        self.heap().axioms.extend([begun, ended]);
    }

    /// What must hold whenever control arrives at a loop head.
    fn arrive(&mut self, head: &Head, state: &mut State) {
        for &(local, target) in &head.pointers {
            let value = self.register(state, local);
            let name = self.describe_register(local);
            self.show_pointer(state, name, value, target, Point::Loop, head.span);
        }
        if head.cut {
            self.show_closed(state, Point::Loop, head.span);
        }
    }

    /// Whatever was valid before a cut point still is.
    pub(super) fn carry(&mut self, before: &View, state: &State) {
        for local in self.body.locals.ids() {
            let Some(value) = state.values[local] else { continue };
            let variable = &self.body.locals[local];
            if self.conditions.heap.types.private(local).is_some() {
                continue;
            }
            if variable.storage == Storage::Memory {
                let layout = self.conditions.heap.types.layout(&self.program.types, &variable.ty);
                for (offset, ty) in layout.nodes {
                    let place = self.heap().shift(value, offset);
                    self.heap().carry(before, &state.view, Target::Node(ty), place);
                }
            } else if let Some(target) = self.target(&variable.ty) {
                self.heap().carry(before, &state.view, target, value);
            }
        }
    }

    /// A pointer must be null or valid.
    pub(super) fn show_pointer(
        &mut self,
        state: &State,
        name: String,
        value: TermId,
        target: Target,
        point: Point,
        span: Span,
    ) {
        let valid = self.heap().is_pointer(&state.view, target, value);
        let invalid = self.heap().pool.not(valid);
        self.oblige(Kind::Integrity, invalid, Subject::Pointer { name, value, target }, point, span, state);
    }

    /// All pointer fields must be null or valid.
    pub(super) fn show_closed(&mut self, state: &State, point: Point, span: Span) {
        for (field, value, broken) in self.heap().broken(&state.view) {
            self.oblige(Kind::Integrity, broken, Subject::Field { field, value }, point.clone(), span, state);
        }
    }

    /// The violation must not happen when the state is reached.
    pub(super) fn oblige(
        &mut self,
        kind: Kind,
        violation: TermId,
        subject: Subject,
        point: Point,
        span: Span,
        state: &State,
    ) {
        let violated = self.heap().pool.and([state.guard, violation]);
        if violated != TermId::FALSE {
            let state = Rc::new(state.clone());
            self.conditions.obligations.push(Obligation { kind, violated, subject, point, span, state });
        }
    }

    fn block(&mut self, id: BlockId, mut state: State) {
        let block = &self.body.blocks[id];
        for statement in &block.statements {
            self.statement(&mut state, statement);
            if state.guard == TermId::FALSE {
                return;
            }
        }
        match &block.terminator.kind {
            TerminatorKind::Goto(next) => self.follow(id, *next, state),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let holds = self.truth(&mut state, condition);
                let fails = self.heap().pool.not(holds);
                for (condition, next) in [(holds, *then), (fails, *otherwise)] {
                    let mut state = state.clone();
                    self.require(&mut state, condition);
                    self.follow(id, next, state);
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let signed = value.ty.as_int().is_some_and(|int| int.signed);
                let width = self.width(value.ty);
                let value = self.term(&mut state, value);
                let mut rest = state.clone();
                for case in cases {
                    let pool = &mut self.heap().pool;
                    let (low, high) = (pool.bv_signed(case.low, width), pool.bv_signed(case.high, width));
                    let bounds = match signed {
                        true => [pool.sle(low, value), pool.sle(value, high)],
                        false => [pool.ule(low, value), pool.ule(value, high)],
                    };
                    let inside = pool.and(bounds);
                    let outside = pool.not(inside);
                    self.require(&mut rest, outside);
                    let mut taken = state.clone();
                    self.require(&mut taken, inside);
                    self.follow(id, case.target, taken);
                }
                self.follow(id, *default, rest);
            }
            TerminatorKind::Return(value) => self.leave(&mut state, value.as_ref(), block.terminator.span),
            TerminatorKind::Unreachable => {}
        }
    }

    /// Goes along an edge.
    fn follow(&mut self, from: BlockId, to: BlockId, mut state: State) {
        if self.position[to.index()] > self.position[from.index()] {
            self.incoming.entry(to).or_default().push(state);
        } else if let Some(head) = self.heads.get(&to).cloned() {
            self.arrive(&head, &mut state);
        }
    }

    /// Leaves the function.
    fn leave(&mut self, state: &mut State, value: Option<&Expr>, span: Span) {
        if let Some(value) = value {
            self.require_base(state, value);
        }
        if let Some(target) = self.target(&self.function.ty.result) {
            let (value, name) = match value {
                Some(value) => (self.term(state, value), self.describe(value)),
                None if self.zeroes() => (self.heap().number(0), String::new()),
                None => {
                    let name = "the missing result".to_string();
                    (self.fresh(Scalar::Pointer, "result", Origin::Uninitialised), name)
                }
            };
            self.show_pointer(state, name, value, target, Point::Return, span);
        }
        self.show_closed(state, Point::Return, span);
    }
}
