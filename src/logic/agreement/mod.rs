//! Random terms agree with a naive second implementation of their meaning.
//!
//! Terms are built through the simplifying builders. Beside each stands what it must evaluate to, under each of
//! some assignments, computed bit by bit from the operands as they were asked for. A wrong simplification
//! changes the value of a term and shows here.

mod naive;
mod random;

use super::eval::{Assignment, Evaluator};
use super::pool::{Sort, TermId, TermPool};
use naive::Naive;
pub(crate) use random::Random;

/// A term and its expected value per assignment.
#[derive(Clone)]
struct Sample {
    term: TermId,
    expected: Vec<Naive>,
}

/// A pool with samples, and one evaluator per assignment.
struct Bench {
    pool: TermPool,
    samples: Vec<Sample>,
    evaluators: Vec<Evaluator>,
    random: Random,
}

impl Bench {
    fn new(seed: u64, widths: &[u32], index_width: u32, assignments: usize) -> Self {
        let mut random = Random::new(seed);
        let mut pool = TermPool::new();
        let mut sorts = vec![Sort::Bool, Sort::Bool, Sort::Bool];
        sorts.extend(widths.iter().flat_map(|w| [Sort::Bv(*w), Sort::Bv(*w)]));
        sorts.push(Sort::Bv(index_width));
        sorts.push(Sort::Array(index_width, widths[0]));
        sorts.push(Sort::Array(index_width, widths[0]));
        let mut given = vec![Assignment::new(); assignments];
        let mut samples = Vec::new();
        for (number, sort) in sorts.into_iter().enumerate() {
            let term = pool.var(&format!("v{number}"), sort);
            let expected: Vec<Naive> = (0..assignments).map(|_| Naive::random(&mut random, sort)).collect();
            for (assignment, value) in given.iter_mut().zip(&expected) {
                assignment.set(term, value.to_value());
            }
            samples.push(Sample { term, expected });
        }
        let evaluators = given.into_iter().map(Evaluator::new).collect();
        Self { pool, samples, evaluators, random }
    }

    fn constant(&mut self, width: u32) -> Sample {
        let value = Naive::random(&mut self.random, Sort::Bv(width));
        let term = self.pool.bits_const(value.to_value().bits().clone());
        Sample { term, expected: vec![value; self.evaluators.len()] }
    }

    /// A recent sample that `accept` allows.
    fn pick(&mut self, accept: impl Fn(Sort) -> bool) -> Sample {
        let candidates: Vec<usize> =
            (0..self.samples.len()).filter(|i| accept(self.pool.sort(self.samples[*i].term))).collect();
        // Half of the time something recent, so that terms grow deep.
        let window = if self.random.chance(2) { candidates.len().min(12) } else { candidates.len() };
        let position = candidates[candidates.len() - 1 - self.random.below(window)];
        self.samples[position].clone()
    }

    fn pick_bool(&mut self) -> Sample {
        self.pick(|sort| sort == Sort::Bool)
    }

    fn pick_bv(&mut self) -> Sample {
        self.pick(|sort| matches!(sort, Sort::Bv(_)))
    }

    /// A bit-vector of that width: a sample, a constant, or a sample cut or extended.
    fn pick_width(&mut self, width: u32) -> Sample {
        let exists = self.samples.iter().any(|s| self.pool.sort(s.term) == Sort::Bv(width));
        if self.random.chance(4) {
            return self.constant(width);
        }
        if exists && !self.random.chance(8) {
            return self.pick(|sort| sort == Sort::Bv(width));
        }
        let other = self.pick_bv();
        let have = self.pool.width(other.term);
        let signed = self.random.chance(2);
        if have > width {
            let low = self.random.below((have - width + 1) as usize) as u32;
            let term = self.pool.extract(low + width - 1, low, other.term);
            return self.sample(term, &[&other], |v| v[0].extract(low + width - 1, low));
        }
        let term = if signed { self.pool.sext(other.term, width) } else { self.pool.zext(other.term, width) };
        self.sample(term, &[&other], |v| v[0].extend(width, signed))
    }

