//! Facts that a module of MLIR can spell in more than one way, in one of them. Nothing is taken away that one of two
//! modules could have and the other not.

use irtrip_dialect::attr_table::{POISON, UNDEF};
use irtrip_dialect::attribute_set::{function_set, normalized_parameter, with_function_set};
use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::intrinsics::{lookup_intrinsic, mangled_name_of_call};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, Intrinsic, LlvmForm, LoweringKind, OpDef, Traits, global_values, llvm};
use irtrip_dialect::preserved::OlderCall;
use irtrip_dialect::types::predicates;
use irtrip_dialect::types::well_known::{I32, I64, VOID};
use irtrip_dialect::{
    Attr, AttrData, Block, Body, Context, ContextDialects, Module, NewOp, Op, OpNameDefinition, Type, TypeData, Value,
    ValueDef,
};
use irtrip_export::{as_known, current_strings, declaration};
use rustc_hash::FxHashMap;

use irtrip_dialect::resources::Blobs;

use super::constants;
use super::linkage;
use rustc_hash::FxHashSet;

/// The symbol of upstream's comdat operation; what a module calls it does not matter.
const COMDATS: &str = "__llvm_global_comdat";

/// Calls a module's comdat operation as upstream's import does, and what refers to it; puts its selectors in the order
/// of their names, since LLVM keeps none.
pub fn comdats(ctx: &Context, module: &mut Module) {
    let own: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == global_values::COMDAT).collect();
    let [op] = own[..] else { return };
    let Some(name) = module.body.string_attr(ctx, op, SYM_NAME) else { return };
    let usual = ctx.str(COMDATS);
    let attrs = ctx.with_entry(module.body.attrs(op), SYM_NAME, Some(ctx.str_attr(usual)));
    module.body.set_attrs(op, attrs);
    sort_selectors(ctx, &mut module.body, op);
    let globals: Vec<Op> = module.ops().collect();
    for op in globals {
        if let Some(comdat) = module.body.attr(ctx, op, irtrip_dialect::names::COMDAT)
            && let AttrData::SymbolRef { root, nested } = ctx.attr_data(comdat)
            && *root == name
        {
            let reference = ctx.attr(AttrData::SymbolRef { root: usual, nested: nested.clone() });
            let attrs = ctx.with_entry(module.body.attrs(op), irtrip_dialect::names::COMDAT, Some(reference));
            module.body.set_attrs(op, attrs);
        }
    }
}

/// The declared intrinsics with other attributes than LLVM knows of them, and these attributes.
fn declared_otherwise<'m>(ctx: &'m Context, module: &'m Module) -> impl Iterator<Item = (Op, Attr)> + 'm {
    let declared =
        module.ops().filter(|op| module.body.name(*op) == global_values::FUNC && !module.body.is_defined(*op));
    declared.filter_map(move |op| {
        let attrs = module.body.attrs(op);
        let name = ctx.string_entry(attrs, SYM_NAME)?;
        let known = ctx.bytes(name).starts_with(b"llvm.").then(|| as_known(ctx, attrs))?;
        (known != attrs).then_some((op, known))
    })
}

/// Whether a module declares an intrinsic with other attributes than LLVM knows of it.
pub fn declares_otherwise(ctx: &Context, module: &Module) -> bool {
    declared_otherwise(ctx, module).next().is_some()
}

/// Gives declared intrinsics the attributes that LLVM knows of them.
pub fn declare_as_known(ctx: &Context, module: &mut Module) {
    let declared: Vec<(Op, Attr)> = declared_otherwise(ctx, module).collect();
    declared.into_iter().for_each(|(op, known)| module.body.set_attrs(op, known));
}

