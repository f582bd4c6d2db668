//! The C library for programs that are run: what the models leave open is asked of the system.
//!
//! In: a name. Out: what it means there. Functions that are not here are those of the models, if these are as C says, and
//! otherwise they cannot be run.

use super::Lowering;
use super::known::{self, BUILTINS, File, Known, Precision};
use crate::ir::{Builtin, FunctionKind, SystemCall};

/// Which C library a program is linked with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Library {
    /// Models, for all executions.
    #[default]
    Models,
    /// What one execution really does. Of functions without a body, only those may be called whose results are given.
    Run {
        /// Their names.
        given: Vec<String>,
    },
}

const STREAMS: &[(&str, &str)] = &[
    ("getchar", "i"),
    ("getchar_unlocked", "i"),
    ("fgetc", "ip"),
    ("getc", "ip"),
    ("getc_unlocked", "ip"),
    ("fgets", "ssip"),
    ("gets", "ss"),
    ("getdelim", "lppip"),
    ("getline", "lppp"),
    ("ungetc", "iip"),
    ("fread", "zpzzp"),
    ("putchar", "ii"),
    ("putchar_unlocked", "ii"),
    ("fputc", "iip"),
    ("putc", "iip"),
    ("putc_unlocked", "iip"),
    ("puts", "is"),
    ("fputs", "isp"),
    ("fwrite", "zPzzp"),
    ("fflush", "ip"),
    ("fopen", "pss"),
    ("fdopen", "pis"),
    ("freopen", "pssp"),
    ("tmpfile", "p"),
    ("fclose", "ip"),
    ("feof", "ip"),
    ("ferror", "ip"),
    ("clearerr", "vp"),
    ("fseek", "ipli"),
    ("fseeko", "ipli"),
    ("ftell", "lp"),
    ("ftello", "lp"),
    ("rewind", "vp"),
    ("fgetpos", "ipp"),
    ("fsetpos", "ipp"),
    ("setvbuf", "ipsiz"),
    ("setbuf", "vps"),
    ("fileno", "ip"),
    ("perror", "vs"),
    ("__hw_run_read", "ip"),
    ("__hw_run_unread", "vip"),
];
const PRINT: &[(&str, &str)] =
    &[("printf", "is."), ("fprintf", "ips."), ("dprintf", "iis."), ("vprintf", "isp"), ("vfprintf", "ipsp")];
