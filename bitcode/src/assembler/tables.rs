//! The tables that what is read goes into: constants, metadata and attribute lists of a module or a function, and a function's names.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::ops::Range;

use irtrip_dialect::llvm_text::cursor::Name;
use rustc_hash::FxHashMap;

use crate::attributes::AttributeGroup;
use crate::constants::{Constant, Value, ValueKind};
use crate::function::Symbol;
use crate::metadata::Node;
use crate::types::TypeId;
use crate::uses::NumberedValues;

/// The constants of a module or function, each once. Numbers of global values are below theirs.
#[derive(Debug, Default)]
pub(super) struct ConstantPool<'a> {
    /// The number of the first.
    pub first: u32,
    /// By number, with what else a function numbers: arguments and results.
    pub values: Vec<Value>,
    index: FxHashMap<(TypeId, Constant), u32>,
    /// The blocks whose addresses are taken: functions and blocks by name.
    pub block_addresses: Vec<(u32, Name<'a>)>,
    block_address_index: FxHashMap<(u32, Name<'a>), u64>,
}

impl NumberedValues for ConstantPool<'_> {
    fn value(&self, id: u32) -> Option<&Value> {
        self.get(id)
    }

    fn own(&self) -> Range<u32> {
        self.first..self.first + self.values.len() as u32
    }
}

impl<'a> ConstantPool<'a> {
    pub fn new(first: u32) -> ConstantPool<'a> {
        ConstantPool { first, ..ConstantPool::default() }
    }

    /// The number of a constant, which is added if need be.
    pub fn intern(&mut self, ty: TypeId, constant: Constant) -> u32 {
        let number = self.first + self.values.len() as u32;
        match self.index.entry((ty, constant)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let constant = free.key().1.clone();
                free.insert(number);
                self.values.push((ty, constant).into());
                number
            }
        }
    }

    /// The number of a constant that is there.
    pub fn find(&self, ty: TypeId, constant: Constant) -> Option<u32> {
        self.index.get(&(ty, constant)).copied()
    }

    /// Adds an argument or a result.
    pub fn add_local(&mut self, ty: TypeId) -> u32 {
        self.values.push(Value { ty, kind: ValueKind::Local });
        self.first + self.values.len() as u32 - 1
    }

    pub fn get(&self, id: u32) -> Option<&Value> {
        self.values.get(id.checked_sub(self.first)? as usize)
    }

    pub fn constant(&self, id: u32) -> Option<&Constant> {
        match &self.get(id)?.kind {
            ValueKind::Constant(constant) => Some(constant),
            ValueKind::Global(_) | ValueKind::Local => None,
        }
    }

    /// A constant and its type with other numbers.
    pub fn renumbered(
        &self,
        id: u32,
        value: &mut dyn FnMut(u32) -> u32,
        ty: &dyn Fn(TypeId) -> TypeId,
    ) -> Option<(TypeId, Constant)> {
        let mut constant = self.constant(id)?.clone();
        for operand in constant.operands_mut() {
            *operand = value(*operand);
        }
        if let Some(named) = constant.named_type_mut() {
            *named = ty(*named);
        }
        Some((ty(self.get(id)?.ty), constant))
    }

    /// The number by which a block of a function is known until all blocks are.
    pub fn block_address(&mut self, function: u32, block: Name<'a>) -> u64 {
        let next = self.block_addresses.len() as u64;
        *self.block_address_index.entry((function, block)).or_insert_with_key(|key| {
            self.block_addresses.push(key.clone());
            next
        })
    }
}

/// Numbers of metadata from this one on are those of what a function has alone.
pub(super) const FIRST_LOCAL: u64 = 1 << 31;

/// The metadata of a module, or what a function adds to it.
#[derive(Debug, Default)]
pub(super) struct MetadataPool<'a> {
    /// The number of the first.
    pub first: u64,
    /// By number.
    pub nodes: Vec<Node<'a>>,
    strings: FxHashMap<Cow<'a, [u8]>, u64>,
    values: FxHashMap<u32, u64>,
}

impl<'a> MetadataPool<'a> {
    pub fn new(first: u64) -> MetadataPool<'a> {
        MetadataPool { first, ..MetadataPool::default() }
    }

    pub fn add(&mut self, node: Node<'a>) -> u64 {
        self.nodes.push(node);
        self.first + self.nodes.len() as u64 - 1
    }

    pub fn string(&mut self, string: Cow<'a, [u8]>) -> u64 {
        let next = self.first + self.nodes.len() as u64;
        match self.strings.entry(string) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                self.nodes.push(Node::String(free.key().clone()));
                *free.insert(next)
            }
        }
    }

    /// The metadata that a value is.
    pub fn value(&mut self, value: u32, ty: TypeId) -> u64 {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let id = self.add(Node::Value(value, ty));
        self.values.insert(value, id);
        id
    }
}

/// The attribute lists of a module or a function, each its groups.
#[derive(Debug, Default)]
pub(super) struct AttributeLists {
    pub lists: Vec<Vec<AttributeGroup>>,
    numbers: FxHashMap<Vec<AttributeGroup>, u64>,
}

impl AttributeLists {
    /// The number of a list, which counts from one. The list is added if need be.
    pub fn intern(&mut self, groups: Vec<AttributeGroup>) -> u64 {
        let next = self.lists.len() as u64 + 1;
        *self.numbers.entry(groups).or_insert_with_key(|groups| {
            self.lists.push(groups.clone());
            next
        })
    }
}

/// The names of a function, and the blocks.
#[derive(Debug, Default)]
pub(super) struct Locals<'a> {
    pub values: FxHashMap<Name<'a>, u32>,
    /// Where values are used that are not defined yet.
    pub undefined: FxHashMap<u32, usize>,
    pub blocks: FxHashMap<Name<'a>, u64>,
    /// Where each block is first used, by the number by which it is known.
    pub block_uses: Vec<usize>,
    /// Blocks in the order of the text.
    pub block_order: Vec<u64>,
    /// What has a name, in the order in which LLVM gives the names.
    pub names: Vec<(Symbol, Cow<'a, [u8]>)>,
    /// The number that the next value or block without a name has.
    pub next: u32,
    /// The orders of uses that the text asks for.
    pub use_list_orders: Vec<(Symbol, Box<[u64]>)>,
}
