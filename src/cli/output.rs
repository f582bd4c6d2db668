//! Printing. A reader that went away is no error.

use crate::base::Progress;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Prints to standard output; what nobody reads is dropped.
pub(super) fn stdout(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints to standard error; what nobody reads is dropped.
pub(super) fn stderr(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A report file, created before the work begins so that a wrong path costs no time.
pub(super) struct Output {
    path: PathBuf,
    file: File,
}

impl Output {
    /// Creates the file.
    pub fn create(path: &Path) -> Result<Self, String> {
        let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
        Ok(Self { path: path.to_path_buf(), file })
    }

    /// Writes the report.
    pub fn write(mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| cannot_write(&self.path, &error))
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}

/// Tells phases with the time since the start, if it is on.
pub(super) struct Verbose {
    /// Whether anything is told.
    pub on: bool,
    /// When heapwright was started.
    pub started: Instant,
}

impl Progress for Verbose {
    fn phase(&self, name: &str, detail: &str) {
        if self.on {
            let elapsed = self.started.elapsed().as_secs_f64();
            let separator = if detail.is_empty() { "" } else { ": " };
            stderr(&format!("heapwright: [{elapsed:7.3} s] {name}{separator}{detail}\n"));
        }
    }
}
