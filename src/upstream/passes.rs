//! The passes of `irtrip mlir-opt`, by upstream's names.

use irtrip::dialect::{Context, Module};
use irtrip::grammar::print::{PrintOptions, print_operation};

use crate::diagnostics::{Rejected, Report};
use crate::input::Source;

/// What a pass does: gives what it says of a module, which stands before the module's text.
type Run = fn(&Context, &Module) -> Result<String, String>;

/// A pass.
#[derive(Debug)]
pub struct Pass {
    /// Its name, which is its flag.
    pub name: &'static str,
    /// What `--help` says of it.
    pub help: &'static str,
    run: Run,
}

/// The passes there are.
pub static PASSES: &[Pass] = &[Pass {
    name: "test-operations-equality",
    help: "Say whether the two operations at the top are the same but for the names of their values",
    run: operations_equality,
}];

/// The operation that the passes run on, and the passes.
#[derive(Debug)]
pub struct Pipeline {
    /// `builtin.module`, or `any`
    anchor: &'static str,
    /// The passes, in order.
    pub passes: Vec<&'static Pass>,
}

impl Default for Pipeline {
    fn default() -> Self {
        Pipeline { anchor: ANCHORS[0], passes: Vec::new() }
    }
}

/// What a module's passes may be said to run on.
const ANCHORS: [&str; 2] = ["builtin.module", "any"];

impl Pipeline {
    /// Reads `builtin.module(pass,pass)`.
    ///
    /// # Errors
    /// There is nothing around the passes, or a pass is not known.
    pub fn read(text: &str) -> Result<Pipeline, &'static str> {
        let inside = |anchor: &str| text.trim().strip_prefix(anchor)?.strip_prefix('(')?.strip_suffix(')');
        let Some((anchor, list)) = ANCHORS.into_iter().find_map(|anchor| Some((anchor, inside(anchor)?))) else {
            return Err(
                "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
            );
        };
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        let passes: Option<Vec<&'static Pass>> = names.map(Pass::named).collect();
        Ok(Pipeline { anchor, passes: passes.ok_or("a pass in it is not known")? })
    }
}

impl std::fmt::Display for Pipeline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.passes.iter().map(|pass| format!("  {}", pass.name)).collect();
        write!(f, "Pass Manager with {} passes:\n{}(\n{}\n)\n\n", names.len(), self.anchor, names.join(",\n"))
    }
}

impl Pass {
    /// The pass with a name.
    pub fn named(name: &str) -> Option<&'static Pass> {
        PASSES.iter().find(|pass| pass.name == name)
    }

    /// The names of all passes, with commas between.
    pub fn names() -> String {
        PASSES.iter().map(|pass| pass.name).collect::<Vec<_>>().join(", ")
    }

    /// Runs the pass.
    ///
    /// # Errors
    ///
    /// The module is not one the pass can be run on.
    pub fn run(&self, ctx: &Context, source: &Source, module: &Module) -> Result<String, Rejected> {
        (self.run)(ctx, module).map_err(|message| Rejected::new(source, [Report::new(None, message)]))
    }
}

/// Compares two operations. Locations count if the first has the attribute `strict_loc_check`.
fn operations_equality(ctx: &Context, module: &Module) -> Result<String, String> {
    let ops: Vec<_> = module.ops().collect();
    let [first, second] = ops[..] else {
        return Err(format!("expected 2 top-level ops in the module, got {}", ops.len()));
    };
    let attrs = module.body.attrs(first);
    let strict = ctx.entries(attrs).iter().any(|&(key, _)| ctx.bytes(key) == b"strict_loc_check");
    let options = PrintOptions { debug_info: strict, local_scope: true, ..PrintOptions::upstream() };
    let [first_text, second_text] = [first, second].map(|op| print_operation(ctx, module, op, &options));
    let verdict = if first_text == second_text { "equals." } else { "NOT equals!" };
    let name = ctx.op_name_str(module.body.name(first));
    Ok(format!("{name} with attr {} compares {verdict}\n", irtrip::grammar::print_attr(ctx, attrs)))
}
