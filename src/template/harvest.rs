//! Conditions of the program about what a loop changes.
//!
//! In: the whole formula. Out: for one loop, the comparisons in it whose values are known at the loop's head: each
//! is a candidate for the invariant, a key of the power domain, and a hint which linear combinations matter.
//! They are found in the formula and not in the text, so macros, calls and copies through memory do not hide them:
//! a comparison is seen from the head by taking this loop's loop-back values and no iteration of any other loop
//! that comes later.

use super::ends::{self, Ends};
use super::{Combination, NamedRow};
use crate::ir::{IntType, Scalar};
use crate::logic::{BinaryOp, FastMap, FastSet, Node, Sort, TermId, TermPool};
use crate::memory::{Memory, ObjectId};
use crate::ssa::{Encoding, LoopRecord, LoopVariable};
use crate::verdict::{Expression, Name, Operator};
use indexmap::{IndexMap, IndexSet};

/// Conditions of one loop beyond which the others are left out.
const MAX_CONDITIONS: usize = 24;

/// Conditions about values that the loop does not change: of use as keys only.
const MAX_FIXED: usize = 2;

/// Conditions about the fields of one node.
const MAX_NODE_CONDITIONS: usize = 6;

/// Terms of a condition beyond which it is left out.
const MAX_SIZE: usize = 60;

/// Terms of a formula beyond which nothing is looked for.
const MAX_TERMS: usize = 400_000;

/// A condition about values that a loop changes.
#[derive(Clone, Debug)]
pub struct Condition {
    /// In source terms.
    pub expression: Expression,
    /// Whether it holds for the loop-back variables.
    pub before: TermId,
    /// Whether it holds at the end of the body.
    pub after: TermId,
}

/// A condition about the fields of one node, whichever it is.
#[derive(Clone, Debug)]
pub struct NodeCondition {
    /// The class of the node.
    pub object: ObjectId,
    /// In source terms.
    pub name: Expression,
    /// Whether it holds, over a variable for each field.
    pub term: TermId,
    /// These variables, and the offsets of the fields that they stand for.
    pub fields: Vec<(TermId, u64)>,
}

/// What the formula says about one loop.
#[derive(Clone, Debug, Default)]
pub struct Harvest {
    /// Conditions about what the loop changes.
    pub conditions: Vec<Condition>,
    /// Conditions about the fields of one node, anywhere in the program.
    pub node_conditions: Vec<NodeCondition>,
    /// Linear combinations that are compared, over terms of slots.
    pub linear: Vec<Vec<(i64, TermId)>>,
    /// Loops before and around this one, in order: whether each was entered.
    pub selects: Vec<TermId>,
    /// Whether there is a residual loop inside of this one.
    pub nested: bool,
    /// Where strings end that the loop looks at.
    pub ends: Ends,
    /// Rows that the user wants, over names of slots.
    pub user: Vec<NamedRow>,
    /// Combinations that were looked for, over slots by number.
    pub searched: Vec<Combination>,
}

/// Finds the conditions of all loops of an encoding.
pub fn harvest(encoding: &mut Encoding, user: &[NamedRow]) -> Vec<Harvest> {
    let mut roots: Vec<TermId> = encoding.assumptions.clone();
    roots.extend(encoding.obligations.iter().flat_map(|o| [o.guard, o.condition]));
    roots.extend(encoding.loops.iter().flat_map(|l| [l.head_guard, l.back_guard]));
    let order = encoding.memory.pool.topological(&roots, |_| false);
    let entries = ends::entries(encoding, &order);
    let mut all = Vec::new();
    for index in 0..encoding.loops.len() {
        let nested = encoding.loops.iter().any(|record| record.parent == Some(index));
        let mut result = Harvest { nested, user: user.to_vec(), ..Harvest::default() };
        result.selects.extend(encoding.loops[..index].iter().map(|record| record.select));
        if order.len() <= MAX_TERMS {
            let search = Search::new(encoding, index);
            let (record, view) = (search.record.clone(), search.view.clone());
            search.run(&order, &mut result);
            result.ends = ends::ends(&mut encoding.memory, &record, &view, &entries, &order);
        }
        all.push(result);
    }
    // What one loop asks of nodes tells nodes apart in every loop.
    let mut of_nodes: IndexMap<TermId, NodeCondition> = IndexMap::new();
    for condition in all.iter_mut().flat_map(|harvest| std::mem::take(&mut harvest.node_conditions)) {
        of_nodes.entry(condition.term).or_insert(condition);
    }
    let of_nodes: Vec<NodeCondition> = of_nodes.into_values().take(MAX_NODE_CONDITIONS).collect();
    all.iter_mut().for_each(|harvest| harvest.node_conditions.clone_from(&of_nodes));
    all
}