    fn sample(&self, term: TermId, operands: &[&Sample], apply: impl Fn(&[&Naive]) -> Naive) -> Sample {
        let expected = (0..self.evaluators.len())
            .map(|i| apply(&operands.iter().map(|s| &s.expected[i]).collect::<Vec<_>>()))
            .collect();
        Sample { term, expected }
    }

    /// Adds a sample after comparing its term with what is expected.
    fn check(&mut self, what: &str, sample: Sample, operands: &[&Sample]) {
        for (evaluator, expected) in self.evaluators.iter_mut().zip(&sample.expected) {
            let value = evaluator.eval(&self.pool, sample.term);
            assert!(
                value == expected.to_value(),
                "{what} of {:?} is {} = {value}, expected {}",
                operands.iter().map(|s| self.pool.term_text(s.term)).collect::<Vec<_>>(),
                self.pool.term_text(sample.term),
                expected.to_value(),
            );
        }
        self.samples.push(sample);
    }

    fn grow(&mut self, max_width: u32) {
        match self.random.below(10) {
            0..=2 => self.grow_bool(),
            3 => self.grow_array(),
            4..=6 => self.grow_slice(max_width),
            _ => self.grow_bv(),
        }
    }

    fn grow_bool(&mut self) {
        let (a, b, c) = (self.pick_bool(), self.pick_bool(), self.pick_bool());
        let pool = &mut self.pool;
        let (x, y, z) = (a.term, b.term, c.term);
        let kind = self.random.below(7);
        let (what, term) = match kind {
            0 => ("not", pool.not(x)),
            1 => ("and", pool.and([x, y, z])),
            2 => ("or", pool.or([x, y, z])),
            3 => ("xor", pool.xor(x, y)),
            4 => ("iff", pool.eq(x, y)),
            5 => ("implies", pool.implies(x, y)),
            _ => ("ite", pool.ite(x, y, z)),
        };
        let operands = [&a, &b, &c];
        let result = self.sample(term, &operands, |v| {
            let (x, y, z) = (v[0].bool(), v[1].bool(), v[2].bool());
            Naive::Bool(match kind {
                0 => !x,
                1 => x && y && z,
                2 => x || y || z,
                3 => x != y,
                4 => x == y,
                5 => !x || y,
                _ => (x && y) || (!x && z),
            })
        });
        self.check(what, result, &operands);
    }

    fn grow_array(&mut self) {
        let array = self.pick(|sort| matches!(sort, Sort::Array(..)));
        let Sort::Array(index_width, element_width) = self.pool.sort(array.term) else { return };
        let (index, element) = (self.pick_width(index_width), self.pick_width(element_width));
        match self.random.below(5) {
            0 | 1 => {
                let term = self.pool.store(array.term, index.term, element.term);
                let result = self.sample(term, &[&array, &index, &element], |v| v[0].store(v[1], v[2]));
                self.check("store", result, &[&array, &index, &element]);
            }
            2 => {
                let term = self.pool.const_array(index_width, element.term);
                let result = self.sample(term, &[&element], |v| v[0].const_array(index_width));
                self.check("const", result, &[&element]);
            }
            3 => {
                let (condition, other) = (self.pick_bool(), self.pick(|sort| matches!(sort, Sort::Array(..))));
                let term = self.pool.ite(condition.term, array.term, other.term);
                let result = self.sample(term, &[&condition, &array, &other], |v| v[0].choose(v[1], v[2]));
                self.check("ite", result, &[&condition, &array, &other]);
                let term = self.pool.eq(array.term, other.term);
                let result = self.sample(term, &[&array, &other], |v| Naive::Bool(v[0] == v[1]));
                self.check("eq", result, &[&array, &other]);
            }
            _ => {
                let term = self.pool.select(array.term, index.term);
                let result = self.sample(term, &[&array, &index], |v| v[0].select(v[1]));
                self.check("select", result, &[&array, &index]);
            }
        }
    }

