//! The C functions of checkers and contracts.

use super::Problem;
use super::contract::kept;
use super::syntax::{Checker, Condition, Contract, Formula, Parameter, Use};
use super::token::Token;
use super::write::Writer;
use crate::base::Span;
use std::collections::BTreeSet;

/// The function where a program without `main` begins.
pub const START: &str = "__hw_start";

/// What the generated functions need.
const PRELUDE: &str = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); \
    extern void __assert_fail(const char *, const char *, unsigned int, const char *); \
    extern void *malloc(__typeof__(sizeof(int))); extern void free(void *); ";

/// What contracts need beside: that two objects do not overlap shows when one is copied to the other.
const CONTRACT_PRELUDE: &str = "extern void *memcpy(void *, const void *, __typeof__(sizeof(int))); \
    extern int memcmp(const void *, const void *, __typeof__(sizeof(int))); \
    static void __hw_apart(char *a, __typeof__(sizeof(int)) m, char *b, __typeof__(sizeof(int)) n) { \
    if (m < n) __hw_apart(b, n, a, m); \
    else for (__typeof__(sizeof(int)) i = 0; i < m; i += n) { __typeof__(sizeof(int)) at = i + n > m ? m - n : i; \
    char old[n]; memcpy(old, a + at, n); memcpy(a + at, b, n); memcpy(a + at, old, n); } } ";

/// A function of the program, as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The type of its result, `void` if it has none.
    pub result: String,
    /// Its parameters: declaration, name, and whether it is a pointer.
    pub parameters: Vec<(String, String, bool)>,
    /// The parameters that it compares with null.
    pub compared_with_null: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// Whether it has a body.
    pub is_defined: bool,
}

/// A function with a contract, and what is wished for.
#[derive(Clone, Debug)]
pub struct Promise<'w> {
    /// The function.
    pub function: &'w Function,
    /// What it requires and ensures.
    pub contract: &'w Contract,
    /// Whether it is the function that is to be proved.
    pub is_entry: bool,
    /// Whether functions of the program call it.
    pub is_called: bool,
}

/// What is to be generated.
#[derive(Clone, Debug)]
pub struct Wishes<'w> {
    /// All checkers that are known.
    pub checkers: &'w [Checker],
    /// The checkers that the program itself calls.
    pub tested: &'w [(String, Span)],
    /// The functions with contracts.
    pub promises: &'w [Promise<'w>],
    /// Whether pointers without contract are valid.
    pub assume_valid: bool,
}

/// A function that is called, and what stands in for it where only its contract counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The function.
    pub function: String,
    /// The function that consumes what it requires and builds what it ensures.
    pub stand_in: String,
    /// The function where the proof of the contract begins; none if there is no body.
    pub start: Option<String>,
    /// The global variables that it may change, and whose initial values it does not rely on.
    pub globals: Vec<String>,
}

/// A part of the generated text, and the place that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// C.
    pub text: String,
    /// Where it comes from.
    pub span: Span,
}

/// The generated functions.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// Their text.
    pub pieces: Vec<Piece>,
    /// Whether there is a function where the program begins.
    pub has_start: bool,
    /// What is assumed beyond the contract.
    pub assumptions: Vec<String>,
    /// The functions with contracts that functions of the program call.
    pub called: Vec<Called>,
}

/// What a generated function does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Build,
    Consume,
    Test,
    /// As `Build`, in a first node that is there.
    Fill,
    /// As `Consume`, but for the first node, which stays.
    Empty,
}

impl Mode {
    pub fn name(self, checker: &str) -> String {
        let verb = match self {
            Mode::Build => "build",
            Mode::Consume => "consume",
            Mode::Test => "check",
            Mode::Fill => "fill",
            Mode::Empty => "empty",
        };
        format!("__hw_{verb}_{checker}")
    }
}

