//! Content agrees with plain bytes.
//!
//! Random writes of mixed widths at constant and symbolic offsets, under conditions, go to a content and, under each of some
//! assignments of the variables, to an array of bytes. What is read from the content must evaluate to what the bytes hold.

use super::*;
use crate::base::Span;
use crate::logic::agreement::Random;
use crate::logic::{Assignment, Bits, Evaluator, Value};

const ASSIGNMENTS: usize = 6;

/// Values of an index: from 0 on.
const INDICES: u64 = 4;

/// Content and the bytes it stands for, one array per assignment.
#[derive(Clone)]
struct Tracked {
    content: Content,
    bytes: Vec<Vec<u8>>,
}

/// An offset as a term, and per assignment.
struct Place {
    term: TermId,
    at: Vec<u64>,
}

struct Bench {
    memory: Memory,
    object: ObjectId,
    size: u64,
    /// What pointers point to.
    others: Vec<ObjectId>,
    indices: Vec<TermId>,
    numbers: Vec<TermId>,
    conditions: Vec<TermId>,
    evaluators: Vec<Evaluator>,
    random: Random,
    /// Reads that were compared.
    compared: usize,
}

fn bits(value: u64, width: u32) -> Value {
    Value::Bv(Bits::new(u128::from(value), width))
}

impl Bench {
    fn new(seed: u64, size: u64) -> Self {
        let mut random = Random::new(seed);
        let mut memory = Memory::new(64);
        let add = |memory: &mut Memory, size: u64| {
            let size = memory.offset(size);
            let (kind, name, span) = (ObjectKind::Stack, String::new(), Span::NONE);
            let object = Object { kind, size, align: 16, name, span, class: false };
            memory.add_object(object).expect("there is room")
        };
        let object = add(&mut memory, size);
        let others = vec![add(&mut memory, 24), add(&mut memory, 40)];
        let mut given = vec![Assignment::new(); ASSIGNMENTS];
        let mut variables = |memory: &mut Memory, name: String, sort: Sort, value: &mut dyn FnMut() -> Value| {
            let term = memory.pool.var(&name, sort);
            given.iter_mut().for_each(|assignment| assignment.set(term, value()));
            term
        };
        let word = Sort::Bv(64);
        let index = |i| format!("index{i}");
        let indices: Vec<_> = (0..3)
            .map(|i| variables(&mut memory, index(i), word, &mut || bits(random.next() >> 9 & (INDICES - 1), 64)))
            .collect();
        let numbers: Vec<_> = (0..4)
            .map(|i| variables(&mut memory, format!("number{i}"), word, &mut || bits(random.next(), 64)))
            .collect();
        let conditions: Vec<_> = (0..3)
            .map(|i| variables(&mut memory, format!("c{i}"), Sort::Bool, &mut || Value::Bool(random.chance(2))))
            .collect();
        for at in 0..size {
            let name = format!("byte!{}!{at}", object.0);
            variables(&mut memory, name, Sort::Bv(8), &mut || bits(random.next() >> 20 & 0xff, 8));
        }
        for other in &others {
            let base = 0x1_0000 * u64::from(other.0);
            variables(&mut memory, format!("base!{}", other.0), word, &mut || bits(base, 64));
        }
        let evaluators = given.into_iter().map(Evaluator::new).collect();
        Self { memory, object, size, others, indices, numbers, conditions, evaluators, random, compared: 0 }
    }

    fn unwritten(&mut self, fill: Fill) -> Tracked {
        let content = Content::new(fill);
        let mut bytes = vec![Vec::new(); ASSIGNMENTS];
        for at in 0..self.size {
            let byte = match fill {
                Fill::Zero => self.memory.pool.bv_const(0, 8),
                Fill::Uninitialised => self.memory.uninitialised_byte(self.object, at),
            };
            for (number, value) in self.values(byte).into_iter().enumerate() {
                bytes[number].push(value as u8);
            }
        }
        Tracked { content, bytes }
    }

    /// The values of a bit-vector of at most 64 bits.
    fn values(&mut self, term: TermId) -> Vec<u64> {
        let pool = &self.memory.pool;
        let value = |evaluator: &mut Evaluator| match evaluator.eval(pool, term) {
            Value::Bv(bits) => bits.to_u64().expect("at most 64 bits"),
            Value::Bool(value) => u64::from(value),
            Value::Array(_) => panic!("no number"),
        };
        self.evaluators.iter_mut().map(value).collect()
    }

    /// An offset where so many bytes lie inside under every assignment.
    fn place(&mut self, width: u64) -> Place {
        let stride = *self.random.choose(&[1, 1, 2, 3, 4, 4, 6, 8, 12, 16]);
        let span = stride * (INDICES - 1) + width;
        let (term, at) = if span > self.size || self.random.chance(3) {
            let at = self.random.below((self.size - width + 1) as usize) as u64;
            (self.memory.offset(at), vec![at; ASSIGNMENTS])
        } else {
            let index = *self.random.choose(&self.indices);
            let aligned = self.random.chance(2);
            let first = self.random.below((self.size - span + 1) as usize) as u64;
            let first = if aligned { first / stride * stride } else { first };
            let (stride, start) = (self.memory.offset(stride), self.memory.offset(first));
            let product = self.memory.pool.mul(index, stride);
            let term = self.memory.pool.add(product, start);
            (term, self.values(term))
        };
        Place { term, at }
    }

