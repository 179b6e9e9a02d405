//! `convert-cf-to-llvm`

use irtrip_dialect::enums::Linkage;
use irtrip_dialect::names::{ADDR_SPACE, CONSTANT, FUNCTION_TYPE, GLOBAL_NAME, GLOBAL_TYPE, LINKAGE, SYM_NAME, VALUE};
use irtrip_dialect::ops::global_values::{ADDRESSOF, FUNC, GLOBAL};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, ContextDialects, Dim, Op, OpName, Str, Type, TypeData, Value};
use smallvec::SmallVec;

use crate::cf;
use crate::conversion::{Builder, ConversionError, InsertPoint, Matched, Mismatch, Patterns, Rewriter};
use crate::llvm_types::GepIndex;

/// The patterns of the `cf` dialect's branches.
pub fn populate(patterns: &mut Patterns) {
    patterns.add_ops(&[cf::BR], |rewriter, op| branch(rewriter, op, llvm::BR));
    patterns.add_ops(&[cf::COND_BR], |rewriter, op| branch(rewriter, op, llvm::COND_BR));
    patterns.add_ops(&[cf::SWITCH], |rewriter, op| branch(rewriter, op, llvm::SWITCH));
}

/// The pattern of `cf.assert`. The function ends the program with the message, or without it.
pub fn populate_assert(patterns: &mut Patterns) {
    patterns.add_ops(&[cf::ASSERT], assert);
}

/// A branch: the blocks that it leads to take converted arguments too.
fn branch(rewriter: &mut Rewriter, op: Op, to: OpName) -> Matched {
    let operands = rewriter.operands(op)?;
    let successors = rewriter.successor_operands(op)?;
    for (block, values) in &successors {
        for (&argument, value) in rewriter.body.block_args(*block).iter().zip(values) {
            let ty = rewriter.type_of(argument);
            if rewriter.convert_type(ty)? != rewriter.type_of(*value) {
                return Err(Mismatch("mismatching block argument types"));
            }
        }
    }
    for (block, _) in &successors {
        rewriter.convert_block(*block)?;
    }
    let attrs = rewriter.body.attrs(op);
    let successors: Vec<(Block, &[Value])> = successors.iter().map(|(block, values)| (*block, &values[..])).collect();
    let new = rewriter.create_with(to, &operands, &successors, &[], attrs);
    debug_assert_eq!(rewriter.body.results(new).len(), 0);
    rewriter.erase_op(op);
    Ok(())
}

/// The name of a function of the closest symbol table, which is declared there if it is not yet.
///
/// # Errors
/// The name is that of something else, or of a function of another type.
pub(crate) fn lookup_or_declare(
    rewriter: &mut Rewriter,
    name: &str,
    parameters: &[Type],
    result: Type,
) -> Result<Str, Mismatch> {
    let ctx = rewriter.ctx;
    let name = ctx.str(name);
    let ty = ctx.type_attr(ctx.llvm_function_type(result, parameters, false));
    if let Some(found) = rewriter.symbols().get(name) {
        let body = rewriter.symbol_body();
        let found_ty = body.attr(ctx, found, FUNCTION_TYPE).filter(|_| body.name(found) == FUNC);
        if found_ty == Some(ty) {
            return Ok(name);
        }
        let Some(found_ty) = found_ty.and_then(|ty| ctx.type_value(ty)) else {
            return Err(Mismatch("the name is that of something else than a function"));
        };
        let (loc, spelled) = (body.loc(found), irtrip_dialect::verify::spell(ctx, found_ty));
        let op = ctx.op_name_str(FUNC).into_owned();
        let name = ctx.text(name);
        let message = format!("redefinition of reserved function '{name}' of different type '{spelled}' is prohibited");
        return Err(rewriter.report(ConversionError { op, loc, message, about_op: false }));
    }
    rewriter.add_symbol(|builder| declare(builder, name, ty, &[]));
    Ok(name)
}

