//! What holds at loop heads whatever the invariants are: equal nodes have equal values, new nodes are new.

use crate::logic::{FastMap, FastSet, Node, Sort, TermId};
use crate::memory::{Memory, NODE_BITS};
use crate::ssa::{Encoding, LoopClass, LoopRecord};
use indexmap::IndexSet;

/// Indices of one array at which a head is looked at, beyond which the others are left out.
const MAX_INDICES: usize = 24;

/// Where the heads of loops are looked at.
pub(super) struct Heads {
    /// For each loop and class: the nodes at which the head is looked at; for each of its arrays after that, the indices.
    pub instances: Vec<Vec<Vec<TermId>>>,
    /// For each loop and class: a node at the end of the body that may break the invariant; for arrays, an index.
    pub witnesses: Vec<Vec<TermId>>,
    /// What holds whatever the invariants are.
    pub facts: Vec<HeadFact>,
}

/// Something that holds at a head whatever the invariants are.
pub(super) struct HeadFact {
    /// The loop.
    pub index: usize,
    /// The nodes that it is about, each with its class: of interest where the head is looked at all of them.
    pub nodes: Vec<(usize, TermId)>,
    /// What holds.
    pub term: TermId,
}

impl Heads {
    /// Prepares the loops of an encoding.
    pub fn of(encoding: &mut Encoding, records: &[LoopRecord]) -> Self {
        let mut heads = Self { instances: Vec::new(), witnesses: Vec::new(), facts: Vec::new() };
        heads.choose_witnesses(encoding, records);
        Self::read_kept_fields(encoding, records);
        heads.instantiate(encoding, records);
        heads.instantiate_arrays(encoding, records);
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
                for field in class.fields.iter().chain(&class.kept) {
                    memory.element(field.after, node);
                }
                witnesses.push(node);
            }
            for position in 0..record.arrays.len() {
                let bits = encoding.memory.offset_bits();
                witnesses.push(encoding.memory.pool.var(&format!("index!{index}!{position}"), Sort::Bv(bits)));
            }
            self.witnesses.push(witnesses);
        }
    }

    /// Reads the fields that loops do not change where their heads are looked at, which may create dereference variables
    /// of heads before.
    fn read_kept_fields(encoding: &mut Encoding, records: &[LoopRecord]) {
        for class in records.iter().rev().flat_map(|record| &record.classes).filter(|class| !class.kept.is_empty()) {
            for node in looked_at(&mut encoding.memory, class) {
                for field in &class.kept {
                    encoding.memory.element(field.before, node);
                }
            }
        }
    }

    /// Collects the nodes at which heads are looked at, and relates their dereference variables: equal nodes have
    /// equal values, and nothing at a head names the node that the loop is yet to allocate.
    fn instantiate(&mut self, encoding: &mut Encoding, records: &[LoopRecord]) {
        for (index, record) in records.iter().enumerate() {
            let mut of_loop = Vec::new();
            for (position, class) in record.classes.iter().enumerate() {
                let memory = &mut encoding.memory;
                let arrays: Vec<TermId> = class.arrays().collect();
                let nodes = looked_at(memory, class);
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
                        let term = memory.pool.implies(same, equal);
                        self.facts.push(HeadFact { index, nodes: vec![(position, a), (position, b)], term });
                    }
                }
                of_loop.push(nodes);
            }
            self.instances.push(of_loop);
            self.freshness(encoding, index, record);
            let unreached = encoding.memory.pool.not(record.select);
            let term = encoding.memory.pool.or([record.head_guard, unreached]);
            self.facts.push(HeadFact { index, nodes: Vec::new(), term });
        }
        self.facts.retain(|fact| fact.term != TermId::TRUE);
    }

    /// Collects the indices at which the formula reads the arrays of heads.
    fn instantiate_arrays(&mut self, encoding: &mut Encoding, records: &[LoopRecord]) {
        let tracked: FastSet<TermId> = records.iter().flat_map(|record| &record.arrays).map(|a| a.before).collect();
        let mut roots: Vec<TermId> = encoding.assumptions.clone();
        roots.extend(encoding.obligations.iter().flat_map(|o| [o.guard, o.condition]));
        roots.extend(encoding.residuals.iter().map(|residual| residual.guard));
        roots.extend(encoding.unsupported.iter().chain(&encoding.externals).map(|reached| reached.guard));
        for (index, record) in records.iter().enumerate() {
            roots.extend([record.head_guard, record.back_guard]);
            roots.extend(record.variables.iter().map(|variable| variable.after));
            // The elements that rows compare at the witness.
            for position in 0..record.arrays.len() {
                let witness = self.witnesses[index][record.classes.len() + position];
                let one = encoding.memory.offset(1);
                let next = encoding.memory.pool.add(witness, one);
                for array in &record.arrays {
                    roots.extend([witness, next].map(|at| encoding.memory.pool.select(array.after, at)));
                }
            }
        }
        let pool = &encoding.memory.pool;
        let mut read: FastMap<TermId, IndexSet<TermId>> = FastMap::default();
        let mut below: FastMap<TermId, Vec<TermId>> = FastMap::default();
        for term in pool.topological(&roots, |_| false) {
            let known = |term: TermId| below.get(&term).cloned().unwrap_or_default();
            let mut found = match pool.node(term) {
                Node::Var(_) if tracked.contains(&term) => Vec::new(),
                Node::Store(rest, ..) => known(rest),
                Node::Ite(_, a, b) if matches!(pool.sort(a), Sort::Array(..)) => {
                    let mut both = known(a);
                    both.extend(known(b).into_iter().filter(|variable| !known(a).contains(variable)));
                    both
                }
                Node::Select(array, at) => {
                    for array in known(array) {
                        read.entry(array).or_default().insert(at);
                    }
                    continue;
                }
                _ => continue,
            };
            found.extend(tracked.contains(&term).then_some(term));
            below.insert(term, found);
        }
        for (record, instances) in records.iter().zip(&mut self.instances) {
            for array in &record.arrays {
                let indices = read.get(&array.before).into_iter().flatten();
                instances.push(indices.rev().take(MAX_INDICES).copied().collect());
            }
        }
    }

    /// Loop-back pointers do not name the node that the loop is yet to allocate, and it does not exist at the head.
    fn freshness(&mut self, encoding: &mut Encoding, index: usize, record: &LoopRecord) {
        let memory = &mut encoding.memory;
        let mut pointers: Vec<(Vec<(usize, TermId)>, TermId)> =
            record.variables.iter().map(|variable| (Vec::new(), variable.before)).collect();
        for (position, class) in record.classes.iter().enumerate() {
            let known = class.fields.iter().filter_map(|field| memory.dereferenced().get(&field.before)).flatten();
            pointers.extend(known.map(|(&node, &value)| (vec![(position, node)], value)));
        }
        pointers.retain(|(_, value)| memory.pool.sort(*value) == memory.pointer_sort());
        for class in record.classes.iter().filter(|class| class.allocates) {
            let new = memory.node(1);
            let exists = memory.node_bit(class.exists.0, new);
            self.facts.push(HeadFact { index, nodes: Vec::new(), term: memory.pool.not(exists) });
            for (nodes, pointer) in &pointers {
                let there = memory.points_to(*pointer, class.object);
                let node = memory.node_part(*pointer);
                let same = memory.pool.eq(node, new);
                let named = memory.pool.and([there, same]);
                self.facts.push(HeadFact { index, nodes: nodes.clone(), term: memory.pool.not(named) });
            }
        }
    }
}

/// The nodes of a class at which a head is looked at.
fn looked_at(memory: &mut Memory, class: &LoopClass) -> Vec<TermId> {
    let mut nodes: Vec<TermId> = Vec::new();
    if class.allocates {
        nodes.push(memory.node(1));
    }
    for array in class.arrays() {
        if let Some(variables) = memory.dereferenced().get(&array) {
            nodes.extend(variables.keys().copied());
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}
