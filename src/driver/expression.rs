//! What invariants say, as C expressions over plain variables.

use crate::ir::{CType, IntType, Program};
use crate::verdict::Fact;

/// Tuples beyond which a fact is too long to be read.
const MOST_TUPLES: usize = 16;

/// The variables that C can name at a loop.
pub(super) struct Names<'a> {
    program: &'a Program,
    function: Option<&'a str>,
}

impl<'a> Names<'a> {
    /// Those of a function, and the global ones.
    pub fn new(program: &'a Program, function: Option<&'a str>) -> Self {
        Self { program, function }
    }

    /// The type of a variable; `None` if there is none, or several that differ.
    fn ty(&self, name: &str) -> Option<&'a CType> {
        let functions = self.program.functions.iter().filter(|function| Some(function.name.as_str()) == self.function);
        let locals = functions.filter_map(|function| function.body()).flat_map(|body| body.locals.iter());
        let mut local = locals.filter(|local| local.name.as_deref() == Some(name)).map(|local| &local.ty);
        match local.next() {
            Some(ty) => local.all(|other| other == ty).then_some(ty),
            None => self.program.globals.iter().find(|global| global.name == name).map(|global| &global.ty),
        }
    }

    fn int(&self, name: &str) -> Option<IntType> {
        self.ty(name)?.scalar()?.as_int()
    }

    /// A fact as C expressions, from strong to weak: it holds after an iteration, and what holds before the first one may
    /// be weaker. Empty if C cannot say it.
    pub fn expressions(&self, fact: &Fact) -> Vec<String> {
        match fact {
            Fact::AtMost { terms, bound } => self.at_most(terms, *bound),
            Fact::Equal { terms, constant, modulo } => self.equal(terms, *constant, *modulo).into_iter().collect(),
            Fact::Targets { pointer, targets } => {
                if !matches!(self.ty(pointer), Some(CType::Pointer(_))) {
                    return Vec::new();
                }
                match targets.iter().any(|target| target == "null") {
                    true if targets.len() == 1 => vec![format!("{pointer} == 0")],
                    true => Vec::new(),
                    false => vec![format!("{pointer} != 0")],
                }
            }
            Fact::OneOf { names, tuples } => self.one_of(names, tuples).into_iter().collect(),
            Fact::Given { keys, fact } => {
                let condition = keys.iter().map(|key| format!("({key})")).collect::<Vec<_>>().join(" && ");
                let given = |fact: String| format!("!({condition}) || ({fact})");
                let readable = keys.iter().all(|key| key.is_ascii());
                self.expressions(fact).into_iter().filter(|_| readable).map(given).collect()
            }
        }
    }

    /// "Sum at most bound", and what is a little or much weaker.
    fn at_most(&self, terms: &[(i64, String)], bound: i128) -> Vec<String> {
        match terms {
            [(1, name)] if bound == 0 && condition(name).is_some() => {
                condition(name).into_iter().map(|c| format!("!({c})")).collect()
            }
            [(-1, name)] if bound == -1 && condition(name).is_some() => {
                let strong = condition(name).unwrap_or_default();
                let weak = Some(strong.replace(" < ", " <= ")).filter(|weak| *weak != strong);
                [Some(strong), weak].into_iter().flatten().collect()
            }
            [(1, name)] => {
                let Some(int) = self.int(name) else { return Vec::new() };
                let bounds = [bound, bound + 1, bound + 2];
                let says = |b: &i128| (int.min()..int.max()).contains(b);
                bounds.iter().filter(|b| says(b)).map(|&b| format!("{name} <= {}", constant(b))).collect()
            }
            [(-1, name)] => {
                let Some(int) = self.int(name) else { return Vec::new() };
                let mut bounds = vec![-bound, -bound - 1, -bound - 2];
                bounds.extend([1, 0].into_iter().filter(|b| *b < -bound - 2));
                let says = |b: &i128| int.min() < *b && *b <= int.max();
                bounds.iter().filter(|b| says(b)).map(|&b| format!("{name} >= {}", constant(b))).collect()
            }
            _ => {
                // Sums of wider numbers, or with large factors, could overflow where they are evaluated.
                let small = |(factor, name): &(i64, String)| {
                    factor.unsigned_abs() < 1 << 16 && self.int(name).is_some_and(|int| int.bits <= 32)
                };
                if !terms.iter().all(small) {
                    return Vec::new();
                }
                let mut sum = String::new();
                for (factor, name) in terms {
                    let times = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
                    let sign = match (sum.is_empty(), *factor < 0) {
                        (true, true) => "-",
                        (true, false) => "",
                        (false, true) => " - ",
                        (false, false) => " + ",
                    };
                    sum += &format!("{sign}{times}(long long){name}");
                }
                let mut bounds = vec![bound, bound + 1];
                bounds.extend(Some(0).filter(|b| *b > bound + 1));
                let limit = 1i128 << 50;
                bounds.iter().filter(|b| b.abs() < limit).map(|&b| format!("{sum} <= {}", constant(b))).collect()
            }
        }
    }

    /// An equation modulo the width of its values, or of fewer bits.
    fn equal(&self, terms: &[(i128, String)], value: i128, modulo: Option<u32>) -> Option<String> {
        if let [(1, name)] = terms
            && let Some(condition) = condition(name)
        {
            return Some(if value & 1 == 1 { condition } else { format!("!({condition})") });
        }
        let ints = terms.iter().map(|(_, name)| self.int(name)).collect::<Option<Vec<IntType>>>()?;
        let width = ints.iter().map(|int| u32::from(int.bits)).max()?;
        if ints.iter().any(|int| u32::from(int.bits) != width) {
            return None;
        }
        if let ([(1, name)], [int], None) = (terms, ints.as_slice(), modulo) {
            return Some(format!("{name} == {}", constant(int.value(value as u64))));
        }
        let mask = u64::MAX >> (64 - modulo.unwrap_or(width).clamp(1, 64));
        let sum: Vec<String> = terms
            .iter()
            .map(|(factor, name)| match *factor as u64 & mask {
                1 => format!("(unsigned long long){name}"),
                factor => format!("{factor}ULL * (unsigned long long){name}"),
            })
            .collect();
        let (sum, value) = (sum.join(" + "), value as u64 & mask);
        Some(match mask {
            u64::MAX => format!("{sum} == {value}ULL"),
            mask => format!("(({sum}) & {mask}ULL) == {value}ULL"),
        })
    }

    fn one_of(&self, names: &[String], tuples: &[Vec<i128>]) -> Option<String> {
        let ints = names.iter().map(|name| self.int(name)).collect::<Option<Vec<IntType>>>()?;
        if tuples.is_empty() || tuples.len() > MOST_TUPLES {
            return None;
        }
        let tuple = |values: &Vec<i128>| {
            let equal = names.iter().zip(&ints).zip(values);
            let equal = equal.map(|((name, int), value)| format!("{name} == {}", constant(int.value(*value as u64))));
            equal.collect::<Vec<_>>().join(" && ")
        };
        let tuples: Vec<String> = tuples.iter().map(tuple).collect();
        Some(match tuples.as_slice() {
            [only] => only.clone(),
            _ => tuples.iter().map(|tuple| format!("({tuple})")).collect::<Vec<_>>().join(" || "),
        })
    }
}

