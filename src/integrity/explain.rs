//! Counterexamples in words: what is wrong with a pointer, and a picture of the heap around it.
//!
//! In: an obligation that is violated in the solver's model. Out: a [`Breach`].

use super::condition::{Conditions, Obligation, Origin, Point, Subject};
use super::layout::{FieldId, NodeTypeId, Target};
use super::result::{Breach, Fault};
use crate::ir::LocalId;
use crate::logic::{BinaryOp, Node, TermId};
use crate::solver::{Solver, Z3Solver};
use indexmap::IndexMap;

/// Nodes that a picture shows at most.
const MOST_NODES: usize = 8;

/// A variable that has a name.
pub(super) struct Name {
    pub local: LocalId,
    pub text: String,
    /// Whether it lives in memory, so that its value in a state is its address.
    pub memory: bool,
}

/// Explains the violation of an obligation in the model of the last query.
pub(super) fn explain(
    conditions: &mut Conditions<'_>,
    names: &[Name],
    solver: &mut Z3Solver,
    obligation: usize,
) -> Breach {
    let mut model = Model { conditions, solver };
    let Obligation { subject, point, span, state, .. } = &model.conditions.obligations[obligation];
    let (subject, point, span, state) = (subject.clone(), point.clone(), *span, state.clone());
    let mut picture = Picture::default();
    for name in names {
        if let Some(value) = state.values[name.local] {
            let text = if name.memory { format!("&{}", name.text) } else { name.text.clone() };
            picture.roots.push((text, value));
        }
    }
    let (pointer, fault, why) = match &subject {
        Subject::Access { pointer, base, address, size, declared, object, .. } => {
            picture.mark = Some(*base);
            let (fault, why) = model.judge_access(*base, *address, *size, *declared, *object, &state.view);
            (pointer.clone(), fault, why)
        }
        Subject::Pointer { name, value, target } => {
            picture.mark = Some(*value);
            let (fault, why) = model.judge(*value, *target, &state.view);
            (name.clone(), fault, why)
        }
        Subject::Field { field, value } => {
            picture.mark = Some(*value);
            let witness = model.conditions.heap.witness;
            let types = model.conditions.heap.types;
            let place = model.number(witness);
            let root = picture.roots.iter().find(|(_, root)| model.number(*root) == place);
            let owner = match (root, types.types[types.fields[*field].owner].cell) {
                (Some((name, _)), false) => match name.strip_prefix('&') {
                    Some(variable) => format!("{variable}."),
                    None => format!("{name}->"),
                },
                (None, false) => "a node's ".to_string(),
                (_, true) => String::new(),
            };
            let name = match (owner.as_str(), types.fields[*field].name.as_str()) {
                ("", "") => model.owner_name(witness),
                (owner, name) => format!("{owner}{name}"),
            };
            picture.roots.push((String::new(), witness));
            let target = types.points_to(*field).map(Target::Node);
            let (fault, why) = match target {
                Some(target) => model.judge(*value, target, &state.view),
                None => (Fault::Dangling, "points nowhere".to_string()),
            };
            let fault = if fault == Fault::Interior { Fault::Overlap } else { fault };
            (name, fault, why)
        }
    };
    let place = match (&subject, &point) {
        (Subject::Access { write: true, .. }, _) => "written through".to_string(),
        (Subject::Access { write: false, .. }, _) => "read through".to_string(),
        (_, Point::Loop) => "at the start of the loop".to_string(),
        (_, Point::Call(name)) => format!("at the call of `{name}`"),
        (_, Point::Return) => "at the end of the function".to_string(),
        (_, Point::Access) => "here".to_string(),
    };
    let message = match subject {
        Subject::Access { .. } => format!("`{pointer}` is {place}, but {why}"),
        Subject::Pointer { .. } | Subject::Field { .. } => format!("{place}, `{pointer}` {why}"),
    };
    let picture = model.draw(picture, &state.view);
    Breach { span, pointer, fault, message, picture }
}

