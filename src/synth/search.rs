//! The search for sums whose bounds exclude a violation: polyhedra, guided by counterexamples.
//!
//! In: values with which a model of a violation goes past the invariants of loops, and values that the loops are seen to
//! have: after the first iteration, and step by step after that. Out: combinations of few values with small factors, or
//! a constant of the program as factor, whose bounds separate the former from the latter. What bounds they really
//! have is then found as for all other rows, so a bad guess costs time and nothing else.

use super::Synthesis;
use crate::logic::{Bits, Evaluator, Sort, TermId, Value};
use crate::template::domain::{Bound, slot_value};
use crate::template::{Combination, Side, slot_term};
use indexmap::IndexSet;

/// Values of a loop, or of a class of its nodes, that a combination is made of.
const MAX_VALUES: usize = 7;

/// Parts of a combination.
const MAX_PARTS: usize = 3;

/// Combinations of one loop that are tried at a time.
const MAX_ROWS: usize = 6;

/// The greatest constant of the program that is tried as a factor, and how many are.
const MAX_CONSTANT: i128 = 4096;
const MAX_CONSTANTS: usize = 3;

/// Iterations that are followed one by one.
const MAX_STEPS: usize = 6;

/// Models of violations that a combination is judged by.
const MAX_VIOLATIONS: usize = 3;

/// What was seen of one loop.
#[derive(Default)]
pub(super) struct Seen {
    /// What was tried as a row.
    tried: IndexSet<Combination>,
    /// For what is about no class, then for each class.
    groups: Vec<Group>,
}

/// Values of the same slots.
#[derive(Clone, Default)]
struct Group {
    slots: Vec<usize>,
    /// Values that the loop has.
    reached: Vec<Vec<i128>>,
    /// Values in violations.
    violating: Vec<Vec<i128>>,
}

