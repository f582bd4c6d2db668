//! Where a run gets what the program does not determine: nondeterministic values, uninitialised bytes, failing
//! allocations. An input is known by its source site, the number of earlier visits, and what it is for, so
//! that a counterexample can be replayed.

use super::random::Random;
use super::system::{SystemAnswer, SystemRequest};
use crate::ir::{Expr, ExprKind};
use crate::ir::{
    FloatType, Function, FunctionId, FunctionKind, GlobalId, GlobalKind, IntType, Program, Scalar, SiteId,
    StatementKind, Strings, TerminatorKind,
};
use indexmap::{IndexMap, IndexSet};

/// The site of inputs that belong to no statement.
pub const NO_SITE: SiteId = SiteId(u32::MAX);

/// What an input is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum InputKind {
    /// The result of `__VERIFIER_nondet_X`.
    Nondet,
    /// The result of a function that is not known.
    External,
    /// A register that was read before it was set; the site is that of its `StorageLive`, or of the call that
    /// should have set it and whose function returned no value.
    Register,
    /// Bytes of an object that were read before they were set; the site is that of the allocation.
    Bytes {
        /// First byte within the object.
        offset: u64,
        /// At most 8.
        length: u8,
    },
    /// Bytes of a static object that is defined nowhere.
    GlobalBytes {
        /// The object.
        global: GlobalId,
        /// First byte within the object.
        offset: u64,
        /// At most 8.
        length: u8,
    },
    /// Whether an allocation fails: 0 or not.
    MallocFails,
    /// A parameter of the function where execution begins, if that is not `main`.
    Argument(u32),
    /// How many strings `main` is given.
    StringCount(Strings),
    /// The length of a string that `main` is given.
    StringLength(Strings, u32),
    /// A character of a string that `main` is given, by its offset; a zero stands for some other character.
    StringCharacter(Strings, u32, u32),
    /// The address of the object that the site allocates.
    BaseAddress,
    /// The address of a static object.
    GlobalAddress(GlobalId),
    /// The result of a call of the system; of a write, what it is more than the number of bytes.
    System,
    /// Bytes that a call of the system answered.
    SystemBytes {
        /// First byte within the answer.
        offset: u64,
        /// At most 8.
        length: u8,
    },
}

/// What identifies an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InputKey {
    /// The statement, or [`NO_SITE`].
    pub site: SiteId,
    /// How often it was executed before.
    pub visit: u32,
    /// What the input is for.
    pub kind: InputKind,
}

/// A question for an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputRequest {
    /// Which input.
    pub key: InputKey,
    /// Its type; the answer is cut to its width.
    pub ty: Scalar,
    /// Whether only 0 and 1 are possible.
    pub boolean: bool,
    /// The function whose result it is, if it is one.
    pub function: Option<FunctionId>,
}

/// An input and the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedInput {
    /// Which input.
    pub key: InputKey,
    /// Its type.
    pub ty: Scalar,
    /// Its bit pattern.
    pub value: u64,
}

/// A source of inputs.
pub trait Inputs {
    /// The bit pattern of an input.
    fn input(&mut self, request: &InputRequest) -> u64;

    /// The address of a new object, if the source wants to fix it. One that is taken is not used.
    fn base_address(&mut self, _key: &InputKey) -> Option<u64> {
        None
    }

    /// What the world answers to a call of the system; `None` if the source is not in touch with it, and then it is asked for the
    /// answer as for other inputs.
    fn system(&mut self, _request: &SystemRequest) -> Option<SystemAnswer> {
        None
    }
}

/// Seeded random inputs from a mixture of distributions that differ from seed to seed. In every other run most inputs are drawn
/// from a few values that were drawn before: what takes the same command or character many times in a row is not met otherwise.
pub struct RandomInputs {
    random: Random,
    constants: Vec<u64>,
    /// The texts of string literals, which a string that `main` is given may be; and that which was taken last.
    texts: Vec<Vec<u8>>,
    taken: Option<usize>,
    /// How likely each distribution is, out of their sum.
    weights: [u64; 5],
    /// The few values, if there are some; the first ones are drawn more often.
    few: Vec<u64>,
    /// One in so many is another value all the same.
    stray: u64,
    /// How many of 64 choices between two things are the second one: most loops over input go on by such a choice.
    going_on: u64,
}

