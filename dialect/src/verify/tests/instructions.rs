//! Rules of rows and of single instructions.

use super::*;
use crate::attributes::AttrData;
use crate::attributes::well_known::{TRUE, UNIT};
use crate::types::FloatKind;
use crate::types::well_known::{I1, I8, I16, I32, I64, INDEX, PTR, TOKEN};

fn f32(ctx: &Context) -> Type {
    ctx.float_type(FloatKind::F32)
}

fn i64_attr(ctx: &Context, value: i64) -> Attr {
    ctx.int_attr(I64, value)
}

fn i64_array(ctx: &Context, values: &[i64]) -> Attr {
    ctx.attr(AttrData::DenseArray { element: I64, values: values.into() })
}

#[test]
fn counts_of_operands_and_results() {
    let ctx = Context::new();
    only(one_op(&ctx, "llvm.add", &[I32], &[I32], &[]), "'llvm.add' op expected 2 operands, but found 1");
    only(one_op(&ctx, "llvm.fneg", &[], &[f32(&ctx)], &[]), "'llvm.fneg' op requires a single operand");
    only(one_op(&ctx, "llvm.intr.trap", &[I32], &[], &[]), "'llvm.intr.trap' op requires zero operands");
    only(one_op(&ctx, "llvm.add", &[I32, I32], &[], &[]), "'llvm.add' op requires one result");
    only(one_op(&ctx, "llvm.intr.trap", &[], &[I32], &[]), "'llvm.intr.trap' op requires zero results");
    only(
        one_op(&ctx, "llvm.call", &[PTR], &[I32, I32], &[]),
        "'llvm.call' op result group starting at #0 requires 0 or 1 element, but found 2",
    );
    let align = ("alignment", ctx.int_attr(I32, 1));
    let vector = ctx.vector_type(2, false, I32);
    only(
        one_op(&ctx, "llvm.intr.masked.load", &[PTR], &[vector], &[align]),
        "'llvm.intr.masked.load' op expected 2 or more operands, but found 1",
    );
    let mask = ctx.vector_type(2, false, I1);
    only(
        one_op(&ctx, "llvm.intr.masked.load", &[PTR, mask, vector, vector], &[vector], &[align]),
        "'llvm.intr.masked.load' op operand group starting at #2 requires 0 or 1 element, but found 2",
    );
}

#[test]
fn types_are_in_their_sets() {
    let ctx = Context::new();
    only(
        one_op(&ctx, "llvm.inttoptr", &[f32(&ctx)], &[PTR], &[]),
        "'llvm.inttoptr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless \
         integer, but got 'f32'",
    );
    only(
        one_op(&ctx, "llvm.mlir.none", &[], &[I32], &[]),
        "'llvm.mlir.none' op result #0 must be LLVM token type, but got 'i32'",
    );
    only(
        one_op(&ctx, "llvm.landingpad", &[INDEX], &[I32], &[("cleanup", UNIT)]),
        "'llvm.landingpad' op operand #0 must be variadic of LLVM dialect-compatible type, but got 'index'",
    );
    none(one_op(&ctx, "llvm.mlir.none", &[], &[TOKEN], &[]));
}

#[test]
fn attributes_are_what_their_slots_ask_for() {
    let ctx = Context::new();
    let memcpy = |attrs: &[(&str, Attr)]| one_op(&ctx, "llvm.intr.memcpy", &[PTR, PTR, I64], &[], attrs);
    none(memcpy(&[("isVolatile", TRUE)]));
    only(memcpy(&[]), "'llvm.intr.memcpy' op requires attribute 'isVolatile'");
    only(
        memcpy(&[("isVolatile", ctx.int_attr(I8, 1))]),
        "'llvm.intr.memcpy' op attribute 'isVolatile' failed to satisfy constraint: 1-bit signless integer attribute",
    );
    only(
        memcpy(&[("isVolatile", TRUE), ("tbaa", ctx.array(&[UNIT]))]),
        "'llvm.intr.memcpy' op attribute 'tbaa' failed to satisfy constraint: LLVM dialect TBAA tag metadata array",
    );
    only(
        one_op(&ctx, "llvm.icmp", &[I32, I32], &[I1], &[("predicate", i64_attr(&ctx, 77))]),
        "'llvm.icmp' op attribute 'predicate' failed to satisfy constraint: llvm.icmp comparison predicate",
    );
    none(one_op(&ctx, "llvm.icmp", &[I32, I32], &[I1], &[("predicate", i64_attr(&ctx, 9)), ("my.own", UNIT)]));
}

