//! LLVM's function, return and parameter attributes, each with its form in LLVM IR and in the LLVM dialect.
//!
//! LangRef, "Parameter Attributes", "Function Attributes". A row's place is LLVM's order: its writer sorts the
//! attributes of a set by it, string attributes last and by key.

use std::collections::HashMap;
use std::sync::OnceLock;

/// What stands behind an attribute's name in LLVM IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeValue {
    /// Nothing: `noundef`.
    None,
    /// A type in brackets: `sret(%t)`.
    Type,
    /// An integer: `dereferenceable(8)`, `align 8`.
    Int,
    /// Text in brackets that LLVM reads in its own way.
    Text(AttributeText),
}

/// The text of an attribute's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeText {
    /// `allockind("...")`
    AllocKind,
    /// `allocsize(0,1)`
    AllocSize,
    /// `captures(...)`
    Captures,
    /// `memory(...)`
    Memory,
    /// `nofpclass(...)`
    FpClass,
    /// `uwtable`, `uwtable(sync)`
    UwTable,
    /// `vscale_range(1,16)`
    VScaleRange,
    /// `range(i32 0, 10)`
    Range,
    /// `initializes((0, 4))`
    Initializes,
}

/// One attribute.
#[derive(Debug)]
pub struct AttributeRow {
    /// LLVM's spelling.
    pub llvm: &'static str,
    /// What stands behind it.
    pub value: AttributeValue,
    /// The name in a parameter's or result's dictionary (`llvm.noundef`), or empty: the dialect has none.
    pub parameter: &'static str,
    /// The attribute of `llvm.func` that stands for it (`no_unwind`), or empty: it goes into `passthrough`.
    pub function: &'static str,
    /// The attribute of `llvm.call` that stands for it, or empty: the dialect has none.
    pub call: &'static str,
}

macro_rules! attributes {
    ($($value:ident $(($text:ident))? $llvm:literal $parameter:literal $function:literal $call:literal,)*) => {
        /// The attributes in LLVM's order.
        pub static ATTRIBUTES: &[AttributeRow] = &[$(AttributeRow {
            llvm: $llvm, value: AttributeValue::$value $((AttributeText::$text))?, parameter: $parameter, function: $function, call: $call,
        }),*];
    };
}

attributes! {
    None "allocalign" "llvm.allocalign" "" "",
    None "allocptr" "llvm.allocptr" "" "",
    None "alwaysinline" "" "always_inline" "always_inline",
    None "builtin" "" "" "",
    None "cold" "" "" "",
    None "convergent" "" "convergent" "convergent",
    None "coro_only_destroy_when_complete" "" "" "",
    None "coro_elide_safe" "" "" "",
    None "dead_on_return" "" "" "",
    None "dead_on_unwind" "" "" "",
    None "disable_sanitizer_instrumentation" "" "" "",
    None "fn_ret_thunk_extern" "" "" "",
    None "hot" "" "" "",
    None "hybrid_patchable" "" "" "",
    None "immarg" "" "" "",
    None "inreg" "llvm.inreg" "" "",
    None "inlinehint" "" "inline_hint" "inline_hint",
    None "jumptable" "" "" "",
    None "minsize" "" "" "",
    None "mustprogress" "" "" "",
    None "naked" "" "" "",
    None "nest" "llvm.nest" "" "",
    None "noalias" "llvm.noalias" "" "",
    None "nobuiltin" "" "" "",
    None "nocallback" "" "" "",
    None "nocf_check" "" "" "",
    None "nocreateundeforpoison" "" "" "",
    None "nodivergencesource" "" "" "",
    None "noduplicate" "" "" "",
    None "noext" "" "" "",
    None "nofree" "llvm.nofree" "" "",
    None "noimplicitfloat" "" "" "",
    None "noinline" "" "no_inline" "no_inline",
    None "nomerge" "" "" "",
    None "noprofile" "" "" "",
    None "norecurse" "" "" "",
    None "noredzone" "" "" "",
    None "noreturn" "" "" "",
    None "nosanitize_bounds" "" "" "",
    None "nosanitize_coverage" "" "" "",
    None "nosync" "" "" "",
    None "noundef" "llvm.noundef" "" "",
    None "nounwind" "" "no_unwind" "no_unwind",
    None "nonlazybind" "" "" "",
    None "nonnull" "llvm.nonnull" "" "",
    None "null_pointer_is_valid" "" "" "",
    None "optforfuzzing" "" "" "",
    None "optdebug" "" "" "",
    None "optsize" "" "" "",
    None "optnone" "" "optimize_none" "",
    None "presplitcoroutine" "" "" "",
    None "readnone" "llvm.readnone" "" "",
    None "readonly" "llvm.readonly" "" "",
    None "returned" "llvm.returned" "" "",
    None "returns_twice" "" "" "",
    None "signext" "llvm.signext" "" "",
    None "safestack" "" "" "",
    None "sanitize_address" "" "" "",
    None "sanitize_alloc_token" "" "" "",
    None "sanitize_hwaddress" "" "" "",
    None "sanitize_memtag" "" "" "",
    None "sanitize_memory" "" "" "",
    None "sanitize_numerical_stability" "" "" "",
    None "sanitize_realtime" "" "" "",
    None "sanitize_realtime_blocking" "" "" "",
    None "sanitize_thread" "" "" "",
    None "sanitize_type" "" "" "",
    None "shadowcallstack" "" "" "",
    None "skipprofile" "" "" "",
    None "speculatable" "" "" "",
    None "speculative_load_hardening" "" "" "",
    None "ssp" "" "" "",
    None "sspreq" "" "" "",
    None "sspstrong" "" "" "",
    None "strictfp" "" "" "",
    None "swiftasync" "" "" "",
    None "swifterror" "" "" "",
    None "swiftself" "" "" "",
    None "willreturn" "" "will_return" "will_return",
    None "writable" "" "" "",
    None "writeonly" "llvm.writeonly" "" "",
    None "zeroext" "llvm.zeroext" "" "",
    Type "byref" "llvm.byref" "" "",
    Type "byval" "llvm.byval" "" "",
    Type "elementtype" "llvm.elementtype" "" "",
    Type "inalloca" "llvm.inalloca" "" "",
    Type "preallocated" "llvm.preallocated" "" "",
    Type "sret" "llvm.sret" "" "",
    Int "align" "llvm.align" "" "",
    Text(AllocKind) "allockind" "" "" "",
    Text(AllocSize) "allocsize" "" "" "",
    Text(Captures) "captures" "llvm.nocapture" "" "",
    Int "dereferenceable" "llvm.dereferenceable" "" "",
    Int "dereferenceable_or_null" "llvm.dereferenceable_or_null" "" "",
    Text(Memory) "memory" "" "memory_effects" "memory_effects",
    Text(FpClass) "nofpclass" "" "" "",
    Int "alignstack" "llvm.alignstack" "" "",
    Text(UwTable) "uwtable" "" "uwtable_kind" "",
    Text(VScaleRange) "vscale_range" "" "vscale_range" "",
    Text(Range) "range" "llvm.range" "" "",
    Text(Initializes) "initializes" "" "" "",
}

