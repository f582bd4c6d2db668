//! What stands in the way of a proof.

use super::Span;

/// Why something is not proved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Obstacle {
    /// In words.
    pub what: String,
    /// Where.
    pub span: Span,
    /// The domains with which it was tried, if that matters.
    pub domains: Vec<&'static str>,
}

impl Obstacle {
    /// An obstacle to which domains do not matter.
    pub fn new(what: impl Into<String>, span: Span) -> Self {
        Self { what: what.into(), span, domains: Vec::new() }
    }
}
