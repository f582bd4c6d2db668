//! Shape analysis alone, on all regression programs: what an execution violates is never proved.
//!
//! In: the programs of `regression/`. Out: tests. `regression/programs.rs` compares verdicts; there, a violation is
//! mostly found before shape analysis has a say, so it is asked here on its own.

use heapwright::base::SourceMap;
use heapwright::config::{DataModel, LowerConfig, ParseConfig};
use heapwright::ir::{Program, Property, PropertySet};
use heapwright::shape::{ShapeConfig, analyse};
use heapwright::{lower, parse};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/regression");
/// Bytes of stack: the stages follow the nesting of the source.
const STACK: usize = 256 << 20;

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

fn load(file: &Path, args: &str) -> Option<Program> {
    let model = if args.contains("32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let entry = args.split_once("--entry ").map_or("main", |(_, rest)| rest.split_whitespace().next().unwrap_or(rest));
    let mut sources = SourceMap::new();
    let config = ParseConfig::new(model);
    let parsed = parse::parse_file(file, &config, &mut sources).ok()?;
    let config = LowerConfig { data_model: model, entry: Some(entry.into()) };
    Some(lower::lower(&[parsed], &config, &mut sources).ok()?.program)
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
            let Some(program) = load(&file, args) else { continue };
            let config = ShapeConfig {
                properties: PropertySet::of(&[violated]),
                malloc_may_fail: args.contains("--malloc-may-fail"),
                deadline: Instant::now() + Duration::from_secs(3),
            };
            tried += 1;
            if analyse(&program, &config).proved.contains(violated) {
                proved.push(file);
            }
        }
        assert!(tried > 100, "only {tried} programs with a violation");
        assert!(proved.is_empty(), "proved although violated: {proved:?}");
    });
    thread.expect("a thread").join().expect("no panic");
}
