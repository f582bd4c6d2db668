//! Reports: a verdict, or messages about the input, as text, JSON, SARIF or a page for the browser.
//!
//! In: results in source terms, and the source lines to show. Out: the text of a report. Decides what is worth
//! showing, never what is true; knows nothing of programs, solvers and terminals.

mod html;
mod integrity;
mod invariants;
mod json;
mod sarif;
mod text;
mod trace;

pub use html::{Page, html};
pub use integrity::{integrity_json, integrity_text};
pub use invariants::{invariants_dot, invariants_json, invariants_svg, invariants_text};
pub use json::{finding_line, json, json_lines};
pub use sarif::sarif;
pub use text::{Told, diagnostics, execution, finding, last_line, text};
