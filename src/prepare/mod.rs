//! Preparing: what all engines read, made once.
//!
//! In: the program as lowered, with what declarations say of it. Out: the program that is run and replayed, and the one that
//! becomes a formula. Both have the same executions, and statements have the same sites, so inputs found for the one lead the other
//! along the same path.
//!
//! The list of passes is short because the formula is built by symbolic execution: calls are inlined, loops unwound,
//! constants propagated and dead values dropped there, with all that is known on the path at hand. Apart from the passes,
//! [`ranked`] and [`by_contract`] make programs that have fewer values and more executions, for proofs.

mod calls;
mod comparisons;
mod contracts;
mod prune;
mod ranks;
mod reducible;
mod signs;
mod simplify;
mod sites;
mod volatile;

#[cfg(test)]
mod tests;

pub use contracts::{ByContract, StandIn, by_contract, reached_functions};
pub use ranks::{Inputs, ranked};

use crate::base::Diagnostic;
use crate::ir::{self, Function, Program};
use crate::lower::{Facts, Lowered};
use std::borrow::Cow;

/// A pass.
struct Pass {
    name: &'static str,
    reader: Reader,
    apply: fn(&mut Program, &Facts),
}

/// Who reads what a pass makes.
#[derive(Clone, Copy)]
enum Reader {
    /// All: the program that is run and replayed has it, too.
    All,
    /// Formulas alone, which get a program of their own where there is anything to do.
    Formulas { applies: fn(&Program) -> bool },
}

/// All passes in order, with the reason for each.
const PASSES: &[Pass] = &[
    // What is behind this one may rely on what the IR's checker demands.
    Pass { name: "calls", reader: Reader::All, apply: calls::fit_calls },
    // Values that nobody in the program determines are inputs, for runs and formulas alike.
    Pass {
        name: "volatile",
        reader: Reader::All,
        apply: |program, facts| volatile::read_anything(program, &facts.volatile),
    },
    // Lowering makes a block for each part of a statement, and some for nothing.
    Pass {
        name: "simplify",
        reader: Reader::All,
        apply: |program, _| program.functions.iter_mut().filter_map(Function::body_mut).for_each(simplify::simplify),
    },
    // The library's way to say "any number of this sign" costs executions that differ in nothing.
    Pass { name: "signs", reader: Reader::All, apply: |program, _| signs::leave_out_choice(program) },
    // So does its way to say that the order of comparisons is open.
    Pass {
        name: "comparisons",
        reader: Reader::All,
        apply: |program, _| comparisons::leave_out_open_comparisons(program),
    },
    // Now it is known what is used: headers declare much more.
    Pass { name: "prune", reader: Reader::All, apply: prune::prune },
    // Last of those that a replay needs: it must find the statements that a formula speaks of.
    Pass { name: "sites", reader: Reader::All, apply: |program, _| sites::number(program) },
    // A loop that is unwound or has an invariant needs one head; `goto` and `switch` can make loops with several. An
    // execution does not care, and replays what was written.
    Pass {
        name: "reducible",
        reader: Reader::Formulas { applies: reducible::applies },
        apply: |program, _| reducible::apply(program),
    },
];

impl Pass {
    fn run(&self, program: &mut Program, facts: &Facts) {
        (self.apply)(program, facts);
        if cfg!(debug_assertions)
            && let Err(message) = ir::check_program(program)
        {
            panic!("the pass `{}` breaks the program: {message}", self.name);
        }
    }
}

/// A program that is ready for all engines.
#[derive(Debug)]
pub struct Prepared {
    /// The program that is run and replayed.
    pub program: Program,
    /// The one that becomes a formula, if it is another one.
    encoded: Option<Program>,
    /// What was noticed in lowering.
    pub warnings: Vec<Diagnostic>,
    /// Functions without a body that something refers to, even something that no execution can reach.
    pub undefined: Vec<Function>,
    /// Expressions that could not be inserted where they belong, by number, and why.
    pub refused: Vec<(usize, String)>,
}

impl Prepared {
    /// The program that becomes a formula.
    pub fn encoded(&self) -> &Program {
        self.encoded.as_ref().unwrap_or(&self.program)
    }
}

/// Makes a program ready.
pub fn prepare(lowered: Lowered) -> Prepared {
    let Lowered { mut program, facts, warnings, refused } = lowered;
    for pass in PASSES.iter().filter(|pass| matches!(pass.reader, Reader::All)) {
        pass.run(&mut program, &facts);
    }
    let undefined = program.bodiless().into_iter().map(|id| program.functions[id].clone());
    let undefined = undefined.filter(|function| !function.library).collect();
    let encoded = match encoded(&program) {
        Cow::Borrowed(_) => None,
        Cow::Owned(encoded) => Some(encoded),
    };
    Prepared { program, encoded, warnings, undefined, refused }
}

/// The program that becomes a formula, of one that can be replayed.
pub fn encoded(program: &Program) -> Cow<'_, Program> {
    let mut result = Cow::Borrowed(program);
    for pass in PASSES {
        if let Reader::Formulas { applies } = pass.reader
            && applies(&result)
        {
            pass.run(result.to_mut(), &Facts::default());
        }
    }
    result
}
