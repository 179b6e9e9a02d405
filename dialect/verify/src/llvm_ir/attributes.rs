//! The rules of LLVM's verifier for attributes: which go together, and with which types. LangRef, "Parameter Attributes",
//! "Function Attributes".

use rustc_hash::FxHashSet;

use crate::attribute_set::{AttributeItem, AttributeSet, parameter_set};
use crate::attributes::well_known as attrs;
use crate::diagnostic::LlvmVerifyCode;
use crate::enums::{CallingConvention, UnnamedAddr};
use crate::layout::Layout;
use crate::llvm_attributes::{AttributeSite, AttributeTypes};
use crate::llvm_text::type_text;
use crate::types::{predicates::is_sized, well_known as types};
use crate::{Attr, Context, Type, TypeData};

/// Attributes of parameters and results that exclude each other.
const EXCLUSIVE: &[(&str, &str)] = &[
    ("inalloca", "readonly"),
    ("sret", "returned"),
    ("zeroext", "signext"),
    ("readnone", "readonly"),
    ("readnone", "writeonly"),
    ("readonly", "writeonly"),
    ("writable", "readnone"),
    ("writable", "readonly"),
];

/// Ways to pass a parameter, of which it has one.
const PASSED: &[&str] = &["byval", "inalloca", "preallocated", "nest", "byref"];

/// Attributes of functions that exclude each other, in LLVM's order of words.
const EXCLUSIVE_OF_FUNCTIONS: &[(&str, &str)] = &[
    ("noinline", "alwaysinline"),
    ("optsize", "optnone"),
    ("minsize", "optnone"),
    ("optdebug", "optnone"),
    ("optsize", "optdebug"),
    ("minsize", "optdebug"),
    ("sanitize_realtime", "sanitize_realtime_blocking"),
];

/// String attributes of which a function has one at most, and LLVM's words for more. The first of each starts as all do.
const ONE_OF: &[(&[&str], &str)] = &[
    (
        &["aarch64_pstate_sm_enabled", "aarch64_pstate_sm_compatible"],
        "Attributes 'aarch64_pstate_sm_enabled and aarch64_pstate_sm_compatible' are incompatible!",
    ),
    (
        &[
            "aarch64_new_za",
            "aarch64_in_za",
            "aarch64_out_za",
            "aarch64_inout_za",
            "aarch64_preserves_za",
            "aarch64_za_state_agnostic",
        ],
        "Attributes 'aarch64_new_za', 'aarch64_in_za', 'aarch64_out_za', 'aarch64_inout_za', 'aarch64_preserves_za' and 'aarch64_za_state_agnostic' are mutually exclusive",
    ),
    (
        &[
            "aarch64_new_zt0",
            "aarch64_in_zt0",
            "aarch64_out_zt0",
            "aarch64_inout_zt0",
            "aarch64_preserves_zt0",
            "aarch64_za_state_agnostic",
        ],
        "Attributes 'aarch64_new_zt0', 'aarch64_in_zt0', 'aarch64_out_zt0', 'aarch64_inout_zt0', 'aarch64_preserves_zt0' and 'aarch64_za_state_agnostic' are mutually exclusive",
    ),
];

/// String attributes of functions and the values that they may have.
const VALUES: &[(&str, &[&str])] = &[
    ("frame-pointer", &["all", "non-leaf", "none", "reserved", "non-leaf-no-reserve"]),
    ("sign-return-address", &["none", "all", "non-leaf"]),
    ("sign-return-address-key", &["a_key", "b_key"]),
    ("branch-target-enforcement", &["", "true", "false"]),
    ("branch-protection-pauth-lr", &["", "true", "false"]),
    ("guarded-control-stack", &["", "true", "false"]),
];

/// Those that are true, false or empty.
const BOOLEANS: &[&str] = &[
    "marked_for_windows_hot_patching",
    "allow_direct_access_in_hot_patch_function",
    "less-precise-fpmad",
    "no-infs-fp-math",
    "no-nans-fp-math",
    "no-signed-zeros-fp-math",
    "no-jump-tables",
    "no-inline-line-tables",
    "profile-sample-accurate",
    "use-sample-profile",
    "loader-replaceable",
];

