//! The integrity check: which functions, and within the limits.

use super::front::{self, SYSTEM_HEADERS};
use super::{Failure, Job, Shared, lock, strategy, watch};
use crate::base::{Diagnostic, Progress, SourceMap, Span, Unsupported};
use crate::config::IntegrityConfig;
use crate::integrity::{self, Integrity};
use crate::ir::{FunctionId, Program};
use crate::lower::LEFT_OUT;
use crate::report;
use std::sync::{Arc, Mutex};

/// The result of an integrity check.
pub struct IntegrityOutcome {
    /// A result, or why there is none.
    pub result: Result<Integrity, Failure>,
    /// The source lines to show.
    pub sources: Arc<SourceMap>,
}

/// Checks the integrity of the functions of a job's file, within the job's limits.
pub fn integrity(job: Job, config: IntegrityConfig, progress: Arc<dyn Progress>) -> IntegrityOutcome {
    let shared = Arc::new(Shared::of(&job));
    let found: Arc<Mutex<Option<Integrity>>> = Arc::default();
    let result = watch::watch(&job, &shared, {
        let (job, shared, found) = (job.clone(), shared.clone(), found.clone());
        move || {
            let front::Loaded { program, sources, .. } = front::load(&job, &shared, &*progress)?;
            let limits = integrity::Limits { resources: strategy::FUNCTION, clock: shared.clock.clone() };
            let functions = choose(&job, &config, &program, &sources)?;
            let mut result = integrity::check(&program, &functions, &config, &limits, &*progress);
            let verdict = lock(&shared.verdict);
            let left_out = verdict.warnings().filter(|warning| warning.message.starts_with(LEFT_OUT));
            result.missing.extend(left_out.map(|w| Unsupported { what: w.message.clone(), span: Span::NONE }));
            drop(verdict);
            *lock(&found) = Some(result);
            Ok(())
        }
    });
    let sources = lock(&shared.sources).clone();
    let found = lock(&found).take();
    let result = result.map(|()| {
        found.unwrap_or_else(|| {
            let verdict = lock(&shared.verdict);
            let reasons = verdict.reasons().map(|r| Unsupported { what: r.what.clone(), span: Span::NONE });
            Integrity { missing: reasons.collect(), ..Integrity::default() }
        })
    });
    IntegrityOutcome { result, sources }
}

/// The functions that were named; without names all that have a body, except those of the C library and of system
/// headers.
fn choose(
    job: &Job,
    config: &IntegrityConfig,
    program: &Program,
    sources: &SourceMap,
) -> Result<Vec<FunctionId>, Failure> {
    let bodies = || program.functions.enumerated().filter(|(_, function)| function.body().is_some());
    if config.functions.is_empty() {
        let own = |span: Span| {
            let place = sources.locate(span);
            place.is_none_or(|place| {
                !place.library
                    && (!place.file.starts_with(SYSTEM_HEADERS)
                        || job.units.iter().any(|unit| *unit.file == *place.file))
            })
        };
        return Ok(bodies().filter(|(_, function)| own(function.span)).map(|(id, _)| id).collect());
    }
    let mut chosen = Vec::new();
    for name in &config.functions {
        match bodies().find(|(_, function)| function.name == *name) {
            Some((id, _)) if !chosen.contains(&id) => chosen.push(id),
            Some(_) => {}
            None => {
                let message = Diagnostic::error(Span::NONE, format!("no function `{name}` with a body"));
                return Err(Failure::Input(report::diagnostics(&[message], &job.name(), sources)));
            }
        }
    }
    Ok(chosen)
}
