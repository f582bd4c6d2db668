//! What the world gives a program at its start.

use super::{Function, Scalar};

/// Strings that `main` is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Strings {
    /// `argv`.
    Arguments,
    /// `envp`.
    Environment,
}

/// Which parameters of `main` are read: the others may be anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MainParameters {
    /// `argc`.
    pub count: bool,
    /// `argv`: `argc` pointers to strings of any length, and a null pointer.
    pub arguments: bool,
    /// `envp`: any number of such pointers, and a null pointer.
    pub environment: bool,
}

impl Function {
    /// The parameters, if this is a `main` that is called as C says.
    pub fn main_parameters(&self) -> Option<MainParameters> {
        let params = &self.signature.params;
        let expected = params.len() <= 3 && params.iter().skip(1).all(|&param| param == Scalar::Pointer);
        let counts = params.first().is_none_or(|param| *param != Scalar::Pointer);
        let body = self.body().filter(|_| self.name == "main" && expected && counts)?;
        let read = |index: usize| body.params.get(index).is_some_and(|&param| body.reads(param));
        Some(MainParameters { count: read(0), arguments: read(1), environment: read(2) })
    }
}
