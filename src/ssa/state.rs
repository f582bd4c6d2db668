//! States of the symbolic execution, and how they merge.

use super::Encoder;
use crate::base::{Id, Span};
use crate::ir::LocalId;
use crate::logic::{Node, TermId, TermPool};
use crate::memory::{Content, ObjectId, ObjectState, Objects};
use std::rc::Rc;

/// The variables of the running function.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// Values of registers; `None` where never set or dead.
    pub registers: Vec<Option<TermId>>,
    /// Addresses of variables in memory; `None` where out of scope.
    pub addresses: Vec<Option<TermId>>,
}

/// What holds at a point of the program, for all paths that lead there.
#[derive(Clone)]
pub(super) struct State {
    /// The path condition, made of branches only.
    pub guard: TermId,
    pub frame: Frame,
    pub objects: Objects,
}

/// The literals of a conjunction.
fn literals(pool: &TermPool, guard: TermId) -> Vec<TermId> {
    match pool.node(guard) {
        Node::And(list) => pool.list(list).to_vec(),
        Node::True => Vec::new(),
        _ => vec![guard],
    }
}

/// Of two exclusive guards: what only the first has, and the guard of either.
pub(super) fn split_guards(pool: &mut TermPool, a: TermId, b: TermId) -> (TermId, TermId) {
    let (la, lb) = (literals(pool, a), literals(pool, b));
    let common: Vec<TermId> = la.iter().copied().filter(|l| lb.contains(l)).collect();
    let rest_a = pool.and(la.iter().copied().filter(|l| !common.contains(l)).collect::<Vec<_>>());
    let rest_b = pool.and(lb.iter().copied().filter(|l| !common.contains(l)).collect::<Vec<_>>());
    let either = pool.or([rest_a, rest_b]);
    let both = pool.and(common.into_iter().chain([either]).collect::<Vec<_>>());
    (rest_a, both)
}

impl Encoder<'_> {
    /// Merges the states that arrive at one place; `keep` tells which registers are still needed.
    pub(super) fn merge(
        &mut self,
        mut states: Vec<State>,
        keep: &dyn Fn(LocalId) -> bool,
        span: Span,
    ) -> Option<State> {
        let mut merged = states.pop()?;
        if states.is_empty() {
            return Some(merged);
        }
        while let Some(state) = states.pop() {
            merged = self.merge_two(state, merged, keep, span);
        }
        Some(merged)
    }

    fn merge_two(&mut self, a: State, b: State, keep: &dyn Fn(LocalId) -> bool, span: Span) -> State {
        let (condition, guard) = split_guards(&mut self.memory.pool, a.guard, b.guard);
        let pool = &mut self.memory.pool;
        let mut merge_values = |a: &[Option<TermId>], b: &[Option<TermId>]| -> Vec<Option<TermId>> {
            let values = a.iter().zip(b).enumerate();
            values
                .map(|(index, pair)| match pair {
                    (Some(x), Some(y)) if x == y => Some(*x),
                    (Some(x), Some(y)) if keep(LocalId::from_index(index)) => Some(pool.ite(condition, *x, *y)),
                    _ => None,
                })
                .collect()
        };
        let registers = merge_values(&a.frame.registers, &b.frame.registers);
        let addresses = a
            .frame
            .addresses
            .iter()
            .zip(&b.frame.addresses)
            .map(|pair| match pair {
                (Some(x), Some(y)) => Some(self.memory.pool.ite(condition, *x, *y)),
                _ => None,
            })
            .collect();
        let objects = self.merge_objects(condition, guard, (a.guard, &a.objects), (b.guard, &b.objects), span);
        State { guard, frame: Frame { registers, addresses }, objects }
    }

    /// Merges the objects of two states, each with its guard.
    fn merge_objects(
        &mut self,
        condition: TermId,
        guard: TermId,
        (guard_a, a): (TermId, &Objects),
        (guard_b, b): (TermId, &Objects),
        span: Span,
    ) -> Objects {
        let mut merged = if a.len() >= b.len() { a.clone() } else { b.clone() };
        for index in 0..merged.len() {
            let object = ObjectId::from_index(index);
            match (a.get(object), b.get(object)) {
                (Some(x), Some(y)) if !Rc::ptr_eq(x, y) => {
                    let exists = self.memory.pool.ite(condition, x.exists, y.exists);
                    let dead = self.memory.pool.ite(condition, x.dead, y.dead);
                    let mut gone = |guard: TermId, state: &ObjectState| {
                        state.dead == TermId::TRUE || self.memory.pool.and([guard, state.exists]) == TermId::FALSE
                    };
                    let content = if gone(guard_a, x) {
                        y.content.clone()
                    } else if gone(guard_b, y) {
                        x.content.clone()
                    } else {
                        match self.memory.merge(object, condition, &x.content, &y.content) {
                            Ok(content) => content,
                            Err(_) => {
                                self.unsupported(guard, "memory accessed as elements of several sizes", span);
                                x.content.clone()
                            }
                        }
                    };
                    merged.set(object, Rc::new(ObjectState { exists, dead, content }));
                }
                (Some(x), None) => {
                    let state = self.restrict(object, x, condition);
                    merged.set(object, state);
                }
                (None, Some(y)) => {
                    let other = self.memory.pool.not(condition);
                    let state = self.restrict(object, y, other);
                    merged.set(object, state);
                }
                _ => {}
            }
        }
        merged
    }

    /// An object that exists on one side of a join only.
    fn restrict(&mut self, object: ObjectId, state: &Rc<ObjectState>, condition: TermId) -> Rc<ObjectState> {
        if let Content::Nodes(nodes) = &state.content {
            let none = self.memory.no_nodes();
            let mut nodes = nodes.clone();
            nodes.exists = self.memory.pool.ite(condition, nodes.exists, none.exists);
            debug_assert!(self.memory.objects[object].class);
            return Rc::new(ObjectState { content: Content::Nodes(nodes), ..(**state).clone() });
        }
        let exists = self.memory.pool.and([state.exists, condition]);
        if exists == state.exists {
            return state.clone();
        }
        Rc::new(ObjectState { exists, dead: state.dead, content: state.content.clone() })
    }
}
