//! What heapwright writes besides its verdict, for every `regression/<area>/<name>.c`.
//!
//! - The SARIF report is valid by the official schema, the YAML witness by that of this project; so is the JSON report, which
//!   is looked at for some programs only.
//! - The witness of a violation is confirmed by heapwright's own check; so is that of a proof, if it has invariants.
//! - The harness of a violation, compiled with the program by `gcc` with its sanitizers, shows the error. Where a
//!   compiled program cannot show it, the program says so: `//@ harness: hidden (why)`, or `hidden in ILP32 (why)`; the test
//!   fails as soon as it does. What depends on memory that was never set may show or not. Without `gcc`, or without its 32-bit libraries for programs of that data model, this part is left out.
//! - The page and the GraphML witness are there and name the file.

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/regression");

/// How long a compiled program may run: an error that is not seen may be followed by an endless loop.
const RUN: Duration = Duration::from_secs(10);

/// The official schema of SARIF has a bracket too many in the pattern of a language, which not all engines accept.
const STRAY_BRACKET: &str = "[a-zA-Z]{2}]?$";

/// The areas whose programs are verified once more for the JSON report: of each kind of verdict there are some.
const FEW: &[&str] = &["cli/", "examples/", "memory/d"];

struct Schemas {
    sarif: jsonschema::Validator,
    witness: jsonschema::Validator,
    report: jsonschema::Validator,
}

impl Schemas {
    fn load() -> Self {
        let load = |name: &str| {
            let text = fs::read_to_string(Path::new(FOLDER).join("schemas").join(name)).expect("a schema");
            let text = text.replace(STRAY_BRACKET, "[a-zA-Z]{2}$");
            jsonschema::validator_for(&serde_json::from_str(&text).expect("JSON")).expect("a valid schema")
        };
        Self { sarif: load("sarif-2.1.0.json"), witness: load("witness-2.0.json"), report: load("report-1.json") }
    }
}

/// Fails with all that a schema does not allow.
fn validate(schema: &jsonschema::Validator, value: &Value, what: &str) -> Result<(), Failed> {
    let errors: Vec<String> =
        schema.iter_errors(value).map(|e| format!("{what}: {}: {e}", e.instance_path())).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n").into()) }
}

/// The values of a key in the `//@` lines of a program.
fn lines<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//@"));
    let values = lines.filter_map(|line| line.trim().strip_prefix(key)?.strip_prefix(':'));
    values.map(str::trim).collect()
}

/// Runs heapwright on a program, in its folder, and gives its standard output.
fn verify(program: &Path, args: &[&str]) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_heapwright"))
        .arg("verify")
        .args(args)
        .arg(program.file_name().expect("a file"))
        .current_dir(program.parent().expect("a folder"))
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn check(program: &Path, name: &str, model: Option<&str>, schemas: &Schemas) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&fs::read(program)?).into_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("results").join(name.replace('/', "-"));
    fs::create_dir_all(&folder)?;
    let path = |name: &str| folder.join(name).to_str().expect("a path in UTF-8").to_string();
    let (report, witness, graphml) = (path("report.sarif"), path("witness.yml"), path("witness.graphml"));
    let (harness, page) = (path("harness.c"), path("page.html"));
    let mut args: Vec<&str> = lines(&text, "args").into_iter().flat_map(str::split_whitespace).collect();
    args.extend(model.into_iter().flat_map(|model| ["--data-model", model]));
    let question = args.clone();
    args.extend(["--format", "sarif", "-o", &report, "--witness", &witness, "--graphml-witness", &graphml]);
    args.extend(["--harness", &harness, "--html", &page]);
    let said = verify(program, &args)?;
    let verdict = said.lines().last().and_then(|line| line.strip_prefix("verdict: ")).ok_or("no verdict")?;
    validate(&schemas.sarif, &serde_json::from_str(&fs::read_to_string(&report)?)?, "SARIF")?;
    let file = program.file_name().expect("a file").to_string_lossy();
    if !fs::read_to_string(&page)?.contains(&*file) {
        return Err("the page does not name the file".into());
    }
    if FEW.iter().any(|area| name.starts_with(area)) {
        let json_args = [&question[..], &["--format", "json"]].concat();
        validate(&schemas.report, &serde_json::from_str(&verify(program, &json_args)?)?, "JSON")?;
    }
    if verdict == "unknown" {
        return Ok(());
    }
    if !fs::read_to_string(&graphml)?.contains(&*file) {
        return Err("the GraphML witness does not name the file".into());
    }
    let yaml: Value = serde_saphyr::from_str(&fs::read_to_string(&witness)?)?;
    validate(&schemas.witness, &yaml, "witness")?;
    // Without invariants there is nothing to check but the program itself, once more.
    if yaml[0]["content"].as_array().is_some_and(Vec::is_empty) {
        return Ok(());
    }
    let mut again = question;
    again.extend(["--witness-check", &witness]);
    let checked = verify(program, &again)?;
    if checked.lines().last() != Some(&format!("verdict: {verdict}")) {
        return Err(format!("the witness is not confirmed:\n{checked}").into());
    }
    if verdict.starts_with("false") { run(program, &harness, &folder.join("program"), &text) } else { Ok(()) }
}

