//! States in words, for dumps.

use super::comparisons::Comparison;
use super::equations::Column;
use super::linear::Linear;
use super::numbers::{Name, Numbers, Sum};
use super::order::{KindSet, Order};
use super::state::{Base, Kind, Shape, State};
use super::value::{Pointer, Range, Spot, Value};
use crate::base::Id;
use crate::ir::Program;
use std::fmt::Write;

/// A state, a line per variable and object.
pub(super) fn print_state(state: &State, program: &Program) -> String {
    let mut text = String::new();
    for frame in &state.frames {
        let function = &program.functions[frame.function];
        let Some(body) = function.body() else { continue };
        for (id, local) in body.locals.enumerated() {
            let name = local.name.clone().unwrap_or_else(|| id.to_string());
            if let Some(value) = frame.registers[id.index()] {
                let _ = writeln!(text, "    {}.{name} = {}", function.name, print_value(state, program, value));
            }
            if let Some(object) = frame.locals[id.index()] {
                let _ = writeln!(text, "    {}.{name} is {object}", function.name);
            }
        }
    }
    if !state.held.is_empty() {
        let held: Vec<String> = state.held.iter().map(|value| print_value(state, program, *value)).collect();
        let _ = writeln!(text, "    callers hold {}", held.join(", "));
    }
    for (id, object) in &state.objects {
        let name = match program.globals.iter().nth(id.0 as usize) {
            Some(global) => global.name.clone(),
            None => id.to_string(),
        };
        let kind = match object.kind {
            Kind::Static { .. } => "static",
            Kind::Stack => "stack",
            Kind::Heap => "heap",
            Kind::Part => "elements",
        };
        let shape = match object.shape {
            Shape::Region => String::new(),
            Shape::Optional => ", may be missing".to_string(),
            Shape::Segment(segment) if segment.is_by_place() => ", any number".to_string(),
            Shape::Segment(segment) => {
                let fields: Vec<String> = segment.fields().chain(segment.prev).map(|at| at.to_string()).collect();
                let what = if segment.is_tree() { "nodes of a tree" } else { "nodes" };
                format!(", {}+ {what} linked at {}", segment.min, fields.join(" and "))
            }
        };
        let owner = object.owner.map_or_else(String::new, |owner| format!(", one per node of {owner}"));
        let size = if object.size.0 == object.size.1 {
            object.size.0.to_string()
        } else {
            let by = object.by.map_or_else(String::new, |symbol| format!(" = {symbol}"));
            format!("{} to {}{by}", object.size.0, object.size.1)
        };
        let rest = match object.base {
            Base::Any => "anything",
            Base::Zero => "zero",
            Base::Initial(_) => "its initial value",
        };
        let runs = object.runs.iter().map(|run| {
            let end = match run.to {
                Some(to) => print_value(state, program, to),
                None => format!("{} more", run.stride),
            };
            let from = print_value(state, program, run.from);
            format!("{from} to {end}: {}", print_value(state, program, run.elements))
        });
        let cells: Vec<String> = object
            .cells
            .iter()
            .map(|(at, cell)| format!("{at}: {}", print_value(state, program, cell.value)))
            .chain(runs)
            .chain([format!("else {rest}")])
            .collect();
        let _ = write!(text, "    {name}: {kind}, {size} bytes{shape}{owner} {{ {} }}", cells.join(", "));
        for other in &object.others {
            let cells = other.iter().map(|(at, cell)| format!("{at}: {}", print_value(state, program, cell.value)));
            let _ = write!(text, " or {{ {} }}", cells.collect::<Vec<_>>().join(", "));
        }
        if !object.others.is_empty() && object.order != Order::any(1 + object.others.len()) {
            let names = |set: KindSet| set.iter().map(|kind| kind.to_string()).collect::<Vec<_>>().join("|");
            let Order { first, last, follows } = object.order;
            let pairs = (0..=object.others.len()).map(|kind| format!("{kind} then {}", names(follows[kind])));
            let pairs = pairs.collect::<Vec<_>>().join(", ");
            let _ = write!(text, " in order {} .. {} with {pairs}", names(first), names(last));
        }
        text.push('\n');
        for fact in print_numbers(&object.each) {
            let _ = writeln!(text, "        each: {fact}");
        }
    }
    for fact in print_numbers(&state.numbers) {
        let _ = writeln!(text, "    {fact}");
    }
    for (symbol, sum) in state.symbols.iter().filter_map(|(id, fact)| Some((id, fact.sum.as_ref()?))) {
        let _ = writeln!(text, "    {symbol} = {}", print_sum(sum));
    }
    for bound in &state.bounds {
        let _ = writeln!(text, "    0 <= {}", print_sum(bound));
    }
    text
}

