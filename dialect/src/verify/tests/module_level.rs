//! Rules of symbols, functions, variables, aliases, ifuncs, comdats and what refers to them.

use super::*;
use crate::attr_table;
use crate::attributes::AttrData;
use crate::attributes::well_known::UNIT;
use crate::enums::Linkage;
use crate::types::well_known::{I8, I32, I64, PTR};

fn llvm_attr(ctx: &Context, kind: attr_table::AttrKind, params: &[Attr]) -> Attr {
    ctx.attr(AttrData::Llvm { kind, params: params.iter().map(|&p| Some(p)).collect() })
}

fn linkage(ctx: &Context, name: &str) -> (&'static str, Attr) {
    let value = ctx.int_attr(I64, Linkage::TABLE.from_mlir(name).unwrap());
    ("linkage", llvm_attr(ctx, attr_table::LINKAGE, &[value]))
}

fn symbol(ctx: &Context, name: &str) -> Attr {
    ctx.symbol_ref(ctx.str(name))
}

fn target_type(ctx: &Context, name: &str) -> Type {
    ctx.ty(crate::TypeData::TargetExt { name: ctx.str(name), types: Box::new([]), ints: Box::new([]) })
}

/// A body whose block returns the result of one operation.
fn returning(ctx: &Context, name: &str, attrs: &[(&str, Attr)], ty: Type) -> Body {
    let (mut body, block, _) = body_with(&[]);
    let op = body.append(block, new_op(ctx, name, &[], attrs), &[ty]);
    let value = body.result(op).unwrap();
    body.append(block, NewOp { operands: &[value], ..NewOp::new(llvm::RETURN) }, &[]);
    body
}

/// A body that returns nothing.
fn empty(arguments: &[Type]) -> Body {
    let (mut body, block, _) = body_with(arguments);
    body.append(block, NewOp::new(llvm::RETURN), &[]);
    body
}

/// The messages for one entity.
fn entity(ctx: &Context, kind: OpName, attrs: &[(&str, Attr)], body: Option<Body>) -> Vec<String> {
    let mut module = Module::new();
    add_entity(ctx, &mut module, kind, "x", attrs, body);
    messages(ctx, &module)
}

/// The messages for an operation without operands and results at the module level.
fn at_module_level(ctx: &Context, mut module: Module, name: &str, attrs: &[(&str, Attr)]) -> Vec<String> {
    let block = module.block;
    module.body.append(block, new_op(ctx, name, &[], attrs), &[]);
    messages(ctx, &module)
}

#[test]
fn a_symbol_stands_once_and_in_a_table() {
    let ctx = Context::new();
    let mut module = Module::new();
    let void = ctx.llvm_function_type(VOID, &[], false);
    add_function(&ctx, &mut module, "f", void, None);
    add_function(&ctx, &mut module, "f", void, None);
    only(messages(&ctx, &module), "redefinition of symbol named 'f'");
    let inside = in_function(&ctx, &[], |body, block, _| {
        let attrs = [("sym_name", ctx.string_attr("c")), ("comdat", ctx.int_attr(I64, 0))];
        body.append(block, new_op(&ctx, "llvm.comdat_selector", &[], &attrs), &[]);
        body.append(block, NewOp::new(llvm::RETURN), &[]);
    });
    assert!(inside.contains(&"'llvm.comdat_selector' op symbol's parent must have the SymbolTable trait".to_owned()));
}

