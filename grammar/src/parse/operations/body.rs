//! One body's text: regions, blocks and their labels. Operations are in [`super`].

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::ops::{OLDER_TERMINATORS, OpDef, Traits};
use irtrip_dialect::{Attr, Block, Body, ContextDialects, NewOp, OpNameDefinition, Type};

use super::Pending;
use super::values::{Blocks, Use, Values};
use crate::parse::cursor::Cursor;
use crate::parse::module::Job;
use crate::parse::parse_cache::ParseCache;
use crate::parse::{MAX_DEPTH, ParseOptions};
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// What is the same for every body of a text.
pub(crate) struct Shared<'p> {
    pub options: &'p ParseOptions,
    /// Where each line starts, if operations get their places as locations.
    pub lines: Vec<usize>,
    /// The text in braces inside no braces or one pair of braces, by its start.
    pub braces: Vec<std::ops::Range<usize>>,
}

/// What an isolated operation's regions were read into.
pub(crate) struct Isolated<'t> {
    pub body: Body,
    /// After the regions.
    pub cursor: Cursor<'t>,
}

/// An argument of a region's first block that is before the region, in a function's signature.
#[derive(Clone, Copy)]
pub(crate) struct EntryArgument<'t> {
    /// Without sigil.
    pub name: &'t str,
    /// What follows `#` in it; 0 for nothing.
    pub number: u32,
    pub ty: Type,
    pub loc: Attr,
}

/// Reads one body.
pub(crate) struct BodyParser<'p, 'c, 't> {
    pub shared: &'p Shared<'p>,
    pub texts: &'p mut ParseCache<'c, 't>,
    pub cursor: Cursor<'t>,
    pub body: Body,
    pub values: Values<'t>,
    /// The open regions' blocks, innermost last.
    pub blocks: Vec<Blocks<'t>>,
    /// Open regions of this body and of those around it.
    pub depth: usize,
    /// Where the bodies of isolated operations wait to be read in parallel; `None`: they are read at once.
    pub jobs: Option<&'p mut Vec<Job<'t>>>,
    /// The dialect of operations that are spelled without one; empty for none.
    pub default_dialect: &'static str,
    /// Whether the operation whose regions are read has several, each with names of its own.
    has_several_regions: bool,
    /// What is wrong with operations that were passed over.
    pub errors: Vec<ParseError>,
}

impl<'p, 'c, 't> BodyParser<'p, 'c, 't> {
    /// A parser of a body whose text starts at the cursor.
    pub fn new(shared: &'p Shared<'p>, texts: &'p mut ParseCache<'c, 't>, cursor: Cursor<'t>, depth: usize) -> Self {
        BodyParser {
            shared,
            values: Values::new(cursor.left()),
            texts,
            cursor,
            body: Body::new(),
            blocks: Vec::new(),
            depth,
            jobs: None,
            default_dialect: "builtin",
            has_several_regions: false,
            errors: Vec::new(),
        }
    }

    /// In the regions of an operation.
    pub fn within(mut self, def: Option<&'static OpDef>) -> Self {
        self.default_dialect = def.map_or("", |def| def.default_dialect);
        self.has_several_regions = def.is_some_and(|def| def.regions > 1 || def.is(Traits::ANY_REGIONS));
        self
    }

