//! Dialects and the registries that contexts know them from; MLIR's `DialectRegistry`.
//!
//! A [`Dialect`] is a table of operations under one namespace. `builtin`, `llvm` and `irtrip` are this crate's; other
//! crates declare theirs the same way, as a `static` whose definitions [`op_defs!`](crate::op_defs) numbers, and put them into the
//! [`DialectRegistry`] that a context is made with.
//!
//! ```
//! use irtrip_dialect::ops::{LlvmForm, OpDef};
//! use irtrip_dialect::{Context, ContextDialects, Dialect, DialectRegistry, OpNameDefinition};
//!
//! static TOY: Dialect = Dialect::new("toy", OP_DEFS);
//!
//! irtrip_dialect::op_defs! {
//!     of TOY;
//!     /// Stops the program.
//!     HALT = OpDef::new("toy.halt");
//! }
//!
//! let mut registry = DialectRegistry::new();
//! registry.insert(&TOY);
//! let ctx = Context::with_dialects(&registry);
//! assert_eq!(ctx.op_name("toy.halt"), HALT);
//! assert!(Context::new().op_name("toy.halt").def().is_none());
//! ```

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

pub use crate::OpName;
use crate::context::{Context, Str, Type};
use crate::ops::core_dialects::{CORE, CORE_OP_DEFS};
use crate::ops::shaped::ShapedType;
use crate::ops::{MOVED_OPERATIONS, OpDef, Traits};
use crate::release::{Release, Releases};
use crate::struct_attribute::StructAttribute;
use crate::translation::AttributeTranslation;
use crate::word_sets::WordSet;

/// A namespace with its operations. A dialect is one `static`, which its address tells from all others.
#[derive(Debug)]
pub struct Dialect {
    /// The namespace: what is before the first dot of its operations' names.
    pub name: &'static str,
    pub(crate) op_defs: &'static [OpDef],
    table: Option<fn() -> &'static [OpDef]>,
    /// Whether its operations are in addition to those of another dialect of the namespace, which are in code.
    is_rest: bool,
    /// The attributes of the dialect that are kept as text and hold words in an order of their own.
    pub word_sets: &'static [WordSet],
    /// The mnemonics of its types whose parameter is a type: `ptr_metadata` of `!ptr.ptr_metadata<memref<f32>>`.
    pub types_over: &'static [&'static str],
    /// Its types that have a shape: `tile` of `!amx.tile<16x64xi8>`.
    pub shaped_types: &'static [ShapedType],
    /// Its attributes with named parameters that may be left out: `target` of `#nvvm.target<O = 3>`.
    pub struct_attributes: &'static [StructAttribute],
    /// The mnemonics of its attributes that the printer makes aliases of, with the aliases' names.
    pub attribute_aliases: &'static [(&'static str, &'static str)],
    /// What LLVM IR has in place of its attributes on functions and their arguments.
    pub attributes: &'static [AttributeTranslation],
    /// The type of LLVM IR that a type of the dialect is; `None` for others.
    pub llvm_type: Option<fn(&Context, Type) -> Option<Type>>,
    /// Its operations as later releases of MLIR have them, where these are not the same, in tables of their own. A text has
    /// the form of the one or of the other, and keeps it.
    pub later: &'static [&'static Dialect],
    /// The operations that older releases of MLIR alone have.
    pub older: Option<&'static Dialect>,
    /// The releases of MLIR that have the dialect.
    pub releases: Releases,
}

impl Dialect {
    /// A dialect with these operations; none for one of which only types and attributes are met.
    pub const fn new(name: &'static str, op_defs: &'static [OpDef]) -> Dialect {
        assert!(op_defs.len() <= OpName::MAX_OPS, "a dialect has at most 65,536 operations");
        Dialect {
            name,
            op_defs,
            table: None,
            is_rest: false,
            word_sets: &[],
            types_over: &[],
            shaped_types: &[],
            struct_attributes: &[],
            attribute_aliases: &[],
            attributes: &[],
            llvm_type: None,
            later: &[],
            older: None,
            releases: Releases::ALL,
        }
    }

