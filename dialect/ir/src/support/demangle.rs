//! The names that mangled symbols have in their sources: of Rust as rustc shows them in comments, before functions and
//! calls, and of C++.

use cpp_demangle::{BorrowedSymbol, DemangleOptions, ParseOptions};

/// The name that rustc shows for a symbol; `None` where it shows none: the symbol is not mangled as Rust's are.
///
/// ```
/// let shown = irtrip_dialect::demangle::rust_name(b"_ZN4core3fmt5write17h0123456789abcdefE");
/// assert_eq!(shown.as_deref(), Some("core::fmt::write"));
/// assert_eq!(irtrip_dialect::demangle::rust_name(b"main"), None);
/// ```
pub fn rust_name(symbol: &[u8]) -> Option<String> {
    let symbol = std::str::from_utf8(symbol).ok()?;
    let demangled = rustc_demangle::try_demangle(symbol).ok()?;
    Some(format!("{demangled:#}")).filter(|shown| shown != symbol)
}

/// How deep the name of a symbol may nest. Names of compilers nest less.
const MAX_DEPTH: u32 = 64;

/// The name that a symbol has in its source, if it is mangled as C++ or Rust mangle names.
///
/// ```
/// assert_eq!(irtrip_dialect::demangle::demangled("_ZN3foo3barEi").as_deref(), Some("foo::bar(int)"));
/// assert_eq!(irtrip_dialect::demangle::demangled("main"), None);
/// ```
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
    }
}
