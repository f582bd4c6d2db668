//! Classes: objects that stand for all nodes that one allocation in a residual loop ever makes.
//!
//! Each field of the nodes is one array term from node numbers to values. The solver never sees it: reading
//! walks the term backwards (a store gives an if-then-else on the node number, a join a choice), and at the
//! array variable of a loop head it ends in a **dereference variable** for that head and node, which `synth`
//! constrains by the head's invariant. What was written is read back exactly, and the invariant is
//! instantiated exactly where the program looks.

use super::{Memory, Misaligned, NODE_BITS, ObjectId, Target};
use crate::logic::{Node, Sort, TermId};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// One field of the nodes of a class.
#[derive(Clone, Debug)]
pub struct NodeField {
    /// Bytes.
    pub width: u64,
    /// Whether it holds pointers.
    pub pointer: bool,
    /// From node numbers to values.
    pub array: TermId,
}

/// All nodes of a class.
#[derive(Clone, Debug)]
pub struct Nodes {
    /// Fields by offset.
    pub fields: BTreeMap<u64, NodeField>,
    /// Whether a node was allocated: an array of single bits.
    pub exists: TermId,
    /// Whether a node was freed: an array of single bits.
    pub dead: TermId,
}

/// Dereference variables: for each array variable, the nodes at which it was read, with the value there.
pub type DereferenceVariables = IndexMap<TermId, IndexMap<TermId, TermId>>;

impl Memory {
    /// A class without nodes.
    pub fn no_nodes(&mut self) -> Nodes {
        let zero = self.pool.bv_const(0, 1);
        let none = self.pool.const_array(NODE_BITS, zero);
        Nodes { fields: BTreeMap::new(), exists: none, dead: none }
    }

    /// The bits of a field's value.
    pub fn field_bits(&self, width: u64, pointer: bool) -> u32 {
        match (pointer, self.pointer_sort()) {
            (true, Sort::Bv(bits)) => bits,
            _ => 8 * width as u32,
        }
    }

    /// Says what the pointers of an array variable may point to.
    pub fn set_array_targets(&mut self, array: TermId, targets: Rc<[Target]>) {
        self.opaque.insert(array, targets);
    }

