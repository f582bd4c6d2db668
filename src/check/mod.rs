//! Checking: are there violations, and can there be any?
//!
//! In: a program and what to check. Out: executions that were replayed by the interpreter, whether the property is
//! proved, and what stands in the way if it is not. Knows nothing of how results are reported.

mod advice;
mod bounded;
mod conclude;
mod gaps;
mod invariant;
mod lift;
mod script;
#[cfg(test)]
mod tests;

pub use bounded::{BoundedConfig, BoundedResult, check_bounded};
pub use invariant::{
    InvariantConfig, InvariantResult, LoopFacts, NamedObject, NamedValue, check_with_invariants, encode_loops,
};
pub use script::{smt_script, templates};
