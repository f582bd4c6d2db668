//! Runs heapwright on every `regression/<area>/<name>.c`, compares with what the program itself expects, and checks what is
//! written besides the verdict.
//!
//! In: the programs. Out: one test each, named `area/name`. Adding a test is adding one file. A program begins
//! with `//@` lines:
//!
//! - `//@ verdict: true` (or `false(valid-deref)`, `unknown`): the answer. Implies the exit status.
//! - `//@ args: --property valid-memsafety --32`: arguments for `heapwright verify`; several such lines add up.
//! - `//@ models: ILP32 LP64`: run once for each of these data models, as tests `area/name@ILP32` and so on.
//! - `//@ today: unknown`: a known weakness; the answer may still be `unknown`. The test fails as soon as heapwright
//!   gives the expected verdict, so that the line is removed. A wrong verdict always fails. Where `unknown` will do,
//!   heapwright makes little effort (`--effort quick`), unless the arguments say how much.
//! - `//@ exit: 2`: the exit status, for inputs that get no verdict.
//! - `//@ stderr: text`: must occur on standard error; several such lines must all occur.
//! - `//@ harness: hidden (why)`: the harness cannot show the error in the compiled program; or `endless (why)`, `optimised (why)`,
//!   see `support/harness.rs`.
//! - `//@ snapshot`: the report must be that of `regression/snapshots/`; `cargo insta review` accepts a new one.
//!
//! A line on which an error must be reported ends with `// ERROR(CWE-416)`, or several of these. The errors
//! reported must be just those. The programs are verified from within their folder; parts that are no programs of
//! their own stand in folders further down.
//!
//! Each program is verified once, with all outputs:
//!
//! - The SARIF report is valid by the official schema, the JSON report and the YAML witness by those of this project.
//! - The witness of a violation is confirmed by heapwright's own check; so is that of a proof, if it has invariants.
//! - The harness of a violation, compiled with the program by `gcc` with its sanitizers, shows the error.
//! - The page and the GraphML witness are there and name the file.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::harness::try_harness;
use support::process::{self, HANGING, heapwright};
use support::program::{FOLDER, Header, RegressionProgram, programs};

/// Against hanging alone: budgets are counts, and what ends is the same on every machine.
const TIMEOUT: [&str; 2] = ["--timeout", "9m"];

/// For programs whose answer may be unknown: otherwise they use all the time they get.
const LITTLE_EFFORT: [&str; 2] = ["--effort", "quick"];

/// The official schema of SARIF has a bracket too many in the pattern of a language, which not all engines accept.
const STRAY_BRACKET: &str = "[a-zA-Z]{2}]?$";

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
    snapshot: bool,
    errors: BTreeSet<Mark>,
}

