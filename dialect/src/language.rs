//! Which of the two languages a file is in.

use std::path::Path;

/// The two languages a file may be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// LLVM assembly.
    Llvm,
    /// MLIR text.
    Mlir,
}

/// The language of a file: by its name's ending, or by how the text begins.
pub fn language(path: &Path, text: &str) -> Language {
    match path.extension().and_then(|e| e.to_str()) {
        Some("ll") => Language::Llvm,
        Some("mlir") => Language::Mlir,
        _ => language_of_text(text),
    }
}

/// The language of a text, by the first line that is neither empty nor a comment of MLIR.
pub fn language_of_text(text: &str) -> Language {
    let first = text.lines().map(str::trim_start).find(|l| !l.is_empty() && !l.starts_with("//")).unwrap_or("");
    const LLVM: &[&str] =
        &[";", "source_filename", "target ", "module asm", "define ", "declare ", "@", "%", "$", "attributes "];
    if LLVM.iter().any(|start| first.starts_with(start)) {
        return Language::Llvm;
    }
    // `!0 = !{...}` and `!name = !{!0}` are metadata, `!alias = !llvm...` is MLIR's.
    let metadata = first.strip_prefix('!').and_then(|l| l.split_once('=')).map(|(_, node)| node.trim_start());
    match metadata {
        Some(node) if ["!{", "distinct ", "!DI"].iter().any(|start| node.starts_with(start)) => Language::Llvm,
        _ => Language::Mlir,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_language() {
        for llvm in ["; ModuleID = 'x'\n", "\n define void @f() {\n", "@g = global i32 0", "!0 = !{}", "%t = type i8"] {
            assert_eq!(language_of_text(llvm), Language::Llvm, "{llvm}");
        }
        for mlir in ["module {\n}", "// c\n!t = !llvm.ptr\n", "#a = loc(unknown)", "\"x.y\"() : () -> ()", ""] {
            assert_eq!(language_of_text(mlir), Language::Mlir, "{mlir}");
        }
    }
}
