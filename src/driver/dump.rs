//! What the symbolic stages make of the program, for those who asked.

use super::strategy::{SURVEY, VIEW, WITNESS};
use super::{Context, Stage, lock};
use crate::check::{encode_loops, smt_script};
use crate::engine::{attempt_config, bounded_config, shape_config};
use crate::shape::analyse;
use crate::ssa::{print_formula, print_memory};
use std::fmt::Write;

/// Shows the objects, the formula, the shapes at loops and the first query, as far as asked for.
pub(super) fn show(context: &Context) {
    let asked = |stage| context.job.dump.contains(&stage);
    let mut text = String::new();
    if asked(Stage::Memory) || asked(Stage::Ssa) {
        let task = context.task(context.job.properties);
        let attempt = context.job.preset.attempts.first();
        let config =
            attempt.map(|attempt| attempt_config(&task, task.properties, attempt, SURVEY.resources, SURVEY.statements));
        match config.and_then(|config| encode_loops(context.program, &config)) {
            Some(encoding) => {
                if asked(Stage::Memory) {
                    text += &print_memory(&encoding, context.sources);
                }
                if asked(Stage::Ssa) {
                    text += &print_formula(&encoding, context.sources);
                }
            }
            None => text += "what the loops change was not found out\n",
        }
    }
    if asked(Stage::Shape) {
        let task = context.task(context.job.properties);
        for (span, states) in &analyse(context.program, &shape_config(&task, task.properties, &VIEW)).loops {
            let place = context.locate(*span).map_or_else(String::new, |location| location.to_string());
            for (index, state) in states.iter().enumerate() {
                let _ = writeln!(text, "{place}: shape {} of {}\n{state}", index + 1, states.len());
            }
        }
    }
    if asked(Stage::Smt) {
        let task = context.task(context.job.properties);
        let bounds = task.unwind.as_ref().map_or(WITNESS.bounds, std::slice::from_ref);
        text += &smt_script(context.program, &bounded_config(&task, &WITNESS, bounds));
    }
    *lock(&context.shared.dumps) += &text;
}
