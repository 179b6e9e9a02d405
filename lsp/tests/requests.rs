//! Every request, of a client in the same process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod client;

use client::{Client, place};
use serde_json::{Value, json};

const LL: &str = "file:///a.ll";
const MLIR: &str = "file:///a.mlir";

const ASSEMBLY: &str = "\
%pair = type { i32, ptr }

@g = global i32 7

declare i32 @callee(i32) #0

define i32 @f(i32 %x, ptr %p) #0 !dbg !2 {
entry:
  %sum = add nsw i32 %x, 1
  %less = icmp slt i32 %sum, %x
  br i1 %less, label %then, label %done

then:
  %called = call i32 @callee(i32 %sum)
  %at = getelementptr inbounds %pair, ptr %p, i64 0, i32 0
  store i32 %called, ptr %at, align 4
  br label %done

done:
  %r = phi i32 [ %sum, %entry ], [ %called, %then ]
  %old = load i32, ptr @g, align 4
  ret i32 %r
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !\"Debug Info Version\", i32 3}
!1 = !DIFile(filename: \"a.c\", directory: \"/\")
!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !3)
!3 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!llvm.dbg.cu = !{!3}
";

const DIALECT: &str = "\
#map = affine_map<(d0) -> (d0)>
module {
  llvm.func @callee(i32) -> i32
  llvm.func @f(%x: i32, %c: i1) -> i32 {
    %sum = llvm.add %x, %x : i32
    llvm.cond_br %c, ^then, ^done(%sum : i32)
  ^then:  // pred: ^bb0
    %called = llvm.call @callee(%sum) : (i32) -> i32
    llvm.br ^done(%called : i32)
  ^done(%r: i32):  // 2 preds: ^bb0, ^then
    llvm.return %r : i32
  }
  func.func @loop(%n: index, %v: f32) -> f32 {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %last = scf.for %i = %zero to %n step %one iter_args(%acc = %v) -> (f32) {
      %next = arith.addf %acc, %v : f32
      scf.yield %next : f32
    }
    scf.for %i = %zero to %n step %one {
      %again = arith.addi %i, %one : index
    }
    \"other.op\"() {map = #map, callee = @f} : () -> ()
    return %last : f32
  }
}
";

/// The line and column of the first place of a text after another one.
fn find(text: &str, before: &str, wanted: &str) -> (usize, usize) {
    let start = text.find(before).unwrap_or_else(|| panic!("{before}"));
    let at = start + text[start..].find(wanted).unwrap_or_else(|| panic!("{wanted}"));
    let line = text[..at].matches('\n').count();
    (line, at - text[..at].rfind('\n').map_or(0, |end| end + 1))
}

/// What ranges spell, each with its line.
fn spelled(text: &str, locations: &Value) -> Vec<(u64, String)> {
    let one = |location: &Value| {
        let range = &location["range"];
        let line = range["start"]["line"].as_u64().unwrap();
        let column = |end: &str| range[end]["character"].as_u64().unwrap() as usize;
        let own = text.lines().nth(line as usize).unwrap_or_default();
        (line, own[column("start")..column("end")].to_owned())
    };
    locations.as_array().unwrap().iter().map(one).collect()
}

fn definition(client: &mut Client, uri: &str, text: &str, before: &str, name: &str) -> Vec<(u64, String)> {
    let (line, column) = find(text, before, name);
    let found = client.at("textDocument/definition", uri, line, column, json!({})).unwrap();
    if found.is_null() { Vec::new() } else { spelled(text, &found) }
}

#[test]
fn definitions_of_assembly() {
    let client = &mut Client::start(&[]);
    client.open(LL, ASSEMBLY);
    let mut of = |before: &str, name: &str| definition(client, LL, ASSEMBLY, before, name);
    let one = |line: u64, text: &str| vec![(line, text.to_owned())];
    assert_eq!(of("icmp slt", "%sum"), one(8, "%sum"));
    assert_eq!(of("icmp slt", "%x"), one(6, "%x"));
    assert_eq!(of("br i1", "%then"), one(12, "then"));
    assert_eq!(of("phi", "%entry"), one(7, "entry"));
    assert_eq!(of("call i32", "@callee"), one(4, "@callee"));
    assert_eq!(of("load i32", "@g"), one(2, "@g"));
    assert_eq!(of("inbounds", "%pair"), one(0, "%pair"));
    assert_eq!(of("define", "#0"), one(24, "#0"));
    assert_eq!(of("define", "!2"), one(30, "!2"));
    assert_eq!(of("DISubprogram", "!1"), one(29, "!1"));
    assert_eq!(of("define", "i32"), []);
}

