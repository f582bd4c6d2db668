//! The end of a proof by invariants: do they leave room for a violation?

use super::advice::advice;
use super::bounded::violation;
use super::gaps::{Gap, Hazard, gaps};
use super::invariant::{InvariantConfig, InvariantResult, names};
use crate::base::{Obstacle, Span, Weight};
use crate::logic::{Evaluator, TermId};
use crate::solver::{Meter, SatResult, Solver};
use crate::ssa::LoopRecord;
use crate::synth::Synthesis;
use crate::template::DomainName;
use indexmap::IndexMap;

/// Asks for violations within the invariants, and for anything that the formula says nothing about.
pub(super) fn conclude(
    synthesis: &mut Synthesis,
    config: &InvariantConfig,
    meter: &Meter,
    tried: &[DomainName],
    result: &mut InvariantResult,
) {
    let mut questions: IndexMap<usize, Vec<Hazard>> = IndexMap::new();
    for hazard in hazards(synthesis, tried) {
        questions.entry(synthesis.question_at(hazard.after)).or_default().push(hazard);
    }
    result.proved = questions.into_iter().all(|(question, hazards)| {
        let mut cases = synthesis.cases(question).into_iter();
        let answer = cases.try_for_each(|case| ask(synthesis, config, meter, question, case, &hazards));
        answer.map_err(|obstacles| result.obstacles.extend(obstacles)).is_ok()
    });
}

fn hazards(synthesis: &mut Synthesis, tried: &[DomainName]) -> Vec<Hazard> {
    let (encoding, prefixes) = synthesis.encoding();
    let mut hazards = Vec::new();
    for index in 0..encoding.obligations.len() {
        let term = violation(encoding, prefixes, index);
        let obligation = &encoding.obligations[index];
        let obstacle =
            Obstacle { domains: names(tried), ..Obstacle::open(obligation.error.message(), obligation.span) };
        hazards.push(Hazard { term, after: obligation.after, obstacle });
    }
    hazards.extend(gaps(encoding, prefixes, Gap::NotModelled));
    hazards.extend(gaps(encoding, prefixes, Gap::Cut));
    hazards.retain(|hazard| hazard.term != TermId::FALSE);
    hazards
}

/// Asks whether any of some things can happen under a condition, and why that is not excluded.
fn ask(
    synthesis: &mut Synthesis,
    config: &InvariantConfig,
    meter: &Meter,
    question: usize,
    case: TermId,
    hazards: &[Hazard],
) -> Result<(), Vec<Obstacle>> {
    let loops = synthesis.loops_before(question);
    let (solver, encoding) = synthesis.solver(question);
    let query = encoding.memory.pool.or(hazards.iter().map(|hazard| hazard.term).collect::<Vec<_>>());
    solver.push();
    solver.assert(&encoding.memory.pool, case);
    solver.assert(&encoding.memory.pool, query);
    let answer = meter.ask(solver, &encoding.memory.pool, 1);
    let model = solver.model(&encoding.memory.pool);
    solver.pop();
    match (answer, model) {
        (SatResult::Unsat, _) => Ok(()),
        (SatResult::Unknown(reason), _) => {
            let span = hazards.first().map_or(Span::NONE, |hazard| hazard.obstacle.span);
            Err(vec![Obstacle::new(
                Weight::Detail,
                format!("{reason} on the question whether the invariants exclude a violation"),
                span,
            )])
        }
        (SatResult::Sat, None) => Err(vec![Obstacle::new(Weight::Detail, "a model could not be read", Span::NONE)]),
        (SatResult::Sat, Some(model)) => {
            let mut model = Evaluator::new(model);
            let mut is = |term: TermId| model.eval(&encoding.memory.pool, term).to_bool();
            let happens = hazards.iter().find(|hazard| is(hazard.term));
            let entered: Vec<&LoopRecord> = encoding.loops[..loops].iter().filter(|record| is(record.select)).collect();
            let weak = |record: &LoopRecord| {
                Obstacle::new(Weight::Advice, advice(encoding, config.preset, record, query), record.span)
            };
            let happens = happens.map(|hazard| hazard.obstacle.clone()).into_iter();
            let obstacles = happens.chain(entered.into_iter().map(weak)).collect();
            synthesis.note_violation(&mut model);
            Err(obstacles)
        }
    }
}
