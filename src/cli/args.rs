//! The options, and the configurations they stand for.

use super::contracts::ContractArgs;
use super::integrity::Integrity;
use super::invariants::Invariants;
use super::preset::PresetArgs;
use super::run::Run;
use super::source::Source;
use super::{limits, property};
use crate::config::{ContractConfig, Limits, LowerConfig, RunConfig};
use crate::driver::{Effort, Job, Plan, Stage};
use crate::engine::{EngineName, View};
use crate::ir::Property;
use crate::strategy;
use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Verifies C programs that build data structures on the heap.
#[derive(Parser)]
#[command(name = "heapwright", version, max_term_width = 100)]
#[command(after_help = "\
Examples:
  heapwright verify list.c                         find errors, or prove that there are none
  heapwright verify --property no-overflow list.c  one property
  heapwright run list.c                            run the program, and tell its errors
  heapwright integrity list.c                      a library, function by function, without `main`
  heapwright completions bash                      what the shell needs to complete options

`heapwright COMMAND --help` tells more.")]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    Verify(Box<Verify>),
    Integrity(Box<Integrity>),
    Invariants(Box<Invariants>),
    Run(Box<Run>),
    Completions(Completions),
    /// Prints the manual page, for `man`
    Man,
}

/// Proves or refutes properties of a program
///
/// The last line on standard output is `verdict: true`, `verdict: false(PROPERTY)` or `verdict: unknown`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  heapwright verify list.c
      Look for failing assertions, memory errors and leaks; report all.
  heapwright verify --property unreach-call --32 --witness w.yml task.i
      One property of SV-COMP for a 32-bit machine, with a witness.
  heapwright verify --harness h.c list.c; cc -g -fsanitize=address list.c h.c && ./a.out
      Run the counterexample, with a sanitizer or in a debugger.
  heapwright verify --witness-check w.yml --property unreach-call --32 task.i
      Check a witness of heapwright or of another verifier.
  heapwright verify -I include main.c list.c --html report.html -o report.sarif
      Two files, linked; a page to read and a file for code scanning.

Exit status: 0 true, 10 false, 5 unknown, 1 wrong usage, 2 the input cannot be read or parsed,
6 internal error. With 1, 2 and 6 there is no verdict.")]
pub(super) struct Verify {
    /// The program, in C: one file, or several that are linked; preprocessed unless the name ends in `.i`
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    pub files: Vec<PathBuf>,