#[test]
fn functions_and_their_types() {
    let ctx = Context::new();
    let func = |ty: Attr, attrs: &[(&str, Attr)], body: Option<Body>| {
        let attrs: Vec<_> = attrs.iter().copied().chain([("function_type", ty)]).collect();
        entity(&ctx, global_values::FUNC, &attrs, body)
    };
    let takes = |params: &[Type]| ctx.type_attr(ctx.llvm_function_type(VOID, params, false));
    only(entity(&ctx, global_values::FUNC, &[], None), "'llvm.func' op requires attribute 'function_type'");
    only(
        func(ctx.type_attr(I64), &[], None),
        "'llvm.func' op attribute 'function_type' failed to satisfy constraint: type attribute of LLVM function type",
    );
    only(
        func(takes(&[]), &[], Some(empty(&[I32]))),
        "'llvm.func' op entry block must have 0 arguments to match function signature",
    );
    only(
        func(takes(&[I64]), &[], Some(empty(&[I32]))),
        "'llvm.func' op type of entry block argument #0('i32') must match the type of the corresponding argument in \
         function signature('i64')",
    );
    only(
        func(takes(&[]), &[linkage(&ctx, "common")], Some(empty(&[]))),
        "'llvm.func' op functions cannot have 'common' linkage",
    );
    only(
        func(takes(&[]), &[linkage(&ctx, "internal")], None),
        "'llvm.func' op external functions must have 'external' or 'extern_weak' linkage",
    );
    only(
        func(takes(&[]), &[("no_inline", UNIT), ("always_inline", UNIT)], Some(empty(&[]))),
        "no_inline and always_inline attributes are incompatible",
    );
    only(
        func(takes(&[]), &[("optimize_none", UNIT)], Some(empty(&[]))),
        "'llvm.func' op with optimize_none must also be no_inline",
    );
    only(
        func(takes(&[]), &[("personality", symbol(&ctx, "nobody"))], None),
        "'llvm.func' op 'nobody' does not reference a valid personality function",
    );
    only(func(takes(&[]), &[("comdat", symbol(&ctx, "c"))], None), "expected comdat symbol");
    let mut twice = empty(&[]);
    twice.append_region();
    only(func(takes(&[]), &[], Some(twice)), "'llvm.func' op requires one region");
}

#[test]
fn attributes_of_parameters() {
    let ctx = Context::new();
    let ty = ("function_type", ctx.type_attr(ctx.llvm_function_type(VOID, &[I32], false)));
    let with = |entries: &[(&str, Attr)]| {
        entity(&ctx, global_values::FUNC, &[ty, ("arg_attrs", ctx.array(&[dict(&ctx, entries)]))], None)
    };
    none(with(&[("llvm.noundef", UNIT), ("irtrip.name", UNIT)]));
    only(with(&[("llvm.noalias", UNIT)]), "\"llvm.noalias\" attribute attached to non-pointer LLVM type");
    only(with(&[("llvm.noundef", ctx.int_attr(I32, 1))]), "\"llvm.noundef\" should be a unit attribute");
    only(with(&[("foo", UNIT)]), "'llvm.func' op arguments may only have dialect attributes");
    let wrong = [ty, ("arg_attrs", ctx.array(&[])), ("res_attrs", ctx.array(&[dict(&ctx, &[])]))];
    assert_eq!(
        entity(&ctx, global_values::FUNC, &wrong, None),
        [
            "'llvm.func' op expects argument attribute array to have the same number of elements as the number of \
         function arguments, got 0, but expected 1",
            "'llvm.func' op expects result attribute array to have the same number of elements as the number of function \
         results, got 1, but expected 0",
        ]
    );
}

#[test]
fn variables() {
    let ctx = Context::new();
    let global = |ty: Type, link: &str, attrs: &[(&str, Attr)], body: Option<Body>| {
        let own = [("global_type", ctx.type_attr(ty)), linkage(&ctx, link)];
        let attrs: Vec<_> = attrs.iter().copied().chain(own).collect();
        entity(&ctx, global_values::GLOBAL, &attrs, body)
    };
    let value = |v: i64| ("value", ctx.int_attr(I32, v));
    let op = "'llvm.mlir.global' op";
    none(global(I32, "common", &[value(0)], None));
    only(
        global(VOID, "external", &[], None),
        &format!("{op} expects type to be a valid element type for an LLVM global"),
    );
    only(
        global(ctx.array_type(2, I8), "external", &[("value", ctx.string_attr("abc"))], None),
        &format!("{op} requires an i8 array type of the length equal to that of the string attribute"),
    );
    only(global(I32, "common", &[value(1)], None), &format!("{op} expected zero value for 'common' linkage"));
    only(global(I32, "appending", &[], None), &format!("{op} expected array type for 'appending' linkage"));
    only(
        global(I32, "external", &[("alignment", ctx.int_attr(I64, 63))], None),
        "alignment attribute is not a power of 2",
    );
    only(global(I32, "external", &[("comdat", symbol(&ctx, "c"))], None), "expected comdat symbol");
    only(
        global(target_type(&ctx, "foo"), "external", &[], None),
        &format!("{op} this target extension type cannot be used in a global"),
    );
    only(
        global(target_type(&ctx, "spirv.Image"), "external", &[value(0)], None),
        &format!("{op} global with target extension type can only be initialized with zero-initializer"),
    );
}

