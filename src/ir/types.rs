//! C types and their layout per data model; the scalar types of expressions.

use crate::base::{IdVec, define_id};
use crate::config::DataModel;

define_id!(
    /// A struct or union.
    RecordId,
    "rec"
);

/// A fixed-width two's complement integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntType {
    /// 8, 16, 32 or 64; `_Bool` is an unsigned 8-bit integer that `lower` keeps at 0 or 1.
    pub bits: u8,
    /// Whether arithmetic is signed.
    pub signed: bool,
}

impl IntType {
    /// C's `int`, the type of comparisons.
    pub const INT: IntType = IntType::signed(32);

    /// A signed type.
    pub const fn signed(bits: u8) -> Self {
        Self { bits, signed: true }
    }

    /// An unsigned type.
    pub const fn unsigned(bits: u8) -> Self {
        Self { bits, signed: false }
    }

    /// All ones in the low `bits`.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - u32::from(self.bits))
    }

    /// Cuts a value to the width.
    pub fn wrap(self, value: u64) -> u64 {
        value & self.mask()
    }

    /// The mathematical value of a bit pattern of this type.
    pub fn value(self, bits: u64) -> i128 {
        let shift = 64 - u32::from(self.bits);
        if self.signed { i128::from(((bits << shift) as i64) >> shift) } else { i128::from(self.wrap(bits)) }
    }

    /// Smallest value.
    pub fn min(self) -> i128 {
        if self.signed { -(1i128 << (self.bits - 1)) } else { 0 }
    }

    /// Largest value.
    pub fn max(self) -> i128 {
        if self.signed { (1i128 << (self.bits - 1)) - 1 } else { (1i128 << self.bits) - 1 }
    }
}

/// A floating-point type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatType {
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `long double`: 12 bytes in ILP32, 16 in LP64. It can be moved around in memory (by `Copy`), but
    /// `lower` reports arithmetic on it as unsupported.
    F80,
}

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer.
    Int(IntType),
    /// A floating-point number.
    Float(FloatType),
    /// A pointer to an object or function.
    Pointer,
}

impl Scalar {
    /// The integer type, if it is one.
    pub fn as_int(self) -> Option<IntType> {
        match self {
            Scalar::Int(int) => Some(int),
            Scalar::Float(_) | Scalar::Pointer => None,
        }
    }

    /// Whether a value of this type, passed to or from a function, arrives as the same bits where the other type is
    /// expected.
    pub fn is_passed_as(self, other: Scalar) -> bool {
        match (self, other) {
            (Scalar::Int(a), Scalar::Int(b)) => a.bits == b.bits,
            (a, b) => a == b,
        }
    }
}

/// A C type as declared, without qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CType {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// An integer or enumeration; plain `char` is signed.
    Int(IntType),
    /// A floating-point type.
    Float(FloatType),
    /// A pointer.
    Pointer(Box<CType>),
    /// An array; `None` is a flexible, incomplete or variable-length one.
    Array(Box<CType>, Option<u64>),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(Box<FunctionType>),
}

impl CType {
    /// The scalar that a value of this type is computed with; `None` for aggregates, functions and `void`.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            CType::Bool => Some(Scalar::Int(IntType::unsigned(8))),
            CType::Int(int) => Some(Scalar::Int(*int)),
            CType::Float(float) => Some(Scalar::Float(*float)),
            CType::Pointer(_) => Some(Scalar::Pointer),
            CType::Void | CType::Array(..) | CType::Record(_) | CType::Function(_) => None,
        }
    }
}

/// A function's type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// Return type.
    pub result: CType,
    /// Parameter types after adjustment (arrays and functions are pointers).
    pub params: Vec<CType>,
    /// Whether `...` follows.
    pub variadic: bool,
    /// Whether the parameters are unknown: `f()`.
    pub unprototyped: bool,
}

/// Struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// Members one after the other.
    Struct,
    /// Members on top of each other.
    Union,
}

/// A member of a struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// `None` for anonymous structs and unions (their members are found through them) and unnamed bit-fields.
    pub name: Option<String>,
    /// Declared type.
    pub ty: CType,
    /// Byte offset; for a bit-field, of the byte that holds its first bit.
    pub offset: u64,
    /// For a bit-field: its first bit within that byte, and its width.
    pub bits: Option<super::BitRange>,
}

/// A struct or union with its layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Tag, if it has one.
    pub tag: Option<String>,
    /// Struct or union.
    pub kind: RecordKind,
    /// Members in order; empty while incomplete.
    pub fields: Vec<Field>,
    /// Bytes, padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Whether the members are known.
    pub complete: bool,
}

/// All records of a program, and layout questions.
#[derive(Clone, Debug)]
pub struct TypeTable {
    /// Sizes of basic types.
    pub data_model: DataModel,
    /// Structs and unions.
    pub records: IdVec<RecordId, Record>,
}

impl TypeTable {
    /// An empty table.
    pub fn new(data_model: DataModel) -> Self {
        Self { data_model, records: IdVec::new() }
    }

    /// `size_t` and the unsigned integer as wide as a pointer.
    pub fn size_type(&self) -> IntType {
        IntType::unsigned(self.pointer_bits())
    }

    /// Bits of a pointer.
    pub fn pointer_bits(&self) -> u8 {
        (self.data_model.pointer_bytes() * 8) as u8
    }

    /// Bytes of a scalar in memory.
    pub fn scalar_size(&self, scalar: Scalar) -> u64 {
        match (scalar, self.data_model) {
            (Scalar::Int(int), _) => u64::from(int.bits) / 8,
            (Scalar::Pointer, model) => model.pointer_bytes(),
            (Scalar::Float(FloatType::F32), _) => 4,
            (Scalar::Float(FloatType::F64), _) => 8,
            (Scalar::Float(FloatType::F80), DataModel::Ilp32) => 12,
            (Scalar::Float(FloatType::F80), DataModel::Lp64) => 16,
        }
    }

    /// `sizeof`; `None` for incomplete types and functions. `void` counts 1, as GNU C has it.
    pub fn size_of(&self, ty: &CType) -> Option<u64> {
        match ty {
            CType::Void => Some(1),
            CType::Array(element, Some(count)) => self.size_of(element)?.checked_mul(*count),
            CType::Array(_, None) | CType::Function(_) => None,
            CType::Record(id) => {
                let record = &self.records[*id];
                record.complete.then_some(record.size)
            }
            CType::Bool | CType::Int(_) | CType::Float(_) | CType::Pointer(_) => {
                ty.scalar().map(|scalar| self.scalar_size(scalar))
            }
        }
    }

    /// The alignment of a member of this type. (i386 aligns 8-byte scalars to 4 inside records, although
    /// `_Alignof` gives 8 there for a variable.)
    pub fn align_of(&self, ty: &CType) -> u64 {
        match ty {
            CType::Void | CType::Function(_) => 1,
            CType::Array(element, _) => self.align_of(element),
            CType::Record(id) => self.records[*id].align,
            CType::Bool | CType::Int(_) | CType::Float(_) | CType::Pointer(_) => {
                let size = self.size_of(ty).unwrap_or(1);
                match self.data_model {
                    DataModel::Ilp32 => size.min(4),
                    DataModel::Lp64 => size.min(16),
                }
            }
        }
    }
}
