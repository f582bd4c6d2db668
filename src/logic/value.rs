//! Values of terms.

use super::bits::Bits;
use super::pool::Sort;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The value of a term in an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a boolean.
    Bool(bool),
    /// Of a bit-vector.
    Bv(Bits),
    /// Of an array.
    Array(Arc<ArrayValue>),
}

impl Value {
    /// `false`, zero, or the array of zeros: the value of what an assignment leaves open.
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Bv(width) => Value::Bv(Bits::zero(width)),
            Sort::Array(index, element) => Value::Array(Arc::new(ArrayValue::new(index, Bits::zero(element)))),
        }
    }

    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Bv(bits) => Sort::Bv(bits.width()),
            Value::Array(array) => Sort::Array(array.index_width, array.default.width()),
        }
    }

    /// The boolean; panics for another sort.
    pub fn to_bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            other => panic!("{other} is no boolean"),
        }
    }

    /// The bit-vector; panics for another sort.
    pub fn bits(&self) -> &Bits {
        match self {
            Value::Bv(bits) => bits,
            other => panic!("{other} is no bit-vector"),
        }
    }

    /// The array; panics for another sort.
    pub fn array(&self) -> &Arc<ArrayValue> {
        match self {
            Value::Array(array) => array,
            other => panic!("{other} is no array"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Bv(bits) => write!(f, "{bits}"),
            Value::Array(array) => {
                write!(f, "[")?;
                array.entries.iter().try_for_each(|(index, element)| write!(f, "{index}: {element}, "))?;
                write!(f, "else: {}]", array.default)
            }
        }
    }
}

/// An array that holds a default everywhere but at some indices.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    index_width: u32,
    default: Bits,
    /// Never holds the default.
    entries: BTreeMap<Bits, Bits>,
}

impl ArrayValue {
    /// The array that holds `default` everywhere.
    pub fn new(index_width: u32, default: Bits) -> Self {
        Self { index_width, default, entries: BTreeMap::new() }
    }

    /// The element at an index.
    pub fn get(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Replaces the element at an index.
    pub fn set(&mut self, index: Bits, element: Bits) {
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }

    /// What the array holds where [`ArrayValue::entries`] has nothing.
    pub fn default_element(&self) -> &Bits {
        &self.default
    }

    /// The elements that differ from the default, by index.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Bits, &Bits)> {
        self.entries.iter()
    }

    /// Whether `other` holds the same element at all indices where this array has an entry.
    fn covers(&self, other: &Self) -> bool {
        self.entries.iter().all(|(index, element)| other.get(index) == element)
    }
}

/// The same element at every index, whatever the defaults are.
impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        if self.index_width != other.index_width || !self.covers(other) || !other.covers(self) {
            return false;
        }
        // Different defaults are never seen if the entries leave no index over.
        let union = self.entries.len() + other.entries.keys().filter(|i| !self.entries.contains_key(i)).count();
        self.default == other.default || 1usize.checked_shl(self.index_width).is_some_and(|indices| union == indices)
    }
}

impl Eq for ArrayValue {}
