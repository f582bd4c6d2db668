//! The integrity check: which functions, and within the limits.

use super::front::{self, SYSTEM_HEADERS};
use super::{Failure, Job, Outcome, Shared, lock};
use crate::base::{Progress, Span, Unsupported};
use crate::config::IntegrityConfig;
use crate::integrity::{self, Integrity};
use crate::lower::LEFT_OUT;
use crate::strategy;
use std::sync::{Arc, Mutex};

/// Checks the integrity of the functions of a job's file, within the job's limits.
pub fn integrity(job: Job, config: IntegrityConfig, progress: Arc<dyn Progress>) -> Outcome<Integrity> {
    let shared = Arc::new(Shared::of(&job));
    let found: Arc<Mutex<Option<Integrity>>> = Arc::default();
    let result = shared.watch(&job, {
        let (job, shared, found) = (job.clone(), shared.clone(), found.clone());
        move || {
            let front::Loaded { prepared, sources, .. } = front::load(&job, None, &shared, &*progress)?;
            let given = |file: &str| job.units.iter().any(|unit| *unit.file == *file);
            // Neither of the C library nor of system headers.
            let is_own = |span: Span| {
                let own = |file: &str| !file.starts_with(SYSTEM_HEADERS) || given(file);
                sources.locate(span).is_none_or(|place| !place.library && own(&place.file))
            };
            let functions = integrity::choose(&prepared.program, &config.functions, is_own)
                .map_err(|name| Failure::input(&job, format!("no function `{name}` with a body"), &sources))?;
            let limits = integrity::Limits { resources: strategy::FUNCTION, clock: shared.clock.clone() };
            let mut result = integrity::check(&prepared.program, &functions, &config, &limits, &*progress);
            let verdict = lock(&shared.verdict);
            let left_out = verdict.warnings().filter(|warning| warning.message.starts_with(LEFT_OUT));
            result.missing.extend(left_out.map(|w| Unsupported { what: w.message.clone(), span: Span::NONE }));
            drop(verdict);
            *lock(&found) = Some(result);
            Ok(())
        }
    });
    let found = lock(&found).take();
    shared.outcome(result, |verdict| {
        found.unwrap_or_else(|| {
            let reasons = verdict.reasons().map(|r| Unsupported { what: r.what.clone(), span: Span::NONE });
            Integrity { missing: reasons.collect(), ..Integrity::default() }
        })
    })
}
