//! Type specifiers: basic types, structs, unions, enumerations, `typeof`.
//!
//! In: the specifiers of a declaration. Out: the type that its declarators start from.

use super::attributes::Attributes;
use super::layout::{Member, lay_out};
use super::scope::{Symbol, Tag};
use super::value::Shape;
use super::{Lowering, Result, Stop};
use crate::base::Span;
use crate::config::DataModel;
use crate::ir::{CType, FloatType, IntType, Record, RecordId, RecordKind};
use lang_c::ast::{
    AlignmentSpecifier, DeclarationSpecifier, EnumType, FunctionSpecifier, SpecifierQualifier, StorageClassSpecifier,
    StructDeclaration, StructField, StructKind, StructType, TS18661FloatFormat, TS18661FloatType, TypeName, TypeOf,
    TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use std::rc::Rc;

/// A type with what C attaches to it besides.
#[derive(Clone, Debug)]
pub(super) struct Qualified {
    /// The type.
    pub ty: CType,
    /// Whether objects of it are `const`.
    pub is_const: bool,
    /// Whether objects of it are `volatile`.
    pub is_volatile: bool,
    /// Whether it is a pointer to what is `volatile`.
    pub to_volatile: bool,
    /// The alignment that a type name asks for.
    pub align: Option<u64>,
    /// Run-time sizes along the type.
    pub shape: Option<Rc<Shape>>,
}

impl From<CType> for Qualified {
    fn from(ty: CType) -> Self {
        Self { ty, is_const: false, is_volatile: false, to_volatile: false, align: None, shape: None }
    }
}

/// What the specifiers of a declaration say.
pub(super) struct Specifiers {
    /// The type.
    pub base: Qualified,
    /// The storage class that decides what is declared.
    pub storage: Option<StorageClassSpecifier>,
    /// Attributes, `_Alignas` and `_Noreturn` included.
    pub attributes: Attributes,
    /// Whether the function is `inline`.
    pub inline: bool,
}

/// Specifiers sorted by kind.
#[derive(Default)]
struct Parts<'a> {
    types: Vec<&'a Node<TypeSpecifier>>,
    is_const: bool,
    is_volatile: bool,
    /// Attributes of what is declared.
    attributes: Attributes,
    /// Attributes right behind the body of a struct, union or enumeration.
    own: Attributes,
}

impl Parts<'_> {
    fn add_attributes(&mut self, found: Attributes, behind_body: bool) {
        if behind_body { self.own.merge(found) } else { self.attributes.merge(found) }
    }
}

/// Whether a specifier defines a type that attributes may follow.
fn has_body(specifier: &TypeSpecifier) -> bool {
    match specifier {
        TypeSpecifier::Struct(ty) => ty.node.declarations.is_some(),
        TypeSpecifier::Enum(ty) => !ty.node.enumerators.is_empty(),
        _ => false,
    }
}

/// How often each keyword of an arithmetic type occurs.
#[derive(Default)]
struct Keywords {
    signed: u32,
    unsigned: u32,
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    float: u32,
    double: u32,
    complex: u32,
}

