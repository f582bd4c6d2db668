//! The errors that can be found, told apart as seed 003 does and tagged with their CWE.

use super::property::Property;

/// One kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum ErrorKind {
    /// The error function is called.
    ErrorCall,
    /// An `assert` fails.
    AssertionFailed,
    NullRead,
    NullWrite,
    /// Access of freed heap memory.
    ReadAfterFree,
    WriteAfterFree,
    /// Access of a local variable (or `alloca` block) after its scope ended.
    ReadAfterScope,
    WriteAfterScope,
    ReadOutOfBounds,
    WriteOutOfBounds,
    /// Access through a pointer that was never valid: uninitialised, an integer, a function.
    ReadInvalid,
    WriteInvalid,
    /// Write to a string literal or a `const` object.
    WriteConst,
    /// `memcpy` or struct assignment between overlapping ranges.
    OverlappingCopy,
    /// A call through a pointer that is no function of a fitting type.
    InvalidCall,
    /// A stream is used after `fclose`.
    UseAfterClose,
    DoubleClose,
    DoubleFree,
    /// Free of a variable, a string literal or an `alloca` block.
    FreeNonHeap,
    /// Free of a pointer into the middle of a block.
    FreeOffset,
    /// Free of an uninitialised or otherwise junk pointer.
    FreeInvalid,
    /// Memory that is allocated and can no longer be reached.
    Leak,
    /// Memory that is allocated when the program ends.
    NotFreedAtEnd,
    SignedOverflow,
    /// Division of an integer by zero.
    DivisionByZero,
    /// Shift by a negative amount or by the width or more.
    OversizedShift,
    /// An invariant that somebody claims is false.
    InvariantFails,
    /// An invariant that somebody claims has no value.
    InvariantUndefined,
}

impl ErrorKind {
    /// The property that the error violates; `None` where it only ends the path.
    pub fn property(self) -> Option<Property> {
        use ErrorKind::*;
        match self {
            ErrorCall => Some(Property::UnreachCall),
            AssertionFailed => Some(Property::Assertions),
            NullRead | NullWrite | ReadAfterFree | WriteAfterFree | ReadAfterScope | WriteAfterScope
            | ReadOutOfBounds | WriteOutOfBounds | ReadInvalid | WriteInvalid | WriteConst | OverlappingCopy
            | InvalidCall | UseAfterClose | DoubleClose => Some(Property::ValidDeref),
            DoubleFree | FreeNonHeap | FreeOffset | FreeInvalid => Some(Property::ValidFree),
            Leak => Some(Property::ValidMemtrack),
            NotFreedAtEnd => Some(Property::ValidMemcleanup),
            SignedOverflow => Some(Property::NoOverflow),
            DivisionByZero => Some(Property::DivisionByZero),
            OversizedShift => Some(Property::ShiftRange),
            InvariantFails | InvariantUndefined => Some(Property::Invariants),
        }
    }

    /// The weakness in the Common Weakness Enumeration.
    pub fn cwe(self) -> u32 {
        use ErrorKind::*;
        match self {
            ErrorCall | AssertionFailed | InvariantFails => 617,
            NullRead | NullWrite => 476,
            ReadAfterFree | WriteAfterFree => 416,
            ReadAfterScope | WriteAfterScope => 562,
            ReadOutOfBounds => 125,
            WriteOutOfBounds | WriteConst => 787,
            ReadInvalid | WriteInvalid | InvalidCall => 822,
            OverlappingCopy => 475,
            UseAfterClose => 910,
            DoubleClose => 675,
            DoubleFree => 415,
            FreeNonHeap | FreeInvalid => 590,
            FreeOffset => 761,
            Leak | NotFreedAtEnd => 401,
            SignedOverflow => 190,
            DivisionByZero => 369,
            OversizedShift => 1335,
            InvariantUndefined => 758,
        }
    }

    /// What happened, in words, without names of objects.
    pub fn message(self) -> &'static str {
        use ErrorKind::*;
        match self {
            ErrorCall => "the error function is called",
            AssertionFailed => "assertion fails",
            NullRead => "read through a null pointer",
            NullWrite => "write through a null pointer",
            ReadAfterFree => "read of freed memory",
            WriteAfterFree => "write to freed memory",
            ReadAfterScope => "read of a variable that is out of scope",
            WriteAfterScope => "write to a variable that is out of scope",
            ReadOutOfBounds => "read out of bounds",
            WriteOutOfBounds => "write out of bounds",
            ReadInvalid => "read through an invalid pointer",
            WriteInvalid => "write through an invalid pointer",
            WriteConst => "write to read-only memory",
            OverlappingCopy => "copy between overlapping ranges",
            InvalidCall => "call through an invalid function pointer",
            UseAfterClose => "use of a stream that is closed",
            DoubleClose => "a stream is closed twice",
            DoubleFree => "memory is freed twice",
            FreeNonHeap => "free of memory that is not on the heap",
            FreeOffset => "free of a pointer into the middle of a block",
            FreeInvalid => "free of an invalid pointer",
            Leak => "memory is leaked",
            NotFreedAtEnd => "memory is not freed at the end of the program",
            SignedOverflow => "signed integer overflow",
            DivisionByZero => "division by zero",
            OversizedShift => "shift amount out of range",
            InvariantFails => "the invariant of the witness does not hold",
            InvariantUndefined => "the invariant of the witness is undefined",
        }
    }
}
