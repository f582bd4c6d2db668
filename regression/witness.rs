//! Witnesses of others and wrong ones, whole projects, and what is made from the command line's definition.
//!
//! `programs.rs` checks what heapwright writes for all programs; here are the cases that no regression program has.

mod support;

#[path = "witness/mutate.rs"]
mod mutate;
#[path = "witness/validate.rs"]
mod validate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::harness::flags;

/// Runs heapwright in a folder of the test's own.
fn heapwright(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heapwright"))
        .args(args)
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .output()
        .expect("heapwright starts")
}

/// What was printed, and the exit status.
fn said(folder: &Path, args: &[&str]) -> (String, Option<i32>) {
    let output = heapwright(folder, args);
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.code())
}

/// An empty folder with some files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("witness").join(name);
    let _ = fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("the folder can be written");
    }
    folder
}

/// Fails unless the answer has the exit status and contains the text.
#[track_caller]
fn answers(folder: &Path, args: &[&str], status: i32, text: &str) {
    let (said, code) = said(folder, args);
    assert_eq!(code, Some(status), "{said}");
    assert!(said.contains(text), "`{text}` is not in: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

const COUNTING: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int square(int x) { return x * x; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (square(n) == 49)
        reach_error();
    return 0;
}
";

const LOOP: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        if (i < 100)
            i++;
    }
    if (i > 100)
        reach_error();
    return 0;
}
";

const PROPERTY: &[&str] = &["verify", "--property", "unreach-call"];

fn verify<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [PROPERTY, args].concat()
}

/// A folder with a program and its witness.
fn with_witness(name: &str, program: &str, status: i32) -> (PathBuf, String) {
    // Which invariants are found first is not what is tested.
    let folder = folder(name, &[("a.c", program)]);
    let output = heapwright(&folder, &verify(&["--domain", "interval", "--witness", "w.yml", "a.c"]));
    assert_eq!(output.status.code(), Some(status), "{}", String::from_utf8_lossy(&output.stdout));
    let witness = fs::read_to_string(folder.join("w.yml")).expect("a witness");
    (folder, witness)
}

#[test]
fn a_violation_needs_the_right_values() {
    let (folder, witness) = with_witness("values", COUNTING, 10);
    let check = verify(&["--witness-check", "w.yml", "a.c"]);
    answers(&folder, &check, 10, "verdict: false(unreach-call)");
    // The property is in the witness, too.
    answers(&folder, &["verify", "--witness-check", "w.yml", "a.c"], 10, "verdict: false(unreach-call)");
    let value =
        witness.find("\\result == ").map(|at| &witness[at..]).and_then(|rest| rest.lines().next()).expect("a value");
    let wrong = witness.replace(value, "\\result == 6");
    fs::write(folder.join("w.yml"), wrong).expect("written");
    answers(&folder, &check, 5, "no execution along the witness");
    let elsewhere = witness.replace("line: 7", "line: 8");
    assert_ne!(witness, elsewhere);
    fs::write(folder.join("w.yml"), elsewhere).expect("written");
    answers(&folder, &check, 5, "no execution along the witness");
}

#[test]
fn other_waypoints_are_followed() {
    let (folder, witness) = with_witness("waypoints", COUNTING, 10);
    let first = witness.find("  - segment:").expect("a segment");
    let waypoint = |kind: &str, constraint: &str, line: u32, column: u32| {
        format!(
            "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n{constraint}        location:\n          \
             file_name: a.c\n          line: {line}\n          column: {column}\n"
        )
    };
    let constraint = |value: &str| format!("        constraint:\n          value: '{value}'\n");
    let check = verify(&["--witness-check", "w.yml", "a.c"]);
    let try_with = |waypoints: String, status: i32, text: &str| {
        fs::write(folder.join("w.yml"), format!("{}{waypoints}", &witness[..first])).expect("written");
        answers(&folder, &check, status, text);
    };
    let target = waypoint("target", "", 7, 9);
    // The values are left open, and found by the bounded check.
    let enter = waypoint("function_enter", "", 6, 17);
    let branch = waypoint("branching", &constraint("true"), 6, 5);
    try_with(enter.clone() + &branch + &target, 10, "verdict: false");
    try_with(branch.clone() + &enter + &target, 5, "no execution along the witness");
    try_with(waypoint("branching", &constraint("false"), 6, 5) + &target, 5, "no execution along the witness");
    try_with(waypoint("function_return", &constraint("\\result == 49"), 6, 17) + &target, 10, "verdict: false");
    let value = waypoint("function_return", &constraint("\\result == 7"), 5, 35);
    let positive = waypoint("assumption", &constraint("n > 6"), 6, 5);
    let negative = waypoint("assumption", &constraint("n < 0"), 6, 5);
    try_with(value.clone() + &positive + &target, 10, "verdict: false");
    try_with(value.clone() + &negative + &target, 5, "no execution along the witness");
    let avoid = |waypoint: &str| waypoint.replace("follow", "avoid");
    let joined = |avoided: &str, last: &str| avoid(avoided) + &last.replace("  - segment:\n", "");
    try_with(value.clone() + &joined(&negative, &target), 10, "verdict: false");
    try_with(value.clone() + &joined(&positive, &target), 5, "no execution along the witness");
    try_with(value.clone() + &joined(&branch, &target), 5, "no execution along the witness");
    try_with(waypoint("assumption", &constraint("m > 6"), 6, 5) + &target, 5, "is not understood");
    try_with(waypoint("assumption", &constraint("n > 6"), 6, 9) + &target, 5, "has no place");
    try_with(target.clone() + &branch, 5, "comes after the target");
}

