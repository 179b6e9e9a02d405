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
    certain_language(text).unwrap_or(Language::Mlir)
}

/// The first line that is neither empty nor a comment of MLIR.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim_start).find(|l| !l.is_empty() && !l.starts_with("//")).unwrap_or("")
}

/// The language that a text can only be in, by its first line: what the other has nothing that begins like it.
pub fn certain_language(text: &str) -> Option<Language> {
    const LLVM: &[&str] =
        &[";", "source_filename", "target ", "module asm", "define ", "declare ", "attributes ", "@", "$", "^"];
    // Attributes' aliases, resources, and operations in the generic form are the last three.
    const MLIR: &[&str] =
        &["module {", "module @", "module attributes", "builtin.module", "llvm.func", "func.func", "#", "{-#", "\""];
    let first = first_line(text);
    let begins = |words: &[&str]| words.iter().any(|word| first.starts_with(word));
    match first.as_bytes().first() {
        _ if begins(LLVM) => Some(Language::Llvm),
        _ if begins(MLIR) => Some(Language::Mlir),
        // `!0 = !{...}` and `!name = !{!0}` are metadata, `!alias = ...` is a type of MLIR's.
        Some(b'!') => defined(first).map(|node| match ["!{", "distinct ", "!DI"].iter().any(|s| node.starts_with(s)) {
            true => Language::Llvm,
            false => Language::Mlir,
        }),
        // Types of LLVM IR, or the results of an operation.
        Some(b'%') => Some(match defined(first).is_some_and(|ty| ty.starts_with("type ")) {
            true => Language::Llvm,
            false => Language::Mlir,
        }),
        _ => None,
    }
}

/// What is after the `=` of a line that begins with a name, which may be quoted.
fn defined(line: &str) -> Option<&str> {
    let rest = match line.get(1..)?.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?.1,
        None => line,
    };
    rest.split_once('=').map(|(_, value)| value.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_language() {
        for llvm in [
            "; ModuleID = 'x'\n",
            "\n define void @f() {\n",
            "@g = global i32 0",
            "!0 = !{}",
            "%\"a = b\" = type i8",
            "^0 = module: ()",
        ] {
            assert_eq!(language_of_text(llvm), Language::Llvm, "{llvm}");
        }
        for mlir in
            ["module {\n}", "// c\n!t = !llvm.ptr\n", "#a = loc(unknown)", "%a, %b = \"x.y\"()", "%0:2 = x.y", ""]
        {
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
