//! Each simplification happens. That it is right is the business of `agreement`.

use super::super::pool::{Node, Sort, TermId, TermPool};

const T: TermId = TermId::TRUE;
const F: TermId = TermId::FALSE;

/// A pool with two bit-vectors of 32 bits and three booleans.
struct Fixture {
    pool: TermPool,
    x: TermId,
    y: TermId,
    p: TermId,
    q: TermId,
    r: TermId,
}

fn fixture() -> Fixture {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
    let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::Bool));
    Fixture { pool, x, y, p, q, r }
}

#[test]
fn conjunctions() {
    let Fixture { mut pool, p, q, r, .. } = fixture();
    let (not_p, not_q) = (pool.not(p), pool.not(q));
    assert_eq!(pool.and([p, T, p]), p);
    assert_eq!(pool.and([p, q, not_p]), F);
    assert_eq!(pool.or([p, q, not_p]), T);
    assert_eq!((pool.and([]), pool.or([])), (T, F));
    let (p_and_q, p_and_not_q) = (pool.and([p, q]), pool.and([p, not_q]));
    assert_eq!(pool.or([p_and_q, p_and_not_q]), p, "a guard splits and joins again");
    assert_eq!(pool.or([p, p_and_q]), p, "absorption");
    let (p_or_q, not_p_and_q) = (pool.or([p, q]), pool.and([not_p, q]));
    assert_eq!(pool.and([p, p_or_q]), p);
    assert_eq!(pool.or([p, not_p_and_q]), p_or_q);
    let (left, right) = (pool.and([q, p]), pool.and([p_and_q, q]));
    assert_eq!((left, right), (p_and_q, p_and_q));
    let negated = pool.not(p_and_q);
    assert_eq!(pool.and([p_and_q, negated, r]), F);
    let (p_and_r, q_or_r) = (pool.and([p, r]), pool.or([q, r]));
    let (joined, factored) = (pool.or([p_and_q, p_and_r]), pool.and([p, q_or_r]));
    assert_eq!(joined, factored);
}

#[test]
fn a_switch_joins_to_the_guard_of_its_head() {
    let Fixture { mut pool, x, p, .. } = fixture();
    let mut branches = Vec::new();
    let mut none_before = p;
    for value in 0..5 {
        let value = pool.bv_const(value, 32);
        let here = pool.eq(x, value);
        branches.push(pool.and([p, here]));
        let not_here = pool.not(here);
        none_before = pool.and([none_before, not_here]);
    }
    branches.push(none_before);
    assert_eq!(pool.or(branches), p);
}

#[test]
fn tests_of_one_value_exclude_each_other() {
    let Fixture { mut pool, x, p, .. } = fixture();
    let (one, two) = (pool.bv_const(1, 32), pool.bv_const(2, 32));
    let (is_one, is_two) = (pool.eq(x, one), pool.eq(x, two));
    assert_eq!(pool.and([is_one, p, is_two]), F);
    let not_two = pool.not(is_two);
    assert_eq!(pool.and([is_one, not_two]), is_one);
}

#[test]
fn long_guards_stay_linear_and_join() {
    let mut pool = TermPool::new();
    let mut guard = T;
    for i in 0..1000 {
        let condition = pool.var(&format!("c{i}"), Sort::Bool);
        let negated = pool.not(condition);
        let (then, otherwise) = (pool.and([guard, condition]), pool.and([guard, negated]));
        assert_eq!(pool.or([then, otherwise]), guard);
        assert_eq!(pool.and([then, otherwise]), F);
        guard = then;
    }
    assert!(pool.len() < 10_000, "{}", pool.len());
}

#[test]
fn decisions() {
    let Fixture { mut pool, x, y, p, q, .. } = fixture();
    let (not_p, p_or_q) = (pool.not(p), pool.or([p, q]));
    assert_eq!(pool.ite(p, x, x), x);
    assert_eq!(pool.ite(p, T, q), p_or_q);
    assert_eq!((pool.ite(p, T, F), pool.ite(p, F, T)), (p, not_p));
    let chosen = pool.ite(p, x, y);
    assert_eq!(pool.ite(not_p, y, x), chosen);
    assert_eq!(pool.ite(p, chosen, y), chosen);
    let nested = pool.ite(q, x, y);
    let (left, right) = (pool.ite(p, x, nested), pool.ite(p_or_q, x, y));
    assert_eq!(left, right);
    let (equal, negated) = (pool.eq(p, q), pool.not(q));
    assert_eq!(pool.ite(p, q, negated), equal);
}

