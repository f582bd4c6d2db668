//! The files that a program that is run has open, by number.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// What waits to be written to standard output at most.
const WAITING: usize = 1 << 16;
/// What is read at once at most.
const READ: u64 = 1 << 20;
/// The exit status of a program whose output nobody reads: shells show the signal so.
const BROKEN_PIPE: i32 = 128 + 13;

/// The numbers of errors and flags, as Linux has them.
const BAD_DESCRIPTOR: i32 = 9;
const INVALID: i32 = 22;
const NO_SEEK: i32 = 29;
const CREATE: i64 = 0o100;
const EXCLUSIVE: i64 = 0o200;
const TRUNCATE: i64 = 0o1000;
const APPEND: i64 = 0o2000;

enum Descriptor {
    Input,
    Output,
    Errors,
    File(File),
    Closed,
}

/// Open files.
pub(super) struct Descriptors {
    table: Vec<Descriptor>,
    /// What is not yet passed on to standard output.
    waiting: Vec<u8>,
    line_by_line: bool,
}

impl Default for Descriptors {
    fn default() -> Self {
        let table = vec![Descriptor::Input, Descriptor::Output, Descriptor::Errors];
        Self { table, waiting: Vec::new(), line_by_line: io::stdout().is_terminal() }
    }
}

impl Descriptors {
    fn get(&mut self, number: i64) -> io::Result<&mut Descriptor> {
        let found = usize::try_from(number).ok().and_then(|index| self.table.get_mut(index));
        found.filter(|found| !matches!(found, Descriptor::Closed)).ok_or_else(|| error(BAD_DESCRIPTOR))
    }

    /// Passes on what waits: before the program waits for somebody, and at its end.
    pub fn flush(&mut self) {
        let mut out = io::stdout().lock();
        let written = out.write_all(&self.waiting).and_then(|()| out.flush());
        self.waiting.clear();
        if written.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            std::process::exit(BROKEN_PIPE);
        }
    }

    /// Up to so many bytes.
    pub fn read(&mut self, number: i64, room: u64) -> io::Result<Vec<u8>> {
        if matches!(self.get(number)?, Descriptor::Input) {
            self.flush();
        }
        let mut bytes = vec![0; room.min(READ) as usize];
        let count = match self.get(number)? {
            Descriptor::Input => io::stdin().lock().read(&mut bytes)?,
            Descriptor::File(file) => file.read(&mut bytes)?,
            _ => return Err(error(BAD_DESCRIPTOR)),
        };
        bytes.truncate(count);
        Ok(bytes)
    }

    /// Writes bytes; says how many.
    pub fn write(&mut self, number: i64, bytes: &[u8]) -> io::Result<usize> {
        match self.get(number)? {
            Descriptor::Output => {
                self.waiting.extend(bytes);
                if self.waiting.len() > WAITING || self.line_by_line && bytes.contains(&b'\n') {
                    self.flush();
                }
                Ok(bytes.len())
            }
            Descriptor::Errors => {
                self.flush();
                io::stderr().write(bytes)
            }
            Descriptor::File(file) => file.write(bytes),
            _ => Err(error(BAD_DESCRIPTOR)),
        }
    }

    /// Opens a file with flags as for `open`; says its number.
    pub fn open(&mut self, path: &Path, flags: i64, mode: u32) -> io::Result<i64> {
        let (reads, writes) = (matches!(flags & 3, 0 | 2), matches!(flags & 3, 1 | 2));
        let mut options = OpenOptions::new();
        options.read(reads).mode(mode);
        if flags & APPEND != 0 && writes {
            options.append(true);
        } else {
            options.write(writes);
        }
        let create = flags & CREATE != 0;
        options.create(create).create_new(create && flags & EXCLUSIVE != 0).truncate(flags & TRUNCATE != 0);
        let file = Descriptor::File(options.open(path)?);
        let free = self.table.iter().position(|found| matches!(found, Descriptor::Closed));
        let number = free.unwrap_or(self.table.len());
        match free {
            Some(free) => self.table[free] = file,
            None => self.table.push(file),
        }
        Ok(number as i64)
    }

    /// Closes a file.
    pub fn close(&mut self, number: i64) -> io::Result<()> {
        if matches!(self.get(number)?, Descriptor::Output) {
            self.flush();
        }
        *self.get(number)? = Descriptor::Closed;
        Ok(())
    }

    /// Goes to another place in a file; says where that is.
    pub fn seek(&mut self, number: i64, offset: i64, whence: i64) -> io::Result<i64> {
        let to = match whence {
            0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| error(INVALID))?),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            _ => return Err(error(INVALID)),
        };
        match self.get(number)? {
            Descriptor::File(file) => Ok(file.seek(to)? as i64),
            _ => Err(error(NO_SEEK)),
        }
    }

    /// Whether a file is a terminal.
    pub fn is_terminal(&mut self, number: i64) -> bool {
        match self.get(number) {
            Ok(Descriptor::Input) => io::stdin().is_terminal(),
            Ok(Descriptor::Output) => io::stdout().is_terminal(),
            Ok(Descriptor::Errors) => io::stderr().is_terminal(),
            Ok(Descriptor::File(file)) => file.is_terminal(),
            _ => false,
        }
    }
}

impl Drop for Descriptors {
    fn drop(&mut self) {
        self.flush();
    }
}

fn error(number: i32) -> io::Error {
    io::Error::from_raw_os_error(number)
}
