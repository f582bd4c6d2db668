//! A violating run in source terms.

use super::Subject;
use super::c::constant;
use super::given::Given;
use super::steps::Teller;
use super::written::stores;
use crate::base::{Location, Span};
use crate::config::RunConfig;
use crate::interp::{
    Event, EventKind, FixedInputs, InputKind, Interpreter, ObjectId, ObjectInfo, ObjectKind, Outcome, RecordedInput,
    Run, StackEntry, Violation,
};
use crate::ir::{
    Body, Callee, ErrorKind, FloatType, FunctionId, ORDER, Program, Property, PropertySet, SAME_LITERAL, Scalar,
    SiteId, StatementKind, Strings,
};
use crate::verdict::{Call, Cause, Finding, Frame, Input, Step};
use indexmap::{IndexMap, IndexSet};

/// The longest text that is quoted from the source.
const LONGEST_QUOTE: usize = 60;

/// Steps before the end of a run from which everything that happens is told.
const TOLD: u64 = 300_000;
/// How many leaks of one run are told.
const MOST_LEAKS: usize = 16;

/// Puts what the interpreter says in source terms.
pub struct Explainer<'a> {
    pub(super) subject: Subject<'a>,
    sites: IndexMap<SiteId, Site>,
    /// Places that functions store to, as they write them.
    stores: IndexMap<FunctionId, IndexMap<Span, Option<String>>>,
    /// Whether all functions stand in one file.
    one_file: bool,
}

/// A statement that may ask for inputs.
struct Site {
    span: Span,
    /// The function it stands in.
    caller: FunctionId,
    /// The function it calls, if it calls one by name.
    callee: Option<FunctionId>,
}

impl<'a> Explainer<'a> {
    /// For runs of the subject's program.
    pub fn new(subject: Subject<'a>) -> Self {
        let program = subject.program;
        let bodies = program.functions.enumerated().filter_map(|(id, function)| Some((id, function.body()?)));
        let stores = bodies.map(|(id, body)| (id, stores(program, body))).collect();
        let own = program.functions.iter().filter(|function| function.body().is_some() && !function.library);
        let files: IndexSet<String> = own.filter_map(|f| Some(subject.locate(f.span)?.file.to_string())).collect();
        Self { subject, sites: sites(program), stores, one_file: files.len() <= 1 }
    }

    /// Tells a violation: runs once more with its inputs, this time taking down what happens. A leak ends no program: what comes
    /// after it is looked for as well, as long as `take` wants more.
    pub fn tell(&self, properties: PropertySet, run: &Run, mut take: impl FnMut(Finding) -> bool) {
        let subject = &self.subject;
        let interpreter = Interpreter::new(subject.program);
        let config = RunConfig {
            max_steps: subject.run.max_steps.max(run.steps + 1),
            trace: true,
            trace_from: run.steps.saturating_sub(TOLD),
            ..subject.run.clone()
        };
        // What the run was not found for, it is not told for.
        let is_leak = matches!(&run.outcome, Outcome::Violation(violation) if violation.kind == ErrorKind::Leak);
        let properties = properties.only(|property| is_leak || property != Property::ValidMemtrack);
        let mut forgiven: IndexSet<(SiteId, u32)> = IndexSet::new();
        while forgiven.len() < MOST_LEAKS {
            let mut inputs = FixedInputs::from_recorded(&run.inputs);
            let stop = || subject.clock.is_up();
            let run = interpreter.run_forgiving(properties, &mut inputs, &config, &stop, &forgiven);
            let Outcome::Violation(violation) = &run.outcome else { break };
            let more = take(self.finding(&run, violation));
            match &violation.object {
                Some(lost) if violation.kind == ErrorKind::Leak && more => {
                    forgiven.insert((lost.site, lost.visit));
                }
                _ => break,
            }
        }
    }

