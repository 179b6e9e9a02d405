//! A second opinion: the same module by both readers, that of LLVM assembly and that of the crate llvm-ir, which has it
//! from LLVM's C API. What differs beyond what the crate cannot hold ([`irtrip_import::llvm_ir::GAPS`]) is a failure.
//!
//! Each module is compared in a process of its own, since LLVM and the crate may end it.

mod strip;

use irtrip_dialect::names::{IRTRIP_ADDRESS_SPACE, OP_BUNDLE_TAGS};
use irtrip_dialect::ops::entities::FUNC;
use irtrip_dialect::{Context, Module};
use irtrip_diff::render::{Heading, unified};
use irtrip_diff::{Category, Options, Side, compare};
use irtrip_import::llvm_ir::gaps::{ADDRESS_SPACES, BUNDLES, Effect, Gap, UNNAMED};
use irtrip_import::llvm_ir::{self, LlvmIrErrorKind};
use irtrip_import::{ImportOptions, import};

use crate::every_op::every_op;

/// What the two readers say of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// The same.
    Equal,
    /// Not the same: the difference.
    Different(String),
    /// A reader fails that should not: its message.
    Failed(String),
    /// LLVM 19 does not read it.
    Unread,
    /// The crate cannot hold it: the gap's name, or what it is not prepared for.
    LeftOut(String),
}

impl Opinion {
    /// The opinion as a process tells it: a word, and what there is to say.
    pub fn told(&self) -> (&'static str, &str) {
        match self {
            Opinion::Equal => ("equal", ""),
            Opinion::Different(difference) => ("different", difference),
            Opinion::Failed(message) => ("failed", message),
            Opinion::Unread => ("unread", ""),
            Opinion::LeftOut(why) => ("left-out", why),
        }
    }

    /// The opinion that a process told: a word in the first line, the rest behind it.
    pub fn of_told(text: &str) -> Option<Opinion> {
        let (word, rest) = text.split_once('\n').unwrap_or((text, ""));
        let rest = rest.trim_end().to_owned();
        Some(match word {
            "equal" => Opinion::Equal,
            "different" => Opinion::Different(rest),
            "failed" => Opinion::Failed(rest),
            "unread" => Opinion::Unread,
            "left-out" => Opinion::LeftOut(rest),
            _ => return None,
        })
    }
}

/// Compares what the two readers make of a module of assembly.
pub fn second_opinion(assembly: &[u8], name: &str) -> Opinion {
    let Ok((text, _)) = irtrip_llvm::ir::to_assembly(assembly, name) else { return Opinion::Unread };
    let Ok(text) = String::from_utf8(text) else { return Opinion::LeftOut("no UTF-8".to_owned()) };
    let (ours, theirs) = (Context::new(), Context::new());
    let mut own = match import(&ours, &text, &ImportOptions::default()) {
        Ok(module) => module,
        // LLVM 19 prints some things that it does not read.
        Err(_) if irtrip_llvm::ir::to_assembly(text.as_bytes(), name).is_err() => return Opinion::Unread,
        Err(error) => {
            let at = text
                .get(error.span().map_or(0, |span| span.start)..)
                .and_then(|rest| rest.lines().next())
                .unwrap_or_default();
            return Opinion::Failed(format!("{error}\n{at}"));
        }
    };
    if let Some(gap) = beyond(&ours, &own) {
        return Opinion::LeftOut(gap.name.to_owned());
    }
    let imported = llvm_ir::read(&text, name).and_then(|module| llvm_ir::import(&theirs, &module));
    let imported = match imported {
        Ok(imported) => imported,
        Err(error) => {
            return match error.kind {
                LlvmIrErrorKind::Panicked(message) => {
                    Opinion::LeftOut(format!("it panics: {}", message.chars().take(60).collect::<String>()))
                }
                LlvmIrErrorKind::Unsupported(what) => Opinion::LeftOut(what.to_owned()),
                LlvmIrErrorKind::Read(_) | LlvmIrErrorKind::Invalid(_) => Opinion::Failed(error.to_string()),
            };
        }
    };
    let shown = imported.losses.iter().find(|loss| matches!(loss.gap.effect, Effect::Shown(_)));
    if let Some(loss) = shown {
        return Opinion::LeftOut(loss.gap.name.to_owned());
    }
    let mut other = imported.module;
    strip::strip(&ours, &mut own);
    strip::strip(&theirs, &mut other);
    // The crate holds no metadata, so no debug info.
    let mut options = Options::default();
    let held = |c: &Category| !matches!(c, Category::DebugInfo | Category::Metadata | Category::NamedMetadata);
    options.categories.retain(held);
    let comparison = compare(Side::new(&ours, &own), Side::new(&theirs, &other), &options);
    if comparison.is_same() {
        return Opinion::Equal;
    }
    let shown = unified(&comparison, &Heading { a: "assembly", b: "llvm-ir", color: false });
    Opinion::Different(shown.lines().take(60).collect::<Vec<_>>().join("\n"))
}

/// A gap that the crate does not show, and that touches more than attributes.
fn beyond(ctx: &Context, module: &Module) -> Option<&'static Gap> {
    let unnamed = ctx.types().any(|ty| match ctx.type_data(ty) {
        irtrip_dialect::TypeData::IdentifiedStruct { name, .. } => ctx.bytes(*name).iter().all(u8::is_ascii_digit),
        _ => false,
    });
    if unnamed {
        return Some(&UNNAMED);
    }
    let mut found = None;
    every_op(&module.body, &mut |body, op| {
        if body.attr(ctx, op, OP_BUNDLE_TAGS).is_some() {
            found = Some(&BUNDLES);
        } else if body.name(op) == FUNC && body.attr(ctx, op, IRTRIP_ADDRESS_SPACE).is_some() {
            found = Some(&ADDRESS_SPACES);
        }
    });
    found
}
