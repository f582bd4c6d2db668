//! The order of nodes in a list segment: which kinds of nodes may stand first, last and behind each other.
//!
//! A segment with several kinds of nodes is a sequence of kinds. Of these sequences the first kind, the last one, and the pairs of
//! neighbours are known: enough for lists that alternate, for lists without two red nodes in a row, and for lists whose nodes
//! of one kind all stand before those of another. Nothing is said of a segment without nodes.

use super::abstraction::KINDS;

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct KindSet(u8);

impl KindSet {
    /// The first so many kinds.
    fn all(count: usize) -> Self {
        Self((0..count).fold(0, |bits, kind| bits | 1 << kind))
    }

    pub fn of(kind: usize) -> Self {
        Self(1 << kind)
    }

    pub fn contains(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..KINDS).filter(move |kind| self.contains(*kind))
    }

    fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn is_part_of(self, other: Self) -> bool {
        self.union(other) == other
    }

    /// The kinds under other numbers.
    fn renamed(self, map: &dyn Fn(usize) -> usize) -> Self {
        self.iter().fold(Self::default(), |set, kind| set.union(Self::of(map(kind))))
    }
}

/// What is known of the order of the nodes of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Order {
    /// The kinds that the first node may have.
    pub first: KindSet,
    /// The kinds that the last node may have.
    pub last: KindSet,
    /// By kind: the kinds that the next node may have.
    pub follows: [KindSet; KINDS],
}

impl Order {
    /// One node.
    pub const ONE: Self = Self { first: KindSet(1), last: KindSet(1), follows: [KindSet(0); KINDS] };

    /// Any order of so many kinds.
    pub fn any(kinds: usize) -> Self {
        let all = KindSet::all(kinds);
        let mut follows = [KindSet::default(); KINDS];
        follows[..kinds].fill(all);
        Self { first: all, last: all, follows }
    }

    /// The kinds that the node before one of a kind may have.
    pub fn before(&self, kind: usize) -> KindSet {
        let before = (0..KINDS).filter(|other| self.follows[*other].contains(kind));
        before.fold(KindSet::default(), |set, other| set.union(KindSet::of(other)))
    }

    /// The kinds under other numbers; several may become one.
    pub fn renamed(&self, map: &dyn Fn(usize) -> usize) -> Self {
        let mut follows = [KindSet::default(); KINDS];
        for kind in (0..KINDS).filter(|kind| !self.follows[*kind].is_empty()) {
            follows[map(kind)] = follows[map(kind)].union(self.follows[kind].renamed(map));
        }
        Self { first: self.first.renamed(map), last: self.last.renamed(map), follows }
    }

    /// All orders of both.
    pub fn union(&self, other: &Self) -> Self {
        let mut follows = self.follows;
        for (set, more) in follows.iter_mut().zip(other.follows) {
            *set = set.union(more);
        }
        Self { first: self.first.union(other.first), last: self.last.union(other.last), follows }
    }

    /// Whether every order of the other is one of this.
    pub fn covers(&self, other: &Self) -> bool {
        self.union(other) == *self
    }

    /// Whether the ends have the same kinds.
    pub fn ends_as(&self, other: &Self) -> bool {
        (self.first, self.last) == (other.first, other.last)
    }

    /// The nodes of one segment, then those of another; each may be empty or not.
    pub fn then(&self, may_be_empty: bool, next: &Self, next_may_be_empty: bool) -> Self {
        let mut order = self.union(next);
        for kind in self.last.iter() {
            order.follows[kind] = order.follows[kind].union(next.first);
        }
        if !may_be_empty {
            order.first = self.first;
        }
        if !next_may_be_empty {
            order.last = next.last;
        }
        order
    }

    /// The kinds that some node may have: they can be reached from the first node, and the last from them.
    pub fn possible(&self) -> KindSet {
        let grow = |start: KindSet, step: &dyn Fn(usize) -> KindSet| {
            let mut set = start;
            loop {
                let more = set.iter().fold(set, |all, kind| all.union(step(kind)));
                if more.is_part_of(set) {
                    return set;
                }
                set = more;
            }
        };
        let (forwards, backwards) =
            (grow(self.first, &|kind| self.follows[kind]), grow(self.last, &|k| self.before(k)));
        KindSet(forwards.0 & backwards.0)
    }

    /// The kind of the only node that there can be.
    pub fn only(&self) -> Option<usize> {
        let mut possible = self.possible().iter();
        let only = possible.next().filter(|kind| possible.next().is_none() && !self.follows[*kind].contains(*kind));
        only.filter(|kind| self.first.contains(*kind) && self.last.contains(*kind))
    }

    /// Without the kinds that no node can have.
    pub fn trimmed(&self) -> Self {
        let possible = self.possible();
        let keep = |set: KindSet| KindSet(set.0 & possible.0);
        let mut follows = self.follows;
        for (kind, set) in follows.iter_mut().enumerate() {
            *set = if possible.contains(kind) { keep(*set) } else { KindSet::default() };
        }
        Self { first: keep(self.first), last: keep(self.last), follows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes of kind 0 and 1 in turn, beginning and ending with any.
    fn alternating() -> Order {
        let (zero, one) = (Order::ONE, Order::ONE.renamed(&|_| 1));
        let pair = zero.then(false, &one, false);
        pair.then(false, &pair, true)
    }

    #[test]
    fn sequences_of_sequences_keep_neighbours() {
        let order = alternating();
        assert!(order.follows[0].contains(1) && order.follows[1].contains(0));
        assert!(!order.follows[0].contains(0) && !order.follows[1].contains(1));
        assert_eq!((order.first, order.last), (KindSet::of(0), KindSet::of(1)));
        assert!(Order::any(2).covers(&order) && !order.covers(&Order::any(2)));
    }

    #[test]
    fn an_empty_part_leaves_the_ends_open() {
        let (zero, one) = (Order::ONE, Order::ONE.renamed(&|_| 1));
        let order = zero.then(true, &one, true);
        assert_eq!((order.first, order.last), (KindSet::all(2), KindSet::all(2)));
        assert!(!order.follows[1].contains(0));
    }

    #[test]
    fn kinds_that_cannot_be_reached_are_no_longer_possible() {
        let (zero, one) = (Order::ONE, Order::ONE.renamed(&|_| 1));
        let mut order = zero.then(false, &one, false);
        order.first = KindSet::of(1);
        assert_eq!(order.possible(), KindSet::of(1));
        assert_eq!(order.trimmed().before(1), KindSet::default());
    }

    #[test]
    fn kinds_that_become_one_follow_each_other() {
        let one = alternating().renamed(&|_| 0);
        assert_eq!(one, Order::any(1));
    }
}
