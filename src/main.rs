//! The `heapwright` command.

fn main() {}
