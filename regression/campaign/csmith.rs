//! Programs of csmith. They have no inputs, no undefined behaviour, and print a checksum: what the compiled program prints is asserted, and so is
//! another number. In every other program all of it is behind a lock, so that it is not merely executed.

use crate::generator::Lock;
use crate::support::process;
use crate::support::random::Random;
use crate::trial::{Answer, Context, Outcome, Truth, words};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Keeps programs small, and without what verifiers see in other ways than compilers do.
const OPTIONS: &str = "--max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 5 --max-array-dim 2 \
                       --max-array-len-per-dim 5 --max-pointer-depth 2 --max-struct-fields 5 --no-volatiles --no-argc --concise";

/// Where the headers are that its programs include.
const HEADERS: &[&str] = &["/usr/include/csmith", "/usr/local/include/csmith"];

/// Where a program says what it computed.
const END: &str = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);";

/// Limits of the generator and of what it makes: not all programs end.
const SOME_TIME: Duration = Duration::from_secs(10);

/// One program with its checksum, and with another one.
pub fn run(seed: u64, context: &Context) -> Vec<Outcome> {
    attempt(seed, context).unwrap_or_default()
}

/// Nothing if there is no csmith, or the program does not end.
fn attempt(seed: u64, context: &Context) -> Option<Vec<Outcome>> {
    let headers = HEADERS.iter().find(|folder| Path::new(folder).join("csmith.h").exists())?;
    let mut csmith = Command::new("csmith");
    // It writes a file about the machine to where it is.
    csmith.current_dir(&context.folder).args(["--seed", &(seed + 1).to_string()]).args(OPTIONS.split_whitespace());
    let made = process::run(&mut csmith, SOME_TIME).ok().filter(|ended| ended.status == Some(0))?;
    let text = made.output();
    let checksum = checksum(seed, &text, headers, context)?;
    let mut random = Random::new(seed);
    let other = checksum ^ 1 << random.below(32);
    let lock = (seed % 2 == 1).then(|| Lock::new(&mut random));
    let with = |value: u32| {
        let begin = lock.as_ref().map_or(String::new(), |lock| {
            format!("{{ unsigned key = __VERIFIER_nondet_uint(); if (!({})) return 0; }}", lock.opened_by("key"))
        });
        let declared =
            "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nstatic long __undefined;";
        text.replacen("static long __undefined;", declared, 1)
            .replacen("int print_hash_value = 0;", &format!("int print_hash_value = 0;\n    {begin}"), 1)
            .replacen(END, &format!("if ((crc32_context ^ 0xFFFFFFFFUL) != {value}u) reach_error();"), 1)
    };
    let args = words(&format!("-q --property unreach-call -I{headers}"));
    let right = context.judge(&format!("csmith_{seed}.c"), with(checksum), &args, Truth::Correct);
    let wrong = context.judge(&format!("csmith_{seed}_wrong.c"), with(other), &args, Truth::Faulty);
    let accepted = |outcome: Outcome| match outcome.answer {
        // What csmith writes and heapwright does not read is no wrong answer.
        Answer::Rejected if outcome.wrong.as_deref().is_some_and(|what| what.starts_with("rejected")) => {
            Outcome { wrong: None, ..outcome }
        }
        _ => outcome,
    };
    Some(vec![accepted(right), accepted(wrong)])
}

/// What the compiled program prints.
fn checksum(seed: u64, text: &str, headers: &str, context: &Context) -> Option<u32> {
    let file = context.file(&format!("csmith_{seed}_printing.c"), text);
    let binary = file.with_extension("exe");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-I", headers, "-o"]).arg(&binary).arg(&file);
    let compiled = process::run(&mut gcc, 12 * SOME_TIME).ok().filter(|ended| ended.status == Some(0));
    let printed = compiled.and_then(|_| process::run(&mut Command::new(&binary), SOME_TIME).ok());
    let _ = (fs::remove_file(&file), fs::remove_file(&binary));
    let printed = printed.filter(|ended| ended.status == Some(0))?.output();
    u32::from_str_radix(printed.trim().strip_prefix("checksum = ")?, 16).ok()
}
