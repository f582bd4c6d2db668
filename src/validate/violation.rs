//! Violation witnesses: an execution is looked for along the waypoints, by the interpreter and then, for what the
//! witness leaves open, by the bounded check.

use super::waypoints::{Guide, Passed, Path};
use super::{Case, insert, quote};
use crate::check::check_bounded;
use crate::config::{InsertedCheck, RunConfig};
use crate::engine::{EngineName, Judgement, Task, bounded_config, judge};
use crate::explain::{Explainer, Subject};
use crate::interp::{BoundaryInputs, FixedInputs, Inputs, Interpreter, Outcome, PathEnd, RandomInputs, Run};
use crate::ir::{ErrorKind, Property, PropertySet};
use crate::verdict::{Finding, Overall, Status, Verdict};
use crate::witness::Entry;

/// Steps of the runs along a witness: the first, and those with other values for what it leaves open.
const FIRST_RUN: u64 = 20_000_000;
const OTHER_RUN: u64 = 200_000;
/// How many other runs with random values there are.
const RANDOM_RUNS: u64 = 60;

/// Looks for an execution along the waypoints, in the program with the assumptions among them inserted.
pub(super) fn confirm(case: &Case, entry: &Entry, verdict: &mut Verdict) -> Result<(), String> {
    let path = Path::of(entry, case.subject.sources)?;
    let checks = path.checks();
    let inserted = insert(&case.subject, &checks)?;
    let subject = Subject { program: &inserted.prepared.program, sources: &inserted.sources, ..case.subject };
    let task = Task { program: &inserted.prepared.program, encoded: inserted.prepared.encoded(), ..case.task };
    let explainer = Explainer::new(subject);
    Search { case, task, path: &path, checks: &checks, explainer: &explainer, verdict, unclear: None }.follow();
    Ok(())
}

struct Search<'a> {
    case: &'a Case<'a>,
    /// What is asked of the program with what was inserted.
    task: Task<'a>,
    path: &'a Path,
    checks: &'a [InsertedCheck],
    explainer: &'a Explainer<'a>,
    verdict: &'a mut Verdict,
    /// Why an execution could not be told to be along the witness.
    unclear: Option<String>,
}

impl Search<'_> {
    fn follow(&mut self) {
        let progress = self.task.progress;
        progress.phase("run along the witness", "");
        if self.guided(&mut FixedInputs::new(), FIRST_RUN) {
            return;
        }
        for variant in 1..BoundaryInputs::VARIANTS {
            if self.task.clock.is_up() || self.guided(&mut BoundaryInputs::new(variant), OTHER_RUN) {
                return;
            }
        }
        for seed in 1..=RANDOM_RUNS {
            let mut inputs = RandomInputs::new(self.task.program, seed);
            if self.task.clock.is_up() || self.guided(&mut inputs, OTHER_RUN) {
                return;
            }
        }
        progress.phase("bounded check along the witness", "");
        let task = Task { first_only: false, ..self.task };
        let bounds = bounded_config(&task, self.case.budget, self.case.budget.bounds);
        for run in check_bounded(task.encoded, task.program, &bounds, progress).violations {
            let run = self.run(&mut FixedInputs::from_recorded(&run.inputs), task.run.max_steps);
            if self.settle(&run) {
                return;
            }
        }
        if self.verdict.overall() == Overall::Unknown {
            let target = &self.path.target;
            let place = format!("in line {} of {}", target.line, target.file_name);
            let what = format!("no execution along the witness was found that violates the property {place}");
            self.verdict.add_reason(what, None);
            if let Some(unclear) = self.unclear.take() {
                self.verdict.add_reason(unclear, None);
            }
        }
    }

    /// Runs along the path, and elsewhere as other inputs say. Gives whether that settles it.
    fn guided(&mut self, rest: &mut dyn Inputs, max_steps: u64) -> bool {
        let run = self.run(&mut Guide::new(self.path, self.explainer, rest), max_steps);
        self.settle(&run)
    }

    fn run(&self, inputs: &mut dyn Inputs, max_steps: u64) -> Run {
        self.run_for(self.task.properties, inputs, max_steps)
    }

    fn run_for(&self, properties: PropertySet, inputs: &mut dyn Inputs, max_steps: u64) -> Run {
        let config = RunConfig { max_steps, trace: true, ..self.task.run.clone() };
        let interpreter = Interpreter::new(self.task.program);
        interpreter.run(properties, inputs, &config, &|| self.task.clock.is_up())
    }

    /// Reports a run if it violates the property where the path ends and passes all waypoints before.
    fn settle(&mut self, run: &Run) -> bool {
        if let Outcome::PathEnded(PathEnd::Error(ErrorKind::InvariantUndefined, span)) = &run.outcome
            && let Some(number) = self.task.program.inserted_at(*span)
            && let Some(check) = self.checks.iter().find(|check| check.number == number)
        {
            self.unclear.get_or_insert(format!("{} has no value in an execution", quote(check)));
        }
        let Outcome::Violation(violation) = &run.outcome else { return false };
        if !self.path.ends_at(&self.explainer.finding(run, violation)) {
            return violation.kind == ErrorKind::Leak && self.follow_beyond_loss(run);
        }
        match self.path.is_passed(run, self.explainer) {
            Passed::Yes => self.take(run, violation.kind),
            Passed::No => false,
            Passed::Unclear => {
                let what = "a waypoint is to be avoided, and not all of a long execution is known";
                self.unclear.get_or_insert(what.to_string());
                false
            }
        }
    }

    /// Follows an execution to where it accesses or frees what it must not, whatever memory it loses on the way. Gives whether that
    /// settles it.
    fn follow_beyond_loss(&mut self, run: &Run) -> bool {
        let accesses = self.task.properties.only(|property| property != Property::ValidMemtrack);
        let further = self.run_for(accesses, &mut FixedInputs::from_recorded(&run.inputs), self.task.run.max_steps);
        self.settle(&further)
    }

    /// Tells a violation, if it can be relied upon. Gives whether its property is refuted.
    fn take(&mut self, run: &Run, kind: ErrorKind) -> bool {
        match judge(&self.task, run) {
            Judgement::Real => {
                self.explainer.tell(self.task.properties, run, |finding| {
                    self.verdict.add_finding(Finding { engine: EngineName::RUN.name(), ..finding });
                    !self.task.first_only && !self.verdict.open().is_empty()
                });
            }
            Judgement::Doubtful(obstacles) => {
                for obstacle in obstacles {
                    self.verdict.add_reason(obstacle.what, self.explainer.locate(obstacle.span));
                }
            }
        }
        kind.property().is_some_and(|property| self.verdict.status(property) == Status::False)
    }
}