    /// A dialect whose operations are made when they are first asked for, as those of a table that most modules do not need.
    pub const fn of_table(name: &'static str, op_defs: fn() -> &'static [OpDef]) -> Dialect {
        let mut dialect = Dialect::new(name, &[]);
        dialect.table = Some(op_defs);
        dialect
    }

    /// As [`Dialect::of_table`], of a dialect that has operations in code as well: a registry has both, and knows those that are
    /// in both as code has them.
    pub const fn rest_of_table(name: &'static str, op_defs: fn() -> &'static [OpDef]) -> Dialect {
        let mut dialect = Dialect::of_table(name, op_defs);
        dialect.is_rest = true;
        dialect
    }

    /// Its operations.
    pub fn op_defs(&self) -> &'static [OpDef] {
        self.table.map_or(self.op_defs, |op_defs| op_defs())
    }

    /// Whether it has operations; a table is not read for that.
    pub fn has_op_defs(&self) -> bool {
        self.table.is_some() || !self.op_defs.is_empty()
    }

    /// This dialect as one that MLIR has from a release on.
    pub const fn since(mut self, release: Release) -> Dialect {
        self.releases = self.releases.since(release);
        self
    }

    /// The same with the sets of words in its attributes.
    pub const fn word_sets(mut self, sets: &'static [WordSet]) -> Dialect {
        self.word_sets = sets;
        self
    }

    /// The same with the mnemonics of types whose parameter is a type.
    pub const fn types_over(mut self, mnemonics: &'static [&'static str]) -> Dialect {
        self.types_over = mnemonics;
        self
    }

    /// The same with its types that have a shape.
    pub const fn shaped_types(mut self, types: &'static [ShapedType]) -> Dialect {
        self.shaped_types = types;
        self
    }

    /// The same with its attributes with named parameters.
    pub const fn struct_attributes(mut self, attributes: &'static [StructAttribute]) -> Dialect {
        self.struct_attributes = attributes;
        self
    }

    /// The same with its attributes that have aliases.
    pub const fn attribute_aliases(mut self, aliases: &'static [(&'static str, &'static str)]) -> Dialect {
        self.attribute_aliases = aliases;
        self
    }

    /// The same with what LLVM IR has in place of its attributes.
    pub const fn attributes(mut self, attributes: &'static [AttributeTranslation]) -> Dialect {
        self.attributes = attributes;
        self
    }

    /// The same with what its types are in LLVM IR.
    pub const fn llvm_type(mut self, rule: fn(&Context, Type) -> Option<Type>) -> Dialect {
        self.llvm_type = Some(rule);
        self
    }

    /// The same with its operations as later releases have them: dialects of the same namespace, which are in no registry
    /// themselves.
    pub const fn later(mut self, dialects: &'static [&'static Dialect]) -> Dialect {
        self.later = dialects;
        self
    }

    /// The same with the operations that older releases alone have: a dialect of the same namespace, which is in no
    /// registry itself.
    pub const fn older(mut self, dialect: &'static Dialect) -> Dialect {
        self.older = Some(dialect);
        self
    }

    /// The tables of its operations.
    fn tables(&'static self) -> impl Iterator<Item = &'static Dialect> {
        std::iter::once(self).chain(self.later.iter().copied()).chain(self.older)
    }
}

/// The dialects that were registered in this process in addition to the core's: the slot of each is its place here after the
/// core's. A dialect stays, so that names of its operations mean the same in every context.
static REGISTERED: boxcar::Vec<&'static Dialect> = boxcar::Vec::new();

