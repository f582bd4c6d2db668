//! Declarations that `lang-c` does not parse.
//!
//! In: tokens. Out: edits that make each a declaration the AST can carry.

use super::{Braces, Context, Edits};
use crate::parse::lex::TokenKind;

/// Specifiers that leave the type open.
const TYPELESS: &[&str] = &[
    "static",
    "extern",
    "const",
    "volatile",
    "register",
    "auto",
    "inline",
    "__inline",
    "__inline__",
    "__const",
    "__const__",
    "__volatile",
    "__volatile__",
    "_Noreturn",
];

/// Types that take another name. Four `long` are 128 bits, since C has no such type.
const TYPES: [(&str, &str); 8] = [
    ("__thread", "_Thread_local"),
    ("__int128", "long long long long"),
    ("__int128_t", "long long long long"),
    ("__uint128_t", "unsigned long long long long"),
    ("__float128", "_Float128"),
    ("__float80", "long double"),
    ("__auto_type", "__typeof__(__hw_auto_type)"),
    ("__const__", "const"),
];

pub(super) fn rewrite(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if tokens.word(i) == b";" && context.begins && context.braces.last() == Some(&Braces::Members) {
        edits.blank(tokens.text, tokens.lo(i), tokens.hi(i));
        return Some(i + 1);
    }
    if tokens.kind(i) != Some(TokenKind::Word) {
        return None;
    }
    if let Some((_, with)) = TYPES.iter().find(|(name, _)| name.as_bytes() == tokens.word(i)) {
        edits.replace(tokens.lo(i), tokens.hi(i), *with);
        return Some(i + 1);
    }
    match tokens.word(i) {
        b"_Static_assert" => static_assert(context, i, edits),
        b"_Alignas" => alignas(context, i, edits),
        _ if context.begins && tokens.is_asm(i) && context.at_file_scope() => file_scope_asm(context, i, edits),
        _ if tokens.is_asm(i) => asm_qualifiers(context, i, edits),
        _ if context.begins => implicit_int(context, i, edits),
        _ => None,
    }
}

/// `_Static_assert(e)` becomes `_Static_assert(e, "")`.
fn static_assert(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if tokens.word(i + 1) != b"(" {
        return None;
    }
    let close = tokens.partner(i + 1);
    let mut j = i + 2;
    while j < close && tokens.word(j) != b"," {
        j = tokens.partner(j).max(j) + 1;
    }
    (j == close).then(|| {
        edits.insert(tokens.lo(close), ", \"\"");
        i + 1
    })
}

/// Of a member, `_Alignas(e)` becomes `__attribute__((__aligned__(e)))`, and a type for `e` its alignment.
fn alignas(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    if context.braces.last() != Some(&Braces::Members) || tokens.word(i + 1) != b"(" {
        return None;
    }
    let (before, after) =
        if context.begins_type(i + 2) { ("__aligned__(_Alignof(", "))") } else { ("__aligned__(", ")") };
    let (open, close) = (i + 1, tokens.partner(i + 1));
    edits.replace(tokens.lo(i), tokens.hi(open), format!("__attribute__(({before}"));
    edits.insert(tokens.lo(close), &format!("{after})"));
    Some(open + 1)
}

/// Assembly at file scope becomes `_Static_assert(1, "__hw_asm")`.
fn file_scope_asm(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    let open = (i + 1..tokens.len()).find(|j| tokens.kind(*j) == Some(TokenKind::Punctuator))?;
    if tokens.word(open) != b"(" {
        return None;
    }
    edits.replace(tokens.lo(i), tokens.hi(tokens.partner(open)), "_Static_assert(1, \"__hw_asm\")");
    Some(tokens.partner(open) + 1)
}

/// `asm goto (…)` becomes `__hw_asm_goto()`; the qualifier `inline` of `asm` goes.
fn asm_qualifiers(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    let open = (i + 1..tokens.len()).find(|j| tokens.kind(*j) == Some(TokenKind::Punctuator))?;
    if tokens.word(open) != b"(" {
        return None;
    }
    if (i..open).any(|j| tokens.word(j) == b"goto") {
        edits.replace(tokens.lo(i), tokens.hi(tokens.partner(open)), "__hw_asm_goto()");
        return Some(tokens.partner(open) + 1);
    }
    for j in (i..open).filter(|j| tokens.is_one_of(*j, &["inline", "__inline", "__inline__"])) {
        edits.blank(tokens.text, tokens.lo(j), tokens.hi(j));
    }
    Some(open)
}

/// A declaration without a type is one of `int`s: `static x = 1;`, `main() { … }`, `f(a) char a; { … }`.
fn implicit_int(context: &Context, i: usize, edits: &mut Edits) -> Option<usize> {
    let tokens = context.tokens;
    let mut name = i;
    loop {
        if tokens.is_attribute(name) {
            name = tokens.partner(name + 1) + 1;
        } else if tokens.is_one_of(name, TYPELESS) || tokens.word(name) == b"__extension__" {
            name += 1;
        } else {
            break;
        }
    }
    if !tokens.is_name(name) || context.braces.last().is_some_and(|b| *b != Braces::Other) {
        return None;
    }
    let typeless = match tokens.word(name + 1) {
        b"=" | b";" | b"," | b"[" => name > i && !context.typedefs.contains(tokens.word(name)),
        b"(" if context.at_file_scope() => {
            let after = tokens.partner(name + 1) + 1;
            let declares_parameters =
                tokens.kind(after) == Some(TokenKind::Word) && !tokens.is_attribute(after) && !tokens.is_asm(after);
            tokens.word(after) == b"{" || declares_parameters
        }
        _ => false,
    };
    typeless.then(|| {
        edits.insert(tokens.lo(name), "int ");
        name + 1
    })
}
