//! Synthesis: finds parameters that make the templates of all loops inductive.
//!
//! In: an encoding with residual loops, their templates, a solver. Out: an invariant per loop. From bottom, model
//! by model: a model of "the invariants hold before, not after the body" is joined into the parameters, until
//! there is none. Bounds that keep moving jump to the next constant of the program; afterwards rows that jumped
//! too far are tried with smaller constants.

use crate::domain::{Parameter, linear_term, pointer_value, slot_value, targets_term};
use crate::logic::{Evaluator, Sort, TermId};
use crate::memory::{NODE_BITS, ObjectKind};
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
}

/// Joins of a row before its bound jumps to a threshold.
const PATIENCE: u32 = 2;

impl<'a> Synthesis<'a> {
    /// Prepares the loops of an encoding.
    pub fn new(encoding: &'a mut Encoding, strength: Strength, thresholds: Vec<i128>) -> Self {
        let records = encoding.loops.clone();
        let templates: Vec<Template> = records.iter().map(|record| Template::of(record, strength)).collect();
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
        };
        synthesis.choose_witnesses();
        synthesis.instantiate();
        synthesis
    }

    /// The invariants found.
    pub fn invariants(&self) -> &[Invariant] {
        &self.invariants
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
                loop {
                    let query = self.violation(index);
                    match self.check(solver, prefix(self.records[index].after), query) {
                        SatResult::Unsat => break,
                        SatResult::Unknown(_) => return None,
                        SatResult::Sat => {}
                    }
                    let mut model = Evaluator::new(solver.model(&self.encoding.memory.pool)?);
                    self.join(index, &mut model);
                    changed = true;
                }
            }
        }
        self.tighten(solver, prefix)
    }

    /// Joins the end of the body in a model into the invariant.
    fn join(&mut self, index: usize, model: &mut Evaluator) {
        self.cached[index] = None;
        self.invariants[index].reached = true;
        for class in 0..self.records[index].classes.len() {
            let exists = self.witness_exists(index, class);
            if model.eval(&self.encoding.memory.pool, exists).to_bool() {
                self.invariants[index].populated[class] = true;
            }
        }
        for row in 0..self.templates[index].rows.len() {
            let class = self.templates[index].class_of(&self.templates[index].rows[row]);
            let parameter = self.invariants[index].parameters[row].clone();
            let broken = self.row_broken(index, row, &parameter);
            let bottom = parameter == Parameter::Bottom;
            if !model.eval(&self.encoding.memory.pool, broken).to_bool() && !(bottom && class.is_none()) {
                continue;
            }
            let node = class.map(|class| self.witnesses[index][class]);
            self.joins[index][row] += 1;
            let hasty = self.joins[index][row] > PATIENCE;
            self.invariants[index].parameters[row] = self.joined(index, row, node, &parameter, hasty, model);
        }
    }

    fn joined(
        &mut self,
        index: usize,
        row: usize,
        node: Option<TermId>,
        parameter: &Parameter,
        hasty: bool,
        model: &mut Evaluator,
    ) -> Parameter {
        let record = &self.records[index];
        let template = &self.templates[index];
        let memory = &mut self.encoding.memory;
        match &template.rows[row] {
            Row::Linear(terms) => {
                let mut value = 0i128;
                for (factor, slot) in terms {
                    let slot = &template.slots[*slot];
                    let term = slot_term(memory, record, slot, Side::After, node);
                    let bits = model.eval(&memory.pool, term);
                    value += i128::from(*factor) * slot_value(bits.bits(), slot.ty);
                }
                parameter.join_bound(value, &self.thresholds, hasty)
            }
            Row::Targets(slot) => {
                let pointer = slot_term(memory, record, &template.slots[*slot], Side::After, node);
                let bits = model.eval(&memory.pool, pointer);
                let (object, offset) = pointer_value(memory, bits.bits());
                let gone = memory.objects.get(object).is_none_or(|o| o.kind == ObjectKind::Stack && o.birth.is_none());
                if gone { Parameter::Top } else { parameter.join_target(object, offset) }
            }
        }
    }

    /// Tries smaller constants for bounds that jumped. Each success leaves the whole inductive: the other rows held
    /// under a weaker assumption.
    fn tighten(&mut self, solver: &mut dyn Solver, prefix: &dyn Fn(usize) -> TermId) -> Option<()> {
        for index in 0..self.records.len() {
            for row in 0..self.templates[index].rows.len() {
                if !matches!(self.templates[index].rows[row], Row::Linear(_)) || self.joins[index][row] <= PATIENCE {
                    continue;
                }
                let current = self.invariants[index].parameters[row].clone();
                let candidates: Vec<i128> = match current {
                    Parameter::AtMost(bound) => self.thresholds.iter().copied().filter(|&t| t < bound).collect(),
                    Parameter::Top => self.thresholds.clone(),
                    Parameter::Bottom | Parameter::Targets(_) => continue,
                };
                for candidate in candidates {
                    let tried = Parameter::AtMost(candidate);
                    self.invariants[index].parameters[row] = tried.clone();
                    self.cached[index] = None;
                    let broken = self.row_broken(index, row, &tried);
                    let guard = self.records[index].back_guard;
                    let query = self.encoding.memory.pool.and([guard, broken]);
                    match self.check(solver, prefix(self.records[index].after), query) {
                        SatResult::Unsat => break,
                        SatResult::Sat => {
                            self.invariants[index].parameters[row] = current.clone();
                            self.cached[index] = None;
                        }
                        SatResult::Unknown(_) => {
                            self.invariants[index].parameters[row] = current;
                            self.cached[index] = None;
                            return None;
                        }
                    }
                }
            }
        }
        Some(())
    }
}