#[test]
fn definitions_of_mlir() {
    let client = &mut Client::start(&["utf-8"]);
    assert_eq!(client.capabilities["positionEncoding"], "utf-8");
    client.open(MLIR, DIALECT);
    let mut of = |before: &str, name: &str| definition(client, MLIR, DIALECT, before, name);
    let one = |line: u64, text: &str| vec![(line, text.to_owned())];
    assert_eq!(of("llvm.add", "%x"), one(3, "%x"));
    assert_eq!(of("cond_br", "^done"), one(9, "^done"));
    assert_eq!(of("llvm.return", "%r"), one(9, "%r"));
    assert_eq!(of("llvm.call", "@callee"), one(2, "@callee"));
    assert_eq!(of("arith.addf", "%acc"), one(15, "%acc"));
    assert_eq!(of("arith.addf", "%v"), one(12, "%v"));
    assert_eq!(of("iter_args", "%v"), one(12, "%v"));
    assert_eq!(of("arith.addi", "%i"), one(19, "%i"));
    assert_eq!(of("return %last", "%last"), one(15, "%last"));
    assert_eq!(of("other.op", "#map"), one(0, "#map"));
    assert_eq!(of("other.op", "@f"), one(3, "@f"));
}

/// A name that the linker is to take as it is begins with a control character.
#[test]
fn a_name_may_begin_with_a_control_character() {
    let client = &mut Client::start(&[]);
    let text = "@a = global ptr blockaddress(@\"\\01f\", %there)\n\ndefine void @\"\\01f\"() {\n  br label %there\n\nthere:\n  ret void\n}\n";
    client.open(LL, text);
    assert_eq!(definition(client, LL, text, "blockaddress", "@"), [(2, "@\"\\01f\"".to_owned())]);
    assert_eq!(definition(client, LL, text, "blockaddress", "%there"), [(5, "there".to_owned())]);
    let found = client.at("textDocument/prepareRename", LL, 0, 30, json!({})).unwrap();
    assert_eq!(found["placeholder"], "\u{1}f", "{found}");
}

#[test]
fn operands_may_stand_on_a_line_of_their_own() {
    let client = &mut Client::start(&[]);
    let text = "func.func @f(%a: i32, %b: i32) -> vector<2xi32> {\n  %v, %w = \"other.op\"() : () -> (i32, i32)\n  \
                %x = vector.from_elements\n    %a, %v\n    : vector<2xi32>\n  return %x : vector<2xi32>\n}\n";
    client.open(MLIR, text);
    assert_eq!(definition(client, MLIR, text, "elements", "%a"), [(0, "%a".to_owned())]);
    assert_eq!(definition(client, MLIR, text, "elements", "%v"), [(1, "%v".to_owned())]);
    assert_eq!(definition(client, MLIR, text, "return", "%x"), [(2, "%x".to_owned())]);
}

/// Whatever stands between its arguments and its body, on lines of their own.
#[test]
fn a_body_belongs_to_the_function_before_it() {
    let client = &mut Client::start(&[]);
    for (number, between) in [
        " kernel",
        "\n      kernel",
        "\n      workgroup(%w: memref<1xf64>)\n      private(%p: memref<1xi64>)\n      kernel",
        "\n      kernel attributes {a = 1}",
        "\n      attributes {a = 1}",
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!(
            "gpu.module @m {{\n  gpu.func @f(%x: i32){between} {{\n    \"use\"(%x) : (i32) -> ()\n    gpu.return\n  }}\n}}\n"
        );
        let uri = &format!("file:///{number}.mlir");
        client.open(uri, &text);
        assert_eq!(definition(client, uri, &text, "use", "%x"), [(1, "%x".to_owned())], "{text}");
        let symbols = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } })).unwrap();
        assert_eq!(symbols[0]["children"].as_array().unwrap().len(), 1, "{text}: {symbols}");
    }
}

