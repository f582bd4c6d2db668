//! Arrays.

use super::super::pool::{Node, Sort, TermId, TermPool};

/// Stores that a read walks over to find what it reads.
const MAX_WALK: u32 = 64;

impl TermPool {
    /// The array that holds `element` at every index of that width.
    pub fn const_array(&mut self, index_width: u32, element: TermId) -> TermId {
        let width = self.width(element);
        self.intern(Node::ConstArray(index_width, element), Sort::Array(index_width, width))
    }

    fn array_widths(&self, array: TermId) -> (u32, u32) {
        match self.sort(array) {
            Sort::Array(index, element) => (index, element),
            other => panic!("{array} is no array but {other:?}"),
        }
    }

    /// The element at an index.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let (index_width, element_width) = self.array_widths(array);
        assert_eq!(self.width(index), index_width, "the index {index} fits the array");
        match self.read(array, index) {
            Ok(element) => element,
            Err(rest) => match self.node(rest) {
                Node::Ite(condition, a, b) => match (self.read(a, index), self.read(b, index)) {
                    (Ok(a), Ok(b)) => self.ite(condition, a, b),
                    _ => self.bv_node(Node::Select(rest, index), element_width),
                },
                _ => self.bv_node(Node::Select(rest, index), element_width),
            },
        }
    }

    /// What a read finds behind stores that must or cannot be at its index; otherwise the array where it is stuck.
    fn read(&self, mut array: TermId, index: TermId) -> Result<TermId, TermId> {
        for _ in 0..MAX_WALK {
            match self.node(array) {
                Node::ConstArray(_, element) => return Ok(element),
                Node::Store(_, at, element) if at == index => return Ok(element),
                Node::Store(before, at, _) if self.must_differ(at, index) => array = before,
                _ => break,
            }
        }
        Err(array)
    }

    /// The array with one element replaced.
    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        let (index_width, element_width) = self.array_widths(array);
        assert_eq!(self.width(index), index_width, "the index {index} fits the array");
        assert_eq!(self.width(element), element_width, "the element {element} fits the array");
        match (self.node(array), self.node(element)) {
            (Node::ConstArray(_, everywhere), _) if everywhere == element => array,
            (_, Node::Select(from, at)) if from == array && at == index => array,
            (Node::Store(before, at, _), _) if at == index => self.store(before, index, element),
            _ => self.intern(Node::Store(array, index, element), Sort::Array(index_width, element_width)),
        }
    }
}
