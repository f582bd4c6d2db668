//! The steps: which engine is asked when, with which budget, and why then.
//!
//! All budgets stand in the lists below, as counts. Only the user's limits are of time and memory, so the same input gives the
//! same reports on every machine unless one of these is reached.

use crate::engine::{Bounded, Budget, Engine, Ranked, Run, Shapes, Templates, View};
use crate::ir::Property;

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
    pub effort: Effort,
    pub budget: Budget,
    /// Why here, and why so much.
    pub reason: &'static str,
}

/// All steps in order.
pub(super) static STEPS: &[Step] = &[
    Step {
        engine: &Run,
        effort: Effort::Glance,
        budget: Budget {
            first_run: 5_000_000,
            boundary_run: 100_000,
            random_runs: &[(320, 5_000), (160, 50_000)],
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

/// All engines, in the order in which they are first asked.
pub fn engines() -> impl Iterator<Item = &'static dyn Engine> {
    let is_first = |number: usize, step: &Step| !STEPS[..number].iter().any(|s| s.engine.name() == step.engine.name());
    STEPS.iter().enumerate().filter(move |(number, step)| is_first(*number, step)).map(|(_, step)| step.engine)
}

/// The steps that look for errors which nobody asked for, once something is proved.
pub(super) static EXCLUSION: &[Step] = &[
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
pub(super) const ENDINGS: [Property; 4] =
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
pub const VIEWS: [(View, &Budget); 5] = [
    (View::Memory, &SURVEY),
    (View::Ssa, &SURVEY),
    (View::Shape, &SEEN_SHAPES),
    (View::Template, &SURVEY),
    (View::Smt, &WITNESS),
];

/// For shapes that are to be seen.
const SEEN_SHAPES: Budget = Budget { states: u64::MAX, work: SHAPES, flat_work: SHAPES, ..Budget::NONE };

/// For violations of which one lies along a witness, and for what the formula looks like.
pub const WITNESS: Budget = Budget {
    bounds: &[1, 2, 4, 8, 12, 20, 32, 64, 128],
    resources: u64::MAX,
    statements: 400_000,
    terms: 6_000_000,
    ..Budget::NONE
};

/// For each function whose integrity is checked: resources of the solver.
pub const FUNCTION: u64 = 20 * SECOND;
