//! What the symbolic stages make of the program, for those who asked.

use super::proofs::{self, first_attempt, first_bounds};
use super::{Context, Stage, lock};
use crate::check::{encode_loops, smt_script};
use crate::ssa::{print_formula, print_memory};
use std::fmt::Write;

/// Shows the objects, the formula, the shapes at loops and the first query, as far as asked for.
pub(super) fn show(context: &Context) {
    let asked = |stage| context.job.dump.contains(&stage);
    let mut text = String::new();
    if asked(Stage::Memory) || asked(Stage::Ssa) {
        match first_attempt(context).and_then(|config| encode_loops(context.program, &config)) {
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
        for (span, states) in &proofs::analyse_shapes(context, u64::MAX).loops {
            let place = context.locate(*span).map_or_else(String::new, |location| location.to_string());
            for (index, state) in states.iter().enumerate() {
                let _ = writeln!(text, "{place}: shape {} of {}\n{state}", index + 1, states.len());
            }
        }
    }
    if asked(Stage::Smt) {
        text += &smt_script(context.program, &proofs::bounded_config(context, first_bounds(context)));
    }
    *lock(&context.shared.dumps) += &text;
}
