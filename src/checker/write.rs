//! Formulas as C statements: the bodies of the generated functions.

use super::contract::{identifier, place_name};
use super::generate::{Mode, Piece, waits};
use super::syntax::{Checker, Condition, Formula, Use};
use super::token::Token;
use crate::base::Span;
use std::collections::BTreeSet;

/// A text in C, quoted.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().filter(|c| *c != '"' && *c != '\\').collect();
    format!("\"{plain}\"")
}

/// Where a formula stands that becomes C.
pub(super) struct Place<'p> {
    mode: Mode,
    /// The checker; none in contracts.
    checker: Option<&'p Checker>,
    /// Whether the checker goes on in a loop.
    is_loop: bool,
    /// What was said of so far: the first time, it has any value.
    mentioned: BTreeSet<String>,
    /// Conditions that can be stated only when all is built.
    later: Vec<(String, Span)>,
    /// The structures that were built: what is said of them afterwards is a condition.
    built: BTreeSet<String>,
    /// In a function that stands in for another one: the structures whose first node stays.
    kept: Option<&'p BTreeSet<String>>,
}

impl<'p> Place<'p> {
    /// In a function of a checker.
    fn of_checker(checker: &'p Checker, mode: Mode) -> Self {
        let is_loop = checker.tail().is_some() && !matches!(mode, Mode::Fill | Mode::Empty);
        let mode = match mode {
            Mode::Fill => Mode::Build,
            Mode::Empty => Mode::Consume,
            other => other,
        };
        let (mentioned, built) = (BTreeSet::new(), BTreeSet::new());
        Self { mode, checker: Some(checker), is_loop, mentioned, later: Vec::new(), built, kept: None }
    }

    /// In a contract; whether it stands in for a function.
    pub fn of_contract(mode: Mode, stands_in: bool, kept: &'p BTreeSet<String>) -> Self {
        let (mentioned, built) = (BTreeSet::new(), BTreeSet::new());
        let kept = stands_in.then_some(kept);
        Self { mode, checker: None, is_loop: false, mentioned, later: Vec::new(), built, kept }
    }
}

pub(super) struct Writer<'w> {
    pub pieces: Vec<Piece>,
    pub checkers: &'w [Checker],
}

