//! The parts of a witness of format 2.0, as they stand in the file.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// An entry: what is claimed, and about what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// `violation_sequence` or `invariant_set`.
    pub entry_type: String,
    /// Who says so, and about what.
    pub metadata: Metadata,
    /// What is claimed.
    pub content: Vec<Content>,
}

/// Who made an entry, when, and about what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// `2.0`.
    pub format_version: String,
    /// A name of the entry that no other has.
    pub uuid: String,
    /// RFC 3339.
    pub creation_time: String,
    /// The tool.
    pub producer: Producer,
    /// The program and the property.
    pub task: TaskData,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A program and a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskData {
    /// The files of the program.
    pub input_files: Vec<String>,
    /// SHA-256 of each.
    pub input_file_hashes: IndexMap<String, String>,
    /// The property in SV-COMP's notation.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// `C`.
    pub language: String,
}

/// A part of a claim: a segment of a violating execution, or an invariant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Waypoints, of which the last is to be followed and the others are to be avoided until then.
    Segment(Vec<Step>),
    /// Something that always holds at a place.
    Invariant(InvariantItem),
}

/// A waypoint in its wrapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The waypoint.
    pub waypoint: Waypoint,
}

/// A place that an execution passes or does not pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waypoint {
    /// What happens there.
    #[serde(rename = "type")]
    pub kind: WaypointKind,
    /// Whether the execution passes.
    pub action: WaypointAction,
    /// What holds there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    /// The place.
    pub location: Location,
}

/// What happens at a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaypointKind {
    /// The constraint holds before the statement.
    Assumption,
    /// A decision is taken as the constraint says.
    Branching,
    /// A function is called.
    FunctionEnter,
    /// A call returns what the constraint says.
    FunctionReturn,
    /// The violation.
    Target,
}

/// Whether an execution passes a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaypointAction {
    /// It does.
    Follow,
    /// It does not, before the waypoint that closes the segment.
    Avoid,
}

/// What holds at a waypoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// An expression.
    pub value: String,
    /// `c_expression` (the default) or `acsl_expression`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    pub file_name: String,
    /// 1-based.
    pub line: u32,
    /// 1-based; anywhere on the line if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The function around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// Something that always holds at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvariantItem {
    /// Of what kind.
    #[serde(rename = "type")]
    pub kind: InvariantKind,
    /// The place.
    pub location: Location,
    /// What holds.
    pub value: String,
    /// `c_expression`.
    pub format: String,
}

/// When an invariant holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InvariantKind {
    /// Whenever the condition of the loop is about to be evaluated.
    LoopInvariant,
    /// Whenever the statement is about to be executed.
    LocationInvariant,
}
