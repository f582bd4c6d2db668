//! Upper bounds of linear combinations: intervals, zones, octagons and the rows of a user are all made of these.

use super::{Domain, Kind, Movable, slot_value};
use crate::logic::{Bits, FloatOp, TermId, float_at_rank, to_f64};
use crate::memory::Memory;
use crate::template::SlotType;
use crate::verdict::{Fact, Name};

/// Bounds of single numbers.
pub static INTERVAL: Kind = Kind::new("interval", |template, _| template.single_rows());

/// Conditions of the program that always or never hold.
pub static CONDITION: Kind = Kind::new("condition", |template, _| template.condition_rows());

/// Bounds of combinations that the program compares.
pub static PROGRAM: Kind = Kind::new("program", |template, material| template.program_rows(material.harvest));

/// Bounds of differences.
pub static ZONE: Kind = Kind::new("zone", |template, _| template.pair_rows(-1));

/// Bounds of sums.
pub static OCTAGON: Kind = Kind::new("octagon", |template, _| template.pair_rows(1));

/// Bounds of sums that separate what was seen from what must not be.
pub static POLYHEDRA: Kind = Kind {
    is_searched: true,
    ..Kind::new("polyhedra", |template, material| template.searched_rows(material.record, material.harvest))
};

/// An upper bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// Nothing was seen yet.
    None,
    /// At most so much.
    AtMost(i128),
    /// Anything.
    Any,
}

/// A linear combination of slots, as mathematical integers, has an upper bound.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    terms: Vec<(i64, SlotType)>,
    bound: Bound,
    /// How often the bound was moved.
    moves: u32,
}

impl Linear {
    /// No value was seen yet.
    pub fn bottom(terms: impl Iterator<Item = (i64, SlotType)>) -> Self {
        Self { terms: terms.collect(), bound: Bound::None, moves: 0 }
    }

    /// The bound as a comparison of two values as they are, without arithmetic, where it is one: much easier for
    /// the solver than a sum in wider bits.
    fn plain_comparison(&self, memory: &mut Memory, slots: &[TermId], bound: i128) -> Option<TermId> {
        let signed = |ty: SlotType| matches!(ty, SlotType::Int(int) if int.signed);
        let pool = &mut memory.pool;
        if self.terms.iter().zip(slots).any(|((_, ty), &slot)| pool.width(slot) != ty.bits()) {
            return None;
        }
        let (ty, low, high, strict) = match (&self.terms[..], slots) {
            // The bound is below the greatest value; if it is below the least one, too, nothing fits.
            (&[(1, ty)], &[slot]) => {
                if bound < ty.range().0 {
                    return Some(TermId::FALSE);
                }
                let bound = pool.bv_signed(bound, ty.bits());
                (ty, slot, bound, false)
            }
            (&[(-1, ty)], &[slot]) => {
                if -bound > ty.range().1 {
                    return Some(TermId::FALSE);
                }
                let bound = pool.bv_signed(-bound, ty.bits());
                (ty, bound, slot, false)
            }
            (&[(1, x), (-1, y)], &[low, high]) if x == y && matches!(bound, 0 | -1) => (x, low, high, bound == -1),
            (&[(-1, x), (1, y)], &[high, low]) if x == y && matches!(bound, 0 | -1) => (x, low, high, bound == -1),
            _ => return None,
        };
        Some(match (signed(ty), strict) {
            (true, false) => pool.sle(low, high),
            (true, true) => pool.slt(low, high),
            (false, false) => pool.ule(low, high),
            (false, true) => pool.ult(low, high),
        })
    }
}

impl Movable for Linear {
    fn bound(&self) -> Bound {
        self.bound
    }

    fn set_bound(&mut self, bound: Bound) {
        self.bound = bound;
        self.moves += 1;
    }

    fn moves(&self) -> u32 {
        self.moves
    }

    fn arity(&self) -> usize {
        self.terms.len()
    }

    fn value(&self, point: &[Bits]) -> i128 {
        if let ([(_, SlotType::Float(width))], [bits]) = (&self.terms[..], point)
            && to_f64(*width, bits.to_u64().unwrap_or(0)).is_nan()
        {
            // No bound excludes numbers and admits what is none.
            return self.limit();
        }
        self.terms.iter().zip(point).map(|((factor, ty), bits)| i128::from(*factor) * slot_value(bits, *ty)).sum()
    }

