//! The steps of an execution.

use super::name::{Name, Place};
use crate::base::Location;
use std::fmt;

/// A value in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The null pointer.
    Null,
    /// A pointer to a place.
    Address(Place),
    /// A number, or what else there is to say.
    Other(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("NULL"),
            Value::Address(Place { object, at: 0, .. }) => write!(f, "&{object}"),
            Value::Address(place) => write!(f, "&{place}"),
            Value::Other(text) => f.write_str(text),
        }
    }
}

/// What a step of a trace is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// A variable got a value.
    Assign,
    /// A decision of the control flow.
    Branch,
    /// A function was left.
    Return,
    /// A function was entered.
    Call,
    /// The program was given a value.
    Input,
    /// Memory was allocated.
    Allocate,
    /// Memory was freed or went out of scope.
    Free,
}

impl StepKind {
    /// The name in machine-readable reports.
    pub fn name(self) -> &'static str {
        match self {
            StepKind::Assign => "assign",
            StepKind::Branch => "branch",
            StepKind::Return => "return",
            StepKind::Call => "call",
            StepKind::Input => "input",
            StepKind::Allocate => "allocate",
            StepKind::Free => "free",
        }
    }
}

/// A step of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is about.
    pub kind: StepKind,
    /// Where, if anywhere.
    pub location: Option<Location>,
    /// The function it happened in.
    pub function: String,
    /// The function that is entered, if the step is a call.
    pub callee: Option<String>,
    /// What happened, in words.
    pub text: String,
    /// What has which value after it.
    pub values: Vec<(Name, Value)>,
    /// Whether it is about the object of the violation: never left out of a report.
    pub key: bool,
}
