//! What is inferred for the loops of the programs in `regression/invariants/`, as snapshots.
//!
//! In: the programs, the binary. Out: tests. Verdicts are checked by `programs`; here the invariants themselves are, so
//! that a change of domains or synthesis shows what it changes.

mod support;

use std::path::Path;
use std::process::{Command, Output};
use support::program::programs;

fn run(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Command::new(env!("CARGO_BIN_EXE_heapwright")).args(args).current_dir(root).output().expect("the binary runs")
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("the output is UTF-8")
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings
}

#[test]
fn invariants_are_as_they_were() {
    let mut proved = programs();
    proved.retain(|program| program.name.starts_with("invariants/") && program.header.value("verdict") == Some("true"));
    assert!(proved.len() >= 10, "programs are missing");
    let mut all = String::new();
    for program in proved {
        let path = format!("regression/invariants/{}", program.file());
        all += &text(&run(&["invariants", "--domain", "equality", &path])).replace("regression/invariants/", "");
        all += "\n";
    }
    settings().bind(|| insta::assert_snapshot!("invariants", all));
}

/// What each stage makes of small programs: a change shows where it acts.
#[test]
fn stages_make_of_programs_what_they_made() {
    let mut small = programs();
    small.retain(|program| program.name.starts_with("dumps/"));
    assert!(small.len() >= 3, "programs are missing");
    for program in small {
        let path = format!("regression/dumps/{}", program.file());
        let stages = ["ir", "memory", "ssa", "template"].map(|stage| ["--dump", stage]).concat();
        let output = text(&run(&[&["verify", "--property", "unreach-call"], &stages[..], &[&path]].concat()));
        let name = program.name.replace('/', "-");
        settings().bind(|| insta::assert_snapshot!(name, output.replace("regression/dumps/", "")));
    }
}

#[test]
fn pictures_and_json_say_the_same() {
    let file = "regression/examples/values.c";
    let dot = text(&run(&["invariants", "--format", "dot", file]));
    assert!(dot.contains("\"0:head\" -> \"0:node@23\""), "{dot}");
    assert!(dot.contains("\"0:node@23\" -> \"0:null\" [label=\"next\"]"), "{dot}");
    let svg = text(&run(&["invariants", "--format", "svg", file]));
    assert!(svg.starts_with("<svg") && svg.contains("node@23.next → node@23"), "{svg}");
    let json = text(&run(&["invariants", "--format", "json", file]));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let facts = json["loops"][0]["facts"].as_array().expect("facts");
    assert!(facts.iter().any(|fact| fact == "node@23.value ∈ [10, 20]"), "{facts:?}");
}

#[test]
fn a_row_of_the_user_is_used() {
    let folder = std::env::temp_dir().join(format!("heapwright-rows-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let rows = folder.join("rows.template");
    std::fs::write(&rows, "attempt\nstage shape\nrow 2*i - j\n").expect("a file");
    let args = ["invariants", "--template", rows.to_str().expect("a path"), "regression/invariants/counters.c"];
    let found = text(&run(&args));
    assert!(found.contains("2·i - j = 0"), "{found}");
    std::fs::write(&rows, "attempt\nstage shapes\n").expect("a file");
    let wrong = run(&args);
    let message = String::from_utf8_lossy(&wrong.stderr).to_string();
    assert_eq!(wrong.status.code(), Some(1));
    assert!(message.contains("rows.template:2:7: error: there is no domain `shapes`"), "{message}");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn unknown_says_which_domain_might_do() {
    let args =
        ["verify", "--property", "assertions", "--effort", "steady", "--engine", "bounded,templates", "--domain"];
    let file = "regression/invariants/counter_of_earlier_loop.c";
    let output = run(&[&args[..], &["interval", file]].concat());
    assert_eq!(output.status.code(), Some(5));
    let report = String::from_utf8_lossy(&output.stdout).to_string();
    let check = "20:9: note: unknown: not excluded: assertion fails (domains tried: interval, points-to)";
    assert!(report.contains(check), "{report}");
    let weak = "14:5: note: unknown: what is known of `limit`, `steps` and `up` in this loop is too little for that; `--domain equality` might do";
    assert!(report.contains(weak), "{report}");
    let output = run(&[&args[..], &["equality", file]].concat());
    assert_eq!(output.status.code(), Some(0), "what the report names does");
}