/// How runs that draw from a few values choose.
const GOING_ON: [u64; 4] = [32, 60, 63, 8];
const STRAY: [u64; 4] = [16, 300, 4, 60];

impl RandomInputs {
    /// Inputs for a program, whose constants are tried more often than other values.
    pub fn new(program: &Program, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let weights = match seed % 4 {
            0 => [3, 3, 2, 1, 1],
            1 => [1, 6, 1, 0, 0],
            2 => [1, 1, 5, 2, 1],
            _ => [1, 1, 1, 2, 4],
        };
        random.next();
        let constants = constants(program, |_| true);
        let texts = texts(program);
        let mut inputs =
            Self { random, constants, texts, taken: None, weights, few: Vec::new(), stray: 1, going_on: 32 };
        if seed % 2 == 1 {
            inputs.draw_few(program, seed / 2);
        }
        inputs
    }

    /// Draws the values of a run: constants of the program itself before those of the library, and a character or two.
    fn draw_few(&mut self, program: &Program, number: u64) {
        let own = constants(program, |function| !function.library);
        self.going_on = GOING_ON[number as usize % GOING_ON.len()];
        self.stray = STRAY[number as usize / 2 % STRAY.len()];
        for _ in 0..=number / 8 % 4 {
            let value = match self.random.below(10) {
                0 => self.random.below(4),
                1 => u64::from(b'0') + self.random.below(10),
                2 => u64::from(b'a') + self.random.below(26),
                3 if !self.texts.is_empty() => {
                    let text = &self.texts[self.random.below(self.texts.len() as u64) as usize];
                    u64::from(text[self.random.below(text.len() as u64) as usize])
                }
                _ if !own.is_empty() => own[self.random.below(own.len() as u64) as usize],
                _ => self.integer(IntType::INT),
            };
            self.few.push(value);
        }
    }

    fn integer(&mut self, ty: IntType) -> u64 {
        if !self.few.is_empty() && self.random.below(self.stray) != 0 {
            let most = self.random.below(self.few.len() as u64) + 1;
            return ty.wrap(self.few[self.random.below(most) as usize]);
        }
        let total = self.weights.iter().sum();
        let mut draw = self.random.below(total);
        let mut choice = 0;
        while draw >= self.weights[choice] {
            draw -= self.weights[choice];
            choice += 1;
        }
        let value = match choice {
            0 => self.random.below(2),
            1 if ty.signed => self.random.below(20).wrapping_sub(4),
            1 => self.random.below(16),
            2 if !self.constants.is_empty() => {
                let index = self.random.below(self.constants.len() as u64) as usize;
                self.constants[index].wrapping_add(self.random.below(3)).wrapping_sub(1)
            }
            3 => {
                let nearby = self.random.below(3) as i128 - 1;
                (if self.random.below(2) == 0 { ty.min() + nearby } else { ty.max() + nearby }) as u64
            }
            _ => self.random.next(),
        };
        ty.wrap(value)
    }
}

impl Inputs for RandomInputs {
    fn input(&mut self, request: &InputRequest) -> u64 {
        if request.boolean {
            return u64::from(self.random.below(64) < self.going_on);
        }
        match (request.key.kind, request.ty) {
            (InputKind::MallocFails, _) => u64::from(self.random.below(8) == 0),
            (InputKind::StringCount(_), _) => self.random.below(5),
            (InputKind::StringLength(..), _) => {
                self.taken = (!self.texts.is_empty() && self.random.below(3) == 0)
                    .then(|| self.random.below(self.texts.len() as u64) as usize);
                match self.taken {
                    Some(text) => self.texts[text].len() as u64,
                    None => self.random.below(4) * self.random.below(4),
                }
            }
            (InputKind::StringCharacter(_, _, at), _) if self.taken.is_some() => {
                let text = self.taken.and_then(|text| self.texts.get(text));
                text.and_then(|text| text.get(at as usize)).map_or(0, |&byte| u64::from(byte))
            }
            (InputKind::StringCharacter(..), Scalar::Int(ty)) => match self.random.below(4) {
                0 => u64::from(b"-019+.az"[self.random.below(8) as usize]),
                1 => b'0' as u64 + self.random.below(10),
                2 => b'a' as u64 + self.random.below(26),
                _ => self.integer(ty),
            },
            (_, Scalar::Int(ty)) => self.integer(ty),
            (_, Scalar::Pointer) => self.random.below(2) * (self.random.next() | 1),
            (_, Scalar::Float(ty)) => {
                let integer = self.integer(IntType::INT) as i32;
                let value = match self.random.below(4) {
                    0 => f64::from_bits(self.random.next()),
                    1 => f64::from(integer) + 0.5,
                    _ => f64::from(integer),
                };
                super::arith::from_f64(ty, value)
            }
        }
    }
}

