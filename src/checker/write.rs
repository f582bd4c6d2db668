//! Formulas as C statements: the bodies of the generated functions.

use super::Problem;
use super::generate::{Function, Mode, Piece, START, waits};
use super::syntax::{Checker, Condition, Contract, Formula, Use};
use super::token::Token;
use crate::base::Span;
use std::collections::BTreeSet;

/// A text in C, quoted.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().filter(|c| *c != '"' && *c != '\\').collect();
    format!("\"{plain}\"")
}

/// Where a formula stands that becomes C.
struct Place<'p> {
    mode: Mode,
    /// The checker; none in contracts.
    checker: Option<&'p Checker>,
    /// Whether the checker goes on in a loop.
    is_loop: bool,
    /// What was said of so far: the first time, it has any value.
    mentioned: BTreeSet<String>,
    /// Conditions that can be stated only when all is built.
    later: Vec<(String, Span)>,
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
    pub fn checker(&mut self, checker: &Checker, mode: Mode) -> Result<(), Problem> {
        let node = &checker.node().name;
        let tail = checker.tail();
        let cases = checker.cases();
        self.put(&format!("{} {{ ", checker.head(mode)), checker.span);
        let place = || Place {
            mode,
            checker: Some(checker),
            is_loop: tail.is_some(),
            mentioned: BTreeSet::new(),
            later: Vec::new(),
        };
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
            (Mode::Test, _) => "return 1; ".to_string(),
        };
        for (value, end) in &cases.ends {
            let value_text = checker.expression(value);
            let begin = match mode {
                Mode::Build if cases.node.is_none() => format!("{{ {node} = {value_text}; {link}"),
                Mode::Build => format!("if (!(__VERIFIER_nondet_int() & 1)) {{ {node} = {value_text}; {link}"),
                Mode::Consume | Mode::Test => format!("if ({node} == {value_text}) {{ "),
            };
            self.put(&begin, value.span());
            self.formula(end, &mut place())?;
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
                    self.consume_first(checker, formula)?;
                } else {
                    self.formula(formula, &mut place)?;
                }
                for (text, span) in std::mem::take(&mut place.later) {
                    self.put(&text, span);
                }
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
        Ok(())
    }

    /// Consumes a node before those below it: they are kept aside, so that one that is met again is found to be freed.
    fn consume_first(&mut self, checker: &Checker, formula: &Formula) -> Result<(), Problem> {
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
        self.put(&format!("free({}); ", checker.node().name), checker.span);
        for (number, call) in calls.iter().enumerate() {
            let mut arguments = vec![format!("__hw_node_{number}")];
            arguments.extend((0..call.arguments.len()).map(|at| format!("__hw_argument_{number}_{at}")));
            let name = Mode::Consume.name(&call.checker);
            self.put(&format!("if (__hw_goes_{number}) {name}({}); ", arguments.join(", ")), call.span);
        }
        Ok(())
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
    fn formula(&mut self, formula: &Formula, place: &mut Place) -> Result<(), Problem> {
        match formula {
            Formula::Condition(condition) => self.condition(condition, place),
            Formula::Structure(call) => self.structure(call, place),
            Formula::Valid(pointer) => {
                let text = expression(pointer, place);
                let number = pointer.span().lo;
                match place.mode {
                    Mode::Build => self.put(&format!("{text} = &__hw_valid_{number}; "), pointer.span()),
                    Mode::Consume | Mode::Test => self.must_hold(&format!("({text}) != 0"), pointer),
                }
            }
            Formula::All(parts) => {
                let waits = |at: usize| place.mode == Mode::Build && waits(parts, at);
                // What a contract ensures of numbers is looked at before the structures are consumed.
                let ends = place.checker.is_none() && place.mode == Mode::Consume;
                let waits = |at: usize| waits(at) || (ends && !parts[at].uses().is_empty());
                let (later, first): (Vec<_>, Vec<_>) = (0..parts.len()).partition(|at| waits(*at));
                for at in first.into_iter().chain(later) {
                    self.formula(&parts[at], place)?;
                }
            }
            Formula::Choice(condition, then, otherwise) => {
                let text = expression(condition, place);
                let span = condition.span();
                let null = if place.mode == Mode::Build { null_test(condition, place) } else { None };
                let inner = |this: &mut Self, formula: &Formula, before: Option<&str>, after: Option<String>| {
                    let mut inner = Place { mentioned: place.mentioned.clone(), later: Vec::new(), ..*place };
                    mention(condition, &mut inner);
                    if let Some(path) = &null {
                        inner.mentioned.remove(path);
                    }
                    if let Some(before) = before {
                        this.put(before, span);
                        inner.mentioned.extend(null.clone());
                    }
                    this.formula(formula, &mut inner)?;
                    for (text, span) in std::mem::take(&mut inner.later) {
                        this.put(&text, span);
                    }
                    if let Some(after) = after {
                        this.put(&after, span);
                    }
                    Ok(())
                };
                match &null {
                    Some(path) => {
                        let is_null = condition.tokens.iter().any(|token| token.is("==") || token.is("!"));
                        let (empty, full) = if is_null { (then, otherwise) } else { (otherwise, then) };
                        self.put("if (__VERIFIER_nondet_int() & 1) { ", span);
                        inner(self, empty, Some(&format!("{path} = 0; ")), None)?;
                        self.put("} else { ", span);
                        inner(self, full, None, Some(format!("__VERIFIER_assume({path} != 0); ")))?;
                        self.put("} ", span);
                    }
                    None => {
                        self.put(&format!("if ({text}) {{ "), span);
                        inner(self, then, None, None)?;
                        self.put("} else { ", span);
                        inner(self, otherwise, None, None)?;
                        self.put("} ", span);
                    }
                }
                mention(condition, place);
            }
        }
        Ok(())
    }

    fn condition(&mut self, condition: &Condition, place: &mut Place) {
        let text = expression(condition, place);
        match place.mode {
            Mode::Build => match assignment(condition, place) {
                Some((path, value)) => self.put(&format!("{path} = {value}; "), condition.span()),
                None => self.put(&format!("__VERIFIER_assume({text}); "), condition.span()),
            },
            Mode::Consume => self.must_hold(&text, condition),
            Mode::Test => self.put(&format!("if (!({text})) return 0; "), condition.span()),
        }
        mention(condition, place);
    }

    fn structure(&mut self, call: &Use, place: &mut Place) {
        let name = place.mode.name(&call.checker);
        let node = expression(&call.node, place);
        let arguments: Vec<String> = call.arguments.iter().map(|argument| expression(argument, place)).collect();
        if let Some(checker) = place.checker.filter(|checker| place.is_loop && checker.name == call.checker) {
            self.go_on(checker, call, place.mode, &node, &arguments);
            return;
        }
        let all =
            |first: Option<String>| first.into_iter().chain(arguments.iter().cloned()).collect::<Vec<_>>().join(", ");
        let text = match place.mode {
            Mode::Build => format!("{node} = {name}({}); ", all(None)),
            Mode::Consume => format!("{name}({}); ", all(Some(node.clone()))),
            Mode::Test => format!("if (!{name}({})) return 0; ", all(Some(node.clone()))),
        };
        self.put(&text, call.span);
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
            Mode::Build => format!("__hw_last = {this}; "),
            Mode::Consume => format!("free(__hw_before); __hw_before = {this}; {this} = {node}; "),
            Mode::Test => format!("{this} = {node}; "),
        };
        for (at, parameter) in parameters.iter().enumerate() {
            text += &format!("{} = __hw_argument_{at}; ", parameter.name);
        }
        text += "continue; } ";
        self.put(&text, call.span);
    }

    /// The function where the program begins: builds what is required, calls, and consumes what is ensured.
    pub fn start(
        &mut self,
        function: &Function,
        contract: &Contract,
        assume_valid: bool,
        assumptions: &mut Vec<String>,
    ) -> Result<(), Problem> {
        self.put(&format!("void {START}(void) {{ "), function.span);
        for (declaration, ..) in &function.parameters {
            self.put(&format!("{declaration}; "), function.span);
        }
        let place = |mode| Place { mode, checker: None, is_loop: false, mentioned: BTreeSet::new(), later: Vec::new() };
        let mut building = place(Mode::Build);
        for pointer in contract.requires.iter().flat_map(valid_pointers) {
            let text = expression(pointer, &building);
            self.put(&format!("__typeof__(*({text})) __hw_valid_{}; ", pointer.span().lo), pointer.span());
        }
        let said: Vec<String> = contract.requires.iter().flat_map(words).collect();
        for (_, name, is_pointer) in &function.parameters {
            if !is_pointer || said.contains(name) {
                continue;
            }
            if !assume_valid {
                assumptions.push(format!("`{name}` is any pointer"));
                continue;
            }
            let or_null = function.compared_with_null.contains(name);
            let text = format!("__typeof__(*{name}) __hw_object_{name}; {name} = &__hw_object_{name}; ");
            self.put(&text, function.span);
            if or_null {
                self.put(&format!("if (__VERIFIER_nondet_int() & 1) {name} = 0; "), function.span);
            }
            let what = if or_null { "null, or a valid object of its type" } else { "a valid object of its type" };
            assumptions.push(format!("`{name}` leads to {what}"));
        }
        for clause in &contract.requires {
            self.formula(clause, &mut building)?;
        }
        for (text, span) in std::mem::take(&mut building.later) {
            self.put(&text, span);
        }
        let mut ensures = contract.ensures.clone();
        let mut olds = Vec::new();
        ensures.iter_mut().for_each(|clause| take_olds(clause, &mut olds));
        for (number, old) in olds.iter().enumerate() {
            let text = old.text();
            self.put(&format!("__typeof__({text}) __hw_old_{number} = ({text}); "), old.span());
        }
        let arguments: Vec<&str> = function.parameters.iter().map(|(_, name, _)| name.as_str()).collect();
        let call = format!("{}({}); ", function.name, arguments.join(", "));
        let result =
            if function.result == "void" { String::new() } else { format!("{} __hw_result = ", function.result) };
        self.put(&format!("{result}{call}"), function.span);
        let mut consuming = place(Mode::Consume);
        let (structures, conditions): (Vec<_>, Vec<_>) = ensures.iter().partition(|clause| !clause.uses().is_empty());
        for clause in conditions.into_iter().chain(structures) {
            self.formula(clause, &mut consuming)?;
        }
        self.put("} ", function.span);
        Ok(())
    }
}

