//! Shape analysis: proves memory safety, and assertions about shapes, of programs with lists of any length.
//!
//! In: a program and properties. Out: the properties that no execution violates, or what stood in the way. Explores all
//! abstract states of the program. A state is a graph as in seed 002: objects with cells, pointers with offsets, and *list
//! segments*, which stand for any number of nodes linked by one or two fields, each node owning an instance of
//! what hangs on it (so lists of lists are segments of segments), and each of one of several kinds.
//! Segments with several links are trees.
//!
//! - [`state`], [`memory`], [`value`]: states and what they hold; [`linear`]: how numbers in them depend on each other. [`segment`]: making segments concrete.
//! - [`align`]: addresses as numbers. [`runs`], [`array`]: long arrays, by position.
//! - [`unfold`]: the cases that segments have. [`machine`], [`step`], [`call`]: executing expressions, statements and calls on a state.
//! - [`tree`], [`fold`]: trees, and how nodes become one.
//! - [`order`]: which nodes stand beside each other.
//! - [`numbers`], [`equations`], [`comparisons`]: how numbers and the lengths of lists depend on each other; [`notes`]: where that comes from.
//!   [`elements`]: how the fields of every node of a segment do.
//! - [`join`], [`abstraction`], [`canon`]: covering several states, or nodes, by one.
//! - [`explore`]: the search. [`context`]: what a call can reach. [`facts`]: about functions.
//! - [`describe`]: whether what is found describes real executions.
//!
//! **Why it is sound.** Every concrete state on the way is described by some abstract one: distinct objects of a state are distinct
//! in memory, what is not known is any value, and each case that a statement distinguishes is followed. Joins pair
//! objects one to one and drop facts, never objects. Whatever is not modelled, and every pointer whose target is
//! not known, ends the analysis without a proof. Errors that it cannot exclude are not reported as such: they
//! only mean that the property is not proved here.

mod abstraction;
mod align;
mod array;
mod call;
mod canon;
mod comparisons;
mod context;
mod describe;
mod elements;
mod equations;
mod explore;
mod facts;
mod fold;
mod join;
mod linear;
mod machine;
mod memory;
mod modes;
mod notes;
mod numbers;
mod order;
mod print;
mod rules;
mod runs;
mod segment;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod tree;
mod unfold;
mod value;

pub use describe::{Claims, Described};
pub use modes::has_modes;

use crate::base::{Clock, Obstacle, Span, Weight};
use crate::ir::{Expr, ExprKind, Global, GlobalKind, Program, Property, PropertySet};
use abstraction::Eagerness;
use explore::{Budget, Explorer};
use machine::Machine;
use memory::Statics;
use state::{Base, Cell, Kind};
use value::{ObjectId, Pointer, Value};

/// What to prove, and within which limits.
#[derive(Clone, Debug)]
pub struct ShapeConfig {
    /// What is to be proved.
    pub properties: PropertySet,
    /// Whether an allocation may return null.
    pub malloc_may_fail: bool,
    /// How many abstract states to follow; each attempt has a limit of its own, too.
    pub states: u64,
    /// How many objects of states to look at: what following and joining them costs.
    pub work: u64,
    /// The user's time.
    pub clock: Clock,
}

/// What was found out.
#[derive(Clone, Debug, Default)]
pub struct ShapeResult {
    /// The properties that are proved.
    pub proved: PropertySet,
    /// What stood in the way of the others.
    pub obstacles: Vec<Obstacle>,
    /// Abstract states that were followed.
    pub states: u64,
    /// Objects of states that were looked at.
    pub work: u64,
    /// Whether more states, or more time, might prove more.
    pub cut: bool,
    /// The states at the heads of loops, in words: those of the last attempt.
    pub loops: Vec<(Span, Vec<String>)>,
}

/// One way of exploring, from cheap or precise to coarse.
struct Attempt {
    eagerness: Eagerness,
    states: u64,
    at_loop: usize,
    /// Whether states are joined not only at the heads of loops, but also after loops and calls.
    early: bool,
    keep_dead: bool,
    /// Whether trees whose nodes say which links they have are looked for, too.
    tagged: bool,
    /// Whether it is found out how numbers, the lengths of lists and the fields of nodes depend on each other.
    numbers: bool,
    /// Whether it is for programs only that are governed by states of their own.
    modes: bool,
}

