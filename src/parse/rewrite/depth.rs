//! Refuses text that would nest too deeply for recursive code, or take the parser too long.
//!
//! In: tokens. Out: a complaint, or nothing. Knows roughly how tokens become levels of the AST.

use super::tokens::Tokens;
use crate::parse::lex::TextError;

/// Levels of the AST that the parser and those who walk the AST must bear.
const MAX_DEPTH: usize = 20_000;

/// The parser copies what is between brackets once for each pair around it; this many tokens in one
/// outermost pair take it about two seconds.
const MAX_COPIES: usize = 2_000_000;

/// Complains about the first place that nests too deeply.
pub(super) fn check_depth(tokens: &Tokens) -> Result<(), TextError> {
    // How many levels the current statement or list item began at, and how many there are now.
    let (mut start, mut depth) = (0, 0);
    let mut outer = Vec::new();
    let (mut round, mut copies) = (0, 0);
    for i in 0..tokens.len() {
        let word = tokens.word(i);
        match word {
            b"(" | b"[" | b"{" => {
                outer.push((start, depth));
                depth += 1;
                start = depth;
                round += usize::from(word != b"{" || round > 0);
            }
            b")" | b"]" | b"}" => {
                (start, depth) = outer.pop().unwrap_or_default();
                depth = if word == b"}" && !continues(tokens, i) { start } else { depth + 1 };
                round = round.saturating_sub(1);
                copies = if round == 0 { 0 } else { copies };
            }
            b"," => depth = start,
            b";" if !continues(tokens, i) => depth = start,
            _ if adds_level(tokens, i) => depth += 1,
            _ => (),
        }
        copies += if tokens.partner(i) == i { round } else { 0 };
        if depth > MAX_DEPTH || copies > MAX_COPIES {
            return Err(tokens.error(i, "this is nested too deeply to be parsed"));
        }
    }
    Ok(())
}

/// Whether the statement that ends here is only the first half of one.
fn continues(tokens: &Tokens, i: usize) -> bool {
    matches!(tokens.word(i + 1), b"else" | b"while")
}

fn adds_level(tokens: &Tokens, i: usize) -> bool {
    let word = tokens.word(i);
    word.iter().all(u8::is_ascii_punctuation) && word != b"_"
        || tokens.is_one_of(i, &["if", "else", "for", "while", "do", "switch", "sizeof"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::lex::lex;

    fn refused(text: &str) -> bool {
        let lexed = lex(text.as_bytes()).unwrap();
        check_depth(&Tokens::new(text.as_bytes(), &lexed.tokens).unwrap()).is_err()
    }

    fn nested(before: &str, middle: &str, after: &str, times: usize) -> String {
        format!("int f(int x) {{ {}{middle}{}; }}", before.repeat(times), after.repeat(times))
    }

    #[test]
    fn five_thousand_parentheses_are_fine_and_a_hundred_thousand_are_not() {
        assert!(!refused(&nested("(", "x", ")", 5_000)));
        assert!(refused(&nested("(", "x", ")", 100_000)));
        assert!(refused(&nested("-~", "x", "", 100_000)));
        assert!(refused(&nested("if (x) x = 1; else ", "x = 2", "", 100_000)));
        assert!(refused(&nested("", "x", " + x", 100_000)));
    }

    #[test]
    fn what_the_parser_copies_too_often_is_refused() {
        assert!(!refused(&nested("(", "x", " + 1)", 500)));
        assert!(refused(&nested("(", "x", " + 1)", 5_000)));
    }

    #[test]
    fn long_is_not_deep() {
        assert!(!refused(&nested("x = x + 1;", "x", "", 100_000)));
        assert!(!refused(&nested("if (x) { x = 1; } else { x = 2; }", "x", "", 100_000)));
        assert!(!refused(&format!("int a[] = {{ {} 0 }};", "{ 1, (2) }, ".repeat(100_000))));
    }
}
