//! What invariants say, as C expressions over plain variables.

use super::nodes::variable_type;
use crate::ir::{CType, IntType, Program};
use crate::verdict::{Expression, Fact, Key, Name, Operator, Target, float_text};

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

    /// A variable with its type.
    fn variable<'n>(&self, name: &'n Name) -> Option<(&'n str, &'a CType)> {
        let name = name.as_variable()?;
        Some((name, variable_type(self.program, self.function, name)?))
    }

    /// An integer variable with its type.
    fn int<'n>(&self, name: &'n Name) -> Option<(&'n str, IntType)> {
        let (name, ty) = self.variable(name)?;
        Some((name, ty.scalar()?.as_int()?))
    }

    /// A fact as C expressions, from strong to weak: it holds after an iteration, and what holds before the first one may
    /// be weaker. Empty if C cannot say it.
    pub fn expressions(&self, fact: &Fact) -> Vec<String> {
        match fact {
            Fact::AtMost { terms, bound } => self.at_most(terms, *bound),
            Fact::FloatBound { name, upper, bits, width } => {
                self.float_bound(name, *upper, *bits, *width).into_iter().collect()
            }
            Fact::Equal { terms, constant, modulo } => self.equal(terms, *constant, *modulo).into_iter().collect(),
            Fact::Targets { pointer, targets } => {
                let Some((name, CType::Pointer(_))) = self.variable(pointer) else { return Vec::new() };
                match targets.contains(&Target::NULL) {
                    true if targets.len() == 1 => vec![format!("{name} == 0")],
                    true => Vec::new(),
                    false => vec![format!("{name} != 0")],
                }
            }
            Fact::OneOf { names, tuples } => self.one_of(names, tuples).into_iter().collect(),
            Fact::Given { keys, fact } => {
                let keys: Option<Vec<String>> = keys.iter().map(|key| self.key(key)).collect();
                let Some(keys) = keys else { return Vec::new() };
                let given = |fact: String| format!("!({}) || ({fact})", keys.join(" && "));
                self.expressions(fact).into_iter().map(given).collect()
            }
        }
    }

    /// A bound of a floating-point variable.
    fn float_bound(&self, name: &Name, upper: bool, bits: u64, width: u32) -> Option<String> {
        let (name, CType::Float(_)) = self.variable(name)? else { return None };
        let text = float_text(bits, width);
        let suffix = if width == 32 { "f" } else { "" };
        (!text.contains("inf")).then(|| format!("{name} {} {text}{suffix}", if upper { "<=" } else { ">=" }))
    }

    /// A condition under which a fact holds.
    fn key(&self, key: &Key) -> Option<String> {
        match key {
            Key::Holds(name) => Some(format!("({})", condition(name)?)),
            Key::Fails(name) => Some(format!("!({})", condition(name)?)),
            Key::Is(name, value) => {
                let (name, int) = self.int(name)?;
                Some(format!("({name} == {})", constant(int.value(*value as u64))))
            }
        }
    }

    /// "Sum at most bound", and what is a little or much weaker.
    fn at_most(&self, terms: &[(i64, Name)], bound: i128) -> Vec<String> {
        match terms {
            [(1, name)] if bound == 0 && name.is_condition() => {
                condition(name).into_iter().map(|condition| format!("!({condition})")).collect()
            }
            [(-1, name)] if bound == -1 && name.is_condition() => {
                [condition(name), weaker(name).and_then(|weak| condition(&weak))].into_iter().flatten().collect()
            }
            [(1, name)] => {
                let Some((name, int)) = self.int(name) else { return Vec::new() };
                let bounds = [bound, bound + 1, bound + 2];
                let says = |b: &i128| (int.min()..int.max()).contains(b);
                bounds.iter().filter(|b| says(b)).map(|&b| format!("{name} <= {}", constant(b))).collect()
            }
            [(-1, name)] => {
                let Some((name, int)) = self.int(name) else { return Vec::new() };
                let mut bounds = vec![-bound, -bound - 1, -bound - 2];
                bounds.extend([1, 0].into_iter().filter(|b| *b < -bound - 2));
                let says = |b: &i128| int.min() < *b && *b <= int.max();
                bounds.iter().filter(|b| says(b)).map(|&b| format!("{name} >= {}", constant(b))).collect()
            }
            _ => {
                let mut sum = String::new();
                for (factor, name) in terms {
                    // Sums of wider numbers, or with large factors, could overflow where they are evaluated.
                    let small = |int: IntType| factor.unsigned_abs() < 1 << 16 && int.bits <= 32;
                    let Some((name, _)) = self.int(name).filter(|(_, int)| small(*int)) else { return Vec::new() };
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
    fn equal(&self, terms: &[(i128, Name)], value: i128, modulo: Option<u32>) -> Option<String> {
        if let [(1, name)] = terms
            && name.is_condition()
        {
            let condition = condition(name)?;
            return Some(if value & 1 == 1 { condition } else { format!("!({condition})") });
        }
        let ints = terms.iter().map(|(_, name)| self.int(name)).collect::<Option<Vec<_>>>()?;
        let width = ints.iter().map(|(_, int)| u32::from(int.bits)).max()?;
        if ints.iter().any(|(_, int)| u32::from(int.bits) != width) {
            return None;
        }
        if let ([(1, _)], [(name, int)], None) = (terms, ints.as_slice(), modulo) {
            return Some(format!("{name} == {}", constant(int.value(value as u64))));
        }
        let mask = u64::MAX >> (64 - modulo.unwrap_or(width).clamp(1, 64));
        let sum = terms.iter().zip(&ints).map(|((factor, _), (name, _))| match *factor as u64 & mask {
            1 => format!("(unsigned long long){name}"),
            factor => format!("{factor}ULL * (unsigned long long){name}"),
        });
        let (sum, value) = (sum.collect::<Vec<_>>().join(" + "), value as u64 & mask);
        Some(match mask {
            u64::MAX => format!("{sum} == {value}ULL"),
            mask => format!("(({sum}) & {mask}ULL) == {value}ULL"),
        })
    }

    fn one_of(&self, names: &[Name], tuples: &[Vec<i128>]) -> Option<String> {
        let ints = names.iter().map(|name| self.int(name)).collect::<Option<Vec<_>>>()?;
        if tuples.is_empty() || tuples.len() > MOST_TUPLES {
            return None;
        }
        let tuple = |values: &Vec<i128>| {
            let equal = ints.iter().zip(values);
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

/// The condition whose truth a name stands for, as C writes it. Whether its parts are in scope, and whether C computes the same,
/// shows when it is inserted and proved.
fn condition(name: &Name) -> Option<String> {
    match name {
        Name::Condition(expression) => in_c(expression),
        _ => None,
    }
}

/// A condition that is a little weaker.
fn weaker(name: &Name) -> Option<Name> {
    match name {
        Name::Condition(Expression::Infix(a, Operator::Less, b)) => {
            Some(Name::Condition(Expression::Infix(a.clone(), Operator::LessOrEqual, b.clone())))
        }
        _ => None,
    }
}

fn in_c(expression: &Expression) -> Option<String> {
    Some(match expression {
        Expression::Value(name) => name.as_variable()?.to_string(),
        Expression::Number(value) => constant((*value).into()),
        Expression::Infix(a, op, b) => {
            let symbol = match op {
                Operator::Less => "<",
                Operator::LessOrEqual => "<=",
                // C compares so only what is unsigned on both sides, which names do not say.
                Operator::Below => return None,
                Operator::Equal => "==",
                Operator::Add => "+",
                Operator::Subtract => "-",
                Operator::Multiply => "*",
                Operator::Divide => "/",
                Operator::Remainder => "%",
                Operator::And => "&",
                Operator::Or => "|",
                Operator::Xor => "^",
                Operator::ShiftLeft => "<<",
                Operator::ShiftRight => ">>",
            };
            let infix = format!("{} {symbol} {}", in_c(a)?, in_c(b)?);
            if op.compares() { infix } else { format!("({infix})") }
        }
        Expression::Minus(a) => format!("-{}", in_c(a)?),
        Expression::Not(a) => format!("!({})", in_c(a)?),
        Expression::Choice(parts) => format!("({} ? {} : {})", in_c(&parts[0])?, in_c(&parts[1])?, in_c(&parts[2])?),
        Expression::LowBits(..) | Expression::Earlier | Expression::Unclear => return None,
    })
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
    use crate::verdict::{Object, Place};

    fn expressions(fact: &Fact) -> Vec<String> {
        let mut sources = SourceMap::new();
        let code = "int g; int f(int x, unsigned u, long w, char *p) { return x + g; }";
        let parsed = crate::parse::parse_text("a.c", code, &mut sources, false).expect("C");
        let config = LowerConfig { data_model: DataModel::Lp64, entry: None, assertions: true, error_calls: true };
        let lowered = crate::lower::lower(&[parsed], &config, &mut sources).expect("a program");
        Names::new(&crate::prepare::prepare(lowered).program, Some("f")).expressions(fact)
    }

    fn variable(name: &str) -> Name {
        Name::Variable(name.to_string())
    }

    fn value(name: &str) -> Box<Expression> {
        Box::new(Expression::Value(Box::new(variable(name))))
    }

    fn infix(a: Box<Expression>, op: Operator, b: Box<Expression>) -> Box<Expression> {
        Box::new(Expression::Infix(a, op, b))
    }

    fn at_most(terms: &[(i64, &str)], bound: i128) -> Fact {
        Fact::AtMost { terms: terms.iter().map(|(factor, name)| (*factor, variable(name))).collect(), bound }
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
    }

    #[test]
    fn only_variables_have_names_in_c() {
        let field = Name::Content(Place::new(Object::Nodes(9, Some("x".into())), 0));
        for name in [field, Name::Old(Box::new(variable("x"))), Name::Temporary("x".into()), Name::Entered(1)] {
            assert_eq!(expressions(&Fact::AtMost { terms: vec![(1, name)], bound: 7 }), [""; 0]);
        }
    }

    #[test]
    fn conditions_hold_or_do_not() {
        let bit = |factor, condition: Box<Expression>, bound| {
            expressions(&Fact::AtMost { terms: vec![(factor, Name::Condition(*condition))], bound })
        };
        let number = |number| Box::new(Expression::Number(number));
        assert_eq!(bit(1, infix(number(100), Operator::Less, value("x")), 0), ["!(100 < x)"]);
        let twice = infix(value("x"), Operator::Multiply, number(2));
        assert_eq!(bit(-1, infix(twice, Operator::Less, value("u")), -1), ["(x * 2) < u", "(x * 2) <= u"]);
        assert_eq!(bit(-1, infix(value("x"), Operator::Equal, number(7)), -1), ["x == 7"]);
        assert_eq!(bit(-1, infix(value("x"), Operator::Below, value("u")), -1), [""; 0]);
        assert_eq!(bit(-1, infix(value("x"), Operator::Less, Box::new(Expression::Earlier)), -1), [""; 0]);
    }

    #[test]
    fn equations_are_modulo_the_width() {
        let equal = |terms: &[(i128, &str)], constant, modulo| {
            let terms = terms.iter().map(|(factor, name)| (*factor, variable(name))).collect();
            expressions(&Fact::Equal { terms, constant, modulo })
        };
        assert_eq!(equal(&[(1, "x")], -3, None), ["x == -3"]);
        assert_eq!(equal(&[(1, "x")], 3, Some(1)), ["(((unsigned long long)x) & 1ULL) == 1ULL"]);
        let both = "(((unsigned long long)x + 4294967295ULL * (unsigned long long)u) & 4294967295ULL) == 5ULL";
        assert_eq!(equal(&[(1, "x"), (-1, "u")], 5, None), [both]);
    }

    #[test]
    fn pointers_and_tuples() {
        let leads = |targets: &[Target]| Fact::Targets { pointer: variable("p"), targets: targets.to_vec() };
        let nodes = Target::Within(Object::Nodes(1, None));
        assert_eq!(expressions(&leads(std::slice::from_ref(&nodes))), ["p != 0"]);
        assert_eq!(expressions(&leads(&[Target::NULL])), ["p == 0"]);
        assert_eq!(expressions(&leads(&[nodes, Target::NULL])), [""; 0]);
        let tuples = Fact::OneOf { names: vec![variable("x"), variable("g")], tuples: vec![vec![1, 2], vec![3, 4]] };
        assert_eq!(expressions(&tuples), ["(x == 1 && g == 2) || (x == 3 && g == 4)"]);
        let small = Name::Condition(*infix(value("x"), Operator::Less, Box::new(Expression::Number(5))));
        let given = |keys: Vec<Key>| expressions(&Fact::Given { keys, fact: Box::new(at_most(&[(1, "g")], 7)) });
        assert_eq!(given(vec![Key::Holds(small.clone())])[0], "!((x < 5)) || (g <= 7)");
        let keys = vec![Key::Fails(small), Key::Is(variable("u"), 3)];
        assert_eq!(given(keys)[0], "!(!(x < 5) && (u == 3)) || (g <= 7)");
    }
}
