//! Which blocks of a body can be reached.

use super::{Block, BlockId, Body};
use crate::base::{Id, IdVec};

impl Body {
    /// The blocks that can be reached, in order.
    pub fn reached(&self) -> Vec<BlockId> {
        let mut reached = vec![false; self.blocks.len()];
        let mut work = vec![Body::ENTRY];
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut reached[id.index()], true) {
                work.extend(self.blocks[id].terminator.kind.successors());
            }
        }
        self.blocks.ids().filter(|id| reached[id.index()]).collect()
    }

    /// Keeps the blocks that can be reached, in order.
    pub fn drop_unreachable(&mut self) {
        let kept = self.reached();
        let mut renamed: IdVec<BlockId, BlockId> = self.blocks.ids().collect();
        for (new, old) in kept.iter().enumerate() {
            renamed[*old] = BlockId::from_index(new);
        }
        let blocks: IdVec<BlockId, Block> = kept.iter().map(|id| self.blocks[*id].clone()).collect();
        self.blocks = blocks;
        for block in self.blocks.iter_mut() {
            block.terminator.kind.retarget(|target| renamed[target]);
        }
    }
}
