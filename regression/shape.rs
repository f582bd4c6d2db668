//! Shape analysis: what it finds, and that it and the other engines prove nothing that an execution violates.
//!
//! In: generated programs about lists and trees, some of them behind locks. Out: tests. What executions violate is confirmed by the compiled
//! program, and given to each engine alone. The shapes of some regression programs are in `regression/snapshots/shapes.snap`.
//! `HEAPWRIGHT_LISTS` says how many programs are generated; the counts are printed.

mod generator;
mod support;

use generator::{ListProgram, generate_lists, generate_trees};
use heapwright::base::Clock;
use heapwright::config::{DataModel, RunConfig};
use heapwright::engine::EngineName;
use heapwright::interp::{Interpreter, Outcome, Run};
use heapwright::ir::{Program, Property, PropertySet};
use heapwright::shape::{ShapeConfig, analyse};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use support::compiler::Compiler;
use support::engines::{ENGINES, LITTLE, ask};
use support::inputs::Opened;
use support::load::{load_file, load_generated};
use support::program::FOLDER;
use support::sanitizer::End;
use support::work::{for_all, setting};

/// Generated programs, unless the environment says otherwise.
const LISTS: u64 = 50;
/// The same for programs with trees, which take longer.
const TREES: u64 = 20;
/// Random executions of each of them.
const EXECUTIONS: u64 = 400;
/// Objects that shape analysis looks at where its shapes are to be seen.
const WORK: u64 = 40_000_000;

/// Programs of `regression/shape/` whose shapes are few enough to be read.
const READABLE: [&str; 8] = [
    "append_free.c",
    "borrowed_by_calls.c",
    "circular.c",
    "doubly_linked.c",
    "kinds_by_pointer.c",
    "list_of_lists.c",
    "optional_data.c",
    "queue.c",
];

