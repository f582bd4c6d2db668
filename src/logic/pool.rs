//! Storage of terms: one table of nodes without duplicates, with the sort and the facts of each.
//!
//! Nothing is simplified here; see `build`.

use super::Bits;
use super::facts::Facts;
use super::float::FloatOp;
use super::hash::{FastHasher, FastMap, FastSet};
use crate::base::define_id;
use hashbrown::HashTable;
use std::hash::{Hash, Hasher};

define_id!(
    /// A term of a [`TermPool`]; equal ids are equal terms.
    TermId,
    "t"
);

impl TermId {
    /// The term `true`, in every pool.
    pub const TRUE: TermId = TermId(0);
    /// The term `false`, in every pool.
    pub const FALSE: TermId = TermId(1);
}

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// `true` or `false`.
    Bool,
    /// A bit-vector of the given width, 1 to [`Sort::MAX_WIDTH`].
    Bv(u32),
    /// An array from bit-vectors of the first width to bit-vectors of the second.
    Array(u32, u32),
}

impl Sort {
    /// The greatest width of a bit-vector.
    pub const MAX_WIDTH: u32 = (1 << 16) - 1;

    /// Packs into 32 bits, which a pool of millions of terms notices.
    fn pack(self) -> PackedSort {
        let checked = |width: u32| {
            assert!((1..=Self::MAX_WIDTH).contains(&width), "no bit-vector has {width} bits");
            width
        };
        PackedSort(match self {
            Sort::Bool => 0,
            Sort::Bv(width) => checked(width),
            Sort::Array(index, element) => checked(index) << 16 | checked(element),
        })
    }
}

#[derive(Clone, Copy)]
struct PackedSort(u32);

impl PackedSort {
    fn unpack(self) -> Sort {
        match (self.0 >> 16, self.0 & 0xffff) {
            (0, 0) => Sort::Bool,
            (0, width) => Sort::Bv(width),
            (index, element) => Sort::Array(index, element),
        }
    }
}

/// Binary bit-vector operations whose operands and result have one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
}

impl BinaryOp {
    /// Applies the operation to constants.
    pub fn apply(self, a: &Bits, b: &Bits) -> Bits {
        match self {
            BinaryOp::Add => a.add(b),
            BinaryOp::Sub => a.sub(b),
            BinaryOp::Mul => a.mul(b),
            BinaryOp::Udiv => a.udiv(b),
            BinaryOp::Urem => a.urem(b),
            BinaryOp::Sdiv => a.sdiv(b),
            BinaryOp::Srem => a.srem(b),
            BinaryOp::And => a.and(b),
            BinaryOp::Or => a.or(b),
            BinaryOp::Xor => a.xor(b),
            BinaryOp::Shl => a.shl(b),
            BinaryOp::Lshr => a.lshr(b),
            BinaryOp::Ashr => a.ashr(b),
        }
    }
}

/// Operands of a conjunction: see [`TermPool::list`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    start: u32,
    length: u32,
}

/// What a term is made of. Disjunctions are negated conjunctions, zero extensions are concatenations, and
/// `≤` is a negated `<`: each has one form, so that a term and its negation are always recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// `true`.
    True,
    /// `false`.
    False,
    /// A bit-vector constant: see [`TermPool::bits`].
    Const(u32),
    /// A variable: see [`TermPool::variable`].
    Var(u32),
    /// Negation.
    Not(TermId),
    /// Conjunction of at least two sorted, distinct terms.
    And(List),
    /// Equality, of any sort.
    Eq(TermId, TermId),
    /// If-then-else, of any sort.
    Ite(TermId, TermId, TermId),
    /// Unsigned less-than.
    Ult(TermId, TermId),
    /// Signed less-than.
    Slt(TermId, TermId),
    /// Two's complement.
    Neg(TermId),
    /// Bitwise complement.
    BvNot(TermId),
    /// A binary bit-vector operation.
    Binary(BinaryOp, TermId, TermId),
    /// An operation on the bits of floating-point numbers; one with one operand has it twice.
    Float(FloatOp, TermId, TermId),
    /// High part, low part.
    Concat(TermId, TermId),
    /// Bits `low` to `high` of a term, both included.
    Extract {
        /// Highest bit.
        high: u32,
        /// Lowest bit.
        low: u32,
        /// The operand.
        of: TermId,
    },
    /// That many copies of the highest bit above a term.
    SignExtend(u32, TermId),
    /// Array, index.
    Select(TermId, TermId),
    /// Array, index, element.
    Store(TermId, TermId, TermId),
    /// The array from indices of that width that holds one element everywhere.
    ConstArray(u32, TermId),
}