/// What is tried one after the other.
const ATTEMPTS: &[Attempt] = &[
    // Constants in nodes are kept apart: enough for most programs, and needed where nodes are told apart by their content.
    Attempt {
        eagerness: Eagerness {
            regions: 2,
            different: 6,
            kinds: 4,
            constants: false,
            trees: true,
            tagged: false,
            folds: true,
        },
        states: 60_000,
        at_loop: 8,
        early: true,
        keep_dead: false,
        tagged: true,
        numbers: false,
        modes: false,
    },
    // All combinations of constants are kept apart.
    Attempt {
        eagerness: Eagerness {
            regions: 2,
            different: 6,
            kinds: 4,
            constants: false,
            trees: true,
            tagged: false,
            folds: true,
        },
        states: 300_000,
        at_loop: 1500,
        early: false,
        keep_dead: false,
        tagged: false,
        numbers: false,
        modes: true,
    },
    // Content does not matter.
    Attempt {
        eagerness: Eagerness {
            regions: 2,
            different: 2,
            kinds: 2,
            constants: false,
            trees: true,
            tagged: false,
            folds: true,
        },
        states: 100_000,
        at_loop: 3,
        early: true,
        keep_dead: false,
        tagged: false,
        numbers: false,
        modes: false,
    },
    // Short lists are kept exact, and variables that are not read again keep memory reachable.
    Attempt {
        eagerness: Eagerness {
            regions: 3,
            different: 3,
            kinds: 3,
            constants: false,
            trees: true,
            tagged: false,
            folds: true,
        },
        states: 100_000,
        at_loop: 4,
        early: false,
        keep_dead: true,
        tagged: false,
        numbers: false,
        modes: false,
    },
    // Constants make kinds of nodes, of which it is known which stand beside each other.
    Attempt {
        eagerness: Eagerness {
            regions: 2,
            different: 6,
            kinds: 2,
            constants: true,
            trees: true,
            tagged: false,
            folds: true,
        },
        states: 20_000,
        at_loop: 24,
        early: true,
        keep_dead: false,
        tagged: false,
        numbers: false,
        modes: false,
    },
    // The lengths of lists matter, and what variables say of them.
    Attempt {
        eagerness: Eagerness {
            regions: 2,
            different: 2,
            kinds: 2,
            constants: false,
            trees: true,
            tagged: false,
            folds: true,
        },
        states: 6_000,
        at_loop: 2,
        early: true,
        keep_dead: false,
        tagged: false,
        numbers: true,
        modes: false,
    },
];

/// How nodes with several links are seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trees {
    /// As trees whose nodes are alike.
    Uniform,
    /// As trees whose nodes say which links they have.
    Tagged,
    /// As trees whose nodes are alike, even where some seem not to be.
    Patient,
    /// As lists with further links.
    None,
}

/// States that are followed in an attempt with trees: mostly few are needed, or no number is enough.
const TREE_STATES: u64 = 10_000;

/// Tries to prove properties, termination aside. Each attempt is made with trees first and, if nodes were taken for trees, without
/// them once more: they may be lists with further links.
pub fn analyse(program: &Program, config: &ShapeConfig) -> ShapeResult {
    analyse_and_keep(program, config, None)
}

/// What each attempt that goes through all paths claims of the loops.
pub fn claims<'p>(program: &'p Program, config: &ShapeConfig) -> Vec<Claims<'p>> {
    let mut claims = Vec::new();
    analyse_and_keep(program, config, Some(&mut claims));
    claims
}

