//! Results in source terms: what was asked, what was proved, what was found, and why the rest is unknown.
//!
//! In: facts from the stages that run or check a program. Out: plain data that the reports and witnesses
//! print without looking anything up. Knows nothing of how a fact was established.

mod fact;
mod finding;
mod name;
mod trace;

pub use fact::{Fact, LoopInvariant, float_text};
pub use finding::{Call, Cause, Finding, Frame, GivenStrings, Input, Missing, Role};
pub use name::{Expression, Key, Name, Naming, Object, Operator, Place, Target};
pub use trace::{Step, StepKind, Value};

use crate::base::{Location, Weight};
use crate::ir::{Property, PropertySet};
use indexmap::{IndexMap, IndexSet};
use std::fmt;
use std::time::Duration;

/// Everything there is to say about a program after a verification.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// What was asked.
    asked: PropertySet,
    /// What was proved for all executions.
    proved: PropertySet,
    /// Violations, by the length of their traces.
    findings: Vec<Finding>,
    /// Why what is neither proved nor refuted is unknown, and the domains with which it was tried.
    reasons: IndexMap<Reason, IndexSet<&'static str>>,
    /// What is worth knowing and changes no verdict.
    warnings: IndexSet<Warning>,
    /// What the proofs take for granted.
    assumptions: IndexSet<String>,
    /// Properties, asked for by nobody, on which the proofs rely: a violation would end an execution early.
    relied_on: PropertySet,
    /// Errors, asked for by nobody, at which executions ended: what comes after them was never looked at.
    broken: IndexMap<String, Option<Location>>,
    /// What the engines did, in order.
    engines: Vec<EngineRecord>,
    /// What was found out about loops, by the strongest attempt.
    invariants: Vec<LoopInvariant>,
    /// Functions that the program calls and does not define.
    missing: Vec<Missing>,
    /// Functions whose calls count by their contracts.
    contracts: Vec<ContractUse>,
    /// Counts by name, the same in every run on the same input.
    statistics: IndexMap<&'static str, u64>,
    /// Times by name, different in every run.
    timings: IndexMap<&'static str, Duration>,
}

/// What an engine did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRecord {
    /// Its name.
    pub name: &'static str,
    /// How it ended.
    pub ended: &'static str,
    /// What it proved.
    pub proved: PropertySet,
    /// What it refuted.
    pub refuted: PropertySet,
}

impl fmt::Display for EngineRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.ended)?;
        for (verb, properties) in [("proved", self.proved), ("refuted", self.refuted)] {
            let names: Vec<&str> = properties.iter().map(|property| property.name()).collect();
            if !names.is_empty() {
                write!(f, ", {verb} {}", names.join(", "))?;
            }
        }
        Ok(())
    }
}

/// A function whose calls count by its contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractUse {
    /// The function.
    pub function: String,
    /// Whether it was proved to keep the contract; else that is an assumption.
    pub proved: bool,
}

impl fmt::Display for ContractUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = if self.proved { "which is proved" } else { "which is assumed" };
        write!(f, "calls of `{}` count by its contract, {status}", self.function)
    }
}

/// Why a property is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// How it stands in the way.
    pub weight: Weight,
    /// What was missing: the construct, the loop or the limit, in words.
    pub what: String,
    /// Where, if anywhere.
    pub location: Option<Location>,
}

/// Something worth knowing that changes no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// In words.
    pub message: String,
    /// Where, if anywhere.
    pub location: Option<Location>,
    /// The weakness in the Common Weakness Enumeration, if it is one.
    pub cwe: Option<u32>,
}

/// What is known about one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Holds in all executions.
    True,
    /// Holds in all executions up to where an error of another kind, which was found, ends some of them; what they would do
    /// after it is not known.
    UpToError,
    /// Violated by a finding.
    False,
    /// Neither shown.
    Unknown,
}

/// The answer to all that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overall {
    /// All properties hold.
    True,
    /// Some property is violated: this one on the shortest trace.
    False(Property),
    /// No violation is known, and not everything is proved.
    Unknown,
}

impl fmt::Display for Overall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overall::True => f.write_str("true"),
            Overall::False(property) => write!(f, "false({property})"),
            Overall::Unknown => f.write_str("unknown"),
        }
    }
}

impl Verdict {
    /// Nothing is known yet about what is asked.
    pub fn new(asked: PropertySet) -> Self {
        Self { asked, ..Self::default() }
    }

