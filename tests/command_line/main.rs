//! Runs the program as a user would: what it prints, where to, and how it ends.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

mod hooks;
mod terminal;

use std::path::Path;
use std::process::{Command, Output};

const A: &str = "define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n";
const B: &str = "define i32 @f(i32 %a) {\n  %x = add i32 %a, 2\n  ret i32 %x\n}\n";

fn irtrip(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_irtrip")).args(arguments).current_dir(folder).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn folders_are_compared_file_by_file() {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in
        [("a/same.ll", A), ("b/same.ll", A), ("a/s/x.ll", A), ("b/s/x.ll", B), ("a/old.ll", A), ("b/new.ll", A)]
    {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let run = irtrip(folder.path(), &["diff", "a", "b"]);
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(
        stdout(&run),
        "added      new.ll\nremoved    old.ll\ndifferent  s/x.ll  (1 operand)\nsame       same.ll\n\
         4 files: 1 added, 1 removed, 1 different, 1 same\n1 change: 0 in 0 clusters, 1 in no cluster\n"
    );
    let run = irtrip(folder.path(), &["diff", "a", "b", "--format", "json", "-o", "out.json", "--exit-zero"]);
    assert_eq!((run.status.code(), stdout(&run).as_str()), (Some(0), ""));
    let text = std::fs::read_to_string(folder.path().join("out.json")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["total"]["different"], 1);
    let run = irtrip(folder.path(), &["diff", "a", "b", "--format", "stat"]);
    assert_eq!((run.status.code(), stdout(&run).contains("4 files: 1 added, 1 removed")), (Some(1), true));
    let run = irtrip(folder.path(), &["diff", "a", "b", "--format", "html", "-o", "out.html"]);
    assert_eq!(run.status.code(), Some(1));
    let page = std::fs::read_to_string(folder.path().join("out.html")).unwrap();
    for name in ["new.ll", "old.ll", "s/x.ll"] {
        assert!(page.contains(name), "{name} is not in {page}");
    }
    std::fs::write(folder.path().join("b/s/x.ll"), "define").unwrap();
    let run = irtrip(folder.path(), &["diff", "a", "b"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(stdout(&run).contains("failed     s/x.ll"), "{}", stdout(&run));
}

#[test]
fn where_bitcode_lies_is_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let with_summary = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bitcode/llvm-22-thinlto.bc");
    for name in ["a.bc", "b.bc"] {
        std::fs::copy(&with_summary, folder.path().join(name)).unwrap();
    }
    assert_eq!(irtrip(folder.path(), &["diff", "a.bc", "b.bc"]).status.code(), Some(0));
    let [a, b] = ["a.bc", "b.bc"].map(|name| stdout(&irtrip(folder.path(), &["normalize", name])));
    assert_eq!(a, b);
}

#[test]
fn normalize_gives_what_it_cannot_read_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = b"define what \xff\n";
    std::fs::write(folder.path().join("x.ll"), bytes).unwrap();
    let run = irtrip(folder.path(), &["normalize", "x.ll"]);
    assert_eq!(run.status.code(), Some(0));
    let (first, rest) = run.stdout.split_at(run.stdout.iter().position(|b| *b == b'\n').unwrap() + 1);
    assert!(first.starts_with(b"; not normalized: "), "{}", String::from_utf8_lossy(first));
    assert_eq!(rest, bytes);
    assert_eq!(irtrip(folder.path(), &["normalize", "--strict", "x.ll"]).status.code(), Some(2));
}

/// The commands that read a module, but for those that take a file of any kind as it is.
const READERS: &[&[&str]] = &[
    &["import"],
    &["export"],
    &["lower"],
    &["view", "-o", "x.html"],
    &["stats"],
    &["verify"],
    &["roundtrip"],
    &["diff", "good.ll"],
    &["normalize", "--strict"],
];

#[test]
fn a_file_of_another_kind_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("good.ll"), A).unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for (name, bytes, message) in [
        ("x.gz", b"\x1f\x8b\x08\0".as_slice(), "x.gz is compressed by gzip"),
        ("x.o", b"\x7fELF\x02", "x.o is an ELF object file"),
        ("x.a", b"!<arch>\n", "x.a is an archive of object files"),
        ("x.mlirbc", b"ML\xefR\x0d", "x.mlirbc: malformed null-terminated string, no null character found (byte 5)"),
        ("marked.ll", b"\xef\xbb\xbf; x\n", "tail -c +4 marked.ll | irtrip COMMAND -"),
        ("utf16.ll", b"\xff\xfe;\0 \0", "iconv -f UTF-16 -t UTF-8 utf16.ll | irtrip COMMAND -"),
        ("unmarked.mlir", b"m\0o\0d\0", "iconv -f UTF-16LE -t UTF-8 unmarked.mlir | irtrip COMMAND -"),
        ("binary.ll", b"\x01\x02\0\x03\xfe", "binary.ll is a binary file of an unknown kind"),
    ] {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        for command in READERS {
            let run = irtrip(folder.path(), &[command, &[name][..]].concat());
            assert_eq!(run.status.code(), Some(2), "{command:?} {name}");
            let shown = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
            assert!(shown.contains(message), "{command:?} {name}: {shown}");
        }
    }
    let takes_folders = |command: &&&[&str]| ["roundtrip", "verify", "stats", "info"].contains(&command[0]);
    for command in READERS.iter().filter(|command| !takes_folders(command)) {
        let run = irtrip(folder.path(), &[command, &["folder"][..]].concat());
        assert!(String::from_utf8_lossy(&run.stderr).contains("folder: is a directory"), "{command:?} {run:?}");
    }
}

