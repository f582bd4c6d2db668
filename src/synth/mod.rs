//! Synthesis: finds parameters that make the templates of all loops inductive.
//!
//! In: an encoding with residual loops, their templates, a solver. Out: an invariant per loop. From bottom, model
//! by model: a model of "the invariants hold before, not after the body" is joined into the parameters, until
//! there is none. A bound that moves again goes to the nearest constant of the program that the row keeps to.

use crate::domain::{Parameter, linear_term, pointer_value, slot_value, targets_term, tuples_term};
use crate::logic::{Sort, TermId};
use crate::memory::NODE_BITS;
use crate::solver::{SatResult, Solver};
use crate::ssa::{Encoding, LoopRecord};
use crate::template::{Row, Side, SlotType, Strength, Template, slot_term};

/// The invariant of one loop.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Whether the end of the body is reached at all.
    pub reached: bool,
    /// Whether each class has nodes there.
    pub populated: Vec<bool>,
    /// One parameter per row.
    pub parameters: Vec<Parameter>,
}

/// All loops with their templates and current invariants.
pub struct Synthesis<'a> {
    encoding: &'a mut Encoding,
    records: Vec<LoopRecord>,
    templates: Vec<Template>,
    invariants: Vec<Invariant>,
    /// Joins per loop and row.
    joins: Vec<Vec<u32>>,
    thresholds: Vec<i128>,
    /// For each loop and class: the nodes at which the head is looked at.
    instances: Vec<Vec<Vec<TermId>>>,
    /// For each loop and class: a node at the end of the body that may break the invariant.
    witnesses: Vec<Vec<TermId>>,
    /// Facts that do not depend on invariants.
    facts: Vec<TermId>,
    /// Invariants as terms, by loop; dropped when they change.
    cached: Vec<Option<TermId>>,
    iterations: u64,
}

/// Moves of a bound after which it is dropped.
const PATIENCE: u32 = 6;

/// Constants of the program that are tried for a bound.
const NEARBY: usize = 8;

impl<'a> Synthesis<'a> {
    /// Prepares the loops of an encoding.
    pub fn new(encoding: &'a mut Encoding, strength: Strength, thresholds: Vec<i128>) -> Self {
        let records = encoding.loops.clone();
        let templates: Vec<Template> =
            records.iter().map(|record| Template::of(record, strength, &encoding.memory.pool)).collect();
        let invariants = records
            .iter()
            .zip(&templates)
            .map(|(record, template)| Invariant {
                reached: false,
                populated: vec![false; record.classes.len()],
                parameters: vec![Parameter::Bottom; template.rows.len()],
            })
            .collect();
        let joins = templates.iter().map(|template| vec![0; template.rows.len()]).collect();
        let cached = vec![None; records.len()];
        let mut synthesis = Self {
            encoding,
            records,
            templates,
            invariants,
            joins,
            thresholds,
            instances: Vec::new(),
            witnesses: Vec::new(),
            facts: Vec::new(),
            cached,
            iterations: 0,
        };
        synthesis.choose_witnesses();
        synthesis.instantiate();
        synthesis
    }

    /// The invariants found.
    pub fn invariants(&self) -> &[Invariant] {
        &self.invariants
    }

