//! Operations on floating-point numbers as terms of bit-vectors: sign, exponent and significand are computed apart, and the
//! exact result, or one with enough bits and a last one for all that was cut, is rounded once.

use super::super::pool::{TermId, TermPool};
use super::{FloatOp, Format, Whole};

/// The parts of a number. The exponent is that of the highest bit of the significand, signed, without bias.
#[derive(Clone, Copy)]
struct Parts {
    /// A boolean.
    negative: TermId,
    exponent: TermId,
    /// One bit more than the fraction; its highest bit is 0 for subnormal numbers and zero.
    significand: TermId,
    nan: TermId,
    infinite: TermId,
    zero: TermId,
}

impl TermPool {
    /// The result of an operation without operations on floating-point numbers.
    pub fn float_circuit(&mut self, op: FloatOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        match op {
            FloatOp::Add => self.sum_circuit(Format::of(width), a, b, b),
            FloatOp::Sub => {
                let sign = self.bv_const(1 << (width - 1), width);
                let negated = self.bvxor(b, sign);
                self.sum_circuit(Format::of(width), a, negated, b)
            }
            FloatOp::Mul => self.product_circuit(Format::of(width), a, b),
            FloatOp::Div => self.quotient_circuit(Format::of(width), a, b),
            FloatOp::Sqrt => self.root_circuit(Format::of(width), a),
            FloatOp::Whole(whole) => self.whole_circuit(Format::of(width), whole, a),
            FloatOp::Lt => self.less_circuit(Format::of(width), a, b),
            FloatOp::Eq => self.equal_circuit(Format::of(width), a, b),
            FloatOp::Le => {
                let (less, equal) =
                    (self.less_circuit(Format::of(width), a, b), self.equal_circuit(Format::of(width), a, b));
                self.or([less, equal])
            }
            FloatOp::Convert(to) => self.convert_circuit(Format::of(width), Format::of(to), a),
            FloatOp::FromSigned(to) => {
                let sign = self.extract(width - 1, width - 1, a);
                let negative = self.is_set(sign);
                let negated = self.neg(a);
                let magnitude = self.ite(negative, negated, a);
                self.rounded_magnitude(Format::of(to), negative, magnitude)
            }
            FloatOp::FromUnsigned(to) => self.rounded_magnitude(Format::of(to), TermId::FALSE, a),
            FloatOp::ToInt(to) => self.integer_circuit(Format::of(width), to, a),
        }
    }

    fn is_set(&mut self, bit: TermId) -> TermId {
        let one = self.bv_const(1, 1);
        self.eq(bit, one)
    }

    fn is_zero_term(&mut self, bits: TermId) -> TermId {
        let zero = self.bv_const(0, self.width(bits));
        self.eq(bits, zero)
    }

    /// The bits without the sign.
    fn magnitude(&mut self, bits: TermId) -> TermId {
        self.extract(self.width(bits) - 2, 0, bits)
    }

    fn is_nan_term(&mut self, format: Format, bits: TermId) -> TermId {
        let magnitude = self.magnitude(bits);
        let infinity = self.bv_const(format.infinity().into(), format.width - 1);
        self.ult(infinity, magnitude)
    }

    fn parts(&mut self, format: Format, bits: TermId, exponent_width: u32) -> Parts {
        let sign = self.extract(format.width - 1, format.width - 1, bits);
        let negative = self.is_set(sign);
        let magnitude = self.magnitude(bits);
        let field = self.extract(format.width - 2, format.fraction, bits);
        let fraction = self.extract(format.fraction - 1, 0, bits);
        let subnormal = self.is_zero_term(field);
        let normal = self.not(subnormal);
        let hidden = self.bool_to_bv(normal, 1);
        let significand = self.concat(hidden, fraction);
        let one = self.bv_const(1, format.exponent);
        let biased = self.ite(subnormal, one, field);
        let biased = self.zext(biased, exponent_width);
        let bias = self.bv_signed(format.bias(), exponent_width);
        let exponent = self.sub(biased, bias);
        let infinity = self.bv_const(format.infinity().into(), format.width - 1);
        Parts {
            negative,
            exponent,
            significand,
            nan: self.ult(infinity, magnitude),
            infinite: self.eq(magnitude, infinity),
            zero: self.is_zero_term(magnitude),
        }
    }