/// Drops declarations of intrinsics that say what LLVM does of itself: a module need not declare what it calls, and LLVM gives
/// what it declares the attributes of the intrinsic.
pub fn drop_own_declarations(ctx: &Context, module: &mut Module) {
    let is_own = |op: &Op| {
        let attrs = module.body.attrs(*op);
        let name = ctx.string_entry(attrs, SYM_NAME);
        let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
        module.body.name(*op) == global_values::FUNC
            && name
                .filter(|name| ctx.bytes(*name).starts_with(b"llvm."))
                .zip(ty)
                .is_some_and(|(name, ty)| as_known(ctx, attrs) == declaration(ctx, name, ty))
    };
    let own: Vec<Op> = module.ops().filter(is_own).collect();
    own.into_iter().for_each(|op| module.body.unlink(op));
}

/// Whether comdats that both modules have stand in another order, which only what wrote a text chose.
pub fn are_comdats_reordered((ctx_a, a): (&Context, &Module), (ctx_b, b): (&Context, &Module)) -> bool {
    let (names_a, names_b) = (comdat_names(ctx_a, a), comdat_names(ctx_b, b));
    if names_a == names_b {
        return false;
    }
    let of_both = |names: &[&[u8]], others: &[&[u8]]| -> Vec<Vec<u8>> {
        let others: FxHashSet<&[u8]> = others.iter().copied().collect();
        names.iter().filter(|name| others.contains(*name)).map(|name| name.to_vec()).collect()
    };
    of_both(&names_a, &names_b) != of_both(&names_b, &names_a)
}

fn comdat_names<'m>(ctx: &'m Context, module: &Module) -> Vec<&'m [u8]> {
    let body = &module.body;
    let lists = module.ops().filter(|op| body.name(*op) == global_values::COMDAT);
    let blocks = lists.flat_map(|list| body.op_regions(list)).flat_map(|region| body.blocks(*region));
    let names = blocks.flat_map(|block| body.ops(*block)).filter_map(|op| body.attr(ctx, op, SYM_NAME));
    names.filter_map(|name| ctx.string_value(name)).map(|name| ctx.bytes(name)).collect()
}

fn sort_selectors(ctx: &Context, body: &mut Body, comdats: Op) {
    let blocks: Vec<Block> = body.op_regions(comdats).iter().flat_map(|region| body.blocks(*region)).copied().collect();
    for block in blocks {
        let mut selectors: Vec<Op> = body.ops(block).collect();
        selectors.sort_by_key(|op| body.string_attr(ctx, *op, SYM_NAME).map(|n| ctx.bytes(n)));
        for selector in selectors {
            body.unlink(selector);
            body.append_op(block, selector);
        }
    }
}

/// Normalizes a module-level operation: the attributes of a function, its `value`, its initializer.
pub fn entity(ctx: &Context, resources: &Blobs, body: &mut Body, op: Op) {
    if body.name(op) == global_values::FUNC {
        // LLVM's attributes have no order, and `passthrough` may hold what has an entry of its own, or had one string before.
        let attrs = body.attrs(op);
        let set = current_strings(ctx, function_set(ctx, attrs));
        body.set_attrs(op, with_function_set(ctx, attrs, &set));
        parameter_lists(ctx, body, op);
    }
    if body.int_attr(ctx, op, ALIGNMENT) == Some(0) {
        body.set_attrs(op, ctx.with_entry(body.attrs(op), ALIGNMENT, None));
    }
    let symbol = body.string_attr(ctx, op, SYM_NAME);
    if symbol.is_some_and(|name| ctx.bytes(name).starts_with(b"llvm.")) {
        immediates(ctx, body, op);
    }
    value(ctx, resources, body, op);
    if body.name(op) == global_values::GLOBAL && body.attr(ctx, op, GLOBAL_TYPE).is_some() {
        initializer(ctx, body, op);
    }
}

/// LLVM drops `tail` of the calls that it makes anew of older ones, which have it in the text of their release.
fn older_tail(ctx: &Context, body: &mut Body, op: Op) {
    if let Some(tail) = OlderCall::of(ctx, body.attrs(op)).tail {
        body.set_attrs(op, ctx.with_entry(body.attrs(op), IRTRIP_TAIL, Some(tail)));
    }
}

