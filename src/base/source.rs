//! Source positions: a [`Span`] is a range of the text handed to the parser, a [`Location`] is where the
//! user finds it. [`Origin`]s lead from one to the other.

use super::id::{IdVec, define_id};
use std::fmt;
use std::sync::OnceLock;

define_id!(
    /// A file that contributed text.
    FileId,
    "file"
);

/// A range of the parsed text, over all translation units of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// The position of things that stand nowhere in the source.
    pub const NONE: Span = Span { lo: u32::MAX, hi: u32::MAX };

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self == Span::NONE
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { write!(f, "-") } else { write!(f, "{}..{}", self.lo, self.hi) }
    }
}

/// A place in a file of the user: 1-based line and column.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// Path as the user or the preprocessor gave it.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column.
    pub column: u32,
    /// How many columns of that line the construct covers, at least 1.
    pub length: u32,
    /// Whether the place belongs to heapwright's own library models.
    pub library: bool,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Where a run of parsed text comes from. From its first byte on, text and file advance together, until the
/// next run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Offset of the run's first byte in the text it belongs to.
    pub offset: u32,
    /// The file.
    pub file: FileId,
    /// 1-based line of the first byte.
    pub line: u32,
    /// 1-based column of the first byte.
    pub column: u32,
    /// The whole run stands for this one place: a macro's expansion, or text that no file has.
    pub pinned: bool,
}

#[derive(Clone)]
struct File {
    name: String,
    library: bool,
    /// The file's own text where it can be read, once it is asked for.
    text: OnceLock<Option<String>>,
}

/// All parsed text and where it came from.
#[derive(Clone, Default)]
pub struct SourceMap {
    text: String,
    /// Offsets of all newlines of `text`.
    newlines: Vec<u32>,
    /// Sorted by offset, which counts from the start of `text`.
    origins: Vec<Origin>,
    files: IdVec<FileId, File>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text of which `origins`, sorted by offset, say where it comes from; returns the offset at
    /// which its spans begin.
    pub fn add(&mut self, text: &str, origins: impl IntoIterator<Item = Origin>) -> u32 {
        let base = self.text.len() as u32;
        self.origins.extend(origins.into_iter().map(|o| Origin { offset: base + o.offset, ..o }));
        self.text.push_str(text);
        self.text.push('\n');
        let added = &self.text.as_bytes()[base as usize..];
        self.newlines.extend((base..).zip(added).filter(|(_, b)| **b == b'\n').map(|(offset, _)| offset));
        base
    }

    /// The id of a file. Its text is read when a message needs it.
    pub fn file(&mut self, name: &str, library: bool) -> FileId {
        let known = self.files.enumerated().find(|(_, f)| f.name == name && f.library == library).map(|(id, _)| id);
        match known {
            Some(id) => id,
            None => self.files.push(File { name: name.to_string(), library, text: OnceLock::new() }),
        }
    }

    /// The name of a file.
    pub fn file_name(&self, file: FileId) -> &str {
        &self.files[file].name
    }

    /// The names of the user's file that a path means which somebody else wrote: that whose path ends in the same way
    /// for the most parts. None if there is no such file; an error if there are several.
    pub fn files_like(&self, path: &str) -> Result<Vec<String>, String> {
        let parts = |path: &str| -> Vec<String> {
            let parts = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
            parts.rev().map(str::to_string).collect()
        };
        let wanted = parts(path);
        let likeness = |file: &File| parts(&file.name).iter().zip(&wanted).take_while(|(a, b)| a == b).count();
        let own = || self.files.iter().filter(|file| !file.library);
        let most = own().map(likeness).max().unwrap_or(0);
        if most == 0 {
            return Ok(Vec::new());
        }
        let best: Vec<&File> = own().filter(|file| likeness(file) == most).collect();
        let real = |file: &File| std::fs::canonicalize(&file.name).unwrap_or_else(|_| file.name.clone().into());
        if best.iter().any(|file| real(file) != real(best[0])) {
            return Err(format!("stands in one of several files named `{path}`"));
        }
        Ok(best.into_iter().map(|file| file.name.clone()).collect())
    }

    /// The parsed text of a span.
    pub fn snippet(&self, span: Span) -> &str {
        self.text.get(span.lo as usize..span.hi as usize).unwrap_or("")
    }