    /// Models that were joined into invariants.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The invariant of a loop in words, a line per row that says something.
    pub fn describe(&self, index: usize) -> Vec<String> {
        let (template, invariant) = (&self.templates[index], &self.invariants[index]);
        if !invariant.reached {
            return vec!["the end of the body is never reached".to_string()];
        }
        let mut lines = Vec::new();
        for (row, parameter) in template.rows.iter().zip(&invariant.parameters) {
            match (row, parameter) {
                (Row::Linear(terms), Parameter::AtMost(bound)) => {
                    let sum: Vec<String> = terms
                        .iter()
                        .map(|(factor, slot)| {
                            let name = &template.slots[*slot].name;
                            match factor {
                                1 => format!("+ {name}"),
                                -1 => format!("- {name}"),
                                factor => format!("{factor:+}·{name}"),
                            }
                        })
                        .collect();
                    let sum = sum.join(" ");
                    lines.push(format!("{} ≤ {bound}", sum.strip_prefix("+ ").unwrap_or(&sum)));
                }
                (Row::Targets(slot), Parameter::Targets(targets)) => {
                    let list: Vec<String> =
                        targets.keys().map(|object| self.encoding.memory.object_name(*object)).collect();
                    lines.push(format!("{} → {{{}}}", template.slots[*slot].name, list.join(", ")));
                }
                (Row::Tuples(slots), Parameter::Tuples(tuples)) => {
                    let names: Vec<&str> = slots.iter().map(|slot| template.slots[*slot].name.as_str()).collect();
                    let list: Vec<String> = tuples
                        .iter()
                        .map(|tuple| format!("({})", tuple.iter().map(i128::to_string).collect::<Vec<_>>().join(", ")))
                        .collect();
                    lines.push(format!("({}) ∈ {{{}}}", names.join(", "), list.join(", ")));
                }
                _ => {}
            }
        }
        lines
    }

    /// The templates.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// The encoding.
    pub fn encoding(&mut self) -> &mut Encoding {
        self.encoding
    }

    /// Facts about the dereference variables that hold whatever the invariants are.
    pub fn facts(&self) -> &[TermId] {
        &self.facts
    }

    /// Reads the end of each body at a free node per class, which may create dereference variables of heads.
    fn choose_witnesses(&mut self) {
        for index in 0..self.records.len() {
            let record = self.records[index].clone();
            let mut witnesses = Vec::new();
            for (position, class) in record.classes.iter().enumerate() {
                let memory = &mut self.encoding.memory;
                let node = memory.pool.var(&format!("witness!{index}!{position}"), Sort::Bv(NODE_BITS));
                memory.element(class.exists.1, node);
                for field in &class.fields {
                    memory.element(field.after, node);
                }
                witnesses.push(node);
            }
            self.witnesses.push(witnesses);
        }
    }

    /// Collects the nodes at which heads are looked at, and relates their dereference variables: equal nodes have
    /// equal values, and nothing at a head names the node that the loop is yet to allocate.
    fn instantiate(&mut self) {
        for record in self.records.clone() {
            let mut of_loop = Vec::new();
            for class in &record.classes {
                let memory = &mut self.encoding.memory;
                let mut arrays: Vec<TermId> = class.fields.iter().map(|field| field.before).collect();
                arrays.push(class.exists.0);
                let mut nodes: Vec<TermId> = Vec::new();
                if class.allocates {
                    nodes.push(memory.node(1));
                }
                for array in &arrays {
                    if let Some(variables) = memory.dereferenced().get(array) {
                        nodes.extend(variables.keys().copied());
                    }
                }
                nodes.sort_unstable();
                nodes.dedup();
                for (i, &a) in nodes.iter().enumerate() {
                    for &b in &nodes[i + 1..] {
                        let same = memory.pool.eq(a, b);
                        if same == TermId::FALSE {
                            continue;
                        }
                        let mut equal = Vec::new();
                        for &array in &arrays {
                            let (x, y) = (memory.element(array, a), memory.element(array, b));
                            equal.push(memory.pool.eq(x, y));
                        }
                        let equal = memory.pool.and(equal);
                        let fact = memory.pool.implies(same, equal);
                        self.facts.push(fact);
                    }
                }
                of_loop.push(nodes);
            }
            self.instances.push(of_loop);
            self.freshness(&record);
            let unreached = self.encoding.memory.pool.not(record.select);
            let fact = self.encoding.memory.pool.or([record.head_guard, unreached]);
            self.facts.push(fact);
        }
        self.facts.retain(|&fact| fact != TermId::TRUE);
    }