impl Synthesis<'_> {
    /// Notes with which values a violation goes past the invariants of the loops that are entered.
    pub fn note_violation(&mut self, model: &mut Evaluator) {
        self.prepare_search();
        for index in 0..self.records.len() {
            if !model.eval(&self.encoding.memory.pool, self.records[index].select).to_bool() {
                continue;
            }
            for group in 0..self.seen[index].groups.len() {
                let nodes = match group.checked_sub(1) {
                    None => vec![None],
                    Some(class) => self.heads.instances[index][class].iter().map(|&node| Some(node)).collect(),
                };
                for node in nodes {
                    if let (Some(node), Some(class)) = (node, group.checked_sub(1)) {
                        let exists = self.exists(index, class, Side::Before, node);
                        if !model.eval(&self.encoding.memory.pool, exists).to_bool() {
                            continue;
                        }
                    }
                    let terms = self.group_terms(index, group, Side::Before, node);
                    let bits = terms.iter().map(|&term| model.eval(&self.encoding.memory.pool, term).bits().clone());
                    let values = self.group_values(index, group, &bits.collect::<Vec<Bits>>());
                    self.seen[index].groups[group].violating.push(values);
                }
            }
        }
    }

    /// Chooses combinations that separate the violations noted from what is seen to happen; whether there are new ones.
    pub fn search(&mut self) -> bool {
        self.prepare_search();
        self.drop_unbounded();
        let mut any = false;
        for index in 0..self.records.len() {
            if self.seen[index].groups.iter().all(|group| group.violating.is_empty()) {
                continue;
            }
            if self.seen[index].groups.iter().all(|group| group.reached.is_empty()) {
                self.observe(index);
            }
            let mut chosen = Vec::new();
            for group in &self.seen[index].groups {
                chosen.extend(self.separating(group, &self.seen[index].tried));
            }
            for combination in chosen {
                self.add_to_nested(index, &combination);
                any |= self.add_searched(index, combination);
            }
            self.seen[index].groups.iter_mut().for_each(|group| group.violating.clear());
        }
        any
    }

    fn add_searched(&mut self, index: usize, combination: Combination) -> bool {
        let new = self.seen[index].tried.insert(combination.clone());
        if new {
            self.harvests[index].searched.push(combination);
        }
        new
    }

    /// What an outer loop keeps to, the loops in it must keep to as well, with what they change themselves.
    fn add_to_nested(&mut self, index: usize, combination: &[(i64, usize)]) {
        for inner in index + 1..self.records.len() {
            if self.records[inner].parent != Some(index) {
                continue;
            }
            let named = |slot: usize| {
                let name = &self.templates[index].slots[slot].name;
                self.seen[inner].groups[0]
                    .slots
                    .iter()
                    .copied()
                    .find(|&own| self.templates[inner].slots[own].name == *name)
            };
            let same: Option<Combination> =
                combination.iter().map(|(factor, slot)| Some((*factor, named(*slot)?))).collect();
            let Some(same) = same else { continue };
            let slots = &self.templates[inner].slots;
            let others: Vec<usize> = self.seen[inner].groups[0]
                .slots
                .iter()
                .copied()
                .filter(|own| slots[*own].before != slots[*own].after && !same.iter().any(|(_, slot)| slot == own))
                .collect();
            for other in others.into_iter().take(MAX_PARTS) {
                for factor in [1, -1] {
                    let mut longer = same.clone();
                    longer.push((factor, other));
                    self.add_searched(inner, longer);
                }
            }
            self.add_searched(inner, same);
        }
    }

    /// Forgets combinations that turned out to have no bounds.
    fn drop_unbounded(&mut self) {
        for index in 0..self.harvests.len() {
            let Some(template) = self.templates.get(index) else { continue };
            let mut bounded: Vec<usize> = Vec::new();
            for (row, value) in template.rows.iter().zip(&mut self.invariants[index].values) {
                let has_bound = value.bounds().iter().any(|(_, linear)| match linear.bound() {
                    Bound::AtMost(bound) => bound < linear.limit(),
                    Bound::None | Bound::Any => false,
                });
                if has_bound {
                    bounded.extend(row.slots());
                }
            }
            let is_bounded =
                |combination: &Combination| template.sum_of(combination).is_none_or(|slot| bounded.contains(&slot));
            self.harvests[index].searched.retain(is_bounded);
        }
    }

    /// Decides which values combinations are made of.
    fn prepare_search(&mut self) {
        if !self.seen.is_empty() {
            return;
        }
        for (template, record) in self.templates.iter().zip(&self.records) {
            let mut groups = Vec::new();
            for class in std::iter::once(None).chain((0..record.classes.len()).map(Some)) {
                let mut slots = template.numbers(class);
                slots.truncate(MAX_VALUES);
                groups.push(Group { slots, ..Group::default() });
            }
            self.seen.push(Seen { groups, ..Seen::default() });
        }
    }

    fn group_terms(&mut self, index: usize, group: usize, side: Side, node: Option<TermId>) -> Vec<TermId> {
        let slots = self.seen[index].groups[group].slots.clone();
        let template = &self.templates[index];
        slots.iter().map(|&slot| slot_term(&mut self.encoding.memory, &template.slots[slot], side, node)).collect()
    }

    fn group_values(&self, index: usize, group: usize, bits: &[Bits]) -> Vec<i128> {
        let slots = &self.seen[index].groups[group].slots;
        slots.iter().zip(bits).map(|(&slot, bits)| slot_value(bits, self.templates[index].slots[slot].ty)).collect()
    }

    /// Looks at what a loop does: at the end of the first iteration, with the greatest and least values that the solver
    /// comes up with, and from there step by step, where nothing in the loop is known by an invariant only.
    fn observe(&mut self, index: usize) {
        let [first, again] = self.cases_into(index);
        let guard = self.records[index].back_guard;
        let start = self.encoding.memory.pool.and([guard, first]);
        self.push_constraints(index);
        let mut states = Vec::new();
        for group in 0..self.seen[index].groups.len() {
            let class = group.checked_sub(1);
            let node = class.map(|class| self.heads.witnesses[index][class]);
            let there = self.witness_exists(index, class);
            let base = self.encoding.memory.pool.and([start, there]);
            let terms = self.group_terms(index, group, Side::After, node);
            let mut open = vec![base];
            for &term in &terms {
                open.extend(self.extremes(term).map(|condition| self.encoding.memory.pool.and([base, condition])));
            }
            for query in open {
                states.extend(self.reach(index, group, &terms, query));
            }
        }
        let is_exact = self.records[index].classes.is_empty()
            && self.records[index].arrays.is_empty()
            && !self.harvests[index].nested;
        for mut state in states.into_iter().take(if is_exact { MAX_PARTS } else { 0 }) {
            let terms = self.group_terms(index, 0, Side::After, None);
            for _ in 0..MAX_STEPS {
                let mut all = vec![guard, again];
                for (variable, value) in self.records[index].variables.clone().iter().zip(&state) {
                    let value = match self.encoding.memory.pool.sort(variable.before) {
                        Sort::Bool => self.encoding.memory.pool.bool_const(value.to_bool()),
                        _ => self.encoding.memory.pool.bits_const(value.bits().clone()),
                    };
                    all.push(self.encoding.memory.pool.eq(variable.before, value));
                }
                let query = self.encoding.memory.pool.and(all);
                match self.reach(index, 0, &terms, query) {
                    Some(next) => state = next,
                    None => break,
                }
            }
        }
        self.pop_constraints(index);
    }

    /// Conditions under which a value is unusual.
    fn extremes(&mut self, term: TermId) -> [TermId; 2] {
        let pool = &mut self.encoding.memory.pool;
        let width = pool.width(term);
        let (some, few) = (pool.bv_const(100, width), pool.bv_const(3, width));
        [pool.slt(some, term), pool.slt(term, few)]
    }

    /// Asks for one end of the body, and notes the values there; what the loop changes in it.
    fn reach(&mut self, index: usize, group: usize, terms: &[TermId], query: TermId) -> Option<Vec<Value>> {
        if self.ask_within(index, query, 16) != Some(true) {
            return None;
        }
        let mut bits = Vec::new();
        for &term in terms {
            bits.push(self.value(index, term)?.bits().clone());
        }
        let values = self.group_values(index, group, &bits);
        self.seen[index].groups[group].reached.push(values);
        let after: Vec<TermId> = self.records[index].variables.iter().map(|variable| variable.after).collect();
        after.into_iter().map(|term| self.value(index, term)).collect()
    }

    /// Combinations whose values in a violation lie outside of those that were reached: half of them those with the
    /// fewest values, half the smallest.
    fn separating(&self, group: &Group, tried: &IndexSet<Combination>) -> Vec<Combination> {
        if group.reached.is_empty() || group.violating.is_empty() {
            return Vec::new();
        }
        let violating = &group.violating[group.violating.len().saturating_sub(MAX_VIOLATIONS)..];
        let mut found: Vec<(i128, i64, Combination)> = Vec::new();
        for factors in self.factors(group.slots.len()) {
            let value = |values: &Vec<i128>| -> i128 {
                factors.iter().map(|(factor, position)| i128::from(*factor) * values[*position]).sum()
            };
            let (Some(low), Some(high)) =
                (group.reached.iter().map(value).min(), group.reached.iter().map(value).max())
            else {
                continue;
            };
            let separates = violating.iter().any(|values| !(low..=high).contains(&value(values)));
            let combination: Combination = factors.iter().map(|(factor, at)| (*factor, group.slots[*at])).collect();
            if separates && !tried.contains(&combination) {
                let size = factors.iter().map(|(factor, _)| factor.abs() + 2).sum();
                found.push((high - low, size, combination));
            }
        }
        found.sort();
        let mut chosen: Vec<Combination> =
            found.iter().take(MAX_ROWS / 2).map(|(_, _, combination)| combination.clone()).collect();
        found.sort_by_key(|(range, size, _)| (*size, *range));
        for (_, _, combination) in found {
            if chosen.len() < MAX_ROWS && !chosen.contains(&combination) {
                chosen.push(combination);
            }
        }
        chosen
    }

    /// All small combinations of so many values, the first factor positive.
    fn factors(&self, count: usize) -> Vec<Vec<(i64, usize)>> {
        let is_constant = |at: &i128| {
            (4..=MAX_CONSTANT).contains(at) && [at - 1, at + 1].iter().all(|near| self.thresholds.contains(near))
        };
        let constants = self.thresholds.iter().copied().filter(is_constant).take(MAX_CONSTANTS);
        let large: Vec<i64> = constants.flat_map(|at| [at as i64, -(at as i64)]).collect();
        let mut all: Vec<Vec<(i64, usize)>> = vec![Vec::new()];
        let mut complete = Vec::new();
        for position in 0..count {
            let mut longer = Vec::new();
            for parts in &all {
                let has_large = parts.iter().any(|(factor, _)| factor.abs() > 3);
                let large = large.iter().copied().filter(|_| !has_large);
                for factor in [1, 2, 3, -1, -2, -3].into_iter().chain(large) {
                    if parts.len() < MAX_PARTS && (factor > 0 || !parts.is_empty()) {
                        longer.push(parts.iter().copied().chain([(factor, position)]).collect::<Vec<_>>());
                    }
                }
            }
            complete.extend(longer.iter().filter(|parts| parts.len() > 1).cloned());
            all.extend(longer);
        }
        // A multiple of a combination says the same.
        complete
            .retain(|parts| parts.iter().any(|(factor, _)| factor % 2 != 0) && parts.iter().any(|(f, _)| f % 3 != 0));
        complete
    }
}
