//! The waypoints of a violation witness: as inputs of a run, and as something that a run passes or not.

use crate::base::{Location, SourceMap, Span};
use crate::config::{CheckAction, CheckPlace, InsertedCheck};
use crate::explain::Explainer;
use crate::interp::{Datum, Event, EventKind, InputKey, InputKind, InputRequest, Inputs, Run};
use crate::ir::FunctionId;
use crate::verdict::Finding;
use crate::witness::{Constant, Content, Entry, Waypoint, WaypointAction, WaypointKind, WitnessLocation, constant};
use indexmap::IndexMap;

/// What a witness says about a violating execution.
pub(super) struct Path {
    segments: Vec<Segment>,
    /// Where the violation is.
    pub target: WitnessLocation,
    /// The user's files that the witness names, each with the names under which it is known.
    files: IndexMap<String, Vec<String>>,
}

/// Whether a run is along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// It may have passed something that it should not have.
    Unclear,
}

/// A part of a path: waypoints that are not passed until one is.
struct Segment {
    avoid: Vec<Numbered>,
    /// None in the last segment, which ends at the violation.
    follow: Option<Numbered>,
}

/// A waypoint with its place in the witness.
struct Numbered {
    number: usize,
    waypoint: Waypoint,
}

impl Path {
    /// The path of a violation witness; an error if it uses what is not supported.
    pub fn of(entry: &Entry, sources: &SourceMap) -> Result<Self, String> {
        let mut segments = Vec::new();
        let mut target = None;
        let mut files = IndexMap::new();
        let mut number = 0;
        for content in &entry.content {
            let Content::Segment(steps) = content else {
                return Err("a violation witness with something else than segments".to_string());
            };
            let mut segment = Segment { avoid: Vec::new(), follow: None };
            for step in steps {
                let waypoint = step.waypoint.clone();
                let line = waypoint.location.line;
                if target.is_some() || segment.follow.is_some() {
                    let before = if target.is_some() { "target" } else { "one to be followed" };
                    return Err(format!("the waypoint in line {line} comes after the {before}"));
                }
                is_supported(&waypoint)?;
                let name = &waypoint.location.file_name;
                if !files.contains_key(name) {
                    let known = sources.files_like(name).map_err(|why| format!("the waypoint in line {line} {why}"))?;
                    if known.is_empty() {
                        return Err(format!("the waypoint in line {line} stands in `{name}`, which is not verified"));
                    }
                    files.insert(name.clone(), known);
                }
                number += 1;
                match (waypoint.action, waypoint.kind) {
                    (WaypointAction::Follow, WaypointKind::Target) => target = Some(waypoint.location),
                    (WaypointAction::Follow, _) => segment.follow = Some(Numbered { number, waypoint }),
                    (WaypointAction::Avoid, _) => segment.avoid.push(Numbered { number, waypoint }),
                }
            }
            if segment.follow.is_none() && target.is_none() {
                return Err("a segment has no waypoint to be followed".to_string());
            }
            segments.push(segment);
        }
        let target = target.ok_or("the witness does not say where the violation is: it has no target")?;
        Ok(Path { segments, target, files })
    }

    fn followed(&self) -> impl Iterator<Item = &Numbered> {
        self.segments.iter().filter_map(|segment| segment.follow.as_ref())
    }

    /// The assumptions, as marks to be inserted.
    pub fn checks(&self) -> Vec<InsertedCheck> {
        let all = self.segments.iter().flat_map(|segment| segment.avoid.iter().chain(&segment.follow));
        let assumptions = all.filter(|numbered| numbered.waypoint.kind == WaypointKind::Assumption);
        let check = |numbered: &Numbered| InsertedCheck {
            number: numbered.number,
            file: numbered.waypoint.location.file_name.clone(),
            line: numbered.waypoint.location.line,
            column: numbered.waypoint.location.column,
            function: numbered.waypoint.location.function.clone(),
            place: CheckPlace::Statement,
            expression: numbered.waypoint.constraint.as_ref().map_or("1".into(), |constraint| constraint.value.clone()),
            action: CheckAction::Mark,
        };
        assumptions.map(check).collect()
    }