/// Whether a checker passes its own node on.
fn calls_with_node(checker: &Checker) -> bool {
    let node = &checker.node().name;
    let passes = |argument: &Condition| matches!(argument.tokens.as_slice(), [token] if token.is(node));
    checker.body.uses().iter().any(|call| call.arguments.iter().any(passes))
}

/// An expression as C.
fn expression(condition: &Condition, place: &Place) -> String {
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
            (plain && !tokens.is_empty()).then(|| condition.text())
        }
    }
}

/// `path == value`, if nothing was said of the path so far: it can be assigned then.
fn assignment(condition: &Condition, place: &Place) -> Option<(String, String)> {
    let at = condition.tokens.iter().position(|token| token.is("=="))?;
    let simple = !condition.tokens.iter().any(|token| ["&&", "||", "?", "\\old"].contains(&token.text.as_str()));
    let (left, right) = (&condition.tokens[..at], &condition.tokens[at + 1..]);
    let path = lvalue(left, place).filter(|path| simple && !place.mentioned.contains(path))?;
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

/// The pointers that are said to be valid.
fn valid_pointers(formula: &Formula) -> Vec<&Condition> {
    match formula {
        Formula::Valid(pointer) => vec![pointer],
        Formula::Condition(_) | Formula::Structure(_) => Vec::new(),
        Formula::All(parts) => parts.iter().flat_map(valid_pointers).collect(),
        Formula::Choice(_, then, otherwise) => {
            [then, otherwise].into_iter().flat_map(|part| valid_pointers(part)).collect()
        }
    }
}

/// All words of a formula.
fn words(formula: &Formula) -> Vec<String> {
    let of =
        |condition: &Condition| -> Vec<String> { condition.tokens.iter().map(|token| token.text.clone()).collect() };
    match formula {
        Formula::Valid(condition) | Formula::Condition(condition) => of(condition),
        Formula::Structure(call) => call.arguments.iter().chain([&call.node]).flat_map(of).collect(),
        Formula::All(parts) => parts.iter().flat_map(words).collect(),
        Formula::Choice(condition, then, otherwise) => {
            of(condition).into_iter().chain(words(then)).chain(words(otherwise)).collect()
        }
    }
}

/// Replaces what has the value it had before the call.
fn take_olds(formula: &mut Formula, olds: &mut Vec<Condition>) {
    let mut replace = |condition: &mut Condition| {
        while let Some(at) = condition.tokens.iter().position(|token| token.is("\\old")) {
            let mut depth = 0;
            let closes = |token: &Token| {
                depth += i32::from(token.is("(")) - i32::from(token.is(")"));
                depth == 0
            };
            let Some(length) = condition.tokens[at + 1..].iter().position(closes) else { return };
            let span = condition.tokens[at].span;
            let inner = condition.tokens.get(at + 2..at + 1 + length).unwrap_or_default().to_vec();
            let name = Token { text: format!("__hw_old_{}", olds.len()), span };
            condition.tokens.splice(at..at + 2 + length, [name]);
            olds.push(Condition { tokens: inner });
        }
    };
    match formula {
        Formula::Condition(condition) | Formula::Valid(condition) => replace(condition),
        Formula::Structure(call) => call.arguments.iter_mut().chain([&mut call.node]).for_each(replace),
        Formula::All(parts) => parts.iter_mut().for_each(|part| take_olds(part, olds)),
        Formula::Choice(condition, then, otherwise) => {
            replace(condition);
            take_olds(then, olds);
            take_olds(otherwise, olds);
        }
    }
}
