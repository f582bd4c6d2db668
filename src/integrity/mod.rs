//! Integrity of data structures, function by function and for any shape (seed 000).
//!
//! In: a program, which needs no entry. Out: per function whether its data structures keep their integrity
//! (nodes are valid, pointers lead to nodes, nodes are separate) and whether its accesses stay inside nodes, or
//! the first condition that fails. Knows nothing of `check` and of other properties.
//!
//! `layout` finds the node types, `heap` has the rules, `encode` walks a body, with `statement`, `block`, `access`
//! and `term` for its parts, `solve` decides and `explain` tells why. `statics` looks at initial values.

mod access;
mod allocate;
mod block;
mod changes;
mod condition;
mod encode;
mod explain;
mod heap;
mod layout;
mod result;
mod solve;
mod statement;
mod statics;
mod term;

#[cfg(test)]
mod tests;

pub use result::{Breach, Fault, FunctionIntegrity, Integrity, Status};

use crate::base::{Clock, Progress, Span};
use crate::config::{AllocMode, IntegrityConfig};
use crate::ir::{FunctionId, Program, Storage};
use crate::solver::Meter;
use explain::Name;
use indexmap::IndexSet;
use layout::NodeTypes;

/// What a check may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Resources of the solver for each function.
    pub resources: u64,
    /// The user's time.
    pub clock: Clock,
}

/// Checks functions that have a body, in order.
pub fn check(
    program: &Program,
    functions: &[FunctionId],
    config: &IntegrityConfig,
    limits: &Limits,
    progress: &dyn Progress,
) -> Integrity {
    let mut result = Integrity::default();
    let mut callees: IndexSet<FunctionId> = IndexSet::new();
    let mut callbacks = false;
    let mut unions = false;
    for &id in functions {
        let function = &program.functions[id];
        let Some(body) = function.body() else { continue };
        progress.phase("integrity", &function.name);
        let types = NodeTypes::of_function(program, id);
        unions |= types.fields.iter().any(|field| field.in_union);
        let mut conditions = encode::encode(program, id, body, &types, config);
        let names: Vec<Name> = body
            .locals
            .enumerated()
            .filter_map(|(id, local)| {
                let memory = local.storage == Storage::Memory;
                Some(Name { local: id, text: local.name.clone()?, memory })
            })
            .collect();
        let meter = Meter::new(limits.resources, &limits.clock);
        let (integrity, memory) = solve::solve(&mut conditions, function, &names, &meter);
        callees.extend(conditions.callees);
        callbacks |= conditions.callbacks;
        let (name, span) = (function.name.clone(), function.span);
        result.functions.push(FunctionIntegrity { name, span, integrity, memory });
    }
    result.functions.extend(statics::check(program));
    let unchecked = callees.iter().filter(|id| !functions.contains(id)).map(|id| program.functions[*id].name.as_str());
    result.assumptions = assumptions(config, unchecked.collect(), callbacks);
    if unions {
        result.assumptions.push("a pointer that is read from a union is the last that was written there".to_string());
    }
    result
}

/// The functions that were named; without names all that have a body and are the user's own. An error is the name of one that
/// has none.
pub fn choose(program: &Program, names: &[String], own: impl Fn(Span) -> bool) -> Result<Vec<FunctionId>, String> {
    let bodies = || program.functions.enumerated().filter(|(_, function)| function.body().is_some());
    if names.is_empty() {
        return Ok(bodies().filter(|(_, function)| own(function.span)).map(|(id, _)| id).collect());
    }
    let mut chosen: IndexSet<FunctionId> = IndexSet::new();
    for name in names {
        chosen.insert(bodies().find(|(_, function)| function.name == *name).map(|(id, _)| id).ok_or(name)?);
    }
    Ok(chosen.into_iter().collect())
}

/// What results take for granted.
fn assumptions(config: &IntegrityConfig, unchecked: Vec<&str>, callbacks: bool) -> Vec<String> {
    let mut all = vec![
        "callers pass data structures that have integrity".to_string(),
        "a null dereference ends the program, and so does the address of a member of null".to_string(),
        "memory is not used after `free`, nor a variable after its scope".to_string(),
    ];
    if config.alloc == AllocMode::Zmalloc {
        all.push("new memory, local structs and arrays, and missing results are zero".to_string());
    }
    if callbacks {
        all.push("functions that are called by pointer keep integrity".to_string());
    }
    let quoted = |names: Vec<&str>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if !unchecked.is_empty() {
        all.push(format!("functions that are not checked here keep integrity: {}", quoted(unchecked)));
    }
    if !config.allocators.is_empty() {
        let names = config.allocators.iter().map(|allocator| allocator.name.as_str()).collect();
        all.push(format!("these functions return null or new memory: {}", quoted(names)));
    }
    all
}
