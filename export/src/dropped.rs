//! What of a module no export writes: debug records without a location, which LLVM IR has no form for, comdats that nothing
//! is in, and attributes of other dialects. LangRef, "Debug Records", "Comdats".

use irtrip_dialect::metadata::{MetadataExport, Site};
use irtrip_dialect::names::{COMDAT, SYM_NAME};
use irtrip_dialect::ops::{Intrinsic, LlvmForm, Special, entities};
use irtrip_dialect::{Attr, Body, Context, Module, Op, OpName, Str};
use rustc_hash::FxHashSet;

use crate::write::entity::comdat_name;

/// A thing that is not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The module's operation it belongs to.
    pub entity: Op,
    /// The operation in that one's body, where it is one.
    pub op: Option<Op>,
    /// What it is.
    pub what: String,
}

/// The dialects whose attributes an export reads, or that say nothing to LLVM IR by nature.
const READ: &[&str] = &["llvm", "irtrip", "dlti", "nvvm"];

/// The attribute of the LLVM dialect that an export reads of operations whose rows do not name it.
const READ_OF_ALL: &str = "llvm.mmra";

/// Whether an export reads an attribute of an operation. Of the LLVM dialect's, and of those that globals have without a
/// dialect's name, it reads what the operation's row names.
fn is_read(name: OpName, key: &str) -> bool {
    let Some(def) = name.def() else { return true };
    match key.split_once('.') {
        Some(("llvm", _)) => key == READ_OF_ALL || def.attr_slot(key).is_some(),
        Some((dialect, _)) => READ.contains(&dialect),
        None => !matches!(def.llvm, LlvmForm::Global(_)) || def.attr_slot(key).is_some(),
    }
}

/// What [`crate::export`] leaves out of a module, in the module's order.
///
/// ```
/// let (ctx, module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// assert!(irtrip_export::dropped(&ctx, &module).is_empty());
/// ```
pub fn dropped(ctx: &Context, module: &Module) -> Vec<Dropped> {
    dropped_with(ctx, module, &MetadataExport::new(ctx, module))
}

/// As [`dropped`], where the module's metadata is made already.
pub(crate) fn dropped_with(ctx: &Context, module: &Module, metadata: &MetadataExport) -> Vec<Dropped> {
    let comdat = |op| module.body.attr(ctx, op, COMDAT).and_then(|comdat| comdat_name(ctx, comdat));
    let used = module.ops().filter_map(comdat).collect();
    let mut search = Search { ctx, metadata, used, plain: FxHashSet::default(), found: Vec::new() };
    for entity in module.ops() {
        search.attributes(entity, None, module.body.name(entity), module.body.attrs(entity));
        search.comdats(&module.body, entity);
        let Some(body) = module.body.nested(entity) else { continue };
        for &region in body.roots() {
            for &block in body.blocks(region) {
                for op in body.ops(block) {
                    search.operation(entity, body, op);
                }
            }
        }
    }
    search.found
}

struct Search<'a> {
    ctx: &'a Context,
    metadata: &'a MetadataExport,
    /// The comdats that something is in.
    used: FxHashSet<Str>,
    /// Dictionaries that are written whole, by operation.
    plain: FxHashSet<(OpName, Attr)>,
    found: Vec<Dropped>,
}

impl Search<'_> {
    /// LLVM's writer leaves out what no function and no variable is in.
    fn comdats(&mut self, body: &Body, entity: Op) {
        let ctx = self.ctx;
        if body.name(entity) != entities::COMDAT {
            return;
        }
        for selector in body.op_regions(entity).iter().flat_map(|r| body.blocks(*r)).flat_map(|b| body.ops(*b)) {
            let comdat = body.attr(ctx, selector, SYM_NAME).and_then(|comdat| ctx.string_value(comdat));
            if let Some(comdat) = comdat.filter(|comdat| !self.used.contains(comdat)) {
                let what = format!("the unused comdat {}", ctx.text(comdat));
                self.found.push(Dropped { entity, op: None, what });
            }
        }
    }

    fn operation(&mut self, entity: Op, body: &Body, op: Op) {
        let (ctx, name) = (self.ctx, body.name(op));
        self.attributes(entity, Some(op), name, body.attrs(op));
        let record =
            matches!(name.def().map(|d| d.llvm), Some(LlvmForm::Intrinsic(Intrinsic { special: Special::Debug, .. })));
        if !record {
            return;
        }
        let attachments = self.metadata.attachments(body.attrs(op), Site::Instruction(name, entity, op));
        if !attachments.iter().any(|a| ctx.bytes(a.0) == b"dbg") {
            let what = format!("{} without a location", ctx.op_name_str(name));
            self.found.push(Dropped { entity, op: Some(op), what });
        }
    }

    fn attributes(&mut self, entity: Op, op: Option<Op>, name: OpName, dictionary: Attr) {
        if self.plain.contains(&(name, dictionary)) {
            return;
        }
        let before = self.found.len();
        for (key, _) in self.ctx.entries(dictionary) {
            let key = self.ctx.text(*key);
            if !is_read(name, &key) {
                self.found.push(Dropped { entity, op, what: format!("the attribute {key}") });
            }
        }
        if self.found.len() == before {
            self.plain.insert((name, dictionary));
        }
    }
}
