//! Decides queries about floating-point numbers by splitting boxes.
//!
//! In: booleans that should all hold. Out: that they cannot, values of the variables with which they do, or nothing, after
//! a number of boxes. A box gives each term an interval (numbers, unsigned integers) or says which of the two truth values it
//! may have; what holds is carried from operands to results and back, until nothing changes or a term is left without
//! value. What is still open is split: a condition into both cases, a number in the middle. Multiplication, which is what makes
//! circuits hard, is one of the cheap steps here; what needs more than bounds is left to the solver.

mod interval;
mod propagate;

#[cfg(test)]
mod tests;

use crate::logic::{Assignment, Bits, Evaluator, FastMap, Node, Sort, TermId, TermPool, Value};
use interval::{Interval, step};

/// Terms of a query beyond which it is not looked at.
const MAX_TERMS: usize = 6_000;

/// Steps of propagation that one query may take.
const MAX_STEPS: usize = 1_500_000;

/// Conditions that one box may decide.
const MAX_DECISIONS: usize = 40;

/// The answer to a query.
#[derive(Debug)]
pub(super) enum Answer {
    /// No values satisfy it.
    Unsat,
    /// These do; the others are zero.
    Sat(Assignment),
}

/// What is known of a term in a box.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Range {
    /// Whether it may be true, and false.
    Truth { may_hold: bool, may_fail: bool },
    /// A bit-vector of at most 64 bits: bounds of it as unsigned integer, and as number if it has the width of one.
    Number { min: u64, max: u64, float: Interval },
    /// Anything else.
    Any,
}

impl Range {
    fn truth(value: bool) -> Self {
        Range::Truth { may_hold: value, may_fail: !value }
    }

    fn of_bits(bits: &Bits) -> Self {
        match bits.to_u64() {
            Some(value) if bits.width() <= 64 => {
                let float = if is_float(bits.width()) { Interval::of_bits(bits.width(), value) } else { Interval::ALL };
                Range::Number { min: value, max: value, float }
            }
            _ => Range::Any,
        }
    }

    fn is_empty(self) -> bool {
        match self {
            Range::Truth { may_hold, may_fail } => !may_hold && !may_fail,
            Range::Number { min, max, float } => min > max || float.is_empty(),
            Range::Any => false,
        }
    }

    fn meet(self, other: Self) -> Self {
        match (self, other) {
            (Range::Truth { may_hold: a, may_fail: b }, Range::Truth { may_hold: c, may_fail: d }) => {
                Range::Truth { may_hold: a && c, may_fail: b && d }
            }
            (Range::Number { min: a, max: b, float: x }, Range::Number { min: c, max: d, float: y }) => {
                Range::Number { min: a.max(c), max: b.min(d), float: x.meet(y) }
            }
            (known, Range::Any) | (Range::Any, known) => known,
            _ => self,
        }
    }

    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Range::Truth { may_hold: a, may_fail: b }, Range::Truth { may_hold: c, may_fail: d }) => {
                Range::Truth { may_hold: a || c, may_fail: b || d }
            }
            (Range::Number { min: a, max: b, float: x }, Range::Number { min: c, max: d, float: y }) => {
                Range::Number { min: a.min(c), max: b.max(d), float: x.join(y) }
            }
            _ => Range::Any,
        }
    }

    /// Whether it is a decided truth value, and which.
    fn decided(self) -> Option<bool> {
        match self {
            Range::Truth { may_hold: true, may_fail: false } => Some(true),
            Range::Truth { may_hold: false, may_fail: true } => Some(false),
            _ => None,
        }
    }
}

fn is_float(width: u32) -> bool {
    matches!(width, 32 | 64)
}

/// A box: what is known of some terms, by their position.
#[derive(Clone, Default)]
struct Known(Vec<(usize, Range)>);

/// A query.
struct Search<'a> {
    pool: &'a TermPool,
    /// All terms of the query, operands first.
    terms: Vec<TermId>,
    /// Where each term stands.
    position: FastMap<TermId, usize>,
    roots: Vec<usize>,
    /// What the structure of each term says.
    facts: Vec<Range>,
    /// Variables that are used as numbers.
    numbers: Vec<usize>,
}

