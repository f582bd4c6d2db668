//! From the text of a witness to what it claims.

use super::entry::Entry;

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

/// The value that a constraint `\result == V` asks for, with V an integer constant, as a bit pattern of 64 bits.
/// `None` if it is of another form.
pub fn constant(constraint: &str) -> Option<i128> {
    let (left, right) = constraint.split_once("==")?;
    let value = match (left.trim(), right.trim()) {
        ("\\result", value) | (value, "\\result") => value,
        _ => return None,
    };
    let value = value.strip_prefix("(void *)").or_else(|| value.strip_prefix("(void*)")).unwrap_or(value);
    let mut tokens = Tokens { rest: value.trim() };
    let sum = tokens.sum()?;
    tokens.rest.trim().is_empty().then_some(sum)
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
        assert_eq!(constant("\\result == 5"), Some(5));
        assert_eq!(constant("\\result==-7"), Some(-7));
        assert_eq!(constant("0x1fU == \\result"), Some(31));
        assert_eq!(constant("\\result == (-9223372036854775807LL - 1)"), Some(i128::from(i64::MIN)));
        assert_eq!(constant("\\result == 18446744073709551615ULL"), Some(i128::from(u64::MAX)));
        assert_eq!(constant("\\result == (void *)0"), Some(0));
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
