//! How bounds fall again: thresholds may have been passed by more than necessary. If the end of the body keeps to a
//! lower bound, given the invariants as they are, then so does the invariant, and it stays inductive.

use super::Synthesis;
use crate::logic::Bits;
use crate::template::Side;
use crate::template::domain::Bound;

/// Queries for one bound.
const MAX_QUERIES: usize = 40;

impl Synthesis<'_> {
    /// Lowers bounds of the last stage that were moved by thresholds, and asserts them; whether there were any. Stops
    /// early, with what it has, when a quarter of the resources are used.
    pub fn narrow(&mut self) -> bool {
        let mut any = false;
        let kept = self.meter.left() / 4 * 3;
        for index in 0..self.records.len() {
            if !self.invariants[index].reached {
                continue;
            }
            self.push_constraints(index);
            let mut lowered = false;
            for row in 0..self.templates[index].rows.len() {
                let class = self.class_of(index, row);
                let populated = class.is_none_or(|class| self.invariants[index].populated[class]);
                let is_bound = self.templates[index].rows[row].is_bound();
                if populated && is_bound && self.meter.left() > kept {
                    lowered |= self.lower(index, row);
                }
            }
            self.pop_constraints(index);
            if lowered {
                self.changed(index);
                any = true;
            }
        }
        if any {
            self.assert();
        }
        any
    }

    /// Looks for the least bound that one row keeps to; whether it is lower than the present one.
    fn lower(&mut self, index: usize, row: usize) -> bool {
        let Some((present, limit, moves)) = self.invariants[index].values[row]
            .bounds()
            .first()
            .map(|(_, linear)| (linear.bound(), linear.limit(), linear.moves()))
        else {
            return false;
        };
        if moves < 2 || present == Bound::None {
            return false;
        }
        // `fails` is a value that is reached, `holds` a bound that is kept to.
        let present = match present {
            Bound::AtMost(bound) => bound,
            Bound::None | Bound::Any => limit,
        };
        let mut holds = present;
        let mut fails: Option<i128> = None;
        let class = self.class_of(index, row);
        let node = class.map(|class| self.heads.witnesses[index][class]);
        let slots = self.slot_terms(index, row, Side::After, node);
        let there = self.witness_exists(index, class);
        let guard = self.encoding.memory.pool.and([self.records[index].back_guard, there]);
        for _ in 0..MAX_QUERIES {
            let Some(candidate) = self.candidate(fails, holds) else { break };
            let mut bounds = self.invariants[index].values[row].bounds();
            let Some((_, linear)) = bounds.first_mut() else { break };
            let fits = linear.at_most(&mut self.encoding.memory, &slots, candidate);
            let exceeds = self.encoding.memory.pool.not(fits);
            let query = self.encoding.memory.pool.and([guard, exceeds]);
            match self.ask(index, query) {
                None => break,
                Some(false) => holds = candidate,
                Some(true) => {
                    let mut point: Vec<Bits> = Vec::new();
                    for &slot in &slots {
                        point.extend(self.value(index, slot).map(|v| v.bits().clone()));
                    }
                    let bounds = self.invariants[index].values[row].bounds();
                    let seen = bounds.first().filter(|_| point.len() == slots.len()).map(|(_, l)| l.value(&point));
                    fails = fails.max(seen).max(Some(candidate + 1));
                    // Nothing below the value seen is a bound; the least that can be one is the value itself.
                    if fails.is_some_and(|fails| fails >= holds) {
                        break;
                    }
                }
            }
        }
        if holds < present {
            for (_, linear) in self.invariants[index].values[row].bounds() {
                linear.set_bound(Bound::AtMost(holds));
            }
        }
        holds < present
    }

    /// A bound to try next, at least the value seen and below the bound that holds: a constant of the program if
    /// one is there, the value itself once it is close.
    fn candidate(&self, fails: Option<i128>, holds: i128) -> Option<i128> {
        let low = fails.map_or(0, |fails| self.thresholds.partition_point(|&threshold| threshold < fails));
        let high = self.thresholds.partition_point(|&threshold| threshold < holds);
        let Some(fails) = fails else {
            // A value without a bound reaches all of these, and one query tells.
            return self.thresholds[..high].iter().rev().find(|&&threshold| threshold < holds - 2).copied();
        };
        if low < high {
            return Some(self.thresholds[(low + high) / 2]);
        }
        (fails < holds).then(|| fails + (holds - fails) / 2)
    }
}
