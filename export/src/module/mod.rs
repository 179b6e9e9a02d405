//! What a module holds, in the order LLVM's writer goes through it.

pub mod collect;
pub mod groups;
pub mod nodes;
pub mod structs;

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::enums::ComdatSelectionKind;
use irtrip_dialect::layout::{ByteOrder, Layout};
use irtrip_dialect::metadata::MetadataExport;
use irtrip_dialect::names::{CALLEE, ELEM_TYPE, IRTRIP_POINTEES};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::release::Release;
use irtrip_dialect::resources::Blobs;
use irtrip_dialect::spellings::Spellings;
use irtrip_dialect::{Attr, Body, Context, Op, Str, Type, TypeData};
use rustc_hash::FxHashMap;

use crate::function::FunctionPlan;
use crate::lower_to_release::TypedStructs;
use irtrip_dialect::constants::decode::Symbols;
use irtrip_dialect::constants::{ConstData, ConstId, Constants, Expr};
use irtrip_dialect::llvm_text::StructNumbers;

/// A variable, alias, ifunc or function.
#[derive(Clone, Copy)]
pub struct GlobalValue<'a> {
    /// Its operation in the module's body; `None` for a declaration that a preserved attribute holds.
    pub op: Option<Op>,
    /// Its attributes, a dictionary.
    pub attrs: Attr,
    /// Its regions.
    pub body: Option<&'a Body>,
    /// Its symbol in the model.
    pub name: Str,
    /// Its location.
    pub loc: Attr,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The number of one without a name in LLVM IR.
    pub number: Option<u32>,
    /// The type of its address, without what is there.
    pub address: Type,
    /// The type of what is at its address.
    pub value_type: Option<Type>,
    /// Its place among the functions, if it is one.
    pub function: Option<u32>,
}

/// The module's names.
#[derive(Default)]
pub struct SymbolTable {
    map: FxHashMap<Str, Symbol>,
    effects: FxHashMap<Str, MemoryEffects>,
    /// The bytes of the file's resources.
    pub resources: Blobs,
    /// The widths of the indices of the addresses of first elements, where they are kept.
    pub zero_indices: ZeroIndices,
    /// The elements of structs, where pointers name what they point to.
    pub structs: TypedStructs,
    /// Whether pointers name what they point to.
    pub typed_pointers: bool,
    /// The release that reads the assembly.
    pub release: Release,
    /// The order of bytes that constants are folded with; see [`Symbols::folded_byte_order`].
    pub folded_byte_order: Option<ByteOrder>,
}

/// The widths of the indices of the addresses of first elements: by the symbol, where it stands, and how many indices there
/// are.
pub type ZeroIndices = FxHashMap<(Str, IndexPlace, usize), Vec<i64>>;

/// Where the address of a first element stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IndexPlace {
    /// In an initializer.
    Initializers,
    /// In a function's body.
    Bodies,
    /// In this function or variable, whatever others have.
    User(Str),
}

impl SymbolTable {
    /// What a name stands for.
    pub fn get(&self, name: Str) -> Option<&Symbol> {
        self.map.get(&name)
    }

    /// Whether a constant is the address of a global value, where that names what it points to as the value itself does: LLVM
    /// does not look at the type of such a one where it is used.
    pub fn is_address(&self, ctx: &Context, pool: &Constants, id: ConstId) -> bool {
        let expr = match pool.data(id) {
            ConstData::Symbol(_) => return true,
            ConstData::Expr(expr) if expr.name == llvm::BITCAST => expr,
            _ => return false,
        };
        let TypeData::TypedPointer { pointee, .. } = ctx.type_data(pool.ty(id)) else { return false };
        match expr.operands.as_slice() {
            [of] => match pool.data(*of) {
                ConstData::Symbol(name) => self.get(*name).is_some_and(|symbol| symbol.value_type == Some(*pointee)),
                _ => false,
            },
            _ => false,
        }
    }

    /// What a constant `getelementptr` steps over, with what the release's text says of the pointers in it; `None` of another
    /// expression.
    pub fn stepped_over(&self, ctx: &Context, expr: &Expr) -> Option<Type> {
        let element = ctx.type_entry(expr.attrs, ELEM_TYPE)?;
        let kept = ctx.entry(expr.attrs, IRTRIP_POINTEES).filter(|_| self.typed_pointers);
        Some(kept.map_or(element, |kept| ctx.with_pointees(element, ctx.items(kept))))
    }

