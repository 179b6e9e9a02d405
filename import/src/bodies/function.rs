//! A function's body: blocks, instructions' results, and the order of reading. LangRef, "Functions".
//!
//! A body is read in one pass. Values and blocks may be mentioned before they are defined: a mention makes the value
//! or block, the definition completes it. Terminators become operations at the end: once the phis of all blocks are
//! known, [`crate::bodies::phis`] makes them, with the operands they pass.

use std::borrow::Cow;

use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Fold, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Body, NewOp, Op, OpName, OpNameDefinition, Region, Str, Type, Value, ValueDef};

use crate::attribute_cache::NamedAttrs;
use crate::auto_upgrade::constant_expressions;
use crate::bodies::attachments::{Placed, placed_attachments};
use crate::bodies::locals::Local;
use crate::bodies::predecessors::predecessor_list;
use crate::bodies::reader::FunctionReader;
use crate::bodies::state::{EnclosingFunction, Terminator};
use crate::bodies::{debug_records, instructions, phis, unreachable_blocks};
use crate::global_values::implicit_intrinsic_declarations::ImplicitDeclaration;
use crate::global_values::use_list_orders;
use crate::global_values::use_list_orders::UseListOrder;
use crate::source_map::BodySource;
use irtrip_dialect::constants::encode::block_tag_attr;
use irtrip_dialect::intrinsics::is_intrinsic;
use irtrip_dialect::llvm_text::cursor::{Name, fail, is_name_byte};
use irtrip_dialect::verify::llvm_ir::Function;

