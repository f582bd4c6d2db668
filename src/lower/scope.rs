//! Names in scope.
//!
//! In: declarations in source order. Out: what a name means at a point. Knows nothing of control flow.

use super::types::Qualified;
use super::value::Shape;
use crate::ir::{CType, FunctionId, GlobalId, IntType, LocalId, RecordId};
use std::collections::HashMap;
use std::rc::Rc;

/// What an identifier stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// A type name.
    Typedef(Qualified),
    /// An enumeration constant.
    Enumerator(i128, IntType),
    /// A variable of the function.
    Local(LocalId),
    /// A variable-length array: the register that points at it, its type and its run-time sizes.
    Dynamic(LocalId, CType, Rc<Shape>),
    /// A static object.
    Global(GlobalId),
    /// A function, with the type that is visible here.
    Function(FunctionId),
    /// A variable whose type is not modelled.
    Unsupported(String),
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// An enumeration, by its underlying type.
    Enum(IntType),
}

#[derive(Default)]
struct Scope {
    symbols: HashMap<String, Symbol>,
    tags: HashMap<String, Tag>,
}

/// All scopes around a point, the file's first.
pub(super) struct Names {
    scopes: Vec<Scope>,
}

impl Names {
    /// The file scope of a unit.
    pub fn new() -> Self {
        Self { scopes: vec![Scope::default()] }
    }

    /// Enters a block or a prototype.
    pub fn open(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Leaves it.
    pub fn close(&mut self) {
        self.scopes.pop();
    }

    /// Whether the file scope is the innermost.
    pub fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    /// What a name means.
    pub fn lookup(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.symbols.get(name))
    }

    /// What a name means at file scope.
    pub fn lookup_file(&self, name: &str) -> Option<&Symbol> {
        self.scopes[0].symbols.get(name)
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.symbols.insert(name.to_string(), symbol);
        }
    }

    /// Declares a name at file scope.
    pub fn declare_file(&mut self, name: &str, symbol: Symbol) {
        self.scopes[0].symbols.insert(name.to_string(), symbol);
    }

    /// What a tag means.
    pub fn tag(&self, name: &str) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name).copied())
    }

    /// What a tag means that was declared in the innermost scope.
    pub fn tag_here(&self, name: &str) -> Option<Tag> {
        self.scopes.last().and_then(|scope| scope.tags.get(name).copied())
    }

    /// Declares a tag in the innermost scope.
    pub fn declare_tag(&mut self, name: &str, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(name.to_string(), tag);
        }
    }
}
