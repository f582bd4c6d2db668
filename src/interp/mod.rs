//! Concrete, byte-precise execution of the IR: the judge of every counterexample.
//!
//! In: a program as lowered, the properties to check, a source of inputs. Out: a [`Run`]: how it ended, the
//! inputs it consumed, what it wrote. It knows nothing of the symbolic encoding.
//!
//! - An error whose property is checked is a violation; any other error ends the path. Only signed overflow
//!   (which wraps) and leaks go unnoticed when they are not checked.
//! - Everything that the program does not determine is an [input](Inputs), known by site, visit and
//!   [kind](InputKind): feeding the recorded inputs again gives the same run.
//! - Iterations that only count are skipped, with the same result ([`accelerate`]).
//! - Lost memory stays lost. Whether some is lost is decided at the end; the moment of the loss is then found
//!   by running again.

mod accelerate;
mod access;
mod addresses;
mod arith;
mod builtins;
mod code;
mod compile;
mod eval;
mod format;
mod inputs;
mod known;
mod leak;
mod machine;
mod memory;
mod observe;
mod outcome;
mod random;
mod start;
mod system;
mod trace;
mod value;

#[cfg(test)]
mod tests;

pub use inputs::{
    BoundaryInputs, FixedInputs, InputKey, InputKind, InputRequest, Inputs, NO_SITE, RandomInputs, RecordedInput,
};
pub use observe::{Heads, Seen, SeenObject, Visit};
pub use outcome::{ExternalCall, ObjectInfo, ObjectKind, Outcome, PathEnd, Run, StackEntry, Unset, Violation, Warning};
pub use system::{SystemAnswer, SystemRequest};
pub use trace::{Datum, Event, EventKind, Place};
pub use value::ObjectId;

use crate::base::{Id, Span, Unsupported};
use crate::config::RunConfig;
use crate::ir::{ErrorKind, FunctionId, Program, Property, PropertySet, SiteId};
use code::Code;
use indexmap::IndexSet;
use machine::{Machine, Setting};

/// A program made ready to be run many times.
pub struct Interpreter<'p> {
    program: &'p Program,
    code: Code,
}

/// Runs a program once.
pub fn run(
    program: &Program,
    properties: PropertySet,
    inputs: &mut dyn Inputs,
    config: &RunConfig,
    stop: &dyn Fn() -> bool,
) -> Run {
    Interpreter::new(program).run(properties, inputs, config, stop)
}

impl<'p> Interpreter<'p> {
    /// Prepares a program.
    pub fn new(program: &'p Program) -> Self {
        Self { program, code: compile::compile(program) }
    }

    /// Runs from the program's entry to the end of the program, of the path, or of what the configuration
    /// allows. `stop` is asked now and then whether to give up.
    pub fn run(
        &self,
        properties: PropertySet,
        inputs: &mut dyn Inputs,
        config: &RunConfig,
        stop: &dyn Fn() -> bool,
    ) -> Run {
        self.run_forgiving(properties, inputs, config, stop, &IndexSet::new())
    }

    /// As [`Interpreter::run`], but the loss of objects known by allocating site and visit is no violation: a leak
    /// that was found does not hide what comes after it.
    pub fn run_forgiving(
        &self,
        properties: PropertySet,
        inputs: &mut dyn Inputs,
        config: &RunConfig,
        stop: &dyn Fn() -> bool,
        forgiven: &IndexSet<(SiteId, u32)>,
    ) -> Run {
        let entry = self.program.entry;
        let Some((entry, code)) = entry.and_then(|id| Some((id, self.code.functions[id.index()].as_ref()?))) else {
            let what = "a program without a function where execution begins".to_string();
            return Run::nothing(Outcome::Unsupported(Unsupported { what, span: Span::NONE }));
        };
        let setting = Setting { program: self.program, code: &self.code, properties, config, stop, forgiven };
        let mut machine = Machine::new(setting, inputs, code, config.max_steps);
        let outcome = machine.run(entry);
        let real = !matches!(outcome, Outcome::PathEnded(_) | Outcome::Stopped);
        let lost = match &outcome {
            _ if !real || !machine.checks(ErrorKind::Leak) => None,
            Outcome::Violation(violation) if is_invalid_access(violation.kind) => machine.lost_for_good(),
            _ => machine.lost(),
        };
        match lost {
            Some(object) => first_loss(setting, entry, machine, object),
            None => finish(machine, outcome),
        }
    }
}

