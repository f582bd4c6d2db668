//! Calls: inlined bodies, function pointers as a case split, external functions.

use super::block::{Returned, Running};
use super::formula::{EventKind, Reached, ResidualKind};
use super::state::{Frame, State};
use super::{Activation, Encoder};
use crate::base::{Id, Span};
use crate::ir::{
    Body, Builtin, CType, Callee, ErrorKind, Expr, FunctionId, FunctionKind, LocalId, Property, Scalar, Signature,
    Statement,
};
use crate::logic::TermId;
use crate::memory::{ObjectId, ObjectKind};

/// Active calls up to which recursion is followed at all: each takes space on the stack of this program too.
const MAX_DEPTH: usize = 400;

impl<'a> Encoder<'a> {
    pub(super) fn call(
        &mut self,
        running: &mut Running<'a>,
        at: &'a Statement,
        target: Option<LocalId>,
        callee: &'a Callee,
        args: &'a [Expr],
        state: State,
    ) -> Option<State> {
        let types: Vec<Scalar> = args.iter().map(|arg| arg.ty).collect();
        let values: Vec<TermId> = args.iter().map(|arg| self.evaluate(&state, arg)).collect();
        match callee {
            Callee::Direct(function) => self.invoke(running, at, target, *function, &types, &values, state),
            Callee::Indirect(pointer, signature) => {
                let pointer = self.evaluate(&state, pointer);
                let mut candidates = Vec::new();
                for case in self.memory.cases(pointer).iter() {
                    if case.object == ObjectId::FOREIGN {
                        self.foreign_access(&state, pointer, at.span);
                    }
                    let ObjectKind::Function(function) = self.memory.objects[case.object].kind else { continue };
                    if !self.program.functions[function].signature.callable_as(signature, &types) {
                        continue;
                    }
                    let there = self.memory.points_to(pointer, case.object);
                    let zero = self.memory.offset(0);
                    let start = self.memory.pool.eq(case.offset, zero);
                    candidates.push((function, self.memory.pool.and([there, start])));
                }
                let valid = self.memory.pool.or(candidates.iter().map(|(_, here)| *here).collect::<Vec<_>>());
                self.require(&state, ErrorKind::InvalidCall, valid, at.span, Some(at.site));
                let mut results = Vec::new();
                for (function, here) in candidates {
                    let guard = self.memory.pool.and([state.guard, here]);
                    if guard != TermId::FALSE {
                        let branch = State { guard, ..state.clone() };
                        results.extend(self.invoke(running, at, target, function, &types, &values, branch));
                    }
                }
                self.merge(results, &|_| true, at.span)
            }
        }
    }

    /// Calls one function and puts its result into the target register.
    #[allow(clippy::too_many_arguments)]
    fn invoke(
        &mut self,
        running: &mut Running<'a>,
        at: &'a Statement,
        target: Option<LocalId>,
        function: FunctionId,
        types: &[Scalar],
        args: &[TermId],
        mut state: State,
    ) -> Option<State> {
        let program = self.program;
        let callee = &program.functions[function];
        let result = match &callee.kind {
            FunctionKind::Defined(_) => return self.inline(running, at, target, function, args, state),
            FunctionKind::Builtin(Builtin::Nondet) => callee.signature.result.map(|ty| {
                let value = match ty {
                    Scalar::Pointer => self.foreign_pointer("nondet"),
                    _ if callee.ty.result == CType::Bool => self.boolean_input("nondet", ty),
                    _ => self.input("nondet", ty),
                };
                self.event(&state, at, EventKind::Value { value, ty, external: false });
                value
            }),
            FunctionKind::Builtin(builtin) => {
                self.builtin(running, at, *builtin, &callee.signature, types, args, &mut state)?
            }
            FunctionKind::External => {
                let boolean = callee.ty.result == CType::Bool;
                self.external(at, &callee.name, &callee.signature, boolean, types, &state)
            }
        };
        if let (Some(target), Some(value)) = (target, result) {
            self.set_register(&mut state, target, value);
        }
        (state.guard != TermId::FALSE).then_some(state)
    }

