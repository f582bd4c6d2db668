//! Domains: which rows a template has, and what each row says once its parameters are known.
//!
//! In: the slots of a loop; then the values of a row's slots in models, as bits. Out: rows; then a term over the slots that covers all
//! of these values. A domain is a file: its rows, its bottom, how it grows by a point, and its term; nothing else is asked
//! of it, and `laws` tests the same lattice laws for all. Knows nothing of solvers or strategies.

mod kind;
#[cfg(test)]
mod laws;

pub use affine::{Affine, EQUALITY, POLYNOMIAL};
pub use kind::{Domain, DomainName, Form, Kind, Material, Movable};
pub use linear::{Bound, INTERVAL, Linear, OCTAGON, POLYHEDRA, ZONE};
pub use order::{ARRAY, ORDER, Order};
pub use power::{POWER, Power};
pub use targets::{POINTS_TO, Targets};
pub use tuples::{Tuples, VALUE_SET};

pub(super) use affine::EQUATIONS;
pub(super) use order::COMPARISON;
pub(super) use targets::TARGETS;
pub(super) use tuples::TUPLES;

use super::{Row, SlotType, Template};
use crate::logic::{Bits, float_rank};

/// Declares the files of the domains and collects what is in them.
macro_rules! domains {
    ($($file:ident: $($kind:ident)+;)+) => {
        $(mod $file;)+

        /// All domains that presets can name.
        pub const DOMAINS: &[DomainName] = &[$($(DomainName(&$file::$kind)),+),+];
    };
}

// A new domain is a file and a line here.
domains! {
    linear: INTERVAL CONDITION PROGRAM ZONE OCTAGON POLYHEDRA;
    targets: POINTS_TO;
    tuples: VALUE_SET;
    affine: EQUALITY POLYNOMIAL;
    order: ARRAY ORDER;
    power: POWER_EQUALITY POWER;
}

/// The bottom of a row's domain.
pub fn bottom(template: &Template, row: &Row) -> Box<dyn Domain> {
    let ty = |slot: usize| template.slots[slot].ty;
    match row {
        Row::Linear(terms) => Box::new(Linear::bottom(terms.iter().map(|(factor, slot)| (*factor, ty(*slot))))),
        Row::Of(form, slots) => (form.bottom)(&slots.iter().map(|&slot| ty(slot)).collect::<Vec<_>>()),
        Row::WhereExists(_, row) => bottom(template, row),
        Row::Power(keys, row) => Box::new(Power::bottom(keys.iter().map(|&key| ty(key)), bottom(template, row))),
    }
}

/// The mathematical value of a slot; of a floating-point number, its place in their order.
pub fn slot_value(bits: &Bits, ty: SlotType) -> i128 {
    if let SlotType::Float(width) = ty {
        return float_rank(width, bits.to_u64().unwrap_or(0));
    }
    let signed = matches!(ty, SlotType::Int(int) if int.signed);
    if signed { bits.to_i128().unwrap_or(0) } else { bits.to_u128().unwrap_or(0) as i128 }
}