/// What a file holds counts, not what its name says, where a command takes both languages; the others name the language.
#[test]
fn a_file_that_its_name_does_not_fit_is_read_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let mlir = "module {\n  llvm.func @f(%a: i32) -> i32 {\n    llvm.return %a : i32\n  }\n}\n";
    let llvm = "source_filename = \"LLVMDialectModule\"\n\ndefine i32 @f(i32 %a) {\n  ret i32 %a\n}\n\n\
                !llvm.module.flags = !{!0}\n\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
    std::fs::write(folder.path().join("llvm.mlir"), llvm).unwrap();
    std::fs::write(folder.path().join("mlir.ll"), mlir).unwrap();
    for file in ["llvm.mlir", "mlir.ll"] {
        for command in
            [&["view", "-o", "x.html"][..], &["stats"], &["verify"], &["roundtrip"], &["normalize", "--strict"]]
        {
            let run = irtrip(folder.path(), &[command, &[file]].concat());
            assert_eq!(run.status.code(), Some(0), "{command:?} {file}: {}", String::from_utf8_lossy(&run.stderr));
        }
    }
    let same = irtrip(folder.path(), &["diff", "llvm.mlir", "mlir.ll"]);
    assert_eq!(same.status.code(), Some(0), "{}", stdout(&same));
    for (command, file, message) in [
        ("import", "mlir.ll", "mlir.ll is MLIR; `irtrip export mlir.ll` takes it to LLVM assembly"),
        ("export", "llvm.mlir", "llvm.mlir is LLVM assembly; `irtrip import llvm.mlir` takes it to MLIR"),
        ("lower", "llvm.mlir", "llvm.mlir is LLVM assembly; `irtrip import llvm.mlir` takes it to MLIR"),
    ] {
        let run = irtrip(folder.path(), &[command, file]);
        assert_eq!(run.status.code(), Some(2), "{command} {file}");
        assert!(String::from_utf8_lossy(&run.stderr).contains(message), "{command} {file}: {run:?}");
    }
    // The ends of lines are no difference, and a trip says no more of them than that.
    std::fs::write(folder.path().join("ends.ll"), llvm.replace('\n', "\r\n")).unwrap();
    let run = irtrip(folder.path(), &["roundtrip", "ends.ll"]);
    assert!(
        stdout(&run).starts_with("equivalent  ends.ll\n    lines that end in CR LF came back with LF alone\n"),
        "{run:?}"
    );
    assert_eq!(irtrip(folder.path(), &["diff", "ends.ll", "llvm.mlir"]).status.code(), Some(0));
}

/// Each command that reads a module takes it in either language.
#[test]
fn either_language_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let older = "llvm.func @f(%a: i32) -> i32 {\n  %0 = llvm.mlir.null : !llvm.ptr\n  llvm.return %a : i32\n}\n";
    std::fs::write(folder.path().join("x.mlir"), older).unwrap();
    std::fs::write(folder.path().join("x.ll"), "define i32 @f(i32 %a) {\n  ret i32 %a\n}\n").unwrap();
    for file in ["x.ll", "x.mlir"] {
        for command in [
            &["import"][..],
            &["import", "--mlir", "19"],
            &["stats"],
            &["normalize"],
            &["verify"],
            &["view", "-o", "x.html"],
        ] {
            let run = irtrip(folder.path(), &[command, &[file]].concat());
            assert_eq!(run.status.code(), Some(0), "{command:?} {file}: {}", String::from_utf8_lossy(&run.stderr));
        }
    }
    let printed = stdout(&irtrip(folder.path(), &["import", "x.mlir"]));
    assert!(printed.contains("%0 = llvm.mlir.zero : !llvm.ptr"), "{printed}");
    assert!(irtrip(folder.path(), &["diff", "x.ll", "x.mlir"]).status.code().is_some_and(|status| status < 2));
    let refused = irtrip(folder.path(), &["import", "--upstream", "x.mlir"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("x.mlir is MLIR"));
}

