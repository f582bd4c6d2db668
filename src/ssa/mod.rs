//! The guarded SSA formula of a program.
//!
//! In: a [`Program`] and how far to unwind. Out: an [`Encoding`]: inputs, obligations (what could be an error, with
//! the guard under which it is), assumptions, and the places where unwinding was cut.
//!
//! The program is executed symbolically, all paths at once: branches split the guard, joins merge values by
//! if-then-else, calls are inlined and loops unwound on the way. Because terms are folded as they are built, a
//! loop with constant bounds is unwound exactly, without the solver and without counting towards the bound.
//! Each execution of an allocation in the unwound program is one concrete object, so a model that takes no
//! residual loop is a real execution up to what is listed as [`Encoding::approximations`].

mod access;
mod block;
mod builtin;
mod call;
mod copy;
mod expr;
mod float;
mod formula;
mod given;
mod leak;
mod life;
mod prefix;
mod print;
mod require;
mod residual;
mod start;
mod state;

pub use formula::{Approximation, Encoding, Event, EventKind, Given, Obligation, Reached, Residual, ResidualKind};
pub use prefix::Prefixes;
pub use print::{print_formula, print_memory};
pub use residual::{Changes, LoopArray, LoopClass, LoopField, LoopRecord, LoopVariable};

#[cfg(test)]
mod tests;

use crate::base::{IdVec, Span};
use crate::ir::{BlockId, Body, FunctionId, Liveness, LoopTree, Program, PropertySet, SiteId, TerminatorKind};
use crate::logic::TermId;
use crate::memory::{Memory, ObjectId};
use state::Frame;
use std::rc::Rc;

/// How to encode.
#[derive(Clone, Copy, Debug)]
pub struct EncodeConfig {
    /// What is checked.
    pub properties: PropertySet,
    /// How many undecided iterations of a loop, or undecided recursive calls, are followed.
    pub unwind: u32,
    /// Statements after which the encoding is cut.
    pub max_statements: u64,
    /// Terms after which the encoding is cut.
    pub max_terms: usize,
    /// Whether an allocation may return null.
    pub malloc_may_fail: bool,
    /// Iterations decided by constants after which a loop becomes residual all the same.
    pub max_decided: u32,
    /// Copies of a residual loop's body after its head: k of k-induction.
    pub induction: u32,
}

/// Encodes a program from its entry. `stop` is asked now and then whether to give up; the encoding is then cut.
pub fn encode(program: &Program, config: EncodeConfig, stop: &dyn Fn() -> bool) -> Encoding {
    let mut encoder = Encoder::new(program, config, stop);
    encoder.run();
    encoder.finish().0
}

/// As [`encode`], but loops that are not unwound to their end become residual loops instead of being cut. If
/// `changes` has changed afterwards, the encoding is not sound yet and has to be made again.
pub fn encode_with_loops(
    program: &Program,
    config: EncodeConfig,
    changes: Changes,
    stop: &dyn Fn() -> bool,
) -> (Encoding, Changes) {
    let mut encoder = Encoder::new(program, config, stop);
    encoder.changes = Some(changes);
    encoder.run();
    let (encoding, changes) = encoder.finish();
    (encoding, changes.unwrap_or_default())
}

/// What is needed of a function again and again.
struct FunctionFacts {
    loops: LoopTree,
    liveness: Liveness,
    /// Blocks from which the function may return.
    returning: IdVec<BlockId, bool>,
}

/// Blocks from which a `return` can be reached.
fn returning(body: &Body, order: &[BlockId]) -> IdVec<BlockId, bool> {
    let terminator = |block: BlockId| &body.blocks[block].terminator.kind;
    let returns = |block| matches!(terminator(block), TerminatorKind::Return(_));
    let mut found: IdVec<BlockId, bool> = body.blocks.ids().map(returns).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev() {
            if !found[block] && terminator(block).successors().into_iter().any(|next| found[next]) {
                found[block] = true;
                changed = true;
            }
        }
    }
    found
}

/// A call that is being executed.
struct Activation {
    function: FunctionId,
    /// The caller's frame, whose pointers keep memory reachable; `None` for the entry.
    caller: Option<Frame>,
    /// The guard on entry.
    guard: TermId,
    /// Undecided recursive calls of this function so far.
    undecided: u32,
    /// Objects that die when the function returns.
    owned: Vec<ObjectId>,
}

struct Encoder<'a> {
    program: &'a Program,
    config: EncodeConfig,
    stop: &'a dyn Fn() -> bool,
    memory: Memory,
    formula: formula::Formula,
    facts: IdVec<FunctionId, Option<Rc<FunctionFacts>>>,
    globals: Vec<ObjectId>,
    functions: Vec<ObjectId>,
    activations: Vec<Activation>,
    /// Calls, and loops with iterations, on the way to the current statement.
    context: Vec<u32>,
    keys: residual::Keys,
    /// What residual loops change; `None` if loops are cut.
    changes: Option<Changes>,
    /// Whether the scalar that is being read or written is signed.
    signed_access: bool,
    /// The check whose expression is evaluated: what goes wrong then is that it is undefined.
    checked: Option<SiteId>,
    /// Residual loops around the current statement.
    residual_stack: Vec<usize>,
    statements: u64,
    /// Set when a budget is used up: everything still open is cut.
    exhausted: bool,
}

impl<'a> Encoder<'a> {
    fn new(program: &'a Program, config: EncodeConfig, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            program,
            config,
            stop,
            memory: Memory::new(program.types.pointer_bits()),
            formula: formula::Formula::default(),
            facts: program.functions.ids().map(|_| None).collect(),
            globals: Vec::new(),
            functions: Vec::new(),
            activations: Vec::new(),
            context: Vec::new(),
            keys: residual::Keys::default(),
            changes: None,
            signed_access: true,
            checked: None,
            residual_stack: Vec::new(),
            statements: 0,
            exhausted: false,
        }
    }

    fn facts(&mut self, function: FunctionId) -> Option<Rc<FunctionFacts>> {
        if self.facts[function].is_none() {
            let body = self.program.functions[function].body()?;
            let loops = LoopTree::of(body);
            let liveness = Liveness::of(body, &loops);
            let returning = returning(body, &loops.order);
            self.facts[function] = Some(Rc::new(FunctionFacts { loops, liveness, returning }));
        }
        self.facts[function].clone()
    }

    /// Counts a statement; false when the budget is used up.
    fn spend(&mut self) -> bool {
        self.statements += 1;
        if self.statements > self.config.max_statements || self.memory.pool.len() > self.config.max_terms {
            self.exhausted = true;
        }
        if self.statements.is_multiple_of(256) && (self.stop)() {
            self.exhausted = true;
        }
        !self.exhausted
    }

    fn finish(mut self) -> (Encoding, Option<Changes>) {
        for (gap, guard) in self.memory.gaps(self.changes.is_none()) {
            self.unsupported(guard, gap, Span::NONE);
        }
        (self.formula.finish(self.memory, self.statements), self.changes)
    }
}
