//! Names and signatures that intrinsics had in older releases, what is made of them today, and until when a release has
//! the older one in the place of the current.

use super::lookup_intrinsic;
use crate::enums::AtomicBinOp;
use crate::release::{Release, Releases};

/// An old intrinsic.
#[derive(Debug)]
pub struct UpgradeRow {
    /// Its name, without `llvm.` and types.
    pub old: &'static str,
    /// How many parameters the old one has; any number where the name alone decides.
    pub given: Option<u8>,
    /// What it is today.
    pub replacement: Replacement,
    /// The current arguments.
    pub arguments: &'static [Argument],
    /// What stays of the call in addition.
    pub keeps: PreservedProperties,
    /// Whether it is another where it returns floats alone.
    pub floats: bool,
    /// Whether only calls are of the current intrinsic: a declaration alone goes.
    pub by_call: bool,
    /// The releases that have it and not the current, where it is written for them.
    pub instead: Option<Releases>,
}

/// The size of a lifetime marker that is of the whole object.
pub const UNKNOWN_SIZE: i64 = -1;

/// Which intrinsic an old one is today: names without `llvm.` and types.
#[derive(Clone, Copy, Debug)]
pub enum Replacement {
    /// Always this one.
    Is(&'static str),
    /// One that returns nothing, where the old one gave a number that nothing uses.
    Void(&'static str),
    /// The same; only the type is another.
    Same,
    /// One of two, by the sign of the argument at a place, which is a number.
    BySign {
        /// The argument's place.
        place: u8,
        /// The one for negative numbers.
        negative: &'static str,
        /// The one for others.
        other: &'static str,
    },
    /// A lifetime marker, of which LLVM keeps those of an `alloca`.
    Lifetime(&'static str),
    /// An `atomicrmw` of AMDGPU's memory.
    AtomicRmw(AtomicBinOp),
}

/// An argument of the current intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The old one at a place.
    Old(u8),
    /// The old ones after the one that was named last.
    Rest,
    /// The old one at a place, a pointer whose alignment is the number at another.
    Aligned(u8, u8),
    /// The number at a place without its sign.
    Magnitude(u8),
    /// The number at a place with so many bits.
    Resized(u8, u32),
    /// `i1 false`
    False,
    /// A number that is an `i32`.
    Int(i32),
    /// `ptr null`
    Null,
    /// `token none`
    NoToken,
}

impl Argument {
    /// The place after the old one that was named last, where it was `next` before this one.
    pub fn next(&self, next: usize) -> usize {
        match self {
            Argument::Old(place)
            | Argument::Aligned(place, _)
            | Argument::Magnitude(place)
            | Argument::Resized(place, _) => usize::from(*place) + 1,
            Argument::Rest => usize::MAX,
            Argument::False | Argument::Int(_) | Argument::Null | Argument::NoToken => next,
        }
    }
}

/// What stays of an old call in addition to its arguments and its debug location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PreservedProperties {
    /// The name of its result.
    pub name: bool,
    /// That it is a tail call.
    pub tail: bool,
    /// Attributes of its arguments and its result.
    pub parameters: bool,
    /// Attributes of the function.
    pub function: bool,
    /// Attachments.
    pub metadata: bool,
}

impl PreservedProperties {
    /// All of it.
    pub const ALL: PreservedProperties =
        PreservedProperties { name: true, tail: true, parameters: true, function: true, metadata: true };
    const NONE: PreservedProperties =
        PreservedProperties { name: false, tail: false, parameters: false, function: false, metadata: false };
    /// A call that is made anew and takes the old one's name.
    const NAME: PreservedProperties = PreservedProperties { name: true, ..PreservedProperties::NONE };
    const ATTRIBUTES: PreservedProperties =
        PreservedProperties { parameters: true, function: true, ..PreservedProperties::NAME };
    const ACCESS: PreservedProperties = PreservedProperties { tail: true, metadata: true, ..PreservedProperties::NAME };