    /// Loop-back pointers do not name the node that the loop is yet to allocate, and it does not exist at the head.
    fn freshness(&mut self, record: &LoopRecord) {
        let memory = &mut self.encoding.memory;
        for class in record.classes.iter().filter(|class| class.allocates) {
            let new = memory.node(1);
            let exists = memory.node_bit(class.exists.0, new);
            let fact = memory.pool.not(exists);
            self.facts.push(fact);
            let mut pointers: Vec<TermId> = record
                .variables
                .iter()
                .map(|v| v.before)
                .filter(|&v| memory.pool.sort(v) == memory.pointer_sort())
                .collect();
            for other in &record.classes {
                for field in &other.fields {
                    if let Some(variables) = memory.dereferenced().get(&field.before) {
                        pointers.extend(
                            variables.values().copied().filter(|&v| memory.pool.sort(v) == memory.pointer_sort()),
                        );
                    }
                }
            }
            for pointer in pointers {
                let there = memory.points_to(pointer, class.object);
                let node = memory.node_part(pointer);
                let same = memory.pool.eq(node, new);
                let named = memory.pool.and([there, same]);
                let fact = memory.pool.not(named);
                self.facts.push(fact);
            }
        }
    }

    /// A row with a parameter as a term.
    fn row_term(
        &mut self,
        index: usize,
        row: usize,
        side: Side,
        node: Option<TermId>,
        parameter: &Parameter,
    ) -> TermId {
        let record = &self.records[index];
        let template = &self.templates[index];
        let memory = &mut self.encoding.memory;
        match &template.rows[row] {
            Row::Linear(terms) => {
                let terms: Vec<(i64, TermId, SlotType)> = terms
                    .iter()
                    .map(|(factor, slot)| {
                        let slot = &template.slots[*slot];
                        (*factor, slot_term(memory, record, slot, side, node), slot.ty)
                    })
                    .collect();
                linear_term(memory, &terms, parameter)
            }
            Row::Targets(slot) => {
                let pointer = slot_term(memory, record, &template.slots[*slot], side, node);
                targets_term(memory, pointer, parameter)
            }
            Row::Tuples(slots) => {
                let mut terms = Vec::new();
                for &slot in slots {
                    terms.push(slot_term(memory, record, &template.slots[slot], side, node));
                }
                tuples_term(memory, &terms, parameter)
            }
        }
    }

    /// What the current invariant of a loop says about its loop-back and dereference variables.
    pub fn constraint(&mut self, index: usize) -> TermId {
        if let Some(term) = self.cached[index] {
            return term;
        }
        let select = self.records[index].select;
        let invariant = self.invariants[index].clone();
        let term = if invariant.reached {
            let mut facts = Vec::new();
            for row in 0..self.templates[index].rows.len() {
                let parameter = &invariant.parameters[row];
                match self.templates[index].class_of(&self.templates[index].rows[row]) {
                    None => facts.push(self.row_term(index, row, Side::Before, None, parameter)),
                    Some(class) if invariant.populated[class] => {
                        for node in self.instances[index][class].clone() {
                            let exists = self.records[index].classes[class].exists.0;
                            let exists = self.encoding.memory.node_bit(exists, node);
                            let holds = self.row_term(index, row, Side::Before, Some(node), parameter);
                            facts.push(self.encoding.memory.pool.implies(exists, holds));
                        }
                    }
                    Some(_) => {}
                }
            }
            for (class, populated) in invariant.populated.iter().enumerate() {
                if !populated {
                    for node in self.instances[index][class].clone() {
                        let exists = self.records[index].classes[class].exists.0;
                        let exists = self.encoding.memory.node_bit(exists, node);
                        facts.push(self.encoding.memory.pool.not(exists));
                    }
                }
            }
            let facts = self.encoding.memory.pool.and(facts);
            self.encoding.memory.pool.implies(select, facts)
        } else {
            self.encoding.memory.pool.not(select)
        };
        self.cached[index] = Some(term);
        term
    }

