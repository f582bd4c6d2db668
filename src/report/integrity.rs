//! Reports of the integrity check, as text and as JSON.
//!
//! The text has one line per function, each condition that fails as a message with its source line and the heap of
//! a counterexample, the assumptions, and a summary as the last line.
//!
//! The JSON is one object, version 1 of the schema; a reader should ignore members it does not know:
//! - `schema`: 1. `tool`: `{name, version}`. `file`: the file as given. `result`: `safe`, `unsafe` or `unknown`.
//! - `functions`: in the order of the source: a *place* (see `json`) with `name`, `integrity` and `memory`. These
//!   have a `status`: `safe`, `unsafe` or `unknown`; unless it is `safe`, a place and a `message`; if it is
//!   `unsafe`, also `pointer`, `fault` and `heap`, a list of lines.
//! - `missing`: why functions are left out: places with `message`.
//! - `assumptions`: strings. `summary`: `{functions, d_safe, m_safe}`.

use super::json::placed;
use super::text::Text;
use crate::base::SourceMap;
use crate::integrity::{Breach, FunctionIntegrity, Integrity, Status};
use serde_json::{Value, json};

/// The text report on `file`. A quiet one is the summary alone.
pub fn integrity_text(result: &Integrity, file: &str, sources: &SourceMap, quiet: bool) -> String {
    let mut text = Text { file, sources, out: String::new() };
    if !quiet {
        for function in &result.functions {
            function_text(&mut text, function);
        }
        for missing in &result.missing {
            let place = sources.locate(missing.span);
            text.message(place.as_ref(), "note", &format!("unknown because {}", missing.what));
        }
        for assumption in &result.assumptions {
            text.message(None, "note", &format!("the results assume that {assumption}"));
        }
    }
    let (safe, memory) = counts(result);
    text.out += &format!("integrity: {} functions, {safe} D-safe, {memory} M-safe\n", result.functions.len());
    text.out
}

fn counts(result: &Integrity) -> (usize, usize) {
    (result.count(|function| function.integrity.is_safe()), result.count(|function| function.memory.is_safe()))
}

fn function_text(text: &mut Text, function: &FunctionIntegrity) {
    let word = |status: &Status, name: &str| match status {
        Status::Safe => format!("{name}-safe"),
        Status::Unsafe(_) => format!("not {name}-safe"),
        Status::Unknown(_) => format!("{name} unknown"),
    };
    let (integrity, memory) = (word(&function.integrity, "D"), word(&function.memory, "M"));
    text.out += &format!("{}: {integrity}, {memory}\n", function.name);
    let mut told: Option<&str> = None;
    for status in [&function.integrity, &function.memory] {
        match status {
            Status::Safe => {}
            Status::Unsafe(breach) => breach_text(text, breach),
            Status::Unknown(reason) if told == Some(&reason.what) => {}
            Status::Unknown(reason) => {
                told = Some(&reason.what);
                let place = text.sources.locate(reason.span);
                text.message(place.as_ref(), "note", &format!("unknown because of {}", reason.what));
            }
        }
    }
}

fn breach_text(text: &mut Text, breach: &Breach) {
    let place = text.sources.locate(breach.span);
    text.message(place.as_ref(), "error", &format!("{} [{}]", breach.message, breach.fault.name()));
    text.source_line(place.as_ref());
    if !breach.picture.is_empty() {
        text.message(place.as_ref(), "note", "the heap may look like this:");
        for line in &breach.picture {
            text.out += &format!("        {line}\n");
        }
    }
}

/// The JSON report on `file`.
pub fn integrity_json(result: &Integrity, file: &str, sources: &SourceMap) -> String {
    let (safe, memory) = counts(result);
    let overall = match () {
        () if result.functions.iter().any(FunctionIntegrity::is_unsafe) => "unsafe",
        () if result.is_safe() => "safe",
        () => "unknown",
    };
    let functions = result.functions.iter().map(|function| {
        let value = json!({
            "name": function.name,
            "integrity": status_json(&function.integrity, sources),
            "memory": status_json(&function.memory, sources),
        });
        placed(sources.locate(function.span).as_ref(), value)
    });
    let missing = result
        .missing
        .iter()
        .map(|reason| placed(sources.locate(reason.span).as_ref(), json!({ "message": reason.what })));
    let report = json!({
        "schema": 1,
        "tool": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
        "file": file,
        "result": overall,
        "functions": functions.collect::<Value>(),
        "missing": missing.collect::<Value>(),
        "assumptions": result.assumptions,
        "summary": { "functions": result.functions.len(), "d_safe": safe, "m_safe": memory },
    });
    format!("{report:#}\n")
}

fn status_json(status: &Status, sources: &SourceMap) -> Value {
    match status {
        Status::Safe => json!({ "status": "safe" }),
        Status::Unsafe(breach) => {
            let value = json!({
                "status": "unsafe",
                "message": breach.message,
                "pointer": breach.pointer,
                "fault": breach.fault.name(),
                "heap": breach.picture,
            });
            placed(sources.locate(breach.span).as_ref(), value)
        }
        Status::Unknown(reason) => {
            let value = json!({ "status": "unknown", "message": reason.what });
            placed(sources.locate(reason.span).as_ref(), value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::integrity::Fault;

    fn example() -> Integrity {
        let breach = Breach {
            span: Span::NONE,
            pointer: "p".into(),
            fault: Fault::Dangling,
            message: "`p` dangles".into(),
            picture: vec!["p = ?".into()],
        };
        let function = |name: &str, integrity| FunctionIntegrity {
            name: name.into(),
            span: Span::NONE,
            integrity,
            memory: Status::Safe,
        };
        let functions = vec![function("f", Status::Safe), function("g", Status::Unsafe(Box::new(breach)))];
        Integrity { functions, assumptions: vec!["all is well".into()], missing: Vec::new() }
    }

    #[test]
    fn a_text_report_ends_with_a_summary() {
        assert_eq!(
            integrity_text(&example(), "a.c", &SourceMap::new(), false),
            "f: D-safe, M-safe\n\
             g: not D-safe, M-safe\n\
             a.c: error: `p` dangles [dangling]\n\
             a.c: note: the heap may look like this:\n        p = ?\n\
             a.c: note: the results assume that all is well\n\
             integrity: 2 functions, 1 D-safe, 2 M-safe\n"
        );
    }

    #[test]
    fn a_json_report_has_status_and_fault() {
        let report: Value = serde_json::from_str(&integrity_json(&example(), "a.c", &SourceMap::new())).unwrap();
        assert_eq!(report["result"], "unsafe");
        assert_eq!(report["functions"][0]["integrity"]["status"], "safe");
        assert_eq!(report["functions"][1]["integrity"]["fault"], "dangling");
        assert_eq!(report["summary"], json!({ "functions": 2, "d_safe": 1, "m_safe": 2 }));
    }
}