    /// Whether all stays.
    pub fn all(&self) -> bool {
        *self == PreservedProperties::ALL
    }
}

/// An intrinsic that returns a struct with a name: the current one returns a literal one.
pub static NAMED_STRUCT: UpgradeRow = UpgradeRow {
    old: "",
    given: None,
    replacement: Replacement::Same,
    arguments: &[Rest],
    keeps: PreservedProperties { name: false, ..PreservedProperties::ATTRIBUTES },
    floats: false,
    by_call: false,
    instead: None,
};

/// An intrinsic that is none today.
pub static NO_INTRINSIC: UpgradeRow = UpgradeRow {
    old: "",
    given: None,
    replacement: Replacement::Same,
    arguments: &[Rest],
    keeps: PreservedProperties::NONE,
    floats: false,
    by_call: false,
    instead: None,
};

/// Intrinsics whose names older releases do not end with a type, or with a letter for it: without `llvm.`, the current name and
/// the older one, and the first release that has the current. Later releases read the older name as the current.
static UNSUFFIXED: &[(&str, &str, Release)] = &[
    ("addressofreturnaddress.p0", "addressofreturnaddress", Release::V10),
    ("annotation.i16.p0", "annotation.i16", Release::V16),
    ("annotation.i32.p0", "annotation.i32", Release::V16),
    ("annotation.i64.p0", "annotation.i64", Release::V16),
    ("annotation.i8.p0", "annotation.i8", Release::V16),
    ("eh.typeid.for.p0", "eh.typeid.for", Release::V19),
    ("frameaddress.p0", "frameaddress", Release::V10),
    ("nvvm.ex2.approx.f32", "nvvm.ex2.approx.f", Release::V22),
    ("nvvm.ex2.approx.f64", "nvvm.ex2.approx.d", Release::V22),
    ("nvvm.ex2.approx.ftz.f32", "nvvm.ex2.approx.ftz.f", Release::V22),
    ("nvvm.fabs.f32", "nvvm.fabs.f", Release::V22),
    ("nvvm.fabs.f64", "nvvm.fabs.d", Release::V22),
    ("nvvm.fabs.ftz.f32", "nvvm.fabs.ftz.f", Release::V22),
    ("prefetch.p0", "prefetch", Release::V10),
    ("ptr.annotation.p0.p0", "ptr.annotation.p0", Release::V16),
    ("sponentry.p0", "sponentry", Release::V10),
    ("stackrestore.p0", "stackrestore", Release::V19),
    ("stacksave.p0", "stacksave", Release::V19),
    ("thread.pointer.p0", "thread.pointer", Release::V21),
    ("va_copy.p0", "va_copy", Release::V19),
    ("va_end.p0", "va_end", Release::V19),
    ("va_start.p0", "va_start", Release::V19),
    ("var.annotation.p0.p0", "var.annotation", Release::V16),
];

/// The names of intrinsics, the current and that of a release, where the release has no type at its end, or a letter for it.
///
/// ```
/// use irtrip_dialect::intrinsics::older::unsuffixed;
/// use irtrip_dialect::release::Release;
/// assert!(unsuffixed(Release::V15).any(|names| names == ("va_start.p0", "va_start")));
/// assert!(unsuffixed(Release::V22).next().is_none());
/// ```
pub fn unsuffixed(release: Release) -> impl Iterator<Item = (&'static str, &'static str)> {
    UNSUFFIXED.iter().filter(move |row| release < row.2).map(|row| (row.0, row.1))
}

/// All rows, by their old names.
pub fn all() -> &'static [UpgradeRow] {
    ROWS
}

/// The rows of the longest part of a name, up to a dot, that has any; none where a longer part is the name of one of the current.
pub fn rows(name: &str) -> &'static [UpgradeRow] {
    let mut base = name;
    loop {
        let start = ROWS.partition_point(|row| row.old < base);
        let found = ROWS.get(start..).unwrap_or_default();
        let count = found.iter().take_while(|row| row.old == base).count();
        if count > 0 {
            let is_current = || lookup_intrinsic(format!("llvm.{name}").as_bytes());
            let of_longer = base.len() < name.len() && is_current().is_some_and(|known| known.base.len() > base.len());
            return if of_longer { &[] } else { found.get(..count).unwrap_or_default() };
        }
        match base.rfind('.') {
            Some(dot) => base = base.get(..dot).unwrap_or_default(),
            None => return &[],
        }
    }
}

