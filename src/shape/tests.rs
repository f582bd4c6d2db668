//! Tests of the parts, on states made by hand.

use super::abstraction::Eagerness;
use super::join::{Loss, join};
use super::linear::Linear;
use super::memory::Statics;
use super::state::{Base, Cell, Frame, Kind, Object, Segment, Shape, State};
use super::step::new_object;
use super::tree::Branches;
use super::value::{ObjectId, Pointer, Range, Spot, SymbolId, Value};
use crate::base::IdVec;
use crate::ir::{Body, FunctionId, Global, GlobalId, IntType};

const NEXT: u64 = 0;
const DATA: u64 = 8;

struct World {
    globals: IdVec<GlobalId, Global>,
}

impl World {
    fn new() -> Self {
        Self { globals: IdVec::new() }
    }

    fn statics(&self) -> Statics<'_> {
        Statics {
            objects: Vec::new(),
            globals: &self.globals,
            widths: vec![vec![8; 2]],
            links: vec![vec![false; 2]],
            indices: vec![vec![false; 2]],
            order: false,
            numbers: false,
            thresholds: Vec::new(),
            pointer_bytes: 8,
            rules: Default::default(),
            rules_added: Default::default(),
            irregular: Default::default(),
            looked_at: Default::default(),
        }
    }
}

/// A state with one frame of two registers.
fn state() -> State {
    let frame = Frame {
        function: FunctionId(0),
        registers: vec![None, None],
        locals: vec![None, None],
        blocks: Vec::new(),
        resume: (Body::ENTRY, 0, None),
    };
    State {
        objects: Default::default(),
        symbols: Default::default(),
        bounds: Vec::new(),
        numbers: Default::default(),
        frames: vec![frame],
        held: Vec::new(),
        left_outside: false,
        scratch: Vec::new(),
        next_object: 0,
        next_symbol: 0,
    }
}

fn node(next: Value, data: Value) -> Object {
    let mut object = new_object(Kind::Heap, (16, 16), Base::Any);
    object.cells.insert(NEXT, Cell { width: 8, value: next });
    object.cells.insert(DATA, Cell { width: 8, value: data });
    object
}

fn to(object: ObjectId) -> Value {
    Value::Pointer(Pointer::to(object))
}

/// A list with these values, from the last node to the first; the first register leads to it.
fn list(values: &[u64]) -> State {
    let mut state = state();
    let mut head = Value::ZERO;
    for &value in values {
        head = to(state.add(node(head, Value::Int(value))));
    }
    state.frames[0].registers[0] = Some(head);
    state
}

/// A segment of at least so many nodes.
fn segment(min: u8, data: Value) -> State {
    let mut state = state();
    let mut object = node(Value::ZERO, data);
    object.shape = Shape::Segment(Segment {
        next: NEXT,
        branches: Branches::NONE,
        way: Branches::NONE,
        prev: None,
        head: 0,
        min,
        rules: None,
    });
    let id = state.add(object);
    state.frames[0].registers[0] = Some(to(id));
    state
}

const EAGER: Eagerness =
    Eagerness { regions: 2, different: 2, kinds: 2, constants: false, trees: false, tagged: false, folds: false };
const CAREFUL: Eagerness =
    Eagerness { regions: 2, different: 9, kinds: 9, constants: false, trees: false, tagged: false, folds: false };

#[test]
fn ranges_widen_to_zero_before_the_end_of_the_type() {
    let range = |low, high| Range { ty: IntType::INT, low, high };
    assert_eq!(range(3, 5).widen(range(2, 5), &[]), range(0, 5));
    assert_eq!(range(3, 5).widen(range(-1, 6), &[]), Range::all(IntType::INT));
    assert_eq!(range(-1, 1).read_as(IntType::unsigned(32)), Range::all(IntType::unsigned(32)));
    assert_eq!(range(0, 1).read_as(IntType::unsigned(32)).high, 1);
}

