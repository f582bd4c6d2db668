//! Which registers, fields and results hold numbers that are only copied and compared with each other.

use super::errors::{fails_on, leads_to_error};
use super::typed::{Spot, spot};
use crate::ir::{
    BinaryOp, Body, Builtin, Callee, CastOp, Expr, ExprKind, FunctionId, FunctionKind, IntType, LocalId, Program,
    Scalar, StatementKind, TerminatorKind,
};
use indexmap::IndexMap;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// What holds a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Place {
    /// A register.
    Register(FunctionId, LocalId),
    /// Memory of one type.
    Memory(Spot, IntType),
    /// What a function returns.
    Result(FunctionId),
}

/// What is known of places whose numbers meet.
#[derive(Clone, Debug, Default)]
struct Class {
    /// Something else is done with the numbers.
    spoilt: bool,
    /// They are kept in memory: those that are not are followed one by one anyway.
    stored: bool,
    compared: bool,
    /// Whether it matters which of two is less, and not only whether they are equal.
    ordered: bool,
    /// Whether an error depends on something else than which of two is less.
    exact: bool,
    constants: BTreeSet<i128>,
}

/// All places, and which belong together.
pub(super) struct Classes {
    places: IndexMap<Place, usize>,
    classes: Vec<Class>,
}

/// A comparison of two simple operands.
pub(super) struct Comparison<'a> {
    pub op: BinaryOp,
    pub left: &'a Expr,
    /// `None` is zero.
    pub right: Option<&'a Expr>,
    /// Whether the opposite is meant.
    pub negated: bool,
}

/// The comparison of integers that an expression tests, if it is one.
pub(super) fn comparison(expr: &Expr) -> Option<Comparison<'_>> {
    match &expr.kind {
        ExprKind::Cast(CastOp::IntToInt, inner) => {
            let inner = comparison(inner)?;
            inner.right.is_some().then_some(inner)
        }
        ExprKind::Binary(op, left, right) if op.is_comparison() && left.ty.as_int().is_some() => {
            let truth = matches!(op, BinaryOp::Eq | BinaryOp::Ne) && right.kind == ExprKind::Int(0);
            if truth && let Some(inner) = comparison(left).filter(|inner| inner.right.is_some()) {
                let negated = inner.negated != (*op == BinaryOp::Eq);
                return Some(Comparison { negated, ..inner });
            }
            Some(Comparison { op: *op, left, right: Some(right), negated: false })
        }
        ExprKind::Register(_) if expr.ty.as_int().is_some() => {
            Some(Comparison { op: BinaryOp::Ne, left: expr, right: None, negated: false })
        }
        _ => None,
    }
}

impl Classes {
    pub fn of(program: &Program) -> Self {
        let mut classes = Self { places: IndexMap::new(), classes: Vec::new() };
        for (id, function) in program.functions.enumerated() {
            if let Some(body) = function.body() {
                Visitor { program, body, id, classes: &mut classes }.visit();
            }
        }
        classes
    }

    fn class(&mut self, place: Place) -> usize {
        if let Some(&class) = self.places.get(&place) {
            return class;
        }
        let stored = matches!(place, Place::Memory(..));
        self.classes.push(Class { stored, ..Class::default() });
        self.places.insert(place, self.classes.len() - 1);
        self.classes.len() - 1
    }

