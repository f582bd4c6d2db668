//! How stages tell what they are doing without printing it.

/// Receives what a stage is doing. Only `cli` implements one that prints.
pub trait Progress: Send + Sync {
    /// A phase began or moved on, e.g. `("bounded check", "k = 4")`.
    fn phase(&self, name: &str, detail: &str);
}

/// Ignores everything.
pub struct Silent;

impl Progress for Silent {
    fn phase(&self, _name: &str, _detail: &str) {}
}
