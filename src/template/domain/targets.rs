//! What a pointer may point to (the shape domain of seed 001, section IV-A, with offsets).

use super::{Domain, Form, Kind};
use crate::base::Id;
use crate::logic::{Bits, TermId};
use crate::memory::{Memory, NODE_BITS, ObjectId};
use crate::template::SlotType;
use crate::verdict::{Fact, Name, Place, Target};
use std::collections::BTreeMap;

/// What pointers point to; seed 001 calls it shape.
pub static POINTS_TO: Kind = Kind {
    other_name: Some("shape"),
    forms: &[&TARGETS],
    ..Kind::new("points-to", |template, _| template.target_rows())
};

/// A pointer is among some targets.
pub static TARGETS: Form = Form {
    name: "targets",
    bottom: |_| Box::new(Targets::bottom()),
    any_number: false,
    example: &[SlotType::Pointer],
};

/// Offsets per object that are told apart.
const MAX_OFFSETS: usize = 4;

/// The objects that a pointer may point to, each with its offsets; `None` is any offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Targets(BTreeMap<ObjectId, Option<Vec<u64>>>);

impl Targets {
    /// No target was seen yet.
    pub fn bottom() -> Self {
        Self(BTreeMap::new())
    }
}

/// Object and offset of a pointer.
fn parts(memory: &Memory, bits: &Bits) -> (ObjectId, u64) {
    let width = memory.offset_bits();
    let offset = bits.extract(width - 1, 0).to_u64().unwrap_or(0);
    let object = bits.lshr_by(width + NODE_BITS).to_u128().unwrap_or(0);
    (ObjectId::from_index(object as usize), offset)
}

impl Domain for Targets {
    fn join(&mut self, memory: &Memory, point: &[Bits]) {
        let [pointer] = point else { return };
        let (object, offset) = parts(memory, pointer);
        match self.0.entry(object).or_insert_with(|| Some(Vec::new())) {
            Some(offsets) if offsets.contains(&offset) => {}
            Some(offsets) if offsets.len() < MAX_OFFSETS => offsets.push(offset),
            any => *any = None,
        }
    }

    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId {
        let [pointer] = *slots else { return TermId::TRUE };
        let mut cases = Vec::new();
        for (&object, offsets) in &self.0 {
            let there = memory.points_to(pointer, object);
            let fits = match offsets {
                None => TermId::TRUE,
                Some(offsets) => {
                    let offset = memory.offset_part(pointer);
                    let mut any = Vec::new();
                    for &constant in offsets {
                        let constant = memory.offset(constant);
                        any.push(memory.pool.eq(offset, constant));
                    }
                    memory.pool.or(any)
                }
            };
            cases.push(memory.pool.and([there, fits]));
        }
        memory.pool.or(cases)
    }

    fn facts(&self, memory: &Memory, names: &[Name]) -> Vec<Fact> {
        let mut targets = Vec::new();
        for (&object, offsets) in &self.0 {
            let name = memory.object_name(object);
            match offsets {
                None => targets.push(Target::Within(name)),
                Some(offsets) => targets.extend(offsets.iter().map(|&offset| match (object, offset) {
                    (ObjectId::NONE, 1..) => Target::Address(offset),
                    _ => Target::At(Place::new(name.clone(), offset)),
                })),
            }
        }
        names.iter().map(|name| Fact::Targets { pointer: name.clone(), targets: targets.clone() }).collect()
    }

    fn copy(&self) -> Box<dyn Domain> {
        Box::new(self.clone())
    }
}
