//! Runs one program in the interpreter and compiled by gcc, and compares the two.
//! In: a [`Case`]. Out: a [`Judgement`].

use crate::generator::FaultKind;
use crate::support::compiler::{Compiler, Execution};
use crate::support::inputs::Opened;
use crate::support::load::load_file;
use crate::support::sanitizer::End;
use heapwright::config::{DataModel, RunConfig};
use heapwright::interp::{
    BoundaryInputs, FixedInputs, InputKind, Inputs, Interpreter, Outcome, PathEnd, RandomInputs, Run,
};
use heapwright::ir::{Callee, ErrorKind, Program, Property, PropertySet, SiteId, StatementKind};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What is checked while the outputs are compared. Leaks are looked for in a second run.
const PROPERTIES: &[Property] =
    &[Property::UnreachCall, Property::Assertions, Property::ValidDeref, Property::ValidFree, Property::NoOverflow];
/// How many inputs are tried in search of runs that end in different ways.
const ATTEMPTS: u64 = 40;
/// After how many attempts that find nothing new the search is given up.
const IN_VAIN: u32 = 8;
/// How many runs of a program are compared at most.
const COMPARED: usize = 4;

/// A program to be run in both ways.
pub struct Case {
    /// The file.
    pub source: PathBuf,
    /// Sizes of types.
    pub model: DataModel,
    /// Options of the preprocessor.
    pub options: Vec<String>,
    /// For generated programs, what the generator says.
    pub claim: Option<Claim>,
}

/// What a generator says about its program.
pub struct Claim {
    /// What goes wrong in every run whose first inputs are the key.
    pub fault: Option<FaultKind>,
    /// The inputs that open the lock before the fault; none if there is no lock.
    pub key: Vec<u64>,
}

