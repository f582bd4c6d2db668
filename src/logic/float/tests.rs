//! Circuits agree with the processor.

use super::super::agreement::Random;
use super::super::pool::{Sort, TermPool};
use super::super::value::Value;
use super::super::{Assignment, Bits};
use super::{FloatOp, Whole};

const ALL: &[FloatOp] = &[
    FloatOp::Add,
    FloatOp::Sub,
    FloatOp::Mul,
    FloatOp::Div,
    FloatOp::Sqrt,
    FloatOp::Whole(Whole::Nearest),
    FloatOp::Whole(Whole::Away),
    FloatOp::Whole(Whole::Zero),
    FloatOp::Whole(Whole::Down),
    FloatOp::Whole(Whole::Up),
    FloatOp::Lt,
    FloatOp::Le,
    FloatOp::Eq,
    FloatOp::Convert(32),
    FloatOp::Convert(64),
    FloatOp::FromSigned(32),
    FloatOp::FromSigned(64),
    FloatOp::FromUnsigned(32),
    FloatOp::FromUnsigned(64),
    FloatOp::ToInt(8),
    FloatOp::ToInt(32),
    FloatOp::ToInt(64),
];

/// Bits of a number: special ones, neighbours of powers of two, whole numbers, halves, and any.
fn number(random: &mut Random, width: u32) -> u64 {
    let (exponent, fraction) = if width == 32 { (8, 23) } else { (11, 52) };
    let sign = u64::from(random.chance(2)) << (width - 1);
    let below = |random: &mut Random, limit: u64| random.below(limit as usize) as u64;
    let middle = (1u64 << (exponent - 1)) - 1;
    let fields = match random.below(6) {
        0 => below(random, 3),
        1 => (1 << exponent) - 1 - below(random, 3),
        2 | 3 => middle - 5 + below(random, fraction + 14),
        4 => middle + below(random, 4),
        _ => below(random, 1 << exponent),
    };
    let ones = (1u64 << fraction) - 1;
    let bits = match random.below(5) {
        0 => 0,
        1 => 1,
        2 => ones - below(random, 2),
        3 => below(random, 8) << (fraction - 3),
        _ => (below(random, 1 << 30) << 30 | below(random, 1 << 30)) & ones,
    };
    sign | fields << fraction | bits
}

/// Pairs of operands that are tried with each circuit.
const ROUNDS: usize = 8;

#[test]
fn circuits_compute_what_the_processor_does() {
    let mut random = Random::new(7);
    for &op in ALL {
        // Circuits that divide step by step are the same in both widths, and long.
        let widths: &[u32] = if matches!(op, FloatOp::Div | FloatOp::Sqrt) { &[32] } else { &[32, 64] };
        for &width in widths {
            let mut pool = TermPool::new();
            let (a, b) = (pool.var("a", Sort::Bv(width)), pool.var("b", Sort::Bv(width)));
            let circuit = pool.float_circuit(op, a, if op.is_binary() { b } else { a });
            assert_eq!(pool.sort(circuit), op.sort(width));
            let mut last = 0;
            for round in 0..ROUNDS {
                let x = number(&mut random, width);
                // Equal and nearly equal operands cancel.
                let y = match round % 8 {
                    0 => x,
                    1 => x ^ 1 << (width - 1),
                    2 => last,
                    3 => x ^ 1,
                    _ => number(&mut random, width),
                };
                last = x;
                let (x, y) = (Bits::new(x.into(), width), Bits::new(y.into(), width));
                let mut assignment = Assignment::new();
                assignment.set(a, Value::Bv(x.clone()));
                assignment.set(b, Value::Bv(y.clone()));
                assert_eq!(pool.eval(circuit, &assignment), op.apply(&x, &y), "{op:?} of {x} and {y}");
            }
        }
    }
}

#[test]
fn constants_are_computed_also_behind_a_choice() {
    let mut pool = TermPool::new();
    let condition = pool.var("c", Sort::Bool);
    let (one, two, three) = (pool.float_const(1.0, 64), pool.float_const(2.0, 64), pool.float_const(3.0, 64));
    let four = pool.float_const(4.0, 64);
    let choice = pool.ite(condition, one, two);
    let sum = pool.float(FloatOp::Add, choice, two);
    assert_eq!(sum, pool.ite(condition, three, four));
    let less = pool.float(FloatOp::Lt, choice, two);
    assert_eq!(less, condition);
    let not_a_number = pool.float(FloatOp::Sub, one, one);
    let not_a_number = pool.float(FloatOp::Div, not_a_number, not_a_number);
    assert_eq!(pool.as_u64(not_a_number), Some(0xfff8_0000_0000_0000));
    assert!(pool.is_nan(not_a_number) == crate::logic::TermId::TRUE);
}
