//! Step 1: the passes over the whole module, in order. [`PREPARATION`] edits and checks the module; [`COLLECTION`] edits and checks
//! what is collected of it. What later steps compute is a value that the next one takes, so that types hold their order.

use std::borrow::Cow;

use irtrip_dialect::attributes::well_known::{UNIT, UNKNOWN_LOC};
use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, DiagnosticResult, ExportCode, LossCode, VerifyCode};
use irtrip_dialect::intrinsics::is_intrinsic;
use irtrip_dialect::layout_checks::check_data_layout;
use irtrip_dialect::metadata::MetadataExport;
use irtrip_dialect::names::{IRTRIP_RELEASE, IRTRIP_TYPED_POINTERS, IRTRIP_USE_LIST_ORDERS};
use irtrip_dialect::passes::timing::time;
use irtrip_dialect::passes::{Pass, Properties, is_in_order, run};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::{Spelling, TYPED_BY_OPTION};
use irtrip_dialect::verify::verify_for_export;
use irtrip_dialect::{Context, Module};

use crate::dropped::Dropped;
use crate::exporter_defaults::was_llvm;
use crate::function::error_in;
use crate::lower_to_release::nvvm::{self, Annotation};
use crate::module::ModuleContents;
use crate::options::{release_of_text, spellings};
use crate::translated::Origins;
use crate::{ExportOptions, as_known, exporter_defaults, lifetime_markers, llvm_rules, lower_to_release, module};
use crate::{translated, validity};

/// Preserved attributes are true of what they are about.
const VALID_PRESERVED: Properties = Properties::bit(0);
/// Every operation, type and attribute is of the LLVM dialect, or has no form in LLVM IR.
const LLVM_DIALECT: Properties = Properties::bit(1);
/// LLVM's verifier accepts variables and functions.
const CHECKED: Properties = Properties::bit(2);
/// The release that reads the assembly is known.
const RELEASE: Properties = Properties::bit(3);
/// The module says nothing that the release does not have.
const OF_RELEASE: Properties = Properties::bit(4);
/// So does the metadata graph.
const METADATA_OF_RELEASE: Properties = Properties::bit(5);

/// A module on its way to the form that is written.
pub(crate) struct Prepared<'m> {
    ctx: &'m Context,
    options: &'m ExportOptions,
    source: &'m Module,
    /// The module, which is copied only where a pass changes it.
    pub module: Cow<'m, Module>,
    /// The operations that passes replaced.
    pub origins: Origins,
    /// What passes left out.
    pub dropped: Vec<Dropped>,
    /// The release that reads the assembly.
    pub release: Release,
    /// What `nvvm.annotations` says for that release.
    pub annotations: Vec<Annotation>,
    /// The source is still to be verified, which [`Prepared::verify_source`] does.
    is_unverified: bool,
}

impl<'m> Prepared<'m> {
    /// The module, for a pass that returns what it made of it.
    fn take(&mut self) -> Cow<'m, Module> {
        std::mem::replace(&mut self.module, Cow::Borrowed(self.source))
    }

    /// Verifies the source where that was put off.
    pub fn verify_source(&self) -> DiagnosticResult<()> {
        match self.is_unverified {
            true => time(VERIFY, || verified(self.ctx, self.source)),
            false => Ok(()),
        }
    }

    /// What came out of a step after the verification: an error of that comes first.
    pub fn after_verification<T>(&self, outcome: DiagnosticResult<T>) -> DiagnosticResult<T> {
        outcome.or_else(|error| self.verify_source().and(Err(error)))
    }
}

/// The name of the pass that holds a module to MLIR's verifier.
const VERIFY: &str = "export-verify";

type Preparation = for<'p, 'm> fn(&'p mut Prepared<'m>) -> DiagnosticResult<()>;

