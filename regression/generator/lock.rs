//! Locks: conditions that one value in four billions meets, so that executions do not find by luck what lies behind them.

use crate::support::random::Random;

/// A condition on an `unsigned int`, and the value that meets it.
#[derive(Clone, Debug)]
pub struct Lock {
    mask: u32,
    factor: u32,
    term: u32,
    /// The one value that meets the condition.
    pub key: u32,
}

impl Lock {
    /// Some lock.
    pub fn new(random: &mut Random) -> Self {
        let mask = if random.percent(50) { 0 } else { random.bits() as u32 };
        let factor = random.bits() as u32 | 1;
        let term = if random.percent(50) { 0 } else { random.bits() as u32 };
        // Neither small nor near the ends, nor a constant of the program.
        let key = (random.bits() as u32 & 0x3fff_ffff) | 0x4000_0000;
        Self { mask, factor: factor.max(3), term, key }
    }

    /// The condition that a variable holds the key. The value it is compared with is not the key.
    pub fn opened_by(&self, variable: &str) -> String {
        let Self { mask, factor, term, key } = *self;
        let value = (key ^ mask).wrapping_mul(factor).wrapping_add(term);
        let masked = if mask == 0 { variable.to_string() } else { format!("({variable} ^ {mask}u)") };
        let sum = if term == 0 { String::new() } else { format!(" + {term}u") };
        format!("{masked} * {factor}u{sum} == {value}u")
    }
}
