//! Answers of boxes are right: what is said to be impossible no values show, and what is found holds.

use super::Answer;
use crate::logic::{FloatOp, Sort, TermId, TermPool};

fn decide(pool: &TermPool, claims: &[TermId]) -> Option<Answer> {
    super::decide(pool, claims, &mut 0)
}

fn between(pool: &mut TermPool, term: TermId, low: f64, high: f64) -> TermId {
    let width = pool.width(term);
    let (low, high) = (pool.float_const(low, width), pool.float_const(high, width));
    let (above, below) = (pool.float(FloatOp::Le, low, term), pool.float(FloatOp::Le, term, high));
    pool.and([above, below])
}

/// `x·x·x - x` for `x` from -2 to 2, whether it gets above a limit.
fn cubic_exceeds(width: u32, limit: f64) -> Option<Answer> {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(width));
    let given = between(&mut pool, x, -2.0, 2.0);
    let square = pool.float(FloatOp::Mul, x, x);
    let cube = pool.float(FloatOp::Mul, square, x);
    let result = pool.float(FloatOp::Sub, cube, x);
    let limit = pool.float_const(limit, width);
    let fine = pool.float(FloatOp::Le, result, limit);
    let exceeds = pool.not(fine);
    let answer = decide(&pool, &[given, exceeds]);
    if let Some(Answer::Sat(values)) = &answer {
        assert!(pool.eval(given, values).to_bool() && pool.eval(exceeds, values).to_bool());
    }
    answer
}

#[test]
fn bounds_of_a_polynomial_are_shown_and_refuted() {
    for width in [32, 64] {
        assert!(matches!(cubic_exceeds(width, 6.5), Some(Answer::Unsat)));
        assert!(matches!(cubic_exceeds(width, 5.9), Some(Answer::Sat(_))));
    }
}

#[test]
fn not_a_number_fails_every_comparison() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(64));
    let zero = pool.float_const(0.0, 64);
    let (less, more) = (pool.float(FloatOp::Lt, x, zero), pool.float(FloatOp::Le, zero, x));
    let neither = [pool.not(less), pool.not(more)];
    let Some(Answer::Sat(values)) = decide(&pool, &neither) else { panic!("not-a-number is neither") };
    assert!(neither.iter().all(|&claim| pool.eval(claim, &values).to_bool()));
    let number = pool.float(FloatOp::Eq, x, x);
    assert!(matches!(decide(&pool, &[neither[0], neither[1], number]), Some(Answer::Unsat)));
}

#[test]
fn choices_are_decided_both_ways() {
    let mut pool = TermPool::new();
    let (x, flag) = (pool.var("x", Sort::Bv(64)), pool.var("flag", Sort::Bool));
    let given = between(&mut pool, x, 0.0, 10.0);
    let (two, ten) = (pool.float_const(2.0, 64), pool.float_const(10.0, 64));
    let (product, quotient) = (pool.float(FloatOp::Mul, x, x), pool.float(FloatOp::Div, x, ten));
    let sum = pool.float(FloatOp::Add, product, two);
    let result = pool.ite(flag, sum, quotient);
    let fine = between(&mut pool, result, 0.0, 102.0);
    let wrong = pool.not(fine);
    assert!(matches!(decide(&pool, &[given, wrong]), Some(Answer::Unsat)));
    let tight = between(&mut pool, result, 0.0, 101.0);
    let wrong = pool.not(tight);
    assert!(matches!(decide(&pool, &[given, wrong]), Some(Answer::Sat(_))));
}
