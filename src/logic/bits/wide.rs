//! Arithmetic on words, lowest first. Operands have the same number of words, and so has the result:
//! what is carried out of the highest word is dropped.

/// Sum.
pub(super) fn add(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut carry = false;
    a.iter()
        .zip(b)
        .map(|(a, b)| {
            let (partial, first) = a.overflowing_add(*b);
            let (sum, second) = partial.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        })
        .collect()
}

/// Product, by the school method.
pub(super) fn mul(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0u64; a.len()];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
        let mut carry = 0u128;
        for (digit, y) in product[i..].iter_mut().zip(b) {
            let sum = u128::from(*x) * u128::from(*y) + u128::from(*digit) + carry;
            *digit = sum as u64;
            carry = sum >> 64;
        }
    }
    product
}

/// Left shift by less than the total number of bits.
pub(super) fn shl(a: &[u64], amount: u32) -> Vec<u64> {
    let (skip, bits) = (amount as usize / 64, amount % 64);
    let word = |i: usize| if i < skip { 0 } else { a[i - skip] };
    let below = |i: usize| if bits == 0 || i == 0 { 0 } else { word(i - 1) >> (64 - bits) };
    (0..a.len()).map(|i| word(i) << bits | below(i)).collect()
}

/// Logical right shift by less than the total number of bits.
pub(super) fn lshr(a: &[u64], amount: u32) -> Vec<u64> {
    let (skip, bits) = (amount as usize / 64, amount % 64);
    let word = |i: usize| a.get(i + skip).copied().unwrap_or(0);
    let above = |i: usize| if bits == 0 { 0 } else { word(i + 1) << (64 - bits) };
    (0..a.len()).map(|i| word(i) >> bits | above(i)).collect()
}

/// Quotient and remainder for a divisor that is not zero, bit by bit from the top.
pub(super) fn div_rem(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let mut quotient = vec![0; a.len()];
    let mut remainder = vec![0; a.len()];
    for position in (0..a.len() * 64).rev() {
        let (word, bit) = (position / 64, position % 64);
        let overflow = remainder[a.len() - 1] >> 63 == 1;
        remainder = shl(&remainder, 1);
        remainder[0] |= a[word] >> bit & 1;
        if overflow || remainder.iter().rev().ge(b.iter().rev()) {
            remainder = subtract(&remainder, b);
            quotient[word] |= 1 << bit;
        }
    }
    (quotient, remainder)
}

/// Difference.
fn subtract(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut borrow = false;
    a.iter()
        .zip(b)
        .map(|(a, b)| {
            let (partial, first) = a.overflowing_sub(*b);
            let (difference, second) = partial.overflowing_sub(u64::from(borrow));
            borrow = first || second;
            difference
        })
        .collect()
}
