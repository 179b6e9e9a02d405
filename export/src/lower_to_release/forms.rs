//! Forms of instructions that a release does not have, and that cannot be dropped.

use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{ASM_STRING, CONSTRAINTS};
use irtrip_dialect::ops::llvm::{ALLOCA, ATOMICRMW};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::{Body, Context, Module, Op, TypeData, Value};

use super::lacking;

/// Refuses what a release does not have.
pub(super) struct Forms<'a> {
    ctx: &'a Context,
    release: Release,
    spellings: Spellings,
    /// The address space that the data layout has for an `alloca`.
    alloca_space: u32,
}

impl<'a> Forms<'a> {
    /// For a module and a release.
    pub fn new(ctx: &'a Context, module: &Module, release: Release) -> Forms<'a> {
        let layout = module_layout(ctx, module.attrs).map(|layout| Layout::new(&ctx.text(layout)));
        let named = layout.map(|layout| layout.named_spaces).unwrap_or_default();
        let alloca_space = named.iter().find(|(name, _)| **name == *b"A").map_or(0, |(_, space)| *space);
        Forms { ctx, release, spellings: Spellings::of(release), alloca_space }
    }

    /// Refuses an operation of a form that the release does not have.
    pub fn check(&self, body: &Body, op: Op) -> Result<(), ExportCode> {
        let ctx = self.ctx;
        let is_vector = |value: Value| matches!(ctx.type_data(body.value_type(value)), TypeData::Vector { .. });
        let is_missing = |spelling: Spelling| !self.spellings.have(spelling);
        let what = match body.name(op) {
            ATOMICRMW if is_missing(Spelling::VectorAtomics) && body.result(op).is_some_and(is_vector) => {
                "atomicrmw of vectors"
            }
            ALLOCA if is_missing(Spelling::AllocaSpaces) && self.is_elsewhere(body, op) => {
                "alloca in an address space that is not the data layout's"
            }
            _ if is_missing(Spelling::LabelConstraints) && self.has_label_constraint(body, op) => {
                "constraint '!i' of a callbr"
            }
            _ => return Ok(()),
        };
        Err(lacking(self.release, what))
    }

    /// Whether an `alloca` is in another address space than the data layout has for it.
    fn is_elsewhere(&self, body: &Body, op: Op) -> bool {
        let space = body.result(op).and_then(|value| self.ctx.pointer_space(body.value_type(value)));
        space.is_some_and(|space| space != self.alloca_space)
    }

    /// Whether a terminator of inline assembly has labels among its constraints.
    fn has_label_constraint(&self, body: &Body, op: Op) -> bool {
        let ctx = self.ctx;
        let is_asm = !body.successors(op).is_empty() && body.attr(ctx, op, ASM_STRING).is_some();
        let constraints = body.attr(ctx, op, CONSTRAINTS).filter(|_| is_asm).and_then(|text| ctx.string_value(text));
        constraints.is_some_and(|text| ctx.bytes(text).contains(&b'!'))
    }
}
