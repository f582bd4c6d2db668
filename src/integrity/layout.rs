//! Node types: the structs that a function works with, cut into fields.
//!
//! In: a program and one of its functions. Out: the types, their fields, and which fields hold pointers to
//! nodes. These are the sets `Types`, `Fields` and `PtrFields` of seed 000, section 3.
//!
//! A node type is a struct, or a *cell*: a variable that stands alone. A struct inside a struct is a node of its
//! own, so that each field has exactly one owner. What is not followed field by field (numbers in arrays and unions,
//! bit-fields, floating-point numbers) is a *region*: accesses must stay inside it, its content is unknown. An
//! array of pointers whose address stays inside the function is a *private array*: its elements are known by
//! their offsets, and no pointer leads there.

use crate::base::{IdVec, define_id};
use crate::ir::{
    Body, CType, Callee, Expr, ExprKind, Field, FunctionId, GlobalId, GlobalKind, Local, LocalId, Program, RecordId,
    RecordKind, StatementKind, Storage, TypeTable,
};
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeMap;

define_id!(
    /// A node type of a function.
    NodeTypeId,
    "T"
);
define_id!(
    /// A field of a node type.
    FieldId,
    "f"
);

/// Elements up to which an array of pointers or structs is followed element by element.
const LONGEST_ARRAY: u64 = 16;

/// What kind of value a field holds. A pointer to a scalar may point at any field of its class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Class {
    /// An integer of so many bits.
    Int(u8),
    /// A pointer to something that is no node.
    Opaque,
    /// A pointer to a node.
    Node(RecordId),
}

/// A field of a node type.
#[derive(Clone, Debug)]
pub(super) struct NodeField {
    /// The type that has it.
    pub owner: NodeTypeId,
    /// Name in C; array elements have their index.
    pub name: String,
    /// Bytes from the start of the owner.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// What it holds.
    pub class: Class,
    /// Whether it is a pointer in a union: only while nothing else was written there it is known.
    pub in_union: bool,
}

/// A field inside a type or object, at its place there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Bytes from the start of the object.
    pub offset: u64,
    /// Where the field's owner begins.
    pub owner_offset: u64,
    /// The field.
    pub field: FieldId,
}

/// How an object is made of nodes, fields and regions.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Bytes.
    pub size: u64,
    /// All nodes in it, with their offsets, itself included.
    pub nodes: Vec<(u64, NodeTypeId)>,
    /// All fields in it.
    pub slots: Vec<Slot>,
    /// Offset and size of what is not followed.
    pub regions: Vec<(u64, u64)>,
    /// Offset and size of arrays: an index must not lead out of them.
    pub arrays: Vec<(u64, u64)>,
}

impl Layout {
    fn region(size: u64) -> Self {
        Self { size, regions: vec![(0, size)], ..Self::default() }
    }

    fn include(&mut self, offset: u64, part: &Layout) {
        self.nodes.extend(part.nodes.iter().map(|(o, ty)| (offset + o, *ty)));
        self.slots.extend(part.slots.iter().map(|slot| Slot {
            offset: offset + slot.offset,
            owner_offset: offset + slot.owner_offset,
            field: slot.field,
        }));
        self.regions.extend(part.regions.iter().map(|(o, size)| (offset + o, *size)));
        self.arrays.extend(part.arrays.iter().map(|(o, size)| (offset + o, *size)));
    }

    /// Where an index may lead from an offset: the outermost array there, or the whole.
    pub fn extent(&self, offset: u64) -> (u64, u64) {
        let around = self.arrays.iter().filter(|(start, size)| (*start..start + size).contains(&offset));
        around.max_by_key(|(_, size)| *size).copied().unwrap_or((0, self.size))
    }

    /// Whether so many bytes at an offset lie in one region.
    pub fn in_region(&self, offset: u64, size: u64) -> bool {
        let inside = |start: u64, length: u64| {
            offset >= start && offset.checked_add(size).is_some_and(|end| end <= start + length)
        };
        self.regions.iter().any(|(start, length)| inside(*start, *length))
    }
}

