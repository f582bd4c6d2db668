//! Computes the operations of a step, and decides the conditions of checks.

use super::arith;
use super::code::{CheckCode, ConditionCode, FunctionCode, Op, OpCode};
use super::machine::{Exec, Machine};
use super::memory::Access;
use super::value::{ObjectId, Value};
use crate::base::Span;
use crate::ir::{BinaryOp, ErrorKind};

impl<'a> Machine<'a, '_> {
    /// Executes a range of operations.
    pub fn compute(&mut self, function: &'a FunctionCode, from: u32, to: u32) -> Exec<()> {
        for index in from as usize..to as usize {
            let op = &function.ops[index];
            let value = match op.code {
                OpCode::Int(operation, ty) => {
                    let (a, b) = (self.read(op.a)?.bits, self.read(op.b)?.bits);
                    let (result, error) = arith::int_binary(operation, ty, a, b);
                    if let Some(error) = error {
                        self.arithmetic_error(error, function.op_spans[index])?;
                    }
                    Value::plain(result)
                }
                OpCode::Compare(operation, ty) => {
                    let (a, b) = (self.read(op.a)?.bits, self.read(op.b)?.bits);
                    Value::plain(arith::int_compare(operation, ty, a, b))
                }
                OpCode::Constant => function.constants[op.a as usize],
                OpCode::Move => self.read(op.a)?,
                OpCode::PointerAdd => {
                    let (pointer, distance) = (self.read(op.a)?, self.read(op.b)?);
                    let object = if pointer.bits == 0 { ObjectId::NULL } else { pointer.object };
                    Value { bits: pointer.bits.wrapping_add(distance.bits) & self.memory.mask(), object }
                }
                _ => {
                    let (value, error) = self.compute_other(op)?;
                    if let Some(error) = error {
                        self.arithmetic_error(error, function.op_spans[index])?;
                    }
                    value
                }
            };
            self.values[self.base + op.dst as usize] = value;
        }
        Ok(())
    }

    /// The less frequent operations: the result and what is wrong with it.
    fn compute_other(&mut self, op: &Op) -> Exec<(Value, Option<ErrorKind>)> {
        let mut operands = [Value::plain(0); 2];
        for (operand, slot) in operands.iter_mut().zip(op.reads()) {
            *operand = self.read(slot)?;
        }
        let (a, b) = (operands[0].bits, operands[1].bits);
        let mut error = None;
        let mut checked = |(bits, wrong): (u64, Option<ErrorKind>)| {
            error = wrong;
            bits
        };
        let bits = match op.code {
            OpCode::Int(operation, ty) => checked(arith::int_binary(operation, ty, a, b)),
            OpCode::Compare(operation, ty) => arith::int_compare(operation, ty, a, b),
            OpCode::Shift(operation, ty, amount_ty) => checked(arith::shift(operation, ty, a, amount_ty, b)),
            OpCode::Negate(ty) => checked(arith::negate(ty, a)),
            OpCode::Complement(ty) => ty.wrap(!a),
            OpCode::FloatBinary(operation, ty) => arith::float_binary(operation, ty, a, b).unwrap_or(0),
            OpCode::FloatCompare(operation, ty) => arith::float_compare(operation, ty, a, b),
            OpCode::FloatNegate(ty) => arith::float_negate(ty, a),
            // Live in-bounds pointers have distinct addresses, so that the address decides in all cases.
            OpCode::PointerCompare(operation) => {
                let for_equality = matches!(operation, BinaryOp::Eq | BinaryOp::Ne);
                self.note_comparison(operands[0], operands[1], for_equality);
                u64::from(match operation {
                    BinaryOp::Eq => a == b,
                    BinaryOp::Ne => a != b,
                    BinaryOp::Lt => a < b,
                    BinaryOp::Le => a <= b,
                    BinaryOp::Gt => a > b,
                    _ => a >= b,
                })
            }
            OpCode::PointerDiff => {
                self.note_comparison(operands[0], operands[1], false);
                a.wrapping_sub(b) & self.memory.mask()
            }
            OpCode::PointerToInt => {
                self.note_number(operands[0]);
                return Ok((operands[0], None));
            }
            OpCode::IntToPointer => {
                self.note_pointer(operands[0]);
                return Ok((operands[0], None));
            }
            OpCode::IntToInt(from, to) => {
                let bits = arith::int_to_int(from, to, a);
                if bits == a {
                    return Ok((operands[0], None));
                }
                bits
            }
            OpCode::IntToFloat(from, to) => arith::int_to_float(from, to, a),
            OpCode::FloatToInt(from, to) => arith::float_to_int(from, to, a),
            OpCode::FloatToFloat(from, to) => arith::from_f64(to, arith::to_f64(from, a)),
            OpCode::Address => {
                let object = ObjectId(op.a);
                return Ok((Value { bits: self.memory.object(object).base, object }, None));
            }
            OpCode::Constant | OpCode::Move | OpCode::PointerAdd => return Ok((operands[0], None)),
        };
        Ok((Value::plain(bits), error))
    }

    #[cold]
    fn arithmetic_error(&mut self, kind: ErrorKind, span: Span) -> Exec<()> {
        if kind == ErrorKind::SignedOverflow && !self.checks(kind) {
            return Ok(());
        }
        Err(self.error_at(kind, ObjectId::NONE, String::new(), span))
    }

    /// Decides a check.
    pub fn check(&mut self, check: &CheckCode) -> Exec<()> {
        let fault = match &check.condition {
            ConditionCode::Never => Some((check.error, ObjectId::NONE)),
            ConditionCode::Defined(op) => self.compute_other(op)?.1.map(|kind| (kind, ObjectId::NONE)),
            ConditionCode::Readable(address, size) => self.accessible(*address, *size, Access::Read)?,
            ConditionCode::Writable(address, size) => self.accessible(*address, *size, Access::Write)?,
            ConditionCode::Disjoint { to, from, size, equal_ok } => {
                let (to, from, size) = (self.read(*to)?, self.read(*from)?, self.read(*size)?.bits);
                let (to_object, from_object) = (self.memory.resolve(to), self.memory.resolve(from));
                let to = (to_object, self.memory.offset(to, to_object));
                let from = (from_object, self.memory.offset(from, from_object));
                let overlap = super::access::overlap(to, from, size) && !(*equal_ok && to == from);
                overlap.then_some((ErrorKind::OverlappingCopy, to_object))
            }
            ConditionCode::Freeable(pointer) => {
                let pointer = self.read(*pointer)?;
                self.memory.locate_free(pointer).err().map(|fault| (fault.kind, fault.object))
            }
            ConditionCode::Callable(pointer, signature) => {
                let pointer = self.read(*pointer)?;
                return self.callable(pointer, signature).map(|_| ());
            }
            ConditionCode::NoLeak => self.lost().map(|object| (ErrorKind::Leak, object)),
            ConditionCode::AllFreed => self.not_freed().map(|object| (ErrorKind::NotFreedAtEnd, object)),
        };
        match fault {
            Some((kind, object)) if self.checks(kind) || !is_ignored(kind) => {
                Err(self.error(kind, object, String::new()))
            }
            _ => Ok(()),
        }
    }

    fn accessible(&mut self, address: u32, size: u32, access: Access) -> Exec<Option<(ErrorKind, ObjectId)>> {
        let (address, size) = (self.read(address)?, self.read(size)?.bits);
        if size == 0 {
            return Ok(None);
        }
        Ok(self.memory.locate(address, size, access).err().map(|fault| (fault.kind, fault.object)))
    }
}

/// Errors that do not even end the path if their property is not checked.
fn is_ignored(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::SignedOverflow | ErrorKind::Leak | ErrorKind::NotFreedAtEnd)
}
