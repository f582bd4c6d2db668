//! The steps of a run in words.

use super::explain::Explainer;
use crate::interp::{Datum, Event, EventKind, ObjectId, ObjectInfo, Place};
use crate::ir::FunctionId;
use crate::verdict::{Step, StepKind};
use indexmap::IndexMap;

/// Tells the events of one run. Blocks of the heap have numbers there, in the order of their allocation.
pub(super) struct Teller<'a> {
    explainer: &'a Explainer<'a>,
    blocks: IndexMap<ObjectId, usize>,
    /// The object of the violation.
    concerned: Option<ObjectId>,
}

impl<'a> Teller<'a> {
    /// For the run with this trace, which ends in a violation that concerns an object.
    pub fn new(explainer: &'a Explainer<'a>, trace: &[Event], concerned: Option<ObjectId>) -> Self {
        let allocated = trace.iter().filter_map(|event| match &event.kind {
            EventKind::Allocate(object) => Some(object.id),
            _ => None,
        });
        let blocks = allocated.enumerate().map(|(index, id)| (id, index + 1)).collect();
        Self { explainer, blocks, concerned }
    }

    /// An event as a step of a trace.
    pub fn step(&self, event: &Event) -> Step {
        let function = self.explainer.function(event.function);
        let mut values = Vec::new();
        let (kind, text) = match &event.kind {
            EventKind::Enter { function, args } => {
                values = self.parameters(*function, args);
                let list: Vec<_> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                (StepKind::Call, format!("calls `{}({})`", self.explainer.function(*function), list.join(", ")))
            }
            EventKind::Return(None) => (StepKind::Return, format!("`{function}` returns")),
            EventKind::Return(Some(value)) => (StepKind::Return, format!("`{function}` returns {}", self.datum(value))),
            EventKind::Branch(taken) => (StepKind::Branch, format!("{} is {taken}", self.explainer.quote(event.span))),
            EventKind::Switch(value) => (StepKind::Branch, format!("switches on {value}")),
            EventKind::Assign { variable, value } => {
                values.push((variable.clone(), self.datum(value)));
                (StepKind::Assign, format!("`{variable}` = {}", self.datum(value)))
            }
            EventKind::Store { place, value } => {
                values.push((self.place(place), self.datum(value)));
                (StepKind::Assign, format!("`{}` = {}", self.place(place), self.datum(value)))
            }
            EventKind::Allocate(object) => {
                values.push((self.object(object), format!("{} bytes", object.size)));
                (StepKind::Allocate, format!("allocates {} of {} bytes", self.object(object), object.size))
            }
            EventKind::Free(object) => {
                values.push((self.object(object), "freed".into()));
                (StepKind::Free, format!("frees {}", self.object(object)))
            }
            EventKind::Observed => (StepKind::Branch, format!("{} is true", self.explainer.quote(event.span))),
            EventKind::Input(input) => {
                let input = self.explainer.input(input);
                values.push((input.source.clone(), input.value.clone()));
                (StepKind::Input, format!("{} is {}", input.source, input.value))
            }
        };
        let key = match &event.kind {
            EventKind::Allocate(object) | EventKind::Free(object) => self.concerned == Some(object.id),
            _ => false,
        };
        let callee = match &event.kind {
            EventKind::Enter { function, .. } => Some(self.explainer.function(*function)),
            _ => None,
        };
        Step { kind, location: self.explainer.locate(event.span), function, callee, text, values, key }
    }

    fn parameters(&self, function: FunctionId, args: &[Datum]) -> Vec<(String, String)> {
        let body = self.explainer.context.program.functions[function].body();
        let name = |index: usize| {
            let local = body.and_then(|body| body.params.get(index).map(|&local| &body.locals[local]));
            local.and_then(|local| local.name.clone()).unwrap_or_else(|| format!("argument {}", index + 1))
        };
        args.iter().enumerate().map(|(index, value)| (name(index), self.datum(value))).collect()
    }

    fn datum(&self, datum: &Datum) -> String {
        match datum {
            Datum::Int(value) => value.to_string(),
            Datum::Float(value) => value.to_string(),
            Datum::Null => "NULL".into(),
            Datum::Pointer(place) => format!("&{}", self.place(place)),
            Datum::Invalid(address) => format!("{address:#x}"),
        }
    }

    fn place(&self, place: &Place) -> String {
        match place.offset {
            0 => self.object(&place.object),
            offset => format!("{}{offset:+}", self.object(&place.object)),
        }
    }

    fn object(&self, object: &ObjectInfo) -> String {
        match self.blocks.get(&object.id) {
            Some(number) => format!("block#{number}"),
            None => object.name.clone().unwrap_or_else(|| self.explainer.object(object)),
        }
    }
}
