//! What the dialect's operations have that no record says: the forms of accesses to buffers, and what is no call of an
//! intrinsic.

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed};
use irtrip_dialect::diagnostic::{ExportCode, ParseCode};
use irtrip_dialect::enums::AtomicOrdering;
use irtrip_dialect::names::{ORDERING, SYNCSCOPE};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::release::Release;
use irtrip_dialect::translation::{Replacements, Translator};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Op, Type};

use crate::code_prelude::*;

pub const CODE: &[&[OpDef]] = &[&[
    OpDef::new("rocdl.raw.buffer.load").custom(&RawBuffer { is_load: true }),
    OpDef::new("rocdl.raw.buffer.store").custom(&RawBuffer { is_load: false }),
    OpDef::new("rocdl.raw.buffer.atomic.fadd").custom(&RawBuffer { is_load: false }),
    OpDef::new("rocdl.raw.buffer.atomic.fmax").custom(&RawBuffer { is_load: false }),
    OpDef::new("rocdl.raw.buffer.atomic.smax").custom(&RawBuffer { is_load: false }),
    OpDef::new("rocdl.raw.buffer.atomic.umin").custom(&RawBuffer { is_load: false }),
    OpDef::new("rocdl.s.waitcnt").older_names(&[OlderName::until("rocdl.waitcnt", Release::V21)]),
    OpDef::new("rocdl.barrier").translation(Translation::Code(barrier)),
    OpDef::new("rocdl.workgroup.dim.x").translation(Translation::Code(|t| dimension(t, "__ockl_get_local_size", 0))),
    OpDef::new("rocdl.workgroup.dim.y").translation(Translation::Code(|t| dimension(t, "__ockl_get_local_size", 1))),
    OpDef::new("rocdl.workgroup.dim.z").translation(Translation::Code(|t| dimension(t, "__ockl_get_local_size", 2))),
    OpDef::new("rocdl.grid.dim.x").translation(Translation::Code(|t| grid_dimension(t, 0))),
    OpDef::new("rocdl.grid.dim.y").translation(Translation::Code(|t| grid_dimension(t, 1))),
    OpDef::new("rocdl.grid.dim.z").translation(Translation::Code(|t| grid_dimension(t, 2))),
]];

/// An access to a buffer: `%data, %rsrc, %offset, %soffset, %aux : T`, where a load has no data.
#[derive(Debug)]
struct RawBuffer {
    is_load: bool,
}

impl CustomAssemblyFormat for RawBuffer {
    fn description(&self) -> &'static str {
        if self.is_load { " operands : type($res)" } else { " operands : type($vdata)" }
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let position = parser.position();
        let operands = parser.operands()?;
        parser.expect(":")?;
        let ty = parser.ty()?;
        let resource = parser.context().vector_type(4, false, types::I32);
        let mut all: Vec<Type> = if self.is_load { Vec::new() } else { vec![ty] };
        all.extend([resource, types::I32, types::I32, types::I32]);
        if operands.len() != all.len() {
            return Err(parser.error_at(position, ParseCode::CustomForm(format!("expected {} operands", all.len()))));
        }
        parser.add_typed_operands(&operands, &all)?;
        if self.is_load {
            parser.add_results(&[ty]);
        }
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let body = printer.body();
        let operands = body.operands(op);
        printer.text(" ");
        printer.operands(operands);
        printer.text(" : ");
        if let Some(value) = body.result(op).or(operands.first().copied()) {
            printer.ty(body.value_type(value));
        }
    }
}

/// A barrier orders the accesses of the work group before it and after it.
fn barrier(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let ctx = translator.ctx();
    let fence = |translator: &mut Translator<'_>, ordering: AtomicOrdering| {
        let attrs =
            [(ORDERING, ctx.int_attr(types::I64, ordering.number())), (SYNCSCOPE, ctx.string_attr("workgroup"))];
        translator.builder.create(llvm::FENCE, &[], &[], &attrs);
    };
    fence(translator, AtomicOrdering::Release);
    translator.call("llvm.amdgcn.s.barrier", &[])?;
    fence(translator, AtomicOrdering::Acquire);
    translator.replacements(None)
}

/// The size of a dimension, which a function of the device library returns as 64 bits.
fn dimension(translator: &mut Translator<'_>, function: &str, dimension: i64) -> Result<Replacements, ExportCode> {
    let number = translator.builder.int_constant(types::I32, dimension);
    let range = translator.attr("range").and_then(|range| wide_range(translator, range));
    let size = translator.call_function(function, &[number], Some(types::I64), range);
    translator.replacements(size)
}

/// The number of groups of a dimension. Exporters up to 16 gave all of its items.
fn grid_dimension(translator: &mut Translator<'_>, number: i64) -> Result<Replacements, ExportCode> {
    let all_items = translator.release.is_some_and(|release| release < Release::V17);
    dimension(translator, if all_items { "__ockl_get_global_size" } else { "__ockl_get_num_groups" }, number)
}

/// A range of numbers of 64 bits; none for that of all numbers.
fn wide_range(translator: &Translator<'_>, range: Attr) -> Option<Attr> {
    let ctx = translator.ctx();
    let AttrData::Llvm { kind, params } = ctx.attr_data(range) else { return None };
    let mut bounds = params.iter().flatten().map(|bound| ctx.int_value(*bound));
    let first = bounds.next();
    // All numbers.
    if bounds.all(|bound| Some(bound) == first) {
        return None;
    }
    let wide = |bound: &Option<Attr>| match bound.and_then(|bound| Some((ctx.attr_type(bound)?, ctx.int_value(bound)?)))
    {
        Some((_, value)) => Some(ctx.int_attr(types::I64, value)),
        None => *bound,
    };
    Some(ctx.attr(AttrData::Llvm { kind: *kind, params: params.iter().map(wide).collect() }))
}