/// A variable of a pool.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name, unique in the pool.
    pub name: Box<str>,
    /// The variable as a term.
    pub term: TermId,
}

/// All terms of one encoding.
pub struct TermPool {
    nodes: Vec<Node>,
    sorts: Vec<PackedSort>,
    /// Position in `facts` per term; 0 where nothing is known.
    fact_index: Vec<u32>,
    facts: Vec<Facts>,
    lists: Vec<TermId>,
    constants: FastSet<Bits>,
    variables: FastMap<Box<str>, Variable>,
    table: HashTable<TermId>,
    fresh: u32,
}

impl Default for TermPool {
    fn default() -> Self {
        Self::new()
    }
}

impl TermPool {
    /// A pool with no terms but `true` and `false`.
    pub fn new() -> Self {
        let mut pool = Self {
            nodes: Vec::new(),
            sorts: Vec::new(),
            fact_index: Vec::new(),
            facts: vec![Facts::unknown(1)],
            lists: Vec::new(),
            constants: FastSet::default(),
            variables: FastMap::default(),
            table: HashTable::new(),
            fresh: 0,
        };
        let (yes, no) = (pool.intern(Node::True, Sort::Bool), pool.intern(Node::False, Sort::Bool));
        assert_eq!((yes, no), (TermId::TRUE, TermId::FALSE));
        pool
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The term that is made next: it comes after all there are.
    pub fn end(&self) -> TermId {
        TermId(self.nodes.len() as u32)
    }

    /// Never: `true` and `false` always exist.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a term is made of.
    pub fn node(&self, term: TermId) -> Node {
        self.nodes[term.0 as usize]
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term.0 as usize].unpack()
    }

    /// The width of a bit-vector term.
    pub fn width(&self, term: TermId) -> u32 {
        match self.sort(term) {
            Sort::Bv(width) => width,
            other => panic!("{term} is no bit-vector but {other:?}"),
        }
    }

    /// The operands of a conjunction.
    pub fn list(&self, list: List) -> &[TermId] {
        &self.lists[list.start as usize..(list.start + list.length) as usize]
    }

    /// The constant of a [`Node::Const`].
    pub fn bits(&self, constant: u32) -> &Bits {
        &self.constants[constant as usize]
    }

    /// The variable of a [`Node::Var`].
    pub fn variable(&self, variable: u32) -> &Variable {
        &self.variables[variable as usize]
    }

