//! Power: a value of another domain for each combination of some keys (seed 001, section IV-D1).
//!
//! Keys are loop-select guards (which loops were entered on the way: the paper's symbolic loop paths), truth values
//! of the program's branch conditions (its footnote 8), or anything else with few values. Only combinations that
//! the solver finds are there.

use super::affine::{affine_row, systems};
use super::bounds::program_rows;
use super::linear::both_bounds;
use super::tuples::finite_slots;
use super::{Domain, Kind, Need, Row, SlotType, Source, UpperBound, View, slot_value};
use crate::logic::{Bits, TermId};
use crate::memory::Memory;
use crate::verdict::Fact;

/// Combinations beyond which the power domain says nothing.
const MAX_CASES: usize = 16;

/// Keys of the power domain that are tried.
const MAX_KEYS: usize = 4;

/// Bounds, and combinations that the program compares, that are looked for in each case.
const MAX_INNER: usize = 6;

/// Loops entered that are keys.
const MAX_SELECTS: usize = 3;

/// The values of the keys, and what holds then.
type Case = (Vec<Bits>, Box<dyn Domain>);

/// One value per combination of keys. The keys are the first slots.
#[derive(Clone, Debug)]
pub struct Power {
    keys: Vec<(String, SlotType)>,
    bottom: Box<dyn Domain>,
    /// `None` is anything.
    cases: Option<Vec<Case>>,
}

impl Power {
    /// No combination was seen yet.
    pub fn bottom(keys: impl Iterator<Item = (String, SlotType)>, bottom: Box<dyn Domain>) -> Self {
        Self { keys: keys.collect(), bottom, cases: Some(Vec::new()) }
    }

    /// The case of a point, made if it is new; `None` if there are too many.
    fn case(&mut self, point: &[Bits]) -> Option<&mut Box<dyn Domain>> {
        let key = &point[..self.keys.len()];
        let cases = self.cases.as_mut()?;
        let position = match cases.iter().position(|(known, _)| known == key) {
            Some(position) => position,
            None if cases.len() == MAX_CASES => {
                self.cases = None;
                return None;
            }
            None => {
                cases.push((key.to_vec(), self.bottom.clone()));
                cases.len() - 1
            }
        };
        self.cases.as_mut().map(|cases| &mut cases[position].1)
    }
}

impl PartialEq for Power {
    fn eq(&self, other: &Self) -> bool {
        let same = |(key, value): &Case, (other_key, other): &Case| key == other_key && value.is_same(&**other);
        let cases = match (&self.cases, &other.cases) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
            (None, None) => true,
            _ => false,
        };
        cases && self.keys == other.keys && self.bottom.is_same(&*other.bottom)
    }
}

impl Domain for Power {
    fn join(&mut self, memory: &Memory, point: &[Bits]) {
        let keys = self.keys.len();
        if let Some(case) = self.case(point) {
            case.join(memory, &point[keys..]);
        }
    }

    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId {
        let Some(cases) = &self.cases else { return TermId::TRUE };
        let (keys, rest) = slots.split_at(self.keys.len());
        let mut any = Vec::new();
        for (key, value) in cases {
            let mut all = Vec::new();
            for (&slot, bits) in keys.iter().zip(key) {
                let bits = memory.pool.bits_const(bits.clone());
                all.push(memory.pool.eq(slot, bits));
            }
            all.push(value.term(memory, rest));
            any.push(memory.pool.and(all));
        }
        memory.pool.or(any)
    }

    fn facts(&self, memory: &Memory, names: &[&str]) -> Vec<Fact> {
        let Some(cases) = &self.cases else { return Vec::new() };
        let mut facts = Vec::new();
        for (key, value) in cases {
            let given: Vec<String> = self
                .keys
                .iter()
                .zip(key)
                .map(|((name, ty), bits)| match (ty, bits.is_zero()) {
                    (SlotType::Bit, true) => format!("not ({name})"),
                    (SlotType::Bit, false) => name.clone(),
                    _ => format!("{name} = {}", slot_value(bits, *ty)),
                })
                .collect();
            for fact in value.facts(memory, &names[self.keys.len()..]) {
                facts.push(Fact::Given { keys: given.clone(), fact: Box::new(fact) });
            }
        }
        facts
    }

    fn bound_at(&mut self, point: &[Bits]) -> Option<&mut dyn UpperBound> {
        let keys = self.keys.len();
        self.case(point)?.bound_at(&point[keys..])
    }

    fn bounds(&mut self) -> Vec<(Vec<Bits>, &mut dyn UpperBound)> {
        let mut all = Vec::new();
        for (key, value) in self.cases.iter_mut().flatten() {
            for (inner, linear) in value.bounds() {
                all.push((key.iter().cloned().chain(inner).collect(), linear));
            }
        }
        all
    }
}

/// Bounds and equations for each value of a few conditions, state variables or loops entered.
pub struct ByCase;

impl Kind for ByCase {
    fn name(&self) -> &'static str {
        "power"
    }

    /// Bounds and equations for each value of a key, and for each combination of a few keys.
    fn rows(&self, view: &View) -> Vec<Row> {
        let mut keys = view.slots_where(|source, _| source == Source::Condition);
        keys.retain(|&key| !view.decided.contains(&view.slots[key].before));
        // What the loop does not change tells whole executions apart.
        keys.sort_by_key(|&key| view.slots[key].before != view.slots[key].after);
        keys.truncate(MAX_KEYS);
        let systems = systems(view);
        let singles = view.slots_where(|source, ty| source == Source::Variable && matches!(ty, SlotType::Int(_)));
        let mut bounds: Vec<Row> =
            singles.into_iter().take(MAX_INNER).flat_map(|slot| both_bounds(view, slot)).collect();
        bounds.extend(program_rows(view).into_iter().take(MAX_INNER));
        let mut sets: Vec<Vec<usize>> = keys.iter().map(|&key| vec![key]).collect();
        sets.extend(finite_slots(view).into_iter().take(1).map(|slot| vec![slot]));
        sets.extend((keys.len() > 1).then(|| keys.clone()));
        let selects = view.slots_where(|source, _| source == Source::Select);
        let nearest: Vec<usize> = selects.into_iter().rev().take(MAX_SELECTS).collect();
        sets.extend((!nearest.is_empty()).then_some(nearest));
        let mut rows = Vec::new();
        for set in sets {
            let others = |slots: &Vec<usize>| slots.iter().copied().filter(|slot| !set.contains(slot)).collect();
            let equations = systems.iter().map(|slots| affine_row(view, others(slots)));
            let inner = equations.chain(bounds.iter().cloned());
            let inner = inner.filter(|row| !row.slots.is_empty() && !row.slots.iter().any(|slot| set.contains(slot)));
            rows.extend(inner.map(|row| by_keys(view, &set, row)));
        }
        rows
    }

    fn helps(&self, _need: &Need) -> bool {
        true
    }
}

/// What a row says, for each value of some keys on its own.
pub(super) fn by_keys(view: &View, keys: &[usize], row: Row) -> Row {
    let names = keys.iter().map(|&key| (view.slots[key].name.clone(), view.ty(key)));
    let bottom = Power::bottom(names, row.bottom);
    Row {
        slots: keys.iter().copied().chain(row.slots).collect(),
        where_exists: row.where_exists,
        bottom: Box::new(bottom),
    }
}
