//! Initialisers: brace elision, designators, strings.
//!
//! In: a type and an initialiser of the AST. Out: a flat list of what goes where, then either stores into a
//! local object or the bytes of a static one.

use super::lvalue::find_member;
use super::value::{Place, Value};
use super::{Lowering, Result, Stop, fold};
use crate::base::Span;
use crate::ir::{
    BitRange, CType, CastOp, Expr, ExprKind, Field, FloatType, GlobalId, GlobalKind, RecordKind, Relocation, Scalar,
    StatementKind,
};
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;

/// Something that is initialised.
pub(super) enum Leaf<'b> {
    /// A scalar or whole record by an expression.
    Value {
        /// Offset in the object.
        offset: u64,
        /// Its type.
        ty: CType,
        /// For a bit-field.
        bits: Option<BitRange>,
        /// Its value.
        expression: &'b Node<Expression>,
    },
    /// A character array by a string literal, cut to the array.
    Text {
        /// Offset in the object.
        offset: u64,
        /// Bytes.
        bytes: Vec<u8>,
    },
}

/// What an initialiser does to an object.
pub(super) struct Plan<'b> {
    /// In the order of the text; later ones override earlier ones.
    pub leaves: Vec<Leaf<'b>>,
    /// The type, its length completed by the initialiser.
    pub ty: CType,
    /// Bytes of the object, elements of a flexible array included.
    pub size: u64,
}

/// An object within the initialised one.
#[derive(Clone)]
struct Target {
    offset: u64,
    ty: CType,
    bits: Option<BitRange>,
}

/// An aggregate whose members are being initialised in turn.
struct Frame {
    target: Target,
    next: u64,
}

