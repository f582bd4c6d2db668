//! Ranks: numbers that are only copied and compared, seen from one of them.
//!
//! In: a program. Out: programs in which such numbers are 0, 1 or 2: below, equal to or above a number that is chosen
//! once. If the error is not reachable in any of them, it is not in the program. Sorted lists become lists of zeros,
//! then ones, then twos, and all nodes that are at least some limit become nodes with 1 or 2: constants, which
//! shape analysis keeps apart.
//!
//! **Why it is sound.** Take an execution that ends in an error, and the last comparison of two such numbers that leads
//! straight to the error; choose the right one of the two. Map every number to its rank. Copies stay copies. A
//! comparison of ranks is decided as that of the numbers, unless both are below or both above, and then both
//! outcomes are followed: so the execution is there, up to that last comparison. There, one rank is 1, so it is
//! decided, and leads to the error, too. Hence where a comparison that is not decided could lead straight to the error,
//! that outcome is left out: it belongs to another choice. If there is no such comparison, any choice will do. Constants
//! have a rank as well: there is one program for each way in which the chosen number can lie between them.
//!
//! Two ranks do where numbers are only tested for being equal, 1 for the chosen number and 0 for all others, and where
//! what leads to the error is that one number is less than another: 1 for the greater one of these and all that are at
//! least as great, 0 for what is less.
//!
//! Numbers are told from others by the declared types of what they are stored in ([`typed`]), which is only right if
//! memory is used as it was declared: a program that looks at memory in several ways gets no ranks.

mod classes;
mod errors;
mod rewrite;
mod thread;
mod typed;

use crate::ir::Program;
use classes::Classes;

/// Programs beyond which there are too many.
const MAX_PROGRAMS: usize = 9;

/// How inputs get their ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inputs {
    /// One by one: each rank is followed on its own.
    Constants,
    /// Those in loops together: one of the ranks, whichever it is. Lists in no order stay small.
    Ranges,
}

/// The programs with ranks; none if there are no numbers to rank, or too many constants.
pub fn ranked(program: &Program, inputs: Inputs) -> Vec<Program> {
    if !typed::is_typed(program) {
        return Vec::new();
    }
    let program = thread::thread_errors(program);
    let classes = Classes::of(&program);
    let choices = classes.choices(MAX_PROGRAMS);
    choices.iter().filter_map(|ranks| rewrite::rewrite(&program, &classes, ranks, inputs)).collect()
}
