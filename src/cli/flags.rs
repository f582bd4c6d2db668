//! Flags of compilers on heapwright's command line, so that a compile line can be pasted.
//!
//! In: the arguments of the process. Out: the same in heapwright's terms: what matters is handed to the preprocessor by
//! hidden options, the rest is ignored, and said with `-v`. What would change the meaning of the program and is not
//! modelled is refused.

use anyhow::{Context, bail};
use std::ffi::OsString;

/// What a flag is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// The preprocessor, with a path as its value, joined or as the next argument.
    Path(&'static str),
    /// The preprocessor, as it is.
    Plain,
    /// 32 bits, or 64.
    Bits(u32),
    /// Nothing here; whether a value follows as the next argument.
    Ignored { value: bool },
    /// What is not modelled.
    Refused,
}

/// Flags of the preprocessor whose value is a path.
const WITH_PATH: &[&str] = &["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot"];
/// Flags that are passed on as they are, by how they begin.
const PLAIN: &[&str] = &["-std=", "-ansi", "-nostdinc", "-undef"];
/// Flags that change types or the layout of objects, by how they begin.
const REFUSED: &[&str] = &[
    "-funsigned-char",
    "-funsigned-bitfields",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-mms-bitfields",
    "-mx32",
    "-m16",
    "-m96bit-long-double",
    "-mlong-double",
];
/// Flags with a value that do not matter here.
const IGNORED_WITH_VALUE: &[&str] =
    &["-MF", "-MT", "-MQ", "-x", "-arch", "-L", "-l", "-T", "-z", "-u", "-Xlinker", "-Xassembler", "-Xpreprocessor"];
/// Other flags that do not matter here, by how they begin.
const IGNORED: &[&str] = &["-W", "-O", "-f", "-g", "-m", "-pedantic", "-L", "-l", "-M"];
/// The same, as they are.
const IGNORED_WHOLE: &[&str] =
    &["-c", "-S", "-w", "-p", "-pg", "-pipe", "-pthread", "-static", "-shared", "-rdynamic", "-nostdlib", "-s"];

/// What a flag of a compiler is about; `None` if it is none.
pub(super) fn classify(argument: &str) -> Option<Flag> {
    let begins = |flags: &[&str]| flags.iter().any(|flag| argument.starts_with(flag));
    Some(match argument {
        "-m32" => Flag::Bits(32),
        "-m64" => Flag::Bits(64),
        _ if begins(REFUSED) => Flag::Refused,
        _ if begins(PLAIN) => Flag::Plain,
        _ if IGNORED_WITH_VALUE.contains(&argument) => Flag::Ignored { value: true },
        _ if IGNORED_WHOLE.contains(&argument) || (begins(IGNORED) && argument.len() > 1) => {
            Flag::Ignored { value: false }
        }
        _ => Flag::Path(WITH_PATH.iter().copied().filter(|flag| argument.starts_with(flag)).max_by_key(|f| f.len())?),
    })
}

/// Rewrites the flags of a compiler. Options of heapwright and their values stay as they are.
pub(super) fn rewrite(arguments: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let texts: Vec<Option<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
    let subcommand = texts.get(1).copied().flatten().unwrap_or_default();
    if !["verify", "integrity", "invariants", "run"].contains(&subcommand) {
        return Ok(arguments);
    }
    // Only compilers know these: then `-o` is a compiler's, too.
    let is_compile_line = texts.iter().flatten().any(|text| matches!(classify(text), Some(Flag::Ignored { .. })));
    let mut rewritten: Vec<OsString> = arguments[..2].to_vec();
    let mut rest = arguments.iter().skip(2).peekable();
    let hidden = |name: &str, value: &str| OsString::from(format!("--{name}={value}"));
    while let Some(argument) = rest.next() {
        let text = argument.to_str().unwrap_or_default();
        if text == "--" {
            rewritten.push(argument.clone());
            rewritten.extend(rest.by_ref().cloned());
            break;
        }
        if text == "-o" && is_compile_line {
            let output = rest.next().and_then(|output| output.to_str()).unwrap_or_default();
            if [".json", ".jsonl", ".sarif"].iter().any(|end| output.ends_with(end)) {
                rewritten.extend([argument.clone(), output.into()]);
            } else {
                rewritten.push(hidden("ignored-flag", &format!("-o {output}")));
            }
            continue;
        }
        match classify(text) {
            None => {
                rewritten.push(argument.clone());
                // The value of an option may look like a flag.
                let takes_value = text.starts_with("--") && !text.contains('=') && TAKING_VALUES.contains(&text);
                rewritten.extend(rest.next_if(|_| takes_value).cloned());
            }
            Some(Flag::Bits(32)) => rewritten.push("--32".into()),
            Some(Flag::Bits(_)) => rewritten.push("--64".into()),
            Some(Flag::Plain) => rewritten.push(hidden("preprocessor-flag", text)),
            Some(Flag::Path(flag)) => {
                let value = match &text[flag.len()..] {
                    "" => rest
                        .next()
                        .and_then(|value| value.to_str())
                        .with_context(|| format!("`{flag}` has no value"))?,
                    joined => joined,
                };
                rewritten.extend([hidden("preprocessor-flag", flag), hidden("preprocessor-flag", value)]);
            }
            Some(Flag::Ignored { value }) => {
                rewritten.push(hidden("ignored-flag", text));
                rest.next_if(|_| value);
            }
            Some(Flag::Refused) => bail!("`{text}` changes the types of C in a way that is not modelled"),
        }
    }
    Ok(rewritten)
}

/// Options of heapwright whose value may begin with a dash.
const TAKING_VALUES: &[&str] = &["--property", "--propertyfile", "--entry", "--assume-any", "--function"];

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(line: &str) -> anyhow::Result<String> {
        let arguments = format!("heapwright verify {line}").split(' ').map(OsString::from).collect();
        let words = rewrite(arguments)?;
        Ok(words[2..].iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_pasted_line_is_understood() {
        assert_eq!(
            rewritten("-std=c11 -Wall -O2 -m32 -Iinc -isystem sys -o prog -c a.c -lm").expect("understood"),
            "--preprocessor-flag=-std=c11 --ignored-flag=-Wall --ignored-flag=-O2 --32 -Iinc \
                --preprocessor-flag=-isystem --preprocessor-flag=sys --ignored-flag=-o prog --ignored-flag=-c a.c \
                --ignored-flag=-lm"
        );
    }

    #[test]
    fn options_of_heapwright_stay() {
        let own = "--property no-overflow -q -v -I x -DA -o report.txt --32 a.c";
        assert_eq!(rewritten(own).expect("understood"), own);
        assert_eq!(rewritten("-g -o r.json a.c").expect("understood"), "--ignored-flag=-g -o r.json a.c");
    }

    #[test]
    fn what_changes_types_is_refused() {
        assert!(rewritten("-funsigned-char a.c").is_err());
        assert!(rewritten("a.c -include").is_err());
    }
}
