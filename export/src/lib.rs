//! irtrip: export.
