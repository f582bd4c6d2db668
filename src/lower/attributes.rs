//! GNU attributes that change the meaning of a declaration.
//!
//! In: attributes of the AST. Out: the few facts that lowering needs. The others are hints and are ignored.

use super::{Lowering, Result};
use lang_c::ast::{Attribute, Expression, Extension};
use lang_c::span::Node;

/// What the attributes of a declaration say.
#[derive(Clone, Default, Debug)]
pub(super) struct Attributes {
    /// `packed`.
    pub packed: bool,
    /// `aligned(n)`, the largest.
    pub align: Option<u64>,
    /// `noreturn`.
    pub noreturn: bool,
    /// `mode(DI)` and its like: bytes of the integer type.
    pub mode: Option<u64>,
    /// `vector_size(n)`.
    pub vector: bool,
    /// `cleanup(function)`: what is called with the address of a variable when that goes out of scope.
    pub cleanup: Option<String>,
    /// An attribute that changes the meaning of what is declared and is not modelled: `alias`.
    pub unmodelled: Option<String>,
    /// `constructor` and `destructor`: whether the function runs after `main`, and its priority.
    pub outside: Option<(bool, u64)>,
    /// `weak`.
    pub weak: bool,
}

/// The largest alignment of x86, for `aligned` without argument.
const LARGEST: u64 = 16;

impl Attributes {
    /// The attributes of two places together.
    pub fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.noreturn |= other.noreturn;
        self.mode = self.mode.or(other.mode);
        self.vector |= other.vector;
        self.cleanup = self.cleanup.take().or(other.cleanup);
        self.unmodelled = self.unmodelled.take().or(other.unmodelled);
        self.outside = self.outside.or(other.outside);
        self.weak |= other.weak;
    }
}

impl Lowering<'_> {
    /// Reads attributes.
    pub(super) fn attributes<'b>(
        &mut self,
        extensions: impl IntoIterator<Item = &'b Node<Extension>>,
    ) -> Result<Attributes> {
        let mut found = Attributes::default();
        for extension in extensions {
            if let Extension::Attribute(attribute) = &extension.node {
                self.attribute(attribute, &mut found)?;
            }
        }
        Ok(found)
    }

    fn attribute(&mut self, attribute: &Attribute, found: &mut Attributes) -> Result<()> {
        let name = attribute.name.node.as_str();
        let name = name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name);
        match name {
            "packed" => found.packed = true,
            "noreturn" => found.noreturn = true,
            "aligned" => {
                let align = match attribute.arguments.first() {
                    Some(argument) => self.alignment_constant(argument)?,
                    None => LARGEST,
                };
                found.align = found.align.max(Some(align));
            }
            "mode" => {
                let mode = match attribute.arguments.first().map(|argument| &argument.node) {
                    Some(Expression::Identifier(mode)) => mode.node.name.trim_matches('_'),
                    _ => "",
                };
                found.mode = match mode {
                    "QI" | "byte" => Some(1),
                    "HI" => Some(2),
                    "SI" => Some(4),
                    "DI" => Some(8),
                    "word" | "pointer" | "unwind_word" => Some(self.program.types.data_model.pointer_bytes()),
                    _ => {
                        found.unmodelled = Some("attribute `mode`".into());
                        None
                    }
                };
            }
            "vector_size" => found.vector = true,
            "cleanup" => match attribute.arguments.first().map(|argument| &argument.node) {
                Some(Expression::Identifier(function)) => found.cleanup = Some(function.node.name.clone()),
                _ => found.unmodelled = Some(format!("attribute `{name}`")),
            },
            "alias" | "ifunc" | "scalar_storage_order" => {
                found.unmodelled = Some(format!("attribute `{name}`"));
            }
            "constructor" | "destructor" => {
                let priority = match attribute.arguments.first() {
                    Some(priority) => self.integer_constant(priority)? as u64,
                    None => u64::MAX,
                };
                found.outside = Some((name == "destructor", priority));
            }
            "weak" => found.weak = true,
            _ => {}
        }
        Ok(())
    }
}
