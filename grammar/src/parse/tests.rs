//! The pest grammar and what is read by hand are one language.
#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, ParseCode};
use irtrip_dialect::types::FloatKind;
use irtrip_dialect::{AttrData, Context};

use super::{ParseOptions, parse, parse_attr, parse_type};
use crate::print::print_attr;
use crate::reference;

/// Texts in the generic form, which the grammar has whole.
const GENERIC: [&str; 3] = [
    include_str!("../../tests/fixtures/globals.generic.mlir"),
    include_str!("../../tests/fixtures/instructions.generic.mlir"),
    include_str!("../../tests/fixtures/attributes.generic.mlir"),
];

#[test]
fn the_grammar_accepts_what_the_cursor_accepts() {
    for text in GENERIC {
        assert!(parse(&Context::new(), text, &ParseOptions::default()).is_ok());
        assert_eq!(reference::check_generic_module(text), Ok(()));
    }
}

#[test]
fn both_reject_what_is_no_operation() {
    for text in [
        "\"a\" : () -> ()",
        "\"a\"(%0 %1) : () -> ()",
        "\"a\"() {b = } : () -> ()",
        "\"a\"() ({ ^b }) : () -> ()",
        "\"a\"() [^b : () -> ()",
        "%0, = \"a\"() : () -> i32",
        "\"a\"() : i32",
        "#a = ",
        "\"a\"() <b = 1> : () -> ()",
        "\"a\"() : () -> () loc(\"f\":x)",
    ] {
        assert!(parse(&Context::new(), text, &ParseOptions::default()).is_err(), "{text}");
        assert!(reference::check_generic_module(text).is_err(), "{text}");
    }
}

#[test]
fn types_are_the_same_language() {
    for (text, right) in [
        ("i32", true),
        ("!llvm.struct<packed (i32, ptr<3>)>", true),
        ("( i32 , f64 )-> ( )", true),
        ("vector<2x[4]xi1>", true),
        ("tensor<?x3xf32, #foo.bar<1>>", true),
        ("!foo<\"a\" -> [b]>", true),
        ("!llvm.target<\"a\", ptr, 7>", true),
        ("!llvm.struct<i32>", false),
        ("vector<4>", false),
        ("!llvm.array<x i8>", false),
        ("(i32)", false),
        ("!foo.bar<(]>", false),
        ("i32 i32", false),
        ("", false),
    ] {
        assert_eq!(parse_type(&Context::new(), text).is_ok(), right, "{text}");
        assert_eq!(reference::is_type(text), right, "{text}");
    }
}

#[test]
fn attributes_are_the_same_language() {
    for (text, right) in [
        ("- 5 : i8", true),
        ("0x1F : i16", true),
        ("1.e3 : f32", true),
        ("\"a\\\"b\" : i32", true),
        ("@a::@\"b\"", true),
        ("dense<[[1], [2]]> : tensor<2x1xi8>", true),
        ("array<i32: -1, 2>", true),
        ("distinct[7]<\"a\">", true),
        ("loc(callsite(\"a\" at \"f\":1:2))", true),
        ("#llvm.tbaa_root", true),
        ("#llvm.tbaa_root<id = \"a\">", true),
        ("#foo.bar<a -> b> : i32", true),
        ("{a, b = [], \"c d\" = unit}", true),
        ("[1, ]", false),
        ("{a b}", false),
        ("{1 = 2}", false),
        ("\"a", false),
        ("dense<1>", false),
        ("array<i32: >", false),
        ("distinct[]<>", false),
        ("@", false),
        ("loc()", false),
        ("1 : ", false),
        ("#llvm.tbaa_root<", false),
    ] {
        assert_eq!(parse_attr(&Context::new(), text).is_ok(), right, "{text}");
        assert_eq!(reference::is_attribute(text), right, "{text}");
    }
}

/// Types and attributes with each production; mutations of them are near the language's edges.
const SEEDS: [&str; 14] = [
    "!llvm.struct<\"a\", packed (i32, ptr<3>, array<2 x vector<4xf32>>)>",
    "!llvm.func<void (ptr, i64, ...)>",
    "!llvm.target<\"spirv.Image\", i32, 1, 0>",
    "tuple<index, complex<f64>, (i1, none) -> (tensor<?x3xf32>, memref<*xi8>)>",
    "memref<2x?xf32, strided<[?, 1], offset: -3>, 1 : i64>",
    "vector<2x[4]xi1>",
    "[1 : i8, -2.5e3 : f32, 0x1F : i16, true, unit, \"a\\22b\" : i32, @a::@\"b\"]",
    "{a, b = [], \"c d\" = {e = i32}, f = array<i32: 1, -2>, g = array<i1: true>}",
    "dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>",
    "distinct[7]<\"a\">",
    "loc(fused<\"m\">[callsite(\"a\" at \"f\":1:2), \"n\"(unknown), \"f\":1:2 to 3:4])",
    "#llvm.di_file<\"a.c\" in \"/b\">",
    "#foo.bar<a -> [b], {c}> : i32",
    "#dlti.dl_spec<i32 = dense<32> : vector<2xi64>, \"a\" = \"b\">",
];

/// A token of a text: a word, a string, a number or one character.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
            c if c.is_ascii_alphanumeric() => {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    tokens
}