/// Generates what is wished for.
pub fn generate(wishes: &Wishes) -> Result<Generated, Problem> {
    for (index, checker) in wishes.checkers.iter().enumerate() {
        if wishes.checkers[..index].iter().any(|other| other.name == checker.name) {
            return Err(Problem::at(checker.span, format!("there is another checker `{}`", checker.name)));
        }
    }
    let mut used: Vec<&Checker> = Vec::new();
    let contracts = wishes.promises.iter().map(|promise| promise.contract);
    let clauses = contracts.flat_map(|contract| contract.requires.iter().chain(&contract.ensures));
    let mut open: Vec<(String, Span)> = wishes.tested.to_vec();
    for call in clauses.flat_map(Formula::uses) {
        arguments_fit(wishes.checkers, call)?;
        open.push((call.checker.clone(), call.span));
    }
    while let Some((name, span)) = open.pop() {
        let Some(checker) = wishes.checkers.iter().find(|checker| checker.name == name) else {
            return Err(Problem::at(span, format!("there is no checker `{name}`")));
        };
        if used.iter().any(|other| other.name == name) {
            continue;
        }
        used.push(checker);
        for call in checker.body.uses() {
            arguments_fit(wishes.checkers, call)?;
            if checker.path(&call.node).is_none() {
                let what = format!(
                    "`{}` goes on at `{}`, which is no field of `{}`: it would not come to an end",
                    checker.name,
                    call.node.text(),
                    checker.node().name
                );
                return Err(Problem::at(call.span, what));
            }
            open.push((call.checker.clone(), call.span));
        }
    }
    used.sort_by(|a, b| a.name.cmp(&b.name));
    all_end(&used)?;
    let mut out = Writer { pieces: Vec::new(), checkers: wishes.checkers };
    if !used.is_empty() || !wishes.promises.is_empty() {
        out.put(PRELUDE, Span::NONE);
    }
    if !wishes.promises.is_empty() {
        out.put(CONTRACT_PRELUDE, Span::NONE);
    }
    let kept = wishes.promises.iter().filter(|promise| promise.is_called).flat_map(kept_checkers);
    let kept: BTreeSet<(bool, String)> = kept.collect();
    let wanted = |checker: &Checker, mode: Mode| match mode {
        Mode::Fill | Mode::Empty => kept.contains(&(mode == Mode::Fill, checker.name.clone())),
        Mode::Build | Mode::Consume | Mode::Test => true,
    };
    const MODES: [Mode; 5] = [Mode::Build, Mode::Consume, Mode::Test, Mode::Fill, Mode::Empty];
    for mode in MODES {
        for checker in used.iter().filter(|checker| wanted(checker, mode)) {
            out.put(&format!("{}; ", checker.head(mode)), checker.span);
        }
    }
    for checker in &used {
        for mode in MODES.into_iter().filter(|mode| wanted(checker, *mode)) {
            out.checker(checker, mode);
        }
    }
    let mut generated = Generated::default();
    for promise in wishes.promises {
        out.promise(promise, wishes.assume_valid, &mut generated)?;
    }
    let last = out.pieces.iter().rev().map(|piece| piece.span).find(|span| !span.is_none()).unwrap_or(Span::NONE);
    for piece in out.pieces.iter_mut().filter(|piece| piece.span.is_none()) {
        piece.span = last;
    }
    Ok(Generated { pieces: out.pieces, ..generated })
}

/// The checkers of structures whose first node a function keeps where it is: those that fill it and those that empty it.
fn kept_checkers(promise: &Promise) -> Vec<(bool, String)> {
    let kept = kept(promise.function, promise.contract);
    let of = |clauses: &[Formula], fills: bool| -> Vec<(bool, String)> {
        let uses = clauses.iter().flat_map(Formula::uses);
        uses.filter(|call| kept.contains(&call.node.text())).map(|call| (fills, call.checker.clone())).collect()
    };
    [of(&promise.contract.requires, false), of(&promise.contract.ensures, true)].concat()
}

