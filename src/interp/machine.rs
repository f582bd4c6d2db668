//! The state of a run and its main loop. Operations are in `eval`, memory accesses in `access`, library
//! functions in `builtins`.

use super::accelerate::{Attempts, FIRST_ATTEMPT};
use super::code::*;
use super::inputs::{InputKey, InputKind, InputRequest, Inputs, NO_SITE, RecordedInput, cut};
use super::memory::{Memory, NewObject, State, VARIABLE_ALIGN};
use super::observe::Watch;
use super::outcome::*;
use super::trace::{Event, EventKind, Recorder};
use super::value::{ObjectId, Value};
use crate::base::{Id, Span};
use crate::config::RunConfig;
use crate::ir::{CType, ErrorKind, FunctionId, FunctionKind, LocalId, Program, PropertySet, Scalar, Signature, SiteId};
use indexmap::{IndexMap, IndexSet};
use std::convert::Infallible;

/// A run ends: how. Boxed, so that results of hot functions stay small.
pub(super) type Halt = Box<Outcome>;
/// A result, or the end of the run.
pub(super) type Exec<T> = Result<T, Halt>;

/// How many steps pass between two questions whether to stop.
const POLL: u64 = 1 << 16;

/// An active call.
pub(super) struct Frame {
    pub function: FunctionId,
    /// First slot.
    pub base: usize,
    /// What it is executing; for the innermost frame [`Machine::pc`] is.
    pub pc: Pc,
    /// Where the caller wants the result.
    target: Option<Slot>,
    /// The call, as the site and visit of a result that is not set.
    site: SiteId,
    visit: u32,
    /// How many dynamic objects there were before.
    dynamics: usize,
}

/// What is given to a run.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub program: &'a Program,
    pub code: &'a Code,
    pub properties: PropertySet,
    pub config: &'a RunConfig,
    pub stop: &'a dyn Fn() -> bool,
    /// Objects whose loss is no violation.
    pub forgiven: &'a IndexSet<(SiteId, u32)>,
}

/// A run in progress.
pub(super) struct Machine<'a, 'i> {
    pub program: &'a Program,
    pub code: &'a Code,
    pub properties: PropertySet,
    pub config: &'a RunConfig,
    stop: &'a dyn Fn() -> bool,
    pub forgiven: &'a IndexSet<(SiteId, u32)>,
    inputs: &'i mut dyn Inputs,
    pub memory: Memory,
    pub values: Vec<Value>,
    pub frames: Vec<Frame>,
    /// The code of the innermost frame.
    pub function: &'a FunctionCode,
    pub base: usize,
    pub pc: Pc,
    pub steps: u64,
    max_steps: u64,
    /// When to look up next: at the limit or at the next poll.
    pause: u64,
    /// How often each site was executed.
    pub visits: Vec<u32>,
    /// Backward jumps so far, and before which of them nothing is tried to skip iterations.
    pub turns: u64,
    pub next_attempt: u64,
    /// How that went, by function and head.
    pub attempts: IndexMap<(FunctionId, Pc), Attempts>,
    /// Objects of `alloca` (no slot) and of variable-length arrays, of all frames.
    pub dynamics: Vec<(Option<Slot>, ObjectId)>,
    pub output: Vec<u8>,
    pub recorded: Vec<RecordedInput>,
    pub warnings: IndexMap<(SiteId, Span), Warning>,
    pub external_calls: IndexMap<FunctionId, ExternalCall>,
    /// Whether the first function returned.
    pub returned: bool,
    /// Results of functions that are not known, by the site and visit of the call.
    external_results: IndexMap<(SiteId, u32), (FunctionId, u64)>,
    pub recorder: Option<Recorder>,
    /// Whether the ordinary events are recorded, too.
    pub tracing: bool,
    /// Whether a run that is cut off at a return stops before the caller receives the result.
    pub hold_result: bool,
    /// That result.
    pub held: Option<Value>,
    /// Who looks at every step whether the head of a loop is visited.
    pub watch: Option<Watch<'i>>,
}

