//! Runs the system's C preprocessor.
//!
//! In: a path and `-I`, `-D`, `-U`. Out: preprocessed bytes, or the preprocessor's complaints at their
//! places. Knows nothing of C beyond compiler options.

use super::ParseError;
use super::text::Text;
use crate::base::{Diagnostic, SourceMap, Span};
use crate::config::{DataModel, ParseConfig};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const COMPILER: &str = "cc";
/// Longer than any preprocessing takes; an `#include` of a pipe would wait for ever.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// A macro can expand to any amount of text.
const MAX_OUTPUT: u64 = 512 << 20;

/// Beyond this size of a file, columns are not worth the time that it takes to print them.
const MAX_BYTES_WITH_COLUMNS: usize = 1 << 20;

/// The preprocessed text of a file of the given size, with the place of each token in it if the compiler can
/// print that.
pub(super) fn preprocess(
    path: &Path,
    bytes: usize,
    config: &ParseConfig,
    sources: &mut SourceMap,
) -> Result<Vec<u8>, ParseError> {
    let headers = Headers::create(config.data_model)?;
    let attempt = |columns: bool| {
        let mut command = Command::new(COMPILER);
        command.args([
            "-E",
            "-w",
            "-x",
            "c",
            "-D__HEAPWRIGHT__=1",
            "-fno-diagnostics-show-caret",
            "-fdiagnostics-color=never",
        ]);
        command.arg(match config.data_model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        });
        command.args(columns.then_some("-fdebug-cpp"));
        command.args(&config.preprocessor_args);
        headers.add_to(&mut command);
        // A name that begins with `-` would be taken for an option.
        let dashed = path.as_os_str().as_encoded_bytes().starts_with(b"-");
        command.arg(if dashed { Path::new(".").join(path) } else { path.to_path_buf() });
        run(&mut command)
    };
    let mut output = attempt(bytes <= MAX_BYTES_WITH_COLUMNS)?;
    let refused_option = || String::from_utf8_lossy(&output.stderr).contains("-fdebug-cpp");
    if !output.success && refused_option() {
        output = attempt(false)?;
    }
    if output.success {
        return Ok(output.stdout);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let complaints = diagnostics(&stderr, sources);
    if complaints.is_empty() {
        return Err(ParseError::Failed { reason: format!("`{COMPILER} -E` failed: {}", stderr.trim()) });
    }
    Err(ParseError::Invalid(complaints))
}

struct Output {
    success: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Runs a command with no input, within limits of time and output.
fn run(command: &mut Command) -> Result<Output, ParseError> {
    let failed = |reason: String| ParseError::Failed { reason };
    command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => {
            failed(format!("no C compiler: `{COMPILER}` is needed to preprocess, and is not in PATH"))
        }
        _ => failed(format!("cannot run `{COMPILER}`: {e}")),
    })?;
    let stdout = child.stdout.take().map(read_in_background);
    let stderr = child.stderr.take().map(read_in_background);
    let success = wait(&mut child).map_err(failed)?;
    let collect =
        |reader: Option<std::thread::JoinHandle<Vec<u8>>>| reader.and_then(|r| r.join().ok()).unwrap_or_default();
    let (stdout, stderr) = (collect(stdout), collect(stderr));
    if stdout.len() as u64 > MAX_OUTPUT {
        return Err(failed(format!("the preprocessed text is larger than {} MiB", MAX_OUTPUT >> 20)));
    }
    Ok(Output { success, stdout, stderr })
}

/// Reads up to one byte more than the limit; a child that writes more then finds its pipe closed.
fn read_in_background(pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(MAX_OUTPUT + 1).read_to_end(&mut bytes);
        bytes
    })
}

/// Waits for a child, and ends it when its time is up.
fn wait(child: &mut Child) -> Result<bool, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if start.elapsed() < TIME_LIMIT => std::thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("`{COMPILER} -E` took longer than {} s", TIME_LIMIT.as_secs()));
            }
            Err(e) => return Err(format!("cannot wait for `{COMPILER}`: {e}")),
        }
    }
}

/// The header that comes with heapwright, for programs that include it.
const OWN_HEADER: &str = include_str!("../../templates/heapwright.h");

/// Headers that programs find after those of the system and their own: a directory with the one that comes along. For 32
/// bits where only the headers for 64 are installed, also the directory of the latter, and one that only exists for 32.
struct Headers {
    directory: PathBuf,
    multiarch: Option<PathBuf>,
}

impl Headers {
    fn create(data_model: DataModel) -> Result<Self, ParseError> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let name = format!("heapwright-{}-{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let mut headers = Self { directory: std::env::temp_dir().join(name), multiarch: None };
        headers.write("heapwright.h", OWN_HEADER)?;
        if data_model == DataModel::Ilp32 {
            headers.write("gnu/stubs-32.h", "")?;
            let mut command = Command::new(COMPILER);
            let multiarch = run(command.arg("-print-multiarch"))?.stdout;
            let multiarch = String::from_utf8_lossy(&multiarch).trim().to_string();
            headers.multiarch = Some(Path::new("/usr/include").join(multiarch)).filter(|p| p.is_dir());
        }
        Ok(headers)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), ParseError> {
        let path = self.directory.join(name);
        let folder = path.parent().unwrap_or(&self.directory);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|e| ParseError::Failed { reason: format!("cannot write to {}: {e}", path.display()) })
    }

    fn add_to(&self, command: &mut Command) {
        for directory in self.multiarch.iter().chain([&self.directory]) {
            command.arg("-idirafter").arg(directory);
        }
    }
}

impl Drop for Headers {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Turns `file:line:column: error: message` lines into diagnostics at that place.
fn diagnostics(stderr: &str, sources: &mut SourceMap) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for line in stderr.lines() {
        let Some((place, message)) =
            ["fatal error: ", "error: "].iter().find_map(|kind| line.split_once(&format!(": {kind}")))
        else {
            continue;
        };
        found.push(Diagnostic::error(span_of_place(place, sources), message));
    }
    found
}

/// The span of `file:line:column`, in a copy of the file's text.
fn span_of_place(place: &str, sources: &mut SourceMap) -> Span {
    let mut parts = place.rsplitn(3, ':');
    let (Some(column), Some(line), Some(name)) = (parts.next(), parts.next(), parts.next()) else {
        return Span::NONE;
    };
    let (Ok(column), Ok(line)) = (column.parse::<usize>(), line.parse::<usize>()) else { return Span::NONE };
    let Ok(bytes) = std::fs::read(name) else { return Span::NONE };
    let file = sources.file(name, false);
    let start: usize = bytes.split_inclusive(|b| *b == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    let base = Text::of_file(bytes, file).add_to(sources);
    let lo = base + (start + column.saturating_sub(1)) as u32;
    Span { lo, hi: lo + 1 }
}
