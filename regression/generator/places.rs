//! Programs that write and read memory at places that inputs choose, with accesses of several widths over the same bytes.
//!
//! The generator executes what it writes, for one choice of the inputs: it keeps the bytes of every object. The last statement
//! compares some of them with what they are then. In a faulty program the comparison leads to the error, and so do the inputs that
//! were chosen; in its correct twin it is turned round, and nothing does.

use super::lock::Lock;
use crate::support::random::Random;
use heapwright::config::DataModel;

/// A program of places, in two versions.
#[derive(Clone, Debug)]
pub struct PlacesProgram {
    /// The text without an error.
    pub correct: String,
    /// The text whose error function is called if the inputs are `inputs`.
    pub faulty: String,
    /// The inputs, in order.
    pub inputs: Vec<u64>,
}

/// A program from a seed, for a data model.
pub fn generate_places(seed: u64, model: DataModel) -> PlacesProgram {
    let mut places = Places::new(seed);
    places.declare();
    for _ in 0..2 + places.random.below(4) {
        places.operation();
    }
    let (reads, correct, faulty) = places.question();
    let size = if model == DataModel::Ilp32 { "unsigned int" } else { "unsigned long" };
    let text = |condition: &str| {
        format!(
            "// Generated from seed {seed}.\ntypedef {size} size_t;\n{PRELUDE}{}\nint main(void) {{\n{}{reads}    if ({condition})\n        \
             reach_error();\n    return 0;\n}}\n",
            places.outside, places.inside
        )
    };
    PlacesProgram { correct: text(&correct), faulty: text(&faulty), inputs: places.inputs.clone() }
}

/// An object whose bytes are known.
struct Object {
    /// An expression of type `unsigned char *` for its first byte.
    bytes: String,
    content: Vec<u8>,
}

/// An input that is below a limit, and what it is.
struct Index {
    name: String,
    value: usize,
    limit: usize,
}

/// A program under construction.
struct Places {
    random: Random,
    outside: String,
    inside: String,
    inputs: Vec<u64>,
    lock: Lock,
    /// Whether the lock comes first; otherwise it is part of the last condition.
    locked_early: bool,
    indices: Vec<Index>,
    objects: Vec<Object>,
    /// The fields of each element of the array of records with bit-fields.
    records: Vec<[u32; 4]>,
    names: usize,
}

/// Names and widths in bits of the fields of a record.
const FIELDS: [(&str, u32); 4] = [("low", 3), ("middle", 7), ("plain", 16), ("high", 11)];

