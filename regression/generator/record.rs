//! Struct types of a generated program: random fields, bit-fields, nested structs, arrays; variables of them.

use super::Generator;
use super::code::Code;
use super::expression::{Array, Place, binding};
use super::scope::RecordVariable;
use super::types::{Int, Range};

/// A struct type.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag.
    pub tag: String,
    /// Its members.
    pub fields: Vec<Field>,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: FieldKind,
}

/// The type of a member.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// An integer.
    Int(Int),
    /// A bit-field of so many bits.
    Bits(Int, u32),
    /// An array.
    Array(Int, usize),
    /// An earlier struct.
    Record(usize),
}

impl Generator<'_> {
    /// Declares a new struct type.
    pub fn new_record(&mut self) -> usize {
        let tag = self.fresh("record");
        let mut fields = Vec::new();
        for i in 0..2 + self.random.below(4) {
            let kind = match self.random.below(10) {
                0..5 => FieldKind::Int(*self.random.pick(&Int::ALL)),
                5..8 => self.bit_field(),
                8 if !self.records.is_empty() => FieldKind::Record(self.random.below(self.records.len())),
                _ => FieldKind::Array(*self.random.pick(&Int::ALL[1..]), 2 + self.random.below(3)),
            };
            fields.push(Field { name: char::from(b'a' + i as u8).to_string(), kind });
        }
        self.records.push(Record { tag: tag.clone(), fields: fields.clone() });
        let mut code = Code::default();
        code.open(format!("struct {tag}"));
        for field in &fields {
            code.line(match field.kind {
                FieldKind::Int(ty) => format!("{} {};", ty.name(), field.name),
                FieldKind::Bits(ty, width) => format!("{} {} : {width};", ty.name(), field.name),
                FieldKind::Array(ty, length) => format!("{} {}[{length}];", ty.name(), field.name),
                FieldKind::Record(record) => format!("struct {} {};", self.records[record].tag, field.name),
            });
        }
        code.close_with(";");
        self.types.lines(code.text());
        self.types.gap();
        self.records.len() - 1
    }

    fn bit_field(&mut self) -> FieldKind {
        const BASES: [Int; 6] =
            [Int::Int, Int::UnsignedInt, Int::UnsignedInt, Int::UnsignedShort, Int::Char, Int::Bool];
        let base = *self.random.pick(&BASES);
        FieldKind::Bits(base, 1 + self.random.below(base.bits(self.config.data_model) as usize) as u32)
    }

    /// Some struct type of the program.
    pub fn some_record(&mut self) -> usize {
        if self.records.is_empty() || self.random.percent(30) {
            return self.new_record();
        }
        self.random.below(self.records.len())
    }

    /// An initialiser for a struct, with or without braces inside, names and all members.
    pub fn initialiser(&mut self, record: usize) -> String {
        let fields = self.records[record].fields.clone();
        let designated = self.random.percent(40);
        let mut items = Vec::new();
        for field in &fields {
            if self.random.percent(15) {
                if designated {
                    continue;
                }
                break;
            }
            let value = match field.kind {
                FieldKind::Int(_) | FieldKind::Bits(..) => self.expression(1).text,
                FieldKind::Array(_, length) => {
                    let count = 1 + self.random.below(length);
                    let values: Vec<_> = (0..count).map(|_| self.expression(0).text).collect();
                    format!("{{{}}}", values.join(", "))
                }
                FieldKind::Record(inner) => self.initialiser(inner),
            };
            items.push(if designated { format!(".{} = {value}", field.name) } else { value });
        }
        if items.is_empty() {
            items.push("0".into());
            if matches!(fields[0].kind, FieldKind::Array(..) | FieldKind::Record(_)) {
                return "{{0}}".into();
            }
        }
        format!("{{{}}}", items.join(", "))
    }

    /// Makes the members of a struct in memory known to statements. `path` ends in `.` or `->`.
    pub fn enter_fields(&mut self, path: &str, record: usize, writable: bool) {
        let model = self.config.data_model;
        for field in self.records[record].fields.clone() {
            let text = format!("{path}{}", field.name);
            match field.kind {
                FieldKind::Int(ty) => {
                    let (range, binding) = (ty.range(model), binding::POSTFIX);
                    self.scope.places.push(Place { text, binding, ty, range, writable, addressable: writable });
                }
                FieldKind::Bits(ty, width) => {
                    let range = if ty.signed() {
                        Range::new(-(1 << (width - 1)), (1 << (width - 1)) - 1)
                    } else {
                        Range::new(0, (1 << width) - 1)
                    };
                    // A bit-field whose values all fit into `int` is promoted to it.
                    let ty = if Int::Int.range(model).covers(range) { Int::Int } else { ty };
                    let binding = binding::POSTFIX;
                    self.scope.places.push(Place { text, binding, ty, range, writable, addressable: false });
                }
                FieldKind::Array(element, length) if writable => {
                    self.scope.arrays.push(Array { text, element, length });
                }
                FieldKind::Array(..) => {}
                FieldKind::Record(inner) => {
                    if writable {
                        self.scope.records.push(RecordVariable { text: text.clone(), record: inner });
                    }
                    self.enter_fields(&format!("{text}."), inner, writable);
                }
            }
        }
    }

    /// Adds the members of a struct to the checksum.
    pub fn mix_fields(&mut self, path: &str, record: usize) {
        for field in self.records[record].fields.clone() {
            match field.kind {
                FieldKind::Int(_) | FieldKind::Bits(..) => self.body.line(format!("mix({path}{});", field.name)),
                FieldKind::Array(_, length) => {
                    self.body.line(format!("mix({path}{}[{}]);", field.name, length - 1));
                }
                FieldKind::Record(inner) => self.mix_fields(&format!("{path}{}.", field.name), inner),
            }
        }
    }
}
