//! Which calls allocate and free, and what allocations are made for.
//!
//! In: callees, and the body around a call. Out: how much memory a call gives, and for which type.

use super::layout::{Class, NodeTypes};
use crate::config::Allocator;
use crate::ir::{
    Body, Builtin, CType, Callee, Expr, ExprKind, FloatType, Function, FunctionKind, FunctionType, LocalId, Program,
    StatementKind, TerminatorKind,
};

/// What a call does to memory, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// New memory.
    Allocates {
        /// Arguments whose product is the number of bytes.
        size: (usize, Option<usize>),
        /// Whether it is zeroed whatever the mode.
        zeroed: bool,
        /// The argument whose content is moved to it.
        content: Option<usize>,
    },
    /// Memory goes away, which integrity does not look at.
    Frees,
    /// Copies bytes: destination, source, number.
    Copies,
    /// Sets bytes: destination, byte, number.
    Fills,
    /// Writes anything.
    Writes {
        /// The argument that points at where it is written.
        to: usize,
        /// How many bytes.
        size: Size,
    },
    /// Ends the program.
    Ends,
    /// Ends the path if the argument is zero.
    Assumes,
    /// Neither reads nor writes nodes; the result is anything.
    Harmless,
    /// Anything that keeps integrity.
    Unknown,
}

/// A number of bytes, by the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// An argument.
    Argument(usize),
    /// One more than an argument.
    Beyond(usize),
    /// The product of two arguments.
    Product(usize, usize),
    /// The length of a string that is an argument, and the zero behind it.
    Text(usize),
    /// Nothing tells.
    Open,
}

impl Effect {
    /// Whether the heap is the same after the call.
    pub fn keeps_heap(self) -> bool {
        matches!(self, Effect::Frees | Effect::Ends | Effect::Assumes | Effect::Harmless)
    }
}

const fn allocates(size: (usize, Option<usize>), zeroed: bool) -> Effect {
    Effect::Allocates { size, zeroed, content: None }
}

/// Library functions beside the builtins: GLib's allocators.
const KNOWN: &[(&str, Effect)] = &[
    ("g_slice_alloc", allocates((0, None), false)),
    ("g_slice_alloc0", allocates((0, None), true)),
    ("g_slice_copy", Effect::Allocates { size: (0, None), zeroed: false, content: Some(1) }),
    ("g_slice_free1", Effect::Frees),
    ("g_slice_free_chain_with_offset", Effect::Frees),
    ("g_malloc", allocates((0, None), false)),
    ("g_malloc0", allocates((0, None), true)),
    ("g_try_malloc", allocates((0, None), false)),
    ("g_try_malloc0", allocates((0, None), true)),
    ("g_malloc_n", allocates((0, Some(1)), false)),
    ("g_malloc0_n", allocates((0, Some(1)), true)),
    ("g_try_malloc_n", allocates((0, Some(1)), false)),
    ("g_try_malloc0_n", allocates((0, Some(1)), true)),
    ("g_realloc", Effect::Allocates { size: (1, None), zeroed: false, content: Some(0) }),
    ("g_try_realloc", Effect::Allocates { size: (1, None), zeroed: false, content: Some(0) }),
    ("g_free", Effect::Frees),
];

/// Functions of the C library that write where an argument points. The others only change what keeps integrity.
const WRITING: &[(&str, usize, Size)] = &[
    ("strcpy", 0, Size::Text(1)),
    ("stpcpy", 0, Size::Text(1)),
    ("strncpy", 0, Size::Argument(2)),
    ("strcat", 0, Size::Open),
    ("strncat", 0, Size::Open),
    ("mempcpy", 0, Size::Argument(2)),
    ("bcopy", 1, Size::Argument(2)),
    ("bzero", 0, Size::Argument(1)),
    ("fgets", 0, Size::Argument(1)),
    ("fread", 0, Size::Product(1, 2)),
    ("vsprintf", 0, Size::Open),
    ("vsnprintf", 0, Size::Argument(1)),
    ("__hw_sprintf", 0, Size::Open),
    ("__hw_snprintf", 0, Size::Argument(1)),
    ("__hw_scan_integer", 3, Size::Argument(4)),
    ("__hw_scan_float", 3, Size::Argument(4)),
    ("__hw_scan_characters", 3, Size::Argument(4)),
    ("__hw_scan_word", 3, Size::Beyond(4)),
    ("__hw_scan_set", 3, Size::Beyond(4)),
];

/// What a call of a function does. The user's word counts most, then a body, then a name.
pub(super) fn effect(function: &Function, named: &[Allocator]) -> Effect {
    if let Some(allocator) = named.iter().find(|a| a.name == function.name) {
        return allocates((allocator.size_argument, None), false);
    }
    match &function.kind {
        FunctionKind::Builtin(builtin) => of_builtin(*builtin),
        FunctionKind::Defined(_) if function.library => {
            let known = WRITING.iter().find(|(name, ..)| *name == function.name);
            known.map_or(Effect::Unknown, |&(_, to, size)| Effect::Writes { to, size })
        }
        FunctionKind::Defined(_) => Effect::Unknown,
        FunctionKind::External => {
            KNOWN.iter().find(|(name, _)| *name == function.name).map_or(Effect::Unknown, |(_, effect)| *effect)
        }
    }
}

