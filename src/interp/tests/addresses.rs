//! A run says whether it looked at addresses, and does not when only objects and offsets count.

use super::*;

/// Whether a program with two blocks of 8 bytes, in `p` and `q`, and a variable of 16 looks at addresses.
fn sees(build: impl FnOnce(&mut Builder, Expr, Expr, Expr)) -> bool {
    let mut b = Builder::new();
    let (p, q, m) = (b.var("p", Scalar::Pointer), b.var("q", Scalar::Pointer), b.memory("m", 16));
    b.live(m);
    for block in [p, q] {
        b.call(Builtin::Calloc, Some(block), vec![size(1), size(8)]);
    }
    let (p, q) = (b.get(p), b.get(q));
    build(&mut b, p, q, address(m));
    b.run(&[], &mut FixedInputs::new()).saw_addresses
}

fn compares(op: BinaryOp, choose: impl FnOnce(Expr, Expr) -> (Expr, Expr)) -> bool {
    sees(|b, p, q, _| {
        let x = b.var("x", INT);
        let (left, right) = choose(p, q);
        b.assign(x, binary(op, left, right));
    })
}

#[test]
fn comparisons_that_the_language_decides() {
    let null = || Expr::null(Span::NONE);
    assert!(!compares(BinaryOp::Eq, |p, q| (p, q)));
    assert!(!compares(BinaryOp::Ne, |p, _| (p, null())));
    assert!(!compares(BinaryOp::Ne, |p, _| (null(), plus(p, 8))));
    assert!(!compares(BinaryOp::Lt, |p, _| (p.clone(), plus(p, 8))));
    assert!(!compares(BinaryOp::Eq, |p, _| (p.clone(), plus(p, 100))));
}

#[test]
fn comparisons_that_it_leaves_open() {
    assert!(compares(BinaryOp::Lt, |p, q| (p, q)));
    assert!(compares(BinaryOp::Eq, |p, q| (plus(p, 8), q)));
    assert!(compares(BinaryOp::Eq, |p, _| (plus(p, 16), Expr::null(Span::NONE))));
    assert!(sees(|b, p, q, _| {
        let x = b.var("x", INT);
        b.call(Builtin::Free, None, vec![p.clone()]);
        b.assign(x, binary(BinaryOp::Eq, p, q));
    }));
    assert!(sees(|b, _, _, _| {
        let x = b.var("x", INT);
        let (left, right) = (b.text("same"), b.text("same"));
        b.assign(x, binary(BinaryOp::Eq, left, right));
    }));
}

#[test]
fn pointers_as_numbers() {
    let long = Scalar::Int(IntType::signed(64));
    let cast = |op, operand, ty| Expr::cast(op, operand, ty, Span::NONE);
    assert!(sees(|b, p, _, _| {
        let x = b.var("x", long);
        b.assign(x, cast(CastOp::PointerToInt, p, long));
    }));
    let from_number = |value| {
        sees(|b, _, _, _| {
            let x = b.var("x", Scalar::Pointer);
            let number = Expr::int(value, IntType::signed(64), Span::NONE);
            b.assign(x, cast(CastOp::IntToPointer, number, Scalar::Pointer));
        })
    };
    assert!(from_number(16));
    assert!(!from_number(0));
}

#[test]
fn bytes_of_stored_pointers() {
    let reads = |offset, ty| {
        sees(move |b, p, _, m| {
            let x = b.var("x", ty);
            b.store(m.clone(), p);
            b.store(plus(m.clone(), 8), size(7));
            b.load(x, plus(m, offset));
        })
    };
    assert!(!reads(0, Scalar::Pointer));
    assert!(!reads(8, INT));
    assert!(reads(0, INT));
    assert!(reads(4, INT));
    assert!(reads(8, Scalar::Pointer), "a pointer made of a number");
    let writes = |offset, value: Expr| {
        sees(move |b, p, _, m| {
            b.store(m.clone(), p);
            b.store(plus(m, offset), value);
        })
    };
    assert!(!writes(0, size(1)));
    assert!(!writes(8, int(1)));
    assert!(writes(4, int(1)), "the other half is left");
    let unaligned = sees(|b, p, _, m| {
        b.store(plus(m, 4), p);
    });
    assert!(unaligned);
}

#[test]
fn copies_of_pointers() {
    let copies = |to, count| {
        sees(move |b, p, q, m| {
            b.store(m.clone(), p);
            b.call(Builtin::Memcpy, None, vec![plus(q, to), m, size(count)]);
        })
    };
    assert!(!copies(0, 8));
    assert!(copies(0, 4), "a half");
    assert!(copies(4, 4), "to another alignment");
}
