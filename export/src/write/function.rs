//! Functions; LangRef, "Functions".

use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet, NewerWord};
use irtrip_dialect::demangle::rust_name;
use irtrip_dialect::intrinsics::is_intrinsic;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::irtrip;
use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Block, Body, Context, Op, OpNameDefinition, Str, Type, TypeData, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Writer;
use super::attributes::{ARGS, RESULTS};
use crate::function::{FunctionPlan, Local, error_at, error_in};
use crate::lower_to_release::personality_type;
use crate::module::Terminators;
use irtrip_dialect::diagnostic::{DiagnosticResult, ExportCode};
use irtrip_dialect::llvm_text as text;

/// Where the comment after a label starts.
const COMMENT_COLUMN: usize = 50;

/// How a block that only holds an edge apart is marked, after its terminator.
pub const EDGE_MARK: &str = ", !irtrip.edge !{}";

/// Writes one function's body.
pub struct FunctionWriter<'w, 'a> {
    /// The writer.
    pub w: &'w mut Writer<'a>,
    /// The function.
    pub plan: &'a FunctionPlan<'a>,
    /// Its body.
    pub body: &'a Body,
    /// How many of the plan's attachments are written.
    pub next_attached: usize,
    /// By block, the place of its terminator where that is not the text's.
    pub places: Vec<u32>,
    /// By block, the order in which its edges are listed where that is preserved.
    pub predecessors: FxHashMap<Block, &'a [i64]>,
}

/// The orders that `irtrip.predecessors` holds, by block; none where it is not about the blocks and edges that are
/// there.
fn preserved_predecessors<'a>(ctx: &'a Context, plan: &FunctionPlan, body: &Body) -> FxHashMap<Block, &'a [i64]> {
    let mut orders = FxHashMap::default();
    let preserved = ctx.entry(plan.global.attrs, IRTRIP_PREDECESSORS).and_then(|order| ctx.dense_array(order));
    let blocks = body.regions().first().map_or(&[][..], |region| body.blocks(*region));
    let mut rest = preserved.unwrap_or_default();
    while let Some((place, after)) = rest.split_first() {
        let Some(block) = usize::try_from(*place).ok().and_then(|place| blocks.get(place)) else { break };
        let Some((order, after)) = after.split_at_checked(plan.edges.leading_to(*block).len()) else { break };
        let mut sorted: SmallVec<[i64; 8]> = order.into();
        sorted.sort_unstable();
        if order.is_empty() || !sorted.into_iter().eq(0..order.len() as i64) {
            break;
        }
        orders.insert(*block, order);
        rest = after;
    }
    if !rest.is_empty() {
        orders.clear();
    }
    orders
}

/// By block, the place of its terminator among those that `mlir-translate` makes.
fn terminator_places(body: &Body) -> Vec<u32> {
    let mut places = vec![0; body.block_count()];
    let blocks = body.regions().iter().flat_map(|region| body.reverse_post_order(*region));
    for (place, block) in blocks.enumerate() {
        places[block.index()] = place as u32;
    }
    places
}

impl<'a> Writer<'a> {
    /// A function, with its line end.
    pub fn function(&mut self, plan: &'a FunctionPlan<'a>) -> DiagnosticResult<()> {
        self.longest_symbol = plan.longest_symbol_before;
        self.user = plan.global.name;
        self.function_header(plan);
        if let Some(kind) = self.take_error() {
            return Err(error_in(self.ctx, &plan.global, kind));
        }
        match plan.body() {
            None => self.out.push('\n'),
            Some(body) => {
                self.out.push_str(" {");
                let places = match self.plan.terminators {
                    Terminators::AsRead => Vec::new(),
                    Terminators::AsTranslated => terminator_places(body),
                };
                let predecessors = preserved_predecessors(self.ctx, plan, body);
                self.in_body = true;
                FunctionWriter { w: self, plan, body, next_attached: 0, places, predecessors }.whole()?;
                self.in_body = false;
                self.out.push_str("}\n");
            }
        }
        Ok(())
    }

