//! The laws that every domain keeps, tested for all of them in the same way.
//!
//! A domain is seen through its term alone: a point is covered if the term holds for it.

use super::affine::Affine;
use super::linear::Linear;
use super::{Domain, DomainName, Row, Slot, SlotType, Source, UpperBound, View};
use crate::ir::IntType;
use crate::logic::{Bits, FastSet, Sort, TermId};
use crate::memory::Memory;

/// A generator of small numbers: the laws are about structure, and small values collide often.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

const INT: SlotType = SlotType::Int(IntType { bits: 8, signed: true });
const UNSIGNED: SlotType = SlotType::Int(IntType { bits: 8, signed: false });

/// Slots of every kind, and combinations of them that a program might compare.
fn slots(memory: &mut Memory) -> (Vec<Slot>, Vec<Vec<(i64, TermId)>>) {
    let word = |signed| SlotType::Int(IntType { bits: 16, signed });
    let long = SlotType::Int(IntType { bits: 32, signed: true });
    let kinds = [
        (word(true), Source::Variable),
        (word(true), Source::Variable),
        (word(false), Source::Variable),
        (long, Source::Variable),
        (SlotType::Pointer, Source::Variable),
        (word(true), Source::Constant),
        (word(true), Source::Past),
        (word(true), Source::Field(0, 0)),
        (SlotType::Pointer, Source::Field(0, 1)),
        (long, Source::Product),
        (word(true), Source::Element(1, 0)),
        (word(true), Source::Element(1, 1)),
        (word(true), Source::Index(1)),
        (SlotType::Int(IntType { bits: 2, signed: true }), Source::Position(1)),
        (SlotType::Bit, Source::Condition),
        (SlotType::Bit, Source::Condition),
        (SlotType::Bit, Source::Select),
    ];
    let pointer = memory.pointer_sort();
    let mut slots: Vec<Slot> = Vec::new();
    for (number, (ty, source)) in kinds.into_iter().enumerate() {
        let sort = if ty == SlotType::Pointer { pointer } else { Sort::Bv(ty.bits()) };
        let [before, after] = ["before", "after"].map(|side| memory.pool.var(&format!("{side} {number}"), sort));
        slots.push(Slot { name: format!("slot {number}"), ty, source, before, after });
    }
    // One that only gets constants.
    let choice = memory.pool.var("choice", Sort::Bool);
    let [one, two] = [1, 2].map(|value| memory.pool.bv_const(value, 16));
    slots[0].after = memory.pool.ite(choice, one, two);
    let compared =
        vec![vec![(2, slots[0].before), (-1, slots[2].before)], vec![(1, slots[1].before), (1, slots[7].before)]];
    (slots, compared)
}

/// The rows that each domain makes of slots of every kind.
fn rows(memory: &mut Memory) -> Vec<(&'static str, Row, Vec<SlotType>)> {
    let (slots, compared) = slots(memory);
    let view = View { slots: &slots, pool: &memory.pool, compared: &compared, decided: &FastSet::default() };
    let mut all = Vec::new();
    for domain in DomainName::all() {
        let rows = domain.rows(&view);
        assert!(!rows.is_empty(), "{}: no row, so that nothing can be tested", domain.name());
        for row in rows {
            let types = row.slots.iter().map(|&slot| view.ty(slot)).collect();
            all.push((domain.name(), row, types));
        }
    }
    all
}

/// A random point: pointers lead to one of the first objects, at small offsets.
fn point(memory: &Memory, types: &[SlotType], random: &mut Random) -> Vec<Bits> {
    let Sort::Bv(pointer) = memory.pointer_sort() else { panic!("pointers are bit-vectors") };
    let one = |ty: &SlotType, random: &mut Random| match ty {
        SlotType::Int(_) | SlotType::Bit => {
            Bits::new(u128::from(random.below(4) * (1 + 60 * random.below(2))), ty.bits())
        }
        SlotType::Pointer => {
            let object = u128::from(random.below(2)) << (memory.offset_bits() + crate::memory::NODE_BITS);
            Bits::new(object | u128::from(random.below(6)), pointer)
        }
    };
    types.iter().map(|ty| one(ty, random)).collect()
}

fn covers(memory: &mut Memory, domain: &dyn Domain, point: &[Bits]) -> bool {
    let constants: Vec<TermId> = point.iter().map(|bits| memory.pool.bits_const(bits.clone())).collect();
    let term = domain.term(memory, &constants);
    memory.pool.as_bool(term).expect("the term of constants is a constant")
}

