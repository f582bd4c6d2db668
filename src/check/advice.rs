//! What might help where invariants are too weak: the domain that a preset lacks, or a row of the user's own.

use crate::domain::{DomainName, Need};
use crate::logic::{BinaryOp, FastSet, Node, Sort, TermId};
use crate::ssa::{Encoding, LoopRecord};
use crate::template::Preset;
use crate::template::preset::PRESETS;

/// Says of which variables of a loop too little is known to exclude a violation, and what might do.
pub(super) fn advice(encoding: &Encoding, preset: &Preset, record: &LoopRecord, violation: TermId) -> String {
    let pool = &encoding.memory.pool;
    let cone = pool.topological(&[violation], |_| false);
    let looked_at: FastSet<TermId> = cone.iter().copied().collect();
    let mut numbers: Vec<&str> = Vec::new();
    for variable in record.variables.iter().chain(&record.constants) {
        if variable.is_named_number() && looked_at.contains(&variable.before) {
            numbers.push(&variable.name);
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    let has_arrays = cone.iter().any(|&term| matches!(pool.node(term), Node::Select(..)));
    let is_constant = |term: TermId| matches!(pool.sort(term), Sort::Bv(_)) && pool.as_u64(term).is_some();
    let is_product = |&term: &TermId| match pool.node(term) {
        Node::Binary(BinaryOp::Mul, a, b) => !is_constant(a) && !is_constant(b),
        _ => false,
    };
    let need = Need { arrays: has_arrays, products: cone.iter().any(is_product), numbers: numbers.len() };
    let apt: Vec<DomainName> = DomainName::all().filter(|domain| domain.helps(&need)).collect();
    let known = match &numbers[..] {
        [] => "this loop".to_string(),
        [one] => format!("`{one}` in this loop"),
        [some @ .., last] => {
            format!(
                "{} and `{last}` in this loop",
                some.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
            )
        }
    };
    let might_do = match (other_preset(preset, &apt), &numbers[..]) {
        (Some(name), _) => format!("`--domain {name}` might do"),
        (None, [a, b, ..]) => {
            format!("a row in a file for `--template` might do, such as `row {a} - {b}` or one with other factors")
        }
        (None, _) => "no domain that says more is there".to_string(),
    };
    format!("what is known of {known} is too little for that; {might_do}")
}

/// A preset with the first of some domains that the given one lacks, or with k-induction where that is missing.
fn other_preset(preset: &Preset, apt: &[DomainName]) -> Option<&'static str> {
    let smallest = |accept: &dyn Fn(&Preset) -> bool| {
        let presets = PRESETS.iter().filter_map(|(name, _)| Some((*name, Preset::named(name)?)));
        presets.filter(|(_, other)| accept(other)).min_by_key(|(_, other)| other.stages().count()).map(|(name, _)| name)
    };
    let missing = apt.iter().find(|&&domain| !preset.has(domain));
    match missing {
        Some(&domain) => smallest(&|other| other.has(domain)),
        None if !preset.has_induction() => smallest(&Preset::has_induction),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_that_lack_a_domain_are_told_of_one_that_has_it() {
        let named = |name| Preset::named(name).expect("a preset of that name");
        let other = |name, domains: &[&str]| {
            let apt: Vec<DomainName> = domains.iter().map(|name| DomainName::of(name).expect("a domain")).collect();
            other_preset(&named(name), &apt)
        };
        assert_eq!(other("interval", &["interval", "zone"]), Some("zone"));
        assert_eq!(other("zone", &["zone", "octagon"]), Some("octagon"));
        assert_eq!(other("octagon", &["array"]), Some("default"));
        assert_eq!(other("octagon", &["octagon"]), Some("induction"));
        assert_eq!(other_preset(&named("default"), &DomainName::all().collect::<Vec<_>>()), None);
    }

    #[test]
    fn what_matters_for_a_proof_decides_which_domains_might_help() {
        let helping = |arrays, products, numbers| -> Vec<&str> {
            let need = Need { arrays, products, numbers };
            DomainName::all().filter(|domain| domain.helps(&need)).map(|domain| domain.name()).collect()
        };
        assert_eq!(helping(false, false, 1), ["interval", "value-set", "power"]);
        assert_eq!(helping(true, false, 0)[..2], ["array", "order"]);
        assert_eq!(helping(false, true, 2)[..2], ["polynomial", "equality"]);
    }
}
