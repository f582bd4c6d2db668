//! What facts speak of.
//!
//! Names are values. They are made where a fact is found; what stands in them for nodes is given names of types, lines and fields
//! where these are known ([`Naming`]); and they become text only when they are printed: in words here, in C in `explain`.

use std::fmt;

/// An object, or all objects that an allocation makes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// No object: what the null pointer leads to.
    Null,
    /// A variable, a string or a function, by its name.
    Named(String),
    /// What an allocation makes: its number in the formula, and what to call it.
    Nodes(u32, Option<String>),
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Object::Null => f.write_str("null"),
            Object::Named(name) | Object::Nodes(_, Some(name)) => f.write_str(name),
            Object::Nodes(number, None) => write!(f, "heap#{number}"),
        }
    }
}

/// A place in an object, or in each of several.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The object.
    pub object: Object,
    /// Bytes from its start; in a trace it may lie outside.
    pub at: i64,
    /// How C gets there from the object: `.next`, `[3].key`.
    pub path: Option<String>,
}

impl Place {
    /// A place of which no member is known yet.
    pub fn new(object: Object, at: u64) -> Self {
        Self { object, at: at as i64, path: None }
    }

    /// Where it is in its object: a member, an element or an offset.
    pub fn inside(&self) -> String {
        match &self.path {
            Some(path) => path.trim_start_matches('.').to_string(),
            None => format!("{:+}", self.at),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}{path}", self.object),
            None => write!(f, "{}{:+}", self.object, self.at),
        }
    }
}

/// What a pointer may lead to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A place; the start of an object is the object.
    At(Place),
    /// Anywhere in an object.
    Within(Object),
    /// A number that is no address of an object.
    Address(u64),
}

impl Target {
    /// The null pointer.
    pub const NULL: Target = Target::At(Place { object: Object::Null, at: 0, path: None });

    /// The object.
    pub fn object(&self) -> Option<&Object> {
        match self {
            Target::At(place) => Some(&place.object),
            Target::Within(object) => Some(object),
            Target::Address(_) => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::At(Place { object, at: 0, .. }) => object.fmt(f),
            Target::At(place) => place.fmt(f),
            Target::Within(object) => write!(f, "{object}+?"),
            Target::Address(address) => write!(f, "address {address}"),
        }
    }
}

/// A value that facts speak of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// A variable of the program.
    Variable(String),
    /// A value that has no name in the program.
    Temporary(String),
    /// All that is in an object.
    Whole(Object),
    /// What is in a place.
    Content(Place),
    /// Whether an object is freed.
    Freed(Object),
    /// What a loop that is over left in a variable.
    Old(Box<Name>),
    /// How far into its object a pointer leads.
    Offset(Box<Name>),
    /// The index that a fact about all elements of an array is about.
    Index,
    /// The element of an array so far behind that index.
    Element(Object, u64),
    /// How two values compare: the sign of their difference.
    Sign(Box<Name>, Box<Name>),
    /// The product of two values.
    Product(Box<Name>, Box<Name>),
    /// A sum of multiples of values, which wraps.
    Sum(Vec<(i64, Name)>),
    /// Whether a condition holds.
    Condition(Expression),
    /// Whether a loop was entered.
    Entered(usize),
}

impl Name {
    /// Whether it is true or false.
    pub fn is_condition(&self) -> bool {
        matches!(self, Name::Condition(_) | Name::Entered(_))
    }

    /// The name of a variable of the program, if it is one.
    pub fn as_variable(&self) -> Option<&str> {
        match self {
            Name::Variable(name) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Variable(name) | Name::Temporary(name) => f.write_str(name),
            Name::Whole(object) => object.fmt(f),
            Name::Content(place) => place.fmt(f),
            Name::Freed(object) => write!(f, "freed({object})"),
            Name::Old(name) => write!(f, "old({name})"),
            Name::Offset(name) => write!(f, "offset({name})"),
            Name::Index => f.write_str("κ"),
            Name::Element(array, 0) => write!(f, "{array}[κ]"),
            Name::Element(array, distance) => write!(f, "{array}[κ+{distance}]"),
            Name::Sign(a, b) => write!(f, "sign({a} - {b})"),
            Name::Product(a, b) => write!(f, "{a}·{b}"),
            Name::Sum(parts) => {
                f.write_str("wrapped(")?;
                for (position, (factor, name)) in parts.iter().enumerate() {
                    f.write_str(match (*factor < 0, position) {
                        (true, 0) => "-",
                        (true, _) => " - ",
                        (false, 0) => "",
                        (false, _) => " + ",
                    })?;
                    match factor.unsigned_abs() {
                        1 => write!(f, "{name}")?,
                        times => write!(f, "{times}·{name}")?,
                    }
                }
                f.write_str(")")
            }
            Name::Condition(expression) => expression.fmt(f),
            Name::Entered(number) => write!(f, "loop {number} entered"),
        }
    }
}

/// What a condition computes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A value with a name.
    Value(Box<Name>),
    /// A number.
    Number(i64),
    /// Two values combined.
    Infix(Box<Expression>, Operator, Box<Expression>),
    /// The opposite of a number.
    Minus(Box<Expression>),
    /// The opposite of a condition.
    Not(Box<Expression>),
    /// The low bits of a value: how many.
    LowBits(Box<Expression>, u32),
    /// One of two values, by a condition.
    Choice(Box<[Expression; 3]>),
    /// A value from before, without a name.
    Earlier,
    /// Something that is too complicated to say.
    Unclear,
}

