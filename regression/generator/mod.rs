//! A generator of C programs for tests. In: a seed and a configuration. Out: the text of a program without
//! preprocessor directives, and what is wrong with it, if anything.
//!
//! Programs are well-typed, end, print what they compute, and are free of undefined behaviour and of leaks but
//! for the one fault that they are asked to have. They consist of random statements over variables of all
//! kinds ([`statement`], [`expression`]) and of scenes: small pieces of code as people write it, with random
//! parts ([`scenes`], [`heap_scenes`]). The generator knows C, but nothing of how programs are verified.

#![allow(dead_code)]

mod code;
mod expression;
mod fault;
mod function;
mod heap_scenes;
mod lists;
mod lock;
mod places;
mod record;
mod scenes;
mod scope;
mod statement;
mod trees;
mod types;

use crate::support::random::Random;
use code::Code;
use expression::PureFunction;
pub use fault::FaultKind;
use function::Procedure;
use heapwright::config::DataModel;
#[allow(unused_imports)]
pub use lists::{ListProgram, generate_lists};
pub use lock::Lock;
#[allow(unused_imports)]
pub use places::{PlacesProgram, generate_places};
use record::Record;
use scope::Scope;
use statement::Position;
#[allow(unused_imports)]
pub use trees::generate_trees;
use types::Int;

/// How long loops run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loops {
    /// A few times at most, so that unwinding reaches the end.
    Bounded,
    /// As often as an input says (up to a thousand times where a counter needs a bound), or, without
    /// inputs, some dozens of times.
    Unbounded,
}

/// What is generated.
#[derive(Clone, Debug)]
pub struct GeneratorConfig {
    /// The program is meant for this data model, and free of undefined behaviour in it.
    pub data_model: DataModel,
    /// How long loops run.
    pub loops: Loops,
    /// Whether the program reads inputs (`__VERIFIER_nondet_X`) and restricts them (`__VERIFIER_assume`).
    pub inputs: bool,
    /// The one fault that every run meets, or every run that opens the lock.
    pub fault: Option<FaultKind>,
    /// Whether the fault is behind a lock: the first input must be one certain number.
    pub lock: bool,
    /// How many pieces the program consists of, 1 or more.
    pub size: usize,
}

impl GeneratorConfig {
    /// Bounded loops, no inputs, no fault, three pieces.
    pub fn new(data_model: DataModel) -> Self {
        Self { data_model, loops: Loops::Bounded, inputs: false, fault: None, lock: false, size: 3 }
    }

    /// The same with a fault for every third seed, each kind in turn, and every other one behind a lock.
    pub fn with_faults(mut self, seed: u64) -> Self {
        let kinds = FaultKind::ALL;
        self.fault = seed.is_multiple_of(3).then(|| kinds[(seed / 3) as usize % kinds.len()]);
        self.lock = self.fault.is_some() && (seed / 3 + seed / 33).is_multiple_of(2);
        self
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct GeneratedProgram {
    /// Its text.
    pub source: String,
    /// What goes wrong in every run whose first inputs are the key; `None`: nothing in any.
    pub fault: Option<FaultKind>,
    /// The inputs that open the lock, if there is one.
    pub key: Vec<u64>,
}

/// Generates a program; the same arguments give the same text.
pub fn generate(seed: u64, config: &GeneratorConfig) -> GeneratedProgram {
    let mut generator = Generator::new(seed, config);
    let lock = config.lock.then(|| Lock::new(&mut generator.random));
    generator.main(lock.as_ref());
    let key = lock.iter().map(|lock| u64::from(lock.key)).collect();
    GeneratedProgram { source: generator.text(seed), fault: config.fault, key }
}

/// A program under construction.
pub struct Generator<'c> {
    config: &'c GeneratorConfig,
    random: Random,
    types: Code,
    globals: Code,
    functions: Code,
    /// The function that is being written.
    body: Code,
    scope: Scope,
    records: Vec<Record>,
    pure: Vec<PureFunction>,
    procedures: Vec<Procedure>,
    names: usize,
}

impl<'c> Generator<'c> {
    fn new(seed: u64, config: &'c GeneratorConfig) -> Self {
        Self {
            config,
            random: Random::new(seed),
            types: Code::default(),
            globals: Code::default(),
            functions: Code::default(),
            body: Code::default(),
            scope: Scope::default(),
            records: Vec::new(),
            pure: Vec::new(),
            procedures: Vec::new(),
            names: 0,
        }
    }