    /// A function without body or model returns anything; if it gets a pointer it might write through it.
    fn external(
        &mut self,
        at: &Statement,
        name: &str,
        signature: &Signature,
        boolean: bool,
        types: &[Scalar],
        state: &State,
    ) -> Option<TermId> {
        if types.contains(&Scalar::Pointer) {
            self.foreign(state, &format!("call of external function '{name}'"), at.span);
        }
        signature.result.map(|ty| {
            let value = match ty {
                Scalar::Pointer => self.foreign_pointer("external"),
                _ if boolean => self.boolean_input("external", ty),
                _ => self.input("external", ty),
            };
            self.event(state, at, EventKind::Value { value, ty, external: true });
            value
        })
    }

    /// Notes that something reached here may do more to memory than is modelled.
    pub(super) fn foreign(&mut self, state: &State, what: &str, span: Span) {
        let after = self.formula.assumptions.len();
        self.formula.externals.push(Reached { what: what.to_string(), span, guard: state.guard, after });
    }

    /// Notes that memory outside the program may be accessed through a pointer.
    pub(super) fn foreign_access(&mut self, state: &State, pointer: TermId, span: Span) {
        let there = self.memory.points_to(pointer, ObjectId::FOREIGN);
        let guard = self.memory.pool.and([state.guard, there]);
        let after = self.formula.assumptions.len();
        let what = "access through a pointer from outside the program".to_string();
        self.formula.externals.push(Reached { what, span, guard, after });
    }

    /// What of the caller's frame keeps memory reachable during a call: variables, and temporaries needed later.
    fn reaching(&self, running: &Running<'a>, frame: &Frame) -> Frame {
        let (block, position) = running.position;
        let live = running.facts.liveness.before(&running.body.blocks[block], position + 1);
        let mut frame = frame.clone();
        for ((local, value), live) in running.body.locals.iter().zip(&mut frame.registers).zip(live) {
            if local.name.is_none() && !live {
                *value = None;
            }
        }
        frame
    }

    fn inline(
        &mut self,
        running: &Running<'a>,
        at: &'a Statement,
        target: Option<LocalId>,
        function: FunctionId,
        args: &[TermId],
        mut state: State,
    ) -> Option<State> {
        let program = self.program;
        let body = program.functions[function].body()?;
        let facts = self.facts(function)?;
        let undecided = match self.activations.iter().rev().find(|activation| activation.function == function) {
            Some(outer) => outer.undecided + u32::from(outer.guard != state.guard),
            None => 0,
        };
        if undecided > self.config.unwind || self.activations.len() >= MAX_DEPTH || self.exhausted {
            let kind = if self.exhausted { ResidualKind::Budget } else { ResidualKind::Recursion };
            self.residual(kind, &state, at.span);
            return None;
        }
        let caller = std::mem::take(&mut state.frame);
        state.frame = Frame { registers: vec![None; body.locals.len()], addresses: vec![None; body.locals.len()] };
        for (param, &value) in body.params.iter().zip(args) {
            state.frame.registers[param.index()] = Some(value);
        }
        let tracks_leaks = self.config.properties.contains(Property::ValidMemtrack);
        self.activations.push(Activation {
            function,
            caller: tracks_leaks.then(|| self.reaching(running, &caller)),
            guard: state.guard,
            undecided,
            owned: Vec::new(),
        });
        let mut running = Running { body, facts, returns: Vec::new(), position: (Body::ENTRY, 0) };
        self.context.extend([at.site.0, function.0]);
        self.execute_body(&mut running, state);
        self.context.truncate(self.context.len() - 2);
        let owned = self.activations.pop().map(|activation| activation.owned).unwrap_or_default();
        let mut results = Vec::new();
        for Returned { mut state, value } in running.returns {
            for &object in &owned {
                let node = self.memory.node(0);
                self.kill_if(&mut state, object, node, TermId::TRUE);
            }
            state.frame = caller.clone();
            if let Some(target) = target {
                let value = match (value, program.functions[function].signature.result) {
                    (None, Some(ty)) => {
                        self.formula.approximate("a function that ends without returning a value", at.span);
                        Some(self.input("missing", ty))
                    }
                    (value, _) => value,
                };
                if let Some(value) = value {
                    self.set_register(&mut state, target, value);
                }
            }
            results.push(state);
        }
        self.merge(results, &|_| true, at.span)
    }
}
