//! A fast hash for small keys. Iteration over [`FastMap`] and [`FastSet`] follows insertion, so that it is
//! deterministic; the hash itself does not depend on the run either.

use indexmap::{IndexMap, IndexSet};
use std::hash::{BuildHasherDefault, Hasher};

/// An insertion-ordered map with a fast hash.
pub type FastMap<K, V> = IndexMap<K, V, BuildHasherDefault<FastHasher>>;
/// An insertion-ordered set with a fast hash.
pub type FastSet<K> = IndexSet<K, BuildHasherDefault<FastHasher>>;

/// Multiplies and mixes word by word.
#[derive(Clone, Copy, Default)]
pub struct FastHasher(u64);

impl FastHasher {
    /// Adds one word.
    pub(crate) fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        let spread = self.0 ^ self.0 >> 32;
        spread.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
}
