//! What a difference is about.

use std::fmt;
use std::str::FromStr;

use irtrip_dialect::metadata::kinds::KINDS;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, SlotKind, Traits};
use irtrip_dialect::{OpName, OpNameDefinition, Str};

use crate::scope::DEBUG_KINDS;

macro_rules! categories {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal,)*) => {
        /// What a difference is about.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum Category { $($(#[doc = $doc])* #[serde(rename = $word)] $name),* }

        impl Category {
            /// All of them, in the order they are shown.
            pub const ALL: &[Category] = &[$(Category::$name),*];

            /// The word a command line, a table and JSON have for it.
            pub const fn name(self) -> &'static str {
                match self { $(Category::$name => $word),* }
            }

            /// What it is about, in a sentence.
            pub const fn description(self) -> &'static str {
                match self { $(Category::$name => concat!($($doc),*)),* }
            }
        }
    };
}

categories! {
    /// An instruction that only one side has, or another instruction in its place.
    Instruction = "instruction",
    /// A flag, predicate, ordering, alignment or other word of an instruction.
    Flag = "flag",
    /// An operand, callee or constant index of an instruction.
    Operand = "operand",
    /// A type: a value's, an element's, a function's, a struct's body.
    Type = "type",
    /// A block, a terminator, its targets or its cases.
    ControlFlow = "control-flow",
    /// A block argument (a phi), or what an edge passes to one.
    Phi = "phi",
    /// An attribute of a function, call, parameter or result.
    Attribute = "attribute",
    /// A global that only one side has, its linkage and other properties; what the module has in addition to them.
    Global = "global",
    /// An initializer, aliasee, resolver, prefix or prologue.
    Initializer = "initializer",
    /// An attachment that is no debug info, or a node of one.
    Metadata = "metadata",
    /// A debug location, debug record or node of debug info.
    DebugInfo = "debug-info",
    /// The data layout or the target triple.
    Layout = "layout",
    /// A named list of metadata.
    NamedMetadata = "named-metadata",
    /// A module flag.
    ModuleFlag = "module-flag",
    /// A name of a value or block; looked at only where names are asked for.
    Name = "name",
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Category {
    type Err = UnknownCategory;

    fn from_str(word: &str) -> Result<Category, UnknownCategory> {
        Category::ALL.iter().copied().find(|c| c.name() == word).ok_or_else(|| UnknownCategory(word.to_owned()))
    }
}

/// A word that names no category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownCategory(String);

impl fmt::Display for UnknownCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = Category::ALL.iter().map(|c| c.name()).collect();
        write!(f, "'{}' is no category; there are {}", self.0, words.join(", "))
    }
}

impl std::error::Error for UnknownCategory {}

