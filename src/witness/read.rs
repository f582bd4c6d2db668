//! From the text of a witness to what it claims.

use super::entry::Entry;
use crate::ir::{FloatType, Scalar};

/// The entries of a witness of format 2.0. An error says what is wrong, with line and column where the text is no
/// YAML or has another shape.
pub fn read(text: &str) -> Result<Vec<Entry>, String> {
    let entries: Vec<Entry> = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    if entries.is_empty() {
        return Err("the witness has no entry".to_string());
    }
    for entry in &entries {
        let version = &entry.metadata.format_version;
        if version.split('.').next() != Some("2") {
            return Err(format!("format version {version} is not supported; known is 2.0"));
        }
    }
    Ok(entries)
}

/// What a constraint `\result == V` asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A sum of integer constants.
    Integer(i128),
    /// A floating-point constant.
    Float(f64),
}

impl Constant {
    /// The bits of this number in a type.
    pub fn bits(self, ty: Scalar) -> u64 {
        match (ty, self) {
            (Scalar::Float(FloatType::F32), _) => u64::from((self.as_float() as f32).to_bits()),
            (Scalar::Float(_), _) => self.as_float().to_bits(),
            (_, Constant::Integer(value)) => value as u64,
            (_, Constant::Float(value)) => value as i128 as u64,
        }
    }

    /// Whether these bits of a type are this number: zeros are equal, and so is all that is not a number.
    pub fn is(self, ty: Scalar, bits: u64) -> bool {
        let same = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan());
        let own = self.bits(ty);
        match ty {
            Scalar::Float(FloatType::F32) => {
                same(f64::from(f32::from_bits(own as u32)), f64::from(f32::from_bits(bits as u32)))
            }
            Scalar::Float(_) => same(f64::from_bits(own), f64::from_bits(bits)),
            Scalar::Int(int) => own & int.mask() == bits & int.mask(),
            Scalar::Pointer => own == bits,
        }
    }

    /// The number as C converts it.
    pub fn as_float(self) -> f64 {
        match self {
            Constant::Integer(value) => value as f64,
            Constant::Float(value) => value,
        }
    }
}

/// Numbers that are not finite: the predicate of ACSL, how they are printed, and one of them.
pub(super) const NOT_FINITE: [(&str, &str, f64); 3] = [
    ("\\is_NaN(\\result)", "NaN", f64::NAN),
    ("\\is_plus_infinity(\\result)", "inf", f64::INFINITY),
    ("\\is_minus_infinity(\\result)", "-inf", f64::NEG_INFINITY),
];

/// The value that a constraint `\result == V` asks for, with V a constant, or that one of ACSL's predicates describes. `None` if it is
/// of another form.
pub fn constant(constraint: &str) -> Option<Constant> {
    if let Some((_, _, value)) = NOT_FINITE.iter().find(|(predicate, ..)| *predicate == constraint.trim()) {
        return Some(Constant::Float(*value));
    }
    let (left, right) = constraint.split_once("==")?;
    let value = match (left.trim(), right.trim()) {
        ("\\result", value) | (value, "\\result") => value,
        _ => return None,
    };
    let value = value.strip_prefix("(void *)").or_else(|| value.strip_prefix("(void*)")).unwrap_or(value);
    let mut tokens = Tokens { rest: value.trim() };
    let sum = tokens.sum().filter(|_| tokens.rest.trim().is_empty());
    sum.map(Constant::Integer).or_else(|| float(value.trim()).map(Constant::Float))
}

/// A decimal floating-point constant of C with a sign.
fn float(text: &str) -> Option<f64> {
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest.trim_start()),
        None => (1.0, text),
    };
    let digits = digits.trim_end_matches(['f', 'F', 'l', 'L']);
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    is_number.then(|| digits.parse::<f64>().ok().map(|value| sign * value)).flatten()
}

/// Sums of integer constants, signs and parentheses.
struct Tokens<'a> {
    rest: &'a str,
}

impl Tokens<'_> {
    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn sum(&mut self) -> Option<i128> {
        let mut value = self.operand()?;
        loop {
            if self.take('+') {
                value = value.checked_add(self.operand()?)?;
            } else if self.take('-') {
                value = value.checked_sub(self.operand()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn operand(&mut self) -> Option<i128> {
        if self.take('-') {
            return self.operand()?.checked_neg();
        }
        if self.take('+') {
            return self.operand();
        }
        if self.take('(') {
            let value = self.sum()?;
            return self.take(')').then_some(value);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        integer(word)
    }
}

/// An integer constant of C, with any suffix.
fn integer(word: &str) -> Option<i128> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_constants() {
        let integer = |value: i128| Some(Constant::Integer(value));
        assert_eq!(constant("\\result == 5"), integer(5));
        assert_eq!(constant("\\result==-7"), integer(-7));
        assert_eq!(constant("0x1fU == \\result"), integer(31));
        assert_eq!(constant("\\result == (-9223372036854775807LL - 1)"), integer(i128::from(i64::MIN)));
        assert_eq!(constant("\\result == 18446744073709551615ULL"), integer(i128::from(u64::MAX)));
        assert_eq!(constant("\\result == (void *)0"), integer(0));
        assert_eq!(constant("\\result == -2.5e-3f"), Some(Constant::Float(-2.5e-3)));
        let nothing = constant("\\is_NaN(\\result)").expect("a constant");
        assert!(nothing.is(Scalar::Float(FloatType::F64), 0x7ff8_0000_0000_0001));
        assert!(!nothing.is(Scalar::Float(FloatType::F64), 0));
        let zero = constant("\\result == -0.0").expect("a constant");
        assert_eq!(zero.bits(Scalar::Float(FloatType::F32)), 1 << 31);
        assert_eq!(constant("\\result == 3").expect("a constant").bits(Scalar::Float(FloatType::F64)), 3f64.to_bits());
        for other in ["\\result != 5", "x == 5", "\\result == x", "\\result == 5 6", "\\result == (5", "\\result == "] {
            assert_eq!(constant(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_no_witness_is_rejected() {
        assert!(read("[]").is_err());
        assert!(read("{").is_err());
        assert!(read("- entry_type: violation_sequence\n").is_err_and(|error| error.contains("metadata")));
    }
}
