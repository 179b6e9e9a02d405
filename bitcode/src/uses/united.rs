//! The constants of a module and of all its functions, each once: LLVM has one constant wherever it is used, bitcode and the readers
//! of assembly here number those of each function apart.

use std::num::NonZeroU32;
use std::ops::Range;

use irtrip_dialect::limits::MAX_NESTING;
use rustc_hash::FxHashMap;

use super::{FunctionUses, ModuleUses, NumberedValues};
use crate::constants::{Constant, ValueKind};
use crate::types::TypeId;

/// Constants by their own numbers, which are after those of global values.
#[derive(Debug)]
pub(super) struct UnitedConstants {
    /// How many global values there are.
    pub first: u32,
    constants: Vec<Constant>,
    index: FxHashMap<(TypeId, Constant), u32>,
    /// The numbers by those that the module has.
    pub of_module: Numbers,
    /// The numbers by those that each function has, of constants whose users LLVM knows.
    pub of_functions: Vec<Numbers>,
}

/// Numbers by others, which are those of a place.
#[derive(Debug)]
pub(super) struct Numbers {
    first: u32,
    numbers: Vec<Option<NonZeroU32>>,
}

impl Numbers {
    fn of(place: &Range<u32>) -> Numbers {
        Numbers { first: place.start, numbers: Vec::new() }
    }

    fn get(&self, id: u32) -> Option<u32> {
        let stored = self.numbers.get(id.checked_sub(self.first)? as usize).copied().flatten()?;
        Some(stored.get() - 1)
    }

    fn insert(&mut self, id: u32, number: u32) {
        let Some(place) = id.checked_sub(self.first) else { return };
        let place = place as usize;
        if place >= self.numbers.len() {
            self.numbers.resize(place + 1, None);
        }
        if let Some(slot) = self.numbers.get_mut(place) {
            *slot = NonZeroU32::new(number.saturating_add(1));
        }
    }

    /// Each with the other that it is the number of.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        let numbered = (self.first..).zip(&self.numbers);
        numbered.filter_map(|(id, number)| Some((id, number.as_ref()?.get() - 1)))
    }
}

/// Whether LLVM knows the users of a constant: not of plain data.
pub(super) fn is_tracked(constant: &Constant) -> bool {
    !constant.operands().is_empty() || matches!(constant, Constant::InlineAsm(_))
}

impl UnitedConstants {
    pub fn new(uses: &ModuleUses<'_>) -> UnitedConstants {
        let mut all = UnitedConstants {
            first: uses.globals.len() as u32,
            constants: Vec::new(),
            index: FxHashMap::default(),
            of_module: Numbers::of(&uses.values.own()),
            of_functions: Vec::with_capacity(uses.functions.len()),
        };
        let mut of_module = Numbers::of(&uses.values.own());
        for id in uses.values.own() {
            all.unite(uses.values, id, &mut of_module, 0);
        }
        all.of_module = of_module;
        for function in &uses.functions {
            let own = function.values.own();
            let mut united = Numbers::of(&own);
            for id in own {
                let value = function.values.value(id);
                if value
                    .is_some_and(|value| matches!(&value.kind, ValueKind::Constant(constant) if is_tracked(constant)))
                {
                    all.unite(function.values, id, &mut united, 0);
                }
            }
            all.of_functions.push(united);
        }
        all
    }

    /// How many numbers there are: of global values and of constants.
    pub fn count(&self) -> usize {
        self.first as usize + self.constants.len()
    }

    /// The number of a constant among all, after those that it is made of; that of no constant for what is none, is made of itself, or
    /// nests deeper than any text.
    fn unite(&mut self, values: &dyn NumberedValues, id: u32, united: &mut Numbers, depth: usize) -> u32 {
        const NONE: u32 = u32::MAX - 1;
        if depth > MAX_NESTING {
            return NONE;
        }
        if let Some(known) = united.get(id) {
            return known;
        }
        if !values.own().contains(&id)
            && let Some(known) = self.of_module.get(id)
        {
            return known;
        }
        if id < self.first {
            return id;
        }
        let Some(value) = values.value(id) else { return NONE };
        let ValueKind::Constant(constant) = &value.kind else { return NONE };
        let mut constant = constant.clone();
        united.insert(id, NONE);
        for operand in constant.operands_mut() {
            *operand = self.unite(values, *operand, united, depth + 1);
        }
        let next = self.count() as u32;
        let number = *self.index.entry((value.ty, constant)).or_insert_with_key(|(_, constant)| {
            self.constants.push(constant.clone());
            next
        });
        united.insert(id, number);
        number
    }

    pub fn constant(&self, number: u32) -> Option<&Constant> {
        self.constants.get(number.checked_sub(self.first)? as usize)
    }

    pub fn is_tracked(&self, number: u32) -> bool {
        number < self.first || self.constant(number).is_some_and(is_tracked)
    }

    /// The number of what the module has.
    pub fn of_module(&self, id: u32) -> u32 {
        self.of_module.get(id).unwrap_or(id)
    }

    /// The number of what a function has by its place, if it is a global value or a constant whose users LLVM knows.
    pub fn of_function(&self, function: &FunctionUses<'_>, place: usize, id: u32) -> Option<u32> {
        if id < self.first {
            return Some(id);
        }
        if function.values.own().contains(&id) {
            return self.of_functions.get(place)?.get(id);
        }
        self.of_module.get(id).filter(|number| self.is_tracked(*number))
    }
}
