//! Access to long arrays: which element it is, among runs of elements.
//!
//! In: a place in an array that is told by a symbol, or the place of any access to an array that has runs ([`super::runs`]). Out: the
//! object that tells what the element holds, taken out of its run, or that the place is in none. Where that depends on how
//! numbers compare, each case is followed.

use super::linear::Linear;
use super::machine::{Machine, Stop};
use super::state::{Base, Object, State};
use super::step::{Extent, MOST_ELEMENTS};
use super::value::{ObjectId, Value};
use crate::base::{Id, Span};
use crate::ir::{BinaryOp, CType, Expr, ExprKind};

/// Runs of an array that is looked into: each may be where a place is, and where they become more and more, none becomes known.
const MOST_RUNS: usize = 16;

/// What is done with a place.
#[derive(Clone, Copy)]
pub(super) struct Access {
    /// Bytes.
    pub width: u64,
    /// Whether it holds a pointer.
    pub leads: bool,
    pub writes: bool,
}

/// Where a place is among the runs of an array.
enum Found {
    /// In the run of this number.
    In(usize),
    /// Before the run of this number, and behind those before.
    Before(usize),
}

impl Machine<'_> {
    /// Whether an object is an array so long, or may be one, that its elements are not told apart one by one. A block for a record, and
    /// a variable, are no longer than the arrays in them: other members are told apart by their offsets.
    pub fn is_long(&self, state: &State, id: ObjectId) -> bool {
        let Some(object) = state.object(&self.statics, id) else { return false };
        if object.stride > 0 || object.by.is_some() || object.size.0 != object.size.1 {
            return true;
        }
        let most = MOST_ELEMENTS as u64 * self.statics.pointer_bytes;
        object.size.0 > most && self.type_of(state, id).is_none_or(|ty| self.longest_array(&ty) > most)
    }

    /// Bytes of the longest array of a type, or in it, whose elements have room for pointers.
    fn longest_array(&self, ty: &CType) -> u64 {
        let types = &self.program.types;
        match ty {
            CType::Array(element, _)
                if types.size_of(element).is_some_and(|size| size >= self.statics.pointer_bytes) =>
            {
                types.size_of(ty).unwrap_or(u64::MAX)
            }
            CType::Record(record) => {
                types.records[*record].fields.iter().map(|field| self.longest_array(&field.ty)).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The place that an access touches, if it is an element of an array with runs, or one that gets some now.
    pub fn in_array(
        &mut self,
        state: &mut State,
        (address, extent): (&Expr, Extent),
        access: Access,
        span: Span,
    ) -> Result<Extent, Stop> {
        let id = extent.object;
        let Some(object) = state.object(&self.statics, id) else { return Ok(extent) };
        if object.runs.is_empty() && !(access.leads && self.is_long(state, id)) {
            return Ok(extent);
        }
        let mut stride = object.stride;
        if stride == 0 {
            stride = self.stride(state, object, (address, &extent), access.width);
        }
        if let Some(object) = state.change(&self.statics, id) {
            (object.stride, object.is_table) = (stride, object.is_table || stride != 0);
        }
        let Some(object) = state.object(&self.statics, id) else { return Ok(extent) };
        if object.runs.is_empty() && extent.exact {
            return Ok(extent);
        }
        let unknown = || Stop::GiveUp("an element of an array that is not known".to_string(), span);
        if object.runs.len() > MOST_RUNS {
            return Err(unknown());
        }
        if !extent.exact && (stride == 0 || !state.cells_to_runs(id, stride)) {
            return Err(unknown());
        }
        state.scratch.push(Value::Pointer(extent.pointer));
        let found = self.find_run(state, id, access.width).map_err(|stop| stop.unwrap_or_else(unknown));
        let pointer = state.scratch.pop();
        let (found, Some(Value::Pointer(pointer))) = (found?, pointer) else { return Err(unknown()) };
        let offset = state.offset(pointer).ok_or_else(unknown)?;
        match found {
            Found::In(at) => {
                let (object, from) = self.take_element(state, (id, at), &offset, access.width).ok_or_else(unknown)?;
                let to = from + access.width;
                Ok(Extent { object, from, to, exact: true, ..extent })
            }
            Found::Before(_) if !access.writes => Ok(Extent { in_gap: true, ..extent }),
            Found::Before(_) if extent.exact => Ok(extent),
            Found::Before(at) => {
                let base = state.object(&self.statics, id).map(|object| object.base);
                if !access.leads && base == Some(Base::Any) {
                    // It is unknown before and after.
                    return Ok(Extent { from: extent.to, ..extent });
                }
                let (object, from) = self.make_element(state, (id, at), &offset, access.width).ok_or_else(unknown)?;
                let to = from + access.width;
                Ok(Extent { object, from, to, exact: true, ..extent })
            }
        }
    }

    /// Where a place is that is the last value in use. An error without reason: that is not known.
    fn find_run(&mut self, state: &mut State, id: ObjectId, width: u64) -> Result<Found, Option<Stop>> {
        let mut at = 0;
        loop {
            let parts = |state: &State| {
                let run = *state.object(&self.statics, id)?.runs.get(at)?;
                let Some(Value::Pointer(pointer)) = state.scratch.last() else { return None };
                Some((state.offset(*pointer)?, state.start_of(&run)?, state.end_of(&run)?))
            };
            if state.object(&self.statics, id).is_none_or(|object| object.runs.len() <= at) {
                return Ok(Found::Before(at));
            }
            let (offset, _, end) = parts(state).ok_or(None)?;
            if self.decide(state, &end, &offset)? {
                at += 1;
                continue;
            }
            let parts = |state: &State| {
                let run = *state.object(&self.statics, id)?.runs.get(at)?;
                let Some(Value::Pointer(pointer)) = state.scratch.last() else { return None };
                Some((state.offset(*pointer)?, state.start_of(&run)?))
            };
            let (offset, start) = parts(state).ok_or(None)?;
            let behind = offset.moved(width.into()).ok_or(None)?;
            return Ok(if self.decide(state, &behind, &start)? { Found::Before(at) } else { Found::In(at) });
        }
    }

    /// Whether a sum is at most another; where that is open, both cases are followed.
    fn decide(&mut self, state: &mut State, small: &Linear, great: &Linear) -> Result<bool, Option<Stop>> {
        if state.is_at_most(small, great) {
            return Ok(true);
        }
        let less = small.minus(great).and_then(|sum| sum.moved(-1)).ok_or(None)?;
        if state.is_never_negative(&less) {
            return Ok(false);
        }
        let holds = self.choose(2) == 1;
        let sum = if holds { great.minus(small).ok_or(None)? } else { less };
        if state.assume(sum) { Ok(holds) } else { Err(Some(Stop::PathEnds)) }
    }

    /// The object of one element of a run, and the offset of a place in it.
    fn take_element(
        &mut self,
        state: &mut State,
        (id, at): (ObjectId, usize),
        offset: &Linear,
        width: u64,
    ) -> Option<(ObjectId, u64)> {
        let run = *state.object(&self.statics, id)?.runs.get(at)?;
        let inside = place_in(state, &offset.minus(&state.start_of(&run)?)?, run.stride, width)?;
        let element = offset.moved(-i128::from(inside))?;
        if run.to.is_some() {
            return Some((state.split_run(id, at, &element)?, inside));
        }
        let start = state.start_of(&run)?;
        for sum in [element.minus(&start)?, start.minus(&element)?] {
            state.assume(sum);
        }
        Some((run.object()?, inside))
    }

    /// A new run of the one element at a place where there is none.
    fn make_element(
        &mut self,
        state: &mut State,
        (id, at): (ObjectId, usize),
        offset: &Linear,
        width: u64,
    ) -> Option<(ObjectId, u64)> {
        let array = state.object(&self.statics, id)?;
        let stride = array.stride;
        let phase = array.runs.first().and_then(|run| state.start_of(run)).unwrap_or_default();
        let (before, after) = (at.checked_sub(1).and_then(|at| array.runs.get(at)), array.runs.get(at));
        let touching = before.and_then(|run| state.end_of(run)).is_some_and(|end| state.are_equal(&end, offset));
        let inside = match place_in(state, &offset.minus(&phase)?, stride, width) {
            Some(inside) => inside,
            None if touching || array.runs.is_empty() => 0,
            None => return None,
        };
        let start = offset.moved(-i128::from(inside))?;
        let end = start.moved(stride.into())?;
        let in_step = |a: &Linear, b: &Linear| a.minus(b).is_some_and(|sum| state.step_of(&sum).is_multiple_of(stride));
        let apart = |small: &Linear, great: &Linear| state.is_at_most(small, great) || in_step(small, great);
        let fits_before = before.is_none_or(|run| state.end_of(run).is_some_and(|last| apart(&last, &start)));
        let fits_after = after.is_none_or(|run| state.start_of(run).is_some_and(|first| apart(&end, &first)));
        (fits_before && fits_after).then_some(())?;
        Some((state.add_element(id, at, start, stride)?, inside))
    }

    /// The bytes of the elements of an array that is used as one: what its size is a multiple of, or what an index is multiplied with.
    /// Zero if it may be something else.
    fn stride(&self, state: &State, array: &Object, (address, extent): (&Expr, &Extent), width: u64) -> u64 {
        let by_index = self.stride_of_index(state, address);
        let offset = state.offset(extent.pointer).filter(|_| !extent.exact);
        if by_index.is_none() && offset.is_none() && array.tag.is_some() {
            return 0;
        }
        let by_size = array.by.map(|_| {
            state.least_size(array).terms.iter().fold(0, |common, (_, factor)| gcd(common, factor.unsigned_abs()))
        });
        let by_size = by_size.and_then(|common| u64::try_from(common).ok()).filter(|stride| *stride >= width);
        let offset = offset.map(|offset| stride_of(&offset, width));
        by_size.or(by_index).or(offset).unwrap_or(0)
    }

    /// The bytes of the elements that an address tells apart by an index, or walks over, pointer by pointer.
    fn stride_of_index(&self, state: &State, address: &Expr) -> Option<u64> {
        let width = self.statics.pointer_bytes;
        let links = state.frames.last().map(|frame| &self.statics.links[frame.function.index()]);
        let mut stride = None;
        address.walk(&mut |part| match &part.kind {
            ExprKind::Register(register) if links.is_some_and(|links| links[register.index()]) => {
                stride = stride.or(Some(width));
            }
            ExprKind::PointerAdd(_, bytes) => bytes.walk(&mut |part| {
                if let ExprKind::Binary(BinaryOp::Mul, a, b) = &part.kind {
                    let factor = [a, b].into_iter().find_map(|side| match side.kind {
                        ExprKind::Int(size) if size >= width => Some(size),
                        _ => None,
                    });
                    stride = factor.or(stride);
                }
            }),
            _ => {}
        });
        stride
    }
}

/// The bytes of the elements that an offset tells apart.
fn stride_of(offset: &Linear, width: u64) -> u64 {
    let common = offset.terms.iter().fold(0, |common, (_, factor)| gcd(common, factor.unsigned_abs()));
    match u64::try_from(common) {
        Ok(stride)
            if stride >= width && offset.constant.rem_euclid(stride.into()) + i128::from(width) <= stride.into() =>
        {
            stride
        }
        _ => width,
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Where in an element so many bytes are that are so far from the start of one, if that is known.
fn place_in(state: &State, distance: &Linear, stride: u64, width: u64) -> Option<u64> {
    let inside = distance.constant.rem_euclid(i128::from(stride.max(1)));
    let steps = state.step_of(&distance.moved(-inside)?);
    let inside = (stride > 0 && steps.is_multiple_of(stride)).then_some(inside as u64)?;
    (inside + width <= stride).then_some(inside)
}
