//! What the stages make of small programs, as snapshots: the control-flow graph, the objects, the shapes at loops and the formula.
//!
//! In: the programs in `regression/dumps/`, the binary. Out: one snapshot a program, so that a change shows in which stage
//! it acts. Verdicts are checked by `programs`.

mod support;

use std::path::Path;
use std::process::Command;
use support::program::programs;

/// The stages, in the order of the flow.
const STAGES: [&str; 4] = ["ir", "memory", "shape", "ssa"];

#[test]
fn stages_say_what_they_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut small = programs();
    small.retain(|program| program.name.starts_with("dumps/"));
    assert!(small.len() >= 3, "programs are missing");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    for program in small {
        let mut all = String::new();
        for stage in STAGES {
            let output = Command::new(env!("CARGO_BIN_EXE_heapwright"))
                .args(["verify", "--engine", "run", "--dump", stage])
                .args(program.header.words("args"))
                .arg(format!("regression/dumps/{}", program.file()))
                .current_dir(root)
                .output()
                .expect("the binary runs");
            let text = String::from_utf8(output.stdout).expect("the output is UTF-8");
            let lines = text.lines().filter(|line| !line.contains(": note: ") && !line.starts_with("verdict: "));
            all += &format!("== {stage}\n{}\n", lines.collect::<Vec<_>>().join("\n"));
        }
        let name = format!("dump-{}", program.file().trim_end_matches(".c"));
        settings.bind(|| insta::assert_snapshot!(name, all));
    }
}
