//! The JSON format, for programs that read reports.
//!
//! One object, version 1 of the schema (`regression/schemas/report-1.json` has it for machines); members may be added
//! without a new version, so that a reader should ignore those it does not know:
//! - `schema`: 1. `tool`: `{name, version}`. `file`: the verified file as given.
//! - `verdict`: `true`, `false(PROPERTY)` or `unknown`, as in the text format.
//! - `properties`: one `{property, status}` for each property asked; `status` is `true`, `false`, `unknown` or
//!   `up-to-error`: it holds in all executions up to an error of another kind; then `until` has the places of these errors.
//! - `findings`: violations, those with short traces first: a *place* with `function`, `message`, `cwe` (a
//!   number), `property`, `kind`, `engine` (which found it), `stack` (innermost call first: a place with `function`; the place is that of the
//!   call, and is missing for the entry), `inputs` (what the program was given, in order: a place with `source`
//!   and `value`), `trace` (in order: a place with `kind`, `function`, `text` and `values`, an object).
//! - `reasons`: why the verdict is unknown: a place with `message` and `main` (whether the text format tells it without `-v`).
//! - `warnings`: what changes no verdict: a place with `message` and `cwe` (may be missing).
//! - `assumptions`: what the proofs take for granted, as strings.
//! - `contracts`: functions whose calls count by their contracts in the proof, and whether these are `proved`.
//! - `invariants`: what a proof found out about the loops: a place with `function`, `facts` (in words) and `expressions`
//!   (in C, if a witness is written as well).
//! - `engines`: what the engines did, in order: `name`, `ended` (`finished`, `cut short`, `exhausted` or `failed`), and the properties that it
//!   `proved` and `refuted`.
//! - `statistics`: an object of counts.
//! - `timings`, if asked for: an object of times in seconds; all else is the same in every run.
//!
//! As JSON lines, each violation is a line of its own, `{"finding": …}`, written when it is found; the last line is the object
//! above.
//!
//! A *place* is `file`, `line` and `column` (1-based), `length` (columns on that line); all are missing where
//! something stands nowhere in the source.

use crate::base::Location;
use crate::ir::PropertySet;
use crate::verdict::{ContractUse, EngineRecord, Finding, LoopInvariant, Status, Verdict};
use serde_json::{Map, Value, json};

/// The report of a verification of `file`, with times or without.
pub fn json(verdict: &Verdict, file: &str, timings: bool) -> String {
    format!("{:#}\n", object(verdict, file, timings))
}

/// The same as lines: an object with the one member `finding` for each violation that was not told before, then the report.
pub fn json_lines(verdict: &Verdict, file: &str, timings: bool, told: &[Finding]) -> String {
    let untold: String = verdict.findings_beside(told).map(finding_line).collect();
    format!("{untold}{}\n", object(verdict, file, timings))
}

/// A violation as a line.
pub fn finding_line(violation: &Finding) -> String {
    format!("{}\n", json!({ "finding": finding(violation) }))
}

fn object(verdict: &Verdict, file: &str, timings: bool) -> Value {
    let status = |status| match status {
        Status::True => "true",
        Status::UpToError => "up-to-error",
        Status::False => "false",
        Status::Unknown => "unknown",
    };
    let asked = verdict.asked();
    let errors: Value = verdict.findings().iter().map(|f| placed(f.location.as_ref(), json!({}))).collect();
    let properties = asked.iter().map(|p| {
        let mut value = json!({ "property": p.name(), "status": status(verdict.status(p)) });
        if verdict.status(p) == Status::UpToError {
            value["until"] = errors.clone();
        }
        value
    });
    let main = verdict.main_reasons();
    let reasons = verdict.reasons().map(|r| {
        let value = json!({ "message": r.what, "main": main.contains(&r) });
        placed(r.location.as_ref(), value)
    });
    let warnings = verdict.warnings().map(|w| {
        let mut value = json!({ "message": w.message });
        if let Some(cwe) = w.cwe {
            value["cwe"] = cwe.into();
        }
        placed(w.location.as_ref(), value)
    });
    let mut report = json!({
        "schema": 1,
        "tool": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
        "file": file,
        "verdict": verdict.overall().to_string(),
        "properties": properties.collect::<Value>(),
        "findings": verdict.findings().iter().map(finding).collect::<Value>(),
        "reasons": reasons.collect::<Value>(),
        "warnings": warnings.collect::<Value>(),
        "assumptions": verdict.assumptions().collect::<Value>(),
        "contracts": verdict.contracts().iter().map(contract).collect::<Value>(),
        "invariants": verdict.invariants().iter().map(invariant).collect::<Value>(),
        "engines": verdict.engines().iter().map(engine).collect::<Value>(),
        "statistics": verdict.statistics().map(|(name, n)| (name.to_string(), n.into())).collect::<Map<_, Value>>(),
    });
    if timings {
        let seconds = verdict.timings().map(|(name, time)| (name.to_string(), time.as_secs_f64().into()));
        report["timings"] = seconds.collect::<Map<_, Value>>().into();
    }
    report
}