    fn grow_slice(&mut self, max_width: u32) {
        let a = self.pick_bv();
        let width = self.pool.width(a.term);
        let kind = self.random.below(5);
        if kind == 4 {
            let to = 1 + self.random.below(max_width as usize) as u32;
            let signed = self.random.chance(2);
            let pool = &mut self.pool;
            let term = if signed { pool.resize_signed(a.term, to) } else { pool.resize_unsigned(a.term, to) };
            let result = self.sample(term, &[&a], |v| match to < width {
                true => v[0].extract(to - 1, 0),
                false => v[0].extend(to, signed),
            });
            self.check(&format!("resize to {to}"), result, &[&a]);
        } else if kind == 0 || width >= max_width {
            let low = self.random.below(width as usize) as u32;
            let high = low + self.random.below((width - low) as usize) as u32;
            let term = self.pool.extract(high, low, a.term);
            let result = self.sample(term, &[&a], |v| v[0].extract(high, low));
            self.check(&format!("extract {high} {low}"), result, &[&a]);
        } else if kind == 1 {
            let b = self.pick_bv();
            if width + self.pool.width(b.term) <= max_width {
                let term = self.pool.concat(a.term, b.term);
                let result = self.sample(term, &[&a, &b], |v| v[0].concat(v[1]));
                self.check("concat", result, &[&a, &b]);
            }
        } else {
            let to = width + self.random.below((max_width - width + 1) as usize) as u32;
            let term = if kind == 2 { self.pool.zext(a.term, to) } else { self.pool.sext(a.term, to) };
            let result = self.sample(term, &[&a], |v| v[0].extend(to, kind == 3));
            self.check(if kind == 2 { "zext" } else { "sext" }, result, &[&a]);
        }
    }

    fn grow_bv(&mut self) {
        let a = self.pick_bv();
        let width = self.pool.width(a.term);
        let b = self.pick_width(width);
        let (a, b) = if self.random.chance(2) { (a, b) } else { (b, a) };
        match self.random.below(6) {
            5 if width <= 64 => self.grow_sum(&a, &b),
            0 => {
                let condition = self.pick_bool();
                let term = self.pool.ite(condition.term, a.term, b.term);
                let result = self.sample(term, &[&condition, &a, &b], |v| v[0].choose(v[1], v[2]));
                self.check("ite", result, &[&condition, &a, &b]);
            }
            1 | 2 => self.grow_comparison(&a, &b),
            _ => self.grow_operation(&a, &b),
        }
    }

    /// A linear sum in its one form.
    fn grow_sum(&mut self, a: &Sample, b: &Sample) {
        let width = self.pool.width(a.term);
        let constants = [self.constant(width), self.constant(width), self.constant(width)];
        let [factor, other, constant] = [0, 1, 2].map(|i| self.pool.as_u64(constants[i].term).unwrap_or(0));
        let term = self.pool.linear_sum(&[(factor, a.term), (other, b.term)], constant, width);
        let operands = [a, b, &constants[0], &constants[1], &constants[2]];
        let result = self.sample(term, &operands, |v| {
            let products = v[0].operate("mul", v[2]).operate("add", &v[1].operate("mul", v[3]));
            products.operate("add", v[4])
        });
        self.check("linear sum", result, &operands);
    }

    fn grow_comparison(&mut self, a: &Sample, b: &Sample) {
        let pool = &mut self.pool;
        let (x, y) = (a.term, b.term);
        let kind = self.random.below(7);
        let (what, term) = match kind {
            0 => ("ult", pool.ult(x, y)),
            1 => ("ule", pool.ule(x, y)),
            2 => ("slt", pool.slt(x, y)),
            3 => ("sle", pool.sle(x, y)),
            4 => ("ne", pool.ne(x, y)),
            _ => ("eq", pool.eq(x, y)),
        };
        let operands = [a, b];
        let result = self.sample(term, &operands, |v| {
            Naive::Bool(match kind {
                0 => v[0].less(v[1], false),
                1 => !v[1].less(v[0], false),
                2 => v[0].less(v[1], true),
                3 => !v[1].less(v[0], true),
                4 => v[0] != v[1],
                _ => v[0] == v[1],
            })
        });
        self.check(what, result, &operands);
    }

