//! The conversions of `printf`. In: a format string and values. Out: text. Knows nothing of memory: the caller
//! fetches strings.

/// A piece of a format string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text to copy.
    Text(Vec<u8>),
    /// A value to convert.
    Conversion(Conversion),
}

/// A number given in the format or by an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    None,
    Given(usize),
    Argument,
}

/// One `%…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conversion {
    pub left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zero: bool,
    pub width: Amount,
    pub precision: Amount,
    /// Bytes that the length modifier says the integer has, if it says so.
    pub length: Length,
    pub kind: u8,
}

/// A length modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    Pointer,
    LongDouble,
}

/// A value to convert.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Datum {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Bytes(Vec<u8>),
}

/// Cuts a format string into pieces; `None` if a conversion is malformed or not known.
pub(super) fn parse(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        if rest.next_if_eq(&b'%').is_some() {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Conversion(conversion(&mut rest)?));
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

type Rest<I> = std::iter::Peekable<I>;

fn conversion<I: Iterator<Item = u8>>(rest: &mut Rest<I>) -> Option<Conversion> {
    let mut found = Conversion {
        left: false,
        plus: false,
        space: false,
        alternative: false,
        zero: false,
        width: Amount::None,
        precision: Amount::None,
        length: Length::None,
        kind: 0,
    };
    while let Some(flag) = rest.next_if(|byte| b"-+ #0".contains(byte)) {
        match flag {
            b'-' => found.left = true,
            b'+' => found.plus = true,
            b' ' => found.space = true,
            b'#' => found.alternative = true,
            _ => found.zero = true,
        }
    }
    found.width = amount(rest);
    if rest.next_if_eq(&b'.').is_some() {
        found.precision = match amount(rest) {
            Amount::None => Amount::Given(0),
            given => given,
        };
    }
    found.length = match rest.peek()? {
        b'h' => twice(rest, b'h', Length::Short, Length::Char),
        b'l' => twice(rest, b'l', Length::Long, Length::LongLong),
        b'L' => twice(rest, b'L', Length::LongDouble, Length::LongDouble),
        b'j' => twice(rest, b'j', Length::LongLong, Length::LongLong),
        b'z' | b't' => {
            rest.next();
            Length::Pointer
        }
        _ => Length::None,
    };
    found.kind = rest.next().filter(|byte| b"diuoxXcspfFeEgG".contains(byte))?;
    Some(found)
}

fn amount<I: Iterator<Item = u8>>(rest: &mut Rest<I>) -> Amount {
    if rest.next_if_eq(&b'*').is_some() {
        return Amount::Argument;
    }
    let mut number = None;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number = Some((number.unwrap_or(0) * 10 + usize::from(digit - b'0')).min(1 << 16));
    }
    number.map_or(Amount::None, Amount::Given)
}

fn twice<I: Iterator<Item = u8>>(rest: &mut Rest<I>, letter: u8, once: Length, twice: Length) -> Length {
    rest.next();
    if rest.next_if_eq(&letter).is_some() { twice } else { once }
}

impl Conversion {
    /// Converts a value.
    pub fn apply(&self, width: usize, precision: Option<usize>, datum: &Datum, out: &mut Vec<u8>) {
        let (sign, body, numeric) = match datum {
            Datum::Signed(value) => {
                (self.sign(*value < 0), self.integer(value.unsigned_abs(), precision), precision.is_none())
            }
            Datum::Unsigned(value) => (String::new(), self.integer(*value, precision), precision.is_none()),
            Datum::Float(value) => {
                let negative = value.is_sign_negative() && !value.is_nan();
                (self.sign(negative), self.float(value.abs(), precision.unwrap_or(6)), value.is_finite())
            }
            Datum::Bytes(bytes) => {
                self.pad(width, bytes.len(), out, |out| out.extend(bytes));
                return;
            }
        };
        let prefix = match (self.kind, self.alternative, datum) {
            (b'x', true, Datum::Unsigned(1..)) | (b'p', _, _) => "0x",
            (b'X', true, Datum::Unsigned(1..)) => "0X",
            _ => "",
        };
        let length = sign.len() + prefix.len() + body.len();
        let zeros = if self.zero && !self.left && numeric { width.saturating_sub(length) } else { 0 };
        self.pad(width, length + zeros, out, |out| {
            out.extend(sign.bytes().chain(prefix.bytes()));
            out.extend(std::iter::repeat_n(b'0', zeros));
            out.extend(body.bytes());
        });
    }

    fn pad(&self, width: usize, length: usize, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        let spaces = std::iter::repeat_n(b' ', width.saturating_sub(length));
        if self.left {
            write(out);
            out.extend(spaces);
        } else {
            out.extend(spaces);
            write(out);
        }
    }

    fn sign(&self, negative: bool) -> String {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
        .into()
    }

    fn integer(&self, value: u64, precision: Option<usize>) -> String {
        let digits = match self.kind {
            b'o' => format!("{value:o}"),
            b'x' | b'p' => format!("{value:x}"),
            b'X' => format!("{value:X}"),
            _ => value.to_string(),
        };
        let digits = if value == 0 && precision == Some(0) { String::new() } else { digits };
        let digits = format!("{}{digits}", "0".repeat(precision.unwrap_or(0).saturating_sub(digits.len())));
        if self.kind == b'o' && self.alternative && !digits.starts_with('0') { format!("0{digits}") } else { digits }
    }

