//! The form that the interpreter executes: per function a flat list of steps, one per statement or terminator,
//! each with a range of three-address operations that compute its operands and one effect.
//!
//! A slot is a position in a frame. The first slots are the function's locals: the value of a register, the
//! address of a variable in memory. Temporaries of expressions follow.

use super::value::{ObjectId, Value};
use crate::base::{Span, Unsupported};
use crate::ir::{
    BinaryOp, BitRange, Body, FloatType, FunctionId, IntType, LocalId, Scalar, Signature, SiteId, UnaryOp,
};

/// A position in a frame.
pub(super) type Slot = u32;
/// A position in a function's steps.
pub(super) type Pc = u32;

/// All functions, by id; `None` for those without a body.
pub(super) struct Code {
    pub functions: Vec<Option<FunctionCode>>,
}

/// A function's body.
pub(super) struct FunctionCode {
    pub steps: Vec<Step>,
    pub ops: Vec<Op>,
    /// Where each operation stands.
    pub op_spans: Vec<Span>,
    pub constants: Vec<Value>,
    /// How many slots a frame has.
    pub slots: u32,
    pub params: Vec<Slot>,
    /// Variables in memory.
    pub memory_locals: Vec<Slot>,
    pub calls: Vec<CallCode>,
    pub switches: Vec<SwitchCode>,
    pub unsupported: Vec<Unsupported>,
}

/// A statement or terminator.
pub(super) struct Step {
    /// First operation and one past the last.
    pub ops: (u32, u32),
    pub effect: Effect,
    pub span: Span,
    pub site: SiteId,
}

/// An operation `dst = code(a, b)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    pub code: OpCode,
    pub dst: Slot,
    pub a: u32,
    pub b: u32,
}

/// What an operation computes.
#[derive(Clone, Copy, Debug)]
pub(super) enum OpCode {
    /// The constant with index `a`.
    Constant,
    /// The start of the object with id `a`.
    Address,
    Move,
    Int(BinaryOp, IntType),
    Compare(BinaryOp, IntType),
    /// With the type of the amount.
    Shift(BinaryOp, IntType, IntType),
    Negate(IntType),
    Complement(IntType),
    FloatBinary(BinaryOp, FloatType),
    FloatCompare(BinaryOp, FloatType),
    FloatNegate(FloatType),
    FloatFunction(UnaryOp, FloatType),
    PointerCompare(BinaryOp),
    PointerAdd,
    PointerDiff,
    PointerToInt,
    IntToPointer,
    IntToInt(IntType, IntType),
    IntToFloat(IntType, FloatType),
    FloatToInt(FloatType, IntType),
    FloatToFloat(FloatType, FloatType),
}

impl Op {
    /// The slots it reads.
    pub fn reads(&self) -> impl Iterator<Item = Slot> {
        let count = match self.code {
            OpCode::Constant | OpCode::Address => 0,
            OpCode::Move
            | OpCode::Negate(_)
            | OpCode::Complement(_)
            | OpCode::FloatNegate(_)
            | OpCode::FloatFunction(..)
            | OpCode::PointerToInt
            | OpCode::IntToPointer
            | OpCode::IntToInt(..)
            | OpCode::IntToFloat(..)
            | OpCode::FloatToInt(..)
            | OpCode::FloatToFloat(..) => 1,
            OpCode::Int(..)
            | OpCode::Compare(..)
            | OpCode::Shift(..)
            | OpCode::FloatBinary(..)
            | OpCode::FloatCompare(..)
            | OpCode::PointerCompare(_)
            | OpCode::PointerAdd
            | OpCode::PointerDiff => 2,
        };
        [self.a, self.b].into_iter().take(count)
    }
}

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Width {
    pub bytes: u8,
    pub ty: Scalar,
}

/// What a step does after its operations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// Nothing more: the last operation set the register.
    Assign(Slot),
    Load {
        target: Slot,
        address: Slot,
        width: Width,
    },
    LoadBits {
        target: Slot,
        address: Slot,
        bits: BitRange,
        ty: IntType,
    },
    Store {
        address: Slot,
        value: Slot,
        width: Width,
    },
    StoreBits {
        address: Slot,
        value: Slot,
        bits: BitRange,
    },
    Copy {
        to: Slot,
        from: Slot,
        size: u64,
    },
    Zero {
        address: Slot,
        size: u64,
    },
    /// Index into the calls.
    Call(u32),
    /// A variable in memory begins to live.
    MemoryLive {
        slot: Slot,
        size: u64,
    },
    MemoryDead(Slot),
    RegisterLive(Slot),
    RegisterDead(Slot),
    DynamicLive {
        target: Slot,
        size: Slot,
    },
    DynamicDead(Slot),
    Assume(Slot),
    /// An inserted expression is false.
    Never,
    /// An inserted expression is true.
    Observed,
    /// The operations before are defined; the slot is where they lead.
    Defined(Slot),
    /// So many bytes can be read.
    Readable {
        address: Slot,
        size: u64,
    },
    /// Index into the unsupported constructs.
    Unsupported(u32),
    Goto(Pc),
    Branch {
        condition: Slot,
        then: Pc,
        otherwise: Pc,
    },
    /// The value and an index into the switches.
    Switch(Slot, u32),
    Return(Option<Slot>),
    Unreachable,
}

