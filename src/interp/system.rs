//! Calls of the system: what a run asks of the world outside, and how that is taken down so that the run can be repeated
//! without it.

use super::code::CallCode;
use super::inputs::{InputKey, InputKind, RecordedInput, bytes_type};
use super::machine::{Exec, Machine};
use super::value::Value;
use crate::ir::{IntType, Scalar, SystemArgument, SystemCall};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemRequest {
    /// The call.
    pub call: SystemCall,
    /// The numbers among its arguments, in order.
    pub numbers: Vec<i64>,
    /// The strings and bytes among them, in order.
    pub texts: Vec<Vec<u8>>,
    /// How many bytes the answer may have.
    pub room: u64,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SystemAnswer {
    /// The result; below zero, the number of an error.
    pub result: i64,
    /// Bytes, for a call that has room for some; not more.
    pub bytes: Vec<u8>,
}

const RESULT: Scalar = Scalar::Int(IntType::signed(64));

impl Machine<'_, '_> {
    /// Calls the system.
    pub fn system(&mut self, system: SystemCall, args: &[Value], call: &CallCode, visit: u32) -> Exec<Value> {
        let mut request = SystemRequest { call: system, numbers: Vec::new(), texts: Vec::new(), room: 0 };
        let mut to = Value::NULL;
        let mut rest = args.iter().copied().zip(call.arg_types.iter().copied());
        for argument in system.arguments() {
            let Some((value, ty)) = rest.next() else {
                return Err(self.unsupported("a call of the system with too few arguments"));
            };
            match argument {
                SystemArgument::Number => request.numbers.push(match ty {
                    Scalar::Int(ty) => ty.value(value.bits) as i64,
                    _ => value.bits as i64,
                }),
                SystemArgument::Text => request.texts.push(self.string(value, None)?),
                SystemArgument::Given => {
                    let size = rest.next().map_or(0, |(size, _)| size.bits);
                    request.texts.push(self.given_bytes(value, size)?);
                }
                SystemArgument::Room => {
                    to = value;
                    request.room = rest.next().map_or(0, |(size, _)| size.bits);
                }
            }
        }
        let answer = self.answer(&request, visit);
        let count = answer.bytes.len() as u64;
        if count > 0 {
            let (object, offset) = self.writable(to, count)?;
            for (index, &byte) in answer.bytes.iter().enumerate() {
                self.memory.write(object, offset + index as u64, 1, Value::plain(byte.into()));
            }
        }
        self.steps += (count + request.texts.iter().map(|text| text.len() as u64).sum::<u64>()) >> 6;
        Ok(Value::plain(answer.result as u64))
    }

    /// Bytes that the program gives away.
    fn given_bytes(&mut self, pointer: Value, size: u64) -> Exec<Vec<u8>> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let (object, offset) = self.readable(pointer, size)?;
        if self.give_values(object, offset, size) {
            self.warn(|machine| super::Unset::Object(machine.info(object)));
        }
        Ok(self.memory.bytes(object, offset, size).to_vec())
    }

    /// What the world answers, or what it answered in the run that is repeated.
    fn answer(&mut self, request: &SystemRequest, visit: u32) -> SystemAnswer {
        let site = self.site();
        let result = InputKey { site, visit, kind: InputKind::System };
        let bytes = |offset: u64, length: u8| {
            let kind = InputKind::SystemBytes { offset, length };
            InputKey { site, visit, kind }
        };
        // That all is written is what mostly happens, and then nothing need be taken down.
        let expected = match (request.call, request.texts.first()) {
            (SystemCall::Write, Some(text)) => text.len() as i64,
            _ => 0,
        };
        if let Some(mut answer) = self.inputs().system(request) {
            answer.bytes.truncate(request.room as usize);
            let value = answer.result.wrapping_sub(expected) as u64;
            if value != 0 {
                self.recorded.push(RecordedInput { key: result, ty: RESULT, value });
            }
            for (index, chunk) in answer.bytes.chunks(8).enumerate() {
                let value = chunk.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
                let key = bytes(8 * index as u64, chunk.len() as u8);
                self.recorded.push(RecordedInput { key, ty: bytes_type(8), value });
            }
            return answer;
        }
        let result = (self.take_down(result, RESULT) as i64).wrapping_add(expected);
        let count = if request.room == 0 { 0 } else { u64::try_from(result).unwrap_or(0).min(request.room) };
        let mut answer = SystemAnswer { result, bytes: Vec::with_capacity(count as usize) };
        for offset in (0..count).step_by(8) {
            let length = (count - offset).min(8);
            let value = self.take_down(bytes(offset, length as u8), bytes_type(8));
            answer.bytes.extend(&value.to_le_bytes()[..length as usize]);
        }
        answer
    }

    /// The answer to a question that is not told in traces.
    fn take_down(&mut self, key: InputKey, ty: Scalar) -> u64 {
        let request = super::InputRequest { key, ty, boolean: false, function: None };
        let value = self.inputs().input(&request);
        self.recorded.push(RecordedInput { key, ty, value });
        value
    }
}
