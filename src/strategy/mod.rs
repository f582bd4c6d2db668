//! The strategy: engines are asked one after the other until nothing is open.
//!
//! In: a program that is ready, and what is wanted. Out: what reports of engines add to a verdict. Which engine is asked when, and
//! with which budget, stands in [`steps`]; nothing here knows files, options or terminals.

mod ahead;
mod steps;
mod take;

pub use steps::{Effort, FUNCTION, VIEWS, WITNESS, engines};
pub use take::show_invariants;

use crate::base::{Clock, Progress, Silent, SourceMap};
use crate::config::{LowerConfig, RunConfig};
use crate::engine::{self, Ended, EngineName, Report, Task};
use crate::explain::Subject;
use crate::ir::{Function, FunctionKind, Program, Property, PropertySet};
use crate::parse::Parsed;
use crate::template::Preset;
use crate::verdict::{Finding, Overall, Verdict};
use ahead::Ahead;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use steps::{ENDINGS, EXCLUSION, STEPS, Step};
use take::{explain, take, take_unasked};

/// What is wanted, and how it is found out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is asked.
    pub properties: PropertySet,
    /// Whether to go on after the first finding.
    pub all_findings: bool,
    /// Configuration of `interp`.
    pub run: RunConfig,
    /// How often loops are unwound in the bounded check; growing if not given.
    pub unwind: Option<u32>,
    /// Which engines are asked.
    pub engines: Vec<EngineName>,
    /// How much they try.
    pub effort: Effort,
    /// How many of them work at the same time; as many as there are idle cores if not given.
    pub jobs: Option<usize>,
    /// Which invariants are looked for.
    pub preset: Preset,
    /// Whether invariants are wanted as C expressions, which takes time.
    pub explain: bool,
}

impl Default for Plan {
    /// What is usual: assertions, memory safety, divisions and shifts, by all engines.
    fn default() -> Self {
        Self {
            properties: PropertySet::usual(),
            all_findings: true,
            run: RunConfig::default(),
            unwind: None,
            engines: engines().map(|engine| engine.name()).collect(),
            effort: Effort::default(),
            jobs: None,
            preset: Preset::named("default").unwrap_or_default(),
            explain: false,
        }
    }
}

/// Whoever waits for an answer.
pub trait Listener: Progress {
    /// A violation was confirmed, of which nothing was told before.
    fn found(&self, _finding: &Finding, _sources: &SourceMap) {}
}

impl Listener for Silent {}

/// What the strategy works with.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What is wanted.
    pub plan: &'a Plan,
    /// The program that is run and replayed.
    pub program: &'a Program,
    /// The one that becomes a formula.
    pub encoded: &'a Program,
    /// Its text.
    pub sources: &'a SourceMap,
    /// What the program was lowered from.
    pub parsed: &'a [Parsed],
    /// How it was lowered.
    pub lower: &'a LowerConfig,
    /// The user's time.
    pub clock: &'a Clock,
    /// What is known so far.
    pub known: &'a Mutex<Verdict>,
    /// Told what is being done and found.
    pub progress: &'a dyn Listener,
}

impl<'a> Context<'a> {
    /// What is known so far, to read and to add to. To be held for a moment only.
    pub fn verdict(&self) -> MutexGuard<'a, Verdict> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether to come to an end.
    pub fn stopped(&self) -> bool {
        self.clock.is_up()
    }

    /// What results are explained with.
    pub fn subject(&self) -> Subject<'a> {
        let Self { plan, program, sources, parsed, lower, clock, .. } = *self;
        Subject { program, sources, parsed, lower, run: &plan.run, clock }
    }

    /// What an engine is asked about some properties.
    pub fn task(&self, properties: PropertySet) -> Task<'a> {
        Task {
            program: self.program,
            encoded: self.encoded,
            properties,
            first_only: !self.plan.all_findings,
            run: &self.plan.run,
            preset: &self.plan.preset,
            unwind: self.plan.unwind,
            earlier: &[],
            clock: self.clock,
            progress: self.progress,
        }
    }

    /// Whether nothing is left to do: all is decided, or one finding was asked for and is there.
    fn done(&self) -> bool {
        let verdict = self.verdict();
        verdict.open().is_empty() || !self.plan.all_findings && !verdict.findings().is_empty()
    }
}