/// How two values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Less, as signed numbers.
    Less,
    /// Less or equal, as signed numbers.
    LessOrEqual,
    /// Less, as unsigned numbers.
    Below,
    /// Equal.
    Equal,
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient.
    Divide,
    /// Remainder.
    Remainder,
    /// Bits of both.
    And,
    /// Bits of any.
    Or,
    /// Bits of one.
    Xor,
    /// Shifted to the left.
    ShiftLeft,
    /// Shifted to the right.
    ShiftRight,
}

impl Operator {
    /// Whether the result is a condition.
    pub fn compares(self) -> bool {
        matches!(self, Operator::Less | Operator::LessOrEqual | Operator::Below | Operator::Equal)
    }

    /// In words.
    fn symbol(self) -> &'static str {
        match self {
            Operator::Less => "<",
            Operator::LessOrEqual => "≤",
            Operator::Below => "<ᵤ",
            Operator::Equal => "=",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "·",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Value(name) => name.fmt(f),
            Expression::Number(value) => value.fmt(f),
            Expression::Infix(a, op, b) if op.compares() => write!(f, "{a} {} {b}", op.symbol()),
            Expression::Infix(a, op, b) => write!(f, "({a} {} {b})", op.symbol()),
            Expression::Minus(a) => write!(f, "-{a}"),
            Expression::Not(a) => write!(f, "¬({a})"),
            Expression::LowBits(a, bits) => write!(f, "({a} mod 2^{bits})"),
            Expression::Choice(parts) => write!(f, "({} ? {} : {})", parts[0], parts[1], parts[2]),
            Expression::Earlier => f.write_str("earlier value"),
            Expression::Unclear => f.write_str("…"),
        }
    }
}

/// A condition under which a fact holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Something is true.
    Holds(Name),
    /// Something is false.
    Fails(Name),
    /// A value is a constant.
    Is(Name, i128),
}

impl Key {
    /// What it is about.
    pub fn name_mut(&mut self) -> &mut Name {
        let (Key::Holds(name) | Key::Fails(name) | Key::Is(name, _)) = self;
        name
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Holds(name) => name.fmt(f),
            Key::Fails(name) => write!(f, "not ({name})"),
            Key::Is(name, value) => write!(f, "{name} = {value}"),
        }
    }
}

/// What objects and their members are called.
pub trait Naming {
    /// What nodes of an allocation are called.
    fn nodes(&self, number: u32) -> Option<String>;

    /// How C gets to an offset of an object.
    fn path(&self, object: &Object, at: i64) -> Option<String>;
}

impl Object {
    fn rename(&mut self, naming: &dyn Naming) {
        if let Object::Nodes(number, label) = self {
            *label = naming.nodes(*number);
        }
    }
}

impl Place {
    fn rename(&mut self, naming: &dyn Naming) {
        self.path = naming.path(&self.object, self.at);
        self.object.rename(naming);
    }
}

impl Target {
    /// Gives nodes and members their names.
    pub fn rename(&mut self, naming: &dyn Naming) {
        match self {
            Target::At(place) => place.rename(naming),
            Target::Within(object) => object.rename(naming),
            Target::Address(_) => {}
        }
    }
}

impl Name {
    /// Gives nodes and members their names.
    pub fn rename(&mut self, naming: &dyn Naming) {
        match self {
            Name::Whole(object) | Name::Freed(object) | Name::Element(object, _) => object.rename(naming),
            Name::Content(place) => place.rename(naming),
            Name::Old(name) | Name::Offset(name) => name.rename(naming),
            Name::Sign(a, b) | Name::Product(a, b) => {
                a.rename(naming);
                b.rename(naming);
            }
            Name::Sum(parts) => parts.iter_mut().for_each(|(_, name)| name.rename(naming)),
            Name::Condition(expression) => expression.rename(naming),
            Name::Variable(_) | Name::Temporary(_) | Name::Index | Name::Entered(_) => {}
        }
    }
}

impl Expression {
    fn rename(&mut self, naming: &dyn Naming) {
        match self {
            Expression::Value(name) => name.rename(naming),
            Expression::Infix(a, _, b) => {
                a.rename(naming);
                b.rename(naming);
            }
            Expression::Minus(a) | Expression::Not(a) | Expression::LowBits(a, _) => a.rename(naming),
            Expression::Choice(parts) => parts.iter_mut().for_each(|part| part.rename(naming)),
            Expression::Number(_) | Expression::Earlier | Expression::Unclear => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct List;

    impl Naming for List {
        fn nodes(&self, number: u32) -> Option<String> {
            (number == 9).then(|| "node@23".to_string())
        }

        fn path(&self, object: &Object, at: i64) -> Option<String> {
            matches!((object, at), (Object::Nodes(9, _), 8)).then(|| ".next".to_string())
        }
    }

    #[test]
    fn nodes_are_called_by_type_line_and_field_wherever_they_stand() {
        let content = |number, at| Name::Content(Place::new(Object::Nodes(number, None), at));
        let value = |name| Box::new(Expression::Value(Box::new(name)));
        let below = Expression::Infix(value(content(9, 8)), Operator::Less, value(Name::Variable("n".into())));
        let renamed = |mut name: Name| {
            name.rename(&List);
            name.to_string()
        };
        assert_eq!(renamed(content(9, 8)), "node@23.next");
        assert_eq!(renamed(content(9, 12)), "node@23+12");
        assert_eq!(renamed(content(4, 8)), "heap#4+8");
        assert_eq!(renamed(Name::Condition(below)), "node@23.next < n");
        assert_eq!(renamed(Name::Freed(Object::Nodes(9, None))), "freed(node@23)");
        let mut target = Target::At(Place::new(Object::Nodes(9, None), 0));
        target.rename(&List);
        assert_eq!((target.to_string(), Target::NULL.to_string()), ("node@23".into(), "null".into()));
    }
}
