//! Rows of the user: `row 3*x - y`, `row node.c - 2*node.a`.
//!
//! In: a line of a preset, the types of a program. Out: rows over slots. `node.c` is the member `c` of every node of type
//! `struct node`, and all members in a row are those of one node; anything else is a variable of the program.

use super::preset::PresetError;
use super::{Combination, Row, SlotType, Source, Template};
use crate::ir::{CType, Program, Record, TypeTable};
use crate::memory::Memory;
use crate::ssa::{LoopClass, LoopRecord};

/// A linear combination of variables and members by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserRow {
    /// In order.
    pub terms: Vec<UserTerm>,
}

/// One part of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserTerm {
    /// How often it is taken.
    pub factor: i64,
    /// A variable, or `tag.member`.
    pub name: String,
    /// Its line in the preset, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

/// A row whose names mean something in a program.
pub type NamedRow = Vec<(i64, Named)>;

/// What a name of the user means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// A variable.
    Variable(String),
    /// A member of every node of a size, at an offset.
    Member {
        /// Bytes of a node.
        size: u64,
        /// Bytes before the member.
        at: u64,
    },
}

impl UserRow {
    /// Reads `3*x - y + 2*node.c`, which begins at a column of a line, from 0.
    pub(super) fn parse(line: &str, number: usize, start: usize) -> Result<Self, PresetError> {
        let mut terms: Vec<UserTerm> = Vec::new();
        let bytes = line.as_bytes();
        let fail =
            |at: usize, message: &str| PresetError { line: number, column: at + 1, message: message.to_string() };
        let skip = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                at += 1;
            }
            at
        };
        let mut at = skip(start);
        while at < bytes.len() {
            let mut factor = 1i64;
            match (bytes[at], terms.is_empty()) {
                (b'+', _) => at += 1,
                (b'-', _) => {
                    factor = -1;
                    at += 1;
                }
                (_, true) => {}
                _ => return Err(fail(at, "`+` or `-` is expected here")),
            }
            at = skip(at);
            let digits = line[at..].bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let number: i64 = line[at..at + digits].parse().map_err(|_| fail(at, "too large a factor"))?;
                if number == 0 || number > 1 << 20 {
                    return Err(fail(at, "a factor is at least 1 and at most 1048576"));
                }
                factor *= number;
                at = skip(at + digits);
                if bytes.get(at) != Some(&b'*') {
                    return Err(fail(at, "`*` is expected after a factor"));
                }
                at = skip(at + 1);
            }
            let length = name_length(&line[at..]);
            if length == 0 {
                return Err(fail(at, "a variable, or a member such as `node.value`, is expected here"));
            }
            terms.push(UserTerm { factor, name: line[at..at + length].to_string(), line: number, column: at + 1 });
            at = skip(at + length);
        }
        if terms.is_empty() { Err(fail(at, "a row needs a variable")) } else { Ok(Self { terms }) }
    }

    /// What the names of the row mean in a program.
    pub fn named(&self, program: &Program) -> Result<NamedRow, PresetError> {
        self.terms.iter().map(|term| Ok((term.factor, term.named(program)?))).collect()
    }
}

/// How long the name at the start of a text is: identifiers with points between them.
fn name_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        let part = text[length..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if part == 0 || text.as_bytes()[length].is_ascii_digit() {
            return length.saturating_sub(1);
        }
        length += part;
        if text.as_bytes().get(length) != Some(&b'.') {
            return length;
        }
        length += 1;
    }
}

impl UserTerm {
    fn named(&self, program: &Program) -> Result<Named, PresetError> {
        let fail = |message: String| PresetError { line: self.line, column: self.column, message };
        let Some((tag, member)) = self.name.split_once('.') else {
            let is_there = has_variable(program, &self.name);
            return if is_there {
                Ok(Named::Variable(self.name.clone()))
            } else {
                Err(fail(format!("the program has no variable `{}`", self.name)))
            };
        };
        let of_tag = |record: &&Record| record.complete && record.tag.as_deref() == Some(tag);
        let record = program.types.records.iter().find(of_tag);
        let record = record.ok_or_else(|| fail(format!("the program has no `struct {tag}`")))?;
        let at = integer_member(&program.types, record, member);
        let at = at.ok_or_else(|| fail(format!("`struct {tag}` has no integer member `{member}`")))?;
        Ok(Named::Member { size: record.size, at })
    }
}

fn has_variable(program: &Program, name: &str) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body());
    let mut locals = bodies.flat_map(|body| body.locals.iter().filter_map(|local| local.name.as_deref()));
    locals.any(|local| local == name) || program.globals.iter().any(|global| global.name == name)
}

/// The offset of a member, or of a member of a member.
fn integer_member(types: &TypeTable, record: &Record, path: &str) -> Option<u64> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let field = record.fields.iter().find(|field| field.name.as_deref() == Some(name))?;
    match (&field.ty, rest) {
        (CType::Record(inner), Some(rest)) => Some(field.offset + integer_member(types, &types.records[*inner], rest)?),
        (CType::Int(_), None) => Some(field.offset),
        _ => None,
    }
}

impl Template {
    /// The user's rows whose names are all slots of this loop.
    pub(super) fn user_rows(&self, memory: &Memory, record: &LoopRecord, rows: &[NamedRow]) -> Vec<Row> {
        let combinations = self.user_combinations(memory, record, rows);
        combinations.into_iter().flat_map(|combination| self.bounds_of(combination)).collect()
    }

    /// The same as combinations of slots.
    pub(super) fn user_combinations(
        &self,
        memory: &Memory,
        record: &LoopRecord,
        rows: &[NamedRow],
    ) -> Vec<Combination> {
        let mut found = Vec::new();
        for row in rows {
            let has_members = row.iter().any(|(_, name)| matches!(name, Named::Member { .. }));
            let classes = if has_members { (0..record.classes.len()).map(Some).collect() } else { vec![None] };
            for class in classes {
                let slot = |name: &Named| self.slot_named(memory, record, class, name);
                let terms: Option<Combination> =
                    row.iter().map(|(factor, name)| Some((*factor, slot(name)?))).collect();
                found.extend(terms);
            }
        }
        found
    }

    /// The slot that a name of the user stands for, where members are those of a class.
    fn slot_named(&self, memory: &Memory, record: &LoopRecord, class: Option<usize>, name: &Named) -> Option<usize> {
        self.slots.iter().position(|slot| {
            let fits = match (name, slot.source) {
                (Named::Variable(name), Source::Variable | Source::Constant) => slot.name.to_string() == *name,
                (Named::Member { size, at }, Source::Field(own, position)) if Some(own) == class => {
                    is_at(memory, &record.classes[own], *size, *at, record.classes[own].fields[position].at)
                }
                (Named::Member { size, at }, Source::Kept(own, position)) if Some(own) == class => {
                    is_at(memory, &record.classes[own], *size, *at, record.classes[own].kept[position].at)
                }
                _ => false,
            };
            fits && matches!(slot.ty, SlotType::Int(_))
        })
    }
}

fn is_at(memory: &Memory, class: &LoopClass, size: u64, at: u64, offset: u64) -> bool {
    at == offset && memory.pool.as_u64(memory.objects[class.object].size) == Some(size)
}