#[test]
fn initializers() {
    let ctx = Context::new();
    let global = |ty: Type, value: bool, body: Body| {
        let mut attrs = vec![("global_type", ctx.type_attr(ty)), linkage(&ctx, "external")];
        attrs.extend(value.then_some(("value", ctx.int_attr(I64, 1))));
        entity(&ctx, global_values::GLOBAL, &attrs, Some(body))
    };
    let op = "'llvm.mlir.global' op";
    let constant = || returning(&ctx, "llvm.mlir.constant", &[("value", ctx.int_attr(I64, 7))], I64);
    none(global(I64, false, constant()));
    only(
        global(I32, false, constant()),
        &format!("{op} initializer region type 'i64' does not match global type 'i32'"),
    );
    only(global(I64, true, constant()), &format!("{op} cannot have both initializer value and region"));
    only(global(I64, false, empty(&[])), &format!("{op} initializer region cannot return void"));
    only(
        global(I32, false, returning(&ctx, "llvm.intr.vscale", &[], I32)),
        "ops with side effects not allowed in global initializers",
    );
}

/// A module with a function that is defined and one that is declared.
fn with_functions(ctx: &Context, result: Type) -> Module {
    let mut module = Module::new();
    let ty = ctx.llvm_function_type(result, &[], false);
    let body = if result == VOID { empty(&[]) } else { returning(ctx, "llvm.mlir.zero", &[], result) };
    add_function(ctx, &mut module, "defined", ty, Some(body));
    add_function(ctx, &mut module, "declared", ty, None);
    module
}

#[test]
fn aliases() {
    let ctx = Context::new();
    let alias = |link: &str, ty: Type, body: Body| {
        let mut module = with_functions(&ctx, PTR);
        let attrs = [("alias_type", ctx.type_attr(ty)), linkage(&ctx, link)];
        add_entity(&ctx, &mut module, global_values::ALIAS, "a", &attrs, Some(body));
        messages(&ctx, &module)
    };
    let of = || returning(&ctx, "llvm.mlir.addressof", &[("global_name", symbol(&ctx, "defined"))], PTR);
    none(alias("external", I32, of()));
    let op = "'llvm.mlir.alias' op";
    only(
        alias("external", VOID, of()),
        &format!("{op} expects type to be a valid element type for an LLVM global alias"),
    );
    only(
        alias("appending", I32, of()),
        &format!(
            "{op} 'appending' linkage not supported in aliases, available options: private, internal, linkonce, weak, \
             linkonce_odr, weak_odr, external or available_externally"
        ),
    );
    only(
        alias("external", I32, returning(&ctx, "llvm.mlir.constant", &[("value", ctx.int_attr(I64, 7))], I64)),
        &format!("{op} initializer region must always return a pointer"),
    );
    only(
        alias("external", I32, returning(&ctx, "llvm.intr.stacksave", &[], PTR)),
        "ops with side effects are not allowed in alias initializers",
    );
}

#[test]
fn ifuncs() {
    let ctx = Context::new();
    let ifunc = |link: &str, resolver: &str| {
        let mut module = with_functions(&ctx, PTR);
        let attrs = [
            ("i_func_type", ctx.type_attr(ctx.llvm_function_type(VOID, &[], false))),
            ("resolver", symbol(&ctx, resolver)),
            ("resolver_type", ctx.type_attr(PTR)),
            linkage(&ctx, link),
        ];
        add_entity(&ctx, &mut module, global_values::IFUNC, "i", &attrs, None);
        messages(&ctx, &module)
    };
    let op = "'llvm.mlir.ifunc' op";
    none(ifunc("external", "defined"));
    only(ifunc("external", "declared"), &format!("{op} resolver must be a definition"));
    only(ifunc("external", "nobody"), &format!("{op} must have a function resolver"));
    only(
        ifunc("common", "defined"),
        &format!(
            "{op} 'common' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, \
             linkonce_odr, weak_odr, or external linkage"
        ),
    );
}

