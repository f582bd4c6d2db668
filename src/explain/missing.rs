//! What a program leaves for others to define.

use crate::ir::{Builtin, CType, FloatType, Function, FunctionKind};
use crate::verdict::{Missing, Role};

/// Of the functions without a body, what a harness has to provide: those that heapwright gives a meaning and those that
/// nobody knows.
pub fn missing(undefined: &[Function]) -> Vec<Missing> {
    let role = |kind: &FunctionKind| match kind {
        FunctionKind::External | FunctionKind::Builtin(Builtin::Nondet) => Some(Role::Input),
        FunctionKind::Builtin(Builtin::Assume) => Some(Role::Assume),
        FunctionKind::Builtin(Builtin::ErrorCall) => Some(Role::Error),
        FunctionKind::Builtin(_) | FunctionKind::Defined(_) => None,
    };
    let missing = undefined.iter().filter(|function| !function.is_made_up()).filter_map(|function| {
        let role = role(&function.kind)?;
        Some(Missing { name: function.name.clone(), result: type_name(&function.ty.result), role })
    });
    missing.collect()
}

/// A type that C passes as it does the given one.
fn type_name(ty: &CType) -> String {
    let name = match ty {
        CType::Bool => "_Bool",
        CType::Int(int) => match (int.bits, int.signed) {
            (8, true) => "signed char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned int",
            (_, true) => "long long",
            (_, false) => "unsigned long long",
        },
        CType::Float(FloatType::F32) => "float",
        CType::Float(FloatType::F64) => "double",
        CType::Float(FloatType::F80) => "long double",
        CType::Pointer(_) => "void *",
        CType::Void | CType::Array(..) | CType::Record(_) | CType::Function(_) => "void",
    };
    name.to_string()
}
