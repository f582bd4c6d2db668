//! String literals that are equal: C leaves open whether they are one object.
//!
//! In: a first lowering of the program, with what it compares. Out: the texts for which the answer can matter. In the
//! second lowering each further literal of such a text asks an input whether it is the first one.

use super::value::{Place, PlaceKind, Value};
use super::{Lowering, Result};
use crate::base::Span;
use crate::ir::{CType, Expr, ExprKind, Function, GlobalId, GlobalKind, Program, SAME_LITERAL, Scalar, StatementKind};
use indexmap::{IndexMap, IndexSet};

/// The content of a literal and the size of its elements.
pub(super) type Text = (Vec<u8>, u8);

/// What is known of equal literals.
#[derive(Default)]
pub(super) struct Literals {
    /// The sizes in bits of what pointers that are compared point to; 0 for `void`.
    pub compared: IndexSet<u8>,
    /// Texts of which it matters whether they are one object.
    pub open: IndexSet<Text>,
    /// The first literal of each of those texts.
    first: IndexMap<Text, GlobalId>,
}

impl Literals {
    /// For a second lowering, in which it matters for these texts.
    pub fn new(open: IndexSet<Text>) -> Self {
        Self { open, ..Self::default() }
    }
}

impl Lowering<'_> {
    /// Takes down that pointers to two types are compared, if they can lead into string literals.
    pub(super) fn note_compared(&mut self, one: &CType, other: &CType) {
        let size = |target: &CType| match target {
            CType::Void => Some(0),
            CType::Int(int) => Some(int.bits),
            _ => None,
        };
        if let (Some(one), Some(other), false) = (size(one), size(other), self.in_library) {
            self.literals.compared.insert(one.min(other));
        }
    }
}

/// Texts of several literals whose address the program keeps. The address of one that is only given to a function without
/// body, such as `printf`, is compared with nothing.
pub(super) fn repeated(program: &Program, compared: &IndexSet<u8>) -> IndexSet<Text> {
    if compared.is_empty() {
        return IndexSet::new();
    }
    let mut kept: IndexSet<GlobalId> = IndexSet::new();
    let bodiless: Vec<bool> = program.functions.iter().map(|function| function.body().is_none()).collect();
    let mut keep = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let ExprKind::GlobalAddress(id) = part.kind {
                kept.insert(id);
            }
        });
    };
    for block in program.functions.iter().filter_map(Function::body).flat_map(|body| body.blocks.iter()) {
        let is_only_shown = |kind: &StatementKind| kind.callee().is_some_and(|id| bodiless[id.0 as usize]);
        let statements = block.statements.iter().filter(|statement| !is_only_shown(&statement.kind));
        statements.flat_map(|statement| statement.kind.operands()).for_each(&mut keep);
        block.terminator.kind.operand().into_iter().for_each(&mut keep);
    }
    program.globals.iter().flat_map(|global| &global.relocations).for_each(|it| keep(&it.value));
    let mut seen = IndexSet::new();
    let literals = kept.iter().map(|id| &program.globals[*id]).filter(|it| it.kind == GlobalKind::StringLiteral);
    literals
        .filter_map(|literal| {
            let element = match &literal.ty {
                CType::Array(element, _) => element.scalar().and_then(Scalar::as_int).map_or(8, |int| int.bits),
                _ => 8,
            };
            let text = (literal.init.clone(), element);
            let matters = compared.contains(&0) || compared.contains(&element);
            (!seen.insert(text.clone()) && matters).then_some(text)
        })
        .collect()
}

impl Lowering<'_> {
    /// The place of a literal that was just made: its own, or that of an earlier one with the same text.
    pub(super) fn literal_place(&mut self, text: Text, own: GlobalId, ty: CType, span: Span) -> Result<Place> {
        let address = |global| Expr { kind: ExprKind::GlobalAddress(global), ty: Scalar::Pointer, span };
        if self.in_library || !self.literals.open.contains(&text) {
            return Ok(Place::memory(address(own), ty));
        }
        let Some(&first) = self.literals.first.get(&text) else {
            self.literals.first.insert(text, own);
            return Ok(Place::memory(address(own), ty));
        };
        if self.unevaluated > 0 || self.function.is_none() {
            if self.in_static {
                self.startup.push(("equal string literals of which some initialise static objects".into(), span));
            }
            return Ok(Place::memory(address(own), ty));
        }
        let flag = self.new_global(SAME_LITERAL.into(), CType::Bool, false, span);
        let flag = self.read(&Place::memory(address(flag), CType::Bool), span)?;
        let (yes, no, join) = (self.body.block(), self.body.block(), self.body.block());
        self.body.branch(flag.expr, yes, no, span);
        let pointer = self.void_pointer();
        let result = self.result_variable(&pointer, span)?;
        let place = self.local_place(result, span);
        for (block, global) in [(yes, first), (no, own)] {
            self.body.enter(block);
            let value = Value { expr: address(global), ty: pointer.clone(), shape: None };
            self.write(&place, value, span)?;
            self.body.goto(join, span);
        }
        self.body.enter(join);
        let expr = self.body.read(result, span);
        Ok(Place { kind: PlaceKind::Memory(expr), ty, bits: None, shape: None })
    }
}