/// A function's header, as far as its body needs it.
pub(crate) struct FunctionDefinition<'a> {
    pub symbol: Str,
    pub returns: Type,
    pub ty: Type,
    pub cconv: CallingConvention,
    /// Whether it has a personality.
    pub personality: bool,
    /// Whether its personality is a function.
    pub has_personality: bool,
    /// Whether it has a garbage collector.
    pub has_gc: bool,
    pub params: Vec<(Type, Option<Name<'a>>)>,
    /// The attributes of its parameters.
    pub arguments: Vec<Attr>,
    /// Whether an attribute of older releases makes its floating-point atomic updates unsafe.
    pub unsafe_fp_atomics: bool,
    /// Whether it has no frame.
    pub is_naked: bool,
    /// The function's location.
    pub loc: Attr,
    /// Whether the function has a subprogram that a location can name.
    pub has_subprogram: bool,
    /// The body's text, after its opening brace.
    pub body: std::ops::Range<usize>,
    /// Blocks that directives after the functions are about, and where these mention them.
    pub listed_blocks: Vec<(Name<'a>, usize)>,
}

/// A function's body as read.
pub(crate) struct FunctionBody {
    pub body: Body,
    /// Attributes of the function that its body decides.
    pub entries: NamedAttrs,
    /// Operations with a `!llvm.loop` node.
    pub loops: Vec<(Op, NodeId)>,
    /// The source map, where one is kept.
    pub source: Option<Box<BodySource>>,
    /// The numbers of [`FunctionDefinition::listed_blocks`].
    pub listed_blocks: Vec<Attr>,
    /// Intrinsics that are called and that nothing declares, by call.
    pub implicit_declarations: Vec<ImplicitDeclaration>,
}

/// Whether MLIR's syntax spells a name after `%` or `^`: letters, digits and `$._-`, no digit first.
pub(crate) fn spellable(name: &[u8]) -> bool {
    matches!(name.first(), Some(b) if !b.is_ascii_digit()) && name.iter().all(|b| is_name_byte(*b))
}

impl<'a> FunctionReader<'_, 'a> {
    /// Starts on a body without blocks; constants go to its front.
    pub fn start_body(&mut self) -> Region {
        self.f.reset();
        self.constants.pool.clear();
        let region = self.f.body.append_region();
        self.f.region = Some(region);
        region
    }

    /// Puts the constants before a block's operations.
    pub fn place_constants(&mut self, block: Block) {
        let ops = std::mem::take(&mut self.f.materialized.ops);
        for &op in ops.iter().rev() {
            self.f.body.prepend_op(block, op);
        }
    }

    /// Reads a function's body.
    pub fn function_body(&mut self, definition: &FunctionDefinition<'a>) -> DiagnosticResult<FunctionBody> {
        self.start_function(definition);
        self.constants.user = definition.symbol;
        let read = self.blocks(definition);
        if let Some(first) = self.f.recovery.first.take() {
            let rest = read.and_then(|_| self.check_blocks()).and_then(|()| self.check_values());
            self.tables.errors.keep(rest)?;
            return Err(first);
        }
        let (entry, orders) = read?;
        self.finish_function(definition, entry, &orders)
    }

    /// Reads a function's blocks up to the end of its body; returns the entry block and the orders of use lists.
    fn blocks(&mut self, definition: &FunctionDefinition<'a>) -> DiagnosticResult<(Block, Vec<UseListOrder>)> {
        let entry = self.add_entry(definition)?;
        let at = self.c.peek_pos();
        if self.c.byte() == b'}' {
            return self.c.error_at(at, ImportCode::EmptyBody);
        }
        let label = self.label()?;
        self.open_entry(entry, label, at)?;
        let mut orders = Vec::new();
        loop {
            self.read_block()?;
            if self.c.eat(b'}') {
                break;
            }
            if matches!(self.c.peek_word(), b"uselistorder" | b"uselistorder_bb") {
                orders = use_list_orders::use_list_orders(self)?;
                break;
            }
            if self.c.at_end() {
                return self.c.expected("instruction opcode");
            }
            self.start_block()?;
        }
        if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        Ok((entry, orders))
    }

    /// Starts on a function's body.
    pub fn start_function(&mut self, definition: &FunctionDefinition<'a>) {
        self.start_body();
        self.f.body.reserve(self.tables.text.get(definition.body.clone()).unwrap_or_default());
        self.seek(definition.body.clone());
        self.f.function = EnclosingFunction::new(definition);
        self.f.positions.start(definition.body.start);
        self.f.source = self.tables.keeps_sources.then(Box::default);
        if let Some(source) = &mut self.f.source {
            source.symbol = Some(definition.symbol);
        }
    }

    /// Completes a function's body once all its blocks are read. `orders` are those of its use lists.
    pub fn finish_function(
        &mut self,
        definition: &FunctionDefinition<'a>,
        entry: Block,
        orders: &[UseListOrder],
    ) -> DiagnosticResult<FunctionBody> {
        self.check_blocks()?;
        constant_expressions::finish(self);
        let predecessors = phis::finish_terminators(self)?;
        let records = debug_records::resolve_records(self);
        if let Some(source) = &mut self.f.source {
            source.constants.ids = self.f.materialized.by_id.iter().map(|(id, value)| (*value, *id)).collect();
            source.constants.ops.clone_from(&self.f.materialized.ops);
        }
        self.place_constants(entry);
        self.check_values()?;
        self.verify(definition)?;
        debug_records::place_records(self, records);
        unreachable_blocks::replace_unavailable_operands(self);
        let mut entries = NamedAttrs::new();
        entries.extend(self.f.entry_name.map(|name| (IRTRIP_ENTRY, name)));
        // Use-list orders say the order of a block's predecessors too.
        let predecessors = predecessors.filter(|_| orders.is_empty() && definition.listed_blocks.is_empty());
        entries.extend(predecessors.map(|order| (IRTRIP_PREDECESSORS, order)));
        if !orders.is_empty() {
            entries.push((IRTRIP_USE_LIST_ORDERS, use_list_orders::preserved_use_lists(self, orders)));
        }
        for block in std::mem::take(&mut self.f.bundle_labels) {
            use_list_orders::number_block(self, block);
        }
        let listed_blocks = self.number_listed(definition)?;
        if self.tables.options.places {
            self.f.positions.note_in(&mut self.f.body);
        }
        let body = std::mem::take(&mut self.f.body);
        let mut source = self.f.source.take();
        if let Some(source) = &mut source {
            source.constants.pool = std::mem::take(&mut self.constants.pool);
        }
        let (loops, implicit_declarations) =
            (std::mem::take(&mut self.f.loops), std::mem::take(&mut self.f.implicit_declarations));
        Ok(FunctionBody { body, entries, loops, listed_blocks, implicit_declarations, source })
    }

    /// Fails on what LLVM's verifier refuses, if it was not asked.
    fn verify(&self, definition: &FunctionDefinition<'a>) -> DiagnosticResult<()> {
        if self.tables.is_verified {
            return Ok(());
        }
        let Some(region) = self.f.region else { return Ok(()) };
        let function = Function {
            ctx: self.ctx,
            layout: &self.tables.layout,
            body: &self.f.body,
            region,
            ty: self.f.function.ty,
            convention: self.f.function.cconv,
            has_personality: self.f.function.has_personality,
            has_gc: self.f.function.has_gc,
            arguments: &definition.arguments,
            is_naked: definition.is_naked,
            is_declared: &|name, declared| self.tables.symbols.is_function_declared(name, declared),
            is_intrinsic: &|name| is_intrinsic(self.ctx.bytes(name)) && self.tables.symbols.is_function(name),
        };
        let error = |(op, fault)| self.c.error_at::<()>(self.f.positions.of(op), fault).err();
        self.tables.errors.refuse(function.violations().filter_map(error).map(|error| *error))
    }

    /// Numbers the blocks that directives after the functions are about.
    fn number_listed(&mut self, definition: &FunctionDefinition<'a>) -> DiagnosticResult<Vec<Attr>> {
        let mut numbers = Vec::new();
        for (name, at) in &definition.listed_blocks {
            match self.f.locals.get(name) {
                Local::Block(block) => numbers.push(use_list_orders::number_block(self, block)),
                Local::Value(_) | Local::Nothing => {
                    return fail(*at..at + 1, ImportCode::UseListOrderBlock);
                }
            }
        }
        Ok(numbers)
    }

    /// Makes the entry block, whose arguments are the parameters.
    pub fn add_entry(&mut self, definition: &FunctionDefinition<'a>) -> DiagnosticResult<Block> {
        let entry = self.f.body.new_block();
        for (ty, name) in &definition.params {
            let value = self.f.body.add_block_arg(entry, *ty);
            if self.f.function.has_subprogram && self.tables.lines.is_none() {
                let place = self.f.body.block_args(entry).len() - 1;
                self.f.body.set_block_arg_loc(entry, place, definition.loc);
            }
            let name = match name {
                Some(name) => name.clone(),
                None => Name::Number(self.f.locals.next_number),
            };
            self.bind_new(&name, Local::Value(value), definition.body.start, "argument")?;
            if let Name::Named(name) = &name
                && spellable(name)
            {
                let name = self.ctx.byte_str(name);
                self.f.body.set_value_name(value, Some(name));
            }
        }
        Ok(entry)
    }

    /// Opens the entry block under its label, if it has one.
    pub fn open_entry(&mut self, entry: Block, label: Option<Name<'a>>, at: usize) -> DiagnosticResult<()> {
        let name = label.unwrap_or(Name::Number(self.f.locals.next_number));
        self.bind_new(&name, Local::Block(entry), at, "label")?;
        if let Name::Named(name) = &name {
            self.f.entry_name = Some(self.ctx.str_attr(self.ctx.byte_str(name)));
        }
        self.open_block(entry, &name, at)
    }

    /// Passes a label, if one is next.
    fn label(&mut self) -> DiagnosticResult<Option<Name<'a>>> {
        let start = self.c.peek_pos();
        let mut ahead = self.c;
        if ahead.byte() == b'"' {
            let name = ahead.quoted()?;
            if ahead.byte() != b':' {
                return Ok(None);
            }
            if name.contains(&0) {
                return fail(start..ahead.pos, ImportCode::NulInName);
            }
            self.c.pos = ahead.pos + 1;
            return Ok(Some(Name::Named(name)));
        }
        let rest = self.c.text.get(start..).unwrap_or_default();
        let len = rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len());
        if len == 0 || rest.get(len) != Some(&b':') {
            return Ok(None);
        }
        self.c.pos = start + len + 1;
        let text = &rest[..len];
        match irtrip_dialect::llvm_text::cursor::parse_u32(text) {
            Some(n) => Ok(Some(Name::Number(n))),
            None => Ok(Some(Name::Named(Cow::Borrowed(text)))),
        }
    }

    /// Starts a block after the one that just ended.
    fn start_block(&mut self) -> DiagnosticResult<()> {
        let at = self.c.peek_pos();
        let name = match self.label()? {
            Some(name) => name,
            None => Name::Number(self.f.locals.next_number),
        };
        let predecessors = predecessor_list(&self.c).filter(|_| !self.tables.as_llvm_reads);
        self.start_block_named(name, at)?;
        self.f.flow.predecessor_lists.extend(self.f.block.zip(predecessors));
        Ok(())
    }

    /// Starts the block of a name after the one that just ended.
    pub fn start_block_named(&mut self, name: Name<'a>, at: usize) -> DiagnosticResult<()> {
        self.take_number(&name, at, "label")?;
        let block = match self.f.locals.get(&name) {
            Local::Nothing => {
                let block = self.f.body.new_block();
                self.f.locals.set(&name, Local::Block(block));
                block
            }
            Local::Block(block) if self.f.body.block_parent(block).is_none() => block,
            Local::Block(_) | Local::Value(_) => {
                return self.c.error_at(at, ImportCode::BlockName(name.show_bare()));
            }
        };
        if let Name::Named(text) = &name {
            if spellable(text) {
                let text = self.ctx.byte_str(text);
                self.f.body.set_block_name(block, Some(text));
            } else {
                let attr = self.ctx.str_attr(self.ctx.byte_str(text));
                self.f.unspellable_names.insert(block, attr);
            }
        }
        self.open_block(block, &name, at)
    }

    fn open_block(&mut self, block: Block, name: &Name<'a>, at: usize) -> DiagnosticResult<()> {
        if let Some(region) = self.f.region {
            self.f.body.append_block(region, block);
        }
        self.f.block = Some(block);
        self.f.blocks.push(block);
        let tag = self.f.function.symbol.filter(|s| self.tables.block_tags.has(*s));
        if let Some(tag) = tag.and_then(|s| self.tables.block_tags.get(s, name)) {
            if self.f.blocks.len() == 1 {
                return self.c.error_at(at, LlvmVerifyCode::EntryAddress);
            }
            let value = block_tag_attr(self.ctx, tag.into());
            let attrs = self.cache.dictionary(&[(TAG, value)]);
            self.f.body.append(block, NewOp { attrs, ..NewOp::new(llvm::BLOCKTAG) }, &[]);
        }
        Ok(())
    }

    /// Reads instructions up to and with a terminator.
    fn read_block(&mut self) -> DiagnosticResult<()> {
        loop {
            match self.instructions() {
                Err(error) if self.tables.errors.all_count() => {
                    if self.skip_instruction(error) {
                        return Ok(());
                    }
                }
                read => return read,
            }
        }
    }

    /// As [`FunctionReader::read_block`], up to the first error.
    fn instructions(&mut self) -> DiagnosticResult<()> {
        loop {
            self.c.skip();
            self.f.at = self.c.pos;
            self.f.result = None;
            if let Some(source) = &mut self.f.source {
                source.start(self.f.at);
            }
            match self.c.byte() {
                b'%' => {
                    let name = self.c.name()?;
                    self.c.expect(b'=', "'=' after instruction id")?;
                    self.f.result = Some(name);
                }
                b'#' => {
                    debug_records::debug_record(self)?;
                    continue;
                }
                _ => {}
            }
            if instructions::instruction(self)? {
                return Ok(());
            }
        }
    }

    /// Whether a value is a constant: constants are in no block before the function's end.
    pub fn is_constant(&self, value: Value) -> bool {
        matches!(self.f.body.value(value).def, ValueDef::Result(op, _) if self.f.body.parent(op).is_none())
    }

    /// As [`Self::is_constant`], or of a constant expression of an older release, for which it is one.
    fn is_constant_of_release(&self, value: Value) -> bool {
        let mark = |op| self.f.body.attr(self.ctx, op, IRTRIP_INSTRUCTION);
        let is_former = |value| matches!(self.f.body.value(value).def, ValueDef::Result(op, _) if mark(op).is_some_and(|mark| mark != attrs::UNIT));
        self.is_constant(value) || !self.f.former.is_empty() && is_former(value)
    }

    /// Reads the instruction's attachments and makes its operation at the end of the block.
    pub fn emit(
        &mut self,
        name: OpName,
        operands: &[Value],
        entries: &mut NamedAttrs,
        ty: Type,
    ) -> DiagnosticResult<()> {
        let Placed { entries: attached, loop_node, loc } = placed_attachments(self, name)?;
        entries.extend(attached);
        self.mark_instruction(name, operands, entries);
        let name = self.legality().legal_name(name, operands, entries, ty);
        if ty == types::VOID {
            if self.f.result.is_some() {
                return self.c.error_since(self.f.at, ImportCode::NamedVoid);
            }
            let attrs = self.cache.dictionary(entries);
            let op = self.f.body.create(NewOp { name, operands, successors: &[], attrs, loc });
            self.append(op, loop_node);
            return Ok(());
        }
        let (value, odd) = self.define(ty)?;
        entries.extend(odd.map(|name| (IRTRIP_NAME, name)));
        let attrs = self.cache.dictionary(entries);
        let op = self.f.body.create(NewOp { name, operands, successors: &[], attrs, loc });
        self.f.body.define_result(op, value);
        self.append(op, loop_node);
        Ok(())
    }

    /// Marks an instruction of constants that is none of the constants before the entry block's operations. Those that LLVM makes when
    /// it reads an older intrinsic's call, its builder folds.
    #[inline]
    pub fn mark_instruction(&self, name: OpName, operands: &[Value], entries: &mut NamedAttrs) {
        if let Some(first) = operands.first()
            && self.is_constant_of_release(*first)
            && name.def().is_some_and(|d| d.llvm.fold() != Fold::Never)
            && operands.iter().all(|o| self.is_constant_of_release(*o))
            && self.f.upgrade.expansion.is_none()
        {
            entries.push((IRTRIP_INSTRUCTION, attrs::UNIT));
        }
    }

    fn append(&mut self, op: Op, loop_node: Option<NodeId>) {
        self.f.positions.set(op, self.f.at);
        if let Some(source) = &mut self.f.source {
            let instruction = source.up_to(self.c.pos);
            source.ops.insert(op, instruction);
        }
        if let Some(block) = self.f.block {
            self.f.body.append_op(block, op);
        }
        self.f.loops.extend(loop_node.map(|node| (op, node)));
    }

    /// Notes a terminator, whose attachments are next; its operation is made once all phis are known.
    pub fn terminate(
        &mut self,
        name: OpName,
        operands: SmallVec<[Value; 4]>,
        mut entries: NamedAttrs,
        successors: SmallVec<[Block; 2]>,
        ty: Type,
    ) -> DiagnosticResult<()> {
        let (edge, Placed { entries: attached, loop_node, loc }) = match name {
            llvm::BR => self.placed_edge_mark()?,
            _ => (false, placed_attachments(self, name)?),
        };
        entries.extend(attached);
        let name = self.legality().legal_name(name, &operands, &entries, ty);
        let mut result = None;
        if ty != types::VOID {
            let (value, odd) = self.define(ty)?;
            entries.extend(odd.map(|name| (IRTRIP_NAME, name)));
            self.f.flow.pending_results.insert(value);
            result = Some(value);
        } else if self.f.result.is_some() {
            return self.c.error_since(self.f.at, ImportCode::NamedVoid);
        }
        let Some(block) = self.f.block else { return Ok(()) };
        if let Some(source) = &mut self.f.source {
            let instruction = source.up_to(self.c.pos);
            source.terminators.insert(block, instruction);
        }
        self.f.flow.terminators.push(Terminator {
            block,
            name,
            operands,
            entries,
            successors,
            edge,
            result,
            loc,
            loop_node,
            at: self.f.at,
        });
        Ok(())
    }

    /// Reads the attachments of a `br`; returns whether a mark of the exporter and a location are all that there is.
    fn placed_edge_mark(&mut self) -> DiagnosticResult<(bool, Placed)> {
        const MARK: &[u8] = b", !irtrip.edge ";
        let before = self.c;
        if self.c.peek() == b',' && self.c.text[self.c.pos..].starts_with(MARK) {
            self.c.pos += MARK.len();
            if self.tables.nodes.reference(&mut self.c)?.is_some() {
                let placed = placed_attachments(self, llvm::BR)?;
                if placed.entries.is_empty() && placed.loop_node.is_none() {
                    return Ok((true, placed));
                }
            }
            self.c = before;
        }
        Ok((false, placed_attachments(self, llvm::BR)?))
    }
}