/// What an attribute of one of these names is about, whatever operation it is on.
const BY_NAME: &[(Str, Category)] = &[
    (ADDR_SPACE, Category::Global),
    (ADDRESS_SPACE, Category::Global),
    (ARG_ATTRS, Category::Attribute),
    (CALLEE, Category::Operand),
    (CALLEE_TYPE, Category::Type),
    (CASE_VALUES, Category::ControlFlow),
    (CASE_OPERAND_SEGMENTS, Category::ControlFlow),
    (INDBR_OPERAND_SEGMENTS, Category::ControlFlow),
    (FUNCTION_TYPE, Category::Type),
    (INITIAL_VALUE, Category::Initializer),
    (IRTRIP_ADDRESS_SPACE, Category::Global),
    (IRTRIP_ARG_ATTRS, Category::Attribute),
    (IRTRIP_ARGS, Category::Operand),
    (IRTRIP_ATTRIBUTES, Category::Attribute),
    (IRTRIP_BLOCK, Category::Operand),
    (IRTRIP_BUNDLE_ARGS, Category::Operand),
    (IRTRIP_CALLEE, Category::Operand),
    (IRTRIP_CALLEE_TYPE, Category::Type),
    (IRTRIP_CCONV, Category::Attribute),
    (IRTRIP_CODE_MODEL, Category::Global),
    (IRTRIP_DLL_STORAGE, Category::Global),
    (IRTRIP_EDGE, Category::ControlFlow),
    (IRTRIP_FLAGS, Category::Flag),
    (IRTRIP_INITIALIZER, Category::Initializer),
    (IRTRIP_MODULE_ASM, Category::Global),
    (IRTRIP_INRANGE, Category::Flag),
    (IRTRIP_INSTRUCTION, Category::Instruction),
    (IRTRIP_NO_INDEX, Category::Operand),
    (IRTRIP_PARTITION, Category::Global),
    (IRTRIP_PERSONALITY, Category::Global),
    (IRTRIP_PREFIX, Category::Initializer),
    (IRTRIP_PROLOGUE, Category::Initializer),
    (IRTRIP_RECORD, Category::DebugInfo),
    (IRTRIP_RECORDS, Category::DebugInfo),
    (IRTRIP_RES_ATTRS, Category::Attribute),
    (IRTRIP_SANITIZE, Category::Global),
    (IRTRIP_SOURCE_FILENAME, Category::Global),
    (IRTRIP_SPLATS, Category::Operand),
    (IRTRIP_STANDS_FOR, Category::Operand),
    (IRTRIP_SUMMARY, Category::Global),
    (IRTRIP_TAIL, Category::Flag),
    (IRTRIP_TLS_MODEL, Category::Global),
    (IRTRIP_TYPE, Category::Type),
    (IRTRIP_UNNAMED, Category::Global),
    (IRTRIP_USE_LIST_ORDERS, Category::Operand),
    (IRTRIP_VALUE, Category::Operand),
    (LLVM_DATA_LAYOUT, Category::Layout),
    (LLVM_TARGET_TRIPLE, Category::Layout),
    (OP_BUNDLE_SIZES, Category::Operand),
    (OP_BUNDLE_TAGS, Category::Operand),
    (OPERAND_SEGMENT_SIZES, Category::Operand),
    (PERSONALITY, Category::Global),
    (RES_ATTRS, Category::Attribute),
    (RESOLVER, Category::Initializer),
    (SYNCSCOPE, Category::Flag),
    (THREAD_LOCAL, Category::Global),
    (VALUE, Category::Initializer),
    (VAR_CALLEE_TYPE, Category::Type),
];

/// Attributes that a function's row has as properties of the symbol; the others are LLVM's attributes.
const OF_SYMBOL: &[&str] = &[
    "linkage",
    "dso_local",
    "comdat",
    "garbageCollector",
    "visibility_",
    "section",
    "unnamed_addr",
    "alignment",
    "sym_visibility",
    "personality",
];

