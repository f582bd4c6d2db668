//! Skipping iterations: a loop that only counts is executed in a few steps, however often it is passed through.
//!
//! Now and then, at the head of a loop, the next iterations are simulated on the registers alone. Twice to see by how much each
//! register moves; once more with *moving* numbers: `value + t·rate`, where `t` counts the iterations that follow. Sums,
//! differences and multiples of such numbers move as well, and each operation says for how many `t` that is exact: until
//! a number would leave its type, or a comparison would come out otherwise. If in the end every register has its value
//! plus its rate, and the same rate as at the head, then by induction all iterations up to the least of those limits go the
//! same way, and what the registers hold after them is known. Whatever else an iteration does (memory, inputs,
//! operations that do not move evenly) means that nothing is skipped.
//!
//! What is skipped is no step. When it is tried depends on nothing but the steps before, so that a run with the same inputs
//! is the same run.

use super::arith;
use super::code::{CalleeCode, Code, Effect, FunctionCode, Op, OpCode, Pc, Slot};
use super::inputs::NO_SITE;
use super::machine::Machine;
use super::value::{ObjectId, Value};
use crate::base::Id;
use crate::ir::{BinaryOp, FunctionId, IntType, SiteId};

/// Backward jumps before the first attempt.
pub(super) const FIRST_ATTEMPT: u64 = 64;

/// Backward jumps between looks at heads that are to wait: coprime to the lengths of most small loops.
const PAUSE: u64 = 7;

/// Backward jumps after which a head is tried again, doubled with each attempt in vain.
const WAIT: u64 = 64;
const MOST_DOUBLED: u32 = 24;

/// Steps that are simulated in one pass.
const MAX_STEPS: u64 = 3_000;

/// Iterations that are taken together, so that what alternates moves evenly.
const PERIODS: [u32; 4] = [1, 2, 3, 4];

/// Iterations that have to be skipped for an attempt not to be in vain.
const WORTHWHILE: u64 = 200;

/// How attempts at a head went.
#[derive(Clone, Copy, Default)]
pub(super) struct Attempts {
    in_vain: u32,
    /// The backward jump before which it is not tried again.
    not_before: u64,
}

/// A register that moves.
#[derive(Clone, Copy, Debug)]
struct Moving {
    value: Value,
    /// What an iteration adds to it, read as a number of its type.
    rate: i128,
    /// The type of what it was computed as; known for all that move.
    ty: Option<IntType>,
}

impl Moving {
    fn still(value: Value) -> Self {
        Self { value, rate: 0, ty: None }
    }

    fn plain(bits: u64, rate: i128, ty: IntType) -> Self {
        Self { value: Value::plain(bits), rate, ty: Some(ty) }
    }
}

/// A call inside of the iteration.
struct Call<'a> {
    code: &'a FunctionCode,
    base: usize,
    pc: Pc,
    target: Option<Slot>,
}

/// An iteration that is simulated.
struct Simulation<'a> {
    all: &'a Code,
    code: &'a FunctionCode,
    base: usize,
    pc: Pc,
    callers: Vec<Call<'a>>,
    slots: Vec<Moving>,
    /// For how many iterations all that was computed holds.
    iterations: u64,
    /// Sites whose visits are counted.
    visited: Vec<SiteId>,
    /// Registers that began to live.
    born: Vec<usize>,
    steps: u64,
}

impl Machine<'_, '_> {
    /// Looks, at a backward jump that was just taken, whether iterations can be skipped.
    #[cold]
    pub(super) fn accelerate(&mut self) {
        let Some(function) = self.frames.last().map(|frame| frame.function) else { return };
        let key = (function, self.pc);
        let known = self.attempts.get(&key).copied().unwrap_or_default();
        if self.turns < known.not_before {
            self.next_attempt = self.turns + PAUSE;
            return;
        }
        let skipped = PERIODS.iter().map(|&period| self.skip(function, period)).find(|&skipped| skipped > 0);
        let in_vain = if skipped.unwrap_or(0) >= WORTHWHILE { 0 } else { known.in_vain + 1 };
        let not_before = self.turns + (WAIT << in_vain.min(MOST_DOUBLED));
        self.attempts.insert(key, Attempts { in_vain, not_before });
        self.next_attempt = self.turns + PAUSE;
    }

