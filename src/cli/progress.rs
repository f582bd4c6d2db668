//! What is being done, told to those who wait: every phase with `-v`, one line that changes on a terminal after a
//! second, nothing otherwise; and violations as soon as they are confirmed.

use super::colour;
use super::output::{stderr, stdout};
use crate::base::{self, SourceMap};
use crate::driver::Listener;
use crate::report;
use crate::verdict::Finding;
use std::io::IsTerminal;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter work is not worth a line.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line is written.
const TICK: Duration = Duration::from_millis(250);
/// Characters of the line; more would wrap.
const WIDTH: usize = 78;

/// Tells phases with the time since the start.
pub(super) struct Progress {
    verbose: bool,
    findings: Findings,
    started: Instant,
    state: Mutex<State>,
    over: Condvar,
}

/// How violations are told before all is known.
pub(super) enum Findings {
    /// Not at all.
    AtTheEnd,
    /// As text, about the program of this name.
    Text(String),
    /// As a line of JSON each.
    JsonLines,
}

#[derive(Default)]
struct State {
    phase: String,
    told: Vec<Finding>,
    shown: bool,
    over: bool,
}

impl Progress {
    /// Begins to tell: all phases if `verbose`, nothing if `quiet` or if nobody watches.
    pub fn start(verbose: bool, quiet: bool, findings: Findings, started: Instant) -> Arc<Self> {
        let progress = Arc::new(Self { verbose, findings, started, state: Mutex::default(), over: Condvar::new() });
        if !verbose && !quiet && std::io::stderr().is_terminal() {
            let ticking = progress.clone();
            // Without a thread there is no line, and nothing else is lost.
            let _ = std::thread::Builder::new().name("progress".into()).spawn(move || ticking.tick());
        }
        progress
    }

    /// Ends telling and leaves nothing on the screen.
    pub fn finish(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.over = true;
        if state.shown {
            stderr("\r\x1b[K");
        }
        drop(state);
        self.over.notify_all();
    }

    /// The violations that were told.
    pub fn told(&self) -> Vec<Finding> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).told.clone()
    }

    fn tick(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.over {
            let elapsed = self.started.elapsed();
            if elapsed >= PATIENCE {
                stderr(&format!("\r\x1b[K{}", line(elapsed, &state.phase)));
                state.shown = true;
            }
            state = self.over.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn line(elapsed: Duration, phase: &str) -> String {
    format!("{:3} s  {phase}", elapsed.as_secs()).chars().take(WIDTH).collect()
}

impl base::Progress for Progress {
    fn phase(&self, name: &str, detail: &str) {
        let separator = if detail.is_empty() { "" } else { ": " };
        if self.verbose {
            let elapsed = self.started.elapsed().as_secs_f64();
            stderr(&format!("heapwright: [{elapsed:7.3} s] {name}{separator}{detail}\n"));
        }
        // What was found is no phase.
        if name != "invariant" {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.phase = format!("{name}{separator}{detail}");
        }
    }
}

impl Listener for Progress {
    fn found(&self, finding: &Finding, sources: &SourceMap) {
        let text = match &self.findings {
            Findings::AtTheEnd => return,
            Findings::Text(name) => colour::paint_if_wanted(report::finding(finding, name, sources)),
            Findings::JsonLines => report::finding_line(finding),
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.over {
            return;
        }
        if std::mem::take(&mut state.shown) {
            stderr("\r\x1b[K");
        }
        stdout(&text);
        state.told.push(finding.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_the_screen() {
        assert_eq!(line(Duration::from_secs(12), "bounded check: k = 4"), " 12 s  bounded check: k = 4");
        assert_eq!(line(Duration::from_secs(5), &"ä".repeat(200)).chars().count(), WIDTH);
    }
}
