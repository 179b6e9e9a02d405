//! Constants, each once, at the start of the region that is isolated from above.

use irtrip_dialect::attr_table::{AttrKind, POISON, UNDEF, ZERO};
use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::names::{BLOCK_ADDR, FUNCTION_NAME, GLOBAL_NAME, VALUE};
use irtrip_dialect::ops::{Constant, LlvmForm, global_values};
use irtrip_dialect::{
    Attr, AttrData, Body, Context, Op, OpName, OpNameDefinition, Region, Type, TypeData, Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Canonicalizer;

/// What a constant is: its kind where the attribute alone does not say it, and the attribute.
pub(super) type ConstantValue = (Option<Constant>, Attr);

/// The attribute that an operation of a constant folds to.
pub(super) fn constant(ctx: &Context, body: &Body, op: Op) -> Option<ConstantValue> {
    let def = body.name(op).def()?;
    let LlvmForm::Constant(constant) = def.llvm else { return None };
    let bare = |kind: AttrKind| ctx.attr(AttrData::Llvm { kind, params: Box::new([]) });
    Some(match constant {
        Constant::Value => (None, body.attr(ctx, op, VALUE)?),
        Constant::Undef => (None, bare(UNDEF)),
        Constant::Poison => (None, bare(POISON)),
        Constant::Zero => {
            let ty = body.value_type(body.result(op)?);
            (None, zero(ctx, ty).unwrap_or_else(|| bare(ZERO)))
        }
        Constant::AddressOf => (None, body.attr(ctx, op, GLOBAL_NAME)?),
        Constant::BlockAddress => (None, body.attr(ctx, op, BLOCK_ADDR)?),
        Constant::DsoLocalEquivalent => (Some(constant), body.attr(ctx, op, FUNCTION_NAME)?),
        // Upstream's is no constant to it, or it has none.
        Constant::NoneToken | Constant::Encoded => return None,
    })
}

/// The constant that a value is.
pub(super) fn constant_value(ctx: &Context, body: &Body, value: Value) -> Option<ConstantValue> {
    match body.value(value).def {
        ValueDef::Result(op, _) => constant(ctx, body, op),
        ValueDef::Argument(..) | ValueDef::Undefined => None,
    }
}

/// The operation that makes a constant of an attribute.
pub(super) fn op_name_of(ctx: &Context, attr: Attr) -> OpName {
    match ctx.attr_data(attr) {
        AttrData::Llvm { kind, .. } if *kind == UNDEF => global_values::UNDEF,
        AttrData::Llvm { kind, .. } if *kind == POISON => global_values::POISON,
        AttrData::Llvm { kind, .. } if *kind == ZERO => global_values::ZERO,
        _ => global_values::CONSTANT,
    }
}

/// The zero of a type of numbers, or of a vector of numbers.
fn zero(ctx: &Context, ty: Type) -> Option<Attr> {
    match ctx.type_data(ty) {
        TypeData::Integer { .. } | TypeData::Index => Some(ctx.int_attr(ty, 0)),
        TypeData::Float(_) => Some(ctx.float_attr(ty, 0)),
        TypeData::Vector { element, .. } => {
            zero(ctx, *element)?;
            let bytes = ctx.dense_element_bytes(*element);
            Some(ctx.attr(AttrData::Dense { ty, data: vec![0; bytes].into(), splat: true }))
        }
        _ => None,
    }
}

impl Canonicalizer<'_> {
    /// Goes over a region from its start, puts each operation on the worklist, and each constant at the region's start,
    /// where it stays unless an equal one is there.
    pub(super) fn unique_constants(&mut self, region: Region) {
        let Some(&entry) = self.body.blocks(region).first() else { return };
        let mut known: FxHashMap<(ConstantValue, Type), Value> = FxHashMap::default();
        let mut owned: FxHashSet<Op> = FxHashSet::default();
        for op in self.body.walk(region) {
            let Some(value) = constant(self.ctx, self.body, op) else {
                self.push(op);
                continue;
            };
            let Some(result) = self.body.result(op) else { continue };
            let key = (value, self.body.value_type(result));
            if let Some(&first) = known.get(&key) {
                // It stands for several places in the source from now on.
                if let ValueDef::Result(kept, _) = self.body.value(first).def {
                    self.body.set_loc(kept, UNKNOWN_LOC);
                }
                self.replace(op, &[first]);
                continue;
            }
            let in_entry = self.body.parent(op) == Some(entry);
            let is_leading = in_entry && self.body.prev_op(op).is_none_or(|before| owned.contains(&before));
            if let Some(front) = self.body.first_op(entry).filter(|_| !is_leading) {
                self.body.move_before(front, op);
                if !in_entry {
                    self.body.set_loc(op, UNKNOWN_LOC);
                }
            }
            known.insert(key, result);
            owned.insert(op);
            self.push(op);
        }
    }
}