    /// Shifts a significand to the left until its highest bit is set; the exponent becomes smaller.
    fn normalised(&mut self, exponent: TermId, significand: TermId) -> (TermId, TermId) {
        let width = self.width(significand);
        let (mut exponent, mut significand) = (exponent, significand);
        let mut step = 1 << (31 - (width - 1).leading_zeros());
        while step > 0 {
            let high = self.extract(width - 1, width - step, significand);
            let empty = self.is_zero_term(high);
            let amount = self.bv_const(step.into(), width);
            let shifted = self.shl(significand, amount);
            significand = self.ite(empty, shifted, significand);
            let amount = self.bv_const(step.into(), self.width(exponent));
            let smaller = self.sub(exponent, amount);
            exponent = self.ite(empty, smaller, exponent);
            step /= 2;
        }
        (exponent, significand)
    }

    /// Shifts to the right, and tells whether bits were lost.
    fn shifted_right(&mut self, bits: TermId, amount: TermId) -> (TermId, TermId) {
        let amount = self.resize_unsigned(amount, self.width(bits));
        let shifted = self.lshr(bits, amount);
        let back = self.shl(shifted, amount);
        (shifted, self.ne(back, bits))
    }

    /// The number nearest to a significand of any width, whose highest bit counts two to the exponent.
    fn rounded(&mut self, format: Format, negative: TermId, exponent: TermId, significand: TermId) -> TermId {
        let fraction = format.fraction;
        let missing = (fraction + 3).saturating_sub(self.width(significand));
        let significand = if missing > 0 {
            let zeros = self.bv_const(0, missing);
            self.concat(significand, zeros)
        } else {
            significand
        };
        let width = self.width(significand);
        let zero = self.is_zero_term(significand);
        let (exponent, significand) = self.normalised(exponent, significand);
        let exponent_width = self.width(exponent);
        let bias = self.bv_signed(format.bias(), exponent_width);
        let biased = self.add(exponent, bias);
        let one = self.bv_const(1, exponent_width);
        let small = self.slt(biased, one);
        let (distance, none) = (self.sub(one, biased), self.bv_const(0, exponent_width));
        let distance = self.ite(small, distance, none);
        let (significand, lost) = self.shifted_right(significand, distance);
        let guard = self.extract(width - 2 - fraction, width - 2 - fraction, significand);
        let guard = self.is_set(guard);
        let rest = self.extract(width - 3 - fraction, 0, significand);
        let rest = self.is_zero_term(rest);
        let rest = self.not(rest);
        let odd = self.extract(width - 1 - fraction, width - 1 - fraction, significand);
        let odd = self.is_set(odd);
        let more = self.or([rest, lost, odd]);
        let up = self.and([guard, more]);
        let up = self.bool_to_bv(up, format.width - 1);
        let field = self.ite(small, none, biased);
        let field = self.extract(format.exponent - 1, 0, field);
        let kept = self.extract(width - 2, width - 1 - fraction, significand);
        // A carry out of the fraction makes the exponent greater, up to infinity.
        let packed = self.concat(field, kept);
        let packed = self.add(packed, up);
        let largest = self.bv_const((1 << format.exponent) - 1, exponent_width);
        let large = self.sle(largest, biased);
        let infinity = self.bv_const(format.infinity().into(), format.width - 1);
        let magnitude = self.ite(large, infinity, packed);
        let nothing = self.bv_const(0, format.width - 1);
        let magnitude = self.ite(zero, nothing, magnitude);
        self.signed_magnitude(negative, magnitude)
    }

    fn signed_magnitude(&mut self, negative: TermId, magnitude: TermId) -> TermId {
        let sign = self.bool_to_bv(negative, 1);
        self.concat(sign, magnitude)
    }

    fn infinity_term(&mut self, format: Format, negative: TermId) -> TermId {
        let magnitude = self.bv_const(format.infinity().into(), format.width - 1);
        self.signed_magnitude(negative, magnitude)
    }

    /// The result, or which not-a-number it is.
    fn or_nan(&mut self, format: Format, operands: &[TermId], invalid: TermId, result: TermId) -> TermId {
        let default = self.bv_const(format.default_nan().into(), format.width);
        let mut result = self.ite(invalid, default, result);
        for &operand in operands.iter().rev() {
            let nan = self.is_nan_term(format, operand);
            let quiet = self.bv_const(format.quiet().into(), format.width);
            let quiet = self.bvor(operand, quiet);
            result = self.ite(nan, quiet, result);
        }
        result
    }

