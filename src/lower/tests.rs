//! Small programs and what they lower to.

use super::{Lowered, lower};
use crate::base::{Diagnostic, SourceMap};
use crate::config::{DataModel, LowerConfig};
use crate::ir::{Body, GlobalKind, Program, StatementKind, Storage};
use crate::parse::parse_text;

fn lower_units(texts: &[&str], entry: Option<&str>) -> Result<Lowered, Vec<Diagnostic>> {
    let mut sources = SourceMap::new();
    let units: Vec<_> =
        texts.iter().map(|text| parse_text("test.c", text, &mut sources, false).expect("the test parses")).collect();
    lower(
        &units,
        &LowerConfig {
            data_model: DataModel::Lp64,
            entry: entry.map(str::to_string),
            assertions: true,
            error_calls: true,
        },
        &mut sources,
    )
}

fn program(text: &str) -> Program {
    lower_units(&[text], None).unwrap_or_else(|errors| panic!("{errors:?}")).program
}

fn body<'a>(program: &'a Program, name: &str) -> &'a Body {
    program.functions.iter().find(|f| f.name == name).and_then(|f| f.body()).expect("the function is defined")
}

fn errors(texts: &[&str]) -> Vec<String> {
    let errors = lower_units(texts, None).map(|_| ()).expect_err("an error");
    errors.into_iter().map(|error| error.message).collect()
}

/// How often statements of a kind occur in a function.
fn count(program: &Program, name: &str, kind: impl Fn(&StatementKind) -> bool) -> usize {
    body(program, name).blocks.iter().flat_map(|block| &block.statements).filter(|s| kind(&s.kind)).count()
}

/// The first four bytes of a static object, as an integer.
fn int(program: &Program, name: &str) -> i32 {
    let global = program.globals.iter().find(|global| global.name == name).expect("the object exists");
    i32::from_le_bytes(global.init[..4].try_into().expect("four bytes"))
}

#[test]
fn constants_are_computed() {
    let program = program(
        "enum e { A = -1, B, C = B + 5 };
         struct s { char c; int x[4]; };
         int a = C * 2 - (A ? 1 : 1 / 0);
         int b = sizeof(struct s) << 4 | __builtin_offsetof(struct s, x[2]);
         int c = (int)&((struct s *)0)->x[1];
         int d = 1 << 31;
         int e = -7 / 2 + -7 % 2 + (unsigned char)300;
         int f = (char)200 + (0 && 1 / 0) + !5 + ~0;
         int g = 3.99f * 2;
         int h[(int)sizeof(long) == 8 ? 2 : 1] = { [1] = 5, 6 - 0 ? 7 : 8 };",
    );
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let values: Vec<i32> = names.iter().map(|name| int(&program, name)).collect();
    assert_eq!(values, [9, 20 << 4 | 12, 8, i32::MIN, -3 - 1 + 44, -56 - 1, 7]);
}

#[test]
fn excess_initialisers_are_only_warned_about() {
    let lowered = lower_units(&["int a[2] = {1, 2, 3};"], None).expect("a warning is no error");
    assert_eq!(lowered.warnings.len(), 1);
}

#[test]
fn what_c_forbids_is_reported() {
    assert_eq!(errors(&["int f(void) { return x; }"]), ["`x` is not declared"]);
    assert_eq!(errors(&["int f(void) { goto l; }"]), ["no label `l`"]);
    assert_eq!(errors(&["struct s *p; int f(void) { return p->x; }"]), ["member of an incomplete type"]);
    assert_eq!(errors(&["int n; int a[n];"]), ["the size of the array is not constant"]);
    assert_eq!(errors(&["int f(int x) { switch (x) { case 1: case 1: ; } return 0; }"]), ["duplicate case"]);
    assert_eq!(errors(&["int g(int); int f(void) { return g(); }"]), ["too few arguments"]);
    assert_eq!(errors(&["_Static_assert(sizeof(int) == 2, \"small\");"]), ["static assertion failed: \"small\""]);
    let message = lower_units(&["int f(void) { return 0; }"], Some("main")).map(|_| ()).expect_err("no entry");
    assert_eq!(message[0].message, "no function `main` to start from");
}

