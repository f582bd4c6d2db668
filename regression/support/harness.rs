//! Harnesses: compiles a program with its harness by `gcc` with the sanitizers, as the harness itself says, and looks for
//! the error in what the compiled program does.

use super::process::{self, HANGING};
use super::program::Header;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The folder of the header that comes with heapwright.
const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");

/// What shows that an error happened.
const SIGNS: &[&str] =
    &["ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "ssertion", "the error function is called", "runtime error"];

/// What a program says about its harness, in lines `//@ harness: WORD (why)`, or `WORD in ILP32 (why)`.
struct Notes<'a> {
    header: &'a Header,
    model: &'static str,
}

impl Notes<'_> {
    fn say(&self, word: &str) -> bool {
        let everywhere = format!("{word} (");
        let here = format!("{word} in {} (", self.model);
        self.header.values("harness").any(|value| value.starts_with(&everywhere) || value.starts_with(&here))
    }
}

/// The words of the command in the first lines of a harness.
pub fn flags(harness: &str) -> Option<Vec<&str>> {
    let command = harness.lines().find_map(|line| line.trim_start_matches('/').trim().strip_prefix("cc "))?;
    Some(command.trim_end_matches(" && ./a.out").split_whitespace().collect())
}

/// Compiles in `folder`, runs the program at `binary`, and fails unless the error shows, or is said not to:
///
/// - `hidden`: the sanitizers do not see the error. Fails if they do.
/// - `endless`: nor does the program end, so it is compiled only.
/// - `unlinked`: the program needs objects that are defined elsewhere, so it cannot be linked. Fails if it can.
/// - `optimised`: it runs for so long that it is compiled with `-O2`.
///
/// What depends on memory that was never set may show or not. Without `gcc`, or without its libraries for a data model, nothing is tried.
pub fn try_harness(folder: &Path, harness: &Path, binary: &Path, header: &Header) -> Result<(), String> {
    let content = fs::read_to_string(harness).map_err(|error| error.to_string())?;
    let flags = flags(&content).ok_or("no command in the harness")?;
    let narrow = flags.contains(&"-m32");
    if !can_link(narrow) {
        return Ok(());
    }
    let notes = Notes { header, model: if narrow { "ILP32" } else { "LP64" } };
    let optimised: &[&str] = if notes.say("optimised") { &["-O2"] } else { &[] };
    let mut gcc = Command::new("gcc");
    gcc.args(&flags)
        .args(optimised)
        .args(["-w", "-idirafter", INCLUDE, "-o"])
        .arg(binary)
        .arg("-lm")
        .current_dir(folder);
    let compiled = to_end(&mut gcc)?;
    let linked = compiled.status == Some(0);
    if notes.say("unlinked") {
        return if linked { Err("it is linked: remove the `harness` line".into()) } else { Ok(()) };
    }
    if !linked {
        return Err(format!("the harness is not compiled:\n{}", compiled.errors()));
    }
    if notes.say("endless") {
        return Ok(());
    }
    let run = to_end(Command::new(binary).current_dir(binary.parent().expect("a folder")))?;
    let said = run.errors();
    let shown = SIGNS.iter().any(|sign| said.contains(sign));
    if content.contains("harness cannot fix") {
        return Ok(());
    }
    match (shown, notes.say("hidden")) {
        (false, _) if run.hung => Err("the compiled program does not end".into()),
        (false, false) => Err(format!("the error does not show:\n{said}")),
        (true, true) => Err("the error shows: remove the `harness` line".into()),
        _ => Ok(()),
    }
}

fn to_end(command: &mut Command) -> Result<process::Ended, String> {
    process::run(command, HANGING).map_err(|error| error.to_string())
}

/// Whether `gcc` builds programs with its sanitizers, for 64 or 32 bits.
fn can_link(narrow: bool) -> bool {
    static ABLE: [OnceLock<bool>; 2] = [OnceLock::new(), OnceLock::new()];
    *ABLE[usize::from(narrow)].get_or_init(|| {
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("link{}.c", usize::from(narrow)));
        let written = fs::write(&source, "int main(void) { return 0; }\n");
        let model = if narrow { "-m32" } else { "-m64" };
        let mut gcc = Command::new("gcc");
        gcc.args([model, "-fsanitize=address", "-o"]).arg(source.with_extension("out")).arg(&source);
        let able = written.is_ok() && to_end(&mut gcc).is_ok_and(|ended| ended.status == Some(0));
        if !able {
            eprintln!("gcc {model} -fsanitize=address does not work: harnesses for it are not tried");
        }
        able
    })
}
