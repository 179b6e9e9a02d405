//! The printer as custom forms that are code see it.

use irtrip_dialect::assembly::{OpAsmPrinter, RegionStyle};
use irtrip_dialect::enums::Enumeration;
use irtrip_dialect::ops::STRICT_PROPERTIES;
use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, Op, Region, Signedness, Str, Type, Value};

use super::OpPrinter;
use crate::print::attributes::{TypeOf, dense};
use crate::print::text::{push_ascii, push_int};

impl<'a> OpAsmPrinter<'a> for OpPrinter<'a> {
    fn context(&self) -> &'a Context {
        self.shared.ctx
    }

    fn body(&self) -> &'a Body {
        self.scope.body
    }

    fn operand_group(&self, op: Op, group: u8) -> &'a [Value] {
        match self.shared.defs.of(self.scope.body.name(op)) {
            Some(def) => self.group(def, op, group),
            None => &[],
        }
    }

    fn is_upstream_text(&self) -> bool {
        !self.shared.options.names
    }

    fn has_strict_properties(&self) -> bool {
        self.shared.options.release.is_some_and(|release| release >= STRICT_PROPERTIES)
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn ascii(&mut self, bytes: &[u8]) {
        push_ascii(&mut self.out, bytes);
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.push_indent();
    }

    fn integer(&mut self, value: i64) {
        push_int(&mut self.out, value);
    }

    fn ty(&mut self, ty: Type) {
        self.attrs.types.write(&mut self.out, ty);
    }

    fn attribute(&mut self, attr: Attr) {
        self.attrs.write(&mut self.out, attr);
    }

    fn attribute_without_type(&mut self, attr: Attr) {
        self.attrs.write_as(&mut self.out, attr, TypeOf::Left);
    }

    fn string(&mut self, attr: Attr) {
        self.attrs.string(&mut self.out, attr);
    }

    fn symbol_name(&mut self, attr: Attr) {
        self.attrs.symbol_name(&mut self.out, attr);
    }

    fn enumerated(&mut self, enumeration: &Enumeration, attr: Attr) {
        self.attrs.enumerated(&mut self.out, enumeration, attr);
    }

    fn bare_affine_map(&mut self, attr: Attr) {
        let ctx = self.shared.ctx;
        let AttrData::Affine(text) = ctx.attr_data(attr) else { return self.attribute(attr) };
        let text = ctx.bytes(*text);
        let body = text.strip_prefix(b"affine_map<").and_then(|rest| rest.strip_suffix(b">"));
        self.ascii(body.unwrap_or(text));
    }

    fn dense_elements(&self, attr: Attr, signed: bool) -> Vec<String> {
        let ctx = self.shared.ctx;
        let AttrData::Dense { ty, data, splat } = ctx.attr_data(attr) else { return Vec::new() };
        let sign = if signed { Signedness::Signed } else { Signedness::Unsigned };
        dense::numbers(ctx, *ty, data, *splat, sign)
    }

    fn attribute_entries(&mut self, entries: &[(Str, Attr)], open: &str) {
        if entries.is_empty() {
            return;
        }
        self.text(open);
        self.entries(entries);
        self.text("}");
    }

    fn optional_attr_dict(&mut self, op: Op) {
        self.attr_dict(op, " {");
    }

    fn optional_attr_dict_with_keyword(&mut self, op: Op) {
        self.attr_dict(op, " attributes {");
    }

    fn operand(&mut self, value: Value) {
        self.scope.push_value(&mut self.out, self.shared.ctx, value);
    }

    fn successor(&mut self, op: Op, index: usize) {
        let body = self.scope.body;
        let Some(successor) = body.successors(op).get(index) else { return };
        self.block_name(successor.block);
        let args = body.successor_args(successor);
        if args.is_empty() {
            return;
        }
        self.text("(");
        for (place, &value) in args.iter().enumerate() {
            if place > 0 {
                self.text(", ");
            }
            let start = self.out.len();
            self.operand(value);
            self.record_range(start, SourceConstruct::Passed { op, successor: index as u32, argument: place as u32 });
        }
        self.text(" : ");
        self.types_of(args);
        self.text(")");
    }

    fn argument_location(&mut self, block: Block, index: usize) {
        if self.shared.options.debug_info {
            let loc = self.scope.body.block_arg_loc(block, index);
            self.attrs.trailing_location(&mut self.out, loc, false);
        }
    }

    fn enter_regions(&mut self, op: Op, with: &mut dyn FnMut(&mut dyn OpAsmPrinter<'a>, &[Region])) {
        self.enter(op, |printer, regions| with(printer, regions));
    }

    fn operation(&mut self, op: Op) {
        self.form(op);
    }

    fn region(&mut self, region: Region, style: RegionStyle) {
        self.blocks_of(region, style);
    }
}