#[test]
fn invariants_must_hold() {
    let (folder, witness) = with_witness("invariants", LOOP, 0);
    assert!(witness.contains("value: i <= 100") && witness.contains("value: i >= 0"), "{witness}");
    let check = verify(&["--witness-check", "w.yml", "a.c"]);
    answers(&folder, &check, 0, "verdict: true");
    let change = |to: &str, status: i32, text: &str| {
        fs::write(folder.join("w.yml"), witness.replace("value: i <= 100", &format!("value: {to}"))).expect("written");
        answers(&folder, &check, status, text);
    };
    change("i <= 0", 5, "the witness is wrong: `i <= 0` at a.c:5:5 does not hold");
    change("i <= 99", 5, "does not");
    change("i <= 101", 0, "verdict: true");
    change("\"i = 5\"", 5, "assigns to a variable");
    change("\"__VERIFIER_nondet_int() == 0\"", 5, "calls a function");
    change("unheard_of <= 3", 5, "is not understood");
    change("\"i <= 100) || (1\"", 5, "is no C expression");
    fs::write(folder.join("w.yml"), witness.replace("column: 5", "column: 6")).expect("written");
    answers(&folder, &check, 5, "`i <= 100` at a.c:5:6 has no place: no loop begins there");
    let placed = witness.replace("type: loop_invariant", "type: location_invariant");
    fs::write(folder.join("w.yml"), placed.replace("line: 5", "line: 6").replace("column: 5", "column: 9"))
        .expect("written");
    answers(&folder, &check, 0, "verdict: true");
}

#[test]
fn a_witness_belongs_to_a_program() {
    let (folder, witness) = with_witness("program", COUNTING, 10);
    let check = verify(&["--witness-check", "w.yml", "a.c"]);
    answers(&folder, &verify(&["--32", "--witness-check", "w.yml", "a.c"]), 5, "about data model LP64, not ILP32");
    fs::write(folder.join("a.c"), format!("{COUNTING}\n")).expect("written");
    answers(&folder, &check, 5, "the witness is about another version of `a.c`");
    for (wrong, message) in [
        ("", "w.yml"),
        ("- 5", "w.yml"),
        ("[]", "no entry"),
        (&*witness.replace("\"2.0\"", "\"0.1\""), "format version 0.1 is not supported"),
        (&*witness.replace("violation_sequence", "poem"), "neither a violation_sequence nor an invariant_set"),
        (&*witness.replace("type: target", "type: tomorrow"), "tomorrow"),
    ] {
        fs::write(folder.join("w.yml"), wrong).expect("written");
        answers(&folder, &check, 1, message);
    }
    answers(&folder, &verify(&["--witness-check", "missing.yml", "a.c"]), 1, "cannot read `missing.yml`");
}

#[test]
fn the_same_input_gives_the_same_files() {
    let folder = folder("same", &[("a.c", COUNTING)]);
    let names = ["w.yml", "w.graphml", "h.c", "p.html", "r.sarif"];
    let run = || {
        let args = ["--witness", "w.yml", "--graphml-witness", "w.graphml", "--harness", "h.c", "--html", "p.html"];
        heapwright(&folder, &verify(&[&args[..], &["--format", "sarif", "-o", "r.sarif", "a.c"]].concat()));
        names.map(|name| fs::read(folder.join(name)).expect("a file"))
    };
    let first = run();
    assert!(first.iter().all(|file| !file.is_empty()));
    assert_eq!(first, run());
    assert!(String::from_utf8_lossy(&first[0]).contains("2023-11-14T22:13:20Z"), "the time that was given");
}