    /// What was asked.
    pub fn asked(&self) -> PropertySet {
        self.asked
    }

    /// The properties that are still unknown.
    pub fn open(&self) -> PropertySet {
        self.with_status(Status::Unknown)
    }

    /// Records that properties hold in all executions.
    pub fn prove(&mut self, properties: impl IntoIterator<Item = Property>) {
        for property in properties {
            self.proved = self.proved.with(property);
        }
    }

    /// Records a violation of something that was asked. Returns whether it is new: only one finding is kept of
    /// each defect, that with the shortest trace.
    pub fn add_finding(&mut self, finding: Finding) -> bool {
        if !finding.kind.property().is_some_and(|property| self.asked.contains(property)) {
            return false;
        }
        let same = self.findings.iter().position(|known| known.is_same_defect(&finding));
        if let Some(same) = same {
            let known = &self.findings[same];
            if known.rank() <= finding.rank() {
                return false;
            }
            self.findings.remove(same);
        }
        let at = self.findings.partition_point(|f| f.length <= finding.length);
        self.findings.insert(at, finding);
        same.is_none()
    }

    /// The violations that are not among others.
    pub fn findings_beside<'a>(&'a self, others: &'a [Finding]) -> impl Iterator<Item = &'a Finding> {
        self.findings.iter().filter(|finding| !others.iter().any(|other| other.is_same_defect(finding)))
    }

    /// Records why something is unknown.
    pub fn add_reason(&mut self, what: impl Into<String>, location: Option<Location>) {
        self.add_obstacle(Reason { weight: Weight::Told, what: what.into(), location }, &[]);
    }