/// A node type.
#[derive(Clone, Debug)]
pub(super) struct NodeType {
    /// As C names it.
    pub name: String,
    /// Whether it is a cell.
    pub cell: bool,
    /// Whether it stands for the elements of a private array, whose addresses are offsets.
    pub private: bool,
    /// What it is made of.
    pub layout: Layout,
}

/// What a pointer of some type points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// A struct or union.
    Node(NodeTypeId),
    /// A variable or field of a class.
    Cell(Class),
}

/// All node types that matter to a function.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeTypes {
    pub types: IdVec<NodeTypeId, NodeType>,
    pub fields: IdVec<FieldId, NodeField>,
    records: IndexMap<RecordId, NodeTypeId>,
    cells: IndexMap<Class, NodeTypeId>,
    /// The element field of each private array.
    arrays: IndexMap<LocalId, FieldId>,
}

impl NodeTypes {
    /// The types that a function can reach by its variables, by the globals it names and by its calls.
    pub fn of_function(program: &Program, function: FunctionId) -> Self {
        let mut this = Self::default();
        let table = &program.types;
        let signature = |this: &mut Self, id: FunctionId| {
            let ty = &program.functions[id].ty;
            ty.params.iter().chain([&ty.result]).for_each(|ty| this.note(table, ty));
        };
        signature(&mut this, function);
        for global in globals_used(program, function) {
            this.object(table, &program.globals[global].ty);
        }
        if let Some(body) = program.functions[function].body() {
            for local in body.locals.iter() {
                this.note(table, &local.ty);
            }
            let private = private_arrays(table, body);
            for (id, local) in body.locals.enumerated().filter(|(_, local)| local.storage == Storage::Memory) {
                match private.contains(&id) {
                    true => this.private_array(table, id, local),
                    false => this.object(table, &local.ty),
                }
            }
            for statement in body.blocks.iter().flat_map(|block| &block.statements) {
                if let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind {
                    signature(&mut this, *callee);
                }
            }
        }
        this.close(table);
        this
    }

    /// The types that static variables lead to.
    pub fn of_globals(program: &Program) -> Self {
        let mut this = Self::default();
        for global in program.globals.iter().filter(|global| global.kind != GlobalKind::StringLiteral) {
            this.object(&program.types, &global.ty);
        }
        this.close(&program.types);
        this
    }

    /// The node type of a struct, if it matters.
    pub fn record(&self, record: RecordId) -> Option<NodeTypeId> {
        self.records.get(&record).copied()
    }

    /// The node type that the values of a field point at.
    pub fn points_to(&self, field: FieldId) -> Option<NodeTypeId> {
        match self.fields[field].class {
            Class::Node(record) => self.record(record),
            Class::Int(_) | Class::Opaque => None,
        }
    }

    /// Fields that a pointer can lead to and that satisfy a condition.
    pub fn reachable(&self, condition: impl Fn(&NodeField) -> bool) -> Vec<FieldId> {
        let wanted = |field: &NodeField| !self.types[field.owner].private && condition(field);
        self.fields.enumerated().filter(|(_, field)| wanted(field)).map(|(id, _)| id).collect()
    }

    /// The elements of a local that is a private array.
    pub fn private(&self, local: LocalId) -> Option<FieldId> {
        self.arrays.get(&local).copied()
    }

    /// What a pointer of a type must point at; `None` if there is no demand.
    pub fn target(&self, table: &TypeTable, ty: &CType) -> Option<Target> {
        let CType::Pointer(pointee) = ty else { return None };
        match &**pointee {
            CType::Record(record) => self.record(*record).map(Target::Node),
            other => class(table, other).filter(|class| *class != Class::Int(8)).map(Target::Cell),
        }
    }