#[test]
fn shapes_at_the_heads_of_loops() {
    let mut all = String::new();
    for name in READABLE {
        let (program, sources) =
            load_file(&Path::new(FOLDER).join("shape").join(name), DataModel::Lp64, Vec::new(), "main")
                .expect("a program");
        let properties = PropertySet::of(&[Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack]);
        let clock = Clock::default();
        let config = ShapeConfig { properties, malloc_may_fail: false, states: u64::MAX, work: WORK, clock };
        let result = analyse(&program, &config);
        assert_eq!(result.proved, properties, "{name}");
        for (span, states) in &result.loops {
            let line = sources.locate(*span).map_or(0, |location| location.line);
            for (index, state) in states.iter().enumerate() {
                let _ = writeln!(all, "{name}:{line}: shape {} of {}\n{state}", index + 1, states.len());
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("shapes", all));
}

/// The runs that violate properties, one for each. A lock is open in every run, if there is one.
fn violations(program: &Program, properties: PropertySet, key: &[u64]) -> Vec<(Property, Run)> {
    let interpreter = Interpreter::new(program);
    let config = RunConfig { max_steps: 5_000, ..RunConfig::default() };
    let mut found: Vec<(Property, Run)> = Vec::new();
    for seed in 0..EXECUTIONS {
        let run = interpreter.run(properties, &mut Opened::new(key, program, seed), &config, &|| false);
        if let Outcome::Violation(violation) = &run.outcome
            && let Some(property) = violation.kind.property()
            && found.iter().all(|(other, _)| *other != property)
        {
            found.push((property, run));
        }
    }
    found
}

/// Whether the compiled program has an error on the inputs of a run, too.
fn is_confirmed(source: &str, name: &str, run: &Run, compiler: &Compiler) -> bool {
    let file = folder().join(format!("{name}.c"));
    std::fs::write(&file, source).expect("a writable folder");
    let program = compiler.compile(&file, &[]).expect("generated programs compile");
    // What is lost shows at the end only: zeros lead there.
    let rest = std::iter::repeat_n(0, 200);
    let inputs: Vec<u64> = run.inputs.iter().map(|input| input.value).chain(rest).collect();
    matches!(compiler.run(&program, &inputs, true).end, End::Error(_))
}

/// Where files of this test go.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("shape")
}

#[derive(Default, Debug)]
struct Counts {
    programs: u64,
    faulty: u64,
    /// All properties are proved.
    proved: u64,
    /// So they are in spite of a fault: it does no harm.
    harmless: u64,
    refuted: u64,
    /// Of these, the compiled program has an error, too.
    confirmed: u64,
    undecided: u64,
}

#[test]
fn proofs_about_lists_are_not_contradicted() {
    proofs_are_not_contradicted("list", generate_lists, LISTS);
}

#[test]
fn proofs_about_trees_are_not_contradicted() {
    proofs_are_not_contradicted("tree", generate_trees, TREES);
}

fn proofs_are_not_contradicted(name: &str, generate: fn(u64) -> ListProgram, otherwise: u64) {
    let seeds: Vec<u64> = (0..setting("HEAPWRIGHT_LISTS", otherwise)).collect();
    let compiler = Compiler::new(DataModel::Lp64, &folder().join(name)).ok().filter(|compiler| compiler.finds_leaks);
    let memory = [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack, Property::ValidMemcleanup];
    let properties = PropertySet::of(&memory).with(Property::Assertions);
    let outcomes = for_all(&seeds, |&seed| {
        let generated = generate(seed);
        let (program, source) = (load_generated(&generated.source, DataModel::Lp64), &generated.source);
        let violations = violations(&program, properties, &generated.key);
        let mut proved = PropertySet::default();
        for engine in ENGINES.into_iter().filter(|engine| engine.name() == EngineName::SHAPES || !violations.is_empty())
        {
            let opinion = ask(engine, &program, properties, false, &LITTLE).proved;
            let wrong =
                violations.iter().find(|(property, _)| opinion.contains(*property)).map(|(property, _)| property);
            assert_eq!(
                wrong,
                None,
                "proved by {}, but violated; fault: {:?}\n{source}",
                engine.name(),
                generated.fault
            );
            proved = opinion.iter().fold(proved, PropertySet::with);
        }
        let refuted = violations.first();
        assert!(refuted.is_none() || generated.fault.is_some(), "a violation without a fault:\n{source}");
        let confirmed = refuted
            .zip(compiler.as_ref())
            .map(|((_, run), compiler)| is_confirmed(source, &format!("{name}_{seed}"), run, compiler));
        // What is not freed at the end, but not lost either, is no error for the sanitizers.
        let shown =
            refuted.is_none_or(|(property, _)| *property == Property::ValidMemcleanup || confirmed != Some(false));
        let property = refuted.map(|(property, _)| property.name());
        assert!(shown, "the compiled program does not violate {property:?}; seed {seed}:\n{source}");
        let faulty = u64::from(generated.fault.is_some());
        Counts {
            programs: 1,
            faulty,
            proved: u64::from(proved == properties),
            harmless: if proved == properties { faulty } else { 0 },
            refuted: u64::from(refuted.is_some()),
            confirmed: u64::from(confirmed == Some(true)),
            undecided: u64::from(proved != properties && refuted.is_none()),
        }
    });
    let sum = |part: fn(&Counts) -> u64| outcomes.iter().map(part).sum();
    let counts = Counts {
        programs: sum(|counts| counts.programs),
        faulty: sum(|counts| counts.faulty),
        proved: sum(|counts| counts.proved),
        harmless: sum(|counts| counts.harmless),
        refuted: sum(|counts| counts.refuted),
        confirmed: sum(|counts| counts.confirmed),
        undecided: sum(|counts| counts.undecided),
    };
    println!("{name}: {counts:?}");
    assert!(counts.proved > 0 && counts.refuted > 0, "too little is decided: {counts:?}");
}
