//! What invariants say, in source terms.

use super::name::{Key, Name, Naming, Target};
use crate::base::Location;
use indexmap::IndexMap;
use std::fmt;

/// The invariant of one loop: what holds whenever its body has been executed.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopInvariant {
    /// The loop.
    pub location: Option<Location>,
    /// Its function, if it is known.
    pub function: Option<String>,
    /// Whether it is a loop statement; otherwise a label that is jumped back to.
    pub is_statement: bool,
    /// What holds; `None` if the end of the body is never reached.
    pub facts: Option<Vec<Fact>>,
    /// What holds on every visit of the loop, the first included, as C expressions over the variables in scope; only if
    /// they are wanted.
    pub expressions: Vec<String>,
}

/// One thing that an invariant says.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A linear combination of mathematical integers is at most a bound.
    AtMost {
        /// Factors and names.
        terms: Vec<(i64, Name)>,
        /// The bound.
        bound: i128,
    },
    /// A floating-point number is one, and not beyond a bound.
    FloatBound {
        /// Its name.
        name: Name,
        /// Whether the bound is an upper one.
        upper: bool,
        /// The bits of the bound.
        bits: u64,
        /// How many bits.
        width: u32,
    },
    /// A linear combination is equal to a constant, as C computes: modulo the width of its values.
    Equal {
        /// Factors and names.
        terms: Vec<(i128, Name)>,
        /// The constant.
        constant: i128,
        /// If it is known of the low bits only: of how many.
        modulo: Option<u32>,
    },
    /// A pointer leads to one of some objects.
    Targets {
        /// Its name.
        pointer: Name,
        /// What it may point to.
        targets: Vec<Target>,
    },
    /// Values are together one of some tuples.
    OneOf {
        /// Their names.
        names: Vec<Name>,
        /// The tuples, in order.
        tuples: Vec<Vec<i128>>,
    },
    /// A fact that holds under conditions.
    Given {
        /// The conditions.
        keys: Vec<Key>,
        /// What then holds.
        fact: Box<Fact>,
    },
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::AtMost { terms, bound } => write!(f, "{} ≤ {bound}", sum(terms)),
            Fact::FloatBound { name, upper, bits, width } => {
                write!(f, "{name} {} {}", if *upper { "≤" } else { "≥" }, float_text(*bits, *width))
            }
            Fact::Equal { terms, constant, modulo: None } => write!(f, "{} = {constant}", sum(terms)),
            Fact::Equal { terms, constant, modulo: Some(bits) } => {
                let modulus = 1i128 << bits;
                write!(f, "{} ≡ {} (mod {modulus})", sum(terms), constant.rem_euclid(modulus))
            }
            Fact::Targets { pointer, targets } => write!(f, "{pointer} → {{{}}}", joined(targets, ", ")),
            Fact::OneOf { names, tuples } => {
                let values: Vec<String> = tuples.iter().map(|values| tuple(values)).collect();
                write!(f, "{} ∈ {{{}}}", tuple(names), values.join(", "))
            }
            Fact::Given { keys, fact } => write!(f, "{} ⇒ {fact}", joined(keys, " ∧ ")),
        }
    }
}

fn joined(parts: &[impl fmt::Display], by: &str) -> String {
    parts.iter().map(|part| part.to_string()).collect::<Vec<_>>().join(by)
}

fn tuple(parts: &[impl fmt::Display]) -> String {
    if let [one] = parts { one.to_string() } else { format!("({})", joined(parts, ", ")) }
}

impl Fact {
    /// Gives nodes and members their names.
    pub fn rename(&mut self, naming: &dyn Naming) {
        match self {
            Fact::AtMost { terms, .. } => terms.iter_mut().for_each(|(_, name)| name.rename(naming)),
            Fact::FloatBound { name, .. } => name.rename(naming),
            Fact::Equal { terms, .. } => terms.iter_mut().for_each(|(_, name)| name.rename(naming)),
            Fact::Targets { pointer, targets } => {
                pointer.rename(naming);
                targets.iter_mut().for_each(|target| target.rename(naming));
            }
            Fact::OneOf { names, .. } => names.iter_mut().for_each(|name| name.rename(naming)),
            Fact::Given { keys, fact } => {
                keys.iter_mut().for_each(|key| key.name_mut().rename(naming));
                fact.rename(naming);
            }
        }
    }
}

/// A floating-point number in as few digits as tell it from all others.
pub fn float_text(bits: u64, width: u32) -> String {
    match width {
        32 => format!("{:?}", f32::from_bits(bits as u32)),
        _ => format!("{:?}", f64::from_bits(bits)),
    }
}

