//! What statements compute: memory as bytes, inputs, calls, library functions, limits.

use super::*;

fn reg(local: LocalId, ty: Scalar) -> Expr {
    Expr::register(local, ty, Span::NONE)
}

/// Runs a program that returns the value of an `int` register, with zeros for inputs.
fn result(b: &mut Builder, local: LocalId) -> Outcome {
    let value = b.get(local);
    b.end(give(value), BlockId(0));
    b.run(&[Property::ValidDeref, Property::ValidFree], &mut FixedInputs::new()).outcome
}

#[test]
fn bytes_overlap_as_on_the_machine() {
    let mut b = Builder::new();
    let (m, x) = (b.memory("m", 8), b.var("x", INT));
    b.live(m);
    b.store(address(m), Expr::int(0x1122_3344_5566_7788, IntType::signed(64), Span::NONE));
    b.store(plus(address(m), 3), Expr::int(0x99, IntType::unsigned(8), Span::NONE));
    b.load(x, plus(address(m), 2));
    assert_eq!(result(&mut b, x), Outcome::Exit(0x3344_9966));
}

#[test]
fn bit_fields_keep_their_neighbours() {
    let bits = Some(BitRange { first: 3, width: 7 });
    let mut b = Builder::new();
    let (m, x, y) = (b.memory("m", 4), b.var("x", INT), b.var("y", INT));
    b.live(m);
    b.add(StatementKind::Zero { address: address(m), size: 4 });
    b.store(address(m), Expr::int(0xffff, IntType::unsigned(16), Span::NONE));
    b.add(StatementKind::Store { address: address(m), value: int(0b100_0001), bits });
    b.add(StatementKind::Load { target: x, address: address(m), bits });
    b.load(y, address(m));
    let value = binary(BinaryOp::BitXor, binary(BinaryOp::Mul, reg(x, INT), int(0x10000)), reg(y, INT));
    b.assign(x, value);
    // The field is signed: 0b1000001 is -63. The bits around it are still set.
    let expected = (-63 * 0x10000) ^ (0xffff & !(0x7f << 3) | 0b100_0001 << 3);
    assert_eq!(result(&mut b, x), Outcome::Exit(expected));
}

#[test]
fn pointers_survive_being_copied_byte_by_byte() {
    let byte = Scalar::Int(IntType::unsigned(8));
    let mut b = Builder::new();
    let (from, to) = (b.memory("from", 8), b.memory("to", 16));
    let (p, c, x) = (b.var("p", Scalar::Pointer), b.var("c", byte), b.var("x", INT));
    b.live(from);
    b.live(to);
    b.call(Builtin::Malloc, Some(p), vec![size(4)]);
    b.store(reg(p, Scalar::Pointer), int(77));
    b.store(address(from), reg(p, Scalar::Pointer));
    for index in 0..8 {
        b.load(c, plus(address(from), index));
        b.store(plus(address(to), index + 3), reg(c, byte));
    }
    b.load(p, plus(address(to), 3));
    b.load(x, reg(p, Scalar::Pointer));
    assert_eq!(result(&mut b, x), Outcome::Exit(77));
}

#[test]
fn an_integer_written_over_a_pointer_replaces_it() {
    let mut b = Builder::new();
    let (m, x) = (b.memory("m", 8), b.var("x", INT));
    let (p, q) = (b.var("p", Scalar::Pointer), b.var("q", Scalar::Pointer));
    b.live(m);
    b.call(Builtin::Malloc, Some(p), vec![size(4)]);
    b.call(Builtin::Malloc, Some(q), vec![size(4)]);
    b.store(reg(q, Scalar::Pointer), int(5));
    b.store(address(m), reg(p, Scalar::Pointer));
    let as_int = Expr::cast(CastOp::PointerToInt, reg(q, Scalar::Pointer), Scalar::Int(SIZE), Span::NONE);
    b.store(address(m), binary(BinaryOp::Add, as_int, size(0)));
    b.load(p, address(m));
    b.load(x, reg(p, Scalar::Pointer));
    assert_eq!(result(&mut b, x), Outcome::Exit(5));
}

