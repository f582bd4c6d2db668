//! Inputs for executions of generated programs.

use heapwright::interp::{InputKind, InputRequest, Inputs, RandomInputs};
use heapwright::ir::Program;

/// Known inputs first, such as the key of a lock, and random ones after them.
pub struct Opened {
    known: Vec<u64>,
    asked: usize,
    rest: RandomInputs,
}

impl Opened {
    /// Inputs for a program.
    pub fn new(known: &[u64], program: &Program, seed: u64) -> Self {
        Self { known: known.to_vec(), asked: 0, rest: RandomInputs::new(program, seed) }
    }
}

impl Inputs for Opened {
    fn input(&mut self, request: &InputRequest) -> u64 {
        if request.key.kind != InputKind::Nondet {
            return self.rest.input(request);
        }
        self.asked += 1;
        self.known.get(self.asked - 1).copied().unwrap_or_else(|| self.rest.input(request))
    }
}
