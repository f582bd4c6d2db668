//! The end of a proof by invariants: do they leave room for a violation?

use super::advice::advice;
use super::beyond::{Beyond, Open, places};
use super::bounded::violation;
use super::invariant::{InvariantConfig, InvariantResult, names};
use crate::base::{Obstacle, Span};
use crate::logic::{Evaluator, TermId};
use crate::solver::{Meter, SatResult, Solver};
use crate::ssa::LoopRecord;
use crate::synth::Synthesis;
use crate::template::DomainName;
use indexmap::IndexMap;

/// Asks for violations within the invariants, and for anything beyond the formula.
pub(super) fn conclude(
    synthesis: &mut Synthesis,
    config: &InvariantConfig,
    meter: &Meter,
    tried: &[DomainName],
    result: &mut InvariantResult,
) {
    let mut questions: IndexMap<usize, Vec<Open>> = IndexMap::new();
    for open in everything_open(synthesis, tried) {
        questions.entry(synthesis.question_at(open.after)).or_default().push(open);
    }
    result.proved = questions.into_iter().all(|(question, open)| {
        let mut ways = synthesis.ways(question).into_iter();
        let answer = ways.try_for_each(|way| ask(synthesis, config, meter, question, way, &open));
        answer.map_err(|obstacles| result.obstacles.extend(obstacles)).is_ok()
    });
}

fn everything_open(synthesis: &mut Synthesis, tried: &[DomainName]) -> Vec<Open> {
    let (encoding, prefixes) = synthesis.encoding();
    let mut open = Vec::new();
    for index in 0..encoding.obligations.len() {
        let term = violation(encoding, prefixes, index);
        let obligation = &encoding.obligations[index];
        let what = format!("the invariants that were found do not exclude: {}", obligation.error.message());
        let obstacle = Obstacle { what, span: obligation.span, domains: names(tried) };
        open.push(Open { term, after: obligation.after, obstacle });
    }
    open.extend(places(encoding, prefixes, Beyond::NotModelled));
    open.extend(places(encoding, prefixes, Beyond::Residual));
    open.retain(|open| open.term != TermId::FALSE);
    open
}

/// Asks whether any of some things can happen under a condition, and why that is not excluded.
fn ask(
    synthesis: &mut Synthesis,
    config: &InvariantConfig,
    meter: &Meter,
    question: usize,
    way: TermId,
    open: &[Open],
) -> Result<(), Vec<Obstacle>> {
    let loops = synthesis.loops_before(question);
    let (solver, encoding) = synthesis.solver(question);
    let query = encoding.memory.pool.or(open.iter().map(|open| open.term).collect::<Vec<_>>());
    solver.push();
    solver.assert(&encoding.memory.pool, way);
    solver.assert(&encoding.memory.pool, query);
    let answer = meter.ask(solver, &encoding.memory.pool, 1);
    let model = solver.model(&encoding.memory.pool);
    solver.pop();
    match (answer, model) {
        (SatResult::Unsat, _) => Ok(()),
        (SatResult::Unknown(reason), _) => {
            let span = open.first().map_or(Span::NONE, |open| open.obstacle.span);
            Err(vec![Obstacle::new(
                format!("{reason} on the question whether the invariants exclude a violation"),
                span,
            )])
        }
        (SatResult::Sat, None) => Err(vec![Obstacle::new("a model could not be read", Span::NONE)]),
        (SatResult::Sat, Some(model)) => {
            let mut model = Evaluator::new(model);
            let mut is = |term: TermId| model.eval(&encoding.memory.pool, term).to_bool();
            let happens = open.iter().find(|open| is(open.term));
            let entered: Vec<&LoopRecord> = encoding.loops[..loops].iter().filter(|record| is(record.select)).collect();
            let weak = |record: &LoopRecord| Obstacle::new(advice(encoding, config.preset, record, query), record.span);
            Err(happens.map(|open| open.obstacle.clone()).into_iter().chain(entered.into_iter().map(weak)).collect())
        }
    }
}
