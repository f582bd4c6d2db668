//! Programs before and after the passes do the same.

use super::{Inputs, encoded, prepare, ranked};
use crate::base::SourceMap;
use crate::config::{DataModel, LowerConfig, RunConfig};
use crate::interp::{Interpreter, Outcome, RandomInputs};
use crate::ir::{Builtin, FunctionKind, LoopTree, Program, Property, PropertySet, TerminatorKind, check_program};
use crate::{lower, parse};

fn load(text: &str) -> Program {
    load_from(text, Some("main"))
}

fn load_from(text: &str, entry: Option<&str>) -> Program {
    let mut sources = SourceMap::new();
    let parsed = parse::parse_text("test.c", text, &mut sources, false).expect("it parses");
    let config =
        LowerConfig { data_model: DataModel::Lp64, entry: entry.map(Into::into), assertions: true, error_calls: true };
    prepare(lower::lower(&[parsed], &config, &mut sources).expect("it lowers")).program
}

#[test]
fn only_what_is_used_of_the_library_is_kept() {
    let program = load_from(
        "unsigned long strlen(const char *); int strcmp(const char *, const char *); int unused(void);
                           unsigned long f(const char *s) { return strlen(s); }",
        None,
    );
    let names: Vec<&str> = program.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["strlen", "f"]);
    assert!(matches!(program.functions.iter().next().map(|f| &f.kind), Some(FunctionKind::Defined(_))));
}

#[test]
fn the_call_of_the_error_function_ends_the_path_whatever_its_body() {
    let program = load_from("void reach_error(void) { } int f(int x) { if (x) { reach_error(); } return x; }", None);
    let error = program.functions.iter().find(|f| f.name == "reach_error").map(|f| &f.kind);
    assert!(matches!(error, Some(FunctionKind::Builtin(Builtin::ErrorCall))));
    let body = program.functions.iter().find(|f| f.name == "f").and_then(|f| f.body()).expect("a body");
    let ends = body.blocks.iter().filter(|b| matches!(b.terminator.kind, TerminatorKind::Unreachable));
    assert_eq!(ends.count(), 1);
}

fn irreducible(program: &Program) -> usize {
    let bodies = program.functions.iter().filter_map(|function| function.body());
    bodies.filter(|body| LoopTree::of(body).irreducible.is_some()).count()
}

/// Loops that are entered in the middle: by `switch`, by `goto` from outside, nested, and with two cycles of their own.
const JUMPS: &[&str] = &[
    "int n = __VERIFIER_nondet_int() & 7, s = 0; switch (n & 3) { case 0: do { s++; case 3: s += 2; case 2: s *= 3;
     case 1: s -= 1; } while (--n > 0); } return s & 127;",
    "int n = __VERIFIER_nondet_int() & 7, s = 0; if (n & 1) goto odd;
     even: s += n; if (--n <= 0) return s; odd: s *= 2; if (--n > 0) goto even; return s & 127;",
    "int n = __VERIFIER_nondet_int() & 7, m = 3, s = 0; if (n == 2) goto b; if (n == 5) goto c;
     a: s++; b: s += 3; while (m-- > 0) { s += m; c: s ^= 5; if (s & 1) goto b; } if (--n > 0) goto a; return s & 127;",
    "int n = __VERIFIER_nondet_int() & 3, s = 0; goto *(void *[]){&&x, &&y, &&z, &&x}[n];
     x: s++; if (s < 5) goto y; return s; y: s += 2; if (s & 1) goto z; goto x; z: s += 3; if (s > 20) return s; goto y;",
];

#[test]
fn every_loop_gets_one_head_and_nothing_else_changes() {
    for jumps in JUMPS {
        let program = load(&format!("int __VERIFIER_nondet_int(void); int main(void) {{ {jumps} }}"));
        assert!(irreducible(&program) > 0, "a test of nothing: {jumps}");
        let changed = encoded(&program);
        assert_eq!(irreducible(&changed), 0, "{jumps}");
        let config = RunConfig { max_steps: 10_000, ..RunConfig::default() };
        for seed in 0..40 {
            let run = |program: &Program| {
                let mut inputs = RandomInputs::new(program, seed);
                Interpreter::new(program).run(PropertySet::default(), &mut inputs, &config, &|| false)
            };
            let (before, after) = (run(&program), run(&changed));
            assert_eq!((before.outcome, before.inputs), (after.outcome, after.inputs), "{jumps}");
        }
    }
}

