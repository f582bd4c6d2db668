//! One typed configuration per stage, made by `cli` and passed down.
//!
//! In: nothing. Out: plain structs. No stage reads options from anywhere else.

use std::path::PathBuf;
use std::time::Duration;

/// Sizes of C's basic types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    Lp64,
}

impl DataModel {
    /// Bytes of a pointer, of `long` and of `size_t`.
    pub fn pointer_bytes(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// The name on the command line and in witnesses.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}

/// How text becomes an AST.
#[derive(Clone, Debug)]
pub struct ParseConfig {
    /// Chooses `-m32` or `-m64`.
    pub data_model: DataModel,
    /// `-I`, `-D`, `-U` in the order of the command line, as they are handed to the preprocessor.
    pub preprocessor_args: Vec<String>,
    /// Which checkers and contracts there are beside those in the source.
    pub contracts: ContractConfig,
}

/// Checkers and contracts of the command line.
#[derive(Clone, Debug, Default)]
pub struct ContractConfig {
    /// Files of checkers.
    pub checkers: Vec<PathBuf>,
    /// The function that is to be proved as its contract says, if it has one.
    pub entry: Option<String>,
    /// What it requires, beside what the source says.
    pub requires: Vec<String>,
    /// What it ensures.
    pub ensures: Vec<String>,
    /// Whether pointers of which no contract speaks are taken to be valid.
    pub assume_valid: bool,
}

/// An expression that is to hold whenever a place is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsertedCheck {
    /// By which it is known.
    pub number: usize,
    /// The file it stands in.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based; the first place on the line that fits if it is not given.
    pub column: Option<u32>,
    /// The function it stands in, if that is told.
    pub function: Option<String>,
    /// What stands there.
    pub place: CheckPlace,
    /// The expression, in C.
    pub expression: String,
    /// What happens there.
    pub action: CheckAction,
}

/// What happens where a check was inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckAction {
    /// An error, if the expression is false.
    Fail,
    /// A mark in the trace, if the expression is true.
    Mark,
}

/// What stands at the place of an inserted check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckPlace {
    /// A loop: checked whenever its condition is about to be evaluated, for `do` whenever its body begins.
    Loop,
    /// A statement: checked whenever it is about to be executed.
    Statement,
}

impl ParseConfig {
    /// No extra preprocessor arguments.
    pub fn new(data_model: DataModel) -> Self {
        Self { data_model, preprocessor_args: Vec::new(), contracts: ContractConfig::default() }
    }
}

/// How an AST becomes IR.
#[derive(Clone, Debug)]
pub struct LowerConfig {
    /// Sizes of types.
    pub data_model: DataModel,
    /// The function where execution begins; `None` for a library.
    pub entry: Option<String>,
    /// Whether a failed assertion is reported; otherwise it only ends the program.
    pub assertions: bool,
    /// The same for a call of the error function.
    pub error_calls: bool,
}

/// How the interpreter runs.
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// Statements after which a run is given up.
    pub max_steps: u64,
    /// Frames after which a run is given up.
    pub max_depth: usize,
    /// Bytes of live memory after which a run is given up.
    pub max_memory: u64,
    /// Whether an allocation may return null (chosen by an input).
    pub malloc_may_fail: bool,
    /// Functions without body and model of which a violation may assume that they return anything.
    pub assume_any: Vec<String>,
    /// Whether the run tells what it did.
    pub trace: bool,
    /// The step from which a run that tells what it did tells everything; before, only inputs, allocations and frees.
    pub trace_from: u64,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            max_steps: 1_000_000,
            max_depth: 10_000,
            max_memory: 256 << 20,
            malloc_may_fail: false,
            assume_any: Vec::new(),
            trace: false,
            trace_from: 0,
        }
    }
}

/// Limits of a whole verification.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall time.
    pub timeout: Duration,
    /// Bytes of memory.
    pub memory: u64,
}

/// What an allocation holds before it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocMode {
    /// Anything.
    Malloc,
    /// Zeros, as from a garbage collector; so do local structs and arrays, and results that are missing.
    Zmalloc,
}

/// A function that allocates, named by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocator {
    /// Name in C.
    pub name: String,
    /// Which argument is the number of bytes, from 0.
    pub size_argument: usize,
}

/// How the integrity of data structures is checked.
#[derive(Clone, Debug)]
pub struct IntegrityConfig {
    /// What new memory holds.
    pub alloc: AllocMode,
    /// Functions that allocate, beside those that are known.
    pub allocators: Vec<Allocator>,
    /// Names of the functions to check; all if empty.
    pub functions: Vec<String>,
}
