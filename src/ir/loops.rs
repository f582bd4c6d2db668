//! Loops of a body: natural loops by dominators, nested, and whether the graph is reducible.

use super::program::{BlockId, Body};
use crate::base::{Id, IdVec, define_id};
use indexmap::IndexSet;

define_id!(
    /// A natural loop of a body, outer loops before inner ones.
    LoopId,
    "loop"
);

/// A natural loop.
#[derive(Clone, Debug)]
pub struct LoopInfo {
    /// The only entry.
    pub head: BlockId,
    /// Blocks that jump back to the head.
    pub latches: Vec<BlockId>,
    /// All blocks, head included.
    pub blocks: IndexSet<BlockId>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
}

/// All loops of a body.
#[derive(Clone, Debug)]
pub struct LoopTree {
    /// Loops, outer before inner, otherwise in reverse postorder of their heads.
    pub loops: IdVec<LoopId, LoopInfo>,
    /// The innermost loop of each block.
    pub innermost: IdVec<BlockId, Option<LoopId>>,
    /// Blocks that can be reached, in reverse postorder.
    pub order: Vec<BlockId>,
    /// An edge that closes a cycle without going to a dominator: the body is irreducible.
    pub irreducible: Option<(BlockId, BlockId)>,
}

impl LoopTree {
    /// Finds the loops of a body.
    pub fn of(body: &Body) -> Self {
        let order = reverse_postorder(body);
        let mut position = vec![usize::MAX; body.blocks.len()];
        for (index, block) in order.iter().enumerate() {
            position[block.index()] = index;
        }
        let predecessors = predecessors(body, &order);
        let dominator = dominators(&order, &position, &predecessors);
        let dominates = |a: BlockId, mut b: BlockId| {
            while position[b.index()] > position[a.index()] {
                b = dominator[b.index()];
            }
            a == b
        };

        let mut irreducible = None;
        let mut loops: IdVec<LoopId, LoopInfo> = IdVec::new();
        for &head in &order {
            let mut latches = Vec::new();
            for &from in &predecessors[head.index()] {
                if position[from.index()] >= position[head.index()] {
                    if dominates(head, from) {
                        latches.push(from);
                    } else {
                        irreducible.get_or_insert((from, head));
                    }
                }
            }
            if !latches.is_empty() {
                let blocks = natural_loop(head, &latches, &predecessors);
                loops.push(LoopInfo { head, latches, blocks, parent: None });
            }
        }

        let mut innermost: IdVec<BlockId, Option<LoopId>> = body.blocks.ids().map(|_| None).collect();
        for id in loops.ids() {
            loops[id].parent = innermost[loops[id].head];
            for &block in &loops[id].blocks {
                innermost[block] = Some(id);
            }
        }
        Self { loops, innermost, order, irreducible }
    }

    /// Whether `outer` is `inner` or a loop around it.
    pub fn contains(&self, outer: LoopId, inner: LoopId) -> bool {
        std::iter::successors(Some(inner), |&id| self.loops[id].parent).any(|id| id == outer)
    }
}

fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(Body::ENTRY, body.blocks[Body::ENTRY].terminator.kind.successors())];
    seen[Body::ENTRY.index()] = true;
    while let Some((block, pending)) = stack.last_mut() {
        match pending.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                let successors = body.blocks[next].terminator.kind.successors();
                stack.push((next, successors));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn predecessors(body: &Body, order: &[BlockId]) -> Vec<Vec<BlockId>> {
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for &block in order {
        for next in body.blocks[block].terminator.kind.successors() {
            let list: &mut Vec<BlockId> = &mut predecessors[next.index()];
            if !list.contains(&block) {
                list.push(block);
            }
        }
    }
    predecessors
}

/// Immediate dominators by the iteration of Cooper, Harvey and Kennedy.
fn dominators(order: &[BlockId], position: &[usize], predecessors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut dominator: Vec<Option<BlockId>> = vec![None; position.len()];
    dominator[Body::ENTRY.index()] = Some(Body::ENTRY);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().skip(1) {
            let mut new: Option<BlockId> = None;
            for &from in &predecessors[block.index()] {
                if dominator[from.index()].is_none() {
                    continue;
                }
                new = Some(match new {
                    None => from,
                    Some(other) => meet(from, other, &dominator, position),
                });
            }
            if new.is_some() && dominator[block.index()] != new {
                dominator[block.index()] = new;
                changed = true;
            }
        }
    }
    dominator.into_iter().map(|d| d.unwrap_or(Body::ENTRY)).collect()
}

fn meet(mut a: BlockId, mut b: BlockId, dominator: &[Option<BlockId>], position: &[usize]) -> BlockId {
    while a != b {
        while position[a.index()] > position[b.index()] {
            a = dominator[a.index()].unwrap_or(Body::ENTRY);
        }
        while position[b.index()] > position[a.index()] {
            b = dominator[b.index()].unwrap_or(Body::ENTRY);
        }
    }
    a
}

fn natural_loop(head: BlockId, latches: &[BlockId], predecessors: &[Vec<BlockId>]) -> IndexSet<BlockId> {
    let mut blocks = IndexSet::from([head]);
    let mut stack = latches.to_vec();
    while let Some(block) = stack.pop() {
        if blocks.insert(block) {
            stack.extend(&predecessors[block.index()]);
        }
    }
    blocks
}
