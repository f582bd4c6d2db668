//! Witnesses that must not be confirmed: invariants that are undefined or wrong, waypoints that are not understood,
//! claims about something else.

use super::{PROPERTY, answers, folder, said, verify, with_witness};
use std::fs;
use std::path::Path;

/// Random executions do not open it: what stands behind has to be faced by the proof.
const LOCK: &str = "if (__VERIFIER_nondet_uint() * 3u != 370370367u) return 0;";

const HEAD: &str = "\
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);
";

/// An invariant: its kind, line, column, function and text.
type Invariant<'a> = (&'a str, u32, u32, &'a str, &'a str);

/// A witness of a proof of `a.c` for `unreach-call`.
fn proof(invariants: &[Invariant]) -> String {
    let mut text = String::from(
        "- entry_type: invariant_set\n  metadata:\n    format_version: \"2.0\"\n    uuid: u\n    creation_time: t\n    \
         producer: {name: n, version: v}\n    task:\n      input_files: [a.c]\n      input_file_hashes: {}\n      \
         specification: CHECK( init(main()), LTL(G ! call(reach_error())) )\n      data_model: LP64\n      \
         language: C\n  content:\n",
    );
    for (kind, line, column, function, value) in invariants {
        text += &format!(
            "  - invariant:\n      type: {kind}\n      location: {{file_name: a.c, line: {line}, column: {column}, \
             function: {function}}}\n      value: '{}'\n      format: c_expression\n",
            value.replace('\'', "''")
        );
    }
    text
}

/// What is said of a proof by invariants, with the exit status.
fn check(folder: &Path, invariants: &[Invariant]) -> (String, Option<i32>) {
    fs::write(folder.join("w.yml"), proof(invariants)).expect("written");
    said(folder, &verify(&["--timeout", "60s", "--witness-check", "w.yml", "a.c"]))
}

#[test]
fn undefined_invariants_prove_nothing() {
    let program = format!(
        "{HEAD}int main(void) {{\n    int i = 0, a[4] = {{0}}, *p = 0;\n    {LOCK}\n    \
         while (__VERIFIER_nondet_int()) {{\n        if (i < 100) i++;\n    }}\n    reach_error();\n    return a[0] + !p;\n}}\n"
    );
    let folder = folder("undefined", &[("a.c", &program)]);
    for undefined in [
        "1 / 0",
        "1 % 0",
        "1 << 40",
        "1 >> -1",
        "*(int *)0 == 0",
        "*p == 0",
        "a[4] == 0",
        "a[i] == 0",
        "a[-1] == 0",
        "2147483647 + i + 1 > 0",
        "-(-2147483647 - 1) != 0",
        "(1 / 0, 1)",
        "0 * (1 / 0) == 0",
        "1 / (i - 50) <= 1",
        "(-2147483647 - 1) / (0 - 1) != 0",
        "1 && 1 / 0",
        "0 || (1 << 40)",
        "!(1 / 0)",
        "(1 / 0) ? 1 : 1",
        "sizeof(int[1 / i]) > 0",
    ] {
        // Before the loop is entered and at its head.
        for place in [("location_invariant", 7, 5, "main", undefined), ("loop_invariant", 7, 5, "main", undefined)] {
            let (said, status) = check(&folder, &[place]);
            assert_ne!(status, Some(0), "{undefined}: {said}");
            assert!(!said.contains("panicked"), "{undefined}: {said}");
        }
    }
    // What is not evaluated need not be defined.
    for fine in ["1 || 1 / 0", "!(0 && 1 << 40)", "sizeof(1 / 0) == 4", "p == 0 || *p == 0", "i < 4 || a[i & 3] == 0"] {
        let (said, status) = check(&folder, &[("loop_invariant", 7, 5, "main", fine)]);
        assert!(matches!(status, Some(5 | 10)) && !said.contains("wrong"), "{fine}: {said}");
    }
}

#[test]
fn a_proof_of_a_safe_program_may_not_use_what_is_undefined() {
    let program = format!(
        "{HEAD}int main(void) {{\n    int i = 0, a[4] = {{0}};\n    while (i < 4) {{\n        a[i] = 0;\n        \
         i++;\n    }}\n    if (i > 4) reach_error();\n    return 0;\n}}\n"
    );
    let folder = folder("defined", &[("a.c", &program)]);
    let at = |value| check(&folder, &[("loop_invariant", 6, 5, "main", value)]);
    for good in
        ["i >= 0 && i <= 4", "i == 4 || a[i] == 0", "100 / (i + 1) >= 20", "(1 << i) <= 16", "0 <= i", "a[3] == 0"]
    {
        let (said, status) = at(good);
        assert_eq!(status, Some(0), "{good}: {said}");
    }
    for bad in ["a[i] == 0", "100 / i >= 20 || 1", "(1 << (i * 10)) != 0", "2147483644 + i > 0", "i >= 1", "i != 3"] {
        let (said, status) = at(bad);
        assert_eq!(status, Some(5), "{bad}: {said}");
        assert!(said.contains("the witness is wrong"), "{bad}: {said}");
    }
}

