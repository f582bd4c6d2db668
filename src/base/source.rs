//! Source positions: a [`Span`] is a range of the text handed to the parser, a [`Location`] is where the
//! user finds it. Line markers of the preprocessor (`# 12 "file.c"`) lead from one to the other.

use super::id::{IdVec, define_id};
use std::fmt;

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

/// A run of lines of the parsed text that come from consecutive lines of one file.
struct Chunk {
    /// Offset of the first byte after the marker line.
    lo: u32,
    file: FileId,
    /// Line number in `file` of the byte at `lo`.
    line: u32,
}

struct File {
    name: String,
    /// The file's own text where it could be read.
    text: Option<String>,
    library: bool,
}

/// All parsed text and where it came from.
#[derive(Default)]
pub struct SourceMap {
    text: String,
    chunks: Vec<Chunk>,
    files: IdVec<FileId, File>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a preprocessed text that stems from `name` and returns the offset at which its spans begin.
    /// Files named by line markers are read so that messages can show their lines. `library` marks
    /// heapwright's own models, which messages never point at.
    pub fn add(&mut self, name: &str, preprocessed: &str, library: bool) -> u32 {
        let base = self.text.len();
        let own = self.file(name, library);
        self.chunks.push(Chunk { lo: base as u32, file: own, line: 1 });
        let mut offset = base;
        for line in preprocessed.split_inclusive('\n') {
            offset += line.len();
            if let Some((number, file)) = line_marker(line) {
                let file = match file {
                    Some(file) => self.file(file, library),
                    None => self.chunks.last().map_or(own, |c| c.file),
                };
                self.chunks.push(Chunk { lo: offset as u32, file, line: number });
            }
        }
        self.text.push_str(preprocessed);
        self.text.push('\n');
        base as u32
    }

    fn file(&mut self, name: &str, library: bool) -> FileId {
        if let Some((id, _)) = self.files.enumerated().find(|(_, f)| f.name == name && f.library == library) {
            return id;
        }
        let text = if library || name.starts_with('<') { None } else { std::fs::read_to_string(name).ok() };
        self.files.push(File { name: name.to_string(), text, library })
    }

    /// The parsed text of a span.
    pub fn snippet(&self, span: Span) -> &str {
        self.text.get(span.lo as usize..span.hi as usize).unwrap_or("")
    }

    /// Where a span is in the user's files; `None` for [`Span::NONE`].
    pub fn locate(&self, span: Span) -> Option<Location> {
        let lo = span.lo as usize;
        if span.is_none() || lo > self.text.len() {
            return None;
        }
        let index = self.chunks.partition_point(|c| c.lo <= span.lo).checked_sub(1)?;
        let chunk = &self.chunks[index];
        let before = &self.text.as_bytes()[chunk.lo as usize..lo];
        let line_start =
            before.iter().rposition(|&b| b == b'\n').map_or(chunk.lo as usize, |p| chunk.lo as usize + p + 1);
        let newlines = before.iter().filter(|&&b| b == b'\n').count() as u32;
        let rest = &self.text.as_bytes()[lo..(span.hi as usize).clamp(lo, self.text.len())];
        let on_line = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let file = &self.files[chunk.file];
        Some(Location {
            file: file.name.clone(),
            line: chunk.line + newlines,
            column: (lo - line_start) as u32 + 1,
            length: (on_line as u32).max(1),
            library: file.library,
        })
    }

    /// The text of a line of a user's file, if the file could be read.
    pub fn line_text(&self, location: &Location) -> Option<&str> {
        let (_, file) = self.files.enumerated().find(|(_, f)| f.name == location.file && !f.library)?;
        file.text.as_ref()?.lines().nth(location.line as usize - 1)
    }
}

/// Reads `# 12 "file.c" 1 3` or `#line 12 "file.c"`.
fn line_marker(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim();
    let name = rest.strip_prefix('"').and_then(|r| r.find('"').map(|end| &r[..end]));
    Some((number, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_markers_lead_back_to_the_file() {
        let mut map = SourceMap::new();
        let text = "# 1 \"a.c\"\n# 7 \"b.h\" 1\nint x;\n# 2 \"a.c\" 2\n\n  y = 1;\n";
        let base = map.add("a.c", text, false);
        let at = |needle: &str| {
            let lo = base + text.find(needle).unwrap() as u32;
            map.locate(Span { lo, hi: lo + needle.len() as u32 }).unwrap().to_string()
        };
        assert_eq!(at("int x"), "b.h:7:1");
        assert_eq!(at("y = 1"), "a.c:3:3");
    }

    #[test]
    fn nowhere_has_no_location() {
        assert_eq!(SourceMap::new().locate(Span::NONE), None);
    }
}
