//! From a file to a program: the stages that can reject the input.

use super::{Failure, Job, Shared, Stage, lock};
use crate::base::{Diagnostic, Progress, SourceMap, Span};
use crate::ir::{self, Program};
use crate::lower;
use crate::parse::{self, ParseError, Parsed};
use crate::report;
use crate::verdict::Warning;
use std::sync::Arc;

/// Where headers live that are not the user's to change: warnings about them are noise.
pub(super) const SYSTEM_HEADERS: &str = "/usr/";

/// Reads, parses and lowers the job's file. Leaves the sources, the warnings and the dumps in `shared`.
pub(super) fn load(job: &Job, shared: &Shared, progress: &dyn Progress) -> Result<(Program, Arc<SourceMap>), Failure> {
    let mut sources = SourceMap::new();
    progress.phase("parse", &job.file.to_string_lossy());
    let parsed = parse(job, &mut sources)?;
    if job.dump.contains(&Stage::Ast) {
        *lock(&shared.dumps) += &parse::dump(&parsed);
    }
    progress.phase("lower", &job.file.to_string_lossy());
    let lowered = lower::lower(std::slice::from_ref(&parsed), &job.lower, &mut sources)
        .map_err(|messages| rejected(job, &messages, &sources))?;
    for message in &lowered.warnings {
        let location = sources.locate(message.span);
        if location.as_ref().is_some_and(|location| location.file.starts_with(SYSTEM_HEADERS)) {
            continue;
        }
        lock(&shared.verdict).add_warning(Warning { message: message.message.clone(), location, cwe: None });
    }
    if job.dump.contains(&Stage::Ir) {
        *lock(&shared.dumps) += &ir::print_program(&lowered.program);
    }
    let sources = Arc::new(sources);
    *lock(&shared.sources) = sources.clone();
    Ok((lowered.program, sources))
}

fn parse(job: &Job, sources: &mut SourceMap) -> Result<Parsed, Failure> {
    parse::parse_file(&job.file, &job.parse, sources).map_err(|error| match error {
        ParseError::Unreadable { path, reason } => {
            let message = Diagnostic::error(Span::NONE, reason);
            Failure::Input(report::diagnostics(&[message], &path.to_string_lossy(), sources))
        }
        ParseError::Failed { reason } => rejected(job, &[Diagnostic::error(Span::NONE, reason)], sources),
        ParseError::Invalid(messages) => rejected(job, &messages, sources),
    })
}

fn rejected(job: &Job, messages: &[Diagnostic], sources: &SourceMap) -> Failure {
    Failure::Input(report::diagnostics(messages, &job.file.to_string_lossy(), sources))
}
