//! A violation with the execution that leads to it.

use super::trace::Step;
use crate::base::Location;
use crate::ir::ErrorKind;

/// A violation of a property.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What happened.
    pub kind: ErrorKind,
    /// What happened in words, with the names of objects.
    pub message: String,
    /// Where, in the user's files.
    pub location: Option<Location>,
    /// The user's function it happened in.
    pub function: String,
    /// Active calls, innermost first; those of heapwright's own library models included.
    pub stack: Vec<Frame>,
    /// The execution, in order.
    pub trace: Vec<Step>,
    /// The values that the program was given, in order.
    pub inputs: Vec<Input>,
    /// The strings that `main` was given, if it looks at some.
    pub given: Option<GivenStrings>,
    /// How many statements the execution took.
    pub length: u64,
    /// If it is a check that was inserted and failed: its number.
    pub check: Option<usize>,
    /// The engine that found it.
    pub engine: &'static str,
}

/// An active call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// Where it was called; `None` for the entry.
    pub call: Option<Location>,
}

/// The strings that `main` is given, as C writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenStrings {
    /// `argc`.
    pub count: usize,
    /// `argv`, if that is looked at.
    pub arguments: Vec<String>,
    /// `envp`.
    pub environment: Vec<String>,
}

/// A value that the program was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it was asked for.
    pub location: Option<Location>,
    /// What asked for it.
    pub source: String,
    /// The value.
    pub value: String,
    /// How the same value can be given again.
    pub cause: Cause,
}

/// What an input stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The result of a call of a function without a body.
    Call(Call),
    /// Whether an allocation fails.
    AllocationFails(bool),
    /// An argument of the function where the program begins.
    Argument,
    /// Part of the strings that `main` is given.
    Given,
    /// The content of a variable or of memory that was never set.
    Unset,
    /// The address of an object.
    Address,
}

/// A call whose result was an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub function: String,
    /// The function that calls it.
    pub caller: String,
    /// The result as a C expression; `None` if it is no finite number.
    pub literal: Option<String>,
    /// The closing parenthesis of the call.
    pub end: Option<Location>,
}

/// A function that the program calls and does not define; what a harness has to provide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub name: String,
    /// The type of its result, in C; one of the same size and kind where the original has no name.
    pub result: String,
    /// What it stands for.
    pub role: Role,
}

/// What a function stands for that the program does not define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Returns the values that the program is given.
    Input,
    /// Ends executions in which its argument is 0.
    Assume,
    /// Its call is the violation.
    Error,
}

/// A pointer that was never set is null in one execution and junk in the next: the same error.
fn without_null(kind: ErrorKind) -> ErrorKind {
    match kind {
        ErrorKind::NullRead => ErrorKind::ReadInvalid,
        ErrorKind::NullWrite => ErrorKind::WriteInvalid,
        other => other,
    }
}

impl Finding {
    /// Whether another finding is the same error at the same place.
    pub(super) fn is_same_defect(&self, other: &Self) -> bool {
        self.location == other.location && without_null(self.kind) == without_null(other.kind)
    }

    /// The lower, the better a finding tells a defect: junk better than null, then short better than long.
    pub(super) fn rank(&self) -> (bool, u64) {
        (without_null(self.kind) != self.kind, self.length)
    }

    /// A violation without its execution. One inside heapwright's own library models is laid to the user's
    /// call, and says so.
    pub fn new(kind: ErrorKind, detail: impl AsRef<str>, location: Option<Location>, stack: Vec<Frame>) -> Self {
        let mut message = kind.message().to_string();
        let inside_library = |location: &Option<Location>| location.as_ref().is_none_or(|l| l.library);
        let depth = match &location {
            Some(location) if location.library => {
                stack.iter().position(|frame| !inside_library(&frame.call)).map_or(0, |frame| frame + 1)
            }
            _ => 0,
        };
        let (location, function) = match depth.checked_sub(1).map(|outermost| &stack[outermost]) {
            Some(frame) => {
                message += &format!(" in `{}`", frame.function);
                (frame.call.clone(), stack.get(depth).map(|frame| frame.function.clone()))
            }
            None => (location, stack.first().map(|frame| frame.function.clone())),
        };
        if !detail.as_ref().is_empty() {
            message += &format!(": {}", detail.as_ref());
        }
        let function = function.unwrap_or_default();
        Self {
            kind,
            message,
            location,
            function,
            stack,
            trace: Vec::new(),
            inputs: Vec::new(),
            given: None,
            length: 0,
            check: None,
            engine: "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &str, line: u32) -> Option<Location> {
        Some(Location { file: file.into(), line, column: 1, length: 1, library: file.starts_with('<') })
    }

    fn frame(function: &str, call: Option<Location>) -> Frame {
        Frame { function: function.into(), call }
    }

    #[test]
    fn an_error_of_a_library_model_is_laid_to_the_users_call() {
        let stack = vec![
            frame("memchr", at("<models>", 9)),
            frame("strlen", at("a.c", 4)),
            frame("size", at("a.c", 8)),
            frame("main", None),
        ];
        let finding = Finding::new(ErrorKind::ReadOutOfBounds, "1 byte past `s`", at("<models>", 2), stack);
        assert_eq!(finding.location, at("a.c", 4));
        assert_eq!(finding.function, "size");
        assert_eq!(finding.message, "read out of bounds in `strlen`: 1 byte past `s`");
    }

    #[test]
    fn an_error_of_the_user_stays_where_it_is() {
        let stack = vec![frame("f", at("a.c", 8)), frame("main", None)];
        let finding = Finding::new(ErrorKind::NullRead, "", at("a.c", 2), stack);
        assert_eq!((finding.location, finding.function.as_str()), (at("a.c", 2), "f"));
        assert_eq!(finding.message, "read through a null pointer");
    }
}
