//! Executions as an engine: what they find is final, and a program that has only one is decided by it.

use super::{Budget, Ended, Engine, EngineName, Judgement, Report, Task, Unasked, gravest, judge, trust};
use crate::base::{Obstacle, Span, Weight};
use crate::config::RunConfig;
use crate::interp::{self, BoundaryInputs, Inputs, Interpreter, Outcome, PathEnd, RandomInputs};
use crate::ir::{Property, PropertySet};
use std::collections::VecDeque;

/// In how many ways what C leaves open is tried where nothing else has a say.
const MOST_CHOICES: u32 = 200;

/// The engine.
pub struct Run;

impl EngineName {
    /// Executions.
    pub const RUN: EngineName = EngineName("run");
}

impl Engine for Run {
    fn name(&self) -> EngineName {
        EngineName::RUN
    }

    fn about(&self) -> &'static str {
        "Executions with boundary and random inputs"
    }

    fn work(&self, task: &Task, budget: &Budget) -> Report {
        let mut search = Search::new(task, budget);
        let first = search.run(&mut BoundaryInputs::new(0), budget.first_run);
        if trust::is_only_execution(task.program, &first) {
            search.conclude(&first);
        } else if !search.try_all_choices(&first) {
            search.explore();
        }
        search.close()
    }
}

struct Search<'a> {
    task: &'a Task<'a>,
    budget: &'a Budget,
    interpreter: Interpreter<'a>,
    report: Report,
    /// What some execution violates.
    refuted: PropertySet,
    left: u64,
    runs: u64,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task<'a>, budget: &'a Budget) -> Self {
        Self {
            task,
            budget,
            interpreter: Interpreter::new(task.program),
            report: Report::new(EngineName::RUN, task.properties),
            refuted: PropertySet::EMPTY,
            left: budget.all_runs,
            runs: 0,
        }
    }

    /// If only what C leaves open had a say in the first run, and in few ways: runs the program in all of them. Whether that
    /// is so; then the properties that no execution violates are proved.
    fn try_all_choices(&mut self, first: &interp::Run) -> bool {
        let Some(mut choices) = trust::choices(self.task.program, first) else { return false };
        if !matches!(first.outcome, Outcome::Exit(_) | Outcome::Aborted) {
            return false;
        }
        for _ in 0..MOST_CHOICES {
            // The last answer that is not the last possible one becomes the next one.
            let Some(last) = choices.iter().rposition(|&(answer, options)| answer + 1 < options) else {
                self.report.proved = self.open().only(|property| property != Property::Termination);
                return true;
            };
            let mut answers: VecDeque<u64> = choices[..last].iter().map(|&(answer, _)| answer).collect();
            answers.push_back(choices[last].0 + 1);
            let run = self.run(&mut trust::Answers(answers), self.budget.first_run);
            match (&run.outcome, trust::choices(self.task.program, &run)) {
                (Outcome::Exit(_) | Outcome::Aborted, Some(made)) => choices = made,
                _ => return false,
            }
            if self.is_over() {
                return false;
            }
        }
        false
    }

    /// Runs the program with extreme inputs, then with random ones.
    fn explore(&mut self) {
        for variant in 1..BoundaryInputs::VARIANTS {
            if self.is_over() {
                return;
            }
            self.run(&mut BoundaryInputs::new(variant), self.budget.boundary_run);
        }
        let mut seed = 0;
        for &(count, steps) in self.budget.random_runs {
            for _ in 0..count {
                if self.is_over() {
                    return;
                }
                seed += 1;
                self.run(&mut RandomInputs::new(self.task.program, seed), steps);
            }
        }
    }

    fn open(&self) -> PropertySet {
        self.task.properties.only(|property| !self.refuted.contains(property))
    }

    fn is_over(&self) -> bool {
        let found = self.task.first_only && !self.refuted.is_empty();
        self.left == 0 || found || self.open().is_empty() || self.task.clock.is_up()
    }

    /// Runs the program once and keeps what is learned.
    fn run(&mut self, inputs: &mut dyn Inputs, max_steps: u64) -> interp::Run {
        let config = RunConfig { max_steps, ..self.task.run.clone() };
        let run = self.interpreter.run(self.task.properties, inputs, &config, &|| self.task.clock.is_up());
        self.runs += 1;
        self.left = self.left.saturating_sub(run.steps);
        self.note(&run);
        if let Outcome::Violation(violation) = &run.outcome {
            match judge(self.task, &run) {
                Judgement::Real => {
                    self.refuted = violation.kind.property().map_or(self.refuted, |p| self.refuted.with(p));
                    self.report.violations.push(gravest(self.task, run.clone()));
                }
                Judgement::Doubtful(obstacles) => self.report.obstacles.extend(obstacles),
            }
        }
        run
    }

    /// Keeps what a run says besides violations.
    fn note(&mut self, run: &interp::Run) {
        self.report.count("executions", 1);
        self.report.count("steps executed", run.steps);
        self.report.unset.extend(run.warnings.iter().cloned());
        for call in &run.external_calls {
            let what = self.task.program.functions[call.function].without_model();
            self.report.obstruct(Weight::Unmodelled, what, call.span);
        }
        let unasked = match run.outcome {
            Outcome::PathEnded(PathEnd::Error(kind, span)) => Some(Unasked::Error(kind, span)),
            Outcome::PathEnded(PathEnd::BadArraySize(span)) => Some(Unasked::BadArraySize(span)),
            _ => None,
        };
        if let Some(unasked) = unasked
            && !self.report.unasked.contains(&unasked)
            && matches!(judge(self.task, run), Judgement::Real)
        {
            self.report.unasked.insert(unasked);
        }
        self.report.obstacles.extend(gap(run));
    }

    /// Decides the properties by the only execution there is.
    fn conclude(&mut self, run: &interp::Run) {
        match &run.outcome {
            Outcome::Exit(_) | Outcome::Aborted | Outcome::PathEnded(_) => {
                self.report.proved = self.open().only(|property| property != Property::Termination);
            }
            Outcome::StepLimit | Outcome::Stopped => self.report.ended = Ended::CutShort,
            Outcome::Violation(_) | Outcome::MemoryLimit | Outcome::DepthLimit | Outcome::Unsupported(_) => {}
        }
    }

    fn close(mut self) -> Report {
        let is_open = |property| property != Property::Termination && !self.report.proved.contains(property);
        if !self.open().only(is_open).is_empty() {
            let what = match self.runs {
                1 => "the execution that was tried violates nothing, but may not be the only one".into(),
                runs => {
                    format!("none of the {runs} executions that were tried violates a property, but there are more")
                }
            };
            self.report.obstruct(Weight::Detail, what, Span::NONE);
        }
        self.report
    }
}

/// Why a run tells less than it could.
fn gap(run: &interp::Run) -> Option<Obstacle> {
    let given_up =
        |why: &str| Some(Obstacle::new(Weight::Detail, format!("an execution was given up {why}"), Span::NONE));
    match &run.outcome {
        Outcome::Unsupported(construct) => {
            let what = format!("{} is not supported", construct.what);
            Some(Obstacle::new(Weight::Unmodelled, what, construct.span))
        }
        Outcome::StepLimit => given_up("after many steps"),
        Outcome::MemoryLimit => given_up("for want of memory"),
        Outcome::DepthLimit => given_up("in deep recursion"),
        Outcome::Exit(_) | Outcome::Aborted | Outcome::Violation(_) | Outcome::PathEnded(_) | Outcome::Stopped => None,
    }
}