/// A number in an attribute of a parameter or result may have any type.
fn parameter_lists(ctx: &Context, body: &mut Body, op: Op) {
    for key in [ARG_ATTRS, RES_ATTRS] {
        let Some(list) = body.attr(ctx, op, key) else { continue };
        let normalized: Vec<Attr> = ctx.items(list).iter().map(|one| normalized_parameter(ctx, *one)).collect();
        body.set_attrs(op, ctx.with_entry(body.attrs(op), key, Some(ctx.array(&normalized))));
    }
}

/// Which arguments of an intrinsic are immediate is LLVM's own fact, so a module need not declare it.
fn immediates(ctx: &Context, body: &mut Body, op: Op) {
    let Some(list) = body.attr(ctx, op, ARG_ATTRS) else { return };
    let immediate = ctx.array(&[ctx.string_attr("immarg")]);
    let own = |of: &Attr| match ctx.entry(*of, IRTRIP_ATTRIBUTES) {
        Some(words) if words == immediate => ctx.with_entry(*of, IRTRIP_ATTRIBUTES, None),
        _ => *of,
    };
    let list: Vec<Attr> = ctx.items(list).iter().map(own).collect();
    body.set_attrs(op, ctx.with_entry(body.attrs(op), ARG_ATTRS, Some(ctx.array(&list))));
}

/// A variable that has no initializer, and that no other module defines, is undefined. LangRef, "Linkage Types".
fn initializer(ctx: &Context, body: &mut Body, op: Op) {
    let is_there = body.attr(ctx, op, VALUE).is_some() || body.nested(op).is_some_and(|own| own.op_count() > 0);
    if is_there || linkage(ctx, body, op).is_declaration_linkage() {
        return;
    }
    let undefined = ctx.attr(AttrData::Llvm { kind: UNDEF, params: Box::from([]) });
    body.set_attrs(op, ctx.with_entry(body.attrs(op), VALUE, Some(undefined)));
}

/// Normalizes an operation of a function's or an initializer's body.
pub fn operation(ctx: &Context, body: &mut Body, op: Op) {
    let Some(def) = body.name(op).def() else { return };
    if matches!(def.llvm, LlvmForm::Inst(Inst::Unreachable)) {
        // The `ub` dialect has one as well.
        body.set_name(op, llvm::UNREACHABLE);
    }
    parameter_lists(ctx, body, op);
    direct_callee(ctx, body, op);
    older_tail(ctx, body, op);
    written_callee_type(ctx, body, op);
    // Fast-math flags are for floating-point numbers alone: export leaves others out.
    let is_math = body.result(op).is_some_and(|result| predicates::is_math(ctx, body.value_type(result)));
    if matches!(body.name(op), llvm::CALL | llvm::SELECT) && !is_math && body.attr(ctx, op, FASTMATH_FLAGS).is_some() {
        body.set_attrs(op, ctx.with_entry(body.attrs(op), FASTMATH_FLAGS, None));
    }
    if body.name(op) == llvm::INLINE_ASM && body.result(op).is_none() {
        // Assembly that returns nothing may have a result of type `void`.
        body.add_results(op, &[VOID]);
    }
    if matches!(def.llvm, LlvmForm::Intrinsic(_)) {
        argument_attributes(ctx, body, op);
    }
    // What a masked access passes through is `poison` unless the operation has an operand for it.
    if let LlvmForm::Intrinsic(Intrinsic { lowering: LoweringKind::MaskedAlign(_), .. }) = def.llvm
        && let (Some(_), [pointer, mask, rest]) = (body.result(op), body.operands(op))
        && matches!(body.value(*rest).def, ValueDef::Result(op, _) if is_poison(ctx, body, op))
    {
        let operands = [*pointer, *mask];
        body.set_operands(op, &operands);
    }
}