    fn unite(&mut self, a: Place, b: Place) {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return;
        }
        let other = std::mem::take(&mut self.classes[b]);
        let class = &mut self.classes[a];
        class.spoilt |= other.spoilt;
        class.stored |= other.stored;
        class.compared |= other.compared;
        class.ordered |= other.ordered;
        class.exact |= other.exact;
        class.constants.extend(other.constants);
        self.places.values_mut().filter(|class| **class == b).for_each(|class| *class = a);
    }

    fn spoil(&mut self, place: Place) {
        let class = self.class(place);
        self.classes[class].spoilt = true;
    }

    fn is_ranked(&self, class: usize) -> bool {
        let class = &self.classes[class];
        class.stored && class.compared && !class.spoilt
    }

    /// The class of a place that gets ranks.
    pub fn ranked(&self, place: Place) -> Option<usize> {
        self.places.get(&place).copied().filter(|&class| self.is_ranked(class))
    }

    /// The greatest rank of a class.
    pub fn greatest(&self, class: usize) -> u64 {
        let class = &self.classes[class];
        if class.ordered && class.exact { 2 } else { 1 }
    }

    /// Whether rank 1 stands for the chosen number alone.
    pub fn one_is_one_number(&self, class: usize) -> bool {
        !self.classes[class].ordered || self.classes[class].exact
    }

    /// All ways in which the chosen numbers can lie between the constants: the ranks of each class's constants.
    /// Nothing if there is no class, or if there are more than so many ways.
    pub fn choices(&self, most: usize) -> Vec<IndexMap<(usize, i128), u64>> {
        let ranked: Vec<usize> = (0..self.classes.len()).filter(|&class| self.is_ranked(class)).collect();
        // Twice the number of constants below the chosen number, and one more if that is a constant itself. What makes
        // no difference is left out.
        let positions = |class: usize| {
            let Class { ordered, exact, constants, .. } = &self.classes[class];
            (0..=2 * constants.len()).filter(move |&position| match (ordered, exact) {
                (true, true) => true,
                (true, false) => position % 2 == 0,
                (false, _) => position % 2 == 1 || position == 0,
            })
        };
        let ways = ranked.iter().map(|&class| positions(class).count());
        if ranked.is_empty() || ways.fold(1usize, usize::saturating_mul) > most {
            return Vec::new();
        }
        let mut choices = vec![IndexMap::new()];
        for class in ranked {
            let constants: Vec<i128> = self.classes[class].constants.iter().copied().collect();
            let mut longer = Vec::new();
            for choice in &choices {
                for position in positions(class) {
                    let rank = |index: usize| match (2 * index + 1).cmp(&position) {
                        Ordering::Equal => 1,
                        Ordering::Greater if self.classes[class].ordered => self.greatest(class),
                        Ordering::Less | Ordering::Greater => 0,
                    };
                    let mut choice = choice.clone();
                    choice.extend(constants.iter().enumerate().map(|(index, &c)| ((class, c), rank(index))));
                    longer.push(choice);
                }
            }
            choices = longer;
        }
        choices
    }
}

struct Visitor<'a> {
    program: &'a Program,
    body: &'a Body,
    id: FunctionId,
    classes: &'a mut Classes,
}

