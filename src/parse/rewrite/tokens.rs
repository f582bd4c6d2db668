//! Tokens with their brackets matched: what the rewriting rules look at.
//!
//! In: a lexed text. Out: queries by token index. Knows C's brackets and keywords, not its grammar.

use crate::parse::lex::{TextError, Token, TokenKind};
use std::collections::BTreeSet;

/// The tokens of a text, without directives.
pub(in crate::parse) struct Tokens<'a> {
    pub text: &'a [u8],
    list: Vec<Token>,
    /// For each bracket its partner, for all others their own index.
    partner: Vec<usize>,
}

/// Words that begin a type, or a declaration, and nothing else.
const DECLARATION_WORDS: &[&str] = &[
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Float128",
    "_Float16",
    "_Float32",
    "_Float32x",
    "_Float64",
    "_Float64x",
    "_Thread_local",
    "__auto_type",
    "__complex__",
    "__const",
    "__const__",
    "__float128",
    "__inline",
    "__inline__",
    "__int128",
    "__signed",
    "__signed__",
    "__thread",
    "__typeof",
    "__typeof__",
    "__volatile",
    "__volatile__",
    "auto",
    "char",
    "const",
    "double",
    "enum",
    "extern",
    "float",
    "inline",
    "int",
    "long",
    "register",
    "short",
    "signed",
    "static",
    "struct",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "void",
    "volatile",
];

/// Words of statements and expressions, which name nothing.
const OTHER_KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "__alignof",
    "__alignof__",
    "__asm",
    "__asm__",
    "__attribute",
    "__attribute__",
    "__builtin_offsetof",
    "__builtin_va_arg",
    "__extension__",
    "__label__",
    "asm",
    "break",
    "case",
    "continue",
    "default",
    "do",
    "else",
    "for",
    "goto",
    "if",
    "return",
    "sizeof",
    "switch",
    "while",
];

impl<'a> Tokens<'a> {
    /// Matches the brackets of a lexed text.
    pub fn new(text: &'a [u8], tokens: &[Token]) -> Result<Self, TextError> {
        let list: Vec<Token> = tokens.iter().filter(|t| t.kind != TokenKind::Directive).copied().collect();
        let mut tokens = Self { text, partner: (0..list.len()).collect(), list };
        let mut open = Vec::new();
        for i in 0..tokens.len() {
            match tokens.word(i) {
                b"(" | b"[" | b"{" => open.push(i),
                closer @ (b")" | b"]" | b"}") => {
                    let closer = closer[0] as char;
                    let Some(partner) = open.pop() else {
                        return Err(tokens.error(i, format!("`{closer}` closes nothing")));
                    };
                    let opener = tokens.word(partner)[0] as char;
                    if !matches!((opener, closer), ('(', ')') | ('[', ']') | ('{', '}')) {
                        return Err(tokens.error(i, format!("`{opener}` is not closed before this `{closer}`")));
                    }
                    tokens.partner[i] = partner;
                    tokens.partner[partner] = i;
                }
                _ => (),
            }
        }
        match open.pop() {
            Some(i) => Err(tokens.error(i, format!("`{}` is never closed", tokens.word(i)[0] as char))),
            None => Ok(tokens),
        }
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// A complaint about a token.
    pub fn error(&self, i: usize, message: impl Into<String>) -> TextError {
        TextError { lo: self.list[i].lo, message: message.into() }
    }

    /// The text of a token; empty beyond the end.
    pub fn word(&self, i: usize) -> &'a [u8] {
        self.list.get(i).map_or(b"", |t| &self.text[t.lo..t.hi])
    }

    /// The text of the token before; empty at the start.
    pub fn before(&self, i: usize) -> &'a [u8] {
        i.checked_sub(1).map_or(b"", |i| self.word(i))
    }

    /// Whether a token is one of the given.
    pub fn is_one_of(&self, i: usize, words: &[&str]) -> bool {
        words.iter().any(|w| w.as_bytes() == self.word(i))
    }

    /// First byte of a token.
    pub fn lo(&self, i: usize) -> usize {
        self.list[i].lo
    }

    /// One past the last byte of a token.
    pub fn hi(&self, i: usize) -> usize {
        self.list[i].hi
    }

    /// What a token is; `None` beyond the end.
    pub fn kind(&self, i: usize) -> Option<TokenKind> {
        self.list.get(i).map(|t| t.kind)
    }

    /// The matching bracket.
    pub fn partner(&self, i: usize) -> usize {
        self.partner[i]
    }

    /// Whether a token is an identifier.
    pub fn is_name(&self, i: usize) -> bool {
        self.kind(i) == Some(TokenKind::Word) && !self.begins_declaration(i) && !self.is_one_of(i, OTHER_KEYWORDS)
    }

    /// Whether a token is a keyword that begins a type or declaration.
    pub fn begins_declaration(&self, i: usize) -> bool {
        self.is_one_of(i, DECLARATION_WORDS)
    }

    /// Whether a token is `__attribute__` with its argument.
    pub fn is_attribute(&self, i: usize) -> bool {
        self.is_one_of(i, &["__attribute__", "__attribute"]) && self.word(i + 1) == b"("
    }

    /// Whether a token is `asm`.
    pub fn is_asm(&self, i: usize) -> bool {
        self.is_one_of(i, &["asm", "__asm__", "__asm"])
    }

    /// The index after the unary expression that begins at `i`.
    pub fn after_unary(&self, mut i: usize) -> usize {
        loop {
            match self.word(i) {
                b"+" | b"-" | b"!" | b"~" | b"*" | b"&" | b"&&" | b"++" | b"--" | b"sizeof" => i += 1,
                b"(" => {
                    let after = self.partner(i) + 1;
                    let cast = matches!(self.kind(after), Some(TokenKind::Number | TokenKind::Quoted))
                        || self.is_name(after)
                        || self.begins_declaration(i + 1) && self.word(after) == b"(";
                    if !cast {
                        i = if self.word(after) == b"{" { self.partner(after) + 1 } else { after };
                        break;
                    }
                    i = after;
                }
                _ => {
                    i += 1;
                    break;
                }
            }
        }
        loop {
            match self.word(i) {
                b"(" | b"[" => i = self.partner(i) + 1,
                b"." | b"->" => i += 2,
                b"++" | b"--" => i += 1,
                _ => return i.min(self.len()),
            }
        }
    }

    /// All names that any `typedef` of the text might declare, whatever their scope.
    pub fn typedef_names(&self) -> BTreeSet<&'a [u8]> {
        let mut names = BTreeSet::new();
        for start in (0..self.len()).filter(|i| self.word(*i) == b"typedef") {
            let mut i = start + 1;
            while i < self.len() && self.word(i) != b";" {
                match self.word(i) {
                    b"{" => i = self.partner(i),
                    _ if self.is_name(i) => {
                        let ends =
                            matches!(self.word(i + 1), b";" | b"," | b"[" | b"(" | b")") || self.is_attribute(i + 1);
                        names.extend(ends.then(|| self.word(i)));
                    }
                    _ => (),
                }
                i += 1;
            }
        }
        names
    }
}