/// The slot of a dialect, which it is given when it is first asked for.
fn slot_of(dialect: &'static Dialect) -> usize {
    static REGISTERING: Mutex<()> = Mutex::new(());
    if let Some(slot) = CORE.iter().position(|core| std::ptr::eq(*core, dialect)) {
        return slot;
    }
    let find = || REGISTERED.iter().find(|(_, known)| std::ptr::eq(**known, dialect)).map(|(place, _)| place);
    let place = find().unwrap_or_else(|| {
        let _guard = REGISTERING.lock();
        find().unwrap_or_else(|| REGISTERED.push(dialect))
    });
    CORE.len() + place
}

/// The dialect of a slot.
fn dialect_at(slot: usize) -> Option<&'static Dialect> {
    match slot.checked_sub(CORE.len()) {
        Some(place) => REGISTERED.get(place).copied(),
        None => CORE.get(slot).copied(),
    }
}

/// What an operation's name says with the dialects that were registered in this process.
pub trait OpNameDefinition {
    /// The operation's definition, or `None` for an operation that no dialect of its context has.
    fn def(self) -> Option<&'static OpDef>;

    /// Whether the operation is of one of the core's dialects.
    fn is_of_core(&self) -> bool;
}

impl OpNameDefinition for OpName {
    #[inline]
    fn def(self) -> Option<&'static OpDef> {
        match CORE_OP_DEFS.get(self.slot()) {
            Some(op_defs) => op_defs.get(self.index()),
            None => registered_def(self),
        }
    }

    #[inline]
    fn is_of_core(&self) -> bool {
        self.slot() < CORE.len()
    }
}

fn registered_def(name: OpName) -> Option<&'static OpDef> {
    dialect_at(name.slot())?.op_defs().get(name.index())
}

/// The dialects of a context.
pub trait ContextDialects: Sized {
    /// A context that knows the dialects of a registry.
    fn with_dialects(dialects: &DialectRegistry) -> Self;

    /// The dialects that this context knows; the core's, of one that was made without a registry.
    fn dialects(&self) -> &DialectRegistry;

    /// The name of an operation: a definition of a dialect that this context knows, or a name kept by this context.
    fn op_name(&self, name: &str) -> OpName;

    /// The spelling of an operation's name, with its dialect: `llvm.add`.
    fn op_name_str(&self, name: OpName) -> Cow<'_, str>;

    /// The names of an operation's inherent attributes, in the order of its definition; none of an operation without a
    /// definition.
    fn slot_names(&self, name: OpName) -> &[Str];
}

/// The dialects of a context with its handles of their attributes' names.
struct LoadedDialects {
    registry: DialectRegistry,
    slot_names: OpDefMap<Box<[Str]>>,
}

impl LoadedDialects {
    fn new(registry: DialectRegistry) -> LoadedDialects {
        LoadedDialects { slot_names: OpDefMap::new(&registry), registry }
    }

    #[inline]
    fn of(ctx: &Context) -> &LoadedDialects {
        ctx.extension(|| LoadedDialects::new(DialectRegistry::new()))
    }
}

impl ContextDialects for Context {
    fn with_dialects(dialects: &DialectRegistry) -> Context {
        let ctx = Context::new();
        ctx.extension(|| LoadedDialects::new(dialects.clone()));
        ctx
    }

    #[inline]
    fn dialects(&self) -> &DialectRegistry {
        &LoadedDialects::of(self).registry
    }

    fn op_name(&self, name: &str) -> OpName {
        self.dialects().op_named(name).unwrap_or_else(|| self.unregistered_op(self.str(name)))
    }

    fn op_name_str(&self, name: OpName) -> Cow<'_, str> {
        match self.unregistered_op_name(name) {
            Some(name) => self.text(name),
            None => name.def().map_or("", |def| def.name).into(),
        }
    }

    fn slot_names(&self, name: OpName) -> &[Str] {
        let slot_names = &LoadedDialects::of(self).slot_names;
        let names = slot_names.get_or_init(name, |def| def.attrs.iter().map(|slot| self.str(slot.name)).collect());
        names.map_or(&[], |names| names)
    }
}

