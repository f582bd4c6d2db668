//! Printing, and the files that users name. A reader that went away is no error.

use anyhow::Context;
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

/// Reads a file that the user named.
pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// A report file, created before the work begins so that a wrong path costs no time.
pub(super) struct Output {
    path: PathBuf,
    file: File,
}

impl Output {
    /// Creates the file.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let file = File::create(path).with_context(|| cannot_write(path))?;
        Ok(Self { path: path.to_path_buf(), file })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the report.
    pub fn write(mut self, text: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| cannot_write(&self.path))
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}