    /// Skips iterations of the loop at whose head the run stands; how many.
    fn skip(&mut self, function: FunctionId, period: u32) -> u64 {
        let Some(code) = self.code.functions[function.index()].as_ref() else { return 0 };
        let slots = self.base..self.base + code.slots as usize;
        let start: Vec<Moving> = self.values[slots.clone()].iter().map(|&value| Moving::still(value)).collect();
        // After one iteration the types of all that moves are known, after another one the rates.
        let Some(first) = Simulation::of(self.code, code, self.pc, start).turn(period) else { return 0 };
        let Some(second) = Simulation::of(self.code, code, self.pc, first.slots.clone()).turn(period) else { return 0 };
        let mut moving = Vec::with_capacity(second.slots.len());
        for (before, after) in first.slots.iter().zip(&second.slots) {
            let rate = match after.ty {
                Some(ty) if !before.value.is_unset() => ty.value(after.value.bits) - ty.value(before.value.bits),
                _ => 0,
            };
            moving.push(Moving { rate, ..*after });
        }
        let Some(last) = Simulation::of(self.code, code, self.pc, moving.clone()).turn(period) else { return 0 };
        if !moving.iter().zip(&last.slots).all(|(before, after)| moves_on(before, after)) {
            return 0;
        }
        let mut skipped = last.iterations;
        for &site in &last.visited {
            let visits = self.visits.get(site.index()).copied().unwrap_or(0);
            skipped = skipped.min(u64::from(u32::MAX - visits) / (last.visited.len() as u64 + 1));
        }
        if skipped < 2 {
            return 0;
        }
        // What was simulated to find the rates are iterations, too.
        for (slot, after) in slots.zip(&moving) {
            self.values[slot] = match after.ty {
                Some(ty) if after.rate != 0 => {
                    let number = ty.value(after.value.bits) + after.rate * i128::from(skipped);
                    Value::plain(ty.wrap(number as u64))
                }
                _ => after.value,
            };
        }
        for (sites, times) in [(&first.visited, 1), (&second.visited, 1), (&last.visited, skipped)] {
            for site in sites {
                if let Some(visits) = self.visits.get_mut(site.index()) {
                    *visits = visits.saturating_add(times as u32);
                }
            }
        }
        self.steps += first.steps + second.steps + last.steps;
        if let Some(recorder) = &mut self.recorder {
            recorder.incomplete = true;
        }
        skipped
    }
}

/// Whether a register, at the end of an iteration, is what it was at the start plus its rate, and moves as fast.
fn moves_on(before: &Moving, after: &Moving) -> bool {
    if before.rate == 0 {
        return after.rate == 0 && before.value == after.value;
    }
    let (Some(ty), true) = (before.ty, before.ty == after.ty && before.rate == after.rate) else { return false };
    ty.value(after.value.bits) == ty.value(before.value.bits) + before.rate
}

impl<'a> Simulation<'a> {
    fn of(all: &'a Code, code: &'a FunctionCode, pc: Pc, slots: Vec<Moving>) -> Self {
        let (callers, visited, born) = (Vec::new(), Vec::new(), Vec::new());
        Self { all, code, base: 0, pc, callers, slots, iterations: u64::MAX, visited, born, steps: 0 }
    }

