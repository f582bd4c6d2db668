//! The IR as text, for `--dump=ir` and snapshots.

use super::expr::{Expr, ExprKind};
use super::program::{
    Body, Callee, Check, Function, FunctionKind, Global, LocalId, Program, Statement, StatementKind, Storage,
    TerminatorKind,
};
use super::types::{CType, FloatType, RecordKind, Scalar, TypeTable};
use std::fmt::Write;

/// A whole program: records, globals, functions.
pub fn print_program(program: &Program) -> String {
    let mut out = String::new();
    for (id, record) in program.types.records.enumerated().filter(|(_, r)| r.complete) {
        let kind = if record.kind == RecordKind::Union { "union" } else { "struct" };
        let tag = record.tag.as_deref().unwrap_or("(anonymous)");
        let _ = writeln!(out, "{kind} {tag} {id} {{ // {} bytes, aligned to {}", record.size, record.align);
        for field in &record.fields {
            let name = field.name.as_deref().unwrap_or("(anonymous)");
            let _ = write!(out, "  {:>4}: {name}: {}", field.offset, print_type(&program.types, &field.ty));
            if let Some(bits) = field.bits {
                let _ = write!(out, ", bits {} to {}", bits.first, bits.first + bits.width - 1);
            }
            out.push('\n');
        }
        out.push_str("}\n\n");
    }
    for (id, global) in program.globals.enumerated() {
        let _ = writeln!(out, "{}", print_global(program, &id.to_string(), global));
    }
    for function in program.functions.iter() {
        out.push('\n');
        out.push_str(&print_function(program, function));
    }
    out
}

fn print_global(program: &Program, id: &str, global: &Global) -> String {
    let mut out = format!("global {id} {:?}: {}", global.name, print_type(&program.types, &global.ty));
    let _ = write!(out, ", {} bytes, {:?}", global.size, global.kind);
    if let Some(last) = global.init.iter().rposition(|&byte| byte != 0) {
        let shown: Vec<String> = global.init[..=last].iter().take(64).map(|byte| format!("{byte:02x}")).collect();
        let _ = write!(out, " = {}{}", shown.join(" "), if last >= 64 { " …" } else { "" });
    }
    for relocation in &global.relocations {
        let _ = write!(out, ", [{}] = {}", relocation.offset, print_expr(program, None, &relocation.value));
    }
    out
}

/// One function.
pub fn print_function(program: &Program, function: &Function) -> String {
    let mut out = format!("function {}", function.name);
    let params: Vec<String> = function.signature.params.iter().map(|&p| print_scalar(p)).collect();
    let dots = if function.signature.variadic { ", ..." } else { "" };
    let result = function.signature.result.map_or("void".into(), print_scalar);
    let _ = write!(out, "({}{dots}) -> {result}", params.join(", "));
    let body = match &function.kind {
        FunctionKind::Defined(body) => body,
        FunctionKind::Builtin(builtin) => return out + " = builtin " + builtin.name() + "\n",
        FunctionKind::External => return out + " = external\n",
    };
    out.push_str(" {\n");
    for (id, local) in body.locals.enumerated() {
        let storage = if local.storage == Storage::Register { "reg" } else { "mem" };
        let param = if body.params.contains(&id) { " (parameter)" } else { "" };
        let _ = writeln!(out, "  {storage} {}: {}{param}", local_name(body, id), print_type(&program.types, &local.ty));
    }
    for (id, block) in body.blocks.enumerated() {
        let _ = writeln!(out, "{id}:{}", if block.loop_span.is_some() { " // loop" } else { "" });
        for statement in &block.statements {
            let _ = writeln!(out, "  {}", print_statement(program, body, statement));
        }
        let _ = writeln!(out, "  {}", print_terminator(program, body, &block.terminator.kind));
    }
    out.push_str("}\n");
    out
}

fn local_name(body: &Body, id: LocalId) -> String {
    match body.locals.get(id).and_then(|local| local.name.as_ref()) {
        Some(name) => format!("{name}.{}", id.0),
        None => id.to_string(),
    }
}

fn print_statement(program: &Program, body: &Body, statement: &Statement) -> String {
    let expr = |e: &Expr| print_expr(program, Some(body), e);
    let name = |id: &LocalId| local_name(body, *id);
    let bits = |bits: &Option<super::BitRange>| match bits {
        Some(bits) => format!(" bits {}+{}", bits.first, bits.width),
        None => String::new(),
    };
    match &statement.kind {
        StatementKind::Assign { target, value } => format!("{} = {}", name(target), expr(value)),
        StatementKind::Load { target, address, bits: range } => {
            let ty = body.locals[*target].ty.scalar().map_or(String::new(), print_scalar);
            format!("{} = load {ty} {}{}", name(target), expr(address), bits(range))
        }
        StatementKind::Store { address, value, bits: range } => {
            format!("store {} {}{} := {}", print_scalar(value.ty), expr(address), bits(range), expr(value))
        }
        StatementKind::Copy { to, from, size } => format!("copy {} := {}, {size} bytes", expr(to), expr(from)),
        StatementKind::Zero { address, size } => format!("zero {}, {size} bytes", expr(address)),
        StatementKind::Call { target, callee, args } => {
            let target = target.as_ref().map_or(String::new(), |t| format!("{} = ", name(t)));
            let callee = match callee {
                Callee::Direct(id) => program.functions[*id].name.clone(),
                Callee::Indirect(pointer, _) => format!("*({})", expr(pointer)),
            };
            let args: Vec<String> = args.iter().map(expr).collect();
            format!("{target}call {callee}({})", args.join(", "))
        }
        StatementKind::StorageLive(local) => format!("live {}", name(local)),
        StatementKind::StorageDead(local) => format!("dead {}", name(local)),
        StatementKind::DynamicLive { target, size } => format!("{} = live array of {} bytes", name(target), expr(size)),
        StatementKind::DynamicDead(local) => format!("dead array {}", name(local)),
        StatementKind::Assume(condition) => format!("assume {}", expr(condition)),
        StatementKind::Check(check) => print_check(program, body, check),
        StatementKind::Unsupported(unsupported) => format!("unsupported: {}", unsupported.what),
    }
}

