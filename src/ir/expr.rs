//! Pure expressions.

use super::program::{FunctionId, GlobalId, LocalId};
use super::types::{IntType, Scalar};
use crate::base::Span;

/// An expression with its type and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Type of the value.
    pub ty: Scalar,
    /// Source position, for messages about arithmetic.
    pub span: Span,
}

/// The shapes of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer constant: the bit pattern, cut to the width of the type.
    Int(u64),
    /// A floating constant (of type `float` already rounded).
    Float(f64),
    /// The null pointer.
    Null,
    /// The value of a register.
    Register(LocalId),
    /// The address of a variable that lives in memory.
    LocalAddress(LocalId),
    /// The address of a static object.
    GlobalAddress(GlobalId),
    /// The address of a function.
    FunctionAddress(FunctionId),
    /// An operation with one operand of the same type.
    Unary(UnaryOp, Box<Expr>),
    /// An operation with two operands of the same type (shifts: the right operand may have another integer type).
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A pointer moved by an integer number of bytes; the integer is as wide as a pointer and the sum wraps.
    PointerAdd(Box<Expr>, Box<Expr>),
    /// The byte distance of two pointers into the same object, as a signed integer as wide as a pointer.
    PointerDiff(Box<Expr>, Box<Expr>),
    /// A conversion to the expression's type.
    Cast(CastOp, Box<Expr>),
}

/// Operations with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// Arithmetic negation of an integer or float.
    Neg,
    /// Bitwise complement.
    BitNot,
    /// The square root of a float.
    Sqrt,
    /// A float rounded to a whole number, of two the even one.
    Rint,
    /// The same, of two the one away from zero.
    Round,
    /// A float without its fraction.
    Trunc,
    /// The greatest whole number that is not above a float.
    Floor,
    /// The least whole number that is not below a float.
    Ceil,
}

impl UnaryOp {
    /// C's spelling, or the function's name.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Sqrt => "sqrt",
            UnaryOp::Rint => "rint",
            UnaryOp::Round => "round",
            UnaryOp::Trunc => "trunc",
            UnaryOp::Floor => "floor",
            UnaryOp::Ceil => "ceil",
        }
    }

    /// Whether it is a function of a float.
    pub fn is_float_function(self) -> bool {
        !matches!(self, UnaryOp::Neg | UnaryOp::BitNot)
    }
}

/// Operations with two operands. Comparisons give a 32-bit signed 0 or 1 and take integers, floats or pointers. The
/// remainder of floats is `fmod`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether the result is 0 or 1.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
    }

    /// C's spelling.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }
}

/// Conversions between scalar types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastOp {
    /// Between integers: cut, or extended by the signedness of the source.
    IntToInt,
    /// An integer as a float, rounded to nearest.
    IntToFloat,
    /// A float as an integer, rounded towards zero (undefined when out of range).
    FloatToInt,
    /// Between floats.
    FloatToFloat,
    /// The address as an integer as wide as a pointer.
    PointerToInt,
    /// An integer as wide as a pointer taken as an address.
    IntToPointer,
}

impl Expr {
    /// An integer constant.
    pub fn int(value: i128, ty: IntType, span: Span) -> Self {
        Self { kind: ExprKind::Int(ty.wrap(value as u64)), ty: Scalar::Int(ty), span }
    }

    /// The null pointer.
    pub fn null(span: Span) -> Self {
        Self { kind: ExprKind::Null, ty: Scalar::Pointer, span }
    }

    /// The value of a register.
    pub fn register(local: LocalId, ty: Scalar, span: Span) -> Self {
        Self { kind: ExprKind::Register(local), ty, span }
    }

    /// A binary operation; comparisons get the type `int`.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Self {
        let ty = if op.is_comparison() { Scalar::Int(IntType::INT) } else { left.ty };
        Self { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
    }

    /// A conversion.
    pub fn cast(op: CastOp, operand: Expr, ty: Scalar, span: Span) -> Self {
        Self { kind: ExprKind::Cast(op, Box::new(operand)), ty, span }
    }

    /// The direct operands.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match &self.kind {
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => (Some(a), None),
            ExprKind::Binary(_, a, b) | ExprKind::PointerAdd(a, b) | ExprKind::PointerDiff(a, b) => (Some(a), Some(b)),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Register(_)
            | ExprKind::LocalAddress(_)
            | ExprKind::GlobalAddress(_)
            | ExprKind::FunctionAddress(_) => (None, None),
        };
        first.into_iter().chain(second).map(|e| &**e)
    }

    /// Calls `visit` on this expression and all below it, operands first.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        for operand in self.operands() {
            operand.walk(visit);
        }
        visit(self);
    }

    /// The same, to be changed.
    pub fn walk_mut(&mut self, visit: &mut impl FnMut(&mut ExprKind)) {
        match &mut self.kind {
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => a.walk_mut(visit),
            ExprKind::Binary(_, a, b) | ExprKind::PointerAdd(a, b) | ExprKind::PointerDiff(a, b) => {
                a.walk_mut(visit);
                b.walk_mut(visit);
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Register(_)
            | ExprKind::LocalAddress(_)
            | ExprKind::GlobalAddress(_)
            | ExprKind::FunctionAddress(_) => {}
        }
        visit(&mut self.kind);
    }
}
