//! What C++ and Rust call the symbols that a section mentions.

use cpp_demangle::{BorrowedSymbol, DemangleOptions, ParseOptions};
use irtrip_dialect::demangle::rust_name;
use rustc_hash::FxHashSet;

/// How deep the name of a symbol may nest. Names of compilers nest less.
const MAX_DEPTH: u32 = 64;

/// The name that a symbol has in its source, if it is mangled as C++ or Rust mangle names.
pub fn demangled(symbol: &str) -> Option<String> {
    if let Some(name) = rust_name(symbol.as_bytes()) {
        return Some(name);
    }
    let symbol = symbol.strip_prefix('\u{1}').unwrap_or(symbol);
    if !symbol.starts_with("_Z") && !symbol.starts_with("__Z") {
        return None;
    }
    let parse = ParseOptions::default().recursion_limit(MAX_DEPTH);
    let name = BorrowedSymbol::new_with_options(symbol.as_bytes(), &parse).ok()?;
    name.demangle_with_options(&DemangleOptions::new().recursion_limit(MAX_DEPTH)).ok()
}

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
    fn names_of_cpp_and_rust_are_shown() {
        for (symbol, name) in [
            ("_ZN3foo3barEi", Some("foo::bar(int)")),
            ("_ZNSt6vectorIiSaIiEE9push_backEOi", Some("std::vector<int, std::allocator<int> >::push_back(int&&)")),
            ("_ZN4core3fmt5write17h0123456789abcdefE", Some("core::fmt::write")),
            ("_RNvC6_123foo3bar", Some("123foo::bar")),
            ("main", None),
            ("_Z", None),
        ] {
            assert_eq!(demangled(symbol).as_deref(), name, "{symbol}");
        }
        let text = "call void @_ZN3foo3barEi(ptr @g)\ncall void @_ZN3foo3barEi(ptr @g)";
        assert_eq!(demangled_symbols(text), [("_ZN3foo3barEi", "foo::bar(int)".to_owned())]);
    }
}