#[test]
fn equalities_move_into_decisions() {
    let Fixture { mut pool, x, y, p, q, .. } = fixture();
    let [zero, one, two] = [0, 1, 2].map(|k| pool.bv_const(k, 32));
    let flag = pool.bool_to_bv(p, 32);
    assert_eq!(pool.eq(flag, one), p);
    assert_eq!(pool.eq(flag, two), F);
    let negated = pool.not(p);
    assert_eq!(pool.eq(flag, zero), negated);
    let inner = pool.ite(q, two, x);
    let chain = pool.ite(p, one, inner);
    let (left, is_one, not_q) = (pool.eq(chain, one), pool.eq(x, one), pool.not(q));
    let right = pool.and([not_q, is_one]);
    let right = pool.or([p, right]);
    assert_eq!(left, right);
    let chosen = pool.ite(p, x, y);
    let (left, same) = (pool.eq(chosen, x), pool.eq(x, y));
    let right = pool.or([p, same]);
    assert_eq!(left, right);
}

#[test]
fn sums() {
    let Fixture { mut pool, x, y, .. } = fixture();
    let [zero, one, four, eight] = [0, 1, 4, 8].map(|k| pool.bv_const(k, 32));
    assert_eq!(pool.sub(x, x), zero);
    assert_eq!(pool.add(x, zero), x);
    let x4 = pool.add(x, four);
    let (left, right) = (pool.add(x4, four), pool.add(x, eight));
    assert_eq!(left, right);
    assert_eq!(pool.sub(right, x4), four);
    assert_eq!(pool.eq(x4, x), F);
    let (left, minus_four) = (pool.eq(x4, one), pool.bv_signed(-3, 32));
    let right = pool.eq(x, minus_four);
    assert_eq!(left, right);
    let sum = pool.add(x, y);
    assert_eq!(pool.sub(sum, y), x);
    let difference = pool.sub(x, y);
    assert_eq!(pool.add(difference, y), x);
    let (left, right) = (pool.eq(sum, x), pool.eq(y, zero));
    assert_eq!(left, right);
    let (left, right) = (pool.eq(difference, zero), pool.eq(x, y));
    assert_eq!(left, right);
    let x1 = pool.add(x, one);
    let (scaled, x8) = (pool.mul(x1, eight), pool.mul(x, eight));
    let right = pool.add(x8, eight);
    assert_eq!(scaled, right);
}

#[test]
fn alignment_decides_equalities() {
    let Fixture { mut pool, x, y, p, .. } = fixture();
    let (four, eight) = (pool.bv_const(4, 32), pool.bv_const(8, 32));
    let (x8, y8) = (pool.mul(x, eight), pool.mul(y, eight));
    let middle = pool.add(x8, four);
    assert_eq!(pool.eq(middle, y8), F);
    assert_eq!(pool.eq(y8, four), F);
    assert!(pool.must_differ(middle, y8) && !pool.must_differ(x8, y8));
    assert_eq!(pool.known_low_zeros(x8), 3);
    let chosen = pool.ite(p, x8, y8);
    assert_eq!(pool.eq(chosen, four), F);
    let three = pool.bv_const(3, 32);
    let (x3, nine) = (pool.mul(x, three), pool.bv_const(9, 32));
    let (left, right) = (pool.eq(x3, nine), pool.eq(x, three));
    assert_eq!(left, right, "an odd factor has an inverse");
}