/// Extreme values: one kind of value for all inputs, or all kinds in turn.
pub struct BoundaryInputs {
    variant: u32,
    asked: u32,
}

impl BoundaryInputs {
    /// How many different sources there are.
    pub const VARIANTS: u32 = 6;

    /// The source with this number below [`BoundaryInputs::VARIANTS`].
    pub fn new(variant: u32) -> Self {
        Self { variant, asked: 0 }
    }
}

impl Inputs for BoundaryInputs {
    fn input(&mut self, request: &InputRequest) -> u64 {
        let choice = match self.variant {
            5 => self.asked % 5,
            variant => variant,
        };
        self.asked = self.asked.wrapping_add(1);
        let index = choice as usize % 5;
        match request.ty {
            _ if request.boolean => u64::from(choice % 2 == 1),
            _ if request.key.kind == InputKind::MallocFails => u64::from(choice == 4),
            _ if matches!(request.key.kind, InputKind::StringCount(_)) => [1, 2, 3, 0, 5][index],
            _ if matches!(request.key.kind, InputKind::StringLength(..)) => [0, 1, 300, 7, 2][index],
            Scalar::Int(ty) => ty.wrap([0, 1, ty.max(), ty.min(), -1][index] as u64),
            Scalar::Float(ty) => super::arith::from_f64(ty, [0.0, 1.0, f64::MAX, f64::MIN, -1.0][index]),
            Scalar::Pointer => 0,
        }
    }
}

/// Given inputs; what is not given is zero.
#[derive(Clone, Debug, Default)]
pub struct FixedInputs {
    values: IndexMap<InputKey, u64>,
}

impl FixedInputs {
    /// Nothing given: every input is zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The inputs of an earlier run.
    pub fn from_recorded(inputs: &[RecordedInput]) -> Self {
        let mut fixed = Self::new();
        for input in inputs {
            fixed.set(input.key, input.value);
        }
        fixed
    }

    /// Gives an input. Ranges of bytes may be given and asked for in different pieces.
    pub fn set(&mut self, key: InputKey, value: u64) {
        for (index, key) in single_bytes(key).enumerate() {
            let value = if has_bytes(key.kind) { value >> (8 * index) & 0xff } else { value };
            self.values.insert(key, value);
        }
    }

    fn get(&self, key: &InputKey) -> Option<u64> {
        self.values.get(key).copied()
    }
}

impl Inputs for FixedInputs {
    fn input(&mut self, request: &InputRequest) -> u64 {
        single_bytes(request.key)
            .enumerate()
            .fold(0, |value, (index, key)| value | self.get(&key).unwrap_or(0) << (8 * index))
    }

    fn base_address(&mut self, key: &InputKey) -> Option<u64> {
        self.get(key)
    }
}

fn has_bytes(kind: InputKind) -> bool {
    matches!(kind, InputKind::Bytes { .. } | InputKind::GlobalBytes { .. })
}

/// The keys of the single bytes of a range; the key itself if it is no range.
fn single_bytes(key: InputKey) -> impl Iterator<Item = InputKey> {
    let length = match key.kind {
        InputKind::Bytes { length, .. } | InputKind::GlobalBytes { length, .. } => length,
        _ => 1,
    };
    (0..u64::from(length)).map(move |index| {
        let kind = match key.kind {
            InputKind::Bytes { offset, .. } => InputKind::Bytes { offset: offset + index, length: 1 },
            InputKind::GlobalBytes { global, offset, .. } => {
                InputKind::GlobalBytes { global, offset: offset + index, length: 1 }
            }
            kind => kind,
        };
        InputKey { kind, ..key }
    })
}

