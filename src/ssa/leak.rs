//! Leaks: memory that is allocated and cannot be reached any more, or not freed at the end.
//!
//! Lost memory stays lost, so it is enough to look where execution ends (or is cut). Reachability needs no
//! fixpoint: memory is lost exactly if there is a set of live heap objects, not empty, that no variable and no
//! live object outside the set points into. One boolean per object says whether it is in the set, and the
//! solver finds them.

use super::Encoder;
use super::formula::Obligation;
use super::state::State;
use crate::base::Span;
use crate::ir::{ErrorKind, Property, SiteId};
use crate::logic::{FastMap, Sort, TermId};
use crate::memory::{Content, ObjectId, ObjectKind};

impl Encoder<'_> {
    /// The program ends here: checks `valid-memcleanup` and `valid-memtrack`.
    pub(super) fn program_end(&mut self, state: &State, span: Span, site: Option<SiteId>) {
        if self.config.properties.contains(Property::ValidMemcleanup) {
            let left = self.heap_objects(state, span);
            let left: Vec<TermId> = left.into_iter().map(|(_, live)| live).collect();
            let left = self.memory.pool.or(left);
            let condition = self.memory.pool.not(left);
            self.final_obligation(state, ErrorKind::NotFreedAtEnd, condition, span, site);
        }
        self.check_leaks(state, span, site);
    }

    /// Unwinding was cut here: memory that is lost already is lost whatever follows.
    pub(super) fn leak_at_cut(&mut self, state: &State, span: Span) {
        self.check_leaks(state, span, None);
    }

    fn final_obligation(
        &mut self,
        state: &State,
        error: ErrorKind,
        condition: TermId,
        span: Span,
        site: Option<SiteId>,
    ) {
        let negated = self.memory.pool.not(condition);
        if self.memory.pool.and([state.guard, negated]) != TermId::FALSE {
            let after = self.formula.assumptions.len();
            self.formula.obligations.push(Obligation { error, guard: state.guard, condition, after, span, site });
        }
    }

    /// Heap objects that may be allocated and not freed, with that condition.
    fn heap_objects(&mut self, state: &State, span: Span) -> Vec<(ObjectId, TermId)> {
        let mut heap = Vec::new();
        if state.objects.ids().any(|object| self.memory.objects[object].class) {
            self.unsupported(state.guard, "leaks of structures without a bound on their size", span);
        }
        for object in state.objects.ids() {
            if self.memory.objects[object].kind != ObjectKind::Heap || self.memory.objects[object].class {
                continue;
            }
            let Some(current) = state.objects.get(object) else { continue };
            let alive = self.memory.pool.not(current.dead);
            let live = self.memory.pool.and([current.exists, alive]);
            if live != TermId::FALSE {
                heap.push((object, live));
            }
        }
        heap
    }

    fn check_leaks(&mut self, state: &State, span: Span, site: Option<SiteId>) {
        if !self.config.properties.contains(Property::ValidMemtrack) {
            return;
        }
        let heap = self.heap_objects(state, span);
        if heap.is_empty() {
            return;
        }
        let check = self.formula.obligations.len();
        let lost: Vec<(ObjectId, TermId)> = heap
            .iter()
            .map(|(object, _)| (*object, self.memory.pool.var(&format!("lost!{check}!{}", object.0), Sort::Bool)))
            .collect();
        let mut facts = Vec::new();
        for ((_, live), (_, lost)) in heap.iter().zip(&lost) {
            facts.push(self.memory.pool.implies(*lost, *live));
        }
        for root in self.roots(state) {
            self.not_into(root, TermId::TRUE, &lost, &mut facts);
        }
        for object in state.objects.ids() {
            let Some(current) = state.objects.get(object) else { continue };
            let alive = self.memory.pool.not(current.dead);
            let live = self.memory.pool.and([current.exists, alive]);
            let outside = match lost.iter().find(|(other, _)| *other == object) {
                Some((_, lost)) => self.memory.pool.not(*lost),
                None => TermId::TRUE,
            };
            let counts = self.memory.pool.and([live, outside]);
            if counts == TermId::FALSE {
                continue;
            }
            let content = current.content.clone();
            for pointer in self.pointers_in(object, &content) {
                self.not_into(pointer, counts, &lost, &mut facts);
            }
        }
        let some = self.memory.pool.or(lost.iter().map(|(_, lost)| *lost).collect::<Vec<_>>());
        facts.push(some);
        let leak = self.memory.pool.and(facts);
        let condition = self.memory.pool.not(leak);
        self.final_obligation(state, ErrorKind::Leak, condition, span, site);
    }

    /// Where `counts` holds, the pointer does not point into the lost set.
    fn not_into(&mut self, pointer: TermId, counts: TermId, lost: &[(ObjectId, TermId)], facts: &mut Vec<TermId>) {
        for case in self.memory.cases(pointer).iter() {
            if let Some((_, lost)) = lost.iter().find(|(object, _)| *object == case.object) {
                let there = self.memory.points_to(pointer, case.object);
                let keeps = self.memory.pool.and([counts, there]);
                let not_lost = self.memory.pool.not(*lost);
                facts.push(self.memory.pool.implies(keeps, not_lost));
            }
        }
    }

    /// Pointers held by the registers of all active functions.
    fn roots(&mut self, state: &State) -> Vec<TermId> {
        let sort = self.memory.pointer_sort();
        let callers = self.activations.iter().filter_map(|activation| activation.caller.as_ref());
        let values: Vec<TermId> =
            callers.chain([&state.frame]).flat_map(|frame| frame.registers.iter().flatten().copied()).collect();
        let mut roots: Vec<TermId> = values.into_iter().filter(|&value| self.memory.pool.sort(value) == sort).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Pointers stored in an object. A number that happens to be an address is none: without it more memory counts as
    /// lost, so nothing is proved by chance.
    fn pointers_in(&mut self, object: ObjectId, content: &Content) -> Vec<TermId> {
        match content {
            Content::Cells { cells, .. } => {
                let word = self.program.types.data_model.pointer_bytes();
                let candidates: Vec<_> = cells.values().copied().collect();
                let mut pointers = Vec::new();
                for cell in candidates {
                    if cell.pointer {
                        pointers.push(cell.value);
                    } else if cell.width == word && self.memory.pool.as_u64(cell.value).is_none() {
                        pointers.push(self.memory.visible_pointer(cell.value, &mut FastMap::default()));
                    }
                }
                pointers
            }
            Content::Array { element, targets: Some(_), .. } => {
                let size = self.memory.pool.as_u64(self.memory.objects[object].size).unwrap_or(0);
                let count = (size / element).min(256);
                let element = *element;
                (0..count)
                    .filter_map(|index| {
                        let offset = self.memory.offset(index * element);
                        self.memory.read(object, content, offset, element, true).ok()
                    })
                    .collect()
            }
            Content::Array { .. } | Content::Nodes(_) => Vec::new(),
        }
    }
}