/// What to draw.
#[derive(Default)]
struct Picture {
    /// Pointers by name.
    roots: Vec<(String, TermId)>,
    /// The value that is wrong.
    mark: Option<TermId>,
}

struct Model<'c, 'a> {
    conditions: &'c mut Conditions<'a>,
    solver: &'c mut Z3Solver,
}

impl Model<'_, '_> {
    /// The value of a bit-vector.
    fn number(&mut self, term: TermId) -> u64 {
        let value = self.solver.value(&self.conditions.heap.pool, term);
        value.and_then(|value| value.bits().to_u64()).unwrap_or(0)
    }

    fn holds(&mut self, term: TermId) -> bool {
        self.solver.value(&self.conditions.heap.pool, term).is_some_and(|value| value.to_bool())
    }

    /// The term that a term equals in the model, without the choices.
    fn chosen(&mut self, mut term: TermId) -> TermId {
        while let Node::Ite(condition, then, otherwise) = self.conditions.heap.pool.node(term) {
            term = if self.holds(condition) { then } else { otherwise };
        }
        term
    }

    /// Allocations and variables with their addresses and sizes, if they exist in the model.
    fn objects(&mut self) -> Vec<(u64, u64, Origin)> {
        let origins: Vec<(TermId, Origin)> =
            self.conditions.origins.iter().map(|(term, origin)| (*term, origin.clone())).collect();
        let mut found = Vec::new();
        for (term, origin) in origins {
            let size = match &origin {
                Origin::Allocation { size, .. } => self.number(*size),
                Origin::Variable(_, layout) => layout.size,
                Origin::Uninitialised | Origin::Unknown => continue,
            };
            let address = self.number(term);
            if address != 0 {
                found.push((address, size, origin));
            }
        }
        found
    }

    fn owner_name(&mut self, witness: TermId) -> String {
        let place = self.number(witness);
        let found = self.objects().into_iter().find(|(address, size, _)| place.wrapping_sub(*address) < *size);
        match found {
            Some((_, _, Origin::Variable(name, _))) => name,
            _ => "a variable".into(),
        }
    }

    /// What is wrong with an access.
    fn judge_access(
        &mut self,
        base: TermId,
        address: TermId,
        size: Option<u64>,
        declared: Option<NodeTypeId>,
        object: bool,
        view: &super::heap::View,
    ) -> (Fault, String) {
        if let Some(ty) = declared {
            let valid = self.conditions.heap.is_node(view, ty, base);
            if !self.holds(valid) {
                return self.judge(base, Target::Node(ty), view);
            }
        }
        let distance = self.number(address).wrapping_sub(self.number(base));
        let bits = 64 - self.conditions.heap.width;
        let distance = (distance << bits) as i64 >> bits;
        let bytes = size.map_or("a variable number of bytes".into(), |size| format!("{size} bytes"));
        let node = declared.map(|ty| &self.conditions.heap.types.types[ty]);
        let why = match (node, object) {
            (Some(ty), _) => format!("{bytes} at offset {distance} are not a part of `{}`", ty.name),
            (None, true) => format!("{bytes} at offset {distance} are not a part of the variable"),
            (None, false) => format!("{bytes} at offset {distance} are not known to lie in a node or variable"),
        };
        (Fault::Outside, why)
    }

