//! Checkers and contracts as data, and their parser.

use super::token::{Token, tokens};
use super::{Input, Problem};
use crate::base::Span;

/// A parameter: its declaration in C, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub declaration: String,
    pub name: String,
    /// Whether it is declared as a pointer.
    pub is_pointer: bool,
}

/// A structure that the user describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// By which it is called.
    pub name: String,
    pub(super) span: Span,
    /// The node first.
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Formula,
}

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// A condition in C.
    Condition(Condition),
    /// What another node begins is accepted by a checker.
    Structure(Use),
    /// All of these, in this order.
    All(Vec<Formula>),
    /// One or the other.
    Choice(Condition, Box<Formula>, Box<Formula>),
    /// A pointer leads to an object of its type: of contracts only.
    Valid(Condition),
}

/// An expression in C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub tokens: Vec<Token>,
}

/// A checker that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub checker: String,
    pub span: Span,
    /// The expression of the node.
    pub node: Condition,
    pub arguments: Vec<Condition>,
}

/// What a function requires and ensures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The function.
    pub function: String,
    pub(super) requires: Vec<Formula>,
    pub(super) ensures: Vec<Formula>,
    /// What it changes beside the structures that it requires; not said if there is no such clause.
    pub(super) assigns: Option<Vec<Condition>>,
}

impl Condition {
    pub fn text(&self) -> String {
        self.tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    pub fn span(&self) -> Span {
        let all = self.tokens.first().zip(self.tokens.last());
        all.map_or(Span::NONE, |(first, last)| Span { lo: first.span.lo, hi: last.span.hi })
    }
}

/// Reads a file of checkers.
pub fn checkers(input: Input) -> Result<Vec<Checker>, Problem> {
    let mut parser = Parser { tokens: tokens(input, 0, input.text.len())?, at: 0, in_contract: false };
    let mut found = Vec::new();
    while parser.at < parser.tokens.len() {
        found.push(parser.checker()?);
    }
    Ok(found)
}

/// Reads a clause of a contract, as the command line gives it.
pub fn clause(input: Input, ensures: bool, contract: &mut Contract) -> Result<(), Problem> {
    let mut parser = Parser { tokens: tokens(input, 0, input.text.len())?, at: 0, in_contract: true };
    let formula = parser.formula()?;
    parser.end_of_clause()?;
    if ensures {
        contract.ensures.push(formula)
    } else {
        contract.requires.push(formula)
    }
    Ok(())
}

/// Reads the checkers and contracts in the comments of a C program: `//@ checker …` and `/*@ … */`.
pub fn comments(input: Input) -> Result<(Vec<Checker>, Vec<Contract>), Problem> {
    let (mut checkers, mut contracts) = (Vec::new(), Vec::new());
    for (lo, hi) in special_comments(input.text) {
        let mut parser = Parser { tokens: tokens(input, lo, hi)?, at: 0, in_contract: false };
        match parser.tokens.first() {
            Some(first) if first.is("checker") => {
                while parser.at < parser.tokens.len() {
                    checkers.push(parser.checker()?);
                }
            }
            Some(first) if ["requires", "ensures", "assigns"].contains(&first.text.as_str()) => {
                parser.in_contract = true;
                let mut contract = Contract { function: function_after(input.text, hi), ..Contract::default() };
                if contract.function.is_empty() {
                    return Err(Problem::at(first.span, "no function follows this contract"));
                }
                parser.contract(&mut contract)?;
                contracts.push(contract);
            }
            _ => {}
        }
    }
    Ok((checkers, contracts))
}

/// The ranges of comments that begin with `@`; lines of `//@` in a row are one.
fn special_comments(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let rest = &bytes[i..];
        if rest[0] == b'"' || rest[0] == b'\'' {
            let quote = rest[0];
            i += 1;
            while i < bytes.len() && bytes[i] != quote && bytes[i] != b'\n' {
                i += if bytes[i] == b'\\' { 2 } else { 1 };
            }
            i += 1;
        } else if rest.starts_with(b"//") {
            let end = i + rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
            let word = |word: &str| text[i + 3..end].trim_start().starts_with(word);
            let continues = found
                .last()
                .is_some_and(|(_, hi)| text[*hi..i].trim().is_empty() && text[*hi..i].matches('\n').count() <= 1);
            if rest.starts_with(b"//@") && continues && !word("checker") && !word("requires") {
                if let Some(last) = found.last_mut() {
                    last.1 = end;
                }
            } else if rest.starts_with(b"//@") && (word("checker") || word("requires") || word("ensures")) {
                found.push((i, end));
            }
            i = end;
        } else if rest.starts_with(b"/*") {
            let end = rest.windows(2).skip(2).position(|pair| pair == b"*/").map_or(bytes.len(), |at| i + 2 + at + 2);
            if rest.starts_with(b"/*@") {
                found.push((i + 3, end.saturating_sub(2)));
            }
            i = end;
        } else {
            i += 1;
        }
    }
    found
}