impl<'a, 'i> Machine<'a, 'i> {
    /// Ready to run, with no memory yet.
    pub fn new(setting: Setting<'a>, inputs: &'i mut dyn Inputs, function: &'a FunctionCode, max_steps: u64) -> Self {
        let Setting { program, code, properties, config, stop, forgiven } = setting;
        Self {
            program,
            code,
            properties,
            config,
            stop,
            forgiven,
            inputs,
            memory: Memory::new(program.types.data_model, config.max_memory),
            values: Vec::new(),
            frames: Vec::new(),
            function,
            base: 0,
            pc: 0,
            steps: 0,
            max_steps,
            pause: POLL.min(max_steps),
            visits: vec![0; program.sites as usize],
            turns: 0,
            next_attempt: FIRST_ATTEMPT,
            attempts: IndexMap::new(),
            dynamics: Vec::new(),
            output: Vec::new(),
            recorded: Vec::new(),
            warnings: IndexMap::new(),
            external_calls: IndexMap::new(),
            returned: false,
            external_results: IndexMap::new(),
            recorder: config.trace.then(Recorder::default),
            tracing: config.trace && config.trace_from == 0,
            hold_result: false,
            held: None,
            watch: None,
        }
    }

    /// Lets somebody look at every step.
    pub fn watch(&mut self, watch: Watch<'i>) {
        self.watch = Some(watch);
        self.pause = 0;
    }

    /// Runs from the start of a function to the end.
    pub fn run(&mut self, entry: FunctionId) -> Outcome {
        let Err(halt) = self.start(entry).and_then(|()| self.execute());
        *halt
    }

    /// The main loop. Ends only by an `Err`.
    fn execute(&mut self) -> Exec<Infallible> {
        loop {
            if self.steps >= self.pause {
                self.look_up()?;
            }
            self.steps += 1;
            let function = self.function;
            let step = &function.steps[self.pc as usize];
            if step.ops.0 != step.ops.1 {
                self.compute(function, step.ops.0, step.ops.1)?;
            }
            match step.effect {
                Effect::Assign(target) => {
                    if self.tracing {
                        self.trace_assign(target);
                    }
                    self.pc += 1;
                }
                Effect::Load { target, address, width } => {
                    let pointer = self.read(address)?;
                    let value = self.load(pointer, width)?;
                    self.set(target, value);
                    self.pc += 1;
                }
                Effect::Store { address, value, width } => {
                    let pointer = self.read(address)?;
                    let value = self.read(value)?;
                    self.store(pointer, value, width)?;
                    self.pc += 1;
                }
                Effect::Goto(target) => self.jump(target),
                Effect::Branch { condition, then, otherwise } => {
                    let taken = self.read(condition)?.bits != 0;
                    if self.tracing {
                        self.trace(EventKind::Branch(taken));
                    }
                    self.jump(if taken { then } else { otherwise });
                }
                Effect::Call(index) => self.call(&function.calls[index as usize], step)?,
                Effect::Return(value) => self.leave(value)?,
                _ => self.other(function, step)?,
            }
        }
    }

    /// Goes on elsewhere.
    #[inline]
    fn jump(&mut self, target: Pc) {
        let backward = target <= self.pc;
        self.pc = target;
        if backward {
            self.turns += 1;
            if self.turns >= self.next_attempt {
                self.accelerate();
            }
        }
    }

