//! Engines: the ways to a verdict, behind one interface.
//!
//! In: a task (a program, the properties that are open, what was reported before) and a budget of counts. Out: a report,
//! which is data: what is proved, executions that violate something, what was found out about loops, what stood in the way, and
//! how it ended. An engine is one file and knows neither the others nor the order in which they are asked; no engine
//! decides anything by the clock.

mod bounded;
mod ranked;
mod run;
mod shapes;
mod show;
mod templates;
mod thread;
mod trust;

pub use bounded::{Bounded, bounded_config};
pub use ranked::Ranked;
pub use run::Run;
pub use shapes::{Shapes, shape_config};
pub use show::{View, show};
pub use templates::{Templates, attempt_config, prove_again, survey};
pub use thread::{Unfinished, Working, on_own_thread, within};
pub use trust::{Judgement, gravest, judge};

use crate::base::{Clock, Obstacle, Progress, Span, Weight};
use crate::check::{LoopFacts, NamedObject};
use crate::config::RunConfig;
use crate::interp;
use crate::ir::{ErrorKind, Program, Property, PropertySet};
use crate::template::Preset;
use indexmap::{IndexMap, IndexSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A way to a verdict.
pub trait Engine: Sync {
    /// Its name.
    fn name(&self) -> EngineName;

    /// What it does, in a few words.
    fn about(&self) -> &'static str;

    /// Another engine of which it is a part for those who ask for engines by name.
    fn belongs_to(&self) -> Option<EngineName> {
        None
    }

    /// Whether it finds no violations.
    fn only_proves(&self) -> bool {
        false
    }

    /// The engines whose earlier reports it reads: no others are given to it, so what it reports does not depend on them.
    fn heeds(&self) -> &'static [EngineName] {
        &[]
    }

    /// Finds out what it can within a budget.
    fn work(&self, task: &Task, budget: &Budget) -> Report;
}

/// What an engine is called on the command line and in reports. Each engine has its own beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EngineName(&'static str);

impl EngineName {
    /// The name as text.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an engine is asked.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The program that is run, and on which violations are replayed.
    pub program: &'a Program,
    /// The same program as formulas are made of it.
    pub encoded: &'a Program,
    /// What is neither proved nor refuted.
    pub properties: PropertySet,
    /// Whether one violation is enough.
    pub first_only: bool,
    /// How executions are made.
    pub run: &'a RunConfig,
    /// Which invariants are looked for.
    pub preset: &'a Preset,
    /// How often loops are unwound, if the user says so.
    pub unwind: Option<u32>,
    /// What was reported before, in order, by the engines that it heeds.
    pub earlier: &'a [Arc<Report>],
    /// The user's time.
    pub clock: &'a Clock,
    /// Told what is being done.
    pub progress: &'a dyn Progress,
}

impl Task<'_> {
    /// What an engine reported before.
    pub fn earlier_of(&self, engine: EngineName) -> impl DoubleEndedIterator<Item = &Report> {
        self.earlier.iter().map(|report| &**report).filter(move |report| report.engine == engine)
    }
}

/// What an engine may use up, in counts. Each engine reads what concerns it.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Statements of the first execution: a program that is given nothing has no other.
    pub first_run: u64,
    /// Statements of each further execution with extreme inputs.
    pub boundary_run: u64,
    /// How many executions with random inputs there are, and their statements.
    pub random_runs: &'static [(u64, u64)],
    /// Statements of all executions that are given inputs.
    pub all_runs: u64,
    /// Abstract states that are followed.
    pub states: u64,
    /// Objects of abstract states that are looked at.
    pub work: u64,
    /// The same where a program has neither a heap nor modes: what is left to it are numbers.
    pub flat_work: u64,
    /// Unwindings of loops, tried in turn.
    pub bounds: &'static [u32],
    /// Statements of a formula.
    pub statements: u64,
    /// Terms of a formula.
    pub terms: usize,
    /// What the solver may use up, as it counts itself.
    pub resources: u64,
    /// Whether only invariants of the loops as they are, for assertions, are looked for.
    pub plain_loops: bool,
}

