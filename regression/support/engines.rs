//! Each engine alone, without executions before it: what does it prove?

use heapwright::base::{Clock, Silent};
use heapwright::config::RunConfig;
use heapwright::engine::{Bounded, Budget, Engine, Ranked, Shapes, Task, Templates};
use heapwright::interp::Outcome;
use heapwright::ir::{ErrorKind, Program, PropertySet};
use heapwright::prepare::encoded;
use heapwright::template::Preset;

/// The engines that prove properties by something else than executions.
pub const ENGINES: [&dyn Engine; 4] = [&Shapes, &Ranked, &Bounded, &Templates];

/// What an engine may do for a program: enough for most proofs.
pub const SOME: Budget = Budget {
    states: 20_000,
    work: 4_000_000,
    flat_work: 4_000_000,
    bounds: &[1, 2, 4],
    statements: 20_000,
    terms: 300_000,
    resources: 4_000_000,
    ..Budget::NONE
};

/// The same for many programs. A formula that is cut proves nothing, and larger ones mostly take long.
pub const LITTLE: Budget = Budget {
    states: 5_000,
    work: 1_000_000,
    flat_work: 1_000_000,
    bounds: &[1, 2],
    terms: 60_000,
    resources: 1_000_000,
    ..SOME
};

/// What an engine says.
pub struct Opinion {
    /// The properties that it proves.
    pub proved: PropertySet,
    /// The errors that it found and that were replayed.
    pub violated: Vec<ErrorKind>,
}

/// What an engine says about some properties of a program.
pub fn ask(
    engine: &dyn Engine,
    program: &Program,
    properties: PropertySet,
    malloc_may_fail: bool,
    budget: &Budget,
) -> Opinion {
    let task = Task {
        program,
        encoded: &encoded(program),
        properties,
        first_only: false,
        run: &RunConfig { malloc_may_fail, ..RunConfig::default() },
        preset: &Preset::named("default").expect("a preset that comes along"),
        unwind: None,
        earlier: &[],
        clock: &Clock::default(),
        progress: &Silent,
    };
    let report = engine.work(&task, budget);
    let error = |outcome: &Outcome| match outcome {
        Outcome::Violation(violation) => Some(violation.kind),
        _ => None,
    };
    let violated: Vec<ErrorKind> = report.violations.iter().filter_map(|run| error(&run.outcome)).collect();
    // A violation ends the path: what might have been wrong behind it is open.
    let proved = if violated.is_empty() { report.proved } else { PropertySet::EMPTY };
    Opinion { proved, violated }
}
