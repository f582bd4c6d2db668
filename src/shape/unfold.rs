//! The cases that a segment or an optional object has: which node is taken out of it, and whether it is there at all.

use super::machine::{Machine, Stop};
use super::state::{Segment, Shape, State};
use super::value::{ObjectId, Spot};
use crate::base::Span;

impl Machine<'_> {
    /// Takes a node out of a segment: of each kind, and in each way that there is.
    pub fn take(&mut self, state: &mut State, object: ObjectId, spot: Spot, span: Span) -> Result<(), Stop> {
        let stuck = || Stop::GiveUp("a list that cannot be taken apart".to_string(), span);
        let whole = state.objects.get(&object).ok_or_else(stuck)?;
        if let Some(segment) = whole.segment().filter(|segment| segment.rules.is_some()) {
            let cases = self.statics.first_nodes(segment);
            if cases == 0 {
                return Err(stuck());
            }
            let case = self.choose(cases);
            return state.take_by_rule(&self.statics, object, spot, case).map(drop).ok_or_else(stuck);
        }
        let fields = whole.segment().map_or(1, |segment| segment.toward_hole().count());
        let ends = if spot == Spot::Last { whole.order.last } else { whole.order.first };
        let kinds: Vec<usize> = ends.iter().collect();
        if kinds.is_empty() {
            return Err(Stop::PathEnds);
        }
        let (kind, field) = (self.choose(kinds.len()), self.choose(fields));
        state.take(object, spot, kinds[kind], field).ok_or_else(stuck)?;
        if state.can_have_nodes(object) {
            return self.take_only(state, object).ok_or_else(stuck);
        }
        // Nothing can stand behind this node.
        if state.objects.get(&object).is_some_and(|rest| rest.min() > 0) {
            return Err(Stop::PathEnds);
        }
        if state.make_empty(object) { Ok(()) } else { Err(stuck()) }
    }

    /// What is left of a segment: if there can be no more than one node, it is that node, or nothing.
    fn take_only(&mut self, state: &mut State, object: ObjectId) -> Option<()> {
        let rest = state.objects.get(&object)?;
        let (min, only) = (rest.min(), rest.order.only());
        let Some(kind) = only.filter(|_| self.statics.order && rest.segment().is_some_and(|s| !s.is_tree())) else {
            state.forget_kinds(object);
            return Some(());
        };
        if min > 0 || self.choose(2) == 1 {
            state.take(object, Spot::First, kind, 0)?;
        }
        let rest = state.object_mut(object)?;
        if let Shape::Segment(segment) = rest.shape {
            rest.shape = Shape::Segment(Segment { min: 0, ..segment });
        }
        state.make_empty(object).then_some(())
    }

    /// Decides whether an object that may be missing is there.
    pub fn settle(&mut self, state: &mut State, object: ObjectId, span: Span) -> Result<(), Stop> {
        if state.can_have_nodes(object) && !state.has_no_length(object) && self.choose(2) == 1 {
            state.make_present(object);
            return Ok(());
        }
        if state.make_empty(object) {
            return if state.is_impossible() { Err(Stop::PathEnds) } else { Ok(()) };
        }
        Err(Stop::GiveUp("a list that cannot be taken apart".to_string(), span))
    }
}
