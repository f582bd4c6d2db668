//! Products of variables, for what loops add up: `2·s = i·i - i`, `k = n·i + j`.
//!
//! A product is of use only to systems of equations ([`EQUATIONS`]), where it is one value more: the equations are then
//! polynomial ones modulo a power of two, as C computes. A product of sums is multiplied out, which is exact in that
//! arithmetic: what an iteration adds then cancels out without the solver, which is slow with products.

use super::domain::EQUATIONS;
use super::{Row, SlotType, Source, Template};
use crate::ir::Scalar;
use crate::logic::{BinaryOp, FastSet, Node, Sort, TermId, TermPool};
use crate::memory::Memory;
use crate::ssa::{LoopRecord, LoopVariable};
use crate::verdict::Name;

/// Products of one loop.
const MAX_PRODUCTS: usize = 5;

/// Values in one system of equations.
const MAX_EQUATION: usize = 12;

/// Values that others are compared with in lemmas.
const MAX_NEAR: usize = 3;

/// Nested sums and choices that are multiplied out.
const MAX_DEPTH: u32 = 10;

impl Template {
    /// The products that the sums of a loop suggest. `nested` tells that there is a loop in this one.
    pub(super) fn product_slots(&mut self, memory: &mut Memory, record: &LoopRecord, nested: bool) {
        for (a, b) in suggested(&memory.pool, record, nested) {
            let pool = &mut memory.pool;
            let (before, after) =
                (product(pool, a.before, b.before, MAX_DEPTH), product(pool, a.after, b.after, MAX_DEPTH));
            let name = Name::Product(Box::new(a.name.clone()), Box::new(b.name.clone()));
            self.slot(memory, name, a.ty, Source::Product, (before, after));
        }
    }

    /// Equations with products.
    pub(super) fn polynomial_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for width in [32, 64] {
            let of_width = |wanted: Source| {
                self.slots_where(move |source, ty| {
                    source == wanted && matches!(ty, SlotType::Int(int) if int.bits == width)
                })
            };
            let products = of_width(Source::Product);
            if products.is_empty() {
                continue;
            }
            let mut slots = of_width(Source::Variable);
            slots.truncate(MAX_EQUATION - MAX_PRODUCTS - 2);
            slots.extend(products);
            slots.extend(of_width(Source::Constant));
            slots.truncate(MAX_EQUATION);
            rows.push(Row::Of(&EQUATIONS, slots));
        }
        rows
    }
}

/// Pairs of numbers of one width whose products may matter.
fn suggested<'a>(pool: &TermPool, record: &'a LoopRecord, nested: bool) -> Vec<(&'a LoopVariable, &'a LoopVariable)> {
    let width = |variable: &LoopVariable| match variable.ty {
        Some(Scalar::Int(int)) if int.bits >= 32 => Some(int.bits),
        _ => None,
    };
    let mut pairs = Vec::new();
    let mut add = |a: &'a LoopVariable, b: &'a LoopVariable| {
        if width(a).is_some() && width(a) == width(b) && pairs.len() < MAX_PRODUCTS {
            pairs.push((a, b));
        }
    };
    for variable in record.variables.iter().filter(|variable| width(variable).is_some()) {
        let mut leaves = FastSet::default();
        addends(pool, variable.after, MAX_DEPTH, &mut leaves);
        for other in record.variables.iter().filter(|other| other.before != variable.before) {
            if leaves.contains(&other.before) {
                add(other, other);
            }
        }
        for constant in record.constants.iter().filter(|constant| leaves.contains(&constant.before)) {
            record
                .variables
                .iter()
                .filter(|other| other.before != variable.before)
                .for_each(|other| add(other, constant));
        }
    }
    if nested {
        for variable in &record.variables {
            record.constants.iter().for_each(|constant| add(variable, constant));
        }
    }
    if record.parent.is_some() {
        for (index, a) in record.constants.iter().enumerate() {
            record.constants[index + 1..].iter().for_each(|b| add(a, b));
        }
    }
    pairs
}

/// What is added up in a term, through choices.
fn addends(pool: &TermPool, term: TermId, depth: u32, leaves: &mut FastSet<TermId>) {
    match pool.node(term) {
        Node::Ite(_, a, b) | Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) if depth > 0 => {
            addends(pool, a, depth - 1, leaves);
            addends(pool, b, depth - 1, leaves);
        }
        _ => {
            leaves.insert(term);
        }
    }
}

