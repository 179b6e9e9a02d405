//! The properties of upstream's operations in the order in which bytecode has them, from the records of all dialects' `.td`
//! files: `bytecode/src/generated/operations.txt` for operations that irtrip has no definition of. What irtrip's definitions say of
//! the others is compared with the records. MLIR, "Operation Definition Specification".

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use irtrip_bytecode::encoding::Version;
use irtrip_bytecode::properties::{self, Encoding};
use irtrip_dialect::{Context, ContextDialects, OpNameDefinition};

use crate::generated::Generated;
use crate::llvm::Llvm;
use crate::operations::undecorated;
use crate::records::{Record, Records, arguments, is_a, string};

/// The `.td` files that define operations.
const SOURCES: &str = "AMDGPU/IR/AMDGPU AMX/AMX Affine/IR/AffineOps Affine/TransformOps/AffineTransformOps Arith/IR/ArithOps ArmNeon/ArmNeon \
    ArmNeon/TransformOps/ArmNeonVectorTransformOps ArmSME/IR/ArmSMEIntrinsicOps ArmSME/IR/ArmSMEOps ArmSVE/IR/ArmSVE \
    ArmSVE/TransformOps/ArmSVEVectorTransformOps Async/IR/AsyncOps Bufferization/IR/BufferizationOps \
    Bufferization/TransformOps/BufferizationTransformOps Complex/IR/ComplexOps ControlFlow/IR/ControlFlowOps \
    DLTI/TransformOps/DLTITransformOps EmitC/IR/EmitC Func/IR/FuncOps Func/TransformOps/FuncTransformOps GPU/IR/GPUOps \
    GPU/TransformOps/GPUTransformOps IRDL/IR/IRDLOps Index/IR/IndexOps LLVMIR/LLVMIntrinsicOps LLVMIR/LLVMOps LLVMIR/NVVMOps \
    LLVMIR/ROCDLOps LLVMIR/VCIXOps LLVMIR/XeVMOps Linalg/IR/LinalgOps Linalg/IR/LinalgRelayoutOps Linalg/IR/LinalgStructuredOps \
    Linalg/TransformOps/LinalgMatchOps Linalg/TransformOps/LinalgTransformOps MLProgram/IR/MLProgramOps MPI/IR/MPIOps \
    Math/IR/MathOps MemRef/IR/MemRefOps MemRef/TransformOps/MemRefTransformOps NVGPU/IR/NVGPUOps \
    NVGPU/TransformOps/NVGPUTransformOps OpenACC/OpenACCOps OpenMP/OpenMPOps PDL/IR/PDLOps PDLInterp/IR/PDLInterpOps \
    Ptr/IR/PtrOps Quant/IR/QuantOps SCF/IR/SCFOps SCF/TransformOps/SCFTransformOps SMT/IR/SMT SPIRV/IR/SPIRVOps \
    Shape/IR/ShapeOps Shard/IR/ShardOps SparseTensor/IR/SparseTensorOps SparseTensor/TransformOps/SparseTensorTransformOps \
    Tensor/IR/TensorOps Tensor/TransformOps/TensorTransformOps Tosa/IR/TosaOps Transform/DebugExtension/DebugExtensionOps \
    Transform/IR/TransformOps Transform/IRDLExtension/IRDLExtensionOps Transform/LoopExtension/LoopExtensionOps \
    Transform/PDLExtension/PDLExtensionOps Transform/SMTExtension/SMTExtensionOps Transform/TuneExtension/TuneExtensionOps \
    UB/IR/UBOps Vector/IR/VectorOps Vector/TransformOps/VectorTransformOps WasmSSA/IR/WasmSSAOps \
    X86Vector/TransformOps/X86VectorTransformOps X86Vector/X86Vector XeGPU/IR/XeGPU XeGPU/TransformOps/XeGPUTransformOps";

/// The operations that no record says, in lines of the table.
const WITHOUT_RECORDS: &str = "xtask/linalg-named-operations.txt";

/// The table of operations that irtrip has no definition of.
pub fn table(root: &Path, llvm: &Llvm) -> Result<Generated> {
    let made = made_includes(llvm)?;
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    for source in SOURCES.split_whitespace() {
        let path = format!("mlir/Dialect/{source}.td");
        let records = Records::with_includes(llvm, &path, made.path()).with_context(|| path.clone())?;
        for name in records.instances("Op")? {
            let record = records.record(name)?;
            let (name, row) = operation(&records, record).with_context(|| format!("the record {name} of {path}"))?;
            all.insert(name, row);
        }
    }
    let by_hand = fs::read_to_string(root.join(WITHOUT_RECORDS)).context(WITHOUT_RECORDS)?;
    for line in by_hand.lines().filter(|line| !line.starts_with('#')) {
        let (name, row) = line.split_once(' ').unwrap_or((line, ""));
        all.insert(name.to_owned(), row.to_owned());
    }
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let (mut text, mut wrong) = (String::new(), String::new());
    for (name, row) in &all {
        match of_definition(&ctx, name) {
            None => writeln!(text, "{}", format!("{name} {row}").trim_end())?,
            Some(own) if own == *row => {}
            Some(own) => writeln!(wrong, "{name}: upstream has '{row}', irtrip's definition '{own}'")?,
        }
    }
    if !wrong.is_empty() {
        bail!("properties of other orders or kinds than upstream's:\n{wrong}");
    }
    Ok(Generated::new("bytecode/src/generated/operations.txt", text))
}

