//! Which steps of a trace are worth showing.

use crate::verdict::{Step, StepKind};

/// How many steps a reader is shown.
const MOST: usize = 30;
/// How many of them come from the beginning, if not all fit.
const FIRST: usize = 8;

/// A line of a shortened trace.
#[derive(Debug, PartialEq)]
pub(super) enum Shown<'a> {
    /// A step.
    Step(&'a Step),
    /// So many steps are not shown.
    Gap(usize),
}

/// Leaves out steps of the library models, then, while there are too many, the kinds of steps that tell least,
/// then the middle.
pub(super) fn shorten(trace: &[Step]) -> Vec<Shown<'_>> {
    let mut steps: Vec<&Step> = trace.iter().filter(|s| s.location.as_ref().is_some_and(|l| !l.library)).collect();
    let all = steps.len();
    for kind in [StepKind::Assign, StepKind::Branch, StepKind::Return, StepKind::Call] {
        if steps.len() > MOST {
            steps.retain(|step| step.kind != kind);
        }
    }
    let end = if steps.len() > MOST { FIRST } else { steps.len() };
    let mut shown: Vec<_> = steps[..end].iter().map(|step| Shown::Step(step)).collect();
    let rest = if end < steps.len() { steps.len() - (MOST - FIRST) } else { end };
    let left_out = all - (end + steps.len() - rest);
    if left_out > 0 {
        shown.push(Shown::Gap(left_out));
    }
    shown.extend(steps[rest..].iter().map(|step| Shown::Step(step)));
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Location;

    fn step(kind: StepKind, line: u32) -> Step {
        let location = Location { file: "a.c".into(), line, column: 1, length: 1, library: line == 0 };
        Step { kind, location: Some(location), function: "f".into(), text: String::new(), values: Vec::new() }
    }

    #[test]
    fn a_short_trace_is_shown_as_it_is() {
        let trace = [step(StepKind::Assign, 1), step(StepKind::Branch, 0), step(StepKind::Free, 2)];
        assert_eq!(shorten(&trace), [Shown::Step(&trace[0]), Shown::Step(&trace[2])]);
    }

    #[test]
    fn what_tells_least_goes_first() {
        let mut trace: Vec<_> = (1..=40).map(|line| step(StepKind::Assign, line)).collect();
        trace.push(step(StepKind::Allocate, 41));
        assert_eq!(shorten(&trace), [Shown::Step(&trace[40]), Shown::Gap(40)]);
    }

    #[test]
    fn a_long_trace_loses_its_middle() {
        let trace: Vec<_> = (1..=100).map(|line| step(StepKind::Input, line)).collect();
        let shown = shorten(&trace);
        assert_eq!(shown.len(), MOST + 1);
        assert_eq!(shown[FIRST], Shown::Gap(70));
        assert_eq!(shown[FIRST + 1], Shown::Step(&trace[78]));
        assert_eq!(shown[MOST], Shown::Step(&trace[99]));
    }
}
