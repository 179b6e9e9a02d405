//! The attributes of functions, parameters, results and calls. LangRef, "Parameter Attributes", "Function Attributes".

use std::borrow::Cow;

use irtrip_dialect::attribute_set::{
    AttributeItem, AttributeSet, CalledFunction, MemoryEffects, OlderSpelling, call_set, function_set,
    parameter_dictionary, parameter_set, with_call_set, with_function_set,
};
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{FramePointerKind, UwTableKind};
use irtrip_dialect::intrinsics::{given_since, lookup_intrinsic, overload_types};
use irtrip_dialect::llvm_attributes::{ATTRIBUTES, AttributeRow, AttributeText, AttributeValue};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{OpDef, global_values};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Context, Module, Op, OpName, OpNameDefinition, Str};
use rustc_hash::FxHashMap;

use super::{LoweringContext, lacking};
use crate::options::release_of_text;

/// What the attributes of a module become, each dictionary once.
pub(super) struct AttributeLowering<'a> {
    ctx: &'a Context,
    release: Release,
    /// The release whose text the module was: it means by its text what the module does.
    text: Option<Release>,
    /// The memory effects of the module's functions, as they are before.
    effects: FxHashMap<Str, MemoryEffects>,
    /// What the dictionaries of parameters and results become, with what is dropped.
    parameters: FxHashMap<(Attr, Owner), (Attr, Vec<String>)>,
    /// The same of calls.
    calls: FxHashMap<(OpName, Attr), (Attr, Vec<String>)>,
}

/// An intrinsic's declaration without the attributes that a release does not have: it gives intrinsics those that it
/// knows of them.
pub(crate) fn declaration_for(ctx: &Context, attrs: Attr, release: Release) -> Attr {
    if release >= Release::NATIVE {
        return attrs;
    }
    let mut lowering = AttributeLowering::of(ctx, release);
    let mut cx = LoweringContext { global: None, op: None, release, dropped: &mut Vec::new() };
    lowering.function(attrs, &mut cx).unwrap_or(attrs)
}

/// Strings that LLVM up to 10 had in the place of others, or of an attribute: its reader of bitcode replaces them.
const ELIMINATION: &str = "no-frame-pointer-elim";
const ELIMINATION_NON_LEAF: &str = "no-frame-pointer-elim-non-leaf";
const NULL_IS_VALID: &str = "null-pointer-is-valid";

/// Gives functions what LLVM's reader of bitcode puts in place of strings that older releases wrote.
pub(crate) fn upgrade_strings(ctx: &Context, module: &mut Cow<'_, Module>) {
    let functions: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC).collect();
    for op in functions {
        let attrs = module.body.attrs(op);
        if let Some(upgraded) = upgraded_strings(ctx, &function_set(ctx, attrs)) {
            module.to_mut().body.set_attrs(op, with_function_set(ctx, attrs, &upgraded));
        }
    }
}

/// The attributes of a function, with those of today in place of the strings `no-frame-pointer-elim`,
/// `no-frame-pointer-elim-non-leaf` and `null-pointer-is-valid` that LLVM up to 10 wrote for them.
///
/// ```
/// use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet};
/// # let ctx = irtrip_dialect::Context::default();
/// let mut set = AttributeSet::new();
/// let (key, value) = (ctx.str("no-frame-pointer-elim"), Some(ctx.str("true")));
/// set.push(&ctx, AttributeItem::String { key, value });
/// let current = irtrip_export::current_strings(&ctx, set);
/// assert!(matches!(current.items(), [AttributeItem::String { key, .. }] if ctx.text(*key) == "frame-pointer"));
/// ```
pub fn current_strings(ctx: &Context, set: AttributeSet) -> AttributeSet {
    upgraded_strings(ctx, &set).unwrap_or(set)
}