/// Each use that its definition does not come before is shown, in either language.
#[test]
fn every_use_that_is_not_dominated_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let llvm = "define i32 @f(i32 %a) {\n  %x = add i32 %y, %a\n  %y = add i32 %z, %a\n  %z = add i32 %a, %a\n  ret i32 %x\n}\n";
    let mlir = "llvm.func @f(%a: i32) -> i32 {\n  %x = llvm.add %y, %a : i32\n  %y = llvm.add %z, %a : i32\n  \
                %z = llvm.add %a, %a : i32\n  llvm.return %x : i32\n}\n";
    for (file, text, words) in
        [("x.ll", llvm, "does not dominate all uses"), ("x.mlir", mlir, "does not dominate this use")]
    {
        std::fs::write(folder.path().join(file), text).unwrap();
        let run = irtrip(folder.path(), &["verify", file]);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!((run.status.code(), message.matches(words).count()), (Some(2), 2), "{message}");
    }
}

#[test]
fn colours_make_the_changed_words_stand_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), A).unwrap();
    std::fs::write(folder.path().join("b.ll"), B).unwrap();
    let run = irtrip(folder.path(), &["--color", "always", "diff", "a.ll", "b.ll", "--context", "0"]);
    assert!(stdout(&run).contains("\x1b[32m+  %x = add i32 %a, \x1b[7m2\x1b[27m\x1b[0m\n"), "{}", stdout(&run));
}

const WRONG: &str = "@g = external globl i32

define i32 @f(i32 %a, i64 %b) {
  %x = add i32 %a, %b
  %y = mul i32 %x, 3
  ret i32 %q
}

define void @right() {
  ret void
}

define void @g2(i1 %c) {
  br i1 %c, label %nowhere, label %there
there:
  %l = load atomic i7, ptr @g seq_cst, align 1
  %m = load atomic i7, ptr @g seq_cst, align 1
  ret void
}
";

#[test]
fn every_error_of_an_assembly_file_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("wrong.ll"), WRONG).unwrap();
    std::fs::write(folder.path().join("right.ll"), A).unwrap();
    let flow = WRONG.replace("%nowhere", "%there").replace("%a, %b", "%a, 1").replace("%q", "%y");
    std::fs::write(folder.path().join("flow.ll"), flow).unwrap();
    let run = irtrip(folder.path(), &["verify", "wrong.ll", "right.ll", "flow.ll"]);
    assert_eq!(run.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    let places: Vec<&str> = errors.lines().filter_map(|line| line.split_once("--> ")).map(|(_, place)| place).collect();
    // What follows from `%x` being wrong is no error of its own.
    let wrong = ["wrong.ll:1:15", "wrong.ll:4:20", "wrong.ll:6:11", "wrong.ll:14:19"];
    let flow = ["flow.ll:1:15", "flow.ll:16:3", "flow.ll:17:3"];
    assert_eq!(places, [&wrong[..], &flow].concat(), "{errors}");
    // A name that is there twice hides nothing else.
    let twice = "$c = comdat any\n$c = comdat any\n@g = global i32 0\n@g = global i32 1\n\n\
                 define void @f() {\n  ret i32 %a\n}\n";
    std::fs::write(folder.path().join("twice.ll"), twice).unwrap();
    let errors = String::from_utf8_lossy(&irtrip(folder.path(), &["verify", "twice.ll"]).stderr).into_owned();
    for place in ["twice.ll:2:1", "twice.ll:4:1", "twice.ll:7:7"] {
        assert!(errors.contains(place), "{place}: {errors}");
    }
}