impl Writer<'_> {
    pub fn put(&mut self, text: &str, span: Span) {
        self.pieces.push(Piece { text: text.to_string(), span });
    }

    /// One function of a checker.
    pub fn checker(&mut self, checker: &Checker, mode: Mode) {
        if matches!(mode, Mode::Fill | Mode::Empty) {
            return self.first_node(checker, mode);
        }
        let node = &checker.node().name;
        let tail = checker.tail();
        let cases = checker.cases();
        self.put(&format!("{} {{ ", checker.head(mode)), checker.span);
        let place = || Place::of_checker(checker, mode);
        let ty = checker.node_type();
        let link = match (&tail, mode) {
            (Some(tail), Mode::Build) => {
                self.put(&format!("{ty} __hw_first = 0; {ty} __hw_last = 0; "), checker.span);
                format!("if (__hw_last) __hw_last{tail} = {node}; else __hw_first = {node}; ")
            }
            (Some(_), Mode::Consume) => {
                self.put(&format!("{ty} __hw_before = 0; "), checker.span);
                String::new()
            }
            _ => String::new(),
        };
        if tail.is_some() {
            self.put("for (;;) { ", checker.span);
        }
        if mode == Mode::Build {
            self.put(&format!("{ty} {node}; "), checker.span);
        }
        let result = match (mode, &tail) {
            (Mode::Build, Some(_)) => "return __hw_first; ".to_string(),
            (Mode::Build, None) => format!("return {node}; "),
            (Mode::Consume, Some(_)) => "free(__hw_before); return; ".to_string(),
            (Mode::Consume, None) => "return; ".to_string(),
            (..) => "return 1; ".to_string(),
        };
        for (value, end) in &cases.ends {
            let value_text = checker.expression(value);
            let begin = match mode {
                Mode::Build if cases.node.is_none() => format!("{{ {node} = {value_text}; {link}"),
                Mode::Build => format!("if (!(__VERIFIER_nondet_int() & 1)) {{ {node} = {value_text}; {link}"),
                _ => format!("if ({node} == {value_text}) {{ "),
            };
            self.put(&begin, value.span());
            self.formula(end, &mut place());
            self.put(&format!("{result} }} "), value.span());
        }
        match cases.node {
            Some(formula) => {
                let mut place = place();
                if mode == Mode::Build {
                    self.put(
                        &format!("{node} = malloc(sizeof *{node}); __VERIFIER_assume({node} != 0); {link}"),
                        checker.span,
                    );
                }
                let frees_first = mode == Mode::Consume && tail.is_none() && !calls_with_node(checker);
                if frees_first {
                    self.consume_first(checker, formula, true);
                } else {
                    self.formula(formula, &mut place);
                }
                self.put_later(&mut place);
                if mode == Mode::Consume && !frees_first {
                    if tail.is_some() {
                        self.put("free(__hw_before); ", checker.span);
                        self.put(&format!("free({node}); return; "), checker.span);
                    } else {
                        self.put(&format!("free({node}); "), checker.span);
                    }
                }
                if mode != Mode::Consume {
                    self.put(&result, checker.span);
                }
            }
            None if mode == Mode::Consume => {
                self.put("__assert_fail(\"the end of the structure\", \"\", 0, \"\"); ", checker.span);
            }
            None if mode == Mode::Test => self.put("return 0; ", checker.span),
            None => {}
        }
        self.put(if tail.is_some() { "} } " } else { "} " }, checker.span);
    }

    /// States what had to wait until all was built.
    pub fn put_later(&mut self, place: &mut Place) {
        for (text, span) in std::mem::take(&mut place.later) {
            self.put(&text, span);
        }
    }

    /// A function that fills or empties a first node, which stays.
    fn first_node(&mut self, checker: &Checker, mode: Mode) {
        let node = &checker.node().name;
        let cases = checker.cases();
        self.put(&format!("{} {{ ", checker.head(mode)), checker.span);
        for (value, end) in &cases.ends {
            self.put(&format!("if ({node} == {}) {{ ", checker.expression(value)), value.span());
            let mut place = Place::of_checker(checker, mode);
            self.formula(end, &mut place);
            self.put_later(&mut place);
            self.put("return; } ", value.span());
        }
        let mut place = Place::of_checker(checker, mode);
        match (cases.node, mode) {
            (Some(formula), Mode::Fill) => {
                let any = format!("{{ __typeof__(*{node}) __hw_any; memcpy({node}, &__hw_any, sizeof *{node}); }} ");
                self.put(&any, checker.span);
                self.formula(formula, &mut place);
                self.put_later(&mut place);
            }
            (Some(formula), _) => self.consume_first(checker, formula, false),
            (None, Mode::Fill) => self.put("__VERIFIER_assume(0); ", checker.span),
            (None, _) => self.put("__assert_fail(\"the end of the structure\", \"\", 0, \"\"); ", checker.span),
        }
        self.put("} ", checker.span);
    }

    /// Consumes a node before those below it: they are kept aside, so that one that is met again is found to be freed.
    /// A node that stays is not freed.
    fn consume_first(&mut self, checker: &Checker, formula: &Formula, frees: bool) {
        let calls = formula.uses();
        for (number, call) in calls.iter().enumerate() {
            let called = self.checkers.iter().find(|other| other.name == call.checker);
            let ty = called.map_or_else(|| "void *".to_string(), Checker::node_type);
            self.put(&format!("int __hw_goes_{number} = 0; {ty} __hw_node_{number} = 0; "), call.span);
            let parameters = called.map_or(&[][..], |called| &called.parameters[1..]);
            for (at, (parameter, argument)) in parameters.iter().zip(&call.arguments).enumerate() {
                let ty = parameter.declaration.strip_suffix(parameter.name.as_str()).unwrap_or(&parameter.declaration);
                self.put(&format!("{ty} __hw_argument_{number}_{at}; "), argument.span());
            }
        }
        let mut number = 0;
        self.note_calls(checker, formula, &mut number);
        if frees {
            self.put(&format!("free({}); ", checker.node().name), checker.span);
        }
        for (number, call) in calls.iter().enumerate() {
            let mut arguments = vec![format!("__hw_node_{number}")];
            arguments.extend((0..call.arguments.len()).map(|at| format!("__hw_argument_{number}_{at}")));
            let name = Mode::Consume.name(&call.checker);
            self.put(&format!("if (__hw_goes_{number}) {name}({}); ", arguments.join(", ")), call.span);
        }
    }

    /// Checks conditions, and notes where the structure goes on.
    fn note_calls(&mut self, checker: &Checker, formula: &Formula, number: &mut usize) {
        match formula {
            Formula::Condition(condition) => self.must_hold(&checker.expression(condition), condition),
            Formula::Valid(_) => {}
            Formula::Structure(call) => {
                let mut text =
                    format!("__hw_goes_{number} = 1; __hw_node_{number} = {}; ", checker.expression(&call.node));
                for (at, argument) in call.arguments.iter().enumerate() {
                    text += &format!("__hw_argument_{number}_{at} = {}; ", checker.expression(argument));
                }
                self.put(&text, call.span);
                *number += 1;
            }
            Formula::All(parts) => parts.iter().for_each(|part| self.note_calls(checker, part, number)),
            Formula::Choice(condition, then, otherwise) => {
                self.put(&format!("if ({}) {{ ", checker.expression(condition)), condition.span());
                self.note_calls(checker, then, number);
                self.put("} else { ", condition.span());
                self.note_calls(checker, otherwise, number);
                self.put("} ", condition.span());
            }
        }
    }

    fn must_hold(&mut self, text: &str, condition: &Condition) {
        let what = quoted(&condition.text());
        self.put(&format!("if (!({text})) __assert_fail({what}, \"\", 0, \"\"); "), condition.span());
    }

    /// A formula as statements.
    pub fn formula(&mut self, formula: &Formula, place: &mut Place) {
        match formula {
            Formula::Condition(condition) => self.condition(condition, place),
            Formula::Structure(call) => self.structure(call, place),
            Formula::Valid(pointer) => {
                let text = expression(pointer, place);
                let (text, span) = (text.as_str(), pointer.span());
                match (place.mode, place.kept.is_some()) {
                    (Mode::Build, false) => self.put(&format!("{text} = &__hw_valid_{}; ", identifier(pointer)), span),
                    (Mode::Build, true) => self.put(&format!("__VERIFIER_assume(({text}) != 0); "), span),
                    (_, stands_in) => {
                        self.must_hold(&format!("({text}) != 0"), pointer);
                        if stands_in {
                            self.put(&format!("{} = (void *)({text}); ", place_name(pointer)), span);
                        }
                    }
                }
            }
            Formula::All(parts) => {
                let waits = |at: usize| place.mode == Mode::Build && waits(parts, at);
                // What a contract ensures of numbers is looked at before the structures are consumed.
                let ends = place.checker.is_none() && place.mode == Mode::Consume;
                let waits = |at: usize| waits(at) || (ends && !parts[at].uses().is_empty());
                let (later, first): (Vec<_>, Vec<_>) = (0..parts.len()).partition(|at| waits(*at));
                for at in first.into_iter().chain(later) {
                    self.formula(&parts[at], place);
                }
            }
            Formula::Choice(condition, then, otherwise) => {
                let text = expression(condition, place);
                let span = condition.span();
                let null = if place.mode == Mode::Build { null_test(condition, place) } else { None };
                let inner = |this: &mut Self, formula: &Formula, before: Option<&str>, after: Option<String>| {
                    let (mentioned, built) = (place.mentioned.clone(), place.built.clone());
                    let mut inner = Place { mentioned, later: Vec::new(), built, ..*place };
                    mention(condition, &mut inner);
                    if let Some(path) = &null {
                        inner.mentioned.remove(path);
                    }
                    if let Some(before) = before {
                        this.put(before, span);
                        inner.mentioned.extend(null.clone());
                    }
                    this.formula(formula, &mut inner);
                    this.put_later(&mut inner);
                    if let Some(after) = after {
                        this.put(&after, span);
                    }
                };
                match &null {
                    Some(path) => {
                        let is_null = condition.tokens.iter().any(|token| token.is("==") || token.is("!"));
                        let (empty, full) = if is_null { (then, otherwise) } else { (otherwise, then) };
                        self.put("if (__VERIFIER_nondet_int() & 1) { ", span);
                        inner(self, empty, Some(&format!("{path} = 0; ")), None);
                        self.put("} else { ", span);
                        inner(self, full, None, Some(format!("__VERIFIER_assume({path} != 0); ")));
                        self.put("} ", span);
                    }
                    None => {
                        self.put(&format!("if ({text}) {{ "), span);
                        inner(self, then, None, None);
                        self.put("} else { ", span);
                        inner(self, otherwise, None, None);
                        self.put("} ", span);
                    }
                }
                mention(condition, place);
            }
        }
    }

    fn condition(&mut self, condition: &Condition, place: &mut Place) {
        let text = expression(condition, place);
        match place.mode {
            Mode::Build | Mode::Fill => match assignment(condition, place) {
                Some((path, value)) => self.put(&format!("{path} = {value}; "), condition.span()),
                None => self.put(&format!("__VERIFIER_assume({text}); "), condition.span()),
            },
            Mode::Consume | Mode::Empty => self.must_hold(&text, condition),
            Mode::Test => self.put(&format!("if (!({text})) return 0; "), condition.span()),
        }
        mention(condition, place);
    }

    fn structure(&mut self, call: &Use, place: &mut Place) {
        let node = expression(&call.node, place);
        // What a function that stands in for another one keeps of a structure is its first node.
        let stays = place.kept.is_some_and(|kept| kept.contains(&call.node.text()));
        let name = match place.mode {
            Mode::Build if stays => Mode::Fill.name(&call.checker),
            Mode::Consume if stays => Mode::Empty.name(&call.checker),
            mode => mode.name(&call.checker),
        };
        let arguments: Vec<String> = call.arguments.iter().map(|argument| expression(argument, place)).collect();
        if let Some(checker) = place.checker.filter(|checker| place.is_loop && checker.name == call.checker) {
            self.go_on(checker, call, place.mode, &node, &arguments);
            return;
        }
        let all =
            |first: Option<String>| first.into_iter().chain(arguments.iter().cloned()).collect::<Vec<_>>().join(", ");
        let text = match place.mode {
            Mode::Build if !stays => format!("{node} = {name}({}); ", all(None)),
            Mode::Consume if stays => {
                let note = format!("{} = (void *)({node}); ", place_name(&call.node));
                format!("{note}{name}({}); ", all(Some(node.clone())))
            }
            Mode::Build | Mode::Consume | Mode::Fill | Mode::Empty => format!("{name}({}); ", all(Some(node.clone()))),
            Mode::Test => format!("if (!{name}({})) return 0; ", all(Some(node.clone()))),
        };
        self.put(&text, call.span);
        place.built.insert(node);
        mention(&call.node, place);
    }

    /// The next node of a list: the loop goes on with it.
    fn go_on(&mut self, checker: &Checker, call: &Use, mode: Mode, node: &str, arguments: &[String]) {
        let mut text = String::from("{ ");
        let parameters = &checker.parameters[1..];
        for (at, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            let ty = parameter.declaration.strip_suffix(parameter.name.as_str()).unwrap_or(&parameter.declaration);
            text += &format!("{ty} __hw_argument_{at} = {argument}; ");
        }
        let this = &checker.node().name;
        text += &match mode {
            Mode::Build | Mode::Fill => format!("__hw_last = {this}; "),
            Mode::Consume | Mode::Empty => format!("free(__hw_before); __hw_before = {this}; {this} = {node}; "),
            Mode::Test => format!("{this} = {node}; "),
        };
        for (at, parameter) in parameters.iter().enumerate() {
            text += &format!("{} = __hw_argument_{at}; ", parameter.name);
        }
        text += "continue; } ";
        self.put(&text, call.span);
    }
}

