//! The strategy: steps that each decide what they can, in order.

use super::{Context, proofs, runs, watch};
use crate::ir::{Function, FunctionKind, Property};
use crate::verdict::Overall;

/// A step of the strategy.
struct Step {
    name: &'static str,
    apply: fn(&Context),
}

/// All steps in order, with the reason for their place.
const STEPS: &[Step] = &[
    // Cheap, independent of every encoding, and final in what it finds.
    Step { name: "run", apply: runs::search },
    // Fast where it applies: lists of any length, whatever they contain.
    Step { name: "shape analysis", apply: proofs::few_shapes },
    // Where contents of nodes and other numbers matter, a few questions to the solver often do.
    Step { name: "invariants", apply: proofs::quick_invariants },
    // Everything that shape analysis can do.
    Step { name: "shape analysis", apply: proofs::shapes },
    // Sorted lists, and nodes that are kept or removed by what they hold.
    Step { name: "shape analysis of ranks", apply: proofs::ranked_shapes },
    // Exact: finds most errors, and proves programs whose loops end within the bound.
    Step { name: "bounded check", apply: proofs::shallow },
    // One execution is quickly followed much further than a formula can follow it.
    Step { name: "long run", apply: runs::go_on },
    // Some errors need a few iterations more, and are found long before invariants are.
    Step { name: "bounded check", apply: proofs::medium },
    // The only way to a proof for loops whose numbers matter.
    Step { name: "invariants", apply: proofs::invariants },
    // What is left of the time goes into errors that need many iterations.
    Step { name: "bounded check", apply: proofs::deep },
    // Last, as it may take all the time there is.
    Step { name: "long run", apply: runs::finish },
];

/// Applies the steps until nothing is open or the time is up.
pub(super) fn decide(context: &Context) {
    if context.job.properties.contains(Property::Termination) {
        context.verdict().add_reason("termination is not analysed", None);
    }
    let is_external = |function: &&Function| matches!(function.kind, FunctionKind::External);
    for function in context.program.functions.iter().filter(is_external) {
        context.verdict().add_assumption(format!("`{}`, which has no body, writes no memory", function.name));
    }
    for step in STEPS {
        if context.done() || context.stopped() {
            break;
        }
        context.progress.phase(step.name, "");
        watch::apart(|| (step.apply)(context));
    }
    let proved = context.verdict().overall() == Overall::True;
    if context.job.explain && proved && context.verdict().invariants().is_empty() {
        context.progress.phase("explanation", "");
        proofs::explain(context);
    }
}