#[test]
fn what_a_write_cuts_off_keeps_its_bytes() {
    let world = World::new();
    let mut object = new_object(Kind::Heap, (16, 16), Base::Zero);
    object.put(0, 8, Value::Int(0x1122_3344_5566_7788));
    object.put(2, 2, Value::Int(0xabcd));
    assert_eq!(object.peek(0, 8, &world.globals), Value::Int(0x1122_3344_abcd_7788));
    assert_eq!(object.peek(6, 4, &world.globals), Value::Int(0x1122));
    object.put(0, 8, to(ObjectId(7)));
    object.put(4, 1, Value::Int(1));
    assert_eq!(object.peek(0, 4, &world.globals), Value::Any(None));
    assert_eq!(object.peek(4, 1, &world.globals), Value::Int(1));
}

#[test]
fn chains_become_segments_if_their_nodes_agree() {
    let world = World::new();
    let statics = world.statics();
    let same = list(&[4, 4, 4]).abstracted(&statics, CAREFUL, &mut Vec::new()).normalise(&statics);
    assert_eq!(same, segment(2, Value::Int(4)).normalise(&statics));
    let different = list(&[4, 5]).abstracted(&statics, CAREFUL, &mut Vec::new());
    assert_eq!(different.objects.len(), 2);
    let hull = Value::Any(Some(Range { ty: IntType::signed(64), low: 4, high: 5 }));
    assert_eq!(
        list(&[4, 5]).abstracted(&statics, EAGER, &mut Vec::new()).normalise(&statics),
        segment(2, hull).normalise(&statics)
    );
}

#[test]
fn nodes_that_a_variable_points_to_stay_apart() {
    let world = World::new();
    let mut state = list(&[4, 4, 4]);
    state.frames[0].registers[1] = Some(to(ObjectId(1)));
    let abstracted = state.abstracted(&world.statics(), EAGER, &mut Vec::new());
    assert!(abstracted.objects.len() > 1);
    assert!(abstracted.frames[0].registers[0] != abstracted.frames[0].registers[1]);
}

#[test]
fn a_node_taken_out_leads_to_the_rest() {
    let mut state = segment(1, Value::Int(4));
    let id = ObjectId(0);
    let node = state.take(id, Spot::First, 0, 0).expect("a segment");
    assert_eq!(state.frames[0].registers[0], Some(to(node)));
    assert_eq!(state.objects[&node].cell(NEXT), Some(to(id)));
    assert_eq!(state.objects[&id].min(), 0);
    assert!(state.make_empty(id));
    assert_eq!(state.objects[&node].cell(NEXT), Some(Value::ZERO));
    assert!(!state.objects.contains_key(&id));
}

#[test]
fn a_segment_covers_what_it_stands_for_and_nothing_else() {
    let world = World::new();
    let statics = world.statics();
    let covers = |left: &State, right: &State| join(&statics, left, right, Loss::Nothing).is_some();
    let any = segment(1, Value::Any(None));
    assert!(covers(&any, &list(&[4])));
    assert!(covers(&any, &segment(2, Value::Int(4))));
    assert!(!covers(&segment(2, Value::Any(None)), &list(&[4])));
    assert!(!covers(&segment(1, Value::Int(5)), &list(&[4])));
    assert!(!covers(&any, &list(&[])));
    assert!(!covers(&list(&[4]), &any));
}

#[test]
fn a_join_never_drops_an_object() {
    let world = World::new();
    let statics = world.statics();
    let mut unset = state();
    unset.frames[0].registers[0] = Some(Value::Any(None));
    for loss in [Loss::Nothing, Loss::Lengths, Loss::Numbers] {
        assert!(join(&statics, &unset, &list(&[4]), loss).is_none());
        assert!(join(&statics, &list(&[4]), &unset, loss).is_none());
    }
}

#[test]
fn what_nothing_leads_to_is_collected() {
    let world = World::new();
    let mut state = list(&[1, 2]);
    assert!(!state.collect(&world.statics()));
    state.frames[0].registers[0] = Some(to(ObjectId(0)));
    assert!(state.collect(&world.statics()));
    assert_eq!(state.objects.len(), 1);
}

