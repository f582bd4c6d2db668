//! Loops that are entered in several places get one head.
//!
//! A strongly connected part of the graph with several entries keeps one of them. The rest of the part is copied,
//! and jumps from outside to other entries lead into the copy, which goes on to the kept entry. The copy is smaller than
//! the part, so that repeating this ends.

use crate::base::{Id, IdVec};
use crate::ir::{BlockId, Body, FunctionKind, LoopTree, Program};
use indexmap::{IndexMap, IndexSet};

/// Blocks beyond which a body is left as it is: copies of copies can become many.
const MOST_BLOCKS: usize = 4_000;

/// Whether a body has a loop with several entries.
pub(super) fn applies(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body());
    bodies.into_iter().any(|body| LoopTree::of(body).irreducible.is_some())
}

/// Gives all loops one head.
pub(super) fn apply(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if let FunctionKind::Defined(body) = &mut function.kind {
            make_reducible(body);
        }
    }
}

fn make_reducible(body: &mut Body) {
    while body.blocks.len() < MOST_BLOCKS {
        let reachable: IndexSet<BlockId> = LoopTree::of(body).order.into_iter().collect();
        let Some((part, head)) = several_entries(body, &reachable) else { return };
        split(body, &part, head);
    }
}

/// A strongly connected part with several entries, outermost first, and the entry to keep.
fn several_entries(body: &Body, blocks: &IndexSet<BlockId>) -> Option<(IndexSet<BlockId>, BlockId)> {
    for part in connected_parts(body, blocks) {
        let mut from_inside: IndexMap<BlockId, usize> = IndexMap::new();
        let mut entries: IndexSet<BlockId> = part.contains(&Body::ENTRY).then_some(Body::ENTRY).into_iter().collect();
        for (block, content) in body.blocks.enumerated() {
            for next in content.terminator.kind.successors().into_iter().filter(|next| part.contains(next)) {
                if part.contains(&block) {
                    *from_inside.entry(next).or_default() += 1;
                } else {
                    entries.insert(next);
                }
            }
        }
        let rank = |entry: &BlockId| (from_inside.get(entry).copied().unwrap_or(0), std::cmp::Reverse(entry.index()));
        let head = entries.iter().copied().max_by_key(rank)?;
        if entries.len() > 1 {
            return Some((part, head));
        }
        let inner: IndexSet<BlockId> = part.into_iter().filter(|&block| block != head).collect();
        if let Some(found) = several_entries(body, &inner) {
            return Some(found);
        }
    }
    None
}

/// The strongly connected parts of a set of blocks that have a cycle.
fn connected_parts(body: &Body, blocks: &IndexSet<BlockId>) -> Vec<IndexSet<BlockId>> {
    let successors = |block: BlockId| -> Vec<BlockId> {
        let next = body.blocks[block].terminator.kind.successors();
        next.into_iter().filter(|next| blocks.contains(next)).collect()
    };
    let reach = |start: BlockId, follow: &dyn Fn(BlockId) -> Vec<BlockId>| {
        let (mut seen, mut work) = (IndexSet::new(), vec![start]);
        while let Some(block) = work.pop() {
            for next in follow(block) {
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
        seen
    };
    let mut predecessors: IdVec<BlockId, Vec<BlockId>> = body.blocks.ids().map(|_| Vec::new()).collect();
    for &block in blocks {
        for next in successors(block) {
            predecessors[next].push(block);
        }
    }
    let mut done: IndexSet<BlockId> = IndexSet::new();
    let mut parts = Vec::new();
    for &block in blocks {
        if done.contains(&block) {
            continue;
        }
        let (after, before) = (reach(block, &successors), reach(block, &|b| predecessors[b].clone()));
        let part: IndexSet<BlockId> = after.intersection(&before).copied().collect();
        done.extend(part.iter().copied());
        if part.contains(&block) {
            parts.push(part);
        }
    }
    parts
}

/// Copies a part without its head, and leads jumps from outside to other entries into the copy.
fn split(body: &mut Body, part: &IndexSet<BlockId>, head: BlockId) {
    let originals: Vec<BlockId> = body.blocks.ids().collect();
    let mut copies: IndexMap<BlockId, BlockId> = IndexMap::new();
    for &block in part.iter().filter(|&&block| block != head) {
        copies.insert(block, body.blocks.push(body.blocks[block].clone()));
    }
    let to_copy = |block: BlockId| copies.get(&block).copied().unwrap_or(block);
    for &copy in copies.values() {
        body.blocks[copy].terminator.kind.retarget(to_copy);
    }
    for block in originals.into_iter().filter(|block| !part.contains(block)) {
        body.blocks[block].terminator.kind.retarget(to_copy);
    }
}