#[test]
fn traits_and_type_rules() {
    let ctx = Context::new();
    let vector = ctx.vector_type(2, false, I64);
    only(
        one_op(&ctx, "llvm.add", &[I32, I64], &[I32], &[]),
        "'llvm.add' op requires the same type for all operands and results",
    );
    only(
        one_op(&ctx, "llvm.icmp", &[I32, I64], &[I1], &[("predicate", i64_attr(&ctx, 0))]),
        "'llvm.icmp' op requires all operands to have the same type",
    );
    only(
        one_op(&ctx, "llvm.icmp", &[vector, vector], &[I1], &[("predicate", i64_attr(&ctx, 0))]),
        "'llvm.icmp' op failed to verify that result type has i1 element type and same shape as operands",
    );
    only(
        one_op(&ctx, "llvm.intr.vector.reduce.add", &[vector], &[I32], &[]),
        "'llvm.intr.vector.reduce.add' op requires the same element type for all operands and results",
    );
    only(
        one_op(&ctx, "llvm.intr.sadd.with.overflow", &[I32, I64], &[I32], &[]),
        "'llvm.intr.sadd.with.overflow' op requires the same element type for all operands",
    );
    only(
        one_op(&ctx, "llvm.select", &[I1, I64, I64], &[I32], &[]).into_iter().take(1).collect(),
        "'llvm.select' op failed to verify that all of {trueValue, falseValue, res} have same type",
    );
    only(
        one_op(&ctx, "llvm.extractelement", &[vector, I32], &[I32], &[]),
        "'llvm.extractelement' op failed to verify that result type matches vector element type",
    );
    only(
        one_op(&ctx, "llvm.insertelement", &[vector, I32, I32], &[vector], &[]),
        "'llvm.insertelement' op failed to verify that argument type matches vector element type",
    );
    only(
        one_op(&ctx, "llvm.intr.ptr.annotation", &[PTR, PTR, PTR, I32, PTR], &[ctx.ptr_type(1)], &[]),
        "'llvm.intr.ptr.annotation' op failed to verify that all of {ptr, res} have same type",
    );
    let mask = ctx.vector_type(3, false, I1);
    only(
        one_op(&ctx, "llvm.select", &[mask, vector, vector], &[vector], &[]),
        "input and output vectors are of incompatible shape",
    );
}

#[test]
fn conversions() {
    let ctx = Context::new();
    let cast = |name: &str, from: Type, to: Type| one_op(&ctx, name, &[from], &[to], &[]);
    let not_wider = "integer width of the output type is smaller or equal to the integer width of the input type";
    only(cast("llvm.zext", I32, I32), not_wider);
    only(cast("llvm.sext", I32, I16), not_wider);
    only(
        cast("llvm.trunc", I16, I32),
        "'llvm.trunc' op integer width of the output type is larger or equal to the integer width of the input type",
    );
    let double = ctx.float_type(FloatKind::F64);
    only(
        cast("llvm.fpext", double, f32(&ctx)),
        "'llvm.fpext' op the output type is smaller or equal to the input type",
    );
    only(
        cast("llvm.fptrunc", f32(&ctx), double),
        "'llvm.fptrunc' op the output type is larger or equal to the input type",
    );
    let (one, two) = (ctx.vector_type(1, false, I32), ctx.vector_type(2, false, I64));
    only(cast("llvm.zext", one, two), "input and output vectors are of incompatible shape");
    only(cast("llvm.zext", I32, two), "input type is an integer but output type is a vector");
    only(cast("llvm.ptrtoint", PTR, two), "input type is an integer but output type is a vector");
    only(cast("llvm.zext", one, I64), "input type is a vector but output type is an integer");
}

