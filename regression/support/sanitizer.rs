//! How a compiled program ended, read from its exit status and from the reports of the sanitizers.
//! In: what the process left. Out: an [`End`]. Knows the texts of gcc's sanitizers, nothing of heapwright's runs.

use heapwright::ir::ErrorKind::{self, *};

/// How a compiled program ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// With this status.
    Exit(i32),
    /// By `abort`, without a report.
    Abort,
    /// An assumption did not hold.
    Assumption,
    /// A sanitizer, an assertion or the error function stopped it: one of these errors.
    Error(Vec<ErrorKind>),
    /// The sanitizers found undefined behaviour that heapwright does not report: why it is no error here.
    OutOfScope(&'static str),
    /// Anything else.
    Other(String),
}

/// Exit status that is set for reports of leaks.
pub const LEAK_STATUS: i32 = 98;

/// A phrase of a report and the errors it stands for; reads first, then writes, where the two differ.
const ACCESSES: &[(&str, &[ErrorKind], &[ErrorKind])] = &[
    ("heap-use-after-free", &[ReadAfterFree], &[WriteAfterFree]),
    ("stack-use-after-scope", &[ReadAfterScope], &[WriteAfterScope]),
    ("stack-use-after-return", &[ReadAfterScope], &[WriteAfterScope]),
    ("buffer-overflow", &[ReadOutOfBounds], &[WriteOutOfBounds]),
    ("buffer-underflow", &[ReadOutOfBounds], &[WriteOutOfBounds]),
    ("unknown-crash", &[ReadOutOfBounds], &[WriteOutOfBounds]),
    // `free` itself crashes on blocks that it cannot look behind.
    (
        "SEGV",
        &[NullRead, ReadInvalid, InvalidCall, FreeInvalid, FreeNonHeap],
        &[NullWrite, WriteInvalid, WriteConst, FreeInvalid, FreeNonHeap],
    ),
];

/// A phrase of a report and the errors it stands for.
const PHRASES: &[(&str, &[ErrorKind])] = &[
    ("attempting double-free", &[DoubleFree]),
    ("attempting free on address which was not malloc", &[FreeOffset, FreeNonHeap, FreeInvalid]),
    // Where the bytes before the address look like the head of a block.
    ("alloc-dealloc-mismatch (INVALID vs free)", &[FreeOffset, FreeNonHeap, FreeInvalid]),
    ("param-overlap", &[OverlappingCopy]),
    ("signed integer overflow", &[SignedOverflow]),
    ("by -1 cannot be represented", &[SignedOverflow]),
    ("negation of", &[SignedOverflow]),
    ("left shift of", &[SignedOverflow]),
    ("division by zero", &[DivisionByZero]),
    ("shift exponent", &[OversizedShift]),
    ("load of null pointer", &[NullRead]),
    ("store to null pointer", &[NullWrite]),
    ("within null pointer", &[NullRead, NullWrite]),
    ("load of address", &[ReadOutOfBounds]),
    ("store to address", &[WriteOutOfBounds]),
    ("out of bounds for type", &[ReadOutOfBounds, WriteOutOfBounds]),
    ("Assertion", &[AssertionFailed]),
    ("HEAPWRIGHT: error function", &[ErrorCall]),
];

/// A phrase of a report that is not about any of heapwright's properties, and why.
const OUT_OF_SCOPE: &[(&str, &str)] = &[
    ("misaligned address", "no property asks for alignment"),
    ("null pointer passed as argument", "block operations on no bytes touch no memory"),
    ("applying", "pointers may leave their object; only accesses are checked"),
    ("pointer index expression", "pointers may leave their object; only accesses are checked"),
    ("is not a valid value for type", "any bit pattern can be read as `_Bool` or an enumeration"),
    ("variable length array bound", "arrays of negative size end the path"),
];

/// Reads how a process ended.
pub fn end_of(code: Option<i32>, signal: Option<i32>, stderr: &str) -> End {
    let phrase = |phrase: &str| stderr.contains(phrase);
    if let Some((_, reason)) = OUT_OF_SCOPE.iter().find(|(text, _)| phrase("runtime error") && phrase(text)) {
        return End::OutOfScope(reason);
    }
    if phrase("ERROR: AddressSanitizer:") {
        let write = phrase("WRITE of size") || phrase("caused by a WRITE");
        if let Some((_, read_kinds, write_kinds)) = ACCESSES.iter().find(|(text, ..)| phrase(text)) {
            return End::Error(if write { write_kinds } else { read_kinds }.to_vec());
        }
    }
    if let Some((_, kinds)) = PHRASES.iter().find(|(text, _)| phrase(text)) {
        return End::Error(kinds.to_vec());
    }
    match (code, signal) {
        (Some(77), _) if phrase("HEAPWRIGHT: assumption") => End::Assumption,
        (Some(LEAK_STATUS), _) if phrase("detected memory leaks") => End::Error(vec![Leak]),
        (_, Some(6)) => End::Abort,
        (Some(code), _) if !phrase("ERROR: ") && !phrase("runtime error") => End::Exit(code),
        _ => End::Other(stderr.lines().find(|line| !line.is_empty()).unwrap_or("killed").to_string()),
    }
}