    fn width(&mut self) -> u64 {
        *self.random.choose(&[1, 1, 2, 2, 3, 4, 4, 8, 8])
    }

    fn write(&mut self, tracked: &mut Tracked) {
        let width = self.width();
        let pointer = width == 8 && self.random.chance(2);
        let value = if pointer {
            let (object, at) = (*self.random.choose(&self.others), self.random.below(24) as u64);
            let at = self.memory.offset(at);
            self.memory.pointer(object, at)
        } else if self.random.chance(3) {
            self.memory.pool.bv_const(u128::from(self.random.next()), 8 * width as u32)
        } else {
            let number = *self.random.choose(&self.numbers);
            self.memory.pool.extract(8 * width as u32 - 1, 0, number)
        };
        let condition = if self.random.chance(2) { TermId::TRUE } else { *self.random.choose(&self.conditions) };
        let place = self.place(width);
        let cell = Cell { width, value, pointer };
        let Ok(content) = self.memory.write(self.object, &tracked.content, place.term, cell, condition) else { return };
        tracked.content = content;
        let address = if pointer { self.memory.to_address(value) } else { value };
        let (values, holds) = (self.values(address), self.values(condition));
        for (number, bytes) in tracked.bytes.iter_mut().enumerate().filter(|(number, _)| holds[*number] == 1) {
            let at = place.at[number] as usize;
            bytes[at..at + width as usize].copy_from_slice(&values[number].to_le_bytes()[..width as usize]);
        }
    }

    fn read(&mut self, tracked: &Tracked) {
        let width = self.width();
        let pointer = width == 8 && self.random.chance(2);
        let place = self.place(width);
        let Ok(value) = self.memory.read(self.object, &tracked.content, place.term, width, pointer) else { return };
        let what = format!("{width} bytes at {}", self.memory.pool.term_text(place.term));
        self.compare(tracked, value, pointer, width, &place.at, &what);
    }

    fn compare(&mut self, tracked: &Tracked, value: TermId, pointer: bool, width: u64, at: &[u64], what: &str) {
        let value = if pointer { self.memory.to_address(value) } else { value };
        for (number, found) in self.values(value).into_iter().enumerate() {
            let mut expected = [0; 8];
            let at = at[number] as usize;
            expected[..width as usize].copy_from_slice(&tracked.bytes[number][at..at + width as usize]);
            assert_eq!(found, u64::from_le_bytes(expected), "{what}, under assignment {number}");
            self.compared += 1;
        }
    }

    /// Both sides of a branch write; what is after the join is that of the side that was taken.
    fn branch(&mut self, tracked: &Tracked) -> Tracked {
        let mut sides = [tracked.clone(), tracked.clone()];
        for side in &mut sides {
            for _ in 0..self.random.below(3) {
                self.write(side);
            }
        }
        let [a, b] = sides;
        let condition = *self.random.choose(&self.conditions);
        let Ok(content) = self.memory.merge(self.object, condition, &a.content, &b.content) else {
            return tracked.clone();
        };
        let holds = self.values(condition);
        let bytes = a.bytes.into_iter().zip(b.bytes).zip(holds);
        Tracked { content, bytes: bytes.map(|((a, b), holds)| if holds == 1 { a } else { b }).collect() }
    }

    fn slice(&mut self, tracked: &Tracked) {
        let at = self.random.below(self.size as usize) as u64;
        let size = 1 + self.random.below((self.size - at) as usize) as u64;
        let Some(slice) = self.memory.slice(self.object, &tracked.content, at, size) else { return };
        let cells = slice.cells().expect("a slice has cells").clone();
        let mut end = 0;
        for (start, cell) in cells {
            assert_eq!(start, end, "a slice has no gaps");
            end = start + cell.width;
            let what = format!("slice of {size} bytes at {at}");
            self.compare(tracked, cell.value, cell.pointer, cell.width, &[at + start; ASSIGNMENTS], &what);
        }
        assert_eq!(end, size, "a slice has all bytes");
    }

    fn run(&mut self, fill: Fill, steps: usize) {
        let mut tracked = self.unwritten(fill);
        for _ in 0..steps {
            match self.random.below(8) {
                0..=2 => self.write(&mut tracked),
                3 => tracked = self.branch(&tracked),
                4 => self.slice(&tracked),
                _ => self.read(&tracked),
            }
        }
    }
}

fn agree(sizes: &[u64], fills: &[Fill], seeds: u64, steps: usize) {
    let mut compared = 0;
    for &size in sizes {
        for seed in 0..seeds {
            for &fill in fills {
                let mut bench = Bench::new(seed * 7919 + size, size);
                bench.run(fill, steps);
                compared += bench.compared;
            }
        }
    }
    assert!(compared > sizes.len() * seeds as usize * steps, "most reads are modelled");
}

#[test]
fn cells_agree_with_bytes() {
    agree(&[8, 9, 12, 16, 24, 31, 40], &[Fill::Zero, Fill::Uninitialised], 12, 24);
}

#[test]
fn arrays_agree_with_bytes() {
    // Bytes that were never written are other inputs in an array than in cells, so that all begin as zeros.
    agree(&[48, 64, 100, 400], &[Fill::Zero], 25, 30);
}
