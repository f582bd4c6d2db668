//! Loop invariants on their own: as text, as JSON, and as a picture of the heap.
//!
//! The JSON format is one object: `schema` 1, `file`, `loops`: for each loop `file`, `line`, `column`, `function`,
//! `reached` (whether the end of its body ever is) and `facts`, in words.

use super::html::shape_of;
use crate::verdict::{Fact, LoopInvariant, Name};
use indexmap::IndexSet;
use serde_json::{Value, json};
use std::fmt::Write;

/// How a picture on its own looks.
const STYLE: &str = "rect{fill:#fff;stroke:#333}.many rect{fill:#eef}.null rect{fill:#eee}.edge{fill:none;stroke:#333}\
                     .tip{fill:#333}text{font:13px sans-serif;text-anchor:middle}";

/// A paragraph per loop, a line per fact.
pub fn invariants_text(invariants: &[LoopInvariant]) -> String {
    let mut out = String::new();
    for invariant in invariants {
        let place = invariant.location.as_ref().map_or_else(|| "?".to_string(), |location| location.to_string());
        let function = invariant.function.as_deref().unwrap_or("the program");
        let _ = writeln!(out, "{place}: loop in `{function}`");
        let lines = invariant.lines();
        if lines.is_empty() {
            out += "    nothing is known\n";
        }
        for line in lines {
            let _ = writeln!(out, "    {line}");
        }
    }
    if invariants.is_empty() {
        out += "no loop needs an invariant\n";
    }
    out
}

/// For programs.
pub fn invariants_json(invariants: &[LoopInvariant], file: &str) -> String {
    let loops: Vec<Value> = invariants
        .iter()
        .map(|invariant| {
            let mut value = json!({
                "function": invariant.function,
                "reached": invariant.facts.is_some(),
                "facts": if invariant.facts.is_some() { invariant.lines() } else { Vec::new() },
            });
            if let Some(location) = &invariant.location {
                value["file"] = json!(location.file.to_string());
                value["line"] = json!(location.line);
                value["column"] = json!(location.column);
            }
            value
        })
        .collect();
    let report = json!({ "schema": 1, "file": file, "loops": loops });
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

/// Where pointers may lead, a cluster per loop, for Graphviz.
pub fn invariants_dot(invariants: &[LoopInvariant]) -> String {
    let mut out = String::from("digraph heap {\n    node [shape=box];\n");
    for (index, invariant) in invariants.iter().enumerate() {
        let line = invariant.location.as_ref().map_or(0, |location| location.line);
        let _ = writeln!(out, "    subgraph cluster_{index} {{\n        label=\"loop in line {line}\";");
        let mut nodes: IndexSet<String> = IndexSet::new();
        let mut edges = String::new();
        for fact in invariant.facts.iter().flatten() {
            let Fact::Targets { pointer, targets } = fact else { continue };
            let (from, field) = holder(pointer);
            nodes.insert(from.clone());
            for target in targets {
                nodes.insert(target.to_string());
                let _ = writeln!(edges, "        \"{index}:{from}\" -> \"{index}:{target}\" [label=\"{field}\"];");
            }
        }
        for node in nodes {
            let _ = writeln!(out, "        \"{index}:{node}\" [label=\"{node}\"];");
        }
        out += &edges;
        out += "    }\n";
    }
    out + "}\n"
}

/// Where pointers may lead in any of the loops, as a picture.
pub fn invariants_svg(invariants: &[LoopInvariant]) -> String {
    let facts = invariants.iter().flat_map(|invariant| invariant.facts.iter().flatten());
    match shape_of(facts) {
        Some(graph) => {
            let picture = graph.svg("where pointers may lead");
            picture.replacen("<title>", &format!("<style>{STYLE}</style><title>"), 1) + "\n"
        }
        None => "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"40\">\
                 <text x=\"10\" y=\"25\">no loop changes pointers</text></svg>\n"
            .to_string(),
    }
}

/// What holds a pointer, and where in it: the nodes of a field and the field; a variable is itself.
pub(super) fn holder(pointer: &Name) -> (String, String) {
    match pointer {
        Name::Content(place) => (place.object.to_string(), place.inside()),
        name => (name.to_string(), String::new()),
    }
}