#[test]
fn comdats() {
    let ctx = Context::new();
    let with = |members: &[&str], wanted: &str| {
        let mut module = Module::new();
        let comdat = add_entity(&ctx, &mut module, global_values::COMDAT, "region", &[], None);
        let region = module.body.add_regions(comdat, 1)[0];
        let block = module.body.new_block();
        module.body.append_block(region, block);
        for member in members {
            let attrs = [("sym_name", ctx.string_attr(member)), ("comdat", ctx.int_attr(I64, 0))];
            let name = if *member == "trap" { "llvm.intr.trap" } else { "llvm.comdat_selector" };
            module.body.append(block, new_op(&ctx, name, &[], &attrs), &[]);
        }
        let reference = AttrData::SymbolRef { root: ctx.str("region"), nested: Box::new([ctx.str(wanted)]) };
        let attrs = [("global_type", ctx.type_attr(I32)), linkage(&ctx, "linkonce"), ("comdat", ctx.attr(reference))];
        add_entity(&ctx, &mut module, global_values::GLOBAL, "g", &attrs, None);
        messages(&ctx, &module)
    };
    none(with(&["a", "b"], "b"));
    only(with(&["a"], "c"), "expected comdat symbol");
    only(with(&["a", "a"], "a"), "redefinition of symbol named 'a'");
    only(with(&["a", "trap"], "a"), "only comdat selector symbols can appear in a comdat region");
}

/// The messages for a call in a module that declares `callee` and a variable `x`.
fn call(ctx: &Context, callee: Type, operands: &[Type], result: Option<Type>, attrs: &[(&str, Attr)]) -> Vec<String> {
    let mut module = Module::new();
    add_function(ctx, &mut module, "callee", callee, None);
    let variable = [("global_type", ctx.type_attr(I32)), linkage(ctx, "external")];
    add_entity(ctx, &mut module, global_values::GLOBAL, "x", &variable, None);
    let (mut body, block, values) = body_with(operands);
    let results: Vec<Type> = result.into_iter().collect();
    body.append(block, new_op(ctx, "llvm.call", &values, attrs), &results);
    body.append(block, NewOp::new(llvm::RETURN), &[]);
    add_function(ctx, &mut module, "f", ctx.llvm_function_type(VOID, operands, false), Some(body));
    messages(ctx, &module)
}

#[test]
fn calls_name_a_callee() {
    let ctx = Context::new();
    let void = ctx.llvm_function_type(VOID, &[], false);
    let op = "'llvm.call' op";
    let named = |name: &str| call(&ctx, void, &[], None, &[("callee", symbol(&ctx, name))]);
    none(named("callee"));
    none(call(&ctx, void, &[PTR, I32], None, &[]));
    only(
        call(&ctx, void, &[], None, &[]),
        &format!("{op} must have either a `callee` attribute or at least an operand"),
    );
    only(call(&ctx, void, &[I32], None, &[]), &format!("{op} indirect call expects a pointer as callee: 'i32'"));
    only(named("nobody"), &format!("{op} 'nobody' does not reference a symbol in the current scope"));
    only(named("x"), &format!("{op} 'x' does not reference a valid LLVM function or IFunc"));
}

#[test]
fn calls_match_their_callee() {
    let ctx = Context::new();
    let takes = |result: Type, params: &[Type]| ctx.llvm_function_type(result, params, false);
    let callee = ("callee", symbol(&ctx, "callee"));
    let direct = |ty: Type, operands: &[Type], result: Option<Type>| call(&ctx, ty, operands, result, &[callee]);
    let op = "'llvm.call' op";
    none(direct(takes(I32, &[I64]), &[I64], Some(I32)));
    only(
        direct(takes(VOID, &[I32]), &[I32, I32], None),
        &format!("{op} incorrect number of operands (2) for callee (expecting: 1)"),
    );
    only(direct(takes(VOID, &[I8]), &[I32], None), &format!("{op} operand type mismatch for operand 0: 'i32' != 'i8'"));
    only(direct(takes(I32, &[]), &[], None), &format!("{op} expected function call to produce a value"));
    only(
        direct(takes(VOID, &[]), &[], Some(I32)),
        &format!("{op} calling function with void result must not produce values"),
    );
    only(direct(takes(I8, &[]), &[], Some(I32)), &format!("{op} result type mismatch: 'i32' != 'i8'"));
    only(
        call(&ctx, takes(VOID, &[I32]), &[I32], None, &[callee, ("arg_attrs", ctx.array(&[]))]),
        &format!("{op} expected number of argument attributes (0) to match number of arguments (1)"),
    );
}