impl Expectation {
    /// Reads the `//@` lines and the marks of a program.
    fn of(text: &str) -> Result<Self, String> {
        let mut expected = Self::default();
        for (key, value) in Header::of(text).lines() {
            match key {
                "verdict" => expected.verdict = Some(value.to_string()),
                "today" if value == "unknown" => expected.unknown_today = true,
                "exit" => expected.exit = Some(value.parse().map_err(|_| format!("`{value}` is no exit status"))?),
                "stderr" => expected.stderr.push(value.to_string()),
                "args" => expected.args.extend(value.split_whitespace().map(String::from)),
                "snapshot" => expected.snapshot = true,
                // What others read.
                "models" | "harness" => {}
                _ => return Err(format!("`//@ {key}: {value}` is not understood")),
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

/// What heapwright said: the exit status, the report and the messages.
struct Answer {
    exit: Option<i32>,
    report: String,
    stderr: String,
}

impl Answer {
    fn verdict(&self) -> Option<&str> {
        self.report.lines().last()?.strip_prefix("verdict: ")
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
        self.report.lines().filter_map(error).collect()
    }
}

/// What all tests share: schemas, and how many programs got their verdict, and how many are unknown today.
struct Shared {
    sarif: jsonschema::Validator,
    witness: jsonschema::Validator,
    report: jsonschema::Validator,
    tally: Tally,
}

#[derive(Default)]
struct Tally {
    decided: AtomicUsize,
    unknown: AtomicUsize,
}

impl Shared {
    fn new() -> Self {
        let load = |name: &str| {
            let text = fs::read_to_string(Path::new(FOLDER).join("schemas").join(name)).expect("a schema");
            let text = text.replace(STRAY_BRACKET, "[a-zA-Z]{2}$");
            jsonschema::validator_for(&serde_json::from_str(&text).expect("JSON")).expect("a valid schema")
        };
        Self {
            sarif: load("sarif-2.1.0.json"),
            witness: load("witness-2.0.json"),
            report: load("report-1.json"),
            tally: Tally::default(),
        }
    }
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

/// Where the outputs of one program go.
struct Outputs(PathBuf);

impl Outputs {
    /// An empty folder for a test.
    fn new(name: &str) -> std::io::Result<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs").join(name.replace('/', "-"));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read(self.0.join(name)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// The options that ask for all outputs.
    fn options(&self) -> Vec<String> {
        let files = [
            ("--output", "report.txt"),
            ("--output", "report.json"),
            ("--output", "report.sarif"),
            ("--html", "page.html"),
            ("--witness", "witness.yml"),
            ("--graphml-witness", "witness.graphml"),
            ("--harness", "harness.c"),
        ];
        files.iter().flat_map(|(option, name)| [option.to_string(), self.path(name)]).collect()
    }

    /// Looks at all outputs of a program that got a verdict.
    fn check(
        &self,
        program: &RegressionProgram,
        question: &[String],
        verdict: &str,
        shared: &Shared,
    ) -> Result<(), Failed> {
        let json = |name: &str| serde_json::from_str::<Value>(&self.read(name)).map_err(|e| format!("{name}: {e}"));
        validate(&shared.sarif, &json("report.sarif")?, "SARIF")?;
        validate(&shared.report, &json("report.json")?, "JSON")?;
        let names_the_file = |name: &str| match self.read(name).contains(&program.file()) {
            true => Ok(()),
            false => Err(format!("{name} does not name the file")),
        };
        names_the_file("page.html")?;
        if verdict == "unknown" {
            return Ok(());
        }
        names_the_file("witness.graphml")?;
        let yaml: Value = serde_saphyr::from_str(&self.read("witness.yml"))?;
        validate(&shared.witness, &yaml, "witness")?;
        // Without invariants there is nothing to check but the program itself, once more.
        if yaml[0]["content"].as_array().is_some_and(Vec::is_empty) {
            return Ok(());
        }
        let again = [question, &["--witness-check".to_string(), self.path("witness.yml")]].concat();
        let checked = verify(program, &again)?;
        if checked.verdict().as_deref() != Some(verdict) {
            return Err(format!("the witness is not confirmed:\n{}", checked.output()).into());
        }
        if verdict.starts_with("false") {
            let (harness, binary) = (self.0.join("harness.c"), self.0.join("program"));
            try_harness(program.folder(), &harness, &binary, &program.header)?;
        }
        Ok(())
    }
}

/// Fails with all that a schema does not allow.
fn validate(schema: &jsonschema::Validator, value: &Value, what: &str) -> Result<(), Failed> {
    let errors: Vec<String> =
        schema.iter_errors(value).map(|e| format!("{what}: {}: {e}", e.instance_path())).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n").into()) }
}

/// Runs heapwright on a program, in its folder.
fn verify(program: &RegressionProgram, args: &[String]) -> Result<process::Ended, Failed> {
    let mut command = heapwright();
    command.arg("verify").args(args).arg(program.file()).current_dir(program.folder());
    let ended = process::run(&mut command, HANGING)?;
    if ended.hung { Err("heapwright does not end".into()) } else { Ok(ended) }
}

/// Verifies a program in one data model (the default, if none is given) and fails on any difference.
fn check(program: &RegressionProgram, name: &str, model: Option<&str>, shared: &Shared) -> Result<(), Failed> {
    let expected = Expectation::of(&program.text)?;
    let mut question = expected.args.clone();
    question.extend(model.into_iter().flat_map(|model| ["--data-model".to_string(), model.to_string()]));
    let may_be_unknown = expected.unknown_today || expected.verdict.as_deref() == Some("unknown");
    let effort = LITTLE_EFFORT.iter().filter(|_| may_be_unknown && !question.iter().any(|arg| arg == LITTLE_EFFORT[0]));
    let added: Vec<String> = TIMEOUT.iter().chain(effort).map(ToString::to_string).collect();
    question.extend(added);
    let outputs = Outputs::new(name)?;
    let ended = verify(program, &[question.clone(), outputs.options()].concat())?;
    let answer = Answer { exit: ended.status, report: outputs.read("report.txt"), stderr: ended.errors() };
    let wrong = differences(&expected, &answer, &program.file(), &shared.tally);
    if !wrong.is_empty() {
        let said = format!("--- report\n{}--- stderr\n{}", answer.report, answer.stderr);
        return Err(format!("{}\n{said}", wrong.join("\n")).into());
    }
    if answer.verdict() != ended.verdict().as_deref() {
        return Err(format!("the report and standard output differ:\n{}{}", answer.report, ended.output()).into());
    }
    if expected.snapshot {
        let mut settings = insta::Settings::new();
        settings.set_snapshot_path(Path::new(FOLDER).join("snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.replace(['/', '@'], "-"), answer.report));
    }
    answer.verdict().map_or(Ok(()), |verdict| outputs.check(program, &question, verdict, shared))
}

/// The tests of a program: one, or one for each of its data models.
fn trials(program: RegressionProgram, shared: &Arc<Shared>) -> Vec<Trial> {
    let program = Arc::new(program);
    let trial = |model: Option<String>| {
        let name = model.as_ref().map_or(program.name.clone(), |model| format!("{}@{model}", program.name));
        let (program, shared) = (program.clone(), shared.clone());
        Trial::test(name.clone(), move || check(&program, &name, model.as_deref(), &shared))
    };
    program.models().into_iter().map(trial).collect()
}

/// The comparison itself is tested on answers that never were.
fn self_test() -> Result<(), Failed> {
    let text = "//@ verdict: false(valid-deref)\n//@ args: --32\nint x; // ERROR(CWE-416)\n";
    let expected = Expectation::of(text)?;
    assert_eq!((expected.args.len(), &expected.errors), (1, &BTreeSet::from([(3, 416)])));
    assert!(Expectation::of("//@ verdikt: true\n").is_err());
    assert!(Expectation::of("int main(void) {}\n").is_err());
    let count = |expected: &Expectation, exit, report: &str| {
        let answer = Answer { exit: Some(exit), report: report.into(), stderr: String::new() };
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
    let shared = Arc::new(Shared::new());
    let mut tests: Vec<_> = programs().into_iter().flat_map(|program| trials(program, &shared)).collect();
    tests.push(Trial::test("the_comparison_finds_differences", self_test));
    let conclusion = libtest_mimic::run(&arguments, tests);
    if !arguments.list {
        let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        let tally = &shared.tally;
        println!("verdicts: {} decided, {} unknown today\n", count(&tally.decided), count(&tally.unknown));
    }
    conclusion.exit_code()
}
