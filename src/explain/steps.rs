//! The steps of a run in words.

use super::finding::Explainer;
use super::given::Given;
use super::nodes::{path_to, record_of_size, tag};
use crate::interp::{self, Datum, Event, EventKind, ObjectId, ObjectInfo, ObjectKind};
use crate::ir::{CType, FunctionId};
use crate::verdict::{Name, Object, Place, Step, StepKind, Value};
use indexmap::IndexMap;

/// Tells the events of one run. Blocks of the heap have numbers there, in the order of their allocation.
pub(super) struct Teller<'a> {
    explainer: &'a Explainer<'a>,
    blocks: IndexMap<ObjectId, usize>,
    /// The object of the violation.
    concerned: Option<ObjectId>,
    given: Given,
}

impl<'a> Teller<'a> {
    /// For a run, which ends in a violation that concerns an object.
    pub fn new(explainer: &'a Explainer<'a>, run: &interp::Run, concerned: Option<ObjectId>) -> Self {
        let allocated = run.trace.iter().filter_map(|event| match &event.kind {
            EventKind::Allocate(object) => Some(object.id),
            _ => None,
        });
        let blocks = allocated.enumerate().map(|(index, id)| (id, index + 1)).collect();
        Self { explainer, blocks, concerned, given: Given::of(&run.inputs) }
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
            EventKind::Return(Some(value)) => (StepKind::Return, format!("`{function}` returns {}", self.value(value))),
            EventKind::Branch(taken) => (StepKind::Branch, format!("{} is {taken}", self.explainer.quote(event.span))),
            EventKind::Switch(value) => (StepKind::Branch, format!("switches on {value}")),
            EventKind::Assign { variable, value } => {
                values.push((Name::Variable(variable.clone()), self.value(value)));
                (StepKind::Assign, format!("`{variable}` = {}", self.value(value)))
            }
            EventKind::Store { place, value } => {
                let (name, value) = (self.name(place), self.value(value));
                let text = match self.explainer.written(event.function, event.span) {
                    Some(written) => format!("`{written}` = {value}"),
                    None => format!("`{name}` = {value}"),
                };
                values.push((name, value));
                (StepKind::Assign, text)
            }
            EventKind::Allocate(object) => {
                let (object, size) = (self.object(object), object.size);
                let text = format!("allocates {object} of {size} bytes");
                values.push((Name::Whole(object), Value::Other(format!("{size} bytes"))));
                (StepKind::Allocate, text)
            }
            EventKind::Free(object) => {
                let object = self.object(object);
                let text = format!("frees {object}");
                values.push((Name::Whole(object), Value::Other("freed".into())));
                (StepKind::Free, text)
            }
            EventKind::Observed => (StepKind::Branch, format!("{} is true", self.explainer.quote(event.span))),
            EventKind::Input(input) => {
                let input = self.explainer.input(input, &self.given);
                values.push((Name::Temporary(input.source.clone()), Value::Other(input.value.clone())));
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

    fn parameters(&self, function: FunctionId, args: &[Datum]) -> Vec<(Name, Value)> {
        let body = self.explainer.subject.program.functions[function].body();
        let name = |index: usize| {
            let local = body.and_then(|body| body.params.get(index).map(|&local| &body.locals[local]));
            let name = local.and_then(|local| local.name.clone());
            name.map_or_else(|| Name::Temporary(format!("argument {}", index + 1)), Name::Variable)
        };
        args.iter().enumerate().map(|(index, value)| (name(index), self.value(value))).collect()
    }

    fn value(&self, datum: &Datum) -> Value {
        match datum {
            Datum::Int(value) => Value::Other(value.to_string()),
            Datum::Float(value) => Value::Other(value.to_string()),
            Datum::Null => Value::Null,
            Datum::Pointer(place) => Value::Address(self.place(place)),
            Datum::Invalid(address) => Value::Other(format!("{address:#x}")),
        }
    }

    /// What is in a place: an object that has no parts is itself.
    fn name(&self, place: &interp::Place) -> Name {
        let place = self.place(place);
        match (&place.object, place.at, place.path.as_deref()) {
            (Object::Named(name), 0, None | Some("")) => Name::Variable(name.clone()),
            (_, 0, None | Some("")) => Name::Whole(place.object),
            _ => Name::Content(place),
        }
    }

    fn place(&self, place: &interp::Place) -> Place {
        Place { object: self.object(&place.object), at: place.offset, path: self.path(&place.object, place.offset) }
    }

    /// How C gets to an offset of an object.
    fn path(&self, object: &ObjectInfo, offset: i64) -> Option<String> {
        let program = self.explainer.subject.program;
        let offset = u64::try_from(offset).ok()?;
        match object.kind {
            ObjectKind::Global(global) => path_to(&program.types, &program.globals[global].ty, offset),
            ObjectKind::Local(function, local) => {
                path_to(&program.types, &program.functions[function].body()?.locals[local].ty, offset)
            }
            ObjectKind::Heap => {
                path_to(&program.types, &CType::Record(record_of_size(&program.types, object.size)?), offset)
            }
            _ => None,
        }
    }

    /// An object by its name; a block of the heap by its type and number.
    fn object(&self, object: &ObjectInfo) -> Object {
        match self.blocks.get(&object.id) {
            Some(&number) => {
                let types = &self.explainer.subject.program.types;
                let name = format!("{}#{number}", tag(types, record_of_size(types, object.size)));
                Object::Nodes(number as u32, Some(name))
            }
            None => Object::Named(object.name.clone().unwrap_or_else(|| self.explainer.object(object))),
        }
    }
}
