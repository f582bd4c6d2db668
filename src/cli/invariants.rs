//! `heapwright invariants`: what holds in the loops of a program, as text, JSON or a picture.

use super::output::{self, Output};
use super::preset::PresetArgs;
use super::progress::{Findings, Progress};
use super::source::Source;
use super::{finish, limits, status};
use crate::config::{Limits, LowerConfig};
use crate::driver::{self, Job, Plan};
use crate::report;
use clap::{ArgMatches, Args, ValueEnum};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Prints what holds in the loops of a program
///
/// For each loop without a bound: what is true whenever its body has been executed, in all executions that have
/// met no error before. `node@13` stands for all that the allocation in line 13 ever makes.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 invariants were found for all loops, 5 not in time or not for all, 1 wrong usage,
2 the input cannot be read or parsed, 6 internal error.")]
pub(super) struct Invariants {
    /// The program, in C; preprocessed unless its name ends in `.i`
    file: PathBuf,

    #[command(flatten)]
    source: Source,

    /// The function where the program begins
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,

    /// Wall time after which the search ends: 500ms, 60s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::duration)]
    timeout: Duration,

    /// Memory beyond which the search ends: 512m, 4g
    #[arg(long, value_name = "SIZE", default_value = "4g", value_parser = limits::size)]
    memory: u64,

    #[command(flatten)]
    preset: PresetArgs,

    /// How the invariants are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Tell on standard error what is being done
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line per fact
    Text,
    /// One object, for programs
    Json,
    /// A graph of where pointers may lead, for Graphviz
    Dot,
    /// The same as a picture, for browsers
    Svg,
}

/// Does what is asked and returns the exit status.
pub(super) fn run(options: Invariants, matches: &ArgMatches, started: Instant) -> anyhow::Result<u8> {
    let (job, file) = options.job(matches, started)?;
    let name = job.name();
    let progress = Progress::start(options.verbose, false, Findings::AtTheEnd, started);
    let outcome = driver::invariants(job, progress.clone());
    progress.finish();
    let verdict = match outcome.result {
        Ok(verdict) => verdict,
        Err(failure) => return Ok(finish(failure)),
    };
    let found = verdict.invariants();
    let text = match options.format {
        Format::Text => report::invariants_text(found),
        Format::Json => report::invariants_json(found, &name),
        Format::Dot => report::invariants_dot(found),
        Format::Svg => report::invariants_svg(found),
    };
    let incomplete: Vec<String> = verdict.reasons().map(|reason| reason.what.clone()).collect();
    let missing = found.is_empty() && !incomplete.is_empty();
    if missing {
        output::stderr(&format!("heapwright: no invariants: {}\n", incomplete.join("; ")));
    }
    match file {
        None => output::stdout(&text),
        Some(file) => file.write(&text)?,
    }
    Ok(if missing { status::UNKNOWN } else { status::DONE })
}

impl Invariants {
    fn job(&self, matches: &ArgMatches, started: Instant) -> anyhow::Result<(Job, Option<Output>)> {
        let units = self.source.units(std::slice::from_ref(&self.file), matches)?;
        let usual = Job::of(units);
        let job = Job {
            lower: LowerConfig { entry: Some(self.entry.clone()), ..usual.lower.clone() },
            limits: Limits { timeout: self.timeout, memory: self.memory },
            started,
            plan: Plan { preset: self.preset.preset()?, ..usual.plan },
            ..usual
        };
        Ok((job, self.output.as_deref().map(Output::create).transpose()?))
    }
}
