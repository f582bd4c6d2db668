//! Compiler flags out of a compilation database (`compile_commands.json`), as build systems write it.

use super::flags::{self, Flag};
use super::output;
use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// An entry of the database.
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// A file with the flags of its compilation that matter here.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Compilation {
    /// The file, from where heapwright was started.
    pub file: PathBuf,
    /// What the preprocessor is told, paths made absolute.
    pub preprocessor_args: Vec<String>,
    /// Whether it is compiled for 32 bits or for 64, if that is said.
    pub bits: Option<u32>,
}

/// Flags of the preprocessor that heapwright has, too, and whether their value is a path.
const OWN: [(&str, bool); 3] = [("-I", true), ("-D", false), ("-U", false)];

/// The compilations of a database.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Compilation>> {
    let text = output::read(path)?;
    let here = std::env::current_dir().context("no current directory")?;
    parse(&text, &here).with_context(|| path.display().to_string())
}

fn parse(text: &str, here: &Path) -> anyhow::Result<Vec<Compilation>> {
    let commands: Vec<Command> = serde_json::from_str(text)?;
    ensure!(!commands.is_empty(), "the database is empty");
    commands.into_iter().map(|command| compilation(command, here)).collect()
}

fn compilation(command: Command, here: &Path) -> anyhow::Result<Compilation> {
    let arguments = if command.arguments.is_empty() { split(&command.command)? } else { command.arguments };
    let mut compilation = Compilation {
        file: shorten(&command.directory.join(&command.file), here),
        preprocessor_args: Vec::new(),
        bits: None,
    };
    // The first one is the compiler.
    let mut rest = arguments.into_iter().skip(1);
    while let Some(argument) = rest.next() {
        let own = OWN.iter().find(|(flag, _)| argument.starts_with(flag)).copied();
        let with_value = match (own, flags::classify(&argument)) {
            (Some(own), _) => Some(own),
            (None, Some(Flag::Path(flag))) => Some((flag, true)),
            (None, Some(Flag::Bits(bits))) => {
                compilation.bits = Some(bits);
                None
            }
            (None, Some(Flag::Plain)) => {
                compilation.preprocessor_args.push(argument.clone());
                None
            }
            (None, Some(Flag::Refused)) => {
                bail!("`{argument}` in the command for `{}` is not modelled", command.file.display());
            }
            (None, Some(Flag::Ignored { value: true })) => {
                rest.next();
                None
            }
            _ if argument == "-o" => {
                rest.next();
                None
            }
            _ => None,
        };
        let Some((flag, is_path)) = with_value else { continue };
        let operand = match &argument[flag.len()..] {
            "" => rest
                .next()
                .with_context(|| format!("`{flag}` has no value in the command for `{}`", command.file.display()))?,
            joined => joined.to_string(),
        };
        // A file to include that is not in the directory of the compilation is looked for where headers are.
        let file = command.directory.join(&operand);
        let elsewhere = command.directory.is_dir() && !file.exists();
        let is_searched = matches!(flag, "-include" | "-imacros") && elsewhere;
        let operand = if is_path && !is_searched { file.to_string_lossy().into_owned() } else { operand };
        compilation.preprocessor_args.extend([flag.to_string(), operand]);
    }
    Ok(compilation)
}

/// A path as seen from a directory, if it lies below it.
fn shorten(path: &Path, here: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if clean.file_name().is_some() => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean.strip_prefix(here).map_or(clean.clone(), Path::to_path_buf)
}

/// The words of a command, quoted as a shell has it.
fn split(command: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    ensure!(quote.is_none(), "a quote is not closed in `{command}`");
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_the_preprocessor_are_kept() {
        let text = r#"[{"directory": "/home/me/p/build", "file": "../src/a.c",
            "command": "cc -O2 -Iinc -isystem /usr/x -DA=\"b c\" -D 'N=1' -m32 -o a.o -c ../src/a.c"}]"#;
        let found = parse(text, Path::new("/home/me/p")).expect("a database");
        let expected = ["-I", "/home/me/p/build/inc", "-isystem", "/usr/x", "-D", "A=b c", "-D", "N=1"];
        assert_eq!(
            found,
            [Compilation {
                file: "src/a.c".into(),
                preprocessor_args: expected.map(String::from).to_vec(),
                bits: Some(32)
            }]
        );
    }

    #[test]
    fn arguments_need_no_quotes() {
        let text = r#"[{"directory": "/p", "file": "a.c", "arguments": ["cc", "-DX=a b", "-include", "c.h", "a.c"]}]"#;
        let found = parse(text, Path::new("/q")).expect("a database");
        assert_eq!(found[0].preprocessor_args, ["-D", "X=a b", "-include", "/p/c.h"]);
        assert_eq!(found[0].file, Path::new("/p/a.c"));
    }

    #[test]
    fn what_is_no_database_is_rejected() {
        for wrong in ["", "[]", "{}", "[{\"file\": 1}]"] {
            assert!(parse(wrong, Path::new("/")).is_err(), "{wrong}");
        }
        assert!(split("a 'b").is_err());
    }
}
