//! Solver-independent terms over booleans, bit-vectors, the numbers of IEEE 754 in their bits, and arrays.
//!
//! In: calls of the builder methods of [`TermPool`]. Out: hash-consed terms, simplified at construction,
//! with an evaluator, traversals, substitution and an SMT-LIB printer. Knows nothing of C, of programs or
//! of any solver.
//!
//! Division by zero and oversized shifts have the results that SMT-LIB gives them. Operands of the wrong
//! sort are a bug of the caller and panic. No traversal recurses: terms may be millions of nodes deep.

mod bits;
mod build;
mod eval;
mod facts;
mod float;
mod hash;
mod linear;
mod pool;
mod print;
mod value;
mod walk;

#[cfg(test)]
pub(crate) mod agreement;

pub use bits::Bits;
pub use eval::{Assignment, Evaluator};
pub use float::{FloatOp, Whole, float_at_rank, float_rank, to_f64};
pub use hash::{FastMap, FastSet};
pub use pool::{BinaryOp, List, Node, Sort, TermId, TermPool, Variable};
pub use value::{ArrayValue, Value};
