//! Runs `lang-c`.
//!
//! In: rewritten text. Out: AST, or a diagnostic. Knows nothing of how the text came about.

use super::ParseError;
use super::lex::lex;
use crate::base::{Diagnostic, Span};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};

/// The parser recurses deeply; only touched pages of this are ever used.
const STACK_BYTES: usize = 1 << 30;

/// Parses a text whose spans begin at `base` in the source map.
pub(super) fn parse(text: String, base: u32) -> Result<TranslationUnit, ParseError> {
    if text.trim_ascii().is_empty() {
        let span = Span { lo: base, hi: base };
        return Err(ParseError::Invalid(vec![Diagnostic::error(span, "there is nothing in this file")]));
    }
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let parse = move || parse_preprocessed(&config, text).map(|parse| parse.unit);
    let failed = |reason: String| ParseError::Failed { reason };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(parse);
    let thread = thread.map_err(|e| failed(format!("no memory for the parser: {e}")))?;
    match thread.join() {
        Ok(Ok(unit)) => Ok(unit),
        Ok(Err(error)) => Err(ParseError::Invalid(vec![explain(&error, base)])),
        Err(_) => Err(failed("the parser panicked".into())),
    }
}

/// What a syntax error is about, in words.
fn explain(error: &SyntaxError, base: u32) -> Diagnostic {
    let (before, rest) = error.source.split_at_checked(error.offset).unwrap_or((&error.source, ""));
    let skipped = rest.len() - rest.trim_ascii_start().len();
    let token = first_token(rest);
    let lo = base + (error.offset + skipped) as u32;
    let span = Span { lo, hi: lo + (token.len() as u32).max(1) };
    let is_word = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let previous = before.trim_ascii_end();
    let previous = &previous[previous.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |p| p + 1)..];
    let hint = if token == "{" {
        " (functions inside functions are not supported)".to_string()
    } else if is_word(token) && is_word(previous) {
        format!(" after `{previous}`: a `;` may be missing, or `{previous}` is not declared as a type")
    } else if is_word(token) && matches!(before.trim_ascii_end().chars().last(), None | Some(';' | '}')) {
        format!(": `{token}` begins no declaration; it may be a type that is not declared")
    } else if error.expected.contains(";") && !token.is_empty() {
        ": a `;` may be missing before it".to_string()
    } else {
        String::new()
    };
    let what = if token.is_empty() { "end of the text".to_string() } else { format!("`{token}`") };
    Diagnostic::error(span, format!("unexpected {what}{hint}"))
}

/// The token that a text begins with; only a small part of the text is looked at.
fn first_token(text: &str) -> &str {
    let text = text.trim_ascii_start();
    let line = text.lines().next().unwrap_or_default();
    match lex(line.as_bytes()) {
        Ok(lexed) => lexed.tokens.first().map_or("", |t| &line[t.lo..t.hi]),
        Err(_) => line.split_ascii_whitespace().next().unwrap_or_default(),
    }
}
