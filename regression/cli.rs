//! How heapwright answers to wrong input: a clear message, the right exit status, and never a verdict.
//!
//! Wrong programs that are small stand in `regression/cli/*.c` (see `programs.rs`); here is what is no program, or
//! is made for the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs heapwright in the folder of the regression programs.
fn heapwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heapwright"))
        .args(args)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/regression"))
        .output()
        .expect("heapwright starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Fails unless there is the exit status, the message on standard error, no verdict and no sign of a panic.
#[track_caller]
fn rejected(args: &[&str], status: i32, message: &str) {
    let output = heapwright(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert!(stderr.contains(message), "`{message}` is not in: {stderr}");
    assert!(!stderr.contains("RUST_BACKTRACE") && !stderr.contains("panicked"), "{stderr}");
    assert!(!stdout(&output).contains("verdict:"), "a verdict");
}

/// A file of the test's own.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder for temporary files can be written");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn help_says_what_there_is() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let help = heapwright(&["--help"]);
        assert_eq!(help.status.code(), Some(0));
        insta::assert_snapshot!("help", stdout(&help));
        insta::assert_snapshot!("help-verify", stdout(&heapwright(&["verify", "--help"])));
        insta::assert_snapshot!("help-integrity", stdout(&heapwright(&["integrity", "--help"])));
    });
}

#[test]
fn wrong_usage_has_status_1() {
    rejected(&[], 1, "Usage: heapwright");
    rejected(&["verify"], 1, "<FILE>");
    rejected(&["conjure", "a.c"], 1, "unrecognized subcommand 'conjure'");
    rejected(&["verify", "--frobnicate", "a.c"], 1, "--frobnicate");
    rejected(&["verify", "--32", "--64", "a.c"], 1, "cannot be used with");
    rejected(&["verify", "--data-model", "LLP64", "a.c"], 1, "LLP64");
    rejected(&["verify", "--timeout", "soon", "a.c"], 1, "does not start with a number");
    rejected(&["verify", "--memory", "4 barrels", "a.c"], 1, "unknown unit `barrels`");
    rejected(&["verify", "--format", "json", "--dump", "ir", "a.c"], 1, "--output FILE");
    rejected(&["integrity", "--alloc", "calloc", "a.c"], 1, "calloc");
    rejected(&["integrity", "--allocator", "xmalloc:size", "a.c"], 1, "no number of an argument");
}

#[test]
fn unknown_properties_have_status_1() {
    rejected(&["verify", "--property", "sunshine", "examples/list_ok.c"], 1, "unknown property `sunshine`");
    rejected(&["verify", "--property", "missing.prp", "examples/list_ok.c"], 1, "cannot read `missing.prp`");
    let cover = file("cover.prp", "\nCOVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
    rejected(&["verify", "--property", text(&cover), "examples/list_ok.c"], 1, "cover.prp:2:1: expected `CHECK`");
    let garbage = file("garbage.prp", [0xff, 0xfe, 0x00]);
    rejected(&["verify", "--propertyfile", text(&garbage), "examples/list_ok.c"], 1, "garbage.prp:1:1:");
}

#[test]
fn unreadable_input_has_status_2() {
    rejected(&["verify", "missing.c"], 2, "missing.c: error: ");
    rejected(&["verify", "examples"], 2, "examples: error: ");
    rejected(&["verify", text(&file("empty.c", ""))], 2, "empty.c");
    rejected(&["verify", "--entry", "begin", "examples/list_ok.c"], 2, "begin");
}

#[test]
fn garbage_has_status_2() {
    let bytes: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    rejected(&["verify", text(&file("garbage.c", &bytes))], 2, "garbage.c");
    rejected(&["verify", text(&file("garbage.i", &bytes))], 2, "garbage.i");
    rejected(&["verify", text(&file("zeros.c", [0; 1000]))], 2, "zeros.c");
}

/// Engines that begin before their turn change nothing: programs for which several are asked, and that take a while.
#[test]
fn the_report_is_the_same_however_many_engines_work_at_the_same_time() {
    for program in
        ["contents/three_fields.c", "contents/three_fields_wrong.c", "reach/checksum.c", "invariants/million.c"]
    {
        let report = |jobs: &str| {
            let args = ["verify", "--format", "json", "--property", "unreach-call", "--property", "assertions"];
            // What can be used up is counted; the time is only a guard against hanging.
            let limits = ["--effort", "steady", "--timeout", "600s", "--memory", "8g", "--jobs", jobs];
            heapwright(&[&args[..], &limits, &[program]].concat())
        };
        let alone = report("1");
        assert!(matches!(alone.status.code(), Some(0 | 5 | 10)), "{program}");
        for jobs in ["2", "4"] {
            assert_eq!(stdout(&report(jobs)), stdout(&alone), "{program}");
        }
    }
    rejected(&["verify", "--jobs", "0", "examples/list_ok.c"], 1, "must be at least 1");
}

#[test]
fn unwritable_output_has_status_1() {
    rejected(
        &["verify", "--output", "missing/report.json", "examples/list_ok.c"],
        1,
        "cannot write `missing/report.json`",
    );
    rejected(&["verify", "-o", ".", "examples/list_ok.c"], 1, "cannot write `.`");
}

/// A program with a verdict, however it is written.
#[track_caller]
fn answered(path: &Path) {
    let output = heapwright(&["verify", "--effort", "quick", text(path)]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 2 | 5)), "{:?}: {stderr}", output.status);
    assert!(output.stderr.len() < 10_000, "a short message");
}

