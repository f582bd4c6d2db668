//! Agreement with a C compiler: what `parse`, `lower` and `interp` make of a program is what gcc makes of it.
//!
//! In: the programs of `regression/` and generated ones. Out: tests. Each program is run in the interpreter, and
//! compiled with gcc's address and undefined behaviour sanitizers and run on the same inputs. The output, the
//! exit status and the kind of error must be the same. Without gcc, or without its libraries for a data model, the
//! tests say that they are skipped. `scripts/agreement` tries many programs.

mod generator;
#[path = "agreement/judge.rs"]
mod judge;
mod support;

use generator::{GeneratorConfig, Loops, generate};
use heapwright::config::DataModel;
use judge::{Case, Claim, Judgement, judge};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::compiler::Compiler;
use support::program::{RegressionProgram, programs};
use support::work::{for_all, setting};

/// Says how many generated programs are tried; then also every regression program is tried in all its data models.
const THOROUGH: &str = "HEAPWRIGHT_AGREEMENT";

/// How many generated programs are tried otherwise, beside every regression program in one of its data models.
const GENERATED: u64 = 60;

/// Programs of `regression/` on which the two differ for a good reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("checkers/check_in_program.c", "compilers know no checkers"),
    ("checkers/check_in_program_fails.c", "compilers know no checkers"),
    ("lang/varargs_formatted_wrong.c", "the sanitizers do not watch variable arguments in ILP32"),
    ("memory/alloca_escape.c", "the sanitizers do not see the end of the life of a block from alloca"),
    (
        "memory/leak_in_block_before_exit.c",
        "the sanitizers find pointers on the stack in variables that are out of scope",
    ),
    ("memory/fread_too_much.c", "what is on standard input is not chosen for the compiled program"),
    ("memory/overlapping_struct_copy.c", "the sanitizers do not look for overlaps in assignments of structs"),
    ("soundness/address_assertion.c", "where variables lie is up to the compiler"),
    (
        "soundness/field_of_missing_data.c",
        "the sanitizers take it for an access when the address of a field of what is not there is computed",
    ),
    ("soundness/comparison_returned.c", "only the sign of what comparisons of strings return is specified"),
    ("soundness/comparison_sign.c", "only the sign of what comparisons of strings return is specified"),
    (
        "soundness/order_of_equals.c",
        "what becomes of the order of equal elements is not specified; gcc's library keeps it",
    ),
    ("soundness/truth_of_character.c", "what tests of characters return is not specified but for its being zero"),
    ("soundness/equal_literals.c", "whether equal string literals share their memory is not specified; gcc's do"),
    ("soundness/volatile_extern.c", "an object that is defined elsewhere cannot be linked"),
    ("memory/zero_size_block.c", "the sanitizers' malloc(0) gives a block of one byte"),
];

/// Where files of this test go.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement")
}

/// The compilers of this machine; says which are missing.
fn compilers(folder: &Path) -> Vec<(DataModel, Compiler)> {
    let mut found = Vec::new();
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        match Compiler::new(model, folder) {
            Ok(compiler) => {
                if !compiler.finds_leaks {
                    println!("{}: the leak sanitizer does not work here; leaks are not compared", model.name());
                }
                found.push((model, compiler));
            }
            Err(reason) => {
                let reason = reason.lines().next().unwrap_or_default();
                println!("skipped for {}: gcc with sanitizers does not work here: {reason}", model.name());
            }
        }
    }
    found
}

