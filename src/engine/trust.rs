//! How far a run can be relied upon.

use super::Task;
use crate::base::{Obstacle, Span, Weight};
use crate::config::RunConfig;
use crate::interp::{
    self, FixedInputs, InputKey, InputKind, InputRequest, Inputs, Outcome, PathEnd, RecordedInput, Run,
};
use crate::ir::{
    Callee, ErrorKind, ORDER, ORDER_AT_END, Program, Property, SAME_LITERAL, Scalar, SiteId, StatementKind,
};
use indexmap::IndexMap;
use std::collections::VecDeque;

/// What C left open in a run, in order: the answer that was given, and how many answers there are. `None` if something else
/// than that had a say, so that there may be any number of executions.
pub(super) fn choices(program: &Program, run: &Run) -> Option<Vec<(u64, u64)>> {
    if !run.external_calls.is_empty() || run.saw_addresses || uses_arguments(program) {
        return None;
    }
    let orders = order_sites(program);
    let mut choices = Vec::new();
    for input in &run.inputs {
        let options = match input.key.kind {
            InputKind::Nondet => match (*orders.get(&input.key.site)?, input.ty) {
                // All operands came to their end.
                (ORDER_AT_END, _) if run.returned => 1,
                (_, Scalar::Int(int)) if int.bits == 8 => 2,
                _ => MOST_ORDERS,
            },
            InputKind::GlobalBytes { global, .. } if program.globals[global].name == SAME_LITERAL => 2,
            _ => return None,
        };
        choices.push((input.value, options));
    }
    Some(choices)
}

/// The calls whose results say in which order operands are evaluated, with the names of the functions.
fn order_sites(program: &Program) -> IndexMap<SiteId, &str> {
    let mut sites = IndexMap::new();
    let bodies = program.functions.iter().filter_map(|function| function.body());
    for statement in bodies.flat_map(|body| body.statements()) {
        if let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind
            && let name @ (ORDER | ORDER_AT_END) = program.functions[*callee].name.as_str()
        {
            sites.insert(statement.site, name);
        }
    }
    sites
}

/// Answers one after the other, then 0.
pub(super) struct Answers(pub VecDeque<u64>);

impl Inputs for Answers {
    fn input(&mut self, _request: &InputRequest) -> u64 {
        self.0.pop_front().unwrap_or(0)
    }
}

/// How far an execution is followed beyond the place where it loses memory.
const STEPS_BEYOND_LOSS: u64 = 100_000;

/// In how many orders operands are evaluated at most; a larger number is the first order again.
const MOST_ORDERS: u64 = 6;

/// Whether nothing outside the program had a say in a run, so that every execution is like it.
pub(super) fn is_only_execution(program: &Program, run: &Run) -> bool {
    run.inputs.is_empty() && run.external_calls.is_empty() && !run.saw_addresses && !uses_arguments(program)
}

/// Whether the program looks at the arguments it is started with.
fn uses_arguments(program: &Program) -> bool {
    let body = program.entry.and_then(|entry| program.functions[entry].body());
    body.is_some_and(|body| body.params.iter().any(|&param| body.reads(param)))
}

/// Whether an execution is one of the program's.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// It is.
    Real,
    /// It need not be, for these reasons.
    Doubtful(Vec<Obstacle>),
}