    /// When the end of a body breaks the loop's invariant.
    fn violation(&mut self, index: usize) -> TermId {
        let guard = self.records[index].back_guard;
        let invariant = self.invariants[index].clone();
        if !invariant.reached {
            return guard;
        }
        let mut broken = Vec::new();
        for row in 0..self.templates[index].rows.len() {
            let class = self.templates[index].class_of(&self.templates[index].rows[row]);
            if class.is_some_and(|class| !invariant.populated[class]) {
                continue;
            }
            broken.push(self.row_broken(index, row, &invariant.parameters[row]));
        }
        for (class, populated) in invariant.populated.iter().enumerate() {
            if !populated {
                broken.push(self.witness_exists(index, class));
            }
        }
        let broken = self.encoding.memory.pool.or(broken);
        self.encoding.memory.pool.and([guard, broken])
    }

    fn witness_exists(&mut self, index: usize, class: usize) -> TermId {
        let exists = self.records[index].classes[class].exists.1;
        let node = self.witnesses[index][class];
        self.encoding.memory.node_bit(exists, node)
    }

    /// When the end of a body breaks one row.
    fn row_broken(&mut self, index: usize, row: usize, parameter: &Parameter) -> TermId {
        let class = self.templates[index].class_of(&self.templates[index].rows[row]);
        let node = class.map(|class| self.witnesses[index][class]);
        let holds = self.row_term(index, row, Side::After, node, parameter);
        let fails = self.encoding.memory.pool.not(holds);
        match class {
            None => fails,
            Some(class) => {
                let exists = self.witness_exists(index, class);
                self.encoding.memory.pool.and([exists, fails])
            }
        }
    }

    /// Asserts facts and current invariants, then asks for a model of the query.
    fn check(&mut self, solver: &mut dyn Solver, prefix: TermId, query: TermId) -> SatResult {
        if query == TermId::FALSE {
            return SatResult::Unsat;
        }
        let constraints: Vec<TermId> = (0..self.records.len()).map(|index| self.constraint(index)).collect();
        solver.push();
        for constraint in constraints.into_iter().chain([prefix, query]) {
            solver.assert(&self.encoding.memory.pool, constraint);
        }
        let answer = solver.check(&self.encoding.memory.pool, &[]);
        solver.pop();
        answer
    }

