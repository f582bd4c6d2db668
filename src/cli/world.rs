//! The world of a program that is run: standard streams, files, the environment, time, and the values that the user gives.
//!
//! In: what the interpreter asks. Out: what the system answers.

use super::descriptors::Descriptors;
use super::given::{Given, GivenValues};
use super::output::stderr;
use crate::base::Id;
use crate::interp::{InputKind, InputRequest, Inputs, RandomInputs, SystemAnswer, SystemRequest};
use crate::ir::{FloatType, Program, Scalar, Strings, SystemCall};
use indexmap::IndexSet;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What a run is given from outside.
pub(super) struct World {
    /// The name of each function, by number.
    names: Vec<String>,
    /// Statements of the C library: what they leave open is nobody's to give.
    library: IndexSet<u32>,
    given: GivenValues,
    /// Gives what is not given.
    random: Option<RandomInputs>,
    arguments: Vec<Vec<u8>>,
    environment: Vec<Vec<u8>>,
    descriptors: Descriptors,
    started: Instant,
    /// Functions of which was said that no value is given.
    warned: IndexSet<String>,
}

impl World {
    /// For a program with its name and arguments; a seed is for what is not given otherwise.
    pub fn new(program: &Program, given: GivenValues, arguments: Vec<OsString>, seed: Option<u64>) -> Self {
        let own = program.functions.iter().filter(|function| function.library).filter_map(|function| function.body());
        let environment = std::env::vars_os().map(|(name, value)| {
            let mut text = name.into_vec();
            text.push(b'=');
            text.extend(value.into_vec());
            text
        });
        Self {
            names: program.functions.iter().map(|function| function.name.clone()).collect(),
            library: own.flat_map(|body| body.statements()).map(|statement| statement.site.0).collect(),
            given,
            random: seed.map(|seed| RandomInputs::new(program, seed)),
            arguments: arguments.into_iter().map(OsString::into_vec).collect(),
            environment: environment.collect(),
            descriptors: Descriptors::default(),
            started: Instant::now(),
            warned: IndexSet::new(),
        }
    }

    fn strings(&self, strings: Strings) -> &[Vec<u8>] {
        match strings {
            Strings::Arguments => &self.arguments,
            Strings::Environment => &self.environment,
        }
    }

    /// The value of a function that the user gives values for, or of anything else that nothing determines.
    fn open_value(&mut self, request: &InputRequest) -> u64 {
        let function = request.function.filter(|_| !self.library.contains(&request.key.site.0));
        let name = function.map(|function| self.names[function.index()].clone());
        // What C leaves open has a name that no function of C can have.
        let name = name.filter(|name| !name.contains(' '));
        if let Some(value) = name.as_deref().and_then(|name| self.given.next(name)) {
            return bits(value, request.ty);
        }
        if let Some(random) = &mut self.random {
            return random.input(request);
        }
        if let Some(name) = name
            && self.warned.insert(name.clone())
        {
            self.descriptors.flush();
            let more = if self.given.has(&name) { "no more values are given" } else { "no value is given" };
            stderr(&format!("heapwright: warning: {more} for `{name}`: it returns 0\n"));
        }
        0
    }

    fn answer(&mut self, request: &SystemRequest) -> io::Result<SystemAnswer> {
        let number = |index: usize| request.numbers.get(index).copied().unwrap_or(0);
        let bytes = |index: usize| request.texts.get(index).map_or(&[][..], Vec::as_slice);
        let path = |index: usize| Path::new(std::ffi::OsStr::from_bytes(bytes(index)));
        let done = |()| SystemAnswer::default();
        let result = |result: i64| SystemAnswer { result, bytes: Vec::new() };
        let text = |bytes: Vec<u8>| match bytes.len() as u64 <= request.room {
            true => Ok(SystemAnswer { result: bytes.len() as i64, bytes }),
            false => Err(io::Error::from_raw_os_error(RANGE)),
        };
        Ok(match request.call {
            SystemCall::Read => {
                let bytes = self.descriptors.read(number(0), request.room)?;
                SystemAnswer { result: bytes.len() as i64, bytes }
            }
            SystemCall::Write => result(self.descriptors.write(number(0), bytes(0))? as i64),
            SystemCall::Flush => {
                self.descriptors.flush();
                result(0)
            }
            SystemCall::Open => result(self.descriptors.open(path(0), number(0), number(1) as u32)?),
            SystemCall::Close => done(self.descriptors.close(number(0))?),
            SystemCall::Seek => result(self.descriptors.seek(number(0), number(1), number(2))?),
            SystemCall::IsTerminal => result(i64::from(self.descriptors.is_terminal(number(0)))),
            SystemCall::Unlink => done(std::fs::remove_file(path(0))?),
            SystemCall::RemoveFolder => done(std::fs::remove_dir(path(0))?),
            SystemCall::MakeFolder => {
                use std::os::unix::fs::DirBuilderExt;
                done(std::fs::DirBuilder::new().mode(number(0) as u32).create(path(0))?)
            }
            SystemCall::Rename => done(std::fs::rename(path(0), path(1))?),
            SystemCall::ChangeFolder => done(std::env::set_current_dir(path(0))?),
            SystemCall::Folder => text(std::env::current_dir()?.into_os_string().into_vec())?,
            SystemCall::Access => done(access(path(0), number(0))?),
            SystemCall::Environment => match std::env::var_os(std::ffi::OsStr::from_bytes(bytes(0))) {
                Some(value) => text(value.into_vec())?,
                None => result(-1),
            },
            SystemCall::ErrorText => {
                let told = io::Error::from_raw_os_error(number(0) as i32).to_string();
                let what = told.rsplit_once(" (os error").map_or(told.as_str(), |(what, _)| what);
                text(if number(0) == 0 { b"Success".to_vec() } else { what.as_bytes().to_vec() })?
            }
            SystemCall::Time => {
                let since = match number(0) {
                    0 => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
                    _ => self.started.elapsed(),
                };
                result(since.as_nanos() as i64)
            }
            SystemCall::Sleep => {
                self.descriptors.flush();
                std::thread::sleep(Duration::from_nanos(number(0).max(0) as u64));
                result(0)
            }
            SystemCall::Identity => result(match number(0) {
                0 => i64::from(std::process::id()),
                1 => i64::from(std::os::unix::process::parent_id()),
                2 => i64::from(std::fs::metadata("/proc/self")?.uid()),
                _ => i64::from(std::fs::metadata("/proc/self")?.gid()),
            }),
            SystemCall::Number => {
                let text = String::from_utf8_lossy(bytes(0));
                result(match number(0) {
                    32 => i64::from(text.parse::<f32>().unwrap_or(0.0).to_bits()),
                    _ => text.parse::<f64>().unwrap_or(0.0).to_bits() as i64,
                })
            }
            SystemCall::Mathematics => {
                let (x, y) = (f64::from_bits(number(0) as u64), f64::from_bits(number(1) as u64));
                result(mathematics(bytes(0), x, y).to_bits() as i64)
            }
        })
    }
}

