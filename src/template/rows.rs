//! The rows of a template: those of the domains of a stage, and those of the user.

use super::{Harvest, Stage, Template};
use crate::domain::{Row, SlotType, View, both_signs};
use crate::logic::{FastSet, TermId};
use crate::memory::Memory;
use crate::ssa::LoopRecord;

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
        let view = View { slots: &template.slots, pool: &memory.pool, compared: &harvest.linear, decided };
        let mut distinct: Vec<Row> = Vec::new();
        for row in stage.domains.iter().flat_map(|domain| domain.rows(&view)).chain(user_rows(&view, harvest)) {
            if !distinct.contains(&row) {
                distinct.push(row);
            }
        }
        template.rows = distinct;
        template
    }
}

/// Rows of the user whose names are all slots of a loop.
fn user_rows(view: &View, harvest: &Harvest) -> Vec<Row> {
    let mut rows = Vec::new();
    for row in &harvest.user {
        let number =
            |name: &str| view.slots.iter().position(|slot| slot.name == name && matches!(slot.ty, SlotType::Int(_)));
        let terms: Option<Vec<(i64, usize)>> =
            row.terms.iter().map(|(factor, name)| Some((*factor, number(name)?))).collect();
        rows.extend(terms.into_iter().flat_map(|terms| both_signs(view, terms)));
    }
    rows
}
