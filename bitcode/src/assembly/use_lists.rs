//! Orders of uses. LangRef, "Use-list Order Directives".

use irtrip_dialect::llvm_text as text;
use irtrip_dialect::release::Release;

use super::{Function, Scope, Writer};
use crate::constants::{ValueKind, Values};
use crate::error::Result;
use crate::function::Body;
use crate::module::Module;
use crate::use_lists::UseList;
use crate::uses::{ModuleUses, Owned, TextOrder, text_orders};

/// The directives of a module that are not in its functions.
pub(super) type Directives = Vec<TextOrder<Owned>>;

/// Whether a file tells the order of any uses.
pub(super) fn has_use_lists(module: &Module<'_>, functions: &[Function<'_>]) -> bool {
    !module.use_lists.is_empty() || functions.iter().any(|function| !function.body.use_lists.is_empty())
}

/// Whether what a file tells of the uses of constants can be said in a text: up to LLVM 20 those of plain data have uses, too.
pub(super) fn lists_of_constants_are_known(module: &Module<'_>) -> bool {
    module.release().is_some_and(|release| release >= Release::V21)
}

/// Whether a file tells the order of uses of global values or constants.
pub(super) fn orders_constants(module: &Module<'_>, functions: &[Function<'_>]) -> bool {
    let is_of_constant = |body: &Body<'_>, list: &UseList| !list.is_block && local(&body.values, list.value).is_none();
    let in_function = |function: &Function<'_>| {
        let body = &function.body;
        body.use_lists.iter().any(|list| is_of_constant(body, list))
    };
    !module.use_lists.is_empty() || functions.iter().any(in_function)
}

/// The number of a value, if it is one of a function's own that is no constant.
fn local(values: &Values<'_>, number: u64) -> Option<u32> {
    let id = u32::try_from(number).ok()?;
    matches!(values.get(id)?.kind, ValueKind::Local).then_some(id)
}

/// The orders of global values and constants: bitcode tells what its reader does not find by itself, and assembly what its own
/// does not.
pub(super) fn directives(module: &Module<'_>, functions: &[Function<'_>]) -> Directives {
    let bodies: Vec<_> = functions.iter().map(|function| &function.body).collect();
    let uses = ModuleUses::of_tables(module, &bodies);
    // Those of functions are by the place of the body, uses by the number of the function: the two are in one order.
    let lists: Vec<&[UseList]> = bodies.iter().map(|body| body.use_lists.as_slice()).collect();
    text_orders(&uses, &module.use_lists, &lists)
}

fn indices(out: &mut String, indices: &[u64]) {
    out.push_str(", { ");
    for (place, index) in indices.iter().enumerate() {
        out.push_str(if place == 0 { "" } else { ", " });
        text::int(out, *index);
    }
    out.push_str(" }\n");
}

impl Scope<'_, '_> {
    /// Appends the orders of a function's own values and blocks.
    pub(super) fn local_use_lists(&self, out: &mut String, function: &Function<'_>) -> Result<()> {
        // One that changes nothing is no directive.
        let changing = |list: &&UseList| list.is_order() && !list.indices.is_sorted();
        for list in function.body.use_lists.iter().filter(changing) {
            match (list.is_block, local(&function.body.values, list.value)) {
                (true, _) if list.value < function.body.block_count => {
                    out.push_str("  uselistorder label %");
                    function.names.block(out, &function.body, list.value);
                }
                (false, Some(id)) => {
                    out.push_str("  uselistorder ");
                    self.typed(out, id)?;
                }
                (true, _) | (false, None) => continue,
            }
            indices(out, &list.indices);
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// Appends the orders of global values and constants.
    pub(super) fn directives(&self, out: &mut String) -> Result<()> {
        for ((function, id), order) in &self.directives {
            let function = function.and_then(|place| self.functions.get(place));
            out.push_str("uselistorder ");
            Scope { writer: self, function }.typed(out, *id)?;
            indices(out, order);
        }
        Ok(())
    }
}
