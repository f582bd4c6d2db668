//! Pointers as terms: pairs of object and offset, trees of such pairs, conversions from and to integers.

use super::{Memory, NODE_BITS, OBJECT_BITS, ObjectId, ObjectKind};
use crate::base::Id;
use crate::logic::{FastMap, Node, Sort, TermId};
use indexmap::IndexMap;
use std::rc::Rc;

/// One object that a pointer may point to, and the offset it then has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The object.
    pub object: ObjectId,
    /// The node of a class; 0 for other objects.
    pub node: TermId,
    /// The offset, provided that the pointer points to the object.
    pub offset: TermId,
}

/// Something that an opaque pointer may point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// The object.
    pub object: ObjectId,
    /// The offset; `None` is any.
    pub offset: Option<u64>,
}

impl Target {
    /// The null pointer.
    pub const NULL: Target = Target { object: ObjectId::NONE, offset: Some(0) };

    /// What a pointer that was never set points to: null, or foreign memory.
    pub fn unset() -> [Self; 2] {
        [Self { object: ObjectId::NONE, offset: Some(0) }, Self::anywhere(ObjectId::FOREIGN)]
    }

    /// Any byte of an object.
    pub fn anywhere(object: ObjectId) -> Self {
        Self { object, offset: None }
    }
}

impl Memory {
    /// The pointer to a byte of an object.
    pub fn pointer(&mut self, object: ObjectId, offset: TermId) -> TermId {
        let node = self.node(0);
        self.node_pointer(object, node, offset)
    }

    /// The pointer to a byte of a node of a class.
    pub fn node_pointer(&mut self, object: ObjectId, node: TermId, offset: TermId) -> TermId {
        let number = self.object_number(object);
        let above = self.pool.concat(number, node);
        self.pool.concat(above, offset)
    }

    /// A constant node number.
    pub fn node(&mut self, number: u64) -> TermId {
        self.pool.bv_const(u128::from(number), NODE_BITS)
    }

    /// The null pointer.
    pub fn null(&mut self) -> TermId {
        let zero = self.offset(0);
        self.pointer(ObjectId::NONE, zero)
    }

    /// Says what a term that is no tree of pairs points to: nothing but these targets.
    pub fn set_targets(&mut self, pointer: TermId, targets: Rc<[Target]>) {
        if matches!(self.pool.node(pointer), Node::Const(_) | Node::Ite(..) | Node::Concat(..)) {
            return;
        }
        if self.opaque.insert(pointer, targets.clone()).as_ref() == Some(&targets) {
            return;
        }
        self.cases.swap_remove(&pointer);
        let mut any = Vec::new();
        for target in targets.iter() {
            let there = self.points_to(pointer, target.object);
            let fits = match target.offset {
                None => TermId::TRUE,
                Some(constant) => {
                    let offset = self.offset_part(pointer);
                    let constant = self.offset(constant);
                    self.pool.eq(offset, constant)
                }
            };
            // Only classes have nodes to tell apart.
            let whole = match self.objects[target.object].class {
                true => TermId::TRUE,
                false => {
                    let (node, zero) = (self.node_part(pointer), self.node(0));
                    self.pool.eq(node, zero)
                }
            };
            any.push(self.pool.and([there, fits, whole]));
        }
        let constraint = self.pool.or(any);
        self.constraints.push(constraint);
    }

