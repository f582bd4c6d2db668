//! What the symbolic stages make of a program, for those who want to see it.

use super::{Budget, Task, attempt_config, bounded_config, shape_config};
use crate::base::SourceMap;
use crate::check::{encode_loops, smt_script, templates};
use crate::shape::analyse;
use crate::ssa::{print_formula, print_memory};
use std::fmt::Write;

/// A boundary between stages that engines have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The objects of `memory`.
    Memory,
    /// What `shape` finds at the heads of loops.
    Shape,
    /// The output of `ssa`, with residual loops.
    Ssa,
    /// What invariants of the loops may say, before any is found.
    Template,
    /// The first query of the bounded check.
    Smt,
}

/// Shows a boundary of a task's program.
pub fn show(task: &Task, view: View, budget: &Budget, sources: &SourceMap) -> String {
    match view {
        View::Memory | View::Ssa | View::Template => {
            let attempt = task.preset.attempts.first();
            let config = attempt.map(|attempt| attempt_config(task, task.properties, attempt, budget));
            let text = config.and_then(|config| match view {
                View::Template => templates(task.encoded, &config, sources),
                View::Memory => Some(print_memory(&encode_loops(task.encoded, &config)?, sources)),
                _ => Some(print_formula(&encode_loops(task.encoded, &config)?, sources)),
            });
            text.unwrap_or_else(|| "what the loops change was not found out\n".to_string())
        }
        View::Shape => {
            let mut text = String::new();
            for (span, states) in &analyse(task.program, &shape_config(task, task.properties, budget)).loops {
                let place = sources.locate(*span).map_or_else(String::new, |location| location.to_string());
                for (index, state) in states.iter().enumerate() {
                    let _ = writeln!(text, "{place}: shape {} of {}\n{state}", index + 1, states.len());
                }
            }
            text
        }
        View::Smt => {
            let bounds = task.unwind.as_ref().map_or(budget.bounds, std::slice::from_ref);
            smt_script(task.encoded, &bounded_config(task, budget, bounds))
        }
    }
}