    fn grow_operation(&mut self, a: &Sample, b: &Sample) {
        let name = *self.random.choose(&naive::OPERATIONS);
        let pool = &mut self.pool;
        let (x, y) = (a.term, b.term);
        let term = match name {
            "add" => pool.add(x, y),
            "sub" => pool.sub(x, y),
            "mul" => pool.mul(x, y),
            "neg" => pool.neg(x),
            "not" => pool.bvnot(x),
            "and" => pool.bvand(x, y),
            "or" => pool.bvor(x, y),
            "xor" => pool.bvxor(x, y),
            "shl" => pool.shl(x, y),
            "lshr" => pool.lshr(x, y),
            "ashr" => pool.ashr(x, y),
            "udiv" => pool.udiv(x, y),
            "urem" => pool.urem(x, y),
            "sdiv" => pool.sdiv(x, y),
            _ => pool.srem(x, y),
        };
        let operands = [a, b];
        let result = self.sample(term, &operands, |v| v[0].operate(name, v[1]));
        self.check(name, result, &operands);
    }
}

/// A pool with random terms, and assignments of their variables: for tests of what else gives terms a meaning.
pub(crate) fn random_terms(seed: u64, widths: &[u32], steps: usize) -> (TermPool, Vec<TermId>, Vec<Assignment>) {
    let mut bench = Bench::new(seed, widths, 2, 3);
    let max_width = 2 * widths[0] + 2;
    for _ in 0..steps {
        bench.grow(max_width);
    }
    let terms = bench.samples.iter().map(|s| s.term).collect();
    let assignments = bench.evaluators.iter().map(|e| e.assignment().clone()).collect();
    (bench.pool, terms, assignments)
}

/// Grows `steps` terms from each of `seeds` seeds.
fn agree(widths: &[u32], max_width: u32, seeds: u64, steps: usize) {
    for seed in 0..seeds {
        let mut bench = Bench::new(seed * 7919 + u64::from(widths[0]), widths, 2, 24);
        for _ in 0..steps {
            bench.grow(max_width);
        }
        bench.substitution_agrees();
    }
}

impl Bench {
    /// Replacing variables by terms is the same as giving the variables the values of these terms.
    fn substitution_agrees(&mut self) {
        let terms: Vec<TermId> = self.samples.iter().map(|s| s.term).collect();
        let mut map = super::hash::FastMap::default();
        for variable in self.pool.free_vars(&terms) {
            let sort = self.pool.sort(variable);
            let replacement = self.pick(|s| s == sort);
            map.insert(variable, replacement.term);
        }
        let replaced = self.pool.substitute_all(&terms, &map);
        for evaluator in &mut self.evaluators {
            let mut changed = Assignment::new();
            for (variable, replacement) in &map {
                changed.set(*variable, evaluator.eval(&self.pool, *replacement));
            }
            let mut direct = Evaluator::new(changed);
            for (term, replaced) in terms.iter().zip(&replaced) {
                assert_eq!(evaluator.eval(&self.pool, *replaced), direct.eval(&self.pool, *term));
            }
        }
    }
}

#[test]
fn tiny_widths_agree() {
    for width in 1..=4 {
        agree(&[width, width + 1], 9, 60, 300);
    }
}

#[test]
fn byte_widths_agree() {
    agree(&[7, 8], 20, 60, 300);
    agree(&[8, 16], 64, 60, 300);
}

#[test]
fn word_widths_agree() {
    agree(&[32, 33], 70, 30, 250);
    agree(&[64, 65], 140, 30, 250);
}

#[test]
fn wide_widths_agree() {
    agree(&[127, 128], 200, 12, 200);
    agree(&[200, 130], 400, 12, 200);
}
