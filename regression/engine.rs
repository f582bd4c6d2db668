//! The symbolic engine against concrete execution, on generated programs.
//!
//! In: generated programs, a third of them with a fault. Out: tests. A program that is proved has no fault, and no
//! execution with random inputs contradicts the proof; a violation is replayed and of the kind that was put in.
//! `HEAPWRIGHT_ENGINE` says how many programs are tried per test; the counts are printed.

mod generator;

use generator::{GeneratedProgram, GeneratorConfig, Loops, generate};
use heapwright::base::{Silent, SourceMap};
use heapwright::check::{BoundedConfig, InvariantConfig, check_bounded, check_with_invariants};
use heapwright::config::{DataModel, LowerConfig, RunConfig};
use heapwright::interp::{Interpreter, Outcome, RandomInputs};
use heapwright::ir::{ErrorKind, Program, Property, PropertySet};
use heapwright::template::Preset;
use heapwright::{lower, parse};
use std::time::{Duration, Instant};

/// Programs with loops that are bounded, and with any loops, unless the environment says otherwise.
const PROGRAMS: (u64, u64) = (50, 25);
/// Random executions that may contradict a proof.
const EXECUTIONS: u64 = 60;
/// Bytes of stack: the stages follow the nesting of the source.
const STACK: usize = 256 << 20;

#[derive(Default, Debug)]
struct Counts {
    programs: u64,
    faulty: u64,
    proved: u64,
    refuted: u64,
    unknown: u64,
}

fn properties(program: &GeneratedProgram) -> PropertySet {
    let all = [Property::Assertions, Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack];
    let set = PropertySet::of(&all);
    let overflow = program.fault.is_some_and(|fault| fault.errors().contains(&ErrorKind::SignedOverflow));
    if overflow { set.with(Property::NoOverflow) } else { set }
}

fn load(source: &str, model: DataModel) -> Program {
    let mut sources = SourceMap::new();
    let parsed = parse::parse_text("generated.c", source, &mut sources, false)
        .unwrap_or_else(|_| panic!("a generated program does not parse:\n{source}"));
    let config = LowerConfig { data_model: model, entry: Some("main".into()) };
    match lower::lower(&[parsed], &config, &mut sources) {
        Ok(lowered) => lowered.program,
        Err(messages) => panic!("a generated program does not lower: {messages:?}\n{source}"),
    }
}

/// Fails if a random execution of a proved program violates a property.
fn contradict(program: &Program, properties: PropertySet, source: &str) {
    let interpreter = Interpreter::new(program);
    let config = RunConfig { max_steps: 20_000, ..RunConfig::default() };
    for seed in 0..EXECUTIONS {
        let run = interpreter.run(properties, &mut RandomInputs::new(program, seed), &config, &|| false);
        if let Outcome::Violation(violation) = run.outcome {
            panic!("proved, but an execution has {:?}:\n{source}", violation.kind);
        }
    }
}

fn each_program(loops: Loops, check: impl Fn(&Program, &GeneratedProgram, PropertySet, &mut Counts) + Send + Sync) {
    let otherwise = if loops == Loops::Bounded { PROGRAMS.0 } else { PROGRAMS.1 };
    let count = std::env::var("HEAPWRIGHT_ENGINE").ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let work = || {
        let mut counts = Counts::default();
        for seed in 0..count {
            let model = if seed % 2 == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
            let mut config = GeneratorConfig::new(model).with_faults(seed);
            config.loops = loops;
            config.inputs = seed % 4 != 0;
            let generated = generate(seed, &config);
            let program = load(&generated.source, model);
            let properties = properties(&generated);
            counts.programs += 1;
            counts.faulty += u64::from(generated.fault.is_some());
            check(&program, &generated, properties, &mut counts);
        }
        println!("{loops:?}: {counts:?}");
        assert_eq!(counts.proved + counts.refuted + counts.unknown, counts.programs);
        assert!(counts.proved + counts.refuted > 0, "nothing was decided");
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        if let Err(panic) = thread.expect("a thread starts").join() {
            std::panic::resume_unwind(panic);
        }
    });
}

#[test]
fn bounded_checks_agree_with_execution() {
    each_program(Loops::Bounded, |program, generated, properties, counts| {
        let run = RunConfig::default();
        let config = BoundedConfig {
            properties,
            first_only: true,
            bounds: &[1, 4, 16],
            malloc_may_fail: false,
            deadline: Instant::now() + Duration::from_secs(10),
            run: &run,
        };
        let result = check_bounded(program, &config, &Silent);
        if let Some(run) = result.violations.first() {
            let Outcome::Violation(violation) = &run.outcome else { panic!("a violation was replayed") };
            let expected = generated.fault.map_or(&[][..], |fault| fault.errors());
            assert!(expected.contains(&violation.kind), "{:?} was not put in:\n{}", violation.kind, generated.source);
            counts.refuted += 1;
        } else if result.proved {
            assert_eq!(generated.fault, None, "proved in spite of its fault:\n{}", generated.source);
            contradict(program, properties, &generated.source);
            counts.proved += 1;
        } else {
            counts.unknown += 1;
        }
    });
}

#[test]
fn proofs_by_invariants_are_not_contradicted() {
    let preset = Preset::named("default").expect("a preset that comes along");
    each_program(Loops::Unbounded, |program, generated, properties, counts| {
        let proved = |attempt| {
            let config = InvariantConfig {
                properties,
                attempt,
                rows: &[],
                malloc_may_fail: false,
                all_stages: false,
                deadline: Instant::now() + Duration::from_secs(5),
            };
            check_with_invariants(program, &config, &Silent).proved
        };
        if preset.attempts.iter().any(proved) {
            assert_eq!(generated.fault, None, "proved in spite of its fault:\n{}", generated.source);
            contradict(program, properties, &generated.source);
            counts.proved += 1;
        } else {
            counts.unknown += 1;
        }
    });
}