impl Visitor<'_> {
    fn visit(&mut self) {
        for block in self.body.blocks.iter() {
            for statement in &block.statements {
                self.statement(&statement.kind);
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { condition, then, otherwise } => {
                    self.condition(condition);
                    match [*then, *otherwise].map(|block| leads_to_error(self.program, self.body, block)) {
                        [true, false] => self.error(condition, true),
                        [false, true] => self.error(condition, false),
                        _ => {}
                    }
                }
                TerminatorKind::Switch { value, .. } => self.spoil(value),
                TerminatorKind::Return(Some(value)) => self.flow(Place::Result(self.id), value),
                _ => {}
            }
        }
    }

    fn statement(&mut self, statement: &StatementKind) {
        match statement {
            StatementKind::Assign { target, value } => self.flow(Place::Register(self.id, *target), value),
            StatementKind::Load { target, address, .. } => {
                self.spoil(address);
                let ty = self.body.locals[*target].ty.scalar();
                if let Some(memory) = ty.and_then(|ty| memory_place(self.program, self.body, address, ty)) {
                    self.classes.unite(Place::Register(self.id, *target), memory);
                }
            }
            StatementKind::Store { address, value, .. } => {
                self.spoil(address);
                match memory_place(self.program, self.body, address, value.ty) {
                    Some(memory) => self.flow(memory, value),
                    None => self.spoil(value),
                }
            }
            StatementKind::Call { target, callee: Callee::Direct(callee), args } => {
                match &self.program.functions[*callee].kind {
                    FunctionKind::Defined(body) => {
                        for (position, arg) in args.iter().enumerate() {
                            match body.params.get(position) {
                                Some(param) => {
                                    self.flow(Place::Register(*callee, *param), arg);
                                    if let Some(truth) = fails_on(self.program, body).filter(|_| position == 0) {
                                        self.error(arg, truth);
                                    }
                                }
                                None => self.spoil(arg),
                            }
                        }
                        if let Some(target) = target {
                            self.classes.unite(Place::Register(self.id, *target), Place::Result(*callee));
                        }
                    }
                    FunctionKind::Builtin(Builtin::Nondet) => {}
                    FunctionKind::Builtin(Builtin::Assume) => args.iter().for_each(|arg| self.condition(arg)),
                    _ => args.iter().for_each(|arg| self.spoil(arg)),
                }
            }
            StatementKind::Call { callee: Callee::Indirect(_, signature), args, target } => {
                args.iter().for_each(|arg| self.spoil(arg));
                target.iter().for_each(|target| self.classes.spoil(Place::Register(self.id, *target)));
                let types: Vec<Scalar> = args.iter().map(|arg| arg.ty).collect();
                let functions = self.program.functions.enumerated();
                for (id, function) in functions.filter(|(_, f)| f.signature.callable_as(signature, &types)) {
                    let params = function.body().map_or(&[][..], |body| &body.params);
                    params.iter().for_each(|param| self.classes.spoil(Place::Register(id, *param)));
                    self.classes.spoil(Place::Result(id));
                }
            }
            StatementKind::Assume(condition) => self.condition(condition),
            StatementKind::Copy { to, from, .. } => [to, from].into_iter().for_each(|address| self.spoil(address)),
            StatementKind::Zero { address, .. } => self.spoil(address),
            StatementKind::DynamicLive { size, .. } => self.spoil(size),
            StatementKind::StorageLive(_) | StatementKind::StorageDead(_) | StatementKind::DynamicDead(_) => {}
            StatementKind::Check(check) => check.operand().into_iter().for_each(|operand| self.spoil(operand)),
            StatementKind::Unsupported(_) => {}
        }
    }

    /// A value gets into a place.
    fn flow(&mut self, place: Place, value: &Expr) {
        match (&value.kind, value.ty) {
            (ExprKind::Register(local), Scalar::Int(_)) => {
                self.classes.unite(place, Place::Register(self.id, *local));
            }
            (ExprKind::Int(bits), Scalar::Int(int)) => {
                let class = self.classes.class(place);
                self.classes.classes[class].constants.insert(int.value(*bits));
            }
            (_, Scalar::Int(_)) => {
                self.classes.spoil(place);
                self.condition(value);
            }
            _ => self.spoil(value),
        }
    }

    /// A value is tested: a comparison of simple operands is what numbers are for.
    fn condition(&mut self, expr: &Expr) {
        let Some(Comparison { op, left, right, .. }) = comparison(expr) else { return self.spoil(expr) };
        let places: Vec<Option<Place>> = [Some(left), right].into_iter().map(|e| self.register(e?)).collect();
        let number = |e: Option<&Expr>| e.is_none_or(|e| matches!(e.kind, ExprKind::Int(_) | ExprKind::Register(_)));
        if !number(Some(left)) || !number(right) {
            return self.spoil(expr);
        }
        if let [Some(a), Some(b)] = places[..] {
            self.classes.unite(a, b);
        }
        if let Some(place) = places.into_iter().flatten().next() {
            let class = self.classes.class(place);
            self.classes.classes[class].compared = true;
            self.classes.classes[class].ordered |= !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
            let constant = |e: Option<&Expr>| match e.map(|e| (&e.kind, e.ty)) {
                None => Some(0),
                Some((ExprKind::Int(bits), Scalar::Int(int))) => Some(int.value(*bits)),
                _ => None,
            };
            self.classes.classes[class].constants.extend([Some(left), right].into_iter().filter_map(constant));
        }
    }

    /// A test leads to an error if it has an outcome.
    fn error(&mut self, test: &Expr, outcome: bool) {
        let Some(Comparison { op, left, right, negated }) = comparison(test) else { return };
        let less = match op {
            BinaryOp::Lt | BinaryOp::Gt => outcome != negated,
            BinaryOp::Le | BinaryOp::Ge => outcome == negated,
            _ => false,
        };
        for place in [Some(left), right].into_iter().flatten().filter_map(|e| self.register(e)).collect::<Vec<_>>() {
            let class = self.classes.class(place);
            self.classes.classes[class].exact |= !less;
        }
    }

    fn register(&self, expr: &Expr) -> Option<Place> {
        match expr.kind {
            ExprKind::Register(local) => Some(Place::Register(self.id, local)),
            _ => None,
        }
    }

    /// Something else is done with the numbers of an expression.
    fn spoil(&mut self, expr: &Expr) {
        expr.walk(&mut |e| {
            if let (ExprKind::Register(local), Scalar::Int(_)) = (&e.kind, e.ty) {
                self.classes.spoil(Place::Register(self.id, *local));
            }
        });
    }
}

/// The memory that a scalar access is to; `None` for what is no integer.
pub(super) fn memory_place(program: &Program, body: &Body, address: &Expr, ty: Scalar) -> Option<Place> {
    let int = ty.as_int()?;
    Some(Place::Memory(spot(&program.types, body, program, address, ty)?, int))
}
