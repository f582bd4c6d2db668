//! What the test binaries share: the regression programs with their `//@` lines ([`program`]), loading them into the library ([`load`]),
//! running heapwright and compiled programs within limits ([`process`], [`compiler`], [`harness`]), work on all processors ([`work`]),
//! and one source of random numbers ([`random`]).

// Each test binary uses a part of it.
#![allow(dead_code)]

pub mod compiler;
pub mod engines;
pub mod harness;
pub mod inputs;
pub mod load;
pub mod process;
pub mod program;
pub mod random;
pub mod sanitizer;
pub mod work;