/// Loops of all kinds, and names that mean different things at different places. The first invariant of each holds, the
/// others do not.
const LOOPS: &[(&str, &str, [&str; 3])] = &[
    ("while", "int i = 0;\n@while (i < 5) i++;", ["i <= 5", "i < 5", "i > 0"]),
    ("do", "int i = 0;\n@do { int j = i; i = j + 1; } while (i < 5);", ["i < 5", "i > 0", "i == 0"]),
    ("do without braces", "int i = 0;\n@do i++; while (i < 5);", ["i < 5", "i >= 1", "i <= 3"]),
    ("for with a declaration", "int i = -7;\n@for (int i = 0; i < 5; i++) ;", ["i >= 0", "i == -7", "i < 5"]),
    ("for without", "int i;\n@for (i = 0; ; i++) if (i == 5) break;", ["i <= 5", "i < 5", "i != 3"]),
    ("shadowed outside", "int i = 9;\n@while (i > 0) { int i = 3; (void)i; break; }", ["i == 9", "i == 3", "i < 9"]),
    ("shadowed in a block", "int i = 9; { int i = 1;\n@while (i < 3) i++; }", ["i <= 3", "i == 9", "i < 3"]),
    (
        "fields",
        "struct s { int f, g; } s = {0, 1}, *p = &s;\n@while (p->f < 3) p->f++;",
        ["s.f <= 3", "p->f < 3", "s.g == 0"],
    ),
    ("statics", "static int s;\n@while (s < 3) s++;", ["s <= 3", "s < 3", "s != 2"]),
    ("enumerators", "enum { A = 4 }; int i = 0;\n@while (i < A) i++;", ["i <= A", "i < A", "A == 5"]),
    (
        "typedefs",
        "typedef unsigned char T; int i = 250;\n@while (i < 260) i++;",
        ["(T)i < 260", "(T)i >= 250", "(T)i > 3"],
    ),
    ("arrays", "int a[3] = {1, 1, 1}, i = 0;\n@while (i < 3) i++;", ["a[2] == 1", "a[i > 2 ? 2 : i] == 0", "a[1] > i"]),
    ("addresses", "int i = 0, j = 0;\n@while (i < 3) i++;", ["*&i <= 3", "*(&j) == i", "&i == &j"]),
    (
        "bit-fields",
        "struct { unsigned b : 3; } s = {0}; int i = 0;\n@while (i++ < 9) s.b++;",
        ["s.b <= 7", "s.b < 7", "s.b == 0"],
    ),
    ("floats", "double d = 0; int i = 0;\n@while (i < 3) { i++; }", ["i <= 3", "d > 0.5", "i < 3"]),
    ("macros", "int i = 0;\n@UNTIL(5) i++;", ["i <= 5", "i < 5", "i > 0"]),
    ("macros with all", "int i = 0;\n@COUNT(i, 5);", ["i <= 5", "i < 5", "i != 4"]),
];

#[test]
fn invariants_mean_what_they_say_at_their_place() {
    for (name, code, [good, bad, worse]) in LOOPS {
        let marked = format!(
            "{HEAD}#define UNTIL(n) while (i < n)\n#define COUNT(v, n) for (; v < n; v++) ;\n\
             int main(void) {{\n{code}\nreturn 0;\n}}\n"
        );
        let line = 1 + marked[..marked.find('@').expect("a place")].matches('\n').count() as u32;
        let folder = folder(&format!("place/{}", name.replace(' ', "_")), &[("a.c", &marked.replace('@', ""))]);
        let at = |value| check(&folder, &[("loop_invariant", line, 1, "main", value)]);
        let (said, status) = at(good);
        assert_eq!(status, Some(0), "{name}: {good}: {said}");
        for bad in [bad, worse] {
            let (said, status) = at(bad);
            assert_eq!(status, Some(5), "{name}: {bad}: {said}");
        }
        let (said, status) = check(&folder, &[("loop_invariant", line, 1, "other", good)]);
        assert!(status == Some(5) && said.contains("stands in `main`, not in `other`"), "{name}: {said}");
        let (said, status) = check(&folder, &[("loop_invariant", line, 2, "main", good)]);
        assert!(status == Some(5) && said.contains("has no place"), "{name}: {said}");
    }
}

