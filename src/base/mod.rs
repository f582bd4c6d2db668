//! What every stage shares: ids, source positions, messages, progress, the user's clock.
//!
//! In: nothing. Out: small plain types. Knows nothing of C, of the solver or of the terminal.

mod clock;
mod diagnostic;
mod id;
mod obstacle;
mod progress;
mod source;

pub use clock::Clock;
pub use diagnostic::{Diagnostic, Note, Severity, Unsupported};
pub use id::{Id, IdVec};
pub use obstacle::{Obstacle, Weight};
pub use progress::{Progress, Silent};
pub use source::{FileId, Location, Origin, SourceMap, Span};

pub(crate) use id::define_id;
