//! One execution of a program, in touch with the world.

use super::front::{self, Loaded};
use super::{Failure, Job, Listener, Outcome, Shared, lock};
use crate::base::{Location, Span};
use crate::explain::{Explainer, Subject};
use crate::interp::{self, Inputs, Interpreter, PathEnd};
use crate::ir::Program;
use crate::verdict::{Finding, Step, Verdict};
use std::sync::{Arc, Mutex};

/// What an execution did.
#[derive(Debug)]
pub struct Execution {
    /// How it ended.
    pub ending: Ending,
    /// Errors that it met, and reads of what was never set.
    pub verdict: Verdict,
    /// What happened, if that is wanted: the last of it, if it is much.
    pub trace: Vec<Step>,
    /// How many statements were executed.
    pub steps: u64,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `main` returned or `exit` was called, with this status.
    Exit(i32),
    /// `abort` was called.
    Aborted,
    /// At an error.
    Error,
    /// It could not go on, for this reason.
    GivenUp(String, Option<Location>),
}

/// Makes inputs for a program.
pub type MakeInputs = Box<dyn FnOnce(&Program) -> Result<Box<dyn Inputs>, String> + Send>;

/// How an execution is made.
pub struct Setup {
    /// Functions without a body whose results are given.
    pub given: Vec<String>,
    /// Where inputs come from, made for the program; or what is wrong with what the user gave.
    pub inputs: MakeInputs,
    /// Whether what happens is told.
    pub trace: bool,
}

/// Runs a program once, within the limits of the job.
pub fn execute(job: Job, setup: Setup, progress: Arc<dyn Listener>) -> Outcome<Execution> {
    let shared = Arc::new(Shared::of(&job));
    let done: Arc<Mutex<Option<Execution>>> = Arc::default();
    let result = shared.watch(&job, {
        let (job, shared, done) = (job.clone(), shared.clone(), done.clone());
        move || {
            let loaded = front::load(&job, Some(&setup.given), &shared, &*progress)?;
            let mut inputs = (setup.inputs)(&loaded.prepared.program).map_err(Failure::Input)?;
            *lock(&done) = Some(run(&job, &loaded, &mut *inputs, setup.trace, &shared));
            Ok(())
        }
    });
    let execution = lock(&done).take();
    shared.outcome(result, |verdict| {
        execution.unwrap_or_else(|| {
            let reason = verdict.reasons().next().map_or_else(String::new, |reason| reason.what);
            Execution { ending: Ending::GivenUp(reason, None), verdict: verdict.clone(), trace: Vec::new(), steps: 0 }
        })
    })
}

fn run(job: &Job, loaded: &Loaded, inputs: &mut dyn Inputs, trace: bool, shared: &Shared) -> Execution {
    let Loaded { prepared, sources, parsed } = loaded;
    let program = &prepared.program;
    let subject = Subject { program, sources, parsed, lower: &job.lower, run: &job.plan.run, clock: &shared.clock };
    let explainer = Explainer::new(subject);
    let interpreter = Interpreter::new(program);
    let stop = || shared.clock.is_up();
    let run = interpreter.run(job.plan.properties, inputs, &job.plan.run, &stop);
    let mut verdict = lock(&shared.verdict).clone();
    explainer.record_unset(&run.warnings, &mut verdict);
    if let interp::Outcome::Violation(_) = run.outcome {
        explainer.tell(job.plan.properties, &run, |finding: Finding| {
            verdict.add_finding(finding);
            true
        });
    }
    let locate = |span: Span| explainer.users_place(span).0;
    let given_up = |what: String, span: Span| Ending::GivenUp(what, locate(span));
    let ending = match &run.outcome {
        interp::Outcome::Exit(status) => Ending::Exit(*status),
        interp::Outcome::Aborted => Ending::Aborted,
        interp::Outcome::Violation(_) => Ending::Error,
        interp::Outcome::PathEnded(PathEnd::AssumptionFailed(span)) => {
            given_up("an assumption does not hold".into(), *span)
        }
        interp::Outcome::PathEnded(PathEnd::Error(kind, span)) => given_up(kind.message().into(), *span),
        interp::Outcome::PathEnded(PathEnd::BadArraySize(span)) => {
            given_up("an array of an impossible size".into(), *span)
        }
        interp::Outcome::StepLimit => {
            given_up(format!("the limit of {} steps is reached", job.plan.run.max_steps), run.place)
        }
        interp::Outcome::MemoryLimit => given_up("the memory limit is reached".into(), run.place),
        interp::Outcome::DepthLimit => {
            given_up(format!("there are more than {} calls in each other", job.plan.run.max_depth), run.place)
        }
        interp::Outcome::Stopped => given_up("the time limit is reached".into(), run.place),
        interp::Outcome::Unsupported(construct) => given_up(construct.what.clone(), construct.span),
    };
    let trace = if trace { explainer.steps_again(job.plan.properties, &run) } else { Vec::new() };
    Execution { ending, verdict, trace, steps: run.steps }
}
