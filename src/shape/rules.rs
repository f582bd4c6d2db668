//! Rules: trees whose nodes say which links they have.
//!
//! A node of a syntax tree has a tag, and the tag tells which of its fields lead to further nodes; with a union, the same bytes are a
//! link in one node and a number in another. One description for all nodes would forget which goes with which. So
//! the trees of one type have *rules*: each rule is a kind of node, with what it holds and the fields that lead on, and every node of
//! a tree is as one of the rules says, with trees of the same rules below. That is what seed 004 calls a checker (section 4.2), found
//! instead of written: nodes that are folded and fit no rule become a further one, and the search begins anew
//! until no rule is added.
//!
//! A segment with rules holds two cells only, the hole and the parent of the first node: the rest is in the rules. `way` is not
//! empty if there is a hole.

use super::memory::Statics;
use super::state::{Base, Cell, Cells, Kind, Object, Segment, Shape, State};
use super::tree::{Branches, Family};
use super::value::{Fact, ObjectId, Pointer, Range, Spot, Value};
use crate::ir::IntType;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rules of one type of nodes from which on what differs most between them is forgotten.
const MANY: usize = 16;

/// What a kind of node holds in a place.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    /// A value, but for some numbers.
    Value(Value, Vec<(IntType, i128)>),
    /// The pointer to a node below, or null.
    Node { or_null: bool },
}

/// A kind of node.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    base: Base,
    /// What it holds, by offset, with the bytes; of all else, the base tells. The pointer to the parent is not part of it.
    cells: BTreeMap<u64, (u64, Content)>,
}

/// The kinds of nodes of one type.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    family: Family,
    /// How nodes are linked.
    tree: Segment,
    /// Bytes of a pointer.
    width: u64,
    rules: Vec<Rule>,
}

/// How a node fits a rule.
struct Fit {
    /// The complete trees below it that nothing else leads to.
    subtrees: Vec<ObjectId>,
    /// Where it leads on otherwise.
    exits: Vec<(u64, Pointer)>,
}

/// Something that points to an object: a cell, or a variable.
type Holder = Option<(ObjectId, u64)>;

impl Rule {
    /// The fields that lead on.
    fn links(&self) -> impl Iterator<Item = u64> {
        self.cells.iter().filter(|(_, (_, content))| matches!(content, Content::Node { .. })).map(|(at, _)| *at)
    }

    /// Whether every node of another rule is one of this rule, too.
    fn covers(&self, other: &Rule) -> bool {
        let held = |at: &u64, width: u64| match other.cells.get(at) {
            Some((bytes, content)) if *bytes == width => Some(content.clone()),
            _ => None,
        };
        let same_base = self.base == Base::Any || self.base == other.base;
        same_base
            && self.cells.iter().all(|(at, (width, content))| match (content, held(at, *width)) {
                (Content::Node { or_null: true }, Some(Content::Node { .. })) => true,
                (Content::Value(Value::Any(None), excluded), Some(Content::Value(..))) => excluded.is_empty(),
                (content, Some(held)) => *content == held,
                (_, None) => false,
            })
            && other.cells.iter().all(|(at, (_, content))| {
                self.cells.contains_key(at) || (self.base == Base::Any && !matches!(content, Content::Node { .. }))
            })
    }

    /// The rule of exactly the nodes of two rules, if there is one: they differ in one link, which is null or leads on.
    fn union(&self, other: &Rule) -> Option<Rule> {
        if self.base != other.base || !self.cells.keys().eq(other.cells.keys()) {
            return None;
        }
        let mut differences = self.cells.iter().filter(|(at, cell)| other.cells.get(at) != Some(cell));
        let (&at, (width, content)) = differences.next()?;
        let is_link = |content: &Content| match content {
            Content::Node { .. } => true,
            Content::Value(value, _) => *value == Value::ZERO,
        };
        let (other_width, other_content) = other.cells.get(&at)?;
        if differences.next().is_some() || width != other_width || !is_link(content) || !is_link(other_content) {
            return None;
        }
        let mut union = self.clone();
        union.cells.insert(at, (*width, Content::Node { or_null: true }));
        Some(union)
    }
}

