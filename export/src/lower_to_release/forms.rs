//! Forms of instructions that a release does not have, and that cannot be dropped.

use std::borrow::Cow;

use irtrip_dialect::call_arguments::bundle_sizes;
use irtrip_dialect::data_layout::upgrade::natural_byte_alignment;
use irtrip_dialect::data_layout::{layout_of_text, module_layout};
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ExportCode};
use irtrip_dialect::enums::{CastOpcode, EnumValue};
use irtrip_dialect::intrinsics::{lookup_intrinsic, releases_of, signature_releases_of};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{
    ALIGNMENT, CALLEE, DLTI_DL_SPEC, FUNCTION_NAME, INTRIN, IRTRIP_ADDRESS_SPACE, IRTRIP_BUNDLE_ARGS,
    IRTRIP_DATA_LAYOUT, IRTRIP_DECLARATIONS, IRTRIP_FLAGS, IRTRIP_MODULE_ASM, LLVM_DATA_LAYOUT, OP_BUNDLE_TAGS,
};
use irtrip_dialect::ops::global_values::{BLOCKADDRESS, DSO_LOCAL_EQUIVALENT};
use irtrip_dialect::ops::llvm::{ALLOCA, ATOMICRMW, CALL, CALL_INTRINSIC, CMPXCHG, GETELEMENTPTR, INVOKE};
use irtrip_dialect::ops::{LlvmForm, irtrip};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::types::predicates::is_scalable;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Context, Module, Op, OpName, OpNameDefinition, Str, Type};
use rustc_hash::FxHashSet;

use super::expansions::atomic_libcalls::AtomicLibcalls;
use super::intrinsics::number_of;
use super::{LoweringContext, lacking, located, name_of, other_types};
use crate::dropped::Dropped;
use crate::options::release_of_text;

const STATEPOINT: &str = "llvm.experimental.gc.statepoint";

/// Operations that not every release has with results of these types: what has them, and what a diagnostic calls them.
type FormOfType = (OpName, Spelling, &'static str, fn(&Context, Type) -> bool);

static FORMS_OF_TYPES: &[FormOfType] = &[
    (ATOMICRMW, Spelling::VectorAtomics, "atomicrmw of vectors", is_vector),
    (irtrip::ATOMICRMW, Spelling::IntegerVectorAtomics, "atomicrmw of vectors of integers", |ctx, ty| {
        is_vector(ctx, ty) && ctx.int_width(ctx.scalar_type(ty)).is_some()
    }),
    (ATOMICRMW, Spelling::PointerExchange, "atomicrmw of pointers", |ctx, ty| ctx.pointer_space(ty).is_some()),
    (GETELEMENTPTR, Spelling::ScalableIndices, "getelementptr of scalable vectors", is_scalable),
];

fn is_vector(ctx: &Context, ty: Type) -> bool {
    ctx.vector_dims(ty).is_some()
}

/// Refuses what a release does not have.
pub(super) struct Forms<'a> {
    ctx: &'a Context,
    release: Release,
    spellings: Spellings,
    /// The data layout.
    layout: Layout,
    /// The address space that it has for an `alloca`.
    pub alloca_space: u32,
    /// Whether the module was text of the release.
    is_of_text: bool,
}