#[test]
fn uninitialised_bytes_are_inputs_that_stay() {
    let mut b = Builder::new();
    let (p, x, y) = (b.var("p", Scalar::Pointer), b.var("x", INT), b.var("y", INT));
    let site = b.call(Builtin::Malloc, Some(p), vec![size(8)]);
    b.load(x, plus(reg(p, Scalar::Pointer), 4));
    b.load(y, plus(reg(p, Scalar::Pointer), 4));
    let same = binary(BinaryOp::Eq, reg(x, INT), reg(y, INT));
    b.assign(x, binary(BinaryOp::Add, reg(x, INT), same));
    let value = b.get(x);
    b.end(give(value), BlockId(0));
    let mut inputs = FixedInputs::new();
    let key = InputKey { site: SiteId(site), visit: 0, kind: InputKind::Bytes { offset: 4, length: 4 } };
    inputs.set(key, 41);
    let run = b.run(&[Property::ValidDeref], &mut inputs);
    assert_eq!(run.outcome, Outcome::Exit(42));
    assert_eq!(run.inputs.iter().map(|input| input.key).collect::<Vec<_>>(), [key]);
    assert_eq!(run.warnings.iter().map(|warning| warning.span).collect::<Vec<_>>(), [span(1)]);
}

#[test]
fn inputs_are_told_apart_by_their_visit() {
    let mut b = Builder::new();
    let (i, s, n) = (b.var("i", INT), b.var("s", INT), b.var("n", INT));
    let (head, body, after) = (b.block(), b.block(), b.block());
    b.assign(i, int(0));
    b.assign(s, int(0));
    b.end(TerminatorKind::Goto(head), head);
    let condition = binary(BinaryOp::Lt, reg(i, INT), int(3));
    b.end(TerminatorKind::Branch { condition, then: body, otherwise: after }, body);
    let site = b.call(Builtin::Nondet, Some(n), vec![]);
    b.assign(s, binary(BinaryOp::Add, binary(BinaryOp::Mul, reg(s, INT), int(10)), reg(n, INT)));
    b.assign(i, binary(BinaryOp::Add, reg(i, INT), int(1)));
    b.end(TerminatorKind::Goto(head), after);
    b.end(give(reg(s, INT)), after);
    let mut inputs = FixedInputs::new();
    for visit in 0..3 {
        inputs.set(InputKey { site: SiteId(site), visit, kind: InputKind::Nondet }, u64::from(visit) + 1);
    }
    let run = b.run(&[], &mut inputs);
    assert_eq!(run.outcome, Outcome::Exit(123));
    let again = super::run(
        &b.program,
        PropertySet::EMPTY,
        &mut FixedInputs::from_recorded(&run.inputs),
        &RunConfig::default(),
        &|| false,
    );
    assert_eq!((again.outcome, again.inputs), (run.outcome, run.inputs));
}

#[test]
fn reallocation_keeps_content_and_frees_the_old_block() {
    let mut b = Builder::new();
    let (p, q, x) = (b.var("p", Scalar::Pointer), b.var("q", Scalar::Pointer), b.var("x", INT));
    b.call(Builtin::Realloc, Some(p), vec![Expr::null(Span::NONE), size(4)]);
    b.store(reg(p, Scalar::Pointer), int(9));
    b.call(Builtin::Realloc, Some(q), vec![reg(p, Scalar::Pointer), size(400)]);
    b.load(x, reg(q, Scalar::Pointer));
    b.call(Builtin::Realloc, Some(q), vec![reg(q, Scalar::Pointer), size(2)]);
    b.call(Builtin::Free, None, vec![reg(q, Scalar::Pointer)]);
    assert_eq!(result(&mut b, x), Outcome::Exit(9));

    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(4)]);
    b.call(Builtin::Realloc, None, vec![reg(p, Scalar::Pointer), size(8)]);
    b.store(reg(p, Scalar::Pointer), int(1));
    assert_eq!(b.violation(&[Property::ValidDeref]).0, ErrorKind::WriteAfterFree);
}

#[test]
fn allocations_may_fail_if_asked_for() {
    let mut b = Builder::new();
    let (p, x) = (b.var("p", Scalar::Pointer), b.var("x", INT));
    let site = b.call(Builtin::Calloc, Some(p), vec![size(2), size(4)]);
    b.load(x, plus(reg(p, Scalar::Pointer), 4));
    let mut inputs = FixedInputs::new();
    inputs.set(InputKey { site: SiteId(site), visit: 0, kind: InputKind::MallocFails }, 1);
    let config = RunConfig { malloc_may_fail: true, ..RunConfig::default() };
    let run = b.run_with(&[Property::ValidDeref], &mut inputs, &config);
    assert!(matches!(run.outcome, Outcome::Violation(Violation { kind: ErrorKind::NullRead, .. })));
    let run = super::run(&b.program, PropertySet::EMPTY, &mut inputs, &RunConfig::default(), &|| false);
    assert_eq!((run.outcome, run.warnings.len()), (Outcome::Exit(0), 0));
}