impl Lowering<'_> {
    /// The specifiers of a declaration. `alone`: no declarator follows, so `struct s;` declares a new tag.
    pub(super) fn specifiers(
        &mut self,
        specifiers: &[Node<DeclarationSpecifier>],
        alone: bool,
        span: Span,
    ) -> Result<Specifiers> {
        let mut parts = Parts::default();
        let mut storage = None;
        let mut inline = false;
        let mut behind_body = false;
        for specifier in specifiers {
            let after_body = std::mem::take(&mut behind_body);
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::ThreadLocal => {}
                    StorageClassSpecifier::Auto | StorageClassSpecifier::Register => {}
                    _ => storage = Some(class.node.clone()),
                },
                DeclarationSpecifier::TypeSpecifier(ty) => {
                    behind_body = has_body(&ty.node);
                    parts.types.push(ty);
                }
                DeclarationSpecifier::TypeQualifier(qualifier) => {
                    parts.is_const |= qualifier.node == TypeQualifier::Const;
                    parts.is_volatile |= qualifier.node == TypeQualifier::Volatile;
                }
                DeclarationSpecifier::Function(function) => match function.node {
                    FunctionSpecifier::Inline => inline = true,
                    FunctionSpecifier::Noreturn => parts.attributes.noreturn = true,
                },
                DeclarationSpecifier::Alignment(alignment) => {
                    let align = match &alignment.node {
                        AlignmentSpecifier::Type(name) => {
                            let ty = self.type_name(name)?;
                            ty.align.unwrap_or_else(|| self.program.types.align_of(&ty.ty))
                        }
                        AlignmentSpecifier::Constant(value) => self.alignment_constant(value)?,
                    };
                    parts.attributes.align = parts.attributes.align.max(Some(align));
                }
                DeclarationSpecifier::Extension(extensions) => {
                    let found = self.attributes(extensions)?;
                    parts.add_attributes(found, after_body);
                    behind_body = after_body;
                }
            }
        }
        let (base, attributes) = self.base_type(parts, alone && storage.is_none(), span)?;
        Ok(Specifiers { base, storage, attributes, inline })
    }

    /// The specifiers of a member or type name.
    fn specifier_qualifiers(
        &mut self,
        specifiers: &[Node<SpecifierQualifier>],
        span: Span,
    ) -> Result<(Qualified, Attributes)> {
        let mut parts = Parts::default();
        let mut behind_body = false;
        for specifier in specifiers {
            let after_body = std::mem::take(&mut behind_body);
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(ty) => {
                    behind_body = has_body(&ty.node);
                    parts.types.push(ty);
                }
                SpecifierQualifier::TypeQualifier(qualifier) => {
                    parts.is_const |= qualifier.node == TypeQualifier::Const;
                    parts.is_volatile |= qualifier.node == TypeQualifier::Volatile;
                }
                SpecifierQualifier::Extension(extensions) => {
                    let found = self.attributes(extensions)?;
                    parts.add_attributes(found, after_body);
                    behind_body = after_body;
                }
            }
        }
        self.base_type(parts, false, span)
    }

    /// A type name.
    pub(super) fn type_name(&mut self, name: &Node<TypeName>) -> Result<Qualified> {
        let span = self.span(name.span);
        let (base, _) = self.specifier_qualifiers(&name.node.specifiers, span)?;
        let declared = self.declarator(base, name.node.declarator.as_ref())?;
        let super::declarator::Declared { ty, is_const, is_volatile, to_volatile, align, shape, .. } = declared;
        Ok(Qualified { ty, is_const, is_volatile, to_volatile, align, shape })
    }

    fn base_type(&mut self, parts: Parts<'_>, alone: bool, span: Span) -> Result<(Qualified, Attributes)> {
        let attributes = parts.attributes;
        let mut keywords = Keywords::default();
        let mut other: Option<Qualified> = None;
        for specifier in &parts.types {
            let at = self.span(specifier.span);
            let named = match &specifier.node {
                TypeSpecifier::Void => CType::Void.into(),
                TypeSpecifier::Bool => CType::Bool.into(),
                TypeSpecifier::Struct(ty) => CType::Record(self.record(ty, &parts.own, alone)?).into(),
                TypeSpecifier::Enum(ty) => CType::Int(self.enumeration(ty, parts.own.packed)?).into(),
                TypeSpecifier::TypedefName(name) => self.typedef(&name.node.name, at)?,
                TypeSpecifier::TypeOf(of) => match &of.node {
                    TypeOf::Expression(expression) => self.type_of(expression)?,
                    TypeOf::Type(name) => self.type_name(name)?,
                },
                TypeSpecifier::Atomic(name) => self.type_name(name)?,
                TypeSpecifier::TS18661Float(float) => self.extended_float(float, at)?.into(),
                TypeSpecifier::Char => {
                    keywords.char += 1;
                    continue;
                }
                TypeSpecifier::Short => {
                    keywords.short += 1;
                    continue;
                }
                TypeSpecifier::Int => {
                    keywords.int += 1;
                    continue;
                }
                TypeSpecifier::Long => {
                    keywords.long += 1;
                    continue;
                }
                TypeSpecifier::Float => {
                    keywords.float += 1;
                    continue;
                }
                TypeSpecifier::Double => {
                    keywords.double += 1;
                    continue;
                }
                TypeSpecifier::Signed => {
                    keywords.signed += 1;
                    continue;
                }
                TypeSpecifier::Unsigned => {
                    keywords.unsigned += 1;
                    continue;
                }
                TypeSpecifier::Complex => {
                    keywords.complex += 1;
                    continue;
                }
            };
            if other.replace(named).is_some() {
                return self.error(at, "two types in one declaration");
            }
        }
        let mut base = match other {
            Some(base) => base,
            None => self.arithmetic_type(&keywords, parts.types.is_empty(), span)?.into(),
        };
        base.is_const |= parts.is_const;
        base.is_volatile |= parts.is_volatile;
        if let (Some(bytes), CType::Int(int)) = (attributes.mode, &base.ty) {
            base.ty = CType::Int(IntType { bits: (bytes * 8) as u8, signed: int.signed });
        }
        Ok((base, attributes))
    }

    fn arithmetic_type(&mut self, keywords: &Keywords, none: bool, span: Span) -> Result<CType> {
        if keywords.complex > 0 {
            return Ok(self.opaque("_Complex", 16, 8));
        }
        if keywords.long >= 4 {
            return Ok(self.opaque("__int128", 16, 16));
        }
        let signed = keywords.unsigned == 0;
        let int = |bits: u8| CType::Int(IntType { bits, signed });
        Ok(match keywords {
            Keywords { float: 1.., .. } => CType::Float(FloatType::F32),
            Keywords { double: 1.., long: 0, .. } => CType::Float(FloatType::F64),
            Keywords { double: 1.., .. } => CType::Float(FloatType::F80),
            Keywords { char: 1.., .. } => int(8),
            Keywords { short: 1.., .. } => int(16),
            Keywords { long: 0, .. } => {
                if none {
                    self.warn(span, "type defaults to `int`");
                }
                int(32)
            }
            Keywords { long: 1, .. } => int(self.program.types.pointer_bits()),
            _ => int(64),
        })
    }

    fn typedef(&mut self, name: &str, span: Span) -> Result<Qualified> {
        match self.names.lookup(name) {
            Some(Symbol::Typedef(qualified)) => Ok(qualified.clone()),
            Some(Symbol::Unsupported(what)) => {
                let what = what.clone();
                self.unsupported(span, what)
            }
            _ => match (name, self.program.types.data_model) {
                ("__builtin_va_list", DataModel::Ilp32) => Ok(self.opaque(name, 4, 4).into()),
                ("__builtin_va_list", DataModel::Lp64) => Ok(self.opaque(name, 24, 8).into()),
                ("__int128" | "__int128_t" | "__uint128_t" | "__float128", _) => Ok(self.opaque(name, 16, 16).into()),
                _ => self.error(span, format!("unknown type name `{name}`")),
            },
        }
    }

    fn extended_float(&mut self, float: &TS18661FloatType, span: Span) -> Result<CType> {
        Ok(match (&float.format, float.width) {
            (TS18661FloatFormat::BinaryInterchange, 32) => CType::Float(FloatType::F32),
            (TS18661FloatFormat::BinaryInterchange, 64) | (TS18661FloatFormat::BinaryExtended, 32) => {
                CType::Float(FloatType::F64)
            }
            (TS18661FloatFormat::BinaryExtended, 64) => CType::Float(FloatType::F80),
            (TS18661FloatFormat::BinaryInterchange, 128) => self.opaque("_Float128", 16, 16),
            _ => return self.unsupported(span, "floating-point type"),
        })
    }

    /// A type that can be stored and copied but not computed with.
    pub(super) fn opaque(&mut self, name: &str, size: u64, align: u64) -> CType {
        if let Some((id, _)) = self.opaque.iter().find(|(_, known)| *known == name) {
            return CType::Record(*id);
        }
        let tag = Some(name.to_string());
        let record = Record { tag, kind: RecordKind::Struct, fields: Vec::new(), size, align, complete: true };
        let id = self.program.types.records.push(record);
        self.opaque.insert(id, name.to_string());
        CType::Record(id)
    }

    fn record(&mut self, ty: &Node<StructType>, attributes: &Attributes, alone: bool) -> Result<RecordId> {
        let span = self.span(ty.span);
        let kind = match ty.node.kind.node {
            StructKind::Struct => RecordKind::Struct,
            StructKind::Union => RecordKind::Union,
        };
        let tag = ty.node.identifier.as_ref().map(|identifier| identifier.node.name.as_str());
        let id = self.record_tag(tag, kind, alone || ty.node.declarations.is_some(), span)?;
        let Some(declarations) = &ty.node.declarations else { return Ok(id) };
        if self.program.types.records[id].complete {
            return self.error(span, format!("redefinition of `{}`", tag.unwrap_or("struct")));
        }
        let pack = self.packing.and_then(|unit| unit.packing(ty.span));
        let mut members = Vec::new();
        for declaration in declarations {
            let added = match &declaration.node {
                StructDeclaration::Field(field) => self.members(field, attributes.packed, pack, &mut members),
                StructDeclaration::StaticAssert(assert) => self.static_assert(assert),
            };
            if let Err(Stop::Unsupported(unsupported)) = &added {
                self.opaque.insert(id, unsupported.what.clone());
            }
            added?;
        }
        let Some(layout) = lay_out(&self.program.types, kind, members, attributes.align) else {
            return self.error(span, "the struct is too large");
        };
        let record = &mut self.program.types.records[id];
        record.fields = layout.fields;
        record.size = layout.size;
        record.align = layout.align;
        record.complete = true;
        if let Some(place) = self.sources.locate(span) {
            self.origins.insert(id, place);
        }
        Ok(id)
    }

    fn record_tag(&mut self, tag: Option<&str>, kind: RecordKind, here: bool, span: Span) -> Result<RecordId> {
        let known = match tag {
            Some(name) if here => self.names.tag_here(name),
            Some(name) => self.names.tag(name),
            None => None,
        };
        match known {
            Some(Tag::Record(id)) if self.program.types.records[id].kind == kind => return Ok(id),
            Some(_) => return self.error(span, format!("`{}` is another kind of tag", tag.unwrap_or(""))),
            None => {}
        }
        let tag_name = tag.map(str::to_string);
        let record = Record { tag: tag_name, kind, fields: Vec::new(), size: 0, align: 1, complete: false };
        let id = self.program.types.records.push(record);
        if let Some(name) = tag {
            self.names.declare_tag(name, Tag::Record(id));
        }
        Ok(id)
    }

    fn members(
        &mut self,
        field: &Node<StructField>,
        packed: bool,
        pack: Option<u64>,
        members: &mut Vec<Member>,
    ) -> Result<()> {
        let span = self.span(field.span);
        let (base, attributes) = self.specifier_qualifiers(&field.node.specifiers, span)?;
        if field.node.declarators.is_empty() {
            // `struct { … };` has its members found through it; a tagged one declares only the tag.
            if let CType::Record(id) = base.ty
                && self.program.types.records[id].tag.is_none()
            {
                let packed = packed || attributes.packed;
                let align = attributes.align;
                members.push(Member { name: None, ty: base.ty, width: None, align, type_align: None, packed, pack });
            }
            return Ok(());
        }
        for declarator in &field.node.declarators {
            let span = self.span(declarator.span);
            let declared = self.declarator(base.clone(), declarator.node.declarator.as_ref())?;
            let mut own = attributes.clone();
            own.merge(declared.attributes);
            if own.vector || declared.shape.is_some() {
                return self.unsupported(span, "vector or variable-length member");
            }
            let width = match &declarator.node.bit_width {
                Some(width) => Some(self.bit_width(width, &declared.ty)?),
                None => None,
            };
            let flexible = matches!(declared.ty, CType::Array(_, None));
            if !flexible && self.program.types.size_of(&declared.ty).is_none() {
                return self.error(span, "member of incomplete type");
            }
            members.push(Member {
                name: declared.name.map(|name| name.text.to_string()),
                ty: declared.ty,
                width,
                align: own.align,
                type_align: declared.align,
                packed: packed || own.packed,
                pack,
            });
        }
        Ok(())
    }

    fn bit_width(&mut self, width: &Node<lang_c::ast::Expression>, ty: &CType) -> Result<u64> {
        let span = self.span(width.span);
        let value = self.integer_constant(width)?;
        let largest = match ty {
            CType::Bool => 1,
            CType::Int(int) => i128::from(int.bits),
            _ => return self.error(span, "bit-field of a type that is no integer"),
        };
        if (0..=largest).contains(&value) {
            Ok(value as u64)
        } else {
            self.error(span, "width of the bit-field out of range")
        }
    }

    fn enumeration(&mut self, ty: &Node<EnumType>, packed: bool) -> Result<IntType> {
        let span = self.span(ty.span);
        let tag = ty.node.identifier.as_ref().map(|identifier| identifier.node.name.as_str());
        if ty.node.enumerators.is_empty() {
            return match tag.and_then(|name| self.names.tag(name)) {
                Some(Tag::Enum(int)) => Ok(int),
                Some(Tag::Record(_)) => self.error(span, "the tag belongs to a struct"),
                // GNU C lets an enumeration be declared before its constants are known.
                None => Ok(IntType::unsigned(32)),
            };
        }
        let mut values = Vec::new();
        let mut next: i128 = 0;
        for enumerator in &ty.node.enumerators {
            let value = match &enumerator.node.expression {
                Some(expression) => self.integer_constant(expression)?,
                None => next,
            };
            let name = &enumerator.node.identifier.node.name;
            self.names.declare(name, Symbol::Enumerator(value, constant_type(value)));
            values.push((name, value));
            next = value + 1;
        }
        let low = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let high = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let int = underlying(low, high, packed);
        for (name, value) in values {
            if constant_type(value) != IntType::INT {
                self.names.declare(name, Symbol::Enumerator(value, int));
            }
        }
        if let Some(name) = tag {
            self.names.declare_tag(name, Tag::Enum(int));
        }
        Ok(int)
    }
}

/// Enumeration constants are `int` if they fit, and wider otherwise.
fn constant_type(value: i128) -> IntType {
    [IntType::INT, IntType::unsigned(32), IntType::signed(64)]
        .into_iter()
        .find(|int| (int.min()..=int.max()).contains(&value))
        .unwrap_or(IntType::unsigned(64))
}

/// GCC's choice of the type of an enumeration.
fn underlying(low: i128, high: i128, packed: bool) -> IntType {
    let widths: &[u8] = if packed { &[8, 16, 32, 64] } else { &[32, 64] };
    widths
        .iter()
        .map(|&bits| IntType { bits, signed: low < 0 })
        .find(|int| int.min() <= low && high <= int.max())
        .unwrap_or(IntType::unsigned(64))
}
