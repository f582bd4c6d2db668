//! A page for the browser: one file that needs nothing else, to be read offline, by keyboard, in light and dark.
//!
//! It has the verdict, each finding with its trace beside the source, the values and the heap at each step, and each
//! loop with its invariant and the shape of the heap there. Without scripts all of it can still be read.

mod graph;
mod heap;
mod source;

use super::invariants::holder;
use super::trace::{Shown, shorten};
use crate::base::Location;
use crate::verdict::{Fact, Finding, LoopInvariant, Name, Object, Overall, Status, Step, Verdict};
use graph::{Graph, NodeKind};
use heap::Heap;
use source::Listing;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Values that are shown beside a step.
const MOST_VALUES: usize = 12;

/// What the page is about.
pub struct Page<'a> {
    /// The program.
    pub name: &'a str,
    /// Names and texts of its files.
    pub files: &'a [(String, String)],
}

/// The page of a verdict.
pub fn html(verdict: &Verdict, page: &Page) -> String {
    let mut out = String::new();
    let name = escape(page.name);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{} – {name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        headline(verdict)
    );
    header(&mut out, verdict, &name);
    out += "<main>\n";
    for (index, finding) in verdict.findings().iter().enumerate() {
        section(&mut out, index, finding, page);
    }
    remarks(&mut out, verdict);
    if !verdict.invariants().is_empty() {
        invariants(&mut out, verdict, page);
    }
    out += "</main>\n";
    let _ = write!(
        out,
        "<footer>Written by heapwright {}.</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    out
}

fn headline(verdict: &Verdict) -> String {
    match (verdict.overall(), verdict.findings().len()) {
        (Overall::True, _) => "Proved".to_string(),
        (Overall::False(_), 1) => "1 error".to_string(),
        (Overall::False(_), count) => format!("{count} errors"),
        (Overall::Unknown, _) => "Unknown".to_string(),
    }
}

fn header(out: &mut String, verdict: &Verdict, name: &str) {
    let (class, explanation) = match verdict.overall() {
        Overall::True => ("true", "What was asked holds in all executions."),
        Overall::False(_) => ("false", "Each error below was executed step by step."),
        Overall::Unknown => ("unknown", "Neither an error nor a proof was found."),
    };
    let _ = write!(
        out,
        "<header>\n<p class=\"tool\">heapwright</p>\n\
         <h1><span class=\"badge {class}\">{}</span> <span class=\"name\">{name}</span></h1>\n\
         <p>{explanation}</p>\n<ul class=\"properties\">\n",
        headline(verdict)
    );
    for property in verdict.asked().iter() {
        let (class, word) = match verdict.status(property) {
            Status::True => ("true", "holds".to_string()),
            Status::UpToError => ("unknown", format!("holds up to {}", escape(&verdict.errors_in_words()))),
            Status::False => ("false", "violated".to_string()),
            Status::Unknown => ("unknown", "not decided".to_string()),
        };
        let _ = writeln!(out, "<li class=\"{class}\"><code>{property}</code> {word}</li>");
    }
    *out += "</ul>\n</header>\n";
}

/// A finding: the message, then trace, source, values and heap side by side.
fn section(out: &mut String, index: usize, finding: &Finding, page: &Page) {
    let place = finding.location.as_ref().map_or(String::new(), Location::to_string);
    let property = finding.kind.property().map_or(String::new(), |property| format!(" · <code>{property}</code>"));
    let mut message = finding.message.clone();
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let _ = write!(
        out,
        "<section class=\"finding\" aria-labelledby=\"finding-{index}\">\n<h2 id=\"finding-{index}\">{}</h2>\n\
         <p class=\"place\"><code>{}</code> in <code>{}</code> · \
         <a href=\"https://cwe.mitre.org/data/definitions/{cwe}.html\">CWE-{cwe}</a>{property}</p>\n\
         <div class=\"columns\">\n<div class=\"left\">\n<h3>How it comes to this</h3>\n\
         <p class=\"hint\">Choose a step, or go through them with the arrow keys.</p>\n<ol class=\"trace\">\n",
        mark_names(&message),
        escape(&place),
        escape(&finding.function),
        cwe = finding.kind.cwe()
    );
    let steps = steps(finding);
    for step in &steps {
        step.write(out);
    }
    let last = finding.location.as_ref();
    let _ = write!(out, "</ol>\n</div>\n<div class=\"right\">\n");
    state(out, &steps);
    let listing = Listing::new(finding, page.files);
    listing.write(out, last);
    *out += "</div>\n</div>\n</section>\n";
}

/// What is known when the last step is reached; the script shows that of other steps.
fn state(out: &mut String, steps: &[Entry]) {
    let Some(last) = steps.last() else { return };
    let _ = write!(
        out,
        "<div class=\"state\">\n<div class=\"values\">\n<h3>Values</h3>\n<div class=\"values-here\">{}</div>\n</div>\n",
        last.values
    );
    let hidden = if last.heap.is_empty() { " hidden" } else { "" };
    let _ = write!(
        out,
        "<div class=\"heap\"{hidden}>\n<h3>Heap</h3>\n<div class=\"heap-here\">{}</div>\n</div>\n</div>\n",
        last.heap
    );
}

/// A line of the trace.
struct Entry {
    text: String,
    place: Option<Location>,
    class: &'static str,
    values: String,
    heap: String,
}

impl Entry {
    fn write(&self, out: &mut String) {
        let Some(place) = &self.place else {
            let _ = writeln!(out, "<li class=\"gap\">{}</li>", self.text);
            return;
        };
        let _ = writeln!(
            out,
            "<li class=\"{}\"><button type=\"button\" data-line=\"{}\" data-file=\"{}\"><span class=\"line\">{}</span> \
             <span class=\"what\">{}</span></button><template class=\"v\">{}</template><template class=\"h\">{}</template></li>",
            self.class,
            place.line,
            escape(&place.file),
            place.line,
            self.text,
            self.values,
            self.heap
        );
    }
}

/// The lines of a trace, the violation last, each with the state after it.
fn steps(finding: &Finding) -> Vec<Entry> {
    let shown = shorten(&finding.trace);
    let mut heap = Heap::default();
    let mut rest = finding.trace.iter();
    let mut entries = Vec::new();
    for line in &shown {
        match line {
            Shown::Gap(count) => entries.push(Entry {
                text: format!("{count} {} left out", if *count == 1 { "step" } else { "steps" }),
                place: None,
                class: "gap",
                values: String::new(),
                heap: String::new(),
            }),
            Shown::Step(step) => {
                for passed in rest.by_ref() {
                    heap.step(passed);
                    if std::ptr::eq(passed, *step) {
                        break;
                    }
                }
                entries.push(entry(step, &heap));
            }
        }
    }
    for passed in rest {
        heap.step(passed);
    }
    entries.push(Entry {
        text: mark_names(&finding.message),
        place: finding.location.clone(),
        class: "violation",
        values: values(&heap, &finding.function),
        heap: heap.graph(&finding.function).map_or(String::new(), |graph| graph.svg("the heap when the error occurs")),
    });
    entries
}

fn entry(step: &Step, heap: &Heap) -> Entry {
    let function = step.callee.as_ref().unwrap_or(&step.function);
    Entry {
        text: mark_names(&step.text),
        place: step.location.clone(),
        class: step.kind.name(),
        values: values(heap, function),
        heap: heap.graph(function).map_or(String::new(), |graph| graph.svg("the heap after this step")),
    }
}

/// The values of the variables of a function, as a table.
fn values(heap: &Heap, function: &str) -> String {
    let values = heap.values(function);
    if values.is_empty() {
        return "<p class=\"none\">none yet</p>".to_string();
    }
    let mut out = format!("<table><caption>in <code>{}</code></caption>", escape(function));
    for (name, value) in values.iter().take(MOST_VALUES) {
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
            escape(&name.to_string()),
            escape(&value.to_string())
        );
    }
    out += "</table>";
    if values.len() > MOST_VALUES {
        let _ = write!(out, "<p class=\"none\">and {} more</p>", values.len() - MOST_VALUES);
    }
    out
}

