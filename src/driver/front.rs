//! From files to a program: the stages that can reject the input.

use super::{Failure, Job, Shared, Stage, Unit, lock};
use crate::base::{Diagnostic, Progress, SourceMap, Span};
use crate::explain::missing;
use crate::ir;
use crate::lower;
use crate::parse::{self, ParseError, Parsed};
use crate::prepare::{Prepared, prepare};
use crate::report;
use crate::verdict::Warning;
use std::sync::Arc;

/// Where headers live that are not the user's to change: warnings about them are noise.
pub(super) const SYSTEM_HEADERS: &str = "/usr/";

/// A program that was read.
pub(super) struct Loaded {
    pub prepared: Prepared,
    pub sources: Arc<SourceMap>,
    pub parsed: Vec<Parsed>,
}

/// Reads, parses, lowers and links the job's files; for a run, of which some functions are given, with the library for runs.
/// Leaves the sources, the warnings and the dumps in `shared`.
pub(super) fn load(
    job: &Job,
    run: Option<&[String]>,
    shared: &Shared,
    progress: &dyn Progress,
) -> Result<Loaded, Failure> {
    let mut sources = SourceMap::new();
    let mut parsed = Vec::new();
    for unit in &job.units {
        progress.phase("parse", &unit.file.to_string_lossy());
        let tree = parse(unit, &mut sources)?;
        if job.dump.contains(&Stage::Ast) {
            *lock(&shared.dumps) += &parse::dump(&tree);
        }
        for assumption in &tree.assumptions {
            lock(&shared.verdict).add_assumption(assumption.clone());
        }
        if let Some((span, message)) = &tree.remark {
            let location = sources.locate(*span);
            lock(&shared.verdict).add_warning(Warning { message: message.clone(), location, cwe: None });
        }
        parsed.push(tree);
    }
    progress.phase("lower", &job.name());
    let lowered = match run {
        None => lower::lower(&parsed, &job.lower, &mut sources),
        Some(given) => lower::lower_to_run(&parsed, &job.lower, given.to_vec(), &mut sources),
    };
    let prepared = prepare(lowered.map_err(|messages| rejected(&job.name(), &messages, &sources))?);
    for message in &prepared.warnings {
        let location = sources.locate(message.span);
        if location.as_ref().is_some_and(|location| location.file.starts_with(SYSTEM_HEADERS)) {
            continue;
        }
        lock(&shared.verdict).add_warning(Warning { message: message.message.clone(), location, cwe: None });
    }
    for row in &job.plan.preset.rows {
        let wrong = row.named(&prepared.program).err();
        if let Some(error) = wrong {
            return Err(Failure::Input(format!("{}:{error}\n", job.plan.preset.file)));
        }
    }
    lock(&shared.verdict).set_missing(missing(&prepared.undefined));
    if job.dump.contains(&Stage::Ir) {
        *lock(&shared.dumps) += &ir::print_program(&prepared.program);
    }
    let sources = Arc::new(sources);
    *lock(&shared.sources) = sources.clone();
    Ok(Loaded { prepared, sources, parsed })
}

fn parse(unit: &Unit, sources: &mut SourceMap) -> Result<Parsed, Failure> {
    let name = unit.file.to_string_lossy();
    parse::parse_file(&unit.file, &unit.parse, sources).map_err(|error| match error {
        ParseError::Unreadable { path, reason } => {
            rejected(&path.to_string_lossy(), &[Diagnostic::error(Span::NONE, reason)], sources)
        }
        ParseError::Failed { reason } => rejected(&name, &[Diagnostic::error(Span::NONE, reason)], sources),
        ParseError::Invalid(messages) => rejected(&name, &messages, sources),
    })
}

fn rejected(name: &str, messages: &[Diagnostic], sources: &SourceMap) -> Failure {
    Failure::Input(report::diagnostics(messages, name, sources))
}