    /// The less frequent effects.
    fn other(&mut self, function: &'a FunctionCode, step: &Step) -> Exec<()> {
        match step.effect {
            Effect::LoadBits { target, address, bits, ty } => {
                let pointer = self.read(address)?;
                let value = self.load_bits(pointer, bits, ty)?;
                self.set(target, Value::plain(value));
            }
            Effect::StoreBits { address, value, bits } => {
                let pointer = self.read(address)?;
                let value = self.read(value)?;
                self.store_bits(pointer, value.bits, bits)?;
            }
            Effect::Copy { to, from, size } => {
                let (to, from) = (self.read(to)?, self.read(from)?);
                self.copy(to, from, size, true)?;
            }
            Effect::Zero { address, size } => {
                let pointer = self.read(address)?;
                self.fill(pointer, size, 0)?;
            }
            Effect::MemoryLive { slot, size } => self.memory_live(slot, size, step)?,
            Effect::MemoryDead(slot) => self.memory_dead(slot, step.span),
            Effect::RegisterLive(slot) => {
                let visit = self.visit(step.site);
                self.values[self.base + slot as usize] = Value::unset(step.site.0, visit);
            }
            Effect::RegisterDead(slot) => {
                self.values[self.base + slot as usize] = Value::unset(NO_SITE.0, 0);
            }
            Effect::DynamicLive { target, size } => self.dynamic_live(target, size, step)?,
            Effect::DynamicDead(slot) => self.dynamic_dead(slot, step.span),
            Effect::Assume(condition) => {
                if self.read(condition)?.bits == 0 {
                    return Err(Box::new(Outcome::PathEnded(PathEnd::AssumptionFailed(step.span))));
                }
            }
            Effect::Never => return Err(self.error(ErrorKind::InvariantFails, ObjectId::NONE, String::new())),
            Effect::Observed => self.trace(EventKind::Observed),
            Effect::Defined(_) => {}
            Effect::Readable { address, size } => self.check_readable(address, size)?,
            Effect::Unsupported(index) => {
                return Err(Box::new(Outcome::Unsupported(function.unsupported[index as usize].clone())));
            }
            Effect::Switch(value, index) => {
                let switch = &function.switches[index as usize];
                let value = switch.ty.value(self.read(value)?.bits);
                if self.tracing {
                    self.trace(EventKind::Switch(value));
                }
                let case = switch.cases.iter().find(|(low, high, _)| (*low..=*high).contains(&value));
                self.pc = case.map_or(switch.default, |case| case.2);
                return Ok(());
            }
            Effect::Unreachable => return Err(self.unsupported("a point that should never be reached")),
            Effect::Assign(_)
            | Effect::Load { .. }
            | Effect::Store { .. }
            | Effect::Goto(_)
            | Effect::Branch { .. }
            | Effect::Call(_)
            | Effect::Return(_) => {}
        }
        self.pc += 1;
        Ok(())
    }

    #[cold]
    fn look_up(&mut self) -> Exec<()> {
        if self.steps >= self.max_steps {
            return Err(Box::new(Outcome::StepLimit));
        }
        if (self.stop)() {
            return Err(Box::new(Outcome::Stopped));
        }
        self.tracing = self.config.trace && self.steps >= self.config.trace_from;
        self.pause = (self.steps + POLL).min(self.max_steps);
        if self.watch.is_some() {
            self.pause = self.steps + 1;
            self.show();
        }
        Ok(())
    }

    /// Where the run stands.
    pub fn span(&self) -> Span {
        self.function.steps.get(self.pc as usize).map_or(Span::NONE, |step| step.span)
    }

    /// The site that is executed.
    pub fn site(&self) -> SiteId {
        self.function.steps.get(self.pc as usize).map_or(NO_SITE, |step| step.site)
    }

    /// The active calls, innermost first.
    pub fn stack(&self) -> Vec<StackEntry> {
        let outer = self.frames.iter().rev().skip(1).map(|frame| {
            let span = self.code.functions[frame.function.index()]
                .as_ref()
                .and_then(|code| code.steps.get(frame.pc as usize))
                .map_or(Span::NONE, |step| step.span);
            StackEntry { function: frame.function, span }
        });
        let inner = self.frames.last().map(|frame| StackEntry { function: frame.function, span: self.span() });
        inner.into_iter().chain(outer).collect()
    }

    /// Counts a visit of a site; says how many there were before.
    pub fn visit(&mut self, site: SiteId) -> u32 {
        match self.visits.get_mut(site.index()) {
            Some(count) => {
                let before = *count;
                // Skipped iterations count, so there may be any number. If two inputs come to share a number, replaying
                // them may be another run, which is then judged by itself.
                *count = before.wrapping_add(1);
                before
            }
            None => 0,
        }
    }

