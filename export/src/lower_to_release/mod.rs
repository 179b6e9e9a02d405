//! Step 2: a module in terms of the release that reads the assembly. What the release has no form for is expressed by
//! what it has, or dropped and named where the meaning stays, or refused.
//!
//! - [`attributes`]: the attributes of functions, parameters, results and calls
//! - [`attributes_of_types`]: attributes that a release does not accept of all types
//! - [`function_spaces`]: the address spaces of functions
//! - [`flags`]: the flags of instructions
//! - [`enumerations`], [`forms`], [`types`]: values, forms and types that a release does not have, which are refused but for calling
//!   conventions
//! - [`expansions`]: instructions in the place of what a release does not have
//! - [`intrinsics`]: intrinsics of another name or signature
//! - [`label_arguments`]: the labels of a `callbr`
//! - [`nvvm`]: what libNVVM wants in addition
//! - [`other_types`]: casts around intrinsics that take other types
//! - [`records`]: debug records of another kind
//! - [`summary`]: the ThinLTO summary
//! - [`typed_pointers`]: what pointers point to, where the release's name that
//! - [`unreached_phis`]: phis without incoming values
//! - [`variables`]: the properties of global values

mod attributes;
mod attributes_of_types;
mod enumerations;
mod expansions;
mod flags;
mod forms;
mod function_spaces;
mod intrinsics;
mod label_arguments;
pub(crate) mod nvvm;
mod other_types;
mod records;
pub(crate) mod summary;
mod typed_pointers;
pub(crate) mod types;
mod unreached_phis;
mod variables;

use std::borrow::Cow;

use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ExportCode, LossCode};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::metadata::MetadataExport;
use irtrip_dialect::names::{
    IRTRIP_BITCODE_USE_LISTS, IRTRIP_DECLARATIONS, IRTRIP_OLDER_DECLARATIONS, IRTRIP_POSITION, IRTRIP_PREDECESSORS,
    SYM_NAME,
};
use irtrip_dialect::ops::intrinsics::DBG_LABEL;
use irtrip_dialect::ops::{LlvmForm, global_values};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known;
use irtrip_dialect::{Attr, Body, Context, ContextDialects, Module, Op, OpNameDefinition, Str};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dropped::Dropped;
use crate::options::release_of_text;
use attributes::AttributeLowering;
use expansions::atomic_libcalls::AtomicLibcalls;
use forms::Forms;
use intrinsics::IntrinsicLowering;
use types::KnownTypes;

pub use attributes::{current_strings, upgrade_strict_calls};
pub(crate) use attributes::{declaration_for, upgrade_strings};
pub(crate) use expansions::name_poison;
pub(crate) use flags::with_phi_flags;
pub(crate) use records::intrinsic_type;
pub(crate) use typed_pointers::{TypedStructs, personality_type};

/// A module as a release has it.
pub(crate) struct Lowered<'m> {
    /// The module.
    pub module: Cow<'m, Module>,
    /// What of it the release has no form for, in the module's order.
    pub dropped: Vec<Dropped>,
    /// What is annotated of its functions.
    pub annotations: Vec<nvvm::Annotation>,
}

/// What is lowered, and where it stands.
struct LoweringContext<'l> {
    /// The module's operation; `None` for what is the module's own.
    global: Option<Op>,
    /// The operation in that one's body, where it is one.
    op: Option<Op>,
    release: Release,
    dropped: &'l mut Vec<Dropped>,
}

impl LoweringContext<'_> {
    /// Names a thing that is dropped.
    fn drop(&mut self, what: impl Into<String>) {
        let code = LossCode::Release { what: what.into(), release: self.release.to_string() };
        self.dropped.push(Dropped { global: self.global, op: self.op, code });
    }
}

/// The code of a thing that a release does not have and that cannot be dropped.
fn lacking(release: Release, what: impl Into<String>) -> ExportCode {
    ExportCode::Release { what: what.into(), release: release.to_string() }
}