#[test]
fn all_domains_keep_the_laws_of_a_lattice() {
    let mut memory = Memory::new(32);
    let rows = rows(&mut memory);
    for seed in 0..3 {
        let mut random = Random(seed);
        for (name, Row { bottom, .. }, types) in &rows {
            let points: Vec<Vec<Bits>> = (0..7).map(|_| point(&memory, types, &mut random)).collect();
            let probes: Vec<Vec<Bits>> = (0..20).map(|_| point(&memory, types, &mut random)).collect();
            let join = |memory: &Memory, order: &mut dyn Iterator<Item = &Vec<Bits>>| {
                let mut value = bottom.copy();
                order.for_each(|point| value.join(memory, point));
                value
            };
            assert!(probes.iter().all(|p| !covers(&mut memory, &**bottom, p)), "{name}: bottom covers something");
            let mut value = bottom.copy();
            for (count, point) in points.iter().enumerate() {
                let before: Vec<bool> = probes.iter().map(|p| covers(&mut memory, &*value, p)).collect();
                value.join(&memory, point);
                for seen in &points[..=count] {
                    assert!(covers(&mut memory, &*value, seen), "{name}: {seen:?} was joined and is not covered");
                }
                for (probe, before) in probes.iter().zip(before) {
                    assert!(!before || covers(&mut memory, &*value, probe), "{name}: a join lost {probe:?}");
                }
            }
            let all: Vec<bool> = probes.iter().map(|p| covers(&mut memory, &*value, p)).collect();
            let backwards = join(&memory, &mut points.iter().rev());
            let twice = join(&memory, &mut points.iter().chain(&points));
            let copy = value.copy();
            for (probe, expected) in probes.iter().zip(all) {
                assert_eq!(covers(&mut memory, &*backwards, probe), expected, "{name}: the order matters");
                assert_eq!(covers(&mut memory, &*twice, probe), expected, "{name}: joining twice matters");
                assert_eq!(covers(&mut memory, &*copy, probe), expected, "{name}: a copy differs");
            }
        }
    }
}

#[test]
fn growth_ends() {
    let mut memory = Memory::new(32);
    let mut random = Random(7);
    for (name, row, types) in rows(&mut memory) {
        let (mut value, mut grown) = (row.bottom, 0);
        for _ in 0..400 {
            let point = point(&memory, &types, &mut random);
            if !covers(&mut memory, &*value, &point) {
                value.join(&memory, &point);
                grown += 1;
            }
        }
        assert!(grown <= 200, "{name} grew {grown} times");
    }
}

#[test]
fn equations_are_found_modulo_powers_of_two() {
    let mut memory = Memory::new(32);
    let mut value = Affine::bottom(8, 2);
    for (x, y) in [(1, 3), (5, 11), (101, 203), (253, 251)] {
        value.join(&memory, &[Bits::new(x, 8), Bits::new(y, 8)]);
    }
    let facts: Vec<String> = value.facts(&memory, &["x", "y"]).iter().map(ToString::to_string).collect();
    assert_eq!(facts, ["x ≡ 1 (mod 4)", "-2·x + y = 1"]);
    assert!(covers(&mut memory, &value, &[Bits::new(9, 8), Bits::new(19, 8)]));
    assert!(!covers(&mut memory, &value, &[Bits::new(10, 8), Bits::new(21, 8)]));
    assert!(!covers(&mut memory, &value, &[Bits::new(9, 8), Bits::new(20, 8)]));
}

#[test]
fn bounds_are_those_of_mathematical_integers() {
    let mut memory = Memory::new(32);
    let rows: [&[(i64, SlotType)]; 8] = [
        &[(1, INT)],
        &[(-1, INT)],
        &[(1, UNSIGNED)],
        &[(-1, UNSIGNED)],
        &[(1, INT), (-1, INT)],
        &[(-1, UNSIGNED), (1, UNSIGNED)],
        &[(1, INT), (-1, UNSIGNED)],
        &[(1, INT), (1, INT)],
    ];
    for row in rows {
        let linear = Linear::bottom(row.iter().copied());
        let values = [0u128, 1, 2, 126, 127, 128, 129, 254, 255];
        let points = values.iter().flat_map(|&x| values.map(|y| vec![Bits::new(x, 8), Bits::new(y, 8)]));
        for mut point in points {
            point.truncate(row.len());
            let constants: Vec<TermId> = point.iter().map(|bits| memory.pool.bits_const(bits.clone())).collect();
            for bound in [-400, -256, -255, -129, -128, -127, -2, -1, 0, 1, 126, 127, 128, 254, 255, 256, 400] {
                let term = linear.at_most(&mut memory, &constants, bound);
                let expected = linear.value(&point) <= bound;
                assert_eq!(memory.pool.as_bool(term), Some(expected), "{row:?} at {point:?} within {bound}");
            }
        }
    }
}
