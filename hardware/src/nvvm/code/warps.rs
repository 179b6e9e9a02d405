//! What the threads of a warp do together, and single instructions. PTX ISA, "Parallel Synchronization and Communication
//! Instructions", "Integer Arithmetic Instructions", "Miscellaneous Instructions".

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::translation::{CallArgument, Replacements, Translator};

use crate::code_prelude::*;

/// What a type is called at the end of a name.
const SCALARS: &[(TypePattern, &str)] = &[
    (TypePattern::Integer(32), ".i32"),
    (TypePattern::Integer(64), ".i64"),
    (TypePattern::Float(FloatKind::F32), ".f32"),
];
const SIGNS: &[(&str, &str)] = &[("signed", ".s"), ("unsigned", ".u")];

pub const CODE: &[OpDef] = &[
    OpDef::new("nvvm.elect.sync").translation(Translation::Call(
        IntrinsicCall::new(&[Text("llvm.nvvm.elect.sync")], &[OperandOr("membermask", -1)]).field(1),
    )),
    OpDef::call(
        "nvvm.shfl.sync",
        &[
            Text("llvm.nvvm.shfl.sync."),
            Word("kind"),
            TypeOf("val", SCALARS),
            Flag("return_value_and_is_valid", "p", ""),
        ],
        &[Operand("thread_mask"), Operand("val"), Operand("offset"), Operand("mask_and_clamp")],
    ),
    OpDef::call(
        "nvvm.vote.sync",
        &[Text("llvm.nvvm.vote."), Word("kind"), Text(".sync")],
        &[Operand("mask"), Operand("pred")],
    ),
    OpDef::call(
        "nvvm.match.sync",
        &[
            Text("llvm.nvvm.match."),
            Word("kind"),
            Text(".sync"),
            TypeOf("val", SCALARS),
            Words("kind", &[("any", ""), ("all", "p")]),
        ],
        &[Operand("thread_mask"), Operand("val")],
    ),
    OpDef::call(
        "nvvm.redux.sync",
        &[Text("llvm.nvvm.redux.sync."), Word("kind"), Flag("abs", ".abs", ""), Flag("nan", ".NaN", "")],
        &[Operand("val"), Operand("mask_and_clamp")],
    ),
    OpDef::call(
        "nvvm.setmaxregister",
        &[
            Text("llvm.nvvm.setmaxnreg."),
            Words("action", &[("increase", "inc"), ("decrease", "dec")]),
            Text(".sync.aligned.u32"),
        ],
        &[Attr("regCount")],
    ),
    OpDef::call(
        "nvvm.dot.accumulate.4way",
        &[Text("llvm.nvvm.idp4a"), Words("a_type", SIGNS), Words("b_type", SIGNS)],
        &[Operand("a"), Operand("b"), Operand("c")],
    ),
    OpDef::call(
        "nvvm.dot.accumulate.2way",
        &[Text("llvm.nvvm.idp2a"), Words("a_type", SIGNS), Words("b_type", SIGNS)],
        &[Operand("a"), Operand("b"), Attr("b_hi"), Operand("c")],
    ),
    OpDef::call(
        "nvvm.prmt",
        &[
            Text("llvm.nvvm.prmt"),
            Words(
                "mode",
                &[
                    ("default", ""),
                    ("f4e", ".f4e"),
                    ("b4e", ".b4e"),
                    ("rc8", ".rc8"),
                    ("ecl", ".ecl"),
                    ("ecr", ".ecr"),
                    ("rc16", ".rc16"),
                ],
            ),
        ],
        &[Operand("lo"), Operand("hi"), Operand("selector")],
    ),
    OpDef::new("nvvm.pmevent").translation(Translation::Code(pmevent)),
    OpDef::call(
        "nvvm.wgmma.wait.group.sync.aligned",
        &[Text("llvm.nvvm.wgmma.wait_group.sync.aligned")],
        &[Attr("group")],
    ),
];

/// An event is one bit of the mask of events.
fn pmevent(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let mask = match translator.attr("eventId") {
        Some(_) => 1_i64.checked_shl(translator.number("eventId")? as u32).unwrap_or(0),
        None => translator.number("maskedEventId")?,
    };
    translator.call("llvm.nvvm.pm.event.mask", &[CallArgument::Int(mask)])?;
    translator.replacements(None)
}
