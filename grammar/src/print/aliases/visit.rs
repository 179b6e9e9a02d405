//! Visits a module in the order it is printed, for the aliases.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::names;
use irtrip_dialect::ops::{Format, OpDef, Syntax};
use irtrip_dialect::{Attr, Block, Body, Context, Module, Op, OpName, Str};

use super::{Aliases, Collector};
use crate::print::PrintOptions;
use crate::print::operations::directives::unwritten_terminator;
use crate::print::operations::rows::{Row, Step, row_of};

/// Finds a module's aliases.
pub(crate) fn aliases(ctx: &Context, module: &Module, options: &PrintOptions, rows: &[Row]) -> Aliases {
    let unwritten = options.skip_regions && !(options.no_implicit_module && module.implicit);
    let ops: Vec<Op> = module.ops().filter(|_| !unwritten).collect();
    let visit = |ops: &[Op], head: bool, foot: bool| {
        let collector = Collector::new(ctx, options.type_aliases);
        let mut visitor = Visitor { ctx, options, rows, collector, seen: Vec::new() };
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
    let aliases = halves().unwrap_or_else(|| visit(&ops, true, true)).finish();
    match options.local_scope {
        true => aliases.without_names(),
        false => aliases,
    }
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

/// How many arguments of its first block the custom form writes with their types and locations, by the region.
fn written_arguments(def: &OpDef, region: usize) -> usize {
    match def.format {
        Format::Generic | Format::Assembly(_) => usize::MAX,
        Format::Custom(syntax) => match syntax {
            Syntax::For | Syntax::Parallel | Syntax::Forall | Syntax::Global | Syntax::Alias => 0,
            Syntax::While if region == 0 => 0,
            Syntax::While
            | Syntax::Func
            | Syntax::FunctionOp
            | Syntax::Module
            | Syntax::DmaStart
            | Syntax::Landingpad
            | Syntax::Alloca
            | Syntax::ICmp
            | Syntax::FCmp
            | Syntax::Call
            | Syntax::Invoke
            | Syntax::CallIntrinsic => usize::MAX,
        },
    }
}

struct Visitor<'a> {
    ctx: &'a Context,
    options: &'a PrintOptions,
    rows: &'a [Row],
    collector: Collector<'a>,
    /// By attribute index: dictionaries that are visited.
    seen: Vec<Option<OpName>>,
}

impl Visitor<'_> {
    /// Visits what is printed in front of a module's operations.
    fn module_head(&mut self, module: &Module) {
        if self.options.debug_info && !(self.options.no_implicit_module && module.implicit) {
            self.collector.location(module.loc, true);
        }
        if !self.options.generic {
            self.entries(module.attrs, &[]);
        }
    }

    /// Visits what is printed behind a module's operations, and the types of its values.
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

    /// Visits a block, and as many of its arguments as are written.
    fn block(&mut self, body: &Body, block: Block, arguments: usize, omitted: Option<Op>) {
        let written = body.block_args(block).iter().take(arguments);
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
        if self.options.debug_info {
            self.collector.location(body.loc(op), true);
        }
        let dictionary = body.attrs(op);
        let row = row_of(self.rows, body.name(op));
        match row.filter(|_| !self.options.generic) {
            Some(row) if !matches!(row.def.format, Format::Generic) => {
                self.function_type(body, op);
                if dictionary != attributes::EMPTY_DICTIONARY && self.is_new(body.name(op), dictionary) {
                    self.custom(row, body, op);
                }
                self.value_types(body, op);
                self.regions(body, op, row);
            }
            _ => {
                self.regions_of(body, op, None);
                if dictionary != attributes::EMPTY_DICTIONARY && self.is_new(body.name(op), dictionary) {
                    self.entries(dictionary, &[]);
                }
                self.value_types(body, op);
            }
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

    /// Visits the type that a function's custom form begins with.
    fn function_type(&mut self, body: &Body, op: Op) {
        if body.name(op) != irtrip_dialect::ops::func::FUNC {
            return;
        }
        let ty = body.attr(self.ctx, op, names::FUNCTION_TYPE).and_then(|attr| self.ctx.type_value(attr));
        if let Some(ty) = ty {
            self.collector.value_type(ty);
        }
    }

    /// Visits attributes in the order of the custom form.
    fn custom(&mut self, row: &Row, body: &Body, op: Op) {
        if self.options.type_aliases {
            self.hidden_types(row, body, op);
        }
        match row.def.format {
            Format::Assembly(_) => self.steps(row, body, op, &row.steps),
            Format::Custom(syntax) => self.syntax(row, body, op, syntax),
            Format::Generic => {}
        }
    }

    fn steps(&mut self, row: &Row, body: &Body, op: Op, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Attr(key, _) | Step::QualifiedAttr(key) => {
                    if let Some(attr) = body.attr(self.ctx, op, *key) {
                        self.collector.attr(attr, false);
                    }
                }
                Step::IfAttr(_, steps)
                | Step::IfOperand(_, steps)
                | Step::IfResult(_, steps)
                | Step::IfRegion(_, steps) => self.steps(row, body, op, steps),
                Step::AttrDict => self.entries(body.attrs(op), &row.elided),
                Step::PropDict(written) => self.entries(body.attrs(op), written),
                Step::Text(_)
                | Step::Operand(_)
                | Step::Operands
                | Step::Keyword(..)
                | Step::Type(_)
                | Step::OperandTypes
                | Step::ResultTypes
                | Step::FunctionalType
                | Step::Successor(_)
                | Step::Region(_)
                | Step::Regions
                | Step::IndexList(..)
                | Step::Custom(_) => {}
            }
        }
    }

    fn syntax(&mut self, row: &Row, body: &Body, op: Op, syntax: Syntax) {
        let value = |key: Str| body.attr(self.ctx, op, key);
        let (arg_attrs, res_attrs) = (value(names::ARG_ATTRS), value(names::RES_ATTRS));
        match syntax {
            Syntax::Func | Syntax::FunctionOp => {
                // Upstream's visit leaves out the attributes of a defined function's parameters.
                let defined = body.is_defined(op);
                self.dictionaries(arg_attrs.filter(|_| !defined));
                self.dictionaries(res_attrs);
                self.entries(body.attrs(op), &row.elided);
            }
            Syntax::Global => {
                if let Some(value) = value(names::VALUE) {
                    self.collector.attr(value, false);
                }
                self.entries(body.attrs(op), &row.elided);
            }
            Syntax::Call | Syntax::Invoke | Syntax::CallIntrinsic => {
                self.entries(body.attrs(op), &row.elided);
                self.dictionaries(arg_attrs);
                self.dictionaries(res_attrs);
            }
            Syntax::Module
            | Syntax::DmaStart
            | Syntax::Parallel
            | Syntax::Forall
            | Syntax::Alias
            | Syntax::Landingpad
            | Syntax::Alloca
            | Syntax::ICmp
            | Syntax::FCmp
            | Syntax::For
            | Syntax::While => self.entries(body.attrs(op), &row.elided),
        }
    }

    /// Visits the attributes that the custom form writes outside its dictionary and that may hold types.
    fn hidden_types(&mut self, row: &Row, body: &Body, op: Op) {
        for &(key, value) in self.ctx.entries(body.attrs(op)) {
            if row.elided.contains(&key) {
                self.collector.attr(value, false);
            }
        }
    }

    /// Visits the values of an array's dictionaries.
    fn dictionaries(&mut self, array: Option<Attr>) {
        for &dictionary in array.map_or(&[][..], |a| self.ctx.items(a)) {
            self.entries(dictionary, &[]);
        }
    }

    fn regions(&mut self, body: &Body, op: Op, row: &Row) {
        self.regions_of(body, op, Some(row.def));
    }

    /// Visits an operation's regions, in the custom form of `custom` without what that leaves out.
    fn regions_of(&mut self, body: &Body, op: Op, custom: Option<&OpDef>) {
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
        let results = body.result(op).is_some();
        for (number, &region) in regions.iter().enumerate() {
            let omitted = custom.and_then(|def| unwritten_terminator(def, results, inner, (number, region)));
            for (i, &block) in inner.blocks(region).iter().enumerate() {
                let written = custom.filter(|_| i == 0).map_or(usize::MAX, |def| written_arguments(def, number));
                self.block(inner, block, written, omitted);
            }
        }
    }

    /// Visits the types of a body's values and those its operations' attributes hold in hidden places.
    fn body_types(&mut self, body: &Body) {
        if !self.options.type_aliases {
            return;
        }
        for i in 0..body.value_count() {
            self.collector.ty(body.value_type(irtrip_dialect::Value::new(i)));
        }
    }
}