/// Those that take a number.
const NUMBERS: &[&str] = &["patchable-function-prefix", "patchable-function-entry", "warn-stack-size"];

/// Attributes that one parameter of a function has at most.
const ONCE: &[&str] = &["nest", "returned", "sret", "swiftself", "swiftasync", "swifterror"];

/// How many parts `modular-format` has at least: the kind, places of the format and of what it is for, and two functions.
const MODULAR_FORMAT_PARTS: usize = 5;

fn has(set: &AttributeSet, name: &str) -> bool {
    set.items().iter().any(|item| item.row().is_some_and(|row| row.llvm == name))
}

/// Why attributes of one parameter or result do not go together.
fn check_conflicts(set: &AttributeSet) -> Option<LlvmVerifyCode> {
    if set.items().len() < 2 {
        return None;
    }
    if has(set, "immarg")
        && set.items().iter().any(|item| item.row().is_none_or(|row| !matches!(row.llvm, "immarg" | "range")))
    {
        let rule = "Attribute 'immarg' is incompatible with other attributes except the 'range' attribute";
        return Some(LlvmVerifyCode::Attributes(rule));
    }
    let passed = PASSED.iter().filter(|name| has(set, name)).count();
    if passed + usize::from(has(set, "sret") || has(set, "inreg")) > 1 {
        return Some(LlvmVerifyCode::PassingAttributes);
    }
    let both = |pair: &&(&str, &str)| has(set, pair.0) && has(set, pair.1);
    EXCLUSIVE.iter().find(both).map(|(a, b)| LlvmVerifyCode::IncompatibleAttributes(a, b))
}

/// The first attribute of a parameter or result that LLVM has elsewhere alone. Its parser refuses it.
pub fn check_site(ctx: &Context, set: &AttributeSet, site: AttributeSite) -> Option<LlvmVerifyCode> {
    let item = set.items().iter().find(|item| item.row().is_some_and(|row| !row.applies_to(site)))?;
    let text = spelled(ctx, item);
    Some(match site {
        AttributeSite::Result => LlvmVerifyCode::AttributeOfResult(text),
        AttributeSite::Parameter | AttributeSite::Function => LlvmVerifyCode::AttributeOfParameter(text),
    })
}

/// An attribute as LLVM IR has it.
fn spelled(ctx: &Context, item: &AttributeItem) -> String {
    let mut text = String::new();
    item.write(ctx, &mut text, false, &|ty, out| out.push_str(&type_text(ctx, ty)));
    text
}

/// The first attribute of a function or call that LLVM has elsewhere alone.
pub fn check_misplaced(ctx: &Context, set: &AttributeSet) -> Option<LlvmVerifyCode> {
    let mut items = set.items().iter();
    let item = items.find(|item| item.row().is_some_and(|row| !row.applies_to(AttributeSite::Function)))?;
    Some(LlvmVerifyCode::AttributeOfFunction(spelled(ctx, item)))
}

/// Why attributes of a function or call do not go together or have wrong values.
pub fn check_function(ctx: &Context, set: &AttributeSet) -> Option<LlvmVerifyCode> {
    let both = |pair: &&(&str, &str)| has(set, pair.0) && has(set, pair.1);
    if let Some((a, b)) = EXCLUSIVE_OF_FUNCTIONS.iter().find(both) {
        return Some(LlvmVerifyCode::IncompatibleAttributes(a, b));
    }
    if has(set, "optnone") && !has(set, "noinline") {
        return Some(LlvmVerifyCode::OptnoneWithoutNoinline);
    }
    let of_item = |item: &AttributeItem| match item {
        AttributeItem::String { key, value } => {
            let (key, value) = (ctx.text(*key), value.map(|v| ctx.text(v)).unwrap_or_default());
            check_string(&key, &value)
        }
        AttributeItem::Text(_, text) => match item.row()?.llvm {
            "vscale_range" => check_vscale(&ctx.text(*text)),
            "allockind" => check_allocation(&ctx.text(*text)).map(LlvmVerifyCode::Attributes),
            _ => None,
        },
        _ => None,
    };
    let misplaced = check_misplaced(ctx, set);
    if misplaced.is_some() {
        return misplaced;
    }
    set.items().iter().find_map(of_item).or_else(|| check_strings(ctx, set).map(LlvmVerifyCode::Attributes))
}