    fn limit(&self) -> i128 {
        let greatest = |(factor, ty): &(i64, SlotType)| {
            let (low, high) = ty.range();
            i128::from(*factor) * if *factor < 0 { low } else { high }
        };
        self.terms.iter().map(greatest).sum()
    }

    // In bits enough for every value and every bound.
    fn at_most(&self, memory: &mut Memory, slots: &[TermId], bound: i128) -> TermId {
        if bound >= self.limit() {
            return TermId::TRUE;
        }
        if let (&[(factor, SlotType::Float(width))], &[slot]) = (&self.terms[..], slots) {
            return float_at_most(memory, slot, width, factor, bound);
        }
        if let Some(term) = self.plain_comparison(memory, slots, bound) {
            return term;
        }
        let widest = slots.iter().map(|&slot| memory.pool.width(slot)).max().unwrap_or(1);
        let weight: u64 = self.terms.iter().map(|(factor, _)| factor.unsigned_abs()).sum();
        let bits = widest + 2 + (64 - weight.leading_zeros());
        let least = -(1i128 << (bits - 1).min(126));
        if bound < least {
            return TermId::FALSE;
        }
        let mut sum = memory.pool.bv_const(0, bits);
        for ((factor, ty), &slot) in self.terms.iter().zip(slots) {
            let wide = match ty {
                SlotType::Int(int) if int.signed => memory.pool.sext(slot, bits),
                _ => memory.pool.zext(slot, bits),
            };
            let factor = memory.pool.bv_signed(i128::from(*factor), bits);
            let product = memory.pool.mul(factor, wide);
            sum = memory.pool.add(sum, product);
        }
        let bound = memory.pool.bv_signed(bound, bits);
        memory.pool.sle(sum, bound)
    }
}

/// Whether a floating-point number, or its negative, is at most the one at a place in their order. It is then a number.
fn float_at_most(memory: &mut Memory, slot: TermId, width: u32, factor: i64, bound: i128) -> TermId {
    let (bits, exists) = float_at_rank(width, if factor < 0 { -bound } else { bound });
    if !exists {
        return memory.pool.bool_const(bound > 0);
    }
    let limit = memory.pool.bv_const(bits.into(), width);
    if factor < 0 { memory.pool.float(FloatOp::Le, limit, slot) } else { memory.pool.float(FloatOp::Le, slot, limit) }
}

impl Domain for Linear {
    fn join(&mut self, _memory: &Memory, point: &[Bits]) {
        let value = self.value(point);
        self.bound = self.bound.max(Bound::AtMost(value));
        self.moves += 1;
    }

    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId {
        match self.bound {
            Bound::None => TermId::FALSE,
            Bound::AtMost(bound) => self.at_most(memory, slots, bound),
            Bound::Any => TermId::TRUE,
        }
    }

    fn facts(&self, _memory: &Memory, names: &[Name]) -> Vec<Fact> {
        match self.bound {
            Bound::AtMost(bound) if bound < self.limit() => {
                if let (&[(factor, SlotType::Float(width))], [name]) = (&self.terms[..], names) {
                    let (bits, exists) = float_at_rank(width, if factor < 0 { -bound } else { bound });
                    let fact = Fact::FloatBound { name: name.clone(), upper: factor > 0, bits, width };
                    return if exists { vec![fact] } else { Vec::new() };
                }
                let terms = self.terms.iter().zip(names).map(|((factor, _), name)| (*factor, name.clone()));
                vec![Fact::AtMost { terms: terms.collect(), bound }]
            }
            _ => Vec::new(),
        }
    }

    fn copy(&self) -> Box<dyn Domain> {
        Box::new(self.clone())
    }

    fn bound_at(&mut self, _point: &[Bits]) -> Option<&mut dyn Movable> {
        Some(self)
    }

    fn bounds(&mut self) -> Vec<(Vec<Bits>, &mut dyn Movable)> {
        vec![(Vec::new(), self)]
    }
}