#[test]
fn bitcasts() {
    let ctx = Context::new();
    let cast = |from: Type, to: Type| one_op(&ctx, "llvm.bitcast", &[from], &[to], &[]);
    let pointers = ctx.vector_type(4, false, PTR);
    only(cast(PTR, I64), "'llvm.bitcast' op can only cast pointers from and to pointers");
    only(cast(pointers, PTR), "'llvm.bitcast' op cannot cast vector of pointers to pointer");
    only(cast(PTR, pointers), "'llvm.bitcast' op cannot cast pointer to vector of pointers");
    only(
        cast(ctx.ptr_type(1), PTR),
        "'llvm.bitcast' op cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead",
    );
    only(cast(I32, I64), "'llvm.bitcast' op the input type has 32 bits but the output type has 64");
    none(cast(I64, ctx.vector_type(2, false, f32(&ctx))));
}

#[test]
fn accesses() {
    let ctx = Context::new();
    let ordering = |value| ("ordering", i64_attr(&ctx, value));
    let align = ("alignment", i64_attr(&ctx, 4));
    let load = |ty: Type, attrs: &[(&str, Attr)]| one_op(&ctx, "llvm.load", &[PTR], &[ty], attrs);
    none(load(I32, &[ordering(4), align]));
    only(load(I32, &[ordering(5), align]), "'llvm.load' op unsupported ordering 'release'");
    only(load(ctx.int_type(33), &[ordering(2), align]), "'llvm.load' op unsupported type 'i33' for atomic access");
    only(load(I32, &[ordering(2)]), "'llvm.load' op expected alignment for atomic access");
    let scope = ("syncscope", ctx.string_attr("agent"));
    only(load(I32, &[scope]), "'llvm.load' op expected syncscope to be null for non-atomic access");
    only(load(I32, &[("alignment", i64_attr(&ctx, 3))]), "alignment attribute is not a power of 2");
    let params = Box::new([Some(i64_attr(&ctx, 8)), None]);
    let bytes = ctx.attr(AttrData::Llvm { kind: crate::attr_table::DEREFERENCEABLE, params });
    none(load(PTR, &[("dereferenceable", bytes)]));
    only(load(I32, &[("dereferenceable", bytes)]), "'llvm.load' op expected op to return a single LLVM pointer type");
    only(
        one_op(&ctx, "llvm.store", &[I32, PTR], &[], &[ordering(4), align]),
        "'llvm.store' op unsupported ordering 'acquire'",
    );
    only(one_op(&ctx, "llvm.fence", &[], &[], &[ordering(2)]), {
        "'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings"
    });
}

#[test]
fn allocations() {
    let ctx = Context::new();
    let alloca =
        |ty: Type, result: Type| one_op(&ctx, "llvm.alloca", &[I32], &[result], &[("elem_type", ctx.type_attr(ty))]);
    none(alloca(I32, ctx.ptr_type(5)));
    only(alloca(I32, I32), "'llvm.alloca' op result #0 must be LLVM pointer type, but got 'i32'");
    only(alloca(VOID, PTR), "'llvm.alloca' op expected LLVM type with size, but got '!llvm.void'");
    let target = crate::TypeData::TargetExt { name: ctx.str("no"), types: Box::new([]), ints: Box::new([]) };
    only(alloca(ctx.ty(target), PTR), "'llvm.alloca' op this target extension type cannot be used in alloca");
}

#[test]
fn atomic_updates() {
    let ctx = Context::new();
    let update = |bin_op: i64, ordering: i64, ty: Type| {
        let attrs = [("bin_op", i64_attr(&ctx, bin_op)), ("ordering", i64_attr(&ctx, ordering))];
        one_op(&ctx, "llvm.atomicrmw", &[PTR, ty], &[ty], &attrs)
    };
    none(update(11, 2, ctx.vector_type(2, false, f32(&ctx))));
    only(update(11, 2, I32), "'llvm.atomicrmw' op expected LLVM IR floating point type");
    only(
        update(11, 2, ctx.vector_type(3, false, I32)),
        "'llvm.atomicrmw' op expected LLVM IR floating point type for vector element",
    );
    only(update(7, 2, f32(&ctx)), "'llvm.atomicrmw' op expected LLVM IR integer type");
    only(update(0, 2, I1), "'llvm.atomicrmw' op unexpected LLVM IR type for 'xchg' bin_op");
    only(update(1, 1, I32), "'llvm.atomicrmw' op expected at least 'monotonic' ordering");
    only(
        one_op(
            &ctx,
            "llvm.atomicrmw",
            &[PTR, I32],
            &[I64],
            &[("bin_op", i64_attr(&ctx, 1)), ("ordering", i64_attr(&ctx, 2))],
        ),
        "'llvm.atomicrmw' op failed to verify that result #0 and operand #1 have the same type",
    );
    let exchange = |success: i64, failure: i64, ty: Type, result: Type| {
        let attrs = [("success_ordering", i64_attr(&ctx, success)), ("failure_ordering", i64_attr(&ctx, failure))];
        one_op(&ctx, "llvm.cmpxchg", &[PTR, ty, ty], &[result], &attrs)
    };
    let pair = |ty: Type| ctx.literal_struct(false, &[ty, I1]);
    none(exchange(6, 4, I32, pair(I32)));
    only(exchange(6, 4, I1, pair(I1)), "'llvm.cmpxchg' op unexpected LLVM IR type");
    only(exchange(1, 2, I32, pair(I32)), "'llvm.cmpxchg' op ordering must be at least 'monotonic'");
    only(exchange(6, 5, I32, pair(I32)), "'llvm.cmpxchg' op failure ordering cannot be 'release' or 'acq_rel'");
    only(
        exchange(2, 2, I32, pair(I64)),
        "'llvm.cmpxchg' op failed to verify that result #0 has an LLVM struct type consisting of the type of operand \
         #2 and a bool",
    );
}