    /// The objects that a pointer may point to, each with its offset, in order of object number.
    pub fn cases(&mut self, pointer: TermId) -> Rc<[Case]> {
        if let Some(cases) = self.cases.get(&pointer) {
            return cases.clone();
        }
        let cases: Rc<[Case]> = match self.pool.node(pointer) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.cases(a), self.cases(b));
                self.join_cases(condition, &a, &b).into()
            }
            _ => {
                let offset = self.offset_part(pointer);
                let node = self.node_part(pointer);
                let number = self.object_part(pointer);
                let mut targets = Vec::new();
                self.numbers(number, pointer, &mut targets);
                targets.sort_unstable();
                targets.dedup();
                self.group(&targets, node, offset)
            }
        };
        self.cases.insert(pointer, cases.clone());
        cases
    }

    fn join_cases(&mut self, condition: TermId, a: &[Case], b: &[Case]) -> Vec<Case> {
        let mut joined = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            let order = match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) => x.object.cmp(&y.object),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, _) => std::cmp::Ordering::Greater,
            };
            match order {
                std::cmp::Ordering::Less => {
                    joined.push(a[i]);
                    i += 1;
                }
                std::cmp::Ordering::Greater => {
                    joined.push(b[j]);
                    j += 1;
                }
                std::cmp::Ordering::Equal => {
                    let offset = self.pool.ite(condition, a[i].offset, b[j].offset);
                    let node = self.pool.ite(condition, a[i].node, b[j].node);
                    joined.push(Case { object: a[i].object, node, offset });
                    i += 1;
                    j += 1;
                }
            }
        }
        joined
    }

    /// Targets as cases: an object with several known offsets has the one of them that the pointer has.
    fn group(&mut self, targets: &[Target], node: TermId, offset: TermId) -> Rc<[Case]> {
        let mut cases: Vec<Case> = Vec::new();
        for target in targets {
            let known = match target.offset {
                Some(constant) => self.offset(constant),
                None => offset,
            };
            match cases.last_mut() {
                Some(last) if last.object == target.object => {
                    if target.offset.is_none() || last.offset == offset {
                        last.offset = offset;
                    } else {
                        let here = self.pool.eq(offset, known);
                        last.offset = self.pool.ite(here, known, last.offset);
                    }
                }
                _ => cases.push(Case { object: target.object, node, offset: known }),
            }
        }
        cases.into()
    }

    /// Collects the targets at the leaves of an object part.
    fn numbers(&mut self, number: TermId, pointer: TermId, targets: &mut Vec<Target>) {
        match self.pool.node(number) {
            Node::Const(_) => {
                targets.extend(self.pool.as_u64(number).map(|n| Target::anywhere(ObjectId::from_index(n as usize))));
            }
            Node::Ite(_, a, b) => {
                self.numbers(a, pointer, targets);
                self.numbers(b, pointer, targets);
            }
            Node::Extract { of, .. } if of == pointer => self.opaque_targets(of, targets),
            Node::Extract { of, .. } => {
                let mut inner = Vec::new();
                self.opaque_targets(of, &mut inner);
                let moved = self.distance(pointer, of);
                targets.extend(inner.into_iter().map(|target| Target {
                    object: target.object,
                    offset:
                        target.offset.zip(moved).map(|(offset, moved)| self.wrap_offset(offset.wrapping_add(moved))),
                }));
            }
            _ => self.opaque_targets(pointer, targets),
        }
    }

    fn wrap_offset(&self, offset: u64) -> u64 {
        offset & (u64::MAX >> (64 - self.pointer_bits))
    }

    /// By how much a pointer is an opaque one moved, if by a constant.
    fn distance(&mut self, pointer: TermId, opaque: TermId) -> Option<u64> {
        let (moved, original) = (self.offset_part(pointer), self.offset_part(opaque));
        let difference = self.pool.sub(moved, original);
        self.pool.as_u64(difference)
    }

    /// The known targets of an opaque term; without any, it is taken for an integer.
    fn opaque_targets(&mut self, term: TermId, targets: &mut Vec<Target>) {
        match self.opaque.get(&term) {
            Some(known) => targets.extend(known.iter().copied()),
            None => targets.push(Target::anywhere(ObjectId::NONE)),
        }
    }

    /// The object number of a pointer.
    pub fn object_part(&mut self, pointer: TermId) -> TermId {
        if let Some(&part) = self.object_parts.get(&pointer) {
            return part;
        }
        let part = match self.pool.node(pointer) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.object_part(a), self.object_part(b));
                self.pool.ite(condition, a, b)
            }
            _ => {
                let low = self.pointer_bits + NODE_BITS;
                self.pool.extract(low + OBJECT_BITS - 1, low, pointer)
            }
        };
        self.object_parts.insert(pointer, part);
        part
    }

    /// The node of a pointer.
    pub fn node_part(&mut self, pointer: TermId) -> TermId {
        if let Some(&part) = self.node_parts.get(&pointer) {
            return part;
        }
        let part = match self.pool.node(pointer) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.node_part(a), self.node_part(b));
                self.pool.ite(condition, a, b)
            }
            _ => {
                let low = self.pointer_bits;
                self.pool.extract(low + NODE_BITS - 1, low, pointer)
            }
        };
        self.node_parts.insert(pointer, part);
        part
    }

    /// The offset of a pointer.
    pub fn offset_part(&mut self, pointer: TermId) -> TermId {
        if let Some(&part) = self.offset_parts.get(&pointer) {
            return part;
        }
        let part = match self.pool.node(pointer) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.offset_part(a), self.offset_part(b));
                self.pool.ite(condition, a, b)
            }
            _ => self.pool.extract(self.pointer_bits - 1, 0, pointer),
        };
        self.offset_parts.insert(pointer, part);
        part
    }

    /// Whether a pointer points to (or past, or before) an object.
    pub fn points_to(&mut self, pointer: TermId, object: ObjectId) -> TermId {
        let part = self.object_part(pointer);
        let number = self.object_number(object);
        self.pool.eq(part, number)
    }

    /// Whether two pointers point to the same object, and to the same node if it is a class.
    pub fn same_object(&mut self, a: TermId, b: TermId) -> TermId {
        let (oa, ob) = (self.object_part(a), self.object_part(b));
        let (na, nb) = (self.node_part(a), self.node_part(b));
        let (object, node) = (self.pool.eq(oa, ob), self.pool.eq(na, nb));
        self.pool.and([object, node])
    }

    /// The pointer moved by so many bytes.
    pub fn pointer_add(&mut self, pointer: TermId, bytes: TermId) -> TermId {
        if let Some(&sum) = self.sums.get(&(pointer, bytes)) {
            return sum;
        }
        let sum = match self.pool.node(pointer) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.pointer_add(a, bytes), self.pointer_add(b, bytes));
                self.pool.ite(condition, a, b)
            }
            _ => {
                let (number, node) = (self.object_part(pointer), self.node_part(pointer));
                let offset = self.offset_part(pointer);
                let offset = self.pool.add(offset, bytes);
                let above = self.pool.concat(number, node);
                self.pool.concat(above, offset)
            }
        };
        self.sums.insert((pointer, bytes), sum);
        sum
    }

    /// The base address of an object.
    fn base(&mut self, object: ObjectId) -> TermId {
        // Pointers without an object of the program have their address as offset.
        if matches!(object, ObjectId::NONE | ObjectId::FOREIGN) {
            return self.offset(0);
        }
        if let Some(&base) = self.exposed.get(&object) {
            return base;
        }
        if self.objects[object].class {
            self.gaps.insert("the address of a node of an unbounded structure as a number");
        }
        let base = self.pool.var(&format!("base!{}", object.0), Sort::Bv(self.pointer_bits));
        let size = self.objects[object].size;
        let zero = self.offset(0);
        let nonzero = self.pool.ne(base, zero);
        let below = self.offset(self.objects[object].align - 1);
        let below = self.pool.bvand(base, below);
        let aligned = self.pool.eq(below, zero);
        let end = self.pool.add(base, size);
        let no_wrap = self.pool.ult(base, end);
        let empty = self.pool.eq(size, zero);
        let no_wrap = self.pool.or([no_wrap, empty]);
        self.constraints.extend([nonzero, aligned, no_wrap]);
        for (other, other_base) in self.exposed.clone() {
            if self.always_live(object) && self.always_live(other) {
                let other_size = self.objects[other].size;
                let other_end = self.pool.add(other_base, other_size);
                let below = self.pool.ule(end, other_base);
                let above = self.pool.ule(other_end, base);
                let apart = self.pool.or([below, above]);
                self.constraints.push(apart);
            }
        }
        self.exposed.insert(object, base);
        base
    }

    /// Whether an object lives as long as the program; others may share an address one after the other.
    fn always_live(&self, object: ObjectId) -> bool {
        matches!(self.objects[object].kind, ObjectKind::Global { .. } | ObjectKind::Function(_))
    }

    /// The objects whose base address was looked at, with it.
    pub fn exposed(&self) -> &IndexMap<ObjectId, TermId> {
        &self.exposed
    }

    /// The address of a pointer as an integer.
    pub fn to_address(&mut self, pointer: TermId) -> TermId {
        if let Some(&address) = self.addresses.get(&pointer) {
            return address;
        }
        let address = match self.pool.node(pointer) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.to_address(a), self.to_address(b));
                self.pool.ite(condition, a, b)
            }
            _ => {
                let offset = self.offset_part(pointer);
                let mut base = self.offset(0);
                for case in self.cases(pointer).iter() {
                    let there = self.points_to(pointer, case.object);
                    let object_base = self.base(case.object);
                    base = self.pool.ite(there, object_base, base);
                }
                self.pool.add(base, offset)
            }
        };
        self.addresses.insert(pointer, address);
        if self.pool.as_u64(address).is_none() {
            self.address_of.entry(address).or_insert(pointer);
        }
        address
    }

    /// The pointer that an address was visibly made from; for a constant, a pointer to no object.
    fn origin(&mut self, address: TermId) -> Option<TermId> {
        if let Some(&pointer) = self.address_of.get(&address) {
            return Some(pointer);
        }
        if self.pool.as_u64(address).is_some() {
            return Some(self.pointer(ObjectId::NONE, address));
        }
        if let (Some(base), Some(constant)) = self.pool.split_offset(address)
            && let Some(&pointer) = self.address_of.get(&base)
        {
            return Some(self.pointer_add(pointer, constant));
        }
        None
    }

    /// The pointer that a number was visibly made from; where it has another origin, a pointer to no object, even if
    /// it happens to be an address.
    pub fn visible_pointer(&mut self, number: TermId, seen: &mut FastMap<TermId, TermId>) -> TermId {
        if let Some(&pointer) = seen.get(&number) {
            return pointer;
        }
        let pointer = match (self.origin(number), self.pool.node(number)) {
            (Some(pointer), _) => pointer,
            (None, Node::Ite(condition, a, b)) => {
                let (a, b) = (self.visible_pointer(a, seen), self.visible_pointer(b, seen));
                self.pool.ite(condition, a, b)
            }
            _ => self.null(),
        };
        seen.insert(number, pointer);
        pointer
    }

    /// A pointer to an address of which no object is known: null, or anywhere in foreign memory.
    pub fn foreign_pointer(&mut self, address: TermId) -> TermId {
        let (pointer, null, zero) = (self.pointer(ObjectId::FOREIGN, address), self.null(), self.offset(0));
        let is_null = self.pool.eq(address, zero);
        self.pool.ite(is_null, null, pointer)
    }

    /// The pointer of an address: the one it was made from where that can be seen, else the exposed object
    /// around the address, else foreign memory: whatever is there is not known.
    pub fn from_address(&mut self, address: TermId) -> TermId {
        if let Some(pointer) = self.origin(address) {
            return pointer;
        }
        if let Node::Ite(condition, a, b) = self.pool.node(address) {
            let (a, b) = (self.from_address(a), self.from_address(b));
            return self.pool.ite(condition, a, b);
        }
        let mut pointer = self.foreign_pointer(address);
        // The end of an object may be the start of another one, which is meant then.
        for at_end in [true, false] {
            for (object, base) in self.exposed.clone().into_iter().rev() {
                let offset = self.pool.sub(address, base);
                let size = self.objects[object].size;
                let inside = if at_end { self.pool.eq(offset, size) } else { self.pool.ult(offset, size) };
                let there = self.pointer(object, offset);
                pointer = self.pool.ite(inside, there, pointer);
                self.guessed.entry(object).or_default().insert(inside);
            }
        }
        pointer
    }
}
