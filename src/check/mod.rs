//! Checking: are there violations, and can there be any?
//!
//! In: a program and what to check. Out: executions that were replayed by the interpreter, whether the property is
//! proved, and what stands in the way if it is not. Knows nothing of how results are reported.

mod advice;
mod beyond;
mod bounded;
mod conclude;
mod invariant;
mod lift;
mod script;

pub use bounded::{BoundedConfig, BoundedResult, check_bounded};
pub use invariant::{InvariantConfig, InvariantResult, LoopFacts, NamedObject, check_with_invariants, encode_loops};
pub use script::smt_script;

use crate::base::Span;
use crate::template::DomainName;

/// Why a property is not proved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Obstacle {
    /// In words.
    pub what: String,
    /// Where.
    pub span: Span,
    /// The domains with which it was tried, if that matters.
    pub domains: Vec<DomainName>,
}

impl Obstacle {
    /// An obstacle to which domains do not matter.
    fn new(what: impl Into<String>, span: Span) -> Self {
        Self { what: what.into(), span, domains: Vec::new() }
    }
}
