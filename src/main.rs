//! The irtrip command line.
fn main() {}