fn analyse_and_keep<'p>(
    program: &'p Program,
    config: &ShapeConfig,
    mut claims: Option<&mut Vec<Claims<'p>>>,
) -> ShapeResult {
    let mut result = ShapeResult::default();
    let has_modes = modes::has_modes(program);
    let (mut has_trees, mut irregular) = (false, false);
    let attempts = ATTEMPTS.iter().filter(|attempt| has_modes || !attempt.modes);
    let kinds = |attempt| [Trees::Uniform, Trees::Tagged, Trees::Patient, Trees::None].map(|trees| (attempt, trees));
    for (attempt, trees) in attempts.flat_map(kinds) {
        if trees != Trees::Uniform && (!has_trees || (trees == Trees::Tagged && !attempt.tagged)) {
            continue;
        }
        if trees == Trees::Patient && !irregular {
            continue;
        }
        let open = |&property: &Property| property != Property::Termination && !result.proved.contains(property);
        let left: Vec<Property> = config.properties.iter().filter(open).collect();
        if left.is_empty() {
            break;
        }
        if result.states >= config.states || result.work >= config.work || config.clock.is_up() {
            result.cut = true;
            break;
        }
        let properties = PropertySet::of(&left);
        let statics = Statics {
            objects: program.globals.enumerated().map(|(id, global)| static_object(id, global, program)).collect(),
            globals: &program.globals,
            widths: facts::widths(program),
            links: facts::links(program),
            indices: facts::indices(program),
            order: attempt.eagerness.constants,
            numbers: attempt.numbers,
            thresholds: if attempt.numbers { facts::thresholds(program) } else { Vec::new() },
            pointer_bytes: program.types.data_model.pointer_bytes(),
            rules: Default::default(),
            rules_added: Default::default(),
            irregular: Default::default(),
            looked_at: Default::default(),
        };
        let mut machine = Machine::new(program, statics, properties, config.malloc_may_fail);
        // Which rule a node is of is told by constants, so more states of one shape are kept apart.
        let at_loop = if trees == Trees::Tagged { 8 * attempt.at_loop } else { attempt.at_loop };
        let budget = Budget {
            states: attempt.states.min(config.states - result.states),
            tree_states: TREE_STATES,
            objects: 150,
            at_loop,
            at_join: 4 * at_loop,
            early: attempt.early,
            patient: trees == Trees::Patient,
            work: config.work - result.work,
            clock: &config.clock,
        };
        let eagerness = Eagerness { trees: trees != Trees::None, tagged: trees == Trees::Tagged, ..attempt.eagerness };
        let mut explorer = Explorer::new(&mut machine, eagerness, budget, attempt.keep_dead);
        let outcome = explorer.explore();
        has_trees |= explorer.has_trees();
        irregular |= explorer.is_irregular();
        result.states += explorer.followed;
        result.cut |= explorer.cut;
        result.loops = explorer.loops();
        let heads =
            if claims.is_some() && outcome.is_ok() && trees != Trees::Tagged { explorer.heads() } else { Vec::new() };
        result.work += machine.statics.looked_at.get();
        if let Some(claims) = claims.as_mut().filter(|_| outcome.is_ok() && trees != Trees::Tagged) {
            let nothing_lost =
                left.contains(&Property::ValidMemtrack) && !machine.alarms.contains_key(&Property::ValidMemtrack);
            claims.push(Claims::new(program, machine.statics.clone(), heads, nothing_lost));
        }
        match outcome {
            Ok(()) => {
                for property in left {
                    match machine.alarms.get(&property) {
                        None => result.proved = result.proved.with(property),
                        Some((error, span)) => {
                            result.obstacles.push(Obstacle::open(error.message(), *span));
                        }
                    }
                }
            }
            Err((what, span)) => {
                let what = format!("shape analysis: {what}");
                result.obstacles.push(Obstacle::new(Weight::Detail, what, span));
            }
        }
        result.cut |= result.states >= config.states;
    }
    result
}

/// A static object as it is at the start.
fn static_object(id: crate::ir::GlobalId, global: &Global, program: &Program) -> state::Object {
    let writable = matches!(global.kind, GlobalKind::Variable | GlobalKind::External);
    let base = match global.kind {
        GlobalKind::External => Base::Any,
        _ if global.init.iter().all(|&byte| byte == 0) => Base::Zero,
        _ => Base::Initial(id),
    };
    let mut object = step::new_object(Kind::Static { writable }, (global.size, global.size), base);
    let width = program.types.data_model.pointer_bytes();
    for relocation in &global.relocations {
        object.cells.insert(relocation.offset, Cell { width, value: address(&relocation.value) });
    }
    object
}

/// The address in an initialiser.
fn address(expr: &Expr) -> Value {
    match &expr.kind {
        ExprKind::GlobalAddress(global) => Value::Pointer(Pointer::to(ObjectId(global.0))),
        ExprKind::FunctionAddress(function) => Value::Function(*function),
        ExprKind::PointerAdd(pointer, bytes) => match (address(pointer), &bytes.kind) {
            (Value::Pointer(pointer), ExprKind::Int(bits)) => {
                let ty = bytes.ty.as_int().unwrap_or(crate::ir::IntType::signed(64));
                let distance = crate::ir::IntType { signed: true, ..ty }.value(*bits) as i64;
                pointer.moved(distance).map_or(Value::Any(None), Value::Pointer)
            }
            _ => Value::Any(None),
        },
        ExprKind::Null => Value::ZERO,
        _ => Value::Any(None),
    }
}
