//! Proofs function by function: calls of functions with a contract count by that contract, and each contract that is used so is
//! proved by itself.
//!
//! In: a job whose program calls functions with contracts. Out: a proof of all that was asked, or nothing: what an execution
//! does is only known with the bodies of all functions, so nothing is refuted here.

use super::{Job, Plan, Shared, front, lock};
use crate::checker::Called;
use crate::ir::{FunctionId, FunctionKind, Program, Property, PropertySet};
use crate::prepare::{StandIn, by_contract, encoded, reached_functions};
use crate::strategy::{self, Context};
use crate::verdict::{ContractUse, Overall, Verdict, Warning};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Errors that show that a contract is not kept: a structure that is not there, or not apart from another one.
const NEEDED: [Property; 3] = [Property::ValidDeref, Property::ValidFree, Property::Assertions];

/// Tries to prove all that is asked with contracts. Says whether it is done.
pub(super) fn prove(job: &Job, context: &Context) -> bool {
    let called: Vec<&Called> = context.parsed.iter().flat_map(|parsed| &parsed.called).collect();
    let asked = job.plan.properties;
    if called.is_empty() || asked.contains(Property::Termination) {
        return false;
    }
    let properties = NEEDED.into_iter().fold(asked, PropertySet::with);
    let has_assertions = job.lower.assertions;
    let plan = Plan { properties, explain: false, ..job.plan.clone() };
    let mut job = Job { plan, dump: Vec::new(), ..job.clone() };
    job.lower.assertions = true;
    // In the program as it was lowered, assertions may be no errors.
    let shared = Shared { clock: context.clock.clone(), ..Shared::of(&job) };
    let loaded = match has_assertions {
        true => None,
        false => front::load(&job, None, &shared, context.progress).ok(),
    };
    let (program, sources) = match &loaded {
        Some(loaded) => (&loaded.prepared.program, &*loaded.sources),
        None if has_assertions => (context.program, context.sources),
        None => return false,
    };
    let stand_ins: Vec<StandIn> = called
        .iter()
        .map(|called| StandIn { function: &called.function, stand_in: &called.stand_in, globals: &called.globals })
        .collect();
    let replaced = by_contract(program, &stand_ins);
    for (function, reason) in &replaced.refused {
        let message = format!("calls of `{function}` do not count by its contract: {reason}");
        context.verdict().add_warning(Warning { message, location: None, cwe: None });
    }
    let Some(entry) = replaced.program.entry else { return false };
    if used(&replaced.program, entry, &called).is_empty() {
        return false;
    }
    let attempt = Attempt { context, job: &job, program: &replaced.program, sources, called: &called };
    attempt.all(entry)
}

/// The functions that count by contracts when an execution begins at a function.
fn used<'c>(program: &Program, from: FunctionId, called: &[&'c Called]) -> Vec<&'c Called> {
    let reached = reached_functions(program, from);
    let is_reached = |called: &&Called| reached.iter().any(|id| program.functions[*id].name == called.stand_in);
    called.iter().copied().filter(is_reached).collect()
}

struct Attempt<'a> {
    context: &'a Context<'a>,
    job: &'a Job,
    program: &'a Program,
    sources: &'a crate::base::SourceMap,
    called: &'a [&'a Called],
}

impl Attempt<'_> {
    /// Proves the function that is asked for, and all contracts that count in proofs.
    fn all(&self, entry: FunctionId) -> bool {
        let mut known = Verdict::new(self.job.plan.properties);
        let mut uses: Vec<ContractUse> = Vec::new();
        let mut open = vec![(entry, None)];
        let mut seen: BTreeSet<FunctionId> = BTreeSet::from([entry]);
        while let Some((start, name)) = open.pop() {
            let found = self.one(start);
            if found.overall() != Overall::True {
                if let Some(name) = name {
                    self.tell_unproved(name, &found);
                }
                return false;
            }
            known.adopt(&found);
            for called in used(self.program, start, self.called) {
                if !uses.iter().any(|known| known.function == called.function) {
                    uses.push(ContractUse { function: called.function.clone(), proved: called.start.is_some() });
                }
                let start = called.start.as_deref();
                let named = self.program.functions.enumerated().find(|(_, f)| Some(f.name.as_str()) == start);
                if let Some((id, _)) = named
                    && seen.insert(id)
                {
                    open.push((id, Some(called.function.as_str())));
                }
            }
        }
        let mut verdict = self.context.verdict();
        let is_external = |name: &str| {
            let mut functions = self.program.functions.iter();
            functions.any(|f| f.name == name && matches!(f.kind, FunctionKind::External) && !f.library)
        };
        for function in self.program.functions.iter().filter(|function| is_external(&function.name)) {
            let by_contract = uses.iter().any(|used| used.function == function.name);
            let what = if by_contract { "keeps its contract" } else { "writes no memory" };
            verdict.add_assumption(format!("`{}`, which has no body, {what}", function.name));
        }
        verdict.adopt(&known);
        uses.into_iter().for_each(|used| verdict.add_contract(used));
        true
    }

    /// Proves what is asked of one function.
    fn one(&self, start: FunctionId) -> Verdict {
        let program = Program { entry: Some(start), ..self.program.clone() };
        let name = &program.functions[start].name;
        self.context.progress.phase("contract", name);
        let known = Mutex::new(Verdict::new(self.job.plan.properties));
        strategy::prove(&Context {
            plan: &self.job.plan,
            lower: &self.job.lower,
            program: &program,
            encoded: &encoded(&program),
            sources: self.sources,
            known: &known,
            ..*self.context
        });
        lock(&known).clone()
    }

    /// Says that the answer would be known if one contract were proved.
    fn tell_unproved(&self, name: &str, found: &Verdict) {
        let reason = found.main_reasons().into_iter().next();
        let (why, location) =
            reason.map_or((String::new(), None), |reason| (format!(": {}", reason.what), reason.location));
        let what = format!("it would be proved by the contract of `{name}`, which is not proved{why}");
        self.context.verdict().add_reason(what, location);
    }
}
