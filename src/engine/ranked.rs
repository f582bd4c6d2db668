//! Shape analysis of ranks as an engine: sorted lists, and nodes that are kept or removed by what they hold.
//!
//! Numbers that are only copied and compared are seen as below, equal to or above any one of them: the program is
//! analysed with each choice of ranks, and what holds in all holds.

use super::shapes::shape_config;
use super::{Budget, Ended, Engine, EngineName, Report, Task, is_about_values};
use crate::prepare::{Inputs, ranked};
use crate::shape::analyse;

/// The engine.
pub struct Ranked;

impl EngineName {
    /// Shape analysis of numbers that are only copied and compared.
    pub const RANKED: EngineName = EngineName("ranked");
}

impl Engine for Ranked {
    fn name(&self) -> EngineName {
        EngineName::RANKED
    }

    fn about(&self) -> &'static str {
        "Shape analysis of ranks alone"
    }

    fn belongs_to(&self) -> Option<EngineName> {
        Some(EngineName::SHAPES)
    }

    fn only_proves(&self) -> bool {
        true
    }

    fn work(&self, task: &Task, budget: &Budget) -> Report {
        let mut report = Report::new(self.name(), task.properties);
        let properties = task.properties.only(is_about_values);
        if properties.is_empty() {
            return report;
        }
        for inputs in [Inputs::Ranges, Inputs::Constants] {
            let programs = ranked(task.program, inputs);
            let mut left = *budget;
            let proves = programs.iter().all(|program| {
                let result = analyse(program, &shape_config(task, properties, &left));
                left.states = left.states.saturating_sub(result.states);
                left.work = left.work.saturating_sub(result.work);
                left.flat_work = left.flat_work.saturating_sub(result.work);
                report.count("abstract states", result.states);
                report.count("objects looked at", result.work);
                if result.cut {
                    report.ended = Ended::CutShort;
                }
                properties.iter().all(|property| result.proved.contains(property))
            });
            if proves && !programs.is_empty() {
                report.proved = properties;
                return report;
            }
        }
        report
    }
}
