//! Lost memory is found at the statement that loses it; reachable memory is never called lost.

use super::*;

const TRACK: &[Property] = &[Property::ValidMemtrack];

fn reg(local: LocalId) -> Expr {
    Expr::register(local, Scalar::Pointer, Span::NONE)
}

#[test]
fn the_statement_that_loses_is_found() {
    let mut b = Builder::new();
    let (p, t, x) = (b.var("p", Scalar::Pointer), b.temp(Scalar::Pointer), b.var("x", INT));
    b.assign(x, int(1));
    let allocated = b.call(Builtin::Malloc, Some(t), vec![size(8)]);
    b.assign(p, reg(t));
    b.store(reg(p), int(5));
    let lost = b.assign(p, Expr::null(Span::NONE));
    b.assign(x, int(2));
    b.call(Builtin::Exit, None, vec![int(0)]);
    match b.run(TRACK, &mut FixedInputs::new()).outcome {
        Outcome::Violation(violation) => {
            assert_eq!((violation.kind, violation.span), (ErrorKind::Leak, span(lost)));
            assert_eq!(violation.object.map(|object| object.begin), Some(span(allocated)));
            assert_eq!(violation.stack.len(), 1);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn locals_of_main_die_at_its_return_but_not_at_exit() {
    let build = |exit: bool| {
        let mut b = Builder::new();
        let p = b.var("p", Scalar::Pointer);
        b.call(Builtin::Malloc, Some(p), vec![size(8)]);
        if exit {
            b.call(Builtin::Exit, None, vec![int(3)]);
        }
        b
    };
    assert_eq!(build(false).violation(TRACK), (ErrorKind::Leak, span(900)));
    assert_eq!(build(true).run(TRACK, &mut FixedInputs::new()).outcome, Outcome::Exit(3));
    let cleanup = &[Property::ValidMemcleanup];
    assert_eq!(build(true).violation(cleanup), (ErrorKind::NotFreedAtEnd, span(1)));
    assert_eq!(build(false).violation(cleanup), (ErrorKind::NotFreedAtEnd, span(900)));
}

#[test]
fn memory_is_reached_through_globals_interior_pointers_and_integers() {
    let mut b = Builder::new();
    let g = b.global("g", 24, GlobalKind::Variable);
    let at = |offset| plus(pointer(ExprKind::GlobalAddress(g)), offset);
    let (p, q) = (b.var("p", Scalar::Pointer), b.var("q", Scalar::Pointer));
    b.call(Builtin::Malloc, Some(p), vec![size(16)]);
    b.store(at(0), plus(reg(p), 7));
    b.call(Builtin::Malloc, Some(q), vec![size(16)]);
    b.store(plus(reg(p), 8), reg(q));
    b.call(Builtin::Malloc, Some(p), vec![size(16)]);
    // At an odd place, byte for byte, as an integer.
    let as_int = Expr::cast(CastOp::PointerToInt, reg(p), Scalar::Int(SIZE), Span::NONE);
    b.store(at(13), as_int);
    assert_eq!(b.run(TRACK, &mut FixedInputs::new()).outcome, Outcome::Exit(0));
}

#[test]
fn freeing_the_only_owner_loses_what_it_owns() {
    let mut b = Builder::new();
    let (p, q) = (b.var("p", Scalar::Pointer), b.var("q", Scalar::Pointer));
    b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    b.call(Builtin::Malloc, Some(q), vec![size(8)]);
    b.store(reg(p), reg(q));
    b.assign(q, Expr::null(Span::NONE));
    let lost = b.call(Builtin::Free, None, vec![reg(p)]);
    assert_eq!(b.violation(TRACK), (ErrorKind::Leak, span(lost)));
}

#[test]
fn a_result_in_flight_is_not_lost_but_an_ignored_one_is() {
    let build = |ignored: bool| {
        let mut b = Builder::new();
        let p = b.var("p", Scalar::Pointer);
        b.call(Builtin::Malloc, Some(p), vec![size(8)]);
        b.end(give(reg(p)), BlockId(0));
        let f = b.finish("f", Some(Scalar::Pointer), &[]);
        let t = b.temp(Scalar::Pointer);
        b.invoke(f, if ignored { None } else { Some(t) }, vec![]);
        b.call(Builtin::Free, None, vec![if ignored { Expr::null(Span::NONE) } else { reg(t) }]);
        b
    };
    assert_eq!(build(false).run(TRACK, &mut FixedInputs::new()).outcome, Outcome::Exit(0));
    assert_eq!(build(true).violation(TRACK), (ErrorKind::Leak, span(1)));
}

#[test]
fn a_leak_before_another_violation_comes_first() {
    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    b.assign(p, Expr::null(Span::NONE));
    b.store(reg(p), int(1));
    assert_eq!(b.violation(&[Property::ValidMemtrack, Property::ValidDeref]), (ErrorKind::Leak, span(1)));

    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    b.store(Expr::null(Span::NONE), int(1));
    b.assign(p, Expr::null(Span::NONE));
    assert_eq!(b.violation(&[Property::ValidMemtrack, Property::ValidDeref]), (ErrorKind::NullWrite, span(1)));
}

#[test]
fn a_path_that_ends_early_leaks_nothing_but_an_endless_one_does() {
    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    b.assign(p, Expr::null(Span::NONE));
    b.call(Builtin::Assume, None, vec![int(0)]);
    assert!(matches!(b.run(TRACK, &mut FixedInputs::new()).outcome, Outcome::PathEnded(_)));

    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    b.assign(p, Expr::null(Span::NONE));
    let forever = b.block();
    b.end(TerminatorKind::Goto(forever), forever);
    b.end(TerminatorKind::Goto(forever), forever);
    assert_eq!(b.violation(TRACK), (ErrorKind::Leak, span(1)));
}

#[test]
fn a_result_that_replaces_the_last_pointer_loses_it_at_the_call() {
    let mut b = Builder::new();
    let q = b.var("q", Scalar::Pointer);
    b.end(give(Expr::null(Span::NONE)), BlockId(0));
    let f = b.finish("f", Some(Scalar::Pointer), &[q]);
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    let call = b.invoke(f, Some(p), vec![reg(p)]);
    assert_eq!(b.violation(TRACK), (ErrorKind::Leak, span(call)));
}

#[test]
fn a_use_after_free_comes_before_what_the_free_lost() {
    let mut b = Builder::new();
    let (p, q) = (b.var("p", Scalar::Pointer), b.var("q", Scalar::Pointer));
    b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    b.call(Builtin::Malloc, Some(q), vec![size(8)]);
    b.store(reg(p), reg(q));
    b.assign(q, Expr::null(Span::NONE));
    b.call(Builtin::Free, None, vec![reg(p)]);
    let used = b.load(p, reg(p));
    assert_eq!(b.violation(&[Property::ValidMemtrack, Property::ValidDeref]), (ErrorKind::ReadAfterFree, span(used)));
}
