//! Each engine alone, on all regression programs with an error: what an execution violates is never proved.
//!
//! In: the programs of `regression/` that expect `false`. Out: one test for each of them and each engine, named `engine/area/name`.
//! `regression/programs.rs` compares verdicts; there, a violation is mostly found before the engine behind has a say, so each is
//! asked here on its own.

mod support;

use heapwright::engine::Engine;
use heapwright::ir::{Property, PropertySet};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use support::engines::{ENGINES, LITTLE, ask};
use support::load::load_program;
use support::program::{RegressionProgram, programs};
use support::work::with_deep_stack;

/// The property that the error of a program violates, if it has one.
fn violated(program: &RegressionProgram) -> Option<Property> {
    let name = program.violated()?;
    Property::ALL.into_iter().find(|property| property.name() == name)
}

/// Fails if an engine proves what is violated, asked for that alone or together with all that is about memory and numbers: a
/// failed assertion that is asked for, too, may end the path before.
fn proves_nothing_wrong(engine: &dyn Engine, program: &RegressionProgram, violated: Property) -> Result<(), Failed> {
    let may_fail = program.header.words("args").iter().any(|arg| arg == "--malloc-may-fail");
    let ends_path = |property| matches!(property, Property::Assertions | Property::UnreachCall);
    let together = PropertySet::of(&Property::ALL).only(|property| property == violated || !ends_path(property));
    for set in [PropertySet::of(&[violated]), together] {
        let (loaded, _) = load_program(program, set)?;
        if ask(engine, &loaded, set, may_fail, &LITTLE).proved.contains(violated) {
            let asked: Vec<&str> = set.iter().map(Property::name).collect();
            return Err(format!("{} is proved, asked for {}", violated.name(), asked.join(", ")).into());
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let mut tests = Vec::new();
    for program in programs() {
        let Some(violated) = violated(&program) else { continue };
        let program = Arc::new(program);
        for engine in ENGINES {
            let name = format!("{}/{}", engine.name(), program.name);
            let program = program.clone();
            let check = move || with_deep_stack(|| proves_nothing_wrong(engine, &program, violated));
            tests.push(Trial::test(name, check));
        }
    }
    assert!(tests.len() > 400, "only {} programs with a violation", tests.len() / ENGINES.len());
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
