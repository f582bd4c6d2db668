//! Every engine answers small questions correctly and gives up politely.

use super::*;
use crate::base::Clock;
use crate::logic::agreement::random_terms;
use crate::logic::{Bits, Sort};

fn solvers(backends: impl IntoIterator<Item = Backend>) -> Vec<Z3Solver> {
    let configs = backends
        .into_iter()
        .flat_map(|backend| [true, false].map(|incremental| SolverConfig { backend, incremental, validate: true }));
    configs.map(Z3Solver::new).collect()
}

fn with_arrays() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|b| b.has_arrays())
}

#[test]
fn models_satisfy_the_assertions() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
    let product = pool.mul(x, y);
    let target = pool.bv_const(391, 32);
    let (limit, one) = (pool.bv_const(100, 32), pool.bv_const(1, 32));
    let claims = [pool.eq(product, target), pool.ult(x, limit), pool.ult(y, limit), pool.ult(one, x), pool.ult(x, y)];
    for mut solver in solvers(Backend::ALL) {
        claims.iter().for_each(|c| solver.assert(&pool, *c));
        assert_eq!(solver.check(&pool, &[]), SatResult::Sat, "{:?}", solver.config());
        assert_eq!(solver.value(&pool, x), Some(Value::Bv(Bits::new(17, 32))));
        let model = solver.model(&pool).expect("the answer was sat");
        assert_eq!(pool.eval(product, &model), Value::Bv(Bits::new(391, 32)));
        assert_eq!(solver.value(&pool, product), Some(Value::Bv(Bits::new(391, 32))));
    }
}

#[test]
fn levels_and_assumptions_come_and_go() {
    let mut pool = TermPool::new();
    let (p, q, x) = (pool.var("p", Sort::Bool), pool.var("q", Sort::Bool), pool.var("x", Sort::Bv(8)));
    let (five, six) = (pool.bv_const(5, 8), pool.bv_const(6, 8));
    let (is_five, is_six) = (pool.eq(x, five), pool.eq(x, six));
    let rule = pool.implies(p, is_five);
    for mut solver in solvers(Backend::ALL) {
        solver.assert(&pool, rule);
        assert!(solver.check(&pool, &[p, is_six]).is_unsat());
        let core = solver.unsat_core().to_vec();
        assert!(core.contains(&p) && core.contains(&is_six), "{core:?} {:?}", solver.config());
        assert!(solver.check(&pool, &[p, q]).is_sat());
        assert_eq!(solver.value(&pool, x), Some(Value::Bv(Bits::new(5, 8))));
        solver.push();
        solver.assert(&pool, is_six);
        assert!(solver.check(&pool, &[]).is_sat());
        assert!(solver.check(&pool, &[q, p]).is_unsat());
        assert!(solver.unsat_core().contains(&p));
        solver.pop();
        assert!(solver.check(&pool, &[p]).is_sat());
        assert!(solver.check(&pool, &[is_six, is_five]).is_unsat());
        assert!(solver.check(&pool, &[TermId::FALSE]).is_unsat());
        assert!(solver.check(&pool, &[TermId::TRUE]).is_sat());
        solver.pop();
        assert!(solver.check(&pool, &[p, is_six]).is_unsat(), "the lowest level stays");
        assert_eq!(solver.statistics().queries, 9);
    }
}

#[test]
fn an_unsat_assertion_stays_unsat() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(16));
    let y = pool.var("y", Sort::Bv(16));
    let claims = [pool.ult(x, y), pool.ult(y, x)];
    for mut solver in solvers(Backend::ALL) {
        claims.iter().for_each(|c| solver.assert(&pool, *c));
        assert!(solver.check(&pool, &[]).is_unsat());
        assert!(solver.value(&pool, x).is_none() && solver.model(&pool).is_none());
        assert!(solver.unsat_core().is_empty());
    }
}

