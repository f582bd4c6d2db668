//! From a model of the formula to the inputs of an execution.

use crate::interp::{FixedInputs, InputKey, InputKind, NO_SITE};
use crate::ir::SiteId;
use crate::logic::{Evaluator, TermId, Value};
use crate::memory::{Memory, ObjectId, ObjectKind, Unwritten};
use crate::ssa::{Encoding, EventKind, Given};
use indexmap::IndexMap;

/// Bytes up to which an uninitialised array is written out.
const MAX_ARRAY: u64 = 1 << 16;

/// The inputs that lead an execution along the path of a model: those of the events whose guard holds, numbered
/// by how often their statement was visited before.
pub(super) fn lift(encoding: &Encoding, model: &mut Evaluator) -> FixedInputs {
    let pool = &encoding.memory.pool;
    let mut inputs = FixedInputs::new();
    let mut visits: IndexMap<SiteId, u32> = IndexMap::new();
    for event in &encoding.events {
        if !model.eval(pool, event.guard).to_bool() {
            continue;
        }
        let site = event.site;
        let count = visits.entry(site).or_insert(0);
        if let EventKind::AllocationFails(fails) = event.kind {
            let key = InputKey { site, visit: count.saturating_sub(1), kind: InputKind::MallocFails };
            inputs.set(key, u64::from(model.eval(pool, fails).to_bool()));
            continue;
        }
        let visit = *count;
        *count += 1;
        match event.kind {
            EventKind::Value { value, external, .. } => {
                let kind = if external { InputKind::External } else { InputKind::Nondet };
                inputs.set(InputKey { site, visit, kind }, number(&encoding.memory, model, value));
            }
            EventKind::Register { value, .. } => {
                let key = InputKey { site, visit, kind: InputKind::Register };
                inputs.set(key, number(&encoding.memory, model, value));
            }
            EventKind::Birth(object) => {
                lift_bytes(&encoding.memory, model, object, &mut inputs, |offset| InputKey {
                    site,
                    visit,
                    kind: InputKind::Bytes { offset, length: 1 },
                });
                if let Some(&base) = encoding.memory.exposed().get(&object) {
                    let key = InputKey { site, visit, kind: InputKind::BaseAddress };
                    inputs.set(key, number(&encoding.memory, model, base));
                }
            }
            EventKind::AllocationFails(_) => {}
        }
    }
    for (object, info) in encoding.memory.objects.enumerated() {
        let ObjectKind::Global { global, .. } = info.kind else { continue };
        lift_bytes(&encoding.memory, model, object, &mut inputs, |offset| InputKey {
            site: NO_SITE,
            visit: 0,
            kind: InputKind::GlobalBytes { global, offset, length: 1 },
        });
        if let Some(&base) = encoding.memory.exposed().get(&object) {
            let key = InputKey { site: NO_SITE, visit: 0, kind: InputKind::GlobalAddress(global) };
            inputs.set(key, number(&encoding.memory, model, base));
        }
    }
    let key = |kind| InputKey { site: NO_SITE, visit: 0, kind };
    for &given in &encoding.arguments {
        let (kind, value) = match given {
            Given::Argument(index, value) => (InputKind::Argument(index), value),
            Given::Count(strings, count) => (InputKind::StringCount(strings), count),
            Given::Text(strings, index, length, object) => {
                let character = |offset| key(InputKind::StringCharacter(strings, index, offset as u32));
                lift_bytes(&encoding.memory, model, object, &mut inputs, character);
                (InputKind::StringLength(strings, index), length)
            }
        };
        let value = number(&encoding.memory, model, value);
        inputs.set(key(kind), handy(kind, value));
    }
    inputs
}

/// A number that an execution can be tried with: if it does not matter how many or how long strings are, a model may have
/// more of them than there is room for.
fn handy(kind: InputKind, value: u64) -> u64 {
    match kind {
        InputKind::StringCount(_) if value > MAX_ARRAY => 4,
        InputKind::StringLength(..) if value >= MAX_ARRAY => 64,
        _ => value,
    }
}

/// The low 64 bits of a bit-vector: for a pointer without an object, its address.
fn number(memory: &Memory, model: &mut Evaluator, term: TermId) -> u64 {
    match model.eval(&memory.pool, term) {
        Value::Bv(bits) => {
            bits.words().first().copied().unwrap_or(0)
                & (u64::MAX >> (64 - memory.offset_bits().min(64)) | low_mask(bits.width()))
        }
        Value::Bool(value) => u64::from(value),
        Value::Array(_) => 0,
    }
}

fn low_mask(width: u32) -> u64 {
    if width <= 64 { u64::MAX >> (64 - width) } else { 0 }
}

fn lift_bytes(
    memory: &Memory,
    model: &mut Evaluator,
    object: ObjectId,
    inputs: &mut FixedInputs,
    key: impl Fn(u64) -> InputKey,
) {
    let Some(unwritten) = memory.unwritten().get(&object) else { return };
    for &item in unwritten {
        match item {
            Unwritten::Byte { at, input } => inputs.set(key(at), number(memory, model, input)),
            Unwritten::Array { element, input } => {
                let Value::Array(array) = model.eval(&memory.pool, input) else { continue };
                let size = match model.eval(&memory.pool, memory.objects[object].size) {
                    Value::Bv(bits) => bits.to_u64().unwrap_or(0).min(MAX_ARRAY),
                    _ => 0,
                };
                for index in 0..size / element {
                    let position = crate::logic::Bits::new(u128::from(index), memory.offset_bits());
                    let value = array.get(&position);
                    for (byte, at) in (index * element..(index + 1) * element).enumerate() {
                        let shifted = value.lshr_by(8 * byte as u32);
                        inputs.set(key(at), shifted.words().first().copied().unwrap_or(0) & 0xff);
                    }
                }
            }
        }
    }
}