/// Which string attributes of a function exclude each other, or ask for another one.
fn check_strings(ctx: &Context, set: &AttributeSet) -> Option<&'static str> {
    let keys = set.items().iter().filter_map(|item| match item {
        AttributeItem::String { key, .. } => Some(ctx.bytes(*key)),
        _ => None,
    });
    let count = |names: &[&str]| keys.clone().filter(|key| names.iter().any(|name| name.as_bytes() == *key)).count();
    let is_aarch64 = keys.clone().any(|key| key.starts_with(b"aarch64_"));
    let excluded = ONE_OF.iter().find(|(names, _)| is_aarch64 && count(names) > 1).map(|(_, rule)| *rule);
    excluded.or_else(|| {
        let lacks_kind = count(&["sign-return-address-key"]) > 0 && count(&["sign-return-address"]) == 0;
        lacks_kind.then_some("'sign-return-address-key' present without `sign-return-address`")
    })
}

/// `"alloc,zeroed"` of `allockind`.
fn check_allocation(text: &str) -> Option<&'static str> {
    let has = |word: &str| text.trim_matches('"').split(',').any(|own| own.trim() == word);
    let kinds = ["alloc", "realloc", "free"].into_iter().filter(|kind| has(kind)).count();
    if kinds != 1 {
        Some("'allockind()' requires exactly one of alloc, realloc, and free")
    } else if has("free") && ["uninitialized", "zeroed", "aligned"].into_iter().any(has) {
        Some(r#"'allockind("free")' doesn't allow uninitialized, zeroed, or aligned modifiers."#)
    } else {
        (has("zeroed") && has("uninitialized")).then_some("'allockind()' can't be both zeroed and uninitialized")
    }
}

/// Why a function's own attributes do not go with its address, which may be without meaning, or belong on calls.
pub fn check_own(ctx: &Context, set: &AttributeSet, address: UnnamedAddr) -> Option<LlvmVerifyCode> {
    let is_of_calls = |item: &AttributeItem| match item {
        AttributeItem::String { key, .. } => ctx.bytes(*key) == b"aarch64_zt0_undef",
        _ => false,
    };
    let rule = if set.items().iter().any(is_of_calls) {
        "Attribute 'aarch64_zt0_undef' can only be applied to a callsite."
    } else if has(set, "builtin") {
        "Attribute 'builtin' can only be applied to a callsite."
    } else if has(set, "jumptable") && address != UnnamedAddr::Global {
        "Attribute 'jumptable' requires 'unnamed_addr'"
    } else {
        return None;
    };
    Some(LlvmVerifyCode::Attributes(rule))
}

/// Attributes of parameters that kernels and shaders of AMDGPU do not have, and LLVM's words for them.
const NOT_OF_KERNELS: [(&str, &str); 4] = [
    ("sret", "Calling convention does not allow sret"),
    ("byval", "Calling convention disallows byval"),
    ("preallocated", "Calling convention disallows preallocated"),
    ("inalloca", "Calling convention disallows inalloca"),
];

