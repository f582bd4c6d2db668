//! The check of a witness: whether it shows what it claims.
//!
//! In: a job and an entry of a witness. Out: a verdict. Expressions of the witness are lowered with what is in scope
//! where they stand and inserted into the program, which is otherwise the same.

mod invariants;
mod violation;
mod waypoints;

use super::{Context, Failure, Job, Listener, Outcome, Shared, dump, front, lock, watch};
use crate::base::SourceMap;
use crate::config::InsertedCheck;
use crate::verdict::Verdict;
use crate::witness::Entry;
use std::sync::Arc;

/// Checks whether a witness shows what it claims. The verdict is `false` if an execution along a violation witness
/// violates the property where it says, `true` if the invariants of a correctness witness are defined and hold and the
/// program is proved, and `unknown` otherwise, with the reason.
pub fn check_witness(job: Job, entry: Entry, progress: Arc<dyn Listener>) -> Outcome {
    let shared = Arc::new(Shared::of(&job));
    let result = watch::watch(&job, &shared, {
        let (job, shared) = (job.clone(), shared.clone());
        move || work(&job, &entry, &shared, &*progress)
    });
    let verdict = lock(&shared.verdict).clone();
    let sources = lock(&shared.sources).clone();
    let dumps = lock(&shared.dumps).clone();
    Outcome { result: result.map(|()| verdict), sources, dumps }
}

/// The outcome for a witness that cannot be checked.
pub fn not_checked(job: &Job, reason: String) -> Outcome {
    let mut verdict = Verdict::new(job.properties);
    verdict.add_reason(reason, None);
    Outcome { result: Ok(verdict), sources: Arc::new(SourceMap::new()), dumps: String::new() }
}

fn work(job: &Job, entry: &Entry, shared: &Shared, progress: &dyn Listener) -> Result<(), Failure> {
    let loaded = front::load(job, shared, progress)?;
    let context = Context::new(job, &loaded, shared, progress);
    dump::show(&context);
    let checked = match entry.is_violation() {
        true => violation::confirm(&context, entry),
        false => invariants::confirm(&context, entry),
    };
    if let Err(reason) = checked {
        context.verdict().add_reason(reason, None);
    }
    Ok(())
}

/// The program with all expressions of a witness inserted; an error is why one cannot be.
fn insert(context: &Context, checks: &[InsertedCheck]) -> Result<front::Checked, String> {
    let checked = front::with_checks(context, checks)?;
    let refused = checked.refused.iter().find_map(|(number, why)| {
        let check = checks.iter().find(|check| check.number == *number)?;
        Some(format!("{} {why}", quote(check)))
    });
    refused.map_or(Ok(checked), Err)
}

/// An expression of a witness, with its place.
fn quote(check: &InsertedCheck) -> String {
    let column = check.column.map_or(String::new(), |column| format!(":{column}"));
    format!("`{}` at {}:{}{column}", check.expression, check.file, check.line)
}
