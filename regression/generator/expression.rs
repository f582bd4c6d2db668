//! Expressions without side effects and without undefined behaviour. Every expression carries its type and a
//! range that holds its value whatever the variables hold; an operation that might leave its type is made
//! unsigned or masked first.

use super::Generator;
use super::types::{Int, Range};

/// How tightly an expression holds together in C's grammar.
pub mod binding {
    #![allow(missing_docs)]
    pub const CONDITIONAL: u8 = 3;
    pub const OR: u8 = 4;
    pub const AND: u8 = 5;
    pub const BIT_OR: u8 = 6;
    pub const BIT_XOR: u8 = 7;
    pub const BIT_AND: u8 = 8;
    pub const EQUALITY: u8 = 9;
    pub const RELATION: u8 = 10;
    pub const SHIFT: u8 = 11;
    pub const SUM: u8 = 12;
    pub const PRODUCT: u8 = 13;
    pub const UNARY: u8 = 14;
    pub const POSTFIX: u8 = 15;
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Value {
    /// In C.
    pub text: String,
    /// See [`binding`].
    pub binding: u8,
    /// Its type in C.
    pub ty: Int,
    /// Where its value lies.
    pub range: Range,
}

impl Value {
    /// An expression that needs no parentheses anywhere.
    pub fn atom(text: impl Into<String>, ty: Int, range: Range) -> Self {
        Self { text: text.into(), binding: binding::POSTFIX, ty, range }
    }

