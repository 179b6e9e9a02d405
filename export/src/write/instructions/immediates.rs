//! Comments LLVM's writer puts before immediate arguments of a few intrinsics, which name what a number stands for.

/// An argument with a comment.
pub struct Immediate {
    /// The intrinsic's name without a suffix.
    intrinsic: &'static str,
    /// The argument's place.
    place: usize,
    /// What is before `=`.
    label: &'static str,
    /// By number.
    words: &'static [&'static str],
    /// What larger numbers stand for.
    others: &'static str,
}

const fn row(
    intrinsic: &'static str,
    place: usize,
    label: &'static str,
    words: &'static [&'static str],
    others: &'static str,
) -> Immediate {
    Immediate { intrinsic, place, label, words, others }
}

const PREFIX: &[u8] = b"llvm.nvvm.t";

static IMMEDIATES: &[Immediate] = &[
    row("llvm.nvvm.tcgen05.mma.tensor", 5, "kind", &["f16", "tf32", "f8f6f4", "i8"], ""),
    row("llvm.nvvm.tcgen05.mma.tensor", 6, "cta_group", &[], ""),
    row("llvm.nvvm.tcgen05.mma.tensor", 7, "collector", &["discard", "lastuse", "fill", "use"], ""),
    row(
        "llvm.nvvm.tensormap.replace.elemtype",
        1,
        "elemtype",
        &[
            "u8",
            "u16",
            "u32",
            "s32",
            "u64",
            "s64",
            "f16",
            "f32",
            "f32.ftz",
            "f64",
            "bf16",
            "tf32",
            "tf32.ftz",
            "b4x16",
            "b4x16_p64",
            "b6x16_p32",
        ],
        "",
    ),
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
    if !callee.starts_with(PREFIX) {
        return None;
    }
    IMMEDIATES.iter().find(|row| {
        let suffix = callee.strip_prefix(row.intrinsic.as_bytes());
        row.place == place && matches!(suffix, Some([] | [b'.', b'p', ..]))
    })
}

impl Immediate {
    /// `/* label=word */ `
    pub fn write(&self, out: &mut String, number: i64) {
        out.push_str("/* ");
        out.push_str(self.label);
        out.push('=');
        let word = usize::try_from(number).ok().and_then(|n| self.words.get(n)).copied();
        out.push_str(word.unwrap_or(self.others));
        out.push_str(" */ ");
    }
}
