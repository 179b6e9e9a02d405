//! Operations, blocks and regions: the layout, the generic form, and what all forms share.

mod asm_printer;
mod formats;
pub(crate) mod printer_defs;
pub(crate) mod users;

use std::borrow::Cow;

use irtrip_dialect::assembly::{OpAsmPrinter, RegionStyle};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::mlir_release::ReleaseForm;
use irtrip_dialect::names;
use irtrip_dialect::ops::generic_form::GenericForm;
use irtrip_dialect::ops::{Arity, Format, Traits};
use irtrip_dialect::release::Release;
use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::{
    Attr, Block, ContextDialects, DirectMappedCache, Op, OpName, OpNameDefinition, Region, Str, Value,
};

use crate::print::Shared;
use crate::print::attributes::{AttrPrinter, LATELY, is_kept, keep_text};
use crate::print::custom_forms::FormParts;
use crate::print::names::{Scope, Start, UsedNames};
use crate::print::source_map::RangeRecorder;
use crate::print::text::push_int;
use printer_defs::PrinterDef;

/// Prints operations into `out`. One of these belongs to each thread.
pub(crate) struct OpPrinter<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) attrs: AttrPrinter<'a>,
    pub(crate) out: String,
    pub(crate) scope: Scope<'a>,
    /// The names of the regions that the operation at hand was left with.
    left: Option<Scope<'a>>,
    pub(crate) ranges: RangeRecorder<'a>,
    indent: usize,
    used: UsedNames,
    /// The dialect whose name is left off here; empty for none.
    default_dialect: &'static str,
    /// The text of an operation's dictionary by its definition and dictionary.
    dictionaries: DirectMappedCache<(OpName, Attr), String>,
}

/// Where an operation's operand groups start and end.
pub(crate) type Operands<'a> = &'a [Value];

