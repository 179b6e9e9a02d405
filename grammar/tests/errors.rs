//! Errors have the words of `mlir-opt` and point at the wrong token; nothing panics.
#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip_dialect::Context;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, ParseCode};
use irtrip_grammar::{ParseOptions, parse, parse_attr, parse_type};

/// The first error of a text, and the bytes it is about.
fn error(text: &str) -> (String, &str) {
    let ctx = Context::new();
    match parse(&ctx, text, &ParseOptions::default()) {
        Ok(_) => panic!("read without an error: {text}"),
        Err(errors) => (errors[0].to_string(), text.get(errors[0].span().unwrap()).unwrap()),
    }
}

fn in_function(body: &str) -> String {
    format!("llvm.func @f(%a: i32, %p: !llvm.ptr) {{\n{body}\n}}")
}

#[test]
fn values_and_blocks() {
    for (body, message, token) in [
        ("%0 = llvm.add %a, %b : i32", "use of undeclared SSA value name", "%b"),
        ("%0 = llvm.add %a, %a : i32\n%0 = llvm.add %a, %a : i32", "redefinition of SSA value '%0'", "%0"),
        (
            "%0 = llvm.add %a, %a : i64",
            "use of value '%a' expects different type than prior uses: 'i64' vs 'i32'",
            "%a",
        ),
        (
            "llvm.br ^b\n^b:\n%1 = llvm.add %0, %0 : i64\n%0 = llvm.add %a, %a : i32",
            "definition of SSA value '%0#0' has type 'i32'",
            "%0",
        ),
        ("%0 = \"x\"(%a#1) : (i32) -> i32", "reference to invalid result number", "%a"),
        ("%0:2 = \"x\"() : () -> i32", "operation defines 1 results but was provided 2 to bind", "%0"),
        ("%0 = \"x\"() : () -> ()", "cannot name an operation with no results", "%0"),
        ("llvm.br ^nowhere", "reference to an undefined block", "^nowhere"),
        ("^b:\nllvm.br ^b\n^b:\nllvm.return", "invalid block name in region with named arguments", "^b"),
        ("llvm.br ^b\n^b:\nllvm.return\n^b:\nllvm.return", "redefinition of block '^b'", "^b"),
        ("\"x\"(%a) : () -> ()", "expected 1 operand type but had 0", "("),
        (
            "llvm.br ^b(%a, %a : i32)\n^b:",
            "custom op 'llvm.br' number of operands and types do not match: got 2 operands and 1 types",
            ")",
        ),
    ] {
        let text = in_function(body);
        assert_eq!(error(&text), (message.to_owned(), token), "{body}");
    }
}

#[test]
fn operations() {
    for (body, message, token) in [
        ("foo.bar %a", "Dialect `foo' not found for custom op 'foo.bar' ", "foo.bar"),
        ("llvm.bar %a", "custom op 'llvm.bar' is unknown", "llvm.bar"),
        ("llvm.add %a %a : i32", "expected ','", " "),
        (
            "%0 = llvm.icmp \"what\" %a, %a : i32",
            "custom op 'llvm.icmp' 'what' is an incorrect value of the 'predicate' attribute",
            "\"",
        ),
        ("%0 = llvm.load %p {a = 1, a = 2} : !llvm.ptr -> i32", "duplicate key 'a' in dictionary attribute", "a"),
        ("%0 = llvm.load %p : !llvm.ptr -> q32", "expected non-function type", " "),
        ("%0 = llvm.mlir.constant(#x) : i32", "undefined symbol alias id 'x'", ")"),
        ("%0 = llvm.mlir.constant(300 : i8) : i8", "integer constant out of range for attribute", "300"),
        ("%0 = \"llvm.add\"(%a) : (i32) -> i32", "'llvm.add' op expected 2 operands, but found 1", "\"llvm.add"),
        ("llvm.return {a = [1, 2}", "expected ',' or ']'", "}"),
        (
            "%0 = llvm.extractvalue %s[7] : !llvm.struct<(i32)>",
            "custom op 'llvm.extractvalue' position out of bounds: 7",
            "}",
        ),
    ] {
        let text = in_function(body);
        assert_eq!(error(&text), (message.to_owned(), token), "{body}");
    }
}

#[test]
fn the_top_of_a_text() {
    for (text, message, token) in [
        ("#a = #b\n#b = [#a]", "undefined symbol alias id 'b'", "\n"),
        ("#a = 1 : i8\n#a = 2 : i8", "redefinition of attribute alias id 'a'", "#a"),
        ("llvm.func @f() {", "expected operation name in quotes", "{"),
        (
            "llvm.func @f(...,i32)",
            "custom op 'llvm.func' variadic arguments must be in the end of the argument list",
            ",",
        ),
        (
            "llvm.mlir.global @x() ",
            "custom op 'llvm.mlir.global' type can only be omitted for string globals",
            "llvm.mlir.global",
        ),
        ("module { \"a", "expected '\"' in string literal", ""),
        ("\"a\"() {b = \"\\q\"} : () -> ()", "unknown escape in string literal", "\\"),
        ("{-# a", "expected ':'", "a"),
        ("llvm.func @f() }", "expected operation name in quotes", " "),
    ] {
        assert_eq!(error(text), (message.to_owned(), token), "{text}");
    }
}