    /// Whether a violation is where the path ends.
    pub fn ends_at(&self, finding: &Finding) -> bool {
        let in_function = self.target.function.as_ref().is_none_or(|function| *function == finding.function);
        in_function && finding.location.as_ref().is_some_and(|location| self.is_at(location, &self.target))
    }

    /// Whether a run passes all waypoints in order, and none that is to be avoided.
    pub fn is_passed(&self, run: &Run, explainer: &Explainer) -> Passed {
        let mut calls: Vec<Span> = Vec::new();
        let mut left = self.segments.iter().peekable();
        for event in &run.trace {
            if let Some(segment) = left.peek() {
                let passes = |numbered: &Numbered| self.passes(event, numbered, calls.last().copied(), explainer);
                if segment.follow.as_ref().is_some_and(passes) {
                    left.next();
                } else if segment.avoid.iter().any(passes) {
                    return Passed::No;
                }
            }
            match &event.kind {
                EventKind::Enter { .. } => calls.push(event.span),
                EventKind::Return(_) => {
                    calls.pop();
                }
                _ => {}
            }
        }
        if !left.all(|segment| segment.follow.is_none()) {
            return Passed::No;
        }
        let avoids = self.segments.iter().any(|segment| !segment.avoid.is_empty());
        if avoids && !run.whole_trace { Passed::Unclear } else { Passed::Yes }
    }

    /// Whether an event is what a waypoint describes; `call` is the innermost call that has not returned.
    fn passes(&self, event: &Event, numbered: &Numbered, call: Option<Span>, explainer: &Explainer) -> bool {
        let waypoint = &numbered.waypoint;
        let inserted = explainer.inserted_at(event.span);
        if event.kind == EventKind::Observed {
            return inserted == Some(numbered.number);
        }
        let function = waypoint.location.function.as_ref();
        let elsewhere = |id: FunctionId| function.is_some_and(|function| explainer.function(id) != *function);
        if inserted.is_some() {
            return false;
        }
        let ends_at =
            |span: Span| explainer.locate(last(span)).is_some_and(|place| self.is_at(&place, &waypoint.location));
        match (&event.kind, waypoint.kind) {
            (EventKind::Enter { .. }, WaypointKind::FunctionEnter) => !elsewhere(event.function) && ends_at(event.span),
            (EventKind::Input(input), WaypointKind::FunctionReturn) => {
                let value = result(waypoint).is_some_and(|asked| asked.is(input.ty, input.value));
                value && !elsewhere(event.function) && explainer.site(input.key.site).is_some_and(ends_at)
            }
            (EventKind::Return(Some(Datum::Int(value))), WaypointKind::FunctionReturn) => {
                result(waypoint) == Some(Constant::Integer(*value)) && call.is_some_and(ends_at)
            }
            (EventKind::Return(Some(Datum::Float(value))), WaypointKind::FunctionReturn) => {
                result(waypoint).is_some_and(|asked| asked.as_float() == *value) && call.is_some_and(ends_at)
            }
            (EventKind::Branch(taken), WaypointKind::Branching) => {
                let value = if *taken { "true" } else { "false" };
                asks_for(waypoint, value) && !elsewhere(event.function) && self.decides(event.span, waypoint, explainer)
            }
            (EventKind::Switch(value), WaypointKind::Branching) => {
                let value = value.to_string();
                asks_for(waypoint, &value)
                    && !elsewhere(event.function)
                    && self.decides(event.span, waypoint, explainer)
            }
            _ => false,
        }
    }

    /// Whether a condition belongs to the keyword at which a waypoint stands: it follows on the same line, or on the
    /// next.
    fn decides(&self, condition: Span, waypoint: &Waypoint, explainer: &Explainer) -> bool {
        let Some(place) = explainer.locate(condition) else { return false };
        let at = &waypoint.location;
        self.same_file(&place, at)
            && (place.line == at.line && at.column.is_none_or(|column| column <= place.column)
                || place.line == at.line + 1 && at.column.is_some())
    }

    /// Whether a place is that of a waypoint.
    fn is_at(&self, place: &Location, waypoint: &WitnessLocation) -> bool {
        self.same_file(place, waypoint)
            && place.line == waypoint.line
            && waypoint.column.is_none_or(|column| column == place.column)
    }