    fn float(&self, value: f64, precision: usize) -> String {
        let text = if value.is_nan() {
            "nan".into()
        } else if value.is_infinite() {
            "inf".into()
        } else {
            match self.kind.to_ascii_lowercase() {
                b'f' => self.point(format!("{value:.precision$}")),
                b'e' => self.exponential(value, precision),
                _ => self.general(value, precision.max(1)),
            }
        };
        if self.kind.is_ascii_uppercase() { text.to_uppercase() } else { text }
    }

    /// `#` keeps a decimal point even without digits after it.
    fn point(&self, digits: String) -> String {
        if self.alternative && !digits.contains('.') { digits + "." } else { digits }
    }

    /// `d.ddde±dd`.
    fn exponential(&self, value: f64, precision: usize) -> String {
        let (mantissa, exponent) = split_exponent(value, precision);
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", self.point(mantissa), exponent.unsigned_abs())
    }

    /// The shorter of both, without trailing zeros.
    fn general(&self, value: f64, precision: usize) -> String {
        let (_, exponent) = split_exponent(value, precision - 1);
        let text = if exponent < -4 || exponent >= precision as i32 {
            self.exponential(value, precision - 1)
        } else {
            let digits = (precision as i32 - 1 - exponent) as usize;
            self.point(format!("{value:.digits$}"))
        };
        if self.alternative {
            return text;
        }
        let (mantissa, tail) = text.split_at(text.find('e').unwrap_or(text.len()));
        let mantissa =
            if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
        format!("{mantissa}{tail}")
    }
}

/// The mantissa with so many digits after the point, and the decimal exponent.
fn split_exponent(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_string(), exponent.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(format: &str, datum: Datum) -> String {
        let pieces = parse(format.as_bytes()).expect("a valid format");
        let mut out = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.extend(text),
                Piece::Conversion(conversion) => {
                    let given = |amount| if let Amount::Given(n) = amount { Some(n) } else { None };
                    let (width, precision) = (given(conversion.width).unwrap_or(0), given(conversion.precision));
                    conversion.apply(width, precision, &datum, &mut out);
                }
            }
        }
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn integers() {
        assert_eq!(format("a%db%%", Datum::Signed(-5)), "a-5b%");
        assert_eq!(format("[%5d|", Datum::Signed(-5)), "[   -5|");
        assert_eq!(format("[%-5d|", Datum::Signed(5)), "[5    |");
        assert_eq!(format("%05d", Datum::Signed(-42)), "-0042");
        assert_eq!(format("%+d", Datum::Signed(7)), "+7");
        assert_eq!(format("% d", Datum::Signed(7)), " 7");
        assert_eq!(format("%8.3d|", Datum::Signed(7)), "     007|");
        assert_eq!(format("%08.3d|", Datum::Signed(7)), "     007|");
        assert_eq!(format("%#x %%", Datum::Unsigned(255)), "0xff %");
        assert_eq!(format("%#X", Datum::Unsigned(0)), "0");
        assert_eq!(format("%#o", Datum::Unsigned(8)), "010");
        assert_eq!(format("%#010x", Datum::Unsigned(255)), "0x000000ff");
        assert_eq!(format("%.0d|", Datum::Signed(0)), "|");
        assert_eq!(format("%lu", Datum::Unsigned(u64::MAX)), "18446744073709551615");
        assert_eq!(format("%d", Datum::Signed(i64::MIN)), "-9223372036854775808");
    }

    #[test]
    fn floats() {
        assert_eq!(format("%f", Datum::Float(1.5)), "1.500000");
        assert_eq!(format("%.2f", Datum::Float(-0.005)), "-0.01");
        assert_eq!(format("%.0f", Datum::Float(2.5)), "2");
        assert_eq!(format("%#.0f", Datum::Float(2.5)), "2.");
        assert_eq!(format("%010.3f", Datum::Float(-3.25159)), "-00003.252");
        assert_eq!(format("%e", Datum::Float(12345.678)), "1.234568e+04");
        assert_eq!(format("%.1E", Datum::Float(0.000123)), "1.2E-04");
        assert_eq!(format("%g", Datum::Float(100000.0)), "100000");
        assert_eq!(format("%g", Datum::Float(1000000.0)), "1e+06");
        assert_eq!(format("%g", Datum::Float(0.0001)), "0.0001");
        assert_eq!(format("%g", Datum::Float(0.00001)), "1e-05");
        assert_eq!(format("%g", Datum::Float(0.0)), "0");
        assert_eq!(format("%.3g", Datum::Float(9999.0)), "1e+04");
        assert_eq!(format("%05f", Datum::Float(f64::INFINITY)), "  inf");
        assert_eq!(format("%F", Datum::Float(f64::NAN)), "NAN");
    }

    #[test]
    fn strings_and_lengths() {
        assert_eq!(format("%5s|", Datum::Bytes(b"ab".to_vec())), "   ab|");
        assert_eq!(format("%-5s|", Datum::Bytes(b"ab".to_vec())), "ab   |");
        let lengths: Vec<_> = ["%hhd", "%hd", "%ld", "%lld", "%zu", "%jd"]
            .map(|text| match &parse(text.as_bytes()).expect("valid")[0] {
                Piece::Conversion(conversion) => conversion.length,
                Piece::Text(_) => Length::None,
            })
            .to_vec();
        use Length::{Char, Long, LongLong, Pointer, Short};
        assert_eq!(lengths, [Char, Short, Long, LongLong, Pointer, LongLong]);
        assert_eq!(parse(b"%n"), None);
        assert_eq!(parse(b"100%"), None);
    }
}
