//! Messages to the user, and constructs that are not supported.

use super::source::Span;

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// Something worth knowing that changes no verdict.
    Warning,
}

/// A line that explains a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where, if anywhere.
    pub span: Span,
    /// What.
    pub message: String,
}

/// A message about the user's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious.
    pub severity: Severity,
    /// Where, if anywhere.
    pub span: Span,
    /// What.
    pub message: String,
    /// Explanations.
    pub notes: Vec<Note>,
}

impl Diagnostic {
    /// An error without notes.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, span, message: message.into(), notes: Vec::new() }
    }

    /// A warning without notes.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, span, message: message.into(), notes: Vec::new() }
    }
}

/// A construct that heapwright does not model: reaching it makes the verdict `unknown`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    /// The construct, in words.
    pub what: String,
    /// Where it stands.
    pub span: Span,
}