/// Whether a checker is called as it is declared.
fn arguments_fit(checkers: &[Checker], call: &Use) -> Result<(), Problem> {
    let Some(checker) = checkers.iter().find(|checker| checker.name == call.checker) else {
        return Err(Problem::at(call.span, format!("there is no checker `{}`", call.checker)));
    };
    let expected = checker.parameters.len() - 1;
    if call.arguments.len() != expected {
        let what =
            format!("`{}` takes {expected} arguments beside the node, not {}", call.checker, call.arguments.len());
        return Err(Problem::at(call.span, what));
    }
    Ok(())
}

/// Every checker accepts something that has an end.
fn all_end(used: &[&Checker]) -> Result<(), Problem> {
    let mut ending: BTreeSet<&str> = BTreeSet::new();
    loop {
        let new: Vec<&str> = used
            .iter()
            .filter(|checker| !ending.contains(checker.name.as_str()) && ends(&checker.body, &ending))
            .map(|checker| checker.name.as_str())
            .collect();
        if new.is_empty() {
            break;
        }
        ending.extend(new);
    }
    match used.iter().find(|checker| !ending.contains(checker.name.as_str())) {
        Some(checker) => {
            let what = format!("`{}` never ends: each of its cases leads to a further node", checker.name);
            Err(Problem::at(checker.span, what))
        }
        None => Ok(()),
    }
}

fn ends(formula: &Formula, ending: &BTreeSet<&str>) -> bool {
    match formula {
        Formula::Condition(_) | Formula::Valid(_) => true,
        Formula::Structure(call) => ending.contains(call.checker.as_str()),
        Formula::All(parts) => parts.iter().all(|part| ends(part, ending)),
        Formula::Choice(_, then, otherwise) => ends(then, ending) || ends(otherwise, ending),
    }
}

/// The values with which a structure ends instead of a node, and what must hold then; and what must hold of a node.
pub(super) struct Cases<'c> {
    pub ends: Vec<(Condition, &'c Formula)>,
    pub node: Option<&'c Formula>,
}

impl Checker {
    pub(super) fn node(&self) -> &Parameter {
        &self.parameters[0]
    }

    pub(super) fn node_type(&self) -> String {
        let parameter = self.node();
        parameter.declaration.strip_suffix(parameter.name.as_str()).unwrap_or(&parameter.declaration).to_string()
    }

    pub(super) fn head(&self, mode: Mode) -> String {
        let declarations = |parameters: &[Parameter]| {
            let all: Vec<&str> = parameters.iter().map(|parameter| parameter.declaration.as_str()).collect();
            if all.is_empty() { "void".to_string() } else { all.join(", ") }
        };
        let name = mode.name(&self.name);
        match mode {
            Mode::Build => format!("static {} {name}({})", self.node_type(), declarations(&self.parameters[1..])),
            Mode::Consume | Mode::Fill | Mode::Empty => {
                format!("static void {name}({})", declarations(&self.parameters))
            }
            Mode::Test => format!("int {name}({})", declarations(&self.parameters)),
        }
    }

    /// A field of the node, as C behind the node: `->next`.
    pub(super) fn path(&self, expression: &Condition) -> Option<String> {
        let (first, rest) = expression.tokens.split_first()?;
        let is_path = rest.iter().enumerate().all(|(at, token)| match at % 2 {
            0 => token.is(".") || token.is("->"),
            _ => token.is_word(),
        });
        if !first.is(&self.node().name) || rest.is_empty() || rest.len() % 2 != 0 || !is_path {
            return None;
        }
        let text: String = rest.iter().skip(1).map(|token| token.text.as_str()).collect();
        Some(format!("->{text}"))
    }

    /// An expression as C: fields of the node, and of parameters that are pointers, are reached through them.
    pub(super) fn expression(&self, expression: &Condition) -> String {
        let is_pointer = |token: &Token| self.parameters.iter().any(|p| p.is_pointer && token.is(&p.name));
        let mut text = Vec::new();
        for (at, token) in expression.tokens.iter().enumerate() {
            let through = token.is(".") && at > 0 && is_pointer(&expression.tokens[at - 1]);
            text.push(if through { "->" } else { token.text.as_str() });
        }
        text.join(" ")
    }

