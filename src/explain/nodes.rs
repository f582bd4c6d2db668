//! Names by type: `node@13.next` instead of an object's number and an offset.

use super::Subject;
use crate::check::NamedObject;
use crate::ir::{CType, Field, Program, Record, RecordId, TypeTable};
use crate::verdict::{Naming, Object};
use indexmap::{IndexMap, IndexSet};

/// What objects are called in a function.
pub(super) struct NodeNames<'a> {
    program: &'a Program,
    /// What nodes are called, and the record that fits, by number.
    nodes: IndexMap<u32, (String, Option<RecordId>)>,
    /// The function whose variables are named.
    function: Option<String>,
}

impl<'a> NodeNames<'a> {
    /// Names objects by the line of the allocation and the record that fits.
    pub fn new(subject: &Subject<'a>, objects: &[NamedObject]) -> Self {
        let types = &subject.program.types;
        let mut nodes = IndexMap::new();
        let mut taken = IndexSet::new();
        for object in objects {
            let line = subject.locate(object.span).map_or(0, |location| location.line);
            let record = object.size.and_then(|size| record_of_size(types, size));
            let plain = format!("{}@{line}", tag(types, record));
            let mut name = plain.clone();
            let mut number = 1;
            while !taken.insert(name.clone()) {
                number += 1;
                name = format!("{plain}#{number}");
            }
            nodes.insert(object.number, (name, record));
        }
        Self { program: subject.program, nodes, function: None }
    }

    /// The same for facts about a loop in another function.
    pub fn enter(&mut self, function: Option<&str>) -> &Self {
        self.function = function.map(String::from);
        self
    }
}

impl Naming for NodeNames<'_> {
    fn nodes(&self, number: u32) -> Option<String> {
        self.nodes.get(&number).map(|(name, _)| name.clone())
    }

    fn path(&self, object: &Object, at: i64) -> Option<String> {
        let at = u64::try_from(at).ok()?;
        match object {
            Object::Null => None,
            Object::Named(name) => {
                path_to(&self.program.types, variable_type(self.program, self.function.as_deref(), name)?, at)
            }
            Object::Nodes(number, _) => {
                let record = self.nodes.get(number)?.1?;
                path_to(&self.program.types, &CType::Record(record), at)
            }
        }
    }
}

/// The record that objects of a size are of: the only one of that size, or the only such one that is linked to others of
/// its kind.
pub(super) fn record_of_size(types: &TypeTable, size: u64) -> Option<RecordId> {
    let fitting = || types.records.enumerated().filter(|(_, record)| record.complete && record.size == size);
    let only = |mut found: Box<dyn Iterator<Item = RecordId> + '_>| found.next().filter(|_| found.next().is_none());
    let linked = fitting().filter(|(id, record)| points_to_itself(*id, record));
    only(Box::new(fitting().map(|(id, _)| id))).or_else(|| only(Box::new(linked.map(|(id, _)| id))))
}

/// What to call objects of a record.
pub(super) fn tag(types: &TypeTable, record: Option<RecordId>) -> &str {
    record.and_then(|record| types.records[record].tag.as_deref()).unwrap_or("block")
}

fn points_to_itself(id: RecordId, record: &Record) -> bool {
    // A library's own records have reserved names.
    if record.tag.as_deref().is_some_and(|tag| tag.starts_with('_')) {
        return false;
    }
    let own = |ty: &CType| matches!(ty, CType::Pointer(to) if **to == CType::Record(id));
    record.fields.iter().any(|field| own(&field.ty))
}

/// The type of a variable of a function, or of a global one; `None` if there is none, or several that differ.
pub(super) fn variable_type<'a>(program: &'a Program, function: Option<&str>, name: &str) -> Option<&'a CType> {
    let functions = program.functions.iter().filter(|known| Some(known.name.as_str()) == function);
    let locals = functions.filter_map(|function| function.body()).flat_map(|body| body.locals.iter());
    let mut local = locals.filter(|local| local.name.as_deref() == Some(name)).map(|local| &local.ty);
    match local.next() {
        Some(ty) => local.all(|other| other == ty).then_some(ty),
        None => program.globals.iter().find(|global| global.name == name).map(|global| &global.ty),
    }
}

/// How C gets from an object of a type to the scalar at an offset: `.next`, `[3].key`.
pub(super) fn path_to(types: &TypeTable, ty: &CType, offset: u64) -> Option<String> {
    match ty {
        CType::Record(id) => {
            let inside = |field: &&Field| {
                let size = types.size_of(&field.ty).unwrap_or(0);
                field.offset <= offset && offset < field.offset + size
            };
            let mut fields = types.records[*id].fields.iter().filter(inside);
            let field = fields.next().filter(|_| fields.next().is_none())?;
            let rest = path_to(types, &field.ty, offset - field.offset)?;
            Some(field.name.as_ref().map_or_else(|| rest.clone(), |name| format!(".{name}{rest}")))
        }
        CType::Array(element, _) => {
            let size = types.size_of(element).filter(|size| *size > 0)?;
            Some(format!("[{}]{}", offset / size, path_to(types, element, offset % size)?))
        }
        _ => (offset == 0).then(String::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SourceMap;
    use crate::config::{DataModel, LowerConfig};

    #[test]
    fn offsets_are_members_and_elements() {
        let mut sources = SourceMap::new();
        let code = "struct pair { int key; struct { char tag[4]; long value; }; } pairs[3]; union { int i; char c; } u;
                    int main(void) { return pairs[0].key + u.i; }";
        let parsed = crate::parse::parse_text("a.c", code, &mut sources, false).expect("C");
        let config = LowerConfig {
            data_model: DataModel::Lp64,
            entry: Some("main".into()),
            assertions: true,
            error_calls: true,
        };
        let program =
            crate::prepare::prepare(crate::lower::lower(&[parsed], &config, &mut sources).expect("a program")).program;
        let path = |name: &str, at| path_to(&program.types, variable_type(&program, None, name)?, at);
        assert_eq!(path("pairs", 24).as_deref(), Some("[1].key"));
        assert_eq!(path("pairs", 24 + 8 + 2).as_deref(), Some("[1].tag[2]"));
        assert_eq!(path("pairs", 16).as_deref(), Some("[0].value"));
        assert_eq!(path("pairs", 17), None, "the middle of a number");
        assert_eq!(path("u", 0), None, "one of several members");
    }
}