#[test]
fn notes_stand_under_their_error() {
    let folder = tempfile::tempdir().unwrap();
    let text = "llvm.func @h(%a: i32) {\n  \"llvm.return\"(%a) : (i64) -> ()\n}\n";
    std::fs::write(folder.path().join("wrong.mlir"), text).unwrap();
    let run = irtrip(folder.path(), &["verify", "wrong.mlir"]);
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(errors.contains("note: prior use here\n --> wrong.mlir:1:14"), "{errors}");
}

#[test]
fn bytes_that_are_no_utf8_are_read_as_llvm_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let module = b"; \xff\nsource_filename = \"\xe9.c\"\n\n@\"n\xff\" = global [3 x i8] c\"\xff\\\xfe\"\n\n!a = !{!0}\n\n!0 = !{!\"\xe9\"}\n";
    std::fs::write(folder.path().join("latin1.ll"), module).unwrap();
    assert_eq!(irtrip(folder.path(), &["import", "latin1.ll", "-o", "m.mlir"]).status.code(), Some(0));
    let exported = stdout(&irtrip(folder.path(), &["export", "m.mlir"]));
    assert_eq!(
        exported,
        "source_filename = \"\\E9.c\"\n\n@\"n\\FF\" = global [3 x i8] c\"\\FF\\\\\\FE\"\n\n!a = !{!0}\n\n!0 = !{!\"\\E9\"}\n"
    );
    for command in ["verify", "stats", "normalize"] {
        assert_eq!(irtrip(folder.path(), &[command, "latin1.ll"]).status.code(), Some(0), "{command}");
    }
    std::fs::write(folder.path().join("wrong.ll"), b"@\"\xff\xfe\" = global i32 %x\n").unwrap();
    let run = irtrip(folder.path(), &["import", "wrong.ll"]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("wrong.ll:1:20"), "{run:?}");
}

/// LLVM's writer escapes what is in names and strings, but not the identifier of the module.
#[test]
fn the_bytes_of_a_module_id_come_back() {
    let folder = tempfile::tempdir().unwrap();
    // The second byte is after a backslash, and the third is no byte but its escape.
    let text = b"; ModuleID = 'caf\xe9\\\xe9\\E9.c'\nsource_filename = \"caf\\E9.c\"\n\n@x = global i32 1\n";
    std::fs::write(folder.path().join("latin1.ll"), text).unwrap();
    for arguments in [&["import", "latin1.ll", "-o", "m.mlir"][..], &["export", "m.mlir", "-o", "back.ll"]] {
        assert_eq!(irtrip(folder.path(), arguments).status.code(), Some(0), "{arguments:?}");
    }
    assert_eq!(std::fs::read(folder.path().join("back.ll")).unwrap(), text);
    assert_eq!(irtrip(folder.path(), &["export", "m.mlir"]).stdout, text);
    for file in ["latin1.ll", "m.mlir"] {
        let run = stdout(&irtrip(folder.path(), &["roundtrip", file]));
        assert!(run.starts_with(" identical"), "{run}");
    }
    let lines = "module attributes {irtrip.module_id = \"a\\0Ab\"} {\n}\n";
    std::fs::write(folder.path().join("lines.mlir"), lines).unwrap();
    assert!(!stdout(&irtrip(folder.path(), &["export", "lines.mlir"])).contains("ModuleID"));
}

/// The page of a diff names functions as their sources do; the filter also knows their symbols.
#[test]
fn a_diff_page_has_the_names_of_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let text = "define i32 @_ZN3foo3barEi(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
    std::fs::write(folder.path().join("a.ll"), text).unwrap();
    std::fs::write(folder.path().join("b.ll"), text.replace("add", "mul")).unwrap();
    let page = stdout(&irtrip(folder.path(), &["diff", "--format", "html", "a.ll", "b.ll"]));
    assert!(page.contains("title=\"@_ZN3foo3barEi\">foo::bar(int)</a>"), "{page}");
    assert!(
        page.contains("<summary>foo::bar(int) <small>@_ZN3foo3barEi</small> <small>1 difference</small></summary>"),
        "{page}"
    );
}

/// What differs apart from the ends of lines is shown, and they are not.
#[test]
fn lines_that_end_in_cr_lf_are_no_first_difference() {
    let folder = tempfile::tempdir().unwrap();
    let text = "; ModuleID = 'a.c'\nsource_filename = \"a.c\"\n\ndefine i32 @f( i32 %x) {\n  ret i32 %x\n}\n";
    std::fs::write(folder.path().join("a.ll"), text.replace('\n', "\r\n")).unwrap();
    let run = stdout(&irtrip(folder.path(), &["roundtrip", "a.ll"]));
    assert!(run.contains("\n    -define i32 @f( i32 %x) {\n    +define i32 @f(i32 %x) {\n"), "{run}");
    assert!(run.contains("@@ line 1 @@\n     ; ModuleID = 'a.c'\n"), "{run}");
}