/// Whether how a run ended can be relied upon: what came before it was the program's own doing. A function that is not known
/// may have changed memory, and the result that it really gives may be another. If addresses were looked at, or whether equal
/// string literals are one object, it must end in the same way with others.
pub fn judge(task: &Task, run: &Run) -> Judgement {
    if let Some(call) = run.external_calls.iter().find(|call| call.pointer) {
        let what = format!(
            "{}, and what happens after it is not known",
            task.program.functions[call.function].without_model()
        );
        return Judgement::Doubtful(vec![Obstacle::new(Weight::Doubt, what, call.span)]);
    }
    if let Some(call) = run.external_calls.iter().find(|call| call.used) {
        let name = &task.program.functions[call.function].name;
        let what = format!(
            "a violation may rest on what `{name}` returns; give it a body, or let it return anything: `--assume-any {name}`"
        );
        return Judgement::Doubtful(vec![Obstacle::new(Weight::Doubt, what, call.span)]);
    }
    let config = RunConfig { max_steps: task.run.max_steps.max(run.steps + 1), ..task.run.clone() };
    let persists = |inputs: &mut dyn Inputs| {
        let other = interp::run(task.program, task.properties, inputs, &config, &|| task.clock.is_up());
        ending(&run.outcome) == ending(&other.outcome)
    };
    let doubt = |what: &str| {
        let span = ending(&run.outcome).map_or(Span::NONE, |(_, span)| span);
        Judgement::Doubtful(vec![Obstacle::new(Weight::Doubt, what, span)])
    };
    if let Some(mut inputs) = with_other_literals(task.program, run)
        && !persists(&mut inputs)
    {
        return doubt("a violation depends on whether equal string literals are one object");
    }
    if run.saw_addresses && !persists(&mut OtherAddresses::new(&run.inputs)) {
        return doubt("a violation depends on the addresses of objects");
    }
    Judgement::Real
}

/// What is told of a violation that can be relied upon, where only one is asked for: if the execution loses memory and later comes
/// to an invalid access or free, it is that. The access goes wrong on any machine, while memory that is lost on the way does no
/// harm yet.
pub fn gravest(task: &Task, run: Run) -> Run {
    let is_leak = matches!(&run.outcome, Outcome::Violation(violation) if violation.kind == ErrorKind::Leak);
    let accesses = task.properties.only(|property| matches!(property, Property::ValidDeref | Property::ValidFree));
    if !task.first_only || !is_leak || accesses.is_empty() {
        return run;
    }
    let config = RunConfig { max_steps: run.steps + STEPS_BEYOND_LOSS, ..task.run.clone() };
    let mut inputs = FixedInputs::from_recorded(&run.inputs);
    let further = interp::run(task.program, accesses, &mut inputs, &config, &|| task.clock.is_up());
    let among = Task { properties: accesses, ..*task };
    let is_violated = matches!(further.outcome, Outcome::Violation(_));
    if is_violated && judge(&among, &further) == Judgement::Real { further } else { run }
}

/// The error at which a run ended.
fn ending(outcome: &Outcome) -> Option<(ErrorKind, Span)> {
    match outcome {
        Outcome::Violation(violation) => Some((violation.kind, violation.span)),
        Outcome::PathEnded(PathEnd::Error(kind, span)) => Some((*kind, *span)),
        _ => None,
    }
}

/// The inputs of an earlier run, but the other answer wherever it asked whether equal string literals are one object;
/// nothing if it did not ask.
fn with_other_literals(program: &Program, run: &Run) -> Option<FixedInputs> {
    let asks = |input: &&RecordedInput| match input.key.kind {
        InputKind::GlobalBytes { global, .. } => program.globals[global].name == SAME_LITERAL,
        _ => false,
    };
    let mut inputs = FixedInputs::from_recorded(&run.inputs);
    let mut asked = false;
    for input in run.inputs.iter().filter(asks) {
        inputs.set(input.key, u64::from(input.value == 0));
        asked = true;
    }
    asked.then_some(inputs)
}

/// The inputs of an earlier run, but objects at other addresses: far apart, in another order, and aligned for any purpose.
pub(super) struct OtherAddresses {
    inputs: FixedInputs,
    next: u64,
}

impl OtherAddresses {
    const FIRST: u64 = 0x7000_0000;
    const DISTANCE: u64 = 0x1_0000;

    /// For a run with these inputs.
    pub fn new(inputs: &[RecordedInput]) -> Self {
        Self { inputs: FixedInputs::from_recorded(inputs), next: Self::FIRST }
    }
}

impl Inputs for OtherAddresses {
    fn input(&mut self, request: &InputRequest) -> u64 {
        self.inputs.input(request)
    }

    fn base_address(&mut self, _key: &InputKey) -> Option<u64> {
        self.next = self.next.checked_sub(Self::DISTANCE).filter(|&address| address > 0)?;
        Some(self.next)
    }
}
