//! The driver: the order of the stages, the strategy, and the limits.
//!
//! In: a job, made of the stages' configurations. Out: a verdict, or why there is none. Works on a thread with
//! a deep stack, so that deep recursion in any stage is no concern, while the calling thread keeps the limits.
//! Knows nothing of options and terminals.

mod dump;
mod explain;
mod export;
mod expression;
mod front;
mod integrity;
mod missing;
mod naming;
mod proof;
mod strategy;
mod take;
mod tell;
mod validate;
mod watch;

use crate::base::{Clock, Location, Progress, Silent, SourceMap, Span};
use crate::config::{Limits, LowerConfig, ParseConfig, RunConfig};
use crate::engine::{EngineName, Task};
use crate::ir::{Program, PropertySet};
use crate::parse::Parsed;
use crate::template::Preset;
use crate::verdict::{Finding, Verdict};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

pub use integrity::{IntegrityOutcome, integrity};
pub use strategy::Effort;
pub use validate::{check_witness, not_checked};

/// What to verify, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files of the program, which are linked.
    pub units: Vec<Unit>,
    /// What is asked.
    pub properties: PropertySet,
    /// Whether to go on after the first finding.
    pub all_findings: bool,
    /// Configuration of `lower`.
    pub lower: LowerConfig,
    /// Configuration of `interp`.
    pub run: RunConfig,
    /// Limits of the whole.
    pub limits: Limits,
    /// When the time began to run.
    pub started: Instant,
    /// How often loops are unwound in the bounded check; growing if not given.
    pub unwind: Option<u32>,
    /// Which engines are asked.
    pub engines: Vec<EngineName>,
    /// How much they try.
    pub effort: Effort,
    /// Which invariants are looked for.
    pub preset: Preset,
    /// Whether invariants are wanted as C expressions, which takes time.
    pub explain: bool,
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

impl Job {
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
    /// The objects of `memory`.
    Memory,
    /// What `shape` finds at the heads of loops.
    Shape,
    /// The output of `ssa`, with residual loops.
    Ssa,
    /// The first query of the bounded check.
    Smt,
}

/// Why there is no verdict.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The input cannot be read, parsed or understood: messages to the user, as text.
    Input(String),
    /// heapwright itself is at fault.
    Internal(String),
}

/// The result of a job.
pub struct Outcome {
    /// A verdict, or why there is none.
    pub result: Result<Verdict, Failure>,
    /// The source lines to show.
    pub sources: Arc<SourceMap>,
    /// What was to be shown.
    pub dumps: String,
}

/// Whoever waits for an answer.
pub trait Listener: Progress {
    /// A violation was confirmed, of which nothing was told before.
    fn found(&self, _finding: &Finding, _sources: &SourceMap) {}
}

impl Listener for Silent {}

/// Does a job. Returns within the job's time even if a stage does not; that stage's thread is then left behind.
pub fn verify(job: Job, progress: Arc<dyn Listener>) -> Outcome {
    let shared = Arc::new(Shared::of(&job));
    let result = watch::watch(&job, &shared, {
        let (job, shared) = (job.clone(), shared.clone());
        move || work(&job, &shared, &*progress)
    });
    let verdict = lock(&shared.verdict).clone();
    let sources = lock(&shared.sources).clone();
    let dumps = lock(&shared.dumps).clone();
    Outcome { result: result.map(|()| verdict), sources, dumps }
}

/// Finds out what holds in the loops of a program; the verdict has the invariants.
pub fn invariants(job: Job, progress: Arc<dyn Listener>) -> Outcome {
    let shared = Arc::new(Shared::of(&job));
    let result = watch::watch(&job, &shared, {
        let (job, shared) = (job.clone(), shared.clone());
        move || {
            let loaded = front::load(&job, &shared, &*progress)?;
            let context = Context::new(&job, &loaded, &shared, &*progress);
            proof::show_invariants(&context);
            Ok(())
        }
    });
    let verdict = lock(&shared.verdict).clone();
    let sources = lock(&shared.sources).clone();
    Outcome { result: result.map(|()| verdict), sources, dumps: String::new() }
}

fn work(job: &Job, shared: &Shared, progress: &dyn Listener) -> Result<(), Failure> {
    let loaded = front::load(job, shared, progress)?;
    let context = Context::new(job, &loaded, shared, progress);
    dump::show(&context);
    strategy::decide(&context);
    Ok(())
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
            verdict: Mutex::new(Verdict::new(job.properties)),
            ..Self::default()
        }
    }
}

/// A lock that outlives a panic of another thread: what it guards is always in order.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a step of the strategy works with.
struct Context<'a> {
    job: &'a Job,
    program: &'a Program,
    sources: &'a SourceMap,
    /// What the program was lowered from.
    parsed: &'a [Parsed],
    shared: &'a Shared,
    progress: &'a dyn Listener,
}

impl<'a> Context<'a> {
    /// For a program that was read.
    fn new(job: &'a Job, loaded: &'a front::Loaded, shared: &'a Shared, progress: &'a dyn Listener) -> Self {
        let front::Loaded { program, sources, parsed } = loaded;
        Self { job, program, sources, parsed, shared, progress }
    }

    /// What is known so far, to read and to add to. To be held for a moment only.
    fn verdict(&self) -> MutexGuard<'_, Verdict> {
        lock(&self.shared.verdict)
    }

    /// Whether to come to an end.
    fn stopped(&self) -> bool {
        self.shared.clock.is_up()
    }

    /// What an engine is asked about some properties.
    fn task(&self, properties: PropertySet) -> Task<'_> {
        Task {
            program: self.program,
            properties,
            first_only: !self.job.all_findings,
            run: &self.job.run,
            preset: &self.job.preset,
            unwind: self.job.unwind,
            earlier: &[],
            clock: &self.shared.clock,
            progress: self.progress,
        }
    }

    /// Whether nothing is left to do: all is decided, or one finding was asked for and is there.
    fn done(&self) -> bool {
        let verdict = self.verdict();
        verdict.open().is_empty() || !self.job.all_findings && !verdict.findings().is_empty()
    }

    fn locate(&self, span: Span) -> Option<Location> {
        self.sources.locate(span)
    }
}
