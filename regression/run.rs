//! `heapwright run`: what a program reads, writes and ends with, and what is told of its errors; and whether that is what
//! the compiled program does.
//!
//! In: the programs of `regression/cli/run/`, and those of `regression/lang/`. Out: tests. A program of the first begins with `//@` lines:
//!
//! - `//@ status: 3`: the exit status.
//! - `//@ run: --inputs values.txt`: options of `heapwright run`.
//! - `//@ arguments: a b`: arguments of the program.
//! - `//@ stdin: 1 2\n`: standard input, as in a string of C.
//! - `//@ stdout: hello\n`: standard output, in the same way; several such lines add up.
//! - `//@ stderr: text`: must occur on standard error; several such lines must all occur. Without one, nothing may be told.
//! - `//@ compiled: no (why)`: what the compiled program does is something else. Without it, where there is gcc, output and status
//!   must be the same.

mod support;

use heapwright::config::DataModel;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use support::compiler::Compiler;
use support::process::heapwright;
use support::program::{FOLDER, Header, RegressionProgram, entries, programs};
use support::sanitizer::End;
use support::work::for_all;

/// Programs of `regression/lang/` that do something else when they are compiled.
const EXCEPTIONS: &[(&str, &str)] =
    &[("lang/varargs_formatted_wrong", "the sanitizers do not watch variable arguments in registers")];

/// Statements within which programs that are compared end.
const STEPS: &str = "20000000";

/// What a line says in which some characters are written as C writes them.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (_, true) => match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b's') => b' ',
                other => other.expect("a character behind a backslash"),
            },
            (byte, false) => byte,
        });
    }
    bytes
}

/// Runs a command with an input to its end.
fn run(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Who does not read all of it ends earlier.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run").join(name);
    fs::create_dir_all(&path).expect("the folder for temporary files can be written");
    path
}

/// The program compiled without anything else; `None` if there is no gcc.
fn compiled(source: &Path) -> Option<PathBuf> {
    let name = source.file_stem().expect("a name").to_string_lossy();
    let program = folder("compiled").join(format!("{name}.exe"));
    let gcc = Command::new("gcc").args(["-w", "-O0", "-o"]).arg(&program).arg(source).arg("-lm").output().ok()?;
    assert!(gcc.status.success(), "{}: {}", source.display(), text(&gcc.stderr));
    Some(program)
}

/// What is wrong with how a program is run.
fn judge(source: &Path) -> Result<(), String> {
    let header = Header::of(&fs::read_to_string(source).map_err(|error| error.to_string())?);
    let name = source.file_name().expect("a name");
    let input = header.value("stdin").map_or(Vec::new(), unescaped);
    let expected: Vec<u8> = header.values("stdout").flat_map(unescaped).collect();
    let status: i32 = header.value("status").and_then(|text| text.parse().ok()).ok_or("no `//@ status:` at the top")?;
    let arguments = header.words("arguments");
    let home = source.parent().expect("a folder");
    let mut command = heapwright();
    command.arg("run").args(header.words("run")).arg(name).arg("--").args(&arguments);
    let output = run(command.current_dir(home).env("HEAPWRIGHT_EXAMPLE", "a value"), &input);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    if output.status.code() != Some(status) {
        return Err(format!("status {:?} instead of {status}\n{stdout}{stderr}", output.status));
    }
    if output.stdout != expected {
        return Err(format!("standard output:\n{stdout}instead of:\n{}{stderr}", text(&expected)));
    }
    let wanted: Vec<&str> = header.values("stderr").collect();
    if let Some(missing) = wanted.iter().find(|wanted| !stderr.contains(**wanted)) {
        return Err(format!("`{missing}` is not in:\n{stderr}"));
    }
    if wanted.is_empty() && !stderr.is_empty() {
        return Err(format!("told without a reason:\n{stderr}"));
    }
    let compares = !header.value("compiled").is_some_and(|value| value.starts_with("no"));
    if let Some(program) = compares.then(|| compiled(source)).flatten() {
        let other =
            run(Command::new(program).args(&arguments).current_dir(home).env("HEAPWRIGHT_EXAMPLE", "a value"), &input);
        if (other.status.code(), &other.stdout) != (Some(status), &expected) {
            return Err(format!("compiled: {:?}\n{}", other.status, text(&other.stdout)));
        }
    }
    Ok(())
}

