//! Contracts as C functions: the one where the proof of a function begins, and the one that stands in for its calls.
//!
//! The first builds what is required, calls the function, and consumes what is ensured. The second consumes what is required, so
//! that it must be there, apart from all else, and no pointer into it is good any more; gives any value to what the function may
//! change; and builds what is ensured. What neither clause speaks of is out of the function's reach: its proof begins with a heap
//! that has only what is required, and a pointer of which nothing is said cannot be followed in it.

use super::Problem;
use super::generate::{Called, Function, Generated, Mode, Promise, START};
use super::syntax::{Condition, Contract, Formula};
use super::token::Token;
use super::write::{Place, Writer};
use crate::base::Span;
use std::collections::BTreeSet;

/// The parameters that lead to a structure before a call and after it. They cannot be assigned, so the first node stays.
pub(super) fn kept(function: &Function, contract: &Contract) -> BTreeSet<String> {
    let roots = |clauses: &[Formula]| -> BTreeSet<String> {
        clauses.iter().flat_map(Formula::uses).map(|call| call.node.text()).collect()
    };
    let (before, after) = (roots(&contract.requires), roots(&contract.ensures));
    let names = function.parameters.iter().map(|(_, name, _)| name.clone());
    names.filter(|name| before.contains(name) && after.contains(name)).collect()
}

/// An object that a function is given as it is: by `\valid`, or as the first node of a structure.
struct Given<'c> {
    pointer: &'c Condition,
    /// What is assigned in it; all of it if that is not said.
    assigned: Option<Vec<String>>,
    is_root: bool,
}

impl Given<'_> {
    fn object(&self) -> String {
        format!("__hw_valid_{}", identifier(self.pointer))
    }

    fn place(&self) -> String {
        place_name(self.pointer)
    }

    fn text(&self) -> String {
        self.pointer.text()
    }

    fn is_all_assigned(&self) -> bool {
        self.assigned.as_ref().is_none_or(|parts| parts.iter().any(String::is_empty))
    }
}

/// The variable that notes where an object is.
pub(super) fn place_name(pointer: &Condition) -> String {
    format!("__hw_place_{}", identifier(pointer))
}

/// A path as a part of a name.
pub(super) fn identifier(path: &Condition) -> String {
    let parts = path.tokens.iter().map(|token| match token.text.as_str() {
        "*" => "at",
        "->" => "to",
        "." => "in",
        text if token.is_word() => text.trim_start_matches('\\'),
        _ => "x",
    });
    parts.collect::<Vec<_>>().join("_")
}

