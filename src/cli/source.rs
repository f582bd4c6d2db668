//! Options about how the source is read, which all commands share.

use super::compile_commands;
use crate::config::{DataModel, ParseConfig};
use crate::driver::Unit;
use anyhow::bail;
use clap::{ArgMatches, Args, ValueEnum, parser::ValueSource};
use std::path::{Path, PathBuf};

/// How the source is read.
#[derive(Args)]
#[command(next_help_heading = "Reading C")]
pub(super) struct Source {
    /// Sizes of types [default: LP64]
    #[arg(long, value_name = "MODEL", ignore_case = true)]
    data_model: Option<Model>,

    /// Same as --data-model ILP32
    #[arg(long = "32", conflicts_with_all = ["data_model", "lp64"])]
    ilp32: bool,

    /// Same as --data-model LP64
    #[arg(long = "64", conflicts_with = "data_model")]
    lp64: bool,

    /// Look for headers in this directory
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<String>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=TEXT]")]
    define: Vec<String>,

    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<String>,

    /// Take flags from a compilation database; without FILE, all of its files are the program
    #[arg(long, value_name = "FILE.json")]
    compile_commands: Option<PathBuf>,

    /// Told to the preprocessor as it is
    #[arg(long = "preprocessor-flag", hide = true, allow_hyphen_values = true)]
    preprocessor_flags: Vec<String>,

    /// A flag of compilers that does not matter
    #[arg(long = "ignored-flag", hide = true, allow_hyphen_values = true)]
    pub ignored_flags: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Model {
    /// `long` and pointers have 32 bits
    #[value(name = "ILP32")]
    Ilp32,
    /// `long` and pointers have 64 bits
    #[value(name = "LP64")]
    Lp64,
}

impl Source {
    /// The sizes of types that are asked for.
    pub fn data_model(&self) -> DataModel {
        match (self.data_model, self.ilp32) {
            (Some(Model::Ilp32), _) | (None, true) => DataModel::Ilp32,
            (Some(Model::Lp64), _) | (None, false) => DataModel::Lp64,
        }
    }

    /// The files of the program with what the preprocessor is told about each: first what a compilation database says,
    /// then the options. All files have the same sizes of types.
    pub fn units(&self, files: &[PathBuf], matches: &ArgMatches) -> anyhow::Result<Vec<Unit>> {
        let args = self.preprocessor_args(matches);
        let Some(database) = &self.compile_commands else {
            let parse = ParseConfig { preprocessor_args: args, ..ParseConfig::new(self.data_model()) };
            return Ok(files.iter().map(|file| Unit { file: file.clone(), parse: parse.clone() }).collect());
        };
        let mut compilations = compile_commands::read(database)?;
        if !files.is_empty() {
            let same =
                |a: &Path, b: &Path| a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b));
            for file in files {
                if !compilations.iter().any(|compilation| same(&compilation.file, file)) {
                    bail!("`{}` is not in `{}`", file.display(), database.display());
                }
            }
            compilations.retain(|compilation| files.iter().any(|file| same(&compilation.file, file)));
        }
        // The same file may be compiled several times; it is part of the program once.
        let mut seen = Vec::new();
        compilations.retain(|compilation| {
            let new = !seen.contains(&compilation.file);
            seen.push(compilation.file.clone());
            new
        });
        let given = self.ilp32 || self.lp64 || self.data_model.is_some();
        let data_model = match compilations.first().and_then(|compilation| compilation.bits) {
            Some(32) if !given => DataModel::Ilp32,
            _ => self.data_model(),
        };
        let differs = |bits: Option<u32>| bits.is_some_and(|bits| u64::from(bits) != 8 * data_model.pointer_bytes());
        if let Some(other) = compilations.iter().find(|compilation| !given && differs(compilation.bits)) {
            bail!("`{}` is compiled for other sizes of types than the rest", other.file.display());
        }
        let unit = |compilation: compile_commands::Compilation| {
            let preprocessor_args = [compilation.preprocessor_args, args.clone()].concat();
            Unit { file: compilation.file, parse: ParseConfig { preprocessor_args, ..ParseConfig::new(data_model) } }
        };
        Ok(compilations.into_iter().map(unit).collect())
    }

    /// `-I`, `-D`, `-U` and flags of compilers in the order of the command line: a later one may undo an earlier one.
    fn preprocessor_args(&self, matches: &ArgMatches) -> Vec<String> {
        let options = [
            ("include", "-I", &self.include),
            ("define", "-D", &self.define),
            ("undefine", "-U", &self.undefine),
            ("preprocessor_flags", "", &self.preprocessor_flags),
        ];
        let mut args = Vec::new();
        for (id, flag, values) in options {
            if matches.value_source(id) == Some(ValueSource::CommandLine) {
                let places = matches.indices_of(id).into_iter().flatten();
                args.extend(places.zip(values).map(|(place, value)| (place, format!("{flag}{value}"))));
            }
        }
        args.sort();
        args.into_iter().map(|(_, arg)| arg).collect()
    }
}