/// Decides whether booleans can hold together, if numbers play a part in it and bounds are enough. Adds the steps it took.
pub(super) fn decide(pool: &TermPool, roots: &[TermId], steps: &mut u64) -> Option<Answer> {
    let terms = pool.topological(roots, |_| false);
    if terms.len() > MAX_TERMS || !terms.iter().any(|&term| matches!(pool.node(term), Node::Float(..))) {
        return None;
    }
    let mut left = MAX_STEPS;
    let answer = Search::new(pool, terms, roots).run(&mut left);
    *steps += (MAX_STEPS - left) as u64;
    answer
}

impl<'a> Search<'a> {
    fn new(pool: &'a TermPool, terms: Vec<TermId>, roots: &[TermId]) -> Self {
        let position: FastMap<TermId, usize> = terms.iter().enumerate().map(|(at, &term)| (term, at)).collect();
        let facts = terms.iter().map(|&term| facts(pool, term)).collect();
        let mut numbers: Vec<usize> = Vec::new();
        for &term in &terms {
            if let Node::Float(op, a, b) = pool.node(term)
                && !matches!(op, crate::logic::FloatOp::FromSigned(_) | crate::logic::FloatOp::FromUnsigned(_))
            {
                for operand in [a, b] {
                    let at = position[&operand];
                    if matches!(pool.node(operand), Node::Var(_)) && !numbers.contains(&at) {
                        numbers.push(at);
                    }
                }
            }
        }
        let roots = roots.iter().map(|root| position[root]).collect();
        Self { pool, terms, position, roots, facts, numbers }
    }

    fn run(&self, left: &mut usize) -> Option<Answer> {
        let mut boxes = vec![Known::default()];
        while let Some(known) = boxes.pop() {
            *left = left.checked_sub(self.terms.len() * 6)?;
            let Some(ranges) = self.propagate(&known) else { continue };
            if let Some(found) = self.sample(&ranges) {
                return Some(Answer::Sat(found));
            }
            let (first, second) = self.split(&known, &ranges)?;
            boxes.push(second);
            boxes.push(first);
        }
        Some(Answer::Unsat)
    }

    /// The values in the middle of a box, if they satisfy the query.
    fn sample(&self, ranges: &[Range]) -> Option<Assignment> {
        let mut assignment = Assignment::new();
        for (at, &term) in self.terms.iter().enumerate() {
            if !matches!(self.pool.node(term), Node::Var(_)) {
                continue;
            }
            let value = match (ranges[at], self.pool.sort(term)) {
                (range @ Range::Truth { .. }, _) => Value::Bool(range.decided() == Some(true)),
                (Range::Number { min, float, .. }, Sort::Bv(width)) => {
                    let bits = if self.numbers.contains(&at) { middle_bits(width, float) } else { min };
                    Value::Bv(Bits::new(bits.into(), width))
                }
                _ => continue,
            };
            assignment.set(term, value);
        }
        let mut evaluator = Evaluator::new(assignment);
        let satisfied = self.roots.iter().all(|&root| evaluator.eval(self.pool, self.terms[root]).to_bool());
        satisfied.then(|| evaluator.assignment().clone())
    }

    /// Two boxes that together are a given one: a condition decided both ways, or a number cut in the middle.
    fn split(&self, known: &Known, ranges: &[Range]) -> Option<(Known, Known)> {
        let with = |at: usize, range: Range| {
            let mut known = known.clone();
            known.0.retain(|(other, _)| *other != at);
            known.0.push((at, range));
            known
        };
        let decisions = known.0.iter().filter(|(_, range)| matches!(range, Range::Truth { .. })).count();
        if decisions < MAX_DECISIONS
            && let Some(at) = self.open_condition(ranges)
        {
            return Some((with(at, Range::truth(true)), with(at, Range::truth(false))));
        }
        let widest = self.numbers.iter().copied().filter_map(|at| {
            let (Range::Number { min, max, float }, Sort::Bv(width)) = (ranges[at], self.pool.sort(self.terms[at]))
            else {
                return None;
            };
            let (size, first, second) = halves(width, float)?;
            let range = |float: Interval| Range::Number { min, max, float };
            Some((size, at, range(first), range(second)))
        });
        let widest = widest.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        Some((with(widest.1, widest.2), with(widest.1, widest.3)))
    }

