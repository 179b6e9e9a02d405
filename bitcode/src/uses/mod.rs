//! The uses of the values of a module, and the orders in which they are found.
//!
//! LLVM's reader of assembly puts each new use before the others, and turns the list around where a name was used before it was
//! defined. The reader of bitcode does the same in another order. The two differ for global values and constants made of them: what
//! is local is read in one order. [`orders`] finds both orders, of a text that bitcode is made of and of bitcode that a text is made of.

mod orders;
mod united;

use std::borrow::Cow;
use std::ops::Range;

use crate::constants::{Value, Values};
use crate::function::{Body, DebugOperand, Instruction, Symbol};
use crate::metadata::Node;
use crate::module::{GlobalKind, GlobalValue, Module};
use crate::types::Types;

pub(crate) use orders::{InstructionValue, Order, Owned, UseListOrders, ValuePosition, predict, text_orders};

/// The values that a place has by number.
pub(crate) trait NumberedValues: Sync {
    /// A value.
    fn value(&self, id: u32) -> Option<&Value>;

    /// The numbers of those that are the place's own.
    fn own(&self) -> Range<u32>;
}

impl NumberedValues for Module<'_> {
    fn value(&self, id: u32) -> Option<&Value> {
        self.values.get(id as usize)
    }

    fn own(&self) -> Range<u32> {
        self.globals.len() as u32..self.values.len() as u32
    }
}

impl NumberedValues for Values<'_> {
    fn value(&self, id: u32) -> Option<&Value> {
        self.get(id)
    }

    fn own(&self) -> Range<u32> {
        self.base.len() as u32..self.count() as u32
    }
}

/// An order that a text asks for: of a value, or of a function's block.
pub(crate) type TextOrder<S> = (S, Box<[u64]>);

/// What a module is made of that uses values.
pub(crate) struct ModuleUses<'p> {
    /// Its types.
    pub types: &'p Types<'p>,
    /// Its global values by number.
    pub globals: &'p [GlobalValue],
    /// Their numbers in the order of the text.
    pub text_order: Cow<'p, [u32]>,
    /// Its constants.
    pub values: &'p dyn NumberedValues,
    /// The functions with a body, in the order of the text.
    pub functions: Vec<FunctionUses<'p>>,
    /// The orders that the text asks for.
    pub orders: &'p [TextOrder<u32>],
}

/// The metadata that a function has by number.
#[derive(Clone, Copy)]
pub(crate) struct NumberedNodes<'p> {
    /// That of the module.
    pub of_module: &'p [Node<'p>],
    /// That of the function, whose first has a number.
    pub own: (u64, &'p [Node<'p>]),
}

impl<'p> NumberedNodes<'p> {
    /// The values that metadata is or lists, each with whether its number is the module's.
    fn for_each_value(self, id: u64, visit: &mut dyn FnMut(bool, u32)) {
        let node = |id: u64| -> Option<(bool, &'p Node<'p>)> {
            match id.checked_sub(self.own.0) {
                Some(place) => Some((false, self.own.1.get(place as usize)?)),
                None => Some((true, self.of_module.get(id as usize)?)),
            }
        };
        match node(id) {
            Some((is_of_module, Node::Value(value, _))) => visit(is_of_module, *value),
            Some((_, Node::Arguments(ids))) => {
                for (is_of_module, listed) in ids.iter().filter_map(|id| node(*id)) {
                    if let Node::Value(value, _) = listed {
                        visit(is_of_module, *value);
                    }
                }
            }
            _ => {}
        }
    }
}

/// What a function is made of.
pub(crate) struct FunctionUses<'p> {
    /// The number of the function.
    pub global: u32,
    /// Its constants.
    pub values: &'p dyn NumberedValues,
    /// Its instructions.
    pub instructions: &'p [Instruction],
    /// The metadata that its debug records and calls name.
    pub metadata: NumberedNodes<'p>,
    /// The orders that the text asks for.
    pub orders: &'p [TextOrder<Symbol>],
}

impl FunctionUses<'_> {
    /// Visits the values that the debug records before an instruction locate, each with whether its number is the module's.
    pub fn for_each_located(&self, instruction: &Instruction, visit: &mut dyn FnMut(InstructionValue, bool, u32)) {
        let mut place = 0;
        let visit = &mut |is_of_module: bool, id: u32| {
            visit(InstructionValue::Record(place), is_of_module, id);
            place += 1;
        };
        for record in &instruction.records {
            // What a variable is, and the address that is assigned to.
            for operand in [0, 4].into_iter().filter_map(|operand| record.operands.get(operand)) {
                match operand {
                    DebugOperand::Metadata(id) => self.metadata.for_each_value(*id, visit),
                    DebugOperand::Value(id) => visit(false, *id),
                }
            }
        }
    }
}

impl<'p> ModuleUses<'p> {
    /// What uses the values of a module that is in tables, and those of its bodies, by their places.
    pub fn of_tables(module: &'p Module<'_>, bodies: &[&'p Body<'_>]) -> ModuleUses<'p> {
        let is_function = |global: &GlobalValue| matches!(global.kind, GlobalKind::Function { .. });
        let numbered = || (0..).zip(&module.globals);
        let others = numbered().filter(|(_, global)| !is_function(global));
        let functions = numbered().filter(|(_, global)| is_function(global));
        let text_order = others.chain(functions).map(|(number, _)| number).collect();
        let body = |(number, global): (u32, &GlobalValue)| {
            let GlobalKind::Function { body: Some(place), .. } = global.kind else { return None };
            let body = bodies.get(place)?;
            let own = (module.metadata.nodes.len() as u64, body.metadata.nodes.as_slice());
            let metadata = NumberedNodes { of_module: &module.metadata.nodes, own };
            let (values, instructions) = (&body.values, body.instructions.as_slice());
            Some(FunctionUses { global: number, values, instructions, metadata, orders: &[] })
        };
        ModuleUses {
            types: &module.types,
            globals: &module.globals,
            text_order: Cow::Owned(text_order),
            values: module,
            functions: numbered().filter_map(body).collect(),
            orders: &[],
        }
    }
}