impl Lowering<'_> {
    /// Works out what an initialiser does.
    pub(super) fn plan<'b>(&mut self, ty: &CType, initializer: &'b Node<Initializer>) -> Result<Plan<'b>> {
        let span = self.span(initializer.span);
        let mut planner = Planner { leaves: Vec::new(), end: 0 };
        let target = Target { offset: 0, ty: ty.clone(), bits: None };
        let length = self.plan_object(&mut planner, &target, initializer)?;
        let ty = match ty {
            CType::Array(element, None) => CType::Array(element.clone(), Some(length)),
            _ => ty.clone(),
        };
        let size = self.complete_size(&ty, span)?.max(planner.end);
        Ok(Plan { leaves: planner.leaves, ty, size })
    }

    /// Plans one object; the result is the number of elements that an array needs.
    fn plan_object<'b>(
        &mut self,
        planner: &mut Planner<'b>,
        target: &Target,
        initializer: &'b Node<Initializer>,
    ) -> Result<u64> {
        let span = self.span(initializer.span);
        match &initializer.node {
            Initializer::Expression(expression) => self.plan_expression(planner, target, expression),
            Initializer::List(items) => match &target.ty {
                CType::Array(element, _) => {
                    if let [Node { node: InitializerListItem { designation, initializer }, .. }] = &items[..]
                        && let (true, Initializer::Expression(expression)) = (designation.is_empty(), &initializer.node)
                        && is_text_for(element, expression)
                    {
                        return self.plan_expression(planner, target, expression);
                    }
                    self.plan_list(planner, target, items)
                }
                CType::Record(_) => self.plan_list(planner, target, items),
                _ => match items.first() {
                    Some(item) => self.plan_object(planner, target, &item.node.initializer),
                    None => self.error(span, "empty initialiser of a scalar"),
                },
            },
        }
    }

    fn plan_expression<'b>(
        &mut self,
        planner: &mut Planner<'b>,
        target: &Target,
        expression: &'b Node<Expression>,
    ) -> Result<u64> {
        let span = self.span(expression.span);
        match (&target.ty, &expression.node) {
            (CType::Array(element, length), Expression::StringLiteral(parts)) if is_text_for(element, expression) => {
                let text = self.text(&parts.node, span)?;
                if self.program.types.size_of(element) != Some(u64::from(text.encoding.element().bits / 8)) {
                    return self.error(span, "the string does not fit the array's element type");
                }
                let count = text.units.len() as u64;
                let mut bytes = text.bytes();
                let width = bytes.len() as u64 / count;
                bytes.truncate((length.unwrap_or(count).min(count) * width) as usize);
                planner.reach(target.offset + bytes.len() as u64);
                planner.leaves.push(Leaf::Text { offset: target.offset, bytes });
                Ok(length.unwrap_or(count))
            }
            // A compound literal that only initialises stands for its list.
            (CType::Array(..) | CType::Record(_), Expression::CompoundLiteral(literal)) => {
                self.plan_list(planner, target, &literal.node.initializer_list)
            }
            (CType::Array(..), _) => self.error(span, "an array needs a list in braces"),
            (ty, _) => {
                let size = self.program.types.size_of(ty).unwrap_or(0);
                planner.reach(target.offset + target.bits.map_or(size, BitRange::bytes));
                let Target { offset, ty, bits } = target.clone();
                planner.leaves.push(Leaf::Value { offset, ty, bits, expression });
                Ok(1)
            }
        }
    }

    /// Items in braces. A stack of aggregates says which member comes next; the lowest is the braced one.
    fn plan_list<'b>(
        &mut self,
        planner: &mut Planner<'b>,
        target: &Target,
        items: &'b [Node<InitializerListItem>],
    ) -> Result<u64> {
        let mut stack = vec![Frame { target: target.clone(), next: 0 }];
        let mut length = 0;
        for item in items {
            let span = self.span(item.span);
            let mut repeat = 1;
            let mut next = if item.node.designation.is_empty() {
                while stack.len() > 1 && self.exhausted(&stack[stack.len() - 1]) {
                    stack.pop();
                }
                let top = stack.len() - 1;
                match self.advance(&mut stack[top]) {
                    Some(target) => target,
                    None => {
                        self.warn(span, "excess elements in the initialiser");
                        break;
                    }
                }
            } else {
                stack.truncate(1);
                self.designate(&mut stack, &item.node.designation, &mut repeat)?
            };
            while self.descends(&next, &item.node.initializer)? {
                stack.push(Frame { target: next.clone(), next: 0 });
                let top = stack.len() - 1;
                match self.advance(&mut stack[top]) {
                    Some(target) => next = target,
                    None => return self.error(span, "the initialiser has no place to go"),
                }
            }
            for copy in 0..repeat {
                let size = self.program.types.size_of(&next.ty).unwrap_or(0);
                let shifted = Target { offset: next.offset + copy * size, ..next.clone() };
                if repeat > 1 && copy > 0 && !is_literal(&item.node.initializer) {
                    let (_, pure) = self.unevaluated(|this| this.dry_run(&item.node.initializer))?;
                    if !pure {
                        return self.unsupported(span, "range initialiser with side effects");
                    }
                }
                self.plan_object(planner, &shifted, &item.node.initializer)?;
            }
            length = length.max(stack[0].next);
        }
        Ok(length)
    }

    /// Evaluates the expressions of an initialiser, to see whether they need statements.
    fn dry_run(&mut self, initializer: &Node<Initializer>) -> Result<()> {
        match &initializer.node {
            Initializer::Expression(expression) => self.rvalue(expression).map(drop),
            Initializer::List(items) => items.iter().try_for_each(|item| self.dry_run(&item.node.initializer)),
        }
    }

    /// Whether an unbraced initialiser goes to the first member of the target rather than to the target.
    fn descends(&mut self, target: &Target, initializer: &Node<Initializer>) -> Result<bool> {
        let Initializer::Expression(expression) = &initializer.node else { return Ok(false) };
        match &target.ty {
            CType::Array(element, _) => {
                Ok(!is_text_for(element, expression) && !matches!(expression.node, Expression::CompoundLiteral(_)))
            }
            CType::Record(_) if matches!(expression.node, Expression::Constant(_) | Expression::StringLiteral(_)) => {
                Ok(true)
            }
            CType::Record(_) => Ok(self.type_of(expression)?.ty != target.ty),
            _ => Ok(false),
        }
    }

    fn fields(&self, target: &Target) -> Vec<Field> {
        let CType::Record(record) = target.ty else { return Vec::new() };
        let named = |field: &&Field| field.name.is_some() || field.bits.is_none();
        self.program.types.records[record].fields.iter().filter(named).cloned().collect()
    }

    fn exhausted(&self, frame: &Frame) -> bool {
        match &frame.target.ty {
            CType::Array(_, Some(length)) => frame.next >= *length,
            CType::Array(_, None) => false,
            CType::Record(record) => match self.program.types.records[*record].kind {
                RecordKind::Union => frame.next >= 1,
                RecordKind::Struct => frame.next >= self.fields(&frame.target).len() as u64,
            },
            _ => true,
        }
    }

    /// The next member of an aggregate.
    fn advance(&self, frame: &mut Frame) -> Option<Target> {
        if self.exhausted(frame) {
            return None;
        }
        let index = frame.next;
        frame.next += 1;
        match &frame.target.ty {
            CType::Array(element, _) => {
                let size = self.program.types.size_of(element)?;
                let offset = frame.target.offset.checked_add(size.checked_mul(index)?)?;
                Some(Target { offset, ty: (**element).clone(), bits: None })
            }
            _ => {
                let field = self.fields(&frame.target).into_iter().nth(index as usize)?;
                Some(Target { offset: frame.target.offset + field.offset, ty: field.ty, bits: field.bits })
            }
        }
    }

    /// Follows designators from the braced aggregate.
    fn designate(
        &mut self,
        stack: &mut Vec<Frame>,
        designation: &[Node<Designator>],
        repeat: &mut u64,
    ) -> Result<Target> {
        let mut found: Option<Target> = None;
        for designator in designation {
            let span = self.span(designator.span);
            if let Some(target) = found.take() {
                stack.push(Frame { target, next: 0 });
            }
            *repeat = 1;
            let (low, high) = match &designator.node {
                Designator::Member(name) => {
                    found = Some(self.designate_member(stack, &name.node.name, span)?);
                    continue;
                }
                Designator::Index(index) => {
                    let index = self.integer_constant(index)?;
                    (index, index)
                }
                Designator::Range(range) => {
                    (self.integer_constant(&range.node.from)?, self.integer_constant(&range.node.to)?)
                }
            };
            let top = stack.len() - 1;
            let frame = &mut stack[top];
            let length = match &frame.target.ty {
                CType::Array(_, length) => i128::from(length.unwrap_or(u64::MAX)),
                _ => return self.error(span, "array index in the initialiser of something else"),
            };
            if low < 0 || high < low || high >= length {
                return self.error(span, "array index out of range in the initialiser");
            }
            frame.next = low as u64;
            found = self.advance(&mut stack[top]);
            stack[top].next = high as u64 + 1;
            *repeat = (high - low) as u64 + 1;
        }
        match found {
            Some(target) => Ok(target),
            None => Err(Stop::error(Span::NONE, "malformed designator")),
        }
    }

    fn designate_member(&mut self, stack: &mut Vec<Frame>, name: &str, span: Span) -> Result<Target> {
        loop {
            let top = stack.len() - 1;
            let CType::Record(record) = stack[top].target.ty else {
                return self.error(span, format!("member `{name}` in the initialiser of something else"));
            };
            let fields = self.fields(&stack[top].target);
            let has = |field: &Field| match (&field.name, &field.ty) {
                (Some(own), _) => own == name,
                (None, CType::Record(inner)) => find_member(&self.program.types, *inner, name).is_some(),
                (None, _) => false,
            };
            let Some(index) = fields.iter().position(has) else {
                return self.error(span, format!("no member `{name}`"));
            };
            let is_union = self.program.types.records[record].kind == RecordKind::Union;
            stack[top].next = if is_union { 1 } else { index as u64 + 1 };
            let field = &fields[index];
            let offset = stack[top].target.offset + field.offset;
            let target = Target { offset, ty: field.ty.clone(), bits: field.bits };
            if field.name.is_some() {
                return Ok(target);
            }
            stack.push(Frame { target, next: 0 });
        }
    }

    // Local objects.

    /// Initialises a local object at an address.
    pub(super) fn initialize(&mut self, address: &Expr, plan: Plan<'_>, span: Span) -> Result<()> {
        if !covers(self, &plan) {
            self.body.emit(StatementKind::Zero { address: address.clone(), size: plan.size }, span);
        }
        let leaves = &plan.leaves;
        if leaves.len() > 1 && self.conflict(span).is_some() {
            let values = self.in_any_order(span, leaves.len(), |this, number| this.leaf_value(&leaves[number]))?;
            for (leaf, value) in leaves.iter().zip(values) {
                self.write_leaf(address, leaf, value, span)?;
            }
            return Ok(());
        }
        // Each value is written before the next one is computed, which nobody can tell.
        self.in_any_order(span, leaves.len(), |this, number| {
            let value = this.leaf_value(&leaves[number])?;
            let noted = this.noted_so_far();
            this.write_leaf(address, &leaves[number], value, span)?;
            this.forget(noted);
            Ok(Value::void(span))
        })?;
        Ok(())
    }

    /// The value of one part of an initialiser.
    fn leaf_value(&mut self, leaf: &Leaf) -> Result<Value> {
        match leaf {
            Leaf::Value { ty, expression, .. } => {
                let at = self.span(expression.span);
                let value = self.rvalue(expression)?;
                self.convert(value, ty, at)
            }
            Leaf::Text { .. } => Ok(Value::void(Span::NONE)),
        }
    }

    /// Puts one part of an initialiser into its place.
    fn write_leaf(&mut self, address: &Expr, leaf: &Leaf, value: Value, span: Span) -> Result<()> {
        match leaf {
            Leaf::Value { offset, ty, bits, expression } => {
                let at = self.span(expression.span);
                let to = fold::pointer_add(address.clone(), self.size_constant(*offset, at), at);
                let mut place = Place::memory(to, ty.clone());
                place.bits = *bits;
                self.write(&place, value, at)
            }
            Leaf::Text { offset, bytes } => {
                let size = bytes.len() as u64;
                let to = fold::pointer_add(address.clone(), self.size_constant(*offset, span), span);
                let from = self.text_object(bytes.clone(), span);
                self.body.emit(StatementKind::Copy { to, from, size }, span);
                Ok(())
            }
        }
    }

    fn text_object(&mut self, init: Vec<u8>, span: Span) -> Expr {
        let size = init.len() as u64;
        let global = self.program.globals.push(crate::ir::Global {
            name: format!("{:?}", String::from_utf8_lossy(&init)),
            ty: CType::Array(Box::new(CType::Int(crate::ir::IntType::signed(8))), Some(size)),
            size,
            kind: GlobalKind::StringLiteral,
            init,
            relocations: Vec::new(),
            span,
        });
        Expr { kind: ExprKind::GlobalAddress(global), ty: Scalar::Pointer, span }
    }

    // Static objects.

    /// Gives a static object its initial content.
    pub(super) fn initialize_static(&mut self, global: GlobalId, plan: Plan<'_>) -> Result<()> {
        let mut content = vec![0; usize::try_from(plan.size).unwrap_or(0)];
        let mut relocations: Vec<Relocation> = Vec::new();
        for leaf in plan.leaves {
            match leaf {
                Leaf::Text { offset, bytes } => {
                    let at = offset as usize;
                    content[at..at + bytes.len()].copy_from_slice(&bytes);
                    let end = offset + bytes.len() as u64;
                    relocations.retain(|old| !(offset..end).contains(&old.offset));
                }
                Leaf::Value { offset, ty, bits, expression } => {
                    let span = self.span(expression.span);
                    self.in_static = true;
                    let value = self.constant(expression);
                    self.in_static = false;
                    let value = self.convert(value?, &ty, span)?;
                    relocations.retain(|old| old.offset != offset);
                    match static_bytes(self, &value) {
                        Some(Content::Bits(pattern, size)) => {
                            let range = bits.unwrap_or(BitRange { first: 0, width: (size * 8) as u8 });
                            write_bits(&mut content[offset as usize..], range, pattern);
                        }
                        Some(Content::Address(value)) if bits.is_none() => {
                            relocations.push(Relocation { offset, value });
                        }
                        _ => return self.error(span, "the initialiser is not constant"),
                    }
                }
            }
        }
        let object = &mut self.program.globals[global];
        object.ty = plan.ty;
        object.size = plan.size;
        object.init = content;
        object.relocations = relocations;
        Ok(())
    }
}

