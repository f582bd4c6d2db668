//! Inserts checks into C text: expressions that are to hold whenever a place is reached.
//!
//! In: a text after preprocessing, and checks at places of the user's files. Out: the text with a call of
//! `__hw_check_N` wherever check number N fails, which is lowered as a call of the error function, or of `__hw_mark_N`
//! wherever it holds, a function that does nothing and is seen in traces; everything keeps its place. What cannot be inserted without changing what the program does is refused.

use super::lex::{Token, TokenKind, lex};
use super::text::{Edit, Text};
use crate::base::SourceMap;
use crate::config::{CheckAction, CheckPlace, InsertedCheck};
use std::path::Path;

/// The beginning of the names of functions whose call says that a check failed.
pub const CHECK_PREFIX: &str = "__hw_check_";

/// The beginning of the names of functions whose call says that an expression was true.
pub const MARK_PREFIX: &str = "__hw_mark_";

/// Inserts the checks that stand in files of this text, and gives the numbers of those. An error is the number of a check
/// that cannot be inserted, and why.
pub(super) fn insert(
    text: Text,
    checks: &[InsertedCheck],
    sources: &SourceMap,
) -> Result<(Text, Vec<usize>), (usize, String)> {
    if checks.is_empty() {
        return Ok((text, Vec::new()));
    }
    let first = checks[0].number;
    let tokens = lex(&text.bytes).map_err(|error| (first, error.message))?.tokens;
    let reader = Reader { text: &text, tokens: &tokens, depths: depths(&text.bytes, &tokens) };
    let places = reader.places(sources);
    let mut inserted: Vec<(usize, String, String)> = Vec::new();
    let mut done = Vec::new();
    let mut definitions = String::new();
    for check in checks {
        let refuse = |why: &str| (check.number, why.to_string());
        pure(&check.expression).map_err(|why| (check.number, why))?;
        let Some(index) = reader.find(check, &places) else { continue };
        let (expression, number) = (&check.expression, check.number);
        let call = match check.action {
            CheckAction::Fail => format!("(({expression}) ? (void)0 : {CHECK_PREFIX}{number}())"),
            CheckAction::Mark => format!("(({expression}) ? {MARK_PREFIX}{number}() : (void)0)"),
        };
        let (at, before, after) = match check.place {
            CheckPlace::Loop => reader.loop_head(index).ok_or_else(|| refuse("is not at a loop"))?,
            CheckPlace::Statement => {
                reader.statement(index).ok_or_else(|| refuse("is not at a statement of a block"))?
            }
        };
        done.push(check.number);
        if check.action == CheckAction::Mark {
            definitions += &format!("static void {MARK_PREFIX}{number}(void) {{}}\n");
        }
        // Checks at the same place follow one another.
        match inserted.iter_mut().find(|(other, ..)| *other == at) {
            Some((_, text, _)) => *text += &format!("{before}{call}{}", after.trim_end_matches('1')),
            None => inserted.push((at, format!("{before}{call}{}", after.trim_end_matches('1')), after)),
        }
    }
    inserted.sort_by_key(|(at, ..)| *at);
    let definitions = Some(Edit { lo: 0, hi: 0, with: definitions.into_bytes() }).filter(|edit| !edit.with.is_empty());
    let edits: Vec<Edit> = inserted
        .into_iter()
        .map(|(at, text, after)| {
            let one = if after.ends_with('1') { "1" } else { "" };
            Edit { lo: at, hi: at, with: (text + one).into_bytes() }
        })
        .collect();
    let edits: Vec<Edit> = definitions.into_iter().chain(edits).collect();
    Ok((text.edit(&edits), done))
}

/// How many round and square brackets are open before each token, and in which block it stands.
fn depths(bytes: &[u8], tokens: &[Token]) -> Vec<usize> {
    let mut open: Vec<usize> = vec![0];
    let mut depths = Vec::with_capacity(tokens.len());
    for token in tokens {
        depths.push(open.last().copied().unwrap_or(0));
        match &bytes[token.lo..token.hi] {
            b"(" | b"[" => {
                if let Some(depth) = open.last_mut() {
                    *depth += 1;
                }
            }
            b")" | b"]" => {
                if let Some(depth) = open.last_mut() {
                    *depth = depth.saturating_sub(1);
                }
            }
            b"{" => open.push(0),
            b"}" if open.len() > 1 => {
                open.pop();
            }
            _ => {}
        }
    }
    depths
}

struct Reader<'a> {
    text: &'a Text,
    tokens: &'a [Token],
    depths: Vec<usize>,
}

