//! Modules pasted into each other: what two modules' operations in one export to, compared with what `llvm-link-22` makes of the
//! two. Each way to paste must come to the same, or what is gone must be named.

pub mod text;

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_dialect::diagnostic::{ContextRenderer, Diagnostic, DiagnosticLocation};
use irtrip_dialect::names::{IRTRIP_INITIALIZER, VALUE};
use irtrip_dialect::preserved::append_module;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_diff::render::{Heading, unified};
use irtrip_diff::{Category, ChangedPart, Difference, Names, Options, PartKind, Side, compare};
use irtrip_export::{ExportOptions, Exported, export_with};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};

use crate::upstream::programs::{mlir_opt, output, run};
use text::{Pasted, pasted};

/// A way to paste a module into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Both in one context, with `append_module`.
    Library,
    /// Both in one context, without the attributes of the second.
    LibraryOperations,
    /// By text, with the attributes of both.
    Text,
    /// By text, without the attributes of the second.
    TextOperations,
    /// As `Text`, read and printed by `mlir-opt-22`.
    MlirOpt,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 5] = [Way::Library, Way::LibraryOperations, Way::Text, Way::TextOperations, Way::MlirOpt];
}

/// What pasting came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The same as the linker's.
    Equal,
    /// It is refused, or something of it is left out, and a message says so.
    Named(String),
    /// It is another module, and nothing says so.
    Wrong(String),
}

/// How long a program may take.
const TIME: Duration = Duration::from_secs(60);

/// What a check of two modules needs.
struct Pair<'p> {
    folder: &'p Path,
    a: &'p str,
    b: String,
    /// What the linker makes of them.
    linked: (Context, Module),
}

/// Pastes the second module into the first; `None` for what the linker does not take, or what needs more than its symbols
/// renamed. Each is as the linker makes it of it alone: without what it leaves out or writes otherwise of any module.
///
/// # Errors
/// A program cannot be started, or a file not be written.
pub fn check_pair(folder: &Path, a: &str, b: &str) -> Result<Option<Vec<(Way, Verdict)>>> {
    let Some((a, b)) = linked(folder, &[a])?.zip(linked(folder, &[b])?) else { return Ok(None) };
    let Some(b) = renamed(&a, &b) else { return Ok(None) };
    let Some(linked) = linked(folder, &[&a, &b])? else { return Ok(None) };
    let ctx = context();
    let Ok(linked) = read(&ctx, &linked) else { return Ok(None) };
    let pair = Pair { folder, a: &a, b, linked: (ctx, linked) };
    let mut verdicts = Vec::new();
    for way in Way::ALL {
        if let Some(done) = pair.export(way)? {
            verdicts.push((way, pair.verdict(way, done)));
        }
    }
    Ok(Some(verdicts))
}

fn context() -> Context {
    Context::with_dialects(irtrip_lower::all_dialects())
}

fn read(ctx: &Context, text: &str) -> Result<Module, String> {
    import(ctx, text, &ImportOptions::default()).map_err(|error| message(ctx, &error))
}

fn message(ctx: &Context, error: &Diagnostic) -> String {
    error.render(&ContextRenderer(ctx))
}

/// The second module with its symbols renamed where the first has them and not both declare them, with one visibility: which
/// of two counts is the linker's to say.
fn renamed(a: &str, b: &str) -> Option<String> {
    let (a, mut b) = (irtrip::Module::from_llvm(a).ok()?, irtrip::Module::from_llvm(b).ok()?);
    let named = |module: &irtrip::Module| -> Vec<(String, bool)> {
        let name = |op: irtrip::Operation<'_>| Some((op.get::<String>("sym_name")?, !is_declaration(module, &op)));
        module.operations().filter_map(name).collect()
    };
    let visibility = |module: &irtrip::Module, name: &str| {
        let op = module.operations().find(|op| op.get::<String>("sym_name").is_some_and(|own| own == name));
        op.and_then(|op| op.get::<i64>("visibility_")).unwrap_or(0)
    };
    let (of_a, of_b) = (named(&a), named(&b));
    let is_special = |name: &str| name.starts_with("llvm.");
    let comdats = |text: &[(String, bool)]| text.iter().any(|symbol| symbol.0 == "__llvm_global_comdat");
    let defined: HashSet<&str> = of_a.iter().filter(|s| s.1 && is_special(&s.0)).map(|s| s.0.as_str()).collect();
    if of_b.iter().any(|s| defined.contains(s.0.as_str())) || comdats(&of_a) && comdats(&of_b) {
        return None;
    }
    for (name, is_defined) in &of_b {
        let clash = of_a.iter().find(|own| own.0 == *name);
        let is_other = |own: &(String, bool)| own.1 || *is_defined || visibility(&a, name) != visibility(&b, name);
        if clash.is_some_and(is_other) && !is_special(name) {
            b.rename_symbol(name, &format!("{name}.pasted")).ok()?;
        }
    }
    b.to_llvm().ok()
}

