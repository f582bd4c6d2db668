//! The first query of the bounded check as an SMT-LIB script, to be read or given to another solver.

use super::bounded::{BoundedConfig, encode_to, violation};
use crate::ir::Program;
use crate::logic::TermId;
use crate::ssa::Prefixes;

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
