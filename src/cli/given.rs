//! Values that the user gives to a program that is run, for functions of which the program has no body.
//!
//! A file has one value per line, `NAME VALUE`: the next call of the function NAME returns VALUE. Each function takes its own
//! values, in the order of the lines. A value is an integer, decimal or hexadecimal, with a sign or without; a character in
//! quotes; or a floating-point number. What comes after `#` is a comment, and empty lines are left out.

use crate::ir::{FunctionKind, Program, Scalar};
use indexmap::IndexMap;
use std::collections::VecDeque;

/// A value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Given {
    Integer(i128),
    Float(f64),
}

/// All values of a file, by function.
#[derive(Clone, Default, Debug)]
pub(super) struct GivenValues {
    /// With the line of each.
    values: IndexMap<String, VecDeque<(usize, Given)>>,
}

impl GivenValues {
    /// Reads the text of a file; an error names the line.
    pub fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut values: IndexMap<String, VecDeque<(usize, Given)>> = IndexMap::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let words = match line.split_once('#') {
                // The character itself.
                Some((before, _)) if before.trim_end().ends_with('\'') => line,
                Some((before, _)) => before,
                None => line,
            };
            let Some((name, rest)) = words.trim().split_once(char::is_whitespace) else {
                match words.trim() {
                    "" => continue,
                    name => return Err((index + 1, format!("`{name}` has no value"))),
                }
            };
            let value = value(rest.trim()).ok_or_else(|| (index + 1, format!("`{}` is no value", rest.trim())))?;
            values.entry(name.to_string()).or_default().push_back((index + 1, value));
        }
        Ok(Self { values })
    }

    /// The functions that have values.
    pub fn names(&self) -> Vec<String> {
        self.values.keys().cloned().collect()
    }

    /// Whether a function has, or had, values.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The next value of a function.
    pub fn next(&mut self, name: &str) -> Option<Given> {
        self.values.get_mut(name)?.pop_front().map(|(_, value)| value)
    }

    /// Whether the program can take all values; an error names the line.
    pub fn check(&self, program: &Program) -> Result<(), (usize, String)> {
        for (name, values) in &self.values {
            let Some(&(line, _)) = values.front() else { continue };
            let wrong = |line: usize, what: String| Err((line, what));
            let Some(function) = program.functions.iter().find(|function| function.name == *name) else {
                return wrong(line, format!("the program calls no function `{name}`"));
            };
            if matches!(function.kind, FunctionKind::Defined(_)) {
                return wrong(line, format!("`{name}` has a body: what it returns is its own affair"));
            }
            let Some(ty) = function.signature.result else {
                return wrong(line, format!("`{name}` returns no number"));
            };
            for &(line, value) in values {
                let fits = match (ty, value) {
                    (Scalar::Int(ty), Given::Integer(value)) => (ty.min()..=ty.max()).contains(&value),
                    (Scalar::Pointer, Given::Integer(value)) => value >= 0 && value <= i128::from(u64::MAX),
                    (Scalar::Float(_), _) => true,
                    (_, Given::Float(_)) => false,
                };
                if !fits {
                    return wrong(line, format!("the value does not fit what `{name}` returns"));
                }
            }
        }
        Ok(())
    }
}

fn value(text: &str) -> Option<Given> {
    if let Some(quoted) = text.strip_prefix('\'') {
        let mut characters = quoted.split('\'').next()?.chars();
        return characters.next().filter(|_| characters.next().is_none()).map(|c| Given::Integer(c as i128));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let integer = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse::<u64>().ok(),
    };
    integer.map(|value| Given::Integer(sign * i128::from(value))).or_else(|| text.parse().ok().map(Given::Float))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_in_order_by_function() {
        let text = "# a run\nf 1\n\n  g -2.5 # half\nf 0x10\nf '#'\n";
        let mut given = GivenValues::read(text).expect("values");
        let taken = [given.next("f"), given.next("f"), given.next("f"), given.next("f"), given.next("g")];
        let integer = |value| Some(Given::Integer(value));
        assert_eq!(taken, [integer(1), integer(16), integer(35), None, Some(Given::Float(-2.5))]);
        assert!(given.has("f") && !given.has("h"));
    }

    #[test]
    fn what_is_no_value_is_told_with_its_line() {
        let line = |text| GivenValues::read(text).err().map(|(line, _)| line);
        assert_eq!(line("f 1\nf\n"), Some(2));
        assert_eq!(line("f one"), Some(1));
        assert_eq!(line("f 'ab'"), Some(1));
    }
}