    /// What to verify, by name or as a property file of SV-COMP; may be repeated:
    ///   unreach-call      the error function is not called
    ///   assertions        no `assert` fails
    ///   valid-memsafety   all of valid-deref, valid-free and valid-memtrack
    ///   valid-deref       no invalid read or write
    ///   valid-free        no invalid free
    ///   valid-memtrack    no allocated memory becomes unreachable
    ///   valid-memcleanup  all memory is freed at the end
    ///   no-overflow       no signed overflow
    ///   division-by-zero  no integer is divided by zero
    ///   shift-range       no shift by a negative amount, or by the width or more
    ///   termination       the program ends (always unknown)
    /// Without this option: unreach-call, assertions, valid-memsafety, division-by-zero
    /// and shift-range, and all findings instead of the first.
    #[arg(
        long = "property",
        alias = "propertyfile",
        value_name = "NAME|FILE.prp",
        verbatim_doc_comment,
        help_heading = "Question"
    )]
    pub properties: Vec<String>,

    /// The function where the program begins
    #[arg(long, value_name = "NAME", default_value = "main", help_heading = "Question")]
    entry: String,

    /// End the search with the first violation; as with --property
    #[arg(long, help_heading = "Question")]
    first: bool,

    #[command(flatten)]
    contracts: ContractArgs,

    /// Let malloc and its like fail, too
    #[arg(long, help_heading = "Question")]
    malloc_may_fail: bool,

    /// Let a function without body return anything, so that a violation may rest on it; may be repeated
    #[arg(long, value_name = "NAME", help_heading = "Question")]
    assume_any: Vec<String>,

    /// Check a witness instead of looking for an answer: does it show what it claims?
    #[arg(long, value_name = "FILE.yml", help_heading = "Question")]
    pub witness_check: Option<PathBuf>,

    #[command(flatten)]
    pub source: Source,

    /// Wall time after which the answer is unknown: 500ms, 60s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::duration, help_heading = "Limits")]
    timeout: Duration,

    /// Memory beyond which the answer is unknown: 512m, 4g
    #[arg(long, value_name = "SIZE", default_value = "4g", value_parser = limits::size, help_heading = "Limits")]
    memory: u64,

    /// How often loops are unwound, and recursive calls followed, in the bounded check [default: growing]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    unwind: Option<u32>,

    /// How much is tried before the answer is unknown
    #[arg(long, value_name = "EFFORT", default_value = "full", help_heading = "Limits")]
    effort: EffortArg,

    /// How many engines work at the same time; the report is the same [default: as many as there are idle cores]
    #[arg(long, value_name = "N", value_parser = limits::jobs, help_heading = "Limits")]
    jobs: Option<usize>,

    /// Ask only these engines, separated by commas; may be repeated
    #[arg(long = "engine", value_name = "NAME", value_delimiter = ',', value_parser = engine_parser(), help_heading = "Limits")]
    engines: Vec<EngineName>,

    #[command(flatten)]
    preset: PresetArgs,

    /// How the report is written [default: as files are named, otherwise text]
    #[arg(long, value_name = "FORMAT", help_heading = "Report")]
    pub format: Option<Format>,

    /// Write the report to a file, and only the last line to standard output; may be repeated, for
    /// reports in several formats, named .json, .jsonl, .sarif or in another way for text
    #[arg(short, long, value_name = "FILE", help_heading = "Report")]
    pub output: Vec<PathBuf>,

    /// Write a page to read in a browser: findings, source and trace, invariants
    #[arg(long, value_name = "FILE.html", help_heading = "Report")]
    pub html: Option<PathBuf>,

    /// Write a witness of true or false, in format 2.0
    #[arg(long, value_name = "FILE.yml", help_heading = "Report")]
    pub witness: Option<PathBuf>,

    /// Write a witness of true or false, in format 1.0
    #[arg(long, value_name = "FILE.graphml", help_heading = "Report")]
    pub graphml_witness: Option<PathBuf>,

    /// Write C functions that lead the compiled program to the error that was found
    #[arg(long, value_name = "FILE.c", help_heading = "Report")]
    pub harness: Option<PathBuf>,

    /// Show what a stage makes of the program before the report; may be repeated
    #[arg(long, value_name = "STAGE", help_heading = "Report")]
    dump: Vec<DumpStage>,

    /// Tell on standard error what is being done, and counts and times at the end; times also in JSON
    #[arg(short, long, help_heading = "Report")]
    pub verbose: bool,

    /// Print the verdict alone, without findings and reasons
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Report")]
    pub quiet: bool,
}

/// Prints what a shell needs to complete heapwright's options
#[derive(Args)]
#[command(after_help = "\
Example:
  heapwright completions bash > ~/.local/share/bash-completion/completions/heapwright")]
pub(super) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// One line per message, as compilers write them
    Text,
    /// One object, for programs
    Json,
    /// One object per line: each violation when it is found, then the rest
    Jsonl,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
}

#[derive(Clone, Copy, ValueEnum)]
enum EffortArg {
    /// What is mostly done within a few seconds
    Quick,
    /// All that has an end
    Steady,
    /// All there is, until the time is up
    Full,
}

impl From<EffortArg> for Effort {
    fn from(effort: EffortArg) -> Self {
        match effort {
            EffortArg::Quick => Effort::Quick,
            EffortArg::Steady => Effort::Steady,
            EffortArg::Full => Effort::Full,
        }
    }
}

