//! Initial values of static variables: every function assumes that they have integrity.
//!
//! In: the program. Out: nothing, or a result like that of a function that sets them.

use super::layout::{Class, NodeTypeId, NodeTypes, Slot};
use super::result::{Breach, Fault, FunctionIntegrity, Status};
use crate::ir::{Expr, ExprKind, Global, GlobalKind, Program};

/// Checks the pointers in initial values; `None` if all lead to nodes.
pub(super) fn check(program: &Program) -> Option<FunctionIntegrity> {
    let types = NodeTypes::of_globals(program);
    let mut breaches = program.globals.iter().filter_map(|global| check_global(program, &types, global));
    let breach = breaches.next()?;
    let (name, span) = ("static variables".to_string(), breach.span);
    let integrity = Status::Unsafe(Box::new(breach));
    Some(FunctionIntegrity { name, span, integrity, memory: Status::Safe })
}

fn check_global(program: &Program, types: &NodeTypes, global: &Global) -> Option<Breach> {
    if matches!(global.kind, GlobalKind::External | GlobalKind::StringLiteral) {
        return None;
    }
    let layout = types.layout(&program.types, &global.ty);
    layout.slots.iter().find_map(|slot| {
        let target = types.points_to(slot.field)?;
        let relocation = global.relocations.iter().find(|relocation| relocation.offset == slot.offset);
        let why = match relocation {
            Some(relocation) => wrong_address(program, types, &relocation.value, target)?,
            None => wrong_number(types, global, slot)?,
        };
        let field = &types.fields[slot.field];
        let pointer = match field.name.as_str() {
            "" => global.name.clone(),
            name => format!("{}.{name}", global.name),
        };
        let message = format!("at the start of the program, `{pointer}` {why}");
        Some(Breach { span: global.span, pointer, fault: Fault::Dangling, message, picture: Vec::new() })
    })
}

/// Why an address in an initial value is not that of a node.
fn wrong_address(program: &Program, types: &NodeTypes, value: &Expr, target: NodeTypeId) -> Option<String> {
    let (base, offset) = match &value.kind {
        ExprKind::PointerAdd(base, offset) => match offset.kind {
            ExprKind::Int(offset) => (&**base, offset),
            _ => return Some("is set to an address that is not known".into()),
        },
        _ => (value, 0),
    };
    let ExprKind::GlobalAddress(id) = base.kind else { return Some("is set to what is no variable".into()) };
    let layout = types.layout(&program.types, &program.globals[id].ty);
    let fits = layout.nodes.contains(&(offset, target));
    (!fits).then(|| {
        let name = &program.globals[id].name;
        format!("points at `{name}` + {offset}, where no `{}` begins", types.types[target].name)
    })
}

/// Why the bytes of an initial value are not null.
fn wrong_number(types: &NodeTypes, global: &Global, slot: &Slot) -> Option<String> {
    let size = types.fields[slot.field].size;
    let bytes = global.init.get(slot.offset as usize..(slot.offset + size) as usize)?;
    debug_assert!(matches!(types.fields[slot.field].class, Class::Node(_)));
    bytes.iter().any(|byte| *byte != 0).then(|| "is set to a number".to_string())
}
