//! The check of a witness: whether it shows what it claims.
//!
//! In: a program, what is asked of it, and an entry of a witness. Out: a verdict. Expressions of the witness are lowered with what is
//! in scope where they stand and inserted into the program as checks; it is otherwise the same.

mod invariants;
mod violation;
mod waypoints;

use crate::base::SourceMap;
use crate::config::InsertedCheck;
use crate::engine::{Budget, Task};
use crate::explain::Subject;
use crate::ir::PropertySet;
use crate::lower::lower_with;
use crate::prepare::{Prepared, prepare};
use crate::verdict::Verdict;
use crate::witness::Entry;

/// What a witness is checked against.
pub struct Case<'a> {
    /// The program.
    pub subject: Subject<'a>,
    /// What is asked of it.
    pub task: Task<'a>,
    /// For violations of which one may lie along the witness.
    pub budget: &'a Budget,
    /// Verifies a program, with its text, by all means.
    pub verify: &'a dyn Fn(PropertySet, &Prepared, &SourceMap) -> Verdict,
}

/// Adds to a verdict what a witness shows, or why it does not.
pub fn check(case: &Case, entry: &Entry, verdict: &mut Verdict) {
    let checked = match entry.is_violation() {
        true => violation::confirm(case, entry, verdict),
        false => invariants::confirm(case, entry, verdict),
    };
    if let Err(reason) = checked {
        verdict.add_reason(reason, None);
    }
}

/// A program with expressions inserted.
struct Checked {
    prepared: Prepared,
    sources: SourceMap,
}

/// The program with all expressions of a witness inserted; an error is why one cannot be.
fn insert(subject: &Subject, checks: &[InsertedCheck]) -> Result<Checked, String> {
    let mut sources = subject.sources.clone();
    let lowered = lower_with(subject.parsed, subject.lower, checks, &mut sources)
        .map_err(|messages| messages.into_iter().map(|message| message.message).collect::<Vec<_>>().join("; "))?;
    let prepared = prepare(lowered);
    let refused = prepared.refused.iter().find_map(|(number, why)| {
        let check = checks.iter().find(|check| check.number == *number)?;
        Some(format!("{} {why}", quote(check)))
    });
    match refused {
        None => Ok(Checked { prepared, sources }),
        Some(refused) => Err(refused),
    }
}

/// An expression of a witness, with its place.
fn quote(check: &InsertedCheck) -> String {
    let column = check.column.map_or(String::new(), |column| format!(":{column}"));
    format!("`{}` at {}:{}{column}", check.expression, check.file, check.line)
}
