//! Rules of the source tree that no compiler enforces. In: the text of the `.rs` files. Out: one line per breach.
//!
//! Each rule is a function of a file's path and text, and has a test below that shows it can fail.

use std::fs;
use std::path::Path;

/// A module uses only modules of lower rank. `main` stands above `cli` because it starts it.
const RANKS: &[(&str, u32)] = &[
    ("base", 0),
    ("config", 0),
    ("checker", 1),
    ("logic", 1),
    ("ir", 1),
    ("verdict", 2),
    ("parse", 2),
    ("interp", 2),
    ("solver", 2),
    ("lower", 3),
    ("prepare", 4),
    ("memory", 5),
    ("shape", 5),
    ("ssa", 6),
    ("template", 7),
    ("synth", 9),
    ("check", 10),
    ("integrity", 10),
    ("audit", 11),
    ("witness", 11),
    ("report", 11),
    ("engine", 11),
    ("explain", 12),
    ("validate", 13),
    ("strategy", 13),
    ("driver", 14),
    ("cli", 15),
    ("main", 16),
];

const LONGEST_FILE: usize = 800;
const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln"];

/// A word or a mark of Rust code; comments and literals in quotes leave none.
#[derive(Debug, PartialEq)]
struct Token {
    line: usize,
    text: String,
}

/// Splits code into words, `::` and single marks.
fn tokens(code: &str) -> Vec<Token> {
    let chars: Vec<char> = code.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        if at(i) == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if at(i) == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            while i < chars.len() {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 {
                    break;
                }
            }
        } else if at(i) == '"' {
            i = after_string(&chars, i);
        } else if at(i) == '\'' {
            i = after_quote(&chars, i);
        } else if at(i).is_alphanumeric() || at(i) == '_' {
            while at(i).is_alphanumeric() || at(i) == '_' {
                i += 1;
            }
            let word: String = chars[start..i].iter().collect();
            let hashes = chars[i..].iter().take_while(|c| **c == '#').count();
            if matches!(word.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                i = after_raw_string(&chars, i + hashes, hashes);
            } else {
                found.push(Token { line, text: word });
            }
        } else if at(i) == ':' && at(i + 1) == ':' {
            found.push(Token { line, text: "::".into() });
            i += 2;
        } else {
            if !at(i).is_whitespace() {
                found.push(Token { line, text: at(i).into() });
            }
            i += 1;
        }
        let end = i.min(chars.len());
        line += chars[start..end].iter().filter(|c| **c == '\n').count();
    }
    found
}

