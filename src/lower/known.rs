//! Functions known by name: builtins and the library that is written in C.
//!
//! In: a name. Out: what it means and its type. A user's own definition takes precedence, except for the
//! error functions, whose call is the violation whatever they do.

use crate::ir::{Builtin, CType, FloatType, FunctionType, IntType, TypeTable};

/// A known function.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// The builtin, or none if the function is in the C library.
    pub builtin: Option<Builtin>,
    /// Its type: the result, then the parameters; see [`letter`].
    shape: &'static str,
    /// The file of the C library that defines it.
    pub file: Option<&'static str>,
}

/// Functions that heapwright knows by heart.
const BUILTINS: &[(&str, Builtin, &str)] = &[
    ("malloc", Builtin::Malloc, "pz"),
    ("calloc", Builtin::Calloc, "pzz"),
    ("realloc", Builtin::Realloc, "ppz"),
    ("aligned_alloc", Builtin::AlignedAlloc, "pzz"),
    ("memalign", Builtin::AlignedAlloc, "pzz"),
    ("alloca", Builtin::Alloca, "pz"),
    ("__builtin_alloca", Builtin::Alloca, "pz"),
    ("free", Builtin::Free, "vp"),
    ("cfree", Builtin::Free, "vp"),
    ("memcpy", Builtin::Memcpy, "ppPz"),
    ("memmove", Builtin::Memmove, "ppPz"),
    ("memset", Builtin::Memset, "ppiz"),
    ("abort", Builtin::Abort, "v"),
    ("exit", Builtin::Exit, "vi"),
    ("_exit", Builtin::Exit, "vi"),
    ("_Exit", Builtin::Exit, "vi"),
    ("quick_exit", Builtin::Exit, "vi"),
    ("__assert_fail", Builtin::AssertFail, "vssus"),
    ("__assert_rtn", Builtin::AssertFail, "vssis"),
    ("__assert", Builtin::AssertFail, "vssi"),
    ("__assert_func", Builtin::AssertFail, "vsiss"),
    ("__assert_perror_fail", Builtin::AssertFail, "visus"),
    ("__VERIFIER_error", Builtin::ErrorCall, "v"),
    ("reach_error", Builtin::ErrorCall, "v"),
    ("__VERIFIER_assume", Builtin::Assume, "vi"),
    ("printf", Builtin::Printf, "is."),
    ("fprintf", Builtin::Fprintf, "ips."),
    ("snprintf", Builtin::Snprintf, "iszs."),
    ("sprintf", Builtin::Sprintf, "iss."),
    ("putchar", Builtin::Putchar, "ii"),
    ("puts", Builtin::Puts, "is"),
    ("__hw_open_stream", Builtin::OpenStream, "pz"),
    ("__hw_use_closed", Builtin::UseClosed, "v"),
    ("__hw_close_twice", Builtin::CloseTwice, "v"),
];

