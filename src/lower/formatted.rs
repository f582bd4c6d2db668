//! Calls of input and output functions whose meaning depends on their format, on whether their result is used, or on
//! whether streams are closed.
//!
//! In: all units, lowered. Out: the same with these calls spelled out in terms of the C library: the result of an output
//! function is a choice where it is used, output goes to streams that must be open if the program closes any, formatted
//! output to memory is executed in C, and formatted input is one call for each conversion. A format that is no literal, or asks
//! for what is not modelled there, is left alone.

use super::{Lowering, known};
use crate::base::{IdVec, Span};
use crate::ir::{
    Builtin, CType, Callee, Expr, ExprKind, FunctionId, FunctionKind, GlobalKind, IntType, Local, LocalId, Program,
    Scalar, SiteId, Statement, StatementKind, Storage,
};
use indexmap::IndexMap;

/// Functions that close streams, or tell whether output failed: then it matters which stream output goes to.
const WATCHERS: &[&str] = &["fclose", "freopen", "ferror"];

/// What a call is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Output(Builtin),
    /// `sprintf` and `snprintf`, with the number of arguments before the format.
    Memory(usize),
    /// `scanf` and its like, with the number of arguments before the format.
    Input(usize),
}

impl Lowering<'_> {
    /// Spells out the calls of input and output functions.
    pub(super) fn spell_out_formats(&mut self) {
        let mut roles: IndexMap<FunctionId, Role> = IndexMap::new();
        let missing = self.program.bodiless();
        for &id in &missing {
            if let Some(role) = role(&self.program.functions[id].name) {
                roles.insert(id, role);
            }
        }
        if roles.is_empty() {
            return;
        }
        self.replace_addresses(&roles);
        let watched = missing.iter().any(|&id| WATCHERS.contains(&self.program.functions[id].name.as_str()));
        for index in self.program.functions.ids() {
            let function = &mut self.program.functions[index];
            if function.body().is_none() {
                continue;
            }
            let kind = std::mem::replace(&mut function.kind, FunctionKind::External);
            let FunctionKind::Defined(mut body) = kind else { continue };
            for block in body.blocks.ids() {
                let statements = std::mem::take(&mut body.blocks[block].statements);
                let mut writer = Writer { lowering: self, locals: &mut body.locals, out: Vec::new(), span: Span::NONE };
                for statement in statements {
                    writer.statement(statement, &roles, watched);
                }
                body.blocks[block].statements = writer.out;
            }
            self.program.functions[index].kind = FunctionKind::Defined(body);
        }
    }
}

impl Lowering<'_> {
    /// Lets pointers to output functions lead to such of the library that spell out the result as well.
    fn replace_addresses(&mut self, roles: &IndexMap<FunctionId, Role>) {
        let mut replaced: IndexMap<FunctionId, FunctionId> = IndexMap::new();
        for id in self.program.addresses_taken() {
            let Some(Role::Output(builtin)) = roles.get(&id) else { continue };
            let name = by_pointer(*builtin);
            let Some(known) = known::lookup(name) else { continue };
            let ty = known.function_type(&self.program.types);
            match self.external_function(name, ty, self.program.functions[id].span) {
                Ok(other) => drop(replaced.insert(id, other)),
                Err(stop) => self.report(stop),
            }
        }
        for expr in self.program.operands_mut() {
            expr.walk_mut(&mut |kind| {
                if let ExprKind::FunctionAddress(id) = kind
                    && let Some(other) = replaced.get(id)
                {
                    *id = *other;
                }
            });
        }
    }
}

fn role(name: &str) -> Option<Role> {
    match name {
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => Some(Role::Input(0)),
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => Some(Role::Input(1)),
        _ => match known::lookup(name)?.builtin? {
            builtin @ (Builtin::Printf | Builtin::Fprintf | Builtin::Putchar | Builtin::Puts) => {
                Some(Role::Output(builtin))
            }
            Builtin::Sprintf => Some(Role::Memory(1)),
            Builtin::Snprintf => Some(Role::Memory(2)),
            _ => None,
        },
    }
}

/// The function of the library that is called if the program calls by pointer.
fn by_pointer(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Puts => "__hw_puts",
        Builtin::Putchar => "__hw_putchar",
        Builtin::Fprintf => "__hw_fprintf",
        _ => "__hw_printf",
    }
}

