//! Invariants for others to use: what a proof found out about the loops, in words, and as C expressions that hold on
//! every visit of the loop.
//!
//! A row of a template holds after an iteration, not always before the first one, and its variables need not be in scope
//! where the loop stands. So each candidate is inserted into the program as a check; executions and then a proof of the
//! program with the checks decide which remain. What remains is just what a validator accepts.

use super::Subject;
use super::c::Names;
use crate::base::{Location, Progress, Silent};
use crate::check::{InvariantConfig, check_with_invariants};
use crate::config::{CheckAction, CheckPlace, InsertedCheck, RunConfig};
use crate::interp::{BoundaryInputs, Inputs, Interpreter, Outcome, RandomInputs};
use crate::ir::{Program, Property, PropertySet};
use crate::lower::lower_with;
use crate::prepare::{Prepared, prepare};
use crate::verdict::{Fact, LoopInvariant};

/// Executions that candidates have to pass.
const RUNS: u64 = 40;
/// Steps of each.
const STEPS: u64 = 20_000;
/// Candidates that are given up one after the other before all are.
const MOST_ROUNDS: usize = 60;

/// A fact about a loop: what to say, from strong to weak.
struct Candidate {
    place: usize,
    alternatives: Vec<String>,
    /// The one that is tried.
    chosen: usize,
}

impl Candidate {
    fn expression(&self) -> Option<&String> {
        self.alternatives.get(self.chosen)
    }
}

/// What a proof found out, with C expressions that hold; nothing if none can be shown to, with what the configuration allows.
pub fn express(
    subject: &Subject,
    invariants: &[LoopInvariant],
    config: &InvariantConfig,
    progress: &dyn Progress,
) -> Option<Vec<LoopInvariant>> {
    let mut found = merge(invariants);
    let mut candidates: Vec<Candidate> = Vec::new();
    for (place, invariant) in found.iter().enumerate() {
        let names = Names::new(subject.program, invariant.function.as_deref());
        for fact in invariant.facts.iter().flatten() {
            let alternatives = names.expressions(fact);
            let known = |c: &Candidate| c.place == place && c.alternatives == alternatives;
            if !alternatives.is_empty() && !candidates.iter().any(known) {
                candidates.push(Candidate { place, alternatives, chosen: 0 });
            }
        }
    }
    if candidates.is_empty() {
        return None;
    }
    progress.phase("invariants in C", "");
    let place = |invariant: &LoopInvariant| {
        let kind = if invariant.is_statement { CheckPlace::Loop } else { CheckPlace::Statement };
        (invariant.location.clone(), kind)
    };
    let search = Search { subject, config, places: found.iter().map(place).collect() };
    if !search.settle(&mut candidates) {
        return None;
    }
    for candidate in &candidates {
        if let Some(expression) = candidate.expression()
            && !found[candidate.place].expressions.contains(expression)
        {
            found[candidate.place].expressions.push(expression.clone());
        }
    }
    Some(found)
}

/// A loop in a function that is called from several places is found several times: what is said of it, in one place.
fn merge(invariants: &[LoopInvariant]) -> Vec<LoopInvariant> {
    let mut merged: Vec<LoopInvariant> = Vec::new();
    for invariant in invariants {
        if invariant.location.as_ref().is_none_or(|place| place.library) {
            continue;
        }
        match merged.iter_mut().find(|known| known.location == invariant.location) {
            None => merged.push(invariant.clone()),
            Some(known) => match (&mut known.facts, &invariant.facts) {
                (Some(facts), Some(more)) => {
                    let new: Vec<Fact> = more.iter().filter(|fact| !facts.contains(fact)).cloned().collect();
                    facts.extend(new);
                }
                (facts @ None, Some(more)) => *facts = Some(more.clone()),
                (_, None) => {}
            },
        }
    }
    merged
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    config: &'a InvariantConfig<'a>,
    places: Vec<(Option<Location>, CheckPlace)>,
}

impl Search<'_> {
    /// Weakens candidates until all that are left hold. Returns whether that was shown.
    fn settle(&self, candidates: &mut [Candidate]) -> bool {
        for _ in 0..MOST_ROUNDS {
            if self.subject.clock.is_up() || candidates.iter().all(|c| c.expression().is_none()) {
                return false;
            }
            let Some(prepared) = self.insert(candidates) else { return false };
            let program = &prepared.program;
            let mut failed: Vec<usize> = prepared.refused.iter().map(|(number, _)| *number).collect();
            if failed.is_empty() {
                failed = self.execute(program);
            }
            if failed.is_empty() {
                let config = InvariantConfig { properties: PropertySet::of(&[Property::Invariants]), ..*self.config };
                let result = check_with_invariants(prepared.encoded(), &config, &Silent);
                if result.proved {
                    return true;
                }
                failed.extend(result.obstacles.iter().filter_map(|o| program.inserted_at(o.span)));
            }
            failed.sort_unstable();
            failed.dedup();
            if failed.is_empty() {
                return false;
            }
            for number in failed {
                candidates[number].chosen += 1;
            }
        }
        false
    }

    /// The program with the candidates as checks.
    fn insert(&self, candidates: &[Candidate]) -> Option<Prepared> {
        let check = |(number, candidate): (usize, &Candidate)| {
            let (location, place) = &self.places[candidate.place];
            let location = location.as_ref()?;
            Some(InsertedCheck {
                number,
                file: location.file.clone(),
                line: location.line,
                column: Some(location.column),
                function: None,
                place: *place,
                expression: candidate.expression()?.clone(),
                action: CheckAction::Fail,
            })
        };
        let checks: Vec<InsertedCheck> = candidates.iter().enumerate().filter_map(check).collect();
        let Subject { parsed, lower, sources, .. } = self.subject;
        lower_with(parsed, lower, &checks, &mut (*sources).clone()).ok().map(prepare)
    }

    /// The checks that fail in some executions.
    fn execute(&self, program: &Program) -> Vec<usize> {
        let interpreter = Interpreter::new(program);
        let config = RunConfig { max_steps: STEPS, ..self.subject.run.clone() };
        let mut failed = Vec::new();
        let mut run = |inputs: &mut dyn Inputs| {
            let properties = PropertySet::of(&[Property::Invariants]);
            let run = interpreter.run(properties, inputs, &config, &|| self.subject.clock.is_up());
            if let Outcome::Violation(violation) = &run.outcome {
                failed.extend(program.inserted_at(violation.span));
            }
        };
        for variant in 0..BoundaryInputs::VARIANTS {
            run(&mut BoundaryInputs::new(variant));
        }
        for seed in 1..=RUNS {
            run(&mut RandomInputs::new(program, seed));
        }
        failed
    }
}
