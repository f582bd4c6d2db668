//! Work on threads of its own: within the limits of time and memory, and with a deep stack.

use super::{Ended, EngineName, Report};
use crate::base::{Clock, Span, Weight};
use crate::config::Limits;
use crate::ir::PropertySet;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// Stack of a working thread. Only what is used of it takes memory.
const STACK: usize = 512 << 20;
/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// The part of the time after which the work is asked to end, and that after which it is left behind. The rest
/// is for the report, so that the answer comes within the time.
const ASK: f64 = 0.95;
const LEAVE: f64 = 0.98;

/// Why work did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The time is up.
    Time,
    /// There is too much memory in use.
    Memory,
    /// It panicked, or its thread could not be started.
    Failed,
}

/// Lets work be done on a thread until it ends or a limit is reached; then it is left behind.
pub fn within<T: Send + 'static>(
    limits: &Limits,
    started: Instant,
    clock: &Clock,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Unfinished> {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().name("work".into()).stack_size(STACK).spawn(move || {
        // The receiver is gone only after a limit was reached.
        let _ = sender.send(work());
    });
    if thread.is_err() {
        return Err(Unfinished::Failed);
    }
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => return Err(Unfinished::Failed),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let elapsed = started.elapsed();
        if elapsed >= limits.timeout.mul_f64(ASK) {
            clock.stop();
        }
        if elapsed >= limits.timeout.mul_f64(LEAVE) {
            return Err(Unfinished::Time);
        }
        if resident_bytes().is_some_and(|bytes| bytes > limits.memory) {
            return Err(Unfinished::Memory);
        }
    }
}

/// The physical memory that the process uses, where the system tells it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// An engine that works on a thread of its own, with a deep stack. The solver keeps a state per thread, on which models
/// depend: so what is found does not depend on how far other work came. An internal error ends the engine, and is all that
/// it reports.
pub struct Working<'scope> {
    engine: EngineName,
    asked: PropertySet,
    thread: io::Result<ScopedJoinHandle<'scope, Report>>,
    /// Nothing comes, until the thread ends.
    end: Receiver<()>,
}

impl<'scope> Working<'scope> {
    /// Lets an engine begin.
    pub fn begin(
        scope: &'scope Scope<'scope, '_>,
        engine: EngineName,
        asked: PropertySet,
        work: impl FnOnce() -> Report + Send + 'scope,
    ) -> Self {
        let (at_end, end) = mpsc::channel();
        let thread = std::thread::Builder::new().name(engine.name().into()).stack_size(STACK);
        let thread = thread.spawn_scoped(scope, move || {
            let _at_end: Sender<()> = at_end;
            work()
        });
        Self { engine, asked, thread, end }
    }

    /// Waits for a while, and says whether the work has ended.
    pub fn ends_within(&self, time: Duration) -> bool {
        self.end.recv_timeout(time) == Err(RecvTimeoutError::Disconnected)
    }

    /// Waits for what the engine reports.
    pub fn report(self) -> Report {
        let what = match self.thread.map(ScopedJoinHandle::join) {
            Ok(Ok(report)) => return report,
            Ok(Err(panic)) => message(&*panic),
            Err(error) => format!("cannot start a thread: {error}"),
        };
        let mut report = Report { ended: Ended::Failed, ..Report::new(self.engine, self.asked) };
        let what = format!("internal error in the engine `{}`: {what}", self.engine);
        report.obstruct(Weight::Told, what, Span::NONE);
        report
    }
}

/// Lets an engine work on a thread of its own, and waits for it.
pub fn on_own_thread(engine: EngineName, asked: PropertySet, work: impl FnOnce() -> Report + Send) -> Report {
    std::thread::scope(|scope| Working::begin(scope, engine, asked, work).report())
}

/// What a panic says.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Property;

    fn try_within(limits: Limits, work: impl FnOnce() + Send + 'static) -> Result<(), Unfinished> {
        within(&limits, Instant::now(), &Clock::default(), work)
    }

    fn endless() {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }

    #[test]
    fn work_that_does_not_end_is_left_behind() {
        let limits = Limits { timeout: Duration::from_millis(50), memory: u64::MAX };
        assert_eq!(try_within(limits, endless), Err(Unfinished::Time));
        assert_eq!(try_within(Limits { timeout: Duration::from_secs(60), ..limits }, || ()), Ok(()));
    }

    #[test]
    fn memory_is_limited() {
        let limits = Limits { timeout: Duration::from_secs(60), memory: 1 };
        if resident_bytes().is_some() {
            assert_eq!(try_within(limits, endless), Err(Unfinished::Memory));
        }
    }

    #[test]
    fn a_panic_is_a_failure() {
        let limits = Limits { timeout: Duration::from_secs(60), memory: u64::MAX };
        assert_eq!(try_within(limits, || panic!("a panic that the test wants")), Err(Unfinished::Failed));
    }

    #[test]
    fn a_panic_ends_one_engine_and_proves_nothing() {
        let asked = PropertySet::of(&[Property::ValidDeref]);
        let report = on_own_thread(EngineName::SHAPES, asked, || panic!("a panic that the test wants"));
        assert_eq!((report.engine, report.ended), (EngineName::SHAPES, Ended::Failed));
        assert!(report.proved.is_empty() && report.violations.is_empty());
        let [obstacle] = &report.obstacles[..] else { panic!("one obstacle") };
        assert_eq!(obstacle.what, "internal error in the engine `shapes`: a panic that the test wants");
    }
}