#[test]
fn programs_do_what_they_say() {
    let sources: Vec<PathBuf> = entries(&Path::new(FOLDER).join("cli/run"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    assert!(!sources.is_empty(), "the programs are found");
    let wrong = for_all(&sources, |source| judge(source).map_err(|what| format!("{}: {what}", source.display())));
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n\n"));
}

/// What is different between a run and the compiled program; `None` if they cannot be compared.
fn difference(program: &RegressionProgram, compiler: &Compiler) -> Option<Result<(), String>> {
    let mut command = heapwright();
    command.args(["run", "--no-leaks", "--also", "no-overflow", "--steps", STEPS]).args(program.preprocessor_options());
    let own = run(command.arg(&program.path), b"");
    let stderr = text(&own.stderr);
    let differ = |what: String| Some(Err(format!("{}: {what}\n{}{stderr}", program.name, text(&own.stdout))));
    // What nobody gives, what has no model, and what has no end is told.
    if stderr.contains("no value is given") || stderr.contains("the run cannot go on") {
        return None;
    }
    let executable = compiler.compile(&program.path, &program.preprocessor_options()).ok()?;
    let other = compiler.run(&executable, &[], false);
    match other.end {
        End::Exit(status) if own.status.code() != Some(status) => differ(format!("{:?}, not {status}", own.status)),
        End::Exit(_) if own.stdout != other.output => differ(format!("compiled: {}", other.output_text())),
        End::Exit(_) => Some(Ok(())),
        End::Error(_) if own.status.code() == Some(10) => Some(Ok(())),
        End::Error(errors) => differ(format!("{errors:?} is not found")),
        _ => None,
    }
}

#[test]
fn programs_of_the_language_run_as_compiled_ones() {
    let compiler = match Compiler::new(DataModel::Lp64, &folder("sanitized")) {
        Ok(compiler) => compiler,
        Err(reason) => return println!("skipped: {}", reason.lines().next().unwrap_or_default()),
    };
    let is_one = |program: &RegressionProgram| {
        let own = program.name.starts_with("lang/") && program.path.extension().is_some_and(|end| end == "c");
        own && program.entry() == "main" && program.data_models().contains(&DataModel::Lp64)
    };
    let programs: Vec<RegressionProgram> = programs().into_iter().filter(is_one).collect();
    let results: Vec<_> = for_all(&programs, |program| difference(program, &compiler)).into_iter().flatten().collect();
    println!("{} of {} programs compared", results.len(), programs.len());
    assert!(2 * results.len() > programs.len(), "most can be compared");
    let mut differ: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    for (name, why) in EXCEPTIONS {
        let before = differ.len();
        differ.retain(|text| !text.starts_with(name));
        assert!(differ.len() < before, "{name} ({why}) is no exception any more");
    }
    assert!(differ.is_empty(), "\n{}\n", differ.join("\n\n"));
}

#[test]
fn a_menu_answers_before_the_next_choice_is_made() {
    let source = folder("menu").join("menu.c");
    let program = "#include <stdio.h>\nint main(void) { int n; printf(\"? \"); while (scanf(\"%d\", &n) == 1 && n) \
                   printf(\"%d\\n? \", 2 * n); return 0; }\n";
    fs::write(&source, program).expect("the file can be written");
    let mut command = heapwright();
    let mut child =
        command.arg("run").arg(&source).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let (mut input, mut output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut expect = |wanted: &str| {
        let mut bytes = vec![0; wanted.len()];
        output.read_exact(&mut bytes).expect("an answer");
        assert_eq!(text(&bytes), wanted);
    };
    expect("? ");
    for (choice, answer) in [("21\n", "42\n? "), ("-4\n", "-8\n? ")] {
        input.write_all(choice.as_bytes()).expect("the program reads");
        expect(answer);
    }
    input.write_all(b"0\n").expect("the program reads");
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}
