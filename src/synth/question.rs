//! Questions: which of all that is known matters for one, and a solver that knows just that.
//!
//! What is asked at the end of a loop's body, or checked in that loop, is about the same part of the formula, so there
//! is one solver per loop, and one for what is outside of all loops. Each knows the assumptions and the instances of
//! heads that can matter there. To know less is always sound; to let every question carry the whole program makes the
//! work for many loops in a row grow with the cube of their number, and a model of what nobody asked for be found.

use super::heads::Heads;
use crate::logic::{FastSet, TermId};
use crate::solver::{Backend, Meter, Solver, SolverConfig, Z3Solver};
use crate::ssa::{Encoding, LoopRecord, Prefixes};
use crate::template::Harvest;

/// One solver, and what it is for.
pub(super) struct Question {
    /// The loops before this number can matter for it.
    pub loops: usize,
    /// For each of these and its classes: the nodes at which the head is looked at; for its arrays after that, the
    /// indices.
    pub instances: Vec<Vec<Vec<TermId>>>,
    /// Has been told what holds whatever the invariants are.
    pub solver: Z3Solver,
}

/// The innermost loop in which something can be that comes after a number of assumptions.
pub(super) fn loop_at(records: &[LoopRecord], position: usize) -> Option<usize> {
    (0..records.len()).rev().find(|&index| is_at(&records[index], position))
}

fn is_at(record: &LoopRecord, position: usize) -> bool {
    record.assumptions.start <= position && position <= record.assumptions.end
}

/// The questions about all loops, and about what is outside of them.
pub(super) fn questions(
    encoding: &mut Encoding,
    records: &[LoopRecord],
    harvests: &[Harvest],
    heads: &Heads,
    prefixes: &Prefixes,
    meter: &Meter,
) -> Vec<Question> {
    let mut roots: Vec<Vec<TermId>> = Vec::new();
    for (index, harvest) in harvests.iter().enumerate() {
        roots.push(end_of_body(encoding, &records[index], &heads.witnesses[index], harvest));
    }
    roots.push(Vec::new());
    let mut look = |position: usize, terms: &[TermId]| {
        roots[loop_at(records, position).unwrap_or(records.len())].extend_from_slice(terms);
    };
    for obligation in &encoding.obligations {
        look(obligation.after, &[obligation.guard, obligation.condition]);
    }
    for residual in &encoding.residuals {
        look(residual.after, &[residual.guard]);
    }
    for reached in encoding.unsupported.iter().chain(&encoding.externals) {
        look(reached.after, &[reached.guard]);
    }
    let places = records.iter().map(Some).chain([None]).zip(roots);
    places.map(|(record, roots)| Question::new(encoding, records, heads, prefixes, record, roots, meter)).collect()
}

/// What is looked at where the body of a loop ends.
fn end_of_body(encoding: &mut Encoding, record: &LoopRecord, witnesses: &[TermId], harvest: &Harvest) -> Vec<TermId> {
    let mut roots = vec![record.head_guard, record.back_guard];
    roots.extend(record.variables.iter().map(|variable| variable.after));
    roots.extend(harvest.conditions.iter().flat_map(|condition| [condition.before, condition.after]));
    roots.extend(harvest.ends.places.iter().map(|&(_, _, end)| end));
    roots.extend(harvest.ends.bytes.iter().map(|&(_, after)| after));
    for (class, &witness) in record.classes.iter().zip(witnesses) {
        let arrays = class.fields.iter().chain(&class.kept).map(|field| field.after).chain([class.exists.1]);
        roots.extend(arrays.map(|array| encoding.memory.element(array, witness)));
    }
    roots
}

impl Question {
    /// The question that looks at some terms in a loop, or outside of all.
    fn new(
        encoding: &mut Encoding,
        records: &[LoopRecord],
        heads: &Heads,
        prefixes: &Prefixes,
        record: Option<&LoopRecord>,
        roots: Vec<TermId>,
        meter: &Meter,
    ) -> Self {
        let end = record.map_or(encoding.assumptions.len(), |record| record.assumptions.end);
        let loops = records.iter().filter(|other| other.assumptions.start <= end).count();
        let around = |other: &LoopRecord| record.is_some_and(|record| is_at(other, record.assumptions.start));
        let over: Vec<&LoopRecord> = records.iter().filter(|other| !around(other)).collect();
        let (mut looked_at, over) = Self::look(encoding, over, end, roots);

        let mut instances = Vec::new();
        for (record, nodes) in records.iter().zip(&heads.instances).take(loops).rev() {
            let mut of_loop = nodes.clone();
            for (class, nodes) in record.classes.iter().zip(&mut of_loop) {
                let known = encoding.memory.dereferenced();
                let variable = |array: TermId, node: TermId| known.get(&array).and_then(|at| at.get(&node));
                let seen = |node: TermId| {
                    class.arrays().any(|array| variable(array, node).is_some_and(|v| looked_at.contains(v)))
                };
                nodes.retain(|&node| seen(node));
                // What a node keeps from before the loop is known from the heads of loops before.
                for field in &class.kept {
                    let kept: Vec<TermId> =
                        nodes.iter().map(|&node| encoding.memory.element(field.before, node)).collect();
                    looked_at.extend(encoding.memory.pool.free_vars(&kept));
                }
            }
            instances.push(of_loop);
        }
        instances.reverse();

        let mut assertions = encoding.memory.constraints.clone();
        let keep = |number: usize| number < end && !over.iter().any(|record| record.assumptions.contains(&number));
        assertions.extend(prefixes.definitions(encoding, keep));
        let facts = heads.facts.iter().filter(|fact| {
            let of_loop = instances.get(fact.index);
            of_loop.is_some_and(|classes| fact.nodes.iter().all(|(class, node)| classes[*class].contains(node)))
        });
        assertions.extend(facts.map(|fact| fact.term));
        let mut solver = meter.solver(SolverConfig { backend: Backend::Mixed, ..SolverConfig::default() });
        assertions.iter().for_each(|term| solver.assert(&encoding.memory.pool, *term));
        Self { loops, instances, solver }
    }

    /// The variables that matter, and which of the loops that are over do not: those from whose bodies no value is
    /// looked at. What such a loop leaves behind is known by its invariant.
    fn look<'a>(
        encoding: &Encoding,
        mut over: Vec<&'a LoopRecord>,
        end: usize,
        mut roots: Vec<TermId>,
    ) -> (FastSet<TermId>, Vec<&'a LoopRecord>) {
        let inside = |over: &[&LoopRecord], number: usize| over.iter().any(|r| r.assumptions.contains(&number));
        let outside = (0..end).filter(|&number| !inside(&over, number));
        roots.extend(outside.map(|number| encoding.assumptions[number]));
        loop {
            let looked_at = encoding.memory.pool.free_vars(&roots);
            let (left, matter): (Vec<&LoopRecord>, Vec<&LoopRecord>) =
                over.iter().partition(|record| !looked_at.iter().any(|variable| record.terms.contains(variable)));
            if matter.is_empty() {
                return (looked_at.into_iter().collect(), left);
            }
            let made = matter.into_iter().flat_map(|record| record.assumptions.clone());
            roots.extend(made.filter(|&number| number < end).map(|number| encoding.assumptions[number]));
            over = left;
        }
    }
}
