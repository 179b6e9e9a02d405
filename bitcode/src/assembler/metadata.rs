//! Metadata: nodes, strings, values, and attachments. LangRef, "Metadata".

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};

use super::parser::Parser;
use crate::constants::Constant;
use crate::metadata::{Attachments, Node};
use crate::types::Type;

impl<'a> Parser<'a, '_, '_> {
    /// The metadata that an integer of 64 bits is.
    pub fn integer_metadata(&mut self, number: i64) -> u64 {
        let i64 = self.types.intern(Type::Integer(64));
        let constant = if number == 0 { Constant::Null } else { Constant::Integer(number) };
        let value = self.constants.intern(i64, constant);
        self.metadata.value(value, i64)
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
                return Ok(Some(self.metadata.value(value, ty)));
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