impl<'a> Forms<'a> {
    /// For a module and a release.
    pub fn new(ctx: &'a Context, module: &Module, release: Release) -> Forms<'a> {
        let layout = module_layout(ctx, module.attrs).map(|layout| ctx.text(layout)).unwrap_or_default();
        let layout = Layout::new(&layout);
        let alloca_space = layout.named_spaces.iter().find(|(name, _)| **name == *b"A").map_or(0, |(_, space)| *space);
        let is_of_text = release_of_text(ctx, module) == Some(release);
        Forms { ctx, release, spellings: Spellings::of(release), layout, alloca_space, is_of_text }
    }

    /// What calls stand for atomic instructions of the module.
    pub fn libcalls(&self) -> AtomicLibcalls {
        AtomicLibcalls::new(self.layout.clone(), self.alloca_space)
    }

    /// Refuses an operation of a form that the release does not have.
    pub fn check(&self, body: &Body, op: Op) -> Result<(), ExportCode> {
        let is_missing = |spelling: Spelling| !self.spellings.has(spelling);
        let result_type = body.result(op).map(|value| body.value_type(value));
        let is_of_type = |form: &&FormOfType| {
            form.0 == body.name(op) && is_missing(form.1) && result_type.is_some_and(|ty| (form.3)(self.ctx, ty))
        };
        if let Some(form) = FORMS_OF_TYPES.iter().find(is_of_type) {
            return Err(lacking(self.release, form.2));
        }
        let what = match body.name(op) {
            _ if self.alignment_and_size(body, op).is_some_and(|(bytes, size)| bytes < size) => {
                "alignment of an atomic instruction that is less than its size"
            }
            irtrip::CALLBR if is_missing(Spelling::Callbr) => "callbr",
            irtrip::CALLBR if is_missing(Spelling::CallbrResults) && body.result(op).is_some() => {
                "result of a 'callbr'"
            }
            irtrip::CALLBR if is_missing(Spelling::CallbrIntrinsics) && body.attr(self.ctx, op, CALLEE).is_some() => {
                "'callbr' of an intrinsic"
            }
            _ if is_missing(Spelling::AsmUnwind) && self.unwinds_from_assembly(body, op) => {
                "inline assembly that may unwind"
            }
            _ if is_missing(Spelling::BundledMetadata) && self.bundles_metadata(body, op) => {
                "metadata in an operand bundle"
            }
            CALL | INVOKE | irtrip::INVOKE
                if is_missing(Spelling::FunctionSpaces) && self.calls_in_other_space(body, op) =>
            {
                "call by an address in an address space"
            }
            INVOKE | irtrip::INVOKE if self.invokes_unknown(body, op) => "invoke of such an intrinsic",
            ALLOCA if is_missing(Spelling::AllocaSpaces) && self.is_in_other_space(body, op) => {
                "alloca in an address space that is not the data layout's"
            }
            CALL_INTRINSIC if is_missing(Spelling::InlineLengths) && self.is_of_any_length(body, op) => {
                "inline copy or fill of a length that is no constant"
            }
            ALLOCA if is_missing(Spelling::AllocaNumberAndSpace) && self.is_of_number_in_space(body, op) => {
                "alloca of a number of values in an address space"
            }
            _ if is_missing(Spelling::AttachedFunctions) && !self.is_of_text && self.attaches(body, op, false) => {
                "operand bundle 'clang.arc.attachedcall' with a function"
            }
            _ if !is_missing(Spelling::AttachedFunctions) && !self.is_of_text && self.attaches(body, op, true) => {
                "operand bundle 'clang.arc.attachedcall' with a number"
            }
            // It is variadic, and the type of what it calls is in its name.
            name if self.spellings.has(Spelling::TypedPointers)
                && !self.is_of_text
                && self.calls(body, op, name, STATEPOINT) =>
            {
                "intrinsic 'llvm.experimental.gc.statepoint' of what is called through an opaque pointer"
            }
            name if self.has_other_types(body, op, name) => "intrinsic of these types",
            name => match name.def().map(|def| def.llvm) {
                Some(LlvmForm::Cast(cast)) if !self.has_cast(cast) => cast.llvm(),
                _ => return self.check_signature(body, op, name),
            },
        };
        Err(lacking(self.release, what))
    }

    /// Refuses a global value that the release does not have.
    pub fn check_global(&self, attrs: Attr) -> Result<(), ExportCode> {
        let space = self.ctx.int_entry(attrs, IRTRIP_ADDRESS_SPACE);
        match space.is_some_and(|space| space != 0) && !self.spellings.has(Spelling::FunctionSpaces) {
            true => Err(lacking(self.release, "function in an address space")),
            false => Ok(()),
        }
    }

    /// Names the address space of a block's address, which is that of a cast where the release has such addresses in the first alone.
    pub fn name_block_space(&self, body: &Body, op: Op, cx: &mut LoweringContext) {
        if body.name(op) != BLOCKADDRESS || self.spellings.has(Spelling::BlockAddressSpaces) {
            return;
        }
        let space = body.result(op).and_then(|value| self.ctx.pointer_space(body.value_type(value)));
        if space.is_some_and(|space| space != 0) {
            cx.drop("the address space of a block's address");
        }
    }

    /// The alignment of an atomic instruction, and the size of its value, which a release without alignments of these takes it to
    /// have; `None` where the release has them.
    fn alignment_and_size(&self, body: &Body, op: Op) -> Option<(u64, u64)> {
        let is_atomic = matches!(body.name(op), ATOMICRMW | irtrip::ATOMICRMW | CMPXCHG);
        if !is_atomic || self.spellings.has(Spelling::AtomicAlignments) {
            return None;
        }
        let bytes = body.int_attr(self.ctx, op, ALIGNMENT)?;
        let value = *body.operands(op).get(1)?;
        Some((u64::try_from(bytes).ok()?, self.layout.store_size(self.ctx, body.value_type(value))))
    }

    /// The alignment of an atomic instruction that is lost in the release.
    pub fn lost_alignment(&self, body: &Body, op: Op) -> Option<u64> {
        self.alignment_and_size(body, op).filter(|(bytes, size)| bytes > size).map(|(bytes, _)| bytes)
    }

    /// Whether an operation invokes an intrinsic that the release does not have: its verifier knows those that may be.
    fn invokes_unknown(&self, body: &Body, op: Op) -> bool {
        let callee = body.symbol_attr(self.ctx, op, CALLEE);
        let known = callee.and_then(|name| lookup_intrinsic(self.ctx.bytes(name)));
        known.is_some_and(|known| !releases_of(&String::from_utf8_lossy(known.base)).contains(self.release))
    }

    /// Whether an operation calls by an address that is not in the first address space.
    fn calls_in_other_space(&self, body: &Body, op: Op) -> bool {
        let called = body.operands(op).first().filter(|_| body.attr(self.ctx, op, CALLEE).is_none());
        called.and_then(|value| self.ctx.pointer_space(body.value_type(*value))).is_some_and(|space| space != 0)
    }

    /// Whether an `alloca` is in another address space than the data layout has for it.
    fn is_in_other_space(&self, body: &Body, op: Op) -> bool {
        let space = body.result(op).and_then(|value| self.ctx.pointer_space(body.value_type(value)));
        space.is_some_and(|space| space != self.alloca_space)
    }

    /// Whether the text of an `alloca` says a number of values, as all but `i32 1`, and an address space.
    fn is_of_number_in_space(&self, body: &Body, op: Op) -> bool {
        let space = body.result(op).and_then(|value| self.ctx.pointer_space(body.value_type(value)));
        let number = body.operands(op).first().filter(|number| body.value_type(**number) == types::I32);
        let known = number.and_then(|value| number_of(self.ctx, body, *value));
        space.is_some_and(|space| space != 0) && known != Some(1)
    }

    /// Whether an operation copies or fills inline as much as a value says that is no constant.
    fn is_of_any_length(&self, body: &Body, op: Op) -> bool {
        let called = ["llvm.memcpy.inline.", "llvm.memset.inline."];
        called.into_iter().any(|name| self.calls(body, op, CALL_INTRINSIC, name))
            && body.operands(op).get(2).is_some_and(|length| number_of(self.ctx, body, *length).is_none())
    }

    /// The intrinsic that an operation of a name calls.
    fn called(&self, body: &Body, op: Op, name: OpName) -> Option<&[u8]> {
        let of_definition = || name.def().and_then(|def| def.called_intrinsic()).map(|intrinsic| intrinsic.name);
        let written = body.attr(self.ctx, op, INTRIN).filter(|_| name == CALL_INTRINSIC);
        let written = written.and_then(|name| self.ctx.string_value(name)).map(|name| self.ctx.bytes(name));
        written.or_else(|| of_definition().map(str::as_bytes))
    }

    /// Whether an operation calls an intrinsic whose name starts so, by itself or as an invoke.
    fn calls(&self, body: &Body, op: Op, name: OpName, start: &str) -> bool {
        let invoked = || body.symbol_attr(self.ctx, op, CALLEE);
        let called = self.called(body, op, name).or_else(|| invoked().map(|name| self.ctx.bytes(name)));
        called.is_some_and(|called| called.starts_with(start.as_bytes()))
    }

    fn has_cast(&self, cast: CastOpcode) -> bool {
        cast.releases().contains(self.release)
    }

    /// Refuses the call of an intrinsic whose signature the release has otherwise.
    fn check_signature(&self, body: &Body, op: Op, name: OpName) -> Result<(), ExportCode> {
        self.called(body, op, name).map_or(Ok(()), |called| self.check_signature_of(called))
    }

    /// Refuses the intrinsic of a name whose signature the release has otherwise.
    fn check_signature_of(&self, name: &[u8]) -> Result<(), ExportCode> {
        let known = lookup_intrinsic(name).filter(|_| !self.is_of_text);
        match known.map(|intrinsic| String::from_utf8_lossy(intrinsic.base)) {
            // One that the release does not have is a function like any other there.
            Some(base)
                if !signature_releases_of(&base).contains(self.release)
                    && releases_of(&base).contains(self.release) =>
            {
                Err(lacking(self.release, format!("intrinsic 'llvm.{base}' with these arguments")))
            }
            _ => Ok(()),
        }
    }

    /// Whether an operation calls an intrinsic by types that the release's does not have.
    fn has_other_types(&self, body: &Body, op: Op, name: OpName) -> bool {
        let Some(called) = self.called(body, op, name) else { return false };
        let types: Vec<Type> = body.operands(op).iter().map(|value| body.value_type(*value)).collect();
        let result = body.result(op).map_or(types::VOID, |value| body.value_type(value));
        other_types::is_other(self.ctx, called, self.release, &types, result)
    }

    /// Whether a call has a bundle with the function that is called of its result, or with its number.
    fn attaches(&self, body: &Body, op: Op, number: bool) -> bool {
        let Some(tags) = body.attr(self.ctx, op, OP_BUNDLE_TAGS) else { return false };
        let is_attached = |tag: &Attr| {
            self.ctx.string_value(*tag).is_some_and(|tag| self.ctx.bytes(tag) == b"clang.arc.attachedcall")
        };
        let sizes: Vec<usize> = bundle_sizes(self.ctx, body.attrs(op)).collect();
        let of_bundle = self.ctx.items(tags).iter().position(is_attached).and_then(|place| sizes.get(place..));
        let of_bundle = of_bundle.filter(|after| after.first().is_some_and(|size| *size > 0));
        let first = of_bundle.and_then(|after| body.operands(op).len().checked_sub(after.iter().sum()));
        let attached = first.and_then(|first| body.operands(op).get(first));
        attached.is_some_and(|value| self.ctx.int_width(body.value_type(*value)).is_some() == number)
    }

    /// Whether an operation is inline assembly with the word `unwind`.
    fn unwinds_from_assembly(&self, body: &Body, op: Op) -> bool {
        let words = body.attr(self.ctx, op, IRTRIP_FLAGS).map(|words| self.ctx.items(words)).unwrap_or_default();
        words.iter().any(|word| self.ctx.string_value(*word).is_some_and(|word| self.ctx.bytes(word) == b"unwind"))
    }

    /// Whether metadata is among the operands of an operation's bundles.
    fn bundles_metadata(&self, body: &Body, op: Op) -> bool {
        let ctx = self.ctx;
        let is_metadata =
            |argument: &Attr| ctx.entries(*argument).first().is_some_and(|entry| ctx.bytes(entry.0) == b"metadata");
        let bundles = body.attr(ctx, op, IRTRIP_BUNDLE_ARGS).map(|bundles| ctx.items(bundles)).unwrap_or_default();
        bundles.iter().any(|bundle| ctx.items(*bundle).iter().any(is_metadata))
    }

    /// Refuses `dso_local_equivalent` of a function that is none of those before.
    pub fn check_equivalent(&self, body: &Body, op: Op, before: &FxHashSet<Str>) -> Result<(), ExportCode> {
        if body.name(op) != DSO_LOCAL_EQUIVALENT || self.spellings.has(Spelling::EquivalentsBefore) {
            return Ok(());
        }
        let name = body.symbol_attr(self.ctx, op, FUNCTION_NAME);
        match name.is_some_and(|name| before.contains(&name)) {
            true => Ok(()),
            false => Err(lacking(self.release, "dso_local_equivalent before the function")),
        }
    }
}

/// Refuses intrinsics whose signature a release after LLVM 22 has otherwise, declared or called.
pub(super) fn check_signatures(ctx: &Context, module: &Module, release: Release) -> DiagnosticResult<()> {
    if release <= Release::NATIVE {
        return Ok(());
    }
    let forms = Forms::new(ctx, module, release);
    let declared = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
    for name in declared.iter().filter_map(|attrs| name_of(ctx, *attrs)) {
        let known = forms.check_signature_of(ctx.bytes(name));
        known.map_err(|code| Box::new(Diagnostic::new(code, module.loc)))?;
    }
    for global in module.ops() {
        let name = name_of(ctx, module.body.attrs(global)).map(|name| ctx.bytes(name)).unwrap_or_default();
        forms.check_signature_of(name).map_err(|code| located(ctx, &module.body, global, code))?;
        let Some(body) = module.body.nested(global) else { continue };
        for op in body.linked_ops() {
            forms.check_signature(body, op, body.name(op)).map_err(|code| located(ctx, body, op, code))?;
        }
    }
    Ok(())
}

/// Drops the properties of a module's assembly, where the release has no room for them.
pub(super) fn drop_assembly_properties(ctx: &Context, module: &mut Cow<Module>, release: Release) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    if ctx.entry(module.attrs, IRTRIP_MODULE_ASM).is_some() && !Spelling::ModuleAsmLines.releases().contains(release) {
        let mut cx = LoweringContext { global: None, op: None, release, dropped: &mut dropped };
        cx.drop("properties of 'module asm'");
        let attrs = ctx.with_entry(module.attrs, IRTRIP_MODULE_ASM, None);
        module.to_mut().attrs = attrs;
    }
    dropped
}

