//! The check of a witness: a violation is looked for along its waypoints, by the interpreter and then, for what the
//! witness leaves open, by the bounded check.

use super::explain::Explainer;
use super::waypoints::{Guide, Path};
use super::{Context, Failure, Job, Outcome, Shared, dump, export, front, lock, proofs, runs, strategy, watch};
use crate::base::{Progress, SourceMap};
use crate::config::{CheckAction, CheckPlace, InsertedCheck, RunConfig};
use crate::interp::{BoundaryInputs, FixedInputs, Inputs, Interpreter, Outcome as RunOutcome, RandomInputs, Run};
use crate::ir::Property;
use crate::verdict::{Overall, Verdict};
use crate::witness::{Content, Entry, InvariantKind};
use std::sync::{Arc, Mutex};

/// Steps of the runs along a witness: the first, and those with other values for what it leaves open.
const FIRST_RUN: u64 = 20_000_000;
const OTHER_RUN: u64 = 200_000;
/// How many other runs with random values there are.
const RANDOM_RUNS: u64 = 60;

/// Checks whether a witness shows what it claims. The verdict is `false` if an execution along a violation witness
/// violates the property where it says, `true` if the invariants of a correctness witness hold and the program is
/// proved, and `unknown` otherwise, with the reason.
pub fn check_witness(job: Job, entry: Entry, progress: Arc<dyn Progress>) -> Outcome {
    let shared = Arc::new(Shared { verdict: Mutex::new(Verdict::new(job.properties)), ..Shared::default() });
    let result = watch::watch(&job, &shared, {
        let (job, shared) = (job.clone(), shared.clone());
        move || work(&job, &entry, &shared, &*progress)
    });
    let verdict = lock(&shared.verdict).clone();
    let sources = lock(&shared.sources).clone();
    let dumps = lock(&shared.dumps).clone();
    Outcome { result: result.map(|()| verdict), sources, dumps }
}

/// The outcome for a witness that cannot be checked.
pub fn not_checked(job: &Job, reason: String) -> Outcome {
    let mut verdict = Verdict::new(job.properties);
    verdict.add_reason(reason, None);
    Outcome { result: Ok(verdict), sources: Arc::new(SourceMap::new()), dumps: String::new() }
}

fn work(job: &Job, entry: &Entry, shared: &Shared, progress: &dyn Progress) -> Result<(), Failure> {
    let front::Loaded { program, sources, .. } = front::load(job, shared, progress)?;
    let context = Context { job, program: &program, sources: &sources, shared, progress };
    dump::show(&context);
    let checked = match entry.entry_type.as_str() {
        "violation_sequence" => Path::of(entry).and_then(|path| follow_marked(&context, &path)),
        _ => invariants(entry).and_then(|checks| prove(&context, &checks)),
    };
    if let Err(reason) = checked {
        context.verdict().add_reason(reason, None);
    }
    Ok(())
}

/// The invariants of a correctness witness, as checks.
fn invariants(entry: &Entry) -> Result<Vec<InsertedCheck>, String> {
    let check = |(number, content): (usize, &Content)| match content {
        Content::Segment(_) => Err("a correctness witness with something else than invariants".to_string()),
        Content::Invariant(item) if item.format != "c_expression" => {
            Err(format!("the invariant in line {} is no C expression", item.location.line))
        }
        Content::Invariant(item) => Ok(InsertedCheck {
            number,
            file: item.location.file_name.clone(),
            line: item.location.line,
            column: item.location.column,
            place: match item.kind {
                InvariantKind::LoopInvariant => CheckPlace::Loop,
                InvariantKind::LocationInvariant => CheckPlace::Statement,
            },
            expression: item.value.clone(),
            action: CheckAction::Fail,
        }),
    };
    entry.content.iter().enumerate().map(check).collect()
}