fn contract(used: &ContractUse) -> Value {
    json!({ "function": used.function, "proved": used.proved })
}

fn engine(record: &EngineRecord) -> Value {
    let names = |properties: PropertySet| properties.iter().map(|property| property.name()).collect::<Value>();
    json!({
        "name": record.name,
        "ended": record.ended,
        "proved": names(record.proved),
        "refuted": names(record.refuted),
    })
}

fn invariant(invariant: &LoopInvariant) -> Value {
    let value = json!({
        "function": invariant.function,
        "facts": invariant.lines(),
        "expressions": invariant.expressions,
    });
    placed(invariant.location.as_ref(), value)
}

fn finding(finding: &Finding) -> Value {
    let stack = finding.stack.iter().map(|f| placed(f.call.as_ref(), json!({ "function": f.function })));
    let input =
        |i: &crate::verdict::Input| placed(i.location.as_ref(), json!({ "source": i.source, "value": i.value }));
    let trace = finding.trace.iter().map(|step| {
        let values: Map<String, Value> =
            step.values.iter().map(|(n, v)| (n.to_string(), v.to_string().into())).collect();
        let value = json!({ "kind": step.kind.name(), "function": step.function, "text": step.text, "values": values });
        placed(step.location.as_ref(), value)
    });
    let value = json!({
        "kind": format!("{:?}", finding.kind),
        "engine": finding.engine,
        "message": finding.message,
        "cwe": finding.kind.cwe(),
        "property": finding.kind.property().map(|property| property.name()),
        "function": finding.function,
        "stack": stack.collect::<Value>(),
        "inputs": finding.inputs.iter().map(input).collect::<Value>(),
        "trace": trace.collect::<Value>(),
    });
    placed(finding.location.as_ref(), value)
}

/// Adds a place to an object.
pub(super) fn placed(location: Option<&Location>, mut value: Value) -> Value {
    if let Some(location) = location {
        value["file"] = location.file.as_str().into();
        value["line"] = location.line.into();
        value["column"] = location.column.into();
        value["length"] = location.length.into();
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{ErrorKind, Property, PropertySet};
    use crate::verdict::Frame;
    use std::time::Duration;

    #[test]
    fn a_report_has_verdict_file_line_and_function() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref, Property::ValidFree]));
        let location = Location { file: "b.h".into(), line: 3, column: 5, length: 2, library: false };
        let stack = vec![Frame { function: "f".into(), call: None }];
        verdict.add_finding(Finding::new(ErrorKind::DoubleFree, "", Some(location), stack));
        verdict.count("runs", 4);
        verdict.time("solver", Duration::from_millis(1500));
        let report = |timings| -> Value { serde_json::from_str(&json(&verdict, "a.c", timings)).expect("valid JSON") };
        assert_eq!((&report(true)["timings"]["solver"], &report(false)["timings"]), (&1.5.into(), &Value::Null));
        let report = report(false);
        assert_eq!(report["schema"], 1);
        assert_eq!(report["verdict"], "false(valid-free)");
        assert_eq!(report["properties"][0], json!({ "property": "valid-deref", "status": "unknown" }));
        let finding = &report["findings"][0];
        assert_eq!((&finding["file"], &finding["line"], &finding["column"]), (&"b.h".into(), &3.into(), &5.into()));
        assert_eq!((&finding["function"], &finding["cwe"]), (&"f".into(), &415.into()));
        assert_eq!(report["statistics"]["runs"], 4);
    }
}