    /// Goes around the loop a number of times; `None` if that cannot be simulated.
    fn turn(mut self, period: u32) -> Option<Self> {
        let head = self.pc;
        let mut left = period;
        loop {
            self.step()?;
            if self.pc == head && self.callers.is_empty() {
                left -= 1;
                if left == 0 {
                    // A register that was left unset is known by the visit at which its life began.
                    let unset = |&slot: &usize| self.slots.get(slot).is_some_and(|moving| moving.value.is_unset());
                    return (!self.born.iter().any(unset)).then_some(self);
                }
            }
        }
    }

    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let code = self.code;
        let step = &code.steps[self.pc as usize];
        for op in &code.ops[step.ops.0 as usize..step.ops.1 as usize] {
            let result = self.compute(op)?;
            self.slots[self.base + op.dst as usize] = result;
        }
        match step.effect {
            Effect::Assign(_) => self.pc += 1,
            Effect::Goto(target) => self.pc = target,
            Effect::Branch { condition, then, otherwise } => {
                self.pc = if self.truth(condition)? { then } else { otherwise };
            }
            Effect::Assume(condition) => {
                if !self.truth(condition)? {
                    return None;
                }
                self.pc += 1;
            }
            Effect::Switch(value, index) => {
                let switch = &code.switches[index as usize];
                let value = switch.ty.value(self.unmoving(value)?.value.bits);
                let case = switch.cases.iter().find(|(low, high, _)| (*low..=*high).contains(&value));
                self.pc = case.map_or(switch.default, |case| case.2);
            }
            Effect::RegisterDead(slot) => {
                self.born.retain(|&born| born != self.base + slot as usize);
                self.slots[self.base + slot as usize] = Moving::still(Value::unset(NO_SITE.0, 0));
                self.pc += 1;
            }
            Effect::RegisterLive(slot) => {
                self.visited.push(step.site);
                self.born.push(self.base + slot as usize);
                self.slots[self.base + slot as usize] = Moving::still(Value::unset(step.site.0, 0));
                self.pc += 1;
            }
            Effect::Call(index) => self.call(index, step.site)?,
            Effect::Return(value) => self.leave(value)?,
            _ => return None,
        }
        Some(())
    }

    fn call(&mut self, index: u32, site: SiteId) -> Option<()> {
        let call = &self.code.calls[index as usize];
        let CalleeCode::Direct(function) = call.callee else { return None };
        let callee = self.all.functions[function.index()].as_ref()?;
        if !callee.memory_locals.is_empty() || call.args.len() != callee.params.len() {
            return None;
        }
        self.visited.push(site);
        let base = self.slots.len();
        let args = call.args.iter().map(|&arg| self.read(arg)).collect::<Option<Vec<Moving>>>()?;
        self.slots.resize(base + callee.slots as usize, Moving::still(Value::unset(NO_SITE.0, 0)));
        for (&param, arg) in callee.params.iter().zip(args) {
            self.slots[base + param as usize] = arg;
        }
        let target = call.target.map(|(slot, _)| slot);
        self.callers.push(Call { code: self.code, base: self.base, pc: self.pc, target });
        (self.code, self.base, self.pc) = (callee, base, 0);
        Some(())
    }

    fn leave(&mut self, value: Option<Slot>) -> Option<()> {
        let value = match value {
            Some(slot) => Some(self.read(slot)?),
            None => None,
        };
        let caller = self.callers.pop()?;
        self.slots.truncate(self.base);
        (self.code, self.base, self.pc) = (caller.code, caller.base, caller.pc + 1);
        if let Some(target) = caller.target {
            self.slots[self.base + target as usize] = value?;
        }
        Some(())
    }

    fn read(&self, slot: Slot) -> Option<Moving> {
        Some(self.slots[self.base + slot as usize]).filter(|moving| !moving.value.is_unset())
    }

    fn unmoving(&self, slot: Slot) -> Option<Moving> {
        self.read(slot).filter(|moving| moving.rate == 0)
    }

    /// A number, with its rate, for as long as its type holds it.
    fn number(&mut self, slot: Slot, ty: IntType) -> Option<(i128, i128)> {
        let moving = self.read(slot)?;
        if moving.rate == 0 {
            return Some((ty.value(moving.value.bits), 0));
        }
        if moving.ty.is_none_or(|own| own.bits != ty.bits) {
            return None;
        }
        let value = ty.value(moving.value.bits);
        self.keep_within(value, moving.rate, ty.min(), ty.max())?;
        Some((value, moving.rate))
    }

    /// Goes on only as long as a number is within bounds.
    fn keep_within(&mut self, value: i128, rate: i128, low: i128, high: i128) -> Option<()> {
        if value < low || value > high {
            return None;
        }
        let room = if rate < 0 { value - low } else { high - value };
        if rate != 0 {
            self.keep((room / rate.abs()).saturating_add(1));
        }
        Some(())
    }

    fn keep(&mut self, iterations: i128) {
        self.iterations = self.iterations.min(u64::try_from(iterations).unwrap_or(u64::MAX));
    }

    /// Whether a condition holds, for as long as that does not change.
    fn truth(&mut self, condition: Slot) -> Option<bool> {
        let moving = self.read(condition)?;
        if moving.rate == 0 {
            return Some(moving.value.bits != 0);
        }
        let ty = moving.ty?;
        let (value, rate) = self.number(condition, ty)?;
        Some(self.compare(BinaryOp::Ne, value, rate))
    }

    /// How a difference compares with zero, for as long as that does not change.
    fn compare(&mut self, op: BinaryOp, difference: i128, rate: i128) -> bool {
        let holds = |value: i128| match op {
            BinaryOp::Eq => value == 0,
            BinaryOp::Ne => value != 0,
            BinaryOp::Lt => value < 0,
            BinaryOp::Le => value <= 0,
            BinaryOp::Gt => value > 0,
            _ => value >= 0,
        };
        let now = holds(difference);
        if rate != 0 {
            // The outcome can change only where the difference is next to zero, or is it.
            let crossing = -difference / rate;
            let first = (crossing - 1..=crossing + 1).find(|&t| t > 0 && holds(difference + t * rate) != now);
            if let Some(first) = first {
                self.keep(first);
            }
        }
        now
    }

    fn compute(&mut self, op: &Op) -> Option<Moving> {
        match op.code {
            OpCode::Constant => Some(Moving::still(self.code.constants[op.a as usize])),
            OpCode::Move => self.read(op.a),
            OpCode::Int(operation, ty) => self.binary(operation, ty, op),
            OpCode::Compare(operation, ty) => {
                let ((a, rate_a), (b, rate_b)) = (self.number(op.a, ty)?, self.number(op.b, ty)?);
                let holds = self.compare(operation, a - b, rate_a - rate_b);
                Some(Moving::plain(u64::from(holds), 0, IntType::INT))
            }
            OpCode::Shift(operation, ty, amount_ty) => {
                let (a, b) = (self.unmoving(op.a)?.value.bits, self.unmoving(op.b)?.value.bits);
                let (bits, error) = arith::shift(operation, ty, a, amount_ty, b);
                error.is_none().then(|| Moving::plain(bits, 0, ty))
            }
            OpCode::Negate(ty) => {
                let (value, rate) = self.number(op.a, ty)?;
                self.result(-value, -rate, ty)
            }
            OpCode::Complement(ty) => Some(Moving::plain(ty.wrap(!self.unmoving(op.a)?.value.bits), 0, ty)),
            OpCode::IntToInt(from, to) => {
                let operand = self.read(op.a)?;
                if operand.rate != 0 {
                    let (value, rate) = self.number(op.a, from)?;
                    return self.result(value, rate, to);
                }
                let bits = arith::int_to_int(from, to, operand.value.bits);
                let object = if bits == operand.value.bits { operand.value.object } else { ObjectId::NONE };
                Some(Moving { value: Value { bits, object }, rate: 0, ty: Some(to) })
            }
            _ => None,
        }
    }

    fn binary(&mut self, operation: BinaryOp, ty: IntType, op: &Op) -> Option<Moving> {
        let (a, b) = (self.read(op.a)?, self.read(op.b)?);
        if a.rate == 0 && b.rate == 0 {
            let (bits, error) = arith::int_binary(operation, ty, a.value.bits, b.value.bits);
            return error.is_none().then(|| Moving::plain(bits, 0, ty));
        }
        let ((x, rate_x), (y, rate_y)) = (self.number(op.a, ty)?, self.number(op.b, ty)?);
        match operation {
            BinaryOp::Add => self.result(x + y, rate_x + rate_y, ty),
            BinaryOp::Sub => self.result(x - y, rate_x - rate_y, ty),
            BinaryOp::Mul if rate_x == 0 => self.result(x.checked_mul(y)?, x.checked_mul(rate_y)?, ty),
            BinaryOp::Mul if rate_y == 0 => self.result(x.checked_mul(y)?, rate_x.checked_mul(y)?, ty),
            // What moves by multiples of the divisor leaves the same remainder.
            BinaryOp::Rem if rate_y == 0 && y > 0 && rate_x % y == 0 => {
                self.keep_within(x, rate_x, 0, ty.max())?;
                self.result(x % y, 0, ty)
            }
            _ => None,
        }
    }

    /// A number, as long as its type holds it.
    fn result(&mut self, value: i128, rate: i128, ty: IntType) -> Option<Moving> {
        self.keep_within(value, rate, ty.min(), ty.max())?;
        Some(Moving::plain(ty.wrap(value as u64), rate, ty))
    }
}