/// Judges all cases, says how many could be compared, and returns those that differ.
fn differences(cases: &[Case], compilers: &[(DataModel, Compiler)]) -> Vec<(PathBuf, String)> {
    let judgements = for_all(cases, |case| {
        let (_, compiler) = compilers.iter().find(|(model, _)| *model == case.model)?;
        Some(judge(case, compiler))
    });
    let (mut agree, mut runs, mut differ) = (0, 0, Vec::new());
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    for (case, judgement) in cases.iter().zip(judgements) {
        let mut leave_out = |reason: String| *left_out.entry(reason).or_default() += 1;
        match judgement {
            Some(Judgement::Agree(count)) => (agree, runs) = (agree + 1, runs + count),
            Some(Judgement::Unsupported(what)) => leave_out(format!("unsupported: {what}")),
            Some(Judgement::Incomparable(reason)) => leave_out(reason.to_string()),
            Some(Judgement::Differ(what)) => {
                differ
                    .push((case.source.clone(), format!("{} ({}): {what}", case.source.display(), case.model.name())));
            }
            None => leave_out(format!("no compiler for {}", case.model.name())),
        }
    }
    println!("{agree} programs agree in {runs} runs, {} differ", differ.len());
    for (reason, count) in left_out {
        println!("{count} not compared: {reason}");
    }
    differ
}

/// The cases that a program of `regression/` asks for.
fn cases_of(program: &RegressionProgram) -> Vec<Case> {
    let compiled = program.header.value("verdict").is_some() && program.path.extension().is_some_and(|e| e == "c");
    let models = if compiled { program.data_models() } else { Vec::new() };
    let options = program.preprocessor_options();
    let case = |model| Case { source: program.path.clone(), model, options: options.clone(), claim: None };
    models.into_iter().map(case).collect()
}

#[test]
fn regression_programs_agree() {
    let compilers = compilers(&folder().join("regression"));
    let thorough = std::env::var(THOROUGH).is_ok();
    let mut cases = Vec::new();
    for program in programs() {
        let mut models = cases_of(&program);
        if !thorough && !models.is_empty() {
            let length = program.file().len();
            models = vec![models.swap_remove(length % models.len())];
        }
        cases.extend(models);
    }
    let mut differ = differences(&cases, &compilers);
    for (name, _) in EXCEPTIONS {
        let before = differ.len();
        differ.retain(|(path, _)| !path.ends_with(name));
        let still = differ.len() < before || !thorough || compilers.len() < 2;
        assert!(still, "{name} agrees now and is no exception any more");
    }
    let texts: Vec<String> = differ.into_iter().map(|(_, text)| text).collect();
    assert!(texts.is_empty(), "\n{}\n", texts.join("\n\n"));
}

/// A generated program, written to a file. Some read inputs, some have long loops.
fn generated_case(seed: u64, model: DataModel) -> Case {
    let mut config = GeneratorConfig::new(model).with_faults(seed);
    config.inputs = seed % 4 == 3;
    config.size = 1 + (seed % 5) as usize;
    if seed % 10 == 9 {
        config.loops = Loops::Unbounded;
    }
    let program = generate(seed, &config);
    let source = folder().join(format!("seed_{seed}.c"));
    fs::write(&source, &program.source).expect("a writable folder");
    Case { source, model, options: Vec::new(), claim: Some(Claim { fault: program.fault, key: program.key }) }
}

#[test]
fn generated_programs_agree() {
    let compilers = compilers(&folder());
    if compilers.is_empty() {
        return;
    }
    let first = setting("HEAPWRIGHT_AGREEMENT_SEED", 0);
    let seeds = first..first + setting(THOROUGH, GENERATED);
    let cases: Vec<Case> =
        seeds.map(|seed| generated_case(seed, compilers[seed as usize % compilers.len()].0)).collect();
    let texts: Vec<String> = differences(&cases, &compilers).into_iter().map(|(_, text)| text).collect();
    assert!(texts.is_empty(), "\n{}\n", texts.join("\n\n"));
}

#[test]
fn generated_programs_depend_on_the_seed_alone() {
    let config = GeneratorConfig::new(DataModel::Lp64).with_faults(3);
    assert_eq!(generate(3, &config).source, generate(3, &config).source);
    assert_ne!(generate(3, &config).source, generate(4, &config).source);
}