#[test]
fn a_call_gets_what_it_can_reach_and_tells_what_has_become_of_it() {
    let world = World::new();
    let statics = world.statics();
    let mut caller = list(&[1, 2]);
    let lent = caller.add(node(Value::ZERO, Value::Int(3)));
    caller.frames[0].registers[1] = Some(to(lent));
    let mut callee = caller.frames[0].clone();
    callee.registers = vec![Some(to(lent)), None];
    caller.frames.push(callee);
    let (local, mut rest) = caller.split(&statics, &Default::default()).expect("a call");
    let mut local = local.normalise(&statics);
    rest.order(&mut local);
    assert_eq!(local.objects.len(), 1);
    assert_eq!(local.held, vec![to(ObjectId(0))]);
    local.remove(ObjectId(0));
    let (after, result) = rest.unite(&statics, &local.normalise(&statics));
    assert_eq!(result, None);
    assert_eq!(after.objects.len(), 2);
    assert_eq!(after.frames[0].registers, vec![Some(to(ObjectId(1))), Some(Value::Dangling)]);
}

#[test]
fn nodes_that_lead_to_different_things_become_kinds() {
    let world = World::new();
    let statics = world.statics();
    let mut state = state();
    let mut next = Value::ZERO;
    for own_block in [true, false, true, false] {
        let id = state.add(node(next, Value::ZERO));
        let data = if own_block { state.add(new_object(Kind::Heap, (4, 4), Base::Any)) } else { id };
        state.object_mut(id).expect("a node").set(DATA, to(data));
        next = to(id);
    }
    state.frames[0].registers[0] = Some(next);
    assert_eq!(state.abstracted(&statics, CAREFUL, &mut Vec::new()).objects.len(), 6);
    let mut kinds = state.abstracted(&statics, EAGER, &mut Vec::new()).normalise(&statics);
    assert_eq!(kinds.objects.len(), 2);
    let segment = &kinds.objects[&ObjectId(0)];
    assert_eq!((segment.min(), segment.others.len()), (2, 1));
    let first = kinds.take(ObjectId(0), Spot::First, 0, 0).expect("a segment");
    assert_eq!(kinds.objects.len(), 3);
    assert_eq!(kinds.objects[&first].cell(DATA), Some(to(first)));
    let second = kinds.take(ObjectId(0), Spot::First, 1, 0).expect("a segment");
    assert_eq!(kinds.objects.len(), 5);
    assert!(kinds.objects[&second].cell(DATA) != Some(to(second)));
}

const PARENT: u64 = 16;

/// The tree fields of [`tree_node`].
fn binary(min: u8, way: &[u64]) -> Segment {
    let branches = Branches::of([DATA]).expect("a field");
    let way = Branches::of(way.iter().copied()).expect("fields");
    Segment { next: NEXT, branches, way, prev: Some(PARENT), head: 0, min, rules: None }
}

/// A node with two children at the offsets of [`NEXT`] and [`DATA`], and a parent.
fn tree_node(left: Value, right: Value, parent: Value) -> Object {
    let mut object = new_object(Kind::Heap, (24, 24), Base::Any);
    for (at, value) in [(NEXT, left), (DATA, right), (PARENT, parent)] {
        object.cells.insert(at, Cell { width: 8, value });
    }
    object
}

/// A root with two leaves; the first register leads to the root.
fn small_tree() -> State {
    let mut state = state();
    let [root, left, right] = [ObjectId(0), ObjectId(1), ObjectId(2)];
    state.add(tree_node(to(left), to(right), Value::ZERO));
    state.add(tree_node(Value::ZERO, Value::ZERO, to(root)));
    state.add(tree_node(Value::ZERO, Value::ZERO, to(root)));
    state.frames[0].registers[0] = Some(to(root));
    state
}

