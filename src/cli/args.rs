//! The options, and the configurations they stand for.

use super::integrity::Integrity;
use super::preset::PresetArgs;
use super::source::Source;
use super::{limits, property};
use crate::config::{Limits, LowerConfig, ParseConfig, RunConfig};
use crate::driver::{Job, Stage};
use clap::{ArgMatches, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Verifies C programs that build data structures on the heap.
#[derive(Parser)]
#[command(name = "heapwright", version, max_term_width = 100)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    Verify(Box<Verify>),
    Integrity(Box<Integrity>),
}

/// Proves or refutes properties of a program
///
/// The last line on standard output is `verdict: true`, `verdict: false(PROPERTY)` or `verdict: unknown`.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 true, 10 false, 5 unknown, 1 wrong usage, 2 the input cannot be read or parsed,
6 internal error. With 1, 2 and 6 there is no verdict.")]
pub(super) struct Verify {
    /// The program, in C; preprocessed unless its name ends in `.i`
    pub file: PathBuf,

    /// What to verify, by name or as a property file of SV-COMP; may be repeated:
    ///   unreach-call      the error function is not called
    ///   assertions        no `assert` fails
    ///   valid-memsafety   all of valid-deref, valid-free and valid-memtrack
    ///   valid-deref       no invalid read or write
    ///   valid-free        no invalid free
    ///   valid-memtrack    no allocated memory becomes unreachable
    ///   valid-memcleanup  all memory is freed at the end
    ///   no-overflow       no signed overflow
    ///   termination       the program ends (always unknown)
    /// Without this option: unreach-call, assertions and valid-memsafety, and all
    /// findings instead of the first.
    #[arg(long = "property", alias = "propertyfile", value_name = "NAME|FILE.prp", verbatim_doc_comment)]
    properties: Vec<String>,

    #[command(flatten)]
    source: Source,

    /// The function where the program begins
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,

    /// Let malloc and its like fail, too
    #[arg(long)]
    malloc_may_fail: bool,

    /// Wall time after which the answer is unknown: 500ms, 60s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::duration)]
    timeout: Duration,

    /// Memory beyond which the answer is unknown: 512m, 4g
    #[arg(long, value_name = "SIZE", default_value = "4g", value_parser = limits::size)]
    memory: u64,

    /// How often loops are unwound, and recursive calls followed, in the bounded check [default: growing]
    #[arg(long, value_name = "N")]
    unwind: Option<u32>,

    #[command(flatten)]
    preset: PresetArgs,

    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Write the report to a file, and only the last line to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Show what a stage makes of the program before the report; may be repeated
    #[arg(long, value_name = "STAGE")]
    dump: Vec<DumpStage>,

    /// Tell on standard error what is being done, and counts and times at the end; times also in JSON
    #[arg(short, long)]
    pub verbose: bool,

    /// Print the verdict alone, without findings and reasons
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// One line per message, as compilers write them
    Text,
    /// One object, for programs
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum DumpStage {
    /// The syntax tree
    Ast,
    /// The control-flow graph
    Ir,
    /// The objects of the formula
    Memory,
    /// The formula, with residual loops
    Ssa,
    /// The first query of the bounded check, in SMT-LIB
    Smt,
}

impl Verify {
    /// What the driver is asked to do.
    pub fn job(&self, matches: &ArgMatches, started: Instant) -> Result<Job, String> {
        if self.format == Format::Json && !self.dump.is_empty() && self.output.is_none() {
            return Err("--dump and a JSON report cannot share standard output; use --output FILE".into());
        }
        let data_model = self.source.data_model();
        Ok(Job {
            file: self.file.clone(),
            properties: property::properties(&self.properties)?,
            all_findings: self.properties.is_empty(),
            parse: ParseConfig { data_model, preprocessor_args: self.source.preprocessor_args(matches) },
            lower: LowerConfig { data_model, entry: Some(self.entry.clone()) },
            run: RunConfig { malloc_may_fail: self.malloc_may_fail, ..RunConfig::default() },
            limits: Limits { timeout: self.timeout, memory: self.memory },
            started,
            unwind: self.unwind,
            preset: self.preset.preset()?,
            dump: self
                .dump
                .iter()
                .map(|stage| match stage {
                    DumpStage::Ast => Stage::Ast,
                    DumpStage::Ir => Stage::Ir,
                    DumpStage::Memory => Stage::Memory,
                    DumpStage::Ssa => Stage::Ssa,
                    DumpStage::Smt => Stage::Smt,
                })
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::DataModel;
    use clap::{CommandFactory, FromArgMatches};

    fn job(args: &[&str]) -> Job {
        let matches = Cli::command().get_matches_from([&["heapwright", "verify"], args].concat());
        let command = Cli::from_arg_matches(&matches).expect("valid arguments").command;
        let Command::Verify(options) = command else { panic!("another command") };
        options.job(matches.subcommand().expect("a subcommand").1, Instant::now()).expect("valid options")
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn preprocessor_arguments_keep_their_order() {
        let job = job(&["-DA=1", "-I", "x", "-UA", "-DB", "a.c"]);
        assert_eq!(job.parse.preprocessor_args, ["-DA=1", "-Ix", "-UA", "-DB"]);
    }

    #[test]
    fn the_data_model_has_short_forms() {
        assert_eq!(job(&["a.c"]).lower.data_model, DataModel::Lp64);
        assert_eq!(job(&["--32", "a.c"]).lower.data_model, DataModel::Ilp32);
        assert_eq!(job(&["--data-model", "ILP32", "a.c"]).parse.data_model, DataModel::Ilp32);
        assert_eq!(job(&["--data-model=LP64", "a.c"]).parse.data_model, DataModel::Lp64);
    }
}