/// A callee that is the address of a symbol is that symbol.
fn direct_callee(ctx: &Context, body: &mut Body, op: Op) {
    if !matches!(body.name(op), llvm::CALL | llvm::INVOKE) || body.attr(ctx, op, CALLEE).is_some() {
        return;
    }
    let [callee, rest @ ..] = body.operands(op) else { return };
    let ValueDef::Result(address, _) = body.value(*callee).def else { return };
    let symbol = body.attr(ctx, address, GLOBAL_NAME).filter(|_| body.name(address) == global_values::ADDRESSOF);
    if symbol.is_some() {
        let rest = rest.to_vec();
        body.set_operands(op, &rest);
        body.set_attrs(op, ctx.with_entry(body.attrs(op), CALLEE, symbol));
    }
}

/// The type that a call is written with is the one of what it calls, where the function's is another.
fn written_callee_type(ctx: &Context, body: &mut Body, op: Op) {
    let Some(written) = body.attr(ctx, op, IRTRIP_CALLEE_TYPE) else { return };
    let ty = ctx.type_value(written).map(|ty| ctx.type_data(ty));
    let variadic = matches!(ty, Some(TypeData::LlvmFunction { vararg: true, .. })).then_some(written);
    let attrs = ctx.with_entry(body.attrs(op), IRTRIP_CALLEE_TYPE, None);
    body.set_attrs(op, ctx.with_entry(attrs, VAR_CALLEE_TYPE, variadic));
}

/// Whether a normalized operation is `poison`.
fn is_poison(ctx: &Context, body: &Body, op: Op) -> bool {
    let value = body.attr(ctx, op, VALUE).map(|value| ctx.attr_data(value));
    matches!(value, Some(AttrData::Llvm { kind, .. }) if *kind == POISON)
}

/// Makes the operation of its own of each call of an intrinsic that has one.
pub fn intrinsics(ctx: &Context, body: &mut Body) {
    let mut made: FxHashMap<Value, Value> = FxHashMap::default();
    for op in (0..body.op_count()).map(Op::new) {
        if body.name(op) == llvm::CALL_INTRINSIC && body.parent(op).is_some() {
            let before = body.result(op);
            let after = own_operation(ctx, body, op).and_then(|own| body.result(own));
            made.extend(before.zip(after));
        }
    }
    for operand in body.operand_pool_mut() {
        *operand = made.get(operand).copied().unwrap_or(*operand);
    }
}

/// Makes the call of each intrinsic whose own operation import never makes: LLVM IR has calls alone.
pub fn calls(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new) {
        let Some(def) = body.name(op).def().filter(|def| def.is(Traits::EXPORT_ONLY)) else { continue };
        if let LlvmForm::Intrinsic(intrinsic @ Intrinsic { lowering: LoweringKind::Plain, .. }) = &def.llvm
            && body.parent(op).is_some()
        {
            call(ctx, body, op, def, intrinsic);
        }
    }
}

/// Has an operation be the call of its intrinsic, where its immediates are numbers.
fn call(ctx: &Context, body: &mut Body, op: Op, def: &OpDef, intrinsic: &Intrinsic) {
    let mut attrs = body.attrs(op);
    let mut immediates = Vec::new();
    for (place, name) in intrinsic.immediates {
        let key = ctx.str(name);
        let Some(value) = ctx.entry(attrs, key) else { return };
        let ty = match ctx.attr_data(value) {
            AttrData::Integer { ty, .. } | AttrData::Float { ty, .. } => *ty,
            _ => return,
        };
        attrs = ctx.with_entry(attrs, key, None);
        immediates.push((usize::from(*place), ty, value));
    }
    if def.attr_slot("op_bundle_sizes").is_some() {
        return;
    }
    let mut operands = body.operands(op).to_vec();
    immediates.sort_by_key(|immediate| immediate.0);
    for (place, ty, value) in immediates {
        let attrs = ctx.dictionary(&[(VALUE, value)]);
        let constant = body.create(NewOp { attrs, ..NewOp::new(global_values::CONSTANT) });
        body.add_results(constant, &[ty]);
        body.insert_before(op, constant);
        let place = place.min(operands.len());
        operands.splice(place..place, body.result(constant));
    }
    let types: Vec<Type> = operands.iter().map(|operand| body.value_type(*operand)).collect();
    let result = body.result(op).map_or(VOID, |result| body.value_type(result));
    let name = mangled_name_of_call(ctx, intrinsic, result, &types);
    let attrs = with_range_of_result(ctx, attrs);
    body.set_name(op, llvm::CALL_INTRINSIC);
    body.set_operands(op, &operands);
    body.set_attrs(op, ctx.with_entry(attrs, INTRIN, Some(ctx.string_attr(&name))));
}

