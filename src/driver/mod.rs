//! The driver: the order of the stages, and the limits.
//!
//! In: a job, made of the stages' configurations. Out: a verdict, or why there is none. Works on a thread with
//! a deep stack, so that deep recursion in any stage is no concern, while the calling thread keeps the limits.
//! Knows nothing of options and terminals.
//!
//! ```
//! use heapwright::base::Silent;
//! use heapwright::driver::{Job, Unit, verify};
//! use heapwright::verdict::Overall;
//! use std::sync::Arc;
//!
//! let file = std::env::temp_dir().join("heapwright-example.c");
//! std::fs::write(&file, "int main(void) { int *p = 0; return *p; }")?;
//! let outcome = verify(Job::of(vec![Unit::of(&file)]), Arc::new(Silent));
//!
//! let verdict = outcome.result.expect("a C program");
//! assert!(matches!(verdict.overall(), Overall::False(property) if property.name() == "valid-deref"));
//! let finding = &verdict.findings()[0];
//! assert_eq!(finding.message, "read through a null pointer");
//! assert_eq!(finding.location.as_ref().map(|place| (place.line, place.column)), Some((1, 37)));
//! # std::io::Result::Ok(())
//! ```

mod contracts;
mod execute;
mod front;
mod integrity;

use crate::base::{Clock, Diagnostic, SourceMap, Span};
use crate::config::{DataModel, Limits, LowerConfig, ParseConfig};
use crate::engine::{self, Unfinished, View};
use crate::report;
use crate::strategy::{self, Context};
use crate::validate;
use crate::verdict::Verdict;
use crate::witness::Entry;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use crate::strategy::{Effort, Listener, Plan};
pub use execute::{Ending, Execution, MakeInputs, Setup, execute};
pub use integrity::integrity;

/// What to verify, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files of the program, which are linked.
    pub units: Vec<Unit>,
    /// What is asked, and how it is found out.
    pub plan: Plan,
    /// Configuration of `lower`.
    pub lower: LowerConfig,
    /// Limits of the whole.
    pub limits: Limits,
    /// When the time began to run.
    pub started: Instant,
    /// Boundaries between stages to show.
    pub dump: Vec<Stage>,
}

/// A file of a program.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Where it is.
    pub file: PathBuf,
    /// Configuration of `parse` for it.
    pub parse: ParseConfig,
}

impl Unit {
    /// A file that needs no arguments of the preprocessor, for 64 bits.
    pub fn of(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into(), parse: ParseConfig::new(DataModel::Lp64) }
    }
}

impl Job {
    /// What is usual: assertions, memory safety, divisions and shifts from `main` on, by all engines, within a minute from now and 4 GiB.
    pub fn of(units: Vec<Unit>) -> Self {
        let data_model = units.first().map_or(DataModel::Lp64, |unit| unit.parse.data_model);
        Self {
            units,
            plan: Plan::default(),
            lower: LowerConfig { data_model, entry: Some("main".into()), assertions: true, error_calls: true },
            limits: Limits { timeout: Duration::from_secs(60), memory: 4 << 30 },
            started: Instant::now(),
            dump: Vec::new(),
        }
    }

    /// The name that stands for the whole program in messages: that of the first file.
    pub fn name(&self) -> String {
        self.units.first().map_or(String::new(), |unit| unit.file.to_string_lossy().into_owned())
    }
}

/// A boundary between stages that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The output of `parse`.
    Ast,
    /// The output of `lower`.
    Ir,
    /// What an engine makes of it.
    Engine(View),
}

/// Why there is no verdict.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The input cannot be read, parsed or understood: messages to the user, as text.
    Input(String),
    /// heapwright itself is at fault.
    Internal(String),
}

impl Failure {
    /// A message about a job's program as a whole.
    fn input(job: &Job, message: String, sources: &SourceMap) -> Self {
        Failure::Input(report::diagnostics(&[Diagnostic::error(Span::NONE, message)], &job.name(), sources))
    }
}

/// The result of a job.
pub struct Outcome<T = Verdict> {
    /// A verdict, or why there is none.
    pub result: Result<T, Failure>,
    /// The source lines to show.
    pub sources: Arc<SourceMap>,
    /// What was to be shown.
    pub dumps: String,
}

impl Outcome {
    /// Of a job that cannot be done.
    pub fn unknown(job: &Job, reason: String) -> Self {
        let mut verdict = Verdict::new(job.plan.properties);
        verdict.add_reason(reason, None);
        Self { result: Ok(verdict), sources: Arc::default(), dumps: String::new() }
    }
}

/// Does a job. Returns within the job's time even if a stage does not; that stage's thread is then left behind.
pub fn verify(job: Job, progress: Arc<dyn Listener>) -> Outcome {
    work(job, progress, |job, context, shared| {
        show(job, context, shared);
        if !contracts::prove(job, context) {
            strategy::decide(context);
        }
    })
}

