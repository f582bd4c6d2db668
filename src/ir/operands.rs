//! What statements and blocks read and write, described once for all who ask.

use super::{Block, Body, Callee, Expr, ExprKind, LocalId, Statement, StatementKind, TerminatorKind};

impl StatementKind {
    /// The expressions that it evaluates, in order; the pointer to a function that is called comes before the arguments.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let (first, second, rest): (Option<&Expr>, Option<&Expr>, &[Expr]) = match self {
            StatementKind::Assign { value, .. } | StatementKind::Assume(value) => (Some(value), None, &[]),
            StatementKind::Load { address, .. } | StatementKind::Zero { address, .. } => (Some(address), None, &[]),
            StatementKind::Store { address, value, .. } => (Some(address), Some(value), &[]),
            StatementKind::Copy { to, from, .. } => (Some(to), Some(from), &[]),
            StatementKind::Call { callee: Callee::Indirect(pointer, _), args, .. } => (Some(pointer), None, args),
            StatementKind::Call { callee: Callee::Direct(_), args, .. } => (None, None, args),
            StatementKind::DynamicLive { size, .. } => (Some(size), None, &[]),
            StatementKind::Check(check) => (check.operand(), None, &[]),
            StatementKind::StorageLive(_)
            | StatementKind::StorageDead(_)
            | StatementKind::DynamicDead(_)
            | StatementKind::Unsupported(_) => (None, None, &[]),
        };
        first.into_iter().chain(second).chain(rest)
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (first, second, rest): (Option<&mut Expr>, Option<&mut Expr>, &mut [Expr]) = match self {
            StatementKind::Assign { value, .. } | StatementKind::Assume(value) => (Some(value), None, &mut []),
            StatementKind::Load { address, .. } | StatementKind::Zero { address, .. } => (Some(address), None, &mut []),
            StatementKind::Store { address, value, .. } => (Some(address), Some(value), &mut []),
            StatementKind::Copy { to, from, .. } => (Some(to), Some(from), &mut []),
            StatementKind::Call { callee: Callee::Indirect(pointer, _), args, .. } => (Some(pointer), None, args),
            StatementKind::Call { callee: Callee::Direct(_), args, .. } => (None, None, args),
            StatementKind::DynamicLive { size, .. } => (Some(size), None, &mut []),
            StatementKind::Check(check) => (check.operand_mut(), None, &mut []),
            StatementKind::StorageLive(_)
            | StatementKind::StorageDead(_)
            | StatementKind::DynamicDead(_)
            | StatementKind::Unsupported(_) => (None, None, &mut []),
        };
        first.into_iter().chain(second).chain(rest)
    }

    /// The local that has a new value afterwards: the register that is set, or the variable whose life begins. What is written
    /// through addresses is not meant.
    pub fn written(&self) -> Option<LocalId> {
        match self {
            StatementKind::Assign { target, .. }
            | StatementKind::Load { target, .. }
            | StatementKind::DynamicLive { target, .. }
            | StatementKind::StorageLive(target) => Some(*target),
            StatementKind::Call { target, .. } => *target,
            StatementKind::Store { .. }
            | StatementKind::Copy { .. }
            | StatementKind::Zero { .. }
            | StatementKind::StorageDead(_)
            | StatementKind::DynamicDead(_)
            | StatementKind::Assume(_)
            | StatementKind::Check(_)
            | StatementKind::Unsupported(_) => None,
        }
    }
}

impl TerminatorKind {
    /// The expression that it evaluates.
    pub fn operand(&self) -> Option<&Expr> {
        match self {
            TerminatorKind::Branch { condition: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::Return(Some(value)) => Some(value),
            TerminatorKind::Return(None) | TerminatorKind::Goto(_) | TerminatorKind::Unreachable => None,
        }
    }

    /// The same, to be changed.
    pub fn operand_mut(&mut self) -> Option<&mut Expr> {
        match self {
            TerminatorKind::Branch { condition: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::Return(Some(value)) => Some(value),
            TerminatorKind::Return(None) | TerminatorKind::Goto(_) | TerminatorKind::Unreachable => None,
        }
    }
}

impl Block {
    /// All expressions that it evaluates, in order.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let inside = self.statements.iter().flat_map(|statement| statement.kind.operands());
        inside.chain(self.terminator.kind.operand())
    }
}

impl Body {
    /// All statements, block by block.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.blocks.iter().flat_map(|block| &block.statements)
    }

