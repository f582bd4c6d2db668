//! What functions read and write, as far as it takes to tell whether operands interfere.
//!
//! In: the program with all its functions, and what operands do. Out: which operands interfere.
//!
//! Memory is told apart by the object that an address is derived from. Whatever a function allocates itself, and its own
//! variables, nobody else can know before it has put the address where others read it, and that is interference already.
//! Inputs of the program commute: any value may come first. Nobody can tell in which order two blocks are allocated.

use super::order::{Access, AccessKind, Candidate, Conflict, Trail};
use crate::base::{Id, IdVec, Span};
use crate::config::LowerConfig;
use crate::ir::{
    BlockId, Body, Builtin, Callee, Expr, ExprKind, FunctionId, FunctionKind, GlobalId, GlobalKind, LocalId, Program,
    Scalar, StatementKind, TerminatorKind,
};
use indexmap::{IndexMap, IndexSet};

/// What an address is derived from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Root {
    /// Memory that the function allocated.
    Fresh,
    /// A static object.
    Global(GlobalId),
    /// A variable of the function.
    Local(LocalId),
    /// What a parameter of the function points to.
    Param(u32),
    /// Anything whose address is known to somebody.
    Unknown,
}

type Roots = IndexSet<Root>;

/// What a function, or an operand, does.
#[derive(Clone, Default, PartialEq, Debug)]
struct Effects {
    reads: Roots,
    writes: Roots,
    /// What its result points to.
    returns: Roots,
    /// Whether it may not come to its end.
    ends: bool,
    /// Whether it may be the place of an error.
    fails: bool,
}

impl Effects {
    fn read(&mut self, roots: &Roots) {
        self.reads.extend(roots);
    }

    fn write(&mut self, roots: &Roots) {
        self.writes.extend(roots);
    }

    /// What callers see of it.
    fn exported(mut self) -> Self {
        let visible = |root: &Root| !matches!(root, Root::Fresh | Root::Local(_));
        self.reads.retain(visible);
        self.writes.retain(visible);
        self
    }
}

/// Whether it takes a look at the whole program to know that operands do not interfere.
pub(super) fn may_interfere(operands: &[Trail], store: Option<&AccessKind>) -> bool {
    let acts = |access: &Access| !matches!(access.kind, AccessKind::GetRegister(_) | AccessKind::Read(_));
    let stored_twice = store.is_some() && operands.iter().any(|operand| operand.accesses.iter().any(acts));
    stored_twice
        || operands.iter().enumerate().any(|(number, operand)| {
            let others = operands.iter().enumerate().filter(|(other, _)| *other != number);
            operand.accesses.iter().any(acts)
                && others.into_iter().any(|(_, other)| !other.accesses.is_empty() || other.fails)
        })
}

/// The candidates whose operands interfere. The addresses of the `known` objects will be known to somebody.
pub(super) fn conflicts(
    program: &Program,
    candidates: &[Candidate],
    config: &LowerConfig,
    known: &[GlobalId],
) -> IndexMap<Span, Conflict> {
    let mut found = IndexMap::new();
    let suspects: Vec<&Candidate> = candidates.iter().filter(|candidate| needs_effects(candidate)).collect();
    for candidate in candidates.iter().filter(|candidate| is_undefined(candidate)) {
        found.insert(candidate.span, Conflict::Undefined);
    }
    if suspects.is_empty() {
        return found;
    }
    let mut analysis = Analysis::new(program, config, suspects.iter().map(|candidate| candidate.function));
    analysis.escaped.extend(known);
    for candidate in suspects {
        let (interfering, at_end) = analysis.interfering(candidate);
        if !interfering.is_empty() && !found.contains_key(&candidate.span) {
            let mut accesses = candidate.operands.iter().flat_map(|operand| &operand.accesses);
            let once = accesses.any(|access| matches!(access.kind, AccessKind::Once));
            found.insert(candidate.span, Conflict::Open { operands: interfering, once, at_end });
        }
    }
    found
}