#[test]
fn references_and_highlights() {
    let client = &mut Client::start(&[]);
    client.open(LL, ASSEMBLY);
    let (line, column) = find(ASSEMBLY, "%sum = ", "%sum");
    let all =
        client.at("textDocument/references", LL, line, column, json!({ "context": { "includeDeclaration": true } }));
    let lines: Vec<u64> = spelled(ASSEMBLY, &all.unwrap()).into_iter().map(|place| place.0).collect();
    assert_eq!(lines, [8, 9, 13, 19]);
    let uses =
        client.at("textDocument/references", LL, line, column, json!({ "context": { "includeDeclaration": false } }));
    assert_eq!(uses.unwrap().as_array().unwrap().len(), 3);
    let shown = client.at("textDocument/documentHighlight", LL, line, column, json!({})).unwrap();
    let kinds: Vec<u64> = shown.as_array().unwrap().iter().map(|shown| shown["kind"].as_u64().unwrap()).collect();
    assert_eq!(kinds, [3, 2, 2, 2]);
    let (line, column) = find(ASSEMBLY, "attributes", "#0");
    let group =
        client.at("textDocument/references", LL, line, column, json!({ "context": { "includeDeclaration": false } }));
    assert_eq!(group.unwrap().as_array().unwrap().len(), 2);
}

#[test]
fn symbols_and_folds() {
    let client = &mut Client::start(&[]);
    client.open(LL, ASSEMBLY);
    client.open(MLIR, DIALECT);
    let of = |client: &mut Client, uri: &str| {
        let found = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } })).unwrap();
        found.as_array().unwrap().clone()
    };
    let names = |symbols: &[Value]| -> Vec<String> {
        symbols.iter().map(|symbol| symbol["name"].as_str().unwrap().to_owned()).collect()
    };
    let assembly = of(client, LL);
    assert_eq!(names(&assembly), ["%pair", "@g", "@callee", "@f", "#0", "!llvm.module.flags", "!llvm.dbg.cu"]);
    assert_eq!(names(assembly[3]["children"].as_array().unwrap()), ["%entry", "%then", "%done"]);
    let dialect = of(client, MLIR);
    assert_eq!(names(&dialect), ["#map", "module"]);
    assert_eq!(names(dialect[1]["children"].as_array().unwrap()), ["@callee", "@f", "@loop"]);
    let found = client.ask("workspace/symbol", json!({ "query": "cale" })).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 2);
    let folds = client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": LL } })).unwrap();
    let folds: Vec<(u64, u64)> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| (fold["startLine"].as_u64().unwrap(), fold["endLine"].as_u64().unwrap()))
        .collect();
    assert_eq!(folds, [(6, 21), (7, 11), (12, 17), (18, 21)]);
}

