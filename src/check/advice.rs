//! What might help where invariants are too weak: the domain that a preset lacks, or a row of the user's own.

use crate::logic::{BinaryOp, FastSet, Node, Sort, TermId};
use crate::ssa::{Encoding, LoopRecord};
use crate::template::domain::{ARRAY, EQUALITY, INTERVAL, OCTAGON, ORDER, POLYNOMIAL, POWER, VALUE_SET, ZONE};
use crate::template::preset::PRESETS;
use crate::template::{DomainName, Preset};

/// Says of which variables of a loop too little is known to exclude a violation, and what might do.
pub(super) fn advice(encoding: &Encoding, preset: &Preset, record: &LoopRecord, violation: TermId) -> String {
    let pool = &encoding.memory.pool;
    let cone = pool.topological(&[violation], |_| false);
    let looked_at: FastSet<TermId> = cone.iter().copied().collect();
    let mut numbers: Vec<&str> = Vec::new();
    for variable in record.variables.iter().chain(&record.constants) {
        if let Some(name) = variable.name.as_variable()
            && variable.is_number()
            && looked_at.contains(&variable.before)
        {
            numbers.push(name);
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
    let has_products = cone.iter().any(is_product);

    let of = DomainName::of;
    let mut apt = Vec::new();
    if has_arrays {
        apt.extend([of(&ARRAY), of(&ORDER)]);
    }
    if has_products {
        apt.push(of(&POLYNOMIAL));
    }
    if numbers.len() > 1 {
        apt.extend([of(&EQUALITY), of(&ZONE), of(&OCTAGON)]);
    }
    apt.extend([of(&INTERVAL), of(&VALUE_SET), of(&POWER)]);
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
        (None, _) => "if it ends after N iterations, `--unwind N` proves it without".to_string(),
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
    use crate::template::domain::DOMAINS;

    #[test]
    fn presets_that_lack_a_domain_are_told_of_one_that_has_it() {
        let of = DomainName::of;
        let named = |name| Preset::named(name).expect("a preset of that name");
        assert_eq!(other_preset(&named("interval"), &[of(&INTERVAL), of(&ZONE)]), Some("zone"));
        assert_eq!(other_preset(&named("zone"), &[of(&ZONE), of(&OCTAGON)]), Some("octagon"));
        assert_eq!(other_preset(&named("octagon"), &[of(&ARRAY)]), Some("default"));
        assert_eq!(other_preset(&named("octagon"), &[of(&OCTAGON)]), Some("induction"));
        assert_eq!(other_preset(&named("default"), DOMAINS), None);
    }
}
