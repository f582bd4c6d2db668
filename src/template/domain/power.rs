//! Power: a value of another domain for each combination of some keys (seed 001, section IV-D1).
//!
//! Keys are loop-select guards (which loops were entered on the way: the paper's symbolic loop paths), truth values
//! of the program's branch conditions (its footnote 8), or anything else with few values. Only combinations that
//! the solver finds are there.

use super::{Domain, Kind, Movable, slot_value};
use crate::logic::{Bits, TermId};
use crate::memory::Memory;
use crate::template::SlotType;
use crate::verdict::{Fact, Key, Name};

/// Equations for each value of a few conditions, state variables or loops entered.
pub static POWER_EQUALITY: Kind = Kind::new("power-equality", |template, material| {
    template.equation_power_rows(material.pool, material.decided)
});

/// Bounds and equations for each value of a few conditions, state variables or loops entered.
pub static POWER: Kind = Kind::new("power", |template, material| {
    template.power_rows(material.pool, material.harvest, material.decided)
});

/// Combinations beyond which the power domain says nothing.
const MAX_CASES: usize = 16;

/// The values of the keys, and what holds then.
type Case = (Vec<Bits>, Box<dyn Domain>);

/// One value per combination of keys. The keys are the first slots.
#[derive(Debug)]
pub struct Power {
    keys: Vec<SlotType>,
    bottom: Box<dyn Domain>,
    /// `None` is anything.
    cases: Option<Vec<Case>>,
}

impl Power {
    /// No combination was seen yet.
    pub fn bottom(keys: impl Iterator<Item = SlotType>, bottom: Box<dyn Domain>) -> Self {
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
                cases.push((key.to_vec(), self.bottom.copy()));
                cases.len() - 1
            }
        };
        self.cases.as_mut().map(|cases| &mut cases[position].1)
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

    fn facts(&self, memory: &Memory, names: &[Name]) -> Vec<Fact> {
        let Some(cases) = &self.cases else { return Vec::new() };
        let mut facts = Vec::new();
        for (key, value) in cases {
            let given = names.iter().zip(&self.keys).zip(key).map(|((name, ty), bits)| match (ty, bits.is_zero()) {
                (SlotType::Bit, true) => Key::Fails(name.clone()),
                (SlotType::Bit, false) => Key::Holds(name.clone()),
                _ => Key::Is(name.clone(), slot_value(bits, *ty)),
            });
            let given: Vec<Key> = given.collect();
            for fact in value.facts(memory, &names[self.keys.len()..]) {
                facts.push(Fact::Given { keys: given.clone(), fact: Box::new(fact) });
            }
        }
        facts
    }

    fn copy(&self) -> Box<dyn Domain> {
        let copied = |cases: &Vec<Case>| cases.iter().map(|(key, value)| (key.clone(), value.copy())).collect();
        Box::new(Self { keys: self.keys.clone(), bottom: self.bottom.copy(), cases: self.cases.as_ref().map(copied) })
    }

    fn bound_at(&mut self, point: &[Bits]) -> Option<&mut dyn Movable> {
        let keys = self.keys.len();
        self.case(point)?.bound_at(&point[keys..])
    }

    fn bounds(&mut self) -> Vec<(Vec<Bits>, &mut dyn Movable)> {
        let mut all = Vec::new();
        for (key, value) in self.cases.iter_mut().flatten() {
            for (inner, linear) in value.bounds() {
                all.push((key.iter().cloned().chain(inner).collect(), linear));
            }
        }
        all
    }
}
