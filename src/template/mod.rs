//! Templates: what an invariant of a residual loop can say.
//!
//! In: the residual loops of an encoding, and which domains to use ([`preset`]). Out: for each loop, its slots
//! (values it changes or reads, and conditions of the program about them) and the rows over them. A row says
//! something about loop-back variables, or about **every** node of a class that exists; what it says is found by
//! `synth` and is a value of its [`domain`].

pub mod domain;
mod elements;
mod ends;
mod harvest;
mod power;
pub mod preset;
mod print;
mod products;
mod rows;
mod sums;
mod thresholds;
mod user;

pub use domain::DomainName;
pub use harvest::{Harvest, NodeCondition, harvest};
pub use preset::{Attempt, Preset, PresetError, Stage};
pub use thresholds::thresholds;
pub use user::{Named, NamedRow, UserRow};

use crate::ir::{FloatType, IntType, Scalar};
use crate::logic::{FastMap, TermId};
use crate::memory::Memory;
use crate::ssa::{Encoding, LoopClass, LoopRecord};
use crate::verdict::Name;
use domain::Form;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotType {
    /// An integer.
    Int(IntType),
    /// A pointer.
    Pointer,
    /// A floating-point number of 32 or 64 bits, which counts as its place in their order: zero is 0.
    Float(u32),
    /// A single bit.
    Bit,
}

impl SlotType {
    /// The width of integers and bits.
    pub fn bits(self) -> u32 {
        match self {
            SlotType::Int(int) => u32::from(int.bits),
            SlotType::Float(width) => width,
            SlotType::Pointer | SlotType::Bit => 1,
        }
    }

    /// The least and the greatest value of integers and bits.
    pub fn range(self) -> (i128, i128) {
        match self {
            SlotType::Int(int) => (int.min(), int.max()),
            SlotType::Float(width) => (1 - (1 << (width - 1)), (1 << (width - 1)) - 1),
            SlotType::Pointer | SlotType::Bit => (0, 1),
        }
    }
}

/// Where a slot's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A value that the loop changes.
    Variable,
    /// A value that the loop does not change.
    Constant,
    /// What a loop that is over left in a variable.
    Past,
    /// A condition of the program about such values.
    Condition,
    /// Whether another loop was entered on the way.
    Select,
    /// A field of every node of a class: positions of class and field.
    Field(usize, usize),
    /// A field that the loop does not change, of every node of a class that it changes otherwise: positions.
    Kept(usize, usize),
    /// A condition of the program about the fields of a node of a class.
    NodeCondition(usize),
    /// The element of an array so far behind the index that a row is about: the array as a class, and how far.
    Element(usize, u64),
    /// The index itself.
    Index(usize),
    /// Where the index lies relative to a variable.
    Position(usize),
    /// The product of two values.
    Product,
    /// A sum of multiples of values, which wraps; of the nodes of a class, if some of them are their fields.
    Sum(Option<usize>),
}

impl Source {
    /// The class whose nodes it is about, or the array whose indices.
    fn class(self) -> Option<usize> {
        match self {
            Source::Field(class, _)
            | Source::Kept(class, _)
            | Source::NodeCondition(class)
            | Source::Element(class, _)
            | Source::Index(class)
            | Source::Position(class) => Some(class),
            Source::Sum(class) => class,
            Source::Variable
            | Source::Constant
            | Source::Past
            | Source::Condition
            | Source::Select
            | Source::Product => None,
        }
    }
}

/// A value that rows are about.
#[derive(Clone, Debug)]
pub struct Slot {
    /// In source terms.
    pub name: Name,
    /// What it holds.
    pub ty: SlotType,
    /// Where it comes from.
    pub source: Source,
    /// The value before the body; for a field, the array of all nodes' values.
    pub before: TermId,
    /// The value at the end of the body.
    pub after: TermId,
    /// Of a condition about nodes: the variables in it, each with the array of its field on both sides.
    pub operands: Vec<(TermId, TermId, TermId)>,
    /// Of a sum: its parts.
    pub sum: Vec<Addend>,
}

