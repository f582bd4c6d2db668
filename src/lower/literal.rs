//! Literals: integers, floats, characters, strings.
//!
//! In: the text of a literal. Out: its value and type. Knows nothing of names.

use crate::config::DataModel;
use crate::ir::IntType;
use lang_c::ast::{Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};

/// The value and type of an integer literal; `None` if no type holds it.
pub(super) fn integer(literal: &Integer, model: DataModel) -> Option<(u64, IntType)> {
    let (radix, digits) = match literal.base {
        IntegerBase::Decimal => (10, &*literal.number),
        IntegerBase::Octal => (8, &*literal.number),
        IntegerBase::Hexadecimal => (16, literal.number.trim_start_matches("0x").trim_start_matches("0X")),
        IntegerBase::Binary => (2, literal.number.trim_start_matches("0b").trim_start_matches("0B")),
    };
    let value = if digits.is_empty() { 0 } else { u64::from_str_radix(digits, radix).ok()? };
    let long = (model.pointer_bytes() * 8) as u8;
    let widths: &[u8] = match literal.suffix.size {
        IntegerSize::Int => &[32, long, 64],
        IntegerSize::Long => &[long, 64],
        IntegerSize::LongLong => &[64],
    };
    let any_sign = literal.base != IntegerBase::Decimal;
    for &bits in widths {
        let candidates: &[bool] = match (literal.suffix.unsigned, any_sign) {
            (true, _) => &[false],
            (false, true) => &[true, false],
            (false, false) => &[true],
        };
        for &signed in candidates {
            let ty = IntType { bits, signed };
            if i128::from(value) <= ty.max() {
                return Some((value, ty));
            }
        }
    }
    // GCC takes a decimal literal that only fits an unsigned type for one, with a warning.
    Some((value, IntType::unsigned(64)))
}

/// The value of a floating literal, rounded to its type; `None` if it is not understood.
pub(super) fn float(literal: &Float) -> Option<f64> {
    let single = literal.suffix.format == FloatFormat::Float;
    match literal.base {
        FloatBase::Decimal if single => literal.number.parse::<f32>().ok().map(f64::from),
        FloatBase::Decimal => literal.number.parse::<f64>().ok(),
        FloatBase::Hexadecimal => {
            let value = hexadecimal_float(&literal.number)?;
            Some(if single { f64::from(value as f32) } else { value })
        }
    }
}

/// Reads `1.8p3`. Digits beyond 64 bits are refused rather than rounded wrongly.
fn hexadecimal_float(text: &str) -> Option<f64> {
    let text = text.trim_start_matches("0x").trim_start_matches("0X");
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let value = u64::from_str_radix(&digits, 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    // Exact unless the mantissa has more than 53 bits. Of two factors the first is, too, so that the result is rounded once.
    let exact = value.leading_zeros() + value.trailing_zeros() >= 11 && (-1400..1100).contains(&exponent);
    let first = exponent.clamp(-900, 900);
    (exact || value == 0).then(|| value as f64 * 2f64.powi(first) * 2f64.powi(exponent - first))
}

/// The encoding of a character or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    /// Bytes: no prefix or `u8`.
    Narrow,
    /// `u`.
    Wide16,
    /// `L` or `U`.
    Wide32 {
        /// Whether the element type is signed: `L`.
        signed: bool,
    },
}

impl Encoding {
    /// The type of one element.
    pub fn element(self) -> IntType {
        match self {
            Encoding::Narrow => IntType::signed(8),
            Encoding::Wide16 => IntType::unsigned(16),
            Encoding::Wide32 { signed } => IntType { bits: 32, signed },
        }
    }
}

/// Splits a literal into its encoding and the text between its quotes.
fn unquote(text: &str) -> Option<(Encoding, &str)> {
    let open = text.find(['"', '\''])?;
    let encoding = match &text[..open] {
        "" | "u8" => Encoding::Narrow,
        "u" => Encoding::Wide16,
        "U" => Encoding::Wide32 { signed: false },
        "L" => Encoding::Wide32 { signed: true },
        _ => return None,
    };
    let inner = text[open + 1..].strip_suffix(['"', '\''])?;
    Some((encoding, inner))
}

/// The elements of a literal's text: bytes for narrow ones, code units for wide ones.
fn elements(text: &str, encoding: Encoding) -> Option<Vec<u32>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            push_char(c, encoding, &mut out);
            continue;
        }
        let escape = rest.chars().next()?;
        rest = &rest[escape.len_utf8()..];
        let simple = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '\\' | '\'' | '"' | '?' => escape as u32,
            '0'..='7' => {
                let extra = rest.bytes().take(2).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let digits = format!("{escape}{}", &rest[..extra]);
                rest = &rest[extra..];
                u32::from_str_radix(&digits, 8).ok()?
            }
            'x' => {
                let length = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
                let value = u64::from_str_radix(&rest[..length], 16).ok()?;
                rest = &rest[length..];
                value as u32
            }
            'u' | 'U' => {
                let length = if escape == 'u' { 4 } else { 8 };
                let value = u32::from_str_radix(rest.get(..length)?, 16).ok()?;
                rest = &rest[length..];
                push_char(char::from_u32(value)?, encoding, &mut out);
                continue;
            }
            '\n' => continue,
            other => other as u32,
        };
        out.push(encoding.element().wrap(u64::from(simple)) as u32);
    }
    Some(out)
}

