//! TextMate grammars of both languages, for editors that highlight before a server has said anything, and for pages. They are
//! made of the tables that the server has: `cargo xtask tables` writes them to `editors/vscode/syntaxes/`.

use irtrip_dialect::language::Language;
use irtrip_dialect::llvm_attributes::ATTRIBUTES;
use serde_json::{Value, json};

use crate::opcodes::OPCODES;
use crate::requests::semantic_tokens::{LLVM_TYPES, MLIR_TYPES};

/// The words of LLVM assembly that are neither instructions, types nor attributes.
const LLVM_KEYWORDS: &str = "addrspace alias appending asm attributes available_externally blockaddress c catch cleanup comdat common constant datalayout \
    declare default define distinct dllexport dllimport dso_local dso_preemptable external externally_initialized extern_weak \
    filter from gc global hidden ifunc inbounds inteldialect internal linkonce linkonce_odr local_unnamed_addr module musttail \
    notail partition personality prefix private prologue protected section sideeffect source_filename syncscope tail target \
    thread_local to triple type unnamed_addr unwind uselistorder uselistorder_bb volatile weak weak_odr within";

/// The constants that are words, in both languages.
const CONSTANTS: &[&str] = &["true", "false", "null", "none", "undef", "poison", "zeroinitializer", "unit", "dense"];

/// The grammar of a language, as JSON.
///
/// ```
/// use irtrip_dialect::language::Language;
/// let grammar = irtrip_lsp::text_mate::grammar(Language::Llvm);
/// assert!(grammar.contains("source.llvm"));
/// ```
pub fn grammar(language: Language) -> String {
    let value = match language {
        Language::Llvm => llvm(),
        Language::Mlir => mlir(),
    };
    format!("{value:#}\n")
}

/// A pattern and the scope of what it matches.
fn rule(pattern: impl Into<String>, scope: &str) -> Value {
    json!({ "match": pattern.into(), "name": scope })
}

/// A pattern for words that stand alone.
fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let mut words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.dedup();
    format!("(?<![\\w$.%@!#-])(?:{})(?![\\w$.-])", words.join("|"))
}

fn string(language: &str) -> Value {
    json!({
        "begin": "\"", "end": "\"|$",
        "name": format!("string.quoted.double.{language}"),
        "patterns": [rule(r"\\[0-9A-Fa-f]{2}|\\.", &format!("constant.character.escape.{language}"))],
    })
}

fn llvm() -> Value {
    const NAME: &str = "(?:\"[^\"]*\"|[-\\w$.]+)";
    let terminators = OPCODES.iter().filter(|opcode| opcode.is_terminator).map(|opcode| opcode.mnemonic);
    let others = OPCODES.iter().filter(|opcode| !opcode.is_terminator).map(|opcode| opcode.mnemonic);
    json!({
        "name": "LLVM IR",
        "scopeName": "source.llvm",
        "fileTypes": ["ll"],
        "patterns": [
            rule(";.*$", "comment.line.semicolon.llvm"),
            rule(format!("^\\s*{NAME}(?=:)"), "entity.name.label.llvm"),
            rule(format!("@{NAME}(?=\\()"), "entity.name.function.llvm"),
            rule(format!("@{NAME}"), "variable.other.global.llvm"),
            rule(format!("%{NAME}"), "variable.other.local.llvm"),
            rule(format!("\\${NAME}"), "variable.other.comdat.llvm"),
            rule("#dbg_\\w+", "keyword.other.debug-record.llvm"),
            rule("#\\d+", "entity.other.attribute-name.group.llvm"),
            rule("!(?:[-\\w$.\\\\]+)", "variable.other.metadata.llvm"),
            rule("\\^\\d+", "variable.other.summary.llvm"),
            string("llvm"),
            rule(words(terminators), "keyword.control.llvm"),
            rule(words(others), "keyword.control.instruction.llvm"),
            rule(words(LLVM_TYPES.iter().copied().chain(["i\\d+"])), "storage.type.llvm"),
            rule(words(CONSTANTS.iter().copied()), "constant.language.llvm"),
            rule(words(LLVM_KEYWORDS.split_whitespace()), "keyword.other.llvm"),
            rule(words(ATTRIBUTES.iter().map(|row| row.llvm)), "entity.other.attribute-name.llvm"),
            rule("(?<![\\w$.])-?(?:0x[KLMHR]?[0-9A-Fa-f]+|\\d+(?:\\.\\d*(?:[eE][-+]?\\d+)?)?)(?![\\w$])", "constant.numeric.llvm"),
        ],
    })
}

fn mlir() -> Value {
    let dialects = irtrip_lower::all_dialects().dialects().map(|dialect| dialect.name);
    let mut dialects: Vec<&str> = dialects.filter(|name| !name.is_empty()).collect();
    dialects.sort_unstable();
    let dialects = dialects.join("|");
    json!({
        "name": "MLIR",
        "scopeName": "source.mlir",
        "fileTypes": ["mlir"],
        "patterns": [
            rule("//.*$", "comment.line.double-slash.mlir"),
            rule("^\\s*\\^[\\w$.-]+(?=[:(])", "entity.name.label.mlir"),
            rule("\\^[\\w$.-]+", "variable.other.block.mlir"),
            rule("@(?:\"[^\"]*\"|[\\w$.-]+)", "entity.name.function.mlir"),
            rule("%[\\w$.-]+(?:#\\d+)?", "variable.other.local.mlir"),
            rule("![A-Za-z_][\\w$.]*", "storage.type.dialect.mlir"),
            rule("#[A-Za-z_][\\w$.]*", "entity.other.attribute-name.mlir"),
            string("mlir"),
            rule(format!("(?<![\\w$.%@!#-])(?:{dialects})\\.[\\w$.]+"), "keyword.control.operation.mlir"),
            rule("(?<![\\w$.%@!#-])[A-Za-z_]\\w*\\.[\\w$.]+", "entity.name.function.operation.mlir"),
            rule("(?<![\\w$.])(?:[su]?i\\d+|f\\d+\\w*)(?![\\w$.])", "storage.type.mlir"),
            rule(words(MLIR_TYPES.iter().copied()), "storage.type.mlir"),
            rule(words(CONSTANTS.iter().copied()), "constant.language.mlir"),
            rule(words(["module", "attributes", "loc", "affine_map", "affine_set", "func", "return", "private", "public", "nested"]), "keyword.other.mlir"),
            rule("(?<![\\w$.])-?(?:0x[0-9A-Fa-f]+|\\d+(?:\\.\\d*(?:[eE][-+]?\\d+)?)?)", "constant.numeric.mlir"),
        ],
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_grammars_that_are_checked_in_are_these() {
        for (language, name) in [(Language::Llvm, "llvm"), (Language::Mlir, "mlir")] {
            let path = format!("{}/../editors/vscode/syntaxes/{name}.tmLanguage.json", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&path, grammar(language)).unwrap();
            }
            assert!(
                std::fs::read_to_string(&path).unwrap() == grammar(language),
                "{path} is another: cargo xtask tables"
            );
        }
    }
}
