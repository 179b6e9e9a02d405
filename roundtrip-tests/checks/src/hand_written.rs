//! LLVM assembly as people write it, held against what LLVM's own writer makes of it.
//!
//! Such a text has comments, spellings of older versions, fields in any order and values that go without saying.
//! irtrip's export of it should be the canonical text all the same.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use irtrip_dialect::{Context, ContextDialects};
use irtrip_export::export;
use irtrip_import::{ImportOptions, import};
use rayon::prelude::*;

use irtrip_roundtrip::first_difference::FirstDifference;

/// How the export of a text compares with the canonical one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// The same bytes.
    Same,
    /// Other bytes: the first difference.
    Other(String),
    /// The text cannot be read, or its model not be exported.
    Failed(String),
}

/// The line LLVM's writer begins with for a module without `source_filename`.
const UNNAMED: &str = "source_filename = \"m\"\n";

/// Compares the export of a text with the canonical text of its module.
pub fn compare(written: &str, canonical: &str) -> Written {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let options = ImportOptions { as_llvm_reads: true, ..ImportOptions::default() };
    let module = match import(&ctx, written, &options) {
        Ok(module) => module,
        Err(error) => {
            let line =
                written.get(..error.span().map_or(0, |span| span.start)).unwrap_or_default().lines().count().max(1);
            return Written::Failed(format!("import: line {line}: {}", error.code));
        }
    };
    let text = match export(&ctx, &module) {
        Ok(pieces) => pieces.concat(),
        Err(error) => return Written::Failed(format!("export: {error}")),
    };
    let canonical = if text.starts_with("source_filename") {
        canonical
    } else {
        canonical.strip_prefix(UNNAMED).unwrap_or(canonical)
    };
    let text = without_use_lists(&text);
    if text == canonical { Written::Same } else { Written::Other(FirstDifference::of_texts(canonical, &text).excerpt) }
}

/// A text without the use-list orders that LLVM's writer leaves out unless it is asked for them.
fn without_use_lists(text: &str) -> Cow<'_, str> {
    const HEADING: &str = "\n; uselistorder directives\n";
    let mut rest = text;
    let mut kept = Cow::Borrowed("");
    while let Some((before, after)) = rest.split_once(HEADING) {
        kept += before;
        let directives = after.split_inclusive('\n').take_while(|line| line.trim_start().starts_with("uselistorder"));
        rest = after.get(directives.map(str::len).sum()..).unwrap_or_default();
    }
    kept + rest
}

/// Compares the files below `sources` that have a canonical text of the same path below `corpus`, in the order of
/// `paths`. A file that is no UTF-8, or cannot be read, has failed.
pub fn compare_all(sources: &Path, corpus: &Path, paths: &[PathBuf]) -> Vec<Written> {
    let read = |folder: &Path, path: &PathBuf| std::fs::read_to_string(folder.join(path)).map_err(|e| e.to_string());
    paths
        .par_iter()
        .map(|path| match (read(sources, path), read(corpus, path)) {
            (Ok(written), Ok(canonical)) => compare(&written, &canonical),
            (Err(error), _) | (_, Err(error)) => Written::Failed(error),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_lists_are_left_out() {
        let text = "a\n\n; uselistorder directives\n  uselistorder i32 %x, { 1, 0 }\n}\n\n; uselistorder directives\nuselistorder ptr @a, { 1, 0 }\nb\n";
        assert_eq!(without_use_lists(text), "a\n}\nb\n");
        assert_eq!(without_use_lists("a\n"), "a\n");
    }

    #[test]
    fn comments_and_order_are_no_difference() {
        let written = "; a comment\r\ndefine void @f() { ; another\n  ret void\n}\n";
        let canonical = "source_filename = \"m\"\n\ndefine void @f() {\n  ret void\n}\n";
        assert_eq!(compare(written, canonical), Written::Same);
        assert!(matches!(compare("define void @g() { ret void }", canonical), Written::Other(_)));
        assert!(matches!(compare("define", canonical), Written::Failed(_)));
    }
}
