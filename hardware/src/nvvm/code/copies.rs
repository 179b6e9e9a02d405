//! Asynchronous copies of a thread, of bulk and of tensors, and prefetches. PTX ISA, "Data Movement and Conversion
//! Instructions".

use irtrip_dialect::Value;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::translation::{Argument, CallArgument, NamePart, Replacements, Translator};

use super::SHARED_CLUSTER;
use super::barriers::of_shared_memory;
use super::ptx::{plain, unguarded};
use crate::code_prelude::*;

/// A cache hint, and whether there is one.
const HINT: Argument = OperandOr("l2CacheHint", 0);
const HAS_HINT: Argument = IsGiven("l2CacheHint");
/// The mode in which a tensor is addressed.
const MODE: NamePart = Words(
    "mode",
    &[
        ("im2col_w", "im2col.w"),
        ("im2col_w_128", "im2col.w.128"),
        ("tile_gather4", "tile.gather4"),
        ("tile_scatter4", "tile.scatter4"),
    ],
);

pub const CODE: &[OpDef] = &[
    OpDef::call(
        "nvvm.cp.async.shared.global",
        &[
            Text("llvm.nvvm.cp.async."),
            Word("modifier"),
            Text(".shared.global."),
            Number("size"),
            IfGiven("cpSize", ".s"),
        ],
        &[Operand("dst"), Operand("src"), Operand("cpSize")],
    ),
    OpDef::call("nvvm.cp.async.wait.group", &[Text("llvm.nvvm.cp.async.wait.group")], &[Attr("n")]),
    OpDef::call(
        "nvvm.cp.async.mbarrier.arrive",
        &[Text("llvm.nvvm.cp.async.mbarrier.arrive"), Flag("noinc", ".noinc", ""), Space("addr", &[(3, ".shared")])],
        &[Operand("addr")],
    )
    .older_names(&[of_shared_memory("nvvm.cp.async.mbarrier.arrive.shared")]),
    OpDef::call(
        "nvvm.cp.async.bulk.wait_group",
        &[Text("llvm.nvvm.cp.async.bulk.wait.group"), Flag("read", ".read", "")],
        &[Attr("group")],
    ),
    OpDef::new("nvvm.cp.async.bulk.shared.cluster.global").translation(Translation::Code(bulk_to_shared)),
    OpDef::call(
        "nvvm.cp.async.bulk.shared.cluster.shared.cta",
        &[Text("llvm.nvvm.cp.async.bulk.shared.cta.to.cluster")],
        &[Operand("dstMem"), Operand("mbar"), Operand("srcMem"), Operand("size")],
    ),
    OpDef::call(
        "nvvm.cp.async.bulk.global.shared.cta",
        &[Text("llvm.nvvm.cp.async.bulk.shared.cta.to.global"), IfGiven("byteMask", ".bytemask")],
        &[Operand("dstMem"), Operand("srcMem"), Operand("size"), HINT, HAS_HINT, Operand("byteMask")],
    ),
    OpDef::call(
        "nvvm.cp.async.bulk.prefetch",
        &[Text("llvm.nvvm.cp.async.bulk.prefetch.L2")],
        &[Operand("srcMem"), Operand("size"), HINT, HAS_HINT],
    ),
    OpDef::new("nvvm.cp.async.bulk.tensor.shared.cluster.global").translation(Translation::Code(tensor_to_shared)),
    OpDef::call(
        "nvvm.cp.async.bulk.tensor.prefetch",
        &[Text("llvm.nvvm.cp.async.bulk.tensor.prefetch."), MODE, Text("."), DIMENSIONS],
        &[Operand("tmaDescriptor"), Operand("coordinates"), Operand("im2colOffsets"), HINT, HAS_HINT],
    ),
    OpDef::call(
        "nvvm.cp.async.bulk.tensor.reduce",
        &[Text("llvm.nvvm.cp.async.bulk.tensor.reduce."), Word("redKind"), Text("."), MODE, Text("."), DIMENSIONS],
        &[Operand("srcMem"), Operand("tmaDescriptor"), Operand("coordinates"), HINT, HAS_HINT],
    ),
    OpDef::new("nvvm.cp.async.bulk.tensor.global.shared.cta").translation(Translation::Code(tensor_to_global)),
    OpDef::call(
        "nvvm.st.bulk",
        &[Text("llvm.nvvm.st.bulk"), Space("addr", &[(3, ".shared.cta")])],
        &[Operand("addr"), Operand("size"), Attr("initVal")],
    ),
    OpDef::call(
        "nvvm.mapa",
        &[Text("llvm.nvvm.mapa"), Space("a", &[(3, ".shared.cluster")])],
        &[Operand("a"), Operand("b")],
    ),
    OpDef::new("nvvm.prefetch").translation(Translation::Code(prefetch)),
];

