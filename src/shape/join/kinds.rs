//! Kinds of nodes: joining the descriptions of nodes of two segments, or of two nodes, one by one.

use super::super::order::Order;
use super::super::state::{Cells, Object, Shape};
use super::{Holder, Joiner, Loss, Side};

/// The kinds of nodes of a join.
pub(in super::super) struct Kinds {
    /// Those of the left side, joined with some of the right one, and then the rest of these.
    pub cells: Vec<Cells>,
    /// By kind of the right side, what it became.
    pub rights: Vec<usize>,
    /// Whether their order is kept.
    is_ordered: bool,
}

impl Kinds {
    /// The order of nodes of the right side, by what its kinds became.
    pub fn order_of_right(&self, right: &Object) -> Order {
        right.order().renamed(&|kind| self.rights.get(kind).copied().unwrap_or(0))
    }

    /// An order as it is kept: of the nodes of a tree, and of nodes of one kind, nothing is said.
    pub fn kept(&self, order: Order, shape: Shape) -> Order {
        let in_a_row = shape.segment().is_some_and(|segment| !segment.is_tree());
        if in_a_row && self.is_ordered && self.cells.len() > 1 { order } else { Order::any(self.cells.len()) }
    }
}

impl Joiner<'_> {
    /// The kinds of nodes of two objects, links aside, as at most so many kinds: those of one side that can be joined with one of the other
    /// are, and the rest is added. Where nothing may be lost, each kind of the right side must be covered by one of the left.
    ///
    /// Every node that one of the sides may have is described by the kind that its own was joined with or became, so no
    /// node is lost; which kinds stand beside each other is.
    pub fn kinds(&mut self, holder: Holder, a: &Object, b: &Object, links: &[u64], most: usize) -> Option<Kinds> {
        let only = |cells: Cells, of: &Object| Object { cells, others: Vec::new(), ..of.clone() };
        let lefts: Vec<Object> = a.kinds(links).into_iter().map(|cells| only(cells, a)).collect();
        let rights: Vec<Object> = b.kinds(links).into_iter().map(|cells| only(cells, b)).collect();
        if let ([left], [right]) = (lefts.as_slice(), rights.as_slice())
            && most == 1
        {
            return Some(Kinds { cells: vec![self.cells(holder, left, right)?], rights: vec![0], is_ordered: false });
        }
        let mut joined: Vec<Option<Cells>> = vec![None; lefts.len()];
        let mut added = Vec::new();
        let mut places = Vec::new();
        for right in &rights {
            let fits = lefts.iter().enumerate().find_map(|(index, left)| {
                if joined[index].is_some() && self.loss != Loss::Nothing {
                    return None;
                }
                self.attempt(|this| this.cells(holder, left, right)).map(|cells| (index, cells))
            });
            match fits {
                Some((index, cells)) => {
                    joined[index] = Some(cells);
                    places.push(index);
                }
                None if self.loss == Loss::Nothing => return None,
                None => {
                    places.push(lefts.len() + added.len());
                    added.push(self.adopted(Side::Right, holder, right)?);
                }
            }
        }
        let mut kinds = Vec::new();
        for (left, cells) in lefts.iter().zip(joined) {
            kinds.push(match cells {
                Some(cells) => cells,
                None => self.adopted(Side::Left, holder, left)?,
            });
        }
        kinds.extend(added);
        (kinds.len() <= most).then_some(Kinds { cells: kinds, rights: places, is_ordered: self.statics.order })
    }

    /// A kind of node that only one side has.
    fn adopted(&mut self, side: Side, holder: Holder, kind: &Object) -> Option<Cells> {
        let original = if side == Side::Left { holder.left } else { holder.right };
        self.inserting_list = true;
        let mut cells = kind.cells.clone();
        for cell in cells.values_mut() {
            cell.value = self.one_sided(side, cell.value, original, holder.result)?;
        }
        Some(cells)
    }
}