/// Compiles a program with its harness as the harness itself says, runs it, and looks for the error.
fn run(program: &Path, harness: &str, binary: &Path, text: &str) -> Result<(), Failed> {
    let content = fs::read_to_string(harness)?;
    let command =
        content.lines().find_map(|line| line.trim_start_matches('/').trim().strip_prefix("cc ")).ok_or("no command")?;
    let flags: Vec<&str> = command.trim_end_matches(" && ./a.out").split_whitespace().collect();
    if !can_link(flags.contains(&"-m32")) {
        return Ok(());
    }
    let output = Command::new("gcc")
        .args(&flags)
        .args(["-w", "-o"])
        .arg(binary)
        .current_dir(program.parent().expect("a folder"))
        .output()?;
    if !output.status.success() {
        return Err(format!("the harness is not compiled:\n{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let errors = binary.with_extension("stderr");
    let mut child = Command::new(binary)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&errors)?)
        .current_dir(binary.parent().expect("a folder"))
        .spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > RUN {
            child.kill()?;
            child.wait()?;
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = String::from_utf8_lossy(&fs::read(&errors)?).into_owned();
    let signs = [
        "ERROR: AddressSanitizer",
        "ERROR: LeakSanitizer",
        "ssertion",
        "the error function is called",
        "runtime error",
    ];
    let shown = signs.iter().any(|sign| said.contains(sign));
    if content.contains("harness cannot fix") {
        return Ok(());
    }
    // `hidden (why)`, or `hidden in ILP32 (why)`.
    let model = if flags.contains(&"-m32") { "ILP32" } else { "LP64" };
    let hidden = |value: &&str| value.starts_with("hidden (") || value.starts_with(&format!("hidden in {model} ("));
    match (shown, lines(text, "harness").iter().any(hidden)) {
        (false, false) => Err(format!("the error does not show:\n{said}").into()),
        (true, true) => Err("the error shows: remove the `harness` line".into()),
        _ => Ok(()),
    }
}

/// Whether `gcc` builds programs with its sanitizers, for 64 or 32 bits.
fn can_link(ilp32: bool) -> bool {
    static ABLE: [OnceLock<bool>; 2] = [OnceLock::new(), OnceLock::new()];
    *ABLE[usize::from(ilp32)].get_or_init(|| {
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("link{}.c", usize::from(ilp32)));
        let written = fs::write(&source, "int main(void) { return 0; }\n");
        let model = if ilp32 { "-m32" } else { "-m64" };
        let output = Command::new("gcc")
            .args([model, "-fsanitize=address", "-o"])
            .arg(source.with_extension("out"))
            .arg(&source)
            .output();
        let able = written.is_ok() && output.is_ok_and(|output| output.status.success());
        if !able {
            eprintln!("gcc {model} -fsanitize=address does not work: harnesses for it are not tried");
        }
        able
    })
}

/// All programs with a verdict that is decided, in order of name.
fn programs() -> Vec<(PathBuf, String)> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
    };
    let areas = entries(Path::new(FOLDER)).into_iter().filter(|path| path.is_dir());
    let mut programs: Vec<_> = areas.flat_map(|area| entries(&area)).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "i"));
    programs.sort();
    let texts = programs.into_iter().map(|path| {
        let text = fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        (path, text)
    });
    let decided = |text: &str| {
        lines(text, "verdict").iter().any(|verdict| *verdict != "unknown") && lines(text, "today").is_empty()
    };
    texts.filter(|(_, text)| decided(text)).collect()
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let schemas = Arc::new(Schemas::load());
    let mut tests = Vec::new();
    for (program, text) in programs() {
        let path = program.strip_prefix(FOLDER).expect("a path below the folder").with_extension("");
        let name = path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        let models: Vec<String> =
            lines(&text, "models").into_iter().flat_map(str::split_whitespace).map(String::from).collect();
        let models: Vec<Option<String>> =
            if models.is_empty() { vec![None] } else { models.into_iter().map(Some).collect() };
        for model in models {
            let name = model.as_ref().map_or(name.clone(), |model| format!("{name}@{model}"));
            let (program, schemas) = (program.clone(), schemas.clone());
            tests.push(Trial::test(name.clone(), move || check(&program, &name, model.as_deref(), &schemas)));
        }
    }
    libtest_mimic::run(&arguments, tests).exit_code()
}