/// The `.td` files that upstream's build makes, in a folder of their own.
pub fn made_includes(llvm: &Llvm) -> Result<tempfile::TempDir> {
    let made = tempfile::tempdir()?;
    make_includes(llvm, made.path())?;
    Ok(made)
}

/// Makes the `.td` files that upstream's build makes and these records include.
fn make_includes(llvm: &Llvm, folder: &Path) -> Result<()> {
    for (dialect, source, path) in [
        ("OpenMP", "llvm/Frontend/OpenMP/OMP.td", "mlir/Dialect/OpenMP/OmpCommon.td"),
        ("OpenACC", "llvm/Frontend/OpenACC/ACC.td", "mlir/Dialect/OpenACC/AccCommon.td"),
    ] {
        write_below(folder, path, &llvm.directives(dialect, source)?)?;
    }
    // The operations of this file are those of `WITHOUT_RECORDS`.
    write_below(folder, "mlir/Dialect/Linalg/IR/LinalgNamedStructuredOps.yamlgen.td", b"")
}

fn write_below(folder: &Path, path: &str, text: &[u8]) -> Result<()> {
    let file = folder.join(path);
    fs::create_dir_all(file.parent().context("a path without a folder")?)?;
    Ok(fs::write(file, text)?)
}

/// An operation's name with its dialect, and its properties as a line of the table.
fn operation(records: &Records, record: &Record) -> Result<(String, String)> {
    let dialect = string(records.reference(record, "opDialect")?, "name")?;
    let name = format!("{dialect}.{}", string(record, "opName")?);
    let (mut attributes, mut others, mut operands) = (Vec::new(), Vec::new(), 0);
    for (constraint, field) in arguments(record, "arguments")? {
        let constraint = undecorated(records, records.record(constraint)?)?;
        if is_a(constraint, "Property") {
            others.push(format!("{field}{}", suffix_of(constraint).with_context(|| field.to_owned())?));
        } else if is_a(constraint, "DerivedAttr") {
            // It follows from the others.
        } else if is_a(constraint, "AttrConstraint") {
            attributes.push(format!("{field}{}", if is_optional(constraint) { "?" } else { "" }));
        } else {
            operands += 1;
        }
    }
    attributes.sort_by(|a, b| a.trim_end_matches('?').cmp(b.trim_end_matches('?')));
    attributes.append(&mut others);
    let results = arguments(record, "results")?.len();
    for (kind, key, groups) in [
        ("AttrSizedOperandSegments", "operandSegmentSizes", operands),
        ("AttrSizedResultSegments", "resultSegmentSizes", results),
    ] {
        if has_trait(records, record, kind)? {
            attributes.push(format!("{key}:{groups}"));
        }
    }
    Ok((name, attributes.join(" ")))
}

/// Whether an attribute may be missing, for which one with a default value counts.
fn is_optional(constraint: &Record) -> bool {
    let is_set = |field: &str| constraint.get(field).and_then(|bit| bit.as_i64()) == Some(1);
    is_set("isOptional") || string(constraint, "defaultValue").is_ok_and(|value| !value.is_empty())
}

/// How a property that is no attribute is encoded, by the code that writes it.
fn suffix_of(property: &Record) -> Result<&'static str> {
    let is_optional = string(property, "storageType")?.starts_with("std::optional<");
    let writer = string(property, "writeToMlirBytecode")?;
    Ok(if is_optional && writer.contains("writeVarInt") {
        ":optional"
    } else if writer.contains("writeOwnedBool") {
        ":flag"
    } else if writer.contains("writeVarInt") {
        ":number"
    } else {
        bail!("a property is written as {}", writer.trim())
    })
}

fn has_trait(records: &Records, record: &Record, kind: &str) -> Result<bool> {
    for (name, one) in records.list(record, "traits")? {
        if name == kind || is_a(one, "TraitList") && has_trait(records, one, kind)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The line of irtrip's own definition, if there is one.
fn of_definition(ctx: &Context, name: &str) -> Option<String> {
    let op = ctx.op_name(name);
    op.def()?;
    let properties = properties::properties(ctx, op, Version::NEWEST);
    let line = properties.iter().map(|property| {
        let suffix = match property.encoding {
            Encoding::Attribute => String::new(),
            Encoding::OptionalAttribute => "?".to_owned(),
            Encoding::Number => ":number".to_owned(),
            Encoding::OptionalNumber => ":optional".to_owned(),
            Encoding::Flag => ":flag".to_owned(),
            Encoding::Sizes(groups) => format!(":{groups}"),
        };
        format!("{}{suffix}", ctx.text(property.key))
    });
    Some(line.collect::<Vec<_>>().join(" "))
}
