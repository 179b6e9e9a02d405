//! The symbols of a module, and what a reference to one finds.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::verify_context::{VerifyContext, broken_rule};
use crate::body::{Block, Body, Op};
use crate::context::{Attr, Context, Str};
use crate::diagnostic::{Diagnostic, VerifyCode};
use crate::names;
use crate::ops::{LlvmForm, OpDef, Traits, global_values};
use crate::registry::{OpName, OpNameDefinition};

/// The symbols of one module.
pub struct Symbols<'a> {
    ctx: &'a Context,
    body: &'a Body,
    by_name: FxHashMap<Str, Op>,
    /// The locations of comdat selectors by the names of the comdat region and of the selector.
    selectors: FxHashMap<(Str, Str), Attr>,
}

impl<'a> Symbols<'a> {
    /// Indexes the operations of a module's block, and reports names that occur twice.
    pub fn new(ctx: &'a Context, body: &'a Body, block: Block, errors: &mut Vec<Diagnostic>) -> Symbols<'a> {
        let mut symbols = Symbols { ctx, body, by_name: FxHashMap::default(), selectors: FxHashMap::default() };
        for op in body.ops(block) {
            let Some(name) = symbols.name_of(op) else { continue };
            match symbols.by_name.entry(name) {
                Entry::Vacant(entry) => _ = entry.insert(op),
                Entry::Occupied(entry) => redefined(ctx, body, op, name, body.loc(*entry.get()), errors),
            }
            if body.name(op) == global_values::COMDAT {
                symbols.add_selectors(op, name, errors);
            }
        }
        symbols
    }

    fn add_selectors(&mut self, comdat: Op, comdat_name: Str, errors: &mut Vec<Diagnostic>) {
        // The region is the operation's own, or, where a reader takes it for isolated, its body's.
        let mut add = |symbols: &mut Self, body: &Body, block: Block| {
            for op in body.ops(block) {
                let Some(name) = symbol_name(symbols.ctx, body, op) else { continue };
                match symbols.selectors.entry((comdat_name, name)) {
                    Entry::Vacant(entry) => _ = entry.insert(body.loc(op)),
                    Entry::Occupied(entry) => redefined(symbols.ctx, body, op, name, *entry.get(), errors),
                }
            }
        };
        let body = self.body;
        for &region in body.op_regions(comdat) {
            body.blocks(region).iter().for_each(|&block| add(self, body, block));
        }
        if let Some(nested) = body.nested(comdat) {
            for &region in nested.regions() {
                nested.blocks(region).iter().for_each(|&block| add(self, nested, block));
            }
        }
    }

    fn name_of(&self, op: Op) -> Option<Str> {
        symbol_name(self.ctx, self.body, op)
    }

    /// The operation a name refers to.
    pub fn find(&self, name: Str) -> Option<Symbol<'a>> {
        let op = *self.by_name.get(&name)?;
        Some(Symbol { ctx: self.ctx, body: self.body, op })
    }

    /// Whether `@comdat::@selector` is a selector of this module.
    pub fn has_selector(&self, comdat: Str, selector: Str) -> bool {
        self.selectors.contains_key(&(comdat, selector))
    }
}

/// Reports a symbol of which there is one already, at the location `existing`.
fn redefined(ctx: &Context, body: &Body, op: Op, name: Str, existing: Attr, errors: &mut Vec<Diagnostic>) {
    let text = ctx.text(name).into_owned();
    let mut error = broken_rule(ctx, body, op, Some(name), VerifyCode::Redefinition(text));
    error.notes.push(Diagnostic::new(VerifyCode::ExistingSymbol, existing));
    errors.push(error);
}

/// The name of an operation that is a symbol.
pub fn symbol_name(ctx: &Context, body: &Body, op: Op) -> Option<Str> {
    let def = body.name(op).def()?;
    if !def.is(Traits::SYMBOL) {
        return None;
    }
    ctx.string_value(body.attr(ctx, op, names::SYM_NAME)?)
}

/// A symbol of a module: an operation at the module level.
#[derive(Clone, Copy)]
pub struct Symbol<'a> {
    ctx: &'a Context,
    body: &'a Body,
    op: Op,
}

impl<'a> Symbol<'a> {
    /// Its operation's name.
    pub fn kind(&self) -> OpName {
        self.body.name(self.op)
    }

    /// What it stands for in LLVM IR.
    pub fn form(&self) -> Option<LlvmForm> {
        self.kind().def().map(|d: &OpDef| d.llvm)
    }

    /// An attribute of it.
    pub fn attr(&self, key: Str) -> Option<Attr> {
        self.body.attr(self.ctx, self.op, key)
    }

    /// Whether it has a body with blocks.
    pub fn has_body(&self) -> bool {
        self.body.is_defined(self.op)
    }

    /// The symbol as a place to ask for its attributes.
    pub fn cx(&self) -> Option<VerifyContext<'a>> {
        VerifyContext::new(self.ctx, self.body, self.op)
    }
}
