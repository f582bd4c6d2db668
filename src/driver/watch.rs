//! Work on a thread of its own, within the limits of time and memory.

use super::{Failure, Job, Shared, lock};
use crate::base::{Obstacle, Span};
use crate::engine::{Ended, EngineName, Report};
use crate::ir::PropertySet;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Stack of the working thread. Only what is used of it takes memory.
const STACK: usize = 512 << 20;
/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// The part of the time after which the work is asked to end, and that after which it is left behind. The rest
/// is for the report, so that the answer comes within the time.
const ASK: f64 = 0.95;
const LEAVE: f64 = 0.98;

/// Runs `work` until it ends or a limit is reached; what it left in `shared` by then counts.
pub(super) fn watch(
    job: &Job,
    shared: &Shared,
    work: impl FnOnce() -> Result<(), Failure> + Send + 'static,
) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().name("work".into()).stack_size(STACK).spawn(move || {
        // The receiver is gone only after a limit was reached.
        let _ = sender.send(work());
    });
    if let Err(error) = thread {
        return Err(Failure::Internal(format!("cannot start a thread: {error}")));
    }
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Internal("a stage panicked".into())),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let elapsed = job.started.elapsed();
        if elapsed >= job.limits.timeout.mul_f64(ASK) {
            shared.clock.stop();
        }
        if elapsed >= job.limits.timeout.mul_f64(LEAVE) {
            lock(&shared.verdict).add_reason("the time limit was reached", None);
            return Ok(());
        }
        if resident_bytes().is_some_and(|bytes| bytes > job.limits.memory) {
            lock(&shared.verdict).add_reason("the memory limit was reached", None);
            return Ok(());
        }
    }
}

/// Lets an engine work on a thread of its own, with a deep stack, and waits for it. The solver keeps a state per thread, on
/// which models depend: so what is found does not depend on how far earlier work came. An internal error ends the
/// engine, and is all that it reports.
pub(super) fn on_own_thread(engine: EngineName, asked: PropertySet, work: impl FnOnce() -> Report + Send) -> Report {
    let failed = |what: String| {
        let mut report = Report { ended: Ended::Failed, ..Report::new(engine, asked) };
        report.obstacles.push(Obstacle::new(format!("internal error in the engine `{engine}`: {what}"), Span::NONE));
        report
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(engine.name().into()).stack_size(STACK);
        match thread.spawn_scoped(scope, work).map(|thread| thread.join()) {
            Ok(Ok(report)) => report,
            Ok(Err(panic)) => failed(message(&*panic)),
            Err(error) => failed(format!("cannot start a thread: {error}")),
        }
    })
}

/// What a panic says.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_string()
}

/// The physical memory that the process uses, where the system tells it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{DataModel, Limits, LowerConfig, ParseConfig, RunConfig};
    use crate::driver::Unit;
    use crate::ir::{Property, PropertySet};
    use crate::verdict::Verdict;
    use std::time::Instant;

    fn job(limits: Limits) -> Job {
        Job {
            units: vec![Unit { file: "a.c".into(), parse: ParseConfig::new(DataModel::Lp64) }],
            properties: PropertySet::of(&[Property::ValidDeref]),
            all_findings: true,
            lower: LowerConfig { data_model: DataModel::Lp64, entry: None, assertions: true, error_calls: true },
            run: RunConfig::default(),
            limits,
            started: Instant::now(),
            unwind: None,
            engines: EngineName::ALL.to_vec(),
            effort: crate::driver::Effort::Full,
            preset: crate::template::Preset::default(),
            explain: false,
            dump: Vec::new(),
        }
    }

    fn reasons(limits: Limits, work: impl FnOnce() -> Result<(), Failure> + Send + 'static) -> Vec<String> {
        let job = job(limits);
        let shared = Shared { verdict: Verdict::new(job.properties).into(), ..Shared::default() };
        watch(&job, &shared, work).expect("a verdict");
        let verdict = lock(&shared.verdict);
        verdict.reasons().map(|reason| reason.what.clone()).collect()
    }

    #[test]
    fn work_that_does_not_end_is_left_behind() {
        let limits = Limits { timeout: Duration::from_millis(50), memory: u64::MAX };
        let endless = || loop {
            std::thread::sleep(Duration::from_secs(1));
        };
        assert_eq!(reasons(limits, endless), ["the time limit was reached"]);
    }

    #[test]
    fn memory_is_limited() {
        let limits = Limits { timeout: Duration::from_secs(60), memory: 1 };
        let endless = || loop {
            std::thread::sleep(Duration::from_secs(1));
        };
        if resident_bytes().is_some() {
            assert_eq!(reasons(limits, endless), ["the memory limit was reached"]);
        }
    }

    #[test]
    fn a_panic_ends_one_engine_and_proves_nothing() {
        let asked = PropertySet::of(&[Property::ValidDeref]);
        let report = on_own_thread(EngineName::Shapes, asked, || panic!("a panic that the test wants"));
        assert_eq!((report.engine, report.ended), (EngineName::Shapes, Ended::Failed));
        assert!(report.proved.is_empty() && report.violations.is_empty());
        let [obstacle] = &report.obstacles[..] else { panic!("one obstacle") };
        assert_eq!(obstacle.what, "internal error in the engine `shapes`: a panic that the test wants");
    }

    #[test]
    fn a_panic_is_a_failure() {
        let job = job(Limits { timeout: Duration::from_secs(60), memory: u64::MAX });
        let result = watch(&job, &Shared::default(), || panic!("a panic that the test wants"));
        assert!(matches!(result, Err(Failure::Internal(_))));
    }
}
