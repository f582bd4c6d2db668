//! Labels and jumps that `lang-c` does not parse.
//!
//! In: tokens. Out: edits that make each a statement the AST can carry.

use super::{Context, Edits};

pub(super) fn rewrite(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    match context.tokens.word(i) {
        b"goto" => computed_goto(context, i, edits),
        b"__label__" => local_labels(context, i, edits),
        b":" => labelled_nothing(context, i, edits),
        _ => None,
    }
}

/// `goto *e;` becomes `__hw_goto(e);`.
fn computed_goto(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if tokens.word(i + 1) != b"*" {
        return None;
    }
    let mut end = i + 2;
    while end < tokens.len() && tokens.word(end) != b";" {
        end = tokens.partner(end).max(end) + 1;
    }
    edits.replace(tokens.lo(i), tokens.hi(i + 1), "__hw_goto(");
    edits.insert(tokens.hi(end - 1), ")");
    Some(i + 2)
}

/// A label at the end of a block or before a declaration gets an empty statement.
fn labelled_nothing(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    let mut next = i + 1;
    while tokens.is_attribute(next) {
        next = tokens.partner(next + 1) + 1;
    }
    let typedef_name = context.typedefs.contains(tokens.word(next)) && tokens.is_name(next + 1);
    if tokens.word(next) == b"}" || tokens.begins_declaration(next) || typedef_name {
        edits.insert(tokens.hi(i), ";");
    }
    None
}

/// `__label__ a;` goes, and `a` gets a name of its own in the block.
fn local_labels(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    let end = (i..tokens.len()).find(|j| tokens.word(*j) == b";")?;
    let block = (0..i).rev().find(|j| tokens.word(*j) == b"{" && tokens.partner(*j) > i)?;
    edits.blank(tokens.text, tokens.lo(i), tokens.hi(end));
    let names: Vec<&[u8]> = (i + 1..end).filter(|j| tokens.is_name(*j)).map(|j| tokens.word(j)).collect();
    for j in end + 1..tokens.partner(block) {
        let labels = matches!(tokens.before(j), b"goto" | b"&&")
            || (tokens.word(j + 1) == b":" && matches!(tokens.before(j), b";" | b"{" | b"}" | b":" | b")" | b"else"));
        if labels && names.contains(&tokens.word(j)) {
            edits.insert(tokens.hi(j), &format!("__hw_label_{}", tokens.lo(i)));
        }
    }
    Some(end + 1)
}
