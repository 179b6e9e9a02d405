//! Instructions but for calls: fallback operations of the `irtrip` dialect become what they are in for, and what
//! upstream's import keeps otherwise is as it keeps it.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{Diagnostic, LlvmExcerpt, LossCode, UpstreamImportCode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, irtrip, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, ContextDialects, Op, OpName, OpNameDefinition, TypeData, attr_table};

use super::function::{ConversionOrder, Converted, FunctionPass};
use super::{Translated, loss};
use crate::bodies::instructions::getelementptr::DYNAMIC;
use crate::bodies::legality::is_own;
use crate::source_map::InstructionSource;
use irtrip_dialect::constants::{ConstData, ConstId};

/// The operations whose immediates upstream's import makes constants of before it takes them for attributes.
const IMMEDIATES_AS_VALUES: &[&str] = &[
    "llvm.intr.matrix.column.major.load",
    "llvm.intr.matrix.column.major.store",
    "llvm.intr.matrix.multiply",
    "llvm.intr.matrix.transpose",
];

impl FunctionPass<'_, '_> {
    /// Gives an operation the name that upstream's import has for it; upstream's verifier is asked at the end.
    pub fn legalize(&mut self, op: Op, source: &InstructionSource) -> Translated<()> {
        let name = self.body.name(op);
        if !is_own(name) || name == irtrip::CALL {
            return Ok(());
        }
        // An invoke of inline assembly, or with metadata, lists its arguments itself.
        let general = self.body.attr(self.ctx, op, ARGS).is_some();
        let mnemonic = name.def().and_then(|def| def.name.strip_prefix("irtrip.")).unwrap_or_default();
        match self.ctx.dialects().op_named(&format!("llvm.{mnemonic}")).filter(|_| !general) {
            Some(base) => {
                self.body.set_name(op, base);
                Ok(())
            }
            None => Err(vec![unhandled_instruction(name, source)]),
        }
    }

    /// Sets or removes an attribute of an operation.
    pub fn set(&mut self, op: Op, key: irtrip_dialect::Str, value: Option<Attr>) {
        let attrs = self.ctx.with_entry(self.body.attrs(op), key, value);
        self.body.set_attrs(op, attrs);
    }

    /// Changes what upstream's import makes otherwise in an operation of the same name.
    pub fn adjust(&mut self, op: Op, source: &InstructionSource) {
        let (ctx, name) = (self.ctx, self.body.name(op));
        if name == llvm::GETELEMENTPTR && self.body.attr(ctx, op, IRTRIP_NO_INDEX).is_some() {
            self.set(op, IRTRIP_NO_INDEX, None);
            self.set(op, RAW_CONSTANT_INDICES, Some(ctx.i32_array(&[])));
        }
        if matches!(name, llvm::LOAD | llvm::STORE | llvm::ALLOCA | llvm::ATOMICRMW | llvm::CMPXCHG) {
            self.drop_huge_alignment(op, source);
        }
        self.body.set_attrs(op, with_calling_convention(ctx, name, self.body.attrs(op)));
        if name == llvm::INLINE_ASM && self.body.result(op).is_none() {
            self.body.add_results(op, &[types::VOID]);
        }
    }

    /// Upstream's import takes an alignment for a number of 32 bits.
    fn drop_huge_alignment(&mut self, op: Op, source: &InstructionSource) {
        let value = self.body.int_attr(self.ctx, op, ALIGNMENT);
        let Some(value) = value.filter(|value| u32::try_from(*value).is_err()) else { return };
        self.set(op, ALIGNMENT, None);
        let word = format!("align {value}");
        let text = self.all.from.tables.text.get(source.span.clone()).unwrap_or_default();
        let found = memchr::memmem::find(text, word.as_bytes()).map_or(0, |place| place + "align ".len());
        let code = LossCode::Alignment { value: value.unsigned_abs() };
        self.dropped.push(loss(code, source.span.start + found));
    }

    /// What an operation is made of in upstream's order: what a branch passes comes before its condition, and the
    /// unwind destination's before the normal one's.
    pub fn conversion_order(&mut self, op: Op) -> ConversionOrder {
        let name = self.body.name(op);
        if name == llvm::GETELEMENTPTR {
            return self.pointer_order(op);
        }
        if let Some(def) = name.def().filter(|def| IMMEDIATES_AS_VALUES.contains(&def.name))
            && let LlvmForm::Intrinsic(intrinsic) = def.llvm
        {
            return self.immediate_order(op, intrinsic.immediates);
        }
        let body = &self.body;
        let operands = body.operands(op).iter().copied();
        let passed = body.successors(op).iter();
        let values: Vec<irtrip_dialect::Value> = match name {
            llvm::COND_BR => passed.flat_map(|s| body.successor_args(s)).copied().chain(operands).collect(),
            llvm::INVOKE => operands.chain(passed.rev().flat_map(|s| body.successor_args(s)).copied()).collect(),
            _ => body.all_operands(op).into(),
        };
        values.into_iter().map(Converted::Value).collect()
    }

