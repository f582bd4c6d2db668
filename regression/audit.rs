//! Audits: at the head of every loop that executions visit, some state that shape analysis keeps there describes them, and what
//! invariants say holds.
//!
//! In: the programs of `regression/`, and generated programs about lists and trees. Out: tests. A miss is a defect of the
//! engine even where no verdict is wrong. `HEAPWRIGHT_AUDIT` says how many programs are generated; the counts are printed.

mod generator;
mod support;

use generator::{generate_lists, generate_trees};
use heapwright::audit::{Audited, Thoroughness, audit_falsified, audit_invariants, audit_shapes, compare_facts};
use heapwright::base::{Clock, Silent};
use heapwright::check::{InvariantConfig, check_with_invariants};
use heapwright::config::DataModel;
use heapwright::ir::{Property, PropertySet};
use heapwright::template::Preset;
use heapwright::verdict::Fact;
use support::load::{load_generated, load_program};
use support::program::{RegressionProgram, programs};
use support::work::{for_all, setting, with_deep_stack};

/// Generated programs of each family, unless the environment says otherwise.
const GENERATED: u64 = 20;

const HOW: Thoroughness = Thoroughness {
    executions: 12,
    statements: 3_000,
    visits: 12,
    states: 4_000,
    work: 4_000_000,
    resources: 20_000_000,
    formula: 20_000,
    steps: 3_000,
};

/// What several audits found together.
#[derive(Default)]
struct Sum {
    programs: usize,
    audited: usize,
    comparisons: u64,
    undecided: u64,
    skipped: u64,
    misses: Vec<String>,
}

impl Sum {
    fn of(audits: &[(String, Audited)]) -> Self {
        let mut sum = Self { programs: audits.len(), ..Self::default() };
        for (name, audited) in audits {
            sum.audited += usize::from(audited.comparisons > 0);
            sum.comparisons += audited.comparisons;
            sum.undecided += audited.undecided;
            sum.skipped += audited.skipped;
            for miss in &audited.misses {
                sum.misses.push(format!("{name}: loop at {} of `{}`: {}", miss.block, miss.function, miss.details));
            }
        }
        sum
    }

    /// Tells the counts; fails if there are misses, or if too few programs were audited.
    fn conclude(&self, what: &str, least: usize) {
        let Self { programs, audited, comparisons, undecided, skipped, misses } = self;
        println!(
            "{what}: {audited} of {programs} programs audited, {comparisons} comparisons, {undecided} undecided, \
             {skipped} facts skipped, {} misses",
            misses.len()
        );
        assert!(misses.is_empty(), "{}", misses.join("\n"));
        assert!(*audited >= least, "only {audited} programs audited");
    }
}

fn malloc_may_fail(program: &RegressionProgram) -> bool {
    program.header.words("args").iter().any(|arg| arg == "--malloc-may-fail")
}

/// A program of `regression/` by name.
fn program(name: &str) -> RegressionProgram {
    programs().into_iter().find(|program| program.name == name).expect("a program")
}

#[test]
fn states_describe_executions_of_the_regression_programs() {
    let audits = for_all(&programs(), |program| {
        let (loaded, _) = load_program(program, PropertySet::of(&Property::ALL)).ok()?;
        Some((program.name.clone(), audit_shapes(&loaded, malloc_may_fail(program), &HOW)))
    });
    Sum::of(&audits.into_iter().flatten().collect::<Vec<_>>()).conclude("regression programs", 200);
}

#[test]
fn states_describe_executions_of_generated_programs() {
    let seeds: Vec<u64> = (0..setting("HEAPWRIGHT_AUDIT", GENERATED)).collect();
    let audits = for_all(&seeds, |&seed| {
        [("lists", generate_lists(seed)), ("trees", generate_trees(seed))].map(|(family, generated)| {
            let program = load_generated(&generated.source, DataModel::Lp64);
            (format!("{family} {seed}\n{}", generated.source), audit_shapes(&program, false, &HOW))
        })
    });
    Sum::of(&audits.into_iter().flatten().collect::<Vec<_>>()).conclude("generated programs", seeds.len() / 2);
}

/// Programs whose loops are reached with segments of every length, or with numbers in nodes.
const FALSIFIED: [&str; 7] = [
    "shape/append_free",
    "shape/doubly_linked",
    "shape/list_of_lists",
    "shape/marked_nodes",
    "shape/queue",
    "contents/alternating",
    "contents/length_counted",
];

#[test]
fn wrong_claims_are_found_out() {
    with_deep_stack(|| {
        let mut changed = Vec::new();
        for name in FALSIFIED {
            let (loaded, _) = load_program(&program(name), PropertySet::of(&Property::ALL)).expect("a program");
            let audits = audit_falsified(&loaded, false, &HOW);
            for (what, _) in &audits {
                // Of a state that another one covers, no execution tells; of one attempt at least, some does.
                let is_found = audits.iter().any(|(other, audited)| other == what && !audited.misses.is_empty());
                assert!(is_found, "{name}: {what} are wrong, but no execution contradicts them");
                changed.push(what.clone());
            }
        }
        for what in ["Lengths", "Numbers", "Order", "Equations"] {
            assert!(changed.iter().any(|other| other == what), "no program has {what} to change");
        }
    });
}

#[test]
fn invariants_hold_in_executions() {
    let preset = Preset::named("interval").expect("a preset");
    let programs: Vec<RegressionProgram> =
        programs().into_iter().filter(|program| program.name.starts_with("invariants/")).collect();
    let audits = for_all(&programs, |program| {
        let (loaded, _) = load_program(program, PropertySet::of(&Property::ALL)).ok()?;
        Some((program.name.clone(), audit_invariants(&loaded, &preset, malloc_may_fail(program), &HOW)))
    });
    Sum::of(&audits.into_iter().flatten().collect::<Vec<_>>()).conclude("programs with invariants", 20);
}

/// A bound that an execution exceeds is found out: the values of a list are from 10 to 20.
#[test]
fn bounds_that_are_too_tight_are_found_out() {
    with_deep_stack(|| {
        let (loaded, _) =
            load_program(&program("examples/values"), PropertySet::of(&Property::ALL)).expect("a program");
        let preset = Preset::named("interval").expect("a preset");
        let config = InvariantConfig {
            properties: PropertySet::of(&[]),
            attempt: &preset.attempts[0],
            preset: &preset,
            malloc_may_fail: false,
            all_stages: true,
            only_whole: false,
            resources: HOW.resources,
            statements: HOW.formula,
            terms: 1_000_000,
            clock: &Clock::default(),
        };
        let mut result = check_with_invariants(&loaded, &config, &Silent);
        assert!(compare_facts(&loaded, &result, false, &HOW).misses.is_empty());
        let mut changed = 0;
        for fact in result.invariants.iter_mut().filter_map(|facts| facts.facts.as_mut()).flatten() {
            if let Fact::AtMost { bound, .. } = fact {
                *bound -= 5;
                changed += 1;
            }
        }
        assert!(changed > 0, "no bounds");
        assert!(!compare_facts(&loaded, &result, false, &HOW).misses.is_empty(), "wrong bounds are not found out");
    });
}