impl Rules {
    /// Adds a rule. Those that it covers go.
    fn add(&mut self, rule: Rule) {
        let mut rule = rule;
        while let Some((index, union)) =
            self.rules.iter().enumerate().find_map(|(index, old)| Some((index, old.union(&rule)?)))
        {
            self.rules.remove(index);
            rule = union;
        }
        self.rules.retain(|old| !rule.covers(old));
        self.rules.push(rule);
        while self.rules.len() > MANY && self.forget() {}
    }

    /// Forgets what is held where most different values are. False if there is nothing to forget.
    fn forget(&mut self) -> bool {
        let mut values: BTreeMap<u64, Vec<&Content>> = BTreeMap::new();
        for (at, (_, content)) in self.rules.iter().flat_map(|rule| &rule.cells) {
            let known = values.entry(*at).or_default();
            if matches!(content, Content::Value(..)) && !known.contains(&content) {
                known.push(content);
            }
        }
        let most = values.iter().max_by_key(|(_, known)| known.len()).filter(|(_, known)| known.len() > 1);
        let Some(at) = most.map(|(at, _)| *at) else { return false };
        for rule in &mut self.rules {
            if let Some((_, content @ Content::Value(..))) = rule.cells.get_mut(&at) {
                *content = Content::Value(Value::Any(None), Vec::new());
            }
        }
        for rule in std::mem::take(&mut self.rules) {
            if !self.rules.iter().any(|old| old.covers(&rule)) {
                self.rules.retain(|old| !rule.covers(old));
                self.rules.push(rule);
            }
        }
        true
    }

    /// What the first node of a tree may be: the rule, and with a hole, the field on the way to it.
    fn first_nodes(&self, way: Branches) -> Vec<(usize, Option<u64>)> {
        let rules = self.rules.iter().enumerate();
        if way == Branches::NONE {
            return rules.map(|(index, _)| (index, None)).collect();
        }
        let on_way = |at: &u64| way.iter().any(|field| field == *at);
        rules.flat_map(|(index, rule)| rule.links().filter(on_way).map(move |at| (index, Some(at)))).collect()
    }
}

impl Statics<'_> {
    /// Whether nodes of this kind have rules.
    pub fn has_rules(&self, object: &Object) -> bool {
        self.rules.borrow().iter().any(|rules| rules.family.contains(object))
    }

    /// How many cases there are of what the first node of a tree with rules may be.
    pub fn first_nodes(&self, segment: Segment) -> usize {
        let rules = self.rules.borrow();
        segment.rules.and_then(|id| rules.get(usize::from(id))).map_or(0, |rules| rules.first_nodes(segment.way).len())
    }

    /// Whether the hole of a tree may be null, whichever node has it.
    fn rules_take_null(&self, segment: Segment) -> bool {
        let all = self.rules.borrow();
        let Some(rules) = segment.rules.and_then(|id| all.get(usize::from(id))) else { return false };
        rules.first_nodes(segment.way).into_iter().all(|(rule, at)| {
            let content = at.and_then(|at| rules.rules[rule].cells.get(&at)).map(|(_, content)| content);
            content == Some(&Content::Node { or_null: true })
        })
    }

    /// How often rules were added.
    pub fn rules_added(&self) -> u64 {
        self.rules_added.get()
    }

    /// The rules of a family of nodes to which pointers lead at this place; they begin anew when it turns out to be linked otherwise.
    fn rules_of(&self, family: &Family, head: i64, width: u64) -> Option<u8> {
        let mut all = self.rules.borrow_mut();
        if let Some(index) = all.iter().position(|rules| rules.family.is_of_type(family)) {
            let rules = &mut all[index];
            if rules.family != *family {
                rules.rules.clear();
                rules.family = family.clone();
                rules.tree = Segment { rules: Some(index as u8), ..family.tree(rules.tree.head)? };
                self.rules_added.set(self.rules_added.get() + 1);
            }
            return (rules.tree.head == head).then_some(index as u8);
        }
        let id = u8::try_from(all.len()).ok()?;
        let tree = Segment { rules: Some(id), ..family.tree(head)? };
        all.push(Rules { family: family.clone(), tree, width, rules: Vec::new() });
        Some(id)
    }
}

