//! irtrip: diff.
