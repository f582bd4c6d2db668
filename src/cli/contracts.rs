//! Options about checkers and contracts.

use crate::config::ContractConfig;
use clap::Args;
use std::path::PathBuf;

/// What the function is given, and what it must leave.
#[derive(Args)]
#[command(next_help_heading = "Functions without main")]
pub(super) struct ContractArgs {
    /// Read checkers, which describe data structures, from a file; may be repeated
    #[arg(long, value_name = "FILE")]
    checkers: Vec<PathBuf>,

    /// What holds when the function of --entry is called, such as `list(head) and n > 0`; may be repeated
    #[arg(long, value_name = "FORMULA")]
    requires: Vec<String>,

    /// What must hold when it returns, such as `list(\\result)`; may be repeated
    #[arg(long, value_name = "FORMULA")]
    ensures: Vec<String>,

    /// Let pointers of which no contract speaks lead to objects of their type, or be null where the function compares them with null
    #[arg(long)]
    assume_valid: bool,
}

impl ContractArgs {
    /// What they stand for, but for the function.
    pub fn config(&self) -> ContractConfig {
        ContractConfig {
            checkers: self.checkers.clone(),
            entry: None,
            requires: self.requires.clone(),
            ensures: self.ensures.clone(),
            assume_valid: self.assume_valid,
        }
    }
}
