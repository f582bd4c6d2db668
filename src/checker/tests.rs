//! Checkers that are read and rejected, and the functions that become of them.

use super::*;

fn read(text: &str) -> Result<Vec<Checker>, Problem> {
    checkers(Input { text, base: 0 })
}

fn message(text: &str) -> (String, String) {
    let problem = match read(text) {
        Ok(known) => {
            let tested: Vec<(String, Span)> = known.iter().map(|checker| (checker.name.clone(), Span::NONE)).collect();
            let wishes = Wishes { checkers: &known, tested: &tested, promises: &[], assume_valid: false };
            generate(&wishes).map(|_| ()).expect_err("a checker that is wrong")
        }
        Err(problem) => problem,
    };
    (text[problem.span.lo as usize..problem.span.hi as usize].to_string(), problem.message)
}

#[test]
fn wrong_checkers_are_rejected_at_their_place() {
    let cases = [
        ("checker a(struct n *t) := t.a()", "a", "which is no field of `t`"),
        ("checker a(struct n *t) := t.next.a()", "a", "never ends"),
        ("checker a(struct n *t) := t == 0 or t.next.b()", "b", "there is no checker `b`"),
        ("checker a(struct n *t) := t == 0 or t.next.a(t)", "a", "takes 0 arguments"),
        ("checker a(struct n *t) := t.l.a() or t.r.a()", "t", "both sides of `or`"),
        ("checker a(struct n *t) := t == 0 or", "r", "a condition is missing here"),
        ("checker a(t) := true", ")", "a parameter with its type"),
        ("checker a(struct n *t) := (t == 0", "(", "not closed"),
        ("checker a(struct n *t) := t == \"x\"", "\"", "belongs to no checker"),
    ];
    for (text, place, expected) in cases {
        let (at, message) = message(text);
        assert!(at == place && message.contains(expected), "{text}: `{at}`: {message}");
    }
}

#[test]
fn a_list_is_walked_through_in_a_loop_and_a_tree_by_calls() {
    let text = "checker list(struct n *t) := t == 0 or t.next.list()\n\
                checker tree(struct n *t) := t == 0 or t.l.tree() and t.r.tree()";
    let known = read(text).expect("two checkers");
    let tested = [("list".to_string(), Span::NONE), ("tree".to_string(), Span::NONE)];
    let wishes = Wishes { checkers: &known, tested: &tested, promises: &[], assume_valid: false };
    let pieces = generate(&wishes).expect("functions").pieces;
    let code: String = pieces.into_iter().map(|piece| piece.text).collect();
    let (list, tree) = code.rsplit_once("__hw_build_tree(void) {").expect("both");
    assert!(list.contains("for (;;)") && !tree.contains("for (;;)"), "{code}");
}

#[test]
fn contracts_belong_to_the_function_behind_them() {
    let text = "/*@ requires list(p) and n > 0; ensures list(\\result); */\n\
                /* about it */ struct node *insert(struct node *p, int n) { return p; }";
    let (_, contracts) = comments(Input { text, base: 0 }).expect("a contract");
    assert_eq!(contracts.len(), 1);
    assert_eq!(contracts[0].function, "insert");
}
