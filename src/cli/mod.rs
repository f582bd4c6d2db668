//! Stage `cli`.