const PREPARATION: &[Pass<Preparation>] = &[
    Pass {
        name: "export-drop-invalid-preserved-attributes",
        required: Properties::NONE,
        set: VALID_PRESERVED,
        run: drop_invalid_preserved,
    },
    Pass { name: VERIFY, required: VALID_PRESERVED, set: Properties::NONE, run: verify_edited },
    Pass { name: "export-translate-dialects", required: VALID_PRESERVED, set: LLVM_DIALECT, run: translate_dialects },
    Pass { name: "export-drop-casts", required: LLVM_DIALECT, set: Properties::NONE, run: drop_casts },
    Pass {
        name: "export-drop-lifetime-markers",
        required: LLVM_DIALECT,
        set: Properties::NONE,
        run: drop_lifetime_markers,
    },
    Pass {
        name: "export-check-global-values",
        required: LLVM_DIALECT,
        set: CHECKED,
        run: |p| llvm_rules::check(p.ctx, &p.module),
    },
    Pass { name: "export-find-release", required: CHECKED, set: RELEASE, run: find_release },
    Pass { name: "export-check-signatures", required: RELEASE, set: Properties::NONE, run: check_signatures },
    Pass { name: "export-upgrade", required: RELEASE, set: Properties::NONE, run: upgrade },
    Pass { name: "export-express-for-nvvm", required: RELEASE, set: Properties::NONE, run: express_for_nvvm },
    Pass { name: "export-lower-to-release", required: RELEASE, set: OF_RELEASE, run: lower },
    Pass { name: "export-lower-nvvm", required: OF_RELEASE, set: Properties::NONE, run: lower_nvvm },
];
const _: () = assert!(is_in_order(PREPARATION));

/// Runs the passes over a module.
pub(crate) fn prepare<'m>(
    ctx: &'m Context,
    source: &'m Module,
    options: &'m ExportOptions,
) -> DiagnosticResult<Prepared<'m>> {
    let mut prepared = Prepared {
        ctx,
        options,
        source,
        module: Cow::Borrowed(source),
        origins: Origins::new(),
        dropped: Vec::new(),
        release: Release::NATIVE,
        annotations: Vec::new(),
        is_unverified: false,
    };
    let outcome = run(PREPARATION, |pass| pass(&mut prepared));
    prepared.after_verification(outcome)?;
    Ok(prepared)
}

fn drop_invalid_preserved(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    let validity::Validated { module, mut stale } = validity::validated(p.ctx, p.source);
    if !p.options.writes_use_lists(p.ctx, &module) {
        // What is not written is not missed.
        let orders = p.ctx.text(IRTRIP_USE_LIST_ORDERS);
        stale.retain(|one| !matches!(&one.code, LossCode::StaleAttribute { name, .. } if *name == orders));
    }
    (p.module, p.dropped) = (module, stale);
    Ok(())
}

/// Verifies a module that was LLVM IR and may have been edited since. That of a source that no pass has changed so far is put off:
/// it fills the time in which a thread collects the metadata alone.
fn verify_edited(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    if !p.options.verify || p.module.releases.are_later() || !was_llvm(p.ctx, p.source) {
        return Ok(());
    }
    p.is_unverified = matches!(p.module, Cow::Borrowed(_));
    if p.is_unverified { Ok(()) } else { verified(p.ctx, &p.module) }
}

/// Fails where MLIR's verifier refuses a module. What passes leave that do not know the operations of this program is mended
/// further on: calls without a location, and arguments that blocks have no more.
fn verified(ctx: &Context, module: &Module) -> DiagnosticResult<()> {
    let is_mended = |error: &Diagnostic| match &error.code {
        // LLVM's rules say of what types an attribute's parameter is.
        DiagnosticCode::Verify(VerifyCode::CallWithoutLocation | VerifyCode::ParameterAttributeType { .. }) => true,
        DiagnosticCode::Verify(VerifyCode::SuccessorOperandCount { passed, taken, .. }) => passed > taken,
        _ => false,
    };
    let error = verify_for_export(ctx, module).into_iter().find(|error| !is_mended(error));
    error.map_or(Ok(()), |error| Err(Box::new(error)))
}

fn translate_dialects(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    p.dropped.extend(translated::left_out(p.ctx, &p.module));
    let module = translated::without_left_out(p.ctx, p.take());
    (p.module, p.origins) = translated::translated(p.ctx, module)?;
    Ok(())
}

fn drop_casts(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    p.module = exporter_defaults::drop_foreign_casts(p.take());
    Ok(())
}