/// Whether a checker passes its own node on.
fn calls_with_node(checker: &Checker) -> bool {
    let node = &checker.node().name;
    let passes = |argument: &Condition| matches!(argument.tokens.as_slice(), [token] if token.is(node));
    checker.body.uses().iter().any(|call| call.arguments.iter().any(passes))
}

/// An expression as C.
pub(super) fn expression(condition: &Condition, place: &Place) -> String {
    let text = match place.checker {
        Some(checker) => checker.expression(condition),
        None => condition.text(),
    };
    text.replace("\\result", "__hw_result").replace("NULL", "0")
}

/// A path that can be assigned to: a name with fields.
fn lvalue(tokens: &[Token], place: &Place) -> Option<String> {
    let condition = Condition { tokens: tokens.to_vec() };
    match place.checker {
        Some(checker) => checker.path(&condition).map(|path| format!("{}{path}", checker.node().name)),
        None => {
            let plain = tokens.iter().all(|token| token.is_word() || ["*", ".", "->"].contains(&token.text.as_str()));
            (plain && !tokens.is_empty()).then(|| expression(&condition, place))
        }
    }
}

/// `path == value`, if nothing was said of the path so far: it can be assigned then.
fn assignment(condition: &Condition, place: &Place) -> Option<(String, String)> {
    let at = condition.tokens.iter().position(|token| token.is("=="))?;
    let simple = !condition.tokens.iter().any(|token| ["&&", "||", "?", "\\old"].contains(&token.text.as_str()));
    let (left, right) = (&condition.tokens[..at], &condition.tokens[at + 1..]);
    let path = lvalue(left, place).filter(|path| simple && !place.mentioned.contains(path))?;
    if place
        .built
        .iter()
        .any(|built| path.starts_with(&format!("{built} -> ")) || path.starts_with(&format!("{built}->")))
    {
        return None;
    }
    let value = expression(&Condition { tokens: right.to_vec() }, place);
    let has_own = lvalue(right, place).is_some_and(|other| other == path);
    let again = right.iter().any(|token| token.is("=="));
    (!has_own && !again).then_some((path, value))
}