#[test]
fn wide_bit_vectors_are_read_back() {
    let mut pool = TermPool::new();
    for width in [65, 128, 200] {
        let x = pool.var(&format!("x{width}"), Sort::Bv(width));
        let expected = Bits::new(0x1234_5678_9abc_def1, width).shl_by(width - 61);
        let (value, three) = (pool.bits_const(expected.clone()), pool.bv_const(3, width));
        let (left, right) = (pool.bvxor(x, three), pool.bvxor(value, three));
        let claim = pool.eq(left, right);
        for mut solver in solvers(Backend::ALL) {
            solver.assert(&pool, claim);
            assert!(solver.check(&pool, &[]).is_sat());
            assert_eq!(solver.value(&pool, x), Some(Value::Bv(expected.clone())));
        }
    }
}

#[test]
fn arrays_are_read_back() {
    let mut pool = TermPool::new();
    let a = pool.var("a", Sort::Array(32, 8));
    let b = pool.var("b", Sort::Array(32, 8));
    let (i, j) = (pool.var("i", Sort::Bv(32)), pool.var("j", Sort::Bv(32)));
    let (seven, nine) = (pool.bv_const(7, 8), pool.bv_const(9, 8));
    let stored = pool.store(a, i, seven);
    let (at_j, b_at_j, a_at_i) = (pool.select(stored, j), pool.select(b, j), pool.select(a, i));
    let claims = [pool.eq(at_j, nine), pool.eq(b_at_j, seven), pool.eq(a_at_i, nine), pool.ne(a, b)];
    let same = pool.eq(i, j);
    for mut solver in solvers(with_arrays()) {
        claims.iter().for_each(|c| solver.assert(&pool, *c));
        assert_eq!(solver.check(&pool, &[]), SatResult::Sat);
        assert_eq!(solver.value(&pool, at_j), Some(Value::Bv(Bits::new(9, 8))));
        assert_ne!(solver.value(&pool, i), solver.value(&pool, j));
        assert!(solver.check(&pool, &[same]).is_unsat());
    }
}

/// Factors of a product of two primes: hard at this width.
fn hard(pool: &mut TermPool) -> TermId {
    let (x, y) = (pool.var("hard.x", Sort::Bv(48)), pool.var("hard.y", Sort::Bv(48)));
    let (wide_x, wide_y) = (pool.zext(x, 96), pool.zext(y, 96));
    let (product, target) = (pool.mul(wide_x, wide_y), pool.bv_const(281_474_976_710_597 * 185_921_463_790_693, 96));
    let one = pool.bv_const(1, 48);
    let parts = [pool.eq(product, target), pool.ult(one, x), pool.ult(one, y), pool.ult(x, y)];
    pool.and(parts)
}

#[test]
fn resources_and_time_are_limited() {
    let mut pool = TermPool::new();
    let claim = hard(&mut pool);
    for mut solver in solvers(Backend::ALL) {
        solver.assert(&pool, claim);
        solver.set_limits(CheckLimits { resources: Some(200_000), ..CheckLimits::default() });
        let start = std::time::Instant::now();
        assert_eq!(solver.check(&pool, &[]), SatResult::Unknown(Reason::Resources), "{:?}", solver.config());
        assert!(start.elapsed() < Duration::from_secs(20));
        solver.set_limits(CheckLimits { timeout: Some(Duration::from_millis(100)), ..CheckLimits::default() });
        let start = std::time::Instant::now();
        assert_eq!(solver.check(&pool, &[]), SatResult::Unknown(Reason::Timeout), "{:?}", solver.config());
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(solver.statistics().resources > 0);
    }
}

#[test]
fn a_solver_can_be_used_after_it_gave_up() {
    let mut pool = TermPool::new();
    let claim = hard(&mut pool);
    let p = pool.var("p", Sort::Bool);
    for mut solver in solvers(Backend::ALL) {
        solver.set_limits(CheckLimits { resources: Some(50_000), ..CheckLimits::default() });
        solver.push();
        solver.assert(&pool, claim);
        assert!(matches!(solver.check(&pool, &[]), SatResult::Unknown(_)));
        solver.pop();
        assert_eq!(solver.check(&pool, &[p]), SatResult::Sat);
        assert_eq!(solver.value(&pool, p), Some(Value::Bool(true)));
    }
}