/// Writes the statements of one block anew.
struct Writer<'a, 'b> {
    lowering: &'a mut Lowering<'b>,
    locals: &'a mut IdVec<LocalId, Local>,
    out: Vec<Statement>,
    span: Span,
}

impl Writer<'_, '_> {
    fn statement(&mut self, statement: Statement, roles: &IndexMap<FunctionId, Role>, watched: bool) {
        self.span = statement.span;
        let StatementKind::Call { target, callee: Callee::Direct(function), args } = &statement.kind else {
            self.out.push(statement);
            return;
        };
        match roles.get(function).copied() {
            Some(Role::Output(builtin)) => {
                if watched {
                    match args.first() {
                        Some(stream) if builtin == Builtin::Fprintf && stream.ty == Scalar::Pointer => {
                            self.call("__hw_printing", vec![stream.clone()], None);
                        }
                        _ => self.call("__hw_printing_out", Vec::new(), None),
                    }
                }
                match target {
                    Some(target) if self.is_int(*target) => self.output(builtin, *target, *function, args.clone()),
                    _ => self.out.push(statement),
                }
            }
            Some(Role::Memory(format)) if self.is_exact(args.get(format)) => {
                let name = if format == 1 { "__hw_sprintf" } else { "__hw_snprintf" };
                let (args, target) = (args.clone(), *target);
                self.call(name, args, target);
            }
            Some(Role::Input(streams)) if self.input(streams, *target, args).is_some() => {}
            _ => self.out.push(statement),
        }
    }

    /// Whether the library's C produces what a format of output asks for.
    fn is_exact(&self, format: Option<&Expr>) -> bool {
        let text = format.and_then(|format| literal(&self.lowering.program, format));
        text.is_some_and(|text| is_written_exactly(&text))
    }

    fn is_int(&self, register: LocalId) -> bool {
        self.locals[register].ty.scalar() == Some(Scalar::Int(IntType::INT))
    }

    /// Output whose result is used: it may have failed.
    fn output(&mut self, builtin: Builtin, target: LocalId, function: FunctionId, args: Vec<Expr>) {
        let character = args.first().cloned();
        let result = (!matches!(builtin, Builtin::Puts | Builtin::Putchar)).then(|| self.register());
        let call = StatementKind::Call { target: result, callee: Callee::Direct(function), args };
        self.emit(call);
        match (builtin, result, character) {
            (Builtin::Puts, ..) => self.call("__hw_put", Vec::new(), Some(target)),
            (Builtin::Putchar, _, Some(character)) => self.call("__hw_put_character", vec![character], Some(target)),
            (_, Some(length), _) => {
                let length = Expr::register(length, Scalar::Int(IntType::INT), self.span);
                self.call("__hw_printed", vec![length], Some(target));
            }
            _ => {}
        }
    }