#[test]
fn slices() {
    let Fixture { mut pool, x, y, .. } = fixture();
    let (low, high) = (pool.extract(15, 0, x), pool.extract(31, 16, x));
    assert_eq!(pool.concat(high, low), x);
    let both = pool.concat(x, y);
    assert_eq!((pool.extract(31, 0, both), pool.extract(63, 32, both)), (y, x));
    let (left, right) = (pool.extract(39, 24, both), pool.extract(7, 0, x));
    let below = pool.extract(31, 24, y);
    assert_eq!(left, pool.concat(right, below));
    let wide = pool.zext(x, 64);
    assert_eq!(pool.extract(31, 0, wide), x);
    let signed = pool.sext(x, 64);
    assert_eq!(pool.resize_signed(signed, 32), x);
    let (mask, byte) = (pool.bv_const(0xff, 32), pool.extract(7, 0, x));
    let (left, right) = (pool.bvand(x, mask), pool.zext(byte, 32));
    assert_eq!(left, right);
    let sixteen = pool.bv_const(16, 32);
    let shifted = pool.shl(x, sixteen);
    let back = pool.lshr(shifted, sixteen);
    assert_eq!(back, pool.zext(low, 32));
    let lower = pool.zext(low, 32);
    let top = pool.shl(y, sixteen);
    let (joined, low_y) = (pool.bvor(top, lower), pool.extract(15, 0, y));
    assert_eq!(joined, pool.concat(low_y, low), "bytes put together with shifts");
}

#[test]
fn narrow_arithmetic_stays_narrow() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.var("a", Sort::Bv(8)), pool.var("b", Sort::Bv(8)));
    let (wide_a, wide_b) = (pool.sext(a, 32), pool.sext(b, 32));
    let sum = pool.add(wide_a, wide_b);
    let (left, right) = (pool.extract(7, 0, sum), pool.add(a, b));
    assert_eq!(left, right);
}

#[test]
fn comparisons() {
    let Fixture { mut pool, x, y, .. } = fixture();
    let [zero, one, big] = [0, 1, 300].map(|k| pool.bv_const(k, 32));
    assert_eq!((pool.ult(x, zero), pool.uge(x, zero), pool.slt(x, x)), (F, T, F));
    let (left, right) = (pool.ult(x, one), pool.eq(x, zero));
    assert_eq!(left, right);
    let byte = pool.extract(7, 0, x);
    let wide = pool.zext(byte, 32);
    assert_eq!((pool.ult(wide, big), pool.slt(wide, big), pool.slt(wide, zero)), (T, T, F));
    assert_eq!(pool.eq(wide, big), F);
    let seven = pool.bv_const(7, 32);
    let other = pool.bvand(y, seven);
    assert_eq!(pool.ugt(big, other), T);
    let (x64, y64) = (pool.sext(x, 64), pool.sext(y, 64));
    let (left, right) = (pool.slt(x64, y64), pool.slt(x, y));
    assert_eq!(left, right);
    let huge = pool.bv_const(1 << 40, 64);
    assert_eq!((pool.slt(x64, huge), pool.slt(huge, x64)), (T, F));
    let remainder = pool.urem(x, big);
    assert_eq!(pool.ult(remainder, big), T);
}

#[test]
fn arrays() {
    let Fixture { mut pool, x, y, .. } = fixture();
    let a = pool.var("a", Sort::Array(32, 32));
    let (zero, four) = (pool.bv_const(0, 32), pool.bv_const(4, 32));
    let x4 = pool.add(x, four);
    let first = pool.store(a, x, y);
    let second = pool.store(first, x4, zero);
    assert_eq!((pool.select(second, x), pool.select(second, x4)), (y, zero));
    let x8 = pool.add(x4, four);
    let (left, right) = (pool.select(second, x8), pool.select(a, x8));
    assert_eq!(left, right);
    let unknown = pool.select(second, y);
    assert!(matches!(pool.node(unknown), Node::Select(..)));
    assert_eq!(pool.store(second, x4, zero), second);
    let here = pool.select(a, x);
    assert_eq!(pool.store(a, x, here), a);
    let zeros = pool.const_array(32, zero);
    assert_eq!(pool.select(zeros, x), zero);
    assert_eq!(pool.store(zeros, x, zero), zeros);
}

#[test]
fn text_is_smtlib() {
    let Fixture { mut pool, x, p, .. } = fixture();
    let strange = pool.var("main::i [2]", Sort::Bv(8));
    let a = pool.var("a", Sort::Array(32, 8));
    let element = pool.select(a, x);
    let equal = pool.eq(element, strange);
    let claim = pool.and([equal, p]);
    let script = pool.to_smtlib(&[claim, equal]);
    assert!(script.contains("(declare-const |main::i [2]| (_ BitVec 8))"), "{script}");
    assert!(script.contains("(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))"), "{script}");
    assert_eq!(script.matches("(assert ").count(), 2);
    assert_eq!(script.matches("(select a x)").count(), 1, "shared terms are defined once");
}
