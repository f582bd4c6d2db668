//! Tests of the page: what is on it, and that names of the program cannot break it.

use super::*;
use crate::ir::{ErrorKind, Property, PropertySet};
use crate::verdict::{Frame, Place, StepKind, Target, Value};

fn at(line: u32) -> Option<Location> {
    Some(Location { file: "a.c".into(), line, column: 1, length: 1, library: false })
}

fn step(kind: StepKind, line: u32, name: Name, value: Value) -> Step {
    Step {
        kind,
        location: at(line),
        function: "main".into(),
        callee: None,
        text: format!("`{name}` = {value}"),
        values: vec![(name, value)],
        key: false,
    }
}

fn page(verdict: &Verdict, text: &str) -> String {
    html(verdict, &Page { name: "a.c", files: &[("a.c".into(), text.into())] })
}

#[test]
fn a_finding_has_trace_source_values_and_heap() {
    let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref]));
    let stack = vec![Frame { function: "main".into(), call: None }];
    let mut finding = Finding::new(ErrorKind::ReadAfterFree, "", at(3), stack);
    let node = || Object::Nodes(1, Some("node#1".into()));
    let next = Place { object: node(), at: 8, path: Some(".next".into()) };
    let start = Value::Address(Place::new(node(), 0));
    finding.trace = vec![
        step(StepKind::Allocate, 1, Name::Whole(node()), Value::Other("16 bytes".into())),
        step(StepKind::Assign, 1, Name::Variable("p".into()), start),
        step(StepKind::Assign, 2, Name::Content(next), Value::Null),
        step(StepKind::Free, 2, Name::Whole(node()), Value::Other("freed".into())),
    ];
    verdict.add_finding(finding);
    let page = page(&verdict, "p = malloc(16);\nfree(p);\nif (p->a < 1 && 2) x();\n");
    assert!(page.contains("<h2 id=\"finding-0\">Read of freed memory</h2>"));
    assert_eq!(page.matches("<button").count(), 5, "four steps and the violation");
    assert!(page.contains("<code>if (p-&gt;a &lt; 1 &amp;&amp; 2) x();</code>"));
    assert!(page.contains("<th scope=\"row\">p</th><td>&amp;node#1</td>"));
    assert!(page.contains("<g class=\"node block freed\">"));
    assert!(page.contains(">next</text>"), "an arrow is called by its member");
    assert!(page.contains("class=\"violation current\" data-line=\"3\""));
}

#[test]
fn a_proof_has_invariants_and_shapes() {
    let mut verdict = Verdict::new(PropertySet::of(&[Property::UnreachCall]));
    verdict.prove([Property::UnreachCall]);
    let nodes = || Object::Nodes(9, Some("node@2".into()));
    let leads = |pointer, targets: &[Target]| Fact::Targets { pointer, targets: targets.to_vec() };
    let next = Place { object: nodes(), at: 8, path: Some(".next".into()) };
    let start = Target::At(Place::new(nodes(), 0));
    verdict.set_invariants(vec![LoopInvariant {
        location: at(1),
        is_statement: true,
        function: Some("main".into()),
        facts: Some(vec![
            Fact::AtMost { terms: vec![(1, Name::Variable("a<b>".into()))], bound: 20 },
            leads(Name::Variable("head".into()), std::slice::from_ref(&start)),
            leads(Name::Content(next), &[start, Target::NULL]),
        ]),
        expressions: Vec::new(),
    }]);
    let page = page(&verdict, "while (x) y();\n");
    assert!(page.contains("Proved") && page.contains("<code>a&lt;b&gt; ≤ 20</code>"));
    assert_eq!(page.matches("<g class=\"node ").count(), 3);
    assert_eq!(page.matches("class=\"edge\"").count(), 3);
    assert!(page.contains("<code>node@2.next → {node@2, null}</code>"));
}

#[test]
fn long_files_are_shown_in_parts() {
    let mut verdict = Verdict::new(PropertySet::of(&[Property::ValidDeref]));
    verdict.add_finding(Finding::new(ErrorKind::NullRead, "", at(900), Vec::new()));
    let text: String = (1..=1000).map(|line| format!("line{line};\n")).collect();
    let page = page(&verdict, &text);
    assert!(page.contains("line900;") && page.contains("line896;") && !page.contains("line800;"));
    assert!(page.contains("class=\"skip\""));
}
