//! Witnesses: what was found out, for other tools and for the debugger.
//!
//! In: a verdict in source terms, and the task it answers. Out: a witness of format 2.0 in YAML, of format 1.0 in
//! GraphML, or a C file that feeds a counterexample to the compiled program; and back from a YAML witness to what it
//! claims. Knows nothing of programs, solvers and terminals; nothing here depends on the clock, so that the same
//! input gives the same files: the time of creation comes with the task.

mod claim;
mod entry;
mod graphml;
mod harness;
mod read;
mod task;
mod yaml;

pub use claim::{INVARIANTS, VIOLATION, claim, subject};
pub use entry::{
    Content, Entry, InvariantItem, InvariantKind, Location as WitnessLocation, Waypoint, WaypointAction, WaypointKind,
};
pub use graphml::graphml;
pub use harness::harness;
pub use read::{Constant, constant, read};
pub use task::{InputFile, Task};
pub use yaml::yaml;
