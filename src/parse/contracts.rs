//! Checkers and contracts of a translation unit: what is generated from them follows its text.
//!
//! In: the preprocessed text, the file as the user wrote it, and what the command line says. Out: the text with `HW_CHECK` made a
//! call and the generated functions behind it.

use super::ParseError;
use super::lex::{self, Token, TokenKind};
use super::read;
use super::text::{Edit, Text};
use crate::base::{Diagnostic, FileId, Origin, SourceMap, Span};
use crate::checker::{self, Called, Checker, Contract, Function, Input, Problem, Promise, Wishes};
use crate::config::ContractConfig;
use indexmap::{IndexMap, IndexSet};

/// The call of a checker in a program.
const CHECK: &[u8] = b"HW_CHECK";

/// A text with what was generated, and what is assumed beside the contracts.
pub(super) struct Extended {
    pub text: Text,
    pub assumptions: Vec<String>,
    pub called: Vec<Called>,
    pub remark: Option<(Span, String)>,
}

impl From<Problem> for ParseError {
    fn from(problem: Problem) -> Self {
        ParseError::Invalid(vec![Diagnostic::error(problem.span, problem.message)])
    }
}

/// Adds what the checkers and contracts of a file ask for.
pub(super) fn extend(
    text: Text,
    original: &[u8],
    file: FileId,
    config: &ContractConfig,
    sources: &mut SourceMap,
) -> Result<Extended, ParseError> {
    let plain = |text| Extended { text, assumptions: Vec::new(), called: Vec::new(), remark: None };
    let Ok(lexed) = lex::lex(&text.bytes) else { return Ok(plain(text)) };
    let tested = tested(&text, &lexed.tokens, sources);
    let function = config.entry.as_deref().and_then(|entry| definition(&text, &lexed.tokens, entry));
    let (mut checkers, contracts) =
        read_checkers(original, file, config, !tested.is_empty() || function.is_some(), sources)?;
    let (own, others): (Vec<_>, Vec<_>) =
        contracts.into_iter().partition(|c| function.as_ref().is_some_and(|f| c.function == f.name));
    let mut contract = own.into_iter().next();
    if function.is_some() {
        for (clauses, ensures, option) in
            [(&config.requires, false, "--requires"), (&config.ensures, true, "--ensures")]
        {
            for clause in clauses {
                let base = add(sources, clause, option);
                let wanted = contract.get_or_insert_with(Contract::default);
                checker::clause(Input { text: clause, base }, ensures, wanted)?;
            }
        }
        if config.assume_valid {
            contract.get_or_insert_with(Contract::default);
        }
    }
    let reached = function.as_ref().map(|function| reached(&text, &lexed.tokens, &function.name)).unwrap_or_default();
    let mut proved: Vec<(Function, Contract, bool)> = Vec::new();
    for (found, contract, is_entry) in function
        .clone()
        .zip(contract.clone())
        .map(|(function, contract)| (Some(function), contract, true))
        .into_iter()
        .chain(
            others
                .into_iter()
                .filter(|contract| reached.contains(&contract.function))
                .map(|contract| (signature(&text, &lexed.tokens, &contract.function), contract, false)),
        )
    {
        let known = proved.iter().any(|(other, ..)| found.as_ref().is_some_and(|found| found.name == other.name));
        if let Some(found) = found.filter(|_| !known) {
            let span = place(&text, found.span, sources);
            proved.push((Function { span, ..found }, contract, is_entry));
        }
    }
    let function = function.map(|function| Function { span: place(&text, function.span, sources), ..function });
    let remark = match (&function, &contract) {
        (Some(function), None)
            if function.parameters.iter().any(|(.., pointer)| *pointer) && function.name != "main" =>
        {
            let what = format!(
                "no contract says what the pointers that `{}` is given lead to: they may be anything, also null; `--requires` or `--assume-valid` tells more",
                function.name
            );
            Some((function.span, what))
        }
        _ => None,
    };
    checkers.sort_by(|a, b| a.name.cmp(&b.name));
    let promises: Vec<Promise> = proved
        .iter()
        .map(|(function, contract, is_entry)| {
            let is_called = reached.contains(&function.name);
            Promise { function, contract, is_entry: *is_entry, is_called }
        })
        .collect();
    let wishes =
        Wishes { checkers: &checkers, tested: &tested, promises: &promises, assume_valid: config.assume_valid };
    let generated = checker::generate(&wishes)?;
    let mut text = calls(text, &lexed.tokens);
    if !generated.pieces.is_empty() {
        text.bytes.push(b'\n');
    }
    for piece in &generated.pieces {
        let at = sources.locate(piece.span);
        let (file, line, column) = match &at {
            Some(at) => (sources.file(&at.file, at.library), at.line, at.column),
            None => (file, 1, 1),
        };
        text.origins.push(Origin { offset: text.bytes.len() as u32, file, line, column, pinned: true });
        text.bytes.extend(piece.text.as_bytes());
    }
    Ok(Extended { text, assumptions: generated.assumptions, called: generated.called, remark })
}

