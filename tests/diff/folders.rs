//! `irtrip diff` of folders and archives: one answer wherever the modules lie, in parts, and after an interruption.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn irtrip(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irtrip"));
    command.args(arguments.split(' ')).current_dir(folder).env("SOURCE_DATE_EPOCH", "0").output().unwrap()
}

/// What a command prints that finds differences.
fn printed(folder: &Path, arguments: &str) -> String {
    let output = irtrip(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Nine modules in two versions, of which every third is the same; one is MLIR in both, and one in the second alone.
fn modules() -> Vec<(String, [String; 2])> {
    let module = |number: usize| {
        let text = format!("define i32 @f{number}(i32 %a) {{\n  %x = add i32 %a, {number}\n  ret i32 %x\n}}\n");
        let changed = if number.is_multiple_of(3) { text.clone() } else { text.replace("add", "add nsw") };
        (format!("s{}/m{number}.ll", number % 2), [text, changed])
    };
    let mlir = |flags: &str| {
        format!(
            "llvm.func @g(%arg0: i32) -> i32 {{\n  %0 = llvm.add %arg0, %arg0{flags} : i32\n  llvm.return %0 : i32\n}}\n"
        )
    };
    let in_mlir = ("g.mlir".to_owned(), [mlir(""), mlir(" overflow<nsw>")]);
    (1..9).map(module).chain([in_mlir]).collect()
}

/// Writes the modules as folders and as archives.
fn write(folder: &Path) {
    for (side, name) in ["a", "b"].into_iter().enumerate() {
        let mut tar = tar::Builder::new(Vec::new());
        let mut zip = ZipWriter::new(File::create(folder.join(name).with_extension("zip")).unwrap());
        for (path, texts) in modules() {
            let text = &texts[side];
            let file = folder.join(name).join(&path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, format!("./{path}"), text.as_bytes()).unwrap();
            zip.start_file(path, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
        let bytes = tar.into_inner().unwrap();
        std::fs::write(folder.join(name).with_extension("tar"), &bytes).unwrap();
        let mut gzip =
            GzEncoder::new(File::create(folder.join(name).with_extension("tar.gz")).unwrap(), Compression::fast());
        gzip.write_all(&bytes).unwrap();
        gzip.finish().unwrap();
    }
}

#[test]
fn archives_are_folders() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let expected = printed(folder.path(), "diff a b");
    assert!(expected.contains("9 files: 7 different, 2 same") && expected.contains("7 times in 7 files"), "{expected}");
    for other in ["a.tar b", "a.tar.gz b.tar", "a b.zip", "a.zip b.tar.gz"] {
        assert_eq!(printed(folder.path(), &format!("diff {other}")), expected, "{other}");
    }
    std::fs::rename(folder.path().join("b/s1/m1.ll"), folder.path().join("b/s1/m1.mlir")).unwrap();
    let mlir = "llvm.func @f1(%a: i32) -> i32 {\n  %c = llvm.mlir.constant(1 : i32) : i32\n  %x = llvm.add %a, %c overflow<nsw> : i32\n  llvm.return %x : i32\n}\n";
    std::fs::write(folder.path().join("b/s1/m1.mlir"), mlir).unwrap();
    let mixed = printed(folder.path(), "diff a b");
    assert!(mixed.contains("different  s1/m1.mlir") && mixed.contains("9 files: 7 different, 2 same"), "{mixed}");
}

#[test]
fn what_is_no_collection_is_said() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let text = std::fs::read(folder.path().join("a.zip")).unwrap();
    std::fs::write(folder.path().join("cut.zip"), &text[..text.len() / 2]).unwrap();
    let text = std::fs::read(folder.path().join("a.tar.gz")).unwrap();
    std::fs::write(folder.path().join("cut.tar.gz"), &text[..text.len() / 2]).unwrap();
    for (arguments, message) in [
        ("diff cut.zip b", "cut.zip cannot be read"),
        ("diff cut.tar.gz b", "cut.tar.gz cannot be read"),
        ("diff a.zip b/g.mlir", "a.zip has many modules, and b/g.mlir is one"),
        ("diff a b/g.mlir", "a: is a directory"),
        ("diff a b --shard 3/2", "a shard is I/N"),
        ("diff a b --resume a.zip", "a.zip"),
    ] {
        let output = irtrip(folder.path(), arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments}: {error}");
    }
}

#[test]
fn shards_and_what_goes_on_are_one_run() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let path = folder.path();
    for form in ["json", "html", "markdown", "text"] {
        let of_diff = if form == "text" { "unified" } else { form };
        let whole = printed(path, &format!("diff a b --format {of_diff}"));
        for shard in 1..4 {
            irtrip(
                path,
                &format!("diff a.zip b.tar --quiet --label a --label b --shard {shard}/3 --resume {shard}.jsonl"),
            );
        }
        let merged = printed(path, &format!("report merge 1.jsonl 2.jsonl 3.jsonl --format {form}"));
        // The command is another one.
        let lines = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.contains("1970-01-01")).map(str::to_owned).collect()
        };
        assert_eq!(lines(&merged), lines(&whole), "{form}");
    }
    let output = irtrip(path, "report merge 1.jsonl 3.jsonl");
    assert!(String::from_utf8_lossy(&output.stderr).contains("of 3 shards there are none of 2"));
    let output = irtrip(path, "report merge 1.jsonl 2.jsonl 2.jsonl");
    assert!(String::from_utf8_lossy(&output.stderr).contains("shard 2/3 is in 2.jsonl and in 2.jsonl"));

    // Half a line is left of what was under way; the file that has changed since is compared again.
    let whole = printed(path, "diff a b --format jsonl");
    let half: String = whole.split_inclusive('\n').take(5).collect();
    std::fs::write(path.join("half.jsonl"), format!("{half}{{\"file\":")).unwrap();
    assert_eq!(printed(path, "diff a b --format jsonl --resume half.jsonl"), whole);
    std::fs::copy(path.join("a/s1/m1.ll"), path.join("b/s1/m1.ll")).unwrap();
    let changed = printed(path, "diff a b --format jsonl --resume half.jsonl");
    assert_eq!(changed, printed(path, "diff a b --format jsonl"));
    assert_ne!(changed, whole);
    let output = irtrip(path, "diff a b --semantic --resume half.jsonl");
    assert!(String::from_utf8_lossy(&output.stderr).contains("half.jsonl is of another run"));
}

#[test]
fn a_page_leads_to_the_pages_of_its_files() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    printed(folder.path(), "diff a b --format html -o index.html");
    let index = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
    let mut pages = 0;
    for entry in std::fs::read_dir(folder.path().join("index.files")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(index.contains(&format!("<a href=\"index.files/{name}\">")), "{name}");
        pages += 1;
    }
    assert_eq!(pages, 7);
}