/// The position after the string that opens at `open`.
fn after_string(chars: &[char], open: usize) -> usize {
    let mut i = open + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// The position after the raw string whose quote is at `open`, behind `hashes` marks.
fn after_raw_string(chars: &[char], open: usize, hashes: usize) -> usize {
    let mut i = open + 1;
    while i < chars.len() && !(chars[i] == '"' && chars[i + 1..].iter().take_while(|c| **c == '#').count() >= hashes) {
        i += 1;
    }
    i + 1 + hashes
}

/// The position after a character literal, or after the quote of a lifetime.
fn after_quote(chars: &[char], open: usize) -> usize {
    if chars.get(open + 1) == Some(&'\\') {
        let close = chars.iter().skip(open + 3).position(|c| *c == '\'');
        close.map_or(chars.len(), |n| open + 3 + n + 1)
    } else if chars.get(open + 2) == Some(&'\'') {
        open + 3
    } else {
        open + 1
    }
}

fn rank(module: &str) -> Option<u32> {
    RANKS.iter().find(|(name, _)| *name == module).map(|(_, rank)| *rank)
}

/// The path of modules a file under `src` stands for: `src/ir/types.rs` is `ir::types`.
fn module_path(path: &str) -> Vec<&str> {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs");
    inside.split('/').filter(|part| *part != "mod").collect()
}

/// The top-level modules that code names from the root, with lines: after `crate`, after the library's name,
/// and after as many `super` as lead to the root.
fn used_modules(path: &str, tokens: &[Token]) -> Vec<(usize, String)> {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let mut used = Vec::new();
    let mut braces = 0;
    let mut inline_modules: Vec<usize> = Vec::new();
    for i in 0..tokens.len() {
        match text(i) {
            "{" => braces += 1,
            "}" => {
                braces -= 1;
                inline_modules.retain(|opened| *opened <= braces);
            }
            "mod" if text(i + 2) == "{" => inline_modules.push(braces + 1),
            _ => {}
        }
        let starts_path = i == 0 || text(i - 1) != "::";
        let mut next = match text(i) {
            "crate" | "heapwright" if starts_path => i + 1,
            "super" if starts_path => {
                let mut end = i + 1;
                let mut levels = 1;
                while text(end) == "::" && text(end + 1) == "super" {
                    (end, levels) = (end + 2, levels + 1);
                }
                if levels < module_path(path).len() + inline_modules.len() {
                    continue;
                }
                end
            }
            _ => continue,
        };
        if text(next) != "::" {
            continue;
        }
        next += 1;
        if text(next) == "{" {
            used.extend(group_heads(&tokens[next..]));
        } else {
            used.push((tokens[next].line, text(next).to_string()));
        }
    }
    used
}

/// The first word of each element of the group `{a::b, c}` that the tokens open with.
fn group_heads(tokens: &[Token]) -> Vec<(usize, String)> {
    let mut heads = Vec::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        match pair[0].text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        let opens_element = matches!(pair[0].text.as_str(), "{" | ",");
        if depth == 1 && opens_element && pair[1].text != "}" {
            heads.push((pair[1].line, pair[1].text.clone()));
        }
    }
    heads
}

/// Rule: a module uses only modules of lower rank. The root only declares them.
fn check_ranks(path: &str, tokens: &[Token]) -> Vec<String> {
    let module = module_path(path)[0].to_string();
    if module == "lib" {
        return Vec::new();
    }
    let Some(own) = rank(&module) else {
        return vec![format!("{path}:1: module `{module}` has no rank in regression/tidy.rs")];
    };
    let mut breaches = Vec::new();
    for (line, used) in used_modules(path, tokens) {
        match rank(&used) {
            _ if used == module => {}
            Some(other) if other < own => {}
            Some(other) => {
                breaches.push(format!("{path}:{line}: `{module}` (rank {own}) uses `{used}` (rank {other})"))
            }
            None => breaches.push(format!("{path}:{line}: `{used}` is not a module with a rank")),
        }
    }
    breaches
}

/// Rule: a file has at most `LONGEST_FILE` lines.
fn check_length(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    if lines <= LONGEST_FILE { Vec::new() } else { vec![format!("{path}:1: {lines} lines; split it by topic")] }
}

/// Rule: a file says at its top what it is for.
fn check_opening(path: &str, text: &str) -> Vec<String> {
    if text.starts_with("//!") { Vec::new() } else { vec![format!("{path}:1: does not open with `//!`")] }
}

/// Rule: nothing unfinished.
fn check_finished(path: &str, tokens: &[Token]) -> Vec<String> {
    let macros = tokens.windows(2).filter(|pair| UNFINISHED.contains(&pair[0].text.as_str()) && pair[1].text == "!");
    macros.map(|pair| format!("{path}:{}: `{}!`", pair[0].line, pair[0].text)).collect()
}

/// Rule: only the command line prints and exits.
fn check_printing(path: &str, tokens: &[Token]) -> Vec<String> {
    if module_path(path)[0] == "cli" || path == "src/main.rs" {
        return Vec::new();
    }
    let mut breaches = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let next = |n: usize| tokens.get(i + n).map_or("", |token| token.text.as_str());
        if PRINTING.contains(&token.text.as_str()) && next(1) == "!" {
            breaches.push(format!("{path}:{}: `{}!` outside `cli`", token.line, token.text));
        }
        if token.text == "process" && next(1) == "::" && next(2) == "exit" {
            breaches.push(format!("{path}:{}: `process::exit` outside `cli`", token.line));
        }
    }
    breaches
}

