//! Tokens of C text, as far as positions and rewriting need them.
//!
//! In: bytes. Out: token ranges, comments apart. Knows nothing of grammar.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or a keyword.
    Word,
    /// A preprocessing number.
    Number,
    /// A string literal or character constant, with its prefix.
    Quoted,
    /// An operator or a bracket.
    Punctuator,
    /// A whole line that begins with `#`, without its newline.
    Directive,
}

/// A range of the text that is one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub lo: usize,
    pub hi: usize,
}

/// A text cut into tokens.
#[derive(Debug, Default)]
pub(super) struct Lexed {
    pub tokens: Vec<Token>,
    /// Comments, line splices and blanks other than space, tab and newline: ranges to blank out.
    pub blanks: Vec<(usize, usize)>,
}

/// Why and where a text has no tokens.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextError {
    pub lo: usize,
    pub message: String,
}

/// Longest first.
const PUNCTUATORS: [&[u8]; 27] = [
    b"...", b"<<=", b">>=", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"*=", b"/=",
    b"%=", b"+=", b"-=", b"&=", b"^=", b"|=", b"##", b"<:", b":>", b"<%", b"%>",
];

/// Cuts a text into tokens.
pub(super) fn lex(text: &[u8]) -> Result<Lexed, TextError> {
    let mut lexer = Lexer { text, at: 0, line_start: true, out: Lexed::default() };
    while lexer.at < text.len() {
        lexer.step()?;
    }
    Ok(lexer.out)
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether only blanks came before on this line.
    line_start: bool,
    out: Lexed,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn step(&mut self) -> Result<(), TextError> {
        let lo = self.at;
        match self.peek(0) {
            b'\n' => {
                self.at += 1;
                self.line_start = true;
            }
            b' ' | b'\t' => self.at += 1,
            b'\r' | 0x0b | 0x0c => self.blank(1),
            b'\\' if self.peek(1) == b'\n' => self.blank(1),
            b'\\' if self.peek(1) == b'\r' && self.peek(2) == b'\n' => self.blank(2),
            b'/' if self.peek(1) == b'*' => match find(&self.text[lo + 2..], b"*/") {
                Some(length) => self.blank(length + 4),
                None => return Err(error(lo, "unterminated comment")),
            },
            b'/' if self.peek(1) == b'/' => self.blank(self.rest_of_line()),
            b'#' if self.line_start => self.token(TokenKind::Directive, self.rest_of_line()),
            b'"' | b'\'' => self.quoted(0)?,
            c if is_word_start(c) || self.universal_name(0).is_some() => self.word()?,
            c if c.is_ascii_digit() || (c == b'.' && self.peek(1).is_ascii_digit()) => self.number(),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' => self.token(TokenKind::Punctuator, 1),
            c if c.is_ascii_punctuation() && !matches!(c, b'@' | b'`' | b'\\') => {
                let known = PUNCTUATORS.iter().find(|p| self.text[lo..].starts_with(p));
                self.token(TokenKind::Punctuator, known.map_or(1, |p| p.len()));
            }
            c if c.is_ascii_graphic() => return Err(error(lo, format!("stray `{}` in the program", c as char))),
            0 => return Err(error(lo, "stray NUL byte: this is not a text file")),
            c => return Err(error(lo, format!("stray byte 0x{c:02x} in the program"))),
        }
        Ok(())
    }

    fn token(&mut self, kind: TokenKind, length: usize) {
        self.out.tokens.push(Token { kind, lo: self.at, hi: self.at + length });
        self.at += length;
        self.line_start = false;
    }

    fn blank(&mut self, length: usize) {
        self.out.blanks.push((self.at, self.at + length));
        self.at += length;
    }

    /// Bytes to the end of the logical line.
    fn rest_of_line(&self) -> usize {
        let rest = &self.text[self.at..];
        let mut length = 0;
        while let Some(newline) = rest[length..].iter().position(|b| *b == b'\n') {
            length += newline;
            if !rest[..length].ends_with(b"\\") && !rest[..length].ends_with(b"\\\r") {
                return length;
            }
            length += 1;
        }
        rest.len()
    }

    fn word(&mut self) -> Result<(), TextError> {
        let mut length = 0;
        while is_word_part(self.peek(length)) || self.universal_name(length).is_some() {
            length += self.universal_name(length).unwrap_or(1);
        }
        let prefix = matches!(&self.text[self.at..self.at + length], b"L" | b"u" | b"U" | b"u8");
        if prefix && matches!(self.peek(length), b'"' | b'\'') {
            return self.quoted(length);
        }
        self.token(TokenKind::Word, length);
        Ok(())
    }

    /// The length of the universal character name (`\u00e9`, `\U000000e9`) that stands here, if one does.
    fn universal_name(&self, ahead: usize) -> Option<usize> {
        let length = match (self.peek(ahead), self.peek(ahead + 1)) {
            (b'\\', b'u') => 6,
            (b'\\', b'U') => 10,
            _ => return None,
        };
        (2..length).all(|i| self.peek(ahead + i).is_ascii_hexdigit()).then_some(length)
    }

    fn number(&mut self) {
        let mut length = 1;
        loop {
            let sign = matches!(self.peek(length), b'+' | b'-')
                && matches!(self.peek(length - 1), b'e' | b'E' | b'p' | b'P')
                && (matches!(self.peek(length - 1), b'p' | b'P') || !matches!(self.peek(1), b'x' | b'X'));
            // `1...3` in a case range is a number, an ellipsis and a number.
            let ellipsis = self.text[self.at + length..].starts_with(b"...");
            if ellipsis || !(sign || is_word_part(self.peek(length)) || self.peek(length) == b'.') {
                break;
            }
            length += 1;
        }
        self.token(TokenKind::Number, length);
    }

    fn quoted(&mut self, prefix: usize) -> Result<(), TextError> {
        let quote = self.peek(prefix);
        let what = if quote == b'"' { "string literal" } else { "character constant" };
        let mut length = prefix + 1;
        while self.peek(length) != quote {
            if self.at + length >= self.text.len() || self.peek(length) == b'\n' {
                return Err(error(self.at, format!("unterminated {what}")));
            }
            length += if self.peek(length) == b'\\' { 2 } else { 1 };
        }
        self.token(TokenKind::Quoted, length + 1);
        Ok(())
    }
}

