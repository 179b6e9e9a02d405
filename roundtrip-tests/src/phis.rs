//! Phis and block arguments, counted on both sides of a translation.
//!
//! A block argument is a phi, and each edge into its block hands it one operand; so a function has as many phis as
//! block arguments, and as many incoming values as operands that edges pass. The LLVM side is counted in the text,
//! which no reader of irtrip's has touched.

use std::ops::AddAssign;

use irtrip_dialect::{Body, Module, Region};
use serde::{Deserialize, Serialize};

/// What one side has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Phis, or arguments of blocks other than the entry block.
    pub values: u64,
    /// Incoming values of phis, or operands passed along edges.
    pub edges: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.values += other.values;
        self.edges += other.edges;
    }
}

/// Counts the phis of LLVM assembly as LLVM's writer lays it out: an instruction a line.
pub fn in_llvm(text: &str) -> Counts {
    let mut counts = Counts::default();
    for line in text.lines() {
        if let Some(phi) = after_phi(line) {
            counts.values += 1;
            counts.edges += incoming(phi);
        }
    }
    counts
}

/// What stands behind `phi` on a line that is one.
fn after_phi(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix('%')?;
    let rest = match name.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?.1,
        None => name.get(name.find(' ')?..)?,
    };
    rest.strip_prefix(" = phi ")
}

/// Number of `[ value, %block ]`: the writer puts a space behind these brackets and behind no others.
fn incoming(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut quoted = false;
    let mut count = 0;
    for (i, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'[' if !quoted && bytes.get(i + 1) == Some(&b' ') => count += 1,
            _ => {}
        }
    }
    count
}

/// Counts the block arguments of a module's functions, entry blocks aside, and the operands of the edges to them.
pub fn in_model(module: &Module) -> Counts {
    let mut counts = Counts::default();
    for op in module.ops() {
        if let Some(body) = module.body.nested(op) {
            for &region in body.regions() {
                counts += in_region(body, region);
            }
        }
    }
    counts
}

fn in_region(body: &Body, region: Region) -> Counts {
    let mut counts = Counts::default();
    for (place, &block) in body.blocks(region).iter().enumerate() {
        // An entry block's arguments are the function's.
        if place > 0 {
            counts.values += body.block_args(block).len() as u64;
        }
        for op in body.ops(block) {
            let successors = body.successors(op).iter();
            counts.edges += successors.map(|s| body.successor_args(s).len() as u64).sum::<u64>();
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phis_are_told_from_what_looks_like_them() {
        let text = "@s = constant [7 x i8] c\" = phi \\00\"\n  %x = phi i32 [ 0, %a ], [ %y, %\"b [ c\" ]\n  \
                    %\"p q\" = phi [2 x i8] [ [i8 1, i8 2], %a ], !dbg !3\n  %phi = add i32 %x, 1\n";
        assert_eq!(in_llvm(text), Counts { values: 2, edges: 3 });
    }
}
