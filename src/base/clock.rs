//! The user's time, as the stages see it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When to come to an end: the user's time is up, or nobody needs the result any more. Nothing else is decided by the
/// clock: what a stage may cost is counted, so that it does the same on every machine.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl Clock {
    /// One that is up at a time; the default one never is, unless it is stopped.
    pub fn until(deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..Self::default() }
    }

    /// Lets it, and all its clones, be up at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether to come to an end.
    pub fn is_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
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
        assert!(past.is_up() && past.left() == Some(Duration::ZERO));
        never.clone().stop();
        assert!(never.is_up());
    }
}
