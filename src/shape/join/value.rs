//! Joining values: constants, ranges, symbols, pointers.

use super::super::state::State;
use super::super::value::{Fact, ObjectId, Pointer, Range, Spot, Value};
use super::{Joiner, Loss, Side};
use crate::ir::IntType;

impl Joiner<'_> {
    /// The value that covers two, of so many bytes.
    pub fn values(&mut self, a: Value, b: Value, width: u64) -> Option<Value> {
        match (a, b) {
            (Value::Pointer(p), Value::Pointer(q)) => {
                if !self.may_insert(Side::Left, p) && !self.may_insert(Side::Right, q) {
                    return self.pointers(p, q);
                }
                let joined = self.attempt(|this| this.pointers(p, q));
                joined.or_else(|| self.inserted(a, b))
            }
            (Value::Pointer(_), Value::Int(_)) | (Value::Int(_), Value::Pointer(_)) => self.inserted(a, b),
            (Value::Symbol(x), Value::Symbol(y)) if self.nodes.is_some() && x == y => Some(a),
            (Value::Symbol(x), Value::Symbol(y)) if self.nodes.is_none() => {
                if let Some(&value) = self.symbols.get(&(a, b)) {
                    return Some(value);
                }
                let (fx, fy) = (self.left.symbols.get(&x)?, self.right.symbols.get(&y)?);
                let range = match (fx.range, fy.range) {
                    (Some(r), Some(s)) => Some(self.ranges(r, s)?),
                    (None, _) => None,
                    (Some(_), None) if self.loss == Loss::Nothing => return None,
                    (Some(_), None) => None,
                };
                let (mut excluded, others) = (fx.excluded.clone(), &fy.excluded);
                excluded.retain(|value| {
                    others.contains(value) || {
                        fy.range
                            .is_some_and(|range| range.ty == value.0 && (value.1 < range.low || value.1 > range.high))
                    }
                });
                if self.loss == Loss::Nothing && excluded.len() < fx.excluded.len() {
                    return None;
                }
                self.paired(a, b, Fact { range, excluded })
            }
            (Value::Symbol(_), Value::Int(_)) if self.keeps_numbers() && self.symbols.contains_key(&(a, b)) => {
                self.symbols.get(&(a, b)).copied()
            }
            (Value::Symbol(x), Value::Int(bits)) if self.keeps_numbers() && self.loss == Loss::Nothing => {
                let fact = self.left.symbols.get(&x)?.clone();
                let of_width = |ty: IntType| u64::from(ty.bits) == 8 * width;
                let covers = |range: Range| {
                    let number = range.ty.value(range.ty.wrap(bits));
                    of_width(range.ty) && range.low <= number && number <= range.high
                };
                let excludes = |(ty, number): &(IntType, i128)| !of_width(*ty) || ty.value(ty.wrap(bits)) == *number;
                if !fact.range.is_none_or(covers) || fact.excluded.iter().any(excludes) {
                    return None;
                }
                self.paired(a, b, fact)
            }
            (x, y) if x == y && !matches!(x, Value::Symbol(_)) => Some(x),
            (Value::Dangling, Value::Symbol(_) | Value::Any(_))
            | (Value::Symbol(_) | Value::Any(_), Value::Dangling) => match (self.loss, a) {
                (Loss::Nothing, Value::Any(None)) => Some(a),
                (Loss::Nothing, _) => None,
                _ => Some(Value::Any(None)),
            },
            (Value::Int(_) | Value::Symbol(_) | Value::Any(_), Value::Int(_) | Value::Symbol(_) | Value::Any(_)) => {
                self.numbers(a, b, width)
            }
            (Value::Dangling, Value::Int(_)) | (Value::Int(_), Value::Dangling) if self.is_parent() => {
                (self.loss != Loss::Nothing).then_some(Value::Any(None))
            }
            _ => self.unknown(a, b),
        }
    }

    /// Whether the cell that is being joined is that of the parent of a tree: a tree may have lost it or never had one.
    fn is_parent(&self) -> bool {
        let tree = self.holder.and_then(|holder| Some((holder.shape.segment().filter(|s| s.is_tree())?, holder.at)));
        tree.is_some_and(|(segment, at)| segment.prev == Some(at))
    }

    /// As a last resort, nothing is known; but pointers are not given up, as memory would be lost with them.
    fn unknown(&self, a: Value, b: Value) -> Option<Value> {
        let pointer = matches!(a, Value::Pointer(_)) || matches!(b, Value::Pointer(_));
        match self.loss {
            Loss::Nothing => matches!(a, Value::Any(None)).then_some(a),
            Loss::Lengths => None,
            Loss::Numbers => (!pointer).then_some(Value::Any(None)),
        }
    }

    fn numbers(&mut self, a: Value, b: Value, width: u64) -> Option<Value> {
        let constant = matches!(a, Value::Int(_)) || matches!(b, Value::Int(_));
        if self.loss == Loss::Nothing && !matches!(a, Value::Any(_)) {
            return None;
        }
        if self.loss == Loss::Lengths && constant {
            return None;
        }
        if !matches!(width, 1 | 2 | 4 | 8) {
            return Some(Value::Any(None));
        }
        let known = |value: Value, state: &State| match value {
            Value::Any(range) => range,
            Value::Symbol(symbol) => state.symbols.get(&symbol).and_then(|fact| fact.range),
            _ => None,
        };
        let (ra, rb) = (known(a, self.left), known(b, self.right));
        let ty = match (ra, rb) {
            (Some(range), _) | (_, Some(range)) => range.ty,
            (None, None) => IntType::signed((8 * width) as u8),
        };
        if (matches!(a, Value::Any(_) | Value::Symbol(_)) && ra.is_none())
            || (matches!(b, Value::Any(_) | Value::Symbol(_)) && rb.is_none())
        {
            return match (self.loss, a) {
                (Loss::Nothing, Value::Any(None)) => Some(a),
                (Loss::Nothing, _) => None,
                _ => Some(Value::Any(None)),
            };
        }
        let (x, y) = (self.left.range(a, ty), self.right.range(b, ty));
        let joined = match a {
            Value::Int(_) => x.hull(y),
            _ => self.ranges(x, y)?,
        };
        let known = |value: Value| matches!(value, Value::Int(_) | Value::Symbol(_));
        if self.keeps_numbers() && self.loss != Loss::Nothing && known(a) && known(b) {
            return match self.symbols.get(&(a, b)) {
                Some(value) => Some(*value),
                None => self.paired(a, b, Fact { range: Some(joined), excluded: Vec::new() }),
            };
        }
        Some(Value::Any(Some(joined)))
    }

    fn ranges(&self, a: Range, b: Range) -> Option<Range> {
        match self.loss {
            Loss::Nothing => (b.ty.bits == a.ty.bits && a.covers(b)).then_some(a),
            Loss::Lengths if a.covers(b) => Some(a),
            Loss::Lengths => b.covers(a).then_some(b),
            Loss::Numbers if self.nodes.is_some() => Some(a.hull(b)),
            Loss::Numbers => Some(a.widen(b)),
        }
    }

    fn pointers(&mut self, p: Pointer, q: Pointer) -> Option<Value> {
        let (low, high) = if (p.low, p.high) == (q.low, q.high) {
            (p.low, p.high)
        } else {
            match self.loss {
                Loss::Nothing if p.low <= q.low && q.high <= p.high => (p.low, p.high),
                Loss::Numbers => (p.low.min(q.low), p.high.max(q.high)),
                Loss::Nothing | Loss::Lengths => return None,
            }
        };
        if let Some((a, b, segment)) = self.nodes {
            let own = |p: Pointer| {
                let is_segment = self.left.objects.get(&p.object).is_some_and(|object| object.segment().is_some());
                p.spot == if is_segment { Spot::Each } else { Spot::First }
            };
            if p.object == a && q.object == b && own(p) && own(q) {
                return Some(Value::Pointer(Pointer { object: segment, low, high, spot: Spot::Each }));
            }
            if p.object == q.object && p.spot == q.spot {
                return Some(Value::Pointer(Pointer { low, high, ..p }));
            }
            if [a, b].contains(&p.object) || [a, b].contains(&q.object) {
                return None;
            }
        }
        let is_segment = |state: &State, id: ObjectId| state.objects.get(&id).is_some_and(|o| o.segment().is_some());
        let (sp, sq) = (is_segment(self.left, p.object), is_segment(self.right, q.object));
        let spot = match (p.spot, q.spot) {
            (x, y) if x == y => x,
            (Spot::First, other) if !sp && sq => other,
            (other, Spot::First) if sp && !sq => other,
            _ => return None,
        };
        let object = self.objects(p.object, q.object)?;
        Some(Value::Pointer(Pointer { object, low, high, spot }))
    }
}