/// What the cursor accepts, the grammar has; what only the grammar has breaks a rule that is none of syntax.
fn is_one_language(text: &str) {
    let ctx = Context::new();
    let is_syntax = |error: &Diagnostic| {
        let DiagnosticCode::Parse(code) = &error.code else { return false };
        matches!(code, ParseCode::ExpectedToken(_) | ParseCode::UnclosedString | ParseCode::Unbalanced(_))
    };
    for (read, in_grammar) in [
        (parse_type(&ctx, text).map(drop), reference::is_type(text)),
        (parse_attr(&ctx, text).map(drop), reference::is_attribute(text)),
    ] {
        match read {
            Ok(()) => assert!(in_grammar, "the grammar does not have {text}"),
            // What is in the brackets of these attributes follows from their definitions.
            Err(_) if text.contains("#llvm") || text.contains("#dlti") => {}
            Err(error) => assert!(!in_grammar || !is_syntax(&error), "the cursor does not accept {text}: {error}"),
        }
    }
}

#[test]
fn cursor_and_grammar_are_one_language_near_its_edges() {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (seed >> 33) as usize % below
    };
    let pool: Vec<&str> = SEEDS.iter().flat_map(|text| tokens(text)).collect();
    for text in SEEDS {
        is_one_language(text);
        for _ in 0..400 {
            let mut mutated = tokens(text);
            let place = random(mutated.len());
            match random(3) {
                0 => drop(mutated.remove(place)),
                1 => mutated[place] = pool[random(pool.len())],
                _ => mutated.insert(place, pool[random(pool.len())]),
            }
            is_one_language(&mutated.concat());
        }
    }
}

#[test]
fn every_float_that_is_printed_is_read_as_it_was() {
    let ctx = Context::new();
    let mut seed = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835_u128;
    // A decimal may say another pair of numbers than a double-double was: only bits say it, as in what is preserved.
    for kind in FloatKind::all().filter(|kind| *kind != FloatKind::PpcF128) {
        let ty = ctx.float_type(kind);
        let random = (0..12).map(|_| {
            seed = seed.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
            seed >> (128 - kind.width())
        });
        let edges = [0, 1, 1 << (kind.width() - 1), (1 << (kind.width() - 1)) - 1];
        for bits in random.chain(edges) {
            // Eighty-bit numbers have an integer bit that a normal number sets.
            if kind == FloatKind::F80 && (bits >> 63 & 1 == 1) != (bits >> 64 & 0x7fff != 0) {
                continue;
            }
            let attr = ctx.float_attr(ty, bits);
            let text = print_attr(&ctx, attr);
            let text = if text.contains(':') { text } else { format!("{text} : {}", kind.mlir()) };
            assert_eq!(parse_attr(&ctx, &text), Ok(attr), "{text} {bits:#x}");
        }
    }
}

#[test]
fn wide_floats_are_read_in_their_own_format() {
    let ctx = Context::new();
    let Ok(attr) = parse_attr(&ctx, "1.1 : f128") else { panic!() };
    let bits = irtrip_dialect::attributes::FloatBits::new(0x3fff_1999_9999_9999_9999_9999_9999_999a);
    assert!(matches!(ctx.attr_data(attr), AttrData::Float { bits: b, .. } if *b == bits));
}

#[test]
fn elements_are_bytes_little_endian() {
    let ctx = Context::new();
    for (text, expected) in [
        ("dense<[1, -2]> : tensor<2xi16>", vec![1, 0, 0xfe, 0xff]),
        ("dense<\"0x0100FEFF\"> : tensor<2xi16>", vec![1, 0, 0xfe, 0xff]),
        ("dense<[true, false, true]> : tensor<3xi1>", vec![1, 0, 1]),
        ("dense<\"0x05\"> : tensor<3xi1>", vec![1, 0, 1]),
        ("dense<[-1, 1]> : tensor<2xi4>", vec![15, 1]),
        ("dense<[7, 7]> : tensor<2xi8>", vec![7]),
        ("dense<[(1.0, 2.0)]> : tensor<1xcomplex<f16>>", vec![0, 0x3c, 0, 0x40]),
        ("dense<[-1, 1]> : tensor<2xi12>", vec![0xff, 0x0f, 1, 0]),
        ("dense<[]> : tensor<0xi8>", vec![]),
    ] {
        let Ok(attr) = parse_attr(&ctx, text) else { panic!("{text}") };
        let AttrData::Dense { data, .. } = ctx.attr_data(attr) else { panic!("{text}") };
        assert_eq!(data[..], expected[..], "{text}");
    }
    for text in ["dense<[1, 2]> : tensor<3xi8>", "dense<[[1], [2, 3]]> : tensor<2x1xi8>", "dense<[1]> : i8"] {
        assert!(parse_attr(&ctx, text).is_err(), "{text}");
    }
}

#[test]
fn parameters_that_are_defaults_are_not_stored() {
    let ctx = Context::new();
    let spelled =
        parse_attr(&ctx, "#llvm.di_lexical_block<scope = #llvm.di_file<\"a\" in \"b\">, line = 0, column = 3>");
    let left_out = parse_attr(&ctx, "#llvm.di_lexical_block<scope = #llvm.di_file<\"a\" in \"b\">, column = 3>");
    assert!(spelled.is_ok());
    assert_eq!(spelled, left_out);
    for text in ["#llvm.di_file<\"a\">", "#llvm.mystery<1>", "#llvm.loop_peeled<cout = 1 : i32>"] {
        assert!(parse_attr(&ctx, text).is_err(), "{text}");
    }
}