/// Reads the name of an engine.
fn engine_parser() -> impl TypedValueParser<Value = EngineName> {
    let values = strategy::engines().map(|engine| PossibleValue::new(engine.name().name()).help(engine.about()));
    PossibleValuesParser::new(values).try_map(|name| {
        let named = strategy::engines().map(|engine| engine.name()).find(|engine| engine.name() == name);
        named.ok_or("no engine")
    })
}

#[derive(Clone, Copy, ValueEnum)]
enum DumpStage {
    /// The syntax tree
    Ast,
    /// The control-flow graph
    Ir,
    /// The objects of the formula
    Memory,
    /// The shapes of the heap at loops
    Shape,
    /// The formula, with residual loops
    Ssa,
    /// What invariants of the loops may say, before any is found
    Template,
    /// The first query of the bounded check, in SMT-LIB
    Smt,
}

impl Verify {
    /// Whether something is shown beside the report.
    pub fn dumps(&self) -> bool {
        !self.dump.is_empty()
    }

    /// What the driver is asked to do.
    pub fn job(&self, matches: &ArgMatches, started: Instant) -> anyhow::Result<Job> {
        if self.format.is_some_and(|format| format != Format::Text) && !self.dump.is_empty() && self.output.is_empty() {
            bail!("--dump and a report for programs cannot share standard output; use --output FILE");
        }
        let mut units = self.source.units(&self.files, matches)?;
        let data_model = units.first().map_or(self.source.data_model(), |unit| unit.parse.data_model);
        for unit in &mut units {
            unit.parse.contracts = ContractConfig { entry: Some(self.entry.clone()), ..self.contracts.config() };
        }
        let properties = property::properties(&self.properties)?;
        let plan = Plan {
            properties,
            all_findings: self.properties.is_empty() && !self.first,
            run: RunConfig {
                malloc_may_fail: self.malloc_may_fail,
                assume_any: self.assume_any.clone(),
                ..RunConfig::default()
            },
            unwind: self.unwind,
            engines: if self.engines.is_empty() { Plan::default().engines } else { self.engines.clone() },
            effort: self.effort.into(),
            jobs: self.jobs,
            preset: self.preset.preset()?,
            explain: self.witness.is_some() || self.graphml_witness.is_some() || self.html.is_some(),
        };
        Ok(Job {
            plan,
            lower: LowerConfig {
                data_model,
                entry: Some(self.entry.clone()),
                assertions: properties.contains(Property::Assertions),
                error_calls: properties.contains(Property::UnreachCall),
            },
            limits: Limits { timeout: self.timeout, memory: self.memory },
            started,
            dump: self.dump.iter().map(|&stage| stage.into()).collect(),
            ..Job::of(units)
        })
    }
}

impl From<DumpStage> for Stage {
    fn from(stage: DumpStage) -> Self {
        match stage {
            DumpStage::Ast => Stage::Ast,
            DumpStage::Ir => Stage::Ir,
            DumpStage::Memory => Stage::Engine(View::Memory),
            DumpStage::Shape => Stage::Engine(View::Shape),
            DumpStage::Ssa => Stage::Engine(View::Ssa),
            DumpStage::Template => Stage::Engine(View::Template),
            DumpStage::Smt => Stage::Engine(View::Smt),
        }
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
        assert_eq!(job.units[0].parse.preprocessor_args, ["-DA=1", "-Ix", "-UA", "-DB"]);
    }

    #[test]
    fn the_data_model_has_short_forms() {
        assert_eq!(job(&["a.c"]).lower.data_model, DataModel::Lp64);
        assert_eq!(job(&["--32", "a.c"]).lower.data_model, DataModel::Ilp32);
        assert_eq!(job(&["--data-model", "ILP32", "a.c"]).units[0].parse.data_model, DataModel::Ilp32);
        assert_eq!(job(&["--data-model=LP64", "a.c"]).units[0].parse.data_model, DataModel::Lp64);
    }
}