    fn same_file(&self, place: &Location, waypoint: &WitnessLocation) -> bool {
        self.files.get(&waypoint.file_name).is_some_and(|names| names.contains(&place.file))
    }
}

/// Refuses waypoints that say what cannot be looked at.
fn is_supported(waypoint: &Waypoint) -> Result<(), String> {
    let line = waypoint.location.line;
    let refuse = |what: &str| Err(format!("the waypoint in line {line} {what}"));
    let format = waypoint.constraint.as_ref().and_then(|constraint| constraint.format.as_deref());
    let value = waypoint.constraint.as_ref().map(|constraint| constraint.value.trim());
    match (waypoint.kind, value) {
        (WaypointKind::Target | WaypointKind::FunctionEnter, Some(_)) => {
            return refuse("has a constraint, which this kind cannot have");
        }
        (WaypointKind::Branching | WaypointKind::Assumption, None) => return refuse("has no constraint"),
        (WaypointKind::Branching, Some(value)) if !is_decision(value) => {
            return refuse("asks for a decision that is neither `true` nor `false` nor an integer");
        }
        (WaypointKind::FunctionReturn, _) if result(waypoint).is_none() => {
            return refuse("has a constraint that is not of the form `\\result == CONSTANT`");
        }
        (WaypointKind::Target, _) if waypoint.action == WaypointAction::Avoid => {
            return refuse("is a target that is to be avoided");
        }
        _ => {}
    }
    match (waypoint.kind, format) {
        (_, None | Some("c_expression")) | (WaypointKind::FunctionReturn, Some("acsl_expression")) => Ok(()),
        (_, Some(format)) => refuse(&format!("has a constraint of the format `{format}`, which is not supported here")),
    }
}

fn is_decision(value: &str) -> bool {
    matches!(value, "true" | "false") || value.parse::<i128>().is_ok()
}

fn asks_for(waypoint: &Waypoint, value: &str) -> bool {
    waypoint.constraint.as_ref().is_some_and(|constraint| constraint.value.trim() == value)
}

/// The number that a call returns, if the waypoint says so.
fn result(waypoint: &Waypoint) -> Option<Constant> {
    waypoint.constraint.as_ref().and_then(|constraint| constant(&constraint.value))
}

/// The last character of a span.
fn last(span: Span) -> Span {
    Span { lo: span.hi.saturating_sub(1), hi: span.hi }
}

/// Inputs along a path: where the next waypoint fixes the result of a call, that; otherwise what another source says.
pub(super) struct Guide<'a> {
    path: &'a Path,
    /// The waypoints that fix results and are not passed yet.
    left: std::iter::Peekable<Box<dyn Iterator<Item = &'a Waypoint> + 'a>>,
    explainer: &'a Explainer<'a>,
    rest: &'a mut dyn Inputs,
}

impl<'a> Guide<'a> {
    /// Follows the waypoints that fix results.
    pub fn new(path: &'a Path, explainer: &'a Explainer<'a>, rest: &'a mut dyn Inputs) -> Self {
        let followed = path.followed().map(|numbered| &numbered.waypoint);
        let returns = followed.filter(|waypoint| waypoint.kind == WaypointKind::FunctionReturn);
        let returns: Box<dyn Iterator<Item = &'a Waypoint> + 'a> = Box::new(returns);
        Self { path, left: returns.peekable(), explainer, rest }
    }
}

impl Inputs for Guide<'_> {
    fn input(&mut self, request: &InputRequest) -> u64 {
        if matches!(request.key.kind, InputKind::Nondet | InputKind::External)
            && let Some(waypoint) = self.left.peek()
            && !self.explainer.is_made_up(request.key.site)
            && let Some(call) = self.explainer.site(request.key.site)
            && self.explainer.locate(last(call)).is_some_and(|place| self.path.is_at(&place, &waypoint.location))
            && let Some(value) = result(waypoint)
        {
            self.left.next();
            return value.bits(request.ty);
        }
        self.rest.input(request)
    }

    fn base_address(&mut self, key: &InputKey) -> Option<u64> {
        self.rest.base_address(key)
    }
}
