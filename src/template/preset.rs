//! Presets: which domains are tried, in which order. Read from the files in `templates/` or from one of the user.
//!
//! A preset is a list of attempts, each with stages:
//!
//! ```text
//! # loops as they are
//! attempt unroll=0 induction=1
//! stage interval points-to equality
//! stage zone
//! row x - 2*y
//! ```
//!
//! `unroll` is how many iterations are exact before the invariant takes over, and `induction` how many iterations
//! follow the point where the invariant is assumed (k of k-induction). What one stage has proved, the next may use.
//! The domain `points-to` may also be called `shape`, as it is in seed 001. A `row` is a linear combination of variables,
//! or of a node's members and variables, whose bounds are looked for in every stage ([`super::user`]).

use super::domain::{DOMAINS, DomainName, Kind};
use super::user::UserRow;
use std::fmt;

/// Domains that are used together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stage {
    /// The domains.
    pub domains: Vec<DomainName>,
}

impl Stage {
    /// Whether one of its domains has a property.
    pub fn any(&self, has: impl Fn(&Kind) -> bool) -> bool {
        self.domains.iter().any(|domain| has(domain.kind()))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.domains.iter().map(|domain| domain.name()).collect();
        f.write_str(&names.join(" "))
    }
}

/// A formula, and the stages that are tried on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Exact iterations before each residual loop.
    pub unroll: u32,
    /// Iterations after the point where the invariant is assumed.
    pub induction: u32,
    /// What is tried, in order.
    pub stages: Vec<Stage>,
}

/// Everything that a preset says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preset {
    /// In order.
    pub attempts: Vec<Attempt>,
    /// Rows of the user.
    pub rows: Vec<UserRow>,
    /// The file with these rows.
    pub file: String,
}

/// What is wrong with a preset, and where; line and column from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PresetError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// In words.
    pub message: String,
}

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: error: {}", self.line, self.column, self.message)
    }
}

/// The presets that come with heapwright: name and text.
pub const PRESETS: &[(&str, &str)] = &[
    ("default", include_str!("../../templates/default.template")),
    ("interval", include_str!("../../templates/interval.template")),
    ("equality", include_str!("../../templates/equality.template")),
    ("zone", include_str!("../../templates/zone.template")),
    ("octagon", include_str!("../../templates/octagon.template")),
    ("polyhedra", include_str!("../../templates/polyhedra.template")),
    ("power", include_str!("../../templates/power.template")),
    ("induction", include_str!("../../templates/induction.template")),
];

impl Preset {
    /// A preset that comes with heapwright.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = PRESETS.iter().find(|(known, _)| *known == name)?;
        Self::parse(text).ok()
    }

    /// Whether a domain is tried.
    pub fn has(&self, domain: DomainName) -> bool {
        self.stages().any(|stage| stage.domains.contains(&domain))
    }

    /// Whether k-induction is tried.
    pub fn has_induction(&self) -> bool {
        self.attempts.iter().any(|attempt| attempt.induction > 1)
    }

    /// All stages of all attempts.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.attempts.iter().flat_map(|attempt| &attempt.stages)
    }

    /// Reads a preset.
    pub fn parse(text: &str) -> Result<Self, PresetError> {
        let mut preset = Preset::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let words = words(line);
            let Some(&(column, keyword)) = words.first() else { continue };
            let fail = |column: usize, message: String| PresetError { line: number + 1, column, message };
            match keyword {
                "attempt" => preset.attempts.push(attempt(&words[1..]).map_err(|(at, what)| fail(at, what))?),
                "stage" => {
                    let stage = stage(&words[1..], line.len() + 1).map_err(|(at, what)| fail(at, what))?;
                    match preset.attempts.last_mut() {
                        Some(attempt) => attempt.stages.push(stage),
                        None => return Err(fail(column, "a stage before the first `attempt`".to_string())),
                    }
                }
                "row" => {
                    let start = column + keyword.len() - 1;
                    preset.rows.push(UserRow::parse(line, number + 1, start)?);
                }
                other => {
                    return Err(fail(column, format!("`{other}` is none of `attempt`, `stage` and `row`")));
                }
            }
        }
        if let Some(empty) = preset.attempts.iter().position(|attempt| attempt.stages.is_empty()) {
            let message = format!("attempt {} has no `stage`", empty + 1);
            return Err(PresetError { line: text.lines().count().max(1), column: 1, message });
        }
        Ok(preset)
    }
}

/// The words of a line with their columns.
fn words(line: &str) -> Vec<(usize, &str)> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize + 1;
    line.split_whitespace().map(|word| (start(word), word)).collect()
}

type Wrong = (usize, String);

fn attempt(words: &[(usize, &str)]) -> Result<Attempt, Wrong> {
    let mut attempt = Attempt { unroll: 0, induction: 1, stages: Vec::new() };
    for &(column, word) in words {
        let wrong = || (column, format!("`{word}` is neither `unroll=N` (0 to 16) nor `induction=N` (1 to 8)"));
        let (key, value) = word.split_once('=').ok_or_else(wrong)?;
        let value: u32 = value.parse().map_err(|_| wrong())?;
        match (key, value) {
            ("unroll", 0..=16) => attempt.unroll = value,
            ("induction", 1..=8) => attempt.induction = value,
            _ => return Err(wrong()),
        }
    }
    Ok(attempt)
}

fn stage(words: &[(usize, &str)], end: usize) -> Result<Stage, Wrong> {
    let mut stage = Stage::default();
    for &(column, word) in words {
        stage.domains.push(DomainName::named(word).ok_or_else(|| {
            let names: Vec<&str> = DOMAINS.iter().map(|domain| domain.name()).collect();
            (column, format!("there is no domain `{word}`; there are: {}", names.join(", ")))
        })?);
    }
    if stage.domains.is_empty() { Err((end, "a stage needs a domain".to_string())) } else { Ok(stage) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::domain::{POWER, ZONE};

    #[test]
    fn the_presets_that_come_along_can_be_read() {
        for (name, text) in PRESETS {
            let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{name}:{error}"));
            assert!(!preset.attempts.is_empty(), "{name}");
        }
        assert_eq!(Preset::named("no such preset"), None);
    }

    #[test]
    fn rows_and_attempts_are_understood() {
        let preset = Preset::parse("row 3*x - y # both\nattempt induction=2 unroll=1\n  stage zone power\n").unwrap();
        let terms: Vec<(i64, &str)> = preset.rows[0].terms.iter().map(|term| (term.factor, &*term.name)).collect();
        assert_eq!(terms, [(3, "x"), (-1, "y")]);
        let stages = vec![Stage { domains: vec![DomainName::of(&ZONE), DomainName::of(&POWER)] }];
        assert_eq!(preset.attempts, [Attempt { unroll: 1, induction: 2, stages }]);
    }

    #[test]
    fn mistakes_are_shown_where_they_are() {
        let error = |text: &str| Preset::parse(text).unwrap_err().to_string();
        assert!(error("attempt\nstage zones\n").starts_with("2:7: error: there is no domain `zones`"));
        assert!(error("stage zone\n").starts_with("1:1: error: a stage before"));
        assert!(error("attempt unroll=x\n").starts_with("1:9: error: `unroll=x` is neither"));
        assert!(error("row x y\n").starts_with("1:7: error: `+` or `-`"));
        assert!(error("row 0*x\n").starts_with("1:5: error: a factor"));
        assert!(error("attempt\n").starts_with("1:1: error: attempt 1 has no `stage`"));
        assert!(error("bound 3\n").starts_with("1:1: error: `bound` is none of"));
    }
}