    /// All expressions that it evaluates, block by block.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        self.blocks.iter().flat_map(Block::operands)
    }

    /// Whether a register is read anywhere.
    pub fn reads(&self, register: LocalId) -> bool {
        self.operands().any(|expr| {
            let mut found = false;
            expr.walk(&mut |part| found |= matches!(part.kind, ExprKind::Register(id) if id == register));
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::base::{IdVec, Span};
    use crate::ir::{
        Block, Body, Callee, Check, Expr, LocalId, Scalar, Signature, SiteId, Statement, StatementKind, Terminator,
        TerminatorKind,
    };

    fn register(number: u32) -> Expr {
        Expr::register(LocalId(number), Scalar::Pointer, Span::NONE)
    }

    /// The registers in expressions, in order.
    fn registers<'a>(operands: impl Iterator<Item = &'a Expr>) -> Vec<u32> {
        let number = |expr: &Expr| match expr.kind {
            crate::ir::ExprKind::Register(LocalId(number)) => number,
            _ => u32::MAX,
        };
        operands.map(number).collect()
    }

    fn kinds() -> Vec<(StatementKind, Vec<u32>, Option<u32>)> {
        let signature = Signature { result: None, params: Vec::new(), variadic: true };
        let callee = Callee::Indirect(register(1), signature);
        let target = LocalId(9);
        vec![
            (StatementKind::Assign { target, value: register(1) }, vec![1], Some(9)),
            (StatementKind::Load { target, address: register(1), bits: None }, vec![1], Some(9)),
            (StatementKind::Store { address: register(1), value: register(2), bits: None }, vec![1, 2], None),
            (StatementKind::Copy { to: register(1), from: register(2), size: 4 }, vec![1, 2], None),
            (StatementKind::Zero { address: register(1), size: 4 }, vec![1], None),
            (
                StatementKind::Call { target: Some(target), callee, args: vec![register(2), register(3)] },
                vec![1, 2, 3],
                Some(9),
            ),
            (StatementKind::DynamicLive { target, size: register(1) }, vec![1], Some(9)),
            (StatementKind::StorageLive(target), vec![], Some(9)),
            (StatementKind::StorageDead(target), vec![], None),
            (StatementKind::Check(Check::Readable(register(1), 4)), vec![1], None),
            (StatementKind::Check(Check::Never), vec![], None),
        ]
    }

    #[test]
    fn operands_and_writes_of_every_kind_are_told_in_order() {
        for (mut kind, operands, written) in kinds() {
            assert_eq!(registers(kind.operands()), operands, "{kind:?}");
            assert_eq!(kind.written(), written.map(LocalId), "{kind:?}");
            kind.operands_mut().for_each(|operand| *operand = register(7));
            assert!(registers(kind.operands()).into_iter().all(|number| number == 7), "{kind:?}");
        }
    }

    #[test]
    fn a_body_reads_what_its_blocks_evaluate() {
        let statement =
            |(kind, ..): (StatementKind, Vec<u32>, Option<u32>)| Statement { kind, span: Span::NONE, site: SiteId(0) };
        let terminator = Terminator { kind: TerminatorKind::Return(Some(register(5))), span: Span::NONE };
        let block = Block { statements: kinds().into_iter().map(statement).collect(), terminator, loop_span: None };
        let body = Body { params: Vec::new(), locals: IdVec::new(), blocks: [block].into_iter().collect() };
        let read: Vec<u32> = (0..10).filter(|number| body.reads(LocalId(*number))).collect();
        assert_eq!(read, [1, 2, 3, 5]);
    }
}