    /// The sum; `given` is the second operand as it stands in the program, whose sign a subtraction changed.
    fn sum_circuit(&mut self, format: Format, a: TermId, b: TermId, given: TermId) -> TermId {
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let swap = self.ult(magnitude_a, magnitude_b);
        let (large, small) = (self.ite(swap, b, a), self.ite(swap, a, b));
        let exponent_width = format.exponent + 4;
        let (x, y) = (self.parts(format, large, exponent_width), self.parts(format, small, exponent_width));
        let distance = self.sub(x.exponent, y.exponent);
        let zeros = self.bv_const(0, 3);
        let (significand_x, significand_y) = (self.concat(x.significand, zeros), self.concat(y.significand, zeros));
        let (shifted, lost) = self.shifted_right(significand_y, distance);
        let width = format.fraction + 5;
        let (shifted, significand_x) = (self.zext(shifted, width), self.zext(significand_x, width));
        let lost = self.bool_to_bv(lost, width);
        let shifted = self.bvor(shifted, lost);
        let differ = self.xor(x.negative, y.negative);
        let (sum, difference) = (self.add(significand_x, shifted), self.sub(significand_x, shifted));
        let total = self.ite(differ, difference, sum);
        let one = self.bv_const(1, exponent_width);
        let exponent = self.add(x.exponent, one);
        let nothing = self.is_zero_term(total);
        let both = self.and([x.negative, y.negative]);
        let negative = self.ite(nothing, both, x.negative);
        let finite = self.rounded(format, negative, exponent, total);
        let result = self.ite(x.infinite, large, finite);
        let invalid = self.and([x.infinite, y.infinite, differ]);
        self.or_nan(format, &[a, given], invalid, result)
    }

    fn product_circuit(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let exponent_width = format.exponent + 4;
        let (x, y) = (self.parts(format, a, exponent_width), self.parts(format, b, exponent_width));
        let width = 2 * format.fraction + 2;
        let (wide_x, wide_y) = (self.zext(x.significand, width), self.zext(y.significand, width));
        let product = self.mul(wide_x, wide_y);
        let one = self.bv_const(1, exponent_width);
        let exponent = self.add(x.exponent, y.exponent);
        let exponent = self.add(exponent, one);
        let negative = self.xor(x.negative, y.negative);
        let finite = self.rounded(format, negative, exponent, product);
        let infinite = self.or([x.infinite, y.infinite]);
        let infinity = self.infinity_term(format, negative);
        let result = self.ite(infinite, infinity, finite);
        let (first, second) = (self.and([x.infinite, y.zero]), self.and([x.zero, y.infinite]));
        let invalid = self.or([first, second]);
        self.or_nan(format, &[a, b], invalid, result)
    }

    fn quotient_circuit(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let exponent_width = format.exponent + 4;
        let (x, y) = (self.parts(format, a, exponent_width), self.parts(format, b, exponent_width));
        let (exponent_x, significand_x) = self.normalised(x.exponent, x.significand);
        let (exponent_y, significand_y) = self.normalised(y.exponent, y.significand);
        // The quotient is between a half and two: this many bits are one more than rounding needs.
        let more = format.fraction + 3;
        let zeros = self.bv_const(0, more);
        let dividend = self.concat(significand_x, zeros);
        let divisor = self.zext(significand_y, self.width(dividend));
        let (quotient, rest) = (self.udiv(dividend, divisor), self.urem(dividend, divisor));
        let exact = self.is_zero_term(rest);
        let inexact = self.not(exact);
        let inexact = self.bool_to_bv(inexact, 1);
        let quotient = self.extract(more, 0, quotient);
        let quotient = self.concat(quotient, inexact);
        let exponent = self.sub(exponent_x, exponent_y);
        let negative = self.xor(x.negative, y.negative);
        let finite = self.rounded(format, negative, exponent, quotient);
        let infinity = self.infinity_term(format, negative);
        let nothing = self.bv_const(0, format.width - 1);
        let nothing = self.signed_magnitude(negative, nothing);
        let infinite = self.or([x.infinite, y.zero]);
        let vanishes = self.or([x.zero, y.infinite]);
        let result = self.ite(vanishes, nothing, finite);
        let result = self.ite(infinite, infinity, result);
        let (first, second) = (self.and([x.infinite, y.infinite]), self.and([x.zero, y.zero]));
        let invalid = self.or([first, second]);
        self.or_nan(format, &[a, b], invalid, result)
    }

