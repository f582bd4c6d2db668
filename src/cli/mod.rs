//! The command line: flags to configuration, results to text, statuses to exit statuses.
//!
//! In: arguments. Out: what is printed, and the exit status. The only place that prints.

mod args;
mod colour;
mod compile_commands;
mod contracts;
mod descriptors;
mod flags;
mod generate;
mod given;
mod integrity;
mod invariants;
mod limits;
mod output;
mod preset;
mod progress;
mod property;
mod run;
mod source;
mod verify;
mod world;

use crate::driver::Failure;
use crate::verdict::{Overall, Verdict};
use anyhow::bail;
use args::{Cli, Command};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::sync::Mutex;
use std::time::Instant;

/// Exit statuses. Of `verify` and `integrity`, 0 is `true` and nothing else.
mod status {
    pub const TRUE: u8 = 0;
    /// What needs no verdict was done.
    pub const DONE: u8 = 0;
    pub const USAGE: u8 = 1;
    pub const INPUT: u8 = 2;
    pub const UNKNOWN: u8 = 5;
    pub const INTERNAL: u8 = 6;
    pub const FALSE: u8 = 10;
}

/// Where the last panic happened and what it said.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Runs heapwright on the arguments of a process, its name included, and returns the exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> u8 {
    let started = Instant::now();
    // A panic becomes one line and an exit status, not a backtrace.
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        if let Ok(mut last) = PANIC.lock() {
            *last = Some(text);
        }
    }));
    let args = args.into_iter().collect();
    let caught = std::panic::catch_unwind(|| start(args, started));
    caught.unwrap_or_else(|_| internal_error("panic"))
}

fn start(args: Vec<OsString>, started: Instant) -> u8 {
    let args = match flags::rewrite(args) {
        Ok(args) => args,
        Err(error) => return usage_error(&error),
    };
    let mut command = Cli::command();
    let parsed = command
        .try_get_matches_from_mut(args)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)))
        .map_err(|error| error.format(&mut command));
    match parsed {
        Ok((cli, matches)) => execute(cli.command, &matches, started).unwrap_or_else(|error| usage_error(&error)),
        Err(error) if error.use_stderr() => {
            output::stderr(&error.render().to_string());
            status::USAGE
        }
        Err(help) => {
            output::stdout(&help.render().to_string());
            status::DONE
        }
    }
}

/// Does what a command asks. What was wrong with how it was asked is an error.
fn execute(command: Command, matches: &ArgMatches, started: Instant) -> anyhow::Result<u8> {
    match (command, matches.subcommand()) {
        (Command::Verify(options), Some((_, matches))) => verify::run(*options, matches, started),
        (Command::Integrity(options), Some((_, matches))) => integrity::run(*options, matches, started),
        (Command::Invariants(options), Some((_, matches))) => invariants::run(*options, matches, started),
        (Command::Run(options), Some((_, matches))) => run::run(*options, matches, started),
        (Command::Completions(options), _) => {
            output::stdout(&generate::completions(&mut Cli::command(), options.shell));
            Ok(status::DONE)
        }
        (Command::Man, _) => Ok(match generate::manual(Cli::command()) {
            Ok(page) => {
                output::stdout(&page);
                status::DONE
            }
            Err(error) => internal_error(&format!("{error:#}")),
        }),
        (_, None) => bail!("no command is given"),
    }
}

fn usage_error(error: &anyhow::Error) -> u8 {
    output::stderr(&format!("heapwright: error: {error:#}\n"));
    status::USAGE
}

/// Tells why there is no result.
fn finish(failure: Failure) -> u8 {
    match failure {
        Failure::Input(message) => {
            output::stderr(&message);
            status::INPUT
        }
        Failure::Internal(message) => internal_error(&message),
    }
}

fn exit_status(verdict: &Verdict) -> u8 {
    match verdict.overall() {
        Overall::True => status::TRUE,
        Overall::False(_) => status::FALSE,
        Overall::Unknown => status::UNKNOWN,
    }
}

fn internal_error(message: &str) -> u8 {
    let panic = PANIC.lock().ok().and_then(|mut last| last.take());
    let message = panic.as_deref().unwrap_or(message);
    output::stderr(&format!("heapwright: internal error: {message}\n"));
    status::INTERNAL
}