/// What is known of numbers, a line per fact.
fn print_numbers(numbers: &Numbers) -> Vec<String> {
    let mut facts: Vec<String> = numbers.equations.rows().map(|sum| print_equation(sum, "=")).collect();
    for Comparison { bits, signed, low, high, strict } in &numbers.comparisons {
        let (sign, relation) = (if *signed { "signed" } else { "unsigned" }, if *strict { "<" } else { "<=" });
        facts.push(format!("{} {relation} {} as {bits} {sign} bits", print_terms(low), print_terms(high)));
    }
    facts.extend(numbers.unequal.iter().map(|sum| print_equation(sum, "!=")));
    facts
}

/// What is known of a sum, in as many bits as it holds in.
fn print_equation(row: &Sum, relation: &str) -> String {
    format!("{} {relation} 0 in {} bits", print_terms(row), 64 - unused_bits(row))
}

/// The lowest bits of all coefficients that are zero.
fn unused_bits(row: &Sum) -> u32 {
    row.values().map(|times| times.trailing_zeros()).min().unwrap_or(0)
}

fn print_terms(row: &Sum) -> String {
    let lost = unused_bits(row);
    let mut text = String::new();
    for (column, times) in row {
        let times = ((*times as i64) >> lost) as i128;
        let sign = if times < 0 { " - " } else { " + " };
        text.push_str(if text.is_empty() && times > 0 { "" } else { sign });
        let _ = match column {
            Column::Name(Name::Symbol(symbol)) if times.abs() == 1 => write!(text, "{symbol}"),
            Column::Name(Name::Symbol(symbol)) => write!(text, "{}*{symbol}", times.abs()),
            Column::Name(Name::Length(id)) if times.abs() == 1 => write!(text, "length({id})"),
            Column::Name(Name::Length(id)) => write!(text, "{}*length({id})", times.abs()),
            Column::Name(Name::Cell(at)) => write!(text, "{}*[{at}]", times.abs()),
            Column::One => write!(text, "{}", times.abs()),
        };
    }
    if text.is_empty() { "0".to_string() } else { text }
}

fn print_sum(sum: &Linear) -> String {
    let terms = sum.terms.iter().map(|(symbol, factor)| match factor {
        1 => symbol.to_string(),
        factor => format!("{factor}*{symbol}"),
    });
    let constant = (sum.constant != 0 || sum.terms.is_empty()).then(|| sum.constant.to_string());
    terms.chain(constant).collect::<Vec<_>>().join(" + ")
}

fn print_range(range: Range) -> String {
    if range == Range::all(range.ty) { "?".to_string() } else { format!("[{}, {}]", range.low, range.high) }
}

fn print_value(state: &State, program: &Program, value: Value) -> String {
    match value {
        Value::Int(0) => "0".to_string(),
        Value::Int(bits) => format!("{bits:#x}"),
        Value::Symbol(symbol) => {
            let range = state.symbols.get(&symbol).and_then(|fact| fact.range);
            range.map_or_else(|| symbol.to_string(), |range| format!("{symbol} in {}", print_range(range)))
        }
        Value::Any(range) => range.map_or_else(|| "?".to_string(), print_range),
        Value::Pointer(Pointer { object, low, high, spot, by }) => {
            let name = match program.globals.iter().nth(object.0 as usize) {
                Some(global) => global.name.clone(),
                None => object.to_string(),
            };
            let spot = match spot {
                Spot::First => "",
                Spot::Last => " (last)",
                Spot::Each => " (itself)",
            };
            match (low, high) {
                (0, 0) => format!("&{name}{spot}"),
                (low, high) if low == high => format!("&{name}{low:+}{spot}"),
                (low, high) => {
                    let by = by.map_or_else(String::new, |symbol| format!(" = {symbol}"));
                    format!("&{name}+[{low}, {high}]{by}{spot}")
                }
            }
        }
        Value::Function(function) => program.functions[function].name.clone(),
        Value::Dangling => "dangling".to_string(),
    }
}
