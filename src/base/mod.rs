//! What every stage shares: ids, source positions, messages, progress.
//!
//! In: nothing. Out: small plain types. Knows nothing of C, of the solver or of the terminal.

mod diagnostic;
mod id;
mod progress;
mod source;

pub use diagnostic::{Diagnostic, Note, Severity, Unsupported};
pub use id::{Id, IdVec};
pub use progress::{Progress, Silent};
pub use source::{FileId, Location, Origin, SourceMap, Span};

pub(crate) use id::define_id;