/// A tree as one object; the first register leads to it.
fn whole_tree(segment: Segment, hole: Value) -> State {
    let mut state = state();
    let mut object = tree_node(hole, Value::ZERO, Value::ZERO);
    object.shape = Shape::Segment(segment);
    let id = state.add(object);
    state.frames[0].registers[0] = Some(to(id));
    state
}

const TREES: Eagerness =
    Eagerness { regions: 2, different: 2, kinds: 2, constants: false, trees: true, tagged: false, folds: true };

#[test]
fn nodes_with_several_links_become_a_tree() {
    let world = World::new();
    let statics = world.statics();
    let mut trees = Vec::new();
    let folded = small_tree().abstracted(&statics, TREES, &mut trees).normalise(&statics);
    assert_eq!(trees.len(), 1);
    assert_eq!(folded, whole_tree(binary(1, &[]), Value::ZERO).normalise(&statics));
}

#[test]
fn shared_and_lost_subtrees_stay_apart() {
    let world = World::new();
    let statics = world.statics();
    let mut shared = small_tree();
    shared.object_mut(ObjectId(1)).expect("a leaf").set(DATA, to(ObjectId(2)));
    let mut wrong_parent = small_tree();
    wrong_parent.object_mut(ObjectId(2)).expect("a leaf").set(PARENT, to(ObjectId(1)));
    let mut in_use = small_tree();
    in_use.frames[0].registers[1] = Some(to(ObjectId(2)));
    for state in [shared, wrong_parent, in_use] {
        assert!(state.abstracted(&statics, TREES, &mut Vec::new()).objects.len() > 1);
    }
}

#[test]
fn a_way_of_two_nodes_becomes_a_tree_with_a_hole() {
    let world = World::new();
    let statics = world.statics();
    let mut state = small_tree();
    let [inner, leaf] = [ObjectId(1), ObjectId(3)];
    state.add(tree_node(Value::ZERO, Value::ZERO, to(inner)));
    state.object_mut(inner).expect("a node").set(DATA, to(leaf));
    state.frames[0].registers[1] = Some(to(leaf));
    let folded = state.abstracted(&statics, TREES, &mut Vec::new()).normalise(&statics);
    assert_eq!(folded.objects.len(), 2);
    let (tree, leaf) = (ObjectId(0), ObjectId(1));
    assert_eq!(folded.objects[&tree].shape, Shape::Segment(binary(2, &[NEXT, DATA])));
    assert_eq!(folded.objects[&tree].cell(NEXT), Some(to(leaf)));
    let with_hole = Pointer { spot: Spot::Last, ..Pointer::to(tree) };
    assert_eq!(folded.objects[&leaf].cell(PARENT), Some(Value::Pointer(with_hole)));
}

#[test]
fn the_root_of_a_tree_has_trees_below_it() {
    let hole = Value::Dangling;
    for (way, at) in [NEXT, DATA].into_iter().enumerate() {
        let mut state = whole_tree(binary(1, &[NEXT, DATA]), hole);
        let tree = ObjectId(0);
        let root = state.take(tree, Spot::First, 0, way).expect("a tree");
        assert_eq!(state.objects[&root].cell(at), Some(to(tree)));
        assert_eq!(state.objects[&tree].cell(PARENT), Some(to(root)));
        let Some(Value::Pointer(other)) = state.objects[&root].cell(NEXT + DATA - at) else { panic!("no subtree") };
        assert_eq!(state.objects[&other.object].shape, Shape::Segment(binary(0, &[])));
        assert_eq!(state.objects[&other.object].cell(NEXT), Some(Value::ZERO));
        assert_eq!(state.objects[&other.object].cell(PARENT), Some(to(root)));
        assert!(state.make_empty(tree));
        assert_eq!(state.objects[&root].cell(at), Some(hole));
    }
}