const SCAN: &[(&str, &str)] = &[
    ("scanf", "is."),
    ("__isoc99_scanf", "is."),
    ("__isoc23_scanf", "is."),
    ("fscanf", "ips."),
    ("__isoc99_fscanf", "ips."),
    ("__isoc23_fscanf", "ips."),
    ("vscanf", "isp"),
    ("vfscanf", "ipsp"),
];
const SYSTEM: &[(&str, &str)] = &[
    ("getenv", "ss"),
    ("secure_getenv", "ss"),
    ("strerror", "si"),
    ("open", "isi."),
    ("creat", "isu"),
    ("close", "ii"),
    ("read", "lipz"),
    ("write", "liPz"),
    ("lseek", "lili"),
    ("remove", "is"),
    ("unlink", "is"),
    ("rename", "iss"),
    ("access", "isi"),
    ("mkdir", "isu"),
    ("rmdir", "is"),
    ("chdir", "is"),
    ("getcwd", "ssz"),
    ("getuid", "u"),
    ("geteuid", "u"),
    ("getgid", "u"),
    ("getegid", "u"),
    ("getpid", "i"),
    ("getppid", "i"),
    ("isatty", "ii"),
];
const TIMES: &[(&str, &str)] = &[
    ("time", "lp"),
    ("clock", "l"),
    ("clock_gettime", "iip"),
    ("gettimeofday", "ipp"),
    ("difftime", "dll"),
    ("sleep", "uu"),
    ("usleep", "iu"),
    ("nanosleep", "ipp"),
    ("gmtime", "pp"),
    ("gmtime_r", "ppp"),
    ("localtime", "pp"),
    ("localtime_r", "ppp"),
    ("mktime", "lp"),
    ("timegm", "lp"),
];
const NUMBERS: &[(&str, &str)] = &[("strtod", "dsp"), ("strtof", "fsp"), ("atof", "ds")];
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
const SORT: &[(&str, &str)] = &[("qsort", "vpzzp"), ("bsearch", "pPPzzp")];
const MATHEMATICS: &[(&str, &str)] = &[
    ("acos", "dd"),
    ("asin", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("cbrt", "dd"),
    ("cos", "dd"),
    ("cosh", "dd"),
    ("exp", "dd"),
    ("exp2", "dd"),
    ("expm1", "dd"),
    ("hypot", "ddd"),
    ("log", "dd"),
    ("log10", "dd"),
    ("log1p", "dd"),
    ("log2", "dd"),
    ("pow", "ddd"),
    ("sin", "dd"),
    ("sinh", "dd"),
    ("tan", "dd"),
    ("tanh", "dd"),
];

/// The calls of the system, with their types.
pub(super) const CALLS: &[(SystemCall, &str)] = &[
    (SystemCall::Read, "xipz"),
    (SystemCall::Write, "xiPz"),
    (SystemCall::Flush, "xi"),
    (SystemCall::Open, "xsii"),
    (SystemCall::Close, "xi"),
    (SystemCall::Seek, "xixi"),
    (SystemCall::Unlink, "xs"),
    (SystemCall::RemoveFolder, "xs"),
    (SystemCall::MakeFolder, "xsi"),
    (SystemCall::Rename, "xss"),
    (SystemCall::ChangeFolder, "xs"),
    (SystemCall::Folder, "xpz"),
    (SystemCall::Access, "xsi"),
    (SystemCall::Environment, "xspz"),
    (SystemCall::ErrorText, "xipz"),
    (SystemCall::Time, "xi"),
    (SystemCall::Sleep, "xx"),
    (SystemCall::IsTerminal, "xi"),
    (SystemCall::Identity, "xi"),
    (SystemCall::Number, "xsi"),
    (SystemCall::Mathematics, "xsxx"),
];

/// The files of this library.
const FILES: &[File] = &[
    ("run/streams.c", Precision::Exact, STREAMS, include_str!("library/run/streams.c")),
    ("run/print.c", Precision::Exact, PRINT, include_str!("library/run/print.c")),
    ("run/scan.c", Precision::Exact, SCAN, include_str!("library/run/scan.c")),
    ("run/system.c", Precision::Exact, SYSTEM, include_str!("library/run/system.c")),
    ("run/times.c", Precision::Exact, TIMES, include_str!("library/run/times.c")),
    ("run/numbers.c", Precision::Exact, NUMBERS, include_str!("library/run/numbers.c")),
    ("run/random.c", Precision::Exact, RANDOM, include_str!("library/run/random.c")),
    ("run/sort.c", Precision::Exact, SORT, include_str!("library/run/sort.c")),
    ("run/mathematics.c", Precision::Exact, MATHEMATICS, include_str!("library/run/mathematics.c")),
];

impl Library {
    /// What a function means without a body.
    pub(super) fn lookup(&self, name: &str) -> Option<Known> {
        if *self == Library::Models {
            return known::lookup(name);
        }
        if let Some((call, shape)) = CALLS.iter().find(|(call, _)| call.name() == name) {
            return Some(Known { builtin: Some(Builtin::System(*call)), shape, file: None });
        }
        if let Some(found) = known::in_files(FILES, name) {
            return Some(found);
        }
        let exact = |file: &str| known::FILES.iter().any(|(known, how, ..)| *known == file && *how == Precision::Exact);
        let is_builtin = BUILTINS.iter().any(|(known, ..)| *known == name);
        known::lookup(name).filter(|known| is_builtin || known.file.is_some_and(exact))
    }

    /// The text of a file.
    pub(super) fn text(&self, file: &str) -> Option<&'static str> {
        let files = if *self == Library::Models { &[] } else { FILES };
        known::FILES.iter().chain(files).find(|(known, ..)| *known == file).map(|(.., text)| *text)
    }
}

impl Lowering<'_> {
    /// Lets runs end where they call functions of which nobody knows what they do.
    pub(super) fn refuse_unknown_functions(&mut self) {
        let Library::Run { given } = &self.library else { return };
        for (id, function) in self.program.functions.enumerated() {
            let unknown = matches!(function.kind, FunctionKind::External) && !given.contains(&function.name);
            if unknown && !self.unmodelled.contains_key(&id) {
                let what = match known::lookup(&function.name) {
                    Some(_) => format!("`{}`, which cannot be run", function.name),
                    None => function.without_model(),
                };
                self.unmodelled.insert(id, what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_of_the_system_has_a_type_that_fits() {
        for (call, shape) in CALLS {
            let arguments = call.arguments().iter().map(|argument| match argument {
                crate::ir::SystemArgument::Number | crate::ir::SystemArgument::Text => 1,
                crate::ir::SystemArgument::Given | crate::ir::SystemArgument::Room => 2,
            });
            assert_eq!(shape.len(), 1 + arguments.sum::<usize>(), "{}", call.name());
        }
    }
}
