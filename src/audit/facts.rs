//! What invariants say, compared with executions.
//!
//! Facts about variables of the entry function, about the fields of all nodes of an allocation, and about what
//! these point to, are evaluated wherever an execution has gone around a loop. Facts about anything else (elements of arrays, products,
//! conditions, what earlier loops left) are counted as skipped, as are those about nodes that the formula tells apart although
//! one statement allocates them.

use super::{Audited, Miss, PROPERTIES, Thoroughness, executions, in_words};
use crate::base::{Clock, Silent, Span};
use crate::check::{InvariantConfig, InvariantResult, LoopFacts, NamedValue, check_with_invariants};
use crate::interp::{Heads, Interpreter, ObjectId, ObjectKind, Seen, Visit};
use crate::ir::{BlockId, Body, FunctionId, LoopTree, Program, PropertySet, Storage};
use crate::logic::to_f64;
use crate::prepare::encoded;
use crate::template::{Preset, SlotType};
use crate::verdict::{Fact, Name, Object};
use indexmap::IndexMap;

/// Terms that a formula may have for each statement that it may have.
const TERMS_OF_STATEMENT: usize = 50;

/// Compares what the first attempt of a preset finds with executions.
pub fn audit_invariants(program: &Program, preset: &Preset, malloc_may_fail: bool, how: &Thoroughness) -> Audited {
    let properties = PropertySet::of(&PROPERTIES);
    let attempt = preset.attempts.iter().find(|attempt| attempt.induction == 1);
    let Some(attempt) = attempt else { return Audited::default() };
    let &Thoroughness { resources, formula: statements, .. } = how;
    let clock = &Clock::default();
    let config = InvariantConfig {
        properties,
        attempt,
        preset,
        malloc_may_fail,
        all_stages: true,
        only_whole: false,
        resources,
        statements,
        terms: TERMS_OF_STATEMENT * statements as usize,
        clock,
    };
    let result = check_with_invariants(&encoded(program), &config, &Silent);
    compare_facts(program, &result, malloc_may_fail, how)
}

/// Compares what was found with executions.
pub fn compare_facts(
    program: &Program,
    result: &InvariantResult,
    malloc_may_fail: bool,
    how: &Thoroughness,
) -> Audited {
    let mut audited = Audited { attempts: 1, ..Audited::default() };
    let Some((entry, body)) = program.entry.and_then(|id| Some((id, program.functions[id].body()?))) else {
        return audited;
    };
    let loops = LoopTree::of(body);
    let names = Names { program, body, result };
    let (interpreter, heads) = (Interpreter::new(program), Heads::of(program));
    let config = super::run_config(malloc_may_fail, how);
    let mut missed: Vec<BlockId> = Vec::new();
    for (name, mut inputs) in executions(program, how) {
        // How often each loop went around since it was entered.
        let mut turns: IndexMap<(FunctionId, BlockId), u32> = IndexMap::new();
        let mut looked: IndexMap<BlockId, u32> = IndexMap::new();
        let mut look = |visit: &Visit| {
            let turns = turns.entry((visit.function, visit.block)).or_default();
            let info = loops.loops.iter().find(|info| info.head == visit.block);
            let Some(info) = info.filter(|_| visit.function == entry && visit.depth == 1) else { return };
            let back = visit.from.is_some_and(|from| info.blocks.contains(&from));
            *turns = if back { *turns + 1 } else { 0 };
            let span = body.blocks[visit.block].loop_span.unwrap_or(body.blocks[visit.block].terminator.span);
            let records = || result.invariants.iter().filter(|facts| facts.span == span);
            // Which of several copies of the loop in the formula the visit belongs to is not known: it must fit one of them.
            let about = records().all(|facts| *turns > facts.exact) && records().next().is_some();
            let count = looked.entry(visit.block).or_default();
            *count += u32::from(about);
            if !about || *count > how.visits || missed.contains(&visit.block) {
                return;
            }
            audited.comparisons += 1;
            let broken: Vec<Vec<String>> =
                records().map(|facts| names.broken(visit, facts, &mut audited.skipped)).collect();
            if broken.iter().all(|broken| !broken.is_empty()) {
                missed.push(visit.block);
                let details = format!("{name}, turn {turns}: {broken:?}\n{}", in_words(program, visit));
                let function = program.functions[entry].name.clone();
                audited.misses.push(Miss { function, block: visit.block, details });
            }
        };
        interpreter.observe(PropertySet::of(&PROPERTIES), &mut *inputs, &config, &heads, &mut look);
    }
    audited
}

/// What names stand for.
struct Names<'a> {
    program: &'a Program,
    body: &'a Body,
    result: &'a InvariantResult,
}

