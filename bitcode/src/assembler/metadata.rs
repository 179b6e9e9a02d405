//! Metadata: nodes, strings, values, and attachments. LangRef, "Metadata".

use std::borrow::Cow;
use std::collections::hash_map::Entry;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use rustc_hash::FxHashMap;

use super::parser::Parser;
use crate::constants::Constant;
use crate::metadata::{Attachments, Node};
use crate::types::{Type, TypeId};

/// Numbers of metadata from this one on are those of what a function has alone.
pub(super) const FIRST_LOCAL: u64 = 1 << 31;

/// The metadata of a module, or what a function adds to it.
#[derive(Debug, Default)]
pub(super) struct MetadataPool<'a> {
    /// The number of the first.
    pub first: u64,
    /// By number.
    pub nodes: Vec<Node<'a>>,
    strings: FxHashMap<Cow<'a, [u8]>, u64>,
    values: FxHashMap<u32, u64>,
}

impl<'a> MetadataPool<'a> {
    pub fn new(first: u64) -> MetadataPool<'a> {
        MetadataPool { first, ..MetadataPool::default() }
    }

    pub fn add(&mut self, node: Node<'a>) -> u64 {
        self.nodes.push(node);
        self.first + self.nodes.len() as u64 - 1
    }

    pub fn string(&mut self, string: Cow<'a, [u8]>) -> u64 {
        let next = self.first + self.nodes.len() as u64;
        match self.strings.entry(string) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                self.nodes.push(Node::String(free.key().clone()));
                *free.insert(next)
            }
        }
    }
}

impl<'a> Parser<'a, '_, '_> {
    /// The metadata that a value is.
    pub fn value_metadata(&mut self, value: u32, ty: TypeId) -> u64 {
        if let Some(known) = self.metadata.values.get(&value) {
            return *known;
        }
        let id = self.metadata.add(Node::Value(value, ty));
        self.metadata.values.insert(value, id);
        id
    }

    /// The metadata that an integer of 64 bits is.
    pub fn integer_metadata(&mut self, number: i64) -> u64 {
        let i64 = self.types.intern(Type::Integer(64));
        let constant = if number == 0 { Constant::Null } else { Constant::Integer(number) };
        let value = self.constants.intern(i64, constant);
        self.value_metadata(value, i64)
    }

    /// Metadata that must be there.
    pub fn metadata(&mut self) -> DiagnosticResult<u64> {
        match self.optional_metadata()? {
            Some(id) => Ok(id),
            None => self.c.expected("metadata"),
        }
    }

    /// Metadata, or `null`.
    pub fn optional_metadata(&mut self) -> DiagnosticResult<Option<u64>> {
        self.nested(Self::metadata_here)
    }

    fn metadata_here(&mut self) -> DiagnosticResult<Option<u64>> {
        match self.c.peek() {
            b'!' => {}
            b'd' if self.c.peek_word() == b"distinct" => {}
            b'n' if self.c.eat_word("null") => return Ok(None),
            _ => {
                let ty = self.ty()?;
                if matches!(self.types.get(ty), Type::Metadata) {
                    return self.metadata().map(Some);
                }
                let value = self.value(ty)?;
                return Ok(Some(self.value_metadata(value, ty)));
            }
        }
        let start = self.c.pos;
        match (self.c.byte(), self.c.byte_at(1)) {
            (b'!', b'"') => {
                self.c.pos += 1;
                let string = self.c.string()?;
                Ok(Some(self.metadata.string(string)))
            }
            (b'!', digit) if digit.is_ascii_digit() => {
                let known = self.c.small_number().and_then(|number| self.symbols.metadata.get(&number));
                match known {
                    Some(id) => Ok(Some(*id)),
                    None => self.c.error_since(start, ImportCode::Expected("metadata that is defined")),
                }
            }
            _ => {
                let node = self.node()?;
                Ok(Some(self.metadata.add(node)))
            }
        }
    }

    /// `distinct !{...}`, `!DILocation(...)`
    pub fn node(&mut self) -> DiagnosticResult<Node<'a>> {
        let distinct = self.c.eat_word("distinct");
        self.c.expect(b'!', "'!' here")?;
        if self.c.byte() == b'{' {
            self.c.pos += 1;
            let operands = self.operand_list()?;
            return Ok(Node::Tuple { distinct, operands: operands.into() });
        }
        self.specialised(distinct)
    }

    /// Operands up to the closing brace, counted from one.
    pub fn operand_list(&mut self) -> DiagnosticResult<Vec<u64>> {
        let mut operands = Vec::new();
        if !self.c.eat(b'}') {
            loop {
                operands.push(self.optional_metadata()?.map_or(0, |id| id + 1));
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b'}', "end of metadata node")?;
        }
        Ok(operands)
    }

    /// `!name = !{!0, !1}` after its name.
    pub fn named_operands(&mut self) -> DiagnosticResult<Box<[u64]>> {
        self.c.expect(b'!', "'!' here")?;
        self.c.expect(b'{', "'{' here")?;
        let operands = self.operand_list()?;
        Ok(operands.into_iter().filter_map(|operand| operand.checked_sub(1)).collect())
    }

    /// `!kind !7` if it is next: the kind's number and the metadata.
    pub fn attachment(&mut self) -> DiagnosticResult<Option<(u64, u64)>> {
        if self.c.peek() != b'!' || matches!(self.c.byte_at(1), b'{' | b'"' | b'0'..=b'9') {
            return Ok(None);
        }
        self.c.pos += 1;
        let kind = self.c.metadata_name();
        let kind = self.names.kinds.intern(kind);
        Ok(Some((kind, self.metadata()?)))
    }

    /// The attachments that are next, without commas.
    pub fn attachments(&mut self) -> DiagnosticResult<Attachments> {
        let mut attachments = Attachments::new();
        while let Some(attachment) = self.attachment()? {
            attachments.push(attachment);
        }
        Ok(attachments)
    }
}
