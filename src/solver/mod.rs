//! The SMT solver. In: terms. Out: sat, unsat or unknown, and models. `z3.rs` alone knows which solver it is.

mod z3;

pub use self::z3::{version, version_number};