/// The offset of a pointer that moves inside an object, as a number: its name, type and term at the head.
pub(super) fn moving_offset(memory: &mut Memory, variable: &LoopVariable) -> Option<(Name, IntType, TermId)> {
    if variable.ty != Some(Scalar::Pointer) {
        return None;
    }
    let (before, after) = (memory.offset_part(variable.before), memory.offset_part(variable.after));
    // It moves if the loop adds something to it.
    let mut holds: FastSet<TermId> = FastSet::from_iter([before]);
    let mut moves = false;
    for term in memory.pool.topological(&[after], |_| false) {
        let mut inside = false;
        memory.pool.for_each_child(term, |child| inside |= holds.contains(&child));
        if inside {
            holds.insert(term);
            moves |= matches!(memory.pool.node(term), Node::Binary(BinaryOp::Add | BinaryOp::Sub, ..));
        }
    }
    let ty = IntType { bits: memory.offset_bits() as u8, signed: true };
    moves.then(|| (Name::Offset(Box::new(variable.name.clone())), ty, before))
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// The value of a field in one node.
struct FieldValue {
    /// The field of all nodes.
    array: TermId,
    /// The node.
    node: TermId,
    /// Its class.
    object: ObjectId,
    /// The offset of the field.
    at: u64,
    /// Stands for the field in conditions about any node.
    any: TermId,
}

struct Search<'a> {
    pool: &'a mut TermPool,
    record: LoopRecord,
    /// This loop taken, later ones not.
    view: FastMap<TermId, TermId>,
    /// From loop-back variables to values at the end of the body.
    step: FastMap<TermId, TermId>,
    /// Offsets of pointers.
    offsets: FastSet<TermId>,
    /// Names of terms.
    names: FastMap<TermId, Name>,
    /// From values of one node's field to the field of all nodes.
    fields: FastMap<TermId, FieldValue>,
    /// The sort of pointers, which may be as wide as an integer.
    pointer: Sort,
}

impl<'a> Search<'a> {
    fn new(encoding: &'a mut Encoding, index: usize) -> Self {
        let record = encoding.loops[index].clone();
        let mut view = FastMap::default();
        for other in &encoding.loops[index + 1..] {
            view.insert(other.select, TermId::FALSE);
        }
        view.insert(record.select, TermId::TRUE);
        let mut step = FastMap::default();
        let mut names = FastMap::default();
        for variable in record.variables.iter().chain(&record.constants) {
            if let Some(Scalar::Int(_)) = variable.ty {
                names.insert(variable.before, variable.name.clone());
            }
        }
        let mut offsets = FastSet::default();
        for variable in &record.variables {
            step.insert(variable.before, variable.after);
            if let Some((name, _, offset)) = moving_offset(&mut encoding.memory, variable) {
                names.insert(offset, name);
                offsets.insert(offset);
            }
        }
        let mut fields = FastMap::default();
        for (class, field) in record.classes.iter().flat_map(|class| class.fields.iter().map(move |f| (class, f))) {
            let Some(Scalar::Int(int)) = field.ty else { continue };
            let (object, at) = (class.object, field.at);
            let any = encoding.memory.pool.var(&format!("field!{}!{at}", object.0), Sort::Bv(int.bits.into()));
            names.insert(any, encoding.memory.field_name(object, at));
            for (&node, &value) in encoding.memory.dereferenced().get(&field.before).into_iter().flatten() {
                fields.insert(value, FieldValue { array: field.before, node, object, at, any });
            }
        }
        let pointer = encoding.memory.pointer_sort();
        Self { pool: &mut encoding.memory.pool, record, view, step, offsets, names, fields, pointer }
    }

