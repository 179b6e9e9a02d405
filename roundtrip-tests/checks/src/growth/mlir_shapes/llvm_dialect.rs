//! Shapes of the LLVM dialect's operations and attributes.

use super::structure::llvm_function;
use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("dialect-struct-members", 500, struct_members),
    Shape::taken("dialect-pointer-chain", 500, pointer_chain),
    Shape::taken("dialect-type-dag", 200, type_dag),
    Shape::taken("dialect-lexical-blocks", 200, lexical_blocks),
    Shape::taken("dialect-inlined", 200, inlined),
    Shape::taken("dialect-recursive-types", 500, recursive_types),
    Shape::taken("dialect-subprograms", 500, subprograms),
    Shape::taken("dialect-variables", 500, variables),
    Shape::taken("dialect-tbaa", 500, tbaa),
    Shape::taken("dialect-alias-scopes", 500, alias_scopes),
    Shape::taken("dialect-access-groups", 500, access_groups),
    Shape::taken("dialect-loops", 500, loops),
    Shape::taken("dialect-weights", 500, weights),
    Shape::taken("dialect-inline-assembly", 500, inline_assembly),
    Shape::refused("dialect-element-pointers", 6000, element_pointers, "nest"),
    Shape::taken("dialect-bundles", 500, bundles),
    Shape::taken("dialect-clauses", 500, clauses),
    Shape::taken("dialect-comdats", 500, comdats),
    Shape::taken("dialect-module-flags", 500, module_flags),
    Shape::taken("dialect-constructors", 500, constructors),
    Shape::taken("dialect-other-symbols", 500, other_symbols),
    Shape::taken("dialect-constants", 500, constants),
    Shape::taken("dialect-constant-array", 500, constant_array),
    Shape::taken("dialect-pointer-array", 500, pointer_array),
    Shape::refused("dialect-constant-dag", 50, constant_dag, "nests too deeply to be written"),
    Shape::refused("dialect-expression-dag", 3000, expression_dag, "nests too deeply to be written"),
    Shape::refused("dialect-expression-chain", 4000, expression_chain, "nests too deeply to be written"),
    Shape::taken("dialect-block-addresses", 500, block_addresses),
    Shape::taken("dialect-string-attributes", 500, string_attributes),
    Shape::taken("dialect-target-features", 500, target_features),
];

const FILE: &str = "#file = #llvm.di_file<\"f.c\" in \"/\">\n";

/// Debug info with these definitions, and a function that has `#scope` for its subprogram.
fn debug(definitions: &str, types: &str, location: &str) -> String {
    format!(
        "{FILE}#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>\n\
         {definitions}\
         #routine = #llvm.di_subroutine_type<types = {types}>\n\
         #scope = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = \"f\", file = #file, subprogramFlags = Definition, type = #routine>\n\
         #start = loc(\"f.c\":1:1)\n\
         llvm.func @f() {{\n  llvm.return loc({location})\n}} loc(fused<#scope>[#start])\n"
    )
}

const INT: &str = "#int = #llvm.di_basic_type<name = \"int\", sizeInBits = 32, encoding = DW_ATE_signed>\n";

pub fn struct_members(n: usize) -> String {
    let members = list(n, |i| {
        format!("#llvm.di_derived_type<tag = DW_TAG_member, name = \"m{i}\", baseType = #int, sizeInBits = 32>")
    });
    let composite =
        format!("#struct = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = \"s\", elements = {members}>\n");
    debug(&format!("{INT}{composite}"), "#struct", "#start")
}

pub fn pointer_chain(n: usize) -> String {
    let chain = lines(n, |i| {
        format!("#p{} = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #p{i}, sizeInBits = 64>", i + 1)
    });
    debug(&format!("{INT}{}", chain.replace("#p0,", "#int,")), &format!("#p{n}"), "#start")
}

pub fn type_dag(n: usize) -> String {
    let steps = lines(n, |i| {
        format!(
            "#p{0} = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = \"s{0}\", elements = #p{i}, #p{i}>",
            i + 1
        )
    });
    debug(&format!("{INT}{}", steps.replace("#p0", "#int")), &format!("#p{n}"), "#start")
}

