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

/// The language of a file: the one that its text can only be in, else by its name's ending, or by how the text begins.
pub fn language(path: &Path, text: &str) -> Language {
    certain_language(text).or_else(|| language_of_name(path)).unwrap_or_else(|| language_of_text(text))
}

/// The language that a file's name says by its ending.
pub fn language_of_name(path: &Path) -> Option<Language> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("ll") => Some(Language::Llvm),
        Some("mlir") => Some(Language::Mlir),
        _ => None,
    }
}

/// The language of a text, by the first line that is neither empty nor a comment of MLIR.
pub fn language_of_text(text: &str) -> Language {
    certain_language(text).unwrap_or_else(|| {
        let first = first_line(text);
        // `!0 = !{...}` and `!name = !{!0}` are metadata, `!alias = !llvm...` is MLIR's.
        let metadata = first.strip_prefix('!').and_then(|l| l.split_once('=')).map(|(_, node)| node.trim_start());
        let is_node = |node: &str| ["!{", "distinct ", "!DI"].iter().any(|start| node.starts_with(start));
        match metadata {
            Some(node) if is_node(node) => Language::Llvm,
            // A value of MLIR may be defined at the top level, too.
            None if first.starts_with(['@', '%', '$']) => Language::Llvm,
            _ => Language::Mlir,
        }
    })
}

/// The first line that is neither empty nor a comment of MLIR.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim_start).find(|l| !l.is_empty() && !l.starts_with("//")).unwrap_or("")
}

/// The language that a text can only be in, by its first line: what the other has nothing that begins like it.
pub fn certain_language(text: &str) -> Option<Language> {
    const LLVM: &[&str] = &[";", "source_filename", "target ", "module asm", "define ", "declare ", "attributes "];
    const MLIR: &[&str] = &["module {", "module @", "module attributes", "builtin.module", "llvm.func", "func.func"];
    let first = first_line(text);
    let begins = |words: &[&str]| words.iter().any(|word| first.starts_with(word));
    match () {
        () if begins(LLVM) => Some(Language::Llvm),
        // Aliases of attributes and types.
        () if begins(MLIR) || first.starts_with('#') || first.contains(" = !llvm.") => Some(Language::Mlir),
        () => None,
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

    #[test]
    fn a_text_that_its_name_does_not_fit_tells_its_language() {
        assert_eq!(language(Path::new("a.mlir"), "; ModuleID = 'a'\n"), Language::Llvm);
        assert_eq!(language(Path::new("a.ll"), "// c\nmodule attributes {} {\n}\n"), Language::Mlir);
        assert_eq!(language(Path::new("a.ll"), "#loop = #llvm.loop_annotation<>\n"), Language::Mlir);
        assert_eq!(language(Path::new("a.mlir"), "%0 = \"a.b\"() : () -> i32\n"), Language::Mlir);
        assert_eq!(language(Path::new("a.ll"), "what is this"), Language::Llvm);
    }
}
