//! How far a run can be relied upon.

use crate::interp::{FixedInputs, InputKey, InputRequest, Inputs, RecordedInput, Run};
use crate::ir::{Body, Callee, Condition, Expr, ExprKind, LocalId, Program, StatementKind, TerminatorKind};

/// Whether nothing outside the program had a say in a run, so that every execution is like it.
pub(super) fn is_only_execution(program: &Program, run: &Run) -> bool {
    run.inputs.is_empty() && run.external_calls.is_empty() && !run.saw_addresses && !uses_arguments(program)
}

/// Whether the program looks at the arguments it is started with.
fn uses_arguments(program: &Program) -> bool {
    let body = program.entry.and_then(|entry| program.functions[entry].body());
    body.is_some_and(|body| body.params.iter().any(|&param| reads(body, param)))
}

fn reads(body: &Body, register: LocalId) -> bool {
    let mut found = false;
    let mut look =
        |expr: &Expr| expr.walk(&mut |part| found |= matches!(part.kind, ExprKind::Register(id) if id == register));
    for block in body.blocks.iter() {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { value, .. } => look(value),
                StatementKind::Load { address, .. } | StatementKind::Zero { address, .. } => look(address),
                StatementKind::Store { address, value, .. } => [address, value].into_iter().for_each(&mut look),
                StatementKind::Copy { to, from, .. } => [to, from].into_iter().for_each(&mut look),
                StatementKind::Call { callee, args, .. } => {
                    if let Callee::Indirect(pointer, _) = callee {
                        look(pointer);
                    }
                    args.iter().for_each(&mut look);
                }
                StatementKind::DynamicLive { size, .. } => look(size),
                StatementKind::Assume(condition) => look(condition),
                StatementKind::Check(check) => match &check.condition {
                    Condition::Defined(expr) | Condition::Freeable(expr) | Condition::Callable(expr, _) => look(expr),
                    Condition::Readable(a, b) | Condition::Writable(a, b) => [a, b].into_iter().for_each(&mut look),
                    Condition::Disjoint { to, from, size, .. } => [to, from, size].into_iter().for_each(&mut look),
                    Condition::Never | Condition::NoLeak | Condition::AllFreed => {}
                },
                StatementKind::StorageLive(_)
                | StatementKind::StorageDead(_)
                | StatementKind::DynamicDead(_)
                | StatementKind::Unsupported(_) => {}
            }
        }
        match &block.terminator.kind {
            TerminatorKind::Branch { condition, .. } => look(condition),
            TerminatorKind::Switch { value, .. } | TerminatorKind::Return(Some(value)) => look(value),
            TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => {}
        }
    }
    found
}

/// The inputs of an earlier run, but objects at other addresses: far apart, in another order, and aligned for any purpose.
pub(super) struct OtherAddresses {
    inputs: FixedInputs,
    next: u64,
}

impl OtherAddresses {
    const FIRST: u64 = 0x7000_0000;
    const DISTANCE: u64 = 0x1_0000;

    /// For a run with these inputs.
    pub fn new(inputs: &[RecordedInput]) -> Self {
        Self { inputs: FixedInputs::from_recorded(inputs), next: Self::FIRST }
    }
}

impl Inputs for OtherAddresses {
    fn input(&mut self, request: &InputRequest) -> u64 {
        self.inputs.input(request)
    }

    fn base_address(&mut self, _key: &InputKey) -> Option<u64> {
        self.next = self.next.checked_sub(Self::DISTANCE).filter(|&address| address > 0)?;
        Some(self.next)
    }
}
