//! Function bodies: blocks, names, debug records, and what stands around an instruction.

use std::borrow::Cow;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use rustc_hash::FxHashMap;

use super::interned_names::RecordNames;
use super::parser::{Parser, Symbols};
use super::tables::{ConstantPool, FIRST_LOCAL, Locals, MetadataPool};
use crate::attributes::AttributeGroup;
use crate::function::{DebugOperand, DebugRecord, Instruction, Symbol, is_terminator};
use crate::metadata::{Attachments, Node};
use crate::types::{Type, TypeId, Types};
use crate::uses::{FunctionUses, NumberedNodes};

/// What a function's head says for its body.
#[derive(Clone, Debug)]
pub(super) struct FunctionHead<'a> {
    /// The number of the function.
    pub global: u32,
    /// Where the body's brace is, and the end of the text that it may take.
    pub body: Cursor<'a>,
    /// The types and names of the arguments.
    pub arguments: Vec<(TypeId, Option<Name<'a>>)>,
    /// The function's own attachments.
    pub attachments: Attachments,
}

/// A body as it was read: its numbers are its own.
#[derive(Debug)]
pub(super) struct FunctionText<'a> {
    pub head: FunctionHead<'a>,
    /// Types in addition to those that the module's readers saw.
    pub types: Vec<Type>,
    pub constants: ConstantPool<'a>,
    pub metadata: MetadataPool<'a>,
    pub lists: Vec<Vec<AttributeGroup>>,
    pub record_names: RecordNames<'a>,
    /// The numbers of the arguments.
    pub arguments: Vec<u32>,
    pub instructions: Vec<Instruction>,
    /// The nodes that are the instructions' locations.
    pub locations: Vec<Option<u64>>,
    pub block_order: Vec<u64>,
    /// The blocks by name.
    pub blocks: FxHashMap<Name<'a>, u64>,
    pub names: Vec<(Symbol, Cow<'a, [u8]>)>,
    /// The orders of uses that the text asks for.
    pub use_list_orders: Vec<(Symbol, Box<[u64]>)>,
}

impl FunctionText<'_> {
    /// What uses its values.
    pub fn uses<'p>(&'p self, of_module: &'p [Node<'p>]) -> FunctionUses<'p> {
        FunctionUses {
            global: self.head.global,
            values: &self.constants,
            instructions: &self.instructions,
            metadata: NumberedNodes { of_module, own: (FIRST_LOCAL, &self.metadata.nodes) },
            orders: &self.use_list_orders,
        }
    }

    /// Whether a value is an argument or a result, and no global value or constant.
    pub fn is_local(&self, id: u32) -> bool {
        id >= self.constants.first && self.constants.constant(id).is_none()
    }
}

/// Reads a body.
pub(super) fn read_function<'a>(
    symbols: &Symbols<'a>,
    types: &Types<'static>,
    first_node: u64,
    head: FunctionHead<'a>,
) -> DiagnosticResult<FunctionText<'a>> {
    let mut parser = Parser::new(head.body, symbols, Types::over(types), first_node);
    parser.locals = Some(Locals::default());
    let mut arguments = Vec::with_capacity(head.arguments.len());
    for (ty, name) in &head.arguments {
        arguments.push(parser.define(name.clone(), *ty)?);
    }
    let (mut instructions, mut locations) = (Vec::new(), Vec::new());
    parser.body(&mut instructions, &mut locations)?;
    let locals = parser.locals.take().unwrap_or_default();
    if let Some(start) = locals.undefined.values().min() {
        let mut c = parser.c;
        c.pos = *start;
        return fail(c.token(), ImportCode::Expected("value that is defined"));
    }
    let mut seen = vec![false; locals.block_uses.len()];
    for block in &locals.block_order {
        if let Some(seen) = seen.get_mut(*block as usize) {
            *seen = true;
        }
    }
    if let Some((start, _)) = locals.block_uses.iter().zip(&seen).find(|(_, seen)| !**seen) {
        let mut c = parser.c;
        c.pos = *start;
        return fail(c.token(), ImportCode::Expected("block that is defined"));
    }
    Ok(FunctionText {
        head,
        types: parser.types.own().to_vec(),
        constants: parser.constants,
        metadata: parser.metadata,
        lists: parser.lists.lists,
        record_names: parser.names,
        arguments,
        instructions,
        locations,
        block_order: locals.block_order,
        blocks: locals.blocks,
        names: locals.names,
        use_list_orders: locals.use_list_orders,
    })
}