/// Takes a module to a release, or to libNVVM, which is of one; one that has all of the module's LLVM IR leaves it as it is.
pub(crate) fn lower<'m>(
    ctx: &Context,
    module: Cow<'m, Module>,
    release: Release,
    nvvm: bool,
) -> DiagnosticResult<Lowered<'m>> {
    let mut module = module;
    let mut dropped = forms::lower_layout(ctx, &mut module, release)?;
    dropped.extend(forms::drop_assembly_properties(ctx, &mut module, release));
    let text = release_of_text(ctx, &module);
    if release >= Release::NATIVE && text.is_none_or(|text| text <= release) {
        types::check(ctx, &module, release)?;
        forms::check_signatures(ctx, &module, release)?;
        dropped.extend(flags::drop_from_module(ctx, &mut module, release));
        // Its own text may name intrinsics otherwise.
        if text != Some(release) || ctx.entry(module.attrs, IRTRIP_OLDER_DECLARATIONS).is_none() {
            return Ok(Lowered { module, dropped, annotations: Vec::new() });
        }
    }
    let annotations = nvvm::take_alignments(ctx, &mut module, release, nvvm);
    let forms = Forms::new(ctx, &module, release);
    let mut lowering = Lowering {
        ctx,
        release,
        nvvm,
        attributes: AttributeLowering::new(ctx, &module, release),
        intrinsics: IntrinsicLowering::new(ctx, &module, release, nvvm),
        types: KnownTypes::new(ctx, release, nvvm),
        libcalls: forms.libcalls(),
        forms,
        named_before: FxHashSet::default(),
        replaced: Vec::new(),
    };
    let mut module = module.into_owned();
    let mut cx = LoweringContext { global: None, op: None, release, dropped: &mut dropped };
    function_spaces::lower(ctx, &mut module, &mut cx);
    expansions::bfloats::expand_updates(ctx, &mut module, &mut cx);
    expansions::bfloats::lower(ctx, &mut module, &mut cx)?;
    lowering.declarations(&mut module, &mut dropped)?;
    for global in module.ops().collect::<Vec<Op>>() {
        lowering.global(&mut module, global, &mut dropped)?;
    }
    dropped.extend(lowering.replaced_without_call());
    lowering.libcalls.declare(ctx, &mut module);
    lowering.intrinsics.functions.declare(ctx, &mut module);
    let mut cx = LoweringContext { global: None, op: None, release, dropped: &mut dropped };
    typed_pointers::lower(ctx, &mut module, &mut cx)?;
    Ok(Lowered { module: Cow::Owned(module), dropped, annotations })
}

/// Whether a release has all that is in a module, as it is or expressed otherwise. Orders of uses that were bitcode's matter less
/// than the release that it is of.
pub(crate) fn has_all(ctx: &Context, module: &Module, release: Release) -> bool {
    let has_bitcode_use_lists = ctx.entry(module.attrs, IRTRIP_BITCODE_USE_LISTS).is_some();
    release > Release::NATIVE
        || lower(ctx, Cow::Borrowed(module), release, false).is_ok_and(|lowered| {
            let mut metadata = MetadataExport::new(ctx, &lowered.module);
            let is_own = |one: &Dropped| has_bitcode_use_lists && one.code == LossCode::UseListOrders;
            lowered.dropped.iter().all(is_own)
                && lower_metadata(ctx, &lowered.module, &mut metadata, release).is_empty()
        })
}