/// Functions of the C library, file by file.
const STRINGS: &[(&str, &str)] = &[
    ("strlen", "zs"),
    ("strnlen", "zsz"),
    ("strcpy", "sss"),
    ("stpcpy", "sss"),
    ("strncpy", "sssz"),
    ("strcat", "sss"),
    ("strncat", "sssz"),
    ("strcmp", "iss"),
    ("strncmp", "issz"),
    ("strcasecmp", "iss"),
    ("strncasecmp", "issz"),
    ("strchr", "ssi"),
    ("strrchr", "ssi"),
    ("strstr", "sss"),
    ("strspn", "zss"),
    ("strcspn", "zss"),
    ("strpbrk", "sss"),
    ("strtok", "sss"),
    ("strtok_r", "sssp"),
    ("strdup", "ss"),
    ("strndup", "ssz"),
    ("memcmp", "iPPz"),
    ("memchr", "pPiz"),
    ("bzero", "vpz"),
    ("bcmp", "iPPz"),
    ("bcopy", "vPpz"),
    ("mempcpy", "ppPz"),
    ("memrchr", "pPiz"),
    ("strchrnul", "ssi"),
    ("strsep", "sps"),
];
const NUMBERS: &[(&str, &str)] = &[
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "xx"),
    ("atoi", "is"),
    ("atol", "ls"),
    ("strtol", "lspi"),
    ("strtoul", "mspi"),
    ("strtoll", "xspi"),
    ("strtoull", "yspi"),
    ("atoll", "xs"),
    ("__errno_location", "p"),
    ("rand", "i"),
    ("srand", "vu"),
    ("random", "l"),
    ("srandom", "vu"),
    ("__builtin_clz", "iu"),
    ("__builtin_ctz", "iu"),
    ("__builtin_clzl", "im"),
    ("__builtin_ctzl", "im"),
    ("__builtin_clzll", "iy"),
    ("__builtin_ctzll", "iy"),
    ("__builtin_popcount", "iu"),
    ("__builtin_popcountl", "im"),
    ("__builtin_popcountll", "iy"),
    ("__builtin_parity", "iu"),
    ("__builtin_ffs", "ii"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "ix"),
    ("htons", "hh"),
    ("ntohs", "hh"),
    ("htonl", "uu"),
    ("ntohl", "uu"),
    ("__builtin_bswap16", "hh"),
    ("__builtin_bswap32", "uu"),
    ("__builtin_bswap64", "yy"),
];
const CHARACTERS: &[(&str, &str)] = &[
    ("isdigit", "ii"),
    ("isxdigit", "ii"),
    ("isalpha", "ii"),
    ("isspace", "ii"),
    ("isalnum", "ii"),
    ("isupper", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isgraph", "ii"),
    ("iscntrl", "ii"),
    ("isblank", "ii"),
    ("isascii", "ii"),
    ("toascii", "ii"),
    ("__ctype_b_loc", "p"),
    ("toupper", "ii"),
    ("tolower", "ii"),
];
const STREAMS: &[(&str, &str)] = &[
    ("getchar", "i"),
    ("fgetc", "ip"),
    ("getc", "ip"),
    ("fgets", "ssip"),
    ("fputs", "isp"),
    ("fputc", "iip"),
    ("putc", "iip"),
    ("fflush", "ip"),
    ("fopen", "pss"),
    ("fdopen", "pis"),
    ("freopen", "pssp"),
    ("tmpfile", "p"),
    ("fclose", "ip"),
    ("feof", "ip"),
    ("ferror", "ip"),
    ("clearerr", "vp"),
    ("ungetc", "iip"),
    ("fread", "zpzzp"),
    ("fwrite", "zPzzp"),
    ("fseek", "ipli"),
    ("ftell", "lp"),
    ("rewind", "vp"),
    ("fgetpos", "ipp"),
    ("fsetpos", "ipp"),
    ("setvbuf", "ipsiz"),
    ("setbuf", "vps"),
    ("fileno", "ip"),
    ("remove", "is"),
    ("rename", "iss"),
    ("perror", "vs"),
    ("__hw_printing", "vp"),
    ("__hw_printing_out", "v"),
    ("__hw_printed", "ii"),
    ("__hw_put", "i"),
    ("__hw_puts", "is"),
    ("__hw_putchar", "ii"),
    ("__hw_printf", "is."),
    ("__hw_fprintf", "ips."),
    ("__hw_put_character", "ii"),
    ("__hw_scan", "ipi"),
];
const SCAN: &[(&str, &str)] = &[
    ("__hw_standard_input", "p"),
    ("__hw_scan_nothing", "ip"),
    ("__hw_scan_integer", "ipiipiii"),
    ("__hw_scan_float", "ipiipi"),
    ("__hw_scan_characters", "ipiipz"),
    ("__hw_scan_word", "ipiipz"),
    ("__hw_scan_set", "ipiipzs"),
    ("__hw_scan_count", "iiip"),
];
const MISCELLANEOUS: &[(&str, &str)] = &[
    ("time", "lp"),
    ("clock", "l"),
    ("getpid", "i"),
    ("getppid", "i"),
    ("isatty", "ii"),
    ("lrand48", "l"),
    ("mrand48", "l"),
    ("drand48", "d"),
    ("srand48", "vl"),
    ("posix_memalign", "ipzz"),
    ("reallocarray", "ppzz"),
    ("qsort", "vpzzp"),
    ("bsearch", "pPPzzp"),
    ("assert", "vi"),
];

const FORMAT: &[(&str, &str)] = &[
    ("vprintf", "isp"),
    ("vfprintf", "ipsp"),
    ("vsprintf", "issp"),
    ("vsnprintf", "iszsp"),
    ("__hw_sprintf", "iss."),
    ("__hw_snprintf", "iszs."),
];

/// A file of the C library: its name, what it defines, and its text.
type File = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// The C library.
pub(super) const FILES: &[File] = &[
    ("string.c", STRINGS, include_str!("library/string.c")),
    ("numbers.c", NUMBERS, include_str!("library/numbers.c")),
    ("characters.c", CHARACTERS, include_str!("library/characters.c")),
    ("streams.c", STREAMS, include_str!("library/streams.c")),
    ("scan.c", SCAN, include_str!("library/scan.c")),
    ("format.c", FORMAT, include_str!("library/format.c")),
    ("miscellaneous.c", MISCELLANEOUS, include_str!("library/miscellaneous.c")),
];

/// Functions of `<math.h>`: what they return is not modelled, and is not anything either. Variants end with `f` or `l`.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ldexp",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "modf",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "scalbln",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Variables of the C library that point at objects of their own, and those objects, if the part of the library that
/// needs them is linked.
pub(super) const STANDARD_STREAMS: [(&str, &str); 3] =
    [("stdin", "__hw_stdin"), ("stdout", "__hw_stdout"), ("stderr", "__hw_stderr")];

/// Whether a function computes something that is not modelled.
pub(super) fn is_mathematics(name: &str, result: &CType) -> bool {
    let plain = name.strip_suffix(['f', 'l']).unwrap_or(name);
    matches!(result, CType::Float(_)) && (MATHEMATICS.contains(&name) || MATHEMATICS.contains(&plain))
}

/// The prefix of functions that return anything.
const NONDET: &str = "__VERIFIER_nondet_";

/// What a name means.
pub(super) fn lookup(name: &str) -> Option<Known> {
    if let Some((_, builtin, shape)) = BUILTINS.iter().find(|(known, ..)| *known == name) {
        return Some(Known { builtin: Some(*builtin), shape, file: None });
    }
    FILES.iter().find_map(|(file, functions, _)| {
        let (_, shape) = functions.iter().find(|(known, _)| *known == name)?;
        Some(Known { builtin: None, shape, file: Some(file) })
    })
}

/// Whether calling the function is a violation whatever its body.
pub(super) fn is_error_function(name: &str) -> bool {
    lookup(name).is_some_and(|known| known.builtin == Some(Builtin::ErrorCall))
}

/// Whether the function returns any value of its type.
pub(super) fn is_nondet(name: &str) -> bool {
    name.starts_with(NONDET)
}

/// The result type of an undeclared `__VERIFIER_nondet_X`.
pub(super) fn nondet_result(name: &str, types: &TypeTable) -> Option<CType> {
    Some(match name.strip_prefix(NONDET)? {
        "bool" | "_Bool" => CType::Bool,
        "char" | "schar" => letter('c', types),
        "uchar" | "u8" => CType::Int(IntType::unsigned(8)),
        "short" => CType::Int(IntType::signed(16)),
        "ushort" | "u16" => CType::Int(IntType::unsigned(16)),
        "uint" | "unsigned" | "u32" => letter('u', types),
        "long" => letter('l', types),
        "ulong" | "size_t" => letter('m', types),
        "longlong" => letter('x', types),
        "ulonglong" | "u64" => letter('y', types),
        "float" => CType::Float(FloatType::F32),
        "double" => CType::Float(FloatType::F64),
        "pointer" => letter('p', types),
        "charp" => letter('s', types),
        _ => letter('i', types),
    })
}

/// The type that a letter of a shape stands for.
fn letter(letter: char, types: &TypeTable) -> CType {
    let long = types.pointer_bits();
    match letter {
        'v' => CType::Void,
        'p' | 'P' => CType::Pointer(Box::new(CType::Void)),
        's' => CType::Pointer(Box::new(CType::Int(IntType::signed(8)))),
        'c' => CType::Int(IntType::signed(8)),
        'h' => CType::Int(IntType::unsigned(16)),
        'u' => CType::Int(IntType::unsigned(32)),
        'l' => CType::Int(IntType::signed(long)),
        'm' | 'z' => CType::Int(IntType::unsigned(long)),
        'x' => CType::Int(IntType::signed(64)),
        'y' => CType::Int(IntType::unsigned(64)),
        'd' => CType::Float(FloatType::F64),
        _ => CType::Int(IntType::INT),
    }
}

impl Known {
    /// Its type in C.
    pub fn function_type(self, types: &TypeTable) -> FunctionType {
        let variadic = self.shape.ends_with('.');
        let mut letters = self.shape.trim_end_matches('.').chars().map(|l| letter(l, types));
        let result = letters.next().unwrap_or(CType::Void);
        FunctionType { result, params: letters.collect(), variadic, unprototyped: false }
    }

    /// Whether it takes exactly so many arguments.
    pub fn is_fixed(self, arguments: usize) -> bool {
        !self.shape.ends_with('.') && self.shape.len() == arguments + 1
    }
}
