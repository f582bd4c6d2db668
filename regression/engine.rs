//! The symbolic engine against concrete execution, on generated programs.
//!
//! In: generated programs, a third of them with a fault. Out: tests. A program that is proved has no fault, and no
//! execution with random inputs contradicts the proof; a violation is replayed and of the kind that was put in. With
//! loops of any length, what one engine proves no other refutes.
//! `HEAPWRIGHT_ENGINE` says how many programs are tried per test; the counts are printed.

mod generator;

use generator::{GeneratedProgram, GeneratorConfig, Loops, generate};
use heapwright::base::{Silent, SourceMap};
use heapwright::check::{BoundedConfig, InvariantConfig, check_bounded, check_with_invariants};
use heapwright::config::{DataModel, LowerConfig, RunConfig};
use heapwright::interp::{Interpreter, Outcome, RandomInputs};
use heapwright::ir::{ErrorKind, Program, Property, PropertySet};
use heapwright::shape::{ShapeConfig, analyse};
use heapwright::template::Preset;
use heapwright::{lower, parse};
use std::time::{Duration, Instant};

/// Programs with loops that are bounded, and with any loops, unless the environment says otherwise.
const PROGRAMS: (u64, u64) = (50, 50);
/// The time of one step of one engine, and the attempts at invariants that are made.
const TIME: Duration = Duration::from_secs(1);
const ATTEMPTS: usize = 2;
/// Random executions that may contradict a proof.
const EXECUTIONS: u64 = 60;
/// Bytes of stack: the stages follow the nesting of the source.
const STACK: usize = 256 << 20;

#[derive(Default, Debug)]
struct Counts {
    programs: u64,
    faulty: u64,
    proved: u64,
    /// Of the proofs, those that one engine gives alone.
    by_shapes: u64,
    by_invariants: u64,
    within_bounds: u64,
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

/// What each engine says about one program.
struct Opinions {
    by_shapes: PropertySet,
    by_invariants: PropertySet,
    within_bounds: bool,
    violated: Vec<ErrorKind>,
}

impl Opinions {
    fn of(program: &Program, properties: PropertySet) -> Self {
        let soon = || Instant::now() + TIME;
        let config = ShapeConfig { properties, malloc_may_fail: false, states: 20_000, deadline: soon() };
        let by_shapes = analyse(program, &config).proved;
        let mut by_invariants = PropertySet::default();
        let of_values = |property: &Property| matches!(property, Property::Assertions | Property::NoOverflow);
        let (values, memory): (Vec<Property>, Vec<Property>) = properties.iter().partition(of_values);
        let preset = Preset::named("default").expect("a preset that comes along");
        for group in [PropertySet::of(&values), PropertySet::of(&memory)] {
            let proves = |attempt| {
                let config = InvariantConfig {
                    properties: group,
                    attempt,
                    preset: &preset,
                    malloc_may_fail: false,
                    all_stages: false,
                    deadline: soon(),
                };
                check_with_invariants(program, &config, &Silent).proved
            };
            if preset.attempts.iter().take(ATTEMPTS).any(proves) {
                by_invariants = group.iter().fold(by_invariants, PropertySet::with);
            }
        }
        let config = BoundedConfig {
            properties,
            first_only: false,
            bounds: &[1, 2, 4],
            malloc_may_fail: false,
            deadline: soon(),
            run: &RunConfig::default(),
        };
        let result = check_bounded(program, &config, &Silent);
        let violated = result.violations.iter().filter_map(|run| match &run.outcome {
            Outcome::Violation(violation) => Some(violation.kind),
            _ => None,
        });
        let violated: Vec<ErrorKind> = violated.collect();
        Self { by_shapes, by_invariants, within_bounds: result.proved && violated.is_empty(), violated }
    }

    /// Whether the engines together prove all properties.
    fn prove(&self, properties: PropertySet) -> bool {
        let proved = |property| self.by_shapes.contains(property) || self.by_invariants.contains(property);
        self.within_bounds || properties.iter().all(proved)
    }
}

#[test]
fn the_engines_do_not_contradict_each_other() {
    each_program(Loops::Unbounded, |program, generated, properties, counts| {
        let opinions = Opinions::of(program, properties);
        let source = &generated.source;
        for kind in &opinions.violated {
            let expected = generated.fault.map_or(&[][..], |fault| fault.errors());
            assert!(expected.contains(kind), "{kind:?} was not put in:\n{source}");
            let property = kind.property().expect("an error violates a property");
            assert!(
                !opinions.by_shapes.contains(property),
                "{property:?} is proved by shapes, and violated:\n{source}"
            );
            assert!(!opinions.by_invariants.contains(property), "{property:?} is proved, and violated:\n{source}");
        }
        counts.by_shapes += u64::from(properties.iter().all(|property| opinions.by_shapes.contains(property)));
        counts.by_invariants += u64::from(properties.iter().all(|property| opinions.by_invariants.contains(property)));
        counts.within_bounds += u64::from(opinions.within_bounds);
        contradict(program, opinions.by_shapes, source);
        contradict(program, opinions.by_invariants, source);
        if !opinions.violated.is_empty() {
            counts.refuted += 1;
        } else if opinions.prove(properties) {
            assert_eq!(generated.fault, None, "proved in spite of its fault:\n{source}");
            contradict(program, properties, source);
            counts.proved += 1;
        } else {
            counts.unknown += 1;
        }
    });
}