#[test]
fn pointers_into_structs() {
    let ctx = Context::new();
    let inner = ctx.literal_struct(false, &[I32, f32(&ctx)]);
    let outer = ctx.literal_struct(false, &[I32, inner]);
    let gep = |ty: Type, indices: &[i32], dynamic: usize, flags: i64| {
        let operands: Vec<Type> = std::iter::once(PTR).chain(std::iter::repeat_n(I64, dynamic)).collect();
        one_op(
            &ctx,
            "llvm.getelementptr",
            &operands,
            &[PTR],
            &[
                ("rawConstantIndices", ctx.i32_array(indices)),
                ("elem_type", ctx.type_attr(ty)),
                ("noWrapFlags", ctx.int_attr(I32, flags)),
            ],
        )
    };
    none(gep(outer, &[i32::MIN, 1, 1], 1, 3));
    only(
        gep(I32, &[i32::MIN], 0, 0),
        "'llvm.getelementptr' op expected as many dynamic indices as specified in 'rawConstantIndices'",
    );
    only(gep(outer, &[0, i32::MIN], 1, 0), "'llvm.getelementptr' op expected index 1 indexing a struct to be constant");
    only(gep(outer, &[0, 1, 3], 0, 0), "'llvm.getelementptr' op index 2 indexing a struct is out of bounds");
    only(gep(PTR, &[0, 4], 0, 0), "'llvm.getelementptr' op type '!llvm.ptr' cannot be indexed (index #1)");
    only(gep(I32, &[0], 0, 1), "'llvm.getelementptr' op 'inbounds_flag' cannot be used directly.");
}

#[test]
fn parts_of_aggregates() {
    let ctx = Context::new();
    let array = ctx.array_type(1, I32);
    let at = |position: &[i64]| [("position", i64_array(&ctx, position))];
    let extract = |position: &[i64], ty: Type| one_op(&ctx, "llvm.extractvalue", &[array], &[ty], &at(position));
    none(extract(&[0], I32));
    only(extract(&[1], I32), "'llvm.extractvalue' op position out of bounds: 1");
    only(extract(&[0, 0], I32), "'llvm.extractvalue' op expected LLVM IR structure/array type, got: 'i32'");
    only(
        extract(&[0], array),
        "'llvm.extractvalue' op Type mismatch: extracting from '!llvm.array<1 x i32>' should produce 'i32' but this \
         op returns '!llvm.array<1 x i32>'",
    );
    only(
        one_op(&ctx, "llvm.insertvalue", &[array, array], &[array], &at(&[0])),
        "'llvm.insertvalue' op Type mismatch: cannot insert '!llvm.array<1 x i32>' into '!llvm.array<1 x i32>'",
    );
}

