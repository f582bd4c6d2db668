//! The formula agrees with the interpreter, on random inputs and without a solver.
//!
//! A program is encoded, and the variables of its formula get random values. The inputs that these stand for are lifted as
//! those of a model are, and executed. What the formula says is violated must be what the execution runs into. The programs
//! do nothing that the formula leaves open.

use super::lift::lift;
use crate::base::{SourceMap, Span};
use crate::config::{DataModel, LowerConfig, RunConfig};
use crate::interp::{self, Outcome};
use crate::ir::{Property, PropertySet};
use crate::logic::agreement::Random;
use crate::logic::{Assignment, Bits, Evaluator, Sort, TermId, Value};
use crate::lower::lower;
use crate::parse::parse_text;
use crate::prepare::{Prepared, prepare};
use crate::ssa::{EncodeConfig, Encoding, encode};

const DECLARATIONS: &str = "
    typedef __SIZE_TYPE__ size_t;
    extern void reach_error(void);
    extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
    extern short __VERIFIER_nondet_short(void); extern unsigned char __VERIFIER_nondet_uchar(void);
    extern long long __VERIFIER_nondet_longlong(void);
    void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
    void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
    void *memset(void *, int, size_t); void *aligned_alloc(size_t, size_t);
";

/// A formula and what it was made from.
struct Bench {
    prepared: Prepared,
    properties: PropertySet,
    encoding: Encoding,
    variables: Vec<TermId>,
}

impl Bench {
    fn new(text: &str, data_model: DataModel, properties: &[Property]) -> Self {
        let size = if data_model == DataModel::Lp64 { "unsigned long" } else { "unsigned int" };
        let declarations = DECLARATIONS.replace("__SIZE_TYPE__", size);
        let text = text.replace("$I", "__VERIFIER_nondet_int()").replace("$U", "__VERIFIER_nondet_uint()");
        let mut sources = SourceMap::new();
        let unit = parse_text("test.c", &format!("{declarations}{text}"), &mut sources, false).expect("it parses");
        let lowered = lower(
            &[unit],
            &LowerConfig { data_model, entry: Some("main".to_string()), assertions: true, error_calls: true },
            &mut sources,
        );
        let prepared = prepare(lowered.unwrap_or_else(|errors| panic!("{errors:?}")));
        let properties = PropertySet::of(properties);
        let config = EncodeConfig {
            properties,
            unwind: 4,
            max_statements: 100_000,
            max_terms: 1_000_000,
            malloc_may_fail: true,
            max_decided: u32::MAX,
            induction: 1,
        };
        let encoding = encode(prepared.encoded(), config, &|| false);
        let mut terms = encoding.assumptions.clone();
        terms.extend(encoding.obligations.iter().flat_map(|o| [o.guard, o.condition]));
        terms.extend(encoding.residuals.iter().map(|residual| residual.guard));
        let variables = encoding.memory.pool.free_vars(&terms);
        Self { prepared, properties, encoding, variables }
    }

    fn assignment(&self, random: &mut Random) -> Assignment {
        let mut assignment = Assignment::new();
        for &variable in &self.variables {
            let value = match self.encoding.memory.pool.sort(variable) {
                Sort::Bool => Value::Bool(random.chance(4)),
                Sort::Bv(width) => {
                    let number = match random.below(6) {
                        0 => random.next(),
                        1 => u64::MAX - random.below(4) as u64,
                        2 => (1u64 << (width.clamp(2, 64) - 1)) - random.below(2) as u64,
                        _ => random.below(6) as u64,
                    };
                    Value::Bv(Bits::new(u128::from(number), width))
                }
                Sort::Array(..) => continue,
            };
            assignment.set(variable, value);
        }
        assignment
    }

    /// What the formula says is violated under an assignment; `None` if it does not say.
    fn predicted(&self, model: &mut Evaluator) -> Option<Option<(Property, Span)>> {
        let encoding = &self.encoding;
        let mut holds = |term: TermId| model.eval(&encoding.memory.pool, term).to_bool();
        if !encoding.memory.constraints.iter().all(|&constraint| holds(constraint)) {
            return None;
        }
        let ended = encoding.assumptions.iter().position(|&assumption| !holds(assumption));
        let ended = ended.unwrap_or(usize::MAX);
        let cut = encoding.residuals.iter().map(|residual| (residual.guard, residual.after));
        let left = encoding.unsupported.iter().chain(&encoding.externals).map(|reached| (reached.guard, reached.after));
        if cut.chain(left).any(|(guard, after)| after <= ended && holds(guard)) {
            return None;
        }
        let violated = encoding.obligations.iter().find(|o| o.after <= ended && holds(o.guard) && !holds(o.condition));
        Some(violated.and_then(|o| Some((o.property()?, o.span))))
    }
}

