//! The formula for people to read: objects, inputs, what is assumed, what must hold, loops.
//!
//! In: an encoding and the source it came from. Out: text, the same for the same program. Terms are in SMT-LIB syntax.

use super::{Encoding, EventKind, Given, LoopRecord, Reached};
use crate::base::{SourceMap, Span};
use crate::logic::TermId;
use crate::memory::{Object, ObjectKind};
use std::fmt::Write;

/// The objects of an encoding, one per line.
pub fn print_memory(encoding: &Encoding, sources: &SourceMap) -> String {
    let mut printer = Printer { encoding, sources, out: String::from("objects:\n") };
    for (id, object) in encoding.memory.objects.enumerated() {
        let size = match encoding.memory.pool.as_u64(object.size) {
            Some(1) => "1 byte".to_string(),
            Some(bytes) => format!("{bytes} bytes"),
            None => format!("{} bytes", printer.term(object.size)),
        };
        printer.line(object.span, &format!("{id} {}, {size}: {}", kind(object), object.name));
    }
    printer.out
}

/// The formula of an encoding.
pub fn print_formula(encoding: &Encoding, sources: &SourceMap) -> String {
    let mut printer = Printer { encoding, sources, out: String::new() };
    printer.inputs();
    printer.heading("constraints", encoding.memory.constraints.len());
    for &constraint in &encoding.memory.constraints {
        printer.line(Span::NONE, &printer.term(constraint));
    }
    printer.heading("assumptions", encoding.assumptions.len());
    for (index, &assumption) in encoding.assumptions.iter().enumerate() {
        printer.line(Span::NONE, &format!("{index}: {}", printer.term(assumption)));
    }
    printer.heading("obligations", encoding.obligations.len());
    for obligation in &encoding.obligations {
        printer.guarded(obligation.error.message(), obligation.guard, obligation.after, obligation.span);
        printer.detail("holds", obligation.condition);
    }
    printer.heading("residual loops", encoding.loops.len());
    for record in &encoding.loops {
        printer.residual_loop(record);
    }
    printer.heading("cuts", encoding.residuals.len());
    for residual in &encoding.residuals {
        printer.guarded(&format!("{:?}", residual.kind), residual.guard, residual.after, residual.span);
    }
    printer.places("not modelled", &encoding.unsupported);
    printer.places("external functions", &encoding.externals);
    printer.heading("approximations", encoding.approximations.len());
    for approximation in &encoding.approximations {
        printer.line(approximation.span, approximation.what);
    }
    printer.out
}

fn kind(object: &Object) -> &'static str {
    match object.kind {
        ObjectKind::None => "nothing",
        ObjectKind::Global { writable: true, .. } => "global",
        ObjectKind::Global { writable: false, .. } => "constant",
        ObjectKind::Function(_) => "function",
        ObjectKind::Stack => "stack",
        ObjectKind::Heap if object.class => "heap class",
        ObjectKind::Heap => "heap",
        ObjectKind::Foreign => "foreign",
    }
}

struct Printer<'a> {
    encoding: &'a Encoding,
    sources: &'a SourceMap,
    out: String,
}

impl Printer<'_> {
    fn term(&self, term: TermId) -> String {
        self.encoding.memory.pool.term_text(term)
    }

    /// The title of a part, if the part is not empty.
    fn heading(&mut self, title: &str, entries: usize) {
        if entries > 0 {
            let _ = writeln!(self.out, "{title}:");
        }
    }

    /// An entry, with its place where it has one.
    fn line(&mut self, span: Span, text: &str) {
        let place = self.sources.locate(span).map_or(String::new(), |location| format!(" at {location}"));
        let _ = writeln!(self.out, "  {text}{place}");
    }

    fn detail(&mut self, name: &str, term: TermId) {
        let _ = writeln!(self.out, "    {name} {}", self.term(term));
    }

    /// Something that happens under a guard, after so many assumptions.
    fn guarded(&mut self, what: &str, guard: TermId, after: usize, span: Span) {
        self.line(span, &format!("{what}, after {after} assumptions"));
        self.detail("when", guard);
    }

    fn places(&mut self, title: &str, places: &[Reached]) {
        self.heading(title, places.len());
        for place in places {
            self.guarded(&place.what, place.guard, place.after, place.span);
        }
    }

    fn inputs(&mut self) {
        self.heading("arguments", self.encoding.arguments.len());
        for &argument in &self.encoding.arguments {
            let what = match argument {
                Given::Argument(_, value) => self.term(value),
                Given::Count(strings, count) => format!("number of {strings:?}: {}", self.term(count)),
                Given::Text(strings, index, length, object) => {
                    format!("{strings:?}[{index}]: {object} of length {}", self.term(length))
                }
            };
            self.line(Span::NONE, &what);
        }
        self.heading("events", self.encoding.events.len());
        for event in &self.encoding.events {
            let what = match event.kind {
                EventKind::Value { value, external: false, .. } => format!("input {}", self.term(value)),
                EventKind::Value { value, external: true, .. } => format!("external input {}", self.term(value)),
                EventKind::Register { value, .. } => format!("uninitialised variable {}", self.term(value)),
                EventKind::Birth(object) => format!("birth of {object}"),
                EventKind::AllocationFails(fails) => format!("allocation that may fail: {}", self.term(fails)),
            };
            self.line(event.span, &what);
            self.detail("when", event.guard);
        }
    }

    fn residual_loop(&mut self, record: &LoopRecord) {
        self.line(record.span, &format!("loop with select {}", self.term(record.select)));
        self.detail("head when", record.head_guard);
        self.detail("back when", record.back_guard);
        for variable in &record.variables {
            self.transition(&variable.name.to_string(), variable.before, variable.after);
        }
        for class in &record.classes {
            let _ = writeln!(self.out, "    class {}", class.object);
            self.transition("exists", class.exists.0, class.exists.1);
            for field in &class.fields {
                self.transition(&format!("[{}]", field.at), field.before, field.after);
            }
        }
    }

    fn transition(&mut self, name: &str, before: TermId, after: TermId) {
        let _ = writeln!(self.out, "    {name}: {} becomes {}", self.term(before), self.term(after));
    }
}
