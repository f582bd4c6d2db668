//! What must hold, and what holds from some place on.

use super::Encoder;
use super::formula::Obligation;
use super::state::State;
use crate::base::Span;
use crate::ir::{ErrorKind, SiteId};
use crate::logic::TermId;

impl Encoder<'_> {
    /// Adds a fact that holds from here on: paths where it does not have ended.
    pub(super) fn assume(&mut self, state: &State, fact: TermId) {
        let implied = self.memory.pool.implies(state.guard, fact);
        if implied != TermId::TRUE {
            self.formula.assumptions.push(implied);
        }
    }

    /// Whether the property that an error violates is asked for.
    pub(super) fn asks(&self, error: ErrorKind) -> bool {
        let error = if self.checked.is_some() { ErrorKind::InvariantUndefined } else { error };
        error.property().is_some_and(|property| self.config.properties.contains(property))
    }

    /// Checks a condition if its property is asked for, and goes on where it holds.
    pub(super) fn require(
        &mut self,
        state: &State,
        error: ErrorKind,
        condition: TermId,
        span: Span,
        site: Option<SiteId>,
    ) {
        let (error, site) = match self.checked {
            Some(check) => (ErrorKind::InvariantUndefined, Some(check)),
            None => (error, site),
        };
        if self.asks(error) {
            let negated = self.memory.pool.not(condition);
            if self.memory.pool.and([state.guard, negated]) != TermId::FALSE {
                let after = self.formula.assumptions.len();
                let guard = state.guard;
                self.formula.obligations.push(Obligation { error, guard, condition, after, span, site });
            }
        }
        self.assume(state, condition);
    }
}
