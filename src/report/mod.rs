//! Reports: a verdict, or messages about the input, as text or JSON.
//!
//! In: results in source terms, and the source lines to show. Out: the text of a report. Decides what is worth
//! showing, never what is true; knows nothing of programs, solvers and terminals.

mod integrity;
mod json;
mod text;
mod trace;

pub use integrity::{integrity_json, integrity_text};
pub use json::json;
pub use text::{diagnostics, text};
