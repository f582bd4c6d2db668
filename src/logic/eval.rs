//! Evaluation of terms under an assignment of their variables.

use super::hash::FastMap;
use super::pool::{Node, TermId, TermPool};
use super::value::{ArrayValue, Value};
use std::sync::Arc;

/// Values of variables; a variable that has none is `false`, zero or an array of zeros.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    values: FastMap<TermId, Value>,
}

impl Assignment {
    /// No variable has a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, variable: TermId, value: Value) {
        self.values.insert(variable, value);
    }

    /// The value of a variable, if it has one.
    pub fn get(&self, variable: TermId) -> Option<&Value> {
        self.values.get(&variable)
    }

    /// The variables with their values, in the order in which they were set.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TermId, &Value)> {
        self.values.iter().map(|(variable, value)| (*variable, value))
    }
}

/// Evaluates terms under one assignment and remembers what it has seen.
#[derive(Clone, Debug)]
pub struct Evaluator {
    assignment: Assignment,
    known: FastMap<TermId, Value>,
}

impl Evaluator {
    /// An evaluator for an assignment.
    pub fn new(assignment: Assignment) -> Self {
        Self { assignment, known: FastMap::default() }
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The value of a term, which always exists. Only the branch of an if-then-else that counts is evaluated.
    pub fn eval(&mut self, pool: &TermPool, term: TermId) -> Value {
        self.eval_with(pool, term, |_| None)
    }

    /// As [`Evaluator::eval`]; a variable without a value is looked up when it is met, and the result is kept.
    pub fn eval_with(
        &mut self,
        pool: &TermPool,
        term: TermId,
        mut look_up: impl FnMut(TermId) -> Option<Value>,
    ) -> Value {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            match pool.node(top) {
                Node::Ite(condition, a, b) => match self.known.get(&condition) {
                    None => stack.push(condition),
                    Some(value) => {
                        let branch = if value.to_bool() { a } else { b };
                        match self.known.get(&branch).cloned() {
                            None => stack.push(branch),
                            Some(value) => {
                                self.known.insert(top, value);
                            }
                        }
                    }
                },
                Node::Var(_) => {
                    let value = match self.assignment.get(top) {
                        Some(value) => value.clone(),
                        None => {
                            let value = look_up(top).unwrap_or_else(|| Value::default_of(pool.sort(top)));
                            self.assignment.set(top, value.clone());
                            value
                        }
                    };
                    self.known.insert(top, value);
                }
                _ => {
                    pool.for_each_child(top, |child| {
                        if !self.known.contains_key(&child) {
                            stack.push(child);
                        }
                    });
                    if stack.len() == before {
                        let value = self.apply(pool, top);
                        self.known.insert(top, value);
                    }
                }
            }
        }
        self.known[&term].clone()
    }

    /// The value of a term whose operands are known.
    fn apply(&self, pool: &TermPool, term: TermId) -> Value {
        let known = |t: TermId| &self.known[&t];
        let bits = |t: TermId| known(t).bits();
        match pool.node(term) {
            Node::True => Value::Bool(true),
            Node::False => Value::Bool(false),
            Node::Const(constant) => Value::Bv(pool.bits(constant).clone()),
            Node::Var(_) | Node::Ite(..) => unreachable!("evaluated on the way"),
            Node::Not(a) => Value::Bool(!known(a).to_bool()),
            Node::And(list) => Value::Bool(pool.list(list).iter().all(|t| known(*t).to_bool())),
            Node::Eq(a, b) => Value::Bool(known(a) == known(b)),
            Node::Ult(a, b) => Value::Bool(bits(a).ult(bits(b))),
            Node::Slt(a, b) => Value::Bool(bits(a).slt(bits(b))),
            Node::Neg(a) => Value::Bv(bits(a).neg()),
            Node::BvNot(a) => Value::Bv(bits(a).not()),
            Node::Binary(op, a, b) => Value::Bv(op.apply(bits(a), bits(b))),
            Node::Float(op, a, b) => op.apply(bits(a), bits(b)),
            Node::Concat(high, low) => Value::Bv(bits(high).concat(bits(low))),
            Node::Extract { high, low, of } => Value::Bv(bits(of).extract(high, low)),
            Node::SignExtend(count, a) => Value::Bv(bits(a).sign_extend(pool.width(a) + count)),
            Node::Select(array, index) => Value::Bv(known(array).array().get(bits(index)).clone()),
            Node::Store(array, index, element) => {
                let mut array = ArrayValue::clone(known(array).array());
                array.set(bits(index).clone(), bits(element).clone());
                Value::Array(Arc::new(array))
            }
            Node::ConstArray(width, element) => Value::Array(Arc::new(ArrayValue::new(width, bits(element).clone()))),
        }
    }
}

impl TermPool {
    /// The value of a term under an assignment.
    pub fn eval(&self, term: TermId, assignment: &Assignment) -> Value {
        Evaluator::new(assignment.clone()).eval(self, term)
    }
}