fn push_char(c: char, encoding: Encoding, out: &mut Vec<u32>) {
    match encoding {
        Encoding::Narrow => out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        Encoding::Wide16 => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit))),
        Encoding::Wide32 { .. } => out.push(c as u32),
    }
}

/// The value and type of a character constant.
pub(super) fn character(text: &str) -> Option<(u64, IntType)> {
    let (encoding, inner) = unquote(text)?;
    let units = elements(inner, encoding)?;
    if encoding == Encoding::Narrow {
        // One character is a sign-extended `char`; several are packed as GCC does it.
        let value = match units[..] {
            [] => return None,
            [one] => i64::from(one as u8 as i8),
            _ => i64::from(units.iter().fold(0u32, |value, unit| value << 8 | unit) as i32),
        };
        return Some((IntType::INT.wrap(value as u64), IntType::INT));
    }
    units.last().map(|unit| (u64::from(*unit), encoding.element()))
}

/// A string literal.
pub(super) struct Text {
    /// Elements, the terminating zero included.
    pub units: Vec<u32>,
    /// How they are encoded.
    pub encoding: Encoding,
}

impl Text {
    /// The bytes in memory.
    pub fn bytes(&self) -> Vec<u8> {
        let width = usize::from(self.encoding.element().bits / 8);
        self.units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(width)).collect()
    }
}

/// Reads adjacent string literals as one.
pub(super) fn string(parts: &[String]) -> Option<Text> {
    let pieces = parts.iter().map(|part| unquote(part)).collect::<Option<Vec<_>>>()?;
    let wide = pieces.iter().map(|(encoding, _)| *encoding).find(|encoding| *encoding != Encoding::Narrow);
    let encoding = wide.unwrap_or(Encoding::Narrow);
    let mut units = Vec::new();
    for (_, inner) in pieces {
        units.extend(elements(inner, encoding)?);
    }
    units.push(0);
    Some(Text { units, encoding })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang_c::ast::IntegerSuffix;

    fn int(base: IntegerBase, number: &str, size: IntegerSize, unsigned: bool, model: DataModel) -> (u64, IntType) {
        let suffix = IntegerSuffix { size, unsigned, imaginary: false };
        integer(&Integer { base, number: number.into(), suffix }, model).unwrap()
    }

    #[test]
    fn integer_literals_take_the_first_type_that_fits() {
        use DataModel::{Ilp32, Lp64};
        use IntegerBase::{Decimal, Hexadecimal};
        use IntegerSize::{Int, Long};
        assert_eq!(int(Decimal, "2147483647", Int, false, Ilp32).1, IntType::INT);
        assert_eq!(int(Decimal, "2147483648", Int, false, Ilp32).1, IntType::signed(64));
        assert_eq!(int(Decimal, "2147483648", Int, false, Lp64).1, IntType::signed(64));
        assert_eq!(int(Hexadecimal, "ffffffff", Int, false, Lp64).1, IntType::unsigned(32));
        assert_eq!(int(Hexadecimal, "ffffffff", Long, false, Ilp32).1, IntType::unsigned(32));
        assert_eq!(int(Hexadecimal, "ffffffff", Long, false, Lp64).1, IntType::signed(64));
        assert_eq!(int(Decimal, "1", Int, true, Lp64).1, IntType::unsigned(32));
    }

    #[test]
    fn characters_are_signed_and_escapes_are_read() {
        assert_eq!(character("'a'"), Some((97, IntType::INT)));
        assert_eq!(character("'\\377'"), Some((0xffff_ffff, IntType::INT)));
        assert_eq!(character("'\\x41'"), Some((0x41, IntType::INT)));
        assert_eq!(character("'ab'"), Some((0x6162, IntType::INT)));
        assert_eq!(character("L'\\x100'"), Some((0x100, IntType::INT)));
        let text = string(&["\"a\\0\"".into(), "\"\\12b\"".into()]).unwrap();
        assert_eq!(text.bytes(), b"a\0\nb\0");
        assert_eq!(string(&["L\"x\"".into()]).unwrap().bytes().len(), 8);
    }

    #[test]
    fn hexadecimal_floats_are_exact() {
        assert_eq!(hexadecimal_float("1.8p3"), Some(12.0));
        assert_eq!(hexadecimal_float("0x.8p0"), Some(0.5));
        assert_eq!(hexadecimal_float("1p-1074"), Some(f64::from_bits(1)));
        assert_eq!(hexadecimal_float("1.fffffffffffffp+1023"), Some(f64::MAX));
    }
}