fn hover(client: &mut Client, uri: &str, text: &str, before: &str, wanted: &str) -> String {
    let (line, column) = find(text, before, wanted);
    let found = client.at("textDocument/hover", uri, line, column, json!({})).unwrap();
    found["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hover_says_what_a_thing_is() {
    let client = &mut Client::start(&[]);
    client.open(LL, ASSEMBLY);
    client.open(MLIR, DIALECT);
    let mut of = |uri: &str, before: &str, wanted: &str| {
        let text = if uri == LL { ASSEMBLY } else { DIALECT };
        hover(client, uri, text, before, wanted)
    };
    let value = of(LL, "br i1", "%less");
    assert!(value.contains("%less: i1") && value.contains("1 use"), "{value}");
    assert!(value.contains("llvm.cond_br"), "the counterpart: {value}");
    assert!(of(LL, "store", "%at").contains("%at: ptr"));
    let group = of(LL, "declare", "#0");
    assert!(group.contains("{ nounwind }") && group.contains("`@callee`, `@f`"), "{group}");
    assert!(of(LL, "file: ", "!1").contains("DIFile"));
    assert!(of(LL, "%sum", "add").contains("Adds two integers"));
    assert!(of(LL, "call i32", "@callee").contains("declare i32 @callee(i32)"));
    assert!(of(LL, "phi", "%then").contains("br i1 %less"));
    let value = of(MLIR, "llvm.call", "%sum");
    assert!(value.contains("%sum: i32"), "{value}");
    assert!(of(MLIR, "arith.addf", "%acc").contains("%acc: f32"));
    assert!(of(MLIR, "%sum", "llvm.add").contains("Adds two integers"));
    let own = "llvm.func @callee(i32) -> i32\nllvm.func @f(%x: i32) -> i32 {\n  %y = llvm.call @callee(%x) : (i32) -> i32\n  llvm.return %y : i32\n}\n";
    client.open("file:///b.mlir", own);
    let value = hover(client, "file:///b.mlir", own, "llvm.return", "%y");
    assert!(value.contains("ret i32 %y"), "the counterpart: {value}");
}

#[test]
fn diagnostics_follow_the_text() {
    let client = &mut Client::start(&[]);
    client.open(LL, ASSEMBLY);
    assert_eq!(client.diagnostics(LL, 1), [json!(null); 0]);
    let (line, column) = find(ASSEMBLY, "icmp slt", "%sum");
    let change = |version: i32, text: &str, length: usize| {
        let range = json!({ "start": { "line": line, "character": column }, "end": { "line": line, "character": column + length } });
        let document = json!({ "uri": LL, "version": version });
        json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": text }] })
    };
    client.tell("textDocument/didChange", change(2, "%smu", 4));
    let found = client.diagnostics(LL, 2);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["message"], "use of undefined value '%smu'");
    assert_eq!(found[0]["code"], "import/undefined-value");
    assert_eq!(found[0]["range"]["start"], json!({ "line": line, "character": column }));
    assert_eq!(found[0]["range"]["end"], json!({ "line": line, "character": column + 4 }));
    let params = json!({
        "textDocument": { "uri": LL }, "range": found[0]["range"], "context": { "diagnostics": found },
    });
    let actions = client.ask("textDocument/codeAction", params).unwrap();
    assert_eq!(actions[0]["title"], "Did you mean `%sum`?");
    assert_eq!(actions[0]["edit"]["changes"][LL][0]["newText"], "%sum");
    client.tell("textDocument/didChange", change(3, "%sum", 4));
    assert_eq!(client.diagnostics(LL, 3), [json!(null); 0]);
    client.open(MLIR, "llvm.func @f() {\n  llvm.retrun\n}\nllvm.func @g() {\n  llvm.br ^x\n}\n");
    assert_eq!(client.diagnostics(MLIR, 1).len(), 2);
}

