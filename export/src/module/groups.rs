//! Numbers of attribute groups: LLVM's writer numbers those of variables and functions first, then those of calls,
//! function by function.

use irtrip_dialect::attribute_set::{AttributeSet, call_set, function_set};
use irtrip_dialect::names::{IRTRIP_ATTRIBUTES, PASSTHROUGH, TARGET_SPECIFIC_ATTRS};
use irtrip_dialect::{Attr, Context, OpName, Str};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{GlobalValue, SymbolTable};
use crate::function::FunctionPlan;

/// The groups of a module.
#[derive(Default)]
pub struct Groups {
    /// By number.
    sets: Vec<AttributeSet>,
    numbers: FxHashMap<AttributeSet, u32>,
    calls: FxHashMap<(OpName, Attr), u32>,
}

impl Groups {
    /// Numbers the groups of a module, of calls those in the functions `with_calls`.
    pub fn number(
        ctx: &Context,
        symbols: &SymbolTable,
        variables: &[GlobalValue],
        functions: &[FunctionPlan],
        with_calls: &[FunctionPlan],
    ) -> Groups {
        let mut groups = Groups::default();
        for variable in variables {
            groups.add(&variable_set(ctx, variable.attrs));
        }
        for function in functions {
            groups.add(&function.enumerated.own);
        }
        for function in with_calls {
            for &(name, attrs) in &function.enumerated.groups {
                if !groups.calls.contains_key(&(name, attrs))
                    && let Some(number) = groups.add(&call_set(ctx, name, attrs, symbols.called_effects(ctx, attrs)))
                {
                    groups.calls.insert((name, attrs), number);
                }
            }
        }
        groups
    }

    fn add(&mut self, set: &AttributeSet) -> Option<u32> {
        if set.is_empty() {
            return None;
        }
        if let Some(number) = self.numbers.get(set) {
            return Some(*number);
        }
        let number = self.sets.len() as u32;
        self.numbers.insert(set.clone(), number);
        self.sets.push(set.clone());
        Some(number)
    }

    /// The number of a set, if it is not empty.
    pub fn set(&self, set: &AttributeSet) -> Option<u32> {
        self.numbers.get(set).copied()
    }

    /// The number of a call's function attributes, if it has any.
    pub fn call(&self, name: OpName, attrs: Attr) -> Option<u32> {
        self.calls.get(&(name, attrs)).copied()
    }

    /// The number of a variable's attributes, if it has any.
    pub fn global(&self, ctx: &Context, attrs: Attr) -> Option<u32> {
        self.set(&variable_set(ctx, attrs))
    }

    /// The groups, by number.
    pub fn sets(&self) -> &[AttributeSet] {
        &self.sets
    }
}

/// A variable's attributes: upstream's list, which is one like `passthrough`, and the preserved one.
fn variable_set(ctx: &Context, attrs: Attr) -> AttributeSet {
    let own = [(PASSTHROUGH, TARGET_SPECIFIC_ATTRS), (IRTRIP_ATTRIBUTES, IRTRIP_ATTRIBUTES)];
    let entries = own.into_iter().filter_map(|(key, of)| Some((key, ctx.entry(attrs, of)?)));
    function_set(ctx, ctx.dictionary(&entries.collect::<SmallVec<[(Str, Attr); 2]>>()))
}
