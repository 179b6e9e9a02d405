//! The names that rustc shows in comments, in front of functions and calls, for the mangled names of its symbols.

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
