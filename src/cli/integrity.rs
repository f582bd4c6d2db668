//! `heapwright integrity`: options, report and exit status.

use super::progress::{Findings, Progress};
use super::source::Source;
use super::{finish, limits, output, status};
use crate::config::{AllocMode, Allocator, IntegrityConfig, Limits, LowerConfig};
use crate::driver::{self, Job, Plan};
use crate::integrity;
use crate::ir::PropertySet;
use crate::report;
use anyhow::ensure;
use clap::{ArgMatches, Args, ValueEnum};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Checks the integrity of data structures, function by function
///
/// Each function is checked on its own, for all callers: assuming that nodes are valid, that pointers lead to
/// nodes and that nodes are separate, is that so again when it returns (D-safe), and do its reads and writes stay
/// inside nodes (M-safe)? No entry function is needed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  heapwright integrity list.c
      All functions of a library.
  heapwright integrity --function insert --allocator pool_alloc:1 tree.c
      One function, with an allocator of its own.

Exit status: 0 all functions are D-safe and M-safe, 10 some are not, 5 unknown, 1 wrong usage,
2 the input cannot be read or parsed, 6 internal error.")]
pub(super) struct Integrity {
    /// The program or library, in C: one file, or several that are linked; preprocessed unless the name ends in `.i`
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    files: Vec<PathBuf>,

    /// Check this function only; may be repeated [default: all that have a body, outside of system headers]
    #[arg(long = "function", value_name = "NAME", help_heading = "Question")]
    functions: Vec<String>,

    /// What new memory holds
    #[arg(long, value_name = "MODE", default_value = "malloc", help_heading = "Question")]
    alloc: Alloc,

    /// A function that allocates as many bytes as its argument SIZE_ARG says, counted from 0 [default: 0]; may
    /// be repeated
    #[arg(
        long = "allocator",
        value_name = "NAME[:SIZE_ARG]",
        value_parser = allocator,
        help_heading = "Question"
    )]
    allocators: Vec<Allocator>,

    #[command(flatten)]
    source: Source,

    /// Wall time after which the answer is unknown: 500ms, 60s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::duration, help_heading = "Limits")]
    timeout: Duration,

    /// Memory beyond which the answer is unknown: 512m, 4g
    #[arg(long, value_name = "SIZE", default_value = "4g", value_parser = limits::size, help_heading = "Limits")]
    memory: u64,

    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Report")]
    format: Format,

    /// Tell on standard error what is being done
    #[arg(short, long, help_heading = "Report")]
    verbose: bool,

    /// Print the summary alone
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Report")]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per message, as compilers write them
    Text,
    /// One object, for programs
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Alloc {
    /// Anything
    Malloc,
    /// Zeros; local structs and arrays, too, and results of functions that end without `return`
    Zmalloc,
}

/// `NAME` or `NAME:SIZE_ARG`.
fn allocator(text: &str) -> Result<Allocator, String> {
    let (name, size) = text.split_once(':').unwrap_or((text, "0"));
    let size_argument = size.parse().map_err(|_| format!("`{size}` is no number of an argument"))?;
    if name.is_empty() {
        return Err("the name of the function is missing".into());
    }
    Ok(Allocator { name: name.to_string(), size_argument })
}

/// Does what is asked and returns the exit status.
pub(super) fn run(options: Integrity, matches: &ArgMatches, started: Instant) -> anyhow::Result<u8> {
    let units = options.source.units(&options.files, matches)?;
    let usual = Job::of(units);
    let job = Job {
        plan: Plan { properties: PropertySet::EMPTY, ..usual.plan },
        lower: LowerConfig { entry: None, ..usual.lower.clone() },
        limits: Limits { timeout: options.timeout, memory: options.memory },
        started,
        ..usual
    };
    let config = IntegrityConfig {
        alloc: match options.alloc {
            Alloc::Malloc => AllocMode::Malloc,
            Alloc::Zmalloc => AllocMode::Zmalloc,
        },
        allocators: options.allocators,
        functions: options.functions,
    };
    ensure!(!config.functions.iter().any(|name| name.is_empty()), "the name of a function is missing");
    let name = job.name();
    let progress = Progress::start(options.verbose, options.quiet, Findings::AtTheEnd, started);
    let outcome = driver::integrity(job, config, progress.clone());
    progress.finish();
    Ok(match outcome.result {
        Ok(result) => {
            output::stdout(&match options.format {
                Format::Text => report::integrity_text(&result, &name, &outcome.sources, options.quiet),
                Format::Json => report::integrity_json(&result, &name, &outcome.sources),
            });
            exit_status(&result)
        }
        Err(failure) => finish(failure),
    })
}

fn exit_status(result: &integrity::Integrity) -> u8 {
    if result.functions.iter().any(|function| function.is_unsafe()) {
        status::FALSE
    } else if result.is_safe() {
        status::TRUE
    } else {
        status::UNKNOWN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocators_have_a_name_and_a_size() {
        let named = |name: &str, size_argument| Ok(Allocator { name: name.into(), size_argument });
        assert_eq!(allocator("xmalloc"), named("xmalloc", 0));
        assert_eq!(allocator("pool_alloc:1"), named("pool_alloc", 1));
        assert!(allocator(":1").is_err());
        assert!(allocator("xmalloc:size").is_err());
    }
}
