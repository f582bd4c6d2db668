//! Names of nodes in invariants: `node@13.next` instead of an object's number and an offset.

use super::Context;
use crate::check::NamedObject;
use crate::ir::{CType, Record, RecordId, TypeTable};
use crate::verdict::{Fact, LoopInvariant};
use indexmap::{IndexMap, IndexSet};

/// What heap objects are called.
pub(super) struct NodeNames<'a> {
    types: &'a TypeTable,
    /// From the name in facts to the name to show, and the record that fits.
    names: IndexMap<String, (String, Option<&'a Record>)>,
}

impl<'a> NodeNames<'a> {
    /// Names objects by the line of the allocation and the tag of the only record of their size, or of the only such
    /// record that is linked to others of its kind.
    pub fn new(context: &Context<'a>, objects: &[NamedObject]) -> Self {
        let types = &context.program.types;
        let mut names = IndexMap::new();
        let mut taken = IndexSet::new();
        for object in objects {
            let line = context.locate(object.span).map_or(0, |location| location.line);
            let fitting: Vec<(RecordId, &Record)> =
                types.records.enumerated().filter(|(_, r)| r.complete && Some(r.size) == object.size).collect();
            let linked: Vec<(RecordId, &Record)> =
                fitting.iter().copied().filter(|(id, record)| points_to_itself(*id, record)).collect();
            let record = match (&fitting[..], &linked[..]) {
                ([(_, only)], _) | (_, [(_, only)]) => Some(*only),
                _ => None,
            };
            let tag = record.and_then(|record| record.tag.as_deref()).unwrap_or("block");
            let plain = format!("{tag}@{line}");
            let mut name = plain.clone();
            let mut number = 1;
            while !taken.insert(name.clone()) {
                number += 1;
                name = format!("{plain}#{number}");
            }
            names.insert(object.name.clone(), (name, record));
        }
        Self { types, names }
    }

    /// An invariant with the names to show.
    pub fn rename(&self, invariant: LoopInvariant) -> LoopInvariant {
        let facts = invariant.facts.map(|facts| facts.into_iter().map(|fact| self.fact(fact)).collect());
        LoopInvariant { facts, ..invariant }
    }

    fn fact(&self, fact: Fact) -> Fact {
        match fact {
            Fact::AtMost { terms, bound } => {
                Fact::AtMost { terms: terms.into_iter().map(|(f, name)| (f, self.text(&name))).collect(), bound }
            }
            Fact::Equal { terms, constant, modulo } => {
                let terms = terms.into_iter().map(|(f, name)| (f, self.text(&name))).collect();
                Fact::Equal { terms, constant, modulo }
            }
            Fact::Targets { pointer, targets } => {
                let targets = targets.iter().map(|target| self.text(target)).collect();
                Fact::Targets { pointer: self.text(&pointer), targets }
            }
            Fact::OneOf { names, tuples } => {
                Fact::OneOf { names: names.iter().map(|name| self.text(name)).collect(), tuples }
            }
            Fact::Given { keys, fact } => {
                Fact::Given { keys: keys.iter().map(|key| self.text(key)).collect(), fact: Box::new(self.fact(*fact)) }
            }
        }
    }

    /// A text in which objects have the names to show.
    fn text(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("heap#") {
            out += &rest[..start];
            let after = &rest[start + 5..];
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let (name, tail) = rest[start..].split_at(5 + digits);
            let (offset, tail) = offset(tail);
            match self.names.get(name) {
                Some((shown, record)) => {
                    out += shown;
                    if let Some(offset) = offset {
                        let field = record.and_then(|record| field_at(self.types, record, offset));
                        out += &field.map_or_else(|| format!("+{offset}"), |field| format!(".{field}"));
                    }
                }
                None => {
                    out += name;
                    out += &offset.map_or_else(String::new, |offset| format!("[{offset}]"));
                }
            }
            rest = tail;
        }
        out + rest
    }
}

fn points_to_itself(id: RecordId, record: &Record) -> bool {
    // A library's own records have reserved names.
    if record.tag.as_deref().is_some_and(|tag| tag.starts_with('_')) {
        return false;
    }
    let own = |ty: &CType| matches!(ty, CType::Pointer(to) if **to == CType::Record(id));
    record.fields.iter().any(|field| own(&field.ty))
}

/// The offset in `[8]` or `+8` at the start of a text, and what comes after it.
fn offset(text: &str) -> (Option<u64>, &str) {
    let Some(inner) = text.strip_prefix(['[', '+']) else { return (None, text) };
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    match inner[..digits].parse() {
        Ok(offset) => (Some(offset), inner[digits..].strip_prefix(']').unwrap_or(&inner[digits..])),
        Err(_) => (None, text),
    }
}

/// The member at an offset, through members that are records themselves.
fn field_at(types: &TypeTable, record: &Record, offset: u64) -> Option<String> {
    let inside = |field: &&crate::ir::Field| {
        let size = types.size_of(&field.ty).unwrap_or(0);
        field.offset <= offset && offset < field.offset + size
    };
    let mut fields = record.fields.iter().filter(inside);
    let field = fields.next().filter(|_| fields.next().is_none())?;
    let name = field.name.clone()?;
    match &field.ty {
        CType::Record(id) => Some(format!("{name}.{}", field_at(types, &types.records[*id], offset - field.offset)?)),
        _ if field.offset == offset => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_taken_off() {
        assert_eq!(offset("[12] rest"), (Some(12), " rest"));
        assert_eq!(offset("+4"), (Some(4), ""));
        assert_eq!(offset("+?"), (None, "+?"));
        assert_eq!(offset(" = 3"), (None, " = 3"));
    }
}
