//! Values and places that expressions lower to.

use crate::ir::{BitRange, CType, Expr, FloatType, LocalId};
use std::rc::Rc;

/// The value of an expression. Scalars are pure expressions. Records and `long double`s, which are no scalars
/// of the IR, are the address of an object that holds them; functions are their address; `void` is 0.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The value or address.
    pub expr: Expr,
    /// The type in C.
    pub ty: CType,
    /// Run-time sizes along the type.
    pub shape: Option<Rc<Shape>>,
}

/// Sizes that only the running program knows, along a type derived from variable-length arrays.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// An array.
    Array {
        /// Its bytes, of type `size_t`.
        size: Expr,
        /// Sizes along its elements' type.
        element: Option<Rc<Shape>>,
    },
    /// A pointer to something with such sizes.
    Pointer(Rc<Shape>),
}

impl Shape {
    /// What a pointer of this shape points at, after decay.
    pub fn target(&self) -> Option<Rc<Shape>> {
        match self {
            Shape::Array { element, .. } => element.clone(),
            Shape::Pointer(target) => Some(target.clone()),
        }
    }

    /// The shape of a pointer to this.
    pub fn pointer(self: &Rc<Self>) -> Rc<Self> {
        Rc::new(Shape::Pointer(self.clone()))
    }
}

/// Where an object is.
#[derive(Clone, Debug)]
pub(super) enum PlaceKind {
    /// In a register.
    Register(LocalId),
    /// In memory, at an address.
    Memory(Expr),
}

/// An object that can be read, and written if it is an lvalue.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Where.
    pub kind: PlaceKind,
    /// Its type.
    pub ty: CType,
    /// For a bit-field.
    pub bits: Option<BitRange>,
    /// Run-time sizes along the type.
    pub shape: Option<Rc<Shape>>,
}

impl Place {
    /// An object in memory.
    pub fn memory(address: Expr, ty: CType) -> Self {
        Self { kind: PlaceKind::Memory(address), ty, bits: None, shape: None }
    }
}

/// What an expression denotes before it is used as a value.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A value.
    Value(Value),
    /// An lvalue.
    Place(Place),
}

impl Operand {
    /// The type, without decay.
    pub fn ty(&self) -> &CType {
        match self {
            Operand::Value(value) => &value.ty,
            Operand::Place(place) => &place.ty,
        }
    }
}

/// Whether values of the type are handled by address.
pub(super) fn by_address(ty: &CType) -> bool {
    matches!(ty, CType::Record(_) | CType::Float(FloatType::F80))
}
