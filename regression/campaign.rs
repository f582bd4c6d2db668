//! A campaign: many programs whose answer is known in part, and inputs that are wrong, in search of wrong verdicts, internal errors and
//! limits that are not kept.
//!
//! In: `--programs N --seed S --jobs J --family NAME --timeout SECONDS`, as `scripts/campaign` passes them on. Out: one line per
//! family, and in `results/` every program on which something went wrong. `cargo test` tries a few programs of each family.
//!
//! - `places`, `statements`, `lists`, `trees`: generated programs and faulty ones, many behind locks ([`generated`]). What is faulty is never
//!   proved, by no engine alone either; what is not is never refuted.
//! - `csmith`: programs of csmith, if it is installed, with an assertion about their checksum ([`csmith`]).
//! - `mutants`: regression programs with tokens dropped, doubled or swapped ([`mutants`]).
//! - `witnesses`: witnesses of regression programs, changed ([`witnesses`]).

#[path = "campaign/csmith.rs"]
mod csmith;
#[path = "campaign/generated.rs"]
mod generated;
mod generator;
#[path = "campaign/mutants.rs"]
mod mutants;
mod support;
#[path = "campaign/trial.rs"]
mod trial;
#[path = "campaign/witnesses.rs"]
mod witnesses;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use support::work::for_all_on;
use trial::{Answer, Context, Outcome};

/// A kind of programs.
struct Family {
    name: &'static str,
    /// Tries what belongs to a seed.
    run: fn(u64, &Context) -> Vec<Outcome>,
    /// How many seeds there are for each program that is asked for, as a fraction.
    share: (u64, u64),
    /// How many seeds `cargo test` tries.
    few: u64,
}

const FAMILIES: &[Family] = &[
    Family { name: "places", run: generated::places, share: (1, 1), few: 24 },
    Family { name: "statements", run: generated::statements, share: (1, 1), few: 6 },
    Family { name: "lists", run: generated::lists, share: (1, 1), few: 6 },
    Family { name: "trees", run: generated::trees, share: (1, 1), few: 4 },
    Family { name: "csmith", run: csmith::run, share: (1, 2), few: 2 },
    Family { name: "mutants", run: mutants::run, share: (20, 1), few: 100 },
    Family { name: "witnesses", run: witnesses::run, share: (1, 2), few: 12 },
];

/// What is asked for.
#[derive(Debug)]
struct Options {
    /// Programs per family; a few of each if not given.
    programs: Option<u64>,
    seed: u64,
    jobs: usize,
    family: Option<String>,
    timeout: u64,
    /// Words that `cargo test` passes on: parts of names.
    filters: Vec<String>,
    /// Whether only the names are asked for.
    list: bool,
}

impl Options {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let mut options =
            Self { programs: None, seed: 0, jobs, family: None, timeout: 5, filters: Vec::new(), list: false };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
            match arg.as_str() {
                "--programs" => options.programs = Some(number(value()?)?),
                "--seed" => options.seed = number(value()?)?,
                "--jobs" => options.jobs = number(value()?)?.max(1) as usize,
                "--timeout" => options.timeout = number(value()?)?.max(1),
                "--family" => options.family = Some(value()?),
                "--list" => options.list = true,
                // Options for other tests are not for this one.
                _ if arg.starts_with('-') => {}
                _ => options.filters.push(arg),
            }
        }
        match &options.family {
            Some(name) if FAMILIES.iter().all(|family| family.name != name) => Err(format!("no family `{name}`")),
            _ => Ok(options),
        }
    }
}

/// Tries a family and says how it went; returns how many things were wrong.
fn campaign(family: &Family, options: &Options, context: &Context) -> usize {
    let count = options.programs.map_or(family.few, |n| (n * family.share.0).div_ceil(family.share.1));
    let seeds: Vec<u64> = (options.seed..options.seed + count).collect();
    let start = Instant::now();
    let outcomes: Vec<Outcome> =
        for_all_on(options.jobs, &seeds, |&seed| (family.run)(seed, context)).into_iter().flatten().collect();
    let number = |answer: Answer| outcomes.iter().filter(|outcome| outcome.answer == answer).count();
    let wrong: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.wrong.is_some()).collect();
    let last = options.seed + count.max(1) - 1;
    println!(
        "{}: {} programs, {} proved, {} refuted, {} unknown, {} rejected, {} wrong (seeds {} to {last}, {} s)",
        family.name,
        outcomes.len(),
        number(Answer::Proved),
        number(Answer::Refuted),
        number(Answer::Unknown),
        number(Answer::Rejected),
        wrong.len(),
        options.seed,
        start.elapsed().as_secs(),
    );
    for outcome in &wrong {
        let what = outcome.wrong.as_deref().unwrap_or_default();
        let file = context.results.join(format!("{}-{}", family.name, outcome.name));
        let kept = fs::create_dir_all(&context.results).and_then(|()| fs::write(&file, &outcome.text));
        println!("  {}: {what}", if kept.is_ok() { file.display().to_string() } else { outcome.name.clone() });
    }
    wrong.len()
}

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("campaign: {message}");
            return ExitCode::FAILURE;
        }
    };
    if options.list {
        FAMILIES.iter().for_each(|family| println!("campaign/{}: test", family.name));
        return ExitCode::SUCCESS;
    }
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/campaign");
    let context = Context::new(Duration::from_secs(options.timeout), results, options.programs.is_some());
    let asked = |family: &&Family| {
        let name = format!("campaign/{}", family.name);
        let found = options.filters.is_empty() || options.filters.iter().any(|part| name.contains(part));
        found && options.family.as_ref().is_none_or(|name| family.name == name)
    };
    let wrong: usize = FAMILIES.iter().filter(asked).map(|family| campaign(family, &options, &context)).sum();
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