fn needs_effects(candidate: &Candidate) -> bool {
    may_interfere(&candidate.operands, None)
}

/// Whether a scalar is certainly changed and used without a sequence point between.
fn is_undefined(candidate: &Candidate) -> bool {
    let certain = |operand: &Trail, access: &Access| access.block == operand.begin;
    if let Some(store) = &candidate.store {
        for operand in &candidate.operands {
            let writes = operand.accesses.iter().filter(|access| certain(operand, access) && !access.sequenced);
            if writes.into_iter().any(|access| is_write(&access.kind) && same_place(&access.kind, store)) {
                return true;
            }
        }
    }
    candidate.operands.iter().enumerate().any(|(number, one)| {
        candidate.operands[number + 1..].iter().any(|other| {
            let of_one = one.accesses.iter().filter(|access| certain(one, access));
            of_one.into_iter().any(|a| {
                other
                    .accesses
                    .iter()
                    .filter(|b| certain(other, b))
                    .any(|b| (is_write(&a.kind) || is_write(&b.kind)) && same_place(&a.kind, &b.kind))
            })
        })
    })
}

fn is_write(kind: &AccessKind) -> bool {
    matches!(kind, AccessKind::Write(_) | AccessKind::SetRegister(_))
}

/// Whether two accesses are certainly to the same scalar.
fn same_place(one: &AccessKind, other: &AccessKind) -> bool {
    use AccessKind::{GetRegister, Read, SetRegister, Write};
    match (one, other) {
        (GetRegister(a) | SetRegister(a), GetRegister(b) | SetRegister(b)) => a == b,
        (Read(a) | Write(a), Read(b) | Write(b)) => fixed(a).is_some() && fixed(a) == fixed(b),
        _ => false,
    }
}

/// A variable and a constant offset in it.
fn fixed(address: &Expr) -> Option<(Root, u64)> {
    match &address.kind {
        ExprKind::LocalAddress(local) => Some((Root::Local(*local), 0)),
        ExprKind::GlobalAddress(global) => Some((Root::Global(*global), 0)),
        ExprKind::PointerAdd(base, offset) => match (fixed(base)?, &offset.kind) {
            ((root, before), ExprKind::Int(bits)) => Some((root, before.wrapping_add(*bits))),
            _ => None,
        },
        _ => None,
    }
}

/// The object that an address leads into without a look at any variable.
fn direct(address: &Expr) -> Option<Root> {
    match &address.kind {
        ExprKind::LocalAddress(local) => Some(Root::Local(*local)),
        ExprKind::GlobalAddress(global) => Some(Root::Global(*global)),
        ExprKind::PointerAdd(base, _) => direct(base),
        _ => None,
    }
}

struct Analysis<'p> {
    program: &'p Program,
    config: &'p LowerConfig,
    /// Effects that callers see.
    effects: IdVec<FunctionId, Effects>,
    /// The functions that are looked at.
    needed: IndexSet<FunctionId>,
    /// Functions that may be called by pointer.
    by_pointer: Vec<FunctionId>,
    /// Static objects whose address is known to somebody.
    escaped: IndexSet<GlobalId>,
}

impl<'p> Analysis<'p> {
    /// For candidates in the given functions.
    fn new(program: &'p Program, config: &'p LowerConfig, functions: impl Iterator<Item = FunctionId>) -> Self {
        let mut by_pointer = IndexSet::new();
        let mut escaped = IndexSet::new();
        let mut note = |expr: &Expr| {
            expr.walk(&mut |part| match part.kind {
                ExprKind::FunctionAddress(id) => drop(by_pointer.insert(id)),
                ExprKind::GlobalAddress(id) => drop(escaped.insert(id)),
                _ => {}
            });
        };
        program.globals.iter().flat_map(|global| &global.relocations).for_each(|relocation| note(&relocation.value));
        for function in program.functions.iter() {
            function.body().into_iter().for_each(|body| escaping(body, &mut note));
        }
        let by_pointer = by_pointer.into_iter().collect();
        let effects = program.functions.iter().map(|_| Effects::default()).collect();
        let mut analysis = Self { program, config, effects, needed: functions.collect(), by_pointer, escaped };
        analysis.find_needed();
        analysis.solve();
        analysis
    }