/// Makes calls that alone are strict about floats, as functions have to be since LLVM 10, calls of no builtin: that is what LLVM
/// up to 9 meant by it.
///
/// ```
/// # use std::borrow::Cow;
/// # let (ctx, module) = (irtrip_dialect::Context::default(), irtrip_dialect::Module::new());
/// let mut upgraded = Cow::Borrowed(&module);
/// irtrip_export::upgrade_strict_calls(&ctx, &mut upgraded);
/// assert!(matches!(upgraded, Cow::Borrowed(_)));
/// ```
pub fn upgrade_strict_calls(ctx: &Context, module: &mut Cow<'_, Module>) {
    let lowering = AttributeLowering::new(ctx, module, Release::NATIVE);
    let mut upgraded = Vec::new();
    for global in module.ops().filter(|op| module.body.name(*op) == global_values::FUNC) {
        let Some(body) = module.body.nested(global) else { continue };
        if !function_set(ctx, module.body.attrs(global)).items().iter().any(|item| is(item, STRICT)) {
            let calls = body.linked_ops().filter(|op| body.name(*op).def().is_some_and(|def| def.llvm.is_call()));
            let lax = calls.filter_map(|op| Some((global, op, lowering.lax_call(body.name(op), body.attrs(op))?)));
            upgraded.extend(lax);
        }
    }
    for (global, op, attrs) in upgraded {
        if let Some(body) = module.to_mut().body.nested_mut(global) {
            body.set_attrs(op, attrs);
        }
    }
}

const STRICT: &str = "strictfp";

/// Whether an item is the attribute of a name.
fn is(item: &AttributeItem, name: &str) -> bool {
    item.row().is_some_and(|row| row.llvm == name)
}

/// An attribute without a value; `None` where there is none of the name.
fn flag(name: &str) -> Option<AttributeItem> {
    ATTRIBUTES.iter().position(|row| row.llvm == name).map(|place| AttributeItem::Flag(place as u8))
}

/// A set in which the current attributes stand in place of older strings; `None` where there are none of these.
fn upgraded_strings(ctx: &Context, set: &AttributeSet) -> Option<AttributeSet> {
    let (mut upgraded, mut pointer, mut any) = (AttributeSet::new(), None, false);
    for item in set.items() {
        let AttributeItem::String { key, value } = item else {
            upgraded.push(ctx, *item);
            continue;
        };
        let is_true = value.is_some_and(|value| ctx.bytes(value) == b"true");
        match &*ctx.text(*key) {
            ELIMINATION => pointer = Some(if is_true { FramePointerKind::All } else { FramePointerKind::None }),
            ELIMINATION_NON_LEAF => {
                pointer = pointer.filter(|kind| *kind == FramePointerKind::All).or(Some(FramePointerKind::NonLeaf));
            }
            NULL_IS_VALID => {
                let valid = flag("null_pointer_is_valid").filter(|_| is_true);
                valid.into_iter().for_each(|valid| upgraded.push(ctx, valid));
            }
            _ => {
                upgraded.push(ctx, *item);
                continue;
            }
        }
        any = true;
    }
    if let Some(kind) = pointer {
        let value = Some(ctx.str(kind.llvm()));
        upgraded.push(ctx, AttributeItem::String { key: ctx.str("frame-pointer"), value });
    }
    any.then_some(upgraded)
}

/// What has attributes that functions had before.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    Parameter,
    Result,
}

/// Attributes that functions had before parameters and results: the first release that reads them of these, and whether it is
/// passed otherwise because of them.
static LATER_OF_PARAMETERS: &[(&str, Owner, Release, bool)] = &[
    ("alignstack", Owner::Parameter, Release::V13, true),
    ("alignstack", Owner::Result, Release::V21, true),
    ("nofree", Owner::Parameter, Release::V10, false),
];

/// A called function of these effects, or one that is not known.
fn called_function(effects: Option<MemoryEffects>) -> CalledFunction {
    effects.map_or(CalledFunction::UNKNOWN, |effects| CalledFunction { effects, named: true })
}

