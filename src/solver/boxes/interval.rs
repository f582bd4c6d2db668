//! Intervals of floating-point numbers. Rounding is monotone, so the bounds of a result are results of bounds.

use crate::logic::{FloatOp, Whole, to_f64};

/// The numbers between two bounds, none if they are crossed, and perhaps not-a-number. Zeros are not told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub low: f64,
    pub high: f64,
    pub nan: bool,
}

impl Interval {
    pub const ALL: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true };
    const NAN: Self = Self { low: f64::INFINITY, high: f64::NEG_INFINITY, nan: true };

    pub fn point(value: f64) -> Self {
        if value.is_nan() { Self::NAN } else { Self { low: value, high: value, nan: false } }
    }

    /// The number with these bits.
    pub fn of_bits(width: u32, bits: u64) -> Self {
        Self::point(to_f64(width, bits))
    }

    /// Whether there is no number between the bounds.
    pub fn has_no_number(self) -> bool {
        self.low > self.high
    }

    pub fn is_empty(self) -> bool {
        self.has_no_number() && !self.nan
    }

    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    fn may_be_infinite(self) -> bool {
        self.contains(f64::INFINITY) || self.contains(f64::NEG_INFINITY)
    }

    pub fn meet(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high), nan: self.nan && other.nan }
    }

    pub fn join(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high), nan: self.nan || other.nan }
    }

    pub fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low, nan: self.nan }
    }

    pub fn magnitude(self) -> Self {
        if self.has_no_number() || self.low >= 0.0 {
            return self;
        }
        let low = if self.high >= 0.0 { 0.0 } else { -self.high };
        Self { low, high: (-self.low).max(self.high), nan: self.nan }
    }

    /// The numbers above `low`, `high` and at them that no other interval than all of them covers.
    fn hull(values: impl IntoIterator<Item = f64>, nan: bool) -> Self {
        let mut hull = Self { low: f64::INFINITY, high: f64::NEG_INFINITY, nan };
        for value in values {
            if value.is_nan() {
                return Self { nan, ..Self::ALL };
            }
            hull.low = hull.low.min(value);
            hull.high = hull.high.max(value);
        }
        hull
    }

    /// The results of an operation on numbers of a width; `same` if both operands are one value.
    pub fn apply(op: FloatOp, width: u32, a: Self, b: Self, same: bool) -> Self {
        let nan = a.nan || b.nan;
        if a.has_no_number() || b.has_no_number() {
            return Self { nan, ..Self::NAN };
        }
        let compute = |x: f64, y: f64| rounded_result(op, width, x, y);
        match op {
            FloatOp::Add => {
                let cancel = |x: Self, y: Self| x.contains(f64::INFINITY) && y.contains(f64::NEG_INFINITY);
                let nan = nan || cancel(a, b) || cancel(b, a);
                Self::hull([compute(a.low, b.low), compute(a.high, b.high)], nan)
            }
            FloatOp::Sub if same => Self { low: 0.0, high: 0.0, nan: nan || a.may_be_infinite() },
            FloatOp::Sub => Self::apply(FloatOp::Add, width, a, b.negated(), false),
            FloatOp::Mul if same => {
                let size = a.magnitude();
                Self { low: compute(size.low, size.low), high: compute(size.high, size.high), nan }
            }
            FloatOp::Mul => {
                let vanish = |x: Self, y: Self| x.contains(0.0) && y.may_be_infinite();
                let nan = nan || vanish(a, b) || vanish(b, a);
                let product = |x: f64, y: f64| if x == 0.0 || y == 0.0 { 0.0 } else { compute(x, y) };
                let ends =
                    [product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)];
                Self::hull(ends, nan)
            }
            FloatOp::Div if b.contains(0.0) => {
                Self { nan: nan || a.contains(0.0) || (a.may_be_infinite() && b.may_be_infinite()), ..Self::ALL }
            }
            FloatOp::Div => {
                let nan = nan || (a.may_be_infinite() && b.may_be_infinite());
                let ends =
                    [compute(a.low, b.low), compute(a.low, b.high), compute(a.high, b.low), compute(a.high, b.high)];
                Self::hull(ends, nan)
            }
            FloatOp::Sqrt => {
                let nan = nan || a.low < 0.0;
                if a.high < 0.0 {
                    return Self::NAN;
                }
                Self { low: compute(a.low.max(0.0), 0.0), high: compute(a.high, 0.0), nan }
            }
            FloatOp::Whole(_) | FloatOp::Convert(_) => {
                Self { low: compute(a.low, 0.0), high: compute(a.high, 0.0), nan }
            }
            _ => Self::ALL,
        }
    }

    /// The first operands of a sum, or of a product, that give a result in `result` with the second operand `other`, or
    /// more.
    pub fn operand(op: FloatOp, width: u32, result: Self, other: Self) -> Self {
        let nothing_known = Self { nan: result.nan, ..Self::ALL };
        if result.has_no_number() || other.has_no_number() || result.may_be_infinite() || other.may_be_infinite() {
            return nothing_known;
        }
        // The exact result is less than a step away, and so is what is computed from it here.
        let (low, high) = (step(width, result.low, false), step(width, result.high, true));
        let ends = match op {
            FloatOp::Add => {
                let difference = |x: f64, y: f64| rounded_result(FloatOp::Sub, width, x, y);
                [
                    difference(low, other.high),
                    difference(high, other.low),
                    difference(low, other.high),
                    difference(high, other.low),
                ]
            }
            FloatOp::Mul if !other.contains(0.0) => {
                let quotient = |x: f64, y: f64| rounded_result(FloatOp::Div, width, x, y);
                [
                    quotient(low, other.low),
                    quotient(low, other.high),
                    quotient(high, other.low),
                    quotient(high, other.high),
                ]
            }
            _ => return nothing_known,
        };
        let hull = Self::hull(ends, result.nan);
        Self { low: step(width, hull.low, false), high: step(width, hull.high, true), nan: result.nan }
    }
}

