//! Looking at a run where it visits the heads of loops, for those who compare it with what they claim of the program.

use super::Interpreter;
use super::code::{Pc, global_object};
use super::machine::{Machine, Setting};
use super::memory::{Memory, State};
use super::outcome::{ObjectKind, Outcome};
use super::value::{ObjectId, Value};
use super::{Inputs, Run};
use crate::base::{Id, Span};
use crate::config::RunConfig;
use crate::ir::{BlockId, FunctionId, GlobalId, LocalId, LoopTree, Program, PropertySet};
use indexmap::{IndexMap, IndexSet};

/// Where the loops of a program begin.
pub struct Heads {
    functions: Vec<FunctionHeads>,
}

#[derive(Default)]
struct FunctionHeads {
    /// The first step of each block, in order.
    starts: Vec<Pc>,
    heads: IndexMap<Pc, BlockId>,
}

impl Heads {
    /// Those of all functions.
    pub fn of(program: &Program) -> Self {
        let functions = program.functions.iter().map(|function| {
            let Some(body) = function.body() else { return FunctionHeads::default() };
            let mut starts = Vec::new();
            let mut length = 0;
            for block in body.blocks.iter() {
                starts.push(length);
                length += block.statements.len() as Pc + 1;
            }
            let loops = LoopTree::of(body);
            let blocks = loops.loops.iter().map(|info| info.head).chain(loops.irreducible.map(|(_, head)| head));
            let heads = blocks.map(|block| (starts[block.index()], block)).collect();
            FunctionHeads { starts, heads }
        });
        Self { functions: functions.collect() }
    }
}

/// Who looks.
pub(super) struct Watch<'w> {
    heads: &'w Heads,
    observer: &'w mut dyn FnMut(&Visit),
    /// How many calls were active at the step before, and where it stood.
    before: Option<(usize, Pc)>,
}

/// A value that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// An integer cut to its width, the bits of a float, or an address.
    pub bits: u64,
    /// The object that it leads to if it is an address, and the distance from the start of that.
    pub target: Option<(ObjectId, i64)>,
}

/// An object that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenObject {
    /// What it is.
    pub kind: ObjectKind,
    /// Bytes.
    pub size: u64,
    /// Whether it lives.
    pub live: bool,
    /// Where its life began.
    pub begin: Span,
}

/// A run that stands at the head of a loop.
pub struct Visit<'v> {
    /// The function of the loop.
    pub function: FunctionId,
    /// Its first block.
    pub block: BlockId,
    /// The block that it came from; `None` at the start of the function.
    pub from: Option<BlockId>,
    /// How many calls are active, that of the entry included.
    pub depth: usize,
    program: &'v Program,
    memory: &'v Memory,
    /// The registers of the function.
    values: &'v [Value],
}

impl Visit<'_> {
    /// The value of a register that has one.
    pub fn register(&self, local: LocalId) -> Option<Seen> {
        let value = self.values.get(local.index()).filter(|value| !value.is_unset())?;
        Some(self.seen(*value))
    }

    /// The object of a variable in memory that lives.
    pub fn variable(&self, local: LocalId) -> Option<ObjectId> {
        let value = self.values.get(local.index()).filter(|value| !value.is_unset())?;
        (self.memory.object(value.object).state == State::Live).then_some(value.object)
    }

    /// The object of a static variable.
    pub fn global(&self, global: GlobalId) -> ObjectId {
        global_object(self.program.functions.len(), global)
    }

    /// An object.
    pub fn object(&self, id: ObjectId) -> SeenObject {
        let object = self.memory.object(id);
        SeenObject { kind: object.kind, size: object.size, live: object.state == State::Live, begin: object.begin }
    }

    /// The objects that live.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, SeenObject)> {
        self.memory.objects().map(|(id, _)| (id, self.object(id))).filter(|(_, object)| object.live)
    }

    /// Bytes of an object that lives; `None` if they are not all there, or one of them has no value yet.
    pub fn bytes(&self, id: ObjectId, at: u64, width: u64) -> Option<&[u8]> {
        let object = self.object(id);
        let inside = at.checked_add(width).is_some_and(|end| end <= object.size);
        if !object.live || !inside || self.memory.missing(id, at, width).is_some() {
            return None;
        }
        Some(self.memory.bytes(id, at, width))
    }

    /// Up to eight bytes as a value.
    pub fn value(&self, id: ObjectId, at: u64, width: u64) -> Option<Seen> {
        let bits = self.bytes(id, at, width)?.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        if width != self.program.types.data_model.pointer_bytes() {
            return Some(Seen { bits, target: None });
        }
        Some(self.seen(Value { bits, object: self.memory.provenance(id, at) }))
    }

    fn seen(&self, value: Value) -> Seen {
        let object = self.memory.resolve(value);
        let target = (![ObjectId::NONE, ObjectId::NULL].contains(&object)).then(|| {
            let unused = self.memory.mask().leading_zeros();
            (object, ((self.memory.offset(value, object) << unused) as i64) >> unused)
        });
        Seen { bits: value.bits, target }
    }
}

impl Machine<'_, '_> {
    /// Shows the run to who looks, if it stands at the head of a loop.
    pub(super) fn show(&mut self) {
        let Some(mut watch) = self.watch.take() else { return };
        let depth = self.frames.len();
        let function = self.frames.last().map_or(FunctionId(0), |frame| frame.function);
        let code = &watch.heads.functions[function.index()];
        if let Some(&block) = code.heads.get(&self.pc) {
            let from = watch.before.filter(|before| before.0 == depth);
            let from = from.map(|(_, pc)| BlockId(code.starts.partition_point(|&start| start <= pc) as u32 - 1));
            let (program, memory, values) = (self.program, &self.memory, &self.values[self.base..]);
            (watch.observer)(&Visit { function, block, from, depth, program, memory, values });
        }
        watch.before = Some((depth, self.pc));
        self.watch = Some(watch);
    }
}

impl Interpreter<'_> {
    /// Runs the program once, showing it at every visit of the head of a loop. What is lost is not looked for.
    pub fn observe(
        &self,
        properties: PropertySet,
        inputs: &mut dyn Inputs,
        config: &RunConfig,
        heads: &Heads,
        observer: &mut dyn FnMut(&Visit),
    ) -> Run {
        let entry = self.program.entry;
        let Some((entry, code)) = entry.and_then(|id| Some((id, self.code.functions[id.index()].as_ref()?))) else {
            return Run::nothing(Outcome::Stopped);
        };
        let (stop, forgiven) = (|| false, IndexSet::new());
        let setting =
            Setting { program: self.program, code: &self.code, properties, config, stop: &stop, forgiven: &forgiven };
        let mut machine = Machine::new(setting, inputs, code, config.max_steps);
        machine.watch(Watch { heads, observer, before: None });
        let outcome = machine.run(entry);
        super::finish(machine, outcome)
    }
}