/// The texts of a program's string literals, without those that are long.
fn texts(program: &Program) -> Vec<Vec<u8>> {
    let literals = program.globals.iter().filter(|global| global.kind == GlobalKind::StringLiteral);
    let texts = literals.filter_map(|global| {
        let end = global.init.iter().position(|&byte| byte == 0).unwrap_or(global.init.len());
        (0 < end && end <= 16).then(|| global.init[..end].to_vec())
    });
    texts.collect::<IndexSet<_>>().into_iter().collect()
}

/// The integer constants in some functions of a program.
fn constants(program: &Program, accept: impl Fn(&Function) -> bool) -> Vec<u64> {
    let mut found = IndexSet::new();
    for function in program.functions.iter().filter(|function| accept(function)) {
        let FunctionKind::Defined(body) = &function.kind else { continue };
        for block in body.blocks.iter() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { value, .. } | StatementKind::Store { value, .. } => {
                        collect(value, &mut found)
                    }
                    StatementKind::Call { args, .. } => args.iter().for_each(|arg| collect(arg, &mut found)),
                    _ => {}
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { condition, .. } => collect(condition, &mut found),
                TerminatorKind::Switch { cases, .. } => found.extend(cases.iter().map(|case| case.low as u64)),
                _ => {}
            }
        }
    }
    found.into_iter().collect()
}

/// Adds the constants of an expression, without recursion: expressions may be deep.
fn collect(expr: &Expr, found: &mut IndexSet<u64>) {
    let mut rest = vec![expr];
    while let Some(expr) = rest.pop() {
        if let ExprKind::Int(value) = expr.kind {
            found.insert(value);
        }
        rest.extend(expr.operands());
    }
}

/// The scalar that covers so many bytes.
pub(super) fn bytes_type(length: u64) -> Scalar {
    match length {
        1 => Scalar::Int(IntType::signed(8)),
        2 => Scalar::Int(IntType::signed(16)),
        4 => Scalar::Int(IntType::signed(32)),
        _ => Scalar::Int(IntType::signed(64)),
    }
}

/// Cuts an answer to the width of a type.
pub(super) fn cut(ty: Scalar, value: u64, pointer_mask: u64) -> u64 {
    match ty {
        Scalar::Int(int) => int.wrap(value),
        Scalar::Float(FloatType::F32) => value & 0xffff_ffff,
        Scalar::Float(_) => value,
        Scalar::Pointer => value & pointer_mask,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(offset: u64, length: u8) -> InputKey {
        InputKey { site: SiteId(3), visit: 1, kind: InputKind::Bytes { offset, length } }
    }

    fn ask(inputs: &mut dyn Inputs, key: InputKey, ty: Scalar) -> u64 {
        inputs.input(&InputRequest { key, ty, boolean: false, function: None })
    }

    #[test]
    fn fixed_bytes_can_be_asked_for_in_other_pieces() {
        let mut inputs = FixedInputs::new();
        inputs.set(bytes(4, 4), 0x4433_2211);
        assert_eq!(ask(&mut inputs, bytes(4, 4), bytes_type(4)), 0x4433_2211);
        assert_eq!(ask(&mut inputs, bytes(6, 8), bytes_type(8)), 0x4433);
        assert_eq!(ask(&mut inputs, bytes(5, 1), bytes_type(1)), 0x22);
        let other = InputKey { kind: InputKind::Nondet, ..bytes(0, 0) };
        assert_eq!(ask(&mut inputs, other, bytes_type(4)), 0);
    }

    #[test]
    fn boundary_values_fit_their_type() {
        let key = InputKey { site: SiteId(0), visit: 0, kind: InputKind::Nondet };
        let ty = Scalar::Int(IntType::signed(16));
        let values: Vec<u64> = (0..5).map(|v| ask(&mut BoundaryInputs::new(v), key, ty)).collect();
        assert_eq!(values, [0, 1, 0x7fff, 0x8000, 0xffff]);
        let mut mixed = BoundaryInputs::new(5);
        assert_eq!((ask(&mut mixed, key, ty), ask(&mut mixed, key, ty)), (0, 1));
    }
}
