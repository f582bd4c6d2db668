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
    pub shape: &'static str,
    /// The file of the C library that defines it.
    pub file: Option<&'static str>,
}

/// Functions that heapwright knows by heart.
pub(super) const BUILTINS: &[(&str, Builtin, &str)] = &[
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
    ("strcoll", "iss"),
    ("index", "ssi"),
    ("rindex", "ssi"),
    ("stpncpy", "sssz"),
    ("strcasestr", "sss"),
    ("strlcpy", "zssz"),
    ("strlcat", "zssz"),
    ("memccpy", "ppPiz"),
    ("memmem", "pPzPz"),
    ("rawmemchr", "pPi"),
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
    ("__builtin_parityl", "im"),
    ("__builtin_parityll", "iy"),
    ("__builtin_ffsl", "il"),
    ("__builtin_ffsll", "ix"),
    ("__builtin_clrsb", "ii"),
    ("__builtin_clrsbl", "il"),
    ("__builtin_clrsbll", "ix"),
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
    ("imaxabs", "xx"),
    ("div", "pii"),
    ("ldiv", "pll"),
    ("lldiv", "pxx"),
    ("imaxdiv", "pxx"),
    ("strtoimax", "xspi"),
    ("strtoumax", "yspi"),
    ("__hw_overflows", "iiyiyiii"),
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
    ("gets", "ss"),
    ("getdelim", "lppip"),
    ("getline", "lppp"),
    ("getc_unlocked", "ip"),
    ("getchar_unlocked", "i"),
    ("putc_unlocked", "iip"),
    ("putchar_unlocked", "ii"),
    ("popen", "pss"),
    ("pclose", "ip"),
    ("fseeko", "ipli"),
    ("ftello", "lp"),
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
    ("vasprintf", "ipsp"),
    ("asprintf", "ips."),
];

const RANDOM: &[(&str, &str)] = &[
    ("rand", "i"),
    ("srand", "vu"),
    ("rand_r", "ip"),
    ("random", "l"),
    ("srandom", "vu"),
    ("lrand48", "l"),
    ("mrand48", "l"),
    ("drand48", "d"),
    ("srand48", "vl"),
];
const TEXT_INPUT: &[(&str, &str)] = &[
    ("sscanf", "iss."),
    ("__isoc99_sscanf", "iss."),
    ("__isoc23_sscanf", "iss."),
    ("vsscanf", "issp"),
    ("__isoc99_vsscanf", "issp"),
];
const FLOAT_INPUT: &[(&str, &str)] = &[("strtod", "dsp"), ("strtof", "fsp"), ("atof", "ds")];
const TIMES: &[(&str, &str)] = &[
    ("localtime", "pp"),
    ("gmtime", "pp"),
    ("localtime_r", "ppp"),
    ("gmtime_r", "ppp"),
    ("mktime", "lp"),
    ("timegm", "lp"),
    ("difftime", "dll"),
    ("asctime", "sp"),
    ("ctime", "sp"),
    ("strftime", "zszsp"),
    ("clock_gettime", "iip"),
    ("clock_getres", "iip"),
    ("gettimeofday", "ipp"),
    ("nanosleep", "ipp"),
    ("sleep", "uu"),
    ("usleep", "iu"),
    ("time", "lp"),
    ("clock", "l"),
];
const WORLD: &[(&str, &str)] = &[
    ("getenv", "ss"),
    ("secure_getenv", "ss"),
    ("strerror", "si"),
    ("strsignal", "si"),
    ("system", "is"),
    ("open", "isi."),
    ("creat", "isu"),
    ("close", "ii"),
    ("read", "lipz"),
    ("write", "liPz"),
    ("lseek", "lili"),
    ("unlink", "is"),
    ("access", "isi"),
    ("mkdir", "isu"),
    ("rmdir", "is"),
    ("chdir", "is"),
    ("gethostname", "isz"),
    ("getcwd", "ssz"),
    ("getuid", "u"),
    ("geteuid", "u"),
    ("getgid", "u"),
    ("getegid", "u"),
    ("umask", "uu"),
    ("getpid", "i"),
    ("getppid", "i"),
    ("isatty", "ii"),
];
const OPTIONS: &[(&str, &str)] = &[("getopt", "iips")];
const ENDS: &[(&str, &str)] = &[("atexit", "ip"), ("__hw_run_exits", "v"), ("__hw_exit", "vi")];

const ROUNDING: &[(&str, &str)] =
    &[("fesetround", "ii"), ("fegetround", "i"), ("__hw_direction", "i"), ("__hw_rounds", "v")];

