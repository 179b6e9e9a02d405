//! Visits a module in the order it is printed, for the aliases.

use irtrip_dialect::assembly::{AttributeVisitor, EntryArguments, RegionSyntax, implicit_terminator};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::ops::{Format, FormatElement, OpDef};
use irtrip_dialect::{Attr, Block, Body, Context, Module, Op, OpName, Region, Str, TypeData, names};

use super::{Aliases, Collector};
use crate::print::PrintOptions;
use crate::print::operations::printer_defs::{PrinterDef, PrinterDefs, Step};

/// Finds a module's aliases.
pub(crate) fn aliases(ctx: &Context, module: &Module, options: &PrintOptions, defs: &PrinterDefs<'_>) -> Aliases {
    let collector = collect(ctx, module, options, defs, false);
    match options.local_scope {
        true => collector.finish_without_names(),
        false => collector.finish(options.single_use_locations_in_place),
    }
}

/// Visits a module's attributes and types; all of them where `counts_parts`, for [`Collector::most_parts`].
pub(crate) fn collect<'a>(
    ctx: &'a Context,
    module: &Module,
    options: &'a PrintOptions,
    defs: &'a PrinterDefs<'a>,
    counts_parts: bool,
) -> Collector<'a> {
    let unwritten = options.skip_regions && !(options.no_implicit_module && module.implicit);
    let ops: Vec<Op> = module.ops().filter(|_| !unwritten).collect();
    let visit = |ops: &[Op], head: bool, foot: bool| {
        let collector = Collector::new(ctx, options.type_aliases, counts_parts);
        let mut visitor = Visitor { ctx, options, defs, collector, seen: Vec::new() };
        if head {
            visitor.module_head(module);
        }
        ops.iter().for_each(|op| visitor.operation(&module.body, *op));
        if foot {
            visitor.module_foot(module);
        }
        visitor.collector
    };
    let halves = || {
        let (front, back) = ops.split_at(half(module, &ops)?);
        let (mut front, back) = rayon::join(|| visit(front, true, false), || visit(back, false, true));
        if front.has_foreign_locations() || back.has_foreign_locations() {
            return None;
        }
        front.append(back);
        Some(front)
    };
    halves().unwrap_or_else(|| visit(&ops, true, true))
}

/// How many of a module's operations hold half of all that there is to visit; `None` where that is too little to share.
fn half(module: &Module, ops: &[Op]) -> Option<usize> {
    const FEW: usize = 4096;
    let weight = |op: &Op| 1 + module.body.nested(*op).map_or(0, Body::op_count);
    let all: usize = ops.iter().map(weight).sum();
    let mut sum = 0;
    let count = ops.iter().take_while(|op| {
        sum += weight(op);
        sum <= all / 2
    });
    (all > FEW).then(|| count.count())
}

/// Whether the custom form writes the attribute dictionary after regions.
fn attributes_follow_regions(def: &PrinterDef) -> bool {
    let place = |is: fn(&Step) -> bool| def.steps.iter().position(is);
    match def.op_def.form() {
        Format::Custom(format) => format.regions().attributes_follow,
        Format::Assembly(_) => {
            let regions = place(|step| match step {
                Step::Region(_) | Step::Regions => true,
                Step::Custom(directive) => directive.writes_regions(),
                _ => false,
            });
            regions
                .is_some_and(|regions| place(|step| matches!(step, Step::AttrDict)).is_some_and(|dict| regions < dict))
        }
        Format::Generic => false,
    }
}

/// How many arguments of a region's first block the custom form of an operation writes with their types and locations.
fn written_arguments(ctx: &Context, def: &OpDef, (body, op): (&Body, Op), region: usize) -> usize {
    let all = |are: bool| if are { usize::MAX } else { 0 };
    match def.form() {
        Format::Generic => usize::MAX,
        Format::Assembly(elements) => all(elements.iter().all(|element| match element {
            FormatElement::Custom(directive) => directive.writes_entry_arguments(),
            _ => true,
        })),
        Format::Custom(format) => match format.regions() {
            syntax if region < syntax.entry_arguments_from => 0,
            RegionSyntax { entry_arguments: EntryArguments::First(count), .. } => count,
            RegionSyntax { entry_arguments: EntryArguments::Parameters, .. } => {
                let ty = body.type_attr(ctx, op, names::FUNCTION_TYPE);
                match ty.map(|ty| ctx.type_data(ty)) {
                    Some(TypeData::Function { inputs, .. }) => inputs.len(),
                    _ => usize::MAX,
                }
            }
            _ => usize::MAX,
        },
    }
}