impl Writer<'_> {
    /// What a contract becomes.
    pub fn promise(&mut self, promise: &Promise, assume_valid: bool, generated: &mut Generated) -> Result<(), Problem> {
        let function = promise.function;
        let mut contract = promise.contract.clone();
        let mut assumptions = Vec::new();
        complete(function, &mut contract, assume_valid, &mut assumptions);
        let given = given(function, &contract);
        let globals = globals(function, &contract, &given)?;
        let start = match promise.is_entry {
            true => START.to_string(),
            false => format!("__hw_prove_{}", function.name),
        };
        if function.is_defined {
            self.proof(function, &contract, &given, &globals, &start);
        }
        if promise.is_entry {
            generated.has_start = true;
            generated.assumptions = assumptions;
        }
        if promise.is_called {
            let stand_in = format!("__hw_use_{}", function.name);
            self.stand_in(function, &contract, &given, &globals, &stand_in);
            let start = function.is_defined.then_some(start);
            generated.called.push(Called { function: function.name.clone(), stand_in, start, globals });
        }
        Ok(())
    }

    /// The function where a proof begins: builds what is required, calls, and consumes what is ensured.
    fn proof(&mut self, function: &Function, contract: &Contract, given: &[Given], globals: &[String], start: &str) {
        let span = function.span;
        self.put(&format!("void {start}(void) {{ "), span);
        for (declaration, ..) in &function.parameters {
            self.put(&format!("{declaration}; "), span);
        }
        let valid = || given.iter().filter(|given| !given.is_root);
        for given in valid() {
            self.put(&format!("__typeof__(*({})) {}; ", given.text(), given.object()), given.pointer.span());
        }
        self.forget_globals(globals, span);
        let none = BTreeSet::new();
        let mut building = Place::of_contract(Mode::Build, false, &none);
        for clause in &contract.requires {
            self.formula(clause, &mut building);
        }
        self.put_later(&mut building);
        let mut ensures = contract.ensures.clone();
        self.olds(&mut ensures);
        let unchanged: Vec<&Given> = valid().filter(|given| !given.is_all_assigned()).collect();
        for given in &unchanged {
            let (object, name) = (given.object(), identifier(given.pointer));
            self.put(&format!("__typeof__({object}) __hw_copy_{name} = {object}; "), given.pointer.span());
        }
        let arguments: Vec<&str> = function.parameters.iter().map(|(_, name, _)| name.as_str()).collect();
        let result = if has_result(function) { format!("{} __hw_result = ", function.result) } else { String::new() };
        self.put(&format!("{result}{}({}); ", function.name, arguments.join(", ")), span);
        for given in unchanged {
            let (object, name) = (given.object(), identifier(given.pointer));
            for part in given.assigned.iter().flatten() {
                self.put(&format!("__hw_copy_{name}{part} = {object}{part}; "), given.pointer.span());
            }
            let text = format!(
                "if (memcmp(&__hw_copy_{name}, &{object}, sizeof {object})) __assert_fail(\"assigns\", \"\", 0, \"\"); "
            );
            self.put(&text, given.pointer.span());
        }
        let mut consuming = Place::of_contract(Mode::Consume, false, &none);
        let (structures, conditions): (Vec<_>, Vec<_>) = ensures.iter().partition(|clause| !clause.uses().is_empty());
        for clause in conditions.into_iter().chain(structures) {
            self.formula(clause, &mut consuming);
        }
        self.put("} ", span);
    }

    /// The function that stands in for another one: consumes what that requires, and builds what it ensures.
    fn stand_in(&mut self, function: &Function, contract: &Contract, given: &[Given], globals: &[String], name: &str) {
        let span = function.span;
        let parameters: Vec<&str> = function.parameters.iter().map(|(declaration, ..)| declaration.as_str()).collect();
        let parameters = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
        self.put(&format!("static {} {name}({parameters}) {{ ", function.result), span);
        if has_result(function) {
            self.put(&format!("{} __hw_result; ", function.result), span);
        }
        let mut ensures = contract.ensures.clone();
        self.olds(&mut ensures);
        for given in given {
            self.put(&format!("void *{} = 0; ", given.place()), given.pointer.span());
        }
        let kept = kept(function, contract);
        let mut consuming = Place::of_contract(Mode::Consume, true, &kept);
        let (structures, conditions): (Vec<_>, Vec<_>) =
            contract.requires.iter().partition(|clause| !clause.uses().is_empty());
        for clause in conditions.into_iter().chain(structures) {
            self.formula(clause, &mut consuming);
        }
        for (at, one) in given.iter().enumerate() {
            for other in &given[..at] {
                self.apart(one, other);
            }
        }
        for given in given.iter().filter(|given| !given.is_root) {
            self.forget(given);
        }
        self.forget_globals(globals, span);
        let mut building = Place::of_contract(Mode::Build, true, &kept);
        let (structures, conditions): (Vec<_>, Vec<_>) = ensures.iter().partition(|clause| !clause.uses().is_empty());
        for clause in structures.into_iter().chain(conditions) {
            self.formula(clause, &mut building);
        }
        self.put_later(&mut building);
        self.put(if has_result(function) { "return __hw_result; } " } else { "} " }, span);
    }

    /// Keeps what has the value it had before the call.
    fn olds(&mut self, ensures: &mut [Formula]) {
        let mut olds = Vec::new();
        ensures.iter_mut().for_each(|clause| take_olds(clause, &mut olds));
        for (number, old) in olds.iter().enumerate() {
            let text = old.text();
            self.put(&format!("__typeof__({text}) __hw_old_{number} = ({text}); "), old.span());
        }
    }

    /// Two objects do not overlap: the copy of one to the other is an error if they do.
    fn apart(&mut self, one: &Given, other: &Given) {
        let (a, b) = (one.place(), other.place());
        let (m, n) = (format!("sizeof *({})", one.text()), format!("sizeof *({})", other.text()));
        let text = format!(
            "if ({a} && {b}) {{ if ({m} == {n}) {{ __typeof__(*({})) __hw_any; memcpy((void *)&__hw_any, {a}, {m}); \
             memcpy({a}, {b}, {m}); memcpy({a}, &__hw_any, {m}); }} else __hw_apart({a}, {m}, {b}, {n}); }} ",
            one.text()
        );
        self.put(&text, one.pointer.span());
    }

    /// Gives any value to what may be changed of an object, which must be there.
    fn forget(&mut self, given: &Given) {
        let (text, place) = (given.text(), given.place());
        let all = format!("__typeof__(*({text})) __hw_any; ");
        let code = if given.is_all_assigned() {
            format!("if ({place}) {{ {all} memcpy({place}, &__hw_any, sizeof *({text})); }} ")
        } else {
            let mut code = format!("if ({place}) {{ {all} memcpy((void *)&__hw_any, {place}, sizeof __hw_any); ");
            for part in given.assigned.iter().flatten() {
                let target = format!("((__typeof__({text})){place})->{}", &part[1..]);
                code +=
                    &format!("{{ __typeof__({target}) __hw_any; memcpy(&{target}, &__hw_any, sizeof {target}); }} ");
            }
            code + "} "
        };
        self.put(&code, given.pointer.span());
    }

    fn forget_globals(&mut self, globals: &[String], span: Span) {
        for name in globals {
            let text = format!("{{ __typeof__({name}) __hw_any; memcpy(&{name}, &__hw_any, sizeof {name}); }} ");
            self.put(&text, span);
        }
    }
}