/// Collects leaves and how far they reach.
struct Planner<'b> {
    leaves: Vec<Leaf<'b>>,
    end: u64,
}

impl Planner<'_> {
    fn reach(&mut self, end: u64) {
        self.end = self.end.max(end);
    }
}

/// Whether every byte is written by exactly one leaf.
fn covers(lowering: &Lowering<'_>, plan: &Plan<'_>) -> bool {
    let mut next = 0;
    plan.leaves.iter().all(|leaf| {
        let (offset, size) = match leaf {
            Leaf::Value { bits: Some(_), .. } => return false,
            Leaf::Value { offset, ty, .. } => (*offset, lowering.program.types.size_of(ty).unwrap_or(0)),
            Leaf::Text { offset, bytes } => (*offset, bytes.len() as u64),
        };
        let in_turn = offset == next;
        next = offset + size;
        in_turn
    }) && next == plan.size
}

fn is_text_for(element: &CType, expression: &Node<Expression>) -> bool {
    matches!((element, &expression.node), (CType::Int(_), Expression::StringLiteral(_)))
}

fn is_literal(initializer: &Node<Initializer>) -> bool {
    matches!(&initializer.node, Initializer::Expression(e) if matches!(e.node, Expression::Constant(_)))
}

/// The content of a static scalar.
enum Content {
    /// A bit pattern of so many bytes.
    Bits(u64, u64),
    /// A pointer.
    Address(Expr),
}