    /// Reads a region of an operation that is not isolated, with the names its dialect has there.
    pub fn region_of(
        &mut self,
        def: Option<&'static OpDef>,
        entry: &[EntryArgument<'t>],
        single: bool,
    ) -> Parsed<Vec<Block>> {
        let inner = def.map_or("", |def| def.default_dialect);
        let outer = std::mem::replace(&mut self.default_dialect, inner);
        let blocks = self.region(entry, single)?;
        self.default_dialect = outer;
        Ok(blocks)
    }

    /// Puts the terminator of the operation's definition after the operations of a region that was read without one.
    pub fn ensure_terminator(&mut self, pending: &Pending<'t>, blocks: &[Block]) {
        let terminator = pending.def.and_then(|def| def.terminator);
        let (Some(&block), Some(terminator)) = (blocks.last(), terminator) else { return };
        if let Some(op) = self.body.last_op(block)
            && let Some(older) = OLDER_TERMINATORS.iter().find(|older| older.name == Some(terminator))
            && self.body.name(op).def().is_some_and(|def| def.name == older.older_name)
            && self.body.operands(op).is_empty()
            && self.texts.reads(older.releases)
        {
            return self.body.set_name(op, self.texts.ctx.op_name(terminator));
        }
        let last = self.body.last_op(block).and_then(|op| self.body.name(op).def());
        let ended = last.is_some_and(|def| def.is(Traits::TERMINATOR));
        if !ended {
            let loc = self.place(self.cursor.span_of(pending.spelled).start);
            let terminator = self.texts.ctx.op_name(terminator);
            let op = self.body.append(block, NewOp { loc, ..NewOp::new(terminator) }, &[]);
            let regions = terminator.def().map_or(0, |def| usize::from(def.regions));
            for region in self.body.add_regions(op, regions) {
                let inner = self.body.new_block();
                self.body.append_block(region, inner);
            }
        }
    }

    /// Reads the regions of an isolated operation, which start here and are separated by commas.
    pub fn isolated(mut self, entry: &[EntryArgument<'t>], single: bool) -> Parsed<Isolated<'t>> {
        let read = self.separate_regions(entry, single).and_then(|()| {
            let values = std::mem::replace(&mut self.values, Values::new(0));
            values.finish(&mut self.body, self.texts)
        });
        self.errors.extend(read.err());
        self.errors.sort_by_key(|error| error.span().start);
        match self.errors.into_iter().reduce(ParseError::followed_by) {
            Some(error) => Err(error),
            None => Ok(Isolated { body: self.body, cursor: self.cursor }),
        }
    }

    fn separate_regions(&mut self, entry: &[EntryArgument<'t>], single: bool) -> Parsed<()> {
        loop {
            if self.has_several_regions {
                self.values.open_scope();
            }
            let blocks = self.region(entry, single)?;
            if self.has_several_regions {
                self.values.close_scope();
            }
            let root = self.body.append_region();
            for block in blocks {
                self.body.append_block(root, block);
            }
            let before = self.cursor;
            if !(self.cursor.eat(",") && self.cursor.sees("{")) {
                self.cursor = before;
                return Ok(());
            }
        }
    }

    /// Reads a region: `{ ... }`. A region that is `single` has a block even if there is nothing in it.
    pub fn region(&mut self, entry: &[EntryArgument<'t>], single: bool) -> Parsed<Vec<Block>> {
        self.cursor.expect_as("{", "'{' to begin a region")?;
        if self.depth >= MAX_DEPTH {
            return Err(self.cursor.error(ParseCode::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let outermost = self.blocks.is_empty();
        self.blocks.push(Blocks::default());
        if !outermost {
            self.values.open_scope();
        }
        let blocks = self.region_blocks(entry, single)?;
        self.cursor.expect("}")?;
        if let Some(scope) = self.blocks.pop() {
            scope.finish(&self.cursor)?;
        }
        if !outermost {
            self.values.close_scope();
        }
        self.depth -= 1;
        Ok(blocks)
    }

    fn region_blocks(&mut self, entry: &[EntryArgument<'t>], single: bool) -> Parsed<Vec<Block>> {
        let mut blocks = Vec::new();
        self.cursor.skip_space();
        let labelled = self.cursor.peek() == b'^';
        if labelled && !entry.is_empty() {
            return Err(self.cursor.error(ParseCode::LabelWithNamedArguments));
        }
        if !labelled && (single || !entry.is_empty() || self.cursor.peek() != b'}') {
            let block = self.body.new_block();
            blocks.push(block);
            for argument in entry {
                self.argument(block, argument).map_err(in_use)?;
            }
            self.operations(block)?;
        }
        while self.cursor.peek() == b'^' {
            let block = self.label()?;
            blocks.push(block);
            self.operations(block)?;
        }
        Ok(blocks)
    }

    fn operations(&mut self, block: Block) -> Parsed<()> {
        loop {
            self.cursor.skip_space();
            if matches!(self.cursor.peek(), b'}' | b'^') {
                return Ok(());
            }
            if self.cursor.at_end() {
                return Err(self.cursor.expected("operation name in quotes"));
            }
            let start = self.start();
            if let Err(error) = self.operation(block) {
                self.recover(error, start)?;
            }
        }
    }

    /// Reads `^name(%a: i32):`.
    fn label(&mut self) -> Parsed<Block> {
        let name = self.block_name()?;
        let block = match self.blocks.last_mut() {
            Some(blocks) => blocks.define(&mut self.body, self.texts, name)?,
            None => self.body.new_block(),
        };
        if self.cursor.eat("(") && !self.cursor.eat(")") {
            loop {
                self.cursor.skip_space();
                let start = self.cursor.pos;
                let Use { name, .. } = self.value_use()?;
                self.cursor.expect_as(":", "':' and type for SSA operand")?;
                let ty = self.texts.type_at(&mut self.cursor)?;
                let loc = self.texts.location_at(&mut self.cursor)?.unwrap_or_else(|| self.place(start));
                self.argument(block, &EntryArgument { name, number: 0, ty, loc })?;
                if !self.cursor.eat(",") {
                    break;
                }
            }
            self.cursor.expect(")")?;
        }
        self.cursor.expect_as(":", "':' after block name")?;
        self.cursor.skip_space();
        Ok(block)
    }

    fn argument(&mut self, block: Block, argument: &EntryArgument<'t>) -> Parsed<()> {
        self.values.define_argument(&mut self.body, self.texts, block, argument)?;
        if argument.loc != attrs::UNKNOWN_LOC {
            let index = self.body.block_args(block).len() - 1;
            self.body.set_block_arg_loc(block, index, argument.loc);
        }
        Ok(())
    }

    /// Reads `^name`.
    fn block_name(&mut self) -> Parsed<&'t str> {
        if !self.cursor.eat_byte(b'^') {
            return Err(self.cursor.expected("block name"));
        }
        self.suffix("block name")
    }

    /// Reads a successor without its operands.
    pub fn block_use(&mut self) -> Parsed<Block> {
        let name = self.block_name()?;
        match self.blocks.last_mut() {
            Some(blocks) => Ok(blocks.resolve(&mut self.body, name)),
            None => Err(self.cursor.error_at(name, ParseCode::UndefinedBlock)),
        }
    }

    /// Reads the name after a sigil, which is read already.
    fn suffix(&mut self, nameless: &'static str) -> Parsed<&'t str> {
        let start = self.cursor.pos.saturating_sub(1);
        match self.cursor.name() {
            Some(name) => Ok(name),
            None => Err(ParseError::at(start, ParseCode::InvalidName(nameless))),
        }
    }

    /// Reads `%name`.
    pub fn value_name(&mut self, expected: &'static str) -> Parsed<&'t str> {
        if !self.cursor.eat_byte(b'%') {
            return Err(self.cursor.expected(expected));
        }
        self.suffix("SSA name")
    }

    /// Reads `%name` or `%name#1`.
    pub fn value_use(&mut self) -> Parsed<Use<'t>> {
        let name = self.value_name("SSA operand")?;
        if self.cursor.peek() != b'#' {
            return Ok(Use { name, number: 0 });
        }
        let start = self.cursor;
        self.cursor.pos += 1;
        let number = match self.cursor.suffix() {
            Ok(digits) => digits.parse().map_err(|_| "SSA value result number"),
            Err(_) => Err("attribute name"),
        };
        match number {
            Ok(number) => Ok(Use { name, number }),
            Err(wrong) => Err(start.error(ParseCode::InvalidName(wrong))),
        }
    }

    /// The place of an operation that says none.
    pub fn place(&self, at: usize) -> Attr {
        if !self.shared.options.locations {
            return attrs::UNKNOWN_LOC;
        }
        let line = self.shared.lines.partition_point(|&start| start <= at);
        let start = self.shared.lines.get(line.wrapping_sub(1)).copied().unwrap_or(0);
        let file = self.texts.ctx.str(&self.shared.options.file);
        self.texts.ctx.attr(irtrip_dialect::AttrData::Location(irtrip_dialect::Location::File {
            file,
            line: (line + self.shared.options.start.0.saturating_sub(1)) as u32,
            column: (at - start) as u32 + 1,
            end: None,
        }))
    }
}

/// The error of an argument of a region's entry block, whose name may stand for something already.
fn in_use(error: ParseError) -> ParseError {
    match error.code() {
        Some(ParseCode::ValueRedefinition(name)) => {
            let code = ParseCode::EntryArgumentInUse(name.clone());
            error.with_code(code).with_note_code(ParseCode::PreviousReference)
        }
        _ => error,
    }
}
