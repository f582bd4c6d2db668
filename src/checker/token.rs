//! Words, numbers and marks of checkers and contracts, with their places.

use super::{Input, Problem};
use crate::base::Span;

/// A word, a number, a literal or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub text: String,
    pub span: Span,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    /// Whether it is a name.
    pub fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '\\')
    }
}

const MARKS: [&str; 13] = [":=", "->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "==>", "++", "--"];

/// The tokens of a part of a text. `//` and `#` begin a comment up to the end of the line, as does `@` at the start of a line.
pub(super) fn tokens(input: Input, lo: usize, hi: usize) -> Result<Vec<Token>, Problem> {
    let text = &input.text[lo..hi];
    let at = |i: usize| text.as_bytes().get(i).copied().unwrap_or(0);
    let span = |from: usize, to: usize| Span { lo: input.base + (lo + from) as u32, hi: input.base + (lo + to) as u32 };
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut found = Vec::new();
    let mut i = 0;
    while i < text.len() {
        let start = i;
        match at(i) {
            byte if byte.is_ascii_whitespace() || byte == b'@' => i += 1,
            b'#' => i += text[i..].find('\n').unwrap_or(text.len() - i),
            b'/' if at(i + 1) == b'/' => {
                // In comments of a program, every line begins so.
                let again = if at(i + 2) == b'@' { 3 } else { text[i..].find('\n').unwrap_or(text.len() - i) };
                i += again;
            }
            b'*' if at(i + 1) == b'/' => i += 2,
            byte if is_part(byte) || byte == b'\\' => {
                i += 1;
                while is_part(at(i)) {
                    i += 1;
                }
            }
            b'\'' => {
                i += 1;
                while i < text.len() && at(i) != b'\'' {
                    i += if at(i) == b'\\' { 2 } else { 1 };
                }
                i += 1;
            }
            byte if byte.is_ascii_punctuation() && byte != b'"' && byte != b'`' && byte != b'$' => {
                let mark = MARKS.iter().rev().find(|mark| text[i..].starts_with(**mark));
                i += mark.map_or(1, |mark| mark.len());
            }
            _ => {
                let width = text[i..].chars().next().map_or(1, char::len_utf8);
                return Err(Problem::at(span(i, i + width), "this belongs to no checker"));
            }
        }
        let end = i.min(text.len());
        let word = text[start..end].trim();
        let skipped = word.is_empty() || word == "@" || word.starts_with("//") || word.starts_with('#') || word == "*/";
        if !skipped {
            found.push(Token { text: word.to_string(), span: span(start, end) });
        }
    }
    Ok(found)
}
