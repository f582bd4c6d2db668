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
    /// What was in scope when it was declared: it may point to that.
    pub older: Mark,
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
pub struct Mark {
    /// How many places there are.
    pub places: usize,
    /// How many arrays there are.
    pub arrays: usize,
    pointers: usize,
    records: usize,
}

impl Scope {
    /// The present extent.
    pub fn mark(&self) -> Mark {
        Mark {
            places: self.places.len(),
            arrays: self.arrays.len(),
            pointers: self.pointers.len(),
            records: self.records.len(),
        }
    }

    /// Forgets what was declared since.
    pub fn cut(&mut self, mark: Mark) {
        self.places.truncate(mark.places);
        self.arrays.truncate(mark.arrays);
        self.pointers.truncate(mark.pointers);
        self.records.truncate(mark.records);
    }
}
