//! Parsing: C source text to an AST.
//!
//! In: a path or a text. Out: `lang-c`'s AST, whose spans lead to the user's files through the
//! [`SourceMap`]. Knows nothing of types and names beyond what C's grammar needs.
//!
//! # Forms that the AST has only because of rewriting
//!
//! `lang-c` does not parse all of GNU C, so tokens are rewritten before. Names that begin with `__hw_` are
//! reserved for this.
//!
//! | source | what the AST has |
//! |---|---|
//! | `a ?: b` | `Conditional` whose `then_expression` is the identifier `__hw_elvis`: the value of the condition, evaluated once |
//! | `__alignof__ e`, `__alignof__(T)`, `_Alignof(T)` | `AlignOf` of `TypeOf` of the expression `e` or of the type `T`; of `T` itself if it begins with a keyword |
//! | `__real__ e`, `__imag__ e` | calls `__hw_real(e)`, `__hw_imag(e)` |
//! | `__builtin_types_compatible_p(S, T)` | a call of that name with arguments `SizeOfTy(S)` and `SizeOfTy(T)` |
//! | `sizeof (T){…}` | `SizeOfVal` of the compound literal |
//! | `&&label` | call `__hw_label_address(label)` |
//! | `goto *e;` | expression statement, call `__hw_goto(e)` |
//! | `asm goto (…)` | call `__hw_asm_goto()` |
//! | `asm("…");` at file scope | `StaticAssert` of `1` with the message `"__hw_asm"` |
//! | `__label__ a;` | nothing; the label `a` has a suffix `__hw_label_N` |
//! | label before `}` or before a declaration | the label on an empty statement |
//! | attribute of a label, `__attribute__((fallthrough))` | nothing |
//! | `__extension__` | nothing |
//! | `struct __attribute__((a)) s {…}` | as `struct s {…} __attribute__((a))`: `Extension` right after the specifier with the body; such an attribute belongs to the type, any other one to what is declared |
//! | `__thread` | `ThreadLocal` |
//! | `__int128`, `__int128_t`, `__uint128_t` | four `Long`, and `Unsigned` |
//! | `__float128`, `__float80` | `TS18661Float` of width 128, `long double` |
//! | `__auto_type` | `TypeOf` of the expression `__hw_auto_type`: the type of the initialiser |
//! | `_Alignas(e)`, `_Alignas(T)` of a member | attribute `__aligned__(e)`, `__aligned__(_Alignof(T))` |
//! | declaration or definition without a type | that of `int` |
//! | `;` where a member could be declared | nothing |
//! | `_Static_assert(e)` | `StaticAssert` with the message `""` |
//! | `#pragma pack` | [`Parsed::packing`] |
//! | escapes `\e`, `\uXXXX`, unknown ones, bytes that are not UTF-8 | octal escapes, UTF-8, the character itself |
//! | `$`, `\u00e9` and letters beyond ASCII in identifiers | `__hw_` and each byte's hexadecimal number |
//!
//! What `lang-c` has by itself: `VaArg` for `__builtin_va_arg`, `OffsetOf` for `__builtin_offsetof`, `Statement`
//! for statement expressions, `CaseRange`, `Range` designators, `KRFunction`, `TypeOf`, `TS18661Float`, empty structs,
//! identifiers `__func__`, `__FUNCTION__`. Nested functions are not parsed.

mod contracts;
mod expression;
mod lex;
mod position;
mod preprocess;
mod read;
mod rewrite;
mod syntax;
mod text;

pub use expression::{ParsedExpression, addressed_words, parse_expression};

use crate::base::{Diagnostic, SourceMap, Span};
use crate::checker::Called;
use crate::config::ParseConfig;
use lang_c::ast::TranslationUnit;
use rewrite::{Packing, Refused, Rewritten};
use std::fmt;
use std::path::{Path, PathBuf};
use text::Text;

/// A parsed text.
#[derive(Debug)]
pub struct Parsed {
    /// The AST.
    pub unit: TranslationUnit,
    /// Where the AST's spans begin in the source map.
    pub base: u32,
    packing: Packing,
    /// What is assumed beside the contract of the function that is proved.
    pub assumptions: Vec<String>,
    /// The functions with contracts that are called.
    pub called: Vec<Called>,
    /// What a contract would have told.
    pub remark: Option<(Span, String)>,
}

impl Parsed {
    /// The maximal alignment in bytes that `#pragma pack` gives to members of a struct whose specifier stands
    /// at a span of the AST.
    pub fn packing(&self, span: lang_c::span::Span) -> Option<u64> {
        self.packing.at(span.start)
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
    /// A tool failed: the preprocessor, or the parser itself.
    Failed {
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
            ParseError::Failed { reason } => write!(f, "{reason}"),
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
    let read = bytes.clone();
    let text = if path.extension().is_some_and(|e| e == "i") {
        Text::of_file(bytes, file)
    } else {
        let output = preprocess::preprocess(path, bytes.len(), config, sources)?;
        position::locate_tokens(&output, file, sources)
    };
    let contracts::Extended { text, assumptions, called, remark } =
        contracts::extend(text, &read, file, &config.contracts, sources)?;
    Ok(Parsed { assumptions, called, remark, ..parse(text, sources)? })
}

/// Parses a text that needs no preprocessing. `library` marks heapwright's own models, which messages never
/// point at.
pub fn parse_text(name: &str, text: &str, sources: &mut SourceMap, library: bool) -> Result<Parsed, ParseError> {
    let file = sources.file(name, library);
    parse(Text::of_file(text.as_bytes().to_vec(), file), sources)
}

fn parse(text: Text, sources: &mut SourceMap) -> Result<Parsed, ParseError> {
    let Rewritten { text, packing } = match rewrite::rewrite(text) {
        Ok(rewritten) => rewritten,
        Err(Refused { text, error }) => {
            let lo = text.add_to(sources) + error.lo as u32;
            return Err(ParseError::Invalid(vec![Diagnostic::error(Span { lo, hi: lo + 1 }, error.message)]));
        }
    };
    let base = text.add_to(sources);
    let unit = syntax::parse(text.as_str().into_owned(), base)?;
    Ok(Parsed { unit, base, packing, assumptions: Vec::new(), called: Vec::new(), remark: None })
}

/// The AST as text, for `--dump=ast`.
pub fn dump(parsed: &Parsed) -> String {
    let mut out = String::new();
    lang_c::visit::Visit::visit_translation_unit(&mut lang_c::print::Printer::new(&mut out), &parsed.unit);
    out
}

#[cfg(test)]
mod tests;