#[test]
fn the_node_with_the_hole_has_the_tree_above_it() {
    let mut state = whole_tree(binary(2, &[DATA]), Value::Dangling);
    let tree = ObjectId(0);
    state.frames[0].registers[1] = Some(Value::Pointer(Pointer { spot: Spot::Last, ..Pointer::to(tree) }));
    let node = state.take(tree, Spot::Last, 0, 0).expect("a tree");
    assert_eq!(state.frames[0].registers[1], Some(to(node)));
    assert_eq!(state.objects[&node].cell(DATA), Some(Value::Dangling));
    assert_eq!(state.objects[&tree].cell(NEXT), Some(to(node)));
    assert_eq!(state.objects[&tree].min(), 1);
    assert!(
        matches!(state.objects[&node].cell(PARENT), Some(Value::Pointer(p)) if p.object == tree && p.spot == Spot::Last)
    );
}

#[test]
fn a_tree_covers_nodes_but_not_those_that_go_another_way() {
    let world = World::new();
    let statics = world.statics();
    let covers = |left: &State, right: &State| join(&statics, left, right, Loss::Nothing).is_some();
    let mut leaf = state();
    let id = leaf.add(tree_node(Value::ZERO, Value::ZERO, Value::ZERO));
    leaf.frames[0].registers[0] = Some(to(id));
    let mut goes_right = leaf.clone();
    goes_right.object_mut(id).expect("a node").set(DATA, Value::Dangling);
    let complete = whole_tree(binary(1, &[]), Value::ZERO);
    assert!(covers(&complete, &leaf));
    assert!(!covers(&leaf, &complete));
    assert!(!covers(&complete, &goes_right));
    assert!(covers(&whole_tree(binary(1, &[NEXT, DATA]), Value::Dangling), &goes_right));
    assert!(!covers(&whole_tree(binary(1, &[NEXT]), Value::Dangling), &goes_right));
    assert!(!covers(&whole_tree(binary(2, &[NEXT, DATA]), Value::Dangling), &goes_right));
}

/// A symbol of a state that lies in a range.
fn between(state: &mut State, low: i128, high: i128) -> SymbolId {
    let range = Range { ty: IntType::signed(64), low, high };
    match state.symbol(Some(range)) {
        Value::Symbol(symbol) => symbol,
        value => panic!("{value:?} is no symbol"),
    }
}

#[test]
fn sums_are_bounded_by_what_is_known_of_others() {
    let mut state = state();
    let (length, size) = (between(&mut state, 0, 1000), between(&mut state, 1, 100));
    let (length, size) = (Linear::symbol(length), Linear::symbol(size));
    let room = size.minus(&length).expect("a sum");
    assert!(!state.is_at_most(&length, &size));
    assert!(state.assume(room.moved(-1).expect("a sum")));
    assert!(state.is_at_most(&length.moved(1).expect("a sum"), &size));
    assert_eq!(state.greatest(&length), Some(99));
    // They cannot be equal any more.
    assert!(!state.assume(room.times(-1).expect("a sum")));
}

#[test]
fn what_is_left_of_sums_does_not_need_symbols_that_are_gone() {
    let mut state = state();
    let (before, step) = (between(&mut state, 16, 1024), between(&mut state, 1, 256));
    let after = Linear::symbol(before).plus(&Linear::symbol(step), 1);
    assert!(state.assume(Linear::number(1024).minus(after.as_ref().expect("a sum")).expect("a sum")));
    let range = Range { ty: IntType::signed(64), low: 17, high: 1280 };
    let Value::Symbol(offset) = state.sum_symbol(range, after) else { panic!("no symbol") };
    let block = state.add(new_object(Kind::Heap, (1024, 1024), Base::Any));
    let pointer = Pointer { low: 17, high: 1280, by: Some(offset), ..Pointer::to(block) };
    state.frames[0].registers[0] = Some(Value::Pointer(pointer));
    state.project();
    assert!(!state.symbols.contains_key(&before) && !state.symbols.contains_key(&step));
    assert_eq!(state.reach(pointer), (17, 1024));
}