/// The number of a tensor's dimensions: a gather or a scatter names five numbers for two.
const DIMENSIONS: NamePart = Code(|op| {
    let mode = op.word("mode")?;
    let count = if mode.ends_with('4') { 2 } else { op.group_named("coordinates")?.len() };
    Some(format!("{count}d"))
});

/// The address space of a kernel's parameters.
const PARAMETERS: u32 = 101;

fn is_in_space(translator: &Translator<'_>, group: &'static str, space: u32) -> Result<bool, ExportCode> {
    Ok(translator.type_of(group)? == translator.ctx().ptr_type(space))
}

/// A copy to the block's memory takes no mask of blocks.
fn bulk_to_shared(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const TO_CLUSTER: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.cp.async.bulk.global.to.shared.cluster")],
        &[
            Operand("dstMem"),
            Operand("mbar"),
            Operand("srcMem"),
            Operand("size"),
            OperandOr("multicastMask", 0),
            HINT,
            IsGiven("multicastMask"),
            HAS_HINT,
        ],
    );
    const TO_BLOCK: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.cp.async.bulk.global.to.shared.cta")],
        &[Operand("dstMem"), Operand("mbar"), Operand("srcMem"), Operand("size"), HINT, HAS_HINT],
    );
    let call = if is_in_space(translator, "dstMem", SHARED_CLUSTER)? { TO_CLUSTER } else { TO_BLOCK };
    call.translate(translator)
}

/// A copy of a tensor to the block's memory takes no mask of blocks and no group.
fn tensor_to_shared(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const TO_CLUSTER: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.cp.async.bulk.tensor.g2s."), MODE, Text("."), DIMENSIONS],
        &[
            Operand("dstMem"),
            Operand("mbar"),
            Operand("tmaDescriptor"),
            Operand("coordinates"),
            Operand("im2colOffsets"),
            OperandOr("multicastMask", 0),
            HINT,
            IsGiven("multicastMask"),
            HAS_HINT,
            WordNumber("group", &[("", 0), ("cta_1", 1), ("cta_2", 2)]),
        ],
    );
    const TO_BLOCK: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.cp.async.bulk.tensor.g2s.cta."), MODE, Text("."), DIMENSIONS],
        &[
            Operand("dstMem"),
            Operand("mbar"),
            Operand("tmaDescriptor"),
            Operand("coordinates"),
            Operand("im2colOffsets"),
            HINT,
            HAS_HINT,
        ],
    );
    if let Some(predicate) = translator.operand("predicate")? {
        if translator.flag("isCTAOnly") {
            return Err(unguarded("cp.async.bulk.tensor.shared::cta"));
        }
        return guarded_tensor_to_shared(translator, predicate);
    }
    let call = if translator.flag("isCTAOnly") { TO_BLOCK } else { TO_CLUSTER };
    call.translate(translator)
}

