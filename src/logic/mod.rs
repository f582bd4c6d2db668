//! Stage `logic`.