    /// Tells what happened in a run: runs once more with its inputs, this time taking it down.
    pub fn steps_again(&self, properties: PropertySet, run: &Run) -> Vec<Step> {
        let max_steps = self.subject.run.max_steps.max(run.steps + 1);
        let trace_from = run.steps.saturating_sub(TOLD);
        let config = RunConfig { max_steps, trace: true, trace_from, ..self.subject.run.clone() };
        let mut inputs = FixedInputs::from_recorded(&run.inputs);
        let stop = || self.subject.clock.is_up();
        let run = Interpreter::new(self.subject.program).run(properties, &mut inputs, &config, &stop);
        self.steps(&run, None)
    }

    /// What happened in a run that was taken down, as far as the user is concerned.
    fn steps(&self, run: &Run, concerned: Option<ObjectId>) -> Vec<Step> {
        let teller = Teller::new(self, run, concerned);
        // The entry is called by nobody.
        let is_start = |event: &&Event| event.step == 0 && matches!(event.kind, EventKind::Enter { .. });
        let own = |event: &&Event| self.inserted_at(event.span).is_none();
        let told = |event: &&Event| !matches!(&event.kind, EventKind::Input(input) if !is_told(input));
        let trace = run.trace.iter().skip_while(is_start).filter(own).filter(told);
        trace.map(|event| teller.step(event)).collect()
    }

    /// The finding that a run with this violation is.
    pub fn finding(&self, run: &Run, violation: &Violation) -> Finding {
        let calls = violation.stack.iter().skip(1).map(|caller| self.locate(caller.span)).chain([None]);
        let frame = |(entry, call): (&StackEntry, _)| Frame { function: self.function(entry.function), call };
        let stack = violation.stack.iter().zip(calls).map(frame).collect();
        let object = violation.object.as_ref().map_or(String::new(), |object| self.life(object));
        let details = [violation.details.as_str(), &object].into_iter().filter(|part| !part.is_empty());
        let details = details.collect::<Vec<_>>().join(", ");
        let mut finding = Finding::new(violation.kind, details, self.locate(violation.span), stack);
        finding.trace = self.steps(run, violation.object.as_ref().map(|object| object.id));
        let given = Given::of(&run.inputs);
        finding.inputs =
            run.inputs.iter().filter(|input| is_told(input)).map(|input| self.input(input, &given)).collect();
        finding.given = given.strings();
        finding.length = run.steps;
        finding.check = self.inserted_at(violation.span);
        finding
    }