/// The checkers of the command line and of the file, and the file's contracts.
fn read_checkers(
    original: &[u8],
    file: FileId,
    config: &ContractConfig,
    wanted: bool,
    sources: &mut SourceMap,
) -> Result<(Vec<Checker>, Vec<Contract>), ParseError> {
    let mut checkers = Vec::new();
    for path in &config.checkers {
        let bytes = read::read_source(path)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let base = add(sources, &text, &path.to_string_lossy());
        checkers.extend(checker::checkers(Input { text: &text, base })?);
    }
    if !wanted {
        return Ok((checkers, Vec::new()));
    }
    let text = String::from_utf8_lossy(original).into_owned();
    let base = sources.add(&text, [Origin { offset: 0, file, line: 1, column: 1, pinned: false }]);
    let (own, contracts) = checker::comments(Input { text: &text, base })?;
    checkers.extend(own);
    Ok((checkers, contracts))
}

fn add(sources: &mut SourceMap, text: &str, name: &str) -> u32 {
    let file = sources.file(name, false);
    sources.add(text, [Origin { offset: 0, file, line: 1, column: 1, pinned: false }])
}

/// A range of a text that is not yet among the sources, as a span of them.
fn place(text: &Text, span: Span, sources: &mut SourceMap) -> Span {
    let part = Text { bytes: text.bytes.clone(), origins: text.origins.clone() };
    let base = part.add_to(sources);
    Span { lo: base + span.lo, hi: base + span.hi }
}

fn word<'t>(text: &'t Text, token: &Token) -> &'t [u8] {
    &text.bytes[token.lo..token.hi]
}

/// The places where a program calls a checker: the three tokens of each, and its name.
fn uses<'t>(text: &'t Text, tokens: &'t [Token]) -> impl Iterator<Item = (&'t [Token], String)> {
    tokens.windows(4).filter_map(|window| {
        let is_call =
            word(text, &window[0]) == CHECK && word(text, &window[1]) == b"(" && word(text, &window[3]) == b",";
        let named = is_call && window[2].kind == TokenKind::Word;
        named.then(|| (window, String::from_utf8_lossy(word(text, &window[2])).into_owned()))
    })
}

/// The checkers that a program calls.
fn tested(text: &Text, tokens: &[Token], sources: &mut SourceMap) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    let all: Vec<(Span, String)> =
        uses(text, tokens).map(|(part, name)| (Span { lo: part[2].lo as u32, hi: part[2].hi as u32 }, name)).collect();
    for (span, name) in all {
        if !found.iter().any(|(other, _)| *other == name) {
            let span = place(text, span, sources);
            found.push((name, span));
        }
    }
    found
}

/// `HW_CHECK(name, …)` as `__hw_check_name(…)`.
fn calls(text: Text, tokens: &[Token]) -> Text {
    let edits: Vec<Edit> = uses(&text, tokens)
        .map(|(part, name)| Edit { lo: part[0].lo, hi: part[3].hi, with: format!("__hw_check_{name}(").into_bytes() })
        .collect();
    if edits.is_empty() { text } else { text.edit(&edits) }
}

/// The definition of a function.
fn definition(text: &Text, tokens: &[Token], name: &str) -> Option<Function> {
    signature(text, tokens, name).filter(|function| function.is_defined)
}

/// A function as it is defined, or else declared.
fn signature(text: &Text, tokens: &[Token], name: &str) -> Option<Function> {
    let declared = outside(text, tokens).filter(|at| word(text, &tokens[*at]) == name.as_bytes());
    let mut found: Option<Function> = None;
    for at in declared {
        let Some(close) =
            tokens.get(at + 1).filter(|token| word(text, token) == b"(").and_then(|_| closing(text, tokens, at + 1))
        else {
            continue;
        };
        match tokens.get(close + 1).map(|token| word(text, token)) {
            Some(b"{") => return Some(function(text, tokens, at, close)),
            // A declaration may leave parameters without a name.
            Some(b";") => {
                let declared = function(text, tokens, at, close);
                found.get_or_insert(declared);
            }
            _ => {}
        }
    }
    found
}