impl State {
    /// Collapses trees whose nodes have rules.
    pub fn folded_by_rules(&self, statics: &Statics, families: &[Family]) -> State {
        let mut state = self.clone();
        while let Some(smaller) = families.iter().find_map(|family| state.fold_by_rules(statics, family)) {
            state = smaller;
        }
        state
    }

    fn fold_by_rules(&self, statics: &Statics, family: &Family) -> Option<State> {
        statics.look(self.objects.len());
        let width = statics.pointer_bytes;
        let nodes = self.nodes().filter(|(_, object)| family.contains(object) && object.owner.is_none());
        for (&id, object) in nodes {
            let heads = self.holders(id).into_iter().map(|(_, pointer)| pointer.offset());
            let head = match object.segment() {
                Some(segment) => segment.head,
                None => heads.min().flatten().unwrap_or(0),
            };
            let Some(rules) = statics.rules_of(family, head, width) else { continue };
            let folded = match object.shape {
                Shape::Region => self.fold_node(statics, rules, id),
                Shape::Segment(segment) if segment.way != Branches::NONE => self.fill_hole(statics, segment, id),
                Shape::Segment(_) | Shape::Optional => None,
            };
            if folded.is_some() {
                return folded;
            }
        }
        None
    }

    /// All that points to an object.
    fn holders(&self, id: ObjectId) -> Vec<(Holder, Pointer)> {
        let to = |value: Value| match value {
            Value::Pointer(pointer) => Some(pointer).filter(|pointer| pointer.object == id),
            _ => None,
        };
        let mut holders: Vec<(Holder, Pointer)> = Vec::new();
        for (&holder, object) in &self.objects {
            let cells = [&object.cells].into_iter().chain(&object.others).flatten();
            holders.extend(cells.filter_map(|(at, cell)| Some((Some((holder, *at)), to(cell.value)?))));
        }
        holders
            .extend(self.roots().into_iter().chain(self.scratch.iter().copied()).filter_map(|v| Some((None, to(v)?))));
        holders
    }

    /// Whether only one cell leads to a node, and its children back to it.
    fn is_only_child(&self, child: ObjectId, (parent, at): (ObjectId, u64), tree: Segment) -> bool {
        let leads_to = |below: ObjectId| {
            let object = self.objects.get(&child);
            object.is_some_and(|object| {
                tree.fields().any(|at| matches!(object.cell(at), Some(Value::Pointer(p)) if p.object == below))
            })
        };
        self.holders(child).into_iter().all(|(holder, _)| match holder {
            Some(cell) if cell == (parent, at) => true,
            Some((below, back)) => Some(back) == tree.prev && leads_to(below),
            None => false,
        })
    }

    /// How a node fits a rule.
    fn fit(&self, statics: &Statics, rules: &Rules, rule: &Rule, id: ObjectId) -> Option<Fit> {
        let node = self.objects.get(&id)?;
        if !node.runs.is_empty() || (rule.base != Base::Any && rule.base != node.base) {
            return None;
        }
        let tree = rules.tree;
        let mut fit = Fit { subtrees: Vec::new(), exits: Vec::new() };
        for (&at, (width, content)) in &rule.cells {
            let value = node.peek(at, *width, statics.globals);
            match content {
                Content::Value(claim, excluded) if self.is_as(value, *claim, excluded, *width) => {}
                Content::Value(..) => return None,
                Content::Node { or_null } => match value {
                    Value::Int(0) if *or_null => {}
                    Value::Pointer(pointer) if self.is_node(&rules.family, tree, pointer) && pointer.object != id => {
                        let child = self.objects.get(&pointer.object)?;
                        let back = Value::Pointer(Pointer { object: id, ..pointer });
                        let complete =
                            child.segment().is_some_and(|s| s.rules == tree.rules && s.way == Branches::NONE);
                        let leads_back = tree.prev.is_none_or(|prev| child.cell(prev) == Some(back));
                        if complete && (!leads_back || (child.min() == 0 && !or_null)) {
                            return None;
                        }
                        if complete && self.is_only_child(pointer.object, (id, at), tree) {
                            fit.subtrees.push(pointer.object);
                        } else {
                            fit.exits.push((at, pointer));
                        }
                    }
                    _ => return None,
                },
            }
        }
        let said = |at: u64, cell: &Cell| rule.cells.get(&at).is_some_and(|(width, _)| *width == cell.width);
        let others = node.cells.iter().filter(|(at, cell)| Some(**at) != tree.prev && !said(**at, cell));
        for (_, cell) in others {
            let zero = rule.base == Base::Zero && cell.value == Value::ZERO;
            if !zero && (rule.base != Base::Any || !self.is_as(cell.value, Value::Any(None), &[], cell.width)) {
                return None;
            }
        }
        // Pointers may only be forgotten to what something else leads to.
        let kept = |at: u64| rule.links().any(|link| link == at) || Some(at) == tree.prev;
        let forgotten = node.cells.iter().filter(|(at, _)| !kept(**at)).filter_map(|(_, cell)| match cell.value {
            Value::Pointer(pointer) => Some(pointer.object),
            _ => None,
        });
        for target in forgotten {
            let elsewhere = |(holder, _): &(Holder, Pointer)| holder.is_none_or(|(from, at)| from != id || kept(at));
            if !self.holders(target).iter().any(elsewhere) {
                return None;
            }
        }
        Some(fit)
    }

