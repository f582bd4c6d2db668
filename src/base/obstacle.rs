//! What stands in the way of a proof.

use super::Span;

/// How an obstacle stands in the way, what says most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// It has to be told in any case: a limit, an internal error, a question that is not answered.
    Told,
    /// A violation was found, and cannot be relied upon.
    Doubt,
    /// A construct or a function is not modelled: no engine gets past it.
    Unmodelled,
    /// A check is open: an error is neither excluded nor shown.
    Open,
    /// Of what too little is known for that, and what might do.
    Advice,
    /// A loop or a recursion that was not followed to its end.
    Unfollowed,
    /// How far an engine came.
    Detail,
}

/// Why something is not proved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Obstacle {
    /// How it stands in the way.
    pub weight: Weight,
    /// In words.
    pub what: String,
    /// Where.
    pub span: Span,
    /// The domains with which it was tried, if that matters.
    pub domains: Vec<&'static str>,
}

impl Obstacle {
    /// An obstacle to which domains do not matter.
    pub fn new(weight: Weight, what: impl Into<String>, span: Span) -> Self {
        Self { weight, what: what.into(), span, domains: Vec::new() }
    }

    /// An error that is not excluded, in words that are the same for all engines.
    pub fn open(error: &str, span: Span) -> Self {
        Self::new(Weight::Open, format!("not excluded: {error}"), span)
    }
}
