//! `heapwright run`: a program is executed as it is, and every error that it meets is told.

use super::given::GivenValues;
use super::progress::{Findings, Progress};
use super::source::Source;
use super::world::World;
use super::{finish, limits, output, property, status};
use crate::config::{Limits, LowerConfig, RunConfig};
use crate::driver::{self, Ending, Execution, Job, Plan, Setup};
use crate::ir::{Property, PropertySet};
use crate::report;
use anyhow::anyhow;
use clap::{ArgMatches, Args};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Runs a program, byte by byte, and tells every error that it meets
///
/// Reads standard input and writes standard output as the compiled program would; messages are those of
/// `verify`, on standard error.
#[derive(Args)]
#[command(after_help = "\
Examples:
  heapwright run list.c
      Like the compiled program, but it ends at the first error.
  heapwright run -I include main.c list.c -- --verbose data.txt < input
      Two files, linked; with arguments and standard input.
  heapwright run --inputs values.txt --trace task.c
      With the values that functions without a body return; tells what happens.

Exit status: that of the program; 10 if it meets an error, 5 if the run cannot go on (134 after `abort`),
1 wrong usage, 2 the input cannot be read or parsed, 6 internal error.")]
pub(super) struct Run {
    /// The program, in C: one file, or several that are linked; preprocessed unless the name ends in `.i`
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    files: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<OsString>,

    /// Tell this as well: no-overflow (signed overflow wraps otherwise), valid-memcleanup; may be repeated
    #[arg(long = "also", value_name = "PROPERTY", help_heading = "Question")]
    also: Vec<String>,

    /// Do not tell lost memory
    #[arg(long, help_heading = "Question")]
    no_leaks: bool,

    /// What functions without a body return: a line `NAME VALUE` for each call
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    inputs: Option<PathBuf>,

    /// Make up what is not given, in a way that depends on N alone [default: 0 for everything]
    #[arg(long, value_name = "N", help_heading = "Question")]
    seed: Option<u64>,

    #[command(flatten)]
    source: Source,

    /// How many statements are executed at most [default: as many as it takes]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    steps: Option<u64>,

    /// How much memory the program may use: 512m, 4g
    #[arg(long, value_name = "SIZE", default_value = "4g", value_parser = limits::size, help_heading = "Limits")]
    memory: u64,

    /// Tell on standard error what happens, when the run is over
    #[arg(long, help_heading = "Report")]
    trace: bool,

    /// Tell the exit status of the program and the number of statements at the end
    #[arg(short, long, help_heading = "Report")]
    verbose: bool,

    /// Where a finding is told, leave out the way to it
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Report")]
    quiet: bool,
}

/// The time within which a program has to end.
const AN_AGE: Duration = Duration::from_secs(1_000_000_000);
/// Calls in each other: more than fit on the stack of a process.
const DEPTH: usize = 1_000_000;
/// Shells show a process that `abort` ends so.
const ABORTED: u8 = 128 + 6;

/// Does what is asked and returns the exit status.
pub(super) fn run(options: Run, matches: &ArgMatches, started: Instant) -> anyhow::Result<u8> {
    let given = options.given()?;
    let job = options.job(matches, started)?;
    let name = job.name();
    let mut arguments = vec![OsString::from(&name)];
    arguments.extend(options.arguments.iter().cloned());
    let (file, seed) = (options.inputs.clone().unwrap_or_default(), options.seed);
    let setup = Setup {
        given: given.names(),
        trace: options.trace,
        inputs: Box::new(move |program| {
            let wrong = |(line, what)| format!("{}:{line}:1: error: {what}\n", file.display());
            given.check(program).map_err(wrong)?;
            Ok(Box::new(World::new(program, given, arguments, seed)))
        }),
    };
    let progress = Progress::start(options.verbose, true, Findings::AtTheEnd, started);
    let outcome = driver::execute(job, setup, progress.clone());
    progress.finish();
    let execution = match outcome.result {
        Ok(execution) => execution,
        Err(failure) => return Ok(finish(failure)),
    };
    let given_up = match &execution.ending {
        Ending::GivenUp(what, location) => Some((what.as_str(), location.as_ref())),
        _ => None,
    };
    let told = report::Told { name: &name, sources: &outcome.sources, brief: options.quiet };
    output::stderr(&report::execution(&execution.verdict, &execution.trace, given_up, &told));
    if options.verbose {
        output::stderr(&format!("heapwright: steps executed: {}\n", execution.steps));
    }
    Ok(exit_status(&execution))
}

/// What the process ends with.
fn exit_status(execution: &Execution) -> u8 {
    match execution.ending {
        _ if !execution.verdict.findings().is_empty() => status::FALSE,
        Ending::Exit(status) => status as u8,
        Ending::Aborted => ABORTED,
        Ending::Error => status::FALSE,
        Ending::GivenUp(..) => status::UNKNOWN,
    }
}

impl Run {
    /// The values that the user gives.
    fn given(&self) -> anyhow::Result<GivenValues> {
        let Some(path) = &self.inputs else { return Ok(GivenValues::default()) };
        GivenValues::read(&output::read(path)?).map_err(|(line, what)| anyhow!("{}:{line}:1: {what}", path.display()))
    }

    fn job(&self, matches: &ArgMatches, started: Instant) -> anyhow::Result<Job> {
        let usual = Job::of(self.source.units(&self.files, matches)?);
        let also = if self.also.is_empty() { PropertySet::EMPTY } else { property::properties(&self.also)? };
        let ends = PropertySet::of(&[Property::DivisionByZero, Property::ShiftRange]);
        let all = [ends, also].into_iter().flat_map(PropertySet::iter).fold(usual.plan.properties, PropertySet::with);
        let plan = Plan {
            properties: all.only(|property| !(self.no_leaks && property == Property::ValidMemtrack)),
            run: RunConfig {
                max_steps: self.steps.unwrap_or(u64::MAX),
                max_depth: DEPTH,
                max_memory: self.memory,
                ..RunConfig::default()
            },
            ..usual.plan
        };
        Ok(Job {
            plan,
            lower: LowerConfig { assertions: true, error_calls: true, ..usual.lower.clone() },
            limits: Limits { timeout: AN_AGE, memory: self.memory },
            started,
            ..usual
        })
    }
}