#[test]
fn help_has_the_exit_status_of_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let all = stdout(&irtrip(folder.path(), &["-h"]));
    let commands = all.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| !name.starts_with("mlir")) {
        let long = stdout(&irtrip(folder.path(), &[command, "--help"]));
        assert!(long.to_lowercase().contains("exit status"), "{command}: {long}");
        let short = stdout(&irtrip(folder.path(), &["help", command]));
        assert!(short.lines().count() <= long.lines().count(), "{command}");
    }
    let version = stdout(&irtrip(folder.path(), &["--version"]));
    assert!(version.contains("reads:  LLVM assembly of LLVM 3.7 to 23"), "{version}");
    let install = stdout(&irtrip(folder.path(), &["completions", "--help"]));
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(install.contains(&format!("irtrip completions {shell}")), "{install}");
        let script = stdout(&irtrip(folder.path(), &["completions", shell]));
        assert!(script.contains("irtrip") && script.contains("roundtrip"), "{shell}: {script}");
    }
}

#[cfg(unix)]
#[test]
fn what_a_link_points_at_is_written() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), A).unwrap();
    std::fs::write(folder.path().join("target.mlir"), "").unwrap();
    std::os::unix::fs::symlink("target.mlir", folder.path().join("link.mlir")).unwrap();
    assert_eq!(irtrip(folder.path(), &["-q", "-j1", "import", "a.ll", "--output", "link.mlir"]).status.code(), Some(0));
    assert!(folder.path().join("link.mlir").is_symlink());
    assert!(std::fs::read_to_string(folder.path().join("target.mlir")).unwrap().contains("llvm.add"));
}

#[test]
fn stand_ins_say_what_they_are_and_what_they_lack() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.mlir"), "llvm.func @f()\n").unwrap();
    for tool in ["mlir-opt", "mlir-translate"] {
        let version = stdout(&irtrip(folder.path(), &[tool, "--version"]));
        assert!(version.contains(&format!("in place of {tool} of LLVM version 22")), "{version}");
        assert_eq!(irtrip(folder.path(), &[tool, "-h"]).stdout, irtrip(folder.path(), &[tool, "--help"]).stdout);
    }
    let run = irtrip(folder.path(), &["mlir-opt", "--sccp", "a.mlir"]);
    let error = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!((run.status.code(), error.lines().count()), (Some(1), 1), "{error}");
    assert!(error.contains("irtrip mlir-opt FILE | mlir-opt --sccp"), "{error}");
    let run = irtrip(folder.path(), &["mlir-opt", "--mlir-timing", "--symbol-dce", "a.mlir"]);
    let report = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(stdout(&run), "module {\n  llvm.func @f()\n}\n\n");
    for row in ["Parser", "Passes", "Output", "Total"] {
        assert!(report.lines().any(|line| line.ends_with(row)), "{report}");
    }
}

#[test]
fn timings_name_the_passes_that_ran() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), A).unwrap();
    let plain = irtrip(folder.path(), &["roundtrip", "a.ll"]);
    let timed = irtrip(folder.path(), &["roundtrip", "--timings", "a.ll"]);
    assert_eq!(stdout(&timed), stdout(&plain));
    let report = String::from_utf8_lossy(&timed.stderr).into_owned();
    for row in ["import-read-metadata", "import-read-bodies", "print", "parse", "export-lower-to-release", "Total"] {
        assert_eq!(report.lines().filter(|line| line.ends_with(&format!("  {row}"))).count(), 1, "{row}: {report}");
    }
    assert!(!String::from_utf8_lossy(&plain.stderr).contains("Execution time report"));
}

