//! Finds where preprocessed text stands in the user's files.
//!
//! In: the preprocessor's output. Out: text and origins. Line markers (`# 12 "file.c"`) tell the lines. They do
//! not tell columns, since the preprocessor prints its own white space; so GCC is asked (`-fdebug-cpp`) to print
//! before each token where it is spelled: `{P:file.c;F:…;L:12;C:5;S:0;M:…;E:0,LOC:…}`. Where a token is spelled
//! in the line that is being read, this is its place. Otherwise it comes from the body of a macro, and its
//! place is where the macro is used.

use super::text::Text;
use crate::base::{FileId, Origin, SourceMap};
use std::collections::{BTreeMap, BTreeSet};

/// Cuts positions out of the preprocessor's output for `file`.
pub(super) fn locate_tokens(output: &[u8], file: FileId, sources: &mut SourceMap) -> Text {
    let text = Text::of_file(Vec::with_capacity(output.len() / 4), file);
    let mut reader = Reader {
        output,
        text,
        sources,
        file,
        name: String::new(),
        line: 1,
        at: (1, 1),
        system: BTreeSet::new(),
        originals: BTreeMap::new(),
        expansion: None,
        real_end: (0, 0),
    };
    reader.read();
    reader.text
}

/// A line and a column, both 1-based.
type Place = (u32, u32);

/// Where GCC says a token is spelled.
#[derive(Clone, Copy)]
struct Spelling<'a> {
    file: &'a [u8],
    place: Place,
}

struct Reader<'a, 's> {
    output: &'a [u8],
    text: Text,
    sources: &'s mut SourceMap,
    /// The file that is being read, and its name.
    file: FileId,
    name: String,
    /// The line of `file` that is being read.
    line: u32,
    /// The place that the end of `text` has according to its origins.
    at: Place,
    /// Headers of the system: nobody looks at columns there.
    system: BTreeSet<String>,
    /// The files as the user wrote them.
    originals: BTreeMap<String, Option<Original>>,
    /// The use of a macro whose expansion is being read, from its name to its last argument.
    expansion: Option<(Place, Place)>,
    /// Where the last token ended that is spelled in the line being read.
    real_end: Place,
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self) {
        let mut i = 0;
        let mut spelling = None;
        while i < self.output.len() {
            let rest = &self.output[i..];
            if let Some((found, length)) = spelling_dump(rest) {
                spelling = found.or(spelling);
                i += length;
                continue;
            }
            if rest[0] == b'#' && self.text.bytes.last().is_none_or(|b| *b == b'\n') {
                let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                self.directive(&rest[..length]);
                i += length + 1;
                continue;
            }
            let blank = rest[0].is_ascii_whitespace();
            let piece = &rest[..if blank { 1 } else { token_length(rest) }];
            match spelling {
                _ if piece == b"\n" => self.line += 1,
                _ if blank => (),
                Some(place) => self.place_token(place, piece),
                // The rest of an operator.
                None => self.real_end.1 += piece.len() as u32,
            }
            spelling = spelling.filter(|_| blank);
            self.append(piece);
            i += piece.len();
        }
    }

    fn append(&mut self, piece: &[u8]) {
        self.text.bytes.extend(piece);
        self.at = match piece {
            b"\n" => (self.at.0 + 1, 1),
            _ => (self.at.0, self.at.1 + piece.len() as u32),
        };
        // A macro's expansion ends with its line at the latest.
        if piece == b"\n" && self.text.origins.last().is_some_and(|o| o.pinned) {
            self.start((self.line, 1), false);
        }
    }

    /// Takes over a directive line with its newline, and follows it if it is a line marker.
    fn directive(&mut self, directive: &[u8]) {
        self.append(directive);
        self.append(b"\n");
        self.line += 1;
        if let Some((line, name, flags)) = line_marker(directive) {
            if flags.contains(&"1") && flags.contains(&"3") {
                self.system.insert(name.clone());
            }
            self.file = self.sources.file(&name, false);
            self.name = name;
            self.line = line;
            self.start((line, 1), false);
        }
    }

    /// Begins a run of text that comes from a place of the current file.
    fn start(&mut self, place: Place, pinned: bool) {
        let offset = self.text.bytes.len() as u32;
        self.text.origins.push(Origin { offset, file: self.file, line: place.0, column: place.1, pinned });
        self.at = place;
    }

    fn place_token(&mut self, spelling: Spelling, token: &[u8]) {
        if self.system.contains(&self.name) {
            return;
        }
        let real = spelling.file == self.name.as_bytes() && spelling.place.0 >= self.line && spelling.place.1 > 0;
        let pinned_at = self.text.origins.last().filter(|o| o.pinned).map(|o| (o.line, o.column));
        if real {
            if pinned_at.is_some() || self.at != spelling.place {
                self.start(spelling.place, false);
            }
            self.real_end = (spelling.place.0, spelling.place.1 + token.len() as u32);
        } else if let Some(used) = self.expansion_place()
            && pinned_at != Some(used)
        {
            self.start(used, true);
        }
    }

    /// Where the macro is used whose expansion is being read.
    fn expansion_place(&mut self) -> Option<Place> {
        let from = self.real_end.max((self.line, 1));
        if let Some((name, end)) = self.expansion
            && name <= from
            && from <= end
        {
            return Some(name);
        }
        let read = || std::fs::read(&self.name).ok().map(Original::new);
        let original = self.originals.entry(self.name.clone()).or_insert_with(read).as_ref()?;
        self.expansion = original.macro_use(from);
        self.expansion.map(|(name, _)| name)
    }
}