    /// Finds invariants for all loops; `None` if the solver gives up. `prefix` is the term for the assumptions
    /// before a position. The facts must have been asserted.
    pub fn solve(&mut self, solver: &mut dyn Solver, prefix: &dyn Fn(usize) -> TermId) -> Option<()> {
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..self.records.len() {
                let before = prefix(self.records[index].after);
                loop {
                    let query = self.violation(index);
                    match self.check(solver, before, query) {
                        SatResult::Unsat => break,
                        SatResult::Unknown(_) => return None,
                        SatResult::Sat => {}
                    }
                    let moving = self.join(index, solver)?;
                    for (row, value) in moving {
                        self.choose_bound(index, row, value, solver, before)?;
                    }
                    changed = true;
                }
            }
        }
        Some(())
    }

    /// Joins the end of the body in the last model into the invariant. Bounds that have moved before are not
    /// moved here but returned, with the value they do not hold for.
    fn join(&mut self, index: usize, solver: &mut dyn Solver) -> Option<Vec<(usize, i128)>> {
        self.cached[index] = None;
        self.iterations += 1;
        let first = !std::mem::replace(&mut self.invariants[index].reached, true);
        let populated: Vec<TermId> =
            (0..self.records[index].classes.len()).map(|class| self.witness_exists(index, class)).collect();
        let mut seen = Vec::new();
        for exists in populated {
            seen.push(solver.value(&self.encoding.memory.pool, exists)?.to_bool());
        }
        let mut updates = Vec::new();
        let mut moving = Vec::new();
        for row in 0..self.templates[index].rows.len() {
            let class = self.templates[index].class_of(&self.templates[index].rows[row]);
            let parameter = self.invariants[index].parameters[row].clone();
            let fresh = match class {
                None => first,
                Some(class) => seen[class] && !self.invariants[index].populated[class],
            };
            let broken = self.row_broken(index, row, &parameter);
            if !fresh && !solver.value(&self.encoding.memory.pool, broken)?.to_bool() {
                continue;
            }
            let node = class.map(|class| self.witnesses[index][class]);
            self.joins[index][row] += 1;
            match self.observe(index, row, node, solver)? {
                Observed::Number(value) if parameter == Parameter::Bottom => {
                    updates.push((row, Parameter::AtMost(value)));
                }
                Observed::Number(value) => moving.push((row, value)),
                Observed::Target(object, offset) => updates.push((row, parameter.join_target(object, offset))),
                Observed::Tuple(tuple) => updates.push((row, parameter.join_tuple(tuple))),
            }
        }
        for (row, parameter) in updates {
            self.invariants[index].parameters[row] = parameter;
        }
        for (class, seen) in seen.into_iter().enumerate() {
            self.invariants[index].populated[class] |= seen;
        }
        Some(moving)
    }

    /// What a row is about, at the end of the body in the last model.
    fn observe(&mut self, index: usize, row: usize, node: Option<TermId>, solver: &mut dyn Solver) -> Option<Observed> {
        let record = &self.records[index];
        let template = &self.templates[index];
        let memory = &mut self.encoding.memory;
        match &template.rows[row] {
            Row::Linear(terms) => {
                let mut sum = 0i128;
                for (factor, slot) in terms {
                    let slot = &template.slots[*slot];
                    let term = slot_term(memory, record, slot, Side::After, node);
                    let value = solver.value(&memory.pool, term)?;
                    sum += i128::from(*factor) * slot_value(value.bits(), slot.ty);
                }
                Some(Observed::Number(sum))
            }
            Row::Targets(slot) => {
                let pointer = slot_term(memory, record, &template.slots[*slot], Side::After, node);
                let value = solver.value(&memory.pool, pointer)?;
                let (object, offset) = pointer_value(memory, value.bits());
                Some(Observed::Target(object, offset))
            }
            Row::Tuples(slots) => {
                let mut tuple = Vec::new();
                for &slot in slots {
                    let slot = &template.slots[slot];
                    let term = slot_term(memory, record, slot, Side::After, node);
                    tuple.push(slot_value(solver.value(&memory.pool, term)?.bits(), slot.ty));
                }
                Some(Observed::Tuple(tuple))
            }
        }
    }

    /// Moves a bound up to the nearest constant of the program that the row then keeps to, given the other rows as
    /// they are; if there is none nearby, or after too many moves, it is dropped.
    fn choose_bound(
        &mut self,
        index: usize,
        row: usize,
        value: i128,
        solver: &mut dyn Solver,
        before: TermId,
    ) -> Option<()> {
        let from = self.thresholds.partition_point(|&threshold| threshold < value);
        let candidates: Vec<i128> = self.thresholds[from..].iter().copied().take(NEARBY).collect();
        if self.joins[index][row] <= PATIENCE {
            for candidate in candidates {
                let tried = Parameter::AtMost(candidate);
                self.invariants[index].parameters[row] = tried.clone();
                self.cached[index] = None;
                let broken = self.row_broken(index, row, &tried);
                let guard = self.records[index].back_guard;
                let query = self.encoding.memory.pool.and([guard, broken]);
                match self.check(solver, before, query) {
                    SatResult::Unsat => return Some(()),
                    SatResult::Sat => {}
                    SatResult::Unknown(_) => return None,
                }
            }
        }
        self.invariants[index].parameters[row] = Parameter::Top;
        self.cached[index] = None;
        Some(())
    }
}

/// What a model says about a row.
enum Observed {
    Number(i128),
    Target(crate::memory::ObjectId, u64),
    Tuple(Vec<i128>),
}