    /// How an object of a type is made; a region if the type does not matter here.
    pub fn layout(&self, table: &TypeTable, ty: &CType) -> Layout {
        let size = table.size_of(ty).unwrap_or(0);
        let known = match ty {
            CType::Record(record) => self.record(*record),
            CType::Bool | CType::Int(_) | CType::Pointer(_) => {
                class(table, ty).and_then(|class| self.cells.get(&class).copied())
            }
            CType::Array(element, Some(count)) if followed(table, element, *count) => {
                let part = self.layout(table, element);
                let mut layout = Layout { size, ..Layout::default() };
                (0..*count).for_each(|index| layout.include(index * part.size, &part));
                return layout;
            }
            _ => None,
        };
        known.map_or_else(|| Layout::region(size), |id| self.types[id].layout.clone())
    }

    /// Takes note of what a type leads to.
    fn note(&mut self, table: &TypeTable, ty: &CType) {
        match ty {
            CType::Pointer(inner) => {
                self.note(table, inner);
                if inner.scalar().is_some() {
                    self.object(table, inner);
                }
            }
            CType::Array(inner, _) => self.note(table, inner),
            CType::Record(record) if table.records[*record].complete => {
                self.add_record(table, *record);
            }
            CType::Record(_) | CType::Void | CType::Bool | CType::Int(_) | CType::Float(_) | CType::Function(_) => {}
        }
    }

    /// Adds the types that fields point at, until there are no more.
    fn close(&mut self, table: &TypeTable) {
        let mut done = 0;
        while done < self.records.len() {
            let Some((&record, _)) = self.records.get_index(done) else { break };
            done += 1;
            for field in &table.records[record].fields {
                self.note(table, &field.ty);
            }
        }
    }

    fn add_record(&mut self, table: &TypeTable, id: RecordId) -> NodeTypeId {
        if let Some(known) = self.records.get(&id) {
            return *known;
        }
        let record = &table.records[id];
        let word = if record.kind == RecordKind::Union { "union" } else { "struct" };
        let name = format!("{word} {}", record.tag.as_deref().unwrap_or("(anonymous)"));
        let this = self.types.push(NodeType { name, cell: false, private: false, layout: Layout::default() });
        self.records.insert(id, this);
        let mut layout = Layout { size: record.size, nodes: vec![(0, this)], ..Layout::default() };
        if record.kind == RecordKind::Union {
            layout.regions.push((0, record.size));
            self.union_pointers(table, id, this, &mut layout);
        } else {
            for field in &record.fields {
                self.member(table, this, &mut layout, field);
            }
        }
        self.types[this].layout = layout;
        this
    }

    /// The pointers to nodes in a union: at each place where all its members that have a pointer there have one of the same type.
    fn union_pointers(&mut self, table: &TypeTable, id: RecordId, owner: NodeTypeId, layout: &mut Layout) {
        let mut places: BTreeMap<u64, Vec<(String, Class)>> = BTreeMap::new();
        let mut open: Vec<(u64, String, CType)> = Vec::new();
        let fields = |record: RecordId, at: u64, name: &str| -> Vec<(u64, String, CType)> {
            let whole = table.records[record].fields.iter().filter(|field| field.bits.is_none());
            let part = |field: &Field| {
                (at + field.offset, format!("{name}{}", field.name.as_deref().unwrap_or("")), field.ty.clone())
            };
            whole.map(part).collect()
        };
        open.extend(fields(id, 0, ""));
        while let Some((at, name, ty)) = open.pop() {
            match &ty {
                CType::Record(inner) => open.extend(fields(*inner, at, &format!("{name}."))),
                CType::Pointer(_) => places.entry(at).or_default().extend(class(table, &ty).map(|class| (name, class))),
                _ => {}
            }
        }
        let size = table.data_model.pointer_bytes();
        for (offset, mut members) in places {
            members.sort_by(|a, b| a.0.cmp(&b.0));
            let Some((name, class)) = members.first().cloned() else { continue };
            if matches!(class, Class::Node(_)) && members.iter().all(|(_, other)| *other == class) {
                let field = self.fields.push(NodeField { owner, name, offset, size, class, in_union: true });
                layout.slots.push(Slot { offset, owner_offset: 0, field });
            }
        }
    }

