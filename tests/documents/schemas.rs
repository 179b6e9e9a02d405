//! Holds what `diff --format json` and `verify --format json` print to the schemas in `docs/`, and that of `diff` to the categories.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

use irtrip::diff::Category;
use serde_json::Value;

const A: &str = "@x = global i32 1\n%T = type { i32 }\ndefine i32 @f(ptr %p) {\n  %a = load %T, ptr %p\n  ret i32 7\n}\n\
                 define void @only() {\n  ret void\n}\n";
const B: &str =
    "@x = global i32 2\n%T = type { i64 }\ndefine i32 @f(ptr %p) {\n  %a = load volatile %T, ptr %p\n  ret i32 8\n}\n";

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn what_verify_finds_is_told_in_each_form() {
    let schema = schema("verify.schema.json");
    let folder = tempfile::tempdir().unwrap();
    let wrong = "define i32 @f(i32 %a) {\n  %x = add i32 %\"é\", 1\n  ret i64 %a\n}\n";
    let prior = "llvm.func @h(%a: i32) {\n  \"llvm.return\"(%a) : (i64) -> ()\n}\n";
    for (name, text) in [("wrong.ll", wrong), ("right.ll", A), ("prior.mlir", prior)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let verify = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_irtrip"));
        let run = command.current_dir(folder.path()).args(["verify", "."]).args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2));
        (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap())
    };
    let (printed, said) = verify(&["--format", "json"]);
    let printed: Value = serde_json::from_str(&printed).unwrap();
    let mut problems = Vec::new();
    check(&schema, &schema, &printed, "$", &mut problems);
    assert!(problems.is_empty(), "{problems:#?}\n{printed:#}");
    let of_wrong: Vec<&Value> =
        printed["findings"].as_array().unwrap().iter().filter(|one| one["file"] == "./wrong.ll").collect();
    assert_eq!(of_wrong[0]["code"], "import/undefined-value");
    assert_eq!(of_wrong[0]["region"], serde_json::json!({ "line": 2, "column": 16, "end_line": 2, "end_column": 20 }));
    assert_eq!(printed["findings"][0]["notes"][0]["region"]["line"], 1);
    assert_eq!(said, "error: 3 errors in 2 of 3 files\n");

    assert!(verify(&["-o", "log.txt"]).1.contains("-o is where data goes"));
    let (printed, _) = verify(&["--format", "sarif", "-o", "log.sarif"]);
    assert_eq!(printed, "");
    let log: Value = serde_json::from_slice(&std::fs::read(folder.path().join("log.sarif")).unwrap()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    assert_eq!(results[1]["locations"][0]["physicalLocation"]["region"]["startColumn"], 16);
    assert_eq!(results[0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 1);

    let (printed, said) = verify(&["--format", "github", "--limit", "2"]);
    assert_eq!(printed.lines().count(), 2);
    assert!(
        printed.contains("::error file=./wrong.ll,line=2,endLine=2,col=16,endColumn=19,title=import/undefined-value::"),
        "{printed}"
    );
    assert_eq!(said, "error: 3 errors in 2 of 3 files, 2 of them shown\n");
}

#[test]
fn what_diff_prints_is_what_the_schema_says() {
    let schema = schema("diff-schema.json");
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a.ll"), folder.path().join("b.ll"));
    std::fs::write(&a, A).unwrap();
    std::fs::write(&b, B).unwrap();
    for (other, status) in [(&b, 1), (&a, 0)] {
        let run =
            Command::new(env!("CARGO_BIN_EXE_irtrip")).args(["diff", "--format", "json"]).args([&a, other]).output();
        let run = run.unwrap();
        assert_eq!(run.status.code(), Some(status));
        let printed: Value = serde_json::from_slice(&run.stdout).unwrap();
        let mut problems = Vec::new();
        check(&schema, &schema, &printed, "$", &mut problems);
        assert!(problems.is_empty(), "{problems:#?}\n{printed:#}");
        assert_eq!(printed["same"], Value::from(status == 0));
    }
    let mut problems = Vec::new();
    check(&schema, &schema, &serde_json::json!({ "version": 1 }), "$", &mut problems);
    assert!(problems.len() > 3, "a check that cannot fail: {problems:?}");
}

/// Two folders of three files each, and two edits: `nuw` for each `add` and a call that is gone.
fn folders() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, flags, call) in [("a", "nsw", "  call void @g()\n"), ("b", "nuw nsw", "")] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        for file in ["x", "y", "z"] {
            let text = format!(
                "declare void @g()\ndefine i32 @{file}(i32 %p) {{\n  %a = add {flags} i32 %p, 7\n{call}  \
                 %b = mul i32 %a, %a\n  %c = add {flags} i32 %b, %a\n  ret i32 %c\n}}\n"
            );
            std::fs::write(folder.path().join(name).join(format!("{file}.ll")), text).unwrap();
        }
    }
    std::fs::write(folder.path().join("b/only.ll"), A).unwrap();
    std::fs::write(folder.path().join("a/wrong.ll"), "define").unwrap();
    std::fs::write(folder.path().join("b/wrong.ll"), "define").unwrap();
    folder
}

