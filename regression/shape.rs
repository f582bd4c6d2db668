//! Shape analysis alone, on all regression programs: what an execution violates is never proved.
//!
//! In: the programs of `regression/`, and generated programs about lists and trees. Out: tests. `regression/programs.rs`
//! compares verdicts; there, a violation is mostly found before shape analysis has a say, so it is asked here on its own. The shapes of
//! some programs are in `regression/snapshots/shapes.snap`.
//! `HEAPWRIGHT_LISTS` says how many programs are generated; the counts are printed.

mod generator;

use generator::{ListProgram, generate_lists, generate_trees};
use heapwright::base::SourceMap;
use heapwright::config::{DataModel, LowerConfig, ParseConfig, RunConfig};
use heapwright::interp::{BoundaryInputs, Inputs, Interpreter, Outcome, RandomInputs};
use heapwright::ir::{Program, Property, PropertySet};
use heapwright::shape::{ShapeConfig, analyse};
use heapwright::{lower, parse};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/regression");
/// Bytes of stack: the stages follow the nesting of the source.
const STACK: usize = 256 << 20;
/// Generated programs, unless the environment says otherwise.
const LISTS: u64 = 50;
/// The same for programs with trees, which take longer.
const TREES: u64 = 20;
/// Random executions of each of them.
const EXECUTIONS: u64 = 400;

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

/// The programs of the folders below `regression/`.
fn programs() -> Vec<PathBuf> {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries(Path::new(FOLDER))
        .filter(|path| path.is_dir())
        .flat_map(|folder| entries(&folder).collect::<Vec<_>>())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files
}

/// The value of a `//@` line.
fn mark<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("//@")?.trim().strip_prefix(key)?.strip_prefix(':')).map(str::trim)
}

fn load(file: &Path, args: &str) -> Option<(Program, SourceMap)> {
    let model = if args.contains("32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let entry = args.split_once("--entry ").map_or("main", |(_, rest)| rest.split_whitespace().next().unwrap_or(rest));
    let mut sources = SourceMap::new();
    let config = ParseConfig::new(model);
    let parsed = parse::parse_file(file, &config, &mut sources).ok()?;
    let config = LowerConfig { data_model: model, entry: Some(entry.into()) };
    Some((lower::lower(&[parsed], &config, &mut sources).ok()?.program, sources))
}

fn property(name: &str) -> Option<Property> {
    Property::ALL.into_iter().find(|property| property.name() == name)
}

#[test]
fn what_is_violated_is_not_proved() {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let (mut tried, mut proved) = (0, Vec::new());
        for file in programs() {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let violated = mark(&text, "verdict").and_then(|v| v.strip_prefix("false(")?.strip_suffix(')'));
            let Some(violated) = violated.and_then(property) else { continue };
            let args = mark(&text, "args").unwrap_or_default();
            let Some((program, _)) = load(&file, args) else { continue };
            tried += 1;
            for properties in [PropertySet::of(&[violated]), PropertySet::of(&Property::ALL)] {
                let config = ShapeConfig {
                    properties,
                    malloc_may_fail: args.contains("--malloc-may-fail"),
                    states: u64::MAX,
                    deadline: Instant::now() + Duration::from_secs(1),
                };
                if analyse(&program, &config).proved.contains(violated) {
                    proved.push(file.clone());
                }
            }
        }
        assert!(tried > 100, "only {tried} programs with a violation");
        assert!(proved.is_empty(), "proved although violated: {proved:?}");
    });
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn shapes_at_the_heads_of_loops() {
    let mut all = String::new();
    for name in READABLE {
        let (program, sources) = load(&Path::new(FOLDER).join("shape").join(name), "").expect("a program");
        let properties = PropertySet::of(&[Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack]);
        let deadline = Instant::now() + Duration::from_secs(60);
        let config = ShapeConfig { properties, malloc_may_fail: false, states: u64::MAX, deadline };
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

/// The properties that some execution violates.
fn violated(program: &Program, properties: PropertySet) -> PropertySet {
    let interpreter = Interpreter::new(program);
    let config = RunConfig { max_steps: 5_000, ..RunConfig::default() };
    let random = (0..EXECUTIONS).map(|seed| Box::new(RandomInputs::new(program, seed)) as Box<dyn Inputs>);
    let boundary =
        (0..BoundaryInputs::VARIANTS).map(|variant| Box::new(BoundaryInputs::new(variant)) as Box<dyn Inputs>);
    let mut violated = PropertySet::of(&[]);
    for mut inputs in random.chain(boundary) {
        let run = interpreter.run(properties, &mut *inputs, &config, &|| false);
        if let Outcome::Violation(violation) = run.outcome {
            violated = violation.kind.property().map_or(violated, |property| violated.with(property));
        }
    }
    violated
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
    undecided: u64,
}

#[test]
fn proofs_about_lists_are_not_contradicted() {
    proofs_are_not_contradicted(generate_lists, LISTS);
}

#[test]
fn proofs_about_trees_are_not_contradicted() {
    proofs_are_not_contradicted(generate_trees, TREES);
}

fn proofs_are_not_contradicted(generate: fn(u64) -> ListProgram, otherwise: u64) {
    let count = std::env::var("HEAPWRIGHT_LISTS").ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut counts = Counts::default();
        let memory = [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack, Property::ValidMemcleanup];
        let properties = PropertySet::of(&memory).with(Property::Assertions);
        for seed in 0..count {
            let generated = generate(seed);
            let program = load_text(&generated.source);
            let deadline = Instant::now() + Duration::from_secs(5);
            let proved =
                analyse(&program, &ShapeConfig { properties, malloc_may_fail: false, states: u64::MAX, deadline })
                    .proved;
            let violated = violated(&program, properties);
            let wrong = proved.iter().find(|property| violated.contains(*property));
            assert_eq!(wrong, None, "proved, but violated; fault: {:?}\n{}", generated.fault, generated.source);
            counts.programs += 1;
            counts.faulty += u64::from(generated.fault.is_some());
            if proved == properties {
                counts.proved += 1;
                counts.harmless += u64::from(generated.fault.is_some());
            } else if violated.iter().next().is_some() {
                assert!(generated.fault.is_some(), "{violated:?} without a fault:\n{}", generated.source);
                counts.refuted += 1;
            } else {
                counts.undecided += 1;
            }
        }
        println!("{counts:?}");
        assert!(counts.proved > count / 10 && counts.refuted > count / 10, "too little is decided: {counts:?}");
    });
    thread.expect("a thread").join().expect("no panic");
}

fn load_text(source: &str) -> Program {
    let mut sources = SourceMap::new();
    let parsed = parse::parse_text("lists.c", source, &mut sources, false)
        .unwrap_or_else(|_| panic!("a generated program does not parse:\n{source}"));
    let config = LowerConfig { data_model: DataModel::Lp64, entry: Some("main".into()) };
    match lower::lower(&[parsed], &config, &mut sources) {
        Ok(lowered) => lowered.program,
        Err(messages) => panic!("a generated program does not lower: {messages:?}\n{source}"),
    }
}