#[test]
fn the_reference_grammar_is_a_second_reader() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), A).unwrap();
    std::fs::write(folder.path().join("a.mlir"), "llvm.func @f() {\n  llvm.return\n}\n").unwrap();
    let stderr = |file| {
        let run = irtrip(folder.path(), &["verify", "--reader", "reference", file]);
        (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let (status, error) = stderr("a.mlir");
    match cfg!(feature = "reference") {
        true => assert_eq!((status, &*error), (Some(0), "")),
        false => assert!(status == Some(2) && error.contains("the feature reference"), "{error}"),
    }
    let (status, error) = stderr("a.ll");
    assert!(status == Some(2) && error.contains("a.ll: --reader reference reads MLIR"), "{error}");
}

/// The text of a section of a page of `irtrip view`, which is deflated.
fn page_says(folder: &Path, page: &str, what: &str) -> bool {
    let script = "import base64, re, sys, zlib\nfor s in re.findall(r'id=\"s\\d+\">([^<]*)<', open(sys.argv[1]).read()):\n  print(zlib.decompress(base64.b64decode(s), -15).decode())";
    let output = Command::new("python3").args(["-c", script, page]).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    stdout(&output).contains(what)
}

#[test]
fn a_view_is_opened_in_the_browser() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), A).unwrap();
    // A program in the place of the browser shows that it is given the page: it takes it away.
    let page = folder.path().join("a.html");
    let mut open = Command::new(env!("CARGO_BIN_EXE_irtrip"));
    let open = open.args(["view", "a.ll", "--open"]).env("BROWSER", "rm").current_dir(folder.path());
    assert_eq!(open.output().unwrap().status.code(), Some(0));
    for _ in 0..1000 {
        if !page.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(!page.exists());
    // A browser that is none is named, with where the page is.
    let mut open = Command::new(env!("CARGO_BIN_EXE_irtrip"));
    let open = open.args(["view", "a.ll", "--open"]).env("BROWSER", "no-such-browser").current_dir(folder.path());
    let open = open.output().unwrap();
    assert!(String::from_utf8_lossy(&open.stderr).contains("no-such-browser cannot be started"), "{open:?}");
}

#[test]
fn a_view_of_some_functions_alone_and_of_names_of_rust() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["one", "two", "three", "four"];
    let many: String = names.map(|name| A.replace("@f", &format!("@{name}"))).concat();
    std::fs::write(folder.path().join("many.ll"), many).unwrap();
    let three = ["view", "many.ll", "--function", "one", "--function", "two", "--function", "four"];
    assert_eq!(irtrip(folder.path(), &three).status.code(), Some(0));
    let is_shown = names.map(|name| page_says(folder.path(), "many.html", &format!("@{name}(")));
    assert_eq!(is_shown, [true, true, false, true]);
    // Names of Rust in both of its forms.
    for (name, demangled) in [
        ("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt"),
        ("_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar"),
    ] {
        std::fs::write(folder.path().join("rust.ll"), A.replace("@f", &format!("@{name}"))).unwrap();
        assert_eq!(irtrip(folder.path(), &["view", "rust.ll"]).status.code(), Some(0));
        assert!(page_says(folder.path(), "rust.html", demangled), "{demangled}");
    }
}

#[test]
fn a_view_shows_the_file_as_it_is_and_only_what_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "; what it is about\n{}\ndefine void @_ZN3foo3barEi() {{  ret void }} ; short\n",
        A.replace("1\n", "1 ; one more\n")
    );
    std::fs::write(folder.path().join("a.ll"), text).unwrap();
    assert_eq!(irtrip(folder.path(), &["view", "a.ll"]).status.code(), Some(0));
    assert!(page_says(folder.path(), "a.html", "%x = add i32 %a, 1 ; one more"));
    assert!(page_says(folder.path(), "a.html", "{  ret void } ; short"));
    assert!(page_says(folder.path(), "a.html", "foo::bar(int)"));
    let mlir = "// what it is about\nmodule {\n  llvm.func @g(%x: i32) -> i32 { // short\n\n    llvm.return   %x : i32 loc(\"b.c\":1:1)\n  }\n}\n";
    std::fs::write(folder.path().join("b.mlir"), mlir).unwrap();
    assert_eq!(irtrip(folder.path(), &["view", "b.mlir"]).status.code(), Some(0));
    for line in ["// what it is about", "-> i32 { // short", "    llvm.return   %x : i32 loc"] {
        assert!(page_says(folder.path(), "b.html", line), "{line}");
    }
    let one = ["view", "a.ll", "--function", "f", "-o", "one.html"];
    assert_eq!(irtrip(folder.path(), &one).status.code(), Some(0));
    assert!(page_says(folder.path(), "one.html", "@f") && !page_says(folder.path(), "one.html", "short"));
    let none = irtrip(folder.path(), &["view", "a.ll", "--function", "g"]);
    assert!(String::from_utf8_lossy(&none.stderr).contains("a.ll defines no function 'g'"), "{none:?}");
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.ll", "good.ll"] {
        std::fs::write(folder.path().join(name), A).unwrap();
    }
    assert!(irtrip(folder.path(), &["import", "a.ll", "-o", "a.mlir"]).status.success());
    assert!(irtrip(folder.path(), &["roundtrip", "a.ll", "--format", "json", "-o", "a.json"]).status.success());
    assert!(irtrip(folder.path(), &["diff", "a.ll", "a.ll", "--format", "jsonl", "-o", "d.jsonl"]).status.success());
    let readers = READERS.iter().map(|command| (*command, if command[0] == "import" { "a.ll" } else { "a.mlir" }));
    let reports = [(&["report", "merge"][..], "a.json"), (&["report", "merge", "--format", "jsonl"], "d.jsonl")];
    for (command, file) in readers.chain(reports) {
        let named = irtrip(folder.path(), &[command, &[file]].concat());
        let input = std::fs::File::open(folder.path().join(file)).unwrap();
        let mut piped = Command::new(env!("CARGO_BIN_EXE_irtrip"));
        let piped = piped.args(command).arg("-").stdin(input).current_dir(folder.path()).output().unwrap();
        assert_eq!(piped.status.code(), Some(0), "{command:?}: {piped:?}");
        assert_eq!(stdout(&piped).replace("<stdin>", file), stdout(&named).replace("<stdin>", file), "{command:?}");
    }
}

