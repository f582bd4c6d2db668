//! What is known of operands carried to results, and back.

use super::interval::{Interval, step};
use super::{Known, Range, Search, is_float};
use crate::logic::{BinaryOp, Bits, FloatOp, Node, TermId};

/// How often everything is carried up and down.
const ROUNDS: usize = 3;

impl Search<'_> {
    /// What is known of all terms in a box; `None` if a term is left without value.
    pub(super) fn propagate(&self, known: &Known) -> Option<Vec<Range>> {
        let mut ranges = self.facts.clone();
        for &root in &self.roots {
            ranges[root] = ranges[root].meet(Range::truth(true));
        }
        for &(at, range) in &known.0 {
            ranges[at] = ranges[at].meet(range);
        }
        for _ in 0..ROUNDS {
            let before = ranges.clone();
            for at in 0..self.terms.len() {
                let range = ranges[at].meet(self.result(&ranges, at));
                ranges[at] = self.sharpened(at, range);
                if ranges[at].is_empty() {
                    return None;
                }
            }
            for at in (0..self.terms.len()).rev() {
                self.carry_back(&mut ranges, at)?;
            }
            if ranges == before {
                break;
            }
        }
        Some(ranges)
    }

    /// A number whose bits are known is known, and the other way round, but for zeros.
    fn sharpened(&self, at: usize, range: Range) -> Range {
        let Range::Number { min, max, float } = range else { return range };
        let width = self.pool.width(self.terms[at]);
        if !is_float(width) {
            return range;
        }
        if min == max {
            return range.meet(Range::of_bits(&Bits::new(min.into(), width)));
        }
        if float.low == float.high && float.low != 0.0 && !float.nan {
            let bits = if width == 32 { u64::from((float.low as f32).to_bits()) } else { float.low.to_bits() };
            return range.meet(Range::Number { min: bits, max: bits, float });
        }
        range
    }

    fn at(&self, ranges: &[Range], term: TermId) -> Range {
        ranges[self.position[&term]]
    }

    fn float(&self, ranges: &[Range], term: TermId) -> Interval {
        match self.at(ranges, term) {
            Range::Number { float, .. } => float,
            _ => Interval::ALL,
        }
    }

    /// What operands say of a result.
    fn result(&self, ranges: &[Range], at: usize) -> Range {
        let term = self.terms[at];
        let truth = |may_hold: bool, may_fail: bool| Range::Truth { may_hold, may_fail };
        let number = |float: Interval| Range::Number { min: 0, max: u64::MAX, float };
        let integer = |min: u64, max: u64| Range::Number { min, max, float: Interval::ALL };
        match self.pool.node(term) {
            Node::Not(a) => match self.at(ranges, a) {
                Range::Truth { may_hold, may_fail } => truth(may_fail, may_hold),
                _ => Range::Any,
            },
            Node::And(list) => {
                let parts = self.pool.list(list).iter().map(|&part| self.at(ranges, part).decided());
                let fails = parts.clone().any(|part| part == Some(false));
                let holds = parts.clone().all(|part| part == Some(true));
                truth(!fails, !holds)
            }
            Node::Ite(condition, a, b) => match self.at(ranges, condition).decided() {
                Some(true) => self.at(ranges, a),
                Some(false) => self.at(ranges, b),
                None => self.at(ranges, a).join(self.at(ranges, b)),
            },
            Node::Eq(a, b) => match (self.at(ranges, a), self.at(ranges, b)) {
                (x @ Range::Truth { .. }, y @ Range::Truth { .. }) => match (x.decided(), y.decided()) {
                    (Some(x), Some(y)) => Range::truth(x == y),
                    _ => truth(true, true),
                },
                (x @ Range::Number { .. }, y @ Range::Number { .. }) => {
                    let (Range::Number { min, max, .. }, Range::Number { min: low, max: high, .. }) = (x, y) else {
                        return truth(true, true);
                    };
                    truth(!x.meet(y).is_empty(), !(min == max && low == high && min == low))
                }
                _ => truth(true, true),
            },
            Node::Ult(a, b) => match (self.at(ranges, a), self.at(ranges, b)) {
                (Range::Number { min: a_min, max: a_max, .. }, Range::Number { min: b_min, max: b_max, .. }) => {
                    truth(a_min < b_max, a_max >= b_min)
                }
                _ => truth(true, true),
            },
            Node::Slt(a, b) => match (self.signed(ranges, a), self.signed(ranges, b)) {
                (Some((a_min, a_max)), Some((b_min, b_max))) => truth(a_min < b_max, a_max >= b_min),
                _ => truth(true, true),
            },
            Node::Binary(op, a, b) => self.binary_result(ranges, op, a, b),
            Node::Concat(high, low) if self.pool.as_u64(high) == Some(0) => match self.at(ranges, low) {
                Range::Number { min, max, .. } => integer(min, max),
                _ => Range::Any,
            },
            Node::Float(op, a, b) => {
                let width = self.pool.width(a);
                let (x, y) = (self.float(ranges, a), self.float(ranges, b));
                match op {
                    FloatOp::Lt => {
                        let numbers = !x.has_no_number() && !y.has_no_number();
                        truth(numbers && x.low < y.high, x.nan || y.nan || x.high >= y.low)
                    }
                    FloatOp::Le => {
                        let numbers = !x.has_no_number() && !y.has_no_number();
                        truth(numbers && x.low <= y.high, x.nan || y.nan || x.high > y.low)
                    }
                    FloatOp::Eq if a == b => truth(!x.has_no_number(), x.nan),
                    FloatOp::Eq => {
                        let both = Interval { nan: false, ..x }.meet(Interval { nan: false, ..y });
                        let one = x.low == x.high && y.low == y.high && x.low == y.low;
                        truth(!both.has_no_number(), x.nan || y.nan || !one)
                    }
                    FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => {
                        let bounds = match op {
                            FloatOp::FromSigned(_) => self.signed(ranges, a),
                            _ => self.unsigned(ranges, a),
                        };
                        let Some((low, high)) = bounds else { return number(Interval { nan: false, ..Interval::ALL }) };
                        let round = |value: i128| {
                            if matches!(op, FloatOp::FromSigned(32) | FloatOp::FromUnsigned(32)) {
                                f64::from(value as f32)
                            } else {
                                value as f64
                            }
                        };
                        number(Interval { low: round(low), high: round(high), nan: false })
                    }
                    FloatOp::ToInt(to) => {
                        let limit = 2f64.powi(to.min(63) as i32);
                        if x.nan || x.low < 0.0 || x.high >= limit {
                            return integer(0, u64::MAX);
                        }
                        integer(x.low as u64, x.high as u64)
                    }
                    _ => number(Interval::apply(op, width, x, y, a == b && op.is_binary())),
                }
            }
            _ => ranges[at],
        }
    }

    /// Bounds as unsigned integer.
    fn unsigned(&self, ranges: &[Range], term: TermId) -> Option<(i128, i128)> {
        match self.at(ranges, term) {
            Range::Number { min, max, .. } => Some((min.into(), max.into())),
            _ => None,
        }
    }

    /// Bounds as signed integer.
    fn signed(&self, ranges: &[Range], term: TermId) -> Option<(i128, i128)> {
        let (min, max) = self.unsigned(ranges, term)?;
        let half = 1i128 << (self.pool.width(term) - 1);
        Some(match (min >= half, max >= half) {
            (false, false) => (min, max),
            (true, true) => (min - 2 * half, max - 2 * half),
            _ => (-half, half - 1),
        })
    }

    /// What changes the sign bit alone, as a number; sums of small integers.
    fn binary_result(&self, ranges: &[Range], op: BinaryOp, a: TermId, b: TermId) -> Range {
        let width = self.pool.width(a);
        let constant = self.pool.as_u64(b);
        if is_float(width) {
            let sign = 1u64 << (width - 1);
            let number = |float: Interval| Range::Number { min: 0, max: u64::MAX, float };
            match (op, constant) {
                (BinaryOp::Xor, Some(mask)) if mask == sign => return number(self.float(ranges, a).negated()),
                (BinaryOp::And, Some(mask)) if mask == sign - 1 => return number(self.float(ranges, a).magnitude()),
                _ => {}
            }
        }
        let (Some((a_min, a_max)), Some((b_min, b_max))) = (self.unsigned(ranges, a), self.unsigned(ranges, b)) else {
            return Range::Any;
        };
        let bounds = match op {
            BinaryOp::Add => Some((a_min + b_min, a_max + b_max)),
            BinaryOp::Sub => Some((a_min - b_max, a_max - b_min)),
            _ => None,
        };
        match bounds {
            Some((low, high)) if width <= 64 && low >= 0 && high < 1i128 << width => {
                Range::Number { min: low as u64, max: high as u64, float: Interval::ALL }
            }
            _ => Range::Any,
        }
    }

    /// Meets what is known of a term with something; `None` if nothing is left.
    fn learn(&self, ranges: &mut [Range], term: TermId, range: Range) -> Option<()> {
        let at = self.position[&term];
        ranges[at] = self.sharpened(at, ranges[at].meet(range));
        (!ranges[at].is_empty()).then_some(())
    }

    fn learn_number(&self, ranges: &mut [Range], term: TermId, float: Interval) -> Option<()> {
        self.learn(ranges, term, Range::Number { min: 0, max: u64::MAX, float })
    }

    /// What a result says of its operands.
    fn carry_back(&self, ranges: &mut [Range], at: usize) -> Option<()> {
        let result = ranges[at];
        match self.pool.node(self.terms[at]) {
            Node::Not(a) => {
                if let Some(value) = result.decided() {
                    self.learn(ranges, a, Range::truth(!value))?;
                }
            }
            Node::And(list) => match result.decided() {
                Some(true) => {
                    for &part in self.pool.list(list) {
                        self.learn(ranges, part, Range::truth(true))?;
                    }
                }
                Some(false) => {
                    let mut open =
                        self.pool.list(list).iter().filter(|part| self.at(ranges, **part).decided() != Some(true));
                    if let (Some(&last), None) = (open.next(), open.next()) {
                        self.learn(ranges, last, Range::truth(false))?;
                    }
                }
                None => {}
            },
            Node::Ite(condition, a, b) => match self.at(ranges, condition).decided() {
                Some(true) => self.learn(ranges, a, result)?,
                Some(false) => self.learn(ranges, b, result)?,
                None => {
                    if self.at(ranges, a).meet(result).is_empty() {
                        self.learn(ranges, condition, Range::truth(false))?;
                    } else if self.at(ranges, b).meet(result).is_empty() {
                        self.learn(ranges, condition, Range::truth(true))?;
                    }
                }
            },
            Node::Eq(a, b) if result.decided() == Some(true) => {
                let (x, y) = (self.at(ranges, a), self.at(ranges, b));
                self.learn(ranges, a, y)?;
                self.learn(ranges, b, x)?;
            }
            Node::Eq(a, b) if result.decided() == Some(false) => {
                let (x, y) = (self.at(ranges, a), self.at(ranges, b));
                if let Some(value) = x.decided() {
                    self.learn(ranges, b, Range::truth(!value))?;
                } else if let Some(value) = y.decided() {
                    self.learn(ranges, a, Range::truth(!value))?;
                }
                self.learn(ranges, a, without(x, y))?;
                self.learn(ranges, b, without(y, x))?;
            }
            Node::Binary(op, a, b) => self.carry_back_sign(ranges, result, op, a, b)?,
            Node::Float(op, a, b) => self.carry_back_float(ranges, result, op, a, b)?,
            _ => {}
        }
        Some(())
    }

    fn carry_back_sign(&self, ranges: &mut [Range], result: Range, op: BinaryOp, a: TermId, b: TermId) -> Option<()> {
        let width = self.pool.width(a);
        let Range::Number { float, .. } = result else { return Some(()) };
        if !is_float(width) {
            return Some(());
        }
        let sign = 1u64 << (width - 1);
        match (op, self.pool.as_u64(b)) {
            (BinaryOp::Xor, Some(mask)) if mask == sign => self.learn_number(ranges, a, float.negated()),
            (BinaryOp::And, Some(mask)) if mask == sign - 1 => {
                let size = Interval { low: -float.high, ..float };
                self.learn_number(ranges, a, if float.has_no_number() { float } else { size })
            }
            _ => Some(()),
        }
    }

    fn carry_back_float(&self, ranges: &mut [Range], result: Range, op: FloatOp, a: TermId, b: TermId) -> Option<()> {
        let width = self.pool.width(a);
        let (x, y) = (self.float(ranges, a), self.float(ranges, b));
        let number = |low: f64, high: f64| Interval { low, high, nan: false };
        match (op, result) {
            (FloatOp::Eq, _) if a == b => match result.decided() {
                Some(true) => self.learn_number(ranges, a, Interval { nan: false, ..Interval::ALL }),
                Some(false) => self.learn_number(ranges, a, Interval::point(f64::NAN)),
                None => Some(()),
            },
            (FloatOp::Lt | FloatOp::Le | FloatOp::Eq, _) => match result.decided() {
                Some(true) => {
                    let (high, low) = match op {
                        FloatOp::Lt => (step(width, y.high, false), step(width, x.low, true)),
                        _ => (y.high, x.low),
                    };
                    let below = if op == FloatOp::Eq { y.low } else { f64::NEG_INFINITY };
                    let above = if op == FloatOp::Eq { x.high } else { f64::INFINITY };
                    self.learn_number(ranges, a, number(below, high))?;
                    self.learn_number(ranges, b, number(low, above))
                }
                Some(false) if op != FloatOp::Eq && !x.nan && !y.nan => {
                    let (low, high) = match op {
                        FloatOp::Lt => (y.low, x.high),
                        _ => (step(width, y.low, true), step(width, x.high, false)),
                    };
                    self.learn_number(ranges, a, number(low, f64::INFINITY))?;
                    self.learn_number(ranges, b, number(f64::NEG_INFINITY, high))
                }
                _ => Some(()),
            },
            (FloatOp::Add | FloatOp::Mul, Range::Number { float, .. }) => {
                self.learn_number(ranges, a, Interval::operand(op, width, float, y))?;
                self.learn_number(ranges, b, Interval::operand(op, width, float, x))
            }
            (FloatOp::Sub, Range::Number { float, .. }) => {
                self.learn_number(ranges, a, Interval::operand(FloatOp::Add, width, float, y.negated()))?;
                let negated = Interval::operand(FloatOp::Add, width, float, x);
                self.learn_number(ranges, b, negated.negated())
            }
            // Every number of 32 bits is one of 64 bits.
            (FloatOp::Convert(64), Range::Number { float, .. }) => self.learn_number(ranges, a, float),
            _ => Some(()),
        }
    }
}

/// What is left of a range at whose end another one lies that is a single value.
fn without(range: Range, other: Range) -> Range {
    match (range, other) {
        (Range::Number { min, max, float }, Range::Number { min: value, max: last, .. }) if value == last => {
            let min = if min == value { min.saturating_add(1) } else { min };
            let max = if max == value { max.saturating_sub(1) } else { max };
            Range::Number { min, max, float }
        }
        _ => range,
    }
}
