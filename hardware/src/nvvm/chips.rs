//! Which chips have an operation: a `gpu.module` names those that it is compiled for. PTX ISA, "Target ISA Notes".

use irtrip_dialect::struct_attribute::written_fields;
use irtrip_dialect::{Attr, AttrData, Context};

use crate::gpu::MODULE;
use crate::rules::*;

/// The chips that have an operation.
#[derive(Clone, Copy, Debug)]
pub enum Chips {
    /// Those from a number on.
    From(u32),
    /// These, in the variant that has what later chips need not have: `sm_90a`.
    Variants(&'static [u32]),
}

/// The chip of a target.
#[derive(Clone, Copy, Debug)]
pub struct Chip<'a> {
    /// Its name: `sm_90a`.
    pub name: &'a str,
    /// Its number.
    pub number: u32,
}

/// The number of the first chip that upstream accepts.
pub const FIRST_CHIP: u32 = 20;

impl Chips {
    fn contains(self, chip: Chip<'_>) -> bool {
        match self {
            Chips::From(first) => chip.number >= first,
            Chips::Variants(chips) => chip.name.ends_with('a') && chips.contains(&chip.number),
        }
    }
}

/// The chips of a `gpu.module` whose targets are to be verified. A name without a number says nothing of what a chip has.
pub fn chips_of<'a>(ctx: &'a Context, module: &VerifyContext<'a>) -> impl Iterator<Item = Chip<'a>> {
    let targets = module.attr_named("targets").map_or(&[][..], |targets| ctx.items(targets));
    targets.iter().filter_map(|target| chip_of(ctx, *target))
}

fn chip_of(ctx: &Context, target: Attr) -> Option<Chip<'_>> {
    let AttrData::Opaque { dialect, body, .. } = ctx.attr_data(target) else { return None };
    if ctx.bytes(*dialect) != b"nvvm" || !ctx.bytes(*body).starts_with(b"target") {
        return None;
    }
    let mut name = super::DEFAULT_CHIP;
    for (field, value) in written_fields(ctx, target) {
        match (field, value) {
            ("chip", value) => name = value.trim_matches('"'),
            ("verifyTarget", "false") => return None,
            _ => {}
        }
    }
    let digits = name.strip_prefix("sm_")?.trim_end_matches(|c: char| !c.is_ascii_digit());
    Some(Chip { name, number: digits.parse().ok()? })
}

/// An operation is one that each chip has that the module is compiled for.
pub fn check(op: &VerifyContext<'_>, chips: Chips, report: &mut dyn FnMut(VerifyCode)) {
    let Some(module) = op.inner_module().filter(|module| module.name() == MODULE) else { return };
    // Where a chip is none that there is the module has an error itself.
    let mut targets = chips_of(op.ctx, &module).filter(|chip| chip.number >= FIRST_CHIP);
    if let Some(chip) = targets.find(|chip| !chips.contains(*chip)) {
        report(VerifyCode::Rule(format!("is not supported on {}", chip.name)));
    }
}
