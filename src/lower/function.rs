//! Function definitions.
//!
//! In: a definition of the AST. Out: the body of a function of the program.

use super::builder::Builder;
use super::declarator::{Name, Parameter, adjust};
use super::link::{Entity, Linkage};
use super::scope::Symbol;
use super::value::by_address;
use super::variadic::takes_variable_arguments;
use super::{FunctionContext, Lowering, Result, Stop, known};
use crate::base::{Diagnostic, Span, Unsupported};
use crate::ir::{CType, Expr, FloatType, FunctionId, FunctionKind, FunctionType, IntType, Scalar, Storage};
use lang_c::ast::{
    Declaration, DerivedDeclarator, Expression, FunctionDefinition, Identifier, Statement, UnaryOperator,
    UnaryOperatorExpression,
};
use lang_c::span::{Node, Span as AstSpan};
use lang_c::visit::{self, Visit};
use std::collections::HashSet;

/// Names to which `&` is applied somewhere in a function.
struct AddressTaken {
    names: HashSet<String>,
}

impl<'ast> Visit<'ast> for AddressTaken {
    fn visit_unary_operator_expression(&mut self, unary: &'ast UnaryOperatorExpression, span: &'ast AstSpan) {
        if unary.operator.node == UnaryOperator::Address
            && let Expression::Identifier(identifier) = &unary.operand.node
        {
            self.names.insert(identifier.node.name.clone());
        }
        visit::visit_unary_operator_expression(self, unary, span);
    }
}

