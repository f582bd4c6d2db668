//! Witnesses in YAML, format 2.0.

use super::entry::{
    Constraint, Content, Entry, InvariantItem, InvariantKind, Location, Metadata, Producer, Step, TaskData, Waypoint,
    WaypointAction, WaypointKind,
};
use super::read::NOT_FINITE;
use super::task::Task;
use crate::base;
use crate::verdict::{Cause, Finding, LoopInvariant, Overall, Verdict};
use uuid::Uuid;

/// The names of entries are made from what they say, within this space of names.
const NAMES: Uuid = Uuid::from_u128(0x6a3f_1d2c_94b8_4c55_8f0e_7b61_52c9_d0a7);

/// The witness of a verdict: a violation as a sequence of waypoints, or a proof as a set of invariants. `None` if the
/// verdict is unknown.
pub fn yaml(verdict: &Verdict, task: &Task) -> Result<Option<String>, String> {
    let entry = match verdict.overall() {
        Overall::Unknown => return Ok(None),
        Overall::True => entry("invariant_set", verdict.invariants().iter().flat_map(invariants).collect(), task),
        Overall::False(_) => {
            let finding = verdict.findings().first().ok_or("a violation without a finding")?;
            entry("violation_sequence", waypoints(finding), task)
        }
    }?;
    to_yaml(&[entry]).map(Some)
}

fn to_yaml(entries: &[Entry]) -> Result<String, String> {
    serde_saphyr::to_string(&entries).map_err(|error| format!("the witness cannot be written: {error}"))
}

fn entry(entry_type: &str, content: Vec<Content>, task: &Task) -> Result<Entry, String> {
    let task_data = TaskData {
        input_files: task.files.iter().map(|file| file.name.clone()).collect(),
        input_file_hashes: task.files.iter().map(|file| (file.name.clone(), file.hash.clone())).collect(),
        specification: task.specification(),
        data_model: task.data_model.name().to_string(),
        language: "C".to_string(),
    };
    let producer =
        Producer { name: env!("CARGO_PKG_NAME").to_string(), version: env!("CARGO_PKG_VERSION").to_string() };
    let mut entry = Entry {
        entry_type: entry_type.to_string(),
        metadata: Metadata {
            format_version: "2.0".to_string(),
            uuid: String::new(),
            creation_time: String::new(),
            producer,
            task: task_data,
        },
        content,
    };
    // The name depends on all but the time: the same claim about the same program has the same one.
    let claim = to_yaml(std::slice::from_ref(&entry))?;
    entry.metadata.uuid = Uuid::new_v5(&NAMES, claim.as_bytes()).to_string();
    entry.metadata.creation_time = task.timestamp();
    Ok(entry)
}

/// The values that the program is given, in order, then the violation.
fn waypoints(finding: &Finding) -> Vec<Content> {
    let follow = |kind, constraint, location| {
        let waypoint = Waypoint { kind, action: WaypointAction::Follow, constraint, location };
        Content::Segment(vec![Step { waypoint }])
    };
    let mut content = Vec::new();
    for input in &finding.inputs {
        let Cause::Call(call) = &input.cause else { continue };
        let Some(end) = &call.end else { continue };
        if end.library {
            continue;
        }
        let Some(value) = constraint(call.literal.as_deref(), &input.value) else { continue };
        let constraint = Constraint { value, format: Some("acsl_expression".to_string()) };
        content.push(follow(WaypointKind::FunctionReturn, Some(constraint), location(end, &call.caller)));
    }
    if let Some(place) = &finding.location {
        content.push(follow(WaypointKind::Target, None, location(place, &finding.function)));
    }
    content
}

/// That a call returns a value: by a literal of C, or by the predicate that ACSL has where C has none.
fn constraint(literal: Option<&str>, value: &str) -> Option<String> {
    match literal {
        Some(literal) => Some(format!("\\result == {literal}")),
        None => NOT_FINITE.iter().find(|(_, name, _)| *name == value).map(|(predicate, ..)| predicate.to_string()),
    }
}

/// What is known about a loop, an entry for each fact that C can say.
fn invariants(invariant: &LoopInvariant) -> impl Iterator<Item = Content> {
    let place = invariant.location.as_ref().filter(|place| !place.library);
    place.into_iter().flat_map(|place| {
        invariant.expressions.iter().map(|value| {
            Content::Invariant(InvariantItem {
                kind: if invariant.is_statement {
                    InvariantKind::LoopInvariant
                } else {
                    InvariantKind::LocationInvariant
                },
                location: location(place, invariant.function.as_deref().unwrap_or("")),
                value: value.clone(),
                format: "c_expression".to_string(),
            })
        })
    })
}

fn location(location: &base::Location, function: &str) -> Location {
    Location {
        file_name: location.file.clone(),
        line: location.line,
        column: Some(location.column),
        function: Some(function.to_string()).filter(|name| !name.is_empty()),
    }
}