    /// All indices of a `getelementptr`: those that are attributes are constants to upstream's import, too.
    fn pointer_order(&mut self, op: Op) -> ConversionOrder {
        let ctx = self.ctx;
        let raw = self.body.attr(ctx, op, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw));
        let splats = self.body.attr(ctx, op, IRTRIP_SPLATS).and_then(|splats| ctx.dense_array(splats));
        let result = self.body.result(op).map(|value| self.body.value_type(value));
        let operands = self.body.operands(op).to_vec();
        let mut dynamic = operands.into_iter();
        let mut order: ConversionOrder = dynamic.next().map(Converted::Value).into_iter().collect();
        for (place, index) in raw.unwrap_or_default().iter().enumerate() {
            if *index == i64::from(DYNAMIC) {
                order.extend(dynamic.next().map(Converted::Value));
                continue;
            }
            let mut id = self.constants.pool.intern(types::I32, ConstData::Int(*index));
            let is_splat = splats.unwrap_or_default().contains(&(place as i64));
            if let Some(result) = result.filter(|ty| is_splat && matches!(ctx.type_data(*ty), TypeData::Vector { .. }))
            {
                id = self.constants.pool.splat_of(ctx, ctx.with_scalar_type(result, types::I32), id);
            }
            order.push(Converted::Constant(id));
        }
        order
    }

    /// The arguments of an intrinsic, immediates among them.
    fn immediate_order(&mut self, op: Op, immediates: &[(u8, &str)]) -> ConversionOrder {
        let operands = self.body.operands(op).to_vec();
        let count = operands.len() + immediates.len();
        let mut operands = operands.into_iter();
        let mut order = ConversionOrder::new();
        for place in 0..count {
            match immediates.iter().find(|immediate| usize::from(immediate.0) == place) {
                None => order.extend(operands.next().map(Converted::Value)),
                Some((_, key)) => {
                    let value = self.body.attr(self.ctx, op, self.ctx.str(key));
                    order.extend(value.and_then(|value| self.immediate(value)).map(Converted::Constant));
                }
            }
        }
        order
    }

    fn immediate(&mut self, value: Attr) -> Option<ConstId> {
        match self.ctx.attr_data(value) {
            AttrData::Integer { ty, value } => Some(self.constants.pool.intern(*ty, ConstData::Int(*value))),
            _ => None,
        }
    }

    /// An empty array where an operation has room for operand bundles and no bundles.
    pub fn say_no_bundles(&mut self, op: Op) {
        if self.body.attr(self.ctx, op, OP_BUNDLE_TAGS).is_none() {
            self.set(op, OP_BUNDLE_TAGS, Some(attrs::EMPTY_ARRAY));
        }
    }
}

/// The diagnostic for an instruction that upstream's import has no operation for.
fn unhandled_instruction(name: OpName, source: &InstructionSource) -> Diagnostic {
    let instruction = LlvmExcerpt::Instruction { at: source.span.start };
    let code = match name {
        irtrip::INVOKE => UpstreamImportCode::InlineAsmInvoke,
        _ => UpstreamImportCode::UnhandledInstruction { instruction },
    };
    Diagnostic::new(code, source.span.clone())
}

/// The attributes of an operation with an attribute for a calling convention that has no name in MLIR: upstream's
/// import makes one, which has no name either.
pub(super) fn with_calling_convention(ctx: &Context, name: OpName, attributes: Attr) -> Attr {
    let number = ctx.int_entry(attributes, IRTRIP_CCONV);
    let Some(number) = number.filter(|_| ctx.entry(attributes, CCONV).is_none()) else { return attributes };
    if name.def().is_none_or(|def| def.attr_slot("CConv").is_none()) {
        return attributes;
    }
    let number = ctx.int_attr(types::I64, number);
    let value = ctx.attr(AttrData::Llvm { kind: attr_table::CCONV, params: Box::new([Some(number)]) });
    ctx.with_entry(attributes, CCONV, Some(value))
}
