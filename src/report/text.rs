//! The text format: one line per message as compilers write it, the source line with carets, and the verdict
//! on the last line.

use super::trace::{Shown, shorten};
use crate::base::{Diagnostic, Location, Severity, SourceMap};
use crate::verdict::{Finding, Step, Verdict, Warning};
use indexmap::IndexMap;

/// The report of a verification of `file`, but for the violations that were told before. `all` is what stood in the way of each
/// engine, too.
pub fn text(verdict: &Verdict, file: &str, sources: &SourceMap, told: &[Finding], all: bool) -> String {
    let mut report = Text { file, sources, out: String::new() };
    report.warnings(verdict);
    for finding in verdict.findings_beside(told) {
        report.finding(finding);
    }
    for reason in if all { verdict.reasons().collect() } else { verdict.main_reasons() } {
        report.message(reason.location.as_ref(), "note", &format!("unknown: {}", reason.what));
    }
    let up_to_error: Vec<&str> = verdict.up_to_error().iter().map(|property| property.name()).collect();
    if !up_to_error.is_empty() {
        let verb = if up_to_error.len() == 1 { "holds" } else { "hold" };
        let what = format!("{} {verb} up to {}", up_to_error.join(", "), verdict.errors_in_words());
        report.message(None, "note", &what);
    }
    for used in verdict.contracts() {
        report.message(None, "note", &used.to_string());
    }
    for assumption in verdict.assumptions() {
        report.message(None, "note", &format!("the proof assumes that {assumption}"));
    }
    report.out + &last_line(verdict)
}

/// How an execution is told.
pub struct Told<'a> {
    /// The name of the program.
    pub name: &'a str,
    /// The source lines to show.
    pub sources: &'a SourceMap,
    /// Whether the way to an error is left out.
    pub brief: bool,
}

/// What one execution met: what was read before it was set, errors, and why it could not go on, if so; with all its steps before.
pub fn execution(
    verdict: &Verdict,
    trace: &[Step],
    given_up: Option<(&str, Option<&Location>)>,
    told: &Told,
) -> String {
    let mut report = Text { file: told.name, sources: told.sources, out: String::new() };
    for step in trace.iter().filter(|step| step.location.as_ref().is_some_and(|place| !place.library)) {
        report.message(step.location.as_ref(), "note", &step.text);
    }
    report.warnings(verdict);
    for finding in verdict.findings() {
        report.finding(&match told.brief || !trace.is_empty() {
            true => Finding { trace: Vec::new(), ..finding.clone() },
            false => finding.clone(),
        });
    }
    if let Some((what, location)) = given_up {
        report.message(location, "error", &format!("the run cannot go on: {what}"));
        report.source_line(location);
    }
    report.out
}

/// The last line of a report.
pub fn last_line(verdict: &Verdict) -> String {
    format!("verdict: {}\n", verdict.overall())
}

/// A violation in a program of the name `file`.
pub fn finding(finding: &Finding, file: &str, sources: &SourceMap) -> String {
    let mut report = Text { file, sources, out: String::new() };
    report.finding(finding);
    report.out
}

/// Messages about the input, as text.
pub fn diagnostics(messages: &[Diagnostic], file: &str, sources: &SourceMap) -> String {
    let mut report = Text { file, sources, out: String::new() };
    for message in messages {
        let severity = match message.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let location = sources.locate(message.span);
        report.message(location.as_ref(), severity, &message.message);
        report.source_line(location.as_ref());
        for note in &message.notes {
            report.message(sources.locate(note.span).as_ref(), "note", &note.message);
        }
    }
    report.out
}

/// A text report that is being written.
pub(super) struct Text<'a> {
    /// Stands in for the location of messages about the program as a whole.
    pub file: &'a str,
    pub sources: &'a SourceMap,
    pub out: String,
}

