//! Differential test: the same module by both readers, that of LLVM assembly and that of the crate llvm-ir, which takes
//! it from LLVM's C API. A difference beyond what the crate cannot hold ([`irtrip_import::llvm_ir::GAPS`]) is a
//! failure.
//!
//! Each module is compared in a process of its own, since LLVM and the crate may end it.

mod strip;

use irtrip_dialect::diagnostic::{DiagnosticCode, ImportCode};
use irtrip_dialect::names::{IRTRIP_ADDRESS_SPACE, OP_BUNDLE_TAGS};
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_diff::render::{Heading, unified};
use irtrip_diff::{Category, Options, Side, compare};
use irtrip_import::llvm_ir;
use irtrip_import::llvm_ir::gaps::{ADDRESS_SPACES, BUNDLES, Effect, Gap, UNNAMED};
use irtrip_import::{ImportOptions, import};

use irtrip_roundtrip::walk::walk;

/// How the two readers' models of a module compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Agreement {
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

impl Agreement {
    /// The agreement as a process prints it: a word, and the message.
    pub fn to_message(&self) -> (&'static str, &str) {
        match self {
            Agreement::Equal => ("equal", ""),
            Agreement::Different(difference) => ("different", difference),
            Agreement::Failed(message) => ("failed", message),
            Agreement::Unread => ("unread", ""),
            Agreement::LeftOut(why) => ("left-out", why),
        }
    }

    /// The agreement that a process printed: a word in the first line, the message after it.
    pub fn from_message(text: &str) -> Option<Agreement> {
        let (word, rest) = text.split_once('\n').unwrap_or((text, ""));
        let rest = rest.trim_end().to_owned();
        Some(match word {
            "equal" => Agreement::Equal,
            "different" => Agreement::Different(rest),
            "failed" => Agreement::Failed(rest),
            "unread" => Agreement::Unread,
            "left-out" => Agreement::LeftOut(rest),
            _ => return None,
        })
    }
}

/// Compares what the two readers make of a module of assembly.
pub fn compare_readers(assembly: &[u8], name: &str) -> Agreement {
    let Ok((text, _)) = irtrip_llvm::ir::to_assembly(assembly, name) else { return Agreement::Unread };
    let Ok(text) = String::from_utf8(text) else { return Agreement::LeftOut("no UTF-8".to_owned()) };
    let (ours, theirs) =
        (Context::with_dialects(irtrip_lower::all_dialects()), Context::with_dialects(irtrip_lower::all_dialects()));
    let mut own = match import(&ours, &text, &ImportOptions { as_llvm_reads: true, ..ImportOptions::default() }) {
        Ok(module) => module,
        // LLVM 19 prints some things that it does not read.
        Err(_) if irtrip_llvm::ir::to_assembly(text.as_bytes(), name).is_err() => return Agreement::Unread,
        Err(error) => {
            let at = text
                .get(error.span().map_or(0, |span| span.start)..)
                .and_then(|rest| rest.lines().next())
                .unwrap_or_default();
            return Agreement::Failed(format!("{error}\n{at}"));
        }
    };
    if let Some(gap) = beyond(&ours, &own) {
        return Agreement::LeftOut(gap.name.to_owned());
    }
    let imported = llvm_ir::read(&text).and_then(|module| llvm_ir::import(&theirs, &module));
    let imported = match imported {
        Ok(imported) => imported,
        Err(error) => {
            return match error.code {
                DiagnosticCode::Import(ImportCode::LlvmIrPanic(message)) => {
                    Agreement::LeftOut(format!("it panics: {}", message.chars().take(60).collect::<String>()))
                }
                DiagnosticCode::Import(ImportCode::LlvmIrUnsupported(what)) => Agreement::LeftOut(what.to_owned()),
                _ => Agreement::Failed(error.to_string()),
            };
        }
    };
    let shown = imported.losses.iter().find(|loss| matches!(loss.gap.effect, Effect::Shown(_)));
    if let Some(loss) = shown {
        return Agreement::LeftOut(loss.gap.name.to_owned());
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
        return Agreement::Equal;
    }
    let shown = unified(&comparison, &Heading { a: "assembly", b: "llvm-ir", color: false, made: None });
    Agreement::Different(shown.lines().take(60).collect::<Vec<_>>().join("\n"))
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
    walk(&module.body, &mut |body, op| {
        if body.attr(ctx, op, OP_BUNDLE_TAGS).is_some() {
            found = Some(&BUNDLES);
        } else if body.name(op) == FUNC && body.attr(ctx, op, IRTRIP_ADDRESS_SPACE).is_some() {
            found = Some(&ADDRESS_SPACES);
        }
    });
    found
}
