//! The strategy: which engine is asked when, with which budget, and why then.
//!
//! All budgets stand in the list below, as counts. Only the user's limits are of time and memory, so the same input gives the
//! same reports on every machine unless one of these is reached.

use super::Context;
use super::ahead::Ahead;
use super::take::{explain, take, take_unasked};
use crate::engine::{
    self, Bounded, Budget, Ended, Engine, EngineName, Ranked, Report, Run, Shapes, Task, Templates, View,
};
use crate::ir::{Function, FunctionKind, Property, PropertySet};
use crate::verdict::Overall;
use std::sync::Arc;

/// How much is tried before the answer is `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// What is done at once: after a first error, a person waits for no more than that.
    Glance,
    /// What is mostly done within a few seconds.
    Quick,
    /// All that has an end.
    Steady,
    /// All there is, until the time is up.
    #[default]
    Full,
}

/// A step of the strategy.
pub(super) struct Step {
    pub engine: &'static dyn Engine,
    /// The least effort at which it is made.
    effort: Effort,
    pub budget: Budget,
    /// Why here, and why so much.
    reason: &'static str,
}

/// All steps in order.
static STEPS: &[Step] = &[
    Step {
        engine: &Run,
        effort: Effort::Glance,
        budget: Budget {
            first_run: 5_000_000,
            boundary_run: 100_000,
            random_runs: &[(150, 5_000), (50, 50_000)],
            all_runs: 2_000_000,
            ..Budget::NONE
        },
        reason: "cheap, independent of every encoding, and final in what it finds",
    },
    Step {
        engine: &Shapes,
        effort: Effort::Glance,
        budget: Budget { states: 6_000, work: SHAPES / 4, flat_work: SHAPES / 16, ..Budget::NONE },
        reason: "fast where it applies: lists of any length, whatever they contain",
    },
    Step {
        engine: &Templates,
        effort: Effort::Glance,
        budget: Budget {
            resources: 2 * SECOND,
            statements: 60_000,
            terms: 1_000_000,
            plain_loops: true,
            ..Budget::NONE
        },
        reason: "where contents of nodes and other numbers matter, a few questions to the solver often do",
    },
    Step {
        engine: &Shapes,
        effort: Effort::Quick,
        budget: Budget { states: u64::MAX, work: SHAPES, flat_work: SHAPES / 8, ..Budget::NONE },
        reason: "everything that shape analysis can do",
    },
    Step {
        engine: &Ranked,
        effort: Effort::Quick,
        budget: Budget { states: 20_000, work: SHAPES / 2, flat_work: SHAPES / 8, ..Budget::NONE },
        reason: "sorted lists, and nodes that are kept or removed by what they hold",
    },
    Step {
        engine: &Bounded,
        effort: Effort::Glance,
        budget: Budget { bounds: &[1, 2], resources: SECOND, statements: 400_000, terms: 60_000, ..Budget::NONE },
        reason: "exact: finds most errors, and proves programs whose loops end within the bound",
    },
    Step {
        engine: &Run,
        effort: Effort::Quick,
        budget: Budget { first_run: 20_000_000, ..Budget::NONE },
        reason: "one execution is quickly followed much further than a formula can follow it",
    },
    Step {
        engine: &Bounded,
        effort: Effort::Quick,
        budget: Budget {
            bounds: &[1, 2, 4, 8, 20],
            resources: 3 * SECOND,
            statements: 400_000,
            terms: 1_500_000,
            ..Budget::NONE
        },
        reason: "some programs are larger, some errors need a few iterations more, and are found long before invariants are",
    },
    Step {
        engine: &Templates,
        effort: Effort::Steady,
        budget: Budget { resources: 30 * SECOND, statements: 60_000, terms: 3_000_000, ..Budget::NONE },
        reason: "the only way to a proof for loops whose numbers matter",
    },
    Step {
        engine: &Bounded,
        effort: Effort::Full,
        budget: Budget {
            bounds: &[1, 2, 4, 8, 12, 20, 32, 64, 128],
            resources: u64::MAX,
            statements: 400_000,
            terms: 6_000_000,
            ..Budget::NONE
        },
        reason: "what is left of the time goes into errors that need many iterations",
    },
    Step {
        engine: &Run,
        effort: Effort::Full,
        budget: Budget { first_run: u64::MAX, ..Budget::NONE },
        reason: "last, as it may take all the time there is",
    },
];

