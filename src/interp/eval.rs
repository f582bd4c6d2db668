//! Computes the operations of a step, and decides whether inserted expressions are defined.

use super::arith;
use super::code::{Effect, FunctionCode, Op, OpCode, Slot};
use super::machine::{Exec, Halt, Machine};
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
            OpCode::FloatFunction(function, ty) => arith::float_function(function, ty, a).unwrap_or(0),
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
            OpCode::FloatToFloat(from, to) => arith::float_to_float(from, to, a),
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
        if self.is_checked() {
            return Err(self.undefined(kind, ObjectId::NONE));
        }
        if kind == ErrorKind::SignedOverflow && !self.checks(kind) {
            return Ok(());
        }
        Err(self.error_at(kind, ObjectId::NONE, String::new(), span))
    }

    /// Whether what is executed evaluates an inserted expression, and so has to be defined.
    fn is_checked(&self) -> bool {
        let effect = self.function.steps.get(self.pc as usize).map(|step| &step.effect);
        matches!(effect, Some(Effect::Defined(_) | Effect::Readable { .. }))
    }

    /// The bytes that an inserted expression reads have to be there.
    pub fn check_readable(&mut self, address: Slot, size: u64) -> Exec<()> {
        let address = self.read(address)?;
        match self.memory.locate(address, size, Access::Read) {
            Ok(_) => Ok(()),
            Err(fault) => Err(self.undefined(fault.kind, fault.object)),
        }
    }

    /// The end of the run by an inserted expression that has no value.
    fn undefined(&mut self, kind: ErrorKind, object: ObjectId) -> Halt {
        self.error(ErrorKind::InvariantUndefined, object, kind.message().to_string())
    }
}