/// The product of two terms of one width, with sums multiplied out and choices outside.
fn product(pool: &mut TermPool, a: TermId, b: TermId, depth: u32) -> TermId {
    let Some(next) = depth.checked_sub(1) else { return pool.mul(a, b) };
    match (pool.node(a), pool.node(b)) {
        (Node::Const(_), _) | (_, Node::Const(_)) => pool.mul(a, b),
        (Node::Ite(c, x, y), Node::Ite(d, u, v)) if c == d => {
            let (then, otherwise) = (product(pool, x, u, next), product(pool, y, v, next));
            pool.ite(c, then, otherwise)
        }
        (Node::Binary(BinaryOp::Add, x, y), _) => {
            let (first, second) = (product(pool, x, b, next), product(pool, y, b, next));
            pool.add(first, second)
        }
        (Node::Binary(BinaryOp::Sub, x, y), _) => {
            let (first, second) = (product(pool, x, b, next), product(pool, y, b, next));
            pool.sub(first, second)
        }
        (_, Node::Binary(BinaryOp::Add | BinaryOp::Sub, ..)) => product(pool, b, a, next),
        (Node::Ite(c, x, y), _) => {
            let (then, otherwise) = (product(pool, x, b, next), product(pool, y, b, next));
            pool.ite(c, then, otherwise)
        }
        (_, Node::Ite(..)) => product(pool, b, a, next),
        _ => pool.mul(a.min(b), a.max(b)),
    }
}

/// Facts of arithmetic that the solver would have to find bit by bit: products in the formula, multiplied out, and products
/// with a number in whose place stands one that it is equal or next to.
pub(super) fn lemmas(memory: &mut Memory, roots: &[TermId], records: &[LoopRecord]) -> Vec<TermId> {
    let pool = &mut memory.pool;
    let mut lemmas = Vec::new();
    if records.iter().all(|record| suggested(pool, record, false).is_empty()) {
        return lemmas;
    }
    for term in pool.topological(roots, |_| false) {
        if let Node::Binary(BinaryOp::Mul, a, b) = pool.node(term) {
            let expanded = product(pool, a, b, MAX_DEPTH);
            lemmas.push(pool.eq(term, expanded));
        }
    }
    for (index, record) in records.iter().enumerate() {
        let nested = records.iter().any(|other| other.parent == Some(index));
        for (a, b) in suggested(pool, record, nested) {
            let width = pool.width(a.before);
            let fits = |constant: &&LoopVariable| pool.sort(constant.before) == Sort::Bv(width);
            let near: Vec<TermId> = record.constants.iter().filter(fits).take(MAX_NEAR).map(|c| c.before).collect();
            for other in near {
                let one = pool.bv_const(1, width);
                let (above, below) = (pool.add(other, one), pool.sub(other, one));
                for near in [below, other, above] {
                    let partner = if a.before == b.before { near } else { b.before };
                    let (own, replaced) =
                        (product(pool, a.before, b.before, MAX_DEPTH), product(pool, near, partner, MAX_DEPTH));
                    let (same, equal) = (pool.eq(a.before, near), pool.eq(own, replaced));
                    lemmas.push(pool.implies(same, equal));
                }
            }
        }
    }
    lemmas.retain(|&lemma| lemma != TermId::TRUE);
    lemmas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Assignment, Bits, Value};

    #[test]
    fn a_product_is_multiplied_out_and_keeps_its_value() {
        let mut pool = TermPool::new();
        let (x, y, c) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)), pool.var("c", Sort::Bool));
        let (one, seven) = (pool.bv_const(1, 8), pool.bv_const(7, 8));
        let (next, less) = (pool.add(x, one), pool.sub(y, seven));
        let choice = pool.ite(c, next, less);
        let result = product(&mut pool, choice, next, MAX_DEPTH);
        for (vx, vy, vc) in [(0u8, 0u8, true), (200, 7, false), (255, 128, true), (13, 99, false)] {
            let mut values = Assignment::new();
            values.set(x, Value::Bv(Bits::new(u128::from(vx), 8)));
            values.set(y, Value::Bv(Bits::new(u128::from(vy), 8)));
            values.set(c, Value::Bool(vc));
            let choice = if vc { vx.wrapping_add(1) } else { vy.wrapping_sub(7) };
            let expected = choice.wrapping_mul(vx.wrapping_add(1));
            assert_eq!(pool.eval(result, &values).bits().to_u64(), Some(u64::from(expected)));
        }
        let square = product(&mut pool, next, next, MAX_DEPTH);
        let raw = pool.mul(x, x);
        let expected = pool.linear_sum(&[(1, raw), (2, x)], 1, 8);
        assert_eq!(pool.linear_sum(&[(1, square)], 0, 8), expected);
    }
}
