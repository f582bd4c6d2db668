//! What the entry function is given. For `main` these are arrays of strings of any length: the first strings are objects of
//! their own, what lies behind them is memory outside the program.

use super::access::MISALIGNED;
use super::residual::ObjectKey;
use super::{Encoder, Given};
use crate::base::Span;
use crate::ir::{FunctionId, IntType, Scalar, Strings};
use crate::logic::{Sort, TermId};
use crate::memory::{Cell, Content, Fill, Misaligned, Object, ObjectId, ObjectKind, ObjectState, Objects};
use std::rc::Rc;

/// How many strings are objects.
const MODELLED: u32 = 4;

/// So many characters of a string are known not to be its end, unless they are. More of them are rarely looked at, and an
/// execution in which one is wrong does not replay.
const CHARACTERS: u64 = 24;

impl Encoder<'_> {
    /// The arguments of the entry function.
    pub(super) fn entry_arguments(&mut self, entry: FunctionId, objects: &mut Objects) -> Vec<TermId> {
        let function = &self.program.functions[entry];
        let params = &function.signature.params;
        let span = function.span;
        if !params.is_empty() {
            self.formula.approximate("arguments of the entry function", span);
        }
        let Some(read) = function.main_parameters() else {
            let mut values = Vec::new();
            for (index, &ty) in params.iter().enumerate() {
                let value = self.input("argument", ty);
                self.formula.arguments.push(Given::Argument(index as u32, value));
                values.push(value);
            }
            return values;
        };
        let argc = self.string_count(Strings::Arguments);
        let argv = match read.arguments {
            true => self.strings(Strings::Arguments, argc, objects, span),
            false => self.foreign_pointer("argument"),
        };
        let envp = match read.environment {
            true => {
                let count = self.string_count(Strings::Environment);
                self.strings(Strings::Environment, count, objects, span)
            }
            false => self.foreign_pointer("argument"),
        };
        [argc, argv, envp].into_iter().take(params.len()).collect()
    }

    /// How many strings there are: not below zero, and no more than there is room for.
    fn string_count(&mut self, strings: Strings) -> TermId {
        let count = self.input("count", Scalar::Int(IntType::INT));
        let most = (1u128 << (self.memory.offset_bits() - 4).min(31)) - 2;
        let most = self.memory.pool.bv_const(most, 32);
        let fits = self.memory.pool.ule(count, most);
        self.memory.constraints.push(fits);
        self.formula.arguments.push(Given::Count(strings, count));
        count
    }

    /// An array of strings with a null pointer behind.
    fn strings(&mut self, strings: Strings, count: TermId, objects: &mut Objects, span: Span) -> TermId {
        let width = self.program.types.data_model.pointer_bytes();
        let bits = self.memory.offset_bits();
        let last = self.memory.pool.zext(count, bits);
        let one = self.memory.offset(1);
        let elements = self.memory.pool.add(last, one);
        let bytes = self.memory.offset(width);
        let size = self.memory.pool.mul(elements, bytes);
        let name = match strings {
            Strings::Arguments => "argv",
            Strings::Environment => "envp",
        };
        let key = ObjectKey::Given(strings, None);
        let Some(object) = self.given_object(key, name.to_string(), (size, width), objects, span) else {
            return self.foreign_pointer("argument");
        };
        let mut content = Content::new(Fill::Uninitialised);
        let mut put = |encoder: &mut Self, offset: TermId, value: TermId| {
            let cell = Cell { width, value, pointer: true };
            match encoder.memory.write(object, &content, offset, cell, TermId::TRUE) {
                Ok(written) => content = written,
                Err(Misaligned) => encoder.unsupported(TermId::TRUE, MISALIGNED, span),
            }
        };
        for index in 0..MODELLED {
            let Some(string) = self.string(strings, index, objects, span) else { break };
            let start = self.object_start(string);
            let offset = self.memory.offset(u64::from(index) * width);
            put(self, offset, start);
        }
        let end = self.memory.pool.mul(last, bytes);
        let null = self.memory.null();
        put(self, end, null);
        if let Some(state) = objects.get_mut(object) {
            state.content = content;
        }
        self.object_start(object)
    }

    /// A string of any length.
    fn string(&mut self, strings: Strings, index: u32, objects: &mut Objects, span: Span) -> Option<ObjectId> {
        let bits = self.memory.offset_bits();
        let length = self.memory.pool.fresh_var("length", Sort::Bv(bits));
        let most = self.memory.offset(1 << (bits - 2));
        let fits = self.memory.pool.ult(length, most);
        self.memory.constraints.push(fits);
        let one = self.memory.offset(1);
        let size = self.memory.pool.add(length, one);
        let unset = Content::new(Fill::Uninitialised);
        let key = ObjectKey::Given(strings, Some(index));
        let name = format!("string {index} given to main");
        let object = self.given_object(key, name, (size, 1), objects, span)?;
        let end = Cell { width: 1, value: self.memory.pool.bv_const(0, 8), pointer: false };
        let content = self.memory.write(object, &unset, length, end, TermId::TRUE).ok()?;
        let text = self.memory.uninitialised_array(object, 1);
        for at in 0..CHARACTERS {
            let place = self.memory.offset(at);
            let inside = self.memory.pool.ult(place, length);
            let character = self.memory.pool.select(text, place);
            let goes_on = self.memory.pool.ne(character, end.value);
            let fact = self.memory.pool.implies(inside, goes_on);
            self.memory.constraints.push(fact);
        }
        if let Some(state) = objects.get_mut(object) {
            state.content = content;
        }
        self.formula.arguments.push(Given::Text(strings, index, length, object));
        Some(object)
    }

    fn given_object(
        &mut self,
        key: ObjectKey,
        name: String,
        (size, align): (TermId, u64),
        objects: &mut Objects,
        span: Span,
    ) -> Option<ObjectId> {
        let kind = ObjectKind::Stack;
        let object = self.memory.add_object(Object { kind, size, align, name, span, class: false })?;
        self.keys.bind(object, key);
        let content = Content::new(Fill::Uninitialised);
        objects.set(object, Rc::new(ObjectState { exists: TermId::TRUE, dead: TermId::FALSE, content }));
        Some(object)
    }
}