    /// An input with what asked for it.
    pub(super) fn input(&self, input: &RecordedInput, given: &Given) -> Input {
        let site = self.sites.get(&input.key.site);
        let called = site.and_then(|site| site.callee);
        let made_up = called.is_some_and(|function| self.subject.program.functions[function].is_made_up());
        let callee = called.map(|function| self.function(function));
        let global = |global| &self.subject.program.globals[global].name;
        let source = match input.key.kind {
            InputKind::Nondet | InputKind::External => match &callee {
                Some(name) if made_up => format!("the {name}"),
                Some(name) => format!("`{name}()`"),
                None => "the result of the call".into(),
            },
            InputKind::Register => "the variable that was not set".into(),
            InputKind::Bytes { offset, .. } => format!("the memory that was not set, at offset {offset},"),
            InputKind::GlobalBytes { global: id, .. } if global(id) == SAME_LITERAL => SAME_LITERAL.to_string(),
            InputKind::GlobalBytes { global: id, .. } => format!("`{}`", global(id)),
            InputKind::System | InputKind::SystemBytes { .. } => "the answer of the system".into(),
            InputKind::MallocFails => "whether the allocation fails".into(),
            InputKind::Argument(index) => format!("argument {} of the program", index + 1),
            InputKind::StringCount(Strings::Arguments) => "`argc`".into(),
            InputKind::StringCount(Strings::Environment) => "the number of variables of the environment".into(),
            InputKind::StringLength(strings, index) | InputKind::StringCharacter(strings, index, _) => {
                format!("`{}[{index}]`", Given::name(strings))
            }
            InputKind::BaseAddress => "the address of the new object".into(),
            InputKind::GlobalAddress(id) => format!("the address of `{}`", global(id)),
        };
        let value = match input.ty {
            _ if callee.as_deref().is_some_and(|name| name.starts_with(ORDER)) => order(input.value).to_string(),
            _ if given.text(input.key.kind).is_some() => given.text(input.key.kind).unwrap_or_default(),
            Scalar::Int(ty) => ty.value(input.value).to_string(),
            Scalar::Float(FloatType::F32) => f32::from_bits(input.value as u32).to_string(),
            Scalar::Float(_) => f64::from_bits(input.value).to_string(),
            Scalar::Pointer => format!("{:#x}", input.value),
        };
        let cause = match (input.key.kind, site, callee) {
            (InputKind::Nondet | InputKind::External, Some(site), Some(function)) if !made_up => {
                Cause::Call(self.call(site, function, input))
            }
            (InputKind::MallocFails, ..) => Cause::AllocationFails(input.value != 0),
            (InputKind::Argument(_), ..) => Cause::Argument,
            (InputKind::StringCount(_) | InputKind::StringLength(..) | InputKind::StringCharacter(..), ..) => {
                Cause::Given
            }
            (InputKind::BaseAddress | InputKind::GlobalAddress(_), ..) => Cause::Address,
            _ => Cause::Unset,
        };
        Input { location: site.and_then(|site| self.locate(site.span)), source, value, cause }
    }

    fn call(&self, site: &Site, function: String, input: &RecordedInput) -> Call {
        let literal = match input.ty {
            Scalar::Int(ty) => Some(constant(ty.value(input.value))),
            Scalar::Float(FloatType::F32) => float_literal(f64::from(f32::from_bits(input.value as u32))),
            Scalar::Float(_) => float_literal(f64::from_bits(input.value)),
            Scalar::Pointer => Some(format!("(void *){}", input.value)),
        };
        let last = Span { lo: site.span.hi.saturating_sub(1), hi: site.span.hi };
        let end = if site.span.is_none() { None } else { self.locate(last) };
        Call { function, caller: self.function(site.caller), literal, end }
    }

    /// An object, by its name or by where it came from.
    pub fn object(&self, object: &ObjectInfo) -> String {
        let begin = self.line(object.begin);
        let since = |verb: &str| begin.as_ref().map_or(String::new(), |line| format!(" {verb} {line}"));
        match (&object.kind, &object.name) {
            (ObjectKind::Function(_), Some(name)) => format!("function `{name}`"),
            (_, Some(name)) => format!("`{name}`"),
            (ObjectKind::Arguments, None) => "the arguments of the program".into(),
            (ObjectKind::Array, None) => format!("the array{}", since("declared")),
            (ObjectKind::Nothing, None) => "nothing".into(),
            (_, None) => format!("the {}-byte block{}", object.size, since("allocated")),
        }
    }

    /// An object with the end of its life, if that is over.
    fn life(&self, object: &ObjectInfo) -> String {
        let text = match object.kind {
            ObjectKind::Nothing => return String::new(),
            _ => self.object(object),
        };
        match object.end.and_then(|end| self.line(end)) {
            Some(line) if object.kind == ObjectKind::Heap => format!("{text} and freed {line}"),
            _ => text,
        }
    }

    /// The line of a span, with its file if there are several.
    fn line(&self, span: Span) -> Option<String> {
        let location = self.locate(span).filter(|location| !location.library)?;
        Some(match self.one_file {
            true => format!("on line {}", location.line),
            false => format!("at {}:{}", location.file, location.line),
        })
    }

    /// The source text of a condition, if it is short.
    pub fn quote(&self, span: Span) -> String {
        let text = self.subject.sources.snippet(span).trim();
        let fits = text.len() <= LONGEST_QUOTE && !text.contains(['\n', '`']) && !text.is_empty();
        if fits { format!("`{text}`") } else { "the condition".into() }
    }

