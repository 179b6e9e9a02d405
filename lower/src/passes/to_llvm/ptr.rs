//! Conversion of the `ptr` dialect: pointers made of memrefs, and memrefs made of pointers with what else is known of them.

use irtrip_dialect::enums::PtrAddFlags;
use irtrip_dialect::ops::global_values::UNDEF;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Op, Type, Value};

use super::memref::memory::bytes_as;
use crate::conversion::{Matched, Mismatch, Patterns, Rewriter};
use crate::llvm_types::{Descriptor, GepIndex};
use crate::memref::layouts::strided;
use crate::memref::verify::parts;
use crate::ptr;

/// The patterns of the `ptr` dialect.
pub fn populate(patterns: &mut Patterns) {
    patterns.add_ops(&[ptr::FROM_PTR], from_ptr);
    patterns.add_ops(&[ptr::GET_METADATA], get_metadata);
    patterns.add_ops(&[ptr::PTR_ADD], ptr_add);
    patterns.add_ops(&[ptr::TO_PTR], to_ptr);
    patterns.add_ops(&[ptr::TYPE_OFFSET], type_offset);
}

/// A field of a descriptor: its place, and its value where the type says it.
struct Field {
    position: Vec<i64>,
    known: Option<i64>,
}

/// The fields of a ranked memref's descriptor after its pointers. Those that are not known are the metadata, in this order.
fn fields(rewriter: &Rewriter, memref: Type) -> Result<Vec<Field>, Mismatch> {
    let memref = parts(rewriter.ctx, memref).ok_or(Mismatch("the operand is no ranked memref"))?;
    let layout = strided(rewriter.ctx, &memref).ok_or(Mismatch("the layout has no strides"))?;
    let mut fields = vec![Field { position: vec![2], known: layout.offset }];
    for (dim, size) in memref.dims.iter().enumerate() {
        let known = size.size.and_then(|size| i64::try_from(size).ok());
        fields.push(Field { position: vec![3, dim as i64], known });
    }
    for (dim, &known) in layout.strides.iter().enumerate() {
        fields.push(Field { position: vec![4, dim as i64], known });
    }
    Ok(fields)
}

fn to_ptr(rewriter: &mut Rewriter, op: Op) -> Matched {
    let (_, value) = memref_operand(rewriter, op)?;
    let pointer = Descriptor { value }.aligned(rewriter);
    rewriter.replace(op, &[pointer]);
    Ok(())
}

/// The type of the ranked memref that is the operand, and its descriptor.
fn memref_operand(rewriter: &mut Rewriter, op: Op) -> Result<(Type, Value), Mismatch> {
    let memref = rewriter.operand(op, 0).map(|value| rewriter.type_of(value));
    let memref = memref.filter(|&memref| parts(rewriter.ctx, memref).is_some());
    let memref = memref.ok_or(Mismatch("the operand is no ranked memref"))?;
    let [value] = rewriter.exact_operands(op)?;
    Ok((memref, value))
}

fn get_metadata(rewriter: &mut Rewriter, op: Op) -> Matched {
    let (memref, value) = memref_operand(rewriter, op)?;
    let fields = fields(rewriter, memref)?;
    let ty = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let ty = rewriter.convert_type(ty)?;
    let mut all = rewriter.value(UNDEF, &[], ty, &[]);
    let dynamic = fields.iter().filter(|field| field.known.is_none()).map(|field| &field.position[..]);
    for (place, position) in std::iter::once(&[0][..]).chain(dynamic).enumerate() {
        let field = rewriter.extract(value, position);
        all = rewriter.insert_value(all, field, &[place as i64]);
    }
    rewriter.replace(op, &[all]);
    Ok(())
}

fn from_ptr(rewriter: &mut Rewriter, op: Op) -> Matched {
    let memref = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let fields = fields(rewriter, memref)?;
    let ty = rewriter.convert_type(memref)?;
    let index = rewriter.llvm()?.index_type(rewriter.ctx);
    let [pointer, metadata] = rewriter.exact_operands(op)?;
    let mut all = rewriter.poison(ty);
    let allocated = rewriter.extract(metadata, &[0]);
    all = rewriter.insert_value(all, allocated, &[0]);
    all = rewriter.insert_value(all, pointer, &[1]);
    let mut place = 0;
    for field in fields {
        let value = match field.known {
            Some(known) => rewriter.index_constant(index, known),
            None => {
                place += 1;
                rewriter.extract(metadata, &[place])
            }
        };
        all = rewriter.insert_value(all, value, &field.position);
    }
    rewriter.replace(op, &[all]);
    Ok(())
}

fn ptr_add(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ty = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let ty = rewriter.convert_type(ty)?;
    let flags = rewriter.attr(op, rewriter.ctx.str("flags")).and_then(|flags| rewriter.ctx.enum_value(flags));
    let flags = ptr::translation::no_wrap(flags.unwrap_or(PtrAddFlags::None));
    let [base, offset] = rewriter.exact_operands(op)?;
    let sum = rewriter.gep(ty, types::I8, base, &[GepIndex::Value(offset)], flags.number());
    rewriter.replace(op, &[sum]);
    Ok(())
}

fn type_offset(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let element = rewriter.attr(op, ctx.str("elementType")).and_then(|ty| ctx.type_value(ty));
    let element = element.ok_or(Mismatch("the operation has no type"))?;
    let ty = rewriter.result_type(op).ok_or(Mismatch("the operation has no result"))?;
    let ty = rewriter.convert_type(ty)?;
    let bytes = bytes_as(rewriter, element, GepIndex::Constant(1), ty)?;
    rewriter.replace(op, &[bytes]);
    Ok(())
}
