//! What a trace says about variables and the heap, step by step.

use super::graph::{Graph, NodeKind};
use crate::verdict::{Step, StepKind};
use indexmap::IndexMap;

/// Blocks beyond which a heap is not drawn.
const MOST_BLOCKS: usize = 14;

/// Variables and blocks at a point of a trace.
#[derive(Default)]
pub(super) struct Heap {
    /// Values of variables, by function and name.
    variables: IndexMap<(String, String), String>,
    /// Blocks in the order of their allocation: bytes, and whether they are freed.
    blocks: IndexMap<String, (String, bool)>,
    /// What blocks hold, by block and offset.
    fields: IndexMap<(String, String), String>,
}

/// A block and the offset of a place in it, if it is in one: `block#3+8`.
fn block(place: &str) -> Option<(&str, &str)> {
    let end = place.strip_prefix("block#")?.find(|c: char| !c.is_ascii_digit()).map_or(place.len(), |at| at + 6);
    Some(place.split_at(end))
}

impl Heap {
    /// Goes on by a step.
    pub fn step(&mut self, step: &Step) {
        match step.kind {
            StepKind::Allocate => {
                self.blocks.extend(step.values.iter().map(|(b, size)| (b.clone(), (size.clone(), false))))
            }
            StepKind::Free => {
                for (name, _) in &step.values {
                    if let Some((_, freed)) = self.blocks.get_mut(name) {
                        *freed = true;
                    }
                }
            }
            StepKind::Return => self.variables.retain(|(function, _), _| *function != step.function),
            StepKind::Assign | StepKind::Call => {
                let function = step.callee.as_ref().unwrap_or(&step.function);
                for (name, value) in &step.values {
                    match block(name) {
                        Some((block, offset)) => self.fields.insert((block.into(), offset.into()), value.clone()),
                        None => self.variables.insert((function.clone(), name.clone()), value.clone()),
                    };
                }
            }
            StepKind::Branch | StepKind::Input => {}
        }
    }

    /// The values of a function's variables.
    pub fn values(&self, function: &str) -> Vec<(&str, &str)> {
        let own = self.variables.iter().filter(|((of, _), _)| of == function);
        own.map(|((_, name), value)| (name.as_str(), value.as_str())).collect()
    }

    /// The blocks, what they hold, and which variables of a function lead to them; `None` if there are none or too many.
    pub fn graph(&self, function: &str) -> Option<Graph> {
        if self.blocks.is_empty() || self.blocks.len() > MOST_BLOCKS {
            return None;
        }
        let mut graph = Graph::default();
        let pointers = |graph: &mut Graph, from: usize, label: &str, value: &str| {
            if let Some((to, offset)) = value.strip_prefix('&').and_then(block) {
                let to = graph.node(to, NodeKind::Block);
                let label = if offset.is_empty() { label.to_string() } else { format!("{label} → {offset}") };
                graph.edge(from, to, &label);
            } else if value == "NULL" {
                let to = graph.node("null", NodeKind::Null);
                graph.edge(from, to, label);
            }
        };
        for (name, value) in self.values(function) {
            if value.strip_prefix('&').and_then(block).is_some() {
                let from = graph.node(name, NodeKind::Variable);
                pointers(&mut graph, from, "", value);
            }
        }
        for (name, (size, freed)) in &self.blocks {
            let node = graph.node(name, NodeKind::Block);
            graph.describe(node, if *freed { "freed" } else { size }, *freed);
        }
        for ((block, offset), value) in &self.fields {
            if self.blocks.get(block).is_some_and(|(_, freed)| !freed) {
                let from = graph.node(block, NodeKind::Block);
                pointers(&mut graph, from, offset, value);
            }
        }
        Some(graph)
    }
}
