//! What the translation of an operation that stands in a module, as a function does, makes others with.

use rustc_hash::FxHashSet;

use super::Declaration;
use crate::body::{Body, Builder, InsertPoint, Op};
use crate::context::{Attr, Context, Str, Type};
use crate::ops::llvm;

/// An operation of a module that is translated.
pub struct ModuleTranslator<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The module's body.
    pub body: &'a Body,
    /// The operation.
    pub op: Op,
    /// What takes the operation's place.
    made: Vec<Declaration>,
    symbols: &'a mut FxHashSet<Str>,
}

impl<'a> ModuleTranslator<'a> {
    /// The translator of an operation; `symbols` are all of the module, to which it adds.
    pub fn new(ctx: &'a Context, body: &'a Body, op: Op, symbols: &'a mut FxHashSet<Str>) -> ModuleTranslator<'a> {
        ModuleTranslator { ctx, body, op, made: Vec::new(), symbols }
    }

    /// What takes the operation's place, in order.
    pub fn into_made(self) -> Vec<Declaration> {
        self.made
    }

    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<Attr> {
        self.body.attr(self.ctx, self.op, self.ctx.find_str(name)?)
    }

    /// A symbol that the module does not have: this one, or else one with the first number that is free after a full stop.
    pub fn fresh_symbol(&mut self, wanted: &str) -> Str {
        let numbered = (1..).map(|number: usize| self.ctx.str(&format!("{wanted}.{number}")));
        let mut candidates = std::iter::once(self.ctx.str(wanted)).chain(numbered);
        let wanted = self.ctx.str(wanted);
        let fresh = candidates.find(|symbol| !self.symbols.contains(symbol)).unwrap_or(wanted);
        self.symbols.insert(fresh);
        fresh
    }

    /// Adds an operation.
    pub fn add(&mut self, made: Declaration) {
        self.made.push(made);
    }

    /// Declares a function, unless the module has one of the symbol.
    pub fn declare_function(&mut self, symbol: &str, ty: Type) {
        let symbol = self.ctx.str(symbol);
        if self.symbols.insert(symbol) {
            self.made.push(Declaration::function(self.ctx, symbol, ty));
        }
    }

    /// The body of a function without arguments and results, of one block with a name, before the return.
    pub fn function_body(&self, block: &str, make: impl FnOnce(&mut Builder<'_>)) -> Body {
        let mut body = Body::new();
        let (region, entry) = (body.append_region(), body.new_block());
        body.append_block(region, entry);
        body.set_block_name(entry, Some(self.ctx.str(block)));
        let mut builder = Builder::new(self.ctx, &mut body, InsertPoint::End(entry), self.body.loc(self.op));
        make(&mut builder);
        builder.create(llvm::RETURN, &[], &[], &[]);
        body
    }
}