/// Warnings, reasons for unknown and assumptions.
fn remarks(out: &mut String, verdict: &Verdict) {
    let placed = |location: &Option<Location>, text: &str| {
        let place =
            location.as_ref().map_or(String::new(), |place| format!("<code>{}</code> ", escape(&place.to_string())));
        format!("<li>{place}{}</li>\n", mark_names(text))
    };
    let list = |out: &mut String, title: &str, items: Vec<String>| {
        if !items.is_empty() {
            let _ = write!(out, "<section>\n<h2>{title}</h2>\n<ul>\n{}</ul>\n</section>\n", items.concat());
        }
    };
    let main = verdict.main_reasons();
    list(out, "Why it is unknown", main.iter().map(|r| placed(&r.location, &r.what)).collect());
    let others = verdict.reasons().filter(|reason| !main.contains(reason));
    list(out, "What else stood in the way", others.map(|r| placed(&r.location, &r.what)).collect());
    let contracts = verdict.contracts().iter();
    list(out, "Contracts that the proof uses", contracts.map(|used| placed(&None, &used.to_string())).collect());
    list(out, "What the proof takes for granted", verdict.assumptions().map(|a| placed(&None, &a)).collect());
    list(out, "What the engines did", verdict.engines().iter().map(|e| placed(&None, &e.to_string())).collect());
    list(out, "Warnings", verdict.warnings().map(|w| placed(&w.location, &w.message)).collect());
}