/// A definition of a dialect that is not the core's, for code that recognises or makes its operation.
///
/// The core's definitions are constants of type [`OpName`]. Other dialects have no number before they are registered, so their
/// definitions are compared with names: `body.name(op) == scf::YIELD`.
#[derive(Clone, Copy, Debug)]
pub struct DialectOp {
    dialect: &'static Dialect,
    index: usize,
}

impl DialectOp {
    /// The definition at a place of a dialect's table.
    pub const fn new(dialect: &'static Dialect, index: usize) -> DialectOp {
        DialectOp { dialect, index }
    }

    /// The definition.
    pub const fn def(self) -> &'static OpDef {
        &self.dialect.op_defs[self.index]
    }

    /// The name of its operation. It is the same in all contexts, known to those that were made with the dialect.
    pub fn name(self) -> OpName {
        OpName::of_slot(slot_of(self.dialect), self.index)
    }
}

impl PartialEq<DialectOp> for OpName {
    fn eq(&self, op: &DialectOp) -> bool {
        self.def().is_some_and(|def| std::ptr::eq(def, op.def()))
    }
}

/// The dialects that a context knows, and their definitions by name. The core's three are in every registry.
///
/// Cloning a registry costs nothing to speak of.
#[derive(Clone, Debug)]
pub struct DialectRegistry(Arc<Registered>);

#[derive(Clone, Default, Debug)]
struct Registered {
    dialects: FxHashMap<&'static str, &'static Dialect>,
    /// The names of the dialects, in the order in which they were inserted.
    order: Vec<&'static str>,
    by_name: FxHashMap<&'static str, OpName>,
    /// The operations that a dialect has in a table in addition to those in code.
    rests: FxHashMap<&'static str, &'static Dialect>,
    /// The operations of tables, by the name of their dialect.
    of_tables: FxHashMap<&'static str, OnceLock<FxHashMap<&'static str, OpName>>>,
    /// The operations of later releases that have the name of another.
    later_by_name: FxHashMap<&'static str, OpName>,
    by_intrinsic: FxHashMap<&'static str, OpName>,
}

impl Default for DialectRegistry {
    fn default() -> Self {
        Self::new()
    }
}

impl DialectRegistry {
    /// The registry with the core's dialects: `builtin`, `llvm` and `irtrip`.
    pub fn new() -> DialectRegistry {
        static OF_CORE: LazyLock<DialectRegistry> = LazyLock::new(|| {
            let mut registry = DialectRegistry(Arc::default());
            registry.extend(CORE.iter().copied());
            registry
        });
        OF_CORE.clone()
    }

    /// Adds a dialect. A namespace belongs to the dialect that was inserted for it first; returns whether that is this
    /// one.
    pub fn insert(&mut self, dialect: &'static Dialect) -> bool {
        let of_its_kind = if dialect.is_rest { &self.0.rests } else { &self.0.dialects };
        if let Some(known) = of_its_kind.get(dialect.name) {
            return std::ptr::eq(*known, dialect);
        }
        let slot = slot_of(dialect);
        let registered = Arc::make_mut(&mut self.0);
        if dialect.table.is_some() {
            registered.of_tables.insert(dialect.name, OnceLock::new());
        }
        if dialect.is_rest {
            registered.rests.insert(dialect.name, dialect);
            return true;
        }
        registered.dialects.insert(dialect.name, dialect);
        registered.order.push(dialect.name);
        for (index, def) in dialect.op_defs.iter().enumerate() {
            let name = OpName::of_slot(slot, index);
            registered.by_name.entry(def.name).or_insert(name);
            for older in def.older_names {
                registered.by_name.entry(older.name).or_insert(name);
            }
            if let Some(intrinsic) = def.called_intrinsic().filter(|_| !def.is(Traits::EXPORT_ONLY)) {
                registered.by_intrinsic.entry(intrinsic.name).or_insert(name);
            }
        }
        for later in dialect.later {
            let slot = slot_of(later);
            for (index, def) in later.op_defs.iter().enumerate() {
                let name = OpName::of_slot(slot, index);
                if *registered.by_name.entry(def.name).or_insert(name) != name {
                    registered.later_by_name.insert(def.name, name);
                }
            }
        }
        if let Some(older) = dialect.older {
            let slot = slot_of(older);
            for (index, def) in older.op_defs.iter().enumerate() {
                registered.by_name.entry(def.name).or_insert(OpName::of_slot(slot, index));
            }
        }
        true
    }

