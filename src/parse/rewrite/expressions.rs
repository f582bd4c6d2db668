//! Expressions that `lang-c` does not parse.
//!
//! In: tokens. Out: edits that make each an expression the AST can carry.

use super::{Context, Edits};

pub(super) fn rewrite(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    match context.tokens.word(i) {
        b"?" => omitted_operand(context, i, edits),
        b"__alignof__" | b"__alignof" | b"_Alignof" => alignof(context, i, edits),
        b"__real__" | b"__real" => prefix_to_call(context, i, "__hw_real", edits),
        b"__imag__" | b"__imag" => prefix_to_call(context, i, "__hw_imag", edits),
        b"sizeof" => sizeof_compound_literal(context, i, edits),
        b"__builtin_types_compatible_p" => types_compatible(context, i, edits),
        b"&&" => label_address(context, i, edits),
        _ => None,
    }
}

/// `a ?: b` becomes `a ? __hw_elvis : b`.
fn omitted_operand(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    (context.tokens.word(i + 1) == b":").then(|| {
        edits.insert(context.tokens.hi(i), " __hw_elvis ");
        i + 2
    })
}

/// `__alignof__ e` becomes `__alignof__(__typeof__(e))`, which also allows a type for `e`.
fn alignof(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if tokens.word(i + 1) == b"(" && tokens.begins_declaration(i + 2) {
        return None;
    }
    let after = tokens.after_unary(i + 1);
    edits.insert(tokens.hi(i), "(__typeof__(");
    edits.insert(tokens.hi(after - 1), "))");
    Some(i + 1)
}

/// `op e` becomes `name(e)`.
fn prefix_to_call(context: &Context, i: usize, name: &str, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    let after = tokens.after_unary(i + 1);
    edits.replace(tokens.lo(i), tokens.hi(i), format!("{name}("));
    edits.insert(tokens.hi(after - 1), ")");
    Some(i + 1)
}

/// `sizeof (T){ … }` becomes `sizeof ((T){ … })`.
fn sizeof_compound_literal(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if tokens.word(i + 1) != b"(" || tokens.word(tokens.partner(i + 1) + 1) != b"{" {
        return None;
    }
    let after = tokens.after_unary(i + 1);
    edits.insert(tokens.hi(i), "(");
    edits.insert(tokens.hi(after - 1), ")");
    Some(i + 1)
}

/// `__builtin_types_compatible_p(S, T)` becomes `__builtin_types_compatible_p(sizeof(S), sizeof(T))`.
fn types_compatible(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if tokens.word(i + 1) != b"(" {
        return None;
    }
    let close = tokens.partner(i + 1);
    let mut comma = i + 2;
    while comma < close && tokens.word(comma) != b"," {
        comma = tokens.partner(comma).max(comma) + 1;
    }
    edits.insert(tokens.hi(i + 1), "sizeof(");
    if comma < close {
        edits.insert(tokens.lo(comma), ")");
        edits.insert(tokens.hi(comma), " sizeof(");
    }
    edits.insert(tokens.lo(close), ")");
    Some(i + 1)
}

/// `&&label` becomes `__hw_label_address(label)`.
fn label_address(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    let previous = i.checked_sub(1)?;
    let after_cast = tokens.word(previous) == b")"
        && tokens.before(previous) == b"*"
        && !matches!(tokens.before(tokens.partner(previous)), b"sizeof" | b"_Alignof" | b"__alignof__" | b"__alignof");
    let binary = tokens.is_name(previous)
        || matches!(tokens.before(i), b")" | b"]" | b"}" | b"++" | b"--")
        || tokens.before(i).iter().any(|b| b.is_ascii_digit() || matches!(b, b'"' | b'\''));
    if !tokens.is_name(i + 1) || (binary && !after_cast) {
        return None;
    }
    edits.replace(tokens.lo(i), tokens.hi(i), "__hw_label_address(");
    edits.insert(tokens.hi(i + 1), ")");
    Some(i + 1)
}