/// The path that a condition compares with null, if nothing was said of it so far.
fn null_test(condition: &Condition, place: &Place) -> Option<String> {
    let is_null = |token: &Token| token.is("0") || token.is("NULL");
    let path = match condition.tokens.as_slice() {
        [path @ .., mark, null] if (mark.is("==") || mark.is("!=")) && null.is("NULL") => path,
        [path @ .., mark, null]
            if (mark.is("==") || mark.is("!=")) && is_null(null) && leads_to_structure(path, place) =>
        {
            path
        }
        [mark, path @ ..] if mark.is("!") => path,
        _ => return None,
    };
    lvalue(path, place).filter(|path| !place.mentioned.contains(path))
}

/// Whether a field is where a structure goes on, so that it is a pointer.
fn leads_to_structure(path: &[Token], place: &Place) -> bool {
    let text = Condition { tokens: path.to_vec() }.text();
    match place.checker {
        Some(checker) => checker.body.uses().iter().any(|call| call.node.text() == text),
        None => true,
    }
}

/// Notes all paths of a condition.
fn mention(condition: &Condition, place: &mut Place) {
    let tokens = &condition.tokens;
    let mut at = 0;
    while at < tokens.len() {
        let mut end = at + 1;
        if tokens[at].is_word() {
            while end + 1 < tokens.len() && (tokens[end].is(".") || tokens[end].is("->")) && tokens[end + 1].is_word() {
                end += 2;
            }
            if let Some(path) = lvalue(&tokens[at..end], place) {
                place.mentioned.insert(path);
            }
        }
        at = end;
    }
}
