//! Every kind of error is found and told apart, and is no violation if its property is not checked.

use super::*;

const MEMORY: &[Property] = &[Property::ValidDeref, Property::ValidFree];

/// A pointer variable to a new heap object.
fn heap(b: &mut Builder, bytes: i128) -> LocalId {
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(bytes)]);
    p
}

fn free(b: &mut Builder, pointer: Expr) -> u32 {
    b.call(Builtin::Free, None, vec![pointer])
}

#[test]
fn accesses_out_of_bounds() {
    for (offset, inside) in [(0, true), (4, true), (5, false), (8, false), (-1, false), (1 << 40, false)] {
        let mut b = Builder::new();
        let p = heap(&mut b, 8);
        let at = plus(b.get(p), offset);
        b.store(at, int(7));
        let outcome = b.run(MEMORY, &mut FixedInputs::new()).outcome;
        match outcome {
            Outcome::Exit(0) => assert!(inside, "offset {offset}"),
            Outcome::Violation(violation) => {
                assert!(!inside, "offset {offset}");
                assert_eq!((violation.kind, violation.span), (ErrorKind::WriteOutOfBounds, span(1)));
                assert_eq!(violation.details, format!("4 bytes at offset {offset} of an object of 8 bytes"));
                let object = violation.object.expect("an object");
                assert_eq!((object.kind, object.begin, object.size), (ObjectKind::Heap, span(0), 8));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn null_and_what_is_computed_from_it() {
    let mut b = Builder::new();
    let x = b.var("x", INT);
    b.load(x, plus(Expr::null(Span::NONE), 1 << 20));
    assert_eq!(b.violation(MEMORY), (ErrorKind::NullRead, span(0)));

    let mut b = Builder::new();
    b.store(Expr::null(Span::NONE), int(1));
    assert_eq!(b.violation(MEMORY), (ErrorKind::NullWrite, span(0)));
}

#[test]
fn an_integer_is_no_pointer_but_an_address_is() {
    let long = Scalar::Int(IntType::signed(64));
    let mut b = Builder::new();
    let x = b.var("x", INT);
    let junk =
        Expr::cast(CastOp::IntToPointer, Expr::int(4096, IntType::signed(64), Span::NONE), Scalar::Pointer, Span::NONE);
    b.load(x, junk);
    assert_eq!(b.violation(MEMORY), (ErrorKind::ReadInvalid, span(0)));

    // The address goes through arithmetic, so that only its value is left.
    let mut b = Builder::new();
    let (p, n, x) = (heap(&mut b, 8), b.var("n", long), b.var("x", INT));
    let as_int = Expr::cast(CastOp::PointerToInt, b.get(p), long, Span::NONE);
    b.assign(n, binary(BinaryOp::Add, as_int, Expr::int(4, IntType::signed(64), Span::NONE)));
    let back = Expr::cast(CastOp::IntToPointer, b.get(n), Scalar::Pointer, Span::NONE);
    b.store(back, int(42));
    b.load(x, plus(b.get(p), 4));
    let result = b.get(x);
    b.end(give(result), BlockId(0));
    assert_eq!(b.run(MEMORY, &mut FixedInputs::new()).outcome, Outcome::Exit(42));
}

#[test]
fn use_after_free_and_double_free() {
    let mut b = Builder::new();
    let (p, x) = (heap(&mut b, 8), b.var("x", INT));
    let freed = free(&mut b, Expr::register(p, Scalar::Pointer, Span::NONE));
    let bad = b.load(x, plus(Expr::register(p, Scalar::Pointer, Span::NONE), 4));
    match b.run(MEMORY, &mut FixedInputs::new()).outcome {
        Outcome::Violation(violation) => {
            assert_eq!((violation.kind, violation.span), (ErrorKind::ReadAfterFree, span(bad)));
            assert_eq!(violation.object.and_then(|object| object.end), Some(span(freed)));
        }
        other => panic!("{other:?}"),
    }

    let mut b = Builder::new();
    let p = heap(&mut b, 8);
    free(&mut b, Expr::register(p, Scalar::Pointer, Span::NONE));
    let again = free(&mut b, Expr::register(p, Scalar::Pointer, Span::NONE));
    assert_eq!(b.violation(MEMORY), (ErrorKind::DoubleFree, span(again)));
}

#[test]
fn frees_that_are_wrong() {
    let mut b = Builder::new();
    let p = heap(&mut b, 8);
    let inside = plus(b.get(p), 4);
    free(&mut b, inside);
    assert_eq!(b.violation(MEMORY).0, ErrorKind::FreeOffset);

    let mut b = Builder::new();
    let x = b.memory("x", 4);
    b.live(x);
    free(&mut b, address(x));
    assert_eq!(b.violation(MEMORY).0, ErrorKind::FreeNonHeap);

    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Alloca, Some(p), vec![size(8)]);
    free(&mut b, Expr::register(p, Scalar::Pointer, Span::NONE));
    assert_eq!(b.violation(MEMORY).0, ErrorKind::FreeNonHeap);

    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    let live = b.live(p);
    free(&mut b, Expr::register(p, Scalar::Pointer, Span::NONE));
    let mut inputs = FixedInputs::new();
    inputs.set(InputKey { site: SiteId(live), visit: 0, kind: InputKind::Register }, 0x1234_5678);
    let run = b.run(MEMORY, &mut inputs);
    assert!(matches!(run.outcome, Outcome::Violation(Violation { kind: ErrorKind::FreeInvalid, .. })));
    assert_eq!(run.warnings.len(), 1);

    let mut b = Builder::new();
    free(&mut b, Expr::null(Span::NONE));
    assert_eq!(b.run(MEMORY, &mut FixedInputs::new()).outcome, Outcome::Exit(0));
}

#[test]
fn variables_die_with_their_scope() {
    let mut b = Builder::new();
    let (x, p, y) = (b.memory("x", 4), b.var("p", Scalar::Pointer), b.var("y", INT));
    b.live(x);
    b.assign(p, address(x));
    b.store(address(x), int(1));
    b.dead(x);
    b.load(y, Expr::register(p, Scalar::Pointer, Span::NONE));
    assert_eq!(b.violation(MEMORY), (ErrorKind::ReadAfterScope, span(4)));

    // A second life is another object.
    let mut b = Builder::new();
    let (x, p) = (b.memory("x", 4), b.var("p", Scalar::Pointer));
    b.live(x);
    b.assign(p, address(x));
    b.live(x);
    b.store(address(x), int(1));
    b.store(Expr::register(p, Scalar::Pointer, Span::NONE), int(1));
    assert_eq!(b.violation(MEMORY), (ErrorKind::WriteAfterScope, span(4)));

    // What `alloca` gives dies with the function.
    let mut b = Builder::new();
    let q = b.var("q", Scalar::Pointer);
    b.call(Builtin::Alloca, Some(q), vec![size(4)]);
    let result = b.get(q);
    b.end(give(result), BlockId(0));
    let f = b.finish("f", Some(Scalar::Pointer), &[]);
    let p = b.var("p", Scalar::Pointer);
    b.invoke(f, Some(p), vec![]);
    b.store(Expr::register(p, Scalar::Pointer, Span::NONE), int(1));
    assert_eq!(b.violation(MEMORY).0, ErrorKind::WriteAfterScope);
}

#[test]
fn variable_length_arrays_live_until_they_die() {
    let mut b = Builder::new();
    let (a, p) = (b.var("a", Scalar::Pointer), b.var("p", Scalar::Pointer));
    b.add(StatementKind::DynamicDead(a));
    b.add(StatementKind::DynamicLive { target: a, size: size(8) });
    b.assign(p, Expr::register(a, Scalar::Pointer, Span::NONE));
    b.store(plus(b.get(a), 4), int(1));
    b.add(StatementKind::DynamicDead(a));
    b.store(b.get(p), int(1));
    assert_eq!(b.violation(MEMORY), (ErrorKind::WriteAfterScope, span(5)));

    let mut b = Builder::new();
    let a = b.var("a", Scalar::Pointer);
    b.add(StatementKind::DynamicLive { target: a, size: size(-4) });
    let outcome = b.run(MEMORY, &mut FixedInputs::new()).outcome;
    assert_eq!(outcome, Outcome::PathEnded(PathEnd::BadArraySize(span(0))));
}

#[test]
fn read_only_memory() {
    let mut b = Builder::new();
    let text = b.text("abc");
    b.store(text, Expr::int(65, IntType::signed(8), Span::NONE));
    assert_eq!(b.violation(MEMORY).0, ErrorKind::WriteConst);
}

#[test]
fn copies_that_overlap() {
    let cases = [(0, 4, 4, false), (0, 2, 4, true), (2, 0, 4, true), (0, 0, 4, true), (0, 0, 0, false)];
    for (to, from, bytes, wrong) in cases {
        let mut b = Builder::new();
        let p = heap(&mut b, 8);
        b.call(Builtin::Memset, None, vec![b.get(p), int(0), size(8)]);
        b.call(Builtin::Memcpy, None, vec![plus(b.get(p), to), plus(b.get(p), from), size(bytes)]);
        let outcome = b.run(MEMORY, &mut FixedInputs::new()).outcome;
        let found = matches!(outcome, Outcome::Violation(Violation { kind: ErrorKind::OverlappingCopy, .. }));
        assert_eq!(found, wrong, "memcpy of {bytes} from {from} to {to}");
    }
    // Copying nothing touches nothing; a struct may be assigned to itself.
    let mut b = Builder::new();
    let p = heap(&mut b, 8);
    b.call(Builtin::Memcpy, None, vec![Expr::null(Span::NONE), Expr::null(Span::NONE), size(0)]);
    b.add(StatementKind::Copy { to: b.get(p), from: b.get(p), size: 8 });
    assert_eq!(b.run(MEMORY, &mut FixedInputs::new()).outcome, Outcome::Exit(0));
}

#[test]
fn calls_through_bad_pointers() {
    let signature = |params: &[Scalar], result| Signature { result, params: params.to_vec(), variadic: false };
    let cases = [
        (signature(&[INT], Some(INT)), true),
        (signature(&[Scalar::Int(IntType::unsigned(32))], None), true),
        (signature(&[INT, INT], Some(INT)), false),
        (signature(&[Scalar::Pointer], Some(INT)), false),
        (signature(&[INT], Some(Scalar::Pointer)), false),
    ];
    for (assumed, fits) in cases {
        let mut b = Builder::new();
        let x = b.var("x", INT);
        let f = b.finish("f", Some(INT), &[x]);
        let callee = Callee::Indirect(pointer(ExprKind::FunctionAddress(f)), assumed.clone());
        let args = assumed.params.iter().map(|&ty| Expr { kind: ExprKind::Int(0), ty, span: Span::NONE }).collect();
        b.add(StatementKind::Call { target: None, callee, args });
        let outcome = b.run(MEMORY, &mut FixedInputs::new()).outcome;
        assert_eq!(outcome == Outcome::Exit(0), fits, "{assumed:?}: {outcome:?}");
    }
    let mut b = Builder::new();
    let callee = Callee::Indirect(Expr::null(Span::NONE), signature(&[], None));
    b.add(StatementKind::Call { target: None, callee, args: vec![] });
    assert_eq!(b.violation(MEMORY).0, ErrorKind::InvalidCall);
}

#[test]
fn an_error_that_is_not_checked_ends_the_path() {
    let mut b = Builder::new();
    b.store(Expr::null(Span::NONE), int(1));
    let outcome = b.run(&[Property::UnreachCall], &mut FixedInputs::new()).outcome;
    assert_eq!(outcome, Outcome::PathEnded(PathEnd::Error(ErrorKind::NullWrite, span(0))));

    let mut b = Builder::new();
    let x = b.var("x", INT);
    b.assign(x, binary(BinaryOp::Div, int(1), int(0)));
    let outcome = b.run(&[Property::NoOverflow], &mut FixedInputs::new()).outcome;
    assert_eq!(outcome, Outcome::PathEnded(PathEnd::Error(ErrorKind::DivisionByZero, span(0))));
}

#[test]
fn signed_overflow_wraps_unless_it_is_checked() {
    let build = || {
        let mut b = Builder::new();
        let x = b.var("x", INT);
        b.assign(x, binary(BinaryOp::Add, int(i32::MAX.into()), int(1)));
        let result = b.get(x);
        b.end(give(result), BlockId(0));
        b
    };
    assert_eq!(build().run(&[], &mut FixedInputs::new()).outcome, Outcome::Exit(i32::MIN));
    assert_eq!(build().violation(&[Property::NoOverflow]), (ErrorKind::SignedOverflow, span(0)));
}

#[test]
fn assertions_and_error_calls_end_the_program() {
    let build = |builtin| {
        let mut b = Builder::new();
        b.call(builtin, None, vec![]);
        b
    };
    let zeros = &mut FixedInputs::new();
    assert_eq!(build(Builtin::ErrorCall).violation(&[Property::UnreachCall]).0, ErrorKind::ErrorCall);
    assert_eq!(build(Builtin::ErrorCall).run(&[Property::Assertions], zeros).outcome, Outcome::Aborted);
    assert_eq!(build(Builtin::AssertFail).violation(&[Property::Assertions]).0, ErrorKind::AssertionFailed);
    assert_eq!(build(Builtin::AssertFail).run(&[Property::UnreachCall], zeros).outcome, Outcome::Aborted);
    assert_eq!(build(Builtin::Abort).run(&[Property::UnreachCall], zeros).outcome, Outcome::Aborted);
}

#[test]
fn inserted_expressions_have_to_be_defined() {
    const INVARIANTS: &[Property] = &[Property::Invariants];
    let check = |b: &mut Builder, check| b.add(StatementKind::Check(check));
    let pointer = |p| Expr::register(p, Scalar::Pointer, Span::NONE);
    let mut b = Builder::new();
    let p = heap(&mut b, 8);
    check(&mut b, Check::Readable(pointer(p), 8));
    let bad = check(&mut b, Check::Readable(pointer(p), 9));
    assert_eq!(b.violation(INVARIANTS), (ErrorKind::InvariantUndefined, span(bad)));

    for (op, left, right) in [
        (BinaryOp::Mul, i32::MAX, 2),
        (BinaryOp::Div, 1, 0),
        (BinaryOp::Rem, i32::MIN, -1),
        (BinaryOp::Shl, 1, 40),
        (BinaryOp::Shr, 1, -1),
    ] {
        let build = || {
            let mut b = Builder::new();
            check(&mut b, Check::Defined(binary(op, int(5), int(2))));
            let bad = check(&mut b, Check::Defined(binary(op, int(left.into()), int(right.into()))));
            (b, bad)
        };
        let (mut b, bad) = build();
        assert_eq!(b.violation(INVARIANTS), (ErrorKind::InvariantUndefined, span(bad)), "{op:?}");
        let outcome = build().0.run(MEMORY, &mut FixedInputs::new()).outcome;
        let end = PathEnd::Error(ErrorKind::InvariantUndefined, span(bad));
        assert_eq!(outcome, Outcome::PathEnded(end), "{op:?}: the path ends if nobody asks");
    }

    let mut b = Builder::new();
    check(&mut b, Check::Observed);
    let bad = check(&mut b, Check::Never);
    assert_eq!(b.violation(INVARIANTS), (ErrorKind::InvariantFails, span(bad)));
}