    fn function_header(&mut self, plan: &'a FunctionPlan<'a>) {
        let (ctx, attrs) = (self.ctx, plan.global.attrs);
        self.function_comment(plan);
        let name = ctx.bytes(plan.global.name);
        let shows_unknown = self.plan.spellings.has(Spelling::UnknownIntrinsics);
        let is_known_to_reader = !self.plan.is_for_model && ctx.entry(attrs, IRTRIP_KNOWN_INTRINSIC).is_some();
        let is_unknown = name.starts_with(b"llvm.") && !is_intrinsic(name) && !is_known_to_reader;
        if shows_unknown && is_unknown {
            self.out.push_str("; Unknown intrinsic\n");
        }
        if plan.body().is_some() {
            self.out.push_str("define ");
        } else {
            self.out.push_str("declare");
            self.function_attachments(plan);
            self.out.push(' ');
        }
        self.linkage(attrs);
        if self.calling_convention(attrs) {
            self.out.push(' ');
        }
        if let Some(dictionary) = self.parameter_of(attrs, RESULTS, 0) {
            let start = self.out.len();
            self.parameter(dictionary, None);
            if self.out.len() > start {
                // The space follows it here.
                self.out.remove(start);
                self.out.push(' ');
            }
        }
        let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
        let Some(TypeData::LlvmFunction { result, params, vararg }) = ty.map(|t| ctx.type_data(t)) else {
            return self.fail(ExportCode::Attribute("function_type"));
        };
        self.ty(*result);
        self.out.push(' ');
        self.symbol(plan.global.name);
        self.out.push('(');
        self.arguments(plan, params);
        if *vararg {
            self.out.push_str(if params.is_empty() { "..." } else { ", ..." });
        }
        self.out.push(')');
        self.function_tail(plan);
    }

    /// A line with what is before a symbol in a comment, and the symbol's name in Rust, if comments show it: rustc's
    /// writer demangles into a buffer of twice the bytes of the longest symbol that it has come to, and leaves out what
    /// has no room there.
    fn demangled_comment(&mut self, before: &str, symbol: Str) {
        if !self.plan.shows_demangled {
            return;
        }
        let symbol = self.ctx.bytes(symbol);
        self.longest_symbol = self.longest_symbol.max(symbol.len());
        if let Some(shown) = rust_name(symbol).filter(|shown| shown.len() <= 2 * self.longest_symbol) {
            self.out.push_str(before);
            self.out.push_str(&shown);
            self.out.push('\n');
        }
    }

    /// `; Function Attrs: ...`: what is no string attribute.
    fn function_comment(&mut self, plan: &FunctionPlan) {
        self.demangled_comment("; ", plan.global.name);
        let mut named = AttributeSet::new();
        let has_newer = NewerWord::releases().contains(self.plan.release);
        let is_shown =
            |item: &&AttributeItem| item.place().is_some() || has_newer && NewerWord::of(self.ctx, item).is_some();
        for item in plan.enumerated.own.items().iter().filter(is_shown) {
            named.push(self.ctx, *item);
        }
        if !named.is_empty() {
            self.out.push_str("; Function Attrs: ");
            self.set(&named, false);
            self.out.push('\n');
        }
    }