#[test]
fn a_clock_that_another_thread_stops_ends_a_query() {
    let mut pool = TermPool::new();
    let claim = hard(&mut pool);
    for mut solver in solvers([Backend::Combined, Backend::QfBv]) {
        let clock = Clock::default().part();
        solver.watch(&clock);
        solver.assert(&pool, claim);
        let watcher = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            clock.stop();
        });
        let start = std::time::Instant::now();
        assert_eq!(solver.check(&pool, &[]), SatResult::Unknown(Reason::Interrupted));
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(solver.check(&pool, &[]), SatResult::Unknown(Reason::Interrupted), "interrupted for good");
        watcher.join().expect("the watcher ends");
        // Another solver of the same thread is not affected.
        let p = pool.var("p", Sort::Bool);
        let mut other = Z3Solver::new(SolverConfig::default());
        assert!(other.check(&pool, &[p]).is_sat());
    }
}

/// A term for a value.
fn literal(pool: &mut TermPool, value: &Value) -> TermId {
    match value {
        Value::Bool(value) => pool.bool_const(*value),
        Value::Bv(bits) => pool.bits_const(bits.clone()),
        Value::Array(array) => {
            let Sort::Array(index_width, _) = value.sort() else { panic!("{value} is no array") };
            let default = pool.bits_const(array.default_element().clone());
            let mut term = pool.const_array(index_width, default);
            for (index, element) in array.entries() {
                let (index, element) = (pool.bits_const(index.clone()), pool.bits_const(element.clone()));
                term = pool.store(term, index, element);
            }
            term
        }
    }
}

#[test]
fn terms_mean_the_same_to_the_solver_and_the_evaluator() {
    for (seed, widths) in [[1, 2], [3, 4], [8, 9], [32, 33], [64, 65], [3, 2], [5, 6], [70, 8]].iter().enumerate() {
        let (mut pool, terms, assignments) = random_terms(seed as u64 + 100, widths, 150);
        for assignment in &assignments {
            let mut solver = Z3Solver::new(SolverConfig { validate: true, ..SolverConfig::default() });
            for (variable, value) in assignment.iter() {
                let value = literal(&mut pool, value);
                let binding = pool.eq(variable, value);
                solver.assert(&pool, binding);
            }
            let mut agreements = Vec::new();
            for term in &terms {
                let value = pool.eval(*term, assignment);
                let value = literal(&mut pool, &value);
                agreements.push(pool.eq(*term, value));
            }
            let all = pool.and(agreements);
            let some_differ = pool.not(all);
            assert_eq!(solver.check(&pool, &[some_differ]), SatResult::Unsat, "{widths:?}");
            assert_eq!(solver.check(&pool, &[all]), SatResult::Sat, "{widths:?}");
        }
    }
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut pool = TermPool::new();
    let mut sum = pool.var("start", Sort::Bv(8));
    for i in 0..100_000 {
        let condition = pool.var(&format!("c{i}"), Sort::Bool);
        let step = pool.var(&format!("s{}", i % 7), Sort::Bv(8));
        let next = pool.add(sum, step);
        sum = pool.ite(condition, next, sum);
    }
    let target = pool.bv_const(77, 8);
    let claim = pool.eq(sum, target);
    let mut solver = Z3Solver::new(SolverConfig { validate: true, ..SolverConfig::default() });
    solver.assert(&pool, claim);
    solver.set_limits(CheckLimits { timeout: Some(Duration::from_secs(2)), ..CheckLimits::default() });
    let result = solver.check(&pool, &[]);
    assert!(!result.is_unsat(), "{result:?}");
    let text = pool.to_smtlib(&[claim]);
    assert!(text.lines().count() > 100_000);
}
