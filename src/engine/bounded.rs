//! The bounded check as an engine: exact within a number of unwindings, and a proof if no execution needs more.

use super::{Budget, Ended, Engine, EngineName, Judgement, Report, Task, gravest, judge};
use crate::check::{BoundedConfig, check_bounded};

/// The engine.
pub struct Bounded;

impl EngineName {
    /// The bounded check.
    pub const BOUNDED: EngineName = EngineName("bounded");
}

impl Engine for Bounded {
    fn name(&self) -> EngineName {
        EngineName::BOUNDED
    }

    fn about(&self) -> &'static str {
        "The bounded check"
    }

    fn heeds(&self) -> &'static [EngineName] {
        &[EngineName::BOUNDED]
    }

    fn work(&self, task: &Task, budget: &Budget) -> Report {
        let mut report = Report::new(self.name(), task.properties);
        if task.properties.is_empty() {
            return report;
        }
        let bounds = task.unwind.as_ref().map_or(open_bounds(task, budget.bounds), std::slice::from_ref);
        if bounds.is_empty() {
            return report;
        }
        let result = check_bounded(task.encoded, task.program, &bounded_config(task, budget, bounds), task.progress);
        let mut reliable = true;
        for run in result.violations {
            match judge(task, &run) {
                Judgement::Real => report.violations.push(gravest(task, run)),
                Judgement::Doubtful(obstacles) => {
                    // Whoever found it must not call it excluded.
                    reliable = false;
                    report.obstacles.extend(obstacles);
                }
            }
        }
        let refuted = report.refuted();
        if result.proved && reliable {
            report.proved = task.properties.only(|property| !refuted.contains(property));
        }
        report.count("queries", result.queries);
        report.count("statements encoded", result.statements);
        report.count("solver resources", result.resources);
        report.unwind = result.unwind;
        report.searched = result.searched;
        report.solver_time = result.solver_time;
        report.obstacles.extend(result.obstacles);
        report.ended = match () {
            () if result.exhausted && !result.cut => Ended::Exhausted,
            // Higher bounds are for another time.
            () if !result.proved && task.unwind.is_none() => Ended::CutShort,
            () => Ended::Finished,
        };
        report
    }
}

/// Those of growing bounds within which an earlier report leaves something open.
fn open_bounds(task: &Task, bounds: &'static [u32]) -> &'static [u32] {
    let reports = task.earlier_of(EngineName::BOUNDED);
    let asked = |report: &&Report| task.properties.iter().all(|property| report.asked.contains(property));
    let searched = reports.filter(asked).map(|report| report.searched).max().unwrap_or(0);
    &bounds[bounds.partition_point(|&bound| bound <= searched)..]
}

/// How the open properties are checked within bounds.
pub fn bounded_config<'a>(task: &Task<'a>, budget: &Budget, bounds: &'a [u32]) -> BoundedConfig<'a> {
    BoundedConfig {
        properties: task.properties,
        first_only: task.first_only,
        bounds,
        malloc_may_fail: task.run.malloc_may_fail,
        resources: budget.resources,
        statements: budget.statements,
        terms: budget.terms,
        clock: task.clock,
        run: task.run,
    }
}