#[test]
fn units_are_linked_by_name() {
    let one = "extern int shared; static int own = 1; int f(void) { return own + shared; }";
    let two = "int shared = 2; static int own = 3; int f(void); int g(void) { return f() + own; }";
    let program = lower_units(&[one, two], None).expect("the units fit").program;
    let names: Vec<&str> = program.globals.iter().map(|global| global.name.as_str()).collect();
    assert_eq!(names, ["shared", "own", "own"]);
    assert!(program.globals.iter().all(|global| global.kind == GlobalKind::Variable));
    assert_eq!(program.functions.len(), 2);
    assert_eq!(errors(&["int x = 1;", "int x = 2;"]), ["redefinition of `x`"]);
    assert_eq!(errors(&["int x;", "int x(void);"]), ["`x` is a variable"]);
    assert_eq!(errors(&["int f(int);", "int f(char *p) { return 0; }"]), ["conflicting types for `f`"]);
}

#[test]
fn variables_are_registers_unless_their_address_is_taken() {
    let program = program("int f(int a, int b) { int c = b, *p = &c; return a + *p; }");
    let storage = |name: &str| {
        let local = body(&program, "f").locals.iter().find(|local| local.name.as_deref() == Some(name));
        local.map(|local| local.storage)
    };
    assert_eq!(storage("a"), Some(Storage::Register));
    assert_eq!(storage("c"), Some(Storage::Memory));
    assert_eq!(storage("p"), Some(Storage::Register));
}

#[test]
fn jumps_end_and_begin_lives() {
    let text = "int f(int n) {
                    again: ;
                    int a[2]; a[0] = n;
                    if (n > 3) goto out;
                    { int b[2]; b[0] = 1; n += b[0]; if (n == 2) goto out; }
                    n++; goto again;
                    out: return n;
                }";
    let program = program(text);
    // `a` dies on the way back and at the end; `b` at the end of its block and on the jump out of it.
    assert_eq!(count(&program, "f", |kind| matches!(kind, StatementKind::StorageDead(_))), 4);
    assert_eq!(count(&program, "f", |kind| matches!(kind, StatementKind::StorageLive(_))), 2);
    let heads = body(&program, "f").blocks.iter().filter(|block| block.loop_span.is_some()).count();
    assert_eq!(heads, 1);
}

#[test]
fn what_is_not_modelled_stands_where_it_is_reached() {
    let text =
        "int f(int x) { long double d = 1; if (x) { __asm__(\"nop\"); } __asm__(\"\"); return x ? (int)(d * 2) : 0; }";
    let program = program(text);
    assert_eq!(count(&program, "f", |kind| matches!(kind, StatementKind::Unsupported(_))), 3);
}

#[test]
fn calls_without_prototype_are_made_to_fit() {
    let lowered = lower_units(&["long f(void) { return g(1, 2); } int g(a, b) char a; int b; { return a + b; }"], None);
    let lowered = lowered.expect("implicit declarations are accepted");
    assert_eq!(lowered.warnings.len(), 1);
    assert_eq!(count(&lowered.program, "f", |kind| matches!(kind, StatementKind::Unsupported(_))), 0);
}

#[test]
fn structs_are_passed_by_hidden_pointers() {
    let program = program(
        "struct s { int x, y; }; struct s f(struct s a) { a.x++; return a; }
                           int g(struct s a) { return f(a).y; }",
    );
    let f = program.functions.iter().find(|function| function.name == "f").map(|function| &function.signature);
    assert_eq!(f.map(|signature| (signature.result, signature.params.len())), Some((None, 2)));
    assert_eq!(count(&program, "f", |kind| matches!(kind, StatementKind::Copy { .. })), 2);
}