/// Finds out what holds in the loops of a program; the verdict has the invariants.
pub fn invariants(job: Job, progress: Arc<dyn Listener>) -> Outcome {
    work(job, progress, |_, context, _| strategy::show_invariants(context))
}

/// Checks whether a witness shows what it claims. The verdict is `false` if an execution along a violation witness
/// violates the property where it says, `true` if the invariants of a correctness witness are defined and hold and the
/// program is proved, and `unknown` otherwise, with the reason.
pub fn check_witness(job: Job, entry: Entry, progress: Arc<dyn Listener>) -> Outcome {
    work(job, progress, move |job, context, shared| {
        show(job, context, shared);
        let case = validate::Case {
            subject: context.subject(),
            task: context.task(job.plan.properties),
            budget: &strategy::WITNESS,
            verify: &|properties, prepared, sources| {
                let plan = Plan { properties, ..job.plan.clone() };
                let known = Mutex::new(Verdict::new(properties));
                let (program, encoded) = (&prepared.program, prepared.encoded());
                strategy::decide(&Context { plan: &plan, program, encoded, sources, known: &known, ..*context });
                lock(&known).clone()
            },
        };
        let mut verdict = context.verdict().clone();
        validate::check(&case, &entry, &mut verdict);
        if entry.is_violation() {
            verdict.findings().iter().for_each(|finding| context.progress.found(finding, context.sources));
        }
        *context.verdict() = verdict;
    })
}

/// Reads a job's program and does something with it, within the limits.
fn work(job: Job, progress: Arc<dyn Listener>, with: impl FnOnce(&Job, &Context, &Shared) + Send + 'static) -> Outcome {
    let shared = Arc::new(Shared::of(&job));
    let result = shared.watch(&job, {
        let (job, shared) = (job.clone(), shared.clone());
        move || {
            let loaded = front::load(&job, None, &shared, &*progress)?;
            with(&job, &context(&job, &loaded, &shared, &*progress), &shared);
            Ok(())
        }
    });
    shared.outcome(result, Verdict::clone)
}

/// What the working thread and the one that keeps the limits both see.
#[derive(Default)]
struct Shared {
    /// Is up when the user's time is nearly so: whoever works should come to an end.
    clock: Clock,
    /// What is known so far.
    verdict: Mutex<Verdict>,
    sources: Mutex<Arc<SourceMap>>,
    dumps: Mutex<String>,
}

/// The part of the time after which whoever works should come to an end, so that the answer is still reported.
const SHARE: f64 = 0.93;

impl Shared {
    /// For a job of which nothing is known yet.
    fn of(job: &Job) -> Self {
        Self {
            clock: Clock::until(job.started + job.limits.timeout.mul_f64(SHARE)),
            verdict: Mutex::new(Verdict::new(job.plan.properties)),
            ..Self::default()
        }
    }

    /// Lets a job be done within its limits.
    fn watch<F>(&self, job: &Job, work: F) -> Result<(), Failure>
    where
        F: FnOnce() -> Result<(), Failure> + Send + 'static,
    {
        let limit = match engine::within(&job.limits, job.started, &self.clock, work) {
            Ok(ended) => return ended,
            Err(Unfinished::Failed) => return Err(Failure::Internal("a stage panicked".into())),
            Err(Unfinished::Time) => "the time limit was reached",
            Err(Unfinished::Memory) => "the memory limit was reached",
        };
        lock(&self.verdict).add_reason(limit, None);
        Ok(())
    }

    /// What work left here, after it ended or was left behind.
    fn outcome<T>(&self, ended: Result<(), Failure>, take: impl FnOnce(&Verdict) -> T) -> Outcome<T> {
        let result = ended.map(|()| take(&lock(&self.verdict)));
        Outcome { result, sources: lock(&self.sources).clone(), dumps: lock(&self.dumps).clone() }
    }
}

/// A lock that outlives a panic of another thread: what it guards is always in order.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the strategy works with, for a program that was read.
fn context<'a>(job: &'a Job, loaded: &'a front::Loaded, shared: &'a Shared, progress: &'a dyn Listener) -> Context<'a> {
    let front::Loaded { prepared, sources, parsed } = loaded;
    Context {
        plan: &job.plan,
        program: &prepared.program,
        encoded: prepared.encoded(),
        sources,
        parsed,
        lower: &job.lower,
        clock: &shared.clock,
        known: &shared.verdict,
        progress,
    }
}

/// Shows what engines make of the program, as far as that is wanted.
fn show(job: &Job, context: &Context, shared: &Shared) {
    let task = context.task(job.plan.properties);
    for (view, budget) in strategy::VIEWS {
        if job.dump.contains(&Stage::Engine(view)) {
            *lock(&shared.dumps) += &engine::show(&task, view, budget, context.sources);
        }
    }
}
