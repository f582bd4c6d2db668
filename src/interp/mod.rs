//! Stage `interp`.
