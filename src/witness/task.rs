//! The task that a witness belongs to.

use crate::config::DataModel;
use crate::ir::{Property, PropertySet};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A verified file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Its name as given.
    pub name: String,
    /// SHA-256 of its content, in hexadecimal.
    pub hash: String,
}

impl InputFile {
    /// A file with this content.
    pub fn new(name: &str, content: &[u8]) -> Self {
        let hash = Sha256::digest(content).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        Self { name: name.to_string(), hash }
    }
}

/// What was verified.
#[derive(Clone, Debug)]
pub struct Task {
    /// The program.
    pub files: Vec<InputFile>,
    /// What was asked.
    pub properties: PropertySet,
    /// The function where the program begins.
    pub entry: String,
    /// Sizes of types.
    pub data_model: DataModel,
    /// Seconds since 1970 at which witnesses say that they were made.
    pub time: u64,
}

impl Task {
    /// The properties as SV-COMP writes them, a line each.
    pub fn specification(&self) -> String {
        let lines = self.properties.iter().map(|p| format!("CHECK( init({}()), LTL({}) )", self.entry, formula(p)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The time as RFC 3339 has it, in UTC.
    pub fn timestamp(&self) -> String {
        let (days, seconds) = (self.time / 86_400, self.time % 86_400);
        let (year, month, day) = date(days);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// A property in the temporal logic of SV-COMP.
fn formula(property: Property) -> &'static str {
    match property {
        Property::UnreachCall => "G ! call(reach_error())",
        Property::Assertions => "G ! call(__assert_fail())",
        Property::ValidDeref => "G valid-deref",
        Property::ValidFree => "G valid-free",
        Property::ValidMemtrack => "G valid-memtrack",
        Property::ValidMemcleanup => "G valid-memcleanup",
        Property::NoOverflow => "G ! overflow",
        Property::DivisionByZero => "G division-by-zero",
        Property::ShiftRange => "G shift-range",
        Property::Termination => "F end",
        Property::Invariants => "G invariants",
    }
}

/// Year, month and day of a number of days since 1 January 1970. Counts in eras of 400 years that begin in March,
/// so that the leap day is the last of a year.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(47_540), (2100, 2, 28));
        assert_eq!(date(47_541), (2100, 3, 1));
    }

    #[test]
    fn times_and_hashes_are_those_of_the_standards() {
        let task = Task {
            files: vec![InputFile::new("a.c", b"abc")],
            properties: PropertySet::of(&[Property::UnreachCall, Property::ValidFree]),
            entry: "main".into(),
            data_model: DataModel::Lp64,
            time: 1_700_000_000,
        };
        assert_eq!(task.timestamp(), "2023-11-14T22:13:20Z");
        assert_eq!(task.files[0].hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            task.specification(),
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(G valid-free) )"
        );
    }
}