#[test]
fn a_large_file_is_answered() {
    let comment = "the same again and again ".repeat(40);
    let lines: String =
        (0..10_000).map(|i| format!("static int table{i}[] = {{ 1, 2, 3, 4 }}; /* {comment} */\n")).collect();
    assert!(lines.len() > 10_000_000);
    answered(&file("large.c", lines + "int main(void) { return 0; }\n"));
}

#[test]
fn deep_nesting_is_answered() {
    let parentheses = format!("int main(void) {{ return {}0{}; }}\n", "(".repeat(5000), ")".repeat(5000));
    answered(&file("parentheses.c", parentheses));
    let blocks = format!("int main(void) {{ {}{} return 0; }}\n", "{".repeat(2000), "}".repeat(2000));
    answered(&file("blocks.c", blocks));
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    for format in ["text", "json"] {
        let run = || heapwright(&["verify", "--format", format, "examples/list_uaf.c"]);
        let (first, second) = (run(), run());
        assert!(!first.stdout.is_empty());
        assert_eq!(first, second);
    }
}

#[test]
fn a_report_can_go_to_a_file() {
    let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report.json");
    let output = heapwright(&["verify", "--format", "json", "-o", text(&report), "examples/list_uaf.c"]);
    assert_eq!(stdout(&output), "verdict: false(valid-deref)\n");
    let report: serde_json::Value = serde_json::from_slice(&fs::read(report).expect("a report")).expect("JSON");
    assert_eq!(report["verdict"], "false(valid-deref)");
    assert_eq!(report["findings"][0]["function"], "main");
}

#[test]
fn names_of_files_say_how_reports_are_written() {
    let path = |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let [json, sarif, plain] = [path("several.json"), path("several.sarif"), path("several.txt")];
    let files = ["-o", text(&json), "-o", text(&sarif), "-o", text(&plain)];
    let output = heapwright(&[&["verify"], &files[..], &["examples/list_uaf.c"]].concat());
    assert_eq!(stdout(&output), "verdict: false(valid-deref)\n");
    let read = |path: &Path| fs::read_to_string(path).expect("a report");
    let parsed = |path: &Path| serde_json::from_str::<serde_json::Value>(&read(path)).expect("JSON");
    assert_eq!(parsed(&json)["verdict"], "false(valid-deref)");
    assert_eq!(parsed(&sarif)["version"], "2.1.0");
    assert_eq!(read(&plain), stdout(&heapwright(&["verify", "examples/list_uaf.c"])));
    heapwright(&[&["verify", "--format", "json"], &files[..], &["examples/list_uaf.c"]].concat());
    assert_eq!(read(&plain), read(&json), "the format that is given is that of all");
}

#[test]
fn what_holds_beside_an_error_holds_up_to_it_in_all_reports() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let page = folder.join("up_to_error.html");
    let words = "holds up to the error at examples/list_uaf.c:32";
    let report =
        |format| stdout(&heapwright(&["verify", "--format", format, "--html", text(&page), "examples/list_uaf.c"]));
    let json: serde_json::Value = serde_json::from_str(&report("json")).expect("JSON");
    for property in json["properties"].as_array().expect("properties") {
        let expected = if property["property"] == "valid-deref" { "false" } else { "up-to-error" };
        assert_eq!(property["status"], expected, "{property}");
        assert!(expected == "false" || property["until"][0]["line"] == 32, "{property}");
    }
    assert!(report("sarif").contains(&format!("valid-free {words}")));
    let page = fs::read_to_string(&page).expect("a page");
    assert!(page.contains(&format!("<code>valid-free</code> {words}")) && !page.contains("</code> holds</li>"));
    assert!(report("text").contains("shift-range hold up to the error at examples/list_uaf.c:32"));
    // Without an error nothing is said of one.
    assert!(!stdout(&heapwright(&["verify", "--format", "json", "examples/list_ok.c"])).contains("up-to-error"));
}

#[test]
fn quiet_is_one_line() {
    assert_eq!(stdout(&heapwright(&["verify", "-q", "examples/list_uaf.c"])), "verdict: false(valid-deref)\n");
}

#[test]
fn every_stage_can_be_shown() {
    let stages = [("ast", "FunctionDefinition"), ("ir", "main"), ("memory", "heap class"), ("ssa", "residual loops:")];
    for (stage, text) in stages.into_iter().chain([("smt", "(check-sat)")]) {
        let show =
            || stdout(&heapwright(&["verify", "--property", "assertions", "--dump", stage, "examples/values.c"]));
        let shown = show();
        assert!(shown.contains(text) && shown.ends_with("verdict: true\n"), "{stage}: {shown}");
        assert_eq!(shown, show());
    }
}

