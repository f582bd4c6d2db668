//! Violation witnesses: an execution is looked for along the waypoints, by the interpreter and then, for what the
//! witness leaves open, by the bounded check.

use super::super::Context;
use super::super::explain::Explainer;
use super::super::strategy::WITNESS;
use super::super::take::take_violation;
use super::waypoints::{Guide, Passed, Path};
use super::{insert, quote};
use crate::check::check_bounded;
use crate::config::{InsertedCheck, RunConfig};
use crate::engine::{Task, bounded_config};
use crate::interp::{
    BoundaryInputs, FixedInputs, Inputs, Interpreter, Outcome as RunOutcome, PathEnd, RandomInputs, Run,
};
use crate::ir::ErrorKind;
use crate::verdict::Overall;
use crate::witness::Entry;
use std::cell::RefCell;

/// Steps of the runs along a witness: the first, and those with other values for what it leaves open.
const FIRST_RUN: u64 = 20_000_000;
const OTHER_RUN: u64 = 200_000;
/// How many other runs with random values there are.
const RANDOM_RUNS: u64 = 60;

/// Looks for an execution along the waypoints, in the program with the assumptions among them inserted.
pub(super) fn confirm(context: &Context, entry: &Entry) -> Result<(), String> {
    let path = Path::of(entry, context.sources)?;
    let checks = path.checks();
    let inserted = insert(context, &checks)?;
    let mut job = context.job.clone();
    job.dump.clear();
    let context = Context { job: &job, program: &inserted.program, sources: &inserted.sources, ..*context };
    let search = Search {
        context: &context,
        path: &path,
        checks: &checks,
        explainer: Explainer::new(&context),
        unclear: RefCell::default(),
    };
    search.follow();
    Ok(())
}

struct Search<'a> {
    context: &'a Context<'a>,
    path: &'a Path,
    checks: &'a [InsertedCheck],
    explainer: Explainer<'a>,
    /// Why an execution could not be told to be along the witness.
    unclear: RefCell<Option<String>>,
}

impl Search<'_> {
    fn follow(&self) {
        let context = self.context;
        let interpreter = Interpreter::new(context.program);
        let attempt = |rest: &mut dyn Inputs, max_steps: u64| {
            let config = RunConfig { max_steps, trace: true, ..context.job.run.clone() };
            let mut guide = Guide::new(self.path, &self.explainer, rest);
            let run = interpreter.run(context.job.properties, &mut guide, &config, &|| context.stopped());
            self.settle(&run)
        };
        context.progress.phase("run along the witness", "");
        if attempt(&mut FixedInputs::new(), FIRST_RUN) {
            return;
        }
        for variant in 1..BoundaryInputs::VARIANTS {
            if context.stopped() || attempt(&mut BoundaryInputs::new(variant), OTHER_RUN) {
                return;
            }
        }
        for seed in 1..=RANDOM_RUNS {
            if context.stopped() || attempt(&mut RandomInputs::new(context.program, seed), OTHER_RUN) {
                return;
            }
        }
        context.progress.phase("bounded check along the witness", "");
        let config = RunConfig { trace: true, ..context.job.run.clone() };
        let task = Task { first_only: false, ..context.task(context.job.properties) };
        let bounds = bounded_config(&task, &WITNESS, WITNESS.bounds);
        for run in check_bounded(context.program, &bounds, context.progress).violations {
            let mut inputs = FixedInputs::from_recorded(&run.inputs);
            let run = interpreter.run(context.job.properties, &mut inputs, &config, &|| context.stopped());
            if self.settle(&run) {
                return;
            }
        }
        if context.verdict().overall() == Overall::Unknown {
            let target = &self.path.target;
            let place = format!("in line {} of {}", target.line, target.file_name);
            let what = format!("no execution along the witness was found that violates the property {place}");
            context.verdict().add_reason(what, None);
            if let Some(unclear) = self.unclear.take() {
                context.verdict().add_reason(unclear, None);
            }
        }
    }

    /// Reports a run if it violates the property where the path ends and passes all waypoints before.
    fn settle(&self, run: &Run) -> bool {
        if let RunOutcome::PathEnded(PathEnd::Error(ErrorKind::InvariantUndefined, span)) = &run.outcome
            && let Some(number) = self.context.program.inserted_at(*span)
            && let Some(check) = self.checks.iter().find(|check| check.number == number)
        {
            self.note(format!("{} has no value in an execution", quote(check)));
        }
        let RunOutcome::Violation(violation) = &run.outcome else { return false };
        if !self.path.ends_at(&self.explainer.finding(run, violation)) {
            return false;
        }
        match self.path.is_passed(run, &self.explainer) {
            Passed::Yes => take_violation(self.context, run),
            Passed::No => false,
            Passed::Unclear => {
                let what = "a waypoint is to be avoided, and not all of a long execution is known";
                self.note(what.to_string());
                false
            }
        }
    }

    fn note(&self, what: String) {
        self.unclear.borrow_mut().get_or_insert(what);
    }
}
