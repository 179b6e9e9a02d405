//! What C++ and Rust call the symbols that a section mentions.

use irtrip_dialect::demangle::demangled;
use rustc_hash::FxHashSet;

/// The symbols in a text of LLVM assembly that are mangled, each with its name, in the order of the text.
pub fn demangled_symbols(text: &str) -> Vec<(&str, String)> {
    let mut seen = FxHashSet::default();
    let symbols = text.split('@').skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')));
        rest.get(..end.unwrap_or(rest.len()))
    });
    symbols.filter(|symbol| seen.insert(*symbol)).filter_map(|symbol| Some((symbol, demangled(symbol)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symbol_is_named_once() {
        let text = "call void @_ZN3foo3barEi(ptr @g)\ncall void @_ZN3foo3barEi(ptr @g)";
        assert_eq!(demangled_symbols(text), [("_ZN3foo3barEi", "foo::bar(int)".to_owned())]);
    }
}