/// Compares on many inputs: in how many runs there was a violation, and in how many there was none.
fn agree(text: &str, data_model: DataModel, properties: &[Property]) -> [usize; 2] {
    let bench = Bench::new(text, data_model, properties);
    let config = RunConfig { malloc_may_fail: true, ..RunConfig::default() };
    let mut counts = [0; 2];
    let mut random = Random::new(text.len() as u64);
    for _ in 0..250 {
        let mut model = Evaluator::new(bench.assignment(&mut random));
        let Some(predicted) = bench.predicted(&mut model) else { continue };
        let mut inputs = lift(&bench.encoding, &mut model);
        let run = interp::run(&bench.prepared.program, bench.properties, &mut inputs, &config, &|| false);
        let found = match &run.outcome {
            Outcome::Violation(violation) => violation.kind.property().map(|property| (property, violation.span)),
            Outcome::Exit(_) | Outcome::Aborted | Outcome::PathEnded(_) => None,
            other => panic!("{other:?} in {text}"),
        };
        assert_eq!(predicted, found, "{:?} with {:?} in {text}", run.outcome, run.inputs);
        counts[usize::from(found.is_none())] += 1;
    }
    counts
}

/// Compares in both data models, and requires that both outcomes were seen.
fn both(text: &str, properties: &[Property]) {
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let counts = agree(text, data_model, properties);
        assert!(counts.iter().all(|&count| count > 0), "{counts:?} for {data_model:?} in {text}");
    }
}

const REACH: &[Property] = &[Property::UnreachCall];
const MEMORY: &[Property] = &[Property::ValidDeref, Property::ValidFree];

#[test]
fn arithmetic_agrees() {
    both(
        "int main(void) {
            int a = $I, b = $I; unsigned x = $U, y = $U; short s = __VERIFIER_nondet_short();
            unsigned char c = __VERIFIER_nondet_uchar(); long long l = __VERIFIER_nondet_longlong();
            long long h = a + b - a * b;
            h = h * 31 + a / b + a % (b + 1); h = h * 31 + x / (y + 1) + x % (c + 1);
            h = h * 31 + (a << (b & 15)) + (a >> (c & 31)) + (x >> (y & 31)); h ^= l >> (s & 63);
            h = h * 31 + (s < c) + (a < b) * 2 + (x < y) * 4 + (a < (long long)x) * 8 + (a <= s) * 16;
            h += (signed char)a + (unsigned short)b + -s + ~c + !l; l = (long long)x * y; h ^= l << (c % 64);
            if (x << y == 12) h++;
            if ((h & 7) == 3) reach_error();
            return 0;
        }",
        REACH,
    );
}

#[test]
fn overflow_agrees() {
    both(
        "int main(void) {
            int a = $I, b = $I; short s = __VERIFIER_nondet_short(); long long l = __VERIFIER_nondet_longlong();
            int sum = $I ? a + b : a - s;
            long long product = l * b;
            int shifted = sum << (b & 7);
            return -shifted == product % (s + 1) || a / b == 3;
        }",
        &[Property::NoOverflow],
    );
}

#[test]
fn overlapping_views_agree() {
    both(
        "struct __attribute__((packed)) s { char c; short h; int i; };
        union u { unsigned char b[12]; short h[6]; int w[3]; struct s s; };
        static unsigned char buf[14];
        int main(void) {
            unsigned i = $U, j = $U; int a = $I, b = $I; struct s s[3], t; union u u[2];
            if (i >= 3 || j >= 3) return 0;
            memset(s, 0, sizeof s); memset(u, 1, sizeof u);
            s[i].i = a; *(short *)(buf + i + j) = (short)b; t = s[j]; s[(i + 1) % 3] = t;
            memset(&s[j], b, 5); memmove(buf + j, buf + i + 1, 5); memcpy(&u[i & 1].w[j], buf + i, 4);
            u[j & 1].s = s[i]; u[i & 1].h[i + j] = 7; memcpy(buf + i, &s[j].h, i + 2);
            unsigned h = u[0].w[j]; h = h * 31 + s[i].i; h = h * 31 + buf[j + 3]; h = h * 31 + *(int *)(buf + i);
            if (h % 5 == 2) reach_error();
            return 0;
        }",
        REACH,
    );
}