/// The comparison whose truth a name stands for, as C writes it, if it stands for one. Whether its parts are in scope, and
/// whether C computes the same, shows when it is inserted and proved.
fn condition(name: &str) -> Option<String> {
    let text = name.replace(" = ", " == ").replace('·', "*").replace('≠', "!=").replace('≤', "<=");
    (text.is_ascii() && text.contains(['<', '>', '=']) && !text.contains('#')).then_some(text)
}

/// An integer as a C constant of its value.
pub(super) fn constant(value: i128) -> String {
    if i32::try_from(value).is_ok_and(|small| small != i32::MIN) {
        value.to_string()
    } else if value > i128::from(i64::MAX) {
        format!("{value}ULL")
    } else if value == i128::from(i64::MIN) {
        format!("(-{}LL - 1)", i64::MAX)
    } else {
        format!("{value}LL")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SourceMap;
    use crate::config::{DataModel, LowerConfig};

    fn expressions(fact: &Fact) -> Vec<String> {
        let mut sources = SourceMap::new();
        let code = "int g; int f(int x, unsigned u, long w, char *p) { return x + g; }";
        let parsed = crate::parse::parse_text("a.c", code, &mut sources, false).expect("C");
        let config = LowerConfig { data_model: DataModel::Lp64, entry: None, assertions: true, error_calls: true };
        let lowered = crate::lower::lower(&[parsed], &config, &mut sources).expect("a program");
        Names::new(&lowered.program, Some("f")).expressions(fact)
    }

    fn at_most(terms: &[(i64, &str)], bound: i128) -> Fact {
        Fact::AtMost { terms: terms.iter().map(|(factor, name)| (*factor, name.to_string())).collect(), bound }
    }

    #[test]
    fn bounds_are_comparisons() {
        assert_eq!(expressions(&at_most(&[(1, "x")], 20)), ["x <= 20", "x <= 21", "x <= 22"]);
        assert_eq!(expressions(&at_most(&[(-1, "g")], -10)), ["g >= 10", "g >= 9", "g >= 8", "g >= 1", "g >= 0"]);
        assert_eq!(expressions(&at_most(&[(-1, "u")], 0)), [""; 0], "an unsigned number is at least 0");
        assert_eq!(expressions(&at_most(&[(1, "x")], i128::from(i32::MAX))), [""; 0]);
        let difference = expressions(&at_most(&[(1, "x"), (-2, "u")], 0));
        assert_eq!(difference, ["(long long)x - 2 * (long long)u <= 0", "(long long)x - 2 * (long long)u <= 1"]);
        assert_eq!(expressions(&at_most(&[(1, "x"), (1, "w")], 7)), [""; 0], "the sum could overflow");
        assert_eq!(expressions(&at_most(&[(1, "heap#9[0]")], 7)), [""; 0]);
        assert_eq!(expressions(&at_most(&[(1, "100 < x")], 0)), ["!(100 < x)"], "a condition that is false");
        assert_eq!(expressions(&at_most(&[(-1, "(x · 2) < u")], -1)), ["(x * 2) < u", "(x * 2) <= u"]);
        assert_eq!(expressions(&at_most(&[(-1, "x = 7")], -1)), ["x == 7"]);
    }

    #[test]
    fn equations_are_modulo_the_width() {
        let equal = |terms: &[(i128, &str)], constant, modulo| {
            let terms = terms.iter().map(|(factor, name)| (*factor, name.to_string())).collect();
            expressions(&Fact::Equal { terms, constant, modulo })
        };
        assert_eq!(equal(&[(1, "x")], -3, None), ["x == -3"]);
        assert_eq!(equal(&[(1, "x")], 3, Some(1)), ["(((unsigned long long)x) & 1ULL) == 1ULL"]);
        let both = "(((unsigned long long)x + 4294967295ULL * (unsigned long long)u) & 4294967295ULL) == 5ULL";
        assert_eq!(equal(&[(1, "x"), (-1, "u")], 5, None), [both]);
    }

    #[test]
    fn pointers_and_tuples() {
        let leads = |targets: &[&str]| Fact::Targets {
            pointer: "p".to_string(),
            targets: targets.iter().map(|target| target.to_string()).collect(),
        };
        assert_eq!(expressions(&leads(&["heap#1"])), ["p != 0"]);
        assert_eq!(expressions(&leads(&["heap#1", "null"])), [""; 0]);
        let tuples =
            Fact::OneOf { names: vec!["x".to_string(), "g".to_string()], tuples: vec![vec![1, 2], vec![3, 4]] };
        assert_eq!(expressions(&tuples), ["(x == 1 && g == 2) || (x == 3 && g == 4)"]);
        let given = Fact::Given { keys: vec!["x < 5".to_string()], fact: Box::new(tuples) };
        assert_eq!(expressions(&given), ["!((x < 5)) || ((x == 1 && g == 2) || (x == 3 && g == 4))"]);
    }
}