#[test]
fn shuffles() {
    let ctx = Context::new();
    let shuffle = |ty: Type, mask: &[i32], result: Type| {
        one_op(&ctx, "llvm.shufflevector", &[ty, ty], &[result], &[("mask", ctx.i32_array(mask))])
    };
    let (fixed, scalable) = (ctx.vector_type(2, false, I32), ctx.vector_type(2, true, I32));
    none(shuffle(fixed, &[3, -1], fixed));
    only(shuffle(fixed, &[4, 0], fixed), "'llvm.shufflevector' op mask element 4 is out of bounds");
    only(
        shuffle(fixed, &[0], fixed),
        "'llvm.shufflevector' op expected result type 'vector<1xi32>', but got 'vector<2xi32>'",
    );
    for mask in [[0, 1], [-1, -1]] {
        only(
            shuffle(scalable, &mask, scalable),
            "'llvm.shufflevector' op expected a splat operation for scalable vectors",
        );
    }
}

#[test]
fn vector_intrinsics() {
    let ctx = Context::new();
    let v = |n: u64, scalable: bool| ctx.vector_type(n, scalable, I8);
    let pos = [("pos", i64_attr(&ctx, 0))];
    let part = |sub: Type, whole: Type| one_op(&ctx, "llvm.intr.vector.insert", &[whole, sub], &[whole], &pos);
    none(part(v(16, false), v(16, true)));
    only(
        part(v(16385, false), v(16, true)),
        "'llvm.intr.vector.insert' op failed to verify that vectors are not bigger than 2^17 bits.",
    );
    only(
        part(v(8, true), v(16, false)),
        "'llvm.intr.vector.insert' op failed to verify that it is not inserting scalable into fixed-length vectors.",
    );
    only(
        one_op(&ctx, "llvm.intr.vector.extract", &[v(16, false)], &[v(8, true)], &pos),
        "'llvm.intr.vector.extract' op failed to verify that it is not extracting scalable from fixed-length vectors.",
    );
    only(
        one_op(&ctx, "llvm.intr.vector.interleave2", &[v(2, true), v(2, true)], &[v(4, false)], &[]),
        "'llvm.intr.vector.interleave2' op failed to verify that result has twice as many elements as 'vec1'",
    );
    only(
        one_op(&ctx, "llvm.intr.sincos", &[f32(&ctx)], &[f32(&ctx)], &[]),
        "'llvm.intr.sincos' op expected result type to be an homogeneous struct with two elements matching the \
         operand type, but got 'f32'",
    );
    let gather = [ctx.vector_type(4, false, PTR), ctx.vector_type(2, false, I1)];
    only(
        one_op(&ctx, "llvm.intr.masked.gather", &gather, &[v(8, false)], &[("alignment", ctx.int_attr(I32, 1))]),
        "'llvm.intr.masked.gather' op expected operand #1 type to be 'vector<8x!llvm.ptr>'",
    );
}

#[test]
fn plain_constants() {
    let ctx = Context::new();
    let constant = |value: Attr, ty: Type| one_op(&ctx, "llvm.mlir.constant", &[], &[ty], &[("value", value)]);
    let half = ctx.float_type(FloatKind::F16);
    let brain = ctx.float_attr(ctx.float_type(FloatKind::BF16), 0);
    let op = "'llvm.mlir.constant' op";
    none(constant(i64_attr(&ctx, 7), I32));
    only(constant(UNIT, I32), &format!("{op} only supports integer, float, string or elements attributes"));
    only(
        constant(ctx.string_attr("foo"), PTR),
        &format!("{op} expected array type of 3 i8 elements for the string constant"),
    );
    only(constant(i64_attr(&ctx, 1), half), &format!("{op} expected integer type"));
    only(constant(brain, half), &format!("{op} attribute and type have different float semantics"));
    only(constant(brain, I32), &format!("{op} expected integer type of width 16"));
    let dense = ctx.dense(ctx.vector_type(2, false, I8), &[1, 2], 1);
    only(constant(dense, I8), &format!("{op} expected vector or array type"));
    only(
        constant(dense, ctx.array_type(3, I8)),
        &format!("{op} type and attribute have a different number of elements: 3 vs. 2"),
    );
    only(
        constant(dense, ctx.vector_type(2, true, I8)),
        &format!("{op} scalable vector type requires a splat attribute"),
    );
    only(
        constant(dense, ctx.vector_type(2, false, PTR)),
        &format!("{op} expected integer element type for integer elements attribute"),
    );
    let target = crate::TypeData::TargetExt { name: ctx.str("x"), types: Box::new([]), ints: Box::new([]) };
    only(constant(i64_attr(&ctx, 0), ctx.ty(target.clone())), &format!("{op} does not support target extension type."));
    only(
        one_op(&ctx, "llvm.mlir.zero", &[], &[ctx.ty(target)], &[]),
        "'llvm.mlir.zero' op target extension type does not support zero-initializer",
    );
}