/// Parts of a data layout that not every release reads: what one starts with, what spells it, and what it is where the
/// module means something else without it.
static LAYOUT_PARTS: &[(&str, Spelling, Option<&str>)] = &[
    ("pe", Spelling::PointerKinds, Some("data layout that says what pointers' bits are")),
    ("pu", Spelling::PointerKinds, Some("data layout that says what pointers' bits are")),
    ("m:a", Spelling::XcoffMangling, Some("data layout with names of XCOFF")),
    ("m:l", Spelling::GoffMangling, Some("data layout with names of GOFF")),
    ("F", Spelling::FunctionAlignment, None),
    ("G", Spelling::GlobalsSpace, None),
    ("P", Spelling::ProgramSpace, None),
];

/// The part of a data layout that says the address space of each `alloca`, where the layout says none, the release accepts no
/// other, and all have the same.
fn alloca_part(ctx: &Context, module: &Module, layout: &str, release: Release) -> Option<String> {
    if Spelling::AllocaSpaces.releases().contains(release) || layout.split('-').any(|part| part.starts_with('A')) {
        return None;
    }
    let mut found = None;
    for body in module.ops().filter_map(|global| module.body.nested(global)) {
        for op in body.linked_ops().filter(|op| body.name(*op) == ALLOCA) {
            let space = body.result(op).and_then(|value| ctx.pointer_space(body.value_type(value)))?;
            if *found.get_or_insert(space) != space {
                return None;
            }
        }
    }
    found.filter(|space| *space != 0).map(|space| format!("A{space}"))
}

