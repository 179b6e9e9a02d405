//! The hunks of `irtrip diff` are the lines of the files that their headers name, none left out: an editor that opens a file
//! at a hunk's line shows what the hunk shows.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use irtrip::dialect::language::language_of_text;
use irtrip::dialect::llvm_text::printable;

/// The first line and the number of lines of a side of a hunk, as in `-7,3`.
fn range(text: &str) -> (usize, usize) {
    let (first, count) = text[1..].split_once(',').unwrap();
    (first.parse().unwrap(), count.parse().unwrap())
}

/// One side of a hunk that is read: the file's lines, the next line's number from 1, and how many lines are left.
struct HunkSide<'t> {
    lines: Vec<&'t str>,
    next: usize,
    left: usize,
}

impl<'t> HunkSide<'t> {
    fn new(text: &'t str) -> HunkSide<'t> {
        HunkSide { lines: text.lines().collect(), next: 0, left: 0 }
    }

    fn begin(&mut self, (first, count): (usize, usize)) {
        (self.next, self.left) = (first, count);
    }

    /// Takes the next line; none if the hunk has no further one.
    fn take(&mut self) -> Option<&'t str> {
        self.left = self.left.checked_sub(1)?;
        let line = self.lines.get(self.next.checked_sub(1)?).copied();
        self.next += 1;
        line
    }
}

/// What of a diff is not as in the files.
fn wrong(diff: &str, a: &str, b: &str) -> Option<String> {
    let (mut a, mut b) = (HunkSide::new(a), HunkSide::new(b));
    for line in diff.lines().skip(2) {
        if let Some(header) = line.strip_prefix("@@ ") {
            if a.left + b.left > 0 {
                return Some(format!("{} and {} lines are missing before {line}", a.left, b.left));
            }
            let mut ranges = header.split(' ').map(str::to_owned);
            a.begin(range(&ranges.next()?));
            b.begin(range(&ranges.next()?));
            continue;
        }
        let (sign, text) = line.split_at_checked(1)?;
        let is_line = match sign {
            "-" => a.take() == Some(text),
            "+" => b.take() == Some(text),
            // What both have is shown as the second has it.
            " " => a.take().is_some() && b.take() == Some(text),
            _ => sign == "#",
        };
        if !is_line {
            return Some(format!("not the line {} or {}: {line}", a.next.saturating_sub(1), b.next.saturating_sub(1)));
        }
    }
    (a.left + b.left > 0).then(|| format!("{} and {} lines are missing at the end", a.left, b.left))
}

/// Compares two files; returns the number of hunks.
fn hunks(a: &Path, b: &Path, options: &[&str]) -> usize {
    let texts = [a, b].map(|path| printable(&std::fs::read_to_string(path).unwrap()).into_owned());
    let run = Command::new(env!("CARGO_BIN_EXE_irtrip")).arg("diff").args(options).args([a, b]).output().unwrap();
    assert!(run.status.code() < Some(2), "{run:?}");
    let diff = String::from_utf8(run.stdout).unwrap();
    let wrong = wrong(&diff, &texts[0], &texts[1]);
    assert!(wrong.is_none(), "{} {} {options:?}: {}\n{diff}", a.display(), b.display(), wrong.unwrap_or_default());
    diff.lines().filter(|line| line.starts_with("@@ ")).count()
}

/// The files of a folder that end in one of these.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| endings.iter().any(|ending| path.to_str().is_some_and(|p| p.ends_with(ending)))).collect();
    files.sort();
    files
}

#[test]
fn hunks_are_the_lines_of_the_files() {
    let mut pairs: Vec<(PathBuf, PathBuf)> = Vec::new();
    for file in files("roundtrip-tests/fixtures/diff", &[".ll", ".mlir"]) {
        let other = file.with_extension("other.txt");
        let Ok(text) = std::fs::read_to_string(&other) else { continue };
        if language_of_text(&text) == language_of_text(&std::fs::read_to_string(&file).unwrap()) {
            pairs.push((file, other));
        }
    }
    // Modules of different programs differ in everything.
    for folder in ["roundtrip-tests/fixtures/compilers", "examples"] {
        let files = files(folder, &[".ll"]);
        pairs.extend(files.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
    }
    let mut count = 0;
    for (a, b) in &pairs {
        for options in [&[][..], &["--context", "0"]] {
            count += hunks(a, b, options) + hunks(b, a, options);
        }
    }
    assert!(count > 200, "only {count} hunks were read");
}

#[test]
fn hunks_of_mlir_are_the_lines_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut texts = Vec::new();
    for (number, file) in files("examples", &[".ll"]).iter().enumerate() {
        let text = folder.path().join(format!("{number}.mlir"));
        let run = Command::new(env!("CARGO_BIN_EXE_irtrip")).arg("import").arg(file).arg("-o").arg(&text).status();
        assert!(run.unwrap().success(), "{}", file.display());
        texts.push(text);
    }
    let count: usize = texts.windows(2).map(|pair| hunks(&pair[0], &pair[1], &[])).sum();
    assert!(count > 5, "only {count} hunks were read");
}

/// A side without lines has the number of the line before, as `git diff` has it, and 0 at the start of its file.
#[test]
fn a_side_without_lines_names_the_line_before() {
    let folder = tempfile::tempdir().unwrap();
    let f = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
    let longer = f.replace("  ret", "  %z = mul i32 %y, 3\n  ret");
    let g = "define void @g() {\n  ret void\n}\n";
    let headers = |a: &str, b: &str, name: &str| -> Vec<String> {
        let [old, new] = [("a", a), ("b", b)].map(|(side, text)| {
            let path = folder.path().join(format!("{side}.ll"));
            std::fs::write(&path, text).unwrap();
            if name.ends_with(".mlir") {
                let mlir = path.with_extension("mlir");
                Command::new(env!("CARGO_BIN_EXE_irtrip"))
                    .arg("import")
                    .arg(&path)
                    .arg("-o")
                    .arg(&mlir)
                    .output()
                    .unwrap();
                return mlir;
            }
            path
        });
        let run = Command::new(env!("CARGO_BIN_EXE_irtrip")).args(["diff", "-U0"]).args([old, new]).output().unwrap();
        let diff = String::from_utf8(run.stdout).unwrap();
        diff.lines().filter(|line| line.starts_with("@@ ")).map(str::to_owned).collect()
    };
    let (a, b) = (format!("{f}\n{f}").replacen("@f", "@e", 1), format!("{f}\n{g}\n{longer}").replacen("@f", "@e", 1));
    assert_eq!(headers(&a, &b, ".ll"), ["@@ -4,0 +6,3 @@ @g", "@@ -7,0 +12,1 @@ @f"]);
    assert_eq!(headers(&b, &a, ".ll"), ["@@ -6,3 +4,0 @@ @g", "@@ -12,1 +7,0 @@ @f"]);
    assert_eq!(headers(f, &format!("{g}\n{f}"), ".ll"), ["@@ -0,0 +1,3 @@ @g"]);
    let mlir = headers(f, &format!("{f}\n{g}"), ".mlir");
    assert_eq!(mlir, ["@@ -6,0 +7,3 @@ llvm.func @g"]);
}