/// The numbers of an instruction's operands, from one on: `$2,$3`.
fn numbers(first: usize, count: usize, between: &str) -> String {
    let numbers: Vec<String> = (first..first + count).map(|number| format!("${number}")).collect();
    numbers.join(between)
}

/// The copy as inline PTX: intrinsics have no predicate.
fn guarded_tensor_to_shared(translator: &mut Translator<'_>, predicate: Value) -> Result<Replacements, ExportCode> {
    const GROUPS: [&str; 7] =
        ["dstMem", "tmaDescriptor", "coordinates", "mbar", "im2colOffsets", "multicastMask", "l2CacheHint"];
    let mut counts = [0; GROUPS.len()];
    for (count, group) in counts.iter_mut().zip(GROUPS) {
        *count = translator.group(group)?.len();
    }
    let [_, _, dimensions, _, offsets, masks, hints] = counts;
    let mut text = format!("cp.async.bulk.tensor.{dimensions}d.shared::cluster.global.mbarrier::complete_tx::bytes");
    for (count, word) in [(offsets, ".im2col"), (masks, ".multicast::cluster"), (hints, ".L2::cache_hint")] {
        text.push_str(if count > 0 { word } else { "" });
    }
    let barrier = 2 + dimensions;
    text.push_str(&format!(" [$0], [$1, {{{}}} ], [${barrier}]", numbers(2, dimensions, ",")));
    if offsets > 0 {
        text.push_str(&format!(",{{{}}}", numbers(barrier + 1, offsets, ",")));
    }
    for number in barrier + 1 + offsets..barrier + 1 + offsets + masks + hints {
        text.push_str(&format!(", ${number}"));
    }
    text.push(';');
    plain(translator, &text, &GROUPS, Some(predicate))
}

/// A copy of the block's memory to a tensor.
fn tensor_to_global(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const TO_GLOBAL: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.cp.async.bulk.tensor.s2g."), MODE, Text("."), DIMENSIONS],
        &[Operand("srcMem"), Operand("tmaDescriptor"), Operand("coordinates"), HINT, HAS_HINT],
    );
    let predicate = translator.operand("predicate")?;
    if predicate.is_none() {
        return TO_GLOBAL.translate(translator);
    }
    if translator.operand("l2CacheHint")?.is_some() {
        return Err(unguarded("cp.async.bulk.tensor.L2::cache_hint"));
    }
    let dimensions = translator.group("coordinates")?.len();
    let text = format!(
        "cp.async.bulk.tensor.{dimensions}d.global.shared::cta.bulk_group [$0, {{{}}} ], [$1];",
        numbers(2, dimensions, ", ")
    );
    plain(translator, &text, &["tmaDescriptor", "srcMem", "coordinates"], predicate)
}

/// A prefetch into a cache, or of the description of a tensor.
fn prefetch(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const TO_CACHE: IntrinsicCall = IntrinsicCall::new(
        &[
            Text("llvm.nvvm.prefetch"),
            Flag("uniform", "u", ""),
            Space("addr", &[(1, ".global"), (5, ".local")]),
            Text("."),
            Word("cacheLevel"),
            Words("evictPriority", &[("evict_last", ".evict.last"), ("evict_normal", ".evict.normal")]),
        ],
        &[Operand("addr")],
    );
    let predicate = translator.operand("predicate")?;
    if !translator.flag("tensormap") {
        return if predicate.is_none() { TO_CACHE.translate(translator) } else { Err(unguarded("prefetch")) };
    }
    if predicate.is_some() {
        return plain(translator, "prefetch.tensormap [$0];", &["addr"], predicate);
    }
    let mut address = translator.operand("addr")?.ok_or(ExportCode::Attribute("addr"))?;
    if translator.flag("in_param_space") {
        let space = translator.ctx().ptr_type(PARAMETERS);
        address = translator.convert(address, space)?;
    }
    translator.call("llvm.nvvm.prefetch.tensormap", &[CallArgument::Value(address)])?;
    translator.replacements(None)
}