/// A part of a sum: how often a value is taken, and the value on both sides; for a field, the array of all nodes' values.
#[derive(Clone, Copy, Debug)]
pub struct Addend {
    /// How often.
    pub factor: i64,
    /// Before the body.
    pub before: TermId,
    /// At the end of the body.
    pub after: TermId,
}

/// A row of a template, over slots by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A linear combination has an upper bound.
    Linear(Vec<(i64, usize)>),
    /// What a domain says of values that all count alike.
    Of(&'static Form, Vec<usize>),
    /// For each value of the keys, something of its own.
    Power(Vec<usize>, Box<Row>),
    /// Something about variables that holds where a node of a class exists.
    WhereExists(usize, Box<Row>),
}

impl Row {
    /// The slots of a row, in the order in which its domain expects them.
    pub fn slots(&self) -> Vec<usize> {
        match self {
            Row::Linear(terms) => terms.iter().map(|(_, slot)| *slot).collect(),
            Row::Of(_, slots) => slots.clone(),
            Row::Power(keys, row) => keys.iter().copied().chain(row.slots()).collect(),
            Row::WhereExists(_, row) => row.slots(),
        }
    }

    /// Whether all it has is one bound.
    pub fn is_bound(&self) -> bool {
        matches!(self, Row::Linear(_))
    }
}

/// The template of one loop.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// Values.
    pub slots: Vec<Slot>,
    /// Rows over them.
    pub rows: Vec<Row>,
    /// Combinations of slots that are slots themselves, each with its number.
    sums: Vec<(Combination, usize)>,
}

/// A linear combination of slots by number.
pub type Combination = Vec<(i64, usize)>;

impl Template {
    /// The class whose nodes a row is about, if it is about nodes, or the array whose indices.
    pub fn class_of(&self, row: &Row) -> Option<usize> {
        if let Row::WhereExists(class, _) = row {
            return Some(*class);
        }
        row.slots().into_iter().find_map(|slot| self.slots[slot].source.class())
    }

    /// The slots of a loop.
    fn with_slots(memory: &mut Memory, record: &LoopRecord, harvest: &Harvest) -> Self {
        let mut template = Template::default();
        for variable in &record.variables {
            template.slot(
                memory,
                variable.name.clone(),
                variable.ty,
                Source::Variable,
                (variable.before, variable.after),
            );
            if let Some((name, ty, before)) = harvest::moving_offset(memory, variable) {
                let after = memory.offset_part(variable.after);
                template.slot(memory, name, Some(Scalar::Int(ty)), Source::Variable, (before, after));
            }
        }
        for constant in &record.constants {
            template.slot(
                memory,
                constant.name.clone(),
                constant.ty,
                Source::Constant,
                (constant.before, constant.before),
            );
        }
        for past in &record.past {
            template.slot(memory, past.name.clone(), past.ty, Source::Past, (past.before, past.before));
        }
        for (class, info) in record.classes.iter().enumerate() {
            for (position, field) in info.fields.iter().enumerate() {
                let name = memory.field_name(info.object, field.at);
                let source = Source::Field(class, position);
                template.slot(memory, name, field.ty, source, (field.before, field.after));
            }
            for (position, field) in info.kept.iter().enumerate() {
                let name = memory.field_name(info.object, field.at);
                template.slot(memory, name, field.ty, Source::Kept(class, position), (field.before, field.after));
            }
            for condition in harvest.node_conditions.iter().filter(|condition| condition.object == info.object) {
                template.node_condition_slot(memory, class, info, condition);
            }
        }
        template.element_slots(memory, record);
        template.end_slots(memory, harvest);
        template.product_slots(memory, record, harvest.nested);
        for condition in &harvest.conditions {
            let name = Name::Condition(condition.expression.clone());
            template.slot(memory, name, None, Source::Condition, (condition.before, condition.after));
        }
        for (number, &select) in harvest.selects.iter().enumerate() {
            template.slot(memory, Name::Entered(number + 1), None, Source::Select, (select, select));
        }
        template.sum_slots(memory, record, harvest);
        template
    }

