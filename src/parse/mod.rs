//! Parsing: C source text to an AST.
//!
//! In: a path or a text. Out: `lang-c`'s AST, whose spans lead to the user's files through the
//! [`SourceMap`]. Knows nothing of types and names beyond what C's grammar needs.

mod lex;
mod preprocess;
mod read;
mod syntax;
mod text;

use crate::base::{Diagnostic, SourceMap, Span};
use crate::config::ParseConfig;
use lang_c::ast::TranslationUnit;
use std::fmt;
use std::path::{Path, PathBuf};
use text::{Edit, Text};

/// A parsed text.
#[derive(Debug)]
pub struct Parsed {
    /// The AST.
    pub unit: TranslationUnit,
    /// Where the AST's spans begin in the source map.
    pub base: u32,
    /// What was noticed on the way.
    pub warnings: Vec<Diagnostic>,
}

impl Parsed {
    /// A span of the AST as a span of the source map.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        if span.is_none() {
            return Span::NONE;
        }
        Span { lo: self.base + span.start as u32, hi: self.base + span.end as u32 }
    }
}

/// Why there is no AST.
#[derive(Debug)]
pub enum ParseError {
    /// The file could not be read, or is no text.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The preprocessor could not be run.
    Preprocessor {
        /// What went wrong.
        reason: String,
    },
    /// The text is not C, or not C that can be parsed. Never empty.
    Invalid(Vec<Diagnostic>),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Unreadable { path, reason } => write!(f, "{}: {reason}", path.display()),
            ParseError::Preprocessor { reason } => write!(f, "{reason}"),
            ParseError::Invalid(diagnostics) => {
                let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
                write!(f, "{}", messages.join("; "))
            }
        }
    }
}

impl std::error::Error for ParseError {}

/// Parses a C file: preprocesses it unless its name ends in `.i`. Positions are those of the file as the user
/// sees it; line markers that already stand in a preprocessed file are ignored.
pub fn parse_file(path: &Path, config: &ParseConfig, sources: &mut SourceMap) -> Result<Parsed, ParseError> {
    let bytes = read::read_source(path)?;
    let file = sources.file(&path.to_string_lossy(), false);
    let text = if path.extension().is_some_and(|e| e == "i") {
        Text::of_file(bytes, file)
    } else {
        Text::with_line_markers(preprocess::preprocess(path, config, sources)?, file, sources)
    };
    parse(text, sources)
}

/// Parses a text that needs no preprocessing. `library` marks heapwright's own models, which messages never
/// point at.
pub fn parse_text(name: &str, text: &str, sources: &mut SourceMap, library: bool) -> Result<Parsed, ParseError> {
    let file = sources.file(name, library);
    parse(Text::of_file(text.as_bytes().to_vec(), file), sources)
}

fn parse(text: Text, sources: &mut SourceMap) -> Result<Parsed, ParseError> {
    let lexed = match lex::lex(&text.bytes) {
        Ok(lexed) => lexed,
        Err(error) => {
            let lo = text.add_to(sources) + error.lo as u32;
            return Err(ParseError::Invalid(vec![Diagnostic::error(Span { lo, hi: lo + 1 }, error.message)]));
        }
    };
    let directives = lexed.tokens.iter().filter(|t| t.kind == lex::TokenKind::Directive).map(|t| (t.lo, t.hi));
    let mut edits: Vec<Edit> =
        lexed.blanks.iter().copied().chain(directives).map(|(lo, hi)| text.blank(lo, hi)).collect();
    edits.sort_by_key(|e| e.lo);
    let text = text.edit(&edits);
    let base = text.add_to(sources);
    let unit = syntax::parse(text.as_str().into_owned(), base)?;
    Ok(Parsed { unit, base, warnings: Vec::new() })
}

/// The AST as text, for `--dump=ast`.
pub fn dump(parsed: &Parsed) -> String {
    let mut out = String::new();
    lang_c::visit::Visit::visit_translation_unit(&mut lang_c::print::Printer::new(&mut out), &parsed.unit);
    out
}