/// The result of an operation on numbers of a width, as a number.
fn rounded_result(op: FloatOp, width: u32, x: f64, y: f64) -> f64 {
    if width == 32 {
        let (x, y) = (x as f32, y as f32);
        return match op {
            FloatOp::Add => f64::from(x + y),
            FloatOp::Sub => f64::from(x - y),
            FloatOp::Mul => f64::from(x * y),
            FloatOp::Div => f64::from(x / y),
            FloatOp::Sqrt => f64::from(x.sqrt()),
            _ => whole_or_converted(op, f64::from(x)),
        };
    }
    match op {
        FloatOp::Add => x + y,
        FloatOp::Sub => x - y,
        FloatOp::Mul => x * y,
        FloatOp::Div => x / y,
        FloatOp::Sqrt => x.sqrt(),
        _ => whole_or_converted(op, x),
    }
}

fn whole_or_converted(op: FloatOp, x: f64) -> f64 {
    match op {
        FloatOp::Whole(Whole::Nearest) => x.round_ties_even(),
        FloatOp::Whole(Whole::Away) => x.round(),
        FloatOp::Whole(Whole::Zero) => x.trunc(),
        FloatOp::Whole(Whole::Down) => x.floor(),
        FloatOp::Whole(Whole::Up) => x.ceil(),
        FloatOp::Convert(32) => f64::from(x as f32),
        _ => x,
    }
}

/// The next number of a width, above or below; infinity has none beyond.
pub(super) fn step(width: u32, value: f64, up: bool) -> f64 {
    match (width, up) {
        (32, true) => f64::from((value as f32).next_up()),
        (32, false) => f64::from((value as f32).next_down()),
        (_, true) => value.next_up(),
        (_, false) => value.next_down(),
    }
}
