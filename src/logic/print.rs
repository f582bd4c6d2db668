//! Terms as SMT-LIB 2 text.

use super::float::{FloatOp, Whole};
use super::hash::{FastMap, FastSet};
use super::pool::{BinaryOp, Node, Sort, TermId, TermPool};
use std::fmt::Write;

/// Length from which an unshared term gets a name too, so that no line and no nesting grows without bound.
const MAX_INLINE: usize = 120;

impl TermPool {
    /// A script that declares the variables below some booleans and asserts each of them. Shared terms are
    /// defined once.
    pub fn to_smtlib(&self, assertions: &[TermId]) -> String {
        let mut script = String::new();
        for variable in self.free_vars(assertions) {
            let (name, sort) = (self.leaf_name(variable), sort_name(self.sort(variable)));
            let _ = writeln!(script, "(declare-const {name} {sort})");
        }
        let mut text: FastMap<TermId, String> = FastMap::default();
        let order = self.topological(assertions, |_| false);
        let shared = self.shared(assertions, &order);
        for term in order {
            let body = self.smtlib_node(term, &text);
            let define = shared.contains(&term) || body.len() > MAX_INLINE;
            let is_leaf = matches!(self.node(term), Node::True | Node::False | Node::Const(_) | Node::Var(_));
            if define && !is_leaf {
                let name = format!("${}", term.0);
                let _ = writeln!(script, "(define-fun {name} () {} {body})", sort_name(self.sort(term)));
                text.insert(term, name);
            } else {
                text.insert(term, body);
            }
        }
        for assertion in assertions {
            let _ = writeln!(script, "(assert {})", text[assertion]);
        }
        script
    }

    /// One term in SMT-LIB syntax, without definitions: for messages and dumps of small terms.
    pub fn term_text(&self, term: TermId) -> String {
        let mut text: FastMap<TermId, String> = FastMap::default();
        for term in self.topological(&[term], |_| false) {
            let body = self.smtlib_node(term, &text);
            let body = if body.len() > 2000 { term.to_string() } else { body };
            text.insert(term, body);
        }
        text.swap_remove(&term).unwrap_or_default()
    }

    /// Terms that are used more than once, by `roots` or as operands.
    fn shared(&self, roots: &[TermId], order: &[TermId]) -> FastSet<TermId> {
        let mut once: FastSet<TermId> = roots.iter().copied().collect();
        let mut shared = FastSet::default();
        for term in order {
            self.for_each_child(*term, |child| {
                if !once.insert(child) {
                    shared.insert(child);
                }
            });
        }
        shared
    }

    fn leaf_name(&self, term: TermId) -> String {
        match self.node(term) {
            Node::Var(variable) => quote(&self.variable(variable).name),
            Node::Const(constant) => self.bits(constant).to_string(),
            _ => term.to_string(),
        }
    }

    fn smtlib_node(&self, term: TermId, text: &FastMap<TermId, String>) -> String {
        let apply = |head: &str, operands: &[TermId]| {
            let mut result = format!("({head}");
            for operand in operands {
                result.push(' ');
                result.push_str(&text[operand]);
            }
            result.push(')');
            result
        };
        match self.node(term) {
            Node::True => "true".into(),
            Node::False => "false".into(),
            Node::Const(_) | Node::Var(_) => self.leaf_name(term),
            Node::Not(a) => apply("not", &[a]),
            Node::And(list) => apply("and", self.list(list)),
            Node::Eq(a, b) => apply("=", &[a, b]),
            Node::Ite(c, a, b) => apply("ite", &[c, a, b]),
            Node::Ult(a, b) => apply("bvult", &[a, b]),
            Node::Slt(a, b) => apply("bvslt", &[a, b]),
            Node::Neg(a) => apply("bvneg", &[a]),
            Node::BvNot(a) => apply("bvnot", &[a]),
            Node::Binary(op, a, b) => apply(operator_name(op), &[a, b]),
            Node::Float(op, a, b) => float_text(op, self.width(a), &text[&a], &text[&b]),
            Node::Concat(a, b) => apply("concat", &[a, b]),
            Node::Extract { high, low, of } => apply(&format!("(_ extract {high} {low})"), &[of]),
            Node::SignExtend(count, a) => apply(&format!("(_ sign_extend {count})"), &[a]),
            Node::Select(a, i) => apply("select", &[a, i]),
            Node::Store(a, i, v) => apply("store", &[a, i, v]),
            Node::ConstArray(_, a) => apply(&format!("(as const {})", sort_name(self.sort(term))), &[a]),
        }
    }
}

fn operator_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::Udiv => "bvudiv",
        BinaryOp::Urem => "bvurem",
        BinaryOp::Sdiv => "bvsdiv",
        BinaryOp::Srem => "bvsrem",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Shl => "bvshl",
        BinaryOp::Lshr => "bvlshr",
        BinaryOp::Ashr => "bvashr",
    }
}

/// An operation in the theory of floating-point numbers; its result, a number, as bits again (in an extension that
/// solvers share).
fn float_text(op: FloatOp, width: u32, a: &str, b: &str) -> String {
    let format = |width: u32| if width == 32 { "8 24" } else { "11 53" };
    let number = |bits: &str| format!("((_ to_fp {}) {bits})", format(width));
    let (x, y) = (number(a), number(b));
    let bits = |number: String| format!("(fp.to_ieee_bv {number})");
    match op {
        FloatOp::Add => bits(format!("(fp.add RNE {x} {y})")),
        FloatOp::Sub => bits(format!("(fp.sub RNE {x} {y})")),
        FloatOp::Mul => bits(format!("(fp.mul RNE {x} {y})")),
        FloatOp::Div => bits(format!("(fp.div RNE {x} {y})")),
        FloatOp::Sqrt => bits(format!("(fp.sqrt RNE {x})")),
        FloatOp::Whole(whole) => {
            let mode = match whole {
                Whole::Nearest => "RNE",
                Whole::Away => "RNA",
                Whole::Zero => "RTZ",
                Whole::Down => "RTN",
                Whole::Up => "RTP",
            };
            bits(format!("(fp.roundToIntegral {mode} {x})"))
        }
        FloatOp::Lt => format!("(fp.lt {x} {y})"),
        FloatOp::Le => format!("(fp.leq {x} {y})"),
        FloatOp::Eq => format!("(fp.eq {x} {y})"),
        FloatOp::Convert(to) => bits(format!("((_ to_fp {}) RNE {x})", format(to))),
        FloatOp::FromSigned(to) => bits(format!("((_ to_fp {}) RNE {a})", format(to))),
        FloatOp::FromUnsigned(to) => bits(format!("((_ to_fp_unsigned {}) RNE {a})", format(to))),
        FloatOp::ToInt(to) => format!("((_ fp.to_sbv {to}) RTZ {x})"),
    }
}

fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
        Sort::Array(index, element) => format!("(Array (_ BitVec {index}) (_ BitVec {element}))"),
    }
}

/// A symbol of SMT-LIB: quoted unless it is plain; what even quotes do not allow is replaced.
fn quote(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@%^&*_-+=<>.?/".contains(c);
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_string();
    }
    format!("|{}|", name.replace('|', "¦").replace('\\', "/"))
}
