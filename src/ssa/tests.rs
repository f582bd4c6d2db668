//! What the formula of small programs consists of.

use super::{Changes, EncodeConfig, Encoding, Prefixes, ResidualKind, encode, encode_with_loops};
use crate::base::SourceMap;
use crate::config::{DataModel, LowerConfig};
use crate::ir::{ErrorKind, Program, Property, PropertySet};
use crate::logic::TermId;
use crate::lower::lower;
use crate::parse::parse_text;

fn program(body: &str) -> Program {
    let text = format!(
        "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
        int main(void) {{ {body} return 0; }}"
    );
    let mut sources = SourceMap::new();
    let unit = parse_text("test.c", &text, &mut sources, false).expect("it parses");
    let (data_model, entry) = (DataModel::Lp64, Some("main".to_string()));
    let config = LowerConfig { data_model, entry, assertions: true, error_calls: true };
    lower(&[unit], &config, &mut sources).expect("it can be lowered").program
}

fn config(properties: &[Property], unwind: u32) -> EncodeConfig {
    EncodeConfig {
        properties: PropertySet::of(properties),
        unwind,
        max_statements: 10_000,
        max_terms: 100_000,
        malloc_may_fail: false,
        max_decided: 100,
        induction: 1,
    }
}

fn cut(body: &str, unwind: u32) -> Encoding {
    encode(&program(body), config(&[Property::UnreachCall], unwind), &|| false)
}

/// The encoding with residual loops, once nothing new is found to change.
fn with_loops(body: &str) -> Encoding {
    let program = program(body);
    let mut changes = Changes::default();
    loop {
        let (encoding, next) = encode_with_loops(&program, config(&[Property::UnreachCall], 0), changes, &|| false);
        changes = next;
        if !changes.take_changed() {
            return encoding;
        }
    }
}

#[test]
fn a_loop_that_constants_decide_is_unwound_to_its_end() {
    let encoding = cut("int s = 0; for (int i = 0; i < 20; i++) s += i; if (s != 190) reach_error();", 1);
    assert!(encoding.residuals.is_empty() && encoding.obligations.is_empty());
}

#[test]
fn an_undecided_loop_is_cut_at_the_bound() {
    let encoding = cut("unsigned n = __VERIFIER_nondet_uint(); while (n > 0) n--; reach_error();", 2);
    let [residual] = &encoding.residuals[..] else { panic!("{:?}", encoding.residuals) };
    assert_eq!(residual.kind, ResidualKind::Loop);
    assert!(![TermId::TRUE, TermId::FALSE].contains(&residual.guard));
}

#[test]
fn a_budget_cuts_what_is_left() {
    let program = program("unsigned n = 0; for (;;) n++;");
    let small = EncodeConfig { max_statements: 50, max_decided: u32::MAX, ..config(&[], 1) };
    let encoding = encode(&program, small, &|| false);
    assert!(encoding.residuals.iter().any(|residual| residual.kind == ResidualKind::Budget));
}

#[test]
fn only_what_is_asked_is_an_obligation_and_the_path_ends_all_the_same() {
    let text = program("unsigned n = __VERIFIER_nondet_uint(); int *p = n ? (int *)0 : (int *)&n; *p = 1;");
    let [asked, unasked] =
        [Property::ValidDeref, Property::UnreachCall].map(|property| encode(&text, config(&[property], 1), &|| false));
    let [obligation] = &asked.obligations[..] else { panic!("{:?}", asked.obligations) };
    assert_eq!(obligation.error, ErrorKind::WriteInvalid);
    assert!(unasked.obligations.is_empty());
    assert!(!asked.assumptions.is_empty() && !unasked.assumptions.is_empty());
}

#[test]
fn a_residual_loop_knows_what_it_changes() {
    let encoding = with_loops(
        "unsigned n = __VERIFIER_nondet_uint(), i = 0, k = 7; while (i < n) i++; if (k != 7) reach_error();",
    );
    let [record] = &encoding.loops[..] else { panic!("one loop") };
    let changed: Vec<&str> = record.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert_eq!(changed, ["i"]);
    let variable = &record.variables[0];
    assert_ne!(variable.before, variable.after);
    // What the loop does not change is a constant still.
    assert!(encoding.obligations.is_empty() && encoding.residuals.is_empty());
}

#[test]
fn something_may_use_only_assumptions_made_before_it() {
    let text = program(
        "unsigned n = __VERIFIER_nondet_uint(); int *p = n ? (int *)0 : (int *)&n; *p = 1; *p = 2;
        if (__VERIFIER_nondet_uint()) reach_error();",
    );
    let mut encoding = encode(&text, config(&[Property::ValidDeref, Property::UnreachCall], 1), &|| false);
    let after: Vec<usize> = encoding.obligations.iter().map(|obligation| obligation.after).collect();
    assert!(after.is_sorted() && after.first() == Some(&0) && after.last() > Some(&0), "{after:?}");
    let prefixes = Prefixes::of(&mut encoding);
    assert_eq!(prefixes.before(0), TermId::TRUE);
    let definitions = prefixes.definitions(&mut encoding, |_| true);
    assert!(definitions.len() > 1 && definitions[0] == TermId::TRUE);
}