/// The name of the function that is declared behind a place.
fn function_after(text: &str, from: usize) -> String {
    let mut rest = text[from..].trim_start_matches(['*', '/']);
    loop {
        rest = rest.trim_start();
        let comment = if rest.starts_with("//") { Some("\n") } else { rest.starts_with("/*").then_some("*/") };
        match comment.and_then(|end| rest.find(end).map(|at| at + end.len())) {
            Some(end) => rest = &rest[end..],
            None => break,
        }
    }
    let declaration = rest.split('(').next().unwrap_or("").trim_end();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = declaration.rsplit(|c| !is_part(c)).next().unwrap_or("");
    let plain = declaration.chars().all(|c| is_part(c) || c.is_whitespace() || c == '*');
    if plain && rest.contains('(') { name.to_string() } else { String::new() }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    in_contract: bool,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn is_at(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.is(text))
    }

    fn here(&self) -> Span {
        let last = || {
            self.tokens.last().map_or(Span::NONE, |token| Span { lo: token.span.hi.saturating_sub(1), ..token.span })
        };
        self.peek().map_or_else(last, |token| token.span)
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Problem> {
        Err(Problem::at(self.here(), message))
    }

    fn next(&mut self, what: &str) -> Result<Token, Problem> {
        match self.peek().cloned() {
            Some(token) => {
                self.at += 1;
                Ok(token)
            }
            None => self.fail(format!("{what} is missing here")),
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), Problem> {
        if !self.is_at(text) {
            return self.fail(format!("`{text}` is missing here"));
        }
        self.at += 1;
        Ok(())
    }

    /// `checker NAME(TYPE *NODE, …) := FORMULA`, with or without a semicolon.
    fn checker(&mut self) -> Result<Checker, Problem> {
        self.expect("checker")?;
        let name = self.next("the name of the checker")?;
        if !name.is_word() {
            return Err(Problem::at(name.span, "the name of the checker is missing here"));
        }
        self.expect("(")?;
        let mut parameters = Vec::new();
        loop {
            parameters.push(self.parameter()?);
            if !self.is_at(",") {
                break;
            }
            self.at += 1;
        }
        self.expect(")")?;
        self.expect(":=")?;
        let body = self.formula()?;
        if self.is_at(";") {
            self.at += 1;
        }
        if let Some(token) = self.peek().filter(|token| !token.is("checker")) {
            return Err(Problem::at(token.span, "`and`, `or` or the end of the checker is missing before this"));
        }
        Ok(Checker { name: name.text, span: name.span, parameters, body })
    }

    fn parameter(&mut self) -> Result<Parameter, Problem> {
        let start = self.at;
        while self.peek().is_some_and(|token| !token.is(",") && !token.is(")")) {
            self.at += 1;
        }
        let tokens = &self.tokens[start..self.at];
        let Some(name) = tokens.last().filter(|token| token.is_word() && tokens.len() > 1) else {
            return self.fail("a parameter with its type is missing here, such as `struct node *this`");
        };
        let declaration = Condition { tokens: tokens.to_vec() }.text();
        Ok(Parameter { declaration, name: name.text.clone(), is_pointer: tokens.iter().any(|token| token.is("*")) })
    }

    fn contract(&mut self, contract: &mut Contract) -> Result<(), Problem> {
        while self.at < self.tokens.len() {
            let keyword = self.next("a clause")?;
            match keyword.text.as_str() {
                "requires" => contract.requires.push(self.formula()?),
                "ensures" => contract.ensures.push(self.formula()?),
                "assigns" => {
                    let places = self.assigned()?;
                    contract.assigns.get_or_insert_default().extend(places);
                }
                _ => return Err(Problem::at(keyword.span, "`requires`, `ensures` or `assigns` is missing here")),
            }
            self.end_of_clause()?;
        }
        Ok(())
    }

    /// What a function may change: `\nothing`, or paths such as `count`, `*p` and `p->next`.
    fn assigned(&mut self) -> Result<Vec<Condition>, Problem> {
        let start = self.at;
        while self.peek().is_some_and(|token| !token.is(";")) {
            self.at += 1;
        }
        let tokens = &self.tokens[start..self.at];
        if let [token] = tokens
            && token.is("\\nothing")
        {
            return Ok(Vec::new());
        }
        let places = split(tokens);
        for place in &places {
            let path = |token: &Token| token.is_word() || ["*", ".", "->"].contains(&token.text.as_str());
            if let Some(token) = place.tokens.iter().find(|token| !path(token) || token.text.starts_with('\\')) {
                let what = "this is no place that a function assigns: `count`, `*p` and `p->next` are some, `\\nothing` is none";
                return Err(Problem::at(token.span, what));
            }
        }
        if places.is_empty() {
            self.fail("what is assigned is missing here, `\\nothing` if it is nothing")
        } else {
            Ok(places)
        }
    }

    fn end_of_clause(&mut self) -> Result<(), Problem> {
        if self.peek().is_some() {
            self.expect(";")?;
        }
        Ok(())
    }

    fn formula(&mut self) -> Result<Formula, Problem> {
        let span = self.here();
        let left = self.conjunction()?;
        if !self.is_at("or") && !self.is_at("||") {
            return Ok(left);
        }
        self.at += 1;
        let right = self.formula()?;
        // One of them says which of them is meant.
        match (left.condition(), right.condition()) {
            (Some(condition), _) => Ok(Formula::Choice(condition, Box::new(Formula::All(Vec::new())), Box::new(right))),
            (_, Some(condition)) => Ok(Formula::Choice(condition, Box::new(Formula::All(Vec::new())), Box::new(left))),
            (None, None) => {
                // A condition before the structures on the left tells whether it is meant.
                if let Formula::All(parts) = &left
                    && let Some(condition) = parts.first().and_then(Formula::condition)
                {
                    let rest = Formula::All(parts[1..].to_vec());
                    return Ok(Formula::Choice(condition, Box::new(rest), Box::new(right)));
                }
                Err(Problem::at(
                    span,
                    "both sides of `or` lead to other nodes: write `if (…) … else …`, so that it is clear which is meant",
                ))
            }
        }
    }

    fn conjunction(&mut self) -> Result<Formula, Problem> {
        let mut parts = vec![self.unit()?];
        while self.is_at("and") || self.is_at("&&") {
            self.at += 1;
            parts.push(self.unit()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::All(parts) })
    }

    fn unit(&mut self) -> Result<Formula, Problem> {
        if self.is_at("if") {
            self.at += 1;
            self.expect("(")?;
            let span = self.here();
            let condition = self.formula()?;
            self.expect(")")?;
            let Some(condition) = condition.condition() else {
                return Err(Problem::at(span, "a condition cannot lead to other nodes"));
            };
            let then = self.formula()?;
            if !self.is_at("else") {
                return self.fail("`else` is missing here");
            }
            self.at += 1;
            let otherwise = self.formula()?;
            return Ok(Formula::Choice(condition, Box::new(then), Box::new(otherwise)));
        }
        let start = self.at;
        let end = self.end_of_unit()?;
        if self.tokens[start].is("(") && self.closing(start)? == end - 1 {
            self.at += 1;
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.at = end;
        let tokens = self.tokens[start..end].to_vec();
        if let [token] = tokens.as_slice()
            && token.is("true")
        {
            return Ok(Formula::All(Vec::new()));
        }
        self.atom(tokens)
    }

    /// The position behind a unit: before a word or mark that does not belong to it.
    fn end_of_unit(&self) -> Result<usize, Problem> {
        let mut at = self.at;
        while let Some(token) = self.tokens.get(at) {
            let ends = ["and", "or", "&&", "||", "else", ")", ";", ",", "checker", "if", ":="];
            if ends.contains(&token.text.as_str()) {
                break;
            }
            at = if token.is("(") || token.is("[") { self.closing(at)? + 1 } else { at + 1 };
        }
        if at == self.at { self.fail("a condition is missing here") } else { Ok(at) }
    }

    /// The bracket that closes another one.
    fn closing(&self, open: usize) -> Result<usize, Problem> {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.text.as_str() {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(at);
            }
        }
        Err(Problem::at(self.tokens[open].span, "this bracket is not closed"))
    }

    /// A condition in C, a checker that is called, or `\valid`.
    fn atom(&self, tokens: Vec<Token>) -> Result<Formula, Problem> {
        let condition = Condition { tokens };
        let tokens = &condition.tokens;
        let Some(open) =
            tokens.iter().rposition(|token| token.is("(")).filter(|_| tokens.last().is_some_and(|t| t.is(")")))
        else {
            return Ok(Formula::Condition(condition));
        };
        let Some(name) = open.checked_sub(1).and_then(|at| tokens.get(at)).filter(|token| token.is_word()) else {
            return Ok(Formula::Condition(condition));
        };
        let mut arguments = split(&tokens[open + 1..tokens.len() - 1]);
        let is_field = open >= 3 && (tokens[open - 2].is(".") || tokens[open - 2].is("->"));
        if is_field {
            let node = Condition { tokens: tokens[..open - 2].to_vec() };
            return Ok(Formula::Structure(Use { checker: name.text.clone(), span: name.span, node, arguments }));
        }
        if !self.in_contract || open != 1 {
            return Ok(Formula::Condition(condition));
        }
        match name.text.as_str() {
            "\\valid" if arguments.len() == 1 => Ok(Formula::Valid(arguments.remove(0))),
            "\\old" | "sizeof" => Ok(Formula::Condition(condition)),
            _ if arguments.is_empty() => {
                Err(Problem::at(name.span, "a checker is called with the node where the structure begins"))
            }
            _ => {
                let node = arguments.remove(0);
                Ok(Formula::Structure(Use { checker: name.text.clone(), span: name.span, node, arguments }))
            }
        }
    }
}

/// Arguments, which commas separate.
fn split(tokens: &[Token]) -> Vec<Condition> {
    let mut parts = vec![Condition { tokens: Vec::new() }];
    let mut depth = 0;
    for token in tokens {
        match token.text.as_str() {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && token.is(",") {
            parts.push(Condition { tokens: Vec::new() });
        } else if let Some(last) = parts.last_mut() {
            last.tokens.push(token.clone());
        }
    }
    parts.retain(|part| !part.tokens.is_empty());
    parts
}

impl Formula {
    /// The formula as a condition in C, if it leads to no other node.
    pub fn condition(&self) -> Option<Condition> {
        let join = |parts: Vec<Condition>, mark: &str| {
            let span = parts.first().map_or(Span::NONE, Condition::span);
            let token = |text: &str| Token { text: text.to_string(), span };
            let mut tokens = Vec::new();
            for part in parts {
                if !tokens.is_empty() {
                    tokens.push(token(mark));
                }
                tokens.push(token("("));
                tokens.extend(part.tokens);
                tokens.push(token(")"));
            }
            Condition { tokens }
        };
        match self {
            Formula::Condition(condition) => Some(condition.clone()),
            Formula::Structure(_) | Formula::Valid(_) => None,
            Formula::All(parts) if parts.is_empty() => None,
            Formula::All(parts) => Some(join(parts.iter().map(Formula::condition).collect::<Option<_>>()?, "&&")),
            Formula::Choice(condition, then, otherwise) => match (&**then, otherwise.condition()) {
                (Formula::All(parts), Some(otherwise)) if parts.is_empty() => {
                    Some(join(vec![condition.clone(), otherwise], "||"))
                }
                _ => None,
            },
        }
    }

    /// All checkers that are called in it.
    pub fn uses(&self) -> Vec<&Use> {
        match self {
            Formula::Condition(_) | Formula::Valid(_) => Vec::new(),
            Formula::Structure(used) => vec![used],
            Formula::All(parts) => parts.iter().flat_map(Formula::uses).collect(),
            Formula::Choice(_, then, otherwise) => [then, otherwise].into_iter().flat_map(|part| part.uses()).collect(),
        }
    }
}
