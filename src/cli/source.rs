//! Options about how the source is read, which all commands share.

use crate::config::DataModel;
use clap::{ArgMatches, Args, ValueEnum, parser::ValueSource};

/// How the source is read.
#[derive(Args)]
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

    /// `-I`, `-D` and `-U` in the order of the command line: a later one may undo an earlier one.
    pub fn preprocessor_args(&self, matches: &ArgMatches) -> Vec<String> {
        let options =
            [("include", "-I", &self.include), ("define", "-D", &self.define), ("undefine", "-U", &self.undefine)];
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