/// The steps that look for errors which nobody asked for, once something is proved.
const EXCLUSION: &[Step] = &[
    Step {
        engine: &Shapes,
        effort: Effort::Glance,
        budget: Budget { states: 6_000, work: SHAPES / 8, flat_work: SHAPES / 32, ..Budget::NONE },
        reason: "mostly shows within milliseconds that there are none",
    },
    Step {
        engine: &Bounded,
        effort: Effort::Glance,
        budget: Budget { bounds: &[1, 2], resources: SECOND / 2, statements: 20_000, terms: 300_000, ..Budget::NONE },
        reason: "opens the locks that executions at random do not open",
    },
];

/// What ends an execution wherever it is violated: what comes after it is never looked at.
const ENDINGS: [Property; 4] =
    [Property::ValidDeref, Property::ValidFree, Property::DivisionByZero, Property::ShiftRange];

/// Resources that the solver uses up in about a second on a machine of 2024.
const SECOND: u64 = 2_500_000;

/// Objects that a thorough shape analysis looks at: some seconds.
const SHAPES: u64 = 4_000_000;

/// For invariants that only explain what is proved already: what people would wait for.
pub(super) const EXPLANATION: Budget = Budget { resources: SECOND, statements: 10_000, terms: 50_000, ..Budget::NONE };

/// For the invariants of a proof in C: as much as finding them took.
pub(super) const EXPRESSION: Budget =
    Budget { resources: 30 * SECOND, statements: 60_000, terms: 3_000_000, ..Budget::NONE };

/// For a look at what the loops of a program keep to.
pub(super) const SURVEY: Budget =
    Budget { resources: 50 * SECOND, statements: 60_000, terms: 3_000_000, ..Budget::NONE };

/// What can be seen of the stages, in this order, and how far it goes.
pub(super) const VIEWS: [(View, &Budget); 4] =
    [(View::Memory, &SURVEY), (View::Ssa, &SURVEY), (View::Shape, &SEEN_SHAPES), (View::Smt, &WITNESS)];

/// For shapes that are to be seen.
const SEEN_SHAPES: Budget = Budget { states: u64::MAX, work: SHAPES, flat_work: SHAPES, ..Budget::NONE };

/// For violations of which one lies along a witness, and for what the formula looks like.
pub(super) const WITNESS: Budget = Budget {
    bounds: &[1, 2, 4, 8, 12, 20, 32, 64, 128],
    resources: u64::MAX,
    statements: 400_000,
    terms: 6_000_000,
    ..Budget::NONE
};

/// For each function whose integrity is checked: resources of the solver.
pub(super) const FUNCTION: u64 = 20 * SECOND;

/// Asks the engines until nothing is open or the time is up.
pub(super) fn decide(context: &Context) {
    if context.job.properties.contains(Property::Termination) {
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
    if context.job.explain && proved && context.verdict().invariants().is_empty() {
        context.progress.phase("explanation", "");
        explain(context);
    }
}

/// Asks those engines that prove, as long as an answer mostly takes, and leaves out what only finds errors.
pub(super) fn prove(context: &Context) {
    ask(context, &|step| only_proves(step.engine.name()) && step.effort <= Effort::Quick);
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
                    && !(only_proves(step.engine.name()) && context.verdict().is_broken())
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
    let asked = context.job.properties;
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
    let effort = if found { Effort::Glance } else { context.job.effort };
    step.effort <= effort && context.job.engines.contains(&step.engine.name())
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

/// Whether an engine finds no violations.
fn only_proves(engine: EngineName) -> bool {
    matches!(engine, EngineName::Shapes | EngineName::Ranked | EngineName::Templates)
}

/// The properties that can be checked and are not decided.
fn open(context: &Context) -> PropertySet {
    context.verdict().open().only(|property| property != Property::Termination)
}