    /// Formatted input; `None` if it is not modelled, and then nothing is written.
    fn input(&mut self, streams: usize, target: Option<LocalId>, args: &[Expr]) -> Option<()> {
        if target.is_some_and(|target| !self.is_int(target)) {
            return None;
        }
        let format = args.get(streams)?;
        let text = literal(&self.lowering.program, format)?;
        let pointer_bytes = u64::from(self.lowering.program.types.pointer_bits() / 8);
        let conversions = parse(&text, pointer_bytes)?;
        let assigned: Vec<&Expr> = args[streams + 1..].iter().collect();
        if assigned.len() < conversions.len() || assigned.iter().any(|to| to.ty != Scalar::Pointer) {
            return None;
        }
        let stream = match args.first() {
            Some(stream) if streams == 1 && stream.ty == Scalar::Pointer => stream.clone(),
            _ if streams == 0 => {
                let ty = CType::Pointer(Box::new(CType::Void));
                let register = self.local(ty);
                self.call("__hw_standard_input", Vec::new(), Some(register));
                Expr::register(register, Scalar::Pointer, self.span)
            }
            _ => return None,
        };
        let int = |value: i64, span| Expr::int(value.into(), IntType::INT, span);
        let span = self.span;
        let size = self.lowering.program.types.size_type();
        let width = |width: u64| Expr::int(width.into(), size, span);
        let mut done = int(0, span);
        let mut wanted = 0;
        for (conversion, to) in conversions.iter().zip(assigned) {
            let state = |rest: Vec<Expr>| {
                [stream.clone(), done.clone(), int(wanted, span), to.clone()].into_iter().chain(rest).collect()
            };
            let (name, arguments): (_, Vec<Expr>) = match *conversion {
                Conversion::Integer { bytes, base, width } => (
                    "__hw_scan_integer",
                    state(vec![int(bytes as i64, span), int(base.into(), span), int(width as i64, span)]),
                ),
                Conversion::Float { bytes } => ("__hw_scan_float", state(vec![int(bytes as i64, span)])),
                Conversion::Characters(count) => ("__hw_scan_characters", state(vec![width(count)])),
                Conversion::Word(most) => ("__hw_scan_word", state(vec![width(most)])),
                Conversion::Set(most, at) => {
                    let offset = Expr::int(at as i128, size, span);
                    let set = super::fold::pointer_add(format.clone(), offset, span);
                    ("__hw_scan_set", state(vec![width(most), set]))
                }
                Conversion::Count => ("__hw_scan_count", vec![done.clone(), int(wanted, span), to.clone()]),
            };
            let result = self.register();
            self.call(name, arguments, Some(result));
            done = Expr::register(result, Scalar::Int(IntType::INT), span);
            wanted += i64::from(*conversion != Conversion::Count);
        }
        if wanted == 0 {
            let result = self.register();
            self.call("__hw_scan_nothing", vec![stream], Some(result));
            done = Expr::register(result, Scalar::Int(IntType::INT), span);
        }
        if let Some(target) = target {
            self.emit(StatementKind::Assign { target, value: done });
        }
        Some(())
    }

    /// A new `int`.
    fn register(&mut self) -> LocalId {
        self.local(CType::Int(IntType::INT))
    }

    fn local(&mut self, ty: CType) -> LocalId {
        self.locals.push(Local { name: None, ty, storage: Storage::Register, span: self.span })
    }

    fn emit(&mut self, kind: StatementKind) {
        self.out.push(Statement { kind, span: self.span, site: SiteId(0) });
    }

    /// Calls a function of the C library.
    fn call(&mut self, name: &str, args: Vec<Expr>, target: Option<LocalId>) {
        let Some(known) = known::lookup(name) else { return };
        let ty = known.function_type(&self.lowering.program.types);
        match self.lowering.external_function(name, ty, self.span) {
            Ok(function) => self.emit(StatementKind::Call { target, callee: Callee::Direct(function), args }),
            Err(stop) => self.lowering.report(stop),
        }
    }
}

/// The text of a pointer to the start of a string literal.
fn literal(program: &Program, format: &Expr) -> Option<Vec<u8>> {
    let ExprKind::GlobalAddress(global) = format.kind else { return None };
    let global = &program.globals[global];
    let end = global.init.iter().position(|&byte| byte == 0)?;
    (global.kind == GlobalKind::StringLiteral).then(|| global.init[..end].to_vec())
}

/// Whether all conversions of a format of output are of integers, characters and strings.
fn is_written_exactly(format: &[u8]) -> bool {
    let mut bytes = format.iter().copied().peekable();
    let skip = |bytes: &mut std::iter::Peekable<_>, class: &[u8]| {
        let mut found = false;
        while bytes.next_if(|byte| class.contains(byte)).is_some() {
            found = true;
        }
        found
    };
    while let Some(byte) = bytes.next() {
        if byte != b'%' || bytes.next_if_eq(&b'%').is_some() {
            continue;
        }
        skip(&mut bytes, b"-0+ #");
        skip(&mut bytes, b"*0123456789");
        if bytes.next_if_eq(&b'.').is_some() {
            skip(&mut bytes, b"*0123456789");
        }
        let long = skip(&mut bytes, b"hlzjtq");
        match bytes.next() {
            Some(b'd' | b'i' | b'u' | b'o' | b'x' | b'X') => {}
            Some(b'c' | b's') if !long => {}
            _ => return false,
        }
    }
    true
}

/// A conversion that assigns something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conversion {
    /// `%d` and its like; a width of 0 is none.
    Integer { bytes: u64, base: u8, width: u64 },
    /// `%f` and its like.
    Float { bytes: u64 },
    /// `%c`, so many.
    Characters(u64),
    /// `%s`, at most so many.
    Word(u64),
    /// `%[`, at most so many, and where in the format its set begins.
    Set(u64, usize),
    /// `%n`.
    Count,
}

