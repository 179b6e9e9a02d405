//! Step 8, for [`import_upstream_form`](crate::import_upstream_form): takes the lossless model to the form that
//! upstream's `mlir-translate --import-llvm` makes, with a diagnostic for each thing that this drops or that upstream
//! reports.
//!
//! The readers know nothing of this form. What the messages show, and what the model need not hold (the constants as LLVM
//! has them, attachments as written), is in the [source map](crate::source_map). In this order:
//!
//! 1. `globals`: initializers, comdats, the order of ifuncs; `linkage_names`: the linkage names of variables in debug info.
//! 2. `function`, for each function: `calls` and `operations` instruction by instruction, `constants` in upstream's order,
//!    then `debug_records`; `block_tags` numbers the blocks whose addresses are taken.
//! 3. `symbols`: functions without names lose the names that the model made up.
//! 4. `diagnostics`: what upstream reports, in its order.

mod block_tags;
mod calls;
mod constants;
pub(crate) mod debug_order;
mod debug_records;
pub(crate) mod diagnostics;
mod function;
mod globals;
mod linkage_names;
mod operations;
mod symbols;

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticLocation, LossCode, UpstreamImportCode};
use irtrip_dialect::metadata::MetadataImport;
use irtrip_dialect::{Module, data_layout};

use crate::source_map::SourceMap;
use crate::tables::ModuleTables;
use irtrip_dialect::llvm_text::split::TopLevelEntity;

/// What the steps before returned with the model.
pub(crate) struct Imported<'p, 'a> {
    pub tables: &'p ModuleTables<'p, 'a>,
    pub metadata: &'p MetadataImport<'p>,
    pub top_level: &'p [TopLevelEntity<'a>],
    /// The module's data layout.
    pub layout: &'p str,
}

/// A result whose error is the diagnostics for what upstream's import has no operation for.
pub(crate) type Translated<T> = Result<T, Vec<Diagnostic>>;

/// The diagnostic for a thing that upstream's form has no room for, at a byte of the text.
fn loss(code: LossCode, at: usize) -> Diagnostic {
    Diagnostic::new(code, at..at)
}

/// Takes a module to upstream's form; returns the diagnostics for what is dropped and for what upstream reports.
///
/// # Errors
/// The diagnostics for what upstream's import has no operation for.
pub(crate) fn convert(from: &Imported<'_, '_>, module: &mut Module, source: SourceMap) -> Translated<Vec<Diagnostic>> {
    let SourceMap { globals, functions } = source;
    module.loc = from.tables.module_loc;
    let tags = block_tags::BlockNumbers::new(from);
    let token = |token: &str| UpstreamImportCode::LayoutToken { token: token.to_owned() };
    let mut diagnostics: Vec<Diagnostic> = data_layout::unhandled_tokens(from.layout)
        .map(|text| Diagnostic::new(token(text), DiagnosticLocation::Attribute(from.tables.module_loc)))
        .collect();
    // Upstream reports the data layout before it reads anything else.
    let layout = diagnostics.clone();
    let refused = |refused: Vec<Diagnostic>| layout.iter().cloned().chain(refused).collect::<Vec<_>>();
    diagnostics.extend(globals::convert(from, module, globals, &tags).map_err(&refused)?);
    diagnostics.extend(linkage_names::convert(from, module));
    let mut bodies = function::convert_all(from, module, functions, &tags).map_err(&refused)?;
    diagnostics.extend(bodies.iter_mut().flat_map(|body| std::mem::take(&mut body.dropped)));
    diagnostics.extend(diagnostics::of_module(from, module, bodies));
    symbols::drop_made_up_names(from.tables.ctx, module);
    Ok(diagnostics)
}
