//! Declarators: pointers, arrays, functions around a name.
//!
//! In: a base type and a declarator of the AST. Out: the declared name and type.

use super::attributes::Attributes;
use super::scope::Symbol;
use super::types::Qualified;
use super::value::Shape;
use super::{Lowering, Result, Stop, fold};
use crate::base::Span;
use crate::ir::{BinaryOp, CType, Expr, FunctionType, Scalar, Signature};
use lang_c::ast::{
    ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Expression, ParameterDeclaration,
    PointerQualifier, TypeQualifier,
};
use lang_c::span::Node;
use std::rc::Rc;

/// A declared name.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    /// The identifier.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// What a declarator declares.
pub(super) struct Declared<'a> {
    /// The name, unless the declarator is abstract.
    pub name: Option<Name<'a>>,
    /// Its type.
    pub ty: CType,
    /// Whether the object is `const`.
    pub is_const: bool,
    /// Whether the object is `volatile`.
    pub is_volatile: bool,
    /// Whether it is a pointer to what is `volatile`.
    pub to_volatile: bool,
    /// The alignment that the type's name asks for.
    pub align: Option<u64>,
    /// Run-time sizes along the type.
    pub shape: Option<Rc<Shape>>,
    /// If a function is declared: its parameters.
    pub function: Option<&'a Node<DerivedDeclarator>>,
    /// Attributes of the declarator.
    pub attributes: Attributes,
}

/// A parameter of a function.
pub(super) struct Parameter<'a> {
    /// Its name, if it has one.
    pub name: Option<Name<'a>>,
    /// Its type after adjustment.
    pub ty: CType,
    /// Where it stands.
    pub span: Span,
    /// Its declaration, unless it is an old-style one.
    pub declaration: Option<&'a Node<ParameterDeclaration>>,
}

