//! Linear equations between integers of one width, modulo powers of two, as C computes: `k = i + j`, `x = 2·y + 1`,
//! and with all factors even also what is known of low bits: `x ≡ 1 (mod 4)`.
//!
//! The points seen, each with a leading 1, span a module over the integers modulo 2^w; the equations are all
//! vectors that are orthogonal to it (Müller-Olm and Seidl; King and Søndergaard). Each point that is not covered
//! makes the module greater, which is possible only about w times per slot.

use super::{Domain, Form, Kind};
use crate::ir::IntType;
use crate::logic::{Bits, TermId};
use crate::memory::Memory;
use crate::template::SlotType;
use crate::verdict::{Fact, Name};

/// Linear equations, modulo powers of two.
pub static EQUALITY: Kind = Kind { forms: &[&EQUATIONS], ..Kind::new("equality", |template, _| template.affine_rows()) };

/// Equations with products, modulo powers of two.
pub static POLYNOMIAL: Kind =
    Kind { has_products: true, ..Kind::new("polynomial", |template, _| template.polynomial_rows()) };

/// Integers of one width solve linear equations modulo a power of two.
pub static EQUATIONS: Form = Form {
    name: "equations",
    bottom: |types| Box::new(Affine::bottom(types.first().map_or(1, |ty| ty.bits()), types.len())),
    any_number: true,
    example: &[SlotType::Int(IntType::signed(8)), SlotType::Int(IntType::signed(8)), SlotType::Int(IntType::signed(8))],
};

/// The smallest set of solutions of linear equations that covers all points seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affine {
    width: u32,
    /// Columns: the constant 1, then the slots.
    columns: usize,
    generators: Vec<Vec<u64>>,
    /// Factors, that of the constant first: each combination is 0.
    equations: Vec<Vec<u64>>,
}

