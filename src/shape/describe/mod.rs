//! Whether what is kept at the heads of loops describes states of real executions.
//!
//! In: the states that a finished search keeps, and a run that stands at the head of a loop. Out: whether one of them describes it. A
//! state does if there is a map from its objects to those of the run: a single one to one of them, a segment to as
//! many as it has nodes, and what nodes own to one instance for each node. Different objects go to different ones, and pointers,
//! numbers, sizes and bytes must agree everywhere. The map is looked for from the variables on ([`matching`]).
//!
//! What a call in progress knows is a part of memory only; of that part all is compared, but not what its callers
//! hold of it. That nothing is lost is looked at in the entry function alone, where all of memory is known.

mod chains;
mod elements;
mod matching;

use super::explore::Head;
use super::memory::Statics;
use super::print::print_state;
use super::value::ObjectId;
use crate::interp::Visit;
use crate::ir::{BlockId, FunctionId, Program};
use indexmap::IndexMap;
use matching::{Matching, Question};

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Described {
    /// A state describes the run.
    Yes,
    /// None does.
    No,
    /// It was not found out with so many steps.
    Undecided,
}

/// All states that one search keeps at the heads of loops.
pub struct Claims<'p> {
    program: &'p Program,
    statics: Statics<'p>,
    heads: IndexMap<(FunctionId, BlockId), Vec<Head>>,
    /// Whether no memory is said to be lost.
    nothing_lost: bool,
}

impl<'p> Claims<'p> {
    pub(super) fn new(program: &'p Program, statics: Statics<'p>, heads: Vec<Head>, nothing_lost: bool) -> Self {
        let mut by_place: IndexMap<(FunctionId, BlockId), Vec<Head>> = IndexMap::new();
        for head in heads {
            by_place.entry((head.function, head.block)).or_default().push(head);
        }
        Self { program, statics, heads: by_place, nothing_lost }
    }

    fn at(&self, visit: &Visit) -> impl Iterator<Item = &Head> {
        let heads = self.heads.get(&(visit.function, visit.block)).map_or(&[][..], Vec::as_slice);
        heads.iter().filter(move |head| head.is_entry == (visit.depth == 1))
    }

    /// Whether a state that is kept where a run stands describes it; so many steps are spent on each.
    pub fn describe(&self, visit: &Visit, steps: u64) -> Described {
        let mut answer = Described::No;
        for head in self.at(visit) {
            for state in &head.states {
                let mut left = steps;
                let question = Question {
                    program: self.program,
                    statics: &self.statics,
                    visit,
                    state,
                    named: (!head.is_entry).then_some(&head.named),
                    nothing_lost: head.is_entry && self.nothing_lost,
                };
                match Matching::begin(&question).map_or(Ok(false), |matching| matching.solve(&mut left)) {
                    Ok(true) => return Described::Yes,
                    Ok(false) => {}
                    Err(_) => answer = Described::Undecided,
                }
            }
        }
        answer
    }

    /// What is kept where a run stands, in words.
    pub fn in_words(&self, visit: &Visit) -> Vec<String> {
        self.at(visit).flat_map(|head| &head.states).map(|state| print_state(state, self.program)).collect()
    }

    /// Claims that are wrong, each with what was changed: those that audits are tested with. In turn, every segment has one node
    /// more at least, every number that is known is another one, and no two nodes of kinds stand beside each other, and
    /// every sum is one more than it is.
    pub fn falsified(&self) -> Vec<(String, Claims<'p>)> {
        let mut wrong = Vec::new();
        for change in [Change::Lengths, Change::Numbers, Change::Order, Change::Equations] {
            let heads = self.heads.values().flatten().cloned();
            let mut changed = false;
            let heads: Vec<Head> = heads
                .map(|mut head| {
                    for state in &mut head.states {
                        changed |= change.apply(std::rc::Rc::make_mut(state), self.statics.objects.len());
                    }
                    head
                })
                .collect();
            if changed {
                let statics = self.statics.clone();
                wrong.push((format!("{change:?}"), Claims::new(self.program, statics, heads, self.nothing_lost)));
            }
        }
        wrong
    }
}

/// What is changed in claims to make them wrong.
#[derive(Clone, Copy, Debug)]
enum Change {
    Lengths,
    Numbers,
    Order,
    Equations,
}

impl Change {
    /// Changes a state; whether there was something to change.
    fn apply(self, state: &mut super::state::State, statics: usize) -> bool {
        use super::state::Shape;
        use super::value::Value;
        let mut changed = false;
        if let Change::Equations = self {
            let equations = &mut state.numbers.equations;
            changed = !equations.is_empty();
            *equations = equations.moved();
            for comparison in std::mem::take(&mut state.numbers.comparisons) {
                changed = true;
                state.numbers.comparisons.insert(comparison.reversed());
            }
        }
        let ids: Vec<ObjectId> = state.objects.keys().copied().filter(|id| id.0 as usize >= statics).collect();
        for id in ids {
            let Some(object) = state.object_mut(id) else { continue };
            match self {
                Change::Lengths => {
                    if let Shape::Segment(segment) = &mut object.shape {
                        // More than any run has.
                        segment.min = u8::MAX;
                        changed = true;
                    }
                }
                Change::Equations => {}
                Change::Order => {
                    if !object.others.is_empty() {
                        object.order.follows = Default::default();
                        changed = true;
                    }
                }
                Change::Numbers => {
                    let links = object.segment().map_or_else(Vec::new, |segment| segment.links());
                    for (at, cell) in &mut object.cells {
                        if let Value::Int(bits @ 1..) = cell.value
                            && !links.contains(at)
                            && cell.width <= 8
                        {
                            cell.value = Value::Int(bits ^ 1);
                            changed = true;
                        }
                    }
                }
            }
        }
        changed
    }
}
