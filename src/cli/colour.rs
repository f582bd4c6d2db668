//! Colours on a terminal, unless `NO_COLOR` says otherwise.

use std::io::IsTerminal;

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[1;31m";
const MAGENTA: &str = "\x1b[1;35m";
const CYAN: &str = "\x1b[36m";
const GREEN: &str = "\x1b[1;32m";
const PLAIN: &str = "\x1b[0m";

/// Words that tell how serious a message is, and their colours.
const SEVERITIES: &[(&str, &str)] = &[(": error: ", RED), (": warning: ", MAGENTA), (": note: ", CYAN)];

/// Whether standard output is to be coloured: it is a terminal, and `NO_COLOR` is not set or empty.
fn wanted() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && std::io::stdout().is_terminal()
}

/// A text report, in colours if they are wanted.
pub(super) fn paint_if_wanted(text: String) -> String {
    if wanted() { paint(&text) } else { text }
}

/// A text report in colours.
fn paint(text: &str) -> String {
    text.lines().map(|line| paint_line(line) + "\n").collect()
}

fn paint_line(line: &str) -> String {
    if let Some(answer) = line.strip_prefix("verdict: ") {
        let colour = match answer {
            "true" => GREEN,
            "unknown" => MAGENTA,
            _ => RED,
        };
        return format!("verdict: {colour}{answer}{PLAIN}");
    }
    let first = SEVERITIES.iter().filter_map(|(word, colour)| Some((line.find(word)?, *word, *colour))).min();
    if let Some((at, word, colour)) = first {
        let (place, message) = (&line[..at], &line[at + word.len()..]);
        return format!("{BOLD}{place}:{PLAIN} {colour}{}{PLAIN} {message}", word[2..].trim_end());
    }
    match line.split_once("| ") {
        Some((margin, marks)) if margin.trim().is_empty() && marks.trim_start().starts_with('^') => {
            format!("{margin}| {GREEN}{marks}{PLAIN}")
        }
        _ => line.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_no_text() {
        let report =
            "a.c:1:2: error: b: note: c [CWE-416]\n    1 |  x = y;\n      |  ^~~~~\na.c: note: d\nverdict: true\n";
        let painted = paint(report);
        assert!(painted.contains("\x1b[1;31merror:\x1b[0m b: note: c"));
        let mut plain = String::new();
        let mut rest = painted.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            plain += before;
            rest = after.split_once('m').expect("the end of a colour").1;
        }
        assert_eq!(plain + rest, report);
    }
}