/// A call.
pub(super) struct CallCode {
    pub target: Option<(Slot, Scalar)>,
    pub callee: CalleeCode,
    pub args: Vec<Slot>,
    pub arg_types: Vec<Scalar>,
}

/// Whom a call calls.
pub(super) enum CalleeCode {
    Direct(FunctionId),
    Indirect(Slot, Signature),
}

/// The cases of a switch.
pub(super) struct SwitchCode {
    pub ty: IntType,
    pub cases: Vec<(i128, i128, Pc)>,
    pub default: Pc,
}

impl FunctionCode {
    /// The slots that the effect of a step reads.
    pub fn effect_reads(&self, effect: &Effect) -> Vec<Slot> {
        match *effect {
            Effect::Load { address, .. }
            | Effect::LoadBits { address, .. }
            | Effect::Zero { address, .. }
            | Effect::Readable { address, .. } => vec![address],
            Effect::Store { address, value, .. } | Effect::StoreBits { address, value, .. } => vec![address, value],
            Effect::Copy { to, from, .. } => vec![to, from],
            Effect::Call(index) => {
                let call = &self.calls[index as usize];
                let mut reads = call.args.clone();
                if let CalleeCode::Indirect(pointer, _) = call.callee {
                    reads.push(pointer);
                }
                reads
            }
            Effect::DynamicLive { size, .. } => vec![size],
            Effect::Assume(slot)
            | Effect::Defined(slot)
            | Effect::Branch { condition: slot, .. }
            | Effect::Switch(slot, _) => vec![slot],
            Effect::Return(value) => value.into_iter().collect(),
            Effect::Assign(_)
            | Effect::MemoryLive { .. }
            | Effect::MemoryDead(_)
            | Effect::RegisterLive(_)
            | Effect::RegisterDead(_)
            | Effect::DynamicDead(_)
            | Effect::Unsupported(_)
            | Effect::Never
            | Effect::Observed
            | Effect::Goto(_)
            | Effect::Unreachable => Vec::new(),
        }
    }

    /// The slot that the effect of a step sets.
    pub fn effect_writes(&self, effect: &Effect) -> Option<Slot> {
        match *effect {
            Effect::Assign(target)
            | Effect::Load { target, .. }
            | Effect::LoadBits { target, .. }
            | Effect::RegisterLive(target)
            | Effect::RegisterDead(target)
            | Effect::DynamicLive { target, .. } => Some(target),
            Effect::Call(index) => self.calls[index as usize].target.map(|(slot, _)| slot),
            _ => None,
        }
    }

    /// The steps that may follow a step.
    pub fn successors(&self, pc: Pc) -> Vec<Pc> {
        match self.steps[pc as usize].effect {
            Effect::Goto(target) => vec![target],
            Effect::Branch { then, otherwise, .. } => vec![then, otherwise],
            Effect::Switch(_, index) => {
                let switch = &self.switches[index as usize];
                switch.cases.iter().map(|case| case.2).chain([switch.default]).collect()
            }
            Effect::Return(_) | Effect::Never | Effect::Unreachable | Effect::Unsupported(_) => Vec::new(),
            _ => vec![pc + 1],
        }
    }
}

/// The slot of a local.
pub(super) fn slot(local: LocalId) -> Slot {
    local.0
}

/// The object of a function, made before all others but null; globals follow.
pub(super) fn function_object(function: FunctionId) -> ObjectId {
    ObjectId(2 + function.0)
}

/// The object of a global in a program with so many functions.
pub(super) fn global_object(functions: usize, global: crate::ir::GlobalId) -> ObjectId {
    ObjectId(2 + functions as u32 + global.0)
}

/// The scalar type of a register.
pub(super) fn register_type(body: &Body, local: LocalId) -> Option<Scalar> {
    body.locals.get(local).and_then(|local| local.ty.scalar())
}