/// Reads a format; `None` if something in it is not modelled.
fn parse(format: &[u8], pointer_bytes: u64) -> Option<Vec<Conversion>> {
    let mut conversions = Vec::new();
    let mut at = 0;
    let byte = |at: usize| format.get(at).copied().unwrap_or(0);
    while at < format.len() {
        at += 1;
        if byte(at - 1) != b'%' {
            continue;
        }
        if byte(at) == b'%' {
            at += 1;
            continue;
        }
        let suppressed = byte(at) == b'*';
        at += usize::from(suppressed);
        let mut width = 0u64;
        let mut limited = false;
        while byte(at).is_ascii_digit() {
            width = width.checked_mul(10)?.checked_add(u64::from(byte(at) - b'0'))?;
            limited = true;
            at += 1;
        }
        if limited && (width == 0 || width > 1 << 20) {
            return None;
        }
        let length = match (byte(at), byte(at + 1)) {
            (b'h', b'h') | (b'l', b'l') => 2,
            (b'h' | b'l' | b'z' | b'j' | b't' | b'q' | b'L', _) => 1,
            _ => 0,
        };
        let modifier = format.get(at..at + length)?;
        at += length;
        let letter = byte(at);
        let place = at + 1;
        at += 1;
        let bytes = match modifier {
            b"" => 4,
            b"hh" => 1,
            b"h" => 2,
            b"l" | b"z" | b"t" => pointer_bytes,
            b"ll" | b"j" | b"q" => 8,
            _ => return None,
        };
        let most = if limited { width } else { u64::MAX };
        let conversion = match letter {
            b'd' | b'u' => Conversion::Integer { bytes, base: 10, width },
            b'i' | b'x' | b'X' => Conversion::Integer { bytes, base: 16, width },
            b'o' => Conversion::Integer { bytes, base: 8, width },
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' if modifier.is_empty() => Conversion::Float { bytes: 4 },
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' if modifier == b"l" => Conversion::Float { bytes: 8 },
            b'c' if modifier.is_empty() => Conversion::Characters(width.max(1)),
            b's' if modifier.is_empty() => Conversion::Word(most),
            b'[' if modifier.is_empty() => {
                at += usize::from(byte(at) == b'^');
                // A bracket that comes first belongs to the set.
                at += 1;
                while byte(at) != b']' {
                    if at >= format.len() {
                        return None;
                    }
                    at += 1;
                }
                at += 1;
                Conversion::Set(most, place)
            }
            b'n' if modifier.is_empty() && !suppressed => Conversion::Count,
            _ => return None,
        };
        if !suppressed {
            conversions.push(conversion);
        }
    }
    Some(conversions)
}

#[cfg(test)]
mod tests {
    use super::{Conversion, is_written_exactly, parse};

    #[test]
    fn formats_of_output_are_read() {
        for exact in [&b"%d%%%-05.3lld|%*.*s"[..], b"", b"%c%hhX%zu"] {
            assert!(is_written_exactly(exact));
        }
        for other in [&b"%f"[..], b"%ls", b"%n", b"%p", b"%"] {
            assert!(!is_written_exactly(other));
        }
    }

    #[test]
    fn formats_of_input_are_read() {
        let integer = |bytes, base, width| Conversion::Integer { bytes, base, width };
        assert_eq!(parse(b"%d, %*s %2hhx%%", 8), Some(vec![integer(4, 10, 0), integer(1, 16, 2)]));
        assert_eq!(parse(b"%ld%lld%zu", 4), Some(vec![integer(4, 10, 0), integer(8, 10, 0), integer(4, 10, 0)]));
        assert_eq!(parse(b"%9s%c%n", 8), Some(vec![Conversion::Word(9), Conversion::Characters(1), Conversion::Count]));
        assert_eq!(parse(b"%[]a]%5[^]\n]", 8), Some(vec![Conversion::Set(u64::MAX, 2), Conversion::Set(5, 8)]));
        assert_eq!(parse(b"%lf%f", 8), Some(vec![Conversion::Float { bytes: 8 }, Conversion::Float { bytes: 4 }]));
        for wrong in [&b"%p"[..], b"%[abc", b"%Lf", b"%", b"%0d", b"%ls"] {
            assert_eq!(parse(wrong, 8), None);
        }
    }
}