    /// What is wrong with a pointer that is neither null nor valid.
    fn judge(&mut self, value: TermId, target: Target, view: &super::heap::View) -> (Fault, String) {
        let types = self.conditions.heap.types;
        let wanted = match target {
            Target::Node(ty) => format!("`{}`", types.types[ty].name),
            Target::Cell(_) => "variable of its type".to_string(),
        };
        let chosen = self.chosen(value);
        if let Some(what) = self.uninitialised(chosen) {
            return (Fault::Uninitialised, what);
        }
        let made = match self.conditions.heap.pool.node(chosen) {
            Node::Const(_) | Node::Concat(..) | Node::SignExtend(..) | Node::BvNot(_) => true,
            Node::Binary(op, ..) => !matches!(op, BinaryOp::Add | BinaryOp::Sub),
            _ => false,
        };
        if made {
            return (Fault::Dangling, format!("was made from a number, and is not known to point at a {wanted}"));
        }
        let place = self.number(value);
        let needed = match target {
            Target::Node(ty) => types.types[ty].layout.size,
            Target::Cell(_) => 1,
        };
        for (address, size, origin) in self.objects() {
            let distance = place.wrapping_sub(address);
            if distance >= size.max(1) {
                continue;
            }
            let object = match &origin {
                Origin::Allocation { by, .. } => format!("the {size} bytes from `{by}`"),
                Origin::Variable(name, _) => format!("`{name}`"),
                Origin::Uninitialised | Origin::Unknown => continue,
            };
            return match (distance, &origin) {
                (0, Origin::Allocation { .. }) if size < needed => {
                    (Fault::WrongSize, format!("points at {object}, too few for {wanted}, which has {needed}"))
                }
                (0, _) => (Fault::WrongType, format!("points at {object}, which is no {wanted}")),
                _ => (Fault::Interior, format!("points {distance} bytes into {object}, where no {wanted} begins")),
            };
        }
        if let Node::Binary(BinaryOp::Add, base, _) = self.conditions.heap.pool.node(chosen) {
            let distance = place.wrapping_sub(self.number(base));
            let inside = types.types.iter().any(|ty| distance < ty.layout.size);
            let (fault, into) = if inside { (Fault::Interior, "into") } else { (Fault::Outside, "away from") };
            return (fault, format!("points {distance} bytes {into} a node, where no {wanted} begins"));
        }
        for ty in types.types.ids() {
            let known = self.known_node(view, ty, place);
            if known {
                return (Fault::WrongType, format!("points at a `{}`, not at a {wanted}", types.types[ty].name));
            }
        }
        (Fault::Dangling, format!("is neither null nor known to point at a {wanted}"))
    }

    /// Why a value was never set, if so.
    fn uninitialised(&mut self, term: TermId) -> Option<String> {
        if let Some(Origin::Uninitialised) = self.conditions.origins.get(&term) {
            return Some("was never set".into());
        }
        let Node::Select(array, index) = self.conditions.heap.pool.node(term) else { return None };
        if self.conditions.heap.is_unset(array) {
            return Some("was not set since the array was declared".into());
        }
        let place = self.number(index);
        let found = self.objects().into_iter().find(|(address, size, _)| place.wrapping_sub(*address) < *size)?;
        Some(match found.2 {
            Origin::Allocation { by, .. } => format!("was not set since `{by}` gave its memory"),
            Origin::Variable(name, _) => format!("was not set since `{name}` was declared"),
            Origin::Uninitialised | Origin::Unknown => return None,
        })
    }

    /// Whether the model says that a node begins at an address.
    fn known_node(&mut self, view: &super::heap::View, ty: NodeTypeId, place: u64) -> bool {
        let read = self.conditions.heap.known_node(view, ty);
        read.into_iter().any(|(at, bit)| self.number(at) == place && self.number(bit) == 1)
    }

    /// The value of a field of the node at an address, as far as the proof attempt looked at it.
    fn known_field(&mut self, view: &super::heap::View, field: FieldId, place: u64) -> Option<TermId> {
        let mut version = self.conditions.heap.field_version(view, field);
        loop {
            let step = self.conditions.heap.step(version);
            match step {
                super::heap::Step::Write { before, at, value } => {
                    if self.number(at) == place {
                        return Some(value);
                    }
                    version = before;
                }
                super::heap::Step::Join { condition, then, otherwise } => {
                    version = if self.holds(condition) { then } else { otherwise };
                }
                super::heap::Step::Fill(value) => return Some(value),
                super::heap::Step::Cut => {
                    let reads = self.conditions.heap.reads_of(version);
                    return reads.into_iter().find(|(at, _)| self.number(*at) == place).map(|(_, value)| value);
                }
            }
        }
    }

