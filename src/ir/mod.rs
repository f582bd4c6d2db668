//! The typed control-flow graph that every stage after `lower` works on.
//!
//! In: nothing. Out: data types for programs, their layout, properties and errors; a printer and a checker.
//!
//! The graph is meant to be read by machines first:
//! - Scalars whose address is never taken are **registers** ([`Storage::Register`]); everything else lives in
//!   memory and is touched only by explicit [`StatementKind::Load`], `Store`, `Copy`, and library calls.
//! - Expressions are pure: no side effects, no memory access, no calls. They may fail only by what C leaves
//!   undefined for arithmetic (signed overflow, division by zero, oversized shift).
//! - Conversions and promotions are explicit; both operands of a binary operation have the same type (shifts
//!   excepted). Arithmetic on a signed [`IntType`] is C's signed arithmetic: overflow is an error under
//!   `no-overflow` and wraps otherwise. Arithmetic that C defines (pointer offsets, sizes) is done unsigned.
//! - Structs are never values: they are passed and returned through hidden pointers (see [`Signature`]).

mod builtin;
mod check;
mod error;
mod expr;
mod given;
mod liveness;
mod loops;
mod operands;
mod print;
mod program;
mod property;
mod reached;
mod references;
mod system;
mod types;

pub use builtin::{BLOCK_ALIGN, Builtin, ORDER, ORDER_AT_END, Overlap, REALLOC_TO_NOTHING, SAME_LITERAL};
pub use check::check_program;
pub use error::ErrorKind;
pub use expr::{BinaryOp, CastOp, Expr, ExprKind, UnaryOp};
pub use given::{MainParameters, Strings};
pub use liveness::Liveness;
pub use loops::{LoopId, LoopInfo, LoopTree};
pub use print::{print_expr, print_function, print_program, print_type};
pub use program::{
    BitRange, Block, BlockId, Body, Callee, Check, Function, FunctionId, FunctionKind, Global, GlobalId, GlobalKind,
    Inserted, Local, LocalId, Program, Relocation, Signature, SiteId, Statement, StatementKind, Storage, SwitchCase,
    Terminator, TerminatorKind,
};
pub use property::{Property, PropertySet};
pub use system::{SystemArgument, SystemCall};
pub use types::{CType, Field, FloatType, FunctionType, IntType, Record, RecordId, RecordKind, Scalar, TypeTable};