    /// Adds all functions that those may call.
    fn find_needed(&mut self) {
        let mut next = 0;
        while let Some(&id) = self.needed.get_index(next) {
            next += 1;
            let blocks = self.program.functions[id].body().into_iter().flat_map(|body| body.blocks.iter());
            for statement in blocks.flat_map(|block| &block.statements) {
                if let StatementKind::Call { callee, .. } = &statement.kind {
                    self.needed.extend(self.callees(callee));
                }
            }
        }
    }

    /// Effects grow until nothing changes.
    fn solve(&mut self) {
        loop {
            let mut changed = false;
            // Callees mostly come after their callers.
            for &id in self.needed.iter().rev() {
                let Some(body) = self.program.functions[id].body() else { continue };
                let new = self.of_body(body).exported();
                if new != self.effects[id] {
                    self.effects[id] = new;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn of_body(&self, body: &Body) -> Effects {
        let registers = self.registers(body);
        let mut effects = Effects { ends: may_not_return(body), ..Effects::default() };
        for block in body.blocks.iter() {
            for statement in &block.statements {
                self.of_statement(&statement.kind, &registers, &mut effects);
                if self.never_returns(&statement.kind) {
                    break;
                }
            }
            if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
                effects.returns.extend(roots(value, &registers));
            }
        }
        effects
    }

    fn never_returns(&self, kind: &StatementKind) -> bool {
        match kind {
            StatementKind::Call { callee: Callee::Direct(id), .. } => {
                matches!(self.program.functions[*id].kind, FunctionKind::Builtin(builtin) if builtin.is_noreturn())
            }
            _ => false,
        }
    }

    fn of_statement(&self, kind: &StatementKind, registers: &IndexMap<LocalId, Roots>, effects: &mut Effects) {
        match kind {
            StatementKind::Load { address, .. } => {
                effects.read(&self.read_roots(address, registers));
                effects.fails |= fixed(address).is_none();
            }
            StatementKind::Store { address, .. } | StatementKind::Zero { address, .. } => {
                effects.write(&roots(address, registers));
                effects.fails |= fixed(address).is_none();
            }
            StatementKind::Copy { to, from, .. } => {
                effects.write(&roots(to, registers));
                effects.read(&self.read_roots(from, registers));
                effects.fails |= fixed(to).is_none() || fixed(from).is_none();
            }
            StatementKind::Call { callee, args, .. } => self.of_call(callee, args, registers, effects),
            StatementKind::Assume(_) => effects.ends = true,
            // Errors of arithmetic count where something before them may end the program.
            StatementKind::Assign { value, .. } => effects.fails |= super::fold::may_fail(value),
            StatementKind::StorageLive(_)
            | StatementKind::StorageDead(_)
            | StatementKind::DynamicLive { .. }
            | StatementKind::DynamicDead(_)
            | StatementKind::Check(_)
            | StatementKind::Unsupported(_) => {}
        }
    }

    /// Where a read may go; what never changes does not count.
    fn read_roots(&self, address: &Expr, registers: &IndexMap<LocalId, Roots>) -> Roots {
        let mut found = roots(address, registers);
        found.retain(|root| match root {
            Root::Global(id) => {
                !matches!(self.program.globals[*id].kind, GlobalKind::Constant | GlobalKind::StringLiteral)
            }
            _ => true,
        });
        found
    }

    /// The functions that a call may call.
    fn callees(&self, callee: &Callee) -> Vec<FunctionId> {
        match callee {
            Callee::Direct(id) => vec![*id],
            Callee::Indirect(..) => self.by_pointer.clone(),
        }
    }

    fn of_call(&self, callee: &Callee, args: &[Expr], registers: &IndexMap<LocalId, Roots>, effects: &mut Effects) {
        effects.fails |= matches!(callee, Callee::Indirect(..));
        for id in self.callees(callee) {
            let called = match &self.program.functions[id].kind {
                FunctionKind::Defined(_) => self.effects[id].clone(),
                FunctionKind::Builtin(builtin) => of_builtin(*builtin, args, self.config),
                FunctionKind::External => Effects::default(),
            };
            effects.reads.extend(substitute(&called.reads, args, registers));
            effects.writes.extend(substitute(&called.writes, args, registers));
            effects.ends |= called.ends;
            effects.fails |= called.fails;
        }
    }

    /// What the result of a call points to.
    fn result(&self, callee: &Callee, args: &[Expr], registers: &IndexMap<LocalId, Roots>) -> Roots {
        let mut found = Roots::new();
        for id in self.callees(callee) {
            match &self.program.functions[id].kind {
                FunctionKind::Defined(_) => found.extend(substitute(&self.effects[id].returns, args, registers)),
                FunctionKind::Builtin(builtin) => {
                    found.extend(substitute(&of_builtin(*builtin, args, self.config).returns, args, registers));
                }
                FunctionKind::External => drop(found.insert(Root::Unknown)),
            }
        }
        found
    }

    /// What each register may point to, whenever it was set.
    fn registers(&self, body: &Body) -> IndexMap<LocalId, Roots> {
        let mut registers: IndexMap<LocalId, Roots> = IndexMap::new();
        for (index, param) in body.params.iter().enumerate() {
            registers.insert(*param, Roots::from_iter([Root::Param(index as u32)]));
        }
        let is_pointer = |local: LocalId| body.locals[local].ty.scalar() == Some(Scalar::Pointer);
        loop {
            let mut changed = false;
            for statement in body.blocks.iter().flat_map(|block| &block.statements) {
                let (target, new) = match &statement.kind {
                    StatementKind::Assign { target, value } if is_pointer(*target) => {
                        (*target, roots(value, &registers))
                    }
                    StatementKind::Load { target, .. } if is_pointer(*target) => {
                        (*target, Roots::from_iter([Root::Unknown]))
                    }
                    StatementKind::Call { target: Some(target), callee, args } if is_pointer(*target) => {
                        (*target, self.result(callee, args, &registers))
                    }
                    StatementKind::DynamicLive { target, .. } => (*target, Roots::from_iter([Root::Fresh])),
                    _ => continue,
                };
                let known = registers.entry(target).or_default();
                let before = known.len();
                known.extend(new);
                changed |= known.len() > before;
            }
            if !changed {
                return registers;
            }
        }
    }

    /// The operands of a candidate that interfere with others, and whether that is only because one may end the program.
    fn interfering(&mut self, candidate: &Candidate) -> (Vec<usize>, bool) {
        let Some(body) = self.program.functions[candidate.function].body() else { return (Vec::new(), false) };
        let registers = self.registers(body);
        let mut escaped = IndexSet::new();
        escaping(body, &mut |expr| {
            expr.walk(&mut |part| {
                if let ExprKind::LocalAddress(local) = part.kind {
                    escaped.insert(local);
                }
            });
        });
        let trails: Vec<(Effects, IndexSet<LocalId>, IndexSet<LocalId>)> =
            candidate.operands.iter().map(|operand| self.of_operand(operand, &registers)).collect();
        let overlap =
            |a: &Roots, b: &Roots| a.iter().any(|one| b.iter().any(|other| self.may_alias(*one, *other, &escaped)));
        let (mut found, mut at_end) = (IndexSet::new(), true);
        for (i, (a, a_gets, a_sets)) in trails.iter().enumerate() {
            for (j, (b, b_gets, b_sets)) in trails.iter().enumerate().skip(i + 1) {
                let memory =
                    overlap(&a.writes, &b.reads) || overlap(&a.writes, &b.writes) || overlap(&b.writes, &a.reads);
                let meets =
                    |one: &IndexSet<LocalId>, other: &IndexSet<LocalId>| one.iter().any(|it| other.contains(it));
                let in_registers = meets(a_sets, b_gets) || meets(a_sets, b_sets) || meets(b_sets, a_gets);
                // If the first ends the program, an error of the second is seen in the other order only.
                if memory || in_registers || a.ends && b.fails {
                    found.extend([i, j]);
                    at_end &= !memory && !in_registers;
                }
            }
        }
        found.sort_unstable();
        (found.into_iter().collect(), at_end)
    }

    /// What an operand does, the registers that it reads, and those that it sets.
    fn of_operand(
        &self,
        operand: &Trail,
        registers: &IndexMap<LocalId, Roots>,
    ) -> (Effects, IndexSet<LocalId>, IndexSet<LocalId>) {
        let mut effects = Effects { fails: operand.fails, ..Effects::default() };
        let (mut gets, mut sets) = (IndexSet::new(), IndexSet::new());
        for access in &operand.accesses {
            match &access.kind {
                AccessKind::GetRegister(local) => drop(gets.insert(*local)),
                AccessKind::SetRegister(local) => drop(sets.insert(*local)),
                AccessKind::Read(address) => {
                    effects.read(&self.read_roots(address, registers));
                    effects.fails |= fixed(address).is_none();
                }
                AccessKind::Write(address) => {
                    effects.write(&roots(address, registers));
                    effects.fails |= fixed(address).is_none();
                }
                AccessKind::Call(callee, args) => self.of_call(callee, args, registers, &mut effects),
                AccessKind::Once => {}
            }
        }
        (effects, gets, sets)
    }

    fn may_alias(&self, one: Root, other: Root, escaped: &IndexSet<LocalId>) -> bool {
        match (one, other) {
            (Root::Global(a), Root::Global(b)) => a == b,
            (Root::Local(a), Root::Local(b)) => a == b,
            (Root::Global(_), Root::Local(_)) | (Root::Local(_), Root::Global(_)) => false,
            (Root::Global(id), Root::Unknown | Root::Param(_)) | (Root::Unknown | Root::Param(_), Root::Global(id)) => {
                self.escaped.contains(&id)
            }
            (Root::Local(id), Root::Unknown) | (Root::Unknown, Root::Local(id)) => escaped.contains(&id),
            // A variable of this call came after the arguments.
            (Root::Local(_), Root::Param(_)) | (Root::Param(_), Root::Local(_)) => false,
            (Root::Fresh, Root::Global(_) | Root::Local(_)) | (Root::Global(_) | Root::Local(_), Root::Fresh) => false,
            (Root::Fresh | Root::Unknown | Root::Param(_), Root::Fresh | Root::Unknown | Root::Param(_)) => true,
        }
    }
}

/// Visits what is done with addresses besides reading and writing through them at once.
fn escaping(body: &Body, visit: &mut impl FnMut(&Expr)) {
    let through = |address: &Expr, visit: &mut dyn FnMut(&Expr)| match direct(address) {
        // Only what is added to the address.
        Some(_) => offsets(address, visit),
        None => visit(address),
    };
    for block in body.blocks.iter() {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Load { address, .. } | StatementKind::Zero { address, .. } => through(address, visit),
                StatementKind::Store { address, value, .. } => {
                    through(address, visit);
                    visit(value);
                }
                StatementKind::Copy { to, from, .. } => {
                    through(to, visit);
                    through(from, visit);
                }
                other => other.operands().for_each(&mut *visit),
            }
        }
        block.terminator.kind.operand().into_iter().for_each(&mut *visit);
    }
}

fn offsets(address: &Expr, visit: &mut dyn FnMut(&Expr)) {
    if let ExprKind::PointerAdd(base, offset) = &address.kind {
        offsets(base, visit);
        visit(offset);
    }
}

/// Whether some way through a body never comes to a return: a loop without an end.
fn may_not_return(body: &Body) -> bool {
    let mut good = vec![false; body.blocks.len()];
    let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); body.blocks.len()];
    let mut work = Vec::new();
    for (id, block) in body.blocks.enumerated() {
        let next = block.terminator.kind.successors();
        if next.is_empty() {
            good[id.index()] = true;
            work.push(id);
        }
        next.into_iter().for_each(|target| before[target.index()].push(id));
    }
    while let Some(id) = work.pop() {
        for &earlier in &before[id.index()] {
            if !good[earlier.index()] {
                good[earlier.index()] = true;
                work.push(earlier);
            }
        }
    }
    good.contains(&false)
}