/// Asks the engines until nothing is open or the time is up.
pub fn decide(context: &Context) {
    if context.plan.properties.contains(Property::Termination) {
        context.verdict().add_reason("termination is not analysed", None);
    }
    // Those of the library stand for what is not modelled: there is no proof where one is called.
    let is_external = |function: &&Function| matches!(function.kind, FunctionKind::External) && !function.library;
    for function in context.program.functions.iter().filter(is_external) {
        context.verdict().add_assumption(format!("`{}`, which has no body, writes no memory", function.name));
    }
    ask(context, &|_| true);
    if context.stopped() {
        context.verdict().add_reason("the time limit was reached", None);
    }
    exclude_unasked(context);
    let proved = context.verdict().overall() == Overall::True;
    if context.plan.explain && proved && context.verdict().invariants().is_empty() {
        context.progress.phase("explanation", "");
        explain(context);
    }
}

/// Asks those engines that prove, as long as an answer mostly takes, and leaves out what only finds errors.
pub fn prove(context: &Context) {
    ask(context, &|step| step.engine.only_proves() && step.effort <= Effort::Quick);
    exclude_unasked(context);
}

/// Makes the steps that are wanted, in order, until nothing is open.
fn ask(context: &Context, wanted: &dyn Fn(&Step) -> bool) {
    let mut reports: Vec<Arc<Report>> = Vec::new();
    let mut made: Vec<&Step> = Vec::new();
    std::thread::scope(|scope| {
        let mut ahead = Ahead::new(scope, context);
        for (number, step) in STEPS.iter().enumerate() {
            if context.done() || context.stopped() {
                break;
            }
            let properties = open(context);
            let is_due = |step: &Step| {
                is_asked(context, step)
                    && wanted(step)
                    && !is_told(made.iter().copied().zip(&reports), step, properties)
                    && !(step.engine.only_proves() && context.verdict().is_broken())
            };
            if !is_due(step) {
                continue;
            }
            context.progress.phase(step.engine.name().name(), step.reason);
            let to_come = || STEPS[number + 1..].iter().filter(|step| is_due(step)).collect();
            let report = ahead.report(step, properties, &reports, &to_come);
            take(context, &report);
            reports.push(Arc::new(report));
            made.push(step);
            ahead.keep(open(context));
        }
    });
}

/// Looks whether an execution ends at an error that nobody asked for: then nothing is proved. What is neither found nor excluded,
/// the proofs rely on.
fn exclude_unasked(context: &Context) {
    let asked = context.plan.properties;
    let mut left = PropertySet::of(&ENDINGS).only(|property| !asked.contains(property));
    context.verdict().rely_on(left);
    for step in EXCLUSION.iter().filter(|step| is_asked(context, step)) {
        if left.is_empty() || context.stopped() || !context.verdict().has_proof() {
            return;
        }
        let name = step.engine.name();
        context.progress.phase(name.name(), step.reason);
        let task = Task { first_only: true, ..context.task(left) };
        let report = engine::on_own_thread(name, left, || step.engine.work(&task, &step.budget));
        take_unasked(context, &report);
        left = left.only(|property| !report.proved.contains(property));
        context.verdict().rely_on(left);
    }
}

/// Whether the user wants a step. Whoever was told of an error does not wait long for the next one.
fn is_asked(context: &Context, step: &Step) -> bool {
    let found = !context.verdict().findings().is_empty();
    let effort = if found { Effort::Glance } else { context.plan.effort };
    let named = |name: EngineName| context.plan.engines.contains(&name);
    step.effort <= effort && (named(step.engine.name()) || step.engine.belongs_to().is_some_and(named))
}

/// Whether an engine has nothing to add to what it reported before.
fn is_told<'a>(
    earlier: impl DoubleEndedIterator<Item = (&'a Step, &'a Arc<Report>)>,
    step: &Step,
    properties: PropertySet,
) -> bool {
    let Some((before, report)) = earlier.rev().find(|(_, report)| report.engine == step.engine.name()) else {
        return false;
    };
    let ended = match report.ended {
        Ended::CutShort => false,
        Ended::Exhausted => before.budget.terms >= step.budget.terms,
        Ended::Finished | Ended::Failed => true,
    };
    ended && properties.iter().all(|property| report.asked.contains(property))
}

/// The properties that can be checked and are not decided.
fn open(context: &Context) -> PropertySet {
    context.verdict().open().only(|property| property != Property::Termination)
}
