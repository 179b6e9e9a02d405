//! The operations of the `nvvm` dialect that upstream's import of LLVM IR makes: reads of special registers, and the
//! intrinsics whose operations stand for their calls alone. NVVM IR specification; PTX ISA, "Special Registers".

use irtrip_dialect::attr_table::CONSTANT_RANGE;
use irtrip_dialect::ops::FormatElement::*;
use irtrip_dialect::ops::TypeConstraint::*;
use irtrip_dialect::ops::build::*;
use irtrip_dialect::ops::*;
use irtrip_dialect::{Dialect, rows};

const RANGE: &[AttrSlot] = &[may("range", SlotKind::Llvm(CONSTANT_RANGE))];

/// A register whose values may be given a range.
const fn ranged(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name)
        .result()
        .attrs(RANGE)
        .format(&[IfAttr("range", &[Text("range"), Attr("range")]), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::PURE])
        .intrinsic(intrinsic, &[], &[])
}

/// A register that every read reads alike.
const fn constant(name: &'static str, intrinsic: &'static str) -> OpDef {
    changing(name, intrinsic).traits(&[Traits::PURE])
}

/// A register that changes.
const fn changing(name: &'static str, intrinsic: &'static str) -> OpDef {
    OpDef::new(name).result().format(&[AttrDict, Text(":"), Type(Place::Result(0))]).intrinsic(intrinsic, &[], &[])
}

/// The `nvvm` dialect.
pub static DIALECT: Dialect = Dialect::new("nvvm", ROWS);