/// What an address may be derived from.
fn roots(address: &Expr, registers: &IndexMap<LocalId, Roots>) -> Roots {
    match &address.kind {
        ExprKind::Register(local) => registers.get(local).cloned().unwrap_or_default(),
        ExprKind::LocalAddress(local) => Roots::from_iter([Root::Local(*local)]),
        ExprKind::GlobalAddress(global) => Roots::from_iter([Root::Global(*global)]),
        ExprKind::PointerAdd(base, _) => roots(base, registers),
        ExprKind::Null | ExprKind::FunctionAddress(_) => Roots::new(),
        _ => Roots::from_iter([Root::Unknown]),
    }
}

/// What a callee's roots are for its caller.
fn substitute(found: &Roots, args: &[Expr], registers: &IndexMap<LocalId, Roots>) -> Roots {
    let mut here = Roots::new();
    for root in found {
        match root {
            Root::Param(index) => match args.get(*index as usize) {
                Some(arg) if arg.ty == Scalar::Pointer => here.extend(roots(arg, registers)),
                _ => drop(here.insert(Root::Unknown)),
            },
            Root::Local(_) => drop(here.insert(Root::Unknown)),
            root => drop(here.insert(*root)),
        }
    }
    here
}

/// What a built-in function does to what its arguments point to.
fn of_builtin(builtin: Builtin, args: &[Expr], config: &LowerConfig) -> Effects {
    let mut effects = Effects::default();
    match builtin {
        Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc | Builtin::Alloca | Builtin::OpenStream => {
            effects.returns.insert(Root::Fresh);
        }
        Builtin::Realloc | Builtin::Free => {
            effects.reads.insert(Root::Param(0));
            effects.writes.insert(Root::Param(0));
            effects.returns.insert(Root::Fresh);
            effects.fails = true;
        }
        Builtin::Memcpy | Builtin::Memmove | Builtin::Memset => {
            effects.writes.insert(Root::Param(0));
            effects.reads.extend(pointers(args).filter(|&root| root != Root::Param(0)));
            effects.returns.insert(Root::Param(0));
            effects.fails = true;
        }
        Builtin::Abort | Builtin::Exit | Builtin::Assume => effects.ends = true,
        // What is reported hides nothing that comes after it: without it the program goes on.
        Builtin::AssertFail => (effects.ends, effects.fails) = (!config.assertions, config.assertions),
        Builtin::ErrorCall => (effects.ends, effects.fails) = (!config.error_calls, config.error_calls),
        Builtin::UseClosed | Builtin::CloseTwice => (effects.ends, effects.fails) = (true, true),
        // Their order matters, whatever they are told.
        Builtin::System(_) => {
            effects.reads.extend(pointers(args));
            effects.writes.extend(pointers(args));
            effects.fails = true;
        }
        Builtin::Nondet => drop(effects.returns.insert(Root::Unknown)),
        Builtin::Putchar => {}
        Builtin::Printf | Builtin::Fprintf | Builtin::Puts => {
            effects.reads.extend(pointers(args));
            effects.fails = true;
        }
        Builtin::Snprintf | Builtin::Sprintf => {
            effects.writes.insert(Root::Param(0));
            effects.reads.extend(pointers(args).filter(|&root| root != Root::Param(0)));
            effects.fails = true;
        }
    }
    effects
}

fn pointers(args: &[Expr]) -> impl Iterator<Item = Root> {
    let pointer = |(index, arg): (usize, &Expr)| (arg.ty == Scalar::Pointer).then_some(Root::Param(index as u32));
    args.iter().enumerate().filter_map(pointer)
}