    /// The ends of strings, and what stands there.
    fn end_slots(&mut self, memory: &mut Memory, harvest: &Harvest) {
        for &(_, ty, end) in &harvest.ends.places {
            let name = Name::Temporary("the end of a string".to_string());
            self.slot(memory, name, Some(Scalar::Int(ty)), Source::Constant, (end, end));
        }
        for &byte in &harvest.ends.bytes {
            let name = Name::Temporary("the byte at the end of a string".to_string());
            self.slot(memory, name, Some(Scalar::Int(IntType::signed(8))), Source::Variable, byte);
        }
    }

    /// The slot of a condition about nodes, if the loop changes what it is about.
    fn node_condition_slot(&mut self, memory: &mut Memory, class: usize, info: &LoopClass, condition: &NodeCondition) {
        let field = |at: u64| info.fields.iter().chain(&info.kept).find(|field| field.at == at);
        let operand = |&(variable, at): &(TermId, u64)| field(at).map(|field| (variable, field.before, field.after));
        let Some(operands) = condition.fields.iter().map(operand).collect::<Option<Vec<_>>>() else { return };
        let name = Name::Condition(condition.name.clone());
        self.slot(memory, name, None, Source::NodeCondition(class), (condition.term, condition.term));
        if let Some(slot) = self.slots.last_mut() {
            slot.operands = operands;
        }
    }

    fn slot(
        &mut self,
        memory: &mut Memory,
        name: Name,
        ty: Option<Scalar>,
        source: Source,
        (before, after): (TermId, TermId),
    ) {
        let ty = match ty {
            None => SlotType::Bit,
            Some(Scalar::Int(int)) => SlotType::Int(int),
            Some(Scalar::Pointer) => SlotType::Pointer,
            Some(Scalar::Float(FloatType::F32)) => SlotType::Float(32),
            Some(Scalar::Float(FloatType::F64)) => SlotType::Float(64),
            Some(Scalar::Float(FloatType::F80)) => return,
        };
        let mut bit = |term: TermId| match memory.pool.sort(term) {
            crate::logic::Sort::Bool => memory.pool.bool_to_bv(term, 1),
            _ => term,
        };
        let (before, after) = (bit(before), bit(after));
        self.slots.push(Slot { name, ty, source, before, after, operands: Vec::new(), sum: Vec::new() });
    }
}

/// Facts of arithmetic about the products that templates suggest and those in the obligations; none if none are suggested.
pub fn product_lemmas(encoding: &mut Encoding, records: &[LoopRecord]) -> Vec<TermId> {
    let roots: Vec<TermId> = encoding.obligations.iter().flat_map(|o| [o.guard, o.condition]).collect();
    products::lemmas(&mut encoding.memory, &roots, records)
}

/// Which of the two values of a loop a row is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The loop-back variables.
    Before,
    /// The values at the end of the body.
    After,
}

/// The term of a slot; `node` is the node for fields, and the index for elements.
pub fn slot_term(memory: &mut Memory, slot: &Slot, side: Side, node: Option<TermId>) -> TermId {
    let term = if side == Side::Before { slot.before } else { slot.after };
    match (slot.source, node) {
        (Source::Field(..) | Source::Kept(..), Some(node)) => memory.element(term, node),
        (Source::NodeCondition(_), Some(node)) => {
            let mut values = FastMap::default();
            for &(variable, before, after) in &slot.operands {
                let value = memory.element(if side == Side::Before { before } else { after }, node);
                values.insert(variable, value);
            }
            memory.pool.substitute(term, &values)
        }
        (Source::Sum(_), node) => sums::sum_term(memory, slot, side, node),
        (Source::Element(..) | Source::Index(_) | Source::Position(_), Some(index)) => {
            elements::element_term(memory, slot, term, index)
        }
        _ => term,
    }
}
