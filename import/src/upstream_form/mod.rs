//! Step 8, for `--upstream`: what upstream's import makes and reports where it differs from the lossless model.

pub(crate) mod constants;
pub(crate) mod diagnostics;
