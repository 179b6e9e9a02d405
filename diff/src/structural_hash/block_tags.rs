//! Finds the blocks that block addresses refer to. A block address names its block by a tag, an arbitrary number in the
//! block's `llvm.blocktag` operation, so it is the block's position in [`block_order`] that is compared. LangRef, "Addresses of Basic Blocks".

use irtrip_dialect::attr_table::{BLOCKADDRESS, BLOCKTAG};
use irtrip_dialect::names::{SYM_NAME, TAG};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::{Attr, AttrData, Body, Context, Module, Op, Str};
use rustc_hash::FxHashMap;

use super::value_numbering::block_order;

/// The position in its function of each tagged block of a module, by the function's name and the tag.
#[derive(Default)]
pub(crate) struct TaggedBlocks(FxHashMap<(Str, i64), u64>);

impl TaggedBlocks {
    /// Collects the tagged blocks of a module.
    pub fn of(ctx: &Context, module: &Module) -> TaggedBlocks {
        let mut tagged = TaggedBlocks::default();
        for function in module.ops() {
            let name = module.body.string_attr(ctx, function, SYM_NAME);
            if let (Some(name), Some(body)) = (name, module.body.nested(function)) {
                tagged.add(ctx, name, body);
            }
        }
        tagged
    }

    fn add(&mut self, ctx: &Context, function: Str, body: &Body) {
        if !(0..body.op_count()).any(|op| body.name(Op::new(op)) == llvm::BLOCKTAG) {
            return;
        }
        let blocks = body.regions().first().map(|root| block_order(body, *root)).unwrap_or_default();
        for (block, position) in blocks.iter().zip(0..) {
            for op in body.ops(*block).filter(|op| body.name(*op) == llvm::BLOCKTAG) {
                let tag = body.attr(ctx, op, TAG).and_then(|tag| tag_number(ctx, tag));
                self.0.extend(tag.map(|tag| ((function, tag), position)));
            }
        }
    }

    /// The position of the block whose address the attribute is; `None` if the attribute is no such block address.
    pub fn position(&self, ctx: &Context, attr: Attr) -> Option<u64> {
        let AttrData::Llvm { kind, params } = ctx.attr_data(attr) else { return None };
        let [Some(function), Some(tag)] = params[..] else { return None };
        let AttrData::SymbolRef { root, .. } = ctx.attr_data(function) else { return None };
        if *kind != BLOCKADDRESS {
            return None;
        }
        self.0.get(&(*root, tag_number(ctx, tag)?)).copied()
    }
}

/// The number in a `#llvm.blocktag`.
pub(crate) fn tag_number(ctx: &Context, tag: Attr) -> Option<i64> {
    match ctx.attr_data(tag) {
        AttrData::Llvm { kind, params } if *kind == BLOCKTAG => ctx.int_value((*params.first()?)?),
        _ => None,
    }
}