/// Has the indices of a `getelementptr` that are constants of 32 bits stand in its attribute.
pub fn static_indices(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new).filter(|op| body.name(*op) == llvm::GETELEMENTPTR).collect::<Vec<Op>>()
    {
        let raw = body.attr(ctx, op, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw));
        let Some((raw, [base, dynamic @ ..])) = raw.map(<[i64]>::to_vec).zip(Some(body.operands(op))) else { continue };
        let (mut rest, mut operands, mut indices) = (dynamic.iter(), vec![*base], Vec::with_capacity(raw.len()));
        for index in raw {
            let operand = (index == llvm::DYNAMIC_INDEX).then(|| rest.next().copied()).flatten();
            let number = operand.and_then(|operand| number_of_32_bits(ctx, body, operand));
            operands.extend(operand.filter(|_| number.is_none()));
            indices.push(number.unwrap_or(index) as i32);
        }
        if operands.len() < body.operands(op).len() {
            body.set_operands(op, &operands);
            let raw = Some(ctx.i32_array(&indices));
            body.set_attrs(op, ctx.with_entry(body.attrs(op), RAW_CONSTANT_INDICES, raw));
        }
    }
}

/// The constant of type `i32` that a value is, where it can stand in an attribute of indices.
fn number_of_32_bits(ctx: &Context, body: &Body, value: Value) -> Option<i64> {
    let ValueDef::Result(op, _) = body.value(value).def else { return None };
    if body.name(op) != global_values::CONSTANT || body.value_type(value) != I32 {
        return None;
    }
    let number = body.int_attr(ctx, op, VALUE)?;
    i32::try_from(number).is_ok_and(|number| i64::from(number) != llvm::DYNAMIC_INDEX).then_some(number)
}

/// Puts an intrinsic's own operation in the place of its call, where all its arguments are operands.
fn own_operation(ctx: &Context, body: &mut Body, op: Op) -> Option<Op> {
    let name = ctx.bytes(ctx.string_value(body.attr(ctx, op, INTRIN)?)?);
    let base = String::from_utf8_lossy(lookup_intrinsic(name)?.base);
    let row = ctx.dialects().op_of_intrinsic(&format!("llvm.{base}"))?;
    let def = row.def()?;
    let mut attrs = ctx.with_entry(body.attrs(op), INTRIN, None);
    match def.called_intrinsic()? {
        Intrinsic { lowering: LoweringKind::Plain, immediates: [], .. } => {}
        Intrinsic { lowering: LoweringKind::MaskedAlign(place), immediates: [], .. } => {
            attrs = with_alignment_of(ctx, attrs, usize::from(*place));
        }
        _ => return None,
    }
    if def.attr_slot("op_bundle_sizes").is_none() {
        let sizes = ctx.entry(attrs, OP_BUNDLE_SIZES).and_then(|sizes| ctx.dense_array(sizes));
        if sizes.is_some_and(|sizes| !sizes.is_empty()) {
            return None;
        }
        attrs = ctx.with_entry(attrs, OP_BUNDLE_SIZES, None);
    }
    let result = body.result(op).map(|result| body.value_type(result));
    // The operation of an intrinsic that returns nothing has a result of type `void`.
    let result = result.or((!def.results.is_empty()).then_some(VOID));
    let (operands, loc) = (body.operands(op).to_vec(), body.loc(op));
    let own = body.create(NewOp { operands: &operands, attrs, loc, ..NewOp::new(row) });
    body.add_results(own, result.as_slice());
    body.insert_before(op, own);
    body.unlink(op);
    Some(own)
}

