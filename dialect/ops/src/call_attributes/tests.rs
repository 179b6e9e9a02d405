use super::*;
use crate::attribute_set::*;
use crate::attributes::AttrData;
use crate::llvm_attributes;
use crate::ops;
use crate::types::TypeData;

fn item(ctx: &Context, name: &str, value: &str) -> AttributeItem {
    use llvm_attributes::AttributeValue;
    let Some((place, row)) = llvm_attributes::by_llvm(name) else {
        let value = (!value.is_empty()).then(|| ctx.str(value));
        return AttributeItem::String { key: ctx.str(name), value };
    };
    let place = place as u8;
    match row.value {
        AttributeValue::None => AttributeItem::Flag(place),
        AttributeValue::Int => AttributeItem::Int(place, value.parse().unwrap()),
        AttributeValue::Type => AttributeItem::Type(place, ctx.int_type(32)),
        _ => AttributeItem::Text(place, ctx.str(value)),
    }
}

fn set(ctx: &Context, items: &[(&str, &str)]) -> AttributeSet {
    let mut set = AttributeSet::new();
    for (name, value) in items {
        set.push(ctx, item(ctx, name, value));
    }
    set
}

fn spelled(ctx: &Context, set: &AttributeSet, group: bool) -> String {
    let mut out = String::new();
    set.write(ctx, &mut out, group, &|ty, out| {
        if let TypeData::Integer { width, .. } = ctx.type_data(ty) {
            out.push_str(&format!("i{width}"));
        }
    });
    out
}

/// Every attribute with a value LLVM's writer would print.
fn everything() -> Vec<(&'static str, &'static str)> {
    use llvm_attributes::{AttributeText, AttributeValue};
    let mut all: Vec<(&str, &str)> = llvm_attributes::ATTRIBUTES
        .iter()
        .map(|row| {
            let value = match row.value {
                AttributeValue::None | AttributeValue::Type => "",
                AttributeValue::Text(AttributeText::UwTable | AttributeText::DeadOnReturn) => "",
                AttributeValue::Int => "16",
                AttributeValue::Text(AttributeText::AllocKind) => "\"alloc,zeroed\"",
                AttributeValue::Text(AttributeText::AllocSize) => "0,1",
                AttributeValue::Text(AttributeText::Captures) => "ret: address, provenance",
                AttributeValue::Text(AttributeText::Memory) => "read, argmem: none, target_mem1: readwrite",
                AttributeValue::Text(AttributeText::FpClass) => "nan inf",
                AttributeValue::Text(AttributeText::VScaleRange) => "2,0",
                AttributeValue::Text(AttributeText::Range) => "i128 -5, 170141183460469231731687303715884105727",
                AttributeValue::Text(AttributeText::Initializes) => "(0, 4), (8, 16)",
            };
            (row.llvm, value)
        })
        .collect();
    all.extend([
        ("frame-pointer", "all"),
        ("frame-pointer", "bogus"),
        ("target-cpu", "x86-64"),
        ("target-cpu", ""),
        ("tune-cpu", "generic"),
        ("target-features", "+sse,-avx"),
        ("target-features", "sse"),
        ("target-features", ""),
        ("no-infs-fp-math", "true"),
        ("no-infs-fp-math", "maybe"),
        ("aarch64_new_za", "value"),
        ("aarch64_pstate_sm_enabled", ""),
        ("aarch64_pstate_sm_body", ""),
        ("prefer-vector-width", "128"),
        ("denormal-fp-math-f32", ""),
        ("alloc-family", "malloc"),
        ("wei\"rd\n", "\\"),
    ]);
    all
}

#[test]
fn every_attribute_comes_back_from_every_holder() {
    let ctx = Context::new();
    let all = everything();
    let mut sets: Vec<AttributeSet> = all.iter().map(|one| set(&ctx, &[*one])).collect();
    sets.extend(all.windows(3).map(|three| set(&ctx, three)));
    sets.push(set(&ctx, &all));
    // String attributes that are spelled like others.
    let mut quoted = AttributeSet::new();
    for (key, value) in [("nounwind", None), ("alignstack", Some("8")), ("memory", Some("1"))] {
        quoted.push(&ctx, AttributeItem::String { key: ctx.str(key), value: value.map(|v| ctx.str(v)) });
    }
    sets.push(quoted);
    for set in &sets {
        assert_eq!(function_set(&ctx, ctx.dictionary(&function_entries(&ctx, set))), *set);
        assert_eq!(parameter_set(&ctx, parameter_dictionary(&ctx, set)), *set);
        assert_eq!(list_set(&ctx, list_attr(&ctx, set)), *set);
        for op in [ops::llvm::CALL, ops::llvm::INVOKE, ops::intrinsics::MEMCPY] {
            let entries = call_entries(&ctx, op, set, CalledFunction::UNKNOWN);
            assert_eq!(call_set(&ctx, op, ctx.dictionary(&entries), MemoryEffects::ANY), *set);
        }
    }
}

