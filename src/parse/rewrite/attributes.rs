//! Attributes where `lang-c` does not expect them.
//!
//! In: tokens. Out: edits. An attribute that may change layout or meaning is never dropped.

use super::tokens::Tokens;
use super::{Context, Edits};

/// Moves attributes from before the tag of a struct, union or enum to behind its body, where they mean the
/// same. (`lang-c` takes `struct __attribute__((packed)) s { … }` for the definition of a function `s`.)
/// Without a body they have no effect and go.
pub(super) fn move_behind_bodies(tokens: &Tokens) -> Edits {
    let mut edits = Edits::default();
    for i in (0..tokens.len()).filter(|i| tokens.is_one_of(*i, &["struct", "union", "enum"])) {
        let mut after = i + 1;
        while tokens.is_attribute(after) {
            after = tokens.partner(after + 1) + 1;
        }
        if after == i + 1 {
            continue;
        }
        let (lo, hi) = (tokens.lo(i + 1), tokens.hi(after - 1));
        edits.blank(tokens.text, lo, hi);
        let body = if tokens.is_name(after) { after + 1 } else { after };
        if tokens.word(body) == b"{" {
            let moved = [b" ", &tokens.text[lo..hi], b" "].concat();
            edits.replace(tokens.hi(tokens.partner(body)), tokens.hi(tokens.partner(body)), moved);
        }
    }
    edits
}

pub(super) fn rewrite(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if tokens.word(i) == b"__extension__" {
        edits.blank(tokens.text, tokens.lo(i), tokens.hi(i));
        return Some(i + 1);
    }
    // `[[…]]` of C23. Those of compilers, with a prefix, may change meaning.
    if tokens.word(i) == b"[" && tokens.word(i + 1) == b"[" && tokens.partner(i) == tokens.partner(i + 1) + 1 {
        let close = tokens.partner(i);
        if (i..close).any(|j| tokens.word(j) == b":") {
            return None;
        }
        let never_returns = (i..close).any(|j| tokens.is_one_of(j, &["noreturn", "_Noreturn", "__noreturn__"]));
        edits.blank(tokens.text, tokens.lo(i), tokens.hi(close));
        if never_returns {
            edits.replace(tokens.lo(i), tokens.lo(i), b"_Noreturn ".to_vec());
        }
        return Some(close + 1);
    }
    if !tokens.is_attribute(i) {
        return None;
    }
    let close = tokens.partner(i + 1);
    let of_label = tokens.before(i) == b":";
    let of_statement =
        (i..close).any(|j| tokens.is_one_of(j, &["fallthrough", "__fallthrough__"])) && tokens.word(close + 1) == b";";
    if !of_label && !of_statement {
        return None;
    }
    edits.blank(tokens.text, tokens.lo(i), tokens.hi(close));
    Some(close + 1)
}