fn drop_lifetime_markers(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    let (module, dropped) = lifetime_markers::drop_unallocated(p.ctx, p.take());
    p.module = module;
    p.dropped.extend(dropped);
    Ok(())
}

/// The release that is asked for; where it is that of the module's text, only if it has all that the module has. Text with typed
/// pointers may be of a later release that has them by an option; where none has all of it, LLVM 22 alone reads it, as opaque
/// pointers.
fn find_release(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    let (ctx, asked) = (p.ctx, p.options.release);
    let has_all = |module: &Module, release: Release| lower_to_release::has_all(ctx, module, release);
    p.release = asked.filter(|it| !p.options.of_text || has_all(&p.module, *it)).unwrap_or(Release::NATIVE);
    let text = asked.filter(|it| p.options.of_text && p.release == Release::NATIVE && *it < Release::NATIVE);
    let Some(text) = text.filter(|text| spellings(ctx, &p.module, *text).has(Spelling::TypedPointers)) else {
        return Ok(());
    };
    // What is of an older release for certain is of no later one.
    let is_newest = Some(text) == Spelling::TypedPointers.releases().newest();
    for later in Release::EACH.iter().copied().filter(|it| is_newest && TYPED_BY_OPTION.contains(*it)) {
        let mut attrs = ctx.with_entry(p.module.attrs, IRTRIP_RELEASE, Some(ctx.string_attr(&later.to_string())));
        attrs = ctx.with_entry(attrs, IRTRIP_TYPED_POINTERS, Some(UNIT));
        let module = Module { attrs, ..p.module.clone().into_owned() };
        if has_all(&module, later) {
            (p.module, p.release) = (Cow::Owned(module), later);
            return Ok(());
        }
    }
    Ok(())
}

/// Text of another release may declare intrinsics as that release has them.
fn check_signatures(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    if p.release == Release::NATIVE { llvm_rules::check_signatures(p.ctx, &p.module) } else { Ok(()) }
}

/// Replaces what LLVM's reader replaces in the text of an older release, and takes away what it takes away.
fn upgrade(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    if !p.options.of_text && Spelling::FramePointer.releases().contains(p.release) {
        lower_to_release::upgrade_strings(p.ctx, &mut p.module);
    }
    let text = release_of_text(p.ctx, &p.module);
    let crosses = |since: Release| !p.options.of_text && text.is_some_and(|text| text < since) && p.release >= since;
    if crosses(Release::V10) {
        lower_to_release::upgrade_strict_calls(p.ctx, &mut p.module);
    }
    if crosses(Release::V22) {
        lifetime_markers::upgrade(p.ctx, &mut p.module);
    }
    if p.release < Release::V22 {
        let (module, dropped) = lifetime_markers::drop_of_poison(p.ctx, p.take());
        p.module = module;
        p.dropped.extend(dropped);
    }
    Ok(())
}

/// Replaces what libNVVM has in other words than its release of LLVM.
fn express_for_nvvm(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    if p.options.nvvm {
        p.dropped.extend(nvvm::express(p.ctx, p.module.to_mut(), p.release)?);
    }
    Ok(())
}

fn lower(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    let lower_to_release::Lowered { module, dropped, annotations } =
        lower_to_release::lower(p.ctx, p.take(), p.release, p.options.nvvm)?;
    // What is not written is not missed.
    let writes_use_lists = p.options.writes_use_lists(p.ctx, &module);
    p.dropped.extend(dropped.into_iter().filter(|one| writes_use_lists || one.code != LossCode::UseListOrders));
    (p.module, p.annotations) = (module, annotations);
    Ok(())
}

fn lower_nvvm(p: &mut Prepared<'_>) -> DiagnosticResult<()> {
    let own = match p.options.nvvm {
        true => nvvm::lower(p.ctx, p.module.to_mut()),
        false => nvvm::annotations_of_release(p.ctx, &mut p.module, p.release),
    };
    p.annotations.splice(..0, own);
    Ok(())
}

/// What a prepared module holds, sorted by kind.
pub(crate) fn contents<'m>(prepared: &'m Prepared<'m>) -> DiagnosticResult<ModuleContents<'m>> {
    let (ctx, module) = (prepared.ctx, &*prepared.module);
    let mut contents = time("export-collect", || module::collect::contents(ctx, module))?;
    if prepared.options.is_for_model() {
        time("export-declare-intrinsics-as-known", || declare_as_known(ctx, &mut contents));
    }
    Ok(contents)
}