impl Lowering<'_> {
    /// Lowers a function definition.
    pub(super) fn function_definition(&mut self, definition: &Node<FunctionDefinition>) {
        if let Err(stop) = self.try_function_definition(definition) {
            match stop {
                Stop::Error(diagnostic) => self.errors.push(*diagnostic),
                Stop::Unsupported(unsupported) => {
                    // Its callers are reported where they are reached.
                    if let Some(name) = super::declare::declared_name(&definition.node.declarator) {
                        self.names.declare(name, Symbol::Unsupported(unsupported.what.clone()));
                    }
                    let message = format!("{}: {}", super::LEFT_OUT, unsupported.what);
                    self.warnings.push(Diagnostic::warning(unsupported.span, message));
                }
            }
        }
    }

    fn try_function_definition(&mut self, definition: &Node<FunctionDefinition>) -> Result<()> {
        let span = self.span(definition.span);
        let parts = &definition.node;
        let specifiers = self.specifiers(&parts.specifiers, false, span)?;
        let mut declared = self.declarator(specifiers.base, Some(&parts.declarator))?;
        let (Some(name), CType::Function(mut ty)) = (declared.name, declared.ty) else {
            return self.error(span, "malformed function definition");
        };
        let linkage = self.function_linkage(specifiers.storage.as_ref());
        let mut attributes = specifiers.attributes;
        attributes.merge(std::mem::take(&mut declared.attributes));
        let params = match declared.function.map(|function| &function.node) {
            Some(DerivedDeclarator::Function(function)) => self.parameters(&function.node.parameters)?,
            Some(DerivedDeclarator::KRFunction(names)) => {
                let params = self.old_style_parameters(names, &parts.declarations)?;
                ty.params = params.iter().map(|param| promoted(&param.ty)).collect();
                params
            }
            _ => return self.error(span, "a function definition without parameters"),
        };
        let function = self.declare_function(name, (*ty).clone(), linkage)?;
        self.note_attributes(function, &attributes);
        if known::is_error_function(name.text) {
            return Ok(());
        }
        // Another file of the library may be the one that defines it here.
        let elsewhere = || self.library.lookup(name.text)?.file.filter(|&file| file != self.library_file);
        if self.in_library && linkage == Linkage::External && elsewhere().is_some() {
            return Ok(());
        }
        if self.program.functions[function].body().is_some() {
            // What the program defines takes the place of the library's model, and of a weak definition.
            if specifiers.inline || self.in_library || attributes.weak {
                return Ok(());
            }
            if !self.weak.swap_remove(&Entity::Function(function)) {
                return self.error(name.span, format!("redefinition of `{}`", name.text));
            }
        }
        // The definition's type counts, and its signature is how the function is called.
        let mut signature = self.signature(&ty);
        if takes_variable_arguments(&ty) {
            signature.params.push(Scalar::Pointer);
            signature.variadic = false;
        }
        if self.in_library || specifiers.inline {
            self.optional_functions.insert(function);
        }
        let target = &mut self.program.functions[function];
        target.ty = (*ty).clone();
        target.signature = signature;
        target.span = name.span;
        target.library = self.in_library;
        self.define_function(function, name, &ty, params, &parts.statement);
        Ok(())
    }

    fn define_function(
        &mut self,
        function: FunctionId,
        name: Name<'_>,
        ty: &FunctionType,
        params: Vec<Parameter<'_>>,
        statement: &Node<Statement>,
    ) {
        let span = self.span(statement.span);
        let end = Span { lo: span.hi.saturating_sub(1), hi: span.hi };
        let mut taken = AddressTaken { names: HashSet::new() };
        taken.visit_statement(&statement.node, &statement.span);
        self.address_taken = taken.names;
        self.address_taken.extend(self.addressed_in_waiting());
        self.body = Builder::new();
        self.shapes.clear();
        self.names.open();
        let result_pointer = by_address(&ty.result).then(|| {
            let pointer = self.body.temporary(CType::Pointer(Box::new(ty.result.clone())), name.span);
            self.body.params.push(pointer);
            pointer
        });
        self.function = Some(FunctionContext {
            id: function,
            name: name.text.to_string(),
            result: ty.result.clone(),
            result_pointer,
            variable_arguments: None,
        });
        for (param, passed) in params.iter().zip(&ty.params) {
            self.parameter(param, passed);
        }
        if takes_variable_arguments(ty) {
            let pointer = self.body.temporary(self.void_pointer(), name.span);
            self.body.params.push(pointer);
            self.function.as_mut().expect("set above").variable_arguments = Some(pointer);
        }
        for param in &params {
            self.shape_parameter(param);
        }
        if let Err(Stop::Unsupported(unsupported)) = self.passable(ty, name.span) {
            self.body.unsupported(*unsupported);
        }
        match &statement.node {
            Statement::Compound(items) => self.block_items(items),
            _ => self.statement(statement),
        }
        self.names.close();
        let is_main = name.text == "main" && ty.result == CType::Int(IntType::INT);
        let fall_off = is_main.then(|| Expr::int(0, IntType::INT, end));
        let body = std::mem::replace(&mut self.body, Builder::new());
        self.function = None;
        match body.finish(fall_off, end) {
            Ok(body) => self.program.functions[function].kind = FunctionKind::Defined(body),
            Err(missing) => {
                for (label, span) in missing {
                    self.errors.push(Diagnostic::error(span, format!("no label `{label}`")));
                }
            }
        }
    }

    /// Declares a parameter: the register that the argument arrives in, or a variable that it is put into.
    fn parameter(&mut self, param: &Parameter<'_>, passed: &CType) {
        let span = param.span;
        let name = param.name.unwrap_or(Name { text: "", span });
        let complete = self.program.types.size_of(&param.ty).is_some();
        if !complete {
            let register = self.body.temporary(self.void_pointer(), span);
            self.body.params.push(register);
            self.errors.push(Diagnostic::error(span, "a parameter of incomplete type"));
            return;
        }
        let plain = *passed == param.ty && !by_address(&param.ty) && !self.address_taken.contains(name.text);
        if plain {
            let text = param.name.map(|name| name.text);
            let register = self.body.local(text, param.ty.clone(), Storage::Register, span);
            self.body.params.push(register);
            self.names.declare(name.text, Symbol::Local(register));
            return;
        }
        let by_reference = by_address(passed);
        let register_type = if by_reference { CType::Pointer(Box::new(passed.clone())) } else { passed.clone() };
        let is_long_double = *passed == CType::Float(FloatType::F80);
        let register = match is_long_double {
            true => self.body.temporary(passed.clone(), span),
            false => self.body.temporary(register_type, span),
        };
        self.body.params.push(register);
        let local = self.variable(name, param.ty.clone());
        self.body.declare_life(local, span);
        self.names.declare(name.text, Symbol::Local(local));
        if is_long_double {
            self.body.unsupported(Unsupported { what: "passing a `long double`".into(), span });
            return;
        }
        self.full(|this| {
            let expr = this.body.read(register, span);
            let value = super::value::Value { expr, ty: passed.clone(), shape: None };
            let value = this.convert(value, &param.ty, span)?;
            let place = this.local_place(local, span);
            this.write(&place, value, span)
        });
    }

    /// Evaluates the sizes in a parameter's type, such as `m` in `int a[n][m]`.
    fn shape_parameter(&mut self, param: &Parameter<'_>) {
        let CType::Pointer(target) = &param.ty else { return };
        let (Some(name), Some(declaration)) = (param.name, param.declaration) else { return };
        if !matches!(**target, CType::Array(..)) || self.program.types.size_of(target).is_some() {
            return;
        }
        let shape = self.full(|this| this.parameter_shape(declaration)).flatten();
        if let (Some(shape), Some(Symbol::Local(local))) = (shape, self.names.lookup(name.text)) {
            self.shapes.insert(*local, shape);
        }
    }

    /// `int f(a, b) char a; { … }`: the declared parameters; those without declaration are `int`.
    fn old_style_parameters<'b>(
        &mut self,
        names: &'b [Node<Identifier>],
        declarations: &'b [Node<Declaration>],
    ) -> Result<Vec<Parameter<'b>>> {
        let mut params = Vec::new();
        for name in names {
            let span = self.span(name.span);
            let name = Some(Name { text: name.node.name.as_str(), span });
            params.push(Parameter { name, ty: CType::Int(IntType::INT), span, declaration: None });
        }
        for declaration in declarations {
            let span = self.span(declaration.span);
            let specifiers = self.specifiers(&declaration.node.specifiers, false, span)?;
            for declarator in &declaration.node.declarators {
                let span = self.span(declarator.span);
                let declared = self.declarator(specifiers.base.clone(), Some(&declarator.node.declarator))?;
                let Some(name) = declared.name else { continue };
                match params.iter_mut().find(|param| param.name.is_some_and(|known| known.text == name.text)) {
                    Some(param) => param.ty = adjust(declared.ty),
                    None => return self.error(span, format!("`{}` is no parameter", name.text)),
                }
            }
        }
        Ok(params)
    }
}

/// The type in which an argument of an old-style function is passed.
fn promoted(ty: &CType) -> CType {
    match ty {
        CType::Bool => CType::Int(IntType::INT),
        CType::Int(int) if int.bits < 32 => CType::Int(IntType::INT),
        CType::Float(FloatType::F32) => CType::Float(FloatType::F64),
        _ => ty.clone(),
    }
}
