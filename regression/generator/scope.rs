//! What is in scope while a function is written: places, arrays, pointers and records that statements may use.

use super::expression::{Array, Place};
use super::types::Int;

/// A pointer variable that always points to a live object of its type.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Its name.
    pub name: String,
    /// What it points to.
    pub target: Int,
    /// How many places were in scope when it was declared: it may point to those.
    pub older_places: usize,
}

/// A variable of a struct type.
#[derive(Clone, Debug)]
pub struct RecordVariable {
    /// An lvalue.
    pub text: String,
    /// Which record of the program.
    pub record: usize,
}

/// Everything in scope, innermost last.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Integers.
    pub places: Vec<Place>,
    /// Arrays of integers.
    pub arrays: Vec<Array>,
    /// Pointers to integers.
    pub pointers: Vec<Pointer>,
    /// Structs.
    pub records: Vec<RecordVariable>,
}

/// A point to which a scope can be cut back.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize, usize, usize, usize);

impl Scope {
    /// The present extent.
    pub fn mark(&self) -> Mark {
        Mark(self.places.len(), self.arrays.len(), self.pointers.len(), self.records.len())
    }

    /// Forgets what was declared since.
    pub fn cut(&mut self, mark: Mark) {
        self.places.truncate(mark.0);
        self.arrays.truncate(mark.1);
        self.pointers.truncate(mark.2);
        self.records.truncate(mark.3);
    }
}
