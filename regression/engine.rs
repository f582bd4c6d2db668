//! The symbolic engine against concrete execution, on generated programs.
//!
//! In: generated programs, a third of them with a fault. Out: tests. A program that is proved has no fault, and no
//! execution with random inputs contradicts the proof; a violation is replayed and of the kind that was put in. With
//! loops of any length, what one engine proves no other refutes.
//! `HEAPWRIGHT_ENGINE` says how many programs are tried per test; the counts are printed.

mod generator;
mod support;

use generator::{GeneratedProgram, GeneratorConfig, Loops, generate};
use heapwright::config::{DataModel, RunConfig};
use heapwright::engine::{Bounded, Budget};
use heapwright::interp::{Interpreter, Outcome};
use heapwright::ir::{ErrorKind, Program, Property, PropertySet};
use support::engines::{ENGINES, SOME, ask};
use support::inputs::Opened;
use support::load::load_generated;
use support::work::{for_all, setting};

/// Programs with loops that are bounded, and with any loops, unless the environment says otherwise.
const PROGRAMS: (u64, u64) = (50, 50);
/// Random executions that may contradict a proof.
const EXECUTIONS: u64 = 60;

#[derive(Default, Debug)]
struct Counts {
    programs: u64,
    faulty: u64,
    proved: u64,
    /// Of the proofs, those that each engine gives alone.
    alone: [u64; ENGINES.len()],
    refuted: u64,
    unknown: u64,
}

impl Counts {
    fn plus(&self, other: &Counts) -> Counts {
        Counts {
            programs: self.programs + other.programs,
            faulty: self.faulty + other.faulty,
            proved: self.proved + other.proved,
            alone: std::array::from_fn(|index| self.alone[index] + other.alone[index]),
            refuted: self.refuted + other.refuted,
            unknown: self.unknown + other.unknown,
        }
    }
}

fn properties(program: &GeneratedProgram) -> PropertySet {
    let all = [Property::Assertions, Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack];
    let set = PropertySet::of(&all);
    let overflow = program.fault.is_some_and(|fault| fault.errors().contains(&ErrorKind::SignedOverflow));
    if overflow { set.with(Property::NoOverflow) } else { set }
}

/// Fails if a random execution of a proved program violates a property; a lock is open in every other one.
fn contradict(program: &Program, properties: PropertySet, generated: &GeneratedProgram) {
    let interpreter = Interpreter::new(program);
    let config = RunConfig { max_steps: 20_000, ..RunConfig::default() };
    for seed in 0..EXECUTIONS {
        let key = if seed % 2 == 0 { &generated.key[..] } else { &[] };
        let run = interpreter.run(properties, &mut Opened::new(key, program, seed), &config, &|| false);
        if let Outcome::Violation(violation) = run.outcome {
            panic!("proved, but an execution has {:?}:\n{}", violation.kind, generated.source);
        }
    }
}

/// Generates programs, has them judged, and counts.
fn each_program(loops: Loops, check: impl Fn(&Program, &GeneratedProgram, PropertySet, &mut Counts) + Send + Sync) {
    let otherwise = if loops == Loops::Bounded { PROGRAMS.0 } else { PROGRAMS.1 };
    let seeds: Vec<u64> = (0..setting("HEAPWRIGHT_ENGINE", otherwise)).collect();
    let counts = for_all(&seeds, |&seed| {
        let model = if seed % 2 == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
        let mut config = GeneratorConfig::new(model).with_faults(seed);
        config.loops = loops;
        config.inputs = seed % 4 != 0;
        let generated = generate(seed, &config);
        let program = load_generated(&generated.source, model);
        let properties = properties(&generated);
        let mut counts = Counts { programs: 1, faulty: u64::from(generated.fault.is_some()), ..Counts::default() };
        check(&program, &generated, properties, &mut counts);
        counts
    });
    let counts = counts.iter().fold(Counts::default(), |all, one| all.plus(one));
    println!("{loops:?}: {counts:?}");
    assert_eq!(counts.proved + counts.refuted + counts.unknown, counts.programs);
    assert!(counts.proved + counts.refuted > 0, "nothing was decided");
}

#[test]
fn bounded_checks_agree_with_execution() {
    each_program(Loops::Bounded, |program, generated, properties, counts| {
        let budget = Budget {
            bounds: &[1, 4, 16],
            resources: 4 * SOME.resources,
            statements: 400_000,
            terms: 6_000_000,
            ..SOME
        };
        let opinion = ask(&Bounded, program, properties, false, &budget);
        if let Some(kind) = opinion.violated.first() {
            let expected = generated.fault.map_or(&[][..], |fault| fault.errors());
            assert!(expected.contains(kind), "{kind:?} was not put in:\n{}", generated.source);
            counts.refuted += 1;
        } else if opinion.proved == properties {
            assert_eq!(generated.fault, None, "proved in spite of its fault:\n{}", generated.source);
            contradict(program, properties, generated);
            counts.proved += 1;
        } else {
            counts.unknown += 1;
        }
    });
}

#[test]
fn the_engines_do_not_contradict_each_other() {
    each_program(Loops::Unbounded, |program, generated, properties, counts| {
        let source = &generated.source;
        let opinions = ENGINES.map(|engine| (engine.name(), ask(engine, program, properties, false, &SOME)));
        let violated: Vec<ErrorKind> = opinions.iter().flat_map(|(_, opinion)| opinion.violated.clone()).collect();
        for kind in &violated {
            let expected = generated.fault.map_or(&[][..], |fault| fault.errors());
            assert!(expected.contains(kind), "{kind:?} was not put in:\n{source}");
        }
        let fault = generated.fault.and_then(|fault| fault.errors()[0].property());
        let mut proved = PropertySet::default();
        for (index, (engine, opinion)) in opinions.iter().enumerate() {
            let wrong = fault.filter(|property| opinion.proved.contains(*property));
            assert_eq!(wrong, None, "proved by {engine} in spite of its fault:\n{source}");
            contradict(program, opinion.proved, generated);
            counts.alone[index] += u64::from(opinion.proved == properties);
            proved = opinion.proved.iter().fold(proved, PropertySet::with);
        }
        if !violated.is_empty() {
            counts.refuted += 1;
        } else if proved == properties {
            counts.proved += 1;
        } else {
            counts.unknown += 1;
        }
    });
}