#[test]
fn the_changes_of_folders_are_clusters() {
    let folder = folders();
    let diff = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_irtrip"));
        let run = command.current_dir(folder.path()).args(["diff", "a", "b"]).args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "one of the files is none");
        String::from_utf8(run.stdout).unwrap()
    };
    let printed: Value =
        serde_json::from_str(&diff(&["--format", "json", "--label", "old", "--label", "new"])).unwrap();
    let (schema, mut problems) = (schema("diff-folders.schema.json"), Vec::new());
    check(&schema, &schema, &printed, "$", &mut problems);
    assert!(problems.is_empty(), "{problems:#?}\n{printed:#}");
    assert_eq!((&printed["a"], &printed["b"]), (&Value::from("old"), &Value::from("new")));
    assert_eq!((&printed["changes"], &printed["in_no_cluster"]), (&Value::from(9), &Value::from(0)));
    let clusters = printed["clusters"].as_array().unwrap();
    let counts: Vec<(u64, u64)> =
        clusters.iter().map(|of| (of["count"].as_u64().unwrap(), of["files"].as_u64().unwrap())).collect();
    assert_eq!(counts, [(6, 3), (3, 3)], "{printed:#}");
    assert_eq!(clusters[0]["pattern"], serde_json::json!(["add: overflowFlags: nsw -> nsw, nuw"]));
    assert_eq!(clusters[0]["example"]["lines"][1]["text"], "  %a = add nuw nsw i32 %p, 7");
    assert_eq!(clusters[1]["example"]["lines"].as_array().unwrap().len(), 1);
    assert_eq!(printed["size"]["a"]["opcodes"]["call"], Value::from(3));
    assert_eq!(printed["size"]["b"]["opcodes"]["call"], Value::Null);
    assert_eq!(printed["files"][2]["functions"][0]["a"]["instructions"], Value::from(5));

    let once = diff(&["-j", "1"]);
    assert!(once.contains("6 times in 3 files\n  add: overflowFlags: nsw -> nsw, nuw\n"), "{once}");
    assert_eq!(once, diff(&["-j", "8"]));
    let by_opcode = diff(&["--sort", "opcode", "--clusters", "1"]);
    assert!(by_opcode.contains("3 times in 3 files") && by_opcode.contains("1 cluster more"), "{by_opcode}");
    let comment = diff(&["--format", "markdown"]);
    assert!(comment.contains("- **6 times in 3 files**: `add: overflowFlags: nsw -> nsw, nuw`"), "{comment}");
    assert!(diff(&["--format", "html"]).contains("<small>6 times in 3 files</small>"));
}

#[test]
fn the_schema_has_every_category() {
    let schema = schema("diff-schema.json");
    let words: Vec<Value> = Category::ALL.iter().map(|c| Value::from(c.name())).collect();
    assert_eq!(schema["$defs"]["category"]["enum"], Value::from(words.clone()));
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diff.md")).unwrap();
    for category in Category::ALL {
        let row = format!("| `{}` | {} |", category.name(), category.description().trim());
        assert!(page.contains(&row), "docs/diff.md has no row\n{row}");
    }
}

/// The parts of a value that break its schema; properties that the schema does not know are problems, too.
fn check(root: &Value, schema: &Value, value: &Value, at: &str, problems: &mut Vec<String>) {
    if let Some(target) = schema["$ref"].as_str() {
        return check(root, root.pointer(target.trim_start_matches('#')).unwrap(), value, at, problems);
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64(),
        "null" => value.is_null(),
        other => panic!("the schema has a type '{other}'"),
    };
    let fits = match &schema["type"] {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().any(|k| is(k.as_str().unwrap())),
        _ => true,
    };
    let one_of = schema["enum"].as_array().is_none_or(|words| words.contains(value));
    if !fits || !one_of || (!schema["const"].is_null() && schema["const"] != *value) {
        problems.push(format!("{at}: {value}"));
    }
    for item in value.as_array().into_iter().flatten() {
        check(root, &schema["items"], item, &format!("{at}[]"), problems);
    }
    let Some(object) = value.as_object() else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        if !object.contains_key(name.as_str().unwrap()) {
            problems.push(format!("{at}: no {name}"));
        }
    }
    for (name, inner) in object {
        let of = [&schema["properties"][name], &schema["additionalProperties"]];
        match of.into_iter().find(|s| s.is_object()) {
            Some(of) => check(root, of, inner, &format!("{at}.{name}"), problems),
            None => problems.push(format!("{at}: {name} is not in the schema")),
        }
        if schema["propertyNames"].is_object() {
            check(root, &schema["propertyNames"], &Value::from(name.as_str()), &format!("{at}.{name}"), problems);
        }
    }
}
