//! Residual loops: what is left of a loop after unwinding, over-approximated by an invariant.
//!
//! At the head, everything that the loop changes is `select ? loop-back variable : value from before` (seed 001,
//! section II-C). What the loop changes, and what loop-back pointers may point to, is not computed in advance:
//! the encoder assumes that nothing is changed, looks at the end of the body what was, and encodes again until
//! the assumption holds. [`Changes`] carries it from one encoding to the next.

mod array;
mod changes;
mod class;
mod collect;
mod head;
mod record;

pub(super) use changes::Keys;
pub use changes::{Changes, ObjectKey};
pub use record::{LoopArray, LoopClass, LoopField, LoopRecord, LoopVariable};

use super::Encoder;
use super::block::{Arrivals, Running, needed};
use super::state::State;
use crate::base::Span;
use crate::ir::{LoopId, Property};
use crate::logic::{Sort, TermId};
use changes::LoopChanges;
use indexmap::IndexMap;
use record::Head;

/// Copies of a body after its head.
const MAX_COPIES: u32 = 8;

/// Marks the residual iteration in a context; the copies that follow it have the numbers below.
const RESIDUAL: u32 = u32::MAX;

/// One execution of the body after the head of a residual loop.
struct Copy {
    /// The loop.
    index: usize,
    /// Its loop-select variable.
    select: TermId,
    /// From 0.
    number: u32,
    /// Whether no other copy follows.
    last: bool,
}

impl<'a> Encoder<'a> {
    /// Whether this is a copy of a body in which no node may be made: see [`Self::execute_copy`].
    pub(super) fn in_later_copy(&self) -> bool {
        self.context.iter().any(|&step| step > RESIDUAL - MAX_COPIES && step < RESIDUAL)
    }

    pub(super) fn in_residual(&self) -> bool {
        !self.residual_stack.is_empty()
    }

    /// Whether an earlier encoding found that a loop is not decided by constants, and no copy is wanted.
    pub(super) fn is_residual(&self, head: u32) -> bool {
        let Some(changes) = self.changes.as_ref().filter(|_| self.config.unwind == 0) else { return false };
        changes.undecided.contains(&self.loop_key(head))
    }

    fn loop_key(&self, head: u32) -> Box<[u32]> {
        self.context.iter().copied().chain([head, RESIDUAL]).collect()
    }

    /// Whether an earlier encoding found that a loop has too many iterations to be executed one by one.
    pub(super) fn is_long(&self, head: u32) -> bool {
        self.changes.as_ref().is_some_and(|changes| changes.long.contains(&self.loop_key(head)))
    }

    /// Notes that a loop has too many iterations to be executed one by one.
    pub(super) fn note_long(&mut self, head: u32) {
        let key = self.loop_key(head);
        if let Some(changes) = &mut self.changes {
            changes.undecided.insert(key.clone());
            changes.changed |= changes.long.insert(key);
        }
    }

    /// Executes the residual iteration of a loop.
    pub(super) fn execute_residual(
        &mut self,
        running: &mut Running<'a>,
        id: LoopId,
        entry: State,
        exact: u32,
        span: Span,
        arrivals: &mut Arrivals,
    ) {
        let (index, start) = (self.formula.loops.len(), self.formula.assumptions.len());
        self.execute_copies(running, id, entry, span, arrivals);
        let end = self.memory.pool.end();
        let record = &mut self.formula.loops[index];
        record.exact = exact;
        record.assumptions = start..self.formula.assumptions.len();
        record.terms.end = end;
    }

