//! Comments LLVM's writer puts before immediate arguments of a few intrinsics, which name what a number stands for.

use irtrip_dialect::enums::FpClassTest;
use irtrip_dialect::intrinsics::TENSOR_MAP_ELEMENT_TYPES;
use irtrip_dialect::spellings::Spelling;

/// An argument with a comment.
pub struct Immediate {
    /// The intrinsic's name without a suffix.
    intrinsic: &'static str,
    /// The argument's place.
    place: usize,
    comment: Comment,
}

/// What a comment names.
enum Comment {
    /// `label=word`: a word by number, and the one that larger numbers stand for.
    Word { label: &'static str, words: &'static [&'static str], others: &'static str },
    /// `(nan)`: classes of floating-point values.
    FpClasses,
}

const fn row(
    intrinsic: &'static str,
    place: usize,
    label: &'static str,
    words: &'static [&'static str],
    others: &'static str,
) -> Immediate {
    Immediate { intrinsic, place, comment: Comment::Word { label, words, others } }
}

/// How the names of all these intrinsics begin: most calls are of others.
const PREFIXES: [&[u8]; 2] = [b"llvm.nvvm.t", b"llvm.is.fpclass"];

static IMMEDIATES: &[Immediate] = &[
    Immediate { intrinsic: "llvm.is.fpclass", place: 1, comment: Comment::FpClasses },
    row("llvm.nvvm.tcgen05.mma.tensor", 5, "kind", &["f16", "tf32", "f8f6f4", "i8"], ""),
    row("llvm.nvvm.tcgen05.mma.tensor", 6, "cta_group", &[], ""),
    row("llvm.nvvm.tcgen05.mma.tensor", 7, "collector", &["discard", "lastuse", "fill", "use"], ""),
    row("llvm.nvvm.tensormap.replace.elemtype", 1, "elemtype", TENSOR_MAP_ELEMENT_TYPES, ""),
    row("llvm.nvvm.tensormap.replace.fill.mode", 1, "fill_mode", &["Zero fill"], "OOB-NaN fill"),
    row(
        "llvm.nvvm.tensormap.replace.interleave.layout",
        1,
        "interleave_layout",
        &["No interleave", "16B interleave", "32B interleave"],
        "",
    ),
    row(
        "llvm.nvvm.tensormap.replace.swizzle.atomicity",
        1,
        "swizzle_atomicity",
        &["16B", "32B", "32B + 8B flip", "64B"],
        "",
    ),
    row(
        "llvm.nvvm.tensormap.replace.swizzle.mode",
        1,
        "swizzle_mode",
        &["No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling"],
        "",
    ),
];

/// The row of an argument of a function, if its writer's comment has one.
pub fn immediate(callee: &[u8], place: usize) -> Option<&'static Immediate> {
    if !PREFIXES.iter().any(|prefix| callee.starts_with(prefix)) {
        return None;
    }
    IMMEDIATES.iter().find(|row| {
        let suffix = callee.strip_prefix(row.intrinsic.as_bytes());
        let fits = match row.comment {
            Comment::Word { .. } => matches!(suffix, Some([] | [b'.', b'p', ..])),
            Comment::FpClasses => suffix.is_some(),
        };
        row.place == place && fits
    })
}

impl Immediate {
    /// The spelling that a release has which writes the comment.
    pub fn spelling(&self) -> Spelling {
        match self.comment {
            Comment::Word { .. } => Spelling::ImmediateComments,
            Comment::FpClasses => Spelling::FpClassComments,
        }
    }

    /// `/* label=word */ `, or `/* (word word) */ `.
    pub fn write(&self, out: &mut String, number: i64) {
        out.push_str("/* ");
        match self.comment {
            Comment::Word { label, words, others } => {
                let word = usize::try_from(number).ok().and_then(|n| words.get(n)).copied();
                out.extend([label, "=", word.unwrap_or(others)]);
            }
            Comment::FpClasses => {
                let classes = FpClassTest::from_number(number).unwrap_or_default();
                let words: Vec<&str> = classes.llvm_words().collect();
                out.extend(["(", if words.is_empty() { "none" } else { "" }, &words.join(" "), ")"]);
            }
        }
        out.push_str(" */ ");
    }
}