#[test]
fn folders_stand_for_the_modules_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("d/e");
    std::fs::create_dir_all(&below).unwrap();
    std::fs::write(below.join("a.ll"), A).unwrap();
    for name in ["a.mlir", "a.mlirbc"] {
        assert!(irtrip(&below, &["import", "a.ll", "-o", name]).status.success());
    }
    assert!(irtrip(&below, &["export", "a.mlir", "-o", "a.bc"]).status.success());
    std::fs::write(below.join("notes.txt"), "no module").unwrap();
    for command in [&["verify", "--format", "json"][..], &["roundtrip", "--format", "jsonl"], &["stats"], &["info"]] {
        let run = irtrip(folder.path(), &[command, &["d"]].concat());
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        let said = stdout(&run);
        let named = ["a.ll", "a.mlir", "a.mlirbc", "a.bc"].iter().all(|name| said.contains(&format!("d/e/{name}")));
        assert!(named || said.contains("\"files\": 4"), "{command:?}: {said}");
    }
}

#[test]
fn what_is_mistyped_is_named_as_it_was_meant() {
    let cases: &[(&[&str], &str)] = &[
        (&["imprt", "a.ll"], "'import'"),
        (&["help", "imprt"], "; did you mean 'import'?"),
        (&["man", "imprt"], "; did you mean 'import'?"),
        (&["import", "--emitt", "mlir"], "'--emit'"),
        (&["ops", "llvm.addd"], "; did you mean 'llvm.add'?"),
        (&["ops", "lvm"], "; did you mean 'llvm'?"),
        (&["mlir-opt", "--canonicalise"], "; did you mean 'canonicalize'?"),
        (&["mlir-translate", "--import-lvm"], "; did you mean 'import-llvm'?"),
    ];
    for (arguments, wanted) in cases {
        let run = irtrip(Path::new("."), arguments);
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(said.contains(wanted) && !run.status.success(), "{arguments:?}: {said}");
    }
}

/// The options that docs/conventions.md has a column for.
const CONVENTIONS: [&str; 7] = ["-o", "--format", "--emit", "--strict", "--llvm", "--mlir", "--reader"];

/// The commands, as `--help` lists them.
fn commands() -> Vec<String> {
    let help = stdout(&irtrip(Path::new("."), &["--help"]));
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let rows = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    rows.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

/// Whether a command's help lists an option.
fn takes(help: &str, option: &str) -> bool {
    let listed = |line: &str| line.trim_start().split([' ', ',', '[']).any(|word| word == option);
    help.lines().filter(|line| line.trim_start().starts_with('-')).any(listed)
}

#[test]
fn the_table_of_conventions_is_what_the_commands_take() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/conventions.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (text, shown) = page.split_once("\n| command |").unwrap_or((page.trim_end(), ""));
    let mut table =
        format!("\n| command | {} |\n|{}\n", CONVENTIONS.map(|o| format!("`{o}`")).join(" | "), " --- |".repeat(8));
    for command in commands().iter().filter(|command| !command.starts_with("mlir-")) {
        let help = match command.as_str() {
            "report" => stdout(&irtrip(Path::new("."), &["report", "merge", "--help"])),
            command => stdout(&irtrip(Path::new("."), &[command, "--help"])),
        };
        for option in ["--jobs", "--color", "--quiet", "--timings"] {
            assert!(takes(&help, option), "{command} has no {option}");
        }
        let cells = CONVENTIONS.map(|option| if takes(&help, option) { "yes" } else { "" });
        table.push_str(&format!("| `{command}` | {} |\n", cells.join(" | ")));
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{}\n{table}", text.trim_end())).unwrap();
    } else {
        assert_eq!(format!("\n| command |{shown}"), table);
    }
}

