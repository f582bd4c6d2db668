//! The check on small programs: what the regression programs cannot see from outside.

use super::layout::{Class, NodeTypes};
use super::{Fault, Integrity, Status, check};
use crate::base::{Silent, SourceMap};
use crate::config::{AllocMode, DataModel, IntegrityConfig, LowerConfig};
use crate::ir::{FunctionId, Program};
use crate::{lower, parse};

fn program(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let parsed = parse::parse_text("a.c", text, &mut sources, false).expect("C");
    let config = LowerConfig { data_model: DataModel::Lp64, entry: None, assertions: true, error_calls: true };
    crate::prepare::prepare(lower::lower(&[parsed], &config, &mut sources).expect("a program")).program
}

fn integrity(text: &str, alloc: AllocMode) -> Integrity {
    let program = program(text);
    let functions: Vec<FunctionId> =
        program.functions.enumerated().filter(|(_, f)| f.body().is_some()).map(|(id, _)| id).collect();
    let config = IntegrityConfig { alloc, allocators: Vec::new(), functions: Vec::new() };
    let limits = super::Limits { resources: u64::MAX, clock: Default::default() };
    check(&program, &functions, &config, &limits, &Silent)
}

#[test]
fn structs_are_cut_into_fields() {
    let text = "struct in { struct in *self; int n; };
        struct out { char c; struct in in; struct out *child[2]; long table[3]; unsigned bit : 1; };
        void f(struct out *o) { (void)o; }";
    let program = program(text);
    let (id, _) = program.functions.enumerated().next().expect("a function");
    let types = NodeTypes::of_function(&program, id);
    let find = |name: &str| types.types.iter().find(|ty| ty.name == name).expect("a type");
    let layout = &find("struct out").layout;
    let slots: Vec<_> = layout.slots.iter().map(|s| (s.offset, types.fields[s.field].name.as_str())).collect();
    assert_eq!(slots, [(0, "c"), (8, "self"), (16, "n"), (24, "child[0]"), (32, "child[1]")]);
    assert_eq!(layout.nodes.iter().map(|(offset, _)| *offset).collect::<Vec<_>>(), [0, 8]);
    assert_eq!(layout.regions, [(40, 24), (64, 1)]);
    assert_eq!((layout.extent(40), layout.extent(24), layout.extent(0)), ((40, 24), (24, 16), (0, layout.size)));
    let pointers = types.fields.iter().filter(|field| matches!(field.class, Class::Node(_)));
    assert_eq!(pointers.count(), 3);
}

#[test]
fn what_is_not_modelled_is_never_safe() {
    let text = "struct n { struct n *next; double d; };
        void f(struct n *n, long double x) { n->d = x * x; n->next = 0; }";
    let result = integrity(text, AllocMode::Malloc);
    assert!(matches!(result.functions[0].integrity, Status::Unknown(_)));
    assert!(!result.is_safe());
}

#[test]
fn a_missing_result_is_zero_only_if_memory_is() {
    let text = "struct n { struct n *next; }; struct n *f(struct n *n) { if (n) return n->next; }";
    let fault = |mode| match &integrity(text, mode).functions[0].integrity {
        Status::Unsafe(breach) => Some(breach.fault),
        Status::Safe | Status::Unknown(_) => None,
    };
    assert_eq!(fault(AllocMode::Malloc), Some(Fault::Uninitialised));
    assert_eq!(fault(AllocMode::Zmalloc), None);
}

#[test]
fn assumptions_name_what_is_not_checked() {
    let text = "struct n { struct n *next; }; struct n *g(struct n *);
        struct n *f(struct n *n, void (*callback)(struct n *)) { callback(n); return g(n); }";
    let result = integrity(text, AllocMode::Malloc);
    assert!(result.is_safe());
    assert!(result.assumptions.iter().any(|text| text.ends_with("keep integrity: `g`")));
    assert!(result.assumptions.iter().any(|text| text.contains("by pointer")));
}

#[test]
fn results_are_the_same_each_time() {
    let text = "struct n { struct n *next, *prev; int key; };
        void f(struct n *a, struct n *b) { a->next = b; b->prev = (struct n *)&a->prev; }";
    let picture = || match &integrity(text, AllocMode::Malloc).functions[0].integrity {
        Status::Unsafe(breach) => (breach.message.clone(), breach.picture.clone()),
        Status::Safe | Status::Unknown(_) => panic!("this is not safe"),
    };
    assert_eq!(picture(), picture());
}