/// A function in C, and what it computes.
type Computed = (&'static str, fn(u32) -> u32);

/// Functions that are called by pointers, some of them of another type than the pointer's.
const FUNCTIONS: [Computed; 4] = [
    ("static unsigned twice(unsigned x) { return 2 * x; }", |x| x.wrapping_mul(2)),
    ("static int less(int x) { return (int)((unsigned)x - 5u); }", |x| x.wrapping_sub(5)),
    ("static unsigned flip(unsigned x) { return ~x; }", |x| !x),
    ("static int keep(int x) { return x; }", |x| x),
];

impl Places {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let lock = Lock::new(&mut random);
        let locked_early = random.percent(70);
        Self {
            random,
            outside: String::new(),
            inside: String::new(),
            inputs: Vec::new(),
            lock,
            locked_early,
            indices: Vec::new(),
            objects: Vec::new(),
            records: Vec::new(),
            names: 0,
        }
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.inside.push_str(&format!("    {}\n", line.as_ref()));
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn declare(&mut self) {
        self.line("unsigned key = __VERIFIER_nondet_uint();");
        self.inputs.push(u64::from(self.lock.key));
        if self.locked_early {
            let condition = self.lock.opened_by("key");
            self.line(format!("if (!({condition}))"));
            self.line("    return 0;");
        }
        for _ in 0..1 + self.random.below(3) {
            let (name, limit) = (self.fresh("i"), 2 + self.random.below(3));
            let value = self.random.below(limit);
            self.line(format!("unsigned {name} = __VERIFIER_nondet_uint();"));
            self.line(format!("if ({name} >= {limit}u)"));
            self.line("    return 0;");
            self.inputs.push(value as u64);
            self.indices.push(Index { name, value, limit });
        }
        for _ in 0..1 + self.random.below(2) {
            self.object();
        }
        if self.random.percent(50) {
            let count = 2 + self.random.below(3);
            self.outside.push_str("struct record {\n    unsigned low : 3, middle : 7;\n    unsigned short plain;\n");
            self.outside.push_str("    unsigned high : 11;\n};\n");
            let place = if self.random.percent(50) { "static " } else { "" };
            self.line(format!("{place}struct record records[{count}];"));
            if place.is_empty() {
                self.line("memset(records, 0, sizeof records);");
            }
            self.records = vec![[0; 4]; count];
        }
    }

    /// An object on the stack, the heap or among the globals, as bytes, numbers or structs, with some content.
    fn object(&mut self) {
        let name = self.fresh("o");
        let (element, width) = *self.random.pick(&[
            ("unsigned char", 1),
            ("unsigned short", 2),
            ("unsigned", 4),
            ("unsigned long long", 8),
            ("struct three", 12),
            ("struct pair", 4),
        ]);
        let count = (12 + self.random.below(24)).div_ceil(width).max(3);
        let size = count * width;
        match self.random.below(3) {
            0 => self.outside.push_str(&format!("static {element} {name}[{count}];\n")),
            1 => self.line(format!("{element} {name}[{count}];")),
            _ => self.line(format!("{element} *{name} = malloc({size});")),
        }
        let first = self.random.below(200) as u8;
        let content: Vec<u8> = match self.random.below(3) {
            0 => {
                self.line(format!("for (unsigned k = 0; k < {size}; k++)"));
                self.line(format!("    ((unsigned char *){name})[k] = {first} + k;"));
                (0..size).map(|k| first.wrapping_add(k as u8)).collect()
            }
            1 => {
                self.line(format!("memset({name}, {first}, {size});"));
                vec![first; size]
            }
            _ => {
                self.line(format!("memset({name}, 0, {size});"));
                vec![0; size]
            }
        };
        self.objects.push(Object { bytes: format!("((unsigned char *){name})"), content });
    }

    /// An offset in an object at which `size` bytes fit, for every value of the index in it; and what it is. It is a multiple of `align`.
    fn offset(&mut self, object: usize, size: usize, align: usize) -> (String, usize) {
        let room = self.objects[object].content.len() - size;
        let index = self.random.below(self.indices.len());
        let Index { name, value, limit } = &self.indices[index];
        let largest = room / (limit - 1).max(1) / align * align;
        let stride = if largest == 0 { 0 } else { align * (1 + self.random.below(largest / align)) };
        if stride == 0 || self.random.percent(15) {
            let offset = self.random.below(room / align + 1) * align;
            return (offset.to_string(), offset);
        }
        let left = room - stride * (limit - 1);
        let start = self.random.below(left / align + 1) * align;
        (format!("{stride} * {name} + {start}"), stride * value + start)
    }

    /// A number made of constants, inputs and bytes, and what it is.
    fn value(&mut self) -> (String, u32) {
        match self.random.below(5) {
            0 | 1 => {
                let number = self.random.bits() as u32 >> self.random.below(32);
                (format!("{number}u"), number)
            }
            2 => {
                let index = self.random.below(self.indices.len());
                let factor = 1 + self.random.below(300) as u32;
                let Index { name, value, .. } = &self.indices[index];
                (format!("{name} * {factor}u"), (*value as u32).wrapping_mul(factor))
            }
            3 => ("key".into(), self.lock.key),
            _ => {
                let object = self.random.below(self.objects.len());
                let (text, value) = self.read(object);
                let term = self.random.below(100) as u32;
                (format!("({text} + {term}u)"), (value as u32).wrapping_add(term))
            }
        }
    }

    /// A read of some width; wider than an `unsigned`, only its lower half is given.
    fn read(&mut self, object: usize) -> (String, u64) {
        let width = *self.random.pick(&[1, 2, 4, 8]);
        let (offset, at) = self.offset(object, width, width);
        let Object { bytes, content } = &self.objects[object];
        let value = content[at..at + width].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
        let value = value & u64::from(u32::MAX);
        (format!("(unsigned)*({} *)({bytes} + {offset})", type_of(width)), value)
    }

    fn write(&mut self, object: usize, at: usize, width: usize, value: u64) {
        let bytes = &value.to_le_bytes()[..width];
        self.objects[object].content[at..at + width].copy_from_slice(bytes);
    }

    fn operation(&mut self) {
        let object = self.random.below(self.objects.len());
        match self.random.below(10) {
            0 | 1 => self.store(object),
            2 => self.fill(object),
            3 => self.copy(object),
            4 => self.move_within(object),
            5 => self.copy_of_value(object),
            6 => self.call(object),
            7 => self.jumps(object),
            8 => self.nested(object),
            _ if !self.records.is_empty() => self.record(),
            _ => self.alias(object),
        }
    }

    /// An assignment through a cast.
    fn store(&mut self, object: usize) {
        let width = *self.random.pick(&[1, 2, 4, 8]);
        let (text, value) = self.value();
        let (offset, at) = self.offset(object, width, width);
        let bytes = self.objects[object].bytes.clone();
        self.line(format!("*({} *)({bytes} + {offset}) = {text};", type_of(width)));
        self.write(object, at, width, u64::from(value));
    }

    fn fill(&mut self, object: usize) {
        let size = 1 + self.random.below(12);
        let byte = self.random.below(256);
        let (offset, at) = self.offset(object, size, 1);
        let bytes = self.objects[object].bytes.clone();
        self.line(format!("memset({bytes} + {offset}, {byte}, {size});"));
        self.objects[object].content[at..at + size].fill(byte as u8);
    }

    /// A copy from another object, or from the same one as by `memmove`.
    fn copy(&mut self, object: usize) {
        let from = self.random.below(self.objects.len());
        let size = 1 + self.random.below(12);
        let ((to_offset, to), (from_offset, at)) = (self.offset(object, size, 1), self.offset(from, size, 1));
        let function = if from == object { "memmove" } else { "memcpy" };
        let (target, source) = (&self.objects[object].bytes, &self.objects[from].bytes);
        let line = format!("{function}({target} + {to_offset}, {source} + {from_offset}, {size});");
        self.line(line);
        let copied = self.objects[from].content[at..at + size].to_vec();
        self.objects[object].content[to..to + size].copy_from_slice(&copied);
    }

    fn move_within(&mut self, object: usize) {
        let size = 2 + self.random.below(8);
        let ((to_offset, to), (from_offset, at)) = (self.offset(object, size, 1), self.offset(object, size, 1));
        let bytes = self.objects[object].bytes.clone();
        self.line(format!("memmove({bytes} + {to_offset}, {bytes} + {from_offset}, {size});"));
        self.objects[object].content.copy_within(at..at + size, to);
    }

    /// A value whose bytes go to a place of any alignment, or an assignment of a struct.
    fn copy_of_value(&mut self, object: usize) {
        if self.random.percent(50) {
            let width = *self.random.pick(&[2, 4, 8]);
            let (text, value) = self.value();
            let (offset, at) = self.offset(object, width, 1);
            let (name, bytes) = (self.fresh("v"), self.objects[object].bytes.clone());
            self.line(format!("{} {name} = {text};", type_of(width)));
            self.line(format!("memcpy({bytes} + {offset}, &{name}, {width});"));
            let value = u64::from(value);
            self.write(object, at, width, value);
            return;
        }
        let (ty, size) = *self.random.pick(&[("struct three", 12), ("struct pair", 4)]);
        let align = if size == 12 { 4 } else { 2 };
        let ((to_offset, to), (from_offset, at)) = (self.offset(object, size, align), self.offset(object, size, align));
        let bytes = self.objects[object].bytes.clone();
        // Copied in two steps, as the two may overlap.
        let name = self.fresh("s");
        self.line(format!("{ty} {name} = *({ty} *)({bytes} + {from_offset});"));
        self.line(format!("*({ty} *)({bytes} + {to_offset}) = {name};"));
        self.objects[object].content.copy_within(at..at + size, to);
    }

    /// A call by a pointer that inputs choose.
    fn call(&mut self, object: usize) {
        let index = self.random.below(self.indices.len());
        let limit = self.indices[index].limit;
        if !self.outside.contains("static unsigned twice") {
            for (text, _) in FUNCTIONS {
                self.outside.push_str(&format!("{text}\n"));
            }
        }
        let names = ["twice", "less", "flip", "keep"];
        let start = self.random.below(FUNCTIONS.len());
        let table: Vec<usize> = (0..limit).map(|k| (start + k) % FUNCTIONS.len()).collect();
        let list: Vec<String> = table.iter().map(|k| format!("(unsigned (*)(unsigned)){}", names[*k])).collect();
        let name = self.fresh("call");
        self.line(format!("unsigned (*{name}[{limit}])(unsigned) = {{{}}};", list.join(", ")));
        let (argument, value) = self.value();
        let Index { name: input, value: chosen, .. } = &self.indices[index];
        let (text, result) = (format!("{name}[{input}]({argument})"), FUNCTIONS[table[*chosen]].1(value));
        let (offset, at) = self.offset(object, 4, 4);
        let bytes = self.objects[object].bytes.clone();
        self.line(format!("*(unsigned *)({bytes} + {offset}) = {text};"));
        self.write(object, at, 4, u64::from(result));
    }

    /// A loop by `goto`, as often as an input says.
    fn jumps(&mut self, object: usize) {
        let (label, count) = (self.fresh("again"), self.fresh("n"));
        let index = self.random.below(self.indices.len());
        let (offset, at) = self.offset(object, 2, 2);
        let term = 1 + self.random.below(999) as u16;
        let Index { name, value, .. } = &self.indices[index];
        let (input, rounds) = (name.clone(), *value as u16 + 1);
        let bytes = self.objects[object].bytes.clone();
        self.line(format!("unsigned {count} = 0;"));
        self.line(format!("{label}:"));
        self.line(format!("*(unsigned short *)({bytes} + {offset}) += {term};"));
        self.line(format!("if ({count}++ < {input})"));
        self.line(format!("    goto {label};"));
        let content = &self.objects[object].content;
        let old = u16::from_le_bytes([content[at], content[at + 1]]);
        self.write(object, at, 2, u64::from(old.wrapping_add(term.wrapping_mul(rounds))));
    }

    /// Loops in loops over bytes.
    fn nested(&mut self, object: usize) {
        let (first, second) = (self.random.below(self.indices.len()), self.random.below(self.indices.len()));
        let (a, b) = (&self.indices[first], &self.indices[second]);
        let (rounds, width) = ((a.name.clone(), a.value), (b.name.clone(), b.value, b.limit));
        let factor = self.random.below(50) as u8;
        let length = self.objects[object].content.len();
        let start = self.random.below(length - width.2 + 1);
        let bytes = self.objects[object].bytes.clone();
        self.line(format!("for (unsigned j = 0; j <= {}; j++)", rounds.0));
        self.line(format!("    for (unsigned k = 0; k < {}; k++)", width.0));
        self.line(format!("        {bytes}[{start} + k] += {factor} * k + j;"));
        for j in 0..=rounds.1 {
            for k in 0..width.1 {
                let byte = &mut self.objects[object].content[start + k];
                *byte = byte.wrapping_add(factor.wrapping_mul(k as u8)).wrapping_add(j as u8);
            }
        }
    }

    /// An assignment to, or a copy of, a record with bit-fields.
    fn record(&mut self) {
        let count = self.records.len();
        let element = |places: &mut Self| {
            let fitting: Vec<usize> = (0..places.indices.len()).filter(|k| places.indices[*k].limit <= count).collect();
            if fitting.is_empty() {
                let element = places.random.below(count);
                return (element.to_string(), element);
            }
            let Index { name, value, .. } = &places.indices[*places.random.pick(&fitting)];
            (name.clone(), *value)
        };
        let ((to_text, to), (from_text, from)) = (element(self), element(self));
        match self.random.below(4) {
            0 => {
                self.line(format!("records[{to_text}] = records[{from_text}];"));
                self.records[to] = self.records[from];
            }
            1 => {
                let pointer = self.fresh("p");
                self.line(format!("unsigned short *{pointer} = &records[{to_text}].plain;"));
                let (text, value) = self.value();
                self.line(format!("*{pointer} = {text};"));
                self.records[to][2] = value & 0xffff;
            }
            _ => {
                let field = self.random.below(FIELDS.len());
                let (text, value) = self.value();
                let (name, bits) = FIELDS[field];
                self.line(format!("records[{to_text}].{name} = {text};"));
                self.records[to][field] = value & ((1 << bits) - 1);
            }
        }
    }

    /// A pointer to a member, kept in a variable and written through later.
    fn alias(&mut self, object: usize) {
        let (offset, at) = self.offset(object, 12, 4);
        let (name, bytes) = (self.fresh("m"), self.objects[object].bytes.clone());
        let (member, shift) = *self.random.pick(&[("a", 0), ("b", 4), ("c", 8)]);
        self.line(format!("int *{name} = &((struct three *)({bytes} + {offset}))->{member};"));
        let (text, value) = self.value();
        self.line(format!("*{name} = {text};"));
        self.write(object, at + shift, 4, u64::from(value));
    }

    /// What is read at the end, and the conditions under which the correct and the faulty program fail.
    fn question(&mut self) -> (String, String, String) {
        let (mut reads, mut same) = (String::new(), Vec::new());
        for number in 0..1 + self.random.below(3) {
            let (text, value) = if number > 0 && !self.records.is_empty() && self.random.percent(50) {
                let (element, field) = (self.random.below(self.records.len()), self.random.below(FIELDS.len()));
                (format!("records[{element}].{}", FIELDS[field].0), u64::from(self.records[element][field]))
            } else {
                let object = self.random.below(self.objects.len());
                self.read(object)
            };
            reads.push_str(&format!("    unsigned r{number} = {text};\n"));
            same.push(format!("r{number} == {value}u"));
        }
        let mut chosen: Vec<String> = self.indices.iter().map(|i| format!("{} == {}u", i.name, i.value)).collect();
        if !self.locked_early {
            chosen.insert(0, self.lock.opened_by("key"));
        }
        let (chosen, same) = (chosen.join(" && "), same.join(" && "));
        (reads, format!("{chosen} && !({same})"), format!("{chosen} && {same}"))
    }
}

/// The unsigned type of a width.
fn type_of(width: usize) -> &'static str {
    match width {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned",
        _ => "unsigned long long",
    }
}

const PRELUDE: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *malloc(size_t size);
extern void *memset(void *to, int value, size_t size);
extern void *memcpy(void *to, const void *from, size_t size);
extern void *memmove(void *to, const void *from, size_t size);

struct three {
    int a, b, c;
};

struct pair {
    unsigned short first, second;
};
";