/// What came out.
#[derive(Debug)]
pub enum Judgement {
    /// So many runs were compared and are the same.
    Agree(usize),
    /// Nothing could be compared, because heapwright does not model the program.
    Unsupported(String),
    /// Nothing could be compared, because the program leaves it open what happens, or does not end.
    Incomparable(&'static str),
    /// The two differ.
    Differ(String),
}

/// Compares all that can be compared.
pub fn judge(case: &Case, compiler: &Compiler) -> Judgement {
    let program = match load_file(&case.source, case.model, case.options.clone(), "main") {
        Ok((program, _)) => program,
        Err(reason) => return Judgement::Unsupported(reason),
    };
    if program.entry.is_none() {
        return Judgement::Incomparable("it has no main function");
    }
    let interpreter = Interpreter::new(&program);
    let asked = asked_sites(&program);
    let key = case.claim.as_ref().map_or(&[][..], |claim| &claim.key);
    let runs = different_runs(&program, &interpreter, key);
    let mut compiled = None;
    let mut compared = 0;
    let mut skipped = None;
    for run in runs {
        match comparable(case, &program, &asked, &run) {
            Ok(()) => {}
            Err(Judgement::Differ(what)) => return Judgement::Differ(what),
            Err(reason) => {
                skipped = Some(reason);
                continue;
            }
        }
        let inputs: Vec<u64> =
            run.inputs.iter().filter(|input| input.key.kind == InputKind::Nondet).map(|input| input.value).collect();
        let differ = |what: String| Judgement::Differ(format!("{what}\n  inputs: {inputs:x?}"));
        if compiled.is_none() {
            compiled = match compiler.compile(&case.source, &case.options) {
                Ok(path) => Some(path),
                Err(message) => return differ(format!("gcc does not compile it: {message}")),
            };
        }
        let Some(path) = &compiled else { continue };
        let execution = compiler.run(path, &inputs, compiler.finds_leaks);
        let leak = matches!(run.outcome, Outcome::Exit(_)).then(|| leaks(&interpreter, &run));
        let difference = difference(&run, leak, &execution, compiler).or_else(|| broken_claim(case, &run, leak));
        if let Some(what) = difference {
            return differ(what);
        }
        compared += 1;
    }
    match skipped {
        Some(reason) if compared == 0 => reason,
        _ => Judgement::Agree(compared),
    }
}

/// Runs that end in different ways, at most [`COMPARED`], those first that end as the program wants. Every other one has the key of the
/// lock, if there is one.
fn different_runs(program: &Program, interpreter: &Interpreter, key: &[u64]) -> Vec<Run> {
    let config = RunConfig { max_steps: 100_000, ..RunConfig::default() };
    let mut found: Vec<(String, Run)> = Vec::new();
    let mut in_vain = 0;
    for attempt in 0..ATTEMPTS {
        let mut boundary = BoundaryInputs::new(attempt as u32);
        let mut random = RandomInputs::new(program, attempt);
        let mut opened = Opened::new(key, program, attempt);
        let inputs: &mut dyn Inputs = if !key.is_empty() && attempt % 2 == 0 {
            &mut opened
        } else if attempt < u64::from(BoundaryInputs::VARIANTS) {
            &mut boundary
        } else {
            &mut random
        };
        let run = interpreter.run(PropertySet::of(PROPERTIES), inputs, &config, &|| false);
        let determined = run.inputs.is_empty();
        let key = match &run.outcome {
            Outcome::Violation(violation) => format!("{:?} {:?}", violation.kind, violation.span),
            outcome => format!("{:?}", std::mem::discriminant(outcome)),
        };
        in_vain += 1;
        if found.iter().all(|(other, _)| *other != key) {
            found.push((key, run));
            in_vain = 0;
        }
        let enough = in_vain >= IN_VAIN && found.iter().any(|(_, run)| !ends_early(run));
        if determined || enough {
            break;
        }
    }
    let mut runs: Vec<Run> = found.into_iter().map(|(_, run)| run).collect();
    runs.sort_by_key(ends_early);
    runs.truncate(COMPARED);
    runs
}

/// Whether a run ends where the program does not want to.
fn ends_early(run: &Run) -> bool {
    matches!(run.outcome, Outcome::PathEnded(_))
}

/// The calls by which a program itself asks for inputs. Those inside the models of the C library, and those that choose
/// an order of evaluation, stand for choices that a compiled program makes by itself.
fn asked_sites(program: &Program) -> BTreeSet<SiteId> {
    let own = program.functions.iter().filter(|function| !function.library).filter_map(|function| function.body());
    let statements = own.flat_map(|body| body.blocks.iter()).flat_map(|block| &block.statements);
    let asks = statements.filter(|statement| {
        matches!(&statement.kind, StatementKind::Call { callee: Callee::Direct(callee), .. }
            if program.functions[*callee].name.starts_with("__VERIFIER_nondet_"))
    });
    asks.map(|statement| statement.site).collect()
}

/// Whether a compiled program can be expected to do the same.
fn comparable(case: &Case, program: &Program, asked: &BTreeSet<SiteId>, run: &Run) -> Result<(), Judgement> {
    if let Outcome::Unsupported(construct) = &run.outcome {
        return Err(Judgement::Unsupported(construct.what.clone()));
    }
    if let Some(call) = run.external_calls.first() {
        return Err(Judgement::Unsupported(format!("function `{}`", program.functions[call.function].name)));
    }
    if !run.warnings.is_empty() {
        return Err(match case.claim {
            Some(_) => Judgement::Differ("something uninitialised is read".into()),
            None => Judgement::Incomparable("it reads uninitialised memory"),
        });
    }
    if run.inputs.iter().any(|input| input.key.kind != InputKind::Nondet) {
        return Err(Judgement::Incomparable("it depends on addresses or on arguments"));
    }
    if run.inputs.iter().any(|input| !asked.contains(&input.key.site)) {
        return Err(Judgement::Incomparable("it depends on what C or its library leaves open"));
    }
    match run.outcome {
        Outcome::StepLimit | Outcome::DepthLimit | Outcome::MemoryLimit => {
            Err(Judgement::Incomparable("it runs for too long or needs too much memory"))
        }
        _ => Ok(()),
    }
}

/// Whether memory is lost in a run that comes to its end.
fn leaks(interpreter: &Interpreter, run: &Run) -> bool {
    let properties = PropertySet::of(PROPERTIES).with(Property::ValidMemtrack);
    let mut inputs = FixedInputs::from_recorded(&run.inputs);
    let run = interpreter.run(properties, &mut inputs, &RunConfig::default(), &|| false);
    matches!(run.outcome, Outcome::Violation(violation) if violation.kind == ErrorKind::Leak)
}

/// The error with which a run ended, if any.
fn error_of(run: &Run) -> Option<ErrorKind> {
    match &run.outcome {
        Outcome::Violation(violation) => Some(violation.kind),
        Outcome::PathEnded(PathEnd::Error(kind, _)) => Some(*kind),
        _ => None,
    }
}

/// In what a compiled program differs from a run.
fn difference(run: &Run, leak: Option<bool>, execution: &Execution, compiler: &Compiler) -> Option<String> {
    let leak = leak.unwrap_or(false) && compiler.finds_leaks;
    let same_end = match (&run.outcome, &execution.end) {
        (_, End::OutOfScope(_)) => return None,
        (Outcome::Exit(status), End::Exit(code)) => !leak && status & 0xff == *code,
        (Outcome::Exit(_), End::Error(kinds)) => leak && *kinds == [ErrorKind::Leak],
        (Outcome::Aborted, End::Abort) => true,
        (Outcome::PathEnded(PathEnd::AssumptionFailed(_)), End::Assumption) => true,
        (_, End::Abort) => error_of(run) == Some(ErrorKind::ErrorCall),
        (_, End::Error(kinds)) => error_of(run).is_some_and(|kind| {
            // The error function of a program is often an assertion that fails.
            kinds.contains(&kind) || kind == ErrorKind::ErrorCall && *kinds == [ErrorKind::AssertionFailed]
        }),
        _ => false,
    };
    if !same_end {
        let lost = if leak { " with lost memory" } else { "" };
        let detail = match &run.outcome {
            Outcome::Violation(violation) => format!("{:?} ({})", violation.kind, violation.details),
            outcome => format!("{outcome:?}"),
        };
        return Some(format!("it ends with {detail}{lost}, compiled with {:?}", execution.end));
    }
    if run.output != execution.output {
        let ours = String::from_utf8_lossy(&run.output);
        return Some(format!("it prints\n{ours}\ncompiled, it prints\n{}", execution.output_text()));
    }
    None
}

/// Whether a generated program does not do what its generator says.
fn broken_claim(case: &Case, run: &Run, leak: Option<bool>) -> Option<String> {
    let claim = case.claim.as_ref()?;
    let error = error_of(run).or_else(|| leak?.then_some(ErrorKind::Leak));
    let opened = run.inputs.len() >= claim.key.len()
        && run.inputs.iter().zip(&claim.key).all(|(input, known)| input.value == *known);
    let kept = match (claim.fault.filter(|_| opened), &run.outcome) {
        (_, Outcome::PathEnded(PathEnd::AssumptionFailed(_))) => true,
        (None, _) => error.is_none(),
        (Some(fault), _) => error.is_some_and(|error| fault.errors().contains(&error)),
    };
    (!kept).then(|| format!("the fault should be {:?}, but is {error:?}", claim.fault))
}
