//! Runs heapwright on every `regression/<area>/<name>.c` and compares with what the program itself expects.
//!
//! In: the programs. Out: one test each, named `area/name`. Adding a test is adding one file. A program begins
//! with `//@` lines:
//!
//! - `//@ verdict: true` (or `false(valid-deref)`, `unknown`): the answer. Implies the exit status.
//! - `//@ args: --property valid-memsafety --32`: arguments for `heapwright verify`; several such lines add up.
//! - `//@ models: ILP32 LP64`: run once for each of these data models, as tests `area/name@ILP32` and so on.
//! - `//@ today: unknown`: a known weakness; the answer may still be `unknown`. The test fails as soon as heapwright
//!   gives the expected verdict, so that the line is removed. A wrong verdict always fails. Where `unknown` will do,
//!   heapwright gets little time.
//! - `//@ exit: 2`: the exit status, for inputs that get no verdict.
//! - `//@ stderr: text`: must occur on standard error; several such lines must all occur.
//! - `//@ harness: hidden (why)`: the harness cannot show the error in the compiled program; see `results.rs`.
//! - `//@ snapshot`: the report must be that of `regression/snapshots/`; `cargo insta review` accepts a new one.
//!
//! A line on which an error must be reported ends with `// ERROR(CWE-416)`, or several of these. The errors
//! reported must be just those. The programs are verified from within their folder; parts that are no programs of
//! their own stand in folders further down.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The time for programs whose answer may be unknown: they use all they get.
const SHORT_TIMEOUT: &str = "2s";

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/regression");

/// A line and a weakness.
type Mark = (usize, u32);

/// What a program expects.
#[derive(Debug, Default, PartialEq)]
struct Expectation {
    verdict: Option<String>,
    unknown_today: bool,
    exit: Option<i32>,
    stderr: Vec<String>,
    args: Vec<String>,
    models: Vec<String>,
    snapshot: bool,
    errors: BTreeSet<Mark>,
}

impl Expectation {
    /// Reads the `//@` lines and the marks of a program.
    fn of(text: &str) -> Result<Self, String> {
        let mut expected = Self::default();
        for line in text.lines().map_while(|line| line.strip_prefix("//@")) {
            let (key, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.trim();
            let words = value.split_whitespace().map(String::from);
            match key.trim() {
                "verdict" => expected.verdict = Some(value.to_string()),
                "today" if value == "unknown" => expected.unknown_today = true,
                "exit" => expected.exit = Some(value.parse().map_err(|_| format!("`{value}` is no exit status"))?),
                "stderr" => expected.stderr.push(value.to_string()),
                "args" => expected.args.extend(words),
                "models" => expected.models.extend(words),
                "snapshot" => expected.snapshot = true,
                // What `results.rs` reads.
                "harness" => {}
                _ => return Err(format!("`//@{line}` is not understood")),
            }
        }
        if expected.verdict.is_none() && expected.exit.is_none() {
            return Err("neither `//@ verdict:` nor `//@ exit:` at the top".into());
        }
        for (index, line) in text.lines().enumerate() {
            let marks = line.split_once("//").map_or("", |(_, comment)| comment).split("ERROR(CWE-").skip(1);
            for mark in marks {
                let number = mark.split_once(')').and_then(|(number, _)| number.parse().ok());
                expected.errors.insert((index + 1, number.ok_or(format!("line {}: wrong mark", index + 1))?));
            }
        }
        Ok(expected)
    }
}

/// What heapwright said.
struct Answer {
    exit: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Answer {
    fn verdict(&self) -> Option<&str> {
        self.stdout.lines().last()?.strip_prefix("verdict: ")
    }

    /// The errors reported: lines `file:line:column: error: message [CWE-n] [property]`. One in another file
    /// than the program counts for line 0.
    fn errors(&self, program: &str) -> BTreeSet<Mark> {
        let error = |line: &str| {
            let (place, message) = line.split_once(": error: ")?;
            let cwe = message.rsplit_once("[CWE-")?.1.split_once(']')?.0.parse().ok()?;
            let own = place.strip_prefix(program).and_then(|rest| rest.split(':').nth(1)?.parse().ok());
            Some((own.unwrap_or(0), cwe))
        };
        self.stdout.lines().filter_map(error).collect()
    }
}

/// How many programs got their verdict, and how many are unknown today.
#[derive(Default)]
struct Tally {
    decided: AtomicUsize,
    unknown: AtomicUsize,
}

/// Everything in which an answer differs from what is expected.
fn differences(expected: &Expectation, answer: &Answer, program: &str, tally: &Tally) -> Vec<String> {
    let mut wrong = Vec::new();
    let verdict = answer.verdict();
    let undecided = expected.unknown_today && verdict == Some("unknown");
    if undecided {
        tally.unknown.fetch_add(1, Ordering::Relaxed);
    } else if verdict != expected.verdict.as_deref() {
        wrong.push(format!("the verdict is {verdict:?}, not {:?}", expected.verdict.as_deref()));
    } else if expected.unknown_today {
        wrong.push("heapwright gives the expected verdict: remove the `today` line".into());
    } else if verdict.is_some_and(|verdict| verdict != "unknown") {
        tally.decided.fetch_add(1, Ordering::Relaxed);
    }
    let exit = expected.exit.or(match expected.verdict.as_deref() {
        _ if undecided => Some(5),
        Some("true") => Some(0),
        Some("unknown") => Some(5),
        _ => Some(10),
    });
    if answer.exit != exit {
        wrong.push(format!("the exit status is {:?}, not {exit:?}", answer.exit));
    }
    let reported = answer.errors(program);
    for (line, cwe) in reported.difference(&expected.errors) {
        wrong.push(format!("line {line}: CWE-{cwe} is reported, but not marked"));
    }
    for (line, cwe) in expected.errors.difference(&reported).filter(|_| !undecided) {
        wrong.push(format!("line {line}: CWE-{cwe} is marked, but not reported"));
    }
    for text in expected.stderr.iter().filter(|text| !answer.stderr.contains(*text)) {
        wrong.push(format!("standard error does not contain `{text}`"));
    }
    wrong
}

fn verify(program: &Path, args: &[String]) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_heapwright"))
        .arg("verify")
        .args(args)
        .arg(program.file_name().expect("a file"))
        .current_dir(program.parent().expect("a folder"))
        .output()
        .expect("heapwright starts");
    Answer {
        exit: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Verifies a program in one data model (the default, if none is given) and fails on any difference.
fn check(program: &Path, name: &str, model: Option<&str>, tally: &Tally) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&fs::read(program)?).into_owned();
    let expected = Expectation::of(&text)?;
    let mut args = expected.args.clone();
    args.extend(model.into_iter().flat_map(|model| ["--data-model".to_string(), model.to_string()]));
    let may_be_unknown = expected.unknown_today || expected.verdict.as_deref() == Some("unknown");
    if may_be_unknown && !args.iter().any(|arg| arg == "--timeout") {
        args.extend(["--timeout".to_string(), SHORT_TIMEOUT.to_string()]);
    }
    let answer = verify(program, &args);
    let file = program.file_name().expect("a file").to_string_lossy();
    let wrong = differences(&expected, &answer, &file, tally);
    if !wrong.is_empty() {
        let said = format!("--- stdout\n{}--- stderr\n{}", answer.stdout, answer.stderr);
        return Err(format!("{}\n{said}", wrong.join("\n")).into());
    }
    if expected.snapshot {
        let mut settings = insta::Settings::new();
        settings.set_snapshot_path(Path::new(FOLDER).join("snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.replace(['/', '@'], "-"), answer.stdout));
    }
    Ok(())
}

/// All programs, in order of name.
fn programs() -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.collect()
    };
    let areas = entries(Path::new(FOLDER)).into_iter().filter(|path| path.is_dir());
    let mut programs: Vec<_> = areas.flat_map(|area| entries(&area)).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "i"));
    programs.sort();
    programs
}

