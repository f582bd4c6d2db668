//! What holds at loop heads whatever the invariants are: equal nodes have equal values, new nodes are new.

use crate::logic::{Sort, TermId};
use crate::memory::NODE_BITS;
use crate::ssa::{Encoding, LoopRecord};

/// Where the heads of loops are looked at.
pub(super) struct Heads {
    /// For each loop and class: the nodes at which the head is looked at.
    pub instances: Vec<Vec<Vec<TermId>>>,
    /// For each loop and class: a node at the end of the body that may break the invariant.
    pub witnesses: Vec<Vec<TermId>>,
    /// Facts that do not depend on invariants.
    pub facts: Vec<TermId>,
}

impl Heads {
    /// Prepares the loops of an encoding.
    pub fn of(encoding: &mut Encoding, records: &[LoopRecord]) -> Self {
        let constraints = encoding.memory.constraints.len();
        let mut heads = Self { instances: Vec::new(), witnesses: Vec::new(), facts: Vec::new() };
        heads.choose_witnesses(encoding, records);
        heads.instantiate(encoding, records);
        heads.facts.extend_from_slice(&encoding.memory.constraints[constraints..]);
        heads
    }

    /// Reads the end of each body at a free node per class, which may create dereference variables of heads.
    fn choose_witnesses(&mut self, encoding: &mut Encoding, records: &[LoopRecord]) {
        for (index, record) in records.iter().enumerate() {
            let mut witnesses = Vec::new();
            for (position, class) in record.classes.iter().enumerate() {
                let memory = &mut encoding.memory;
                let node = memory.pool.var(&format!("witness!{index}!{position}"), Sort::Bv(NODE_BITS));
                memory.element(class.exists.1, node);
                for field in &class.fields {
                    memory.element(field.after, node);
                }
                witnesses.push(node);
            }
            self.witnesses.push(witnesses);
        }
    }

    /// Collects the nodes at which heads are looked at, and relates their dereference variables: equal nodes have
    /// equal values, and nothing at a head names the node that the loop is yet to allocate.
    fn instantiate(&mut self, encoding: &mut Encoding, records: &[LoopRecord]) {
        for record in records {
            let mut of_loop = Vec::new();
            for class in &record.classes {
                let memory = &mut encoding.memory;
                let mut arrays: Vec<TermId> = class.fields.iter().map(|field| field.before).collect();
                arrays.push(class.exists.0);
                let mut nodes: Vec<TermId> = Vec::new();
                if class.allocates {
                    nodes.push(memory.node(1));
                }
                for array in &arrays {
                    if let Some(variables) = memory.dereferenced().get(array) {
                        nodes.extend(variables.keys().copied());
                    }
                }
                nodes.sort_unstable();
                nodes.dedup();
                for (i, &a) in nodes.iter().enumerate() {
                    for &b in &nodes[i + 1..] {
                        let same = memory.pool.eq(a, b);
                        if same == TermId::FALSE {
                            continue;
                        }
                        let mut equal = Vec::new();
                        for &array in &arrays {
                            let (x, y) = (memory.element(array, a), memory.element(array, b));
                            equal.push(memory.pool.eq(x, y));
                        }
                        let equal = memory.pool.and(equal);
                        let fact = memory.pool.implies(same, equal);
                        self.facts.push(fact);
                    }
                }
                of_loop.push(nodes);
            }
            self.instances.push(of_loop);
            self.freshness(encoding, record);
            let unreached = encoding.memory.pool.not(record.select);
            let fact = encoding.memory.pool.or([record.head_guard, unreached]);
            self.facts.push(fact);
        }
        self.facts.retain(|&fact| fact != TermId::TRUE);
    }

    /// Loop-back pointers do not name the node that the loop is yet to allocate, and it does not exist at the head.
    fn freshness(&mut self, encoding: &mut Encoding, record: &LoopRecord) {
        let memory = &mut encoding.memory;
        for class in record.classes.iter().filter(|class| class.allocates) {
            let new = memory.node(1);
            let exists = memory.node_bit(class.exists.0, new);
            let fact = memory.pool.not(exists);
            self.facts.push(fact);
            let is_pointer = |memory: &crate::memory::Memory, v: TermId| memory.pool.sort(v) == memory.pointer_sort();
            let mut pointers: Vec<TermId> = record.variables.iter().map(|v| v.before).collect();
            for field in record.classes.iter().flat_map(|other| &other.fields) {
                if let Some(variables) = memory.dereferenced().get(&field.before) {
                    pointers.extend(variables.values().copied());
                }
            }
            pointers.retain(|&v| is_pointer(memory, v));
            for pointer in pointers {
                let there = memory.points_to(pointer, class.object);
                let node = memory.node_part(pointer);
                let same = memory.pool.eq(node, new);
                let named = memory.pool.and([there, same]);
                let fact = memory.pool.not(named);
                self.facts.push(fact);
            }
        }
    }
}