fn is_declaration(module: &irtrip::Module, op: &irtrip::Operation<'_>) -> bool {
    let ctx = module.context();
    let (body, op) = (&module.model().body, op.handle());
    ["llvm.func", "llvm.mlir.global"].contains(&ctx.op_name_str(body.name(op)).as_ref())
        && !body.is_defined(op)
        && [VALUE, IRTRIP_INITIALIZER].iter().all(|key| body.attr(ctx, op, *key).is_none())
}

/// What the linker makes of modules.
fn linked(folder: &Path, modules: &[&str]) -> Result<Option<String>> {
    let mut arguments =
        vec!["-S".to_owned(), "-disable-debug-info-type-map".to_owned(), "-o".to_owned(), "-".to_owned()];
    for (number, text) in modules.iter().enumerate() {
        let path = folder.join(format!("{number}.ll"));
        std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
        arguments.push(path.to_string_lossy().into_owned());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let text = output(run("llvm-link-22", &arguments, &[], TIME)?).ok();
    Ok(text.map(|text| String::from_utf8_lossy(&text).into_owned()))
}

impl Pair<'_> {
    /// What a way of pasting exports to; a message where it is refused, or something of it is left out.
    fn export(&self, way: Way) -> Result<Option<Result<String, String>>> {
        let which = match way {
            Way::Library | Way::LibraryOperations => return Ok(Some(self.by_library(way))),
            Way::Text | Way::MlirOpt => Pasted::All,
            Way::TextOperations => Pasted::Operations,
        };
        let printed = [self.a, &self.b].map(|text| {
            let ctx = context();
            read(&ctx, text).map(|module| print(&ctx, &module, &PrintOptions::of(&module)).concat())
        });
        let [Ok(a), Ok(b)] = printed else { return Ok(None) };
        let Some(mut text) = pasted(&a, &b, which) else { return Ok(None) };
        if way == Way::MlirOpt {
            let path = self.folder.join("pasted.mlir");
            std::fs::write(&path, &text)?;
            // Without locations it would print where in the text things are.
            let has_locations = text.contains(" loc(");
            let options: &[&str] = if has_locations { &["--mlir-print-debuginfo"] } else { &[] };
            match mlir_opt(&path, options, text.len())? {
                Ok(printed) => text = String::from_utf8_lossy(&printed).into_owned(),
                Err(message) => return Ok(Some(Err(format!("mlir-opt-22: {message}")))),
            }
        }
        let ctx = context();
        let parsed = parse(&ctx, &text, &ParseOptions::default());
        let module = parsed.map_err(|errors| errors.first().map(|error| message(&ctx, error)).unwrap_or_default());
        Ok(Some(module.and_then(|module| exported(&ctx, &module))))
    }

    fn by_library(&self, way: Way) -> Result<String, String> {
        let ctx = context();
        let (mut a, mut b) = (read(&ctx, self.a)?, read(&ctx, &self.b)?);
        if way == Way::LibraryOperations {
            b.attrs = irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
        }
        append_module(&ctx, &mut a, &b).map_err(|name| format!("both define '{}'", ctx.text(name)))?;
        exported(&ctx, &a)
    }

    fn verdict(&self, way: Way, done: Result<String, String>) -> Verdict {
        let text = match done {
            Ok(text) => text,
            Err(message) => return Verdict::Named(message),
        };
        let ctx = context();
        let module = match read(&ctx, &text) {
            Ok(module) => module,
            Err(message) => return Verdict::Wrong(format!("it cannot be read: {message}\n{text}")),
        };
        let (linked_ctx, linked) = &self.linked;
        // The linker accepts a struct of the same shape that it knows, whatever its name.
        let options = Options { ignored_names: vec![Names::Structs], ..Options::default() };
        let mut comparison = compare(Side::new(linked_ctx, linked), Side::new(&ctx, &module), &options);
        let is_whole = !matches!(way, Way::LibraryOperations | Way::TextOperations);
        // Without named metadata, nothing may refer to what only that does.
        let is_of_operations = |part: &ChangedPart| match part.kind {
            PartKind::Module => false,
            PartKind::Metadata => part.differences().any(|difference| !difference.what.contains("share")),
            PartKind::Function | PartKind::Types | PartKind::Other => true,
        };
        comparison.parts.retain(|part| counts(part) && (is_whole || is_of_operations(part)));
        if comparison.is_same() {
            return Verdict::Equal;
        }
        Verdict::Wrong(unified(&comparison, &Heading { a: "linked", b: "pasted", color: false, made: None }))
    }
}

