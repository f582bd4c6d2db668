//! Templates for people to read: what is looked for, before any parameter is known.

use super::{Row, Template};

impl Template {
    /// A line per row; `?` stands for a parameter.
    pub fn print(&self) -> String {
        self.rows.iter().map(|row| format!("  {}\n", self.row_text(row))).collect()
    }

    fn row_text(&self, row: &Row) -> String {
        let name = |slot: usize| match self.slots[slot].name.to_string() {
            condition if condition.contains(' ') => format!("({condition})"),
            name => name,
        };
        let names = |slots: &[usize]| slots.iter().map(|&slot| name(slot)).collect::<Vec<_>>();
        match row {
            Row::Linear(terms) => {
                let term = |(factor, slot): &(i64, usize)| match factor {
                    1 => format!("+ {}", name(*slot)),
                    -1 => format!("- {}", name(*slot)),
                    _ => format!("{factor:+}·{}", name(*slot)),
                };
                format!("{} <= ?", terms.iter().map(term).collect::<Vec<_>>().join(" "))
            }
            Row::Of(form, slots) => format!("{}({}) = ?", form.name, names(slots).join(", ")),
            Row::Power(keys, row) => format!("for each ({}): {}", names(keys).join(", "), self.row_text(row)),
            Row::WhereExists(class, row) => format!("where a node of class {class} exists: {}", self.row_text(row)),
        }
    }
}
