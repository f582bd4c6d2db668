//! Templates: what an invariant of a residual loop can say.
//!
//! In: the residual loops of an encoding. Out: for each loop, its slots (values it changes or reads) and the rows
//! over them. A row says something about loop-back variables, or about **every** node of a class that exists;
//! the parameters of a row are found by `synth` and live in `domain`.

use crate::ir::{IntType, Scalar};
use crate::logic::{Node, TermId, TermPool};
use crate::memory::Memory;
use crate::ssa::LoopRecord;
use indexmap::IndexSet;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotType {
    /// An integer.
    Int(IntType),
    /// A pointer.
    Pointer,
    /// A single bit.
    Bit,
}

/// Where a slot's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A loop variable, by position.
    Variable(usize),
    /// A value that the loop does not change, by position.
    Constant(usize),
    /// A field of every node of a class: positions of class and field.
    Field(usize, usize),
}

/// A value that rows are about.
#[derive(Clone, Debug)]
pub struct Slot {
    /// In source terms.
    pub name: String,
    /// What it holds.
    pub ty: SlotType,
    /// Where it comes from.
    pub source: Source,
}

/// A row of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A linear combination has an upper bound.
    Linear(Vec<(i64, usize)>),
    /// A pointer is among some targets.
    Targets(usize),
    /// Values that only ever get constants are together one of some tuples: what a state machine needs.
    Tuples(Vec<usize>),
}

/// How much a template can say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Bounds of single values, and what pointers point to.
    Interval,
    /// Also differences of two values.
    Zone,
    /// Also sums of two values.
    Octagon,
}

/// The template of one loop.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// Values.
    pub slots: Vec<Slot>,
    /// Rows over them.
    pub rows: Vec<Row>,
}

/// Pairs of a loop beyond which relations are left out.
const MAX_PAIRS: usize = 60;

/// Values in one tuple.
const MAX_TUPLE: usize = 4;

impl Template {
    /// The template of a loop.
    pub fn of(record: &LoopRecord, strength: Strength, pool: &TermPool) -> Self {
        let mut template = Template::default();
        for (position, variable) in record.variables.iter().enumerate() {
            template.slot(&variable.name, variable.ty, Source::Variable(position));
        }
        for (position, constant) in record.constants.iter().enumerate() {
            template.slot(&constant.name, constant.ty, Source::Constant(position));
        }
        for (class, info) in record.classes.iter().enumerate() {
            for (position, field) in info.fields.iter().enumerate() {
                template.slot(
                    &format!(
                        "heap#{}[{}]",
                        info.object.0,
                        if field.at == u64::MAX { "freed".to_string() } else { field.at.to_string() }
                    ),
                    field.ty,
                    Source::Field(class, position),
                );
            }
        }
        template.single_rows();
        template.tuple_row(record, pool);
        if strength >= Strength::Zone {
            template.pair_rows(strength);
        }
        template
    }

    fn slot(&mut self, name: &str, ty: Option<Scalar>, source: Source) {
        let ty = match ty {
            None => SlotType::Bit,
            Some(Scalar::Int(int)) => SlotType::Int(int),
            Some(Scalar::Pointer) => SlotType::Pointer,
            Some(Scalar::Float(_)) => return,
        };
        self.slots.push(Slot { name: name.to_string(), ty, source });
    }

    fn single_rows(&mut self) {
        for (index, slot) in self.slots.iter().enumerate() {
            match (slot.source, slot.ty) {
                (Source::Constant(_), _) => {}
                (_, SlotType::Pointer) => self.rows.push(Row::Targets(index)),
                (_, SlotType::Int(_) | SlotType::Bit) => {
                    self.rows.extend([Row::Linear(vec![(1, index)]), Row::Linear(vec![(-1, index)])]);
                }
            }
        }
    }

    /// The variables that get constants only, as one row.
    fn tuple_row(&mut self, record: &LoopRecord, pool: &TermPool) {
        let mut finite: Vec<(usize, usize)> = Vec::new();
        for (index, slot) in self.slots.iter().enumerate() {
            let Source::Variable(position) = slot.source else { continue };
            if !matches!(slot.ty, SlotType::Int(_)) {
                continue;
            }
            let variable = &record.variables[position];
            let constants = constant_leaves(pool, variable.after, variable.before);
            finite.extend(constants.filter(|&count| count > 0).map(|count| (count, index)));
        }
        finite.sort_by_key(|(count, index)| (std::cmp::Reverse(*count), *index));
        finite.truncate(MAX_TUPLE);
        if !finite.is_empty() {
            self.rows.push(Row::Tuples(finite.into_iter().map(|(_, index)| index).collect()));
        }
    }

    /// Relations between two integers of one type, of which at least one changes; of nodes, within one class or
    /// with a variable.
    fn pair_rows(&mut self, strength: Strength) {
        let mut pairs = Vec::new();
        for (a, x) in self.slots.iter().enumerate() {
            for (b, y) in self.slots.iter().enumerate().skip(a + 1) {
                let SlotType::Int(tx) = x.ty else { continue };
                let SlotType::Int(ty) = y.ty else { continue };
                let related = match (x.source, y.source) {
                    (Source::Constant(_), Source::Constant(_)) => false,
                    (Source::Field(c, _), Source::Field(d, _)) => c == d,
                    _ => true,
                };
                if related && tx.bits == ty.bits && tx.bits >= 16 {
                    pairs.push((a, b));
                }
            }
        }
        pairs.truncate(MAX_PAIRS);
        for (a, b) in pairs {
            self.rows.extend([Row::Linear(vec![(1, a), (-1, b)]), Row::Linear(vec![(-1, a), (1, b)])]);
            if strength >= Strength::Octagon {
                self.rows.extend([Row::Linear(vec![(1, a), (1, b)]), Row::Linear(vec![(-1, a), (-1, b)])]);
            }
        }
    }

    /// The slots of a row.
    pub fn slots_of(row: &Row) -> Vec<usize> {
        match row {
            Row::Linear(terms) => terms.iter().map(|(_, slot)| *slot).collect(),
            Row::Targets(slot) => vec![*slot],
            Row::Tuples(slots) => slots.clone(),
        }
    }

    /// The class whose nodes a row is about, if it is about nodes.
    pub fn class_of(&self, row: &Row) -> Option<usize> {
        Self::slots_of(row).into_iter().find_map(|slot| match self.slots[slot].source {
            Source::Field(class, _) => Some(class),
            Source::Variable(_) | Source::Constant(_) => None,
        })
    }
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

/// Which of the two values of a loop a row is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The loop-back variables.
    Before,
    /// The values at the end of the body.
    After,
}

/// The term of a slot; `node` is the node for fields.
pub fn slot_term(memory: &mut Memory, record: &LoopRecord, slot: &Slot, side: Side, node: Option<TermId>) -> TermId {
    let pick = |before: TermId, after: TermId| if side == Side::Before { before } else { after };
    let term = match (slot.source, node) {
        (Source::Variable(position), _) => {
            let variable = &record.variables[position];
            pick(variable.before, variable.after)
        }
        (Source::Constant(position), _) => record.constants[position].before,
        (Source::Field(class, position), Some(node)) => {
            let field = &record.classes[class].fields[position];
            memory.element(pick(field.before, field.after), node)
        }
        (Source::Field(..), None) => unreachable!("a field has a node"),
    };
    match (slot.ty, memory.pool.sort(term)) {
        (SlotType::Bit, crate::logic::Sort::Bool) => memory.pool.bool_to_bv(term, 1),
        _ => term,
    }
}