#[test]
fn invariants_stand_at_statements_labels_and_in_called_functions() {
    let program = format!(
        "{HEAD}static int twice(int n) {{\n    int r = 0;\n    for (int k = 0; k < n; k++)\n        r += 2;\n    return r;\n}}\n\
         int main(void) {{\n    int i = 0;\nagain:\n    i++;\n    if (i < 4)\n        goto again;\n    else\n        i = 7;\n    \
         switch (i) {{\n    case 7: i = twice(3); break;\n    default: i = 0;\n    }}\n    int last = i;\n    \
         if (last != 6) reach_error();\n    return 0;\n}}\n"
    );
    let folder = folder("statements", &[("a.c", &program)]);
    let line = |text: &str| 1 + program[..program.find(text).expect("there")].matches('\n').count() as u32;
    let place = |text: &str, column: u32, function, value| {
        check(&folder, &[("location_invariant", line(text), column, function, value)])
    };
    let holds = |answer: (String, Option<i32>)| assert_eq!(answer.1, Some(0), "{}", answer.0);
    let fails = |answer: (String, Option<i32>)| {
        assert_eq!(answer.1, Some(5), "{}", answer.0);
        assert!(answer.0.contains("the witness is wrong"), "{}", answer.0);
    };
    holds(check(&folder, &[("loop_invariant", line("for (int k"), 5, "twice", "r == 2 * k && k >= 0 && k <= 3")]));
    fails(check(&folder, &[("loop_invariant", line("for (int k"), 5, "twice", "k < n")]));
    fails(place("return r", 5, "twice", "r == 4"));
    holds(place("again:\n", 1, "main", "i >= 0 && i < 4"));
    fails(place("again:\n", 1, "main", "i == 0"));
    holds(place("goto again", 9, "main", "i < 4"));
    holds(place("i = 7;", 9, "main", "i == 4"));
    fails(place("i = 7;", 9, "main", "i == 7"));
    holds(place("int last", 5, "main", "i == 6"));
    holds(place("case 7", 5, "main", "i == 7"));
    fails(place("case 7", 5, "main", "i != 7"));
    let (said, _) = place("int last", 5, "main", "last == 6");
    assert!(said.contains("`last` is not declared"), "{said}");
    let (said, _) = place("if (last", 9, "main", "1");
    assert!(said.contains("has no place"), "{said}");
}

#[test]
fn expressions_do_nothing() {
    let program = format!("{HEAD}int main(void) {{\n    int i = 0;\n    while (i < 3) i++;\n    return 0;\n}}\n");
    let folder = folder("effects", &[("a.c", &program)]);
    for (value, why) in [
        ("i = 1", "assigns to a variable"),
        ("(i += 1) > 0", "assigns to a variable"),
        ("i++ >= 0", "changes a variable"),
        ("__VERIFIER_nondet_int()", "calls a function"),
        ("(main)()", "calls a function"),
        ("({ i; })", "contains statements"),
        ("*(int[]){1} == 1", "makes an object"),
        ("i <= 3) || (1", "is no C expression"),
        ("1; i = 5", "is no C expression"),
        ("int j", "is no C expression"),
        ("", "is no C expression"),
        ("\\old(i) == 0", "is no C expression"),
        ("j == 0", "`j` is not declared"),
        ("i.f == 0", "is not modelled"),
        ("*i == 0", "`*` needs a pointer"),
        ("NULL == 0", "`NULL` is not declared"),
    ] {
        let (said, status) = check(&folder, &[("loop_invariant", 6, 5, "main", value)]);
        assert!(status == Some(5) && said.contains(why), "{value}: {said}");
    }
}

