//! Stage `transform`.