fn of_builtin(builtin: Builtin) -> Effect {
    match builtin {
        Builtin::Malloc | Builtin::Alloca => allocates((0, None), false),
        Builtin::Calloc => allocates((0, Some(1)), true),
        Builtin::AlignedAlloc => allocates((1, None), false),
        Builtin::Realloc => Effect::Allocates { size: (1, None), zeroed: false, content: Some(0) },
        Builtin::Free => Effect::Frees,
        Builtin::Memcpy | Builtin::Memmove => Effect::Copies,
        Builtin::Memset => Effect::Fills,
        Builtin::Abort | Builtin::Exit | Builtin::AssertFail | Builtin::ErrorCall => Effect::Ends,
        Builtin::UseClosed | Builtin::CloseTwice => Effect::Ends,
        Builtin::Assume => Effect::Assumes,
        Builtin::Nondet | Builtin::Printf | Builtin::Fprintf | Builtin::Putchar | Builtin::Puts => Effect::Harmless,
        Builtin::Sprintf => Effect::Writes { to: 0, size: Size::Open },
        Builtin::Snprintf => Effect::Writes { to: 0, size: Size::Argument(1) },
        Builtin::OpenStream | Builtin::System(_) => Effect::Unknown,
    }
}

/// The type that the memory in a register is used as: by the register's own type, or by the first variable,
/// field, parameter or result that it is copied to.
pub(super) fn purpose(
    program: &Program,
    function: &Function,
    body: &Body,
    types: &NodeTypes,
    from: LocalId,
) -> Option<CType> {
    let mut copies = vec![from];
    let mut next = 0;
    while let Some(&register) = copies.get(next) {
        next += 1;
        if let Some(ty) = pointee(&body.locals[register].ty) {
            return Some(ty);
        }
        let is_copy = |value: &Expr| matches!(value.kind, ExprKind::Register(r) if r == register);
        for block in body.blocks.iter() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } if is_copy(value) && !copies.contains(target) => {
                        copies.push(*target);
                    }
                    StatementKind::Store { address, value, .. } if is_copy(value) => {
                        if let Some(ty) = stored_type(program, body, types, address) {
                            return Some(ty);
                        }
                    }
                    StatementKind::Call { callee: Callee::Direct(callee), args, .. } => {
                        let params = passed_types(&program.functions[*callee].ty);
                        let passed = args.iter().zip(&params).find(|(arg, _)| is_copy(arg));
                        if let Some(ty) = passed.and_then(|(_, param)| pointee(param)) {
                            return Some(ty);
                        }
                    }
                    _ => {}
                }
            }
            if let TerminatorKind::Return(Some(value)) = &block.terminator.kind
                && is_copy(value)
                && let Some(ty) = pointee(&function.ty.result)
            {
                return Some(ty);
            }
        }
    }
    None
}

/// The types of what is passed: records go by address, and the address of a record result comes first.
pub(super) fn passed_types(ty: &FunctionType) -> Vec<CType> {
    let by_address = |ty: &CType| matches!(ty, CType::Record(_) | CType::Float(FloatType::F80));
    let result = Some(&ty.result).filter(|ty| by_address(ty)).map(|ty| CType::Pointer(Box::new(ty.clone())));
    let params = ty.params.iter().map(|ty| match by_address(ty) {
        true => CType::Pointer(Box::new(ty.clone())),
        false => ty.clone(),
    });
    result.into_iter().chain(params).collect()
}

/// What a pointer points at, if that says what the memory is for.
fn pointee(ty: &CType) -> Option<CType> {
    match ty {
        CType::Pointer(inner) => match &**inner {
            CType::Void | CType::Function(_) => None,
            CType::Int(int) if int.bits == 8 => None,
            other => Some(other.clone()),
        },
        _ => None,
    }
}

/// What the pointer stored at an address points at.
fn stored_type(program: &Program, body: &Body, types: &NodeTypes, address: &Expr) -> Option<CType> {
    let (base, offset) = match &address.kind {
        ExprKind::PointerAdd(base, offset) => match offset.kind {
            ExprKind::Int(offset) => (&**base, offset),
            _ => return None,
        },
        _ => (address, 0),
    };
    let ty = match &base.kind {
        ExprKind::Register(register) => match &body.locals[*register].ty {
            CType::Pointer(inner) => (**inner).clone(),
            _ => return None,
        },
        ExprKind::LocalAddress(local) => body.locals[*local].ty.clone(),
        ExprKind::GlobalAddress(global) => program.globals[*global].ty.clone(),
        _ => return None,
    };
    let layout = types.layout(&program.types, &ty);
    let slot = layout.slots.iter().find(|slot| slot.offset == offset)?;
    match types.fields[slot.field].class {
        Class::Node(record) => Some(CType::Record(record)),
        Class::Int(_) | Class::Opaque => None,
    }
}
