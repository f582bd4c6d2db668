//! Places as the program writes them: `da->capacity` instead of a block and an offset.

use super::nodes::path_to;
use crate::base::Span;
use crate::ir::{Body, CType, Expr, ExprKind, LocalId, Program, StatementKind};
use indexmap::IndexMap;

/// Pointers that are followed before a place has no short name.
const MOST_ARROWS: usize = 4;

/// How a function writes the places that its statements store to, by where the statements stand. What several of them share says nothing.
pub(super) fn stores(program: &Program, body: &Body) -> IndexMap<Span, Option<String>> {
    let writer = Writer { program, body, loads: loads(body) };
    let mut stores: IndexMap<Span, Option<String>> = IndexMap::new();
    for statement in body.blocks.iter().flat_map(|block| &block.statements) {
        let StatementKind::Store { address, .. } = &statement.kind else { continue };
        let text = writer.place(address, MOST_ARROWS);
        stores.entry(statement.span).and_modify(|known| *known = None).or_insert(text);
    }
    stores
}

/// Temporaries that are loaded once, and nothing else is done to them: from where.
fn loads(body: &Body) -> IndexMap<LocalId, Option<&Expr>> {
    let mut loads: IndexMap<LocalId, Option<&Expr>> = IndexMap::new();
    for statement in body.blocks.iter().flat_map(|block| &block.statements) {
        let (target, from) = match &statement.kind {
            StatementKind::Load { target, address, bits: None } => (*target, Some(address)),
            StatementKind::Load { target, .. } | StatementKind::Assign { target, .. } => (*target, None),
            StatementKind::Call { target: Some(target), .. } => (*target, None),
            _ => continue,
        };
        loads.entry(target).and_modify(|known| *known = None).or_insert(from);
    }
    loads
}

struct Writer<'a> {
    program: &'a Program,
    body: &'a Body,
    loads: IndexMap<LocalId, Option<&'a Expr>>,
}

impl Writer<'_> {
    /// What is at an address, as C writes it.
    fn place(&self, address: &Expr, arrows: usize) -> Option<String> {
        let (base, offset) = match &address.kind {
            ExprKind::PointerAdd(base, offset) => match offset.kind {
                ExprKind::Int(offset) => (&**base, offset),
                _ => return None,
            },
            _ => (address, 0),
        };
        let types = &self.program.types;
        match base.kind {
            ExprKind::Register(local) => {
                let CType::Pointer(to) = &self.body.locals[local].ty else { return None };
                let pointer = self.register(local, arrows.checked_sub(1)?)?;
                match (&**to, path_to(types, to, offset)?) {
                    (CType::Record(_), path) => Some(format!("{pointer}->{}", path.strip_prefix('.')?)),
                    (_, path) if path.is_empty() && !pointer.contains('*') => Some(format!("*{pointer}")),
                    _ => None,
                }
            }
            ExprKind::LocalAddress(local) => {
                let local = &self.body.locals[local];
                Some(format!("{}{}", local.name.as_ref()?, path_to(types, &local.ty, offset)?))
            }
            ExprKind::GlobalAddress(global) => {
                let global = &self.program.globals[global];
                Some(format!("{}{}", global.name, path_to(types, &global.ty, offset)?))
            }
            _ => None,
        }
    }

    /// What is in a register: a variable, or what was loaded into it.
    fn register(&self, local: LocalId, arrows: usize) -> Option<String> {
        match &self.body.locals[local].name {
            Some(name) => Some(name.clone()),
            None => self.place((*self.loads.get(&local)?)?, arrows),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SourceMap;
    use crate::config::{DataModel, LowerConfig};

    #[test]
    fn places_are_written_as_in_the_program() {
        let mut sources = SourceMap::new();
        let code =
            "struct array { int *items; int count, capacity; struct array *next; struct { char tag[4]; } in; } all;
                    void f(struct array *da, int i, int *p) {
                        da->items = p; da->capacity = 16; da->next->next->count = 1; all.in.tag[2] = 'x'; *p = 3;
                        p[i] = 4; da->items[i] = 5;
                    }";
        let parsed = crate::parse::parse_text("a.c", code, &mut sources, false).expect("C");
        let config = LowerConfig { data_model: DataModel::Lp64, entry: None, assertions: true, error_calls: true };
        let program =
            crate::prepare::prepare(crate::lower::lower(&[parsed], &config, &mut sources).expect("a program")).program;
        let body = program.functions.iter().find(|function| function.name == "f").and_then(|f| f.body()).expect("f");
        let written: Vec<Option<String>> = stores(&program, body).into_values().collect();
        let expected = ["da->items", "da->capacity", "da->next->next->count", "all.in.tag[2]", "*p", "", ""];
        assert_eq!(written, expected.map(|text| Some(text.to_string()).filter(|text| !text.is_empty())));
    }
}
