//! What can be verified.

use std::fmt;

/// A property of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Property {
    /// The error function is never called.
    UnreachCall,
    /// No `assert` fails.
    Assertions,
    /// No invalid read or write.
    ValidDeref,
    /// No invalid free.
    ValidFree,
    /// No allocated memory becomes unreachable.
    ValidMemtrack,
    /// All memory is freed at the end.
    ValidMemcleanup,
    /// No signed overflow.
    NoOverflow,
    /// No integer is divided by zero.
    DivisionByZero,
    /// No shift by a negative amount, or by the width or more.
    ShiftRange,
    /// The program ends. Always answered unknown.
    Termination,
    /// Inserted invariants are defined and hold. Nobody asks for it by name: it comes with a witness.
    Invariants,
}

impl Property {
    /// All properties, in the order in which they are reported.
    pub const ALL: [Property; 11] = [
        Property::UnreachCall,
        Property::Assertions,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::NoOverflow,
        Property::DivisionByZero,
        Property::ShiftRange,
        Property::Termination,
        Property::Invariants,
    ];

    /// The name on the command line and in verdicts.
    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::Assertions => "assertions",
            Property::ValidDeref => "valid-deref",
            Property::ValidFree => "valid-free",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::NoOverflow => "no-overflow",
            Property::DivisionByZero => "division-by-zero",
            Property::ShiftRange => "shift-range",
            Property::Termination => "termination",
            Property::Invariants => "invariants",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of properties, in [`Property::ALL`]'s order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PropertySet(u16);

impl PropertySet {
    /// No property.
    pub const EMPTY: PropertySet = PropertySet(0);

    /// The set of the given properties.
    pub fn of(properties: &[Property]) -> Self {
        properties.iter().fold(Self::EMPTY, |set, &p| set.with(p))
    }

    /// What is asked unless something else is: assertions (calls of the error function included), memory safety, and
    /// what else of undefined arithmetic ends programs.
    pub fn usual() -> Self {
        Self::of(&[
            Property::UnreachCall,
            Property::Assertions,
            Property::ValidDeref,
            Property::ValidFree,
            Property::ValidMemtrack,
            Property::DivisionByZero,
            Property::ShiftRange,
        ])
    }

    /// This set and one more.
    #[must_use]
    pub fn with(self, property: Property) -> Self {
        Self(self.0 | 1 << property as u16)
    }

    /// Whether a property is in the set.
    pub fn contains(self, property: Property) -> bool {
        self.0 & (1 << property as u16) != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members that satisfy a condition.
    #[must_use]
    pub fn only(self, accept: impl Fn(Property) -> bool) -> Self {
        self.iter().filter(|&property| accept(property)).fold(Self::EMPTY, Self::with)
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |&p| self.contains(p))
    }
}

impl fmt::Debug for PropertySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