    fn run(mut self, order: &[TermId], result: &mut Harvest) {
        let constants: Vec<TermId> = self.record.constants.iter().map(|constant| constant.before).collect();
        let constants = self.pool.free_vars(&constants);
        let own = self.step.keys().chain(self.fields.keys()).copied();
        let mut about: FastSet<TermId> = own.chain(constants).collect();
        let mut atoms = Vec::new();
        for &term in order {
            let mut touches = about.contains(&term);
            self.pool.for_each_child(term, |child| touches |= about.contains(&child));
            if touches {
                about.insert(term);
                if self.is_comparison(term) {
                    atoms.push(term);
                }
            }
        }
        let seen = self.pool.substitute_all(&atoms, &self.view.clone());
        let mut conditions: IndexMap<TermId, Condition> = IndexMap::new();
        let mut linear: IndexSet<Vec<(i64, TermId)>> = IndexSet::new();
        let mut of_nodes: IndexMap<TermId, NodeCondition> = IndexMap::new();
        for atom in seen {
            let atom = match self.pool.node(atom) {
                Node::Not(positive) => positive,
                _ => atom,
            };
            if conditions.contains_key(&atom) || !self.is_comparison(atom) {
                continue;
            }
            linear.extend(self.combination(atom));
            of_nodes.extend(self.node_condition(atom).map(|condition| (condition.term, condition)));
            if !self.is_known_at_head(atom) {
                continue;
            }
            let after = self.pool.substitute(atom, &self.step.clone());
            let fixed = conditions.values().filter(|condition| condition.before == condition.after).count();
            if conditions.len() < MAX_CONDITIONS && (after != atom || fixed < MAX_FIXED) {
                let expression = self.expression(atom);
                conditions.insert(atom, Condition { expression, before: atom, after });
            }
        }
        result.conditions = conditions.into_values().collect();
        result.linear = linear.into_iter().collect();
        result.node_conditions = of_nodes.into_values().collect();
    }

    fn is_comparison(&self, term: TermId) -> bool {
        match self.pool.node(term) {
            Node::Ult(..) | Node::Slt(..) => true,
            Node::Eq(a, _) => matches!(self.pool.sort(a), Sort::Bv(2..=64)),
            _ => false,
        }
    }

    /// Whether a term is about integers at the loop's head: loop-back variables, and values that were there before
    /// the loop, whose variables are older than the loop's own. Of pointers only offsets are part of it: the number of
    /// a node means another node in each iteration.
    fn is_known_at_head(&self, term: TermId) -> bool {
        let order = self.pool.topological(&[term], |t| self.offsets.contains(&t));
        let variables = order.iter().filter(|&&t| matches!(self.pool.node(t), Node::Var(_)));
        for variable in variables {
            let own = self.step.contains_key(variable);
            let sort = self.pool.sort(*variable);
            let plain = matches!(sort, Sort::Bool | Sort::Bv(1..=64)) && sort != self.pointer;
            if !plain || (!own && *variable >= self.record.select) {
                return false;
            }
        }
        order.len() <= MAX_SIZE
    }

    /// A comparison that is about the fields of one node and nothing else, said of any node.
    fn node_condition(&mut self, atom: TermId) -> Option<NodeCondition> {
        let variables = self.pool.free_vars(&[atom]);
        let first = self.fields.get(variables.first()?)?;
        let (object, node) = (first.object, first.node);
        let mut fields: Vec<(TermId, u64)> = Vec::new();
        let mut places = FastMap::default();
        for variable in variables {
            let field = self.fields.get(&variable).filter(|field| (field.object, field.node) == (object, node))?;
            places.insert(variable, field.any);
            fields.push((field.any, field.at));
        }
        fields.sort_unstable();
        let term = self.pool.substitute(atom, &places);
        let small = self.is_comparison(term) && self.pool.topological(&[term], |_| false).len() <= MAX_SIZE;
        small.then(|| NodeCondition { object, name: self.expression(term), term, fields })
    }

    /// The linear combination that a comparison is about, if it is one of named slots.
    fn combination(&self, atom: TermId) -> Option<Vec<(i64, TermId)>> {
        let (a, b) = match self.pool.node(atom) {
            Node::Ult(a, b) | Node::Slt(a, b) | Node::Eq(a, b) => (a, b),
            _ => return None,
        };
        let mut factors: IndexMap<TermId, i64> = IndexMap::new();
        self.add(a, 1, &mut factors)?;
        self.add(b, -1, &mut factors)?;
        factors.retain(|_, factor| *factor != 0);
        factors.sort_unstable_keys();
        let shared = factors.values().fold(0, |shared, factor| greatest_divisor(shared, factor.unsigned_abs()));
        let divided = |factor: i64| factor / shared.max(1) as i64;
        let mut terms: Vec<(i64, TermId)> = factors.into_iter().map(|(term, f)| (divided(f), term)).collect();
        if terms.len() < 2 && terms.iter().all(|(factor, _)| factor.abs() == 1) {
            return None;
        }
        if terms.first().is_some_and(|(factor, _)| *factor < 0) {
            terms.iter_mut().for_each(|(factor, _)| *factor = -*factor);
        }
        let changes = |term: &TermId| {
            self.step.contains_key(term)
                || self.offsets.contains(term)
                || self.fields.values().any(|field| field.array == *term)
        };
        terms.iter().any(|(_, term)| changes(term)).then_some(terms)
    }