#[test]
fn the_bound_can_be_fixed() {
    let counting = "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n && i < 9) i++;\n\
                    if (i == 5) reach_error(); return 0; }\n";
    let program = file("counting.c", format!("int __VERIFIER_nondet_int(void); void reach_error(void);\n{counting}"));
    let shown = |unwind| {
        let args = ["verify", "--property", "unreach-call", "--unwind", unwind, "--dump", "smt", text(&program)];
        stdout(&heapwright(&args))
    };
    assert!(shown("3").starts_with("; a violation with 3 unwindings?\n"));
    assert!(shown("7").ends_with("verdict: false(unreach-call)\n"));
    rejected(&["verify", "--unwind", "often", text(&program)], 1, "often");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heapwright"))
        .args(["verify", "--dump", "ir", "examples/list_uaf.c"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/regression"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("heapwright starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("heapwright ends");
    assert_eq!(output.status.code(), Some(10), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
}

#[test]
fn the_time_limit_is_kept() {
    // No two factors make a prime number of 61 bits, which no solver sees at once.
    let hard = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
                int main(void) {\n\
                unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n\
                if (x > 1 && y > 1 && (unsigned long long)x * y == 2305843009213693951ull) reach_error();\n\
                return 0; }\n";
    let endless = file("endless.c", hard);
    let started = std::time::Instant::now();
    let output = heapwright(&["verify", "--timeout", "300ms", text(&endless)]);
    assert_eq!(output.status.code(), Some(5));
    assert!(stdout(&output).ends_with("verdict: unknown\n"));
    // Far from the minute that it takes without a limit, on a busy machine too.
    assert!(started.elapsed() < std::time::Duration::from_secs(30));
}

#[test]
fn violations_are_told_once_each_and_before_the_rest() {
    let program = file(
        "two_errors.c",
        "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int *p = malloc(4);\n    \
         free(p);\n    if (__VERIFIER_nondet_int())\n        free(p);\n    return *p;\n}\n",
    );
    let lines = stdout(&heapwright(&["verify", "--format", "jsonl", text(&program)]));
    let objects: Vec<serde_json::Value> = lines.lines().map(|l| serde_json::from_str(l).expect("an object")).collect();
    let (report, findings) = objects.split_last().expect("a report");
    assert_eq!(findings.len(), 2, "{lines}");
    assert!(findings.iter().all(|line| line["finding"]["cwe"].is_u64()), "{lines}");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(2), "{lines}");
    let text_of = |args: &[&str]| stdout(&heapwright(&[&["verify", text(&program)], args].concat()));
    assert_eq!(text_of(&[]).matches(": error: ").count(), 2);
    assert_eq!(text_of(&["--first"]).matches(": error: ").count(), 1);
}

#[test]
fn a_compile_line_can_be_pasted() {
    let program = file(
        "pasted.c",
        "#ifndef N\n#error no N\n#endif\nint main(void) { return sizeof(long) == N ? 0 : *(int *)0; }\n",
    );
    let header = file("pasted.h", "#define N 4\n");
    let line = ["verify", "-q", "-std=gnu11", "-m32", "-O2", "-Wall", "-Wextra", "-g", "-fPIC", "-pthread", "-include"];
    let rest = [text(&header), "-c", "-o", "pasted.o", text(&program), "-lm"];
    let output = heapwright(&[&line[..], &rest].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout(&output), "verdict: true\n");
    rejected(&["verify", "-funsigned-char", text(&program)], 1, "not modelled");
}

#[test]
fn types_of_a_shared_header_are_one() {
    let header = file(
        "shared.h",
        "typedef struct { struct node *head; } list;\nstruct node { struct node *next; };\nvoid push(list *, struct node *);\n",
    );
    let push = "void push(list *l, struct node *n) { n->next = l->head; l->head = n; }\n";
    let add = "void add(list *l, struct node *n) { push(l, n); }\n";
    let first = file("shared_push.c", format!("#include \"{}\"\n{push}", text(&header)));
    let second = file("shared_add.c", format!("#include \"{}\"\n{add}", text(&header)));
    let output = heapwright(&["integrity", text(&first), text(&second)]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn a_weak_definition_gives_way() {
    let weak = file("weak_default.c", "__attribute__((weak)) int answer(void) { return 1; }\n");
    let strong = file("weak_other.c", "int answer(void) { return 2; }\n");
    let main =
        file("weak_main.c", "#include <assert.h>\nint answer(void);\nint main(void) { assert(answer() == 2); }\n");
    for order in [[&weak, &strong, &main], [&main, &strong, &weak]] {
        let output = heapwright(&["verify", "-q", text(order[0]), text(order[1]), text(order[2])]);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    }
    let output = heapwright(&["verify", "-q", text(&weak), text(&main)]);
    assert_eq!(output.status.code(), Some(10), "{}", stdout(&output));
}