    fn arguments(&mut self, plan: &'a FunctionPlan<'a>, params: &[Type]) {
        let attrs = plan.global.attrs;
        let entry = plan.body().and_then(|body| Some((body, *plan.blocks.first()?)));
        let values: &[Value] = entry.map(|(body, block)| body.block_args(block)).unwrap_or_default();
        for (i, ty) in params.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.ty(*ty);
            if let Some(dictionary) = self.parameter_of(attrs, ARGS, i) {
                self.parameter(dictionary, None);
            }
            let local = values.get(i).and_then(|v| plan.locals.get(v.index()));
            let is_unwritten =
                matches!(local, Some(Local::Slot(_))) && !self.plan.spellings.has(Spelling::NumberedArguments);
            if entry.is_some() && !is_unwritten {
                self.out.push(' ');
                match local {
                    Some(local) => self.local(*local),
                    None => self.fail(ExportCode::Value),
                }
            }
        }
    }

    /// What follows the arguments.
    fn function_tail(&mut self, plan: &'a FunctionPlan<'a>) {
        let (ctx, attrs) = (self.ctx, plan.global.attrs);
        let unnamed = self.unnamed_addr(attrs);
        if !unnamed.is_empty() {
            self.out.push(' ');
            self.out.push_str(unnamed);
        }
        let program_space = i64::from(self.plan.layout.program_space);
        let space = ctx.int_entry(attrs, IRTRIP_ADDRESS_SPACE).unwrap_or(program_space);
        let has_spaces = self.plan.spellings.has(Spelling::FunctionSpaces);
        if has_spaces && (space != 0 || program_space != 0) {
            self.out.push(' ');
            self.address_space(space);
        }
        let group = self.plan.groups.set(&plan.enumerated.own);
        self.group_number(group);
        for (key, word) in [(SECTION, " section "), (IRTRIP_PARTITION, " partition ")] {
            if let Some(value) = self.string(attrs, key) {
                self.word_and_string(word, value);
            }
        }
        self.comdat(plan.global.name, attrs, " ");
        if let Some(align) = ctx.int_entry(attrs, ALIGNMENT).filter(|align| *align > 0) {
            self.out.push_str(" align ");
            self.int(align);
        }
        if let Some(collector) = self.string(attrs, GARBAGE_COLLECTOR) {
            self.out.push_str(" gc ");
            text::quoted_unescaped(&mut self.out, self.ctx.bytes(collector));
        }
        let constants = &plan.constants;
        let is_typed = self.plan.spellings.has(Spelling::TypedPointers);
        let personality = personality_type(self.ctx, attrs).filter(|_| is_typed);
        for (word, id, ty) in [
            (" prefix ", constants.prefix, None),
            (" prologue ", constants.prologue, None),
            (" personality ", constants.personality, personality),
        ] {
            if let Some(id) = id {
                self.out.push_str(word);
                let ty = ty.unwrap_or_else(|| plan.pool.ty(id));
                self.ty(ty);
                self.out.push(' ');
                self.constant_of_type(&plan.pool, id, ty);
            }
        }
        if plan.body().is_some() {
            self.function_attachments(plan);
        }
    }

    fn function_attachments(&mut self, plan: &FunctionPlan) {
        let site = irtrip_dialect::metadata::AttachmentSite::Function;
        let attachments = self.plan.metadata.attachments(plan.global.attrs, site);
        self.attachments(&attachments, " ");
    }

    /// `%name` or `%7`
    pub fn local(&mut self, local: Local) {
        self.out.push('%');
        match local {
            Local::Slot(number) => text::int(&mut self.out, number),
            Local::Name(name) => text::name(&mut self.out, self.ctx.bytes(name)),
            Local::None | Local::Link | Local::Constant(_) => self.fail(ExportCode::Value),
        }
    }

    /// `%b`
    pub fn label(&mut self, plan: &FunctionPlan, block: Block) {
        self.local(plan.label(block));
    }
}