/// What was found out about the loops, each with its source and the shape of the heap.
fn invariants(out: &mut String, verdict: &Verdict, page: &Page) {
    *out += "<section>\n<h2>Loop invariants</h2>\n\
             <p>Whenever the condition of the loop is evaluated again, this holds. <code>node@23</code> stands for all \
             nodes that the allocation in line 23 makes, and <code>node@23.next</code> for that member of each of them.</p>\n";
    for (index, invariant) in verdict.invariants().iter().enumerate() {
        let Some(place) = &invariant.location else { continue };
        let _ = write!(
            out,
            "<article class=\"loop\" aria-labelledby=\"loop-{index}\">\n<h3 id=\"loop-{index}\">Loop in line {} of \
             <code>{}</code></h3>\n",
            place.line,
            escape(invariant.function.as_deref().unwrap_or("the program"))
        );
        source::line(out, place, page.files);
        *out += "<div class=\"columns even\">\n<ul class=\"facts\">\n";
        for fact in invariant.lines() {
            let _ = writeln!(out, "<li><code>{}</code></li>", escape(&fact));
        }
        for expression in &invariant.expressions {
            let _ = writeln!(out, "<li>in C, on every visit: <code>{}</code></li>", escape(expression));
        }
        *out += "</ul>\n";
        if let Some(graph) = shape(invariant) {
            let _ = writeln!(
                out,
                "<figure>{}<figcaption>Where pointers may lead</figcaption></figure>",
                graph.svg(&format!("where pointers may lead in the loop in line {}", place.line))
            );
        }
        *out += "</div>\n</article>\n";
    }
    *out += "</section>\n";
}

/// Where an invariant lets pointers lead, as a graph.
fn shape(invariant: &LoopInvariant) -> Option<Graph> {
    shape_of(invariant.facts.iter().flatten())
}

/// Where facts let pointers lead, as a graph.
pub(super) fn shape_of<'a>(facts: impl Iterator<Item = &'a Fact>) -> Option<Graph> {
    let kind = |object: Option<&Object>| match object {
        Some(Object::Null) => NodeKind::Null,
        Some(Object::Nodes(..)) => NodeKind::Many,
        Some(Object::Named(_)) | None => NodeKind::Variable,
    };
    let mut graph = Graph::default();
    let mut any = false;
    for fact in facts {
        let Fact::Targets { pointer, targets } = fact else { continue };
        let (from, field) = holder(pointer);
        let own = match pointer {
            Name::Content(place) => kind(Some(&place.object)),
            Name::Whole(object) => kind(Some(object)),
            _ => NodeKind::Variable,
        };
        for target in targets {
            let (from, to) = (graph.node(&from, own), graph.node(&target.to_string(), kind(target.object())));
            graph.edge(from, to, &field);
            any = true;
        }
    }
    any.then_some(graph)
}

/// Text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text for HTML in which what stands between backquotes is code.
fn mark_names(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        let part = escape(part);
        out += &if index % 2 == 1 { format!("<code>{part}</code>") } else { part };
    }
    out
}

#[cfg(test)]
mod tests;
