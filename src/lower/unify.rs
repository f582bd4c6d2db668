//! Structs and unions that several units take from one header are one type.
//!
//! In: the program, and where each record is defined. Out: the program with one record in the place of those that are
//! defined at the same place and have the same members; and in the place of one that a unit leaves incomplete, that of another
//! unit, if there is just one with its tag.

use crate::base::Location;
use crate::ir::{CType, FunctionKind, FunctionType, Program, RecordId, TypeTable};
use indexmap::IndexMap;

/// From records to those that take their places; others stay.
type Places = IndexMap<RecordId, RecordId>;

/// Makes one record of those that are the same.
pub(super) fn unify_records(program: &mut Program, origins: &IndexMap<RecordId, Location>) {
    let mut first: IndexMap<(&str, u32, u32), RecordId> = IndexMap::new();
    let mut places = Places::new();
    for (&record, origin) in origins {
        let known = *first.entry((origin.file.as_str(), origin.line, origin.column)).or_insert(record);
        if known != record {
            places.insert(record, known);
        }
    }
    // Records refer to each other: all are taken for the same until some turn out not to be.
    loop {
        let differing = |(&a, &b): (&RecordId, &RecordId)| !are_same(&program.types, &places, a, b);
        let wrong: Vec<RecordId> = places.iter().filter(|pair| differing(*pair)).map(|(&record, _)| record).collect();
        if wrong.is_empty() {
            break;
        }
        places.retain(|record, _| !wrong.contains(record));
    }
    complete(&program.types, origins, &mut places);
    if !places.is_empty() {
        replace(program, &places);
    }
}

/// Lets records that are incomplete be the only complete one with their tag.
fn complete(types: &TypeTable, origins: &IndexMap<RecordId, Location>, places: &mut Places) {
    let mut tagged: IndexMap<&str, Vec<RecordId>> = IndexMap::new();
    for &record in origins.keys().filter(|record| !places.contains_key(*record)) {
        if let Some(tag) = &types.records[record].tag {
            tagged.entry(tag.as_str()).or_default().push(record);
        }
    }
    for (id, record) in types.records.enumerated() {
        let Some(tag) = record.tag.as_deref().filter(|_| !record.complete) else { continue };
        if let Some([only]) = tagged.get(tag).map(Vec::as_slice)
            && types.records[*only].kind == record.kind
        {
            places.insert(id, *only);
        }
    }
}

fn are_same(types: &TypeTable, places: &Places, a: RecordId, b: RecordId) -> bool {
    let (a, b) = (&types.records[a], &types.records[b]);
    let alike = |(x, y): (&crate::ir::Field, &crate::ir::Field)| {
        x.name == y.name && x.offset == y.offset && x.bits == y.bits && are_same_types(places, &x.ty, &y.ty)
    };
    (&a.tag, a.kind, a.size, a.align, a.complete, a.fields.len())
        == (&b.tag, b.kind, b.size, b.align, b.complete, b.fields.len())
        && a.fields.iter().zip(&b.fields).all(alike)
}

fn are_same_types(places: &Places, a: &CType, b: &CType) -> bool {
    let place = |record: &RecordId| places.get(record).copied().unwrap_or(*record);
    match (a, b) {
        (CType::Pointer(a), CType::Pointer(b)) => are_same_types(places, a, b),
        (CType::Array(a, m), CType::Array(b, n)) => m == n && are_same_types(places, a, b),
        (CType::Record(a), CType::Record(b)) => place(a) == place(b),
        (CType::Function(a), CType::Function(b)) => {
            a.params.len() == b.params.len()
                && (a.variadic, a.unprototyped) == (b.variadic, b.unprototyped)
                && are_same_types(places, &a.result, &b.result)
                && a.params.iter().zip(&b.params).all(|(a, b)| are_same_types(places, a, b))
        }
        _ => a == b,
    }
}

fn replace(program: &mut Program, places: &Places) {
    for record in program.types.records.iter_mut() {
        record.fields.iter_mut().for_each(|field| replace_in(&mut field.ty, places));
    }
    program.globals.iter_mut().for_each(|global| replace_in(&mut global.ty, places));
    for function in program.functions.iter_mut() {
        replace_in_function(&mut function.ty, places);
        if let FunctionKind::Defined(body) = &mut function.kind {
            body.locals.iter_mut().for_each(|local| replace_in(&mut local.ty, places));
        }
    }
}

fn replace_in_function(ty: &mut FunctionType, places: &Places) {
    replace_in(&mut ty.result, places);
    ty.params.iter_mut().for_each(|param| replace_in(param, places));
}

fn replace_in(ty: &mut CType, places: &Places) {
    match ty {
        CType::Pointer(target) => replace_in(target, places),
        CType::Array(element, _) => replace_in(element, places),
        CType::Record(record) => *record = places.get(record).copied().unwrap_or(*record),
        CType::Function(function) => replace_in_function(function, places),
        CType::Void | CType::Bool | CType::Int(_) | CType::Float(_) => {}
    }
}
