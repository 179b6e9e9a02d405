//! irtrip: roundtrip-tests.
