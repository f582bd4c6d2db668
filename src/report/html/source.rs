//! Source lines on the page: whole files if they are short, otherwise what the trace passes.

use super::escape;
use crate::base::Location;
use crate::verdict::Finding;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A file with so many lines is shown as a whole.
const SHORT: usize = 400;
/// Lines around one that matters, in a longer file.
const AROUND: usize = 4;

/// The source lines that a finding is about.
pub(super) struct Listing<'a> {
    /// File, its lines, and the numbers of those to show.
    files: Vec<(&'a str, Vec<&'a str>, BTreeSet<usize>)>,
}

impl<'a> Listing<'a> {
    /// The lines that the trace of a finding passes, out of files with these names and texts.
    pub fn new(finding: &Finding, files: &'a [(String, String)]) -> Self {
        let trace = finding.trace.iter().filter_map(|step| step.location.as_ref());
        let places: Vec<&Location> = trace.chain(&finding.location).filter(|place| !place.library).collect();
        let listed = files.iter().filter_map(|(name, text)| {
            let lines: Vec<&str> = text.lines().collect();
            let passed: BTreeSet<usize> =
                places.iter().filter(|place| place.file == *name).map(|place| place.line as usize).collect();
            if passed.is_empty() {
                return None;
            }
            let near = |line: usize| passed.range(line.saturating_sub(AROUND)..=line + AROUND).next().is_some();
            let shown = (1..=lines.len()).filter(|&line| lines.len() <= SHORT || near(line)).collect();
            Some((name.as_str(), lines, shown))
        });
        Self { files: listed.collect() }
    }

    /// The lines, that of the violation marked.
    pub fn write(&self, out: &mut String, violation: Option<&Location>) {
        for (name, lines, shown) in &self.files {
            let _ = write!(
                out,
                "<h3>Source</h3>\n<p class=\"file\"><code>{0}</code></p>\n<div class=\"source\" data-file=\"{0}\" tabindex=\"0\" \
                 role=\"group\" aria-label=\"source of {0}\">\n",
                escape(name)
            );
            let mut last = 0;
            for &number in shown {
                if number != last + 1 {
                    *out += "<div class=\"skip\">⋯</div>\n";
                }
                last = number;
                let here = violation.is_some_and(|place| place.file == *name && place.line as usize == number);
                let class = if here { " class=\"violation current\"" } else { "" };
                let text = lines.get(number - 1).copied().unwrap_or("");
                let _ = writeln!(
                    out,
                    "<div{class} data-line=\"{number}\"><span class=\"number\">{number}</span><code>{}</code></div>",
                    escape(text)
                );
            }
            *out += "</div>\n";
        }
    }
}

/// One line of a file, with its number.
pub(super) fn line(out: &mut String, place: &Location, files: &[(String, String)]) {
    let text = files.iter().find(|(name, _)| *name == place.file);
    let Some(text) = text.and_then(|(_, text)| text.lines().nth(place.line as usize - 1)) else { return };
    let _ = writeln!(
        out,
        "<div class=\"source\"><div><span class=\"number\">{}</span><code>{}</code></div></div>",
        place.line,
        escape(text.trim())
    );
}
