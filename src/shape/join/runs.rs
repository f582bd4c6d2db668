//! Joining runs of elements: those of two arrays are paired in order, and one that only one side has may be empty in the result.

use super::super::linear::Linear;
use super::super::state::{Object, Run, Segment, Shape, State};
use super::super::value::{Fact, ObjectId, Pointer, Range, Value};
use super::numbers::Slot;
use super::{Holder, Joiner, Loss, Partner, Side};
use crate::ir::IntType;

/// A bound of a run on one side.
#[derive(Clone)]
struct Bound {
    sum: Linear,
    value: Option<Value>,
}

/// The rest of the runs of an array of one side.
#[derive(Clone, Copy)]
struct Rest<'r> {
    array: &'r Object,
    /// How many were paired.
    done: usize,
}

impl<'r> Rest<'r> {
    fn next(self) -> Option<Run> {
        self.array.runs.get(self.done).copied()
    }

    fn left_over(self) -> usize {
        self.array.runs.len() - self.done
    }

    fn behind(self) -> Self {
        Self { done: self.done + 1, ..self }
    }

    /// Places where a run without elements may be, the likeliest first: at the end of the array, if the run is there elsewhere.
    fn places(self, state: &State, at_end: bool) -> Vec<Linear> {
        let before = self.done.checked_sub(1).and_then(|at| state.end_of(self.array.runs.get(at)?));
        let after = self.next().and_then(|run| state.start_of(&run));
        match (before, after) {
            (None, None) if at_end => vec![state.least_size(self.array), Linear::number(0)],
            (None, None) => vec![Linear::number(0), state.least_size(self.array)],
            (before, after) => after.into_iter().chain(before).collect(),
        }
    }
}

