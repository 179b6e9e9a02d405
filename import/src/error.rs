//! What the importer fails with.

pub(crate) use irtrip_dialect::diagnostic::{DiagnosticResult as Res, ImportCode as ImportErrorKind};
