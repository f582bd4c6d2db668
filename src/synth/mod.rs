//! Synthesis: finds what the rows of all templates say, so that the invariants are inductive.
//!
//! In: an encoding with residual loops, a stage of a preset. Out: an invariant per loop, and solvers that know them, one
//! per loop ([`question`]). From bottom,
//! model by model: a model of "the invariants hold before, not after the body" is joined into the rows, until there
//! is none. Bounds move by thresholds ([`climb`]) and are then lowered to what the body keeps to ([`narrow`]). What
//! one stage has found is a fact for the stages after it.

mod climb;
mod heads;
mod narrow;
mod question;
mod search;

use crate::logic::{Bits, FastSet, TermId, Value};
use crate::memory::Memory;
use crate::solver::{Meter, SatResult, Solver, Statistics, Z3Solver};
use crate::ssa::{Encoding, LoopRecord, Prefixes};
use crate::template::domain::{Bound, Domain, Movable, bottom};
use crate::template::{
    Harvest, Named, NamedRow, Side, Slot, Source, Stage, Template, harvest, product_lemmas, slot_term,
};
use crate::verdict::{Fact, Name};
use heads::Heads;
use question::{Question, loop_at, questions};
use search::Seen;

/// The part of the resources that are left which one question may take.
const QUESTION_PART: u64 = 4;

/// The invariant of one loop.
struct Invariant {
    /// Whether the end of the body is reached at all.
    reached: bool,
    /// Whether each class has nodes there.
    populated: Vec<bool>,
    /// One value per row.
    values: Vec<Box<dyn Domain>>,
}

/// All loops with their templates and current invariants.
pub struct Synthesis<'a> {
    encoding: &'a mut Encoding,
    records: Vec<LoopRecord>,
    heads: Heads,
    prefixes: Prefixes,
    /// One per loop, and one for what is outside of all.
    questions: Vec<Question>,
    harvests: Vec<Harvest>,
    thresholds: Vec<i128>,
    meter: &'a Meter,
    templates: Vec<Template>,
    invariants: Vec<Invariant>,
    /// Invariants as terms, by loop and question; dropped when they change.
    cached: Vec<Vec<Option<TermId>>>,
    /// Conditions that always or never hold.
    decided: FastSet<TermId>,
    /// What earlier stages found, by loop.
    found: Vec<Vec<Fact>>,
    /// What the search for combinations has seen, by loop; empty before it begins.
    seen: Vec<Seen>,
    iterations: u64,
}

impl<'a> Synthesis<'a> {
    /// Prepares the loops of an encoding.
    pub fn new(encoding: &'a mut Encoding, rows: &[NamedRow], thresholds: Vec<i128>, meter: &'a Meter) -> Self {
        let mut records = encoding.loops.clone();
        let harvests = harvest(encoding, rows);
        keep_what_is_asked(&encoding.memory, &mut records, &harvests);
        let heads = Heads::of(encoding, &records);
        let prefixes = Prefixes::of(encoding);
        let questions = questions(encoding, &records, &harvests, &heads, &prefixes, meter);
        Self {
            encoding,
            records,
            heads,
            prefixes,
            questions,
            harvests,
            thresholds,
            meter,
            templates: Vec::new(),
            invariants: Vec::new(),
            cached: Vec::new(),
            decided: FastSet::default(),
            found: Vec::new(),
            seen: Vec::new(),
            iterations: 0,
        }
    }

    /// The templates of a stage, one for each loop.
    pub fn templates(&mut self, stage: &Stage) -> &[Template] {
        self.start(stage);
        &self.templates
    }

    /// The encoding, and its assumptions in order.
    pub fn encoding(&mut self) -> (&mut Encoding, &Prefixes) {
        (self.encoding, &self.prefixes)
    }

    /// The number of the solver to ask about what comes after a number of assumptions.
    pub fn question_at(&self, position: usize) -> usize {
        loop_at(&self.records, position).unwrap_or(self.records.len())
    }