#[test]
fn an_unknown_verdict_has_no_witness() {
    let folder = folder("unknown", &[("a.c", "int main(void) { for (;;) ; }")]);
    let args = ["verify", "--effort", "quick", "--property", "termination", "--witness", "w.yml", "a.c"];
    answers(&folder, &args, 5, "an unknown verdict has no witness; `w.yml` is empty");
}

#[test]
fn several_files_are_linked() {
    let list = "#include <stdlib.h>\n#include \"list.h\"\nstatic int helper(void) { return DEPTH; }\n\
                int *make(void) { int *p = malloc(sizeof *p); *p = helper(); return p; }\n";
    let main = "#include \"list.h\"\n#include <stdlib.h>\nstatic int helper(void) { return 1; }\n\
                int main(void) { int *p = make(); free(p); return *p + helper(); }\n";
    let header = "int *make(void);\n";
    let database = |flags: &str| {
        let entry = |file: &str| {
            format!(
                "{{\"directory\": \"build\", \"file\": \"../src/{file}\", \"command\": \"cc {flags} -c ../src/{file}\"}}"
            )
        };
        format!("[{}, {}]", entry("main.c"), entry("list.c"))
    };
    let files = [("src/list.c", list), ("src/main.c", main), ("include/list.h", header), ("build/x", "")];
    let folder = folder("linked", &files);
    let write = |text: String| fs::write(folder.join("compile_commands.json"), text).expect("written");
    let args = ["verify", "-I", "include", "-DDEPTH=3", "src/main.c", "src/list.c"];
    answers(&folder, &args, 10, "src/main.c:4:51: error: read of freed memory");
    answers(&folder, &["verify", "-I", "include", "-DDEPTH=3", "src/main.c"], 5, "`make` has no body and no model");
    write(database("-I../include -DDEPTH=3 -O2 -o x.o"));
    let database_args = ["verify", "--compile-commands", "compile_commands.json"];
    answers(&folder, &database_args, 10, "src/main.c:4:51: error: read of freed memory");
    answers(&folder, &[&database_args[..], &["src/other.c"]].concat(), 1, "`src/other.c` is not in");
    write(database("-I../include"));
    answers(&folder, &database_args, 2, "DEPTH");
    write("{".to_string());
    answers(&folder, &database_args, 1, "compile_commands.json");
    let twice = ["verify", "-I", "include", "-DDEPTH=3", "src/main.c", "src/main.c"];
    answers(&folder, &twice, 2, "main");
}

#[test]
fn allocations_fail_in_the_harness_as_recorded() {
    let program = "#include <stdlib.h>\nint main(void) { int *p = malloc(4), *q = malloc(4); \
                   if (!p) { free(q); return 0; } *q = 1; free(p); free(q); return 0; }\n";
    let folder = folder("fails", &[("a.c", program)]);
    let args = ["verify", "--malloc-may-fail", "--property", "valid-deref", "--harness", "h.c", "a.c"];
    answers(&folder, &args, 10, "write through a null pointer");
    let harness = fs::read_to_string(folder.join("h.c")).expect("a harness");
    assert!(harness.contains("--wrap=malloc") && harness.contains("__wrap_malloc"));
    let Ok(built) = Command::new("gcc").args(flags(&harness).expect("a command")).current_dir(&folder).output() else {
        return;
    };
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(folder.join("a.out")).output().expect("it starts");
    assert!(String::from_utf8_lossy(&run.stderr).contains("AddressSanitizer: SEGV"));
}

#[test]
fn shells_and_manuals_know_the_options() {
    let folder = folder("generated", &[("x", "")]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        answers(&folder, &["completions", shell], 0, "witness-check");
    }
    answers(&folder, &["completions", "abacus"], 1, "abacus");
    let (page, status) = said(&folder, &["man"]);
    assert_eq!(status, Some(0));
    for part in [".TH heapwright 1", "HEAPWRIGHT VERIFY", "HEAPWRIGHT INTEGRITY", "witness\\-check", "Exit status"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn what_is_piped_has_neither_colours_nor_progress() {
    let folder = folder("piped", &[("a.c", COUNTING)]);
    let (text, _) = said(&folder, &verify(&["a.c"]));
    assert!(!text.contains('\x1b') && !text.contains('\r'), "{text:?}");
}
