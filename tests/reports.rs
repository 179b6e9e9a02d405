//! Reports of `irtrip roundtrip`: their schemas, shards, interrupted runs, reduced modules.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder with modules of three outcomes, how many they are, and a way to run irtrip in it.
struct Scratch(tempfile::TempDir, usize);

impl Scratch {
    fn new() -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        let modules = folder.path().join("modules/more");
        std::fs::create_dir_all(&modules).unwrap();
        let mut count = 3;
        for entry in std::fs::read_dir(root().join("examples")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "ll") {
                std::fs::copy(&path, modules.with_file_name(path.file_name().unwrap())).unwrap();
                count += 1;
            }
        }
        std::fs::write(modules.join("equivalent.ll"), "define i32 @f( i32 %x ) {\n  ret i32 %x\n}\n").unwrap();
        let failed =
            "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %z\n}\n\ndefine void @g() {\n  ret void\n}\n";
        std::fs::write(modules.join("failed <&>.ll"), failed).unwrap();
        // No command reads it.
        std::fs::write(modules.join("bytes.ll"), b"\x1f\x8b\x08\n").unwrap();
        Scratch(folder, count)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &str) -> Output {
        let arguments = arguments.split_whitespace();
        Command::new(env!("CARGO_BIN_EXE_irtrip")).args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    /// What a command prints that ends with status 2, as the failing modules make it.
    fn report(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), errors.as_str()), (Some(2), ""), "{arguments}");
        String::from_utf8(output.stdout).unwrap()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The schema of a form, whole: what of it is in the other file is put into it.
fn schema(name: &str) -> Value {
    let read = |name: &str| std::fs::read_to_string(root().join("docs").join(name)).unwrap();
    let mut schema: Value = serde_json::from_str(&read(name).replace("report.schema.json#", "#")).unwrap();
    let whole: Value = serde_json::from_str(&read("report.schema.json")).unwrap();
    schema["$defs"] = whole["$defs"].clone();
    schema
}

fn check(schema: &Value, instance: &Value) {
    let validator = jsonschema::validator_for(schema).unwrap();
    let problems: Vec<String> =
        validator.iter_errors(instance).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

/// A report without what is another in each run.
fn without_times(text: &str) -> Value {
    let mut report: Value = serde_json::from_str(text).unwrap();
    for module in report["modules"].as_array_mut().unwrap() {
        module["microseconds"] = 0.into();
    }
    report
}

fn with_long_time(line: &str) -> String {
    line.replace("\"microseconds\":", "\"microseconds\":99999")
}

#[test]
fn json_and_lines_are_what_their_schemas_say() {
    let scratch = Scratch::new();
    let report = scratch.report("roundtrip modules --format json --explain --reduce=small");
    let report: Value = serde_json::from_str(&report).unwrap();
    check(&schema("report.schema.json"), &report);
    let modules = report["modules"].as_array().unwrap();
    assert_eq!(modules.len(), scratch.1);
    assert!(modules.iter().any(|m| m["explanation"]["ways"][1]["functions"][0]["pairs"][0]["edges"][0].is_object()));

    let lines = scratch.report("roundtrip modules --format jsonl --explain");
    let line_schema = schema("report-line.schema.json");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), scratch.1 + 2);
    lines.iter().for_each(|line| check(&line_schema, line));
    // Schemas that take anything would check nothing.
    let mut wrong = report;
    wrong["modules"][0]["outcome"] = "fine".into();
    assert!(!jsonschema::is_valid(&schema("report.schema.json"), &wrong));
    assert!(!jsonschema::is_valid(&line_schema, &serde_json::json!({ "module": {} })));
}

#[test]
fn merged_shards_are_one_run_of_all_files() {
    let scratch = Scratch::new();
    let whole = scratch.report("roundtrip modules --format json");
    for i in 1..=3 {
        // Whichever modules a shard has.
        let ran = scratch.run(&format!("roundtrip modules --shard {i}/3 --format jsonl -o {i}.jsonl"));
        assert!(ran.stderr.is_empty(), "{ran:?}");
    }
    let merged = scratch.report("report merge 2.jsonl 3.jsonl 1.jsonl");
    assert_eq!(without_times(&merged), without_times(&whole));
    let missing = scratch.run("report merge 1.jsonl 3.jsonl");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("of 3 shards there are none of 2"), "{missing:?}");
    let partial = scratch.run("report merge 1.jsonl 3.jsonl --partial -o some.json");
    assert!(partial.stderr.is_empty(), "{partial:?}");
    let twice = scratch.run("report merge 1.jsonl some.json --partial");
    assert!(String::from_utf8_lossy(&twice.stderr).contains("shard 1/3 is in 1.jsonl and in some.json"), "{twice:?}");
}

