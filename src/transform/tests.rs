//! Programs before and after the passes do the same.

use super::transform;
use crate::base::SourceMap;
use crate::config::{DataModel, LowerConfig, RunConfig};
use crate::interp::{Interpreter, RandomInputs};
use crate::ir::{LoopTree, Program, PropertySet};
use crate::{lower, parse};

fn load(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let parsed = parse::parse_text("test.c", text, &mut sources, false).expect("it parses");
    let config = LowerConfig { data_model: DataModel::Lp64, entry: Some("main".into()) };
    lower::lower(&[parsed], &config, &mut sources).expect("it lowers").program
}

fn irreducible(program: &Program) -> usize {
    let bodies = program.functions.iter().filter_map(|function| function.body());
    bodies.filter(|body| LoopTree::of(body).irreducible.is_some()).count()
}

/// Loops that are entered in the middle: by `switch`, by `goto` from outside, nested, and with two cycles of their own.
const JUMPS: &[&str] = &[
    "int n = __VERIFIER_nondet_int() & 7, s = 0; switch (n & 3) { case 0: do { s++; case 3: s += 2; case 2: s *= 3;
     case 1: s -= 1; } while (--n > 0); } return s & 127;",
    "int n = __VERIFIER_nondet_int() & 7, s = 0; if (n & 1) goto odd;
     even: s += n; if (--n <= 0) return s; odd: s *= 2; if (--n > 0) goto even; return s & 127;",
    "int n = __VERIFIER_nondet_int() & 7, m = 3, s = 0; if (n == 2) goto b; if (n == 5) goto c;
     a: s++; b: s += 3; while (m-- > 0) { s += m; c: s ^= 5; if (s & 1) goto b; } if (--n > 0) goto a; return s & 127;",
    "int n = __VERIFIER_nondet_int() & 3, s = 0; goto *(void *[]){&&x, &&y, &&z, &&x}[n];
     x: s++; if (s < 5) goto y; return s; y: s += 2; if (s & 1) goto z; goto x; z: s += 3; if (s > 20) return s; goto y;",
];

#[test]
fn every_loop_gets_one_head_and_nothing_else_changes() {
    for jumps in JUMPS {
        let program = load(&format!("int __VERIFIER_nondet_int(void); int main(void) {{ {jumps} }}"));
        assert!(irreducible(&program) > 0, "a test of nothing: {jumps}");
        let changed = transform(&program);
        assert_eq!(irreducible(&changed), 0, "{jumps}");
        let config = RunConfig { max_steps: 10_000, ..RunConfig::default() };
        for seed in 0..40 {
            let run = |program: &Program| {
                let mut inputs = RandomInputs::new(program, seed);
                Interpreter::new(program).run(PropertySet::default(), &mut inputs, &config, &|| false)
            };
            let (before, after) = (run(&program), run(&changed));
            assert_eq!((before.outcome, before.inputs), (after.outcome, after.inputs), "{jumps}");
        }
    }
}

#[test]
fn other_programs_are_not_copied() {
    let program = load("int main(void) { for (int i = 0; i < 3; i++) while (i & 1) i++; return 0; }");
    assert!(matches!(transform(&program), std::borrow::Cow::Borrowed(_)));
}