/// A file as the user wrote it.
struct Original {
    bytes: Vec<u8>,
    line_starts: Vec<usize>,
}

impl Original {
    fn new(bytes: Vec<u8>) -> Self {
        let newlines = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1);
        Self { line_starts: std::iter::once(0).chain(newlines).collect(), bytes }
    }

    fn place(&self, offset: usize) -> Place {
        let line = self.line_starts.partition_point(|s| *s <= offset);
        (line as u32, (offset - self.line_starts[line - 1]) as u32 + 1)
    }

    /// The places where the macro use after `from` begins and where it ends, its arguments included.
    fn macro_use(&self, from: Place) -> Option<(Place, Place)> {
        let start = *self.line_starts.get(from.0 as usize - 1)? + from.1 as usize - 1;
        let name = self.skip_blanks(start)?;
        let mut end = name + token_length(&self.bytes[name..]);
        if let Some(open) = self.skip_blanks(end).filter(|o| self.bytes[*o] == b'(') {
            let (mut i, mut depth) = (open, 0);
            while let Some(next) = self.skip_blanks(i) {
                i = next + token_length(&self.bytes[next..]);
                match self.bytes[next] {
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    _ => (),
                }
                if depth == 0 {
                    end = i;
                    break;
                }
            }
        }
        Some((self.place(name), self.place(end)))
    }

    /// The first byte from an offset on that is neither blank nor comment.
    fn skip_blanks(&self, mut i: usize) -> Option<usize> {
        loop {
            let rest = self.bytes.get(i..)?;
            i += match rest {
                [b'/', b'*', ..] => rest.windows(2).skip(2).position(|w| w == b"*/")? + 4,
                [b'/', b'/', ..] => rest.iter().position(|b| *b == b'\n')?,
                [b'\\', b'\n', ..] => 2,
                [c, ..] if c.is_ascii_whitespace() => 1,
                [] => return None,
                _ => return Some(i),
            };
        }
    }
}

/// The length of a token, as far as positions need it: words and literals are kept together.
fn token_length(text: &[u8]) -> usize {
    let is_word = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c >= 0x80;
    match text[0] {
        quote @ (b'"' | b'\'') => {
            let mut i = 1;
            while i < text.len() && text[i] != quote && text[i] != b'\n' {
                i += if text[i] == b'\\' { 2 } else { 1 };
            }
            (i + 1).min(text.len())
        }
        c if is_word(c) => text.iter().take_while(|c| is_word(**c)).count(),
        _ => 1,
    }
}