impl Lowering<'_> {
    /// Applies a declarator (or none) to a base type.
    pub(super) fn declarator<'b>(
        &mut self,
        base: Qualified,
        declarator: Option<&'b Node<Declarator>>,
    ) -> Result<Declared<'b>> {
        let mut declared = Declared {
            name: None,
            ty: base.ty,
            is_const: base.is_const,
            is_volatile: base.is_volatile,
            to_volatile: base.to_volatile,
            align: base.align,
            shape: base.shape,
            function: None,
            attributes: Attributes::default(),
        };
        if let Some(declarator) = declarator {
            self.apply(declarator, &mut declared, false)?;
        }
        Ok(declared)
    }

    fn apply<'b>(
        &mut self,
        declarator: &'b Node<Declarator>,
        declared: &mut Declared<'b>,
        parameter: bool,
    ) -> Result<()> {
        let found = self.attributes(&declarator.node.extensions)?;
        declared.attributes.merge(found);
        let derived = &declarator.node.derived;
        let is_pointer =
            |d: &DerivedDeclarator| matches!(d, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_));
        for part in derived.iter().filter(|part| is_pointer(&part.node)) {
            self.pointer(part, declared)?;
        }
        let suffixes: Vec<_> = derived.iter().filter(|part| !is_pointer(&part.node)).collect();
        if let Some(first) = suffixes.first() {
            declared.function = match first.node {
                DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_) => Some(first),
                _ => None,
            };
        } else if !derived.is_empty() {
            declared.function = None;
        }
        let innermost = !matches!(declarator.node.kind.node, DeclaratorKind::Declarator(_));
        for (index, part) in suffixes.iter().enumerate().rev() {
            let adjusted = parameter && innermost && index == 0;
            self.suffix(part, declared, adjusted)?;
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => {}
            DeclaratorKind::Identifier(identifier) => {
                let span = self.span(identifier.span);
                declared.name = Some(Name { text: &identifier.node.name, span });
            }
            DeclaratorKind::Declarator(inner) => self.apply(inner, declared, parameter)?,
        }
        Ok(())
    }

    fn pointer(&mut self, part: &Node<DerivedDeclarator>, declared: &mut Declared<'_>) -> Result<()> {
        let span = self.span(part.span);
        let DerivedDeclarator::Pointer(qualifiers) = &part.node else {
            return self.unsupported(span, "block pointer");
        };
        declared.shape = declared.shape.as_ref().map(Shape::pointer);
        let target = std::mem::replace(&mut declared.ty, CType::Void);
        declared.ty = CType::Pointer(Box::new(target));
        declared.align = None;
        let has = |wanted| {
            let is =
                |q: &Node<PointerQualifier>| matches!(&q.node, PointerQualifier::TypeQualifier(q) if q.node == wanted);
            qualifiers.iter().any(is)
        };
        declared.to_volatile = declared.is_volatile;
        declared.is_const = has(TypeQualifier::Const);
        declared.is_volatile = has(TypeQualifier::Volatile);
        Ok(())
    }

    fn suffix(&mut self, part: &Node<DerivedDeclarator>, declared: &mut Declared<'_>, adjusted: bool) -> Result<()> {
        let span = self.span(part.span);
        let inner = std::mem::replace(&mut declared.ty, CType::Void);
        match &part.node {
            DerivedDeclarator::Array(array) => {
                let size = match &array.node.size {
                    ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) if !adjusted => Some(size),
                    _ => None,
                };
                self.array(inner, size.map(|size| &**size), declared, span)?;
            }
            DerivedDeclarator::Function(function) => {
                let params = self.parameters(&function.node.parameters)?;
                declared.ty = CType::Function(Box::new(FunctionType {
                    result: inner,
                    params: params.into_iter().map(|param| param.ty).collect(),
                    variadic: function.node.ellipsis == Ellipsis::Some,
                    unprototyped: false,
                }));
                (declared.is_const, declared.is_volatile, declared.to_volatile) = (false, false, false);
                declared.shape = None;
            }
            DerivedDeclarator::KRFunction(_) => {
                declared.ty = CType::Function(Box::new(FunctionType {
                    result: inner,
                    params: Vec::new(),
                    variadic: false,
                    unprototyped: true,
                }));
                (declared.is_const, declared.is_volatile, declared.to_volatile) = (false, false, false);
                declared.shape = None;
            }
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {}
        }
        Ok(())
    }

    /// An array of `inner`; what only the running program knows goes to `declared.shape`.
    fn array(
        &mut self,
        inner: CType,
        size: Option<&Node<Expression>>,
        declared: &mut Declared<'_>,
        span: Span,
    ) -> Result<()> {
        let element = declared.shape.take();
        let element_size = match (&element, self.program.types.size_of(&inner)) {
            (Some(shape), None) => match &**shape {
                Shape::Array { size, .. } => Some(size.clone()),
                Shape::Pointer(_) => None,
            },
            (_, size) => size.map(|size| self.size_constant(size, span)),
        };
        // In a prototype `int a[n][m]` is as good as `int a[*][*]`.
        let unknown = self.in_prototype && matches!(inner, CType::Array(..));
        if element_size.is_none() && !unknown {
            return self.error(span, "array of incomplete type");
        }
        let (count, constant) = match size {
            Some(size) => self.array_length(size)?,
            None => (None, None),
        };
        declared.ty = CType::Array(Box::new(inner), constant);
        if element.is_some() || count.is_some() && constant.is_none() {
            let count = count.unwrap_or_else(|| self.size_constant(0, span));
            let size = match element_size {
                Some(element) => fold::binary(BinaryOp::Mul, count, element, span),
                None => count,
            };
            let size = self.body.hold(size, CType::Int(self.program.types.size_type()));
            declared.shape = Some(Rc::new(Shape::Array { size, element }));
        }
        Ok(())
    }

    /// The length of an array: as a run-time value, and as a constant if it is one. Neither is known for sizes
    /// in prototypes that depend on parameters.
    fn array_length(&mut self, size: &Node<Expression>) -> Result<(Option<Expr>, Option<u64>)> {
        let span = self.span(size.span);
        let value = if self.in_prototype {
            match self.unevaluated(|this| this.rvalue(size)) {
                Ok((value, true)) => value,
                _ => return Ok((None, None)),
            }
        } else {
            self.rvalue(size)?
        };
        if let Some(constant) = self.constant_value(&value) {
            return match u64::try_from(constant) {
                Ok(count) => Ok((Some(self.size_constant(count, span)), Some(count))),
                Err(_) => self.error(span, "the size of the array is negative"),
            };
        }
        if self.in_prototype {
            return Ok((None, None));
        }
        if self.names.at_file_scope() {
            return self.error(span, "the size of the array is not constant");
        }
        let size_type = CType::Int(self.program.types.size_type());
        let count = self.convert(value, &size_type, span)?;
        Ok((Some(count.expr), None))
    }

    /// The run-time sizes along a parameter's type, evaluated where the function begins.
    pub(super) fn parameter_shape(&mut self, parameter: &Node<ParameterDeclaration>) -> Result<Option<Rc<Shape>>> {
        let span = self.span(parameter.span);
        let specifiers = self.specifiers(&parameter.node.specifiers, false, span)?;
        let mut declared = self.declarator(specifiers.base, None)?;
        if let Some(declarator) = &parameter.node.declarator {
            self.apply(declarator, &mut declared, true)?;
        }
        Ok(match (&declared.ty, &declared.shape) {
            (CType::Array(..), Some(shape)) => shape.target().map(|element| element.pointer()),
            (_, shape) => shape.clone(),
        })
    }

    /// The parameters of a prototype, adjusted; `(void)` gives none.
    pub(super) fn parameters<'b>(
        &mut self,
        parameters: &'b [Node<ParameterDeclaration>],
    ) -> Result<Vec<Parameter<'b>>> {
        self.names.open();
        let outer = std::mem::replace(&mut self.in_prototype, true);
        let found = self.parameters_in_scope(parameters);
        self.in_prototype = outer;
        self.names.close();
        found
    }

    fn parameters_in_scope<'b>(&mut self, parameters: &'b [Node<ParameterDeclaration>]) -> Result<Vec<Parameter<'b>>> {
        let mut found = Vec::new();
        for parameter in parameters {
            let span = self.span(parameter.span);
            let specifiers = self.specifiers(&parameter.node.specifiers, false, span)?;
            let mut declared = self.declarator(specifiers.base, None)?;
            if let Some(declarator) = &parameter.node.declarator {
                self.apply(declarator, &mut declared, true)?;
            }
            if let Some(name) = declared.name {
                self.names.declare(name.text, Symbol::Unsupported("type that depends on a parameter".into()));
            }
            if declared.ty == CType::Void && parameters.len() == 1 {
                break;
            }
            let declaration = Some(parameter);
            found.push(Parameter { name: declared.name, ty: adjust(declared.ty), span, declaration });
        }
        Ok(found)
    }

    /// How a function of this type is called.
    pub(super) fn signature(&self, ty: &FunctionType) -> Signature {
        let hidden = matches!(ty.result, CType::Record(_)).then_some(Scalar::Pointer);
        let params = ty.params.iter().map(|param| param.scalar().unwrap_or(Scalar::Pointer));
        Signature {
            result: ty.result.scalar(),
            params: hidden.into_iter().chain(params).collect(),
            variadic: ty.variadic || ty.unprototyped,
        }
    }

    /// Why values of the types in a signature cannot be passed, if so.
    pub(super) fn passable(&self, ty: &FunctionType, span: Span) -> Result<()> {
        let long_double = CType::Float(crate::ir::FloatType::F80);
        if ty.params.iter().chain([&ty.result]).any(|param| *param == long_double) {
            return Err(Stop::unsupported(span, "passing a `long double`"));
        }
        Ok(())
    }
}

/// Arrays and functions as parameters are pointers.
pub(super) fn adjust(ty: CType) -> CType {
    match ty {
        CType::Array(element, _) => CType::Pointer(element),
        CType::Function(_) => CType::Pointer(Box::new(ty)),
        _ => ty,
    }
}
