//! What a witness claims as a whole, and whether that is about a task.

use super::entry::Entry;
use super::task::Task;
use crate::ir::PropertySet;
use std::path::Path;

/// The entry that says how an execution violates the property.
pub const VIOLATION: &str = "violation_sequence";
/// The entry that says what always holds.
pub const INVARIANTS: &str = "invariant_set";

impl Entry {
    /// Whether it claims a violation, and not a proof.
    pub fn is_violation(&self) -> bool {
        self.entry_type == VIOLATION
    }
}

/// The one claim that the entries of a witness make together: one violation, or all its invariants. An error says
/// what else there is.
pub fn claim(entries: Vec<Entry>) -> Result<Entry, String> {
    let mut claim: Option<Entry> = None;
    for entry in entries {
        if !matches!(entry.entry_type.as_str(), VIOLATION | INVARIANTS) {
            return Err(format!("the witness has an entry of the type `{}`, which is not known", entry.entry_type));
        }
        match &mut claim {
            None => claim = Some(entry),
            Some(first) if first.is_violation() || entry.is_violation() => {
                return Err("the witness claims more than one thing, of which one is a violation".to_string());
            }
            Some(first) if first.metadata.task != entry.metadata.task => {
                return Err("the witness is about several tasks".to_string());
            }
            Some(first) => first.content.extend(entry.content),
        }
    }
    claim.ok_or_else(|| "the witness has no entry".to_string())
}

/// What of a task a witness is about, of which the specification is already read: properties, and what it leaves open in
/// words. An error says why it is about something else.
pub fn subject(entry: &Entry, specified: PropertySet, task: &Task) -> Result<(PropertySet, Vec<String>), String> {
    let data = &entry.metadata.task;
    if !data.language.eq_ignore_ascii_case("c") {
        return Err(format!("the witness is about a program in {}, not in C", data.language));
    }
    if data.data_model != task.data_model.name() {
        return Err(format!("the witness is about data model {}, not {}", data.data_model, task.data_model.name()));
    }
    let base = |name: &str| Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
    let named = |name: &String| task.files.iter().filter(|file| base(&file.name) == base(name)).collect::<Vec<_>>();
    for name in data.input_files.iter().chain(data.input_file_hashes.keys()) {
        if named(name).is_empty() {
            return Err(format!("the witness is about `{name}`, which is not verified"));
        }
    }
    for (name, hash) in &data.input_file_hashes {
        if !named(name).iter().any(|file| file.hash.eq_ignore_ascii_case(hash)) {
            return Err(format!("the witness is about another version of `{name}`"));
        }
    }
    let has_hash = |name: &str| data.input_file_hashes.keys().any(|known| base(known) == base(name));
    let open = task.files.iter().filter(|file| !has_hash(&file.name));
    let open = open.map(|file| format!("the witness does not say which version of `{}` it is about", file.name));
    let list = |properties: PropertySet| properties.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ");
    let both = PropertySet::of(&task.properties.iter().filter(|p| specified.contains(*p)).collect::<Vec<_>>());
    // A violation of one property is one; a proof has to be of all.
    if both.is_empty() || !entry.is_violation() && both != task.properties {
        return Err(format!("the witness is about {}, not {}", list(specified), list(task.properties)));
    }
    Ok((both, open.collect()))
}