    /// All variables, in order of creation.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = &Variable> {
        self.variables.values()
    }

    /// The variable of a name, if it exists.
    pub fn find_var(&self, name: &str) -> Option<TermId> {
        self.variables.get(name).map(|v| v.term)
    }

    /// The value of a constant bit-vector.
    pub fn as_bits(&self, term: TermId) -> Option<&Bits> {
        match self.node(term) {
            Node::Const(constant) => Some(self.bits(constant)),
            _ => None,
        }
    }

    /// The unsigned value of a constant bit-vector, if it is below 2^64.
    pub fn as_u64(&self, term: TermId) -> Option<u64> {
        self.as_bits(term).and_then(Bits::to_u64)
    }

    /// The value of a constant boolean.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match term {
            TermId::TRUE => Some(true),
            TermId::FALSE => Some(false),
            _ => None,
        }
    }

    /// The operand, if the term is a negation.
    pub(super) fn as_not(&self, term: TermId) -> Option<TermId> {
        match self.node(term) {
            Node::Not(inner) => Some(inner),
            _ => None,
        }
    }

    /// The operands, if the term is a conjunction.
    pub(super) fn as_and(&self, term: TermId) -> Option<&[TermId]> {
        match self.node(term) {
            Node::And(list) => Some(self.list(list)),
            _ => None,
        }
    }

    /// What is known about the value of a bit-vector of at most 128 bits.
    pub(super) fn facts(&self, term: TermId) -> Facts {
        match (self.node(term), self.fact_index[term.0 as usize]) {
            (Node::Const(constant), _) => match self.bits(constant) {
                bits if bits.width() <= Facts::MAX_WIDTH => Facts::constant(bits.to_u128().unwrap_or(0), bits.width()),
                bits => Facts::unknown(bits.width()),
            },
            (_, 0) => Facts::unknown(self.width(term)),
            (_, index) => self.facts[index as usize],
        }
    }

    /// The variable of that name; a new one if there is none. A name has one sort only.
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        if let Some(known) = self.variables.get(name) {
            let term = known.term;
            assert_eq!(self.sort(term), sort, "variable {name} has two sorts");
            return term;
        }
        let index = u32::try_from(self.variables.len()).expect("fewer than 2^32 variables");
        let term = self.intern(Node::Var(index), sort);
        self.variables.insert(name.into(), Variable { name: name.into(), term });
        term
    }

    /// A new variable whose name starts with `prefix`.
    pub fn fresh_var(&mut self, prefix: &str, sort: Sort) -> TermId {
        loop {
            self.fresh += 1;
            let name = format!("{prefix}!{}", self.fresh);
            if !self.variables.contains_key(name.as_str()) {
                return self.var(&name, sort);
            }
        }
    }

    /// The term of a constant.
    pub fn bits_const(&mut self, bits: Bits) -> TermId {
        let sort = Sort::Bv(bits.width());
        let (index, _) = self.constants.insert_full(bits);
        self.intern(Node::Const(index as u32), sort)
    }

    /// The term with that node, if it exists.
    pub(super) fn find(&self, node: Node) -> Option<TermId> {
        self.table.find(hash_node(node), |t| self.nodes[t.0 as usize] == node).copied()
    }

    /// The conjunction of sorted, distinct terms as a node.
    pub(super) fn intern_and(&mut self, operands: &[TermId]) -> TermId {
        let hash = hash_and(operands);
        let found = self.table.find(hash, |t| self.as_and(*t).is_some_and(|list| list == operands));
        if let Some(found) = found {
            return *found;
        }
        let start = u32::try_from(self.lists.len()).expect("fewer than 2^32 operands");
        self.lists.extend_from_slice(operands);
        self.append(Node::And(List { start, length: operands.len() as u32 }), Sort::Bool, hash)
    }

    /// The one term with that node; a constant if its facts leave one value. Not for conjunctions.
    pub(super) fn intern(&mut self, node: Node, sort: Sort) -> TermId {
        let hash = hash_node(node);
        match self.table.find(hash, |t| self.nodes[t.0 as usize] == node) {
            Some(found) => *found,
            None => self.append(node, sort, hash),
        }
    }

    fn append(&mut self, node: Node, sort: Sort, hash: u64) -> TermId {
        let facts = match sort {
            Sort::Bv(width) if width <= Facts::MAX_WIDTH => Facts::of_node(self, node, width),
            _ => None,
        };
        if let (Sort::Bv(width), Some(value)) = (sort, facts.and_then(|f| f.value())) {
            return self.bits_const(Bits::new(value, width));
        }
        let term = TermId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        self.fact_index.push(match facts {
            Some(facts) => {
                self.facts.push(facts);
                self.facts.len() as u32 - 1
            }
            None => 0,
        });
        self.nodes.push(node);
        self.sorts.push(sort.pack());
        let (nodes, lists) = (&self.nodes, &self.lists);
        self.table.insert_unique(hash, term, |t| match nodes[t.0 as usize] {
            Node::And(list) => hash_and(&lists[list.start as usize..(list.start + list.length) as usize]),
            node => hash_node(node),
        });
        term
    }
}

fn hash_and(operands: &[TermId]) -> u64 {
    let mut hasher = FastHasher::default();
    operands.iter().for_each(|t| hasher.mix(t.0.into()));
    hasher.finish()
}

fn hash_node(node: Node) -> u64 {
    let mut hasher = FastHasher::default();
    let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
    std::mem::discriminant(&node).hash(&mut hasher);
    match node {
        Node::True | Node::False => {}
        Node::Const(a) | Node::Var(a) => hasher.mix(a.into()),
        Node::Not(a) | Node::Neg(a) | Node::BvNot(a) => hasher.mix(a.0.into()),
        Node::And(_) => unreachable!("conjunctions are hashed by their operands"),
        Node::Eq(a, b) | Node::Ult(a, b) | Node::Slt(a, b) | Node::Concat(a, b) | Node::Select(a, b) => {
            hasher.mix(pair(a.0, b.0));
        }
        Node::Binary(op, a, b) => {
            hasher.mix(op as u64);
            hasher.mix(pair(a.0, b.0));
        }
        Node::Float(op, a, b) => {
            hasher.mix(op.code());
            hasher.mix(pair(a.0, b.0));
        }
        Node::Ite(a, b, c) | Node::Store(a, b, c) => {
            hasher.mix(pair(a.0, b.0));
            hasher.mix(c.0.into());
        }
        Node::Extract { high, low, of } => {
            hasher.mix(pair(high, low));
            hasher.mix(of.0.into());
        }
        Node::SignExtend(count, a) | Node::ConstArray(count, a) => hasher.mix(pair(count, a.0)),
    }
    hasher.finish()
}