pub fn lexical_blocks(n: usize) -> String {
    let header = debug("", "#llvm.di_null_type", "#inner");
    let (head, function) = header.split_once("#start").unwrap_or_default();
    let blocks = lines(n, |i| format!("#b{} = #llvm.di_lexical_block<scope = #b{i}, file = #file, line = {i}>", i + 1));
    format!("{head}{}#inner = loc(fused<#b{n}>[\"f.c\":1:1])\n#start{function}", blocks.replace("#b0,", "#scope,"))
}

pub fn inlined(n: usize) -> String {
    let header = debug("", "#llvm.di_null_type", &format!("#i{n}"));
    let (head, function) = header.split_once("#start").unwrap_or_default();
    let calls = lines(n, |i| format!("#i{} = loc(callsite(fused<#scope>[\"f.c\":{i}:2] at #i{i}))", i + 1));
    format!("{head}#i0 = loc(fused<#scope>[\"f.c\":1:1])\n{calls}#start{function}")
}

pub fn recursive_types(n: usize) -> String {
    let members = list(n, |i| {
        format!("#llvm.di_derived_type<tag = DW_TAG_member, name = \"m{i}\", baseType = #self, sizeInBits = 64>")
    });
    let composite = format!(
        "#self = #llvm.di_composite_type<recId = distinct[5]<>, isRecSelf = true, tag = DW_TAG_structure_type>\n\
         #struct = #llvm.di_composite_type<recId = distinct[5]<>, tag = DW_TAG_structure_type, name = \"s\", elements = {members}>\n"
    );
    debug(&composite, "#struct", "#start")
}

pub fn subprograms(n: usize) -> String {
    let subprograms = lines(n, |i| {
        format!(
            "#s{i} = #llvm.di_subprogram<id = distinct[{}]<>, compileUnit = #unit, scope = #file, name = \"f{i}\", file = #file, subprogramFlags = Definition, type = #routine>",
            i + 2
        )
    });
    let functions = lines(n, |i| {
        format!("llvm.func @f{i}() {{\n  llvm.return loc(\"f.c\":2:2)\n}} loc(fused<#s{i}>[\"f.c\":1:1])")
    });
    let header = debug("", "#llvm.di_null_type", "#start");
    let (head, function) = header.split_once("#start").unwrap_or_default();
    format!("{head}{subprograms}#start{function}{functions}")
}

pub fn variables(n: usize) -> String {
    let values = lines(n, |i| {
        format!(
            "  llvm.intr.dbg.value #llvm.di_local_variable<scope = #scope, name = \"v{i}\", file = #file, type = #int> = %x : i32 loc(fused<#scope>[\"f.c\":1:1])"
        )
    });
    let header = debug(INT, "#int", "#start");
    header.replace("@f() {\n", &format!("@f(%x: i32) {{\n{values}"))
}

pub fn tbaa(n: usize) -> String {
    let types = lines(n, |i| format!("#t{} = #llvm.tbaa_type_desc<id = \"t{i}\", members = {{<#t{i}, 0>}}>", i + 1));
    let loads = lines(n, |i| format!("  %{i} = llvm.load %p {{tbaa = [#g{i}]}} : !llvm.ptr -> i32"));
    let tags =
        lines(n, |i| format!("#g{i} = #llvm.tbaa_tag<base_type = #t{0}, access_type = #t{0}, offset = 0>", i + 1));
    format!("#t0 = #llvm.tbaa_root<id = \"root\">\n{types}{tags}{}", llvm_function("%p: !llvm.ptr", &loads))
}

pub fn alias_scopes(n: usize) -> String {
    let scopes = lines(n, |i| format!("#s{i} = #llvm.alias_scope<id = distinct[{}]<>, domain = #d>", i + 1));
    let all = list(n, |i| format!("#s{i}"));
    let load = format!("  %0 = llvm.load %p {{alias_scopes = [{all}], noalias_scopes = [#s0]}} : !llvm.ptr -> i32\n");
    format!("#d = #llvm.alias_scope_domain<id = distinct[0]<>>\n{scopes}{}", llvm_function("%p: !llvm.ptr", &load))
}

pub fn access_groups(n: usize) -> String {
    let groups = lines(n, |i| format!("#g{i} = #llvm.access_group<id = distinct[{i}]<>>"));
    let all = list(n, |i| format!("#g{i}"));
    let load = format!("  %0 = llvm.load %p {{access_groups = [{all}]}} : !llvm.ptr -> i32\n");
    format!("{groups}{}", llvm_function("%p: !llvm.ptr", &load))
}