    /// Where inputs come from.
    pub fn inputs(&mut self) -> &mut dyn Inputs {
        self.inputs
    }

    /// Asks for an input.
    pub fn input(&mut self, key: InputKey, ty: Scalar, boolean: bool) -> u64 {
        self.input_of(None, key, ty, boolean)
    }

    /// Asks for an input, which is the result of a function if one is given.
    pub fn input_of(&mut self, function: Option<FunctionId>, key: InputKey, ty: Scalar, boolean: bool) -> u64 {
        let answer = self.inputs.input(&InputRequest { key, ty, boolean, function });
        let value = if boolean { answer & 1 } else { cut(ty, answer, self.memory.mask()) };
        let recorded = RecordedInput { key, ty, value };
        self.recorded.push(recorded);
        self.trace(EventKind::Input(recorded));
        value
    }

    /// A new object. Its address may be fixed by the inputs.
    pub fn allocate(&mut self, mut new: NewObject) -> Exec<Value> {
        let kind = match new.kind {
            ObjectKind::Global(global) => InputKind::GlobalAddress(global),
            _ => InputKind::BaseAddress,
        };
        let key = InputKey { site: new.site, visit: new.visit, kind };
        new.base = self.inputs.base_address(&key);
        if let Some(value) = new.base {
            self.recorded.push(RecordedInput { key, ty: Scalar::Pointer, value });
        }
        self.memory.allocate(new).map_err(|_| Box::new(Outcome::MemoryLimit))
    }

    /// The value of a slot. A register that was never set gets its value from an input.
    #[inline]
    pub fn read(&mut self, slot: Slot) -> Exec<Value> {
        let value = self.values[self.base + slot as usize];
        if value.is_unset() { self.read_unset(slot, value) } else { Ok(value) }
    }

    #[cold]
    fn read_unset(&mut self, slot: Slot, unset: Value) -> Exec<Value> {
        let Some(function) = self.frames.last().map(|frame| frame.function) else { return Ok(unset) };
        let body = self.program.functions[function].body();
        let local = LocalId(slot);
        let declared = body.and_then(|body| body.locals.get(local));
        if self.function.memory_locals.contains(&slot) {
            // A jump into its scope went past the declaration.
            let size = declared.and_then(|local| self.program.types.size_of(&local.ty)).unwrap_or(0);
            return self.new_local(slot, size, NO_SITE, self.steps as u32, self.span());
        }
        let ty = declared.and_then(|local| local.ty.scalar()).unwrap_or(Scalar::Pointer);
        let (site, visit) = match (unset.bits >> 32) as u32 {
            site if site == NO_SITE.0 => (NO_SITE, self.recorded.len() as u32),
            site => (SiteId(site), unset.bits as u32),
        };
        if let Some((function, result)) = self.external_results.get(&(site, visit)) {
            let value = Value::plain(*result);
            if let Some(call) = self.external_calls.get_mut(function) {
                call.used = true;
            }
            self.values[self.base + slot as usize] = value;
            return Ok(value);
        }
        let key = InputKey { site, visit, kind: InputKind::Register };
        let value = Value::plain(self.input(key, ty, false));
        self.values[self.base + slot as usize] = value;
        if let Some(name) = declared.and_then(|local| local.name.as_ref()) {
            self.warn(|_| Unset::Variable(name.clone()));
        }
        Ok(value)
    }

    /// Sets a register.
    #[inline]
    pub fn set(&mut self, slot: Slot, value: Value) {
        self.values[self.base + slot as usize] = value;
        if self.tracing {
            self.trace_assign(slot);
        }
    }

