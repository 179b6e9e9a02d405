//! irtrip: grammar.
