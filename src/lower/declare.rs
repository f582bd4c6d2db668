//! Declarations of types, variables and functions.
//!
//! In: declarations of the AST. Out: names in scope; static objects; initialised locals.

use super::attributes::Attributes;
use super::builder::Life;
use super::declarator::{Declared, Name};
use super::link::{Entity, Linkage};
use super::scope::Symbol;
use super::types::{Qualified, Specifiers};
use super::value::{Operand, Place, Shape, by_address};
use super::{Lowering, Result, Stop};
use crate::base::Span;
use crate::ir::{CType, Expr, GlobalId, LocalId, StatementKind, Storage};
use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, Expression, InitDeclarator, Initializer,
    InitializerListItem, StorageClassSpecifier, TypeName, TypeOf, TypeSpecifier,
};
use lang_c::span::Node;

impl Lowering<'_> {
    /// A declaration, in a file or a block.
    pub(super) fn declaration(&mut self, declaration: &Node<Declaration>) {
        let span = self.span(declaration.span);
        let declarators = &declaration.node.declarators;
        let mark = self.body.mark();
        let outer = self.body.start();
        let specifiers = self.declared_specifiers(declaration, span);
        self.body.resume(outer);
        let specifiers = match specifiers {
            Ok(specifiers) => specifiers,
            Err(stop) => {
                self.body.roll_back(mark);
                return self.give_up(declarators, stop);
            }
        };
        for declarator in declarators {
            let mark = self.body.mark();
            let outer = self.body.start();
            let declared = self.init_declarator(&specifiers, declarator);
            self.body.resume(outer);
            if let Err(stop) = declared {
                self.body.roll_back(mark);
                self.give_up(std::slice::from_ref(declarator), stop);
            }
        }
    }

    fn declared_specifiers(&mut self, declaration: &Node<Declaration>, span: Span) -> Result<Specifiers> {
        let declarators = &declaration.node.declarators;
        if declaration.node.specifiers.iter().any(is_auto_type)
            && let [Node { node: InitDeclarator { initializer: Some(initializer), .. }, .. }] = &declarators[..]
            && let Initializer::Expression(expression) = &initializer.node
        {
            let (value, _) = self.unevaluated(|this| this.rvalue(expression))?;
            self.auto_type = Some(value.ty);
        }
        self.specifiers(&declaration.node.specifiers, declarators.is_empty(), span)
    }

    /// Declares names whose declaration is not modelled, so that their use is reported where it is reached.
    fn give_up(&mut self, declarators: &[Node<InitDeclarator>], stop: Stop) {
        let what = match &stop {
            Stop::Unsupported(unsupported) => unsupported.what.clone(),
            Stop::Error(_) => "declaration with an error".into(),
        };
        for declarator in declarators {
            if let Some(name) = declared_name(&declarator.node.declarator) {
                self.names.declare(name, Symbol::Unsupported(what.clone()));
            }
        }
        self.report(stop);
    }

    fn init_declarator(&mut self, specifiers: &Specifiers, declarator: &Node<InitDeclarator>) -> Result<()> {
        let span = self.span(declarator.span);
        let node = &declarator.node;
        let mut declared = self.declarator(specifiers.base.clone(), Some(&node.declarator))?;
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(std::mem::take(&mut declared.attributes));
        let Some(name) = declared.name else { return self.error(span, "a declaration without a name") };
        if attributes.vector {
            return self.unsupported(name.span, "vector type");
        }
        if let (Some(bytes), CType::Int(int)) = (attributes.mode, &declared.ty) {
            declared.ty = CType::Int(crate::ir::IntType { bits: (bytes * 8) as u8, signed: int.signed });
        }
        if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
            return self.typedef_declaration(name, declared, &attributes);
        }
        if let CType::Function(ty) = declared.ty {
            let linkage = self.function_linkage(specifiers.storage.as_ref());
            let function = self.declare_function(name, *ty, linkage)?;
            self.note_attributes(function, &attributes);
            return Ok(());
        }
        if let Some(what) = attributes.unmodelled {
            return self.unsupported(name.span, what);
        }
        let initializer = node.initializer.as_ref();
        match (&specifiers.storage, self.function.is_some()) {
            (Some(StorageClassSpecifier::Extern), _) => {
                self.static_variable(name, &declared, Linkage::External, true, initializer)?;
                if let (true, Some(Symbol::Global(global))) = (attributes.weak, self.names.lookup(name.text)) {
                    self.weak.insert(Entity::Global(*global));
                }
                Ok(())
            }
            (Some(StorageClassSpecifier::Static), true) => {
                self.static_variable(name, &declared, Linkage::None, false, initializer)
            }
            (_, true) => match attributes.cleanup {
                Some(function) => self.cleaned_variable(name, declared, &function, initializer),
                None => self.local_variable(name, declared, initializer),
            },
            (Some(StorageClassSpecifier::Static), false) => {
                self.static_variable(name, &declared, Linkage::Internal, false, initializer)
            }
            (_, false) => self.static_variable(name, &declared, Linkage::External, false, initializer),
        }
    }

    /// A variable with the attribute `cleanup`: the function gets its address at the end of its scope.
    fn cleaned_variable(
        &mut self,
        name: Name<'_>,
        declared: Declared<'_>,
        function: &str,
        initializer: Option<&Node<Initializer>>,
    ) -> Result<()> {
        let function = match self.names.lookup(function) {
            Some(Symbol::Function(function)) => *function,
            _ => return self.error(name.span, format!("`{function}` is no function")),
        };
        self.address_taken.insert(name.text.to_string());
        self.local_variable(name, declared, initializer)?;
        match self.names.lookup(name.text) {
            Some(Symbol::Local(local)) => {
                self.body.clean_up(*local, function);
                Ok(())
            }
            _ => self.unsupported(name.span, "attribute `cleanup`"),
        }
    }

    fn typedef_declaration(&mut self, name: Name<'_>, declared: Declared<'_>, attributes: &Attributes) -> Result<()> {
        let align = attributes.align.or(declared.align);
        let qualified = Qualified {
            ty: declared.ty,
            is_const: declared.is_const,
            is_volatile: declared.is_volatile,
            to_volatile: declared.to_volatile,
            align,
            shape: declared.shape,
        };
        self.names.declare(name.text, Symbol::Typedef(qualified));
        Ok(())
    }

    /// A variable with static storage duration.
    fn static_variable(
        &mut self,
        name: Name<'_>,
        declared: &Declared<'_>,
        linkage: Linkage,
        is_extern: bool,
        initializer: Option<&Node<Initializer>>,
    ) -> Result<()> {
        if let (CType::Array(..), Some(_)) = (&declared.ty, &declared.shape) {
            return self.error(name.span, "a static array of variable length");
        }
        let plan = match initializer {
            Some(initializer) => Some(self.plan(&declared.ty, initializer)?),
            None => None,
        };
        let ty = plan.as_ref().map_or(&declared.ty, |plan| &plan.ty).clone();
        if ty == CType::Void {
            return self.error(name.span, "a variable of type `void`");
        }
        let global = self.declare_global(name, ty, declared.is_const, linkage)?;
        self.names.declare(name.text, Symbol::Global(global));
        if declared.is_volatile {
            self.volatile.insert(global);
        }
        match plan {
            Some(plan) => {
                self.define_global(global, name)?;
                self.initialize_static(global, plan)
            }
            None if is_extern => Ok(()),
            None => {
                self.tentative_global(global, linkage);
                Ok(())
            }
        }
    }

    fn local_variable(
        &mut self,
        name: Name<'_>,
        declared: Declared<'_>,
        initializer: Option<&Node<Initializer>>,
    ) -> Result<()> {
        let shape = declared.shape;
        if let (Some(shape), CType::Array(..)) = (&shape, &declared.ty)
            && let Shape::Array { size, .. } = &**shape
        {
            let size = size.clone();
            let ty = CType::Pointer(Box::new(declared.ty.clone()));
            let pointer = self.body.local(Some(name.text), ty, Storage::Register, name.span);
            self.body.emit(StatementKind::DynamicLive { target: pointer, size }, name.span);
            self.body.add_life(Life::Dynamic(pointer));
            self.names.declare(name.text, Symbol::Dynamic(pointer, declared.ty, shape.clone()));
            return Ok(());
        }
        let incomplete = matches!(declared.ty, CType::Array(_, None));
        let ty = match initializer {
            Some(initializer) if incomplete => self.plan(&declared.ty, initializer)?.ty,
            _ => declared.ty,
        };
        self.complete_size(&ty, name.span)?;
        if ty == CType::Void {
            return self.error(name.span, "a variable of type `void`");
        }
        let local = self.variable(name, ty);
        if let Some(shape) = shape {
            self.shapes.insert(local, shape);
        }
        self.body.declare_life(local, name.span);
        self.names.declare(name.text, Symbol::Local(local));
        if let Some(initializer) = initializer {
            self.full(|this| this.initialize_local(local, initializer));
        }
        Ok(())
    }

    /// A new named local, in a register if it can be.
    pub(super) fn variable(&mut self, name: Name<'_>, ty: CType) -> LocalId {
        let in_memory = ty.scalar().is_none() || by_address(&ty) || self.address_taken.contains(name.text);
        let storage = if in_memory { Storage::Memory } else { Storage::Register };
        self.body.local(Some(name.text), ty, storage, name.span)
    }

    fn initialize_local(&mut self, local: LocalId, initializer: &Node<Initializer>) -> Result<()> {
        let span = self.span(initializer.span);
        let place = self.local_place(local, span);
        if !matches!(place.ty, CType::Array(..) | CType::Record(_)) {
            let expression = scalar_initializer(initializer);
            let Some(expression) = expression else { return self.error(span, "malformed initialiser") };
            let value = self.rvalue(expression)?;
            let value = self.convert(value, &place.ty, span)?;
            return self.write(&place, value, span);
        }
        let address = self.address(&place, span)?;
        self.initialize_object(&address, &place.ty, initializer, span)
    }

    fn initialize_object(
        &mut self,
        address: &Expr,
        ty: &CType,
        initializer: &Node<Initializer>,
        span: Span,
    ) -> Result<()> {
        let plan = self.plan(ty, initializer)?;
        if self.program.types.size_of(ty) != Some(plan.size) {
            return self.error(span, "the initialiser is larger than the object");
        }
        self.initialize(address, plan, span)
    }

    /// `(type){ … }`: an object of the enclosing block, or a static one outside of functions.
    pub(super) fn compound_literal(
        &mut self,
        type_name: &Node<TypeName>,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Result<Operand> {
        let declared = self.type_name(type_name)?;
        if declared.shape.is_some() {
            return self.unsupported(span, "compound literal of a type with run-time sizes");
        }
        let initializer = Node::new(Initializer::List(items.to_vec()), type_name.span);
        let plan = self.plan(&declared.ty, &initializer)?;
        let ty = plan.ty.clone();
        if self.function.is_none() {
            let global = self.anonymous_global(ty.clone(), declared.is_const, span);
            self.initialize_static(global, plan)?;
            return Ok(Operand::Place(Place::memory(self.global_address(global, span), ty)));
        }
        let local = self.body.temporary_object(ty.clone(), span);
        let address = self.local_address(local, span);
        if matches!(ty, CType::Array(..) | CType::Record(_)) {
            self.initialize(&address, plan, span)?;
        } else if let Some(expression) = scalar_initializer(&initializer) {
            let value = self.rvalue(expression)?;
            let value = self.convert(value, &ty, span)?;
            self.write(&Place::memory(address.clone(), ty.clone()), value, span)?;
        }
        Ok(Operand::Place(Place::memory(address, ty)))
    }

    /// The address of a static object.
    pub(super) fn global_address(&self, global: GlobalId, span: Span) -> Expr {
        Expr { kind: crate::ir::ExprKind::GlobalAddress(global), ty: crate::ir::Scalar::Pointer, span }
    }
}

/// Whether the type is that of the initialiser, which the parser marks.
fn is_auto_type(specifier: &Node<DeclarationSpecifier>) -> bool {
    let DeclarationSpecifier::TypeSpecifier(ty) = &specifier.node else { return false };
    let TypeSpecifier::TypeOf(of) = &ty.node else { return false };
    let TypeOf::Expression(expression) = &of.node else { return false };
    matches!(&expression.node, Expression::Identifier(name) if name.node.name == "__hw_auto_type")
}

/// The one expression that initialises a scalar, braces or not.
fn scalar_initializer(initializer: &Node<Initializer>) -> Option<&Node<Expression>> {
    match &initializer.node {
        Initializer::Expression(expression) => Some(expression),
        Initializer::List(items) => scalar_initializer(&items.first()?.node.initializer),
    }
}

/// The name in a declarator.
pub(super) fn declared_name(declarator: &Node<Declarator>) -> Option<&str> {
    match &declarator.node.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(identifier) => Some(&identifier.node.name),
        DeclaratorKind::Declarator(inner) => declared_name(inner),
    }
}