/// Rule: one file alone knows the solver's crate. A path that starts with `z3` names the crate.
fn check_solver_crate(path: &str, tokens: &[Token]) -> Vec<String> {
    if path == "src/solver/z3.rs" {
        return Vec::new();
    }
    let mut breaches = Vec::new();
    for (i, token) in tokens.iter().enumerate().filter(|(_, token)| matches!(token.text.as_str(), "z3" | "z3_sys")) {
        let before = |n: usize| i.checked_sub(n).map_or("", |j| tokens[j].text.as_str());
        let after = tokens.get(i + 1).map_or("", |token| token.text.as_str());
        let continues_path =
            before(1) == "::" && before(2) != "use" && before(2).ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !continues_path && after == "::" || matches!(before(1), "use" | "crate") {
            breaches.push(format!("{path}:{}: only src/solver/z3.rs uses the crate `{}`", token.line, token.text));
        }
    }
    breaches
}

/// All rules that hold for a file, by where it stands.
fn check_file(path: &str, text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut breaches = [check_length(path, text), check_opening(path, text), check_finished(path, &tokens)].concat();
    if path.starts_with("src/") {
        breaches.extend(check_ranks(path, &tokens));
        breaches.extend(check_printing(path, &tokens));
        breaches.extend(check_solver_crate(path, &tokens));
    }
    breaches
}

/// Every `.rs` file below a folder, as a path from the project's root with its text, in order of name.
fn rust_files(folder: &str) -> Vec<(String, String)> {
    let mut paths: Vec<_> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .unwrap_or_else(|error| panic!("{folder}: {error}"))
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = format!("{folder}/{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() {
            files.extend(rust_files(&name));
        } else if name.ends_with(".rs") {
            files.push((name, fs::read_to_string(&path).expect("UTF-8 text")));
        }
    }
    files
}

#[test]
fn the_tree_is_tidy() {
    let files: Vec<_> = ["regression", "scripts", "src"].into_iter().flat_map(rust_files).collect();
    assert!(files.iter().any(|(path, _)| path == "src/lib.rs"), "the files are found");
    let breaches: Vec<_> = files.iter().flat_map(|(path, text)| check_file(path, text)).collect();
    assert!(breaches.is_empty(), "\n{}\n", breaches.join("\n"));
}

/// How many rules of one kind a text breaks.
fn count(check: fn(&str, &[Token]) -> Vec<String>, path: &str, text: &str) -> usize {
    check(path, &tokens(text)).len()
}

