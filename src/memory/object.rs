//! Objects and the part of a state that belongs to them.

use super::content::Content;
use crate::base::{Id, Span, define_id};
use crate::ir::{FunctionId, GlobalId};
use crate::logic::TermId;
use std::rc::Rc;

define_id!(
    /// An object of the symbolic memory: one per global, per function, and per execution of an allocation or
    /// declaration in the unwound program.
    ObjectId,
    "o"
);

impl ObjectId {
    /// "No object": null and integers used as addresses.
    pub const NONE: ObjectId = ObjectId(0);

    /// What pointers from outside the program point to.
    pub const FOREIGN: ObjectId = ObjectId(1);
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// "No object".
    None,
    /// Memory outside the program: nothing is known of it.
    Foreign,
    /// A static object; `writable` is false for constants and string literals.
    Global {
        /// Which.
        global: GlobalId,
        /// Whether it may be written.
        writable: bool,
    },
    /// A function: can be called, not accessed.
    Function(FunctionId),
    /// A local variable, an `alloca` block or a variable-length array.
    Stack,
    /// Made by `malloc` and its like.
    Heap,
}

/// An object; what does not change after it was made.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// Bytes.
    pub size: TermId,
    /// What its address is certainly a multiple of: a power of two.
    pub align: u64,
    /// Name for dumps and traces.
    pub name: String,
    /// Where it was made.
    pub span: Span,
    /// Whether it is a class: all objects that one allocation in a residual loop makes.
    pub class: bool,
}

impl Object {
    /// Objects 0 and 1.
    pub(super) fn outside(kind: ObjectKind, zero: TermId, name: &str) -> Self {
        Self { kind, size: zero, align: 1, name: name.into(), span: Span::NONE, class: false }
    }
}

/// The changing part of an object.
#[derive(Clone, Debug)]
pub struct ObjectState {
    /// Whether it was made on the path taken. A pointer to it implies this.
    pub exists: TermId,
    /// Whether it was freed or went out of scope.
    pub dead: TermId,
    /// Its bytes.
    pub content: Content,
}

/// The changing part of all objects. Cloning is cheap; unchanged objects are shared.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    states: Vec<Option<Rc<ObjectState>>>,
}

impl Objects {
    /// The state of an object, if it exists on some path to here.
    pub fn get(&self, object: ObjectId) -> Option<&Rc<ObjectState>> {
        self.states.get(object.index()).and_then(Option::as_ref)
    }

    /// The state of an object, to be changed.
    pub fn get_mut(&mut self, object: ObjectId) -> Option<&mut ObjectState> {
        self.states.get_mut(object.index()).and_then(Option::as_mut).map(Rc::make_mut)
    }

    /// Sets the state of an object.
    pub fn set(&mut self, object: ObjectId, state: Rc<ObjectState>) {
        if self.states.len() <= object.index() {
            self.states.resize(object.index() + 1, None);
        }
        self.states[object.index()] = Some(state);
    }

    /// All objects that exist on some path to here.
    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.states.iter().enumerate().filter(|(_, s)| s.is_some()).map(|(i, _)| ObjectId::from_index(i))
    }

    /// One more than the highest object number.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}
