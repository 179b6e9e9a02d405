//! The names of upstream's import for the structs that LLVM IR numbers: the first one it meets has none, the others
//! `.1`, `.2` and so on. It meets types as it goes through the variables and then the functions, each function's blocks
//! in reverse post-order, and what a type is made of before the type.

use std::collections::{HashMap, HashSet};

use irtrip_dialect::names::{ELEM_TYPE, FUNCTION_TYPE, GLOBAL_TYPE};
use irtrip_dialect::ops::LlvmForm;
use irtrip_dialect::{
    Attr, AttrData, Body, Context, Module, Op, OpNameDefinition, Str, StructBody, Type, TypeData, Value, ValueDef,
};

/// Upstream's names of a module's structs that LLVM IR numbers, by their names in the model.
pub fn struct_names(ctx: &Context, module: &Module) -> HashMap<Str, String> {
    let mut names = Names { ctx, seen: HashSet::new(), seen_attrs: HashSet::new(), given: HashMap::new(), count: 0 };
    for op in module.ops() {
        for key in [GLOBAL_TYPE, FUNCTION_TYPE] {
            if let Some(ty) = module.body.attr(ctx, op, key) {
                names.attr(ty);
            }
        }
        names.attr(module.body.attrs(op));
        if let Some(body) = module.body.nested(op) {
            names.body(body);
        }
    }
    names.given
}

struct Names<'a> {
    ctx: &'a Context,
    seen: HashSet<Type>,
    seen_attrs: HashSet<Attr>,
    given: HashMap<Str, String>,
    count: usize,
}

impl Names<'_> {
    fn body(&mut self, body: &Body) {
        for &region in body.regions() {
            for block in body.reverse_post_order(region) {
                for value in body.block_args(block) {
                    self.ty(body.value_type(*value));
                }
                // Constants come first and are met where they are used.
                let ops: Vec<Op> = body.ops(block).filter(|op| !is_constant(body, *op)).collect();
                for op in ops {
                    self.op(body, op);
                }
            }
        }
    }

    /// Operands that are constants nest no deeper than constants do in LLVM IR.
    fn op(&mut self, body: &Body, op: Op) {
        if let Some(ty) = body.attr(self.ctx, op, ELEM_TYPE) {
            self.attr(ty);
        }
        for value in body.all_operands(op) {
            self.constant(body, *value);
        }
        self.attr(body.attrs(op));
        for value in body.results(op) {
            self.ty(body.value_type(value));
        }
    }

    fn constant(&mut self, body: &Body, value: Value) {
        if let ValueDef::Result(op, _) = body.value(value).def
            && is_constant(body, op)
        {
            self.attr(body.attrs(op));
            self.ty(body.value_type(value));
        }
    }

    fn attr(&mut self, attr: Attr) {
        let mut open = vec![attr];
        while let Some(attr) = open.pop() {
            if !self.seen_attrs.insert(attr) {
                continue;
            }
            match self.ctx.attr_data(attr) {
                AttrData::Type(ty) => self.ty(*ty),
                AttrData::Array(items) => open.extend(items.iter().rev()),
                AttrData::Dictionary(entries) => open.extend(entries.iter().rev().map(|e| e.1)),
                // No other attribute of an operation's holds a type that LLVM IR numbers.
                _ => {}
            }
        }
    }

    fn ty(&mut self, ty: Type) {
        // A type and whether what it is made of has been met.
        let mut open = vec![(ty, false)];
        while let Some((ty, met)) = open.pop() {
            if met {
                self.name(ty);
                continue;
            }
            if !self.seen.insert(ty) {
                continue;
            }
            open.push((ty, true));
            let start = open.len();
            let parts: &[Type] = match self.ctx.type_data(ty) {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => std::slice::from_ref(element),
                TypeData::LlvmFunction { result, params, .. } => {
                    open.extend(params.iter().map(|ty| (*ty, false)));
                    std::slice::from_ref(result)
                }
                TypeData::TargetExt { types, .. } => types,
                _ => self.ctx.struct_elements(ty).map(|(_, elements)| elements).unwrap_or_default(),
            };
            open.extend(parts.iter().map(|ty| (*ty, false)));
            if let Some(parts) = open.get_mut(start..) {
                parts.reverse();
            }
        }
    }

    fn name(&mut self, ty: Type) {
        let TypeData::IdentifiedStruct { name, .. } = self.ctx.type_data(ty) else { return };
        let numbered = self.ctx.bytes(*name).iter().all(u8::is_ascii_digit) && !self.ctx.bytes(*name).is_empty();
        if !numbered {
            return;
        }
        // All that are opaque are one.
        let opaque = !matches!(self.ctx.struct_body(ty), Some(StructBody::Elements { .. }));
        let text = if self.count == 0 || opaque { String::new() } else { format!(".{}", self.count) };
        if !opaque || self.count == 0 {
            self.count += 1;
        }
        self.given.insert(*name, text);
    }
}

/// Whether an operation's result is a constant that is none of other values.
fn is_constant(body: &Body, op: Op) -> bool {
    body.operands(op).is_empty() && matches!(body.name(op).def().map(|d| d.llvm), Some(LlvmForm::Constant(_)))
}