const fn row(
    old: &'static str,
    given: Option<u8>,
    replacement: &'static str,
    arguments: &'static [Argument],
    keeps: PreservedProperties,
) -> UpgradeRow {
    UpgradeRow {
        old,
        given,
        replacement: Replacement::Is(replacement),
        arguments,
        keeps,
        floats: false,
        by_call: false,
        instead: None,
    }
}

/// An intrinsic whose calls alone are of another today.
const fn call_by_call(row: UpgradeRow) -> UpgradeRow {
    UpgradeRow { by_call: true, ..row }
}

impl UpgradeRow {
    /// Its releases have it and not the current.
    const fn instead(self, releases: Releases) -> UpgradeRow {
        UpgradeRow { instead: Some(releases), ..self }
    }

    /// Up to this release it is there, and not the current.
    const fn until(self, release: Release) -> UpgradeRow {
        self.instead(Releases::ALL.until(release))
    }

    /// The names of what it is today, without `llvm.` and types.
    pub fn current_names(&self) -> impl Iterator<Item = &'static str> {
        let names = match self.replacement {
            Replacement::Is(name) | Replacement::Void(name) | Replacement::Lifetime(name) => [Some(name), None],
            Replacement::BySign { negative, other, .. } => [Some(negative), Some(other)],
            Replacement::Same | Replacement::AtomicRmw(_) => [None, None],
        };
        names.into_iter().flatten()
    }
}

/// The rows of what a release has in the place of the current intrinsics, by the names of these.
///
/// ```
/// use irtrip_dialect::intrinsics::older::by_current_name;
/// use irtrip_dialect::release::Release;
/// assert!(by_current_name(Release::V19).any(|(replacement, row)| (replacement, row.old) == ("masked.load", "masked.load")));
/// assert!(by_current_name(Release::V22).next().is_none());
/// ```
pub fn by_current_name(release: Release) -> impl Iterator<Item = (&'static str, &'static UpgradeRow)> {
    let rows = ROWS.iter().filter(move |row| row.instead.is_some_and(|releases| releases.contains(release)));
    rows.flat_map(|row| row.current_names().map(move |replacement| (replacement, row)))
}

/// The row of an intrinsic whose calls alone are of another today.
///
/// ```
/// use irtrip_dialect::intrinsics::older::called_by_name;
/// assert!(called_by_name("nvvm.barrier0").is_some_and(|row| row.current_names().eq(["nvvm.barrier.cta.sync.aligned.all"])));
/// assert!(called_by_name("masked.load").is_none());
/// ```
pub fn called_by_name(old: &str) -> Option<&'static UpgradeRow> {
    ROWS.iter().find(|row| row.by_call && row.old == old)
}

/// An intrinsic that only has another name today.
const fn renamed(old: &'static str, replacement: &'static str) -> UpgradeRow {
    row(old, None, replacement, &[Rest], PreservedProperties::ALL)
}

/// An intrinsic that has another name today where it returns floats.
const fn renamed_of_floats(old: &'static str, replacement: &'static str) -> UpgradeRow {
    UpgradeRow { floats: true, ..renamed(old, replacement) }
}

/// `vector.splice`, whose last argument decides from which end elements are counted.
const fn splice(old: &'static str) -> UpgradeRow {
    let replacement = Replacement::BySign { place: 2, negative: "vector.splice.right", other: "vector.splice.left" };
    UpgradeRow {
        old,
        given: Some(3),
        replacement,
        arguments: &[Old(0), Old(1), Magnitude(2)],
        keeps: PreservedProperties::NONE,
        floats: false,
        by_call: false,
        instead: None,
    }
}

/// A lifetime marker that has a size before the pointer.
const fn lifetime(name: &'static str) -> UpgradeRow {
    UpgradeRow {
        old: name,
        given: Some(2),
        replacement: Replacement::Lifetime(name),
        arguments: &[Old(1)],
        keeps: PreservedProperties::ACCESS,
        floats: false,
        by_call: false,
        instead: None,
    }
}