impl Joiner<'_> {
    /// The runs of an array that stands for two.
    pub(super) fn runs(&mut self, a: &Object, b: &Object, holder: Holder) -> Option<Vec<Run>> {
        let (left, right) = (Rest { array: a, done: 0 }, Rest { array: b, done: 0 });
        self.rest(left, right, holder)
    }

    fn rest(&mut self, left: Rest, right: Rest, holder: Holder) -> Option<Vec<Run>> {
        self.fuel = self.fuel.checked_sub(1)?;
        let (Some(x), Some(y)) = (left.next(), right.next()) else {
            return match (left.next(), right.next()) {
                (Some(x), None) => self.one_more((Side::Left, x), left, right, holder),
                (None, Some(y)) => self.one_more((Side::Right, y), left, right, holder),
                _ => Some(Vec::new()),
            };
        };
        // A single element, and those before it, are rather what they are on the other side, too.
        let (more_left, more_right) = (left.left_over(), right.left_over());
        let held = |state: &State, run: Run| run.object().and_then(|id| state.objects.get(&id).cloned());
        let alike = held(self.left, x).zip(held(self.right, y)).is_some_and(|(a, b)| a.holds_like(&b));
        let tellers = |state: &State, run: Run| state.end_of(&run).map(|end| state.tellers(&end, run.stride));
        let elsewhere = tellers(self.left, x) != tellers(self.right, y);
        if (x.to.is_none() != y.to.is_none() || !alike || elsewhere) && more_left != more_right {
            let longer = if more_left > more_right { (Side::Left, x) } else { (Side::Right, y) };
            let found = self.attempt(|this| this.one_more(longer, left, right, holder));
            if found.is_some() {
                return found;
            }
        }
        let both = self.attempt(|this| {
            let run = this.both(x, y)?;
            let rest = this.rest(left.behind(), right.behind(), holder)?;
            Some([run].into_iter().chain(rest).collect())
        });
        let both = both.or_else(|| self.attempt(|this| this.one_more((Side::Left, x), left, right, holder)));
        both.or_else(|| self.one_more((Side::Right, y), left, right, holder))
    }

    fn both(&mut self, x: Run, y: Run) -> Option<Run> {
        let object = self.objects(x.object()?, y.object()?)?;
        let from = self.bound(self.start(Side::Left, x)?, self.start(Side::Right, y)?)?;
        let to = match (x.to, y.to) {
            (None, None) => None,
            _ => Some(self.bound(self.end(Side::Left, x)?, self.end(Side::Right, y)?)?),
        };
        (x.stride == y.stride).then_some(Run {
            from,
            to,
            stride: x.stride,
            elements: Value::Pointer(Pointer::to(object)),
        })
    }

    /// A run of one side, in front of the rest, that has no elements on the other side.
    fn one_more(&mut self, (side, run): (Side, Run), left: Rest, right: Rest, holder: Holder) -> Option<Vec<Run>> {
        if self.nodes.is_some() || (self.loss == Loss::Nothing && side == Side::Right) {
            return None;
        }
        let (here, there) = if side == Side::Left { (left, right) } else { (right, left) };
        let state = self.state(if side == Side::Left { Side::Right } else { Side::Left });
        let own = self.state(side);
        let ends = own.end_of(&run).is_some_and(|end| own.are_equal(&end, &own.least_size(here.array)));
        let at_end = ends && own.start_of(&run).is_none_or(|start| start != Linear::number(0));
        for place in there.places(state, at_end) {
            let found = self.attempt(|this| {
                let empty = Bound { value: place.as_number().map(|number| Value::Int(number as u64)), sum: place };
                let (start, end) = (this.start(side, run)?, this.end(side, run)?);
                let ordered = |own: Bound, other: Bound| if side == Side::Left { (own, other) } else { (other, own) };
                let (a, b) = ordered(start, empty.clone());
                let from = this.bound(a, b)?;
                let (a, b) = ordered(end, empty);
                let to = Some(this.bound(a, b)?);
                let elements = Value::Pointer(Pointer::to(this.elements_of_one_side(side, run.object()?, holder)?));
                let first = Run { from, to, elements, ..run };
                let (left, right) = if side == Side::Left { (here.behind(), there) } else { (there, here.behind()) };
                let rest = this.rest(left, right, holder)?;
                Some([first].into_iter().chain(rest).collect())
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// What elements hold that one side does not have.
    fn elements_of_one_side(&mut self, side: Side, id: ObjectId, holder: Holder) -> Option<ObjectId> {
        let object = self.state(side).objects.get(&id)?.clone();
        if self.partners(side).contains_key(&id) || (self.loss == Loss::Nothing && object.segment().is_none()) {
            return None;
        }
        let result = self.new_object(holder.owner, true);
        self.pair(side, id, Partner::Part, result);
        let shape = Shape::Segment(Segment::by_place());
        let mut new = Object { shape, owner: holder.owner, ..(*object).clone() };
        self.inserting_list = true;
        for value in new.values_mut() {
            *value = self.one_sided(side, *value, id, result)?;
        }
        self.complete(result, new);
        Some(result)
    }

    fn start(&self, side: Side, run: Run) -> Option<Bound> {
        Some(Bound { sum: self.state(side).start_of(&run)?, value: Some(run.from) })
    }

    fn end(&self, side: Side, run: Run) -> Option<Bound> {
        Some(Bound { sum: self.state(side).end_of(&run)?, value: run.to })
    }

    /// The bound that stands for two.
    fn bound(&mut self, x: Bound, y: Bound) -> Option<Value> {
        if self.nodes.is_some() {
            return x.value.filter(|value| Some(*value) == y.value);
        }
        let numbers = x.sum.as_number().zip(y.sum.as_number());
        if let Some((number, _)) = numbers.filter(|(x, y)| x == y) {
            return Some(Value::Int(number as u64));
        }
        let (least, greatest) = (|state: &State, sum| state.least(sum), |state: &State, sum| state.greatest(sum));
        let (low, high) = (least(self.right, &y.sum)?, greatest(self.right, &y.sum)?);
        match self.loss {
            Loss::Numbers => {
                let own = (least(self.left, &x.sum)?, greatest(self.left, &x.sum)?);
                let (low, high) = super::numbers::stretched(own, (low, high), 0);
                let high = high.min(i64::MAX.into());
                let range = Range { ty: IntType::signed(64), low: low.max(0), high };
                self.measure(Some(x.sum), Some(y.sum), range).map(Value::Symbol)
            }
            Loss::Lengths | Loss::Nothing => {
                let Some(Value::Symbol(symbol)) = x.value else { return None };
                let known = self.slots.iter().find(|slot| slot.values.0 == Value::Symbol(symbol));
                if let Some(slot) =
                    known.filter(|slot| slot.right.as_ref().is_some_and(|sum| self.right.are_equal(sum, &y.sum)))
                {
                    return Some(Value::Symbol(slot.symbol));
                }
                if let Some(Value::Symbol(other)) = y.value {
                    return self.paired(symbol, other);
                }
                if self.loss == Loss::Lengths {
                    return None;
                }
                let range = self.left.symbols.get(&symbol)?.range?;
                let range = self.left.range(Value::Symbol(symbol), range.ty);
                let fits = range.low <= low && high <= range.high;
                let steps = self.right.step_of(&y.sum).is_multiple_of(self.left.symbols.get(&symbol)?.multiple.max(1));
                if !fits || !steps || known.is_some() {
                    return None;
                }
                let fact = self.left.symbols.get(&symbol)?.clone();
                let Value::Symbol(new) = self.out.symbol(Some(range)) else { return None };
                self.out.symbols.insert(new, Fact { sum: None, ..fact });
                let values = (Value::Symbol(symbol), Value::Any(None));
                let (left, right) = (Some(x.sum), Some(y.sum));
                self.slots.push(Slot { values, left, right, symbol: new, is_measure: true });
                Some(Value::Symbol(new))
            }
        }
    }
}