/// Verifies the program with the invariants as checks: they hold, and the property does, or why not.
fn prove(context: &Context, checks: &[InsertedCheck]) -> Result<(), String> {
    let mut job = export::with_checks(context.job, checks);
    // A check that fails is a call of the error function.
    job.properties = job.properties.with(Property::UnreachCall);
    let shared = Shared { verdict: Mutex::new(Verdict::new(job.properties)), ..Shared::default() };
    let loaded = load(context, &job, checks, &shared)?;
    let inner = Context { job: &job, program: &loaded.program, sources: &loaded.sources, shared: &shared, ..*context };
    strategy::decide(&inner);
    let found = lock(&shared.verdict).clone();
    let mut verdict = context.verdict();
    verdict.take_statistics(&found);
    if let Some(finding) = found.findings().first() {
        return match finding.check.and_then(|number| checks.iter().find(|check| check.number == number)) {
            Some(check) => {
                let place = format!("{}:{}", check.file, check.line);
                Err(format!("the witness is wrong: `{}` at {place} does not hold in an execution", check.expression))
            }
            None => {
                verdict.add_finding(finding.clone());
                Ok(())
            }
        };
    }
    if found.overall() == Overall::True {
        let asked = context.job.properties;
        verdict.prove(asked.iter());
        found.assumptions().for_each(|assumption| verdict.add_assumption(assumption));
        return Ok(());
    }
    found.reasons().for_each(|reason| verdict.add_reason(reason.what.clone(), reason.location.clone()));
    Err("it was not shown that the invariants hold and suffice".to_string())
}

/// Looks for an execution along the waypoints, in the program with the assumptions among them marked.
fn follow_marked(context: &Context, path: &Path) -> Result<(), String> {
    let checks = path.checks();
    if checks.is_empty() {
        follow(context, path);
        return Ok(());
    }
    let job = export::with_checks(context.job, &checks);
    let loaded = load(context, &job, &checks, context.shared)?;
    follow(&Context { job: &job, program: &loaded.program, sources: &loaded.sources, ..*context }, path);
    Ok(())
}

/// The program with checks; an error is why one cannot be inserted.
fn load(context: &Context, job: &Job, checks: &[InsertedCheck], shared: &Shared) -> Result<front::Loaded, String> {
    let loaded = front::load(job, shared, context.progress).map_err(|failure| match failure {
        Failure::Input(message) => {
            format!("an expression of the witness is not understood: {}", message.trim_end().replace('\n', " "))
        }
        Failure::Internal(message) => message,
    })?;
    match checks.iter().find(|check| !loaded.inserted.contains(&check.number)) {
        None => Ok(loaded),
        Some(lost) => {
            let column = lost.column.map_or(String::new(), |column| format!(":{column}"));
            Err(format!("nothing that the expression can belong to stands at {}:{}{column}", lost.file, lost.line))
        }
    }
}

/// Looks for an execution along the waypoints.
fn follow(context: &Context, path: &Path) {
    let interpreter = Interpreter::new(context.program);
    let explainer = Explainer::new(context);
    let attempt = |rest: &mut dyn Inputs, max_steps: u64| {
        let config = RunConfig { max_steps, trace: true, ..context.job.run.clone() };
        let mut guide = Guide::new(path, &explainer, rest);
        let run = interpreter.run(context.job.properties, &mut guide, &config, &|| context.stopped());
        settle(context, &explainer, path, &run)
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
    for run in proofs::all_violations(context) {
        let mut inputs = FixedInputs::from_recorded(&run.inputs);
        let run = interpreter.run(context.job.properties, &mut inputs, &config, &|| context.stopped());
        if settle(context, &explainer, path, &run) {
            return;
        }
    }
    if context.verdict().overall() == Overall::Unknown {
        let place = path
            .target
            .as_ref()
            .map_or(String::new(), |target| format!(" in line {} of {}", target.line, target.file_name));
        let what = format!("no execution along the witness was found that violates the property{place}");
        context.verdict().add_reason(what, None);
    }
}

/// Reports a run if it violates the property where the path ends and passes all waypoints before.
fn settle(context: &Context, explainer: &Explainer, path: &Path, run: &Run) -> bool {
    let RunOutcome::Violation(violation) = &run.outcome else { return false };
    if !path.ends_at(&explainer.finding(run, violation)) || !path.is_passed(run, explainer) {
        return false;
    }
    runs::report(context, run)
}
