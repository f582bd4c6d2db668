//! Invariants by templates as an engine: the attempts of a preset one after the other, from cheap to strong.

use super::{Budget, Ended, Engine, EngineName, Report, Task, is_about_values};
use crate::check::{InvariantConfig, InvariantResult, check_with_invariants};
use crate::ir::{Property, PropertySet};
use crate::template::Attempt;

/// The engine.
pub struct Templates;

/// The least resources for an attempt, however little is left of the budget.
const LEAST: u64 = 2_000_000;

impl EngineName {
    /// Invariants by templates.
    pub const TEMPLATES: EngineName = EngineName("templates");
}

impl Engine for Templates {
    fn name(&self) -> EngineName {
        EngineName::TEMPLATES
    }

    fn about(&self) -> &'static str {
        "Invariants by templates"
    }

    fn only_proves(&self) -> bool {
        true
    }

    fn heeds(&self) -> &'static [EngineName] {
        &[EngineName::TEMPLATES]
    }

    fn work(&self, task: &Task, budget: &Budget) -> Report {
        let mut report = Report::new(self.name(), task.properties);
        let done: Vec<_> = task.earlier_of(self.name()).flat_map(|report| report.attempts.clone()).collect();
        let mut left = budget.resources;
        // What is about values is proved on its own: it needs less of the formula.
        let groups: &[fn(Property) -> bool] =
            if budget.plain_loops { &[is_about_values] } else { &[is_about_values, |p| !is_about_values(p)] };
        for (number, attempt) in task.preset.attempts.iter().enumerate() {
            if budget.plain_loops && (attempt.unroll != 0 || attempt.induction != 1) {
                continue;
            }
            for group in groups {
                let proved = report.proved;
                let properties = task.properties.only(|property| group(property) && !proved.contains(property));
                if properties.is_empty() || done.contains(&(number, properties)) {
                    continue;
                }
                if left == 0 || task.clock.is_up() {
                    report.ended = Ended::CutShort;
                    return report;
                }
                // The last attempts are there for what the first ones cannot do: something is kept for them.
                let resources = (left / 2).max(LEAST).min(left);
                let config = attempt_config(task, properties, attempt, &Budget { resources, ..*budget });
                let result = check_with_invariants(task.encoded, &config, task.progress);
                left = left.saturating_sub(result.resources.max(1));
                if result.cut {
                    report.ended = Ended::CutShort;
                } else {
                    report.attempts.push((number, properties));
                }
                let has_loops = result.loops > 0;
                if result.proved {
                    report.proved = properties.iter().fold(report.proved, PropertySet::with);
                    report.proof = Some(number);
                    // Obstacles of what is proved now are none.
                    report.obstacles.clear();
                }
                take(&mut report, result);
                if !has_loops {
                    return report;
                }
            }
        }
        // What was left out of the preset is for another time.
        if budget.plain_loops {
            report.ended = Ended::CutShort;
        }
        report
    }
}

/// How properties are proved by one attempt of the preset.
pub fn attempt_config<'a>(
    task: &Task<'a>,
    properties: PropertySet,
    attempt: &'a Attempt,
    budget: &Budget,
) -> InvariantConfig<'a> {
    InvariantConfig {
        properties,
        attempt,
        preset: task.preset,
        malloc_may_fail: task.run.malloc_may_fail,
        all_stages: false,
        only_whole: false,
        resources: budget.resources,
        statements: budget.statements,
        terms: budget.terms,
        clock: task.clock,
    }
}

/// Looks for the first attempt of the preset that proves all that is asked at once.
pub fn prove_again(task: &Task, budget: &Budget) -> Report {
    let mut report = Report::new(EngineName::TEMPLATES, task.properties);
    let mut left = budget.resources;
    for (number, attempt) in task.preset.attempts.iter().enumerate() {
        if left == 0 || task.clock.is_up() {
            report.ended = Ended::CutShort;
            break;
        }
        let config = attempt_config(task, task.properties, attempt, &Budget { resources: left, ..*budget });
        let config = InvariantConfig { only_whole: true, ..config };
        let result = check_with_invariants(task.encoded, &config, task.progress);
        left = left.saturating_sub(result.resources);
        if result.proved {
            report.proved = task.properties;
            report.proof = Some(number);
            take(&mut report, result);
            break;
        }
    }
    report
}

/// What the first attempt of the preset can say about the loops, whatever is proved by it.
pub fn survey(task: &Task, budget: &Budget) -> Report {
    let mut report = Report::new(EngineName::TEMPLATES, task.properties);
    let Some(attempt) = task.preset.attempts.first() else { return report };
    let config = attempt_config(task, task.properties, attempt, budget);
    let result = check_with_invariants(task.encoded, &InvariantConfig { all_stages: true, ..config }, task.progress);
    if result.proved {
        report.proved = task.properties;
    }
    if result.cut {
        report.ended = Ended::CutShort;
    }
    take(&mut report, result);
    report
}

/// Takes over what an attempt says beside its verdict.
fn take(report: &mut Report, result: InvariantResult) {
    report.count("queries", result.queries);
    report.count("iterations", result.iterations);
    report.count("solver resources", result.resources);
    report.solver_time += result.solver_time;
    report.invariants = result.invariants;
    report.objects = result.objects;
    if !result.proved {
        report.obstacles.extend(result.obstacles);
    }
}
