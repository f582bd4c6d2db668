//! Runs `heapwright integrity` on `regression/integrity/*/*.c` and compares with what the programs expect.
//!
//! In: the programs. Out: one test each, and one for each mutant. A program begins with `//@` lines:
//!
//! - `//@ alloc: zmalloc`: the argument of `--alloc`.
//! - `//@ args: --32`: further arguments.
//! - `//@ function: NAME D-unsafe:wrong size M-unsafe`: a function that is not safe, and optionally the faults.
//!   All other functions must be D-safe and M-safe.
//!
//! A line `// MUTANT(kind): text` stands for the program in which `text` replaces the statement below, together
//! with the other mutants of it. Every mutant must be rejected, in the function where it stands. In a program with
//! mutants every function has one.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use support::program::{Header, files_of_areas};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/regression/integrity");
const MARK: &str = "// MUTANT(";

/// The kinds of faults that are injected.
const KINDS: &[&str] =
    &["arith", "cast_int", "interior", "outside", "overlap", "uninit", "uninit_stack", "wrong_size", "wrong_type"];

/// What a program expects.
#[derive(Debug, Default, PartialEq)]
struct Expectation {
    args: Vec<String>,
    /// Per function that is not safe: the faults of integrity and of memory; a fault may be left open.
    unsafe_functions: BTreeMap<String, [Option<String>; 2]>,
}

impl Expectation {
    fn of(text: &str) -> Result<Self, String> {
        let mut expected = Self::default();
        for (key, value) in Header::of(text).lines() {
            match key {
                "alloc" => expected.args.extend(["--alloc".into(), value.into()]),
                "args" => expected.args.extend(value.split_whitespace().map(String::from)),
                "function" => expected.add_function(value)?,
                _ => return Err(format!("`//@ {key}: {value}` is not understood")),
            }
        }
        Ok(expected)
    }

    fn add_function(&mut self, value: &str) -> Result<(), String> {
        let end =
            value.find(" D-unsafe").or(value.find(" M-unsafe")).ok_or(format!("what is expected of `{value}`?"))?;
        let (name, rest) = value.split_at(end);
        let mut faults = [None, None];
        for (index, word) in ["D-unsafe", "M-unsafe"].iter().enumerate() {
            faults[index] = rest.split_once(word).map(|(_, rest)| {
                let end = rest.find(" M-unsafe").unwrap_or(rest.len());
                rest[..end].trim_start_matches(':').trim().to_string()
            });
        }
        self.unsafe_functions.insert(name.to_string(), faults);
        Ok(())
    }

    /// Everything in which a report differs from what is expected.
    fn differences(&self, report: &Value) -> Vec<String> {
        let mut wrong = Vec::new();
        let functions = report["functions"].as_array().cloned().unwrap_or_default();
        for function in &functions {
            let name = function["name"].as_str().unwrap_or_default();
            let open = [None, None];
            let faults = self.unsafe_functions.get(name).unwrap_or(&open);
            for (key, fault) in ["integrity", "memory"].iter().zip(faults) {
                let (status, found) = (&function[*key]["status"], &function[*key]["fault"]);
                let fits = match fault {
                    None => status == "safe",
                    Some(fault) => status == "unsafe" && (fault.is_empty() || found == fault.as_str()),
                };
                if !fits {
                    wrong.push(format!(
                        "`{name}`: {key} is {status} {found}, not {fault:?}: {}",
                        function[*key]["message"]
                    ));
                }
            }
        }
        let is_missing = |name: &&String| !functions.iter().any(|function| function["name"] == name.as_str());
        wrong.extend(self.unsafe_functions.keys().filter(is_missing).map(|name| format!("there is no `{name}`")));
        wrong
    }
}

/// A program with an injected fault.
#[derive(Debug, PartialEq)]
struct Mutant {
    kind: String,
    line: usize,
    function: String,
    text: String,
}

/// The name of the function that a line begins to define.
fn defined_function(line: &str) -> Option<&str> {
    let starts = line.starts_with(|c: char| c.is_ascii_alphabetic());
    let head = line.strip_suffix('{').filter(|_| starts)?.split_once('(')?.0;
    head.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
}

fn mutants(text: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mut function = "";
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        function = defined_function(line).unwrap_or(function);
        let Some(mark) = line.trim_start().strip_prefix(MARK) else { continue };
        let Some((kind, replacement)) = mark.split_once("):") else { continue };
        let below = |from: usize, is_end: fn(&str) -> bool| {
            lines[from..].iter().position(|line| is_end(line)).map_or(lines.len(), |n| from + n)
        };
        let first = below(index, |line| !line.trim_start().starts_with(MARK));
        let last = below(first, |line| line.ends_with([';', '{', ')']));
        let mutated = lines[..first].iter().chain([&replacement]).chain(lines.iter().skip(last + 1));
        found.push(Mutant {
            kind: kind.to_string(),
            line: index + 1,
            function: function.to_string(),
            text: mutated.copied().collect::<Vec<_>>().join("\n") + "\n",
        });
    }
    found
}