    /// Whether a pointer leads to a node of a family, where links do.
    fn is_node(&self, family: &Family, tree: Segment, pointer: Pointer) -> bool {
        let target = self.objects.get(&pointer.object);
        let node = target.is_some_and(|object| {
            let shaped = object.segment().map_or(object.shape == Shape::Region, |s| s.rules == tree.rules);
            family.contains(object) && object.kind == Kind::Heap && object.owner.is_none() && shaped
        });
        node && pointer.offset() == Some(tree.head) && pointer.spot == Spot::First
    }

    /// Whether a value is among those of a claim. A pointer to an object of the heap may be forgotten.
    fn is_as(&self, value: Value, claim: Value, excluded: &[(IntType, i128)], width: u64) -> bool {
        let fact = match value {
            Value::Symbol(symbol) => self.symbols.get(&symbol).cloned().unwrap_or_default(),
            Value::Any(range) => Fact { range, ..Fact::default() },
            _ => Fact::default(),
        };
        let differs = |(ty, number): &(IntType, i128)| match value {
            Value::Int(bits) => ty.value(ty.wrap(bits)) != *number,
            _ => {
                let outside = |range: Range| range.ty == *ty && (*number < range.low || *number > range.high);
                fact.excluded.contains(&(*ty, *number)) || fact.range.is_some_and(outside)
            }
        };
        let among = match (claim, value) {
            (Value::Any(None), Value::Pointer(pointer)) => {
                excluded.is_empty() && self.objects.get(&pointer.object).is_some_and(|object| object.kind == Kind::Heap)
            }
            (Value::Any(None), _) => true,
            (Value::Any(Some(range)), Value::Int(bits)) => {
                u64::from(range.ty.bits) == 8 * width && range.covers(Range::of(range.ty, bits))
            }
            (Value::Any(Some(range)), Value::Symbol(_) | Value::Any(_)) => {
                fact.range.is_some_and(|other| other.ty.bits == range.ty.bits && range.covers(other))
            }
            (claim, value) => claim == value,
        };
        among && excluded.iter().all(differs)
    }

    /// The rule of a node that fits none so far. `None` if what it holds cannot be said in a rule.
    fn rule(&self, rules: &Rules, id: ObjectId) -> Option<Rule> {
        let node = self.objects.get(&id)?;
        let tree = rules.tree;
        let mut cells = BTreeMap::new();
        for (&at, cell) in node.cells.iter().filter(|(at, _)| Some(**at) != tree.prev) {
            let is_link = tree.fields().any(|field| field == at) && cell.width == rules.width;
            let content = match cell.value {
                Value::Pointer(pointer) if is_link && self.is_node(&rules.family, tree, pointer) => {
                    let child = self.objects.get(&pointer.object)?;
                    Content::Node { or_null: child.min() == 0 }
                }
                Value::Pointer(_) => return None,
                Value::Symbol(symbol) => {
                    let fact = self.symbols.get(&symbol).cloned().unwrap_or_default();
                    Content::Value(Value::Any(fact.range), fact.excluded)
                }
                value => Content::Value(value, Vec::new()),
            };
            let silent = match &content {
                Content::Value(value, excluded) => {
                    excluded.is_empty() && Cell { width: cell.width, value: *value }.says_nothing()
                }
                Content::Node { .. } => false,
            };
            if node.base != Base::Any || !silent {
                cells.insert(at, (cell.width, content));
            }
        }
        Some(Rule { base: node.base, cells })
    }

