//! The identified structs a module defines, in the order LLVM's writer finds them.

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::metadata::{MetadataExport, NodeId, Operand};
use irtrip_dialect::preserved::constant_pointees;
use irtrip_dialect::{Attr, Context, Type, TypeData};
use rustc_hash::FxHashSet;

use super::SymbolTable;
use crate::function::value_enumerator::EnumeratedType;
use irtrip_dialect::constants::{ConstData, ConstId, Constants};

/// Collects identified structs from the types that are met.
pub struct Structs<'a> {
    ctx: &'a Context,
    symbols: &'a SymbolTable,
    metadata: &'a MetadataExport,
    visited: FxHashSet<Type>,
    visited_nodes: FxHashSet<NodeId>,
    /// The identified structs, in order.
    pub found: Vec<Type>,
}

/// What constants there are in the metadata.
#[derive(Default)]
pub struct MetadataConstants {
    /// Whether one has a type other than a number's or a pointer's.
    pub are_typed: bool,
    /// Those of symbols that the module does not have, each with its node.
    pub undefined: Vec<(NodeId, String)>,
}

impl MetadataConstants {
    /// Those of a module's metadata.
    pub fn find(ctx: &Context, symbols: &SymbolTable, metadata: &MetadataExport) -> MetadataConstants {
        let (graph, mut found) = (metadata.graph(), MetadataConstants::default());
        for id in graph.ids() {
            graph.node(id).for_each_operand(|operand| {
                let Operand::Constant(constant) = operand else { return };
                let is_typed = !ctx.entries(*constant).is_empty();
                found.are_typed |= is_typed;
                if (is_typed || ctx.symbol_value(*constant).is_some())
                    && let Err(ExportCode::Symbol(name)) = Constants::default().of_encoded(ctx, symbols, *constant)
                {
                    found.undefined.push((id, name));
                }
            });
        }
        found
    }
}

impl<'a> Structs<'a> {
    /// None yet.
    pub fn new(ctx: &'a Context, symbols: &'a SymbolTable, metadata: &'a MetadataExport) -> Structs<'a> {
        Structs {
            ctx,
            symbols,
            metadata,
            visited: FxHashSet::default(),
            visited_nodes: FxHashSet::default(),
            found: Vec::new(),
        }
    }

    /// Takes a type or a node.
    pub fn root(&mut self, root: EnumeratedType) {
        match root {
            EnumeratedType::Type(ty) => self.visit(ty),
            EnumeratedType::Node(node) => self.node(node),
        }
    }

    /// Takes the types of the constants in a node and in those it refers to, in order.
    pub fn node(&mut self, node: NodeId) {
        let mut stack = vec![Operand::Node(node)];
        while let Some(operand) = stack.pop() {
            match operand {
                Operand::Node(id) if self.visited_nodes.insert(id) => {
                    let start = stack.len();
                    self.metadata.graph().node(id).for_each_operand(|operand| stack.push(*operand));
                    if let Some(added) = stack.get_mut(start..) {
                        added.reverse();
                    }
                }
                Operand::Constant(constant) => self.encoded(constant),
                Operand::Node(_) | Operand::Null | Operand::String(_) => {}
            }
        }
    }

    /// What is no constant is an error where it is written.
    fn encoded(&mut self, constant: Attr) {
        let mut pool = Constants::default();
        if let Ok(id) = pool.of_encoded(self.ctx, self.symbols, constant) {
            if self.symbols.typed_pointers && !self.symbols.is_address(self.ctx, &pool, id) {
                self.visit(self.ctx.with_pointees(pool.ty(id), constant_pointees(self.ctx, constant)));
            }
            self.constant(&pool, id);
        }
    }

    fn constant(&mut self, pool: &Constants, id: ConstId) {
        if self.symbols.is_address(self.ctx, pool, id) {
            return;
        }
        self.visit(pool.ty(id));
        if let ConstData::Expr(expr) = pool.data(id)
            && let Some(ty) = self.symbols.stepped_over(self.ctx, expr)
        {
            self.visit(ty);
        }
        // Constants are no deeper than `Constants::add` allows.
        pool.data(id).parts().iter().for_each(|part| self.constant(pool, *part));
    }

    /// Takes a type and the types in it, each before those in it.
    pub fn visit(&mut self, ty: Type) {
        if !self.visited.insert(ty) {
            return;
        }
        let ctx = self.ctx;
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if matches!(ctx.type_data(ty), TypeData::IdentifiedStruct { .. }) {
                self.found.push(ty);
            }
            let start = stack.len();
            match self.symbols.structs.elements(ctx, ty) {
                Some((_, elements)) => stack.extend_from_slice(elements),
                None => ctx.for_each_element(ty, |part| stack.push(part)),
            }
            // A part waits to be visited once, at the place of its last mention, as LLVM's own list has it.
            let mut parts = stack.split_off(start);
            parts.reverse();
            for part in parts {
                if self.visited.insert(part) {
                    stack.push(part);
                }
            }
        }
    }
}