    /// Draws nodes that can be reached from the roots.
    fn draw(&mut self, picture: Picture, view: &super::heap::View) -> Vec<String> {
        let types = self.conditions.heap.types;
        let objects = self.objects();
        let mut nodes: IndexMap<u64, NodeTypeId> = IndexMap::new();
        let mut pending: Vec<u64> = Vec::new();
        for (_, root) in &picture.roots {
            pending.push(self.number(*root));
        }
        let mut next = 0;
        while next < pending.len() && nodes.len() < MOST_NODES {
            let place = pending[next];
            next += 1;
            let found = types.types.ids().find(|ty| self.known_node(view, *ty, place));
            if let (Some(ty), true) = (found, place != 0 && !nodes.contains_key(&place)) {
                nodes.insert(place, ty);
                for slot in types.types[ty].layout.slots.clone() {
                    if types.points_to(slot.field).is_some()
                        && let Some(value) = self.known_field(view, slot.field, place.wrapping_add(slot.owner_offset))
                    {
                        pending.push(self.number(value));
                    }
                }
            }
        }
        let mark = picture.mark.map(|mark| self.number(mark)).filter(|mark| *mark != 0);
        let name = |place: u64| -> String {
            if place == 0 {
                return "null".into();
            }
            if let Some(index) = nodes.get_index_of(&place) {
                return format!("n{}", index + 1);
            }
            let inside = nodes.iter().enumerate().find_map(|(index, (start, ty))| {
                let distance = place.wrapping_sub(*start);
                (distance < types.types[*ty].layout.size).then(|| format!("n{} + {distance}", index + 1))
            });
            let block = objects.iter().find_map(|(start, size, origin)| {
                let distance = place.wrapping_sub(*start);
                let offset = if distance == 0 { String::new() } else { format!(" + {distance}") };
                (distance < *size).then(|| match origin {
                    Origin::Allocation { by, .. } => format!("({size} bytes from {by}){offset}"),
                    Origin::Variable(name, _) => format!("&{name}{offset}"),
                    Origin::Uninitialised | Origin::Unknown => "?".into(),
                })
            });
            inside.or(block).unwrap_or_else(|| "?".into())
        };
        let wrong = |place: u64| if mark == Some(place) && !nodes.contains_key(&place) { "   <- wrong" } else { "" };
        let mut lines = Vec::new();
        for (root, value) in picture.roots.iter().filter(|(root, _)| !root.is_empty() && !root.starts_with('&')) {
            let is_pointer = self.conditions.heap.pool.width(*value) == self.conditions.heap.width;
            let place = if is_pointer { self.number(*value) } else { 0 };
            if nodes.contains_key(&place) || place != 0 && mark == Some(place) {
                lines.push(format!("{root} = {}{}", name(place), wrong(place)));
            }
        }
        for (index, (place, ty)) in nodes.iter().enumerate() {
            let origin = objects.iter().find(|(start, ..)| start == place).map_or(
                String::new(),
                |(_, size, origin)| match origin {
                    Origin::Allocation { by, .. } => format!(", {size} bytes from {by}"),
                    Origin::Variable(name, _) => format!(", the variable {name}"),
                    Origin::Uninitialised | Origin::Unknown => String::new(),
                },
            );
            lines.push(format!("n{}: {}{origin}", index + 1, types.types[*ty].name));
            for slot in types.types[*ty].layout.slots.clone() {
                let field = &types.fields[slot.field];
                let Some(value) = self.known_field(view, slot.field, place.wrapping_add(slot.owner_offset)) else {
                    continue;
                };
                let label = if field.name.is_empty() { "value" } else { &field.name };
                let held = self.number(value);
                let text = match types.points_to(slot.field) {
                    Some(_) => format!("{}{}", name(held), wrong(held)),
                    None => continue,
                };
                lines.push(format!("    {label} = {text}"));
            }
        }
        lines
    }
}