/// Takes the parts from a data layout that the release cannot read, and refuses one that means something else without.
pub(super) fn lower_layout(
    ctx: &Context,
    module: &mut Cow<Module>,
    release: Release,
) -> DiagnosticResult<Vec<Dropped>> {
    let mut dropped = Vec::new();
    let mut cx = LoweringContext { global: None, op: None, release, dropped: &mut dropped };
    let is_older = release < Release::NATIVE;
    let layout = if is_older { layout_of_text(ctx, module.attrs) } else { module_layout(ctx, module.attrs) };
    let layout = layout.map(|layout| ctx.text(layout)).unwrap_or_default();
    let added = alloca_part(ctx, module, &layout, release);
    let missing = |part: &&str| {
        let row = LAYOUT_PARTS.iter().find(|row| part.starts_with(row.0));
        row.filter(|row| !row.1.releases().contains(release))
    };
    let aligns_bytes = !Spelling::AnyByteAlignment.releases().contains(release);
    let mut kept = Vec::new();
    for part in layout.split('-') {
        if let Some(natural) = natural_byte_alignment(part).filter(|_| aligns_bytes) {
            cx.drop(format!("'{part}' of the data layout (written as '{natural}')"));
            kept.push(Cow::Borrowed(natural));
            continue;
        }
        match missing(&part) {
            None => kept.push(match part.split_once('(').zip(part.split_once(')')) {
                Some(((before, _), (_, after))) if !Spelling::SpaceNames.releases().contains(release) => {
                    cx.drop(format!("the name of an address space in '{part}' of the data layout"));
                    Cow::Owned(format!("{before}{after}"))
                }
                _ => Cow::Borrowed(part),
            }),
            Some((_, _, Some(what))) => return Err(Box::new(Diagnostic::new(lacking(release, *what), module.loc))),
            Some((_, _, None)) => {
                cx.drop(format!("'{part}' of the data layout"));
            }
        }
    }
    if let Some(added) = &added {
        kept.retain(|part| !part.is_empty());
        kept.push(Cow::Borrowed(added));
        cx.drop(format!("a data layout without the address space of each 'alloca' (written with '{added}')"));
    }
    if !dropped.is_empty() {
        let attrs = &mut module.to_mut().attrs;
        *attrs = ctx.with_entry(*attrs, LLVM_DATA_LAYOUT, Some(ctx.string_attr(&kept.join("-"))));
        for key in [IRTRIP_DATA_LAYOUT, DLTI_DL_SPEC] {
            *attrs = ctx.with_entry(*attrs, key, None);
        }
    }
    Ok(dropped)
}
