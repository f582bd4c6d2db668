//! What is asked, to be read or given to another solver: the first query of the bounded check as an SMT-LIB script, and the
//! templates of the first stage.

use super::bounded::{BoundedConfig, encode_to, violation};
use super::invariant::{InvariantConfig, encode_loops};
use crate::base::SourceMap;
use crate::ir::Program;
use crate::logic::TermId;
use crate::solver::Meter;
use crate::ssa::Prefixes;
use crate::synth::Synthesis;
use crate::template::{NamedRow, thresholds};

/// The question whether a program has a violation within the first bound: satisfiable if so.
pub fn smt_script(program: &Program, config: &BoundedConfig) -> String {
    let bound = config.bounds.first().copied().unwrap_or(0);
    let mut encoding = encode_to(program, config, bound);
    let prefixes = Prefixes::of(&mut encoding);
    let mut assertions = encoding.memory.constraints.clone();
    assertions.extend(prefixes.definitions(&mut encoding, |_| true));
    let violations: Vec<TermId> =
        (0..encoding.obligations.len()).map(|index| violation(&mut encoding, &prefixes, index)).collect();
    assertions.push(encoding.memory.pool.or(violations));
    let script = encoding.memory.pool.to_smtlib(&assertions);
    format!("; a violation with {bound} unwindings?\n(set-logic QF_AUFBV)\n{script}(check-sat)\n")
}

/// The templates of all loops in the first stage of an attempt; `None` if what the loops change was not found out.
pub fn templates(program: &Program, config: &InvariantConfig, sources: &SourceMap) -> Option<String> {
    let mut encoding = encode_loops(program, config)?;
    let meter = Meter::new(config.resources, config.clock);
    let rows: Vec<NamedRow> = config.preset.rows.iter().filter_map(|row| row.named(program).ok()).collect();
    let places: Vec<_> = encoding.loops.iter().map(|record| sources.locate(record.span)).collect();
    let mut synthesis = Synthesis::new(&mut encoding, &rows, thresholds(program), &meter);
    let stage = config.attempt.stages.first()?;
    let mut text = format!("templates of the stage {stage}: {}\n", places.len());
    for (place, template) in places.iter().zip(synthesis.templates(stage)) {
        let place = place.as_ref().map_or_else(String::new, |place| place.to_string());
        text += &format!("{place}: {} slots, {} rows\n{}", template.slots.len(), template.rows.len(), template.print());
    }
    Some(text)
}