impl<'a> FunctionWriter<'_, 'a> {
    fn whole(&mut self) -> DiagnosticResult<()> {
        self.blocks()?;
        self.use_lists();
        match self.w.take_error() {
            Some(kind) => Err(error_in(self.w.ctx, &self.plan.global, kind)),
            None => Ok(()),
        }
    }

    fn blocks(&mut self) -> DiagnosticResult<()> {
        for (i, &block) in self.plan.blocks.iter().enumerate() {
            self.block_label(block, i == 0);
            if let Some(made) = self.plan.edges.made_block(block) {
                self.w.out.push_str("  br label ");
                self.w.label(self.plan, made.to);
                self.w.out.push_str(EDGE_MARK);
                self.w.out.push('\n');
                continue;
            }
            if i > 0 {
                self.phis(block)?;
            }
            let mut ended = false;
            for op in self.body.ops(block) {
                ended = self.line(op)?;
            }
            if !ended {
                return Err(error_in(self.w.ctx, &self.plan.global, ExportCode::Terminator));
            }
        }
        Ok(())
    }

    /// The line of an operation, if it is written; whether it ends the block.
    fn line(&mut self, op: Op) -> DiagnosticResult<bool> {
        if !self.plan.is_written(self.body, op) {
            return Ok(false);
        }
        let Some(def) = self.body.name(op).def() else { return Ok(false) };
        let is_replaced = self.plan.records.is_replaced(op);
        let is_record = !is_replaced && def.llvm.is_debug_record();
        let placed = if is_record { self.placed_record(op) } else { None };
        if is_record && placed.is_none() {
            return Ok(false);
        }
        self.records_before(op);
        if is_replaced {
            return Ok(false);
        }
        self.demangled_callee(op);
        let start = self.w.out.len();
        match &placed {
            Some(placed) => self.record(op, placed),
            None => self.instruction(op, def),
        }
        self.w.record_range(start, SourceConstruct::Op(op));
        self.w.out.push('\n');
        match self.w.take_error() {
            Some(kind) => Err(error_at(self.w.ctx, &self.plan.global, self.body, op, kind)),
            None => Ok(def.is(irtrip_dialect::ops::Traits::TERMINATOR)),
        }
    }

    /// `; call core::fmt::write`
    fn demangled_callee(&mut self, op: Op) {
        if !self.w.plan.shows_demangled || self.body.name(op) == irtrip::CALLBR {
            return;
        }
        if let Some(callee) = self.plan.called_name(self.w.ctx, self.body, op) {
            let ends_block = !self.body.successors(op).is_empty();
            self.w.demangled_comment(if ends_block { "; invoke " } else { "; call " }, callee);
        }
    }

    fn block_label(&mut self, block: Block, entry: bool) {
        let label = self.plan.label(block);
        let out = &mut self.w.out;
        match label {
            Local::Name(name) => {
                out.push('\n');
                let start = out.len();
                text::name(out, self.w.ctx.bytes(name));
                out.push(':');
                self.predecessors(block, entry, start);
                self.w.record_range(start, SourceConstruct::Label(block));
            }
            Local::Slot(number) if !entry => {
                out.push('\n');
                let start = out.len();
                if !self.w.plan.spellings.has(Spelling::NumberedLabels) {
                    out.push_str("; <label>:");
                }
                text::int(out, number);
                out.push(':');
                self.predecessors(block, entry, start);
                self.w.record_range(start, SourceConstruct::Label(block));
            }
            Local::Slot(_) | Local::None | Local::Link | Local::Constant(_) => {}
        }
        self.w.out.push('\n');
    }

    /// `; preds = %b, %a`: LLVM lists the uses of a block, of a text that it has read the last first.
    fn predecessors(&mut self, block: Block, entry: bool, line: usize) {
        if entry {
            return;
        }
        let column = self.w.out.len() - line;
        let padding = COMMENT_COLUMN.saturating_sub(column).max(1);
        self.w.out.extend(std::iter::repeat_n(' ', padding));
        if let Some(made) = self.plan.edges.made_block(block) {
            self.w.out.push_str("; preds = ");
            return self.w.label(self.plan, made.from);
        }
        let from = self.users(block);
        if from.is_empty() {
            return self.w.out.push_str("; No predecessors!");
        }
        self.w.out.push_str("; preds = ");
        for (i, from) in from.into_iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.w.label(self.plan, from);
        }
    }

    /// The blocks whose terminators use a block, in the order of its uses: the last comes first, unless the function
    /// orders them or their order in a comment is preserved.
    fn users(&self, block: Block) -> SmallVec<[Block; 4]> {
        if let Some(order) = self.predecessors.get(&block) {
            let edges = self.plan.edges.leading_to(block);
            return order.iter().filter_map(|edge| Some(edges.get(usize::try_from(*edge).ok()?)?.from)).collect();
        }
        let mut users = self.plan.edges.predecessors(block);
        if !self.places.is_empty() {
            users.sort_by_key(|user| std::cmp::Reverse(self.places.get(user.index()).copied()));
        }
        // A terminator's operand bundles follow its successors.
        for from in self.plan.records.labels(block) {
            let place = users.iter().position(|user| user == from).unwrap_or(0);
            users.insert(place, *from);
        }
        // Addresses of the block are uses too, the first ones: they come last.
        if let Some(order) = self.order_of_block(block).filter(|order| order.len() >= users.len()) {
            let mut ordered: SmallVec<[(i64, Block); 4]> = order.iter().copied().zip(users).collect();
            ordered.sort_by_key(|user| user.0);
            users = ordered.into_iter().map(|user| user.1).collect();
        }
        users
    }

    /// A value without its type.
    pub fn value(&mut self, value: Value) {
        match self.plan.locals.get(value.index()).copied().unwrap_or_default() {
            Local::Constant(id) => self.w.constant(&self.plan.pool, id),
            local => self.w.local(local),
        }
    }

    /// A value after its type.
    pub fn typed_value(&mut self, value: Value) {
        self.w.ty(self.body.value_type(value));
        self.w.out.push(' ');
        self.value(value);
    }

    /// Values after their types, comma-separated.
    pub fn typed_values(&mut self, values: &[Value]) {
        for (i, value) in values.iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.typed_value(*value);
        }
    }
}