/// `llvm.func @name(...)`, without a body.
pub(crate) fn declare(builder: &mut Builder, name: Str, ty: Attr, more: &[(Str, Attr)]) -> Op {
    let ctx = builder.ctx;
    let mut attrs = vec![(SYM_NAME, ctx.str_attr(name)), (FUNCTION_TYPE, ty)];
    attrs.extend_from_slice(more);
    if !attrs.iter().any(|(key, _)| *key == LINKAGE) {
        attrs.push((LINKAGE, ctx.enum_attr(Linkage::External)));
    }
    let op = builder.create(FUNC, &[], &[], &attrs);
    let mut body = irtrip_dialect::Body::new();
    body.append_region();
    builder.body.set_nested(op, body);
    op
}

fn assert(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let operands = rewriter.operands(op)?;
    let Some(block) = rewriter.body.parent(op) else { return Err(Mismatch("the operation is in no block")) };
    let message = rewriter.attr(op, ctx.str("msg")).and_then(|attr| ctx.string_value(attr));
    let message = message.ok_or(Mismatch("there is no message"))?;
    // What fails is in a block of its own at the end of the function.
    let failure = rewriter.body.new_block();
    let rest = match rewriter.body.next_op(op) {
        Some(next) => rewriter.body.split_block(block, next),
        None => return Err(Mismatch("the operation is the last of its block")),
    };
    let last = rewriter.body.block_parent(block).and_then(|region| rewriter.body.blocks(region).last().copied());
    rewriter.body.insert_block_after(last.unwrap_or(rest), failure);
    rewriter.at = InsertPoint::End(failure);
    print_message(rewriter, message)?;
    let abort = lookup_or_declare(rewriter, "abort", &[], types::VOID)?;
    rewriter.call_symbol(abort, &[], &[]);
    rewriter.create(llvm::UNREACHABLE, &[], &[], &[]);
    rewriter.at = InsertPoint::Before(op);
    rewriter.branch(llvm::COND_BR, &operands, &[(rest, &[]), (failure, &[])], &[]);
    rewriter.erase_op(op);
    Ok(())
}

/// Calls `puts` with a text.
fn print_message(rewriter: &mut Rewriter, message: Str) -> Result<(), Mismatch> {
    let ctx = rewriter.ctx;
    let name = rewriter.symbols().unique(ctx, "assert_msg", "_");
    let mut bytes = ctx.bytes(message).to_vec();
    bytes.push(0);
    let length = bytes.len() as u64;
    let array = ctx.array_type(length, types::I8);
    let dims: SmallVec<[Dim; 1]> = SmallVec::from_slice(&[Dim { size: Some(length), scalable: false }]);
    let tensor = ctx.ty(TypeData::Tensor { dims: Some(dims.to_vec().into()), element: types::I8, encoding: None });
    let value = ctx.dense(tensor, &bytes, 1);
    rewriter.add_symbol(|builder| {
        let attrs = [
            (SYM_NAME, ctx.str_attr(name)),
            (GLOBAL_TYPE, ctx.type_attr(array)),
            (CONSTANT, irtrip_dialect::attributes::well_known::UNIT),
            (LINKAGE, ctx.enum_attr(Linkage::Private)),
            (VALUE, value),
            (ADDR_SPACE, ctx.int_attr(types::I32, 0)),
        ];
        let global = builder.create(GLOBAL, &[], &[], &attrs);
        let mut body = irtrip_dialect::Body::new();
        body.append_region();
        builder.body.set_nested(global, body);
        global
    });
    let address = rewriter.value(ADDRESSOF, &[], types::PTR, &[(GLOBAL_NAME, ctx.symbol_ref(name))]);
    let text = rewriter.gep(types::PTR, array, address, &[GepIndex::Constant(0)], 0);
    let puts = lookup_or_declare(rewriter, "puts", &[types::PTR], types::VOID)?;
    rewriter.call_symbol(puts, &[text], &[]);
    Ok(())
}