impl Text<'_> {
    fn warnings(&mut self, verdict: &Verdict) {
        let mut alike: IndexMap<(&str, Option<u32>), Vec<&Warning>> = IndexMap::new();
        for warning in verdict.warnings() {
            alike.entry((&warning.message, warning.cwe)).or_default().push(warning);
        }
        for ((message, cwe), warnings) in alike {
            let cwe = cwe.map_or(String::new(), |cwe| format!(" [CWE-{cwe}]"));
            let others = match warnings.len() - 1 {
                0 => String::new(),
                1 => " (and in 1 other place)".to_string(),
                count => format!(" (and in {count} other places)"),
            };
            let first = warnings[0].location.as_ref();
            self.message(first, "warning", &format!("{message}{others}{cwe}"));
            self.source_line(first);
        }
    }

    fn finding(&mut self, finding: &Finding) {
        let property = finding.kind.property().map_or(String::new(), |property| format!(" [{property}]"));
        let message = format!("{} [CWE-{}]{property}", finding.message, finding.kind.cwe());
        self.message(finding.location.as_ref(), "error", &message);
        self.source_line(finding.location.as_ref());
        for shown in shorten(&finding.trace) {
            match shown {
                Shown::Step(step) => self.message(step.location.as_ref(), "note", &step.text),
                Shown::Gap(1) => self.message(None, "note", "… 1 step left out"),
                Shown::Gap(count) => self.message(None, "note", &format!("… {count} steps left out")),
            }
        }
        for frame in &finding.stack {
            if let Some(call) = frame.call.as_ref().filter(|call| !call.library) {
                self.message(Some(call), "note", &format!("in the call of `{}`", frame.function));
            }
        }
    }

    /// A line as compilers write it.
    pub fn message(&mut self, location: Option<&Location>, severity: &str, message: &str) {
        let place = location.map_or(self.file.to_string(), Location::to_string);
        self.out += &format!("{place}: {severity}: {message}\n");
    }

    /// The line with what the location covers underlined; nothing if the file cannot be shown.
    pub fn source_line(&mut self, location: Option<&Location>) {
        let Some(location) = location else { return };
        let Some(line) = self.sources.line_text(location) else { return };
        let column = (location.column as usize - 1).min(line.len());
        let length = (location.length as usize).min(line.len() - column).max(1);
        let before = String::from_utf8_lossy(&line.as_bytes()[..column]);
        let covered = String::from_utf8_lossy(&line.as_bytes()[column..(column + length).min(line.len())]);
        // Tabs stay tabs, so that the carets stand below what they mark.
        let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let tail = "~".repeat(covered.trim_end().chars().count().saturating_sub(1));
        self.out += &format!("{:5} | {line}\n      | {indent}^{tail}\n", location.line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{ErrorKind, Property, PropertySet};
    use crate::verdict::Frame;

    fn at(line: u32) -> Option<Location> {
        Some(Location { file: "a.c".into(), line, column: 5, length: 2, library: false })
    }

    #[test]
    fn a_report_ends_with_the_verdict() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref]));
        verdict.add_warning(Warning { message: "`x` is read".into(), location: at(1), cwe: Some(457) });
        verdict.add_reason("the time is up", None);
        verdict.add_reason("`f` has no body", at(3));
        let sources = SourceMap::new();
        assert_eq!(
            text(&verdict, "a.c", &sources, &[], false),
            "a.c:1:5: warning: `x` is read [CWE-457]\n\
             a.c: note: unknown: the time is up\n\
             a.c:3:5: note: unknown: `f` has no body\n\
             verdict: unknown\n"
        );
        assert_eq!(last_line(&verdict), "verdict: unknown\n");
    }

    #[test]
    fn a_finding_names_weakness_property_and_calls() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref]));
        let stack = vec![Frame { function: "f".into(), call: at(9) }, Frame { function: "main".into(), call: None }];
        verdict.add_finding(Finding::new(ErrorKind::ReadAfterFree, "`p`", at(4), stack));
        assert_eq!(
            text(&verdict, "a.c", &SourceMap::new(), &[], false),
            "a.c:4:5: error: read of freed memory: `p` [CWE-416] [valid-deref]\n\
             a.c:9:5: note: in the call of `f`\n\
             verdict: false(valid-deref)\n"
        );
    }
}
