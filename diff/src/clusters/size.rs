//! How large two modules are: their instructions and blocks, by opcode.

use std::collections::BTreeMap;

use irtrip_dialect::ops::{Traits, global_values};
use irtrip_dialect::{Block, Body, ContextDialects, Op, OpNameDefinition};
use serde::{Deserialize, Serialize};

use crate::Side;
use crate::lines::global_values::symbol;
use crate::lines::listing::GlobalValue;
use crate::structural_hash::value_numbering::is_constant;

/// How many instructions and blocks there are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// The number of instructions, phis among them, debug records not.
    pub instructions: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// The instructions by opcode.
    pub opcodes: BTreeMap<String, usize>,
}

impl Size {
    /// Adds another size.
    pub fn add(&mut self, other: &Size) {
        self.instructions += other.instructions;
        self.blocks += other.blocks;
        for (opcode, count) in &other.opcodes {
            *self.opcodes.entry(opcode.clone()).or_default() += count;
        }
    }

    fn count(&mut self, opcode: &str, count: usize) {
        if count > 0 {
            self.instructions += count;
            *self.opcodes.entry(opcode.to_owned()).or_default() += count;
        }
    }
}

/// The size of a function in both modules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionSize {
    /// The function's name.
    pub name: String,
    /// Instructions and blocks in the first module; none where it does not define the function.
    pub a: Option<(usize, usize)>,
    /// Instructions and blocks in the second module.
    pub b: Option<(usize, usize)>,
}

/// The sizes of two modules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// The first module's.
    pub a: Size,
    /// The second module's.
    pub b: Size,
    /// The functions of other sizes, by name.
    pub functions: Vec<FunctionSize>,
}

/// Counts the instructions and blocks of two modules.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_diff::{Side, clusters::sizes};
/// let (ctx, module) = (Context::new(), Module::new());
/// assert_eq!(sizes(Side::new(&ctx, &module), Side::new(&ctx, &module)).a.instructions, 0);
/// ```
pub fn sizes(a: Side, b: Side) -> Sizes {
    let mut sizes = Sizes::default();
    let mut functions: BTreeMap<String, FunctionSize> = BTreeMap::new();
    for (side, is_a) in [(a, true), (b, false)] {
        for (name, size) in functions_of(side) {
            let new = FunctionSize { name: name.clone(), a: None, b: None };
            let function = functions.entry(name).or_insert(new);
            let counts = Some((size.instructions, size.blocks));
            match is_a {
                true => (function.a, ()) = (counts, sizes.a.add(&size)),
                false => (function.b, ()) = (counts, sizes.b.add(&size)),
            }
        }
    }
    sizes.functions = functions.into_values().filter(|function| function.a != function.b).collect();
    sizes
}

/// The sizes of a module's functions.
fn functions_of(side: Side) -> Vec<(String, Size)> {
    let body = &side.module.body;
    let of_function = |op: Op| {
        let nested = body.nested(op).filter(|_| body.name(op) == global_values::FUNC)?;
        let name = symbol(side, GlobalValue::Op(op)).map_or_else(String::new, |name| side.ctx.text(name).into_owned());
        Some((name, of_body(side, nested)))
    };
    side.module.ops().filter_map(of_function).collect()
}

fn of_body(side: Side, body: &Body) -> Size {
    let mut size = Size::default();
    for &region in body.regions() {
        let blocks: &[Block] = body.blocks(region);
        size.blocks += blocks.len();
        // The arguments of the first block are the function's.
        size.count("phi", blocks.iter().skip(1).map(|block| body.block_args(*block).len()).sum());
        for op in blocks.iter().flat_map(|block| body.ops(*block)) {
            let def = body.name(op).def();
            let counts = def.is_none_or(|def| !def.llvm.is_debug_record() && !def.is(Traits::CONSTANT))
                && !is_constant(body, op);
            if counts {
                let name = side.ctx.op_name_str(body.name(op));
                size.count(name.strip_prefix("llvm.").unwrap_or(&name), 1);
            }
        }
    }
    size
}