#[test]
fn addresses_can_be_fixed() {
    let mut b = Builder::new();
    let (p, x) = (b.var("p", Scalar::Pointer), b.var("x", INT));
    let site = b.call(Builtin::Malloc, Some(p), vec![size(4)]);
    let address = Expr::cast(CastOp::PointerToInt, reg(p, Scalar::Pointer), Scalar::Int(SIZE), Span::NONE);
    b.assign(x, Expr::cast(CastOp::IntToInt, address, INT, Span::NONE));
    b.store(reg(p, Scalar::Pointer), int(1));
    let mut inputs = FixedInputs::new();
    inputs.set(InputKey { site: SiteId(site), visit: 0, kind: InputKind::BaseAddress }, 0x1230);
    let value = b.get(x);
    b.end(give(value), BlockId(0));
    assert_eq!(b.run(&[Property::ValidDeref], &mut inputs).outcome, Outcome::Exit(0x1230));
}

#[test]
fn the_output_is_recorded() {
    let mut b = Builder::new();
    let (text, format) = (b.text("abc"), b.text("%d|%5.1f|%-4s|%c|%ld%%\n"));
    let buffer = b.memory("buffer", 8);
    let double = Expr { kind: ExprKind::Float(2.25), ty: Scalar::Float(FloatType::F64), span: Span::NONE };
    let long = Expr::int(-7, IntType::signed(64), Span::NONE);
    b.call(Builtin::Printf, None, vec![format, int(-5), double, text.clone(), int(65), long]);
    b.live(buffer);
    let short = b.text("%s%s");
    b.call(Builtin::Snprintf, None, vec![address(buffer), size(6), short.clone(), text.clone(), text.clone()]);
    b.call(Builtin::Puts, None, vec![address(buffer)]);
    let run = b.run(&[Property::ValidDeref], &mut FixedInputs::new());
    assert_eq!(run.outcome, Outcome::Exit(0));
    assert_eq!(String::from_utf8_lossy(&run.output), "-5|  2.2|abc |A|-7%\nabcab\n");

    let mut b = Builder::new();
    let (text, buffer) = (b.text("abcd"), b.memory("buffer", 4));
    let format = b.text("%s");
    b.live(buffer);
    b.call(Builtin::Sprintf, None, vec![address(buffer), format, text]);
    assert_eq!(b.violation(&[Property::ValidDeref]).0, ErrorKind::WriteOutOfBounds);
}

#[test]
fn a_missing_result_is_an_input() {
    let mut b = Builder::new();
    b.end(TerminatorKind::Return(None), BlockId(0));
    let f = b.finish("f", Some(INT), &[]);
    let x = b.var("x", INT);
    let site = b.invoke(f, Some(x), vec![]);
    let value = b.get(x);
    b.end(give(value), BlockId(0));
    let mut inputs = FixedInputs::new();
    inputs.set(InputKey { site: SiteId(site), visit: 0, kind: InputKind::Register }, 6);
    assert_eq!(b.run(&[], &mut inputs).outcome, Outcome::Exit(6));
}

#[test]
fn unknown_functions_give_anything_and_are_listed() {
    let mut b = Builder::new();
    let x = b.var("x", INT);
    b.external("mystery", Some(x), vec![int(1)]);
    b.external("mystery", Some(x), vec![int(2)]);
    let run = b.run(&[], &mut FixedInputs::new());
    assert!(run.is_exact());
    assert_eq!((run.outcome, run.inputs.len(), run.external_calls.len()), (Outcome::Exit(0), 2, 1));

    let mut b = Builder::new();
    b.external("mystery", None, vec![Expr::null(Span::NONE)]);
    assert!(!b.run(&[], &mut FixedInputs::new()).is_exact());
}

#[test]
fn limits_are_kept() {
    let mut b = Builder::new();
    let forever = b.block();
    b.end(TerminatorKind::Goto(forever), forever);
    b.end(TerminatorKind::Goto(forever), forever);
    assert_eq!(b.run(&[], &mut FixedInputs::new()).outcome, Outcome::StepLimit);
    let config = RunConfig { max_steps: u64::MAX, ..RunConfig::default() };
    let run = super::run(&b.program, PropertySet::EMPTY, &mut FixedInputs::new(), &config, &|| true);
    assert_eq!(run.outcome, Outcome::Stopped);

    // `f` is the first function, so that it can call itself before it is finished.
    let mut b = Builder::new();
    b.invoke(FunctionId(0), None, vec![]);
    let f = b.finish("f", None, &[]);
    b.invoke(f, None, vec![]);
    let config = RunConfig { max_depth: 1_000_000, max_steps: 10_000_000, ..RunConfig::default() };
    assert_eq!(b.run_with(&[], &mut FixedInputs::new(), &config).outcome, Outcome::DepthLimit);

    let mut b = Builder::new();
    let p = b.var("p", Scalar::Pointer);
    b.call(Builtin::Malloc, Some(p), vec![size(1 << 60)]);
    assert_eq!(b.run(&[], &mut FixedInputs::new()).outcome, Outcome::MemoryLimit);
}

