//! When addresses matter. They are free choices of the system: a run that looks at them is one of many.

use super::machine::Machine;
use super::memory::State;
use super::outcome::ObjectKind;
use super::value::{ObjectId, Value};
use crate::ir::GlobalKind;

impl Machine<'_, '_> {
    /// Takes note if comparing two pointers depends on addresses. Within one object only offsets count; null differs from
    /// every object; and live objects differ from each other, unless they are equal string literals.
    pub fn note_comparison(&mut self, a: Value, b: Value, for_equality: bool) {
        let settled = a.object == b.object
            || for_equality && (self.is_null_test(a, b) || self.is_null_test(b, a) || self.are_apart(a, b));
        self.memory.saw_addresses |= !settled;
    }

    /// Takes note of the address of a pointer that is turned into a number.
    pub fn note_number(&mut self, pointer: Value) {
        self.memory.saw_addresses |= !matches!(pointer.object, ObjectId::NONE | ObjectId::NULL);
    }

    /// Takes note of a number that is turned into a pointer: what it points to depends on addresses.
    pub fn note_pointer(&mut self, number: Value) {
        self.memory.saw_addresses |= number.object == ObjectId::NONE && number.bits != 0;
    }

    /// Whether one pointer is null and the other within or at the end of an object, be that live or not.
    fn is_null_test(&self, null: Value, pointer: Value) -> bool {
        let object = self.memory.object(pointer.object);
        null.bits == 0
            && (pointer.bits == 0
                || object.kind != ObjectKind::Nothing && self.memory.offset(pointer, pointer.object) <= object.size)
    }

    /// Whether the pointers are to bytes of different live objects.
    fn are_apart(&self, a: Value, b: Value) -> bool {
        let inside = |pointer: Value| {
            let object = self.memory.object(pointer.object);
            object.state == State::Live
                && object.kind != ObjectKind::Nothing
                && (matches!(object.kind, ObjectKind::Function(_))
                    || self.memory.offset(pointer, pointer.object) < object.size)
        };
        inside(a) && inside(b) && !(self.is_literal(a) && self.is_literal(b))
    }

    fn is_literal(&self, pointer: Value) -> bool {
        match self.memory.object(pointer.object).kind {
            ObjectKind::Global(global) => self.program.globals[global].kind == GlobalKind::StringLiteral,
            _ => false,
        }
    }
}