impl<'a> Parser<'a, '_, '_> {
    fn locals(&mut self) -> DiagnosticResult<&mut Locals<'a>> {
        match self.locals {
            Some(ref mut locals) => Ok(locals),
            None => fail(self.c.token(), ImportCode::Expected("constant, and not a local value")),
        }
    }

    /// A local value of a type by name.
    pub fn local(&mut self, ty: TypeId) -> DiagnosticResult<u32> {
        let start = self.c.pos;
        let name = self.c.name()?;
        if let Some(known) = self.locals()?.values.get(&name) {
            return Ok(*known);
        }
        let id = self.constants.add_local(ty);
        let locals = self.locals()?;
        locals.values.insert(name, id);
        locals.undefined.insert(id, start);
        Ok(id)
    }

    /// Defines a value: one that was used before, or a new one.
    pub fn define(&mut self, name: Option<Name<'a>>, ty: TypeId) -> DiagnosticResult<u32> {
        let locals = self.locals()?;
        let name = name.unwrap_or(Name::Number(locals.next));
        if let Name::Number(number) = name {
            locals.next = number + 1;
        }
        let id = match locals.values.get(&name).copied() {
            Some(known) if locals.undefined.remove(&known).is_some() => {
                if self.value_type(known) != ty {
                    return self.c.error(ImportCode::Expected("value of the type that it is used with"));
                }
                known
            }
            Some(_) => return self.c.error(ImportCode::Expected("name that is not defined yet")),
            None => {
                let id = self.constants.add_local(ty);
                self.locals()?.values.insert(name.clone(), id);
                id
            }
        };
        if let Name::Named(name) = name {
            self.locals()?.names.push((Symbol::Value(id), name));
        }
        Ok(id)
    }

    fn block(&mut self, name: Name<'a>, start: usize) -> DiagnosticResult<u64> {
        let locals = self.locals()?;
        let next = locals.block_uses.len() as u64;
        if let Some(known) = locals.blocks.get(&name) {
            return Ok(*known);
        }
        locals.block_uses.push(start);
        if let Name::Named(name) = &name {
            locals.names.push((Symbol::Block(next), name.clone()));
        }
        locals.blocks.insert(name, next);
        Ok(next)
    }

    /// `label %x`
    pub fn label(&mut self) -> DiagnosticResult<u64> {
        self.c.expect_word("label")?;
        self.block_name()
    }

    /// `%x`, a block.
    pub fn block_name(&mut self) -> DiagnosticResult<u64> {
        let start = self.c.peek_pos();
        let name = self.c.local_name()?;
        self.block(name, start)
    }

    /// `[label %x, label %y]`
    pub fn labels(&mut self) -> DiagnosticResult<Vec<u64>> {
        self.c.expect(b'[', "'[' here")?;
        let mut labels = Vec::new();
        if !self.c.eat(b']') {
            loop {
                labels.push(self.label()?);
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b']', "']' here")?;
        }
        Ok(labels)
    }

    /// A label that starts a block, if one is next.
    fn label_head(&mut self) -> DiagnosticResult<Option<Name<'a>>> {
        let mut ahead = self.c;
        let name = match ahead.peek() {
            b'"' => Name::Named(ahead.quoted()?),
            _ => {
                let start = ahead.pos;
                ahead.skip_token()?;
                let text = ahead.text.get(start..ahead.pos).unwrap_or_default();
                match irtrip_dialect::llvm_text::cursor::parse_u32(text) {
                    Some(number) => Name::Number(number),
                    None => Name::Named(Cow::Borrowed(text)),
                }
            }
        };
        if ahead.byte() != b':' {
            return Ok(None);
        }
        ahead.pos += 1;
        self.c = ahead;
        Ok(Some(name))
    }

    fn start_block(&mut self, name: Option<Name<'a>>) -> DiagnosticResult<()> {
        let start = self.c.pos;
        let locals = self.locals()?;
        let name = name.unwrap_or(Name::Number(locals.next));
        if let Name::Number(number) = name {
            locals.next = number + 1;
        }
        let block = self.block(name, start)?;
        self.locals()?.block_order.push(block);
        Ok(())
    }

    fn body(&mut self, instructions: &mut Vec<Instruction>, locations: &mut Vec<Option<u64>>) -> DiagnosticResult<()> {
        self.c.expect(b'{', "'{' in function body")?;
        let (mut starts, mut records) = (true, Vec::new());
        loop {
            if self.c.peek() == b'}' {
                self.c.pos += 1;
                break;
            }
            if self.c.byte() == b'#' {
                if starts {
                    self.start_block(None)?;
                    starts = false;
                }
                records.push(self.debug_record()?);
                continue;
            }
            if let Some(name) = self.label_head()? {
                if !starts {
                    return self.c.expected("instruction");
                }
                self.start_block(Some(name))?;
                starts = false;
                continue;
            }
            if starts {
                if self.c.eat_word("uselistorder") {
                    self.use_list_order()?;
                    continue;
                }
                self.start_block(None)?;
            }
            let mut instruction = self.instruction(locations)?;
            instruction.records = std::mem::take(&mut records);
            starts = is_terminator(&instruction.kind);
            instructions.push(instruction);
        }
        if !starts || instructions.is_empty() {
            return self.c.expected("instruction");
        }
        Ok(())
    }

    /// `uselistorder i32 %x, { 1, 0 }` after its word.
    fn use_list_order(&mut self) -> DiagnosticResult<()> {
        let symbol = match self.c.peek_word() {
            b"label" => Symbol::Block(self.label()?),
            _ => Symbol::Value(self.typed()?.0),
        };
        let indices = self.use_list_indices()?;
        self.locals()?.use_list_orders.push((symbol, indices));
        Ok(())
    }

    /// `, { 1, 0 }`
    pub fn use_list_indices(&mut self) -> DiagnosticResult<Box<[u64]>> {
        self.c.expect(b',', "comma in uselistorder directive")?;
        self.c.expect(b'{', "'{' here")?;
        let mut indices = Vec::new();
        loop {
            indices.push(self.c.u64()?);
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b'}', "'}' here")?;
        Ok(indices.into())
    }

    fn instruction(&mut self, locations: &mut Vec<Option<u64>>) -> DiagnosticResult<Instruction> {
        let name = match self.c.peek() {
            b'%' => {
                let name = self.c.name()?;
                self.c.expect(b'=', "'=' after instruction name")?;
                Some(name)
            }
            _ => None,
        };
        let (kind, ty) = self.operation()?;
        let result = match self.types.get(ty) {
            Type::Void if name.is_some() => return self.c.expected("instruction with a result"),
            Type::Void => None,
            _ => Some(self.define(name, ty)?),
        };
        let (mut attachments, mut location) = (Attachments::new(), None);
        while self.c.eat(b',') {
            match self.attachment()? {
                Some((0, node)) => location = Some(node),
                Some(attachment) => attachments.push(attachment),
                None => return self.c.expected("metadata after comma"),
            }
        }
        locations.push(location);
        Ok(Instruction { kind, ty, result, location: None, records: Vec::new(), attachments })
    }

    /// `#dbg_value(...)`
    fn debug_record(&mut self) -> DiagnosticResult<DebugRecord> {
        self.c.pos += 1;
        let start = self.c.pos;
        let word = match self.c.word() {
            b"dbg_value" => "value",
            b"dbg_declare" => "declare",
            b"dbg_declare_value" => "declare_value",
            b"dbg_assign" => "assign",
            b"dbg_label" => "label",
            _ => {
                self.c.pos = start;
                return self.c.expected("debug record type here");
            }
        };
        self.c.expect(b'(', "'(' here")?;
        let mut operands = smallvec::SmallVec::new();
        loop {
            operands.push(DebugOperand::Metadata(self.metadata()?));
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b')', "')' here")?;
        let expected = match word {
            "assign" => 7,
            "label" => 2,
            _ => 4,
        };
        match operands.len() == expected {
            true => Ok(DebugRecord { word, operands }),
            false => self.c.error_since(start, ImportCode::Expected("other number of operands of a debug record")),
        }
    }

    /// The type of what has no result.
    pub fn void(&mut self) -> TypeId {
        self.types.intern(Type::Void)
    }

    /// Passes a comma after which there is no attachment.
    pub fn comma(&mut self) -> bool {
        let mut ahead = self.c;
        let is_comma = ahead.eat(b',');
        let is_attachment = ahead.peek() == b'!' && !matches!(ahead.byte_at(1), b'{' | b'"' | b'0'..=b'9');
        let found = is_comma && !is_attachment;
        if found {
            self.c = ahead;
        }
        found
    }

    /// A value after its type, and the type.
    pub fn typed(&mut self) -> DiagnosticResult<(u32, TypeId)> {
        let ty = self.ty()?;
        Ok((self.value(ty)?, ty))
    }

    /// The second of two operands of one type.
    pub fn second(&mut self, ty: TypeId) -> DiagnosticResult<u32> {
        self.c.expect(b',', "',' after operand")?;
        self.value(ty)
    }

    /// An operand after a comma, with its type.
    pub fn next_typed(&mut self) -> DiagnosticResult<(u32, TypeId)> {
        self.c.expect(b',', "',' after operand")?;
        self.typed()
    }
}
