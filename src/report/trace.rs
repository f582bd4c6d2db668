//! Which steps of a trace are worth showing.

use crate::verdict::{Step, StepKind};
use indexmap::IndexMap;

/// A trace of so many steps is shown as it is.
const FEW: usize = 12;
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

/// Leaves out steps of the library models; of a longer trace all but the last iteration of a loop; then, while there
/// are too many, the kinds of steps that tell least, then the middle. How many are missing is said once, where the
/// first of them would stand.
pub(super) fn shorten(trace: &[Step]) -> Vec<Shown<'_>> {
    let steps: Vec<&Step> = trace.iter().filter(|s| s.location.as_ref().is_some_and(|l| !l.library)).collect();
    let mut kept: Vec<usize> = (0..steps.len()).collect();
    if kept.len() > FEW {
        let place = |index: usize| (steps[index].kind, steps[index].location.as_ref());
        let last: IndexMap<_, usize> = kept.iter().map(|&index| (place(index), index)).collect();
        let repeats = |index: usize| last[&place(index)] != index && steps[index].kind <= StepKind::Branch;
        kept.retain(|&index| steps[index].key || !repeats(index));
    }
    for kind in [StepKind::Assign, StepKind::Branch, StepKind::Return, StepKind::Call] {
        if kept.len() > MOST {
            kept.retain(|&index| steps[index].key || steps[index].kind != kind);
        }
    }
    if kept.len() > MOST {
        let middle = kept[FIRST]..kept[kept.len() - (MOST - FIRST)];
        kept.retain(|index| steps[*index].key || !middle.contains(index));
    }
    let mut shown: Vec<_> = kept.iter().map(|&index| Shown::Step(steps[index])).collect();
    if kept.len() < steps.len() {
        let gap = kept.iter().enumerate().take_while(|(place, index)| place == *index).count();
        shown.insert(gap, Shown::Gap(steps.len() - kept.len()));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Location;

    fn step(kind: StepKind, line: u32) -> Step {
        let location = Location { file: "a.c".into(), line, column: 1, length: 1, library: line == 0 };
        Step {
            kind,
            location: Some(location),
            function: "f".into(),
            callee: None,
            text: String::new(),
            values: Vec::new(),
            key: false,
        }
    }

    #[test]
    fn a_short_trace_is_shown_as_it_is() {
        let trace = [step(StepKind::Assign, 1), step(StepKind::Branch, 0), step(StepKind::Free, 2)];
        assert_eq!(shorten(&trace), [Shown::Step(&trace[0]), Shown::Step(&trace[2])]);
    }

    #[test]
    fn a_loop_is_shown_once() {
        let iteration = || [step(StepKind::Branch, 1), step(StepKind::Assign, 2), step(StepKind::Free, 3)];
        let trace: Vec<_> = (0..5).flat_map(|_| iteration()).collect();
        let frees = [2, 5, 8, 11].map(|index| Shown::Step(&trace[index]));
        let last = [12, 13, 14].map(|index| Shown::Step(&trace[index]));
        let expected: Vec<_> = [Shown::Gap(8)].into_iter().chain(frees).chain(last).collect();
        assert_eq!(shorten(&trace), expected);
    }

    #[test]
    fn what_tells_least_goes_first() {
        let mut trace: Vec<_> = (1..=40).map(|line| step(StepKind::Assign, line)).collect();
        trace.push(step(StepKind::Allocate, 41));
        assert_eq!(shorten(&trace), [Shown::Gap(40), Shown::Step(&trace[40])]);
    }

    #[test]
    fn a_long_trace_loses_its_middle() {
        let mut trace: Vec<_> = (1..=100).map(|line| step(StepKind::Input, line)).collect();
        trace[50].key = true;
        let shown = shorten(&trace);
        assert_eq!(shown.len(), MOST + 2);
        assert_eq!(shown[FIRST], Shown::Gap(69));
        assert_eq!(shown[FIRST + 1], Shown::Step(&trace[50]));
        assert_eq!(shown[FIRST + 2], Shown::Step(&trace[78]));
        assert_eq!(shown[MOST + 1], Shown::Step(&trace[99]));
    }
}