fn exported(ctx: &Context, module: &Module) -> Result<String, String> {
    let options = ExportOptions::default().or_for_release_of(ctx, module);
    let Exported { pieces, dropped, .. } = export_with(ctx, module, &options).map_err(|error| message(ctx, &error))?;
    match dropped.first() {
        Some(first) => {
            let loss = Diagnostic::new(first.code.clone(), DiagnosticLocation::Unknown);
            Err(message(ctx, &loss))
        }
        None => Ok(pieces.into_iter().map(|piece| piece.text).collect()),
    }
}

/// Whether a difference counts. The linker joins flags by their behavior, and names what made each module.
fn counts(part: &ChangedPart) -> bool {
    const OF_THE_LINKER: [&str; 4] = ["llvm.ident", "llvm.commandline", "llvm.module.flags", "llvm.errno.tbaa"];
    let is_of_the_linker = |difference: &Difference| {
        difference.category == Category::ModuleFlag || OF_THE_LINKER.iter().any(|name| difference.what.contains(name))
    };
    match (part.kind, &part.a, &part.b) {
        (PartKind::Module, ..) => !part.differences().all(is_of_the_linker),
        // LLVM gives intrinsics the attributes that they have.
        (PartKind::Function, Some(name), Some(_)) => !name.starts_with("@llvm."),
        _ => true,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const A: &str = "%T = type { i32 }\n%U = type { %T }\nmodule asm \"a\"\n@x = global %U zeroinitializer\n\
        declare void @f() nocallback\n!llvm.linker.options = !{!0}\n!opts = !{!0}\n!0 = !{!\"-lm\"}\n";
    const B: &str = "%T = type { i64 }\n%U = type { %T }\n%V = type { i8 }\nmodule asm \"b\"\n@y = global %U zeroinitializer\n\
        @z = global %V zeroinitializer\n!opts = !{!0, !1}\n!llvm.linker.options = !{!0, !1}\n!0 = !{!\"-lm\"}\n!1 = !{!\"-lc\"}\n";

    #[test]
    fn what_is_of_the_module_is_joined_as_the_linker_joins_it() {
        let ctx = context();
        let (mut a, b) = (read(&ctx, A).unwrap(), read(&ctx, B).unwrap());
        append_module(&ctx, &mut a, &b).unwrap();
        let text = exported(&ctx, &a).unwrap();
        for line in [
            "%U = type { %T }\n%T = type { i32 }\n%U.1 = type { %T.0 }\n%T.0 = type { i64 }\n%V = type { i8 }\n",
            "module asm \"a\"\nmodule asm \"b\"\n",
            "@y = global %U.1 zeroinitializer\n",
            "declare void @f()\n",
            "!llvm.linker.options = !{!0, !1}\n",
            "!opts = !{!0, !1}\n",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }

    #[test]
    fn a_struct_with_the_same_body_is_the_same() {
        let ctx = context();
        let [first, second] = [A, A].map(|text| exported(&ctx, &read(&ctx, text).unwrap()).unwrap());
        assert_eq!(first, second);
        let opaque = exported(&ctx, &read(&ctx, "%T = type opaque\n@x = external global %T\n").unwrap()).unwrap();
        assert!(opaque.contains("%T.0 = type opaque\n"), "{opaque}");
    }

    #[test]
    fn a_call_is_of_the_type_that_it_has() {
        let ctx = context();
        let a = "declare i64 @f(...)\ndefine void @a() {\n  %x = call i64 (...) @f(i8 1)\n  ret void\n}\n";
        let b = "declare i32 @f(i64)\ndefine i32 @b() {\n  %x = call i32 @f(i64 1)\n  ret i32 %x\n}\n";
        let (mut a, b) = (read(&ctx, a).unwrap(), read(&ctx, b).unwrap());
        append_module(&ctx, &mut a, &b).unwrap();
        let text = exported(&ctx, &a).unwrap();
        for line in ["declare i64 @f(...)\n", "call i64 (...) @f(i8 1)\n", "call i32 @f(i64 1)\n"] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