/// Reads what GCC prints before a token; returns its length, too. A second one that tells of the macro
/// (`E:1`) is not about spelling.
fn spelling_dump(text: &[u8]) -> Option<(Option<Spelling<'_>>, usize)> {
    let rest = text.strip_prefix(b"{P:")?;
    let end = text.iter().position(|b| *b == b'\n').unwrap_or(text.len());
    let location = find(&text[..end], b",LOC:")?;
    let length = location + text[location..end].iter().position(|b| *b == b'}')? + 1;
    let fields = &rest[..location - 3];
    let file = &fields[..find(fields, b";F:")?];
    let number = |key: &[u8]| {
        let at = find(fields, key)? + key.len();
        let digits = fields[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        std::str::from_utf8(&fields[at..at + digits]).ok()?.parse().ok()
    };
    let spelling = Spelling { file, place: (number(b";L:").unwrap_or(0), number(b";C:").unwrap_or(0)) };
    Some((Some(spelling).filter(|_| number(b";E:") != Some(1)), length))
}

fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|w| w == needle)
}

/// Reads `# 12 "file.c" 1 3`: line, file and flags.
fn line_marker(line: &[u8]) -> Option<(u32, String, Vec<&str>)> {
    let line = std::str::from_utf8(line.strip_prefix(b"# ")?).ok()?;
    let (number, rest) = line.split_once(" \"")?;
    let (name, flags) = rest.rsplit_once('"')?;
    let name = name.replace("\\\"", "\"").replace("\\\\", "\\");
    Some((number.parse().ok()?, name, flags.split_ascii_whitespace().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;

    fn located(sources: &mut SourceMap, text: &Text, needle: &str) -> String {
        let string = text.as_str().into_owned();
        let lo = text.add_to(sources) + string.find(needle).unwrap() as u32;
        sources.locate(Span { lo, hi: lo + 1 }).unwrap().to_string()
    }

    #[test]
    fn line_markers_lead_back_to_the_file() {
        let mut sources = SourceMap::new();
        let file = sources.file("a.c", false);
        let output = b"# 1 \"a.c\"\n# 7 \"b.h\" 1\nint x;\n# 2 \"a.c\" 2\n\n  y = 1;\n";
        let text = locate_tokens(output, file, &mut sources);
        assert_eq!(text.bytes, output);
        assert_eq!(located(&mut sources, &text, "int x"), "b.h:7:1");
        assert_eq!(located(&mut sources, &text, "y = 1"), "a.c:3:3");
    }

    #[test]
    fn spellings_give_columns() {
        let mut sources = SourceMap::new();
        let file = sources.file("a.c", false);
        let spelled = |column: u32| format!("{{P:a.c;F:<NULL>;L:1;C:{column};S:0;M:0x1;E:0,LOC:5,R:5}}");
        let output = format!("# 1 \"a.c\"\n{}int {}x{};\n", spelled(4), spelled(12), spelled(15));
        let text = locate_tokens(output.as_bytes(), file, &mut sources);
        assert_eq!(text.as_str(), "# 1 \"a.c\"\nint x;\n");
        assert_eq!(located(&mut sources, &text, "int"), "a.c:1:4");
        assert_eq!(located(&mut sources, &text, "x;"), "a.c:1:12");
        assert_eq!(located(&mut sources, &text, ";"), "a.c:1:15");
    }

    #[test]
    fn a_macro_is_used_after_the_last_token_that_is_spelled() {
        let original = Original::new(b"x  ==  /* y */ ADD(f(1),\n  2) + z;".to_vec());
        assert_eq!(original.macro_use((1, 6)), Some(((1, 16), (2, 5))));
        assert_eq!(original.macro_use((2, 5)), Some(((2, 6), (2, 7))));
    }
}
