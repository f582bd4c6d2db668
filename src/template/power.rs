//! Rows of the power domain: bounds, equations and targets of their own for each value of some keys (seed 001, sections
//! IV-C and IV-D).
//!
//! Keys of rows about variables are conditions of the program, a state variable, and which loops were entered on the way.
//! Rows about the nodes of a class have these keys, too, and conditions about the same node: its kind, colour or flag.

use super::domain::TARGETS;
use super::rows::{both_bounds, constant_leaves};
use super::{Harvest, Row, SlotType, Source, Template};
use crate::logic::{FastSet, TermId, TermPool};

/// Conditions that are tried as keys.
const MAX_KEYS: usize = 4;

/// Conditions about nodes that are tried as keys.
const MAX_NODE_KEYS: usize = 3;

/// Loops before this one that a loop path is made of.
const MAX_PATH: usize = 4;

/// Numbers that have bounds of their own for each value of a key; and pointers with targets.
const MAX_NUMBERS: usize = 6;
const MAX_POINTERS: usize = 4;

/// Combinations that the program compares, of those.
const MAX_COMBINATIONS: usize = 6;

/// The keys of rows about variables.
struct Keys {
    /// Conditions.
    conditions: Vec<usize>,
    /// Loops before, whether they were entered.
    path: Vec<usize>,
    /// All sets of keys that are tried.
    sets: Vec<Vec<usize>>,
}

impl Template {
    /// What holds for each value of a key, and for each combination of a few keys. `decided` are conditions that are
    /// known to be always true or always false, and so are no keys.
    pub(super) fn power_rows(&self, pool: &TermPool, harvest: &Harvest, decided: &FastSet<TermId>) -> Vec<Row> {
        let Keys { conditions, path, sets } = self.keys(pool, decided);
        let combinations = self.program_rows(harvest);
        let mut rows = self.for_each_key(&sets, &self.rows_of_variables(&combinations));

        let mut classes: Vec<usize> = self
            .slots
            .iter()
            .filter_map(|slot| match slot.source {
                Source::Field(class, _) => Some(class),
                _ => None,
            })
            .collect();
        classes.dedup();
        for class in classes {
            let mut sets = self.node_keys(pool, class);
            sets.extend(conditions.iter().map(|&key| vec![key]));
            sets.extend((!path.is_empty()).then(|| path.clone()));
            rows.extend(self.for_each_key(&sets, &self.rows_of_nodes(class, &combinations)));
        }
        rows
    }

    /// Equations of variables for each value of a key: they need few models, where bounds need many.
    pub(super) fn equation_power_rows(&self, pool: &TermPool, decided: &FastSet<TermId>) -> Vec<Row> {
        self.for_each_key(&self.keys(pool, decided).sets, &self.affine_rows())
    }

    /// The keys of rows about variables.
    fn keys(&self, pool: &TermPool, decided: &FastSet<TermId>) -> Keys {
        let mut conditions = self.slots_where(|source, _| source == Source::Condition);
        conditions.retain(|&key| !decided.contains(&self.slots[key].before));
        // What the loop does not change tells whole executions apart.
        conditions.sort_by_key(|&key| self.slots[key].before != self.slots[key].after);
        conditions.truncate(MAX_KEYS);
        let selects = self.slots_where(|source, _| source == Source::Select);
        let path: Vec<usize> = selects.into_iter().rev().take(MAX_PATH).collect();

        let mut sets: Vec<Vec<usize>> = conditions.iter().map(|&key| vec![key]).collect();
        sets.extend(self.finite_slots(pool).into_iter().take(1).map(|slot| vec![slot]));
        sets.extend((conditions.len() > 1).then(|| conditions.clone()));
        sets.extend((!path.is_empty()).then(|| path.clone()));
        Keys { conditions, path, sets }
    }

