//! Which elements of an array of a run its runs may stand for.

use super::super::linear::Linear;
use super::super::state::{Object, Run};
use super::super::value::{SymbolId, Value};
use super::matching::{Matching, Nodes, Task};
use crate::interp::ObjectId as Real;

impl<'m> Matching<'m> {
    /// Notes that the runs of an array have to be compared.
    pub fn open_runs(&mut self, array: &Object, real: Real, nodes: &Nodes) {
        let runs = array.runs.iter().map(|run| Task::Run { run: *run, array: real, nodes: nodes.clone() });
        self.several_ways.extend(runs);
    }

    /// All ways in which a run stands for elements.
    pub fn elements(&self, run: &Run, array: Real, nodes: &Nodes) -> Vec<Matching<'m>> {
        let size = self.question.visit.object(array).size;
        let mut alternatives = Vec::new();
        for from in self.places_of(run.from, run.stride, size) {
            let Some(begun) = self.told(run.from, from) else { continue };
            let ends = match run.to {
                Some(to) => begun.places_of(to, run.stride, size),
                None => vec![from + run.stride],
            };
            for to in ends.into_iter().filter(|to| *to >= from) {
                let told = run.to.map_or_else(|| Some(begun.clone()), |bound| begun.told(bound, to));
                alternatives.extend(told.and_then(|way| way.between(run, array, (from, to), nodes)));
            }
        }
        alternatives
    }

    /// The offsets that a bound may be.
    fn places_of(&self, bound: Value, stride: u64, size: u64) -> Vec<u64> {
        let number = |id: SymbolId| {
            let ty = self.question.state.symbols.get(&id)?.range?.ty;
            Some(Linear::number(ty.value(ty.wrap(*self.symbols.get(&id)?))))
        };
        let known = match bound {
            Value::Int(place) => Some(place),
            Value::Symbol(symbol) => {
                let own = self.symbols.get(&symbol).copied();
                let sum = || self.question.state.root_sum(symbol).mapped(&number)?.as_number();
                own.or_else(|| sum().and_then(|place| u64::try_from(place).ok()))
            }
            _ => None,
        };
        known.map_or_else(|| (0..=size / stride).map(|at| at * stride).collect(), |place| vec![place])
    }

    /// With a symbol told, unless it is something else.
    fn told(&self, bound: Value, place: u64) -> Option<Matching<'m>> {
        let mut way = self.clone();
        match bound {
            Value::Symbol(symbol) => (*way.symbols.entry(symbol).or_insert(place) == place).then_some(way),
            _ => Some(way),
        }
    }

    /// A run that stands for the elements between two offsets.
    fn between(mut self, run: &Run, array: Real, (from, to): (u64, u64), nodes: &Nodes) -> Option<Matching<'m>> {
        let (id, visit) = (run.object()?, self.question.visit);
        let object = self.object(id)?;
        let several = object.segment();
        let count = (to - from) / run.stride;
        if several.is_some_and(|segment| u64::from(segment.min) > count) {
            return None;
        }
        for element in (from..to).step_by(run.stride as usize) {
            let next = Real(u32::MAX - self.places.len() as u32);
            let place = *self.places.entry((array, element)).or_insert(next);
            let mut nodes = nodes.clone();
            nodes.extend(several.map(|_| (id, place)));
            for (at, cell) in object.cells.iter().filter(|(_, cell)| cell.width <= 8) {
                let real = visit.value(array, element + at, cell.width);
                let task = Task::Value { claim: cell.value, real, width: cell.width, moved: 0, nodes: nodes.clone() };
                self.open.push(task);
            }
        }
        Some(self)
    }
}
