//! Audits: what the engines claim of loops, compared with real executions.
//!
//! In: a program. Out: how often executions visited the heads of loops, and the visits that contradict what an engine claims
//! there. The program is executed on extreme and random inputs; whenever it stands at the head of a loop, some state that shape
//! analysis keeps there must describe it, and what templates report must hold ([`facts`]). A visit that contradicts them shows
//! that an engine lost a case, long before a wrong verdict does.
//!
//! Of shapes, not looked at are: what callers hold of the memory that a call can reach, what is lost in other functions than the entry, and
//! attempts that did not follow all paths, as they claim nothing.

mod facts;

pub use facts::{audit_invariants, compare_facts};

use crate::base::Clock;
use crate::config::RunConfig;
use crate::interp::{BoundaryInputs, Heads, Inputs, Interpreter, RandomInputs, Visit};
use crate::ir::{BlockId, FunctionId, Program, Property, PropertySet};
use crate::shape::{Claims, Described, ShapeConfig, claims};
use indexmap::IndexMap;
use std::fmt::Write;

/// How thorough an audit is.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// Executions on random inputs, besides those on extreme ones.
    pub executions: u64,
    /// Statements of each.
    pub statements: u64,
    /// Visits of one loop in one execution that are looked at: the first ones.
    pub visits: u32,
    /// Abstract states that shape analysis may follow.
    pub states: u64,
    /// Objects of states that it may look at.
    pub work: u64,
    /// Resources of the solver in the search for invariants.
    pub resources: u64,
    /// Statements of the formula for which they are looked for.
    pub formula: u64,
    /// Steps of the search for the description of one visit by one state.
    pub steps: u64,
}

/// A visit that contradicts a claim.
#[derive(Clone, Debug)]
pub struct Miss {
    /// The function of the loop.
    pub function: String,
    /// Its first block.
    pub block: BlockId,
    /// The execution, the visit, and what is claimed, in words.
    pub details: String,
}

/// What an audit found.
#[derive(Clone, Debug, Default)]
pub struct Audited {
    /// Attempts of the analysis whose claims were looked at.
    pub attempts: usize,
    /// Comparisons of a visit with the claims of an attempt.
    pub comparisons: u64,
    /// Those that were not decided with the steps allowed.
    pub undecided: u64,
    /// Facts that were not looked at, at so many visits.
    pub skipped: u64,
    /// Those that contradict the claims; one for each loop and attempt.
    pub misses: Vec<Miss>,
}

/// The properties for which states are kept: all but those that stop executions early, or that no state tells of.
const PROPERTIES: [Property; 5] =
    [Property::UnreachCall, Property::Assertions, Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack];

/// Compares what shape analysis claims of a program with executions.
pub fn audit_shapes(program: &Program, malloc_may_fail: bool, how: &Thoroughness) -> Audited {
    let claims = claims(program, &shape_config(malloc_may_fail, how));
    compare(program, &claims, malloc_may_fail, how)
}

/// The same with claims that were changed to be wrong, each with what was changed: an audit must find that out wherever
/// executions get there.
pub fn audit_falsified(program: &Program, malloc_may_fail: bool, how: &Thoroughness) -> Vec<(String, Audited)> {
    let falsified =
        claims(program, &shape_config(malloc_may_fail, how)).into_iter().flat_map(|claims| claims.falsified());
    falsified.map(|(what, claims)| (what, compare(program, &[claims], malloc_may_fail, how))).collect()
}

fn compare(program: &Program, claims: &[Claims], malloc_may_fail: bool, how: &Thoroughness) -> Audited {
    let mut audited = Audited { attempts: claims.len(), ..Audited::default() };
    if claims.is_empty() {
        return audited;
    }
    let (interpreter, heads) = (Interpreter::new(program), Heads::of(program));
    let config = run_config(malloc_may_fail, how);
    let mut missed: Vec<(usize, FunctionId, BlockId)> = Vec::new();
    for (name, mut inputs) in executions(program, how) {
        let mut visits: IndexMap<(FunctionId, BlockId), u32> = IndexMap::new();
        let mut look = |visit: &Visit| {
            let count = visits.entry((visit.function, visit.block)).or_default();
            *count += 1;
            if *count > how.visits {
                return;
            }
            for (attempt, claims) in claims.iter().enumerate() {
                if missed.contains(&(attempt, visit.function, visit.block)) {
                    continue;
                }
                audited.comparisons += 1;
                match claims.describe(visit, how.steps) {
                    Described::Yes => {}
                    Described::Undecided => audited.undecided += 1,
                    Described::No => {
                        missed.push((attempt, visit.function, visit.block));
                        let mut details =
                            format!("attempt {attempt}, {name}, visit {count}:\n{}", in_words(program, visit));
                        for (index, state) in claims.in_words(visit).iter().enumerate() {
                            let _ = write!(details, "  not state {index}:\n{state}");
                        }
                        let function = program.functions[visit.function].name.clone();
                        audited.misses.push(Miss { function, block: visit.block, details });
                    }
                }
            }
        };
        interpreter.observe(PropertySet::of(&PROPERTIES), &mut *inputs, &config, &heads, &mut look);
    }
    audited
}

fn shape_config(malloc_may_fail: bool, how: &Thoroughness) -> ShapeConfig {
    let &Thoroughness { states, work, .. } = how;
    ShapeConfig { properties: PropertySet::of(&PROPERTIES), malloc_may_fail, states, work, clock: Clock::default() }
}

fn run_config(malloc_may_fail: bool, how: &Thoroughness) -> RunConfig {
    RunConfig { max_steps: how.statements, malloc_may_fail, ..RunConfig::default() }
}

/// The inputs of all executions, with a name for each.
fn executions<'p>(program: &'p Program, how: &Thoroughness) -> impl Iterator<Item = (String, Box<dyn Inputs>)> + 'p {
    let extreme = (0..BoundaryInputs::VARIANTS).map(|variant| {
        (format!("boundary inputs {variant}"), Box::new(BoundaryInputs::new(variant)) as Box<dyn Inputs>)
    });
    let random = (1..=how.executions)
        .map(|seed| (format!("random inputs {seed}"), Box::new(RandomInputs::new(program, seed)) as Box<dyn Inputs>));
    extreme.chain(random)
}

/// A visit in words: the variables, and the objects on the heap.
fn in_words(program: &Program, visit: &Visit) -> String {
    let mut text = String::new();
    let Some(body) = program.functions[visit.function].body() else { return text };
    for (id, local) in body.locals.enumerated() {
        let name = local.name.clone().unwrap_or_else(|| id.to_string());
        if let Some(seen) = visit.register(id) {
            let _ = writeln!(text, "    {name} = {:#x} {:?}", seen.bits, seen.target);
        }
    }
    let word = program.types.data_model.pointer_bytes();
    for (id, object) in visit.objects().filter(|(_, object)| object.begin != crate::base::Span::NONE) {
        let _ = write!(text, "    {id} {:?} {} bytes:", object.kind, object.size);
        for at in (0..object.size.min(64)).step_by(word as usize) {
            match visit.value(id, at, word.min(object.size - at)) {
                Some(seen) => {
                    let _ = write!(text, " {:#x}", seen.bits);
                    let _ = seen.target.map(|(target, offset)| write!(text, "({target}{offset:+})"));
                }
                None => text.push_str(" ?"),
            }
        }
        text.push('\n');
    }
    text
}
