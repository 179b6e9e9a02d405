//! LLVM's function, return and parameter attributes, each with its form in LLVM IR and in the LLVM dialect.
//!
//! LangRef, "Parameter Attributes", "Function Attributes". A row's place is LLVM's order: its writer sorts the
//! attributes of a set by it, string attributes last and by key.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::release::{Release, Releases};

/// What sanitizers do with a variable; a word's place is the number of its bit in bitcode. LangRef, "Global Variables".
pub const VARIABLE_SANITIZERS: [&str; 4] =
    ["no_sanitize_address", "no_sanitize_hwaddress", "sanitize_memtag", "sanitize_address_dyninit"];

/// What follows an attribute's name in LLVM IR.
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
    /// `dead_on_return`, `dead_on_return(16)`
    DeadOnReturn,
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

impl AttributeValue {
    /// Whether the attribute has a text in brackets and may do without: the text is empty then.
    pub const fn may_be_empty(self) -> bool {
        matches!(self, AttributeValue::Text(AttributeText::UwTable | AttributeText::DeadOnReturn))
    }
}

/// One attribute.
#[derive(Debug)]
pub struct AttributeRow {
    /// LLVM's spelling.
    pub llvm: &'static str,
    /// What follows it.
    pub value: AttributeValue,
    /// What it may be attached to.
    pub sites: &'static [AttributeSite],
    /// The types of values that LLVM's verifier allows it on.
    pub llvm_types: AttributeTypes,
    /// The types of values that MLIR's verifier allows it on.
    pub mlir_types: AttributeTypes,
    /// The name in a parameter's or result's dictionary (`llvm.noundef`), or empty: the dialect has none.
    pub parameter: &'static str,
    /// The attribute of `llvm.func` that stands for it (`no_unwind`), or empty: it goes into `passthrough`.
    pub function: &'static str,
    /// The attribute of `llvm.call` that stands for it, or empty: the dialect has none.
    pub call: &'static str,
    /// The releases of LLVM that have it; where that is not known for sure, from a later one on.
    pub releases: Releases,
    /// Whether caller and callee pass the value in another way because of it, so that a module cannot do without.
    pub changes_calls: bool,
}

/// The types of parameters and results that may have an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeTypes {
    /// Any type.
    Any,
    /// Any type but `void`.
    Value,
    /// Integers.
    Integer,
    /// Integers and vectors of them.
    IntegerOrVector,
    /// Pointers.
    Pointer,
    /// Pointers and vectors of them.
    PointerOrVector,
    /// Floats; vectors, arrays and structs of them.
    Float,
}

/// The sites in a row; functions where it names none.
macro_rules! sites {
    () => { &[AttributeSite::Function] };
    ($($site:ident),+) => { &[$(AttributeSite::$site),+] };
}

/// The types in a row for LLVM's or MLIR's verifier: any where it names none, or those of the other alone.
macro_rules! types {
    ($verifier:ident) => {
        AttributeTypes::Any
    };
    ($verifier:ident, $types:ident) => {
        AttributeTypes::$types
    };
    (llvm, llvm $types:ident) => {
        AttributeTypes::$types
    };
    (mlir, mlir $types:ident) => {
        AttributeTypes::$types
    };
    ($verifier:ident, $other:ident $types:ident) => {
        AttributeTypes::Any
    };
}

macro_rules! attributes {
    ($(
        $value:ident $(($text:ident))? $llvm:literal $(of($($site:ident),+))? $(on($($types:ident)+))?
        $parameter:literal $function:literal $call:literal $(since $since:ident)? $(($calls:ident))?,
    )*) => {
        /// The attributes in LLVM's order.
        pub static ATTRIBUTES: &[AttributeRow] = &[$(AttributeRow {
            llvm: $llvm,
            value: AttributeValue::$value $((AttributeText::$text))?,
            sites: sites!($($($site),+)?),
            llvm_types: types!(llvm $(, $($types)+)?),
            mlir_types: types!(mlir $(, $($types)+)?),
            parameter: $parameter,
            function: $function,
            call: $call,
            releases: Releases::ALL$(.since(Release::$since))?,
            changes_calls: false $(|| matches!(stringify!($calls).as_bytes(), [_, ..]))?,
        }),*];
    };
}

