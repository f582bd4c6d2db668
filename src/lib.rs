//! heapwright: a verifier for C programs that build data structures on the heap.
//!
//! The pipeline is the list of modules below, from source text to verdict. Each has a rank; a module uses
//! only modules of lower rank (see `regression/tidy.rs`).

pub mod base;
pub mod config;

pub mod checker;
pub mod ir;
pub mod logic;
pub mod verdict;

pub mod interp;
pub mod parse;
pub mod solver;

pub mod lower;
pub mod prepare;

pub mod memory;
pub mod shape;
pub mod ssa;

pub mod template;

pub mod synth;

pub mod check;
pub mod integrity;

pub mod audit;
pub mod engine;
pub mod report;
pub mod witness;

pub mod explain;

pub mod validate;

pub mod strategy;

pub mod driver;

pub mod cli;