    fn add(&self, term: TermId, factor: i64, factors: &mut IndexMap<TermId, i64>) -> Option<()> {
        let field = self.fields.get(&term).map(|field| field.array);
        if field.is_some() || self.names.contains_key(&term) {
            let term = field.unwrap_or(term);
            let entry = factors.entry(term).or_default();
            *entry = entry.checked_add(factor).filter(|factor| factor.abs() <= 1 << 20)?;
            return (factors.len() <= 4).then_some(());
        }
        match self.pool.node(term) {
            Node::Const(_) => Some(()),
            Node::Binary(BinaryOp::Add, a, b) => self.add(a, factor, factors).and(self.add(b, factor, factors)),
            Node::Binary(BinaryOp::Sub, a, b) => self.add(a, factor, factors).and(self.add(b, -factor, factors)),
            Node::Neg(a) => self.add(a, -factor, factors),
            Node::SignExtend(_, a) => self.add(a, factor, factors),
            Node::Concat(high, low) if self.pool.as_u64(high) == Some(0) => self.add(low, factor, factors),
            Node::Binary(BinaryOp::Mul, a, b) => {
                let (constant, rest) = match (self.signed(a), self.signed(b)) {
                    (Some(constant), _) => (constant, b),
                    (_, Some(constant)) => (constant, a),
                    _ => return None,
                };
                self.add(rest, factor.checked_mul(constant)?, factors)
            }
            Node::Binary(BinaryOp::Shl, a, b) => {
                let by = self.signed(b).filter(|by| (0..16).contains(by))?;
                self.add(a, factor.checked_mul(1 << by)?, factors)
            }
            _ => None,
        }
    }

    fn signed(&self, term: TermId) -> Option<i64> {
        self.pool.as_bits(term)?.to_i128()?.try_into().ok()
    }

    /// A comparison, or a part of one, in source terms.
    fn expression(&self, term: TermId) -> Expression {
        let boxed = |term: TermId| Box::new(self.expression(term));
        let infix = |a: TermId, op: Operator, b: TermId| Expression::Infix(boxed(a), op, boxed(b));
        if let Some(name) = self.names.get(&term) {
            return Expression::Value(Box::new(name.clone()));
        }
        match self.pool.node(term) {
            Node::Const(_) => self.signed(term).map_or(Expression::Unclear, Expression::Number),
            Node::Ult(a, b) => infix(a, Operator::Below, b),
            Node::Slt(a, b) => infix(a, Operator::Less, b),
            Node::Eq(a, b) => infix(a, Operator::Equal, b),
            Node::Not(a) => Expression::Not(boxed(a)),
            Node::Neg(a) => Expression::Minus(boxed(a)),
            Node::SignExtend(_, a) => self.expression(a),
            Node::Extract { high, low: 0, of } => Expression::LowBits(boxed(of), high + 1),
            Node::Concat(high, low) if self.pool.as_u64(high) == Some(0) => self.expression(low),
            Node::Binary(op, a, b) => {
                let operator = match op {
                    BinaryOp::Add => Operator::Add,
                    BinaryOp::Sub => Operator::Subtract,
                    BinaryOp::Mul => Operator::Multiply,
                    BinaryOp::Udiv | BinaryOp::Sdiv => Operator::Divide,
                    BinaryOp::Urem | BinaryOp::Srem => Operator::Remainder,
                    BinaryOp::And => Operator::And,
                    BinaryOp::Or => Operator::Or,
                    BinaryOp::Xor => Operator::Xor,
                    BinaryOp::Shl => Operator::ShiftLeft,
                    BinaryOp::Lshr | BinaryOp::Ashr => Operator::ShiftRight,
                };
                infix(a, operator, b)
            }
            Node::Ite(c, a, b) => Expression::Choice(Box::new([c, a, b].map(|part| self.expression(part)))),
            Node::Var(_) => Expression::Earlier,
            _ => Expression::Unclear,
        }
    }
}