impl Affine {
    /// No point was seen yet.
    pub fn bottom(width: u32, slots: usize) -> Self {
        Self { width: width.min(64), columns: slots + 1, generators: Vec::new(), equations: Vec::new() }
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    fn covers(&self, point: &[u64]) -> bool {
        !self.generators.is_empty()
            && self.equations.iter().all(|equation| {
                let sum = equation.iter().zip(point).fold(0u64, |sum, (c, x)| sum.wrapping_add(c.wrapping_mul(*x)));
                sum & self.mask() == 0
            })
    }

    /// Brings the generators into the form of Smith by operations on rows and columns, and reads off fewer
    /// generators and the equations.
    fn solve(&mut self) {
        let (n, mask) = (self.columns, self.mask());
        let mut rows = std::mem::take(&mut self.generators);
        let unit = |k: usize| (0..n).map(|i| u64::from(i == k)).collect::<Vec<u64>>();
        // `change` has the columns of the change of basis as rows, `back` the rows of its inverse.
        let (mut change, mut back): (Vec<Vec<u64>>, Vec<Vec<u64>>) =
            ((0..n).map(unit).collect(), (0..n).map(unit).collect());
        let mut pivots = Vec::new();
        while pivots.len() < n.min(rows.len()) {
            let k = pivots.len();
            let valuation = |x: u64| if x == 0 { u32::MAX } else { x.trailing_zeros() };
            let best = (k..n)
                .flat_map(|column| (k..rows.len()).map(move |row| (row, column)))
                .min_by_key(|&(row, column)| valuation(rows[row][column]));
            let Some((row, column)) = best.filter(|&(row, column)| rows[row][column] != 0) else { break };
            rows.swap(k, row);
            rows.iter_mut().for_each(|row| row.swap(k, column));
            change.swap(k, column);
            back.swap(k, column);
            let shift = rows[k][k].trailing_zeros();
            let inverse = inverse(rows[k][k] >> shift);
            rows[k].iter_mut().for_each(|x| *x = x.wrapping_mul(inverse) & mask);
            let pivot = rows[k].clone();
            for row in rows.iter_mut().skip(k + 1) {
                let factor = row[k] >> shift;
                subtract(row, &pivot, factor, mask);
            }
            for column in k + 1..n {
                let factor = rows[k][column] >> shift;
                rows[k][column] = 0;
                let (of_pivot, of_column) = (change[k].clone(), back[column].clone());
                subtract(&mut change[column], &of_pivot, factor, mask);
                subtract(&mut back[k], &of_column, factor.wrapping_neg(), mask);
            }
            pivots.push(shift);
        }
        self.generators = pivots.iter().zip(&back).map(|(shift, row)| scaled(row, *shift, mask)).collect();
        self.equations = change
            .iter()
            .enumerate()
            .filter_map(|(k, column)| match pivots.get(k) {
                None => Some(column.clone()),
                Some(0) => None,
                Some(shift) => Some(scaled(column, self.width - shift, mask)),
            })
            .collect();
    }

    /// An equation without the power of two that all its factors share: signed factors, and the bits it is about.
    fn reduced(&self, equation: &[u64]) -> (Vec<i128>, u32) {
        let shared = equation.iter().filter(|&&c| c != 0).map(|c| c.trailing_zeros()).min().unwrap_or(0);
        let bits = self.width - shared.min(self.width - 1);
        let signed = |c: u64| Bits::new(u128::from(c), bits).to_i128().unwrap_or(0);
        let factors: Vec<u64> = equation.iter().map(|c| c >> shared).collect();
        // Any odd multiple says the same; the one with the smallest factors is the easiest to reason with.
        let units = factors[1..].iter().filter(|c| *c & 1 == 1).map(|&c| inverse(c));
        let multiples = std::iter::once(1)
            .chain(units)
            .map(|unit| factors.iter().map(|c| signed(c.wrapping_mul(unit))).collect::<Vec<i128>>());
        let largest = |multiple: &Vec<i128>| multiple[1..].iter().map(|c| c.unsigned_abs()).max();
        (multiples.min_by_key(largest).unwrap_or_default(), bits)
    }
}

/// The multiplicative inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    for _ in 0..6 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

fn subtract(row: &mut [u64], other: &[u64], factor: u64, mask: u64) {
    for (x, y) in row.iter_mut().zip(other) {
        *x = x.wrapping_sub(factor.wrapping_mul(*y)) & mask;
    }
}

fn scaled(row: &[u64], shift: u32, mask: u64) -> Vec<u64> {
    row.iter().map(|x| x.checked_shl(shift).unwrap_or(0) & mask).collect()
}

impl Domain for Affine {
    fn join(&mut self, _memory: &Memory, point: &[Bits]) {
        let values = point.iter().map(|bits| bits.to_u64().unwrap_or(0));
        let point: Vec<u64> = std::iter::once(1).chain(values).collect();
        if !self.covers(&point) {
            self.generators.push(point);
            self.solve();
        }
    }

    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId {
        if self.generators.is_empty() {
            return TermId::FALSE;
        }
        let mut all = Vec::new();
        for equation in &self.equations {
            let (factors, bits) = self.reduced(equation);
            let pool = &mut memory.pool;
            let parts: Vec<(u64, TermId)> =
                factors[1..].iter().zip(slots).map(|(&factor, &slot)| (factor as u64, slot)).collect();
            let sum = pool.linear_sum(&parts, factors[0] as u64, self.width);
            let low = pool.extract(bits - 1, 0, sum);
            let zero = pool.bv_const(0, bits);
            all.push(pool.eq(low, zero));
        }
        memory.pool.and(all)
    }

    fn facts(&self, _memory: &Memory, names: &[Name]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for equation in &self.equations {
            let (mut factors, bits) = self.reduced(equation);
            let last = factors.iter().rposition(|&factor| factor != 0).unwrap_or(0);
            if last == 0 {
                continue;
            }
            if factors[last] < 0 {
                factors.iter_mut().for_each(|factor| *factor = -*factor);
            }
            let terms = factors[1..].iter().zip(names).filter(|(factor, _)| **factor != 0);
            let terms = terms.map(|(factor, name)| (*factor, name.clone())).collect();
            facts.push(Fact::Equal { terms, constant: -factors[0], modulo: (bits < self.width).then_some(bits) });
        }
        facts
    }

    fn copy(&self) -> Box<dyn Domain> {
        Box::new(self.clone())
    }
}