/// Why parameters of these types and attributes do not go with a calling convention.
pub fn check_convention(
    (ctx, layout): (&Context, &Layout),
    convention: CallingConvention,
    parameters: &[Type],
    attributes: &[Attr],
) -> Option<LlvmVerifyCode> {
    let written = |dictionary: &Attr| *dictionary != attrs::EMPTY_DICTIONARY;
    if convention == CallingConvention::X86_INTR {
        let lacks = attributes.first().is_some_and(|first| !has(&parameter_set(ctx, *first), "byval"));
        return lacks.then_some(LlvmVerifyCode::Attributes("Calling convention parameter requires byval"));
    }
    if convention == CallingConvention::AMDGPU_GFX_WHOLE_WAVE {
        let is_scalar = attributes.first().is_some_and(|first| has(&parameter_set(ctx, *first), "inreg"));
        let rule = match parameters.first() {
            Some(&types::I1) if is_scalar => "Calling convention requires first argument to not be inreg",
            Some(&types::I1) => return None,
            _ => "Calling convention requires first argument to be i1",
        };
        return Some(LlvmVerifyCode::Attributes(rule));
    }
    if !convention.is_entry_of_amdgpu() || !attributes.iter().any(written) {
        return None;
    }
    let of_parameter = |(dictionary, ty): (&Attr, &Type)| {
        let set = parameter_set(ctx, *dictionary);
        let passed = NOT_OF_KERNELS.iter().find(|(name, _)| has(&set, name)).map(|(_, rule)| *rule);
        let is_on_stack = has(&set, "byref") && ctx.pointer_space(*ty) == Some(layout.alloca_space());
        passed.or_else(|| is_on_stack.then_some("Calling convention disallows stack byref"))
    };
    attributes
        .iter()
        .zip(parameters)
        .filter(|(one, _)| written(one))
        .find_map(of_parameter)
        .map(LlvmVerifyCode::Attributes)
}

/// Why `modular-format` of a function of so many parameters does not name the first of those that are formatted. One more
/// stands for those that a variadic function has beyond.
pub fn check_modular_format(
    ctx: &Context,
    set: &AttributeSet,
    (parameters, vararg): (&[Type], bool),
) -> Option<LlvmVerifyCode> {
    let value = set.items().iter().find_map(|item| match item {
        AttributeItem::String { key, value } if ctx.bytes(*key) == b"modular-format" => *value,
        _ => None,
    })?;
    let text = ctx.text(value);
    let Ok(first) = text.split(',').nth(2)?.parse::<usize>() else {
        return Some(LlvmVerifyCode::Attributes("modular-format attribute first arg index is not an integer"));
    };
    let is_in = (1..=parameters.len() + usize::from(vararg)).contains(&first);
    (!is_in).then_some(LlvmVerifyCode::Attributes("modular-format attribute first arg index is out of bounds"))
}

/// Why the parameters that `allocsize` names are none that hold a size.
pub fn check_allocsize(ctx: &Context, set: &AttributeSet, parameters: &[Type]) -> Option<LlvmVerifyCode> {
    let written = set.items().iter().find(|item| item.row().is_some_and(|row| row.llvm == "allocsize"))?;
    let AttributeItem::Text(_, text) = written else { return None };
    let text = ctx.text(*text);
    text.split(',').zip(["element size", "number of elements"]).find_map(|(index, what)| {
        let parameter = parameters.get(index.trim().parse::<usize>().ok()?);
        match parameter {
            None => Some(LlvmVerifyCode::AllocsizeBounds(what)),
            Some(ty) => ctx.int_width(*ty).is_none().then_some(LlvmVerifyCode::AllocsizeType(what)),
        }
    })
}

fn check_string(key: &str, value: &str) -> Option<LlvmVerifyCode> {
    if VALUES.iter().any(|(name, values)| *name == key && !values.contains(&value)) {
        return Some(LlvmVerifyCode::StringAttributeValue { key: key.to_owned(), value: value.to_owned() });
    }
    if BOOLEANS.contains(&key) && !matches!(value, "" | "true" | "false") {
        return Some(LlvmVerifyCode::StringAttributeValue { key: key.to_owned(), value: value.to_owned() });
    }
    if key == "target-features" && !value.is_empty() {
        return value.split(',').find_map(check_feature);
    }
    if key.starts_with("denormal-fp-math") && !is_denormal_mode(value) {
        return Some(LlvmVerifyCode::StringAttributeValue { key: key.to_owned(), value: value.to_owned() });
    }
    if key == "alloc-variant-zeroed" && value.is_empty() {
        return Some(LlvmVerifyCode::Attributes("'alloc-variant-zeroed' must not be empty"));
    }
    if key == "patchable-function-entry-section" && value.is_empty() {
        return Some(LlvmVerifyCode::Attributes("\"patchable-function-entry-section\" must not be empty"));
    }
    if key == "modular-format" && value.split(',').count() < MODULAR_FORMAT_PARTS {
        return Some(LlvmVerifyCode::Attributes("modular-format attribute requires at least 5 arguments"));
    }
    if NUMBERS.contains(&key) && value.parse::<u32>().is_err() {
        return Some(LlvmVerifyCode::NumericStringAttribute { key: key.to_owned(), value: value.to_owned() });
    }
    None
}