    fn root_circuit(&mut self, format: Format, a: TermId) -> TermId {
        let exponent_width = format.exponent + 4;
        let x = self.parts(format, a, exponent_width);
        let (exponent, significand) = self.normalised(x.exponent, x.significand);
        let odd = self.extract(0, 0, exponent);
        let odd = self.is_set(odd);
        // The root of this many bits has two more than the significand.
        let digits = format.fraction + 3;
        let zeros = self.bv_const(0, format.fraction + 4);
        let even = self.concat(significand, zeros);
        let even = self.zext(even, 2 * digits);
        let one = self.bv_const(1, 2 * digits);
        let twice = self.shl(even, one);
        let radicand = self.ite(odd, twice, even);
        // Digit by digit, as on paper.
        let width = digits + 2;
        let (mut rest, mut root) = (self.bv_const(0, width), self.bv_const(0, digits));
        for digit in (0..digits).rev() {
            let next = self.extract(2 * digit + 1, 2 * digit, radicand);
            let kept = self.extract(width - 3, 0, rest);
            let current = self.concat(kept, next);
            let low = self.bv_const(1, 2);
            let trial = self.extract(digits - 1, 0, root);
            let trial = self.concat(trial, low);
            let fails = self.ult(current, trial);
            let difference = self.sub(current, trial);
            rest = self.ite(fails, current, difference);
            let fits = self.not(fails);
            let bit = self.bool_to_bv(fits, 1);
            let high = self.extract(digits - 2, 0, root);
            root = self.concat(high, bit);
        }
        let exact = self.is_zero_term(rest);
        let inexact = self.not(exact);
        let inexact = self.bool_to_bv(inexact, 1);
        let root = self.concat(root, inexact);
        let one = self.bv_const(1, exponent_width);
        let half = self.ashr(exponent, one);
        let finite = self.rounded(format, TermId::FALSE, half, root);
        let unchanged = self.or([x.zero, x.infinite]);
        let result = self.ite(unchanged, a, finite);
        let nonzero = self.not(x.zero);
        let invalid = self.and([x.negative, nonzero]);
        self.or_nan(format, &[a], invalid, result)
    }

    fn whole_circuit(&mut self, format: Format, whole: Whole, a: TermId) -> TermId {
        let exponent_width = format.exponent + 4;
        let x = self.parts(format, a, exponent_width);
        let magnitude = self.magnitude(a);
        let width = format.width - 1;
        let limit = self.bv_signed(format.fraction.into(), exponent_width);
        let none = self.bv_const(0, exponent_width);
        let minus_one = self.bv_signed(-1, exponent_width);
        let (is_whole, below_one) = (self.sle(limit, x.exponent), self.slt(x.exponent, none));
        // At least one: the bits behind the point are cut, and a carry makes the exponent greater.
        let shift = self.sub(limit, x.exponent);
        let shift = self.ite(below_one, limit, shift);
        let shift = self.ite(is_whole, none, shift);
        let wide = self.resize_unsigned(shift, width);
        let unit = self.bv_const(1, width);
        let unit = self.shl(unit, wide);
        let one = self.bv_const(1, width);
        let mask = self.sub(unit, one);
        let behind = self.bvand(magnitude, mask);
        let kept = self.bvnot(mask);
        let down = self.bvand(magnitude, kept);
        let up = self.add(down, unit);
        let half = self.lshr(unit, one);
        let fraction_shift = self.resize_unsigned(shift, format.fraction + 1);
        let units = self.lshr(x.significand, fraction_shift);
        let odd = self.extract(0, 0, units);
        let odd = self.is_set(odd);
        let exact = self.is_zero_term(behind);
        let inexact = self.not(exact);
        let positive = self.not(x.negative);
        let (above_half, at_half) = (self.ult(half, behind), self.eq(half, behind));
        let tie_up = self.and([at_half, odd]);
        let go_up = match whole {
            Whole::Nearest => self.or([above_half, tie_up]),
            Whole::Away => self.or([above_half, at_half]),
            Whole::Zero => TermId::FALSE,
            Whole::Down => self.and([inexact, x.negative]),
            Whole::Up => self.and([inexact, positive]),
        };
        let go_up = self.and([go_up, inexact]);
        let large = self.ite(go_up, up, down);
        // Below one: zero or one.
        let at_least_half = self.eq(x.exponent, minus_one);
        let fraction = self.extract(format.fraction - 1, 0, a);
        let fraction = self.is_zero_term(fraction);
        let more = self.not(fraction);
        let above_half = self.and([at_least_half, more]);
        let nonzero = self.not(x.zero);
        let one_up = match whole {
            Whole::Nearest => above_half,
            Whole::Away => at_least_half,
            Whole::Zero => TermId::FALSE,
            Whole::Down => self.and([nonzero, x.negative]),
            Whole::Up => self.and([nonzero, positive]),
        };
        let one = self.bv_const((format.bias() as u128) << format.fraction, width);
        let nothing = self.bv_const(0, width);
        let small = self.ite(one_up, one, nothing);
        let result = self.ite(below_one, small, large);
        let result = self.ite(is_whole, magnitude, result);
        let result = self.signed_magnitude(x.negative, result);
        self.or_nan(format, &[a], TermId::FALSE, result)
    }