#[test]
fn an_interrupted_run_goes_on() {
    let scratch = Scratch::new();
    let whole = scratch.report("roundtrip modules --format jsonl");
    // No trip takes a time like this, so that a line which is written anew is never the same by chance.
    let lines: Vec<String> = whole.split_inclusive('\n').map(with_long_time).collect();
    // What a program that was killed leaves: five modules and a part of the sixth.
    let cut = format!("{}{}", lines[..6].concat(), &lines[6][..30]);
    std::fs::write(scratch.path("run.jsonl"), &cut).unwrap();
    let unfinished = scratch.run("report merge run.jsonl");
    assert!(String::from_utf8_lossy(&unfinished.stderr).contains("interrupted"), "{unfinished:?}");
    // Of those that were done one has changed since, but for its length, and one could not be read.
    let equivalent = scratch.path("modules/more/equivalent.ll");
    let changed = std::fs::read_to_string(&equivalent).unwrap().replace("@f", "@g");
    std::fs::write(&equivalent, changed).unwrap();
    let changed = scratch.report("roundtrip modules --format json");
    let table = scratch.report("roundtrip modules --resume run.jsonl");
    assert!(table.contains(&format!("{:>8}\n", scratch.1)), "{table}");
    let after = std::fs::read_to_string(scratch.path("run.jsonl")).unwrap();
    for line in &lines[1..6] {
        let again = line.contains("equivalent.ll") || line.contains("bytes.ll");
        assert_eq!(after.contains(line.as_str()), !again, "{line}");
    }
    let merged = scratch.report("report merge run.jsonl");
    assert_eq!(without_times(&merged), without_times(&changed));
    scratch.report("roundtrip modules --resume run.jsonl");
    assert_eq!(without_times(&scratch.report("report merge run.jsonl")), without_times(&merged));
    let other = scratch.run("roundtrip modules --shard 1/2 --resume run.jsonl");
    assert!(String::from_utf8_lossy(&other.stderr).contains("another shard"), "{other:?}");
}

#[test]
fn a_run_that_goes_on_has_what_is_asked_for_now() {
    let scratch = Scratch::new();
    scratch.report("roundtrip modules --resume run.jsonl");
    let page = scratch.report("roundtrip modules --resume run.jsonl --explain --reduce=small --format html");
    assert_eq!(page.matches("<tr class=").count(), scratch.1);
    let lines = std::fs::read_to_string(scratch.path("run.jsonl")).unwrap();
    let end: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(end["end"]["complete"], Value::Bool(true));
    assert!(lines.contains("\"explanation\"") && lines.contains("\"reduced\""), "{lines}");
}