const EXACT_MATHEMATICS: &[(&str, &str)] = &[
    ("nan", "ds"),
    ("nanf", "fs"),
    ("__hw_isgreater", "idd"),
    ("__hw_isgreaterequal", "idd"),
    ("__hw_isless", "idd"),
    ("__hw_islessequal", "idd"),
    ("__hw_islessgreater", "idd"),
    ("__hw_isunordered", "idd"),
    ("isnan", "id"),
    ("isnanf", "if"),
    ("__isnan", "id"),
    ("__isnanf", "if"),
    ("isinf", "id"),
    ("isinff", "if"),
    ("__isinf", "id"),
    ("__isinff", "if"),
    ("finite", "id"),
    ("finitef", "if"),
    ("__finite", "id"),
    ("__finitef", "if"),
    ("__signbit", "id"),
    ("__signbitf", "if"),
    ("__hw_isnormal", "id"),
    ("__hw_isnormalf", "if"),
    ("__fpclassify", "id"),
    ("__fpclassifyf", "if"),
    ("ilogb", "id"),
    ("ilogbf", "if"),
    ("__hw_fpclassify", "iiiiiid"),
    ("__hw_fpclassifyf", "iiiiiif"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("ceil", "dd"),
    ("ceilf", "ff"),
    ("trunc", "dd"),
    ("truncf", "ff"),
    ("round", "dd"),
    ("roundf", "ff"),
    ("rint", "dd"),
    ("rintf", "ff"),
    ("nearbyint", "dd"),
    ("nearbyintf", "ff"),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("logb", "dd"),
    ("logbf", "ff"),
    ("copysign", "ddd"),
    ("copysignf", "fff"),
    ("fmod", "ddd"),
    ("fmodf", "fff"),
    ("remainder", "ddd"),
    ("remainderf", "fff"),
    ("drem", "ddd"),
    ("dremf", "fff"),
    ("fmin", "ddd"),
    ("fminf", "fff"),
    ("fmax", "ddd"),
    ("fmaxf", "fff"),
    ("fdim", "ddd"),
    ("fdimf", "fff"),
    ("nextafter", "ddd"),
    ("nextafterf", "fff"),
    ("lround", "ld"),
    ("lroundf", "lf"),
    ("lrint", "ld"),
    ("lrintf", "lf"),
    ("llround", "xd"),
    ("llroundf", "xf"),
    ("llrint", "xd"),
    ("llrintf", "xf"),
    ("modf", "ddp"),
    ("modff", "ffp"),
    ("frexp", "ddp"),
    ("frexpf", "ffp"),
    ("scalbn", "ddi"),
    ("scalbnf", "ffi"),
    ("ldexp", "ddi"),
    ("ldexpf", "ffi"),
    ("scalbln", "ddl"),
    ("scalblnf", "ffl"),
];

/// How well functions are modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Precision {
    /// As C says, for all inputs, as far as C says it.
    Exact,
    /// Results may be anything that is promised.
    Open,
}

/// A file of the C library: its name, how well its functions are modelled, what it defines, and its text.
pub(super) type File = (&'static str, Precision, &'static [(&'static str, &'static str)], &'static str);

/// The C library.
pub(super) const FILES: &[File] = &[
    ("string.c", Precision::Exact, STRINGS, include_str!("library/string.c")),
    ("numbers.c", Precision::Exact, NUMBERS, include_str!("library/numbers.c")),
    ("characters.c", Precision::Exact, CHARACTERS, include_str!("library/characters.c")),
    ("streams.c", Precision::Open, STREAMS, include_str!("library/streams.c")),
    ("scan.c", Precision::Open, SCAN, include_str!("library/scan.c")),
    ("format.c", Precision::Exact, FORMAT, include_str!("library/format.c")),
    ("miscellaneous.c", Precision::Exact, MISCELLANEOUS, include_str!("library/miscellaneous.c")),
    ("random.c", Precision::Open, RANDOM, include_str!("library/random.c")),
    ("text_input.c", Precision::Exact, TEXT_INPUT, include_str!("library/text_input.c")),
    ("float_input.c", Precision::Exact, FLOAT_INPUT, include_str!("library/float_input.c")),
    ("times.c", Precision::Open, TIMES, include_str!("library/times.c")),
    ("world.c", Precision::Open, WORLD, include_str!("library/world.c")),
    ("options.c", Precision::Exact, OPTIONS, include_str!("library/options.c")),
    ("ends.c", Precision::Exact, ENDS, include_str!("library/ends.c")),
    ("mathematics.c", Precision::Exact, EXACT_MATHEMATICS, include_str!("library/mathematics.c")),
    ("rounding.c", Precision::Exact, ROUNDING, include_str!("library/rounding.c")),
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

/// Functions that change how a program runs in ways that are not modelled, whatever they return.
const UNMODELLED: &[&str] = &[
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "signal",
    "sigaction",
    "pthread_create",
    "thrd_create",
    "vfork",
    "mmap",
    "munmap",
    "sbrk",
    "brk",
    "swapcontext",
    "dlsym",
];

/// Whether a function does what is not modelled.
pub(super) fn is_unmodelled(name: &str) -> bool {
    UNMODELLED.contains(&name)
}

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
    in_files(FILES, name)
}

/// What a name means that one of some files defines.
pub(super) fn in_files(files: &[File], name: &str) -> Option<Known> {
    files.iter().find_map(|(file, _, functions, _)| {
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
        'f' => CType::Float(FloatType::F32),
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

#[cfg(test)]
mod tests {
    use super::{BUILTINS, FILES, Precision, UNMODELLED};

    /// The names of functions that users call, for a cell of a table.
    fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
        let mut names: Vec<&str> = names.filter(|name| !name.starts_with("__")).collect();
        names.sort_unstable();
        names.dedup();
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }

    /// What of the C library is modelled, as the README has it.
    fn table() -> String {
        let of = |wanted: Precision| {
            FILES
                .iter()
                .filter(move |(_, precision, ..)| *precision == wanted)
                .flat_map(|(_, _, functions, _)| *functions)
        };
        let exact = BUILTINS.iter().map(|(name, ..)| *name).chain(of(Precision::Exact).map(|(name, _)| *name));
        let scanned = ["scanf", "fscanf"].into_iter();
        let open = of(Precision::Open).map(|(name, _)| *name).chain(scanned);
        format!(
            "| how | functions |\n|---|---|\n| as C says | {} |\n| anything that is promised | {} |\n| not modelled: unknown where called | {} |\n",
            names(exact),
            names(open),
            names(UNMODELLED.iter().copied())
        )
    }

    #[test]
    fn the_table_in_the_readme_is_current() {
        let readme = include_str!("../../README.md");
        assert!(readme.contains(&table()), "the README lacks this table:\n{}", table());
    }
}