/// Takes the module's metadata to a release; returns what is dropped.
pub(crate) fn lower_metadata(
    ctx: &Context,
    module: &Module,
    metadata: &mut MetadataExport,
    release: Release,
) -> Vec<Dropped> {
    let text = release_of_text(ctx, module);
    if release == Release::NATIVE && text.is_none() {
        return Vec::new();
    }
    metadata.move_local_entities(ctx, text.unwrap_or(Release::NATIVE), release);
    let mut dropped = Vec::new();
    let mut cx = LoweringContext { global: None, op: None, release, dropped: &mut dropped };
    metadata.lower_to(ctx, release, text == Some(release)).into_iter().for_each(|what| cx.drop(what));
    let mut done = FxHashMap::default();
    metadata.change_expressions(ctx, |constant| flags::of_preserved(ctx, constant, &mut done, &mut cx));
    let is_declared = |op: &Op| module.body.name(*op) == global_values::FUNC && !module.body.is_defined(*op);
    let declared = module.ops().filter(is_declared).map(|op| module.body.attrs(op));
    if metadata.drop_declared_subprograms(release, declared) {
        cx.drop("'!dbg' of declarations");
    }
    dropped
}

struct Lowering<'a> {
    ctx: &'a Context,
    release: Release,
    /// Whether libNVVM reads it.
    nvvm: bool,
    attributes: AttributeLowering<'a>,
    intrinsics: IntrinsicLowering<'a>,
    types: KnownTypes<'a>,
    forms: Forms<'a>,
    libcalls: AtomicLibcalls,
    /// The functions before the one that is lowered.
    named_before: FxHashSet<Str>,
    /// The declarations of intrinsics that the release has others for.
    replaced: Vec<Str>,
}