    /// Conditions of which one always holds, and which make what a solver is asked about simpler: whether the last loop before
    /// it was gone around.
    pub fn cases(&mut self, question: usize) -> Vec<TermId> {
        let last = if question < self.records.len() { Some(question) } else { self.records.len().checked_sub(1) };
        last.map_or(vec![TermId::TRUE], |last| self.cases_into(last).to_vec())
    }

    /// How many loops come before what a solver is asked about.
    pub fn loops_before(&self, question: usize) -> usize {
        self.questions[question].loops
    }

    /// A solver that knows what was found so far, and the encoding.
    pub fn solver(&mut self, question: usize) -> (&mut Z3Solver, &mut Encoding) {
        (&mut self.questions[question].solver, self.encoding)
    }

    /// What all solvers have done.
    pub fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        for statistics in self.questions.iter().map(|question| question.solver.statistics()) {
            sum.queries += statistics.queries;
            sum.time += statistics.time;
            sum.resources += statistics.resources;
            sum.memory = sum.memory.max(statistics.memory);
        }
        sum
    }

    /// Models that were joined into invariants.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// What all stages so far found for a loop; `None` if the end of the body is never reached.
    pub fn describe(&self, index: usize) -> Option<Vec<Fact>> {
        let mut facts = self.found.get(index).cloned().unwrap_or_default();
        for fact in self.describe_stage(index)? {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        Some(facts)
    }

    /// The values that what is found of a loop may be about.
    pub fn slots(&self, index: usize) -> &[Slot] {
        self.templates.get(index).map_or(&[], |template| &template.slots)
    }

    fn describe_stage(&self, index: usize) -> Option<Vec<Fact>> {
        let (template, invariant) = (self.templates.get(index)?, self.invariants.get(index)?);
        if !invariant.reached {
            return None;
        }
        let mut facts = Vec::new();
        for (row, value) in template.rows.iter().zip(&invariant.values) {
            let unpopulated = template.class_of(row).is_some_and(|class| !invariant.populated[class]);
            let changes = row.slots().iter().any(|&slot| template.slots[slot].before != template.slots[slot].after);
            let about_node = template.class_of(row).is_some();
            if !unpopulated && (changes || about_node) {
                let names: Vec<Name> = row.slots().iter().map(|&slot| template.slots[slot].name.clone()).collect();
                facts.extend(value.facts(&self.encoding.memory, &names));
            }
        }
        Some(facts)
    }

    /// Finds invariants with the domains of a stage and asserts them; `None` if the solver gives up.
    pub fn run(&mut self, stage: &Stage) -> Option<()> {
        self.found.resize(self.records.len(), Vec::new());
        for index in 0..self.invariants.len() {
            self.found[index] = self.describe(index).unwrap_or_default();
        }
        // Products make every question harder, so nothing is said of them before they matter.
        if stage.any(|kind| kind.has_products) {
            for lemma in product_lemmas(self.encoding, &self.records) {
                for question in &mut self.questions {
                    question.solver.assert(&self.encoding.memory.pool, lemma);
                }
            }
        }
        self.start(stage);
        self.solve()?;
        self.assert();
        self.note_decided();
        Some(())
    }

    /// Asserts the invariants that were found: from now on they are facts.
    fn assert(&mut self) {
        for question in 0..self.questions.len() {
            for index in 0..self.questions[question].loops {
                let constraint = self.constraint(question, index);
                self.questions[question].solver.assert(&self.encoding.memory.pool, constraint);
            }
        }
    }

    /// The templates of a stage, and bottom.
    fn start(&mut self, stage: &Stage) {
        self.templates.clear();
        self.invariants.clear();
        for (record, harvest) in self.records.iter().zip(&self.harvests) {
            let template = Template::of(&mut self.encoding.memory, record, harvest, stage, &self.decided);
            let values = template.rows.iter().map(|row| bottom(&template, row)).collect();
            self.templates.push(template);
            // What is said of indices is said of those in the array, be there any or not.
            let mut populated = vec![false; record.classes.len()];
            populated.resize(record.classes.len() + record.arrays.len(), true);
            self.invariants.push(Invariant { reached: false, populated, values });
        }
        self.cached = vec![vec![None; self.questions.len()]; self.records.len()];
    }

    /// Notes which conditions always or never hold: they are of no use as keys.
    fn note_decided(&mut self) {
        for (template, invariant) in self.templates.iter().zip(&mut self.invariants) {
            for (row, value) in template.rows.iter().zip(&mut invariant.values) {
                let (true, [slot]) = (row.is_bound(), &row.slots()[..]) else { continue };
                let slot = &template.slots[*slot];
                let bounded = value.bounds().iter().any(|(_, linear)| match linear.bound() {
                    Bound::AtMost(bound) => bound < linear.limit(),
                    Bound::None | Bound::Any => false,
                });
                if slot.source == Source::Condition && bounded {
                    self.decided.insert(slot.before);
                }
            }
        }
    }

    /// The terms of a row's slots.
    fn slot_terms(&mut self, index: usize, row: usize, side: Side, node: Option<TermId>) -> Vec<TermId> {
        let template = &self.templates[index];
        let slots = template.rows[row].slots();
        slots.into_iter().map(|slot| slot_term(&mut self.encoding.memory, &template.slots[slot], side, node)).collect()
    }

    fn class_of(&self, index: usize, row: usize) -> Option<usize> {
        self.templates[index].class_of(&self.templates[index].rows[row])
    }

    /// A row as a term.
    fn row_term(&mut self, index: usize, row: usize, side: Side, node: Option<TermId>) -> TermId {
        let slots = self.slot_terms(index, row, side, node);
        self.invariants[index].values[row].term(&mut self.encoding.memory, &slots)
    }

    /// Whether a node of a class exists, at the head or at the end of the body; of an array, whether an index is in it.
    fn exists(&mut self, index: usize, class: usize, side: Side, node: TermId) -> TermId {
        let record = &self.records[index];
        let Some(nodes) = record.classes.get(class) else {
            let length = record.arrays[class - record.classes.len()].length;
            return self.encoding.memory.pool.ult(node, length);
        };
        let (before, after) = nodes.exists;
        self.encoding.memory.node_bit(if side == Side::Before { before } else { after }, node)
    }

    /// What the current invariant of a loop says about its loop-back variables, and about the dereference variables that
    /// matter for a question.
    fn constraint(&mut self, question: usize, index: usize) -> TermId {
        if let Some(term) = self.cached[index][question] {
            return term;
        }
        let select = self.records[index].select;
        let term = if self.invariants[index].reached {
            let mut facts = Vec::new();
            for row in 0..self.templates[index].rows.len() {
                match self.class_of(index, row) {
                    None => facts.push(self.row_term(index, row, Side::Before, None)),
                    Some(class) if self.invariants[index].populated[class] => {
                        for node in self.questions[question].instances[index][class].clone() {
                            let exists = self.exists(index, class, Side::Before, node);
                            let holds = self.row_term(index, row, Side::Before, Some(node));
                            facts.push(self.encoding.memory.pool.implies(exists, holds));
                        }
                    }
                    Some(_) => {}
                }
            }
            for class in 0..self.questions[question].instances[index].len() {
                if !self.invariants[index].populated[class] {
                    for node in self.questions[question].instances[index][class].clone() {
                        let exists = self.exists(index, class, Side::Before, node);
                        facts.push(self.encoding.memory.pool.not(exists));
                    }
                }
            }
            let facts = self.encoding.memory.pool.and(facts);
            self.encoding.memory.pool.implies(select, facts)
        } else {
            self.encoding.memory.pool.not(select)
        };
        self.cached[index][question] = Some(term);
        term
    }

    /// When the end of a body breaks the loop's invariant.
    fn violation(&mut self, index: usize) -> TermId {
        let guard = self.records[index].back_guard;
        if !self.invariants[index].reached {
            return guard;
        }
        let mut broken = Vec::new();
        for row in 0..self.templates[index].rows.len() {
            let class = self.class_of(index, row);
            if class.is_none_or(|class| self.invariants[index].populated[class]) {
                let node = class.map(|class| self.heads.witnesses[index][class]);
                let holds = self.row_term(index, row, Side::After, node);
                let fails = self.encoding.memory.pool.not(holds);
                let there = self.witness_exists(index, class);
                broken.push(self.encoding.memory.pool.and([there, fails]));
            }
        }
        for class in 0..self.heads.witnesses[index].len() {
            if !self.invariants[index].populated[class] {
                broken.push(self.witness_exists(index, Some(class)));
            }
        }
        let broken = self.encoding.memory.pool.or(broken);
        self.encoding.memory.pool.and([guard, broken])
    }

    /// Whether the witness of a class exists at the end of the body; what is about no class is always there.
    fn witness_exists(&mut self, index: usize, class: Option<usize>) -> TermId {
        match class {
            None => TermId::TRUE,
            Some(class) => self.exists(index, class, Side::After, self.heads.witnesses[index][class]),
        }
    }

    /// Asserts the current invariants that matter at the end of a loop's body, on a level of their own.
    fn push_constraints(&mut self, index: usize) {
        // Loops that come after the body cannot matter for it.
        let loops = 0..self.records[index].last;
        let constraints: Vec<TermId> = loops.map(|other| self.constraint(index, other)).collect();
        let before = self.prefixes.before(self.records[index].after);
        let solver = &mut self.questions[index].solver;
        solver.push();
        for constraint in constraints.into_iter().chain([before]) {
            solver.assert(&self.encoding.memory.pool, constraint);
        }
    }

    /// Takes back what [`Self::push_constraints`] asserted.
    fn pop_constraints(&mut self, index: usize) {
        self.questions[index].solver.pop();
    }

    /// The value of a term in the last model of a loop's solver.
    fn value(&mut self, index: usize, term: TermId) -> Option<Value> {
        self.questions[index].solver.value(&self.encoding.memory.pool, term)
    }

    /// The invariant of a loop is another one now.
    fn changed(&mut self, index: usize) {
        self.cached[index].fill(None);
    }

    /// Drops the bounds of the longest combinations that still have one; `None` if no combination has.
    fn weaken(&mut self, index: usize) -> Option<()> {
        self.changed(index);
        let invariant = &mut self.invariants[index];
        let mut bounds: Vec<&mut dyn Movable> =
            invariant.values.iter_mut().flat_map(|value| value.bounds()).map(|(_, linear)| linear).collect();
        bounds.retain(|linear| linear.bound() != Bound::Any);
        let longest = bounds.iter().map(|linear| linear.arity()).max()?;
        for linear in bounds.into_iter().filter(|linear| linear.arity() == longest) {
            linear.set_bound(Bound::Any);
        }
        Some(())
    }

    /// Asks a loop's solver for a model, with what is left.
    fn ask(&mut self, index: usize, query: TermId) -> Option<bool> {
        self.ask_within(index, query, 1)
    }

    /// As [`Self::ask`], with a part of what is left.
    fn ask_within(&mut self, index: usize, query: TermId, part: u64) -> Option<bool> {
        if query == TermId::FALSE {
            return Some(false);
        }
        let solver = &mut self.questions[index].solver;
        solver.push();
        solver.assert(&self.encoding.memory.pool, query);
        let answer = self.meter.ask(solver, &self.encoding.memory.pool, part);
        solver.pop();
        match answer {
            SatResult::Sat => Some(true),
            SatResult::Unsat => Some(false),
            SatResult::Unknown(_) => None,
        }
    }

    /// Grows all invariants until they are inductive.
    fn solve(&mut self) -> Option<()> {
        // How often each invariant has changed, and how often those that matter for a loop had when it came to rest.
        let mut changes = vec![0; self.records.len()];
        let mut at_rest: Vec<Option<u64>> = vec![None; self.records.len()];
        loop {
            let seen = |changes: &[u64], record: &LoopRecord| changes[..record.last].iter().sum::<u64>();
            let moved = |index: &usize| at_rest[*index] != Some(seen(&changes, &self.records[*index]));
            let Some(index) = (0..self.records.len()).find(moved) else { return Some(()) };
            changes[index] += self.settle(index)?;
            at_rest[index] = Some(seen(&changes, &self.records[index]));
        }
    }

    /// Grows the invariant of one loop until it is inductive, given those of the others; how often it changed.
    fn settle(&mut self, index: usize) -> Option<u64> {
        // Whether the loop is entered or gone around decides much of the formula, so each is asked on its own.
        let [mut way, mut other] = self.cases_into(index);
        let (mut changes, mut settled) = (0, 0);
        while settled < 2 {
            let violation = self.violation(index);
            let query = self.encoding.memory.pool.and([violation, way]);
            self.push_constraints(index);
            let broken = self.ask_within(index, query, QUESTION_PART);
            self.pop_constraints(index);
            match broken {
                Some(false) => {
                    settled += 1;
                    (way, other) = (other, way);
                    continue;
                }
                Some(true) => self.join(index)?,
                // Too hard a question: ask for less.
                None => self.weaken(index)?,
            }
            changes += 1;
            settled = 0;
        }
        Some(changes)
    }

    /// The conditions under which a body is executed for the first time and again.
    fn cases_into(&mut self, index: usize) -> [TermId; 2] {
        let again = self.records[index].select;
        [self.encoding.memory.pool.not(again), again]
    }

    /// Joins the end of the body in the last model into the invariant.
    fn join(&mut self, index: usize) -> Option<()> {
        self.changed(index);
        self.iterations += 1;
        self.invariants[index].reached = true;
        let mut seen = Vec::new();
        for class in 0..self.heads.witnesses[index].len() {
            let exists = self.witness_exists(index, Some(class));
            seen.push(self.value(index, exists)?.to_bool());
        }
        let mut known: Vec<Option<Bits>> = vec![None; self.templates[index].slots.len()];
        for row in 0..self.templates[index].rows.len() {
            let class = self.class_of(index, row);
            if class.is_some_and(|class| !seen[class]) {
                continue;
            }
            let node = class.map(|class| self.heads.witnesses[index][class]);
            let mut point = Vec::new();
            for slot in self.templates[index].rows[row].slots() {
                if known[slot].is_none() {
                    let memory = &mut self.encoding.memory;
                    let term = slot_term(memory, &self.templates[index].slots[slot], Side::After, node);
                    known[slot] = Some(self.value(index, term)?.bits().clone());
                }
                point.extend(known[slot].clone());
            }
            self.cover(index, row, &point);
        }
        for (class, seen) in seen.into_iter().enumerate() {
            self.invariants[index].populated[class] |= seen;
        }
        Some(())
    }

    /// Grows a row to cover a point, unless it does already.
    fn cover(&mut self, index: usize, row: usize, point: &[Bits]) {
        let memory = &mut self.encoding.memory;
        let constants: Vec<TermId> = point.iter().map(|bits| memory.pool.bits_const(bits.clone())).collect();
        let value = &mut self.invariants[index].values[row];
        if value.term(memory, &constants) == TermId::TRUE {
            return;
        }
        match value.bound_at(point) {
            Some(linear) => climb::raise(linear, point, &self.thresholds),
            None => value.join(memory, point),
        }
    }
}

/// Leaves out the fields that a loop does not change and neither a condition about nodes nor a row of the user is about:
/// each costs questions.
fn keep_what_is_asked(memory: &Memory, records: &mut [LoopRecord], harvests: &[Harvest]) {
    for (record, harvest) in records.iter_mut().zip(harvests) {
        for class in &mut record.classes {
            let own = harvest.node_conditions.iter().filter(|condition| condition.object == class.object);
            let mut asked: Vec<u64> = own.flat_map(|condition| condition.fields.iter().map(|(_, at)| *at)).collect();
            let class_size = memory.pool.as_u64(memory.objects[class.object].size);
            asked.extend(harvest.user.iter().flatten().filter_map(|(_, name)| match name {
                Named::Member { size, at } if Some(*size) == class_size => Some(*at),
                _ => None,
            }));
            class.kept.retain(|field| asked.contains(&field.at));
        }
    }
}