#[test]
fn a_witness_is_about_one_task() {
    let program = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) {\n    int a[2];\n    \
                   int i = __VERIFIER_nondet_int();\n    if (i == 5)\n        a[i] = 0;\n    return 0;\n}\n";
    let folder = folder("task", &[("a.c", program)]);
    let write = ["verify", "--property", "valid-deref", "--witness", "w.yml", "a.c"];
    answers(&folder, &write, 10, "verdict: false(valid-deref)");
    let witness = fs::read_to_string(folder.join("w.yml")).expect("a witness");
    let ask = |property| vec!["verify", "--property", property, "--witness-check", "w.yml", "a.c"];
    answers(&folder, &ask("valid-deref"), 10, "verdict: false(valid-deref)");
    answers(&folder, &ask("valid-memsafety"), 10, "verdict: false(valid-deref)");
    for other in ["unreach-call", "no-overflow", "valid-memcleanup"] {
        answers(&folder, &ask(other), 5, &format!("the witness is about valid-deref, not {other}"));
    }
    let change = |from: &str, to: &str, text: &str| {
        let changed = witness.replace(from, to);
        assert_ne!(changed, witness, "{from}");
        fs::write(folder.join("w.yml"), changed).expect("written");
        answers(&folder, &ask("valid-deref"), 5, text);
    };
    change("G valid-deref", "G ! call(reach_error())", "the witness is about unreach-call, not valid-deref");
    change("data_model: LP64", "data_model: ILP32", "about data model ILP32, not LP64");
    change("language: C", "language: Java", "about a program in Java, not in C");
    change("a.c: ", "a.c: 0", "about another version of `a.c`");
    change("a.c: ", "b.c: ", "about `b.c`, which is not verified");
    fs::write(folder.join("w.yml"), format!("{witness}{witness}")).expect("written");
    answers(&folder, &ask("valid-deref"), 5, "claims more than one thing");
    let other = witness.replace("violation_sequence", "poem");
    fs::write(folder.join("w.yml"), format!("{witness}{other}")).expect("written");
    answers(&folder, &ask("valid-deref"), 5, "`poem`, which is not known");
    // A proof of one property is none of two.
    fs::write(folder.join("a.c"), "int main(void) { return 0; }\n").expect("written");
    fs::write(folder.join("w.yml"), proof(&[])).expect("written");
    let both = ["verify", "--property", "unreach-call", "--property", "no-overflow", "--witness-check", "w.yml", "a.c"];
    answers(&folder, &both, 5, "the witness is about unreach-call, not unreach-call, no-overflow");
    answers(
        &folder,
        &[PROPERTY, &["--witness-check", "w.yml", "a.c"]].concat(),
        0,
        "does not say which version of `a.c`",
    );
}

#[test]
fn waypoints_are_understood_or_refused() {
    let program = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) {\n    \
                   int i = __VERIFIER_nondet_int(), *p = 0;\n    if (i == 5)\n        reach_error();\n    return p != 0;\n}\n";
    let (folder, witness) = with_witness("refused", program, 10);
    let start = witness.find("  - segment:").expect("a segment");
    let waypoint = |kind: &str, constraint: &str, line: u32, column: u32| {
        format!(
            "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n{constraint}        \
             location: {{file_name: a.c, line: {line}, column: {column}}}\n"
        )
    };
    let constraint = |value: &str| format!("        constraint: {{value: '{value}'}}\n");
    let formatted = |value: &str, format: &str| format!("        constraint: {{value: '{value}', format: {format}}}\n");
    let target = waypoint("target", "", 6, 9);
    let ask = verify(&["--witness-check", "w.yml", "a.c"]);
    let says = |waypoints: &str, status: i32, text: &str| {
        fs::write(folder.join("w.yml"), format!("{}{waypoints}", &witness[..start])).expect("written");
        answers(&folder, &ask, status, text);
    };
    says(&target, 10, "verdict: false");
    says(&waypoint("branching", &constraint("true"), 5, 5), 5, "it has no target");
    says(&waypoint("target", &constraint("1"), 6, 9), 5, "has a constraint, which this kind cannot have");
    says(&(waypoint("function_enter", &constraint("1"), 5, 5) + &target), 5, "which this kind cannot have");
    says(&(waypoint("branching", "", 5, 5) + &target), 5, "has no constraint");
    says(&(waypoint("branching", &constraint("default"), 5, 5) + &target), 5, "neither `true` nor `false`");
    says(&(waypoint("branching", &constraint("i == 5"), 5, 5) + &target), 5, "neither `true` nor `false`");
    says(&(waypoint("function_return", &constraint("\\result > 0"), 4, 35) + &target), 5, "not of the form");
    let foreign = |kind: &str, value: &str| waypoint(kind, &formatted(value, "acsl_expression"), 5, 5) + &target;
    says(&foreign("assumption", "i == 5"), 5, "`acsl_expression`, which is not supported");
    says(&foreign("branching", "true"), 5, "`acsl_expression`, which is not supported");
    says(&(waypoint("assumption", &constraint("i == 5"), 5, 5) + &target), 10, "verdict: false");
    says(&(waypoint("assumption", &constraint("i = 5"), 5, 5) + &target), 5, "assigns to a variable");
    // An assumption without a value is not true, and what it does is no violation of the program.
    says(&(waypoint("assumption", &constraint("*p == 0 || 1"), 5, 5) + &target), 5, "has no value in an execution");
    says(&(waypoint("assumption", &constraint("1 / 0"), 5, 5) + &target), 5, "has no value in an execution");
    let elsewhere = target.replace("a.c", "b.c");
    says(&elsewhere, 5, "stands in `b.c`, which is not verified");
    says(&target.replace("column: 9", "column: 9, function: main"), 10, "verdict: false");
    says(&target.replace("column: 9", "column: 9, function: other"), 5, "no execution along the witness");
    says(&("  - segment: []\n".to_string() + &target), 5, "a segment has no waypoint to be followed");
    says(&target.replace("action: follow", "action: avoid"), 5, "a target that is to be avoided");
    // What has no place in a waypoint makes it unreadable.
    says(&target.replace("action: follow", "action: follow\n        mood: good"), 1, "mood");
}