impl Lowering<'_> {
    /// The declarations that a preserved attribute holds.
    fn declarations(&mut self, module: &mut Module, dropped: &mut Vec<Dropped>) -> DiagnosticResult<()> {
        let ctx = self.ctx;
        let list = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
        let older = self.intrinsics.older_declarations();
        if list.is_empty() && older.is_empty() {
            return Ok(());
        }
        let mut cx = LoweringContext { global: None, op: None, release: self.release, dropped };
        let (replaced, declared): (Vec<Attr>, Vec<Attr>) =
            list.iter().partition(|declared| self.intrinsics.is_replaced(**declared));
        // What stands for a replaced one is declared anew, in the address space that the data layout has for functions.
        let layout = module_layout(ctx, module.attrs).map(|layout| ctx.text(layout)).unwrap_or_default();
        let space = Layout::new(&layout).program_space;
        if replaced.iter().any(|declared| function_spaces::in_other_space(ctx, *declared, space)) {
            cx.drop("the address space of a current intrinsic");
        }
        for attrs in &declared {
            self.types.of_global(*attrs).map_err(|code| Box::new(Diagnostic::new(code, module.loc)))?;
        }
        self.replaced.extend(replaced.into_iter().filter_map(|declared| name_of(ctx, declared)));
        self.named_before.extend(declared.iter().filter_map(|declared| name_of(ctx, *declared)));
        let declared = among(ctx, declared.into_iter(), older);
        let lowered: Result<Vec<Attr>, ExportCode> = declared
            .into_iter()
            .map(|declared| {
                let declared = variables::lower(ctx, records::declaration(ctx, declared, self.release), &mut cx);
                self.forms.check_global(declared)?;
                self.attributes.function(declared, &mut cx)
            })
            .collect();
        let lowered = lowered.map_err(|code| Box::new(Diagnostic::new(code, module.loc)))?;
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&lowered)));
        Ok(())
    }

    fn global(&mut self, module: &mut Module, global: Op, dropped: &mut Vec<Dropped>) -> DiagnosticResult<()> {
        self.types
            .of_global(module.body.attrs(global))
            .map_err(|code| located(self.ctx, &module.body, global, code))?;
        if let Some(def) = module.body.name(global).def() {
            let mut cx = LoweringContext { global: Some(global), op: None, release: self.release, dropped };
            let known = enumerations::lower(self.ctx, def, module.body.attrs(global), &mut cx);
            known.map_err(|code| located(self.ctx, &module.body, global, code))?;
        }
        if module.body.name(global).def().is_some_and(|def| matches!(def.llvm, LlvmForm::Global(_))) {
            self.forms
                .check_global(module.body.attrs(global))
                .map_err(|code| located(self.ctx, &module.body, global, code))?;
            let mut cx = LoweringContext { global: Some(global), op: None, release: self.release, dropped };
            let lowered = variables::lower(self.ctx, module.body.attrs(global), &mut cx);
            module.body.set_attrs(global, flags::of_preserved_in(self.ctx, lowered, &mut cx));
        }
        if module.body.name(global) == global_values::FUNC {
            if self.intrinsics.is_replaced(module.body.attrs(global)) {
                self.replaced.extend(name_of(self.ctx, module.body.attrs(global)));
                module.body.unlink(global);
                return Ok(());
            }
            expansions::amdgpu_atomics::lower(self.ctx, module, global, self.release, self.intrinsics.of_text());
            let mut cx = LoweringContext { global: Some(global), op: None, release: self.release, dropped };
            let lowered = self.attributes.function(module.body.attrs(global), &mut cx);
            let lowered = lowered.map_err(|code| located(self.ctx, &module.body, global, code))?;
            module.body.set_attrs(global, attributes_of_types::of_function(self.ctx, lowered, &mut cx));
        }
        // What is no function stands before all.
        let is_function = module.body.name(global) == global_values::FUNC;
        let named_before = if is_function { std::mem::take(&mut self.named_before) } else { FxHashSet::default() };
        let name = name_of(self.ctx, module.body.attrs(global)).filter(|_| is_function);
        let lowered = self.body(module, global, &named_before, dropped);
        if is_function {
            self.named_before = named_before;
            self.named_before.extend(name);
        }
        lowered
    }

    fn body(
        &mut self,
        module: &mut Module,
        global: Op,
        named_before: &FxHashSet<Str>,
        dropped: &mut Vec<Dropped>,
    ) -> DiagnosticResult<()> {
        let function = name_of(self.ctx, module.body.attrs(global));
        let mut has_other_edges = false;
        if let Some(body) = module.body.nested_mut(global) {
            let mut cx = LoweringContext { global: Some(global), op: None, release: self.release, dropped };
            let is_meant = |body: &Body, op: Op, cx: &LoweringContext, update: &expansions::atomic_updates::Update| {
                !update.is_in_release(self.ctx, cx, self.nvvm) || self.libcalls.is_under_aligned(self.ctx, body, op, cx)
            };
            has_other_edges = expansions::atomic_updates::expand(self.ctx, body, &mut cx, self.nvvm, is_meant);
            self.libcalls.lower(self.ctx, body, &mut cx);
        }
        let Some(body) = module.body.nested_mut(global) else { return Ok(()) };
        if !Spelling::DebugRecords.releases().contains(self.release) {
            let mut cx = LoweringContext { global: Some(global), op: None, release: self.release, dropped };
            records::leave_pads_first(self.ctx, body, &mut cx);
        }
        let mut cx = LoweringContext { global: Some(global), op: None, release: self.release, dropped };
        self.intrinsics.take_out(body, &mut cx);
        for index in 0..body.op_count() {
            let op = Op::new(index);
            if body.parent(op).is_none() {
                continue;
            }
            let mut cx = LoweringContext { global: Some(global), op: Some(op), release: self.release, dropped };
            has_other_edges |=
                label_arguments::lower(self.ctx, body, op, (function, self.intrinsics.of_text()), &mut cx);
            if body.name(op) == DBG_LABEL && !Spelling::Labels.releases().contains(self.release) {
                cx.drop("#dbg_label");
                body.unlink(op);
                continue;
            }
            let known = self.forms.check_equivalent(body, op, named_before);
            if let Err(code) = known.and_then(|()| self.operation(body, op, &mut cx)) {
                return Err(located(self.ctx, body, op, code));
            }
        }
        if !Spelling::EmptyPhis.releases().contains(self.release) {
            let mut cx = LoweringContext { global: Some(global), op: None, release: self.release, dropped };
            unreached_phis::lower(self.ctx, body, &mut cx);
        }
        if has_other_edges {
            let attrs = self.ctx.with_entry(module.body.attrs(global), IRTRIP_PREDECESSORS, None);
            module.body.set_attrs(global, attrs);
        }
        Ok(())
    }

    /// The declarations of intrinsics that the release has others for, and that nothing calls.
    fn replaced_without_call(&self) -> impl Iterator<Item = Dropped> {
        let unused = self.replaced.iter().filter(|name| !self.intrinsics.is_replaced_in_calls(**name));
        unused.map(|name| {
            let what = format!("the uncalled declaration of '{}'", self.ctx.text(*name));
            let code = LossCode::Release { what, release: self.release.to_string() };
            Dropped { global: None, op: None, code }
        })
    }

    fn operation(&mut self, body: &mut Body, op: Op, cx: &mut LoweringContext) -> Result<(), ExportCode> {
        self.types.of_operation(body, op)?;
        if !self.intrinsics.of_text() {
            let cast = other_types::cast(self.ctx, body, op, cx)?;
            self.intrinsics.replaced_in_calls.extend(cast);
        }
        let (name, attrs) = (body.name(op), body.attrs(op));
        let Some(def) = name.def() else { return Ok(()) };
        enumerations::lower(self.ctx, def, attrs, cx)?;
        self.forms.check(body, op)?;
        expansions::unary(self.ctx, body, op, self.forms.alloca_space, cx)?;
        expansions::poison(body, op, cx);
        self.forms.name_block_space(body, op, cx);
        if let Some(bytes) = self.forms.lost_alignment(body, op) {
            cx.drop(format!("align {bytes}"));
        }
        expansions::failure_ordering(self.ctx, body, op, cx);
        if !self.intrinsics.of_text() {
            flags::name_bounds(self.ctx, body, op, cx);
        }
        let attrs = body.attrs(op);
        let lowered = self.attributes.call(name, def, attrs, cx)?;
        let result = body.result(op).map(|value| body.value_type(value));
        let lowered = attributes_of_types::of_operation(self.ctx, body, op, lowered, cx);
        let lowered = flags::lower(self.ctx, def, lowered, result, cx);
        let lowered = flags::of_preserved_in(self.ctx, lowered, cx);
        let mut lowered = records::lower(self.ctx, lowered, cx);
        if self.intrinsics.of_text() && !Spelling::DebugRecords.releases().contains(self.release) {
            lowered = records::with_call_attributes(self.ctx, def, lowered);
        }
        if lowered != attrs {
            body.set_attrs(op, lowered);
        }
        self.intrinsics.operation(body, op, def, cx)
    }
}