/// Where to insert, what comes before the check and what after it; `1` at the end stands for a missing condition.
type Point = (usize, &'static str, String);

impl Reader<'_> {
    fn word(&self, index: usize) -> &[u8] {
        self.tokens.get(index).map_or(b"", |token| &self.text.bytes[token.lo..token.hi])
    }

    /// File, line and column of each token.
    fn places(&self, sources: &SourceMap) -> Vec<(String, u32, u32)> {
        let mut origins = self.text.origins.iter().peekable();
        let mut current = self.text.origins[0];
        let (mut at, mut line, mut column) = (0, current.line, current.column);
        let mut places = Vec::with_capacity(self.tokens.len());
        for token in self.tokens {
            while at < token.lo || origins.peek().is_some_and(|origin| origin.offset as usize <= token.lo) {
                if let Some(origin) = origins.next_if(|origin| origin.offset as usize <= at) {
                    (current, line, column) = (*origin, origin.line, origin.column);
                    continue;
                }
                if self.text.bytes[at] == b'\n' && !current.pinned {
                    (line, column) = (line + 1, 1);
                } else if !current.pinned {
                    column += 1;
                }
                at += 1;
            }
            places.push((sources.file_name(current.file).to_string(), line, column));
        }
        places
    }

    /// The token that a check stands at.
    fn find(&self, check: &InsertedCheck, places: &[(String, u32, u32)]) -> Option<usize> {
        let name = |path: &str| Path::new(path).file_name().map(|name| name.to_owned());
        let here = |place: &(String, u32, u32)| {
            place.1 == check.line
                && check.column.is_none_or(|column| column == place.2)
                && name(&place.0) == name(&check.file)
        };
        let fits = |index: usize| match check.place {
            CheckPlace::Loop => matches!(self.word(index), b"for" | b"while" | b"do"),
            CheckPlace::Statement => true,
        };
        (0..places.len()).find(|&index| here(&places[index]) && fits(index))
    }

    /// Before the condition of the loop whose keyword is a token; for `do`, at the beginning of the body.
    fn loop_head(&self, index: usize) -> Option<Point> {
        let comma = |at: usize| Some((at, "", ", ".to_string()));
        match (self.word(index), self.word(index + 1)) {
            (b"while", b"(") => comma(self.tokens[index + 1].hi),
            (b"for", b"(") => {
                let depth = self.depths[index + 1] + 1;
                let first = (index + 2..self.tokens.len())
                    .find(|&i| self.depths[i] < depth || self.depths[i] == depth && self.word(i) == b";")?;
                if self.word(first) != b";" {
                    return None;
                }
                let missing = if self.word(first + 1) == b";" { ", 1" } else { ", " };
                Some((self.tokens[first].hi, "", missing.to_string()))
            }
            (b"do", b"{") => Some((self.tokens[index + 1].hi, " ", ";".to_string())),
            _ => None,
        }
    }

    /// Before a statement that stands in a block: the token before it ends another one or begins the block.
    /// A label belongs to its statement: the check comes after it, so that jumps to it pass the check.
    fn statement(&self, index: usize) -> Option<Point> {
        let labelled = self.tokens[index].kind == TokenKind::Word && self.word(index + 1) == b":";
        let index = if labelled { index + 2 } else { index };
        let before = index.checked_sub(1).map(|before| self.word(before))?;
        let in_block = self.depths[index] == 0 && matches!(before, b";" | b"{" | b"}" | b":");
        let refused = matches!(self.word(index), b"else" | b"while" | b"case" | b"default" | b"}")
            || before == b"}" && matches!(self.word(index), b"," | b";")
            || before == b":" && self.is_conditional(index - 1);
        (in_block && !refused).then(|| (self.tokens[index].lo, "", "; ".to_string()))
    }

    /// Whether a colon belongs to `?`, to a bit-field or to anything but a label: it does not follow a single name
    /// that begins a statement.
    fn is_conditional(&self, colon: usize) -> bool {
        let label = colon >= 2
            && self.tokens[colon - 1].kind == TokenKind::Word
            && matches!(self.word(colon - 2), b";" | b"{" | b"}" | b":");
        !label
    }
}

/// What may stand before the closing parenthesis of a cast.
const CAST_ENDS: &[&[u8]] =
    &[b"*", b"int", b"long", b"unsigned", b"signed", b"char", b"short", b"_Bool", b"size_t", b"float", b"double"];