#[test]
fn undefined_assumptions_are_no_violation_of_memory_safety() {
    let program = "int __VERIFIER_nondet_int(void);\nint main(void) {\n    int i = __VERIFIER_nondet_int();\n    \
                   i = 0;\n    return i;\n}\n";
    let folder = folder("safe", &[("a.c", program)]);
    let witness =
        proof(&[]).replace("invariant_set", "violation_sequence").replace("! call(reach_error())", "valid-deref");
    let place = "location: {file_name: a.c, line: 4, column: 5}";
    let segments = format!(
        "  - segment:\n    - waypoint:\n        type: assumption\n        action: follow\n        \
         constraint: {{value: '*(int *)0 == 0'}}\n        {place}\n  - segment:\n    - waypoint:\n        type: target\n        \
         action: follow\n        {place}\n"
    );
    fs::write(folder.join("w.yml"), witness + &segments).expect("written");
    let ask = ["verify", "--property", "valid-deref", "--witness-check", "w.yml", "a.c"];
    answers(&folder, &ask, 5, "has no value in an execution");
}

#[test]
fn what_is_avoided_counts_in_long_executions() {
    let program = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) {\n    int early = 0, a[3];\n    \
                   if (early == 0)\n        early = 1;\n    for (int i = 0; i < 9000; i++)\n        a[i % 3] = i;\n    \
                   reach_error();\n    return a[0];\n}\n";
    let (folder, witness) = with_witness("avoided", program, 10);
    let start = witness.find("  - segment:").expect("a segment");
    let segment = "  - segment:\n    - waypoint:\n        type: branching\n        action: avoid\n        \
                   constraint: {value: 'true'}\n        location: {file_name: a.c, line: 5, column: 5}\n    \
                   - waypoint:\n        type: target\n        action: follow\n        \
                   location: {file_name: a.c, line: 9, column: 5}\n";
    fs::write(folder.join("w.yml"), format!("{}{segment}", &witness[..start])).expect("written");
    let ask = verify(&["--witness-check", "w.yml", "a.c"]);
    answers(&folder, &ask, 5, "not all of a long execution is known");
}

#[test]
fn files_of_the_same_name_are_told_apart() {
    let part = "int one(int n) {\n    int i = 0;\n    while (i < n) i++;\n    return i;\n}\n";
    let main = "int one(int n);\nvoid reach_error(void);\nint main(void) {\n    int i = 0;\n    while (i < 3) i++;\n    \
                if (one(2) < 0) reach_error();\n    return 0;\n}\n";
    let folder = folder("several", &[("x/a.c", part), ("y/a.c", main)]);
    let ask = verify(&["--witness-check", "w.yml", "x/a.c", "y/a.c"]);
    let says = |file: &str, line: u32, value: &str, status: i32, text: &str| {
        let witness = proof(&[("loop_invariant", line, 5, "main", value)])
            .replace("file_name: a.c", &format!("file_name: {file}"));
        fs::write(folder.join("w.yml"), witness.replace(", function: main", "")).expect("written");
        answers(&folder, &ask, status, text);
    };
    says("x/a.c", 3, "i <= 2 && i >= 0", 0, "verdict: true");
    says("y/a.c", 5, "i <= 3", 0, "verdict: true");
    says("/elsewhere/y/a.c", 5, "i <= 2", 5, "the witness is wrong");
    says("a.c", 5, "i <= 3", 5, "one of several files");
    says("z/b.c", 5, "i <= 3", 5, "has no place");
}