/// The name of a global value with these attributes.
fn name_of(ctx: &Context, attrs: Attr) -> Option<Str> {
    ctx.string_entry(attrs, SYM_NAME)
}

/// Declarations at their positions among all functions, `older` included, which the others' positions do not count.
fn among(ctx: &Context, declared: impl Iterator<Item = Attr>, older: &[Attr]) -> Vec<Attr> {
    let position = |attrs: Attr| ctx.int_entry(attrs, IRTRIP_POSITION);
    let mut places: Vec<i64> = older.iter().filter_map(|attrs| position(*attrs)).collect();
    places.sort_unstable();
    let moved = |attrs: Attr| {
        let Some(place) = position(attrs) else { return attrs };
        let place = places.iter().fold(place, |place, older| place.saturating_add(i64::from(*older <= place)));
        ctx.with_entry(attrs, IRTRIP_POSITION, Some(ctx.int_attr(well_known::I64, place)))
    };
    let declared = declared.map(|attrs| if places.is_empty() { attrs } else { moved(attrs) });
    declared.chain(older.iter().copied()).collect()
}

/// An error at an operation.
fn located(ctx: &Context, body: &Body, op: Op, code: ExportCode) -> Box<Diagnostic> {
    let mut error = Diagnostic::new(code, body.loc(op));
    error.operation = Some(ctx.op_name_str(body.name(op)).into());
    Box::new(error)
}