pub fn loops(n: usize) -> String {
    let annotations = lines(n, |i| {
        format!(
            "#u{i} = #llvm.loop_unroll<disable = false, count = {i} : i32>\n#l{i} = #llvm.loop_annotation<mustProgress = true, unroll = #u{i}>"
        )
    });
    let blocks = lines(n, |i| {
        format!("  llvm.br ^b{i}\n^b{i}:\n  llvm.cond_br %c, ^b{i}, ^c{i} {{loop_annotation = #l{i}}}\n^c{i}:")
    });
    format!("{annotations}{}", llvm_function("%c: i1", &blocks))
}

pub fn weights(n: usize) -> String {
    let cases = list(n, |i| format!("{i}: ^b"));
    let weights = list(n + 1, |i| i.to_string());
    llvm_function(
        "%x: i32",
        &format!("  llvm.switch %x : i32, ^b [{cases}] {{branch_weights = array<i32: {weights}>}}\n^b:\n"),
    )
}

pub fn inline_assembly(n: usize) -> String {
    let (operands, types) = (list(n, |_| "%x".to_owned()), list(n, |_| "i32".to_owned()));
    let constraints = vec!["r"; n].join(",");
    llvm_function(
        "%x: i32",
        &format!(
            "  llvm.inline_asm has_side_effects \"{}\", \"{constraints}\" {operands} : ({types}) -> ()\n",
            "nop;".repeat(n)
        ),
    )
}

pub fn element_pointers(n: usize) -> String {
    let types = format!("{}i8{}", "array<2 x ".repeat(n), ">".repeat(n));
    llvm_function(
        "%p: !llvm.ptr",
        &format!("  %0 = llvm.getelementptr %p[0{}] : (!llvm.ptr) -> !llvm.ptr, !llvm.{types}\n", ", 1".repeat(n)),
    )
}

pub fn bundles(n: usize) -> String {
    let bundles = list(n, |i| format!("\"tag{i}\"(%x : i32)"));
    llvm_function("%x: i32", &format!("  llvm.call @g() [{bundles}] : () -> ()\n")) + "llvm.func @g()\n"
}

pub fn clauses(n: usize) -> String {
    let clauses = " (catch %p : !llvm.ptr)".repeat(n);
    format!(
        "llvm.func @f(%p: !llvm.ptr) attributes {{personality = @p}} {{\n  %q = llvm.mlir.zero : !llvm.ptr\n  llvm.invoke @g() to ^a unwind ^b : () -> ()\n^a:\n  llvm.return\n^b:\n  %l = llvm.landingpad{} : !llvm.struct<(ptr, i32)>\n  llvm.resume %l : !llvm.struct<(ptr, i32)>\n}}\nllvm.func @g()\nllvm.func @p(...) -> i32\n",
        clauses.replace("%p", "%q")
    )
}

pub fn comdats(n: usize) -> String {
    let selectors = lines(n, |i| format!("  llvm.comdat_selector @c{i} any"));
    let globals =
        lines(n, |i| format!("llvm.mlir.global linkonce_odr @c{i}(1 : i32) comdat(@__llvm_comdat::@c{i}) : i32"));
    format!("llvm.comdat @__llvm_comdat {{\n{selectors}}}\n{globals}")
}

pub fn module_flags(n: usize) -> String {
    format!("llvm.module_flags [{}]\n", list(n, |i| format!("#llvm.mlir.module_flag<warning, \"flag{i}\", {i} : i32>")))
}

pub fn constructors(n: usize) -> String {
    let functions = lines(n, |i| format!("llvm.func @f{i}() {{\n  llvm.return\n}}"));
    let (names, numbers) = (list(n, |i| format!("@f{i}")), list(n, |i| format!("{i} : i32")));
    let data = list(n, |_| "#llvm.zero".to_owned());
    format!("{functions}llvm.mlir.global_ctors ctors = [{names}], priorities = [{numbers}], data = [{data}]\n")
}

pub fn other_symbols(n: usize) -> String {
    let aliases = lines(n, |i| {
        format!(
            "llvm.mlir.alias external @a{i} : i32 {{\n  %0 = llvm.mlir.addressof @g : !llvm.ptr\n  llvm.return %0 : !llvm.ptr\n}}"
        )
    });
    format!("llvm.mlir.global external @g(1 : i32) : i32\n{aliases}")
}