    /// A condition that is open, and on which what the query says depends: part of a conjunction that must fail, or a choice
    /// between values.
    fn open_condition(&self, ranges: &[Range]) -> Option<usize> {
        let open = |at: &usize| matches!(ranges[*at], Range::Truth { may_hold: true, may_fail: true });
        for (at, &term) in self.terms.iter().enumerate().rev() {
            match self.pool.node(term) {
                Node::And(list) if ranges[at].decided() == Some(false) => {
                    let parts = self.pool.list(list).iter().map(|part| self.position[part]);
                    // One part that fails is enough.
                    if parts.clone().any(|part| ranges[part].decided() == Some(false)) {
                        continue;
                    }
                    if let Some(part) = parts.clone().find(open) {
                        return Some(part);
                    }
                }
                Node::Ite(condition, ..) => {
                    let condition = self.position[&condition];
                    if open(&condition) {
                        return Some(condition);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// What the structure of a term says.
fn facts(pool: &TermPool, term: TermId) -> Range {
    match pool.sort(term) {
        Sort::Bool => Range::Truth { may_hold: term != TermId::FALSE, may_fail: term != TermId::TRUE },
        Sort::Bv(width) if width <= 64 => {
            if let Some(bits) = pool.as_bits(term) {
                return Range::of_bits(bits);
            }
            let (min, max) = pool.unsigned_range(term).unwrap_or((0, u128::from(u64::MAX)));
            Range::Number { min: min as u64, max: max as u64, float: Interval::ALL }
        }
        _ => Range::Any,
    }
}

/// How wide an interval is, for the choice of what to split, and its two parts: first what is no number apart from
/// numbers, then the lower and the upper half. Nothing if there is only one value.
fn halves(width: u32, float: Interval) -> Option<(f64, Interval, Interval)> {
    if float.nan {
        let numbers = Interval { nan: false, ..float };
        return (!float.has_no_number()).then(|| (f64::INFINITY, Interval::point(f64::NAN), numbers));
    }
    if float.low >= float.high {
        return None;
    }
    let (low, high) = (float.low.max(-largest(width)), float.high.min(largest(width)));
    let size = (high - low).min(f64::MAX);
    let middle = middle(width, low, high);
    let cut = if middle >= float.high { step(width, float.high, false) } else { middle }.max(float.low);
    Some((size, Interval { high: cut, ..float }, Interval { low: step(width, cut, true), ..float }))
}

fn largest(width: u32) -> f64 {
    if width == 32 { f64::from(f32::MAX) } else { f64::MAX }
}

/// A number between two others: the mean of numbers that are not far apart, else one that is in the middle by its exponent.
fn middle(width: u32, low: f64, high: f64) -> f64 {
    let round = |value: f64| if width == 32 { f64::from(value as f32) } else { value };
    let far = |value: f64| value.abs() > 1e6;
    let value = if low < 0.0 && high > 0.0 && (far(low) || far(high)) {
        0.0
    } else if far(low) || far(high) {
        let mean = |x: f64, y: f64| f64::from_bits(x.to_bits() / 2 + y.to_bits() / 2);
        if low >= 0.0 { mean(low, high) } else { -mean(-high, -low) }
    } else {
        low / 2.0 + high / 2.0
    };
    round(value).clamp(low, high)
}

/// The bits of a number in the middle of an interval.
fn middle_bits(width: u32, float: Interval) -> u64 {
    let value = if float.has_no_number() {
        f64::NAN
    } else if float.low == float.high {
        float.low
    } else {
        middle(width, float.low.max(-largest(width)), float.high.min(largest(width)))
    };
    if width == 32 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
}
