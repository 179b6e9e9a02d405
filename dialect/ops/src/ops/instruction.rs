//! LLVM's instructions: how they are spelled, and what becomes of one whose operands are constants. LangRef, "Instruction
//! Reference".

use super::LlvmForm;
use crate::enums::UnaryOpcode;
use crate::intrinsics::LoweringKind;

/// A kind of instructions that a block starts with which handles exceptions. LangRef, "Exception Handling".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pad {
    /// `landingpad`
    Landing,
    /// `catchpad`
    Catch,
    /// `cleanuppad`
    Cleanup,
    /// `catchswitch`
    Switch,
}

impl Pad {
    /// LLVM's name of the instruction's class.
    pub const fn class_name(self) -> &'static str {
        match self {
            Pad::Landing => "LandingPadInst",
            Pad::Catch => "CatchPadInst",
            Pad::Cleanup => "CleanupPadInst",
            Pad::Switch => "CatchSwitchInst",
        }
    }
}

macro_rules! instructions {
    ($($name:ident $mnemonic:literal,)*) => {
        /// Instructions with a syntax of their own; see [`LlvmForm::Inst`]. An instruction that the LLVM dialect has
        /// several operations for is here once for each.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Inst {
            $(
                #[doc = concat!("`", $mnemonic, "`")]
                $name,
            )*
            /// No instruction: the operation names its block for `blockaddress`.
            BlockTag,
        }

        impl Inst {
            /// The kind of pad that it is, if it is one.
            pub const fn pad(self) -> Option<Pad> {
                match self {
                    Inst::LandingPad => Some(Pad::Landing),
                    Inst::CatchPad => Some(Pad::Catch),
                    Inst::CleanupPad => Some(Pad::Cleanup),
                    Inst::CatchSwitch => Some(Pad::Switch),
                    _ => None,
                }
            }

            /// The word that LLVM IR has for it; the empty one for [`Inst::BlockTag`].
            pub const fn mnemonic(self) -> &'static str {
                match self {
                    $(Inst::$name => $mnemonic,)*
                    Inst::BlockTag => "",
                }
            }
        }
    };
}

instructions! {
    Alloca "alloca",
    Load "load",
    Store "store",
    GetElementPtr "getelementptr",
    ICmp "icmp",
    FCmp "fcmp",
    Select "select",
    ExtractElement "extractelement",
    InsertElement "insertelement",
    ShuffleVector "shufflevector",
    ExtractValue "extractvalue",
    InsertValue "insertvalue",
    AtomicRmw "atomicrmw",
    CmpXchg "cmpxchg",
    Fence "fence",
    VaArg "va_arg",
    LandingPad "landingpad",
    Call "call",
    InlineAsm "call",
    CallIntrinsic "call",
    MetadataCall "call",
    Invoke "invoke",
    Br "br",
    CondBr "br",
    Switch "switch",
    IndirectBr "indirectbr",
    Return "ret",
    Resume "resume",
    Unreachable "unreachable",
    CatchSwitch "catchswitch",
    CatchPad "catchpad",
    CleanupPad "cleanuppad",
    CatchRet "catchret",
    CleanupRet "cleanupret",
    CallBr "callbr",
}

/// What becomes of an instruction all of whose operands are constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// It stays an instruction.
    Never,
    /// It is a constant expression, or the constant that LLVM has in its place: an element of a constant, for one.
    Expression,
    /// LLVM's builder computes its value where it can.
    Computed,
}

impl LlvmForm {
    /// Whether it is a call of LLVM IR, of an intrinsic or of any other callee.
    pub const fn is_call(&self) -> bool {
        match self {
            LlvmForm::Intrinsic(_) => true,
            LlvmForm::Inst(inst) => matches!(
                inst,
                Inst::Call | Inst::InlineAsm | Inst::CallIntrinsic | Inst::Invoke | Inst::CallBr | Inst::MetadataCall
            ),
            LlvmForm::None
            | LlvmForm::Binary(_)
            | LlvmForm::Unary(_)
            | LlvmForm::Cast(_)
            | LlvmForm::Constant(_)
            | LlvmForm::Translation(_)
            | LlvmForm::Global(_) => false,
        }
    }

    /// Whether it is a debug record of LLVM IR, as `llvm.intr.dbg.value` and its kin are.
    pub fn is_debug_record(&self) -> bool {
        matches!(self, LlvmForm::Intrinsic(intrinsic) if intrinsic.lowering == LoweringKind::Debug)
    }

    /// Whether it stands for no instruction, or for a debug record.
    pub fn is_no_instruction(&self) -> bool {
        matches!(self, LlvmForm::Constant(_) | LlvmForm::Inst(Inst::BlockTag)) || self.is_debug_record()
    }

    /// The mnemonic of an instruction.
    pub const fn mnemonic(&self) -> Option<&'static str> {
        match self {
            LlvmForm::Binary(opcode) => Some(opcode.llvm()),
            LlvmForm::Unary(opcode) => Some(opcode.llvm()),
            LlvmForm::Cast(opcode) => Some(opcode.llvm()),
            LlvmForm::Inst(Inst::BlockTag)
            | LlvmForm::None
            | LlvmForm::Constant(_)
            | LlvmForm::Intrinsic(_)
            | LlvmForm::Translation(_)
            | LlvmForm::Global(_) => None,
            LlvmForm::Inst(inst) => Some(inst.mnemonic()),
        }
    }

    /// What LLVM makes of the instruction where all its operands are constants.
    pub const fn fold(&self) -> Fold {
        match self {
            LlvmForm::Binary(_) | LlvmForm::Unary(UnaryOpcode::FNeg) | LlvmForm::Cast(_) => Fold::Computed,
            LlvmForm::Unary(UnaryOpcode::Freeze) => Fold::Never,
            LlvmForm::Inst(inst) => match inst {
                Inst::ICmp | Inst::FCmp | Inst::Select => Fold::Computed,
                Inst::GetElementPtr
                | Inst::ExtractElement
                | Inst::InsertElement
                | Inst::ShuffleVector
                | Inst::ExtractValue
                | Inst::InsertValue => Fold::Expression,
                Inst::Alloca
                | Inst::Load
                | Inst::Store
                | Inst::AtomicRmw
                | Inst::CmpXchg
                | Inst::Fence
                | Inst::VaArg
                | Inst::LandingPad
                | Inst::Call
                | Inst::InlineAsm
                | Inst::CallIntrinsic
                | Inst::MetadataCall
                | Inst::Invoke
                | Inst::Br
                | Inst::CondBr
                | Inst::Switch
                | Inst::IndirectBr
                | Inst::Return
                | Inst::Resume
                | Inst::Unreachable
                | Inst::CatchSwitch
                | Inst::CatchPad
                | Inst::CleanupPad
                | Inst::CatchRet
                | Inst::CleanupRet
                | Inst::CallBr
                | Inst::BlockTag => Fold::Never,
            },
            LlvmForm::None
            | LlvmForm::Constant(_)
            | LlvmForm::Intrinsic(_)
            | LlvmForm::Translation(_)
            | LlvmForm::Global(_) => Fold::Never,
        }
    }
}
