//! The SARIF 2.1.0 format, for code scanning and editors.
//!
//! One run. Violations are results of level `error`, uses of uninitialised memory of level `warning`; each names a
//! rule with its CWE tags, carries a fingerprint that survives changes elsewhere in the file, and has the trace as a code
//! flow. Reasons for `unknown` and other remarks are notifications; the verdict is in the run's property bag.

use super::trace::{Shown, shorten};
use crate::base::{Location, SourceMap};
use crate::verdict::{Finding, Verdict, Warning};
use indexmap::{IndexMap, IndexSet};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The base of relative paths: where the tool was started.
const BASE: &str = "SRCROOT";
/// The name of the fingerprint; a new version if it is computed in another way.
const FINGERPRINT: &str = "heapwrightFinding/v1";
/// The rule of reads of uninitialised memory.
const UNINITIALISED: &str = "UninitialisedRead";

/// The report of a verification of `file`.
pub fn sarif(verdict: &Verdict, file: &str, sources: &SourceMap) -> String {
    let mut log = Log { sources, rules: IndexMap::new(), files: IndexSet::new(), seen: IndexMap::new() };
    log.files.insert(file.to_string());
    let mut results: Vec<Value> = verdict.findings().iter().map(|finding| log.finding(finding)).collect();
    let mut notifications = Vec::new();
    for warning in verdict.warnings() {
        match warning.cwe {
            Some(cwe) => results.push(log.warning(warning, cwe)),
            None => notifications.push(log.notification("warning", &warning.message, warning.location.as_ref())),
        }
    }
    for reason in verdict.reasons() {
        notifications.push(log.notification("note", &format!("unknown: {}", reason.what), reason.location.as_ref()));
    }
    for property in verdict.up_to_error().iter() {
        let text = format!("{property} holds up to {}", verdict.errors_in_words());
        notifications.push(log.notification("note", &text, None));
    }
    for assumption in verdict.assumptions() {
        notifications.push(log.notification("note", &format!("the proof assumes that {assumption}"), None));
    }
    let asked = verdict.asked();
    let report = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "shortDescription": { "text": env!("CARGO_PKG_DESCRIPTION") },
                "rules": log.rules.values().cloned().collect::<Value>(),
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notifications }],
            "artifacts": log.files.iter().map(|file| json!({ "location": artifact(file) })).collect::<Value>(),
            "results": results,
            "properties": {
                "verdict": verdict.overall().to_string(),
                "asked": asked.iter().map(|property| property.name()).collect::<Value>(),
                "upToError": verdict.up_to_error().iter().map(|property| property.name()).collect::<Value>(),
            },
        }],
    });
    format!("{report:#}\n")
}

/// What has been written so far.
struct Log<'a> {
    sources: &'a SourceMap,
    /// The rules that results refer to, by name.
    rules: IndexMap<String, Value>,
    files: IndexSet<String>,
    /// How often a fingerprint's text occurred.
    seen: IndexMap<String, usize>,
}