rows! {
    of DIALECT;
    /// `nvvm.read.ptx.sreg.laneid`
    READ_LANEID = ranged("nvvm.read.ptx.sreg.laneid", "llvm.nvvm.read.ptx.sreg.laneid");
    /// `nvvm.read.ptx.sreg.warpsize`
    READ_WARPSIZE = ranged("nvvm.read.ptx.sreg.warpsize", "llvm.nvvm.read.ptx.sreg.warpsize");
    /// `nvvm.read.ptx.sreg.warpid`
    READ_WARPID = ranged("nvvm.read.ptx.sreg.warpid", "llvm.nvvm.read.ptx.sreg.warpid");
    /// `nvvm.read.ptx.sreg.nwarpid`
    READ_NWARPID = ranged("nvvm.read.ptx.sreg.nwarpid", "llvm.nvvm.read.ptx.sreg.nwarpid");
    /// `nvvm.read.ptx.sreg.smid`
    READ_SMID = ranged("nvvm.read.ptx.sreg.smid", "llvm.nvvm.read.ptx.sreg.smid");
    /// `nvvm.read.ptx.sreg.nsmid`
    READ_NSMID = ranged("nvvm.read.ptx.sreg.nsmid", "llvm.nvvm.read.ptx.sreg.nsmid");
    /// `nvvm.read.ptx.sreg.gridid`
    READ_GRIDID = ranged("nvvm.read.ptx.sreg.gridid", "llvm.nvvm.read.ptx.sreg.gridid");
    /// `nvvm.read.ptx.sreg.tid.x`
    READ_TID_X = ranged("nvvm.read.ptx.sreg.tid.x", "llvm.nvvm.read.ptx.sreg.tid.x");
    /// `nvvm.read.ptx.sreg.tid.y`
    READ_TID_Y = ranged("nvvm.read.ptx.sreg.tid.y", "llvm.nvvm.read.ptx.sreg.tid.y");
    /// `nvvm.read.ptx.sreg.tid.z`
    READ_TID_Z = ranged("nvvm.read.ptx.sreg.tid.z", "llvm.nvvm.read.ptx.sreg.tid.z");
    /// `nvvm.read.ptx.sreg.ntid.x`
    READ_NTID_X = ranged("nvvm.read.ptx.sreg.ntid.x", "llvm.nvvm.read.ptx.sreg.ntid.x");
    /// `nvvm.read.ptx.sreg.ntid.y`
    READ_NTID_Y = ranged("nvvm.read.ptx.sreg.ntid.y", "llvm.nvvm.read.ptx.sreg.ntid.y");
    /// `nvvm.read.ptx.sreg.ntid.z`
    READ_NTID_Z = ranged("nvvm.read.ptx.sreg.ntid.z", "llvm.nvvm.read.ptx.sreg.ntid.z");
    /// `nvvm.read.ptx.sreg.ctaid.x`
    READ_CTAID_X = ranged("nvvm.read.ptx.sreg.ctaid.x", "llvm.nvvm.read.ptx.sreg.ctaid.x");
    /// `nvvm.read.ptx.sreg.ctaid.y`
    READ_CTAID_Y = ranged("nvvm.read.ptx.sreg.ctaid.y", "llvm.nvvm.read.ptx.sreg.ctaid.y");
    /// `nvvm.read.ptx.sreg.ctaid.z`
    READ_CTAID_Z = ranged("nvvm.read.ptx.sreg.ctaid.z", "llvm.nvvm.read.ptx.sreg.ctaid.z");
    /// `nvvm.read.ptx.sreg.nctaid.x`
    READ_NCTAID_X = ranged("nvvm.read.ptx.sreg.nctaid.x", "llvm.nvvm.read.ptx.sreg.nctaid.x");
    /// `nvvm.read.ptx.sreg.nctaid.y`
    READ_NCTAID_Y = ranged("nvvm.read.ptx.sreg.nctaid.y", "llvm.nvvm.read.ptx.sreg.nctaid.y");
    /// `nvvm.read.ptx.sreg.nctaid.z`
    READ_NCTAID_Z = ranged("nvvm.read.ptx.sreg.nctaid.z", "llvm.nvvm.read.ptx.sreg.nctaid.z");
    /// `nvvm.read.ptx.sreg.clusterid.x`
    READ_CLUSTERID_X = ranged("nvvm.read.ptx.sreg.clusterid.x", "llvm.nvvm.read.ptx.sreg.clusterid.x");
    /// `nvvm.read.ptx.sreg.clusterid.y`
    READ_CLUSTERID_Y = ranged("nvvm.read.ptx.sreg.clusterid.y", "llvm.nvvm.read.ptx.sreg.clusterid.y");
    /// `nvvm.read.ptx.sreg.clusterid.z`
    READ_CLUSTERID_Z = ranged("nvvm.read.ptx.sreg.clusterid.z", "llvm.nvvm.read.ptx.sreg.clusterid.z");
    /// `nvvm.read.ptx.sreg.nclusterid.x`
    READ_NCLUSTERID_X = ranged("nvvm.read.ptx.sreg.nclusterid.x", "llvm.nvvm.read.ptx.sreg.nclusterid.x");
    /// `nvvm.read.ptx.sreg.nclusterid.y`
    READ_NCLUSTERID_Y = ranged("nvvm.read.ptx.sreg.nclusterid.y", "llvm.nvvm.read.ptx.sreg.nclusterid.y");
    /// `nvvm.read.ptx.sreg.nclusterid.z`
    READ_NCLUSTERID_Z = ranged("nvvm.read.ptx.sreg.nclusterid.z", "llvm.nvvm.read.ptx.sreg.nclusterid.z");
    /// `nvvm.read.ptx.sreg.cluster.ctaid.x`
    READ_CLUSTER_CTAID_X = ranged("nvvm.read.ptx.sreg.cluster.ctaid.x", "llvm.nvvm.read.ptx.sreg.cluster.ctaid.x");
    /// `nvvm.read.ptx.sreg.cluster.ctaid.y`
    READ_CLUSTER_CTAID_Y = ranged("nvvm.read.ptx.sreg.cluster.ctaid.y", "llvm.nvvm.read.ptx.sreg.cluster.ctaid.y");
    /// `nvvm.read.ptx.sreg.cluster.ctaid.z`
    READ_CLUSTER_CTAID_Z = ranged("nvvm.read.ptx.sreg.cluster.ctaid.z", "llvm.nvvm.read.ptx.sreg.cluster.ctaid.z");
    /// `nvvm.read.ptx.sreg.cluster.nctaid.x`
    READ_CLUSTER_NCTAID_X = ranged("nvvm.read.ptx.sreg.cluster.nctaid.x", "llvm.nvvm.read.ptx.sreg.cluster.nctaid.x");
    /// `nvvm.read.ptx.sreg.cluster.nctaid.y`
    READ_CLUSTER_NCTAID_Y = ranged("nvvm.read.ptx.sreg.cluster.nctaid.y", "llvm.nvvm.read.ptx.sreg.cluster.nctaid.y");
    /// `nvvm.read.ptx.sreg.cluster.nctaid.z`
    READ_CLUSTER_NCTAID_Z = ranged("nvvm.read.ptx.sreg.cluster.nctaid.z", "llvm.nvvm.read.ptx.sreg.cluster.nctaid.z");
    /// `nvvm.read.ptx.sreg.cluster.ctarank`
    READ_CLUSTER_CTARANK = ranged("nvvm.read.ptx.sreg.cluster.ctarank", "llvm.nvvm.read.ptx.sreg.cluster.ctarank");
    /// `nvvm.read.ptx.sreg.cluster.nctarank`
    READ_CLUSTER_NCTARANK = ranged("nvvm.read.ptx.sreg.cluster.nctarank", "llvm.nvvm.read.ptx.sreg.cluster.nctarank");
    /// `nvvm.read.ptx.sreg.lanemask.eq`
    READ_LANEMASK_EQ = constant("nvvm.read.ptx.sreg.lanemask.eq", "llvm.nvvm.read.ptx.sreg.lanemask.eq");
    /// `nvvm.read.ptx.sreg.lanemask.le`
    READ_LANEMASK_LE = constant("nvvm.read.ptx.sreg.lanemask.le", "llvm.nvvm.read.ptx.sreg.lanemask.le");
    /// `nvvm.read.ptx.sreg.lanemask.lt`
    READ_LANEMASK_LT = constant("nvvm.read.ptx.sreg.lanemask.lt", "llvm.nvvm.read.ptx.sreg.lanemask.lt");
    /// `nvvm.read.ptx.sreg.lanemask.ge`
    READ_LANEMASK_GE = constant("nvvm.read.ptx.sreg.lanemask.ge", "llvm.nvvm.read.ptx.sreg.lanemask.ge");
    /// `nvvm.read.ptx.sreg.lanemask.gt`
    READ_LANEMASK_GT = constant("nvvm.read.ptx.sreg.lanemask.gt", "llvm.nvvm.read.ptx.sreg.lanemask.gt");
    /// `nvvm.read.ptx.sreg.total.smem.size`
    READ_TOTAL_SMEM_SIZE = constant("nvvm.read.ptx.sreg.total.smem.size", "llvm.nvvm.read.ptx.sreg.total.smem.size");
    /// `nvvm.read.ptx.sreg.dynamic.smem.size`
    READ_DYNAMIC_SMEM_SIZE = constant("nvvm.read.ptx.sreg.dynamic.smem.size", "llvm.nvvm.read.ptx.sreg.dynamic.smem.size");
    /// `nvvm.read.ptx.sreg.aggr.smem.size`
    READ_AGGR_SMEM_SIZE = constant("nvvm.read.ptx.sreg.aggr.smem.size", "llvm.nvvm.read.ptx.sreg.aggr.smem.size");
    /// `nvvm.read.ptx.sreg.envreg0`
    READ_ENVREG0 = constant("nvvm.read.ptx.sreg.envreg0", "llvm.nvvm.read.ptx.sreg.envreg0");
    /// `nvvm.read.ptx.sreg.envreg1`
    READ_ENVREG1 = constant("nvvm.read.ptx.sreg.envreg1", "llvm.nvvm.read.ptx.sreg.envreg1");
    /// `nvvm.read.ptx.sreg.envreg2`
    READ_ENVREG2 = constant("nvvm.read.ptx.sreg.envreg2", "llvm.nvvm.read.ptx.sreg.envreg2");
    /// `nvvm.read.ptx.sreg.envreg3`
    READ_ENVREG3 = constant("nvvm.read.ptx.sreg.envreg3", "llvm.nvvm.read.ptx.sreg.envreg3");
    /// `nvvm.read.ptx.sreg.envreg4`
    READ_ENVREG4 = constant("nvvm.read.ptx.sreg.envreg4", "llvm.nvvm.read.ptx.sreg.envreg4");
    /// `nvvm.read.ptx.sreg.envreg5`
    READ_ENVREG5 = constant("nvvm.read.ptx.sreg.envreg5", "llvm.nvvm.read.ptx.sreg.envreg5");
    /// `nvvm.read.ptx.sreg.envreg6`
    READ_ENVREG6 = constant("nvvm.read.ptx.sreg.envreg6", "llvm.nvvm.read.ptx.sreg.envreg6");
    /// `nvvm.read.ptx.sreg.envreg7`
    READ_ENVREG7 = constant("nvvm.read.ptx.sreg.envreg7", "llvm.nvvm.read.ptx.sreg.envreg7");
    /// `nvvm.read.ptx.sreg.envreg8`
    READ_ENVREG8 = constant("nvvm.read.ptx.sreg.envreg8", "llvm.nvvm.read.ptx.sreg.envreg8");
    /// `nvvm.read.ptx.sreg.envreg9`
    READ_ENVREG9 = constant("nvvm.read.ptx.sreg.envreg9", "llvm.nvvm.read.ptx.sreg.envreg9");
    /// `nvvm.read.ptx.sreg.envreg10`
    READ_ENVREG10 = constant("nvvm.read.ptx.sreg.envreg10", "llvm.nvvm.read.ptx.sreg.envreg10");
    /// `nvvm.read.ptx.sreg.envreg11`
    READ_ENVREG11 = constant("nvvm.read.ptx.sreg.envreg11", "llvm.nvvm.read.ptx.sreg.envreg11");
    /// `nvvm.read.ptx.sreg.envreg12`
    READ_ENVREG12 = constant("nvvm.read.ptx.sreg.envreg12", "llvm.nvvm.read.ptx.sreg.envreg12");
    /// `nvvm.read.ptx.sreg.envreg13`
    READ_ENVREG13 = constant("nvvm.read.ptx.sreg.envreg13", "llvm.nvvm.read.ptx.sreg.envreg13");
    /// `nvvm.read.ptx.sreg.envreg14`
    READ_ENVREG14 = constant("nvvm.read.ptx.sreg.envreg14", "llvm.nvvm.read.ptx.sreg.envreg14");
    /// `nvvm.read.ptx.sreg.envreg15`
    READ_ENVREG15 = constant("nvvm.read.ptx.sreg.envreg15", "llvm.nvvm.read.ptx.sreg.envreg15");
    /// `nvvm.read.ptx.sreg.envreg16`
    READ_ENVREG16 = constant("nvvm.read.ptx.sreg.envreg16", "llvm.nvvm.read.ptx.sreg.envreg16");
    /// `nvvm.read.ptx.sreg.envreg17`
    READ_ENVREG17 = constant("nvvm.read.ptx.sreg.envreg17", "llvm.nvvm.read.ptx.sreg.envreg17");
    /// `nvvm.read.ptx.sreg.envreg18`
    READ_ENVREG18 = constant("nvvm.read.ptx.sreg.envreg18", "llvm.nvvm.read.ptx.sreg.envreg18");
    /// `nvvm.read.ptx.sreg.envreg19`
    READ_ENVREG19 = constant("nvvm.read.ptx.sreg.envreg19", "llvm.nvvm.read.ptx.sreg.envreg19");
    /// `nvvm.read.ptx.sreg.envreg20`
    READ_ENVREG20 = constant("nvvm.read.ptx.sreg.envreg20", "llvm.nvvm.read.ptx.sreg.envreg20");
    /// `nvvm.read.ptx.sreg.envreg21`
    READ_ENVREG21 = constant("nvvm.read.ptx.sreg.envreg21", "llvm.nvvm.read.ptx.sreg.envreg21");
    /// `nvvm.read.ptx.sreg.envreg22`
    READ_ENVREG22 = constant("nvvm.read.ptx.sreg.envreg22", "llvm.nvvm.read.ptx.sreg.envreg22");
    /// `nvvm.read.ptx.sreg.envreg23`
    READ_ENVREG23 = constant("nvvm.read.ptx.sreg.envreg23", "llvm.nvvm.read.ptx.sreg.envreg23");
    /// `nvvm.read.ptx.sreg.envreg24`
    READ_ENVREG24 = constant("nvvm.read.ptx.sreg.envreg24", "llvm.nvvm.read.ptx.sreg.envreg24");
    /// `nvvm.read.ptx.sreg.envreg25`
    READ_ENVREG25 = constant("nvvm.read.ptx.sreg.envreg25", "llvm.nvvm.read.ptx.sreg.envreg25");
    /// `nvvm.read.ptx.sreg.envreg26`
    READ_ENVREG26 = constant("nvvm.read.ptx.sreg.envreg26", "llvm.nvvm.read.ptx.sreg.envreg26");
    /// `nvvm.read.ptx.sreg.envreg27`
    READ_ENVREG27 = constant("nvvm.read.ptx.sreg.envreg27", "llvm.nvvm.read.ptx.sreg.envreg27");
    /// `nvvm.read.ptx.sreg.envreg28`
    READ_ENVREG28 = constant("nvvm.read.ptx.sreg.envreg28", "llvm.nvvm.read.ptx.sreg.envreg28");
    /// `nvvm.read.ptx.sreg.envreg29`
    READ_ENVREG29 = constant("nvvm.read.ptx.sreg.envreg29", "llvm.nvvm.read.ptx.sreg.envreg29");
    /// `nvvm.read.ptx.sreg.envreg30`
    READ_ENVREG30 = constant("nvvm.read.ptx.sreg.envreg30", "llvm.nvvm.read.ptx.sreg.envreg30");
    /// `nvvm.read.ptx.sreg.envreg31`
    READ_ENVREG31 = constant("nvvm.read.ptx.sreg.envreg31", "llvm.nvvm.read.ptx.sreg.envreg31");
    /// `nvvm.read.ptx.sreg.clock`
    READ_CLOCK = changing("nvvm.read.ptx.sreg.clock", "llvm.nvvm.read.ptx.sreg.clock");
    /// `nvvm.read.ptx.sreg.clock64`
    READ_CLOCK64 = changing("nvvm.read.ptx.sreg.clock64", "llvm.nvvm.read.ptx.sreg.clock64");
    /// `nvvm.read.ptx.sreg.globaltimer`
    READ_GLOBALTIMER = changing("nvvm.read.ptx.sreg.globaltimer", "llvm.nvvm.read.ptx.sreg.globaltimer");
    /// `nvvm.read.ptx.sreg.globaltimer.lo`
    READ_GLOBALTIMER_LO = changing("nvvm.read.ptx.sreg.globaltimer.lo", "llvm.nvvm.read.ptx.sreg.globaltimer.lo");
    /// `nvvm.rcp.approx.ftz.f`
    RCP_APPROX_FTZ_F = OpDef::new("nvvm.rcp.approx.ftz.f")
        .operands(&[one("arg", FloatLike)])
        .result()
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(&[(Place::Operand(0), TypeInference::Same(Place::Result(0)))])
        .traits(&[Traits::PURE])
        .intrinsic("llvm.nvvm.rcp.approx.ftz.f", &[], &[]);
}