    /// A name that is not used yet.
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}_{}", self.names)
    }

    /// C's `size_t`.
    fn size_type(&self) -> Int {
        match self.config.data_model {
            DataModel::Ilp32 => Int::UnsignedInt,
            DataModel::Lp64 => Int::UnsignedLong,
        }
    }

    /// Writes a function; what is in scope where it is asked for is out of scope inside.
    fn function(&mut self, header: &str, write: impl FnOnce(&mut Self)) {
        let outer = (std::mem::take(&mut self.body), std::mem::take(&mut self.scope));
        self.body.open(header);
        write(self);
        self.body.close();
        let function = std::mem::replace(&mut self.body, outer.0);
        self.scope = outer.1;
        self.functions.lines(function.text());
        self.functions.gap();
    }

    fn main(&mut self, lock: Option<&Lock>) {
        for _ in 0..self.random.below(3) {
            self.new_pure_function();
        }
        self.new_globals();
        let globals = self.scope.clone();
        for _ in 0..self.random.below(3) {
            self.new_procedure(&globals);
        }
        let faulty_piece = self.random.below(self.config.size.max(1));
        let mut calls = Vec::new();
        for piece in 0..self.config.size.max(1) {
            if piece == faulty_piece && self.config.fault.is_some() {
                let call = self.faulty_piece();
                calls.push(match lock {
                    Some(lock) => format!("if ({}) {call}", lock.opened_by("key")),
                    None => call,
                });
            }
            calls.push(self.piece(&globals));
        }
        self.function("int main(void)", |g| {
            if lock.is_some() {
                g.body.line("unsigned int key = __VERIFIER_nondet_uint();");
            }
            for call in &calls {
                g.body.line(call);
            }
            g.body.line("printf(\"checksum %u\\n\", checksum);");
            g.body.line("return checksum & 63;");
        });
    }

    fn new_globals(&mut self) {
        for _ in 0..self.random.below(4) {
            let ty = *self.random.pick(&Int::ALL);
            let name = self.fresh("global");
            let value = self.literal();
            self.globals.line(format!("static {} {name} = {};", ty.name(), value.text));
            self.enter(name, ty);
        }
    }

    /// Writes a function for one piece of the program and returns the statement that calls it.
    fn piece(&mut self, globals: &Scope) -> String {
        match self.random.below(10) {
            0..3 => self.statements_piece(globals),
            3..6 => self.heap_scene(),
            _ => self.scene(),
        }
    }

    /// A function full of random statements.
    fn statements_piece(&mut self, globals: &Scope) -> String {
        let name = self.fresh("work");
        let params: Vec<Int> = (0..self.random.below(3)).map(|_| *self.random.pick(&Int::ALL)).collect();
        let list = if params.is_empty() { "void".into() } else { function::parameter_list(&params) };
        self.function(&format!("static void {name}({list})"), |g| {
            g.scope = globals.clone();
            for (i, ty) in params.iter().enumerate() {
                g.enter(function::parameter(i), *ty);
            }
            let count = 5 + g.random.below(4);
            for _ in 0..count {
                g.statement(Position::default());
            }
            let places = g.scope.places.clone();
            for place in places.iter().rev().take(6) {
                g.body.line(format!("mix({});", place.text));
            }
        });
        let args: Vec<String> = params.iter().map(|_| self.literal().text).collect();
        format!("{name}({});", args.join(", "))
    }

    /// The whole program.
    fn text(&self, seed: u64) -> String {
        let size = self.size_type().name();
        let what = self.config.fault.map_or("clean".into(), |fault| format!("fault: {fault:?}"));
        let mut text = format!("// Generated from seed {seed} for {}; {what}.\n", self.config.data_model.name());
        text.push_str(&format!("typedef {size} size_t;\n"));
        text.push_str(PRELUDE);
        if self.config.inputs || self.config.lock {
            for ty in Int::ALL.into_iter().filter(|&ty| ty != Int::SignedChar) {
                text.push_str(&format!("extern {} __VERIFIER_nondet_{}(void);\n", ty.name(), ty.input_name()));
            }
            text.push_str("extern void __VERIFIER_assume(int condition);\n");
        }
        text.push_str(CHECKSUM);
        for part in [&self.types, &self.globals, &self.functions] {
            if !part.text().is_empty() {
                text.push('\n');
                text.push_str(part.text().trim_end());
                text.push('\n');
            }
        }
        text
    }
}

/// The library as far as programs use it.
const PRELUDE: &str = r#"
extern int printf(const char *format, ...);
extern void *malloc(size_t size);
extern void *calloc(size_t count, size_t size);
extern void *realloc(void *block, size_t size);
extern void free(void *block);
extern void *memcpy(void *to, const void *from, size_t size);
extern void *memmove(void *to, const void *from, size_t size);
extern void *memset(void *to, int value, size_t size);
extern int memcmp(const void *a, const void *b, size_t size);
extern size_t strlen(const char *text);
extern char *strcpy(char *to, const char *from);
extern char *strncpy(char *to, const char *from, size_t size);
extern char *strcat(char *to, const char *from);
extern int strcmp(const char *a, const char *b);
extern int strncmp(const char *a, const char *b, size_t size);
extern char *strchr(const char *text, int c);
extern void __assert_fail(const char *condition, const char *file, unsigned int line, const char *function);
"#;

/// How programs show what they compute.
const CHECKSUM: &str = r#"
static unsigned int checksum = 1;

static void mix(unsigned long long value) {
    checksum = (checksum << 5 | checksum >> 27) ^ (unsigned int)value ^ (unsigned int)(value >> 32);
}

static void check(int condition) {
    if (!condition)
        __assert_fail("condition", "program.c", 0, "check");
}
"#;