    /// Records what stood in the way, and the domains with which it was tried.
    pub fn add_obstacle(&mut self, reason: Reason, domains: &[&'static str]) {
        self.reasons.entry(reason).or_default().extend(domains);
    }

    /// Records something that changes no verdict.
    pub fn add_warning(&mut self, warning: Warning) {
        self.warnings.insert(warning);
    }

    /// Records what a proof takes for granted.
    pub fn add_assumption(&mut self, assumption: impl Into<String>) {
        self.assumptions.insert(assumption.into());
    }

    /// Says on which properties that nobody asked for the proofs rely, as far as is known now.
    pub fn rely_on(&mut self, properties: PropertySet) {
        self.relied_on = properties;
    }

    /// Records that an execution ended at an error that was not asked for. Proofs assume that there is none, so nothing is
    /// proved from now on.
    pub fn break_proofs(&mut self, error: &str, location: Option<Location>) {
        self.broken.entry(error.to_string()).or_insert(location);
    }

    /// Whether an execution ended at an error that was not asked for.
    pub fn is_broken(&self) -> bool {
        !self.broken.is_empty()
    }

    /// Records what an engine did.
    pub fn add_engine(&mut self, record: EngineRecord) {
        self.engines.push(record);
    }

    /// What the engines did, in order.
    pub fn engines(&self) -> &[EngineRecord] {
        &self.engines
    }

    /// Records what was found out about loops, in place of what was recorded before.
    pub fn set_invariants(&mut self, invariants: Vec<LoopInvariant>) {
        self.invariants = invariants;
    }

    /// Takes over what another verification proved, and how.
    pub fn adopt(&mut self, other: &Verdict) {
        let members: Vec<Property> = other.proved.iter().filter(|property| self.asked.contains(*property)).collect();
        self.prove(members);
        self.relied_on = other.relied_on.iter().fold(self.relied_on, PropertySet::with);
        self.engines.extend(other.engines.iter().cloned());
        other.statistics.iter().for_each(|(name, amount)| self.count(name, *amount));
        other.timings.iter().for_each(|(name, time)| self.time(name, *time));
    }

    /// Records that calls of a function count by its contract.
    pub fn add_contract(&mut self, used: ContractUse) {
        self.contracts.push(used);
    }

    /// The functions whose calls count by their contracts.
    pub fn contracts(&self) -> &[ContractUse] {
        &self.contracts
    }

    /// Records which functions the program calls and does not define.
    pub fn set_missing(&mut self, missing: Vec<Missing>) {
        self.missing = missing;
    }

    /// Adds to a count.
    pub fn count(&mut self, name: &'static str, amount: u64) {
        *self.statistics.entry(name).or_default() += amount;
    }

    /// Takes over counts and times of another verification.
    pub fn take_statistics(&mut self, other: &Verdict) {
        self.statistics = other.statistics.clone();
        self.timings = other.timings.clone();
    }

    /// Raises a count to a value if it is lower.
    pub fn raise_count(&mut self, name: &'static str, value: u64) {
        let count = self.statistics.entry(name).or_default();
        *count = value.max(*count);
    }

    /// Adds to a time. Times are kept apart from counts so that reports without them are the same in every run.
    pub fn time(&mut self, name: &'static str, time: Duration) {
        *self.timings.entry(name).or_default() += time;
    }

    /// What is known about one property. A violation counts more than a proof.
    pub fn status(&self, property: Property) -> Status {
        if self.findings.iter().any(|finding| finding.kind.property() == Some(property)) {
            Status::False
        } else if self.proved.contains(property) && self.broken.is_empty() {
            if self.findings.is_empty() { Status::True } else { Status::UpToError }
        } else {
            Status::Unknown
        }
    }

    /// The properties that hold up to errors of other kinds.
    pub fn up_to_error(&self) -> PropertySet {
        self.with_status(Status::UpToError)
    }

    /// Where the errors are up to which those properties hold, in words: `the error at FILE:LINE`.
    pub fn errors_in_words(&self) -> String {
        let mut lines: IndexSet<String> = IndexSet::new();
        for finding in &self.findings {
            lines.extend(finding.location.as_ref().map(|place| format!("{}:{}", place.file, place.line)));
        }
        match lines.len() {
            0 => "the error".to_string(),
            1 => format!("the error at {}", lines[0]),
            _ => format!("the errors at {}", lines.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
        }
    }

    /// The answer to all that was asked.
    pub fn overall(&self) -> Overall {
        if let Some(property) = self.findings.iter().find_map(|finding| finding.kind.property()) {
            Overall::False(property)
        } else if !self.asked.is_empty() && self.open().is_empty() {
            Overall::True
        } else {
            Overall::Unknown
        }
    }

    /// The violations, those with short traces first.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The reasons that a reader can act upon: what has to be told; then a doubtful violation, or what is not modelled, or else
    /// one check that is open with what is missing for it.
    pub fn main_reasons(&self) -> Vec<Reason> {
        let all: Vec<Reason> = self.reasons().collect();
        let of = |weight: Weight| all.iter().filter(move |reason| reason.weight == weight).cloned();
        let mut main: Vec<Reason> = of(Weight::Told).collect();
        if self.is_broken() {
            return main;
        }
        let root = of(Weight::Doubt).next().or_else(|| of(Weight::Unmodelled).next());
        let open = || of(Weight::Open).next_back().into_iter();
        let help = || of(Weight::Advice).next_back().or_else(|| of(Weight::Unfollowed).next());
        match root {
            Some(root) => main.push(root),
            None => main.extend(open().chain(help())),
        }
        if main.is_empty() {
            main.extend(all.into_iter().next());
        }
        main
    }

    /// All that is known of why the answer is unknown; nothing if it is not.
    pub fn reasons(&self) -> impl Iterator<Item = Reason> {
        let unknown = self.overall() == Overall::Unknown;
        let broken = self.broken.iter().map(|(error, location)| {
            let what = format!(
                "an execution ends with an error that was not asked for, {error}, and nothing is known of what follows"
            );
            Reason { weight: Weight::Told, what, location: location.clone() }
        });
        let others = self.reasons.iter().map(|(reason, domains)| {
            let mut reason = reason.clone();
            if !domains.is_empty() {
                let domains: Vec<&str> = domains.iter().copied().collect();
                reason.what += &format!(" (domains tried: {})", domains.join(", "));
            }
            reason
        });
        broken.chain(others).filter(move |_| unknown)
    }

    /// What is worth knowing and changes no verdict.
    pub fn warnings(&self) -> impl Iterator<Item = &Warning> {
        self.warnings.iter()
    }

    /// Whether something is proved, if only up to an error.
    pub fn has_proof(&self) -> bool {
        !self.with_status(Status::True).is_empty() || !self.up_to_error().is_empty()
    }

    /// What a proof takes for granted; nothing where nothing is proved.
    pub fn assumptions(&self) -> impl Iterator<Item = String> {
        let proved = self.has_proof();
        let names: Vec<&str> = self.relied_on.iter().map(|property| property.name()).collect();
        let relied_on =
            (!names.is_empty()).then(|| format!("no execution violates what was not asked for: {}", names.join(", ")));
        self.assumptions.iter().cloned().chain(relied_on).filter(move |_| proved)
    }

    /// What was found out about loops, in program order.
    pub fn invariants(&self) -> &[LoopInvariant] {
        &self.invariants
    }

    /// Functions that the program calls and does not define.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// Counts by name.
    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.statistics.iter().map(|(&name, &count)| (name, count))
    }

    /// Times by name.
    pub fn timings(&self) -> impl Iterator<Item = (&'static str, Duration)> {
        self.timings.iter().map(|(&name, &time)| (name, time))
    }

    fn with_status(&self, status: Status) -> PropertySet {
        let members: Vec<_> = self.asked.iter().filter(|&property| self.status(property) == status).collect();
        PropertySet::of(&members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::ErrorKind;

    #[test]
    fn what_holds_beside_an_error_holds_up_to_it() {
        let mut verdict =
            Verdict::new(PropertySet::of(&[Property::ValidDeref, Property::ValidFree, Property::Assertions]));
        verdict.prove([Property::ValidFree]);
        assert_eq!(verdict.status(Property::ValidFree), Status::True);
        verdict.add_finding(finding(ErrorKind::NullRead, 3, 20));
        assert_eq!(verdict.status(Property::ValidFree), Status::UpToError);
        assert_eq!(verdict.up_to_error(), PropertySet::of(&[Property::ValidFree]));
        assert_eq!(verdict.status(Property::Assertions), Status::Unknown);
        assert_eq!(verdict.errors_in_words(), "the error at a.c:3");
        verdict.add_finding(finding(ErrorKind::WriteOutOfBounds, 7, 30));
        assert_eq!(verdict.errors_in_words(), "the errors at a.c:3, a.c:7");
    }

    fn finding(kind: ErrorKind, line: u32, length: u64) -> Finding {
        let location = Location { file: "a.c".into(), line, column: 1, length: 1, library: false };
        Finding { length, ..Finding::new(kind, "", Some(location), vec![Frame { function: "f".into(), call: None }]) }
    }

    #[test]
    fn the_shortest_trace_names_the_property() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref, Property::ValidFree]));
        assert_eq!(verdict.overall(), Overall::Unknown);
        assert!(verdict.add_finding(finding(ErrorKind::NullRead, 3, 20)));
        assert!(verdict.add_finding(finding(ErrorKind::DoubleFree, 5, 10)));
        assert_eq!(verdict.overall().to_string(), "false(valid-free)");
        assert!(!verdict.add_finding(finding(ErrorKind::NullRead, 3, 5)), "the same place again");
        assert_eq!(verdict.overall().to_string(), "false(valid-deref)", "by a shorter trace");
        assert_eq!(verdict.findings().len(), 2);
    }

    #[test]
    fn a_junk_pointer_that_may_be_null_is_one_defect() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref]));
        assert!(verdict.add_finding(finding(ErrorKind::NullRead, 3, 10)));
        assert!(!verdict.add_finding(finding(ErrorKind::ReadInvalid, 3, 20)));
        assert!(!verdict.add_finding(finding(ErrorKind::NullRead, 3, 5)));
        assert_eq!(verdict.findings()[0].kind, ErrorKind::ReadInvalid);
        assert!(verdict.add_finding(finding(ErrorKind::ReadAfterFree, 3, 10)), "another defect");
        assert_eq!(verdict.findings().len(), 2);
    }

    #[test]
    fn true_needs_a_proof_of_everything_asked() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref, Property::Termination]));
        verdict.add_reason("why", None);
        verdict.prove([Property::ValidDeref]);
        assert_eq!(verdict.overall(), Overall::Unknown);
        assert_eq!(verdict.open(), PropertySet::of(&[Property::Termination]));
        assert_eq!(verdict.reasons().count(), 1);
        verdict.prove([Property::Termination]);
        assert_eq!((verdict.overall(), verdict.reasons().count()), (Overall::True, 0));
        assert_eq!(Verdict::new(PropertySet::EMPTY).overall(), Overall::Unknown);
    }

    #[test]
    fn what_was_not_asked_is_not_found() {
        let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref]));
        assert!(!verdict.add_finding(finding(ErrorKind::Leak, 1, 1)));
        assert!(!verdict.add_finding(finding(ErrorKind::DivisionByZero, 1, 1)));
        assert_eq!(verdict.overall(), Overall::Unknown);
    }
}
