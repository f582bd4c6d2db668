//! The waypoints of a violation witness: as inputs of a run, and as something that a run passes or not.

use super::explain::Explainer;
use crate::base::{Location, Span};
use crate::config::{CheckAction, CheckPlace, InsertedCheck};
use crate::interp::{Datum, Event, EventKind, InputKey, InputKind, InputRequest, Inputs, Run};
use crate::parse::MARK_PREFIX;
use crate::verdict::Finding;
use crate::witness::{Content, Entry, Waypoint, WaypointAction, WaypointKind, WitnessLocation, constant};

/// What a witness says about a violating execution.
pub(super) struct Path {
    segments: Vec<Segment>,
    /// Where the violation is; anywhere if the witness does not say.
    pub target: Option<WitnessLocation>,
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
    pub fn of(entry: &Entry) -> Result<Self, String> {
        let mut path = Path { segments: Vec::new(), target: None };
        let mut number = 0;
        for content in &entry.content {
            let Content::Segment(steps) = content else {
                return Err("a violation witness with something else than segments".to_string());
            };
            let mut segment = Segment { avoid: Vec::new(), follow: None };
            for step in steps {
                let waypoint = step.waypoint.clone();
                let line = waypoint.location.line;
                if path.target.is_some() || segment.follow.is_some() {
                    let before = if path.target.is_some() { "target" } else { "one to be followed" };
                    return Err(format!("the waypoint in line {line} comes after the {before}"));
                }
                is_supported(&waypoint)?;
                number += 1;
                match (waypoint.action, waypoint.kind) {
                    (WaypointAction::Follow, WaypointKind::Target) => path.target = Some(waypoint.location),
                    (WaypointAction::Follow, _) => segment.follow = Some(Numbered { number, waypoint }),
                    (WaypointAction::Avoid, _) => segment.avoid.push(Numbered { number, waypoint }),
                }
            }
            path.segments.push(segment);
        }
        Ok(path)
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
            place: CheckPlace::Statement,
            expression: numbered.waypoint.constraint.as_ref().map_or("1".into(), |constraint| constraint.value.clone()),
            action: CheckAction::Mark,
        };
        assumptions.map(check).collect()
    }

    /// Whether a violation is where the path ends.
    pub fn ends_at(&self, finding: &Finding) -> bool {
        match (&self.target, &finding.location) {
            (Some(target), Some(location)) => is_at(location, target),
            (target, _) => target.is_none(),
        }
    }

    /// Whether a run passes all waypoints in order, and none that is to be avoided.
    pub fn is_passed(&self, run: &Run, explainer: &Explainer) -> bool {
        let mut calls: Vec<Span> = Vec::new();
        let mut left = self.segments.iter().peekable();
        for event in &run.trace {
            if let Some(segment) = left.peek() {
                let passes = |numbered: &Numbered| passes(event, numbered, calls.last().copied(), explainer);
                if segment.follow.as_ref().is_some_and(passes) {
                    left.next();
                } else if segment.avoid.iter().any(passes) {
                    return false;
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
        left.all(|segment| segment.follow.is_none())
    }
}

/// Refuses waypoints whose constraints cannot be looked at.
fn is_supported(waypoint: &Waypoint) -> Result<(), String> {
    let line = waypoint.location.line;
    match waypoint.kind {
        WaypointKind::FunctionReturn if result(waypoint).is_none() => {
            Err(format!("the constraint in line {line} is not of the form `\\result == CONSTANT`"))
        }
        WaypointKind::Branching | WaypointKind::Assumption if waypoint.constraint.is_none() => {
            Err(format!("the waypoint in line {line} has no constraint"))
        }
        WaypointKind::Target if waypoint.action == WaypointAction::Avoid => {
            Err(format!("the target in line {line} is to be avoided"))
        }
        _ => Ok(()),
    }
}

/// Whether an event is what a waypoint describes; `call` is the innermost call that has not returned.
fn passes(event: &Event, numbered: &Numbered, call: Option<Span>, explainer: &Explainer) -> bool {
    let waypoint = &numbered.waypoint;
    let ends_at = |span: Span| explainer.locate(last(span)).is_some_and(|place| is_at(&place, &waypoint.location));
    match (&event.kind, waypoint.kind) {
        (EventKind::Enter { function, .. }, WaypointKind::Assumption) => {
            explainer.function(*function) == format!("{MARK_PREFIX}{}", numbered.number)
        }
        (EventKind::Enter { .. }, WaypointKind::FunctionEnter) => ends_at(event.span),
        (EventKind::Input(input), WaypointKind::FunctionReturn) => {
            let value =
                result(waypoint).is_some_and(|value| value as u64 & mask(input.ty) == input.value & mask(input.ty));
            value && explainer.site(input.key.site).is_some_and(ends_at)
        }
        (EventKind::Return(Some(Datum::Int(value))), WaypointKind::FunctionReturn) => {
            result(waypoint) == Some(*value) && call.is_some_and(ends_at)
        }
        (EventKind::Branch(taken), WaypointKind::Branching) => {
            asks_for(waypoint, if *taken { "true" } else { "false" }) && decides(event.span, waypoint, explainer)
        }
        (EventKind::Switch(value), WaypointKind::Branching) => {
            asks_for(waypoint, &value.to_string()) && decides(event.span, waypoint, explainer)
        }
        _ => false,
    }
}

fn asks_for(waypoint: &Waypoint, value: &str) -> bool {
    waypoint.constraint.as_ref().is_some_and(|constraint| constraint.value.trim() == value)
}

/// Whether a condition belongs to the keyword at which a waypoint stands: it follows on the same line, or on the next.
fn decides(condition: Span, waypoint: &Waypoint, explainer: &Explainer) -> bool {
    let Some(place) = explainer.locate(condition) else { return false };
    let at = &waypoint.location;
    same_file(&place.file, &at.file_name)
        && (place.line == at.line && at.column.is_none_or(|column| column <= place.column)
            || place.line == at.line + 1 && at.column.is_some())
}

/// The bits of a scalar.
fn mask(ty: crate::ir::Scalar) -> u64 {
    ty.as_int().map_or(u64::MAX, |int| int.mask())
}

/// The integer that a call returns, if the waypoint says so.
fn result(waypoint: &Waypoint) -> Option<i128> {
    waypoint.constraint.as_ref().and_then(|constraint| constant(&constraint.value))
}

/// The last character of a span.
fn last(span: Span) -> Span {
    Span { lo: span.hi.saturating_sub(1), hi: span.hi }
}

/// Whether a place is that of a waypoint. Paths may be written in different ways: the name of the file decides.
fn is_at(place: &Location, waypoint: &WitnessLocation) -> bool {
    same_file(&place.file, &waypoint.file_name)
        && place.line == waypoint.line
        && waypoint.column.is_none_or(|column| column == place.column)
}

fn same_file(a: &str, b: &str) -> bool {
    let name = |path: &str| std::path::Path::new(path).file_name().map(|name| name.to_owned());
    name(a) == name(b)
}

/// Inputs along a path: where the next waypoint fixes the result of a call, that; otherwise what another source says.
pub(super) struct Guide<'a> {
    path: std::iter::Peekable<Box<dyn Iterator<Item = &'a Waypoint> + 'a>>,
    explainer: &'a Explainer<'a>,
    rest: &'a mut dyn Inputs,
}

impl<'a> Guide<'a> {
    /// Follows the waypoints that fix results.
    pub fn new(path: &'a Path, explainer: &'a Explainer<'a>, rest: &'a mut dyn Inputs) -> Self {
        let followed = path.followed().map(|numbered| &numbered.waypoint);
        let returns = followed.filter(|waypoint| waypoint.kind == WaypointKind::FunctionReturn);
        let returns: Box<dyn Iterator<Item = &'a Waypoint> + 'a> = Box::new(returns);
        Self { path: returns.peekable(), explainer, rest }
    }
}

impl Inputs for Guide<'_> {
    fn input(&mut self, request: &InputRequest) -> u64 {
        if matches!(request.key.kind, InputKind::Nondet | InputKind::External)
            && let Some(waypoint) = self.path.peek()
            && let Some(call) = self.explainer.site(request.key.site)
            && self.explainer.locate(last(call)).is_some_and(|place| is_at(&place, &waypoint.location))
            && let Some(value) = result(waypoint)
        {
            self.path.next();
            return value as u64;
        }
        self.rest.input(request)
    }

    fn base_address(&mut self, key: &InputKey) -> Option<u64> {
        self.rest.base_address(key)
    }
}
