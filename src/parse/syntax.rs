//! Runs `lang-c`.
//!
//! In: rewritten text. Out: AST, or a diagnostic. Knows nothing of how the text came about.

use super::ParseError;
use crate::base::{Diagnostic, Span};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};

/// The parser recurses deeply; only touched pages of this are ever used.
const STACK_BYTES: usize = 1 << 30;

/// Parses a text whose spans begin at `base` in the source map.
pub(super) fn parse(text: String, base: u32) -> Result<TranslationUnit, ParseError> {
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let parse = move || parse_preprocessed(&config, text).map(|parse| parse.unit);
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(parse);
    let joined = thread.map(std::thread::JoinHandle::join);
    match joined {
        Ok(Ok(Ok(unit))) => Ok(unit),
        Ok(Ok(Err(error))) => Err(ParseError::Invalid(vec![explain(&error, base)])),
        Ok(Err(_)) => Err(ParseError::Preprocessor { reason: "the parser failed".into() }),
        Err(e) => Err(ParseError::Preprocessor { reason: format!("no memory for the parser: {e}") }),
    }
}

fn explain(error: &SyntaxError, base: u32) -> Diagnostic {
    let lo = base + error.offset as u32;
    Diagnostic::error(Span { lo, hi: lo + 1 }, "syntax error")
}