/// What an attribute hangs on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeSite {
    /// A function, or a call.
    Function,
    /// A parameter, or an argument.
    Parameter,
    /// A result.
    Result,
}

/// The attributes of parameters.
static OF_PARAMETERS: &[&str] = &[
    "align",
    "alignstack",
    "allocalign",
    "allocptr",
    "byref",
    "byval",
    "captures",
    "dead_on_return",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "elementtype",
    "immarg",
    "inalloca",
    "initializes",
    "inreg",
    "nest",
    "noalias",
    "noext",
    "nofpclass",
    "nofree",
    "nonnull",
    "noundef",
    "preallocated",
    "range",
    "readnone",
    "readonly",
    "returned",
    "signext",
    "sret",
    "swiftasync",
    "swifterror",
    "swiftself",
    "writable",
    "writeonly",
    "zeroext",
];

/// Those of them that are results' too.
static OF_RESULTS: &[&str] = &[
    "align",
    "alignstack",
    "dereferenceable",
    "dereferenceable_or_null",
    "inreg",
    "noalias",
    "noext",
    "nofpclass",
    "nonnull",
    "noundef",
    "range",
    "signext",
    "zeroext",
];

/// Those of them that are functions' too.
static OF_FUNCTIONS: &[&str] = &["align", "alignstack", "nofree", "preallocated"];

impl AttributeRow {
    /// Whether LLVM has the attribute there.
    pub fn applies_to(&self, site: AttributeSite) -> bool {
        match site {
            AttributeSite::Parameter => OF_PARAMETERS.contains(&self.llvm),
            AttributeSite::Result => OF_RESULTS.contains(&self.llvm),
            AttributeSite::Function => !OF_PARAMETERS.contains(&self.llvm) || OF_FUNCTIONS.contains(&self.llvm),
        }
    }
}

type Index = HashMap<&'static str, usize, rustc_hash::FxBuildHasher>;

fn row_at(index: &Index, name: &str) -> Option<(usize, &'static AttributeRow)> {
    let place = *index.get(name)?;
    Some((place, ATTRIBUTES.get(place)?))
}

/// The row of an attribute by LLVM's spelling, with its place.
pub fn by_llvm(name: &str) -> Option<(usize, &'static AttributeRow)> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    row_at(INDEX.get_or_init(|| ATTRIBUTES.iter().enumerate().map(|(i, r)| (r.llvm, i)).collect()), name)
}

/// The row of an attribute by its name in a parameter's dictionary, with its place.
pub fn by_parameter(name: &str) -> Option<(usize, &'static AttributeRow)> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let rows = || ATTRIBUTES.iter().enumerate().filter(|(_, r)| !r.parameter.is_empty());
    row_at(INDEX.get_or_init(|| rows().map(|(i, r)| (r.parameter, i)).collect()), name)
}

/// The row of an attribute by the name of the `llvm.func` attribute that stands for it, with its place.
pub fn by_function(name: &str) -> Option<(usize, &'static AttributeRow)> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let rows = || ATTRIBUTES.iter().enumerate().filter(|(_, r)| !r.function.is_empty());
    row_at(INDEX.get_or_init(|| rows().map(|(i, r)| (r.function, i)).collect()), name)
}

/// The row of an attribute by the name of the `llvm.call` attribute that stands for it, with its place.
pub fn by_call(name: &str) -> Option<(usize, &'static AttributeRow)> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let rows = || ATTRIBUTES.iter().enumerate().filter(|(_, r)| !r.call.is_empty());
    row_at(INDEX.get_or_init(|| rows().map(|(i, r)| (r.call, i)).collect()), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_speak_of_attributes() {
        for name in OF_PARAMETERS.iter().chain(OF_RESULTS).chain(OF_FUNCTIONS) {
            assert!(by_llvm(name).is_some_and(|(_, row)| row.applies_to(AttributeSite::Parameter)), "{name}");
        }
    }

    #[test]
    fn no_attribute_stands_twice() {
        for (place, row) in ATTRIBUTES.iter().enumerate() {
            assert_eq!(by_llvm(row.llvm).map(|r| r.0), Some(place), "{}", row.llvm);
            if !row.parameter.is_empty() {
                assert_eq!(by_parameter(row.parameter).map(|r| r.0), Some(place), "{}", row.parameter);
            }
        }
    }
}
