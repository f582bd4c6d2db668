//! Straightens the control flow of a body: no unreachable blocks, no empty ones that only go on, no jumps
//! between blocks that could be one.
//!
//! In: a body. Out: the same paths through fewer blocks, in the order of the text. Heads of loops stay.

use crate::base::{Id, IdVec};
use crate::ir::{BlockId, Body, Terminator, TerminatorKind};

/// Straightens a body.
pub(super) fn simplify(body: &mut Body) {
    skip_empty(body);
    merge(body);
    body.drop_unreachable();
}

/// Leads jumps past blocks that do nothing.
fn skip_empty(body: &mut Body) {
    let next: IdVec<BlockId, Option<BlockId>> = body
        .blocks
        .iter()
        .map(|block| match block.terminator.kind {
            TerminatorKind::Goto(target) if block.statements.is_empty() && block.loop_span.is_none() => Some(target),
            _ => None,
        })
        .collect();
    let follow = |from: BlockId| {
        let mut at = from;
        // Empty blocks may form a circle.
        for _ in 0..next.len() {
            match next[at] {
                Some(target) => at = target,
                None => return at,
            }
        }
        from
    };
    for block in body.blocks.iter_mut() {
        block.terminator.kind.retarget(follow);
    }
}

/// Appends a block to the only one that leads to it.
fn merge(body: &mut Body) {
    let mut entries = vec![0u32; body.blocks.len()];
    let reached = body.reached();
    for id in &reached {
        for target in body.blocks[*id].terminator.kind.successors() {
            entries[target.index()] += 1;
        }
    }
    for id in reached {
        while let TerminatorKind::Goto(target) = body.blocks[id].terminator.kind
            && target != id
            && target != Body::ENTRY
            && entries[target.index()] == 1
            && body.blocks[target].loop_span.is_none()
        {
            let statements = std::mem::take(&mut body.blocks[target].statements);
            let kind = std::mem::replace(&mut body.blocks[target].terminator.kind, TerminatorKind::Unreachable);
            let terminator = Terminator { kind, span: body.blocks[target].terminator.span };
            let block = &mut body.blocks[id];
            block.statements.extend(statements);
            block.terminator = terminator;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::ir::Block;

    fn body(kinds: Vec<TerminatorKind>) -> Body {
        let block =
            |kind| Block { statements: Vec::new(), terminator: Terminator { kind, span: Span::NONE }, loop_span: None };
        Body { params: Vec::new(), locals: IdVec::new(), blocks: kinds.into_iter().map(block).collect() }
    }

    #[test]
    fn chains_become_one_block() {
        let goto = |id| TerminatorKind::Goto(BlockId(id));
        let mut body = body(vec![goto(2), TerminatorKind::Unreachable, goto(3), TerminatorKind::Return(None)]);
        simplify(&mut body);
        assert_eq!(body.blocks.len(), 1);
        assert!(matches!(body.blocks[Body::ENTRY].terminator.kind, TerminatorKind::Return(None)));
    }

    #[test]
    fn a_circle_of_empty_blocks_stays_a_loop() {
        let goto = |id| TerminatorKind::Goto(BlockId(id));
        let mut body = body(vec![goto(1), goto(2), goto(1)]);
        simplify(&mut body);
        let successors = |id| body.blocks[BlockId(id)].terminator.kind.successors();
        assert!(body.blocks.len() >= 2 && !successors(0).is_empty() && !successors(1).contains(&Body::ENTRY));
    }
}
