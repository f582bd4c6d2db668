//! What loops change, as it is carried from one encoding to the next.

use crate::base::Span;
use crate::ir::{FunctionId, GlobalId, LocalId, Strings};
use crate::logic::FastMap;
use crate::memory::ObjectId;
use indexmap::{IndexMap, IndexSet};

/// What an object is, the same in every encoding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKey {
    /// "No object".
    None,
    /// A static object.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// Memory outside the program.
    Foreign,
    /// Strings that `main` is given: the array, or one of them.
    Given(Strings, Option<u32>),
    /// Made by a statement: calls and iterations on the way, then the site.
    Born(Box<[u32]>),
}

/// Objects by key.
#[derive(Default)]
pub(in crate::ssa) struct Keys {
    by_key: FastMap<ObjectKey, ObjectId>,
    by_object: FastMap<ObjectId, ObjectKey>,
}

impl Keys {
    pub fn bind(&mut self, object: ObjectId, key: ObjectKey) {
        self.by_object.insert(object, key.clone());
        self.by_key.insert(key, object);
    }

    pub fn object(&self, key: &ObjectKey) -> Option<ObjectId> {
        match key {
            ObjectKey::None => Some(ObjectId::NONE),
            ObjectKey::Foreign => Some(ObjectId::FOREIGN),
            _ => self.by_key.get(key).copied(),
        }
    }

    pub fn key(&self, object: ObjectId) -> ObjectKey {
        match object {
            ObjectId::FOREIGN => ObjectKey::Foreign,
            _ => self.by_object.get(&object).cloned().unwrap_or(ObjectKey::None),
        }
    }
}

/// What a pointer may point to, and at which offset; `None` is any.
pub(super) type TargetKeys = IndexSet<(ObjectKey, Option<u64>)>;

/// Offsets of one object that are told apart.
const MAX_OFFSETS: usize = 4;

/// A cell that a loop changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChangedCell {
    pub width: u64,
    pub pointer: bool,
    pub targets: TargetKeys,
}

/// What a loop changes.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopChanges {
    pub registers: IndexMap<LocalId, TargetKeys>,
    pub cells: IndexMap<(ObjectKey, u64), ChangedCell>,
    /// Arrays, with the bytes of an element.
    pub arrays: IndexMap<ObjectKey, u64>,
    pub dead: IndexSet<ObjectKey>,
    pub fields: IndexMap<(ObjectKey, u64), ChangedCell>,
    pub exists: IndexSet<ObjectKey>,
    pub node_dead: IndexSet<ObjectKey>,
    /// Classes whose allocation is inside the loop, with the size of a node.
    pub classes: IndexMap<ObjectKey, BornClass>,
}

/// A class that is born in a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BornClass {
    pub size: u64,
    pub span: Span,
}

/// What all loops of a program change; grows from one encoding to the next.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub(super) loops: IndexMap<Box<[u32]>, LoopChanges>,
    /// Fields of the nodes of a class: offset to width and whether a pointer.
    pub(super) fields: IndexMap<(ObjectKey, u64), (u64, bool)>,
    /// Whether what was written last to a place of an object was signed.
    pub(super) signs: IndexMap<(ObjectKey, u64), bool>,
    /// Loops that constants do not decide.
    pub(super) undecided: IndexSet<Box<[u32]>>,
    /// Loops that constants decide, but only after very many iterations.
    pub(super) long: IndexSet<Box<[u32]>>,
    pub(super) changed: bool,
}

impl Changes {
    /// Whether the last encoding found a change that it had not assumed: encode again.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}

/// Adds a target; too many offsets of one object become any offset.
pub(super) fn add_target(targets: &mut TargetKeys, key: &ObjectKey, offset: Option<u64>) -> bool {
    if targets.contains(&(key.clone(), None)) || targets.contains(&(key.clone(), offset)) {
        return false;
    }
    let known = targets.iter().filter(|(other, _)| other == key).count();
    if offset.is_none() || known >= MAX_OFFSETS {
        targets.retain(|(other, _)| other != key);
        return targets.insert((key.clone(), None));
    }
    targets.insert((key.clone(), offset))
}