/// The number of the error that a text is too long for its room.
const RANGE: i32 = 34;

/// The number of the error that there is no such thing as is asked for.
const NOT_THERE: i32 = 2;
const FORBIDDEN: i32 = 13;

fn access(path: &Path, how: i64) -> io::Result<()> {
    let there = std::fs::metadata(path)?;
    let mode = there.permissions().mode();
    let readable = how & 4 == 0 || there.is_dir() || std::fs::File::open(path).is_ok();
    let writable = how & 2 == 0
        || if there.is_dir() { mode & 0o222 != 0 } else { std::fs::OpenOptions::new().append(true).open(path).is_ok() };
    let executable = how & 1 == 0 || mode & 0o111 != 0;
    if readable && writable && executable { Ok(()) } else { Err(io::Error::from_raw_os_error(FORBIDDEN)) }
}

fn mathematics(name: &[u8], x: f64, y: f64) -> f64 {
    match name {
        b"acos" => x.acos(),
        b"asin" => x.asin(),
        b"atan" => x.atan(),
        b"atan2" => x.atan2(y),
        b"cbrt" => x.cbrt(),
        b"cos" => x.cos(),
        b"cosh" => x.cosh(),
        b"exp" => x.exp(),
        b"exp2" => x.exp2(),
        b"expm1" => x.exp_m1(),
        b"hypot" => x.hypot(y),
        b"log" => x.ln(),
        b"log10" => x.log10(),
        b"log1p" => x.ln_1p(),
        b"log2" => x.log2(),
        b"pow" => x.powf(y),
        b"sin" => x.sin(),
        b"sinh" => x.sinh(),
        b"tan" => x.tan(),
        b"tanh" => x.tanh(),
        _ => f64::NAN,
    }
}

/// The bit pattern of a value that the user gives.
fn bits(value: Given, ty: Scalar) -> u64 {
    let float = match value {
        Given::Integer(value) => value as f64,
        Given::Float(value) => value,
    };
    match (value, ty) {
        (_, Scalar::Float(FloatType::F32)) => u64::from((float as f32).to_bits()),
        (_, Scalar::Float(_)) => float.to_bits(),
        (Given::Integer(value), _) => value as u64,
        (Given::Float(value), _) => value as u64,
    }
}

impl Inputs for World {
    fn input(&mut self, request: &InputRequest) -> u64 {
        match request.key.kind {
            InputKind::StringCount(strings) => self.strings(strings).len() as u64,
            InputKind::StringLength(strings, index) => self.strings(strings)[index as usize].len() as u64,
            InputKind::StringCharacter(strings, index, at) => {
                u64::from(self.strings(strings)[index as usize][at as usize])
            }
            // Allocations do not fail, and addresses are the interpreter's.
            InputKind::MallocFails | InputKind::BaseAddress | InputKind::GlobalAddress(_) => 0,
            _ => self.open_value(request),
        }
    }

    fn system(&mut self, request: &SystemRequest) -> Option<SystemAnswer> {
        let failed = |error: io::Error| {
            let number = error.raw_os_error().unwrap_or(NOT_THERE);
            SystemAnswer { result: -i64::from(number), bytes: Vec::new() }
        };
        Some(self.answer(request).unwrap_or_else(failed))
    }
}