    /// The element of an array term at a node: see the module.
    pub fn element(&mut self, array: TermId, node: TermId) -> TermId {
        if let Some(&value) = self.elements.get(&(array, node)) {
            return value;
        }
        let value = match self.pool.node(array) {
            Node::Store(rest, at, value) => {
                let here = self.pool.eq(at, node);
                if here == TermId::TRUE {
                    value
                } else {
                    let rest = self.element(rest, node);
                    self.pool.ite(here, value, rest)
                }
            }
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.element(a, node), self.element(b, node));
                self.pool.ite(condition, a, b)
            }
            Node::ConstArray(_, value) => value,
            _ => self.dereference_variable(array, node),
        };
        self.elements.insert((array, node), value);
        value
    }

    /// The element of an array term at a node, if it was read before.
    pub fn known_element(&self, array: TermId, node: TermId) -> Option<TermId> {
        self.elements.get(&(array, node)).copied()
    }

    fn dereference_variable(&mut self, array: TermId, node: TermId) -> TermId {
        let Sort::Array(_, bits) = self.pool.sort(array) else { return TermId::FALSE };
        let variable = self.pool.var(&format!("deref!{}!{}", array.0, node.0), Sort::Bv(bits));
        if let Some(targets) = self.opaque.get(&array).cloned() {
            self.set_targets(variable, targets);
        }
        self.dereferenced.entry(array).or_default().insert(node, variable);
        variable
    }

    /// All dereference variables so far.
    pub fn dereferenced(&self) -> &DereferenceVariables {
        &self.dereferenced
    }

    /// Whether a bit of a node is set.
    pub fn node_bit(&mut self, array: TermId, node: TermId) -> TermId {
        let bit = self.element(array, node);
        let one = self.pool.bv_const(1, 1);
        self.pool.eq(bit, one)
    }

    /// Sets a bit of a node if a condition holds.
    pub fn set_node_bit(&mut self, array: TermId, node: TermId, value: bool, condition: TermId) -> TermId {
        let new = self.pool.bv_const(u128::from(value), 1);
        let value = if condition == TermId::TRUE {
            new
        } else {
            let old = self.element(array, node);
            self.pool.ite(condition, new, old)
        };
        self.pool.store(array, node, value)
    }

    /// The array of a field; one that was never written holds anything.
    fn field_array(
        &mut self,
        object: ObjectId,
        nodes: &Nodes,
        at: u64,
        width: u64,
        pointer: bool,
    ) -> Result<TermId, Misaligned> {
        if let Some(field) = nodes.fields.get(&at) {
            return if field.width == width && field.pointer == pointer { Ok(field.array) } else { Err(Misaligned) };
        }
        let overlaps =
            nodes.fields.range(..at + width).next_back().is_some_and(|(start, field)| start + field.width > at);
        if overlaps {
            return Err(Misaligned);
        }
        let bits = self.field_bits(width, pointer);
        let name = format!("unwritten!{}!{at}!{width}!{pointer}", object.0);
        let array = self.pool.var(&name, Sort::Array(NODE_BITS, bits));
        if pointer {
            self.set_array_targets(array, Target::unset().into());
        }
        Ok(array)
    }

    /// Reads a field of a node.
    pub fn read_node(
        &mut self,
        object: ObjectId,
        nodes: &Nodes,
        node: TermId,
        offset: TermId,
        width: u64,
        pointer: bool,
    ) -> Result<TermId, Misaligned> {
        if let Node::Ite(condition, a, b) = self.pool.node(offset) {
            let a = self.read_node(object, nodes, node, a, width, pointer)?;
            let b = self.read_node(object, nodes, node, b, width, pointer)?;
            return Ok(self.pool.ite(condition, a, b));
        }
        let at = self.pool.as_u64(offset).ok_or(Misaligned)?;
        let array = self.field_array(object, nodes, at, width, pointer)?;
        Ok(self.element(array, node))
    }

    /// Writes a field of a node if a condition holds.
    pub fn write_node(
        &mut self,
        object: ObjectId,
        nodes: &Nodes,
        node: TermId,
        offset: TermId,
        cell: super::Cell,
        condition: TermId,
    ) -> Result<Nodes, Misaligned> {
        if let Node::Ite(choice, a, b) = self.pool.node(offset) {
            let other = self.pool.not(choice);
            let (first, second) = (self.pool.and([condition, choice]), self.pool.and([condition, other]));
            let nodes = self.write_node(object, nodes, node, a, cell, first)?;
            return self.write_node(object, &nodes, node, b, cell, second);
        }
        let at = self.pool.as_u64(offset).ok_or(Misaligned)?;
        let array = self.field_array(object, nodes, at, cell.width, cell.pointer)?;
        let value = if condition == TermId::TRUE {
            cell.value
        } else {
            let old = self.element(array, node);
            self.pool.ite(condition, cell.value, old)
        };
        let array = self.pool.store(array, node, value);
        let mut nodes = nodes.clone();
        nodes.fields.insert(at, NodeField { width: cell.width, pointer: cell.pointer, array });
        Ok(nodes)
    }

    /// Allocates a node: its fields hold zero, or anything.
    pub fn allocate_node(&mut self, object: ObjectId, nodes: &Nodes, node: TermId, zeroed: bool) -> Nodes {
        let mut new = nodes.clone();
        new.exists = self.set_node_bit(nodes.exists, node, true, TermId::TRUE);
        new.dead = self.set_node_bit(nodes.dead, node, false, TermId::TRUE);
        for (at, field) in &mut new.fields {
            let value = if zeroed && field.pointer {
                self.null()
            } else if zeroed {
                self.pool.bv_const(0, 8 * field.width as u32)
            } else if field.pointer {
                let address = self.pool.fresh_var("junk", Sort::Bv(self.pointer_bits));
                self.foreign_pointer(address)
            } else {
                self.pool.fresh_var(&format!("fresh!{}!{at}", object.0), Sort::Bv(8 * field.width as u32))
            };
            field.array = self.pool.store(field.array, node, value);
        }
        new
    }

    /// The nodes after a join.
    pub fn merge_nodes(
        &mut self,
        object: ObjectId,
        condition: TermId,
        a: &Nodes,
        b: &Nodes,
    ) -> Result<Nodes, Misaligned> {
        let exists = self.pool.ite(condition, a.exists, b.exists);
        let dead = self.pool.ite(condition, a.dead, b.dead);
        let mut fields = BTreeMap::new();
        for (&at, field) in a.fields.iter().chain(b.fields.iter().filter(|(at, _)| !a.fields.contains_key(at))) {
            let x = self.field_array(object, a, at, field.width, field.pointer)?;
            let y = self.field_array(object, b, at, field.width, field.pointer)?;
            let array = self.pool.ite(condition, x, y);
            fields.insert(at, NodeField { width: field.width, pointer: field.pointer, array });
        }
        Ok(Nodes { fields, exists, dead })
    }
}
