//! Barriers of blocks and clusters of threads, fences, and `mbarrier` objects. PTX ISA, "Parallel Synchronization and
//! Communication Instructions".

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::ICmpPredicate;
use irtrip_dialect::names::PREDICATE;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::release::Release;
use irtrip_dialect::translation::{CallArgument, NamePart, Replacements, Translator};
use irtrip_dialect::types::well_known as types;

use super::SHARED_CLUSTER;
use super::ptx::{of_shared, plain};
use crate::code_prelude::*;

/// How an object is used by whom. A pointer to any memory is one to the block's.
const SCOPE: [NamePart; 4] = [
    Flag("relaxed", "relaxed.", ""),
    Text("scope."),
    Word("scope"),
    Space("addr", &[(0, ".space.cta"), (3, ".space.cta"), (7, ".space.cluster")]),
];

/// The name that releases before 22 have for an operation on a barrier in shared memory.
pub(super) const fn of_shared_memory(name: &'static str) -> OlderName {
    OlderName::until(name, Release::V22).since(Release::V17).of(OlderPart::Space(3))
}

pub const CODE: &[OpDef] = &[
    OpDef::call("nvvm.barrier0", &[Text("llvm.nvvm.barrier.cta.sync.aligned.all")], &[Int(0)]),
    OpDef::new("nvvm.barrier").translation(Translation::Code(barrier)),
    OpDef::call(
        "nvvm.cluster.arrive",
        &[Text("llvm.nvvm.barrier.cluster.arrive"), Flag("aligned", ".aligned", "")],
        &[],
    ),
    OpDef::call(
        "nvvm.cluster.arrive.relaxed",
        &[Text("llvm.nvvm.barrier.cluster.arrive.relaxed"), Flag("aligned", ".aligned", "")],
        &[],
    ),
    OpDef::call("nvvm.cluster.wait", &[Text("llvm.nvvm.barrier.cluster.wait"), Flag("aligned", ".aligned", "")], &[]),
    OpDef::call(
        "nvvm.clusterlaunchcontrol.try.cancel",
        &[
            Text("llvm.nvvm.clusterlaunchcontrol.try_cancel.async."),
            Flag("multicast", "multicast.", ""),
            Text("shared"),
        ],
        &[Operand("smemAddress"), Operand("mbarrier")],
    ),
    OpDef::call(
        "nvvm.clusterlaunchcontrol.query.cancel",
        &[
            Text("llvm.nvvm.clusterlaunchcontrol.query_cancel."),
            Words(
                "query_type",
                &[
                    ("get_first_cta_id_x", "get_first_ctaid.x"),
                    ("get_first_cta_id_y", "get_first_ctaid.y"),
                    ("get_first_cta_id_z", "get_first_ctaid.z"),
                ],
            ),
        ],
        &[Operand("try_cancel_response")],
    ),
    OpDef::call(
        "nvvm.memory.barrier",
        &[
            Text("llvm.nvvm."),
            Words(
                "scope",
                &[("cta", "membar.cta"), ("cluster", "fence.sc.cluster"), ("gpu", "membar.gl"), ("sys", "membar.sys")],
            ),
        ],
        &[],
    ),
    OpDef::call(
        "nvvm.fence.proxy",
        &[Text("llvm.nvvm.fence.proxy."), Words("kind", &[("async.shared", "async.shared_")]), Words("space", &[])],
        &[],
    ),
    OpDef::call(
        "nvvm.fence.proxy.acquire",
        &[
            Text("llvm.nvvm.fence.proxy."),
            Word("toProxy"),
            Text("_"),
            Word("fromProxy"),
            Text(".acquire."),
            Word("scope"),
        ],
        &[Operand("addr"), Operand("size")],
    ),
    OpDef::call(
        "nvvm.fence.proxy.release",
        &[
            Text("llvm.nvvm.fence.proxy."),
            Word("toProxy"),
            Text("_"),
            Word("fromProxy"),
            Text(".release."),
            Word("scope"),
        ],
        &[],
    ),
    OpDef::call(
        "nvvm.fence.proxy.sync_restrict",
        &[
            Text("llvm.nvvm.fence.proxy.async_generic."),
            Word("order"),
            Text(".sync_restrict.space."),
            Words("order", &[("acquire", "cluster"), ("release", "cta")]),
            Text(".scope.cluster"),
        ],
        &[],
    ),
    OpDef::call(
        "nvvm.fence.sync_restrict",
        &[
            Text("llvm.nvvm.fence."),
            Word("order"),
            Text(".sync_restrict.space."),
            Words("order", &[("acquire", "cluster"), ("release", "cta")]),
            Text(".scope.cluster"),
        ],
        &[],
    ),
    OpDef::call(
        "nvvm.griddepcontrol",
        &[Text("llvm.nvvm.griddepcontrol."), Words("kind", &[("launch_dependents", "launch.dependents")])],
        &[],
    ),
    OpDef::new("nvvm.mbarrier.init")
        .translation(Translation::Code(init))
        .older_names(&[of_shared_memory("nvvm.mbarrier.init.shared")]),
    OpDef::call(
        "nvvm.mbarrier.inval",
        &[Text("llvm.nvvm.mbarrier.inval"), Space("addr", &[(3, ".shared")])],
        &[Operand("addr")],
    )
    .older_names(&[of_shared_memory("nvvm.mbarrier.inval.shared")]),
    OpDef::new("nvvm.mbarrier.arrive")
        .translation(Translation::Code(arrive))
        .older_names(&[of_shared_memory("nvvm.mbarrier.arrive.shared")]),
    OpDef::call(
        "nvvm.mbarrier.arrive_drop",
        &[Text("llvm.nvvm.mbarrier.arrive.drop."), SCOPE[0], SCOPE[1], SCOPE[2], SCOPE[3]],
        &[Operand("addr"), OperandOr("count", 1)],
    ),
    OpDef::new("nvvm.mbarrier.arrive.expect_tx").translation(Translation::Code(expect_and_arrive)),
    OpDef::call(
        "nvvm.mbarrier.arrive_drop.expect_tx",
        &[Text("llvm.nvvm.mbarrier.arrive.drop.expect.tx."), SCOPE[0], SCOPE[1], SCOPE[2], SCOPE[3]],
        &[Operand("addr"), Operand("txcount")],
    ),
    OpDef::call(
        "nvvm.mbarrier.arrive.nocomplete",
        &[Text("llvm.nvvm.mbarrier.arrive.noComplete"), Space("addr", &[(3, ".shared")])],
        &[Operand("addr"), Operand("count")],
    )
    .older_names(&[of_shared_memory("nvvm.mbarrier.arrive.nocomplete.shared")]),
    OpDef::call(
        "nvvm.mbarrier.arrive_drop.nocomplete",
        &[Text("llvm.nvvm.mbarrier.arrive.drop.noComplete"), Space("addr", &[(3, ".shared")])],
        &[Operand("addr"), Operand("count")],
    ),
    OpDef::call(
        "nvvm.mbarrier.expect_tx",
        &[Text("llvm.nvvm.mbarrier.expect.tx."), SCOPE[1], SCOPE[2], SCOPE[3]],
        &[Operand("addr"), Operand("txcount")],
    ),
    OpDef::call(
        "nvvm.mbarrier.complete_tx",
        &[Text("llvm.nvvm.mbarrier.complete.tx."), SCOPE[1], SCOPE[2], SCOPE[3]],
        &[Operand("addr"), Operand("txcount")],
    ),
    OpDef::call(
        "nvvm.mbarrier.test.wait",
        &[Text("llvm.nvvm.mbarrier.test.wait."), PARITY, SCOPE[0], SCOPE[1], SCOPE[2], SCOPE[3]],
        &[Operand("addr"), Operand("stateOrPhase")],
    )
    .older_names(&[of_shared_memory("nvvm.mbarrier.test.wait.shared")]),
    OpDef::call(
        "nvvm.mbarrier.try_wait",
        &[
            Text("llvm.nvvm.mbarrier.try.wait."),
            PARITY,
            Given("ticks", "tl.", ""),
            SCOPE[0],
            SCOPE[1],
            SCOPE[2],
            SCOPE[3],
        ],
        &[Operand("addr"), Operand("stateOrPhase"), Operand("ticks")],
    ),
];

