//! Generated programs. What is said to be faulty is confirmed: by executions in the interpreter, or by the compiled program.

use crate::generator::{
    GeneratorConfig, ListProgram, Loops, generate, generate_lists, generate_places, generate_trees,
};
use crate::support::engines::{ENGINES, LITTLE, ask};
use crate::support::inputs::Opened;
use crate::support::load::load_generated;
use crate::support::sanitizer::End;
use crate::trial::{Answer, Context, Outcome, Truth, words};
use heapwright::config::{DataModel, RunConfig};
use heapwright::interp::{Interpreter, Outcome as RunOutcome};
use heapwright::ir::{ErrorKind, Program, Property, PropertySet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Random executions in search of an error.
const EXECUTIONS: u64 = 200;

fn model_of(seed: u64) -> DataModel {
    if seed % 4 == 1 { DataModel::Ilp32 } else { DataModel::Lp64 }
}

/// Says which engine proves, alone, what is violated.
fn proved_alone(text: &str, model: DataModel, asked: PropertySet, violated: &[Property]) -> Option<String> {
    let program = load_generated(text, model);
    for engine in ENGINES {
        let name = engine.name();
        let judge = || ask(engine, &program, asked, false, &LITTLE).proved;
        match catch_unwind(AssertUnwindSafe(judge)) {
            Err(_) => return Some(format!("{name} panics")),
            Ok(proved) if violated.iter().any(|property| proved.contains(*property)) => {
                return Some(format!("{name} proves it, but it is faulty"));
            }
            Ok(_) => {}
        }
    }
    None
}

/// Programs with accesses of several widths at places that inputs choose.
pub fn places(seed: u64, context: &Context) -> Vec<Outcome> {
    let model = model_of(seed);
    let program = generate_places(seed, model);
    let args = words(&format!("-q --property unreach-call --data-model {}", model.name()));
    let correct = context.judge(&format!("{seed}.c"), program.correct, &args, Truth::Correct);
    let name = format!("{seed}_wrong.c");
    let mut faulty = context.judge(&name, program.faulty.clone(), &args, Truth::Faulty);
    let set = PropertySet::of(&[Property::UnreachCall]);
    faulty.wrong =
        faulty.wrong.or_else(|| proved_alone(&program.faulty, model, set, &[Property::UnreachCall])).or_else(|| {
            let compiler = context.compiler(model)?;
            let file = context.file(&name, &program.faulty);
            let options = ["-fno-sanitize=alignment".to_string()];
            let compiled = match compiler.compile_anew(&file, &options) {
                Ok(compiled) => compiled,
                Err(message) => return Some(format!("gcc does not compile it: {message}")),
            };
            let end = compiler.run(&compiled, &program.inputs, false).end;
            let _ = (std::fs::remove_file(&file), std::fs::remove_file(&compiled));
            (end != End::Error(vec![ErrorKind::ErrorCall])).then(|| format!("compiled, it ends with {end:?}"))
        });
    vec![correct, faulty]
}

/// Programs of random statements and scenes, a third of them with a fault.
pub fn statements(seed: u64, context: &Context) -> Vec<Outcome> {
    let model = model_of(seed);
    let mut config = GeneratorConfig::new(model).with_faults(seed);
    config.inputs = !seed.is_multiple_of(4);
    config.size = 1 + (seed % 3) as usize;
    if seed % 5 < 2 {
        config.loops = Loops::Unbounded;
    }
    let program = generate(seed, &config);
    let property = program.fault.and_then(|fault| fault.errors()[0].property());
    let property = property.map_or("valid-memsafety", Property::name);
    let args = words(&format!("-q --property {property} --data-model {}", model.name()));
    let truth = if program.fault.is_some() { Truth::Faulty } else { Truth::Correct };
    let mut outcome = context.judge(&format!("{seed}.c"), program.source.clone(), &args, truth);
    let violated: Vec<Property> = program.fault.and_then(|fault| fault.errors()[0].property()).into_iter().collect();
    if !violated.is_empty() {
        let alone = || proved_alone(&program.source, model, PropertySet::of(&violated), &violated);
        outcome.wrong = outcome.wrong.or_else(alone);
    }
    vec![outcome]
}

/// Programs about lists.
pub fn lists(seed: u64, context: &Context) -> Vec<Outcome> {
    of_shapes(seed, generate_lists(seed), context)
}

/// Programs about trees.
pub fn trees(seed: u64, context: &Context) -> Vec<Outcome> {
    of_shapes(seed, generate_trees(seed), context)
}

const MEMORY: [Property; 3] = [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack];

fn of_shapes(seed: u64, generated: ListProgram, context: &Context) -> Vec<Outcome> {
    let program = load_generated(&generated.source, DataModel::Lp64);
    let asked = PropertySet::of(&MEMORY).with(Property::Assertions);
    let violated = violated(&program, asked, &generated.key);
    let truth = match (violated.is_empty(), &generated.fault) {
        (false, _) => Truth::Faulty,
        (true, None) => Truth::Correct,
        (true, Some(_)) => Truth::Open,
    };
    let args = words("-q --property valid-memsafety --property assertions");
    let mut outcome = context.judge(&format!("{seed}.c"), generated.source.clone(), &args, truth);
    if generated.fault.is_none() && !violated.is_empty() {
        outcome.wrong = Some(format!("an execution violates {violated:?}, but there is no fault"));
    } else if truth == Truth::Faulty && outcome.answer != Answer::Rejected {
        let alone = || proved_alone(&generated.source, DataModel::Lp64, asked, &violated);
        outcome.wrong = outcome.wrong.or_else(alone);
    }
    vec![outcome]
}

/// The properties that some execution violates, with the lock open.
fn violated(program: &Program, properties: PropertySet, key: &[u64]) -> Vec<Property> {
    let interpreter = Interpreter::new(program);
    let config = RunConfig { max_steps: 5_000, ..RunConfig::default() };
    let mut violated: Vec<Property> = Vec::new();
    for seed in 0..EXECUTIONS {
        let run = interpreter.run(properties, &mut Opened::new(key, program, seed), &config, &|| false);
        if let RunOutcome::Violation(violation) = run.outcome
            && let Some(property) = violation.kind.property()
            && !violated.contains(&property)
        {
            violated.push(property);
        }
    }
    violated
}
