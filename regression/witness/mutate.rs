//! Changed witnesses: what heapwright writes about regression programs, with constants and operators of invariants
//! replaced and segments of violations dropped, doubled and moved. An invariant that some execution violates must not
//! be confirmed, and no change makes a safe program a violating one.

use super::{heapwright, said};
use heapwright::base::SourceMap;
use heapwright::config::{CheckAction, CheckPlace, DataModel, InsertedCheck, LowerConfig, ParseConfig, RunConfig};
use heapwright::interp::{BoundaryInputs, Inputs, Interpreter, Outcome, RandomInputs};
use heapwright::ir::{Property, PropertySet};
use heapwright::witness::{self, Content, Entry, InvariantItem, InvariantKind};
use heapwright::{lower, parse, prepare};
use std::fs;
use std::path::{Path, PathBuf};

/// Programs whose proofs have invariants in C.
const PROVED: &[&str] = &["counters.c", "induction_needed.c", "million.c", "both_ways.c"];

/// A program that is violated, and what makes it a correct one.
const REFUTED: &[(&str, &str, &str)] = &[
    (super::COUNTING, "== 49", "== 50"),
    (
        "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) {\n    int sum = 0;\n    \
         for (int i = 0; i < 3; i++) {\n        int n = __VERIFIER_nondet_int();\n        if (n < 0 || n > 9)\n            \
         return 0;\n        sum = sum * 10 + n;\n    }\n    if (sum == 271)\n        reach_error();\n    return 0;\n}\n",
        "sum == 271",
        "sum == 2710",
    ),
];

/// Executions that an invariant has to pass.
const EXECUTIONS: u64 = 40;
/// Changed invariants that are tried of each program.
const MOST: usize = 12;
/// Bytes of stack: the stages follow the nesting of the source.
const STACK: usize = 256 << 20;

/// A folder with a program `a.c`, and the claim that is written about it.
fn written(name: &str, program: &str, property: &str) -> (PathBuf, Entry) {
    let folder = super::folder(&format!("mutate/{name}"), &[("a.c", program)]);
    heapwright(&folder, &["verify", "--property", property, "--witness", "w.yml", "a.c"]);
    let text = fs::read_to_string(folder.join("w.yml")).expect("a witness");
    let entry = witness::read(&text).expect("a witness").remove(0);
    (folder, entry)
}

/// What is said of a changed claim, and the exit status.
fn check(folder: &Path, entry: &Entry, property: &str) -> (String, Option<i32>) {
    let text = serde_saphyr::to_string(&[entry]).expect("a text");
    fs::write(folder.join("w.yml"), text).expect("written");
    // What is neither shown nor refuted takes all the effort there is: a little of it will do here.
    said(folder, &["verify", "--effort", "quick", "--property", property, "--witness-check", "w.yml", "a.c"])
}

/// Expressions that look like another and mean something else.
fn changes(expression: &str) -> Vec<String> {
    let mut changed = vec![format!("!({expression})"), format!("({expression}) && 0"), format!("({expression}) || 0")];
    for (from, to) in
        [("<=", "<"), (">=", ">"), ("<=", ">="), ("==", "!="), ("!=", "=="), (" - ", " + "), (" + ", " - ")]
    {
        if expression.contains(from) {
            changed.push(expression.replacen(from, to, 1));
        }
    }
    let digits =
        |from: usize| expression[from..].find(|c: char| !c.is_ascii_digit()).map_or(expression.len(), |n| from + n);
    for (at, _) in expression.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let begins = !expression[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if let (true, Ok(number)) = (begins, expression[at..digits(at)].parse::<i64>()) {
            for other in [number.wrapping_sub(1).max(0), number.saturating_add(1), number / 2] {
                changed.push(format!("{}{other}{}", &expression[..at], &expression[digits(at)..]));
            }
        }
    }
    changed.retain(|other| other != expression);
    changed
}