// Where `since` is from: 14, 15 and 16 from the assemblers, which take the attribute in that release and refuse it in
// the one before, as do 6, 9, 11 and 13 from these releases' libraries; 20 from that release's parser; 3.7 to 5 from LLVM's tests Bitcode/compatibility-N.ll; 17, 18 and 21
// from LLVM's and rustc's changes that name the release. 19 and 22 are not checked that closely: the assembler of 16
// refuses the attributes of 19, which that of 19 takes, and that of 19 refuses those of 22. 23 from its assembler.
attributes! {
    None "allocalign" of(Parameter) on(llvm Integer) "llvm.allocalign" "" "" since V15,
    None "allocptr" of(Parameter) on(Pointer) "llvm.allocptr" "" "" since V15,
    None "alwaysinline" "" "always_inline" "always_inline",
    None "builtin" "" "" "",
    None "cold" "" "" "",
    None "convergent" "" "convergent" "convergent" since V3_7,
    None "coro_only_destroy_when_complete" "" "" "" since V18,
    None "coro_elide_safe" "" "" "" since V20,
    Text(DeadOnReturn) "dead_on_return" of(Parameter) on(Pointer) "" "" "" since V21,
    None "dead_on_unwind" of(Parameter) on(Pointer) "" "" "" since V18,
    None "disable_sanitizer_instrumentation" "" "" "" since V14,
    None "flatten" "" "" "" since V23,
    None "fn_ret_thunk_extern" "" "" "" since V15,
    None "hot" "" "" "" since V12,
    None "hybrid_patchable" "" "" "" since V19,
    None "immarg" of(Parameter) "" "" "" since V9,
    None "inreg" of(Parameter, Result) "llvm.inreg" "" "" (passed),
    None "inlinehint" "" "inline_hint" "inline_hint",
    None "jumptable" "" "" "",
    None "minsize" "" "" "",
    None "mustprogress" "" "" "" since V12,
    None "naked" "" "" "",
    None "nest" of(Parameter) on(Pointer) "llvm.nest" "" "" (passed),
    None "noalias" of(Parameter, Result) on(Pointer) "llvm.noalias" "" "",
    None "nobuiltin" "" "" "",
    None "nocallback" "" "" "" since V13,
    None "nocf_check" "" "" "" since V7,
    None "nocreateundeforpoison" "" "" "" since V22,
    None "nodivergencesource" "" "" "" since V20,
    None "noduplicate" "" "" "",
    None "noext" of(Parameter, Result) "" "" "" since V20,
    None "nofree" of(Function, Parameter) on(mlir Pointer) "llvm.nofree" "" "" since V9,
    None "noipa" "" "" "" since V23,
    None "noimplicitfloat" "" "" "",
    None "noinline" "" "no_inline" "no_inline",
    None "nomerge" "" "" "" since V11,
    None "noprofile" "" "" "" since V13,
    None "norecurse" "" "" "" since V3_8,
    None "noredzone" "" "" "",
    None "noreturn" "" "" "",
    None "nosanitize_bounds" "" "" "" since V15,
    None "nosanitize_coverage" "" "" "" since V13,
    None "nosync" "" "" "" since V9,
    None "noundef" of(Parameter, Result) on(llvm Value) "llvm.noundef" "" "" since V11,
    None "nounwind" "" "no_unwind" "no_unwind",
    None "nonlazybind" "" "" "",
    None "nonnull" of(Parameter, Result) on(Pointer) "llvm.nonnull" "" "",
    None "null_pointer_is_valid" "" "" "" since V11,
    None "optforfuzzing" "" "" "" since V7,
    None "optdebug" "" "" "" since V18,
    None "optsize" "" "" "",
    None "optnone" "" "optimize_none" "",
    None "presplitcoroutine" "" "" "" since V15,
    None "readnone" of(Parameter) on(Pointer) "llvm.readnone" "" "",
    None "readonly" of(Parameter) on(Pointer) "llvm.readonly" "" "",
    None "returned" of(Parameter) "llvm.returned" "" "",
    None "returns_twice" "" "" "",
    None "signext" of(Parameter, Result) on(Integer) "llvm.signext" "" "" (passed),
    None "safestack" "" "" "" since V3_7,
    None "sanitize_address" "" "" "",
    None "sanitize_alloc_token" "" "" "" since V22,
    None "sanitize_hwaddress" "" "" "" since V6,
    None "sanitize_memtag" "" "" "" since V9,
    None "sanitize_memory" "" "" "",
    None "sanitize_numerical_stability" "" "" "" since V19,
    None "sanitize_realtime" "" "" "" since V20,
    None "sanitize_realtime_blocking" "" "" "" since V20,
    None "sanitize_thread" "" "" "",
    None "sanitize_type" "" "" "" since V20,
    None "shadowcallstack" "" "" "" since V7,
    None "skipprofile" "" "" "" since V16,
    None "speculatable" "" "" "" since V5,
    None "speculative_load_hardening" "" "" "" since V8,
    None "ssp" "" "" "",
    None "sspreq" "" "" "",
    None "sspstrong" "" "" "",
    None "strictfp" "" "" "" since V6,
    None "swiftasync" of(Parameter) "" "" "" since V13 (passed),
    None "swifterror" of(Parameter) on(Pointer) "" "" "" (passed),
    None "swiftself" of(Parameter) "" "" "" (passed),
    None "willreturn" "" "will_return" "will_return" since V9,
    None "writable" of(Parameter) on(Pointer) "" "" "" since V18,
    None "writeonly" of(Parameter) on(mlir Pointer) "llvm.writeonly" "" "" since V3_9,
    None "zeroext" of(Parameter, Result) on(Integer) "llvm.zeroext" "" "" (passed),
    Type "byref" of(Parameter) on(Pointer) "llvm.byref" "" "" since V12 (passed),
    Type "byval" of(Parameter) on(Pointer) "llvm.byval" "" "" (passed),
    Type "elementtype" of(Parameter) on(llvm Pointer) "llvm.elementtype" "" "" since V13,
    Type "inalloca" of(Parameter) on(Pointer) "llvm.inalloca" "" "" (passed),
    Type "preallocated" of(Function, Parameter) on(Pointer) "llvm.preallocated" "" "" since V11 (passed),
    Type "sret" of(Parameter) on(Pointer) "llvm.sret" "" "" (passed),
    Int "align" of(Function, Parameter, Result) on(PointerOrVector) "llvm.align" "" "",
    Text(AllocKind) "allockind" "" "" "" since V15,
    Text(AllocSize) "allocsize" "" "" "",
    Text(Captures) "captures" of(Parameter) on(Pointer) "llvm.nocapture" "" "" since V20,
    Int "dereferenceable" of(Parameter, Result) on(Pointer) "llvm.dereferenceable" "" "",
    Int "dereferenceable_or_null" of(Parameter, Result) on(Pointer) "llvm.dereferenceable_or_null" "" "" since V3_7,
    Text(Memory) "memory" "" "memory_effects" "memory_effects" since V16,
    Text(FpClass) "nofpclass" of(Parameter, Result) on(Float) "" "" "" since V17,
    Int "alignstack" of(Function, Parameter, Result) "llvm.alignstack" "" "",
    Text(UwTable) "uwtable" "" "uwtable_kind" "",
    Text(VScaleRange) "vscale_range" "" "vscale_range" "" since V13,
    Text(Range) "range" of(Parameter, Result) on(llvm IntegerOrVector) "llvm.range" "" "" since V19,
    Text(Initializes) "initializes" of(Parameter) on(Pointer) "" "" "" since V19,
}

/// What an attribute is attached to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeSite {
    /// A function, or a call.
    Function,
    /// A parameter, or an argument.
    Parameter,
    /// A result.
    Result,
}

impl AttributeRow {
    /// Whether LLVM has the attribute there.
    pub fn applies_to(&self, site: AttributeSite) -> bool {
        self.sites.contains(&site)
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
pub(crate) fn by_function(name: &str) -> Option<(usize, &'static AttributeRow)> {
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
    fn attributes_came_with_releases() {
        let has = |name, release| by_llvm(name).is_some_and(|(_, row)| row.releases.contains(release));
        assert!(!has("captures", Release::V19) && has("captures", Release::V20));
        assert!(!has("memory", Release::V15) && has("memory", Release::V16) && has("noalias", Release::V3_7));
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
