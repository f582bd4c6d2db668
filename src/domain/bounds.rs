//! Domains of bounds: of single numbers, of conditions, of what the program compares, of differences and of sums.

use super::linear::{both_bounds, both_signs};
use super::{Kind, Need, Row, SlotType, Source, View};
use crate::logic::TermId;

/// Pairs of a loop beyond which relations are left out.
const MAX_PAIRS: usize = 40;

/// Bounds of single numbers.
pub struct Interval;

impl Kind for Interval {
    fn name(&self) -> &'static str {
        "interval"
    }

    fn rows(&self, view: &View) -> Vec<Row> {
        single_rows(view)
    }

    fn helps(&self, _need: &Need) -> bool {
        true
    }
}

/// Conditions of the program that always or never hold.
pub struct Condition;

impl Kind for Condition {
    fn name(&self) -> &'static str {
        "condition"
    }

    fn rows(&self, view: &View) -> Vec<Row> {
        condition_rows(view)
    }
}

/// Bounds of combinations that the program compares.
pub struct Compared;

impl Kind for Compared {
    fn name(&self) -> &'static str {
        "program"
    }

    fn rows(&self, view: &View) -> Vec<Row> {
        program_rows(view)
    }
}

/// Bounds of differences.
pub struct Zone;

impl Kind for Zone {
    fn name(&self) -> &'static str {
        "zone"
    }

    fn rows(&self, view: &View) -> Vec<Row> {
        pair_rows(view, -1)
    }

    fn helps(&self, need: &Need) -> bool {
        need.numbers > 1
    }
}

/// Bounds of sums.
pub struct Octagon;

impl Kind for Octagon {
    fn name(&self) -> &'static str {
        "octagon"
    }

    fn rows(&self, view: &View) -> Vec<Row> {
        pair_rows(view, 1)
    }

    fn helps(&self, need: &Need) -> bool {
        need.numbers > 1
    }
}

/// Lower and upper bounds of single numbers.
fn single_rows(view: &View) -> Vec<Row> {
    let numbers = view
        .slots_where(|source, ty| matches!(source, Source::Variable | Source::Field(..)) && ty != SlotType::Pointer);
    numbers.into_iter().flat_map(|slot| both_bounds(view, slot)).collect()
}

/// A condition that is always true or always false is a bit with a bound. One that the loop does not change is none
/// that its invariant has to speak of, but it may be decided, too.
fn condition_rows(view: &View) -> Vec<Row> {
    let conditions = view.slots_where(|source, _| source == Source::Condition);
    conditions.into_iter().flat_map(|slot| both_bounds(view, slot)).collect()
}

/// Combinations that the program compares.
pub(super) fn program_rows(view: &View) -> Vec<Row> {
    let mut rows = Vec::new();
    for combination in view.compared.iter().take(MAX_PAIRS) {
        let slot = |term: TermId| view.slots.iter().position(|slot| slot.before == term);
        let terms: Option<Vec<(i64, usize)>> =
            combination.iter().map(|(factor, term)| Some((*factor, slot(*term)?))).collect();
        if let Some(terms) = terms {
            rows.extend(companions(view, &terms));
            rows.extend(both_signs(view, terms));
        }
    }
    rows
}

/// Where nodes are compared with variables, the bounds of those variables where nodes exist.
fn companions(view: &View, terms: &[(i64, usize)]) -> Vec<Row> {
    let class = terms.iter().find_map(|(_, slot)| match view.slots[*slot].source {
        Source::Field(class, _) => Some(class),
        _ => None,
    });
    let Some(class) = class else { return Vec::new() };
    let scalars = terms.iter().map(|(_, slot)| *slot);
    let scalars = scalars.filter(|&slot| matches!(view.slots[slot].source, Source::Variable | Source::Constant));
    scalars.flat_map(|slot| both_bounds(view, slot)).map(|row| Row { where_exists: Some(class), ..row }).collect()
}

/// Differences or sums of two integers of one width, of which at least one changes; of nodes, within one class
/// or with a variable.
fn pair_rows(view: &View, sign: i64) -> Vec<Row> {
    let numbers = view.slots_where(|source, ty| {
        matches!(source, Source::Variable | Source::Constant | Source::Field(..))
            && matches!(ty, SlotType::Int(int) if int.bits >= 16)
    });
    let mut rows = Vec::new();
    for (position, &a) in numbers.iter().enumerate() {
        for &b in &numbers[position + 1..] {
            let (x, y) = (&view.slots[a], &view.slots[b]);
            let related = match (x.source, y.source) {
                (Source::Constant, Source::Constant) => false,
                (Source::Field(c, _), Source::Field(d, _)) => c == d,
                _ => x.ty.bits() == y.ty.bits(),
            };
            if related && rows.len() < 2 * MAX_PAIRS {
                rows.extend(both_signs(view, vec![(1, a), (sign, b)]));
            }
        }
    }
    rows
}
