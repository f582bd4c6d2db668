//! What a run did, in source terms: for the notes of a counterexample.

use super::inputs::RecordedInput;
use super::outcome::ObjectInfo;
use crate::base::Span;
use crate::ir::FunctionId;
use std::collections::VecDeque;

/// How many of the ordinary events are kept.
const RECENT: usize = 4_000;

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// The step.
    pub step: u64,
    /// The function that was executing.
    pub function: FunctionId,
    /// Where.
    pub span: Span,
    /// What.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
pub enum EventKind {
    /// A function with a body was called.
    Enter {
        /// Which.
        function: FunctionId,
        /// With what.
        args: Vec<Datum>,
    },
    /// The executing function returned.
    Return(Option<Datum>),
    /// A condition was true or false.
    Branch(bool),
    /// The value of a switch.
    Switch(i128),
    /// A variable that does not live in memory was set.
    Assign {
        /// Its name.
        variable: String,
        /// Its new value.
        value: Datum,
    },
    /// A scalar was written to memory.
    Store {
        /// Where.
        place: Place,
        /// What.
        value: Datum,
    },
    /// Memory was allocated.
    Allocate(ObjectInfo),
    /// Memory was freed.
    Free(ObjectInfo),
    /// The run was given an input.
    Input(RecordedInput),
    /// An expression that was inserted for it was true.
    Observed,
}

/// A value in source terms.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// The null pointer.
    Null,
    /// A pointer to an object, live or dead, or to a function.
    Pointer(Place),
    /// An address where nothing ever was.
    Invalid(u64),
}

/// A place in an object.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The object.
    pub object: ObjectInfo,
    /// Bytes from its start; may lie outside.
    pub offset: i64,
}

/// Collects events: all inputs, allocations and frees, and the last of the others.
#[derive(Default)]
pub(super) struct Recorder {
    kept: Vec<(u64, Event)>,
    recent: VecDeque<(u64, Event)>,
    count: u64,
    /// Whether some event was not kept.
    pub incomplete: bool,
}

impl Recorder {
    /// Adds an event.
    pub fn add(&mut self, event: Event) {
        self.count += 1;
        match event.kind {
            EventKind::Allocate(_) | EventKind::Free(_) | EventKind::Input(_) => self.kept.push((self.count, event)),
            _ => {
                if self.recent.len() == RECENT {
                    self.recent.pop_front();
                    self.incomplete = true;
                }
                self.recent.push_back((self.count, event));
            }
        }
    }

    /// The events in order.
    pub fn finish(self) -> Vec<Event> {
        let mut events: Vec<_> = self.kept.into_iter().chain(self.recent).collect();
        events.sort_by_key(|(order, _)| *order);
        events.into_iter().map(|(_, event)| event).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::inputs::{InputKey, InputKind, bytes_type};
    use crate::ir::SiteId;

    #[test]
    fn inputs_are_kept_and_the_rest_is_bounded() {
        let key = InputKey { site: SiteId(0), visit: 0, kind: InputKind::Nondet };
        let input = EventKind::Input(RecordedInput { key, ty: bytes_type(4), value: 1 });
        let event = |step, kind| Event { step, function: FunctionId(0), span: Span::NONE, kind };
        let mut recorder = Recorder::default();
        recorder.add(event(0, input.clone()));
        for step in 1..=RECENT as u64 + 10 {
            recorder.add(event(step, EventKind::Branch(true)));
        }
        recorder.add(event(9999, input));
        let steps: Vec<u64> = recorder.finish().iter().map(|event| event.step).collect();
        assert_eq!((steps.len(), steps[0], steps[1], steps[RECENT + 1]), (RECENT + 2, 0, 11, 9999));
    }
}