#[test]
fn other_programs_are_not_copied() {
    let program = load("int main(void) { for (int i = 0; i < 3; i++) while (i & 1) i++; return 0; }");
    assert!(matches!(encoded(&program), std::borrow::Cow::Borrowed(_)));
}

/// A list of inputs that is looked through; `{body}` is done with each node, `{node}` is declared in it.
fn list(fields: &str, body: &str) -> Program {
    load(&format!(
        "void *malloc(unsigned long); int __VERIFIER_nondet_int(void); void reach_error(void);
         struct node {{ int value; struct node *next; {fields} }};
         int main(void) {{
             struct node *head = (struct node *)0; int limit = __VERIFIER_nondet_int();
             while (__VERIFIER_nondet_int()) {{
                 struct node *n = malloc(sizeof(struct node)); n->value = __VERIFIER_nondet_int(); n->next = head; head = n;
             }}
             for (struct node *n = head; n; n = n->next) {{ {body} }}
             return 0;
         }}"
    ))
}

#[test]
fn numbers_that_are_copied_and_compared_get_ranks() {
    for (body, programs) in [
        ("if (n->value < limit) reach_error();", 1),
        ("if (n->value == limit) reach_error();", 1),
        ("if (n->value < 3) reach_error();", 2),
        ("if (n->value <= 3) reach_error();", 3),
        ("if (n->value == 3) reach_error();", 2),
        ("if (n->value < 3 || n->value > 7) reach_error();", 3),
        ("if (n->value < 3 || n->value >= 7) reach_error();", 5),
        ("if (n->value) reach_error();", 2),
        // Not compared, computed with, too many constants.
        ("", 0),
        ("n->value++; if (n->value < limit) reach_error();", 0),
        ("if (n->value + 1 < limit) reach_error();", 0),
        ("if (n->value < 1 && n->value < 2 && n->value < 3 && n->value < 4 && n->value <= 5) reach_error();", 0),
    ] {
        for inputs in [Inputs::Constants, Inputs::Ranges] {
            let found = ranked(&list("", body), inputs);
            assert_eq!(found.len(), programs, "{body}");
            for program in &found {
                check_program(program).unwrap_or_else(|message| panic!("{body}: {message}"));
            }
        }
    }
}

#[test]
fn memory_that_is_seen_in_several_ways_has_no_ranks() {
    let body = "if (n->value < limit) reach_error();";
    for (fields, more) in [
        ("", "*(char *)n = 1;"),
        ("", "int *p = &n->value; *p = *p + 1;"),
        ("", "struct other { int a, b; } *o = (struct other *)n; o->a = 7;"),
        ("union { int a; short b; } u;", "n->u.b = 1; n->value = n->u.a;"),
        ("int a[2];", "n->a[n->a[0]] = 1;"),
    ] {
        let program = list(fields, &format!("{body} {more}"));
        assert!(ranked(&program, Inputs::Constants).is_empty(), "{fields} {more}");
    }
    assert_eq!(ranked(&list("int a;", &format!("{body} n->a = n->a + 1;")), Inputs::Constants).len(), 1);
}

#[test]
fn errors_stay_with_ranks() {
    for body in [
        "if (n->value < limit) reach_error();",
        "if (!(n->value != limit)) reach_error();",
        "if (n->value <= limit) { if (n->next && n->next->value >= limit) reach_error(); }",
        "if (n->value > 3 && n->value < 9) reach_error();",
        "if (n->next && n->next->value > n->value) reach_error();",
        "int low = n->value < limit; if (low) reach_error();",
    ] {
        let program = list("", body);
        // Two inputs are seldom both ranks by chance.
        let ways = if body.contains("next") { &[Inputs::Constants][..] } else { &[Inputs::Constants, Inputs::Ranges] };
        for &inputs in ways {
            let violated = |program: &Program| {
                let interpreter = Interpreter::new(program);
                let config = RunConfig { max_steps: 2_000, ..RunConfig::default() };
                let properties = PropertySet::of(&[Property::UnreachCall]);
                (0..200).any(|seed| {
                    let run = interpreter.run(properties, &mut RandomInputs::new(program, seed), &config, &|| false);
                    matches!(run.outcome, Outcome::Violation(_))
                })
            };
            assert!(ranked(&program, inputs).iter().any(violated), "{body} with {inputs:?}");
        }
    }
}