    /// Where a span is in the user's files; `None` for [`Span::NONE`].
    pub fn locate(&self, span: Span) -> Option<Location> {
        let (file, line, column) = self.place(span.lo)?;
        let length = match self.place(span.hi.saturating_sub(1).max(span.lo)) {
            Some((_, last_line, last_column)) if last_line == line => (last_column + 1).saturating_sub(column),
            _ => self.line_end(span.lo).saturating_sub(span.lo),
        };
        let file = &self.files[file];
        Some(Location { file: file.name.clone(), line, column, length: length.max(1), library: file.library })
    }

    /// File, line and column of a byte of the parsed text.
    fn place(&self, offset: u32) -> Option<(FileId, u32, u32)> {
        if offset as usize > self.text.len() {
            return None;
        }
        let run = self.origins.partition_point(|o| o.offset <= offset).checked_sub(1)?;
        let origin = &self.origins[run];
        let first = self.newlines.partition_point(|n| *n < origin.offset);
        let last = self.newlines.partition_point(|n| *n < offset);
        Some(if origin.pinned {
            (origin.file, origin.line, origin.column)
        } else if first == last {
            (origin.file, origin.line, origin.column + (offset - origin.offset))
        } else {
            (origin.file, origin.line + (last - first) as u32, offset - self.newlines[last - 1])
        })
    }

    fn line_end(&self, offset: u32) -> u32 {
        let next = self.newlines.partition_point(|n| *n < offset);
        self.newlines.get(next).copied().unwrap_or(self.text.len() as u32)
    }

    /// The text of a line of a user's file, if the file can be read.
    pub fn line_text(&self, location: &Location) -> Option<&str> {
        let (_, file) = self.files.enumerated().find(|(_, f)| f.name == location.file && !f.library)?;
        let read = || std::fs::read(&file.name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        file.text.get_or_init(read).as_ref()?.lines().nth(location.line as usize - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_lead_back_to_the_file() {
        let mut map = SourceMap::new();
        let (a, b) = (map.file("a.c", false), map.file("b.h", false));
        map.add("int before;", [Origin { offset: 0, file: b, line: 1, column: 1, pinned: false }]);
        let text = "int x;\n  y = MACRO BODY + 1;\nz";
        let at = |needle: &str| text.find(needle).unwrap() as u32;
        let origins = [
            Origin { offset: 0, file: b, line: 7, column: 3, pinned: false },
            Origin { offset: at("  y"), file: a, line: 3, column: 1, pinned: false },
            Origin { offset: at("MACRO"), file: a, line: 3, column: 7, pinned: true },
            Origin { offset: at("+"), file: a, line: 3, column: 9, pinned: false },
        ];
        let base = map.add(text, origins);
        let located = |needle: &str| {
            let lo = base + at(needle);
            let location = map.locate(Span { lo, hi: lo + needle.len() as u32 }).unwrap();
            (location.to_string(), location.length)
        };
        assert_eq!(located("x;"), ("b.h:7:7".into(), 2));
        assert_eq!(located("y = MACRO BODY + 1"), ("a.c:3:3".into(), 9));
        assert_eq!(located("BODY"), ("a.c:3:7".into(), 1));
        assert_eq!(located("1"), ("a.c:3:11".into(), 1));
        assert_eq!(located("z"), ("a.c:4:1".into(), 1));
    }

    #[test]
    fn files_are_known_by_the_ends_of_their_paths() {
        let mut map = SourceMap::new();
        for name in ["x/one/a.c", "./two/a.c", "b.c"] {
            map.file(name, false);
        }
        map.file("c.c", true);
        assert_eq!(map.files_like("/home/one/a.c"), Ok(vec!["x/one/a.c".to_string()]));
        assert_eq!(map.files_like("two/a.c"), Ok(vec!["./two/a.c".to_string()]));
        assert_eq!(map.files_like("../else/b.c"), Ok(vec!["b.c".to_string()]));
        assert_eq!(map.files_like("c.c"), Ok(Vec::new()));
        assert!(map.files_like("a.c").is_err());
    }

    #[test]
    fn nowhere_has_no_location() {
        assert_eq!(SourceMap::new().locate(Span::NONE), None);
    }
}
