//! Reports of engines, taken into a verdict.

use super::Explainer;
use crate::engine::{Report, Unasked};
use crate::interp::{self, Outcome, Unset};
use crate::verdict::{EngineRecord, Reason, Verdict, Warning};

impl Explainer<'_> {
    /// Records all that a report says, except for its violations and invariants.
    pub fn record(&self, report: &Report, verdict: &mut Verdict) {
        self.record_unset(&report.unset, verdict);
        self.break_proofs(report.unasked.iter().copied(), verdict);
        record_counts(report, verdict);
        if report.unwind > 0 {
            verdict.raise_count("unwindings", u64::from(report.unwind));
        }
        verdict.add_engine(EngineRecord {
            name: report.engine.name(),
            ended: report.ended.name(),
            proved: report.proved,
            refuted: report.refuted(),
        });
        self.record_proof(report, verdict);
    }

    /// Records what was read before it was set.
    pub fn record_unset<'r>(&self, reads: impl IntoIterator<Item = &'r interp::Warning>, verdict: &mut Verdict) {
        for read in reads {
            let what = match &read.what {
                Unset::Object(object) => self.object(object),
                Unset::Variable(name) => format!("`{name}`"),
            };
            let message = format!("{what} is read before it is set");
            verdict.add_warning(Warning { message, location: self.locate(read.span), cwe: Some(457) });
        }
    }

    /// Records what a report says of errors that nobody asked for: executions that end at one break all proofs.
    pub fn record_unasked(&self, report: &Report, verdict: &mut Verdict) {
        record_counts(report, verdict);
        let violations = report.violations.iter().filter_map(|run| match &run.outcome {
            Outcome::Violation(violation) => Some(Unasked::Error(violation.kind, violation.span)),
            _ => None,
        });
        self.break_proofs(violations.chain(report.unasked.iter().copied()), verdict);
    }

    /// Records errors at which executions ended although nobody asked for them.
    fn break_proofs(&self, errors: impl IntoIterator<Item = Unasked>, verdict: &mut Verdict) {
        for unasked in errors {
            let (what, span) = match unasked {
                Unasked::Error(kind, span) => (kind.message(), span),
                Unasked::BadArraySize(span) => ("an array of an impossible size", span),
            };
            verdict.break_proofs(what, self.users_place(span).0);
        }
    }

    /// Records what a report proves, and what stood in the way.
    pub fn record_proof(&self, report: &Report, verdict: &mut Verdict) {
        verdict.prove(report.proved.iter());
        for obstacle in &report.obstacles {
            let (location, function) = self.users_place(obstacle.span);
            let inside = function.map_or(String::new(), |name| format!(" (in `{name}`)"));
            let reason = Reason { weight: obstacle.weight, what: format!("{}{inside}", obstacle.what), location };
            verdict.add_obstacle(reason, &obstacle.domains);
        }
    }
}

/// Records what the work took.
fn record_counts(report: &Report, verdict: &mut Verdict) {
    for (&name, &count) in &report.counts {
        verdict.count(name, count);
    }
    if !report.solver_time.is_zero() {
        verdict.time("solver", report.solver_time);
    }
}
