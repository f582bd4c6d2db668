//! Linear equations between numbers, modulo 2⁶⁴.
//!
//! An equation says that a sum of multiples of names and a constant is zero, modulo 2⁶⁴. One that holds modulo 2ʷ is kept
//! with all coefficients times 2⁶⁴⁻ʷ, so machine arithmetic of every width is exact: nothing is lost when a counter wraps.
//!
//! The equations are kept in Howell form: at most one for each leading name, its leading coefficient a power of two, and
//! whatever follows from them with later names only follows from the rows of these. So entailment is reduction,
//! forgetting a name is putting it first and dropping what begins with it, and what two systems have in common is
//! found by the same elimination (the rows of one, doubled, over those of the other).

use std::collections::BTreeMap;

/// A column: a name, or at the end the constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Column<N> {
    Name(N),
    One,
}

/// A sum of multiples, which is zero. Coefficients are not.
pub(super) type Row<C> = BTreeMap<C, u64>;

/// A system whose names are of two sorts: those that come first, and those that are kept.
type Sorted<N> = BTreeMap<(bool, Column<N>), Row<(bool, Column<N>)>>;

/// A system of equations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Equations<N: Ord> {
    /// By leading column.
    rows: BTreeMap<Column<N>, Row<Column<N>>>,
}

impl<N: Ord> Default for Equations<N> {
    fn default() -> Self {
        Self { rows: BTreeMap::new() }
    }
}

/// Adds a multiple of a row to another.
pub(super) fn add<C: Ord + Copy>(row: &mut Row<C>, other: &Row<C>, times: u64) {
    for (column, coefficient) in other {
        let sum = row.get(column).copied().unwrap_or(0).wrapping_add(coefficient.wrapping_mul(times));
        if sum == 0 {
            row.remove(column);
        } else {
            row.insert(*column, sum);
        }
    }
}

fn scaled<C: Ord + Copy>(row: &Row<C>, times: u64) -> Row<C> {
    let mut scaled = Row::new();
    add(&mut scaled, row, times);
    scaled
}

/// The inverse of an odd number modulo 2⁶⁴, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// Adds a row to a system in Howell form.
fn insert<C: Ord + Copy>(rows: &mut BTreeMap<C, Row<C>>, row: Row<C>) {
    let mut open = vec![row];
    while let Some(mut row) = open.pop() {
        while let Some((&lead, &coefficient)) = row.first_key_value() {
            let power = coefficient.trailing_zeros();
            let known = rows.get(&lead).map(|known| known[&lead].trailing_zeros());
            if let Some(known_power) = known.filter(|known| *known <= power) {
                let times = coefficient >> known_power;
                add(&mut row, &rows[&lead], times.wrapping_neg());
                continue;
            }
            let row = scaled(&row, inverse(coefficient >> power));
            if power > 0 {
                open.push(scaled(&row, 1 << (64 - power)));
            }
            open.extend(rows.insert(lead, row));
            break;
        }
    }
}

/// Reduces a row by a system: zero if it follows from it.
fn reduce<C: Ord + Copy>(rows: &BTreeMap<C, Row<C>>, mut row: Row<C>) -> Row<C> {
    for (lead, known) in rows {
        if let Some(coefficient) = row.get(lead) {
            let times = coefficient >> known[lead].trailing_zeros();
            add(&mut row, known, times.wrapping_neg());
        }
    }
    row
}

fn is_kept<N>(column: Column<N>, keep: &dyn Fn(N) -> bool) -> bool {
    match column {
        Column::Name(name) => keep(name),
        Column::One => true,
    }
}

impl<N: Ord + Copy> Equations<N> {
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether no numbers satisfy them.
    pub fn is_contradictory(&self) -> bool {
        self.rows.contains_key(&Column::One)
    }

    pub fn rows(&self) -> impl Iterator<Item = &Row<Column<N>>> {
        self.rows.values()
    }

    /// Adds an equation.
    pub fn insert(&mut self, row: Row<Column<N>>) {
        insert(&mut self.rows, row);
    }

    /// Whether an equation follows.
    pub fn entails(&self, row: &Row<Column<N>>) -> bool {
        self.reduced(row.clone()).is_empty()
    }

    /// What a sum is equal to: as few names as the equations allow, from the last ones.
    pub fn reduced(&self, row: Row<Column<N>>) -> Row<Column<N>> {
        reduce(&self.rows, row)
    }

    /// The equations with each name replaced by a sum.
    pub fn substituted<M: Ord + Copy>(&self, map: &dyn Fn(N) -> Row<Column<M>>) -> Equations<M> {
        let mut result = Equations::default();
        for row in self.rows.values() {
            let mut new = Row::new();
            for (column, coefficient) in row {
                match column {
                    Column::Name(name) => add(&mut new, &map(*name), *coefficient),
                    Column::One => add(&mut new, &Row::from([(Column::One, 1)]), *coefficient),
                }
            }
            result.insert(new);
        }
        result
    }

    /// The equations with all other names before those that are kept.
    fn sorted(&self, keep: &dyn Fn(N) -> bool) -> Sorted<N> {
        let mut sorted = BTreeMap::new();
        for row in self.rows.values() {
            insert(
                &mut sorted,
                row.iter().map(|(column, value)| ((is_kept(*column, keep), *column), *value)).collect(),
            );
        }
        sorted
    }