#[test]
fn a_call_between_described_functions_has_a_location() {
    let ctx = Context::new();
    let with = |loc: Attr| {
        let mut module = Module::new();
        let void = ctx.llvm_function_type(VOID, &[], false);
        let params = attr_table::DI_SUBPROGRAM.def().params.iter().map(|_| None).collect();
        let subprogram = ctx.attr(AttrData::Llvm { kind: attr_table::DI_SUBPROGRAM, params });
        let described = crate::Location::Fused { locations: Box::new([]), metadata: Some(subprogram) };
        let described = ctx.attr(AttrData::Location(described));
        let (mut body, block, _) = body_with(&[]);
        let call = new_op(&ctx, "llvm.call", &[], &[("callee", symbol(&ctx, "g"))]);
        body.append(block, NewOp { loc, ..call }, &[]);
        body.append(block, NewOp::new(llvm::RETURN), &[]);
        for (name, body) in [("f", body), ("g", empty(&[]))] {
            let op = add_function(&ctx, &mut module, name, void, Some(body));
            module.body.set_loc(op, described);
        }
        messages(&ctx, &module)
    };
    none(with(ctx.attr(AttrData::Location(crate::Location::File {
        file: ctx.str("a.c"),
        line: 1,
        column: 1,
        end: None,
    }))));
    only(
        with(crate::attributes::well_known::UNKNOWN_LOC),
        "inlinable function call in a function with a DISubprogram location must have a debug location",
    );
}

#[test]
fn variadic_calls() {
    let ctx = Context::new();
    let variadic = |result: Type, params: &[Type]| ctx.llvm_function_type(result, params, true);
    let with = |callee: Type, ty: Option<Type>, operands: &[Type], result: Option<Type>| {
        let mut attrs = vec![("callee", symbol(&ctx, "callee"))];
        attrs.extend(ty.map(|ty| ("var_callee_type", ctx.type_attr(ty))));
        call(&ctx, callee, operands, result, &attrs)
    };
    let callee = variadic(VOID, &[I32]);
    let op = "'llvm.call' op";
    none(with(callee, Some(callee), &[I32, I64], None));
    only(with(callee, None, &[I32], None), &format!("{op} missing var_callee_type attribute for vararg call"));
    only(
        with(callee, Some(ctx.llvm_function_type(VOID, &[I32], false)), &[I32], None),
        &format!("{op} expected var_callee_type to be a variadic function type"),
    );
    only(
        with(callee, Some(variadic(VOID, &[I32, I64])), &[I32], None),
        &format!("{op} expected var_callee_type to have at most 1 parameters"),
    );
    only(
        with(callee, Some(variadic(VOID, &[I64])), &[I32], None),
        &format!("{op} var_callee_type parameter type mismatch: 'i64' != 'i32'"),
    );
    only(with(callee, Some(variadic(I8, &[])), &[I32], None), &format!("{op} expected var_callee_type to return void"));
    only(
        with(variadic(I32, &[]), Some(variadic(I8, &[])), &[], Some(I32)),
        &format!("{op} var_callee_type return type mismatch: 'i8' != 'i32'"),
    );
    only(
        with(callee, Some(variadic(VOID, &[])), &[], None),
        &format!("{op} incorrect number of operands (0) for varargs callee (expecting at least: 1)"),
    );
}

