//! What LLVM IR has in place of the dialect's attributes. LLVM, "User Guide for AMDGPU Backend", "LLVM IR Attributes",
//! "LLVM IR Metadata".

use irtrip_dialect::Attr;
use irtrip_dialect::attributes::well_known::{FALSE, TRUE};
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::intrinsics::amdgpu_atomics::{IGNORE_DENORMAL_MODE, NO_FINE_GRAINED_MEMORY, UNSAFE_FP_ATOMICS};
use irtrip_dialect::names::CCONV;
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::translation::{AttributeTranslation, FunctionTranslator, InstructionNode};

const WORK_GROUP_SIZE: &str = "amdgpu-flat-work-group-size";
const UNIFORM: &str = "uniform-work-group-size";

/// The definitions. What a kernel has by default comes first, so that the others replace it.
pub const ATTRIBUTES: &[AttributeTranslation] = &[
    AttributeTranslation::of_function("rocdl.kernel", |function, _| {
        function.set(CCONV, function.ctx.enum_attr(CallingConvention::AMDGPU_KERNEL));
        default(function, WORK_GROUP_SIZE, "1,256");
        default(function, UNIFORM, "true");
        Ok(())
    })
    .verify(|cx, _| (cx.name() != FUNC).then(|| "'\"rocdl.kernel\"' attribute attached to unexpected op".to_owned())),
    AttributeTranslation::of_function("rocdl.max_flat_work_group_size", |function, value| {
        let size = integer(function, value, "rocdl.max_flat_work_group_size")?;
        function.set_string(WORK_GROUP_SIZE, &format!("1,{size}"));
        Ok(())
    }),
    AttributeTranslation::of_function("rocdl.flat_work_group_size", |function, value| {
        let ctx = function.ctx;
        let size = ctx.string_value(value).ok_or_else(|| must_be("rocdl.flat_work_group_size", "a string"))?;
        function.set_string(WORK_GROUP_SIZE, &ctx.text(size));
        Ok(())
    }),
    AttributeTranslation::of_function("rocdl.uniform_work_group_size", |function, value| {
        let is_uniform = boolean(value, "rocdl.uniform_work_group_size")?;
        function.set_string(UNIFORM, if is_uniform { "true" } else { "false" });
        Ok(())
    }),
    AttributeTranslation::of_function("rocdl.waves_per_eu", |function, value| {
        let waves = integer(function, value, "rocdl.waves_per_eu")?;
        function.set_string("amdgpu-waves-per-eu", &waves.to_string());
        Ok(())
    }),
    AttributeTranslation::of_function("rocdl.unsafe_fp_atomics", |function, value| {
        let is_unsafe = boolean(value, "rocdl.unsafe_fp_atomics")?;
        function.set_string(UNSAFE_FP_ATOMICS, if is_unsafe { "true" } else { "false" });
        Ok(())
    }),
    AttributeTranslation::of_function("rocdl.reqd_work_group_size", |function, value| {
        if function.ctx.dense_array(value).is_none() {
            return Err(must_be("rocdl.reqd_work_group_size", "a dense i32 array attribute"));
        }
        function.set(function.ctx.str("reqd_work_group_size"), value);
        Ok(())
    }),
    AttributeTranslation::of_instruction("rocdl.last_use", "amdgpu.last.use", InstructionNode::Empty),
    AttributeTranslation::of_instruction("rocdl.no_remote_memory", "amdgpu.no.remote.memory", InstructionNode::Empty),
    AttributeTranslation::of_instruction(
        "rocdl.no_fine_grained_memory",
        NO_FINE_GRAINED_MEMORY,
        InstructionNode::Empty,
    ),
    AttributeTranslation::of_instruction("rocdl.ignore_denormal_mode", IGNORE_DENORMAL_MODE, InstructionNode::Empty),
];

fn default(function: &mut FunctionTranslator<'_>, name: &str, value: &str) {
    if !function.has_string(name) {
        function.set_string(name, value);
    }
}

fn must_be(name: &str, what: &str) -> ExportCode {
    ExportCode::Rule(format!("{name} must be {what}"))
}

fn integer(function: &FunctionTranslator<'_>, value: Attr, name: &str) -> Result<i64, ExportCode> {
    function.ctx.int_value(value).ok_or_else(|| must_be(name, "an integer"))
}

fn boolean(value: Attr, name: &str) -> Result<bool, ExportCode> {
    match value {
        TRUE => Ok(true),
        FALSE => Ok(false),
        _ => Err(must_be(name, "a boolean")),
    }
}
