//! Which bytes of an object have a value. The others get theirs from an input when they are first read.

/// A set of bytes of one object.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// Every byte.
    All,
    /// A mask, for objects of at most 64 bytes.
    Small(u64),
    /// A bit per byte.
    Large(Vec<u64>),
}

/// The lowest `count` bits.
fn low(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

impl Known {
    /// No byte of an object of this size.
    pub fn none(size: u64) -> Self {
        match size {
            0 => Known::All,
            1..=64 => Known::Small(0),
            _ => Known::Large(vec![0; size.div_ceil(64) as usize]),
        }
    }

    /// Whether all bytes of a range have a value.
    pub fn has(&self, offset: u64, length: u64) -> bool {
        match self {
            Known::All => true,
            Known::Small(mask) => {
                let wanted = low(length) << offset;
                mask & wanted == wanted
            }
            Known::Large(_) => self.next_missing(offset, offset + length).is_none(),
        }
    }

    /// The first byte without a value in `from..to`.
    pub fn next_missing(&self, from: u64, to: u64) -> Option<u64> {
        self.next(from, to, 0)
    }

    /// The first byte with a value in `from..to`.
    pub fn next_known(&self, from: u64, to: u64) -> Option<u64> {
        self.next(from, to, u64::MAX)
    }

    /// The first byte in `from..to` whose bit is that of `pattern`.
    fn next(&self, from: u64, to: u64, pattern: u64) -> Option<u64> {
        let word = |index: u64| match self {
            Known::All => u64::MAX,
            Known::Small(mask) => *mask,
            Known::Large(words) => words[index as usize],
        };
        let mut at = from;
        while at < to {
            let candidates = !(word(at / 64) ^ pattern) >> (at % 64);
            if candidates != 0 {
                let found = at + u64::from(candidates.trailing_zeros());
                return (found < to).then_some(found);
            }
            at = (at / 64 + 1) * 64;
        }
        None
    }

    /// Gives all bytes of a range a value.
    pub fn add(&mut self, offset: u64, length: u64, size: u64) {
        match self {
            Known::All => {}
            Known::Small(mask) => {
                *mask |= low(length) << offset;
                if *mask == low(size) {
                    *self = Known::All;
                }
            }
            Known::Large(words) => {
                if offset == 0 && length == size {
                    *self = Known::All;
                    return;
                }
                let (mut at, end) = (offset, offset + length);
                while at < end {
                    let count = (64 - at % 64).min(end - at);
                    words[(at / 64) as usize] |= low(count) << (at % 64);
                    at += count;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_become_known_in_small_and_large_objects() {
        for size in [40u64, 64, 65, 200] {
            let mut known = Known::none(size);
            assert!(!known.has(3, 1) && known.has(0, 0));
            known.add(3, 30, size);
            assert!(known.has(3, 30) && !known.has(2, 2) && !known.has(32, 2));
            assert_eq!(known.next_missing(3, size), Some(33));
            assert_eq!(known.next_known(0, size), Some(3));
            assert_eq!(known.next_known(33, size), None);
            known.add(0, size, size);
            assert!(known.has(0, size));
            assert_eq!(known.next_missing(0, size), None);
        }
    }

    #[test]
    fn ranges_cross_words() {
        let mut known = Known::none(200);
        known.add(60, 80, 200);
        assert!(known.has(60, 80) && !known.has(59, 2) && !known.has(139, 2));
        assert_eq!(known.next_missing(60, 200), Some(140));
        assert_eq!(known.next_missing(60, 140), None);
    }
}
