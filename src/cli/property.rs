//! Properties as users name them: by name, or in a file as SV-COMP has it.

use crate::ir::{Property, PropertySet};
use anyhow::{Context, anyhow, bail};
use std::path::Path;

/// Names of properties and of groups of them.
const NAMES: &[(&str, &[Property])] = &[
    ("unreach-call", &[Property::UnreachCall]),
    ("assertions", &[Property::Assertions]),
    ("valid-memsafety", &[Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack]),
    ("valid-deref", &[Property::ValidDeref]),
    ("valid-free", &[Property::ValidFree]),
    ("valid-memtrack", &[Property::ValidMemtrack]),
    ("valid-memcleanup", &[Property::ValidMemcleanup]),
    ("no-overflow", &[Property::NoOverflow]),
    ("division-by-zero", &[Property::DivisionByZero]),
    ("shift-range", &[Property::ShiftRange]),
    ("termination", &[Property::Termination]),
];

/// Formulas of property files, without white space.
const FORMULAS: &[(&str, Property)] = &[
    ("G!call(reach_error())", Property::UnreachCall),
    ("G!call(__VERIFIER_error())", Property::UnreachCall),
    ("G!call(__assert_fail())", Property::Assertions),
    ("Gvalid-deref", Property::ValidDeref),
    ("Gvalid-free", Property::ValidFree),
    ("Gvalid-memtrack", Property::ValidMemtrack),
    ("Gvalid-memcleanup", Property::ValidMemcleanup),
    ("G!overflow", Property::NoOverflow),
    ("Gdivision-by-zero", Property::DivisionByZero),
    ("Gshift-range", Property::ShiftRange),
    ("Fend", Property::Termination),
];

/// What `--property` asks for: names, or files that end in `.prp`; what is usual if it is not given.
pub(super) fn properties(given: &[String]) -> anyhow::Result<PropertySet> {
    if given.is_empty() {
        return Ok(PropertySet::usual());
    }
    let mut members = Vec::new();
    for name in given {
        if let Some((_, group)) = NAMES.iter().find(|(known, _)| known == name) {
            members.extend_from_slice(group);
        } else if name.ends_with(".prp") {
            let bytes = std::fs::read(Path::new(name)).with_context(|| format!("cannot read `{name}`"))?;
            let text = String::from_utf8_lossy(&bytes);
            members.extend(
                property_file(&text, "main")
                    .map_err(|(line, column, what)| anyhow!("{name}:{line}:{column}: {what}"))?,
            );
        } else {
            let known: Vec<_> = NAMES.iter().map(|(known, _)| *known).collect();
            bail!("unknown property `{name}`; known are {}, and files *.prp", known.join(", "));
        }
    }
    Ok(PropertySet::of(&members))
}

/// The properties of a witness's specification: the text of a property file, about programs that begin in `entry`.
pub(super) fn specification(text: &str, entry: &str) -> anyhow::Result<PropertySet> {
    let properties = property_file(text, entry).map_err(|(line, column, what)| anyhow!("{line}:{column}: {what}"))?;
    Ok(PropertySet::of(&properties))
}

/// The properties of a property file: any number of `CHECK( init(main()), LTL(FORMULA) )`, white space free.
/// An error is a 1-based line and column, and what is wrong there.
fn property_file(text: &str, entry: &str) -> Result<Vec<Property>, (usize, usize, String)> {
    let mut reader = Reader { text, at: 0 };
    let mut properties = Vec::new();
    reader.skip_space();
    while reader.at < text.len() {
        for expected in ["CHECK", "(", "init", "(", entry, "(", ")", ")", ",", "LTL", "("] {
            reader.expect(expected)?;
        }
        properties.push(reader.formula()?);
        reader.expect(")")?;
        reader.skip_space();
    }
    if properties.is_empty() { Err(reader.error(0, "the file has no `CHECK`")) } else { Ok(properties) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn expect(&mut self, token: &str) -> Result<(), (usize, usize, String)> {
        self.skip_space();
        if !self.text[self.at..].starts_with(token) {
            return Err(self.error(self.at, format!("expected `{token}` of `CHECK( init(…()), LTL(…) )`")));
        }
        self.at += token.len();
        Ok(())
    }

    /// A formula up to the parenthesis that closes it, that one included.
    fn formula(&mut self) -> Result<Property, (usize, usize, String)> {
        self.skip_space();
        let start = self.at;
        let mut depth = 0usize;
        let close = self.text[start..].char_indices().find(|(_, c)| {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => return true,
                ')' => depth -= 1,
                _ => {}
            }
            false
        });
        let Some((length, _)) = close else {
            return Err(self.error(start, "the formula is not closed"));
        };
        self.at = start + length + 1;
        let formula = &self.text[start..start + length];
        let bare: String = formula.split_whitespace().collect();
        match FORMULAS.iter().find(|(known, _)| *known == bare) {
            Some((_, property)) => Ok(*property),
            None => Err(self.error(start, format!("unknown property `{}`", formula.trim()))),
        }
    }

    fn error(&self, at: usize, what: impl Into<String>) -> (usize, usize, String) {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        (line, column, what.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known() {
        let asked = |names: &[&str]| properties(&names.iter().map(|n| n.to_string()).collect::<Vec<_>>());
        let memory = PropertySet::of(&[Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack]);
        assert_eq!(asked(&["valid-memsafety"]).ok(), Some(memory));
        assert_eq!(asked(&["valid-memsafety", "no-overflow"]).ok(), Some(memory.with(Property::NoOverflow)));
        assert!(asked(&["valid-everything"]).is_err());
        assert!(asked(&["missing.prp"]).is_err());
        assert!(asked(&[]).is_ok_and(|set| set.contains(Property::Assertions) && !set.contains(Property::NoOverflow)));
    }

    #[test]
    fn white_space_in_property_files_is_free() {
        let text =
            "CHECK(init(main( )),LTL(G  valid-free))\n\nCHECK( init(main()),\n LTL( G ! call( reach_error() ) ) )\n";
        assert_eq!(property_file(text, "main"), Ok(vec![Property::ValidFree, Property::UnreachCall]));
        assert_eq!(property_file("CHECK( init(main()), LTL(F end) )", "main"), Ok(vec![Property::Termination]));
    }

    #[test]
    fn wrong_property_files_say_where() {
        let place = |text| property_file(text, "main").map_err(|(line, column, _)| (line, column));
        assert_eq!(place(""), Err((1, 1)));
        assert_eq!(place("\n COVER( init(main()) )"), Err((2, 2)));
        assert_eq!(place("CHECK( init(main()), LTL(G sunshine) )"), Err((1, 26)));
        assert_eq!(place("CHECK( init(main()), LTL(G valid-free"), Err((1, 26)));
        assert_eq!(place("CHECK( init(main()), LTL(G valid-free)"), Err((1, 39)));
    }
}
