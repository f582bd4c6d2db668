//! Programs: globals, functions, blocks, statements.

use super::builtin::Builtin;
use super::expr::Expr;
use super::types::{CType, FunctionType, Scalar, TypeTable};
use crate::base::{IdVec, Span, Unsupported, define_id};

define_id!(
    /// A function of the program, defined or only declared.
    FunctionId,
    "fn"
);
define_id!(
    /// An object with static storage duration.
    GlobalId,
    "g"
);
define_id!(
    /// A variable or temporary of a function.
    LocalId,
    "v"
);
define_id!(
    /// A basic block of a function.
    BlockId,
    "bb"
);
define_id!(
    /// A statement as lowered. Passes that copy a statement keep its site, so that an input is known by its
    /// site and the number of earlier visits.
    SiteId,
    "s"
);

/// A whole program: all translation units linked.
#[derive(Clone, Debug)]
pub struct Program {
    /// Records and layout.
    pub types: TypeTable,
    /// Static objects and string literals.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions.
    pub functions: IdVec<FunctionId, Function>,
    /// Where execution begins; `None` for a library.
    pub entry: Option<FunctionId>,
    /// How many sites there are.
    pub sites: u32,
    /// What was inserted beyond what the program does itself.
    pub inserted: Vec<Inserted>,
}

/// An expression that was inserted: everything that evaluates it stands within one span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// By which it is known.
    pub number: usize,
    /// Its text.
    pub span: Span,
}

impl Program {
    /// The number of the inserted expression to which something at a span belongs.
    pub fn inserted_at(&self, span: Span) -> Option<usize> {
        let inside = |inserted: &&Inserted| inserted.span.lo <= span.lo && span.hi <= inserted.span.hi;
        self.inserted.iter().find(inside).map(|inserted| inserted.number)
    }
}

/// An object with static storage duration.
#[derive(Clone, Debug)]
pub struct Global {
    /// Name in C; for string literals the text.
    pub name: String,
    /// Declared type; an array whose length follows from the initialiser is complete.
    pub ty: CType,
    /// Bytes; more than the type's size if a flexible array is initialised.
    pub size: u64,
    /// What it is.
    pub kind: GlobalKind,
    /// Initial content, `size` bytes, zero where pointers stand.
    pub init: Vec<u8>,
    /// Pointers within the initial content.
    pub relocations: Vec<Relocation>,
    /// Declaration.
    pub span: Span,
}

/// Kinds of static objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable,
    /// A variable declared `const`: writing to it is an error.
    Constant,
    /// A string literal: writing to it is an error.
    StringLiteral,
    /// Declared `extern` and never defined: its content is an input.
    External,
}

/// A pointer in the initial content of a static object.
#[derive(Clone, Debug)]
pub struct Relocation {
    /// Where in the object.
    pub offset: u64,
    /// [`super::ExprKind::GlobalAddress`] or [`super::ExprKind::FunctionAddress`], possibly within a
    /// [`super::ExprKind::PointerAdd`] of a constant.
    pub value: Expr,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name in C.
    pub name: String,
    /// Type in C.
    pub ty: FunctionType,
    /// How it is called.
    pub signature: Signature,
    /// Body or model.
    pub kind: FunctionKind,
    /// Declaration or definition.
    pub span: Span,
    /// Whether the C library defines it, or only that refers to it.
    pub library: bool,
}

/// How a function is called, structs made explicit: a function that returns a record takes the address of the
/// result object as a hidden first parameter and returns nothing; a record argument is passed as the address
/// of the caller's object, which the callee copies into its own on entry. Variadic arguments follow.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// `None` for `void` and for records.
    pub result: Option<Scalar>,
    /// Hidden result pointer first.
    pub params: Vec<Scalar>,
    /// Whether `...` follows (or the parameters are unknown).
    pub variadic: bool,
}

