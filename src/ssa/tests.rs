//! What formulas of small programs are made of.

use super::{Changes, EncodeConfig, Encoding, ResidualKind, encode, encode_with_loops};
use crate::base::SourceMap;
use crate::config::{DataModel, LowerConfig};
use crate::ir::{ErrorKind, Program, Property, PropertySet};
use crate::logic::TermId;
use crate::lower::lower;
use crate::parse::parse_text;
use crate::prepare::prepare;

const DECLARATIONS: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    extern void *malloc(unsigned long size); ";

const CONFIG: EncodeConfig = EncodeConfig {
    properties: PropertySet::EMPTY,
    unwind: 1,
    max_statements: 10_000,
    max_terms: 100_000,
    malloc_may_fail: false,
    max_decided: 100,
    induction: 1,
};

fn program(body: &str) -> Program {
    let mut sources = SourceMap::new();
    let text = format!("{DECLARATIONS} int main(void) {{ {body} return 0; }}");
    let unit = parse_text("test.c", &text, &mut sources, false).expect("it parses");
    let config =
        LowerConfig { data_model: DataModel::Lp64, entry: Some("main".into()), assertions: true, error_calls: true };
    prepare(lower(&[unit], &config, &mut sources).expect("it lowers")).program
}

fn formula(body: &str, properties: &[Property]) -> Encoding {
    encode(&program(body), EncodeConfig { properties: PropertySet::of(properties), ..CONFIG }, &|| false)
}

/// The formula with residual loops, once it is known what they change.
fn with_loops(body: &str) -> Encoding {
    let (program, mut changes) = (program(body), Changes::default());
    let config = EncodeConfig { properties: PropertySet::of(&[Property::UnreachCall]), unwind: 0, ..CONFIG };
    for _ in 0..20 {
        let (encoding, next) = encode_with_loops(&program, config, changes, &|| false);
        changes = next;
        if !changes.take_changed() {
            return encoding;
        }
    }
    panic!("what the loops change keeps growing");
}

#[test]
fn what_constants_decide_is_not_asked() {
    let count = |body: &str| formula(body, &[Property::UnreachCall]).obligations.len();
    assert_eq!(count("int x = 3; for (int i = 0; i < 5; i++) x++; if (x == 9) reach_error();"), 0);
    assert_eq!(count("int x = 3; for (int i = 0; i < 5; i++) x++; if (x == 8) reach_error();"), 1);
    assert_eq!(count("int x = __VERIFIER_nondet_int(); if (x == 8) reach_error();"), 1);
}

#[test]
fn an_access_is_checked_before_it_is_assumed() {
    let body = "int x; int *p = __VERIFIER_nondet_int() ? &x : 0; *p = 1; *p = 2;";
    let encoding = formula(body, &[Property::ValidDeref]);
    let checks: Vec<_> = encoding.obligations.iter().filter(|o| o.property() == Some(Property::ValidDeref)).collect();
    let [first, ..] = &checks[..] else { panic!("no check") };
    assert_eq!(first.after, 0, "nothing is assumed before the first access");
    assert!(!encoding.assumptions.is_empty(), "what is behind it may assume that it was valid");
    assert!(checks[1..].iter().all(|later| later.after > first.after));
}

#[test]
fn where_unwinding_ends_is_told() {
    let body = "int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++; if (i > 1) reach_error();";
    let encoding = formula(body, &[Property::UnreachCall]);
    assert_eq!(encoding.residuals.iter().map(|residual| residual.kind).collect::<Vec<_>>(), [ResidualKind::Loop]);
    assert!(encoding.loops.is_empty());
    let cut = EncodeConfig { properties: PropertySet::of(&[Property::UnreachCall]), max_statements: 3, ..CONFIG };
    let encoding = encode(&program(body), cut, &|| false);
    assert!(encoding.residuals.iter().any(|residual| residual.kind == ResidualKind::Budget));
}

#[test]
fn a_residual_loop_knows_what_it_changes() {
    let encoding = with_loops("int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++; if (i > 7) reach_error();");
    let [record] = &encoding.loops[..] else { panic!("one loop") };
    let names = |variables: &[super::LoopVariable]| variables.iter().map(|v| v.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&record.variables), ["i"]);
    assert_eq!(names(&record.constants), ["n"]);
    assert!(record.variables[0].before != record.variables[0].after && record.back_guard != TermId::FALSE);
    assert!(encoding.residuals.is_empty(), "nothing is cut");
}

#[test]
fn nodes_of_a_loop_are_a_class_with_its_fields() {
    let encoding = with_loops(
        "struct node { int value; struct node *next; } *head = 0;
         while (__VERIFIER_nondet_int()) {
             struct node *node = malloc(sizeof *node); node->value = 1; node->next = head; head = node;
         }
         if (head && head->value != 1) reach_error();",
    );
    let [record] = &encoding.loops[..] else { panic!("one loop") };
    let [class] = &record.classes[..] else { panic!("one class") };
    let mut fields: Vec<u64> = class.fields.iter().map(|field| field.at).filter(|&at| at < 16).collect();
    fields.sort_unstable();
    assert_eq!(fields, [0, 8]);
    assert!(encoding.obligations.iter().any(|obligation| obligation.error == ErrorKind::ErrorCall));
}