/// The tests of a program: one, or one for each of its data models.
fn trials(program: PathBuf, tally: &Arc<Tally>) -> Vec<Trial> {
    let path = program.strip_prefix(FOLDER).expect("a path below the folder").with_extension("");
    let name = path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
    let text = fs::read(&program).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let models = Expectation::of(&text).map(|expected| expected.models).unwrap_or_default();
    let runs: Vec<_> = if models.is_empty() { vec![None] } else { models.into_iter().map(Some).collect() };
    let trial = |model: Option<String>| {
        let name = model.as_ref().map_or(name.clone(), |model| format!("{name}@{model}"));
        let (program, tally) = (program.clone(), tally.clone());
        Trial::test(name.clone(), move || check(&program, &name, model.as_deref(), &tally))
    };
    runs.into_iter().map(trial).collect()
}

/// The comparison itself is tested on answers that never were.
fn self_test() -> Result<(), Failed> {
    let text = "//@ verdict: false(valid-deref)\n//@ args: --32\nint x; // ERROR(CWE-416)\n";
    let expected = Expectation::of(text)?;
    assert_eq!((expected.args.len(), &expected.errors), (1, &BTreeSet::from([(3, 416)])));
    assert!(Expectation::of("//@ verdikt: true\n").is_err());
    assert!(Expectation::of("int main(void) {}\n").is_err());
    let count = |expected: &Expectation, exit, stdout: &str| {
        let answer = Answer { exit: Some(exit), stdout: stdout.into(), stderr: String::new() };
        differences(expected, &answer, "a.c", &Tally::default()).len()
    };
    let error = "a.c:3:1: error: read of freed memory [CWE-416] [valid-deref]\n";
    assert_eq!(count(&expected, 10, &format!("{error}verdict: false(valid-deref)\n")), 0);
    assert_eq!(count(&expected, 10, "verdict: false(valid-deref)\n"), 1, "the error is missing");
    assert_eq!(count(&expected, 10, &format!("{error}b{error}verdict: false(valid-deref)\n")), 1, "another error");
    assert_eq!(count(&expected, 0, "verdict: true\n"), 3);
    assert_eq!(count(&expected, 5, "verdict: unknown\n"), 3);
    let today = Expectation::of(&text.replace("int x", "//@ today: unknown\nint x"))?;
    assert_eq!(count(&today, 5, "verdict: unknown\n"), 0);
    assert_eq!(count(&today, 10, &format!("{}verdict: false(valid-deref)\n", error.replace(":3:", ":4:"))), 1);
    assert_eq!(count(&today, 0, "verdict: true\n"), 3, "a wrong verdict is never accepted");
    Ok(())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let tally = Arc::new(Tally::default());
    let mut tests: Vec<_> = programs().into_iter().flat_map(|program| trials(program, &tally)).collect();
    tests.push(Trial::test("the_comparison_finds_differences", self_test));
    let conclusion = libtest_mimic::run(&arguments, tests);
    if !arguments.list {
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        println!("verdicts: {} decided, {} unknown today\n", count(&tally.decided), count(&tally.unknown));
    }
    conclusion.exit_code()
}