#[test]
fn deep_expressions_are_no_problem() {
    let mut b = Builder::new();
    let x = b.var("x", INT);
    let (mut left, mut right) = (int(1), int(1));
    for _ in 0..3000 {
        left = binary(BinaryOp::Add, left, int(1));
        right = binary(BinaryOp::Sub, int(1), right);
    }
    b.assign(x, binary(BinaryOp::Add, left, right));
    assert_eq!(result(&mut b, x), Outcome::Exit(3002));
}

#[test]
fn the_trace_tells_what_happened() {
    let mut b = Builder::new();
    let (p, x) = (b.var("p", Scalar::Pointer), b.var("x", INT));
    b.call(Builtin::Malloc, Some(p), vec![size(4)]);
    b.call(Builtin::Nondet, Some(x), vec![]);
    b.store(reg(p, Scalar::Pointer), int(3));
    b.call(Builtin::Free, None, vec![reg(p, Scalar::Pointer)]);
    let config = RunConfig { trace: true, ..RunConfig::default() };
    let trace = b.run_with(&[], &mut FixedInputs::new(), &config).trace;
    let kinds: Vec<_> = trace
        .iter()
        .map(|event| match &event.kind {
            EventKind::Enter { .. } => "enter".to_string(),
            EventKind::Return(value) => format!("return {value:?}"),
            EventKind::Allocate(object) => format!("allocate {}", object.size),
            EventKind::Assign { variable, value: Datum::Pointer(_) } => format!("{variable} = pointer"),
            EventKind::Assign { variable, value } => format!("{variable} = {value:?}"),
            EventKind::Input(input) => format!("input {}", input.value),
            EventKind::Store { place, value } => format!("store {} {value:?}", place.offset),
            EventKind::Free(object) => format!("free {:?}", object.end),
            other => format!("{other:?}"),
        })
        .collect();
    let expected = [
        "enter",
        "allocate 4",
        "p = pointer",
        "input 0",
        "x = Int(0)",
        "store 0 Int(3)",
        "free Some(3..4)",
        "return Some(Int(0))",
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn addresses_fit_the_data_model() {
    let mut b = Builder::with_model(DataModel::Ilp32);
    let (p, x) = (b.var("p", Scalar::Pointer), b.var("x", INT));
    b.call(Builtin::Malloc, Some(p), vec![Expr::int(8, IntType::unsigned(32), Span::NONE)]);
    let back = pointer(ExprKind::PointerAdd(
        Box::new(pointer(ExprKind::PointerAdd(Box::new(b.get(p)), Box::new(int(-100))))),
        Box::new(int(104)),
    ));
    b.store(back, int(11));
    b.load(x, pointer(ExprKind::PointerAdd(Box::new(b.get(p)), Box::new(int(4)))));
    assert_eq!(result(&mut b, x), Outcome::Exit(11));
}

#[test]
fn objects_are_found_by_address_and_freed_addresses_can_be_reused() {
    let mut b = Builder::new();
    let (p, q, x) = (b.var("p", Scalar::Pointer), b.var("q", Scalar::Pointer), b.var("x", INT));
    let first = b.call(Builtin::Malloc, Some(p), vec![size(4)]);
    b.call(Builtin::Free, None, vec![reg(p, Scalar::Pointer)]);
    let second = b.call(Builtin::Malloc, Some(q), vec![size(4)]);
    b.assign(x, binary(BinaryOp::Eq, reg(p, Scalar::Pointer), reg(q, Scalar::Pointer)));
    b.store(reg(q, Scalar::Pointer), reg(x, INT));
    // The address alone finds the live object, the old pointer does not.
    let number = Expr::cast(CastOp::PointerToInt, reg(p, Scalar::Pointer), Scalar::Int(SIZE), Span::NONE);
    let sum = binary(BinaryOp::Add, number, size(0));
    b.load(x, Expr::cast(CastOp::IntToPointer, sum, Scalar::Pointer, Span::NONE));
    let used = b.load(x, reg(p, Scalar::Pointer));
    let mut inputs = FixedInputs::new();
    for site in [first, second] {
        inputs.set(InputKey { site: SiteId(site), visit: 0, kind: InputKind::BaseAddress }, 0x4000);
    }
    match b.run(&[Property::ValidDeref], &mut inputs).outcome {
        Outcome::Violation(violation) => {
            assert_eq!((violation.kind, violation.span), (ErrorKind::ReadAfterFree, span(used)));
        }
        other => panic!("{other:?}"),
    }
}
