//! Comments become blanks, digraphs brackets, and string literals get escapes that `lang-c` knows.
//!
//! In: a lexed text. Out: edits. A literal keeps its value: bytes that are not UTF-8 become octal escapes.

use super::Edits;
use crate::parse::lex::{Lexed, Token, TokenKind};

pub(super) fn rewrite(text: &[u8], lexed: &Lexed) -> Edits {
    let mut edits = Edits::default();
    for (lo, hi) in &lexed.blanks {
        edits.blank(text, *lo, *hi);
    }
    for token in &lexed.tokens {
        match token.kind {
            TokenKind::Quoted => rewrite_quoted(text, *token, &mut edits),
            TokenKind::Word => rewrite_letters(text, *token, &mut edits),
            TokenKind::Punctuator => {
                let bracket = match &text[token.lo..token.hi] {
                    b"<:" => "[",
                    b":>" => "]",
                    b"<%" => "{",
                    b"%>" => "}",
                    _ => continue,
                };
                edits.replace(token.lo, token.hi, bracket);
            }
            _ => (),
        }
    }
    edits
}

fn rewrite_quoted(text: &[u8], token: Token, edits: &mut Edits) {
    let quoted = &text[token.lo..token.hi];
    if std::str::from_utf8(quoted).is_ok() && !quoted.contains(&b'\\') {
        return;
    }
    let mut out = Vec::with_capacity(quoted.len());
    for chunk in quoted.utf8_chunks() {
        rewrite_escapes(chunk.valid(), &mut out);
        for byte in chunk.invalid() {
            out.extend(format!("\\{byte:03o}").bytes());
        }
    }
    if out != quoted {
        edits.replace(token.lo, token.hi, out);
    }
}

fn rewrite_escapes(text: &str, out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(backslash) = rest.find('\\') {
        out.extend(rest[..backslash].bytes());
        rest = &rest[backslash + 1..];
        let Some(escaped) = rest.chars().next() else { return out.push(b'\\') };
        rest = &rest[escaped.len_utf8()..];
        match escaped {
            'e' | 'E' => out.extend(b"\\033"),
            'u' | 'U' => rest = universal_name(rest, if escaped == 'u' { 4 } else { 8 }, out),
            '\n' => (),
            '\'' | '"' | '?' | '\\' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | 'x' | '0'..='7' => {
                out.extend([b'\\', escaped as u8]);
            }
            // Compilers warn about any other escape and take the character itself.
            _ => out.extend(escaped.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    out.extend(rest.bytes());
}

/// Writes the character that a universal character name stands for; returns what comes after it.
fn universal_name<'a>(rest: &'a str, digits: usize, out: &mut Vec<u8>) -> &'a str {
    let named = rest.get(..digits).and_then(|d| u32::from_str_radix(d, 16).ok()).and_then(char::from_u32);
    match named {
        Some(c) => {
            out.extend(c.encode_utf8(&mut [0; 4]).bytes());
            &rest[digits..]
        }
        None => {
            out.push(if digits == 4 { b'u' } else { b'U' });
            rest
        }
    }
}

/// `lang-c` knows no `$`, no universal character names and nothing beyond ASCII in identifiers.
fn rewrite_letters(text: &[u8], token: Token, edits: &mut Edits) {
    for at in (token.lo..token.hi).filter(|at| !(text[*at].is_ascii_alphanumeric() || text[*at] == b'_')) {
        edits.replace(at, at + 1, format!("__hw_{:02x}", text[at]));
    }
}
