//! irtrip: import.
