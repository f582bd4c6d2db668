//! Templates: what an invariant of a residual loop can say.
//!
//! In: the residual loops of an encoding, and which domains to use ([`preset`]). Out: for each loop, its slots
//! (values it changes or reads, and conditions of the program about them) and the rows over them that `domain` makes. A
//! row says something about loop-back variables, or about **every** node of a class that exists; what it says is found by
//! `synth`.

mod harvest;
pub mod preset;
mod rows;
mod thresholds;

pub use harvest::{Harvest, harvest};
pub use preset::{Attempt, Preset, PresetError, Stage, UserRow};
pub use thresholds::thresholds;

use crate::domain::{DomainName, Row, Slot, Source};
use crate::ir::Scalar;
use crate::logic::TermId;
use crate::memory::Memory;
use crate::ssa::LoopRecord;

/// The template of one loop.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// Values.
    pub slots: Vec<Slot>,
    /// Rows over them.
    pub rows: Vec<Row>,
}

impl Template {
    /// The class whose nodes a row is about, if it is about nodes, or the array whose indices.
    pub fn class_of(&self, row: &Row) -> Option<usize> {
        row.where_exists.or_else(|| row.slots.iter().find_map(|&slot| self.slots[slot].source.class()))
    }

    /// The slots of a loop.
    fn with_slots(memory: &mut Memory, record: &LoopRecord, harvest: &Harvest) -> Self {
        let mut template = Template::default();
        for variable in &record.variables {
            template.slot(memory, &variable.name, variable.ty, Source::Variable, (variable.before, variable.after));
            if let Some((name, ty, before)) = harvest::moving_offset(memory, variable) {
                let after = memory.offset_part(variable.after);
                template.slot(memory, &name, Some(Scalar::Int(ty)), Source::Variable, (before, after));
            }
        }
        for constant in &record.constants {
            template.slot(memory, &constant.name, constant.ty, Source::Constant, (constant.before, constant.before));
        }
        for past in &record.past {
            template.slot(memory, &past.name, past.ty, Source::Past, (past.before, past.before));
        }
        for (class, info) in record.classes.iter().enumerate() {
            for (position, field) in info.fields.iter().enumerate() {
                let name = memory.field_name(info.object, field.at);
                let source = Source::Field(class, position);
                template.slot(memory, &name, field.ty, source, (field.before, field.after));
            }
        }
        for domain in DomainName::all() {
            template.slots.extend(domain.slots(memory, record, harvest.nested));
        }
        for condition in &harvest.conditions {
            template.slot(memory, &condition.name, None, Source::Condition, (condition.before, condition.after));
        }
        for (name, select) in &harvest.selects {
            template.slot(memory, name, None, Source::Select, (*select, *select));
        }
        template
    }

    fn slot(&mut self, memory: &mut Memory, name: &str, ty: Option<Scalar>, source: Source, values: (TermId, TermId)) {
        self.slots.extend(Slot::new(memory, name, ty, source, values));
    }
}