#[test]
fn a_result_is_the_same_in_a_file_and_on_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.ll", A), ("b.ll", B)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mlir = stdout(&irtrip(folder.path(), &["import", "a.ll"]));
    std::fs::write(folder.path().join("a.mlir"), mlir).unwrap();
    irtrip(folder.path(), &["roundtrip", "a.ll", "--format", "json", "-o", "report.json"]);
    let runs: &[&[&str]] = &[
        &["import", "a.ll"],
        &["import", "a.ll", "--emit", "mlirbc"],
        &["export", "a.mlir"],
        &["export", "a.mlir", "--emit", "bc"],
        &["lower", "a.mlir"],
        &["diff", "a.ll", "b.ll"],
        &["diff", "a.ll", "b.ll", "--format", "json"],
        &["normalize", "a.ll"],
        &["stats", "a.ll", "b.ll"],
        &["stats", "a.ll", "--format", "json"],
        &["info", "a.ll"],
        &["info", "a.ll", "--json"],
        &["verify", "a.ll", "--format", "sarif"],
        &["view", "a.ll"],
        &["ops", "llvm.add"],
        &["ops", "llvm", "--format", "json"],
        &["completions", "bash"],
        &["report", "merge", "report.json"],
    ];
    for run in runs {
        let printed = irtrip(folder.path(), &[run, &["-o", "-"][..]].concat());
        assert!(!printed.stdout.is_empty(), "{run:?}");
        let written = irtrip(folder.path(), &[run, &["-o", "out"][..]].concat());
        let file = std::fs::read(folder.path().join("out")).unwrap();
        assert!(written.stdout.is_empty() && written.status.code() == printed.status.code(), "{run:?}: {written:?}");
        assert!(file == printed.stdout, "{run:?}");
        std::fs::remove_file(folder.path().join("out")).unwrap();
        // No half of a result is left where there is no folder for it, and no path is said twice.
        let nowhere = irtrip(folder.path(), &[run, &["-o", "no/out"][..]].concat());
        let said = String::from_utf8(nowhere.stderr).unwrap();
        assert_eq!((nowhere.status.code(), said.matches("no/out").count()), (Some(2), 1), "{run:?}: {said}");
        if cfg!(target_os = "linux") {
            let mut closed = Command::new("sh");
            closed.args(["-c", "exec \"$@\" >&-", "sh", env!("CARGO_BIN_EXE_irtrip")]).args(*run).args(["-o", "-"]);
            let closed = closed.current_dir(folder.path()).output().unwrap();
            let said = String::from_utf8(closed.stderr).unwrap();
            assert_eq!(
                (closed.status.code(), said.as_str()),
                (Some(2), "error: standard output is closed\n"),
                "{run:?}"
            );
        }
    }
}

#[test]
fn the_environment_says_what_is_coloured() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.ll", A), ("b.ll", B)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let is_coloured = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_irtrip"));
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        let run = command.args(["diff", "a.ll", "b.ll"]).args(arguments).current_dir(folder.path()).output().unwrap();
        stdout(&run).contains('\x1b')
    };
    assert!(!is_coloured(&[], &[]));
    assert!(is_coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!is_coloured(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!is_coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(is_coloured(&[("NO_COLOR", "1")], &["--color", "always"]));
}

#[test]
fn an_editor_is_served_until_it_says_so() {
    let message = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let said = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ];
    let mut server = Command::new(env!("CARGO_BIN_EXE_irtrip"));
    let server =
        server.args(["lsp", "--stdio"]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut server = server.spawn().unwrap();
    let input: String = said.iter().map(|body| message(body)).collect();
    std::io::Write::write_all(&mut server.stdin.take().unwrap(), input.as_bytes()).unwrap();
    let ended = server.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    let answers = stdout(&ended);
    assert!(
        answers.contains(r#""serverInfo":{"name":"irtrip""#) && answers.contains(r#""id":2,"result":null"#),
        "{answers}"
    );
}