impl<'a> OpPrinter<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>, body: &'a irtrip_dialect::Body) -> Self {
        let mut used = UsedNames::default();
        let scope = Scope::new(body, Start::default(), &mut shared.naming(&mut used));
        OpPrinter {
            shared,
            attrs: AttrPrinter::new(shared.ctx, &shared.aliases, shared.details),
            out: String::new(),
            scope,
            left: None,
            ranges: RangeRecorder::default(),
            indent: 0,
            used,
            default_dialect: "",
            dictionaries: DirectMappedCache::new(LATELY),
        }
    }

    // --- text, values, types ---

    /// Notes what is between `start` and here, if that is asked for.
    pub(crate) fn record_range(&mut self, start: usize, construct: SourceConstruct) {
        self.ranges.add(start, self.out.len(), construct, self.scope.body);
    }

    pub(crate) fn push_indent(&mut self) {
        const SPACES: &str = "                                ";
        let mut left = self.indent;
        while left > 0 {
            let now = left.min(SPACES.len());
            self.out.push_str(&SPACES[..now]);
            left -= now;
        }
    }

    /// Sets how far lines are indented.
    pub(crate) fn set_indent(&mut self, indent: usize) {
        self.indent = indent;
    }

    /// Sets the dialect whose name is left off; returns what held before.
    pub(crate) fn replace_default_dialect(&mut self, dialect: &'static str) -> &'static str {
        std::mem::replace(&mut self.default_dialect, dialect)
    }

    /// Appends `^block`.
    pub(crate) fn block_name(&mut self, block: Block) {
        self.scope.push_block(&mut self.out, self.shared.ctx, block);
    }

    /// The operands of a group; `index` is its place in the definition.
    pub(crate) fn group(&self, def: &PrinterDef, op: Op, index: u8) -> Operands<'a> {
        let operands = self.scope.body.operands(op);
        let index = usize::from(index);
        if def.plain_operands {
            return operands.get(index..index + 1).unwrap_or_default();
        }
        if let Some((fixed, most)) = def.operands {
            let open = operands.len().saturating_sub(fixed).min(most);
            let length = |arity: Arity| match arity {
                Arity::One => 1,
                Arity::Optional | Arity::Variadic | Arity::VariadicOfVariadic(_) => open,
                Arity::Successor(_) | Arity::Successors(..) => 0,
            };
            let slots = def.op_def.operands;
            let start: usize = slots.iter().take(index).map(|slot| length(slot.arity)).sum();
            let length = slots.get(index).map_or(0, |slot| length(slot.arity));
            return operands.get(start..start + length).unwrap_or_default();
        }
        let lengths = self.generic_form(op).group_lengths();
        let start: usize = lengths.iter().take(index).sum();
        let length = lengths.get(index).copied().unwrap_or(0);
        operands.get(start..start + length).unwrap_or_default()
    }

    /// The operation as the generic form has it.
    fn generic_form(&self, op: Op) -> GenericForm<'a> {
        GenericForm::new(self.shared.ctx, self.scope.body, op)
    }

    // --- dictionaries ---

    /// Appends the definition's clauses, `open`, the attributes that the definition's other elements do not write, and `}`, or
    /// nothing.
    fn attr_dict(&mut self, op: Op, open: &str) {
        let dictionary = self.scope.body.attrs(op);
        let Some(def) = self.shared.defs.of(self.scope.body.name(op)) else { return };
        if dictionary == attrs::EMPTY_DICTIONARY && def.written_defaults.is_empty() {
            return;
        }
        self.steps(def, op, &def.clauses);
        let older = self.shared.of_release.as_ref().filter(|form| form.release < Release::NATIVE);
        let key = (self.scope.body.name(op), dictionary);
        if let Some(text) = self.dictionaries.get(&key) {
            self.out.push_str(text);
            return;
        }
        let start = self.out.len();
        let entries = self.shared.ctx.entries(dictionary);
        let rest = entries.iter().copied().filter(|e| !def.elided.contains(&e.0));
        let mut rest: smallvec::SmallVec<[(Str, Attr); 8]> = rest.collect();
        for &(name, value) in &def.written_defaults {
            if !rest.iter().any(|e| e.0 == name) {
                rest.push((name, value));
            }
        }
        if let Some(form) = older {
            form.have_older_names(def.op_def, &mut rest);
        }
        if !def.written_defaults.is_empty() || older.is_some() {
            rest.sort_by(|a, b| self.shared.ctx.bytes(a.0).cmp(self.shared.ctx.bytes(b.0)));
        }
        self.attribute_entries(&rest, open);
        let text = &self.out[start..];
        if !rest.is_empty() && is_kept(text, 0) {
            keep_text(&mut self.dictionaries, key, text);
        }
    }

    fn entries(&mut self, entries: &[(Str, Attr)]) {
        for (i, &(key, value)) in entries.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.attrs.entry(&mut self.out, key, value);
        }
    }

    // --- operations ---

    /// Appends an operation on a line of its own.
    pub(crate) fn operation_line(&mut self, op: Op) {
        self.push_indent();
        self.operation(op);
        if self.shared.options.debug_info {
            let loc = self.scope.body.loc(op);
            self.attrs.trailing_location(&mut self.out, loc, true);
        }
        self.users_of_results(op);
        self.text("\n");
    }

    fn operation(&mut self, op: Op) {
        self.scope.push_results(&mut self.out, self.shared.ctx, op);
        self.form(op);
    }

    /// Appends an operation without its results and its location.
    pub(crate) fn form(&mut self, op: Op) {
        let body = self.scope.body;
        let def = self.shared.defs.of(body.name(op));
        match def.filter(|def| !self.shared.options.generic && self.fits(def, op)) {
            Some(def) => {
                self.custom_name(def);
                match def.op_def.form() {
                    Format::Assembly(_) => self.steps(def, op, &def.steps),
                    Format::Custom(format) => format.print(self, op),
                    Format::Generic => {}
                }
            }
            None => self.generic(def, op),
        }
        self.left = None;
    }

    fn custom_name(&mut self, def: &PrinterDef) {
        let name = def.op_def.name;
        if self.default_dialect.is_empty() {
            return self.text(name);
        }
        match name.strip_prefix(self.default_dialect).and_then(|rest| rest.strip_prefix('.')) {
            // A name with a point in it would be taken for one with a dialect.
            Some(short) if !short.contains('.') => self.text(short),
            _ => self.text(name),
        }
    }

    /// Whether an operation has what its definition's custom form is made of. One that has not is written generically,
    /// which loses nothing.
    fn fits(&self, def: &PrinterDef, op: Op) -> bool {
        let body = self.scope.body;
        let operands = body.operands(op).len();
        let groups_fit = match def.operands {
            Some((fixed, most)) => operands >= fixed && operands - fixed <= most,
            None => self.generic_form(op).group_lengths().iter().sum::<usize>() == operands,
        };
        let regions = body.nested(op).map_or(body.op_regions(op).len(), |b| b.regions().len());
        !matches!(def.op_def.form(), Format::Generic)
            && groups_fit
            && self.results_fit(def, op)
            && def.op_def.successors.is_none_or(|n| body.successors(op).len() == usize::from(n))
            && (regions <= usize::from(def.op_def.regions) || def.op_def.is(Traits::ANY_REGIONS))
            && def.required.iter().all(|&key| self.attribute_of(op, key).is_some())
            && !def.has_later_form
            && self.shared.of_release.as_ref().is_none_or(|of_release| self.is_read_by(def, op, of_release))
            && !(def.is_strict && self.has_unwritten_properties(def, op))
            && match def.op_def.form() {
                Format::Custom(format) => format.is_printable(self, op),
                Format::Assembly(_) | Format::Generic => true,
            }
    }

    /// Whether the release reads an operation in the custom form that is written for it.
    fn is_read_by(&self, def: &PrinterDef, op: Op, of_release: &ReleaseForm) -> bool {
        let body = self.scope.body;
        if of_release.release >= Release::NATIVE {
            let is_code = matches!(def.op_def.form(), Format::Custom(_)) && !self.has_unwritten_properties(def, op);
            return (def.op_def.declared.is_none() || is_code) && !of_release.has_untaken_tokens(body, op);
        }
        let form = FormParts::of(self.shared.ctx, body, op);
        let is_known = match self.shared.options.probed {
            Some(probed) => form == probed,
            None => def.read_parts.is_some_and(|read| form.parts.is_subset(read)),
        };
        is_known && !of_release.is_hidden(body, op) && of_release.older_name(body, op).is_none()
    }

    /// Whether an operation has inherent attributes that nothing but the dictionary of its definition's custom form writes.
    fn has_unwritten_properties(&self, def: &PrinterDef, op: Op) -> bool {
        let entries = self.shared.ctx.entries(self.scope.body.attrs(op));
        entries.iter().any(|(key, _)| def.is_inherent(*key) && !def.elided.contains(key))
    }

    fn results_fit(&self, def: &PrinterDef, op: Op) -> bool {
        let count = self.scope.body.results(op).len();
        match def.op_def.results {
            [] => count == 0,
            [slot] => match slot.arity {
                Arity::One => count == 1,
                Arity::Optional => count <= 1,
                Arity::Variadic | Arity::VariadicOfVariadic(_) | Arity::Successor(_) | Arity::Successors(..) => true,
            },
            _ => true,
        }
    }

    /// Appends the generic form: `"name"(%a)[^b] <{properties}> ({regions}) {attributes} : (T) -> U`.
    pub(crate) fn generic(&mut self, def: Option<&PrinterDef>, op: Op) {
        let ctx = self.shared.ctx;
        let body = self.scope.body;
        let of_release = self.shared.of_release.as_ref();
        let name = of_release.and_then(|form| form.name(body, op)).map(Cow::Owned);
        let name = name.unwrap_or_else(|| ctx.op_name_str(body.name(op)));
        crate::print::text::push_quoted(&mut self.out, name.as_bytes());
        self.text("(");
        let operands = self.generic_form(op).operands();
        self.operands(&operands);
        self.text(")");
        let successors = body.successors(op);
        for (i, successor) in successors.iter().enumerate() {
            self.text(if i == 0 { "[" } else { ", " });
            self.block_name(successor.block);
        }
        if !successors.is_empty() {
            self.text("]");
        }
        if let Some(form) = of_release.filter(|form| form.is_one_dictionary(body, op)) {
            let mut entries = form.attributes(body, op);
            let properties = form.take_properties(body, op, &mut entries);
            self.property_entries(&properties);
            self.generic_regions(def, op);
            self.attribute_entries(&entries, " {");
            self.text(" : ");
            return self.functional_type(&operands, op);
        }
        let properties = def.filter(|r| r.upstream);
        if properties.is_some() {
            self.properties(op, &[]);
        } else if let Some(value) = self.attribute_of(op, names::PROPERTIES) {
            self.text(" <");
            self.attribute(value);
            self.text(">");
        }
        self.generic_regions(def, op);
        let entries = ctx.entries(body.attrs(op));
        let is_apart =
            |key| key == names::PROPERTIES || of_release.is_some_and(|form| form.is_in_properties(body, op, key));
        let discardable = entries.iter().copied().filter(|e| !is_apart(e.0));
        let discardable = discardable.filter(|e| properties.is_none_or(|def| !def.is_inherent(e.0)));
        let mut discardable: smallvec::SmallVec<[(Str, Attr); 8]> = discardable.collect();
        if properties.is_none() {
            self.generic_form(op).add_segments(&mut discardable);
        }
        self.attribute_entries(&discardable, " {");
        self.text(" : ");
        self.functional_type(&operands, op);
    }

    /// Appends ` <{...}>`: the inherent attributes that are not written elsewhere, those at their defaults and the
    /// operand groups' sizes included.
    pub(crate) fn properties(&mut self, op: Op, written: &[Str]) {
        let body = self.scope.body;
        let of_release = self.shared.of_release.as_ref();
        let own = || self.generic_form(op).properties();
        let mut entries = of_release.map_or_else(own, |form| form.properties(body, op));
        entries.retain(|entry| !written.contains(&entry.0));
        self.property_entries(&entries);
    }

    fn property_entries(&mut self, entries: &[(Str, Attr)]) {
        if !entries.is_empty() {
            self.text(" <{");
            self.entries(entries);
            self.text("}>");
        }
    }

    /// Appends ` ({...}, {...})`. A region without blocks that the definition asks for is written too.
    fn generic_regions(&mut self, def: Option<&PrinterDef>, op: Op) {
        let body = self.scope.body;
        let have = body.nested(op).map_or(body.op_regions(op).len(), |b| b.regions().len());
        let count = def.map_or(have, |r| have.max(usize::from(r.op_def.regions)));
        if count == 0 {
            return;
        }
        self.text(" (");
        self.enter(op, |printer, regions| {
            // Readers leave it that of the operation around this one.
            printer.default_dialect = "";
            for i in 0..count {
                if i > 0 {
                    printer.text(", ");
                }
                match regions.get(i) {
                    Some(&region) => {
                        let style = RegionStyle { entry_label: true, empty_label: true, ..RegionStyle::default() };
                        printer.region(region, style);
                    }
                    None => {
                        printer.text("{");
                        printer.new_line();
                        printer.text("}");
                    }
                }
            }
        });
        self.text(")");
    }

    // --- regions ---

    /// Calls back with an operation's regions, with the names of the body they are in. The names last until the
    /// operation is printed, so that a form may enter them again.
    fn enter(&mut self, op: Op, with: impl FnOnce(&mut Self, &[Region])) {
        let body = self.scope.body;
        let inner = body.name(op).def().map_or("", |def| def.default_dialect);
        let outer_dialect = std::mem::replace(&mut self.default_dialect, inner);
        match body.nested(op) {
            Some(nested) => {
                let inner = match self.left.take() {
                    Some(left) if std::ptr::eq(left.body, nested) => left,
                    _ => {
                        let start = self.scope.start_at(op);
                        Scope::new(nested, start, &mut self.shared.naming(&mut self.used))
                    }
                };
                let outer = std::mem::replace(&mut self.scope, inner);
                with(self, nested.regions());
                self.left = Some(std::mem::replace(&mut self.scope, outer));
            }
            None => with(self, body.op_regions(op)),
        }
        self.default_dialect = outer_dialect;
    }

    /// Appends `{`, the blocks, `}`.
    fn blocks_of(&mut self, region: Region, style: RegionStyle) {
        let body = self.scope.body;
        if self.shared.options.skip_regions {
            return self.text("{...}");
        }
        self.text("{\n");
        for (i, &block) in body.blocks(region).iter().enumerate() {
            let forced = style.empty_label && body.first_op(block).is_none()
                || style.entry_label && !body.block_args(block).is_empty();
            self.block(block, i == 0, i > 0 || forced, style.omit_terminator);
        }
        self.push_indent();
        self.text("}");
    }

    /// Appends a block's operations, a step further in than its label.
    pub(crate) fn block(&mut self, block: Block, entry: bool, label: bool, omit_terminator: bool) {
        if label {
            self.block_label(block, entry);
        }
        self.indent += 2;
        self.users_of_arguments(block);
        let body = self.scope.body;
        let omitted = body.last_op(block).filter(|_| omit_terminator);
        for op in body.ops(block).filter(|&op| Some(op) != omitted) {
            let start = self.out.len();
            self.operation_line(op);
            self.record_range(start, SourceConstruct::Op(op));
        }
        self.indent -= 2;
    }

    /// Appends `^bb1(%0: i32):  // pred: ^bb0`.
    fn block_label(&mut self, block: Block, entry: bool) {
        let body = self.scope.body;
        let start = self.out.len();
        self.push_indent();
        self.block_name(block);
        let args = body.block_args(block);
        for (i, &arg) in args.iter().enumerate() {
            self.text(if i == 0 { "(" } else { ", " });
            let start = self.out.len();
            self.operand(arg);
            self.text(": ");
            self.ty(body.value_type(arg));
            self.record_range(start, SourceConstruct::Argument(block, i as u32));
            self.argument_location(block, i);
        }
        self.text(if args.is_empty() { ":" } else { "):" });
        self.predecessors(block, entry);
        self.text("\n");
        self.record_range(start, SourceConstruct::Label(block));
    }

    fn predecessors(&mut self, block: Block, entry: bool) {
        let ctx = self.shared.ctx;
        let OpPrinter { scope, out, .. } = self;
        match scope.predecessors(block) {
            [] if entry => {}
            [] => out.push_str("  // no predecessors"),
            [one] => {
                out.push_str("  // pred: ");
                scope.push_block(out, ctx, *one);
            }
            several => {
                out.push_str("  // ");
                push_int(out, several.len());
                out.push_str(" preds: ");
                for (i, &block) in several.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    scope.push_block(out, ctx, block);
                }
            }
        }
    }
}
