//! Correctness witnesses: the program with the invariants as checks is verified.

use super::{Case, insert, quote};
use crate::config::{CheckAction, CheckPlace, InsertedCheck};
use crate::ir::{ErrorKind, Property};
use crate::verdict::{Overall, Verdict};
use crate::witness::{Content, Entry, InvariantKind};

/// Verifies the program with the invariants as checks. An error is why it is not shown that they hold and the
/// property does.
pub(super) fn confirm(case: &Case, entry: &Entry, verdict: &mut Verdict) -> Result<(), String> {
    let checks = checks(entry)?;
    let inserted = insert(&case.subject, &checks)?;
    let properties = case.task.properties;
    let found = (case.verify)(properties.with(Property::Invariants), &inserted.prepared, &inserted.sources);
    verdict.take_statistics(&found);
    for finding in found.findings() {
        let Some(check) = finding.check.and_then(|number| checks.iter().find(|check| check.number == number)) else {
            continue;
        };
        let why = match finding.kind {
            ErrorKind::InvariantUndefined => {
                let details = finding.message.trim_start_matches(finding.kind.message());
                format!("has no value in an execution{details}")
            }
            _ => "does not hold in an execution".to_string(),
        };
        return Err(format!("the witness is wrong: {} {why}", quote(check)));
    }
    if !found.findings().is_empty() {
        for finding in found.findings() {
            verdict.add_finding(finding.clone());
        }
        return Ok(());
    }
    if found.overall() == Overall::True {
        verdict.prove(properties.iter());
        found.assumptions().for_each(|assumption| verdict.add_assumption(assumption));
        return Ok(());
    }
    found.reasons().for_each(|reason| verdict.add_obstacle(reason, &[]));
    Err("it was not shown that the invariants are defined, hold and suffice".to_string())
}

/// The invariants of a correctness witness, as checks.
fn checks(entry: &Entry) -> Result<Vec<InsertedCheck>, String> {
    let check = |(number, content): (usize, &Content)| match content {
        Content::Segment(_) => Err("a correctness witness with something else than invariants".to_string()),
        Content::Invariant(item) if item.format != "c_expression" => {
            Err(format!("the invariant in line {} is no C expression", item.location.line))
        }
        Content::Invariant(item) => Ok(InsertedCheck {
            number,
            file: item.location.file_name.clone(),
            line: item.location.line,
            column: item.location.column,
            function: item.location.function.clone(),
            place: match item.kind {
                InvariantKind::LoopInvariant => CheckPlace::Loop,
                InvariantKind::LocationInvariant => CheckPlace::Statement,
            },
            expression: item.value.clone(),
            action: CheckAction::Fail,
        }),
    };
    entry.content.iter().enumerate().map(check).collect()
}