impl Signature {
    /// Whether a function with this signature can be called by a caller that assumes another one and passes arguments of
    /// these types. Wider than C's compatible types, as compiled programs are: the sign of an integer does not matter, nor a
    /// result that is not wanted; a variadic or unprototyped side leaves the number of arguments open, but for each parameter
    /// there must be one. Every engine asks this, so that none leaves out a call that another one makes.
    pub fn callable_as(&self, assumed: &Signature, arguments: &[Scalar]) -> bool {
        let open = assumed.variadic || self.variadic;
        let counts = arguments.len() >= self.params.len() && (open || assumed.params.len() == self.params.len());
        let params = arguments.iter().zip(&self.params).all(|(given, wanted)| given.is_passed_as(*wanted));
        let result = match (self.result, assumed.result) {
            (_, None) => true,
            (Some(given), Some(wanted)) => given.is_passed_as(wanted),
            (None, Some(_)) => false,
        };
        counts && params && result
    }
}

/// What a function does.
#[derive(Clone, Debug)]
pub enum FunctionKind {
    /// Has a body.
    Defined(Body),
    /// Modelled by heapwright.
    Builtin(Builtin),
    /// Neither: returns anything.
    External,
}

/// The body of a function.
#[derive(Clone, Debug)]
pub struct Body {
    /// Registers that receive the arguments, as many as the signature's parameters.
    pub params: Vec<LocalId>,
    /// All variables and temporaries.
    pub locals: IdVec<LocalId, Local>,
    /// Blocks; the first one is the entry and has no predecessor.
    pub blocks: IdVec<BlockId, Block>,
}

impl Body {
    /// The block where execution begins.
    pub const ENTRY: BlockId = BlockId(0);
}

/// A variable or temporary.
#[derive(Clone, Debug)]
pub struct Local {
    /// Name in C; `None` for temporaries.
    pub name: Option<String>,
    /// Declared type.
    pub ty: CType,
    /// Where it lives.
    pub storage: Storage,
    /// Declaration.
    pub span: Span,
}

/// Where a local lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// A scalar whose address is never taken.
    Register,
    /// An object in memory, alive between `StorageLive` and `StorageDead`.
    Memory,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// What is done in order.
    pub statements: Vec<Statement>,
    /// Where it goes on.
    pub terminator: Terminator,
    /// If the block is the head of a loop statement (or a label that is jumped back to): that statement.
    pub loop_span: Option<Span>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Source position.
    pub span: Span,
    /// Identity that survives copying.
    pub site: SiteId,
}

/// A part of one or more consecutive bytes, little-endian: bit 0 is the lowest bit of the first byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// First bit, 0 to 7.
    pub first: u8,
    /// Number of bits, 1 to 64.
    pub width: u8,
}

impl BitRange {
    /// How many bytes the bits touch.
    pub fn bytes(self) -> u64 {
        (u64::from(self.first) + u64::from(self.width)).div_ceil(8)
    }
}

/// What statements do.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Sets a register.
    Assign {
        /// The register.
        target: LocalId,
        /// Its new value, of the register's type.
        value: Expr,
    },
    /// Reads a scalar of the register's type. With `bits`, only those bits are read (touching `bits.bytes()`
    /// bytes) and extended by the signedness of the type.
    Load {
        /// The register.
        target: LocalId,
        /// Where.
        address: Expr,
        /// For a bit-field.
        bits: Option<BitRange>,
    },
    /// Writes a scalar; with `bits`, only those bits (the rest of the `bits.bytes()` bytes keeps its value).
    Store {
        /// Where.
        address: Expr,
        /// What.
        value: Expr,
        /// For a bit-field.
        bits: Option<BitRange>,
    },
    /// Struct assignment: copies bytes; ranges that overlap without being equal are an error.
    Copy {
        /// Destination.
        to: Expr,
        /// Source.
        from: Expr,
        /// Bytes.
        size: u64,
    },
    /// Initialisation: sets bytes to zero.
    Zero {
        /// Where.
        address: Expr,
        /// Bytes.
        size: u64,
    },
    /// Calls a function.
    Call {
        /// Receives the result.
        target: Option<LocalId>,
        /// Whom.
        callee: Callee,
        /// Arguments, at least as many as the signature's parameters.
        args: Vec<Expr>,
    },
    /// The life of a local begins; its content is uninitialised.
    StorageLive(LocalId),
    /// The life of a local ends.
    StorageDead(LocalId),
    /// A variable-length array begins to live: the register gets the address of a new uninitialised object.
    DynamicLive {
        /// Register of pointer type.
        target: LocalId,
        /// Bytes, of type `size_t`.
        size: Expr,
    },
    /// The object of an earlier `DynamicLive` of the same register dies, if there is one in this call.
    DynamicDead(LocalId),
    /// The path ends if the condition is false.
    Assume(Expr),
    /// Part of an inserted expression: the program neither has it nor is changed by it.
    Check(Check),
    /// A construct that is not modelled: reaching it makes the verdict unknown.
    Unsupported(Unsupported),
}

