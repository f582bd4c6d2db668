//! Library functions that heapwright knows by heart. The rest of the library (`strlen`, `strcpy`, …) is
//! written in C on top of these and linked by `lower`.

use super::SystemCall;

/// What the address of a block from `malloc` or `alloca`, and of a variable-length array, is a multiple of.
pub const BLOCK_ALIGN: u64 = 16;

/// What no stage models, since C libraries differ: some only free the block and return null, some return an empty block.
pub const REALLOC_TO_NOTHING: &str = "`realloc` to size 0";

/// The function without parameters whose result says in which order operands that interfere are evaluated, where C leaves
/// that open: 0 is from left to right.
pub const ORDER: &str = "order of evaluation";

/// The same for operands of which one may end the program and another one may be the place of an error: the order matters to
/// an execution only if it ends there.
pub const ORDER_AT_END: &str = "order of evaluation before an end";

/// The name of a static object that is defined nowhere and whose content says whether a string literal is the same object as
/// an earlier one with the same text.
pub const SAME_LITERAL: &str = "whether equal string literals are one object";

/// What overlapping source and destination of a copy mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    /// Fine.
    Allowed,
    /// An error unless they are the same.
    UnlessEqual,
    /// An error.
    Error,
}

/// A function whose meaning the interpreter and the encoder share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `void *malloc(size_t)`: a new heap object with uninitialised content.
    Malloc,
    /// `void *calloc(size_t, size_t)`: zeroed; null if the product overflows.
    Calloc,
    /// `void *realloc(void *, size_t)`: always a new object; the old one is freed.
    Realloc,
    /// `void *aligned_alloc(size_t align, size_t size)`.
    AlignedAlloc,
    /// `void *alloca(size_t)`: dies when the calling function returns.
    Alloca,
    /// `void free(void *)`.
    Free,
    /// `void *memcpy(void *, const void *, size_t)`: overlap is an error.
    Memcpy,
    /// `void *memmove(void *, const void *, size_t)`.
    Memmove,
    /// `void *memset(void *, int, size_t)`.
    Memset,
    /// `void abort(void)`: the program ends.
    Abort,
    /// `void exit(int)` and its like: the program ends.
    Exit,
    /// `__assert_fail` and its like: violates `assertions`; the program ends.
    AssertFail,
    /// `__VERIFIER_error`, `reach_error`: violates `unreach-call`; the program ends.
    ErrorCall,
    /// `__VERIFIER_assume(int)`: the path ends if the argument is 0.
    Assume,
    /// `__VERIFIER_nondet_X()`: any value of the result type.
    Nondet,
    /// `int printf(const char *, ...)`.
    Printf,
    /// `int fprintf(FILE *, const char *, ...)`.
    Fprintf,
    /// `int snprintf(char *, size_t, const char *, ...)`.
    Snprintf,
    /// `int sprintf(char *, const char *, ...)`.
    Sprintf,
    /// `int putchar(int)`.
    Putchar,
    /// `int puts(const char *)`.
    Puts,
    /// `void *open_stream(size_t)`: a new object for a stream, neither heap nor variable; it never goes away.
    OpenStream,
    /// `void use_closed(void)`: a stream is used that was closed.
    UseClosed,
    /// `void close_twice(void)`: a stream is closed that was closed before.
    CloseTwice,
    /// What a program that is run asks of the system; in no other program.
    System(SystemCall),
}

impl Builtin {
    /// The name in dumps.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Malloc => "malloc",
            Builtin::Calloc => "calloc",
            Builtin::Realloc => "realloc",
            Builtin::AlignedAlloc => "aligned_alloc",
            Builtin::Alloca => "alloca",
            Builtin::Free => "free",
            Builtin::Memcpy => "memcpy",
            Builtin::Memmove => "memmove",
            Builtin::Memset => "memset",
            Builtin::Abort => "abort",
            Builtin::Exit => "exit",
            Builtin::AssertFail => "assert_fail",
            Builtin::ErrorCall => "error",
            Builtin::Assume => "assume",
            Builtin::Nondet => "nondet",
            Builtin::Printf => "printf",
            Builtin::Fprintf => "fprintf",
            Builtin::Snprintf => "snprintf",
            Builtin::Sprintf => "sprintf",
            Builtin::Putchar => "putchar",
            Builtin::Puts => "puts",
            Builtin::OpenStream => "open_stream",
            Builtin::UseClosed => "use_closed",
            Builtin::CloseTwice => "close_twice",
            Builtin::System(call) => call.name(),
        }
    }

    /// Whether a call never returns.
    pub fn is_noreturn(self) -> bool {
        use Builtin::*;
        matches!(self, Abort | Exit | AssertFail | ErrorCall | UseClosed | CloseTwice)
    }
}