    /// A node that becomes part of a tree: complete, if all below it is, or on the way to a hole.
    fn fold_node(&self, statics: &Statics, id: u8, node: ObjectId) -> Option<State> {
        let rules = statics.rules.borrow().get(usize::from(id)).cloned()?;
        let tree = rules.tree;
        let root = Pointer { low: tree.head, high: tree.head, ..Pointer::to(node) };
        if self.holders(node).iter().any(|(_, pointer)| *pointer != root) {
            return None;
        }
        let known = rules.rules.iter().find_map(|rule| self.fit(statics, &rules, rule, node));
        let fit = match known {
            Some(fit) => fit,
            None => {
                let rule = self.rule(&rules, node)?;
                let fit = self.fit(statics, &rules, &rule, node)?;
                if !self.folds(statics, &rules, node, &fit) {
                    return None;
                }
                statics.rules.borrow_mut()[usize::from(id)].add(rule);
                statics.rules_added.set(statics.rules_added() + 1);
                fit
            }
        };
        if !self.folds(statics, &rules, node, &fit) {
            return None;
        }
        let mut state = self.clone();
        for subtree in &fit.subtrees {
            state.objects.remove(subtree);
        }
        let folded =
            structure(self.objects.get(&node)?, &rules, fit.exits.first().map(|(at, p)| (*at, Value::Pointer(*p))))?;
        state.objects.insert(node, Rc::new(folded));
        if let (Some((_, exit)), Some(prev)) = (fit.exits.first(), tree.prev) {
            // The parent of what is below is the node with the hole.
            let child = state.object_mut(exit.object)?;
            if child.cell(prev) != Some(Value::Pointer(root)) {
                return None;
            }
            child.set(prev, Value::Pointer(Pointer { spot: Spot::Last, ..root }));
        }
        Some(state)
    }

    /// Whether a node is to become part of a tree: one that stands alone stays what it is, as most is known of it so.
    fn folds(&self, statics: &Statics, rules: &Rules, node: ObjectId, fit: &Fit) -> bool {
        let tree = rules.tree;
        let parents: Vec<(ObjectId, u64)> = self.holders(node).into_iter().filter_map(|(holder, _)| holder).collect();
        let parent = parents.into_iter().find(|(parent, at)| {
            let object = self.objects.get(parent);
            let is_node = object.is_some_and(|object| rules.family.contains(object) && object.owner.is_none());
            let is_link = tree.fields().any(|field| field == *at);
            is_node && is_link && self.is_only_child(node, (*parent, *at), tree)
        });
        match fit.exits.as_slice() {
            // What a variable leads to is what the program looks at: its tag is worth knowing.
            [] => parent.is_some() || (!fit.subtrees.is_empty() && !self.is_in_variable(node)),
            [(at, below)] => {
                let holed = |object: &Object| object.segment().is_some_and(|segment| segment.way != Branches::NONE);
                let below_is = self.objects.get(&below.object).is_some_and(|object| holed(object));
                let leads_here = |parent: ObjectId| {
                    let object = self.objects.get(&parent);
                    object.is_some_and(|object| holed(object))
                        || rules
                            .rules
                            .iter()
                            .filter_map(|rule| self.fit(statics, rules, rule, parent))
                            .any(|fit| matches!(fit.exits.as_slice(), [(_, exit)] if exit.object == node))
                };
                (below_is && self.is_only_child(below.object, (node, *at), tree))
                    || parent.is_some_and(|(parent, _)| leads_here(parent))
            }
            _ => false,
        }
    }

