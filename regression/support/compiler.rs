//! gcc with its sanitizers: compiles programs and runs them within limits.
//! In: C files and inputs. Out: what the compiled programs printed and how they ended.

use super::process::{self, HANGING};
use super::sanitizer::{End, LEAK_STATUS, end_of};
use heapwright::config::DataModel;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program defines takes the place of what gcc knows of a function of that name.
const FLAGS: &[&str] =
    &["-std=gnu11", "-w", "-O0", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
/// The folder of the header that comes with heapwright.
const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");
const INPUTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/regression/support/linked/inputs.c");

/// A working compiler for one data model.
pub struct Compiler {
    model: DataModel,
    folder: PathBuf,
    inputs: PathBuf,
    /// Whether leaks are found at the end of a program; debuggers and some containers forbid it.
    pub finds_leaks: bool,
}

/// What a compiled program did.
pub struct Execution {
    /// What it wrote to its standard output.
    pub output: Vec<u8>,
    /// How it ended.
    pub end: End,
}

impl Execution {
    /// The output for people.
    pub fn output_text(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }
}

impl Compiler {
    /// The compiler for a data model, or why there is none on this machine. `folder` receives its files.
    pub fn new(model: DataModel, folder: &Path) -> Result<Self, String> {
        let folder = folder.join(model.name());
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let inputs = folder.join("inputs.o");
        let mut compiler = Self { model, folder, inputs, finds_leaks: false };
        compiler.gcc(&["-fno-sanitize=all", "-c", INPUTS, "-o", &compiler.inputs.to_string_lossy()])?;
        let probe = compiler.folder.join("probe.c");
        fs::write(&probe, PROBE).map_err(|error| error.to_string())?;
        let program = compiler.compile(&probe, &[])?;
        match compiler.run(&program, &[], true).end {
            End::Error(_) => compiler.finds_leaks = true,
            End::Exit(_) | End::Other(_) => {}
            end => return Err(format!("a compiled program does not run: {end:?}")),
        }
        match compiler.run(&program, &[], false).end {
            End::Exit(3) => Ok(compiler),
            end => Err(format!("a compiled program does not run: {end:?}")),
        }
    }

    fn gcc(&self, args: &[&str]) -> Result<(), String> {
        // The old floating-point unit of 32-bit processors computes with more precision than the types have.
        let width: &[&str] = match self.model {
            DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
            DataModel::Lp64 => &["-m64"],
        };
        let output = Command::new("gcc")
            .args(width)
            .args(FLAGS)
            .args(["-idirafter", INCLUDE])
            .args(args)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("gcc: {error}"))?;
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    /// The program that a C file is compiled into.
    fn target(&self, source: &Path) -> PathBuf {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        let folder = source.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        self.folder.join(format!("{folder}-{name}.exe"))
    }

    /// Compiles a C file into a program beside the other files of this compiler, unless an earlier test run did.
    pub fn compile(&self, source: &Path, options: &[String]) -> Result<PathBuf, String> {
        let program = self.target(source);
        let (stamp, stamp_file) = (stamp(source, options), program.with_extension("stamp"));
        if stamp.is_some() && fs::read_to_string(&stamp_file).ok() == stamp {
            return Ok(program);
        }
        self.compile_anew(source, options)?;
        if let Some(stamp) = stamp {
            fs::write(stamp_file, stamp).map_err(|error| error.to_string())?;
        }
        Ok(program)
    }

    /// Compiles a C file, whatever was there before.
    pub fn compile_anew(&self, source: &Path, options: &[String]) -> Result<PathBuf, String> {
        let program = self.target(source);
        let (from, inputs, to) = (source.to_string_lossy(), self.inputs.to_string_lossy(), program.to_string_lossy());
        let mut args: Vec<&str> = options.iter().map(String::as_str).collect();
        args.extend([&*from, &*inputs, "-Wl,--wrap=main", "-o", &*to, "-lm"]);
        self.gcc(&args)?;
        Ok(program)
    }

    /// Runs a compiled program on inputs.
    pub fn run(&self, program: &Path, inputs: &[u64], leaks: bool) -> Execution {
        let list: String = inputs.iter().map(|input| format!("{input:x},")).collect();
        let leaks = i32::from(leaks);
        let mut command = Command::new(program);
        command
            .current_dir(&self.folder)
            .env("HEAPWRIGHT_INPUTS", list)
            .env(
                "ASAN_OPTIONS",
                format!("detect_leaks={leaks}:detect_stack_use_after_return=1:symbolize=0:hard_rss_limit_mb=1024:allocator_may_return_null=1"),
            )
            .env("LSAN_OPTIONS", format!("exitcode={LEAK_STATUS}"));
        let ended = process::run(&mut command, HANGING).expect("a program that was just compiled can be started");
        let end = match ended.hung {
            false => end_of(ended.status, ended.signal, &ended.errors()),
            true => End::Other("it does not end".into()),
        };
        Execution { output: ended.stdout, end }
    }
}

/// What a compiled program depends on; `None` if that is more than one file and the system's headers.
fn stamp(source: &Path, options: &[String]) -> Option<String> {
    let text = fs::read_to_string(source).ok().filter(|text| !text.contains("#include \""))?;
    let mut hasher = DefaultHasher::new();
    (text, options, FLAGS, fs::read_to_string(INPUTS).ok()?).hash(&mut hasher);
    Some(format!("{:x}", hasher.finish()))
}

/// Loses a block and returns 3.
const PROBE: &str = "
#include <stdlib.h>
static void lose(void) { *(volatile char *)malloc(10) = 1; }
int main(void) { lose(); return 3; }
";