    /// Notes a function's memory effects.
    pub fn set_effects(&mut self, name: Str, effects: MemoryEffects) {
        if effects != MemoryEffects::ANY {
            self.effects.insert(name, effects);
        }
    }

    /// The memory effects of the function that a call with these attributes names, with those of operand bundles.
    pub fn called_effects(&self, ctx: &Context, attrs: Attr) -> MemoryEffects {
        let callee = ctx.symbol_entry(attrs, CALLEE);
        match callee.and_then(|name| self.effects.get(&name)) {
            Some(effects) => effects.with_bundles_of(ctx, attrs),
            None => MemoryEffects::ANY,
        }
    }

    /// Gives a name its meaning; the first counts.
    pub fn insert(&mut self, name: Str, symbol: Symbol) {
        self.map.entry(name).or_insert(symbol);
    }
}

impl Symbols for SymbolTable {
    fn address_type(&self, name: Str) -> Option<Type> {
        self.map.get(&name).map(|s| s.address)
    }

    fn resource(&self, key: Str) -> Option<&[u8]> {
        self.resources.get(&key).map(|bytes| &bytes[..])
    }

    fn release(&self) -> Release {
        self.release
    }

    fn folded_byte_order(&self) -> Option<ByteOrder> {
        self.folded_byte_order
    }
}

/// The globals and comdats of a module, each kind in order.
#[derive(Default)]
pub struct ModuleContents<'a> {
    /// Variables; `llvm.mlir.global_ctors` and its like among them.
    pub variables: Vec<GlobalValue<'a>>,
    /// Aliases.
    pub aliases: Vec<GlobalValue<'a>>,
    /// Ifuncs.
    pub ifuncs: Vec<GlobalValue<'a>>,
    /// Functions.
    pub functions: Vec<GlobalValue<'a>>,
    /// Comdats by name.
    pub comdats: FxHashMap<Str, ComdatSelectionKind>,
}

/// Everything the writers ask for, made before the first line is written.
pub struct ModulePlan<'a> {
    /// The names.
    pub symbols: &'a SymbolTable,
    /// Structs that have numbers.
    pub struct_numbers: &'a StructNumbers,
    /// The functions' plans.
    pub functions: &'a [FunctionPlan<'a>],
    /// Attribute groups' numbers.
    pub groups: &'a groups::Groups,
    /// The metadata.
    pub metadata: &'a MetadataExport,
    /// Metadata nodes' numbers.
    pub nodes: &'a nodes::NodeNumbers,
    /// The data layout: alignments that the module leaves out, and the address space functions are in.
    pub layout: &'a Layout,
    /// Whether a source map is made ([`irtrip_dialect::source_map`]).
    pub source_map: bool,
    /// The order in which terminators are made.
    pub terminators: Terminators,
    /// The release that reads the assembly.
    pub release: Release,
    /// Whether the module is written as LLVM 22 or a later release has it, whatever its text was: without the data layout that
    /// an older one wrote, where that is preserved, and with its own comments.
    pub is_for_model: bool,
    /// The spellings that it has.
    pub spellings: Spellings,
    /// Whether orders of uses are written.
    pub writes_use_lists: bool,
    /// Whether comments show the names of Rust's symbols.
    pub shows_demangled: bool,
}

/// The order in which a function's terminators are made, which is that of the uses of its blocks and so of the comment
/// that names a block's predecessors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Terminators {
    /// As LLVM's reader makes them: that of the text.
    #[default]
    AsRead,
    /// As `mlir-translate` makes them: each block after those that lead to it, loops aside.
    AsTranslated,
}

impl ModulePlan<'_> {
    /// The type of the function with a name, if there is one.
    pub fn function_type(&self, ctx: &Context, name: Str) -> Option<Type> {
        let function = self.functions.get(self.symbols.get(name)?.function? as usize)?;
        let ty = ctx.entry(function.global.attrs, irtrip_dialect::names::FUNCTION_TYPE)?;
        ctx.type_value(ty)
    }
}