    fn new_local(&mut self, slot: Slot, size: u64, site: SiteId, visit: u32, begin: Span) -> Exec<Value> {
        let function = self.frames.last().map_or(FunctionId(0), |frame| frame.function);
        let kind = ObjectKind::Local(function, LocalId(slot));
        let declared = self.program.functions[function].body().and_then(|body| body.locals.get(LocalId(slot)));
        let align = declared.map_or(1, |local| self.program.types.align_of(&local.ty)).max(VARIABLE_ALIGN);
        let value = self.allocate(NewObject { kind, size, align, site, visit, begin, base: None })?;
        self.values[self.base + slot as usize] = value;
        Ok(value)
    }

    fn memory_live(&mut self, slot: Slot, size: u64, step: &Step) -> Exec<()> {
        self.memory_dead(slot, step.span);
        let visit = self.visit(step.site);
        self.new_local(slot, size, step.site, visit, step.span).map(|_| ())
    }

    fn memory_dead(&mut self, slot: Slot, span: Span) {
        let value = self.values[self.base + slot as usize];
        if !value.is_unset() && self.memory.object(value.object).state == State::Live {
            self.memory.kill(value.object, State::OutOfScope, span);
        }
    }

    fn dynamic_live(&mut self, target: Slot, size: Slot, step: &Step) -> Exec<()> {
        let size = self.read(size)?.bits;
        if size > self.memory.mask() / 2 {
            return Err(Box::new(Outcome::PathEnded(PathEnd::BadArraySize(step.span))));
        }
        self.dynamic_dead(target, step.span);
        let visit = self.visit(step.site);
        let kind = ObjectKind::Array;
        let new = NewObject { kind, size, align: 16, site: step.site, visit, begin: step.span, base: None };
        let value = self.allocate(new)?;
        self.dynamics.push((Some(target), value.object));
        self.set(target, value);
        Ok(())
    }

    fn dynamic_dead(&mut self, slot: Slot, span: Span) {
        let first = self.frames.last().map_or(0, |frame| frame.dynamics);
        let found = self.dynamics[first..].iter().rposition(|(owner, _)| *owner == Some(slot));
        if let Some(index) = found {
            let (_, object) = self.dynamics.remove(first + index);
            self.memory.kill(object, State::OutOfScope, span);
        }
    }

    fn call(&mut self, call: &'a CallCode, step: &Step) -> Exec<()> {
        let visit = self.visit(step.site);
        let function = match &call.callee {
            CalleeCode::Direct(function) => *function,
            CalleeCode::Indirect(pointer, signature) => {
                let pointer = self.read(*pointer)?;
                self.callable(pointer, signature, &call.arg_types)?
            }
        };
        match &self.program.functions[function].kind {
            FunctionKind::Defined(_) => {
                let first = self.values.len();
                for &arg in &call.args {
                    let value = self.read(arg)?;
                    self.values.push(value);
                }
                self.enter(function, first, call.target.map(|(slot, _)| slot), step.site, visit)
            }
            FunctionKind::Builtin(builtin) => {
                let result = self.builtin(*builtin, function, call, visit)?;
                if let Some((target, _)) = call.target {
                    self.set(target, result);
                }
                self.pc += 1;
                Ok(())
            }
            FunctionKind::External => self.call_external(function, call, visit),
        }
    }

    fn call_external(&mut self, function: FunctionId, call: &CallCode, visit: u32) -> Exec<()> {
        let span = self.span();
        let declared = &self.program.functions[function];
        if matches!(declared.ty.result, CType::Record(_)) {
            return Err(self.unsupported("a call of an unknown function that returns a struct"));
        }
        for &arg in &call.args {
            self.read(arg)?;
        }
        let pointer = call.arg_types.contains(&Scalar::Pointer) || declared.signature.result == Some(Scalar::Pointer);
        let new = ExternalCall { function, span, pointer, used: false };
        let known = self.external_calls.entry(function).or_insert(new);
        known.pointer |= pointer;
        if let Some((target, ty)) = call.target {
            let key = InputKey { site: self.site(), visit, kind: InputKind::External };
            let boolean = declared.ty.result == CType::Bool;
            let value = self.input_of(Some(function), key, ty, boolean);
            self.set(target, Value::plain(value));
            if !self.config.assume_any.contains(&declared.name) {
                // Set when it is read: then something rests on it.
                self.external_results.insert((key.site, visit), (function, value));
                self.values[self.base + target as usize] = Value::unset(key.site.0, visit);
            }
        }
        self.pc += 1;
        Ok(())
    }

