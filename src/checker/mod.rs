//! Checkers: data structures that the user describes, and contracts of functions that speak of them.
//!
//! In: texts with checkers and contracts. Out: C functions, with the place of each part in those texts, or an error with its place.
//! Knows nothing of C beyond tokens: the types are checked where the generated functions are.
//!
//! A checker is code that walks through a structure and says whether it is as it should be (seed 004, section 4.2):
//!
//! ```text
//! checker dll(struct node *this, struct node *prev) :=
//!     this == 0 or this.prev == prev and this.next.dll(this)
//! checker arith(struct arith *t) :=
//!     if (t.op == 0) true
//!     else if (t.op == 1) t.node.uni.s.arith()
//!     else t.node.bin.l.arith() and t.node.bin.r.arith()
//! ```
//!
//! From one description three functions are generated: one that *builds* any structure which the checker accepts, one that
//! *consumes* a structure (checks each node and frees it, so that a node that is met twice is used after it was freed, and what
//! is not part of the structure is left over), and one that *tests* it (`HW_CHECK(dll, head, 0)` in the program). A function with
//! a contract is proved by a start function that builds what it requires, calls it, and consumes what it ensures. So
//! every engine knows checkers, and an error is replayed like any other.
//!
//! A call of a function with a contract can be replaced by that of a function which consumes what is required and builds what is
//! ensured, so that a library is proved function by function.
//!
//! - [`token`]: words and marks. [`syntax`]: checkers and contracts as data. [`generate`]: the C functions of checkers; [`contract`]:
//!   those of contracts; [`write`]: formulas as C.

mod contract;
mod generate;
mod syntax;
#[cfg(test)]
mod tests;
mod token;
mod write;

pub use generate::{Called, Function, Generated, Piece, Promise, START, Wishes, generate};
pub use syntax::{Checker, Contract, checkers, clause, comments};

use crate::base::Span;

/// What is wrong with a checker or a contract, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
}

impl Problem {
    fn at(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }
}

/// A text that is read, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Input<'t> {
    /// The text.
    pub text: &'t str,
    /// Where its spans begin.
    pub base: u32,
}