#[test]
fn each_body_reports_its_error() {
    let ctx = Context::new();
    let text = "llvm.func @f() {\n  llvm.br ^x\n}\nllvm.func @g() {\n  llvm.return %y : i32\n}";
    let errors = parse(&ctx, text, &ParseOptions::default()).unwrap_err();
    assert_eq!(errors.len(), 2);
}

#[test]
fn unregistered_operations_may_be_forbidden() {
    let options = ParseOptions { allow_unregistered: false, ..ParseOptions::default() };
    let errors = parse(&Context::new(), "\"a.b\"() : () -> ()", &options).unwrap_err();
    assert_eq!(errors[0].code, DiagnosticCode::Parse(ParseCode::UnregisteredDialect));
}

#[test]
fn nesting_has_a_limit() {
    let deep = |open: &str, close: &str, n: usize| open.repeat(n) + &close.repeat(n);
    let ctx = Context::new();
    let too_deep = |result: Result<(), Box<Diagnostic>>| {
        assert!(matches!(result.unwrap_err().code, DiagnosticCode::Parse(ParseCode::TooDeep(_))));
    };
    too_deep(parse_attr(&ctx, &deep("[", "]", 100_000)).map(drop));
    too_deep(parse_type(&ctx, &deep("tuple<", ">", 100_000)).map(drop));
    too_deep(parse_attr(&ctx, &format!("dense<{}> : tensor<1xi8>", deep("[", "]", 100_000))).map(drop));
    let regions = deep("\"a\"() ({", "}) : () -> ()", 100_000);
    too_deep(parse(&ctx, &regions, &ParseOptions::default()).map(drop).map_err(|e| Box::new(e[0].clone())));
    let modules = deep("module {", "}", 100_000);
    too_deep(parse(&ctx, &modules, &ParseOptions::default()).map(drop).map_err(|e| Box::new(e[0].clone())));
    // Each level is read once.
    let layouts = format!("{}1 : i32{}", "#dlti.dl_spec<\"a\" = ".repeat(400), ">".repeat(400));
    assert!(parse_attr(&ctx, &layouts).is_ok());
    // What is just inside the limit fits the stack.
    assert!(parse_attr(&ctx, &deep("[", "]", 990)).is_ok());
    assert!(parse_type(&ctx, &format!("!llvm.{}i8{}", "array<1 x ".repeat(990), ">".repeat(990))).is_ok());
    assert!(parse_attr(&ctx, &format!("#foo.bar{}", deep("<", ">", 990))).is_ok());
    assert!(parse(&ctx, &deep("\"a\"() ({", "}) : () -> ()", 990), &ParseOptions::default()).is_ok());
    assert!(parse(&ctx, &deep("module {", "}", 990), &ParseOptions::default()).is_ok());
}

#[test]
fn a_text_cut_off_anywhere_or_with_a_byte_changed_does_no_harm() {
    let ctx = Context::new();
    for text in [include_str!("fixtures/instructions.mlir"), include_str!("fixtures/attributes.mlir")] {
        for (at, _) in text.char_indices().step_by(11) {
            let _ = parse(&ctx, &text[..at], &ParseOptions::default());
        }
        for (at, c) in text.char_indices().step_by(31) {
            for with in ["}", "<", "\"", "%", "9", "\u{e9}"] {
                let changed = format!("{}{with}{}", &text[..at], &text[at + c.len_utf8()..]);
                let _ = parse(&ctx, &changed, &ParseOptions::default());
            }
        }
    }
}

/// Lines of a body that uses each value twice, in two regions and two blocks.
const LINES: [&str; 8] = [
    "%0 = llvm.add %a, %a : i32",
    "%1 = llvm.add %0, %a : i32",
    "%2:2 = \"x.y\"(%0) ({",
    "  %3 = llvm.add %1, %0 : i32",
    "}) : (i32) -> (i32, i64)",
    "%4 = llvm.add %2#0, %1 : i32",
    "llvm.br ^b",
    "^b:\n%5 = llvm.add %4, %1 : i32\nllvm.return",
];

#[test]
fn each_operation_that_is_wrong_is_one_error() {
    let ctx = Context::new();
    let garbage = "%g = llvm.add %a %a : i32";
    for first in 0..LINES.len() {
        for second in first..LINES.len() {
            // Two lines before others, and one of the lines itself, whose result others use.
            let mut lines: Vec<String> = LINES.iter().map(|&line| line.to_owned()).collect();
            lines[0] = lines[0].replace(", ", " ");
            lines.insert(second, garbage.to_owned());
            lines.insert(first, garbage.to_owned());
            let text = in_function(&lines.join("\n"));
            let options = ParseOptions::default();
            let found = parse(&ctx, &text, &options).map(|_| ()).unwrap_err();
            let places: Vec<usize> = found.iter().map(|error| error.span().unwrap().start).collect();
            let expected: Vec<usize> = text.match_indices("%a %a").map(|(at, _)| at + 2).collect();
            assert_eq!(places, expected, "{text}\n{found:?}");
            let options = ParseOptions { first_error_only: true, ..options };
            assert_eq!(parse(&ctx, &text, &options).map(|_| ()).unwrap_err().len(), 1, "{text}");
        }
    }
}

#[test]
fn regions_that_never_end_are_passed_over_a_few_times() {
    // Each operation around the innermost is as wrong as it is.
    let text = "\"a.b\"() ({\n".repeat(50_000);
    assert_eq!(parse(&Context::new(), &text, &ParseOptions::default()).map(|_| ()).unwrap_err().len(), 1);
}