    /// What may depend on keys, of variables.
    fn rows_of_variables(&self, combinations: &[Row]) -> Vec<Row> {
        let mut rows = self.affine_rows();
        let numbers = self.slots_where(|source, ty| source == Source::Variable && matches!(ty, SlotType::Int(_)));
        rows.extend(numbers.into_iter().take(MAX_NUMBERS).flat_map(both_bounds));
        let combinations = combinations.iter().filter(|row| self.class_of(row).is_none());
        rows.extend(combinations.take(MAX_COMBINATIONS).cloned());
        let pointers = self.slots_where(|source, ty| source == Source::Variable && ty == SlotType::Pointer);
        rows.extend(pointers.into_iter().take(MAX_POINTERS).map(|pointer| Row::Of(&TARGETS, vec![pointer])));
        rows
    }

    /// What may depend on keys, of the nodes of a class.
    fn rows_of_nodes(&self, class: usize, combinations: &[Row]) -> Vec<Row> {
        let own = |source: Source| matches!(source, Source::Field(of, _) if of == class);
        let numbers = self.slots_where(|source, ty| own(source) && matches!(ty, SlotType::Int(_)));
        let mut rows: Vec<Row> = numbers.into_iter().take(MAX_NUMBERS).flat_map(both_bounds).collect();
        let combinations =
            combinations.iter().filter(|row| self.class_of(row) == Some(class) && !matches!(row, Row::WhereExists(..)));
        rows.extend(combinations.take(MAX_COMBINATIONS).cloned());
        let pointers = self.slots_where(|source, ty| own(source) && ty == SlotType::Pointer);
        rows.extend(pointers.into_iter().take(MAX_POINTERS).map(|pointer| Row::Of(&TARGETS, vec![pointer])));
        rows
    }

    /// Keys that tell the nodes of a class apart: fields that get constants only, and conditions about others.
    fn node_keys(&self, pool: &TermPool, class: usize) -> Vec<Vec<usize>> {
        let conditions = self.slots_where(|source, _| source == Source::NodeCondition(class));
        let asked = |array: TermId| {
            conditions.iter().any(|&key| self.slots[key].operands.iter().any(|(_, before, _)| *before == array))
        };
        let mut finite = self.slots_where(|source, ty| match source {
            Source::Field(of, _) | Source::Kept(of, _) => of == class && matches!(ty, SlotType::Int(_)),
            _ => false,
        });
        finite.retain(|&slot| {
            let slot = &self.slots[slot];
            asked(slot.before) && constant_leaves(pool, slot.after, slot.before).is_some_and(|count| count > 1)
        });
        let is_finite = |array: TermId| finite.iter().any(|&slot| self.slots[slot].before == array);
        let others =
            conditions.iter().filter(|&&key| !self.slots[key].operands.iter().all(|(_, before, _)| is_finite(*before)));
        let keys = finite.iter().chain(others).take(MAX_NODE_KEYS);
        keys.map(|&key| vec![key]).collect()
    }

    /// Rows for each value of each set of keys.
    fn for_each_key(&self, sets: &[Vec<usize>], inner: &[Row]) -> Vec<Row> {
        let mut rows = Vec::new();
        for set in sets {
            for row in inner {
                let mut row = row.clone();
                if let Row::Of(form, slots) = &mut row
                    && form.any_number
                {
                    slots.retain(|slot| !set.contains(slot));
                }
                if !row.slots().is_empty() && !row.slots().iter().any(|slot| self.is_told_by(set, *slot)) {
                    rows.push(Row::Power(set.clone(), Box::new(row)));
                }
            }
        }
        rows
    }

    /// Whether the keys say all there is to say of a slot: it is one of them, or one of them is a condition on it alone.
    fn is_told_by(&self, set: &[usize], slot: usize) -> bool {
        set.iter().any(|&key| {
            let alone = matches!(self.slots[key].operands[..], [(_, before, _)] if before == self.slots[slot].before);
            key == slot || alone
        })
    }
}