impl<'a> AttributeLowering<'a> {
    fn of(ctx: &'a Context, release: Release) -> AttributeLowering<'a> {
        let (effects, parameters, calls) = Default::default();
        AttributeLowering { ctx, release, text: None, effects, parameters, calls }
    }

    /// For the functions of a module.
    pub fn new(ctx: &'a Context, module: &Module, release: Release) -> AttributeLowering<'a> {
        let mut lowering = AttributeLowering::of(ctx, release);
        lowering.text = release_of_text(ctx, module);
        let functions = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC);
        let declared = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
        let all = functions.map(|op| module.body.attrs(op)).chain(declared.iter().copied());
        let named = all.filter_map(|attrs| Some((ctx.string_value(ctx.entry(attrs, SYM_NAME)?)?, attrs)));
        lowering.effects = named.map(|(name, attrs)| (name, MemoryEffects::of_function(ctx, attrs))).collect();
        lowering
    }

    /// The dictionary of a function.
    pub fn function(&mut self, attrs: Attr, cx: &mut LoweringContext) -> Result<Attr, ExportCode> {
        let ctx = self.ctx;
        let mut lost = Vec::new();
        let set = function_set(ctx, attrs);
        let mut lowered = self.set(&set, &mut lost)?;
        let name = ctx.string_entry(attrs, SYM_NAME);
        let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
        let known = name.and_then(|name| lookup_intrinsic(ctx.bytes(name)));
        // A declaration that has an intrinsic's name and another type keeps its attributes.
        let is_intrinsic = known.zip(ty).is_some_and(|(known, ty)| overload_types(ctx, &known, ty).is_some());
        if is_intrinsic {
            lowered = self.known_of_intrinsics(&lowered);
        }
        let mut attrs = if lowered == set { attrs } else { with_function_set(ctx, attrs, &lowered) };
        attrs = self.parameters(attrs, &mut lost)?;
        // A release gives its intrinsics the attributes that it knows of them, whatever a declaration has.
        if !is_intrinsic {
            lost.into_iter().for_each(|what| cx.drop(what));
        }
        Ok(attrs)
    }

    /// The attributes of an intrinsic's declaration without those that the release does not give intrinsics.
    fn known_of_intrinsics(&self, set: &AttributeSet) -> AttributeSet {
        let mut known = AttributeSet::new();
        for item in set.items() {
            if item.row().and_then(|row| given_since(row.llvm)).is_none_or(|since| since <= self.release) {
                known.push(self.ctx, *item);
            }
        }
        known
    }

    /// The dictionary of an operation, where it is a call.
    pub fn call(
        &mut self,
        name: OpName,
        def: &OpDef,
        attrs: Attr,
        cx: &mut LoweringContext,
    ) -> Result<Attr, ExportCode> {
        if !def.llvm.is_call() {
            return Ok(attrs);
        }
        let (lowered, lost) = match self.calls.get(&(name, attrs)) {
            Some(known) => known.clone(),
            None => {
                let found = self.called(name, attrs)?;
                self.calls.insert((name, attrs), found.clone());
                found
            }
        };
        lost.into_iter().for_each(|what| cx.drop(what));
        Ok(lowered)
    }

    /// What a call's dictionary says of the call, and the effects of the function that it names.
    fn call_set(&self, name: OpName, attrs: Attr) -> (AttributeSet, Option<&MemoryEffects>) {
        let ctx = self.ctx;
        let callee = ctx.symbol_entry(attrs, CALLEE);
        let known = callee.and_then(|callee| self.effects.get(&callee));
        let effects = known.map(|effects| effects.with_bundles_of(ctx, attrs));
        (call_set(ctx, name, attrs, effects.unwrap_or(MemoryEffects::ANY)), known)
    }

    /// The dictionary of a call of no builtin in the place of one that is strict; `None` for any other.
    fn lax_call(&self, name: OpName, attrs: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let (set, known) = self.call_set(name, attrs);
        if !set.items().iter().any(|item| is(item, STRICT)) {
            return None;
        }
        let mut lax = AttributeSet::new();
        set.items().iter().filter(|item| !is(item, STRICT)).for_each(|item| lax.push(ctx, *item));
        lax.push(ctx, flag("nobuiltin")?);
        let called = called_function(known.map(|effects| effects.with_bundles_of(ctx, attrs)));
        Some(with_call_set(ctx, name, attrs, &lax, called))
    }

    fn called(&mut self, name: OpName, attrs: Attr) -> Result<(Attr, Vec<String>), ExportCode> {
        let ctx = self.ctx;
        let mut lost = Vec::new();
        let (set, known) = self.call_set(name, attrs);
        let lowered = self.set(&set, &mut lost)?;
        // The callee's own effects are lowered too.
        let called =
            called_function(known.map(|effects| effects.for_release(self.release).with_bundles_of(ctx, attrs)));
        let changed = lowered != set || known.is_some_and(|effects| effects.for_release(self.release) != *effects);
        let attrs = if changed { with_call_set(ctx, name, attrs, &lowered, called) } else { attrs };
        Ok((self.parameters(attrs, &mut lost)?, lost))
    }

    /// A dictionary with the attributes of its parameters and results.
    fn parameters(&mut self, mut attrs: Attr, lost: &mut Vec<String>) -> Result<Attr, ExportCode> {
        let ctx = self.ctx;
        let lists = [
            (ARG_ATTRS, Owner::Parameter),
            (RES_ATTRS, Owner::Result),
            (IRTRIP_ARG_ATTRS, Owner::Parameter),
            (IRTRIP_RES_ATTRS, Owner::Result),
        ];
        for (key, owner) in lists {
            let Some(list) = ctx.entry(attrs, key) else { continue };
            let mut changed = Vec::with_capacity(ctx.items(list).len());
            for dictionary in ctx.items(list) {
                changed.push(self.parameter(*dictionary, owner, lost)?);
            }
            if changed != ctx.items(list) {
                attrs = ctx.with_entry(attrs, key, Some(ctx.array(&changed)));
            }
        }
        Ok(attrs)
    }

    fn parameter(&mut self, dictionary: Attr, owner: Owner, lost: &mut Vec<String>) -> Result<Attr, ExportCode> {
        if let Some((lowered, dropped)) = self.parameters.get(&(dictionary, owner)) {
            lost.extend_from_slice(dropped);
            return Ok(*lowered);
        }
        let mut dropped = Vec::new();
        let set = parameter_set(self.ctx, dictionary);
        let lowered = self.alone(self.set(&self.of_parameters(&set, owner, &mut dropped)?, &mut dropped)?);
        let lowered = if lowered == set { dictionary } else { parameter_dictionary(self.ctx, &lowered) };
        lost.extend_from_slice(&dropped);
        self.parameters.insert((dictionary, owner), (lowered, dropped));
        Ok(lowered)
    }

    /// The attributes of a parameter or result without those that others alone have in the release.
    fn of_parameters(
        &self,
        set: &AttributeSet,
        owner: Owner,
        lost: &mut Vec<String>,
    ) -> Result<AttributeSet, ExportCode> {
        let mut kept = AttributeSet::new();
        for item in set.items() {
            let name = item.row().map(|row| row.llvm);
            let row = LATER_OF_PARAMETERS.iter().find(|later| Some(later.0) == name && later.1 == owner);
            match row.filter(|later| self.release < later.2) {
                Some((name, owner, _, true)) => {
                    let of = match owner {
                        Owner::Parameter => "a parameter",
                        Owner::Result => "a result",
                    };
                    return Err(lacking(self.release, format!("'{name}' of {of}")));
                }
                Some(_) => lost.push(item.text(self.ctx)),
                None => kept.push(self.ctx, *item),
            }
        }
        Ok(kept)
    }

    /// A parameter's attributes, of which a release before LLVM 22 accepts none but `immarg`.
    fn alone(&self, set: AttributeSet) -> AttributeSet {
        let immediate = set.items().iter().find(|item| item.row().is_some_and(|row| row.llvm == "immarg")).copied();
        match immediate.filter(|_| self.release < Release::V22) {
            Some(immediate) => {
                let mut alone = AttributeSet::new();
                alone.push(self.ctx, immediate);
                alone
            }
            None => set,
        }
    }

    /// A set of attributes as the release has it.
    fn set(&self, set: &AttributeSet, lost: &mut Vec<String>) -> Result<AttributeSet, ExportCode> {
        let mut lowered = AttributeSet::new();
        for item in set.items() {
            let kept = match item.row() {
                Some(row) => self.item(item, row)?,
                None => Some(self.string(item)),
            };
            if let Some(kept) = kept {
                lowered.push(self.ctx, kept);
            }
            if kept != Some(*item) && !self.is_as_written(item, kept) {
                lost.push(item.text(self.ctx));
            } else if !self.is_exact(item) {
                lost.push(format!("the memory of a target in {}", item.text(self.ctx)));
            }
        }
        Ok(lowered)
    }

    /// A string attribute with a value that the release accepts: what it reserves the register of a frame pointer for is left out.
    fn string(&self, item: &AttributeItem) -> AttributeItem {
        let AttributeItem::String { key, value: Some(value) } = item else { return *item };
        let rows = FramePointerKind::TABLE.cases;
        let lacks = |text: &str| rows.iter().any(|row| row.llvm == text && !row.releases.contains(self.release));
        let text = self.ctx.text(*value);
        let known = match FramePointerKind::from_llvm(text.as_bytes()) {
            Some(FramePointerKind::Reserved) => FramePointerKind::None,
            Some(FramePointerKind::NonLeafNoReserve) => FramePointerKind::NonLeaf,
            _ => return *item,
        };
        if self.ctx.bytes(*key) != b"frame-pointer" || !lacks(&text) {
            return *item;
        }
        AttributeItem::String { key: *key, value: Some(self.ctx.str(known.llvm())) }
    }

    /// Whether the release takes an attribute that it has for what it is today.
    fn is_exact(&self, item: &AttributeItem) -> bool {
        let (AttributeItem::Text(_, text), Some(row)) = (item, item.row()) else { return true };
        let effects = MemoryEffects::from_llvm(&self.ctx.text(*text));
        self.text == Some(self.release)
            || row.value != AttributeValue::Text(AttributeText::Memory)
            || effects.is_none_or(|effects| effects.is_exact_in(self.release))
    }

    /// Whether an attribute becomes what the text was that the module was read from: it said nothing of memory that its release
    /// has no name for, which LLVM takes for no effect in bitcode.
    fn is_as_written(&self, item: &AttributeItem, kept: Option<AttributeItem>) -> bool {
        let effects = |item: &AttributeItem| match (item, item.row()?.value) {
            (AttributeItem::Text(_, text), AttributeValue::Text(AttributeText::Memory)) => {
                MemoryEffects::from_llvm(&self.ctx.text(*text))
            }
            _ => None,
        };
        let lowered = kept.as_ref().and_then(effects);
        let written = self.text.and_then(|text| Some(effects(item)?.for_release(text).for_release(self.release)));
        lowered.is_some() && lowered == written
    }

    /// What an attribute becomes; `None` where nothing can stand for it.
    fn item(&self, item: &AttributeItem, row: &AttributeRow) -> Result<Option<AttributeItem>, ExportCode> {
        let ctx = self.ctx;
        if let (AttributeItem::Text(place, text), AttributeValue::Text(kind)) = (item, row.value) {
            let text = ctx.text(*text);
            match kind {
                AttributeText::Memory => {
                    let effects = MemoryEffects::from_llvm(&text).unwrap_or(MemoryEffects::ANY);
                    let lowered = effects.for_release(self.release);
                    let item =
                        if lowered == effects { *item } else { AttributeItem::Text(*place, ctx.str(&lowered.llvm())) };
                    let has = row.releases.contains(self.release) || lowered != MemoryEffects::ANY;
                    return Ok(has.then_some(item));
                }
                AttributeText::UwTable if text == UwTableKind::Sync.llvm() => {
                    let has = UwTableKind::TABLE
                        .cases
                        .iter()
                        .any(|row| row.llvm == text && row.releases.contains(self.release));
                    return Ok(Some(if has { *item } else { AttributeItem::Text(*place, EMPTY) }));
                }
                AttributeText::DeadOnReturn if !text.is_empty() => {
                    return Ok(Spelling::DeadBytes.releases().contains(self.release).then_some(*item));
                }
                _ if OlderSpelling::find(row.llvm, &text, self.release).is_some() => return Ok(Some(*item)),
                _ => {}
            }
        }
        match row.releases.contains(self.release) {
            true => Ok(Some(*item)),
            false if row.changes_calls => Err(lacking(self.release, format!("attribute '{}'", row.llvm))),
            false => Ok(None),
        }
    }
}