/// The operation at a region's end that the custom form of an operation leaves out; `inner` is the body of the region.
fn unwritten_terminator(
    def: &OpDef,
    (body, op): (&Body, Op),
    inner: &Body,
    (number, region): (usize, Region),
) -> Option<Op> {
    match def.form() {
        Format::Custom(format) => {
            let omits = format.regions().omits_terminator_without_results && body.result(op).is_none();
            let last = inner.blocks(region).last().filter(|_| omits);
            last.and_then(|&block| inner.last_op(block))
        }
        Format::Assembly(elements) => {
            let keeps = |element: &FormatElement| matches!(element, FormatElement::Custom(directive) if directive.keeps_terminator(number));
            implicit_terminator(def, inner, region).filter(|_| !elements.iter().any(keeps))
        }
        Format::Generic => None,
    }
}

struct Visitor<'a> {
    ctx: &'a Context,
    options: &'a PrintOptions,
    defs: &'a PrinterDefs<'a>,
    collector: Collector<'a>,
    /// By attribute index: dictionaries that are visited.
    seen: Vec<Option<OpName>>,
}

impl Visitor<'_> {
    /// Visits what is printed before a module's operations.
    fn module_head(&mut self, module: &Module) {
        if self.options.debug_info && !(self.options.no_implicit_module && module.implicit) {
            self.collector.location(module.loc, true);
        }
        if !self.options.generic {
            self.entries(module.attrs, &[]);
        }
    }

    /// Visits what is printed after a module's operations, and the types of its values.
    fn module_foot(&mut self, module: &Module) {
        if self.options.generic {
            self.entries(module.attrs, &[]);
        }
        self.body_types(&module.body);
    }

    /// Visits a dictionary's values, without those under the keys in `elided`.
    fn entries(&mut self, dictionary: Attr, elided: &[Str]) {
        for &(key, value) in self.ctx.entries(dictionary) {
            if !elided.contains(&key) {
                self.collector.attr(value, false);
            }
        }
    }

    /// Whether a dictionary was not met last at an operation of this name, whose form may write more of it.
    fn is_new(&mut self, name: OpName, dictionary: Attr) -> bool {
        if self.seen.len() <= dictionary.index() {
            self.seen.resize(dictionary.index() + 1, None);
        }
        self.seen[dictionary.index()].replace(name) != Some(name)
    }

    /// Visits a block, and its arguments if they are written.
    fn block(&mut self, body: &Body, block: Block, arguments: usize, omitted: Option<Op>) {
        let written = body.block_args(block);
        let written = written.get(..arguments).unwrap_or(written);
        if self.options.debug_info {
            for i in 0..written.len() {
                self.collector.location(body.block_arg_loc(block, i), false);
            }
        }
        for &argument in written {
            self.collector.value_type(body.value_type(argument));
        }
        for op in body.ops(block).filter(|&op| Some(op) != omitted) {
            self.operation(body, op);
        }
    }

    fn operation(&mut self, body: &Body, op: Op) {
        let (is_located, is_in_line) = (self.options.debug_info, self.options.local_scope);
        if is_located && !is_in_line {
            self.collector.location(body.loc(op), true);
        }
        let dictionary = body.attrs(op);
        let def = self.defs.of(body.name(op));
        match def.filter(|_| !self.options.generic) {
            Some(def) if !matches!(def.op_def.form(), Format::Generic) => {
                self.leading_type(def, body, op);
                let are_last = attributes_follow_regions(def);
                if are_last {
                    if let Format::Custom(format) = def.op_def.form() {
                        format.visit_attributes_before_regions(&mut FormVisitor { visitor: self, def, body, op });
                    }
                    self.regions_of(body, op, Some(def));
                }
                if dictionary != attrs::EMPTY_DICTIONARY && self.is_new(body.name(op), dictionary) {
                    self.custom(def, body, op);
                }
                self.value_types(body, op);
                if !are_last {
                    self.regions_of(body, op, Some(def));
                }
            }
            _ => {
                self.regions_of(body, op, None);
                if dictionary != attrs::EMPTY_DICTIONARY && self.is_new(body.name(op), dictionary) {
                    self.entries(dictionary, &[]);
                }
                self.value_types(body, op);
            }
        }
        if is_located && is_in_line {
            self.collector.location(body.loc(op), true);
        }
    }

    /// Visits the types of an operation's operands and results.
    fn value_types(&mut self, body: &Body, op: Op) {
        if !self.collector.visits_value_types() {
            return;
        }
        for &value in body.all_operands(op) {
            self.collector.value_type(body.value_type(value));
        }
        for value in body.results(op) {
            self.collector.value_type(body.value_type(value));
        }
    }

    /// Visits the type that the custom form begins with.
    fn leading_type(&mut self, def: &PrinterDef, body: &Body, op: Op) {
        let Format::Custom(format) = def.op_def.form() else { return };
        let attr = format.leading_type().and_then(|key| body.attr(self.ctx, op, key));
        if let Some(ty) = attr.and_then(|attr| self.ctx.type_value(attr)) {
            self.collector.value_type(ty);
        }
    }

    /// Visits attributes in the order of the custom form.
    fn custom(&mut self, def: &PrinterDef, body: &Body, op: Op) {
        self.hidden_types(def, body, op);
        match def.op_def.form() {
            Format::Assembly(_) => self.steps(def, body, op, &def.steps),
            Format::Custom(format) => format.visit_attributes(&mut FormVisitor { visitor: self, def, body, op }),
            Format::Generic => {}
        }
    }

    fn steps(&mut self, def: &PrinterDef, body: &Body, op: Op, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Attr(key, _) | Step::QualifiedAttr(key) => {
                    if let Some(attr) = body.attr(self.ctx, op, *key) {
                        self.collector.attr(attr, false);
                    }
                }
                Step::If { steps, .. } => self.steps(def, body, op, steps),
                Step::AttrDict | Step::AttrDictWithKeyword => self.attr_dict(def, body, op),
                Step::Properties(keys) => {
                    let values = keys.iter().filter_map(|(key, _)| body.attr(self.ctx, op, *key));
                    values.for_each(|value| self.collector.attr(value, false));
                }
                Step::PropDict(written) => self.entries(body.attrs(op), written),
                Step::Text(_)
                | Step::Operand(_)
                | Step::Operands
                | Step::Type(_)
                | Step::StrippedType(..)
                | Step::OperandTypes
                | Step::ResultTypes
                | Step::FunctionalType
                | Step::FunctionalTypeOf(..)
                | Step::Successor(_)
                | Step::Region(_)
                | Step::Regions
                | Step::IndexList(..)
                | Step::Custom(_) => {}
            }
        }
    }

    /// Visits the attributes that no other element of the custom form writes.
    fn attr_dict(&mut self, def: &PrinterDef, body: &Body, op: Op) {
        self.steps(def, body, op, &def.clauses);
        self.entries(body.attrs(op), &def.elided);
    }

    /// Visits the attributes that the custom form writes outside its dictionary and that may hold types.
    fn hidden_types(&mut self, def: &PrinterDef, body: &Body, op: Op) {
        for &(key, value) in self.ctx.entries(body.attrs(op)) {
            if !def.elided.contains(&key) {
                continue;
            }
            match self.ctx.type_value(value).filter(|_| !self.options.type_aliases) {
                Some(ty) => self.collector.ty(ty),
                None if self.options.type_aliases => self.collector.attr(value, false),
                None => {}
            }
        }
    }

    /// Visits an operation's regions, in the custom form of `custom` without what that leaves out.
    fn regions_of(&mut self, body: &Body, op: Op, custom: Option<&PrinterDef>) {
        if self.options.skip_regions {
            return;
        }
        let (inner, regions) = match body.nested(op) {
            Some(nested) => (nested, nested.regions()),
            None => (body, body.op_regions(op)),
        };
        if body.nested(op).is_some() {
            self.body_types(inner);
        }
        let is_rotated = |step: &Step| matches!(step, Step::Custom(directive) if directive.writes_first_region_last());
        let first = usize::from(custom.is_some_and(|def| def.steps.iter().any(is_rotated)));
        for number in (first..regions.len()).chain(0..first.min(regions.len())) {
            let region = regions[number];
            let omitted = custom.and_then(|def| unwritten_terminator(def.op_def, (body, op), inner, (number, region)));
            for (i, &block) in inner.blocks(region).iter().enumerate() {
                let of_form = custom.filter(|_| i == 0);
                let arguments =
                    of_form.map_or(usize::MAX, |def| written_arguments(self.ctx, def.op_def, (body, op), number));
                self.block(inner, block, arguments, omitted);
            }
        }
    }

    /// Visits the types of a body's values and those its operations' attributes hold in hidden places.
    fn body_types(&mut self, body: &Body) {
        for i in 0..body.value_count() {
            self.collector.ty(body.value_type(irtrip_dialect::Value::new(i)));
        }
    }
}

/// Visits the attributes of one operation for its custom form.
struct FormVisitor<'v, 'a> {
    visitor: &'v mut Visitor<'a>,
    def: &'v PrinterDef,
    body: &'v Body,
    op: Op,
}

impl AttributeVisitor for FormVisitor<'_, '_> {
    fn context(&self) -> &Context {
        self.visitor.ctx
    }

    fn attribute_of(&self, key: Str) -> Option<Attr> {
        self.body.attr(self.visitor.ctx, self.op, key)
    }

    fn is_defined(&self) -> bool {
        self.body.is_defined(self.op)
    }

    fn visit(&mut self, attr: Attr) {
        self.visitor.collector.attr(attr, false);
    }

    fn visit_dictionaries(&mut self, key: Str) {
        for &dictionary in self.attribute_of(key).map_or(&[][..], |array| self.visitor.ctx.items(array)) {
            self.visitor.entries(dictionary, &[]);
        }
    }

    fn visit_attr_dict(&mut self) {
        self.visitor.attr_dict(self.def, self.body, self.op);
    }
}