#[test]
fn bit_fields_agree() {
    both(
        "struct f { unsigned a : 3; int b : 7; unsigned c : 13; int d : 1; unsigned char e; };
        int main(void) {
            struct f f[3], *p; unsigned i = $U, j = $U;
            if (i >= 3 || j >= 3) return 0;
            memset(f, 0, sizeof f); p = f + i;
            p->a = $I; p->b = $I; f[j].c = $I; f[j].d = $I; p->e = f[j].b; f[2] = *p; p->b += 5;
            if ((f[j].a + f[2].b + f[i].c + f[j].d) % 3 == 1) reach_error();
            return 0;
        }",
        REACH,
    );
}

#[test]
fn calls_by_pointer_agree() {
    both(
        "static int f(int x) { return x < 0 ? 3 : 5; }
        static unsigned g(unsigned x) { return x >> 31; }
        static void v(int x) { if (x == 1) reach_error(); }
        static long long w(long long x) { return x; }
        int main(void) {
            int k = $I; unsigned x = $U;
            unsigned (*p)(unsigned) = k == 0 ? (unsigned (*)(unsigned))f : g;
            if (k == 2) p = (unsigned (*)(unsigned))w;
            if (k == 4) p = 0;
            void (*q)(unsigned) = k == 1 ? (void (*)(unsigned))v : (void (*)(unsigned))f;
            q(x);
            if (k == 3) p = (unsigned (*)(unsigned))v;
            if (p(x) + k == 3) reach_error();
            return 0;
        }",
        REACH,
    );
}

#[test]
fn blocks_agree() {
    both(
        "int main(void) {
            unsigned n = $U, m = $U;
            if (n > 12 || m > 12) return 0;
            char *p = malloc(n), *q = calloc(m, 1);
            if (!p || !q) return 0;
            memset(p, 5, m); memcpy(q, p, n); memmove(q + 1, q, m / 2);
            if ($I) { char *r = realloc(p, 9); if (r) p = r; else p[0] = 1; }
            p[m] = 1; q[p[n / 2] & 7] = 2;
            if ($I == 3) free(p);
            if ($I == 4) free(q + m % 2);
            free(p);
            return 0;
        }",
        MEMORY,
    );
}

#[test]
fn pointers_agree() {
    both(
        "int main(void) {
            int a[4] = {1, 2, 3, 4}, n = $I, m = $I, *end = a + 4;
            if (n < -1 || n > 5 || m < 0 || m > 4) return 0;
            int *p = a + n, *q = a + m, sum = 0;
            if (!p || p == (int *)0) reach_error();
            for (int *r = q; r < end; r++) sum += *r;
            for (int *r = q - 1; r >= a; r--) sum += 2 * *r;
            if (p - q == 2 && sum > 15) reach_error();
            if (p == q ? sum == 12 : p > q && sum == 10) reach_error();
            return 0;
        }",
        REACH,
    );
}

#[test]
fn control_flow_agrees() {
    both(
        "static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
        int main(void) {
            int x = $I, n = 0;
            again:
            switch (x & 3) {
                case 0: n += 2;
                case 1: n++; break;
                case 2: do { n += 3; if (n > 7) break; } while ($I);
                default: if (n < 4 && $I) { x++; n++; goto again; }
            }
            for (int i = 0; i < n; i++) { if (i == x) continue; if (i * i > 5) goto out; x ^= i; }
            out:
            if (depth(n & 3) + x == 3) reach_error();
            return 0;
        }",
        REACH,
    );
}

#[test]
fn alignments_agree() {
    both(
        "int main(void) {
            unsigned n = $U;
            char *p = $I ? aligned_alloc(16, 8) : aligned_alloc(64, 24);
            if (!p) return 0;
            p[n] = 1;
            free(p);
            return 0;
        }",
        MEMORY,
    );
}
