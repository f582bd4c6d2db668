//! Regression programs with tokens dropped, doubled or swapped: whatever they say, there is an answer in time and no internal error.

use crate::support::random::Random;
use crate::trial::{Context, Outcome, Truth};

/// One changed program.
pub fn run(seed: u64, context: &Context) -> Vec<Outcome> {
    let mut random = Random::new(seed);
    let program = random.pick(&context.programs);
    let text = mutated(&program.text, &mut random);
    let mut args = vec!["-q".to_string(), format!("-I{}", program.folder().display())];
    args.extend(program.args_from_anywhere());
    let extension = if program.path.extension().is_some_and(|extension| extension == "i") { "i" } else { "c" };
    vec![context.judge(&format!("mutant_{seed}.{extension}"), text, &args, Truth::Open)]
}

/// A text with one to three changes.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    for _ in 0..1 + random.below(3) {
        let places: Vec<usize> = (0..tokens.len()).filter(|at| !tokens[*at].trim().is_empty()).collect();
        if places.len() < 2 {
            break;
        }
        let at = *random.pick(&places);
        match random.below(4) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at].clone()),
            // With its like, so that what comes out is more often a program.
            _ => {
                let alike = |other: &&usize| kind(&tokens[**other]) == kind(&tokens[at]);
                let others: Vec<usize> = places.iter().filter(alike).copied().collect();
                tokens.swap(at, *random.pick(&others));
            }
        }
    }
    tokens.concat()
}

/// Whether a token is a number, a word or neither.
fn kind(token: &str) -> u8 {
    match token.chars().next() {
        Some(c) if c.is_ascii_digit() => 0,
        Some(c) if c.is_alphanumeric() || c == '_' => 1,
        _ => 2,
    }
}

/// Words, numbers, literals, comments, marks and the space between them.
fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        let class = |c: char| match c {
            c if c.is_alphanumeric() || c == '_' => 1,
            c if c.is_whitespace() => 2,
            _ => 3,
        };
        let kind = class(chars[i]);
        i += 1;
        if chars[start] == '/' && chars.get(i) == Some(&'/') {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if kind == 3 && matches!(chars[start], '"' | '\'') {
            while i < chars.len() && chars[i] != chars[start] && chars[i] != '\n' {
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            i = (i + 1).min(chars.len());
        } else if kind != 3 {
            while i < chars.len() && class(chars[i]) == kind {
                i += 1;
            }
        }
        tokens.push(chars[start..i].iter().collect());
    }
    tokens
}