    /// The dialect of a namespace.
    pub fn get(&self, name: &str) -> Option<&'static Dialect> {
        self.0.dialects.get(name).copied()
    }

    /// Whether there is a dialect of this namespace.
    pub fn contains(&self, name: &str) -> bool {
        self.0.dialects.contains_key(name)
    }

    /// All dialects, in the order in which they were inserted: the core's first.
    pub fn dialects(&self) -> impl Iterator<Item = &'static Dialect> {
        self.0.order.iter().filter_map(|name| self.get(name))
    }

    /// The definitions of a dialect of the registry: those in code before those of its table.
    pub fn op_defs_of(&self, dialect: &'static Dialect) -> impl Iterator<Item = &'static OpDef> {
        let rest = self.0.rests.get(dialect.name).map_or(&[][..], |rest| rest.op_defs());
        dialect.op_defs().iter().chain(rest.iter().filter(|def| !self.0.by_name.contains_key(def.name)))
    }

    /// All definitions, a dialect after the other.
    pub fn op_defs(&self) -> impl Iterator<Item = &'static OpDef> {
        self.dialects().flat_map(|dialect| self.op_defs_of(dialect))
    }

    /// The names of all definitions, in the same order.
    pub fn names(&self) -> impl Iterator<Item = OpName> {
        self.op_defs().filter_map(|def| self.op_named(def.name))
    }

    /// The operation of a full name, `llvm.add`.
    pub fn op_named(&self, name: &str) -> Option<OpName> {
        self.0.by_name.get(name).copied().or_else(|| self.op_of_table(name))
    }

    fn op_of_table(&self, name: &str) -> Option<OpName> {
        if let Some((_, current)) = MOVED_OPERATIONS.iter().find(|(older, _)| *older == name) {
            return self.op_of_table(current);
        }
        let dialect = dialect_of(name);
        let by_name = self.0.of_tables.get(dialect)?.get_or_init(|| {
            let named = |dialect: &'static Dialect| {
                let slot = slot_of(dialect);
                dialect.op_defs().iter().enumerate().flat_map(move |(index, def)| {
                    let older = def.older_names.iter().map(|older| older.name);
                    older.chain([def.name]).map(move |name| (name, OpName::of_slot(slot, index)))
                })
            };
            let tables = [self.get(dialect), self.0.rests.get(dialect).copied()];
            tables.into_iter().flatten().filter(|dialect| dialect.table.is_some()).flat_map(named).collect()
        });
        by_name.get(name).copied()
    }

    /// The operation of a full name as later releases have it, where that is another.
    pub fn later_op_named(&self, name: &str) -> Option<OpName> {
        self.0.later_by_name.get(name).copied()
    }

    /// The operation of an intrinsic by the intrinsic's name without its overload suffix, `llvm.smax`.
    pub fn op_of_intrinsic(&self, name: &str) -> Option<OpName> {
        self.0.by_intrinsic.get(name).copied()
    }

    /// The set of words in a dialect's attribute that is kept as text; that of later releases, which has the words of the
    /// others.
    pub fn word_set(&self, dialect: &str, mnemonic: &str) -> Option<&'static WordSet> {
        let dialect = self.get(dialect)?;
        let mut tables = dialect.later.iter().copied().chain([dialect]);
        tables.find_map(|table| table.word_sets.iter().find(|set| set.mnemonic == mnemonic))
    }
}

