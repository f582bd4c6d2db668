//! Bit-vectors as lists of bits, lowest first, with the definitions of SMT-LIB spelled out. Slow and simple.

use super::super::bits::Bits;
use super::super::pool::Sort;
use super::super::value::{ArrayValue, Value};
use super::random::Random;
use std::sync::Arc;

pub const OPERATIONS: [&str; 15] =
    ["add", "sub", "mul", "neg", "not", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem"];

#[derive(Clone, PartialEq, Debug)]
pub enum Naive {
    Bool(bool),
    Bv(Vec<bool>),
    /// One element per index.
    Array(Vec<Vec<bool>>),
}

impl Naive {
    /// A random value; bit-vectors are often extreme or small.
    pub fn random(random: &mut Random, sort: Sort) -> Self {
        let mut bits = |width: u32| -> Vec<bool> {
            let width = width as usize;
            match random.below(7) {
                0 => vec![false; width],
                1 => vec![true; width],
                2 => (0..width).map(|i| i + 1 == width).collect(),
                3 => (0..width).map(|i| i + 1 != width).collect(),
                4 => {
                    let small = random.below(9);
                    (0..width).map(|i| i < 8 && small >> i & 1 == 1).collect()
                }
                5 => {
                    let one = random.below(width);
                    (0..width).map(|i| i == one).collect()
                }
                _ => (0..width).map(|_| random.next() >> 40 & 1 == 1).collect(),
            }
        };
        match sort {
            Sort::Bool => Naive::Bool(random.chance(2)),
            Sort::Bv(width) => Naive::Bv(bits(width)),
            Sort::Array(index, element) => Naive::Array((0..1 << index).map(|_| bits(element)).collect()),
        }
    }

    pub fn bool(&self) -> bool {
        matches!(self, Naive::Bool(true))
    }

    pub fn bits(&self) -> &[bool] {
        match self {
            Naive::Bv(bits) => bits,
            other => panic!("{other:?} is no bit-vector"),
        }
    }

    fn elements(&self) -> &[Vec<bool>] {
        match self {
            Naive::Array(elements) => elements,
            other => panic!("{other:?} is no array"),
        }
    }

    pub fn to_value(&self) -> Value {
        match self {
            Naive::Bool(value) => Value::Bool(*value),
            Naive::Bv(bits) => Value::Bv(to_bits(bits)),
            Naive::Array(elements) => {
                let index_width = elements.len().trailing_zeros();
                let mut array = ArrayValue::new(index_width, Bits::zero(elements[0].len() as u32));
                for (index, element) in elements.iter().enumerate() {
                    array.set(Bits::new(index as u128, index_width), to_bits(element));
                }
                Value::Array(Arc::new(array))
            }
        }
    }

    fn index(&self) -> usize {
        self.bits().iter().enumerate().map(|(i, bit)| usize::from(*bit) << i).sum()
    }

    pub fn choose(&self, then: &Naive, otherwise: &Naive) -> Naive {
        if self.bool() { then.clone() } else { otherwise.clone() }
    }

    pub fn select(&self, index: &Naive) -> Naive {
        Naive::Bv(self.elements()[index.index()].clone())
    }

    pub fn store(&self, index: &Naive, element: &Naive) -> Naive {
        let mut elements = self.elements().to_vec();
        elements[index.index()] = element.bits().to_vec();
        Naive::Array(elements)
    }

    pub fn const_array(&self, index_width: u32) -> Naive {
        Naive::Array(vec![self.bits().to_vec(); 1 << index_width])
    }

    pub fn extract(&self, high: u32, low: u32) -> Naive {
        Naive::Bv(self.bits()[low as usize..=high as usize].to_vec())
    }

    pub fn extend(&self, width: u32, signed: bool) -> Naive {
        let mut bits = self.bits().to_vec();
        let fill = signed && bits[bits.len() - 1];
        bits.resize(width as usize, fill);
        Naive::Bv(bits)
    }

    pub fn concat(&self, low: &Naive) -> Naive {
        Naive::Bv([low.bits(), self.bits()].concat())
    }

    pub fn less(&self, other: &Naive, signed: bool) -> bool {
        let flip = |bits: &[bool]| {
            let mut bits = bits.to_vec();
            let top = bits.len() - 1;
            bits[top] ^= signed;
            bits
        };
        below(&flip(self.bits()), &flip(other.bits()))
    }

    pub fn operate(&self, name: &str, other: &Naive) -> Naive {
        let (a, b) = (self.bits(), other.bits());
        let zip = |f: fn(bool, bool) -> bool| a.iter().zip(b).map(|(x, y)| f(*x, *y)).collect();
        let negative = |bits: &[bool]| bits[bits.len() - 1];
        let magnitude = |bits: &[bool]| if negative(bits) { negate(bits) } else { bits.to_vec() };
        let fill = negative(a) && name == "ashr";
        Naive::Bv(match name {
            "add" => add(a, b),
            "sub" => add(a, &negate(b)),
            "neg" => negate(a),
            "not" => invert(a),
            "and" => zip(|x, y| x & y),
            "or" => zip(|x, y| x | y),
            "xor" => zip(|x, y| x ^ y),
            "mul" => (0..a.len()).filter(|i| b[*i]).fold(vec![false; a.len()], |sum, i| add(&sum, &up(a, i))),
            "shl" => up(a, amount(b)),
            "lshr" | "ashr" => (0..a.len()).map(|i| a.get(i + amount(b)).copied().unwrap_or(fill)).collect(),
            "udiv" => divide(a, b).0,
            "urem" => divide(a, b).1,
            "sdiv" => {
                let quotient = divide(&magnitude(a), &magnitude(b)).0;
                if negative(a) == negative(b) { quotient } else { negate(&quotient) }
            }
            _ => {
                let remainder = divide(&magnitude(a), &magnitude(b)).1;
                if negative(a) { negate(&remainder) } else { remainder }
            }
        })
    }
}

fn to_bits(bits: &[bool]) -> Bits {
    let mut words = vec![0; bits.len().div_ceil(64)];
    for (i, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
        words[i / 64] |= 1 << (i % 64);
    }
    Bits::from_words(words, bits.len() as u32)
}

fn below(a: &[bool], b: &[bool]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn invert(a: &[bool]) -> Vec<bool> {
    a.iter().map(|bit| !bit).collect()
}

fn add(a: &[bool], b: &[bool]) -> Vec<bool> {
    let mut carry = false;
    a.iter()
        .zip(b)
        .map(|(x, y)| {
            let sum = x ^ y ^ carry;
            carry = (x & y) | (carry & (x | y));
            sum
        })
        .collect()
}

fn negate(a: &[bool]) -> Vec<bool> {
    let one: Vec<bool> = (0..a.len()).map(|i| i == 0).collect();
    add(&invert(a), &one)
}

fn up(a: &[bool], count: usize) -> Vec<bool> {
    (0..a.len()).map(|i| i >= count && a[i - count]).collect()
}

/// A shift amount, cut at the width.
fn amount(b: &[bool]) -> usize {
    b.iter().enumerate().filter(|(_, bit)| **bit).fold(
        0,
        |sum, (i, _)| {
            if i < 20 { (sum + (1 << i)).min(b.len()) } else { b.len() }
        },
    )
}

/// Quotient and remainder; by zero, all ones and the dividend.
fn divide(a: &[bool], b: &[bool]) -> (Vec<bool>, Vec<bool>) {
    let width = a.len();
    if !b.contains(&true) {
        return (vec![true; width], a.to_vec());
    }
    // One bit more than the operands, so that the remainder never overflows.
    let wide = |bits: &[bool]| [bits, &[false]].concat();
    let divisor = wide(b);
    let mut quotient = vec![false; width];
    let mut remainder = vec![false; width + 1];
    for i in (0..width).rev() {
        remainder = up(&remainder, 1);
        remainder[0] = a[i];
        if !below(&remainder, &divisor) {
            remainder = add(&remainder, &negate(&divisor));
            quotient[i] = true;
        }
    }
    (quotient, remainder[..width].to_vec())
}
