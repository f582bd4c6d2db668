//! Directives that are left in preprocessed text: `#pragma pack` has a meaning, others become blanks.
//!
//! In: a lexed text. Out: edits that blank the directives, and how members are packed where.

use super::Edits;
use crate::parse::lex::{Lexed, TextError, Token, TokenKind};

/// What `#pragma pack` says, by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::parse) struct Packing {
    /// Offset from which on a maximal alignment holds, sorted.
    changes: Vec<(usize, Option<u64>)>,
}

impl Packing {
    /// The maximal alignment of members, in bytes, of a struct that is declared at an offset.
    pub fn at(&self, offset: usize) -> Option<u64> {
        let count = self.changes.partition_point(|(from, _)| *from <= offset);
        self.changes[..count].last().and_then(|(_, alignment)| *alignment)
    }
}

pub(super) fn take_directives(text: &[u8], lexed: &Lexed) -> Result<(Edits, Packing), TextError> {
    let mut edits = Edits::default();
    let mut packing = Packing::default();
    let mut stack = Vec::new();
    for token in lexed.tokens.iter().filter(|t| t.kind == TokenKind::Directive) {
        let refuse = |message: &str| TextError { lo: token.lo, message: message.into() };
        let words = words(text, *token);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["pragma", "pack", arguments @ ..] => {
                let now = packing.at(token.lo);
                let new =
                    pack(arguments, now, &mut stack).ok_or_else(|| refuse("`#pragma pack` of an unknown form"))?;
                packing.changes.push((token.lo, new));
            }
            ["pragma", "redefine_extname" | "weak", ..] => {
                return Err(refuse("this pragma changes what a name means, which is not supported"));
            }
            [] | ["pragma" | "ident" | "sccs" | "line", ..] => (),
            [number, ..] if number.bytes().all(|b| b.is_ascii_digit()) => (),
            _ => return Err(refuse("a directive in a file that is said to be preprocessed already")),
        }
        edits.blank(text, token.lo, token.hi);
    }
    Ok((edits, packing))
}

/// The words and numbers of a directive.
fn words(text: &[u8], directive: Token) -> Vec<String> {
    let line = String::from_utf8_lossy(&text[directive.lo..directive.hi]);
    let separators = |c: char| !(c.is_alphanumeric() || c == '_');
    line.split(separators).filter(|w| !w.is_empty()).map(str::to_string).collect()
}

type Saved = (Option<String>, Option<u64>);

/// The alignment after `#pragma pack(arguments)`: `()`, `(n)`, `(push)`, `(push, n)`, `(push, name, n)`, `(pop)`,
/// `(pop, name)`. `None` if the arguments are of another form.
fn pack(arguments: &[&str], now: Option<u64>, stack: &mut Vec<Saved>) -> Option<Option<u64>> {
    let alignment = |n: &str| n.parse().ok().filter(|n: &u64| n.is_power_of_two() && *n <= 16).map(Some);
    match arguments {
        [] | ["0"] => Some(None),
        ["push"] => {
            stack.push((None, now));
            Some(now)
        }
        ["push", n] if n.starts_with(|c: char| c.is_ascii_digit()) => {
            stack.push((None, now));
            alignment(n)
        }
        ["push", name] => {
            stack.push((Some(name.to_string()), now));
            Some(now)
        }
        ["push", name, n] => {
            stack.push((Some(name.to_string()), now));
            alignment(n)
        }
        ["pop"] => Some(stack.pop().and_then(|(_, saved)| saved)),
        ["pop", name] => {
            let at = stack.iter().rposition(|(saved, _)| saved.as_deref() == Some(*name))?;
            let (_, saved) = stack.swap_remove(at);
            stack.truncate(at);
            Some(saved)
        }
        [n] => alignment(n),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::lex::lex;

    fn packing_of_x(text: &str) -> Option<u64> {
        let lexed = lex(text.as_bytes()).unwrap();
        let (_, packing) = take_directives(text.as_bytes(), &lexed).ok().unwrap();
        packing.at(text.find('x').unwrap())
    }

    #[test]
    fn pragma_pack_is_known_by_position() {
        assert_eq!(packing_of_x("x\n#pragma pack(1)\n"), None);
        assert_eq!(packing_of_x("#pragma pack(1)\nx"), Some(1));
        assert_eq!(packing_of_x("#pragma pack(2)\n#pragma pack(push, 1)\n#pragma pack(pop)\nx"), Some(2));
        assert_eq!(packing_of_x("#pragma pack(push, a, 4)\n#pragma pack(push)\n#pragma pack(pop, a)\nx"), None);
        assert_eq!(packing_of_x("#pragma pack(4)\n#pragma pack()\nx"), None);
    }

    #[test]
    fn other_directives_are_refused() {
        for text in ["#define X 1\n", "#include <stdio.h>\n", "#pragma pack(3)\n", "#pragma weak f\n"] {
            assert!(take_directives(text.as_bytes(), &lex(text.as_bytes()).unwrap()).is_err(), "{text}");
        }
    }
}
