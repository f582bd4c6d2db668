//! Rewrites GNU C that `lang-c` does not parse into C that it does. The table in [`crate::parse`] says what
//! becomes of what.
//!
//! In: text. Out: text with the same meaning and origins. Knows tokens and brackets; what needs types is left
//! to `lower`, in a form that the AST can carry.

mod attributes;
mod declarations;
mod depth;
mod expressions;
mod labels;
mod pragma;
mod strings;
mod tokens;

use super::lex::{Lexed, TextError, lex};
use super::text::{Edit, Text};
use std::collections::BTreeSet;
use tokens::Tokens;

pub(super) use pragma::Packing;

/// What rewriting yields.
pub(super) struct Rewritten {
    pub text: Text,
    pub packing: Packing,
}

/// Why a text was refused; the position is one in `text`.
pub(super) struct Refused {
    pub text: Text,
    pub error: TextError,
}

type Pass = fn(&Text, &Lexed) -> Result<Edits, TextError>;

/// The passes, in order. Each sees what the one before left.
const PASSES: [Pass; 3] = [
    // Comments may stand anywhere, and `lang-c` knows fewer escapes than compilers do.
    |text, lexed| Ok(strings::rewrite(&text.bytes, lexed)),
    // Attributes move as they are: what stands inside them is rewritten where it arrives.
    |text, lexed| {
        let tokens = Tokens::new(&text.bytes, &lexed.tokens)?;
        depth::check_depth(&tokens)?;
        Ok(attributes::move_behind_bodies(&tokens))
    },
    |text, lexed| Ok(rewrite_constructs(&Tokens::new(&text.bytes, &lexed.tokens)?)),
];

/// Rewrites a text.
pub(super) fn rewrite(mut text: Text) -> Result<Rewritten, Refused> {
    for pass in PASSES {
        match lex(&text.bytes).and_then(|lexed| pass(&text, &lexed)) {
            Ok(edits) => text = text.edit(&edits.sorted()),
            Err(error) => return Err(Refused { text, error }),
        }
    }
    // Directives keep their places until nothing moves any more, since it matters what stands behind them.
    match lex(&text.bytes).and_then(|lexed| pragma::take_directives(&text.bytes, &lexed)) {
        Ok((edits, packing)) => Ok(Rewritten { text: text.edit(&edits.sorted()), packing }),
        Err(error) => Err(Refused { text, error }),
    }
}

/// The edits of one pass.
#[derive(Default)]
struct Edits(Vec<Edit>);

impl Edits {
    fn replace(&mut self, lo: usize, hi: usize, with: impl Into<Vec<u8>>) {
        self.0.push(Edit { lo, hi, with: with.into() });
    }

    fn insert(&mut self, at: usize, with: &str) {
        self.replace(at, at, with);
    }

    /// Puts blanks in place of a range, newlines kept.
    fn blank(&mut self, text: &[u8], lo: usize, hi: usize) {
        let with: Vec<u8> = text[lo..hi].iter().map(|b| if *b == b'\n' { b'\n' } else { b' ' }).collect();
        self.replace(lo, hi, with);
    }

    fn sorted(mut self) -> Vec<Edit> {
        self.0.sort_by_key(|e| (e.lo, e.hi));
        self.0
    }
}

/// What a pair of braces encloses, as far as tokens tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    /// Members of a struct or union.
    Members,
    /// Enumerators.
    Enumerators,
    /// Statements or an initialiser.
    Other,
}

/// Where the rules stand in the text.
struct Context<'a> {
    tokens: &'a Tokens<'a>,
    /// The braces around the current token.
    braces: Vec<Braces>,
    /// Whether a declaration or statement may begin at the current token.
    begins: bool,
    /// Names that may be types, so that a rule can prefer to leave them alone.
    typedefs: BTreeSet<&'a [u8]>,
}

/// Goes over the tokens once. A rule that replaces tokens returns the index after them.
fn rewrite_constructs(tokens: &Tokens) -> Edits {
    let mut edits = Edits::default();
    let mut context = Context { tokens, braces: Vec::new(), begins: true, typedefs: tokens.typedef_names() };
    let rules = [expressions::rewrite, declarations::rewrite, attributes::rewrite, labels::rewrite];
    let mut i = 0;
    while i < tokens.len() {
        context.begins = i == 0 || context.begins_after(i - 1);
        if let Some(after) = rules.iter().find_map(|rule| rule(&context, i, &mut edits)) {
            i = after;
            continue;
        }
        match tokens.word(i) {
            b"{" => context.braces.push(braces_kind(tokens, i)),
            b"}" => drop(context.braces.pop()),
            _ => (),
        }
        i += 1;
    }
    edits
}

impl Context<'_> {
    /// Whether a declaration or statement may begin after a token.
    fn begins_after(&self, i: usize) -> bool {
        match self.tokens.word(i) {
            b";" | b"{" => true,
            b"}" => braces_kind(self.tokens, self.tokens.partner(i)) == Braces::Other,
            _ => false,
        }
    }

    fn at_file_scope(&self) -> bool {
        self.braces.is_empty()
    }

    /// Whether a type begins here, for all that tokens tell.
    fn begins_type(&self, i: usize) -> bool {
        self.tokens.begins_declaration(i) || self.typedefs.contains(self.tokens.word(i))
    }
}

fn braces_kind(tokens: &Tokens, open: usize) -> Braces {
    let tag = if open > 0 && tokens.is_name(open - 1) { open - 1 } else { open };
    match tokens.before(tag) {
        b"struct" | b"union" => Braces::Members,
        b"enum" => Braces::Enumerators,
        _ => Braces::Other,
    }
}

#[cfg(test)]
mod tests;
