//! The rows of a template, by domain.

use super::{DomainName, Harvest, Row, SlotType, Source, Stage, Template};
use crate::logic::{FastSet, Node, TermId, TermPool};
use crate::memory::Memory;
use crate::ssa::LoopRecord;
use indexmap::IndexSet;

/// Pairs of a loop beyond which relations are left out.
const MAX_PAIRS: usize = 40;

/// Values in one tuple.
const MAX_TUPLE: usize = 4;

/// Values in one system of equations.
const MAX_EQUATION: usize = 10;

/// Keys of the power domain that are tried.
const MAX_KEYS: usize = 4;

impl Template {
    /// The template of a loop: its slots, and the rows of the domains of a stage. `decided` are conditions that are
    /// known to be always true or always false, and so are no keys.
    pub fn of(
        memory: &mut Memory,
        record: &LoopRecord,
        harvest: &Harvest,
        stage: &Stage,
        decided: &FastSet<TermId>,
    ) -> Self {
        let mut template = Template::with_slots(memory, record, harvest);
        for domain in &stage.domains {
            let rows = match domain {
                DomainName::Interval => template.single_rows(),
                DomainName::PointsTo => template.target_rows(),
                DomainName::ValueSet => template.tuple_rows(&memory.pool),
                DomainName::Equality => template.affine_rows(),
                DomainName::Polynomial => template.polynomial_rows(),
                DomainName::Condition => template.condition_rows(),
                DomainName::Program => template.program_rows(harvest),
                DomainName::Zone => template.pair_rows(-1),
                DomainName::Octagon => template.pair_rows(1),
                DomainName::Array => template.element_rows(),
                DomainName::Order => template.order_rows(),
                DomainName::Power => template.power_rows(&memory.pool, harvest, decided),
            };
            template.rows.extend(rows);
        }
        template.rows.extend(template.user_rows(harvest));
        let distinct: Vec<Row> = template.rows.drain(..).collect();
        for row in distinct {
            if !template.rows.contains(&row) {
                template.rows.push(row);
            }
        }
        template
    }

    pub(super) fn slots_where(&self, accept: impl Fn(Source, SlotType) -> bool) -> Vec<usize> {
        let fits = |&index: &usize| accept(self.slots[index].source, self.slots[index].ty);
        (0..self.slots.len()).filter(fits).collect()
    }

    /// Lower and upper bounds of single numbers.
    fn single_rows(&self) -> Vec<Row> {
        let numbers = self.slots_where(|source, ty| {
            matches!(source, Source::Variable | Source::Field(..)) && ty != SlotType::Pointer
        });
        numbers.into_iter().flat_map(both_bounds).collect()
    }

    /// A condition that is always true or always false is a bit with a bound. One that the loop does not change is none
    /// that its invariant has to speak of, but it may be decided, too.
    fn condition_rows(&self) -> Vec<Row> {
        let conditions = self.slots_where(|source, _| source == Source::Condition);
        conditions.into_iter().flat_map(both_bounds).collect()
    }

    fn target_rows(&self) -> Vec<Row> {
        let pointers = self
            .slots_where(|source, ty| !matches!(source, Source::Constant | Source::Past) && ty == SlotType::Pointer);
        pointers.into_iter().map(Row::Targets).collect()
    }

    /// The variables that get constants only, as one row.
    fn tuple_rows(&self, pool: &TermPool) -> Vec<Row> {
        let finite = self.finite_slots(pool);
        if finite.is_empty() { Vec::new() } else { vec![Row::Tuples(finite)] }
    }

    /// Variables that get constants only, those with many first.
    fn finite_slots(&self, pool: &TermPool) -> Vec<usize> {
        let mut finite: Vec<(usize, usize)> = Vec::new();
        for index in self.slots_where(|source, ty| source == Source::Variable && matches!(ty, SlotType::Int(_))) {
            let constants = constant_leaves(pool, self.slots[index].after, self.slots[index].before);
            finite.extend(constants.filter(|&count| count > 0).map(|count| (count, index)));
        }
        finite.sort_by_key(|(count, index)| (std::cmp::Reverse(*count), *index));
        finite.into_iter().map(|(_, index)| index).take(MAX_TUPLE).collect()
    }