    /// The text, in parentheses if it holds together less tightly than `binding`.
    pub fn within(&self, binding: u8) -> String {
        if self.binding < binding { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// A variable, field or element that expressions may read.
#[derive(Clone, Debug)]
pub struct Place {
    /// In C; holds together as tightly as its `binding`.
    pub text: String,
    /// See [`binding`].
    pub binding: u8,
    /// Its type.
    pub ty: Int,
    /// Values it has at all times.
    pub range: Range,
    /// Whether statements may assign any value of its type.
    pub writable: bool,
    /// Whether `&` may be applied.
    pub addressable: bool,
}

/// An array, or a pointer to the first of several elements.
#[derive(Clone, Debug)]
pub struct Array {
    /// A name.
    pub text: String,
    /// Type of the elements.
    pub element: Int,
    /// How many there are.
    pub length: usize,
}

/// A function without side effects.
#[derive(Clone, Debug)]
pub struct PureFunction {
    /// Its name.
    pub name: String,
    /// Types of the parameters.
    pub params: Vec<Int>,
    /// Type of the result.
    pub result: Int,
}

impl Generator<'_> {
    /// An integer constant, in one of C's spellings.
    pub fn literal(&mut self) -> Value {
        const NOTABLE: [i128; 14] = [0, 1, 2, 3, 7, 8, 15, 31, 100, 127, 128, 255, 256, 65535];
        const LARGE: [i128; 6] = [0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, 0x1234_5678_9abc, 1 << 62];
        let value = match self.random.below(10) {
            0..6 => *self.random.pick(&NOTABLE),
            6..9 => self.random.between(0, 1000),
            _ => *self.random.pick(&LARGE),
        };
        let literal = self.literal_of(value);
        if value > 0 && self.random.percent(20) && literal.ty.signed() {
            let range = Range::new(-value, -value);
            return Value { text: format!("-{}", literal.text), binding: binding::UNARY, ty: literal.ty, range };
        }
        literal
    }

    /// A spelling of a constant that is not negative.
    fn literal_of(&mut self, value: i128) -> Value {
        let range = Range::new(value, value);
        if (32..127).contains(&value) && self.random.percent(30) {
            let c = char::from(value as u8);
            if c.is_ascii_alphanumeric() {
                return Value::atom(format!("'{c}'"), Int::Int, range);
            }
        }
        let (digits, decimal) = match self.random.below(8) {
            0..2 => (format!("{value:#x}"), false),
            2 if value > 0 => (format!("0{value:o}"), false),
            _ => (value.to_string(), true),
        };
        let (suffix, candidates): (&str, &[Int]) = match self.random.below(10) {
            0 => ("u", &[Int::UnsignedInt, Int::UnsignedLong, Int::UnsignedLongLong]),
            1 => (
                "L",
                if decimal { &[Int::Long, Int::LongLong] } else { &[Int::Long, Int::UnsignedLong, Int::LongLong] },
            ),
            2 => ("ull", &[Int::UnsignedLongLong]),
            3 => ("LL", &[Int::LongLong]),
            _ if decimal => ("", &[Int::Int, Int::Long, Int::LongLong]),
            _ => ("", &[Int::Int, Int::UnsignedInt, Int::Long, Int::UnsignedLong, Int::LongLong]),
        };
        let model = self.config.data_model;
        let fitting = candidates.iter().find(|ty| ty.range(model).covers(range));
        Value::atom(format!("{digits}{suffix}"), *fitting.unwrap_or(&Int::LongLong), range)
    }

    /// The value of a place.
    pub fn read(&self, place: &Place) -> Value {
        Value { text: place.text.clone(), binding: place.binding, ty: place.ty, range: place.range }
    }

    /// A place in scope, preferring those declared last.
    pub fn some_place(&mut self) -> Option<Place> {
        if !self.scope.arrays.is_empty() && self.random.percent(25) {
            let array = self.random.pick(&self.scope.arrays).clone();
            return Some(self.element(&array));
        }
        let count = self.scope.places.len();
        if count == 0 {
            return None;
        }
        let recent = if self.random.percent(60) { count.min(6) } else { count };
        Some(self.scope.places[count - 1 - self.random.below(recent)].clone())
    }

    /// An element of an array, by an index within it.
    pub fn element(&mut self, array: &Array) -> Place {
        let index = self.index(array.length);
        let (text, binding) = match self.random.below(6) {
            0 => (format!("*({} + {})", array.text, index.within(binding::PRODUCT)), binding::UNARY),
            1 => (format!("{}[{}]", index.within(binding::POSTFIX), array.text), binding::POSTFIX),
            _ => (format!("{}[{}]", array.text, index.text), binding::POSTFIX),
        };
        let range = array.element.range(self.config.data_model);
        Place { text, binding, ty: array.element, range, writable: true, addressable: true }
    }

    /// An expression from 0 to `length - 1`.
    pub fn index(&mut self, length: usize) -> Value {
        let allowed = Range::new(0, length as i128 - 1);
        let fitting: Vec<Place> = self.scope.places.iter().filter(|p| allowed.covers(p.range)).cloned().collect();
        if !fitting.is_empty() && self.random.percent(60) {
            let place = self.random.pick(&fitting).clone();
            return self.read(&place);
        }
        if self.random.percent(40) {
            let value = self.random.below(length);
            return Value::atom(value.to_string(), Int::Int, Range::new(value as i128, value as i128));
        }
        let value = self.expression(1);
        self.reduced(value, length)
    }

    /// A value brought down to the range from 0 to `length - 1`.
    pub fn reduced(&mut self, value: Value, length: usize) -> Value {
        let range = Range::new(0, length as i128 - 1);
        if length.is_power_of_two() {
            let text = format!("{} & {}", value.within(binding::EQUALITY), length - 1);
            return Value { text, binding: binding::BIT_AND, ty: value.ty.promoted(), range };
        }
        let text = format!("{} % {length}", value.within(binding::PRODUCT));
        if value.range.is_natural() {
            return Value { text, binding: binding::PRODUCT, ty: value.ty.promoted(), range };
        }
        let ty = value.ty.to_unsigned();
        let text = format!("({}){} % {length}", ty.name(), value.within(binding::UNARY));
        Value { text, binding: binding::PRODUCT, ty, range }
    }

    /// An expression of any integer type.
    pub fn expression(&mut self, depth: usize) -> Value {
        if depth == 0 || self.random.percent(15) {
            return self.leaf();
        }
        match self.random.below(20) {
            0..7 => {
                let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
                let op = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                self.arithmetic(op, a, b)
            }
            7 => self.division(depth),
            8..10 => self.shift(depth),
            10..12 => self.unary(depth),
            12..14 => self.condition(depth),
            14..16 => {
                let value = self.expression(depth - 1);
                let ty = *self.random.pick(&Int::ALL);
                self.cast(value, ty)
            }
            16..18 => self.conditional(depth),
            _ => self.pure_call(depth),
        }
    }

    fn leaf(&mut self) -> Value {
        if self.random.percent(3) {
            return self.size_of_type();
        }
        if self.random.percent(72)
            && let Some(place) = self.some_place()
        {
            return self.read(&place);
        }
        self.literal()
    }

    fn size_of_type(&mut self) -> Value {
        let ty = *self.random.pick(&Int::ALL);
        let bytes = i128::from(ty.bits(self.config.data_model).div_ceil(8));
        Value::atom(format!("sizeof({})", ty.name()), self.size_type(), Range::new(bytes, bytes))
    }

    /// A conversion.
    pub fn cast(&mut self, value: Value, ty: Int) -> Value {
        let range = if ty == Int::Bool { Range::new(0, 1) } else { value.range.converted(ty, self.config.data_model) };
        let text = format!("({}){}", ty.name(), value.within(binding::UNARY));
        Value { text, binding: binding::UNARY, ty, range }
    }

    /// A sum, difference, product or bitwise combination; made unsigned where a signed one might overflow.
    pub fn arithmetic(&mut self, op: &str, a: Value, b: Value) -> Value {
        let model = self.config.data_model;
        let ty = a.ty.common(b.ty, model);
        let (x, y) = (a.range.converted(ty, model), b.range.converted(ty, model));
        let exact = match op {
            "+" => x.corners(y, i128::checked_add),
            "-" => x.corners(y, i128::checked_sub),
            "*" => x.corners(y, i128::checked_mul),
            "&" if x.is_natural() && y.is_natural() => Some(Range::new(0, x.high.min(y.high))),
            "&" if x.is_natural() => Some(Range::new(0, x.high)),
            "&" if y.is_natural() => Some(Range::new(0, y.high)),
            "|" | "^" if x.is_natural() && y.is_natural() => Some(x.hull(y).bit_closure()),
            _ => Some(ty.range(model)),
        };
        let range = match exact {
            Some(range) if ty.range(model).covers(range) => range,
            _ if !ty.signed() => ty.range(model),
            _ => {
                let a = self.cast(a, ty.to_unsigned());
                return self.arithmetic(op, a, b);
            }
        };
        let binding = match op {
            "+" | "-" => binding::SUM,
            "*" => binding::PRODUCT,
            "&" => binding::BIT_AND,
            "|" => binding::BIT_OR,
            _ => binding::BIT_XOR,
        };
        Value { text: join(&a, op, &b, binding), binding, ty, range }
    }

    /// A quotient or remainder by something that is never zero (and never -1).
    fn division(&mut self, depth: usize) -> Value {
        let model = self.config.data_model;
        let a = self.expression(depth - 1);
        let b = match self.random.below(3) {
            0 => {
                let value = self.random.between(1, 9);
                self.literal_of(value)
            }
            1 => {
                let b = self.expression(depth - 1);
                let b = self.reduced(b, 8);
                let one = Value::atom("1", Int::Int, Range::new(1, 1));
                self.arithmetic("+", b, one)
            }
            _ => {
                let value = self.random.between(2, 9);
                let text = format!("-{value}");
                Value { text, binding: binding::UNARY, ty: Int::Int, range: Range::new(-value, -value) }
            }
        };
        let ty = a.ty.common(b.ty, model);
        let (x, y) = (a.range.converted(ty, model), b.range.converted(ty, model));
        let quotient = self.random.percent(50);
        let largest = x.low.abs().max(x.high.abs());
        let range = if quotient {
            if x.is_natural() && y.low > 0 { Range::new(0, x.high / y.low) } else { Range::new(-largest, largest) }
        } else {
            let most = (y.low.abs().max(y.high.abs()) - 1).min(largest);
            Range::new(if x.is_natural() { 0 } else { -most }, most)
        };
        let op = if quotient { "/" } else { "%" };
        Value {
            text: join(&a, op, &b, binding::PRODUCT),
            binding: binding::PRODUCT,
            ty,
            range: range.converted(ty, model),
        }
    }

    fn shift(&mut self, depth: usize) -> Value {
        let model = self.config.data_model;
        let a = self.expression(depth - 1);
        let ty = a.ty.promoted();
        let width = ty.bits(model) as usize;
        let amount = match self.random.below(3) {
            0 => self.index(8),
            1 => self.index(width),
            _ => {
                let value = self.random.below(width);
                Value::atom(value.to_string(), Int::Int, Range::new(value as i128, value as i128))
            }
        };
        if self.random.percent(50) {
            let range = a.range.corners(amount.range, |x, n| Some(x >> n)).unwrap_or(ty.range(model));
            return Value { text: join(&a, ">>", &amount, binding::SHIFT), binding: binding::SHIFT, ty, range };
        }
        let shifted = |range: Range| Range::new(0, range.high << amount.range.high.min(63));
        let exact = a.range.is_natural() && ty.range(model).covers(shifted(a.range));
        let a = if ty.signed() && !exact { self.cast(a, ty.to_unsigned()) } else { a };
        let ty = a.ty.promoted();
        let range = shifted(a.range).converted(ty, model);
        Value { text: join(&a, "<<", &amount, binding::SHIFT), binding: binding::SHIFT, ty, range }
    }

    fn unary(&mut self, depth: usize) -> Value {
        let model = self.config.data_model;
        let mut a = self.expression(depth - 1);
        if self.random.percent(30) {
            let range = Range::new(i128::from(a.range == Range::new(0, 0)), 1);
            return Value {
                text: format!("!{}", a.within(binding::UNARY)),
                binding: binding::UNARY,
                ty: Int::Int,
                range,
            };
        }
        let op = if self.random.percent(50) { "-" } else { "~" };
        let negated = |range: Range| {
            let shift = i128::from(op == "~");
            Range::new(-range.high - shift, -range.low - shift)
        };
        let mut ty = a.ty.promoted();
        if ty.signed() && !ty.range(model).covers(negated(a.range)) {
            a = self.cast(a, ty.to_unsigned());
            ty = a.ty;
        }
        let range = negated(a.range).converted(ty, model);
        let operand = if a.text.starts_with('-') { format!("({})", a.text) } else { a.within(binding::UNARY) };
        Value { text: format!("{op}{operand}"), binding: binding::UNARY, ty, range }
    }

    /// A comparison or a logical combination.
    pub fn condition(&mut self, depth: usize) -> Value {
        let range = Range::new(0, 1);
        let depth = depth.max(1) - 1;
        if self.random.percent(30) {
            let (a, b) = (self.condition(depth), self.condition(depth));
            let (op, binding) = if self.random.percent(50) { ("&&", binding::AND) } else { ("||", binding::OR) };
            return Value { text: join(&a, op, &b, binding), binding, ty: Int::Int, range };
        }
        let (a, b) = (self.expression(depth), self.expression(depth));
        let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let binding = if matches!(op, "==" | "!=") { binding::EQUALITY } else { binding::RELATION };
        Value { text: join(&a, op, &b, binding), binding, ty: Int::Int, range }
    }

    fn conditional(&mut self, depth: usize) -> Value {
        let model = self.config.data_model;
        let (c, a, b) = (self.condition(depth - 1), self.expression(depth - 1), self.expression(depth - 1));
        let ty = a.ty.common(b.ty, model);
        let range = a.range.converted(ty, model).hull(b.range.converted(ty, model));
        let text = format!("{} ? {} : {}", c.within(binding::OR), a.text, b.within(binding::CONDITIONAL));
        Value { text, binding: binding::CONDITIONAL, ty, range }
    }

    fn pure_call(&mut self, depth: usize) -> Value {
        if self.pure.is_empty() {
            return self.conditional(depth);
        }
        let function = self.random.pick(&self.pure).clone();
        let args: Vec<String> = function.params.iter().map(|_| self.expression(depth - 1).text).collect();
        let range = function.result.range(self.config.data_model);
        Value::atom(format!("{}({})", function.name, args.join(", ")), function.result, range)
    }
}

/// A binary operation; left-associative.
fn join(a: &Value, op: &str, b: &Value, binding: u8) -> String {
    let right = b.within(binding + 1);
    format!("{} {op} {right}", a.within(binding))
}