fn has_result(function: &Function) -> bool {
    function.result != "void"
}

/// Adds what is assumed of pointers of which the contract does not speak.
fn complete(function: &Function, contract: &mut Contract, assume_valid: bool, assumptions: &mut Vec<String>) {
    let said: Vec<String> = contract.requires.iter().flat_map(words).collect();
    for (_, name, is_pointer) in &function.parameters {
        if !is_pointer || said.contains(name) {
            continue;
        }
        if !assume_valid {
            assumptions.push(format!("`{name}` is any pointer"));
            continue;
        }
        let token = |text: &str| Token { text: text.to_string(), span: function.span };
        let valid = Formula::Valid(Condition { tokens: vec![token(name)] });
        let or_null = function.compared_with_null.contains(name);
        contract.requires.push(match or_null {
            true => {
                let null = Condition { tokens: vec![token(name), token("=="), token("0")] };
                Formula::Choice(null, Box::new(Formula::All(Vec::new())), Box::new(valid))
            }
            false => valid,
        });
        let what = if or_null { "null, or a valid object of its type" } else { "a valid object of its type" };
        assumptions.push(format!("`{name}` leads to {what}"));
    }
}

/// The objects that a function is given as they are.
fn given<'c>(function: &Function, contract: &'c Contract) -> Vec<Given<'c>> {
    let kept = kept(function, contract);
    let roots = contract.requires.iter().flat_map(Formula::uses).map(|call| &call.node);
    let roots = roots.filter(|node| kept.contains(&node.text())).map(|pointer| (pointer, true));
    let valid = contract.requires.iter().flat_map(valid_pointers).map(|pointer| (pointer, false));
    let mut found: Vec<Given> = Vec::new();
    for (pointer, is_root) in roots.chain(valid) {
        if found.iter().any(|known| known.text() == pointer.text()) {
            continue;
        }
        let parts = |paths: &Vec<Condition>| paths.iter().filter_map(|path| part_of(path, pointer)).collect();
        found.push(Given { pointer, assigned: contract.assigns.as_ref().map(parts), is_root });
    }
    found
}

/// The part of the object behind a pointer that a path means: `.next` for `p->next`, and nothing for `*p`.
fn part_of(path: &Condition, pointer: &Condition) -> Option<String> {
    let same = |tokens: &[Token]| Condition { tokens: tokens.to_vec() }.text() == pointer.text();
    let (first, rest) = path.tokens.split_first()?;
    if first.is("*") && same(rest) {
        return Some(String::new());
    }
    let length = pointer.tokens.len();
    let (head, tail) = path.tokens.split_at_checked(length)?;
    let (arrow, fields) = tail.split_first()?;
    // Behind a further pointer lies another object.
    let is_inside = same(head) && arrow.is("->") && !fields.iter().any(|token| token.is("->") || token.is("*"));
    is_inside.then(|| format!(".{}", fields.iter().map(|token| token.text.as_str()).collect::<String>()))
}

/// The global variables that a contract lets a function change.
fn globals(function: &Function, contract: &Contract, given: &[Given]) -> Result<Vec<String>, Problem> {
    let structures: Vec<String> =
        contract.requires.iter().flat_map(Formula::uses).map(|call| call.node.text()).collect();
    let mut found: BTreeSet<String> = BTreeSet::new();
    for path in contract.assigns.iter().flatten() {
        let known = given.iter().any(|given| part_of(path, given.pointer).is_some());
        let Some(base) = path.tokens.iter().find(|token| token.is_word()) else { continue };
        let is_parameter = function.parameters.iter().any(|(_, name, _)| base.is(name));
        let follows = path.tokens.iter().any(|token| token.is("*") || token.is("->"));
        if known || structures.contains(&base.text) {
            continue;
        }
        if is_parameter || follows {
            let what = format!(
                "nothing that the function requires says what `{}` is: `\\valid` of the pointer would",
                path.text()
            );
            return Err(Problem::at(path.span(), what));
        }
        found.insert(base.text.clone());
    }
    Ok(found.into_iter().collect())
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
