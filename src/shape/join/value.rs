//! Joining values: what they are, and pointers.

use super::super::state::State;
use super::super::value::{ObjectId, Pointer, Spot, Value};
use super::{Joiner, Loss, Side};

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
            (Value::Symbol(x), Value::Symbol(y)) if self.nodes.is_none() => self.paired(x, y),
            (Value::Symbol(x), Value::Int(bits)) if self.nodes.is_none() && self.loss == Loss::Nothing => {
                self.covered(x, bits, width)
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

    fn pointers(&mut self, p: Pointer, q: Pointer) -> Option<Value> {
        let (low, high, by) = self.offsets(p, q)?;
        if let Some((a, b, segment)) = self.nodes {
            let own = |p: Pointer| {
                let is_segment = self.left.objects.get(&p.object).is_some_and(|object| object.segment().is_some());
                p.spot == if is_segment { Spot::Each } else { Spot::First }
            };
            if p.object == a && q.object == b && own(p) && own(q) {
                return Some(Value::Pointer(Pointer { object: segment, low, high, spot: Spot::Each, by }));
            }
            if p.object == q.object && p.spot == q.spot {
                return Some(Value::Pointer(Pointer { low, high, by, ..p }));
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
        Some(Value::Pointer(Pointer { object, low, high, spot, by }))
    }
}