    /// Sums in terms of some names alone, where that is possible.
    pub fn expressed(&self, sums: &[Row<Column<N>>], keep: &dyn Fn(N) -> bool) -> Vec<Option<Row<Column<N>>>> {
        let sorted = self.sorted(keep);
        let express = |sum: &Row<Column<N>>| {
            let row = sum.iter().map(|(column, value)| ((is_kept(*column, keep), *column), *value)).collect();
            let row = reduce(&sorted, row);
            let kept = row.keys().all(|(kept, _)| *kept);
            kept.then(|| row.iter().map(|((_, column), value)| (*column, *value)).collect())
        };
        sums.iter().map(express).collect()
    }

    /// What follows for some names alone.
    pub fn restricted(&self, keep: &dyn Fn(N) -> bool) -> Self {
        if self.rows.values().all(|row| row.keys().all(|column| is_kept(*column, keep))) {
            return self.clone();
        }
        let sorted = self.sorted(keep);
        let mut result = Self::default();
        for row in sorted.values().filter(|row| row.keys().all(|(kept, _)| *kept)) {
            result.insert(row.iter().map(|((_, column), value)| (*column, *value)).collect());
        }
        result
    }

    /// The equations that follow from each of two systems: what holds if one of them does.
    pub fn common(&self, other: &Self) -> Self {
        if self.is_contradictory() || other.is_contradictory() {
            return if self.is_contradictory() { other.clone() } else { self.clone() };
        }
        let mut both: Sorted<N> = BTreeMap::new();
        for row in self.rows.values() {
            let doubled = row.iter().flat_map(|(column, value)| [false, true].map(|side| ((side, *column), *value)));
            insert(&mut both, doubled.collect());
        }
        for row in other.rows.values() {
            insert(&mut both, row.iter().map(|(column, value)| ((false, *column), *value)).collect());
        }
        let mut result = Self::default();
        for row in both.values().filter(|row| row.keys().all(|(side, _)| *side)) {
            result.insert(row.iter().map(|((_, column), value)| (*column, *value)).collect());
        }
        result
    }

    /// Equations that do not follow: each sum is one where it was zero.
    pub fn moved(&self) -> Self {
        let mut moved = self.clone();
        for row in moved.rows.values_mut() {
            add(row, &Row::from([(Column::One, 1)]), 1);
        }
        moved
    }

    /// The same equations in the form that is theirs alone.
    pub fn canonical(&self) -> Self {
        let mut rows: BTreeMap<Column<N>, Row<Column<N>>> = BTreeMap::new();
        for (lead, row) in self.rows.iter().rev() {
            let mut rest = row.clone();
            let coefficient = rest.remove(lead).unwrap_or(0);
            let mut row = reduce(&rows, rest);
            row.insert(*lead, coefficient);
            rows.insert(*lead, row);
        }
        Self { rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(char, i64)], constant: i64) -> Row<Column<char>> {
        let mut row = Row::new();
        for (name, coefficient) in terms {
            add(&mut row, &Row::from([(Column::Name(*name), *coefficient as u64)]), 1);
        }
        if constant != 0 {
            row.insert(Column::One, constant as u64);
        }
        row
    }

    fn system(rows: &[Row<Column<char>>]) -> Equations<char> {
        let mut system = Equations::default();
        rows.iter().for_each(|row| system.insert(row.clone()));
        system
    }

    #[test]
    fn points_on_a_line_have_the_line_in_common() {
        let first = system(&[row(&[('n', 1)], 0), row(&[('l', 1)], 0)]);
        let second = system(&[row(&[('n', 1)], -1), row(&[('l', 1)], -1)]);
        let line = first.common(&second);
        assert!(line.entails(&row(&[('n', 1), ('l', -1)], 0)));
        assert!(!line.entails(&row(&[('n', 1)], 0)));
        assert_eq!(line.canonical(), system(&[row(&[('l', 1), ('n', -1)], 0)]).canonical());
    }

    #[test]
    fn what_wraps_holds_modulo_its_width() {
        // 2³²·(r - a - 1) = 0: in 32 bits, r is a + 1.
        let low = 1i64 << 32;
        let mut system = system(&[row(&[('r', low), ('a', -low)], -low), row(&[('a', 1)], -0xffff_ffff)]);
        assert!(system.entails(&row(&[('r', low)], 0)));
        assert!(!system.entails(&row(&[('r', 1)], 0)));
        system.insert(row(&[('r', 1)], -1));
        assert!(system.is_contradictory());
    }

    #[test]
    fn a_forgotten_name_leaves_what_it_linked() {
        let system = system(&[row(&[('a', 1), ('b', -2)], 0), row(&[('b', 1), ('c', -1)], -3)]);
        let left = system.restricted(&|name| name != 'b');
        assert!(left.entails(&row(&[('a', 1), ('c', -2)], -6)));
        assert!(left.rows().all(|row| !row.contains_key(&Column::Name('b'))));
    }

    #[test]
    fn even_numbers_are_known_to_be_even() {
        let two = system(&[row(&[('x', 1)], -2)]);
        let six = system(&[row(&[('x', 1)], -6)]);
        let half = 1i64 << 62;
        assert!(two.common(&six).entails(&row(&[('x', half)], -2 * half)));
        assert!(!two.common(&six).entails(&row(&[('x', half)], -half)));
    }
}
