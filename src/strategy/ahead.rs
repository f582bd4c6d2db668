//! Steps before their turn: where there are cores to spare, engines begin with what they will probably be asked next.
//!
//! In: the steps, in order. Out: the report of each when it is its turn. A step that begins early is given the task that it would get if
//! the steps before it found nothing; its report counts only if that is the task it is then asked. So reports are the same
//! with any number of cores, and the time at which a step begins decides nothing.

use super::steps::Step;
use super::{Context, Plan};
use crate::base::{Clock, Progress};
use crate::engine::{EngineName, Report, Task, Working};
use crate::ir::PropertySet;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

/// Most programs are decided before it is worth to begin with more, and how often it is then looked for idle cores.
const PATIENCE: Duration = Duration::from_millis(60);

/// The steps that have begun.
pub(super) struct Ahead<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    context: &'env Context<'env>,
    begun: Vec<Begun<'scope>>,
}

/// A step that has begun.
struct Begun<'scope> {
    step: &'static Step,
    properties: PropertySet,
    working: Working<'scope>,
    clock: Clock,
    held: Arc<Held<'scope>>,
}

impl<'scope, 'env> Ahead<'scope, 'env> {
    /// For the steps of a job.
    pub fn new(scope: &'scope Scope<'scope, 'env>, context: &'env Context<'env>) -> Self {
        Self { scope, context, begun: Vec::new() }
    }

    /// The report of a step whose turn it is. Meanwhile, others of those to come begin.
    pub fn report(
        &mut self,
        step: &'static Step,
        properties: PropertySet,
        earlier: &[Arc<Report>],
        to_come: &dyn Fn() -> Vec<&'static Step>,
    ) -> Report {
        let early = self.begun.iter().position(|begun| std::ptr::eq(begun.step, step));
        let now = match early.map(|index| self.begun.remove(index)) {
            Some(early) => early,
            None => self.begin(step, properties, earlier, self.context.clock.clone()),
        };
        now.held.release();
        while !now.working.ends_within(PATIENCE) {
            self.look_ahead(now.step, properties, earlier, to_come);
        }
        now.working.report()
    }

    /// Stops what was begun for other properties than those that are open now.
    pub fn keep(&mut self, properties: PropertySet) {
        for begun in self.begun.extract_if(.., |begun| begun.properties != properties) {
            begun.clock.stop();
        }
    }

    fn begin(
        &self,
        step: &'static Step,
        properties: PropertySet,
        earlier: &[Arc<Report>],
        clock: Clock,
    ) -> Begun<'scope> {
        let held = Arc::new(Held::new(self.context.progress));
        let heeds = step.engine.heeds();
        let earlier: Vec<Arc<Report>> =
            earlier.iter().filter(|report| heeds.contains(&report.engine)).cloned().collect();
        let task = self.context.task(properties);
        let work = {
            let (clock, held) = (clock.clone(), held.clone());
            move || step.engine.work(&Task { earlier: &earlier, clock: &clock, progress: &*held, ..task }, &step.budget)
        };
        let working = Working::begin(self.scope, step.engine.name(), properties, work);
        Begun { step, properties, working, clock, held }
    }

    /// Begins with the first step to come that does not depend on one that is not done yet.
    fn look_ahead(
        &mut self,
        now: &'static Step,
        properties: PropertySet,
        earlier: &[Arc<Report>],
        to_come: &dyn Fn() -> Vec<&'static Step>,
    ) {
        let at_work = 1 + self.begun.iter().filter(|begun| !begun.working.ends_within(Duration::ZERO)).count();
        if !has_room(self.context.plan, at_work) {
            return;
        }
        let mut open: Vec<EngineName> = vec![now.engine.name()];
        for step in to_come() {
            let has_begun = self.begun.iter().any(|begun| std::ptr::eq(begun.step, step));
            if !has_begun && !step.engine.heeds().iter().any(|engine| open.contains(engine)) {
                let begun = self.begin(step, properties, earlier, self.context.clock.part());
                self.begun.push(begun);
                return;
            }
            open.push(step.engine.name());
        }
    }
}

impl Drop for Ahead<'_, '_> {
    fn drop(&mut self) {
        self.begun.iter().for_each(|begun| begun.clock.stop());
    }
}

/// Whether one more step may work beside those that do.
fn has_room(plan: &Plan, at_work: usize) -> bool {
    match plan.jobs {
        Some(jobs) => at_work < jobs,
        None => {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            at_work < cores && running().is_none_or(|running| running < cores)
        }
    }
}

/// How many threads run on the machine beside this one, where the system tells it.
fn running() -> Option<usize> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    let running: usize = load.split_whitespace().nth(3)?.split('/').next()?.parse().ok()?;
    running.checked_sub(1)
}

/// What a step tells before its turn, kept until then.
struct Held<'a> {
    to: &'a dyn Progress,
    phases: Mutex<Option<Vec<(String, String)>>>,
}

impl<'a> Held<'a> {
    fn new(to: &'a dyn Progress) -> Self {
        Self { to, phases: Mutex::new(Some(Vec::new())) }
    }

    /// Tells all there is, and from now on at once.
    fn release(&self) {
        let mut phases = self.phases.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, detail) in phases.take().unwrap_or_default() {
            self.to.phase(&name, &detail);
        }
    }
}

impl Progress for Held<'_> {
    fn phase(&self, name: &str, detail: &str) {
        match &mut *self.phases.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(phases) => phases.push((name.to_string(), detail.to_string())),
            None => self.to.phase(name, detail),
        }
    }
}