    /// The place that a statement of a function stores to, as the program writes it.
    pub(super) fn written(&self, function: FunctionId, span: Span) -> Option<&str> {
        self.stores.get(&function)?.get(&span)?.as_deref()
    }

    /// Where a statement that may ask for inputs stands.
    pub fn site(&self, site: SiteId) -> Option<Span> {
        self.sites.get(&site).map(|site| site.span)
    }

    /// Whether a statement calls a function that has no name in C.
    pub fn is_made_up(&self, site: SiteId) -> bool {
        let called = self.sites.get(&site).and_then(|site| site.callee);
        called.is_some_and(|function| self.subject.program.functions[function].is_made_up())
    }

    /// The name of a function.
    pub fn function(&self, function: FunctionId) -> String {
        self.subject.program.functions[function].name.clone()
    }

    /// The number of the inserted expression to which something at a span belongs.
    pub fn inserted_at(&self, span: Span) -> Option<usize> {
        self.subject.program.inserted_at(span)
    }

    /// Where a span is; one in a model of the C library is where the program calls that, first of all, and the function it calls.
    pub fn users_place(&self, span: Span) -> (Option<Location>, Option<&str>) {
        let location = self.locate(span);
        if location.as_ref().is_none_or(|location| !location.library) {
            return (location, None);
        }
        let functions = &self.subject.program.functions;
        let Some(inside) = self.function_with(span) else { return (None, None) };
        let mut reached: IndexSet<FunctionId> = IndexSet::from([inside]);
        let mut next = 0;
        while let Some(&function) = reached.get_index(next) {
            next += 1;
            for site in self.sites.values().filter(|site| site.callee == Some(function)) {
                if !functions[site.caller].library {
                    return (self.locate(site.span), Some(&functions[function].name));
                }
                reached.insert(site.caller);
            }
        }
        (None, Some(&functions[inside].name))
    }

    /// The function in which something stands at a span.
    fn function_with(&self, span: Span) -> Option<FunctionId> {
        let has = |body: &Body| {
            body.blocks.iter().any(|block| {
                let statements = block.statements.iter().map(|statement| statement.span);
                statements.chain([block.terminator.span]).chain(block.loop_span).any(|known| known == span)
            })
        };
        let found = self.subject.program.functions.enumerated().find(|(_, function)| function.body().is_some_and(has));
        found.map(|(id, _)| id)
    }

    /// Where a span is.
    pub fn locate(&self, span: Span) -> Option<Location> {
        self.subject.locate(span)
    }
}

/// Whether an input is told by itself. The strings given to `main` are told as a whole, and calls of the system by the functions
/// that make them.
fn is_told(input: &RecordedInput) -> bool {
    let kind = input.key.kind;
    !matches!(kind, InputKind::StringCharacter(..) | InputKind::System | InputKind::SystemBytes { .. })
}

fn sites(program: &Program) -> IndexMap<SiteId, Site> {
    let mut sites = IndexMap::new();
    for (caller, function) in program.functions.enumerated() {
        let blocks = function.body().into_iter().flat_map(|body| body.blocks.iter());
        for statement in blocks.flat_map(|block| &block.statements) {
            let callee = match &statement.kind {
                StatementKind::Call { callee: Callee::Direct(function), .. } => Some(*function),
                _ => None,
            };
            sites.insert(statement.site, Site { span: statement.span, caller, callee });
        }
    }
    sites
}

/// An order of evaluation in words.
fn order(choice: u64) -> &'static str {
    match choice {
        0 => "from left to right",
        1 => "not from left to right",
        _ => "another one than from left to right",
    }
}

/// A finite number as a C expression.
fn float_literal(value: f64) -> Option<String> {
    value.is_finite().then(|| format!("{value:?}"))
}