    /// Enters a function whose arguments are the values from `first` on.
    pub fn enter(
        &mut self,
        function: FunctionId,
        first: usize,
        target: Option<Slot>,
        site: SiteId,
        visit: u32,
    ) -> Exec<()> {
        let Some(code) = self.code.functions[function.index()].as_ref() else {
            return Err(self.unsupported("a call of a function without a body"));
        };
        if self.frames.len() >= self.config.max_depth {
            return Err(Box::new(Outcome::DepthLimit));
        }
        if self.tracing {
            self.trace_enter(function, first);
        }
        let count = self.values.len() - first;
        let base = first + count;
        self.values.resize(base + code.slots as usize, Value::unset(NO_SITE.0, 0));
        for (index, &param) in code.params.iter().enumerate().take(count) {
            self.values[base + param as usize] = self.values[first + index];
        }
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = self.pc;
        }
        self.frames.push(Frame { function, base, pc: 0, target, site, visit, dynamics: self.dynamics.len() });
        (self.function, self.base, self.pc) = (code, base, 0);
        Ok(())
    }

    /// Leaves a function: its variables die, the caller goes on.
    fn leave(&mut self, value: Option<Slot>) -> Exec<()> {
        let value = match value {
            Some(slot) => Some(self.read(slot)?),
            None => None,
        };
        if self.tracing {
            self.trace_return(value);
        }
        let span = self.span();
        for &slot in &self.function.memory_locals {
            self.memory_dead(slot, span);
        }
        let Some(frame) = self.frames.pop() else { return Err(self.unsupported("a return from nowhere")) };
        for (_, object) in self.dynamics.drain(frame.dynamics..) {
            self.memory.kill(object, State::OutOfScope, span);
        }
        let Some(caller) = self.frames.last() else {
            let status = value.map_or(0, |value| value.bits as i32);
            self.returned = true;
            return Err(self.end(Outcome::Exit(status)));
        };
        let Some(code) = self.code.functions[caller.function.index()].as_ref() else {
            return Err(self.unsupported("a return to a function without a body"));
        };
        (self.function, self.base, self.pc) = (code, caller.base, caller.pc);
        // What lies above the caller's slots: arguments and the callee's slots.
        self.values.truncate(caller.base + code.slots as usize);
        if self.hold_result && self.steps >= self.max_steps {
            self.held = Some(value.unwrap_or(Value::NULL));
            return Err(Box::new(Outcome::StepLimit));
        }
        if let Some(target) = frame.target {
            self.set(target, value.unwrap_or(Value::unset(frame.site.0, frame.visit)));
        }
        self.pc += 1;
        Ok(())
    }

    /// The function that a pointer points to, if it can be called with this signature and arguments of these types.
    pub fn callable(&mut self, pointer: Value, signature: &Signature, arguments: &[Scalar]) -> Exec<FunctionId> {
        let id = self.memory.resolve(pointer);
        let target = match self.memory.object(id).kind {
            ObjectKind::Function(function) if self.memory.offset(pointer, id) == 0 => Some(function),
            _ => None,
        };
        let fits =
            |&function: &FunctionId| self.program.functions[function].signature.callable_as(signature, arguments);
        match target.filter(fits) {
            Some(function) => Ok(function),
            None => Err(self.error(ErrorKind::InvalidCall, id, String::new())),
        }
    }

    /// Adds an event, if anybody wants it.
    pub fn trace(&mut self, kind: EventKind) {
        if self.recorder.is_some() {
            let function = self.frames.last().map_or(FunctionId(0), |frame| frame.function);
            let event = Event { step: self.steps, function, span: self.span(), kind };
            if let Some(recorder) = &mut self.recorder {
                recorder.add(event);
            }
        }
    }
}
