//! What is known of the numbers in every node of a segment: how its fields depend on each other.
//!
//! Nodes that become a segment must all satisfy it, and a node that is taken out does. The names are the cells of a node
//! ([`Name::Cell`]), links aside.

use super::memory::Statics;
use super::numbers::{Name, Numbers, named, number, plus};
use super::state::{Cell, Object, State};
use super::value::{Range, Value};
use crate::ir::IntType;
use std::collections::BTreeMap;

impl State {
    /// How the numbers in a node depend on each other: of a segment, in every node of it.
    fn element(&self, object: &Object) -> Numbers {
        if object.segment().is_some() {
            return object.each.clone();
        }
        let mut numbers = self.numbers.clone();
        for (at, Cell { value, .. }) in object.cells.iter().filter(|(_, cell)| cell.width <= 8) {
            if let Some(sum) = number(*value) {
                numbers.equations.insert(plus(named(Name::Cell(*at)), &sum, u64::MAX));
            }
        }
        numbers.restricted(&|name| matches!(name, Name::Cell(_)))
    }

    /// The numbers that a cell of a node may be.
    fn cell_range(&self, object: &Object, name: Name, ty: IntType) -> Range {
        match name {
            Name::Cell(at) => self.range(object.cell(at).unwrap_or(Value::Any(None)), ty),
            name => self.range_of(name, ty),
        }
    }

    /// The facts about every node of a segment hold of one that was taken out: the cells that they are about get names.
    pub fn instantiate(&mut self, each: &Numbers, cells: &mut BTreeMap<u64, Cell>) {
        let mut values = BTreeMap::new();
        for (at, cell) in cells.iter_mut().filter(|(at, _)| each.mentions(Name::Cell(**at))) {
            if let Value::Any(range) = cell.value {
                cell.value = self.symbol(range);
            }
            values.extend(number(cell.value).map(|sum| (*at, sum)));
        }
        let value = |name: Name| match name {
            Name::Cell(at) => values.get(&at).cloned(),
            Name::Symbol(_) | Name::Length(_) => None,
        };
        let known = each.restricted(&|name| value(name).is_some());
        let known = known.substituted(&|name| value(name).unwrap_or_else(|| named(name)));
        self.numbers = std::mem::take(&mut self.numbers).and(&known);
    }
}

/// What is known of every node of two objects, of the same state or not, links aside.
pub(super) fn common_element(
    statics: &Statics,
    (left, a): (&State, &Object),
    (right, b): (&State, &Object),
    links: &[u64],
) -> Numbers {
    if !statics.numbers {
        return Numbers::default();
    }
    let (x, y) = (left.element(a), right.element(b));
    let (mine, theirs) = (
        |name: Name, ty: IntType| left.cell_range(a, name, ty),
        |name: Name, ty: IntType| right.cell_range(b, name, ty),
    );
    let common = Numbers {
        equations: x.equations.common(&y.equations),
        unequal: x.unequal.iter().filter(|sum| y.excludes(sum)).cloned().collect(),
        comparisons: x.common_comparisons(&y, &mine, &theirs).into_iter().collect(),
    };
    let is_free = |name: Name| !matches!(name, Name::Cell(at) if links.contains(&at));
    common.restricted(&is_free).canonical()
}

/// Whether what is known of every node of a segment holds of those of another object.
pub(super) fn covers_element(a: &Object, (right, b): (&State, &Object)) -> bool {
    if a.each.is_empty() {
        return true;
    }
    let known = right.element(b);
    let ranges = |name: Name, ty: IntType| right.cell_range(b, name, ty);
    a.each.equations.rows().all(|row| known.equations.entails(row))
        && a.each.unequal.iter().all(|sum| known.excludes(sum))
        && a.each.comparisons.iter().all(|comparison| known.holds(comparison, &ranges))
}