    /// Equations between the numbers of one width, of which at least one changes.
    fn affine_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for width in [8, 16, 32, 64] {
            let of_width = |wanted: Source| {
                self.slots_where(move |source, ty| {
                    source == wanted && matches!(ty, SlotType::Int(int) if u32::from(int.bits) == width)
                })
            };
            let mut slots = of_width(Source::Variable);
            if slots.is_empty() {
                continue;
            }
            slots.truncate(MAX_EQUATION);
            slots.extend(of_width(Source::Constant));
            slots.extend(of_width(Source::Past));
            slots.truncate(MAX_EQUATION);
            rows.push(Row::Affine(slots));
        }
        rows
    }

    /// Combinations that the program compares.
    fn program_rows(&self, harvest: &Harvest) -> Vec<Row> {
        let mut rows = Vec::new();
        for combination in harvest.linear.iter().take(MAX_PAIRS) {
            let slot = |term: TermId| self.slots.iter().position(|slot| slot.before == term);
            let terms: Option<Vec<(i64, usize)>> =
                combination.iter().map(|(factor, term)| Some((*factor, slot(*term)?))).collect();
            if let Some(terms) = terms {
                rows.extend(self.companions(&terms));
                rows.extend(both_signs(terms));
            }
        }
        rows
    }

    /// Where nodes are compared with variables, the bounds of those variables where nodes exist.
    fn companions(&self, terms: &[(i64, usize)]) -> Vec<Row> {
        let class = terms.iter().find_map(|(_, slot)| match self.slots[*slot].source {
            Source::Field(class, _) => Some(class),
            _ => None,
        });
        let Some(class) = class else { return Vec::new() };
        let scalars = terms.iter().map(|(_, slot)| *slot);
        let scalars = scalars.filter(|&slot| matches!(self.slots[slot].source, Source::Variable | Source::Constant));
        scalars.flat_map(both_bounds).map(|row| Row::WhereExists(class, Box::new(row))).collect()
    }

    /// Rows of the user whose names are all slots of this loop.
    fn user_rows(&self, harvest: &Harvest) -> Vec<Row> {
        let mut rows = Vec::new();
        for row in &harvest.user {
            let number = |name: &str| {
                self.slots.iter().position(|slot| slot.name.to_string() == name && matches!(slot.ty, SlotType::Int(_)))
            };
            let terms: Option<Vec<(i64, usize)>> =
                row.terms.iter().map(|(factor, name)| Some((*factor, number(name)?))).collect();
            rows.extend(terms.into_iter().flat_map(both_signs));
        }
        rows
    }

    /// Differences or sums of two integers of one width, of which at least one changes; of nodes, within one class
    /// or with a variable.
    fn pair_rows(&self, sign: i64) -> Vec<Row> {
        let numbers = self.slots_where(|source, ty| {
            matches!(source, Source::Variable | Source::Constant | Source::Field(..))
                && matches!(ty, SlotType::Int(int) if int.bits >= 16)
        });
        let mut rows = Vec::new();
        for (position, &a) in numbers.iter().enumerate() {
            for &b in &numbers[position + 1..] {
                let (x, y) = (&self.slots[a], &self.slots[b]);
                let related = match (x.source, y.source) {
                    (Source::Constant, Source::Constant) => false,
                    (Source::Field(c, _), Source::Field(d, _)) => c == d,
                    _ => x.ty.bits() == y.ty.bits(),
                };
                if related && rows.len() < 2 * MAX_PAIRS {
                    rows.extend(both_signs(vec![(1, a), (sign, b)]));
                }
            }
        }
        rows
    }

    /// Bounds and equations for each value of a key, and for each combination of a few keys.
    fn power_rows(&self, pool: &TermPool, harvest: &Harvest, decided: &FastSet<TermId>) -> Vec<Row> {
        let mut keys = self.slots_where(|source, _| source == Source::Condition);
        keys.retain(|&key| !decided.contains(&self.slots[key].before));
        // What the loop does not change tells whole executions apart.
        keys.sort_by_key(|&key| self.slots[key].before != self.slots[key].after);
        keys.truncate(MAX_KEYS);
        let mut inner = self.affine_rows();
        let singles = self.slots_where(|source, ty| source == Source::Variable && matches!(ty, SlotType::Int(_)));
        inner.extend(singles.into_iter().take(6).flat_map(both_bounds));
        inner.extend(self.program_rows(harvest).into_iter().take(6));
        let mut sets: Vec<Vec<usize>> = keys.iter().map(|&key| vec![key]).collect();
        sets.extend(self.finite_slots(pool).into_iter().take(1).map(|slot| vec![slot]));
        sets.extend((keys.len() > 1).then(|| keys.clone()));
        let selects = self.slots_where(|source, _| source == Source::Select);
        let nearest: Vec<usize> = selects.into_iter().rev().take(3).collect();
        sets.extend((!nearest.is_empty()).then_some(nearest));
        let mut rows = Vec::new();
        for set in sets {
            for row in &inner {
                let mut row = row.clone();
                if let Row::Affine(slots) = &mut row {
                    slots.retain(|slot| !set.contains(slot));
                }
                if !row.slots().is_empty() && !row.slots().iter().any(|slot| set.contains(slot)) {
                    rows.push(Row::Power(set.clone(), Box::new(row)));
                }
            }
        }
        rows
    }
}

pub(super) fn both_bounds(slot: usize) -> [Row; 2] {
    [Row::Linear(vec![(1, slot)]), Row::Linear(vec![(-1, slot)])]
}

fn both_signs(terms: Vec<(i64, usize)>) -> [Row; 2] {
    let negated = terms.iter().map(|(factor, slot)| (-factor, *slot)).collect();
    [Row::Linear(terms), Row::Linear(negated)]
}

/// How many constants a value may get, if constants and the value before are all it gets.
fn constant_leaves(pool: &TermPool, after: TermId, before: TermId) -> Option<usize> {
    let mut constants = IndexSet::new();
    let mut seen = IndexSet::new();
    let mut open = vec![after];
    while let Some(term) = open.pop() {
        if !seen.insert(term) || term == before {
            continue;
        }
        match pool.node(term) {
            Node::Ite(_, a, b) => open.extend([a, b]),
            Node::Const(_) => {
                constants.insert(term);
            }
            _ => return None,
        }
    }
    Some(constants.len())
}
