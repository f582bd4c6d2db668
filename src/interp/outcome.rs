//! What a run hands out: how it ended, what it was fed, what it did. Plain data in source terms.

use super::inputs::RecordedInput;
use super::trace::Event;
use super::value::ObjectId;
use crate::base::{Span, Unsupported};
use crate::ir::{ErrorKind, FunctionId, GlobalId, LocalId, SiteId};

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// Where it ended.
    pub place: Span,
    /// Statements executed (long block operations count more).
    pub steps: u64,
    /// What the program wrote to its standard output.
    pub output: Vec<u8>,
    /// All inputs in the order in which they were asked for.
    pub inputs: Vec<RecordedInput>,
    /// What happened, if the configuration asks for it.
    pub trace: Vec<Event>,
    /// Whether the trace has all that happened from where it begins.
    pub whole_trace: bool,
    /// Reads of memory or variables that were never set, one per statement.
    pub warnings: Vec<Warning>,
    /// Calls of functions without body or model, one per function: their effects on memory are not known.
    pub external_calls: Vec<ExternalCall>,
    /// Whether the function where execution began returned.
    pub returned: bool,
    /// Whether the run may depend on the addresses of objects: it took one as a number, compared pointers whose order or
    /// equality the language leaves open, or got hold of a pointer otherwise than through pointers.
    pub saw_addresses: bool,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// `main` returned or `exit` was called; the status is the full `int`.
    Exit(i32),
    /// `abort`, or a failed assertion or error call whose property is not checked.
    Aborted,
    /// A checked property is violated.
    Violation(Violation),
    /// The path ends without a verdict.
    PathEnded(PathEnd),
    /// More steps than allowed.
    StepLimit,
    /// More live memory than allowed, or the address space is full.
    MemoryLimit,
    /// More frames than allowed.
    DepthLimit,
    /// The caller asked to stop.
    Stopped,
    /// A construct that is not modelled was reached.
    Unsupported(Unsupported),
}

/// Why a path ended without a verdict.
#[derive(Clone, PartialEq, Debug)]
pub enum PathEnd {
    /// An assumption does not hold.
    AssumptionFailed(Span),
    /// An error that belongs to no checked property.
    Error(ErrorKind, Span),
    /// A variable-length array of negative or absurd size.
    BadArraySize(Span),
}

/// A violated property.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where.
    pub span: Span,
    /// The active calls, innermost first.
    pub stack: Vec<StackEntry>,
    /// The object concerned.
    pub object: Option<ObjectInfo>,
    /// More in words, possibly empty: `4 bytes at offset 8 of an object of 8 bytes`.
    pub details: String,
}

/// An active call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackEntry {
    /// The function.
    pub function: FunctionId,
    /// What it is executing: the error itself, or the call of the next inner function.
    pub span: Span,
}

/// A read of something that was never set (CWE-457).
#[derive(Clone, PartialEq, Debug)]
pub struct Warning {
    /// The reading statement.
    pub site: SiteId,
    /// Where it stands; for one of the C library, where the program calls that.
    pub span: Span,
    /// What was read.
    pub what: Unset,
}

/// Something that was read before it was set.
#[derive(Clone, PartialEq, Debug)]
pub enum Unset {
    /// A variable that does not live in memory, by its name.
    Variable(String),
    /// A part of an object.
    Object(ObjectInfo),
}

/// The first call of a function that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExternalCall {
    /// The function.
    pub function: FunctionId,
    /// The call.
    pub span: Span,
    /// Whether some call of it was given a pointer or returns one: it could have written memory.
    pub pointer: bool,
    /// Whether a result of it was looked at, or passed on, though nobody said that it may be anything.
    pub used: bool,
}

impl Run {
    /// Whether no unknown function was called that could have written memory or made an object: what happened
    /// after such a call need not be what happens with the real function.
    pub fn is_exact(&self) -> bool {
        !self.external_calls.iter().any(|call| call.pointer)
    }
}

/// What an object of a run is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// Nothing: what null and invalid addresses point to.
    Nothing,
    /// A static object or string literal.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A variable in memory.
    Local(FunctionId, LocalId),
    /// From `malloc` and its like.
    Heap,
    /// From `alloca`.
    Alloca,
    /// A stream that the program opened.
    Stream,
    /// A variable-length array.
    Array,
    /// The arguments of `main`.
    Arguments,
}

/// An object in source terms.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectInfo {
    /// Identity within the run.
    pub id: ObjectId,
    /// What it is.
    pub kind: ObjectKind,
    /// Name of a variable or function, text of a string literal.
    pub name: Option<String>,
    /// Bytes.
    pub size: u64,
    /// Where its life began: allocation or declaration.
    pub begin: Span,
    /// Where its life ended, if it did: `free` or end of scope.
    pub end: Option<Span>,
    /// The allocating statement.
    pub site: SiteId,
    /// Earlier visits of that statement.
    pub visit: u32,
}