#[test]
fn code_is_told_from_comments_and_literals() {
    let words = |code| tokens(code).into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
    assert_eq!(words("a // b\n/* c /* d */ e */ f"), "a f");
    assert_eq!(words(r##"a "b \" c" r#"d " e"# 'f' '\'' '\u{1F}' g"##), "a g");
    assert_eq!(words("&'a str, b'x', r\"\\\" c::d"), "& a str , b , c :: d");
    assert_eq!(words("/* never closed"), "");
    assert_eq!(words("\"never closed\\"), "");
    assert_eq!(tokens("\"\n\" a\n/*\n*/b").iter().map(|token| token.line).collect::<Vec<_>>(), [2, 4]);
}

#[test]
fn ranks_can_be_broken() {
    let ranks = |path, text| count(check_ranks, path, text);
    assert_eq!(ranks("src/ssa/mod.rs", "use crate::ir::Type; use crate::ssa::x; fn f() { crate::base::g() }"), 0);
    assert_eq!(ranks("src/ir/mod.rs", "use crate::ssa::Encoding;"), 1);
    assert_eq!(ranks("src/ir/mod.rs", "use crate::logic::Term;"), 1, "the same rank is not lower");
    assert_eq!(ranks("src/ir/mod.rs", "fn f() -> crate::lower::Error { g() }"), 1);
    assert_eq!(ranks("src/ir/mod.rs", "pub(crate) fn f() {}"), 0);
    assert_eq!(ranks("src/parse/mod.rs", "use crate::{base::{Id, Span}, lower, ir::{self, check}, ssa::x};"), 2);
    assert_eq!(ranks("src/ir/mod.rs", "use crate::unheard_of::x;"), 1);
    assert_eq!(ranks("src/unheard_of/mod.rs", ""), 1);
    assert_eq!(ranks("src/main.rs", "use heapwright::cli;"), 0);
    assert_eq!(ranks("src/lib.rs", "pub mod cli;"), 0);
}

#[test]
fn ranks_are_seen_through_super() {
    let ranks = |path, text| count(check_ranks, path, text);
    assert_eq!(ranks("src/ir/mod.rs", "use super::ssa::x;"), 1);
    assert_eq!(ranks("src/ir/types.rs", "use super::super::ssa::x;"), 1);
    assert_eq!(ranks("src/ir/types.rs", "use super::check::x;"), 0, "a submodule `ir::check`");
    assert_eq!(ranks("src/ir/mod.rs", "mod tests { use super::check::x; }"), 0);
    assert_eq!(ranks("src/ir/mod.rs", "mod tests { use super::super::ssa::x; }"), 1);
    assert_eq!(ranks("src/ir/mod.rs", "mod tests { } use super::ssa::x;"), 1);
}

#[test]
fn length_and_opening_can_be_broken() {
    assert_eq!(check_length("src/a.rs", &"\n".repeat(LONGEST_FILE)).len(), 0);
    assert_eq!(check_length("src/a.rs", &"\n".repeat(LONGEST_FILE + 1)).len(), 1);
    assert_eq!(check_opening("src/a.rs", "//! What it is.").len(), 0);
    assert_eq!(check_opening("src/a.rs", "// What it is.").len(), 1);
}

#[test]
fn unfinished_code_is_found() {
    assert_eq!(count(check_finished, "src/ir/mod.rs", "todo!() unimplemented!(\"x\") dbg!(x)"), 3);
    assert_eq!(count(check_finished, "src/ir/mod.rs", "// todo!()\nlet todo = \"dbg!\";"), 0);
}

#[test]
fn printing_is_found_outside_the_command_line() {
    let code = "print!(); println!(); eprint!(); eprintln!(); std::process::exit(1);";
    assert_eq!(count(check_printing, "src/ir/mod.rs", code), 5);
    assert_eq!(count(check_printing, "src/ir/cli.rs", code), 5);
    assert_eq!(count(check_printing, "src/cli/mod.rs", code), 0);
    assert_eq!(count(check_printing, "src/main.rs", code), 0);
    assert_eq!(count(check_printing, "src/ir/mod.rs", "fn print() { format!() } // println!()"), 0);
}

#[test]
fn the_solver_crate_is_found_outside_its_file() {
    let crates = |path, text| count(check_solver_crate, path, text);
    assert_eq!(crates("src/synth/mod.rs", "use z3::Solver;"), 1);
    assert_eq!(crates("src/synth/mod.rs", "let s = ::z3::Solver::new(); use ::z3::Model;"), 2);
    assert_eq!(crates("src/synth/mod.rs", "let s = z3::Solver::new(); z3_sys::f(); use z3 as y; extern crate z3;"), 4);
    assert_eq!(crates("src/solver/mod.rs", "mod z3; pub use self::z3::version;"), 0);
    assert_eq!(crates("src/solver/z3.rs", "use z3::Solver;"), 0);
}

#[test]
fn a_file_is_checked_by_all_rules() {
    let text = "use crate::ssa::x; fn f() { todo!(); println!(); z3::f() }";
    assert_eq!(check_file("src/ir/mod.rs", text).len(), 5);
    assert_eq!(check_file("regression/a.rs", text).len(), 2);
}
