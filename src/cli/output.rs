//! Printing. A reader that went away is no error.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
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
