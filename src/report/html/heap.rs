//! What a trace says about variables and the heap, step by step.

use super::graph::{Graph, NodeKind};
use crate::verdict::{Name, Object, Place, Step, StepKind, Value};
use indexmap::IndexMap;

/// Blocks beyond which a heap is not drawn.
const MOST_BLOCKS: usize = 14;

/// Variables and blocks at a point of a trace.
#[derive(Default)]
pub(super) struct Heap {
    /// Values of variables and of what is in them, by function.
    variables: IndexMap<(String, Name), Value>,
    /// Blocks in the order of their allocation: bytes, and whether they are freed.
    blocks: IndexMap<Object, (Value, bool)>,
    /// What blocks hold.
    fields: IndexMap<Place, Value>,
}

impl Heap {
    /// Goes on by a step.
    pub fn step(&mut self, step: &Step) {
        let objects = step.values.iter().filter_map(|(name, value)| match name {
            Name::Whole(object) => Some((object.clone(), value.clone())),
            _ => None,
        });
        match step.kind {
            StepKind::Allocate => self.blocks.extend(objects.map(|(object, size)| (object, (size, false)))),
            StepKind::Free => {
                for (object, _) in objects {
                    if let Some((_, freed)) = self.blocks.get_mut(&object) {
                        *freed = true;
                    }
                }
            }
            StepKind::Return => self.variables.retain(|(function, _), _| *function != step.function),
            StepKind::Assign | StepKind::Call => {
                let function = step.callee.as_ref().unwrap_or(&step.function);
                for (name, value) in &step.values {
                    match name {
                        Name::Content(place @ Place { object: Object::Nodes(..), .. }) => {
                            self.fields.insert(place.clone(), value.clone());
                        }
                        Name::Whole(object @ Object::Nodes(..)) => {
                            self.fields.insert(Place::new(object.clone(), 0), value.clone());
                        }
                        name => {
                            self.variables.insert((function.clone(), name.clone()), value.clone());
                        }
                    }
                }
            }
            StepKind::Branch | StepKind::Input => {}
        }
    }

    /// The values of a function's variables.
    pub fn values(&self, function: &str) -> Vec<(&Name, &Value)> {
        let own = self.variables.iter().filter(|((of, _), _)| of == function);
        own.map(|((_, name), value)| (name, value)).collect()
    }

    /// The blocks, what they hold, and which variables of a function lead to them; `None` if there are none or too many.
    pub fn graph(&self, function: &str) -> Option<Graph> {
        if self.blocks.is_empty() || self.blocks.len() > MOST_BLOCKS {
            return None;
        }
        let mut graph = Graph::default();
        let block = |graph: &mut Graph, object: &Object| graph.node(&object.to_string(), NodeKind::Block);
        let point = |graph: &mut Graph, from: usize, label: &str, value: &Value| match value {
            Value::Address(place) if matches!(place.object, Object::Nodes(..)) => {
                let to = block(graph, &place.object);
                let label = if place.at == 0 { label.to_string() } else { format!("{label} → {}", place.inside()) };
                graph.edge(from, to, &label);
            }
            Value::Null => {
                let to = graph.node("null", NodeKind::Null);
                graph.edge(from, to, label);
            }
            Value::Address(_) | Value::Other(_) => {}
        };
        for (name, value) in self.values(function) {
            if matches!(value, Value::Address(Place { object: Object::Nodes(..), .. })) {
                let from = graph.node(&name.to_string(), NodeKind::Variable);
                point(&mut graph, from, "", value);
            }
        }
        for (object, (size, freed)) in &self.blocks {
            let node = block(&mut graph, object);
            graph.describe(node, &if *freed { "freed".to_string() } else { size.to_string() }, *freed);
        }
        for (place, value) in &self.fields {
            if self.blocks.get(&place.object).is_some_and(|(_, freed)| !freed) {
                let from = block(&mut graph, &place.object);
                let label = if place.at == 0 && place.path.is_none() { String::new() } else { place.inside() };
                point(&mut graph, from, &label, value);
            }
        }
        Some(graph)
    }
}