impl Extend<&'static Dialect> for DialectRegistry {
    fn extend<T: IntoIterator<Item = &'static Dialect>>(&mut self, dialects: T) {
        for dialect in dialects {
            self.insert(dialect);
        }
    }
}

/// What is before the first dot of an operation's name: the namespace of its dialect.
pub fn dialect_of(name: &str) -> &str {
    name.split_once('.').map_or("", |(dialect, _)| dialect)
}

/// A value for each definition of a registry's dialects, made when it is first asked for. Shared by threads.
#[derive(Debug)]
pub struct OpDefMap<T> {
    /// The values of a slot's dialect; `None` for a slot of a dialect that is not in the registry.
    slots: Vec<Option<OnceLock<DialectValues<T>>>>,
}

/// A value for each operation of a dialect.
type DialectValues<T> = Box<[OnceLock<T>]>;

impl<T> OpDefMap<T> {
    /// A map for the definitions of these dialects.
    pub fn new(registry: &DialectRegistry) -> OpDefMap<T> {
        let mut slots = Vec::new();
        let rests = registry.0.rests.values().copied();
        for dialect in registry.dialects().flat_map(Dialect::tables).chain(rests) {
            let slot = slot_of(dialect);
            slots.resize_with(slots.len().max(slot + 1), || None);
            slots[slot] = Some(OnceLock::new());
        }
        OpDefMap { slots }
    }

    /// The value of a name's definition, which `make` makes the first time; `None` for a name that has no definition here.
    #[inline]
    pub fn get_or_init(&self, name: OpName, make: impl FnOnce(&'static OpDef) -> T) -> Option<&T> {
        let values = self.slots.get(name.slot())?.as_ref()?;
        let values = values.get_or_init(|| {
            let op_defs = dialect_at(name.slot()).map_or(&[][..], Dialect::op_defs);
            op_defs.iter().map(|_| OnceLock::new()).collect()
        });
        let place = values.get(name.index())?;
        match place.get() {
            Some(value) => Some(value),
            None => name.def().map(|def| place.get_or_init(|| make(def))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TOY: Dialect = Dialect::new("toy", &[OpDef::new("toy.a"), OpDef::new("toy.b")]);
    static OTHER_TOY: Dialect = Dialect::new("toy", &[OpDef::new("toy.a")]);

    fn toy() -> DialectRegistry {
        let mut registry = DialectRegistry::new();
        registry.insert(&TOY);
        registry
    }

    #[test]
    fn every_row_is_found_by_its_name_and_names_its_dialect() {
        let registry = toy();
        for dialect in registry.dialects() {
            for def in dialect.op_defs() {
                assert_eq!(dialect_of(def.name), dialect.name);
                let found = registry.op_named(def.name).and_then(OpNameDefinition::def);
                assert!(found.is_some_and(|found| std::ptr::eq(found, def)), "{}", def.name);
            }
        }
    }

    #[test]
    fn a_row_has_one_name_in_all_contexts() {
        let op = DialectOp::new(&TOY, 1);
        assert_eq!(toy().op_named("toy.b"), Some(op.name()));
        assert!(op.name() == op);
        assert!(op.name() != DialectOp::new(&TOY, 0));
        assert_eq!(DialectRegistry::new().op_named("toy.b"), None);
    }

    #[test]
    fn a_namespace_belongs_to_the_first_dialect() {
        let mut registry = toy();
        assert!(!registry.insert(&OTHER_TOY));
        assert!(registry.insert(&TOY));
        assert!(registry.op_named("toy.b").is_some());
    }

    #[test]
    fn a_row_map_knows_the_rows_of_its_registry_alone() {
        let made = OpDefMap::<usize>::new(&DialectRegistry::new());
        assert_eq!(made.get_or_init(crate::ops::llvm::ADD, |def| def.operands.len()), Some(&2));
        assert_eq!(made.get_or_init(DialectOp::new(&TOY, 0).name(), |_| 0), None);
        assert_eq!(made.get_or_init(Context::new().op_name("toy.c"), |_| 0), None);
    }
}