/// The positions of tokens that stand in no body.
fn outside<'t>(text: &'t Text, tokens: &'t [Token]) -> impl Iterator<Item = usize> + 't {
    let mut depth = 0;
    (0..tokens.len()).filter(move |at| {
        match word(text, &tokens[*at]) {
            b"{" => depth += 1,
            b"}" => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// The names that a function mentions, and those that the functions it mentions do.
fn reached(text: &Text, tokens: &[Token], from: &str) -> IndexSet<String> {
    let mut bodies: IndexMap<&[u8], Vec<&[u8]>> = IndexMap::new();
    for at in outside(text, tokens) {
        let is = |at: usize, mark: &[u8]| tokens.get(at).is_some_and(|token| word(text, token) == mark);
        if tokens[at].kind != TokenKind::Word || !is(at + 1, b"(") {
            continue;
        }
        let body = closing(text, tokens, at + 1).filter(|close| is(close + 1, b"{")).map(|close| close + 1);
        if let Some((body, end)) = body.and_then(|body| Some((body, closing(text, tokens, body)?))) {
            let words = tokens[body..end].iter().filter(|token| token.kind == TokenKind::Word);
            bodies.insert(word(text, &tokens[at]), words.map(|token| word(text, token)).collect());
        }
    }
    let mut found: IndexSet<String> = IndexSet::new();
    let mut open: Vec<&[u8]> = vec![from.as_bytes()];
    while let Some(words) = open.pop().and_then(|name| bodies.swap_remove(name)) {
        for name in words {
            found.insert(String::from_utf8_lossy(name).into_owned());
            open.push(name);
        }
        open.retain(|name| bodies.contains_key(name));
    }
    found
}

fn closing(text: &Text, tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match word(text, token) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The function whose name and closing parenthesis stand at these positions.
fn function(text: &Text, tokens: &[Token], at: usize, close: usize) -> Function {
    let joined = |tokens: &[Token]| {
        let words: Vec<String> = tokens.iter().map(|t| String::from_utf8_lossy(word(text, t)).into_owned()).collect();
        words.join(" ")
    };
    let ends = |token: &Token| matches!(word(text, token), b";" | b"}") || token.kind == TokenKind::Directive;
    let start = tokens[..at].iter().rposition(ends).map_or(0, |end| end + 1);
    let specifiers = [&b"static"[..], b"inline", b"extern", b"__inline", b"__inline__"];
    let result: Vec<Token> =
        tokens[start..at].iter().filter(|t| !specifiers.contains(&word(text, t))).copied().collect();
    let mut parameters = Vec::new();
    let (mut from, mut depth) = (at + 2, 0);
    for position in at + 2..=close {
        match word(text, &tokens[position]) {
            b"(" | b"[" => depth += 1,
            b")" | b"]" if depth > 0 => depth -= 1,
            b"," | b")" if depth == 0 => {
                let part = &tokens[from..position];
                from = position + 1;
                let array = part.iter().position(|token| word(text, token) == b"[").unwrap_or(part.len());
                let Some(name) = part[..array].iter().rev().find(|token| token.kind == TokenKind::Word) else {
                    continue;
                };
                if part.len() < 2 {
                    continue;
                }
                let (is_array, is_pointer) = (array < part.len(), part.iter().any(|token| word(text, token) == b"*"));
                let name_text = joined(&[*name]);
                let before: Vec<Token> = part[..array].iter().filter(|token| token.lo != name.lo).copied().collect();
                let declaration = match is_array {
                    true => format!("{} * {name_text}", joined(&before)),
                    false => joined(part),
                };
                parameters.push((declaration, name_text, is_array || is_pointer));
            }
            _ => {}
        }
    }
    let is_defined = tokens.get(close + 1).is_some_and(|token| word(text, token) == b"{");
    let end = if is_defined { closing(text, tokens, close + 1).unwrap_or(tokens.len() - 1) } else { close + 1 };
    let body = &tokens[close + 1..end];
    let compared = |name: &str| {
        body.iter().enumerate().any(|(at, token)| {
            let near = |distance: isize| {
                at.checked_add_signed(distance).and_then(|at| body.get(at)).map_or(&b""[..], |token| word(text, token))
            };
            let equal = matches!(near(1), b"==" | b"!=") && matches!(near(2), b"0" | b"(");
            let alone = matches!(near(-1), b"!" | b"&&" | b"||") || matches!(near(1), b"&&" | b"||" | b"?");
            let condition = matches!(near(-2), b"if" | b"while") && near(-1) == b"(" && near(1) == b")";
            word(text, token) == name.as_bytes() && !matches!(near(-1), b"." | b"->") && (equal || alone || condition)
        })
    };
    let names = parameters.iter().map(|(_, name, _)| name.clone());
    Function {
        name: joined(&tokens[at..=at]),
        result: joined(&result),
        compared_with_null: names.filter(|name| compared(name)).collect(),
        parameters,
        is_defined,
        span: Span { lo: tokens[at].lo as u32, hi: tokens[at].hi as u32 },
    }
}