/// `preserve-sign,ieee` of `denormal-fp-math`: the modes of results and of operands.
fn is_denormal_mode(value: &str) -> bool {
    let (output, input) = value.split_once(',').unwrap_or((value, ""));
    [output, input].iter().all(|mode| matches!(*mode, "" | "ieee" | "preserve-sign" | "positive-zero" | "dynamic"))
}

/// `+sse2` or `-sse2` of `target-features`.
fn check_feature(feature: &str) -> Option<LlvmVerifyCode> {
    if feature.is_empty() {
        return Some(LlvmVerifyCode::EmptyTargetFeature);
    }
    (!feature.starts_with(['+', '-'])).then(|| LlvmVerifyCode::TargetFeatureSign(feature.to_owned()))
}

/// `1,16` of `vscale_range`; one number stands for both, and 0 for no limit.
fn check_vscale(text: &str) -> Option<LlvmVerifyCode> {
    let (low, high) = text.split_once(',').unwrap_or((text, text));
    let (low, high) = (low.trim().parse::<u64>().ok()?, high.trim().parse::<u64>().ok()?);
    let wrong = if low == 0 {
        "minimum must be greater than 0"
    } else if !low.is_power_of_two() {
        "minimum must be power-of-two value"
    } else if high != 0 && low > high {
        "minimum cannot be greater than maximum"
    } else if high != 0 && !high.is_power_of_two() {
        "maximum must be power-of-two value"
    } else {
        return None;
    };
    Some(LlvmVerifyCode::VscaleRange(wrong))
}

/// Whether an attribute may hang on a value of a type.
fn fits(ctx: &Context, item: &AttributeItem, ty: Type) -> bool {
    let Some(row) = item.row() else { return true };
    let scalar = ctx.scalar_type(ty);
    match row.llvm_types {
        AttributeTypes::Any => true,
        AttributeTypes::Value => ty != types::VOID,
        AttributeTypes::Integer => ctx.int_width(ty).is_some(),
        AttributeTypes::IntegerOrVector => ctx.int_width(scalar).is_some() && has_width(ctx, item, scalar),
        AttributeTypes::Pointer => matches!(ctx.type_data(ty), TypeData::Pointer { .. }),
        AttributeTypes::PointerOrVector => matches!(ctx.type_data(scalar), TypeData::Pointer { .. }),
        AttributeTypes::Float => is_made_of_floats(ctx, ty),
    }
}

/// Whether a range's bounds are of a type, and say none or all of its values by zeros or by ones alone: `i32 0, 5`.
fn has_width(ctx: &Context, item: &AttributeItem, ty: Type) -> bool {
    let AttributeItem::Text(_, text) = item else { return true };
    let text = ctx.text(*text);
    let Some((own, bounds)) = text.split_once(' ') else { return false };
    let is_proper = bounds.split_once(',').is_none_or(|(low, high)| {
        let low = low.trim();
        low != high.trim() || matches!(low, "0" | "-1")
    });
    own == type_text(ctx, ty) && is_proper
}

/// Whether `nofpclass` goes with a type: floats, and vectors, arrays and structs of them.
fn is_made_of_floats(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Array { element, .. } => is_made_of_floats(ctx, *element),
        TypeData::LiteralStruct { elements, .. } => elements.iter().all(|e| is_made_of_floats(ctx, *e)),
        _ => matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Float(_)),
    }
}