    /// Makes the record of a loop and executes the copies of its body.
    fn execute_copies(
        &mut self,
        running: &mut Running<'a>,
        id: LoopId,
        entry: State,
        span: Span,
        arrivals: &mut Arrivals,
    ) {
        let facts = running.facts.clone();
        let info = &facts.loops.loops[id];
        let key = self.loop_key(info.head.0);
        let change = match &self.changes {
            Some(changes) => changes.loops.get(&key).cloned().unwrap_or_default(),
            None => LoopChanges::default(),
        };
        if let Some(changes) = &mut self.changes {
            changes.changed |= changes.undecided.insert(key.clone());
        }
        let index = self.formula.loops.len();
        let select = self.memory.pool.var(&format!("select!{index}"), Sort::Bool);
        self.formula.loops.push(LoopRecord {
            span,
            function: self.activations.last().map(|activation| activation.function),
            exact: 0,
            select,
            head_guard: entry.guard,
            back_guard: TermId::FALSE,
            after: 0,
            assumptions: 0..0,
            terms: TermId::TRUE..TermId::TRUE,
            variables: Vec::new(),
            constants: Vec::new(),
            past: Vec::new(),
            classes: Vec::new(),
            arrays: Vec::new(),
            last: index + 1,
            parent: self.residual_stack.last().copied(),
        });
        let mut head = Head {
            index,
            select,
            change: &change,
            variables: Vec::new(),
            classes: IndexMap::new(),
            arrays: Vec::new(),
            views: self.memory.views(),
            places: Vec::new(),
        };
        let state = self.enter_head(running, &mut head, entry, span);
        self.formula.loops[index].terms.start = self.memory.pool.end();
        let at_head = state.clone();
        self.leak_at_cut(&state, span);

        // A node that is made has one number per head, so a loop that makes nodes has one copy.
        let copies = if change.classes.is_empty() { self.config.induction.clamp(1, MAX_COPIES) } else { 1 };
        let back =
            self.execute_copy(running, id, state, arrivals, Copy { index, select, last: copies == 1, number: 0 });
        let Some(mut back) = back else { return };
        let tracks_leaks = self.config.properties.contains(Property::ValidMemtrack);
        let keep = |register| needed(&facts, running.body, tracks_leaks, info.head, register);
        let constants = self.loop_constants(running, &at_head, &back, &keep);
        self.formula.loops[index].past = self.past_values(index, &constants);
        self.formula.loops[index].constants = constants;
        self.leave_body(&key, head, &at_head, &back, &keep, span);
        for copy in 1..copies {
            let copy = Copy { index, select, last: copy + 1 == copies, number: copy };
            match self.execute_copy(running, id, back, arrivals, copy) {
                Some(next) => back = next,
                None => break,
            }
        }
    }

    /// Executes the body once more after the head. For k-induction, an execution
    /// that takes the loop-back values of the head is followed through all copies: what happens in the copies
    /// before the last one, or leaves the loop there, is then seen from an earlier head. So those count only for
    /// executions that come from before the loop, and what was checked in them is assumed in the last one.
    fn execute_copy(
        &mut self,
        running: &mut Running<'a>,
        id: LoopId,
        state: State,
        arrivals: &mut Arrivals,
        copy: Copy,
    ) -> Option<State> {
        let facts = running.facts.clone();
        let head = facts.loops.loops[id].head;
        let first = self.formula.mark();
        self.context.extend([head.0, RESIDUAL - copy.number]);
        self.residual_stack.push(copy.index);
        let mut local = Arrivals::new();
        local.entry(head).or_default().push(state);
        let returned = running.returns.len();
        self.execute_region(running, Some(id), &mut local);
        self.residual_stack.pop();
        self.context.truncate(self.context.len() - 2);

        let back = local.swap_remove(&head).unwrap_or_default();
        let from_before = if copy.last { TermId::TRUE } else { self.memory.pool.not(copy.select) };
        if !copy.last {
            self.formula.restrict(first, &mut self.memory.pool, from_before);
            for returned in &mut running.returns[returned..] {
                returned.state.guard = self.memory.pool.and([returned.state.guard, from_before]);
            }
        }
        for (target, states) in local {
            for mut state in states {
                state.guard = self.memory.pool.and([state.guard, from_before]);
                if state.guard != TermId::FALSE {
                    arrivals.entry(target).or_default().push(state);
                }
            }
        }
        let span = running.body.blocks[head].terminator.span;
        let tracks_leaks = self.config.properties.contains(Property::ValidMemtrack);
        let keep = |register| needed(&facts, running.body, tracks_leaks, head, register);
        self.merge(back, &keep, span)
    }
}
