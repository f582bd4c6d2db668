//! Functions that statements and expressions call, and blocks on the heap that statements use.

use super::Generator;
use super::expression::{Array, Place, PureFunction, binding};
use super::scope::{RecordVariable, Scope};
use super::statement::Position;
use super::types::Int;

/// A function called for its effects.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Parameter>,
}

/// A parameter of a procedure.
#[derive(Clone, Copy, Debug)]
pub enum Parameter {
    /// An integer.
    Int(Int),
    /// The address of an integer.
    Pointer(Int),
    /// The address of a struct.
    Record(usize),
}

/// A function's parameters that hold integers, as they are declared.
pub fn parameter_list(params: &[Int]) -> String {
    let params: Vec<String> =
        params.iter().enumerate().map(|(i, ty)| format!("{} {}", ty.name(), parameter(i))).collect();
    params.join(", ")
}

/// The name of a parameter.
pub fn parameter(index: usize) -> String {
    char::from(b'a' + index as u8).to_string()
}

impl Generator<'_> {
    /// Writes a function that computes a result from its arguments and changes nothing else.
    pub fn new_pure_function(&mut self) {
        let params: Vec<Int> = (0..1 + self.random.below(3)).map(|_| *self.random.pick(&Int::ALL)).collect();
        let result = *self.random.pick(&Int::ALL);
        let name = self.fresh("compute");
        self.function(&format!("static {} {name}({})", result.name(), parameter_list(&params)), |g| {
            for (i, ty) in params.iter().enumerate() {
                g.enter(parameter(i), *ty);
            }
            if g.random.percent(50) {
                let condition = g.condition(2);
                let value = g.expression(2);
                g.body.line(format!("if ({})", condition.text));
                g.body.line(format!("    return {};", value.text));
            }
            let value = g.expression(3);
            g.body.line(format!("return {};", value.text));
        });
        self.pure.push(PureFunction { name, params, result });
    }

    /// Writes a function that changes global variables and what its arguments point to.
    pub fn new_procedure(&mut self, globals: &Scope) {
        let name = self.fresh("change");
        let params: Vec<Parameter> = (0..1 + self.random.below(3))
            .map(|_| match self.random.below(3) {
                0 => Parameter::Int(*self.random.pick(&Int::ALL)),
                1 => Parameter::Pointer(*self.random.pick(&Int::ALL)),
                _ => Parameter::Record(self.some_record()),
            })
            .collect();
        let list: Vec<String> = params.iter().enumerate().map(|(i, param)| self.declared(i, *param)).collect();
        self.function(&format!("static void {name}({})", list.join(", ")), |g| {
            g.scope = globals.clone();
            for (i, param) in params.iter().enumerate() {
                match *param {
                    Parameter::Int(ty) => g.enter(parameter(i), ty),
                    Parameter::Pointer(ty) => {
                        let (text, range) = (format!("*{}", parameter(i)), ty.range(g.config.data_model));
                        let binding = binding::UNARY;
                        g.scope.places.push(Place { text, binding, ty, range, writable: true, addressable: true });
                    }
                    Parameter::Record(record) => g.enter_fields(&format!("{}->", parameter(i)), record, true),
                }
            }
            g.block(3, Position { depth: 1, in_loop: false });
        });
        self.procedures.push(Procedure { name, params });
    }

    fn declared(&self, index: usize, param: Parameter) -> String {
        let name = parameter(index);
        match param {
            Parameter::Int(ty) => format!("{} {name}", ty.name()),
            Parameter::Pointer(ty) => format!("{} *{name}", ty.name()),
            Parameter::Record(record) => format!("struct {} *{name}", self.records[record].tag),
        }
    }

    /// Calls a procedure. The arguments have no side effects.
    pub fn call_procedure(&mut self) {
        if self.procedures.is_empty() {
            return self.declare_integer();
        }
        let procedure = self.random.pick(&self.procedures).clone();
        let mut args = Vec::new();
        for param in procedure.params {
            args.push(match param {
                Parameter::Int(_) => self.expression(1).text,
                Parameter::Pointer(ty) => match self.addressable_place(Some(ty), self.scope.mark()) {
                    Some(place) => format!("&{}", place.within(binding::UNARY)),
                    None => format!("&({}){{{}}}", ty.name(), self.literal().text),
                },
                Parameter::Record(record) => {
                    match self.scope.records.iter().rev().find(|variable| variable.record == record) {
                        Some(variable) => format!("&{}", variable.text),
                        None => {
                            let init = self.initialiser(record);
                            format!("&(struct {}){init}", self.records[record].tag)
                        }
                    }
                }
            });
        }
        self.body.line(format!("{}({});", procedure.name, args.join(", ")));
    }

    /// An array on the heap, used by statements in a block of their own and then freed.
    pub fn heap_array(&mut self, position: Position) {
        let (name, length) = (self.fresh("block"), 1 + self.random.below(4));
        let element = *self.random.pick(&Int::ALL);
        self.body.open("");
        if self.random.percent(50) {
            self.body.line(format!("{} *{name} = calloc({length}, sizeof *{name});", element.name()));
        } else {
            let value = self.expression(1).text;
            self.body.line(format!("{0} *{name} = malloc({length} * sizeof({0}));", element.name()));
            self.body.line(format!("for (int i = 0; i < {length}; i++)"));
            self.body.line(format!("    {name}[i] = {value};"));
        }
        let mark = self.scope.mark();
        self.scope.arrays.push(Array { text: name.clone(), element, length });
        self.block(3, Position { depth: position.depth - 1, in_loop: false });
        self.scope.cut(mark);
        self.body.line(format!("mix({name}[{}]);", length - 1));
        self.body.line(format!("free({name});"));
        self.body.close();
    }

    /// A struct on the heap, used by statements in a block of their own and then freed.
    pub fn heap_record(&mut self, position: Position) {
        let (record, name) = (self.some_record(), self.fresh("owner"));
        let tag = self.records[record].tag.clone();
        let init = self.initialiser(record);
        self.body.open("");
        self.body.line(format!("struct {tag} *{name} = malloc(sizeof *{name});"));
        self.body.line(format!("*{name} = (struct {tag}){init};"));
        let mark = self.scope.mark();
        self.scope.records.push(RecordVariable { text: format!("(*{name})"), record });
        self.enter_fields(&format!("{name}->"), record, true);
        self.block(3, Position { depth: position.depth - 1, in_loop: false });
        self.scope.cut(mark);
        self.mix_fields(&format!("{name}->"), record);
        self.body.line(format!("free({name});"));
        self.body.close();
    }
}