    fn less_circuit(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (nan_a, nan_b) = (self.is_nan_term(format, a), self.is_nan_term(format, b));
        let zeros = self.are_zeros(a, b);
        let (sign_a, sign_b) =
            (self.extract(format.width - 1, format.width - 1, a), self.extract(format.width - 1, format.width - 1, b));
        let (negative_a, negative_b) = (self.is_set(sign_a), self.is_set(sign_b));
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let (less, greater) = (self.ult(magnitude_a, magnitude_b), self.ult(magnitude_b, magnitude_a));
        let below = self.ite(negative_b, greater, TermId::TRUE);
        let positive_b = self.not(negative_b);
        let above = self.and([positive_b, less]);
        let less = self.ite(negative_a, below, above);
        let excluded = self.or([nan_a, nan_b, zeros]);
        let allowed = self.not(excluded);
        self.and([allowed, less])
    }

    fn are_zeros(&mut self, a: TermId, b: TermId) -> TermId {
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let (zero_a, zero_b) = (self.is_zero_term(magnitude_a), self.is_zero_term(magnitude_b));
        self.and([zero_a, zero_b])
    }

    fn equal_circuit(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let nan = self.is_nan_term(format, a);
        let number = self.not(nan);
        let same = self.eq(a, b);
        let same = self.and([number, same]);
        let zeros = self.are_zeros(a, b);
        self.or([same, zeros])
    }

    fn convert_circuit(&mut self, from: Format, to: Format, a: TermId) -> TermId {
        let x = self.parts(from, a, from.exponent.max(to.exponent) + 4);
        let finite = self.rounded(to, x.negative, x.exponent, x.significand);
        let infinity = self.infinity_term(to, x.negative);
        let result = self.ite(x.infinite, infinity, finite);
        let fraction = self.extract(from.fraction - 1, 0, a);
        let fraction = if to.fraction > from.fraction {
            let zeros = self.bv_const(0, to.fraction - from.fraction);
            self.concat(fraction, zeros)
        } else {
            self.extract(from.fraction - 1, from.fraction - to.fraction, fraction)
        };
        let quiet = self.bv_const(u128::from(to.infinity() | to.quiet()), to.width - 1);
        let fraction = self.zext(fraction, to.width - 1);
        let nan = self.bvor(fraction, quiet);
        let nan = self.signed_magnitude(x.negative, nan);
        self.ite(x.nan, nan, result)
    }

    fn rounded_magnitude(&mut self, format: Format, negative: TermId, magnitude: TermId) -> TermId {
        let exponent = self.bv_const(u128::from(self.width(magnitude) - 1), format.exponent + 4);
        self.rounded(format, negative, exponent, magnitude)
    }

    fn integer_circuit(&mut self, format: Format, to: u32, a: TermId) -> TermId {
        let exponent_width = format.exponent + 4;
        let x = self.parts(format, a, exponent_width);
        let wide = to + format.fraction;
        let significand = self.zext(x.significand, wide.max(format.fraction + 1));
        let amount = self.resize_unsigned(x.exponent, self.width(significand));
        let shifted = self.shl(significand, amount);
        let magnitude = self.extract(format.fraction + to - 1, format.fraction, shifted);
        let negated = self.neg(magnitude);
        let result = self.ite(x.negative, negated, magnitude);
        let (none, limit) = (self.bv_const(0, exponent_width), self.bv_const(to.into(), exponent_width));
        let (small, fits) = (self.slt(x.exponent, none), self.slt(x.exponent, limit));
        let large = self.not(fits);
        let out = self.or([small, large]);
        let nothing = self.bv_const(0, to);
        self.ite(out, nothing, result)
    }
}