/// Whether some execution of a program violates an expression at the place of an invariant.
fn is_violated(folder: &Path, item: &InvariantItem, expression: &str) -> bool {
    let mut sources = SourceMap::new();
    let file = folder.join("a.c");
    let parsed = parse::parse_file(&file, &ParseConfig::new(DataModel::Lp64), &mut sources).expect("it parses");
    let check = InsertedCheck {
        number: 0,
        file: file.to_string_lossy().into_owned(),
        line: item.location.line,
        column: item.location.column,
        function: None,
        place: match item.kind {
            InvariantKind::LoopInvariant => CheckPlace::Loop,
            InvariantKind::LocationInvariant => CheckPlace::Statement,
        },
        expression: expression.to_string(),
        action: CheckAction::Fail,
    };
    let config =
        LowerConfig { data_model: DataModel::Lp64, entry: Some("main".into()), assertions: true, error_calls: true };
    let lowered = prepare::prepare(lower::lower_with(&[parsed], &config, &[check], &mut sources).expect("it lowers"));
    assert_eq!(lowered.program.inserted.len(), 1, "{expression}: {:?}", lowered.refused);
    let interpreter = Interpreter::new(&lowered.program);
    let config = RunConfig { max_steps: 20_000, ..RunConfig::default() };
    let violates = |inputs: &mut dyn Inputs| {
        let run = interpreter.run(PropertySet::of(&[Property::Invariants]), inputs, &config, &|| false);
        matches!(run.outcome, Outcome::Violation(_))
    };
    (0..BoundaryInputs::VARIANTS).any(|variant| violates(&mut BoundaryInputs::new(variant)))
        || (1..=EXECUTIONS).any(|seed| violates(&mut RandomInputs::new(&lowered.program, seed)))
}

#[test]
fn changed_invariants_are_not_confirmed_if_an_execution_violates_them() {
    let work = || {
        let (mut wrong, mut right) = (0, 0);
        for (index, file) in PROVED.iter().enumerate() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("regression/invariants").join(file);
            let program = fs::read_to_string(path).expect("a regression program");
            let (folder, entry) = written(&format!("proof{index}"), &program, "assertions");
            let mut tried = 0;
            for (position, content) in entry.content.iter().enumerate() {
                let Content::Invariant(item) = content else { panic!("{file}: something else than an invariant") };
                for changed in changes(&item.value) {
                    if tried == MOST {
                        break;
                    }
                    tried += 1;
                    let violated = is_violated(&folder, item, &changed);
                    let mut other = entry.clone();
                    other.content[position] =
                        Content::Invariant(InvariantItem { value: changed.clone(), ..item.clone() });
                    let (said, status) = check(&folder, &other, "assertions");
                    assert!(matches!(status, Some(0 | 5)), "{file}: {changed}: {said}");
                    assert!(!violated || status == Some(5), "{file}: {changed} is confirmed: {said}");
                    *(if violated { &mut wrong } else { &mut right }) += 1;
                }
            }
        }
        assert!(wrong >= 10, "only {wrong} changed invariants were wrong, {right} may hold");
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn changed_violations_violate_no_correct_program() {
    for (index, (faulty, fault, correction)) in REFUTED.iter().enumerate() {
        let (folder, entry) = written(&format!("violation{index}"), faulty, "unreach-call");
        let mut variants = vec![entry.clone()];
        for position in 0..entry.content.len() {
            let mut changed = [entry.clone(), entry.clone(), entry.clone()];
            changed[0].content.remove(position);
            changed[1].content.insert(position, entry.content[position].clone());
            changed[2].content.swap(position, 0);
            variants.extend(changed);
        }
        for (number, variant) in variants.iter().enumerate() {
            let (said, status) = check(&folder, variant, "unreach-call");
            // The first is as it was. Without a target, or with something after it, there is no path.
            let last = variant.content.last() == entry.content.last();
            let targets = variant.content.iter().filter(|content| Some(*content) == entry.content.last()).count();
            assert!(matches!(status, Some(5 | 10)), "{faulty} {number}: {said}");
            assert!(number > 0 || status == Some(10), "{faulty}: {said}");
            assert!(last && targets == 1 || status == Some(5), "{faulty} {number}: {said}");
        }
        // The same paths through the program without the fault, by witnesses that do not say which one they mean.
        fs::write(folder.join("a.c"), faulty.replace(fault, correction)).expect("written");
        for variant in &mut variants {
            variant.metadata.task.input_file_hashes.clear();
            let (said, status) = check(&folder, variant, "unreach-call");
            assert_eq!(status, Some(5), "{correction}: {said}");
        }
    }
}