    fn member(&mut self, table: &TypeTable, owner: NodeTypeId, layout: &mut Layout, field: &Field) {
        if let Some(bits) = field.bits {
            layout.regions.push((field.offset, bits.bytes()));
            return;
        }
        let name = field.name.clone().unwrap_or_default();
        self.part(table, owner, layout, field.offset, &name, &field.ty);
    }

    /// Adds a part of a struct to its layout.
    fn part(&mut self, table: &TypeTable, owner: NodeTypeId, layout: &mut Layout, at: u64, name: &str, ty: &CType) {
        let Some(size) = table.size_of(ty) else { return };
        if matches!(ty, CType::Array(..)) {
            layout.arrays.push((at, size));
        }
        match ty {
            CType::Bool | CType::Int(_) | CType::Pointer(_) => {
                let Some(class) = class(table, ty) else { return };
                let field = self.fields.push(NodeField {
                    owner,
                    name: name.to_string(),
                    offset: at,
                    size,
                    class,
                    in_union: false,
                });
                layout.slots.push(Slot { offset: at, owner_offset: 0, field });
            }
            CType::Record(inner) => {
                let inner = self.add_record(table, *inner);
                let part = self.types[inner].layout.clone();
                layout.include(at, &part);
            }
            CType::Array(element, Some(count)) if followed(table, element, *count) => {
                let step = table.size_of(element).unwrap_or(1);
                for index in 0..*count {
                    self.part(table, owner, layout, at + index * step, &format!("{name}[{index}]"), element);
                }
            }
            _ => layout.regions.push((at, size)),
        }
    }

    /// Takes note of an object that stands alone.
    fn object(&mut self, table: &TypeTable, ty: &CType) {
        self.note(table, ty);
        match ty {
            CType::Bool | CType::Int(_) | CType::Pointer(_) => {
                if let (Some(class), Some(size)) = (class(table, ty), table.size_of(ty)) {
                    self.cell(class, size);
                }
            }
            CType::Array(element, _) => self.object(table, element),
            CType::Record(_) | CType::Void | CType::Float(_) | CType::Function(_) => {}
        }
    }

    fn private_array(&mut self, table: &TypeTable, id: LocalId, local: &Local) {
        let CType::Array(element, _) = &local.ty else { return };
        let (Some(size), Some(width), Some(class)) =
            (table.size_of(&local.ty), table.size_of(element), class(table, element))
        else {
            return;
        };
        let owner = self.types.next_id();
        let name = local.name.clone().unwrap_or_default();
        let field = self.fields.push(NodeField {
            owner,
            name: format!("{name}[…]"),
            offset: 0,
            size: width,
            class,
            in_union: false,
        });
        let layout = Layout { size, nodes: vec![(0, owner)], ..Layout::default() };
        self.types.push(NodeType { name, cell: true, private: true, layout });
        self.arrays.insert(id, field);
    }

    fn cell(&mut self, class: Class, size: u64) {
        if self.cells.contains_key(&class) {
            return;
        }
        let this = self.types.next_id();
        let name = match class {
            Class::Int(bits) => format!("{bits}-bit integer"),
            Class::Opaque => "pointer".to_string(),
            Class::Node(record) => match self.record(record) {
                Some(target) => format!("{} *", self.types[target].name),
                None => "pointer".to_string(),
            },
        };
        let field =
            self.fields.push(NodeField { owner: this, name: String::new(), offset: 0, size, class, in_union: false });
        let slots = vec![Slot { offset: 0, owner_offset: 0, field }];
        let layout = Layout { size, nodes: vec![(0, this)], slots, ..Layout::default() };
        self.types.push(NodeType { name, cell: true, private: false, layout });
        self.cells.insert(class, this);
    }
}

