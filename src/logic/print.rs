//! Terms as SMT-LIB 2 text.

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