/// A phase is waited for by its parity, and has 32 bits.
const PARITY: NamePart = TypeOf("stateOrPhase", &[(TypePattern::Integer(32), "parity.")]);

/// A barrier of a block: of all threads, of some, or with a reduction of what each thread has.
fn barrier(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let id = translator.operand("barrierId")?.map_or(CallArgument::Int(0), CallArgument::Value);
    if let Some(threads) = translator.operand("numberOfThreads")? {
        let arguments = [id, CallArgument::Value(threads)];
        translator.call("llvm.nvvm.barrier.cta.sync.aligned.count", &arguments)?;
        return translator.replacements(None);
    }
    if translator.word("reductionOp")?.is_empty() {
        translator.call("llvm.nvvm.barrier.cta.sync.aligned.all", &[id])?;
        return translator.replacements(None);
    }
    reduction(translator, ".aligned")
}

/// A barrier of all threads that reduces a bit of each.
pub fn reduction(translator: &mut Translator<'_>, aligned: &str) -> Result<Replacements, ExportCode> {
    let id = translator.operand("barrierId")?.map_or(CallArgument::Int(0), CallArgument::Value);
    let reduction = translator.word("reductionOp")?;
    let predicate = translator.operand("reductionPredicate")?.ok_or(ExportCode::Attribute("reductionPredicate"))?;
    let ctx = translator.ctx();
    let zero = translator.builder.int_constant(types::I32, 0);
    let unequal = [(PREDICATE, ctx.int_attr(types::I64, ICmpPredicate::Ne.number()))];
    let is_set = translator.builder.value(llvm::ICMP, &[predicate, zero], types::I1, &unequal);
    let name = format!("llvm.nvvm.barrier.cta.red.{reduction}{aligned}.all");
    let reduced = translator.call(&name, &[id, CallArgument::Value(is_set)])?;
    // The result has 32 bits, whether anything takes it or not.
    let reduced = reduced.map(|reduced| translator.convert(reduced, types::I32)).transpose()?;
    translator.replacements(reduced)
}