/// Finds the step at which memory is lost first, given a run at whose end an object is lost. If there is no
/// time to find it, the loss is reported at the end.
fn first_loss(setting: Setting, entry: FunctionId, end: Machine, lost: ObjectId) -> Run {
    let code = end.function;
    let recorded = end.recorded.clone();
    // Nothing is lost after `before` steps, something is after `after`.
    let (mut before, mut after) = (0, end.steps);
    while after - before > 1 {
        let middle = before + (after - before) / 2;
        let mut inputs = FixedInputs::from_recorded(&recorded);
        let mut machine = Machine::new(setting, &mut inputs, code, middle);
        if machine.run(entry) == Outcome::Stopped {
            let violation = loss(&end, lost, end.span(), end.stack());
            return finish(end, Outcome::Violation(violation));
        }
        match machine.lost() {
            Some(_) => after = middle,
            None => before = middle,
        }
    }
    let setting = Setting { stop: &|| false, ..setting };
    let place_at = |steps: u64, hold_result: bool| {
        let mut inputs = FixedInputs::from_recorded(&recorded);
        let mut machine = Machine::new(setting, &mut inputs, code, steps);
        machine.hold_result = hold_result;
        machine.run(entry);
        (machine.held.is_some() && machine.lost().is_none(), machine.span(), machine.stack())
    };
    // A return is the end of the callee's variables and then an assignment in the caller: either may be it.
    let (in_caller, mut span, mut stack) = place_at(after, true);
    if !in_caller {
        (_, span, stack) = place_at(before, false);
    }
    let mut inputs = FixedInputs::from_recorded(&recorded);
    let mut machine = Machine::new(setting, &mut inputs, code, after);
    machine.run(entry);
    let lost = machine.lost().unwrap_or(lost);
    let violation = loss(&machine, lost, span, stack);
    finish(machine, Outcome::Violation(violation))
}

/// Whether an error is an access or a free of memory that is not there.
fn is_invalid_access(kind: ErrorKind) -> bool {
    matches!(kind.property(), Some(Property::ValidDeref | Property::ValidFree))
}

/// The violation that an object is lost.
fn loss(machine: &Machine, object: ObjectId, span: Span, stack: Vec<StackEntry>) -> Violation {
    let object = Some(machine.info(object));
    Violation { kind: ErrorKind::Leak, span, stack, object, details: String::new() }
}

fn finish(machine: Machine, outcome: Outcome) -> Run {
    Run {
        outcome,
        place: machine.span(),
        steps: machine.steps,
        output: machine.output,
        inputs: machine.recorded,
        whole_trace: machine.recorder.as_ref().is_some_and(|recorder| !recorder.incomplete),
        trace: machine.recorder.map_or_else(Vec::new, |recorder| recorder.finish()),
        warnings: machine.warnings.into_values().collect(),
        external_calls: machine.external_calls.into_values().collect(),
        returned: machine.returned,
        saw_addresses: machine.memory.saw_addresses,
    }
}

impl Run {
    /// A run that did nothing.
    fn nothing(outcome: Outcome) -> Self {
        Self {
            outcome,
            place: Span::NONE,
            steps: 0,
            output: Vec::new(),
            inputs: Vec::new(),
            trace: Vec::new(),
            whole_trace: true,
            warnings: Vec::new(),
            external_calls: Vec::new(),
            returned: false,
            saw_addresses: false,
        }
    }
}
