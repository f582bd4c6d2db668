//! Each engine alone, on all regression programs with an error: what an execution violates is never proved.
//!
//! In: the programs of `regression/` that expect `false`. Out: one test for each of them and each engine, named `engine/area/name`.
//! `regression/programs.rs` compares verdicts; there, a violation is mostly found before the engine behind has a say, so each is
//! asked here on its own.

mod support;

use heapwright::engine::Engine;
use heapwright::ir::{Program, Property, PropertySet};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use support::engines::{ENGINES, LITTLE, ask};
use support::load::load_program;
use support::program::{RegressionProgram, programs};
use support::work::with_deep_stack;

/// The property that the error of a program violates, if it has one.
fn violated(program: &RegressionProgram) -> Option<Property> {
    let name = program.violated()?;
    Property::ALL.into_iter().find(|property| property.name() == name)
}

/// A program with an error, made ready once for all engines.
struct Faulty {
    program: RegressionProgram,
    violated: Property,
    /// What is asked for, each with the program as lowered for it: what is violated alone, and together with all that is about memory
    /// and numbers. A failed assertion that is asked for, too, may end the path before.
    asked: [(PropertySet, OnceLock<Result<Program, String>>); 2],
}

impl Faulty {
    fn new(program: RegressionProgram, violated: Property) -> Self {
        let ends_path = |property| matches!(property, Property::Assertions | Property::UnreachCall);
        let together = PropertySet::of(&Property::ALL).only(|property| property == violated || !ends_path(property));
        let asked = [PropertySet::of(&[violated]), together].map(|set| (set, OnceLock::new()));
        Self { program, violated, asked }
    }

    /// Fails if an engine proves what is violated.
    fn is_not_proved_by(&self, engine: &dyn Engine) -> Result<(), Failed> {
        let may_fail = self.program.header.words("args").iter().any(|arg| arg == "--malloc-may-fail");
        for (set, loaded) in &self.asked {
            let loaded =
                loaded.get_or_init(|| load_program(&self.program, *set).map(|(program, _)| program)).as_ref()?;
            if ask(engine, loaded, *set, may_fail, &LITTLE).proved.contains(self.violated) {
                let asked: Vec<&str> = set.iter().map(Property::name).collect();
                return Err(format!("{} is proved, asked for {}", self.violated.name(), asked.join(", ")).into());
            }
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    let mut tests = Vec::new();
    for program in programs() {
        let Some(violated) = violated(&program) else { continue };
        let faulty = Arc::new(Faulty::new(program, violated));
        for engine in ENGINES {
            let name = format!("{}/{}", engine.name(), faulty.program.name);
            let faulty = faulty.clone();
            let check = move || with_deep_stack(|| faulty.is_not_proved_by(engine));
            tests.push(Trial::test(name, check));
        }
    }
    assert!(tests.len() > 400, "only {} programs with a violation", tests.len() / ENGINES.len());
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