/// The class of a scalar. Only structs that are known in full are nodes.
fn class(table: &TypeTable, ty: &CType) -> Option<Class> {
    match ty {
        CType::Bool => Some(Class::Int(8)),
        CType::Int(int) => Some(Class::Int(int.bits)),
        CType::Pointer(pointee) => Some(match &**pointee {
            CType::Record(record) if table.records[*record].complete => Class::Node(*record),
            _ => Class::Opaque,
        }),
        CType::Float(_) | CType::Void | CType::Array(..) | CType::Record(_) | CType::Function(_) => None,
    }
}

/// Whether an array is followed element by element.
fn followed(table: &TypeTable, element: &CType, count: u64) -> bool {
    let worth = match element {
        CType::Pointer(inner) => matches!(**inner, CType::Record(_)),
        CType::Record(record) => table.records[*record].kind == RecordKind::Struct,
        CType::Array(inner, Some(inner_count)) => {
            return count.checked_mul(*inner_count).is_some_and(|count| followed(table, inner, count));
        }
        _ => false,
    };
    worth && count <= LONGEST_ARRAY
}

/// Local arrays of pointers to structs that are only ever accessed element by element.
fn private_arrays(table: &TypeTable, body: &Body) -> IndexSet<LocalId> {
    let is_pointer = |element: &CType| matches!(class(table, element), Some(Class::Node(_)));
    let is_array = |ty: &CType| matches!(ty, CType::Array(element, Some(_)) if is_pointer(element));
    let mut private: IndexSet<LocalId> =
        body.locals.enumerated().filter(|(_, local)| is_array(&local.ty)).map(|(id, _)| id).collect();
    let mut temporaries: IndexMap<LocalId, LocalId> = IndexMap::new();
    let mut escaping: Vec<&Expr> = Vec::new();
    for block in body.blocks.iter() {
        let mut exprs: Vec<&Expr> = block.operands().collect();
        for statement in &block.statements {
            let (address, temporary) = match &statement.kind {
                StatementKind::Load { address, .. } | StatementKind::Store { address, .. } => (address, None),
                StatementKind::Assign { target, value } if body.locals[*target].name.is_none() => {
                    (value, Some(*target))
                }
                StatementKind::Zero { address, .. } if matches!(address.kind, ExprKind::LocalAddress(_)) => {
                    (address, None)
                }
                _ => continue,
            };
            let mut root = address;
            let mut offsets = Vec::new();
            while let ExprKind::PointerAdd(base, offset) = &root.kind {
                offsets.push(&**offset);
                root = base;
            }
            match (&root.kind, temporary) {
                (ExprKind::LocalAddress(local), Some(temporary)) => {
                    if let Some(other) = temporaries.insert(temporary, *local) {
                        private.swap_remove(&other);
                    }
                }
                (ExprKind::LocalAddress(_) | ExprKind::Register(_), None) => {}
                _ => continue,
            }
            exprs.retain(|expr| !std::ptr::eq(*expr, address));
            escaping.extend(offsets);
        }
        escaping.extend(exprs);
    }
    for expr in escaping {
        expr.walk(&mut |e| {
            let local = match e.kind {
                ExprKind::LocalAddress(local) => Some(local),
                ExprKind::Register(register) => temporaries.get(&register).copied(),
                _ => None,
            };
            if let Some(local) = local {
                private.swap_remove(&local);
            }
        });
    }
    private
}

/// The globals that a function names.
pub(super) fn globals_used(program: &Program, function: FunctionId) -> IndexSet<GlobalId> {
    let mut used = IndexSet::new();
    let Some(body) = program.functions[function].body() else { return used };
    for expr in body.operands() {
        expr.walk(&mut |e| {
            if let ExprKind::GlobalAddress(global) = e.kind {
                used.insert(global);
            }
        });
    }
    used
}
