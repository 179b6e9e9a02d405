//! The numbers that bitcode has for attributes: `AttributeKindCodes` of `LLVMBitCodes.h`, and the bits of lists before there were
//! groups.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The name of each kind of attribute by its number; empty for a number that is none.
#[rustfmt::skip]
pub(crate) static ATTRIBUTE_KINDS: &[&str] = &[
    "",
    "align",
    "alwaysinline",
    "byval",
    "inlinehint",
    "inreg",
    "minsize",
    "naked",
    "nest",
    "noalias",
    "nobuiltin",
    "nocapture",
    "noduplicate",
    "noimplicitfloat",
    "noinline",
    "nonlazybind",
    "noredzone",
    "noreturn",
    "nounwind",
    "optsize",
    "readnone",
    "readonly",
    "returned",
    "returns_twice",
    "signext",
    "alignstack",
    "ssp",
    "sspreq",
    "sspstrong",
    "sret",
    "sanitize_address",
    "sanitize_thread",
    "sanitize_memory",
    "uwtable",
    "zeroext",
    "builtin",
    "cold",
    "optnone",
    "inalloca",
    "nonnull",
    "jumptable",
    "dereferenceable",
    "dereferenceable_or_null",
    "convergent",
    "safestack",
    "argmemonly",
    "swiftself",
    "swifterror",
    "norecurse",
    "inaccessiblememonly",
    "inaccessiblemem_or_argmemonly",
    "allocsize",
    "writeonly",
    "speculatable",
    "strictfp",
    "sanitize_hwaddress",
    "nocf_check",
    "optforfuzzing",
    "shadowcallstack",
    "speculative_load_hardening",
    "immarg",
    "willreturn",
    "nofree",
    "nosync",
    "sanitize_memtag",
    "preallocated",
    "nomerge",
    "null_pointer_is_valid",
    "noundef",
    "byref",
    "mustprogress",
    "nocallback",
    "hot",
    "noprofile",
    "vscale_range",
    "swiftasync",
    "nosanitize_coverage",
    "elementtype",
    "disable_sanitizer_instrumentation",
    "nosanitize_bounds",
    "allocalign",
    "allocptr",
    "allockind",
    "presplitcoroutine",
    "fn_ret_thunk_extern",
    "skipprofile",
    "memory",
    "nofpclass",
    "optdebug",
    "writable",
    "coro_only_destroy_when_complete",
    "dead_on_unwind",
    "range",
    "sanitize_numerical_stability",
    "initializes",
    "hybrid_patchable",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "coro_elide_safe",
    "noext",
    "nodivergencesource",
    "sanitize_type",
    "captures",
    "dead_on_return",
    "sanitize_alloc_token",
    "nocreateundeforpoison",
    "denormal_fpenv",
    "nooutline",
    "flatten",
    "noipa",
];

/// The bits of the lists of LLVM 3.2 and before, and what each stands for, but for those that are numbers.
#[rustfmt::skip]
pub(crate) static ATTRIBUTE_BITS: &[(u32, &str)] = &[
    (0, "zeroext"),
    (1, "signext"),
    (2, "noreturn"),
    (3, "inreg"),
    (4, "sret"),
    (5, "nounwind"),
    (6, "noalias"),
    (7, "byval"),
    (8, "nest"),
    (9, "readnone"),
    (10, "readonly"),
    (11, "noinline"),
    (12, "alwaysinline"),
    (13, "optsize"),
    (14, "ssp"),
    (15, "sspreq"),
    (21, "nocapture"),
    (22, "noredzone"),
    (23, "noimplicitfloat"),
    (24, "naked"),
    (25, "inlinehint"),
    (29, "returns_twice"),
    (30, "uwtable"),
    (31, "nonlazybind"),
    (32, "sanitize_address"),
    (33, "minsize"),
    (34, "noduplicate"),
    (35, "sspstrong"),
    (36, "sanitize_thread"),
    (37, "sanitize_memory"),
    (38, "nobuiltin"),
    (39, "returned"),
    (40, "cold"),
    (41, "builtin"),
    (42, "optnone"),
    (43, "inalloca"),
    (44, "nonnull"),
    (45, "jumptable"),
    (46, "convergent"),
    (47, "safestack"),
    (48, "norecurse"),
    (49, "inaccessiblememonly"),
    (50, "inaccessiblemem_or_argmemonly"),
    (51, "swiftself"),
    (52, "swifterror"),
    (53, "writeonly"),
    (54, "speculatable"),
    (55, "strictfp"),
    (56, "sanitize_hwaddress"),
    (57, "nocf_check"),
    (58, "optforfuzzing"),
    (59, "shadowcallstack"),
    (60, "speculative_load_hardening"),
    (61, "immarg"),
    (62, "willreturn"),
    (63, "nofree"),
];

/// A kind of attribute, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AttributeKind(u16);

impl AttributeKind {
    /// The kind of a number.
    pub fn from_number(number: u64) -> Option<AttributeKind> {
        let place = usize::try_from(number).ok()?;
        ATTRIBUTE_KINDS.get(place).filter(|name| !name.is_empty())?;
        Some(AttributeKind(place as u16))
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<AttributeKind> {
        static NUMBERS: LazyLock<FxHashMap<&str, u16>> = LazyLock::new(|| {
            ATTRIBUTE_KINDS.iter().enumerate().skip(1).map(|(place, name)| (*name, place as u16)).collect()
        });
        NUMBERS.get(name).map(|number| AttributeKind(*number))
    }

    /// Its number.
    pub fn number(self) -> u64 {
        self.0.into()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ATTRIBUTE_KINDS.get(usize::from(self.0)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irtrip_dialect::llvm_attributes::{ATTRIBUTES, by_llvm};

    /// Words that no release the model is of has any more or yet.
    const OTHERS: [&str; 6] = [
        "nocapture",
        "argmemonly",
        "inaccessiblememonly",
        "inaccessiblemem_or_argmemonly",
        "denormal_fpenv",
        "nooutline",
    ];

    #[test]
    fn kinds_are_the_attributes_that_there_are() {
        let kinds: Vec<&str> = ATTRIBUTE_KINDS.iter().copied().filter(|name| !name.is_empty()).collect();
        for name in kinds.iter().chain(ATTRIBUTE_BITS.iter().map(|(_, name)| name)) {
            assert!(by_llvm(name).is_some() != OTHERS.contains(name), "{name}");
        }
        for row in ATTRIBUTES {
            assert!(kinds.contains(&row.llvm), "{}", row.llvm);
        }
    }
}