    /// Whether a condition compares the node with something: with what, and whether it is equal to it.
    fn end_value(&self, condition: &Condition) -> Option<(Condition, bool)> {
        let node = self.node();
        match condition.tokens.as_slice() {
            [first, mark, rest @ ..] if first.is(&node.name) && (mark.is("==") || mark.is("!=")) => {
                let own = rest.is_empty() || rest.iter().any(|token| token.is(&node.name));
                (!own).then(|| (Condition { tokens: rest.to_vec() }, mark.is("==")))
            }
            [mark, first] if mark.is("!") && first.is(&node.name) => {
                Some((Condition { tokens: vec![Token { text: "0".to_string(), span: first.span }] }, true))
            }
            _ => None,
        }
    }

    pub(super) fn cases(&self) -> Cases<'_> {
        let mut cases = Cases { ends: Vec::new(), node: Some(&self.body) };
        while let Some(Formula::Choice(condition, then, otherwise)) = cases.node {
            let Some((value, equal)) = self.end_value(condition) else { break };
            let (end, node) = if equal { (then, otherwise) } else { (otherwise, then) };
            cases.ends.push((value, end));
            cases.node = Some(node);
        }
        // `this == 0` alone, as the last alternative.
        if let Some(Formula::Condition(condition)) = cases.node
            && let Some((value, true)) = self.end_value(condition)
        {
            const NOTHING: &Formula = &Formula::All(Vec::new());
            cases.ends.push((value, NOTHING));
            cases.node = None;
        }
        cases
    }

    /// The field by which the structure goes on, if it is a list: the checker calls itself at the end of each case, if at all, on one
    /// field.
    pub(super) fn tail(&self) -> Option<String> {
        let cases = self.cases();
        let node = cases.node?;
        let own: Vec<&Use> = node.uses().into_iter().filter(|call| call.checker == self.name).collect();
        let path = self.path(&own.first()?.node)?;
        let same = own.iter().all(|call| self.path(&call.node).as_ref() == Some(&path));
        (same && !has_waiting(node) && tails(node) == own.len() && tails_of(node, &self.name) == own.len())
            .then_some(path)
    }
}

/// Whether a part of a conjunction is a condition on the node where a later part goes on: it can be stated when that is built.
pub(super) fn waits(parts: &[Formula], at: usize) -> bool {
    let Formula::Condition(condition) = &parts[at] else { return false };
    let text = format!("{} ", condition.text());
    parts[at + 1..].iter().flat_map(Formula::uses).any(|call| text.contains(&format!("{} ", call.node.text())))
}

fn has_waiting(formula: &Formula) -> bool {
    match formula {
        Formula::Condition(_) | Formula::Valid(_) | Formula::Structure(_) => false,
        Formula::All(parts) => (0..parts.len()).any(|at| waits(parts, at)) || parts.iter().any(has_waiting),
        Formula::Choice(_, then, otherwise) => has_waiting(then) || has_waiting(otherwise),
    }
}

/// How many structures are the last of their case.
fn tails(formula: &Formula) -> usize {
    match formula {
        Formula::Condition(_) | Formula::Valid(_) => 0,
        Formula::Structure(_) => 1,
        Formula::All(parts) => parts.last().map_or(0, tails),
        Formula::Choice(_, then, otherwise) => tails(then) + tails(otherwise),
    }
}

/// The same for calls of one checker.
fn tails_of(formula: &Formula, name: &str) -> usize {
    match formula {
        Formula::Condition(_) | Formula::Valid(_) => 0,
        Formula::Structure(call) => usize::from(call.checker == name),
        Formula::All(parts) => parts.last().map_or(0, |part| tails_of(part, name)),
        Formula::Choice(_, then, otherwise) => tails_of(then, name) + tails_of(otherwise, name),
    }
}
