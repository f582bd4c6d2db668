//! Library functions that heapwright knows by heart. The rest of the library (`strlen`, `strcpy`, …) is
//! written in C on top of these and linked by `lower`.

/// What no stage models, since C libraries differ: some only free the block and return null, some return an empty block.
pub const REALLOC_TO_NOTHING: &str = "`realloc` to size 0";

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
        }
    }

    /// Whether a call never returns.
    pub fn is_noreturn(self) -> bool {
        matches!(self, Builtin::Abort | Builtin::Exit | Builtin::AssertFail | Builtin::ErrorCall)
    }
}
