//! Z3 behind the solver's interface, and the only file that uses the crate `z3`.
//!
//! Z3's objects belong to the context of the thread that made them, so a [`Z3Solver`] stays on its thread, and
//! threads share nothing.

use super::boxes::{self, Answer};
use super::{Backend, CheckLimits, Reason, SatResult, Solver, SolverConfig, Statistics};
use crate::base::{Clock, Id};
use crate::logic::{
    ArrayValue, Assignment, BinaryOp, Bits, Evaluator, FastMap, FloatOp, Node, Sort, TermId, TermPool, Value,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use z3::ast::{Array, Ast, BV, Bool, Dynamic};
use z3::{DeclKind, Model, Params, StatisticsValue, Tactic};

/// Resources after which [`Backend::Mixed`] tries the other engine: less than a tenth of a second.
const PATIENCE: u32 = 300_000;

/// How much more the other engine gets before the first one goes on.
const OTHER_PATIENCE: u32 = 20 * PATIENCE;

/// What it costs to put a term before an engine that knows nothing yet, beside the resources that Z3 counts: it counts hardly any
/// for taking operations apart into bits.
const RESOURCES_PER_TERM: u64 = 30;

/// Steps of boxes that take as long as one of Z3's resources.
const STEPS_PER_RESOURCE: u64 = 3;

/// A solver that is Z3.
pub struct Z3Solver {
    config: SolverConfig,
    engine: z3::Solver,
    limits: CheckLimits,
    translation: Translation,
    /// One list of assertions per level.
    levels: Vec<Vec<TermId>>,
    /// Literals that stand for compound assumptions, with the level on which they are defined.
    proxies: FastMap<TermId, (Bool, usize)>,
    model: Option<LazyModel>,
    core: Vec<TermId>,
    statistics: Statistics,
    clock: Clock,
}

/// A model of which values are read when they are asked for; without a source, all that are not zero are there.
struct LazyModel {
    source: Option<Model>,
    evaluator: Evaluator,
}

impl LazyModel {
    fn value(&mut self, pool: &TermPool, translation: &Translation, term: TermId) -> Value {
        let source = self.source.as_ref();
        self.evaluator.eval_with(pool, term, |variable| {
            source.and_then(|source| translation.read(pool, source, variable).ok().flatten())
        })
    }
}

impl Z3Solver {
    /// A solver without assertions.
    pub fn new(mut config: SolverConfig) -> Self {
        // Tactics keep nothing between queries, and theirs do not tell which assumptions they used.
        config.incremental &= config.backend != Backend::BitBlast;
        let limits = CheckLimits::default();
        Self {
            config,
            engine: new_engine(config.backend, limits),
            limits,
            translation: Translation::default(),
            levels: vec![Vec::new()],
            proxies: FastMap::default(),
            model: None,
            core: Vec::new(),
            statistics: Statistics::default(),
            clock: Clock::default(),
        }
    }

    /// Asserts a large formula. Z3 bounds the cache of its simplifier by the number of terms that there are when it is first told
    /// something: with few of them, one large formula is simplified over and over. So all terms are made before.
    pub fn assert_all(&mut self, pool: &TermPool, terms: &[TermId]) {
        for &term in terms {
            self.translation.boolean(pool, term);
        }
        for &term in terms {
            self.assert(pool, term);
        }
    }

    /// How the solver works.
    pub fn config(&self) -> SolverConfig {
        self.config
    }

    /// A literal that implies an assumption: the assumption itself if it is one.
    fn literal(&mut self, pool: &TermPool, assumption: TermId) -> Bool {
        let formula = self.translation.boolean(pool, assumption);
        let atom = match pool.node(assumption) {
            Node::Not(inner) => inner,
            _ => assumption,
        };
        if matches!(pool.node(atom), Node::Var(_)) {
            return formula;
        }
        if let Some((proxy, _)) = self.proxies.get(&assumption) {
            return proxy.clone();
        }
        let proxy = Bool::fresh_const("assumption");
        self.engine.assert(proxy.implies(&formula));
        self.proxies.insert(assumption, (proxy.clone(), self.levels.len()));
        proxy
    }

    /// One query without what was learned in earlier ones, and the engine that answers it.
    fn check_afresh(
        &mut self,
        backend: Backend,
        limits: CheckLimits,
        pool: &TermPool,
        assumptions: &[TermId],
    ) -> (z3::SatResult, z3::Solver) {
        let claims = self.levels.iter().flatten().chain(assumptions);
        let formulas: Vec<Bool> = claims.map(|term| self.translation.boolean(pool, *term)).collect();
        self.statistics.resources += RESOURCES_PER_TERM * self.translation.done.iter().flatten().count() as u64;
        let engine = new_engine(backend, limits);
        for formula in formulas {
            engine.assert(formula);
        }
        (engine.check(), engine)
    }

    /// One query with two engines in turn, and the one that answers if it is not the incremental one.
    fn check_mixed(
        &mut self,
        pool: &TermPool,
        assumptions: &[TermId],
        literals: &[Bool],
    ) -> (z3::SatResult, Option<z3::Solver>) {
        let start = Instant::now();
        let limits = self.limits;
        let before = self.counter("rlimit count");
        // What is left of the limits, and at most some resources.
        let rest = |used: u32, most: u32| {
            let timeout = limits.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
            let left = limits.resources.map_or(u32::MAX, |resources| resources.saturating_sub(used).max(1));
            let resources = Some(left.min(most)).filter(|&resources| resources < u32::MAX);
            CheckLimits { resources, timeout, ..limits }
        };
        apply_limits(&self.engine, rest(0, PATIENCE));
        let first = self.engine.check_assumptions(literals);
        let used = self.counter("rlimit count").wrapping_sub(before);
        let over = |used: u32| {
            limits.timeout.is_some_and(|timeout| start.elapsed() >= timeout)
                || limits.resources.is_some_and(|resources| used >= resources)
        };
        if first != z3::SatResult::Unknown || over(used) || self.clock.is_stopped() {
            apply_limits(&self.engine, limits);
            return (first, None);
        }
        if self.translation.arrays.is_empty() {
            let limit = rest(used, OTHER_PATIENCE);
            let (second, engine) = self.check_afresh(Backend::BitBlast, limit, pool, assumptions);
            let used = self.counter("rlimit count").wrapping_sub(before);
            if second != z3::SatResult::Unknown || over(used) || self.clock.is_stopped() {
                apply_limits(&self.engine, limits);
                return (second, Some(engine));
            }
        }
        let used = self.counter("rlimit count").wrapping_sub(before);
        apply_limits(&self.engine, rest(used, u32::MAX));
        let last = self.engine.check_assumptions(literals);
        apply_limits(&self.engine, limits);
        (last, None)
    }

    /// The answer where bounds of floating-point numbers give one.
    fn ask_boxes(&mut self, pool: &TermPool, assumptions: &[TermId]) -> Option<SatResult> {
        if self.translation.floats.terms.is_empty() {
            return None;
        }
        let claims: Vec<TermId> = self.levels.iter().flatten().chain(assumptions).copied().collect();
        let mut steps = 0;
        let answer = boxes::decide(pool, &claims, &mut steps);
        self.statistics.resources += steps / STEPS_PER_RESOURCE;
        Some(match answer? {
            Answer::Unsat => {
                self.core = assumptions.to_vec();
                SatResult::Unsat
            }
            Answer::Sat(assignment) => {
                self.model = Some(LazyModel { source: None, evaluator: Evaluator::new(assignment) });
                SatResult::Sat
            }
        })
    }

    /// Asks Z3, unless the clock was stopped before.
    fn ask(&mut self, pool: &TermPool, assumptions: &[TermId]) -> SatResult {
        let literals: Vec<Bool> = if self.config.incremental {
            assumptions.iter().map(|t| self.literal(pool, *t)).collect()
        } else {
            Vec::new()
        };
        if self.clock.is_stopped() {
            return SatResult::Unknown(Reason::Interrupted);
        }
        let before = self.counter("rlimit count");
        let mut other = None;
        let context = self.engine.get_context().clone();
        let handle = context.handle();
        // What is asked when nothing runs changes nothing.
        let answer = self.clock.clone().guard(
            || handle.interrupt(),
            || {
                if !self.config.incremental {
                    let backend = self.config.backend;
                    let (answer, engine) = self.check_afresh(backend, self.limits, pool, assumptions);
                    self.engine = engine;
                    answer
                } else if self.config.backend == Backend::Mixed {
                    let (answer, engine) = self.check_mixed(pool, assumptions, &literals);
                    other = engine;
                    answer
                } else {
                    self.engine.check_assumptions(&literals)
                }
            },
        );
        let engine = other.as_ref().unwrap_or(&self.engine);
        self.statistics.resources += u64::from(self.counter("rlimit count").wrapping_sub(before));
        match answer {
            z3::SatResult::Sat => match engine.get_model() {
                Some(model) => self.take_model(pool, assumptions, model),
                None => unreadable(),
            },
            z3::SatResult::Unsat => {
                self.core = if self.config.incremental && other.is_none() {
                    let core = self.engine.get_unsat_core();
                    let in_core = |literal: &Bool| core.iter().any(|c| c.ast_eq(literal));
                    assumptions.iter().zip(&literals).filter(|(_, l)| in_core(l)).map(|(t, _)| *t).collect()
                } else {
                    assumptions.to_vec()
                };
                SatResult::Unsat
            }
            z3::SatResult::Unknown if self.clock.is_stopped() => SatResult::Unknown(Reason::Interrupted),
            z3::SatResult::Unknown => SatResult::Unknown(self.reason(engine)),
        }
    }

    /// A counter of Z3, which may wrap around.
    fn counter(&self, key: &str) -> u32 {
        match self.engine.get_statistics().value(key) {
            Some(StatisticsValue::UInt(count)) => count,
            Some(StatisticsValue::Double(count)) => count as u32,
            None => 0,
        }
    }

    fn reason(&self, engine: &z3::Solver) -> Reason {
        let text = engine.get_reason_unknown().unwrap_or_default();
        let says = |word: &str| text.contains(word);
        match () {
            _ if says("timeout") => Reason::Timeout,
            _ if says("resource") => Reason::Resources,
            _ if says("memory") || says("memout") => Reason::Memory,
            // Z3 tells a timeout from running out of resources only in some engines.
            _ if says("cancel") && self.limits.timeout.is_some() && self.limits.resources.is_none() => Reason::Timeout,
            _ if says("cancel") && self.limits.resources.is_some() => Reason::Resources,
            _ => Reason::Other(text),
        }
    }

    /// Keeps the model; one that cannot be read or is wrong is no answer.
    fn take_model(&mut self, pool: &TermPool, assumptions: &[TermId], source: Model) -> SatResult {
        // Arrays come in many forms. Whether they are known must be seen before anyone relies on the model.
        let mut arrays = Assignment::new();
        for &variable in &self.translation.arrays {
            match self.translation.read(pool, &source, variable) {
                Ok(Some(value)) => arrays.set(variable, value),
                Ok(None) => {}
                Err(Unreadable) => return unreadable(),
            }
        }
        let mut model = LazyModel { source: Some(source), evaluator: Evaluator::new(arrays) };
        if self.config.validate {
            let mut claims = self.levels.iter().flatten().chain(assumptions);
            if let Some(wrong) = claims.find(|t| !model.value(pool, &self.translation, **t).to_bool()) {
                return SatResult::Unknown(Reason::Other(format!("the model does not satisfy {wrong}")));
            }
        }
        self.model = Some(model);
        SatResult::Sat
    }
}

impl Solver for Z3Solver {
    fn assert(&mut self, pool: &TermPool, term: TermId) {
        if self.config.incremental {
            self.engine.assert(self.translation.boolean(pool, term));
        }
        self.levels.last_mut().expect("the lowest level stays").push(term);
    }

    fn push(&mut self) {
        self.levels.push(Vec::new());
        if self.config.incremental {
            self.engine.push();
        }
    }

    fn pop(&mut self) {
        if self.levels.len() == 1 {
            return;
        }
        self.levels.pop();
        let level = self.levels.len();
        self.proxies.retain(|_, (_, defined)| *defined <= level);
        if self.config.incremental {
            self.engine.pop(1);
        }
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[TermId]) -> SatResult {
        let start = Instant::now();
        self.model = None;
        self.core.clear();
        let result = if assumptions.contains(&TermId::FALSE) {
            self.core.push(TermId::FALSE);
            SatResult::Unsat
        } else {
            let open: Vec<TermId> = assumptions.iter().copied().filter(|t| *t != TermId::TRUE).collect();
            for &term in &open {
                self.translation.boolean(pool, term);
            }
            match self.ask_boxes(pool, &open) {
                Some(answer) => answer,
                None => self.ask(pool, &open),
            }
        };
        if let Some(StatisticsValue::Double(megabytes)) = self.engine.get_statistics().value("memory") {
            self.statistics.memory = (megabytes * 1024.0 * 1024.0) as u64;
        }
        self.statistics.queries += 1;
        self.statistics.time += start.elapsed();
        result
    }

    fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        self.model.as_mut().map(|model| model.value(pool, &self.translation, term))
    }

    fn model(&mut self, pool: &TermPool) -> Option<Assignment> {
        let model = self.model.as_mut()?;
        for variable in &self.translation.variables {
            model.value(pool, &self.translation, *variable);
        }
        Some(model.evaluator.assignment().clone())
    }

    fn unsat_core(&self) -> &[TermId] {
        &self.core
    }

    fn set_limits(&mut self, limits: CheckLimits) {
        if self.limits == limits {
            return;
        }
        self.limits = limits;
        apply_limits(&self.engine, limits);
    }

    fn watch(&mut self, clock: &Clock) {
        self.clock = clock.clone();
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// A new engine; all of them have fixed seeds and leave signals alone.
fn new_engine(backend: Backend, limits: CheckLimits) -> z3::Solver {
    let for_logic = |logic: &str| z3::Solver::new_for_logic(logic).unwrap_or_default();
    let engine = match backend {
        Backend::Combined | Backend::Simple => z3::Solver::new(),
        Backend::QfBv => for_logic("QF_BV"),
        Backend::Mixed | Backend::QfAufbv => for_logic("QF_AUFBV"),
        Backend::QfFd => for_logic("QF_FD"),
        Backend::BitBlast => Tactic::new("qfbv").solver(),
    };
    apply_limits(&engine, limits);
    if backend == Backend::Simple {
        let mut params = Params::new();
        params.set_bool("ignore_solver1", true);
        engine.set_params(&params);
    }
    engine
}

fn apply_limits(engine: &z3::Solver, limits: CheckLimits) {
    let milliseconds = |d: Duration| u32::try_from(d.as_millis()).unwrap_or(u32::MAX).max(1);
    let mut params = Params::new();
    params.set_u32("timeout", limits.timeout.map_or(u32::MAX, milliseconds));
    params.set_u32("rlimit", limits.resources.unwrap_or(0));
    params.set_u32("random_seed", 0);
    params.set_bool("ctrl_c", false);
    engine.set_params(&params);
    let megabytes = limits.memory.map_or(0, |bytes| bytes.div_ceil(1 << 20));
    z3::set_global_param("memory_high_watermark_mb", &megabytes.to_string());
}

/// A term as Z3 knows it.
#[derive(Clone)]
enum Translated {
    Bool(Bool),
    Bv(BV),
    Array(Array),
}

fn unreadable() -> SatResult {
    SatResult::Unknown(Reason::Other("the model cannot be read".into()))
}

/// A value in a model that is not of a form we know.
struct Unreadable;

/// Terms translated so far, each once.
#[derive(Default)]
struct Translation {
    /// By the position of the term.
    done: Vec<Option<Translated>>,
    variables: Vec<TermId>,
    /// Those of the variables that are arrays.
    arrays: Vec<TermId>,
    floats: Circuits,
}

/// Operations on floating-point numbers as circuits of bit-vectors, in a pool of their own.
#[derive(Default)]
struct Circuits {
    pool: TermPool,
    /// The circuit of each operation.
    terms: FastMap<TermId, TermId>,
    /// By the position of the term in the pool of circuits.
    done: Vec<Option<Translated>>,
}

impl Translation {
    fn get(&self, term: TermId) -> Option<&Translated> {
        self.done.get(term.index()).and_then(Option::as_ref)
    }

    fn known(&self, term: TermId) -> &Translated {
        self.get(term).expect("operands are translated first")
    }

    fn bool(&self, term: TermId) -> &Bool {
        match self.known(term) {
            Translated::Bool(ast) => ast,
            _ => panic!("{term} is no boolean"),
        }
    }

    fn bv(&self, term: TermId) -> &BV {
        match self.known(term) {
            Translated::Bv(ast) => ast,
            _ => panic!("{term} is no bit-vector"),
        }
    }

    fn array(&self, term: TermId) -> &Array {
        match self.known(term) {
            Translated::Array(ast) => ast,
            _ => panic!("{term} is no array"),
        }
    }

    /// Translates a boolean with all that it is made of.
    fn boolean(&mut self, pool: &TermPool, term: TermId) -> Bool {
        self.include(pool, term);
        self.bool(term).clone()
    }

    /// Translates a term with all that it is made of.
    fn include(&mut self, pool: &TermPool, term: TermId) {
        if self.done.len() < pool.len() {
            self.done.resize(pool.len(), None);
        }
        for next in pool.topological(&[term], |t| self.get(t).is_some()) {
            let translated = match pool.node(next) {
                Node::Float(op, a, b) => self.circuit(pool, next, op, a, b),
                _ => self.translate(pool, next),
            };
            self.done[next.index()] = Some(translated);
            if matches!(pool.node(next), Node::Var(_)) {
                self.variables.push(next);
                if matches!(pool.sort(next), Sort::Array(..)) {
                    self.arrays.push(next);
                }
            }
        }
    }

    /// An operation on floating-point numbers whose operands are translated.
    fn circuit(&mut self, pool: &TermPool, term: TermId, op: FloatOp, a: TermId, b: TermId) -> Translated {
        let (x, y) = (self.circuit_operand(pool, a), self.circuit_operand(pool, b));
        let circuits = &mut self.floats;
        let circuit = circuits.pool.float_circuit(op, x, y);
        circuits.terms.insert(term, circuit);
        circuits.done.resize(circuits.pool.len(), None);
        let mut inner = Translation { done: std::mem::take(&mut circuits.done), ..Translation::default() };
        inner.include(&circuits.pool, circuit);
        let translated = inner.known(circuit).clone();
        circuits.done = inner.done;
        translated
    }

    /// An operand in the pool of circuits: an earlier circuit, a constant, or a variable that is translated as the operand.
    fn circuit_operand(&mut self, pool: &TermPool, operand: TermId) -> TermId {
        if let Some(&known) = self.floats.terms.get(&operand) {
            return known;
        }
        let translated = self.known(operand).clone();
        let circuits = &mut self.floats;
        let term = match pool.as_bits(operand) {
            Some(bits) => circuits.pool.bits_const(bits.clone()),
            None => {
                let variable = circuits.pool.fresh_var("operand", pool.sort(operand));
                circuits.done.resize(circuits.pool.len(), None);
                circuits.done[variable.index()] = Some(translated);
                variable
            }
        };
        circuits.terms.insert(operand, term);
        term
    }

    /// A term whose operands are translated.
    fn translate(&self, pool: &TermPool, term: TermId) -> Translated {
        let bv = |t: TermId| self.bv(t);
        match pool.node(term) {
            Node::True => Translated::Bool(Bool::from_bool(true)),
            Node::False => Translated::Bool(Bool::from_bool(false)),
            Node::Const(constant) => Translated::Bv(constant_ast(pool.bits(constant))),
            Node::Var(number) => match pool.sort(term) {
                Sort::Bool => Translated::Bool(Bool::new_const(number)),
                Sort::Bv(width) => Translated::Bv(BV::new_const(number, width)),
                Sort::Array(index, element) => {
                    let (index, element) = (z3::Sort::bitvector(index), z3::Sort::bitvector(element));
                    Translated::Array(Array::new_const(number, &index, &element))
                }
            },
            Node::Not(a) => Translated::Bool(self.bool(a).not()),
            Node::And(list) => {
                let operands: Vec<&Bool> = pool.list(list).iter().map(|t| self.bool(*t)).collect();
                Translated::Bool(Bool::and(&operands))
            }
            Node::Eq(a, b) => Translated::Bool(match (self.known(a), self.known(b)) {
                (Translated::Bool(x), Translated::Bool(y)) => x.iff(y),
                (Translated::Bv(x), Translated::Bv(y)) => x.eq(y),
                (Translated::Array(x), Translated::Array(y)) => x.eq(y),
                _ => panic!("{a} and {b} have different sorts"),
            }),
            Node::Ite(c, a, b) => match (self.known(a), self.known(b)) {
                (Translated::Bool(x), Translated::Bool(y)) => Translated::Bool(self.bool(c).ite(x, y)),
                (Translated::Bv(x), Translated::Bv(y)) => Translated::Bv(self.bool(c).ite(x, y)),
                (Translated::Array(x), Translated::Array(y)) => Translated::Array(self.bool(c).ite(x, y)),
                _ => panic!("{a} and {b} have different sorts"),
            },
            Node::Ult(a, b) => Translated::Bool(bv(a).bvult(bv(b))),
            Node::Slt(a, b) => Translated::Bool(bv(a).bvslt(bv(b))),
            Node::Neg(a) => Translated::Bv(bv(a).bvneg()),
            Node::BvNot(a) => Translated::Bv(bv(a).bvnot()),
            Node::Binary(op, a, b) => Translated::Bv(binary_ast(op, bv(a), bv(b))),
            Node::Float(..) => unreachable!("operations on floating-point numbers become circuits"),
            Node::Concat(high, low) => Translated::Bv(bv(high).concat(bv(low))),
            Node::Extract { high, low, of } => Translated::Bv(bv(of).extract(high, low)),
            Node::SignExtend(count, a) => Translated::Bv(bv(a).sign_ext(count)),
            Node::Select(array, index) => {
                let element = self.array(array).select(bv(index));
                Translated::Bv(element.as_bv().expect("elements are bit-vectors"))
            }
            Node::Store(array, index, element) => Translated::Array(self.array(array).store(bv(index), bv(element))),
            Node::ConstArray(width, element) => {
                Translated::Array(Array::const_array(&z3::Sort::bitvector(width), bv(element)))
            }
        }
    }

    /// The value of a variable in a model; none if any value will do.
    fn read(&self, pool: &TermPool, model: &Model, variable: TermId) -> Result<Option<Value>, Unreadable> {
        let Some(translated) = self.get(variable) else { return Ok(None) };
        let value = match translated {
            Translated::Bool(ast) => {
                model.get_const_interp(ast).map(|v| v.as_bool().map(Value::Bool).ok_or(Unreadable))
            }
            Translated::Bv(ast) => model.get_const_interp(ast).map(|v| read_bits(&v).map(Value::Bv)),
            Translated::Array(ast) => model.get_const_interp(ast).map(|v| match pool.sort(variable) {
                Sort::Array(index, _) => read_array(model, v, index).map(|array| Value::Array(Arc::new(array))),
                _ => Err(Unreadable),
            }),
        };
        value.transpose()
    }
}

fn constant_ast(bits: &Bits) -> BV {
    match bits.to_u64() {
        Some(value) => BV::from_u64(value, bits.width()),
        None => {
            let list: Vec<bool> = (0..bits.width()).map(|i| bits.bit(i)).collect();
            BV::from_bits(&list).expect("a bit-vector has at least one bit")
        }
    }
}

fn binary_ast(op: BinaryOp, a: &BV, b: &BV) -> BV {
    match op {
        BinaryOp::Add => a.bvadd(b),
        BinaryOp::Sub => a.bvsub(b),
        BinaryOp::Mul => a.bvmul(b),
        BinaryOp::Udiv => a.bvudiv(b),
        BinaryOp::Urem => a.bvurem(b),
        BinaryOp::Sdiv => a.bvsdiv(b),
        BinaryOp::Srem => a.bvsrem(b),
        BinaryOp::And => a.bvand(b),
        BinaryOp::Or => a.bvor(b),
        BinaryOp::Xor => a.bvxor(b),
        BinaryOp::Shl => a.bvshl(b),
        BinaryOp::Lshr => a.bvlshr(b),
        BinaryOp::Ashr => a.bvashr(b),
    }
}

/// A constant, from the number or else from its text, `#x…` or `#b…`.
fn read_bits(value: &BV) -> Result<Bits, Unreadable> {
    let width = value.get_size();
    if let Some(number) = value.as_u64() {
        return Ok(Bits::new(number.into(), width));
    }
    let text = value.to_string();
    let (digits, bits_per_digit) = match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
        (Some(digits), _) => (digits, 4),
        (_, Some(digits)) => (digits, 1),
        _ => return Err(Unreadable),
    };
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for (position, digit) in digits.chars().rev().enumerate() {
        let low = position * bits_per_digit;
        let word = words.get_mut(low / 64).ok_or(Unreadable)?;
        *word |= u64::from(digit.to_digit(16).ok_or(Unreadable)?) << (low % 64);
    }
    Ok(Bits::from_words(words, width))
}

/// An array: stores on top of a constant array or of a function's table.
fn read_array(model: &Model, value: Array, index_width: u32) -> Result<ArrayValue, Unreadable> {
    let bits = |ast: Option<Dynamic>| ast.and_then(|a| a.as_bv()).ok_or(Unreadable).and_then(|a| read_bits(&a));
    let mut stores = Vec::new();
    let mut base = value;
    while !base.is_as_array() && base.safe_decl().is_ok_and(|decl| decl.kind() == DeclKind::Store) {
        stores.push((bits(base.nth_child(1))?, bits(base.nth_child(2))?));
        base = base.nth_child(0).and_then(|a| a.as_array()).ok_or(Unreadable)?;
    }
    let mut array = if let Some(function) = base.as_array_func_decl() {
        let table = model.get_func_interp(&function).ok_or(Unreadable)?;
        let mut array = ArrayValue::new(index_width, bits(table.get_else())?);
        for entry in table.get_entries() {
            array.set(bits(entry.get_args().into_iter().next())?, bits(Some(entry.get_value()))?);
        }
        array
    } else if base.safe_decl().is_ok_and(|decl| decl.kind() == DeclKind::ConstArray) {
        ArrayValue::new(index_width, bits(base.nth_child(0))?)
    } else {
        return Err(Unreadable);
    };
    // The outermost store was found first and wins.
    for (index, element) in stores.into_iter().rev() {
        array.set(index, element);
    }
    Ok(array)
}

/// The solver that is linked, as it describes itself, such as `Z3 4.13.3.0`.
pub fn version() -> String {
    z3::full_version().to_string()
}

/// Major, minor and patch number of the solver that is linked; `None` if it describes itself in another way.
pub fn version_number() -> Option<(u32, u32, u32)> {
    parse_version(z3::full_version())
}

/// The first three numbers of the first dotted word.
fn parse_version(text: &str) -> Option<(u32, u32, u32)> {
    let word = text.split_whitespace().find(|word| word.contains('.'))?;
    let mut numbers = word.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_the_description() {
        assert_eq!(parse_version("Z3 4.13.3.0 abcdef"), Some((4, 13, 3)));
        assert_eq!(parse_version("5.3.2"), Some((5, 3, 2)));
        assert_eq!(parse_version("Z3 5.3"), None);
        assert_eq!(parse_version("Z3"), None);
    }

    #[test]
    fn the_linked_solver_is_new_enough() {
        assert!(version_number() >= Some((4, 13, 3)), "linked: {}", version());
    }

    /// The bindings are compiled for the version that the set-up names: another one at run time would mean
    /// that the program found a library it was not built for.
    #[test]
    fn the_linked_solver_is_the_one_set_up() {
        let built_for = option_env!("Z3_SYS_Z3_VERSION").filter(|_| !cfg!(feature = "vendored-z3"));
        if let Some(expected) = built_for {
            assert_eq!(version_number(), parse_version(expected), "linked: {}", version());
        }
    }
}
