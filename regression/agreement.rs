//! Agreement with a C compiler: what `parse`, `lower` and `interp` make of a program is what gcc makes of it.
//!
//! In: generated programs. Out: tests. Each program is compiled with gcc's address and undefined behaviour
//! sanitizers and must end as the generator says. Without gcc, or without its libraries for a data model, the
//! tests say that they are skipped.

mod generator;

#[path = "agreement/compiler.rs"]
mod compiler;
#[path = "agreement/report.rs"]
mod report;

use compiler::Compiler;
use generator::{GeneratorConfig, generate};
use heapwright::config::DataModel;
use report::End;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many generated programs are tried, unless the environment variable `HEAPWRIGHT_AGREEMENT` says otherwise.
const GENERATED: u64 = 60;

/// Where files of this test go.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement")
}

/// The compilers of this machine; says which are missing.
fn compilers() -> Vec<(DataModel, Compiler)> {
    let models = [DataModel::Lp64, DataModel::Ilp32];
    models
        .into_iter()
        .filter_map(|model| match Compiler::new(model, &folder()) {
            Ok(compiler) => Some((model, compiler)),
            Err(reason) => {
                let reason = reason.lines().next().unwrap_or("no reason").to_string();
                println!("skipped for {}: gcc with sanitizers does not work here: {reason}", model.name());
                None
            }
        })
        .collect()
}

/// Does something for all items, on all processors, and collects what it returns in the order of the items.
fn for_all<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    let result = work(item);
                    results.lock().expect("no panic elsewhere").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no panic elsewhere");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Compiles and runs a generated program without inputs: what differs from what the generator says?
fn differs_from_claim(seed: u64, model: DataModel, compiler: &Compiler) -> Option<String> {
    let config = GeneratorConfig::new(model).with_faults(seed);
    let program = generate(seed, &config);
    let source = folder().join(format!("claim_{seed}.c"));
    fs::write(&source, &program.source).expect("a writable folder");
    let wrong = |what: String| Some(format!("{}: {what}", source.display()));
    let compiled = match compiler.compile(&source, &[]) {
        Ok(compiled) => compiled,
        Err(message) => return wrong(message),
    };
    let execution = compiler.run(&compiled, &[], compiler.finds_leaks);
    match (&program.fault, &execution.end) {
        (None, End::Exit(_)) => None,
        (Some(fault), End::Error(kinds)) if kinds.iter().any(|kind| fault.errors().contains(kind)) => None,
        (Some(generator::FaultKind::Leak), End::Exit(_)) if !compiler.finds_leaks => None,
        (claim, end) => {
            wrong(format!("the fault should be {claim:?}, but it ends with {end:?} after\n{}", execution.output_text()))
        }
    }
}

#[test]
fn generated_programs_are_what_they_claim() {
    let compilers = compilers();
    let count = std::env::var("HEAPWRIGHT_AGREEMENT").ok().and_then(|text| text.parse().ok()).unwrap_or(GENERATED);
    let seeds: Vec<u64> = (0..count).collect();
    if compilers.is_empty() {
        return;
    }
    let differences = for_all(&seeds, |&seed| {
        let (model, compiler) = &compilers[seed as usize % compilers.len()];
        differs_from_claim(seed, *model, compiler)
    });
    let differences: Vec<String> = differences.into_iter().flatten().collect();
    assert!(differences.is_empty(), "\n{}\n", differences.join("\n"));
}

#[test]
fn generated_programs_depend_on_the_seed_alone() {
    let config = GeneratorConfig::new(DataModel::Lp64).with_faults(3);
    assert_eq!(generate(3, &config).source, generate(3, &config).source);
    assert_ne!(generate(3, &config).source, generate(4, &config).source);
}