/// The attributes of a call of a masked access as those of its operation: the alignment of its pointer is the operation's,
/// and 1 where the call leaves it open. LangRef, "Masked Vector Load and Store Intrinsics".
fn with_alignment_of(ctx: &Context, attrs: Attr, pointer: usize) -> Attr {
    let key = ctx.str("llvm.align");
    let list = ctx.entry(attrs, ARG_ATTRS).map(|list| ctx.items(list)).unwrap_or_default();
    let align = list.get(pointer).and_then(|own| ctx.int_value(ctx.entry(*own, key)?)).unwrap_or(1);
    let of_argument = |(place, own): (usize, &Attr)| match place == pointer {
        true => ctx.with_entry(*own, key, None),
        false => *own,
    };
    let rest: Vec<Attr> = list.iter().enumerate().map(of_argument).collect();
    let is_said = rest.iter().any(|own| *own != EMPTY_DICTIONARY);
    let attrs = ctx.with_entry(attrs, ARG_ATTRS, is_said.then(|| ctx.array(&rest)));
    ctx.with_entry(attrs, ALIGNMENT, Some(ctx.int_attr(I32, align)))
}

/// The attributes of an operation as those of its call: the range of its result is an attribute of that.
fn with_range_of_result(ctx: &Context, attrs: Attr) -> Attr {
    let own = ctx.str("range");
    let Some(range) = ctx.entry(attrs, own).filter(|_| ctx.entry(attrs, RES_ATTRS).is_none()) else { return attrs };
    let result = ctx.dictionary(&[(ctx.str("llvm.range"), range)]);
    ctx.with_entry(ctx.with_entry(attrs, own, None), RES_ATTRS, Some(ctx.array(&[result])))
}

/// The attributes of an intrinsic's arguments: one dictionary each, alignments as numbers of 64 bits.
fn argument_attributes(ctx: &Context, body: &mut Body, op: Op) {
    let Some(list) = body.attr(ctx, op, ARG_ATTRS) else { return };
    let key = ctx.str("llvm.align");
    let dictionary = |&of: &Attr| match ctx.int_entry(of, key) {
        Some(align) => ctx.with_entry(of, key, Some(ctx.int_attr(I64, align))),
        None => of,
    };
    let mut all: Vec<Attr> = ctx.items(list).iter().map(dictionary).collect();
    all.resize(all.len().max(body.operands(op).len()), EMPTY_DICTIONARY);
    body.set_attrs(op, ctx.with_entry(body.attrs(op), ARG_ATTRS, Some(ctx.array(&all))));
}

/// The value of a variable: the one form of its constant, whether it is an attribute or an initializer.
pub fn value(ctx: &Context, resources: &Blobs, body: &mut Body, op: Op) {
    let Some(ty) = body.type_attr(ctx, op, GLOBAL_TYPE) else { return };
    let given = body.attr(ctx, op, VALUE).and_then(|given| constants::of_value(ctx, resources, ty, given));
    let constant = given.or_else(|| returned(ctx, body.nested(op)?));
    if let Some(constant) = constant {
        body.set_attrs(op, ctx.with_entry(body.attrs(op), VALUE, Some(constant)));
        if body.nested(op).is_some() {
            body.set_nested(op, Body::new());
        }
    }
}

/// The constant that a normalized initializer returns.
fn returned(ctx: &Context, own: &Body) -> Option<Attr> {
    let block = *own.blocks(*own.regions().first()?).first()?;
    let [value] = own.operands(own.last_op(block)?) else { return None };
    match own.value(*value).def {
        ValueDef::Result(op, _) if own.name(op) == global_values::CONSTANT => own.attr(ctx, op, VALUE),
        _ => None,
    }
}