/// Refuses what is no expression, or has an effect.
fn pure(expression: &str) -> Result<(), String> {
    let bytes = expression.as_bytes();
    let tokens = lex(bytes).map_err(|error| format!("is no C expression: {}", error.message))?.tokens;
    let word = |index: usize| tokens.get(index).map_or(&b""[..], |token: &Token| &bytes[token.lo..token.hi]);
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match (token.kind, word(index)) {
            (TokenKind::Directive, _) => return Err("is no C expression".to_string()),
            (_, b"=" | b"+=" | b"-=" | b"*=" | b"/=" | b"%=" | b"&=" | b"|=" | b"^=" | b"<<=" | b">>=") => {
                return Err("assigns to a variable".to_string());
            }
            (_, b"++" | b"--") => return Err("changes a variable".to_string()),
            (_, b"{" | b"}" | b";") => return Err("is no C expression".to_string()),
            (TokenKind::Word, name) if word(index + 1) == b"(" && name != b"sizeof" => {
                return Err("calls a function".to_string());
            }
            (_, bracket @ (b"(" | b"[")) => open.push(bracket),
            (_, bracket @ (b")" | b"]")) => {
                // `(f)(x)` and `f[i](x)` are calls, `(int)(x)` and `(char *)(x)` are casts.
                let cast = index > 0 && bracket == b")" && CAST_ENDS.contains(&word(index - 1));
                if word(index + 1) == b"(" && !cast {
                    return Err("may call a function".to_string());
                }
                let partner: &[u8] = if bracket == b")" { b"(" } else { b"[" };
                if open.pop() != Some(partner) {
                    return Err("has brackets that do not match".to_string());
                }
            }
            _ => {}
        }
    }
    if tokens.is_empty() || !open.is_empty() {
        return Err("is no C expression".to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(place: CheckPlace, line: u32, column: u32, expression: &str) -> InsertedCheck {
        InsertedCheck {
            number: 7,
            file: "x/a.c".into(),
            line,
            column: Some(column),
            place,
            expression: expression.into(),
            action: CheckAction::Fail,
        }
    }

    fn inserted(code: &str, checks: &[InsertedCheck]) -> Result<String, String> {
        let mut sources = SourceMap::new();
        let file = sources.file("a.c", false);
        let (text, _) =
            insert(Text::of_file(code.as_bytes().to_vec(), file), checks, &sources).map_err(|(_, why)| why)?;
        Ok(text.as_str().into_owned())
    }

    #[test]
    fn conditions_of_loops_are_checked() {
        let call = "((x > 0) ? (void)0 : __hw_check_7())";
        let at = |code: &str, column| inserted(code, &[check(CheckPlace::Loop, 1, column, "x > 0")]);
        assert_eq!(at("{ while (x) y(); }", 3), Ok(format!("{{ while ({call}, x) y(); }}")));
        assert_eq!(at("for (i = 0; i < (3); i++) y();", 1), Ok(format!("for (i = 0;{call},  i < (3); i++) y();")));
        assert_eq!(at("for (;;) y();", 1), Ok(format!("for (;{call}, 1;) y();")));
        assert_eq!(at("do { y(); } while (x);", 1), Ok(format!("do {{ {call}; y(); }} while (x);")));
        assert!(at("do y(); while (x);", 1).is_err());
        let two = [check(CheckPlace::Loop, 1, 1, "a"), check(CheckPlace::Loop, 1, 1, "b")];
        let calls = "((a) ? (void)0 : __hw_check_7()), ((b) ? (void)0 : __hw_check_7()), ";
        assert_eq!(inserted("for (;;) y();", &two), Ok(format!("for (;{calls}1;) y();")));
    }

    #[test]
    fn statements_of_blocks_are_checked() {
        let call = "((x) ? (void)0 : __hw_check_7()); ";
        let at = |code: &str, column| inserted(code, &[check(CheckPlace::Statement, 1, column, "x")]);
        assert_eq!(at("{ y(); z(); }", 8), Ok(format!("{{ y(); {call}z(); }}")));
        assert_eq!(at("{ l: z(); }", 6), Ok(format!("{{ l: {call}z(); }}")));
        assert_eq!(at("{ l: z(); }", 3), Ok(format!("{{ l: {call}z(); }}")), "a label belongs to its statement");
        assert!(at("{ if (a) z(); }", 10).is_err(), "not what the condition guards");
        assert!(at("{ for (a; b; c) z(); }", 11).is_err());
        assert!(at("{ if (a) { } else z(); }", 14).is_err());
        assert!(at("{ q = a ? b : z(); }", 15).is_err());
    }

    #[test]
    fn marks_are_defined_before_they_are_called() {
        let mark = InsertedCheck { action: CheckAction::Mark, ..check(CheckPlace::Statement, 1, 3, "x") };
        let expected = "static void __hw_mark_7(void) {}\n{ ((x) ? __hw_mark_7() : (void)0); y(); }";
        assert_eq!(inserted("{ y(); }", &[mark]), Ok(expected.to_string()));
    }

    #[test]
    fn expressions_have_no_effect() {
        for good in ["x <= 5", "(long long)x - (long long)(y) <= 5", "a[i] == 'c' || p->q != 0", "sizeof(int) == 4"] {
            assert_eq!(pure(good), Ok(()), "{good}");
        }
        for bad in [
            "x = 5", "x++", "f(x)", "(f)(x)", "f[1](x)", "((f))(x)", "x) || (y", "", "x; y", "({ x; })", "a[",
            "x += 1", "# x",
        ] {
            assert!(pure(bad).is_err(), "{bad}");
        }
    }
}