pub fn constants(n: usize) -> String {
    let constants = lines(n, |i| format!("  %c{i} = llvm.mlir.constant({i} : i64) : i64"));
    llvm_function("", &format!("{constants}{}", lines(n, |i| format!("  llvm.call @g(%c{i}) : (i64) -> ()"))))
        + "llvm.func @g(i64)\n"
}

pub fn constant_array(n: usize) -> String {
    let elements = list(n, |i| i.to_string());
    format!("llvm.mlir.global internal @g(dense<[{elements}]> : tensor<{n}xi32>) : !llvm.array<{n} x i32>\n")
}

pub fn pointer_array(n: usize) -> String {
    let fields = lines(n, |i| format!("  %{} = llvm.insertvalue %p, %{i}[{i}] : !llvm.array<{n} x ptr>", i + 1));
    format!(
        "llvm.mlir.global internal @g() : !llvm.array<{n} x ptr> {{\n  %0 = llvm.mlir.undef : !llvm.array<{n} x ptr>\n  %p = llvm.mlir.addressof @g : !llvm.ptr\n{fields}  llvm.return %{n} : !llvm.array<{n} x ptr>\n}}\n"
    )
}

/// A constant that holds the same one twice, and so on.
pub fn constant_dag(n: usize) -> String {
    let types = lines(n, |i| format!("!s{} = !llvm.struct<\"s{i}\", (!s{i}, !s{i})>", i + 1)).replace("!s0", "i32");
    let steps = lines(n, |i| {
        format!(
            "  %u{0} = llvm.mlir.undef : !s{0}\n  %h{0} = llvm.insertvalue %v{i}, %u{0}[0] : !s{0}\n  %v{0} = llvm.insertvalue %v{i}, %h{0}[1] : !s{0}",
            i + 1
        )
    });
    format!(
        "{types}llvm.mlir.global internal @g() : !s{n} {{\n  %v0 = llvm.mlir.constant(7 : i32) : i32\n{steps}  llvm.return %v{n} : !s{n}\n}}\n"
    )
}

/// An expression that has the same one twice, and so on.
pub fn expression_dag(n: usize) -> String {
    let steps =
        lines(n, |i| format!("  %v{0} = llvm.sub %v{i}, %w{i} : i64\n  %w{0} = llvm.xor %v{i}, %v{0} : i64", i + 1));
    format!(
        "llvm.mlir.global internal @g() : i64 {{\n  %p = llvm.mlir.addressof @g : !llvm.ptr\n  %v0 = llvm.ptrtoint %p : !llvm.ptr to i64\n  %w0 = llvm.mlir.constant(3 : i64) : i64\n{steps}  llvm.return %v{n} : i64\n}}\n"
    )
}

pub fn expression_chain(n: usize) -> String {
    let steps = lines(n, |i| format!("  %v{} = llvm.sub %c{i}, %v{i} : i64", i + 1));
    let constants = lines(n, |i| format!("  %c{i} = llvm.mlir.constant({i} : i64) : i64"));
    format!(
        "llvm.mlir.global internal @g() : i64 {{\n  %p = llvm.mlir.addressof @g : !llvm.ptr\n  %v0 = llvm.ptrtoint %p : !llvm.ptr to i64\n{constants}{steps}  llvm.return %v{n} : i64\n}}\n"
    )
}

pub fn block_addresses(n: usize) -> String {
    let addresses = lines(n, |i| format!("  %{i} = llvm.blockaddress <function = @f, tag = <id = {i}>> : !llvm.ptr"));
    let blocks = lines(n, |i| format!("  llvm.br ^b{i}\n^b{i}:\n  llvm.blocktag <id = {i}>"));
    llvm_function("", &format!("{addresses}{blocks}"))
}

pub fn string_attributes(n: usize) -> String {
    format!("llvm.func @f() attributes {{passthrough = [{}]}}\n", list(n, |i| format!("[\"key{i}\", \"{i}\"]")))
}

pub fn target_features(n: usize) -> String {
    format!(
        "llvm.func @f() attributes {{target_features = #llvm.target_features<[{}]>}}\n",
        list(n, |i| format!("\"+f{i}\""))
    )
}