/// One arrival at the block's own object has an intrinsic of its own.
fn arrive(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const ARRIVE: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.mbarrier.arrive."), SCOPE[0], SCOPE[1], SCOPE[2], SCOPE[3]],
        &[Operand("addr"), OperandOr("count", 1)],
    );
    const ARRIVE_ONCE: IntrinsicCall =
        IntrinsicCall::new(&[Text("llvm.nvvm.mbarrier.arrive.shared")], &[Operand("addr")]);
    let is_once = translator.operand("count")?.is_none()
        && translator.word("scope")? == "cta"
        && !translator.flag("relaxed")
        && translator.type_of("addr")? != translator.ctx().ptr_type(SHARED_CLUSTER);
    let call = if is_once { ARRIVE_ONCE } else { ARRIVE };
    call.translate(translator)
}

fn init(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const INIT: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.mbarrier.init"), Space("addr", &[(3, ".shared")])],
        &[Operand("addr"), Operand("count")],
    );
    let predicate = translator.operand("predicate")?;
    if predicate.is_none() {
        return INIT.translate(translator);
    }
    let text = format!("mbarrier.init{}.b64 [$0], $1;", of_shared(translator, "addr")?);
    plain(translator, &text, &["addr", "count"], predicate)
}

fn expect_and_arrive(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    const EXPECT: IntrinsicCall = IntrinsicCall::new(
        &[Text("llvm.nvvm.mbarrier.arrive.expect.tx."), SCOPE[0], SCOPE[1], SCOPE[2], SCOPE[3]],
        &[Operand("addr"), Operand("txcount")],
    );
    let predicate = translator.operand("predicate")?;
    if predicate.is_none() {
        return EXPECT.translate(translator);
    }
    let text = format!("mbarrier.arrive.expect_tx{}.b64 _, [$0], $1;", of_shared(translator, "addr")?);
    plain(translator, &text, &["addr", "txcount"], predicate)
}