/// An atomic update of AMDGPU's.
const fn amdgpu_atomic(old: &'static str, operation: AtomicBinOp, until: Release) -> UpgradeRow {
    UpgradeRow {
        replacement: Replacement::AtomicRmw(operation),
        ..row(old, None, old, &[Rest], PreservedProperties::NONE).until(until)
    }
}

use Argument::{Aligned, False, Int, Magnitude, NoToken, Null, Old, Resized, Rest};

/// By `old`, in the order of bytes.
static ROWS: &[UpgradeRow] = &[
    renamed_of_floats("aarch64.neon.addp", "aarch64.neon.faddp"),
    renamed("aarch64.neon.frintn", "roundeven"),
    row("aarch64.neon.rbit", None, "bitreverse", &[Rest], PreservedProperties::NAME),
    row("aarch64.rbit", None, "bitreverse", &[Rest], PreservedProperties::NAME),
    renamed_of_floats("aarch64.sve.addqv", "aarch64.sve.faddqv"),
    renamed("aarch64.sve.rev", "vector.reverse"),
    renamed("aarch64.thread.pointer", "thread.pointer"),
    row("amdgcn.alignbit", None, "fshr", &[Rest], PreservedProperties::NAME),
    amdgpu_atomic("amdgcn.atomic.cond.sub", AtomicBinOp::USubCond, Release::V22),
    amdgpu_atomic("amdgcn.atomic.csub", AtomicBinOp::USubSat, Release::V22),
    amdgpu_atomic("amdgcn.atomic.dec", AtomicBinOp::UDecWrap, Release::V18),
    amdgpu_atomic("amdgcn.atomic.inc", AtomicBinOp::UIncWrap, Release::V18),
    amdgpu_atomic("amdgcn.ds.fadd", AtomicBinOp::FAdd, Release::V19),
    amdgpu_atomic("amdgcn.ds.fmax", AtomicBinOp::FMax, Release::V19),
    amdgpu_atomic("amdgcn.ds.fmin", AtomicBinOp::FMin, Release::V19),
    amdgpu_atomic("amdgcn.flat.atomic.fadd", AtomicBinOp::FAdd, Release::V20),
    amdgpu_atomic("amdgcn.flat.atomic.fmax", AtomicBinOp::FMax, Release::V20),
    amdgpu_atomic("amdgcn.flat.atomic.fmin", AtomicBinOp::FMin, Release::V20),
    amdgpu_atomic("amdgcn.global.atomic.fadd", AtomicBinOp::FAdd, Release::V20),
    amdgpu_atomic("amdgcn.global.atomic.fmax", AtomicBinOp::FMax, Release::V20),
    amdgpu_atomic("amdgcn.global.atomic.fmin", AtomicBinOp::FMin, Release::V20),
    renamed("amdgcn.ldexp", "ldexp"),
    row(
        "amdgcn.swmmac.i32.16x16x128.iu8",
        Some(8),
        "amdgcn.swmmac.i32.16x16x128.iu8",
        &[Rest, False],
        PreservedProperties::NONE,
    ),
    row(
        "amdgcn.wmma.i32.16x16x64.iu8",
        Some(7),
        "amdgcn.wmma.i32.16x16x64.iu8",
        &[Rest, False],
        PreservedProperties::NONE,
    ),
    renamed_of_floats("arm.mve.vrintn", "roundeven"),
    row("arm.neon.vclz", None, "ctlz", &[Rest, False], PreservedProperties::NAME),
    renamed("arm.neon.vcnt", "ctpop"),
    renamed("arm.neon.vqadds", "sadd.sat"),
    renamed("arm.neon.vqaddu", "uadd.sat"),
    renamed("arm.neon.vqsubs", "ssub.sat"),
    renamed("arm.neon.vqsubu", "usub.sat"),
    renamed("arm.neon.vrinta", "round"),
    renamed("arm.neon.vrintm", "floor"),
    renamed("arm.neon.vrintn", "roundeven"),
    renamed("arm.neon.vrintp", "ceil"),
    renamed("arm.neon.vrintx", "rint"),
    renamed("arm.neon.vrintz", "trunc"),
    row("arm.neon.vst1", None, "arm.neon.vst1", &[Rest], PreservedProperties::NONE),
    row("arm.neon.vst2", None, "arm.neon.vst2", &[Rest], PreservedProperties::NONE),
    row("arm.neon.vst2lane", None, "arm.neon.vst2lane", &[Rest], PreservedProperties::NONE),
    row("arm.neon.vst3", None, "arm.neon.vst3", &[Rest], PreservedProperties::NONE),
    row("arm.neon.vst3lane", None, "arm.neon.vst3lane", &[Rest], PreservedProperties::NONE),
    row("arm.neon.vst4", None, "arm.neon.vst4", &[Rest], PreservedProperties::NONE),
    row("arm.neon.vst4lane", None, "arm.neon.vst4lane", &[Rest], PreservedProperties::NONE),
    row("arm.rbit", None, "bitreverse", &[Rest], PreservedProperties::NAME),
    renamed("arm.thread.pointer", "thread.pointer"),
    UpgradeRow {
        replacement: Replacement::Void("coro.end"),
        ..row("coro.end", Some(2), "coro.end", &[Rest, NoToken], PreservedProperties::NAME).until(Release::V18)
    },
    // LLVM accepts it without a result, too.
    row("coro.end", Some(2), "coro.end", &[Rest, NoToken], PreservedProperties::NAME),
    UpgradeRow {
        replacement: Replacement::Void("coro.end"),
        ..row("coro.end", Some(3), "coro.end", &[Rest], PreservedProperties::NAME)
            .instead(Releases::ALL.since(Release::V18).until(Release::V22))
    },
    row("ctlz", Some(1), "ctlz", &[Rest, False], PreservedProperties::NAME),
    row("cttz", Some(1), "cttz", &[Rest, False], PreservedProperties::NAME),
    renamed("experimental.stepvector", "stepvector").until(Release::V20),
    renamed("experimental.vector.deinterleave2", "vector.deinterleave2").until(Release::V19),
    renamed("experimental.vector.extract", "vector.extract").until(Release::V15),
    renamed("experimental.vector.insert", "vector.insert").until(Release::V15),
    renamed("experimental.vector.interleave2", "vector.interleave2").until(Release::V19),
    renamed("experimental.vector.partial.reduce.add", "vector.partial.reduce.add").until(Release::V22),
    renamed("experimental.vector.reduce.add", "vector.reduce.add"),
    renamed("experimental.vector.reduce.and", "vector.reduce.and"),
    renamed("experimental.vector.reduce.fmax", "vector.reduce.fmax").until(Release::V12),
    renamed("experimental.vector.reduce.fmin", "vector.reduce.fmin").until(Release::V12),
    renamed("experimental.vector.reduce.mul", "vector.reduce.mul"),
    renamed("experimental.vector.reduce.or", "vector.reduce.or"),
    renamed("experimental.vector.reduce.smax", "vector.reduce.smax"),
    renamed("experimental.vector.reduce.smin", "vector.reduce.smin"),
    renamed("experimental.vector.reduce.umax", "vector.reduce.umax"),
    renamed("experimental.vector.reduce.umin", "vector.reduce.umin"),
    renamed("experimental.vector.reduce.v2.fadd", "vector.reduce.fadd"),
    renamed("experimental.vector.reduce.v2.fmul", "vector.reduce.fmul"),
    renamed("experimental.vector.reduce.xor", "vector.reduce.xor"),
    renamed("experimental.vector.reverse", "vector.reverse").until(Release::V19),
    splice("experimental.vector.splice").until(Release::V19),
    renamed("flt.rounds", "get.rounding").until(Release::V17),
    renamed("invariant.group.barrier", "launder.invariant.group"),
    lifetime("lifetime.end").until(Release::V22),
    lifetime("lifetime.start").until(Release::V22),
    row("masked.gather", Some(4), "masked.gather", &[Aligned(0, 1), Old(2), Old(3)], PreservedProperties::ACCESS)
        .until(Release::V22),
    row("masked.load", Some(4), "masked.load", &[Aligned(0, 1), Old(2), Old(3)], PreservedProperties::ACCESS)
        .until(Release::V22),
    row("masked.scatter", Some(4), "masked.scatter", &[Old(0), Aligned(1, 2), Old(3)], PreservedProperties::ACCESS)
        .until(Release::V22),
    row("masked.store", Some(4), "masked.store", &[Old(0), Aligned(1, 2), Old(3)], PreservedProperties::ACCESS)
        .until(Release::V22),
    row("memcpy", Some(5), "memcpy", &[Aligned(0, 3), Aligned(1, 3), Old(2), Old(4)], PreservedProperties::ATTRIBUTES)
        .until(Release::V7),
    row(
        "memmove",
        Some(5),
        "memmove",
        &[Aligned(0, 3), Aligned(1, 3), Old(2), Old(4)],
        PreservedProperties::ATTRIBUTES,
    )
    .until(Release::V7),
    row("memset", Some(5), "memset", &[Aligned(0, 3), Old(1), Old(2), Old(4)], PreservedProperties::ATTRIBUTES)
        .until(Release::V7),
    call_by_call(row("nvvm.bar.sync", None, "nvvm.barrier.cta.sync.aligned.all", &[Rest], PreservedProperties::NAME)),
    call_by_call(row(
        "nvvm.barrier",
        Some(2),
        "nvvm.barrier.cta.sync.aligned.count",
        &[Rest],
        PreservedProperties::NAME,
    ))
    .until(Release::V21),
    call_by_call(row("nvvm.barrier.n", None, "nvvm.barrier.cta.sync.aligned.all", &[Rest], PreservedProperties::NAME))
        .until(Release::V21),
    call_by_call(row("nvvm.barrier.sync", Some(1), "nvvm.barrier.cta.sync.all", &[Rest], PreservedProperties::NAME))
        .until(Release::V21),
    call_by_call(row("nvvm.barrier.sync.cnt", None, "nvvm.barrier.cta.sync.count", &[Rest], PreservedProperties::NAME))
        .until(Release::V21),
    call_by_call(row("nvvm.barrier0", None, "nvvm.barrier.cta.sync.aligned.all", &[Int(0)], PreservedProperties::NAME)),
    row("nvvm.brev32", None, "bitreverse", &[Rest], PreservedProperties::NAME),
    row("nvvm.brev64", None, "bitreverse", &[Rest], PreservedProperties::NAME),
    row("nvvm.clz.i", None, "ctlz", &[Rest, False], PreservedProperties::NAME),
    renamed("nvvm.max.i", "smax"),
    renamed("nvvm.max.ll", "smax"),
    renamed("nvvm.max.s", "smax"),
    renamed("nvvm.max.ui", "umax"),
    renamed("nvvm.max.ull", "umax"),
    renamed("nvvm.max.us", "umax"),
    renamed("nvvm.min.i", "smin"),
    renamed("nvvm.min.ll", "smin"),
    renamed("nvvm.min.s", "smin"),
    renamed("nvvm.min.ui", "umin"),
    renamed("nvvm.min.ull", "umin"),
    renamed("nvvm.min.us", "umin"),
    row("nvvm.popc.i", None, "ctpop", &[Rest], PreservedProperties::NAME),
    row("objectsize", Some(2), "objectsize", &[Rest, False, False], PreservedProperties::NAME),
    row("objectsize", Some(3), "objectsize", &[Rest, False], PreservedProperties::NAME).until(Release::V9),
    // By a name that says what is pointed to, which LLVM 15 and 16 have by an option.
    row("objectsize", Some(4), "objectsize", &[Rest], PreservedProperties::NAME)
        .instead(Releases::ALL.since(Release::V9).until(Release::V17)),
    row("ptr.annotation", Some(4), "ptr.annotation", &[Rest, Null], PreservedProperties::NAME).until(Release::V12),
    row("riscv.aes32dsi", Some(3), "riscv.aes32dsi", &[Old(0), Old(1), Resized(2, 32)], PreservedProperties::NAME),
    row("riscv.aes32dsmi", Some(3), "riscv.aes32dsmi", &[Old(0), Old(1), Resized(2, 32)], PreservedProperties::NAME),
    row("riscv.aes32esi", Some(3), "riscv.aes32esi", &[Old(0), Old(1), Resized(2, 32)], PreservedProperties::NAME),
    row("riscv.aes32esmi", Some(3), "riscv.aes32esmi", &[Old(0), Old(1), Resized(2, 32)], PreservedProperties::NAME),
    row("riscv.sm4ed", Some(3), "riscv.sm4ed", &[Old(0), Old(1), Resized(2, 32)], PreservedProperties::NAME),
    row("riscv.sm4ks", Some(3), "riscv.sm4ks", &[Old(0), Old(1), Resized(2, 32)], PreservedProperties::NAME),
    row("thread.pointer", Some(0), "thread.pointer", &[Rest], PreservedProperties::NAME),
    row("var.annotation", Some(4), "var.annotation", &[Rest, Null], PreservedProperties::NAME).until(Release::V12),
    splice("vector.splice").instead(Releases::ALL.since(Release::V19).until(Release::V22)),
    renamed("wasm.dot.i8x16.i7x16.add.signed", "wasm.relaxed.dot.i8x16.i7x16.add.signed"),
    renamed("wasm.dot.i8x16.i7x16.signed", "wasm.relaxed.dot.i8x16.i7x16.signed"),
    renamed("wasm.fma", "wasm.relaxed.madd"),
    renamed("wasm.fms", "wasm.relaxed.nmadd"),
    renamed("wasm.laneselect", "wasm.relaxed.laneselect"),
    row("x86.avx.dp.ps.256", Some(3), "x86.avx.dp.ps.256", &[Old(0), Old(1), Resized(2, 8)], PreservedProperties::NAME),
    row("x86.avx2.mpsadbw", Some(3), "x86.avx2.mpsadbw", &[Old(0), Old(1), Resized(2, 8)], PreservedProperties::NAME),
    renamed("x86.seh.recoverfp", "eh.recoverfp"),
    row("x86.sse41.dppd", Some(3), "x86.sse41.dppd", &[Old(0), Old(1), Resized(2, 8)], PreservedProperties::NAME),
    row("x86.sse41.dpps", Some(3), "x86.sse41.dpps", &[Old(0), Old(1), Resized(2, 8)], PreservedProperties::NAME),
    row(
        "x86.sse41.insertps",
        Some(3),
        "x86.sse41.insertps",
        &[Old(0), Old(1), Resized(2, 8)],
        PreservedProperties::NAME,
    ),
    row("x86.sse41.mpsadbw", Some(3), "x86.sse41.mpsadbw", &[Old(0), Old(1), Resized(2, 8)], PreservedProperties::NAME),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intrinsics::is_intrinsic;

    #[test]
    fn rows_are_sorted() {
        assert!(ROWS.is_sorted_by_key(|row| (row.old, row.given)));
    }

    #[test]
    fn what_old_ones_become_is_an_intrinsic() {
        for row in ROWS {
            let replacement = match row.replacement {
                Replacement::Is(name) | Replacement::Void(name) | Replacement::Lifetime(name) => vec![name],
                Replacement::BySign { negative, other, .. } => vec![negative, other],
                Replacement::Same | Replacement::AtomicRmw(_) => vec![],
            };
            for name in replacement {
                assert!(is_intrinsic(format!("llvm.{name}").as_bytes()), "{name}");
            }
        }
    }

    #[test]
    fn every_row_has_an_example() {
        let examples = include_str!("../../../../xtask/old-signatures.ll");
        for row in ROWS {
            assert!(examples.contains(&format!("@llvm.{}", row.old)), "{}", row.old);
        }
    }

    #[test]
    fn the_longest_part_of_a_name_counts() {
        let of = |name| rows(name).first().map(|row| row.old);
        assert_eq!(of("masked.load.v4i32.p0"), Some("masked.load"));
        assert_eq!(of("experimental.vector.splice.nxv4i32"), Some("experimental.vector.splice"));
        assert_eq!(of("masked.expandload.v4i32"), None);
        assert_eq!(rows("objectsize.i64").len(), 3);
        assert_eq!(of("vector.splice.v4i32"), Some("vector.splice"));
        assert_eq!(of("vector.splice.right"), None);
        assert_eq!(of("amdgcn.flat.atomic.fmin.num.f32"), None);
    }
}