fn print_check(program: &Program, body: &Body, check: &Check) -> String {
    let expr = |e: &Expr| print_expr(program, Some(body), e);
    match check {
        Check::Never => "check never".to_string(),
        Check::Observed => "observe".to_string(),
        Check::Defined(operation) => format!("check defined {}", expr(operation)),
        Check::Readable(address, size) => format!("check readable {}, {size} bytes", expr(address)),
    }
}

fn print_terminator(program: &Program, body: &Body, terminator: &TerminatorKind) -> String {
    let expr = |e: &Expr| print_expr(program, Some(body), e);
    match terminator {
        TerminatorKind::Goto(block) => format!("goto {block}"),
        TerminatorKind::Branch { condition, then, otherwise } => {
            format!("if {} then {then} else {otherwise}", expr(condition))
        }
        TerminatorKind::Switch { value, cases, default } => {
            let mut out = format!("switch {} {{", expr(value));
            for case in cases {
                if case.low == case.high {
                    let _ = write!(out, " {} → {},", case.low, case.target);
                } else {
                    let _ = write!(out, " {}…{} → {},", case.low, case.high, case.target);
                }
            }
            let _ = write!(out, " default → {default} }}");
            out
        }
        TerminatorKind::Return(None) => "return".to_string(),
        TerminatorKind::Return(Some(value)) => format!("return {}", expr(value)),
        TerminatorKind::Unreachable => "unreachable".to_string(),
    }
}

/// One expression; registers are named if the body is given.
pub fn print_expr(program: &Program, body: Option<&Body>, expr: &Expr) -> String {
    let sub = |e: &Expr| print_expr(program, body, e);
    let local = |id: LocalId| body.map_or_else(|| id.to_string(), |body| local_name(body, id));
    match &expr.kind {
        ExprKind::Int(bits) => match expr.ty.as_int() {
            Some(int) => format!("{}:{}", int.value(*bits), print_scalar(expr.ty)),
            None => bits.to_string(),
        },
        ExprKind::Float(value) => format!("{value:?}:{}", print_scalar(expr.ty)),
        ExprKind::Null => "null".to_string(),
        ExprKind::Register(id) => local(*id),
        ExprKind::LocalAddress(id) => format!("&{}", local(*id)),
        ExprKind::GlobalAddress(id) => format!("&{id}"),
        ExprKind::FunctionAddress(id) => format!("&{}", program.functions[*id].name),
        ExprKind::Unary(op, a) if op.is_float_function() => format!("{}({})", op.symbol(), sub(a)),
        ExprKind::Unary(op, a) => format!("{}{}", op.symbol(), sub(a)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", sub(a), op.symbol(), sub(b)),
        ExprKind::PointerAdd(a, b) => format!("({} ⊕ {})", sub(a), sub(b)),
        ExprKind::PointerDiff(a, b) => format!("({} ⊖ {})", sub(a), sub(b)),
        ExprKind::Cast(_, a) => format!("({}){}", print_scalar(expr.ty), sub(a)),
    }
}

fn print_scalar(scalar: Scalar) -> String {
    match scalar {
        Scalar::Int(int) => format!("{}{}", if int.signed { 'i' } else { 'u' }, int.bits),
        Scalar::Float(FloatType::F32) => "f32".to_string(),
        Scalar::Float(FloatType::F64) => "f64".to_string(),
        Scalar::Float(FloatType::F80) => "f80".to_string(),
        Scalar::Pointer => "ptr".to_string(),
    }
}

/// A C type, C-like but read from left to right.
pub fn print_type(types: &TypeTable, ty: &CType) -> String {
    match ty {
        CType::Void => "void".to_string(),
        CType::Bool => "_Bool".to_string(),
        CType::Int(_) | CType::Float(_) => ty.scalar().map_or(String::new(), print_scalar),
        CType::Pointer(to) => format!("{} *", print_type(types, to)),
        CType::Array(of, Some(count)) => format!("{}[{count}]", print_type(types, of)),
        CType::Array(of, None) => format!("{}[]", print_type(types, of)),
        CType::Record(id) => {
            let record = &types.records[*id];
            let kind = if record.kind == RecordKind::Union { "union" } else { "struct" };
            record.tag.as_ref().map_or_else(|| format!("{kind} {id}"), |tag| format!("{kind} {tag}"))
        }
        CType::Function(function) => {
            let params: Vec<String> = function.params.iter().map(|p| print_type(types, p)).collect();
            format!("{}({})", print_type(types, &function.result), params.join(", "))
        }
    }
}