#[test]
fn references_find_what_they_name() {
    let ctx = Context::new();
    let nobody = symbol(&ctx, "nobody");
    only(
        one_op(&ctx, "llvm.mlir.addressof", &[], &[PTR], &[("global_name", nobody)]),
        "'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or \
         'llvm.func' or 'llvm.mlir.ifunc'",
    );
    only(
        one_op(&ctx, "llvm.mlir.addressof", &[], &[ctx.ptr_type(3)], &[("global_name", symbol(&ctx, "f"))]),
        "'llvm.mlir.addressof' op pointer address space must match address space of the referenced global or alias",
    );
    only(
        one_op(&ctx, "llvm.dso_local_equivalent", &[], &[PTR], &[("function_name", nobody)]),
        "'llvm.dso_local_equivalent' op must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'",
    );
}

#[test]
fn block_tags() {
    let ctx = Context::new();
    let tag = |id: i64| llvm_attr(&ctx, attr_table::BLOCKTAG, &[ctx.int_attr(I64, id)]);
    let with = |function: &str, id: i64, tags: &[i64]| {
        in_function(&ctx, &[], |body, block, _| {
            let address = llvm_attr(&ctx, attr_table::BLOCKADDRESS, &[symbol(&ctx, function), tag(id)]);
            body.append(block, new_op(&ctx, "llvm.blockaddress", &[], &[("block_addr", address)]), &[PTR]);
            for &id in tags {
                body.append(block, new_op(&ctx, "llvm.blocktag", &[], &[("tag", tag(id))]), &[]);
            }
            body.append(block, NewOp::new(llvm::RETURN), &[]);
        })
    };
    none(with("f", 1, &[1, 2]));
    only(
        with("f", 3, &[1]),
        "'llvm.blockaddress' op expects an existing block label target in the referenced function",
    );
    only(with("g", 1, &[1]), "'llvm.blockaddress' op must reference a function defined by 'llvm.func'");
    only(with("f", 1, &[1, 1]), "duplicate block tag '1' in the same function: ");
}

#[test]
fn structors() {
    let ctx = Context::new();
    let with = |names: &[&str], priorities: &[i64], data: &[Attr]| {
        let names: Vec<Attr> = names.iter().map(|n| symbol(&ctx, n)).collect();
        let priorities: Vec<Attr> = priorities.iter().map(|&p| ctx.int_attr(I32, p)).collect();
        let attrs = [("ctors", ctx.array(&names)), ("priorities", ctx.array(&priorities)), ("data", ctx.array(data))];
        at_module_level(&ctx, with_functions(&ctx, VOID), "llvm.mlir.global_ctors", &attrs)
    };
    let zero = llvm_attr(&ctx, attr_table::ZERO, &[]);
    let op = "'llvm.mlir.global_ctors' op";
    none(with(&["defined"], &[0], &[zero]));
    only(with(&["defined"], &[], &[zero]), "ctors, priorities, and data must have the same number of elements");
    only(with(&["nobody"], &[0], &[zero]), &format!("{op} 'nobody' does not reference a valid LLVM function"));
    only(with(&["declared"], &[0], &[zero]), &format!("{op} 'declared' does not have a definition"));
    only(with(&["defined"], &[0], &[UNIT]), "data element must be symbol or #llvm.zero");
}

#[test]
fn module_flags() {
    let ctx = Context::new();
    let with = |key: &str, value: Attr| {
        let params = [ctx.int_attr(I64, 1), ctx.string_attr(key), value];
        let flags = ctx.array(&[llvm_attr(&ctx, attr_table::MODULE_FLAG, &params)]);
        at_module_level(&ctx, Module::new(), "llvm.module_flags", &[("flags", flags)])
    };
    let op = "'llvm.module_flags' op";
    none(with("wchar_size", ctx.int_attr(I32, 4)));
    only(
        with("yolo", symbol(&ctx, "f")),
        "only integer and string values are currently supported for unknown key '\"yolo\"'",
    );
    only(with("CG Profile", ctx.int_attr(I32, 4)), "'CG Profile' key expects an array of '#llvm.cgprofile_entry'");
    only(
        with("ProfileSummary", ctx.int_attr(I32, 4)),
        "'ProfileSummary' key expects a '#llvm.profile_summary' attribute",
    );
    only(
        at_module_level(&ctx, Module::new(), "llvm.module_flags", &[("flags", ctx.array(&[UNIT]))]),
        &format!("{op} expected a module flag attribute"),
    );
}
