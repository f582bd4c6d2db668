//! Transforming: the program as lowered to the program that becomes a formula.
//!
//! In: a program, as the interpreter runs it. Out: a program with the same executions, in the form that the symbolic
//! stages want. Statements keep their sites, so inputs found for the one lead the other along the same path.
//!
//! The list of passes is short because the formula is built by symbolic execution: calls are inlined, loops unwound,
//! constants propagated and dead values dropped there, with all that is known on the path at hand. Models of library
//! functions are linked, and unused functions left out, by `lower`. Apart from the passes, [`ranked`] and [`by_contract`]
//! make programs that have fewer values and more executions, for proofs.

mod contracts;
mod ranks;
mod reducible;

#[cfg(test)]
mod tests;

pub use contracts::{ByContract, StandIn, by_contract, reached_functions};
pub use ranks::{Inputs, ranked};

use crate::ir::{self, Program};
use std::borrow::Cow;

/// A pass.
struct Pass {
    name: &'static str,
    /// Whether there is anything to do.
    applies: fn(&Program) -> bool,
    apply: fn(&mut Program),
}

/// All passes in order, with the reason for each.
const PASSES: &[Pass] = &[
    // A loop that is unwound or has an invariant needs one head; `goto` and `switch` can make loops with several.
    Pass { name: "reducible", applies: reducible::applies, apply: reducible::apply },
];

/// Applies the passes.
pub fn transform(program: &Program) -> Cow<'_, Program> {
    let mut result = Cow::Borrowed(program);
    for pass in PASSES {
        if (pass.applies)(&result) {
            (pass.apply)(result.to_mut());
            if cfg!(debug_assertions)
                && let Err(message) = ir::check_program(&result)
            {
                panic!("the pass `{}` breaks the program: {message}", pass.name);
            }
        }
    }
    result
}
