//! Step 8, for [`import_upstream_form`](crate::import_upstream_form): takes the lossless model to the form that
//! upstream's `mlir-translate --import-llvm` makes, and reports what that drops and what upstream says.
//!
//! The readers know nothing of this form. What the messages show, and what the model need not say (the constants as LLVM
//! has them, attachments as written), is in the [source map](crate::source_map). In this order:
//!
//! 1. `globals`: initializers, comdats, the order of ifuncs; `linkage_names`: what debug info says of variables.
//! 2. `function`, for each function: `calls` and `operations` instruction by instruction, `constants` in upstream's order,
//!    then `debug_records`; `block_tags` numbers the blocks whose addresses are taken.
//! 3. `symbols`: functions without names lose the names that the model made up.
//! 4. `diagnostics`: what upstream reports, in its order.

mod block_tags;
mod calls;
mod constants;
mod debug_records;
pub(crate) mod diagnostics;
mod function;
mod globals;
mod linkage_names;
mod operations;
mod symbols;

use irtrip_dialect::metadata::MetadataImport;
use irtrip_dialect::{Module, data_layout};

use crate::diagnostics::Remark;
use crate::error::Res;
use crate::source_map::SourceMap;
use crate::split::Entity;
use crate::tables::ModuleTables;

/// What the steps before gave, beside the model.
pub(crate) struct Imported<'p, 'a> {
    pub tables: &'p ModuleTables<'p, 'a>,
    pub metadata: &'p MetadataImport<'p>,
    pub entities: &'p [Entity<'a>],
    /// The module's data layout.
    pub layout: &'p str,
}

/// Takes a module to upstream's form; gives what is dropped and what upstream reports.
///
/// # Errors
/// What upstream's import has no operation for.
pub(crate) fn convert(from: &Imported<'_, '_>, module: &mut Module, source: SourceMap) -> Res<Vec<Remark>> {
    let SourceMap { globals, functions } = source;
    module.loc = from.tables.module_loc;
    let tags = block_tags::BlockNumbers::new(from);
    let mut remarks: Vec<Remark> =
        data_layout::unhandled_tokens(from.layout).map(|token| Remark::LayoutToken(token.to_owned())).collect();
    remarks.extend(globals::convert(from, module, globals, &tags)?);
    remarks.extend(linkage_names::convert(from, module));
    let mut bodies = function::convert_all(from, module, functions, &tags)?;
    remarks.extend(bodies.iter_mut().flat_map(|body| std::mem::take(&mut body.dropped)));
    remarks.extend(diagnostics::of_module(from, module, bodies));
    symbols::drop_made_up_names(from.tables.ctx, module);
    Ok(remarks)
}
