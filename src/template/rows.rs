//! The rows of a template, by domain.

use super::domain::{EQUATIONS, Material, TARGETS, TUPLES};
use super::{Combination, Harvest, Row, SlotType, Source, Stage, Template};
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
        let material = Material { pool: &memory.pool, record, harvest, decided };
        for domain in &stage.domains {
            let rows = (domain.kind().rows)(&template, &material);
            template.rows.extend(rows);
        }
        template.rows.extend(template.user_rows(memory, record, &harvest.user));
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
    pub(super) fn single_rows(&self) -> Vec<Row> {
        let numbers = self.slots_where(|source, ty| {
            matches!(source, Source::Variable | Source::Field(..)) && ty != SlotType::Pointer
        });
        numbers.into_iter().flat_map(both_bounds).collect()
    }

    /// A condition that is always true or always false is a bit with a bound. One that the loop does not change is none
    /// that its invariant has to speak of, but it may be decided, too.
    pub(super) fn condition_rows(&self) -> Vec<Row> {
        let conditions = self.slots_where(|source, _| source == Source::Condition);
        conditions.into_iter().flat_map(both_bounds).collect()
    }

    pub(super) fn target_rows(&self) -> Vec<Row> {
        let pointers = self
            .slots_where(|source, ty| !matches!(source, Source::Constant | Source::Past) && ty == SlotType::Pointer);
        pointers.into_iter().map(|pointer| Row::Of(&TARGETS, vec![pointer])).collect()
    }

    /// The variables that get constants only, as one row.
    pub(super) fn tuple_rows(&self, pool: &TermPool) -> Vec<Row> {
        let finite = self.finite_slots(pool);
        if finite.is_empty() { Vec::new() } else { vec![Row::Of(&TUPLES, finite)] }
    }

    /// Variables that get constants only, those with many first.
    pub(super) fn finite_slots(&self, pool: &TermPool) -> Vec<usize> {
        let mut finite: Vec<(usize, usize)> = Vec::new();
        for index in self.slots_where(|source, ty| source == Source::Variable && matches!(ty, SlotType::Int(_))) {
            let constants = constant_leaves(pool, self.slots[index].after, self.slots[index].before);
            finite.extend(constants.filter(|&count| count > 0).map(|count| (count, index)));
        }
        finite.sort_by_key(|(count, index)| (std::cmp::Reverse(*count), *index));
        finite.into_iter().map(|(_, index)| index).take(MAX_TUPLE).collect()
    }

    /// Equations between the numbers of one width, of which at least one changes.
    pub(super) fn affine_rows(&self) -> Vec<Row> {
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
            rows.push(Row::Of(&EQUATIONS, slots));
        }
        rows
    }

    /// Combinations that the program compares.
    pub(super) fn program_rows(&self, harvest: &Harvest) -> Vec<Row> {
        let mut rows = Vec::new();
        for terms in self.compared_combinations(harvest) {
            rows.extend(self.companions(&terms));
            rows.extend(self.bounds_of(terms));
        }
        let slot = |term: TermId| self.slots.iter().position(|slot| slot.before == term);
        for &(variable, _, end) in &harvest.ends.places {
            let pair = slot(variable).zip(slot(end));
            rows.extend(pair.map(|(variable, end)| Row::Linear(vec![(1, variable), (-1, end)])));
        }
        rows
    }

    /// The combinations that the program compares.
    pub(super) fn compared_combinations(&self, harvest: &Harvest) -> Vec<Combination> {
        let slot = |term: TermId| self.slots.iter().position(|slot| slot.before == term);
        let terms = |combination: &Vec<(i64, TermId)>| -> Option<Combination> {
            combination.iter().map(|(factor, term)| Some((*factor, slot(*term)?))).collect()
        };
        harvest.linear.iter().take(MAX_PAIRS).filter_map(terms).collect()
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

    /// Differences or sums of two integers of one width, of which at least one changes; of nodes, within one class
    /// or with a variable.
    pub(super) fn pair_rows(&self, sign: i64) -> Vec<Row> {
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
}

pub(super) fn both_bounds(slot: usize) -> [Row; 2] {
    [Row::Linear(vec![(1, slot)]), Row::Linear(vec![(-1, slot)])]
}

pub(super) fn both_signs(terms: Vec<(i64, usize)>) -> [Row; 2] {
    let negated = terms.iter().map(|(factor, slot)| (-factor, *slot)).collect();
    [Row::Linear(terms), Row::Linear(negated)]
}

/// How many constants a value may get, if constants and the value before are all it gets; of an array, its elements.
pub(super) fn constant_leaves(pool: &TermPool, after: TermId, before: TermId) -> Option<usize> {
    let mut constants = IndexSet::new();
    let mut seen = IndexSet::new();
    let mut open = vec![after];
    while let Some(term) = open.pop() {
        if !seen.insert(term) || term == before {
            continue;
        }
        match pool.node(term) {
            Node::Ite(_, a, b) => open.extend([a, b]),
            Node::Store(rest, at, value) => {
                // What is written over is not there: a new node holds anything at first.
                let mut rest = rest;
                while let Node::Store(below, same, _) = pool.node(rest)
                    && same == at
                {
                    rest = below;
                }
                open.extend([rest, value]);
            }
            Node::Const(_) => {
                constants.insert(term);
            }
            _ => return None,
        }
    }
    Some(constants.len())
}
