//! The strings that `main` is given in a run: the arguments and the environment.

use crate::interp::{InputKind, RecordedInput};
use crate::ir::Strings;
use crate::verdict::GivenStrings;
use indexmap::IndexMap;

/// What `main` was given, read off the inputs of a run.
#[derive(Default)]
pub(super) struct Given {
    counts: IndexMap<Strings, usize>,
    texts: IndexMap<(Strings, u32), Vec<u8>>,
}

impl Given {
    /// What is among these inputs.
    pub fn of(inputs: &[RecordedInput]) -> Self {
        let mut given = Self::default();
        for input in inputs {
            match input.key.kind {
                InputKind::StringCount(strings) => {
                    let count = usize::try_from(input.value as i32).unwrap_or(0);
                    given.counts.insert(strings, count);
                }
                InputKind::StringLength(strings, index) => {
                    given.texts.insert((strings, index), Vec::new());
                }
                InputKind::StringCharacter(strings, index, _) => {
                    let byte = if input.value == 0 { b'x' } else { input.value as u8 };
                    given.texts.entry((strings, index)).or_default().push(byte);
                }
                _ => {}
            }
        }
        given
    }

    /// The name in C of an array of strings.
    pub fn name(strings: Strings) -> &'static str {
        match strings {
            Strings::Arguments => "argv",
            Strings::Environment => "envp",
        }
    }

    /// The string that an input is about, as C writes it.
    pub fn text(&self, kind: InputKind) -> Option<String> {
        let (InputKind::StringLength(strings, index) | InputKind::StringCharacter(strings, index, _)) = kind else {
            return None;
        };
        self.texts.get(&(strings, index)).map(|text| literal(text))
    }

    /// All of it, as C writes it; `None` if `main` looks at nothing.
    pub fn strings(&self) -> Option<GivenStrings> {
        let of = |wanted: Strings| {
            let texts = self.texts.iter().filter(|((strings, _), _)| *strings == wanted);
            texts.map(|(_, text)| literal(text)).collect()
        };
        (!self.counts.is_empty()).then(|| GivenStrings {
            count: self.counts.get(&Strings::Arguments).copied().unwrap_or(0),
            arguments: of(Strings::Arguments),
            environment: of(Strings::Environment),
        })
    }
}

/// A text as a string literal of C. Octal escapes end after three digits, whatever follows.
fn literal(text: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte as char]),
            // No trigraphs.
            b'?' => out += "\\?",
            b' '..=b'~' => out.push(byte as char),
            _ => out += &format!("\\{byte:03o}"),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn any_bytes_make_a_literal() {
        assert_eq!(literal(b"-n \"a\\\x011\xff"), r#""-n \"a\\\0011\377""#);
    }
}
