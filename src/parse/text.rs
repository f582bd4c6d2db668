//! C text on its way to the parser, with the origin of each part, and edits that keep the origins right.
//!
//! In: bytes, edits. Out: bytes, origins. Knows nothing of C.

use crate::base::{FileId, Origin, SourceMap};

/// A text and where its parts come from.
#[derive(Debug)]
pub(super) struct Text {
    pub bytes: Vec<u8>,
    /// Sorted by offset; the first is at 0.
    pub origins: Vec<Origin>,
}

/// Replaces a range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub lo: usize,
    pub hi: usize,
    pub with: Vec<u8>,
}

impl Text {
    /// A text that is a file's own.
    pub fn of_file(bytes: Vec<u8>, file: FileId) -> Self {
        Self { bytes, origins: vec![Origin { offset: 0, file, line: 1, column: 1, pinned: false }] }
    }

    /// Applies edits, sorted and apart from each other. What an edit inserts beyond the length of what it
    /// replaces stands at the place of the replaced text.
    pub fn edit(self, edits: &[Edit]) -> Text {
        let mut out = Text { bytes: Vec::with_capacity(self.bytes.len()), origins: Vec::new() };
        let mut copied = 0;
        let mut origins = self.origins.iter().copied().peekable();
        for edit in edits {
            out.copy(&self.bytes[copied..edit.lo], copied, &mut origins);
            copied = edit.lo;
            if edit.with.len() != edit.hi - edit.lo {
                out.copy(&[], edit.lo, &mut origins);
                let start = out.place();
                let resumed = {
                    let mut replaced = Text { bytes: Vec::new(), origins: vec![start] };
                    replaced.origins[0].offset = 0;
                    replaced.copy(&self.bytes[edit.lo..edit.hi], edit.lo, &mut origins);
                    replaced.copy(&[], edit.hi, &mut origins);
                    replaced.place()
                };
                out.start(Origin { pinned: true, ..start });
                out.bytes.extend(&edit.with);
                out.start(resumed);
            } else {
                out.copy(&edit.with, copied, &mut origins);
            }
            copied = edit.hi;
        }
        out.copy(&self.bytes[copied..], copied, &mut origins);
        out
    }

    /// Adds the text to the source map and returns the offset at which its spans begin.
    pub fn add_to(&self, sources: &mut SourceMap) -> u32 {
        sources.add(&self.as_str(), self.origins.iter().copied())
    }

    /// The text; bytes that are not UTF-8 become `?`, so that positions stay.
    pub fn as_str(&self) -> std::borrow::Cow<'_, str> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => text.into(),
            Err(_) => {
                let mut out = String::with_capacity(self.bytes.len());
                for chunk in self.bytes.utf8_chunks() {
                    out.push_str(chunk.valid());
                    out.extend(chunk.invalid().iter().map(|_| '?'));
                }
                out.into()
            }
        }
    }

    /// Appends bytes that stood at `from`, taking over the origins that begin up to their end.
    fn copy(&mut self, bytes: &[u8], from: usize, origins: &mut std::iter::Peekable<impl Iterator<Item = Origin>>) {
        let base = self.bytes.len();
        self.bytes.extend(bytes);
        let end = from + bytes.len();
        let here = |offset: u32| offset as usize <= from || (offset as usize) < end;
        while let Some(origin) = origins.next_if(|o| here(o.offset)) {
            let offset = base + (origin.offset as usize).saturating_sub(from);
            self.origins.push(Origin { offset: offset as u32, ..origin });
        }
    }

    /// Begins a new run at the end.
    fn start(&mut self, origin: Origin) {
        self.origins.push(Origin { offset: self.bytes.len() as u32, ..origin });
    }

    /// The origin of a byte appended next.
    fn place(&self) -> Origin {
        let last = self.origins[self.origins.len() - 1];
        let since = &self.bytes[last.offset as usize..];
        if last.pinned {
            return last;
        }
        match since.iter().rposition(|b| *b == b'\n') {
            None => Origin { column: last.column + since.len() as u32, ..last },
            Some(newline) => {
                let lines = since.iter().filter(|b| **b == b'\n').count() as u32;
                Origin { line: last.line + lines, column: (since.len() - newline) as u32, ..last }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;

    fn locate(text: &Text, sources: &mut SourceMap, needle: &str) -> String {
        let string = std::str::from_utf8(&text.bytes).unwrap().to_string();
        let base = sources.add(&string, text.origins.iter().copied());
        let lo = base + string.find(needle).unwrap() as u32;
        sources.locate(Span { lo, hi: lo + 1 }).unwrap().to_string()
    }

    #[test]
    fn edits_keep_positions() {
        let mut sources = SourceMap::new();
        let file = sources.file("a.c", false);
        let text = Text::of_file(b"a ?: b; c\nd e\nf".to_vec(), file);
        let edits = [
            Edit { lo: 2, hi: 4, with: b"? same :".to_vec() },
            Edit { lo: 8, hi: 12, with: b"".to_vec() },
            Edit { lo: 12, hi: 13, with: b"x".to_vec() },
        ];
        let text = text.edit(&edits);
        assert_eq!(text.bytes, b"a ? same : b; x\nf");
        assert_eq!(locate(&text, &mut sources, "same"), "a.c:1:3");
        assert_eq!(locate(&text, &mut sources, "b;"), "a.c:1:6");
        assert_eq!(locate(&text, &mut sources, "x"), "a.c:2:3");
        assert_eq!(locate(&text, &mut sources, "f"), "a.c:3:1");
    }
}