#[test]
fn constants_of_aggregates() {
    let ctx = Context::new();
    let constant = |value: Attr, ty: Type| one_op(&ctx, "llvm.mlir.constant", &[], &[ty], &[("value", value)]);
    let op = "'llvm.mlir.constant' op";
    let pair = ctx.literal_struct(false, &[I32, I64]);
    let one = ctx.int_attr(I32, 1);
    none(constant(ctx.array(&[one, i64_attr(&ctx, 2)]), pair));
    only(constant(one, pair), &format!("{op} expected array attribute for struct type"));
    only(constant(ctx.array(&[one]), pair), &format!("{op} expected array attribute of size 2"));
    only(constant(ctx.array(&[one, one]), pair), &format!("{op} struct element at index 1 is of wrong type"));
    only(
        constant(ctx.array(&[one, UNIT]), pair),
        &format!("{op} expected element of array attribute to be floating point or integer"),
    );
    only(
        constant(ctx.array(&[one]), ctx.literal_struct(false, &[PTR])),
        &format!("{op} expected struct element types to be floating point type or integer type"),
    );
    let pairs = ctx.array_type(1, pair);
    none(constant(ctx.array(&[ctx.array(&[one, one])]), pairs));
    only(constant(ctx.array(&[one]), I32), &format!("{op} expected array or struct type for array attribute"));
    only(
        constant(ctx.array(&[]), pairs),
        &format!("{op} array attribute size does not match array type size in dimension 0: 0 vs. 1"),
    );
    only(
        constant(ctx.array(&[ctx.array(&[one])]), ctx.array_type(1, ctx.array_type(1, pairs))),
        &format!(
            "{op} nested attribute for sub-array in dimension 1 at index 0 must be a zero, or undef, or array attribute"
        ),
    );
    only(
        constant(ctx.array(&[one]), pairs),
        &format!("{op} nested attribute for struct element at index 0 must be a zero, or undef, or array attribute"),
    );
    only(
        constant(ctx.array(&[ctx.array(&[one])]), pairs),
        &format!("{op} nested array attribute size for struct element at index 0 must match struct size: 1 vs. 2"),
    );
    only(
        constant(ctx.array(&[one]), ctx.array_type(1, I32)),
        &format!("{op} for array with an array attribute must have a struct element type"),
    );
}

#[test]
fn assembly_and_intrinsics_by_name() {
    let ctx = Context::new();
    let must_tail = ctx
        .attr(AttrData::Llvm { kind: crate::attr_table::TAILCALLKIND, params: Box::new([Some(ctx.int_attr(I64, 2))]) });
    let text = ctx.string_attr("nop");
    only(
        one_op(
            &ctx,
            "llvm.inline_asm",
            &[],
            &[],
            &[("asm_string", text), ("constraints", text), ("tail_call_kind", must_tail)],
        ),
        "'llvm.inline_asm' op tail call kind 'musttail' is not supported by this operation",
    );
    only(
        one_op(&ctx, "llvm.call_intrinsic", &[], &[I32], &[("intrin", ctx.string_attr("foo"))]),
        "'llvm.call_intrinsic' op intrinsic name must start with 'llvm.'",
    );
    only(
        one_op(&ctx, "llvm.intr.assume", &[I1, I32], &[], &[("op_bundle_sizes", ctx.i32_array(&[1]))]),
        "expected 1 operand bundle tags, but actually got 0",
    );
    only(
        one_op(
            &ctx,
            "llvm.intr.assume",
            &[I1],
            &[],
            &[("op_bundle_sizes", ctx.i32_array(&[0])), ("op_bundle_tags", ctx.array(&[UNIT]))],
        ),
        "'llvm.intr.assume' op operand bundle tag must be a StringAttr",
    );
    only(
        one_op(
            &ctx,
            "llvm.intr.assume",
            &[I1],
            &[],
            &[("op_bundle_sizes", ctx.i32_array(&[5])), ("op_bundle_tags", ctx.array(&[text]))],
        ),
        "'llvm.intr.assume' op expected 5 operand bundle operands, but actually got 0",
    );
}