/// The metadata of a module, and what is collected for it.
pub(crate) struct Collected<'c, 'm> {
    prepared: &'m Prepared<'m>,
    contents: &'c ModuleContents<'m>,
    pub metadata: MetadataExport,
    /// What the release has no metadata for.
    pub dropped: Vec<Dropped>,
    /// The data layout.
    pub layout: Cow<'m, str>,
}

type Collection = for<'p, 'c, 'm> fn(&'p mut Collected<'c, 'm>) -> DiagnosticResult<()>;

const COLLECTION: &[Pass<Collection>] = &[
    Pass { name: "export-lower-metadata", required: Properties::NONE, set: METADATA_OF_RELEASE, run: lower_metadata },
    Pass { name: "export-annotate-kernels", required: METADATA_OF_RELEASE, set: Properties::NONE, run: annotate },
    Pass { name: "export-check-metadata", required: METADATA_OF_RELEASE, set: Properties::NONE, run: check_metadata },
    Pass { name: "export-check-data-layout", required: Properties::NONE, set: Properties::NONE, run: check_layout },
];
const _: () = assert!(is_in_order(COLLECTION));

/// Collects the metadata of a prepared module, and runs the passes over that.
pub(crate) fn collect<'c, 'm>(
    prepared: &'m Prepared<'m>,
    contents: &'c ModuleContents<'m>,
) -> DiagnosticResult<Collected<'c, 'm>> {
    let (ctx, module) = (prepared.ctx, &*prepared.module);
    let metadata = time("export-collect-metadata", || MetadataExport::for_release(ctx, module, prepared.release));
    let layout = module_layout(ctx, module.attrs).map(|layout| ctx.text(layout)).unwrap_or_default();
    let mut collected = Collected { prepared, contents, metadata, dropped: Vec::new(), layout };
    run(COLLECTION, |pass| pass(&mut collected))?;
    Ok(collected)
}

/// Replaces the attributes of declared intrinsics by those that the model's release adds when it reads a module.
fn declare_as_known(ctx: &Context, contents: &mut ModuleContents<'_>) {
    for function in contents.functions.iter_mut().filter(|function| is_intrinsic(ctx.bytes(function.name))) {
        function.attrs = as_known(ctx, function.attrs);
    }
}

fn lower_metadata(c: &mut Collected<'_, '_>) -> DiagnosticResult<()> {
    let Prepared { ctx, ref module, release, .. } = *c.prepared;
    c.dropped = lower_to_release::lower_metadata(ctx, module, &mut c.metadata, release);
    Ok(())
}

fn annotate(c: &mut Collected<'_, '_>) -> DiagnosticResult<()> {
    nvvm::annotate(c.prepared.ctx, &mut c.metadata, &c.prepared.annotations);
    if c.prepared.options.nvvm {
        nvvm::add_version(c.prepared.ctx, &mut c.metadata);
    }
    Ok(())
}

fn check_metadata(c: &mut Collected<'_, '_>) -> DiagnosticResult<()> {
    if let Some(invalid) = c.metadata.invalid_node() {
        return Err(Box::new(Diagnostic::new(ExportCode::MetadataNode(invalid.to_string()), UNKNOWN_LOC)));
    }
    let Some(function) = c.metadata.subprogram_without_content() else { return Ok(()) };
    let Prepared { ctx, ref module, .. } = *c.prepared;
    let global = c.contents.functions.iter().find(|global| global.op == Some(function));
    let unplaced = || Box::new(Diagnostic::new(ExportCode::Subprogram, module.body.loc(function)));
    Err(global.map_or_else(unplaced, |global| error_in(ctx, global, ExportCode::Subprogram)))
}

fn check_layout(c: &mut Collected<'_, '_>) -> DiagnosticResult<()> {
    let fault = check_data_layout(&c.layout).map(ExportCode::DataLayout);
    fault.map_or(Ok(()), |code| Err(Box::new(Diagnostic::new(code, c.prepared.module.loc))))
}