/// Whom a call calls.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function by name.
    Direct(FunctionId),
    /// A function by pointer, with the signature that the caller assumes.
    Indirect(Expr, Signature),
}

/// What an inserted expression asks. What fails is a violation of [`super::Property::Invariants`]; the path ends there.
#[derive(Clone, Debug)]
pub enum Check {
    /// Is never reached: the expression is false.
    Never,
    /// Nothing: a run tells that it came here, where the expression is true.
    Observed,
    /// Nothing that is computed in the expression overflows, divides by zero or shifts too far.
    Defined(Expr),
    /// So many bytes at the address can be read.
    Readable(Expr, u64),
}

impl Check {
    /// The expression that is evaluated, if there is one.
    pub fn operand(&self) -> Option<&Expr> {
        match self {
            Check::Never | Check::Observed => None,
            Check::Defined(expr) | Check::Readable(expr, _) => Some(expr),
        }
    }

    /// The same, to be changed.
    pub fn operand_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Check::Never | Check::Observed => None,
            Check::Defined(expr) | Check::Readable(expr, _) => Some(expr),
        }
    }
}

/// The end of a block.
#[derive(Clone, Debug)]
pub struct Terminator {
    /// Where it goes.
    pub kind: TerminatorKind,
    /// Source position.
    pub span: Span,
}

/// Where a block goes on.
#[derive(Clone, Debug)]
pub enum TerminatorKind {
    /// To one block.
    Goto(BlockId),
    /// To `then` if the integer is not zero.
    Branch {
        /// Any integer.
        condition: Expr,
        /// Not zero.
        then: BlockId,
        /// Zero.
        otherwise: BlockId,
    },
    /// By value.
    Switch {
        /// An integer.
        value: Expr,
        /// Disjoint cases.
        cases: Vec<SwitchCase>,
        /// If no case fits.
        default: BlockId,
    },
    /// Out of the function. Without a value in a function that has a result: the result is uninitialised.
    Return(Option<Expr>),
    /// Never executed: after a call that does not return.
    Unreachable,
}

/// A case of a switch: an inclusive range of values of the switched type.
#[derive(Clone, Copy, Debug)]
pub struct SwitchCase {
    /// Smallest value.
    pub low: i128,
    /// Largest value.
    pub high: i128,
    /// Where it goes.
    pub target: BlockId,
}

impl TerminatorKind {
    /// Blocks that may follow, in order, possibly repeated.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            TerminatorKind::Goto(block) => vec![*block],
            TerminatorKind::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            TerminatorKind::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.target).chain([*default]).collect()
            }
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => Vec::new(),
        }
    }

    /// Replaces every successor by what `map` says.
    pub fn retarget(&mut self, mut map: impl FnMut(BlockId) -> BlockId) {
        match self {
            TerminatorKind::Goto(block) => *block = map(*block),
            TerminatorKind::Branch { then, otherwise, .. } => {
                *then = map(*then);
                *otherwise = map(*otherwise);
            }
            TerminatorKind::Switch { cases, default, .. } => {
                for case in cases {
                    case.target = map(case.target);
                }
                *default = map(*default);
            }
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
        }
    }
}

impl Function {
    /// Whether it only stands for something that the program does not determine, and has no name in C.
    pub fn is_made_up(&self) -> bool {
        self.name.contains(' ')
    }

    /// That it is neither defined nor modelled, in words. Functions of the library that stand for what is not modelled say by
    /// their names what that is.
    pub fn without_model(&self) -> String {
        match self.name.strip_suffix("_without_a_model").filter(|_| self.library) {
            Some(what) => format!("not modelled: {}", what.replace('_', " ")),
            None => format!("`{}` has no body and no model", self.name),
        }
    }

    /// The body, if there is one.
    pub fn body(&self) -> Option<&Body> {
        match &self.kind {
            FunctionKind::Defined(body) => Some(body),
            FunctionKind::Builtin(_) | FunctionKind::External => None,
        }
    }
}
