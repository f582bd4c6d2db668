//! Witnesses in GraphML, format 1.0, for consumers that do not read YAML: an automaton whose edges carry the values
//! that the program is given, or whose nodes carry what holds at the loops.

use super::task::Task;
use crate::verdict::{Cause, Finding, Overall, Verdict};
use std::fmt::Write;

/// Keys of the format: name, what they belong to, default.
const KEYS: &[(&str, &str, Option<&str>)] = &[
    ("witness-type", "graph", None),
    ("sourcecodelang", "graph", None),
    ("producer", "graph", None),
    ("specification", "graph", None),
    ("programfile", "graph", None),
    ("programhash", "graph", None),
    ("architecture", "graph", None),
    ("creationtime", "graph", None),
    ("entry", "node", Some("false")),
    ("violation", "node", Some("false")),
    ("invariant", "node", None),
    ("invariant.scope", "node", None),
    ("startline", "edge", None),
    ("assumption", "edge", None),
    ("assumption.scope", "edge", None),
    ("assumption.resultfunction", "edge", None),
    ("enterLoopHead", "edge", Some("false")),
];

/// The witness of a verdict; `None` if the verdict is unknown.
pub fn graphml(verdict: &Verdict, task: &Task) -> Option<String> {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (name, of, default) in KEYS {
        let ty = if matches!(*name, "entry" | "violation" | "enterLoopHead") { "boolean" } else { "string" };
        let _ = write!(out, "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{ty}\"");
        match default {
            Some(value) => out += &format!(">\n    <default>{value}</default>\n  </key>\n"),
            None => out += "/>\n",
        }
    }
    out += "  <graph edgedefault=\"directed\">\n";
    let kind = match verdict.overall() {
        Overall::Unknown => return None,
        Overall::True => "correctness_witness",
        Overall::False(_) => "violation_witness",
    };
    data(&mut out, 4, "witness-type", kind);
    data(&mut out, 4, "sourcecodelang", "C");
    data(&mut out, 4, "producer", &format!("heapwright {}", env!("CARGO_PKG_VERSION")));
    for line in task.specification().lines() {
        data(&mut out, 4, "specification", line);
    }
    for file in &task.files {
        data(&mut out, 4, "programfile", &file.name);
        data(&mut out, 4, "programhash", &file.hash);
    }
    data(&mut out, 4, "architecture", if task.data_model.pointer_bytes() == 4 { "32bit" } else { "64bit" });
    data(&mut out, 4, "creationtime", &task.timestamp());
    match verdict.findings().first() {
        Some(finding) => violation(&mut out, finding),
        None => proof(&mut out, verdict),
    }
    out += "  </graph>\n</graphml>\n";
    Some(out)
}

/// A chain: one edge per value that the program is given, one for the violation.
fn violation(out: &mut String, finding: &Finding) {
    node(out, 0, &[("entry", "true")]);
    let mut last = 0;
    for input in &finding.inputs {
        let Cause::Call(call) = &input.cause else { continue };
        let (Some(literal), Some(end)) = (&call.literal, &call.end) else { continue };
        if end.library {
            continue;
        }
        node(out, last + 1, &[]);
        edge(
            out,
            last,
            last + 1,
            &[
                ("startline", &end.line.to_string()),
                ("assumption", &format!("\\result == {literal};")),
                ("assumption.scope", &call.caller),
                ("assumption.resultfunction", &call.function),
            ],
        );
        last += 1;
    }
    node(out, last + 1, &[("violation", "true")]);
    let line = finding.location.as_ref().map_or(String::new(), |place| place.line.to_string());
    edge(out, last, last + 1, &[("startline", &line)]);
}

/// A star: one node per loop, with what holds there.
fn proof(out: &mut String, verdict: &Verdict) {
    node(out, 0, &[("entry", "true")]);
    let mut last = 0;
    for invariant in verdict.invariants() {
        let Some(place) = invariant.location.as_ref().filter(|place| !place.library) else { continue };
        let facts: Vec<String> = invariant.expressions.iter().map(|fact| format!("({fact})")).collect();
        if facts.is_empty() {
            continue;
        }
        last += 1;
        node(
            out,
            last,
            &[("invariant", &facts.join(" && ")), ("invariant.scope", invariant.function.as_deref().unwrap_or(""))],
        );
        edge(out, 0, last, &[("startline", &place.line.to_string()), ("enterLoopHead", "true")]);
    }
}

fn node(out: &mut String, number: usize, entries: &[(&str, &str)]) {
    if entries.is_empty() {
        let _ = writeln!(out, "    <node id=\"N{number}\"/>");
        return;
    }
    let _ = writeln!(out, "    <node id=\"N{number}\">");
    for (key, value) in entries {
        data(out, 6, key, value);
    }
    *out += "    </node>\n";
}

fn edge(out: &mut String, from: usize, to: usize, entries: &[(&str, &str)]) {
    let _ = writeln!(out, "    <edge source=\"N{from}\" target=\"N{to}\">");
    for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
        data(out, 6, key, value);
    }
    *out += "    </edge>\n";
}

fn data(out: &mut String, indent: usize, key: &str, value: &str) {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(out, "{:indent$}<data key=\"{key}\">{value}</data>", "");
}