#[test]
fn completion_knows_names_and_words() {
    let client = &mut Client::start(&[]);
    client.open(
        LL,
        "@global = global i32 0\n\ndefine void @f(i32 %argument) {\n  %x = a\n  %y = add i32 %a, @g\n  ret void\n}\n",
    );
    client.open(MLIR, "module {\n  llvm.func @f() {\n    llvm.re\n  }\n}\n");
    let mut labels = |uri: &str, line: usize, column: usize| -> Vec<String> {
        let found = client.at("textDocument/completion", uri, line, column, json!({})).unwrap();
        found["items"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    assert!(labels(LL, 3, 8).contains(&"alloca".to_owned()));
    assert_eq!(labels(LL, 4, 17), ["%argument"]);
    assert_eq!(labels(LL, 4, 21), ["@global"]);
    assert!(labels(MLIR, 2, 11).contains(&"llvm.return".to_owned()));
}

#[test]
fn tokens_whole_in_part_and_as_delta() {
    let client = &mut Client::start(&[]);
    client.open(LL, ASSEMBLY);
    let document = json!({ "uri": LL });
    let full = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": document })).unwrap();
    let mut data: Vec<u64> = serde_json::from_value(full["data"].clone()).unwrap();
    assert!(data.len() > 500);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let part =
        client.ask("textDocument/semanticTokens/range", json!({ "textDocument": document, "range": range })).unwrap();
    assert_eq!(part["data"], full["data"]);
    let at = json!({ "line": 2, "character": 0 });
    let change = json!({ "range": { "start": at, "end": at }, "text": "@h = global i64 1\n" });
    let params = json!({ "textDocument": { "uri": LL, "version": 2 }, "contentChanges": [change] });
    client.tell("textDocument/didChange", params);
    let params = json!({ "textDocument": document, "previousResultId": full["resultId"] });
    let delta = client.ask("textDocument/semanticTokens/full/delta", params).unwrap();
    for edit in delta["edits"].as_array().unwrap() {
        let (start, count) = (edit["start"].as_u64().unwrap() as usize, edit["deleteCount"].as_u64().unwrap() as usize);
        let new: Vec<u64> = serde_json::from_value(edit["data"].clone()).unwrap();
        data.splice(start..start + count, new);
    }
    let again = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": document })).unwrap();
    assert_eq!(again["data"], json!(data));
}

#[test]
fn hints_formatting_and_the_other_language() {
    let client = &mut Client::start(&[]);
    client.open(LL, ASSEMBLY);
    client.open(MLIR, DIALECT);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let mut hints = |uri: &str| -> Vec<(u64, String)> {
        let params = json!({ "textDocument": { "uri": uri }, "range": whole });
        let found = client.ask("textDocument/inlayHint", params).unwrap();
        let one =
            |hint: &Value| (hint["position"]["line"].as_u64().unwrap(), hint["label"].as_str().unwrap().to_owned());
        found.as_array().unwrap().iter().map(one).collect()
    };
    let found = hints(LL);
    for wanted in [(8, ": i32"), (9, ": i1"), (9, "i32"), (12, "from %entry"), (18, "from %entry, %then")] {
        assert!(found.contains(&(wanted.0, wanted.1.to_owned())), "{wanted:?} in {found:?}");
    }
    let found = hints(MLIR);
    assert!(found.contains(&(4, ": i32".to_owned())));
    // The printer's comments say it.
    assert!(found.iter().all(|hint| !hint.1.starts_with("from")), "{found:?}");
    let other = client.ask("irtrip/counterpart", json!({ "textDocument": { "uri": LL } })).unwrap();
    let text: Vec<&str> = other["text"].as_str().unwrap().lines().collect();
    let lines: Vec<(usize, usize)> = serde_json::from_value(other["lines"].clone()).unwrap();
    let there = |line: usize| text[lines.iter().find(|pair| pair.0 == line).unwrap().1];
    assert!(there(8).contains("llvm.add") && there(15).contains("llvm.store"), "{lines:?}");
    let page = client.ask("irtrip/page", json!({ "textDocument": { "uri": LL } })).unwrap();
    assert!(page["html"].as_str().unwrap().starts_with("<!doctype html>"));
    let params =
        |uri: &str| json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
    client.open("file:///b.ll", "define void @f( ) {\n    ret void\n}\n");
    let edits = client.ask("textDocument/formatting", params("file:///b.ll")).unwrap();
    assert!(edits[0]["newText"].as_str().unwrap().contains("define void @f() {\n  ret void\n"), "{edits}");
    client.open("file:///c.ll", "; a remark\ndefine void @f() {\n    ret void\n}\n");
    let refused = client.ask("textDocument/formatting", params("file:///c.ll")).unwrap_err();
    assert_eq!(refused.message, "formatting would lose the comment on line 1");
}

#[test]
fn bitcode_has_a_text() {
    let client = &mut Client::start(&[]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/bitcode/llvm-22-g.bc");
    let found = client.ask("irtrip/text", json!({ "uri": format!("file://{path}") })).unwrap();
    assert_eq!(found["language"], "llvm");
    assert!(found["text"].as_str().unwrap().contains("define "));
    let refused = client.ask("irtrip/text", json!({ "uri": "file:///no/such.bc" })).unwrap_err();
    assert!(refused.message.starts_with("/no/such.bc: "), "{refused:?}");
}

#[test]
fn a_request_can_be_taken_back() {
    let client = &mut Client::start(&[]);
    client.open(LL, &ASSEMBLY.replace("@f(", "@f0(").repeat(200));
    let id = client.send("irtrip/page", json!({ "textDocument": { "uri": LL } }));
    client.tell("$/cancelRequest", json!({ "id": id }));
    // It may have been quicker.
    if let Err(error) = client.answer(&id) {
        assert!([-32800, -32803].contains(&error.code), "{error:?}");
    }
    let (line, column) = find(ASSEMBLY, "icmp slt", "%sum");
    assert!(client.ask("textDocument/definition", place(LL, line, column)).is_ok());
    assert_eq!(client.ask("textDocument/nothing", json!({})).unwrap_err().code, -32601);
    assert_eq!(client.ask("textDocument/hover", place("file:///closed.ll", 0, 0)).unwrap_err().code, -32602);
    assert_eq!(client.ask("textDocument/hover", json!({ "wrong": 1 })).unwrap_err().code, -32602);
}