/// Runs heapwright and reads its report.
fn run(file: &Path, args: &[String]) -> Result<(Option<i32>, Value), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_heapwright"))
        .args(["integrity", "--format", "json"])
        .args(args)
        .arg(file)
        .output()?;
    let report = serde_json::from_slice(&output.stdout).map_err(|error| {
        format!("no report ({error}); standard error is: {}", String::from_utf8_lossy(&output.stderr))
    })?;
    Ok((output.status.code(), report))
}

fn check_program(path: &Path, expected: &Expectation) -> Result<(), Failed> {
    let (status, report) = run(path, &expected.args)?;
    let mut wrong = expected.differences(&report);
    let wanted = if expected.unsafe_functions.is_empty() { 0 } else { 10 };
    if status != Some(wanted) {
        wrong.push(format!("the exit status is {status:?}, not {wanted}"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn check_mutant(name: &str, mutant: &Mutant, args: &[String]) -> Result<(), Failed> {
    let file = format!("{name}_{}_{}.c", mutant.line, mutant.kind).replace('/', "_");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    fs::write(&path, &mutant.text)?;
    let args = [args, &["--function".into(), mutant.function.clone()]].concat();
    let (status, report) = run(&path, &args)?;
    match status {
        Some(10) => Ok(fs::remove_file(&path)?),
        _ => Err(format!("not rejected: exit status {status:?}, {report:#}").into()),
    }
}

/// The tests of a program.
fn trials(name: &str, path: PathBuf) -> Result<Vec<Trial>, String> {
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let expected = Expectation::of(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mutants = mutants(&text);
    let mut trials = Vec::new();
    if let Some(wrong) = mutants.iter().find(|mutant| !KINDS.contains(&mutant.kind.as_str())) {
        return Err(format!("{}:{}: unknown kind `{}`", path.display(), wrong.line, wrong.kind));
    }
    let without = text.lines().filter_map(defined_function).find(|f| !mutants.iter().any(|m| m.function == *f));
    if let (Some(function), false) = (without, mutants.is_empty()) {
        return Err(format!("{}: `{function}` has no mutant", path.display()));
    }
    for mutant in mutants {
        let (title, args) = (format!("{name}/{}:{}", mutant.kind, mutant.line), expected.args.clone());
        let name = name.to_string();
        trials.push(Trial::test(title, move || check_mutant(&name, &mutant, &args)));
    }
    trials.push(Trial::test(name, move || check_program(&path, &expected)));
    Ok(trials)
}

/// The `.c` files of the folders below, by area and name.
fn programs() -> Vec<(String, PathBuf)> {
    let named = |path: PathBuf| {
        let name = path.strip_prefix(FOLDER).ok()?.with_extension("").to_string_lossy().into_owned();
        Some((name, path))
    };
    files_of_areas(Path::new(FOLDER)).into_iter().filter_map(named).collect()
}

/// What the runner itself must get right.
fn own_tests() -> Vec<Trial> {
    let expectations = Trial::test("runner/expectations", || {
        let text =
            "//@ alloc: zmalloc\n//@ function: f D-unsafe:wrong size M-unsafe\n//@ function: g M-unsafe:outside\n";
        let expected = Expectation::of(text)?;
        assert_eq!(expected.args, ["--alloc", "zmalloc"]);
        assert_eq!(expected.unsafe_functions["f"], [Some("wrong size".into()), Some(String::new())]);
        assert_eq!(expected.unsafe_functions["g"], [None, Some("outside".into())]);
        Ok(())
    });
    let mutation = Trial::test("runner/mutants", || {
        let text = "int f(int x) {\n    // MUTANT(uninit): ;\n    // MUTANT(arith): x = 2;\n    x = 1 +\n        1;\n    return x;\n}\n";
        let found = mutants(text);
        assert_eq!(found.len(), 2);
        assert_eq!((found[1].function.as_str(), found[1].line), ("f", 3));
        let lines: Vec<&str> = found[1].text.lines().filter(|line| !line.contains(MARK)).collect();
        assert_eq!(lines, ["int f(int x) {", " x = 2;", "    return x;", "}"]);
        Ok(())
    });
    vec![expectations, mutation]
}

fn main() -> ExitCode {
    let mut tests = own_tests();
    for (name, path) in programs() {
        match trials(&name, path) {
            Ok(trials) => tests.extend(trials),
            Err(wrong) => tests.push(Trial::test(name, move || Err(wrong.into()))),
        }
    }
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