    /// Whether a variable of the function that is executed leads to a node.
    fn is_in_variable(&self, node: ObjectId) -> bool {
        let registers = self.frames.last().into_iter().flat_map(|frame| frame.registers.iter().flatten());
        registers.into_iter().any(|value| matches!(value, Value::Pointer(pointer) if pointer.object == node))
    }

    /// A tree with a hole, and what is at the hole, as one.
    fn fill_hole(&self, statics: &Statics, segment: Segment, id: ObjectId) -> Option<State> {
        let object = self.objects.get(&id)?;
        let lasts = self.holders(id).into_iter().filter(|(_, pointer)| pointer.spot == Spot::Last);
        let lasts: Vec<Holder> = lasts.map(|(holder, _)| holder).collect();
        let mut state = self.clone();
        let hole = match object.cell(segment.next)? {
            Value::Pointer(pointer) => pointer,
            Value::Int(0) if lasts.is_empty() && statics.rules_take_null(segment) => {
                state.object_mut(id)?.shape = Shape::Segment(Segment { way: Branches::NONE, ..segment });
                return Some(state);
            }
            _ => return None,
        };
        let below = self.objects.get(&hole.object).filter(|_| hole.object != id)?;
        let other = below.segment().filter(|other| other.rules == segment.rules)?;
        let complete = other.way == Branches::NONE;
        if complete && other.min == 0 && !statics.rules_take_null(segment) {
            return None;
        }
        let last = Pointer { object: id, spot: Spot::Last, ..hole };
        let linked_back = match segment.prev {
            Some(prev) => lasts == [Some((hole.object, prev))] && below.cell(prev) == Some(Value::Pointer(last)),
            None => lasts.is_empty(),
        };
        let cyclic = |value: Value| matches!(value, Value::Pointer(p) if p.object == id || p.object == hole.object);
        let joined = hole.spot == Spot::First
            && hole.offset() == Some(segment.head)
            && linked_back
            && self.is_only_child(hole.object, (id, segment.next), segment)
            && !cyclic(below.cell(segment.next)?);
        if !joined {
            return None;
        }
        state.objects.remove(&hole.object);
        let whole = state.object_mut(id)?;
        let (min, way) = match complete {
            true => (segment.min.max(other.min).min(1), Branches::NONE),
            false => {
                (segment.min.saturating_add(other.min).min(super::abstraction::MOST), segment.way.union(other.way))
            }
        };
        whole.shape = Shape::Segment(Segment { min, way, ..segment });
        whole.set(segment.next, below.cell(segment.next)?);
        state.redirect(hole.object, Spot::Last, &|pointer| Value::Pointer(Pointer { object: id, ..pointer }));
        Some(state)
    }