impl Names<'_> {
    /// The facts about a loop that do not hold where a run stands, in words.
    fn broken(&self, visit: &Visit, facts: &LoopFacts, skipped: &mut u64) -> Vec<String> {
        let Some(list) = &facts.facts else { return vec!["the end of the body is never reached".to_string()] };
        let mut broken = Vec::new();
        for fact in list {
            let names: Vec<&Name> = match fact {
                Fact::AtMost { terms, .. } => terms.iter().map(|(_, name)| name).collect(),
                Fact::FloatBound { name, .. } => vec![name],
                Fact::Equal { terms, .. } => terms.iter().map(|(_, name)| name).collect(),
                Fact::Targets { pointer, .. } => vec![pointer],
                Fact::OneOf { names, .. } => names.iter().collect(),
                Fact::Given { .. } => Vec::new(),
            };
            let named: Option<Vec<&NamedValue>> = names.iter().map(|name| named(facts, name)).collect();
            let Some(named) = named.filter(|named| !named.is_empty()) else {
                *skipped += 1;
                continue;
            };
            match self.nodes(visit, &named) {
                Some(nodes) => {
                    let holds = |node: &Option<ObjectId>| self.holds(visit, fact, &named, *node).unwrap_or(true);
                    if !nodes.iter().all(holds) {
                        broken.push(fact.to_string());
                    }
                }
                None => *skipped += 1,
            }
        }
        broken
    }

    /// The nodes that values belong to; `[None]` if they are all variables, and nothing if that is not known.
    fn nodes(&self, visit: &Visit, named: &[&NamedValue]) -> Option<Vec<Option<ObjectId>>> {
        let mut spans: Vec<Span> = named.iter().filter_map(|value| Some(value.field?.0)).collect();
        spans.dedup();
        let [span] = spans[..] else { return spans.is_empty().then_some(vec![None]) };
        let is_one_class = self.result.objects.iter().filter(|object| object.span == span).count() == 1;
        let nodes = visit.objects().filter(|(_, object)| object.kind == ObjectKind::Heap && object.begin == span);
        is_one_class.then(|| nodes.map(|(id, _)| Some(id)).collect())
    }

    /// Whether a fact holds for a node; `None` if something in it has no value, or is not known.
    fn holds(&self, visit: &Visit, fact: &Fact, named: &[&NamedValue], node: Option<ObjectId>) -> Option<bool> {
        let numbers = || -> Option<Vec<i128>> {
            let number = |value: &&NamedValue| match value.ty {
                SlotType::Int(ty) => Some(ty.value(ty.wrap(self.value(visit, value, node)?.bits))),
                SlotType::Pointer | SlotType::Bit | SlotType::Float(_) => None,
            };
            named.iter().map(number).collect()
        };
        let sum = |factors: &mut dyn Iterator<Item = i128>| -> Option<i128> {
            Some(factors.zip(numbers()?).map(|(factor, number)| factor * number).sum())
        };
        Some(match fact {
            Fact::AtMost { terms, bound } => sum(&mut terms.iter().map(|(factor, _)| i128::from(*factor)))? <= *bound,
            Fact::FloatBound { upper, bits, width, .. } => {
                let number = to_f64(*width, self.value(visit, named.first()?, node)?.bits);
                let bound = to_f64(*width, *bits);
                if *upper { number <= bound } else { number >= bound }
            }
            Fact::Equal { terms, constant, modulo } => {
                let bits = modulo.or_else(|| named.first().map(|value| value.ty.bits()))?;
                // Both sides, cut to so many bits.
                let difference = sum(&mut terms.iter().map(|(factor, _)| factor % (1 << bits)))? - constant;
                difference.rem_euclid(1 << bits) == 0
            }
            Fact::OneOf { tuples, .. } => tuples.contains(&numbers()?),
            Fact::Targets { targets, .. } => {
                let seen = self.value(visit, named.first()?, node)?;
                let is_among = |object: &Object| targets.iter().any(|target| target.object() == Some(object));
                match seen.target.map(|(target, _)| visit.object(target)) {
                    None => seen.bits != 0 || is_among(&Object::Null),
                    Some(object) if object.kind == ObjectKind::Heap => {
                        let mut classes = self.result.objects.iter().filter(|class| class.span == object.begin);
                        classes.any(|class| is_among(&Object::Nodes(class.number, None)))
                    }
                    Some(_) => return None,
                }
            }
            Fact::Given { .. } => return None,
        })
    }

    fn value(&self, visit: &Visit, value: &NamedValue, node: Option<ObjectId>) -> Option<Seen> {
        let width = match value.ty {
            SlotType::Int(ty) => u64::from(ty.bits).div_ceil(8),
            SlotType::Float(width) => u64::from(width) / 8,
            SlotType::Pointer => self.program.types.data_model.pointer_bytes(),
            SlotType::Bit => return None,
        };
        if let Some((_, at)) = value.field {
            return visit.value(node?, at, width);
        }
        let name = value.name.as_variable()?;
        let mut locals = self.body.locals.enumerated().filter(|(_, local)| local.name.as_deref() == Some(name));
        let mut globals = self.program.globals.enumerated().filter(|(_, global)| global.name == name);
        match (locals.next(), locals.next(), globals.next()) {
            (Some((id, local)), None, None) if local.storage == Storage::Register => visit.register(id),
            (Some((id, _)), None, None) => visit.value(visit.variable(id)?, 0, width),
            (None, None, Some((id, _))) if globals.next().is_none() => visit.value(visit.global(id), 0, width),
            _ => None,
        }
    }
}

/// What a name stands for, if that is one thing.
fn named<'f>(facts: &'f LoopFacts, name: &Name) -> Option<&'f NamedValue> {
    let mut values = facts.values.iter().filter(|value| value.name == *name);
    values.next().filter(|_| values.next().is_none())
}
