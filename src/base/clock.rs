//! The user's time, as the stages see it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// When to come to an end: the user's time is up, or nobody needs the result any more. Nothing else is decided by the
/// clock: what a stage may cost is counted, so that it does the same on every machine.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    stop: Arc<Stop>,
    /// Those that stop this one, too.
    above: Vec<Arc<Stop>>,
}

/// Whether to stop, and those who wait for it.
#[derive(Debug, Default)]
struct Stop {
    is_up: AtomicBool,
    guards: Mutex<()>,
    change: Condvar,
}

/// How often an alarm rings until it is heard.
const AGAIN: Duration = Duration::from_millis(10);

impl Stop {
    fn is_up(&self) -> bool {
        self.is_up.load(Ordering::SeqCst)
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.guards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets a flag and tells those who wait.
    fn set(&self, flag: &AtomicBool) {
        let _lock = self.lock();
        flag.store(true, Ordering::SeqCst);
        self.change.notify_all();
    }
}

impl Clock {
    /// One that is up at a time; the default one never is, unless it is stopped.
    pub fn until(deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..Self::default() }
    }

    /// One that can be stopped for itself, and is up with this one at the latest.
    pub fn part(&self) -> Self {
        let above = self.above.iter().chain([&self.stop]).cloned().collect();
        Self { deadline: self.deadline, stop: Arc::default(), above }
    }

    /// Lets it, its clones and its parts be up at once.
    pub fn stop(&self) {
        self.stop.set(&self.stop.is_up);
    }

    /// Does something that cannot look at the clock: an alarm rings, in another thread, when a part is stopped before it
    /// ends. Of other clocks only the deadline matters: whoever is left behind then is not waited for.
    pub fn guard<T>(&self, alarm: impl Fn() + Sync + Send, work: impl FnOnce() -> T) -> T {
        if self.above.is_empty() {
            return work();
        }
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| self.ring_unless(&over, alarm));
            let result = work();
            self.stop.set(&over);
            result
        })
    }

    fn ring_unless(&self, over: &AtomicBool, alarm: impl Fn()) {
        let mut lock = self.stop.lock();
        while !over.load(Ordering::SeqCst) {
            lock = match self.stop.is_up() {
                false => self.stop.change.wait(lock).unwrap_or_else(PoisonError::into_inner),
                true => {
                    alarm();
                    let (lock, _) = self.stop.change.wait_timeout(lock, AGAIN).unwrap_or_else(PoisonError::into_inner);
                    lock
                }
            };
        }
    }

    /// Whether it was stopped, or what it is a part of.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_up() || self.above.iter().any(|stop| stop.is_up())
    }

    /// Whether to come to an end.
    pub fn is_up(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_up_when_it_is_stopped_or_its_time_has_come() {
        let (never, past) = (Clock::default(), Clock::until(Instant::now()));
        assert!(!never.is_up() && never.left().is_none());
        assert!(past.is_up() && !past.is_stopped() && past.left() == Some(Duration::ZERO));
        never.clone().stop();
        assert!(never.is_up());
    }

    #[test]
    fn a_part_stops_with_the_whole_and_not_the_other_way_round() {
        let whole = Clock::default();
        let (one, other) = (whole.part(), whole.part());
        one.stop();
        assert!(one.is_up() && !whole.is_up() && !other.is_up());
        whole.stop();
        assert!(other.is_up() && other.part().is_up());
    }

    #[test]
    fn an_alarm_rings_when_a_part_is_stopped() {
        for stopped_before in [false, true] {
            let part = Clock::default().part();
            let rung = AtomicBool::new(false);
            if stopped_before {
                part.stop();
            }
            part.guard(
                || rung.store(true, Ordering::SeqCst),
                || {
                    part.stop();
                    while !rung.load(Ordering::SeqCst) {
                        std::thread::yield_now();
                    }
                },
            );
        }
        let quiet = Clock::default().part();
        assert_eq!(quiet.guard(|| panic!("nobody stopped it"), || 7), 7);
    }
}