    /// Takes the first or last node out of a tree with rules, in one of the cases that there are.
    pub fn take_by_rule(&mut self, statics: &Statics, id: ObjectId, spot: Spot, case: usize) -> Option<ObjectId> {
        let object = self.objects.get(&id).cloned()?;
        let segment = object.segment()?;
        let all = statics.rules.borrow();
        let rules = all.get(usize::from(segment.rules?))?;
        let (index, on_way) = *rules.first_nodes(segment.way).get(case)?;
        let rule = &rules.rules[index];
        if spot == Spot::Last && (on_way.is_none() || segment.prev.is_none()) {
            return None;
        }
        let (low, high) = (segment.head, segment.head);
        let region =
            self.add(Object { shape: Shape::Region, cells: Cells::new(), base: rule.base, ..(*object).clone() });
        self.redirect(id, spot, &|pointer| Value::Pointer(Pointer { object: region, spot: Spot::First, ..pointer }));
        let here = Value::Pointer(Pointer { low, high, ..Pointer::to(region) });
        let rest = Value::Pointer(Pointer { low, high, spot, ..Pointer::to(id) });
        for (&at, (width, content)) in &rule.cells {
            let value = match content {
                Content::Value(value, excluded) if excluded.is_empty() => *value,
                Content::Value(value, excluded) => {
                    let range = if let Value::Any(range) = value { *range } else { None };
                    let symbol = self.symbol(range);
                    if let Value::Symbol(symbol) = symbol {
                        self.symbols.insert(symbol, Fact { range, excluded: excluded.clone(), ..Fact::default() });
                    }
                    symbol
                }
                Content::Node { .. } if on_way == Some(at) && spot == Spot::Last => object.cell(segment.next)?,
                Content::Node { .. } if on_way == Some(at) => rest,
                Content::Node { or_null } => {
                    let min = u8::from(!or_null);
                    let mut cells = Cells::from([(segment.next, Cell { width: *width, value: Value::ZERO })]);
                    cells.extend(segment.prev.map(|prev| (prev, Cell { width: *width, value: here })));
                    let shape = Shape::Segment(Segment { min, way: Branches::NONE, ..segment });
                    let below = self.add(Object { shape, cells, ..(*object).clone() });
                    Value::Pointer(Pointer { low, high, ..Pointer::to(below) })
                }
            };
            self.object_mut(region)?.put(at, *width, value);
        }
        if let Some(prev) = segment.prev {
            let parent = if spot == Spot::Last { rest } else { object.cell(prev)? };
            self.object_mut(region)?.put(prev, rules.width, parent);
        }
        if on_way.is_none() {
            self.objects.remove(&id);
            return Some(region);
        }
        let far = if spot == Spot::Last { Some(segment.next) } else { segment.prev };
        let left = self.object_mut(id)?;
        left.shape = Shape::Segment(Segment { min: segment.min.saturating_sub(1), ..segment });
        if let Some(far) = far {
            left.set(far, here);
        }
        Some(region)
    }

    /// A single node as a tree with rules, if it fits one and leads on in one place at most.
    pub fn as_structure(&self, statics: &Statics, object: &Object, like: Segment) -> Option<Object> {
        let all = statics.rules.borrow();
        let rules = all.get(usize::from(like.rules?))?;
        if let Some(segment) = object.segment() {
            return (segment.rules == like.rules).then(|| object.clone());
        }
        let exit_of = |rule: &Rule| -> Option<Option<(u64, Value)>> {
            if rule.base != Base::Any && rule.base != object.base {
                return None;
            }
            let mut exits = Vec::new();
            for (&at, (width, content)) in &rule.cells {
                let value = object.peek(at, *width, statics.globals);
                match (content, value) {
                    (Content::Node { .. }, Value::Pointer(_)) => exits.push((at, value)),
                    (Content::Node { or_null: true }, Value::Int(0)) => {}
                    (Content::Node { .. }, _) | (Content::Value(..), Value::Pointer(_)) => return None,
                    (Content::Value(claim, excluded), value) if self.is_as(value, *claim, excluded, *width) => {}
                    (Content::Value(..), _) => return None,
                }
            }
            let said = |at: u64, cell: &Cell| rule.cells.get(&at).is_some_and(|(width, _)| *width == cell.width);
            let mut others = object.cells.iter().filter(|(at, cell)| Some(**at) != like.prev && !said(**at, cell));
            let silent = others.all(|(_, cell)| match cell.value {
                Value::Pointer(_) => false,
                value => rule.base == Base::Any || value == Value::ZERO,
            });
            (silent && exits.len() <= 1).then(|| exits.pop())
        };
        let exit = rules.rules.iter().find_map(exit_of)?;
        structure(object, rules, exit)
    }
}

/// A node as a tree with rules, with the place where it leads on.
fn structure(node: &Object, rules: &Rules, exit: Option<(u64, Value)>) -> Option<Object> {
    let (tree, width) = (rules.tree, rules.width);
    let (way, hole) = match exit {
        Some((at, value)) => (Branches::of([at])?, value),
        None => (Branches::NONE, Value::ZERO),
    };
    let mut cells = Cells::from([(tree.next, Cell { width, value: hole })]);
    if let Some(prev) = tree.prev {
        cells.insert(prev, Cell { width, value: node.cells.get(&prev).filter(|cell| cell.width == width)?.value });
    }
    let shape = Shape::Segment(Segment { min: 1, way, ..tree });
    Some(Object { shape, cells, others: Vec::new(), each: Default::default(), base: Base::Any, ..node.clone() })
}