/// A linear combination in words.
fn sum<N: Copy + Into<i128>>(terms: &[(N, Name)]) -> String {
    let mut text = String::new();
    for (factor, name) in terms {
        let factor: i128 = (*factor).into();
        let sign = match (text.is_empty(), factor < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text.push_str(sign);
        if factor.unsigned_abs() != 1 {
            text.push_str(&format!("{}·", factor.unsigned_abs()));
        }
        text.push_str(&name.to_string());
    }
    text
}

impl LoopInvariant {
    /// A line per fact; the two bounds of one combination are one line.
    pub fn lines(&self) -> Vec<String> {
        match &self.facts {
            None => vec!["the end of the body is never reached".to_string()],
            Some(facts) => lines(facts),
        }
    }
}

fn lines(facts: &[Fact]) -> Vec<String> {
    // Under the conditions and the combination with a positive first factor: lower and upper bound.
    type Range = (Option<i128>, Option<i128>);
    type Combination = (Vec<Key>, Vec<(i64, Name)>);
    let mut ranges: IndexMap<Combination, Range> = IndexMap::new();
    let mut others: IndexMap<String, ()> = IndexMap::new();
    for fact in facts {
        let (keys, inner) = match fact {
            Fact::Given { keys, fact } => (keys.clone(), &**fact),
            fact => (Vec::new(), fact),
        };
        let Fact::AtMost { terms, bound } = inner else {
            others.insert(fact.to_string(), ());
            continue;
        };
        let negative = terms.first().is_some_and(|(factor, _)| *factor < 0);
        let terms = terms.iter().map(|(f, name)| (if negative { -f } else { *f }, name.clone())).collect();
        let range = ranges.entry((keys, terms)).or_default();
        let tighter = |old: Option<i128>, new: i128, max: bool| match old {
            Some(old) if max => Some(old.max(new)),
            Some(old) => Some(old.min(new)),
            None => Some(new),
        };
        match negative {
            true => range.0 = tighter(range.0, -bound, true),
            false => range.1 = tighter(range.1, *bound, false),
        }
    }
    let mut lines = Vec::new();
    for ((keys, terms), range) in ranges {
        let given = if keys.is_empty() { String::new() } else { format!("{} ⇒ ", joined(&keys, " ∧ ")) };
        let condition = matches!(&terms[..], [(1, name)] if name.is_condition());
        let sum = sum(&terms);
        lines.push(match range {
            (Some(1..), _) if condition => format!("{given}{sum}"),
            (_, Some(..=0)) if condition => format!("{given}not ({sum})"),
            (Some(low), Some(high)) if low == high => format!("{given}{sum} = {low}"),
            (Some(low), Some(high)) => format!("{given}{sum} ∈ [{low}, {high}]"),
            (Some(low), None) => format!("{given}{sum} ≥ {low}"),
            (None, Some(high)) => format!("{given}{sum} ≤ {high}"),
            (None, None) => continue,
        });
    }
    lines.extend(others.into_keys());
    lines
}

#[cfg(test)]
mod tests {
    use super::super::name::{Expression, Operator};
    use super::*;

    fn variable(name: &str) -> Name {
        Name::Variable(name.to_string())
    }

    fn less(a: &str, b: &str) -> Name {
        let value = |name| Box::new(Expression::Value(Box::new(variable(name))));
        Name::Condition(Expression::Infix(value(a), Operator::Less, value(b)))
    }

    fn lines(facts: Vec<Fact>) -> Vec<String> {
        let facts = Some(facts);
        LoopInvariant { location: None, function: None, is_statement: true, facts, expressions: Vec::new() }.lines()
    }

    #[test]
    fn two_bounds_are_one_line() {
        let at_most = |factor: i64, bound| Fact::AtMost { terms: vec![(factor, variable("x"))], bound };
        let given = |fact| Fact::Given { keys: vec![Key::Holds(less("y", "z"))], fact: Box::new(fact) };
        let facts = vec![at_most(1, 20), given(at_most(1, 7)), at_most(-1, -10), given(at_most(-1, -7))];
        assert_eq!(lines(facts), ["x ∈ [10, 20]", "y < z ⇒ x = 7"]);
    }

    #[test]
    fn conditions_read_as_such() {
        let bit = |factor, bound| vec![Fact::AtMost { terms: vec![(factor, less("x", "y"))], bound }];
        assert_eq!(lines(bit(1, 0)), ["not (x < y)"]);
        assert_eq!(lines(bit(-1, -1)), ["x < y"]);
    }

    #[test]
    fn equations_show_their_modulus() {
        let terms = vec![(1, variable("x")), (-2, variable("y"))];
        let equal = |modulo| Fact::Equal { terms: terms.clone(), constant: -3, modulo };
        assert_eq!(equal(None).to_string(), "x - 2·y = -3");
        assert_eq!(equal(Some(2)).to_string(), "x - 2·y ≡ 1 (mod 4)");
    }
}
