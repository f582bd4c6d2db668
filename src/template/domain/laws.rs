//! The laws that every domain keeps, tested for all of them in the same way.
//!
//! A domain is seen through its term alone: a point is covered if the term holds for it.

use super::{Affine, DOMAINS, Domain, Form, Linear, Movable, Order, Power};
use crate::ir::IntType;
use crate::logic::{Bits, TermId};
use crate::memory::Memory;
use crate::template::SlotType;
use crate::verdict::Name;

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

/// All domains with the widths of their slots: bounds, the forms of all domains, and each of them for each value of a key.
fn domains(memory: &Memory) -> Vec<(String, Box<dyn Domain>, Vec<u32>)> {
    let linear = |terms: &[(i64, SlotType)]| Box::new(Linear::bottom(terms.iter().copied()));
    let mut all: Vec<(String, Box<dyn Domain>, Vec<u32>)> = vec![
        ("interval".into(), linear(&[(1, INT)]), vec![8]),
        ("lower bound".into(), linear(&[(-1, UNSIGNED)]), vec![8]),
        ("zone".into(), linear(&[(1, INT), (-1, INT)]), vec![8, 8]),
        ("octagon".into(), linear(&[(1, UNSIGNED), (1, UNSIGNED)]), vec![8, 8]),
        ("user row".into(), linear(&[(2, INT), (-1, UNSIGNED)]), vec![8, 8]),
        ("order of unsigned values".into(), Box::new(Order::bottom(UNSIGNED)), vec![8, 8]),
    ];
    let crate::logic::Sort::Bv(pointer) = memory.pointer_sort() else { panic!("pointers are bit-vectors") };
    let width = |ty: &SlotType| if *ty == SlotType::Pointer { pointer } else { ty.bits() };
    let forms = DOMAINS.iter().flat_map(|domain| domain.kind().forms);
    all.extend(forms.map(|form: &&Form| {
        let widths = form.example.iter().map(width).collect();
        (form.name.to_string(), (form.bottom)(form.example), widths)
    }));
    let keyed: Vec<_> = all
        .iter()
        .map(|(name, bottom, widths)| {
            let power: Box<dyn Domain> = Box::new(Power::bottom([SlotType::Bit].into_iter(), bottom.copy()));
            (format!("{name} for each value of a key"), power, [&[1], &widths[..]].concat())
        })
        .collect();
    all.extend(keyed);
    all
}

/// A random point: pointers lead to one of the first objects, at small offsets.
fn point(memory: &Memory, widths: &[u32], random: &mut Random) -> Vec<Bits> {
    let one = |width: &u32, random: &mut Random| match width {
        0..=8 => Bits::new(u128::from(random.below(4) * (1 + 60 * random.below(2))), *width),
        _ => {
            let object = u128::from(random.below(2)) << (memory.offset_bits() + crate::memory::NODE_BITS);
            Bits::new(object | u128::from(random.below(6)), *width)
        }
    };
    widths.iter().map(|width| one(width, random)).collect()
}

fn covers(memory: &mut Memory, domain: &dyn Domain, point: &[Bits]) -> bool {
    let constants: Vec<TermId> = point.iter().map(|bits| memory.pool.bits_const(bits.clone())).collect();
    let term = domain.term(memory, &constants);
    memory.pool.as_bool(term).expect("the term of constants is a constant")
}

#[test]
fn all_domains_keep_the_laws_of_a_lattice() {
    let mut memory = Memory::new(32);
    for seed in 0..60 {
        let mut random = Random(seed);
        for (name, bottom, widths) in domains(&memory) {
            let points: Vec<Vec<Bits>> = (0..7).map(|_| point(&memory, &widths, &mut random)).collect();
            let probes: Vec<Vec<Bits>> = (0..20).map(|_| point(&memory, &widths, &mut random)).collect();
            let join = |memory: &Memory, order: &mut dyn Iterator<Item = &Vec<Bits>>| {
                let mut value = bottom.copy();
                order.for_each(|point| value.join(memory, point));
                value
            };
            assert!(probes.iter().all(|p| !covers(&mut memory, &*bottom, p)), "{name}: bottom covers something");
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
    for (name, mut value, widths) in domains(&memory) {
        let mut grown = 0;
        for _ in 0..3000 {
            let point = point(&memory, &widths, &mut random);
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
    let names = ["x", "y"].map(|name| Name::Variable(name.to_string()));
    let facts: Vec<String> = value.facts(&memory, &names).iter().map(ToString::to_string).collect();
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