#[test]
fn the_first_that_fails_may_end_the_run() {
    let scratch = Scratch::new();
    let fast = scratch.report("--jobs 1 roundtrip modules --fail-fast --format json");
    let fast: Value = serde_json::from_str(&fast).unwrap();
    let modules = fast["modules"].as_array().unwrap();
    assert_eq!(fast["complete"], Value::Bool(false));
    assert_eq!(fast["summary"]["failed"], 1);
    assert!(modules.len() < scratch.1 && modules.iter().any(|m| m["outcome"] == "failed"), "{modules:?}");
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is_done() {
    let scratch = Scratch::new();
    for arguments in [
        "--format json -o none/report.json",
        "--format jsonl -o none/report.jsonl",
        "--format html -o modules",
        "--resume none/run.json",
        "--reduce=modules/sort.ll/small",
    ] {
        let ran = scratch.run(&format!("roundtrip modules {arguments}"));
        assert_eq!((ran.status.code(), ran.stdout.as_slice()), (Some(2), &b""[..]), "{arguments}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("cannot be written"), "{ran:?}");
    }
}

#[test]
fn standard_input_is_a_module_too() {
    let scratch = Scratch::new();
    let input = std::fs::File::open(scratch.path("modules/more/failed <&>.ll")).unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_irtrip"))
        .args(["roundtrip", "-", "--reduce=small", "--format", "json"])
        .current_dir(scratch.0.path())
        .stdin(input)
        .output()
        .unwrap();
    assert_eq!((ran.status.code(), ran.stderr.as_slice()), (Some(2), &b""[..]));
    let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(report["modules"][0]["reduced"]["path"], "small/stdin.ll");
    assert!(scratch.path("small/stdin.ll.sh").exists());
}

#[test]
fn files_of_one_name_have_reports_and_reduced_modules_of_their_own() {
    let scratch = Scratch::new();
    let failed = std::fs::read_to_string(scratch.path("modules/more/failed <&>.ll")).unwrap();
    for (folder, value) in [("one", "%first"), ("two", "%second")] {
        std::fs::create_dir(scratch.path(folder)).unwrap();
        std::fs::write(scratch.path(folder).join("same.ll"), failed.replace("%z", value)).unwrap();
    }
    // A file that is named twice is taken once.
    let report = scratch.report("roundtrip one two one/same.ll --reduce=small --format json");
    let report: Value = serde_json::from_str(&report).unwrap();
    let modules = report["modules"].as_array().unwrap();
    let paths: Vec<&str> = modules.iter().filter_map(|m| m["path"].as_str()).collect();
    assert_eq!(paths, ["one/same.ll", "two/same.ll"]);
    for (module, value) in modules.iter().zip(["%first", "%second"]) {
        let small = std::fs::read_to_string(scratch.path(module["reduced"]["path"].as_str().unwrap())).unwrap();
        assert!(small.contains(value), "{small}");
    }
}

#[cfg(feature = "_llvm")]
#[test]
fn what_is_run_is_reported() {
    let scratch = Scratch::new();
    let report = scratch.report("roundtrip modules --execute --format json");
    let report: Value = serde_json::from_str(&report).unwrap();
    check(&schema("report.schema.json"), &report);
    let executed = report["modules"].as_array().unwrap().iter().map(|m| &m["executed"]["functions"]);
    assert!(executed.filter_map(Value::as_u64).sum::<u64>() > 0, "{report:#}");
    let table = scratch.report("roundtrip modules --execute");
    assert!(table.contains("\nexecuted: ") && table.ends_with("divergences: 0\n"), "{table}");
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_the_run_with_what_was_done() {
    let scratch = Scratch::new();
    let module = std::fs::read_to_string(root().join("examples/sort.ll")).unwrap();
    let many = scratch.path("many");
    std::fs::create_dir(&many).unwrap();
    for i in 0..5000 {
        std::fs::write(many.join(format!("{i}.ll")), &module).unwrap();
    }
    let report = scratch.path("run.jsonl");
    let child = Command::new(env!("CARGO_BIN_EXE_irtrip"))
        .args(["roundtrip", "many", "--format", "jsonl", "-o", "run.jsonl"])
        .current_dir(scratch.0.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Once a module is written the program knows of interruptions.
    while std::fs::read_to_string(&report).unwrap_or_default().lines().count() < 2 {
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("interrupted after ") && table.contains("identical"), "{message}{table}");
    let text = std::fs::read_to_string(&report).unwrap();
    let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(end["end"]["complete"], Value::Bool(false));
    assert_eq!(end["end"]["summary"]["identical"], text.lines().count() as u64 - 2);
}

#[test]
fn bytes_that_come_back_as_escapes_are_not_the_same_bytes() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path("latin1.ll"), b"source_filename = \"\xe9.c\"\n").unwrap();
    std::fs::write(scratch.path("escaped.ll"), "source_filename = \"\\E9.c\"\n").unwrap();
    for (file, outcome) in [("latin1.ll", "equivalent"), ("escaped.ll", "identical")] {
        let run = scratch.run(&format!("roundtrip {file} --format json"));
        let report: Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(report["modules"][0]["outcome"], outcome, "{report:#}");
    }
}

#[test]
fn an_older_module_is_upgraded() {
    let scratch = Scratch::new();
    let text = "define i64 @f(x86_mmx %a, i32* %p) {\n  %b = bitcast x86_mmx %a to i64\n  ret i64 %b\n}\n";
    std::fs::write(scratch.path("old.ll"), text).unwrap();
    let run = scratch.run("roundtrip old.ll --format json");
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    check(&schema("report.schema.json"), &report);
    assert_eq!(
        (report["modules"][0]["outcome"].as_str(), run.status.code()),
        (Some("upgraded"), Some(0)),
        "{report:#}"
    );
    let page = String::from_utf8(scratch.run("roundtrip old.ll --format html").stdout).unwrap();
    assert!(page.contains("older release: line 1: `define i64 @f(x86_mmx %a, i32* %p) {` became"), "{page}");
    let table = String::from_utf8(scratch.run("roundtrip old.ll").stdout).unwrap();
    assert!(table.starts_with("upgraded    old.ll\n") && table.contains(" upgraded "), "{table}");
}

#[test]
fn a_reduced_module_fails_as_its_source_does() {
    let scratch = Scratch::new();
    let report = scratch.report("roundtrip modules --reduce=small --format json");
    let report: Value = serde_json::from_str(&report).unwrap();
    let failed = report["modules"].as_array().unwrap().iter().find(|m| m["reduced"].is_object()).unwrap();
    assert_eq!(failed["reduced"]["path"], "small/more-failed <&>.ll");
    let small = std::fs::read_to_string(scratch.path("small/more-failed <&>.ll")).unwrap();
    assert!(small.contains("%z") && !small.contains("@g") && !small.contains("add"), "{small}");
    let script = std::fs::read_to_string(scratch.path("small/more-failed <&>.ll.sh")).unwrap();
    assert_eq!(script.trim_end(), failed["reduced"]["command"]);
    let path = format!("{}:{}", Path::new(env!("CARGO_BIN_EXE_irtrip")).parent().unwrap().display(), env!("PATH"));
    let shown =
        Command::new("sh").args(["-c", &script]).current_dir(scratch.0.path()).env("PATH", path).output().unwrap();
    assert_eq!(shown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&shown.stdout).contains(failed["error"]["message"].as_str().unwrap()), "{shown:?}");
}

#[test]
fn junit_and_html_are_written() {
    let scratch = Scratch::new();
    scratch.report("roundtrip modules --format junit -o report.xml");
    let xml = std::fs::read_to_string(scratch.path("report.xml")).unwrap();
    assert!(
        xml.contains(&format!("tests=\"{}\"", scratch.1))
            && xml.contains("errors=\"2\"")
            && xml.contains("failed &lt;&amp;"),
        "{xml}"
    );
    let page = scratch.report("roundtrip modules --format html");
    assert_eq!(page.matches("<tr class=").count(), scratch.1);
}

/// Of many files, those that failed are named at the end, where nobody has to look for them.
#[test]
fn failures_are_in_sight_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let module = "source_filename = \"f.c\"\n\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
    for i in 0..300 {
        let text = match i {
            7 | 99 | 120 => module.replace("ret i32 %x", "ret i32 %y"),
            _ if i % 5 == 0 => module.replace("i32 %x)", "i32 %x )"),
            _ => module.to_owned(),
        };
        std::fs::write(folder.path().join(format!("f{i:03}.ll")), text).unwrap();
    }
    let run = |arguments: &[&str], columns: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_irtrip"));
        let output = command.arg("roundtrip").args(arguments).current_dir(folder.path()).env("COLUMNS", columns);
        String::from_utf8(output.output().unwrap().stdout).unwrap()
    };
    for columns in ["40", "80"] {
        let shown = run(&["."], columns);
        let (lines, end) = shown.split_once("\nFailures:\n").unwrap();
        let failure = |i| format!("failed      ./f{i:03}.ll: import: 4:11: use of undefined value '%y'\n");
        let failures: String = [7, 99, 120].map(failure).concat();
        assert!(end.starts_with(&(failures + "\n")), "{end}");
        // What came back with its meaning takes a line.
        let equivalent: Vec<&str> = lines.lines().filter(|line| line.starts_with("equivalent")).collect();
        assert_eq!(equivalent.len(), 59, "every fifth of 300, but for one that failed");
        assert!(equivalent.iter().all(|line| line.chars().count() <= columns.parse().unwrap()), "{equivalent:?}");
    }
    assert!(run(&["."], "200").contains("equivalent  ./f000.ll: line 3: `define i32 @f(i32 %x ) {` became"));
    // What is in sight is not shown again, nor is anything where a table is not wanted.
    for arguments in [&["f006.ll", "f007.ll"][..], &["--quiet", "."]] {
        assert!(!run(arguments, "80").contains("Failures:"), "{arguments:?}");
    }
}