impl Log<'_> {
    fn finding(&mut self, finding: &Finding) -> Value {
        let rule = format!("{:?}", finding.kind);
        let index = self.rule(&rule, finding.kind.message(), finding.kind.cwe(), "error");
        let mut flow = Vec::new();
        for shown in shorten(&finding.trace) {
            if let Shown::Step(step) = shown {
                let state: serde_json::Map<String, Value> = step
                    .values
                    .iter()
                    .map(|(name, value)| (name.to_string(), json!({ "text": value.to_string() })))
                    .collect();
                let importance = if step.key { "essential" } else { "important" };
                let mut place = json!({
                    "location": self.location(step.location.as_ref(), Some(&step.function), Some(&step.text)),
                    "importance": importance,
                    "kinds": [step.kind.name()],
                });
                if !state.is_empty() {
                    place["state"] = state.into();
                }
                flow.push(place);
            }
        }
        let end = self.location(finding.location.as_ref(), Some(&finding.function), Some(&finding.message));
        flow.push(json!({ "location": end, "importance": "essential" }));
        let calls: Vec<Value> = finding.stack.iter().filter_map(|frame| Some((frame, frame.call.as_ref()?)))
            .filter(|(_, call)| !call.library)
            .map(|(frame, call)| json!({ "location": self.location(Some(call), None, Some(&format!("the call of `{}`", frame.function))) }))
            .collect();
        let mut result = json!({
            "ruleId": rule,
            "ruleIndex": index,
            "level": "error",
            "message": { "text": finding.message },
            "locations": [self.location(finding.location.as_ref(), Some(&finding.function), None)],
            "codeFlows": [{ "threadFlows": [{ "locations": flow }] }],
            "partialFingerprints": self.fingerprint(&rule, finding.location.as_ref(), &finding.function),
            "properties": { "property": finding.kind.property().map(|property| property.name()) },
        });
        if !calls.is_empty() {
            result["stacks"] = json!([{ "message": { "text": "active calls" }, "frames": calls }]);
        }
        result
    }

    fn warning(&mut self, warning: &Warning, cwe: u32) -> Value {
        let index = self.rule(UNINITIALISED, "use of uninitialised memory", cwe, "warning");
        json!({
            "ruleId": UNINITIALISED,
            "ruleIndex": index,
            "level": "warning",
            "message": { "text": warning.message },
            "locations": [self.location(warning.location.as_ref(), None, None)],
            "partialFingerprints": self.fingerprint(UNINITIALISED, warning.location.as_ref(), ""),
        })
    }

    fn notification(&mut self, level: &str, text: &str, location: Option<&Location>) -> Value {
        let mut value = json!({ "level": level, "message": { "text": text } });
        if location.is_some() {
            value["locations"] = json!([self.location(location, None, None)]);
        }
        value
    }

    /// The index of a rule, which is added if it is new.
    fn rule(&mut self, name: &str, what: &str, cwe: u32, level: &str) -> usize {
        let mut text = what.to_string();
        text[..1].make_ascii_uppercase();
        let rule = json!({
            "id": name,
            "name": name,
            "shortDescription": { "text": format!("{text} (CWE-{cwe}).") },
            "helpUri": format!("https://cwe.mitre.org/data/definitions/{cwe}.html"),
            "defaultConfiguration": { "level": level },
            "properties": { "tags": ["security", "correctness", format!("CWE-{cwe}"), format!("external/cwe/cwe-{cwe:03}")] },
        });
        self.rules.entry(name.to_string()).or_insert(rule);
        self.rules.get_index_of(name).unwrap_or(0)
    }

    fn location(&mut self, location: Option<&Location>, function: Option<&str>, message: Option<&str>) -> Value {
        let mut value = json!({});
        if let Some(place) = location {
            self.files.insert(place.file.clone());
            let (column, end) = self.columns(place);
            value["physicalLocation"] = json!({
                "artifactLocation": artifact(&place.file),
                "region": { "startLine": place.line, "startColumn": column, "endColumn": end },
            });
        }
        if let Some(function) = function.filter(|function| !function.is_empty()) {
            value["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
        }
        if let Some(message) = message {
            value["message"] = json!({ "text": message });
        }
        value
    }

    /// First and last column, counted in characters instead of bytes where the line can be read.
    fn columns(&self, place: &Location) -> (usize, usize) {
        let (first, length) = (place.column as usize, place.length as usize);
        let Some(line) = self.sources.line_text(place) else { return (first, first + length) };
        let characters =
            |bytes: usize| String::from_utf8_lossy(&line.as_bytes()[..bytes.min(line.len())]).chars().count();
        let start = characters(first - 1) + 1;
        (start, (characters(first - 1 + length) + 1).max(start + 1))
    }

    /// What tells a result from others and stays the same if lines are added elsewhere: rule, file, function, the text
    /// of the line, and how many results had the same before.
    fn fingerprint(&mut self, rule: &str, location: Option<&Location>, function: &str) -> Value {
        let line = location.and_then(|place| self.sources.line_text(place)).unwrap_or("");
        let words: Vec<&str> = line.split_whitespace().collect();
        let file = location.map_or("", |place| &place.file);
        let text = [rule, file, function, &words.join(" ")].join("\n");
        let count = self.seen.entry(text.clone()).or_default();
        *count += 1;
        let digest = Sha256::digest(format!("{text}\n{count}"));
        let hash: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        json!({ FINGERPRINT: hash })
    }
}

/// A file: relative paths relative to where the tool was started, absolute ones as they are.
fn artifact(file: &str) -> Value {
    let mut uri = String::new();
    for byte in file.strip_prefix("./").unwrap_or(file).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    if file.starts_with('/') {
        json!({ "uri": format!("file://{uri}") })
    } else {
        json!({ "uri": uri, "uriBaseId": BASE })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{ErrorKind, Property, PropertySet};
    use crate::verdict::Frame;

    fn at(file: &str, line: u32) -> Option<Location> {
        Some(Location { file: file.into(), line, column: 5, length: 2, library: false })
    }

    #[test]
    fn a_finding_is_a_result_with_rule_and_flow() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref]));
        let stack = vec![Frame { function: "f".into(), call: at("a b.c", 9) }];
        verdict.add_finding(Finding::new(ErrorKind::ReadAfterFree, "", at("a b.c", 4), stack));
        let report: Value = serde_json::from_str(&sarif(&verdict, "a b.c", &SourceMap::new())).expect("JSON");
        let run = &report["runs"][0];
        let result = &run["results"][0];
        assert_eq!(result["ruleId"], "ReadAfterFree");
        assert_eq!(run["tool"]["driver"]["rules"][0]["properties"]["tags"][2], "CWE-416");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.c");
        assert_eq!((&place["region"]["startLine"], &place["region"]["endColumn"]), (&4.into(), &7.into()));
        assert_eq!(result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().map(Vec::len), Some(1));
        assert_eq!(run["properties"]["verdict"], "false(valid-deref)");
    }

    #[test]
    fn the_same_line_twice_has_two_fingerprints() {
        let sources = SourceMap::new();
        let mut log = Log { sources: &sources, rules: IndexMap::new(), files: IndexSet::new(), seen: IndexMap::new() };
        let place = at("a.c", 1);
        let first = log.fingerprint("R", place.as_ref(), "f");
        assert_ne!(first, log.fingerprint("R", place.as_ref(), "f"));
        log.seen.clear();
        assert_eq!(first, log.fingerprint("R", at("a.c", 77).as_ref(), "f"), "another line number is no other finding");
    }
}