fn static_bytes(lowering: &Lowering<'_>, value: &Value) -> Option<Content> {
    let size = lowering.program.types.scalar_size(value.ty.scalar()?);
    match (&value.expr.kind, value.expr.ty) {
        (ExprKind::Int(bits), _) => Some(Content::Bits(*bits, size)),
        (ExprKind::Float(float), Scalar::Float(FloatType::F32)) => {
            Some(Content::Bits(u64::from((*float as f32).to_bits()), size))
        }
        (ExprKind::Float(float), Scalar::Float(FloatType::F64)) => Some(Content::Bits(float.to_bits(), size)),
        (ExprKind::Null, _) => Some(Content::Bits(0, size)),
        (ExprKind::Cast(CastOp::IntToPointer, inner), _) => match inner.kind {
            ExprKind::Int(bits) => Some(Content::Bits(bits, size)),
            _ => None,
        },
        (ExprKind::Cast(CastOp::PointerToInt, inner), _) => address(inner),
        _ => address(&value.expr),
    }
}

fn address(expr: &Expr) -> Option<Content> {
    let named = |e: &Expr| matches!(e.kind, ExprKind::GlobalAddress(_) | ExprKind::FunctionAddress(_));
    match &expr.kind {
        ExprKind::PointerAdd(base, offset) => match (&base.kind, &offset.kind) {
            (ExprKind::Null, ExprKind::Int(bits)) => {
                Some(Content::Bits(*bits, u64::from(offset.ty.as_int()?.bits) / 8))
            }
            (_, ExprKind::Int(_)) if named(base) => Some(Content::Address(expr.clone())),
            _ => None,
        },
        _ => named(expr).then(|| Content::Address(expr.clone())),
    }
}

/// Writes bits into bytes, little-endian.
fn write_bits(bytes: &mut [u8], range: BitRange, pattern: u64) {
    for bit in 0..usize::from(range.width) {
        let at = usize::from(range.first) + bit;
        let mask = 1 << (at % 8);
        let set = pattern >> bit & 1 == 1;
        bytes[at / 8] = if set { bytes[at / 8] | mask } else { bytes[at / 8] & !mask };
    }
}