impl Budget {
    /// For nothing.
    pub const NONE: Budget = Budget {
        first_run: 0,
        boundary_run: 0,
        random_runs: &[],
        all_runs: 0,
        states: 0,
        work: 0,
        flat_work: 0,
        bounds: &[],
        statements: 0,
        terms: 0,
        resources: 0,
        plain_loops: false,
    };
}

/// How an engine came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It did all that it can: with a larger budget it would say the same.
    Finished,
    /// The budget was used up, or the user's time: with more it may say more.
    CutShort,
    /// The program is too large for it.
    Exhausted,
    /// An internal error ended it.
    Failed,
}

impl Ended {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Finished => "finished",
            Ended::CutShort => "cut short",
            Ended::Exhausted => "exhausted",
            Ended::Failed => "failed",
        }
    }
}

/// An error that ended executions although nobody asked for it: a proof that relies on its absence is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unasked {
    /// An error of a property that is not checked.
    Error(ErrorKind, Span),
    /// An array of an impossible size.
    BadArraySize(Span),
}

/// What an engine found out.
#[derive(Clone, Debug)]
pub struct Report {
    /// Who reports.
    pub engine: EngineName,
    /// What was asked.
    pub asked: PropertySet,
    /// Properties that no execution violates.
    pub proved: PropertySet,
    /// Executions that violate something that was asked and can be relied upon.
    pub violations: Vec<interp::Run>,
    /// Errors beside what was asked that ended executions.
    pub unasked: IndexSet<Unasked>,
    /// Memory or variables that were read before they were set.
    pub unset: Vec<interp::Warning>,
    /// What was found out about loops.
    pub invariants: Vec<LoopFacts>,
    /// The heap objects that these name.
    pub objects: Vec<NamedObject>,
    /// The attempt of the preset that proved something last.
    pub proof: Option<usize>,
    /// The attempts of the preset that came to their end, and what they were to prove.
    pub attempts: Vec<(usize, PropertySet)>,
    /// What stood in the way.
    pub obstacles: Vec<Obstacle>,
    /// Counts by name, the same in every run on the same input.
    pub counts: IndexMap<&'static str, u64>,
    /// The most unwindings that were tried.
    pub unwind: u32,
    /// The unwindings within which everything was looked at.
    pub searched: u32,
    /// Time in the solver.
    pub solver_time: Duration,
    /// How it ended.
    pub ended: Ended,
}

impl Report {
    /// A report of nothing, yet.
    pub fn new(engine: EngineName, asked: PropertySet) -> Self {
        Self {
            engine,
            asked,
            proved: PropertySet::EMPTY,
            violations: Vec::new(),
            unasked: IndexSet::new(),
            unset: Vec::new(),
            invariants: Vec::new(),
            objects: Vec::new(),
            proof: None,
            attempts: Vec::new(),
            obstacles: Vec::new(),
            counts: IndexMap::new(),
            unwind: 0,
            searched: 0,
            solver_time: Duration::ZERO,
            ended: Ended::Finished,
        }
    }

    /// The properties that its executions violate.
    pub fn refuted(&self) -> PropertySet {
        let kinds = self.violations.iter().filter_map(|run| match &run.outcome {
            interp::Outcome::Violation(violation) => violation.kind.property(),
            _ => None,
        });
        kinds.fold(PropertySet::EMPTY, PropertySet::with)
    }

    /// Adds to a count.
    fn count(&mut self, name: &'static str, amount: u64) {
        *self.counts.entry(name).or_default() += amount;
    }

    fn obstruct(&mut self, weight: Weight, what: impl Into<String>, span: Span) {
        self.obstacles.push(Obstacle::new(weight, what, span));
    }
}

/// Whether a property is about values, not about memory.
fn is_about_values(property: Property) -> bool {
    matches!(property, Property::Assertions | Property::UnreachCall | Property::Invariants)
}