/// Parameters' and results' attributes that go with each other and with their types, as far as they have been met.
#[derive(Default)]
pub struct FittingAttributes(FxHashSet<(Attr, Type)>);

impl FittingAttributes {
    /// The rule that a parameter's or result's attributes break, alone or because of its type; none for attributes met before.
    #[inline]
    pub fn check(&mut self, (ctx, layout): (&Context, &Layout), dictionary: Attr, ty: Type) -> Option<LlvmVerifyCode> {
        if dictionary == attrs::EMPTY_DICTIONARY || !self.0.insert((dictionary, ty)) {
            return None;
        }
        check_type_attributes((ctx, layout), dictionary, ty)
    }
}

/// Why attributes do not go with each other, or with a type.
#[cold]
fn check_type_attributes((ctx, layout): (&Context, &Layout), dictionary: Attr, ty: Type) -> Option<LlvmVerifyCode> {
    let set = parameter_set(ctx, dictionary);
    let of_types = |item: &AttributeItem| {
        if !fits(ctx, item, ty) {
            return Some(LlvmVerifyCode::AttributeOnType(spelled(ctx, item)));
        }
        let name = item.row()?.llvm;
        match item {
            AttributeItem::Type(_, types::VOID) => Some(LlvmVerifyCode::AttributeOfUnsizedType(name)),
            AttributeItem::Type(_, pointee) if matches!(name, "byval" | "byref" | "inalloca" | "preallocated") => {
                if !is_sized(ctx, *pointee) {
                    return Some(LlvmVerifyCode::AttributeOfUnsizedType(name));
                }
                let is_huge = layout.alloc_size(ctx, *pointee).is_some_and(|bytes| bytes > u64::from(u32::MAX));
                is_huge.then_some(LlvmVerifyCode::HugeArgument(name))
            }
            _ => None,
        }
    };
    check_conflicts(&set).or_else(|| set.items().iter().find_map(of_types))
}

/// Why the attributes of a function's parameters do not go with each other and its result.
pub fn check_parameters(ctx: &Context, types: &[Type], dictionaries: &[Attr], result: Type) -> Option<LlvmVerifyCode> {
    if dictionaries.iter().all(|d| *d == attrs::EMPTY_DICTIONARY) {
        return None;
    }
    let sets: Vec<AttributeSet> = dictionaries.iter().map(|d| parameter_set(ctx, *d)).collect();
    if let Some(name) = ONCE.iter().find(|name| sets.iter().filter(|set| has(set, name)).count() > 1) {
        return Some(match *name {
            "nest" | "returned" => LlvmVerifyCode::AttributeOfParameters(name),
            name => LlvmVerifyCode::MultipleParameters(name),
        });
    }
    sets.iter().enumerate().find_map(|(place, set)| {
        let same = |ty: Type| {
            let bits = ctx.primitive_bits(ty);
            ty == result || (bits != 0 && bits == ctx.primitive_bits(result))
        };
        if has(set, "returned") && !types.get(place).is_some_and(|ty| same(*ty)) {
            Some(LlvmVerifyCode::ReturnedType)
        } else if has(set, "sret") && place > 1 {
            Some(LlvmVerifyCode::SretParameter)
        } else if has(set, "inalloca") && place + 1 != sets.len() {
            Some(LlvmVerifyCode::InallocaParameter)
        } else {
            None
        }
    })
}

/// Why attributes that intrinsics alone have on their parameters do not belong on those of another function, in LLVM's
/// words.
pub fn check_outside_intrinsics(ctx: &Context, dictionaries: &[Attr]) -> Option<LlvmVerifyCode> {
    let written = dictionaries.iter().filter(|d| **d != attrs::EMPTY_DICTIONARY);
    written.map(|dictionary| parameter_set(ctx, *dictionary)).find_map(|set| {
        if has(&set, "immarg") {
            Some(LlvmVerifyCode::ImmargOutsideIntrinsic)
        } else if has(&set, "elementtype") {
            Some(LlvmVerifyCode::ElementtypeOutsideIntrinsic)
        } else {
            None
        }
    })
}
