//! Stage `parse`.
