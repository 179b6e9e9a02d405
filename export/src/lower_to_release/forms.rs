//! Forms of instructions that a release does not have, and that cannot be dropped.

use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{ASM_STRING, CONSTRAINTS, INTRIN};
use irtrip_dialect::ops::llvm::{ALLOCA, ATOMICRMW, CALL_INTRINSIC};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Body, Context, Module, Op, OpName, Type, TypeData, Value};

use super::lacking;

/// The start of an intrinsic's name, whether a type is one that it did not take, and the release that it takes it since.
type OtherTypes = (&'static str, fn(&Context, Type) -> bool, Release);
static OTHER_TYPES: &[OtherTypes] = &[
    // It was `x86_mmx`.
    (
        "llvm.x86.",
        |ctx, ty| ctx.vector_length(ty) == Some((1, false)) && ctx.scalar_type(ty) == types::I64,
        Release::V20,
    ),
    // Vectors of pointers were none of its types.
    ("llvm.ptrmask", |ctx, ty| ctx.vector_length(ty).is_some(), Release::V18),
];

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
            name if self.has_other_types(body, op, name) => "intrinsic of these types",
            _ => return Ok(()),
        };
        Err(lacking(self.release, what))
    }

    /// Whether an `alloca` is in another address space than the data layout has for it.
    fn is_elsewhere(&self, body: &Body, op: Op) -> bool {
        let space = body.result(op).and_then(|value| self.ctx.pointer_space(body.value_type(value)));
        space.is_some_and(|space| space != self.alloca_space)
    }

    /// Whether an operation calls an intrinsic by types that the release's does not have.
    fn has_other_types(&self, body: &Body, op: Op, name: OpName) -> bool {
        let of_row = || name.def().and_then(|def| def.intrinsic_row()).map(|intrinsic| intrinsic.name);
        let written = body.attr(self.ctx, op, INTRIN).filter(|_| name == CALL_INTRINSIC);
        let written = written.and_then(|name| self.ctx.string_value(name)).map(|name| self.ctx.bytes(name));
        let Some(called) = written.or_else(|| of_row().map(str::as_bytes)) else { return false };
        let types = || {
            let values = body.results(op).chain(body.operands(op).iter().copied());
            values.map(|value| body.value_type(value))
        };
        OTHER_TYPES.iter().any(|(start, is_other, since)| {
            self.release < *since && called.starts_with(start.as_bytes()) && types().any(|ty| is_other(self.ctx, ty))
        })
    }

    /// Whether a terminator of inline assembly has labels among its constraints.
    fn has_label_constraint(&self, body: &Body, op: Op) -> bool {
        let ctx = self.ctx;
        let is_asm = !body.successors(op).is_empty() && body.attr(ctx, op, ASM_STRING).is_some();
        let constraints = body.attr(ctx, op, CONSTRAINTS).filter(|_| is_asm).and_then(|text| ctx.string_value(text));
        constraints.is_some_and(|text| ctx.bytes(text).contains(&b'!'))
    }
}
