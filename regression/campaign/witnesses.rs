//! Witnesses of regression programs, changed: a wrong one may be confirmed if what it claims is true, but never the opposite of it.

use crate::support::random::Random;
use crate::trial::{Answer, Context, Outcome, Truth};
use std::fs;

/// How many changed witnesses of one program are tried.
const CHANGES: u64 = 4;

/// The witness of one program, with several changes.
pub fn run(seed: u64, context: &Context) -> Vec<Outcome> {
    let mut random = Random::new(seed);
    let usable: Vec<_> = context
        .programs
        .iter()
        .filter(|program| {
            let decided = program.header.value("verdict").is_some_and(|verdict| verdict != "unknown");
            decided && program.header.value("today").is_none() && program.path.extension().is_some_and(|e| e == "c")
        })
        .collect();
    let program = random.pick(&usable);
    let truth = if program.violated().is_some() { Truth::Faulty } else { Truth::Correct };
    let witness = context.file(&format!("witness_{seed}.yml"), "");
    let mut args = vec!["-q".to_string()];
    args.extend(program.args_from_anywhere());
    if let Some(model) = program.header.words("models").first() {
        args.extend(["--data-model".to_string(), model.clone()]);
    }
    let with = |option: &str| [&args[..], &[option.to_string(), witness.display().to_string()]].concat();
    let (ended, mut outcomes) = (context.verify(&program.path, &with("--witness")), Vec::new());
    let text = fs::read_to_string(&witness).unwrap_or_default();
    if ended.0.verdict().is_none_or(|verdict| verdict == "unknown") || text.is_empty() {
        let _ = fs::remove_file(&witness);
        return outcomes;
    }
    for number in 0..CHANGES {
        let changed = changed(&text, &mut random);
        fs::write(&witness, &changed).expect("a writable folder");
        let (ended, wrong) = context.verify(&program.path, &with("--witness-check"));
        // A witness that cannot be read is wrong usage.
        let wrong = wrong.filter(|_| ended.status != Some(1));
        let answer = match ended.verdict().as_deref() {
            Some("true") => Answer::Proved,
            Some("unknown") => Answer::Unknown,
            Some(_) => Answer::Refuted,
            None => Answer::Rejected,
        };
        let wrong = wrong.or(match (truth, answer) {
            (Truth::Correct, Answer::Refuted) => Some(format!("refuted by a witness, but correct: {}", program.name)),
            (Truth::Faulty, Answer::Proved) => Some(format!("proved by a witness, but faulty: {}", program.name)),
            _ => None,
        });
        let name = format!("{}_{seed}_{number}.yml", program.name.replace('/', "-"));
        outcomes.push(Outcome { name, text: changed, answer, wrong });
    }
    let _ = fs::remove_file(&witness);
    outcomes
}

/// Expressions that say something else, or nothing that makes sense.
const EXPRESSIONS: &[&str] =
    &["1", "0", "1/0 == 1", "*(int *)0 == 0", "1 << 40", "x", "1 == 1 || 0", "(", "main() == 0"];

/// A witness with a number, an expression, a word or a line changed.
fn changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let content = lines.iter().position(|line| line.contains("content:")).unwrap_or(0);
    let at = content + random.below(lines.len() - content);
    match random.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, content),
        _ => {
            let values: Vec<usize> = (content..lines.len())
                .filter(|at| lines[*at].contains("value:") || lines[*at].contains("line:"))
                .collect();
            let at = if values.is_empty() { at } else { *random.pick(&values) };
            let line = &mut lines[at];
            if let Some(end) = line.find("value:").filter(|_| random.percent(60)) {
                let expression = random.pick(EXPRESSIONS);
                let result = if line.contains("\\result") { "\\result == " } else { "" };
                line.replace_range(end.., &format!("value: \"{}{expression}\"", result.replace('\\', "\\\\")));
            } else if let Some(digit) = line.find(|c: char| c.is_ascii_digit()) {
                line.replace_range(digit..digit + 1, &random.below(10).to_string());
            }
        }
    }
    lines.join("\n") + "\n"
}