fn error(lo: usize, message: impl Into<String>) -> TextError {
    TextError { lo, message: message.into() }
}

fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|w| w == needle)
}

fn is_word_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c == b'$' || c >= 0x80
}

fn is_word_part(c: u8) -> bool {
    is_word_start(c) || c.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        lex(text.as_bytes()).unwrap().tokens.iter().map(|t| &text[t.lo..t.hi]).collect()
    }

    #[test]
    fn tokens_are_cut_as_c_cuts_them() {
        assert_eq!(words("a+++b->c"), ["a", "++", "+", "b", "->", "c"]);
        assert_eq!(words("L\"a\\\"b\" 'x' L'\\''"), ["L\"a\\\"b\"", "'x'", "L'\\''"]);
        assert_eq!(
            words("1.5e-3 0x1p+2 0xe+1 case 1...3"),
            ["1.5e-3", "0x1p+2", "0xe", "+", "1", "case", "1", "...", "3"]
        );
        assert_eq!(words("caf\u{e9} a\\u00e9b$ 1"), ["caf\u{e9}", "a\\u00e9b$", "1"]);
        assert_eq!(words("# 1 \"a.c\"\nx # y\n"), ["# 1 \"a.c\"", "x", "#", "y"]);
    }

    #[test]
    fn comments_are_apart() {
        let lexed = lex(b"a/* b */c // d\ne\\\nf").unwrap();
        assert_eq!(lexed.tokens.len(), 4);
        assert_eq!(lexed.blanks, [(1, 8), (10, 14), (16, 17)]);
    }

    #[test]
    fn what_is_not_c_is_reported_where_it_stands() {
        for (text, lo, message) in [
            ("int x; /* y", 7, "unterminated comment"),
            ("char *s = \"a\n\";", 10, "unterminated string literal"),
            ("int @x;", 4, "stray `@` in the program"),
            ("a\0", 1, "stray NUL byte: this is not a text file"),
            ("\u{1}", 0, "stray byte 0x01 in the program"),
        ] {
            assert_eq!(lex(text.as_bytes()).unwrap_err(), TextError { lo, message: message.into() });
        }
    }
}