#[test]
fn what_upstream_says_is_not_preserved() {
    let ctx = Context::new();
    let function = set(
        &ctx,
        &[
            ("mustprogress", ""),
            ("nounwind", ""),
            ("uwtable", ""),
            ("memory", "argmem: read"),
            ("allocsize", "0"),
            ("vscale_range", "1,16"),
            ("frame-pointer", "non-leaf"),
            ("target-cpu", "x86-64"),
            ("target-features", "+cx8,+mmx"),
        ],
    );
    let dictionary = ctx.dictionary(&function_entries(&ctx, &function));
    let names: Vec<_> = ctx.entries(dictionary).iter().map(|e| ctx.text(e.0)).collect();
    assert_eq!(
        names,
        [
            "frame_pointer",
            "memory_effects",
            "no_unwind",
            "passthrough",
            "target_cpu",
            "target_features",
            "uwtable_kind",
            "vscale_range"
        ]
    );
    let passed = ctx.entry(dictionary, PASSTHROUGH).map(|p| ctx.items(p).len());
    assert_eq!(passed, Some(3), "mustprogress, allocsize, and target-cpu, which upstream stores twice");

    let parameter = set(&ctx, &[("noundef", ""), ("captures", "none"), ("align", "8"), ("range", "i8 -128, 127")]);
    let dictionary = parameter_dictionary(&ctx, &parameter);
    let names: Vec<_> = ctx.entries(dictionary).iter().map(|e| ctx.text(e.0)).collect();
    assert_eq!(names, ["llvm.align", "llvm.nocapture", "llvm.noundef", "llvm.range"]);

    let call = set(&ctx, &[("nounwind", ""), ("memory", "none")]);
    assert_eq!(call_entries(&ctx, ops::llvm::CALL, &call, CalledFunction::UNKNOWN).len(), 2);
    let invoke = call_entries(&ctx, ops::llvm::INVOKE, &call, CalledFunction::UNKNOWN);
    assert!(matches!(invoke[..], [(IRTRIP_ATTRIBUTES, list)] if matches!(ctx.attr_data(list), AttrData::Array(_))));
}

#[test]
fn a_call_has_the_memory_effects_of_its_callee_too() {
    let ctx = Context::new();
    let texts = ["none", "read", "argmem: read", "argmem: readwrite", "readwrite"];
    let own = texts.iter().map(|text| set(&ctx, &[("memory", text)])).chain([AttributeSet::new()]);
    let callees: Vec<_> = own.clone().map(|set| MemoryEffects::of_set(&ctx, &set)).collect();
    for set in own {
        for &effects in &callees {
            for named in [true, false] {
                let entries = call_entries(&ctx, ops::llvm::CALL, &set, CalledFunction { effects, named });
                let both = effects.and(MemoryEffects::of_set(&ctx, &set));
                let stored = entries.iter().find(|e| e.0 == MEMORY_EFFECTS).map(|e| e.1);
                assert_eq!(stored, (both != MemoryEffects::ANY).then(|| both.attr(&ctx)));
                let known = if named { effects } else { MemoryEffects::ANY };
                assert_eq!(call_set(&ctx, ops::llvm::CALL, ctx.dictionary(&entries), known), set);
                let carries = entries.iter().any(|e| e.0 == IRTRIP_ATTRIBUTES);
                assert!(!(carries && named && set.is_empty()), "an ordinary call carries nothing");
            }
        }
    }
}

#[test]
fn bundles_add_to_memory_effects() {
    let none = MemoryEffects::of_set(&Context::new(), &AttributeSet::new());
    assert_eq!(none, MemoryEffects::ANY);
    let ctx = Context::new();
    let none = MemoryEffects::of_set(&ctx, &set(&ctx, &[("memory", "none")]));
    let read = MemoryEffects::of_set(&ctx, &set(&ctx, &[("memory", "read")]));
    assert_eq!(none.with_bundles([&b"kcfi"[..]].into_iter()), none);
    assert_eq!(none.with_bundles([&b"kcfi"[..], b"deopt"].into_iter()), read);
    assert_eq!(none.with_bundles([&b"else"[..]].into_iter()), MemoryEffects::ANY);
}

#[test]
fn sets_are_written_in_order() {
    let ctx = Context::new();
    let all = set(
        &ctx,
        &[
            ("b", "x"),
            ("a\"", ""),
            ("alignstack", "16"),
            ("align", "8"),
            ("sret", ""),
            ("uwtable", "sync"),
            ("dereferenceable", "4"),
            ("allockind", "\"free\""),
            ("noundef", ""),
        ],
    );
    assert_eq!(
        spelled(&ctx, &all, false),
        "noundef sret(i32) align 8 allockind(\"free\") dereferenceable(4) alignstack(16) uwtable(sync) \"a\\22\" \"b\"=\"x\""
    );
    assert_eq!(
        spelled(&ctx, &all, true),
        "noundef sret(i32) align=8 allockind(\"free\") dereferenceable(4) alignstack=16 uwtable(sync) \"a\\22\" \"b\"=\"x\""
    );
}
