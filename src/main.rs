//! The `heapwright` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(heapwright::cli::main(std::env::args_os()))
}