/// What the attribute of an operation is about: by its name, else by its kind in the operation's definition.
pub(crate) fn of_attribute(name: OpName, key: Str, text: &str) -> Category {
    let def = name.def();
    if def.is_some_and(|def| def.llvm.is_debug_record()) {
        return Category::DebugInfo;
    }
    if KINDS.iter().any(|row| row.slot == text) {
        return Category::Metadata;
    }
    let entity = def.is_some_and(|d| matches!(d.llvm, LlvmForm::Global(_)));
    let is_call = def.is_some_and(|d| d.attr_slot("CConv").is_some());
    if text == "CConv" {
        return Category::Attribute;
    }
    if let Some((_, category)) = BY_NAME.iter().find(|row| row.0 == key)
        && (key != VALUE || entity)
    {
        return *category;
    }
    let Some(slot) = def.and_then(|d| d.attr_slot(text)) else {
        return if entity { Category::Global } else { Category::Attribute };
    };
    if let SlotKind::Type = slot.kind {
        return Category::Type;
    }
    if def.is_some_and(|d| d.is(Traits::ISOLATED)) && text != "function_type" && !OF_SYMBOL.contains(&text) {
        // A function's own slots are LLVM attributes; a variable's are its properties.
        return if is_call { Category::Attribute } else { Category::Global };
    }
    if entity {
        return Category::Global;
    }
    match slot.kind {
        // What an instruction has as a word of its own, a call has as an attribute.
        SlotKind::Unit if is_call => Category::Attribute,
        SlotKind::Type => Category::Type,
        SlotKind::SymbolRef | SlotKind::SymbolName | SlotKind::DenseI32 | SlotKind::DenseI64 => Category::Operand,
        SlotKind::Str | SlotKind::Array | SlotKind::Any | SlotKind::Elements | SlotKind::F64 => Category::Operand,
        SlotKind::IndexInt | SlotKind::Constrained(_) => Category::Operand,
        SlotKind::Llvm(_) | SlotKind::DialectAttr { .. } | SlotKind::DialectEnum { .. } => Category::Attribute,
        SlotKind::Unit | SlotKind::Bool | SlotKind::Int(_) | SlotKind::Bounded(..) | SlotKind::AnyInt => Category::Flag,
        SlotKind::Enum(_) | SlotKind::LlvmEnum(_) | SlotKind::Bits(_) => Category::Flag,
    }
}

/// What an operation as a whole is about.
pub(crate) fn of_operation(name: OpName) -> Category {
    match name.def() {
        Some(def) if def.llvm.is_debug_record() => Category::DebugInfo,
        Some(def) if def.is(Traits::TERMINATOR) => Category::ControlFlow,
        _ => Category::Instruction,
    }
}

/// What an attachment of a kind is about.
pub(crate) fn of_attachment(kind: &str) -> Category {
    if DEBUG_KINDS.contains(&kind) { Category::DebugInfo } else { Category::Metadata }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use irtrip_dialect::preserved::PRESERVED_ATTRIBUTES;

    #[test]
    fn every_word_is_read_as_its_category() {
        for category in Category::ALL {
            assert_eq!(category.name().parse::<Category>().unwrap(), *category);
            assert!(category.description().len() > 10);
        }
        assert_eq!("x".parse::<Category>(), Err(UnknownCategory("x".to_owned())));
    }

    #[test]
    fn every_preserved_has_a_category_or_is_looked_at_elsewhere() {
        let elsewhere = [
            IRTRIP_ATOM,
            IRTRIP_BITCODE_USE_LISTS,
            IRTRIP_BLOCK_NAME,
            IRTRIP_COMPLETED,
            IRTRIP_DATA_LAYOUT,
            IRTRIP_DECLARATIONS,
            IRTRIP_DEMANGLED,
            IRTRIP_ENTRY,
            IRTRIP_INCOMING,
            IRTRIP_KNOWN_INTRINSIC,
            IRTRIP_LOOP_ID,
            IRTRIP_METADATA,
            IRTRIP_METADATA_KINDS,
            IRTRIP_MODULE_ID,
            IRTRIP_NAME,
            IRTRIP_NAMED_METADATA,
            IRTRIP_NODES,
            IRTRIP_OLDER_ATTRIBUTES,
            IRTRIP_OLDER_CALL,
            IRTRIP_OLDER_DECLARATIONS,
            IRTRIP_PHIS,
            IRTRIP_POINTEES,
            IRTRIP_POSITION,
            IRTRIP_PREDECESSORS,
            IRTRIP_RELEASE,
            IRTRIP_STRUCT_POINTEES,
            IRTRIP_STRUCTURAL_HASH,
            IRTRIP_TABLE,
            IRTRIP_TYPED_POINTERS,
            IRTRIP_ZERO_INDICES,
            IRTRIP_EXPORTER_DEFAULTS,
        ];
        for preserved in PRESERVED_ATTRIBUTES {
            let known = BY_NAME.iter().any(|row| row.0 == preserved.handle) || elsewhere.contains(&preserved.handle);
            assert!(known, "{}", preserved.name);
        }
    }
}
