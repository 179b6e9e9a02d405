//! The custom and the generic form of a text say the same, and what is printed is read as it was.
//!
//! Each fixture `NAME.mlir` is in custom form; `NAME.generic.mlir` is what `mlir-opt` makes of it in generic form.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use irtrip_dialect::{Context, Module};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};

const FIXTURES: [(&str, &str, &str); 3] = [
    ("globals", include_str!("fixtures/globals.mlir"), include_str!("fixtures/globals.generic.mlir")),
    ("instructions", include_str!("fixtures/instructions.mlir"), include_str!("fixtures/instructions.generic.mlir")),
    ("attributes", include_str!("fixtures/attributes.mlir"), include_str!("fixtures/attributes.generic.mlir")),
];

fn read(ctx: &Context, name: &str, text: &str) -> Module {
    match parse(ctx, text, &ParseOptions::default()) {
        Ok(module) => module,
        Err(errors) => panic!("{name}: {}: {:?}", errors[0], errors[0].span().and_then(|span| text.get(span))),
    }
}

/// The generic form of a text without names, read in a context of its own: the distinct attributes of two texts of one context are two.
fn in_generic_form(name: &str, text: &str) -> String {
    let ctx = Context::new();
    let options = PrintOptions { generic: true, ..PrintOptions::upstream() };
    print(&ctx, &read(&ctx, name, text), &options).concat()
}

fn assert_same(name: &str, a: &str, b: &str) {
    for (a, b) in a.lines().zip(b.lines()) {
        assert_eq!(a, b, "{name}");
    }
    assert_eq!(a.lines().count(), b.lines().count(), "{name}");
}

#[test]
fn both_forms_are_one_module() {
    for (name, custom, generic) in FIXTURES {
        assert_same(name, &in_generic_form(name, custom), &in_generic_form(name, generic));
    }
}

#[test]
fn what_is_printed_is_read_as_it_was() {
    let own = PrintOptions::default();
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    for (name, text, _) in FIXTURES {
        for options in [&own, &generic, &PrintOptions::upstream()] {
            let ctx = Context::new();
            let first = read(&ctx, name, text);
            let printed = print(&ctx, &first, options).concat();
            assert_same(name, &in_generic_form(name, text), &in_generic_form(name, &printed));
        }
    }
}

#[test]
fn many_threads_read_what_one_reads() {
    // Long enough for the bodies to be read by several threads.
    let mut text = String::new();
    for i in 0..3000 {
        text +=
            &format!("llvm.func @f{i}(%a: i32) -> i32 {{\n  %0 = llvm.add %a, %a : i32\n  llvm.return %0 : i32\n}}\n");
    }
    let ctx = Context::new();
    let module = read(&ctx, "functions", &text);
    assert_eq!(module.ops().count(), 3000);
    assert!(module.ops().all(|op| module.body.nested(op).is_some_and(|body| body.value_count() == 2)));
}

#[test]
fn names_are_kept_but_not_numbers() {
    let ctx = Context::new();
    let text = "llvm.func @f(%0: i32, %n: i32) -> i32 {\n  %sum = llvm.add %0, %n : i32\n  llvm.br ^1\n\
        ^1:\n  llvm.br ^next(%sum : i32)\n^next(%1: i32):\n  llvm.return %1 : i32\n}";
    let module = read(&ctx, "names", text);
    let body = module.ops().find_map(|op| module.body.nested(op)).unwrap();
    let blocks = body.blocks(body.regions()[0]);
    let name = |name: Option<irtrip_dialect::Str>| name.map(|s| ctx.text(s).into_owned());
    let names: Vec<_> = body.block_args(blocks[0]).iter().map(|&v| name(body.value(v).name)).collect();
    assert_eq!(names, [None, Some("n".to_owned())]);
    assert_eq!(name(body.block_name(blocks[1])), None);
    assert_eq!(name(body.block_name(blocks[2])).as_deref(), Some("next"));
    let sum = body.result(body.first_op(blocks[0]).unwrap()).unwrap();
    assert_eq!(name(body.value(sum).name).as_deref(), Some("sum"));
}

#[test]
fn operations_get_their_places_if_asked() {
    let ctx = Context::new();
    let options = ParseOptions { locations: true, file: "f.mlir".to_owned(), ..ParseOptions::default() };
    let module = parse(&ctx, "\n  llvm.func @f()\nllvm.func @g() loc(unknown)", &options).unwrap();
    let locations: Vec<_> = module.ops().map(|op| irtrip_grammar::print_attr(&ctx, module.body.loc(op))).collect();
    assert_eq!(locations, ["loc(\"f.mlir\":2:3)", "loc(unknown)"]);
}

#[test]
fn aliases_stand_before_their_uses_but_for_locations_and_types_of_older_releases() {
    let ctx = Context::new();
    let text = "#c = 1 : i8\n!t = !llvm.array<2 x i1>\n#b = [#c]\n#a = [#b, #c]\n\
        module { \"x\"() {a = #a, t = !t} : () -> () loc(#l) }\n#l = loc(\"n\")";
    let inline = "module { \"x\"() {a = [[1 : i8], 1 : i8], t = !llvm.array<2 x i1>} : () -> () loc(\"n\") }";
    let descriptions = [text, inline].map(|text| support::describe(&ctx, &read(&ctx, "aliases", text)));
    assert_same("aliases", &descriptions[0], &descriptions[1]);
    let is_read = |text: &str, older_releases: bool| {
        parse(&ctx, text, &ParseOptions { older_releases, ..ParseOptions::default() }).is_ok()
    };
    for after in ["#a = #b\n#b = 1 : i8", "\"x\"() {a = #a} : () -> ()\n#a = 1 : i8"] {
        assert!(!is_read(after, true), "{after}");
    }
    let after = "\"x\"() : () -> !t\n!t = i8";
    assert!(is_read(after, true) && !is_read(after, false));
}

#[test]
fn resources_that_are_named_are_kept() {
    let ctx = Context::new();
    let operation = "  \"a.b\"() {c = dense_resource<a> : tensor<1xi32>} : () -> ()\n";
    let resources = |other: &str| {
        let a = "a: \"0x0400000001000000\"";
        format!("\n{{-#\n  dialect_resources: {{\n    builtin: {{\n      {other}{a}\n    }}\n  }}\n#-}}\n")
    };
    let text = format!("module {{\n{operation}}}\n{}", resources("b: \"0x0400000002000000\",\n      "));
    let module = read(&ctx, "resources", &text);
    assert_eq!(print(&ctx, &module, &PrintOptions::default()).concat(), text);
    let named = format!("module {{\n{operation}}}\n{}", resources(""));
    assert_eq!(print(&ctx, &module, &PrintOptions::upstream()).concat(), named);
    let elided = PrintOptions { elide_resources_above: Some(4), ..PrintOptions::upstream() };
    let begun = format!("module {{\n{operation}}}\n\n{{-#\n\n#-}}\n");
    assert_eq!(print(&ctx, &module, &elided).concat(), begun);
}
