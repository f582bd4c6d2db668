//! Random statements over what is in scope.

use super::Generator;
use super::Loops;
use super::expression::{Array, Place, Value, binding};
use super::scope::{Mark, Pointer, RecordVariable};
use super::types::{Int, Range};

/// Where a statement stands.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// How many statements may still be nested.
    pub depth: usize,
    /// Whether `break` and `continue` are allowed.
    pub in_loop: bool,
}

impl Position {
    fn inner(self) -> Self {
        Self { depth: self.depth - 1, ..self }
    }

    fn loop_body(self) -> Self {
        Self { depth: self.depth - 1, in_loop: true }
    }
}

impl Generator<'_> {
    /// Several statements in a scope of their own; the braces are the caller's.
    pub fn block(&mut self, count: usize, position: Position) {
        let mark = self.scope.mark();
        for _ in 0..count {
            self.statement(position);
        }
        self.scope.cut(mark);
    }

    /// One statement.
    pub fn statement(&mut self, position: Position) {
        let nested = position.depth > 0;
        match self.random.below(38) {
            0..4 => self.declare_integer(),
            4..9 => self.assign(),
            9..12 => self.compound_assign(),
            12..14 => self.step(),
            14 => self.declare_array(),
            15..17 => self.declare_pointer(),
            17 => self.retarget(),
            18 => self.declare_record(),
            19 => self.copy_record(),
            20..22 => self.mix(),
            22 => self.print(),
            23 => self.assert_range(),
            24 if position.in_loop => self.leave_loop(),
            25 => self.choose_place(),
            26..28 if nested => self.if_else(position),
            28 if nested => self.switch(position),
            29..32 if nested => self.loop_statement(position),
            32 if nested => self.skip_by_goto(position),
            33 if nested => self.heap_array(position),
            34 if nested => self.heap_record(position),
            35..37 => self.call_procedure(),
            _ => self.assign(),
        }
    }

    /// Declares a variable of a random type and puts it into scope.
    pub fn declare_integer(&mut self) {
        if self.config.inputs && self.random.percent(30) {
            return self.declare_input();
        }
        let name = self.fresh("x");
        let ty = *self.random.pick(&Int::ALL);
        let mut init = self.expression(2).text;
        // A side effect is safe here: nothing else in the declaration can see it.
        if self.random.percent(15)
            && let Some(place) = self.writable_place()
            && self.may_step(&place)
        {
            init = match self.random.below(4) {
                0 => format!("{}++", place.within(binding::POSTFIX)),
                1 => format!("--{}", place.within(binding::UNARY)),
                2 => format!("{} = {init}", place.text),
                _ => format!("({} = {init}, {})", place.text, place.text),
            };
        }
        self.body.line(format!("{} {name} = {init};", ty.name()));
        self.enter(name, ty);
    }

    /// Puts a variable into scope.
    pub fn enter(&mut self, name: String, ty: Int) {
        let range = ty.range(self.config.data_model);
        let binding = binding::POSTFIX;
        self.scope.places.push(Place { text: name, binding, ty, range, writable: true, addressable: true });
    }

    /// Puts a variable that statements do not change into scope.
    pub fn enter_constant(&mut self, name: &str, ty: Int, range: Range) {
        let (text, binding) = (name.to_string(), binding::POSTFIX);
        self.scope.places.push(Place { text, binding, ty, range, writable: false, addressable: false });
    }

    /// Declares a variable with an input, and with an assumption about it.
    pub fn declare_input(&mut self) {
        let name = self.fresh("input");
        if self.random.percent(40) {
            let ty = *self.random.pick(&Int::ALL);
            self.body.line(format!("{} {name} = __VERIFIER_nondet_{}();", ty.name(), ty.input_name()));
            return self.enter(name, ty);
        }
        let low = self.random.between(-3, 1);
        self.assumed_input(&name, Range::new(low, low + self.random.clone().between(0, 9)));
    }

    /// Declares an `int` with an input from a range.
    pub fn assumed_input(&mut self, name: &str, range: Range) {
        self.body.line(format!("int {name} = __VERIFIER_nondet_int();"));
        self.body.line(format!("__VERIFIER_assume({name} >= {} && {name} <= {});", range.low, range.high));
        self.enter_constant(name, Int::Int, range);
    }

    fn declare_array(&mut self) {
        let (name, length) = (self.fresh("array"), 2 + self.random.below(5));
        let element = *self.random.pick(&Int::ALL);
        let values: Vec<String> = (0..1 + self.random.below(length)).map(|_| self.expression(1).text).collect();
        self.body.line(format!("{} {name}[{length}] = {{{}}};", element.name(), values.join(", ")));
        self.scope.arrays.push(Array { text: name, element, length });
    }

    fn declare_pointer(&mut self) {
        let older = self.scope.mark();
        let Some(place) = self.addressable_place(None, older) else { return self.assign() };
        let name = self.fresh("p");
        self.body.line(format!("{} *{name} = &{};", place.ty.name(), place.within(binding::UNARY)));
        let text = format!("*{name}");
        self.scope.places.push(Place { text, binding: binding::UNARY, ..place.clone() });
        self.scope.pointers.push(Pointer { name, target: place.ty, older });
    }

    /// Lets a pointer point elsewhere, to something that lives at least as long.
    fn retarget(&mut self) {
        if self.scope.pointers.is_empty() {
            return self.declare_pointer();
        }
        let pointer = self.random.pick(&self.scope.pointers).clone();
        match self.addressable_place(Some(pointer.target), pointer.older) {
            Some(place) => self.body.line(format!("{} = &{};", pointer.name, place.within(binding::UNARY))),
            None => self.assign(),
        }
    }

    /// An older place whose address can be taken.
    pub fn addressable_place(&mut self, ty: Option<Int>, older: Mark) -> Option<Place> {
        let right_type = |found: Int| ty.is_none_or(|ty| ty == found);
        if self.random.percent(30) {
            let arrays = self.scope.arrays[..older.arrays].iter().filter(|array| right_type(array.element));
            let arrays: Vec<Array> = arrays.cloned().collect();
            if !arrays.is_empty() {
                let array = self.random.pick(&arrays).clone();
                return Some(self.element(&array));
            }
        }
        let fits = |place: &&Place| place.addressable && place.writable && right_type(place.ty);
        let places: Vec<Place> = self.scope.places[..older.places].iter().filter(fits).cloned().collect();
        if places.is_empty() { None } else { Some(self.random.pick(&places).clone()) }
    }

    fn declare_record(&mut self) {
        let record = self.some_record();
        let name = self.fresh("s");
        let init = self.initialiser(record);
        let tag = self.records[record].tag.clone();
        self.body.line(format!("struct {tag} {name} = {init};"));
        let mut path = format!("{name}.");
        if self.random.percent(30) {
            let pointer = self.fresh("p");
            self.body.line(format!("struct {tag} *{pointer} = &{name};"));
            path = format!("{pointer}->");
        }
        self.scope.records.push(RecordVariable { text: name, record });
        self.enter_fields(&path, record, true);
    }

    fn copy_record(&mut self) {
        if self.scope.records.is_empty() {
            return self.declare_record();
        }
        let from = self.random.pick(&self.scope.records).clone();
        let same: Vec<_> =
            self.scope.records.iter().filter(|r| r.record == from.record && r.text != from.text).collect();
        match same.last().map(|to| to.text.clone()) {
            Some(to) => self.body.line(format!("{to} = {};", from.text)),
            None => {
                let init = self.initialiser(from.record);
                self.body.line(format!("{} = (struct {}){init};", from.text, self.records[from.record].tag));
            }
        }
    }

    /// A place that statements may change.
    pub fn writable_place(&mut self) -> Option<Place> {
        (0..6).find_map(|_| self.some_place().filter(|place| place.writable))
    }

    fn assign(&mut self) {
        let Some(place) = self.writable_place() else { return self.declare_integer() };
        let value = self.expression(3);
        self.body.line(format!("{} = {};", place.text, value.text));
    }

    fn compound_assign(&mut self) {
        let Some(place) = self.writable_place() else { return self.declare_integer() };
        let value = self.expression(2);
        let target = self.read(&place);
        let op = *self.random.pick(&["+", "-", "*", "&", "|", "^", ">>", "<<"]);
        let unsigned = !target.ty.promoted().signed();
        match op {
            ">>" => {
                let amount = self.index(target.ty.promoted().bits(self.config.data_model) as usize);
                self.body.line(format!("{} >>= {};", place.text, amount.text));
            }
            "<<" if unsigned => {
                let amount = self.index(target.ty.bits(self.config.data_model) as usize);
                self.body.line(format!("{} <<= {};", place.text, amount.text));
            }
            "<<" => self.assign(),
            _ => {
                let combined = self.arithmetic(op, target, value.clone());
                // Where the combination had to be made unsigned, so must the operand be.
                let safe = combined.text.starts_with(&format!("{} {op} ", place.text));
                let operand = if safe { value } else { self.cast(value, place.ty.to_unsigned()) };
                self.body.line(format!("{} {op}= {};", place.text, operand.text));
            }
        }
    }

    /// Whether `++` and `--` cannot overflow.
    fn may_step(&self, place: &Place) -> bool {
        let int = Int::Int.range(self.config.data_model);
        !place.ty.promoted().signed() || int.covers(Range::new(place.range.low - 1, place.range.high + 1))
    }

    fn step(&mut self) {
        let Some(place) = self.writable_place().filter(|place| self.may_step(place)) else { return self.assign() };
        let op = *self.random.pick(&["++", "--"]);
        self.body.line(if self.random.percent(50) {
            format!("{}{op};", place.within(binding::POSTFIX))
        } else {
            format!("{op}{};", place.within(binding::UNARY))
        });
    }

    fn mix(&mut self) {
        let value = self.expression(2);
        self.body.line(format!("mix({});", value.text));
    }

    fn print(&mut self) {
        let values: Vec<Value> = (0..1 + self.random.below(2)).map(|_| self.expression(1)).collect();
        let formats: Vec<&str> = values.iter().map(|value| value.ty.format()).collect();
        let texts: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
        self.body.line(format!("printf(\"{}\\n\", {});", formats.join(" "), texts.join(", ")));
    }

    /// Asserts what follows from the types and the guards.
    fn assert_range(&mut self) {
        let values: Vec<Value> = (0..8).map(|_| self.expression(2)).collect();
        let value = values.into_iter().find(says_something);
        match value {
            Some(value) => {
                let relation = value.within(binding::SHIFT);
                if self.random.percent(50) && value.range.high < 1 << 31 {
                    self.body.line(format!("check({relation} <= {});", value.range.high));
                } else {
                    self.body.line(format!("check({relation} >= {});", value.range.low));
                }
            }
            None => self.mix(),
        }
    }

    fn leave_loop(&mut self) {
        let condition = self.condition(1);
        let jump = if self.random.percent(50) { "break" } else { "continue" };
        self.body.line(format!("if ({}) {jump};", condition.text));
    }

    /// Writes through a pointer chosen by a condition.
    fn choose_place(&mut self) {
        let older = self.scope.mark();
        let Some(a) = self.addressable_place(None, older) else { return self.assign() };
        let Some(b) = self.addressable_place(Some(a.ty), older) else { return self.assign() };
        let (condition, value) = (self.condition(1), self.expression(1));
        let (a, b) = (a.within(binding::UNARY), b.within(binding::UNARY));
        self.body.line(format!("*({} ? &{a} : &{b}) = {};", condition.within(binding::OR), value.text));
    }

    fn if_else(&mut self, position: Position) {
        let condition = self.condition(2);
        let count = 1 + self.random.below(3);
        self.body.open(format!("if ({})", condition.text));
        self.block(count, position.inner());
        match self.random.below(4) {
            0 | 1 => {
                self.body.reopen("else");
                self.block(1 + count / 2, position.inner());
            }
            2 => {
                let condition = self.condition(1);
                self.body.reopen(&format!("else if ({})", condition.text));
                self.block(1, position.inner());
            }
            _ => {}
        }
        self.body.close();
    }

    fn switch(&mut self, position: Position) {
        let value = self.expression(2);
        let value = self.reduced(value, 6);
        self.body.open(format!("switch ({})", value.text));
        let default = self.random.below(6);
        // `break` belongs to the switch here; `continue` would be fine, but goes with it.
        let inner = Position { in_loop: false, ..position.inner() };
        for (i, case) in ["0", "1", "2 ... 3", "4"].iter().enumerate() {
            self.body.label(if i == default { "default:".into() } else { format!("case {case}:") });
            // A declaration may not follow a label, and must not be jumped past.
            self.body.open("");
            self.block(1, inner);
            self.body.close();
            if self.random.percent(70) {
                self.body.line("break;");
            }
        }
        self.body.line(";");
        self.body.close();
    }

    fn skip_by_goto(&mut self, position: Position) {
        let label = self.fresh("skip");
        self.body.open("");
        let condition = self.condition(2);
        self.body.line(format!("if ({}) goto {label};", condition.text));
        self.block(2, position.inner());
        self.body.close();
        self.body.label(format!("{label}:;"));
    }

    /// The bound of a loop: an expression, and the largest value it has.
    pub fn loop_bound(&mut self) -> (String, i128) {
        let most = match self.config.loops {
            Loops::Bounded => 4,
            Loops::Unbounded => 1000,
        };
        if self.config.inputs && (self.config.loops == Loops::Unbounded || self.random.percent(30)) {
            let name = self.fresh("bound");
            self.assumed_input(&name, Range::new(0, most));
            return (name, most);
        }
        let bound = if most > 4 { self.random.between(20, 40) } else { self.random.between(1, most) };
        (bound.to_string(), bound)
    }

    fn loop_statement(&mut self, position: Position) {
        let count = 1 + self.random.below(3);
        // Loops within loops stay short.
        let position = if self.config.loops == Loops::Unbounded { Position { depth: 1, ..position } } else { position };
        let mark = self.scope.mark();
        let i = self.fresh("i");
        let counters = [Int::Int, Int::Int, Int::UnsignedInt, Int::Short, Int::UnsignedLong, Int::LongLong];
        let ty = *self.random.pick(&counters);
        let kind = self.random.below(if self.config.inputs { 7 } else { 6 });
        let (bound, most) = if kind < 6 { self.loop_bound() } else { (String::new(), 0) };
        let below = Range::new(0, (most - 1).max(0));
        match kind {
            0..2 => {
                self.body.open(format!("for ({} {i} = 0; {i} < {bound}; {i}++)", ty.name()));
                self.enter_constant(&i, ty, below);
                self.block(count, position.loop_body());
                self.body.close();
            }
            2 => {
                self.body.open(format!("for (int {i} = {bound} - 1; {i} >= 0; --{i})"));
                self.enter_constant(&i, Int::Int, below);
                self.block(count, position.loop_body());
                self.body.close();
            }
            3 => {
                self.body.line(format!("{} {i} = {bound};", ty.name()));
                self.body.open(format!("while ({i}-- > 0)"));
                self.enter_constant(&i, ty, below);
                self.block(count, position.loop_body());
                self.body.close();
            }
            4 => {
                self.body.line(format!("{} {i} = 0;", ty.name()));
                self.body.open("do");
                self.enter_constant(&i, ty, below);
                self.block(count, position.loop_body());
                self.body.close_with(&format!(" while (++{i} < {bound});"));
            }
            5 => {
                let label = self.fresh("again");
                self.body.line(format!("int {i} = 0;"));
                self.body.label(format!("{label}:"));
                self.body.open("");
                self.enter_constant(&i, Int::Int, below);
                self.block(count, Position { in_loop: false, ..position.loop_body() });
                self.body.close();
                self.body.line(format!("if (++{i} < {bound})"));
                self.body.line(format!("    goto {label};"));
            }
            _ if self.config.loops == Loops::Unbounded => {
                self.body.open("while (__VERIFIER_nondet_bool())");
                self.block(count, position.loop_body());
                self.body.close();
            }
            _ => {
                self.body.open(format!("for (int {i} = 0; {i} < 3 && __VERIFIER_nondet_bool(); {i}++)"));
                self.enter_constant(&i, Int::Int, Range::new(0, 2));
                self.block(count, position.loop_body());
                self.body.close();
            }
        }
        self.scope.cut(mark);
    }
}

/// Whether the range of a value is worth an assertion.
fn says_something(value: &Value) -> bool {
    let small = Range::new(-0x7fff_ffff, 0x7fff_ffff);
    small.covers(value.range) && value.range.low != value.range.high && value.ty.signed()
}

impl Place {
    /// The text, in parentheses if it holds together less tightly than `binding`.
    pub fn within(&self, binding: u8) -> String {
        if self.binding < binding { format!("({})", self.text) } else { self.text.clone() }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self { depth: 2, in_loop: false }
    }
}
