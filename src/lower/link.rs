//! Linking: which declarations mean the same object or function, within a unit and across units.
//!
//! In: declarations with their linkage. Out: objects and functions of the program, each once.

use super::attributes::Attributes;
use super::declarator::Name;
use super::ends::Outside;
use super::scope::Symbol;
use super::{Lowering, Result};
use crate::base::Span;
use crate::ir::{CType, Function, FunctionId, FunctionKind, FunctionType, Global, GlobalId, GlobalKind};
use lang_c::ast::StorageClassSpecifier;

/// Who else may mean the same thing by the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Linkage {
    /// All units.
    External,
    /// This unit.
    Internal,
    /// Nobody: static variables of functions.
    None,
}

/// Something with external linkage.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Entity {
    /// A variable.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
}

/// How far a static object is defined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// Only declared.
    Declared,
    /// `int x;`
    Tentative,
    /// With initialiser.
    Defined,
}

impl Lowering<'_> {
    /// The linkage of a function.
    pub(super) fn function_linkage(&self, storage: Option<&StorageClassSpecifier>) -> Linkage {
        match storage {
            Some(StorageClassSpecifier::Static) => Linkage::Internal,
            _ => Linkage::External,
        }
    }

    // Functions.

    /// Declares a function in the innermost scope.
    pub(super) fn declare_function(
        &mut self,
        name: Name<'_>,
        ty: FunctionType,
        linkage: Linkage,
    ) -> Result<FunctionId> {
        let known = match self.names.lookup_file(name.text) {
            Some(Symbol::Function(function)) => Some(*function),
            Some(Symbol::Global(_)) => return self.error(name.span, format!("`{}` is a variable", name.text)),
            _ => None,
        };
        let function = match known {
            Some(function) => {
                self.merge_function(function, ty, name)?;
                function
            }
            None if linkage == Linkage::Internal => self.new_function(name.text, ty, name.span),
            None => self.external_function(name.text, ty, name.span)?,
        };
        self.names.declare_file(name.text, Symbol::Function(function));
        self.names.declare(name.text, Symbol::Function(function));
        Ok(function)
    }

    /// The function of this name in the whole program.
    pub(super) fn external_function(&mut self, name: &str, ty: FunctionType, span: Span) -> Result<FunctionId> {
        match self.externals.get(name).copied() {
            Some(Entity::Function(function)) => {
                self.merge_function(function, ty, Name { text: name, span })?;
                Ok(function)
            }
            Some(Entity::Global(_)) => self.error(span, format!("`{name}` is a variable")),
            None => {
                let function = self.new_function(name, ty, span);
                self.externals.insert(name.to_string(), Entity::Function(function));
                Ok(function)
            }
        }
    }

    fn new_function(&mut self, name: &str, ty: FunctionType, span: Span) -> FunctionId {
        let signature = self.signature(&ty);
        let kind = FunctionKind::External;
        let (name, library) = (name.to_string(), self.in_library);
        self.program.functions.push(Function { name, ty, signature, kind, span, library })
    }

    /// A further declaration of a function: one with parameters tells more than one without.
    fn merge_function(&mut self, function: FunctionId, ty: FunctionType, name: Name<'_>) -> Result<()> {
        let signature = self.signature(&ty);
        let defined = self.program.functions[function].body().is_some();
        let known = &mut self.program.functions[function];
        if ty.unprototyped || defined {
            let differ = !ty.unprototyped && !known.ty.unprototyped && signature != known.signature;
            if differ && !self.in_library {
                return self.error(name.span, format!("conflicting types for `{}`", name.text));
            }
            return Ok(());
        }
        if !known.ty.unprototyped && known.signature != signature && !self.in_library {
            return self.error(name.span, format!("conflicting types for `{}`", name.text));
        }
        known.ty = ty;
        known.signature = signature;
        Ok(())
    }

    /// Remembers attributes of a function that matter when the program is complete.
    pub(super) fn note_attributes(&mut self, function: FunctionId, attributes: &Attributes) {
        if attributes.noreturn {
            self.noreturn.insert(function);
        }
        if let Some(what) = &attributes.unmodelled {
            self.unmodelled.insert(function, what.clone());
        }
        if let Some((after, priority)) = attributes.outside
            && !self.outside.iter().any(|known| known.function == function && known.after == after)
        {
            self.outside.push(Outside { function, after, priority });
        }
        if attributes.weak {
            self.weak.insert(Entity::Function(function));
        }
    }

    // Variables.

    /// Declares a static object.
    pub(super) fn declare_global(
        &mut self,
        name: Name<'_>,
        ty: CType,
        is_const: bool,
        linkage: Linkage,
    ) -> Result<GlobalId> {
        let known = match (linkage, self.names.lookup_file(name.text)) {
            (Linkage::None, _) => {
                let function = self.function.as_ref().map_or("", |function| function.name.as_str());
                let full = format!("{function}.{}", name.text);
                return Ok(self.new_global(full, ty, is_const, name.span));
            }
            (_, Some(Symbol::Global(global))) => Some(*global),
            (_, Some(Symbol::Function(_))) => return self.error(name.span, format!("`{}` is a function", name.text)),
            (Linkage::External, _) => match self.externals.get(name.text) {
                Some(Entity::Global(global)) => Some(*global),
                Some(Entity::Function(_)) => return self.error(name.span, format!("`{}` is a function", name.text)),
                None => None,
            },
            (Linkage::Internal, _) => None,
        };
        let global = match known {
            Some(global) => {
                self.merge_global(global, ty, name)?;
                global
            }
            None => self.new_global(name.text.to_string(), ty, is_const, name.span),
        };
        if known.is_none() && linkage == Linkage::External {
            self.externals.insert(name.text.to_string(), Entity::Global(global));
        }
        self.names.declare_file(name.text, Symbol::Global(global));
        Ok(global)
    }

    pub(super) fn new_global(&mut self, name: String, ty: CType, is_const: bool, span: Span) -> GlobalId {
        let kind = if is_const { GlobalKind::Constant } else { GlobalKind::Variable };
        let (init, relocations) = (Vec::new(), Vec::new());
        let global = self.program.globals.push(Global { name, ty, size: 0, kind, init, relocations, span });
        self.states.insert(global, State::Declared);
        if self.in_library {
            self.optional_globals.insert(global);
        }
        global
    }

    /// A static object without a name.
    pub(super) fn anonymous_global(&mut self, ty: CType, is_const: bool, span: Span) -> GlobalId {
        let global = self.new_global("compound literal".into(), ty, is_const, span);
        self.states.insert(global, State::Defined);
        global
    }

    fn merge_global(&mut self, global: GlobalId, ty: CType, name: Name<'_>) -> Result<()> {
        let known = &self.program.globals[global].ty;
        let completes = matches!((known, &ty), (CType::Array(_, None), CType::Array(_, Some(_))));
        let types = &self.program.types;
        if !completes
            && let (Some(a), Some(b)) = (types.size_of(known), types.size_of(&ty))
            && (a != b || known.scalar() != ty.scalar())
        {
            return self.error(name.span, format!("conflicting types for `{}`", name.text));
        }
        // Across units the same struct is two records; one that is complete tells more.
        if completes || types.size_of(known).is_none() && types.size_of(&ty).is_some() {
            self.program.globals[global].ty = ty;
        }
        Ok(())
    }

    /// A definition with initialiser.
    pub(super) fn define_global(&mut self, global: GlobalId, name: Name<'_>) -> Result<()> {
        if self.states.insert(global, State::Defined) == Some(State::Defined) {
            return self.error(name.span, format!("redefinition of `{}`", name.text));
        }
        self.program.globals[global].span = name.span;
        Ok(())
    }

    /// A declaration that defines the object if no other does.
    pub(super) fn tentative_global(&mut self, global: GlobalId, linkage: Linkage) {
        let state = if linkage == Linkage::None { State::Defined } else { State::Tentative };
        if let Some(known) = self.states.get_mut(&global) {
            *known = (*known).max(state);
        }
    }
}
